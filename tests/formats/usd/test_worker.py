"""USD files are read in another process: its end is a finding, and no trouble for the next file."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import pytest

import pantin
from pantin.formats.usd import worker
from pantin.formats.usd.worker import WORKER, Crashed, Worker

STAGE = b'#usda 1.0\n(\n    metersPerUnit = 1\n)\ndef Xform "hip"\n{\n}\n'


def test_a_crash_is_a_finding_and_the_next_file_is_read():
    assert pantin.load(STAGE, name="a.usda").rig.nodes.names == ("hip",)
    process = WORKER._running()
    threading.Timer(0.0, process.kill).start()
    process.wait()
    assert pantin.check(STAGE, name="a.usda").ok  # a new process, since the old one is gone


def test_a_process_that_ends_during_a_file_is_a_finding(monkeypatch):
    monkeypatch.setattr(WORKER, "call", lambda *arguments: (_ for _ in ()).throw(Crashed("signal 11")))
    (finding,) = pantin.check(STAGE, name="a.usda").findings
    assert (finding.rule, finding.severity) == ("USD-CRASH", "error")
    assert "signal 11" in finding.message
    with pytest.raises(pantin.BadFile, match="crashed"):
        pantin.load(STAGE, name="a.usda")


def test_the_end_of_the_process_is_noticed():
    """`os.abort` is what a failed check of usd-core does."""
    own = Worker()
    try:
        with pytest.raises(Crashed, match=r"signal 6|exit code"):
            own.call("abort")
        assert own.call("read", None, STAGE, ".usda", pantin.Limits(), False, {}).parts["nodes"]
    finally:
        own.close()


@pytest.fixture(autouse=True)
def aborting(tmp_path, monkeypatch):
    """Processes with one more service, which ends them."""
    script = (
        "import os\n"
        "import pantin.formats.usd.worker as worker\n"
        "worker.SERVICES['abort'] = lambda: os.abort()\n"
        "worker.serve()\n"
    )

    def start():
        environment = dict(os.environ) | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        return subprocess.Popen([sys.executable, "-c", script], env=environment, **pipes)

    monkeypatch.setattr(worker, "_start", start)


def test_a_process_that_hangs_is_ended(monkeypatch):
    monkeypatch.setattr(worker, "PATIENCE", 0.0)
    own = Worker()
    with pytest.raises(Crashed):
        own.call("read", None, STAGE, ".usda", pantin.Limits(), False, {})
    own.close()


def test_nothing_imports_usd_core_before_a_usd_file():
    code = (
        "import sys, pantin, pantin.__main__\n"
        "assert pantin.check('examples/arm.glb').ok\n"
        "sys.argv = ['pantin', '--help']\n"
        "try:\n    pantin.__main__.main()\nexcept SystemExit:\n    pass\n"
        "assert not [name for name in sys.modules if name.split('.')[0] == 'pxr' or '.usd' in name]\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_reading_does_not_import_usd_core_here():
    code = (
        "import sys, pantin\n"
        "pantin.load(b'#usda 1.0\\ndef Xform \"hip\"\\n{\\n}\\n', name='a.usda').rig\n"
        "assert 'pxr' not in sys.modules\n"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_file_is_read_again_after_it_was_refused(tmp_path):
    """usd-core keeps the layers of a stage, and an error kept its stage."""
    path = tmp_path / "a.usda"
    path.write_bytes(STAGE)
    with pytest.raises(ValueError, match="there is no variant set"):
        pantin.load(path, variants={"size": "large"})
    path.write_bytes(STAGE.replace(b"hip", b"knee"))
    assert pantin.load(path).rig.nodes.names == ("knee",)
