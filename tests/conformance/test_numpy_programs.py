"""Random programs of NumPy's functions give as graphs what NumPy gives.

The programs are the same in every run; others are tried by
`python -m tests.conformance.numpy_programs --programs 2000 --first 1000`.
"""

import pytest

from tests.conformance.numpy_programs.agreement import compare
from tests.conformance.numpy_programs.programs import random_program

SEEDS = range(40)


@pytest.mark.parametrize("writes", [False, True], ids=["pure", "writing"])
@pytest.mark.parametrize("seed", SEEDS)
def test_no_program_differs(seed, writes):
    """Some are refused; what is not known of shapes may be asked for."""
    program = random_program(seed, writes=writes)
    found = [*compare(program, seed)]
    assert not [each for each in found if each.verdict == "differs"], program.source
    known = [each for each in found if each.known == "shapes"]
    assert not [each for each in known if each.verdict == "raises"], program.source
