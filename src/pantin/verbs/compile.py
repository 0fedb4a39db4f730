"""`compile`: a model from Rigy source."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pantin.base.limits import Limits
from pantin.formats.registry import name_of
from pantin.verbs.load import DEFAULT_LIMITS, load_as

if TYPE_CHECKING:
    from pantin.formats.registry import Source
    from pantin.verbs.asset import Asset


def compile(
    source: Source,
    *,
    profile: str = "standard",
    pose: str | None = None,
    clips: bool = False,
    name: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    allow_outside: bool = False,
) -> Asset:
    """Compile a Rigy document (.rigy.yaml) or scene (.rigs.yaml).

    `profile` is "standard", or "reference" for the same bytes as the published suite of the language. `pose`
    is the id of a pose of the document: its meshes are baked in that pose, without skins. With `clips`, each
    document that has poses gives a clip: rest, each pose in the order of the document, rest, one second each.
    Raises `BadFile`, whose report has every finding, `OSError`, and `ValueError` for an unknown pose, or for
    clips of documents without poses.

    >>> arm = pantin.compile("examples/rigy/arm.rigy.yaml")
    >>> pantin.save(arm, "out/arm.glb").ok
    True
    """
    from pantin.formats.rigy import FORMAT

    called = name_of(source, name)
    source = source if isinstance(source, bytes) else Path(source)
    options = {"profile": profile, "pose": pose, "clips": clips}
    compiled = load_as(FORMAT, source, called, limits=limits, allow_outside=allow_outside, **options)
    compiled.findings = ()  # the language defines what a compiled model has: nothing is dropped
    return compiled
