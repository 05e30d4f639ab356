"""Operators and builtins on objects whose classes decide on tensors in their methods."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
B = (T(3), T(-3))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


class Number:
    def __init__(self, v):
        self.v = v

    def __add__(self, o):
        if self.v > 0:
            return Number(self.v + o.v)
        return Number(self.v - o.v)

    def __radd__(self, o):
        if self.v > 0:
            return Number(self.v + o)
        return Number(self.v - o)

    def __iadd__(self, o):
        if self.v > 0:
            self.v = self.v + 1
        else:
            self.v = self.v - 1
        return self

    def __neg__(self):
        if self.v > 0:
            return Number(-self.v)
        return self

    def __lt__(self, o):
        if self.v > 0:
            return self.v < o.v
        return self.v < 100

    def __eq__(self, o):
        if self.v > 0:
            return self.v == o.v
        return self.v == 100

    def __hash__(self):
        return 1

    def __getitem__(self, i):
        if self.v > i:
            return self.v
        return self.v - i

    def __setitem__(self, i, x):
        if x > i:
            self.v = x
        else:
            self.v = self.v + i

    def __delitem__(self, i):
        if self.v > i:
            self.v = self.v - i

    def __call__(self, k):
        if self.v > k:
            return k
        return -k

    def __bool__(self):
        if self.v > 0:
            return True
        return False

    def __len__(self):
        if self.v > 2:
            return 3
        return 2

    def __contains__(self, k):
        if self.v > k:
            return True
        return False

    def __iter__(self):
        if self.v > 0:
            return iter([self.v, 1])
        return iter([self.v, 2])

    def __enter__(self):
        if self.v > 0:
            self.v = self.v + 10
        return self

    def __exit__(self, *e):
        if self.v > 0:
            self.v = self.v * 2

    def __abs__(self):
        if self.v > 0:
            return self.v
        return -self.v

    def __int__(self):
        if self.v > 0:
            return int(self.v)
        return 0

    def __float__(self):
        if self.v > 0:
            return float(self.v)
        return 0.0

    def __str__(self):
        if self.v > 0:
            return "pos"
        return "neg"

    def __repr__(self):
        if self.v > 0:
            return "rpos"
        return "rneg"

    def __format__(self, spec):
        if self.v > 0:
            return "fpos"
        return "fneg"

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if self.v > 0:
            return self.v
        return 0 * self.v

    def __index__(self):
        if self.v > 0:
            return 1
        return 0

    def __matmul__(self, o):
        if self.v > 0:
            return self.v
        return o.v

    def __divmod__(self, o):
        if self.v > 0:
            return (self.v, 1)
        return (self.v, 2)

    def __pow__(self, o):
        if self.v > 0:
            return self.v
        return -self.v

    def __rsub__(self, o):
        if self.v > 0:
            return o - self.v
        return o + self.v

    def __round__(self, n=None):
        if self.v > 0:
            return self.v
        return -self.v

    def __reversed__(self):
        if self.v > 0:
            return [self.v]
        return [-self.v]


@rows.on(*B)
def of_rsub(x):
    return 1 - Number(x)


@rows.on(*B)
def of_rsub_t(x):
    return x - Number(x)


@rows.on(*B)
def of_iadd(x):
    a = Number(x)
    a += 1
    return a.v


@rows.on(*B)
def of_lt(x):
    return Number(x) < Number(x + 1)


@rows.on(*B)
def of_gt(x):
    return Number(x) > Number(x + 1)


@rows.on(*B)
def of_chain(x):
    return Number(x) < Number(x + 1) < Number(x + 2)


@rows.on(*B)
def of_eq(x):
    return Number(x) == Number(x)


@rows.on(*B)
def of_ne(x):
    return Number(x) != Number(x)


@rows.on(*B)
def of_getitem(x):
    return Number(x)[1]


@rows.on(*B)
def of_setitem(x):
    a = Number(x)
    a[1] = x
    return a.v


@rows.on(*B)
def of_augitem(x):
    a = Number(x)
    a[1] += x
    return a.v


@rows.on(*B)
def of_delitem(x):
    a = Number(x)
    del a[1]
    return a.v


@rows.on(*B)
def of_call(x):
    return Number(x)(1)


@rows.on(*B)
def of_bool_if(x):
    if Number(x):
        return 1
    return 2


@rows.on(*B)
def of_bool_not(x):
    return not Number(x)


@rows.on(*B)
def truth(x):
    return bool(Number(x))


@rows.on(*B)
def of_bool_and(x):
    a = Number(x)
    if a and x > 0:
        return 1
    return 2


@rows.on(*B)
def length(x):
    return len(Number(x))


@rows.on(*B)
def of_contains(x):
    return 1 in Number(x)


@rows.on(*B)
def of_not_contains(x):
    return 1 not in Number(x)


@rows.on(*B)
def manager(x):
    with Number(x) as a:
        a.v = a.v + 1
    return a.v


@rows.on(*B)
def of_abs(x):
    return abs(Number(x))


@rows.on(*B)
def integer(x):
    return int(Number(x))


@rows.on(*B)
def of_float(x):
    return float(Number(x))


@rows.on(*B)
def of_str(x):
    return str(Number(x))


@rows.on(*B)
def of_repr(x):
    return repr(Number(x))


@rows.on(*B)
def of_fstr(x):
    return f"{Number(x)}"


@rows.on(*B)
def of_fmt(x):
    return format(Number(x), "x")


@rows.on(*B)
def of_getattr(x):
    return Number(x).foo


@rows.on(*B)
def of_matmul(x):
    return Number(x) @ Number(x + 1)


@rows.on(*B)
def of_divmod(x):
    return divmod(Number(x), 2)


@rows.on(*B)
def of_pow(x):
    return Number(x) ** 2


@rows.on(*B)
def of_pow_b(x):
    return pow(Number(x), 2)


@rows.on(*B)
def of_round(x):
    return round(Number(x))


@rows.on(*B)
def of_reversed(x):
    return list(reversed(Number(x)))


@rows.on(*B)
def among_items(x):
    return Number(x) in [Number(x), Number(x)]


@rows.on(*B)
def of_in_loop_i(x):
    a = Number(x)
    for i in ag.range(3):
        a += i
    return a.v


@rows.on(*B)
def of_ternary(x):
    return 1 if Number(x) else 2


@rows.on(*B)
def of_while(x):
    a = Number(x)
    while a:
        a.v = a.v - 1
    return a.v


@rows.on(*B)
def of_any(x):
    return any([Number(x), Number(x)])


@rows.on(*B)
def of_matches(x):
    match Number(x):
        case Number(v=v) if v > 0:
            return v
        case _:
            return 0


@rows.on(T(1), T(-1))
def the_bits_of_a_truth_value(x):
    is_positive = bool(x > 0)
    return ~int(is_positive), [1, 2, 3][~is_positive], ~is_positive * 10


@rows.on(T(1), T(-1))
def the_bits_of_a_truth_value_that_is_returned(x):
    return ~bool(x > 0)
