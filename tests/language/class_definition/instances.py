"""Objects created in staged code."""

from __future__ import annotations

import contextlib
import dataclasses
import weakref

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Objects that are stored or returned

T = ag.constant


@programs.falls(T(3), T(0))
def list_that_grows(n):
    """A list appended to in a dynamic loop, then stacked."""
    items = []
    for i in range(n):
        items.append(i * n)
    return ag.stack(items) if items else n


@programs.staged(T(3), T(0))
def list_of_fixed_length(n):
    """A dynamic loop updates an item of a list of two."""
    items = [n, n + 1]
    while n > 0:
        items[0] = items[0] + items[1]
        n -= 1
    return items


@programs.staged(T(3), T(-3))
def append_in_a_branch(x):
    """A list appended to in one branch is returned."""
    items = [1]
    if x > 0:
        items.append(x)
    return items


@programs.staged(T(3), T(-3))
def dict_in_a_branch(x):
    """A dict gets a new value and a new key in one branch."""
    table = {"a": x}
    if x > 0:
        table["a"] = x * 2
        table["b"] = x
    return table


@dataclasses.dataclass
class Point:
    x: object
    y: object = 1


@programs.staged(T(3), T(-3))
def attribute_in_a_branch(x):
    """An attribute of a dataclass instance set in one branch."""
    p = Point(x)
    if x > 0:
        p.y = x * 3
    return p.x, p.y


@programs.staged(T(3), T(0))
def attribute_in_a_loop(n):
    """Attributes of a dataclass instance are the state of a `while` loop."""
    p = Point(n, 0)
    while p.x > 0:
        p.x -= 1
        p.y += p.x
    return p.x, p.y


@programs.staged(T(3), T(0))
def attribute_by_a_method(n):
    """A method of a local class adds to an attribute in a dynamic loop."""

    class Sum:
        total = 0

        def add(self, k):
            self.total += k

    s = Sum()
    for i in range(n):
        s.add(i)
    return s.total


@programs.staged(T(3), T(0))
def object_made_in_a_loop(n):
    """Each iteration of a dynamic loop creates a dataclass instance."""
    total = 0
    while n > 0:
        p = Point(n)
        p.y = p.x * 2
        total += p.y
        n -= 1
    return total


@programs.staged(T(3), T(-3))
def caught_exception(x):
    """A ValueError raised in a dynamic branch and caught."""
    try:
        if x < 0:
            raise ValueError("negative")
        y = x
    except ValueError:
        y = x * 0
    return y


@programs.staged(T(3), T(-3))
def finally_after_an_exception(x):
    """`finally` writes to a list; the exception leaves the function."""
    log = [0]
    try:
        if x < 0:
            raise ValueError("negative")
    finally:
        log[0] = 1
    return x + log[0]


@programs.staged((T(3), T(0)), (T(3), T(1)))
def caught_division(x, y):
    """A ZeroDivisionError of a Python int set by path, caught."""
    k = 0 if y == 0 else 2
    try:
        z = 7 // k
    except ZeroDivisionError:
        z = -1
    return x + z


@programs.staged((T([1, 2, 3]), T(9)), (T([1, 2, 3]), T(1)))
def caught_index(v, i):
    """The IndexError of a tensor indexed by a tensor, caught."""
    try:
        return v[i]
    except IndexError:
        return v[0] - 1


@programs.staged(T(3), T(-3))
def return_in_try(x):
    """`return` in a dynamic branch of a `try` with `finally`."""
    try:
        if x > 0:
            return x
    finally:
        x = x + 1
    return x


@programs.staged(T(3), T(-3))
def return_in_with(x):
    """`return` in a dynamic branch within `with nullcontext(2)`."""
    with contextlib.nullcontext(2) as k:
        if x > 0:
            return x * k
        x = x - k
    return x


@programs.staged(T(3), T(0))
def break_in_with(n):
    """`break` in a dynamic loop from within a `with` block."""
    total = 0
    for i in range(n):
        with contextlib.nullcontext():
            if i == 2:
                break
            total += i
    return total


@programs.staged(T(1), T(2), T(7))
def match_of_numbers(x):
    """`match` of a tensor by literals and an or-pattern."""
    match x:
        case 1:
            y = 10
        case 2 | 3:
            y = 20
        case _:
            y = x
    return y


@programs.staged((T(1), T(2)), (T(0), T(5)))
def match_of_a_sequence(x, y):
    """`match` of a tuple of tensors by literals and captures."""
    match (x, y):
        case (0, z):
            return z
        case (z, 2):
            return z * 10
    return x


@programs.staged(T(1), T(7))
def match_with_a_guard(x):
    """`match` with a capture pattern and a guard."""
    match x:
        case y if y > 5:
            return y
    return x - 1


TOTAL = 0


@programs.leaking(T(3), T(0))
def global_changed_in_a_loop(n):
    """A global variable updated in a dynamic loop."""
    global TOTAL
    TOTAL = 0
    for i in range(n):
        TOTAL += i
    return TOTAL


@programs.staged(T(3), T(-3))
def nonlocal_changed_in_a_branch(x):
    """A closure that rebinds a nonlocal, called twice in a branch."""
    count = 0

    def bump():
        nonlocal count
        count += 1
        return count

    if x > 0:
        bump()
        bump()
    return count


@programs.staged(T(3), T(0))
def list_indexed_by_a_counter(n):
    """A list of Python ints indexed by the counter of a dynamic loop."""
    items = [10, 20, 30]
    total = 0
    for i in range(n):
        total += items[i]
    return total


# -- Objects created in each iteration

COUNTS = tuple(map(ag.constant, (0, 1, 2, 3, 5, 8)))


@dataclasses.dataclass
class Point2:
    x: float
    y: float


class Cell:
    def __init__(self, value):
        self.value = value

    def doubled(self):
        return Cell(self.value * 2)

    def bump(self):
        self.value += 1


class Pair:
    __slots__ = ("first", "second")

    def __init__(self, first, second):
        self.first, self.second = first, second


class Counted:
    made = 0

    def __init__(self, value):
        Counted.made += 1
        self.value = value


class Guarded:
    def __init__(self, value):
        self._value = value

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, value):
        self._value = value * 2

    def __add__(self, other):
        return Guarded(self._value + other._value)

    def __lt__(self, other):
        return self._value < other._value


class Search:
    def __init__(self):
        self.current = Cell(0)
        self.best = None

    def run(self, n):
        for i in range(n):
            found = Cell((i * 7) % 5)
            self.current = found
            if self.best is None or found.value > self.best.value:
                self.best = found


@programs.staged(*COUNTS)
def replaced(n):
    """A `while` loop replaces a dataclass instance by a new one."""
    point, i = Point2(0.0, 1.0), 0
    while i < n:
        point = Point2(point.x + point.y, point.y * 2)
        i += 1
    return point.x, point.y


@programs.falls(*COUNTS)
def replaced_by_functions(n):
    """`dataclasses.replace` in a `while` loop on an attribute."""
    point = Point2(0.0, 1.5)
    while point.x < n:
        point = dataclasses.replace(point, x=point.x + point.y)
    return point.x, point == Point2(1.5, 1.5)


@programs.staged(*COUNTS[1:])
def made_by_methods(n):
    """A method creates the next object of a loop; an alias sees the first."""
    cell = Cell(n)
    kept = cell
    while cell.value < 100:
        cell = cell.doubled()
    cell.value += 1
    return cell.value, kept.value, cell is kept


@programs.staged(*COUNTS)
def replaced_or_changed(n):
    """Each iteration replaces an object, by call or method, or changes it."""
    cell = Cell(0.5)
    for i in range(n):
        if i % 2 == 0:
            cell = Cell(cell.value + i)
        elif i % 3 == 0:
            cell = cell.doubled()
        else:
            cell.bump()
    return cell.value


@programs.staged(*COUNTS)
def changed_while_another_name_holds_the_first(n):
    """An object may be replaced in a loop while an alias retains the first."""
    cell = Cell(0)
    first = cell
    for i in range(n):
        cell.value += 1
        if cell.value > 3:
            cell = Cell(i)
            cell.value += 2
    cell.value += 5
    return cell.value, first.value, cell is first


@programs.staged(*COUNTS)
def two_that_change_places(n):
    """Two loop-carried objects shift: one becomes the other, one is new."""
    a, b = Cell(0), Cell(1)
    for _ in range(n):
        a, b = b, Cell(a.value + b.value)
    a.value += 100
    return a.value, b.value, a is b


@programs.staged(*COUNTS)
def that_of_before_is_changed(n):
    """The previous object is changed after the next one has been created."""
    cell = old = Cell(0)
    for _ in range(n):
        old = cell
        cell = Cell(old.value + 1)
        old.value += 100
    return cell.value, old.value, cell is old


@programs.staged(*COUNTS)
def none_before_the_loop(n):
    """The best object of a loop, None before it."""
    best = None
    for i in range(n):
        cell = Cell((i * 7) % 5)
        if best is None or cell.value > best.value:
            best = cell
    return -1 if best is None else best.value


@programs.staged(*COUNTS)
def found_and_changed_after_the_loop(n):
    """An object found in a loop, None if there is none, is changed afterwards."""
    found = None
    for i in range(n):
        cell = Cell(i)
        if i == 2:
            found = cell
            break
    if found is not None:
        found.value += 10
        return found.value
    return -1


@programs.staged(*COUNTS)
def undefined_before_the_loop(n):
    """An object that only the loop assigns: UnboundLocalError if it never runs."""
    for i in range(n):
        cell = Cell(i)
    return cell.value


@programs.staged(*COUNTS)
def of_attributes(n):
    """A method's loop assigns new objects to attributes, one of them optional."""
    search = Search()
    search.run(n)
    return search.current.value, None if search.best is None else search.best.value


@programs.staged(*COUNTS)
def of_objects_and_tuples(n):
    """A loop-carried object with an object and a tuple as attributes."""
    pair = Pair(Cell(1), (2, 3.0))
    while pair.first.value < n:
        pair = Pair(
            Cell(pair.first.value + pair.second[0]),
            (pair.second[0] + 1, pair.second[1] / 2),
        )
    return pair.first.value, pair.second


@programs.staged(*COUNTS)
def that_hold_one_of_before(n):
    """New objects that share the attribute of the previous one."""
    pair = Pair(Cell(1), 0)
    inner = pair.first
    while pair.first.value < n:
        pair = Pair(pair.first, pair.second + 1)
        pair.first.value += pair.second
    return pair.first.value, pair.second, inner.value, inner is pair.first


@programs.staged(*COUNTS)
def in_a_loop_in_a_loop(n):
    """Nested dynamic loops replace an object and change it."""
    cell = Cell(0)
    for i in range(n):
        for j in range(i):
            cell = Cell(cell.value + j)
            if cell.value > 5:
                break
        cell.bump()
    return cell.value


@programs.staged(*COUNTS)
def seen_by_a_closure(n):
    """A closure reads the object that each iteration replaces."""
    cell = Cell(1)

    def value():
        return cell.value

    for i in range(n):
        cell = Cell(value() + i)
    return value()


@programs.staged(*COUNTS)
def where_an_exception_is_caught(n):
    """A handler sees the object of the iteration that raised."""
    try:
        cell = Cell(0)
        for i in range(n):
            cell = Cell(cell.value + i)
            if cell.value > 5:
                raise ValueError(f"big {cell.value}")
    except ValueError as error:
        return cell.value, str(error)
    return cell.value, "none"


@programs.staged(*COUNTS)
def in_tuples_and_dicts(n):
    """New objects in a loop-carried tuple and under dict keys."""
    pair = (Cell(0), Cell(1))
    named = {"a": Cell(0), "b": Cell(1)}
    for i in range(n):
        pair = (pair[1], Cell(pair[0].value + pair[1].value))
        named["a"] = Cell(named["b"].value + i)
        named["b"] = named["a"]
    return [each.value for each in (*pair, *named.values())]


@programs.staged(*COUNTS)
def in_a_list_of_one_length(n):
    """New objects assigned to the items of a list of constant length."""
    cells = [Cell(0), Cell(1)]
    for i in range(n):
        cells[0] = Cell(cells[1].value + i)
        cells[1].value += 1
    return cells[0].value, cells[1].value


@programs.staged(*COUNTS)
def in_one_list_of_two_names(n):
    """A loop replaces a list of objects that has two names."""
    cells = named = [Cell(0), Cell(1)]
    i = 0
    while cells[0].value < n and i < 9:
        cells = [Cell(cells[1].value + 1), Cell(i)]
        named = cells
        i += 1
    return [cell.value for cell in cells + named]


@programs.leaking(*COUNTS)
def whose_making_is_counted(n):
    """A constructor that counts in a class attribute, called in a dynamic loop."""
    Counted.made = 0
    one = Counted(0)
    for i in range(n):
        one = Counted(one.value + i)
    return one.value, Counted.made


@programs.staged(*COUNTS)
def with_properties_and_operators(n):
    """Objects with a property setter, `+` and `<` in a dynamic loop."""
    total = Guarded(0)
    for i in range(n):
        total = total + Guarded(i)
        if total < Guarded(3):
            total.value = i
    return total.value


@programs.staged(*COUNTS)
def chosen_and_left_in_the_iteration(n):
    """A new object, replaced in a branch, does not leave its iteration."""
    total = 0
    for i in range(n):
        cell = Cell(i)
        if cell.value > 3:
            cell = Cell(0)
        total += cell.value
    return total


@programs.staged(*COUNTS)
def the_last_as_a_result(n):
    """The last dataclass instance of a loop is returned."""
    point = Point2(0.0, 1.0)
    for _ in range(n):
        point = Point2(point.y, point.x + point.y)
    return point


@programs.staged(*COUNTS)
def one_or_none_as_a_result(n):
    """The best dataclass instance or None as a result, alone and in containers."""
    best = None
    for i in range(n):
        point = Point2(i, (i * 7) % 5)
        if best is None or point.y > best.y:
            best = point
    return best, [best], {"best": best}


@programs.staged(*COUNTS)
def one_of_before_or_none_as_a_result(n):
    """One of three dataclass instances, selected in an unrolled loop."""
    best = None
    for point in [Point2(1, n), Point2(n, 5), Point2(3, 3)]:
        if point.x > 2 and (best is None or point.x < best.x):
            best = point
    return best


@programs.staged(*COUNTS)
def a_list_of_them_as_a_result(n):
    """A dynamic list of dataclass instances, returned with an enumerated one."""
    points = [Point2(i, i / 2) for i in range(n)]
    return points, {"named": [(i, point) for i, point in enumerate(points)]}


@programs.staged(*COUNTS)
def that_hold_one_another_as_a_result(n):
    """A dataclass instance in another, or None, is returned."""
    pair = None
    for i in range(n):
        pair = Point2(i, Point2(i + 1, 2))
    return pair


@programs.staged(ag.constant(3))
def others_than_dataclasses_as_a_result(n):
    """A dynamic list of objects of a plain class as a result cannot be staged."""
    return [Cell(i) for i in range(n)]


@programs.staged(*COUNTS[1:])
def changed_where_two_variables_may_hold_it(n):
    """An object that two variables may share is changed after the loop."""
    a = b = Cell(0)
    for i in range(n):
        a = Cell(i)
        if i % 2 == 0:
            b = a
    a.value += 100
    return a.value, b.value


@programs.staged(*COUNTS[1:])
def asked_whether_two_variables_hold_it(n):
    """`is` of two variables that a loop assigns the same new object."""
    a = b = Cell(0)
    for i in range(n):
        if i > 1:
            a = Cell(i)
            b = a
    return a is b


@programs.staged(*COUNTS[1:])
def compared_where_two_variables_may_hold_it(n):
    """`==` of two variables that a loop assigns the same new object."""
    a = b = Cell(0)
    for i in range(n):
        if i > 1:
            b = a = Cell(i)
    return a == b


@programs.staged(*COUNTS[1:])
def changed_where_two_attributes_may_hold_it(n):
    """An object that two attributes may share is changed after the loop."""
    search = Search()
    search.run(n)
    search.best.value += 1
    return search.best.value, search.current.value


@programs.staged(*COUNTS[1:])
def changed_where_two_items_hold_it(n):
    """An object that two dict items share is changed after the loop."""
    named = {"a": Cell(0), "b": Cell(1)}
    for i in range(n):
        named["a"] = named["b"] = Cell(named["b"].value + i)
    named["a"].value += 1
    return named["b"].value


@programs.staged(*COUNTS[1:])
def that_hold_one_another(n):
    """A linked list built in a dynamic loop; its first item is read."""
    node = None
    for i in range(n):
        node = Pair(i, node)
    return node.first


@programs.staged(*COUNTS[1:])
def that_hold_lists(n):
    """Objects with a list attribute created in a dynamic loop."""
    cell = Cell([0])
    for i in range(n):
        cell = Cell([i])
    return cell.value[0]


@programs.staged(*COUNTS[1:])
def that_hold_arrays(n):
    """Objects with an array attribute created in a dynamic loop."""
    cell = Cell(np.zeros(2))
    for i in range(n):
        cell = Cell(np.zeros(2) + i)
    return cell.value[0]


@programs.staged(ag.constant(3))
def that_hold_sets(n):
    """Objects with a set attribute created in a dynamic loop cannot be staged."""
    cell = Cell({0})
    for i in range(n):
        cell = Cell({i})
    return len(cell.value)


# -- Objects created on each path

B = (T(3), T(0), T(-2))


class Point3:
    def __init__(self, v, w=0):
        self.v = v
        self.w = w

    def shifted(self, by):
        if self.v > by:
            return Point3(self.v - by, self.w)
        return Point3(self.v + by, self.w + 1)


@programs.staged(*B)
def three_ways(x):
    """Three branches each create an object, which is read afterwards."""
    if x > 0:
        p = Point3(x)
    elif x == 0:
        p = Point3(7, 1)
    else:
        p = Point3(-x, 2)
    return p.v * 10 + p.w


@programs.staged(*B)
def methods(x):
    """Chained calls of a method that returns a new object on each branch."""
    return Point3(x).shifted(1).shifted(2).v


@programs.staged(*B)
def changed_after(x):
    """An object created on either branch is changed through two names."""
    p = Point3(x) if x > 0 else Point3(-x)
    p.v += 5
    p.w = p.v
    q = p
    q.w += 1
    return (p.v, p.w, q is p)


@programs.staged(*B)
def stored_too(x):
    """An object that either branch appended to a list is changed by name."""
    ps = []
    if x > 0:
        p = Point3(x)
        ps.append(p)
    else:
        p = Point3(-x)
        ps.append(p)
    p.v = 100
    return ps[0].v


@programs.staged(*B)
def two_names(x):
    """Each branch binds two names to one new object."""
    if x > 0:
        p = q = Point3(x)
    else:
        p = q = Point3(-x)
    p.v = 100
    return q.v


@programs.staged(*B)
def captured(x):
    """A lambda of each branch captures its new object, which is then changed."""
    if x > 0:
        p = Point3(x)
        f = lambda: p.v
    else:
        p = Point3(-x)
        f = lambda: p.v
    p.v = 100
    return f()


@programs.staged(*B)
def list_attr(x):
    """The list in an attribute of an object of either branch is appended to."""

    class L:
        def __init__(self):
            self.items = [1]

    p = L() if x > 0 else L()
    p.items.append(2)
    return len(p.items)


@programs.staged(*B)
def shared_list_attr(x):
    """Objects of both branches share one list, which is appended to."""
    shared = [1]

    class L:
        def __init__(self):
            self.items = shared

    p = L() if x > 0 else L()
    p.items.append(2)
    return len(shared)


@programs.staged(*B)
def nested_obj(x):
    """An object nested in an object of either branch is changed."""

    class N:
        def __init__(self, p):
            self.p = p

    n = N(Point3(x)) if x > 0 else N(Point3(1))
    n.p.v = n.p.v + 1
    return n.p.v


@programs.staged(*B)
def classes_differ(x):
    """Two branches create objects of different classes."""

    class Q(Point3):
        pass

    p = Point3(x) if x > 0 else Q(x)
    return p.v


@programs.staged(*B)
def attrs_differ(x):
    """One of two branches adds an attribute to its new object."""
    if x > 0:
        p = Point3(x)
        p.extra = 1
    else:
        p = Point3(x)
    return p.v


@programs.staged(*B)
def weak(x):
    """Weak references to objects that branches create cannot be staged."""
    seen = []
    if x > 0:
        p = Point3(x)
        seen.append(weakref.ref(p))
    else:
        p = Point3(-x)
        seen.append(weakref.ref(p))
    return (p.v, seen[0]() is p)


@programs.staged(*B)
def in_python_loop(x):
    """A Python loop rebinds an object to the result of its branching method."""
    p = Point3(x)
    for i in range(3):
        p = p.shifted(i)
    return (p.v, p.w)


@programs.staged((T(3),), (T(1),))
def in_staged_loop_dead(x):
    """A dynamic loop creates objects that do not outlive the iteration."""
    s = 0
    for i in ag.range(x):
        p = Point3(i) if i > 1 else Point3(5)
        s = s + p.shifted(1).v
    return s


@programs.staged(*B)
def in_try(x):
    """Branches in a `try` create an object, and so does the handler."""
    try:
        if x > 0:
            p = Point3(x)
        else:
            p = Point3(12 // x)
    except ZeroDivisionError:
        p = Point3(99)
    return p.v


@programs.staged(*B)
def in_try2(x):
    """An object is created in a `try` or in its handler."""
    try:
        p = Point3(12 // x)
    except ZeroDivisionError:
        p = Point3(99)
    return p.v


@programs.staged(*B)
def registry(x):
    """A constructor appends each new object to a list of the class."""

    class R:
        all = []

        def __init__(self, v):
            self.v = v
            R.all.append(self)

    p = R(x) if x > 0 else R(1)
    p.v = 7
    return R.all[0].v


@programs.staged(*B)
def with_property(x):
    """A property setter is called on an object of either branch."""

    class Q:
        def __init__(self, v):
            self._v = v

        @property
        def v(self):
            return self._v

        @v.setter
        def v(self, value):
            self._v = value * 2

    q = Q(x) if x > 0 else Q(1)
    q.v = 5
    return q.v


@programs.falls(*B)
def dataclass(x):
    """A dataclass with `__post_init__`, created on either branch, is compared."""

    @dataclasses.dataclass
    class D:
        a: object
        b: object = 1

        def __post_init__(self):
            self.b = self.b + 1

    d = D(x) if x > 0 else D(-x, 5)
    return (d.a + d.b, d == D(3))


@programs.staged(*B)
def slots(x):
    """An object with `__slots__` is created on either branch."""

    class S:
        __slots__ = ("v",)

        def __init__(self, v):
            self.v = v

    s = S(x) if x > 0 else S(1)
    return s.v


@programs.staged(*B)
def tuple_of(x):
    """A nested function returns a tuple with a new object on each branch."""

    def f():
        if x > 0:
            return (Point3(x), 1)
        return (Point3(-x), 2)

    p, k = f()
    return (p.v, k)


@programs.staged(*B)
def attr_of_self(x):
    """A method stores a new object in an attribute on each branch."""

    class Holder:
        def __init__(self):
            self.p = None

        def fill(self):
            if x > 0:
                self.p = Point3(x)
            else:
                self.p = Point3(1)

    h = Holder()
    h.fill()
    return h.p.v


@programs.staged(*B)
def one_side(x):
    """A name bound on one branch raises UnboundLocalError, which is caught."""
    if x > 0:
        p = Point3(x)
    try:
        return p.v
    except UnboundLocalError:
        return -1


@programs.staged(*B)
def one_side_return(x):
    """An object created on one branch is used where the other returns."""
    if x > 0:
        p = Point3(x)
    else:
        return 0
    return p.v


@programs.staged(*B)
def setattr_optional(x):
    """Assigning an attribute raises AttributeError where the object is None."""
    p = None
    if x > 0:
        p = Point3(x)
    p.v = 3
    return p.v


@programs.staged(*B)
def delattr_optional(x):
    """Deleting an attribute raises AttributeError where the object is None."""
    p = None
    if x > 0:
        p = Point3(x)
    del p.v
    return x


@programs.staged(*B)
def setattr_number(x):
    """Assigning an attribute of an int raises AttributeError."""
    n = 3
    if x > 0:
        n = 4
    n.v = x
    return n


@programs.staged(*B)
def delattr_text(x):
    """Deleting an attribute of a string raises AttributeError."""
    n = "a"
    if x > 0:
        n = "b"
    del n.v
    return n


@programs.staged(*B)
def getattr_optional(x):
    """Reading an attribute raises AttributeError where the object is None."""
    p = None
    if x > 0:
        p = Point3(x)
    return p.v


@programs.staged(*B)
def del_attr(x):
    """`del` of an attribute of an object of either branch, then `hasattr`."""
    p = Point3(x) if x > 0 else Point3(-x)
    del p.w
    return (p.v, hasattr(p, "w"))


@programs.staged(*B)
def eq_is(x):
    """`==` and `is` between an object of either branch, another and itself."""
    p = Point3(x) if x > 0 else Point3(-x)
    q = Point3(x)
    return (p == q, p is q, p is p)


@programs.staged(*B)
def list_in_an_attribute_that_is_left_elsewhere(x):
    """A list and the attribute that refers to it stay aliases after a branch."""

    class Queue:
        def __init__(self, items):
            self.items = items

    if x > 0:
        xs = [x]
        q = Queue(xs)
    else:
        xs = [1]
        q = Queue(xs)
    q.items.append(7)
    return xs


# -- Objects created, changed and dropped

BOTH = ((T(3.0), T(0.0)), (T(3.0), T(1.0)), (T(-3.0), T(1.0)))


class Box:
    pass


class Node:
    def __init__(self, value, following):
        self.value, self.following = value, following


@programs.staged(
    (T([1.0, 2.0, 10.0, 11.0]), [T(0.0), T(5.0)]), (T([3.0, 3.0]), [T(3.0), T(9.0)])
)
def means(points, centers):
    """Clustering by two means: lists of sums and counts changed in loops."""
    for _ in range(5):
        sums = [0.0 * centers[0], 0.0 * centers[1]]
        counts = [0, 0]
        for point in points:
            if abs(point - centers[0]) <= abs(point - centers[1]):
                sums[0] += point
                counts[0] += 1
            else:
                sums[1] += point
                counts[1] += 1
        new = [sums[0] / max(counts[0], 1), sums[1] / max(counts[1], 1)]
        if all(abs(a - b) < 1e-4 for a, b in zip(new, centers, strict=True)):
            return new, counts
        centers = new
    return centers, counts


@programs.staged(*BOTH)
def object_in_a_loop_with_a_return(x, y):
    """A loop creates an object, changes its list on branches and may return."""
    for _ in range(2):
        box = Box()
        box.items = [x * 2, y * 2]
        if x > 1:
            box.items[0] += 1
        else:
            box.items[1] += 1
        z = box.items[0]
        if y > 0:
            return z
    return z - 1


@programs.staged(*BOTH)
def object_in_a_branch(x, y):
    """An object created in a branch is changed on branches inside it."""
    z = x
    if x > 1:
        box = Box()
        box.items = [x * 2, y * 2]
        if y > 0:
            box.items[0] += 1
            box.n = 1
        else:
            box.items[1] += 1
            box.n = 2
        z = box.items[0] + box.n
    return z


@programs.staged(*BOTH)
def object_of_a_function_called_in_a_loop(x, y):
    """A function called in a loop creates an object and changes it on branches."""

    def step(x):
        box = Box()
        box.items = [x * 2, y * 2]
        if y > 0:
            box.items[0] += 1
            box.n = 1
        else:
            box.items[1] += 1
            box.n = 2
        if x > 1:
            return box.items[0] + box.n
        box.items[1] = 5.0
        return box.items[1]

    while x < 10:
        x = step(x) + 1
    return x


@programs.staged(*BOTH)
def objects_that_refer_to_each_other(x, y):
    """Two objects that refer to each other are created and changed in a branch."""
    z = x
    if x > 0:
        node = Node(x, Node(y, None))
        node.following.following = node
        if y > 0:
            node.following.value += 1
        else:
            node.value += 1
        if x > 2:
            node.following.following.value += 1
        z = node.value + node.following.value
    return z


@programs.staged(*BOTH)
def list_kept_by_an_attribute(x, y):
    """A branch creates a list, changes it and stores it in an attribute."""
    box = Box()
    box.items = [x]
    if x > 0:
        items = [x * 2]
        if y > 0:
            items[0] += 1
        box.items = items
    return box.items


@programs.staged(*BOTH)
def list_kept_by_a_dict_before_it_changes(x, y):
    """A list is stored in a dict before a nested branch changes it."""
    held = {"items": [x]}
    if x > 0:
        items = [x * 2]
        held["items"] = items
        if y > 0:
            items[0] += 1
    return held


@programs.staged(*BOTH)
def object_that_is_left_where_the_other_path_raises(x, y):
    """An object created on one branch is used where the other branch raises."""
    if x > 0:
        box = Box()
        box.value = x * 2
        if y > 0:
            box.value += 1
    else:
        raise ValueError("negative")
    return box.value


@programs.staged((T(3), T(1.0)), (T(0), T(1.0)), (T(1), T(1.0)))
def list_returned_out_of_two_loops(n, x):
    """A new list is returned from nested loops."""
    for i in ag.range(n):
        for j in ag.range(n):
            if i + j > 1:
                return [x]
            else:  # what is assigned on this path alone
                x = x + 1
    return [x]


@programs.staged((T(3), T(3.0)), (T(0), T(3.0)), (T(3), T(-3.0)))
def list_changed_by_a_try_in_a_loop_in_a_loop(n, x):
    """A `try` in nested loops changes a list inside a dict."""
    for i in ag.range(n):
        held = {"b": [x]}
        for _ in ag.range(2):
            try:
                if x > 0:
                    raise ValueError
                held["b"][0] = x + i
            except ValueError:
                held["b"][0], x = x - 5, x - 2
        x += held["b"][0]
    return x


@programs.staged((T(3), T(3.0)), (T(0), T(3.0)))
def object_that_a_recursive_function_holds(n, x):
    """A recursive function changes an object that is its default argument."""
    for i in ag.range(n):
        box = Box()
        box.value = x

        def add(k, box=box):
            if k > 0:
                box.value += k
                add(k - 1)

        add(3)
        x = box.value + i
    return x


@programs.staged((T(3.0),), (T(0.0),))
def variable_of_a_body_in_a_handler(x):
    """`assert` in a `try` with `else: break` and `finally` in a dynamic loop."""
    a = x
    try:
        if x:
            n = T(3)
            while n:
                try:
                    assert a, "a"
                except ZeroDivisionError:
                    return T(-1.0)
                else:
                    break
                finally:
                    a = T(5.0)
    except ValueError:
        pass
    return a


@programs.staged((T(2), T(1)), (T(2), T(0)), (T(0), T(1)))
def loop_variable_that_a_handler_updates(n, x):
    """A handler asserts and updates the loop variable, which `finally` stores."""
    seen = T(0)
    try:
        for i in range(n):
            try:
                i += 7
                assert seen
            except AssertionError:
                assert x
                i //= 2
            finally:
                seen = i
    except AssertionError:
        seen = T(-1)
    return seen


@programs.falls((T(3.0),), (T(0.0),))
def object_that_the_context_of_an_exception_reached(x):
    """An `except` clause with an int raises TypeError over an AttributeError."""
    no_class = 0
    try:
        if x > 1:
            pass
        else:
            try:
                box = Box()
                box.value = x
                box.missing
            except no_class:
                pass
    except ZeroDivisionError:
        x = x + 1
    return x


BY_SIGN = tuple((T(a), T(b)) for a in (2, -2) for b in (3, -3))


@programs.staged(*BY_SIGN)
def list_in_a_list_that_is_filtered_on_one_path(a, b):
    """Rows are filtered on one branch and appended to on the other."""
    table = [[a]]
    if a > 0:
        table.append([a**2])
        if b > 0:
            n = len([row for row in table if row])
        else:
            n = 0
            table[1].append(b + n)
    return table


@programs.staged(*BY_SIGN)
def list_in_a_list_that_is_copied_on_one_path(a, b):
    """A list of rows is copied on one branch; then a row is appended to."""
    table = [[a]]
    if a > 0:
        table.append([a**2])
        if b > 0:
            kept = [row for row in table]
            kept.append(b)
            n = len(kept)
        else:
            n = b
            table[1].append(b)
        table[1].append(n)
    return table


@programs.staged((T(2), T(3)), (T(2), T(-3)), (T(-2), T(3)))
def list_in_a_list_that_a_recursive_function_asks(a, b):
    """A recursive function counts the rows of a list that is then changed."""
    table = [[False]]

    def depth(k):
        if k <= 0:
            return len([row for row in table if row])
        return depth(k - 1) + max(map(len, table), default=0)

    table[-1] = [str(a) in str(table)]
    if b > 0:
        table[0].append(depth(b) > a)
    return table


# -- Nothing that outlives the call


class Paired:
    def __init__(self):
        self.count = 0
        self.items = []


@programs.staged(T(2))
def two_that_hold_each_other(x):
    """Two new objects hold each other and change in a dynamic branch."""
    one, two = Paired(), Paired()
    one.other, two.other = two, one
    if x > 0:
        one.count = x
        two.items.append(x)
    return one.count + len(two.items)


@programs.leaking(T(2))
def a_class_of_its_own(x):
    """An attribute of a local class is assigned in a dynamic branch."""

    class Own:
        total = 0

    if x > 0:
        Own.total = x
    return Own.total


@programs.staged(T(2))
def a_recursive_closure_of_its_own(x):
    """A recursive nested function calls another one that adds to a nonlocal."""
    total = 0

    def add(by):
        nonlocal total
        total = total + by
        return total

    def again(k):
        return add(x) if k == 0 else again(k - 1)

    return again(2)
