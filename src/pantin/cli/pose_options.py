"""Options that several commands share (`--set`, `--blend`, `--motion`), as the library takes them."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from pathlib import Path

from pantin.base.options import Option
from pantin.cli.exit import UsageError

POSE = (
    Option(
        "clip",
        str,
        "The clip to take the pose from, by name or index; the first if only --time is given.",
    ),
    Option("time", float, "Seconds into the clip; 0 if only --clip is given."),
    Option(
        "set",
        str,
        "NODE=rx,ry,rz rotates a node, by name, index or humanoid bone: degrees about x, then y, then z "
        "of its parent. NODE=yw:90,xz:10 rotates it in planes, in any dimension: degrees from the first "
        "axis towards the second; planes from left to right.",
        repeated=True,
    ),
    Option("pose", Path, "A JSON file of local transforms and blend weights."),
    Option(
        "blend",
        str,
        "NAME=X gives a blend shape, by name or index, the weight X in every mesh that has it.",
        repeated=True,
    ),
)
"""The pose of a rig of any dimension."""

EXPRESSION = Option(
    "expression", str, "NAME=X shows an expression of a VRM at the weight X, from 0 to 1.", repeated=True
)

LOOK_AT = Option("look_at", str, "x,y,z is the point that the eyes of a VRM look at.")

CONSTRAINTS = Option(
    "constraints",
    bool,
    "Whether nodes with a constraint follow the nodes that it names.",
    True,
    negative="--no-constraints",
)

ROTATE = Option(
    "rotate",
    str,
    "Rotate the posed model about the origin first: degrees in planes, as in xw:30,yz:10, from the first "
    "axis towards the second; planes from left to right.",
)

CUT = (
    ROTATE,
    Option("w", float, "Cut a 4D model where w has this value; 0 if not given."),
    *(
        Option(axis, float, f"Cut a model of {size} or more dimensions where {axis} has this value; 0.")
        for size, axis in zip(("five", "six", "seven", "eight"), "vuts", strict=True)
    ),
    Option("plane", str, "Cut it by the 3-space a,b,c,d,e: the normal, and its distance from the origin."),
    Option(
        "project",
        str,
        "Draw all edges of a 4D model instead of cutting it.",
        choices=("orthographic", "perspective"),
    ),
    Option("distance", float, "How far the eye is away, for --project perspective."),
)
"""How a model of four dimensions or more is shown in three."""

MOTION = Option(
    "motion",
    Path,
    "Take the clip from another file, whose skeleton may be another one.",
)


def rotations(options: Sequence[str] | None) -> dict[str | int, Sequence[float] | str]:
    """Degrees about x, y and z by node, from `NODE=rx,ry,rz`; or in planes, from `NODE=yw:90`."""
    result: dict[str | int, Sequence[float] | str] = {}
    for option in options or ():
        name, text = _split(option, "--set", "NODE=rx,ry,rz or NODE=yw:90")
        degrees = text if ":" in text else _angles(text, option)
        result.pop(name, None)  # the last one counts, in its place
        result[name] = degrees
    return result


def _angles(text: str, option: str) -> list[float]:
    """Three finite numbers with commas between them."""
    try:
        angles = [float(word) for word in text.split(",")]
    except ValueError:
        angles = []
    if len(angles) != 3:
        raise UsageError(
            f"--set {option}: expected three angles, as in elbow=0,0,45, or planes, as in elbow=yw:90"
        )
    return numbers(text, f"--set {option}")


def weights(options: Sequence[str] | None, flag: str = "--blend") -> dict[str | int, float]:
    """Weights by name, from `NAME=X`."""
    result: dict[str | int, float] = {}
    for option in options or ():
        name, text = _split(option, flag, "NAME=X")
        given = numbers(text, f"{flag} {option}")
        if len(given) != 1:
            raise UsageError(f"{flag} {option}: one weight is expected, as in smile=0.8")
        result[name] = given[0]
    return result


def plane_of(text: str | None) -> list[float] | None:
    """A 3-space, from `a,b,c,d,e`."""
    return None if text is None else numbers(text, "--plane")


def point(text: str | None) -> list[float] | None:
    """A point of the world, from `x,y,z`."""
    if text is None:
        return None
    found = numbers(text, "--look-at")
    if len(found) != 3:
        raise UsageError(f"--look-at {text}: three numbers are expected, as in 0,1.5,2")
    return found


def _split(option: str, flag: str, form: str) -> tuple[str, str]:
    """Name and value; the last = divides them, for names may have one."""
    name, equals, value = option.rpartition("=")
    if not equals or not name:
        raise UsageError(f"{flag} {option}: expected {form}")
    return name, value


def numbers(text: str, option: str) -> list[float]:
    """Finite numbers with commas between them."""
    try:
        result = [float(word) for word in text.split(",")]
    except ValueError:
        raise UsageError(f"{option}: {text!r} is not made of numbers") from None
    if not all(map(isfinite, result)):
        raise UsageError(f"{option}: a number is not finite")
    return result
