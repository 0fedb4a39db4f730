"""Rules about the members of VRMC_vrm: VRM-VR001 to VRM-VR008."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.formats.gltf.ext.vrm_family import LICENSE_URL
from pantin.formats.gltf.ext.vrm_rules import (
    bad_members,
    missing_members,
    other_versions,
)
from pantin.formats.gltf.ext.vrm_schema import HumanBone, Vrm
from pantin.formats.gltf.extension_names import VRMC_VRM as NAME
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import pointer
from pantin.report.wording import quoted
from pantin.rig.human_bones import GAZE

PATH = ("extensions", NAME)


def vrm(scope: Scope) -> Vrm:
    """The VRMC_vrm object of the file, empty if missing; `scope.fact(vrm)` computes it once."""
    block: Vrm | None = next((value for _, value in scope.extended.objects_of(NAME)), None)
    return block or Vrm(spec_version=None, meta=None, humanoid=None)


def human_bones(scope: Scope) -> dict[str, HumanBone | None]:
    """The bones by name, None where one is not an object."""
    humanoid = scope.fact(vrm).humanoid
    return (humanoid.human_bones or {}) if humanoid is not None else {}


@rule("VRM-VR001", "error", '{owner} has no "{member}"')
def missing_member(scope: Scope) -> Iterator[Finding]:
    """VRM lacks a required member.

    What: `VRMC_vrm` must have `specVersion`, `meta` and `humanoid`; meta must have `name`, `authors` and
    `licenseUrl`; a bone, a bind and an annotation must name what they are about.
    Why: Readers refuse the file, or skip the part.
    Fix: Add the member.
    Source: the schemas of VRMC_vrm 1.0, required.
    """
    yield from missing_members(scope, missing_member)


@rule("VRM-VR002", "error", '"{member}" is {value}, expected {expected}')
def bad_member(scope: Scope) -> Iterator[Finding]:
    """Member of VRM has a wrong value.

    What: The members of `VRMC_vrm` must have the types, words, lengths and ranges of the schema.
    Why: Readers refuse the file, or skip the part.
    Fix: Write a value that is expected.
    Source: the schemas of VRMC_vrm 1.0.
    """
    yield from bad_members(scope, bad_member)


@rule("VRM-VR003", "error", 'specVersion of VRMC_vrm is {version}, expected "1.0"')
def other_version(scope: Scope) -> Iterator[Finding]:
    """VRM has an unknown version.

    What: The `specVersion` of `VRMC_vrm` must be "1.0".
    Why: Readers ignore a version that they do not know.
    Fix: Write "1.0"; files of a beta version must be exported again.
    Source: VRMC_vrm 1.0, "Version of VRMC_vrm specification".
    """
    for path, version in other_versions(scope, NAME):
        yield other_version.at(pointer(*path, "specVersion"), version=version)


@rule("VRM-VR004", "warning", "licenseUrl is {url}, expected " + f'"{LICENSE_URL}"')
def other_license(scope: Scope) -> Iterator[Finding]:
    """licenseUrl is not the VRM Public License.

    What: The `licenseUrl` of meta should be the address of the VRM Public License 1.0.
    Why: VRM 1.0 accepts no other; the permissions in meta refer to that document.
    Fix: Write the address, and put another licence into `otherLicenseUrl`.
    Source: VRMC_vrm 1.0, meta, "licenseUrl".
    """
    meta = scope.fact(vrm).meta
    url = None if meta is None else meta.license_url
    if url not in (None, LICENSE_URL):
        yield other_license.at(pointer(*PATH, "meta", "licenseUrl"), url=quoted(url))


@rule("VRM-VR005", "warning", "firstPerson annotates {node} twice")
def repeated_annotation(scope: Scope) -> Iterator[Finding]:
    """Two first-person annotations of one node.

    What: `meshAnnotations` should have one annotation for a node.
    Why: Readers use the first or the last.
    Fix: Remove one.
    Source: VRMC_vrm 1.0, firstPerson.
    """
    seen: set[int] = set()
    for index, node in _annotated_nodes(scope):
        if node in seen:
            where = pointer(*PATH, "firstPerson", "meshAnnotations", index)
            yield repeated_annotation.at(where, node=scope.named("node", node))
        seen.add(node)


@rule("VRM-VR006", "error", "firstPerson annotates {node}, which has no mesh")
def annotated_without_mesh(scope: Scope) -> Iterator[Finding]:
    """First-person annotation of a node without a mesh.

    What: The `node` of a mesh annotation must have a mesh.
    Why: The annotation has no effect; another node was probably meant.
    Fix: Name the node that has the mesh.
    Source: VRMC_vrm 1.0, firstPerson, "meshAnnotations".
    """
    for index, node in _annotated_nodes(scope):
        annotated = scope.model.nodes[node]
        if annotated is not None and annotated.mesh is None:
            where = pointer(*PATH, "firstPerson", "meshAnnotations", index, "node")
            yield annotated_without_mesh.at(where, node=scope.named("node", node))


def _annotated_nodes(scope: Scope) -> Iterator[tuple[int, int]]:
    """Index and node of each annotation."""
    first_person = scope.fact(vrm).first_person
    for index, item in enumerate((first_person.mesh_annotations or ()) if first_person else ()):
        node = None if item is None else item.node
        if node is not None and 0 <= node < len(scope.model.nodes):
            yield index, node


@rule("VRM-VR007", "info", "lookAt moves eye bones, but the humanoid has neither leftEye nor rightEye")
def gaze_without_eyes(scope: Scope) -> Iterator[Finding]:
    """lookAt type is bone, but the eye bones are missing.

    What: A humanoid whose `lookAt` has the type `bone` should have the bones `leftEye` and `rightEye`.
    Why: Nothing moves when the character looks at a point.
    Fix: Name the eye bones, or use the type `expression`.
    Source: VRMC_vrm 1.0, lookAt, "LookAtType".
    """
    look_at, bones = scope.fact(vrm).look_at, human_bones(scope)
    is_bone = look_at is not None and scope.raw((*PATH, "lookAt")).get("type", "bone") == "bone"
    if is_bone and bones and "leftEye" not in bones and "rightEye" not in bones:
        yield gaze_without_eyes.at(pointer(*PATH, "lookAt"))


@rule("VRM-VR008", "warning", "lookAt moves expressions, but the file has none of " + ", ".join(GAZE))
def gaze_without_expressions(scope: Scope) -> Iterator[Finding]:
    """lookAt type is expression, but the expressions are missing.

    What: A character whose `lookAt` has the type `expression` should have expressions of gaze.
    Why: Nothing moves when the character looks at a point.
    Fix: Add the expressions, or use the type `bone`.
    Source: VRMC_vrm 1.0, lookAt, "LookAtType".
    """
    look_at, listed = scope.fact(vrm).look_at, scope.fact(vrm).expressions
    preset = (listed.preset or {}) if listed is not None else {}
    if look_at is not None and look_at.type == "expression" and not any(name in preset for name in GAZE):
        yield gaze_without_expressions.at(pointer(*PATH, "lookAt", "type"))


RULES: tuple[Rule[[Scope]], ...] = (
    missing_member,
    bad_member,
    other_version,
    other_license,
    repeated_annotation,
    annotated_without_mesh,
    gaze_without_eyes,
    gaze_without_expressions,
)
