"""The text about a model in the page: counts, statistics, authors and licence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from pantin.operations.statistics import rig_statistics
from pantin.report.wording import counted, format_size, printable
from pantin.viewer.skeleton import joints_of

if TYPE_CHECKING:
    from pantin.rig import Rig
    from pantin.verbs.asset import Asset

Rows = list[tuple[str, str]]


def summary(rig: Rig) -> list[tuple[str, str]]:
    """Counts of what the rig holds, without zeros."""
    shown = [surface for instance in rig.instances for surface in rig.meshes[instance.mesh].surfaces]
    counts = {
        "dimensions": rig.dimension,
        "nodes": len(rig.nodes),
        "joints": len(joints_of(rig)),
        "meshes": len(rig.meshes),
        "vertices": sum(len(surface.positions) for surface in shown),
        "triangles": sum(len(surface.triangles) for surface in shown if rig.dimension == 3),
        "materials": len(rig.materials),
        "skins": len(rig.skins),
        "skeletons": len(rig.skeletons),
        "clips": len(rig.clips),
        "springs": len(rig.springs.springs),
    }
    return [(name, f"{count:,}") for name, count in counts.items() if count]


def statistics(asset: Asset) -> Rows:
    """Size at rest, influences per vertex, blend shapes, images, clips and extensions, without what is
    absent."""
    rig = asset.rig
    facts = rig_statistics(rig.replace(clips=()))
    rows: Rows = []
    if facts.bounds is not None:
        size = np.subtract(facts.bounds.max, facts.bounds.min)
        rows.append(("size", " × ".join(f"{length:.3g}" for length in size)))
    influences = [count for skin in facts.skins for count in skin.influences]
    if influences:
        rows.append(("influences per vertex", f"up to {max(influences)}"))
    stray = sum(len(skin.bind_not_rest) for skin in facts.skins)
    if stray:
        rows.append(("joints not bound at rest", f"{stray:,}"))
    shapes = sum(mesh.blend_shape_count for mesh in rig.meshes)
    if shapes:
        rows.append(("blend shapes", f"{shapes:,}"))
    if rig.images:
        stored = sum(len(image.data) for image in rig.images if image.data is not None)
        rows.append(("images", f"{counted(len(rig.images), 'image')}, {format_size(stored)}"))
    if rig.clips:
        rows.append(("length of clips", f"{sum(clip.duration for clip in rig.clips):.3g} s"))
    generator = _asset_member(asset, "generator")
    if generator:
        rows.append(("written by", generator))
    extensions = _extensions(asset)
    return rows + ([("extensions", ", ".join(extensions))] if extensions else [])


def _extensions(asset: Asset) -> list[str]:
    tree = json_of(asset)
    used = tree.get("extensionsUsed") if isinstance(tree, Mapping) else None
    return [printable(name) for name in used if isinstance(name, str)] if isinstance(used, list) else []


def json_of(asset: Asset) -> Any:
    """The JSON of the file of an asset; None where it has none."""
    return getattr(asset.document, "tree", None) if asset.from_file else None


def _asset_member(asset: Asset, name: str) -> str:
    """A text of the `asset` of a glTF file; empty where there is none."""
    tree = json_of(asset)
    about = tree.get("asset") if isinstance(tree, Mapping) else None
    value = about.get(name) if isinstance(about, Mapping) else None
    return printable(value) if isinstance(value, str) else ""


def licence(asset: Asset) -> Rows:
    """Authors and permissions of a file: the meta of a VRM, else the `asset` of a glTF."""
    character = asset.rig.character
    meta = None if character is None else character.meta
    if meta is None:
        meta = {"copyright": _asset_member(asset, "copyright")}
    return [(words(name), text) for name, value in meta.items() if (text := _text(name, value))]


IMAGE_INDICES = ("thumbnailImage", "texture")
"""Members of a VRM's meta that are indices of images."""


def _text(name: str, value: Any) -> str:
    """A value of the meta in words; empty for what cannot be shown in a line."""
    if name in IMAGE_INDICES:
        return ""
    if isinstance(value, bool):
        return "allowed" if value else "not allowed"
    if isinstance(value, list):
        return ", ".join(filter(None, (_text("", part) for part in value)))
    if isinstance(value, str):
        return printable(value if value.startswith("http") or " " in value else _split_camel_case(value))
    return f"{value:g}" if isinstance(value, int | float) else ""


def words(name: str) -> str:
    """`allowPoliticalUsage` as `political usage`; VRM 0.x writes `violentUssageName`."""
    plain = re.sub("^allow(?=[A-Z])|Name$", "", name).replace("Ussage", "Usage")
    return " ".join(_camel_case_words(plain)).lower() or name


def _split_camel_case(value: str) -> str:
    """An enumerated value such as `onlySeparatelyLicensedPerson` in words; others as they are."""
    return (
        " ".join(_camel_case_words(value)).lower() if re.fullmatch(r"[a-z]+([A-Z][a-z]+)+", value) else value
    )


def _camel_case_words(name: str) -> Iterator[str]:
    for match in re.finditer(r"[A-Z]?[^A-Z]+|[A-Z]+", name):
        yield match[0]
