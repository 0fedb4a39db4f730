"""The settings of a batch, checked before the first file is touched."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pantin.base.file_names import is_url
from pantin.base.files import is_folder
from pantin.batch.storage import in_this_process_only
from pantin.verbs import VERBS, batch_verbs, find_verb

if TYPE_CHECKING:
    from pantin.batch.batch import Batch

MOST_JOBS = 1024
"""Worker processes: more are a slip of the finger, and the system may refuse them."""


def verify(batch: Batch) -> None:
    """Raise `ValueError` for invalid or conflicting settings, `TypeError` for options that the verb lacks,
    and `MissingExtra` for packages that are not installed."""
    if batch.verb not in VERBS or not find_verb(batch.verb).batch:
        raise ValueError(f"a batch has no verb {batch.verb!r} (verbs: {', '.join(batch_verbs())})")
    batch.rule.require_keywords(batch.options)
    if isinstance(batch.sources, str | bytes) or not batch.sources:
        raise ValueError("a batch needs a list of sources: files, folders, patterns, lists or URLs")
    if not 0 <= batch.jobs <= MOST_JOBS:
        raise ValueError(f"jobs must be a number of processes up to {MOST_JOBS:,}, or 0 for one per CPU")
    if batch.timeout is not None and not (batch.timeout > 0 and math.isfinite(batch.timeout)):
        raise ValueError(f"timeout must be a number of seconds above 0, not {batch.timeout:g}")
    if batch.memory is not None and batch.memory < 1:
        raise ValueError("memory must be a number of bytes above 0")
    if batch.memory is not None and sys.platform == "win32":
        raise ValueError("a memory limit is not supported on Windows: omit memory")
    _verify_processes(batch)
    _verify_target(batch)
    if batch.resume and batch._manifest_path() is None:
        raise ValueError("to resume without a target folder, give the manifest of the earlier run")
    _require_extras(batch)
    if batch.report_file is not None:
        from pantin.batch.report_file import require_suffix

        require_suffix(batch.report_file)


def _verify_target(batch: Batch) -> None:
    writes = batch.rule.stores is not None
    if writes and (batch.target is None) == (not batch.in_place):
        raise ValueError(f"{batch.verb} needs a target: a file, or a folder for many")
    if not writes and batch.target is not None:
        raise ValueError(f"{batch.verb} writes no files: omit the target")
    if batch.in_place and (batch.verb != "fix" or batch.to is not None):
        raise ValueError("only fix works in place, and then keeps the suffix of each file")
    if batch.writes_folder:
        _verify_folder(batch, batch.target or "")
    if batch.to is not None:
        _verify_suffix(batch, batch.to)
    elif writes and not batch.in_place and not batch.writes_folder and not batch.rule.pictures:
        batch.rule.require_target(batch.target or "", batch.options)


def _require_extras(batch: Batch) -> None:
    """Raise `MissingExtra` once, for what every file would lack."""
    if batch.rule.pictures:
        from pantin.formats.pixels import import_pillow

        import_pillow()
        return
    from pantin.formats.registry import by_suffix

    format = by_suffix("*" + batch.to) if batch.to is not None else by_suffix(batch.target or "")
    if format is not None and batch.rule.stores is not None:
        format.require_extra()


def _verify_folder(batch: Batch, target: str) -> None:
    """Refuse the name of a model or an image where a folder is meant, unless it is one: most likely it is a
    source too many, or one image of all is wanted."""
    from pantin.formats.registry import by_suffix

    is_file = by_suffix(target) is not None
    if batch.rule.pictures:
        is_file = is_file or target.lower().endswith(_picture_suffixes())
    if is_file and not is_url(target) and not is_folder(target):
        raise ValueError(f"{target}: the target of several files is a folder; if it is one, write {target}/")
    if not is_url(target) and Path(target).is_file():
        raise ValueError(f"{target}: the target of several files is a folder, and this is a file")


def _picture_suffixes() -> tuple[str, ...]:
    from pantin.viewer.animation import ANIMATIONS
    from pantin.viewer.picture import STILLS

    return tuple(dict.fromkeys((*STILLS, *ANIMATIONS)))


def _verify_suffix(batch: Batch, suffix: str) -> None:
    if not suffix.startswith("."):
        raise ValueError(f'to must be a suffix such as ".glb", not {suffix!r}')
    if not batch.writes_folder:
        target = batch.target or ""
        raise ValueError(f"to is for a folder of files: if {target} is a folder, write {target}/")
    if batch.rule.pictures:
        if suffix not in _picture_suffixes():
            raise ValueError(f"{batch.verb} writes {', '.join(_picture_suffixes())}, not {suffix}")
        return
    from pantin.formats.registry import by_suffix

    batch.rule.require_target("*" + suffix, batch.options)
    if batch.rule.keeps_format and not batch.rule.takes(by_suffix("*" + suffix)):
        raise ValueError(f"{batch.verb} keeps the format of its source, so it cannot write {suffix}")


def _verify_processes(batch: Batch) -> None:
    """A file system in memory is that of one process."""
    names = [name for name in (*batch.sources, batch.target or "") if in_this_process_only(name)]
    several = (
        batch.jobs != 1 or batch.cluster is not None or batch.timeout is not None or batch.memory is not None
    )
    if names and several:
        raise ValueError(
            f"{names[0]} exists in this process only: leave out jobs, cluster, timeout and memory"
        )
    if batch.cluster is not None and not batch.cluster:
        raise ValueError('cluster must be the address of a Dask scheduler, or "local"')
    if batch.manifest is not None and is_url(batch.manifest):
        raise ValueError(f"{batch.manifest}: a manifest grows line by line, which needs a local file")
