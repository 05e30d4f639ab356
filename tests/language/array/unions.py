"""Arrays of different dtype or rank on different paths."""

from __future__ import annotations

import math
import weakref
from dataclasses import dataclass

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- dtypes

T = ag.constant

BOTH = T(3), T(1)


@dataclass
class Pair:
    """A record with a field that may be None."""

    first: object
    second: object = 1


@programs.staged(*BOTH)
def integers_that_fit(x):
    """int16 on one path, int64 on the other: arithmetic that does not overflow."""
    w = np.int64(-2)
    if x > 2:
        w = np.int16(300)
    return w * 3, w + 7, -w, w < 4, max(w, 5)


@programs.staged(*BOTH)
def a_sum_in_the_wider_dtype(x):
    """A float32 total becomes float64 once a float64 is added in a loop."""
    total = np.float32(1)
    for _ in range(x):
        total = total + np.float64(0.1)
    return total


@programs.staged(*BOTH)
def keys_of_two_dtypes(x):
    """An int16 or int32 scalar as the key of a set and of a dict."""
    w = np.int32(3)
    if x > 2:
        w = np.int16(7)
    return w in {3, 0}, {3: "a"}.get(w, "no")


@programs.staged(*BOTH)
def floats_that_are_picked(x):
    """`-`, `abs`, comparison and list item of a float32 or a float64."""
    w = np.float32(0.1)
    if x > 2:
        w = np.float64(0.25)
    return -w, abs(w), w > 2, [w][0]


@programs.staged(*BOTH)
def classes_of_numpys_in_patterns(x):
    """Class patterns against a uint64 scalar selected at run time."""
    w = np.uint64(3) if x > 2 else np.uint64(0)
    match w:
        case [_, _]:
            return "two"
        case str() | np.ndarray():
            return "text"
        case np.integer():
            return "an integer"
    return "other"


@programs.staged(*BOTH)
def templates_with_a_width(x):
    """`%5s`, `%(w)s` and `format` of an int16 or a float32."""
    w = np.int16(0)
    if x > 2:
        w = np.float32(2)
    return "%5s|" % w, "%(w)s" % {"w": w}, "{!r:>20}".format(w)


@programs.documented(*BOTH)
def templates_of_a_number_and_one_of_numpys(x):
    """`%5s`, `%(w)s` and `format` of a Python float or a float32."""
    w = 3.0
    if x > 2:
        w = np.float32(2)
    return "%5s|" % w, "%(w)s" % {"w": w}, "{!r:>20}".format(w)


@programs.staged(*BOTH)
def none_in_a_record(x):
    """`repr` of a dataclass with a field that is None or a float32."""
    w = None
    if x > 2:
        w = np.float32(2)
    return repr(Pair(w)), f"{[Pair(1, w)]}"


@programs.staged(T(3))
def integers_that_wrap_around(x):
    """int16 or int64, where the int16 wraps around in `+`, cannot be staged."""
    w = np.int64(-2)
    if x > 2:
        w = np.int16(32767)
    return w + 1


@programs.staged(T(3))
def integers_beside_a_number_that_does_not_fit(x):
    """uint32 or float64, `//` a number too large for uint32, cannot be staged."""
    w = np.uint32(3)
    if x < 2:
        w = np.float64(-2)
    return w // 2**40


@programs.staged(T(3))
def integers_among_floats_that_wrap_around(x):
    """A float32 or uint8 sum that wraps around in uint8 cannot be staged."""
    w = np.float32(0)
    u = np.uint16(3)
    if x > 2:
        w = np.uint8(255)
        u = np.uint8(3)
    return w + u


@programs.staged(T(3))
def integers_beside_large_ones_that_wrap_around(x):
    """A float64 or uint16 plus a uint64 that wraps around cannot be staged."""
    w = np.float64(1)
    if x > 2:
        w = np.uint16(2)
    return w + np.uint64(2**64 - 1)


@programs.staged(T(1))
def floats_that_are_rounded(x):
    """A float32 or float64 times 3, rounded in float32, cannot be staged."""
    w = np.float32(0.1)
    if x > 2:
        w = np.float64(0.1)
    return w * 3


@programs.staged(BOTH[0])
@programs.staged(BOTH[1])
def functions_that_round(x):
    """`np.exp` of a float32 or a float64: the float32 path cannot be staged."""
    w = np.float32(0.1)
    if x > 2:
        w = np.float64(0.1)
    return np.exp(w)


@programs.staged(*BOTH)
def floats_that_are_not_rounded(x):
    """A float32 or float64 in arithmetic that is exact in float32."""
    w = np.float32(0.5)
    if x > 2:
        w = np.float64(0.1)
    return w * 3, w + 1, w / 2, w - 0.25


@programs.staged(BOTH[0])
@programs.staged(BOTH[1])
def floats_beside_a_number_that_is_rounded(x):
    """A float32 or float64 `== 0.1`: the float32 path cannot be staged."""
    w = np.float32(0.1)
    if x > 2:
        w = np.float64(0.1)
    return w == 0.1


@programs.staged(BOTH[0])
@programs.staged(BOTH[1])
def quotients_of_integers_and_floats(x):
    """A uint16 or float32 divided by 3: the uint16 path cannot be staged."""
    w = np.uint16(1)
    if x > 2:
        w = np.float32(2.5)
    return w / 3


@programs.staged(BOTH[0])
@programs.staged(BOTH[1])
def the_sign_of_integers_among_complex_numbers(x):
    """`-` of an int32 or complex128: the int32 path cannot be staged."""
    w = np.int32(2)
    if x > 2:
        w = np.complex128(1)
    return -w


@programs.staged(*BOTH)
def the_text_of_two_dtypes(x):
    """`repr` of an int8 or int32 scalar cannot be staged."""
    w = np.int32(2)
    if x > 2:
        w = np.int8(1)
    return f"{w!r}"


@programs.staged(*BOTH)
def the_class_of_two_dtypes(x):
    """`type` of an int8 or int32 scalar cannot be staged."""
    w = np.int32(2)
    if x > 2:
        w = np.int8(1)
    return type(w).__name__


@programs.staged(*BOTH)
def an_instance_of_one_of_two_dtypes(x):
    """`isinstance(w, float)` of a float32 or float64 cannot be staged."""
    w = np.float32(1)
    if x > 2:
        w = np.float64(0.1)
    return isinstance(w, float)


@programs.documented(*BOTH)
def the_class_of_numpys_or_a_tensor(x):
    """`type` of the sum of a NumPy scalar or a tensor cannot be staged."""
    w = np.int16(0) if x > 2 else x
    w = w + np.float64(1)
    return type(w).__name__


@programs.staged(*BOTH)
def none_beside_a_number_or_an_array(x):
    """`== None` of a NumPy scalar or an array cannot be staged."""
    w = np.int16(0)
    if x > 2:
        w = np.array([1, 2], np.int16)
    return w == None


@programs.staged(*BOTH)
def what_a_number_or_an_array_contains(x):
    """`in` for a NumPy scalar or an array cannot be staged."""
    w = np.int16(0)
    if x > 2:
        w = np.array([1, 2], np.int16)
    return 3 in w


@programs.staged(BOTH[0])
@programs.documented(BOTH[1])
def functions_of_numpys_of_a_number(x):
    """`np.exp` of a Python int or a float16: the int path cannot be staged."""
    w = 3
    if x > 2:
        w = np.float16(2)
    return np.exp(w)


@programs.staged(BOTH[0])
@programs.documented(BOTH[1])
def arrays_of_a_number(x):
    """`np.asarray` of a Python int or a float16: the int path cannot be staged."""
    w = 3
    if x > 2:
        w = np.float16(2)
    return np.asarray(w)


@programs.documented(T(1))
def a_number_beside_a_narrower_one(x):
    """A Python int or an int64 plus an int8 that wraps around cannot be staged."""
    w = 3
    if x > 2:
        w = np.int64(2)
    return np.int8(127) + w


@programs.staged(*BOTH)
def an_instance_of_the_narrower_dtype(x):
    """`isinstance` of a float32 or a complex128 cannot be staged."""
    w = np.float32(0)
    if x > 2:
        w = np.complex128(-2)
    return isinstance(w, np.floating)


@programs.staged(*BOTH)
def a_pattern_of_numpys_beside_a_number(x):
    """A class pattern for a Python int or a uint8 cannot be staged."""
    w = 2**40
    for _ in range(x - 2):
        w = np.uint8(3)
    match w:
        case np.integer():
            return 1
    return 2


@programs.staged(BOTH[0])
@programs.documented(BOTH[1])
def a_truth_of_numpys_times_a_number(x):
    """A NumPy bool times an int or a float32: the int path cannot be staged."""
    w = 7
    if x > 2:
        w = np.float32(1)
    return np.bool_(False) * w


@programs.staged(T(3))
def an_integer_of_numpys_divided_by_zero(x):
    """An int8 divided by a Python float or an int8 zero cannot be staged."""
    w = 2.5
    if x > 2:
        w = np.int8(0)
    return np.int8(127) // w


@programs.staged(*BOTH)
def what_a_complex_number_contains(x):
    """`in` for a complex64 scalar raises TypeError."""
    w = np.complex64(1) if x > 2 else np.complex64(2)
    return 3 in w


@programs.staged(*BOTH)
def an_operator_that_one_of_two_dtypes_has(x):
    """`//` of a float32 or a complex64, which has none, cannot be staged."""
    w = np.complex64(1j)
    if x > 2:
        w = np.float32(3)
    return w // 2


@programs.documented(*BOTH)
def bits_that_one_of_two_dtypes_has(x):
    """`<<` of a Python int or a float64, which has none, cannot be staged."""
    w = 3
    if x > 2:
        w = np.float64(3)
    return w << 1


@programs.staged(*[(T(n), np.int8(k)) for n in (-1, 1) for k in (1, 2)])
def sum_of_a_number_that_fits(n, k):
    """A Python int or an int64 plus an int8 that does not overflow."""
    v = 1
    if n < 0:
        v = np.int64(2)
    return (v + k) + k > 3


@programs.documented((T(1), np.int8(100)))
def sum_of_a_number_that_wraps_around(n, k):
    """A Python int or an int64 plus an int8 that overflows cannot be staged."""
    v = 1
    if n < 0:
        v = np.int64(2)
    return (v + k) + k


@programs.documented(T(1), T(-1))
def text_of_what_is_made_of_a_number(n):
    """The text of a Python int or an int64 plus a tensor cannot be staged."""
    v = 1
    if n < 0:
        v = np.int64(2)
    return f"{v + n}"


@programs.documented(T(1), T(-1))
def dtype_of_what_is_made_of_a_number(n):
    """The dtype of a Python float or a float64 tensor times a tensor: not staged."""
    v = 1.5
    if n < 0:
        v = T(2.0, ag.float64)
    return (v * T(2.0)).dtype == ag.float32


# -- Axes

OF_TENSORS = [(T(n), T(1.5), T([1.0, 2.0])) for n in (0, 2)]

OF_ARRAYS = [(T(n), np.array(1.5), np.array([1.0, 2.0])) for n in (0, 2)]

OF_BOTH = [(T(n), np.float64(1.5), np.array([1.0, 2.0])) for n in (0, 2)]


def either(n, x, y):
    return y if n > 0 else x


@programs.staged(*OF_TENSORS, *OF_ARRAYS)
def the_length(n, x, y):
    """`len` of a scalar or a vector; a scalar raises TypeError."""
    return len(either(n, x, y))


@programs.falls(*OF_TENSORS, *OF_ARRAYS)
def a_loop(n, x, y):
    """A `for` loop over a scalar or a vector; a scalar raises TypeError."""
    total = 0.0
    for each in either(n, x, y):
        total += each
    return total


@programs.falls(*OF_TENSORS, *OF_ARRAYS)
def a_sum_in_a_try(n, x, y):
    """`sum` of a scalar or a vector; the TypeError of a scalar is caught."""
    text = ""
    try:
        text = f"{float(sum(either(n, x, y)))}"
    except TypeError as error:
        text = str(error)
    return text


@programs.staged(*OF_BOTH, *OF_ARRAYS, *OF_TENSORS)
def the_dtype(n, x, y):
    """`dtype`, `np.result_type` and `sum` of a scalar or a vector."""
    z = either(n, x, y)
    return z.dtype, z.dtype == np.float64, np.result_type(z, np.int8), z.sum()


@programs.staged(*OF_BOTH)
def the_length_of_both(n, x, y):
    """`len` of a NumPy scalar or an array cannot be staged."""
    return len(either(n, x, y))


@programs.staged(*OF_BOTH)
def a_loop_over_both(n, x, y):
    """`sum` over a NumPy scalar or an array cannot be staged."""
    return sum(either(n, x, y))


@programs.staged(*OF_BOTH)
def a_name_of_the_class(n, x, y):
    """A missing attribute of a NumPy scalar or an array cannot be staged."""
    return either(n, x, y).no_such_attribute


@programs.staged(*OF_BOTH)
def a_method_of_numbers(n, x, y):
    """`is_integer` of a NumPy scalar or an array cannot be staged."""
    try:
        return either(n, x, y).is_integer()
    except AttributeError:
        return -1


@programs.documented((T(0), np.uint8(200)))
def a_negative_number(n, w):
    """`-y` of a Python int or a uint8 scalar cannot be staged."""
    y = 3
    if n > 0:
        y = w
    try:
        return -y
    except OverflowError:
        return -1


@programs.falls(T(2), 2)
def arguments_that_builtins_do_not_take(n):
    """The TypeErrors of builtins that are called with wrong arguments."""
    found = []
    for call in (
        lambda: pow(n),
        lambda: divmod(n),
        lambda: any(n, n),
        lambda: int(n, foo=1),
        lambda: bin(n, n),
        lambda: enumerate(n, n, n),
        lambda: math.gcd(foo=n),
    ):
        try:
            call()
        except TypeError as error:
            found.append(str(error))
    return found


OUT_OF_RANGE = [(T(300), np.uint8(5)), (T(-3), np.uint8(5)), (T(7), np.uint8(5))]


@programs.staged(*OUT_OF_RANGE)
def numbers_that_are_inserted(n, w):
    """`np.insert` of a dynamic int, maybe out of range, into a uint8 array."""
    return np.insert(np.zeros(4, np.uint8), 0, int(n))


@programs.staged(*OUT_OF_RANGE)
def numbers_among_choices(n, w):
    """`np.choose` between a dynamic int and a uint8 array, or two ints."""
    z = np.arange(4).astype(np.uint8)
    found = np.choose([0, 1, 0, 1], [int(n), z])
    return found, found.dtype, np.choose([0, 1], [int(n), 300])


@programs.falls(*OUT_OF_RANGE)
def choices_of_pythons_among_bytes(n, w):
    """`np.select` of a dynamic int with a uint8 scalar as the default."""
    try:
        return np.select([np.zeros(3, np.uint8) == 0], [int(n)], w)
    except TypeError as error:
        return str(error)


@programs.staged(*OUT_OF_RANGE)
def a_number_that_an_array_does_not_hold(n, w):
    """`np.maximum` of a uint8 array and -3 or a uint8 scalar cannot be staged."""
    k = -3
    if n > 1000:
        k = w
    return np.maximum(np.zeros(2, np.uint8), k)


@programs.staged(*OUT_OF_RANGE)
def a_number_that_is_put_into_an_array(n, w):
    """`np.put` of -3 or a uint8 scalar into a uint8 array cannot be staged."""
    k = -3
    if n > 1000:
        k = w
    z = np.zeros(2, np.uint8)
    np.put(z, [0], k)
    return z


# -- NumPy's functions of unions

FIRST, SECOND = T(1), T(3)

BOTH_2 = FIRST, SECOND


@programs.staged(*BOTH_2)
def functions_that_give_the_same(x):
    """NumPy functions of an int or an `np.int64` with one result dtype."""
    w = 3
    if x > 2:
        w = np.int64(2)
    return np.sum(w), np.mean(w), np.array([w, 1]), np.argmax(w), np.clip(5, 0, w)


@programs.staged(*BOTH_2)
def a_bound_beside_an_array(x):
    """`np.clip` and `np.where` of a float32 array with an int or float32 bound."""
    lowest = 0
    if x > 2:
        lowest = np.float32(1)
    values = np.array([-1, 0.5, 3], np.float32)
    return np.clip(values, lowest, 2), np.where(values > 0, values, lowest)


@programs.staged(*BOTH_2)
def methods_of_two_dtypes(x):
    """Methods of an array that is int64 or int16, selected at run time."""
    w = np.array([1, 2])
    if x > 2:
        w = np.array([3, 4], np.int16)
    return w.sum(), w.max(), np.zeros_like(w) + 1, w.argmin()


@programs.staged(SECOND)
@programs.documented(FIRST)
def a_float_beside_integers(x):
    """A float or float32 plus `np.int8`: the Python float's path is refused."""
    w = 2.5
    if x > 2:
        w = np.float32(1.5)
    return w + np.int8(100)


@programs.staged(SECOND)
@programs.documented(FIRST)
def a_float_beside_an_array_of_integers(x):
    """A float or float32 times an int16 array: the float's path is refused."""
    w = 2.5
    if x > 2:
        w = np.float32(1.5)
    w *= np.array([1, 2], np.int16)
    return w


@programs.staged(*BOTH_2)
def a_list_beside_an_array_of_either(x):
    """A list plus `np.asarray` of a Python int or an `np.int64`."""
    w = 3
    if x > 2:
        w = np.int64(2)
    return [1, 2] + np.asarray(w)


@programs.staged(*BOTH_2)
def an_integer_or_a_float_of_pythons(x):
    """`np.sqrt` and `np.array` of a Python float selected at run time."""
    w = 2.5
    if x > 2:
        w = 3.5
    return np.sqrt(w), np.array([w])


@programs.staged(FIRST)
@programs.staged(SECOND)
def an_integer_of_pythons_that_is_a_float(x):
    """`np.array` of a Python float or int: the int's path is refused."""
    w = 2.5
    if x > 2:
        w = 3
    return np.array([w])


NARROW, WIDE = np.array([0.5, 1.5], np.float32), np.array([0.5, 1.5])


@programs.staged(
    (WIDE, T(2)), (WIDE, T(1)), (np.array([3, 4]), T(0)), (np.array([3]), T(1))
)
@programs.staged((NARROW, T(2)), (WIDE, T(0)), (np.array([1], np.uint8), T(1)))
def arrays_of_sums(xs, n):
    """`np.array` of running sums, refused where the dtype differs."""
    found = [0]
    for i in range(n):
        found.append(found[-1] + xs[i])
    return np.array(found)


@programs.staged((WIDE, T(2)), (WIDE, T(0)), (WIDE, T(1)))
@programs.staged((NARROW, T(2)), (T([0.5, 1.5]), T(1)))
def sums_of_floats_of_both(xs, n):
    """`np.asarray`, `np.max` and `np.sort` of floats; float32 items are refused."""
    found = [0.0]
    for i in range(n):
        found.append(xs[i])
    return np.asarray(found), np.max(found), np.sort(found)


@programs.staged((NARROW, T(2)), (WIDE, T(0)))
def arrays_of_a_dtype_that_is_asked_for(xs, n):
    """`np.array` of mixed items with an explicit dtype."""
    found = [0]
    for i in range(n):
        found.append(xs[i])
    return np.array(found, np.float32), np.array(found, float)


@programs.staged((NARROW, T(2)))
def a_float_that_the_list_has_rounded(xs, n):
    """A Python float in a list with float32 items cannot be staged as float64."""
    found = [0.1]
    for i in range(n):
        found.append(xs[i])
    return np.array(found, float)


@programs.staged((WIDE, T(0)))
@programs.staged((WIDE, T(2)))
def items_that_may_all_be_pythons(xs, n):
    """`np.array` of selected items, refused where all are Python ints."""
    return np.array([x if x > n else 0 for x in xs])


@programs.staged(T(3), T(2))
@programs.staged(T(0))
def floats_of_pythons_of_which_one_is_an_integer(n):
    """`np.array` of an int that a loop makes a float; no iteration is refused."""
    found = [0]
    while n > 1:
        found[-1] += n / 2
        n -= 1
    return np.array(found)


@programs.staged(SECOND)
@programs.documented(FIRST)
def outer_products_of_a_number(x):
    """`np.add.outer` by a float or float32: the Python float's path is refused."""
    w = 2.5
    if x > 2:
        w = np.float32(1.5)
    return np.add.outer(np.ones(2, np.float32), w)


@programs.falls(*BOTH_2)
def outer_products_that_are_the_same(x):
    """`np.multiply.outer` and `np.add.reduce` of an int or an `np.int64`."""
    w = 2
    if x > 2:
        w = np.int64(1)
    return np.multiply.outer(np.ones(2), w), np.add.reduce([w, w])


@programs.documented(*BOTH_2)
def a_number_that_an_array_cannot_hold(x):
    """Storing 300, an int or int64, in a uint8 array cannot be staged."""
    w = 300
    if x > 2:
        w = np.int64(300)
    y = np.zeros(3, np.uint8)
    y[:] = w
    return y


@programs.staged(SECOND)
@programs.documented(FIRST)
def a_number_that_a_dtype_cannot_hold(x):
    """`np.full` of -1 as uint8: the Python int's path is refused."""
    w = -1
    if x > 2:
        w = np.int64(-1)
    return np.full(3, w, np.uint8)


@programs.staged(*BOTH_2)
def a_number_that_a_dtype_holds(x):
    """`np.full`, `np.array` and `np.uint8` of an int or int64 in range."""
    w = 7
    if x > 2:
        w = np.int64(8)
    return np.full(3, w, np.uint8), np.array(w, np.int8), np.uint8(w)


@programs.documented(*BOTH_2)
def an_array_that_one_of_two_dtypes_is_added_to(x):
    """In-place addition of an int or float64 to an int64 array is not staged."""
    w = 2
    if x > 2:
        w = np.float64(1.5)
    y = np.zeros(3, np.int64)
    y += w
    return y


@programs.staged(*BOTH_2)
def sums_of_small_integers_that_are_floats_elsewhere(x):
    """Sums of a uint8 array that is a float array on another path."""
    w = np.array([3, 5], np.uint8)
    if x > 2:
        w = w * 0.5
    return w.sum(), np.sum(w) * 2


# -- Numbers that may not fit a dtype

both = programs.staged(T(2), T(5), T(-1))
both_documented = programs.documented(T(2), T(5), T(-1))


@both
def an_integer_of_pythons(n):
    """`ag.constant` of a dynamic Python int that uint8 may not hold."""
    return ag.constant(int(n) * 100, ag.uint8)


@both
def integers_in_a_list(n):
    """A list with a dynamic int and a tensor, each converted to int8."""
    return ag.constant([int(n) * 100, 2], ag.int8), ag.convert_to_tensor(n * 9, ag.int8)


@both
def an_integer_beside_a_tensor(n):
    """`ag.convert_to_tensor` of a list of a tensor and a dynamic int."""
    return ag.convert_to_tensor([n * 100, int(n) * 100], ag.uint8)


@both_documented
def a_number_of_numpys(n):
    """`ag.constant` of a NumPy int64 as uint8."""
    return ag.constant(np.int64(int(n) * 100), ag.uint8)


@both
def an_array(n):
    """`ag.constant` of a NumPy array as int16 with a shape."""
    return ag.constant(np.arange(2) * int(n) * 100, ag.int16, shape=[2])


@both
def what_is_rounded_or_wraps_around(n):
    """`ag.constant` of a float64 as int64, a tensor as uint8, a bool as uint8."""
    x, y = np.float64(2.5) * int(n), ag.constant(bool(n > 2), ag.uint8)
    return ag.constant(x, ag.int64), ag.constant(n * 100, ag.uint8), y


@both
def caught(n):
    """The error of `ag.constant` of an int that uint8 cannot hold, caught."""
    try:
        return ag.constant(int(n) * 100, ag.uint8)
    except TypeError:
        return ag.constant(1, ag.uint8)


@programs.documented(T(2), T(5))
def a_number_on_a_path(n):
    """`ag.constant` as uint8 of a Python int on one path, a tensor on the other."""
    y = 300 if n > 3 else n * 150
    return ag.constant(y, ag.uint8)


@programs.documented(T(2), T(5))
def functions_of_a_number_on_a_path(n):
    """`ag.square`, `ag.add` and `invert` of a Python int or an int8 tensor."""
    y, z = 100 if n > 3 else ag.cast(n, ag.int8), 2 if n > 3 else np.uint8(3)
    return ag.square(y), ag.add(y, 100), ag.bitwise.invert(z), ag.bitwise.invert(y)


@programs.staged(T(2), T(5))
def a_float_of_pythons(n):
    """`ag.constant` of a dynamic Python float as int64 is a DTypeError."""
    return ag.constant(float(n) / 2, ag.int64)


@programs.documented(T(5))
def a_float_on_a_path(n):
    """`ag.constant` as int64 of a Python float on one path is a DTypeError."""
    y = 2.5 if n > 3 else np.float64(3)
    return ag.constant(y, ag.int64)


@programs.staged(T(5))
def floats_in_a_list(n):
    """`ag.constant` as int64 of a list with a Python float is a DTypeError."""
    return ag.constant([float(n), 1], ag.int64)


@both
def weak_references(n):
    """`weakref.ref` of numbers raises TypeError; of an array it works."""
    array, texts = np.arange(3) * int(n), []
    for value in (int(n), np.sum([int(n)]), n > 1.5):
        try:
            weakref.ref(value)
            texts.append("made")
        except TypeError as error:
            texts.append(str(error))
    return texts, weakref.ref(array)() is array


@both
def the_module_of_a_number(n):
    """`__module__` of a NumPy scalar raises AttributeError."""
    x = np.sum([int(n)])
    return hasattr(x, "__module__"), x.__module__
