"""Many files: one verb over folders, patterns, lists and URLs, in worker processes or on a Dask cluster.

`Batch` plans and runs; each file gives a `Row`. The names are imported when first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pantin.base.file_names import is_url
    from pantin.batch.batch import Batch, run
    from pantin.batch.row import Row, Task
    from pantin.batch.sources import find_sources, is_many

__all__ = ["Batch", "Row", "Task", "find_sources", "is_many", "is_url", "run"]

_HOMES = {
    "Batch": "pantin.batch.batch",
    "run": "pantin.batch.batch",
    "Row": "pantin.batch.row",
    "Task": "pantin.batch.row",
    "find_sources": "pantin.batch.sources",
    "is_many": "pantin.batch.sources",
    "is_url": "pantin.base.file_names",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import a name when it is first asked for: a command for one file needs few of them."""
        if name not in _HOMES:
            raise AttributeError(f"module 'pantin.batch' has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(_HOMES[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
