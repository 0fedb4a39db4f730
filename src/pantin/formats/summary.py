"""What `inspect` shows of a file: members for programs, and the tables of them for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from pantin.report.wording import counted, format_point, format_size, printable

if TYPE_CHECKING:
    from pantin.operations.statistics import RigStatistics

Row = tuple[object, ...]
"""The cells of a table: None is unknown, and of a tuple of names the first are shown."""


class Table(NamedTuple):
    """A table; one with an `option` of `inspect` is shown only if that is given, and "always" even where only
    the lines that matter are."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Row]
    option: str = ""


class Overview(Struct, frozen=True, kw_only=True):
    """The row of a file in the table of a folder; None is unknown, or not applicable."""

    kind: str
    bytes: int | None = None
    triangles: int | None = None
    nodes: int | None = None
    joints: int | None = None
    materials: int | None = None
    texture_bytes: int | None = None
    clips: int | None = None
    seconds: float | None = None
    expressions: int | None = None
    springs: int | None = None
    title: str | None = None
    author: str | None = None
    license: str | None = None


class Summary(Struct, frozen=True):
    """The summary of a file. The fields of a subclass are the members of `pantin inspect --format json`, in
    their order; the methods say how they are printed."""

    @property
    def readable(self) -> bool:
        """Whether there is anything to show."""
        return True

    @property
    def faults(self) -> tuple[str, ...]:
        """Why parts of the file could not be read."""
        return ()

    @property
    def failed(self) -> bool:
        """Whether the file fails its own checks."""
        return False

    @property
    def rig(self) -> RigStatistics | None:
        return None

    def headline(self) -> str:
        """The first line. Every kind of summary has its own; structs cannot be abstract classes."""
        raise NotImplementedError

    def tables(self) -> Iterator[Table]:
        """All tables, in their order; those without rows are not printed."""
        raise NotImplementedError

    def overview(self) -> Overview:
        """The row of the file in the table of a folder."""
        return Overview(kind=self.headline().split(",")[0].split(":")[0])

    def facts(self) -> Iterator[tuple[str, str]]:
        """The lines that matter most, each with its name. A summary with facts shows its tables only where
        they are asked for; one without any is short, and always shows them."""
        return iter(())

    def tree(self) -> Sequence[tuple[str, int | None]]:
        """The label and the parent of each node, to be shown below the facts."""
        return ()

    def notes(self) -> Iterator[str]:
        """Paragraphs below the tables."""
        return iter(())


def rig_tables(rig: RigStatistics | None) -> Iterator[Table]:
    """Tables of the rig itself."""
    if rig is None:
        return
    columns = ("skin", "vertices by number of influences", "joints with bind ≠ rest")
    yield Table("influences", columns, list(_influence_rows(rig)))
    yield Table("bounds", ("clip", "name", "frames", "from", "to"), list(_bounds_rows(rig)))


def _influence_rows(rig: RigStatistics) -> Iterator[Row]:
    for index, skin in enumerate(rig.skins):
        counts = ", ".join(f"{number}: {count:,}" for number, count in skin.influences.items())
        yield index, counts or None, len(skin.bind_not_rest)


def _bounds_rows(rig: RigStatistics) -> Iterator[Row]:
    """A row for the rest pose, then one for each clip."""
    if rig.bounds is not None:
        yield "rest", "", "", format_point(rig.bounds.min), format_point(rig.bounds.max)
    for index, clip in enumerate(rig.clips):
        box = clip.bounds
        if box is None and rig.bounds is None:
            continue  # a motion, without vertices
        low, high = (None, None) if box is None else (format_point(box.min), format_point(box.max))
        yield index, clip.name, clip.frames, low, high


MIPMAPS = 4 / 3
"""All levels of a texture together, relative to the first."""


def texture_bytes(sizes: Iterable[tuple[int, int] | None]) -> int:
    """The memory of images on a graphics card: four bytes a pixel, with mipmaps, as engines load a PNG or
    JPEG unless they compress it themselves. The size of an image is None where its header is unknown."""
    return round(sum(width * height * 4 * MIPMAPS for width, height in filter(None, sizes)))


def describe_textures(sizes: Sequence[tuple[int, int] | None]) -> str:
    memory = format_size(texture_bytes(sizes))
    return f"{counted(len(sizes), 'image')}, {memory} in memory (RGBA with mipmaps)"


MOST_NAMES = 24
"""Names that a line lists."""


def list_names(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMES:,} more" if len(names) > MOST_NAMES else ""
    return printable(", ".join(names[:MOST_NAMES])) + more


def extent(rig: RigStatistics | None) -> list[str]:
    """Width, height and depth at rest."""
    if rig is None or rig.bounds is None:
        return []
    sides = (high - low for low, high in zip(rig.bounds.min, rig.bounds.max, strict=True))
    return [f"{' x '.join(f'{side:.3g}' for side in sides)} m"]


def motion_facts(
    clips: Sequence[tuple[str | None, float | None]],
    word: str,
    shapes: Iterable[str | None],
    rig: RigStatistics | None,
) -> Iterator[tuple[str, str]]:
    """The lines about what moves: clips with their lengths, blend shapes under the word of the format,
    expressions and springs."""
    if clips:
        described = [f"{name or '-'} {seconds or 0:.2f} s" for name, seconds in clips]
        yield "clips", f"{len(clips)}: {list_names(described)}"
    names = tuple(dict.fromkeys(name or "-" for name in shapes))
    if names:
        yield word, f"{len(names)}: {list_names(names)}"
    if rig is not None and rig.expressions:
        yield "expressions", f"{len(rig.expressions)}: {list_names(rig.expressions)}"
    if rig is not None and rig.springs is not None:
        springs = counted(len(rig.springs.springs), "chain")
        colliders = counted(len(rig.springs.colliders), "collider")
        yield "springs", f"{springs}, {counted(rig.springs.joints, 'joint')}, {colliders}"
