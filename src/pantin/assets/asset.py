"""A file that was read, of whatever format: its document kept whole, the rig in it, and the report on it."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from pantin.errors import PantinError
from pantin.limits import Limits

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document as G4mfDocument
    from pantin.formats.gltf.document import Document as GltfDocument
    from pantin.formats.lifted import Lifted
    from pantin.formats.off.document import Document as OffDocument
    from pantin.report import Finding, Report
    from pantin.rig import Rig

Source: TypeAlias = "str | os.PathLike[str] | bytes"
"""A file, or the bytes of one."""

DEFAULT_LIMITS = Limits()


class Asset(ABC):
    """A file that was read: its `document`, kept whole, the `rig` in it, and the `report` on it.

    Rig and report are made when first asked for, of the document as it is then. `family` is the family of
    formats that the document is of. One that was made of something else is not `from_file`, and has `losses`:
    findings on what did not come along into the document.

    >>> asset = pantin.load("examples/arm.glb")
    >>> asset.document.kind, asset.rig.dimension, asset.report.ok
    ('glb', 3, True)
    """

    family: ClassVar[str]
    from_file = True
    losses: tuple[Finding, ...] = ()
    inputs: tuple[tuple[str, bytes], ...] = ()
    """The files a text was compiled from, with their bytes."""

    shown_by: ClassVar[Callable[[Asset], str] | None] = None
    """Makes the HTML that a notebook shows; `pantin` gives it, since the viewer stands above this room."""

    document: GltfDocument | G4mfDocument | OffDocument

    def __init__(self, document: GltfDocument | G4mfDocument | OffDocument, path: str) -> None:
        self.document = document
        self.path = path

    @cached_property
    @abstractmethod
    def lifted(self) -> Lifted:
        """The rig with the findings on what of the file is no part of it."""

    @property
    def rig(self) -> Rig:
        """What the file means as a rig: node i, mesh i, skin i and clip i are those of the file.

        Raises `Unsupported` where reading it needs something that is not installed, and `LimitExceeded`.
        """
        return self.lifted.rig

    @cached_property
    @abstractmethod
    def report(self) -> Report:
        """The findings of every rule of the format, and of every rule about rigs."""

    def _repr_html_(self) -> str | None:
        """How a notebook shows the asset: as a page in a frame, or by its `repr` where there is none to be
        made."""
        try:
            return None if Asset.shown_by is None else Asset.shown_by(self)
        except PantinError:
            return None


def not_yet_said(found: Iterable[Finding], said: Iterable[Finding]) -> list[Finding]:
    """Findings on what is no part of the rig, less those at places of which the rules of the format `said`
    what is wrong."""
    known = set(_ancestry(one.pointer or "" for one in said if one.severity != "info"))
    return [one for one in found if one.pointer not in known]


def _ancestry(places: Iterable[str]) -> Iterator[str]:
    """The places and all around them: `/nodes/3` and `/nodes` too for `/nodes/3/rotation`."""
    for place in places:
        yield place
        for at, character in enumerate(place):
            if character == "/":
                yield place[:at]
