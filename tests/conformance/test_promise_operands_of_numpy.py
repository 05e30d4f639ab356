"""Numbers of NumPy's beside objects, and what is said of operands that do not fit.

NumPy hands a number of Python's to the method of an object: `np.int64(2) * v` calls
`v.__rmul__(2)`. Errors name the classes that the operands have in plain Python.
"""

# written as users write them

from __future__ import annotations

import math
import operator
from fractions import Fraction

import numpy as np
import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows

A = np.array
I64 = np.int64
F64 = np.float64
T = ag.constant
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_staged_is_refused_at_the_line = refused.refusal_test()
pytestmark = [
    pytest.mark.filterwarnings("ignore::RuntimeWarning"),
    # Of numbers that are no int or float, but of a class derived from it.
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


class Length:
    def __init__(self, metres):
        self.metres = metres

    def __add__(self, other):
        if isinstance(other, Length):
            return Length(self.metres + other.metres)
        if isinstance(other, str):
            return NotImplemented
        return Length(self.metres + other)

    __radd__ = __add__

    def __rmul__(self, factor):
        if factor < 0:
            raise ValueError(f"negative: {factor!r}")
        return Length(factor * self.metres)

    def __rsub__(self, other):
        return f"{other!r} - {self.metres}"

    def __rtruediv__(self, other):
        return type(other).__name__

    def __gt__(self, other):
        return f"> {other!r}"

    def __eq__(self, other):
        return f"== {other!r}"

    __hash__ = None  # type: ignore[assignment]


class Unknowing:
    def __add__(self, other):
        return NotImplemented

    def __lt__(self, other):
        return NotImplemented


class Deferring(Length):
    __array_ufunc__ = None


class Ranked(Length):
    __array_priority__ = 10


class Pair:
    def __init__(self, *items):
        self.items = items

    def __len__(self):
        return 2

    def __getitem__(self, place):
        return self.items[place]

    def __rmul__(self, factor):
        return Pair(*[factor * item for item in self.items])


class Switch:
    def __init__(self, is_on):
        self.is_on = is_on

    def __bool__(self):
        return self.is_on


class Amount:
    def __init__(self, value):
        self.value = value

    def __float__(self):
        return self.value

    def __int__(self):
        return self.value

    def __complex__(self):
        return self.value

    def __index__(self):
        return self.value

    def __str__(self):
        return self.value


# -- Objects ---------------------------------------------------------------------------


@rows.on(I64(1), I64(-3), F64(0.5), np.uint8(7), np.bool_(True), T(2), 5)
def reflected_operators(n):
    try:
        scaled = (n * Length(3)).metres
    except ValueError as error:
        return str(error), "", "", ""
    return str(scaled), n - Length(1), n / Length(2), str((n + Length(2)).metres)


@rows.on(I64(2**62))
def a_number_that_does_not_wrap_around(n):
    return str((n * Length(4)).metres), str((n + Length(n)).metres)


@rows.on(I64(1), F64(0.5), T(2))
def reflected_comparisons(n):
    return n < Length(1), n == Length(1)


@rows.on(I64(1), T(2), A(2))
def operators_that_numpy_leaves_to_the_class(n):
    return (n * Deferring(3)).metres, (n * Ranked(2)).metres


@rows.on(I64(1), A([1, 2]), T(1))
def the_object_is_asked_first(n):
    return (Length(1) + n).metres


@rows.on(I64(1), 2)
def sums_that_begin_with_a_number(n):
    return sum([Length(1), Length(2)], n).metres


@rows.on(I64(1), F64(1.5), T(1), 1, 1.5)
def what_neither_knows(n):
    said = []
    for act in (
        lambda: Unknowing() + n,
        lambda: n + Unknowing(),
        lambda: Unknowing() < n,
        lambda: n > Unknowing(),
        lambda: Unknowing() - n,
        lambda: Unknowing() ** n,
        lambda: n // Unknowing(),
    ):
        try:
            act()
        except TypeError as error:
            said.append(str(error))
    return said


@rows.on(I64(1), T(1), 1)
def what_neither_knows_in_place(n):
    value = Unknowing()
    try:
        value += n
    except TypeError as error:
        return str(error)
    return ""


@refused.on(A([1, 2]), I64(1))
def sequences_of_which_numpy_makes_an_array(x):
    return (x * Pair(1, 2)).items


@refused.on(A([1, 2]))
def arrays_of_objects(x):
    return (x * Length(3)).metres


# -- What is said of operands that do not fit -------------------------------------------


@rows.on(I64(1), F64(1.5), 1, 1.5)
def beside_what_knows_no_numbers(n):
    said = []
    for act in (
        lambda: None + n,
        lambda: n * None,
        lambda: {1} - n,
        lambda: {} | n,
        lambda: n - object(),
        lambda: "a" + n,
        lambda: n + "a",
        lambda: n < "a",
        lambda: n < None,
        lambda: n in "abc",
        lambda: 1 in n,
        lambda: {**n},
        lambda: next(n),
        lambda: range(n, 2.5),
    ):
        try:
            act()
        except TypeError as error:
            said.append(str(error))
    return said


@rows.on(F64(1.5), 1.5)
def what_takes_integers(x):
    said = []
    for act in (
        lambda: x << 1,
        lambda: ~x,
        lambda: x | True,
        lambda: [1, 2][x],
        lambda: (1, 2)[x],
        lambda: math.factorial(x),
    ):
        try:
            act()
        except TypeError as error:
            said.append(str(error))
    return said


@rows.on(I64(2), F64(1.5))
def a_modulus(n):
    try:
        return str(pow(n, 2, 5))
    except TypeError as error:
        return str(error)


@rows.on(I64(2), 2)
def unpacking_and_managers(n):
    said = []
    try:
        _, _ = n
    except TypeError as error:
        said.append(str(error))
    try:
        with n:
            pass
    except TypeError as error:
        said.append(str(error))
    return said


@rows.on(2)
def a_list_that_is_extended_by_a_number(n):
    n = int(n)
    xs = [1]
    try:
        xs += n
    except TypeError as error:
        return str(error), len(xs)
    return "", len(xs)


@rows.on(T(2), I64(2))
def rounding_to_what_is_no_integer(n):
    try:
        return str(round(int(n), "a"))
    except TypeError as error:
        return str(error)


@rows.on(A([1, 2]), A([1.5]))
def arrays(x):
    said = []
    for act in (lambda: x + None, lambda: x << 1.5, lambda: x - "a"):
        try:
            act()
        except TypeError as error:
            said.append(str(error))
    return said


@rows.on(I64(1), A([1.5]))
def an_error_that_nobody_catches(x):
    return x - "a"


@refused.on(I64(2), A([2]))
def objects_of_the_library_that_know_numbers(n):
    return str(Fraction(1, 2) * n)


@rows.on(np.bool_(1), I64(2), 2)
def truth_values_that_are_none(n):
    try:
        return "on" if Switch(n) else "off"
    except TypeError as error:
        return str(error)


@rows.on(F64(0.5), I64(2), np.bool_(1), np.complex128(1j), 2, 0.5, True)
def what_classes_of_numbers_give(n):
    said = []
    for act in (float, int, complex, operator.index, str):
        try:
            found = act(Amount(n))
        except TypeError as error:
            said.append(str(error))
        else:
            said.append(f"{found!r}" if act is not complex else "complex")
    return said


@rows.on(T(2), T(0))
def what_classes_of_numbers_give_of_the_run(n):
    is_some, said = int(n) > 1, []
    for value in (is_some, int(n), float(n)):
        for act in (float, int, operator.index):
            try:
                found = act(Amount(value))
            except TypeError as error:
                said.append(str(error))
            else:
                said.append(str(found))
    return said
