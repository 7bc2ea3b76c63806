// The floor for event to subscriber: reads a device and writes fixed bytes to each subscriber when a contact goes down.
// One read per wake-up, one write per subscriber, nothing decided, nothing kept.
//
// Usage: floor-latency DEVICE SOCKET SUBSCRIBERS LENGTH [epoll]
//
// With `epoll` it waits by epoll_wait(2) rather than in read(2), as whoever has more than one descriptor to wait for must.
//
// Waits for SUBSCRIBERS connections at SOCKET and opens DEVICE, then sends each a first message, as hitzoned does. A
// message is LENGTH bytes, NUL the last of them. A subscriber that does not read gets no more than its socket holds.

#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { MOST_SUBSCRIBERS = 64, LONGEST = 4096 };

static int subscribers[MOST_SUBSCRIBERS];
static int subscriber_count;
static char message[LONGEST];
static size_t length;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void accept_all(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    unlink(path);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, MOST_SUBSCRIBERS)) fail(path);
    for (int index = 0; index < subscriber_count; index++) {
        subscribers[index] = accept(listener, NULL, NULL);
        if (subscribers[index] < 0 || fcntl(subscribers[index], F_SETFL, O_NONBLOCK)) fail("accept");
    }
    close(listener);
}

static void tell_all(void) {
    for (int index = 0; index < subscriber_count; index++) {
        if (write(subscribers[index], message, length) < 0 && errno != EAGAIN) exit(errno == EPIPE ? 0 : 1);
    }
}

static int poller_of(int device) {
    struct epoll_event event = {.events = EPOLLIN};
    int poller = epoll_create1(0);
    if (poller < 0 || epoll_ctl(poller, EPOLL_CTL_ADD, device, &event)) fail("epoll");
    return poller;
}

int main(int count, char **arguments) {
    int waits = count == 6 && !strcmp(arguments[5], "epoll");
    if (count != 5 && !waits) {
        fputs("usage: floor-latency DEVICE SOCKET SUBSCRIBERS LENGTH [epoll]\n", stderr);
        return 2;
    }
    subscriber_count = atoi(arguments[3]);
    length = (size_t)atoi(arguments[4]);
    if (subscriber_count < 1 || subscriber_count > MOST_SUBSCRIBERS || length < 1 || length > LONGEST) return 2;
    memset(message, 'x', length - 1);
    signal(SIGPIPE, SIG_IGN);
    accept_all(arguments[2]);
    int device = open(arguments[1], O_RDONLY), clock = CLOCK_MONOTONIC;
    if (device < 0 || ioctl(device, EVIOCSCLOCKID, &clock)) fail(arguments[1]);
    int poller = waits ? poller_of(device) : -1;
    tell_all();
    struct input_event events[256];
    struct epoll_event ready;
    ssize_t size;
    while ((!waits || epoll_wait(poller, &ready, 1, -1) == 1) && (size = read(device, events, sizeof events)) > 0) {
        for (size_t index = 0; index < (size_t)size / sizeof *events; index++) {
            if (events[index].type != EV_ABS || events[index].code != ABS_MT_TRACKING_ID || events[index].value < 0) {
                continue;
            }
            tell_all();
            break;
        }
    }
    return 0;
}
