"""State besides local variables, changed in staged blocks: it is as plain Python's.

Variables of closures made outside, globals, and containers of all kinds.
"""

# Programs under test are written as users write them.
# ruff: noqa: B007

import collections
import contextlib
import operator
import types
from typing import Any

import autograph as ag
from tests.autograph.testing.rows import Rows
from tests.conformance.global_by_name import written_by_name

T = ag.constant
rows = Rows()
test_state_is_as_in_plain_python = rows.test()
leaving = Rows(leave_tensors=True)
test_state_that_is_left_is_as_in_plain_python_until_then = leaving.test()


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


@leaving.on(T(3), T(-3))
def cell_in_branch(x):
    reset(0)
    if x > 0:
        bump()
        bump()
    return get()


bump, get, reset = make_counter()


@leaving.on(T(3), T(0))
def cell_in_loop(n):
    reset(0)
    while n > 0:
        bump()
        n -= 1
    return get()


@rows.on(T(3), T(0))
def cell_sym_loop(n):
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


@leaving.on(T(3), T(-3))
def cell_for(x):
    set_(7)
    if x > 0:
        by_for([1, 2])
    return get_()


@rows.on(T(3), T(-3))
def cell_walrus(x):
    set_(7)
    if x > 0:
        by_walrus(x)
    r = get_()
    set_(0)
    return r


@rows.on(T(3), T(-3))
def cell_with(x):
    set_(7)
    if x > 0:
        by_with(contextlib.nullcontext(3))
    r = get_()
    set_(0)
    return r


@rows.on(T(3), T(-3))
def cell_tuple(x):
    set_(7)
    if x > 0:
        by_tuple((1, (x, 2)))
    r = get_()
    set_(0)
    return r


@rows.on(T(3), T(-3))
def deque_(x):
    d = collections.deque([1, 2], maxlen=3)
    if x > 0:
        d.append(x)
        d.appendleft(3)
        d.rotate(1)
    else:
        d.append(5)
        d[0] = 4
    return list(d), len(d)


@rows.on(T(3), T(0))
def deque_loop(n):
    d = collections.deque([1, 2])
    while n > 0:
        d.append(n)
        d.popleft()
        n -= 1
    return list(d)


@rows.on(T(3), T(-3))
def defaultdict_(x):
    d = collections.defaultdict(int)
    d["a"]
    if x > 0:
        d["a"] += x
    return d["a"]


@rows.on(T(3), T(-3))
def counter_(x):
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


@rows.on(T(3), T(-3))
def sublist(x):
    b = MyList([1, 2])
    b.n = 0
    if x > 0:
        b[0] = 65
        b.append(2)
        b.pop()
    return b[0], b.n, len(b)


@rows.on(T(3), T(-3))
def subdict(x):
    b = MyDict(a=1)
    if x > 0:
        b["a"] = x
        b.update(a=4)
    return b["a"]


@rows.on(T(3), T(-3))
def operator_iadd_same(x):
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


@rows.on(T(3), T(-3))
def classattr(x):
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


@rows.on(T(3), T(-3))
def classattr_sub(x):
    Cls.count = 5
    if x > 0:
        Cls.count += 1
    r = Sub.count
    Cls.count = 0
    return r


mod: Any = types.ModuleType("mod")
mod.x = 0


@rows.on(T(3), T(-3))
def modattr(x):
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


leaving.on(T(3), T(-3))(written_by_name)


@leaving.on(T(3), T(-3))
def globs_for(x):
    global G
    G = 0
    if x > 0:
        gfor([4])
    return G


@leaving.on(T(3), T(-3))
def globs_wal(x):
    gwal(0)
    if x > 0:
        gwal(5)
    return readG()


def readG():
    return G


@rows.on(T(3), T(-3))
def classbody(x):
    log = [0]
    if x > 0:

        class A:
            log[0] = 4

    return log[0]


@rows.on(T(3), T(-3))
def nested_lists(x):
    log = [[0], {"a": [1]}]
    if x > 0:
        log[0].append(x)
        log[1]["a"][0] = 3
    else:
        log[0].append(1)
    return log


@rows.on(T(3), T(-3))
def aliases(x):
    a = [1]
    b = [a, a]
    if x > 0:
        a[0] = x
    b[0][0] += 1
    return b, a


@rows.on((T(3), T(5)), (T(-3), T(5)))
def alias_nested(x, y):
    a = [1]
    b = [a, 5]
    if x > 0:
        b[1] = x
    a.append(2)
    return b


@rows.on(T(3), T(-3))
def alias_state(x):
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


@rows.on((T(1), T(3)), (T(5), T(3)), (T(9), T(3)))
def attribute_first_written_between_two_raises(balance, amount):
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


@rows.on(T(3), T(-3))
def far_from_the_variables(x):
    large = Large()
    if x > 0:
        operator.setitem(large.far[0], 0, 5)
    return large.far[0][0]
