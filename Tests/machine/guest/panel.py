"""Panels made through uinput from the data files in Tests/TestSupport/Panels, and what touches them."""

import os
import struct
import time

from evdev import AbsInfo, UInput, ecodes

PANELS = "/host/panels"
EVENT = struct.Struct("@llHHi")
MT_TOOL_PALM = 2
EV_SYN, EV_KEY, EV_ABS = ecodes.EV_SYN, ecodes.EV_KEY, ecodes.EV_ABS


def now():
    """Microseconds of CLOCK_MONOTONIC."""
    return time.monotonic_ns() // 1000


class Data:
    """A data file: `name`, `id` (bus, vendor, product, version), `properties`, `keys`, `axes` (code to AbsInfo), and
    `ends`, how a type A panel tells that nothing touches it: `key`, `empty` or `major`."""

    def __init__(self, stem):
        self.stem, self.ends, self.axes = stem, None, {}
        with open(f"{PANELS}/{stem}.panel", encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                line = line.rstrip("\n")
                if not line or line.startswith("#"):
                    continue
                try:
                    self._field(*line.split(":", 1))
                except (KeyError, ValueError) as error:
                    raise ValueError(f"{stem}.panel:{number}: {error!r} in {line!r}") from error

    def _field(self, key, value):
        if key == "name":
            self.name = value.strip().strip('"')
        elif key == "id":
            self.id = tuple(int(part, 16) for part in value.split(":"))
        elif key == "properties":
            self.properties = [ecodes.ecodes["INPUT_PROP_" + word] for word in value.split()]
        elif key == "keys":
            self.keys = [ecodes.ecodes[word] for word in value.split()]
        elif key == "ends":
            self.ends = value.strip()
        else:
            low, high, *rest = value.split()
            more = {"fuzz": 0, "resolution": 0, **dict(zip(rest[::2], map(int, rest[1::2])))}
            self.axes[ecodes.ecodes[key]] = AbsInfo(
                0, int(low), int(high), more["fuzz"], 0, more["resolution"]
            )

    @property
    def protocol(self):
        if ecodes.ABS_MT_POSITION_X in self.axes:
            return "type B" if ecodes.ABS_MT_SLOT in self.axes else "type A"
        return "single touch"

    @property
    def most(self):
        """The most contacts at a time."""
        if self.protocol == "type B":
            return self.axes[ecodes.ABS_MT_SLOT].max + 1
        return 5 if self.protocol == "type A" else 1


def stems():
    """The names of all data files."""
    return sorted(name[: -len(".panel")] for name in os.listdir(PANELS) if name.endswith(".panel"))


class Contact:
    """One contact: x, y and pressure from 0 to 1; `tool` is an MT_TOOL_…, `distance` above 0 hovers."""

    def __init__(self, slot, tracking_id, x, y, pressure=0.8, tool=0, distance=0):
        self.slot, self.id, self.x, self.y = slot, tracking_id, x, y
        self.pressure, self.tool, self.distance = pressure, tool, distance
        self.down = True


class Panel:
    """A panel that exists while its `with` block runs, or until `close`.

    Contacts are put on and moved by `down`, `move`, `up`, `replace`, `palm`, `hover` and `land`; `frame` collects a
    frame of what changed. `tap`, `hold` and `drag` are whole gestures. Time is the panel's own: `wait` moves it on
    without waiting, and `play` sends all that was collected so that its end is now. The kernel takes event times up to
    10 s old, so a gesture has exact times however slow the machine is.
    """

    def __init__(self, data, **changes):
        self.data = Data(data) if isinstance(data, str) else data
        for key, value in changes.items():
            setattr(self.data, key, value)
        bus, vendor, product, version = self.data.id
        self.input = UInput(
            {EV_KEY: self.data.keys, EV_ABS: list(self.data.axes.items())},
            name=self.data.name,
            vendor=vendor,
            product=product,
            version=version,
            bustype=bus,
            input_props=self.data.properties,
        )
        self.node = self.input.device.path
        self.input.device.close()
        self.contacts, self.next_id, self.elapsed, self.frames, self.last = {}, 1, 0, [], 0
        self.ended = []
        wait_for(lambda: os.path.exists(self.node) and is_settled(self.node), f"udev to know {self.node}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Unplugs the panel, contacts and all."""
        self.input.close()

    # Contacts.

    def down(self, x, y, slot=None, **more):
        taken = {contact.slot for contact in self.contacts.values()}
        slot = next(index for index in range(self.data.most) if index not in taken) if slot is None else slot
        contact = Contact(slot, self.next_id, x, y, **more)
        self.next_id += 1
        self.contacts[slot] = contact
        return contact

    def move(self, contact, x, y):
        contact.x, contact.y = x, y

    def up(self, contact):
        contact.down = False
        if self.contacts.get(contact.slot) is contact:
            del self.contacts[contact.slot]
            self.ended.append(contact)

    def replace(self, contact, x, y):
        """A new tracking id in the slot, with no -1 between."""
        del self.contacts[contact.slot]
        return self.down(x, y, slot=contact.slot)

    def palm(self, contact):
        contact.tool = MT_TOOL_PALM

    def hover(self, x, y):
        return self.down(x, y, distance=1, pressure=0)

    def land(self, contact):
        contact.distance, contact.pressure = 0, 0.8

    # Frames and time.

    def wait(self, milliseconds):
        self.elapsed += int(milliseconds * 1000)

    def frame(self, extra=()):
        """Collects a frame of what is; `extra` are events before its end."""
        encode = {"type B": self._slots, "type A": self._anonymous, "single touch": self._single}[
            self.data.protocol
        ]
        self.frames.append((self.elapsed, encode() + list(extra) + [(EV_SYN, ecodes.SYN_REPORT, 0)]))
        self.ended = []

    def raw(self, *events):
        """Collects (type, code, value) as they are; the caller ends the frame."""
        self.frames.append((self.elapsed, list(events)))

    def play(self, live=False):
        """Sends the collected frames and returns how many events they have. Longer than 10 s is an error.

        `live` sends each frame at its time, for those who have timers of their own; else all go at once, and the end
        is now."""
        span = self.elapsed
        if span > 9_000_000:
            raise ValueError(f"{span} µs is more than the kernel's 10 s; play in pieces")
        start = now() + 1_000 if live else max(now() - span, self.last + 1)
        while not live and start + span > now():
            time.sleep(max(start + span - now(), 0) / 1e6 + 0.0001)
        total = 0
        for at, events in self.frames:
            if live:
                time.sleep(max(start + at - now(), 0) / 1e6)
            seconds, micros = divmod(start + at, 1_000_000)
            os.write(self.input.fd, b"".join(EVENT.pack(seconds, micros, *event) for event in events))
            total += len(events)
        self.last, self.elapsed, self.frames = start + span, 0, []
        return total

    def tap(self, x, y, milliseconds=60):
        self.hold(x, y, milliseconds)

    def hold(self, x, y, milliseconds=700):
        contact = self.down(x, y)
        self.frame()
        self.wait(milliseconds)
        self.up(contact)
        self.frame()
        self.wait(40)

    def drag(self, start, end, steps=8, milliseconds=160):
        contact = self.down(*start)
        self.frame()
        for step in range(1, steps + 1):
            self.wait(milliseconds / steps)
            self.move(contact, *(a + (b - a) * step / steps for a, b in zip(start, end)))
            self.frame()
        self.wait(milliseconds / steps)
        self.up(contact)
        self.frame()
        self.wait(40)

    # The protocols.

    def value(self, code, part):
        axis = self.data.axes[code]
        return axis.min + round((axis.max - axis.min) * part)

    def _axes(self, contact, table):
        return [(EV_ABS, code, self.value(code, part)) for code, part in table if code in self.data.axes]

    def _mt(self, contact):
        major = 0 if self.data.ends == "major" and not contact.down else 0.2
        axes = self._axes(
            contact,
            [
                (ecodes.ABS_MT_POSITION_X, contact.x),
                (ecodes.ABS_MT_POSITION_Y, contact.y),
                (ecodes.ABS_MT_PRESSURE, contact.pressure),
                (ecodes.ABS_MT_TOUCH_MAJOR, major),
            ],
        )
        for code, value in [
            (ecodes.ABS_MT_TOOL_TYPE, contact.tool),
            (ecodes.ABS_MT_DISTANCE, contact.distance),
        ]:
            if code in self.data.axes:
                axes.append((EV_ABS, code, value))
        return axes

    def _slots(self):
        events = []
        for contact in self.ended:
            if contact.slot not in self.contacts:
                events += [
                    (EV_ABS, ecodes.ABS_MT_SLOT, contact.slot),
                    (EV_ABS, ecodes.ABS_MT_TRACKING_ID, -1),
                ]
        for contact in self.contacts.values():
            events += [
                (EV_ABS, ecodes.ABS_MT_SLOT, contact.slot),
                (EV_ABS, ecodes.ABS_MT_TRACKING_ID, contact.id),
            ]
            events += self._mt(contact)
        return events + self._first(self._touching())

    def _anonymous(self):
        shown = list(self.contacts.values()) + (self.ended if self.data.ends == "major" else [])
        events = []
        for contact in shown:
            if ecodes.ABS_MT_TRACKING_ID in self.data.axes:
                events.append((EV_ABS, ecodes.ABS_MT_TRACKING_ID, contact.id))
            events += self._mt(contact) + [(EV_SYN, ecodes.SYN_MT_REPORT, 0)]
        if not shown and self.data.ends != "key":
            events.append((EV_SYN, ecodes.SYN_MT_REPORT, 0))
        return events + self._first(self._touching())

    def _single(self):
        events = self._first(self._touching())
        if ecodes.ABS_PRESSURE in self.data.axes and not self._touching():
            events.append((EV_ABS, ecodes.ABS_PRESSURE, self.data.axes[ecodes.ABS_PRESSURE].min))
        return events

    def _touching(self):
        return [contact for contact in self.contacts.values() if contact.distance == 0]

    def _first(self, touching):
        """What a multi-touch panel tells single-touch readers, and a single-touch panel everybody."""
        events = []
        if ecodes.BTN_TOUCH in self.data.keys:
            events.append((EV_KEY, ecodes.BTN_TOUCH, 1 if touching else 0))
        for contact in touching[:1]:
            events += self._axes(
                contact,
                [
                    (ecodes.ABS_X, contact.x),
                    (ecodes.ABS_Y, contact.y),
                    (ecodes.ABS_PRESSURE, contact.pressure),
                ],
            )
        return events


def wait_for(condition, what, seconds=20):
    """Waits until `condition()` is true, and says what did not happen when it never is."""
    end = time.monotonic() + seconds
    while not (answer := condition()):
        if time.monotonic() > end:
            raise TimeoutError(f"waited {seconds} s for {what}")
        time.sleep(0.02)
    return answer


def is_settled(node):
    """Whether udev has looked at the node."""
    number = os.stat(node).st_rdev
    return os.path.exists(f"/run/udev/data/c{os.major(number)}:{os.minor(number)}")


def settle():
    """Waits until udev has nothing to do."""
    os.system("udevadm settle --timeout=20")
