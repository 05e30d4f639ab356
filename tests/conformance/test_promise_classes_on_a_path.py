"""Numbers of one class of Python's on one path, and of another, or tensors, elsewhere.

Where plain Python gives something of another kind on the path that the run takes, and
the graph has one dtype for both, it is refused there, and nowhere else if the run knows.
"""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_a_graph_cannot_tell_is_refused = refused.refusal_test()

# Of these the run refuses the path of Python's number, the last call of each.
told = Rows()


@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")  # 3.12
@pytest.mark.parametrize(("function", "args"), told.calls)
def test_the_run_refuses_the_path_of_the_number(function, args):
    *others, number = args
    staged = ag.function(function)
    for each in others:
        assert check(staged, *each).verdict is Verdict.SAME
    assert check(staged, *number).verdict is Verdict.REFUSED


# -- Truth values that are tensors on another path -------------------------------------


@told.on(((T(1), T(5)), (T(1), T(2)), (T(-1), T(5))))
def added_truths(k, x):
    found = True
    if k > 0:
        found = x > 3
    return found + found == 2


@told.on(((T(1), T(5)), (T(-1), T(5))))
def an_inverted_truth(k, x):
    found = True
    if k > 0:
        found = x > 3
    return ~found


@rows.on((T(1), T(5)), (T(-1), T(5)))
def joined_truths(k, x):
    found = True
    if k > 0:
        found = x > 3
    return found & (x > 4), found | False, found ^ True, not found


# -- Powers that are complex -----------------------------------------------------------


@told.on(((T(4.0), T(1)), (T(4.0), T(-1))))
def a_root_of_a_negative_number(x, k):
    n = -8.0
    if k > 0:
        n = x
    return abs(n**0.5)


@rows.on((T(4.0), T(1)), (T(4.0), T(-1)))
def a_root(x, k):
    n = 16.0
    if k > 0:
        n = x
    return n**0.5


# -- Real numbers that are complex on another path -------------------------------------


@rows.on(T(1), T(-1))
def computed_with(k):
    x = 2
    if k > 0:
        x = 1j
    return abs(x * 2 + 1), x == 2, bool(x)


@refused.on(T(1), T(-1))
def text_of_it(k):
    x = 2
    if k > 0:
        x = 1j
    return f"{x}"


@refused.on(T(1), T(-1))
def its_class(k):
    x = 1.5
    if k > 0:
        x = 1j
    return isinstance(x, complex)


@rows.on(T(1), T(-1))
def a_class_that_it_never_has(k):
    x = 1.5
    if k > 0:
        x = 1j
    return isinstance(x, str), isinstance(x, (float, complex))


@refused.on(T(1), T(-1))
def its_order(k):
    x = 1.5
    if k > 0:
        x = 1j
    return x < 2


@refused.on(T(-1))
def its_rest(k):
    x = 7
    if k > 0:
        x = 1j
    try:
        return x % 3
    except TypeError:
        return -1


@refused.on(T(-1))
def the_integer_of_it(k):
    x = 7
    if k > 0:
        x = 1j
    return int(x)


# -- Integers that are floats on another path ------------------------------------------


@refused.on(T(-1), T(1))
def shifted(k):
    x = 6
    if k > 0:
        x = 2.5
    try:
        return x << 1
    except TypeError:
        return -1


@refused.on(T(-1), T(1))
def a_method_of_integers(k):
    x = 6
    if k > 0:
        x = 2.5
    return x.bit_length()


@refused.on(T(-1), T(1))
def an_integer_that_no_float_holds(k):
    n = 2**53 + 1
    if k > 0:
        n = 0.5
    return n % 2


@refused.on(T(-1), T(1))
def an_integer_beyond_all_floats(k):
    n = 10**400
    if k > 0:
        n = 0.5
    return n > 1


# -- What is asked of numbers that are tensors on another path -------------------------


@rows.on(T(1.5), T(3.5))
def whether_it_is_a_tensor(v):
    x, total = 1 if v > 2 else v, 0
    y = 0.1 if v > 2 else np.float32(v)
    for _ in ag.range(ag.cast(v, ag.int32) - 1):
        total += v
    if ag.is_tensor(x):
        x = x * 2
    said = ag.is_tensor(total), ag.is_tensor(x > 0), ag.is_tensor(x + v)
    return x, said, ag.is_tensor(y), isinstance(x, ag.Tensor)


@rows.on(T(1.5), T(3.5))
def which_attributes_it_has(v):
    x = 1 if v > 2 else v
    width = x.ndim if hasattr(x, "ndim") else -1
    return width, hasattr(x, "bit_length"), hasattr(x, "missing"), hasattr(x, "real")


@refused.on(T(1.5), T(3.5))
def whether_an_item_is_a_tensor(v):
    xs = [1 if v > 2 else v for _ in range(int(v))]
    return ag.is_tensor(xs[0])
