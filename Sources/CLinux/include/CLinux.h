#ifndef HITZONE_CLINUX_H
#define HITZONE_CLINUX_H

// What Linux has and the Glibc module lacks: epoll, timerfd and signalfd as they are, and behind functions what needs
// _GNU_SOURCE, which must not be defined in a header (it changes types of other C modules).
#include <fnmatch.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

#include "options.h"

// accept4(2) with SOCK_NONBLOCK and SOCK_CLOEXEC; -1 and errno on failure.
int hitzone_accept(int listener);

// getsockopt(2) SO_PEERCRED; 0, or -1 and errno on failure.
int hitzone_peer_credentials(int connection, int32_t *process, uint32_t *user, uint32_t *group);

// strerrorname_np(3): "ENOENT" for 2; NULL when the code is unknown.
const char *hitzone_error_name(int code);

// Gives back to the system what only the start of the program needed: the free memory of the heap, and the mappings of
// code and constants. What of the latter is used again comes back from the page cache at its first use. malloc_trim(3),
// madvise(2) MADV_DONTNEED.
void hitzone_forget_start(void);

#endif
