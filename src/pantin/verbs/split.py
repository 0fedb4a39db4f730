"""`split`: some meshes or materials of a model, with its bones, as a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments
from pantin.base.options import Argument
from pantin.verbs.asset import Asset
from pantin.verbs.parameters import ALLOW_OUTSIDE, FORCE, STRICT, target
from pantin.verbs.verb import Done, Files, Parameter, Verb

if TYPE_CHECKING:
    from pantin.verbs.model import Model


@check_arguments
@any_numbers
def split(
    source: Model, *, mesh: str | Sequence[str] = (), material: str | Sequence[str] = (), rest: bool = False
) -> Asset:
    """The surfaces of these meshes or materials, with all bones of the model, as a new asset: what `merge`
    puts back. With `rest`, everything but those.

    Names may be patterns, such as `*hair*`; a mesh is also found by the name of its node. Raises `ValueError`
    where nothing matches.

    >>> pantin.split("examples/arm.glb", mesh="arm")
    <Asset 'examples/arm.glb' glTF>
    """
    from pantin.verbs.merging import split_asset

    return split_asset(
        source,
        (mesh,) if isinstance(mesh, str) else tuple(mesh),
        (material,) if isinstance(material, str) else tuple(material),
        rest=rest,
    )


def split_file(files: Files, *, strict: bool = False, allow_outside: bool = False, **options: Any) -> Done:
    """Write the chosen surfaces of the model in a file."""
    source = files.load(allow_outside)
    report = files.save(split(source, **options))
    return Done(report, source, failed=strict and report.lossy)


VERB = Verb(
    split,
    Parameter("mesh", "A mesh to take, by its name, its node's name, or a pattern.", repeated=True),
    Parameter("material", "Take the surfaces with this material, by name or pattern.", repeated=True),
    Parameter("rest", "Take everything except those."),
    STRICT,
    FORCE,
    ALLOW_OUTSIDE,
    arguments=(
        Argument("source", "The model.", suffixes="read"),
        target("The file to write; its suffix chooses the format."),
    ),
    each=split_file,
    stores=("meshes",),
    rules=("pantin.verbs.merge",),
    examples="""
        pantin split examples/vrm/avatar.vrm face.vrm --mesh 'fa*'
        pantin split examples/vrm/avatar.vrm bare.vrm --material skin --rest
    """,
)
