"""Files that cannot be opened: the message says what is wrong and what to do, not what usd-core says."""

from __future__ import annotations

import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest

import pantin

ARM = Path(__file__).parents[3] / "examples" / "arm.glb"


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("arm")
    for kind in ("usda", "usdc", "usdz"):
        pantin.convert(ARM, folder / f"arm.{kind}")
    return {kind: (folder / f"arm.{kind}").read_bytes() for kind in ("usda", "usdc", "usdz")}


def noise(data):
    """The second half of a crate with other bytes."""
    broken = bytearray(data)
    random = np.random.default_rng(3)
    for place in random.integers(len(broken) // 2, len(broken), 40):
        broken[place] = random.integers(256)
    return bytes(broken)


CASES = [
    ("a.usdc", "usdc", lambda data: b"", "it is empty; copy or export the file again"),
    ("a.usdc", "usdc", lambda data: data[:20], "it ends after 20 bytes; copy or export the file again"),
    ("a.usdc", "usdc", lambda data: data[: len(data) // 2], "its table of contents should be at byte"),
    ("a.usdc", "usdc", noise, "its table FIELDS should be at bytes 3,681 to 10,555,404, but the file has"),
    ("a.usdc", "usdc", lambda data: data[:8] + b"\x63" + data[9:], "it is a crate of version 99."),
    ("a.usdc", "usda", lambda data: data, "it is a USD text; rename it to a.usda"),
    ("a.usda", "usdc", lambda data: data, "it is a USD crate; rename it to a.usdc"),
    ("a.usdc", "usdc", lambda data: b"\x89PNG" + data, "a .usdc file does not start with"),
    ("a.usdz", "usdz", lambda data: data[: len(data) // 2], "a zip archive without a directory"),
]


@pytest.mark.parametrize(("name", "kind", "damage", "why"), CASES)
def test_a_damaged_file(data, tmp_path, name, kind, damage, why):
    (tmp_path / name).write_bytes(damage(data[kind]))
    (finding,) = pantin.check(tmp_path / name).findings
    assert finding.rule == "USD-UNREADABLE"
    assert why in finding.message
    assert "pxr" not in finding.message


def test_a_fault_of_a_text_has_a_line_and_a_column(data, tmp_path):
    """The word `dfe` is at the start of line 2."""
    (tmp_path / "a.usda").write_text('#usda 1.0\ndfe Xform "a"\n{\n}\n')
    (finding,) = pantin.check(tmp_path / "a.usda").findings
    assert (finding.line, finding.column) == (2, 1)
    assert finding.message.endswith('syntax error at "dfe Xform "a"", in </>')


@pytest.mark.parametrize(
    ("first", "packing", "why"),
    [
        ("a.png", zipfile.ZIP_STORED, 'its first file is "a.png"'),
        ("a.usdc", zipfile.ZIP_DEFLATED, '"a.usdc" in it is compressed'),
    ],
)
def test_a_zip_archive_that_is_not_a_package(data, tmp_path, first, packing, why):
    with zipfile.ZipFile(tmp_path / "a.usdz", "w", packing) as archive:
        archive.writestr(first, data["usdc"])
    (finding,) = pantin.check(tmp_path / "a.usdz").findings
    assert (finding.rule, why in finding.message) == ("USD-UNREADABLE", True)


@pytest.mark.parametrize("table", [b"PK\x03\x04", b"PK\x01\x02"])
def test_an_archive_of_a_later_version_of_zip(data, tmp_path, table):
    """`zipfile` raises NotImplementedError above version 6.3, which is at byte 4 of the header of a file and
    at byte 6 of its directory entry (APPNOTE.TXT 4.3.7 and 4.3.12)."""
    with zipfile.ZipFile(tmp_path / "a.usdz", "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("a.usdc", data["usdc"])
    package = bytearray((tmp_path / "a.usdz").read_bytes())
    struct.pack_into("<H", package, package.rindex(table) + (4 if table[2] == 3 else 6), 97)
    (tmp_path / "a.usdz").write_bytes(package)
    for finding in pantin.check(tmp_path / "a.usdz").findings:
        assert finding.rule == "USD-UNREADABLE"


def test_entries_that_share_their_bytes_are_refused(data, tmp_path):
    """Sixteen entries of the directory are one file: a small package would become a large one."""
    path = tmp_path / "a.usdz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("a.usdc", data["usdc"])
        archive.filelist += [archive.filelist[0]] * 15
    (finding,) = pantin.check(path).findings
    assert "its zip directory states more bytes than the file has" in finding.message


def test_a_reference_to_a_damaged_file_and_to_one_of_another_kind(data, tmp_path):
    (tmp_path / "damaged.usdc").write_bytes(noise(data["usdc"]))
    (tmp_path / "looks.mtlx").write_text("<materialx/>")
    for name, why in (("damaged.usdc", "its data is damaged"), ("looks.mtlx", "does not read files of this")):
        (tmp_path / "a.usda").write_text(
            f'#usda 1.0\ndef Xform "a" (\n    references = @./{name}@\n)\n{{\n}}\n'
        )
        (finding,) = pantin.check(tmp_path / "a.usda").findings
        assert finding.rule == "USD-REFERENCE_MISSING"
        assert why in finding.message


def crate_with(data, table, entries):
    """A crate whose table states another number of entries, by the layout of OpenUSD's `crateFile.cpp`."""
    changed, (contents,) = bytearray(data), struct.unpack_from("<q", data, 16)
    (sections,) = struct.unpack_from("<Q", data, contents)
    for number in range(sections):
        name, start, _ = struct.unpack_from("<16sqq", data, contents + 8 + 32 * number)
        if name.rstrip(b"\0").decode() == table:
            struct.pack_into("<Q", changed, start, entries)
    assert changed != data
    return bytes(changed)


@pytest.mark.parametrize("table", ["TOKENS", "STRINGS", "FIELDS", "FIELDSETS", "PATHS", "SPECS"])
@pytest.mark.parametrize("package", [False, True], ids=["crate", "package"])
def test_a_table_that_states_more_entries_than_its_bytes_can_hold(data, tmp_path, table, package):
    """usd-core would take gigabytes and minutes for one of twelve million entries."""
    crate, path = crate_with(data["usdc"], table, 12_451_847), tmp_path / f"a.usd{'z' if package else 'c'}"
    path.write_bytes(crate)
    if package:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:
            archive.writestr("a.usdc", crate)
    (finding,) = pantin.check(path).findings
    assert finding.rule == "USD-UNREADABLE"
    assert f"its table {table} states 12,451,847 entries in " in finding.message
