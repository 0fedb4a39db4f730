"""Expand a composed document, in the order of chapter 10.1 of the language."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pantin.formats.rigy.expand.boxes import expand_aabb, expand_wall
from pantin.formats.rigy.expand.early import report_early_keys, report_early_words
from pantin.formats.rigy.expand.marks import has_refused, locate_faults, locate_item_faults
from pantin.formats.rigy.expand.params import TOOLING, is_expression, replace_strings
from pantin.formats.rigy.expand.prism import expand_prism
from pantin.formats.rigy.expand.rotations import Spelling, canonicalise, canonicalise_rotation
from pantin.formats.rigy.schema.features import has
from pantin.formats.rigy.schema.kinds import STRING, Faults, cut, wrong_type
from pantin.formats.rigy.source import REFUSED, Map, Path, Seq

MACRO_NAMES = ("box_decompose", "triangle_prism_on_plane")


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
    version = version_in(root)
    if not plain and not _expand_scalars(root, faults, room, version):
        return
    report_early_keys(root, faults, version)
    moved: dict[Path, list[int]] = {}
    for path, primitives, mesh in _lists(root):
        for index, primitive in enumerate(primitives):
            if isinstance(primitive, Map):
                _primitive(primitive, (*path, index), faults, version, spelling)
                if operators and has(version, "canonical rotations"):
                    _operators(primitive, spelling)
        mesh_of = _Mesh(mesh.get("id"), version, spelling)
        indices = None if plain else _macros(primitives, path, faults, mesh_of)
        if indices is not None:
            moved[path] = indices
    _move_faults(faults, moved)


def _move_faults(faults: Faults, moved: dict[Path, list[int]]) -> None:
    """Give faults about items that macros moved the paths that these have now."""
    for index, fault in enumerate(faults.listed if moved else ()):
        indices = moved.get(fault.path[:3])
        if indices is not None and len(fault.path) > 3:
            path = (*fault.path[:3], indices[int(fault.path[3])], *fault.path[4:])
            faults.listed[index] = replace(fault, path=path)


def _expand_scalars(root: Map, faults: Faults, room: int, version: str) -> bool:
    """Expand repeats, params and expressions; False where repeats generate too many values."""
    from pantin.formats.rigy.expand.params import take_params  # most documents have none of the three
    from pantin.formats.rigy.expand.repeat import Repeats, TooManyValues
    from pantin.formats.rigy.expand.whole import round_whole_fields

    report_early_words(root, faults, version)
    try:
        Repeats(faults, room).expand(root, ())
    except TooManyValues as error:
        faults.add("room", (), position=error.position, room=room)
        for key in [key for key in root if key != "version"]:
            del root[key]  # findings about half a document would mislead
        return False
    _evaluate(root, take_params(root, faults), faults, has(version, "expression"))
    if has(version, "expression"):
        round_whole_fields(root)
    locate_faults(faults, root)
    return True


def version_in(root: Map) -> str:
    """The version of a document that is not read yet; empty where it has none."""
    version = root.get("version", root.get("rigy_version"))
    return version if isinstance(version, str) else ""


def _lists(root: Map) -> list[tuple[Path, Seq, Map]]:
    """The lists of primitives with their meshes."""
    meshes = root.get("meshes")
    lists: list[tuple[Path, Seq, Map]] = []
    for m, mesh in enumerate(meshes if isinstance(meshes, Seq) else ()):
        primitives = mesh.get("primitives") if isinstance(mesh, Map) else None
        if isinstance(primitives, Seq):
            lists.append((("meshes", m, "primitives"), primitives, mesh))
    return lists


def _evaluate(root: Map, params: dict[str, Any] | None, faults: Faults, has_expressions: bool) -> None:
    """Insert params, then evaluate expressions, in one pass. Where the params could not be read, nothing that
    uses one is reported."""
    from pantin.formats.rigy.expand.expression import ExpressionError, evaluate
    from pantin.formats.rigy.expand.params import param_inserter

    insert = param_inserter(params, faults)

    def expand_string(written: str, path: Path) -> Any:
        text = insert(written, path)
        if text is not written or not is_expression(written, path):
            return text  # the value of a param is literal: it is not expanded again (10.2)
        if not has_expressions:
            return REFUSED  # reported as too new for the version
        try:
            return evaluate(written[1:], params or {})
        except ExpressionError as error:
            if error.kind != "refused" and (params is not None or error.kind != "param"):
                faults.add(f"expression {error.kind}", path, text=cut(written), reason=str(error))
            return REFUSED

    replace_strings(root, expand_string, (TOOLING, "params"))


def _primitive(primitive: Map, path: Path, faults: Faults, version: str, spelling: Spelling) -> None:
    transform = primitive.get("transform")
    canonical = has(version, "canonical rotations")
    if isinstance(transform, Map) and (canonical or "rotation_quat" in transform):
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
    version: str
    spelling: Spelling


def _macros(primitives: Seq, path: Path, faults: Faults, mesh: _Mesh) -> list[int] | None:
    """Expand the macros of a list; the new index of each item, or None where all stay."""
    if not any(isinstance(primitive, Map) and "macro" in primitive for primitive in primitives):
        return None
    moved: list[int] = []
    items, marks = list(primitives), list(primitives.marks)
    primitives.clear()
    primitives.marks.clear()
    for index, (item, mark) in enumerate(zip(items, marks, strict=True)):
        fresh = [item]
        if isinstance(item, Map) and "macro" in item:
            since, item_path = len(faults.listed), (*path, index)
            expanded = None if has_refused(item) else _macro(item, item_path, faults, mesh)
            locate_item_faults(faults, since, item, item_path, mark)
            fresh = [REFUSED] if expanded is None else list(expanded)
        moved.append(len(primitives))
        primitives.extend(fresh)
        primitives.marks.extend([mark] * len(fresh))
    return moved


def _macro(item: Map, path: Path, faults: Faults, mesh: _Mesh) -> Seq | None:
    name = item["macro"]
    if name == "box_decompose":
        return expand_wall(item, path, faults, mesh.id, has(mesh.version, "macro mesh"))
    if name == "triangle_prism_on_plane":
        if not has(mesh.version, name):
            return None  # reported as too new for the version
        return expand_prism(item, path, faults, mesh.spelling)
    if isinstance(name, str):
        faults.add("word", (*path, "macro"), key="macro", got=cut(name), words=MACRO_NAMES)
    else:
        wrong_type((*path, "macro"), STRING, name, faults)
    return None
