"""`is` of values that the run has: which object it is may depend on the path."""

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()
T = ag.constant
PAIRS = (
    (T(1.0), T(2.0)),
    (T(3.0), T(1.0)),
    (T(-1.0), T(float("nan"))),
    (np.float64(1.0), np.float64(2.0)),
    (np.array(1.0), np.array(-2.0)),
)


@programs.staged(T(3), T(0), np.int64(3))
def of_truths(n):
    """`is True` and `is False` of a dynamic bool."""
    found = int(n) > 2
    return found is True, found is False, found is not True, [found][0] is True


@programs.staged(T(3), T(1))
def of_two_truths(n):
    """`is` of two dynamic bools."""
    return (int(n) > 2) is (int(n) > 0)


@programs.staged(*PAIRS)
def of_what_no_path_passes_on(x, z):
    """`is` of tensors and NumPy scalars that are computed anew."""
    y = x + 1 if x > 0 else z + 1
    return y is x, y is z, y is y, x is z


@programs.staged(*PAIRS)
def of_none(x, z):
    """`is None` of a variable that a path assigns."""
    y = None
    if z > 0:
        y = x
    return y is None


@programs.falls(*PAIRS)
def of_a_conditional_expression(x, z):
    """`is` of a conditional expression and its operands cannot be staged."""
    y = x if x > 0 else z
    return y is x, y is z


@programs.falls(*PAIRS)
def of_a_variable_of_a_loop(x, z):
    """`is` of a variable that a loop may have assigned cannot be staged."""
    y, n = x, 0
    while n < z:
        y = z
        n += 1
    return y is x, y is z


@programs.falls(*PAIRS)
def of_an_extreme(x, z):
    """`is` of the result of `max` cannot be staged."""
    y = max(x, z)
    return y is x, y is z


@programs.falls(*PAIRS)
def of_an_optional_value(x, z):
    """`is` of a value that may be None cannot be staged."""
    y = None
    if z > 0:
        y = x
    return y is x


@programs.falls(*PAIRS)
def of_tuples(x, z):
    """`is` of a tuple that a path may replace cannot be staged."""
    kept = pair = (x, 1)
    if z > 0:
        pair = (x, 2)
    return pair is kept


@programs.falls(*PAIRS)
def of_an_item_of_a_growing_list(x, z):
    """`is` of an item of a list of the run cannot be staged."""
    items = []
    for _ in range(int(abs(x))):
        items.append(x)
    return items[0] is x


@programs.falls((T(float("nan")), T(1.0)), (T(1.0), T(float("nan"))))
def of_nan_in_a_list(x, z):
    """Whether a list has nan depends on whether it is the same object."""
    return x in [max(x, z)], [x] == [max(x, z)], {"a": x} == {"a": min(x, z)}
