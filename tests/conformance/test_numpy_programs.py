"""Random programs of NumPy's functions give as graphs what NumPy gives.

`python -m tests.conformance.numpy_programs --programs 2000` runs many more.
"""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance.numpy_programs.agreement import compare
from tests.conformance.numpy_programs.programs import random_program

few = settings(max_examples=max(settings().max_examples // 2, 1))


@few
@given(seed=st.integers(0, 2**32), writes=st.booleans())
def test_no_program_differs(seed, writes):
    """Some are refused; what is not known of shapes may be asked for."""
    program = random_program(seed, writes=writes)
    found = [*compare(program, seed)]
    assert not [each for each in found if each.verdict == "differs"], program.source
    known = [each for each in found if each.known == "shapes"]
    assert not [each for each in known if each.verdict == "raises"], program.source
