"""`edit_clips`: cut, rename, drop, mirror, loop, retime, resample and reverse the clips of an asset."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments_but
from pantin.base.errors import NothingToDo
from pantin.base.options import Option
from pantin.base.short_repr import short_value
from pantin.verbs.asset import Asset
from pantin.verbs.parameters import ALLOW_OUTSIDE, FORCE, SOURCES, STRICT, VARIANT, target
from pantin.verbs.verb import Parameter, Verb

if TYPE_CHECKING:
    from pantin.rig import Clip, Rig
    from pantin.verbs.model import Model

Names: TypeAlias = "bool | int | str | Sequence[bool | int | str]"
"""Clips by name or index; True is all of them."""

NAME = r"[^-./\\][^./\\]*"
"""A word after an option that is the name of a clip rather than of a file; `--loop=a.b` takes any name."""


class EditedClips(Asset):
    """An asset with edited clips; `notes` list approximations, and channels that keep their keys.

    >>> pantin.edit_clips("examples/arm.glb", rename={"bend": "wave"}).describe()
    '1 clip: wave 2 s'
    """

    notes: tuple[str, ...] = ()

    def describe(self) -> str:
        """The clips, in a line, and the notes."""
        from pantin.report.wording import counted

        listed = ", ".join(f"{clip.name or 'unnamed'} {clip.duration:.4g} s" for clip in self.rig.clips[:8])
        more = ", …" if len(self.rig.clips) > 8 else ""
        head = counted(len(self.rig.clips), "clip") + (f": {listed}{more}" if listed else "")
        return "; ".join((head, *self.notes))


@check_arguments_but("cut")
@any_numbers
def edit_clips(
    asset: Model,
    *,
    cut: Mapping[int | str, tuple[float, float]] | None = None,
    retime: float | Mapping[int | str, float] | None = None,
    reverse: Names = False,
    mirror: Names = False,
    mirror_from: Mapping[int | str, int | str] | None = None,
    without_scale: Names = False,
    complete: Names = False,
    bridge: Names = False,
    lock_feet: Names = False,
    on_ground: Names = False,
    in_place: Names = False,
    loop: Names = False,
    in_phase: Mapping[int | str, int | str] | None = None,
    resample: float | Mapping[int | str, float] | None = None,
    rename: Mapping[int | str, str] | None = None,
    drop: Sequence[int | str] = (),
) -> EditedClips:
    """The asset with edited clips; everything else in the file is unchanged.

    cut            start and end in seconds for each clip, which starts at 0 afterwards
    retime         a speed, of all clips or for each: 2 takes half the time
    reverse        clips to play backwards
    mirror         clips whose left and right are exchanged
    mirror_from    for each clip, the clip whose mirror image it becomes
    without_scale  clips whose scale channels are removed
    complete       clips that get a rest-pose key for joints that only other clips move
    bridge         clips whose frozen or wrong keys are removed, so that the keys around them are interpolated
    lock_feet      clips whose planted feet stay where they are
    on_ground      clips whose root is raised where feet are below the ground
    in_place       clips whose root motion over the ground is removed
    loop           clips whose last 0.3 seconds are blended into their start
    in_phase       for each loop, the gait cycle whose phase it starts in
    resample       frames per second, of all clips or for each, with linear keys
    rename         a new name for each clip
    drop           clips to remove

    Clips are given by name or index, and `True` is all of them. Edits are applied in this order. Returns a
    copy. Raises `ValueError` for unknown clips, for a range outside a clip, for a skeleton without sides, and
    for repairs of feet where the rig is not a humanoid.

    >>> asset = pantin.load("examples/arm.glb")
    >>> pantin.edit_clips(asset, cut={"bend": (0.5, 1.5)}, rename={"bend": "nod"}).rig.clips
    (<Clip 'nod' channels=2 duration=1 s>,)
    """
    asset = Asset.from_model(asset)
    require_clips(asset)
    edits = asset.format.edits
    in_document = edits is not None and not asset.from_rig and (edits.replace_clip or edits.store_in_place)
    edited = asset.copy() if in_document else asset._copy_of_rig()
    names = [clip.name for clip in asset.rig.clips]
    repairs = {
        "mirror": mirror,
        "without_scale": without_scale,
        "complete": complete,
        "bridge": bridge,
        "lock_feet": lock_feet,
        "on_ground": on_ground,
        "in_place": in_place,
        "loop": loop,
    }
    images = {_find(names, clip): _find(names, other) for clip, other in (mirror_from or {}).items()}
    partners = {_find(names, clip): _find(names, other) for clip, other in (in_phase or {}).items()}
    steps = _steps(asset.rig, names, cut, retime, reverse, repairs, images, partners, resample)
    renamed = {_find(names, old): new for old, new in (rename or {}).items()}
    dropped = _chosen_clips(names, drop)
    notes: list[str] = []
    for index in sorted({*steps, *renamed} - dropped):
        notes += _change(edited, index, steps.get(index, ()), renamed.get(index, names[index]))
    for index in sorted(dropped, reverse=True):
        edited.remove_clip(index)
    return _result(edited, notes)


def _steps(
    rig: Rig,
    names: Sequence[str | None],
    cut: Mapping[int | str, tuple[float, float]] | None,
    retime: float | Mapping[int | str, float] | None,
    reverse: Names,
    edits: Mapping[str, Names],
    images: Mapping[int, int],
    partners: Mapping[int, int],
    resample: float | Mapping[int | str, float] | None,
) -> dict[int, list[Callable[[Clip], Clip]]]:
    """The edits of each clip, by its index, in order."""
    from functools import partial

    from pantin import motion

    steps: dict[int, list[Callable[[Clip], Clip]]] = {}

    def add(index: int, step: Callable[[Clip], Clip]) -> None:
        steps.setdefault(index, []).append(step)

    for index, start, end in _ranges(names, cut):
        add(index, partial(motion.cut, start=start, end=end))
    for index, speed in _by_clip(names, retime).items():
        add(index, partial(motion.retime, speed=speed))
    for index in sorted(_chosen_clips(names, reverse)):
        add(index, motion.reverse)
    for index, other in images.items():
        add(index, partial(_mirror_image, rig, rig.clips[other]))
    for edit, argument in edits.items():
        for index in sorted(_chosen_clips(names, argument)):
            add(index, partial(_edit, edit, rig, index))
    for index, other in partners.items():
        add(index, partial(_in_phase, rig, rig.clips[other]))
    for index, fps in _by_clip(names, resample).items():
        add(index, partial(motion.resample, fps=fps))
    return steps


def _mirror_image(rig: Rig, other: Clip, clip: Clip) -> Clip:
    from pantin.motion import mirror

    return mirror(rig, _with_unit_rotations(other)).replace(name=clip.name)


def _in_phase(rig: Rig, other: Clip, clip: Clip) -> Clip:
    from pantin.checks.clip_rules.repairs import in_phase

    return in_phase(rig, clip, other)


def _edit(edit: str, rig: Rig, index: int, clip: Clip) -> Clip:
    """A clip of the rig after an edit that its name is enough for."""
    from pantin import motion

    match edit:
        case "mirror":
            return motion.mirror(rig, clip)
        case "in_place":
            return motion.in_place(rig, clip)
        case "loop":
            return motion.loop(rig, clip, min(CLOSED_OVER, clip.duration))
    from pantin.checks.clip_rules import repairs

    if edit == "complete":
        clips = [*rig.clips[:index], clip, *rig.clips[index + 1 :]]
        return repairs.complete(rig.replace(clips=clips), index)
    repair: Callable[[Rig, Clip], Clip] = getattr(repairs, edit)
    return repair(rig, clip)


CLOSED_OVER = 0.3
"""Seconds at the end of a clip that are led into its start."""


def _change(asset: Asset, index: int, steps: Sequence[Callable[[Clip], Clip]], name: str | None) -> list[str]:
    """Apply the steps to a clip of the asset; notes on it."""
    from pantin.motion import approximations
    from pantin.report.wording import counted, named

    if not steps:
        asset.rename("clip", index, name)
        return []
    clip = asset.rig.clips[index]
    what = named("clip", index, clip.name)
    if clip.is_empty:
        raise ValueError(
            f"{what} animates only properties that Pantin does not read, so it cannot be changed"
        )
    clip = _with_unit_rotations(clip)
    for step in steps:
        clip = step(clip)
    notes = [f"{what} {note}" for note in approximations(clip)]
    kept = asset.replace_clip(index, clip.replace(name=name))
    if kept:
        verb = "keeps its" if kept == 1 else "keep their"
        notes.append(f"{what}: {counted(kept, 'channel')} of a pointer {verb} keys")
    return notes


def _with_unit_rotations(clip: Clip) -> Clip:
    """The clip with rotations of length 1, as players read them: files round them."""
    from pantin.motion.channels import unit_values

    return clip.replace(
        channels=tuple(
            channel.replace(values=unit_values(channel)) if channel.property == "rotation" else channel
            for channel in clip.channels
        )
    )


def _result(asset: Asset, notes: Sequence[str]) -> EditedClips:
    if asset.from_rig:
        result = EditedClips(asset.path, asset.format, rig=asset.rig, findings=asset.findings)
    else:
        result = EditedClips(asset.path, asset.format, document=asset.document, findings=asset._carried)
    result.notes = tuple(notes)
    return result


def _find(names: Sequence[str | None], which: int | str) -> int:
    from pantin.formats.edit_arguments import find

    return find(which, names, "clip")


def _chosen_clips(names: Sequence[str | None], chosen: Names) -> set[int]:
    """The indices of clips; `True` is all of them."""
    if isinstance(chosen, bool):
        return set(range(len(names))) if chosen else set()
    if isinstance(chosen, int | str):
        return {_find(names, chosen)}
    return {
        index
        for clip in chosen
        for index in (_chosen_clips(names, clip) if clip is True else {_find(names, clip)})
    }


def _ranges(
    names: Sequence[str | None], cut: Mapping[int | str, tuple[float, float]] | None
) -> Iterator[tuple[int, float, float]]:
    """The index of each clip that is cut, with its start and end."""
    if not isinstance(cut, Mapping | None):
        raise TypeError(f'cut must be given by clip, as {{"walk": (0.5, 1.5)}}, not as {short_value(cut)}')
    for clip, span in (cut or {}).items():
        try:
            start, end = span
        except (TypeError, ValueError):
            raise TypeError(f"cut needs a start and an end in seconds, not {short_value(span)}") from None
        yield _find(names, clip), start, end


def _by_clip(
    names: Sequence[str | None], values: float | Mapping[int | str, float] | None
) -> dict[int, float]:
    """A number for each clip, by index."""
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        return dict.fromkeys(range(len(names)), float(values))
    every = {index: number for word, number in values.items() if word == "" for index in range(len(names))}
    return every | {_find(names, word): number for word, number in values.items() if word != ""}


def require_clips(asset: Asset, **_: Any) -> None:
    """Raise `NothingToDo` for a model without clips."""
    if not asset.rig.clips:
        raise NothingToDo(f"{asset.path} has no clips", "no clips")


def require_edit(**options: Any) -> dict[str, Any]:
    """Refuse a command that changes nothing."""
    if not any(options.get(parameter.name) for parameter in VERB.parameters):
        raise ValueError("nothing to do: give --cut, --rename, --drop or another edit, or --list")
    return options


VERB = Verb(
    edit_clips,
    Parameter(
        "cut",
        "NAME:START-END keeps a part of a clip, in seconds; the result starts at 0.",
        parser="NAME:START-END",
        repeated=True,
    ),
    Parameter(
        "retime",
        "NAME=X plays a clip at X times its speed; X alone changes all clips.",
        parser="[NAME=]X",
        repeated=True,
    ),
    Parameter("reverse", "Play a clip backwards (no NAME: all clips).", pattern=NAME, repeated=True),
    Parameter("mirror", "Mirror a clip, left to right (no NAME: all clips).", pattern=NAME, repeated=True),
    Parameter(
        "mirror_from",
        "NAME=OTHER makes a clip the mirror image of another.",
        parser="OLD=NEW",
        repeated=True,
    ),
    Parameter(
        "without_scale",
        "Remove scale channels (no NAME: of all clips).",
        pattern=NAME,
        repeated=True,
    ),
    Parameter(
        "complete",
        "Add a rest-pose key for joints that only other clips move (no NAME: to all clips).",
        pattern=NAME,
        repeated=True,
    ),
    Parameter(
        "bridge",
        "Remove keys that are frozen or jump, and interpolate (no NAME: in all clips).",
        pattern=NAME,
        repeated=True,
    ),
    Parameter(
        "lock_feet",
        "Bend the legs so that planted feet do not slide (no NAME: in all clips).",
        pattern=NAME,
        repeated=True,
    ),
    Parameter(
        "on_ground",
        "Raise the root where feet sink below the ground (no NAME: in all clips).",
        pattern=NAME,
        repeated=True,
    ),
    Parameter(
        "in_place",
        "Remove horizontal root motion (no NAME: from all clips).",
        pattern=NAME,
        repeated=True,
    ),
    Parameter(
        "loop",
        "Blend the last 0.3 seconds of a clip into its start (no NAME: of all clips).",
        pattern=NAME,
        repeated=True,
    ),
    Parameter(
        "in_phase",
        "NAME=OTHER shifts a loop to start in the same phase of the walk cycle as OTHER, so that both "
        "can be blended.",
        parser="OLD=NEW",
        repeated=True,
    ),
    Parameter(
        "resample",
        "NAME=FPS gives a clip linear keys at an even frame rate; FPS alone changes all clips.",
        parser="[NAME=]X",
        repeated=True,
    ),
    Parameter("rename", "OLD=NEW renames a clip.", parser="OLD=NEW", repeated=True),
    Parameter("drop", "Remove a clip.", repeated=True),
    Option("list", bool, "List the clips of the file without writing anything.", False, group="command"),
    STRICT,
    FORCE,
    ALLOW_OUTSIDE,
    VARIANT,
    arguments=(
        SOURCES,
        target(
            "The file to write, or the folder for many files; - is standard output, as .glb.", required=False
        ),
    ),
    prepare=require_edit,
    require_work=require_clips,
    stores=("clips",),
    single={"list": "--list prints the clips of one file"},
    notes="""Clips are given by name or index. Edits are applied in the order of the options below.
    Everything but the clips stays as it is: in glTF files byte for byte.""",
    examples="""
        pantin clips examples/arm.glb --list
        pantin clips examples/arm.glb nod.glb --cut bend:0.5-1.5 --rename bend=nod
        pantin clips examples/arm.glb slow.glb --retime 0.5 --resample 30
        pantin clips examples/retarget/walk.glb walk.glb --mirror --in-place --loop
        pantin clips examples/arm.glb still.glb --drop bend
    """,
)
