"""Saving with companions: the same policy for each format, and a refused save leaves everything as it was."""

from __future__ import annotations

import errno
import shutil
from itertools import count
from pathlib import Path

import pytest

from pantin.errors import LimitExceeded
from pantin.files import Resolver
from pantin.limits import Limits


def test_the_files_a_document_names_come_along(format, asset, target, snapshot):
    assert format.write(format.read(asset), target) == []
    assert snapshot(target.parent) == {
        target.name: asset.read_bytes(),
        "one.bin": b"abc",
        "sub": None,
        "sub/two.bin": b"defg",
    }
    assert format.write(format.read(asset), target) == []


def test_a_file_that_is_not_there_is_reported_and_the_rest_saved(format, asset, target):
    (asset.parent / "one.bin").unlink()
    (finding,) = format.write(format.read(asset), target)
    assert (finding.rule, finding.pointer) == (format.missing, "/buffers/0/uri")
    assert "one.bin" in finding.message
    assert finding.message.endswith(": there is no such file")
    assert (target.parent / "sub" / "two.bin").read_bytes() == b"defg"


def test_files_named_by_bytes_in_memory_do_not_come_along(format, asset, target, snapshot):
    findings = format.write(format.read(asset.read_bytes(), name=asset.name), target)
    assert [finding.rule for finding in findings] == [format.missing] * 2
    assert "no folder to find it in" in findings[0].message
    assert list(snapshot(target.parent)) == [target.name]


def test_nothing_is_missing_where_a_document_stays_in_its_folder(format, asset):
    """What was not there before is not lost by saving."""
    (asset.parent / "one.bin").unlink()
    assert format.write(format.read(asset), asset) == []
    assert format.write(format.read(asset), asset.with_stem("other")) == []


def test_a_file_outside_never_lands_outside_the_target_folder(format, asset, target, snapshot):
    (asset.parent.parent / "out.bin").write_bytes(b"out")
    asset.write_text(asset.read_text().replace("one.bin", "../out.bin"))
    document = format.read(asset, resolver=Resolver.beside(asset, allow_outside=True))
    deeper = target.parent / "deep" / target.name
    deeper.parent.mkdir()
    before = snapshot(target.parent.parent)
    (finding,) = format.write(document, deeper)
    assert finding.rule == format.missing
    assert "outside the folder" in finding.message
    new = snapshot(target.parent.parent).keys() - before.keys()
    assert new == {f"copy/deep/{target.name}", "copy/deep/sub", "copy/deep/sub/two.bin"}
    assert format.write(document, asset.with_stem("other")) == []


def test_a_reference_that_leads_to_the_same_file_from_the_copy_is_not_broken(format, asset, target):
    """From a folder beside the first one, or as an absolute path: nothing to copy and nothing to report."""
    outside = asset.parent.parent / "out.bin"
    outside.write_bytes(b"out")
    for uri in ("../out.bin", outside.as_posix()):
        written = asset.with_stem("outside")
        written.write_text(asset.read_text().replace("one.bin", uri))
        document = format.read(written, resolver=Resolver.beside(written, allow_outside=True))
        assert format.write(document, target) == []


def test_another_file_of_the_same_name_is_refused_with_a_sentence(format, asset, target):
    (target.parent / "one.bin").write_bytes(b"somebody else's")
    with pytest.raises(FileExistsError) as raised:
        format.write(format.read(asset), target)
    path = target.parent / "one.bin"
    assert str(raised.value) == f"{path} is not the 'one.bin' of the asset: move it, or save elsewhere"


def test_a_companion_of_the_asset_being_replaced_is_replaced_with_it(format, asset, target):
    format.write(format.read(asset), target)
    (asset.parent / "one.bin").write_bytes(b"new")
    format.write(format.read(asset), target)
    assert (target.parent / "one.bin").read_bytes() == b"new"


def test_a_companion_that_the_document_itself_uses_is_not_replaced(format, asset, target):
    """Another asset in the document's own folder names the same file, and may not have it changed."""
    document = format.read(asset)
    other = asset.with_stem("other")
    other.write_bytes(asset.read_bytes())
    format.write(document, other)
    assert (asset.parent / "one.bin").read_bytes() == b"abc"


def test_an_asset_that_names_itself_is_written_once(format, asset, target, snapshot):
    asset.write_text(asset.read_text().replace("one.bin", target.name))
    asset.with_name(target.name).write_bytes(b"abc")
    format.write(format.read(asset), target)
    assert target.read_bytes() == asset.read_bytes()
    assert set(snapshot(target.parent)) == {target.name, "sub", "sub/two.bin"}


def first_companion(asset, target):
    (target.parent / "one.bin").write_bytes(b"somebody else's")


def second_companion(asset, target):
    (target.parent / "sub").mkdir()
    (target.parent / "sub" / "two.bin").write_bytes(b"somebody else's")


def companion_is_a_folder(asset, target):
    (target.parent / "sub" / "two.bin").mkdir(parents=True)


def folder_is_a_file(asset, target):
    (target.parent / "sub").write_bytes(b"no folder")


def folder_is_missing(asset, target):
    target.parent.rmdir()


def target_is_a_folder(asset, target):
    target.mkdir()


@pytest.mark.parametrize(
    "obstruct",
    [
        first_companion,
        second_companion,
        companion_is_a_folder,
        folder_is_a_file,
        folder_is_missing,
        target_is_a_folder,
    ],
)
def test_a_refused_save_leaves_everything_as_it_was(format, asset, target, snapshot, obstruct):
    obstruct(asset, target)
    before = snapshot(asset.parent.parent)
    document = format.read(asset)
    with pytest.raises((FileExistsError, FileNotFoundError, IsADirectoryError, NotADirectoryError)):
        format.write(document, target)
    assert snapshot(asset.parent.parent) == before


def test_a_companion_past_a_limit_leaves_everything_as_it_was(format, asset, target, snapshot):
    size = asset.stat().st_size
    (asset.parent / "sub" / "two.bin").write_bytes(bytes(size + 1))
    before = snapshot(target.parent)
    with pytest.raises(LimitExceeded):
        format.write(format.read(asset, limits=Limits(file_bytes=size)), target)
    assert snapshot(target.parent) == before


def test_a_folder_that_is_read_only_stays_as_it_was(format, asset, target, snapshot, monkeypatch):
    """Simulated: for some users every folder can be written to."""

    def refuse(path, mode="r", *options, real=Path.open, **more):
        if "x" in mode:
            raise PermissionError(errno.EACCES, "permission denied", str(path))
        return real(path, mode, *options, **more)

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(PermissionError) as raised:
        format.write(format.read(asset), target)
    assert raised.value.filename == str(target)
    assert snapshot(target.parent) == {}


@pytest.mark.parametrize("replaces", [False, True])
def test_a_full_disk_leaves_everything_as_it_was_whenever_it_is_full(
    format, asset, target, snapshot, failing_call, full_disk, replaces
):
    """A new copy, or one that replaces an older one of the asset with other companions."""
    if replaces:
        format.write(format.read(asset), target)
        (asset.parent / "one.bin").write_bytes(b"new")
        (asset.parent / "sub" / "two.bin").write_bytes(b"newer")
    document = format.read(asset)
    document.set("/asset/generator", "test")
    before, refused = snapshot(target.parent), []
    for number in count(1):
        folder = shutil.copytree(target.parent, target.parent.with_name(f"{number}"))
        raised = None
        with failing_call(number, full_disk) as calls:
            try:
                format.write(document, folder / target.name)
            except OSError as error:
                raised = error
        assert raised in (None, full_disk)
        if raised is None:
            assert set(snapshot(folder)) == {target.name, "one.bin", "sub", "sub/two.bin"}
            assert format.read(folder / target.name).buffer(0).data == (b"new" if replaces else b"abc")
        else:
            assert snapshot(folder) == before, calls
            refused.append(calls[number - 1])
        if len(calls) < number:
            break
    # All three files are made and flushed before the first is renamed.
    assert refused.count("open") == refused.count("replace") == 3
    assert refused.index("replace") > len(refused) - refused[::-1].index("open") - 1
