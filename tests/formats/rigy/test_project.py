"""Files that refer to files: once each, inside the project, never in a ring."""

from __future__ import annotations

import os

import pytest

from pantin.base.limits import Limits
from pantin.formats.rigy.compile import check_file, check_text, compile_file
from pantin.formats.rigy.project import kind_of
from pantin.formats.rigy.source import compose


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('version: "0.3"', "rigy"),
        ('rigs_version: "0.1"', "rigs"),
        ('contract_version: "0.1"', "ricy"),
        ("scene: {}", "rigs"),
        ("[]", "rigy"),
    ],
)
def test_a_file_is_what_it_says_it_is(text, kind):
    assert kind_of(compose(text).root) == kind


def test_findings_in_imports_name_their_file_their_place_and_who_imported_it(project, whole, part):
    path = project(whole=whole, parts__part=part.replace("radius: 1", "radius: -1"))
    found = check_file(path).errors
    assert [one.rule for one in found] == ["RIGY-V07"]
    assert found[0].file == (path.parent / "parts" / "part.rigy.yaml").as_posix()
    assert (found[0].line, found[0].column) == (3, 96)
    assert found[0].message.endswith(f"(imported from {path}:3)")


def test_a_file_imported_twice_is_read_once(project, whole, part):
    twice = whole.replace("imports: {", "imports: {again: {source: ./parts/part.rigy.yaml}, ")
    path = project(whole=twice, parts__part=part.replace("radius: 1", "radius: -1"))
    assert len(check_file(path).errors) == 1


def test_a_ring_of_imports_is_named(project, whole, part):
    ring = part + "imports: {up: {source: ../whole.rigy.yaml}}\n"
    path = project(whole=whole, parts__part=ring)
    found = check_file(path).errors
    assert [one.rule for one in found] == ["RIGY-P51"]
    assert found[0].message.count("→") == 2


def test_references_are_relative_to_their_file_and_may_climb_within_the_project(project, whole, part):
    moved = part + "imports: {other: {source: ../other.rigy.yaml}}\n"
    assert check_file(project(whole=whole, parts__part=moved, other=part)).ok


OUTSIDE = ["../x.rigy.yaml", "/etc/passwd", "file:///etc/passwd", "C:\\x.yaml", "a\\..\\..\\b"]


@pytest.mark.parametrize("name", OUTSIDE)
def test_references_do_not_leave_the_project(project, whole, part, name):
    path = project(whole=whole.replace("parts/part.rigy.yaml", f"'{name}'"))
    assert [one.rule for one in check_file(path).errors] == ["RIGY-P52"]


def test_the_project_may_be_wider_than_the_folder_or_open(project, whole, part, tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    path = inner / "car.rigy.yaml"
    path.write_text(whole.replace("parts/part.rigy.yaml", "../part.rigy.yaml"))
    (tmp_path / "part.rigy.yaml").write_text(part)
    assert not check_file(path).ok
    assert check_file(path, project=tmp_path).ok
    assert compile_file(path, allow_outside=True).rig


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need rights on Windows")
def test_a_link_that_leaves_the_project_is_refused(project, whole, part, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "part.rigy.yaml"
    outside.write_text(part)
    path = project(whole=whole)
    (path.parent / "parts").symlink_to(outside.parent)
    assert [one.rule for one in check_file(path).errors] == ["RIGY-P52"]


def test_a_text_in_memory_has_no_neighbours(whole):
    assert [one.rule for one in check_text(whole).errors] == ["RIGY-P50"]


def test_a_long_chain_of_imports_ends(tmp_path):
    for at in range(200):
        text = f'version: "0.3"\nimports: {{next: {{source: f{at + 1}.rigy.yaml}}}}\n'
        (tmp_path / f"f{at}.rigy.yaml").write_text(text)
    found = check_file(tmp_path / "f0.rigy.yaml", limits=Limits(yaml_depth=64)).errors
    assert [one.rule for one in found] == ["RIGY-P50"]
    assert "64" in found[0].message


def test_a_finding_names_everybody_who_asked_for_its_file(tmp_path):
    for name, content in {
        "a": "imports: {b: {source: b.rigy.yaml}}",
        "b": "\nimports: {c: {source: c.rigy.yaml}}",
        "c": "meshes: [{id: m, primitives: [{id: p, type: sphere, dimensions: {radius: -1}}]}]",
    }.items():
        (tmp_path / f"{name}.rigy.yaml").write_text(f'version: "0.3"\n{content}\n', encoding="utf-8")
    (found,) = check_file(tmp_path / "a.rigy.yaml").errors
    folder = tmp_path.as_posix()
    assert found.message.endswith(
        f"(imported from {folder}/b.rigy.yaml:3, from {tmp_path / 'a.rigy.yaml'}:2)"
    )


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pipes among its files")
def test_a_pipe_is_not_waited_for(project, whole):
    path = project(whole=whole)
    (path.parent / "parts").mkdir(exist_ok=True)
    os.mkfifo(path.parent / "parts" / "part.rigy.yaml")
    assert "not a regular file" in check_file(path).errors[0].message
