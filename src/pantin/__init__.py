"""Rigged models: read, check, convert, pose and deform them without losing a byte.

The names below are all that Pantin promises; they are imported when first used, so `import pantin` is cheap.
"""

from __future__ import annotations

# As in `typing`, whose import would take longer than all of `pantin --version`; type checkers know it by its
# name.
TYPE_CHECKING = False

if TYPE_CHECKING:
    from pantin.assets import Asset, check, compile, convert, load, save
    from pantin.assets.baking import bake_springs
    from pantin.deformation import PosedMesh, deform
    from pantin.errors import BadFile, LimitExceeded, PantinError, Unsupported
    from pantin.limits import Limits
    from pantin.motion import sample
    from pantin.report import Finding, Report
    from pantin.rig import Pose, Rig
    from pantin.springs import SpringBatch, SpringSimulation
    from pantin.viewer.notebook import view

__version__ = "0.1.0"

__all__ = [
    "Asset",
    "BadFile",
    "Finding",
    "LimitExceeded",
    "Limits",
    "PantinError",
    "Pose",
    "PosedMesh",
    "Report",
    "Rig",
    "SpringBatch",
    "SpringSimulation",
    "Unsupported",
    "__version__",
    "bake_springs",
    "check",
    "compile",
    "convert",
    "deform",
    "load",
    "sample",
    "save",
    "view",
]

_HOMES = {
    "pantin.assets": ("Asset", "check", "compile", "convert", "load", "save"),
    "pantin.assets.baking": ("bake_springs",),
    "pantin.deformation": ("PosedMesh", "deform"),
    "pantin.errors": ("BadFile", "LimitExceeded", "PantinError", "Unsupported"),
    "pantin.limits": ("Limits",),
    "pantin.motion": ("sample",),
    "pantin.report": ("Finding", "Report"),
    "pantin.rig": ("Pose", "Rig"),
    "pantin.springs": ("SpringBatch", "SpringSimulation"),
    "pantin.viewer.notebook": ("view",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


if not TYPE_CHECKING:  # a checker must complain of names that are not promised

    def __getattr__(name: str) -> object:
        """Import a promised name when it is first asked for (PEP 562)."""
        if name not in _HOME_OF:
            raise AttributeError(f"module 'pantin' has no attribute {name!r}")
        from importlib import import_module

        home = import_module(_HOME_OF[name])
        if _HOME_OF[name] == "pantin.assets":
            # Notebooks ask an asset for its page, and the room that makes pages stands above that of assets.
            home.Asset.shown_by = staticmethod(_shown)
        value = getattr(home, name)
        globals()[name] = value
        return value

    def _shown(asset: object) -> str:
        from pantin.viewer.notebook import view

        return view(asset)._repr_html_()


def __dir__() -> list[str]:
    return sorted(__all__)
