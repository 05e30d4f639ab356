"""State that is hard to keep in a graph: refused at the user's line, never wrong."""

# Programs under test are written as users write them.
# ruff: noqa: B006, B007, C416

import array
import bisect
import collections
import functools
import heapq
import operator

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
# Lists that grow in place by code that runs as it stands.
grown = Rows()


test_state_is_refused = rows.refusal_test()


test_what_grows_is_staged = grown.test()


def make_forms():
    v = 0

    def by_for(xs):
        nonlocal v
        for v in xs:
            pass

    def by_walrus(y):
        nonlocal v
        return (v := y) + 1

    def by_with(cm):
        nonlocal v
        with cm as v:
            pass

    def by_del():
        nonlocal v
        del v

    def set_(y):
        nonlocal v
        v = y

    def get_():
        return v

    def by_tuple(y):
        nonlocal v
        _, (v, *_) = y

    return by_for, by_walrus, by_with, by_del, set_, get_, by_tuple


by_for, by_walrus, by_with, by_del, set_, get_, by_tuple = make_forms()


@rows.on(T(3), T(-3))
def cell_del(x):
    set_(7)
    if x > 0:
        by_del()
    try:
        r = get_()
    finally:
        set_(0)
    return r


@rows.on(T(3), T(-3))
def ordered_(x):
    d = collections.OrderedDict(a=1, b=2)
    if x > 0:
        d.move_to_end("a")
    return tuple(i for i in d.values())


@rows.on(T(3), T(-3))
def dict_order(x):
    d = {}
    if x > 0:
        d["a"] = 1
        d["b"] = 2
    else:
        d["b"] = 2
        d["a"] = 1
    return [k for k in d.values()]


@rows.on(T(3), T(-3))
def bytearray_(x):
    b = bytearray(b"ab")
    if x > 0:
        b.append(99)
        b[0] = 65
    return len(b), b[0]


@rows.on(T(3), T(-3))
def array_(x):
    b = array.array("i", [1, 2])
    if x > 0:
        b[0] = 65
    return b[0]


class MySet(set[int]):
    pass


@rows.on(T(3), T(-3))
def subset(x):
    b = MySet([1])
    if x > 0:
        b.add(2)
    return len(b)


class Slots:
    __slots__ = ("a", "b")


@grown.on(T(3), T(-3))
def slots_missing(x):
    s = Slots()
    s.a = 1
    if x > 0:
        s.b = x
        del s.a
    return s.a


class Plain:
    pass


@grown.on(T(3), T(-3))
def delattr_fn(x):
    o = Plain()
    o.a = 1
    if x > 0:
        delattr(o, "a")
    return o.a


@grown.on(T(3), T(-3))
def operator_fns(x):
    l = [1, 2]
    d = {"a": 1}
    m = [1]
    if x > 0:
        operator.setitem(l, 0, x)
        operator.setitem(d, "a", x)
        operator.iadd(m, [2])
    return l, d, m


@grown.on(T(3), T(-3))
def augname(x):
    m = [1]
    s = {1}
    k = m
    if x > 0:
        m += [2]
        s |= {2}
    else:
        m *= 2
    return m, k, len(s)


@grown.on(T(3), T(-3))
def augname_set(x):
    s = {1}
    k = s
    if x > 0:
        s |= {2}
    return len(k)


@grown.on(T(3), T(-3))
def heap(x):
    h = [5, 3, 4]
    heapq.heapify(h)
    b = [1, 3]
    s = [1, 2, 3]
    if x > 0:
        heapq.heappush(h, 1)
        bisect.insort(b, 2)
        heapq.heappop(h)
    return h


@grown.on(T(3), T(-3))
def insort(x):
    b = [1, 3]
    if x > 0:
        bisect.insort(b, 2)
    return b


class CP:
    def __init__(self, v):
        self.v = v
        self.calls = 0

    @functools.cached_property
    def big(self):
        self.calls += 1
        return self.v * 2


@grown.on(T(3), T(-3))
def cachedprop(x):
    c = CP(x)
    y = 0
    if x > 0:
        y = c.big
    return y + c.big, c.calls


@grown.on(T(3), T(-3))
def gen_outer(x):
    it = (i for i in [1, 2, 3])
    y = 0
    if x > 0:
        for i in it:
            y = i
            break
    return y + next(it)


@grown.on(T(3), T(-3))
def default_mut(x):
    def f(a, acc=[]):
        acc.append(a)
        return len(acc)

    f(1)
    if x > 0:
        f(2)
    return f(3)


@rows.on(T(3), T(-3))
def lru(x):
    log = [0]

    @functools.lru_cache
    def f(v):
        log[0] += 1
        return v + 1

    y = 0
    if x > 0:
        y = f(1)
    return y + f(1), log[0]
