"""Reports of `combine` besides the rig: renamed things, and things of a part that could not be kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from pantin.base.records import Record


class Renamed(Record):
    """A thing of a part that was renamed because the body already had its name."""

    kind: str
    old: str
    new: str


class Dropped(Record):
    """A thing of a part that the result lacks, and the reason."""

    what: str
    why: str


class Names:
    """The names in use, by kind of thing; and the renamed things."""

    def __init__(self) -> None:
        self._taken: dict[str, set[str]] = {}
        self.renamed: list[Renamed] = []

    def take(self, kind: str, names: Sequence[str | None]) -> None:
        """Names that stay as they are."""
        self._taken.setdefault(kind, set()).update(name for name in names if name is not None)

    def free(self, kind: str, name: str | None) -> str | None:
        """The name, with a number where it is taken."""
        if name is None:
            return None
        taken = self._taken.setdefault(kind, set())
        chosen = next(candidate for candidate in _candidates(name) if candidate not in taken)
        taken.add(chosen)
        if chosen != name:
            self.renamed.append(Renamed(kind, name, chosen))
        return chosen


def _candidates(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}.{number:03}" for number in count(1))
