"""Runs a line of commands of one source tree, each in a fork of a process that has imported Pantin already,
in its own empty folder: a command takes a tenth of its time that way, and none can disturb the next.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import pkgutil
import shutil
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeAlias

PATIENCE = 900
"""Seconds after which a command counts as one that hangs."""

HEAVY = ("numba", "torch", "triton", "pytest", "dask", "distributed")
"""Packages that are not imported in advance, with the modules of Pantin that need them."""

LATER = (
    *("encodings.utf_8_sig", "numpy.ma", "meshopt", "av"),
    *("PIL.GifImagePlugin", "PIL.JpegImagePlugin", "PIL.PngImagePlugin", "PIL.WebPImagePlugin"),
    *("pxr.Usd", "pxr.UsdGeom", "pxr.UsdShade", "pxr.UsdSkel", "pxr.UsdUtils"),
)
"""What commands import while they run, and starts no thread: it is imported once for all of them."""

QUIET = {
    "PANTIN_NO_NUMBA": "1",
    "PANTIN_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "PXR_WORK_THREAD_LIMIT": "1",
    "TF_ENV_SETTING_ALERTS_ENABLED": "0",
    "NO_COLOR": "1",
    "COLUMNS": "100",
    "TZ": "UTC",
    "LC_ALL": "C.UTF-8",
}
"""The environment of every command: one thread, NumPy alone, and text that does not depend on a terminal."""


@dataclass(frozen=True)
class Input:
    """A file or folder, and the name it has in every recording."""

    name: str
    path: Path
    suffix: str = ""
    format: str = ""

    def __str__(self) -> str:
        return self.name


Word: TypeAlias = str | Input
Line: TypeAlias = tuple[Word, ...]


class Ended(NamedTuple):
    """How a command ended and what it printed."""

    code: int
    out: bytes
    err: bytes
    seconds: float = 0.0
    """Of the processor."""


def preload(source: Path, compiled: bool) -> None:
    """Import the Pantin of a source tree, all of it but what needs `HEAVY` packages."""
    os.environ.update(QUIET)
    sys.path.insert(0, str(source))
    os.environ["PYTHONPATH"] = str(source)  # for the processes that batches and readers start
    package = importlib.import_module("pantin")
    assert package.__file__ is not None
    if not Path(package.__file__).is_relative_to(source):
        sys.exit(f"pantin comes from {package.__file__}, not from {source}")
    if compiled:
        del os.environ["PANTIN_NO_NUMBA"]
        importlib.import_module("numba")
    with kept_away([name for name in HEAVY if name not in sys.modules]):
        for module in pkgutil.walk_packages(package.__path__, "pantin.", onerror=lambda name: None):
            if not module.name.endswith("__main__"):
                with contextlib.suppress(ImportError):
                    importlib.import_module(module.name)
    importlib.import_module("pantin.__main__")
    for name in LATER:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    if threading.active_count() > 1:
        sys.exit("an import started a thread, which forks would lose")
    gc.collect()
    gc.freeze()  # or a collection in a child would copy all memory


@contextlib.contextmanager
def kept_away(names: Sequence[str]) -> Iterator[None]:
    """Let imports of these packages fail inside the block."""
    sys.modules.update(dict.fromkeys(names))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in names:
            del sys.modules[name]


def run_line(line: Line, folder: Path) -> list[Ended]:
    """Run the commands of a line in a folder; after `&&` only if the one before ended with 0."""
    ended: list[Ended] = []
    for follows, words in commands_of(line):
        if follows == "&&" and ended and ended[-1].code != 0:
            break
        ended.append(run_command(words, folder))
    return ended


def commands_of(line: Line) -> Iterator[tuple[str, list[Word]]]:
    """The commands of a line, each with the sign before it."""
    sign, words = "", list[Word]()
    for word in line:
        if word in ("&&", ";"):
            yield sign, words
            sign, words = str(word), []
        else:
            words.append(word)
    yield sign, words


def run_command(words: list[Word], folder: Path) -> Ended:
    given, source, sink = redirected(words)
    if given[0] == "cp":
        shutil.copy(given[1], folder / given[2])
        return Ended(0, b"", b"")
    streams = folder.with_suffix(".streams")
    streams.mkdir()
    out, err = folder / sink if sink else streams / "out", streams / "err"
    child = os.fork()
    if child == 0:
        be_command(given, folder, source or os.devnull, out, err)
    _, status, usage = os.wait4(child, 0)
    spent = usage.ru_utime + usage.ru_stime
    ended = Ended(
        os.waitstatus_to_exitcode(status), b"" if sink else out.read_bytes(), err.read_bytes(), spent
    )
    shutil.rmtree(streams)
    return ended


def redirected(words: list[Word]) -> tuple[list[str], str, str]:
    """The words of a command, the file after `<` and the one after `>`."""
    plain = [str(word.path) if isinstance(word, Input) else word for word in words]
    files = {"<": "", ">": ""}
    for sign in files:
        if sign in plain:
            place = plain.index(sign)
            files[sign] = plain[place + 1]
            del plain[place : place + 2]
    return plain, files["<"], files[">"]


def be_command(words: list[str], folder: Path, source: str, out: Path, err: Path) -> None:
    """Become the command; does not return."""
    try:
        signal.alarm(PATIENCE)
        os.dup2(os.open(source, os.O_RDONLY), 0)
        for number, file in ((1, out), (2, err)):
            os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT), number)
        os.chdir(folder)
        sys.argv = ["pantin", *words]
        importlib.import_module("pantin.__main__").main()
        sys.stdout.flush()
        os._exit(0)
    except SystemExit as leaving:
        sys.stdout.flush()
        os._exit(leaving.code if isinstance(leaving.code, int) else 0 if leaving.code is None else 1)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(99)
