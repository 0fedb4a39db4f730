"""A rig as a differentiable PyTorch module: kinematics, blend shapes, skinning, clips and springs with
gradients; a dataset over a folder of models, and batches of them.

It needs PyTorch (`pip install "pantin[torch]"`), which is imported when a name of this module is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pantin.torch.dataset import RigFolder, collate
    from pantin.torch.module import Posed, RigModule

__all__ = ["Posed", "RigFolder", "RigModule", "collate"]

_LATER = {
    "Posed": "pantin.torch.module",
    "RigFolder": "pantin.torch.dataset",
    "RigModule": "pantin.torch.module",
    "collate": "pantin.torch.dataset",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        import_module("torch")
    except ModuleNotFoundError:
        from pantin.base.extras import install_command

        raise ImportError(f"pantin.torch needs PyTorch: {install_command('torch')}") from None
    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
