"""What tests of stages need."""

from __future__ import annotations

import pytest


@pytest.fixture
def stage(tmp_path):
    """A stage in metres with y up, from time code 0 to 24."""
    pytest.importorskip("pxr", reason="the extra pantin[usd] is not installed")
    from pxr import Usd, UsdGeom

    made = Usd.Stage.CreateNew(str(tmp_path / "stage.usda"))
    UsdGeom.SetStageMetersPerUnit(made, 1.0)
    UsdGeom.SetStageUpAxis(made, "Y")
    made.SetStartTimeCode(0)
    made.SetEndTimeCode(24)
    return made
