"""Forms that options of several commands have."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

Flag = Annotated[bool, Parameter(negative="")]
"""`--loop`, without a `--no-loop` beside it."""

Repeated = Annotated[list[str] | None, Parameter(negative="")]
"""`--blend smile=1 --blend wink=0.5`."""
