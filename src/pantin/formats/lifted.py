"""What lifting gives, apart from lifting itself: who has a rig already need not load the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pantin.report import Finding
    from pantin.rig import Rig


@dataclass(frozen=True, slots=True)
class Lifted:
    """A rig, and a finding for everything of the file that is not in it."""

    rig: Rig
    findings: tuple[Finding, ...]
