"""The result of a comparison: what is different, where, and by how much."""

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
"""What a difference is about."""

KINDS: tuple[Kind, ...] = get_args(Kind)


class Change(Record):
    """One difference.

    where  the thing in the first file, or in the second where only that one has it: `node 'hip' (3)`
    error  how far posed vertices or nodes are apart, in the unit of the file, where it is a distance
    """

    kind: Kind
    where: str
    message: str
    error: float | None = None

    def __str__(self) -> str:
        return f"{self.kind}: {self.where}: {self.message}"


class Difference(Record):
    """How two rigs differ. True where they do.

    max_error    the largest distance of a posed vertex, at rest and over every clip, in the unit of the file
    tolerance    the distance below which nothing counts
    differences  sorted by kind
    """

    max_error: float
    tolerance: float
    differences: tuple[Change, ...] = ()

    @property
    def equal(self) -> bool:
        return not self.differences

    def __bool__(self) -> bool:
        return not self.equal

    def __str__(self) -> str:
        if self.equal:
            return "no difference"
        return "\n".join(map(str, self.differences))

    def to_builtins(self) -> dict[str, Any]:
        """The JSON document that `pantin diff --format json` prints."""
        listed = []
        for change in self.differences:
            row: dict[str, Any] = {"kind": change.kind, "where": change.where, "message": change.message}
            if change.error is not None:
                row["error"] = change.error
            listed.append(row)
        return {"equal": self.equal, "max_error": self.max_error, "differences": listed}
