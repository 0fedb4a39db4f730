"""Rules about rigs of any file format: `check(rig)`.

Pointers are JSON pointers in the spelling of glTF (`/skins/2`, `/meshes/0/primitives/1`); other formats
translate them.
"""

from __future__ import annotations

from collections.abc import Iterator

from pantin.checks import binds, blends, characters, clips, influences, joints
from pantin.report import Finding, Rule
from pantin.rig import Rig

__all__ = ["RULES", "check"]

RULES: tuple[Rule[Rig], ...] = (
    *binds.RULES,
    *joints.RULES,
    *influences.RULES,
    *blends.RULES,
    *clips.RULES,
    *characters.RULES,
)


def check(rig: Rig) -> Iterator[Finding]:
    """The findings of every rule, in the order of `RULES`."""
    for rule in RULES:
        yield from rule.find(rig)
