"""`pantin retarget`: the table of bones; all else derives from the verb."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import load_rig, print_report, raise_refused
from pantin.cli.verb_command import command_of, keywords_of, print_done, run_one
from pantin.verbs.retarget import VERB

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pantin.verbs.asset import Asset
    from pantin.verbs.retarget_bones import MappedBone


def retarget(motion: str, target: str, out: str | None, *, show_map: bool, **values: Any) -> int:
    if out is None and not show_map:
        raise UsageError("give the file to write, or --show-map to see the bones")
    if show_map:
        print_map(motion, target, values["map"], values["allow_outside"], out is None)
    if out is None:
        return Exit.CLEAN
    return print_done(run_one(VERB, motion, out, keywords_of(VERB, {"target": target, **values})))


def print_map(motion: str, target: str, overrides: Any, allow_outside: bool, alone: bool) -> None:
    """Print the bones of a motion and of its target; and what is uncertain, if nothing else is done."""
    from pantin.verbs.retarget_bones import match_bones

    moving, asset = load_rig(motion, allow_outside), load_rig(target, allow_outside)
    with raise_refused(asset.path):
        bones, report = match_bones(moving, asset, overrides)
    print("\n".join(map_lines(bones, asset)), flush=True)
    if alone:
        print_report(report)


def map_lines(bones: Mapping[str, MappedBone], target: Asset) -> list[str]:
    """A table of the bones of the motion: joint, confidence and the node of the target."""
    from pantin.report.wording import counted, printable

    names = target.rig.nodes.names
    rows = [("bone", "joint", "confidence", "node of the target")]
    for mapped in bones.values():
        node = "-" if mapped.target is None else str(names[mapped.target] or mapped.target)
        node += f" ({mapped.target_confidence:.2f})" if mapped.target_confidence < 1 else ""
        joint = str(mapped.name or mapped.joint)
        rows.append((mapped.bone, printable(joint), f"{mapped.confidence:.2f}", printable(node)))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [
        "  ".join(word.ljust(width) for word, width in zip(row, (*widths, 0), strict=True)).rstrip()
        for row in rows
    ]
    uncertain = sum(mapped.uncertain for mapped in bones.values())
    return [*lines, f"{counted(len(bones), 'bone')}, {uncertain} uncertain (below 0.80)"]


COMMAND = command_of("retarget", VERB, retarget)
