"""What a frame costs in system calls: one wait, one read, and one write for each subscriber that is told."""

import json
import socket
import time

from calls import Calls
from daemon import Daemon
from expect import expect
from panel import Panel, wait_for

LAYOUT = """version: 1
defaults: {minimum: none, debounce: 0ms}
screens:
  front:
    size: [800, 480]
    grab: never
    start: home
    pages:
      home:
        - {id: all, frame: [0, 0, 800, 480], actions: {press: all.press, release: all.release}}
"""
SUBSCRIBE = {"method": "io.hitzone.Subscribe", "parameters": {"kinds": ["action"]}, "more": True}


def subscribe(path):
    """A subscriber of actions, its first reply read."""
    client = socket.socket(socket.AF_UNIX)
    client.connect(path)
    client.sendall(json.dumps(SUBSCRIBE).encode() + b"\0")
    read_messages(client, 1)
    return client


def read_messages(client, count):
    while count > 0:
        count -= client.recv(1 << 16).count(b"\0")


def check_a_frame_costs_one_wait_one_read_and_one_write_for_each_who_is_told():
    with Panel("ilitek-222a-0015") as panel, Daemon(LAYOUT) as daemon:
        daemon.until(kind="panel", phase="added")
        others = [subscribe(daemon.socket) for _ in range(2)]
        # The file was written just now: the daemon looks whether it has come to rest, a second later at most.
        time.sleep(2)
        frames, taps = 0, 10
        told = taps * 2  # the press and the release of each

        def play():
            """Sends a frame, and waits until it has been read: the next must not come with it."""
            nonlocal frames
            frames += 1
            panel.frame()
            panel.play()
            wait_for(lambda: traced.so_far(f"read({descriptor},") == frames, "the daemon to read the frame")

        with Calls(daemon.process.pid) as traced:
            descriptor = traced.descriptor(panel.node)
            for _ in range(taps):
                contact = panel.down(0.75, 0.25)
                play()
                for step in range(1, 4):
                    panel.move(contact, 0.75 + step / 100, 0.25)
                    play()
                panel.up(contact)
                play()
                daemon.until(action="all.release")
            for other in others:
                read_messages(other, told)
            # A message is there before strace has seen the call that sent it end.
            wait_for(lambda: traced.so_far("sendto(") >= told * 3, "strace to see the last message sent")
        for other in others:
            other.close()
        expect(
            sorted(traced.counts.items()),
            sorted(
                {
                    "epoll_wait": frames,
                    f"read {panel.node}": frames,
                    "sendto socket": told * 3,
                }.items()
            ),
            f"the system calls of {frames} frames, {told} of which tell three subscribers something",
        )
        return f"{frames} frames, {sum(traced.counts.values())} system calls"
