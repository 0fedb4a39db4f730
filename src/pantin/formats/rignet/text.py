"""The lines of a rig: `joints NAME X Y Z`, `root NAME`, `hier PARENT CHILD`, `skin VERTEX NAME WEIGHT …`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from msgspec import Struct, field

from pantin.report.wording import quoted

OPENING = re.compile(rb"\s*joints\s+\S+(?:\s+[-+0-9.eE]+){3}\s*[\r\n]")
"""The first line of a rig."""

Influence = tuple[str, float]


class RigNetError(ValueError):
    """A line cannot be read, or contradicts another; the message says why."""

    def __init__(self, why: str, line: int | None = None) -> None:
        super().__init__(why)
        self.line = line


class RigText(Struct):
    """What the lines say.

    positions  of the joints in the world, in the order of the file
    parents    the parent of each child
    skin       joints and weights of each vertex that has a line
    """

    positions: dict[str, tuple[float, float, float]] = field(default_factory=dict)
    root: str | None = None
    parents: dict[str, str] = field(default_factory=dict)
    skin: dict[int, list[Influence]] = field(default_factory=dict)


def read_text(data: bytes) -> RigText:
    """The rig in the bytes of a text file. Raises `RigNetError`."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise RigNetError("the file is not UTF-8") from None
    rig = RigText()
    lines = [(number, line.split()) for number, line in enumerate(text.splitlines(), 1)]
    for keyword in READERS:  # joints first: other lines refer to them
        for number, words in lines:
            if words and words[0] == keyword:
                READERS[keyword](rig, words[1:], number)
    for number, words in lines:
        if words and words[0] not in READERS:
            raise RigNetError(f"expected joints, root, hier or skin, found {quoted(words[0][:80])}", number)
    if not rig.positions:
        raise RigNetError("the file has no joints")
    if rig.root is None:
        raise RigNetError("the file has no line 'root'")
    _require_tree(rig)
    if rig.root in rig.parents:
        parent = quoted(rig.parents[rig.root])
        raise RigNetError(f"the root {quoted(rig.root)} has the parent {parent}, expected none")
    return rig


def _read_joint(rig: RigText, words: list[str], line: int) -> None:
    if len(words) != 4:
        raise RigNetError(f"expected a name and 3 coordinates after 'joints', found {_words(words)}", line)
    name, *coordinates = words
    if name in rig.positions:
        raise RigNetError(f"joint {quoted(name)} is listed twice", line)
    x, y, z = (_number(word, line) for word in coordinates)
    rig.positions[name] = (x, y, z)


def _read_root(rig: RigText, words: list[str], line: int) -> None:
    if len(words) != 1:
        raise RigNetError(f"expected the name of a joint after 'root', found {_words(words)}", line)
    if rig.root is not None:
        raise RigNetError(f"the rig has two roots, {quoted(rig.root)} and {quoted(words[0])}", line)
    rig.root = _check_known(rig, words[0], line)


def _read_hierarchy(rig: RigText, words: list[str], line: int) -> None:
    if len(words) != 2:
        raise RigNetError(f"expected a parent and a child after 'hier', found {_words(words)}", line)
    parent, child = (_check_known(rig, word, line) for word in words)
    if child in rig.parents:
        raise RigNetError(f"joint {quoted(child)} has two parents", line)
    rig.parents[child] = parent


def _read_skin(rig: RigText, words: list[str], line: int) -> None:
    if not words or not (words[0].isascii() and words[0].isdigit()) or len(words[0]) > 18:
        raise RigNetError(f"expected the index of a vertex after 'skin', found {_words(words)}", line)
    if len(words) % 2 == 0:
        raise RigNetError(f"expected pairs of a joint and a weight, found {_words(words[1:])}", line)
    influences = rig.skin.setdefault(int(words[0]), [])
    for name, weight in zip(words[1::2], words[2::2], strict=True):
        influences.append((_check_known(rig, name, line), _number(weight, line)))


READERS = {"joints": _read_joint, "root": _read_root, "hier": _read_hierarchy, "skin": _read_skin}


def _words(words: list[str]) -> str:
    return quoted(" ".join(words)[:80]) if words else "nothing"


def _check_known(rig: RigText, name: str, line: int) -> str:
    if name not in rig.positions:
        raise RigNetError(f"unknown joint {quoted(name[:80])}", line)
    return name


def _number(word: str, line: int) -> float:
    try:
        value = float(word)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise RigNetError(f"expected a finite number, found {quoted(word[:80])}", line)
    return value


def _require_tree(rig: RigText) -> None:
    """Raise for joints that are their own ancestors."""
    safe: set[str] = set()
    for name in rig.positions:
        path: list[str] = []
        joint: str | None = name
        while joint is not None and joint not in safe:
            if len(path) > len(rig.positions):
                raise RigNetError(f"joint {quoted(joint)} is its own ancestor")
            path.append(joint)
            joint = rig.parents.get(joint)
        safe.update(path)


def write_text(rig: RigText) -> Iterator[str]:
    """The lines in the order of RigNet's own writer, numbers with nine digits."""
    for name, position in rig.positions.items():
        yield f"joints {name} {' '.join(map(_digits, position))}\n"
    yield f"root {rig.root}\n"
    for vertex, influences in rig.skin.items():
        pairs = " ".join(f"{name} {_digits(weight)}" for name, weight in influences)
        yield f"skin {vertex} {pairs}\n"
    for child, parent in rig.parents.items():
        yield f"hier {parent} {child}\n"


def _digits(value: float) -> str:
    """Nine digits, which give a float32 back; RigNet itself writes eight decimals, and four of weights."""
    return f"{value:.9g}"
