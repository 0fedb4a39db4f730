"""The hint that a finding about a common slip ends with; see `schema.slips`."""

from __future__ import annotations

from pantin.formats.rigy.schema.kinds import Fault
from pantin.formats.rigy.schema.slips import SLIPS


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
