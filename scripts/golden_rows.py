"""What `scripts/golden` keeps of a line: exit codes, hashes of the files it wrote, reports without their
sentences, and what it printed. Texts are kept once, by their hash, so that a comparison can quote them.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import json
import re
import shutil
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from golden_jobs import Job
from golden_lines import Ended, run_line

Row = dict[str, Any]

SENTENCES = ("message", "fix", "reason", "notes", "shortDescription", "fullDescription", "help")
"""Members of reports that are for people: they are compared with what is printed."""

CLOCKS = ("read_seconds", "work_seconds", "write_seconds")
"""Members of reports that differ from run to run."""

LONGEST_REPORT, LONGEST_TEXT = 8_000, 2_000
"""Characters of a report and of what is printed that are kept."""

FINDING = re.compile(r"^(.*?):? ?\b([A-Z][A-Z0-9]+-[A-Z0-9_-]+) (error|warning|info):", re.MULTILINE)
ANNOTATION = re.compile(r"^::(\w+) (.*?)::", re.MULTILINE)
CLOCK = re.compile(r" \(\d[\d,]* s, \d[\d,]* files/s\)")
"""The rate of a long batch."""


class Recorded(NamedTuple):
    """The row of a job, the texts it names, and the seconds of the processor that it took."""

    key: str
    row: Row
    texts: dict[str, str]
    seconds: float


class Recorder:
    """Runs jobs below a folder. `roots` are folders by the label that stands for them in what is kept."""

    def __init__(self, folder: Path, roots: dict[str, Path]) -> None:
        self.folder = folder
        self.places = sorted(((str(path), label) for label, path in roots.items()), key=lambda p: -len(p[0]))

    def record(self, numbered: tuple[int, Job]) -> Recorded:
        """Run a job in its own folder."""
        number, job = numbered
        folder = self.folder / f"line{number:06}"
        folder.mkdir()
        ended = run_line(job.line, folder)
        written = {
            f.relative_to(folder).as_posix(): f.read_bytes() for f in sorted(folder.rglob("*")) if f.is_file()
        }
        shutil.rmtree(folder)
        texts: dict[str, str] = {}
        return Recorded(
            job.key, self.row(ended, written, folder, texts), texts, sum(one.seconds for one in ended)
        )

    def row(
        self, ended: Sequence[Ended], written: dict[str, bytes], folder: Path, texts: dict[str, str]
    ) -> Row:
        """What is kept of a line."""
        row: Row = {"exit": [one.code for one in ended]}
        reports, findings, messages = [], [], []
        for one in ended:
            out, err = (self.plain(text.decode("utf-8", "replace"), folder) for text in (one.out, one.err))
            report = parsed(out)
            if report is not None:
                reports.append(kept(as_text(report), texts, LONGEST_REPORT))
            findings += findings_in(err if report is not None else out + err)
            messages.append(kept(out, texts, LONGEST_TEXT))
            messages.append(kept(err, texts, LONGEST_TEXT))
        if written:
            row["files"] = {name: self.digest(name, data, folder, texts) for name, data in written.items()}
        if reports:
            row["reports"] = reports
        if findings:
            row["findings"] = kept("\n".join(findings), texts, LONGEST_REPORT)
        row["messages"] = messages
        return row

    def plain(self, text: str, folder: Path) -> str:
        """A text without what differs from run to run: the folders of this one, and the clock."""
        for place, label in ((str(folder), "."), *self.places):
            text = text.replace(place, label)
        return CLOCK.sub("", text)

    def digest(self, name: str, data: bytes, folder: Path, texts: dict[str, str]) -> str:
        """The hash of a file; of reports that of the values, and of a .usdz that of its members: its headers
        have the local time."""
        if name.endswith(".usdz") and zipfile.is_zipfile(io.BytesIO(data)):
            return digest(members(data))
        report = rows_in(name, data)
        if report is not None:
            return kept(self.plain(as_text(report), folder), texts, LONGEST_REPORT)
        for place, label in ((str(folder), "."), *self.places):
            data = data.replace(place.encode(), label.encode())
        return digest(data)


def rows_in(name: str, data: bytes) -> Any:
    """The values of a report file, without sentences and clocks; None for other files."""
    if name.endswith(".parquet"):
        table = importlib.import_module("pyarrow.parquet").read_table(io.BytesIO(data))
        return without_sentences(table.to_pylist())
    if name.endswith(".jsonl"):
        return [parsed(line) for line in data.decode().splitlines()]
    return parsed(data.decode("utf-8", "replace")) if name.endswith(".json") else None


def members(archive: bytes) -> bytes:
    """The names and contents of an archive."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return b"".join(info.filename.encode() + b"\0" + opened.read(info) for info in opened.infolist())


def parsed(text: str) -> Any:
    """A report in JSON without its sentences and clocks; None for what is not JSON."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return without_sentences(json.loads(text))
    except ValueError:
        return None


def without_sentences(value: Any) -> Any:
    if isinstance(value, dict):
        hidden = SENTENCES + CLOCKS
        return {key: without_sentences(inner) for key, inner in value.items() if key not in hidden}
    return [without_sentences(inner) for inner in value] if isinstance(value, list) else value


def as_text(report: Any) -> str:
    """A report with a line for each finding, and for each other member."""
    return json.dumps(report, indent=1, ensure_ascii=False)


def findings_in(text: str) -> list[str]:
    """Where each finding is, its rule and its severity, of what is printed for people or for GitHub."""
    found = [f"{rule} {severity} {place}" for place, rule, severity in FINDING.findall(text)]
    return found + [" ".join(match) for match in ANNOTATION.findall(text)]


def kept(text: str, texts: dict[str, str], longest: int) -> str:
    """The hash of a text, which is kept as far as `longest`."""
    name = digest(text.encode("utf-8", "surrogatepass"))
    texts[name] = text if len(text) <= longest else text[:longest] + "\n…"
    return name


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:20]
