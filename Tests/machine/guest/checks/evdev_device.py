"""The module Evdev on real nodes: descriptions, events, the state at opening and after a drop, grabs, departure."""

import signal
import subprocess
import time

import gestures
from evdev import InputDevice, ecodes
from expect import expect, expect_true
from panel import Panel, stems
from probe import Program, Reader

SLOT, ID, X, Y = (
    ecodes.ABS_MT_SLOT,
    ecodes.ABS_MT_TRACKING_ID,
    ecodes.ABS_MT_POSITION_X,
    ecodes.ABS_MT_POSITION_Y,
)
REPORT, DROPPED = (0, 0, 0), (0, 3, 0)


def events(lines):
    """The events among the lines of `panelprobe read`, as (time, type, code, value)."""
    return [tuple(map(int, line.split())) for line in lines if line[:1].isdigit()]


def untimed(events):
    return [event[1:] for event in events]


def opened(probe):
    """Waits until the probe has read the panel's state; its description and the state's events."""
    lines = probe.until(lambda line: line.startswith("wake"))
    return lines[0], events(lines)


def collect(probe, count):
    """At least `count` events."""
    found = []
    while len(found) < count:
        found += events(probe.until(lambda line: line.startswith("wake")))
    return found


def expect_described(line, data):
    kind, protocol, axes, keys, properties, name = line.split("\t")
    expected = " ".join(
        f"{code}={axis.min},{axis.max},{axis.fuzz},{axis.flat},{axis.resolution}"
        for code, axis in sorted(data.axes.items())
    )
    expect([kind, protocol, name], ["panel", data.protocol, data.name], data.stem)
    expect(axes.split(), expected.split(), f"{data.stem}'s axes")
    expect(keys, ",".join(map(str, sorted(data.keys))), f"{data.stem}'s keys")
    expect(properties, ",".join(map(str, sorted(data.properties))), f"{data.stem}'s properties")


def check_every_panel_is_described_as_made_and_read_as_by_another():
    total = 0
    for stem in stems():
        with Panel(stem) as panel, Program("panelprobe", "read", panel.node) as probe:
            expect_described(opened(probe)[0], panel.data)
            reader = Reader(panel.node)
            gestures.everyday(panel)
            if panel.data.protocol == "type B":
                gestures.everywhere(panel, panel.data.most)
            panel.play()
            expected = reader.drain()
            reader.close()
            expect_true(DROPPED not in untimed(expected), f"{stem}: the other reader lost events")
            expect_true(len(expected) > 20, f"{stem}: only {len(expected)} events")
            expect(collect(probe, len(expected)), expected, f"{stem}'s events")
            total += len(expected)
    return f"{len(stems())} panels, {total} events"


def check_contacts_that_are_down_at_opening_are_told_with_the_idle_slots():
    with Panel("ilitek-222a-0015") as panel:
        panel.down(0.5, 0.5, slot=3)
        panel.frame()
        panel.tap(0.25, 0.25)
        panel.play()
        with Program("panelprobe", "read", panel.node) as probe:
            state = opened(probe)[1]
        expected = [DROPPED]
        for slot in range(10):
            x, y = {3: (2913, 1633), 0: (1456, 816)}.get(slot, (0, 0))
            expected += [(3, SLOT, slot), (3, ID, 1 if slot == 3 else -1), (3, X, x), (3, Y, y)]
        # The last event that passed was for slot 0.
        expect(untimed(state), expected + [(3, SLOT, 0), REPORT], "the state at opening")
        expect_true(len({event[0] for event in state}) == 1, "the state has one time")
        expect_true(
            0 <= time.monotonic_ns() // 1000 - state[0][0] < 20_000_000, "its time is now, by CLOCK_MONOTONIC"
        )


def check_the_state_of_single_touch_is_told_at_opening():
    for stem, key in [("ads7846", [(1, ecodes.BTN_TOUCH, 1)]), ("resistive-pressure", [])]:
        with Panel(stem) as panel:
            panel.down(0.25, 0.5)
            panel.frame()
            panel.play()
            with Program("panelprobe", "read", panel.node) as probe:
                state = untimed(opened(probe)[1])
            axes = [(3, ecodes.ABS_X, 1024), (3, ecodes.ABS_Y, 2048), (3, ecodes.ABS_PRESSURE, 204)]
            expect(state, [DROPPED] + axes + key + [REPORT], f"{stem}'s state at opening")


def check_a_stalled_reader_gets_the_state_after_a_drop():
    for stem in ["flatfrog-25b5-0002", "elan-04f3-200a", "s6sy761"]:
        with Panel(stem) as panel, Program("panelprobe", "read", panel.node) as probe:
            opened(probe)
            stays = panel.down(0.1, 0.1)
            goes = panel.down(0.9, 0.9)
            panel.frame()
            panel.play()
            collect(probe, 5)
            probe.signal(signal.SIGSTOP)
            panel.up(goes)
            for step in range(1500):
                panel.move(stays, (step % 50) / 50, 0.5)
                panel.frame()
            comes = panel.down(0.3, 0.7)
            panel.frame()
            panel.play()
            probe.pending()
            probe.signal(signal.SIGCONT)
            found = []
            while DROPPED not in untimed(found):
                found += collect(probe, 1)
            at = untimed(found).index(DROPPED)
            state = found[at + 1 :]
            expect_true(
                all(event[0] == found[at][0] for event in state), f"{stem}: the state has SYN_DROPPED's time"
            )
            known, slot = {}, None
            for _, kind, code, value in state:
                if (kind, code) == (3, SLOT):
                    slot = value
                elif kind == 3:
                    known.setdefault(slot, {})[code] = value
            expect(sorted(known), list(range(panel.data.most)), f"{stem}: every slot is told")
            expect(
                {slot: axes[ID] for slot, axes in known.items() if axes[ID] >= 0},
                {stays.slot: stays.id, comes.slot: comes.id},
                f"{stem}'s tracking ids after the drop",
            )
            expect(known[comes.slot][X], panel.value(X, 0.3), f"{stem}'s position after the drop")
            panel.up(stays)
            panel.up(comes)
            panel.frame()
            panel.play()
            expect_true(REPORT in untimed(collect(probe, 3)), f"{stem}: events go on after the drop")


def check_a_drop_tells_the_state_of_panels_without_slots():
    for stem in ["ntrig-1b96-0001-type-a", "ads7846"]:
        with Panel(stem) as panel, Program("panelprobe", "read", panel.node) as probe:
            opened(probe)
            probe.signal(signal.SIGSTOP)
            contact = panel.down(0, 0)
            for step in range(1500):
                panel.move(contact, (step % 50) / 50, (step % 7) / 7)
                panel.frame()
            panel.move(contact, 0.5, 1)
            panel.frame()
            panel.play()
            kernel = InputDevice(panel.node)
            x, y = kernel.absinfo(ecodes.ABS_X).value, kernel.absinfo(ecodes.ABS_Y).value
            kernel.close()
            probe.signal(signal.SIGCONT)
            found = []
            while DROPPED not in untimed(found):
                found += collect(probe, 1)
            state = untimed(found)[untimed(found).index(DROPPED) + 1 :]
            told = [event for event in state if event[1] != ecodes.ABS_PRESSURE]
            expect(told, [(3, ecodes.ABS_X, x), (3, ecodes.ABS_Y, y), (1, ecodes.BTN_TOUCH, 1), REPORT], stem)


def check_a_panel_that_goes_ends_its_reader():
    for contact in (False, True):
        panel = Panel("atmel-maxtouch")
        with Program("panelprobe", "read", panel.node) as probe:
            opened(probe)
            if contact:
                panel.down(0.5, 0.5)
                panel.frame()
                panel.play()
            panel.close()
            expect(probe.until(lambda line: line == "gone")[-1], "gone", "the last line")
            expect(probe.process.wait(5), 0, "the exit status")


def check_grab_names_what_hinders_it():
    with Panel("ilitek-222a-0015") as panel:
        with Program("panelprobe", "grab", panel.node) as first:
            expect(first.line(), "grabbed", "the first grab")
            with Program("panelprobe", "grab", panel.node) as second:
                expect(second.line(), "busy", "a grab beside it")
        stranger = Reader(panel.node)
        stranger.grab()
        with Program("panelprobe", "grab", panel.node) as beside:
            expect(beside.line(), "busy", "a grab beside a stranger's")
        stranger.close()
        contact = panel.down(0.5, 0.5)
        panel.frame()
        panel.play()
        with Program("panelprobe", "grab", panel.node) as third:
            expect(third.line(), "contactDown", "a grab with a contact down")
        reader = Reader(panel.node)
        panel.up(contact)
        panel.frame()
        panel.play()
        expect_true(
            (3, ID, -1) in untimed(reader.drain()), "the refused grab left the other reader its events"
        )
        reader.close()
        with Program("panelprobe", "grab", panel.node) as fourth:
            expect(fourth.line(), "grabbed", "a grab once the contact has lifted")


def check_a_twin_repeats_the_panel():
    with Panel("flatfrog-25b5-0002") as panel, Program("panelprobe", "twin", panel.node) as twin:
        node = twin.line()
        time.sleep(0.5)
        copy, original = Reader(node), Reader(panel.node)
        ours, theirs = InputDevice(node), InputDevice(panel.node)
        expect(ours.name, "hitzone " + panel.data.name, "the twin's name")
        for kind in (ecodes.EV_KEY, ecodes.EV_ABS):
            expect(ours.capabilities()[kind], theirs.capabilities()[kind], "the twin's axes and keys")
        gestures.two_contacts(panel)
        panel.play()
        expected, end = untimed(original.drain()), time.monotonic() + 10
        while len(copy.drain()) < len(expected) and time.monotonic() < end:
            time.sleep(0.02)
        expect(untimed(copy.events), expected, "the twin's events")


def check_a_wake_up_costs_one_read():
    with Panel("ilitek-222a-0015") as panel:
        trace = "/tmp/reads"
        with Program(
            "strace", "-f", "-o", trace, "-e", "trace=read", "panelprobe", "read", panel.node
        ) as probe:
            opened(probe)
            start = open(trace, encoding="utf-8").read().count("read(")
            for turn in range(5):
                panel.tap(0.1 * turn, 0.5)
                panel.play()
                probe.until(lambda line: line.startswith("wake"))
                time.sleep(0.3)
            wakes = 5 + sum(line.startswith("wake") for line in probe.pending())
            reads = open(trace, encoding="utf-8").read().count("read(") - start
        expect(reads, wakes, "reads beside wake-ups")
    return f"{wakes} wake-ups"


def check_evtest_and_evemu_know_the_panels():
    with Panel("atmel-maxtouch") as panel, Program("evtest", panel.node) as evtest:
        evtest.until(lambda line: line.startswith("Testing"))
        reader = Reader(panel.node)
        gestures.everyday(panel)
        panel.play()
        expected = [f"{kind} {code} {value}" for _, kind, code, value in reader.drain() if kind != 0]
        found = []
        while len(found) < len(expected):
            words = evtest.line().split()
            if "type" in words and "value" in words:
                found.append(f"{words[words.index('type') + 1]} {words[words.index('code') + 1]} {words[-1]}")
        reader.close()
        expect(found, expected, "what evtest prints")
        description = subprocess.run(
            ["evemu-describe", panel.node], capture_output=True, text=True, check=True
        ).stdout
        expect_true(f"N: {panel.data.name}" in description, f"evemu-describe says {description}")
    return f"{len(expected)} events"
