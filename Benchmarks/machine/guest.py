"""Compares hitzoned with its floor and with its peers on one uinput panel, in the guest.

Usage: guest.py TAPS ROUNDS [latency], with TAPS how many hitzoned and the floor get, for 1, 10 and 60 subscribers, commas
between. Prints lines of fields that tabs separate: `latency CANDIDATE SUBSCRIBERS MICROSECONDS COUNT`, `memory CANDIDATE RSS
PRIVATE_DIRTY` in KiB, `calls NAME COUNT LIMIT`, and `left-out CANDIDATE REASON`; with `latency` those lines only.
"""

import collections
import os
import shutil
import socket
import subprocess
import sys
import time

sys.path.insert(0, "/host/guest")
from calls import Calls  # noqa: E402
from panel import Panel, wait_for  # noqa: E402

SOCKET, CONFIG = "/run/bench.sock", "/host/bench/layout.yaml"
SUBSCRIBERS = (1, 10, 60)
# A peer gets a part of the taps that hitzoned gets with one subscriber, and the second floor of what the first one gets.
PEERS_SHARE = 10
REQUEST = '{"method":"io.hitzone.Subscribe","parameters":{"kinds":["action"]},"more":true}'


class Peer:
    """A program that prints what the panel does. `{}` in its command is the panel's node. What would collect its output
    in a buffer is told to write line by line, as on a terminal."""

    def __init__(self, name, *command, then=None):
        self.name, self.command, self.then = name, command, then

    @property
    def program(self):
        return self.command[2] if self.command[0] == "stdbuf" else self.command[0]

    def start(self, node, output):
        """The processes, the one that reads the panel first."""
        command = [part.replace("{}", node) for part in self.command]
        quiet = {"stdin": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        if not self.then:
            return [subprocess.Popen(command, stdout=output, **quiet)]
        first = subprocess.Popen(command, stdout=subprocess.PIPE, **quiet)
        second = subprocess.Popen(self.then, stdin=first.stdout, stdout=output, stderr=subprocess.DEVNULL)
        first.stdout.close()
        return [first, second]


PEERS = (
    Peer("evtest", "stdbuf", "-oL", "evtest", "{}"),
    Peer("libinput debug-events", "stdbuf", "-oL", "libinput", "debug-events", "--device", "{}"),
    Peer("interception | cat", "interception", "{}", then=["cat"]),
    Peer("triggerhappy", "stdbuf", "-oL", "thd", "--dump", "{}"),
)
LISGD = Peer("lisgd", "lisgd", "-w", "800", "-h", "480", "-d", "{}", "-g", "1,LR,*,*,R,true")


def say(*fields):
    print("\t".join(map(str, fields)), flush=True)


def end(processes):
    for process in processes:
        process.terminate()
    for process in processes:
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Bench:
    def __init__(self, panel):
        self.panel, self.length = panel, 0

    def taps(self, count, *how, descriptors=()):
        """Runs `taps`; the counts by latency in µs. Remembers how long the last message was."""
        output = subprocess.run(
            ["taps", str(self.panel.input.fd), str(count), *map(str, how)],
            pass_fds=(self.panel.input.fd, *descriptors), stdout=subprocess.PIPE, text=True, check=True,
        ).stdout.splitlines()
        self.last_length = int(output[0].split()[1])
        return collections.Counter({int(m): int(c) for m, c in map(str.split, output[1:])})

    def daemon(self):
        """hitzoned, when it has the panel."""
        log = open("/run/bench.log", "w+", encoding="utf-8")
        process = subprocess.Popen(["hitzoned", "--config", CONFIG, "--socket", SOCKET], stderr=log)
        wait_for(lambda: os.path.exists(SOCKET) and self.is_open_in(process.pid), "hitzoned to open the panel")
        return process

    def is_open_in(self, process):
        folder = f"/proc/{process}/fd"
        return any(os.path.realpath(f"{folder}/{name}") == self.panel.node for name in os.listdir(folder))

    def measure_hitzoned(self, subscribers, count):
        process = self.daemon()
        try:
            result = self.taps(count, "socket", SOCKET, subscribers, int(subscribers > 1), REQUEST)
        finally:
            end([process])
        self.length = self.last_length
        return result

    def floor(self, subscribers, *how):
        if os.path.exists(SOCKET):
            os.unlink(SOCKET)
        process = subprocess.Popen(
            ["floor-latency", self.panel.node, SOCKET, str(subscribers), str(self.length), *how]
        )
        wait_for(lambda: os.path.exists(SOCKET), "the floor's socket")
        return process

    def measure_floor(self, subscribers, count, *how):
        process = self.floor(subscribers, *how)
        try:
            return self.taps(count, "socket", SOCKET, subscribers, int(subscribers > 1), "")
        finally:
            end([process])

    def measure_peer(self, peer, count):
        ours, theirs = socket.socketpair()
        processes = peer.start(self.panel.node, theirs)
        theirs.close()
        try:
            return self.taps(count, "stream", ours.fileno(), descriptors=(ours.fileno(),))
        finally:
            end(processes)
            ours.close()


def compare_latency(bench, taps, rounds):
    """In rounds, so that a change of the machine's pace hits all alike."""
    results = collections.defaultdict(collections.Counter)
    for _ in range(rounds):
        for subscribers, count in zip(SUBSCRIBERS, taps):
            results["hitzoned", subscribers] += bench.measure_hitzoned(subscribers, count // rounds)
            results["floor", subscribers] += bench.measure_floor(subscribers, count // rounds)
            few = count // rounds // PEERS_SHARE
            results["floor by epoll", subscribers] += bench.measure_floor(subscribers, few, "epoll")
        for peer in PEERS:
            if shutil.which(peer.program):
                results[peer.name, 1] += bench.measure_peer(peer, taps[0] // rounds // PEERS_SHARE)
    for (name, subscribers), counts in results.items():
        for micros, count in sorted(counts.items()):
            say("latency", name, subscribers, micros, count)
    say("left-out", "lisgd", "it answers a swipe when that has ended, by starting a shell, and says nothing of a tap")


def count_calls(bench, taps=100, subscribers=10):
    """The system calls of hitzoned by wake-up, and by subscriber and down."""
    process = bench.daemon()
    try:
        with Calls(process.pid) as traced:
            bench.taps(taps, "socket", SOCKET, subscribers, 0, REQUEST)
    finally:
        end([process])
    wakes, reads = traced.counts["epoll_wait"], traced.counts[f"read {bench.panel.node}"]
    say("calls", "reads of the panel by wake-up", reads / wakes, 1)
    # The subscribers have gone, so the descriptors' kind is not known. The first message of each answers its request.
    writes = sum(count for name, count in traced.counts.items() if name.startswith("sendto"))
    say("calls", "writes by subscriber and down", (writes / subscribers - 1) / taps, 1)


def memory(process):
    """Resident and private dirty memory in KiB."""
    with open(f"/proc/{process}/smaps_rollup", encoding="utf-8") as file:
        fields = {line.split(":")[0]: line.split()[1] for line in file if line.endswith("kB\n")}
    return fields["Rss"], fields["Private_Dirty"]


def compare_memory(bench):
    """With one panel, and three subscribers where there can be any, after a hundred taps."""
    process = bench.daemon()
    clients = [socket.socket(socket.AF_UNIX) for _ in range(3)]
    for client in clients:
        client.connect(SOCKET)
        client.sendall(REQUEST.encode() + b"\0")
        client.recv(1 << 16)
    tap(bench.panel, 100)
    say("memory", "hitzoned", *memory(process.pid))
    end([process])
    for peer in (*PEERS, LISGD):
        processes = peer.start(bench.panel.node, subprocess.DEVNULL)
        try:
            wait_for(lambda: bench.is_open_in(processes[0].pid), f"{peer.name} to open the panel")
            tap(bench.panel, 100)
            say("memory", peer.name, *memory(processes[0].pid))
        except (TimeoutError, FileNotFoundError) as error:
            say("left-out", peer.name + " (memory)", error)
        finally:
            end(processes)


def tap(panel, count):
    for _ in range(count):
        panel.tap(0.4, 0.4, 20)
        if panel.elapsed > 5_000_000:
            panel.play()
    panel.play()
    time.sleep(0.5)


def main(taps, rounds, only_latency):
    with Panel("ilitek-222a-0015") as panel:
        bench = Bench(panel)
        compare_latency(bench, taps, rounds)
        if not only_latency:
            count_calls(bench)
            compare_memory(bench)


main([int(count) for count in sys.argv[1].split(",")], int(sys.argv[2]), sys.argv[3:] == ["latency"])
