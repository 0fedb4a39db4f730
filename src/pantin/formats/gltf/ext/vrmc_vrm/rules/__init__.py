"""The rules of VRMC_vrm 1.0."""

from pantin.formats.gltf.ext.vrmc_vrm.rules import expressions, humanoid, members
from pantin.formats.gltf.scope import Scope
from pantin.report import Rule

RULES: tuple[Rule[[Scope]], ...] = (*members.RULES, *humanoid.RULES, *expressions.RULES)
