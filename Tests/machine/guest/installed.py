"""The installed package: its service, what systemd and the journal say of it, and a client of its socket."""

import contextlib
import glob
import json
import os
import socket
import subprocess

from expect import expect_true
from panel import Panel, wait_for
from probe import Program

PATH, CONFIGURATION = "/run/hitzone/hitzone.sock", "/etc/hitzone/hitzone.yaml"
# Everything is slow here: what should happen has this many seconds.
PATIENCE = 60
PANEL = "ilitek-222a-0015"
LAYOUT = """version: 1
defaults: {minimum: none, retain: 0, debounce: 0ms}
screens:
  front:
    size: [1000, 1000]
    start: home
    pages:
      home:
        - {id: left, frame: [0, 0, 300, 1000], action: left.tap}
        - {id: middle, frame: [350, 0, 300, 1000], action: middle.tap}
        - {id: right, frame: [700, 0, WIDTH, 1000], action: right.tap}
"""


def run(*command, user=None, status=0):
    """What a command prints, on both outputs; another exit status than `status` (None: any) is a failure."""
    command = (["runuser", "-u", user, "--"] if user else []) + list(command)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    expect_true(status in (None, done.returncode), f"{command} exits with {done.returncode}: {done.stdout}")
    return done.stdout


def files():
    """Every file there is, but for what apt, dpkg, the journal, udev and the account tools keep for themselves, and for
    trees that take long and are no business of the package."""
    passing = (
        "/proc /sys /dev /host /tmp /home /usr/lib/modules /usr/lib/python3* /usr/lib/x86_64-linux-gnu /usr/share/zoneinfo"
        " /var/cache /var/lib/apt /var/log /var/tmp /var/lib/dpkg /run/log /run/programs /run/udev /run/user /run/systemd/[!s]*"
        " /etc/.pwd.lock /etc/*-"
    ).split()
    prune = [word for path in passing for word in ("-path", path, "-o")][:-1]
    return set(run("find", "/", "(", *prune, ")", "-prune", "-o", "-print", status=None).splitlines())


def accounts():
    with open("/etc/passwd", encoding="utf-8") as users, open("/etc/group", encoding="utf-8") as groups:
        return sorted(line.split(":")[0] for line in [*users, *groups])


class Before:
    """What there was before the package was installed."""

    files = accounts = None


def install():
    if os.path.exists("/usr/sbin/hitzoned"):
        return
    for user in ("visitor", "stranger"):
        run("useradd", user, status=None)
    Before.files, Before.accounts = files(), accounts()
    unpack()
    run("usermod", "-a", "-G", "hitzone", "visitor")


def unpack():
    """Installs or upgrades the package, as an administrator without a keyboard does."""
    run("dpkg", "--force-confold", "-i", *glob.glob("/host/hitzone_*.deb"))


def write(text, path=CONFIGURATION):
    """As editors do, so that the daemon sees the old file or the new one."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.rename(path + ".new", path)


def shown(name, unit="hitzone.service"):
    return run("systemctl", "show", "--value", "-p", name, unit).strip()


def journal(*more):
    run("journalctl", "--sync", status=None)
    return run("journalctl", "-u", "hitzone.service", "-o", "cat", "--no-pager", *more)


class Client:
    """A connection of our own; `call` gives the reply's parameters, or the error and its parameters."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(PATH)
        self.rest = b""

    def message(self):
        while b"\0" not in self.rest:
            data = self.socket.recv(65536)
            if not data:
                raise EOFError("the daemon closed the connection")
            self.rest += data
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def send(self, method, more=False, **parameters):
        call = {"method": method, "parameters": parameters, **({"more": True} if more else {})}
        self.socket.sendall(json.dumps(call).encode() + b"\0")

    def call(self, method, **parameters):
        self.send("io.hitzone." + method, **parameters)
        reply = self.message()
        return (reply["error"], reply["parameters"]) if "error" in reply else reply["parameters"]

    def close(self):
        self.socket.close()


def call(method, **parameters):
    with contextlib.closing(Client()) as client:
        return client.call(method, **parameters)


@contextlib.contextmanager
def service(text=LAYOUT.replace("WIDTH", "300")):
    """The installed service with a configuration, started; stopped at the end, so that it takes no other check's panel."""
    install()
    write(text)
    run("systemctl", "reset-failed", "hitzone.service", "hitzone.socket", status=None)
    run("systemctl", "start", "hitzone.service")
    try:
        yield
    finally:
        run("systemctl", "stop", "hitzone.socket", "hitzone.service", status=None)


def panel_is_read():
    return all(screen.get("panel") for screen in call("GetState")["state"]["screens"])


@contextlib.contextmanager
def panel():
    with Panel(PANEL) as made:
        wait_for(panel_is_read, "the daemon to open the panel", PATIENCE)
        yield made


def monitor(*more):
    """`hitzone monitor` as a member of the group hitzone, which is none of root's."""
    program = Program("runuser", "-u", "visitor", "--", "hitzone", "monitor", "--json", *more)
    subscribed()
    return program


def subscribed():
    """Waits until the daemon has a subscriber, as a monitor becomes again after a restart."""
    wait_for(lambda: call("GetStats")["stats"]["subscribers"] > 0, "a subscriber", PATIENCE)


def action(program):
    """The next action that a monitor prints."""
    return json.loads(program.until(lambda line: '"kind":"action"' in line, PATIENCE)[-1])["action"]
