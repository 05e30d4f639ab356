"""What objects keep inside them, such as their class, in blocks that the run may skip."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
COUNTS = tuple(map(T, range(4)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_cannot_be_put_back_is_refused = refused.refusal_test()


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


@refused.on(*COUNTS)
def under_a_condition(n):
    a = A()
    if n > 0:
        a.__class__ = B
    return a.go()


@refused.on(*COUNTS)
def in_a_loop(n):
    a = A()
    for _ in range(n):
        a.__class__ = B
    return a.go()


@refused.on(*COUNTS)
def in_a_while_loop(n):
    a = A()
    while n > 0:
        a.__class__ = B if n > 1 else A
        n -= 1
    return a.go()


@refused.on(*COUNTS)
def by_setattr(n):
    a = A()
    if n > 0:
        setattr(a, "__class__", B)  # noqa: B010
    return a.go()


@refused.on(*COUNTS)
def by_objects_setattr(n):
    a = A()
    if n > 0:
        object.__setattr__(a, "__class__", B)
    return a.go()


@refused.on(*COUNTS)
def of_a_chosen_object(n):
    a, b = A(), A()
    c = a if n > 1 else b
    c.__class__ = B
    return a.go(), b.go()


@refused.on(*COUNTS)
def in_a_try(n):
    a = A()
    try:
        if n > 1:
            raise ValueError
        a.__class__ = B
    except ValueError:
        pass
    return a.go()


@refused.on(*COUNTS)
def bases(n):
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


@refused.on(*COUNTS)
def defaults_of_a_function(n):
    def f(x=1):
        return x

    if n > 0:
        f.__defaults__ = (4,)
    return f()


@refused.on(*COUNTS)
def code_of_a_function(n):
    def f(x=1):
        return x

    def g(x=1):
        return x + 10

    if n > 0:
        f.__code__ = g.__code__
    return f()


@refused.on(*COUNTS)
def keyword_defaults(n):
    def f(*, x=1):
        return x

    if n > 0:
        f.__kwdefaults__ = {"x": 4}
    return f()


@refused.on(*COUNTS)
def a_state_machine(n):
    s = State()
    for _ in range(n):
        s.next()
    return s.k


@refused.on(*COUNTS)
def name_of_a_class(n):
    class C:
        v = 1

    if n > 0:
        C.__name__ = "D"
    return C.__name__


@refused.on(*COUNTS)
def by_the_users_setattr(n):
    found = Setting()
    if n > 0:
        found.__class__ = Set
    return type(found).__name__


@rows.on(*COUNTS)
def outside_of_blocks(n):
    a = A()
    a.__class__ = B
    return a.go() + n


@rows.on(*COUNTS)
def of_an_object_of_the_block(n):
    if n > 1:
        a = A()
        a.__class__ = B
        return a.go()
    return 0


@rows.on(*COUNTS)
def a_dict_of_attributes(n):
    a = A()
    a.x = 1
    if n > 0:
        a.__dict__ = {"x": 5}
    return a.x


@rows.on(*COUNTS)
def text_of_a_class(n):
    class M:
        "x"

    if n > 0:
        M.__doc__ = "D"
    return M.__doc__


@rows.on(*COUNTS)
def text_of_a_function(n):
    f = lambda x: x
    if n > 0:
        f.__doc__ = "D"
    return f.__doc__ is None
