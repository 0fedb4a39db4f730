"""Golden models in tests: a pytest plugin, which pytest finds by itself where Pantin is installed.

`assert_same_rig` compares the posed geometry of two models. The fixture `golden_model` compares a model with
a file beside the test, and `pytest --update-golden` writes that file again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pytest

if TYPE_CHECKING:
    from pantin import Asset, Rig
    from pantin.operations.comparison import Kind

    Model: TypeAlias = "str | os.PathLike[str] | bytes | Asset | Rig"

__all__ = ["Golden", "assert_same_rig", "golden_model"]

SHOWN = 10
"""Differences that a failed test quotes."""


def assert_same_rig(
    actual: Model, expected: Model, tolerance: float | None = None, ignore: Collection[Kind] = ()
) -> None:
    """Fail, with the first differences, unless two models do the same; see `pantin.diff`.

    Models are files, assets or rigs.

    >>> from pantin.pytest import assert_same_rig
    >>> assert_same_rig("examples/arm.glb", pantin.load("examples/arm.glb").rig)
    """
    __tracebackhide__ = True
    import pantin

    difference = pantin.diff(expected, actual, tolerance=tolerance, ignore=ignore)
    if difference.equal:
        return
    lines = [str(change) for change in difference.differences[:SHOWN]]
    hidden = len(difference.differences) - len(lines)
    if hidden:
        lines.append(f"and {hidden} more")
    distance = f"posed vertices are up to {difference.max_error:.3g} apart"
    pytest.fail(
        "\n  ".join([f"the models differ ({distance}, tolerance {difference.tolerance:.3g}):", *lines])
    )


Golden: TypeAlias = "Callable[..., None]"
"""What the fixture gives: a function of a model, the name of its golden file, `tolerance` and `ignore`."""


@pytest.fixture
def golden_model(request: pytest.FixtureRequest) -> Golden:
    """A function that compares a model with the file of that name in the folder `golden` beside the test:

        def test_the_compiler(golden_model):
            golden_model(pantin.compile("hero.rigy.yaml"), "hero.glb")

    With `pytest --update-golden` it writes the file instead.
    """
    folder = Path(request.path).parent / "golden"
    update = bool(request.config.getoption("--update-golden"))

    def compare(
        model: Model, name: str, tolerance: float | None = None, ignore: Collection[Kind] = ()
    ) -> None:
        __tracebackhide__ = True
        import pantin

        expected = folder / name
        if update:
            folder.mkdir(exist_ok=True)
            rig_or_asset = pantin.load(model) if isinstance(model, str | bytes | os.PathLike) else model
            pantin.save(rig_or_asset, expected)
        elif not expected.exists():
            pytest.fail(f"{expected} does not exist; pytest --update-golden writes it")
        else:
            assert_same_rig(model, expected, tolerance, ignore)

    return compare


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option that writes golden models."""
    parser.getgroup("pantin").addoption(
        "--update-golden", action="store_true", help="write golden models instead of comparing with them"
    )
