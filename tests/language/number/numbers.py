"""Python numbers and tensors: dtypes, attributes, errors."""

from __future__ import annotations

import itertools
import math
import operator
import statistics

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Arithmetic, wrap-around and rounding

T = ag.constant

MAX32, MIN32 = 2**31 - 1, -(2**31)


@programs.staged(T(MAX32), T(MIN32), T(2**63 - 1), T(-(2**63)))
def integers_wrap_around(x):
    """Arithmetic on the extreme values of int32 and int64 tensors wraps around."""
    return x + 1, x - 1, x * 3, -x, abs(x), x**2, x * x


@programs.staged(T(200, ag.uint8), T(0, ag.uint8), T(255, ag.uint8))
def small_unsigned_integers_wrap_around(x):
    """uint8 arithmetic, negation, inversion and shift after a loop wrap around."""
    y = x
    for i in range(3):
        y = y * 7 + i
    return y, y - 100, -y, ~y, y >> 1


@programs.staged(T(100, ag.int8), T(-128, ag.int8))
def small_integers_wrap_around(x):
    """A dynamic `while` loop adds to an int8 tensor until it wraps around."""
    y = x
    while y > 0:
        y += 20
    return y, y // 3, y % 7, abs(y)


@programs.staged(T(MAX32), T(7), T(MIN32))
def wrap_around_in_a_loop(x):
    """An int32 hash `total * 31 + i` wraps around in a dynamic loop."""
    total = x
    for i in range(x % 5):
        total = total * 31 + i
    return total


@programs.staged((T(7), T(-2)), (T(-7), T(2)), (T(-7), T(-2)), (T(MIN32), T(-1)))
def floor_division_and_remainder(x, y):
    """`//`, `%` and `/` of int32 tensors for all combinations of signs."""
    return x // y, x % y, x / y


@programs.staged((T(7.5), T(-2.0)), (T(-7.5), T(2.0)), (T(-0.0), T(2.0)))
def floor_division_of_floats(x, y):
    """`//`, `%` and `/` of float tensors, with negative operands and -0.0."""
    return x // y, x % y, x / y


@programs.staged(T(0.1), T(16777217.0), T(1e-45), T(3e38))
def float32_rounds(x):
    """Sums and products of float32 round in each step of a loop."""
    total = x
    for _ in range(10):
        total = total + x * 0.1
    return total, total * total, total - x


@programs.staged(T(0.1), T(0.1, ag.float64), T(0.1, ag.float16))
def floats_keep_their_dtype_beside_python_numbers(x):
    """float16, float32 and float64 tensors keep their dtype with Python floats."""
    y = x
    while y < 2:
        y = y * 1.1 + 0.1
    return y, y + 1, 2 / y


@programs.staged((T(1), T(2.5)), (T(1, ag.int64), T(2.5)), (T(1), T(2.5, ag.float64)))
def dtypes_promote(x, y):
    """Products and differences of int and float tensors promote in both branches."""
    if x > 0:
        z = x * y
    else:
        z = y - x
    return z, x / 2, y // 1


@programs.staged(T(float("nan")), T(-0.0), T(0.0), T(float("inf")), T(1.0))
def special_floats(x):
    """NaN, infinities and signed zeros in comparisons, `min`, `max` and `abs`."""
    if x == x:
        y = x * -1
    else:
        y = x
    return y, x > 0, x < 0, min(x, 1.0), max(1.0, x), -x, abs(x)


@programs.staged(
    (T(float("nan")), T(1.0)), (T(1.0), T(float("nan"))), (T(0.0), T(-0.0))
)
def builtin_extremes_keep_the_first(x, y):
    """`min` and `max` return the first of incomparables; `ag.minimum` returns NaN."""
    return min(x, y), max(x, y), ag.minimum(x, y), ag.maximum(x, y)


@programs.staged(T(40), T(10))
def python_integers_are_exact(n):
    """A loop-carried Python int grows past 10**9 without wrapping around."""
    big = 1
    for _ in range(n):
        big = big * 3
    return big % 1000, big > 10**9


@programs.staged(T(3), T(10))
def python_integer_beside_a_tensor(n):
    """A loop-carried Python int is weakly typed with int and float tensors."""
    k = 1
    for _ in range(n):
        k = k * 2
    return n + k, n * k, k - n, T(1.5) * k


@programs.staged(T(5), T(0))
def python_float_beside_a_tensor(n):
    """A loop-carried Python float is weakly typed with tensors of three dtypes."""
    y = 0.1
    for _ in range(n):
        y = y * 3
    return T(1.0) + y, T(1.0, ag.float64) + y, T(1) + y


@programs.staged(T(0), T(1), T(3), T(5))
def conversions_between_python_numbers_are_exact(n):
    """`int`, `round`, `float` and `bool` of loop-carried Python numbers."""
    y, k = 0.5, 1
    for _ in range(n):
        y = y + 1e10
        k = k * 1000
    return int(y) % 7, round(y) % 7, float(k) % 7, bool(y), int(float(k) % 11)


@programs.staged(T(31), T(32), T(5))
def python_integer_out_of_range_beside_a_tensor(n):
    """2**31 and 2**32 added to an int32 tensor raise OverflowError."""
    k = 1
    for _ in range(n):
        k = k * 2
    return n + k


@programs.staged(T(5), T(40))
def python_integer_out_of_range_as_result(n):
    """A loop-carried Python int beyond int32 is the result."""
    k = 1
    for _ in range(n):
        k = k * 2
    return k


@programs.staged(T(True), T(False))
def truths(b):
    """`&`, `|`, `^`, `~`, `==` and `not` of a bool tensor."""
    n = 0
    if b:
        n = n + 1
    return n, b & True, b | False, b ^ b, ~b, b == True, not b


@programs.staged(T(5), T(0))
def python_truths(n):
    """A loop-carried Python bool in arithmetic and `and`."""
    is_even = True
    for _ in range(n):
        is_even = not is_even
    return is_even, is_even + 1, is_even == 1, is_even and n > 3


@programs.staged((T([1, 2, 3]), T(2)), (T([1.5, -0.0, 2.5]), T(0)))
def arrays(v, n):
    """A vector carried by a `while` loop, then reversed, compared and selected."""
    while n > 0:
        v = v * v - 1
        n -= 1
    return v, ag.reduce_sum(v), v[::-1], v > 1, ag.where(v > 1, v, -v)


@programs.staged((T([[1.0, 2.0], [3.0, 4.0]]), T(3)))
def matrices(m, n):
    """Powers of a matrix in a loop, then product, transpose and elements."""
    p = m
    for _ in range(n):
        p = ag.matmul(p, m) / 2
    return p, p @ m, ag.transpose(p), p[0], p[:, 1], p[-1, -1]


@programs.staged(T([3, 1, 2]), T([1, 1, 1]), T([2, 3, 1]))
def sort_by_swaps(v):
    """Three elements bubble-sorted by swaps in a `while` loop."""
    a, b, c = v[0], v[1], v[2]
    swapped = True
    while swapped:
        swapped = False
        if a > b:
            a, b = b, a
            swapped = True
        if b > c:
            b, c = c, b
            swapped = True
    return ag.stack([a, b, c])


@programs.staged((T(48), T(18)), (T(7), T(0)), (T(0), T(0)))
def greatest_common_divisor(a, b):
    """Euclid's algorithm with tuple assignment in a `while` loop."""
    while b:
        a, b = b, a % b
    return a


@programs.staged(T(97), T(91), T(1), T(2))
def is_prime(n):
    """Trial division with returns before and within a `while` loop."""
    if n < 2:
        return False
    k = 2
    while k * k <= n:
        if n % k == 0:
            return False
        k += 1
    return True


@programs.staged((T(3), T(13), T(1000)), (T(2), T(0), T(5)))
def power_by_squaring(base, exponent, modulus):
    """Modular power by squaring, with a dynamic `if` in a `while` loop."""
    result = 1
    while exponent > 0:
        if exponent & 1:
            result = result * base % modulus
        base = base * base % modulus
        exponent >>= 1
    return result


@programs.staged((T([1, 3, 5, 7, 9]), T(7)), (T([1, 3, 5, 7, 9]), T(4)))
def binary_search(v, x):
    """Binary search with a `return` in a loop of `if`, `elif` and `else`."""
    low, high = 0, len(v)
    while low < high:
        middle = (low + high) // 2
        if v[middle] == x:
            return middle
        elif v[middle] < x:
            low = middle + 1
        else:
            high = middle
    return -1


@programs.staged((T(-0.75), T(0.1)), (T(2.0), T(2.0)))
def mandelbrot(re, im):
    """Escape time of a point, with a `return` in a loop of 50 iterations."""
    x, y = 0.0, 0.0
    for i in range(50):
        if x * x + y * y > 4:
            return i
        x, y = x * x - y * y + re, 2 * x * y + im
    return 50


@programs.staged(T(12345), T(0))
def digits(n):
    """Sum and product of decimal digits in a `while True` loop with `break`."""
    total, product = 0, 1
    while True:
        n, digit = n // 10, n % 10
        total += digit
        product *= digit or 1
        if not n:
            break
    return total, product


@programs.staged(T(3))
def a_number_beside_a_tensor_wraps_around(x):
    """A Python int counted in a loop, added to an int32 tensor that wraps around."""
    k = 0
    while k < x:
        k += 1
    return ag.convert_to_tensor(k), k + (x + 2147483644) > 0


@programs.staged((-0.5 + 0.5j, T(30)), (1j, T(0)), (0.25 + 0j, T(3)))
def escapes(c, n):
    """A loop-carried Python complex number with an early `return` by its modulus."""
    z = 0j
    for k in range(n):
        if abs(z) > 2:
            return k
        z = z * z + c
    return -1


@programs.staged((0.25 + 0.5j, T(3)), (1j, T(0)))
def complex_state(c, n):
    """Two Python complex numbers carried by a `while` loop."""
    z, w, k = 0j, 1j, 0
    while k < n and abs(z) < 4:
        z = z + c
        w *= 1j
        k += 1
    return z, w, z.real, w == 1j


# -- Numbers wider than a dtype


@programs.staged(T(0), T(2))
def number_2_2(x):
    """`min()` in a loop of a wide Python int and int32 items, in a `try`."""
    a = ag.constant(np.array([3, 4], np.int32))
    best = 10**10
    try:
        for v in a:
            best = min(best, v)
    except OverflowError:
        return -1
    return best


@programs.staged(T(0), T(2))
def number_2_2b(x):
    """A wide Python int stays the minimum over an empty int32 tensor."""
    a = ag.constant(np.array([], np.int32))
    best = 10**10
    for v in a:
        best = min(best, v)
    return best


@programs.staged(T(0), T(2))
def number_2_2c(x):
    """A wide Python int on one path, an int32 tensor on the other."""
    best = 10**10
    if x > 1:
        best = ag.constant(3, ag.int32)
    return best


@programs.staged(T(0), T(2))
def number_2_2d(x):
    """A small Python int on one path, an int32 tensor on the other."""
    best = 3
    if x > 1:
        best = ag.constant(3, ag.int32)
    return best


@programs.staged(T(0), T(2))
def number_2_2e(x):
    """A negative Python int on one path, a uint8 tensor on the other."""
    best = -1
    if x > 1:
        best = ag.constant(3, ag.uint8)
    return best


@programs.staged(T(0), T(2))
def number_2_2i(x):
    """A float beyond float32's range on one path, a float32 on the other."""
    best = 1e300
    if x > 1:
        best = ag.constant(3.0, ag.float32)
    return best


@programs.staged(T(0), T(2))
def number_in_try(x):
    """A wide Python int or an int32 tensor, selected in a `try`."""
    best = 10**10
    try:
        if x > 1:
            best = ag.constant(3, ag.int32)
    except OverflowError:
        return 5
    return best


@programs.staged(T(0), T(2))
def number_try_notes(x):
    """`//` of int32 tensors by 0 in a `try` does not raise ZeroDivisionError."""
    best = 10**10
    try:
        best = ag.constant(3, ag.int32) // x
    except ZeroDivisionError:
        pass
    return best


@programs.staged(T(0), T(2))
def number_inf(x):
    """Infinity as a Python float on one path, a float32 on the other."""
    best = float("inf")
    if x > 1:
        best = ag.constant(3.0, ag.float32)
    return best


@programs.staged(T(0), T(2))
def number_nan(x):
    """NaN as a Python float on one path, a float32 on the other."""
    best = float("nan")
    if x > 1:
        best = ag.constant(3.0, ag.float32)
    return best


@programs.staged(T(0), T(2))
def number_loop_float(x):
    """`min()` in a loop of a large Python float and float32 items."""
    a = ag.constant([3.0, 4.0])
    best = 1e308
    for v in a:
        best = min(best, v)
    return best


@programs.staged(T(0), T(2))
def number_loop_uint8(x):
    """`max()` in a loop of a negative Python int and uint8 items."""
    a = ag.constant(np.array([3, 4], np.uint8))
    best = -1
    for v in a:
        best = max(best, v)
    return best


@programs.staged(T(0), T(2))
def number_sys_maxsize(x):
    """`min()` in a loop of `sys.maxsize` and int32 items."""
    import sys

    a = ag.constant(np.array([3, 4], np.int32))
    best = sys.maxsize
    for v in a:
        best = min(best, v)
    return best


@programs.staged(T(3), T(2))
def number_while(x):
    """A wide Python int becomes an int64 tensor in a dynamic `while`."""
    best = 10**10
    i = 0
    while i < x:
        i += 1
        best = ag.minimum(best, 7)
    return best


@programs.staged(T(0), T(2))
def number_tuple(x):
    """A tuple of Python ints on one path, of tensors on the other."""
    b = (10**10, 1)
    if x > 1:
        b = (x, x)
    return b


@programs.staged(T(0), T(2))
def number_opt(x):
    """None, a tensor or a wide Python int, by two branches."""
    b = None
    if x > 1:
        b = x
    if x > 5:
        b = 10**12
    return b


@programs.staged(T(0), T(2), T(5))
def number_early_return(x):
    """A wide Python int or a tensor is returned early."""
    if x > 1:
        return 10**10
    return x


@programs.staged(T(0), T(2))
def number_x_default(x):
    """A dict value is a wide Python int on one path, a tensor on the other."""
    d = {"a": 10**10}
    if x > 1:
        d["a"] = x
    return d


@programs.staged(T(0), T(2))
def attribute_name(x):
    """`name` of a dynamic int raises AttributeError."""
    d = 3 if x > 1 else 4
    return d.name


@programs.staged(T(0), T(2))
def attribute_value(x):
    """`value` of a dynamic int raises AttributeError."""
    d = 3 if x > 1 else 4
    return d.value


@programs.staged(T(0), T(2))
def attribute_value_txt(x):
    """`value` of a dynamic string raises AttributeError."""
    d = "a" if x > 1 else "b"
    return d.value


@programs.staged(T(0), T(2))
def attribute_shape(x):
    """`shape` of a dynamic int raises AttributeError."""
    d = 3 if x > 1 else 4
    return d.shape


@programs.staged(T(0), T(2))
def attribute_dtype(x):
    """`dtype` of a dynamic int raises AttributeError."""
    d = 3 if x > 1 else 4
    return d.dtype


@programs.staged(T(0), T(2))
def attribute_hasattr(x):
    """`hasattr()` of a dynamic int is false for attributes of tensors."""
    d = 3 if x > 1 else 4
    return (
        hasattr(d, "shape"),
        hasattr(d, "name"),
        hasattr(d, "value"),
        hasattr(d, "numpy"),
    )


@programs.staged(T(0), T(2))
def attribute_numpy(x):
    """`numpy()` of a dynamic int raises AttributeError."""
    d = 3 if x > 1 else 4
    return d.numpy()


@programs.staged(T(0), T(2))
def attribute_eval(x):
    """`eval()` of a dynamic int raises AttributeError."""
    d = 3 if x > 1 else 4
    return d.eval()


@programs.staged(T(0), T(2))
def attribute_opt_name(x):
    """`name` of an int or None: the AttributeError reports which class it is."""
    d = 3 if x > 1 else None
    return d.name


@programs.staged(T(0), T(2))
def attribute_bool_node(x):
    """`node` of a dynamic bool raises AttributeError."""
    d = int(x) > 1
    return d.node


@programs.staged(T(0), T(2))
def no_dtype_2_2f(x):
    """A Python int beyond int64 or an int64 tensor cannot be staged."""
    best = 10**30
    if x > 1:
        best = ag.constant(3, ag.int64)
    return best


@programs.staged(T(0), T(2))
def no_dtype_2_2h(x):
    """A Python int beyond all floats or a float32 tensor cannot be staged."""
    best = 10**400
    if x > 1:
        best = ag.constant(3.0, ag.float32)
    return best


@programs.staged(T(0), T(2))
def no_dtype_loop_list(x):
    """A growing list of a wide Python int and int32 tensors is not staged."""
    xs = [10**10]
    for i in range(x):
        xs.append(ag.constant(3, ag.int32))
    return xs


@programs.staged(T(0), T(2))
def no_dtype_too_big(x):
    """`min()` in a loop of an int beyond int64 and int32 items is not staged."""
    best = 10**30
    for v in ag.constant(np.array([3, 4], np.int32)):
        best = min(best, v)
    return best


# -- Attributes and methods

INTEGERS = tuple(map(T, (0, 1, -1, -5, 37)))

FLOATS = tuple(
    T(np.float64(x))
    for x in (0.0, -0.0, 2.5, -3.0, 1e308, 5e-324, math.inf, -math.inf, math.nan)
)

BIG = 2**70

SIGNS = (T(3), T(-2))


@programs.staged(*INTEGERS)
def of_integers(x):
    """`real`, `imag`, `numerator`, `conjugate()`, `bit_length()` of dynamic ints."""
    n = int(x)
    return n.real, n.imag, n.numerator, n.denominator, n.conjugate(), n.bit_length()


@programs.staged(*INTEGERS)
def of_integers_of_any_size(x):
    """Attributes and methods of ints beyond 64 bits, `bit_count()` among them."""
    n = int(x) * BIG + 1
    parts = n.real, n.imag, n.numerator, n.denominator, n.conjugate()
    return f"{parts} {n.as_integer_ratio()}", n.bit_length(), n.bit_count()


@programs.staged(*FLOATS)
def of_floats(x):
    """`real`, `imag`, `conjugate()`, `is_integer()` and `hex()` of floats."""
    v = float(x)
    return f"{v.real} {v.imag} {v.conjugate()}", v.is_integer(), v.hex()


@programs.staged(*INTEGERS)
def of_truth_values(x):
    """The number attributes of a dynamic bool are ints."""
    b = bool(x > 0)
    parts = b.real, b.imag, b.numerator, b.denominator, b.conjugate()
    return parts, b.bit_length(), f"{b.real} {b.as_integer_ratio()}", b.real + 1


@programs.staged(*FLOATS)
def of_complex_numbers(x):
    """Parts and conjugates of complex numbers with negative zeros."""
    v = float(x)
    z, w = complex(v, -0.0), complex(-0.0, v)
    return f"{z} {w} {z.conjugate()}", z.real.hex(), z.imag.hex(), f"{w.real} {w.imag}"


@programs.staged(*FLOATS)
def complex_of_two_parts(x):
    """`complex` of two parts that are floats, complex numbers or a bool."""
    v = float(x)
    return f"{complex(v, v)} {complex(1j, v)} {complex(v, 1j)} {complex(v, True)}"


@programs.staged(*SIGNS)
def complex_of_tensors(x):
    """`complex` of one or two tensors, also by the keyword `imag`."""
    return complex(x, 2), complex(2, x), complex(x), complex(imag=x), complex(x, x)


@programs.staged(*SIGNS)
def complex_of_an_integer_that_is_too_large(x):
    """`complex` of an int of 2000 bits raises OverflowError."""
    return complex(int(x) * 2**2000, 1)


@programs.staged(*SIGNS)
def complex_of_a_complex_tensor_as_imaginary_part(x):
    """`complex(x, 1j * x)` raises TypeError for a complex tensor as second part."""
    return complex(x, 1j * x)


@programs.staged(*SIGNS)
def complex_of_none(x):
    """`complex(n, None)` raises TypeError."""
    return complex(int(x), None)


@programs.staged(*SIGNS)
def complex_of_text(x):
    """`complex("1", n)` raises TypeError."""
    return complex("1", int(x))


@programs.staged(*SIGNS)
def complex_of_too_much(x):
    """`complex` of three arguments raises TypeError."""
    return complex(int(x), 1, 2)


@programs.staged(*SIGNS)
def complex_of_what_may_be_none(x):
    """`complex(2, part)` where the part is a float or None."""
    part = None
    if x > 0:
        part = float(x)
    return complex(2, part)


@programs.staged(*FLOATS)
def ratio_of_floats(x):
    """`as_integer_ratio()` of floats raises for infinity and NaN."""
    return f"{float(x).as_integer_ratio()}"


@programs.staged(*FLOATS)
def ratio_of_floats_in_a_try(x):
    """The errors of `as_integer_ratio()` of infinity and NaN, caught."""
    text = "none"
    try:
        top, bottom = float(x).as_integer_ratio()
        text = f"{top}/{bottom}"
    except OverflowError as error:
        text = f"overflow: {error}"
    except ValueError as error:
        text = f"value: {error}"
    return text


@programs.staged(*FLOATS)
def ratio_that_nothing_uses(x):
    """An unused `as_integer_ratio()` still raises for infinity and NaN."""
    float(x).as_integer_ratio()
    return 1


@programs.staged(*INTEGERS)
def method_called_later(x):
    """The bound method `bit_length` of an int, called in a branch and after it."""
    method = int(x).bit_length
    more = method() if x > 0 else 0
    return method() + more, method.__name__


@programs.staged(*INTEGERS)
def methods_of_classes(x):
    """`int.bit_length` as a sort key and in `map`; `float.hex` of a float."""
    n, v = int(x), float(x)
    ns = sorted([n, 3 * n, -n, 100], key=int.bit_length)
    lengths = list(map(int.bit_length, [n, 5]))
    return ns, lengths, int.conjugate(x > 0), float.hex(v), float.is_integer(v / 2)


@programs.staged(*INTEGERS)
def asked_by_name(x):
    """`getattr` with and without default and `attrgetter` on a dynamic int."""
    n = int(x)
    return getattr(n, "imag"), getattr(n, "nothing", 3), operator.attrgetter("real")(n)


@programs.staged(*INTEGERS)
def whether_there_is_one(x):
    """`hasattr` of dynamic ints and floats."""
    n, v = int(x), float(x)
    return hasattr(n, "real"), hasattr(v, "bit_length"), hasattr(n, "nothing")


@programs.staged(*INTEGERS)
def in_loops(x):
    """`bit_count()` and `bit_length()` of the index of a dynamic loop."""
    total = 0
    for i in range(int(x) + 5):
        if i.bit_count() == 1:
            total += i.bit_length() * i.real
    return total


@programs.staged(*INTEGERS)
def of_lengths_and_sums(x):
    """`bit_length()` of a dynamic `len` and `as_integer_ratio()` of a `sum`."""
    xs = list(range(x + 5))
    return len(xs).bit_length(), sum(xs).as_integer_ratio()


@programs.staged(*INTEGERS)
def of_classes(x):
    """Types of `real` and `imag` of int, bool and float; `n.real is n`."""
    n, b = int(x), bool(x > 0)
    return isinstance(n.real, int), type(b.real), type(float(x).imag), n.real is n


@programs.staged(*SIGNS)
def of_what_may_be_none(x):
    """`n.real` of an int or None raises AttributeError for None."""
    n = None
    if x > 0:
        n = int(x)
    return n.real


@programs.staged(*SIGNS)
def method_of_what_may_be_none(x):
    """`n.bit_length()` of an int or None in a `try` for AttributeError."""
    n, length = None, 0
    if x > 0:
        n = int(x)
    try:
        length = n.bit_length()
    except AttributeError:
        length = -1
    return length


@programs.staged(*SIGNS)
def method_of_a_class_given_what_may_be_none(x):
    """`int.bit_length(n)` of an int or None raises TypeError for None."""
    n = None
    if x > 0:
        n = int(x)
    return int.bit_length(n)


@programs.staged(*SIGNS)
def whether_what_may_be_none_has_one(x):
    """`hasattr` of an int or None."""
    n = None
    if x > 0:
        n = int(x)
    return hasattr(n, "real"), hasattr(n, "nothing"), hasattr(n, "__class__")


@programs.staged(*SIGNS)
def of_what_may_be_none_or_else(x):
    """`getattr` with a default on an int or None."""
    n = None
    if x > 0:
        n = int(x)
    return getattr(n, "real", 5), getattr(n, "nothing", 6)


@programs.staged(*SIGNS)
def whether_what_may_be_none_is_text(x):
    """`hasattr` of a dynamic string or None."""
    text = None
    if x > 0:
        text = f"{int(x)}"
    return hasattr(text, "upper"), hasattr(text, "nothing")


@programs.staged(*SIGNS)
def of_what_may_be_unbound(x):
    """`n.bit_length()` raises UnboundLocalError where `n` is unbound."""
    if x > 0:
        n = int(x)
    return n.bit_length()


@programs.staged(*SIGNS)
def given_something(x):
    """`bit_length(1)` raises TypeError."""
    return int(x).bit_length(1)


@programs.staged(*SIGNS)
def given_something_in_a_try(x):
    """`float.is_integer` with an argument raises TypeError, which is caught."""
    try:
        found = float(x).is_integer(x)
    except TypeError:
        found = False
    return found


@programs.staged(*SIGNS)
def of_another_class(x):
    """`int.bit_length` of a float raises TypeError."""
    return int.bit_length(float(x))


@programs.staged(*SIGNS)
def of_a_tensor(x):
    """`int.bit_length` of a tensor raises TypeError."""
    return int.bit_length(x)


@programs.staged(*SIGNS)
def that_floats_have_not(x):
    """`numerator` of a float raises AttributeError."""
    return float(x).numerator


@programs.falls(*SIGNS)
def that_complex_numbers_have_not(x):
    """`hex()` of a complex number raises AttributeError."""
    return complex(x, 1).hex()


@programs.staged(*SIGNS)
def that_integers_may_not_have_yet(x):
    """`int.is_integer()`, which Python has from 3.12 on."""
    return int(x).is_integer()


@programs.falls(*SIGNS)
def bytes_of_integers(x):
    """`to_bytes` of a dynamic int cannot be staged."""
    return int(x).to_bytes(2, "big")


@programs.falls(*SIGNS)
def asked_by_pythons_library(x):
    """`statistics.mean` of a list with a dynamic int cannot be staged."""
    return statistics.mean([int(x), 2, 5])


# -- Type queries

KINDS = (np.float64(2.5), np.float32(2.5), np.int64(3), T(2.5), T(3), np.array(2.5))

COMPLEX = (T(1 + 2j), np.array(1 + 2j))


@programs.falls(T(3), T(0))
def attributes_that_classes_alone_have(n):
    """`hasattr` of numbers and text for names that only classes have."""
    k, v, b, t = int(n), float(n), bool(n > 2), "a" if n > 2 else "b"
    found = [
        [hasattr(each, name) for each in (k, v, b, t, n)]
        for name in ("__dict__", "__call__", "__name__", "__mro__", "__add__", "mro")
    ]
    return found, callable(k), callable(t)


@programs.staged(T(3), T(0))
def attributes_or_else(n):
    """`getattr` of `__name__` and others on numbers and text, with defaults."""
    k, t = int(n), "a" if n > 2 else "b"
    names = [getattr(each, "__name__", "none") for each in (k, t, float(n), n)]
    return names, getattr(k, "__qualname__", 1), getattr(t, "__dict__", 2)


def as_plain(value):
    if isinstance(value, dict):
        return {key: as_plain(each) for key, each in value.items()}
    if hasattr(value, "__dict__"):
        return as_plain(vars(value))
    return value() if hasattr(value, "__call__") else value


class Holder:
    def __init__(self, held):
        self.held = held


@programs.falls(T(3), T(0))
def a_serializer(n):
    """A recursive serializer asks values for `__dict__` and `__call__`."""
    return as_plain(Holder(int(n))), as_plain({"a": Holder("x" if n > 2 else "y")})


@programs.falls(*KINDS)
def what_scalars_have(x):
    """`hasattr` of NumPy scalars, arrays and tensors for scalar methods."""
    names = ("is_integer", "hex", "as_integer_ratio", "bit_count", "strides", "nope")
    return [hasattr(x, name) for name in names]


@programs.falls(*KINDS, np.float64(2.0), np.float16(0.5), np.uint8(7), np.bool_(True))
def is_integer(x):
    """`is_integer()` and `as_integer_ratio()` of NumPy scalars and tensors."""
    return x.is_integer(), x.as_integer_ratio()


@programs.staged(*KINDS)
def in_hexadecimal(x):
    """`hex()` of NumPy scalars and tensors, where only some have it."""
    return x.hex()


@programs.staged(*KINDS)
def bits(x):
    """`bit_count()` of NumPy scalars and tensors, where only some have it."""
    return x.bit_count()


@programs.staged(np.array([1.5, 2.0]), T([1.5, 2.0]))
def of_elements(x):
    """`is_integer()` and `as_integer_ratio()` of array and tensor elements."""
    return x[0].is_integer(), x.max().is_integer(), (x[0] + 1).as_integer_ratio()


@programs.staged(*KINDS, np.float64(-2.5))
def truncated(x):
    """`math.trunc` of NumPy scalars, a 0-D array and tensors."""
    return math.trunc(x)


@programs.staged(np.array([1.5, -2.0]), T([1.5, 2.0]), np.array([1, 2]))
def truncated_elements(x):
    """`math.trunc` of elements and of a minimum of arrays and tensors."""
    return math.trunc(x[0]), math.trunc(x.min())


@programs.staged(np.array([1.5, -2.0]), T([1.5, 2.0]), np.array([1, 2]))
def classes_of_elements(x):
    """`isinstance` of elements and sums against NumPy's and tensor classes."""
    y = x[0] + 1
    kinds = (float, np.floating, np.generic, np.ndarray, ag.Tensor)
    return [isinstance(each, kinds) for each in (y, x, x.sum())], [
        isinstance(x.max(), kind) for kind in kinds
    ]


@programs.staged(np.array([1, 2]), T([1, 2]))
def types_of_elements(x):
    """`type(...) is` for elements and sums of arrays and of tensors."""
    return type(x[0]) is np.int64, type(x) is np.ndarray, type(x.sum()) is ag.Tensor


@ag.function
def repeats(n):
    return [1] * n, isinstance(n, np.generic)


@programs.staged((np.array([1, 2]), T(2, ag.int64)), (T([1, 2], ag.int64), np.int64(2)))
def asked_in_a_function_that_is_traced_by_itself(x, n):
    """A nested `ag.function` tells NumPy scalars from tensors."""
    return repeats(n), repeats(x.max()), repeats(n), repeats(x[1])


@programs.staged(T(2.56), T(2.56, ag.float64), T(-0.04), T(1e30), T(37), T(-5, ag.int8))
def rounded(x):
    """`round` to digits of tensors, and the text of the result."""
    near = round(x, 1)
    return near, f"{near} {round(x / 4, 1)}", "%s" % round(x, -1), near / 3


@programs.staged(T(2.56), T(2.56, ag.float64), T(7))
def class_of_what_is_rounded(x):
    """`isinstance` of `round(x, 1)` and `round(x)` of tensors."""
    return isinstance(round(x, 1), float), isinstance(round(x), int)


@programs.staged(T(2.56), T(7))
def rounded_to_no_integer(x):
    """`round(x, 1.0)` of a tensor raises TypeError."""
    return round(x, 1.0)


@programs.staged(T(7), T(-2))
def complex_numbers_are_not_rounded(n):
    """`round` of a complex number raises TypeError, which is caught."""
    try:
        return round(complex(n))
    except TypeError as error:
        return str(error)


@programs.staged(T(1j), np.complex64(2), T(True), np.bool_(True))
def what_is_not_rounded(x):
    """`round` of complex and bool tensors and NumPy scalars raises TypeError."""
    try:
        return round(x)
    except TypeError as error:
        return str(error)


@programs.staged(T(1j), T(True))
def what_is_not_rounded_with_digits(x):
    """`round(x, 1)` of complex and bool tensors raises TypeError."""
    return round(x, 1)


@programs.staged(T(3), T(0))
def truth_values_are_rounded(n):
    """`round` of Python bools gives ints."""
    return round(bool(n > 2)), round(bool(n))


@programs.staged(T(7), T(-2))
def conversions_of_complex_numbers(n):
    """`float` and `int` of a complex number raise TypeError."""
    z, found = complex(n), []
    try:
        found.append(float(z))
    except TypeError:
        found.append(-1.0)
    try:
        found.append(int(z))
    except TypeError as error:
        found.append(str(error))
    return found


@programs.staged(*COMPLEX)
def conversions_of_complex_tensors(x):
    """`float` of a complex tensor or 0-D array."""
    try:
        return float(x)
    except TypeError as error:
        return str(error)


@programs.staged(*COMPLEX)
def functions_of_complex_tensors(x):
    """`math.sqrt` of a complex tensor or 0-D array."""
    try:
        return math.sqrt(x)
    except TypeError as error:
        return str(error)


@programs.staged(T(5), T(-3))
def operators_of_classes(n):
    """Special methods of int, float and bool called through their classes."""
    k, v = int(n), float(n)
    return (
        str(int.__mul__(2, k)),
        (5).__rsub__(k),
        float.__mul__(2.0, k),
        float.__truediv__(v, 2.0),
        int.__neg__(k),
        int.__lt__(2, k),
        (2).__eq__(k),
        int.__divmod__(7, k),
        int.__pow__(k, 3, 5),
        int.__bool__(k),
        int.__float__(k),
        int.__round__(k, -1),
        float.__trunc__(v),
        bool.__and__(k > 2, k > 4),
        int.__and__(k > 2, k > 4),
        int.__abs__(k),
    )


@programs.staged(T(5))
def operators_that_do_not_know_the_other(n):
    """`int.__add__(2, 2.5)` and similar return NotImplemented."""
    v = float(n)
    return (
        int.__add__(2, v) is NotImplemented,
        (2).__rmul__(v) is NotImplemented,
        int.__eq__(2, "a" if n > 2 else "b") is NotImplemented,
    )


@programs.staged(T(5))
def operators_of_other_classes(n):
    """`int.__add__` of a float raises TypeError."""
    try:
        return int.__add__(float(n), 2)
    except TypeError as error:
        return str(error).replace("Tensor", "float")


@programs.staged(*map(T, (-2, -1, 0, 2, 9)))
def stop_of_islice(n):
    """`itertools.islice` with a dynamic stop, also negative."""
    return list(itertools.islice([1, 2, 3, 4], n))


@programs.staged(*map(T, (-2, -1, 0, 1, 3)))
def bounds_of_islice(n):
    """`itertools.islice` with a dynamic start, also negative."""
    return (
        list(itertools.islice(range(9), n, 5)),
        list(itertools.islice(range(9), n, None, 2)),
    )


@programs.staged(*map(T, (-2, -1, 0, 1, 3)))
def step_of_islice(n):
    """`itertools.islice` with a dynamic step, also zero and negative."""
    return list(itertools.islice(range(9), 1, 8, n))


@programs.staged(*map(T, (-2, -1, 0)))
def bounds_of_islice_before_its_step(n):
    """`itertools.islice` reports a negative stop before a zero step."""
    return list(itertools.islice(range(9), 0, n, 0))


# -- Errors

NUMBERS = (T(2), T(0))


def told(act):
    try:
        return str(act())
    except (TypeError, ZeroDivisionError) as error:
        return f"{type(error).__name__}: {error}"


@programs.falls(*NUMBERS)
def operators_that_numbers_do_not_have(n):
    """The TypeErrors of operators that int, float or complex lack."""
    k, v, z = int(n), float(n), complex(n)
    return [
        told(lambda: ~v),
        told(lambda: v & 1),
        told(lambda: 1 | v),
        told(lambda: v << 2),
        told(lambda: z < 1j),
        told(lambda: 1 >= z),
        told(lambda: z // 2),
        told(lambda: k @ 2),
        told(lambda: 2.0 @ k),
        told(lambda: k @ v),
        told(lambda: divmod(z, 2)),
        told(lambda: k + "a"),
    ]


@programs.staged(*NUMBERS)
def items_of_numbers(n):
    """Subscripting an int, a float or a bool raises TypeError."""
    k, v = int(n), float(n)
    return [told(lambda: k[0]), told(lambda: v[1:2]), told(lambda: (k > 1)[k])]


@programs.staged(*NUMBERS)
def an_item_of_a_number(n):
    """`int(n)[0]` raises TypeError out of the function."""
    return int(n)[0]


@programs.staged(*NUMBERS)
def divisions_by_zero(n):
    """The ZeroDivisionErrors of `divmod`, `//` and `%` with ints and floats."""
    k, v = int(n), float(n)
    return [
        told(lambda: divmod(7, v)[0]),
        told(lambda: divmod(7.5, k)[1]),
        told(lambda: divmod(7, k)[1]),
        told(lambda: divmod(v, 2)),
        told(lambda: 7 // v),
        told(lambda: 7.5 % k),
    ]


@programs.staged(*NUMBERS)
def powers_by_a_modulus(n):
    """Three-argument `pow` with floats raises TypeError; with ints it works."""
    k, v = int(n), float(n)
    return [
        told(lambda: pow(v, 2, 3)),
        told(lambda: pow(2, k, 3.0)),
        told(lambda: pow(k, 2, 5)),
    ]


@programs.falls(T(2), np.int64(2), np.array(2), np.float32(2.5))
def what_has_no_items(x):
    """`list`, `sum`, `len` and iteration of 0-D arrays and scalars raise."""
    return [
        told(lambda: list(x)),
        told(lambda: tuple(x + 1)),
        told(lambda: sum(x)),
        told(lambda: sorted(x)),
        told(lambda: len(x)),
        told(lambda: [each + 1 for each in x]),
    ]


@programs.falls(np.array([1, 2]), T([1, 2]))
def elements_have_no_items(x):
    """`list`, `len` and `set` of array elements raise TypeError."""
    return [
        told(lambda: list(x[0])),
        told(lambda: len(x.max())),
        told(lambda: set(x[1])),
    ]


@programs.falls(*NUMBERS)
def orders_with_the_number_on_the_right(n):
    """Orders of an int on the right of text, None, a dict and a complex."""
    k = int(n)
    return [
        told(lambda: "a" < k),
        told(lambda: "a" >= k),
        told(lambda: None <= k),
        told(lambda: {} > k),
        told(lambda: 3j < k),
        told(lambda: ("a", 1) < (k, 1)),
        told(lambda: 0 <= k < "a"),
        told(lambda: max(k, "a")),
        told(lambda: min("a", k)),
        told(lambda: sorted([k, "a"])),
        told(lambda: sorted([3, "b", k], reverse=True)),
    ]


@programs.staged(*NUMBERS)
def exceptions_of_the_library_without_contexts(n):
    """`{} | int(n)` raises TypeError without a context."""
    return {} | int(n)


class Other:
    pass


@programs.staged(*NUMBERS)
def updates_of_numbers_by_what_they_do_not_take(n):
    """`+=`, `**=` and `//=` of numbers by text, None, a list, an object."""
    found = []
    for other in ("a", None, [1], (1,), Other()):
        try:
            k = int(n)
            k += other
        except TypeError as error:
            found.append(str(error))
        try:
            v = float(n)
            v **= other
        except TypeError as error:
            found.append(str(error))
        try:
            held = [int(n)]
            held[0] //= other
        except TypeError as error:
            found.append(str(error))
    return found


@programs.staged(*NUMBERS)
def bits_of_floats_updated(n):
    """`v &= 1` on a loop-carried float raises TypeError."""
    v = 0.5
    for _ in range(n):
        v = v * 2
    try:
        v &= 1
    except TypeError as error:
        return str(error)
    return v


@programs.falls(*NUMBERS)
def none_in_a_loop_updated(n):
    """`total += i` with `total` None raises in the first iteration."""
    total = None
    for i in range(n):
        total += i
    return total


@programs.staged(*NUMBERS)
def text_updated(n):
    """`text -= 1` on a dynamic string raises TypeError, which is caught."""
    text = str(int(n))
    try:
        text -= 1
    except TypeError as error:
        return str(error)
    return text


@programs.staged(T(3))
def an_update_by_a_list_shows_no_other_error(n):
    """`+=` of a complex by a list raises TypeError with no `__context__`."""
    value = complex(n, 1)
    try:
        value += [3]
    except TypeError as error:
        return str(error), error.__context__ is None, error.__suppress_context__
    return "", False, False


# -- Numbers and text are no tensors

B = (ag.constant(1), ag.constant(0))


@programs.staged(*B)
def length(n):
    """`len` of a dynamic Python int raises TypeError."""
    return len(int(n))


@programs.staged(*B)
def length_that_is_caught(n):
    """`len` of a dynamic Python float raises TypeError, which is caught."""
    try:
        return len(float(n))
    except TypeError as error:
        return str(error)


@programs.staged(*B)
def stepped_through(n):
    """Iteration over a dynamic Python int raises TypeError."""
    for _ in int(n):
        pass


@programs.staged(*B)
def listed(n):
    """`list` of a dynamic bool raises TypeError."""
    return list(bool(n))


@programs.staged(*B)
def summed(n):
    """`sum` of a dynamic Python int raises TypeError."""
    return sum(int(n))


@programs.staged(*B)
def called(n):
    """Calling a dynamic Python int raises TypeError."""
    number = int(n)
    return number(3)


@programs.falls(*B)
def called_and_caught(n):
    """Calling a dynamic string raises TypeError, which is caught."""
    word = ["a", "b"][int(n)]
    try:
        return word(3)
    except TypeError as error:
        return str(error)


@programs.staged(*B)
def index_of_a_list(n):
    """A dynamic float as index of a list raises TypeError."""
    return [1, 2][float(n)]


@programs.staged(*B)
def index_of_a_tuple(n):
    """A dynamic float as index of a tuple raises TypeError."""
    return (1, 2)[float(n)]


@programs.staged(*B)
def index_of_text(n):
    """A dynamic float as index of a string raises TypeError."""
    return "ab"[float(n)]


@programs.staged(*B)
def index_of_a_range(n):
    """A dynamic float as index of a range raises TypeError."""
    return range(5)[float(n)]


@programs.staged(*B)
def bound_of_a_slice(n):
    """A dynamic float as bound of a slice raises TypeError."""
    return [1, 2][float(n) :]


@programs.staged(*B)
def argument_of_range(n):
    """`range` of a dynamic float raises TypeError."""
    return list(range(float(n)))


@programs.staged(*B)
def place_for_insert(n):
    """`list.insert` at a dynamic float raises TypeError."""
    xs = []
    while len(xs) < int(n) + 2:
        xs.append(len(xs))
    xs.insert(float(n), 3)


@programs.staged(*B)
def is_scalar(n):
    """`np.isscalar` is true for dynamic Python numbers and text, not for tensors."""
    word = ["a", "b"][int(n)]
    return np.isscalar(int(n)), np.isscalar(word), np.isscalar(bool(n)), np.isscalar(n)


@programs.staged(*B)
def unpacked(n):
    """Unpacking a dynamic Python int raises TypeError."""
    a, b = int(n)
    return a, b


@programs.staged(*B)
def unpacked_with_a_star(n):
    """Unpacking a dynamic float to a starred target raises TypeError."""
    a, *b = float(n)
    return a, b


@programs.staged(*B)
def managed(n):
    """`with` on a dynamic Python int raises TypeError."""
    with int(n):
        return 1


@programs.staged(*B)
def drawn(n):
    """`next` of a dynamic Python int raises TypeError."""
    return next(int(n))


@programs.staged(*B)
def drawn_with_a_default(n):
    """`next` of a dynamic Python int raises TypeError despite a default."""
    return next(int(n), 4)


@programs.staged(*B)
def length_hints(n):
    """`operator.length_hint` of dynamic text, ranges and an int."""
    hint = operator.length_hint
    return hint("ab" * int(n)), hint(str(int(n)), 5), hint(range(int(n))), hint(int(n))
