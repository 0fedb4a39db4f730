"""Saving with companions: the same policy for each format, and a refused save leaves everything as it was."""

from __future__ import annotations

import errno
import json
import shutil
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest

from pantin.base.errors import LimitExceeded
from pantin.base.files import Resolver
from pantin.base.limits import Limits


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


def digest(data):
    return sha256(data).hexdigest()[:8]


def test_a_copy_gets_another_name_where_another_file_has_its_own(format, asset, target, snapshot):
    (target.parent / "one.bin").write_bytes(b"somebody else's")
    (target.parent / "sub" / "two.bin").mkdir(parents=True)
    assert format.write(format.read(asset), target) == []
    one, two = f"one.{digest(b'abc')}.bin", f"sub/two.{digest(b'defg')}.bin"
    found = snapshot(target.parent)
    assert found.pop(target.name) == asset.read_bytes().replace(b"one.bin", one.encode()).replace(
        b"sub/two.bin", two.encode()
    )
    assert found == {
        "one.bin": b"somebody else's",
        one: b"abc",
        "sub": None,
        "sub/two.bin": None,
        two: b"defg",
    }


def test_companions_are_replaced_by_names_that_are_free_and_the_old_ones_removed(
    format, asset, target, snapshot
):
    format.write(format.read(asset), target)
    for data, name in ((b"new", f"one.{digest(b'new')}.bin"), (b"NEW", "one.bin")):
        (asset.parent / "one.bin").write_bytes(data)
        format.write(format.read(asset), target)
        assert set(snapshot(target.parent)) == {target.name, name, "sub", "sub/two.bin"}
        assert format.read(target).buffer(0).data == data


@pytest.mark.parametrize("spelling", ["one.bin", "./one.bin", "o%6Ee.bin", "\\u006fne.bin"])
def test_a_companion_that_another_file_names_is_neither_changed_nor_removed(format, asset, target, spelling):
    format.write(format.read(asset), target)
    other = target.with_stem("other")
    other.write_text(target.read_text().replace("one.bin", spelling))
    (asset.parent / "one.bin").write_bytes(b"new")
    format.write(format.read(asset), target)
    assert format.read(other).buffer(0).data == b"abc"
    assert format.read(target).buffer(0).data == b"new"


def test_images_of_the_replaced_asset_that_nothing_replaces_stay(format, asset, target):
    """They may be somebody's originals."""
    list_name = "images" if format.text == ".gltf" else "files"
    named = {"asset": format.about, list_name: [{"uri": "wood.png"}]}
    target.write_text(json.dumps(named))
    (target.parent / "wood.png").write_bytes(b"original")
    format.write(format.read(asset), target)
    assert (target.parent / "wood.png").read_bytes() == b"original"


def test_a_crash_between_any_two_operations_leaves_a_readable_set(
    format, asset, target, tmp_path, state_before_each_call
):
    format.write(format.read(asset), target)
    (asset.parent / "one.bin").write_bytes(b"ABC")
    (asset.parent / "sub" / "two.bin").write_bytes(b"DEFG")
    document = format.read(asset)
    with state_before_each_call(target.parent) as states:
        format.write(document, target)
    seen = []
    for state in states:
        found = format.read(state / target.name)
        seen.append((bytes(found.buffer(0).data), bytes(found.buffer(1).data)))
    old, new = (b"abc", b"defg"), (b"ABC", b"DEFG")
    changed = seen.index(new)
    assert seen == [old] * changed + [new] * (len(seen) - changed)
    # Three files are opened and flushed, two linked and unlinked; then two old ones are removed.
    assert changed >= 10
    assert len(seen) - changed >= 2


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


def folder_is_a_file(asset, target):
    (target.parent / "sub").write_bytes(b"no folder")


def folder_is_missing(asset, target):
    target.parent.rmdir()


def target_is_a_folder(asset, target):
    target.mkdir()


@pytest.mark.parametrize(
    "obstruct",
    [
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
            names = ["one.bin", "sub", "sub/two.bin"]
            if replaces:
                names = [f"one.{digest(b'new')}.bin", "sub", f"sub/two.{digest(b'newer')}.bin"]
            assert set(snapshot(folder)) == {target.name, *names}
            assert format.read(folder / target.name).buffer(0).data == (b"new" if replaces else b"abc")
        else:
            assert snapshot(folder) == before, calls
            refused.append(calls[number - 1])
        if len(calls) < number:
            break
    # All three files are made and flushed before the first is renamed.
    assert refused.count("open") == 3
    assert refused.count("replace") == 1
    assert refused.index("replace") > len(refused) - refused[::-1].index("open") - 1
