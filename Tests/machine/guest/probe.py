"""Programs that run beside a check and are read line by line, and other readers of the same node."""

import fcntl
import os
import queue
import struct
import subprocess
import threading
import time

from panel import EVENT

EVIOCGRAB, EVIOCSCLOCKID = 0x40044590, 0x400445A0


class Program:
    """A running program. `line` waits for its next line; the end of the `with` block is its end, by SIGTERM."""

    def __init__(self, *command, **options):
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            **options,
        )
        self.lines, self.command = queue.Queue(), " ".join(command)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def line(self, seconds=20):
        """The next line; None when the program has ended."""
        try:
            return self.lines.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError(f"{self.command} printed nothing for {seconds} s") from None

    def until(self, condition, seconds=20):
        """The lines up to the first that satisfies `condition`, itself included."""
        lines = []
        while True:
            line = self.line(seconds)
            if line is None:
                raise EOFError(f"{self.command} ended: {self.process.stderr.read()}; it had printed {lines}")
            lines.append(line)
            if condition(line):
                return lines

    def pending(self):
        """The lines that are there already."""
        lines = []
        while not self.lines.empty() and (line := self.lines.get_nowait()) is not None:
            lines.append(line)
        return lines

    def descriptors(self):
        """How many descriptors the program has open."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def signal(self, number):
        self.process.send_signal(number)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Reader:
    """Reads a node by itself, with nothing of the project: `events` are (time in µs, type, code, value)."""

    def __init__(self, node):
        self.descriptor = os.open(node, os.O_RDONLY | os.O_NONBLOCK)
        fcntl.ioctl(self.descriptor, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
        self.events = []

    def drain(self):
        """All events until now."""
        while True:
            try:
                data = os.read(self.descriptor, EVENT.size * 64)
            except BlockingIOError:
                return self.events
            for seconds, micros, *event in EVENT.iter_unpack(data):
                self.events.append((seconds * 1_000_000 + micros, *event))

    def grab(self):
        """Takes the node for this reader alone, until `close`; OSError EBUSY when another has it."""
        fcntl.ioctl(self.descriptor, EVIOCGRAB, 1)

    def close(self):
        os.close(self.descriptor)
