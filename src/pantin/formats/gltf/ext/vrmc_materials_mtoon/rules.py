"""Rules about MToon materials: VRM-MT001 to VRM-MT003."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.gltf.ext.json_shapes import Flag, Items, Members, Misfit, Number, Text, Whole, misfits
from pantin.formats.gltf.ext.member_rules import bad_members, missing_members, other_version_of
from pantin.formats.gltf.ext.vrm_family import VERSION
from pantin.formats.gltf.ext.vrmc_materials_mtoon.objects import UV_TEXTURES
from pantin.formats.gltf.extension_names import MTOON as NAME
from pantin.formats.gltf.json_values import Tokens, as_list, as_object, understood
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import pointer

_SHARE = Number(0.0, 1.0)
_COLOUR = Items(_SHARE, length=3)
_TEXTURE = Members({"index": Whole(), "texCoord": Whole(), "scale": Number()}, ("index",))

SHAPE = Members(
    {
        "specVersion": Text(),
        "transparentWithZWrite": Flag(),
        "renderQueueOffsetNumber": Whole(-9, 9),
        "shadeColorFactor": _COLOUR,
        "shadingShiftFactor": Number(),
        "shadingToonyFactor": _SHARE,
        "giEqualizationFactor": _SHARE,
        "matcapFactor": _COLOUR,
        "parametricRimColorFactor": _COLOUR,
        "rimLightingMixFactor": _SHARE,
        "parametricRimFresnelPowerFactor": Number(0.0),
        "parametricRimLiftFactor": Number(),
        "outlineWidthMode": Text(words=("none", "worldCoordinates", "screenCoordinates")),
        "outlineWidthFactor": Number(0.0),
        "outlineColorFactor": _COLOUR,
        "outlineLightingMixFactor": _SHARE,
        "uvAnimationScrollXSpeedFactor": Number(),
        "uvAnimationScrollYSpeedFactor": Number(),
        "uvAnimationRotationSpeedFactor": Number(),
        **dict.fromkeys((*UV_TEXTURES, "matcapTexture"), _TEXTURE),
    },
    ("specVersion",),
)


def materials(scope: Scope) -> list[tuple[int, Any, Tokens]]:
    """Index, payload and place of each MToon material; `scope.fact(materials)` lists them once."""
    listed = as_list(understood(scope.tree, scope.model).get("materials"))
    payloads = [as_object(as_object(material).get("extensions")) for material in listed]
    return [
        (index, extensions[NAME], ("materials", index, "extensions", NAME))
        for index, extensions in enumerate(payloads)
        if NAME in extensions
    ]


def faults(scope: Scope) -> list[tuple[int, list[Misfit]]]:
    """The violations of the schema by each material; `scope.fact(faults)` finds them once."""
    return [(index, list(misfits(payload, SHAPE, place))) for index, payload, place in scope.fact(materials)]


@rule("VRM-MT001", "error", 'MToon of {material} has no "{member}"')
def missing_member(scope: Scope) -> Iterator[Finding]:
    """MToon material lacks a required member.

    What: `VRMC_materials_mtoon` must have `specVersion`, and its textures `index`.
    Why: Readers ignore the material, or the texture.
    Fix: Add the member.
    Source: VRMC_materials_mtoon.schema.json, required.
    """
    for index, found in scope.fact(faults):
        yield from missing_members(missing_member, found, material=scope.named("material", index))


@rule("VRM-MT002", "error", '"{member}" of MToon of {material} is {value}, expected {expected}')
def bad_member(scope: Scope) -> Iterator[Finding]:
    """Member of an MToon material has a wrong value.

    What: The members of `VRMC_materials_mtoon` must have the types, words and ranges of the schema.
    Why: Readers ignore the member, or draw the material in other colours.
    Fix: Write a value that is expected.
    Source: VRMC_materials_mtoon.schema.json.
    """
    for index, found in scope.fact(faults):
        yield from bad_members(bad_member, found, material=scope.named("material", index))


@rule("VRM-MT003", "warning", 'MToon of {material} has version {version}, expected "1.0"')
def other_version(scope: Scope) -> Iterator[Finding]:
    """MToon material has an unknown version.

    What: The `specVersion` of `VRMC_materials_mtoon` should be "1.0".
    Why: Readers ignore a version that they do not know.
    Fix: Write "1.0".
    Source: VRMC_materials_mtoon 1.0, specVersion.
    """
    for index, payload, place in scope.fact(materials):
        version = other_version_of(payload, VERSION)
        if version is not None:
            values = {"material": scope.named("material", index), "version": version}
            yield other_version.at(pointer(*place, "specVersion"), **values)


RULES: tuple[Rule[[Scope]], ...] = (missing_member, bad_member, other_version)
