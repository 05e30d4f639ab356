"""Objects that the run chooses: which one it is, what it holds, and what is written."""

from __future__ import annotations

import abc
import copy
import dataclasses

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (-2, 0, 3, 6)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


test_what_cannot_be_chosen_is_refused = refused.refusal_test()


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


@rows.on(*EACH)
def the_best_item(x):
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


@rows.on(*EACH)
def one_or_the_other_in_a_loop(x):
    a, b = Item(1), Item(2)
    current = a
    for i in ag.range(x * x + 1):
        current.hits += 1
        current = b if i % 2 == 0 else a
    return a.hits, b.hits, current is a


@rows.on(*EACH)
def an_attribute_that_is_another_object(x):
    machine = Machine()
    machine.step(x)
    machine.step(x + 2)
    machine.step(x - 5)
    return machine.one.hits, machine.two.hits, machine.current is machine.one


@rows.on(*EACH)
def an_attribute_that_is_a_new_object(x):
    holder = Holder()
    first = holder.current
    holder.swap(x)
    holder.current.value += 1
    holder.swap(x - 3)
    holder.current.value += 1
    return holder.current.value, first.value, holder.current is first


@rows.on(*EACH)
def objects_of_two_classes(x):
    shape = Square(x + 1) if x > 0 else Circle(x - 1)
    kind = Square if x > 2 else Circle
    other = kind(x)
    found = shape.area(), shape.area(), other.area(), other.area()
    return found, isinstance(shape, Square), type(other) is Circle, shape is other


@rows.on(*EACH)
def an_old_object_or_a_new_one(x):
    old = Node(1)
    node = old
    if x > 0:
        node = Node(x * 2)
    node.value += 1
    return node.value, old.value, node is old


@rows.on(*EACH)
def a_linked_list(x):
    head = None
    for v in [1, 2, 3]:
        if x > v:
            head = Node(x + v, head)
    total = 0
    while head is not None:
        total += head.value
        head = head.next
    return total


@rows.on(*EACH)
def several_names(x):
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


@rows.on(*EACH)
def objects_that_hold_each_other(x):
    if x > 0:
        node = Data(x)
        node.names = Data(x + 1)
        node.names.names = node
    else:
        node = Data(0)
        node.names = node
    return node.names.value, node.names.names is node


@rows.on(*EACH)
def attributes_by_name(x):
    a, b = Data(1), Data(2, 3)
    c = a if x > 0 else b
    c.value += x
    setattr(c, "names", 7)  # noqa: B010  # the case
    found = getattr(c, "value"), hasattr(c, "other")  # noqa: B009  # the case
    return a.value, b.value, a.names, b.names, found


@rows.on(*EACH)
def slots(x):
    a, b = Slots(1), Slots(x)
    c = a if x > 0 else b
    c.index += 1
    return a.index, b.index, c.index


@rows.on(*EACH)
def operators(x):
    a, b = Node(1), Node(x)
    c = a if x > 0 else b
    c += 2
    found = (c + 1).value, a < c, c < b, len(c), c(3), c[1], 2 in c, bool(c), str(c)
    return a.value, b.value, found, f"{c}", c is a, 1 if c else 2


@rows.on(*EACH)
def what_may_be_none(x):
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


@rows.on(*EACH)
def none_has_no_attributes(x):
    c = Data(1) if x > 0 else None
    setattr(c, "value", 4)  # noqa: B010  # the case
    return c.value


@rows.on(*EACH)
def attributes_of_records_that_may_be_none(x):
    c = Frozen(x) if x > 0 else None
    if c is not None:
        return c.value + c.flag
    return getattr(c, "flag", 7)


@rows.on(*EACH)
def items_by_number_and_key(x):
    nodes = [Node(1), Node(x), Node(3)]
    node = nodes[x % 3]
    node.value += 1
    table = {"a": Data(1), "b": Data(2)}
    table["a" if x > 0 else "b"].value += x
    return [each.value for each in nodes], node is nodes[0], table["b"].value


@rows.on(*EACH)
def copies(x):
    a, b = Data(1), Data(2)
    c = a if x > 0 else b
    d = dataclasses.replace(c, names=x)
    e = copy.copy(c)
    e.value += 1
    return d.value, d.names, c.names, e.value, c.value, dataclasses.asdict(c)


@rows.on(*EACH)
def in_lists_and_tuples(x):
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


@rows.on(*EACH)
def asked_whether_it_is_what_may_be_none(x):
    a = b = Data(0)
    if x > 2:
        a = None
    if x > 0:
        b = Data(1)
    c = b if x > 4 else None
    return a is b, a is None, c is b, a is c, b is not c


@rows.on(*EACH)
def made_in_a_branch_of_a_branch(x):
    node = kept = Data(5)
    if x > -1:
        if x > 2:
            node = Data(x + 1)
    return node.value, node is kept


@rows.on(*EACH)
def made_in_a_branch_after_a_raise(x):
    holder = Node(Data(5))
    if x > -1:
        if x == 6:
            raise ValueError(x)
        if x > 2:
            holder.value = Data(x + 1)
    return holder.value.value


@rows.on(*EACH)
def made_and_compared_in_a_branch(x):
    a = b = Data(x)
    if x > 2:
        b = Data(1)
        if b is a:
            x += 1
    return b.value, x


@rows.on(*EACH)
def made_where_an_exception_is_caught(x):
    try:
        n = Data(x)
        if x > 2:
            raise ValueError
        m = n
    except ValueError:
        m = Data(100)
    return n.value, m.value, n is m


@rows.on(*EACH)
def made_in_an_iteration(x):
    total = Data(1)
    for i in ag.range(4):
        if i > x:
            node = Data(i)
            total.value += node.value
    return total.value


@rows.on(*EACH)
def whose_number_is_asked(x):
    a, b = Data(1), Data(2)
    c = a if x > 0 else b
    return id(c) == id(a), id(c) == id(b)


@rows.on(*EACH)
def one_of_each_iteration(x):
    node = Node(0)
    for _ in ag.range(3):
        node = Node(node.value + x)
    return node.value


@rows.on(*EACH)
def one_of_some_iteration(x):
    best = None
    for i in ag.range(4):
        if i > x:
            best = Data(i)
    return best.value if best is not None else -1


@rows.on(*EACH)
def one_that_is_compared_with_that_of_before(x):
    before = None
    for i in ag.range(3):
        node = Data(i)
        if before is not None:
            x = x + (1 if node is before else 100)
        before = node
    return x


@rows.on(T(3), T(-3))
def lists_that_they_hold(x):
    a, b = Node([1]), Node([2])
    c = a if x > 0 else b
    c.value.append(x)
    return a.value, b.value


@refused.on(T(3))
def as_a_result(x):
    a, b = Node(1), Node(2)
    return a if x > 0 else b


@rows.on(T(3), T(-3))
def matched(x):
    a, b = Data(1), Data(2)
    c = a if x > 0 else b
    match c:
        case Data(value=1):
            return 1
        case _:
            return 2


@rows.on(T(3), T(5), T(-3))
def matched_or_none(x):
    match Frozen(x) if x > 0 else None:
        case Frozen(value=3):
            return 1
        case _:
            return 2


@refused.on(T(3))
def made_by_a_recursion(x):
    def build(n):
        return None if n == 0 else Node(n, build(n - 1))

    return build(x).value


def test_arguments_are_changed_as_plain_python_does():
    def f(items, x):
        best = None
        for item in items:
            if best is None or item.value > best.value:
                best = item
        best.value += x
        return best is items[0]

    for x in (3, -2):
        expected, given = ([Data(T(1)), Data(T(x))] for _ in range(2))
        assert bool(ag.function(f)(given, T(x))) == bool(f(expected, T(x)))
        assert [int(i.value) for i in given] == [int(i.value) for i in expected]
