"""The hint that a finding about a common typo ends with; see `schema.typos`."""

from __future__ import annotations

from pantin.formats.rigy.schema.kinds import Fault
from pantin.formats.rigy.schema.typos import TYPOS


def typo_hint(holder: str, key: str) -> str:
    """ "; did you mean 'translation'?" where the key of this object is a common typo, or nothing."""
    hint = TYPOS.get((holder, key))
    return f"; {hint}" if hint else ""


def type_hint(fault: Fault) -> str:
    """The hint about a value of the wrong type."""
    key = fault.values["key"]
    if fault.values["value"] is None:
        return typo_hint("null", key)
    return typo_hint("number", f"{key} {fault.values['value']}")


def length_hint(fault: Fault) -> str:
    """The hint about a list of the wrong length: three angles where a pose has a quaternion."""
    is_pose = len(fault.path) > 1 and fault.path[0] == "poses"
    return typo_hint("bone of a pose", fault.values["key"]) if is_pose else ""


def syntax_hint(problem: str) -> str:
    """The hint about a YAML error."""
    return typo_hint("yaml", "tab") if "indented with a tab" in problem else ""
