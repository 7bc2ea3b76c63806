"""The daemon on real panels: events, hotplug, drops, grabs, two panels, late permission, and the recording that equals them."""

import os
import re
import signal
import subprocess
import threading
import time

import gestures
from daemon import Daemon, layout, touches
from evdev import UInput, ecodes
from expect import expect, expect_true
from hid import EgalaxTwice, Elan200A, HidPanel
from panel import Panel, stems, wait_for
from probe import Program, Reader

FRONT = "physical: [160, 96]\n    grab: never"


class Recorder:
    """`hitzone record` beside a check."""

    def __init__(self, node, file):
        self.file = file
        if os.path.exists(file):
            os.remove(file)
        self.process = subprocess.Popen(
            ["hitzone", "record", node, "-o", file], stderr=subprocess.PIPE, text=True
        )
        wait_for(lambda: os.path.exists(file) and "SYN_REPORT" in self.text(), "the recorder's first frame")

    def text(self):
        with open(self.file, encoding="utf-8") as file:
            return file.read()

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        errors = self.process.communicate(timeout=20)[1]
        expect(self.process.returncode, 0, f"the exit status of record, which said {errors}")
        return errors


def play_all(panel):
    """What a person does, with a tap that bounces, holds and repeats; ends with the one tap on `close`. Contacts lift
    well before a timer would fire next: a slow machine sends them late."""
    gestures.everyday(panel)
    panel.tap(0.2, 0.2, 60)
    panel.tap(0.2, 0.2, 30)
    panel.hold(0.25, 0.75, 620)
    panel.hold(0.75, 0.75, 1150)
    panel.play(live=True)
    if panel.data.protocol == "type B":
        gestures.everywhere(panel, min(panel.data.most, 20))
    panel.wait(300)
    panel.tap(0.475, 0.042)
    panel.play(live=True)


def check_live_events_equal_the_replay_of_what_was_recorded():
    """Every panel of Tests/TestSupport/Panels: the same events live and from the recording made meanwhile."""
    counts = {}
    for stem in stems():
        with Panel(stem) as panel, Daemon(layout(front=FRONT)) as daemon:
            daemon.until(kind="panel", phase="added")
            recorder = Recorder(panel.node, f"/tmp/{stem}.evemu")
            play_all(panel)
            events = daemon.until(kind="action", action="card.close")
            events.append(daemon.event())
            recorder.stop()
            live = touches(events)
            expect_true(len(live) > 15, f"{stem}: only {len(live)} events: {live}")
            expect(touches(daemon.replay(recorder.file)), live, f"{stem}: the replay against the live events")
            counts[stem] = len(live)
    return f"{len(counts)} panels, {sum(counts.values())} events: " + ", ".join(
        f"{stem} {count}" for stem, count in counts.items()
    )


def check_fifty_replugs_with_a_contact_down_cancel_each_and_leak_nothing():
    with Daemon() as daemon:
        descriptors = None
        for turn in range(50):
            panel = Panel("ilitek-222a-0015")
            added = daemon.until(kind="panel", phase="added")
            expect(touches(added), [], f"turn {turn}: events before the panel is there")
            panel.down(0.1, 0.1)
            panel.frame()
            panel.play()
            down = daemon.until(kind="contact")[-1]
            expect((down["phase"], down["region"], down["contact"]), ("down", "card", turn + 1), f"turn {turn}")
            panel.close()
            gone = daemon.until(kind="panel", phase="removed")
            expect(
                [(e["kind"], e.get("phase"), e.get("reason")) for e in gone],
                [("contact", "cancel", "device"), ("panel", "removed", None)],
                f"turn {turn}: what the panel's end told",
            )
            if turn == 0:
                descriptors = daemon.descriptors()
        expect(daemon.descriptors(), descriptors, "descriptors after the last turn and the first")
        with Panel("ilitek-222a-0015") as panel:
            panel.tap(0.1, 0.1)
            daemon.until(kind="panel", phase="added")
            panel.play()
            expect(daemon.until(kind="action")[-1]["action"], "card.open", "a tap after fifty replugs")


def check_a_drop_cancels_what_is_lost_and_keeps_what_stays():
    with Panel("flatfrog-25b5-0002") as panel, Daemon(layout(front=FRONT)) as daemon:
        daemon.until(kind="panel", phase="added")
        recorder = Recorder(panel.node, "/tmp/drop.evemu")
        stays, goes = panel.down(0.25, 0.25), panel.down(0.75, 0.25)
        panel.frame()
        panel.play()
        events = daemon.until(kind="contact", phase="down", region="press")
        os.kill(daemon.process.pid, signal.SIGSTOP)
        os.kill(recorder.process.pid, signal.SIGSTOP)
        panel.up(goes)
        for step in range(3000):
            panel.move(stays, 0.25 + (step % 50) / 1000, 0.25)
            panel.frame()
        comes = panel.down(0.25, 0.75)
        panel.frame()
        panel.play()
        os.kill(recorder.process.pid, signal.SIGCONT)
        os.kill(daemon.process.pid, signal.SIGCONT)
        events += daemon.until(kind="contact", phase="cancel")
        expect(
            [(e["region"], e["reason"]) for e in events if e.get("phase") == "cancel"],
            [("press", "dropped")],
            "what the drop cancelled",
        )
        panel.up(comes)
        panel.frame()
        panel.wait(50)
        panel.up(stays)
        panel.frame()
        panel.wait(300)
        panel.tap(0.75, 0.75)
        panel.play()
        events += daemon.until(kind="action", action="repeat.first")
        names = [e.get("action") for e in events if e["kind"] == "action"]
        expect(names, ["press.down", "card.open", "repeat.first"], "the actions: not one of the contact that came unseen")
        events += daemon.until(kind="contact", phase="up")
        recorder.stop()
        expect_true("SYN_DROPPED" in recorder.text().split("SYN_REPORT", 1)[1], "the recorder lost events too")


def check_a_grab_by_another_process_is_named():
    with Panel("ilitek-222a-0015") as panel:
        stranger = Reader(panel.node)
        stranger.grab()
        with Daemon(layout(front="grab: auto")) as daemon:
            daemon.until(kind="panel", phase="added")
            daemon.wait_log("another process has grabbed it")
            listed = subprocess.run(["hitzone", "panels"], capture_output=True, text=True, check=True).stdout
            expect_true("grabbed   by " in listed and "python3" in listed, f"panels says who has it:\n{listed}")
            before = daemon.switches()
            time.sleep(3)
            expect_true(daemon.switches() - before < 20, "waiting for the grab to go does not spin")
            stranger.close()
            panel.tap(0.1, 0.1)
            panel.play()
            expect(daemon.until(kind="action")[-1]["action"], "card.open", "once the other has let go")
            other = Reader(panel.node)

            def grab_is_ours():
                try:
                    other.grab()
                except OSError:
                    return True
                os.close(other.descriptor)
                other.__init__(panel.node)
                return False

            wait_for(grab_is_ours, "the daemon to grab the panel for itself", 30)
            expect(daemon.stop()[0], 0, "the exit status")
            other.grab()
            other.close()


def check_the_grab_waits_until_no_contact_is_down():
    with Panel("ilitek-222a-0015") as panel:
        held = panel.down(0.1, 0.1)
        panel.frame()
        panel.play()
        with Daemon(layout(front="grab: auto")) as daemon:
            daemon.until(kind="panel", phase="added")
            reader = Reader(panel.node)
            panel.up(held)
            panel.frame()
            panel.play()
            expect_true(
                (ecodes.EV_ABS, ecodes.ABS_MT_TRACKING_ID, -1) in [event[1:] for event in reader.drain()],
                "others see the contact lift that was down before",
            )
            panel.wait(300)
            panel.tap(0.1, 0.1)
            panel.play()
            events = daemon.until(kind="action")
            expect([e.get("contact") for e in events], [1, 1], "the contact that was down has no number and no event")
            wait_for(lambda: _is_silent(panel, reader), "the grab, once nothing is down")


def _is_silent(panel, reader):
    reader.drain()
    reader.events.clear()
    panel.wait(200)
    panel.tap(0.9, 0.9)
    panel.play()
    time.sleep(0.2)
    return reader.drain() == []


def check_a_grab_that_goes_while_a_contact_is_down_waits_for_the_lift():
    with Panel("ilitek-222a-0015") as panel:
        stranger = Reader(panel.node)
        stranger.grab()
        held = panel.down(0.1, 0.1)
        panel.frame()
        panel.play()
        with Daemon(layout(front="grab: auto")) as daemon:
            daemon.until(kind="panel", phase="added")
            stranger.close()
            reader = Reader(panel.node)
            time.sleep(2)
            panel.up(held)
            panel.frame()
            panel.play()
            wait_for(
                lambda: (ecodes.EV_ABS, ecodes.ABS_MT_TRACKING_ID, -1) in [e[1:] for e in reader.drain()],
                "others to see the lift of the contact that was down",
            )
            panel.wait(300)
            panel.tap(0.1, 0.1)
            panel.play()
            expect(daemon.until(kind="action")[-1]["action"], "card.open", "the next tap")
            wait_for(lambda: _is_silent(panel, reader), "the grab, once nothing is down")


def check_a_grab_in_the_middle_of_taps_loses_none():
    """A single-touch panel that is tapped all the time while the daemon comes: each contact from the first that the
    daemon tells has an end, and a tap at the end acts."""
    for _ in range(5):
        with Panel("ads7846") as panel:
            stop = threading.Event()

            def tap_on():
                while not stop.is_set():
                    panel.tap(0.75, 0.25, 3)
                    panel.play()

            tapping = threading.Thread(target=tap_on)
            tapping.start()
            reader = Reader(panel.node)
            try:
                with Daemon(layout(front="grab: auto")) as daemon:
                    events = daemon.until(kind="contact", phase="up")
                    time.sleep(2)
                    stop.set()
                    tapping.join()
                    wait_for(lambda: _is_silent(panel, reader), "the grab")
                    panel.wait(300)
                    panel.tap(0.1, 0.1)
                    panel.play()
                    events += daemon.until(kind="action", action="card.open")
                    events += daemon.until(kind="contact", phase="up")
            finally:
                stop.set()
                tapping.join()
            begun = [e["contact"] for e in events if e.get("phase") == "down"]
            ended = [e["contact"] for e in events if e.get("phase") in ("up", "cancel")]
            expect(sorted(ended), begun, "each contact that begins ends")


def _calibrate(panel, corners, *arguments):
    """The matrix that `hitzone calibrate` finds, and its lines, when the panel is touched at `corners`."""
    with Program("hitzone", "calibrate", *arguments) as calibrate:
        for x, y in corners:
            asked = calibrate.process.stderr.readline()
            expect_true("touch the point at the" in asked, f"it asks for a point: {asked}")
            panel.wait(500)
            panel.tap(x, y)
            panel.play()
        expect(calibrate.process.stderr.readline(), "", "what it asks then")
        lines = calibrate.until(lambda line: line.startswith("SUBSYSTEM"))
        expect(calibrate.process.wait(20), 0, "the exit status")
    told = next(line for line in lines if line.startswith("calibration: "))
    return [float(number) for number in told.split("[")[1].rstrip("]").split(",")], lines


def check_a_panel_is_calibrated_by_touching_its_corners():
    """A mirrored panel whose picture has margins of a tenth; then once more through the daemon that has the matrix."""
    mirrored = [-1.25, 0, 1.125, 0, 1.25, -0.125]

    def expect_mirrored(found, lines):
        off = max(abs(a - b) for a, b in zip(found, mirrored))
        expect_true(off < 0.002, f"the matrix {mirrored}: {lines}")
        expect_true("# x runs from right to left" in lines, f"that x is inverted: {lines}")

    def raw(x, y):
        return 0.9 - 0.8 * x, 0.1 + 0.8 * y

    with Panel("ads7846") as panel:
        found, lines = _calibrate(panel, [raw(0, 0), raw(1, 0), raw(1, 1), raw(0, 1)], panel.node)
        expect_mirrored(found, lines)
        with Daemon(layout(front=f"calibration: {found}\n    grab: auto")) as daemon:
            daemon.until(kind="panel", phase="added")
            panel.wait(500)
            panel.tap(*raw(0.25, 0.25))
            panel.play()
            action = daemon.until(kind="action")[-1]
            expect_true(
                action["action"] == "card.open" and abs(action["x"] - 200) < 2 and abs(action["y"] - 120) < 2,
                f"with it a tap is where the finger is: {action}",
            )
            inside = [raw(0.1, 0.1), raw(0.9, 0.1), raw(0.9, 0.9), raw(0.1, 0.9)]
            live = ["--live", "--inset", "10", "--socket", daemon.socket]
            expect_mirrored(*_calibrate(panel, inside, *live))
            subprocess.run(["hitzone", "lock", "--socket", daemon.socket], check=True)
            expect_mirrored(*_calibrate(panel, inside, *live))
            with Program("hitzone", "calibrate", "--live", "--socket", daemon.socket) as calibrate:
                calibrate.process.stderr.readline()
                panel.wait(500)
                panel.tap(*raw(1.05, 0.5))
                panel.play()
                expect_true("--inset 10" in calibrate.process.stderr.readline(), "a touch beyond the edge is told")
                expect(calibrate.process.wait(20), 1, "its exit status")


def check_two_panels_serve_two_screens():
    with Panel("ilitek-222a-0015") as one, Panel("elan-04f3-200a") as two:
        text = layout(
            left=f'panel: {{name: "{one.data.name}"}}', right=f'panel: {{name: "{two.data.name}"}}'
        )
        with Daemon(text) as daemon:
            daemon.until(kind="panel", phase="added", screen="left")
            for panel, screen in [(one, "left"), (two, "right"), (one, "left")]:
                panel.tap(0.1, 0.1)
                panel.play()
                expect(daemon.until(kind="action")[-1]["screen"], screen, "whose action it is")
                panel.wait(300)


def check_two_screens_that_match_one_panel_are_an_error_told_at_once():
    text = layout(left='panel: {name: "*"}', right='panel: {id: "222a:0015"}')
    with Daemon(text) as daemon, Panel("ilitek-222a-0015"):
        daemon.wait_log("screens left and right both match it")


def check_the_daemon_that_starts_first_takes_the_panel_when_it_comes():
    with Daemon() as daemon:
        daemon.wait_log("waits for its panel")
        # The subscriber comes.
        time.sleep(3)
        before = daemon.switches()
        time.sleep(3)
        expect(daemon.switches() - before, 0, "how often waiting for a panel wakes the daemon")
        with Panel("atmel-maxtouch") as panel:
            daemon.until(kind="panel", phase="added")
            panel.tap(0.1, 0.1)
            panel.play()
            expect(daemon.until(kind="action")[-1]["action"], "card.open", "a tap")


def check_permission_that_comes_late_is_waited_for():
    with Panel("atmel-maxtouch") as panel:
        os.chmod(panel.node, 0o600)
        with Daemon(user="nobody") as daemon:
            daemon.wait_log("cannot open a panel yet")
            before = daemon.switches()
            time.sleep(3)
            expect_true(daemon.switches() - before < 30, "waiting for permission does not spin")
            os.chmod(panel.node, 0o666)
            daemon.until(kind="panel", phase="added")
            panel.tap(0.1, 0.1)
            panel.play()
            expect(daemon.until(kind="action")[-1]["action"], "card.open", "a tap")


def check_a_second_node_of_one_panel_is_ignored_and_named():
    with HidPanel(EgalaxTwice) as panel, Daemon() as daemon:
        daemon.until(kind="panel", phase="added")
        daemon.wait_log(f"another node of the same panel as {panel.node}")
        second = Reader(re.search(r"(/dev/input/event\d+)\W[^\n]*another node of the same", daemon.logged())[1])
        for tip in [True, False]:
            panel.send(panel.contact(0, 0.1, 0.1, tip=tip))
        panel.send(panel.contact(0, 0.9, 0.9))
        events = daemon.until(kind="action", action="repeat.first")
        wait_for(second.drain, "the second node's events")
        expect([e["action"] for e in events if e["kind"] == "action"], ["card.open", "repeat.first"], "each tap once")


def check_a_keyboard_beside_the_panel_is_left_alone():
    with Panel("ilitek-222a-0015") as panel, Daemon() as daemon:
        daemon.until(kind="panel", phase="added")
        keyboard = UInput({ecodes.EV_KEY: [ecodes.KEY_A]}, name="a keyboard")
        panel.tap(0.1, 0.1)
        panel.play()
        expect(daemon.until(kind="action")[-1]["action"], "card.open", "a tap")
        keyboard.close()


def check_a_hid_multitouch_panel():
    with HidPanel() as panel, Daemon(layout(front="grab: never")) as daemon:
        daemon.until(kind="panel", phase="added")
        state = subprocess.run(["hitzone", "panels"], capture_output=True, text=True, check=True).stdout
        expect_true(Elan200A.name in state and "type B" in state, f"panels lists it:\n{state}")
        panel.send(Elan200A.contact(0, 377, 211))
        panel.send(Elan200A.contact(0, 377, 211, tip=False))
        expect(daemon.until(kind="action")[-1]["action"], "card.open", "a tap through hid-multitouch")


def check_timers_fire_without_events():
    with Panel("ilitek-222a-0015") as panel, Daemon(layout(front=FRONT)) as daemon:
        daemon.until(kind="panel", phase="added")
        held = panel.down(0.25, 0.75)
        panel.frame()
        panel.play()
        down = daemon.until(kind="contact", phase="down")[-1]
        fired = daemon.until(kind="action")[-1]
        expect((fired["action"], fired["time"] - down["time"]), ("hold.held", 500_000), "the hold and its time")
        panel.up(held)
        panel.frame()
        panel.play()
        expect(daemon.until(kind="contact")[-1]["phase"], "up", "no tap after the hold")


def check_the_end_of_the_daemon_cancels_contacts():
    with Panel("ilitek-222a-0015") as panel, Daemon(layout(front=FRONT)) as daemon:
        daemon.until(kind="panel", phase="added")
        panel.down(0.1, 0.1)
        panel.frame()
        panel.play()
        daemon.until(kind="contact", phase="down")
        status, events = daemon.stop()
        expect(status, 0, "the exit status")
        expect(
            [(e["kind"], e.get("phase"), e.get("reason")) for e in events],
            [("contact", "cancel", "device"), ("panel", "removed", None)],
            "the last events",
        )
