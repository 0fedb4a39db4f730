"""Re-encode the images of a document. The use of a texture decides how: colours, numbers or normals, with or
without a meaningful alpha channel."""

from __future__ import annotations

from typing import Any, NamedTuple

from pantin.base.files import BytesLike
from pantin.base.records import Record
from pantin.formats.gltf.document import Document
from pantin.formats.gltf.extension_names import (
    TEXTURE_AVIF,
    TEXTURE_BASISU,
    TEXTURE_MIME_TYPES,
    TEXTURE_WEBP,
)
from pantin.formats.gltf.slim.compaction import Frozen
from pantin.formats.gltf.slim.draft import Draft, Tree
from pantin.formats.gltf.slim.references import every_reference
from pantin.formats.images import image_mime, image_size
from pantin.formats.pixels import ImageError
from pantin.formats.recoding import BY_MIME, Recoded, Use, recode

SOURCES = (TEXTURE_BASISU, TEXTURE_WEBP, TEXTURE_AVIF)
"""Texture extensions that name another image."""

COLOURS = frozenset(
    {
        *("baseColorTexture", "emissiveTexture", "diffuseTexture", "specularGlossinessTexture"),
        *("sheenColorTexture", "specularColorTexture", "diffuseTransmissionColorTexture"),
        *("shadeMultiplyTexture", "matcapTexture", "rimMultiplyTexture"),
        *("_MainTex", "_ShadeTexture", "_EmissionMap", "_SphereAdd", "_RimTexture"),
    }
)
"""Textures with colours: of glTF 2.0 §3.9, the material extensions of Khronos, MToon, and VRM 0.x."""

WITHOUT_ALPHA = frozenset(
    {
        *("emissiveTexture", "normalTexture", "occlusionTexture", "metallicRoughnessTexture"),
        *("clearcoatTexture", "clearcoatRoughnessTexture", "clearcoatNormalTexture"),
        *("transmissionTexture", "thicknessTexture", "sheenColorTexture", "specularColorTexture"),
        *("iridescenceTexture", "iridescenceThicknessTexture", "anisotropyTexture"),
        *("shadeMultiplyTexture", "shadingShiftTexture", "matcapTexture", "rimMultiplyTexture"),
    }
)
"""Textures whose alpha channel has no meaning."""

SEEN_THROUGH = frozenset({"baseColorTexture", "diffuseTexture"})
"""Textures whose alpha channel counts unless the material is opaque."""


class TextureStep(Record):
    """The outcome for one image: format, size and bytes before and after, and the similarity to the encoded
    pixels in decibels (None: lossless). `note` gives the reason why it was kept.

    >>> from io import BytesIO
    >>> from PIL import Image
    >>> image, asset = BytesIO(), pantin.load("examples/arm.glb")
    >>> Image.new("RGB", (64, 64), "teal").save(image, "PNG")
    >>> uvs = asset.rig.meshes[0].surfaces[0].positions[:, :2]
    >>> asset.add_texture(image.getvalue(), mesh="sleeve", texcoords=uvs)
    0
    >>> [(step.size_before, step.size_after) for step in pantin.slim(asset, texture_size=16).textures]
    [((64, 64), (16, 16))]
    """

    image: int
    name: str
    use: Use
    before: str
    after: str
    size_before: tuple[int, int]
    size_after: tuple[int, int]
    bytes_before: int
    bytes_after: int
    psnr: float | None = None
    note: str = ""

    def to_builtins(self) -> dict[str, Any]:
        """What `--format json` prints."""
        return {
            "image": self.image,
            "name": self.name,
            "use": self.use,
            "format_before": self.before,
            "format_after": self.after,
            "size_before": list(self.size_before),
            "size_after": list(self.size_after),
            "bytes_before": self.bytes_before,
            "bytes_after": self.bytes_after,
            "psnr": self.psnr,
            "note": self.note,
        }


class Request(NamedTuple):
    """The requested encoding of images (None: each keeps its own), the longest side in pixels, and whether
    images that would grow are kept."""

    encoding: str | None
    size: int | None
    only_smaller: bool


class _Purpose(NamedTuple):
    use: Use
    alpha: bool


def recode_textures(document: Document, request: Request) -> tuple[Document, list[TextureStep]]:
    """The document with re-encoded images, and the outcome for each. Images are kept if they cannot be
    decoded, or if an unknown extension may refer to them."""
    draft = Draft(document)
    purposes = _purposes(document)
    kept = Frozen.from_document(document).first("images", draft.tree)
    steps = []
    for index, image in enumerate(draft.entries("images")):
        data = _data(draft, image)
        if data is None:
            continue
        purpose = purposes.get(index, _Purpose("colour", True))
        if index < kept:
            steps.append(_stays(index, image, data, purpose.use, "an unknown extension may refer to it"))
            continue
        steps.append(_recode_image(draft, index, data, purpose, request))
    _tidy(draft)
    return draft.finish(), steps


def _recode_image(
    draft: Draft, index: int, data: memoryview, purpose: _Purpose, request: Request
) -> TextureStep:
    image, mime = draft.entries("images")[index], image_mime(data)
    encoding = request.encoding or BY_MIME.get(mime or "")
    size = image_size(data)
    too_large = request.size is not None and size is not None and max(size) > request.size
    if encoding is None or (request.encoding is None and not too_large):
        note = "" if mime in BY_MIME else "its format cannot be written"
        return _stays(index, image, data, purpose.use, note)
    if not too_large and BY_MIME.get(mime or "") == encoding:
        return _stays(index, image, data, purpose.use, "")  # to encode it once more would only lose something
    try:
        recoded = recode(
            data,
            f"image {index}",
            encoding,
            *purpose,
            request.size,
            draft.document.limits,
            smallest=request.only_smaller,
        )
    except ImageError as error:
        return _stays(index, image, data, purpose.use, str(error))
    if request.only_smaller and not too_large and len(recoded.data) >= len(data):
        return _stays(
            index, image, data, purpose.use, f"would take {len(recoded.data):,} bytes as {encoding}"
        )
    _put(draft, index, recoded)
    before = _stays(index, image, data, purpose.use, "")
    return TextureStep(
        index,
        before.name,
        purpose.use,
        before.before,
        _format(recoded.mime),
        before.size_before,
        (recoded.width, recoded.height),
        len(data),
        len(recoded.data),
        recoded.psnr,
    )


def _stays(index: int, image: Tree, data: memoryview, use: Use, note: str) -> TextureStep:
    kind, size = _format(image_mime(data)), image_size(data) or (0, 0)
    name = image.get("name") or (image.get("uri") or "")[:40] * (not _is_data(image))
    return TextureStep(index, name, use, kind, kind, size, size, len(data), len(data), None, note)


def _is_data(image: Tree) -> bool:
    return str(image.get("uri", "")).startswith("data:")


def _format(mime: str | None) -> str:
    return (mime or "unknown").removeprefix("image/")


def _data(draft: Draft, image: Tree) -> memoryview | None:
    if "bufferView" in image:
        stored: BytesLike = draft.data[image["bufferView"]]
        return memoryview(stored)
    loaded = draft.document.load(image["uri"]) if "uri" in image else None
    return None if loaded is None or loaded.data is None else memoryview(loaded.data)


def _put(draft: Draft, index: int, recoded: Recoded) -> None:
    """Store an image inside the document, and refer to it from its textures as its format requires."""
    image = draft.entries("images")[index]
    image.pop("uri", None)
    image |= {"bufferView": draft.append_view(recoded.data), "mimeType": recoded.mime}
    extension = next((name for name, mime in TEXTURE_MIME_TYPES.items() if mime == recoded.mime), None)
    for texture in draft.entries("textures"):
        if _image_of(texture) != index:
            continue
        extensions = texture.get("extensions", {})
        for name in SOURCES:
            extensions.pop(name, None)
        texture.pop("source", None)
        if extension is None:
            texture["source"] = index
        else:
            extensions[extension] = {"source": index}
        texture.pop("extensions", None)
        texture |= {"extensions": extensions} if extensions else {}


def _image_of(texture: Tree) -> int | None:
    """The image shown by a texture: that of an extension if present, else its own."""
    extensions = texture.get("extensions", {})
    images: list[int] = [
        extensions[name]["source"] for name in SOURCES if "source" in extensions.get(name, {})
    ]
    return images[0] if images else texture.get("source")


def _tidy(draft: Draft) -> None:
    """List the texture extensions in use; those without a fallback become required."""
    textures = draft.entries("textures")
    for name in SOURCES:
        users = [texture for texture in textures if name in texture.get("extensions", {})]
        required = any("source" not in texture for texture in users)
        for member, wanted in (("extensionsUsed", bool(users)), ("extensionsRequired", required)):
            listed = [other for other in draft.tree.get(member, ()) if other != name]
            listed += [name] * wanted
            draft.tree.pop(member, None)
            draft.tree |= {member: listed} if listed else {}


def _purposes(document: Document) -> dict[int, _Purpose]:
    """The purposes of textures by image. Images outside materials, such as thumbnails, count as pictures."""
    textures = document.tree.get("textures", ())
    purposes: dict[int, list[_Purpose]] = {}
    for reference in every_reference(document):
        path = reference.path
        if reference.collection != "textures" or reference.index >= len(textures):
            continue
        image = _image_of(textures[reference.index])
        slot = str(path[-2] if path[-1] == "index" else path[-1])
        shown = path[0] == "materials" or "textureProperties" in path
        material = document.tree["materials"][path[1]] if path[0] == "materials" else None
        if image is not None:
            purpose = _purpose(slot, material) if shown else _Purpose("colour", True)
            purposes.setdefault(image, []).append(purpose)
    return {
        image: _Purpose(_strictest([each.use for each in listed]), any(each.alpha for each in listed))
        for image, listed in purposes.items()
    }


def _purpose(slot: str, material: Tree | None) -> _Purpose:
    """The purpose of a texture, by its name in the material; None for VRM 0.x, which repeats textures of the
    glTF material."""
    use: Use = "colour" if slot in COLOURS else "data"
    if "normal" in slot.lower() or "bump" in slot.lower():
        use = "normal"
    alpha = slot not in WITHOUT_ALPHA
    if slot in SEEN_THROUGH and material is not None:
        alpha = material.get("alphaMode", "OPAQUE") != "OPAQUE"
    return _Purpose(use, alpha and use != "normal")


def _strictest(uses: list[Use]) -> Use:
    order: tuple[Use, ...] = ("normal", "data", "colour")
    return next(use for use in order if use in uses)
