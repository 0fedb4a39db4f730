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

from pantin.deformation.limits import check_vertex_limit
from pantin.errors import Unsupported
from pantin.report.wording import printable
from pantin.rig import build
from pantin.rig.tree import depths
from pantin.viewer.page_data import bounds, page_data
from pantin.viewer.page_frames import bake_frames
from pantin.viewer.page_model import embed, rewrite, slice_along_w

if TYPE_CHECKING:
    from pantin.assets import Asset

MAX_NODES = 250_000
"""Nodes in a page: about 30 MB of text, and as many objects as a browser tab can draw."""

MAX_DEPTH = 1000
"""Depth of the node tree: three.js traverses it by recursion, and at twice this depth a browser ran out of
stack."""

PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")
"""A placeholder of the template. All are filled in one pass, so inserted text is never expanded."""


def build_page(
    asset: Asset, clip: int | str | None = None, *, live: int = 0, constraints: bool = True
) -> str:
    """The page that shows an asset; it starts with `clip`, or with the rest pose.

    Node constraints hold in its clips, unless `constraints` is False. With an edition number as `live`, the
    page listens to its server for updates. Raises `ValueError` for an
    unknown clip, `Unsupported` and `LimitExceeded`.
    """
    if clip is not None:
        asset.rig.clip(clip)
    _check_limits(asset)
    flat = asset.rig.dimension != 4
    data, model, frames = _model_3d(asset, clip, constraints) if flat else _model_4d(asset)
    return build_html(data | {"live": live}, model, frames)


def _check_limits(asset: Asset) -> None:
    """Raise `Unsupported` for models that no browser can show, before a huge page is built."""
    nodes = asset.rig.nodes
    if len(nodes) > MAX_NODES:
        raise Unsupported(
            f"{asset.path} has {len(nodes):,} nodes; the viewer shows up to {MAX_NODES:,} "
            "(`pantin render` has no such limit)"
        )
    check_vertex_limit(asset.rig, asset.budget)
    depth = int(depths(nodes.parents).max(initial=-1)) + 1
    if depth > MAX_DEPTH:
        raise Unsupported(
            f"{asset.path} has nodes nested {depth:,} levels deep; the viewer shows up to {MAX_DEPTH:,} "
            "levels (`pantin render` has no such limit)"
        )


def _model_3d(asset: Asset, clip: int | str | None, constraints: bool) -> tuple[dict[str, Any], bytes, bytes]:
    model = embed(asset, clip, constraints=constraints)
    data = page_data(asset, model.rig, model.sprung, model.notes)
    baked = bake_frames(model.posed)
    data["posed"] = baked.surfaces
    if clip is not None:
        data["clip"] = next(iter(model.sprung), asset.rig.clips.index(asset.rig.clip(clip)))
    return data, model.data, baked.data


def _model_4d(asset: Asset) -> tuple[dict[str, Any], bytes, bytes]:
    model = slice_along_w(asset.rig)
    data = page_data(asset, model.rig)
    data |= {
        "bounds": bounds(model.rig),
        "positions": model.positions.tolist(),
        "slices": [{"w": w, "node": node} for w, node in model.slices],
        "edges": model.edges or None,
        "clips": [],
        "blendShapes": [],
        "poses": [],
        "front": 0.0,
    }
    return data, rewrite(model.rig).data, b""


def build_html(data: dict[str, Any], model: bytes, frames: bytes = b"") -> str:
    """The page with this data, this GLB and these baked frames."""
    script, style, template = (_read_web_file(name) for name in ("viewer.js", "viewer.css", "page.html"))
    parts = {
        "policy": content_policy(script, style, bool(data.get("live"))),
        "title": escape(data["title"]),
        "style": style,
        "data": escape_json(msgspec.json.encode(data).decode()),
        "frames": b64encode(frames).decode("ascii"),
        "model": b64encode(model).decode("ascii"),
        "script": script,
    }
    return PLACEHOLDER.sub(lambda match: parts[match[1]], template)


def empty_page(title: str, live: int) -> str:
    """A page without a model, for a source that cannot be loaded yet."""
    model = rewrite(build(nodes=[]))
    data = {
        "title": printable(Path(title).name), "format": "", "summary": [], "notes": [], "front": 0.0,
        "bounds": None,
        "names": [], "parents": [], "joints": [], "tails": [], "positions": None, "skeletons": [],
        "clips": [], "clip": None, "blendShapes": [], "expressions": [], "poses": [], "colliders": [],
        "findings": [], "posed": [], "slices": [],
        "weightScale": [[0, "#000000"], [1, "#ffffff"]], "edges": None, "live": live,
    }  # fmt: skip
    return build_html(data, model.data)


@cache
def _read_web_file(name: str) -> str:
    return (files("pantin.viewer") / "web" / name).read_text(encoding="utf-8")


def escape_json(text: str) -> str:
    """JSON that is safe inside a script element: it cannot end it or open a comment (HTML §4.12.1.3)."""
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def content_policy(script: str, style: str, live: bool) -> str:
    """The content security policy: only this script and style, and connections to the page's own server."""
    sources = "'self' blob: data:" if live else "blob: data:"
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        f"img-src data: blob:; connect-src {sources}; base-uri 'none'; form-action 'none'"
    )


POLICY = re.compile('<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


def policy_of(page: str) -> str:
    """The content security policy that a page states for itself; if it has none, one that allows nothing."""
    stated = POLICY.search(page)
    return unescape(stated[1]) if stated else "default-src 'none'"


@cache
def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode("ascii")
