"""A panel with a real HID report descriptor, made through uhid; hid-multitouch makes an input device of it."""

import os
import select
import struct
import threading

from panel import wait_for

DESTROY, GET_REPORT, GET_REPORT_REPLY, CREATE2, INPUT2, SET_REPORT, SET_REPORT_REPLY = (
    1,
    9,
    10,
    11,
    12,
    13,
    14,
)
BUS_USB, BUS_I2C = 0x03, 0x18


class Elan200A:
    """The ELAN 04f3:200a, an I2C panel of two contacts a report: Tip and In Range, a six-bit contact id, width,
    height, X twice (the contact and the tool), Y twice; then the scan time and the number of contacts."""

    name, bus, vendor, product = "ELAN 04F3:200A", BUS_I2C, 0x04F3, 0x200A
    node_name = name
    width, height, contacts = 3776, 2112, 10
    descriptor = bytes.fromhex(
        "05 0d 09 04 a1 01 85 01 09 22 a1 02 05 0d 09 42 15 00 25 01 75 01 95 01 81 02 09 32 81 02 75 06 09 51 25 3f 81 02"
        "26 ff 00 75 08 09 48 81 02 09 49 81 02 95 01 05 01 26 c0 0e 75 10 55 0f 65 11 09 30 35 00 46 26 01 95 02 81 02"
        "26 40 08 46 a6 00 09 31 81 02 c0 a1 02 05 0d 09 42 15 00 25 01 75 01 95 01 81 02 09 32 81 02 75 06 09 51 25 3f"
        "81 02 26 ff 00 75 08 09 48 81 02 09 49 81 02 95 01 05 01 26 c0 0e 75 10 55 0f 65 11 09 30 35 00 46 26 01 95 02"
        "81 02 26 40 08 46 a6 00 09 31 81 02 c0 05 0d 09 56 55 00 65 00 27 ff ff 00 00 95 01 75 20 81 02 09 54 25 7f 95"
        "01 75 08 81 02 85 0a 09 55 25 0a b1 02 85 0e 06 00 ff 09 c5 15 00 26 ff 00 75 08 96 00 01 b1 02 c0"
    )
    features = {0x0A: bytes([0x0A, 10]), 0x0E: bytes([0x0E]) + bytes(256)}

    @staticmethod
    def contact(number, x, y, tip=True, near=True):
        return struct.pack("<BBBHHHH", tip | near << 1 | number << 2, 12, 12, x, x, y, y)

    @classmethod
    def reports(cls, contacts, scan_time):
        """The reports of one frame; `contacts` are results of `contact`."""
        for first in range(0, max(len(contacts), 1), 2):
            pair = b"".join(contacts[first : first + 2]).ljust(22, b"\0")
            yield b"\x01" + pair + struct.pack("<IB", scan_time, len(contacts) if first == 0 else 0)


class EgalaxTwice:
    """An eGalax controller that tells its one contact in two reports. The kernel's quirk for 0eef:0001 makes an input
    device of each: two touchscreens of one piece of hardware."""

    name, bus, vendor, product = "eGalax TouchController", BUS_USB, 0x0EEF, 0x0001
    node_name, width, height, features = name + " Touchscreen", 4095, 4095, {}
    descriptor = b"".join(
        bytes.fromhex("05 0d 09 04 a1 01 85")
        + bytes([number])
        + bytes.fromhex(
            "09 22 a1 02 09 42 15 00 25 01 75 01 95 01 81 02 75 07 81 03"
            "05 01 26 ff 0f 75 10 09 30 81 02 09 31 81 02 c0 c0"
        )
        for number in (1, 2)
    )

    @staticmethod
    def contact(_number, x, y, tip=True):
        return struct.pack("<BHH", tip, x, y)

    @staticmethod
    def reports(contacts, _scan_time):
        return [bytes([number]) + contacts[0] for number in (1, 2)]


class HidPanel:
    """The panel; `send` makes a frame of contacts. `node` is its event node."""

    def __init__(self, model=Elan200A):
        self.model, self.scan_time, self.closing = model, 0, False
        before = set(os.listdir("/dev/input"))
        self.descriptor = os.open("/dev/uhid", os.O_RDWR)
        os.write(
            self.descriptor,
            struct.pack(
                "<I128s64s64sHHIIII4096s",
                CREATE2,
                model.name.encode(),
                b"",
                b"",
                len(model.descriptor),
                model.bus,
                model.vendor,
                model.product,
                0,
                0,
                model.descriptor,
            ),
        )
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

        def found():
            for entry in sorted(set(os.listdir("/dev/input")) - before):
                name = f"/sys/class/input/{entry}/device/name"
                if (
                    entry.startswith("event")
                    and os.path.exists(name)
                    and open(name).read().strip() == model.node_name
                ):
                    return "/dev/input/" + entry

        self.node = wait_for(found, f"the kernel to make a device of {model.name}")
        os.system("udevadm settle --timeout=20")

    def _serve(self):
        while not self.closing:
            if not select.select([self.descriptor], [], [], 0.1)[0]:
                continue
            data = os.read(self.descriptor, 4380)
            (kind,) = struct.unpack_from("<I", data)
            if kind == GET_REPORT:
                request, number, _ = struct.unpack_from("<IBB", data, 4)
                answer = self.model.features.get(number, b"")
                os.write(
                    self.descriptor,
                    struct.pack(
                        "<IIHH4096s", GET_REPORT_REPLY, request, 0 if answer else 5, len(answer), answer
                    ),
                )
            elif kind == SET_REPORT:
                (request,) = struct.unpack_from("<I", data, 4)
                os.write(self.descriptor, struct.pack("<IIH", SET_REPORT_REPLY, request, 0))

    def send(self, *contacts):
        self.scan_time += 100
        for report in self.model.reports(list(contacts), self.scan_time):
            os.write(self.descriptor, struct.pack("<IH4096s", INPUT2, len(report), report))

    def contact(self, number, x, y, **more):
        """Contact `number` at x and y from 0 to 1."""
        return self.model.contact(number, round(self.model.width * x), round(self.model.height * y), **more)

    def close(self):
        self.closing = True
        self.thread.join()
        os.write(self.descriptor, struct.pack("<I", DESTROY))
        os.close(self.descriptor)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
