"""Safe mends: what `pantin check --fix` changes in an asset, told rule by rule."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pantin.assets.asset import Asset


@dataclass(frozen=True, slots=True)
class Mended:
    """What was done about a rule, in words, and to how many vertices or skins."""

    rule: str
    count: int
    what: str


VERTICES, SKINS = ("vertex", "vertices"), ("skin", "skins")

WORDS = {
    "drop_zero_influences": ("influences of weight 0 dropped at", VERTICES),
    "sort_influences": ("influences sorted at", VERTICES),
    "normalise_weights": ("weights divided by their sum at", VERTICES),
    "write_identity_binds": ("identity inverse binds written for", SKINS),
}
"""What each mend does, and what its count is of: one of them, several."""


def mend(asset: Asset, rules: Collection[str]) -> tuple[Asset, list[Mended]]:
    """A copy of the asset in which these rules are mended, where there is a safe mend, and what was done.

    A mend is safe when the model looks the same to a reader that keeps to the format, but for weights that
    do not sum to 1, which readers treat differently: after it they agree.
    """
    from pantin.assets.gltf import GltfAsset, in_gltf
    from pantin.formats.gltf.mends import MENDS

    document = in_gltf(asset).document.copy()
    done: dict[str, Mended] = {}
    for rule, function in MENDS.items():
        name = function.__name__
        if rule in rules and name not in done:
            count = function(document)
            what, (one, several) = WORDS[name]
            done[name] = Mended(rule, count, f"{what} {count:,} {one if count == 1 else several}")
    return GltfAsset(document, asset.path), [change for change in done.values() if change.count]
