"""`inspect`: a summary of the content of a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from pantin.base.limits import Limits
from pantin.base.records import Record
from pantin.formats.registry import name_of, seekable
from pantin.verbs.asset import Asset
from pantin.verbs.load import DEFAULT_LIMITS, load_as, read_as, recognise_or_raise, variant_options

if TYPE_CHECKING:
    from pantin.formats.registry import Source


class Inspection(Record):
    """The content of a file: `summary` has the members of its format, named by `kind`.

    kind    the name of a format with a summary of its own, or "outline"
    faults  why parts of a glTF file could not be read
    failed  whether a geometry check of a Rigy document fails
    """

    path: str
    kind: str
    summary: Any

    @property
    def readable(self) -> bool:
        return bool(getattr(self.summary, "readable", True))

    @property
    def faults(self) -> tuple[str, ...]:
        return tuple(getattr(self.summary, "faults", ()))

    @property
    def failed(self) -> bool:
        return bool(getattr(self.summary, "failed", False))

    def to_builtins(self) -> dict[str, Any]:
        """The JSON document that `pantin inspect --format json` prints."""
        plain = getattr(self.summary, "to_builtins", None)
        return {"path": self.path, **(plain() if plain else msgspec.to_builtins(self.summary))}


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
        size = 0 if source.format.summarise else len(getattr(source.document, "data", b""))
        return _inspect(source, size, gaps)
    called, source = name_of(source, name), seekable(source, limits)
    format = recognise_or_raise(source, called, limits)
    chosen = variant_options(format, called, variants)
    if format.summarise is not None:
        document = read_as(format, source, called, limits, allow_outside, **chosen)
        return _inspect(Asset(called, format, document=document), 0, gaps)
    asset = load_as(format, source, called, limits=limits, allow_outside=allow_outside, **chosen)
    return _inspect(asset, len(source) if isinstance(source, bytes) else source.stat().st_size, gaps)


def _inspect(asset: Asset, size: int, gaps: bool) -> Inspection:
    """An asset as it is now, with its edits; `size` in bytes."""
    if asset.format.summarise is not None:
        summary = asset.format.summarise(asset.document, lambda: asset.rig, gaps=gaps)
        return Inspection(asset.path, asset.format.name, summary)
    from pantin.verbs.summary import summarise_asset

    about = {} if asset.from_rig else asset.format.about(asset.document)
    return Inspection(asset.path, "outline", summarise_asset(asset, size, **about))
