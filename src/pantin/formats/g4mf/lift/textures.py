"""Textures with their samplers and images. Images stay encoded, as in the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from msgspec import Struct, field

from pantin.base.records import content_key
from pantin.formats.g4mf.accessor import AccessorFault, item
from pantin.formats.g4mf.lift.source import Source, names_of
from pantin.formats.g4mf.model import File, natural
from pantin.formats.g4mf.model import Sampler as RawSampler
from pantin.formats.g4mf.model import Texture as RawTexture
from pantin.formats.g4mf.originals import item_extras, item_name
from pantin.formats.lifted_image import lifted_image
from pantin.rig import Image, Sampler, Texture
from pantin.rig.texture import Filter, MipFilter, Wrap


class Textures(Struct):
    """The textures of a rig, number i that of the file; equal samplers become one."""

    source: Source
    textures: list[Texture] = field(default_factory=list)
    samplers: list[Sampler] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)
    _files: dict[int, int] = field(default_factory=dict)
    _known: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._lift_files()
        self.textures += [self._texture(texture) for texture in self.source.model.textures]

    def _lift_files(self) -> None:
        """Every image file: by its media type, or because a texture uses it."""
        model = self.source.model
        used = {file for texture in model.textures for file in texture.files}
        for index, file in enumerate(model.files):
            if index in used or (file.mime_type or "").startswith("image/"):
                self._files[index] = len(self.images)
                self.images.append(_image(self.source, file))

    def _texture(self, texture: RawTexture) -> Texture:
        self.source.skip_broken(texture, "sampler", "placeholder")
        size = texture.size or ()
        return Texture(
            tuple(self._images_of(texture)),
            None if texture.sampler is None else self._sampler(texture.sampler, len(size) or 2),
            item_name(texture),
            size or None,
            texture.placeholder or None,
            item_extras(texture),
        )

    def _images_of(self, texture: RawTexture) -> Iterator[int]:
        for number, file in enumerate(texture.files):
            if file is not None and file < len(self.source.model.files):
                yield self._files[file]
            else:
                stated = texture.raw["files"][number]
                self.source.skip(texture.pointer, f"there is no file {stated}", f"image {number}")

    def _sampler(self, sampler: RawSampler, dimension: int) -> int:
        modes = ("repeat",) if sampler.wrap is None else sampler.wrap
        is_broken = sampler.wrap is None and "wrap" in sampler.raw
        if is_broken or not set(modes) <= set(get_args(Wrap)) or len(modes) not in (1, dimension):
            self.source.skip(f"{sampler.pointer}/wrap", "a mode is unknown, or one is missing", '"wrap"')
            modes = ("repeat",)
        # G4MF texture, samplers: what a sampler does not state is linear. Where it states neither filter of
        # smaller images, the viewer may choose both.
        is_stated = "minFilter" in sampler.raw or "mipmapFilter" in sampler.raw
        lifted = Sampler(
            self._filter(sampler, "mag_filter", Filter, None),
            self._filter(sampler, "min_filter", Filter, "linear" if is_stated else None),
            self._filter(sampler, "mipmap_filter", MipFilter, "linear" if is_stated else None),
            tuple(modes * dimension if len(modes) == 1 else modes),  # type: ignore[arg-type]
            item_name(sampler),
            item_extras(sampler),
        )
        key = content_key(lifted)
        if key not in self._known:
            self._known[key] = len(self.samplers)
            self.samplers.append(lifted)
        return self._known[key]

    def _filter(self, sampler: RawSampler, attribute: str, known: Any, default: Any) -> Any:
        """One of the known words."""
        self.source.skip_broken(sampler, attribute)
        word = getattr(sampler, attribute)
        if word is None or word in get_args(known):
            return default if word is None else word
        self.source.skip_member(sampler, names_of(RawSampler)[attribute])
        return default


def _image(source: Source, file: File) -> Image:
    data, fault = _bytes(source, file)
    if data is None:
        source.skip(file.pointer, fault, "the data")
    return lifted_image(data, file.mime_type, file.uri, item_name(file), item_extras(file))


def _bytes(source: Source, file: File) -> tuple[memoryview | None, str]:
    """The bytes of a file, or the reason why there are none. The buffer view is used if the URI is
    unreadable."""
    fault = "it has neither a bufferView nor a uri"
    if file.uri:
        loaded = source.document.load(file.uri)
        if loaded.data is not None:
            return loaded.data, ""
        fault = loaded.fault.message if loaded.fault is not None else f"{file.uri} has no data"
    if "bufferView" not in file.raw:
        return None, fault
    try:
        return view_bytes(source, file.raw["bufferView"]), ""
    except AccessorFault as error:
        return None, str(error)


def view_bytes(source: Source, index: Any) -> memoryview:
    """The bytes of a buffer view; raises `AccessorFault`."""
    entry = item(source.document.tree, "bufferViews", index)
    start, length = entry.get("byteOffset", 0), entry.get("byteLength")
    if natural(start) is None or natural(length) is None:
        raise AccessorFault(f"buffer view {index} has no valid byteOffset and byteLength")
    stated = natural(entry.get("buffer", 0))
    buffer = source.document.buffer(-1 if stated is None else stated)
    if buffer.data is None:
        raise AccessorFault(buffer.fault.message if buffer.fault else f"buffer view {index} has no data")
    if start + length > len(buffer.data):
        raise AccessorFault(f"buffer view {index} ends past its buffer")
    return buffer.data[start : start + length]
