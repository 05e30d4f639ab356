"""What code that runs as it stands needs a value for, and catches: refused all the same.

`except Exception` in such code would catch the refusal, and go on to a result that plain
Python does not give.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import decimal
import functools
import math
import struct
import sys

import numpy as np
import pytest

import autograph as ag
from autograph.testing import Verdict, check

T = ag.constant


@ag.autograph.do_not_convert
def decided(x):
    try:
        return 1 if x > 0 else 2
    except Exception:
        return 3


@ag.autograph.do_not_convert
def raised_otherwise(x):
    try:
        return int(x)
    except TypeError:
        raise ValueError("no number") from None


def yielded(x):
    try:
        yield from x
    except TypeError:
        yield T(5)


def at_the_end(x):
    return decided(x)


def on_one_path(x):
    result = 0
    if x > 0:
        result = decided(x)
    return result


def in_a_loop(x):
    result = 0
    for _ in range(x):
        result += decided(x)
    return result


def in_a_try(x):
    result = 0
    try:
        result = raised_otherwise(x)
    except ValueError:
        result = -1
    return result


def by_a_generator(x):
    return list(yielded(ag.range(x)))


def as_an_exception(x):
    return raised_otherwise(x)


FUNCTIONS = (
    at_the_end,
    on_one_path,
    in_a_loop,
    in_a_try,
    by_a_generator,
    as_an_exception,
)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_refusal_that_is_caught_is_raised_again(function):
    found = check(function, T(3))
    assert found.verdict is Verdict.REFUSED, str(found)
    error = found.staged.error
    assert isinstance(error, ag.errors.OperatorNotAllowedInGraphError)
    assert "needs its value, which is known only when the graph runs" in str(error)
    assert error.origin.function in ("decided", "raised_otherwise", "yielded")


@ag.autograph.do_not_convert
def picked(place):
    return [5, 6, 7][place]


def counted(x, n):
    """Cannot be a function of the graph, where `n` is symbolic; it is unrolled."""
    if n >= 3:
        return x
    if x > n:
        return counted(x, n + 1) + picked(n)
    return x


def test_what_can_be_traced_in_another_way_is_not_refused():
    for x in (-1, 1, 5):
        found = check(lambda x: counted(x, 0), T(x))
        assert found.verdict is Verdict.SAME, str(found)


def packed(x):
    try:
        return struct.unpack(">i", struct.pack(">f", x))[0]
    except struct.error:
        return -1


def exact(x):
    try:
        return float(decimal.Decimal(x) + 1)
    except TypeError:
        return -1.0


def exact_in_a_list(xs):
    try:
        return len(list(map(decimal.Decimal, xs)))
    except TypeError:
        return -1


def days(x):
    try:
        return dt.timedelta(seconds=x).days
    except TypeError:
        return -1


def scaled(n):
    try:
        return math.ldexp(1.0, n)
    except TypeError:
        return -1.0


def hexadecimal(x):
    try:
        return len(float.hex(x))
    except TypeError:
        return -1


def by_a_partial(x):
    try:
        return float(functools.partial(decimal.Decimal)(x))
    except TypeError:
        return -1.0


@ag.autograph.do_not_convert
def to_decimal(x):
    return decimal.Decimal(x)


def by_code_as_it_stands(x):
    try:
        return float(to_decimal(x))
    except TypeError:
        return -1.0


def decimals(xs):
    for x in xs:
        yield decimal.Decimal(x)


def by_steps_of_a_generator(x):
    try:
        total = 0.0
        for each in decimals([x]):
            total += float(each)
    except TypeError:
        total = -1.0
    return total


FLOAT, WHOLE = np.float64(2.5), np.int64(7)
TRANSLATED = (
    (packed, FLOAT),
    (exact, FLOAT),
    (exact_in_a_list, np.ones(2)),
    (days, np.float64(200000.0)),
    (scaled, WHOLE),
    (hexadecimal, FLOAT),
    (by_a_partial, FLOAT),
    (by_code_as_it_stands, FLOAT),
    (by_steps_of_a_generator, FLOAT),
)


@pytest.mark.parametrize(
    ("function", "given"), TRANSLATED, ids=[each.__name__ for each, _ in TRANSLATED]
)
def test_what_c_says_of_a_value_in_place_of_a_number_is_a_refusal(function, given):
    found = check(function, given)
    assert found.verdict is Verdict.REFUSED, str(found)
    error = found.staged.error
    assert isinstance(error, ag.errors.AutographError)
    assert error.origin.filename == __file__


def asked_for_attributes(x):
    found = 0
    if hasattr(x, "no_such_attribute"):
        found += 1
    if getattr(x, "no_such_attribute", None) is not None:
        found += 2
    try:
        x.no_such_attribute  # it is asked for
        found += 4
    except AttributeError:
        pass
    return found


def missing_in_containers(x):
    found = []
    try:
        [x, x].pop(5)
    except IndexError:
        found.append(1)
    try:
        {"a": x}["b"]  # it is looked up
    except KeyError:
        found.append(2)
    try:
        next(iter(()))
    except StopIteration:
        found.append(3)
    try:
        {"a": x}.pop("b")
    except KeyError:
        found.append(4)
    return found


def of_no_value(x):
    try:
        return x + int("no number")
    except ValueError:
        return x


@pytest.mark.parametrize(
    "function", [asked_for_attributes, missing_in_containers, of_no_value]
)
@pytest.mark.parametrize("given", [FLOAT, WHOLE, T(3)])
def test_what_plain_python_raises_as_well_is_handled(function, given):
    found = check(function, given)
    assert found.verdict is Verdict.SAME, str(found)


# -- Handlers of code that runs as it stands -------------------------------------------


@ag.autograph.do_not_convert
def decimal_or_less(x):
    try:
        return float(decimal.Decimal(x))
    except TypeError:
        return -1.0


@ag.autograph.do_not_convert
def suppressed(x):
    found = -1.0
    with contextlib.suppress(TypeError):
        found = float(to_decimal(x))
    return found


@ag.autograph.do_not_convert
def hours(x):
    try:
        return dt.timedelta(hours=x).days
    except TypeError:
        raise ValueError("no hours") from None


def decimals_or_less(xs):
    for x in xs:
        try:
            yield float(decimal.Decimal(x))
        except TypeError:
            yield -1.0


@ag.autograph.do_not_convert
class Exact:
    def __init__(self, x):
        try:
            self.value = float(decimal.Decimal(x))
        except TypeError:
            self.value = -1.0


@ag.autograph.do_not_convert
def by_an_object(x):
    return Exact(x).value


def translated(x):
    try:
        return hours(x)
    except ValueError:
        return -1


@pytest.mark.parametrize(
    "function",
    [
        lambda x: decimal_or_less(x) + 1.0,
        lambda x: suppressed(x) + 1.0,
        lambda x: by_an_object(x) + 1.0,
        lambda x: list(decimals_or_less([x]))[0],
        lambda x: sum(each for each in decimals_or_less([x])),
        translated,
    ],
)
def test_a_handler_that_runs_as_it_stands_is_not_for_what_c_says(function):
    found = check(function, FLOAT)
    assert found.verdict is Verdict.REFUSED, str(found)
    assert found.staged.error.origin.filename == __file__


def test_nor_is_one_of_a_function_that_is_not_read():
    staged = ag.function(decimal_or_less, autograph=False)
    with pytest.raises(ag.errors.UnstagedOperationError, match="handles what is said"):
        staged(FLOAT)


@ag.autograph.do_not_convert
def handled_as_in_plain_python(x):
    found = []
    try:
        found.append(int("no number"))
    except ValueError:
        found.append(1)
    try:
        found.append({}["a"])
    except KeyError:
        found.append(2)
    try:
        x.no_such_attribute
    except AttributeError:
        found.append(3)
    try:
        len(5)
    except TypeError:
        found.append(4)
    return [x + each for each in found]


def test_a_handler_that_runs_as_it_stands_takes_what_plain_python_raises():
    found = check(lambda x: (handled_as_in_plain_python(x), x), FLOAT)
    assert found.verdict is Verdict.SAME, str(found)


def test_what_was_traced_before_is_traced_afterwards():
    events = []

    def trace(frame, event, arg):
        if frame.f_code is handled_as_in_plain_python.__code__:
            events.append(event)
        return trace

    staged = ag.function(lambda x: (handled_as_in_plain_python(x), x))
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        staged(FLOAT)
        assert sys.gettrace() is trace
    finally:
        sys.settrace(before)
    assert {"call", "line", "exception", "return"} <= set(events)
