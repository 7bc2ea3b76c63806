"""The module PanelDiscovery with a real udev, and a panel that hid-multitouch makes from a report descriptor."""

import contextlib
import os
import signal
import socket
import subprocess

from evdev import AbsInfo, UInput, ecodes
from expect import expect, expect_true
from hid import HidPanel
from panel import Data, Panel, settle, stems, wait_for
from probe import Program, Reader

NETLINK_KOBJECT_UEVENT, UDEV_GROUP = 15, 2
RULES = "/run/udev/rules.d/99-machine.rules"


def listed():
    """The candidates by node: touchscreen, protocol, id, path, calibration, hardware, name."""
    lines = subprocess.run(
        ["panelprobe", "list"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return {line.split("\t")[0]: line.split("\t")[1:] for line in lines}


def check_all_panels_at_once_are_listed_as_touchscreens():
    with contextlib.ExitStack() as stack:
        panels = [stack.enter_context(Panel(stem)) for stem in stems()]
        found = listed()
        expect(sorted(found), sorted(panel.node for panel in panels), "the nodes")
        for panel in panels:
            data, (kind, protocol, number, path, calibration, hardware, name) = panel.data, found[panel.node]
            expect(
                [kind, protocol, name, calibration, path],
                ["touchscreen", data.protocol, data.name, "-", "-"],
                data.stem,
            )
            expect(number, ":".join(f"{part:x}" for part in data.id), f"{data.stem}'s id")
            expect_true(
                hardware.startswith("/sys/devices/virtual/input/input"), f"{data.stem} hangs on {hardware}"
            )
    return f"{len(stems())} panels"


def check_a_mouse_and_a_keyboard_are_no_touchscreens():
    axes = [(code, AbsInfo(0, 0, 9600, 0, 0, 71)) for code in (ecodes.ABS_X, ecodes.ABS_Y)]
    with UInput(
        {ecodes.EV_KEY: [ecodes.BTN_LEFT], ecodes.EV_ABS: axes}, name="ILITEK ILITEK-TP"
    ) as mouse, UInput({ecodes.EV_KEY: [ecodes.KEY_A]}, name="keyboard") as keyboard:
        settle()
        found = listed()
        expect(found.get(mouse.device.path, ["-"])[0], "other", "an absolute mouse with a panel's name")
        expect_true(keyboard.device.path not in found, "a keyboard is listed")


def check_the_calibration_comes_from_udev():
    os.makedirs(os.path.dirname(RULES), exist_ok=True)
    with open(RULES, "w", encoding="utf-8") as file:
        file.write(
            'ATTRS{name}=="ADS7846 Touchscreen", ENV{ID_PATH}="platform-ads7846", '
            'ENV{LIBINPUT_CALIBRATION_MATRIX}="0 -1 1 1 0 0"\n'
        )
    try:
        os.system("udevadm control --reload")
        with Panel("ads7846") as panel:
            _, _, _, path, calibration, _, _ = listed()[panel.node]
            expect([path, calibration], ["platform-ads7846", "0.0 -1.0 1.0 1.0 0.0 0.0"], "path and matrix")
    finally:
        os.remove(RULES)
        os.system("udevadm control --reload")


def check_panels_that_come_and_go_are_told_each_once():
    with Program("panelprobe", "watch") as watch:
        expect(watch.line(), "udev\trunning", "the first line")
        watch.until(lambda line: line == "ready")
        descriptors = watch.descriptors()
        for turn in range(10):
            panel = Panel("ilitek-222a-0015")
            panel.close()
            lines = [watch.line().split("\t")[:2] for _ in range(2)]
            expect(lines, [["added", panel.node], ["removed", panel.node]], f"turn {turn + 1}")
        with Panel("ads7846") as panel:
            expect(watch.line().split("\t")[:2], ["added", panel.node], "another panel")
            os.system(f"udevadm trigger --action=change --settle {panel.node}")
            expect(watch.line().split("\t")[:2], ["changed", panel.node], "a look of udev at it")
        expect(watch.line().split("\t")[0], "removed", "the panel that went")
        expect(watch.pending(), [], "nothing else")
        expect(watch.descriptors(), descriptors, "open descriptors")


def check_a_panel_is_told_when_udev_has_looked_at_it_and_not_before():
    os.system("udevadm control --stop-exec-queue")
    try:
        data = Data("elan-04f3-200a")
        with UInput(
            {ecodes.EV_ABS: list(data.axes.items())}, name="late", input_props=data.properties
        ) as late:
            with Program("panelprobe", "watch") as watch:
                before = watch.until(lambda line: line == "ready")
                expect([line for line in before if "late" in line], [], "candidates before udev's look")
                os.system("udevadm control --start-exec-queue")
                kind, node, *_, name = watch.line().split("\t")
                expect([kind, node, name], ["added", late.device.path, "late"], "the line after udev's look")
    finally:
        os.system("udevadm control --start-exec-queue")


def check_news_beyond_the_buffer_is_made_good():
    stays, goes = Panel("ilitek-222a-0015"), Panel("ads7846")
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_KOBJECT_UEVENT) as udev:
        udev.bind((0, UDEV_GROUP))
        with Program("panelprobe", "watch") as watch:
            watch.until(lambda line: line == "ready")
            watch.signal(signal.SIGSTOP)
            os.system(f"udevadm trigger --action=change --settle {stays.node}")
            while b"ACTION=change" not in (message := udev.recv(65536)):
                pass
            for _ in range(6000):
                udev.sendto(message, (0, UDEV_GROUP))
            goes.close()
            comes = Panel("s6sy761")
            watch.signal(signal.SIGCONT)
            lines = watch.until(lambda line: line.startswith("added"), 60)
    news = [line.split("\t")[:2] for line in lines if not line.startswith("changed")]
    expect(news, [["removed", goes.node], ["added", comes.node]], "what became of the panels")
    expect_true(100 < len(lines) < 6000, f"{len(lines)} messages came: none was lost, or none was sent")
    stays.close()
    comes.close()
    return f"{len(lines)} of 6000 messages fitted"


def check_the_processes_that_hold_a_node_are_named():
    with Panel("ads7846") as panel:

        def holders():
            done = subprocess.run(
                ["panelprobe", "holders", panel.node], capture_output=True, text=True, check=True
            )
            return done.stdout.splitlines()

        expect(holders(), [], "before anyone opens it")
        with Program("evtest", "--grab", panel.node) as evtest:
            evtest.until(lambda line: line.startswith("Testing"))
            expect(holders(), [f"{evtest.process.pid} evtest"], "while evtest has it")


def check_without_udev_the_kernel_is_asked():
    units = ["systemd-udevd-control.socket", "systemd-udevd-kernel.socket", "systemd-udevd.service"]
    subprocess.run(["systemctl", "stop", *units], check=True)
    try:
        expect_true(not os.path.exists("/run/udev/control"), "udev's control socket is gone")
        with Program("panelprobe", "watch") as watch:
            expect(watch.line(), "udev\tabsent", "the first line")
            watch.until(lambda line: line == "ready")
            data = UInput(
                {ecodes.EV_KEY: [ecodes.BTN_TOUCH], ecodes.EV_ABS: list(Data("elan-04f3-200a").axes.items())},
                name="bare",
                input_props=[ecodes.INPUT_PROP_DIRECT],
            )
            expect(watch.line().split("\t")[:4:2], ["added", "touchscreen"], "a panel that udev never sees")
            data.close()
            expect(watch.line().split("\t")[0], "removed", "its departure")
    finally:
        subprocess.run(["systemctl", "start", *units], check=True)


def check_a_hid_panel_is_read_with_two_contacts_and_hovering():
    with HidPanel() as panel:
        kind, protocol, number, _, _, hardware, name = listed()[panel.node]
        expect(
            [kind, protocol, number, name],
            ["touchscreen", "type B", "18:4f3:200a:0", panel.model.name],
            "the candidate",
        )
        expect_true("/0018:04F3:200A." in hardware, f"its hardware is the HID device, not {hardware}")
        with Program("panelprobe", "read", panel.node) as probe:
            probe.until(lambda line: line.startswith("wake"))
            reader = Reader(panel.node)
            panel.send(panel.contact(0, 0.25, 0.25), panel.contact(1, 0.75, 0.75))
            panel.send(
                panel.contact(0, 0.30, 0.25),
                panel.contact(1, 0.75, 0.70),
                panel.contact(2, 0.5, 0.5, tip=False),
            )
            panel.send(panel.contact(0, 0.30, 0.25, tip=False, near=False), panel.contact(1, 0.75, 0.70))
            panel.send(panel.contact(1, 0.75, 0.70, tip=False, near=False))
            wait_for(
                lambda: [e[3] for e in reader.drain() if e[2] == ecodes.ABS_MT_TRACKING_ID].count(-1) >= 2,
                "both lifts",
            )
            expected, found = reader.events, []
            while len(found) < len(expected):
                found += [
                    tuple(map(int, line.split()))
                    for line in probe.until(lambda l: l.startswith("wake"))
                    if line[0].isdigit()
                ]
            expect(found, expected, "the events")
            reader.close()
            expect_true(sum(e[2] == ecodes.ABS_MT_DISTANCE for e in expected) > 0, "hovering is told")
    return f"{len(expected)} events"
