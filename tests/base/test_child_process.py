"""A child process: whatever it does, its parent gets an answer or the reason why there is none."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from pantin.base.child_process import OUT_OF_MEMORY, ChildProcess, Closed, Died

POSIX = os.name == "posix"

CODE = """
import os, signal, sys, time
from pantin.base.child_process import limit_memory, serve

def answer(message):
    act, *arguments = message
    return ACTS[act](*arguments)

def announce(path):
    open(path, "w").close()
    time.sleep(600)

ACTS = {
    "echo": lambda value: value,
    "pid": os.getpid,
    "print": lambda text: print(text, flush=True),
    "exit": os._exit,
    "signal": lambda number: os.kill(os.getpid(), number),
    "sleep": time.sleep,
    "raise": lambda: 1 // 0,
    "lambda": lambda: (lambda: 0),
    "garbage": lambda: os.write(OUT, b"\\xff"),
    "announce": announce,
    "limit": limit_memory,
    "allocate": lambda count: len(bytearray(count)),
    "environment": os.environ.get,
    "path": lambda: sys.path,
    "input": lambda: sys.stdin.read(),
}
OUT = os.dup(1)
serve(answer)
"""
RUN = f"exec({CODE!r})"


@pytest.fixture
def child():
    made = ChildProcess(RUN, quiet=True)
    yield made
    made.close()
    made.stop()


@pytest.fixture
def started(child):
    child.start()
    return child


def is_alive(pid):
    """Whether a process that is no child of this one runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout
    return bool(status.strip()) and not status.startswith("Z")


def wait_until(condition, seconds=30.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_answers_are_those_of_the_messages(started):
    for value in (1, None, "a", b"x" * 5_000_000, {"a": [1.5]}):
        assert started.ask(("echo", value)) == value


def test_one_process_answers_many_messages(started):
    assert started.ask(("pid",)) == started.ask(("pid",)) != os.getpid()


def test_the_child_finds_modules_where_its_parent_does(started):
    assert started.ask(("path",)) == sys.path


def test_text_that_a_library_prints_is_no_answer(started):
    assert started.ask(("print", "not a pickle")) is None
    assert started.ask(("echo", 2)) == 2


def test_the_child_has_no_standard_input(started):
    """A library that asks a question gets no message of the parent."""
    assert started.ask(("input",)) == ""


def test_nothing_runs_before_the_start(child):
    assert not child.is_running
    with pytest.raises(Died):
        child.ask(("echo", 1))


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (("exit", 7), "ended with exit code 7"),
        (("exit", 0), "ended with exit code 0"),
        (("raise",), "ended with exit code 1"),
        (("lambda",), "ended with exit code 1"),  # an answer that cannot be pickled
    ],
)
def test_a_death_says_how(started, message, words):
    with pytest.raises(Died) as raised:
        started.ask(message)
    assert (str(raised.value), raised.value.is_overdue) == (words, False)
    assert not started.is_running


@pytest.mark.skipif(not POSIX, reason="signals are of POSIX")
@pytest.mark.parametrize("name", ["SIGKILL", "SIGSEGV", "SIGTERM"])
def test_a_signal_is_named(started, name):
    with pytest.raises(Died, match=f"was ended by {name}"):
        started.ask(("signal", getattr(signal, name)))


def test_bytes_that_are_no_answer_end_the_process(started):
    with pytest.raises(Died):
        started.ask(("garbage",))
    assert not started.is_running


def test_another_process_can_be_started_after_a_death(started):
    with pytest.raises(Died):
        started.ask(("exit", 1))
    started.start()
    assert started.ask(("echo", 3)) == 3


def test_a_process_that_died_between_two_messages_is_seen(started):
    pid = started.ask(("pid",))
    started._process.kill()  # as the system does where memory is short
    wait_until(lambda: not started.is_running)
    started.start()
    assert started.ask(("pid",)) != pid


def test_a_message_that_takes_too_long_ends_the_process(started):
    begin = time.monotonic()
    with pytest.raises(Died, match=r"took longer than 0.2 s") as raised:
        started.ask(("sleep", 600), seconds=0.2)
    assert raised.value.is_overdue
    assert time.monotonic() - begin < 60
    assert not started.is_running


def test_a_time_beyond_what_the_system_counts_is_no_limit(started):
    """`threading.TIMEOUT_MAX` is the longest wait; `OverflowError` in the watching thread beyond it."""
    assert started.ask(("echo", 1), seconds=1e20) == 1


def test_time_is_counted_per_message(started):
    started.ask(("echo", 1))  # it has started
    for _ in range(3):
        assert started.ask(("sleep", 0.4), seconds=5.0) is None
    time.sleep(0.1)
    assert started.is_running


def test_the_limit_of_one_message_is_not_that_of_the_next(started):
    started.ask(("echo", 1), seconds=60)
    started.ask(("echo", 1), seconds=0.5)
    assert started.ask(("sleep", 1.0)) is None


@pytest.mark.skipif(not POSIX, reason="Windows has no limit on the memory of a process")
def test_memory_is_limited(started):
    """Linux lets the allocation fail, so that this child ends by a `MemoryError`; elsewhere a thread
    ends it."""
    started.ask(("limit", 1 << 29))
    assert started.ask(("allocate", 1 << 20)) == 1 << 20
    with pytest.raises(Died) as raised:
        started.ask(("allocate", 1 << 30), seconds=60)
    assert raised.value.code == (1 if sys.platform == "linux" else OUT_OF_MEMORY)


def test_another_thread_may_close(started):
    threading.Timer(0.3, started.close).start()
    with pytest.raises(Closed):
        started.ask(("sleep", 600))
    with pytest.raises(Closed):
        started.start()
    with pytest.raises(Closed):
        started.ask(("echo", 1))


@pytest.mark.skipif(not POSIX, reason="SIGINT is sent to this process alone")
def test_an_interrupt_ends_the_process_and_its_answer(started):
    """The next message gets its own answer, not the late one."""
    pid = started.ask(("pid",))
    # A process that a script starts in the background ignores the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        started.ask(("sleep", 60))
    signal.signal(signal.SIGINT, before)
    assert not is_alive(pid)
    started.start()
    assert started.ask(("echo", 5)) == 5


@pytest.mark.skipif(not POSIX, reason="signals are of POSIX")
def test_ctrl_c_is_not_for_children(started):
    """A terminal sends it to the children too; the parent decides."""
    assert started.ask(("signal", signal.SIGINT)) is None
    assert started.ask(("echo", 6)) == 6


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_after_a_fork_the_child_is_that_of_the_first_process(started):
    pid = started.ask(("pid",))
    forked = os.fork()
    if forked == 0:
        started.stop()
        os._exit(2 if started.is_running else 0)
    assert os.waitpid(forked, 0)[1] == 0
    assert started.ask(("pid",)) == pid


@pytest.mark.skipif(not POSIX, reason="SIGKILL is of POSIX")
def test_a_child_ends_with_its_parent_in_the_middle_of_a_message(tmp_path):
    """However the parent ends: nothing can run in it after SIGKILL."""
    mark = tmp_path / "mark"
    script = f"from pantin.base.child_process import ChildProcess\nchild = ChildProcess({RUN!r})\n"
    script += (
        f"child.start()\nprint(child.ask(('pid',)), flush=True)\nchild.ask(('announce', {str(mark)!r}))\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    pid = int(parent.stdout.readline())
    wait_until(mark.exists)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    wait_until(lambda: not is_alive(pid))
