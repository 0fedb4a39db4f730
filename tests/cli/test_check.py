"""`pantin check`, from the command line to the exit code."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from pantin.batch import Row
from pantin.cli.check import Checked, CheckRun, read_baseline, render_reports, verified_selection
from pantin.cli.config import Settings
from pantin.cli.exit import Exit, UsageError
from pantin.report import Finding, Report
from pantin.report.baseline import Baseline
from pantin.report.render.text import EVERYTHING
from pantin.report.selection import Selection


def test_clean_files_print_one_line_and_end_with_0(pantin):
    assert pantin("check", "arm.glb", "face.gltf") == (0, "", "2 files: no findings\n")


def test_findings_are_printed_as_a_compiler_does_and_end_with_1(pantin):
    ended = pantin("check", "broken.gltf")
    assert ended.code == 1
    assert "broken.gltf:141:5: GLTF-NODE_LOOP error: " in ended.out
    assert ended.err.startswith("1 file: ")


def test_a_folder_is_walked(pantin):
    ended = pantin("check", ".", "--format", "json")
    assert [file["path"] for file in json.loads(ended.out)["files"]] == [
        "arm.glb",
        "broken.gltf",
        "face.gltf",
    ]
    assert (ended.code, ended.err) == (1, "")


def test_several_processes_print_the_same(pantin):
    assert pantin("check", ".", "-j", 2).out == pantin("check", ".").out


def test_a_missing_file_ends_with_3_and_the_others_are_checked(pantin):
    ended = pantin("check", "missing.glb", "broken.gltf")
    assert ended.code == 3
    assert "pantin: missing.glb: no such file or directory\n" in ended.err
    assert "GLTF-NODE_LOOP" in ended.out


def test_where_no_file_could_be_read_nothing_is_summed_up(pantin):
    """ "no findings" would read as praise."""
    assert pantin("check", "missing.glb").err == "pantin: missing.glb: no such file or directory\n"


def test_a_file_of_no_known_format_is_a_finding(pantin, models):
    (models / "notes.txt").write_text("dear diary")
    ended = pantin("check", "notes.txt")
    assert (ended.code, ended.out[:59]) == (1, "notes.txt: 1 error\nnotes.txt: FILE-UNKNOWN_FORMAT error: un")


def test_select_and_ignore_by_id_prefix_and_list(pantin):
    out = pantin("check", "broken.gltf", "--select", "gltf-node").out
    assert {line.split()[1] for line in out.splitlines()[1:]} == {
        "GLTF-NODE_LOOP",
        "GLTF-NODE_PARENT_OVERRIDE",
    }
    ended = pantin(
        "check", "broken.gltf", "--select", "GLTF-NODE", "--ignore", "GLTF-NODE_LOOP,GLTF-NODE_PARENT"
    )
    assert (ended.code, ended.out) == (0, "")


def test_an_unknown_rule_is_wrong_usage(pantin):
    ended = pantin("check", "arm.glb", "--ignore", "GLTF-NODE_LOP")
    assert ended.code == 2
    assert "Did you mean GLTF-NODE_LOOP" in ended.err


def test_strict_counts_warnings(pantin):
    only_warnings = ("check", "broken.gltf", "--select", "GLTF-VALUE_NOT_IN_LIST")
    assert pantin(*only_warnings).code == 0
    assert pantin(*only_warnings, "--strict").code == 1


def test_a_baseline_accepts_what_was_there_when_it_was_written(pantin, models):
    written = pantin("check", ".", "--write-baseline", "accepted.json")
    assert (written.code, written.out) == (0, "")
    assert pantin("check", ".", "--baseline", "accepted.json") == (0, "", "3 files: no findings\n")
    entries = json.loads((models / "accepted.json").read_text())["accepted"]
    assert {entry["path"] for entry in entries} == {"broken.gltf"}


def test_a_baseline_that_is_none_is_wrong_usage(pantin, models):
    (models / "accepted.json").write_text("[]")
    assert pantin("check", ".", "--baseline", "accepted.json").code == 2
    assert pantin("check", ".", "--baseline", "missing.json").code == 2


def test_settings_come_from_a_file(pantin, models):
    (models / "pantin.toml").write_text('ignore = ["GLTF", "RIG"]\nformat = "json"\n')
    ended = pantin("check", "broken.gltf")
    assert ended.code == 0
    assert json.loads(ended.out)["files"][0]["findings"] == []


def test_a_mistake_in_the_settings_is_wrong_usage(pantin, models):
    (models / "pantin.toml").write_text("strit = true\n")
    ended = pantin("check", "arm.glb")
    assert ended.code == 2
    assert "Did you mean strict" in ended.err


def test_standard_input_is_one_file(piped):
    ended = piped(Path("broken.gltf").read_bytes(), "check", "-")
    assert ended.code == 1
    assert ended.out.startswith(b"-:")


def test_standard_input_is_checked_alone(pantin):
    assert pantin("check", "-", "arm.glb").code == 2


@pytest.mark.parametrize("format", ["github", "sarif", "junit", "markdown"])
def test_other_formats(pantin, format):
    ended = pantin("check", "broken.gltf", "--format", format)
    assert ended.code == 1
    assert "GLTF-NODE_LOOP" in ended.out.replace("\\", "")
    if format == "sarif":
        assert json.loads(ended.out)["version"] == "2.1.0"


def test_nothing_to_check_is_wrong_usage(pantin):
    assert pantin("check") == (2, "", "pantin: check needs a file or a folder, such as: pantin check .\n")


@pytest.mark.parametrize("words", [["--jobs", "-1"], ["--jobs=-1"], ["-j-1"]])
def test_there_are_no_negative_jobs(pantin, words):
    ended = pantin("check", "arm.glb", *words)
    assert (ended.code, ended.out) == (2, "")
    assert "--jobs is a number of processes" in ended.err


def test_a_folder_without_models_is_wrong_usage(pantin, models):
    """A wrong path must not look like a clean folder in continuous integration."""
    (models / "empty").mkdir()
    ended = pantin("check", "empty")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("pantin: no model in empty: Pantin reads .gltf, .glb")


def test_repeats_are_grouped_in_text_alone(pantin):
    """54 vertices' worth of one rule would bury the others; JSON has them all."""
    nodes = ",".join(["{}"] * 9)
    Path("many.gltf").write_text(f'{{"asset":{{"version":"2.0"}},"nodes":[{nodes}]}}')
    only = ("check", "many.gltf", "--select", "GLTF-NODE_EMPTY")
    ended = pantin(*only)
    header, line = ended.out.splitlines()
    assert header == "many.gltf: 9 infos of 1 rule"
    assert line.startswith("many.gltf:1:37: GLTF-NODE_EMPTY info: node 0 is empty")
    assert line.endswith("(and 8 more: 1:40, 1:43, 1:46, …)")
    assert ended.err == "1 file: 1 with infos; --all lists every finding\n"
    everything = pantin(*only, "--all")
    assert (everything.out.count("GLTF-NODE_EMPTY"), everything.err) == (9, "1 file: 1 with infos\n")
    (file,) = json.loads(pantin(*only, "--format", "json").out)["files"]
    assert len(file["findings"]) == 9


CASES = Path(__file__).parents[1] / "cases"

COMMON = {
    "asset": {"version": "2.0"},
    "extensionsUsed": ["VRM", "unprefixed"],
    "extensions": {"VRM": {"humanoid": {"humanBones": [{"bone": "head", "node": 3}]}}},
    "nodes": [{"children": [1]}, {}, {}, {}, {"children": [5]}, {"children": [6]}, {}],
    "skins": [{"joints": [0]}],
}
"""Node 1 is the end of a joint, node 3 a bone of the humanoid, which is not empty; 2 and 6 are like any."""


def test_findings_that_nearly_every_file_has_are_hidden_in_text_alone(pantin):
    Path("avatar.gltf").write_text(json.dumps(COMMON))
    rules = "GLTF-NODE_EMPTY,GLTF-INVALID_EXTENSION_NAME_FORMAT"
    only = ("check", "avatar.gltf", "--select", rules)
    ended = pantin(*only)
    assert [f"node {index} " in ended.out for index in (1, 2, 3)] == [False, True, False]
    assert "node 2 is empty" in ended.out
    assert "(and 1 more: 1:" in ended.out
    assert ['name "VRM"' in ended.out, 'name "unprefixed"' in ended.out] == [False, True]
    usual = "avatar.gltf: 1 finding that nearly every file has: GLTF-NODE_EMPTY (--all lists them)"
    assert ended.out.splitlines()[-1] == usual
    assert ended.err == "1 file: 1 with warnings; --all lists every finding\n"
    everything = pantin(*only, "--all")
    assert (len(everything.out.splitlines()), everything.err) == (
        5,
        "1 file: 1 with warnings\n",
    )
    (file,) = json.loads(pantin(*only, "--format", "json").out)["files"]
    assert len(file["findings"]) == 4
    (run,) = json.loads(pantin(*only, "--format", "sarif").out)["runs"]
    assert len(run["results"]) == 4


def test_parameters_of_the_last_joint_are_hidden(pantin):
    file = str(next((CASES / "VRM-SB057").glob("bad*")))
    ended = pantin("check", file, "--select", "VRM-SB057")
    assert ended.out == f"{file}: 1 finding that nearly every file has: VRM-SB057 (--all lists them)\n"
    assert ended.err == "1 file: 1 with infos; --all lists every finding\n"
    assert "VRM-SB057 info: " in pantin("check", file, "--select", "VRM-SB057", "--all").out


def test_quiet_and_strict_print_what_made_the_exit_code_1(pantin):
    """`-q --strict` failed before with nothing but a count to show for it."""
    ended = pantin("check", "broken.gltf", "-q", "--strict", "--select", "warning,info")
    assert ended.code == 1
    assert "GLTF-VALUE_NOT_IN_LIST warning: " in ended.out
    assert " info: " not in ended.out


def test_quiet_prints_errors_and_the_summary(pantin):
    ended = pantin("check", "broken.gltf", "--quiet")
    assert " warning: " not in ended.out
    assert " error: " in ended.out
    assert "warning" in ended.err


def test_the_source_line_is_shown_with_a_caret(pantin):
    ended = pantin("check", "broken.gltf", "--show-source", "--select", "GLTF-UNRESOLVED_REFERENCE")
    _, message, line, caret = ended.out.splitlines()
    assert message.startswith("broken.gltf:197:9: ")
    assert line == "  197 |         9"
    assert caret.index("^") == line.index("9", 8)


def test_statistics_count_rules_instead_of_findings(pantin):
    ended = pantin("check", "broken.gltf", "--statistics")
    assert ended.out.splitlines()[0].startswith("2  GLTF-NODE_LOOP error: ")
    assert "broken.gltf:" not in ended.out
    assert pantin("check", "broken.gltf", "--statistics", "--format", "json").code == 2


def test_stale_entries_of_a_baseline_are_reported(pantin):
    pantin("check", "broken.gltf", "--write-baseline", "accepted.json")
    shutil.copy("face.gltf", "broken.gltf")
    ended = pantin("check", "broken.gltf", "--baseline", "accepted.json")
    assert ended.code == 0
    assert "entries of the baseline match no finding; run check --write-baseline to remove them" in ended.err


def test_a_folder_is_walked_for_every_format_that_is_read(pantin, models):
    """Also OFF, G4MF in three dimensions and sources that end in .yml."""
    (models / "all").mkdir()
    names = ("a.off", "b.4off", "c.noff", "d.g3b", "e.g3tf", "f.g4b", "g.rigy.yml", "h.ricy.yaml", "i.vrma")
    for name in (*names, "j.obj", "k.stl", "l.npz", "m.yaml"):
        (models / "all" / name).write_text("x")
    found = json.loads(pantin("check", "all", "--format", "json").out)["files"]
    assert [Path(file["path"]).name for file in found] == list(names)


def test_names_of_rules_are_verified():
    assert verified_selection(Settings(select=("gltf,file",))) == Selection(("GLTF", "FILE"))
    with pytest.raises(UsageError, match="no rule matches 'NOPE'"):
        verified_selection(Settings(ignore=("nope",)))


def test_a_baseline_must_be_there_and_be_one(tmp_path):
    with pytest.raises(UsageError, match="no such file"):
        read_baseline(tmp_path / "missing.json")
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(UsageError, match="is not a baseline"):
        read_baseline(tmp_path / "other.json")


def test_a_baseline_that_cannot_be_written_is_unreadable(pantin, models):
    ended = pantin("check", "arm.glb", "--write-baseline", Path("no", "folder.json"))
    assert (ended.code, ended.out) == (3, "")
    assert "for there is no folder no" in ended.err
    (models / "taken").mkdir()
    ended = pantin("check", "arm.glb", "--write-baseline", "taken")
    assert (ended.code, "is a folder, not a file to write" in ended.err) == (3, True)


def test_an_option_overrides_the_settings_of_the_project(pantin, models):
    (models / "pantin.toml").write_text('format = "json"\nstrict = true')
    (models / "a.txt").write_text("x")
    assert pantin("check", "a.txt", "--format", "text").out.startswith("a.txt: 1 error\n")
    warnings = ("check", "broken.gltf", "--select", "GLTF-VALUE_NOT_IN_LIST")
    assert (pantin(*warnings).code, pantin(*warnings, "--no-strict").code) == (1, 0)


@pytest.mark.parametrize(
    ("format", "start"),
    [
        ("text", "a: X-1"),
        ("json", "{"),
        ("github", "::error"),
        ("sarif", '{"$schema"'),
        ("junit", "<?xml"),
        ("markdown", "## Pantin"),
    ],
)
def test_every_format_has_its_renderer(format, start):
    text = "".join(render_reports([Report("a", "glb", (Finding("X-1", "error", "m"),))], format, EVERYTHING))
    assert text.startswith(start)


ERROR = Finding("A-1", "error", "e", "/x")
WARNING = Finding("A-2", "warning", "w", "/x")


FAULT = Row("b", outcome="failed", reason="b: KeyError", traceback="…")


def report(*findings):
    return Row("a.glb", format="glb", findings=findings)


def unreadable(reason):
    return Row("b.glb", outcome="unreadable", reason=reason)


def refined_reports(run, rows):
    refined = map(run.refine_row, rows)
    return list(
        run.reports(Checked(row.report, Exit(row.code), row.reason, row.traceback) for row in refined)
    )


@pytest.mark.parametrize(
    ("outcomes", "strict", "code"),
    [
        ([report()], False, Exit.CLEAN),
        ([report(WARNING)], False, Exit.CLEAN),
        ([report(WARNING)], True, Exit.FINDINGS),
        ([report(ERROR), report()], False, Exit.FINDINGS),
        ([unreadable("b: gone"), report(ERROR)], False, Exit.UNREADABLE),
        (
            [Row("b", outcome="failed", reason="b: KeyError", traceback="…"), unreadable("c: gone")],
            False,
            Exit.FAULT,
        ),
    ],
)
def test_the_worst_outcome_gives_the_code(outcomes, strict, code):
    run = CheckRun(Selection(), Settings(strict=strict), None)
    refined_reports(run, outcomes)
    assert run.code is code


def test_what_is_ignored_or_accepted_counts_for_nothing():
    accepted = Baseline(Path(), Counter({("a.glb", "A-1", "/x"): 1}))
    run = CheckRun(Selection(ignore=("A-2",)), Settings(strict=True), accepted)
    assert refined_reports(run, [report(ERROR, WARNING)]) == [Report("a.glb", "glb")]
    assert (run.code, str(run.tally)) == (Exit.CLEAN, "1 file: no findings")


def test_the_settings_of_a_project_hold_in_one_process_and_in_several(pantin, tmp_path):
    """Severities, budgets, and what holds for a path."""
    (tmp_path / "props").mkdir()
    shutil.copy(tmp_path / "arm.glb", tmp_path / "props" / "sword.glb")
    (tmp_path / "broken.gltf").unlink()
    (tmp_path / "pantin.toml").write_text(
        "max-joints = 9\n[severity]\nBUDGET-JOINTS = 'warning'\n"
        "[per-path.'props']\nmax-joints = 2\nmax-clip-seconds = 1\nignore = ['BUDGET-CLIP']\n",
        encoding="utf-8",
    )
    for jobs in ("1", "2"):
        ended = pantin("check", ".", "-j", jobs)
        assert ended.code == 0
        assert 'BUDGET-JOINTS warning: skin "arm" (0) has 3 joints, at most 2' in ended.out
        assert "arm.glb" not in ended.out
        assert "BUDGET-CLIP" not in ended.out
    one = pantin("check", "props/sword.glb", "--strict")
    assert (one.code, one.out.count("BUDGET")) == (1, 1)


def test_a_rule_that_does_not_exist_has_no_severity(pantin, tmp_path):
    (tmp_path / "pantin.toml").write_text("[severity]\nGLTF-NODE_LOP = 'info'\n", encoding="utf-8")
    ended = pantin("check", "arm.glb")
    assert ended.code == 2
    assert "no rule matches 'GLTF-NODE_LOP'. Did you mean GLTF-NODE_LOOP" in ended.err


def test_the_job_summary_of_github_is_appended_to(pantin, tmp_path, monkeypatch):
    summary = tmp_path / "summary.md"
    summary.write_text("before\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    ended = pantin("check", ".", "--format", "github")
    assert ended.out.startswith("::error file=broken.gltf,line=20,col=9,title=GLTF-ACCESSOR_MAX_MISMATCH::")
    text = summary.read_text(encoding="utf-8")
    assert text.startswith("before\n## Pantin\n\n### broken.gltf\n")
    assert text.endswith(ended.err)
    pantin("check", ".")  # text is for people, not for the summary
    assert summary.read_text(encoding="utf-8") == text


def test_a_job_summary_that_cannot_be_written_is_no_failure(pantin, tmp_path, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "no" / "summary.md"))
    ended = pantin("check", "arm.glb", "--format", "github")
    assert ended.code == 0
    assert "the job summary is not written" in ended.err


def bad_clip(tmp_path):
    """A walk with a planted foot that slides."""
    shutil.copy(Path(__file__).parents[1] / "cases" / "CLIP-FOOT_SLIDE" / "bad.glb", tmp_path / "walk.glb")


@pytest.mark.parametrize("options", [("--clips",), ("--select", "CLIP"), ("--select", "clip-foot_slide")])
def test_clips_are_played_when_they_are_wanted(pantin, tmp_path, monkeypatch, options):
    monkeypatch.chdir(tmp_path)
    bad_clip(tmp_path)
    ended = pantin("check", "walk.glb", *options)
    assert "CLIP-FOOT_SLIDE warning: " in ended.out
    assert "repair: pantin clips SOURCE TARGET --lock-feet walk" in ended.out
    assert pantin("check", "walk.glb", "--clips", "--strict").code == 1


@pytest.mark.parametrize("options", [(), ("--no-clips", "--select", "CLIP")])
def test_a_plain_check_plays_no_clips(pantin, tmp_path, monkeypatch, options):
    monkeypatch.chdir(tmp_path)
    bad_clip(tmp_path)
    assert "CLIP-" not in pantin("check", "walk.glb", *options).out


def test_thresholds_of_clips_are_settings(pantin, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bad_clip(tmp_path)
    (tmp_path / "pantin.toml").write_text("[clips]\nfoot-slide = 0.2\n", encoding="utf-8")
    assert "CLIP-FOOT_SLIDE" not in pantin("check", "walk.glb", "--clips").out
    (tmp_path / "pantin.toml").write_text("[clips]\nfoot-slid = 0.2\n", encoding="utf-8")
    refused = pantin("check", "walk.glb", "--clips")
    assert refused.code == 2
    assert "unknown threshold 'foot-slid' of clips. Did you mean foot-slide" in refused.err


def test_a_page_draws_what_does_not_move_as_still(pantin, tmp_path, monkeypatch):
    """Rounding of a few nanometres is no motion: a chart shows a millimetre at least."""
    monkeypatch.chdir(tmp_path)
    bad_clip(tmp_path)
    assert pantin("clips", "walk.glb", "still.glb", "--in-place", "walk").code == 0
    pantin("check", "still.glb", "--html", "page.html")
    labels = re.findall(r"<text[^>]*>([^<]*)</text>", (tmp_path / "page.html").read_text(encoding="utf-8"))
    assert labels
    assert not [label for label in labels if "e-" in label]


def test_a_page_shows_the_curves_of_every_clip(pantin, tmp_path, monkeypatch):
    from xml.etree import ElementTree

    monkeypatch.chdir(tmp_path)
    bad_clip(tmp_path)
    shutil.copy(tmp_path / "walk.glb", tmp_path / "copy <b>.glb")
    ended = pantin("check", "walk.glb", "copy <b>.glb", "--html", "page.html")
    assert "page.html: curves of 2 clips in 2 files" in ended.err
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 10  # feet, slides, speed, path and seam of each
    assert page.count("<b>CLIP-FOOT_SLIDE</b>") == 2
    assert "copy &lt;b&gt;.glb" in page
    assert "http" not in page
    body = page[page.index("<main>") : page.index("</main>") + 7].replace("<br>", "<br/>")
    assert ElementTree.fromstring(body) is not None  # well formed


def test_a_page_cannot_be_made_of_standard_input_or_without_clips(pantin):
    assert "it needs files, not standard input" in pantin("check", "-", "--html", "page.html").err
    assert (
        "cannot be combined with --no-clips"
        in pantin("check", "arm.glb", "--no-clips", "--html", "a.html").err
    )
