"""A worker process of a batch: its first message is the job, the others are tasks; it answers by rows."""

from __future__ import annotations

import os
import sys
from typing import Any

from pantin.base.child_process import limit_memory, serve
from pantin.base.plug_ins import show_own_warnings

READY = "ready"

SINGLE_THREADED = (
    "PANTIN_THREADS",
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "NUMBA_NUM_THREADS",
    "PXR_WORK_THREAD_LIMIT",
)
"""Settings that are 1 in workers unless the user sets them: each process has its core. Those of Pantin, of
the libraries of linear algebra that NumPy and PyTorch may use, of numba and of USD."""


def main() -> None:
    """Serve the process that started this one."""
    for name in SINGLE_THREADED:
        os.environ.setdefault(name, "1")
    os.environ.setdefault("TF_ENV_SETTING_ALERTS_ENABLED", "0")  # or USD announces each setting above
    if not sys.warnoptions:  # as in the command itself
        show_own_warnings()
    serve(_Worker())


class _Worker:
    job: Any = None

    def __call__(self, message: Any) -> Any:
        if self.job is None:
            self.job = message
            return self._prepare()
        from pantin.batch.perform import perform

        return perform(self.job, message)

    def _prepare(self) -> str:
        """Import what most files need, so that the time of the first file, which may be limited, is its
        own."""
        import numpy  # noqa: F401  (whose buffers are part of every worker)

        import pantin
        from pantin.base.files import sweep_folders_once
        from pantin.batch import perform  # noqa: F401

        sweep_folders_once()
        pantin.check(b'{"asset": {"version": "2.0"}, "nodes": [{}]}', name="empty.gltf")
        if self.job.memory is not None:
            limit_memory(self.job.memory)
        return READY
