"""Files on disk: reading without copying, writing so that a crash leaves the old files or the new ones, and
resolving the references of a file to other files without leaving its folder.
"""

from pantin.base.files.locking import lock_folder
from pantin.base.files.portable import check_name
from pantin.base.files.reading import (
    FolderInstead,
    exists,
    is_file,
    is_folder,
    read,
    read_named,
    read_small,
    read_stream,
)
from pantin.base.files.resolver import (
    ADVICE,
    OutsideError,
    PathError,
    Resolver,
    on_reference,
    on_target,
    tell_reference,
    tell_target,
)
from pantin.base.files.temporary import remove_abandoned_files, sweep_folders_once
from pantin.base.files.writing import (
    BytesLike,
    atomic_write,
    remove,
    replace_read_only,
    replaces_read_only,
    write_stream,
)

__all__ = [
    "ADVICE",
    "BytesLike",
    "FolderInstead",
    "OutsideError",
    "PathError",
    "Resolver",
    "atomic_write",
    "check_name",
    "exists",
    "is_file",
    "is_folder",
    "lock_folder",
    "on_reference",
    "on_target",
    "read",
    "read_named",
    "read_small",
    "read_stream",
    "remove",
    "remove_abandoned_files",
    "replace_read_only",
    "replaces_read_only",
    "sweep_folders_once",
    "tell_reference",
    "tell_target",
    "write_stream",
]
