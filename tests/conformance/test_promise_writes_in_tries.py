"""Arrays that are written to in a `try` that the run decides."""

# Programs under test are written as users write them.
# ruff: noqa: B904

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
NUMBERS = (T(0.0), T(-1.0), T(1.0), T(5.0))
rows = Rows()
refused = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_may_be_one_array_is_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)


@rows.on(*NUMBERS)
def constants(x):
    a = np.zeros(3, np.float32)
    try:
        a[0] = 1
        if x > 0:
            raise ValueError("a")
        a[1] = 2
    except ValueError:
        a[2] = 3
    return a


@rows.on(*NUMBERS)
def values_of_the_run(x):
    a = np.zeros(3, np.float32)
    try:
        a[0] = x
        if x > 0:
            raise ValueError("a")
        a[1] = x * 2
    except ValueError:
        a[2] = x * 3
    return a


@rows.on(*NUMBERS)
def augmented_under_two_names(x):
    a = np.zeros(3, np.float32)
    b = a
    try:
        a += x
        if x > 0:
            raise ValueError("a")
        a *= 2
    except ValueError:
        b[2] = 7
    return a, b


@rows.on(*NUMBERS)
def in_a_loop_of_python(x):
    a = np.zeros(4, np.float32)
    for i in range(4):
        try:
            a[i] = x
            if x > i:
                raise ValueError("a")
            a[i] += 10
        except ValueError:
            continue
    return a


@rows.on(*NUMBERS)
def in_a_staged_loop(x):
    a = np.zeros(4, np.float32)
    for i in ag.range(4):
        try:
            a[i] = x
            if x > ag.cast(i, ag.float32):
                raise ValueError("a")
            a[i] += 10
        except ValueError:
            a[0] -= 1
    return a


@pytest.mark.parametrize("i", [1, 3, 9])
def test_an_index_that_may_be_wrong(i):
    found = check(an_index_that_may_be_wrong, T(1.0), T(i))
    assert found.verdict is Verdict.SAME, str(found)


def an_index_that_may_be_wrong(x, i):
    a = np.zeros(4, np.float32)
    try:
        a[0] = 1
        a[i] = x
        a[1] = 2
    except IndexError:
        a[3] = 9
    return a


@rows.on(*NUMBERS)
def in_a_function_that_is_called(x):
    def fill(v):
        v[0] = x
        if x > 0:
            raise ValueError("b")
        v[1] = x

    a = np.zeros(4, np.float32)
    try:
        fill(a)
    except ValueError as e:
        a[3] = 9
    return a


@rows.on(*NUMBERS)
def a_finally_around(x):
    a = np.zeros(4, np.float32)
    try:
        try:
            a[0] = x
            if x > 0:
                raise ValueError("b")
            a[1] = x
        finally:
            a[2] = x
    except ValueError:
        a[3] = a[2]
    else:
        a[3] = -5
    return a


@refused.on(T(1.0))
def what_may_be_a_copy(x):
    a = np.zeros(4, np.float32)
    v = a.reshape(2, 2)
    try:
        v[0, 0] = x
        if x > 0:
            raise ValueError("a")
        a[1] = x * 2
    except ValueError:
        v[1] = x
    return a, v


@rows.on(*NUMBERS)
def in_a_list(x):
    a = np.zeros(3, np.float32)
    held = [a]
    try:
        held[0][0] = x
        if x > 0:
            raise ValueError("a")
        held[0] += 1
    except ValueError:
        a[2] += 2
    return a, held


@rows.on(*NUMBERS)
def a_group(x):
    a = np.zeros(3, np.float32)
    try:
        a[0] = x
        if x > 0:
            raise ExceptionGroup("a", [ValueError()])
        a[1] = 1
    except* ValueError:
        a[2] += 2
    return a


@rows.on(*NUMBERS)
def another_array_under_its_name(x):
    a = np.zeros(3, np.float32)
    a[0] = x
    try:
        if x > 0:
            raise ValueError
        a[1] = 1
    except ValueError:
        a = np.ones(3, np.float32)
        a[2] += 2
    return a


@refused.on(T(1.0))
def two_names_in_the_body(x):
    try:
        a = np.zeros(3, np.float32)
        b = a
        if x > 0:
            raise ValueError
    except ValueError:
        a[0] = 1
    return a, b


@rows.on(*NUMBERS)
def returned_by_both(x):
    a = np.zeros(3, np.float32)
    try:
        a[0] = 1
        if x > 0:
            raise ValueError
        b = a
        b[1] = x
        if x < 0:
            raise ValueError
    except ValueError:
        a[2] = 5
        return a
    return b


@rows.on(*NUMBERS)
def a_row(x):
    a = np.zeros((3, 3), np.float32)
    row = a[1]
    try:
        row += x
        if x > 0:
            raise ValueError
        a[1, 1] = 4
    except ValueError:
        row[0] = 9
    return a, row, a[0]


@rows.on(*NUMBERS)
def tries_in_tries(x):
    a = np.zeros(3, np.float32)
    try:
        try:
            a[0] = x
            if x > 0:
                raise ValueError
            a[1] = x
            if x < 0:
                raise KeyError
        except ValueError:
            a[2] = a[0] + 1
            if x > 2:
                raise KeyError
            a[0] = -7
    except KeyError:
        return a * 2
    return a


@rows.on(*NUMBERS)
def branches_in_the_body(x):
    a = np.zeros(3, np.float32)
    try:
        if x > 0:
            a[0] = x
        else:
            a[1] = x
            if x < 0:
                raise ValueError
        assert x < 2
        a[2] = 3
    except (ValueError, AssertionError):
        a[2] -= 3
    return a


@rows.on(*NUMBERS)
def an_element_read_before(x):
    a = np.zeros(3, np.float32)
    s = a[0]
    try:
        a[0] = 4
        if x > 0:
            raise ValueError
        t = a[0]
    except ValueError:
        t = s + a[0]
    return s, t, a


@refused.on(T(1.0))
def a_view_made_in_the_body(x):
    a = np.zeros(3, np.float32)
    try:
        a[:] = x
        v = a[1:]
        if x > 0:
            raise ValueError
        v[0] = 3
        assert x < 0
    except ValueError:
        v[1] = 5
    except AssertionError:
        v[1] = 6
    return a, v


@rows.on(*NUMBERS)
def else_and_finally(x):
    a = np.zeros(3, np.float32)
    with ag.name_scope("q"):
        try:
            a[0] = x
            y = [1, 2][ag.cast(x, ag.int32)]
            a[1] = y
        except IndexError:
            a[2] = 1
        else:
            a[2] = 2
        finally:
            a += 1
    return a


@rows.on(*NUMBERS)
def beside_a_list_that_may_be_empty(x):
    a, xs, n = np.zeros(3, np.float32), [1.0], 0
    if x > 1:
        xs.pop()
    try:
        a[0] = x
        n = xs.pop()
        a[1] = n
    except KeyError as error:
        return a, str(error)
    except IndexError as error:
        a[2] = 5
        return a, str(error)
    return a, "none"


@rows.on(*NUMBERS)
def before_a_finally_that_writes_nothing(x):
    a, n = np.zeros(3, np.float32), 0
    try:
        try:
            a[1] = x
            if x > 0:
                raise KeyError
            a[0] += 4
        finally:
            n += 1
    except KeyError:
        n += 2
    return a, n


@rows.on(*NUMBERS)
def before_a_finally_where_all_raise(x):
    a = np.array([1.0, 2.0, 3.0])
    try:
        try:
            a[1] += 1.0
            n = 7 // 0
        finally:
            n = 1
    except ArithmeticError:
        n += 2
    return a, n, x


@rows.on(*NUMBERS)
def before_a_handler_that_raises_again(x):
    a = np.zeros(3, np.float32)
    try:
        try:
            a[1] = x
            if x > 0:
                raise KeyError("a", x)
            raise KeyError("b")
        except KeyError as error:
            if len(error.args) > 1:
                raise
            raise ValueError from error
    except (ValueError, KeyError):
        pass
    return a


@refused.on(T(1.0))
def two_names_in_a_branch(x):
    if x > 0:
        a = np.zeros(3, np.float32)
        b = a
    else:
        a = np.ones(3, np.float32)
        b = np.ones(3, np.float32)
    a[0] = 1
    return a, b
