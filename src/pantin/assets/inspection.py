"""`inspect`: what is inside a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pantin.assets import DEFAULT_LIMITS, load_as, read_as, recognise_or_raise
from pantin.assets.asset import Asset
from pantin.assets.registry import GLTF, RIGY, name_of, seekable
from pantin.limits import Limits

if TYPE_CHECKING:
    from pantin.assets.registry import Source


@dataclass(frozen=True, slots=True)
class Inspection:
    """What is inside a file: `summary` has the members that its format has; `kind` says which.

    kind    "glTF", "Rigy", or "outline" for every other format
    faults  what kept a part of a glTF file from being looked at
    failed  whether a geometry check that a Rigy document asks for fails
    """

    path: str
    kind: str
    summary: Any

    @property
    def readable(self) -> bool:
        return self.kind != "glTF" or bool(self.summary.file.readable)

    @property
    def faults(self) -> tuple[str, ...]:
        return tuple(self.summary.file.faults) if self.kind == "glTF" else ()

    @property
    def failed(self) -> bool:
        return self.kind == "Rigy" and any(intent.status != "pass" for intent in self.summary.intents)

    def to_builtins(self) -> dict[str, Any]:
        """The JSON document that `pantin inspect --format json` prints."""
        inner = self.summary.to_builtins() if self.kind == "glTF" else msgspec.to_builtins(self.summary)
        return {"path": self.path, **inner}


def inspect(
    source: Source, *, name: str | None = None, gaps: bool = False, limits: Limits = DEFAULT_LIMITS
) -> Inspection:
    """What is inside a file, or bytes that would be called `name`; a damaged one as far as it can be read.

    With `gaps`, how far each two primitives of a Rigy document are apart. Raises what `load` raises.

    >>> inspection = pantin.inspect("examples/arm.glb")
    >>> inspection.kind, inspection.to_builtins()["skins"][0]["joints"]
    ('glTF', 3)
    """
    called, source = name_of(source, name), seekable(source, limits)
    format = recognise_or_raise(source, called, limits)
    if format is RIGY:
        return Inspection(called, "Rigy", _summarise_rigy(source, limits, gaps))
    if format is GLTF:
        from pantin.assets.gltf import summarise

        document = read_as(format, source, called, limits, False)
        return Inspection(called, "glTF", summarise(Asset(called, format, document=document)))
    asset = load_as(format, source, called, limits=limits)
    if format.summarise is not None:
        return Inspection(called, "outline", format.summarise(asset))
    from pantin.assets.outline import outline

    size = len(source) if isinstance(source, bytes) else source.stat().st_size
    return Inspection(called, "outline", outline(asset, size))


def _summarise_rigy(source: Path | bytes, limits: Limits, gaps: bool) -> Any:
    from pantin.files import read
    from pantin.rigy.summary import summarise

    if isinstance(source, bytes):
        return summarise(source, limits=limits, gaps=gaps)
    return summarise(bytes(read(source, limits.yaml_bytes)), path=source, limits=limits, gaps=gaps)
