"""Rules about budgets: what a file has, and at most may have, by the settings of its project."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base.errors import PantinError
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted, named, plural, quoted

if TYPE_CHECKING:
    from pantin.rig import Mesh, Rig
    from pantin.verbs.asset import Asset

MOST_LISTED = 6
"""How many allowed extensions a message lists."""


@rule("BUDGET-TRIANGLES", "error", "{count:,} {triangles}, at most {most:,}{largest}")
def triangles(rig: Rig, most: int) -> Iterator[Finding]:
    """Model has too many triangles.

    What: The meshes of the file have more triangles together than `max-triangles` of the project allows.
    Why: The time to draw a model, and the memory that it takes, grow with its triangles.
    Fix: Simplify the mesh that the message names, or raise the budget.
    Source: `max-triangles` in pantin.toml; there is no budget unless it is set.
    """
    counts = [sum(len(surface.triangles) for surface in mesh.surfaces) for mesh in rig.meshes]
    if sum(counts) > most:
        index = max(range(len(counts)), key=counts.__getitem__)
        share = f" (most in {_name(rig.meshes, 'mesh', index)}: {counts[index]:,})"
        yield triangles.at(
            pointer("meshes", index),
            count=sum(counts),
            triangles=plural("triangle", sum(counts)),
            most=most,
            largest=share if len(counts) > 1 else "",
        )


@rule("BUDGET-JOINTS", "error", "{skin} has {joints}, at most {most:,}")
def joints(rig: Rig, most: int) -> Iterator[Finding]:
    """Skin has too many joints.

    What: A skin has more joints than `max-joints` of the project allows.
    Why: Each joint costs time in every frame, and engines limit how many a skin may have.
    Fix: Remove joints that no vertex needs, or raise the budget.
    Source: `max-joints` in pantin.toml; there is no budget unless it is set.
    """
    for index, skin in enumerate(rig.skins):
        count = int((skin.joints >= 0).sum())
        if count > most:
            name = _name(rig.skins, "skin", index)
            yield joints.at(pointer("skins", index), skin=name, joints=counted(count, "joint"), most=most)


@rule("BUDGET-INFLUENCES", "error", "{mesh} has {influences} at {vertices}, at most {most:,}")
def influences(rig: Rig, most: int) -> Iterator[Finding]:
    """Vertex has too many influences.

    What: A vertex follows more joints than `max-influences` of the project allows; those of weight 0 do not
    count.
    Why: Engines read four or eight joints for a vertex, and drop the others.
    Fix: Keep the largest weights of each vertex, or raise the budget.
    Source: `max-influences` in pantin.toml; there is no budget unless it is set.
    """
    for index, mesh in enumerate(rig.meshes):
        largest, count = _influences_above(mesh, most)
        if count:
            yield influences.at(
                pointer("meshes", index),
                mesh=_name(rig.meshes, "mesh", index),
                influences=counted(largest, "influence"),
                vertices=counted(count, "vertex"),
                most=most,
            )


def _influences_above(mesh: Mesh, most: int) -> tuple[int, int]:
    """The most influences of a vertex, and the number of vertices with more than `most`."""
    import numpy as np

    numbers = [
        np.diff(surface.influences.without_zeros().offsets)
        for surface in mesh.surfaces
        if surface.influences is not None
    ]
    largest = max((int(each.max(initial=0)) for each in numbers), default=0)
    return largest, sum(int((each > most).sum()) for each in numbers)


@rule("BUDGET-TEXTURE_SIZE", "error", "{image} has {width:,} × {height:,} pixels (at most {most:,})")
def texture_size(rig: Rig, most: int) -> Iterator[Finding]:
    """Texture is too large.

    What: An image is wider or higher, in pixels, than `max-texture-size` of the project allows.
    Why: An image twice as wide and high takes four times the memory.
    Fix: Scale the image down, or raise the budget.
    Source: `max-texture-size` in pantin.toml; there is no budget unless it is set.
    """
    from pantin.formats.images import image_size

    for index, image in enumerate(rig.images):
        size = None if image.data is None else image_size(image.data)
        if size is not None and max(size) > most:
            name = _name(rig.images, "image", index)
            yield texture_size.at(
                pointer("images", index), image=name, width=size[0], height=size[1], most=most
            )


@rule("BUDGET-MATERIALS", "error", "{materials}, at most {most:,}")
def materials(rig: Rig, most: int) -> Iterator[Finding]:
    """Model has too many materials.

    What: The file has more materials than `max-materials` of the project allows.
    Why: Surfaces of different materials are drawn one after the other.
    Fix: Merge materials (`pantin merge --atlas` puts textures on common pages), or raise the budget.
    Source: `max-materials` in pantin.toml; there is no budget unless it is set.
    """
    if len(rig.materials) > most:
        count = counted(len(rig.materials), "material")
        yield materials.at(pointer("materials"), materials=count, most=most)


@rule("BUDGET-CLIP_SECONDS", "error", "{clip} takes {seconds:.6g} s, at most {most:g}")
def clip_seconds(rig: Rig, most: float) -> Iterator[Finding]:
    """Clip is too long.

    What: A clip takes more seconds than `max-clip-seconds` of the project allows.
    Why: Keys of long clips take memory, and a clip that is much longer than planned was often exported with
    the frames of the whole scene.
    Fix: Export the frames of the clip only, or raise the budget.
    Source: `max-clip-seconds` in pantin.toml; there is no budget unless it is set.
    """
    for index, clip in enumerate(rig.clips):
        if clip.duration > most:
            name = _name(rig.clips, "clip", index)
            yield clip_seconds.at(pointer("animations", index), clip=name, seconds=clip.duration, most=most)


@rule("BUDGET-REQUIRED_BONE", "error", "there is no joint or humanoid bone {name}")
def required_bones(rig: Rig, patterns: Iterable[str]) -> Iterator[Finding]:
    """Required bone is missing.

    What: No joint of a skin, and no humanoid bone, has a name that matches a pattern in `required-bones` of
    the project.
    Why: Scripts, clips and attachments of the project refer to the bone by its name.
    Fix: Add the bone, or give it the name that the project has agreed on.
    Source: `required-bones` in pantin.toml; none is required unless it is set.
    """
    indices = {int(joint) for skin in rig.skins for joint in skin.joints if joint >= 0}
    indices |= {int(joint) for skeleton in rig.skeletons for joint in skeleton.joints if joint >= 0}
    names = {rig.nodes.names[index] for index in indices}
    if rig.character is not None:
        names |= set(rig.character.humanoid)
    for pattern in _unmatched_patterns(patterns, names):
        yield required_bones.at(name=quoted(pattern))


@rule("BUDGET-REQUIRED_NAME", "error", "no node, mesh, material or clip is called {name}")
def required_names(rig: Rig, patterns: Iterable[str]) -> Iterator[Finding]:
    """Required name is missing.

    What: No node, mesh, material or clip has a name that matches a pattern in `required-names` of the
    project.
    Why: The project looks parts up by their names: a clip called idle, a node for each socket.
    Fix: Add the part, or give it the name that the project has agreed on.
    Source: `required-names` in pantin.toml; none is required unless it is set.
    """
    parts: tuple[Any, ...] = (*rig.meshes, *rig.materials, *rig.clips)
    names = {*rig.nodes.names, *(part.name for part in parts)}
    for pattern in _unmatched_patterns(patterns, names):
        yield required_names.at(name=quoted(pattern))


@rule("BUDGET-FILE_SIZE", "error", "{count:,} bytes{files}, at most {most:,}")
def file_size(sizes: list[int], most: int) -> Iterator[Finding]:
    """File is too large.

    What: The file, with the buffers and images that it refers to, has more bytes than `max-file-size` of the
    project allows.
    Why: Large files take long to download and to load.
    Fix: Reduce it (`pantin slim` drops keys and unused data), or raise the budget.
    Source: `max-file-size` in pantin.toml; there is no budget unless it is set.
    """
    if sum(sizes) > most:
        files = f" in {len(sizes):,} files" if len(sizes) > 1 else ""
        yield file_size.at(count=sum(sizes), files=files, most=most)


@rule("BUDGET-EXTENSION", "error", "extension {name} is not allowed; allowed: {allowed}")
def extension(names: Iterable[str], allowed: tuple[str, ...]) -> Iterator[Finding]:
    """Extension is not allowed.

    What: The file uses an extension that no pattern in `allowed-extensions` of the project matches.
    Why: Programs of the project may not read it, and then show the model without it, or not at all.
    Fix: Export without the extension, or allow it.
    Source: `allowed-extensions` in pantin.toml; all are allowed unless it is set.
    """
    listed = ", ".join(allowed[:MOST_LISTED]) + (", …" if len(allowed) > MOST_LISTED else "")
    for index, name in enumerate(names):
        if not any(fnmatchcase(name, pattern) for pattern in allowed):
            yield extension.at(pointer("extensionsUsed", index), name=name, allowed=listed or "none")


RIG_RULES: dict[str, Rule[Any, Any]] = {
    "max-triangles": triangles,
    "max-joints": joints,
    "max-influences": influences,
    "max-texture-size": texture_size,
    "max-materials": materials,
    "max-clip-seconds": clip_seconds,
    "required-bones": required_bones,
    "required-names": required_names,
}
"""The rules that need the rig, by the budget that each is about."""


def find_exceeded(asset: Asset, budgets: Mapping[str, Any], source: Path | bytes | None) -> Iterator[Finding]:
    """Findings on budgets that the readable parts of an asset exceed; other rules say why it cannot."""
    if "max-file-size" in budgets and source is not None:
        yield from file_size(_sizes(asset, source), budgets["max-file-size"])
    if "allowed-extensions" in budgets and not asset.from_rig:
        used = asset.format.about(asset.document).get("extensions", ())
        yield from extension(used, budgets["allowed-extensions"])
    wanted = {rule: budgets[name] for name, rule in RIG_RULES.items() if name in budgets}
    try:
        rig = asset.rig if wanted else None
    except PantinError:
        return
    for each, most in wanted.items():
        yield from each(rig, most)


def _sizes(asset: Asset, source: Path | bytes) -> list[int]:
    """The bytes of the file, and of those that it names and that exist."""
    if isinstance(source, bytes):
        return [len(source)]
    others = {path.resolve() for path in asset.format.companions(asset.document, source)}
    return [path.stat().st_size for path in (source, *sorted(others)) if path.is_file()]


def _name(parts: tuple[Any, ...], kind: str, index: int) -> str:
    return named(kind, index, parts[index].name)


def _unmatched_patterns(patterns: Iterable[str], names: Iterable[str | None]) -> list[str]:
    known = [name for name in names if name]
    return [pattern for pattern in patterns if not any(fnmatchcase(name, pattern) for name in known)]
