"""SIGTERM ends blocks before it ends the process."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from pantin.base.signals import exit_on_sigterm

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


def test_sigterm_is_an_exception_inside_the_block_and_the_handler_comes_back():
    before = signal.getsignal(signal.SIGTERM)
    ended = []

    def work():
        with exit_on_sigterm():
            try:
                os.kill(os.getpid(), signal.SIGTERM)
            finally:
                ended.append(True)

    with pytest.raises(SystemExit) as raised:
        work()
    assert (raised.value.code, ended) == (143, [True])
    assert signal.getsignal(signal.SIGTERM) == before


def test_other_threads_change_no_handler():
    before, seen = signal.getsignal(signal.SIGTERM), []

    def look():
        with exit_on_sigterm():
            seen.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [before]


MODULE = """
import os, signal, time
try:
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(0.05)
except BaseException:
    pass
"""

WORK = """
import sys, time
from pantin.base.signals import exit_on_sigterm
with exit_on_sigterm():
    import module
    if sys.argv[1:] == ["inside"]:
        time.sleep(60)
time.sleep(60)
"""


@pytest.mark.parametrize("where", ["inside", "after"])
def test_sigterm_in_an_import_comes_when_it_is_over(tmp_path, where):
    """Modules try imports, and may swallow what is raised there; the process ends all the same."""
    (tmp_path / "module.py").write_text(MODULE)
    (tmp_path / "work.py").write_text(WORK)
    ended = subprocess.run([sys.executable, tmp_path / "work.py", where], timeout=50)
    assert ended.returncode in (143, -signal.SIGTERM)


def test_a_signal_in_a_callback_comes_again(tmp_path):
    """Python prints what `__del__` raises, and goes on."""
    code = (
        "import os, signal, sys, time\n"
        "import pantin.__main__ as command\n"
        "from pantin.base.signals import exit_on_sigterm\n"
        "sys.unraisablehook = command._raise_again\n"
        "class Fragile:\n    def __del__(self): os.kill(os.getpid(), signal.SIGTERM)\n"
        "with exit_on_sigterm():\n    fragile = Fragile()\n    del fragile\n    time.sleep(60)\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], timeout=50, capture_output=True)
    assert (ended.returncode, ended.stderr) == (143, b"")
