"""Attributes that an object, or a class, has of its own on some paths only.

On the others its class is asked, at the time of the read.
"""

from __future__ import annotations

import copy
import dataclasses
import operator

import pytest

import autograph as ag
from autograph.errors import UnknownAttributesError
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
COUNTS = tuple(map(T, range(5)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_only_python_could_tell_is_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)
    assert type(found.staged.error) is UnknownAttributesError
    assert __file__ in str(found.staged.error)


class Own:
    w = 0

    def __init__(self, v):
        self.v = v

    def __repr__(self):
        return f"Own({self.w}, {self.v})"

    def __lt__(self, other):
        return (self.w, self.v) < (other.w, other.v)

    def __iter__(self):
        yield self.w
        yield self.v


class Refusing:
    def __getattr__(self, name):
        raise AttributeError(f"no {name}")


# -- Of an object -------------------------------------------------------------------


@rows.on(*COUNTS)
def the_class_changes_later(n):
    class C:
        total = 0

    a = C()
    if n > 0:
        a.total = 5
    C.total = 9
    return a.total


@rows.on(*COUNTS)
def deleted_where_there_is_none(n):
    class C:
        total = 0

    a = C()
    if n > 0:
        a.total = 5
    del a.total
    return a.total


@rows.on(*COUNTS)
def deleted_on_some_paths(n):
    class C:
        x = 1

    a = C()
    a.x = 2
    if n > 0:
        del a.x
    C.x = 7
    return a.x


@refused.on(*COUNTS)
def the_dict_of_an_object(n):
    class C:
        total = 0

    a = C()
    if n > 0:
        a.total = 5
    return "total" in vars(a)


@rows.on(*COUNTS)
def one_of_two_objects(n):
    class C:
        k = 1

    a, b = C(), C()
    c = a if n > 1 else b
    c.k = 5
    C.k = 7
    return a.k, b.k, hasattr(a, "k")


@rows.on(*COUNTS)
def none_of_the_class(n):
    class C:
        k = None

    a = C()
    if n > 1:
        a.k = n
    C.k = 3 if n > 2 else None
    return -1 if a.k is None else a.k


@rows.on(*COUNTS)
def by_setattr_and_delattr(n):
    class C:
        k = 1.0

    a = C()
    if n > 1:
        setattr(a, "k", 2.5)  # noqa: B010
    if n > 2:
        delattr(a, "k")
    C.k = 4.0
    return a.k


@rows.on(*COUNTS)
def read_by_a_lambda(n):
    class C:
        k = 1

    a = C()
    f = lambda: a.k
    if n > 1:
        a.k = 3
    C.k = 9
    return f()


@rows.on(*COUNTS)
def a_dataclass_loses_its_own(n):
    @dataclasses.dataclass
    class C:
        k: int = 3
        z: int = 4

    c = C(k=1)
    if n > 1:
        del c.k
    C.k = 8
    return c.k, c.z


@rows.on(*COUNTS)
def in_a_context(n):
    class C:
        total = 0

        def __enter__(self):
            self.total += 1
            return self

        def __exit__(self, *a):
            if n > 1:
                self.total += 10

    c = C()
    with c:
        if n > 2:
            c.total *= 4
    C.total = 50
    return c.total


@rows.on(*COUNTS)
def a_mangled_name(n):
    class C:
        __hidden = 1

        def go(self, n):
            if n > 1:
                self.__hidden += n
            return self.__hidden

    c = C()
    c.go(n)
    C._C__hidden = 7
    return c.go(n)


@rows.on(*COUNTS)
def in_recursion(n):
    class C:
        x = 1

    def rec(c, i):
        if i > 0:
            c.x += 1
            rec(c, i - 1)

    c = C()
    rec(c, n)
    C.x = 60
    return c.x


@rows.on(*COUNTS)
def of_objects_in_a_list(n):
    class C:
        x = 1

    cs = [C(), C(), C()]
    for i, c in enumerate(cs):
        if i < n:
            c.x = i * 10
    C.x = 5
    return [c.x for c in cs]


@rows.on(*COUNTS)
def of_objects_in_a_dict(n):
    class C:
        x = 1

    cs = {"a": C(), "b": C()}
    for each in cs.values():
        if n > 1:
            each.x += 1
    C.x = 7
    return [c.x for c in cs.values()], sum(c.x for c in cs.values())


@rows.on(*COUNTS)
def by_the_users_setattr(n):
    class C:
        x = 1

        def __setattr__(self, name, v):
            object.__setattr__(self, name, v + 1)

    c = C()
    if n > 1:
        c.x = 5
    C.x = 2
    return c.x


@rows.on(*COUNTS)
def by_objects_setattr(n):
    class C:
        x = 1

    c = C()
    if n > 1:
        object.__setattr__(c, "x", 4)
    C.x = 2
    return c.x


@rows.on(*COUNTS)
def of_a_list_with_attributes(n):
    class C(list):
        x = 1

    c = C()
    if n > 1:
        c.x = 4
    C.x = 2
    return c.x


@rows.on(*COUNTS)
def by_a_property(n):
    class C:
        x = 1

        @property
        def y(self):
            return self.x + 1

        @y.setter
        def y(self, v):
            self.x = v

    c = C()
    if n > 1:
        c.y = 5
    C.x = 3
    return c.y, c.x


@rows.on(*COUNTS)
def of_an_exception(n):
    class OwnError(Exception):
        code = 0

    e = OwnError()
    if n > 1:
        e.code = 4
    OwnError.code = 6
    return e.code


@rows.on(*COUNTS)
def in_text_and_comparisons(n):
    class C:
        x = 1

    c = C()
    if n > 1:
        c.x = 5
    if n > 2:
        C.x = 6
    return f"{c.x}", c.x == C.x


@rows.on(*COUNTS)
def with_getattr_of_the_user(n):
    class B:
        count = 0

        def __getattr__(self, name):
            return 77

    b = B()
    if n > 1:
        b.count = 5
        b.zip = 6
    return b.count, b.zip


@rows.on(*COUNTS)
def lists_of_the_class(n):
    class C:
        items = []

    a = C()
    if n > 1:
        a.items = []
    a.items.append(1)
    return len(C.items), len(a.items)


@rows.on(*COUNTS)
def after_try(n):
    class B:
        count = 0

    b = B()
    try:
        if n > 1:
            b.count = 1
        if n > 2:
            raise ValueError
        B.count = 4
    except ValueError:
        B.count = 9
    finally:
        b.count += 1
    return b.count, B.count


@rows.on(*COUNTS)
def deleted_until_there_is_none(n):
    class B:
        count = 0

    b = B()
    while True:
        try:
            del b.count
        except AttributeError:
            b.count = n
            break
    if n > 1:
        del b.count
    return b.count


@rows.on(*COUNTS)
def left_by_break(n):
    class C:
        k = 1

    a = C()
    for i in range(10):
        if i > n:
            break
        a.k = i
    C.k = 100
    return a.k


@rows.on(*COUNTS)
def while_true(n):
    class C:
        k = 1

    a = C()
    while True:
        if n > 3:
            break
        a.k += n
        n += 1
    C.k = 100
    return a.k


# -- Read by code that runs as it stands --------------------------------------------


@rows.on(*COUNTS)
def asked_by_c(n):
    own, other = Own(1), Own(2)
    if n > 1:
        own.w = 5
    Own.v = 3
    return operator.attrgetter("w")(own), list(own), repr(own), max(own, other).v


@rows.on(*COUNTS)
def matched(n):
    own, other = Own(1), Own(2)
    if n > 1:
        own.w = 5
    match own:
        case Own(w=5):
            return 1
        case Own(w=0):
            return 2
    return 3


@rows.on(*COUNTS)
def copied(n):
    own, other = Own(1), Own(2)
    if n > 1:
        own.w = 5
    one, two = copy.copy(own), copy.deepcopy(own)
    one.w += 1
    return own.w, one.w, two.w


@rows.on(*COUNTS)
def asked_for(n):
    own, other = Own(1), Own(2)
    if n > 1:
        own.w = 5
    return hasattr(own, "w"), getattr(own, "w", 9), hasattr(other, "w")


@rows.on(*COUNTS)
def by_a_generator(n):
    own, other = Own(1), Own(2)
    if n > 1:
        own.w = 5
    total = 0
    for x in own:
        total += x
    return total


@rows.on(*COUNTS)
def the_users_getattr_raises(n):
    found = Refusing()
    if n > 0:
        found.v = 1
    return found.nothing


@rows.on(*COUNTS)
def what_the_users_getattr_raises_is_linked_to_nothing(n):
    found = Refusing()
    if n > 0:
        found.v = 1
    try:
        return found.nothing
    except AttributeError as error:
        return n, error.__context__ is None
