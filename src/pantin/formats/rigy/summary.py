"""The summary that `pantin inspect` shows of Rigy documents, scenes and contracts.

Of a source with errors, what can be read is summarised; `errors` is their number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from pantin.base.errors import PantinError
from pantin.base.gc_pause import pause_gc
from pantin.base.limits import Limits
from pantin.formats.rigy.check import make_scopes, run_rules
from pantin.formats.rigy.compile import read_project
from pantin.formats.rigy.geometry import Gap, Measured, bounds, measure
from pantin.formats.rigy.geometry import gaps as pairs
from pantin.formats.rigy.geometry_checks import Intent, evaluate_checks
from pantin.formats.rigy.profile import STANDARD
from pantin.formats.rigy.project import SourceFile, kind_of
from pantin.formats.rigy.schema.document import Armature, Binding, Document, Mesh, Primitive, sizes
from pantin.formats.rigy.schema.scene import Child
from pantin.formats.rigy.shapes import vertex_count
from pantin.formats.summary import Overview, Row, Summary, Table, extent, list_names
from pantin.operations.statistics import RigStatistics, rig_statistics
from pantin.report import Finding
from pantin.report.wording import counted, format_point, format_size, printable

if TYPE_CHECKING:
    from pantin.rig import Rig

KINDS = {"rigy": "Rigy document", "rigs": "Rigs scene", "ricy": "Ricy contract"}


class FaceSummary(Struct, frozen=True, kw_only=True):
    """A flat face by its surface key: points p of its plane have normal · p + distance = 0."""

    key: str
    normal: tuple[float, ...]
    distance: float


class PrimitiveSummary(Struct, frozen=True, kw_only=True):
    """`mirrored` marks a copy that symmetry generated; `sizes` have the order of the dimensions of the type.

    `low` and `high` are its bounds, where the document has no errors and the primitive has vertices.
    """

    id: str
    type: str
    sizes: tuple[float, ...]
    vertices: int
    material: str | None
    tags: tuple[str, ...]
    mirrored: bool
    low: tuple[float, ...] | None = None
    high: tuple[float, ...] | None = None
    faces: tuple[FaceSummary, ...] = ()


class MeshSummary(Struct, frozen=True, kw_only=True):
    id: str
    name: str | None
    vertices: int
    primitives: tuple[PrimitiveSummary, ...]


class BoneSummary(Struct, frozen=True, kw_only=True):
    """`parent` is the index of the parent in the list, None for a root."""

    id: str
    parent: int | None
    head: tuple[float, ...]
    tail: tuple[float, ...]


class ArmatureSummary(Struct, frozen=True, kw_only=True):
    id: str
    name: str | None
    bones: tuple[BoneSummary, ...]


class BindingSummary(Struct, frozen=True, kw_only=True):
    """The number of primitives with weights, of gradients and overrides, and the weight files."""

    mesh: str
    armature: str
    solver: str
    weights: int
    gradients: int
    overrides: int
    files: tuple[str, ...]


class InfluenceSummary(Struct, frozen=True, kw_only=True):
    """The bones that move a primitive. `weights` are theirs if all vertices have the same, else empty;
    `how` lists the stages that apply: root, weights, a file, gradients, overrides."""

    mesh: str
    primitive: str
    bones: tuple[str, ...]
    weights: tuple[float, ...]
    how: tuple[str, ...]


class AnchorSummary(Struct, frozen=True, kw_only=True):
    id: str
    translation: tuple[float, ...]


class ImportSummary(Struct, frozen=True, kw_only=True):
    """`found` is False where the file could not be read."""

    name: str
    source: str
    contract: str | None
    found: bool


class InstanceSummary(Struct, frozen=True, kw_only=True):
    """An instance of a document, or a child of a scene, which has a depth below the base."""

    id: str
    of: str
    mode: str | None
    depth: int


class RigySummary(Summary, frozen=True, kw_only=True):
    """The whole summary; the members of `pantin inspect --format json`, in this order."""

    format: str
    version: str | None
    bytes: int
    vertices: int
    materials: tuple[str, ...]
    meshes: tuple[MeshSummary, ...]
    armatures: tuple[ArmatureSummary, ...]
    bindings: tuple[BindingSummary, ...]
    anchors: tuple[AnchorSummary, ...]
    imports: tuple[ImportSummary, ...]
    instances: tuple[InstanceSummary, ...]
    frames: tuple[str, ...]
    """The named triples of a contract."""
    bounds: tuple[tuple[float, ...], tuple[float, ...]] | None = None
    """Low and high corner of the document without its imports, in the rest pose."""
    influences: tuple[InfluenceSummary, ...] = ()
    """Who moves what."""
    gaps: tuple[Gap, ...] = ()
    intents: tuple[Intent, ...] = ()
    errors: int
    warnings: int
    poses: tuple[str, ...] = ()
    rig: RigStatistics | None = None
    """None for a contract, and for a source with errors."""

    @property
    def failed(self) -> bool:
        """Whether a geometry check does not pass."""
        return any(intent.status != "pass" for intent in self.intents)

    def overview(self) -> Overview:
        kind = self.headline().split(",")[0].split(":")[0]
        rig = self.rig
        return Overview(
            kind=kind,
            bytes=self.bytes,
            triangles=None if rig is None else rig.triangles,
            joints=None if rig is None else rig.joints,
            materials=len(self.materials),
        )

    def headline(self) -> str:
        return f"{KINDS[self.format]} {self.version or 'of unknown version'}, {format_size(self.bytes)}"

    def facts(self) -> Iterator[tuple[str, str]]:
        if self.meshes or (self.rig is not None and self.rig.triangles):
            yield "geometry", ", ".join(_geometry(self))
        if self.armatures:
            bones = counted(sum(len(armature.bones) for armature in self.armatures), "bone")
            yield "skeleton", f"{bones} in {counted(len(self.armatures), 'armature')}"
        if self.materials:
            yield "materials", f"{len(self.materials)}: {list_names(self.materials)}"
        if self.poses:
            yield "poses", f"{len(self.poses)}: {list_names(self.poses)}"
        if self.imports:
            names = [item.source + ("" if item.found else " (not found)") for item in self.imports]
            yield "imports", f"{len(names)}: {list_names(names)}"
        if self.instances:
            yield "instances", str(len(self.instances))

    def tree(self) -> Sequence[tuple[str, int | None]]:
        return list(_tree(self))

    def tables(self) -> Iterator[Table]:
        columns: tuple[str, ...] = ("mesh", "primitive", "type", "sizes", "vertices", "material", "mirrored")
        yield Table("meshes", columns, list(_primitive_rows(self)))
        yield Table("bones", ("armature", "#", "bone", "parent", "head", "tail"), list(_bone_rows(self)))
        columns = ("mesh", "armature", "solver", "weights", "gradients", "overrides", "files")
        yield Table("bindings", columns, list(_binding_rows(self)))
        anchors = [(anchor.id, format_point(anchor.translation)) for anchor in self.anchors]
        yield Table("anchors", ("anchor", "at"), anchors)
        yield Table("imports", ("name", "file", "contract", "found"), list(_import_rows(self)))
        yield Table("instances", ("instance", "of", "attached"), list(_instance_rows(self)))
        columns = ("mesh", "primitive", "moved by", "because of")
        yield Table("weights", columns, list(_weight_rows(self)), option="weights")
        yield Table("bounds", ("mesh", "primitive", "from", "to"), list(_bounds_rows(self)))
        columns = ("mesh", "primitive", "face", "normal", "distance")
        yield Table("faces", columns, list(_face_rows(self)), option="faces")
        columns = ("primitive", "and", "x", "y", "z", "overall")
        between = [
            (gap.a, gap.b, *map(_format_number, (gap.x, gap.y, gap.z, gap.overall))) for gap in self.gaps
        ]
        yield Table("gaps (overlaps are negative)", columns, between, option="always")
        columns = ("line", "check", "type", "result", "measured", "expected")
        yield Table("intents", columns, list(_intent_rows(self)), option="always")

    def notes(self) -> Iterator[str]:
        if self.frames:
            yield f"frames: {printable(', '.join(self.frames))}"
        if self.errors or self.warnings:
            findings = f"{counted(self.errors, 'error')} and {counted(self.warnings, 'warning')}"
            yield f"{findings}; pantin check says more"


def summarise(
    text: str | bytes,
    *,
    path: Path | None = None,
    limits: Limits | None = None,
    allow_outside: bool = False,
    gaps: bool = False,
    rig: Callable[[], Rig] | None = None,
) -> RigySummary:
    """Summarise a source, even one with errors, after symmetry. References are relative to `path`. `rig`
    compiles the source; without it, the summary has no statistics of the rig.

    With `gaps`, every pair of primitives is measured.
    """
    with pause_gc():
        files, root = read_project(text, path, STANDARD, limits or Limits(), None, allow_outside)
        findings = run_rules(make_scopes(files), STANDARD)
        summary = _summarise(root, findings, len(files.contents[root.name]), gaps)
    compiles = rig is not None and not summary.errors and summary.format != "ricy"
    return replace(summary, rig=_statistics(rig)) if compiles and rig is not None else summary


def _statistics(rig: Callable[[], Rig]) -> RigStatistics | None:
    try:
        return rig_statistics(rig())
    except PantinError:  # a limit, or what only compiling finds
        return None


def _geometry(summary: RigySummary) -> Iterator[str]:
    """Triangles and extent as compiled; the vertices and primitives that the source itself has."""
    rig = summary.rig
    if rig is not None:
        yield counted(rig.triangles, "triangle")
    if summary.meshes:
        primitives = sum(len(mesh.primitives) for mesh in summary.meshes)
        yield counted(summary.vertices, "vertex")
        yield f"{counted(primitives, 'primitive')} in {counted(len(summary.meshes), 'mesh')}"
    yield from extent(rig)


def _tree(summary: RigySummary) -> Iterator[tuple[str, int | None]]:
    """Armatures with their bones, meshes with their primitives, and instances below those they are in."""
    count = 0
    for armature in summary.armatures:
        root, count = count, count + 1 + len(armature.bones)
        yield f"armature {armature.id}", None
        for bone in armature.bones:
            yield bone.id, root if bone.parent is None else root + 1 + bone.parent
    for mesh in summary.meshes:
        root, count = count, count + 1 + len(mesh.primitives)
        yield f"mesh {mesh.id}", None
        for primitive in mesh.primitives:
            yield f"{primitive.id}  ({primitive.type})", root
    above: list[int] = []
    for number, instance in enumerate(summary.instances, count):
        del above[instance.depth :]
        yield f"{instance.id}  ({instance.of})", above[-1] if above else None
        above.append(number)


def _summarise(root: SourceFile, findings: list[Finding], size: int, gaps: bool) -> RigySummary:
    document = root.document
    broken = any(finding.severity == "error" for finding in findings)
    primitives = measure(document) if document and not broken else []
    measured = {(primitive.mesh, primitive.id): primitive for primitive in primitives}
    meshes = tuple(_mesh(mesh, measured) for mesh in document.meshes) if document else ()
    return RigySummary(
        format=kind_of(root.composed.root),
        version=_version(root),
        bytes=size,
        vertices=sum(mesh.vertices for mesh in meshes),
        materials=tuple(document.materials) if document else (),
        meshes=meshes,
        armatures=tuple(_armature(armature) for armature in document.armatures) if document else (),
        bindings=tuple(_binding(document, binding) for binding in document.bindings) if document else (),
        anchors=tuple(
            AnchorSummary(id=anchor.id, translation=anchor.translation) for anchor in document.anchors
        )
        if document
        else (),
        imports=_imports(root),
        instances=_instances(root),
        frames=tuple(root.contract.frame3_sets) if root.contract else (),
        bounds=bounds(primitives),
        influences=tuple(_influences(document)) if document else (),
        gaps=tuple(pairs(primitives)) if gaps else (),
        intents=tuple(evaluate_checks(root.composed, primitives)) if document and not broken else (),
        errors=sum(finding.severity == "error" for finding in findings),
        warnings=sum(finding.severity == "warning" for finding in findings),
        poses=tuple(pose.id for pose in document.poses) if document else (),
    )


def _version(source: SourceFile) -> str | None:
    if source.scene is not None:
        return source.scene.rigs_version or None
    if source.contract is not None:
        return source.contract.contract_version or None
    return source.document.version or None if source.document else None


MeasuredById: TypeAlias = dict[tuple[str, str], Measured]


def _mesh(mesh: Mesh, measured: MeasuredById) -> MeshSummary:
    primitives = tuple(
        _primitive(primitive, measured.get((mesh.id, primitive.id))) for primitive in mesh.primitives
    )
    vertices = sum(primitive.vertices for primitive in primitives)
    return MeshSummary(id=mesh.id, name=mesh.name, vertices=vertices, primitives=primitives)


def _primitive(primitive: Primitive, measured: Measured | None) -> PrimitiveSummary:
    faces = measured.faces if measured else ()
    return PrimitiveSummary(
        id=primitive.id,
        type=primitive.type,
        sizes=sizes(primitive) if primitive.type else (),
        vertices=vertex_count(primitive) or 0,
        material=primitive.material,
        tags=primitive.tags,
        mirrored=primitive.original is not None,
        low=measured.low if measured else None,
        high=measured.high if measured else None,
        faces=tuple(FaceSummary(key=face.key, normal=face.normal, distance=face.distance) for face in faces),
    )


def _armature(armature: Armature) -> ArmatureSummary:
    indices = {bone.id: index for index, bone in enumerate(armature.bones)}
    bones = tuple(
        BoneSummary(
            id=bone.id,
            parent=None if bone.is_root else indices.get(bone.parent),
            head=bone.head,
            tail=bone.tail,
        )
        for bone in armature.bones
    )
    return ArmatureSummary(id=armature.id, name=armature.name, bones=bones)


def _binding(document: Document, binding: Binding) -> BindingSummary:
    maps = binding.weight_maps
    return BindingSummary(
        mesh=binding.mesh_id,
        armature=binding.armature_id,
        solver=binding.skinning_solver or document.skinning_solver or "lbs",
        weights=len(binding.weights),
        gradients=sum(len(weight_map.gradients) for weight_map in maps),
        overrides=sum(len(weight_map.overrides) for weight_map in maps),
        files=tuple(dict.fromkeys(weight_map.source for weight_map in maps if weight_map.source)),
    )


def _influences(document: Document) -> Iterator[InfluenceSummary]:
    from pantin.formats.rigy.weights_table import influences_of

    for binding in document.bindings:
        for influence in influences_of(document, binding).values():
            yield InfluenceSummary(
                mesh=binding.mesh_id,
                primitive=influence.primitive,
                bones=influence.bones,
                weights=influence.weights,
                how=influence.how,
            )


def _imports(source: SourceFile) -> tuple[ImportSummary, ...]:
    wanted = source.scene.imports if source.scene else source.document.imports if source.document else {}
    return tuple(
        ImportSummary(
            name=name, source=reference.source, contract=reference.contract, found=name in source.imports
        )
        for name, reference in wanted.items()
    )


def _instances(source: SourceFile) -> tuple[InstanceSummary, ...]:
    if source.scene is not None:
        return tuple(_children(source.scene.scene.children, 0))
    return tuple(
        InstanceSummary(
            id=instance.id,
            of=instance.source or instance.mesh_id or "",
            mode=instance.attach3.mode if instance.attach3 else None,
            depth=0,
        )
        for instance in (source.document.instances if source.document else ())
    )


def _children(children: tuple[Child, ...], depth: int) -> list[InstanceSummary]:
    summaries = []
    for child in children:
        summaries.append(InstanceSummary(id=child.id, of=child.base, mode=None, depth=depth))
        summaries += _children(child.children, depth + 1)
    return summaries


def _format_number(value: float) -> str:
    return f"{value:.4g}"


def _bounds_rows(summary: RigySummary) -> Iterator[Row]:
    if summary.bounds is not None:
        yield "all", "", format_point(summary.bounds[0]), format_point(summary.bounds[1])
    for mesh in summary.meshes:
        for primitive in mesh.primitives:
            if primitive.low is not None and primitive.high is not None:
                yield mesh.id, primitive.id, format_point(primitive.low), format_point(primitive.high)


def _weight_rows(summary: RigySummary) -> Iterator[Row]:
    """Who moves what."""
    for influence in summary.influences:
        shares = influence.weights or (None,) * len(influence.bones)
        pairs = zip(influence.bones, shares, strict=True)
        bones = ", ".join(bone if share is None else f"{bone} {share:.3g}" for bone, share in pairs)
        yield influence.mesh, influence.primitive, bones, ", then ".join(influence.how)


def _face_rows(summary: RigySummary) -> Iterator[Row]:
    for mesh in summary.meshes:
        for primitive in mesh.primitives:
            for face in primitive.faces:
                yield (
                    mesh.id,
                    primitive.id,
                    face.key,
                    format_point(face.normal),
                    _format_number(face.distance),
                )


def _intent_rows(summary: RigySummary) -> Iterator[Row]:
    for intent in summary.intents:
        measured = ", ".join(f"{name} {_format_number(value)}" for name, value in intent.measured.items())
        expected = ", ".join(f"{name} {value}" for name, value in intent.expected.items())
        yield intent.line, intent.id, intent.type, intent.status, intent.note or measured, expected


def _primitive_rows(summary: RigySummary) -> Iterator[Row]:
    """A row for each primitive; the mesh is named in the first."""
    for mesh in summary.meshes:
        for number, primitive in enumerate(mesh.primitives):
            mesh_id = mesh.id if number == 0 else ""
            mirrored = "yes" if primitive.mirrored else ""
            yield (
                mesh_id,
                primitive.id,
                primitive.type,
                format_point(primitive.sizes),
                primitive.vertices,
                primitive.material,
                mirrored,
            )


def _bone_rows(summary: RigySummary) -> Iterator[Row]:
    for armature in summary.armatures:
        for number, bone in enumerate(armature.bones):
            armature_id = armature.id if number == 0 else ""
            yield armature_id, number, bone.id, bone.parent, format_point(bone.head), format_point(bone.tail)


def _binding_rows(summary: RigySummary) -> Iterator[Row]:
    for binding in summary.bindings:
        counts = binding.weights, binding.gradients, binding.overrides
        yield binding.mesh, binding.armature, binding.solver, *counts, " ".join(binding.files)


def _import_rows(summary: RigySummary) -> Iterator[Row]:
    for imported in summary.imports:
        yield imported.name, imported.source, imported.contract, "yes" if imported.found else "no"


def _instance_rows(summary: RigySummary) -> Iterator[Row]:
    for instance in summary.instances:
        yield "  " * instance.depth + instance.id, instance.of, instance.mode
