"""State other than local variables, and state that objects hide."""

from __future__ import annotations

import array
import bisect
import collections
import configparser
import contextlib
import contextvars
import csv
import datetime as dt
import decimal
import fractions
import functools
import hashlib
import heapq
import io
import json
import logging
import operator
import pathlib
import queue
import re
import string
import struct
import textwrap
import threading
import types
import uuid
import weakref
from collections import ChainMap, UserDict, UserList, UserString
from typing import Any
from xml.etree import ElementTree as ET

import autograph as ag
from tests.language.global_by_name import written_by_name
from tests.language.programs import Programs

programs = Programs()


# -- State changed in staged blocks

T = ag.constant

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


@programs.leaking(T(3), T(-3))
def cell_in_branch(x):
    """A closure counter bumped twice in one branch."""
    reset(0)
    if x > 0:
        bump()
        bump()
    return get()


bump, get, reset = make_counter()


@programs.leaking(T(3), T(0))
def cell_in_loop(n):
    """A closure counter bumped once in each iteration of a dynamic loop."""
    reset(0)
    while n > 0:
        bump()
        n -= 1
    return get()


@programs.staged(T(3), T(0))
def cell_sym_loop(n):
    """A closure variable accumulates a tensor in a dynamic loop."""
    reset(0)
    while n > 0:
        bump(n)
        n -= 1
    r = get()
    reset(0)
    return r


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


@programs.leaking(T(3), T(-3))
def cell_for(x):
    """A `for` target declared `nonlocal` is set by a call in one branch."""
    set_(7)
    if x > 0:
        by_for([1, 2])
    return get_()


@programs.staged(T(3), T(-3))
def cell_walrus(x):
    """`:=` on a nonlocal variable inside a call in one branch."""
    set_(7)
    if x > 0:
        by_walrus(x)
    r = get_()
    set_(0)
    return r


@programs.staged(T(3), T(-3))
def cell_with(x):
    """`with ... as` binds a nonlocal variable inside a call in one branch."""
    set_(7)
    if x > 0:
        by_with(contextlib.nullcontext(3))
    r = get_()
    set_(0)
    return r


@programs.staged(T(3), T(-3))
def cell_tuple(x):
    """Nested unpacking binds a nonlocal variable inside a call in one branch."""
    set_(7)
    if x > 0:
        by_tuple((1, (x, 2)))
    r = get_()
    set_(0)
    return r


@programs.staged(T(3), T(-3))
def deque_(x):
    """A deque with `maxlen` is appended to, rotated and indexed in branches."""
    d = collections.deque([1, 2], maxlen=3)
    if x > 0:
        d.append(x)
        d.appendleft(3)
        d.rotate(1)
    else:
        d.append(5)
        d[0] = 4
    return list(d), len(d)


@programs.staged(T(3), T(0))
def deque_loop(n):
    """A deque is appended to and popped from in a dynamic loop."""
    d = collections.deque([1, 2])
    while n > 0:
        d.append(n)
        d.popleft()
        n -= 1
    return list(d)


@programs.staged(T(3), T(-3))
def defaultdict_(x):
    """An item of a `defaultdict` is augmented in one branch."""
    d = collections.defaultdict(int)
    d["a"]
    if x > 0:
        d["a"] += x
    return d["a"]


@programs.staged(T(3), T(-3))
def counter_(x):
    """A `Counter` is updated in one branch and assigned to in the other."""
    d = collections.Counter("aab")
    if x > 0:
        d.update("b")
        d["a"] += 1
    else:
        d["a"] = x
    return d["a"], d["b"]


class MyList(list[Any]):
    def __setitem__(self, k, v):
        super().__setitem__(k, v)
        self.n = getattr(self, "n", 0) + 1


class MyDict(dict[str, Any]):
    pass


@programs.falls(T(3), T(-3))
def sublist(x):
    """A list subclass whose `__setitem__` counts is changed in one branch."""
    b = MyList([1, 2])
    b.n = 0
    if x > 0:
        b[0] = 65
        b.append(2)
        b.pop()
    return b[0], b.n, len(b)


@programs.falls(T(3), T(-3))
def subdict(x):
    """A dict subclass is assigned to and updated in one branch."""
    b = MyDict(a=1)
    if x > 0:
        b["a"] = x
        b.update(a=4)
    return b["a"]


@programs.staged(T(3), T(-3))
def operator_iadd_same(x):
    """`operator.iadd()` in one branch and `+=` in the other extend a list."""
    m = [1]
    if x > 0:
        operator.iadd(m, [2])
    else:
        m += [x]
    return m


class Cls:
    count = 0

    def bump(self):
        type(self).count += 1

    @classmethod
    def cbump(cls):
        cls.count += 1


@programs.staged(T(3), T(-3))
def classattr(x):
    """A class attribute is incremented by a method, a classmethod and directly."""
    Cls.count = 0
    if x > 0:
        Cls().bump()
        Cls.cbump()
        Cls.count += 1
    r = Cls.count
    Cls.count = 0
    return r


class Sub(Cls):
    pass


@programs.staged(T(3), T(-3))
def classattr_sub(x):
    """A class attribute changed in one branch is read through a subclass."""
    Cls.count = 5
    if x > 0:
        Cls.count += 1
    r = Sub.count
    Cls.count = 0
    return r


mod: Any = types.ModuleType("mod")

mod.x = 0


@programs.staged(T(3), T(-3))
def modattr(x):
    """An attribute of a module object is changed in one branch."""
    mod.x = 0
    if x > 0:
        mod.x = x
        mod.x += 1
    r = mod.x
    mod.x = 0
    return r


G = 0


def gfor(xs):
    global G
    for G in xs:
        pass


def gwal(v):
    global G
    return (G := v)


programs.leaking(T(3), T(-3))(written_by_name)


@programs.leaking(T(3), T(-3))
def globs_for(x):
    """A `for` target declared `global` is set by a call in one branch."""
    global G
    G = 0
    if x > 0:
        gfor([4])
    return G


@programs.leaking(T(3), T(-3))
def globs_wal(x):
    """`:=` on a global variable inside a call in one branch."""
    gwal(0)
    if x > 0:
        gwal(5)
    return readG()


def readG():
    return G


@programs.falls(T(3), T(-3))
def classbody(x):
    """The body of a class statement in a branch changes a list."""
    log = [0]
    if x > 0:

        class A:
            log[0] = 4

    return log[0]


@programs.staged(T(3), T(-3))
def nested_lists(x):
    """Lists and dicts nested in a list are changed in both branches."""
    log = [[0], {"a": [1]}]
    if x > 0:
        log[0].append(x)
        log[1]["a"][0] = 3
    else:
        log[0].append(1)
    return log


@programs.staged(T(3), T(-3))
def aliases(x):
    """A list stored twice in another list shows a branch's change twice."""
    a = [1]
    b = [a, a]
    if x > 0:
        a[0] = x
    b[0][0] += 1
    return b, a


@programs.staged((T(3), T(5)), (T(-3), T(5)))
def alias_nested(x, y):
    """A list of lists changed in a branch still aliases its inner list."""
    a = [1]
    b = [a, 5]
    if x > 0:
        b[1] = x
    a.append(2)
    return b


@programs.staged(T(3), T(-3))
def alias_state(x):
    """Two names of a list remain aliases after one is changed and rebound."""
    a = [x]
    k = a
    if x > 0:
        a[0] = a[0] + 1
        a = a
    a.append(1)
    return a, k


class Account:
    def __init__(self, balance):
        self.balance = balance
        self.fees = 0


@programs.staged((T(1), T(3)), (T(5), T(3)), (T(9), T(3)))
def attribute_first_written_between_two_raises(balance, amount):
    """An attribute written between two raises is correct in the handler."""
    account = Account(balance)
    try:
        if account.balance < amount:
            raise ValueError("the first")
        account.balance = account.balance - amount
        if account.balance < amount:
            raise ValueError(f"the second: {account.balance}")
        account.fees = 4
    except ValueError as error:
        account.fees = account.balance
        return account.balance, account.fees, str(error)
    return account.balance, account.fees, ""


class Large:
    """More objects than are compared; what is changed comes after them."""

    def __init__(self):
        self.nodes = [[i] for i in range(30_000)]
        self.far = [[0]]


@programs.staged(T(3), T(-3))
def far_from_the_variables(x):
    """An item behind 30,000 other objects is changed in one branch."""
    large = Large()
    if x > 0:
        operator.setitem(large.far[0], 0, 5)
    return large.far[0][0]


# -- State that cannot be staged


@programs.falls(T(3), T(-3))
def cell_del(x):
    """Deleting a nonlocal variable in one branch cannot be staged."""
    set_(7)
    if x > 0:
        by_del()
    try:
        r = get_()
    finally:
        set_(0)
    return r


@programs.staged(T(3), T(-3))
def ordered_(x):
    """`OrderedDict.move_to_end()` in one branch cannot be staged."""
    d = collections.OrderedDict(a=1, b=2)
    if x > 0:
        d.move_to_end("a")
    return tuple(i for i in d.values())


@programs.staged(T(3), T(-3))
def dict_order(x):
    """Two branches that insert dict keys in different orders cannot be staged."""
    d = {}
    if x > 0:
        d["a"] = 1
        d["b"] = 2
    else:
        d["b"] = 2
        d["a"] = 1
    return [k for k in d.values()]


@programs.staged(T(3), T(-3))
def bytearray_(x):
    """Changing a bytearray in one branch cannot be staged."""
    b = bytearray(b"ab")
    if x > 0:
        b.append(99)
        b[0] = 65
    return len(b), b[0]


@programs.staged(T(3), T(-3))
def array_(x):
    """Assigning an item of an `array.array` in one branch cannot be staged."""
    b = array.array("i", [1, 2])
    if x > 0:
        b[0] = 65
    return b[0]


class MySet(set[int]):
    pass


@programs.falls(T(3), T(-3))
def subset(x):
    """Adding to a set subclass in one branch cannot be staged."""
    b = MySet([1])
    if x > 0:
        b.add(2)
    return len(b)


class Slots:
    __slots__ = ("a", "b")


@programs.staged(T(3), T(-3))
def slots_missing(x):
    """Reading a slot that one branch deleted raises AttributeError."""
    s = Slots()
    s.a = 1
    if x > 0:
        s.b = x
        del s.a
    return s.a


class Plain:
    pass


@programs.staged(T(3), T(-3))
def delattr_fn(x):
    """Reading an attribute that `delattr()` removed raises AttributeError."""
    o = Plain()
    o.a = 1
    if x > 0:
        delattr(o, "a")
    return o.a


@programs.staged(T(3), T(-3))
def operator_fns(x):
    """`operator.setitem()` and `iadd()` change lists and a dict in one branch."""
    l = [1, 2]
    d = {"a": 1}
    m = [1]
    if x > 0:
        operator.setitem(l, 0, x)
        operator.setitem(d, "a", x)
        operator.iadd(m, [2])
    return l, d, m


@programs.staged(T(3), T(-3))
def augname(x):
    """`+=`, `*=` and `|=` in branches change a list and a set in place."""
    m = [1]
    s = {1}
    k = m
    if x > 0:
        m += [2]
        s |= {2}
    else:
        m *= 2
    return m, k, len(s)


@programs.staged(T(3), T(-3))
def augname_set(x):
    """`|=` in one branch changes a set under its alias."""
    s = {1}
    k = s
    if x > 0:
        s |= {2}
    return len(k)


@programs.staged(T(3), T(-3))
def heap(x):
    """`heapq` and `bisect` functions change lists in one branch."""
    h = [5, 3, 4]
    heapq.heapify(h)
    b = [1, 3]
    s = [1, 2, 3]
    if x > 0:
        heapq.heappush(h, 1)
        bisect.insort(b, 2)
        heapq.heappop(h)
    return h


@programs.staged(T(3), T(-3))
def insort(x):
    """`bisect.insort()` lengthens a list in one branch."""
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


@programs.staged(T(3), T(-3))
def cachedprop(x):
    """A `cached_property` first read in one branch is computed once."""
    c = CP(x)
    y = 0
    if x > 0:
        y = c.big
    return y + c.big, c.calls


@programs.staged(T(3), T(-3))
def gen_outer(x):
    """An outer generator advanced by a `for` in one branch continues after it."""
    it = (i for i in [1, 2, 3])
    y = 0
    if x > 0:
        for i in it:
            y = i
            break
    return y + next(it)


@programs.staged(T(3), T(-3))
def default_mut(x):
    """A mutable default argument grows by a call in one branch."""

    def f(a, acc=[]):
        acc.append(a)
        return len(acc)

    f(1)
    if x > 0:
        f(2)
    return f(3)


@programs.falls(T(3), T(-3))
def lru(x):
    """A call of an `lru_cache` function in one branch cannot be staged."""
    log = [0]

    @functools.lru_cache
    def f(v):
        log[0] += 1
        return v + 1

    y = 0
    if x > 0:
        y = f(1)
    return y + f(1), log[0]


# -- The class and slots of objects

COUNTS = tuple(map(T, range(4)))


class A:
    def go(self):
        return 1


class B(A):
    def go(self):
        return 2


class Setting:
    def __setattr__(self, name, value):
        super().__setattr__(name, value)


class Set(Setting):
    pass


class State:
    k = 0

    def next(self):
        self.k += 1
        if self.k > 2:
            self.__class__ = Done


class Done(State):
    def next(self):
        self.k += 100


@programs.falls(*COUNTS)
def under_a_condition(n):
    """Assigning `__class__` in a dynamic branch cannot be staged."""
    a = A()
    if n > 0:
        a.__class__ = B
    return a.go()


@programs.falls(*COUNTS)
def in_a_loop(n):
    """Assigning `__class__` in a `for` loop of dynamic length cannot be staged."""
    a = A()
    for _ in range(n):
        a.__class__ = B
    return a.go()


@programs.falls(*COUNTS)
def in_a_while_loop(n):
    """Assigning a selected `__class__` in a `while` loop cannot be staged."""
    a = A()
    while n > 0:
        a.__class__ = B if n > 1 else A
        n -= 1
    return a.go()


@programs.falls(*COUNTS)
def by_setattr(n):
    """`setattr` of `__class__` in a dynamic branch cannot be staged."""
    a = A()
    if n > 0:
        setattr(a, "__class__", B)
    return a.go()


@programs.falls(*COUNTS)
def by_objects_setattr(n):
    """`object.__setattr__` of `__class__` in a branch cannot be staged."""
    a = A()
    if n > 0:
        object.__setattr__(a, "__class__", B)
    return a.go()


@programs.falls(*COUNTS)
def of_a_chosen_object(n):
    """`__class__` of an object selected at run time cannot be staged."""
    a, b = A(), A()
    c = a if n > 1 else b
    c.__class__ = B
    return a.go(), b.go()


@programs.falls(*COUNTS)
def in_a_try(n):
    """Assigning `__class__` in a `try` after a dynamic `raise` cannot be staged."""
    a = A()
    try:
        if n > 1:
            raise ValueError
        a.__class__ = B
    except ValueError:
        pass
    return a.go()


@programs.falls(*COUNTS)
def bases(n):
    """Assigning `__bases__` in a dynamic branch cannot be staged."""

    class C:
        pass

    class D(C):
        pass

    class X:
        v = 1

    class Y:
        v = 2

    class D2(X):
        pass

    if n > 0:
        D2.__bases__ = (Y,)
    return D2.v


@programs.leaking(*COUNTS)
def defaults_of_a_function(n):
    """Assigning `__defaults__` in a dynamic branch cannot be staged."""

    def f(x=1):
        return x

    if n > 0:
        f.__defaults__ = (4,)
    return f()


@programs.falls(*COUNTS)
def code_of_a_function(n):
    """Assigning `__code__` in a dynamic branch cannot be staged."""

    def f(x=1):
        return x

    def g(x=1):
        return x + 10

    if n > 0:
        f.__code__ = g.__code__
    return f()


@programs.falls(*COUNTS)
def keyword_defaults(n):
    """Assigning `__kwdefaults__` in a dynamic branch cannot be staged."""

    def f(*, x=1):
        return x

    if n > 0:
        f.__kwdefaults__ = {"x": 4}
    return f()


@programs.falls(*COUNTS)
def a_state_machine(n):
    """A method that assigns `__class__` cannot be staged in a dynamic loop."""
    s = State()
    for _ in range(n):
        s.next()
    return s.k


@programs.falls(*COUNTS)
def name_of_a_class(n):
    """Assigning `__name__` of a class in a dynamic branch cannot be staged."""

    class C:
        v = 1

    if n > 0:
        C.__name__ = "D"
    return C.__name__


@programs.falls(*COUNTS)
def by_the_users_setattr(n):
    """`__class__` set through a user-defined `__setattr__` cannot be staged."""
    found = Setting()
    if n > 0:
        found.__class__ = Set
    return type(found).__name__


@programs.staged(*COUNTS)
def outside_of_blocks(n):
    """`__class__` is assigned outside of branches and loops."""
    a = A()
    a.__class__ = B
    return a.go() + n


@programs.staged(*COUNTS)
def of_an_object_of_the_block(n):
    """`__class__` is assigned to an object made in the same branch."""
    if n > 1:
        a = A()
        a.__class__ = B
        return a.go()
    return 0


@programs.staged(*COUNTS)
def a_dict_of_attributes(n):
    """A dynamic branch replaces the `__dict__` of an object."""
    a = A()
    a.x = 1
    if n > 0:
        a.__dict__ = {"x": 5}
    return a.x


@programs.falls(*COUNTS)
def text_of_a_class(n):
    """A dynamic branch replaces the `__doc__` of a class."""

    class M:
        "x"

    if n > 0:
        M.__doc__ = "D"
    return M.__doc__


@programs.falls(*COUNTS)
def text_of_a_function(n):
    """A dynamic branch sets the `__doc__` of a lambda."""
    f = lambda x: x
    if n > 0:
        f.__doc__ = "D"
    return f.__doc__ is None


# -- Objects of the standard library with hidden state

EITHER = T(-1), T(1)


class Box:
    def __init__(self):
        self.stream = io.StringIO()

    def go(self):
        self.stream.write("a")


class Stream(io.StringIO):
    pass


class Line(queue.Queue[int]):
    pass


class Stack(contextlib.ExitStack):
    pass


@programs.staged(*EITHER)
def a_stream_is_written_to(x):
    """`StringIO.write()` in one branch cannot be staged."""
    stream = io.StringIO()
    if x > 0:
        stream.write("a")
    return stream.getvalue()


@programs.staged(T(2), T(-1))
def a_stream_is_written_to_in_a_loop(n):
    """`StringIO.write()` in a dynamic loop cannot be staged."""
    stream = io.StringIO()
    for _ in range(n):
        stream.write("x")
    return stream.getvalue()


@programs.staged(*EITHER)
def a_stream_is_written_to_in_a_try(n):
    """`StringIO.write()` after a conditional raise cannot be staged."""
    stream = io.StringIO()
    try:
        if n > 0:
            raise ValueError
        stream.write("no error")
    except ValueError:
        stream.write("error")
    return stream.getvalue()


@programs.staged(*EITHER)
def a_stream_is_read(x):
    """`BytesIO.read()` in one branch cannot be staged."""
    stream = io.BytesIO(b"abcdef")
    if x > 0:
        stream.read(2)
    return stream.read(1) == b"a"


@programs.staged(*EITHER)
def a_stream_is_printed_to(x):
    """`print(file=...)` to a StringIO in one branch cannot be staged."""
    stream = io.StringIO()
    if x > 0:
        print("a", file=stream)
    return stream.getvalue()


@programs.falls(*EITHER)
def a_stream_is_given_to_a_function(x):
    """`json.dump()` to a StringIO in one branch cannot be staged."""
    stream = io.StringIO()
    if x > 0:
        json.dump([1], stream)
    return stream.getvalue()


@programs.staged(*EITHER)
def a_stream_is_written_to_by_what_the_branch_makes(x):
    """A `csv.writer` created in a branch on an outer stream cannot be staged."""
    stream = io.StringIO()
    if x > 0:
        csv.writer(stream).writerow([1, 2])
    return stream.getvalue()


@programs.staged(*EITHER)
def a_stream_is_held_by_an_object(x):
    """Writing to a stream in an attribute in one branch cannot be staged."""
    box = Box()
    if x > 0:
        box.go()
    return box.stream.getvalue()


@programs.falls(*EITHER)
def a_method_has_a_name(x):
    """A bound `write` of a stream called in one branch cannot be staged."""
    stream = io.StringIO()
    write = stream.write
    if x > 0:
        write("a")
    return stream.getvalue()


@programs.falls(*EITHER)
def an_own_stream(x):
    """`write()` of a StringIO subclass in one branch cannot be staged."""
    stream = Stream()
    if x > 0:
        stream.write("k")
    return stream.getvalue()


@programs.staged(*EITHER)
def a_stream_in_recursion(x):
    """Writing to a stream in a dynamic recursion cannot be staged."""
    stream = io.StringIO()

    def write(n):
        if n > 0:
            stream.write("a")
            return write(n - 1)
        return n

    write(x)
    return stream.getvalue()


@programs.staged(*EITHER)
def a_stream_is_stepped_through(x):
    """Iterating over an outer StringIO in one branch cannot be staged."""
    stream = io.StringIO("a\nb\n")
    if x > 0:
        for _ in stream:
            pass
    return stream.read()


@programs.staged(*EITHER)
def a_stream_is_unpacked(x):
    """Unpacking an outer StringIO in one branch cannot be staged."""
    stream = io.StringIO("a\nb\n")
    if x > 0:
        _, _ = stream
    return stream.read()


@programs.staged(*EITHER)
def a_stream_is_joined(x):
    """`"".join()` of an outer StringIO in one branch cannot be staged."""
    stream = io.StringIO("a\nb\n")
    if x > 0:
        "".join(stream)
    return stream.read()


@programs.staged(*EITHER)
def a_reader_is_advanced(x):
    """`next()` of a `csv.reader` in one branch cannot be staged."""
    reader = csv.reader(["a", "b"])
    if x > 0:
        next(reader)
    return next(reader)


@programs.falls(*EITHER)
def a_queue_is_filled(x):
    """`Queue.put()` in one branch cannot be staged."""
    line = queue.Queue()
    if x > 0:
        line.put(2)
    return line.qsize()


@programs.falls(*EITHER)
def an_own_queue_is_filled(x):
    """`put()` of a Queue subclass in one branch cannot be staged."""
    line = Line()
    if x > 0:
        line.put(2)
    return line.qsize()


@programs.staged(*EITHER)
def a_queue_in_c_is_filled(x):
    """`SimpleQueue.put()` in a dynamic loop cannot be staged."""
    line = queue.SimpleQueue()
    while x > 0:
        line.put(x)
        x -= 1
    return line.qsize()


@programs.staged(*EITHER)
def a_hash_goes_on(x):
    """`update()` of a hash object in one branch cannot be staged."""
    made = hashlib.md5(usedforsecurity=False)
    if x > 0:
        made.update(b"a")
    return made.hexdigest()


@programs.falls(*EITHER)
def a_cache_is_cleared(x):
    """`cache_clear()` of an `lru_cache` in one branch cannot be staged."""

    @functools.lru_cache
    def same(v):
        return v

    same(1)
    if x > 0:
        same.cache_clear()
    return same.cache_info().currsize


@programs.falls(*EITHER)
def a_cache_is_filled_and_counted(x):
    """Filling an `lru_cache` in one branch and counting it cannot be staged."""

    @functools.lru_cache
    def same(v):
        return v

    if x > 0:
        same(1)
    return same.cache_info().currsize


@programs.staged(*EITHER)
def a_variable_of_a_context_is_set(x):
    """`ContextVar.set()` in one branch cannot be staged."""
    found = contextvars.ContextVar("found", default=1)
    if x > 0:
        found.set(2)
    return found.get()


@programs.staged(*EITHER)
def a_lock_is_taken(x):
    """`Lock.acquire()` without release in one branch cannot be staged."""
    lock = threading.Lock()
    if x > 0:
        lock.acquire()
    return lock.locked()


@programs.falls(*EITHER)
def a_dict_with_weak_keys(x):
    """Adding to a `WeakKeyDictionary` in one branch cannot be staged."""
    table, key = weakref.WeakKeyDictionary(), Box()
    if x > 0:
        table[key] = 1
    return len(table)


@programs.staged(*EITHER)
def a_part_of_memory(x):
    """Assigning through a `memoryview` in one branch cannot be staged."""
    held = bytearray(b"abc")
    view = memoryview(held)
    if x > 0:
        view[0] = 90
    return bytes(held)


@programs.falls(*EITHER)
def a_part_of_a_configuration(x):
    """Assigning a `ConfigParser` option in one branch cannot be staged."""
    parser = configparser.ConfigParser()
    parser.read_string("[a]\nx=1")
    if x > 0:
        parser["a"]["x"] = "2"
    return parser["a"]["x"]


@programs.falls(*EITHER)
def an_option_is_removed(x):
    """Deleting a `ConfigParser` option in one branch cannot be staged."""
    parser = configparser.ConfigParser()
    parser.read_string("[a]\nx=1\ny=2")
    if x > 0:
        del parser["a"]["x"]
    return len(parser["a"])


@programs.staged(*EITHER)
def a_scanner_goes_on(x):
    """Advancing a regular-expression scanner in one branch cannot be staged."""
    found = re.compile("a+").scanner("aa baa")
    if x > 0:
        found.search()
    return found.search().start()


@programs.falls(*EITHER)
def a_logger_of_the_call(x):
    """A logger created in the call and used in one branch cannot be staged."""
    seen = []

    class Handler(logging.Handler):
        def emit(self, record):
            seen.append(1)

    logger = logging.Logger("x")
    logger.addHandler(Handler())
    if x > 0:
        logger.warning("w")
    return len(seen)


@programs.falls(*EITHER)
def an_element_gets_an_attribute(x):
    """`Element.set()` of an XML element in one branch cannot be staged."""
    found = ET.Element("a")
    if x > 0:
        found.set("k", "v")
    return ET.tostring(found)


@programs.staged(*EITHER)
def an_attribute_in_c(x):
    """Setting `decimal.Context.prec` in one branch cannot be staged."""
    context = decimal.Context(prec=5)
    if x > 0:
        context.prec = 3
    return context.prec


@programs.staged(*EITHER)
def the_arguments_of_an_exception(x):
    """Assigning an exception's `args` in one branch cannot be staged."""
    error = ValueError("a")
    if x > 0:
        error.args = ("b",)
    return error.args[0]


@programs.falls(*EITHER)
def an_own_stack_is_closed(x):
    """`close()` of an ExitStack subclass in one branch cannot be staged."""
    log = []
    stack = Stack()
    stack.callback(log.append, "a")
    if x > 0:
        stack.close()
    return log


@programs.staged(*EITHER)
def values_are_asked(x):
    """Library values such as dates, paths and fractions are read in a branch."""
    stream, day = io.StringIO("abc"), dt.date(2000, 1, 1)
    number, path = decimal.Decimal(3), pathlib.Path("/a/b")
    half, pattern = fractions.Fraction(1, 2), re.compile("a")
    found = 0
    if x > 0:
        found = len(stream.getvalue()) + day.toordinal() + int(number.sqrt())
        found += len(path.joinpath("c").name) + half.limit_denominator(2).numerator
        found += len(pattern.findall("aba"))
    return found


@programs.falls(*EITHER)
def more_values_are_asked(x):
    """UUIDs, templates, structs and matches are read in a branch."""
    number, template, form = uuid.UUID(int=3), string.Template("$b"), struct.Struct("i")
    wrapper, match = textwrap.TextWrapper(width=10), re.match("(a)b", "ab")
    table = types.MappingProxyType({1: 2})
    found = 0
    if x > 0:
        found = len(number.hex) + len(template.substitute(b="c")) + form.size
        found += len(form.pack(1)) + len(wrapper.wrap("aaa bbb ccc ddd"))
        found += len(match.group(1)) + table.get(1) + len(table)
    return found


@programs.falls(*EITHER)
def objects_with_state_are_asked(x):
    """A queue, a config parser and a hash are only read in a branch."""
    line, parser = queue.Queue(), configparser.ConfigParser()
    line.put(1)
    parser.read_string("[a]\nx=1")
    made = hashlib.md5(b"a", usedforsecurity=False)
    found = 0
    if x > 0:
        found = line.qsize() + int(parser.get("a", "x")) + len(parser.sections())
        found += len(made.hexdigest()) + len(made.digest())
        if line.empty():
            found += 1
    return found


@programs.staged(*EITHER)
def made_in_the_branch(x):
    """A StringIO created in a branch is written to in that branch."""
    found = ""
    if x > 0:
        stream = io.StringIO()
        stream.write("a")
        found = stream.getvalue()
    return found


@programs.staged(T(2), T(-1))
def made_in_the_loop(x):
    """A queue and a hash created in each iteration are changed there."""
    n = 0
    while n < x:
        line, made = queue.Queue(), hashlib.md5(usedforsecurity=False)
        line.put(3)
        made.update(b"a")
        n += line.get() + len(made.hexdigest())
    return n


@programs.staged(*EITHER)
def changed_where_all_paths_come(x):
    """A stream written to in `try` and `finally`, on all paths alike."""
    stream, line = io.StringIO(), queue.Queue()
    stream.write("a")
    line.put(1)
    try:
        stream.write("b")
        if x > 0:
            x = x + 1
    finally:
        stream.write("c")
    return stream.getvalue(), line.get(), x


@programs.falls(*EITHER)
def locked_in_a_branch(x):
    """`with lock` in a branch acquires and releases a lock."""
    lock = threading.Lock()
    if x > 0:
        with lock:
            x += 1
    return x, lock.locked()


# -- Classes of the standard library written in Python

EACH = [(T(3), T(1)), (T(-2), T(4)), (T(0), T(0)), (3, T(1)), (T(-2), 4), (3, 1)]


class Numbers(UserList):  # type: ignore[type-arg]
    def total(self):
        return sum(self.data)


class WithDefault(UserDict):  # type: ignore[type-arg]
    def __missing__(self, key):
        return -1


class Table:
    def __init__(self, value):
        self.values = {"p": value, "q": 2}

    def keys(self):
        return list(self.values)

    def __iter__(self):
        return iter(self.values)

    def __getitem__(self, key):
        return max(0, self.values[key])


@functools.total_ordering
class Weight:
    def __init__(self, grams):
        self.grams = grams

    def __eq__(self, other):
        return self.grams == other.grams

    def __lt__(self, other):
        return self.grams < other.grams

    __hash__ = None  # type: ignore[assignment]


@programs.staged(*EACH)
def a_list_that_grows(a, b):
    """A `UserList` subclass grows on branches and is summed by its own method."""
    numbers = Numbers([a])
    for i in range(3):
        if b > i:
            numbers.append(i)
    return numbers.total(), len(numbers), numbers.data


@programs.falls(*EACH)
def methods_of_a_list(a, b):
    """`UserList` methods: append, extend on a branch, sort, insert, pop, index."""
    numbers = UserList([a, b])
    numbers.append(3)
    if a > 0:
        numbers.extend([1, 2])
    numbers.sort()
    numbers.insert(0, 9)
    found = numbers.pop(), a in numbers, numbers == [1], numbers.index(9)
    return found, list(numbers), len(numbers), numbers[0], numbers.count(3)


@programs.staged(*EACH)
def a_dict(a, b):
    """A `UserDict` with `__missing__` is written on a branch and read."""
    table = WithDefault(x=a)
    if a > 0:
        table["x"] = table["x"] + b
    return table["x"], table["q"], len(table), "x" in table, "y" in table


@programs.staged(*EACH)
def text(a, b):
    """A `UserString` of text selected at run time: upper, `len`, `in`, data."""
    word = UserString("ab" if a > b else "xyz")
    return str(word.upper()), len(word), "a" in word, word.data


@programs.falls(*EACH)
def a_chain_of_dicts(a, b):
    """A `ChainMap` is written on a branch and read through its child."""
    chain = ChainMap({"x": a}, {"x": 5, "y": b})
    further = chain.new_child({"z": 1})
    if a > 0:
        chain["x"] = 9
    return chain["x"], further["x"], len(further), "y" in further, sorted(further)


@programs.staged(*EACH)
def dicts_of_mappings(a, b):
    """`dict()` of a `ChainMap` and of a class with `keys` and `__getitem__`."""
    chain = ChainMap({"x": a}, {"x": 5, "y": b})
    return dict(chain), dict(Table(a)), dict(Table(a), z=b), list(Table(b))


@programs.staged(*EACH)
def an_order_made_of_one_method(a, b):
    """`functools.total_ordering` derives comparisons and `max` from `__lt__`."""
    one, two = Weight(a), Weight(b)
    return one >= two, one > two, one <= two, one != two, max(one, two).grams
