"""Text of values of several types."""

from __future__ import annotations

import json
import math

import numpy as np

import autograph as ag
from tests.language.path_arguments import ARRAYS, NUMBERS
from tests.language.programs import Programs

programs = Programs()


# -- Text of a number on one path, a tensor on the other

T = ag.constant


@programs.documented(*ARRAYS)
def the_text_of_a_sum(xs):
    """The text of a sum that is the int 0 or a NumPy scalar or tensor."""
    total = 0
    count = 0
    for x in xs:
        if x > 2:
            total += x
            count += 1
    if count == 2:
        raise ValueError(f"two make {total}")
    return f"{total:>5} {total!r} {count} " + str(total)


@programs.documented(*NUMBERS)
def texts(x):
    """The text of what is the int 0 on one path, the argument on the other."""
    k = 0
    if x > 0:
        k = x
    first = "%s and %r" % (k, k), f"{k:.2f}", format(k, "5")
    return first, f"{k + 1}", f"{k * 2.0!r}", ", ".join([str(k), repr(k)])


@programs.documented(*NUMBERS)
def text_of_two(x):
    """The text of `max(0, x)` and of a conditional expression, and their sum."""
    k = max(0, x)
    m = 1 if x > 2 else x
    return "{} {} {}".format(k, m, k + m), f"{max(x, 0)}"


@programs.documented(*NUMBERS)
def given_to_exceptions(x):
    """Exceptions with an argument that is an int or the argument's class."""
    k = 0
    if x > 0:
        k = x
    if k > 6:
        raise AssertionError(k)
    if x > 3:
        raise KeyError(k)
    if x < 0:
        raise ValueError(k, "is negative")
    return k


@programs.documented(*NUMBERS)
def as_a_message(x):
    """AssertionError with an int or the argument's class, and its text."""
    k = 0
    if x > 0:
        k = x
    if k <= 3:
        raise AssertionError(k)
    if k >= 6:
        raise AssertionError(f"got {k}")
    return k


@programs.staged(*NUMBERS)
def text_of_what_was_caught(x):
    """The text of the argument of an exception caught from two raises."""
    try:
        if x > 2:
            raise ValueError(x)
        if x < 0:
            raise ValueError(x + 1)
    except ValueError as error:
        return f"{error.args[0]} {error.args[0]!r} {error}"
    return "none"


SMALL = (T(1.5), T(3.5), T(7.5))


@programs.documented(*SMALL, np.float32(1.5), np.float32(3.5))
def text_of_what_float32_rounds(v):
    """The text of a Python float on one path, a float32 on the other."""
    x = 0.1 if v > 2 else v
    y = 0.3
    if v < 5:
        y = y - 0.1 if v > 2 else v
    texts = f"{x} {y!r} {-x} {x**2} {x // 0.03} {y / 3}", f"{x + y}", str([x])
    return texts, f"{float(x)} {round(x, 2)}", round(y, 1), f"{math.sqrt(x)}"


@programs.documented(*SMALL)
def text_of_what_a_loop_rounds(v):
    """The text of a loop-carried Python float that may become a tensor."""
    rate, shown = 0.7, []
    for i in ag.range(4):
        shown.append(f"{rate}")
        rate = rate * 0.9 if i != 2 or v < 2 else rate * v
    return shown, f"{rate}"


@programs.documented(*SMALL)
def decisions_about_what_is_rounded(v):
    """Comparisons of a Python float on one path, a float32 on the other."""
    x = 0.1 + 0.2 if v > 2 else v
    y = 0.3 if v > 5 else v
    return x == 0.3, x > 0.3, x != y, x in (0.3, 1.5), float(x) <= 0.3, max(x, 0.3)


@programs.documented(*SMALL)
def an_integer_that_float32_rounds(v):
    """An int that float32 cannot represent is selected with a float32."""
    n = 16777217 if v > 2 else v
    return f"{n}", int(n), n > 16777216


@programs.staged(*SMALL)
def raised_with_what_is_rounded(v):
    """Exceptions with a Python float or a float32 as their argument."""
    x = 0.1
    if v > 2:
        raise ValueError(x)
    if v > 1:
        x = v
    raise KeyError(x, f"of {x}")


@programs.documented(*SMALL)
def given_to_an_exception_as_it_was(v):
    """An exception's argument is a Python float or a float32 tensor."""
    x = 0.1 if v > 2 else v
    raise ValueError(x)


@programs.staged(np.array([1, 2]), T([1, 2]))
def text_of_caught_arrays(a):
    """The text of an array and its sum as arguments of a caught exception."""
    try:
        if a.sum() > 2:
            raise ValueError(a, a.sum(), "large")
    except ValueError as error:
        return f"{error.args[0]} {error.args[1]!r} {error}"
    return "none"


@programs.staged(*NUMBERS)
def an_integer_or_a_float(x):
    """The text and the class of a number that is an int or a float."""
    y = 1
    if x > 0:
        y = 2.5
    z = y * 2
    return f"{y} {z!r} {-y} {y + 0.5}", isinstance(y, int), isinstance(z, float)


@programs.staged(*ARRAYS)
def a_sum_of_floats(xs):
    """The text of a sum that is the int 0 until a float is added."""
    total = 0
    for x in xs:
        total += float(x)
    return f"{total}", total


@programs.staged(*ARRAYS)
def integers_and_halves(xs):
    """The text of a sum to which a loop adds 1 or 0.5."""
    total = 0
    for x in xs:
        total = total + 1 if x > 2 else total + 0.5
    if total == 1:
        raise ValueError(total)
    return f"{total}"


@programs.staged(*NUMBERS)
def a_quotient_of_either(x):
    """`//` by int 0 or by a float; int 0 raises ZeroDivisionError."""
    y = 0
    if x > 0:
        y = 2.5
    return 1 // y


@programs.documented(*NUMBERS)
def the_class_of_either(x):
    """`isinstance()` of what is an int or the argument's class."""
    k = 0
    if x > 0:
        k = x
    return isinstance(k, int), isinstance(k, float)


@programs.staged(np.int64(3))
def the_text_of_a_list_of_both(n):
    """The text of a growing list of ints and floats cannot be staged."""
    numbers = []
    for i in range(n):
        numbers.append(i if i % 2 else i / 2)
    return f"{numbers}"


@programs.staged(np.int64(3))
def the_class_of_items_of_both(n):
    """`isinstance()` of items of a list of ints and floats is not staged."""
    numbers = [1]
    for i in range(n):
        numbers.append(i / 2)
    return [isinstance(v, int) for v in numbers]


@programs.staged(np.int64(3))
def the_text_of_numbers_and_tensors(n):
    """The text of a list of NumPy and Python ints cannot be staged."""
    numbers = []
    for _ in range(n):
        numbers.append(n)
        numbers.append(int(n))
    return f"{numbers}"


@programs.staged(np.int64(3))
def the_type_of_either(x):
    """`type(y) is int` of what is an int or a float cannot be staged."""
    y = 1
    if x > 0:
        y = 2.5
    return type(y) is int


@programs.documented(*ARRAYS)
def texts_in_a_loop(xs):
    """A loop shows loop-carried numbers that change their class."""
    text = ""
    best = total = 0
    for x in xs:
        text += f"{best!r},"
        if x > best:
            best = x
        if x > 2:
            total += x
        text += f"[{total}] {isinstance(best, int)}"
        if total > 6:
            total = 0
    return text + str(total)


@programs.documented(*ARRAYS)
def raised_in_a_loop(xs):
    """A raise in a loop with a sum that is the int 0 or an array item."""
    total = 0
    for x in xs:
        if x < 0:
            raise ValueError(f"after {total!r}", total)
        total = total + x if x > 2 else total
    return f"{total!r}"


@programs.documented(*ARRAYS)
def texts_in_loops_of_loops(xs):
    """Nested loops return the text of a sum that changes its class."""
    total = 0
    for x in xs:
        for y in xs:
            if y > x:
                total = total + y
            if total > 5:
                return f"large {total!r}"
    return f"{total!r}"


@programs.documented(*ARRAYS)
def texts_of_two_that_change_places(xs):
    """The text of two loop-carried numbers that swap places and classes."""
    a, b, text = 0, 0, ""
    for x in xs:
        a, b = b, x if x > 1 else a
        text += f"{a!r} {b!r} {isinstance(a, int)};"
    return text


OF_EACH_CLASS = (T(3, ag.int64), np.int64(3), T(0), 5, 0)


@programs.documented(*OF_EACH_CLASS, *OF_EACH_CLASS[::-1])
def arguments_of_several_classes(x):
    """The text of the int 0 or of an argument, for arguments of several classes."""
    k = 0
    if x > 0:
        k = x
    return f"{k!r}"


@programs.staged(*(np.int64(n) for n in (0, 1, 3)))
def keys_that_are_numbers_of_numpy_on_a_path(x):
    """A key that is an int or a NumPy int, in dicts and sets."""
    k = max(0, x)
    table = {1: 2, 0: 5}
    table[k] = 7
    return {1: 2, 0: 5, 3: 6}[k], table.get(k), k in {0, 3}, len(table), len({k, 0})


@programs.staged(T(3), np.int64(0))
def an_index_that_is_a_float_on_a_path(x):
    """Indexing a list by what is an int or a float cannot be staged."""
    y = 1
    if x > 0:
        y = 2.5
    return [0, 1, 2][y]


@programs.staged(T(3), np.int64(0))
def a_count_that_is_a_float_on_a_path(x):
    """`range()` of what is an int or a float cannot be staged."""
    y = 1
    if x > 0:
        y = 2.5
    return list(range(y))


@programs.staged(T(3), np.int64(0))
def a_repetition_by_what_is_a_float_on_a_path(x):
    """Repeating a list by what is an int or a float cannot be staged."""
    y = 1
    if x > 0:
        y = 2.5
    return [0] * y


@programs.staged(*map(T, (-6, 0, 6, 101)))
def made_a_float_on_each_path(n):
    """`float()` and `complex()` of what is an int, a float or a complex."""
    number = 1
    if n > 100:
        number = 7 / number
    x = float(number)
    z = 1 if n > 5 else 2j
    return f"{x} {x % 2} {-x} {[float(number)]} {complex(z)}", type(x) is float


@programs.staged(*map(T, (-6, 0, 6, 101)))
def raised_with_what_was_made_a_float(n):
    """An exception with the `float()` of what is an int or a float."""
    number = 1
    if n > 100:
        number = 7 / number
    number = float(number) % 2
    if n > 0:
        raise ValueError(number, f"{number}")
    return number


@programs.staged(*[(T(x), T(y)) for x in (0, 3) for y in (1, 6, 7)])
def raised_with_an_integer_or_nan(x, y):
    """An exception with an int that a float tensor, maybe NaN, replaced."""
    found = 7
    if y > 5:
        found = 0.5 % x
    if y > 6:
        raise ValueError(found, f"{found}")
    return 0


# -- Text on one path, a tensor on the other

CALLS = ((T(0), T("abc")), (T(2), T("abc")))


def either(n, s):
    return s if n > 0 else "ab"


@programs.staged(*CALLS)
def concatenated(n, s):
    """`+` in a loop turns a Python string into a string tensor."""
    u = ""
    for _ in range(n):
        u = u + s
    u += "x"
    return u, "y" + u, u + s


@programs.staged(*CALLS)
def compared(n, s):
    """Comparisons and `in` of a Python string or a string tensor."""
    u = either(n, s)
    return u == "ab", "abc" != u, u < "b", u == s, u in ("abc", "d"), [u].count("ab")


@programs.staged(*CALLS)
def what_comparing_gives(n, s):
    """The comparison of a string or a string tensor as a Python bool."""
    found = either(n, s) == "ab"
    return f"{found}", isinstance(found, bool), not found, 1 if found else 2


@programs.falls(*CALLS)
def as_a_tensor(n, s):
    """`ag.strings` functions of a Python string or a string tensor."""
    u = either(n, s)
    return ag.strings.length(u), f"{ag.strings.upper(u) == 'AB'}", bool(u)


@programs.staged(*CALLS)
def by_recursion(n, s):
    """A recursion returns a Python string or a string tensor."""

    def last(n):
        if n > 0:
            return last(n - 1)
        return s if n < 0 else "ab"

    return last(n) + "x"


@programs.staged(CALLS[1])
def searched_where_it_is_a_tensor(n, s):
    """`in` on a string tensor does not search for a substring."""
    return "a" in either(n, s)


@programs.staged(*CALLS)
def other_classes(n, s):
    """`isinstance(..., int)` and `is None` of a string or a string tensor."""
    return isinstance(either(n, s), int), either(n, s) is None


@programs.staged(*CALLS)
def shown(n, s):
    """The text of a string or a string tensor cannot be staged."""
    return f"{either(n, s)}"


@programs.staged(*CALLS)
def shown_after_an_addition(n, s):
    """`str()` of a concatenated string or tensor cannot be staged."""
    return str("x" + either(n, s) + "y")


@programs.staged(*CALLS)
def shown_in_a_list(n, s):
    """The text of a list with a string or a string tensor cannot be staged."""
    return str([either(n, s)])


@programs.staged(*CALLS)
def given_to_a_template(n, s):
    """`%s` of a string or a string tensor cannot be staged."""
    return "%s" % either(n, s)


@programs.staged(*CALLS)
def given_to_an_exception(n, s):
    """Raising with a string or a string tensor cannot be staged."""
    raise ValueError(either(n, s))


@programs.staged(*CALLS)
def measured(n, s):
    """`len()` of a string or a string tensor cannot be staged."""
    try:
        return len(either(n, s))
    except TypeError:
        return -1


@programs.staged(*CALLS)
def a_method(n, s):
    """A method of a string or a string tensor cannot be staged."""
    try:
        return either(n, s).upper()
    except AttributeError:
        return "none"


@programs.staged(*CALLS)
def given_to_a_method_of_text(n, s):
    """A string or a string tensor as argument of `str` methods is not staged."""
    return "abc".startswith(either(n, s)), ",".join([either(n, s)])


@programs.staged(*CALLS)
def repeated(n, s):
    """`*` of a string or a string tensor cannot be staged."""
    return either(n, s) * 2


@programs.staged(CALLS[0])
def an_item(n, s):
    """Indexing a string or a string tensor cannot be staged."""
    return either(n, s)[0]


@programs.staged(*CALLS)
def stepped_through(n, s):
    """`list()` of a string or a string tensor cannot be staged."""
    return list(either(n, s))


@programs.staged(CALLS[0])
def searched(n, s):
    """`in` on a string or a string tensor cannot be staged."""
    return "a" in either(n, s)


@programs.staged(*CALLS)
def a_key(n, s):
    """A string or a string tensor as a dict key cannot be staged."""
    try:
        return {either(n, s): 1}
    except TypeError:
        return {}


@programs.staged(*CALLS)
def looked_up(n, s):
    """`dict.get()` by a string or a string tensor cannot be staged."""
    return {"ab": 1, "abc": 2}.get(either(n, s))


@programs.staged(*CALLS)
def asked_for_its_class(n, s):
    """`isinstance(..., str)` of a string or a string tensor cannot be staged."""
    return isinstance(either(n, s), str)


@programs.staged(*CALLS)
def its_type(n, s):
    """`type()` of a string or a string tensor cannot be staged."""
    return type(either(n, s)).__name__


@programs.staged(*CALLS)
def the_type_of_a_comparison(n, s):
    """`is True` of a string or string tensor comparison cannot be staged."""
    return (either(n, s) == "ab") is True


@programs.staged(*CALLS)
def matched(n, s):
    """`case str()` of a string or a string tensor cannot be staged."""
    match either(n, s):
        case str():
            return 1
    return 2


@programs.staged(*CALLS)
def made_a_number(n, s):
    """`int()` with a base of a string or a string tensor cannot be staged."""
    return int(either(n, s), 16)


@programs.falls(*CALLS)
def given_to_a_library(n, s):
    """`json.dumps()` of a string or a string tensor cannot be staged."""
    return json.dumps(either(n, s))


@programs.staged(*CALLS)
def in_a_list_of_the_run(n, s):
    """A growing list of strings and string tensors cannot be staged."""
    found = ["ab"]
    while len(found) < n:
        found.append(s)
    return found
