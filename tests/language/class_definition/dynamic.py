"""Objects selected at run time."""

from __future__ import annotations

import abc
import copy
import dataclasses
import functools
from dataclasses import dataclass
from typing import Any

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Objects selected at run time

T = ag.constant

EACH = tuple(map(T, (-2, 0, 3, 6)))


class Item:
    def __init__(self, score, name="n"):
        self.score = score
        self.name = name
        self.hits = 0

    def hit(self):
        self.hits += 1
        return self.hits

    def __eq__(self, other):
        return isinstance(other, Item) and self.name == other.name

    __hash__ = None  # type: ignore[assignment]


class Node:
    def __init__(self, value, following=None):
        self.value = value
        self.next = following

    def __add__(self, other):
        return Node(self.value + (other.value if isinstance(other, Node) else other))

    def __lt__(self, other):
        return self.value < other.value

    def __bool__(self):
        return bool(self.value > 0)

    def __len__(self):
        return 3

    def __call__(self, y):
        return self.value * y

    def __getitem__(self, k):
        return self.value + k

    def __contains__(self, k):
        return k == 2

    def __iadd__(self, other):
        self.value = self.value + other
        return self

    def __str__(self):
        return "node"


@dataclasses.dataclass
class Data:
    value: object = 0
    names: object = None


@dataclasses.dataclass(frozen=True)
class Frozen:
    value: object = 0
    flag: object = 3


class Slots:
    __slots__ = ("index", "value")

    def __init__(self, value):
        self.value = value
        self.index = value


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self): ...


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side * self.side


class Circle(Shape):
    def __init__(self, radius):
        self.radius = radius

    def area(self):
        self.radius = self.radius + 1
        return self.radius * 3


class Machine:
    def __init__(self):
        self.one = Item(1)
        self.two = Item(2)
        self.current = self.one

    def step(self, x):
        if x > 2:
            self.current = self.two
        elif x < 0:
            self.current = self.one
        self.current.hits += x


class Holder:
    def __init__(self):
        self.current = Data(1)

    def swap(self, x):
        if x > 0:
            self.current = Data(x)
        return self.current


@programs.staged(*EACH)
def the_best_item(x):
    """The item with the largest score is selected in a loop, then changed."""
    items = [Item(3, "a"), Item(x, "b"), Item(5, "c")]
    best = None
    for item in items:
        if best is None or item.score > best.score:
            best = item
    best.hits += 10
    best.hit()
    hits = [each.hits for each in items]
    which = [best is each for each in items]
    return best.score, best.name, hits, which, best == items[2], best in items


@programs.staged(*EACH)
def one_or_the_other_in_a_loop(x):
    """A loop alternates between two objects and counts in each."""
    a, b = Item(1), Item(2)
    current = a
    for i in ag.range(x * x + 1):
        current.hits += 1
        current = b if i % 2 == 0 else a
    return a.hits, b.hits, current is a


@programs.staged(*EACH)
def an_attribute_that_is_another_object(x):
    """A method selects which of two objects an attribute refers to."""
    machine = Machine()
    machine.step(x)
    machine.step(x + 2)
    machine.step(x - 5)
    return machine.one.hits, machine.two.hits, machine.current is machine.one


@programs.staged(*EACH)
def an_attribute_that_is_a_new_object(x):
    """A method may replace an attribute by a new object, which is changed."""
    holder = Holder()
    first = holder.current
    holder.swap(x)
    holder.current.value += 1
    holder.swap(x - 3)
    holder.current.value += 1
    return holder.current.value, first.value, holder.current is first


@programs.falls(*EACH)
def objects_of_two_classes(x):
    """Methods, `isinstance` and `type` of an object of one of two classes."""
    shape = Square(x + 1) if x > 0 else Circle(x - 1)
    kind = Square if x > 2 else Circle
    other = kind(x)
    found = shape.area(), shape.area(), other.area(), other.area()
    return found, isinstance(shape, Square), type(other) is Circle, shape is other


@programs.staged(*EACH)
def an_old_object_or_a_new_one(x):
    """A write to an existing object or to one that a branch creates."""
    old = Node(1)
    node = old
    if x > 0:
        node = Node(x * 2)
    node.value += 1
    return node.value, old.value, node is old


@programs.staged(*EACH)
def a_linked_list(x):
    """A linked list of dynamic length is built and traversed."""
    head = None
    for v in [1, 2, 3]:
        if x > v:
            head = Node(x + v, head)
    total = 0
    while head is not None:
        total += head.value
        head = head.next
    return total


@programs.staged(*EACH)
def several_names(x):
    """Writes through several names of objects that branches select."""
    a, b = Node(1), Node(2)
    c = a if x > 0 else b
    d = c
    if x > 2:
        c = b
    c.value = 10
    d.value += 5
    if x > 0:
        e = Node(x)
        f = e
    else:
        e, f = a, Node(7)
    e.value += 1
    return a.value, b.value, c is d, d is a, e.value, f.value, e is f


@programs.staged(*EACH)
def objects_that_hold_each_other(x):
    """Each branch creates a cycle of objects, of different length."""
    if x > 0:
        node = Data(x)
        node.names = Data(x + 1)
        node.names.names = node
    else:
        node = Data(0)
        node.names = node
    return node.names.value, node.names.names is node


@programs.staged(*EACH)
def attributes_by_name(x):
    """`setattr`, `getattr` and `hasattr` on an object selected at run time."""
    a, b = Data(1), Data(2, 3)
    c = a if x > 0 else b
    c.value += x
    setattr(c, "names", 7)  # the case
    found = getattr(c, "value"), hasattr(c, "other")  # the case
    return a.value, b.value, a.names, b.names, found


@programs.staged(*EACH)
def slots(x):
    """`+=` on a slot of an object selected at run time."""
    a, b = Slots(1), Slots(x)
    c = a if x > 0 else b
    c.index += 1
    return a.index, b.index, c.index


@programs.staged(*EACH)
def operators(x):
    """Operators, `len`, a call and `in` on an object selected at run time."""
    a, b = Node(1), Node(x)
    c = a if x > 0 else b
    c += 2
    found = (c + 1).value, a < c, c < b, len(c), c(3), c[1], 2 in c, bool(c), str(c)
    return a.value, b.value, found, f"{c}", c is a, 1 if c else 2


@programs.falls(*EACH)
def what_may_be_none(x):
    """`is None`, `getattr` and `isinstance` of an object that may be None."""
    a = Data(1)
    c = a if x > 0 else None
    if c is not None:
        c.value = 50
    n = None
    if x > 3:
        n = Data(x)
    if n is None:
        n = Data(7)
    n.value += 1
    found = getattr(c, "value", -1), hasattr(c, "value"), isinstance(c, Data)
    return a.value, c is None, found, n.value


@programs.staged(*EACH)
def none_has_no_attributes(x):
    """`setattr` on what may be None raises AttributeError."""
    c = Data(1) if x > 0 else None
    setattr(c, "value", 4)  # the case
    return c.value


@programs.falls(*EACH)
def attributes_of_records_that_may_be_none(x):
    """Attributes of a frozen dataclass that may be None, with a default."""
    c = Frozen(x) if x > 0 else None
    if c is not None:
        return c.value + c.flag
    return getattr(c, "flag", 7)


@programs.staged(*EACH)
def items_by_number_and_key(x):
    """Objects at a dynamic list index and a dynamic dict key are changed."""
    nodes = [Node(1), Node(x), Node(3)]
    node = nodes[x % 3]
    node.value += 1
    table = {"a": Data(1), "b": Data(2)}
    table["a" if x > 0 else "b"].value += x
    return [each.value for each in nodes], node is nodes[0], table["b"].value


@programs.staged(*EACH)
def copies(x):
    """`dataclasses.replace`, `copy.copy` and `asdict` of a selected object."""
    a, b = Data(1), Data(2)
    c = a if x > 0 else b
    d = dataclasses.replace(c, names=x)
    e = copy.copy(c)
    e.value += 1
    return d.value, d.names, c.names, e.value, c.value, dataclasses.asdict(c)


@programs.staged(*EACH)
def in_lists_and_tuples(x):
    """A tuple of objects is unpacked in either order; a list has an alias."""
    pair = (Data(1), Data(2))
    n, m = pair if x > 0 else pair[::-1]
    n.value = x
    found = [Data(0)]
    if x > 0:
        found.append(Data(x))
    else:
        found.append(found[0])
    found[1].value += 1
    return [each.value for each in (*pair, *found)], n is pair[0], m is pair[0]


@programs.staged(*EACH)
def asked_whether_it_is_what_may_be_none(x):
    """`is` between two objects each of which may be None."""
    a = b = Data(0)
    if x > 2:
        a = None
    if x > 0:
        b = Data(1)
    c = b if x > 4 else None
    return a is b, a is None, c is b, a is c, b is not c


@programs.staged(*EACH)
def made_in_a_branch_of_a_branch(x):
    """An object created in a nested branch is compared by `is` after it."""
    node = kept = Data(5)
    if x > -1:
        if x > 2:
            node = Data(x + 1)
    return node.value, node is kept


@programs.staged(*EACH)
def made_in_a_branch_after_a_raise(x):
    """A branch that may raise replaces an attribute by a new object."""
    holder = Node(Data(5))
    if x > -1:
        if x == 6:
            raise ValueError(x)
        if x > 2:
            holder.value = Data(x + 1)
    return holder.value.value


@programs.staged(*EACH)
def made_and_compared_in_a_branch(x):
    """An object is created and compared by `is` in the same branch."""
    a = b = Data(x)
    if x > 2:
        b = Data(1)
        if b is a:
            x += 1
    return b.value, x


@programs.staged(*EACH)
def made_where_an_exception_is_caught(x):
    """Objects are created in the body of a `try` and in its handler."""
    try:
        n = Data(x)
        if x > 2:
            raise ValueError
        m = n
    except ValueError:
        m = Data(100)
    return n.value, m.value, n is m


@programs.staged(*EACH)
def made_in_an_iteration(x):
    """An object is created and read in some iterations."""
    total = Data(1)
    for i in ag.range(4):
        if i > x:
            node = Data(i)
            total.value += node.value
    return total.value


@programs.staged(*EACH)
def whose_number_is_asked(x):
    """`id()` of a selected object is compared with that of each candidate."""
    a, b = Data(1), Data(2)
    c = a if x > 0 else b
    return id(c) == id(a), id(c) == id(b)


@programs.staged(*EACH)
def one_of_each_iteration(x):
    """A loop-carried object is replaced by a new one in each iteration."""
    node = Node(0)
    for _ in ag.range(3):
        node = Node(node.value + x)
    return node.value


@programs.staged(*EACH)
def one_of_some_iteration(x):
    """None, or the object that the last of some iterations created."""
    best = None
    for i in ag.range(4):
        if i > x:
            best = Data(i)
    return best.value if best is not None else -1


@programs.staged(*EACH)
def one_that_is_compared_with_that_of_before(x):
    """A new object is compared by `is` with that of the previous iteration."""
    before = None
    for i in ag.range(3):
        node = Data(i)
        if before is not None:
            x = x + (1 if node is before else 100)
        before = node
    return x


@programs.staged(T(3), T(-3))
def lists_that_they_hold(x):
    """An append to the list attribute of an object selected at run time."""
    a, b = Node([1]), Node([2])
    c = a if x > 0 else b
    c.value.append(x)
    return a.value, b.value


@programs.staged(T(3))
def as_a_result(x):
    """An object of a plain class, selected at run time, cannot be a result."""
    a, b = Node(1), Node(2)
    return a if x > 0 else b


@programs.staged(T(3), T(-3))
def matched(x):
    """`match` with a class pattern on an object selected at run time."""
    a, b = Data(1), Data(2)
    c = a if x > 0 else b
    match c:
        case Data(value=1):
            return 1
        case _:
            return 2


@programs.staged(T(3), T(5), T(-3))
def matched_or_none(x):
    """`match` with a class pattern on an object that may be None."""
    match Frozen(x) if x > 0 else None:
        case Frozen(value=3):
            return 1
        case _:
            return 2


@programs.staged(T(3))
def made_by_a_recursion(x):
    """A linked list that a recursion of dynamic depth builds cannot be staged."""

    def build(n):
        return None if n == 0 else Node(n, build(n - 1))

    return build(x).value


# -- As results


@dataclasses.dataclass
class Pair:
    a: Any
    b: Any = 7


@dataclasses.dataclass(slots=True)
class Slotted:
    a: Any
    b: Any


@dataclasses.dataclass(frozen=True)
class Frozen2:
    a: Any
    b: Any


@programs.staged(T(0), T(1))
def with_a_list(n):
    """A dataclass with a list of one or of two items is the result."""
    found = Pair(1, [1])
    if n > 0:
        found = Pair(2, [5, 6])
    return found


@programs.staged(T(0), T(1))
def with_slots(n):
    """A dataclass with slots and a list of one or of two items is the result."""
    found = Slotted(1, [1])
    if n > 0:
        found = Slotted(2, [5, 6])
    return found


@programs.staged(T(0), T(1))
def frozen(n):
    """A frozen dataclass with a list is a result in a list and in a dict."""
    found = Frozen2(1, [1])
    if n > 0:
        found = Frozen2(2, [5, 6])
    return [found], {"found": found}


@programs.staged(T(0), T(1))
def with_a_list_that_changes(n):
    """An append to the list of a selected dataclass, which is the result."""
    one, other = Pair(1, [1]), Pair(2, [5, 6])
    found = one if n > 0 else other
    found.b.append(n)
    return found


@programs.staged(T(0), T(1))
def with_a_list_in_a_tuple(n):
    """A dataclass with a tuple that contains a list of one or of two items."""
    found = Pair(1, ([1], 2))
    if n > 0:
        found = Pair(2, ([5, 6], 3))
    return found


@programs.staged(T(0), T(1))
def in_another_dataclass(n):
    """A dataclass in a dataclass, with a list of one or of two items."""
    found = Pair(1, Pair(2, [1]))
    if n > 0:
        found = Pair(2, Pair(3, [5, 6]))
    return [found]


@programs.staged(T(0), T(1))
def with_a_list_of_dataclasses(n):
    """`len` of a list of one or of two dataclasses in a dataclass."""
    found = Pair(1, [Pair(1)])
    if n > 0:
        found = Pair(2, [Pair(5), Pair(6)])
    return len(found.b)


@programs.staged(T(0), T(1), T(3))
def in_a_list_of_dynamic_length(n):
    """A list of dynamic length with a known dataclass cannot be a result."""
    found = [Pair(n, 1)]
    for i in range(n):
        found.append(Pair(i, i))
    return found


# -- Their special methods and state

BOTH = T(0), T(3)


class Base:
    def __init__(self, v):
        self.v = v

    def double(self):
        return self.v * 2


class Item2(Base):
    def __repr__(self):
        return "Item!"

    def __str__(self):
        return "item"

    def __format__(self, spec):
        return "formatted" + spec

    def __len__(self):
        return 4

    def __bool__(self):
        return self.v > 1

    def __contains__(self, k):
        return k == self.v

    def __int__(self):
        return 3

    def __enter__(self):
        return self.v

    def __exit__(self, *args):
        return None

    def __copy__(self):
        return Item2(self.v + 1)

    def __hash__(self):
        return 7

    def double(self):
        return 0


@dataclasses.dataclass(frozen=True)
class Fixed:
    v: object

    def put(self, v):
        object.__setattr__(self, "v", v)

    def put_by_super(self, v):
        super().__setattr__("v", v)


def chosen(n, kind=Item2):
    a, b = kind(1), kind(2)
    return a, b, a if n > 2 else b


def made_anew(n, kind=Item2):
    o = kind(5)
    for i in range(n):
        o = kind(i)
    return o


@programs.staged(*BOTH)
def texts(n):
    """`__repr__`, `__str__` and `__format__` of a selected object, by name."""
    _, _, o = chosen(n)
    return o.__repr__(), o.__str__(), o.__format__(">"), repr(o), made_anew(n).__str__()


@programs.staged(*BOTH)
def answers(n):
    """`__len__`, `__bool__`, `__contains__` and others are called by name."""
    _, _, o = chosen(n)
    return (
        (o.__len__(), o.__bool__(), o.__contains__(1), o.__int__(), o.__enter__()),
        (o.__exit__(None, None, None), o.__copy__().v, o.__hash__()),
    )


@programs.falls(*BOTH)
def attributes(n):
    """`__getattribute__`, `__getstate__`, `__dict__`, `vars` and `__dir__`."""
    _, _, o = chosen(n)
    found = o.__getattribute__("v"), object.__getattribute__(o, "v"), o.__getstate__()
    return *found, o.__dict__, vars(o), object.__repr__(o)[:3], "v" in o.__dir__()


@programs.staged(*BOTH)
def names_of_ours(n):
    """`hasattr` with names of internal and of special attributes."""
    _, _, o = chosen(n)
    asked = ("_ag_index", "of_record", "__slots__", "__next__", "__get__", "__imul__")
    return [hasattr(o, name) for name in asked]


@programs.staged(*BOTH)
def set_up_again(n):
    """`__init__` is called again on a selected object."""
    a, b, o = chosen(n)
    o.__init__(8)
    p = made_anew(n)
    p.__init__(9)
    return a.v, b.v, p.v


@programs.staged(*BOTH)
def by_super(n):
    """`super(Item, o)` of a selected object sets, reads and calls."""
    a, b, o = chosen(n)
    super(Item2, o).__setattr__("v", n)
    return a.v, b.v, super(Item2, o).double(), super(Item2, o).__getattribute__("v")


@programs.staged(*BOTH)
def set_by_methods(n):
    """`__setattr__` and `object.__setattr__` on a selected object."""
    a, b, o = chosen(n)
    o.__setattr__("v", n)
    object.__setattr__(o, "w", n + 1)
    return a.v, b.v, o.w


@programs.staged(*BOTH)
def a_copy_of_the_attributes(n):
    """`dict(o.__dict__)` is a copy that a later write does not change."""
    a, b, o = chosen(n)
    before = dict(o.__dict__)
    o.v = 7
    return before, a.v, b.v


@programs.staged(*BOTH)
def a_frozen_one_that_sets_itself(n):
    """A frozen dataclass sets an attribute of itself in a branch."""
    a = Fixed(1)
    if n > 2:
        a.put(n)
    return a.v


@programs.staged(*BOTH)
def a_dict_of_attributes(n):
    """`a.__dict__` is replaced in a branch."""
    a = Item2(1)
    if n > 2:
        a.__dict__ = {"v": 5}
    return a.v


@programs.staged(*BOTH)
def an_item_of_the_attributes(n):
    """A write to `o.__dict__['v']` of a selected object cannot be staged."""
    a, b, o = chosen(n)
    o.__dict__["v"] = n
    return a.v, b.v


@programs.falls(*BOTH)
def an_item_of_vars(n):
    """A write to `vars(o)['v']` of a loop-carried object cannot be staged."""
    o = made_anew(n)
    vars(o)["v"] = n
    return o.v


@programs.staged(*BOTH)
def attributes_updated(n):
    """`o.__dict__.update` of a loop-carried object cannot be staged."""
    o = made_anew(n)
    o.__dict__.update(v=n)
    return o.v


@programs.staged(*BOTH)
def an_attribute_while_the_dict_is_kept(n):
    """Setting an attribute while `o.__dict__` is stored cannot be staged."""
    _, _, o = chosen(n)
    held = o.__dict__
    o.v = 7
    return held["v"]


@programs.staged(*BOTH)
def a_frozen_one(n):
    """`object.__setattr__` on one of two frozen objects cannot be staged."""
    a, b, o = chosen(n, Fixed)
    object.__setattr__(o, "v", n)
    return a.v, b.v


@programs.staged(*BOTH)
def a_frozen_one_from_which_it_was_chosen(n):
    """`object.__setattr__` on a frozen object that may be selected is refused."""
    a, _, o = chosen(n, Fixed)
    object.__setattr__(a, "v", n)
    return o.v


@programs.falls(*BOTH)
def a_frozen_one_by_its_dict(n):
    """A write to `vars(o)` of one of two frozen objects cannot be staged."""
    a, b, o = chosen(n, Fixed)
    vars(o)["v"] = n
    return a.v, b.v


@programs.staged(*BOTH)
def one_dict_for_two_objects(n):
    """Replacing `o.__dict__` of one of two objects cannot be staged."""
    a, b, o = chosen(n)
    o.__dict__ = {"v": 3}
    return a.v, b.v


@programs.staged(*BOTH)
def a_dict_of_before(n):
    """A write to a dict that a branch may have assigned to `__dict__` is refused."""
    a, held = Item2(1), {"v": 3}
    if n > 2:
        a.__dict__ = held
    held["v"] = 4
    return a.v


FIRST, SECOND = Base(1), Base(2)


@ag.experimental.do_not_convert
def looks_at(o, k=0):
    return o is FIRST, id(o) == id(SECOND), type(o) is Base, o.v + k


@programs.falls(*BOTH)
def looked_at_unconverted(n):
    """A `do_not_convert` function receives a selected object."""
    o = FIRST if n > 2 else SECOND
    return looks_at(o), looks_at(o, 1), looks_at(k=2, o=o)


@programs.staged(*BOTH)
def attributes_of_one_of_two_exceptions(n):
    """`dir()` of one of two caught exceptions cannot be staged."""
    try:
        if n > 2:
            raise ValueError(1)
        raise KeyError(2)
    except (ValueError, KeyError) as error:
        return "args" in dir(error)


# -- type queries of symbolic values


@functools.singledispatch
def size(value):
    return -1


@size.register
def _(value: int):
    return value * 2


@size.register
def _(value: float):
    return 1 if value > 0 else 2


@size.register(list)
def _(value):
    return sum(value)


@dataclass
class Square2:
    side: Any


@dataclass
class Disc:
    radius: Any


@size.register
def _(value: Square2):
    if value.side > 10:
        raise ValueError(f"too large: {value.side}")
    return value.side**2


@size.register
def _(value: Disc):
    return value.radius if value.radius > 1 else -1


class Sizes:
    @functools.singledispatchmethod
    def of(self, value):
        return -1

    @of.register
    def _(self, value: int):
        return value * 2

    @of.register
    def _(self, value: str):
        return len(value)


@programs.staged(3, T(3), T(-2), T(2.5))
def functions_by_class(x):
    """`functools.singledispatch` on ints, floats, lists and strings."""
    return size(x), size(int(x)), size(float(x)), size([x, 1]), size(str(int(x)))


@programs.falls(3, T(3), T(-2), T(11))
def functions_by_the_class_of_what_is_chosen(x):
    """`singledispatch` on an object of one of two dataclasses."""
    shape = Square2(x) if x > 0 else Disc(-x)
    return size(shape)


@programs.staged(3, T(3), T(-2))
def methods_by_class(x):
    """`functools.singledispatchmethod` on an int, a string and a float."""
    sizes = Sizes()
    return sizes.of(int(x)), sizes.of(str(int(x))), sizes.of(1.5)


@programs.staged(3, T(3), T(-2))
def classes(x):
    """`__class__` of an int, a float, a string and a bool."""
    n = int(x)
    values = n, float(x), str(n), n > 0
    names = [value.__class__.__name__ for value in values]
    return names, n.__class__ is int, type(n) is n.__class__, n.__class__(2.5)


@programs.falls(T(1))
def a_class_with_a_chosen_base(x):
    """A class statement with a base selected at run time cannot be staged."""

    class Mine(Square2 if x > 0 else Disc):
        pass

    return Mine(1)


@programs.falls(T(1))
def a_class_with_a_base_or_none(x):
    """A class statement with a base that may be None cannot be staged."""
    base = Square2 if x > 0 else None

    class Mine(base):
        pass

    return Mine(1)


@programs.falls(T(1), T(0))
def an_object_as_base(x):
    """A class statement with an instance or None as its base is refused."""
    thing = Square2(1) if x > 0 else None

    class Mine(thing):
        pass

    return Mine(1)


@programs.falls(T(1))
def a_number_as_base(x):
    """A class statement with an int as its base cannot be staged."""

    class Mine(int(x)):
        pass

    return Mine(1)


@programs.falls(T(1))
def text_as_base(x):
    """A class statement with a selected string as its base cannot be staged."""

    class Mine("ab" if x > 0 else "c"):
        pass

    return Mine


@programs.falls(T(1))
def super_of_a_chosen_class(x):
    """`super()` of a class selected at run time cannot be staged."""
    kind = Square2 if x > 0 else Disc
    return super(kind, kind(1)).__hash__() == 0


@programs.falls(T(1), T(0))
def super_of_an_object_or_none(x):
    """`super()` with an instance or None as the class cannot be staged."""
    thing = Square2(1) if x > 0 else None
    return super(thing, thing)


@programs.falls(T(1))
def super_of_a_number_or_none(x):
    """`super()` with an int or None as the class cannot be staged."""
    number = int(x) if x > 0 else None
    return super(number, number)


@programs.falls(T(1), T(0))
def super_of_what_may_be_none(x):
    """`super(Square, thing).__init__()` where `thing` may be None."""
    thing = Square2(1) if x > 0 else None
    return thing is None or super(Square2, thing).__init__() is None
