"""The promise, for numbers: dtypes, wrap-around, rounding, weak Python numbers."""

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
MAX32, MIN32 = 2**31 - 1, -(2**31)
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(T(MAX32), T(MIN32), T(2**63 - 1), T(-(2**63)))
def integers_wrap_around(x):
    return x + 1, x - 1, x * 3, -x, abs(x), x**2, x * x


@rows.on(T(200, ag.uint8), T(0, ag.uint8), T(255, ag.uint8))
def small_unsigned_integers_wrap_around(x):
    y = x
    for i in range(3):
        y = y * 7 + i
    return y, y - 100, -y, ~y, y >> 1


@rows.on(T(100, ag.int8), T(-128, ag.int8))
def small_integers_wrap_around(x):
    y = x
    while y > 0:
        y += 20
    return y, y // 3, y % 7, abs(y)


@rows.on(T(MAX32), T(7), T(MIN32))
def wrap_around_in_a_loop(x):
    total = x
    for i in range(x % 5):
        total = total * 31 + i
    return total


@rows.on((T(7), T(-2)), (T(-7), T(2)), (T(-7), T(-2)), (T(MIN32), T(-1)))
def floor_division_and_remainder(x, y):
    return x // y, x % y, x / y


@rows.on((T(7.5), T(-2.0)), (T(-7.5), T(2.0)), (T(-0.0), T(2.0)))
def floor_division_of_floats(x, y):
    return x // y, x % y, x / y


@rows.on(T(0.1), T(16777217.0), T(1e-45), T(3e38))
def float32_rounds(x):
    total = x
    for _ in range(10):
        total = total + x * 0.1
    return total, total * total, total - x


@rows.on(T(0.1), T(0.1, ag.float64), T(0.1, ag.float16))
def floats_keep_their_dtype_beside_python_numbers(x):
    y = x
    while y < 2:
        y = y * 1.1 + 0.1
    return y, y + 1, 2 / y


@rows.on((T(1), T(2.5)), (T(1, ag.int64), T(2.5)), (T(1), T(2.5, ag.float64)))
def dtypes_promote(x, y):
    if x > 0:
        z = x * y
    else:
        z = y - x
    return z, x / 2, y // 1


@rows.on(T(float("nan")), T(-0.0), T(0.0), T(float("inf")), T(1.0))
def special_floats(x):
    if x == x:
        y = x * -1
    else:
        y = x
    return y, x > 0, x < 0, min(x, 1.0), max(1.0, x), -x, abs(x)


@rows.on((T(float("nan")), T(1.0)), (T(1.0), T(float("nan"))), (T(0.0), T(-0.0)))
def builtin_extremes_keep_the_first(x, y):
    return min(x, y), max(x, y), ag.minimum(x, y), ag.maximum(x, y)


@rows.on(T(40), T(10))
def python_integers_are_exact(n):
    big = 1
    for _ in range(n):
        big = big * 3
    return big % 1000, big > 10**9


@rows.on(T(3), T(10))
def python_integer_beside_a_tensor(n):
    k = 1
    for _ in range(n):
        k = k * 2
    return n + k, n * k, k - n, T(1.5) * k


@rows.on(T(5), T(0))
def python_float_beside_a_tensor(n):
    y = 0.1
    for _ in range(n):
        y = y * 3
    return T(1.0) + y, T(1.0, ag.float64) + y, T(1) + y


@rows.on(T(0), T(1), T(3), T(5))
def conversions_between_python_numbers_are_exact(n):
    y, k = 0.5, 1
    for _ in range(n):
        y = y + 1e10
        k = k * 1000
    return int(y) % 7, round(y) % 7, float(k) % 7, bool(y), int(float(k) % 11)


@rows.on(T(31), T(32), T(5))
def python_integer_out_of_range_beside_a_tensor(n):
    k = 1
    for _ in range(n):
        k = k * 2
    return n + k


@rows.on(T(5), T(40))
def python_integer_out_of_range_as_result(n):
    k = 1
    for _ in range(n):
        k = k * 2
    return k


@rows.on(T(True), T(False))
def truths(b):
    n = 0
    if b:
        n = n + 1
    return n, b & True, b | False, b ^ b, ~b, b == True, not b


@rows.on(T(5), T(0))
def python_truths(n):
    is_even = True
    for _ in range(n):
        is_even = not is_even
    return is_even, is_even + 1, is_even == 1, is_even and n > 3


@rows.on((T([1, 2, 3]), T(2)), (T([1.5, -0.0, 2.5]), T(0)))
def arrays(v, n):
    while n > 0:
        v = v * v - 1
        n -= 1
    return v, ag.reduce_sum(v), v[::-1], v > 1, ag.where(v > 1, v, -v)


@rows.on((T([[1.0, 2.0], [3.0, 4.0]]), T(3)))
def matrices(m, n):
    p = m
    for _ in range(n):
        p = ag.matmul(p, m) / 2
    return p, p @ m, ag.transpose(p), p[0], p[:, 1], p[-1, -1]


@rows.on(T([3, 1, 2]), T([1, 1, 1]), T([2, 3, 1]))
def sort_by_swaps(v):
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


@rows.on((T(48), T(18)), (T(7), T(0)), (T(0), T(0)))
def greatest_common_divisor(a, b):
    while b:
        a, b = b, a % b
    return a


@rows.on(T(97), T(91), T(1), T(2))
def is_prime(n):
    if n < 2:
        return False
    k = 2
    while k * k <= n:
        if n % k == 0:
            return False
        k += 1
    return True


@rows.on((T(3), T(13), T(1000)), (T(2), T(0), T(5)))
def power_by_squaring(base, exponent, modulus):
    result = 1
    while exponent > 0:
        if exponent & 1:
            result = result * base % modulus
        base = base * base % modulus
        exponent >>= 1
    return result


@rows.on((T([1, 3, 5, 7, 9]), T(7)), (T([1, 3, 5, 7, 9]), T(4)))
def binary_search(v, x):
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


@rows.on((T(-0.75), T(0.1)), (T(2.0), T(2.0)))
def mandelbrot(re, im):
    x, y = 0.0, 0.0
    for i in range(50):
        if x * x + y * y > 4:
            return i
        x, y = x * x - y * y + re, 2 * x * y + im
    return 50


@rows.on(T(12345), T(0))
def digits(n):
    total, product = 0, 1
    while True:
        n, digit = n // 10, n % 10
        total += digit
        product *= digit or 1
        if not n:
            break
    return total, product


@rows.on(T(3))
def a_number_beside_a_tensor_wraps_around(x):
    k = 0
    while k < x:
        k += 1
    return ag.convert_to_tensor(k), k + (x + 2147483644) > 0


# -- Complex numbers of Python's, which loops carry


@rows.on((-0.5 + 0.5j, T(30)), (1j, T(0)), (0.25 + 0j, T(3)))
def escapes(c, n):
    z = 0j
    for k in range(n):
        if abs(z) > 2:
            return k
        z = z * z + c
    return -1


@rows.on((0.25 + 0.5j, T(3)), (1j, T(0)))
def complex_state(c, n):
    z, w, k = 0j, 1j, 0
    while k < n and abs(z) < 4:
        z = z + c
        w *= 1j
        k += 1
    return z, w, z.real, w == 1j
