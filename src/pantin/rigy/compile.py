"""Compiling: text in, rig and findings out. `compile_text` raises for bad texts, `check_text` never does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from pantin.errors import BadFile, LimitExceeded
from pantin.files import read
from pantin.limits import Limits
from pantin.report import Finding, Report
from pantin.rig import InvalidRig, Rig
from pantin.rigy.assemble import Assembly, Posed
from pantin.rigy.garbage import no_collections
from pantin.rigy.judge import judge, scopes_of
from pantin.rigy.layout import add_scene
from pantin.rigy.profile import Profile, named
from pantin.rigy.rules import results
from pantin.rigy.rules.scope import Scope
from pantin.rigy.rules.text import limit
from pantin.rigy.units import Project, Unit, kind_of

NODE = 64
"""Vertices as which an instance or a bone counts: it takes 30 µs and a kilobyte for its frames, its name and
its map, and imports that each place another one twice make 2ⁿ of them from n short texts."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """What came of a text: the rig, the profile it was made under, and the report with warnings and notes.

    The rig holds everything in the order the text gives it, in float64: node i, mesh i and skin i are
    those of the file that is written from it under the layout of the same name as the profile. `inputs` are
    the files that were read, by the names findings have for them, with their bytes.
    """

    rig: Rig
    profile: str
    report: Report
    inputs: tuple[tuple[str, bytes], ...] = ()


def compile_file(
    path: Path | str,
    *,
    profile: str = "standard",
    limits: Limits | None = None,
    project: Path | str | None = None,
    allow_outside: bool = False,
    pose: str | None = None,
) -> Compiled:
    """Compile a `.rigy.yaml` document or a `.rigs.yaml` scene; raises `BadFile` with all findings if it
    is bad.

    `project` is the folder that references may not leave, by default the file's own; `allow_outside`
    lifts that. With the id of one of the document's poses, its meshes are baked in that pose and have no
    skins; a pose the document has not raises `ValueError`.
    """
    path = Path(path)
    limits = limits or Limits()
    return compile_text(
        bytes(read(path, limits.yaml_bytes)),
        path=path,
        profile=profile,
        limits=limits,
        project=project,
        allow_outside=allow_outside,
        pose=pose,
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
) -> Compiled:
    """As `compile_file`, for a text in memory. Without a `path` it can refer to no other files."""
    limits = limits or Limits()
    with no_collections():
        files, root = read_project(text, path, named(profile), limits, project, allow_outside)
        rig, report = _run(files, root, path, pose)
    if rig is None:
        raise BadFile(report)
    return Compiled(rig, profile, report, tuple(files.contents.items()))


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
        text = bytes(read(path, limits.yaml_bytes))
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
) -> Report:
    """As `check_file`, for a text in memory."""
    with no_collections():
        files, root = read_project(text, path, named(profile), limits or Limits(), project, allow_outside)
        return _run(files, root, path)[1]


def _run(files: Project, root: Unit, path: Path | None, pose: str | None = None) -> tuple[Rig | None, Report]:
    scopes = scopes_of(files)
    findings = judge(scopes, files.profile)
    rig = None
    if not any(one.severity == "error" for one in findings) and root.contract is None:
        rig, more = _assemble(root, scopes, files.profile, files.limits, pose)
        findings += more
    shown = str(path) if path is not None else "<text>"
    return rig, Report(shown, kind_of(root.text.root), tuple(findings))


def read_project(
    text: str | bytes,
    path: Path | None,
    profile: Profile,
    limits: Limits,
    project: Path | str | None,
    allow_outside: bool,
) -> tuple[Project, Unit]:
    """A text and everything it imports, read and not yet judged."""
    folder = Path(project) if project is not None else (path.parent if path else Path())
    files = Project(folder, folder.as_posix(), limits, profile, allow_outside)
    return files, files.root(text, path)


def _assemble(
    root: Unit, scopes: list[Scope], profile: Profile, limits: Limits, pose: str | None
) -> tuple[Rig | None, list[Finding]]:
    size = _Size(profile)
    if size.of(root) > limits.vertices:
        text = f"the model would be as large as {size.of(root):,} vertices, more than {limits.vertices:,}"
        return None, list(limit(f"{text} (limit vertices; an instance or a bone counts as {NODE} of them)"))
    contents = {
        id(scope.unit): {
            path: file.content for path, file in scope.weight_files.items() if file.content is not None
        }
        for scope in scopes
    }
    assembly = Assembly(profile, contents, None if pose is None else _posed(root, pose))
    with np.errstate(over="ignore", invalid="ignore"):
        if root.scene is not None:
            add_scene(assembly, root)
        else:
            assembly.add(root, nested=pose is None or not profile.poses_are_worlds)
    for scope in scopes:
        scope.capped = [one for unit, one in assembly.capped if unit is scope.unit]
    findings = [finding for scope in scopes for finding in results.after(scope)]
    if not results.fits(assembly.meshes):
        return None, findings + list(results.too_large())
    try:
        return assembly.finish(), findings
    except InvalidRig as error:
        return None, findings + [replace(one, message=str(error)) for one in results.too_large()]


def _posed(root: Unit, pose: str) -> Posed:
    poses = {one.id: one for one in root.document.poses} if root.document else {}
    if pose not in poses:
        known = ", ".join(poses) or "none"
        raise ValueError(f"there is no pose {pose!r}; the document has {known}")
    return Posed(root, poses[pose])


class _Size:
    """How many vertices a unit becomes, each instance and bone counted as `NODE`, before any is made."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._known: dict[int, int] = {}

    def of(self, unit: Unit) -> int:
        if id(unit) not in self._known:
            self._known[id(unit)] = self._count(unit)
        return self._known[id(unit)]

    def _count(self, unit: Unit) -> int:
        if unit.scene is not None:
            pending, total = list(unit.scene.scene.children), self.of(unit.imports[unit.scene.scene.base])
            while pending:
                child = pending.pop()
                total += NODE + self.of(unit.imports[child.base])
                pending += child.children
            return total
        document = unit.document
        if document is None:
            return 0
        own = results.vertices(document) + NODE * sum(len(one.bones) for one in document.armatures)
        for one in document.instances:
            own += NODE + (self.of(unit.imports[one.source]) if one.source is not None else 0)
            binding = document.binding_by_mesh.get(one.mesh_id or "")
            if binding is not None:
                own += NODE * len(document.armature_by_id[binding.armature_id].bones)
        return own
