"""The job summary of GitHub: Markdown that it shows on the page of a workflow run."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from pantin.base.file_errors import describe_error
from pantin.cli.streams import say

JOB_SUMMARY = "GITHUB_STEP_SUMMARY"
"""The environment variable with the file to append to; unset outside of workflows."""

LARGEST_SUMMARY = 1_000_000
"""GitHub shows no summary of more than 1 MiB; the counts at its end need a little more."""


def write_job_summary(pieces: Iterable[str]) -> None:
    """Append Markdown to the job summary, if there is one; print a line if it cannot be written."""
    file = os.environ.get(JOB_SUMMARY)
    if not file:
        return
    try:
        with Path(file).open("a", encoding="utf-8") as stream:
            stream.writelines(pieces)
    except OSError as error:
        say(f"the job summary is not written: {describe_error(error, file)}")
