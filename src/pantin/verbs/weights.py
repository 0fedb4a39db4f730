"""`weights`: bind meshes to a skeleton, take the weights of another model, and clean weights."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Literal

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments
from pantin.base.options import Option
from pantin.report.wording import counted
from pantin.verbs.asset import Asset
from pantin.verbs.parameters import ALLOW_OUTSIDE, FORCE, SOURCES, TEXT_OR_JSON, target
from pantin.verbs.verb import Done, Files, Parameter, Verb, load_once

if TYPE_CHECKING:
    from pantin.operations.weights.rigs import Worked
    from pantin.rig import Rig
    from pantin.verbs.model import Model

MEMBERS = ("name", "vertices", "bones", "matched")


class Weighted(Asset):
    """An asset with new weights. `meshes` has a dict for each mesh: its name, the number of its vertices, of
    the bones that move it, and of the vertices that a transfer matched (None without one).

    >>> done = pantin.edit_weights(pantin.load("examples/arm.glb"), limit=2)
    >>> done.meshes
    [{'name': 'sleeve', 'vertices': 52, 'bones': 3, 'matched': None}]
    """

    meshes: list[dict[str, Any]]

    def to_builtins(self) -> dict[str, Any]:
        """The data for `--format json`."""
        return {"meshes": self.meshes}

    @property
    def coloured(self) -> Rig:
        """The rig with a colour for each bone instead of its materials, to look at the weights."""
        from pantin.operations.weights.colours import colour_weights

        return colour_weights(self.rig)

    @property
    def lines(self) -> tuple[str, ...]:
        """A line for each mesh."""
        return tuple(_line(mesh) for mesh in self.meshes)


def _line(mesh: dict[str, Any]) -> str:
    line = f"{mesh['name']}: {counted(mesh['vertices'], 'vertex')}, {counted(mesh['bones'], 'bone')}"
    if mesh["matched"] is None:
        return line
    return f"{line}, {mesh['matched']:,} matched, {mesh['vertices'] - mesh['matched']:,} filled in"


@check_arguments
@any_numbers
def edit_weights(
    asset: Model,
    *,
    bind: bool = False,
    transfer_from: Model | None = None,
    mesh: Collection[str] = (),
    all: bool = False,
    smooth: int | None = None,
    mirror: Literal["x", "y", "z", "-x", "-y", "-z"] | None = None,
    rigid: bool = False,
    prune: float | None = None,
    limit: int | None = None,
    normalise: bool = False,
    skeleton: str | None = None,
) -> Weighted:
    """A copy of an asset with other weights; everything else in its file stays.

    bind           weights from the shape of the skeleton, for meshes without weights
    transfer_from  the weights of another model, or of the other meshes of this one
    mesh           only these meshes, by the name of the mesh or of its node
    all            also meshes that have weights
    smooth         passes over the edges
    mirror         "x" copies the side with positive x to the other one, "-x" the other way
    rigid          one bone for each connected part
    prune          the smallest weight that stays
    limit          the most influences, 1 to 8; 4 after bind and transfer
    normalise      make the weights of each vertex sum to 1, as every other edit does too
    skeleton       the root node of the skeleton, for `bind`

    The order is: bind or transfer, smooth, mirror, rigid, prune, limit. Raises `ValueError` where there is
    nothing to do, no skeleton, or no mesh of a name.

    >>> bound = pantin.edit_weights(pantin.load("examples/arm.glb"), bind=True, all=True)
    >>> bound.report.ok
    True
    """
    model = Asset.from_model(asset)
    _require_task(bind, transfer_from, smooth, mirror, rigid, prune, limit, normalise)
    before = model.rig
    import numpy as np

    with np.errstate(all="ignore"):  # the numbers of a file may be anything
        worked = _start(before, bind, transfer_from, tuple(mesh), all, limit, skeleton, model)
        after = _clean(worked, smooth, mirror, rigid, prune, limit, new=bind or transfer_from is not None)
    result = _store(model, before, after)
    result.meshes = _describe(after, worked)
    return result


def _require_task(
    bind: bool, transfer_from: object, smooth: object, mirror: object, rigid: bool, *others: object
) -> None:
    if bind and transfer_from is not None:
        raise ValueError("give bind or transfer_from, not both")
    edits = (transfer_from, smooth, mirror, *others[:-1])
    if not (bind or rigid or others[-1]) and all(edit is None for edit in edits):
        raise ValueError("nothing to do: bind, transfer, smooth, mirror, rigid, prune, limit or normalise")


def _start(
    rig: Rig,
    bind: bool,
    transfer_from: Model | None,
    mesh: tuple[str, ...],
    every: bool,
    limit: int | None,
    skeleton: str | None,
    model: Asset,
) -> Worked:
    from pantin.operations.weights import rigs
    from pantin.operations.weights.surfaces import weighted_instances

    most = rigs.MOST_INFLUENCES if limit is None else rigs.check_limit(limit)
    rigs.require_extra()
    if bind:
        return rigs.bind_rig(rig, mesh or None, every, most, skeleton)
    if transfer_from is not None:
        body = Asset.from_model(transfer_from)
        other = rig if body is model or body.rig is rig else body.rig
        return rigs.transfer_rig(rig, other, mesh or None, every, most)
    return rigs.Worked(rig, weighted_instances(rig, mesh or None), {})


def _clean(
    worked: Worked,
    smooth: int | None,
    mirror: Literal["x", "y", "z", "-x", "-y", "-z"] | None,
    rigid: bool,
    prune: float | None,
    limit: int | None,
    *,
    new: bool,
) -> Rig:
    from pantin.operations.weights import rigs

    rig = worked.rig
    meshes = sorted({rig.instances[index].mesh for index in worked.instances})
    if smooth is not None:
        rig = rigs.smooth_rig(rig, smooth, meshes)
    if mirror is not None:
        rig = rigs.mirror_rig(rig, mirror, meshes)
    if rigid:
        rig = rigs.rigid_rig(rig, meshes)
    if prune is not None:
        rig = rigs.prune_rig(rig, prune, meshes)
    most = limit
    if most is None and (new or smooth is not None or mirror is not None):
        most = rigs.DEFAULT_LIMIT
    if most is not None:
        rig = rigs.limit_rig(rig, most, meshes)
    return rigs.normalise_rig(rig, meshes)


def _store(model: Asset, before: Rig, after: Rig) -> Weighted:
    """The asset with the weights: edited in its document if its format can, else as a rig."""
    store = getattr(model.format.edits, "store_weights", None)
    if model.from_rig or store is None:
        from pantin.verbs.conversion import not_lifted

        losses = () if model.from_rig else not_lifted(model)
        return Weighted.of_rig(after, model.path, findings=(*model.findings, *losses))  # type: ignore[return-value]
    document = model.document.copy()
    store(document, before, after)
    return Weighted(model.path, model.format, document=document, findings=model.findings)


def _describe(rig: Rig, worked: Worked) -> list[dict[str, Any]]:
    import numpy as np

    listed = []
    for index in worked.instances:
        instance = rig.instances[index]
        surfaces = rig.meshes[instance.mesh].surfaces
        joints = rig.skins[instance.skin or 0].joints
        used: set[int] = set()
        for surface in surfaces:
            if surface.influences is not None:
                moving = surface.influences.joints[surface.influences.weights > 0].astype(np.int64)
                used.update(joints[np.unique(moving)].tolist())
        name = rig.meshes[instance.mesh].name or rig.nodes.names[instance.node] or f"mesh {instance.mesh}"
        vertices = sum(len(surface.positions) for surface in surfaces)
        values = (name, vertices, len(used), worked.matched.get(index))
        listed.append(dict(zip(MEMBERS, values, strict=True)))
    return listed


def require_weights(asset: Asset, *, bind: bool = False, transfer_from: object = None, **_: Any) -> None:
    """Raise `NothingToDo` for a model without weights, unless it is to get some."""
    from pantin.operations.weights.surfaces import weighted_instances

    if not bind and transfer_from is None:
        weighted_instances(asset.rig, None)


def weigh_file(
    files: Files, *, transfer_from: Any = None, allow_outside: bool = False, **options: Any
) -> Done:
    """Edit the weights of a file."""
    asset = files.load(allow_outside)
    body = None
    if transfer_from is not None:
        same = str(transfer_from) == str(files.source)
        body = asset if same else load_once(transfer_from, allow_outside)
    done = edit_weights(asset, transfer_from=body, **options)
    return Done(files.save(done), asset, tuple(f"{files.name}: {line}" for line in done.lines), value=done)


VERB = Verb(
    edit_weights,
    Parameter("bind", "Compute weights from the skeleton for every mesh without weights."),
    Parameter(
        "transfer_from",
        "Transfer weights from this model (it may be SOURCE) to every mesh without weights.",
        loads=True,
    ),
    Parameter("mesh", "Only this mesh, by its name or its node's name; repeatable.", repeated=True),
    Parameter("all", "Also meshes that have weights."),
    Parameter("smooth", "Passes of smoothing over the edges: each mixes in half of the neighbours."),
    Parameter(
        "mirror",
        "Mirror weights from the side with positive x (y, z), left bones to right bones; -x: from the other.",
        choices=("x", "y", "z", "-x", "-y", "-z"),
    ),
    Parameter("rigid", "One bone for each connected part: the one with most weight there."),
    Parameter("prune", "Drop weights below this number."),
    Parameter("limit", "Maximum influences per vertex, 1 to 8 (4 after --bind and --transfer-from)."),
    Parameter("normalise", "Scale the weights of each vertex to sum to 1, as every other edit does."),
    Parameter("skeleton", "The root node of the skeleton to bind to, instead of the skin with most joints."),
    Option(
        "heat_map",
        str,
        "Also write an image of the weights, with a colour for each bone.",
        None,
        group="command",
    ),
    TEXT_OR_JSON,
    FORCE,
    ALLOW_OUTSIDE,
    arguments=(
        SOURCES,
        target("The file to write, or the folder for many; - is standard output, as .glb."),
    ),
    each=weigh_file,
    stores=("skins",),
    single={"heat_map": "--heat-map draws the weights of one file"},
    require_work=require_weights,
    notes="""In edited meshes the weights of every vertex sum to 1. The order is:
    bind or transfer, smooth, mirror, rigid, prune, limit. Everything else in a glTF file is unchanged.""",
    examples="""
        pantin weights examples/arm.glb bound.glb --bind --all
        pantin weights examples/arm.glb limited.glb --smooth 2 --limit 2
    """,
)
