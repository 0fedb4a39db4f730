"""A model as one self-contained HTML page that works offline."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape, unescape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from pantin.base.errors import Unsuitable
from pantin.base.records import Record, replace
from pantin.deformation.limits import check_vertex_limit
from pantin.maths import affine, quaternion
from pantin.report.wording import named, printable
from pantin.rig import Material, build
from pantin.rig.transform import has_shear
from pantin.rig.tree import depths
from pantin.viewer.page_data import blend_shapes, clips, effective_expressions, moving_bounds, page_data
from pantin.viewer.page_four import Planes, build_four
from pantin.viewer.page_frames import bake_frames
from pantin.viewer.page_model import embed, rewrite
from pantin.viewer.studio import STUDIO

if TYPE_CHECKING:
    from pantin.operations.comparison.distances import Distances
    from pantin.rig import Doubles, Pose, Rig
    from pantin.verbs.asset import Asset


MAX_NODES = 250_000
"""Nodes in a page: about 30 MB of text, and as many objects as a browser tab can draw."""

MAX_DEPTH = 1000
"""Depth of the node tree: three.js traverses it by recursion, and at twice this depth a browser ran out of
stack."""

PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")
"""A placeholder of the template. All are filled in one pass, so inserted text is never expanded."""


class PageContent(Record):
    """The data of a page: JSON as viewer/src/page_data.ts declares it, a GLB, and baked frames."""

    data: dict[str, Any]
    model: bytes
    frames: bytes = b""


def build_page(
    asset: Asset,
    clip: int | str | None = None,
    *,
    other: Asset | None = None,
    pose: Pose | None = None,
    live: int = 0,
    constraints: bool = True,
    distances: Distances | None = None,
    is_borrowed: bool = False,
    rotate: Planes | None = None,
) -> str:
    """The page that shows an asset; it starts with `clip`, with the first clip, or with the rest pose.

    other        another model, to compare with
    pose         the pose to start with, instead of a clip
    live         with an edition number, the page listens to its server for updates
    constraints  whether node constraints hold in clips
    is_borrowed  whether the clip is that of another file
    distances    how far each vertex of each model is from the other, by surface
    rotate       degrees in planes that a 4D model is rotated by at the start

    Raises `ValueError` for an unknown clip, `Unsupported` and `LimitExceeded`.
    """
    content = page_content(asset, clip, constraints=constraints, pose=pose, rotate=rotate)
    if is_borrowed and content.data["clip"] is not None:  # a motion may move nothing that is shown
        content.data["clips"][content.data["clip"]]["reference"] = None
    there = None
    if other is not None:
        if (asset.rig.dimension, other.rig.dimension) != (3, 3):
            raise Unsuitable("only models in three dimensions can be compared in the viewer")
        there = page_content(other, constraints=constraints)
        content.data["title"], there.data["title"] = map(printable, side_names(asset.path, other.path))
        if distances is not None:
            content = with_distances(content, asset.rig, distances, 0)
            there = with_distances(there, other.rig, distances, 1)
    changes: dict[str, Any] = {"live": live, "other": None if there is None else there.data}
    if pose is not None and asset.rig.dimension == 3:
        changes["pose"] = pose_data(asset.rig, pose)
    if clip is None and (pose is not None or distances is not None):
        changes["clip"] = None  # a clip would hide the pose, and differences of the rest pose
    return build_html(replace(content, data=content.data | changes), there)


def side_names(first: str, second: str) -> tuple[str, str]:
    """The names of two files that are compared, with as many folders as tell them apart:
    `before/hero.glb` and `after/hero.glb`."""
    one, two = Path(first).parts[::-1], Path(second).parts[::-1]
    for depth in range(1, max(len(one), len(two)) + 1):
        if one[:depth] != two[:depth]:
            return "/".join(one[:depth][::-1]), "/".join(two[:depth][::-1])
    return Path(first).name, Path(second).name


def page_content(
    asset: Asset,
    clip: int | str | None = None,
    *,
    constraints: bool = True,
    pose: Pose | None = None,
    rotate: Planes | None = None,
) -> PageContent:
    """The content of a page for an asset; in 4D, for the asset in a pose."""
    if clip is not None:
        asset.rig.clip(clip)
    _check_limits(asset)
    if asset.rig.dimension == 4:
        return _model_4d(asset, clip, pose, rotate)
    if rotate is not None:
        raise ValueError(f"rotate is for models in four dimensions; {asset.path} has {asset.rig.dimension}")
    return _model_3d(asset, clip, constraints)


def _check_limits(asset: Asset) -> None:
    """Raise `Unsupported` for models that no browser can show, before a huge page is built."""
    nodes = asset.rig.nodes
    if len(nodes) > MAX_NODES:
        raise Unsuitable(
            f"{asset.path} has {len(nodes):,} nodes; the viewer shows up to {MAX_NODES:,} "
            "(`pantin render` has no such limit)"
        )
    check_vertex_limit(asset.rig, asset.budget)
    depth = int(depths(nodes.parents).max(initial=-1)) + 1
    if depth > MAX_DEPTH:
        raise Unsuitable(
            f"{asset.path} has nodes nested {depth:,} levels deep; the viewer shows up to {MAX_DEPTH:,} "
            "levels (`pantin render` has no such limit)"
        )


def _model_3d(asset: Asset, clip: int | str | None, constraints: bool) -> PageContent:
    model = embed(asset, clip, constraints=constraints)
    data = page_data(asset, model.rig, model.sprung, model.notes)
    baked = bake_frames(model.posed)
    data["posed"] = baked.surfaces
    # A model that had to be rewritten has no empty clips.
    if asset.rig.clips and len(model.rig.clips) >= len(asset.rig.clips):
        start = next(iter(model.sprung), asset.rig.clips.index(asset.rig.clip(clip or 0)))
        data |= {"clip": start, "moving": moving_bounds(model.rig, model.rig.clips[start])}
    return PageContent(data, model.data, baked.data)


def _model_4d(asset: Asset, clip: int | str | None, pose: Pose | None, rotate: Planes | None) -> PageContent:
    rig = asset.rig
    model = build_four(rig, pose, rotate)
    empty = rewrite(build(nodes=[], materials=[_without_textures(material) for material in rig.materials]))
    data = page_data(asset, empty.rig, notes=model.notes)
    data |= {
        "bounds": model.bounds,
        "four": model.data,
        "blendShapes": blend_shapes(rig),
        "clips": clips(rig, frozenset(), len(rig.clips)),
        "poses": [],
        "front": 0.0,
    }
    if rig.clips:
        start = rig.clips.index(rig.clip(clip or 0))
        data |= {"clip": start, "moving": model.moving[start]}
    return PageContent(data, empty.data, model.arrays)


def _without_textures(material: Material) -> Material:
    """A material without its textures, which slices in the page do not have."""
    return Material(
        material.name, material.base_color, metallic=material.metallic, roughness=material.roughness
    )


def with_distances(content: PageContent, rig: Rig, distances: Distances, side: int) -> PageContent:
    """The content with a distance for each vertex of each surface, as parts of the largest."""
    start = len(content.frames) + -len(content.frames) % 4
    parts, surfaces = [content.frames.ljust(start, b"\0")], []
    listed = [
        (instance.node, surface)
        for instance in rig.instances
        for surface in range(len(rig.meshes[instance.mesh].surfaces))
    ]
    largest = distances.largest
    for (node, surface), values in zip(listed, distances.sides[side], strict=True):
        parts.append((values / (largest or 1.0)).astype("<f4").tobytes())
        surfaces.append({"node": node, "surface": surface, "values": start, "count": len(values)})
        start += len(parts[-1])
    data = content.data | {"distances": {"largest": largest, "surfaces": surfaces}}
    return replace(content, data=data, frames=b"".join(parts))


def build_html(content: PageContent, other: PageContent | None = None) -> str:
    """The page with this content, and that of a model to compare with."""
    script, style, template = (read_web_file(name) for name in ("viewer.js", "viewer.css", "page.html"))
    parts = {
        "policy": content_policy(script, style, bool(content.data.get("live"))),
        "title": escape(content.data["title"]),
        "style": style,
        "data": escape_json(msgspec.json.encode(content.data).decode()),
        "frames": b64encode(content.frames).decode("ascii"),
        "model": b64encode(content.model).decode("ascii"),
        "other_frames": "" if other is None else b64encode(other.frames).decode("ascii"),
        "other_model": "" if other is None else b64encode(other.model).decode("ascii"),
        "script": script,
    }
    return PLACEHOLDER.sub(lambda match: parts[match[1]], template)


def empty_page(title: str, live: int) -> str:
    """A page without a model, for a source that cannot be loaded yet."""
    model = rewrite(build(nodes=[]))
    data = {
        "title": printable(Path(title).name), "format": "", "summary": [], "statistics": [], "licence": [],
        "notes": [], "front": 0.0, "rules": {}, "pose": None, "distances": None, "other": None,
        "studio": STUDIO,
        "bounds": None, "moving": None,
        "names": [], "parents": [], "joints": [], "tails": [], "skeletons": [],
        "clips": [], "clip": None, "properties": [], "blendShapes": [], "expressions": [], "poses": [],
        "colliders": [], "boneShapes": [],
        "springs": [], "constraints": [], "humanoid": {}, "facesBack": False,
        "lookAt": None, "firstPerson": None,
        "findings": [], "findingCounts": [], "posed": [], "four": None,
        "weightScale": [[0, "#000000"], [1, "#ffffff"]], "live": live,
    }  # fmt: skip
    return build_html(PageContent(data, model.data))


@cache
def read_web_file(name: str) -> str:
    """The script, the style or the template of the page."""
    return (files("pantin.viewer") / "web" / name).read_text(encoding="utf-8")


def escape_json(text: str) -> str:
    """JSON that is safe inside a script element: it cannot end it or open a comment (HTML §4.12.1.3)."""
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def content_policy(script: str, style: str, live: bool) -> str:
    """The content security policy: only this script and style, and connections to the page's own server."""
    sources = "'self' blob: data:" if live else "blob: data:"
    return (
        f"default-src 'none'; script-src '{digest(script)}'; style-src '{digest(style)}'; "
        f"img-src data: blob:; connect-src {sources}; base-uri 'none'; form-action 'none'"
    )


def with_shared_script(page: str, address: str) -> str:
    """A page that loads the viewer's script from a file beside it. Browsers take no hash for that: the policy
    names the server of the page, and files where the page is one."""
    script = read_web_file("viewer.js")
    page = page.replace(f"script-src '{digest(script)}'", "script-src 'self' file:", 1)
    return page.replace(f"<script>{script}</script>", f'<script src="{escape(address)}"></script>', 1)


POLICY = re.compile('<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


def policy_of(page: str) -> str:
    """The content security policy that a page states for itself; if it has none, one that allows nothing."""
    stated = POLICY.search(page)
    return unescape(stated[1]) if stated else "default-src 'none'"


@cache
def digest(text: str) -> str:
    """A text as a content security policy names it."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode("ascii")


SAME_POSE = 1e-9
"""Transforms and weights that differ by less are equal."""


def pose_data(rig: Rig, pose: Pose) -> dict[str, Any]:
    """The pose as viewer/src/page_data.ts declares it. Raises `Unsupported` for shear, and in 4D."""
    if rig.dimension != 3:
        raise Unsuitable("a 4D model cannot start in a pose: it is shown as a slice")
    rest = rig.rest_pose()
    moved = np.flatnonzero((np.abs(pose.local - rest.local) > SAME_POSE).any(axis=(1, 2))).tolist()
    expressions = rig.character.expressions if rig.character is not None else ()
    listed = effective_expressions(rig)
    expressed = {(bind.node, bind.shape) for index in pose.expressions for bind in expressions[index].morphs}
    weights = [
        (f"{instance.node}.{shape}", float(weights[shape]))
        for instance, weights, before in zip(rig.instances, pose.blend, rest.blend, strict=True)
        for shape in np.flatnonzero(np.abs(weights - before) > SAME_POSE).tolist()
        if (instance.node, shape) not in expressed
    ]
    return {
        "edits": [(node, _node_edit(rig, rest, pose, node)) for node in moved],
        "weights": weights,
        "expressions": [
            (listed.index(index), weight) for index, weight in pose.expressions.items() if index in listed
        ],
    }


def _node_edit(rig: Rig, rest: Pose, pose: Pose, node: int) -> dict[str, list[float]]:
    (before, rotation, size), (after, rotated, scaled) = (
        _node_parts(rig, source, node) for source in (rest, pose)
    )
    with np.errstate(all="ignore"):
        scale = np.where(size == 0, 1.0, scaled / size)
    return {
        "rotation": quaternion.product(quaternion.conjugate(rotation), rotated).tolist(),
        "translation": (after - before).tolist(),
        "scale": scale.tolist(),
    }


def _node_parts(rig: Rig, pose: Pose, node: int) -> tuple[Doubles, Doubles, Doubles]:
    if not pose.general[node]:
        return pose.translations[node], pose.rotations[node], pose.scales[node]
    if has_shear(pose.local[node]):
        raise Unsuitable(
            f"{named('node', node, rig.nodes.names[node])} has a matrix with shear in this pose; a page "
            "starts only with translations, rotations and scales"
        )
    return affine.decompose(pose.local[node])[:3]
