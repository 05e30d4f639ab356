"""Attributes of objects and classes, and properties."""

from __future__ import annotations

import abc
import collections
import contextlib
import copy
import dataclasses
import functools
import operator
import sys
import types
from typing import Any

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Attributes changed in staged blocks

T = ag.constant


class Slots:
    __slots__ = ("a", "b")


@programs.staged(T(3), T(-3))
def slots(x):
    """An attribute in `__slots__` is set in a branch."""
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


@programs.staged(T(3), T(1), T(-3))
def prop(x):
    """A property is set in a branch; its setter branches and counts."""
    p = Prop()
    if x > 0:
        p.v = x
    return p.v, p.sets


@programs.staged(T(3), T(-3))
def prop_aug(x):
    """`+=` on a property in a branch calls its getter and setter."""
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


@programs.staged(T(3), T(-3))
def setattr_(x):
    """`__setattr__` counts the assignments to an attribute in a branch."""
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


@programs.staged(T(3), T(1), T(-3))
def setitem_user(x):
    """`__setitem__` with a branch of its own is called in a branch."""
    s = SetItem()
    s["a"] = 0
    if x > 0:
        s["a"] = x
    return s.d["a"]


@programs.staged(T(3), T(-3))
def specials(x):
    """A dozen special methods change a counter of their object in a branch."""
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


@programs.staged(T(3), T(-3))
def setattr_fns(x):
    """Six ways to set an attribute in a branch, `vars` and `__dict__` included."""
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


@programs.staged(T(3), T(-3))
def sns(x):
    """A `SimpleNamespace` and a `UserList` are changed in branches."""
    s = types.SimpleNamespace(a=1)
    u = collections.UserList([1])
    if x > 0:
        s.a = x
        u.append(2)
    else:
        u.append(x)
    return s.a, u.data


@programs.leaking(T(3), T(-3))
def funcattr(x):
    """A function increments an attribute of itself in a branch."""

    def f():
        f.n += 1

    f.n = 0
    if x > 0:
        f()
    return f.n


@programs.staged(T(3), T(-3))
def gen_writes(x):
    """A generator consumed in a branch changes a list of its enclosing function."""
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


@programs.staged(T(3), T(-3))
def iadd_user(x):
    """`__iadd__` of a user-defined class changes its object in a branch."""
    p = P()
    if x > 0:
        p += x
    return p.t


@programs.staged(T(3), T(0))
def chain_loop(n):
    """Chained calls of a method that returns `self`, in a `while` loop."""
    p = P()
    while n > 0:
        p.add(n).add(1)
        n -= 1
    return p.t


@programs.falls(T(3), T(-3))
def contextm_stage(x):
    """A `contextlib.contextmanager` entered in a branch changes a list."""
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


@programs.staged(T(3), T(1), T(-3))
def descriptor(x):
    """`__set__` of a data descriptor branches and is called in a branch."""
    h = HasD()
    h.d = 1
    if x > 0:
        h.d = x
    return h.d


@programs.staged(T(3), T(-3))
def two_names_of_one_place(x):
    """A branch sets one attribute directly and another through `vars`."""
    o = Plain()
    o.a = 1
    o.b = 2
    if x > 0:
        o.a = x
        vars(o)["b"] = x
    return o.a, o.b


# -- Attributes of classes

COUNTS = tuple(map(T, range(5)))


class M:
    k = 0


class Bare:
    pass


@programs.falls(*COUNTS)
def ids_by_the_type(n):
    """Constructors number objects by `type(self).next_id`, also of a subclass."""

    class Base:
        next_id = 1

        def __init__(self):
            self.id = type(self).next_id
            type(self).next_id += 1

    class Sub(Base):
        pass

    a = Base()
    b = Sub() if n > 0 else Base()
    return a.id, b.id, Sub().id


@programs.falls(*COUNTS)
def counted_by_the_type(n):
    """Constructors count by `type(self).count` in the branches of a loop."""

    class B:
        count = 0

        def __init__(self):
            type(self).count += 1
            self.id = self.count

    class S(B):
        pass

    for i in range(n):
        if i > 1:
            S()
        else:
            B()
    return B.count, S.count


@programs.falls(*COUNTS)
def three_classes(n):
    """Branches set and delete an attribute along three levels of classes."""

    class B:
        count = 0

    class S(B):
        pass

    class U(S):
        pass

    if n > 0:
        S.count = 1
    if n > 1:
        U.count = 2
    if n > 2:
        del S.count
    B.count += 10
    return B.count, S.count, U.count, hasattr(U, "count"), getattr(S(), "count", 3)


@programs.falls(*COUNTS)
def a_class_chosen_by_the_run(n):
    """`cls.count += 1` on a base class or its subclass, selected at run time."""

    class B:
        count = 0

    class S(B):
        pass

    cls = S if n > 1 else B
    cls.count += 1
    S.count += 1
    return B.count, S.count, cls.count


@programs.falls(*COUNTS)
def by_super(n):
    """`super().count` reads class attributes, one of them set in a branch."""

    class B:
        count = 0

        def total(self):
            return super().count

    class S(B):
        def total(self):
            return super().count + self.count

    class U(S):
        def total(self):
            return super().count + self.count

    if n > 1:
        S.count = 7
    B.count += 1
    return S().total(), U().total(), B.count


@programs.falls(*COUNTS)
def without_default(n):
    """A class attribute without default is set and deleted in branches."""

    class B:
        pass

    class S(B):
        pass

    if n > 1:
        B.x = 5
    if n > 2:
        del B.x
    return hasattr(S, "x"), getattr(S, "x", 8), S().x


@programs.leaking(*COUNTS)
def also_of_the_object(n):
    """A branch sets an attribute of a class and of its instance."""

    class B:
        x = 1

    b = B()
    if n > 1:
        B.x = 4
        b.x = 3
    B.x += 1
    return b.x, B.x, B.__dict__["x"]


@programs.falls(*COUNTS)
def the_content_of_a_class(n):
    """`'x' in S.__dict__` of a class set in a branch cannot be staged."""

    class B:
        x = 1

    class S(B):
        pass

    if n > 1:
        S.x = 4
    return "x" in S.__dict__


@programs.falls(*COUNTS)
def vars_of_a_class(n):
    """`'x' in vars(S)` of a class set in a branch cannot be staged."""

    class B:
        x = 1

    class S(B):
        pass

    if n > 1:
        S.x = 4
    return "x" in vars(S)


@programs.falls(*COUNTS)
def of_an_abstract_class(n):
    """An attribute of classes with the metaclass `ABCMeta` is set in a branch."""

    class C(metaclass=abc.ABCMeta):
        k = 1

    class D(C):
        pass

    if n > 1:
        D.k = 5
    C.k += 1
    return D.k, C.k, D().k


@programs.falls(*COUNTS)
def in_nested_loops(n):
    """Attributes of a base class and a subclass change in nested loops."""

    class C:
        k = 1

    class D(C):
        pass

    for i in range(n):
        for j in range(2):
            if i > j:
                D.k += i
            elif i == j:
                C.k += 1
    return C.k, D.k


@programs.falls(*COUNTS)
def by_class_methods(n):
    """A `classmethod` increments `cls.k` of the base class and the subclass."""

    class C:
        k = 1

        @classmethod
        def inc(cls):
            cls.k += 1
            return cls.k

        @staticmethod
        def st():
            return C.k

    class D(C):
        pass

    r = 0
    if n > 0:
        r += D.inc()
    r += C.inc()
    if n > 1:
        r += D.inc()
    return r, C.k, D.k, D.st()


@programs.leaking(*COUNTS)
def counted_in_the_constructor(n):
    """A constructor counts instances in a class attribute, in a loop."""

    class C:
        instances = 0

        def __init__(self):
            C.instances += 1

    for _ in range(n):
        C()
    return C.instances


@programs.falls(*COUNTS)
def the_error_of_a_deletion(n):
    """The AttributeError of deleting a class attribute of the base is caught."""

    class C:
        k = 1

    class D(C):
        pass

    try:
        if n > 1:
            D.k = 4
        del D.k
    except AttributeError as e:
        return 0, D.k, str(e)
    return 1, D.k, ""


@programs.falls(*COUNTS)
def deleted_from_a_class(n):
    """Deleting a class attribute that one path has not set raises."""

    class C:
        k = 1

    class D(C):
        pass

    if n > 1:
        D.k = 4
    del D.k
    return D.k


@programs.falls(*COUNTS)
def in_the_order_of_bases(n):
    """Method resolution order of a diamond, with attributes set in branches."""

    class A:
        k = 1

    class B(A):
        pass

    class D(A):
        k = 5

    class E(B, D):
        pass

    e = E()
    if n > 0:
        B.k = 3
    if n > 1:
        E.k = 2
    if n > 2:
        e.k = 0
    D.k += 10
    return e.k, E.k, B.k, D.k


@programs.falls(*COUNTS)
def deleted_before_its_base(n):
    """Deleting an attribute of a class uncovers the one of its base."""

    class B:
        pass

    class C(B):
        x = 1

    if n > 1:
        B.x = 5
    if n > 2:
        del C.x
    return C.x, C().x


@programs.falls(*COUNTS)
def by_types_setattr(n):
    """`type.__setattr__` sets a class attribute in a branch."""

    class C:
        x = 1

    class D(C):
        pass

    if n > 1:
        type.__setattr__(D, "x", 4)
    C.x = 2
    return D.x


@programs.falls(*COUNTS)
def of_a_class_of_exceptions(n):
    """A class attribute of exception classes is set in a branch."""

    class OwnError(Exception):
        code = 0

    class SubError(OwnError):
        pass

    if n > 1:
        SubError.code = 4
    OwnError.code = 6
    try:
        raise SubError
    except OwnError as e:
        return e.code


@programs.staged(*COUNTS)
def deleted_in_a_loop(n):
    """Deleting an instance attribute in a loop uncovers that of the class."""

    class C:
        x = 1

    c = C()
    c.x = 3
    x = n
    while x > 0:
        if x == 2:
            del c.x
        x -= 1
    C.x = 2
    return c.x


@programs.staged(*COUNTS)
def summed_by_a_method(n):
    """`self.total += x` in a loop shadows the class attribute `total`."""

    class B:
        total = 0.0

        def add(self, x):
            if x > 1:
                self.total += x
            return self

    b = B()
    for i in range(n):
        b.add(i)
    return b.total


@programs.staged(*COUNTS)
def swapped_objects(n):
    """Two objects are swapped in a loop, and one shadows a class attribute."""
    a = M()
    b = M()
    for i in range(n):
        a, b = b, a
        a.k += i
    return a.k, b.k


@programs.staged(*COUNTS)
def objects_of_a_known_list(n):
    """Objects in a list of fixed length shadow a class attribute in a loop."""
    xs = [M(), M()]
    for i in range(n):
        xs[0].k += 1
        if i > 1:
            xs[1].k = 4
    return xs[0].k, xs[1].k


@programs.staged(*COUNTS)
def an_object_by_a_number_of_the_run(n):
    """The object at a dynamic index shadows a class attribute in a loop."""
    xs = [M(), M()]
    for _ in range(n):
        xs[n % 2].k += 1
    return xs[0].k, xs[1].k


@programs.staged(*COUNTS)
def the_last_object(n):
    """The object of the last iteration may have its own attribute."""
    last = M()
    for i in range(n):
        m = M()
        if i > 1:
            m.k = i
        last = m
    return last.k


@programs.staged(*COUNTS)
def a_list_of_the_run(n):
    """Some objects in a list of dynamic length shadow a class attribute."""
    xs = []
    for i in range(n):
        m = M()
        if i > 1:
            m.k = i
        xs.append(m)
    return sum(m.k for m in xs)


@programs.staged(*COUNTS)
def a_list_of_the_run_without_default(n):
    """A branch sets an attribute without default on objects of a list."""
    xs = []
    for i in range(n):
        m = Bare()
        if i >= 0:
            m.k = i
        xs.append(m)
    return sum(m.k for m in xs)


@programs.staged(*COUNTS)
def a_list_of_the_run_with_getattr(n):
    """`getattr` with a default on the objects of a list of dynamic length."""
    xs = []
    for i in range(n):
        m = Bare()
        if i > 1:
            m.k = i
        xs.append(m)
    return sum(getattr(m, "k", 8) for m in xs)


@programs.staged(*COUNTS)
def a_list_of_the_run_that_changes(n):
    """`m.k += 1` on objects of a list, where the class may supply `k`."""
    xs = []
    for i in range(n):
        m = M()
        if i > 1:
            m.k = i
        xs.append(m)
    t = 0
    for m in xs:
        m.k += 1
        t += m.k
    return t


# -- Properties


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


@programs.staged(T([1.0, 2.0, 3.0]), T([1.0]))
def a_getter(xs):
    """A property getter branches on attributes that a loop accumulated."""
    w = Running()
    for x in xs:
        w.n += 1
        w.m2 += x * x
    return w.variance


@programs.staged(T([1.0, 2.0, 3.0]), T([1.0]))
def a_getter_that_writes(xs):
    """A getter counts its reads; `+=` calls it and the setter."""
    w = Running()
    for x in xs:
        w.m2 += x * x
    a = w.counted
    w.counted += 3
    return a, w.counted, w.reads, w.n


@programs.staged(T(3.0), T(1.0))
def a_cached_one(x):
    """A `cached_property` with a dynamic branch is computed once."""
    w = Running()
    w.m2 = x * x
    return w.is_large, w.is_large, w.reads


@programs.staged(T(3.0), T(20.0))
def of_a_derived_class(x):
    """An overriding getter calls the `super()` getter on one path."""
    w = Derived()
    w.m2 = x * x
    w.n = 2
    return w.variance


@programs.staged(T(3.0))
def one_that_fails(x):
    """`__getattr__` replaces a property getter that raises AttributeError."""
    return x + Falling().missing


@programs.staged(T(3.0), T(-1.0))
def in_a_branch(x):
    """Both branches of an `if` read a property whose getter branches."""
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


@programs.staged(T(0), T(2))
def of_a_list_that_grew(n):
    """A property returns the length of a list that `__init__` grew."""
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


@programs.staged(T(0), T(1), T(3))
def descriptors(n):
    """Data and non-data descriptors that branch on attributes."""
    a, b = Described(n), Described(n)
    if n > 2:
        a.kept = n
    b.signed = 4
    return a.kept, a.signed, b.kept, b.signed, Described.signed


@programs.staged(T(0), T(1), T(3))
def descriptors_of_what_is_chosen(n):
    """Descriptors of an object selected at run time."""
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


@programs.staged(T(20), T(3), T(0), T(-1))
def by_name(n):
    """`setattr` and `getattr` call property functions, which may raise."""
    a = Bounded(1)
    try:
        setattr(a, "kept", n)  # the builtin is tested
    except ValueError as error:
        text = str(error)
    else:
        text = ""
    for name in ("kept", "v"):
        setattr(a, name, a.v + 1)
    return text, getattr(a, "kept"), a.v  # the builtin is tested


@programs.staged(T(3), T(0), T(-1))
def by_name_or_else(n):
    """`getattr`, `hasattr` and `delattr` where property functions may raise."""
    a, b = Bounded(n), Falls(n)
    found = getattr(a, "kept", 5), getattr(b, "xx", 3), getattr(b, "y", 2)
    is_there = hasattr(a, "kept"), hasattr(b, "xx"), hasattr(b, "y"), hasattr(b, "v")
    try:
        delattr(a, "kept")
    except ValueError:
        return found, is_there, 1
    return found, is_there, a.v


@programs.staged(T(5), T(2))
def deleted_by_a_descriptor(n):
    """`del` and `delattr` call the `__delete__` of a descriptor."""
    a, b = WithCleared(), WithCleared()
    a.kept = b.kept = n
    del a.kept
    delattr(b, "kept")
    return a.kept, b.kept


# -- Attributes that are assigned another container

COUNTS_2 = tuple(map(T, (0, 1, 2, 3, 5)))


class A:
    def __init__(self):
        self.table = {}
        self.items = []
        self.n = 0

    def reset(self):
        self.table = {}
        self.items = []

    def put(self, k, v):
        self.table[k] = v
        self.items.append(v)


class Sl:
    __slots__ = ("items", "table")

    def __init__(self):
        self.table = {}
        self.items = []

    def reset(self):
        self.table = {}
        self.items = []


class Pr(A):
    @property
    def t(self):
        return self.table

    @t.setter
    def t(self, v):
        self.table = v


@dataclasses.dataclass
class DC:
    table: dict[Any, Any] = dataclasses.field(default_factory=dict)
    items: list[Any] = dataclasses.field(default_factory=list)


class Asked:
    def __init__(self):
        self.table = {"k": 1}

    def reset(self):
        self.table = {}

    def __len__(self):
        return len(self.table)

    def __contains__(self, key):
        return key in self.table

    def __iter__(self):
        return iter(self.table)

    def __eq__(self, other):
        return self.table == other.table

    __hash__ = None  # type: ignore[assignment]


def made(n):
    a = Asked()
    if n > 2:
        a.reset()
    return a


@programs.staged(*COUNTS_2)
def a_table_reset_in_a_method(n):
    """A method, called in a branch, rebinds a dict attribute to a new dict."""
    a = A()
    a.table["k"] = 1
    if n > 2:
        a.reset()
    return len(a.table)


@programs.staged(*COUNTS_2)
def a_list_reset_in_a_method(n):
    """A list attribute is rebound in a branch and appended to afterwards."""
    a = A()
    a.items.append(1)
    if n > 2:
        a.reset()
    a.items.append(n)
    return a.items, len(a.items), a.table


@programs.staged(*COUNTS_2)
def reset_in_a_loop(n):
    """Some iterations rebind the dict and the list that all write to."""
    a = A()
    for i in range(n):
        a.put("x", i)
        if i % 3 == 2:
            a.reset()
        a.put("y", i * 2)
    return a.table, a.items


@programs.staged(*COUNTS_2)
def with_keys_of_the_run(n):
    """A loop writes dynamic keys to a dict that some iterations rebind."""
    a = A()
    for i in range(n):
        a.put(i % 3, i)
        if i % 3 == 2:
            a.reset()
    return a.table, a.items


@programs.staged(*COUNTS_2)
def of_slots(n):
    """Slots are rebound to a new dict and a new list in a branch."""
    a = Sl()
    a.table["q"] = 1
    a.items += [1, 2]
    if n > 1:
        a.reset()
    a.table["z"] = n
    return a.table, a.items, "q" in a.table, a.table.get("q", 5)


@programs.staged(*COUNTS_2)
def by_a_property(n):
    """A property setter rebinds a dict attribute in a branch."""
    a = Pr()
    a.t["q"] = 1
    if n > 1:
        a.t = {"w": 3}
    a.t["e"] = 4
    return a.t, list(a.t.items())


@programs.staged(*COUNTS_2)
def of_a_dataclass_as_a_result(n):
    """A dataclass with a field rebound on each of two paths is returned."""
    a = DC({"a": 1}, [1])
    if n > 2:
        a.table = {}
    elif n > 1:
        a.items = []
    return a


@programs.staged(*COUNTS_2)
def while_a_variable_has_the_first(n):
    """A variable still refers to the dict that an attribute had before."""
    a = A()
    a.table["k"] = 1
    t = a.table
    if n > 2:
        a.reset()
    a.table["z"] = 2
    return t, a.table, t is a.table


@programs.staged(*COUNTS_2)
def of_an_object_with_two_names(n):
    """An attribute rebound through one alias of an object is read by both."""
    a = A()
    a.table["k"] = 1
    b = a
    if n > 2:
        b.reset()
    a.table["z"] = 2
    b.table["y"] = 3
    return b.table, a.table, b.table is a.table


@programs.staged(*COUNTS_2)
def in_a_handler(n):
    """A handler of ZeroDivisionError rebinds the attributes."""
    a = A()
    a.table["k"] = 1
    try:
        a.table["m"] = 10 // (n - 2)
    except ZeroDivisionError:
        a.reset()
    return a.table, a.items


@programs.staged(*COUNTS_2)
def none_at_first(n):
    """An attribute is rebound from None to a dict in a branch."""
    a = A()
    a.table = None
    if n > 2:
        a.table = {"q": 1}
    return a.table


@programs.staged(*COUNTS_2)
def in_a_while_loop(n):
    """One iteration of a `while` loop rebinds a dict that the others write."""
    a = A()
    while a.n < n:
        a.n += 1
        if a.n == 3:
            a.reset()
        else:
            a.table["k"] = a.n
    return a.table, "k" in a.table


@programs.falls(*COUNTS_2)
def of_a_class(n):
    """A class attribute of a local class is rebound in a branch."""

    class C:
        table = {"k": 1}

    if n > 2:
        C.table = {}
    return len(C.table)


@programs.staged(*COUNTS_2)
def of_a_variable_of_a_function_around(n):
    """A nested function, called in a branch, rebinds a nonlocal dict."""
    t = {"k": 1}

    def r():
        nonlocal t
        t = {}

    if n > 2:
        r()
    return len(t), t


@programs.staged(*COUNTS_2)
def two_that_change_places(n):
    """Two objects exchange their dicts in a branch."""
    a, b = A(), A()
    a.table["x"] = 1
    b.table["y"] = 2
    if n > 2:
        a.table, b.table = b.table, a.table
    else:
        b.reset()
    return a.table, b.table


@programs.staged(*COUNTS_2)
def one_that_takes_the_place_of_another(n):
    """An object's dict attribute becomes an alias of another's in a branch."""
    a, b = A(), A()
    a.table["x"] = 1
    b.table["y"] = 2
    if n > 2:
        a.table = b.table
    a.table["z"] = 7
    return a.table, b.table


@programs.staged(*COUNTS_2)
def of_an_object_that_the_run_chooses(n):
    """Attributes of an object selected at run time are rebound."""
    a, b = A(), A()
    a.table["x"] = 1
    b.table["y"] = 2
    c = a if n > 2 else b
    c.reset()
    c.table["w"] = 3
    return a.table, b.table


@programs.staged(*COUNTS_2)
def in_a_list(n):
    """An item of a list is rebound to a new dict in a branch."""
    l = [{"a": 1}]
    if n > 2:
        l[0] = {}
    l[0]["b"] = 2
    return l


@programs.staged(*COUNTS_2)
def in_a_dict(n):
    """A value of a dict is rebound to a new dict in a branch."""
    l = {"d": {"a": 1}}
    if n > 2:
        l["d"] = {}
    l["d"]["b"] = 2
    return l


@programs.staged(*COUNTS_2)
def stepped_through(n):
    """Iteration over, and the truth of, a dict and a list that may be new."""
    a = A()
    a.table.update(x=1, y=2)
    if n > 2:
        a.reset()
    s = 0
    for v in a.table.values():
        s += v
    for i in a.items:
        s += i
    return s, sorted(a.table), bool(a.table), not a.items


@programs.staged(*COUNTS_2)
def copied(n):
    """`copy.copy` and `copy.deepcopy` of an object with a rebound dict."""
    a = A()
    a.table["k"] = 1
    if n > 2:
        a.reset()
    b = copy.copy(a)
    c = copy.deepcopy(a)
    b.table["z"] = 2
    return a.table, b.table, c.table


@programs.staged(*COUNTS_2)
def asked_by_special_methods(n):
    """`__len__` and `__contains__` that read a rebound dict attribute."""
    return len(made(n)), "k" in made(n), bool(made(n))


@programs.staged(*COUNTS_2)
def stepped_through_by_its_class(n):
    """`__iter__` over a rebound dict attribute."""
    return list(made(n))


@programs.staged(*COUNTS_2)
def compared_by_its_class(n):
    """`__eq__` that compares a rebound dict attribute."""
    return made(n) == Asked(), made(n) != Asked()


@programs.falls(*COUNTS_2)
def read_by_an_attrgetter(n):
    """`operator.attrgetter` reads a rebound dict attribute."""
    return len(operator.attrgetter("table")(made(n)))


@programs.falls(*COUNTS_2)
def read_by_vars(n):
    """`vars()` of an object with a rebound dict attribute."""
    return len(vars(made(n))["table"])


# Since Python 3.12 it copies dicts of a dataclass by themselves.
@(programs.falls if sys.version_info < (3, 12) else programs.staged)(*COUNTS_2)
def made_a_dict(n):
    """`dataclasses.asdict` of a dataclass with a rebound dict field."""
    d = DC({"k": 1})
    if n > 2:
        d.table = {}
    return dataclasses.asdict(d)


@programs.staged(*COUNTS_2)
def of_a_dataclass_made_like_it(n):
    """`dataclasses.replace` shares a rebound dict field with the original."""
    d = DC({"k": 1})
    if n > 2:
        d.table = {}
    e = dataclasses.replace(d)
    e.table["z"] = 3
    return d, e


@programs.staged(*COUNTS_2)
def by_a_key(n):
    """The key function of `max` reads a rebound dict attribute."""
    return len(max([made(n), Asked()], key=lambda o: len(o.table)).table)


@programs.staged(*COUNTS_2)
def copied_by_displays(n):
    """A rebound dict is copied by a display and by `dict()`, and sorted."""
    return {**made(n).table}, dict(made(n).table), sorted(made(n).table)


@programs.staged(*COUNTS_2)
def emptied_and_filled_in_a_loop(n):
    """A loop reads, extends and, once, rebinds a dict attribute."""
    s = 0
    a = Asked()
    for i in range(n):
        if i == 2:
            a.reset()
        for k in a.table:
            s += a.table[k]
        a.table["i%d" % 1] = i
        s += len(a)
    return s, a.table


@programs.staged(*COUNTS_2)
def while_iterators_have_the_first(n):
    """An iterator of the first dict raises if that dict changed size."""
    a = Asked()
    it = iter(a.table)
    v = a.table.items()
    if n > 2:
        a.reset()
    a.table["q"] = 2
    return list(it), list(v)


@programs.staged(*COUNTS_2)
def views_of_what_is_there(n):
    """A view and an alias, taken after the branch, see a later key."""
    a = Asked()
    if n > 2:
        a.reset()
    v = a.table.items()
    t = a.table
    a.table["q"] = 2
    return list(v), t


@programs.staged(*COUNTS_2)
def popped(n):
    """`pop` with a default from a rebound dict attribute."""
    a = Asked()
    if n > 2:
        a.reset()
    a.table.pop("k", None)
    return a.table, len(a)


@programs.staged(*COUNTS_2)
def read_by_a_lambda(n):
    """A lambda created before the branch reads the rebound attribute."""
    a = Asked()
    f = lambda: len(a.table)
    if n > 2:
        a.reset()
    return f()
