"""The options that every command for many files has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pantin.base.options import File, Option
from pantin.base.tuples import NamedTuple
from pantin.cli.exit import UsageError

JOBS = Option("jobs", int, "Worker processes (0: one per CPU).", short="-j")

SELECTION = (
    Option("include", str, "Only process files that match this pattern, such as '*.glb'.", repeated=True),
    Option("exclude", str, "Skip files and folders that match this pattern.", repeated=True),
)
DRY_RUN = Option("dry_run", bool, "List the files to read and write, without doing anything.", False)

RUNNING = (
    Option("timeout", float, "Seconds allowed per file; a file that takes longer fails."),
    Option(
        "memory_per_worker",
        str,
        "Memory limit per worker, such as 2GB; a file that needs more fails.",
    ),
    Option("cluster", str, "Run on the Dask cluster at this address; local starts one here."),
    Option("report_file", File, "Write a row for each file to this .jsonl or .parquet file."),
    Option("manifest", File, "The file that records finished work; by default in the target folder."),
    Option(
        "resume",
        bool,
        "Skip files that the manifest lists with the same content, options and version.",
        False,
    ),
)

READING = (JOBS, *SELECTION, DRY_RUN, *RUNNING)
"""For commands that write no model."""

WRITING = (
    JOBS,
    Option("to", str, "The suffix of the files in the target folder, such as .glb."),
    *SELECTION,
    DRY_RUN,
    *RUNNING,
    Option("quiet", bool, "Print errors and the summary only.", False, short="-q"),
)
"""For commands that write a model for each model. They work on many sources, a folder, or a list."""


def batch_options(*, writes: bool) -> tuple[Option, ...]:
    """Those of a command, marked as the group that its help shows when it is asked for."""
    return tuple(option._replace(group="batch") for option in (WRITING if writes else READING))


class BatchOptions(NamedTuple):
    """The values of these options."""

    jobs: int | None = None
    to: str | None = None
    include: tuple[str, ...] | None = None
    exclude: tuple[str, ...] | None = None
    dry_run: bool = False
    timeout: float | None = None
    memory_per_worker: str | None = None
    cluster: str | None = None
    report_file: str | None = None
    manifest: str | None = None
    resume: bool = False
    quiet: bool = False

    @classmethod
    def take(cls, values: dict[str, Any]) -> BatchOptions:
        """The batch options of a command line; they are removed from `values`."""
        return cls(**{name: values.pop(name) for name in cls._fields if name in values})

    @property
    def are_set(self) -> bool:
        """Whether one of them is set, so that even one file is a batch."""
        return self != BatchOptions()

    def without(self, names: Iterable[str]) -> BatchOptions:
        """These without some, as if they were not given."""
        default = BatchOptions()
        return self._replace(**{name: getattr(default, name) for name in names})

    def settings(self) -> dict[str, Any]:
        """As `pantin.batch.Batch` takes them. Raises `UsageError`."""
        if self.jobs is not None and self.jobs < 0:
            raise UsageError("--jobs is a number of processes, or 0 for one per processor")
        return {
            "jobs": 1 if self.jobs is None else self.jobs,
            "to": self.to,
            "include": self.include or (),
            "exclude": self.exclude or (),
            "timeout": self.timeout,
            "memory": parse_memory(self.memory_per_worker),
            "cluster": self.cluster,
            "report_file": self.report_file,
            "manifest": self.manifest,
            "resume": self.resume,
        }


LEAST_MEMORY = 10**6
"""Fewer bytes than this are a forgotten unit."""


def parse_memory(text: str | None) -> int | None:
    """Bytes, from `500MB`, `2GiB` or a number."""
    if text is None:
        return None
    from pantin.base.sizes import parse_size

    try:
        size = parse_size(text)
    except ValueError as error:
        raise UsageError(f"--memory-per-worker: {error}") from None
    if size < LEAST_MEMORY:
        number = text.rstrip(" BbIiKkMmGg")
        raise UsageError(f"--memory-per-worker: {text} is too little for any file. Did you mean {number}MB?")
    return size
