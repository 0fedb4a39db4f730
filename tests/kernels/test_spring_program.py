"""A program's arrays reach the compiled kernel in the order of its arguments."""

import inspect

from spring_rigs import chain

from pantin.kernels import spring_program
from pantin.springs.chains import chains
from pantin.springs.compile import program


def test_the_arrays_of_a_program_are_in_the_order_of_its_docstring():
    rig = chain(2)
    made = program(rig, chains(rig), "spec")
    names = [name for name in spring_program.Program._fields if name != "levels"]
    assert [id(one) for one in made.arrays] == [id(getattr(made, name)) for name in names]


def test_every_column_is_described():
    text = inspect.getdoc(spring_program.Program) or ""
    assert all(name in text for name in spring_program.Program._fields)
