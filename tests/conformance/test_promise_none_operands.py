"""Operators and builtins on what is None on some paths: lists, dicts and objects."""

# Programs under test are written as users write them.
# ruff: noqa: PLW1641

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


@rows.on(T(0), T(2), T(5))
def may_be_none_try(x):
    d = [1, 2] if x > 1 else None
    try:
        return d + [3]
    except TypeError:
        return [0]


@rows.on(T(0), T(2), T(5))
def may_be_none_radd(x):
    d = [1, 2] if x > 1 else None
    try:
        return [0] + d
    except TypeError:
        return [0]


@rows.on(T(0), T(2), T(5))
def may_be_none_iadd(x):
    d = [1, 2] if x > 1 else None
    try:
        d += [4]
    except TypeError:
        return [0]
    return d


@rows.on(T(0), T(2), T(5))
def may_be_none_tuple(x):
    d = (1, 2) if x > 1 else None
    try:
        return d + (3,)
    except TypeError:
        return (0, 0, 0)


@rows.on(T(0), T(2), T(5))
def may_be_none_tuple_radd(x):
    d = (1, 2) if x > 1 else None
    try:
        return (3,) + d
    except TypeError:
        return (0, 0, 0)


@rows.on(T(0), T(2), T(5))
def may_be_none_dict_or(x):
    d = {"a": 1} if x > 1 else None
    try:
        return d | {"b": 2}
    except TypeError:
        return {"a": 1, "b": 3}


@rows.on(T(0), T(2), T(5))
def may_be_none_dict_ror(x):
    d = {"a": 1} if x > 1 else None
    try:
        return {"b": 2} | d
    except TypeError:
        return {"b": 1, "a": 3}


@rows.on(T(0), T(2), T(5))
def may_be_none_dict_ior(x):
    d = {"a": 1} if x > 1 else None
    d |= {"b": 2}
    return d


@rows.on(T(0), T(2), T(5))
def may_be_none_plain_add(x):
    d = [1, 2] if x > 1 else None
    return d + [3]


@rows.on(T(0), T(2), T(5))
def may_be_none_or_default(x):
    d = [1, 2] if x > 1 else None
    d = d or []
    return d + [7]


@rows.on(T(0), T(2), T(5))
def may_be_none_or_default2(x):
    d = [1, 2] if x > 1 else None
    if d is None:
        d = []
    return d + [7]


@rows.on(T(0), T(2), T(5))
def may_be_none_mul(x):
    d = [1, 2] if x > 1 else None
    return d * 2


@rows.on(T(0), T(2), T(5))
def may_be_none_rmul(x):
    d = [1, 2] if x > 1 else None
    return 2 * d


@rows.on(T(0), T(2), T(5))
def may_be_none_mulx(x):
    d = [1, 2] if x > 1 else None
    return d * x


@rows.on(T(0), T(2), T(5))
def may_be_none_max(x):
    d = [1, 2] if x > 1 else None
    return max(d, d)


@rows.on(T(0), T(2), T(5))
def may_be_none_max2(x):
    d = [1, 2] if x > 1 else None
    return max(d, [1, 3])


@rows.on(T(0), T(2), T(5))
def may_be_none_neg(x):
    d = [1, 2] if x > 1 else None
    return -d


@rows.on(T(0), T(2), T(5))
def may_be_none_abs(x):
    d = [1, 2] if x > 1 else None
    return abs(d)


@rows.on(T(0), T(2), T(5))
def may_be_none_o(x):
    o = Own(3)
    d = o if x > 1 else None
    return d + 1


@rows.on(T(0), T(2), T(5))
def may_be_none_o2(x):
    o = Own(3)
    d = o if x > 1 else None
    return 1 + d


@rows.on(T(0), T(2), T(5))
def may_be_none_o_neg(x):
    o = Own(3)
    d = o if x > 1 else None
    return -d


@rows.on(T(0), T(2), T(5))
def may_be_none_o_lt(x):
    o = Own(3)
    d = o if x > 1 else None
    return d < 5


@rows.on(T(0), T(2), T(5))
def may_be_none_o_iadd(x):
    o = Own(3)
    d = o if x > 1 else None
    d += 2
    return d.v


@rows.on(T(0), T(2), T(5))
def may_be_none_o_two(x):
    d = Own(3) if x > 1 else None
    e = Own(4) if x > 3 else None
    return d + e


@rows.on(T(0), T(2), T(5))
def may_be_none_two_lists(x):
    d = [1] if x > 1 else None
    e = [2] if x > 3 else None
    return d + e


@rows.on(T(0), T(2), T(5))
def may_be_none_list_plus_optional_num(x):
    d = [1] if x > 1 else None
    e = 3 if x > 3 else None
    return d * e


@rows.on(T(0), T(2), T(5))
def may_be_none_sub_lists(x):
    d = [1] if x > 1 else None
    try:
        return d - [1]
    except TypeError as e:
        return str(e)


@rows.on(T(0), T(2), T(5))
def may_be_none_msg(x):
    d = [1] if x > 1 else None
    try:
        return d + (1,)
    except TypeError as e:
        return str(e)


@rows.on(T(0), T(2), T(5))
def may_be_none_in_d(x):
    d = [1] if x > 1 else None
    return 1 in d


@rows.on(T(0), T(2), T(5))
def may_be_none_matmul_own(x):
    d = Own(3) if x > 1 else None
    return d @ 2, d**2, d // 2


@rows.on(T(0), T(2), T(5))
def may_be_none_divmod_own(x):
    d = Own(3) if x > 1 else None
    return divmod(d, 2)


@rows.on(T(0), T(2), T(5))
def may_be_none_call_own(x):
    d = Own(3) if x > 1 else None
    return d(2)


@rows.on(T(0), T(2), T(5))
def may_be_none_own_eq(x):
    d = Own(3) if x > 1 else None
    return d == 3


test_python_says_what_none_does_not_have = rows.test()
