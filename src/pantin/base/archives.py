"""What `zipfile` raises for damaged archives, which is more than it documents."""

from __future__ import annotations

import struct
import zipfile
import zlib

UNKNOWN = (NotImplementedError, RuntimeError)
"""The archive needs a later version of zip, another compression or a password."""

DAMAGED = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(ValueError, OverflowError, IndexError),
)

ZIP_ERRORS = (*UNKNOWN, *DAMAGED)
