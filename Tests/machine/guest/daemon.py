"""The daemon beside a check: its configuration, its events, and what its other programs say."""

import json
import os
import signal
import subprocess
import tempfile

from expect import expect
from panel import wait_for
from probe import Program

LAYOUT = """version: 1
defaults: {{minimum: none, retain: 40, debounce: 150ms}}
screens:
{screens}"""

SCREEN = """  {name}:
    size: [800, 480]
    {options}
    start: home
    pages:
      home:
        - id: card
          frame: [0, 0, 400, 240]
          action: card.open
          regions:
            - {{id: close, frame: [370, 10, 20, 20], expand: 12, action: card.close}}
        - {{id: press, frame: [400, 0, 400, 240], actions: {{press: press.down, release: press.up}}}}
        - {{id: hold, frame: [0, 240, 400, 240], actions: {{tap: hold.tap, hold: {{name: hold.held, after: 500ms}}}}}}
        - id: repeat
          frame: [400, 240, 400, 240]
          debounce: 0ms
          actions:
            press: repeat.first
            repeat: {{name: repeat.more, after: 400ms, every: 500ms}}
"""


def layout(**screens):
    """A configuration of screens, each with further lines such as `panel: {name: "X*"}`."""
    return LAYOUT.format(
        screens="".join(SCREEN.format(name=name, options=options) for name, options in screens.items())
    )


class Daemon:
    """hitzoned on a configuration of its own, and a subscriber of all its events."""

    def __init__(self, text=None, user=None):
        self.folder = tempfile.mkdtemp(prefix="hitzone-")
        os.chmod(self.folder, 0o777)
        self.config, self.socket = f"{self.folder}/layout.yaml", f"{self.folder}/socket"
        with open(self.config, "w", encoding="utf-8") as file:
            file.write(text or layout(front="grab: never"))
        self.log = open(f"{self.folder}/log", "w+", encoding="utf-8")
        options = {"user": user, "extra_groups": []} if user else {}
        self.process = subprocess.Popen(
            ["hitzoned", "--config", self.config, "--socket", self.socket], stderr=self.log, **options
        )
        wait_for(lambda: os.path.exists(self.socket), "the daemon's socket")
        self.monitor = Program(
            "hitzone", "monitor", "--socket", self.socket, "--json", "--no-reconnect",
            "--kinds", "action,contact,refused,page,panel,layout,lost", "--since", "0",
        )

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(20)
        self.monitor.__exit__()
        if kind:
            print("the daemon's log:\n" + self.logged())

    def logged(self):
        self.log.flush()
        with open(self.log.name, encoding="utf-8") as file:
            return file.read()

    def wait_log(self, text, seconds=20):
        wait_for(lambda: text in self.logged(), f"{text!r} in the log", seconds)

    def event(self, seconds=30):
        line = self.monitor.line(seconds)
        if line is None:
            raise EOFError(f"the monitor ended: {self.monitor.process.stderr.read()}")
        return json.loads(line)

    def until(self, **wanted):
        """The events up to the first that has these members, itself included."""
        events = []
        while True:
            events.append(self.event())
            if all(events[-1].get(key) == value for key, value in wanted.items()):
                return events

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def switches(self):
        """How often the daemon went to sleep so far."""
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as file:
            return int(next(line for line in file if line.startswith("voluntary_ctxt")).split()[1])

    def stop(self):
        """SIGTERM; the exit status and the events that came until the end."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(20)
        events = []
        while (line := self.monitor.line(20)) is not None:
            events.append(json.loads(line))
        return status, events

    def replay(self, recording, *more):
        """The events of a recording on this configuration."""
        output = subprocess.run(
            ["hitzone", "replay", recording, "--config", self.config, "--json",
             "--kinds", "action,contact,refused,page", *more],
            capture_output=True, text=True, check=False,
        )
        expect(output.returncode, 0, f"the exit status of replay: {output.stderr}")
        return [json.loads(line) for line in output.stdout.splitlines()]


def touches(events):
    """What live and replay must have in common, in words."""
    kept = []
    for event in events:
        if event["kind"] in ("panel", "layout"):
            continue
        kept.append(" ".join(f"{key}={value}" for key, value in event.items() if key != "seq"))
    return kept
