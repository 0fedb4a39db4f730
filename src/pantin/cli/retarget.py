"""`pantin retarget`: the table of bones; all else derives from the verb."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.cli.batch_options import BatchOptions
from pantin.cli.exit import Exit, UsageError
from pantin.cli.io import load_rig, print_report, raise_refused
from pantin.cli.streams import say
from pantin.cli.verb_command import (
    command_of,
    is_target_folder,
    keywords_of,
    means_batch,
    print_done,
    run_files,
    run_one,
)
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
    """Print the bones of a motion and of its target, and uncertain matches if nothing else is done."""
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


ONE_CHARACTER = command_of("retarget", VERB, retarget)
"""Motions onto one character: a batch of motions."""


def retarget_many(motion: Sequence[str], target: str, out: str | None, *, pairs: bool, **values: Any) -> int:
    """One motion, or with `pairs` each of many, onto many characters: a batch of characters for each
    motion. Onto one character, a batch of motions."""
    from pantin.base.file_names import is_many_local

    motions, characters = split_characters(motion, target)
    several = len(characters) > 1 or is_many_local(target)
    if not several and not (pairs and out is not None):
        if out is not None and values["to"] is None and (means_batch(motion, out) or is_target_folder(out)):
            values["to"] = character_suffix(target)
        return run_files(ONE_CHARACTER, VERB, {"motion": motion, "target": target, "out": out, **values})
    from pantin.cli.batch import BatchTotals, make_batch, print_plan, print_reports

    if out is None:
        raise UsageError(f"{target} has several characters: give an output folder after it")
    if values.pop("show_map"):
        raise UsageError(VERB.single["show_map"])
    options = BatchOptions.take(values)
    if len(motions) > 1 or is_many_local(motions[0]):
        if not pairs:
            raise UsageError("give --pairs to retarget every motion onto every character, or give one motion")
        motions = find_motions(motions)
    else:
        require_clips(motions[0], values["allow_outside"])
    keywords = keywords_of(VERB, values)
    code = Exit.CLEAN
    totals = BatchTotals(COMMAND.spell_options)
    for name in motions:
        folder = f"{out.rstrip('/')}/{Path(name).name.split('.')[0]}" if pairs else out
        batch = make_batch(
            options,
            verb="retarget",
            sources=tuple(characters),
            target=f"{folder.rstrip('/')}/",
            options={**keywords, "motion": name},
        )
        if options.dry_run:
            code = max(code, Exit(print_plan(batch)))
            continue
        if pairs:
            say(f"{name} -> {folder}")
        print_reports(batch, totals, quiet=options.quiet)
    return code if options.dry_run else totals.finish(batch)


def split_characters(names: Sequence[str], target: str) -> tuple[list[str], list[str]]:
    """The motions and the characters among the files before the folder to write: the last one is a
    character, and so are the models that follow files of motion alone (`walk.bvh a.vrm b.vrm out/`)."""
    count = next((index for index, name in enumerate(names) if not holds_motion_alone(name)), len(names))
    if count in (0, len(names)) or any(map(holds_motion_alone, names[count:])):
        return list(names), [target]
    return list(names[:count]), [*names[count:], target]


def holds_motion_alone(name: str) -> bool:
    """Whether files of this suffix have motion and no meshes."""
    from pantin.formats.registry import by_suffix, suffix_of

    format = by_suffix(name)
    return format is not None and not format.holds("meshes", suffix_of(name))


def character_suffix(target: str) -> str | None:
    """The suffix for a character with a motion; None where files like it cannot be written."""
    from pantin.formats.registry import by_suffix, suffix_of

    format = by_suffix(target)
    return suffix_of(target) if format is not None and format.writable else None


def require_clips(motion: str, allow_outside: bool) -> None:
    """Raise one error for a motion that is missing or has no clips, instead of one for each character."""
    if not load_rig(motion, allow_outside).rig.clips:
        raise UsageError(f"{motion} has no clips: give a file with motion")


def find_motions(paths: Sequence[str]) -> list[str]:
    """The motion files that sources mean."""
    from pantin.batch import find_sources
    from pantin.cli.batch import errors_told

    with errors_told():
        names = [source.name for source in find_sources(paths, lambda error: say(str(error)))]
    if not names:
        raise UsageError(f"no motion in {', '.join(paths)}")
    stems = [Path(name).name.split(".")[0] for name in names]
    same = next((stem for stem in stems if stems.count(stem) > 1), None)
    if same is not None:
        raise UsageError(
            f"two motions are called {same!r} and would be written to the same folder: rename one of them"
        )
    return names


COMMAND = command_of("retarget", VERB, retarget_many, whole=True)
