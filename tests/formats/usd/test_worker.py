"""USD files are read in another process: its end is a finding, and no trouble for the next file."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import warnings

import pytest

import pantin
from pantin.formats.usd import worker
from pantin.formats.usd.worker import WORKER, Crashed, Worker

STAGE = b'#usda 1.0\n(\n    metersPerUnit = 1\n)\ndef Xform "hip"\n{\n}\n'


def test_a_crash_is_a_finding_and_the_next_file_is_read():
    assert pantin.load(STAGE, name="a.usda").rig.nodes.names == ("hip",)
    process = WORKER._process._process
    process.kill()
    process.wait()
    assert pantin.check(STAGE, name="a.usda").ok  # a new process, since the old one is gone


def test_a_process_that_ends_during_a_file_is_a_finding(monkeypatch):
    monkeypatch.setattr(
        WORKER, "call", lambda *arguments: (_ for _ in ()).throw(Crashed("was ended by SIGSEGV"))
    )
    (finding,) = pantin.check(STAGE, name="a.usda").findings
    assert (finding.rule, finding.severity) == ("USD-CRASH", "error")
    assert "its process was ended by SIGSEGV" in finding.message
    with pytest.raises(pantin.BadFile, match="crashed"):
        pantin.load(STAGE, name="a.usda")


ABORTING = (
    "import os; from pantin.formats.usd import worker; "
    "worker.SERVICES['abort'] = os.abort; worker.SERVICES['lookup'] = {}.__getitem__; worker.main()"
)
"""A process with services of its own: `os.abort` is what a failed check of usd-core does."""


@pytest.fixture
def own():
    made = Worker(ABORTING)
    yield made
    made.close()


def test_the_end_of_the_process_is_noticed(own, tmp_path):
    (tmp_path / "a.usda").write_bytes(STAGE)
    with pytest.raises(Crashed, match=r"was ended by SIGABRT|ended with exit code"):
        own.call("abort")
    assert own.call("read", tmp_path / "a.usda", pantin.Limits(), False, {}).parts["nodes"]


def test_an_error_in_the_process_is_raised_here(own):
    with pytest.raises(KeyError, match="nothing"):
        own.call("lookup", "nothing")


def test_a_process_that_hangs_is_ended(own, tmp_path, monkeypatch):
    (tmp_path / "a.usda").write_bytes(STAGE)
    monkeypatch.setattr(worker, "PATIENCE", 0.0)
    with pytest.raises(Crashed, match="took longer than 0 s"):
        own.call("read", tmp_path / "a.usda", pantin.Limits(), False, {})


def test_a_crash_leaves_no_temporary_file(tmp_path, monkeypatch):
    """Bytes are read as a file in a folder, which is removed by the process that survives."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    crashing = Worker(ABORTING.replace("main()", "SERVICES['read'] = lambda *_: os.abort(); worker.main()"))
    monkeypatch.setattr(worker, "WORKER", crashing)
    assert not pantin.check(STAGE, name="a.usda").ok
    crashing.close()
    assert list(tmp_path.iterdir()) == []


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


UNABLE = (
    "import os; from pantin.formats.usd import worker; "
    "worker.SERVICES['abort'] = worker.SERVICES['try'] = os.abort; "
    "worker.SERVICES['kill'] = lambda: os.kill(os.getpid(), 9); worker.main()"
)
"""A process in which usd-core cannot even make a stage, as without memory."""


@pytest.mark.parametrize("service", ["abort", "kill"])
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals that end a process")
def test_a_process_that_ends_for_want_of_memory_says_nothing_about_the_file(service):
    """One that the system killed, and one that ends with a small stage too."""
    unable = Worker(UNABLE)
    with pytest.raises(MemoryError, match="usd-core"):
        unable.call(service)
    unable.close()


@pytest.mark.parametrize(
    ("layer", "codes", "times", "lost"),
    [
        ("", (0, 1e300), [0.0], "1 sample of the translation of a prim (first: time code 1e+300)"),
        (
            "timeCodesPerSecond = 1e-45",
            (0, 24),
            [0.0],
            "1 sample of the translation of a prim (first: time code 24)",
        ),
        (
            "timeCodesPerSecond = 1e-45",
            (24, 48),
            [],
            "2 samples of the translation of a prim (first: time code 24)",
        ),
    ],
)
def test_time_codes_beyond_floats_are_lost_without_warnings(tmp_path, layer, codes, times, lost):
    """`keys_of` stores seconds as float32, which ends at 3.4e38; a time code is a double (UsdTimeCode)."""
    samples = ", ".join(f"{code}: ({number}, 0, 0)" for number, code in enumerate(codes))
    (tmp_path / "a.usda").write_text(
        f"#usda 1.0\n(\n    metersPerUnit = 1\n    {layer}\n)\n"
        'def Xform "hip"\n{\n'
        f"    double3 xformOp:translate.timeSamples = {{ {samples} }}\n"
        '    uniform token[] xformOpOrder = ["xformOp:translate"]\n}\n'
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        reading = worker.SERVICES["read"](tmp_path / "a.usda", pantin.Limits(), False, {})
        clips = pantin.load(tmp_path / "a.usda").rig.clips
    assert [channel.times.tolist() for clip in clips for channel in clip.channels] == (
        [times] if times else []
    )
    assert any(lost in finding.message for finding in reading.dropped)


SERVICE = "from pantin.formats.usd import worker; worker.SERVICES['own'] = {}; worker.main()"
"""A process with one service of its own."""


def test_a_crash_of_usd_core_leaves_no_report(tmp_path, monkeypatch):
    """It writes one into the folder for temporary files (`ArchLogFatalProcessState`) and never removes it."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    crashing = Worker(SERVICE.format("lambda: __import__('pxr.Tf').Tf.Fatal('as a failed check')"))
    with pytest.raises(Crashed, match=r"was ended by SIGABRT|ended with exit code"):
        crashing.call("own")
    crashing.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform != "linux", reason="the process is limited on Linux alone")
def test_usd_core_takes_little_beyond_the_budget(tmp_path):
    """A crate of 2.5 KB that states long arrays took 630 MB with a budget of 100 MB."""
    (tmp_path / "a.usda").write_bytes(STAGE)
    taking = Worker(SERVICE.format("lambda count: len(bytearray(count))"))
    taking.call("read", tmp_path / "a.usda", pantin.Limits(decoded_bytes=100_000), False, {})
    with pytest.raises(Crashed, match="ran out of memory"):
        taking.call("own", 100_000_000)
    taking.close()


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit addresses")
@pytest.mark.parametrize("megabytes", [650, 750, 900, 1150, 1200, 1250])
def test_too_little_memory_says_nothing_about_a_sound_file(tmp_path, megabytes):
    """Libraries that do not fit, threads that do not start: usd-core fails and crashes in many ways."""
    (tmp_path / "a.usda").write_bytes(STAGE)
    code = (
        f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({megabytes}_000_000,) * 2)\n"
        f"import pantin\n"
        f"try:\n    assert pantin.check({str(tmp_path / 'a.usda')!r}).ok\n"
        f"except MemoryError:\n    pass\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
