"""Write Wavefront OBJ files, each with a material library."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.base import files
from pantin.base.files import exists, is_file
from pantin.formats.document.companions import Companions
from pantin.formats.document.shared import is_named_by_another
from pantin.formats.format import WriteOptions
from pantin.formats.geometry.obj_surfaces import format_surfaces, material_of
from pantin.formats.geometry.static import Geometry
from pantin.formats.geometry.static import lower as lower_static
from pantin.formats.geometry.triangles import require_3d
from pantin.formats.obj.losses import losses
from pantin.formats.obj.mtl import Library, files_named_by, library_path
from pantin.formats.posed_surface import Posed
from pantin.report import Finding
from pantin.rig import Rig

if TYPE_CHECKING:
    from pantin.deformation.element_attributes import PosedElements


def lower(rig: Rig, options: WriteOptions) -> tuple[Geometry, list[Finding]]:
    """The default scene in a pose, with the values of corners."""
    geometry, findings = lower_static(rig, options)
    if any(surface.topology is not None for mesh in rig.meshes for surface in mesh.surfaces):
        from pantin.deformation.element_attributes import deform_elements  # few files need it

        elements = deform_elements(rig, options.pose or rig.rest_pose())
        geometry = geometry.replace(elements=tuple(elements))
    return geometry, findings


def write_obj(
    rig: Rig, posed: Sequence[Posed], path: str | os.PathLike[str], elements: Sequence[PosedElements] = ()
) -> list[Finding]:
    """Write posed surfaces as objects of one file, points and lines too; materials into an `.mtl` and images
    beside it, all files or none. Only in 3D. Returns findings on what is dropped of these.
    """
    require_3d(rig, "OBJ")
    path = Path(path)
    with files.lock_folder(path):
        library = _write(rig, posed, elements, path)
    return losses(rig, posed, library)


def _write(rig: Rig, posed: Sequence[Posed], elements: Sequence[PosedElements], path: Path) -> Library | None:
    """Write all files, and remove those that only the old file at `path` used and new ones replace."""
    companions, library = Companions(path), None
    is_stream = exists(path) and not is_file(path)
    old = [] if is_stream else files_named_by(path)
    if rig.materials and not is_stream:
        has_bare = any(material_of(rig, surface) is None for surface in posed)
        library = Library.plan(rig, companions, with_default=has_bare)
    parts = (part.encode() for part in format_surfaces(rig, posed, library, elements))
    obsolete = [file for file in old if companions.is_replaced(file) or file == library_path(path)]
    companions.write(parts, obsolete, lambda file: is_named_by_another(file, path))
    return library
