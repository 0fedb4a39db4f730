"""`perform`: do the work of one file, and turn whatever happens into a `Row`."""

from __future__ import annotations

import hashlib
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from pantin.base.errors import PantinError
from pantin.base.file_names import is_url
from pantin.base.files import is_file, on_reference, replace_read_only
from pantin.base.limits import Limits
from pantin.base.records import replace
from pantin.batch.row import Job, Row, Task
from pantin.batch.storage import local_copy, local_target, size_of
from pantin.formats.format import Condition
from pantin.formats.registry import by_suffix, seekable, suffix_of
from pantin.verbs import find_verb
from pantin.verbs.load import read_as
from pantin.verbs.verb import Files, describe_failure

if TYPE_CHECKING:
    from pantin.verbs.asset import Asset
    from pantin.verbs.verb import Done

PIECE = 1 << 20


def perform(job: Job, task: Task) -> Row:
    """The row of a file. Never raises: what one file does must not cost the others."""
    row = Row(task.source, task.target)
    try:
        if task.problem is not None:
            require_work(job, task)
            return replace(row, outcome="refused", reason=f"{task.source}: {task.problem}")
        return _perform(job, task)
    except MemoryError:
        return replace(row, outcome="failed", reason=f"{task.source}: {memory_words(job)}")
    except Exception as error:
        failure = describe_failure(error, task.source)
        if failure is not None:
            if failure.report is not None:
                row = replace(row, format=failure.report.format, findings=failure.report.findings)
            return replace(row, outcome=failure.outcome, reason=failure.reason)
        import traceback

        reason = f"{task.source}: {type(error).__name__}: {error}"
        return replace(row, outcome="failed", reason=reason, traceback=traceback.format_exc())


def require_work(job: Job, task: Task) -> None:
    """Raise `NothingToDo` for a file that the verb would skip, so that it need not be written."""
    verb = find_verb(job.verb, job.module)
    if verb.require_work is None:
        return
    with ExitStack() as opened:
        path = opened.enter_context(local_copy(task.source, Limits().file_bytes))
        files = Files(seekable(path, Limits()), task.source)
        reading = {name: job.options[name] for name in READING if name in job.options}
        verb.require_work(files.load(**reading), **job.options)


READING = ("allow_outside", "variants", "raw_weights")
"""The options of verbs with which a file is read."""


def memory_words(job: Job) -> str:
    if job.memory is None:
        return "there is not enough memory for this file"
    return f"needed more memory than a worker may use ({job.memory / 1e6:,.0f} MB)"


def _perform(job: Job, task: Task) -> Row:
    clock = _Clock()
    with ExitStack() as opened:
        path = opened.enter_context(local_copy(task.source, Limits().file_bytes))
        content = seekable(path, Limits())
        row = Row(task.source, task.target, sha256=hash_file(content), bytes=_size(content))
        if task.done is not None and is_done(task.done, row, path):
            return replace(task.done, resumed=True)
        read_seconds = clock.lap()
        references: dict[Path, None] = {}
        options = dict(job.options)
        opened.enter_context(replace_read_only(options.pop("force", False)))
        with on_reference(lambda reference: references.setdefault(reference)):
            target = None
            if task.target is not None:
                target = opened.enter_context(local_target(task.target, Limits().file_bytes))
            files = Files(content, task.source, target or "", job.makes_folders)
            done = find_verb(job.verb, job.module).each(files, **options)
        row = _with_result(row, done, target)
        row = replace(row, references=_hash_references(references, path, target))
        work_seconds = clock.lap()
    return replace(row, read_seconds=read_seconds, work_seconds=work_seconds, write_seconds=clock.lap())


class _Clock:
    """Seconds since the last lap."""

    def __init__(self) -> None:
        self.last = perf_counter()

    def lap(self) -> float:
        before, self.last = self.last, perf_counter()
        return self.last - before


def _with_result(row: Row, done: Done, target: str | None) -> Row:
    failed = done.failed or not done.report.ok
    return replace(
        row,
        outcome="findings" if failed else "ok",
        format=done.report.format or _format_of(done.asset),
        findings=done.report.findings,
        notes=done.notes,
        value=done.value,
        result=done.result,
        target_bytes=None if target is None else size_of(target),
        **(count_parts(done.asset) if done.asset is not None else {}),
    )


def _format_of(asset: Asset | None) -> str:
    """The format of the file, where a verb has no report on the file itself."""
    return "" if asset is None else asset.format.kind(suffix_of(asset.path))


COUNTED = {
    "nodes": "nodes",
    "meshes": "meshes",
    "skins": "skins",
    "animations": "clips",
    "materials": "materials",
}
"""The lists of a glTF document, and the counts of a row that they give."""


def count_parts(asset: Asset) -> dict[str, Any]:
    """How many parts a model has, without lifting it where the document is a tree of lists."""
    tree = None if asset.from_rig else getattr(asset.document, "tree", None)
    if isinstance(tree, dict):
        return {
            name: len(parts) if isinstance(parts := tree.get(member, []), list) else None
            for member, name in COUNTED.items()
        }
    if not asset.from_rig and asset.format.condition(asset.document) is Condition.EMPTY:
        return {}
    try:
        rig = asset.rig
    except PantinError:
        return {}
    counts = {name: len(getattr(rig, name)) for name in ("meshes", "skins", "clips", "materials")}
    return counts | {"nodes": len(rig.nodes.names)}


def _size(content: Path | bytes) -> int:
    return len(content) if isinstance(content, bytes) else content.stat().st_size


def hash_file(content: Path | bytes) -> str:
    """The SHA-256 of a file, read in pieces, or of the bytes of a pipe, which can be read only once."""
    if isinstance(content, bytes):
        return hashlib.sha256(content).hexdigest()
    digest = hashlib.sha256()
    with content.open("rb") as file:
        while piece := file.read(PIECE):
            digest.update(piece)
    return digest.hexdigest()


def _hash_references(
    references: dict[Path, None], path: Path, target: str | None
) -> tuple[tuple[str, str], ...]:
    """Each other file that the model was read from, relative to its folder where it is in it; those of the
    target are none of them."""
    written = None if target is None or Path(target).parent == path.parent else Path(target).parent
    inputs = (
        reference
        for reference in references
        if is_file(reference) and not (written is not None and reference.is_relative_to(written))
    )
    return tuple((_relative_reference(reference, path.parent), hash_file(reference)) for reference in inputs)


def _relative_reference(reference: Path, folder: Path) -> str:
    return reference.relative_to(folder).as_posix() if reference.is_relative_to(folder) else str(reference)


def is_done(done: Row, row: Row, path: Path) -> bool:
    """Whether a row of an earlier run holds for the file as it is now, and its target still exists, with the
    files that it names."""
    if done.sha256 != row.sha256 or done.target != row.target:
        return False
    if done.target is not None and not _is_there(done.target, done.target_bytes):
        return False
    return all(_same(path.parent / name, digest) for name, digest in done.references)


def _is_there(target: str, size: int | None) -> bool:
    """Whether a target has its size and the other files that it names exist; those by URL are not looked
    for."""
    format, path = by_suffix(target), Path(target)
    if size_of(target) != size:
        return False
    if is_url(target) or format is None or not format.readable:
        return True
    try:
        document = read_as(format, path, target, Limits(), allow_outside=True)
        return all(is_file(companion) for companion in format.companions(document, path))
    except (OSError, PantinError):
        return False


def _same(path: Path, digest: str) -> bool:
    try:
        return hash_file(path) == digest
    except OSError:
        return False
