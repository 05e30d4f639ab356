"""Attributes that exist on some paths only."""

from __future__ import annotations

import copy
import dataclasses
import math
import operator

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Attributes that may not exist

T = ag.constant

BOTH = (T(True), T(False))

COUNTS = tuple(map(T, range(6)))


class Box:
    pass


class Slots:
    __slots__ = ("x", "y")


class WithDefault:
    x = 10


class WithFallback:
    def __getattr__(self, name):
        return len(name) + 6


class Lazy:
    def __init__(self, start):
        self.start = start

    def total(self):
        if not hasattr(self, "_total"):
            self._total = self.start * 2
        return self._total

    def reset(self):
        if self.start > 1:
            self._total = self.start


@dataclasses.dataclass
class Pair:
    x: int
    y: int = 0


@ag.autograph.experimental.do_not_convert
def as_it_stands(box):
    return hasattr(box, "x")


@programs.staged(*BOTH)
def assigned_in_one_branch(c):
    """Reading an attribute that only one branch assigns may raise AttributeError."""
    box = Box()
    if c:
        box.x = 1
    return box.x


@programs.staged(*BOTH)
def read_where_it_is(c):
    """A conditional expression reads an attribute only where it was assigned."""
    box = Box()
    if c:
        box.x = 1
    return box.x + 1 if c else 0


@programs.staged(*BOTH)
def in_a_slot(c):
    """Reading a slot that only one branch assigns may raise AttributeError."""
    box = Slots()
    if c:
        box.x = 1.5
    return box.x


@programs.staged(*BOTH)
def over_the_classes_own(c):
    """An instance attribute set in one branch hides the class's until deleted."""
    box = WithDefault()
    if c:
        box.x = 1
    before = box.x
    if c:
        del box.x
    return before, box.x


@programs.staged(*BOTH)
def before_getattr_is_asked(c):
    """`__getattr__` supplies an attribute only where no branch assigned it."""
    box = WithFallback()
    if c:
        box.x = 1
    return box.x


@programs.staged(*BOTH)
def updated(c):
    """`+=` on an attribute that only one branch assigns."""
    box = Box()
    if c:
        box.x = 1
    box.x += 1
    return box.x


@programs.staged(*BOTH)
def under_another_name(c):
    """An attribute assigned in one branch is read through an alias."""
    box = Box()
    other = box
    if c:
        box.x = 1
    return other.x


@programs.staged(*BOTH)
def of_one_of_two_objects(c):
    """An attribute is assigned to one of two objects selected at run time."""
    box = Box()
    other = Box() if c else box
    other.x = 4
    return box.x


@programs.staged(*BOTH)
def by_a_function(c):
    """A nested function reads an attribute that one branch of its caller assigns."""
    box = Box()

    def read(held):
        return held.x + 1

    if c:
        box.x = 1
    return read(box)


@programs.staged(*BOTH)
def none_on_one_path(c):
    """An attribute is None on one path and missing on the other."""
    box = Box()
    if c:
        box.x = None
    return box.x is None


@programs.staged(*BOTH)
def an_object_on_one_path(c):
    """An attribute is another object on one path and missing on the other."""
    box = Box()
    if c:
        inner = Box()
        inner.x = 1
        box.inner = inner
    return box.inner.x


@programs.staged(*BOTH)
def a_tuple_on_one_path(c):
    """A tuple attribute that only one branch assigns is unpacked."""
    box = Box()
    if c:
        box.pair = (1, 2.5)
    first, second = box.pair
    return first + second


@programs.staged(*BOTH)
def a_list_on_one_path(c):
    """A list attribute assigned in one branch is appended to in another."""
    box = Box()
    if c:
        box.items = []
    if c:
        box.items.append(3)
        return len(box.items)
    return -1


@programs.staged(*BOTH)
def in_nested_branches(c):
    """`getattr` with a default reads attributes assigned in nested branches."""
    box = Box()
    if c:
        if ag.constant(True):
            box.x = 1
        else:
            box.y = 2
    return getattr(box, "x", 5), getattr(box, "y", 7)


@programs.staged(*BOTH)
def assigned_again_on_both_paths(c):
    """An attribute assigned in one branch is assigned again after it."""
    box = Box()
    if c:
        box.x = 1
    box.x = 3
    return box.x


@programs.staged(*BOTH)
def the_error_is_caught(c):
    """The AttributeError of an attribute missing on one path is caught."""
    box = Box()
    if c:
        box.x = 1
    try:
        found = box.x
    except AttributeError:
        found = -1
    return found


@programs.staged(*BOTH)
def the_text_of_the_error(c):
    """The message of the AttributeError of an empty slot becomes the result."""
    box = Slots()
    if c:
        box.x = 1
    try:
        text = str(box.x)
    except AttributeError as error:
        text = str(error)
    return text


@programs.staged(*BOTH)
def the_name_in_the_error(c):
    """The `args` of the AttributeError of a missing attribute become text."""
    box = Box()
    if c:
        box.x = 1
    try:
        text = str(box.x)
    except AttributeError as error:
        text = str(error.args)
    return text


@programs.staged(*COUNTS)
def counting_by_the_error(n):
    """A loop counts in an attribute, created where its AttributeError is caught."""
    box = Box()
    for _ in range(n):
        try:
            box.k += 1
        except AttributeError:
            box.k = 1
    return box.k


@programs.staged(*BOTH)
def hasattr_and_getattr(c):
    """`hasattr`, and `getattr` with a default, of an attribute of one branch."""
    box = Box()
    if c:
        box.x = 1
    return hasattr(box, "x"), getattr(box, "x", 5), hasattr(box, "y")


@programs.staged(*BOTH)
def getattr_without_default(c):
    """`getattr` without a default raises AttributeError where it is missing."""
    box = Box()
    if c:
        box.x = 1
    name = "x"
    return getattr(box, name)


@programs.staged(*BOTH)
def getattr_with_none(c):
    """`getattr` with the default None, then a test for None."""
    box = Box()
    if c:
        box.x = 1
    found = getattr(box, "x", None)
    return -1 if found is None else found


@programs.staged(*BOTH)
def setattr_and_delattr(c):
    """`setattr` in one branch, then `delattr` where `hasattr` is true."""
    box = Box()
    if c:
        setattr(box, "x", 1)
    if hasattr(box, "x"):
        delattr(box, "x")
    return hasattr(box, "x")


@programs.staged(*COUNTS)
def the_first_value_is_kept(n):
    """A `while` loop assigns an attribute in its first iteration only."""
    box = Box()
    while n > 0:
        if not hasattr(box, "first"):
            box.first = n
        n -= 1
    return box.first


@programs.staged(*COUNTS)
def getattr_in_a_loop(n):
    """A sum in an attribute starts from the default of `getattr` in a loop."""
    box = Box()
    for i in range(n):
        box.total = getattr(box, "total", 100) + i
    return getattr(box, "total", -1)


@programs.staged(*COUNTS)
def in_the_test_of_a_loop(n):
    """`hasattr` in the test of a `while` loop whose body assigns the attribute."""
    box = Box()
    while not hasattr(box, "done"):
        n += 1
        if n > 3:
            box.done = n
    return box.done


@programs.staged(*COUNTS)
def a_cache_of_a_method(n):
    """A method caches its result in an attribute that may already exist."""
    lazy = Lazy(n)
    if n > 2:
        lazy.total()
    lazy.start = 50
    return lazy.total()


@programs.staged(*COUNTS)
def a_method_that_assigns_on_some_paths(n):
    """One method assigns, on one path, the attribute that another caches in."""
    lazy = Lazy(n)
    lazy.reset()
    return lazy.total()


@programs.staged(*BOTH)
def each_of_a_list(c):
    """`hasattr` of each object of a list; one gains the attribute in a branch."""
    boxes = [Box() for _ in range(3)]
    if c:
        boxes[1].x = 1
    return [hasattr(each, "x") for each in boxes]


@programs.staged(*BOTH)
def of_a_copy(c):
    """`copy.copy` copies an attribute that exists on one path only."""
    pair = Pair(1)
    if c:
        pair.z = 4
    other = copy.copy(pair)
    pair.z = 9
    return getattr(other, "z", 0), pair.z


@programs.staged(*BOTH)
def deleted_on_one_path(c):
    """`del` of an attribute in one branch, then `getattr` with a default."""
    box = Box()
    box.x = 3
    if c:
        del box.x
    return getattr(box, "x", None) is None


@programs.staged(*BOTH)
def deleted_twice(c):
    """`del` of an attribute that a branch may have deleted: AttributeError."""
    box = Box()
    box.x = 3
    if c:
        del box.x
    del box.x
    return hasattr(box, "x")


@programs.staged(*BOTH)
def a_slot_deleted_twice(c):
    """`del` of a slot that a branch may have deleted: AttributeError."""
    box = Slots()
    box.x = 3
    if c:
        del box.x
    del box.x
    return hasattr(box, "x")


@programs.falls(*BOTH)
def a_field_of_a_dataclass(c):
    """`==` of dataclasses raises AttributeError where a field was deleted."""
    pair = Pair(1)
    if c:
        del pair.x
    return pair == Pair(1)


@programs.staged(*COUNTS)
def assigned_and_deleted_in_a_loop(n):
    """Iterations of a loop assign, delete and reassign an attribute."""
    box = Box()
    for i in range(n):
        if i == 1:
            box.x = i
        if i == 2:
            del box.x
        if i == 3:
            box.x = i * 2
    return getattr(box, "x", -1)


@programs.staged(*BOTH)
def all_attributes(c):
    """`vars()` of an object with an attribute of one path cannot be staged."""
    box = Box()
    if c:
        box.x = 1
    return vars(box)


@programs.staged(*BOTH)
def the_dict_of_the_object(c):
    """`__dict__` of an object with an attribute of one path cannot be staged."""
    box = Box()
    if c:
        box.x = 1
    return box.__dict__.get("x", 1)


@programs.staged(*BOTH)
def the_names(c):
    """`dir()` of an object with an attribute of one path cannot be staged."""
    box = Box()
    if c:
        box.x = 1
    return "x" in dir(box)


@programs.staged(*BOTH)
def a_pattern(c):
    """A class pattern that reads an attribute of one path cannot be staged."""
    box = Box()
    if c:
        box.x = 1
    match box:
        case Box(x=1):
            return 1
    return 2


@programs.staged(*BOTH)
def a_call_of_it(c):
    """Calling a function stored as an attribute on one path cannot be staged."""
    box = Box()
    if c:
        box.f = math.floor
    return box.f(2.5) if c else 0


@programs.staged(*BOTH)
def whether_there_is_one_else_getattr(c):
    """`hasattr` that may have to call `__getattr__` cannot be staged."""
    box = WithFallback()
    if c:
        box.x = 1
    return hasattr(box, "x")


@programs.falls(*BOTH)
def code_that_runs_as_it_stands(c):
    """`hasattr` in unconverted code, of an attribute of one path, is not staged."""
    box = Box()
    if c:
        box.x = 1
    return as_it_stands(box)


@programs.staged(*BOTH)
def a_getter_of_the_library(c):
    """`operator.attrgetter` of an attribute that only one branch assigns."""
    box = Box()
    if c:
        box.x = 1
    return operator.attrgetter("x")(box)


# -- In loops


@programs.staged(*COUNTS)
def assigned_in_a_loop(n):
    """An attribute assigned in a loop is missing after no iterations."""
    box = Box()
    for i in range(n):
        box.last = i
    return box.last


@programs.staged(*COUNTS)
def assigned_in_nested_loops(n):
    """An attribute assigned in the inner of two dynamic loops."""
    box = Box()
    for i in range(n):
        for j in range(i):
            box.last = i * 10 + j
    return getattr(box, "last", -1)


@programs.staged(*BOTH)
def a_loop_of_python(c):
    """An unrolled loop assigns an attribute under a dynamic condition."""
    box = Box()
    for i in range(3):
        if c:
            box.x = i
    return getattr(box, "x", -1)


@programs.staged(*COUNTS)
def after_break(n):
    """An attribute assigned after a `break` is missing if it breaks at once."""
    box = Box()
    for i in range(10):
        if i == n:
            break
        box.last = i
    return box.last


@programs.staged(*COUNTS)
def from_iteration_to_iteration(n):
    """An attribute first assigned in an odd iteration is read from then on."""
    box = Box()
    total = 0
    for i in range(n):
        if i % 2:
            box.odd = i
        if hasattr(box, "odd"):
            total += box.odd
    return total


@programs.staged(*COUNTS)
def of_an_object_from_outside_of_two_loops(n):
    """A loop assigns and deletes an attribute by turns, as `hasattr` says."""
    box = Box()
    total = 0
    for i in range(n):
        if hasattr(box, "x"):
            total += box.x
            del box.x
        else:
            box.x = i
    return total, hasattr(box, "x")


@programs.staged(*COUNTS)
def returned_early(n):
    """An early `return` of an attribute; later code reads it with a default."""
    box = Box()
    if n > 3:
        box.x = n
        return box.x
    if n > 1:
        box.y = n
    return getattr(box, "x", 0) + getattr(box, "y", 10)


@programs.staged(*map(T, (1, 2, 7)))
def of_an_object_that_each_iteration_makes(n):
    """Each iteration creates an object, with a second attribute on one path."""
    for _ in range(n):
        box = Box()
        box.c = 4
        if n > 5:
            box.b = n
    return hasattr(box, "b"), getattr(box, "b", None), hasattr(box, "c")


@programs.staged(*map(T, (1, 2, 7)))
def of_the_last_object_that_was_made(n):
    """The last object created by a loop may lack an attribute."""
    for _ in range(n):
        box = Box()
        if n > 5:
            box.b = n
        n += 1
    return box.b


@programs.staged(*map(T, (1, 2, 7)))
def in_a_handler_in_an_iteration(n):
    """An exception in an iteration decides which attributes an object gets."""
    for i in range(n):
        try:
            box = Box()
            box.c = 4 // i
            box.d = 1
        except ArithmeticError:
            box.b = n
    return hasattr(box, "b"), getattr(box, "b", None), hasattr(box, "d")


@programs.staged(*COUNTS)
def of_two_objects_in_turns(n):
    """A loop exchanges two objects and assigns an attribute to the first."""
    one, other = Box(), Box()
    for i in range(n):
        if not hasattr(one, "x"):
            one.x = i
        one, other = other, one
    return getattr(one, "x", None), getattr(other, "x", None)


@programs.staged(*COUNTS)
def under_two_names(n):
    """Two aliases of an object: a loop rebinds one and deletes by the other."""
    one = other = Box()
    for i in range(n):
        if i % 2:
            other = Box()
        other.x = i
        if i == 3:
            del one.x
    return hasattr(one, "x"), getattr(other, "x", -1)


# -- Attributes that hide those of the class

COUNTS_2 = tuple(map(T, range(5)))


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


@programs.staged(*COUNTS_2)
def the_class_changes_later(n):
    """A class attribute changes after a branch set the instance's own."""

    class C:
        total = 0

    a = C()
    if n > 0:
        a.total = 5
    C.total = 9
    return a.total


@programs.staged(*COUNTS_2)
def deleted_where_there_is_none(n):
    """`del` of an attribute that the instance may lack raises AttributeError."""

    class C:
        total = 0

    a = C()
    if n > 0:
        a.total = 5
    del a.total
    return a.total


@programs.staged(*COUNTS_2)
def deleted_on_some_paths(n):
    """A branch deletes the instance's attribute; the class's is read then."""

    class C:
        x = 1

    a = C()
    a.x = 2
    if n > 0:
        del a.x
    C.x = 7
    return a.x


@programs.staged(*COUNTS_2)
def the_dict_of_an_object(n):
    """`vars()` of an object with an attribute on some paths cannot be staged."""

    class C:
        total = 0

    a = C()
    if n > 0:
        a.total = 5
    return "total" in vars(a)


@programs.staged(*COUNTS_2)
def one_of_two_objects(n):
    """One of two objects, selected at run time, gets its own attribute."""

    class C:
        k = 1

    a, b = C(), C()
    c = a if n > 1 else b
    c.k = 5
    C.k = 7
    return a.k, b.k, hasattr(a, "k")


@programs.falls(*COUNTS_2)
def none_of_the_class(n):
    """An int or the class attribute, None or an int, selected at run time."""

    class C:
        k = None

    a = C()
    if n > 1:
        a.k = n
    C.k = 3 if n > 2 else None
    return -1 if a.k is None else a.k


@programs.staged(*COUNTS_2)
def by_setattr_and_delattr(n):
    """`setattr` and `delattr` in branches hide and expose a class attribute."""

    class C:
        k = 1.0

    a = C()
    if n > 1:
        setattr(a, "k", 2.5)
    if n > 2:
        delattr(a, "k")
    C.k = 4.0
    return a.k


@programs.staged(*COUNTS_2)
def read_by_a_lambda(n):
    """A lambda reads an attribute that a later branch sets on the instance."""

    class C:
        k = 1

    a = C()
    f = lambda: a.k
    if n > 1:
        a.k = 3
    C.k = 9
    return f()


@programs.staged(*COUNTS_2)
def a_dataclass_loses_its_own(n):
    """`del` of a dataclass field in a branch exposes the class default."""

    @dataclasses.dataclass
    class C:
        k: int = 3
        z: int = 4

    c = C(k=1)
    if n > 1:
        del c.k
    C.k = 8
    return c.k, c.z


@programs.staged(*COUNTS_2)
def in_a_context(n):
    """`__enter__` and a branch in `__exit__` update an inherited attribute."""

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


@programs.staged(*COUNTS_2)
def a_mangled_name(n):
    """A method adds to a mangled class attribute in a branch."""

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


@programs.staged(*COUNTS_2)
def in_recursion(n):
    """A recursion of dynamic depth increments an inherited attribute."""

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


@programs.staged(*COUNTS_2)
def of_objects_in_a_list(n):
    """Some objects of a list, selected at run time, get their own attribute."""

    class C:
        x = 1

    cs = [C(), C(), C()]
    for i, c in enumerate(cs):
        if i < n:
            c.x = i * 10
    C.x = 5
    return [c.x for c in cs]


@programs.staged(*COUNTS_2)
def of_objects_in_a_dict(n):
    """A branch in a loop sets attributes of the objects in a dict."""

    class C:
        x = 1

    cs = {"a": C(), "b": C()}
    for each in cs.values():
        if n > 1:
            each.x += 1
    C.x = 7
    return [c.x for c in cs.values()], sum(c.x for c in cs.values())


@programs.staged(*COUNTS_2)
def by_the_users_setattr(n):
    """A user-defined `__setattr__` sets an attribute in a branch."""

    class C:
        x = 1

        def __setattr__(self, name, v):
            object.__setattr__(self, name, v + 1)

    c = C()
    if n > 1:
        c.x = 5
    C.x = 2
    return c.x


@programs.staged(*COUNTS_2)
def by_objects_setattr(n):
    """`object.__setattr__` sets an attribute in a branch."""

    class C:
        x = 1

    c = C()
    if n > 1:
        object.__setattr__(c, "x", 4)
    C.x = 2
    return c.x


@programs.falls(*COUNTS_2)
def of_a_list_with_attributes(n):
    """A list subclass gets an instance attribute in a branch."""

    class C(list):
        x = 1

    c = C()
    if n > 1:
        c.x = 4
    C.x = 2
    return c.x


@programs.staged(*COUNTS_2)
def by_a_property(n):
    """A property's setter sets an inherited attribute in a branch."""

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


@programs.staged(*COUNTS_2)
def of_an_exception(n):
    """An exception object gets its own attribute in a branch."""

    class OwnError(Exception):
        code = 0

    e = OwnError()
    if n > 1:
        e.code = 4
    OwnError.code = 6
    return e.code


@programs.leaking(*COUNTS_2)
def in_text_and_comparisons(n):
    """An attribute set on some paths in an f-string and compared by `==`."""

    class C:
        x = 1

    c = C()
    if n > 1:
        c.x = 5
    if n > 2:
        C.x = 6
    return f"{c.x}", c.x == C.x


@programs.staged(*COUNTS_2)
def with_getattr_of_the_user(n):
    """`__getattr__` or the class provides what a branch has not set."""

    class B:
        count = 0

        def __getattr__(self, name):
            return 77

    b = B()
    if n > 1:
        b.count = 5
        b.zip = 6
    return b.count, b.zip


@programs.staged(*COUNTS_2)
def lists_of_the_class(n):
    """`append` to the class's list, or to the instance's own on one path."""

    class C:
        items = []

    a = C()
    if n > 1:
        a.items = []
    a.items.append(1)
    return len(C.items), len(a.items)


@programs.leaking(*COUNTS_2)
def after_try(n):
    """`try`, its handler and `finally` set class and instance attributes."""

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


@programs.staged(*COUNTS_2)
def deleted_until_there_is_none(n):
    """`del` raises AttributeError; what is set then is deleted in a branch."""

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


@programs.staged(*COUNTS_2)
def left_by_break(n):
    """A loop that a dynamic `break` leaves sets an inherited attribute."""

    class C:
        k = 1

    a = C()
    for i in range(10):
        if i > n:
            break
        a.k = i
    C.k = 100
    return a.k


@programs.staged(*COUNTS_2)
def while_true(n):
    """A `while True` with a dynamic `break` adds to an inherited attribute."""

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


@programs.falls(*COUNTS_2)
def asked_by_c(n):
    """`attrgetter`, `list`, `repr` and `max` read an attribute of some paths."""
    own, other = Own(1), Own(2)
    if n > 1:
        own.w = 5
    Own.v = 3
    return operator.attrgetter("w")(own), list(own), repr(own), max(own, other).v


@programs.staged(*COUNTS_2)
def matched(n):
    """Class patterns read an attribute that is set on some paths."""
    own, other = Own(1), Own(2)
    if n > 1:
        own.w = 5
    match own:
        case Own(w=5):
            return 1
        case Own(w=0):
            return 2
    return 3


@programs.staged(*COUNTS_2)
def copied(n):
    """`copy` and `deepcopy` of an object with an attribute set on some paths."""
    own, other = Own(1), Own(2)
    if n > 1:
        own.w = 5
    one, two = copy.copy(own), copy.deepcopy(own)
    one.w += 1
    return own.w, one.w, two.w


@programs.staged(*COUNTS_2)
def asked_for(n):
    """`hasattr` and `getattr` of an attribute that the class has, too."""
    own, other = Own(1), Own(2)
    if n > 1:
        own.w = 5
    return hasattr(own, "w"), getattr(own, "w", 9), hasattr(other, "w")


@programs.staged(*COUNTS_2)
def by_a_generator(n):
    """`__iter__`, a generator, yields an attribute that is set on some paths."""
    own, other = Own(1), Own(2)
    if n > 1:
        own.w = 5
    total = 0
    for x in own:
        total += x
    return total


@programs.staged(*COUNTS_2)
def the_users_getattr_raises(n):
    """`__getattr__` raises AttributeError for a name that no path sets."""
    found = Refusing()
    if n > 0:
        found.v = 1
    return found.nothing


@programs.staged(*COUNTS_2)
def what_the_users_getattr_raises_is_linked_to_nothing(n):
    """The AttributeError that `__getattr__` raises has no `__context__`."""
    found = Refusing()
    if n > 0:
        found.v = 1
    try:
        return found.nothing
    except AttributeError as error:
        return n, error.__context__ is None
