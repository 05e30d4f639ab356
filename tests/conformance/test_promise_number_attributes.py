"""The promise, for attributes and methods of Python's numbers, and for `complex`."""

from __future__ import annotations

import math
import operator
import statistics

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
INTEGERS = tuple(map(T, (0, 1, -1, -5, 37)))
FLOATS = tuple(
    T(np.float64(x))
    for x in (0.0, -0.0, 2.5, -3.0, 1e308, 5e-324, math.inf, -math.inf, math.nan)
)
BIG = 2**70
SIGNS = (T(3), T(-2))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_a_graph_cannot_carry_is_refused = refused.refusal_test()


@rows.on(*INTEGERS)
def of_integers(x):
    n = int(x)
    return n.real, n.imag, n.numerator, n.denominator, n.conjugate(), n.bit_length()


@rows.on(*INTEGERS)
def of_integers_of_any_size(x):
    n = int(x) * BIG + 1
    parts = n.real, n.imag, n.numerator, n.denominator, n.conjugate()
    return f"{parts} {n.as_integer_ratio()}", n.bit_length(), n.bit_count()


@rows.on(*FLOATS)
def of_floats(x):
    v = float(x)
    return f"{v.real} {v.imag} {v.conjugate()}", v.is_integer(), v.hex()


@rows.on(*INTEGERS)
def of_truth_values(x):
    b = bool(x > 0)
    parts = b.real, b.imag, b.numerator, b.denominator, b.conjugate()
    return parts, b.bit_length(), f"{b.real} {b.as_integer_ratio()}", b.real + 1


@rows.on(*FLOATS)
def of_complex_numbers(x):
    v = float(x)
    z, w = complex(v, -0.0), complex(-0.0, v)
    return f"{z} {w} {z.conjugate()}", z.real.hex(), z.imag.hex(), f"{w.real} {w.imag}"


@rows.on(*FLOATS)
def complex_of_two_parts(x):
    v = float(x)
    return f"{complex(v, v)} {complex(1j, v)} {complex(v, 1j)} {complex(v, True)}"


@rows.on(*SIGNS)
def complex_of_tensors(x):
    return complex(x, 2), complex(2, x), complex(x), complex(imag=x), complex(x, x)


@rows.on(*SIGNS)
def complex_of_an_integer_that_is_too_large(x):
    return complex(int(x) * 2**2000, 1)


@rows.on(*SIGNS)
def complex_of_a_complex_tensor_as_imaginary_part(x):
    return complex(x, 1j * x)


@rows.on(*SIGNS)
def complex_of_none(x):
    return complex(int(x), None)


@rows.on(*SIGNS)
def complex_of_text(x):
    return complex("1", int(x))


@rows.on(*SIGNS)
def complex_of_too_much(x):
    return complex(int(x), 1, 2)


@rows.on(*SIGNS)
def complex_of_what_may_be_none(x):
    part = None
    if x > 0:
        part = float(x)
    return complex(2, part)


@rows.on(*FLOATS)
def ratio_of_floats(x):
    return f"{float(x).as_integer_ratio()}"


@rows.on(*FLOATS)
def ratio_of_floats_in_a_try(x):
    text = "none"
    try:
        top, bottom = float(x).as_integer_ratio()
        text = f"{top}/{bottom}"
    except OverflowError as error:
        text = f"overflow: {error}"
    except ValueError as error:
        text = f"value: {error}"
    return text


@rows.on(*FLOATS)
def ratio_that_nothing_uses(x):
    float(x).as_integer_ratio()
    return 1


@rows.on(*INTEGERS)
def method_called_later(x):
    method = int(x).bit_length
    more = method() if x > 0 else 0
    return method() + more, method.__name__


@rows.on(*INTEGERS)
def methods_of_classes(x):
    n, v = int(x), float(x)
    ns = sorted([n, 3 * n, -n, 100], key=int.bit_length)
    lengths = list(map(int.bit_length, [n, 5]))
    return ns, lengths, int.conjugate(x > 0), float.hex(v), float.is_integer(v / 2)


@rows.on(*INTEGERS)
def asked_by_name(x):
    n = int(x)
    return getattr(n, "imag"), getattr(n, "nothing", 3), operator.attrgetter("real")(n)  # noqa: B009


@rows.on(*INTEGERS)
def whether_there_is_one(x):
    n, v = int(x), float(x)
    return hasattr(n, "real"), hasattr(v, "bit_length"), hasattr(n, "nothing")


@rows.on(*INTEGERS)
def in_loops(x):
    total = 0
    for i in range(int(x) + 5):
        if i.bit_count() == 1:
            total += i.bit_length() * i.real
    return total


@rows.on(*INTEGERS)
def of_lengths_and_sums(x):
    xs = list(range(x + 5))
    return len(xs).bit_length(), sum(xs).as_integer_ratio()


@rows.on(*INTEGERS)
def of_classes(x):
    n, b = int(x), bool(x > 0)
    return isinstance(n.real, int), type(b.real), type(float(x).imag), n.real is n


@rows.on(*SIGNS)
def of_what_may_be_none(x):
    n = None
    if x > 0:
        n = int(x)
    return n.real


@rows.on(*SIGNS)
def method_of_what_may_be_none(x):
    n, length = None, 0
    if x > 0:
        n = int(x)
    try:
        length = n.bit_length()
    except AttributeError:
        length = -1
    return length


@rows.on(*SIGNS)
def method_of_a_class_given_what_may_be_none(x):
    n = None
    if x > 0:
        n = int(x)
    return int.bit_length(n)


@rows.on(*SIGNS)
def whether_what_may_be_none_has_one(x):
    n = None
    if x > 0:
        n = int(x)
    return hasattr(n, "real"), hasattr(n, "nothing"), hasattr(n, "__class__")


@rows.on(*SIGNS)
def of_what_may_be_none_or_else(x):
    n = None
    if x > 0:
        n = int(x)
    return getattr(n, "real", 5), getattr(n, "nothing", 6)


@rows.on(*SIGNS)
def whether_what_may_be_none_is_text(x):
    text = None
    if x > 0:
        text = f"{int(x)}"
    return hasattr(text, "upper"), hasattr(text, "nothing")


@rows.on(*SIGNS)
def of_what_may_be_unbound(x):
    if x > 0:
        n = int(x)
    return n.bit_length()


@rows.on(*SIGNS)
def given_something(x):
    return int(x).bit_length(1)


@rows.on(*SIGNS)
def given_something_in_a_try(x):
    try:
        found = float(x).is_integer(x)
    except TypeError:
        found = False
    return found


@rows.on(*SIGNS)
def of_another_class(x):
    return int.bit_length(float(x))


@rows.on(*SIGNS)
def of_a_tensor(x):
    return int.bit_length(x)


@rows.on(*SIGNS)
def that_floats_have_not(x):
    return float(x).numerator


@rows.on(*SIGNS)
def that_complex_numbers_have_not(x):
    return complex(x, 1).hex()


@rows.on(*SIGNS)
def that_integers_may_not_have_yet(x):
    return int(x).is_integer()


@refused.on(*SIGNS)
def bytes_of_integers(x):
    return int(x).to_bytes(2, "big")


@refused.on(*SIGNS)
def asked_by_pythons_library(x):
    return statistics.mean([int(x), 2, 5])
