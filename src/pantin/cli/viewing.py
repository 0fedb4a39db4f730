"""Options of `pantin render` made into a view, a size and what is shown, with a sentence for each that cannot
be."""

from __future__ import annotations

from math import isfinite

from pantin.cli.exit import UsageError
from pantin.cli.posing import place
from pantin.report.catalogue import did_you_mean
from pantin.rig import Rig
from pantin.viewer.camera import VIEWS, View
from pantin.viewer.stage import Show

PARTS = ("mesh", "skeleton", "wireframe", "colliders")

LONGEST = 24
"""Characters of a size: who asks for too large a picture is told the limit, and no endless number is read."""


def size(text: str) -> tuple[int, int]:
    """Pixels across and down, from `800x600`."""
    across, x, down = text.lower().partition("x")
    if not x or not across.isdecimal() or not down.isdecimal() or len(text) > LONGEST:
        raise UsageError(f"--size {text}: expected pixels across and down, as 800x600")
    return int(across), int(down)


def view(text: str) -> View:
    """A view by name, or from `yaw,pitch` in degrees."""
    if text in VIEWS:
        return VIEWS[text]
    try:
        yaw, pitch = (float(part) for part in text.split(","))
    except ValueError:
        raise UsageError(f"--camera {text}: expected yaw,pitch or one of {', '.join(VIEWS)}") from None
    if not isfinite(yaw) or not -90 <= pitch <= 90:
        raise UsageError(f"--camera {text}: the pitch lies from -90, below, to 90, above")
    return View(yaw, pitch)


def shown(rig: Rig, text: str) -> Show:
    """What to draw, from words with commas between. A bone's name may have commas: it is the longest that
    fits."""
    words, weights = text.split(","), None
    for at, word in enumerate(words):
        if word.startswith("weights="):
            name = word.removeprefix("weights=")
            rest = words[at + 1 :]
            while rest and rest[0] not in PARTS and not rest[0].startswith("weights="):
                name += "," + rest.pop(0)
            weights = place(name, rig.nodes.names, "node")
            words = words[:at] + rest
            break
    for word in words:
        if word not in PARTS:
            hint = did_you_mean(word, [*PARTS, "weights=BONE"])
            raise UsageError(f"--show: {word!r} is none of {', '.join(PARTS)}, weights=BONE.{hint}")
    return Show(**{part: part in words for part in PARTS}, weights=weights)
