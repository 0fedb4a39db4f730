"""Textures and their images: embedded, or files beside the model."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from pantin.base import files
from pantin.base.files import PathError
from pantin.formats.fbx.lift.context import Context
from pantin.formats.fbx.nodes import Node, clean
from pantin.formats.fbx.scene import Object
from pantin.formats.fbx.text import join_base64
from pantin.formats.images import image_mime
from pantin.maths import exact
from pantin.rig import Image, Sampler, Texture, TextureTransform, TextureUse


class TextureReader:
    """Reads textures at first use.

    found    files beside the model that were read, by the names that they have there
    """

    def __init__(self, context: Context) -> None:
        self._context = context
        self.textures: list[Texture] = []
        self.samplers: list[Sampler] = []
        self.images: list[Image] = []
        self.file_names: list[str] = []
        self._textures: dict[Any, int] = {}
        self._images: dict[Any, int | None] = {}

    def use(self, thing: Object, uv_names: Sequence[str]) -> TextureUse | None:
        """A texture with its set of texture coordinates; None where its image cannot be read."""
        texture = self._base(thing)
        if texture is None:
            return None
        image = self._image(texture)
        if image is None:
            return None
        props = texture.props
        wrap = tuple("clamp" if props.number(f"WrapMode{axis}") == 1 else "repeat" for axis in "UV")
        sampler = Sampler(wrap=wrap)  # type: ignore[arg-type]
        if sampler not in self.samplers:
            self.samplers.append(sampler)
        key = (image, wrap, texture.name)
        if key not in self._textures:
            self._textures[key] = len(self.textures)
            name = clean(texture.name) or None
            self.textures.append(Texture((image,), self.samplers.index(sampler), name))
        stated = props.text("UVSet", "default")
        texcoord = list(uv_names).index(stated) if stated in uv_names else 0
        return TextureUse(self._textures[key], texcoord, _transform(texture))

    def _base(self, thing: Object) -> Object | None:
        """The texture itself, or the first of a layered texture; other layers are reported."""
        if thing.kind != "LayeredTexture":
            return thing
        layers = list(self._context.scene.below(thing.id, "Texture"))
        if len(layers) > 1:
            what = f'layers of the texture "{clean(thing.name)}": only the first is used'
            self._context.drop("material", thing, what)
        return layers[0] if layers else None

    def image_id(self, thing: Object) -> object:
        """The key of a texture's image: the same for the same image."""
        base = self._base(thing)
        return None if base is None else self._image(base)

    def _image(self, texture: Object) -> int | None:
        video = next(self._context.scene.below(texture.id, "Video"), None)
        content = _content(video.node) if video is not None else b""
        names = _file_names(texture, video)
        key = video.id if content and video is not None else tuple(names)
        if key not in self._images:
            self._images[key] = self._add_image(texture, content, names)
        return self._images[key]

    def _add_image(self, texture: Object, content: bytes, names: list[str]) -> int | None:
        stem = PurePosixPath(names[0]).stem if names else clean(texture.name)
        if content:
            self.images.append(Image(content, image_mime(content), stem or None))
            return len(self.images) - 1
        for name in names:
            data = self._read_beside(name)
            if data is not None:
                self.file_names.append(name)
                self.images.append(Image(data, image_mime(data), stem or None, name))
                return len(self.images) - 1
        shown = names[0] if names else texture.name
        self._context.fault("FBX-TEXTURE", texture, file=clean(shown))
        return None

    def _read_beside(self, name: str) -> bytes | None:
        resolver, limits = self._context.document.resolver, self._context.document.limits
        if resolver is None or resolver.folder is None:
            return None
        try:
            path = resolver.resolve(name, is_escaped=False)
            if not path.is_file():
                return None
            data = bytes(files.read(path, limits.file_bytes))
        except (OSError, PathError, ValueError):
            return None
        self._context.budget.stored += len(data)
        return data


def _content(node: Node) -> bytes:
    """An embedded file: bytes, or base64 in text files."""
    content = node.first("Content")
    if content is None or not content.values:
        return b""
    raw = [value for value in content.values if isinstance(value, bytes)]
    return raw[0] if raw else join_base64(content)


def _file_names(texture: Object, video: Object | None) -> list[str]:
    """Possible paths of the image: the relative path, then the base name beside the model. An
    absolute path gives its base name only."""
    names: list[str] = []
    nodes = [texture.node] + ([video.node] if video is not None else [])
    for node in nodes:
        relative = node.text("RelativeFilename").replace("\\", "/")
        if relative and ":" not in relative and not relative.startswith("/"):
            names.append(relative)
    for node in nodes:
        for key in ("RelativeFilename", "FileName", "Filename"):
            base = node.text(key).replace("\\", "/").rpartition("/")[2]
            if base:
                names.append(base)
    return list(dict.fromkeys(clean(name) for name in names))


def _transform(texture: Object) -> TextureTransform | None:
    """Scale, rotation and translation of texture coordinates; in FBX, v points up."""
    props = texture.props
    u, v, _ = props.vector("Translation")
    su, sv, _ = props.vector("Scaling", (1.0, 1.0, 1.0))
    angle = math.radians(props.vector("Rotation")[2])
    if (u, v, su, sv, angle) == (0, 0, 1, 1, 0) or not all(map(math.isfinite, (u, v, su, sv, angle))):
        return None
    sine, cosine = exact.sin(angle), exact.cos(angle)
    offset = (u - sine * sv, 1 - (v + cosine * sv))
    transform = TextureTransform(offset, angle, (su, sv))
    return None if transform == TextureTransform() else transform


def by_property(textures: Mapping[str, Object], *names: str) -> Object | None:
    """The first texture connected to one of these properties."""
    return next((textures[name] for name in names if name in textures), None)
