"""A folder of models for batches, and a format whose files do to a worker what their content says."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"

HOSTILE = """
import os, signal, sys, time
from pantin.verbs.check import VERB
from pantin.base.threads import thread_count

def check(files, **options):
    word = files.source.read_bytes()[:7]
    if word == b"crash!!":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif word == b"exit!!!":
        os._exit(7)
    elif word == b"hang!!!":
        time.sleep(600)
    elif word == b"memory!":
        bytearray(3 << 30)
    elif word == b"raise!!":
        raise ZeroDivisionError("by nought")
    elif word == b"threads":
        raise RuntimeError(f"{thread_count()} thread(s), {os.environ['OMP_NUM_THREADS']} of OpenMP")
    return original(files, **options)

original = VERB.each
VERB.each = check
"""
"""A module that changes the verb `check` in a worker process: no file is known that crashes Pantin."""


@pytest.fixture
def models(tmp_path, monkeypatch):
    """A folder `models` with models in folders; the working folder is the one that holds it."""
    (tmp_path / "models" / "inner").mkdir(parents=True)
    shutil.copy(EXAMPLES / "arm.glb", tmp_path / "models")
    shutil.copy(EXAMPLES / "face.gltf", tmp_path / "models" / "inner")
    shutil.copy(EXAMPLES / "loose.glb", tmp_path / "models" / "inner")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def hostile(models, monkeypatch):
    """Makes workers that obey hostile files; the value writes such a file into the folder of models."""
    site = models / "site"
    site.mkdir()
    (site / "hostile.py").write_text(HOSTILE)
    monkeypatch.syspath_prepend(str(site))
    start = "import hostile; from pantin.batch.worker import main; main()"
    monkeypatch.setattr("pantin.batch.supervision.ENTRY", start)

    def write(name, word):
        (models / "models" / name).write_bytes(word.encode())

    return write
