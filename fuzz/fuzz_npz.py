"""Fuzz NumPy archives: any bytes are a rig or a finding, and a rig gives its arrays back."""

from __future__ import annotations

import io
import zipfile

from pantin.arrays import from_arrays, to_arrays
from pantin.base.errors import LimitExceeded, Unsupported
from pantin.base.limits import Limits
from pantin.formats.npz.archive import NpzError
from pantin.formats.npz.document import KindError, SchemaError, read

SEEDS = (".npz",)
LIMITS = Limits(file_bytes=1 << 24, chunks=1 << 10)


def target(data: bytes) -> None:
    for given in (data, repaired(data)):
        try:
            document = read(given, LIMITS)
            assert document.rig is not None
            arrays = to_arrays(document.rig)
        except (NpzError, KindError, SchemaError, LimitExceeded, Unsupported):
            continue
        again = to_arrays(from_arrays(arrays))
        assert {name: array.tobytes() for name, array in arrays.items()} == {
            name: array.tobytes() for name, array in again.items()
        }


def repaired(data: bytes) -> bytes:
    """The members as a new archive, so that changes within one do not end at its checksum."""
    out = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(out, "w") as result:
            for member in source.infolist()[:64]:
                start = member.header_offset + 30 + len(member.filename)
                result.writestr(member.filename, data[start : start + min(member.file_size, 1 << 20)])
    except Exception:  # whatever is wrong with the zip is for the reader to say
        return data
    return out.getvalue()
