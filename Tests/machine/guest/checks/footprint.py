"""What the daemon takes on a real panel, with three subscribers: docs/footprint.md."""

import os
import subprocess

from daemon import Daemon, layout
from expect import expect_true
from panel import Panel, wait_for
from probe import Program


def figures(*options):
    """The figures of Benchmarks/footprint by name."""
    output = subprocess.run(
        ["/host/footprint", "--live", *options, "/run/programs/hitzoned"], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    return {name: float(value) for name, value, _ in (line.split("\t") for line in output.splitlines())}


def check_footprint():
    """Memory below the goals, and no wake-up but the watchdog's."""
    config = "/tmp/footprint.yaml"
    with open(config, "w", encoding="utf-8") as file:
        file.write(layout(front="grab: never"))
    with Panel("ilitek-222a-0015"):
        found = figures("--config", config, "--runs", "1", "--seconds", "40")
    note = ", ".join(f"{name} {value:g}" for name, value in found.items())
    expect_true(found["resident memory"] < 6 * 1024, f"resident memory is below 6 MiB: {note}")
    expect_true(found["private dirty memory"] < 700, f"private dirty memory is below 700 KiB: {note}")
    expect_true(found["wake-ups when idle"] == 0, f"nothing wakes an idle daemon: {note}")
    # Two pings in 20 s are due, the one at the start is over.
    expect_true(found["wake-ups when idle, watchdog 20 s"] <= 6, f"only the watchdog wakes it: {note}")
    return note


def turns(trace):
    """The system calls between one wait for something to do and the next: (name, first argument) each."""
    turn = []
    for line in trace.splitlines():
        name, _, rest = line.partition("(")
        if name.startswith("epoll_"):
            yield turn
            turn = []
        elif rest:
            turn.append((name, rest.split(",")[0]))


def check_system_calls_of_a_turn():
    """One read of the panel at the most, and one write for each subscriber."""
    with Panel("ilitek-222a-0015") as panel, Daemon(layout(front="grab: never")) as daemon:
        daemon.until(kind="panel", phase="added")
        others = [
            Program("hitzone", "monitor", "--socket", daemon.socket, "--json", "--since", "0") for _ in range(2)
        ]
        panel.tap(0.2, 0.2)
        panel.play(live=True)
        daemon.until(action="card.open")
        for other in others:
            other.until(lambda line: "card.open" in line)
        process = daemon.process.pid
        device = next(
            number for number in os.listdir(f"/proc/{process}/fd")
            if os.readlink(f"/proc/{process}/fd/{number}") == panel.node)
        tracer = Program("strace", "-p", str(process), "-o", "/tmp/footprint.trace", "-e", "trace=epoll_wait,read,sendto")
        wait_for(lambda: os.path.exists("/tmp/footprint.trace"), "strace")
        for _ in range(20):
            panel.wait(200)
            panel.tap(0.2, 0.2)
        panel.tap(0.475, 0.042)
        panel.play(live=True)
        daemon.until(action="card.close")
        tracer.__exit__()
        for other in others:
            other.__exit__()
    with open("/tmp/footprint.trace", encoding="utf-8") as file:
        found = list(turns(file.read()))
    reads = [turn.count(("read", device)) for turn in found]
    sends = [[call for call in turn if call[0] == "sendto"] for turn in found]
    expect_true(max(reads) == 1 and sum(reads) >= 40, f"one read of the panel a turn: {reads}")
    expect_true(all(len(set(turn)) == len(turn) for turn in sends), f"one write for each subscriber a turn: {sends}")
    expect_true(max(map(len, sends)) == 3, f"all three are told in one turn: {sends}")
    return f"{len(found)} turns, {sum(reads)} reads of the panel, {sum(map(len, sends))} writes"
