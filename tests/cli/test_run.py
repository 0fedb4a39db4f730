"""However a command ends, there is a code and a sentence, and no traceback unless it is asked for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pantin import __version__
from pantin.cli.exit import Exit
from pantin.cli.run import PEERS, run
from pantin.cli.welcome import COMMANDS, commands
from pantin.kernels import engine


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_the_first_screen_names_every_command(pantin, arguments):
    ended = pantin(*arguments)
    assert (ended.code, ended.err) == (0, "")
    assert all(f"\n  {command} " in ended.out for command in COMMANDS)
    assert "pantin check hero.glb" in ended.out


def test_the_version(pantin):
    assert pantin("--version") == (0, f"{__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chek"], "unknown command 'chek'. Did you mean check"),
        (["chek"], ", ".join(COMMANDS)),
        (["help"], "Did you mean --help?"),
        (["--versoin"], "unknown option '--versoin'. Did you mean --version?"),
        (["--help", "chek"], "unknown command 'chek'"),
        (["chek", "--help"], "unknown command 'chek'"),
        (["command"], "unknown command 'command'"),
        (["check", "arm.glb", "--formt", "json"], "Did you mean --format?"),
        (["check", "arm.glb", "--format", "xml"], "xml"),
        (["check", "arm.glb", "-j", "many"], "many"),
        (["check"], "needs a file or a folder"),
        (["inspect"], "pantin inspect --help"),
        (["pose", "arm.glb"], "TARGET is missing: The file to write"),
        (["bake"], "SOURCE is missing: The file to read"),
        (["render", "arm.glb"], "--output is missing: The image to write: .png, .webp, .gif or .mp4."),
        (["view", "arm.glb", "a.html"], "unexpected argument of view: a.html. Did you mean --out a.html?"),
        (["explain", "GLTF", "face.gltf"], "unexpected argument of explain: face.gltf.\n"),
        (["pose", "arm.glb", "a.glb", "--time"], "the value of --time is missing: Seconds into the clip"),
        (["check", "arm.glb", "--clip", "bend"], "check has no option --clip."),
    ],
)
def test_wrong_usage_ends_with_2_and_says_what_was_meant(pantin, arguments, message):
    ended = pantin(*arguments)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert ended.err.startswith("pantin: ")


@pytest.mark.parametrize("line", ["inspect", "pose arm.glb bent.glb --time now", "check --format xml"])
def test_whoever_mistypes_a_command_is_shown_the_way_to_its_help(pantin, line):
    assert f"\nTry: pantin {line.split()[0]} --help\n" in "\n" + pantin(*line.split()).err


def test_help_behind_two_hyphens_is_a_file(pantin):
    assert pantin("check", "--", "--help") == (3, "", "pantin: --help: no such file or directory\n")


def raise_fault(*_, **__):
    raise KeyError("secret")


def test_a_fault_of_our_own_ends_with_4_and_says_how_to_see_more(pantin, monkeypatch):
    monkeypatch.setattr("pantin.formats.gltf.files.summarise", raise_fault)
    ended = pantin("inspect", "arm.glb")
    assert ended.code == 4
    assert "internal error of Pantin" in ended.err
    assert "PANTIN_TRACEBACK=1" in ended.err
    assert "Traceback" not in ended.err


def test_the_traceback_is_there_for_who_asks(pantin, monkeypatch):
    monkeypatch.setattr("pantin.formats.gltf.files.summarise", raise_fault)
    monkeypatch.setenv("PANTIN_TRACEBACK", "1")
    assert "Traceback" in pantin("inspect", "arm.glb").err


def test_a_bad_number_of_threads_in_the_environment_is_a_usage_error(pantin, monkeypatch):
    monkeypatch.setenv("PANTIN_THREADS", "many")
    expected = "pantin: PANTIN_THREADS must be a whole number of threads, 1 or more, not 'many'\n"
    assert pantin("inspect", "arm.glb") == (2, "", expected)


def test_ctrl_c_ends_with_130(pantin, monkeypatch):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("pantin.formats.gltf.files.summarise", interrupt)
    ended = pantin("inspect", "arm.glb")
    assert (ended.code, ended.err) == (130, "pantin: interrupted\n")


WRITERS = ["explain GLTF", "convert arm.glb -", "pose arm.glb -", "view arm.glb --out -"]


def ended_with(stdout, models, arguments):
    command = [sys.executable, "-m", "pantin", *arguments.split()]
    return subprocess.Popen(command, stdout=stdout, stderr=subprocess.PIPE, cwd=models)


@pytest.mark.parametrize("arguments", WRITERS)
def test_a_reader_that_goes_away_is_no_fault(models, arguments):
    """As in `pantin explain GLTF | head -0`: nothing on standard error."""
    with ended_with(subprocess.PIPE, models, arguments) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full is a thing of Linux")
@pytest.mark.parametrize("arguments", WRITERS)
def test_a_full_disk_under_standard_output_is_told(models, arguments):
    with Path("/dev/full").open("wb") as full, ended_with(full, models, arguments) as process:
        assert process.stderr.read() == b"pantin: standard output: no space left on device\n"
    assert process.returncode == 3


def test_too_little_memory_is_no_fault_of_ours(pantin, monkeypatch):
    def exhaust(*_, **__):
        raise MemoryError

    monkeypatch.setattr("pantin.formats.gltf.files.summarise", exhaust)
    ended = pantin("inspect", "arm.glb")
    assert ended.code == 3
    assert "not enough memory" in ended.err


def imported_by(*arguments):
    """The modules that a command line imports."""
    ended = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "pantin", *arguments],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        check=True,
    )
    return {line.rpartition("|")[2].strip() for line in ended.stderr.splitlines()}


HEAVY = {"numpy", "numba", "rich", "msgspec", "yaml", "argparse", "importlib.metadata", "json"}


@pytest.mark.parametrize("line", ["--help", "check --help", "compile -h", "--help render", "completion -h"])
def test_help_imports_next_to_nothing(line):
    modules = imported_by(*line.split())
    assert "pantin.cli.run" in modules
    assert not HEAVY & modules


@pytest.mark.parametrize("line", ["check examples/arm.glb", "compile examples/rigy/arm.rigy.yaml -o {}"])
def test_the_commonest_commands_import_no_more_than_they_use(line, tmp_path):
    """For a small file, importing is most of the time that they take."""
    modules = imported_by(*line.format(tmp_path / "arm.glb").split())
    assert "numpy" in modules
    assert not {"argparse", "rich", "importlib.metadata", "numba", "tempfile"} & modules
    assert not {"pantin.viewer", "pantin.edit", "pantin.deformation", "pantin.formats.g4mf"} & modules


def test_completion_imports_no_compiler():
    """Rule ids are in the modules of the rules, which need NumPy."""
    assert not {"numba", "rich", "argparse", "pantin.viewer"} & imported_by("completion", "bash")


@pytest.mark.parametrize("terminal", [False, True])
def test_a_terminal_shows_once_that_kernels_are_compiled(capsys, monkeypatch, models, terminal):
    """Nothing is printed in a pipe."""
    monkeypatch.setattr("pantin.cli.run.on_terminal", lambda stream: terminal)
    monkeypatch.setattr(engine, "_compile_callback", None)
    assert run(["explain", "GLTF-NODE_EMPTY"]) == 0
    for _ in range(2):
        if engine._compile_callback is not None:
            engine._compile_callback("pantin.kernels.skinning_numba")
    printed = capsys.readouterr().err
    counts = printed.count("compiling kernels, skinning first"), printed.count("`pantin warmup`")
    assert counts == (terminal, terminal)


def test_warmup_lists_what_it_compiles_instead(monkeypatch):
    monkeypatch.setattr("pantin.cli.run.on_terminal", lambda stream: True)
    monkeypatch.setattr(engine, "_compile_callback", None)
    monkeypatch.setattr("pantin.warmup", lambda tell: [("kernel", 1.0)])
    assert (run(["warmup"]), engine._compile_callback) == (0, None)


def test_warnings_of_libraries_are_not_printed(tmp_path):
    """A number beyond float32 overflows where G4MF stores that; `-W` still shows what a library says."""
    tree = {
        "asset": {"version": "2.0"},
        "nodes": [{"translation": [1e300, 0, 0]}],
        "scenes": [{"nodes": [0]}],
    }
    (tmp_path / "far.gltf").write_text(json.dumps(tree))
    for command in (["convert", "far.gltf", "far.g4tf"], ["inspect", "far.gltf"], ["check", "far.gltf"]):
        line = [sys.executable, "-m", "pantin", *command]
        assert "Warning" not in subprocess.run(line, cwd=tmp_path, capture_output=True, text=True).stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows does not delete the folder of a process")
@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ("check {arm}", Exit.CLEAN, "1 file: no findings"),
        ("check arm.glb", Exit.UNREADABLE, "arm.glb: no such file or directory, for {gone}"),
        ("check .", Exit.USAGE, "no model in .: {gone}"),
        ("convert {arm} out.glb", Exit.UNREADABLE, "{gone}"),
        ("view {arm} -o out.html", Exit.UNREADABLE, "{gone}"),
        ("convert {arm} {folder}/out.glb", Exit.CLEAN, ""),
    ],
)
def test_commands_in_a_folder_that_was_deleted(tmp_path, line, code, message):
    folder = tmp_path / "gone"
    folder.mkdir()
    start = (
        "import os, sys; os.rmdir(os.getcwd()); from pantin.cli.run import run; sys.exit(run(sys.argv[1:]))"
    )
    model = Path(__file__).parents[2] / "examples" / "arm.glb"
    words = line.format(arm=model, folder=tmp_path).split()
    ended = subprocess.run([sys.executable, "-c", start, *words], cwd=folder, capture_output=True)
    assert ended.returncode == code
    assert message.format(gone="the working folder has been deleted") in ended.stderr.decode()


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        ("validate", "check"),
        ("optimize", "slim"),
        ("info", "inspect"),
        ("simplify", "slim"),
        ("dedup", "slim"),
    ],
)
def test_commands_of_other_tools_name_ours(pantin, theirs, ours):
    ended = pantin(theirs, "arm.glb")
    assert ended.code == 2
    assert f"unknown command '{theirs}'. The command in Pantin is: pantin {ours}" in ended.err


def test_every_command_that_is_named_for_another_exists():
    assert {words.split()[0] for words in PEERS.values()} <= set(commands())
