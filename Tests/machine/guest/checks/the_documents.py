"""The commands of README.md, docs and the manuals that need systemd or a panel, as a reader runs them.

What Tests/documents/run runs is not run here again; Tests/documents/documents.py tells how a block is marked. Two things
are not as on a reader's machine: the host has built already what `make` builds, and `--for 60s` records for less.
"""

import contextlib
import os
import re
import shutil
import time
import traceback
import urllib.request

import installed
from documents import INLINE, documents
from expect import expect, expect_true
from installed import CONFIGURATION, PATIENCE, call, panel_is_read, run, shown
from panel import Panel, wait_for
from probe import Program

DIRECTORY = "/run/reader"
BIN = DIRECTORY + "/bin"
# What stands for the programs that a reader has; `make` gives what the host has made.
STUBS = {
    "sudo": 'exec "$@"',
    "make": """case "$1" in
        deb) mkdir -p build && cp /host/hitzone_*.deb build/ ;;
        install) cp -a /host/local/. / ;;
        esac""",
    "apt": 'case "$1" in install) shift; set -- install -y --no-download "$@" ;; esac; exec /usr/bin/apt "$@" 2>&1',
    "mosquitto_pub": "exec cat",
}
CORNERS = [(0.02, 0.02), (0.98, 0.02), (0.98, 0.98), (0.02, 0.98)]


def goodix():
    return Panel(installed.PANEL, name="Goodix Capacitive TouchScreen")


def tap(panel, x, y):
    panel.tap(x, y)
    panel.wait(700)
    panel.play()


def start(text):
    """A block's commands, one after the other as a reader types them; it stops at the first that fails."""
    environment = {**os.environ, "PATH": f"{BIN}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "SYSTEMD_PAGER": "cat", "LC_ALL": "C"}
    text = re.sub(r"--for \d+[sm]", "--for 6s", text).replace("$USER", "visitor")
    return Program("sh", "-euc", "exec 2>&1\n" + text, cwd=DIRECTORY, env=environment)


def finish(program):
    """Waits for the end of a block; returns what it printed."""
    status = program.process.wait(PATIENCE * 3)
    lines = program.pending()
    expect_true(status == 0, f"{program.command} fails: {lines}")
    return lines


def to_the_end(block):
    with start(block.text) as program:
        return finish(program)


def until_touched(block, points, wanted, ends):
    """Touches `points` again and again until the block prints `wanted`, and waits for its end where it has one."""
    with goodix() as panel, start(block.text) as program:
        end, seen = time.monotonic() + PATIENCE * 4, []
        while not any(wanted in line for line in seen):
            expect_true(time.monotonic() < end, f"{block}: no {wanted!r} in {seen}")
            for point in points:
                tap(panel, *point)
                time.sleep(0.3)
            seen += program.pending()
            expect_true(program.process.poll() in (None, 0), f"{block} ended: {seen}")
        if ends:
            finish(program)


def touching(*points, wanted, ends=False):
    return lambda block: until_touched(block, points, wanted, ends)


def with_configuration(name, then):
    """Runs a block on the service with the file `name` in use."""

    def work(block):
        installed.write(open(name, encoding="utf-8").read())
        run("systemctl", "start", "hitzone.service")
        call("Reload")
        then(block)

    return work


def first_panels(block):
    """`hitzone panels` says that the installed layout takes the panel, then `monitor` tells the halves."""
    with_configuration("/host/config/start.yaml", touching((0.25, 0.5), (0.75, 0.5), wanted="right.tapped"))(block)


def from_the_sources(block):
    """Without the package: what `make install` puts there, and nothing else."""
    # This purge is what docs/service.md says of it.
    run("apt", "purge", "-y", "hitzone")
    try:
        to_the_end(block)
        expect(shown("ActiveState"), "active", "the service")
        expect_true("path=/usr/local/sbin/hitzoned" in shown("ExecStart"), "its program")
        expect([screen["screen"] for screen in call("GetState")["state"]["screens"]], ["panel"], "the layout")
        expect_true("/usr/local/share/doc/hitzone/examples" in open(CONFIGURATION, encoding="utf-8").read(), "its words")
        expect_true(os.path.exists("/usr/local/share/doc/hitzone/examples/hitzone.yaml"), "the example's place")
    finally:
        run("systemctl", "disable", "--now", "hitzone.service", "hitzone.socket", status=None)
        for directory, _, names in os.walk("/host/local", topdown=False):
            place = directory.removeprefix("/host/local") or "/"
            for name in names:
                os.remove(os.path.join(place, name))
            if place not in installed.Before.files:
                with contextlib.suppress(OSError):
                    os.rmdir(place)
        for directory in ("/etc/hitzone", "/run/hitzone", "/usr/local/share/doc", "/usr/local/share/hitzone"):
            shutil.rmtree(directory, ignore_errors=True)
        run("systemctl", "daemon-reload")
        run("userdel", "hitzone", status=None)
        installed.unpack()
        run("usermod", "-a", "-G", "hitzone", "visitor")


def a_member(block):
    run("useradd", "kiosk")
    try:
        to_the_end(block)
        expect_true("hitzone" in run("id", "-Gn", "kiosk").split(), "the group of kiosk")
    finally:
        run("userdel", "kiosk")


@contextlib.contextmanager
def units(*names):
    try:
        yield
    finally:
        run("systemctl", "disable", "--now", *names, status=None)
        for path in ("mqtt.service", "metrics.socket", "metrics@.service"):
            with contextlib.suppress(FileNotFoundError):
                os.remove(f"/etc/systemd/system/hitzone-{path}")
        for path in ("hitzone-metrics", "mosquitto_pub"):
            with contextlib.suppress(FileNotFoundError):
                os.remove(f"/usr/local/bin/{path}")
        run("systemctl", "daemon-reload")


def mqtt(block):
    """The unit, with a program in the broker's client's place that prints what it gets; the host tests the broker."""
    installed.write(open("/host/config/start.yaml", encoding="utf-8").read())
    shutil.copy(f"{BIN}/mosquitto_pub", "/usr/local/bin")
    with units("hitzone-mqtt.service"), goodix() as panel:
        to_the_end(block)
        installed.subscribed()

        def told():
            tap(panel, 0.25, 0.5)
            run("journalctl", "--sync", status=None)
            return '"action":"left.tapped"' in run("journalctl", "-u", "hitzone-mqtt", "-o", "cat", "--no-pager")

        wait_for(told, "the unit to pass an event on", PATIENCE)


def metrics(block):
    with units("hitzone-metrics.socket"):
        to_the_end(block)
        for _ in range(3):
            with urllib.request.urlopen("http://127.0.0.1:9847/metrics", timeout=PATIENCE) as reply:
                kind, text = reply.headers["Content-Type"], reply.read().decode()
            expect_true(kind.startswith("application/openmetrics-text"), kind)
            expect_true("hitzone_actions_total{" in text and text.endswith("# EOF\n"), text)


def varlink(block):
    with_configuration("/host/config/start.yaml", touching((0.25, 0.5), wanted="left.tapped"))(block)


# Each block marked `machine`: the document, its first line's beginning, and what runs it.
RUNS = [
    ("README.md", "make deb", touching((0.25, 0.3), wanted="card.open")),
    ("docs/guide.md", "make deb", to_the_end),
    ("docs/guide.md", "hitzone panels", first_panels),
    ("docs/guide.md", "sudo hitzone record",
     with_configuration("/host/config/start.yaml", touching((0.15, 0.4), wanted="cart.coffee", ends=True))),
    ("docs/guide.md", "sudo hitzone calibrate",
     with_configuration("/host/config/start.yaml", touching(*CORNERS, wanted="calibration: [", ends=True))),
    ("docs/guide.md", "sudo cp shop.yaml", touching((0.15, 0.4), wanted="means coffee")),
    ("docs/recipes.md", "sudo cp hitzone-mqtt", mqtt),
    ("docs/recipes.md", "sudo install -m 755", metrics),
    ("docs/service.md", "make deb", to_the_end),
    ("docs/service.md", "make && sudo make install", from_the_sources),
    ("docs/service.md", "sudo usermod", a_member),
    ("docs/service.md", "systemctl status",
     with_configuration("/host/config/start.yaml", touching((0.25, 0.5), wanted="left.tapped"))),
    ("man/hitzone.1", "hitzone explain --live",
     with_configuration(f"{DIRECTORY}/shop.yaml", touching((0.15, 0.4), wanted="means coffee"))),
    ("man/hitzone.1", "hitzone record",
     with_configuration("/host/config/start.yaml", touching((0.15, 0.4), wanted="cart.coffee", ends=True))),
    ("man/io.hitzone.7", "varlinkctl", varlink),
]
# Commands within a line of text that are run above, or by another check.
ELSEWHERE = {"hitzone explain --live", "hitzone calibrate --live", "apt purge hitzone"}


def run_span(span):
    """Runs a command within a line of text, on the service with a panel."""
    with goodix(), start(span.replace("FILE", "/host/config/start.yaml").replace("hitzone USER", "hitzone visitor")) as it:
        finish(it)


def failure(what, work, *arguments):
    """Does `work`; a list of what went wrong, so that the other commands are run all the same."""
    print(f"   {what}", flush=True)
    try:
        work(*arguments)
    except Exception:  # pylint: disable=broad-exception-caught
        return [f"{what}:\n{traceback.format_exc()}"]
    return []


def check_what_the_documents_say_works():
    installed.install()
    shutil.rmtree(DIRECTORY, ignore_errors=True)
    os.makedirs(BIN)
    for name, script in STUBS.items():
        with open(f"{BIN}/{name}", "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\n{script}\n")
        os.chmod(f"{BIN}/{name}", 0o755)
    left, blocks, failures = list(RUNS), 0, []
    try:
        for document in documents("/host/project"):
            with open(f"{DIRECTORY}/shop.yaml", "w", encoding="utf-8") as file:
                file.write(SHOP)
            for block in document.blocks:
                if name := block.mark("file"):
                    with open(f"{DIRECTORY}/{name}", "w", encoding="utf-8") as file:
                        file.write(block.text)
                if block.mark("machine") is None:
                    continue
                [found] = [it for it in left if it[0] == document.name and block.text.startswith(it[1])] or [None]
                expect_true(found is not None, f"{block}: nobody runs {block.text!r}")
                left.remove(found)
                failures += failure(str(block), found[2], block)
                blocks += 1
            run("systemctl", "start", "hitzone.service", status=None)
            for span in dict.fromkeys(document.spans):
                if INLINE[span] == "machine" and span not in ELSEWHERE:
                    failures += failure(f"{document.name}: {span}", run_span, span)
        expect([it[:2] for it in left], [], "what no document has")
        expect_true(not failures, "\n".join(failures))
    finally:
        # The next check that wants the package finds none, and sees it being installed.
        run("dpkg", "--purge", "hitzone", status=None)
        shutil.rmtree(DIRECTORY, ignore_errors=True)
    return f"{blocks} blocks"


# The guide's layout, which the manuals' examples are about.
SHOP = next(
    block.text for document in documents("/host/project") if document.name == "docs/guide.md"
    for block in document.blocks if block.mark("file")
)
