"""Compile a document to a rig and findings; `compile_text` raises for bad documents, `check_text` never."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
from msgspec import field

from pantin.base.errors import BadFile, LimitExceeded
from pantin.base.files import read
from pantin.base.gc_pause import pause_gc
from pantin.base.limits import Limits
from pantin.base.records import Record, replace
from pantin.formats.rigy.assemble import Assembly, PoseToBake
from pantin.formats.rigy.check import make_scopes, run_rules
from pantin.formats.rigy.poses import NamedPose, named_poses
from pantin.formats.rigy.profile import Profile, get_profile
from pantin.formats.rigy.project import Project, SourceFile, kind_of
from pantin.formats.rigy.rules import model
from pantin.formats.rigy.rules.scope import Scope
from pantin.formats.rigy.rules.yaml_syntax import limit
from pantin.formats.rigy.scenes import add_scene
from pantin.formats.rigy.schema.document import Document, Vec3
from pantin.report import Finding, Report
from pantin.rig import InvalidRig, Rig

NODE = 64
"""Each instance and bone counts as this many vertices. One takes 30 µs and a kilobyte, and n short documents
that each have two instances of the next one make 2ⁿ of them."""


class Compiled(Record):
    """The result of compiling: the rig, the profile, and the report with warnings and notes.

    The rig has the order of the document, in float64: node i, mesh i and skin i are those of the file that is
    written under the layout of the same name as the profile. `inputs` are the bytes of the files that were
    read, by the names that findings use for them. `tails` are the ends of bones in the space of their nodes,
    and `poses` the poses of the documents. `of_the_source` counts what is not compiled into the rig, by
    section: poses that are not clips, anchors, which other sources attach to, materials that nothing uses,
    and bones with a roll.
    """

    rig: Rig
    profile: str
    report: Report
    inputs: tuple[tuple[str, bytes], ...] = ()
    tails: Mapping[int, Vec3] = field(default_factory=dict)
    poses: tuple[NamedPose, ...] = ()
    of_the_source: tuple[tuple[str, int], ...] = ()


def compile_file(
    path: Path | str,
    *,
    profile: str = "standard",
    limits: Limits | None = None,
    project: Path | str | None = None,
    allow_outside: bool = False,
    pose: str | None = None,
    clips: bool = False,
) -> Compiled:
    """Compile a `.rigy.yaml` document or a `.rigs.yaml` scene; raises `BadFile` with all findings if it
    is bad.

    `project` is the folder that references may not leave, by default the file's own; `allow_outside`
    lifts that. With the id of one of the document's poses, its meshes are baked in that pose and have no
    skins; an unknown pose raises `ValueError`. With `clips`, the rig has a clip for each document that has
    poses; `ValueError` where none has.
    """
    path = Path(path)
    limits = limits or Limits()
    return compile_text(
        bytes(read(path, limits.yaml_bytes, "yaml_bytes")),
        path=path,
        profile=profile,
        limits=limits,
        project=project,
        allow_outside=allow_outside,
        pose=pose,
        clips=clips,
    )


def compile_text(
    text: str | bytes,
    *,
    path: Path | None = None,
    profile: str = "standard",
    limits: Limits | None = None,
    project: Path | str | None = None,
    allow_outside: bool = False,
    pose: str | None = None,
    clips: bool = False,
    opened: Mapping[Path, str] | None = None,
) -> Compiled:
    """Like `compile_file`, for a document in memory. Without a `path` it cannot refer to other files.
    `opened` are texts to read in place of files, by real path."""
    limits = limits or Limits()
    with pause_gc():
        files, root = read_project(text, path, get_profile(profile), limits, project, allow_outside, opened)
        assembly = Assembly(files.profile, {}, clips=clips)
        rig, report = _run(files, root, path, assembly, pose)
    if rig is None:
        raise BadFile(report)
    if clips:
        _require_clips(rig, files.profile, pose)
    tails = {bone.node: bone.tail for bone in assembly.bones}
    poses = () if files.profile.poses_are_worlds else named_poses(assembly.bones, root)
    left = () if root.document is None else tuple(_left_in_source(root.document, rig))
    return Compiled(rig, profile, report, tuple(files.contents.items()), tails, poses, left)


def _left_in_source(document: Document, rig: Rig) -> Iterator[tuple[str, int]]:
    """What a compiled model does not have, by kind, with a count."""
    compiled = {material.name for material in rig.materials}
    rolls = [bone for armature in document.armatures for bone in armature.bones if bone.roll]
    for kind, count in (
        ("poses", 0 if rig.clips else len(document.poses)),
        ("anchors", len(document.anchors)),
        ("materials", len([name for name in document.materials if name not in compiled])),
        ("armatures", len(rolls)),
    ):
        if count:
            yield kind, count


def _require_clips(rig: Rig, profile: Profile, pose: str | None) -> None:
    """Raise `ValueError` where poses cannot become clips."""
    if profile.poses_are_worlds:
        raise ValueError(f"poses become clips in the profile standard only, not in {profile.name}")
    if pose is not None:
        raise ValueError("give pose or clips, not both: a baked pose has no skeleton to animate")
    if not rig.clips:
        raise ValueError("clips are made of poses, but no document has a pose that moves a bone")


def check_file(
    path: Path | str,
    *,
    profile: str = "standard",
    limits: Limits | None = None,
    project: Path | str | None = None,
    allow_outside: bool = False,
) -> Report:
    """All findings of a document, a scene or a contract and of everything it imports; raises only
    `OSError`."""
    path = Path(path)
    limits = limits or Limits()
    try:
        text = bytes(read(path, limits.yaml_bytes, "yaml_bytes"))
    except LimitExceeded as error:
        return Report(str(path), "rigy", tuple(limit(str(error))))
    return check_text(
        text, path=path, profile=profile, limits=limits, project=project, allow_outside=allow_outside
    )


def check_text(
    text: str | bytes,
    *,
    path: Path | None = None,
    profile: str = "standard",
    limits: Limits | None = None,
    project: Path | str | None = None,
    allow_outside: bool = False,
    opened: Mapping[Path, str] | None = None,
) -> Report:
    """Like `check_file`, for a document in memory. `opened` are texts to read in place of files, by real
    path."""
    with pause_gc():
        files, root = read_project(
            text, path, get_profile(profile), limits or Limits(), project, allow_outside, opened
        )
        return _run(files, root, path, Assembly(files.profile, {}))[1]


def _run(
    files: Project, root: SourceFile, path: Path | None, assembly: Assembly, pose: str | None = None
) -> tuple[Rig | None, Report]:
    scopes = make_scopes(files)
    findings = run_rules(scopes, files.profile)
    rig = None
    if not any(finding.severity == "error" for finding in findings) and root.contract is None:
        rig, more = _assemble(root, scopes, assembly, files.limits, pose)
        findings += more
    shown = str(path) if path is not None else "<text>"
    return rig, Report(shown, kind_of(root.composed.root), tuple(findings))


def read_project(
    text: str | bytes,
    path: Path | None,
    profile: Profile,
    limits: Limits,
    project: Path | str | None,
    allow_outside: bool,
    opened: Mapping[Path, str] | None = None,
) -> tuple[Project, SourceFile]:
    """A document and everything it imports, read but not yet checked. `opened` are texts to read in place of
    files, by real path."""
    folder = Path(project) if project is not None else (path.parent if path else Path())
    files = Project(folder, folder.as_posix(), limits, profile, allow_outside, opened or {})
    return files, files.read_root(text, path)


def _assemble(
    root: SourceFile, scopes: list[Scope], assembly: Assembly, limits: Limits, pose: str | None
) -> tuple[Rig | None, list[Finding]]:
    profile = assembly.profile
    vertices = _Size(profile).estimate_vertices(root)
    if vertices > limits.vertices:
        message = f"the model would have {vertices:,} vertices; the limit is {limits.vertices:,}"
        return None, list(limit(f"{message} (limit vertices; each instance or bone counts as {NODE})"))
    assembly.files = {
        id(scope.source): {
            path: file.content for path, file in scope.weight_files.items() if file.content is not None
        }
        for scope in scopes
    }
    assembly.pose = None if pose is None else _find_pose(root, pose)
    with np.errstate(over="ignore", invalid="ignore"):
        if root.scene is not None:
            add_scene(assembly, root)
        else:
            assembly.add(root, nested=pose is None or not profile.poses_are_worlds)
    for scope in scopes:
        scope.capped = [capped for source, capped in assembly.capped if source is scope.source]
        scope.flat = [flat for source, flat in assembly.flat if source is scope.source]
    findings = [finding for scope in scopes for finding in model.binding_findings(scope)]
    if not model.fits_float32(assembly.meshes):
        with np.errstate(over="ignore", invalid="ignore"):
            return None, findings + list(model.too_large(scopes))
    try:
        return assembly.finish(), findings
    except InvalidRig as error:
        return None, findings + [replace(finding, message=str(error)) for finding in model.too_large(scopes)]


def _find_pose(root: SourceFile, pose: str) -> PoseToBake:
    poses = {pose.id: pose for pose in root.document.poses} if root.document else {}
    if pose not in poses:
        known = ", ".join(poses) or "none"
        raise ValueError(f"unknown pose {pose!r} (poses of the document: {known})")
    return PoseToBake(root, poses[pose])


class _Size:
    """The number of vertices that a source file compiles to; an instance or a bone counts as `NODE`."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._known: dict[int, int] = {}

    def estimate_vertices(self, source: SourceFile) -> int:
        if id(source) not in self._known:
            self._known[id(source)] = self._count(source)
        return self._known[id(source)]

    def _count(self, source: SourceFile) -> int:
        if source.scene is not None:
            pending, total = (
                list(source.scene.scene.children),
                self.estimate_vertices(source.imports[source.scene.scene.base]),
            )
            while pending:
                child = pending.pop()
                total += NODE + self.estimate_vertices(source.imports[child.base])
                pending += child.children
            return total
        document = source.document
        if document is None:
            return 0
        own = model.count_vertices(document) + NODE * sum(
            len(armature.bones) for armature in document.armatures
        )
        for instance in document.instances:
            own += NODE + (
                self.estimate_vertices(source.imports[instance.source]) if instance.source is not None else 0
            )
            binding = document.binding_by_mesh.get(instance.mesh_id or "")
            if binding is not None:
                own += NODE * len(document.armature_by_id[binding.armature_id].bones)
        return own
