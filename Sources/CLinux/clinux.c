#define _GNU_SOURCE
#include "CLinux.h"

#include <string.h>
#include <sys/socket.h>

int hitzone_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int hitzone_peer_credentials(int connection, int32_t *process, uint32_t *user, uint32_t *group) {
    struct ucred peer;
    socklen_t size = sizeof peer;
    if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
    *process = peer.pid;
    *user = peer.uid;
    *group = peer.gid;
    return 0;
}

const char *hitzone_error_name(int code) {
    return strerrorname_np(code);
}
