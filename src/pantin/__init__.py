"""Rigged models: read, check, convert, pose and deform them without losing a byte.

The names below are all that Pantin promises; they are imported when first used, so `import pantin` is cheap.
"""

from __future__ import annotations

# As in `typing`, whose import would take longer than all of `pantin --version`; type checkers know it by its
# name.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from pantin import arrays as arrays
    from pantin import batch as batch
    from pantin import edit as edit
    from pantin import formats as formats
    from pantin import motion as motion
    from pantin import results as results
    from pantin import rig as rig
    from pantin import rigy as rigy
    from pantin import shapes as shapes
    from pantin import springs as springs
    from pantin import torch as torch
    from pantin import weights as weights
    from pantin.base.errors import BadFile, LimitExceeded, PantinError, Unsupported
    from pantin.base.limits import Limits
    from pantin.deformation import PosedMesh, PosedMeshes, deform
    from pantin.formats.model_meta import ModelMeta
    from pantin.formats.registry import list_formats
    from pantin.formats.rigy.files import expand, fmt, schema
    from pantin.kernels.engine import on_compile
    from pantin.motion import sample
    from pantin.operations.comparison.difference import Difference
    from pantin.operations.humanoid.bone_map import BoneMap
    from pantin.report import Finding, Report
    from pantin.report.explanation import Explanation
    from pantin.rig import Pose, Poses, Rig, RigBuilder, build
    from pantin.springs import SpringBatch, SpringSimulation
    from pantin.verbs.asset import Asset
    from pantin.verbs.attach import attach
    from pantin.verbs.bake import Baked, bake_springs
    from pantin.verbs.check import check
    from pantin.verbs.clips import EditedClips, edit_clips
    from pantin.verbs.compile import compile as compile
    from pantin.verbs.convert import convert
    from pantin.verbs.diff import diff
    from pantin.verbs.explain import explain
    from pantin.verbs.fix import Fixed, fix
    from pantin.verbs.humanoid import find_humanoid
    from pantin.verbs.inspect import Inspection, inspect
    from pantin.verbs.load import load
    from pantin.verbs.merge import merge
    from pantin.verbs.meta import read_meta, set_meta
    from pantin.verbs.migrate import migrate
    from pantin.verbs.model import Model, Source
    from pantin.verbs.new import Created, new
    from pantin.verbs.pose import pose
    from pantin.verbs.retarget import Retargeted, retarget
    from pantin.verbs.save import save
    from pantin.verbs.skeletons import WithSkeletons, derive_skeletons, strip_skeletons
    from pantin.verbs.slice import project
    from pantin.verbs.slice import slice as slice
    from pantin.verbs.slim import Slimmed, slim
    from pantin.verbs.split import split
    from pantin.verbs.weights import Weighted, edit_weights
    from pantin.viewer.difference_picture import render_difference
    from pantin.viewer.gallery import Gallery, write_gallery
    from pantin.viewer.render import Rendered, render
    from pantin.viewer.serve import serve
    from pantin.viewer.sheet import Sheet, render_sheet
    from pantin.viewer.thumbnail import thumbnail
    from pantin.viewer.view import View, view
    from pantin.viewer.warmup import warmup

__version__ = "0.3.0"

__all__ = [
    "Asset",
    "BadFile",
    "Baked",
    "BoneMap",
    "Created",
    "Difference",
    "EditedClips",
    "Explanation",
    "Finding",
    "Fixed",
    "Gallery",
    "Inspection",
    "LimitExceeded",
    "Limits",
    "Model",
    "ModelMeta",
    "PantinError",
    "Pose",
    "PosedMesh",
    "PosedMeshes",
    "Poses",
    "Rendered",
    "Report",
    "Retargeted",
    "Rig",
    "RigBuilder",
    "Sheet",
    "Slimmed",
    "Source",
    "SpringBatch",
    "SpringSimulation",
    "Unsupported",
    "View",
    "Weighted",
    "WithSkeletons",
    "__version__",
    "attach",
    "bake_springs",
    "build",
    "check",
    "convert",
    "deform",
    "derive_skeletons",
    "diff",
    "edit_clips",
    "edit_weights",
    "expand",
    "explain",
    "find_humanoid",
    "fix",
    "fmt",
    "inspect",
    "list_formats",
    "load",
    "merge",
    "migrate",
    "new",
    "on_compile",
    "pose",
    "project",
    "read_meta",
    "render",
    "render_difference",
    "render_sheet",
    "retarget",
    "sample",
    "save",
    "schema",
    "serve",
    "set_meta",
    "slim",
    "split",
    "strip_skeletons",
    "thumbnail",
    "view",
    "warmup",
    "write_gallery",
]

_HOMES = {
    "pantin.verbs.asset": ("Asset",),
    "pantin.operations.comparison.difference": ("Difference",),
    "pantin.verbs.check": ("check",),
    "pantin.verbs.clips": ("EditedClips", "edit_clips"),
    "pantin.verbs.compile": ("compile",),
    "pantin.verbs.convert": ("convert",),
    "pantin.verbs.explain": ("explain",),
    "pantin.verbs.load": ("load",),
    "pantin.verbs.merge": ("merge",),
    "pantin.verbs.attach": ("attach",),
    "pantin.verbs.split": ("split",),
    "pantin.verbs.meta": ("read_meta", "set_meta"),
    "pantin.verbs.migrate": ("migrate",),
    "pantin.verbs.model": ("Model", "Source"),
    "pantin.verbs.new": ("Created", "new"),
    "pantin.verbs.save": ("save",),
    "pantin.formats.model_meta": ("ModelMeta",),
    "pantin.formats.registry": ("list_formats",),
    "pantin.verbs.bake": ("Baked", "bake_springs"),
    "pantin.verbs.diff": ("diff",),
    "pantin.verbs.fix": ("Fixed", "fix"),
    "pantin.verbs.humanoid": ("find_humanoid",),
    "pantin.operations.humanoid.bone_map": ("BoneMap",),
    "pantin.verbs.inspect": ("Inspection", "inspect"),
    "pantin.verbs.pose": ("pose",),
    "pantin.verbs.retarget": ("Retargeted", "retarget"),
    "pantin.formats.rigy.files": ("expand", "fmt", "schema"),
    "pantin.verbs.skeletons": ("WithSkeletons", "derive_skeletons", "strip_skeletons"),
    "pantin.verbs.slice": ("project", "slice"),
    "pantin.verbs.slim": ("Slimmed", "slim"),
    "pantin.verbs.weights": ("Weighted", "edit_weights"),
    "pantin.deformation": ("PosedMesh", "PosedMeshes", "deform"),
    "pantin.base.errors": ("BadFile", "LimitExceeded", "PantinError", "Unsupported"),
    "pantin.kernels.engine": ("on_compile",),
    "pantin.base.limits": ("Limits",),
    "pantin.motion": ("sample",),
    "pantin.report": ("Finding", "Report"),
    "pantin.report.explanation": ("Explanation",),
    "pantin.rig": ("Pose", "Poses", "Rig", "RigBuilder", "build"),
    "pantin.springs": ("SpringBatch", "SpringSimulation"),
    "pantin.viewer.serve": ("serve",),
    "pantin.viewer.view": ("View", "view"),
    "pantin.viewer.difference_picture": ("render_difference",),
    "pantin.viewer.render": ("Rendered", "render"),
    "pantin.viewer.gallery": ("Gallery", "write_gallery"),
    "pantin.viewer.sheet": ("Sheet", "render_sheet"),
    "pantin.viewer.thumbnail": ("thumbnail",),
    "pantin.viewer.warmup": ("warmup",),
}
_MODULES = (
    "arrays",
    "batch",
    "edit",
    "formats",
    "motion",
    "results",
    "rig",
    "rigy",
    "shapes",
    "springs",
    "torch",
    "weights",
)
"""Public modules: `import pantin` is enough to use `pantin.motion.bone_lengths`."""

_NOT_STARRED = ("compile", "slice")
"""Names that `from pantin import *` leaves out, because they hide functions of Python."""

_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


if not TYPE_CHECKING:  # a checker must complain of names that are not promised

    def __getattr__(name: str) -> object:
        """Import a promised name when it is first asked for (PEP 562)."""
        if name not in _HOME_OF and name not in _MODULES:
            raise AttributeError(f"module 'pantin' has no attribute {name!r}")
        from importlib import import_module

        if name in _MODULES:
            return import_module(f"pantin.{name}")
        value = getattr(import_module(_HOME_OF[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted([*__all__, *_NOT_STARRED, *_MODULES])
