// Writes a recording of evemu with as many frames as asked for: the same bytes for the same number.
//
// Usage: frames COUNT
//
// A panel of type B with ten slots. A tap every ten frames, a drag over eight, now and then a second contact beside
// it, so that the recording has what panels send and no two taps in one place. 8 ms are between two frames.

#include <stdio.h>
#include <stdlib.h>

static const char description[] =
    "# EVEMU 1.3\n"
    "N: Benchmark panel\n"
    "I: 0003 222a 0015 0000\n"
    "P: 02 00 00 00 00 00 00 00\n"
    "B: 01 00 00 00 00 00 00 00 00\n"
    "B: 01 00 00 00 00 00 00 00 00\n"
    "B: 01 00 00 00 00 00 00 00 00\n"
    "B: 01 00 00 00 00 00 00 00 00\n"
    "B: 01 00 00 00 00 00 00 00 00\n"
    "B: 01 00 04 00 00 00 00 00 00\n"
    "B: 03 03 00 00 00 00 80 60 02\n"
    "A: 00 0 5826 0 0 26\n"
    "A: 01 0 3266 0 0 26\n"
    "A: 2f 0 9 0 0 0\n"
    "A: 35 0 5826 0 0 26\n"
    "A: 36 0 3266 0 0 26\n"
    "A: 39 0 65535 0 0 0\n";

static long long micros = 1000000;

static void event(unsigned type, unsigned code, int value) {
    printf("E: %lld.%06lld %04x %04x %04d\n", micros / 1000000, micros % 1000000, type, code, value);
}

static void slot(int number) { event(3, 0x2f, number); }

static void position(int x, int y) {
    event(3, 0x35, x);
    event(3, 0x36, y);
}

static void end_frame(void) {
    event(0, 0, 0);
    micros += 8000;
}

// The frames of one gesture, down to up, ten in number: the step-th of them.
static void frame(long gesture, int step) {
    int x = (int)(gesture * 1117 % 5700), y = (int)(gesture * 769 % 3100);
    int has_second = gesture % 4 == 3;
    if (step == 0) {
        slot(0);
        event(3, 0x39, (int)(gesture * 2 % 65536));
        position(x, y);
        event(1, 0x14a, 1);
        event(3, 0, x);
        event(3, 1, y);
    } else if (step < 9) {
        if (has_second && (step == 2 || step == 7)) {
            slot(1);
            event(3, 0x39, step == 2 ? (int)((gesture * 2 + 1) % 65536) : -1);
            if (step == 2) position(5800 - x, 3200 - y);
            slot(0);
        }
        position(x + step * 9, y + step * 5);
        event(3, 0, x + step * 9);
        event(3, 1, y + step * 5);
    } else {
        event(3, 0x39, -1);
        event(1, 0x14a, 0);
        micros += 200000;
    }
    end_frame();
}

int main(int count, char **arguments) {
    long frames = count == 2 ? atol(arguments[1]) : 0;
    if (frames < 1) {
        fputs("usage: frames COUNT\n", stderr);
        return 2;
    }
    static char buffer[1 << 16];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    fputs(description, stdout);
    for (long index = 0; index < frames; index++) frame(index / 10, (int)(index % 10));
    return fflush(stdout) ? 1 : 0;
}
