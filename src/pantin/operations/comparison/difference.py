"""The result of a comparison: each difference, its place and its size."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, get_args

from pantin.base.records import Record

Kind: TypeAlias = Literal[
    "hierarchy",
    "names",
    "transforms",
    "geometry",
    "joints",
    "binds",
    "weights",
    "blend_shapes",
    "clips",
    "materials",
    "images",
    "springs",
    "constraints",
    "character",
    "cameras",
    "lights",
]
"""The kinds of differences."""

KINDS: tuple[Kind, ...] = get_args(Kind)


def is_default_name(mine: str | None, theirs: str | None, kind: str) -> bool:
    """Whether one file has no name for a thing and the other has its number as the name, as formats that
    require names write it: `"node_3"` of a node, `"0"` of a blend shape."""
    if (mine is None) == (theirs is None):
        return False
    number = (mine or theirs or "").lower().removeprefix(kind).lstrip("_ ")
    return number.isdecimal()


class Change(Record):
    """One difference.

    where    the thing in the first file, or in the second where only that one has it: `node 'hip' (3)`
    error    how far posed vertices or nodes are apart, in the unit of the file, where it is a distance
    follows  whether it is a consequence of the differences of transforms, vertices or keys before it

    >>> pantin.diff("examples/arm.glb", "examples/face.gltf").differences[0].kind
    'hierarchy'
    """

    kind: Kind
    where: str
    message: str
    error: float | None = None
    follows: bool = False

    def __str__(self) -> str:
        return f"{self.kind}: {self.where}: {self.message}"


class Difference(Record):
    """How two rigs differ. True where they do.

    max_error    the largest distance of a posed vertex, at rest and over every clip, in the unit of the file
    tolerance    the distance below which nothing counts
    differences  sorted by kind; those that follow from others last

    >>> difference = pantin.diff("examples/arm.glb", "examples/arm.glb")
    >>> difference.equal, difference.max_error
    (True, 0.0)
    """

    max_error: float
    tolerance: float
    differences: tuple[Change, ...] = ()

    @property
    def equal(self) -> bool:
        return not self.differences

    def __bool__(self) -> bool:
        return not self.equal

    @property
    def causes(self) -> tuple[Change, ...]:
        """The differences that are not consequences of others."""
        return tuple(change for change in self.differences if not change.follows)

    def __str__(self) -> str:
        if self.equal:
            return "no difference"
        followers = len(self.differences) - len(self.causes)
        more = [f"{followers} more follow from these"] if followers else []
        return "\n".join([*map(str, self.causes), *more])

    def to_builtins(self) -> dict[str, Any]:
        """The JSON document that `pantin diff --format json` prints."""
        listed = []
        for change in self.differences:
            row: dict[str, Any] = {"kind": change.kind, "where": change.where, "message": change.message}
            if change.error is not None:
                row["error"] = change.error
            if change.follows:
                row["follows"] = True
            listed.append(row)
        return {"equal": self.equal, "max_error": self.max_error, "differences": listed}
