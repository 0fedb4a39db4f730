"""`attach`: a prop on a node of a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pantin.base.any_numbers import any_numbers
from pantin.base.arguments import check_arguments_but
from pantin.base.options import Argument
from pantin.verbs.asset import Asset
from pantin.verbs.parameters import ALLOW_OUTSIDE, FORCE, STRICT
from pantin.verbs.verb import Done, Files, Parameter, Verb

if TYPE_CHECKING:
    from pantin.verbs.model import Model


@check_arguments_but("rotate")
@any_numbers
def attach(
    body: Model,
    prop: Model,
    node: int | str,
    *,
    offset: Sequence[float] | None = None,
    rotate: Sequence[float] | None = None,
    scale: float = 1.0,
    in_place: bool = False,
) -> Asset:
    """The body with a prop on one of its nodes, static or with its own skeleton, as a new asset.

    The origin of the prop is at the node, and its axes are those of the world while the body is at rest, so
    that a hat stands upright whatever the axes of the head bone are. Then `scale` it, `rotate` it by degrees
    about x, y and z, and move it by `offset` metres. With `in_place` the prop stays where its own file has
    it. `node` is an index, a name, or a humanoid bone of a VRM, such as `head`.

    Raises `ValueError` for a node that the body does not have.

    >>> armed = pantin.attach("examples/arm.glb", "examples/face.gltf", "wrist", scale=0.1)
    >>> [armed.rig.nodes.names[child] for child in (4, 5)]
    ['face.prop', 'face']
    """
    from pantin.verbs.merging import attach_prop

    return attach_prop(body, prop, node, offset=offset, rotate=rotate, scale=scale, in_place=in_place)


def attach_file(
    files: Files,
    *,
    prop: str,
    node: str,
    strict: bool = False,
    allow_outside: bool = False,
    **options: Any,
) -> Done:
    """Attach the prop to the model in a file."""
    from pantin.verbs.verb import load_once

    body = files.load(allow_outside)
    report = files.save(attach(body, load_once(prop, allow_outside), node, **options))
    return Done(report, body, failed=strict and report.lossy)


VERB = Verb(
    attach,
    Parameter("offset", "Move the prop by x,y,z metres.", parser="x,y,z"),
    Parameter("rotate", "Rotate the prop by x,y,z degrees.", parser="x,y,z"),
    Parameter("scale", "Scale the prop."),
    Parameter("in_place", "Keep the position that the prop has in its own file."),
    STRICT,
    FORCE,
    ALLOW_OUTSIDE,
    arguments=(
        Argument("body", "The model.", suffixes="read"),
        Argument("prop", "The model to attach, static or rigged.", suffixes="read"),
        Argument("node", "The node to attach it to: a name, an index, or a humanoid bone such as head."),
        Argument("out", "The file to write; its suffix chooses the format.", suffixes="write"),
    ),
    sources="body",
    target="out",
    each=attach_file,
    stores=("meshes",),
    rules=("pantin.verbs.merge",),
    examples="""
        pantin attach examples/vrm/avatar.vrm examples/face.gltf head out.vrm
        pantin attach examples/arm.glb examples/face.gltf wrist out.glb --scale 0.1
    """,
)
