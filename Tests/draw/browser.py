"""A real browser for tests."""

import base64
import json
import os
import shutil
import subprocess


def chromium():
    """Where a Chromium is; None where there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    """A headless Chromium, spoken to by the DevTools protocol through two pipes."""

    def __init__(self, program, profile):
        ours, theirs = os.pipe(), os.pipe()

        def wire():
            os.dup2(ours[0], 3)
            os.dup2(theirs[1], 4)

        # Descriptors that happen to be 3 or 4 would be overwritten before they are copied.
        ours = tuple(self.above_4(end) for end in ours)
        theirs = tuple(self.above_4(end) for end in theirs)
        self.process = subprocess.Popen(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--remote-debugging-pipe", f"--user-data-dir={profile}", "about:blank"],
            preexec_fn=wire, pass_fds=(3, 4), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        os.close(ours[0])
        os.close(theirs[1])
        self.output, self.input = ours[1], theirs[0]
        self.buffer, self.number, self.session = b"", 0, None
        self.troubles = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    @staticmethod
    def above_4(end):
        import fcntl
        copy = fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10)
        os.close(end)
        return copy

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.output, data):]
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"{method}: {answer['error']}")
                return answer["result"]

    def receive(self):
        while b"\0" not in self.buffer:
            data = os.read(self.input, 1 << 16)
            if not data:
                raise SystemExit("the browser ended")
            self.buffer += data
        message, _, self.buffer = self.buffer.partition(b"\0")
        answer = json.loads(message)
        method = answer.get("method")
        if method in ("Runtime.exceptionThrown", "Log.entryAdded"):
            self.troubles.append(json.dumps(answer["params"])[:400])
        if method == "Network.requestWillBeSent":
            url = answer["params"]["request"]["url"]
            if not url.startswith(("file:", "data:", "about:")):
                self.troubles.append(f"asks for {url}")
        if method == "Page.loadEventFired":
            self.loaded = True
        return answer

    def open(self, path):
        self.loaded = False
        self.call("Page.navigate", url=path.as_uri())
        while not self.loaded:
            self.receive()

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise SystemExit(f"{expression[:80]}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def key(self, key, code=None, shift=False):
        for kind in ("keyDown", "keyUp"):
            text = {"text": " "} if key == " " and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key,
                      windowsVirtualKeyCode={"Tab": 9, " ": 32}.get(key, 0), modifiers=8 if shift else 0, **text)

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self):
        self.session = None
        self.call("Browser.close")
        self.process.wait()
