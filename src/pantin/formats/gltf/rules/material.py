"""Rules about materials, beyond the schema. `surface` has the rules that involve meshes."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


@rule(
    "GLTF-MATERIAL_ALPHA_CUTOFF_INVALID_MODE",
    "warning",
    '{material} has an alpha cutoff, which has an effect in alpha mode "MASK" only, but its mode is "{mode}"',
)
def alpha_cutoff_invalid_mode(scope: Scope) -> Iterator[Finding]:
    """Alpha cutoff without the alpha mode that uses it.

    What: A material should have `alphaCutoff` only with `alphaMode` `"MASK"`.
    Why: Other modes ignore the cutoff. The mode may be wrong.
    Fix: Set `alphaMode` to `"MASK"`, or remove `alphaCutoff`.
    Source: glTF 2.0 §3.9.4 and §5.19 (material).
    """
    for i, material in enumerate(scope.model.materials):
        if material is None or material.alpha_mode == "MASK":
            continue
        if scope.states(material.alpha_cutoff, ("materials", i), "alphaCutoff"):
            where, mode = pointer("materials", i, "alphaCutoff"), material.alpha_mode or "OPAQUE"
            yield alpha_cutoff_invalid_mode.at(where, material=scope.named("material", i), mode=mode)


RULES = (alpha_cutoff_invalid_mode,)
