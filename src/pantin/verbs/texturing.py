"""Images and textures of a rig: an image is replaced, or shown by materials in a new texture; surfaces that
lack a material or texture coordinates get them."""

from __future__ import annotations

from typing import Any, Literal, get_args

from pantin.base import files
from pantin.base.limits import Limits
from pantin.base.records import replace
from pantin.base.short_repr import short_value
from pantin.formats import edit_arguments as arguments
from pantin.formats.edit_arguments import find
from pantin.formats.images import image_mime
from pantin.formats.registry import seekable
from pantin.report.catalogue import did_you_mean
from pantin.report.wording import named
from pantin.rig import Image, Material, Mesh, Rig, Texture, TextureUse

TextureSlot = Literal["base_color", "metallic_roughness", "normal", "occlusion", "emissive"]

SHOWN: dict[str, tuple[str, Any, Any]] = {
    "metallic_roughness": ("metallic", 0.0, 1.0),
    "emissive": ("emissive", (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)),
}
"""The factor of a slot, its value that hides every texture, and what it becomes."""


def set_image(rig: Rig, image: int | str, data: Any, mime_type: str | None) -> tuple[Rig, None]:
    if not rig.images:
        hint = "the model has none, and add_texture(image, mesh=…) adds one"
        raise ValueError(f"there is no image {short_value(image)}: {hint}")
    index = find(image, [each.name for each in rig.images], "image")
    content, kind = _read_image(data, mime_type)
    changed = replace(rig.images[index], data=content, mime_type=kind, uri=None)
    return rig.replace(images=(*rig.images[:index], changed, *rig.images[index + 1 :])), None


def _read_image(data: Any, mime_type: str | None) -> tuple[bytes, str]:
    """The bytes of an image that is given by its path, its bytes or a file object, and its encoding."""
    source = seekable(data, Limits())
    content = source if isinstance(source, bytes) else bytes(files.read(source, Limits().file_bytes))
    if not content:
        raise ValueError("the file is empty")
    kind = image_mime(memoryview(content)) or mime_type
    if kind is None:
        raise ValueError("the file is not recognised as an image by its first bytes: give its mime_type")
    return content, kind


def add_texture(
    rig: Rig, data: Any, mesh: int | str | None, material: int | str | None, options: dict[str, Any]
) -> tuple[Rig, int]:
    slot, name, texcoords = options["slot"], options["name"], options["texcoords"]
    _check_slot(slot)
    if (mesh is None) == (material is None):
        raise TypeError("give the mesh or the material, not both")
    if texcoords is not None and mesh is None:
        raise TypeError("texture coordinates belong to a mesh: give mesh, not material")
    content, kind = _read_image(data, options["mime_type"])
    texture = len(rig.textures)
    if mesh is None:
        assert material is not None
        chosen = [find(material, [each.name for each in rig.materials], "material")]
    else:
        rig, chosen = _prepare_mesh(rig, mesh, texcoords)
    materials = list(rig.materials)
    for index in dict.fromkeys(chosen):
        materials[index] = _with_texture(materials[index], slot, texture)
    images = (*rig.images, Image(content, kind, name))
    textures = (*rig.textures, Texture((len(rig.images),), name=name))
    return rig.replace(images=images, textures=textures, materials=materials), texture


def _check_slot(slot: str) -> None:
    known = get_args(TextureSlot)
    if slot not in known:
        hint = did_you_mean(str(slot), known)
        raise ValueError(f"slot must be one of {', '.join(known)}, not {short_value(slot)}.{hint}")


def _with_texture(material: Material, slot: str, texture: int) -> Material:
    changed = material.with_texture_uses({f"{slot}_texture": TextureUse(texture)})
    field, hiding, shown = SHOWN.get(slot, ("", None, None))
    return replace(changed, **{field: shown}) if field and getattr(material, field) == hiding else changed


def _prepare_mesh(rig: Rig, which: int | str, texcoords: Any) -> tuple[Rig, list[int]]:
    """The rig with texture coordinates and a material on every surface of a mesh, and those materials."""
    index = find(which, [mesh.name for mesh in rig.meshes], "mesh")
    mesh, called = rig.meshes[index], named("mesh", index, rig.meshes[index].name)
    if texcoords is not None:
        mesh = _with_texcoords(mesh, texcoords)
    new = len(rig.materials)
    for number, surface in enumerate(mesh.surfaces):
        if not surface.texcoords:
            which_surface = f"surface {number} of {called}" if len(mesh.surfaces) > 1 else called
            raise ValueError(
                f"{which_surface} has no texture coordinates: give texcoords, two numbers for each vertex"
            )
    materials = [new if surface.material is None else surface.material for surface in mesh.surfaces]
    surfaces = tuple(
        replace(surface, material=material)
        for surface, material in zip(mesh.surfaces, materials, strict=True)
    )
    meshes = (*rig.meshes[:index], replace(mesh, surfaces=surfaces), *rig.meshes[index + 1 :])
    added = (Material(mesh.name),) if new in materials else ()
    return rig.replace(meshes=meshes, materials=(*rig.materials, *added)), materials


def _with_texcoords(mesh: Mesh, texcoords: Any) -> Mesh:
    """The mesh with these coordinates as the first set of its surfaces."""
    vertices = [len(surface.positions) for surface in mesh.surfaces]
    coordinates = arguments.per_surface(texcoords, "texcoords", vertices, 2)
    surfaces = tuple(
        replace(surface, texcoords=(first, *surface.texcoords[1:]))
        for surface, first in zip(mesh.surfaces, coordinates, strict=True)
    )
    return replace(mesh, surfaces=surfaces)
