"""The pool: every part is run once, errors and interrupts leave no thread at work, and it survives a fork and
the end of the interpreter."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.base import threads
from pantin.base.threads import core_count, share, thread_count, use_threads

EXAMPLES = Path(__file__).parents[2] / "examples"

LONG = 1.0
"""Seconds of work that is worth sharing."""


@pytest.fixture(autouse=True)
def unset(monkeypatch):
    monkeypatch.delenv("PANTIN_THREADS", raising=False)


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a program with Ctrl-C as in the foreground: a shell ignores it for those in the background."""
    source = str(Path(threads.__file__).parents[2])
    code = f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n{code}"
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONPATH": source, **environment},
    )


def test_the_default_is_one_thread_for_each_core_that_the_process_may_use(monkeypatch):
    assert thread_count() == core_count()
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {3, 5, 7}, raising=False)
    assert thread_count() == 3


def test_the_argument_counts_before_the_environment(monkeypatch):
    monkeypatch.setenv("PANTIN_THREADS", "5")
    assert thread_count() == 5
    with use_threads(2):
        assert thread_count() == 2
        with use_threads(None):
            assert thread_count() == 2
        with use_threads(np.int64(3)):
            assert thread_count() == 3
    assert thread_count() == 5


@pytest.mark.parametrize("text", ["x", "0", "-2", "1.5"])
def test_a_bad_environment_variable_is_named(monkeypatch, text):
    monkeypatch.setenv("PANTIN_THREADS", text)
    with (
        pytest.raises(ValueError, match=f"PANTIN_THREADS must be a whole number .* not '{text}'"),
        use_threads(None),
    ):
        pass
    with use_threads(1):  # which does not need it
        assert thread_count() == 1


def test_an_empty_environment_variable_is_unset(monkeypatch):
    monkeypatch.setenv("PANTIN_THREADS", "")
    assert thread_count() == core_count()


@pytest.mark.parametrize("value", [0, -1])
def test_a_number_below_one_is_refused(value):
    with pytest.raises(ValueError, match=f"threads must be 1 or more, not {value}"), use_threads(value):
        pass


@pytest.mark.parametrize("value", [True, 1.0, "2", [1]])
def test_anything_but_a_whole_number_is_refused(value):
    with pytest.raises(TypeError, match="threads must be a whole number, 1 or more, not"), use_threads(value):
        pass


@pytest.mark.parametrize("count", [0, 1, 2, 5, 100])
@pytest.mark.parametrize("number", [1, 2, 3, 7])
def test_every_part_is_run_once(number, count):
    done = np.zeros(count, int)

    def run(begin: int, end: int) -> None:
        done[begin:end] += 1

    with use_threads(number):
        share(run, count, LONG)
    assert (done == 1).all()


def test_parts_run_at_the_same_time():
    """Neither of two parts ends before the other has begun."""
    both = threading.Barrier(2)
    with use_threads(2):
        share(lambda begin, end: both.wait(30), 2, LONG)


@pytest.mark.parametrize(("number", "seconds"), [(1, LONG), (4, threads.WORTHWHILE / 2)])
def test_little_work_or_one_thread_is_the_calling_thread(number, seconds):
    seen = []
    with use_threads(number):
        share(lambda begin, end: seen.append((begin, end, threading.get_ident())), 100, seconds)
    assert seen == [(0, 100, threading.get_ident())]


def test_short_work_wakes_few_threads():
    """Of 1,000 that are allowed: a thread that is woken for less takes longer to begin."""
    seen = []
    with use_threads(1000):
        share(lambda begin, end: seen.append((end - begin, threading.get_ident())), 10_000, 3 * threads.PART)
    assert len({thread for _, thread in seen}) <= 3
    assert sum(part for part, _ in seen) == 10_000


def test_the_last_parts_are_small():
    """So that no thread waits long for the last; none is smaller than what is worth beginning."""
    seen = []
    with use_threads(2):
        share(lambda begin, end: seen.append(end - begin), 10_000, 100 * threads.LEAST)
    assert sum(seen) == 10_000
    assert max(seen) <= 10_000 / 2
    assert sorted(seen)[:2] < [101, 101]
    assert sum(part < 100 for part in seen) <= 1


def test_parts_are_not_shared_again():
    """Else 4 threads would be up to 16."""
    seen = []
    with use_threads(4):
        share(lambda begin, end: seen.append(thread_count()), 8, LONG)
        assert thread_count() == 4
    assert seen == [1] * 8


def test_a_part_may_share_work_of_its_own():
    done = np.zeros((8, 8), int)

    def run(begin: int, end: int) -> None:
        def run_row(first: int, last: int) -> None:
            done[begin:end, first:last] += 1

        with use_threads(3):
            share(run_row, 8, LONG)

    with use_threads(3):
        share(run, 8, LONG)
    assert (done == 1).all()


def test_many_threads_of_the_caller_share_at_once():
    done = np.zeros((12, 40), int)

    def call(row: int) -> None:
        def run(begin: int, end: int) -> None:
            done[row, begin:end] += 1

        with use_threads(3):
            for _ in range(20):
                share(run, 40, LONG)

    callers = [threading.Thread(target=call, args=(row,)) for row in range(12)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(30)
    assert (done == 20).all()


class PartError(Exception):
    pass


@pytest.mark.parametrize("on_caller", [True, False])
@pytest.mark.parametrize("error", [PartError, KeyboardInterrupt, MemoryError])
def test_an_error_is_raised_when_no_thread_is_at_work_any_more(error, on_caller):
    """Ctrl-C is raised on the main thread, in the middle of its part."""
    caller, both, running, begun = threading.get_ident(), threading.Barrier(2), [], []

    def run(begin: int, end: int) -> None:
        begun.append(begin)
        if len(begun) <= 2:
            both.wait(30)  # one part on each thread
        if (threading.get_ident() == caller) is on_caller:
            raise error("in a part")
        running.append(begin)
        time.sleep(0.05)
        running.remove(begin)

    with use_threads(2), pytest.raises(error, match="in a part"):
        share(run, 8, LONG)
    assert not running
    assert len(begun) < 8
    done = []
    with use_threads(2):  # the pool is as good as before
        share(lambda begin, end: done.append(end - begin), 8, LONG)
    assert sum(done) == 8


def test_ctrl_c_during_the_wait_for_another_thread_leaves_none_at_work():
    """The calling thread has done its parts and waits when the signals come."""
    code = """
import os, signal, threading, time
from pantin.base.threads import share, use_threads
begun, events = threading.Event(), []
def run(begin, end):
    if threading.current_thread() is threading.main_thread():
        begun.wait()
        return
    begun.set()
    for _ in range(2):
        time.sleep(0.2)
        os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.2)
    events.append("ended")
try:
    with use_threads(2):
        share(run, 8, 1.0)
except KeyboardInterrupt:
    events.append("interrupted")
print(events)
"""
    assert run_python(code).stdout == "['ended', 'interrupted']\n"


def test_the_error_settings_of_numpy_hold_on_all_threads():
    both, seen = threading.Barrier(2), []

    def run(begin: int, end: int) -> None:
        both.wait(30)
        seen.append(np.geterr()["over"])

    with np.errstate(over="raise"), use_threads(2):
        share(run, 2, LONG)
    assert seen == ["raise", "raise"]


SHARE = """
import threading
from pantin.base.threads import share, use_threads
def shared():
    both = threading.Barrier(2)
    with use_threads(2):
        share(lambda begin, end: both.wait(20), 2, 1.0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
def test_a_forked_process_has_a_pool_of_its_own():
    code = """
import os, warnings
warnings.simplefilter("ignore")
shared()
child = os.fork()
shared()
if child:
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    done = run_python(SHARE + code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "0\n", "")


def test_work_at_the_end_of_the_interpreter_is_done_by_the_calling_thread():
    code = """
import atexit
def last():
    done = []
    with use_threads(2):
        share(lambda begin, end: done.append(end - begin), 8, 1.0)
    print(sum(done))
atexit.register(last)
shared()
"""
    done = run_python(SHARE + code)
    assert (done.returncode, done.stdout, done.stderr) == (0, "8\n", "")


def test_where_the_system_has_no_more_threads_the_caller_does_all(monkeypatch):
    def refuse(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    monkeypatch.setattr(threads, "_pool", threads._Pool)
    done = []
    with use_threads(4):
        share(lambda begin, end: done.append((begin, end)), 4, LONG)
    assert done == [(0, 1), (1, 2), (2, 3), (3, 4)]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Windows are others")
@pytest.mark.parametrize("delay", [0.0, 0.001, 0.2])
def test_ctrl_c_ends_a_program_at_work_on_all_threads(delay):
    """Whenever it comes: while threads are started, or while they work."""
    code = f"""
import numpy, os, signal, threading, time
threading.Timer({delay}, os.kill, (os.getpid(), signal.SIGINT)).start()
with use_threads(6):
    share(lambda begin, end: time.sleep(0.02), 1000, 1.0)
time.sleep(10)
"""
    done = run_python(SHARE + code)
    assert done.stderr.rstrip().endswith("KeyboardInterrupt")


def arm():
    rig = pantin.load(EXAMPLES / "arm.glb").rig
    return rig, pantin.sample(rig, "bend", np.linspace(0, 1, 50))


def step(threads):
    batch = pantin.SpringBatch(pantin.load(EXAMPLES / "springs" / "strand.glb").rig, 40)
    batch.step(1 / 60, external=(0.2, 0, 0), threads=threads)
    return batch.rotations


PUBLIC = {
    "sample": lambda n: pantin.sample(arm()[0], "bend", np.linspace(0, 1, 50), threads=n).local,
    "deform": lambda n: pantin.deform(*arm(), threads=n)[0].positions,
    "world_transforms": lambda n: pantin.motion.world_transforms(*arm(), threads=n),
    "joint_positions": lambda n: pantin.motion.joint_positions(*arm(), threads=n),
    "bone_lengths": lambda n: pantin.motion.bone_lengths(*arm(), threads=n),
    "palette": lambda n: pantin.motion.palette(*arm(), threads=n),
    "skin_palette": lambda n: pantin.motion.skin_palette(
        arm()[0].skins[0], pantin.motion.world_transforms(*arm()), threads=n
    ),
    "SpringBatch.step": step,
}
"""Public functions of arrays that take `threads`."""


@pytest.mark.parametrize("call", PUBLIC.values(), ids=PUBLIC)
def test_public_functions_take_a_number_of_threads(call, monkeypatch):
    monkeypatch.setattr(threads, "WORTHWHILE", 0.0)
    monkeypatch.setattr(threads, "PART", 1e-12)
    expected = call(1).tobytes()
    for number in (2, 3, 7):
        assert call(number).tobytes() == expected
    with pytest.raises(ValueError, match="threads must be 1 or more, not 0"):
        call(0)
    monkeypatch.setenv("PANTIN_THREADS", "two")
    with pytest.raises(ValueError, match="PANTIN_THREADS must be a whole number"):
        call(None)
