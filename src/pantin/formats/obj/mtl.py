"""Material libraries of OBJ files: `.mtl` text and the images it names, as files beside the `.obj`.

Keywords are those of Wavefront's MTL (`Ni` is the index of refraction) and of its extension for physically
based rendering: `Pr` roughness, `Pm` metallic, `Pc` clearcoat, `Pcr` its roughness, `aniso` and `anisor`
anisotropy, `norm` a normal map. `-imfchan` selects the channel of a texture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import tau
from pathlib import Path

from msgspec import Struct, field

from pantin.base.files import is_file
from pantin.formats.document.companions import Companions
from pantin.formats.geometry.obj_surfaces import word
from pantin.formats.images import image_mime, image_suffix
from pantin.rig import Image, Material, Rig, TextureUse

DEFAULT = Material()
KNOWN_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,5}\Z")
LONGEST_STEM = 60
"""Characters of an image's name that its file name keeps: file systems allow 255 bytes."""

MAPS = {
    "base_color_texture": ("map_Kd",),
    "metallic_roughness_texture": ("map_Pr -imfchan g", "map_Pm -imfchan b"),
    "normal_texture": ("norm",),
    "emissive_texture": ("map_Ke",),
}
"""The statements for each texture of a material."""


class Library(Struct):
    """The materials of a rig by the names that OBJ uses, and the files to write."""

    rig: Rig
    names: list[str]
    companions: Companions
    default: str | None
    """The name of the material of surfaces without one, if there are such."""
    file: str = ""
    """The name of the file."""
    images: dict[int, str] = field(default_factory=dict)
    """The file name of each image that is written."""

    @classmethod
    def plan(cls, rig: Rig, companions: Companions, *, with_default: bool) -> Library:
        """The library of the `.obj` that `companions` are beside. `with_default`: there are surfaces without
        a material, which would otherwise get that of the surface before."""
        stated_names = [material.name or f"material_{index}" for index, material in enumerate(rig.materials)]
        *names, default = unique_words([*stated_names, "default"])
        library = cls(rig, names, companions, default if with_default else None)
        for index in sorted(_used_images(rig)):
            library._add_image(index, rig.images[index])
        text = "".join(library._lines()).encode()
        library.file = companions.place(library_path(companions.path), text).name
        return library

    def _add_image(self, index: int, image: Image) -> None:
        if not image.data:
            return
        stem, suffix = _image_name(image, index)
        target = self.companions.path.with_name(f"{_stem(self.companions.path)}_{stem}{suffix}")
        self.images[index] = self.companions.place(target, image.data).name

    def _lines(self) -> Iterator[str]:
        yield "# Material library written by pantin\n"
        for name, material in zip(self.names, self.rig.materials, strict=True):
            yield f"\nnewmtl {name}\n"
            yield from self._material(material)
        if self.default is not None:
            yield f"\nnewmtl {self.default}\n"
            yield from self._material(Material())

    def name_of(self, material: int | None) -> str | None:
        """The name of a material of the rig, or of the one that replaces none."""
        return self.default if material is None else self.names[material]

    def _material(self, material: Material) -> Iterator[str]:
        *color, alpha = material.base_color
        yield f"Kd {_numbers(color)}\n"
        yield f"d {1.0 if material.alpha == 'opaque' else alpha!r}\n"
        yield f"Ke {_numbers(material.emitted)}\n"
        yield f"Pr {material.roughness!r}\nPm {material.metallic!r}\n"
        yield from _coat(material)
        # 0: the colour without light; 2: diffuse and highlights.
        yield f"illum {0 if material.unlit else 2}\n"
        for name, statements in MAPS.items():
            file = self._file(getattr(material, name))
            if file is None:
                continue
            for statement in statements:
                scaled = name == "normal_texture" and material.normal_scale != 1.0
                yield f"{statement}{f' -bm {material.normal_scale!r}' if scaled else ''} {file}\n"
            if name == "base_color_texture" and material.alpha != "opaque":
                yield f"map_d -imfchan m {file}\n"

    def _file(self, use: TextureUse | None) -> str | None:
        image = None if use is None else image_of(self.rig, use)
        return None if image is None else self.images.get(image)


def _coat(material: Material) -> Iterator[str]:
    """The statements that a plain material does without."""
    if material.ior != DEFAULT.ior:
        yield f"Ni {material.ior!r}\n"
    if material.clearcoat is not None:
        yield f"Pc {material.clearcoat.factor!r}\nPcr {material.clearcoat.roughness!r}\n"
    if material.anisotropy is not None:
        # A whole turn is 1.
        turn = material.anisotropy.rotation / tau
        yield f"aniso {material.anisotropy.strength!r}\nanisor {turn!r}\n"


def image_of(rig: Rig, use: TextureUse) -> int | None:
    """The image of a texture: MTL has flat ones, so of several slices the first."""
    images = rig.textures[use.texture].images
    return images[0] if images else None


def unique_words(names: Sequence[str]) -> list[str]:
    """The names as words, each different from the ones before."""
    listed: list[str] = []
    taken: set[str] = set()
    for name in names:
        unique, number = word(name), 0
        while unique in taken:
            number += 1
            unique = f"{word(name)}.{number}"
        taken.add(unique)
        listed.append(unique)
    return listed


def _used_images(rig: Rig) -> set[int]:
    uses = (getattr(material, name) for material in rig.materials for name in MAPS)
    images = (image_of(rig, use) for use in uses if use is not None)
    return {image for image in images if image is not None}


def _image_name(image: Image, index: int) -> tuple[str, str]:
    """Stem and suffix of the file of an image: those of the file that it came from, else its name."""
    stated_name = re.split(r"[/\\]", image.uri or "")[-1] or image.name or f"image_{index}"
    data = image.data if image.data is not None else b""
    known = image_suffix(image_mime(memoryview(data)) or image.mime_type)
    suffix = KNOWN_SUFFIX.search(stated_name)
    stem = stated_name[: suffix.start()] if suffix else stated_name
    # Letters, digits and a few signs: every file system and every reader of .mtl has those.
    safe = re.sub(r"[^\w.-]+", "_", stem)[:LONGEST_STEM].strip("._") or f"image_{index}"
    return safe, known if known != ".bin" or suffix is None else suffix.group().lower()


def _stem(path: Path) -> str:
    """The name of a file as one word, without its suffix."""
    return re.sub(r"\s+", "_", path.stem)


def library_path(path: Path) -> Path:
    """The library of an `.obj`, if no other file has the name."""
    return path.with_name(f"{_stem(path)}.mtl")


def files_named_by(path: Path) -> list[Path]:
    """The library that an existing `.obj` names, then its images, if they are beside it."""
    libraries = _words_after(path, ("mtllib",))
    keywords = tuple(statement.split()[0] for statements in MAPS.values() for statement in statements)
    images = {name for library in libraries for name in _words_after(path.with_name(library), keywords)}
    return [path.with_name(name) for name in (*sorted(libraries), *sorted(images - libraries))]


def _words_after(path: Path, keywords: tuple[str, ...]) -> set[str]:
    """The last word of each line that begins with a keyword, if it is the name of a file beside `path`."""
    if not is_file(path):
        return set()
    used_words = set()
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            words = line.split()
            if len(words) > 1 and words[0] in keywords and not re.search(r"[/\\\0]", words[-1]):
                used_words.add(words[-1])
    return used_words - {".", ".."}


def _numbers(values: Sequence[float]) -> str:
    return " ".join(repr(float(value)) for value in values)
