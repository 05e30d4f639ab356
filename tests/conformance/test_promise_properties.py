"""Getters of properties, with conditions that are known only when the graph runs."""

from __future__ import annotations

import functools

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


class Running:
    def __init__(self):
        self.n = 0
        self.m2 = 0.0
        self.reads = 0

    @property
    def variance(self):
        if self.n < 2:
            return -1.0
        return self.m2 / (self.n - 1)

    @property
    def counted(self):
        self.reads += 1
        if self.m2 > 5:
            return 1
        return 0

    @counted.setter
    def counted(self, value):
        self.n = value

    @functools.cached_property
    def is_large(self):
        self.reads += 10
        return 1 if self.m2 > 5 else 0


class Derived(Running):
    @property
    def variance(self):
        if self.m2 > 100:
            return -2.0
        return super().variance


class Falling(Running):
    """A getter that fails, and what stands in for it."""

    @property
    def missing(self):
        if self.n > 100:
            return 1
        raise AttributeError("missing")

    def __getattr__(self, name):
        return 7


@rows.on(T([1.0, 2.0, 3.0]), T([1.0]))
def a_getter(xs):
    w = Running()
    for x in xs:
        w.n += 1
        w.m2 += x * x
    return w.variance


@rows.on(T([1.0, 2.0, 3.0]), T([1.0]))
def a_getter_that_writes(xs):
    w = Running()
    for x in xs:
        w.m2 += x * x
    a = w.counted
    w.counted += 3
    return a, w.counted, w.reads, w.n


@rows.on(T(3.0), T(1.0))
def a_cached_one(x):
    w = Running()
    w.m2 = x * x
    return w.is_large, w.is_large, w.reads


@rows.on(T(3.0), T(20.0))
def of_a_derived_class(x):
    w = Derived()
    w.m2 = x * x
    w.n = 2
    return w.variance


@rows.on(T(3.0))
def one_that_fails(x):
    return x + Falling().missing


@rows.on(T(3.0), T(-1.0))
def in_a_branch(x):
    w = Running()
    w.m2 = x
    if x > 0:
        w.n = 3
        y = w.variance
    else:
        y = w.variance * 2
    return y


class Grown:
    def __init__(self, n):
        self.items = []
        for i in range(n):
            self.items.append(i)

    @property
    def size(self):
        return len(self.items)


@rows.on(T(0), T(2))
def of_a_list_that_grew(n):
    return Grown(n).size


class Kept:
    """A descriptor that keeps its value under another name."""

    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        return getattr(obj, "_kept", 0)

    def __set__(self, obj, value):
        if value > 1:
            obj._kept = value


class Signed:
    """One that has no say where the object has a value itself."""

    def __get__(self, obj, owner=None):
        if obj is None:
            return 5
        if obj.v > 2:
            return obj.v
        return -obj.v


class Described:
    kept = Kept()
    signed = Signed()

    def __init__(self, v):
        self.v = v


@rows.on(T(0), T(1), T(3))
def descriptors(n):
    a, b = Described(n), Described(n)
    if n > 2:
        a.kept = n
    b.signed = 4
    return a.kept, a.signed, b.kept, b.signed, Described.signed


@rows.on(T(0), T(1), T(3))
def descriptors_of_what_is_chosen(n):
    a, b = Described(1), Described(n)
    o = a if n > 2 else b
    o.kept = n
    return o.kept, a.kept, b.kept, o.signed


class Bounded:
    """What writes, reads and deletes an attribute is written in Python."""

    def __init__(self, v):
        self.v = v

    @property
    def kept(self):
        if self.v < 0:
            raise AttributeError("negative")
        return self.v

    @kept.setter
    def kept(self, value):
        if value > 10:
            raise ValueError(f"{int(value)} is large")
        self.v = value

    @kept.deleter
    def kept(self):
        if self.v == 0:
            raise ValueError("nothing")
        self.v = -5


class Falls:
    def __init__(self, v):
        self.v = v

    def __getattr__(self, name):
        if name.startswith("x"):
            if self.v > 0:
                return 7
        raise AttributeError(name)


class Cleared(Kept):
    def __delete__(self, obj):
        if obj._kept > 2:
            obj._kept = -1


class WithCleared:
    kept = Cleared()


@rows.on(T(20), T(3), T(0), T(-1))
def by_name(n):
    a = Bounded(1)
    try:
        setattr(a, "kept", n)  # noqa: B010  # the builtin is tested
    except ValueError as error:
        text = str(error)
    else:
        text = ""
    for name in ("kept", "v"):
        setattr(a, name, a.v + 1)
    return text, getattr(a, "kept"), a.v  # noqa: B009  # the builtin is tested


@rows.on(T(3), T(0), T(-1))
def by_name_or_else(n):
    a, b = Bounded(n), Falls(n)
    found = getattr(a, "kept", 5), getattr(b, "xx", 3), getattr(b, "y", 2)
    is_there = hasattr(a, "kept"), hasattr(b, "xx"), hasattr(b, "y"), hasattr(b, "v")
    try:
        delattr(a, "kept")
    except ValueError:
        return found, is_there, 1
    return found, is_there, a.v


@rows.on(T(5), T(2))
def deleted_by_a_descriptor(n):
    a, b = WithCleared(), WithCleared()
    a.kept = b.kept = n
    del a.kept
    delattr(b, "kept")
    return a.kept, b.kept
