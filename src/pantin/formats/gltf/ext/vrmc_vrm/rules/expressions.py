"""Rules about the expressions of VRM 1.0: VRM-EX001 to VRM-EX005."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.ext.vrm_rules import presets_among, unknown_presets
from pantin.formats.gltf.ext.vrm_schema import Expression, MorphTargetBind
from pantin.formats.gltf.ext.vrmc_vrm.rules.members import PATH, vrm
from pantin.formats.gltf.model import get
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.faults import shown
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import JsonPath, pointer
from pantin.report.wording import counted, quoted
from pantin.rig.human_bones import BLINK, GAZE, MOUTH

KINDS = ("preset", "custom")
OVERRIDES = (
    ("overrideBlink", "override_blink", BLINK),
    ("overrideLookAt", "override_look_at", GAZE),
    ("overrideMouth", "override_mouth", MOUTH),
)


def _expressions_of_kind(scope: Scope, kind: str) -> dict[str, Expression | None]:
    """The expressions of a kind, None where one is not an object."""
    listed: dict[str, Expression | None] | None = getattr(scope.fact(vrm).expressions, kind, None)
    return listed or {}


def _expressions(scope: Scope) -> Iterator[tuple[str, str, Expression, JsonPath]]:
    """Kind, name, body and place of each expression."""
    for kind in KINDS:
        for name, body in _expressions_of_kind(scope, kind).items():
            if body is not None:
                yield kind, name, body, (*PATH, "expressions", kind, name)


def _morphs(scope: Scope) -> Iterator[tuple[str, MorphTargetBind, JsonPath]]:
    """For each morph target bind: the name of its expression, the bind and its path."""
    for _, name, body, path in _expressions(scope):
        for slot, bind in enumerate(body.morph_target_binds or ()):
            if bind is not None:
                yield name, bind, (*path, "morphTargetBinds", slot)


@rule("VRM-EX001", "error", "the custom expression {name} has the name of a preset")
def custom_preset(scope: Scope) -> Iterator[Finding]:
    """Custom expression has the name of a preset.

    What: A custom expression must not have the name of a preset.
    Why: Readers find expressions by name, and show one of the two.
    Fix: Move it to `preset`, or rename it.
    Source: VRMC_vrm 1.0, expressions, "Custom Expressions".
    """
    for name in presets_among(_expressions_of_kind(scope, "custom")):
        yield custom_preset.at(pointer(*PATH, "expressions", "custom", name), name=quoted(name))


@rule("VRM-EX002", "error", "VRM 1.0 has no preset {name}")
def unknown_preset(scope: Scope) -> Iterator[Finding]:
    """Unknown preset.

    What: The members of `preset` must be presets of the specification.
    Why: Readers ignore others. VRM 0.x had other names, such as joy.
    Fix: Correct the name, or move the expression to `custom`.
    Source: VRMC_vrm.expressions.schema.json, preset.
    """
    for name in unknown_presets(_expressions_of_kind(scope, "preset")):
        yield unknown_preset.at(pointer(*PATH, "expressions", "preset", name), name=quoted(name))


@rule("VRM-EX003", "warning", '"{member}" of expression {name} has no effect: it is of the same kind')
def own_override(scope: Scope) -> Iterator[Finding]:
    """Expression overrides its own kind.

    What: An expression of the eyelids, the gaze or the mouth should not override its own kind.
    Why: Such a setting counts as invalid, and readers differ.
    Fix: Write "none".
    Source: VRMC_vrm 1.0, expressions, "Procedural override".
    """
    for kind, name, body, path in _expressions(scope):
        for member, attribute, names in OVERRIDES:
            if kind == "preset" and name in names and getattr(body, attribute) in ("block", "blend"):
                yield own_override.at(pointer(*path, member), member=member, name=quoted(name))


@rule("VRM-EX004", "error", "expression {name} moves morph target {index} of {node}, which has {count}")
def bad_morph(scope: Scope) -> Iterator[Finding]:
    """Expression moves a morph target that does not exist.

    What: A bind of an expression must name a node with a mesh, and a morph target of that mesh.
    Why: This part of the expression does not show. Some readers fail.
    Fix: Write the index of an existing morph target.
    Source: VRMC_vrm 1.0, expressions, "MorphTargetBind".
    """
    for name, bind, path in _morphs(scope):
        node, index = bind.node, bind.index
        if node is None or not 0 <= node < len(scope.model.nodes) or index is None:
            continue
        count = _targets(scope, node)
        if not 0 <= index < count:
            values = {"name": quoted(name), "index": shown(scope.raw(path)["index"])}
            values |= {"node": scope.named("node", node), "count": counted(count, "morph target")}
            yield bad_morph.at(pointer(*path, "index"), **values)


def _targets(scope: Scope, node: int) -> int:
    bound_node = scope.model.nodes[node]
    mesh = None if bound_node is None else get(scope.model.meshes, bound_node.mesh)
    primitives = (mesh.primitives or ()) if mesh is not None else ()
    return min((len(primitive.targets or ()) for primitive in primitives), default=0)


@rule("VRM-EX005", "warning", "a bind of expression {name} has the weight {weight}, expected 0 to 1")
def bad_weight(scope: Scope) -> Iterator[Finding]:
    """Weight of a bind is out of range.

    What: The `weight` of a bind should be from 0 to 1.
    Why: VRM 0.x had weights up to 100. A morph target at 100 tears the face apart.
    Fix: Divide the weight by 100.
    Source: VRMC_vrm 1.0, expressions, "MorphTargetBind".
    """
    for name, bind, path in _morphs(scope):
        if bind.weight is not None and not 0 <= bind.weight <= 1:
            yield bad_weight.at(pointer(*path, "weight"), name=quoted(name), weight=f"{bind.weight:g}")


RULES: tuple[Rule[[Scope]], ...] = (custom_preset, unknown_preset, own_override, bad_morph, bad_weight)
