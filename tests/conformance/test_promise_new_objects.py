"""Objects that each path makes anew, and those of them that something else holds."""

from __future__ import annotations

import dataclasses
import weakref

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
B = (T(3), T(0), T(-2))
rows = Rows()
refused = Rows()


test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_has_another_name_is_refused(function, args):
    assert check(function, *args).verdict is Verdict.REFUSED


class Point:
    def __init__(self, v, w=0):
        self.v = v
        self.w = w

    def shifted(self, by):
        if self.v > by:
            return Point(self.v - by, self.w)
        return Point(self.v + by, self.w + 1)


@rows.on(*B)
def three_ways(x):
    if x > 0:
        p = Point(x)
    elif x == 0:
        p = Point(7, 1)
    else:
        p = Point(-x, 2)
    return p.v * 10 + p.w


@rows.on(*B)
def methods(x):
    return Point(x).shifted(1).shifted(2).v


@rows.on(*B)
def changed_after(x):
    p = Point(x) if x > 0 else Point(-x)
    p.v += 5
    p.w = p.v
    q = p
    q.w += 1
    return (p.v, p.w, q is p)


@rows.on(*B)
def stored_too(x):
    ps = []
    if x > 0:
        p = Point(x)
        ps.append(p)
    else:
        p = Point(-x)
        ps.append(p)
    p.v = 100
    return ps[0].v


@rows.on(*B)
def two_names(x):
    if x > 0:
        p = q = Point(x)
    else:
        p = q = Point(-x)
    p.v = 100
    return q.v


@rows.on(*B)
def captured(x):
    if x > 0:
        p = Point(x)
        f = lambda: p.v
    else:
        p = Point(-x)
        f = lambda: p.v
    p.v = 100
    return f()


@rows.on(*B)
def list_attr(x):

    class L:
        def __init__(self):
            self.items = [1]

    p = L() if x > 0 else L()  # noqa: RUF034
    p.items.append(2)
    return len(p.items)


@rows.on(*B)
def shared_list_attr(x):
    shared = [1]

    class L:
        def __init__(self):
            self.items = shared

    p = L() if x > 0 else L()  # noqa: RUF034
    p.items.append(2)
    return len(shared)


@rows.on(*B)
def nested_obj(x):

    class N:
        def __init__(self, p):
            self.p = p

    n = N(Point(x)) if x > 0 else N(Point(1))
    n.p.v = n.p.v + 1
    return n.p.v


@rows.on(*B)
def classes_differ(x):

    class Q(Point):
        pass

    p = Point(x) if x > 0 else Q(x)
    return p.v


@rows.on(*B)
def attrs_differ(x):
    if x > 0:
        p = Point(x)
        p.extra = 1
    else:
        p = Point(x)
    return p.v


@refused.on(*B)
def weak(x):
    seen = []
    if x > 0:
        p = Point(x)
        seen.append(weakref.ref(p))
    else:
        p = Point(-x)
        seen.append(weakref.ref(p))
    return (p.v, seen[0]() is p)


@rows.on(*B)
def in_python_loop(x):
    p = Point(x)
    for i in range(3):
        p = p.shifted(i)
    return (p.v, p.w)


@rows.on((T(3),), (T(1),))
def in_staged_loop_dead(x):
    s = 0
    for i in ag.range(x):
        p = Point(i) if i > 1 else Point(5)
        s = s + p.shifted(1).v
    return s


@rows.on(*B)
def in_try(x):
    try:
        if x > 0:
            p = Point(x)
        else:
            p = Point(12 // x)
    except ZeroDivisionError:
        p = Point(99)
    return p.v


@rows.on(*B)
def in_try2(x):
    try:
        p = Point(12 // x)
    except ZeroDivisionError:
        p = Point(99)
    return p.v


@rows.on(*B)
def registry(x):

    class R:
        all = []

        def __init__(self, v):
            self.v = v
            R.all.append(self)

    p = R(x) if x > 0 else R(1)
    p.v = 7
    return R.all[0].v


@rows.on(*B)
def with_property(x):

    class Q:
        def __init__(self, v):
            self._v = v

        @property
        def v(self):
            return self._v

        @v.setter
        def v(self, value):
            self._v = value * 2

    q = Q(x) if x > 0 else Q(1)
    q.v = 5
    return q.v


@rows.on(*B)
def dataclass(x):

    @dataclasses.dataclass
    class D:
        a: object
        b: object = 1

        def __post_init__(self):
            self.b = self.b + 1

    d = D(x) if x > 0 else D(-x, 5)
    return (d.a + d.b, d == D(3))


@rows.on(*B)
def slots(x):

    class S:
        __slots__ = ("v",)

        def __init__(self, v):
            self.v = v

    s = S(x) if x > 0 else S(1)
    return s.v


@rows.on(*B)
def tuple_of(x):

    def f():
        if x > 0:
            return (Point(x), 1)
        return (Point(-x), 2)

    p, k = f()
    return (p.v, k)


@rows.on(*B)
def attr_of_self(x):

    class Holder:
        def __init__(self):
            self.p = None

        def fill(self):
            if x > 0:
                self.p = Point(x)
            else:
                self.p = Point(1)

    h = Holder()
    h.fill()
    return h.p.v


@rows.on(*B)
def one_side(x):
    if x > 0:
        p = Point(x)
    try:
        return p.v
    except UnboundLocalError:
        return -1


@rows.on(*B)
def one_side_return(x):
    if x > 0:
        p = Point(x)
    else:
        return 0
    return p.v


@rows.on(*B)
def setattr_optional(x):
    p = None
    if x > 0:
        p = Point(x)
    p.v = 3
    return p.v


@rows.on(*B)
def delattr_optional(x):
    p = None
    if x > 0:
        p = Point(x)
    del p.v
    return x


@rows.on(*B)
def setattr_number(x):
    n = 3
    if x > 0:
        n = 4
    n.v = x
    return n


@rows.on(*B)
def delattr_text(x):
    n = "a"
    if x > 0:
        n = "b"
    del n.v
    return n


@rows.on(*B)
def getattr_optional(x):
    p = None
    if x > 0:
        p = Point(x)
    return p.v


@rows.on(*B)
def del_attr(x):
    p = Point(x) if x > 0 else Point(-x)
    del p.w
    return (p.v, hasattr(p, "w"))


@rows.on(*B)
def eq_is(x):
    p = Point(x) if x > 0 else Point(-x)
    q = Point(x)
    return (p == q, p is q, p is p)


@rows.on(*B)
def list_in_an_attribute_that_is_left_elsewhere(x):
    class Queue:
        def __init__(self, items):
            self.items = items

    if x > 0:
        xs = [x]
        q = Queue(xs)
    else:
        xs = [1]
        q = Queue(xs)
    q.items.append(7)
    return xs
