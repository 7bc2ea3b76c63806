"""What a person does to a panel, for any panel."""

from evdev import ecodes


def everyday(panel):
    """Taps, a hold, a drag, and as far as the panel can tell them a second contact, a palm, hovering, and a
    tracking id that replaces another."""
    panel.tap(0.25, 0.25)
    panel.tap(0.75, 0.5, 20)
    panel.hold(0.5, 0.75, 700)
    panel.drag((0.1, 0.1), (0.9, 0.6))
    if panel.data.most > 1:
        two_contacts(panel)
    if panel.data.protocol == "type B":
        replacement(panel)
    if ecodes.ABS_MT_TOOL_TYPE in panel.data.axes and panel.data.axes[ecodes.ABS_MT_TOOL_TYPE].max >= 2:
        palm(panel)
    if ecodes.ABS_MT_DISTANCE in panel.data.axes:
        hover(panel)
    # In a single frame of one write, with no time between: a bounce.
    panel.tap(0.4, 0.4, 0)


def two_contacts(panel):
    first, second = panel.down(0.25, 0.25), panel.down(0.75, 0.75)
    panel.frame()
    panel.wait(30)
    panel.move(first, 0.3, 0.3)
    panel.frame()
    panel.wait(30)
    panel.up(first)
    panel.frame()
    panel.wait(30)
    panel.up(second)
    panel.frame()
    panel.wait(40)


def everywhere(panel, contacts):
    """`contacts` at a time, the highest slot first, where a panel has slots."""
    down = [panel.down((n + 0.5) / contacts, 0.5, slot=n) for n in reversed(range(contacts))]
    panel.frame()
    panel.wait(50)
    for contact in down:
        panel.up(contact)
    panel.frame()
    panel.wait(40)


def replacement(panel):
    contact = panel.down(0.25, 0.5)
    panel.frame()
    panel.wait(30)
    contact = panel.replace(contact, 0.75, 0.5)
    panel.frame()
    panel.wait(30)
    panel.up(contact)
    panel.frame()
    panel.wait(40)


def palm(panel):
    contact = panel.down(0.5, 0.5)
    panel.frame()
    panel.wait(30)
    panel.palm(contact)
    panel.frame()
    panel.wait(30)
    panel.up(contact)
    panel.frame()
    panel.wait(40)


def hover(panel):
    contact = panel.hover(0.5, 0.25)
    panel.frame()
    panel.wait(30)
    panel.land(contact)
    panel.frame()
    panel.wait(30)
    panel.up(contact)
    panel.frame()
    panel.wait(40)
