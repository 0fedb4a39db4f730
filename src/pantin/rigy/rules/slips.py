"""Common slips: keys and values from other tools, with the hint that a finding about them ends with."""

from __future__ import annotations

from pantin.rigy.schema.kinds import Fault

SLIPS: dict[tuple[str, str], str] = {
    ("transform", "position"): "did you mean 'translation'?",
    ("transform", "location"): "did you mean 'translation'?",
    ("transform", "rotation"): "use 'rotation_degrees' for [x, y, z] in degrees, or 'rotation_quat'",
    ("transform", "scale"): "a transform has no scale; change the dimensions",
    ("primitive", "position"): "use 'transform: {translation: [x, y, z]}'",
    ("primitive", "rotation"): "use 'transform: {rotation_degrees: [x, y, z]}'",
    ("primitive", "size"): "did you mean 'dimensions'?",
    ("primitive", "color"): "define a material with 'base_color', and use 'material'",
    ("anchor", "position"): "did you mean 'translation'?",
    ("bone of a pose", "position"): "did you mean 'translation'?",
    ("bone of a pose", "rotation"): "use a quaternion [w, x, y, z]",
    ("mirror_x", "from"): "did you mean 'prefix_from'?",
    ("mirror_x", "to"): "did you mean 'prefix_to'?",
    ("cylinder", "length"): "did you mean 'height'?",
    ("capsule", "length"): "did you mean 'height'?",
    ("wedge", "width"): "did you mean 'x'?",
    ("wedge", "height"): "did you mean 'y'?",
    ("wedge", "depth"): "did you mean 'z'?",
    ("null", "parent"): "write none for a root bone",
    ("number", "version 0.1"): 'or "0.10" for version 0.10',
    ("yaml", "tab"): "indent with spaces instead of tabs",
}
"""The hint for a key, by the object that has it: the kind of a mapping or the type of a primitive with its
dimensions. `null`, `number` and `yaml` are slips in a value rather than in a key."""


def slip_hint(holder: str, key: str) -> str:
    """ "; did you mean 'translation'?" where the key of this object is a common slip, or nothing."""
    hint = SLIPS.get((holder, key))
    return f"; {hint}" if hint else ""


def type_hint(fault: Fault) -> str:
    """The hint about a value of the wrong type."""
    key = fault.values["key"]
    if fault.values["value"] is None:
        return slip_hint("null", key)
    return slip_hint("number", f"{key} {fault.values['value']}")


def length_hint(fault: Fault) -> str:
    """The hint about a list of the wrong length: three angles where a pose has a quaternion."""
    is_pose = len(fault.path) > 1 and fault.path[0] == "poses"
    return slip_hint("bone of a pose", fault.values["key"]) if is_pose else ""


def syntax_hint(problem: str) -> str:
    """The hint about a YAML error."""
    return slip_hint("yaml", "tab") if "indented with a tab" in problem else ""
