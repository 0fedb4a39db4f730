"""The model of a page as a GLB that a browser can load: in 3D as it is, in 4D as slices and edges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pantin.base.errors import PantinError, TooMuchAsked, Unsuitable
from pantin.base.limits import Budget
from pantin.base.records import Record, replace
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.edits import indexed_objects, unlist_unused, unpack_primitive
from pantin.formats.gltf.extension_names import DRACO, MESHOPT, TEXTURE_BASISU
from pantin.formats.gltf.lift import lift
from pantin.formats.gltf.new import write
from pantin.formats.gltf.repack import to_glb
from pantin.formats.gltf.save import to_bytes
from pantin.formats.images import KTX2, image_mime
from pantin.formats.pixels import decode_image, encode_png
from pantin.operations.edit.splitting import split_corners
from pantin.rig import Image, Rig
from pantin.viewer.idle_motion import bake_for_page
from pantin.viewer.material_reader import GREY, as_metallic

if TYPE_CHECKING:
    from pantin.verbs.asset import Asset

MAX_BYTES = 192 << 20
"""Bytes of the GLB in a page: a browser holds it as text, as bytes and as arrays at once."""

BROKEN = frozenset({"GLTF-UNRESOLVED_REFERENCE", "GLTF-INVALID_GLB", "GLTF-NODE_LOOP"})
"""Findings that make a browser's loader fail or never finish."""


class PageModel(Record, eq=False):
    """The GLB of a page.

    rig     the rig in the GLB
    posed   the rig whose frames are baked
    sprung  the clips in which springs move
    notes   differences from the file
    """

    data: bytes
    rig: Rig
    posed: Rig
    sprung: frozenset[int] = frozenset()
    notes: tuple[str, ...] = ()


def embed(asset: Asset, clip: int | str | None = None, *, constraints: bool = True) -> PageModel:
    """The model of a 3D asset: its own document if a browser can load it, else a new one made from its rig.

    Springs and constraints are simulated for `clip`, for the first clip, or for an idle motion. Raises
    `Unsupported` and `LimitExceeded`.
    """
    rig = asset.rig
    if rig.dimension != 3:
        hint = "`pantin render` draws it" if rig.dimension > 4 else "`pantin inspect` describes it"
        raise Unsuitable(
            f"the viewer shows 3D and 4D models; this rig has {rig.dimension} dimensions ({hint})"
        )
    if not asset.format.is_home(rig.dimension):
        return replace(rewrite(rig, budget=asset.budget), posed=rig)
    if reason := obstacle(asset):
        return rewrite(rig, (reason,), asset.budget)
    shown, sprung, notes = bake_for_page(asset, clip, constraints=constraints)
    if any(map(is_basis, rig.images)) or any(material.specular_glossiness for material in rig.materials):
        return replace(rewrite(shown.rig, notes, asset.budget), posed=shown.rig, sprung=sprung)
    document = shown.document.copy()
    notes += tuple(remove_unsupported(document))
    packed = to_glb(document).document
    return PageModel(check_size(to_bytes(packed)), shown.rig, shown.rig, sprung, notes)


def rewrite(rig: Rig, notes: tuple[str, ...] = (), budget: Budget | None = None) -> PageModel:
    """The rig as a new GLB: nodes keep their indices, corners their normals; empty clips are dropped, Basis
    Universal textures are decoded, and diffuse and specular colours are those of metallic materials, which
    three.js does not read otherwise."""
    decoded, lost = with_decoded_images(rig, budget)
    decoded, moved = with_metallic_materials(decoded)
    notes += moved
    notes += lost
    document = write(split_corners(decoded))
    add_scene(document)
    written = lift(document).rig
    return PageModel(check_size(to_bytes(document)), written, written, notes=notes)


def with_metallic_materials(rig: Rig) -> tuple[Rig, tuple[str, ...]]:
    """The rig with diffuse and specular colours as those of metallic materials; clips that change them do
    not, which a note says."""
    if not any(material.specular_glossiness for material in rig.materials):
        return rig, ()
    materials = [replace(as_metallic(material), specular_glossiness=None) for material in rig.materials]
    kept = [
        tuple(keys for keys in clip.properties if not keys.field.startswith("specular_glossiness"))
        for clip in rig.clips
    ]
    clips = [replace(clip, properties=keys) for clip, keys in zip(rig.clips, kept, strict=True)]
    moved = any(len(clip.properties) > len(keys) for clip, keys in zip(rig.clips, kept, strict=True))
    notes = ("Specular and diffuse colours that move are shown as they rest.",) if moved else ()
    return rig.replace(materials=materials, clips=clips), notes


LOOKS = ("/images/", "/textures/", "/samplers/", "/materials/", "/cameras/", "/extensions/")
"""Where a file has what does not change the shape of a model, as a browser loads it."""


def obstacle(asset: Asset) -> str:
    """Why a browser cannot load the document unchanged; empty if it can."""
    document = asset.document
    used = document.tree.get("extensionsUsed")
    packed = [name for name in MESHOPT if isinstance(used, list) and name in used]
    broken = any(finding.rule in BROKEN for finding in asset.report.errors) or bool(document.shape_findings)
    # Browsers do without an image, or with the default of a material.
    skipped = [finding.pointer or "" for finding in asset.lifted.findings]
    if broken or not all(pointer.startswith(LOOKS) for pointer in skipped):
        return "The file has errors: its valid parts are shown."
    if packed:
        return f"The file is compressed with {packed[0]}: it is shown decompressed."
    return ""


def remove_unsupported(document: Document) -> Iterator[str]:
    """Convert or remove data that the page cannot decode; yields notes on losses."""
    unpacked = False
    for mesh, entry in indexed_objects(document.tree, "meshes"):
        for primitive, _ in indexed_objects(entry, "primitives"):
            unpacked = unpack_primitive(document, mesh, primitive) or unpacked
    if unpacked:
        unlist_unused(document)
    required = document.tree.get("extensionsRequired")
    if isinstance(required, list) and TEXTURE_BASISU in required:
        # Its images are broken, or missing: the loader would stop there.
        document.set(
            "/extensionsRequired", [name for name in required if name not in (TEXTURE_BASISU, DRACO)]
        )
    add_scene(document)
    list_extensions(document)
    for index, image in indexed_objects(document.tree, "images"):
        if isinstance(uri := image.get("uri"), str) and document.load(uri).data is None:
            yield f"Image {index} is missing: it is shown in grey."


def add_scene(document: Document) -> None:
    """Add a scene with all root nodes to a document without scenes: three.js shows only scenes."""
    scenes = document.tree.get("scenes")
    count = len(document.tree.get("nodes") or ())
    if count and not (isinstance(scenes, list) and scenes):
        children = {
            child for _, node in indexed_objects(document.tree, "nodes") for child in node.get("children", ())
        }
        document.set("/scenes", [{"nodes": [node for node in range(count) if node not in children]}])


def list_extensions(document: Document) -> None:
    """List the extensions of materials as used: three.js fails on one that a file uses without listing it."""
    names = {name for _, material in indexed_objects(document.tree, "materials") for name in _names(material)}
    listed = document.tree.get("extensionsUsed")
    used = [name for name in listed if isinstance(name, str)] if isinstance(listed, list) else []
    if missing := sorted(names - set(used)):
        document.set("/extensionsUsed", [*used, *missing])


def _names(value: object) -> Iterator[str]:
    """The names of extensions in a JSON value; its depth is limited by the reader of the file."""
    if isinstance(value, dict):
        held = value.get("extensions")
        yield from (name for name in held if isinstance(name, str)) if isinstance(held, dict) else ()
        for name, part in value.items():
            if name != "extras":
                yield from _names(part)
    elif isinstance(value, list):
        for part in value:
            yield from _names(part)


def check_size(data: bytes) -> bytes:
    if len(data) > MAX_BYTES:
        raise TooMuchAsked(
            "page", f"the model takes {len(data):,} bytes; a page can hold up to {MAX_BYTES:,}"
        )
    return data


COLOURS = ("base_color_texture", "emissive_texture", "color_texture", "shade_texture", "diffuse_texture")
"""How the names of textures with colours end; the others are numbers, such as normals."""


def is_basis(image: Image) -> bool:
    """Whether an image is a KTX 2 file."""
    return image.data is not None and image_mime(memoryview(image.data)) == KTX2


def with_decoded_images(rig: Rig, budget: Budget | None = None) -> tuple[Rig, tuple[str, ...]]:
    """The rig with PNG in place of KTX 2, and notes on what cannot be decoded: colours are grey then, and
    other textures are left out."""
    images, broken = list(rig.images), set()
    notes: dict[str, None] = {}
    for index, image in enumerate(rig.images):
        if is_basis(image):
            try:
                pixels = decode_image(image, index, budget)
            except PantinError as error:
                notes[str(error)] = None
                pixels = GREY
                broken.add(index)
            images[index] = replace(image, data=encode_png(pixels), mime_type="image/png")
    if images == list(rig.images):
        return rig, ()
    faulty = {index for index, texture in enumerate(rig.textures) if broken.intersection(texture.images[:1])}
    materials = []
    for material in rig.materials:
        uses = material.texture_uses().items()
        lost = {name: None for name, use in uses if use.texture in faulty and not name.endswith(COLOURS)}
        materials.append(material.with_texture_uses(lost) if lost else material)
    return rig.replace(images=images, materials=materials), tuple(notes)
