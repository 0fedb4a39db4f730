"""Expand a composed document, in the order of chapter 10.1 of the language."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from pantin.rigy.expand.boxes import expand_aabb, expand_wall
from pantin.rigy.expand.marks import has_refused, locate_faults, locate_item_faults
from pantin.rigy.expand.params import TOOLING, is_expression, replace_strings
from pantin.rigy.expand.prism import expand_prism
from pantin.rigy.expand.rotations import Spelling, canonicalise, canonicalise_rotation
from pantin.rigy.schema.document import numbers_of
from pantin.rigy.schema.kinds import STRING, Faults, wrong_type
from pantin.rigy.source import REFUSED, Map, Path, Seq

MACRO_NAMES = ("box_decompose", "triangle_prism_on_plane")

EXPRESSIONS_SINCE = (0, 12)


def expand(
    root: Map,
    faults: Faults,
    *,
    plain: bool,
    room: int,
    operators: bool = True,
    spelling: Spelling = canonicalise,
) -> None:
    """Expand a document in place.

    `plain`: it has no macros, params or expressions. `room`: the largest number of values that repeats may
    generate. `operators`: make the rotations of field operators canonical too. `spelling`: how quaternions
    are written.
    """
    newest = (numbers_of(version_in(root)) or (0, 1)) >= EXPRESSIONS_SINCE
    if not plain and not _expand_scalars(root, faults, room, newest):
        return
    for path, primitives, mesh in _lists(root):
        for index, primitive in enumerate(primitives):
            if isinstance(primitive, Map):
                _primitive(primitive, (*path, index), faults, newest, spelling)
                if newest and operators:
                    _operators(primitive, spelling)
        if not plain:
            _macros(primitives, path, faults, _Mesh(mesh.get("id"), newest, spelling))


def _expand_scalars(root: Map, faults: Faults, room: int, newest: bool) -> bool:
    """Expand repeats, params and expressions; False where repeats generate too many values."""
    from pantin.rigy.expand.params import take_params  # most documents have none of the three
    from pantin.rigy.expand.repeat import Repeats, TooManyValues
    from pantin.rigy.expand.whole import make_whole

    try:
        Repeats(faults, room).expand(root, ())
    except TooManyValues:
        faults.add("room", (), room=room)
        for key in [key for key in root if key != "version"]:
            del root[key]  # findings about half a document would mislead
        return False
    _evaluate(root, take_params(root, faults), faults, newest)
    if newest:
        make_whole(root)
    locate_faults(faults, root)
    return True


def version_in(root: Map) -> str:
    """The version of a document that is not read yet."""
    return str(root.get("version", root.get("rigy_version", "0.1")))


def _lists(root: Map) -> list[tuple[Path, Seq, Map]]:
    """The lists of primitives with their meshes."""
    meshes = root.get("meshes")
    found: list[tuple[Path, Seq, Map]] = []
    for m, mesh in enumerate(meshes if isinstance(meshes, Seq) else ()):
        primitives = mesh.get("primitives") if isinstance(mesh, Map) else None
        if isinstance(primitives, Seq):
            found.append((("meshes", m, "primitives"), primitives, mesh))
    return found


def _evaluate(root: Map, params: dict[str, Any], faults: Faults, newest: bool) -> None:
    """Insert params, then evaluate expressions, in one pass."""
    from pantin.rigy.expand.expression import ExpressionError, evaluate
    from pantin.rigy.expand.params import param_inserter

    insert = param_inserter(params, faults)

    def expand_string(written: str, path: Path) -> Any:
        text = insert(written, path)
        if text is not written or not is_expression(written, path):
            return text  # the value of a param is literal: it is not expanded again (10.2)
        if not newest:
            faults.add("since", path, what="an expression", since="0.12")
            return REFUSED
        try:
            return evaluate(written[1:], params)
        except ExpressionError as error:
            faults.add(f"expression {error.kind}", path, text=written, reason=str(error))
            return REFUSED

    replace_strings(root, expand_string, (TOOLING, "params"))


def _primitive(primitive: Map, path: Path, faults: Faults, newest: bool, spelling: Spelling) -> None:
    transform = primitive.get("transform")
    if isinstance(transform, Map) and (newest or "rotation_quat" in transform):
        canonicalise_rotation(transform, spelling)
    if "aabb" in primitive and "macro" not in primitive:
        expand_aabb(primitive, path, faults)


def _operators(surface: Map, spelling: Spelling) -> None:
    ops = surface.get("ops")
    for operator in ops if isinstance(ops, Seq) else ():
        transform = operator.get("transform") if isinstance(operator, Map) else None
        if isinstance(transform, Map):
            canonicalise_rotation(transform, spelling)


class _Mesh(Struct, frozen=True):
    """What a macro needs to know of the mesh and the document it is part of."""

    id: object
    newest: bool
    spelling: Spelling


def _macros(primitives: Seq, path: Path, faults: Faults, mesh: _Mesh) -> None:
    if not any(isinstance(primitive, Map) and "macro" in primitive for primitive in primitives):
        return
    items, marks = list(primitives), list(primitives.marks)
    primitives.clear()
    primitives.marks.clear()
    for index, (item, mark) in enumerate(zip(items, marks, strict=True)):
        fresh = [item]
        if isinstance(item, Map) and "macro" in item:
            since, item_path = len(faults.found), (*path, index)
            expanded = None if has_refused(item) else _macro(item, item_path, faults, mesh)
            locate_item_faults(faults, since, item, item_path, mark)
            fresh = [] if expanded is None else list(expanded)
        primitives.extend(fresh)
        primitives.marks.extend([mark] * len(fresh))


def _macro(item: Map, path: Path, faults: Faults, mesh: _Mesh) -> Seq | None:
    name = item["macro"]
    if name == "box_decompose":
        return expand_wall(item, path, faults, mesh.id, mesh.newest)
    if name == "triangle_prism_on_plane":
        if not mesh.newest:
            faults.add("since", (*path, "macro"), what=name, since="0.12")
            return None
        return expand_prism(item, path, faults, mesh.spelling)
    if isinstance(name, str):
        faults.add("word", (*path, "macro"), key="macro", got=name, words=MACRO_NAMES)
    else:
        wrong_type((*path, "macro"), STRING, name, faults)
    return None
