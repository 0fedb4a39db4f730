"""Rules about MToon materials: VRM-MT001 to VRM-MT003."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pantin.formats.gltf.ext.vrm_rules import bad_members, missing_members, other_versions
from pantin.formats.gltf.extension_names import MTOON as NAME
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import JsonPath, pointer


def _name_values(scope: Scope, path: JsonPath) -> dict[str, str]:
    return {"material": scope.named("material", int(path[1]))}


@rule("VRM-MT001", "error", 'MToon of {material} has no "{member}"')
def missing_member(scope: Scope) -> Iterator[Finding]:
    """MToon material lacks a required member.

    What: `VRMC_materials_mtoon` must have `specVersion`, and its textures `index`.
    Why: Readers ignore the material, or the texture.
    Fix: Add the member.
    Source: VRMC_materials_mtoon.schema.json, required.
    """
    yield from missing_members(scope, missing_member, partial(_name_values, scope))


@rule("VRM-MT002", "error", '"{member}" of MToon of {material} is {value}, expected {expected}')
def bad_member(scope: Scope) -> Iterator[Finding]:
    """Member of an MToon material has a wrong value.

    What: The members of `VRMC_materials_mtoon` must have the types, words and ranges of the schema.
    Why: Readers ignore the member, or draw the material in other colours.
    Fix: Write a value that is expected.
    Source: VRMC_materials_mtoon.schema.json.
    """
    yield from bad_members(scope, bad_member, partial(_name_values, scope))


@rule("VRM-MT003", "warning", 'MToon of {material} has version {version}, expected "1.0"')
def other_version(scope: Scope) -> Iterator[Finding]:
    """MToon material has an unknown version.

    What: The `specVersion` of `VRMC_materials_mtoon` should be "1.0".
    Why: Readers ignore a version that they do not know.
    Fix: Write "1.0".
    Source: VRMC_materials_mtoon 1.0, specVersion.
    """
    for path, version in other_versions(scope, NAME):
        yield other_version.at(pointer(*path, "specVersion"), **_name_values(scope, path), version=version)


RULES: tuple[Rule[[Scope]], ...] = (missing_member, bad_member, other_version)
