"""Each program of the corpus does, decorated, what it does as plain Python."""

import pytest

from tests.language.programs import tables

PROGRAMS = [
    pytest.param(program, id=f"{table}-{program.name}-{program.rung.name.lower()}")
    for table, programs in tables().items()
    for program in programs
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_it_agrees_with_plain_python(program):
    program.run()


def test_each_program_says_what_it_shows():
    silent = [
        f"{table}: {program.name}"
        for table, programs in tables().items()
        for program in programs
        if program.name != "<lambda>" and not program.function.__doc__
    ]
    assert silent == []
