"""Rules about the extensions of materials, beyond what their schemas say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from pantin.formats.gltf.ext.recognised.materials import (
    Anisotropy,
    Clearcoat,
    Dispersion,
    EmissiveStrength,
    Iridescence,
    Volume,
)
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.model import Material
from pantin.formats.gltf.schema import Property, TextureInfo
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import JsonPath, pointer

VOLUME_NAME, TRANSMISSION_NAME = "KHR_materials_volume", "KHR_materials_transmission"
DEFAULT_THICKNESS = (100.0, 400.0)
"""The defaults of `iridescenceThicknessMinimum` and `Maximum`, in nanometres."""

T = TypeVar("T", bound=Property)


def _in_materials(scope: Scope, kind: type[T]) -> Iterator[tuple[JsonPath, T, Material]]:
    """The objects of a material extension with their paths and materials."""
    for path, value in scope.extended.objects:
        if isinstance(value, kind):
            material = scope.model.materials[int(path[1])]
            assert material is not None
            yield path, value, material


def _at(rule: Rule[[Scope]], scope: Scope, path: JsonPath, *member: str, **values: Any) -> Finding:
    return rule.at(pointer(*path, *member), material=scope.named("material", int(path[1])), **values)


def _other_tex_coord(
    rule: Rule[[Scope]], scope: Scope, path: JsonPath, member: str, info: TextureInfo | None
) -> Iterator[Finding]:
    normal = scope.model.materials[int(path[1])].normal_texture  # type: ignore[union-attr]
    if info is None or normal is None:
        return
    own = scope.value_or(0, info.tex_coord, (*path, member), "texCoord")
    other = scope.value_or(0, normal.tex_coord, (*path[:2], "normalTexture"), "texCoord")
    if own != other:
        yield _at(rule, scope, path, member, own=own, other=other)


@rule(
    "GLTF-KHR_MATERIALS_ANISOTROPY_ANISOTROPY_TEXTURE_TEXCOORD",
    "warning",
    "the anisotropy texture of {material} uses TEXCOORD_{own}, but its normal map TEXCOORD_{other}",
)
def anisotropy_texcoord(scope: Scope) -> Iterator[Finding]:
    """Anisotropy texture and normal map use different texture coordinates.

    What: The anisotropy texture of a material should use the same `texCoord` as its normal map.
    Why: Both need the tangent space, which is defined by one set of texture coordinates.
    Fix: Give both textures the same `texCoord`.
    Source: KHR_materials_anisotropy, "Anisotropy".
    """
    for path, value, _ in _in_materials(scope, Anisotropy):
        info = value.anisotropy_texture
        yield from _other_tex_coord(anisotropy_texcoord, scope, path, "anisotropyTexture", info)


@rule(
    "GLTF-KHR_MATERIALS_CLEARCOAT_CLEARCOAT_NORMAL_TEXTURE_TEXCOORD",
    "warning",
    "the clearcoat normal map of {material} uses TEXCOORD_{own}, but its normal map TEXCOORD_{other}",
)
def clearcoat_texcoord(scope: Scope) -> Iterator[Finding]:
    """Clearcoat normal map and normal map use different texture coordinates.

    What: The clearcoat normal map of a material should use the same `texCoord` as its normal map.
    Why: Both need the tangent space, which is defined by one set of texture coordinates.
    Fix: Give both textures the same `texCoord`.
    Source: KHR_materials_clearcoat, "Clearcoat".
    """
    for path, value, _ in _in_materials(scope, Clearcoat):
        info = value.clearcoat_normal_texture
        yield from _other_tex_coord(clearcoat_texcoord, scope, path, "clearcoatNormalTexture", info)


@rule(
    "GLTF-KHR_MATERIALS_DISPERSION_NO_VOLUME",
    "warning",
    "{material} has dispersion but no volume (KHR_materials_volume) for light to pass through",
)
def dispersion_no_volume(scope: Scope) -> Iterator[Finding]:
    """Dispersion without a volume.

    What: A material with KHR_materials_dispersion should have KHR_materials_volume too.
    Why: Dispersion separates the colours of light inside a volume. A thin surface does not show it.
    Fix: Add KHR_materials_volume with a thickness, or remove the dispersion.
    Source: KHR_materials_dispersion, "Extending Materials".
    """
    for path, _, material in _in_materials(scope, Dispersion):
        if VOLUME_NAME not in (material.extensions or {}):
            yield _at(dispersion_no_volume, scope, path)


@rule(
    "GLTF-KHR_MATERIALS_EMISSIVE_STRENGTH_ZERO_FACTOR",
    "warning",
    "{material} has an emissive strength of {strength:g}, but its emissiveFactor is 0",
)
def emissive_strength_zero_factor(scope: Scope) -> Iterator[Finding]:
    """Emissive strength without emission.

    What: A material with an emissive strength should have an `emissiveFactor` other than zero, which is the
    default.
    Why: The strength multiplies the factor, so the material does not emit light.
    Fix: Set `emissiveFactor` to the colour of the light, or remove the extension.
    Source: KHR_materials_emissive_strength, "Parameters".
    """
    for path, value, material in _in_materials(scope, EmissiveStrength):
        factor = scope.value_or((0, 0, 0), material.emissive_factor, path[:2], "emissiveFactor")
        if value.emissive_strength in (None, 1) or factor is None or any(factor):
            continue
        yield _at(emissive_strength_zero_factor, scope, path, strength=value.emissive_strength)


def _thickness_range(scope: Scope, path: JsonPath, value: Iridescence) -> tuple[float | None, float | None]:
    """Minimum and maximum; None if either is not a number."""
    least, most = value.iridescence_thickness_minimum, value.iridescence_thickness_maximum
    return (
        scope.value_or(DEFAULT_THICKNESS[0], least, path, "iridescenceThicknessMinimum"),
        scope.value_or(DEFAULT_THICKNESS[1], most, path, "iridescenceThicknessMaximum"),
    )


@rule(
    "GLTF-KHR_MATERIALS_IRIDESCENCE_THICKNESS_TEXTURE_UNUSED",
    "info",
    "the iridescence thickness texture of {material} has no effect: minimum and maximum are both {least:g}",
)
def iridescence_texture_unused(scope: Scope) -> Iterator[Finding]:
    """Iridescence thickness texture without a range.

    What: With a thickness texture, the minimum and the maximum of the thickness should differ.
    Why: The texture selects a thickness between the two.
    Fix: Correct the minimum or the maximum, or remove the texture.
    Source: KHR_materials_iridescence, "Properties".
    """
    for path, value, _ in _in_materials(scope, Iridescence):
        least, most = _thickness_range(scope, path, value)
        if value.iridescence_thickness_texture is not None and least is not None and least == most:
            member = "iridescenceThicknessTexture"
            yield _at(iridescence_texture_unused, scope, path, member, least=least)


@rule(
    "GLTF-KHR_MATERIALS_IRIDESCENCE_THICKNESS_RANGE_WITHOUT_TEXTURE",
    "info",
    "the iridescence thickness minimum of {material} has no effect: there is no thickness texture",
)
def iridescence_range_unused(scope: Scope) -> Iterator[Finding]:
    """Iridescence thickness range without a texture.

    What: `iridescenceThicknessMinimum` should be set only with a thickness texture.
    Why: Without the texture the thickness is the maximum everywhere.
    Fix: Add the texture, or remove the minimum.
    Source: KHR_materials_iridescence, "Properties".
    """
    for path, value, _ in _in_materials(scope, Iridescence):
        if value.iridescence_thickness_texture is None and value.iridescence_thickness_minimum is not None:
            yield _at(iridescence_range_unused, scope, path, "iridescenceThicknessMinimum")


@rule(
    "GLTF-KHR_MATERIALS_VOLUME_NO_TRANSMISSION",
    "warning",
    "{material} has a volume, but no extension (KHR_materials_transmission) that lets light into it",
)
def volume_no_transmission(scope: Scope) -> Iterator[Finding]:
    """Volume without transmission.

    What: A material with KHR_materials_volume should have an extension that lets light through its surface,
    such as KHR_materials_transmission. Extensions that Pantin does not know count as one.
    Why: No light reaches the volume, so it is not visible.
    Fix: Add KHR_materials_transmission, or remove the volume.
    Source: KHR_materials_volume, "Extending Materials".
    """
    for path, _, material in _in_materials(scope, Volume):
        names = set(material.extensions or {})
        unknown = any(name not in scope.used_extensions or not _is_checked(name) for name in names)
        if TRANSMISSION_NAME not in names and not unknown:
            yield _at(volume_no_transmission, scope, path)


def _is_checked(name: str) -> bool:
    extension = find(name)
    return extension is not None and extension.checked


@rule(
    "GLTF-KHR_MATERIALS_VOLUME_DOUBLE_SIDED",
    "warning",
    "{material} has a volume and is double-sided, but a volume needs an inside and an outside",
)
def volume_double_sided(scope: Scope) -> Iterator[Finding]:
    """Volume in a double-sided material.

    What: A material with a volume that has a thickness should not be double-sided.
    Why: The inside of a volume is behind the front faces of its surface. A double-sided surface has no front.
    Fix: Remove `doubleSided`, or set `thicknessFactor` to 0.
    Source: KHR_materials_volume, "Properties".
    """
    for path, value, material in _in_materials(scope, Volume):
        if material.double_sided and (value.thickness_factor or 0) > 0:
            yield _at(volume_double_sided, scope, path)


ANISOTROPY = (anisotropy_texcoord,)
CLEARCOAT = (clearcoat_texcoord,)
DISPERSION = (dispersion_no_volume,)
EMISSIVE_STRENGTH = (emissive_strength_zero_factor,)
IRIDESCENCE = (iridescence_texture_unused, iridescence_range_unused)
VOLUME = (volume_no_transmission, volume_double_sided)
