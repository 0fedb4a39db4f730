"""A model as one HTML page that works from a file, asks the network for nothing, and may be sent around."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from pantin.deformation.limits import check_vertex_limit
from pantin.errors import Unsupported
from pantin.report.render.printable import printable
from pantin.rig import build
from pantin.rig.tree import depths
from pantin.viewer.embedding import embedded, rewritten
from pantin.viewer.facts import bounds, facts
from pantin.viewer.frames import frames
from pantin.viewer.sweep import sweep

if TYPE_CHECKING:
    from pantin.assets import Asset

MOST_NODES = 250_000
"""Nodes of a page: some thirty megabytes of text, and as many objects as a tab draws each frame."""

DEEPEST = 1000
"""How deep nodes may hang: the page's library walks down by recursion, and at twice this depth it was seen to
run out of stack before anything was shown."""

PART = re.compile(r"\{\{(\w+)\}\}")
"""Where the template takes something in. All are filled in one pass: nothing in them is looked into."""


def page(asset: Asset, clip: int | str | None = None, *, live: int = 0) -> str:
    """The page that shows an asset; it begins with `clip`, or at rest.

    A `live` page, of which this is the number of the edition, listens to the server it comes from. Raises
    `ValueError` for a clip that is not there, `Unsupported` and `LimitExceeded`.
    """
    if clip is not None:
        asset.rig.clip(clip)
    _want_room(asset)
    told, model, extra = _in_4d(asset) if asset.rig.dimension == 4 else _in_3d(asset, clip)
    return html(told | {"live": live}, model, extra)


def _want_room(asset: Asset) -> None:
    """Raise `Unsupported` for what no browser would show, before a hundred megabytes are written for it."""
    nodes = asset.rig.nodes
    if len(nodes) > MOST_NODES:
        raise Unsupported(
            f"{asset.path} has {len(nodes):,} nodes; a page shows up to {MOST_NODES:,}: "
            "`pantin render` makes a picture of it"
        )
    check_vertex_limit(asset.rig)
    deep = int(depths(nodes.parents).max(initial=-1)) + 1
    if deep > DEEPEST:
        raise Unsupported(
            f"the nodes of {asset.path} hang {deep:,} deep; a page shows up to {DEEPEST:,}: "
            "`pantin render` makes a picture of it"
        )


def _in_3d(asset: Asset, clip: int | str | None) -> tuple[dict[str, Any], bytes, bytes]:
    made = embedded(asset, clip)
    told = facts(asset, made.rig, made.sprung, made.notes)
    posed = frames(made.posed)
    told["posed"] = posed.posed
    if clip is not None:
        told["clip"] = next(iter(made.sprung), asset.rig.clips.index(asset.rig.clip(clip)))
    return told, made.data, posed.data


def _in_4d(asset: Asset) -> tuple[dict[str, Any], bytes, bytes]:
    made = sweep(asset.rig)
    told = facts(asset, made.rig)
    told |= {
        "bounds": bounds(made.rig),
        "places": made.places.tolist(),
        "slices": [{"w": w, "node": node} for w, node in made.slices],
        "edges": made.edges or None,
        "clips": [],
        "blends": [],
        "front": 0.0,
    }
    return told, rewritten(made.rig).data, b""


def html(told: dict[str, Any], model: bytes, extra: bytes = b"") -> str:
    """The page of these facts and this GLB."""
    script, style, template = (_part(name) for name in ("viewer.js", "viewer.css", "page.html"))
    parts = {
        "policy": policy(script, style, bool(told.get("live"))),
        "title": escape(told["title"]),
        "style": style,
        "facts": in_script(msgspec.json.encode(told).decode()),
        "frames": b64encode(extra).decode("ascii"),
        "model": b64encode(model).decode("ascii"),
        "script": script,
    }
    return PART.sub(lambda found: parts[found[1]], template)


def empty(title: str, live: int) -> str:
    """A page without a model, for a source that has none yet."""
    made = rewritten(build(nodes=[]))
    told = {
        "title": printable(Path(title).name), "format": "", "summary": [], "notes": [], "front": 0.0,
        "bounds": None,
        "names": [], "parents": [], "joints": [], "places": None, "skeletons": [], "clips": [], "clip": None,
        "blends": [], "expressions": [], "colliders": [], "findings": [], "posed": [], "slices": [],
        "ramp": [[0, "#000000"], [1, "#ffffff"]], "edges": None, "live": live,
    }  # fmt: skip
    return html(told, made.data)


@cache
def _part(name: str) -> str:
    return (files("pantin.viewer") / "web" / name).read_text(encoding="utf-8")


def in_script(text: str) -> str:
    """JSON that may stand in a script element: it cannot end it, nor begin a comment (HTML §4.12.1.3)."""
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def policy(script: str, style: str, live: bool) -> str:
    """What the page may do: run this one script, nothing from elsewhere, and ask nobody but its server."""
    asks = "'self' blob: data:" if live else "blob: data:"
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        f"img-src data: blob:; connect-src {asks}; base-uri 'none'; form-action 'none'"
    )


@cache
def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode("ascii")
