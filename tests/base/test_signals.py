"""SIGTERM ends blocks before it ends the process."""

import os
import signal
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
