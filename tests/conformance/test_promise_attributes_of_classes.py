"""Attributes of classes that the run sets, and of objects in loops that set their own.

An object or class that has none of its own has that of its class or base.
"""

from __future__ import annotations

import abc

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


class M:
    k = 0


class Bare:
    pass


# -- Of a class ---------------------------------------------------------------------


@rows.on(*COUNTS)
def ids_by_the_type(n):
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


@rows.on(*COUNTS)
def counted_by_the_type(n):
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


@rows.on(*COUNTS)
def three_classes(n):
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


@rows.on(*COUNTS)
def a_class_chosen_by_the_run(n):
    class B:
        count = 0

    class S(B):
        pass

    cls = S if n > 1 else B
    cls.count += 1
    S.count += 1
    return B.count, S.count, cls.count


@rows.on(*COUNTS)
def by_super(n):
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


@rows.on(*COUNTS)
def without_default(n):
    class B:
        pass

    class S(B):
        pass

    if n > 1:
        B.x = 5
    if n > 2:
        del B.x
    return hasattr(S, "x"), getattr(S, "x", 8), S().x


@rows.on(*COUNTS)
def also_of_the_object(n):
    class B:
        x = 1

    b = B()
    if n > 1:
        B.x = 4
        b.x = 3
    B.x += 1
    return b.x, B.x, B.__dict__["x"]


@refused.on(*COUNTS)
def the_content_of_a_class(n):
    class B:
        x = 1

    class S(B):
        pass

    if n > 1:
        S.x = 4
    return "x" in S.__dict__


@refused.on(*COUNTS)
def vars_of_a_class(n):
    class B:
        x = 1

    class S(B):
        pass

    if n > 1:
        S.x = 4
    return "x" in vars(S)


@rows.on(*COUNTS)
def of_an_abstract_class(n):
    class C(metaclass=abc.ABCMeta):  # noqa: B024
        k = 1

    class D(C):
        pass

    if n > 1:
        D.k = 5
    C.k += 1
    return D.k, C.k, D().k


@rows.on(*COUNTS)
def in_nested_loops(n):
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


@rows.on(*COUNTS)
def by_class_methods(n):
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


@rows.on(*COUNTS)
def counted_in_the_constructor(n):
    class C:
        instances = 0

        def __init__(self):
            C.instances += 1

    for _ in range(n):
        C()
    return C.instances


@rows.on(*COUNTS)
def the_error_of_a_deletion(n):
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


@rows.on(*COUNTS)
def deleted_from_a_class(n):
    class C:
        k = 1

    class D(C):
        pass

    if n > 1:
        D.k = 4
    del D.k
    return D.k


@rows.on(*COUNTS)
def in_the_order_of_bases(n):
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


@rows.on(*COUNTS)
def deleted_before_its_base(n):
    class B:
        pass

    class C(B):
        x = 1

    if n > 1:
        B.x = 5
    if n > 2:
        del C.x
    return C.x, C().x


@rows.on(*COUNTS)
def by_types_setattr(n):
    class C:
        x = 1

    class D(C):
        pass

    if n > 1:
        type.__setattr__(D, "x", 4)
    C.x = 2
    return D.x


@rows.on(*COUNTS)
def of_a_class_of_exceptions(n):
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


# -- In loops -----------------------------------------------------------------------


@rows.on(*COUNTS)
def deleted_in_a_loop(n):
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


@rows.on(*COUNTS)
def summed_by_a_method(n):
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


@rows.on(*COUNTS)
def swapped_objects(n):
    a = M()
    b = M()
    for i in range(n):
        a, b = b, a
        a.k += i
    return a.k, b.k


@rows.on(*COUNTS)
def objects_of_a_known_list(n):
    xs = [M(), M()]
    for i in range(n):
        xs[0].k += 1
        if i > 1:
            xs[1].k = 4
    return xs[0].k, xs[1].k


@rows.on(*COUNTS)
def an_object_by_a_number_of_the_run(n):
    xs = [M(), M()]
    for _ in range(n):
        xs[n % 2].k += 1
    return xs[0].k, xs[1].k


@rows.on(*COUNTS)
def the_last_object(n):
    last = M()
    for i in range(n):
        m = M()
        if i > 1:
            m.k = i
        last = m
    return last.k


@rows.on(*COUNTS)
def a_list_of_the_run(n):
    xs = []
    for i in range(n):
        m = M()
        if i > 1:
            m.k = i
        xs.append(m)
    return sum(m.k for m in xs)


@rows.on(*COUNTS)
def a_list_of_the_run_without_default(n):
    xs = []
    for i in range(n):
        m = Bare()
        if i >= 0:
            m.k = i
        xs.append(m)
    return sum(m.k for m in xs)


@rows.on(*COUNTS)
def a_list_of_the_run_with_getattr(n):
    xs = []
    for i in range(n):
        m = Bare()
        if i > 1:
            m.k = i
        xs.append(m)
    return sum(getattr(m, "k", 8) for m in xs)


@rows.on(*COUNTS)
def a_list_of_the_run_that_changes(n):
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
