"""Textures with their samplers and images. Images are bytes of the file, which nothing decodes."""

from __future__ import annotations

from typing import Any, get_args

from msgspec import Struct, field

from pantin.base.records import content_key
from pantin.formats.g4mf.accessor import AccessorFault, item
from pantin.formats.g4mf.lift.members import Members
from pantin.formats.g4mf.lift.source import Source
from pantin.formats.g4mf.model import is_index, natural, objects
from pantin.formats.lifted_image import lifted_image
from pantin.report.pointer import pointer
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
        tree = self.source.document.tree
        self._lift_files(objects(tree, "files"))
        for index, entry in enumerate(objects(tree, "textures")):
            self.textures.append(self._texture(Members.read(self.source, entry, pointer("textures", index))))

    def _lift_files(self, files: list[Any]) -> None:
        """Every file that is an image: by its media type, or because a texture uses it."""
        used = {
            file
            for texture in objects(self.source.document.tree, "textures")
            for file in objects(texture, "files")
            if isinstance(file, int)
        }
        for index, entry in enumerate(files):
            members = Members.read(self.source, entry, pointer("files", index))
            if index in used or str(members.raw.get("mimeType", "")).startswith("image/"):
                self._files[index] = len(self.images)
                self.images.append(_image(members))

    def _texture(self, members: Members) -> Texture:
        size = members.raw.get("size")
        valid = isinstance(size, list) and all(natural(length) for length in size)
        lengths: list[int] = size if valid and isinstance(size, list) else []
        return Texture(
            tuple(self._images_of(members)),
            self._sampler(members, len(lengths) or 2) if "sampler" in members.raw else None,
            members.name,
            tuple(lengths) or None,
            members.numbers("placeholder") or None,
            members.extras,
        )

    def _images_of(self, members: Members) -> list[int]:
        result = []
        for number, file in enumerate(objects(members.raw, "files")):
            if is_index(file, len(objects(self.source.document.tree, "files"))):
                result.append(self._files[file])
            else:
                self.source.skip(members.pointer, f"there is no file {file}", f"image {number}")
        return result

    def _sampler(self, owner: Members, dimension: int) -> int:
        members = owner.member("sampler")
        modes = members.raw.get("wrap", ["repeat"])
        known = isinstance(modes, list) and all(mode in get_args(Wrap) for mode in modes)
        if not known or len(modes) not in (1, dimension):
            members.source.skip(f"{members.pointer}/wrap", "a mode is unknown, or one is missing", '"wrap"')
            modes = ["repeat"]
        # G4MF texture, samplers: what a sampler does not state is linear. Where it states neither filter of
        # smaller pictures, the viewer may choose both.
        is_stated = "minFilter" in members.raw or "mipmapFilter" in members.raw
        sampler = Sampler(
            members.choice("magFilter", get_args(Filter), None),
            members.choice("minFilter", get_args(Filter), "linear" if is_stated else None),
            members.choice("mipmapFilter", get_args(MipFilter), "linear" if is_stated else None),
            tuple(modes * dimension if len(modes) == 1 else modes),
            members.name,
            members.extras,
        )
        key = content_key(sampler)
        if key not in self._known:
            self._known[key] = len(self.samplers)
            self.samplers.append(sampler)
        return self._known[key]


def _image(members: Members) -> Image:
    uri = members.raw.get("uri")
    data, fault = _bytes(members, uri if isinstance(uri, str) and uri else None)
    if data is None:
        members.source.skip(members.pointer, fault, "the data")
    mime = members.raw.get("mimeType")
    return lifted_image(
        data,
        mime if isinstance(mime, str) else None,
        uri if isinstance(uri, str) else None,
        members.name,
        members.extras,
    )


def _bytes(members: Members, uri: str | None) -> tuple[memoryview | None, str]:
    """The bytes of a file, or why there are none. The buffer view counts where the URI cannot be read."""
    fault = "it has neither a bufferView nor a uri"
    if uri is not None:
        loaded = members.source.document.load(uri)
        if loaded.data is not None:
            return loaded.data, ""
        fault = loaded.fault.message if loaded.fault is not None else f"{uri} has no data"
    if "bufferView" not in members.raw:
        return None, fault
    try:
        return view_bytes(members.source, members.raw["bufferView"]), ""
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
