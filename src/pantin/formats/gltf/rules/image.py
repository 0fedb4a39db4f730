"""Rules about images, and about the textures that use them, beyond what the schema says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pantin.formats.gltf.extension_names import TEXTURE_MIME_TYPES
from pantin.formats.gltf.model import get
from pantin.formats.gltf.rules.image_data import ImageFacts, images, mime_types
from pantin.formats.gltf.schema import MIME_TYPES
from pantin.formats.gltf.scope import Scope
from pantin.formats.images import KTX2
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import JsonPath, pointer

BASIS_BLOCK = 4
"""Block size of Basis Universal in pixels (KHR_texture_basisu, "Additional requirements")."""


@rule(
    "GLTF-IMAGE_BUFFER_VIEW_WITH_BYTESTRIDE",
    "error",
    "{view} has a byteStride, but contains the data of {image}",
)
def image_buffer_view_with_bytestride(scope: Scope) -> Iterator[Finding]:
    """Buffer view of an image has a stride.

    What: The buffer view of an image must have no `byteStride`.
    Why: The data of an image is not made of elements.
    Fix: Remove `byteStride`.
    Source: glTF 2.0 §3.8.2.
    """
    for i, image in enumerate(scope.model.images):
        view = get(scope.model.buffer_views, image.buffer_view) if image is not None else None
        if image is not None and view is not None and view.byte_stride is not None:
            names = {"image": scope.named("image", i), "view": scope.named("buffer view", image.buffer_view)}
            yield image_buffer_view_with_bytestride.at(pointer("images", i, "bufferView"), **names)


def _at(rule: Rule[[Scope]], scope: Scope, facts: ImageFacts, *member: str, **values: Any) -> Finding:
    image = scope.named("image", facts.index)
    return rule.at(pointer("images", facts.index, *member), image=image, **values)


@rule("GLTF-IMAGE_UNRECOGNIZED_FORMAT", "warning", "the data of {image} has an unknown format")
def image_unrecognized_format(scope: Scope) -> Iterator[Finding]:
    """Unknown image format.

    What: The data of an image should be PNG or JPEG, or a format that an extension in use allows.
    Why: Readers show no texture, or refuse the file. An image of fewer than 14 bytes is not one of them.
    Fix: Convert the image to PNG or JPEG, or declare the extension for its format.
    Source: glTF 2.0 §3.8.2.
    """
    for facts in scope.fact(images):
        if facts.has_data and facts.header is None and facts.fault is None:
            yield _at(image_unrecognized_format, scope, facts)


@rule("GLTF-IMAGE_UNEXPECTED_EOS", "error", "the data of {image} is truncated: {reason}")
def image_unexpected_eos(scope: Scope) -> Iterator[Finding]:
    """Image data is truncated.

    What: The data of an image must be there up to its end: the IEND chunk of a PNG, the EOI marker of a JPEG,
    the length that a WebP states.
    Why: Readers fail, or show a part of the image only.
    Fix: Export or copy the image again. In a GLB, check the `byteLength` of its buffer view.
    Source: glTF 2.0 §3.8.2; PNG 1.2 §11.2.5; ITU T.81 §B.2.1; RFC 9649 §2.4.
    """
    for facts in scope.fact(images):
        if facts.truncated:
            reason = str(facts.fault or "its end is missing")
            yield _at(image_unexpected_eos, scope, facts, reason=reason)


@rule("GLTF-IMAGE_DATA_INVALID", "error", "the data of {image} is invalid: {reason}")
def image_data_invalid(scope: Scope) -> Iterator[Finding]:
    """Image data is invalid.

    What: The header of an image must follow the rules of its format.
    Why: Readers cannot decode the image.
    Fix: Export the image again.
    Source: glTF 2.0 §3.8.2; PNG 1.2 §11; ITU T.81 §B; RFC 9649.
    """
    for facts in scope.fact(images):
        if facts.fault is not None and not facts.truncated:
            yield _at(image_data_invalid, scope, facts, reason=facts.fault)


@rule(
    "GLTF-IMAGE_NON_ENABLED_MIME_TYPE",
    "error",
    "{image} is {mime}, which needs an extension that the file does not use",
)
def image_non_enabled_mime_type(scope: Scope) -> Iterator[Finding]:
    """Image format needs an extension.

    What: A file with images other than PNG and JPEG must use the extension that allows them.
    Why: Readers without that extension cannot decode the image.
    Fix: Declare the extension (EXT_texture_webp for WebP) and use it in the textures, or convert the image.
    Source: glTF 2.0 §3.8.2.
    """
    for facts in scope.fact(images):
        if facts.header is not None and facts.header.mime not in scope.fact(mime_types):
            yield _at(image_non_enabled_mime_type, scope, facts, mime=facts.header.mime)


@rule("GLTF-IMAGE_MIME_TYPE_INVALID", "error", "{image} is {actual}, but its mimeType is {stated}")
def image_mime_type_invalid(scope: Scope) -> Iterator[Finding]:
    """Image has another format than it states.

    What: The `mimeType` of an image must be that of its data.
    Why: Readers that rely on it cannot decode the image.
    Fix: Correct `mimeType`, or convert the image.
    Source: glTF 2.0 §3.8.2 and §5.18 (image.mimeType).
    """
    for facts in scope.fact(images):
        stated, header = facts.image.mime_type, facts.header
        if header is not None and stated is not None and stated != header.mime:
            values = {"actual": header.mime, "stated": stated}
            yield _at(image_mime_type_invalid, scope, facts, facts.data_member, **values)


@rule(
    "GLTF-IMAGE_FEATURES_UNSUPPORTED",
    "warning",
    "{image} has {features}, which glTF does not support",
)
def image_features_unsupported(scope: Scope) -> Iterator[Finding]:
    """Image has features that glTF does not support.

    What: An image should have no colour profile other than sRGB, no animation, and square pixels.
    Why: glTF defines the colour space of each texture by its use. Readers ignore the profile or apply it, so
    colours differ.
    Fix: Convert the image to sRGB and export it without colour profile, gamma and resolution.
    Source: glTF 2.0 §3.8.2.
    """
    for facts in scope.fact(images):
        if facts.header is not None:
            features = [
                words
                for there, words in (
                    (facts.header.custom_colours, "an embedded colour profile"),
                    (facts.header.animated, "an animation"),
                    (facts.header.non_square, "pixels that are not square"),
                )
                if there
            ]
            if features:
                yield _at(image_features_unsupported, scope, facts, features=" and ".join(features))


@rule(
    "GLTF-IMAGE_NPOT_DIMENSIONS",
    "info",
    "the size of {image} is {width} by {height} pixels, not powers of two",
)
def image_npot_dimensions(scope: Scope) -> Iterator[Finding]:
    """Size of an image is not a power of two.

    What: Width and height of an image should be powers of two.
    Why: Some old graphics hardware resizes other images, or cannot repeat them.
    Fix: Resize the image if you target such hardware.
    Source: glTF 2.0 §3.8.4.5.
    """
    for facts in scope.fact(images):
        width, height = facts.header[1:3] if facts.header is not None else (0, 0)
        if width & (width - 1) or height & (height - 1):
            yield _at(image_npot_dimensions, scope, facts, width=width, height=height)


@rule(
    "GLTF-KHR_TEXTURE_BASISU_SIZE",
    "error",
    "the size of {image} is {width} by {height} pixels, expected multiples of 4",
)
def basisu_size(scope: Scope) -> Iterator[Finding]:
    """Size of a KTX 2 image is not a multiple of 4.

    What: Width and height of a KTX 2 image must be multiples of 4.
    Why: The image is compressed in blocks of 4 by 4 pixels, which graphics APIs require to be whole.
    Fix: Resize the image and compress it again.
    Source: KHR_texture_basisu, "Additional requirements".
    """
    for facts in scope.fact(images):
        header = facts.header
        if header is not None and header.mime == KTX2 and any(side % BASIS_BLOCK for side in header[1:3]):
            yield _at(basisu_size, scope, facts, width=header.width, height=header.height)


def sources(scope: Scope) -> Iterator[tuple[JsonPath, int | None, tuple[str, ...]]]:
    """The images of textures and their extensions: path of the object, index of the image, and allowed media
    types.
    """
    for i, texture in enumerate(scope.model.textures):
        if texture is not None:
            yield ("textures", i), texture.source, MIME_TYPES
    for path, value in scope.extended.objects:
        mime = TEXTURE_MIME_TYPES.get(str(path[-1]))
        if mime is not None:
            yield path, getattr(value, "source", None), (mime,)


@rule(
    "GLTF-TEXTURE_INVALID_IMAGE_MIME_TYPE",
    "error",
    "{texture} uses {image}, which is {mime}, expected {expected}",
)
def texture_invalid_image_mime_type(scope: Scope) -> Iterator[Finding]:
    """Texture has an image of a format that is not allowed there.

    What: `source` of a texture must be a PNG or JPEG; images of other formats go into the extension for them.
    Why: Readers without the extension cannot decode the image. They use `source` of the texture.
    Fix: Move the index into the extension, `"extensions": {"EXT_texture_webp": {"source": …}}`.
    Source: glTF 2.0 §3.8.2; EXT_texture_webp; KHR_texture_basisu.
    """
    known = {facts.index: facts for facts in scope.fact(images)}
    for path, index, allowed in sources(scope):
        mime = known[index].mime if index in known else None
        if mime is not None and mime not in allowed:
            names = {"texture": scope.subject(path), "image": scope.named("image", index), "mime": mime}
            where = pointer(*path, "source")
            yield texture_invalid_image_mime_type.at(where, **names, expected=" or ".join(allowed))


RULES = (image_buffer_view_with_bytestride,)
DATA_RULES = (
    image_unrecognized_format,
    image_unexpected_eos,
    image_data_invalid,
    image_non_enabled_mime_type,
    image_mime_type_invalid,
    image_features_unsupported,
    image_npot_dimensions,
    basisu_size,
    texture_invalid_image_mime_type,
)
