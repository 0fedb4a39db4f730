"""Rules about the expressions of VRM 1.0: VRM-EX001 to VRM-EX005."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.ext.vrm_rules import presets_among, unknown_presets
from pantin.formats.gltf.ext.vrmc_vrm.rules.members import PATH, block
from pantin.formats.gltf.json_values import (
    Object,
    Tokens,
    as_index,
    as_integer,
    as_list,
    as_object,
    number,
)
from pantin.formats.gltf.model import get
from pantin.formats.gltf.scope import Scope
from pantin.formats.members.faults import shown
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import pointer
from pantin.report.wording import counted, quoted
from pantin.rig.human_bones import BLINK, GAZE, MOUTH

KINDS = ("preset", "custom")
OVERRIDES = {"overrideBlink": BLINK, "overrideLookAt": GAZE, "overrideMouth": MOUTH}


def _listed(scope: Scope, kind: str) -> Object:
    return as_object(as_object(scope.fact(block).get("expressions")).get(kind))


def _expressions(scope: Scope) -> Iterator[tuple[str, str, Object, Tokens]]:
    """Kind, name, body and place of each expression."""
    for kind in KINDS:
        for name, body in _listed(scope, kind).items():
            yield kind, name, as_object(body), (*PATH, "expressions", kind, name)


@rule("VRM-EX001", "error", "the custom expression {name} has the name of a preset")
def custom_preset(scope: Scope) -> Iterator[Finding]:
    """Custom expression has the name of a preset.

    What: A custom expression must not have the name of a preset.
    Why: Readers find expressions by name, and show one of the two.
    Fix: Move it to `preset`, or rename it.
    Source: VRMC_vrm 1.0, expressions, "Custom Expressions".
    """
    for name in presets_among(_listed(scope, "custom")):
        yield custom_preset.at(pointer(*PATH, "expressions", "custom", name), name=quoted(name))


@rule("VRM-EX002", "error", "VRM 1.0 has no preset {name}")
def unknown_preset(scope: Scope) -> Iterator[Finding]:
    """Unknown preset.

    What: The members of `preset` must be presets of the specification.
    Why: Readers ignore others. VRM 0.x had other names, such as joy.
    Fix: Correct the name, or move the expression to `custom`.
    Source: VRMC_vrm.expressions.schema.json, preset.
    """
    for name in unknown_presets(_listed(scope, "preset")):
        yield unknown_preset.at(pointer(*PATH, "expressions", "preset", name), name=quoted(name))


@rule("VRM-EX003", "warning", '"{member}" of expression {name} has no effect: it is of the same kind')
def own_override(scope: Scope) -> Iterator[Finding]:
    """Expression overrides its own kind.

    What: An expression of the eyelids, the gaze or the mouth should not override its own kind.
    Why: Such a setting counts as invalid, and readers differ.
    Fix: Write "none".
    Source: VRMC_vrm 1.0, expressions, "Procedural override".
    """
    for kind, name, body, place in _expressions(scope):
        for member, names in OVERRIDES.items():
            if kind == "preset" and name in names and body.get(member, "none") in ("block", "blend"):
                yield own_override.at(pointer(*place, member), member=member, name=quoted(name))


@rule("VRM-EX004", "error", "expression {name} moves morph target {index} of {node}, which has {count}")
def bad_morph(scope: Scope) -> Iterator[Finding]:
    """Expression moves a morph target that does not exist.

    What: A bind of an expression must name a node with a mesh, and a morph target of that mesh.
    Why: This part of the expression does not show. Some readers fail.
    Fix: Write the index of an existing morph target.
    Source: VRMC_vrm 1.0, expressions, "MorphTargetBind".
    """
    for _, name, body, place in _expressions(scope):
        for slot, bind in enumerate(as_list(body.get("morphTargetBinds"))):
            bind_object = as_object(bind)
            node, index = as_index(bind_object.get("node"), len(scope.model.nodes)), bind_object.get("index")
            count = 0 if node is None else _targets(scope, node)
            if node is not None and as_integer(index) is not None and as_index(index, count) is None:
                where = pointer(*place, "morphTargetBinds", slot, "index")
                values = {"name": quoted(name), "index": shown(index), "node": scope.named("node", node)}
                yield bad_morph.at(where, **values, count=counted(count, "morph target"))


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
    for _, name, body, place in _expressions(scope):
        for slot, bind in enumerate(as_list(body.get("morphTargetBinds"))):
            weight = number(as_object(bind).get("weight"))
            if weight is not None and not 0 <= weight <= 1:
                where = pointer(*place, "morphTargetBinds", slot, "weight")
                yield bad_weight.at(where, name=quoted(name), weight=f"{weight:g}")


RULES: tuple[Rule[[Scope]], ...] = (custom_preset, unknown_preset, own_override, bad_morph, bad_weight)
