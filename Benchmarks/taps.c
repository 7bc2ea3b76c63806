// Taps on a uinput panel and measures how long it takes until each subscriber has been told of the down.
//
// Usage: taps UINPUT COUNT socket PATH SUBSCRIBERS SILENT REQUEST
//        taps UINPUT COUNT stream OUTPUT
//
// UINPUT and OUTPUT are descriptors that the caller hands down. With `socket` it connects SUBSCRIBERS times to PATH,
// sends each REQUEST, if it is not empty, and waits for a first message; messages end in NUL. The last SILENT of them
// never read again. With `stream` what a program prints comes from OUTPUT, and the first bytes after a down count.
//
// A latency is CLOCK_MONOTONIC when read(2) has returned at the subscriber, less the event's kernel time. That time is
// known without asking whom we measure: the kernel takes the one which the events bring that we inject. Where a message
// tells it ("time":…), it is compared. The next tap waits until all have been told and nothing more comes for 500 µs.
//
// It runs by SCHED_BATCH, so that waking up a subscriber does not take the only core from a program that has others to
// tell: on a computer with several cores the subscribers would run beside it.
//
// Prints `bytes N`, the length of the last message, then a line `MICROSECONDS COUNT` for each latency there was.

#define _GNU_SOURCE
#include <errno.h>
#include <linux/uinput.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 64, LONGEST = 1 << 16, PATIENCE_MS = 5000, MOST_MICROS = 1 << 22 };

static int uinput, poller, readers, is_stream;
static int descriptors[MOST];
static int told[MOST]; // messages that a subscriber got since the last down
static char buffer[LONGEST];
static char last_message[LONGEST + 1];
static long last_length;
static unsigned histogram[MOST_MICROS];

static void fail(const char *what) {
    fprintf(stderr, "taps: %s: %s\n", what, errno ? strerror(errno) : "not as expected");
    exit(1);
}

static long long nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

static void inject(const int (*codes)[3], size_t count, long long micros) {
    struct input_event events[16] = {0};
    for (size_t index = 0; index < count; index++) {
        events[index].time.tv_sec = micros / 1000000;
        events[index].time.tv_usec = micros % 1000000;
        events[index].type = (unsigned short)codes[index][0];
        events[index].code = (unsigned short)codes[index][1];
        events[index].value = codes[index][2];
    }
    if (write(uinput, events, count * sizeof *events) != (ssize_t)(count * sizeof *events)) fail("uinput");
}

// The down's time in microseconds.
static long long down(int number) {
    int x = 2000 + number % 2, y = 1000 + number % 2;
    const int frame[][3] = {
        {EV_ABS, ABS_MT_TRACKING_ID, number % 60000}, {EV_ABS, ABS_MT_POSITION_X, x}, {EV_ABS, ABS_MT_POSITION_Y, y},
        {EV_KEY, BTN_TOUCH, 1}, {EV_ABS, ABS_X, x}, {EV_ABS, ABS_Y, y}, {EV_SYN, SYN_REPORT, 0},
    };
    long long micros = nanoseconds() / 1000;
    inject(frame, sizeof frame / sizeof *frame, micros);
    return micros;
}

static void up(void) {
    const int frame[][3] = {{EV_ABS, ABS_MT_TRACKING_ID, -1}, {EV_KEY, BTN_TOUCH, 0}, {EV_SYN, SYN_REPORT, 0}};
    inject(frame, sizeof frame / sizeof *frame, nanoseconds() / 1000);
}

// Reads what a subscriber has, once; the number of messages that end in it.
static int receive(int reader) {
    ssize_t count = read(descriptors[reader], buffer, sizeof buffer);
    if (count <= 0) fail("what is measured has ended");
    if (reader == 0) {
        memcpy(last_message, buffer, (size_t)count);
        last_message[count] = 0;
        last_length = count;
    }
    if (is_stream) return 1;
    int ends = 0;
    for (ssize_t index = 0; index < count; index++) ends += buffer[index] == 0;
    return ends;
}

static void connect_all(const char *path, int subscribers, const char *request) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    for (int index = 0; index < subscribers; index++) {
        descriptors[index] = socket(AF_UNIX, SOCK_STREAM, 0);
        if (connect(descriptors[index], (struct sockaddr *)&address, sizeof address)) fail(path);
        size_t size = strlen(request) + 1;
        if (size > 1 && write(descriptors[index], request, size) != (ssize_t)size) fail(path);
    }
    for (int index = 0; index < subscribers; index++) {
        while (receive(index) == 0) {}
    }
}

static void watch(int index) {
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (unsigned)index};
    if (epoll_ctl(poller, EPOLL_CTL_ADD, descriptors[index], &event)) fail("epoll");
}

// Reads until nothing comes for `micros`; whether anything came.
static int settle(long micros) {
    struct epoll_event ready[MOST];
    struct timespec quiet = {.tv_nsec = micros * 1000};
    int count, any = 0;
    while ((count = epoll_pwait2(poller, ready, MOST, &quiet, NULL)) > 0) {
        for (int index = 0; index < count; index++) any |= receive((int)ready[index].data.u32) > 0;
    }
    return any;
}

// A message's own word for the event's time, if it has one, must be ours.
static void compare_time(long long micros) {
    const char *text = strstr(last_message, "\"time\":");
    if (text && atoll(text + 7) != micros) fail("a message's time is not the event's");
}

static void measure(int number) {
    struct epoll_event ready[MOST];
    int missing = readers;
    memset(told, 0, sizeof told);
    long long micros = down(number);
    while (missing > 0) {
        int count = epoll_wait(poller, ready, MOST, PATIENCE_MS);
        if (count == 0) fail("a subscriber was not told in 5 s");
        for (int index = 0; index < count; index++) {
            int reader = (int)ready[index].data.u32;
            int messages = receive(reader);
            long long latency = nanoseconds() / 1000 - micros;
            if (messages == 0 || told[reader]) continue;
            told[reader] = 1;
            missing--;
            histogram[latency < MOST_MICROS ? latency : MOST_MICROS - 1]++;
        }
    }
    compare_time(micros);
    up();
    if (settle(500) && !is_stream) fail("a message more than expected");
}

// Taps until the program answers three taps one after the other: then it has opened the device and said its prologue.
static void awaken(void) {
    int answers = 0;
    for (int number = 1; answers < 3; number++) {
        if (number > 600) fail("the program does not answer");
        settle(20000);
        down(number);
        answers = settle(20000) ? answers + 1 : 0;
        up();
    }
    settle(100000);
}

int main(int count, char **arguments) {
    is_stream = count == 5 && !strcmp(arguments[3], "stream");
    if (!is_stream && !(count == 8 && !strcmp(arguments[3], "socket"))) return 2;
    const struct sched_param parameters = {0};
    if (sched_setscheduler(0, SCHED_BATCH, &parameters)) fail("SCHED_BATCH");
    uinput = atoi(arguments[1]);
    int taps = atoi(arguments[2]);
    poller = epoll_create1(0);
    if (is_stream) {
        descriptors[0] = atoi(arguments[4]);
        readers = 1;
    } else {
        int subscribers = atoi(arguments[5]);
        readers = subscribers - atoi(arguments[6]);
        if (subscribers > MOST || readers < 1) return 2;
        connect_all(arguments[4], subscribers, arguments[7]);
    }
    for (int index = 0; index < readers; index++) watch(index);
    if (is_stream) awaken();
    else settle(100000);
    for (int number = 1; number <= taps; number++) measure(number);
    printf("bytes %ld\n", last_length);
    for (int micros = 0; micros < MOST_MICROS; micros++) {
        if (histogram[micros]) printf("%d %u\n", micros, histogram[micros]);
    }
    return 0;
}
