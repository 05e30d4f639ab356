"""Each rung of the ladder is right wherever it can be taken: modes that take it there.

Programs about what tracing does once, to what outlives the call, are excepted.
"""

import pytest

from autograph.staging.forcing import forced
from autograph.testing import Verdict
from tests.language.programs import Rung, tables

MODES = ("real", "calls", "statements")
# What code that Python runs at each run does to what outlives the call, and what is
# read of that, once, while tracing.
EXCEPTED = {
    "list/order": {"known_ones_with_effects", "the_least_of_counted_ones"},
    "comprehension/comprehensions": {"of_globals_and_functions_around"},
    # The warning that Python runs it is an error there.
    "try_statement/operations": {"warnings_as_errors"},
    # A call in the body of a class is made as it stands, while tracing.
    "generator/functions": {"type_in_the_body_of_a_class"},
}
PROGRAMS = [
    (table, program)
    for table, programs in tables().items()
    for program in programs
    if program.rung in (Rung.STAGED, Rung.PYTHON)
    and not program.leaves_tensors
    and program.name not in EXCEPTED.get(table, ())
]
EACH = 97  # of so many programs the gate has one


def _params(numbers):
    return [
        pytest.param(program, id=f"{table}-{program.name}")
        for table, program in (PROGRAMS[i] for i in numbers)
    ]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("program", _params(range(0, len(PROGRAMS), EACH)))
def test_a_forced_rung_agrees_with_plain_python(program, mode):
    _check(program, mode)


@pytest.mark.long
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "program", _params(i for i in range(len(PROGRAMS)) if i % EACH)
)
def test_so_it_does_in_all_programs(program, mode):
    _check(program, mode)


def _check(program, mode):
    with forced(mode):
        for found in program.forced():
            assert found.verdict in (Verdict.SAME, Verdict.ALLOWED), str(found)
