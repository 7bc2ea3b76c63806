"""What a check says when it fails: expected and received side by side, from the first difference."""

import itertools


class Difference(Exception):
    """Two things that should be equal are not."""


def lines(thing):
    if isinstance(thing, str):
        return thing.splitlines()
    return [str(item) for item in thing] if isinstance(thing, (list, tuple)) else [str(thing)]


def expect(received, expected, what, context=3, most=20):
    """Raises Difference unless both are equal."""
    if received == expected:
        return
    pairs = list(itertools.zip_longest(lines(expected), lines(received), fillvalue="(nothing)"))
    first = next((index for index, (a, b) in enumerate(pairs) if a != b), 0)
    shown = pairs[max(first - context, 0) :][:most]
    width = max([len("expected")] + [len(left) for left, _ in shown])
    text = [f"{what}; they differ from line {first + 1}", f"  {'expected':<{width}} | received"]
    text += [f"{'≠' if left != right else ' '} {left:<{width}} | {right}" for left, right in shown]
    raise Difference("\n".join(text))


def expect_true(condition, what):
    if not condition:
        raise Difference(what)
