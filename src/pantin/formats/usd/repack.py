"""The same layer in another container: text, crate or package. This runs in the worker process."""

from __future__ import annotations

import io
import posixpath
import struct
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from pantin.formats.usd.containers import CRATE, PACKAGE
from pantin.formats.usd.damage import Unopened

Files = dict[str, bytes]
"""Other files of a document, by path relative to its layer."""


def repack(path: Path, package: Path) -> tuple[bytes, Files]:
    """Convert the root layer of a file to the container of the suffix of `package`, and write it there;
    returns its bytes, and the files of its package. Raises `Unopened`."""
    from pxr import Sdf, UsdUtils

    if package.suffix == f".{PACKAGE}":
        if not UsdUtils.CreateNewUsdzPackage(str(path), str(package)):
            raise Unopened("usd-core cannot make a package of it")
        return without_times(package.read_bytes()), {}
    layer = Sdf.Layer.FindOrOpen(str(path))
    if layer is None or not layer.Export(str(package)):
        raise Unopened("usd-core cannot write it in this container")
    return package.read_bytes(), package_files(path)


def package_files(path: Path) -> Files:
    """The files of a package except its root layer, by path relative to that layer."""
    from pxr import Sdf

    archive = Sdf.ZipFile.Open(str(path)) if path.suffix.lower() == f".{PACKAGE}" else None
    if archive is None:
        return {}
    names = archive.GetFileNames()
    root = posixpath.dirname(names[0]) if names else ""
    files = {}
    for name in names[1:]:
        relative = posixpath.relpath(name, root or ".")
        if relative.startswith(".."):
            raise Unopened(f"{name} of the package is not below its root layer")
        files[relative] = bytes(archive.GetFile(name))
    return files


EARLIEST = struct.pack("<HH", 0, 1 << 5 | 1)
"""The earliest time in a zip archive, 1 January 1980."""
LOCAL_TIME, CENTRAL_TIME, CENTRAL_NAME = 10, 12, 46
"""The offsets of the time in the header of a file and in its directory entry, and of the name in the
latter."""


def without_times(package: bytes) -> bytes:
    """A package without file times. usd-core writes the local time, so equal models would have different
    bytes every two seconds and in every time zone."""
    data = bytearray(package)
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        entry = archive.start_dir
        for info in archive.infolist():
            for start in (info.header_offset + LOCAL_TIME, entry + CENTRAL_TIME):
                data[start : start + len(EARLIEST)] = EARLIEST
            lengths = struct.unpack_from("<HHH", package, entry + 28)  # of name, extra field and comment
            entry += CENTRAL_NAME + sum(lengths)
    return bytes(data)


def make_package(layer: Any, textures: Files, path: Path, name: str) -> bytes:
    """A layer and its images as a package: stored without compression, aligned to 64 bytes. usd-core
    writes it to `path` first."""
    from pxr import Sdf

    with tempfile.TemporaryDirectory(prefix="pantin-") as folder:
        root = Path(folder) / f"{name}.{CRATE}"
        layer.Export(str(root))
        writer = Sdf.ZipFileWriter.CreateNew(str(path))
        writer.AddFile(str(root), root.name)
        for relative, data in textures.items():
            file = Path(folder) / relative
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            writer.AddFile(str(file), relative)
        if not writer.Save():
            raise OSError(f"usd-core cannot write {path}")
    return without_times(path.read_bytes())
