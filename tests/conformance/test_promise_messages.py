"""The promise, for exceptions whose arguments are known only when the graph runs.

PYTEST_DONT_REWRITE: pytest would change the messages of assertions.
"""

# Programs under test are written as users write them.

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows, refused = Rows(), Rows()
NUMBERS = (T(7), T(-3), T(0))


test_the_graph_raises_what_plain_python_raises = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_cannot_be_staged_is_refused(function, args):
    assert check(function, *args).verdict is Verdict.REFUSED


@rows.on(*NUMBERS)
def raise_with_a_value(x):
    if x > 3:
        raise ValueError(f"bad {x}, {int(x):>4}")
    if x < 0:
        raise KeyError(x, int(x), "text") from None
    return x


@rows.on(*NUMBERS)
def always_raise(x):
    raise OSError(2, f"no {x}")


@rows.on(*NUMBERS)
def assert_with_a_value(x):
    assert x > 0, f"got {x}"
    assert x < 5, x
    return x


@rows.on(*NUMBERS)
def assert_with_structures(x):
    assert x < 5, ("a tuple", [x, {"k": int(x)}])
    return x


class RejectedError(Exception):
    def __init__(self, x, *, more=0):
        if x > 3 and not more:
            more = -1
        super().__init__(f"rejected {x} {more}")
        self.x = x


class PlainError(ValueError):
    pass


@rows.on(*NUMBERS)
def raise_of_a_class_with_a_constructor(x):
    if x > 3:
        raise RejectedError(x)
    if x < 0:
        raise RejectedError(int(x), more=[x, "q"])
    error = PlainError("plain", [x, 3])
    raise error


@rows.on(*NUMBERS, T(9))
def raise_in_a_loop(x):
    for i in ag.range(x):
        if i == 4:
            raise ValueError(f"at {i} of %s" % x)
    return x


def checked(x, name):
    if x > 3:
        raise ValueError("{} must not be {!r}".format(name, x))
    return x


@rows.on(*NUMBERS)
def raise_in_a_function_that_is_called(x):
    return checked(x, "x") + checked(x + 4, f"x + {int(x)}")


@rows.on(*NUMBERS)
def none_in_a_message(x):
    y = None
    if x > 3:
        y = x
    if x != 0:
        raise ValueError(f"{y} of {x}")
    raise KeyError(y, [y, x])


@rows.on(*NUMBERS)
def none_in_an_assertion(x):
    y = None
    if x > 3:
        y = x
    assert x < 0, (y, "q")
    return x


# -- What is caught ------------------------------------------------------------------


@rows.on(*NUMBERS)
def text_of_what_is_caught(x):
    try:
        if x > 3:
            raise ValueError(f"bad {x}", x)
        assert x == 0, f"got {x}"
        text = "fine"
    except (ValueError, AssertionError) as error:
        text = f"{error!r} {error}" + str(error)
    return text


@rows.on(*NUMBERS)
def caught_with_a_constructor(x):
    try:
        if x > 3:
            raise RejectedError(x, more=2)
        text = "fine"
    except RejectedError as error:
        text = str(error)
    return text


@rows.on(T(7), T(1))
def attribute_of_what_is_caught(x):
    try:
        if x > 3:
            raise RejectedError(x)
    except RejectedError as error:
        return error.x
    return x


@rows.on(*NUMBERS)
def attribute_of_what_is_not_made_yet(x):
    try:
        raise RejectedError(x)
    except RejectedError as error:
        return error.x


@rows.on(*NUMBERS)
def text_of_what_is_not_made_yet(x):
    try:
        raise RejectedError(x)
    except RejectedError as error:
        return str(error)


@ag.autograph.do_not_convert
def unconverted(x):
    return repr(x)


@refused.on(T(7))
def message_of_unconverted_code(x):
    if x > 3:
        raise ValueError(unconverted(x))
    return x


@rows.on(T(3), T("ab"))
def the_length_of_a_scalar(x):
    return len(x)
