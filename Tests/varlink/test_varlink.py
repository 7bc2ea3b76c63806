"""Asks a hitzoned that replays the demo recording, and subscribes to it, as any Varlink client would."""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest

import varlink

programs = sys.argv.pop(1)
START_SECONDS = 30


def replayed_actions():
    """What the same recording does without a daemon."""
    lines = subprocess.run(
        [
            os.path.join(programs, "hitzone"),
            "replay", "--json", "--config", "config/hitzone.yaml", "config/demo.evemu",
        ],
        check=True,
        capture_output=True,
    ).stdout.splitlines()
    return [json.loads(line)["action"] for line in lines]


class Daemon:
    """A daemon that begins its replay with the first subscriber."""

    def __init__(self):
        self.directory = tempfile.TemporaryDirectory()
        socket = os.path.join(self.directory.name, "hitzone.sock")
        self.address = "unix:" + socket
        self.process = subprocess.Popen(
            [
                os.path.join(programs, "hitzoned"),
                "--config", "config/hitzone.yaml",
                "--socket", socket,
                "--replay", "config/demo.evemu",
                "--speed", "100",
                "--wait",
            ]
        )
        end = time.monotonic() + START_SECONDS
        while not os.path.exists(socket):
            if self.process.poll() is not None or time.monotonic() > end:
                self.stop()
                raise AssertionError("hitzoned does not make its socket")
            time.sleep(0.01)

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.directory.cleanup()


class ForeignClient(unittest.TestCase):
    def setUp(self):
        daemon = Daemon()
        self.addCleanup(daemon.stop)
        self.client = varlink.Client.new_with_address(daemon.address)

    def open(self, interface="io.hitzone"):
        connection = self.client.open(interface)
        self.addCleanup(connection.close)
        return connection

    def test_the_service_tells_who_it_is(self):
        info = self.open("org.varlink.service").GetInfo()
        self.assertEqual(info["product"], "hitzoned")
        self.assertRegex(info["version"], r"^\d+\.\d+\.\d+$")
        self.assertIn("io.hitzone", info["interfaces"])

    def test_the_interface_describes_itself(self):
        # The client reads the description and knows the methods from it.
        text = self.open("org.varlink.service").GetInterfaceDescription("io.hitzone")["description"]
        with open("config/io.hitzone.varlink", encoding="utf-8") as file:
            self.assertEqual(text.strip(), file.read().strip())
        self.assertIn("Subscribe", self.client.get_interface("io.hitzone").members)

    def test_questions_are_answered(self):
        connection = self.open()
        state = connection.GetState()["state"]
        self.assertEqual([(one["screen"], one["page"]) for one in state["screens"]], [("counter", "home")])
        layout = connection.GetLayout("counter", "home")["screens"][0]
        self.assertEqual(layout["size"], [800, 480])
        regions = [region["region"] for page in layout["pages"] for region in page["regions"]]
        self.assertIn("coffee/info", regions)
        explanation = connection.Explain("counter", "home", 250, 100)["explanation"]
        self.assertEqual(explanation["direct"], "coffee")
        self.assertEqual(explanation["owner"], "coffee/info")
        self.assertEqual(explanation["candidates"][0]["region"], "coffee/info")

    def test_a_wrong_question_gets_a_named_error(self):
        with self.assertRaises(varlink.VarlinkError) as caught:
            self.open().Explain("no-such-screen", None, 1, 1)
        self.assertTrue(caught.exception.error().startswith("io.hitzone."), caught.exception.error())

    def test_a_client_steers_the_screens(self):
        connection = self.open()
        connection.PutPage(None, "pay", [{"id": "mine", "frame": [0, 0, 100, 100], "action": "go"}])
        connection.SetPage("counter", "pay")
        connection.SetRegion(None, None, "mine", False, None, None)
        self.assertEqual(connection.Explain(None, None, 50, 50)["explanation"]["reason"], "disabled")
        connection.Lock(None)
        screen = connection.GetStats()["stats"]["screens"][0]
        self.assertEqual((screen["page"], screen["locked"]), ("pay", True))
        connection.Unlock("counter")
        connection.Reload()

    def test_a_wrong_page_gets_all_its_problems(self):
        with self.assertRaises(varlink.VarlinkError) as caught:
            self.open().PutPage(None, "pay", {"regions": [{"id": "a"}, {"id": "b", "frame": [1]}]})
        self.assertEqual(caught.exception.error(), "io.hitzone.InvalidLayout")
        members = [problem["member"] for problem in caught.exception.parameters()["problems"]]
        self.assertEqual(members, ["regions.regions[0]", "regions.regions[1].frame"])

    def test_a_subscriber_gets_the_state_and_every_action(self):
        expected = replayed_actions()
        self.assertGreater(len(expected), 3)
        replies = self.open().Subscribe(None, None, None, None, None, None, None, _more=True)
        self.assertEqual(next(replies)["state"]["screens"][0]["screen"], "counter")
        actions = [reply["event"]["action"] for _, reply in zip(expected, replies)]
        self.assertEqual(actions, expected)


class Readme(unittest.TestCase):
    def test_its_example_follows_a_daemon(self):
        daemon = Daemon()
        self.addCleanup(daemon.stop)
        with open("README.md", encoding="utf-8") as file:
            example = file.read().split("```python\n")[1].split("```")[0]
        self.assertIn("/run/hitzone/hitzone.sock", example)
        example = example.replace("/run/hitzone/hitzone.sock", daemon.address.removeprefix("unix:"))
        # It ends with the daemon, which ends with the recording.
        output = subprocess.run([sys.executable, "-c", example], check=True, capture_output=True, text=True).stdout
        lines = output.splitlines()
        self.assertIn("'state'", lines[0])
        self.assertEqual([action for action in replayed_actions() if action in output], replayed_actions())
        self.assertEqual(len(lines), 1 + len(replayed_actions()))


if __name__ == "__main__":
    unittest.main()
