"""Objects changed in staged blocks, however it is done: they are as plain Python's.

Attributes however they are set, and what special methods, generators and C functions
change.
"""

# Programs under test are written as users write them.
# ruff: noqa: B010

import collections
import contextlib
import types

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_objects_are_as_in_plain_python = rows.test()


count = 0


def make_counter():
    count = 0

    def bump(k=1):
        nonlocal count
        count += k
        return count

    def get():
        return count

    def reset(v):
        nonlocal count
        count = v

    return bump, get, reset


bump, get, reset = make_counter()


class Slots:
    __slots__ = ("a", "b")


@rows.on(T(3), T(-3))
def slots(x):
    s = Slots()
    s.a = 1
    if x > 0:
        s.a = x
    return s.a


class Prop:
    def __init__(self):
        self._v = 0
        self.sets = 0

    @property
    def v(self):
        return self._v

    @v.setter
    def v(self, new):
        if new > 2:
            new = new * 10
        self._v = new
        self.sets += 1


@rows.on(T(3), T(1), T(-3))
def prop(x):
    p = Prop()
    if x > 0:
        p.v = x
    return p.v, p.sets


@rows.on(T(3), T(-3))
def prop_aug(x):
    p = Prop()
    p.v = 1
    if x > 0:
        p.v += x
    return p.v, p.sets


class SetAttr:
    def __setattr__(self, name, value):
        if name == "w":
            object.__setattr__(self, "n", self.n + 1)
        object.__setattr__(self, name, value)


@rows.on(T(3), T(-3))
def setattr_(x):
    p = SetAttr()
    p.n = 0
    p.w = 0
    if x > 0:
        p.w = x
    return p.w, p.n


class SetItem:
    def __init__(self):
        self.d = {}
        self.k = 0

    def __setitem__(self, k, v):
        if v > 2:
            v = v * 10
        self.d[k] = v

    def __getitem__(self, k):
        self.k += 1
        return self.d[k]

    def __delitem__(self, k):
        del self.d[k]

    def __iadd__(self, o):
        self.k += 100
        return self

    def __add__(self, o):
        self.k += 7
        return o

    def __contains__(self, o):
        self.k += 1000
        return True

    @property
    def counted(self):
        self.k += 5
        return 1

    def __getattr__(self, n):
        if n.startswith("__"):
            raise AttributeError(n)
        self.k += 11
        return 3

    def __len__(self):
        self.k += 13
        return 1

    def __iter__(self):
        self.k += 17
        return iter([1])

    def __call__(self):
        self.k += 19

    def __enter__(self):
        self.k += 23

    def __exit__(self, *a):
        self.k += 29


@rows.on(T(3), T(1), T(-3))
def setitem_user(x):
    s = SetItem()
    s["a"] = 0
    if x > 0:
        s["a"] = x
    return s.d["a"]


@rows.on(T(3), T(-3))
def specials(x):
    s = SetItem()
    s.d["a"] = 0
    a = s["a"]
    if x > 0:
        s += 1
        s + 3
        a in s
        s.counted
        s.zzz
        len(s)
        list(s)
        for _ in s:
            pass
        s()
        with s:
            pass
        s["a"]
    return s.k


@rows.on(T(3), T(-3))
def setattr_fns(x):
    o = Plain()
    o.a = 1
    o.b = 2
    o.c = 3
    o.d = 4
    o.e = 5
    o.f = 6
    if x > 0:
        object.__setattr__(o, "a", x)
        setattr(o, "b", x)
        vars(o)["c"] = x
        o.__dict__["d"] = x
        o.__dict__.update(e=x)
        o.__setattr__("f", x)
    return o.a, o.b, o.c, o.d, o.e, o.f


class Plain:
    pass


@rows.on(T(3), T(-3))
def sns(x):
    s = types.SimpleNamespace(a=1)
    u = collections.UserList([1])
    if x > 0:
        s.a = x
        u.append(2)
    else:
        u.append(x)
    return s.a, u.data


@rows.on(T(3), T(-3))
def funcattr(x):
    def f():
        f.n += 1

    f.n = 0
    if x > 0:
        f()
    return f.n


@rows.on(T(3), T(-3))
def gen_writes(x):
    log = [0]

    def g():
        log[0] += 1
        yield 1
        log[0] += 1

    if x > 0:
        for _ in g():
            pass
        list(g())
    return log[0]


class P:
    def __init__(self):
        self.items = []
        self.t = 0

    def add(self, v):
        self.t += v
        return self

    def __iadd__(self, o):
        self.t = self.t + o
        return self


@rows.on(T(3), T(-3))
def iadd_user(x):
    p = P()
    if x > 0:
        p += x
    return p.t


@rows.on(T(3), T(0))
def chain_loop(n):
    p = P()
    while n > 0:
        p.add(n).add(1)
        n -= 1
    return p.t


@rows.on(T(3), T(-3))
def contextm_stage(x):
    log = [0]

    @contextlib.contextmanager
    def c():
        log[0] += 1
        yield
        log[0] += 10

    if x > 0:
        with c():
            log[0] += 100
    return log[0]


class D:
    def __get__(self, o, t=None):
        return o.__dict__.get("_d", 0)

    def __set__(self, o, v):
        if v > 2:
            v = v * 10
        o.__dict__["_d"] = v


class HasD:
    d = D()


@rows.on(T(3), T(1), T(-3))
def descriptor(x):
    h = HasD()
    h.d = 1
    if x > 0:
        h.d = x
    return h.d


@rows.on(T(3), T(-3))
def two_names_of_one_place(x):
    o = Plain()
    o.a = 1
    o.b = 2
    if x > 0:
        o.a = x
        vars(o)["b"] = x
    return o.a, o.b
