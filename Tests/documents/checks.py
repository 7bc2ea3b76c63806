"""What runs the blocks that need a partner: a broker, a browser, Prometheus. `work` is the Work of Tests/documents/run."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/draw"))


def wait_for(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise SystemExit(f"waited {seconds} s for {what() if callable(what) else what}")
        time.sleep(0.05)
    return value


def answers(port):
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def has(needed):
    """Whether a program or library is there; in CI it must be."""
    if needed.startswith("lib:"):
        found = subprocess.run(["pkg-config", "--exists", needed[4:]], check=False).returncode == 0
    else:
        found = shutil.which(needed)
    return bool(found or os.environ.get("CI"))


SWIFT = """
func show(_: String) {}
func blink(_: String, _: Reason?) {}
func reloadEverything() {}
func showBanner(_: String) {}
func handle(_: SubscriptionReply) {}
func save(_: Position?) {}
"""


def swift_examples(programs):
    """The Swift code of the library's articles compiles."""
    source, count = "import HitZoneClient\n" + SWIFT, 0
    for article in sorted((ROOT / "Sources/HitZoneClient/HitZoneClient.docc").glob("*.md")):
        for block in article.read_text(encoding="utf-8").split("```swift\n")[1:]:
            code = block.split("```")[0].replace("import HitZoneClient\n", "")
            count += 1
            source += f"func example{count}(client: HitZoneClient, saved: Position?) async throws {{\n{code}}}\n"
    swift = subprocess.run([ROOT / "tools/find-swift"], check=True, capture_output=True, text=True).stdout.strip()
    compiler = pathlib.Path(swift).parent / "swiftc"
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory) / "examples.swift"
        file.write_text(source, encoding="utf-8")
        arguments = ["-typecheck", "-swift-version", "6", "-warnings-as-errors", "-I", programs / "Modules", "-I", programs / "CLinux.build", file]
        subprocess.run([compiler, *arguments], check=True)
    print(f"HitZoneClient.docc: {count} Swift examples compile")


def mqtt(work, block):
    """A real broker on the loopback gets each event as a message."""
    port = work.ports["1883"]
    with work.background(f"exec mosquitto -p {port}"):
        wait_for(lambda: answers(port), "the broker")
        with work.background(block.text):
            got = work.run(f"mosquitto_sub -h 127.0.0.1 -p {port} -t hitzone/events -C 3 -W 60")
    kinds = [json.loads(line)["kind"] for line in got.splitlines()]
    if kinds != ["action"] * 3:
        raise SystemExit(f"{block}: the broker got {got}")


def kiosk(work, block):
    """The bridge serves the page, which shows what was touched last."""
    with work.background(block.text) as bridge:
        bridge.until("http://")
        url = f"http://127.0.0.1:{work.ports['8470']}/"
        with urllib.request.urlopen(url, timeout=60) as stream:
            first = json.loads(stream.readline().removeprefix(b"data: "))
            stream.readline()
            second = json.loads(stream.readline().removeprefix(b"data: "))
        if "state" not in first or second["event"]["kind"] != "action":
            raise SystemExit(f"{block}: the bridge gives {first} and {second}")
        from browser import Browser, chromium

        program = chromium()
        if not program:
            print(f"{block}: there is no Chromium, so the page is not opened")
            return
        browser = Browser(program, work.directory / "profile")
        try:
            browser.open(work.directory / "kiosk.html")
            text = "document.getElementById('last').textContent"
            wait_for(lambda: "pay." in browser.evaluate(text), "the page to show an action")
        finally:
            browser.close()


def promtool():
    """Debian's Prometheus, unpacked and not installed, for its package would start a server for good."""
    place = ROOT / "build/prometheus"
    if installed := shutil.which("promtool"):
        return pathlib.Path(installed).parent
    if not (place / "usr/bin/promtool").exists():
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        try:
            subprocess.run(["apt-get", "download", "-qq", "prometheus"], cwd=place, check=True, stderr=subprocess.DEVNULL)
            [package] = place.glob("*.deb")
            subprocess.run(["dpkg-deb", "-x", package, place], check=True)
            package.unlink()
        except (OSError, ValueError, subprocess.CalledProcessError) as error:
            shutil.rmtree(place)
            if os.environ.get("CI"):
                raise SystemExit(f"Prometheus cannot be had: {error}") from None
            print("Prometheus cannot be had, so the metrics are not checked with it")
            return None
    return place / "usr/bin"


def classic(text):
    """An OpenMetrics text in the older format of Prometheus, which calls a counter by its samples' name."""
    counters = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE") and line.endswith(" counter")}
    lines = []
    for line in text.splitlines():
        words = line.split(" ", 3)
        if line.startswith(("# UNIT", "# EOF")):
            continue
        if line.startswith("# ") and words[2] in counters:
            words[2] += "_total"
        lines.append(" ".join(words) if line.startswith("# ") else line)
    return "\n".join(lines) + "\n"


def prometheus(work, block):
    """The metrics pass a strict reader and promtool, and Prometheus scrapes them through the recipe's script."""
    text = work.run("hitzone stats --openmetrics")
    try:
        from prometheus_client.openmetrics.parser import text_string_to_metric_families
    except ImportError:
        if os.environ.get("CI"):
            raise
        print("python3-prometheus-client is missing, so the metrics' format is not checked with it")
    else:
        families = {family.name: family for family in text_string_to_metric_families(text)}
        if families["hitzone_actions"].type != "counter" or families["hitzone_uptime_seconds"].unit != "seconds":
            raise SystemExit(f"{block}: the metrics are read as {families}")
    programs = promtool()
    if not programs:
        return
    subprocess.run([programs / "promtool", "check", "metrics"], input=classic(text), text=True, check=True)
    work.run(f"{programs}/promtool check config prometheus.yml")
    with listener(work):
        port = work.free_port()
        server = (
            f"exec {programs}/prometheus --config.file=prometheus.yml --storage.tsdb.path=data"
            f" --web.listen-address=127.0.0.1:{port}"
        )
        with work.background(server.replace("15s", "1s")):
            scraped(port, block)


def scraped(port, block):
    def ask(path):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/{path}", timeout=10) as reply:
                return json.load(reply)["data"]
        except OSError:
            return None

    query = "query?query=" + urllib.parse.quote('hitzone_actions_total{job="hitzone",screen="counter"}')
    wait_for(lambda: (ask(query) or {}).get("result"), "Prometheus to have scraped the metrics")
    kind = ask("metadata?metric=hitzone_actions")
    if [entry["type"] for entry in kind.get("hitzone_actions", [])] != ["counter"]:
        raise SystemExit(f"{block}: Prometheus takes hitzone_actions for {kind}")


class listener:
    """Listens and starts the recipe's script for each connection, as systemd does with Accept=yes."""

    def __init__(self, work):
        self.work = work
        self.socket = socket.create_server(("127.0.0.1", work.ports["9847"]))

    def __enter__(self):
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with connection:
                subprocess.run(
                    ["sh", "./hitzone-metrics"], stdin=connection, stdout=connection, cwd=self.work.directory,
                    env=self.work.environment, timeout=60, check=False,
                )

    def __exit__(self, *_):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
