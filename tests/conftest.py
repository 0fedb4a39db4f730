"""What tests of several packages need."""

from __future__ import annotations

import errno
import gc
import io
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import settings

from pantin.base.records import field_names, is_record

# How long an example takes is the machine's affair, and no fact about the code.
settings.register_profile("pantin", deadline=None)
settings.load_profile("pantin")


FOLDER = Path(__file__).parent.as_posix()
SLOW = frozenset((Path(FOLDER) / "slow.txt").read_text(encoding="ascii").split())
"""The modules and tests that most of the time of the suite goes to: `pytest --durations=50` says which they
are."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fast", action="store_true", help="leave out what is in tests/slow.txt")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if config.getoption("--fast") and _name(collection_path) in SLOW else None


def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    if config.getoption("--fast"):
        slow = {item for item in items if f"{_name(item.path)}::{item.name.partition('[')[0]}" in SLOW}
        items[:] = [item for item in items if item not in slow]
        config.hook.pytest_deselected(items=list(slow))


def _name(path: Path) -> str:
    return path.as_posix().removeprefix(f"{FOLDER}/")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collecting makes a million objects that live as long as the session: walking them again and again,
    here and in every test that follows, was a third of the time."""
    gc.disable()
    result = yield
    gc.freeze()
    gc.enable()
    return result


@pytest.fixture(autouse=True)
def no_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Summaries of batches have no times and rates, however busy the machine is."""
    monkeypatch.setattr("pantin.cli.batch.LONG", float("inf"))


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of sample files that are not part of the project, from PANTIN_CORPUS."""
    folder = os.environ.get("PANTIN_CORPUS")
    if not folder or not Path(folder).is_dir():
        pytest.skip(f"PANTIN_CORPUS names no folder: {folder}")
    return Path(folder)


@pytest.fixture
def snapshot() -> Callable[[Path], dict[str, bytes | None]]:
    """Everything in a folder by its relative name: the bytes of files, None for folders."""

    def look(folder: Path) -> dict[str, bytes | None]:
        result = sorted(folder.rglob("*"))
        return {
            path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
            for path in result
        }

    return look


WRITING = ("fsync", "replace", "link", "rename", "mkdir", "chmod")
"""The calls of the system, besides opening a file, that writing files is made of."""


@pytest.fixture
def failing_call(monkeypatch):
    """`with failing_call(n, error) as calls:` lets the n-th call that writes raise `error`, once.

    With `done`, after the call did its work, as an interrupt may. `calls` lists the calls so far.
    """

    @contextmanager
    def fail(number: int, error: BaseException, *, done: bool = False) -> Iterator[list[str]]:
        calls: list[str] = []

        def count(name: str, real: Callable) -> Callable:
            def call(*arguments, **options):
                if name == "open" and "xb" not in arguments:  # only new files are written
                    return real(*arguments, **options)
                calls.append(name)
                if len(calls) != number:
                    return real(*arguments, **options)
                if done and name != "open":
                    real(*arguments, **options)
                raise error

            return call

        with monkeypatch.context() as patch:
            patch.setattr(Path, "open", count("open", Path.open))
            for name in WRITING:
                patch.setattr(os, name, count(name, getattr(os, name)))
            yield calls

    return fail


@pytest.fixture
def state_before_each_call(monkeypatch, tmp_path):
    """`with state_before_each_call(folder) as states:` copies the folder before each call that changes it,
    and at the end: what a process that is killed there leaves."""

    @contextmanager
    def record(folder: Path) -> Iterator[list[Path]]:
        states: list[Path] = []

        copying: list[Path] = []

        def copy() -> None:
            copying.append(tmp_path / f"state-{len(states)}")
            states.append(Path(shutil.copytree(folder, copying[-1])))
            copying.pop()

        def watch(real: Callable) -> Callable:
            def call(*arguments, **options):
                if not copying:
                    copy()
                return real(*arguments, **options)

            return call

        with monkeypatch.context() as patch:
            for name in (*WRITING, "unlink"):
                patch.setattr(os, name, watch(getattr(os, name)))
            yield states
        copy()

    return record


@pytest.fixture
def full_disk() -> OSError:
    return OSError(errno.ENOSPC, "no space left on device")


def same(a: Any, b: Any, where: str = "rig") -> None:
    """Equal in every number, name and index; types of numbers may differ."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        assert np.array_equal(a, b, equal_nan=np.asarray(a).dtype.kind == "f"), where
    elif isinstance(a, Mapping) and isinstance(b, Mapping):
        assert a.keys() == b.keys(), where
        for name in a:
            same(a[name], b[name], f"{where}.{name}")
    elif isinstance(a, tuple | list):
        assert len(a) == len(b), where
        for at, (one, other) in enumerate(zip(a, b, strict=True)):
            same(one, other, f"{where}[{at}]")
    elif is_record(a):
        for name in field_names(a):
            same(getattr(a, name), getattr(b, name), f"{where}.{name}")
    else:
        assert a == b, where


@pytest.fixture
def assert_same() -> Callable[[Any, Any], None]:
    return same


@pytest.fixture
def png():
    """The bytes of a PNG of these pixels."""
    image = pytest.importorskip("PIL.Image", reason="the extra pantin[render] is not installed")

    def make(pixels, kind="PNG"):
        buffer = io.BytesIO()
        image.fromarray(np.asarray(pixels, np.uint8)).save(buffer, kind)
        return buffer.getvalue()

    return make
