"""Rules about KHR_materials_variants, beyond what its schema says."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.ext.recognised.variants import Mappings
from pantin.formats.gltf.extension_names import VARIANTS
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer


@rule(
    "GLTF-KHR_MATERIALS_VARIANTS_NON_UNIQUE_VARIANT",
    "error",
    "{primitive} maps variant {variant} more than once",
)
def non_unique_variant(scope: Scope) -> Iterator[Finding]:
    """Variant has two materials in one primitive.

    What: A primitive must map each variant to at most one material.
    Why: It is undefined which of the materials is shown.
    Fix: Remove the variant from all but one mapping of the primitive.
    Source: KHR_materials_variants, "Defining variant mappings".
    """
    if VARIANTS not in (scope.model.extensions or {}):
        return
    for path, value in scope.extended.objects:
        if isinstance(value, Mappings):
            seen: set[int] = set()
            listed = [
                ((*path, "mappings", i, "variants", j), variant)
                for i, mapping in enumerate(value.mappings or ())
                for j, variant in enumerate(mapping.variants or ())
                if variant is not None
            ]
            for item_path, variant in listed:
                if variant in seen:
                    primitive = scope.primitive(int(path[1]), int(path[3]))
                    yield non_unique_variant.at(pointer(*item_path), primitive=primitive, variant=variant)
                seen.add(variant)


RULES = (non_unique_variant,)
