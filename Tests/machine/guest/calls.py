"""The system calls of a program while something happens, by strace."""

import collections
import os
import re
import signal
import subprocess
import tempfile

from panel import wait_for

CALL = re.compile(r"^\d+ +(\w+)\((\d*).* = -?\d")


class Calls:
    """Traces a process while the `with` block runs; afterwards `counts` says how often each call was made. Calls on a
    descriptor tell what it is: `read /dev/input/event3`, `sendto socket`. One that has not returned does not count."""

    def __init__(self, process):
        self.process, self.counts = process, collections.Counter()

    def __enter__(self):
        self.file = tempfile.NamedTemporaryFile("r", encoding="utf-8", prefix="calls-")
        self.strace = subprocess.Popen(
            ["strace", "-f", "-o", self.file.name, "-p", str(self.process)], stderr=subprocess.DEVNULL
        )
        wait_for(lambda: self._tracer() == self.strace.pid, "strace to take the process")
        return self

    def _tracer(self):
        with open(f"/proc/{self.process}/status", encoding="utf-8") as file:
            return int(next(line for line in file if line.startswith("TracerPid")).split()[1])

    def descriptor(self, path):
        """The process's descriptor of a file."""
        folder = f"/proc/{self.process}/fd"
        return next(name for name in os.listdir(folder) if os.path.realpath(f"{folder}/{name}") == path)

    def so_far(self, text):
        """How many calls have returned that have `text` in their line."""
        with open(self.file.name, encoding="utf-8") as file:
            return sum(text in line and CALL.match(line) is not None for line in file)

    def __exit__(self, *_):
        self.strace.send_signal(signal.SIGINT)
        self.strace.wait(20)
        for line in self.file:
            if match := CALL.match(line):
                self.counts[self._name(*match.groups())] += 1
        self.file.close()

    def _name(self, call, descriptor):
        if not descriptor or call.startswith(("epoll", "timerfd")):
            return call
        try:
            target = os.readlink(f"/proc/{self.process}/fd/{descriptor}")
        except OSError:
            return call
        return f"{call} {'socket' if target.startswith('socket:') else target}"
