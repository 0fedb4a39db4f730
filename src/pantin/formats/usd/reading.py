"""Read a stage: the parts of its rig, and the findings of all rules. This runs in the worker process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pantin.base.limits import Limits
from pantin.base.records import Record
from pantin.formats.usd import file_rules, rules
from pantin.formats.usd.damage import NOT_UTF8, Unopened, explain
from pantin.formats.usd.dependencies import ImageFiles, open_stage
from pantin.formats.usd.dual_quaternions import bent_differently
from pantin.formats.usd.lift import losses
from pantin.formats.usd.lift.clips import read_clips
from pantin.formats.usd.lift.context import Context
from pantin.formats.usd.lift.dual_quaternions import report_flattened
from pantin.formats.usd.lift.instancers import expand_instancers
from pantin.formats.usd.lift.stage import StageReader
from pantin.formats.usd.not_carried import animated_properties, not_carried
from pantin.formats.usd.opened import Opened
from pantin.report import Finding

LOSSES: dict[str, Callable[[Iterable[tuple[str, str]]], Iterator[Finding]]] = {
    "geometry": losses.dropped_geometry,
    "primvar": losses.dropped_primvar,
    "subdivision": losses.cage_of_subdivision,
    "animation": losses.dropped_animation,
    "material": losses.dropped_material,
    "light": losses.dropped_light,
    "skinning": bent_differently,
    "inbetween": losses.split_inbetweens,
    "kept": losses.dropped_parts,
}


class Reading(Record, eq=False):
    """What was read of a stage.

    parts    the arguments of `build`
    dropped  findings on what the rig cannot hold
    findings of the rules about USD files
    unread   (what, count, path) of properties that nothing reads
    files    the other files of the stage, relative to its folder
    absent   the files in its folder that it refers to and that do not exist, likewise
    outside  references out of the folder
    start, per_second   the time code of the second 0 of clips, and how many a second has
    """

    parts: dict[str, Any]
    dropped: tuple[Finding, ...] = ()
    findings: tuple[Finding, ...] = ()
    unread: tuple[tuple[str, int, str], ...] = ()
    files: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    start: float = 0.0
    per_second: float = 24.0


class NoVariant(ValueError):
    """The chosen variant does not exist on any prim."""


def read_stage(path: Path, limits: Limits, allow_outside: bool, variants: Mapping[str, str]) -> Reading:
    """Read a stage. Raises `Unopened`, `LimitExceeded` and `NoVariant`."""
    from pxr import Tf

    try:
        opened = open_stage(path, limits, allow_outside)
        choose_variants(opened.stage, variants)
        return read_opened(opened, variants)
    except Tf.ErrorException as error:  # values are unpacked when they are asked for
        raise explain(error) from None
    except UnicodeDecodeError:
        raise Unopened(NOT_UTF8) from None


def read_opened(opened: Opened, variants: Mapping[str, str]) -> Reading:
    from pxr import Usd

    stage = opened.stage
    stage_findings, unread = rules.check_stage(stage), tuple(not_carried(stage))
    per_second = float(stage.GetTimeCodesPerSecond()) or 24.0
    start = float(stage.GetStartTimeCode()) if stage.HasAuthoredTimeCodeRange() else 0.0
    context = Context(stage, opened.limits, start, per_second)
    for prim, what in animated_properties(stage.Traverse(Usd.TraverseInstanceProxies())):
        context.drop("animation", prim, what)
    expand_instancers(context)
    context.start = min(start, context.earliest_sample())
    reader = StageReader(context, ImageFiles(opened))
    parts = reader.read()
    parts["clips"] = read_clips(reader, variants)
    report_flattened(context, reader.dual_skins, parts["skins"], parts["nodes"], parts["clips"])
    dropped = [finding for kind, entries in context.dropped.items() for finding in LOSSES[kind](entries)]
    findings = [*file_rules.references(opened), *stage_findings]
    return Reading(
        parts,
        tuple(dropped),
        tuple(findings),
        unread,
        tuple(sorted(opened.files)),
        tuple(sorted(opened.absent)),
        tuple(opened.outside),
        context.start,
        per_second,
    )


def choose_variants(stage: Any, variants: Mapping[str, str]) -> None:
    """Select variants on every prim that has them, repeatedly, because a selection may add prims with
    variants. Raises `NoVariant`."""
    from pxr import Usd

    left = dict(variants)
    offered: dict[str, set[str]] = {}
    for _ in range(len(variants) + 1):
        changed = False
        with Usd.EditContext(stage, stage.GetSessionLayer()):
            for path in [prim.GetPath() for prim in stage.TraverseAll() if prim.HasVariantSets()]:
                sets = stage.GetPrimAtPath(path).GetVariantSets()
                for name in sets.GetNames():
                    offered.setdefault(name, set()).update(sets.GetVariantSet(name).GetVariantNames())
                    wanted = variants.get(name)
                    if wanted in offered[name] and sets.GetVariantSelection(name) != wanted:
                        sets.SetSelection(name, wanted)
                        changed = True
                    if wanted in offered[name]:
                        left.pop(name, None)
        if not changed:
            break
    for name, wanted in left.items():
        if name not in offered:
            known = ", ".join(sorted(offered)) or "none"
            raise NoVariant(f"there is no variant set {name!r} (the stage has: {known})")
        known = ", ".join(sorted(offered[name]))
        raise NoVariant(f"the variant set {name!r} has no variant {wanted!r} (it has: {known})")
