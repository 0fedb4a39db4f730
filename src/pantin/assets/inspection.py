"""`inspect`: a summary of the content of a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from pantin.assets import DEFAULT_LIMITS, Asset, load_as, recognise_or_raise, variant_options
from pantin.assets.registry import name_of, seekable
from pantin.files import Resolver
from pantin.limits import Limits

if TYPE_CHECKING:
    from pantin.assets.registry import Source


@dataclass(frozen=True, slots=True)
class Inspection:
    """The content of a file: `summary` has the members of its format, named by `kind`.

    kind    "glTF", "Rigy", or "outline" for every other format
    faults  why parts of a glTF file could not be read
    failed  whether a geometry check of a Rigy document fails
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
    source: Source | Asset,
    *,
    name: str | None = None,
    gaps: bool = False,
    limits: Limits = DEFAULT_LIMITS,
    allow_outside: bool = False,
    variants: Mapping[str, str] | None = None,
) -> Inspection:
    """Summarise an asset, the content of a file, or of the bytes of a file called `name`; a damaged file as
    far as it can be read. `to_builtins()` of the result has the tables as plain data.

    With `gaps`, include the distance between each two primitives of a Rigy document. References must stay
    inside the folder of the file unless `allow_outside`. `variants` are those of `load`. Raises what `load`
    raises.

    >>> inspection = pantin.inspect("examples/arm.glb")
    >>> inspection.kind, inspection.to_builtins()["skins"][0]["joints"]
    ('glTF', 3)
    """
    if isinstance(source, Asset):
        return _inspect_asset(source)
    called, source = name_of(source, name), seekable(source, limits)
    format = recognise_or_raise(source, called, limits)
    chosen = variant_options(format, called, variants)
    if format.summarise is not None:
        resolver = Resolver.of(source, allow_outside=allow_outside)
        return Inspection(called, format.name, format.summarise(source, called, limits, resolver, gaps))
    from pantin.assets.summary import summarise_asset

    asset = load_as(format, source, called, limits=limits, allow_outside=allow_outside, **chosen)
    size = len(source) if isinstance(source, bytes) else source.stat().st_size
    about = {} if asset.from_rig else format.about(asset.document)
    return Inspection(called, "outline", summarise_asset(asset, size, **about))


def _inspect_asset(asset: Asset) -> Inspection:
    """An asset as it is now: with its edits."""
    from pantin.assets.registry import GLTF

    if asset.format is GLTF:
        from pantin.assets.gltf import summarise_asset as summarise_gltf

        return Inspection(asset.path, asset.format.name, summarise_gltf(asset))
    from pantin.assets.summary import summarise_asset

    about = {} if asset.from_rig else asset.format.about(asset.document)
    return Inspection(
        asset.path, "outline", summarise_asset(asset, len(getattr(asset.document, "data", b"")), **about)
    )
