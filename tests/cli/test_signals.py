"""Ctrl-C and SIGTERM at any moment: the exit code of shells, one sentence, and no process that is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "arm.glb"
MODELS = 1500
"""More than two processes check in two seconds on any machine."""

BEGIN = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from pantin.__main__ import main; print('up', flush=True); main()"
)
"""The script that an installation makes; the line says that from now on the program is ours, not Python's.
The first statement is for tests that a shell runs in the background: programs there ignore Ctrl-C."""

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    models = tmp_path_factory.mktemp("models")
    (models / "0.glb").write_bytes(EXAMPLE.read_bytes())
    for number in range(1, MODELS):
        (models / f"{number}.glb").hardlink_to(models / "0.glb")
    return models


def signalled(arguments, number, delay, *, group):
    """Code and standard error of a command that gets a signal after some seconds, alone or with its workers,
    as a terminal does it. Reading both pipes to their end shows that no process holds them."""
    command = [sys.executable, "-c", BEGIN, *map(str, arguments)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes, start_new_session=True) as process:
        assert process.stdout.readline() == b"up\n"
        time.sleep(delay)
        (os.killpg if group else os.kill)(process.pid, number)
        _, errors = process.communicate(timeout=60)
    deadline = time.monotonic() + 60
    while alive := processes_of(process.pid):
        assert time.monotonic() < deadline, alive
        time.sleep(0.05)
    return process.returncode, errors.decode()


def processes_of(session):
    """The processes of a session that run; those that ended and wait for their parent do not count."""
    listed = subprocess.run(["ps", "-e", "-o", "pid=,sid=,stat="], capture_output=True, text=True, check=True)
    lines = [line.split() for line in listed.stdout.splitlines()]
    return [pid for pid, sid, state in lines if int(sid) == session and not state.startswith("Z")]


@pytest.mark.parametrize("delay", [0.0, 0.02, 0.05, 0.1, 0.15, 0.3, 0.6, 1.2])
def test_ctrl_c_ends_with_130_and_one_sentence_at_any_moment(folder, delay):
    code, errors = signalled(["check", "-j", "2", folder], signal.SIGINT, delay, group=True)
    assert (code, errors) == (130, "pantin: interrupted\n")


@pytest.mark.parametrize("group", [False, True])
@pytest.mark.parametrize("delay", [0.0, 0.2, 0.4, 1.0])
def test_sigterm_leaves_no_process(folder, delay, group):
    """Before there are workers the system ends the process; 143 is what shells make of both."""
    code, errors = signalled(["check", "-j", "2", folder], signal.SIGTERM, delay, group=group)
    assert code in (143, -signal.SIGTERM)
    assert errors == ""


def test_workers_end_with_a_parent_that_is_killed(folder):
    code, _ = signalled(["check", "-j", "2", folder], signal.SIGKILL, 0.6, group=False)
    assert code == -signal.SIGKILL
