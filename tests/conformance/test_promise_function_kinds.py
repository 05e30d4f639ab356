"""Kinds of functions: constructors, decorators, descriptors, closures, arguments."""

# Programs under test are written as users write them.
# ruff: noqa: PERF401

import contextlib
import functools

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()


test_the_graph_agrees = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_a_special_method_that_needs_a_value_is_refused_there(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)
    assert found.staged.error.origin.function.startswith(("__", "prop"))


class Meta(type):
    def __call__(cls, *a):
        o = super().__call__(*a)
        o.tag = 5
        if a[0] > 0:
            o.tag = a[0]
        return o


class WithMeta(metaclass=Meta):
    def __init__(self, v):
        self.v = v


@rows.on(T(3), T(-3))
def metacall(x):
    return WithMeta(x).tag


class New:
    def __new__(cls, v):
        self = super().__new__(cls)
        self.n = 1
        if v > 0:
            self.n = v
        return self

    def __init__(self, v):
        self.m = 0
        if v > 0:
            self.m = v * 2


@rows.on(T(3), T(-3))
def new_(x):
    o = New(x)
    return o.n, o.m


@rows.on(T(3), T(-3))
def deco(x):
    def d(f):
        @functools.wraps(f)
        def inner(*a, **k):
            if a[0] > 0:
                return f(*a, **k)
            return a[0] * 5

        return inner

    @d
    def g(v, *, w=2):
        if v > 2:
            return v * w
        return v

    return g(x, w=3)


@functools.singledispatch
def sd(a):
    if a > 0:
        return a
    return -a * 2


@sd.register
def _(a: int):
    return a * 100


@rows.on(T(3), T(-3))
def singledisp(x):
    return sd(x), sd(3)


@contextlib.contextmanager
def cm(v):
    if v is None:
        yield 0
    yield v + 1


@rows.on(T(3), T(-3))
def contextm(x):
    with cm(x) as y:
        if y > 0:
            return y
    return y * 2


class PM:
    k = 2

    def f(self, a, b):
        if a > 0:
            return a * b
        return a

    g = functools.partialmethod(f, b=3)

    @staticmethod
    def s(a):
        if a > 0:
            return a
        return -a

    @classmethod
    def c(cls, a):
        if a > 0:
            return a * cls.k
        return -a

    def __priv(self, a):
        if a > 0:
            return a
        return 0 * a

    def name(self, a):
        return self.__priv(a)

    def __call__(self, a):
        if a > 0:
            return a
        return a * 7


@rows.on(T(3), T(-3))
def partialm(x):
    p = PM()
    return (
        p.g(x),
        p.s(x),
        PM.s(x),
        p.c(x),
        PM.c(x),
        p.name(x),
        p(x),
        functools.partial(p, x)(),
        functools.partial(p.f, b=x)(x),
    )


@rows.on(T(3), T(-3))
def loopclosures(x):
    fs = []
    for i in range(3):
        fs.append(lambda: i * x)
    gs = []
    for i in range(3):

        def g(i=i):
            if x > i:
                return x
            return i * x

        gs.append(g)
    return [f() for f in fs], [g() for g in gs]


@rows.on(T(3), T(-3))
def posonly(x):
    def f(a, /, b, *c, d=1, **e):
        if a > b:
            return a + d
        return b + len(c) + e.get("z", 0)

    return f(x, 1), f(x, 1, 2, 3, z=4), f(1, b=x, d=x)


@rows.on(T(3), T(-3))
def badcall(x):
    def f(a, /, b):
        return a

    return f(x, c=1)


class Vec:
    def __init__(self, v):
        self.v = v

    def __add__(self, o):
        if o.v > 0:
            return Vec(self.v + o.v)
        return Vec(self.v)

    def __lt__(self, o):
        if o.v > 0:
            return self.v < o.v
        return self.v == 1

    def __getitem__(self, k):
        if k > 0:
            return self.v
        return self.v * 0

    def __getattr__(self, n):
        if n == "pos":
            if self.v > 0:
                return self.v
            return self.v * 0
        raise AttributeError(n)

    def __neg__(self):
        if self.v > 0:
            return Vec(-self.v)
        return self

    def __bool__(self):
        if self.v > 0:
            return True
        return False

    @property
    def prop(self):
        if self.v > 0:
            return self.v
        return self.v * 2

    def __len__(self):
        return 3

    def __abs__(self):
        if self.v > 0:
            return self.v
        return -self.v


@rows.on(T(3), T(-3))
def v_add(x):
    return (Vec(x) + Vec(x)).v


@rows.on(T(3), T(-3))
def v_lt(x):
    return Vec(x) < Vec(x)


@rows.on(T(3), T(-3))
def v_item(x):
    return Vec(x)[x]


@rows.on(T(3), T(-3))
def v_attr(x):
    return Vec(x).pos


@rows.on(T(3), T(-3))
def v_neg(x):
    return (-Vec(x)).v


@rows.on(T(3), T(-3))
def v_bool(x):
    return 1 if Vec(x) else 2


@refused.on(T(3), T(-3))
def v_prop(x):
    return Vec(x).prop


@rows.on(T(3), T(-3))
def v_abs(x):
    return abs(Vec(x))


@rows.on(T(3))
def spread_arguments_of_a_call_in_a_default(x):
    given, named = [x], {"n": 2}

    def times(value, n):
        return value * n

    inner = lambda p, q=times(*given, **named): p + q  # noqa: B008
    return inner(x)


@rows.on(T(3), T(-2), 3)
def methods_that_name_the_class_they_are_in(x):
    class Counter:
        count = 1

        @staticmethod
        def clipped(value):
            return value if value > 1 else Counter.count

        def twice(self, value):
            return Counter.clipped(value) * 2 if value > 0 else -1

    Counter.count += 1
    return Counter.clipped(x), Counter().twice(x)


class Hashed:
    def __init__(self, log):
        self.log = log

    def __call__(self, x):
        return x + 1

    def __hash__(self):
        self.log.append("hashed")
        return 7


@rows.on(T(0), T(3))
def an_object_whose_hash_has_effects(x):
    log = []
    add = Hashed(log)
    y = add(x)
    return y, [*map(add, [1, 2])], sorted([2, 1], key=add), log or "none"
