"""What a spring kernel runs is described where it is made."""

import dataclasses
import inspect

from pantin.kernels import spring_program


def test_every_array_is_described():
    text = inspect.getdoc(spring_program.Program) or ""
    assert all(field.name in text for field in dataclasses.fields(spring_program.Program))
