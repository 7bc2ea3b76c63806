#ifndef HITZONE_CLINUX_H
#define HITZONE_CLINUX_H

// What Linux has and the Glibc module lacks: epoll, timerfd, signalfd and peer credentials.
#include <sys/epoll.h>

#endif
