"""`Batch`: the files, the verb, the targets and the limits of a batch; and `run`, which executes it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import field

from pantin.base.arguments import check_arguments
from pantin.base.file_names import LIST, is_url
from pantin.base.files import is_folder, portable, replaces_read_only
from pantin.base.patterns import Filter
from pantin.base.records import Record
from pantin.base.threads import core_count
from pantin.batch.row import Job, Row, Task
from pantin.batch.sources import Source, find_sources, is_many
from pantin.batch.spill import NameTable
from pantin.batch.storage import absolute_path, in_this_process_only, join
from pantin.verbs import find_verb, module_of

if TYPE_CHECKING:
    from pantin.batch.manifest import Manifest
    from pantin.verbs.verb import Verb


def _raise(error: OSError) -> None:
    raise error


class Batch(Record, kw_only=True, dict=True):
    """One verb for many files.

    verb         "check", "inspect", "convert", "compile", "pose", "bake", "retarget", "skeletons", "slice",
                 "slim", "render" or "fix"
    sources      files, folders, patterns such as "models/**/*.glb", lists of files as "@files.txt", and URLs
    target       the file to write, or with several sources, a folder or a list, the folder for the files
    options      what the function of the verb takes by keyword, for each file
    to           the suffix of the files to write, such as ".glb"; without it they keep theirs
    include      patterns of the files to take; all without any
    exclude      patterns of files and folders to leave out
    in_place     overwrite each file
    jobs         worker processes; 0 is one for each CPU
    timeout      seconds that a file may take
    memory       bytes that a worker may use
    cluster      the address of a Dask scheduler, or "local" to start a cluster here
    manifest     the file that records finished work; by default one in the target folder
    resume       skip files that the manifest lists with the same content, options and version
    report_file  a .jsonl or .parquet file with a row for each file
    on_error     called with the error of a folder or list that cannot be read; by default it is raised
    refine       called with each row, to change it before it is reported

    Raises `ValueError` for settings that exclude each other.

    >>> batch = pantin.batch.Batch(verb="convert", sources=["examples/g4mf"], target="out", to=".g4tf")
    >>> next(batch.tasks()).target
    'out/cell24.g4tf'
    """

    verb: str
    sources: Sequence[str]
    target: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    to: str | None = None
    include: Sequence[str] = ()
    exclude: Sequence[str] = ()
    in_place: bool = False
    jobs: int = 1
    timeout: float | None = None
    memory: int | None = None
    cluster: str | None = None
    manifest: str | None = None
    resume: bool = False
    report_file: str | None = None
    on_error: Callable[[OSError], None] = _raise
    refine: Callable[[Row], Row] | None = None

    def __post_init__(self) -> None:
        from pantin.batch.settings import verify

        verify(self)

    @property
    def rule(self) -> Verb:
        return find_verb(self.verb)

    @cached_property
    def writes_folder(self) -> bool:
        """Whether the target is a folder of files rather than one file."""
        if self.target is None:
            return False
        several = len(self.sources) > 1 or any(map(is_many, self.sources))
        if several or self.target.endswith("/"):
            return True
        from pantin.formats.registry import by_suffix

        return is_folder(self.target) and by_suffix(self.target) is None

    def tasks(self) -> Iterator[Task]:
        """The work to do, in order, without doing it."""
        return self._tasks(None)

    def run(self) -> Iterator[Row]:
        """Do it; the row of each file, in the order of the files."""
        from pantin import __version__

        with ExitStack() as opened:
            manifest = self._open_manifest(opened, __version__)
            writer = None
            if self.report_file is not None:
                from pantin.batch.report_file import open_report

                writer = opened.enter_context(open_report(self.report_file))
            for row in self._rows(self._tasks(manifest)):
                if manifest is not None:
                    manifest.write(row)
                if self.refine is not None:
                    row = self.refine(row)
                if writer is not None:
                    writer.write(row)
                yield row

    def _open_manifest(self, opened: ExitStack, version: str) -> Manifest | None:
        path = self._manifest_path()
        if path is None:
            return None
        from pantin.batch.manifest import Manifest, options_digest

        manifest = Manifest(path, options_digest(self.verb, self.options), version, resume=self.resume)
        opened.callback(manifest.close)
        return manifest

    def _manifest_path(self) -> Path | None:
        if self.manifest is not None:
            return Path(self.manifest)
        if self.target is None or is_url(self.target) or not self.writes_folder:
            return None
        if self.options.get("dry_run"):
            return None
        from pantin.batch.manifest import NAME

        return Path(self.target, NAME)

    def _rows(self, tasks: Iterator[Task]) -> Iterator[Row]:
        options = {**self.options, "force": True} if replaces_read_only() else self.options
        job = Job(self.verb, options, self.timeout, self.memory, self.writes_folder, module_of(self.verb))
        count = self.jobs or core_count()
        if self.cluster is not None:
            from pantin.batch.cluster import perform_on_cluster
            from pantin.batch.supervision import in_order

            return in_order(perform_on_cluster(job, tasks, self.cluster, count))
        if self.runs_here:
            from pantin.batch.perform import perform

            return (perform(job, task) for task in tasks)
        from pantin.batch.supervision import in_order, perform_in_workers

        return in_order(perform_in_workers(job, tasks, count))

    @property
    def runs_here(self) -> bool:
        """Whether the work is done in this process: where other processes do not have the files, and for one
        job of a verb that only reads. Verbs that write run in a separate process, which may crash."""
        if any(map(in_this_process_only, (*self.sources, self.target or ""))):
            return True
        limited = self.timeout is not None or self.memory is not None
        alone = self.rule.stores is None or not (self.writes_folder or self.in_place)
        return self.jobs == 1 and alone and not limited

    def _tasks(self, manifest: Manifest | None) -> Iterator[Task]:
        targets, kept = NameTable(), self._sources_in_target()
        folded = self._target_ignores_case()
        try:
            for index, source in enumerate(self._select(self._find(self.on_error))):
                done = manifest.find(source.name) if manifest is not None and self.resume else None
                target, problem = self._target_of(source)
                if target is not None and problem is None and not self.in_place:
                    problem = _clash(target, source.name, targets, kept, folded)
                yield Task(index, source.name, target, done, problem)
        finally:
            targets.close()
            kept.close()

    def _target_ignores_case(self) -> bool:
        if self.target is None or is_url(self.target):
            return False
        return portable.ignores_case(Path(self.target).absolute())

    def _find(self, on_error: Callable[[OSError], None]) -> Iterator[Source]:
        skip = self.target if self.writes_folder else None
        filter = Filter(tuple(self.include), tuple(self.exclude))
        return find_sources(self.sources, on_error, filter=filter, skip=skip)

    def _sources_in_target(self) -> NameTable:
        """The places of the sources that are in the target folder: none of them may be replaced. Finding them
        all before the first is worked on takes a second walk, made only where there can be any."""
        kept = NameTable()
        if self.target is None or not self.writes_folder:
            return kept
        if is_url(self.target):
            possible = any(is_url(name) or name.startswith(LIST) for name in self.sources)
        else:
            possible = is_folder(self.target)
        if possible:
            folder = _place(self.target).rstrip("/" + os.sep)
            for source in self._select(self._find(lambda error: None)):
                target_path = _place(source.name)
                if target_path.startswith((folder + "/", folder + os.sep)):
                    kept.add(target_path)
        return kept

    def _select(self, sources: Iterator[Source]) -> Iterator[Source]:
        """The sources; of those found in folders, only what the verb can work on."""
        if self.rule.stores is None:
            return sources
        return (source for source in sources if source.name in self.sources or self._can_take(source.name))

    def _can_take(self, name: str) -> bool:
        """Whether files with this suffix have a model, and one that the verb works on."""
        from pantin.formats.registry import by_suffix

        format = by_suffix(name)
        has_model = format is None or format.has_model(name)
        return has_model and self.rule.takes(format)

    def _target_of(self, source: Source) -> tuple[str | None, str | None]:
        """The file to write for a source, and why it cannot be written."""
        if self.in_place:
            return source.name, None
        if self.target is None:
            return None, None
        target = self.target
        if self.writes_folder:
            suffix, problem = self._suffix_for(source)
            if problem is not None:
                return None, problem
            target = join(self.target, _with_suffix(source.relative, suffix))
        if _place(target) == _place(source.name):
            return target, f"{target} would replace its own source: choose another folder"
        return target, None

    def _suffix_for(self, source: Source) -> tuple[str, str | None]:
        from pantin.formats.registry import suffix_of

        suffix = self.to or self.rule.suffix
        if suffix is not None:
            return suffix, None
        suffix = suffix_of(source.relative)
        try:
            self.rule.require_target("*" + suffix, self.options)
        except ValueError:
            return (
                "",
                f"{self.verb} does not write {suffix or 'this file'}: choose a suffix, as in --to .glb",
            )
        return suffix, None


@check_arguments
def run(
    verb: str,
    sources: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    target: str | os.PathLike[str] | None = None,
    **settings: Any,
) -> Iterator[Row]:
    """Do a verb to many files, or to those of one folder; the row of each, in the order of the files.
    `settings` are those of `Batch`.

    >>> for row in pantin.batch.run("convert", ["examples/arm.glb", "examples/loose.glb"], "out", to=".gltf"):
    ...     print(row.target, row.outcome)
    out/arm.gltf ok
    out/loose.gltf ok
    """
    several = [sources] if isinstance(sources, str | os.PathLike) else sources
    listed = [os.fspath(source) for source in several]
    folder = None if target is None else os.fspath(target)
    return Batch(verb=verb, sources=listed, target=folder, **settings).run()


def _clash(target: str, source: str, targets: NameTable, kept: NameTable, folded: bool) -> str | None:
    """Why a target cannot be written: it is a source itself, or that of an earlier file; `folded`: names that
    differ in case alone are of one file."""
    if kept.get(_place(target)) is not None:
        return f"{target} is one of the sources and would be replaced: choose another folder"
    earlier = targets.add(target.casefold() if folded else target, source)
    return None if earlier is None else f"{target} is written from {earlier}: give the files different names"


def _place(name: str) -> str:
    """A key that is equal for two names of the same file or folder."""
    return name if is_url(name) else absolute_path(name)


def _with_suffix(relative: str, suffix: str) -> str:
    from pantin.formats.registry import suffix_of

    return relative[: len(relative) - len(suffix_of(relative))] + suffix
