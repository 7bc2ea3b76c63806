// The floor for `hitzone replay`: reads a recording of evemu from standard input, keeps the state of the slots, tests
// each down against one rectangle, and prints how many frames, downs and hits there were. No layout, no output per
// event, no check of what the recording says.

#include <stdio.h>
#include <unistd.h>

enum { EV_SYN = 0, EV_ABS = 3, MT_SLOT = 0x2f, MT_X = 0x35, MT_Y = 0x36, MT_ID = 0x39 };

static struct { int id, x, y, is_down; } slots[16];
static int current;
static long events, frames, downs, hits;

static void end_frame(void) {
    frames++;
    for (int index = 0; index < 16; index++) {
        int touches = slots[index].id >= 0;
        if (touches && !slots[index].is_down) {
            downs++;
            hits += slots[index].x < 2913 && slots[index].y < 1633;
        }
        slots[index].is_down = touches;
    }
}

static void take(unsigned type, unsigned code, int value) {
    events++;
    if (type == EV_ABS) {
        if (code == MT_SLOT) current = value & 15;
        else if (code == MT_ID) slots[current].id = value;
        else if (code == MT_X) slots[current].x = value;
        else if (code == MT_Y) slots[current].y = value;
    } else if (type == EV_SYN && code == 0) {
        end_frame();
    }
}

static unsigned hexadecimal(const char **text) {
    unsigned value = 0;
    while (**text == ' ') ++*text;
    for (;; ++*text) {
        char byte = **text;
        if (byte >= '0' && byte <= '9') value = value * 16 + (unsigned)(byte - '0');
        else if (byte >= 'a' && byte <= 'f') value = value * 16 + (unsigned)(byte - 'a') + 10;
        else return value;
    }
}

// `E: seconds.microseconds type code value`; the time is read as well, as who replays must.
static long long last_time;

static void read_line(const char *text) {
    if (*text != 'E') return;
    long long time = 0;
    for (text += 3; *text != ' '; text++) if (*text != '.') time = time * 10 + (*text - '0');
    last_time = time;
    unsigned type = hexadecimal(&text), code = hexadecimal(&text);
    while (*text == ' ') text++;
    int sign = *text == '-' ? -1 : 1, value = 0;
    for (text += sign < 0; *text >= '0' && *text <= '9'; text++) value = value * 10 + (*text - '0');
    take(type, code, sign * value);
}

int main(void) {
    static char buffer[1 << 16];
    size_t kept = 0;
    ssize_t count;
    for (int index = 0; index < 16; index++) slots[index].id = -1;
    while ((count = read(0, buffer + kept, sizeof buffer - kept)) > 0) {
        size_t end = kept + (size_t)count, start = 0;
        for (size_t index = kept; index < end; index++) {
            if (buffer[index] != '\n') continue;
            read_line(buffer + start);
            start = index + 1;
        }
        kept = end - start;
        for (size_t index = 0; index < kept; index++) buffer[index] = buffer[start + index];
    }
    printf("%ld events, %ld frames, %ld downs, %ld hits, until %lld\n", events, frames, downs, hits, last_time);
    return 0;
}
