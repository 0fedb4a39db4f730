"""Read USD files in a separate process, because usd-core crashes on some damaged files. The process starts
with the first file and serves later ones; after a crash, the next file starts a new one."""

from __future__ import annotations

import atexit
import gc
import os
import pickle
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from mmap import mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pantin.base.any_numbers import any_numbers
from pantin.base.child_process import OUT_OF_MEMORY, ChildProcess, Died, limit_memory, serve
from pantin.base.limits import GAIN, Limits

if TYPE_CHECKING:
    from pantin.formats.usd.reading import Reading

PATIENCE = 300.0
"""Timeout in seconds after which usd-core counts as hanging on a file."""


OWN_MEMORY = 60_000_000
"""The memory usd-core needs for any stage after its import, in bytes. Allocations beyond this plus four times
a file's budget fail."""

SPARE_MEMORY = 1 << 28
"""Bytes that must be free after a crash; otherwise memory was short. The memory that usd-core reserves varies
by tens of megabytes."""

SMALL_STAGE = b'#usda 1.0\n(\n    metersPerUnit = 1\n)\ndef Xform "root"\n{\n}\n'

KILLED = -9
"""The exit code after SIGKILL, which the system sends when memory runs out."""
SHORT_OF_MEMORY = "there is not enough memory for usd-core"


class Crashed(Exception):
    """The worker ended without an answer, or ran out of the memory that the file may take; the message gives
    the reason."""


class Worker:
    """The worker process. Any thread may call it; calls run one at a time."""

    def __init__(self, code: str = f"from {__name__} import main; main()") -> None:
        # Messages of usd-core are dropped: what matters of them is in findings.
        self._process = ChildProcess(code, quiet=True)
        self._lock = threading.Lock()

    def call(self, function: str, *arguments: Any) -> Any:
        """Call a function of `SERVICES` in the worker. Raises its exceptions, `Crashed`, and `MemoryError` if
        memory is short for any file."""
        with self._lock:
            if not self._process.is_running:
                self._process.start()
            pid = self._process.pid
            try:
                is_error, answer = self._process.ask((function, arguments), PATIENCE)
            except Died as death:
                _remove_reports(pid)
                if not death.is_overdue and (death.code in (KILLED, OUT_OF_MEMORY) or not self._can_read()):
                    raise MemoryError(SHORT_OF_MEMORY) from None
                raise Crashed(str(death)) from None
            if isinstance(answer, MemoryError) and self._can_read():
                raise Crashed("ran out of memory")
        if is_error:
            raise answer
        return answer

    def _can_read(self) -> bool:
        """Whether usd-core can read a small stage with memory to spare; if so, the file caused the crash."""
        with _temporary_folder() as folder:
            file = _write(folder, SMALL_STAGE, ".usda")
            try:
                self._process.start()
                is_error, _ = self._process.ask(("try", (file,)), PATIENCE)
            except Died:
                return False
        return not is_error

    def close(self) -> None:
        """End the process."""
        self._process.stop()


def _remove_reports(pid: int) -> None:
    """Remove the crash reports of usd-core, which nobody would look for."""
    for path in Path(os.environ.get("TMPDIR", "/var/tmp")).glob(f"st_*.{pid}"):
        with suppress(OSError):
            path.unlink()


WORKER = Worker()
atexit.register(WORKER.close)


def read(
    path: Path | None, data: bytes, suffix: str, limits: Limits, outside: bool, variants: Mapping[str, str]
) -> Reading:
    """Read a file, or bytes as a file of this suffix. Raises `Crashed`, and what `read_stage` raises."""
    with ExitStack() as stack:
        file = path or _write(stack.enter_context(_temporary_folder()), data, suffix)
        reading: Reading = WORKER.call("read", file, limits, outside, dict(variants))
        return reading


def repack(path: Path | None, data: bytes, suffix: str, target: str) -> tuple[bytes, dict[str, bytes]]:
    """A file in the container of the suffix `target`, and the files of its package. Raises `Crashed`, and
    what `repack` raises."""
    with _temporary_folder() as folder:
        file = path or _write(folder, data, suffix)
        packed: tuple[bytes, dict[str, bytes]] = WORKER.call("repack", file, Path(folder) / f"made{target}")
        return packed


def _temporary_folder() -> tempfile.TemporaryDirectory[str]:
    """A temporary folder owned by the parent, because a killed worker could not remove its own."""
    return tempfile.TemporaryDirectory(prefix="pantin-")


def _write(folder: str, data: bytes, suffix: str) -> Path:
    file = Path(folder) / f"model{suffix}"
    file.write_bytes(data)
    return file


def main() -> None:
    """Answer the calls of the parent. Runs in the process."""
    os.environ.pop("PXR_AR_DEFAULT_SEARCH_PATH", None)  # references resolve beside the file alone
    serve(_answer)


def _answer(call: tuple[str, tuple[Any, ...]]) -> tuple[bool, Any]:
    """(False, the result) or (True, the error)."""
    function, arguments = call
    try:
        return False, SERVICES[function](*arguments)
    except Exception as error:
        problem = _portable(error)
    # The frames of the error keep its stage, and usd-core does not read the layers of a stage again.
    gc.collect()
    return True, problem


def _portable(error: Exception) -> Exception:
    """The error in a form to send to the parent, without its frames."""
    try:
        copy = pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return copy if isinstance(copy, type(error)) else RuntimeError(str(error))


def _import_usd_core() -> None:
    """Import usd-core. Raises `MemoryError` if memory is too small for its libraries; with some missing,
    later calls would fail in many ways."""
    try:
        from pxr import Gf, Sdf, Tf, Usd, UsdGeom, UsdLux, UsdShade, UsdSkel, UsdUtils, Vt  # noqa: F401
    except ImportError as error:
        if "failed to map" not in str(error) and "annot allocate memory" not in str(error):
            raise
        raise MemoryError(SHORT_OF_MEMORY) from None
    except (TypeError, RuntimeError):
        raise MemoryError(SHORT_OF_MEMORY) from None


@any_numbers
def _read(path: Path, limits: Limits, *options: Any) -> Any:
    _import_usd_core()  # what it reserves does not count below
    from pantin.formats.usd.reading import read_stage

    # Elsewhere nothing tells a process that has too much from one of a short system.
    if sys.platform == "linux":
        limit_memory(OWN_MEMORY + 4 * max(limits.decoded_bytes, GAIN * path.stat().st_size))
    return read_stage(path, limits, *options)


def _try(path: Path) -> None:
    """Read a stage with as much spare memory as the file may have needed; raises `OSError` without it."""
    with mmap(-1, SPARE_MEMORY):
        _read(path, Limits(), False, {})


def _repack(path: Path, package: Path) -> Any:
    from pantin.formats.usd.repack import repack

    return repack(path, package)


SERVICES: dict[str, Callable[..., Any]] = {"read": _read, "repack": _repack, "try": _try}
