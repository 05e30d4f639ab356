"""Attributes that get another dict or list on some paths: `self.table = {}`, a reset."""

from __future__ import annotations

import copy
import dataclasses
import operator
from typing import Any

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
COUNTS = tuple(map(T, (0, 1, 2, 3, 5)))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


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


@rows.on(*COUNTS)
def a_table_reset_in_a_method(n):
    a = A()
    a.table["k"] = 1
    if n > 2:
        a.reset()
    return len(a.table)


@rows.on(*COUNTS)
def a_list_reset_in_a_method(n):
    a = A()
    a.items.append(1)
    if n > 2:
        a.reset()
    a.items.append(n)
    return a.items, len(a.items), a.table


@rows.on(*COUNTS)
def reset_in_a_loop(n):
    a = A()
    for i in range(n):
        a.put("x", i)
        if i % 3 == 2:
            a.reset()
        a.put("y", i * 2)
    return a.table, a.items


@rows.on(*COUNTS)
def with_keys_of_the_run(n):
    a = A()
    for i in range(n):
        a.put(i % 3, i)
        if i % 3 == 2:
            a.reset()
    return a.table, a.items


@rows.on(*COUNTS)
def of_slots(n):
    a = Sl()
    a.table["q"] = 1
    a.items += [1, 2]
    if n > 1:
        a.reset()
    a.table["z"] = n
    return a.table, a.items, "q" in a.table, a.table.get("q", 5)


@rows.on(*COUNTS)
def by_a_property(n):
    a = Pr()
    a.t["q"] = 1
    if n > 1:
        a.t = {"w": 3}
    a.t["e"] = 4
    return a.t, list(a.t.items())


@rows.on(*COUNTS)
def of_a_dataclass_as_a_result(n):
    a = DC({"a": 1}, [1])
    if n > 2:
        a.table = {}
    elif n > 1:
        a.items = []
    return a


@rows.on(*COUNTS)
def while_a_variable_has_the_first(n):
    a = A()
    a.table["k"] = 1
    t = a.table
    if n > 2:
        a.reset()
    a.table["z"] = 2
    return t, a.table, t is a.table


@rows.on(*COUNTS)
def of_an_object_with_two_names(n):
    a = A()
    a.table["k"] = 1
    b = a
    if n > 2:
        b.reset()
    a.table["z"] = 2
    b.table["y"] = 3
    return b.table, a.table, b.table is a.table


@rows.on(*COUNTS)
def in_a_handler(n):
    a = A()
    a.table["k"] = 1
    try:
        a.table["m"] = 10 // (n - 2)
    except ZeroDivisionError:
        a.reset()
    return a.table, a.items


@rows.on(*COUNTS)
def none_at_first(n):
    a = A()
    a.table = None
    if n > 2:
        a.table = {"q": 1}
    return a.table


@rows.on(*COUNTS)
def in_a_while_loop(n):
    a = A()
    while a.n < n:
        a.n += 1
        if a.n == 3:
            a.reset()
        else:
            a.table["k"] = a.n
    return a.table, "k" in a.table


@rows.on(*COUNTS)
def of_a_class(n):
    class C:
        table = {"k": 1}

    if n > 2:
        C.table = {}
    return len(C.table)


@rows.on(*COUNTS)
def of_a_variable_of_a_function_around(n):
    t = {"k": 1}

    def r():
        nonlocal t
        t = {}

    if n > 2:
        r()
    return len(t), t


@rows.on(*COUNTS)
def two_that_change_places(n):
    a, b = A(), A()
    a.table["x"] = 1
    b.table["y"] = 2
    if n > 2:
        a.table, b.table = b.table, a.table
    else:
        b.reset()
    return a.table, b.table


@rows.on(*COUNTS)
def one_that_takes_the_place_of_another(n):
    a, b = A(), A()
    a.table["x"] = 1
    b.table["y"] = 2
    if n > 2:
        a.table = b.table
    a.table["z"] = 7
    return a.table, b.table


@rows.on(*COUNTS)
def of_an_object_that_the_run_chooses(n):
    a, b = A(), A()
    a.table["x"] = 1
    b.table["y"] = 2
    c = a if n > 2 else b
    c.reset()
    c.table["w"] = 3
    return a.table, b.table


@rows.on(*COUNTS)
def in_a_list(n):
    l = [{"a": 1}]
    if n > 2:
        l[0] = {}
    l[0]["b"] = 2
    return l


@rows.on(*COUNTS)
def in_a_dict(n):
    l = {"d": {"a": 1}}
    if n > 2:
        l["d"] = {}
    l["d"]["b"] = 2
    return l


@rows.on(*COUNTS)
def stepped_through(n):
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


@rows.on(*COUNTS)
def copied(n):
    a = A()
    a.table["k"] = 1
    if n > 2:
        a.reset()
    b = copy.copy(a)
    c = copy.deepcopy(a)
    b.table["z"] = 2
    return a.table, b.table, c.table


@rows.on(*COUNTS)
def asked_by_special_methods(n):
    return len(made(n)), "k" in made(n), bool(made(n))


@rows.on(*COUNTS)
def stepped_through_by_its_class(n):
    return list(made(n))


@rows.on(*COUNTS)
def compared_by_its_class(n):
    return made(n) == Asked(), made(n) != Asked()


@rows.on(*COUNTS)
def read_by_an_attrgetter(n):
    return len(operator.attrgetter("table")(made(n)))


@rows.on(*COUNTS)
def read_by_vars(n):
    return len(vars(made(n))["table"])


@rows.on(*COUNTS)
def made_a_dict(n):
    d = DC({"k": 1})
    if n > 2:
        d.table = {}
    return dataclasses.asdict(d)


@rows.on(*COUNTS)
def of_a_dataclass_made_like_it(n):
    d = DC({"k": 1})
    if n > 2:
        d.table = {}
    e = dataclasses.replace(d)
    e.table["z"] = 3
    return d, e


@rows.on(*COUNTS)
def by_a_key(n):
    return len(max([made(n), Asked()], key=lambda o: len(o.table)).table)


@rows.on(*COUNTS)
def copied_by_displays(n):
    return {**made(n).table}, dict(made(n).table), sorted(made(n).table)


@rows.on(*COUNTS)
def emptied_and_filled_in_a_loop(n):
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


@rows.on(*COUNTS)
def while_iterators_have_the_first(n):
    a = Asked()
    it = iter(a.table)
    v = a.table.items()
    if n > 2:
        a.reset()
    a.table["q"] = 2
    return list(it), list(v)


@rows.on(*COUNTS)
def views_of_what_is_there(n):
    a = Asked()
    if n > 2:
        a.reset()
    v = a.table.items()
    t = a.table
    a.table["q"] = 2
    return list(v), t


@rows.on(*COUNTS)
def popped(n):
    a = Asked()
    if n > 2:
        a.reset()
    a.table.pop("k", None)
    return a.table, len(a)


@rows.on(*COUNTS)
def read_by_a_lambda(n):
    a = Asked()
    f = lambda: len(a.table)
    if n > 2:
        a.reset()
    return f()
