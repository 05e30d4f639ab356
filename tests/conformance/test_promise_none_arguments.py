"""Builtins that are given what is None on some paths, and what steps through it."""

# Programs under test are written as users write them.
# ruff: noqa: B905, C416, RUF059, PLW1641

import math

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()


class Own:
    """An object with operators."""

    def __init__(self, v):
        self.v = v

    def __add__(self, o):
        return self.v + (o.v if isinstance(o, Own) else o)

    def __radd__(self, o):
        return o + self.v

    def __neg__(self):
        return -self.v

    def __lt__(self, o):
        return self.v < o

    def __iadd__(self, o):
        self.v += o
        return self

    def __matmul__(self, o):
        return self.v * o

    def __pow__(self, o):
        return self.v**o

    def __floordiv__(self, o):
        return self.v // o

    def __divmod__(self, o):
        return divmod(self.v, o)

    def __call__(self, o):
        return self.v + o

    def __eq__(self, o):
        return isinstance(o, Own) and self.v == o.v


@rows.on(T(0), T(2))
def may_be_none_opt_dict(x):
    d = {"a": 1} if x > 1 else None
    return ",".join(d)


@rows.on(T(0), T(2))
def may_be_none_opt_dict_sum(x):
    d = {"a": 1} if x > 1 else None
    return sum(1 for k in d)


@rows.on(T(0), T(2))
def may_be_none_round(x):
    d = 3 if x > 1 else None
    return round(d)


@rows.on(T(0), T(2))
def may_be_none_round2(x):
    d = 3.25 if x > 1 else None
    return round(d, 1)


@rows.on(T(0), T(2))
def may_be_none_abs_etc(x):
    d = 3 if x > 1 else None
    return abs(d)


@rows.on(T(0), T(2))
def may_be_none_int(x):
    d = 3 if x > 1 else None
    return int(d)


@rows.on(T(0), T(2))
def may_be_none_float(x):
    d = 3 if x > 1 else None
    return float(d)


@rows.on(T(0), T(2))
def may_be_none_complex(x):
    d = 3 if x > 1 else None
    return complex(d)


@rows.on(T(0), T(2))
def may_be_none_divmod(x):
    d = 3 if x > 1 else None
    return divmod(d, 2)


@rows.on(T(0), T(2))
def may_be_none_pow(x):
    d = 3 if x > 1 else None
    return pow(d, 2)


@rows.on(T(0), T(2))
def may_be_none_pow3(x):
    d = 3 if x > 1 else None
    return pow(d, 2, 5)


@rows.on(T(0), T(2))
def may_be_none_math(x):

    d = 3 if x > 1 else None
    return math.sqrt(d)


@rows.on(T(0), T(2))
def may_be_none_floor(x):

    d = 3 if x > 1 else None
    return math.floor(d), math.ceil(d), math.trunc(d)


@rows.on(T(0), T(2))
def may_be_none_range(x):
    d = 3 if x > 1 else None
    return list(range(d))


@rows.on(T(0), T(2))
def may_be_none_eq_self(x):
    d = 3 if x > 1 else None
    return d == d


@rows.on(T(0), T(2))
def may_be_none_eq_self_list(x):
    d = [3] if x > 1 else None
    return d == d


@rows.on(T(0), T(2))
def may_be_none_eq_self_dict(x):
    d = {3: 1} if x > 1 else None
    return d == d, d != d


@rows.on(T(0), T(2))
def may_be_none_eq_self_own(x):
    d = Own(3) if x > 1 else None
    return d == d, d != d


@rows.on(T(0), T(2), T(5))
def may_be_none_eq_two(x):
    d = [3] if x > 1 else None
    e = [3] if x > 3 else None
    return d == e, d != e


@rows.on(T(0), T(2), T(5))
def may_be_none_eq_two_own(x):
    d = Own(3) if x > 1 else None
    e = Own(3) if x > 3 else None
    return d == e, d != e


@rows.on(T(0), T(2), T(5))
def may_be_none_eq_two_num(x):
    d = 3 if x > 1 else None
    e = 3 if x > 3 else None
    return d == e, d != e


@rows.on(T(0), T(2))
def may_be_none_hash_list(x):
    d = [1] if x > 1 else None
    return hash(d) > 3


@rows.on(T(0), T(2))
def may_be_none_hash_dict(x):
    d = {1: 2} if x > 1 else None
    return hash(d) == 5


@rows.on(T(0), T(2))
def may_be_none_hash_list2(x):
    d = [1] if x > 1 else None
    hash(d)
    return 1


@rows.on(T(0), T(2))
def may_be_none_hash_tuple(x):
    d = (1,) if x > 1 else None
    return hash(d) == hash((1,))


@rows.on(T(0), T(2))
def may_be_none_iter(x):
    d = [1] if x > 1 else None
    return [k for k in d]


@rows.on(T(0), T(2))
def may_be_none_for(x):
    d = [1] if x > 1 else None
    s = 0
    for k in d:
        s += k
    return s


@rows.on(T(0), T(2))
def may_be_none_listcall(x):
    d = [1] if x > 1 else None
    return list(d)


@rows.on(T(0), T(2))
def may_be_none_sumcall(x):
    d = [1] if x > 1 else None
    return sum(d)


@rows.on(T(0), T(2))
def may_be_none_unpack(x):
    d = [1, 2] if x > 1 else None
    a, b = d
    return a


@rows.on(T(0), T(2))
def may_be_none_star(x):
    d = [1, 2] if x > 1 else None
    return [*d]


@rows.on(T(0), T(2))
def may_be_none_extend(x):
    d = [1, 2] if x > 1 else None
    o = []
    o.extend(d)
    return o


@rows.on(T(0), T(2))
def may_be_none_dictstar(x):
    d = {"a": 1} if x > 1 else None
    return {**d}


@rows.on(T(0), T(2))
def may_be_none_dictcall(x):
    d = {"a": 1} if x > 1 else None
    return dict(d)


@rows.on(T(0), T(2))
def may_be_none_zip(x):
    d = [1, 2] if x > 1 else None
    return list(zip(d, [3, 4]))


@rows.on(T(0), T(2))
def may_be_none_map(x):
    d = [1, 2] if x > 1 else None
    return list(map(str, d))


@rows.on(T(0), T(2))
def may_be_none_enumerate(x):
    d = [1, 2] if x > 1 else None
    return list(enumerate(d))


@rows.on(T(0), T(2))
def may_be_none_sorted(x):
    d = [1, 2] if x > 1 else None
    return sorted(d)


@rows.on(T(0), T(2))
def may_be_none_itercall(x):
    d = [1, 2] if x > 1 else None
    return next(iter(d))


@rows.on(T(0), T(2))
def may_be_none_join(x):
    d = ["1", "2"] if x > 1 else None
    return ",".join(d)


@rows.on(T(0), T(2))
def may_be_none_min(x):
    d = [1, 2] if x > 1 else None
    return min(d)


@rows.on(T(0), T(2))
def may_be_none_any(x):
    d = [1, 2] if x > 1 else None
    return any(d)


@rows.on(T(0), T(2))
def may_be_none_anygen(x):
    d = [1, 2] if x > 1 else None
    return any(k > 1 for k in d)


@rows.on(T(0), T(2))
def may_be_none_tuple_too(x):
    d = [1, 2] if x > 1 else None
    return tuple(d)


@rows.on(T(0), T(2))
def may_be_none_slice(x):
    d = [1, 2] if x > 1 else None
    o = [7]
    o[0:0] = d
    return o


@rows.on(T(0), T(2))
def may_be_none_oplus(x):
    d = [1, 2] if x > 1 else None
    o = [7]
    o += d
    return o


@rows.on(T(0), T(2))
def may_be_none_reversed_dict(x):
    d = {"a": 1} if x > 1 else None
    return list(reversed(d))


@rows.on(T(0), T(2))
def may_be_none_reversed_list(x):
    d = [1, 2] if x > 1 else None
    return list(reversed(d))


test_builtins_say_what_none_does_not_have = rows.test()
