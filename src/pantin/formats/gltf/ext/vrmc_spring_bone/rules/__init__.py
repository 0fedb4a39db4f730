"""The rules of VRM 1.0 springs: VRM-SB001 to SB062, EC001 to EC011, LM001 to LM005."""

from __future__ import annotations

from pantin.formats.gltf.ext.vrmc_spring_bone.rules import (
    chain,
    collider,
    extended,
    group,
    joint,
    limit,
    root,
    spring,
)
from pantin.formats.gltf.scope import Scope
from pantin.report import Rule

RULES: tuple[Rule[[Scope]], ...] = (
    *root.RULES,
    *collider.RULES,
    *group.RULES,
    *spring.RULES,
    *joint.RULES,
    *chain.RULES,
    *extended.RULES,
    *limit.RULES,
)
"""The rules that need only the JSON."""
