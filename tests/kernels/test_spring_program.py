"""What a spring kernel runs is described where it is made."""

import inspect

from pantin.kernels import spring_program


def test_every_array_is_described():
    text = inspect.getdoc(spring_program.Program) or ""
    assert all(name in text for name in spring_program.Program.__struct_fields__)
