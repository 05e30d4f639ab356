"""Calls of functions that are decorated by themselves, within a decorated one.

Most of them are longer than what is copied into its callers, so that their calls share
a graph.
"""

from __future__ import annotations

import functools
import itertools

import numpy as np

import autograph as ag
from autograph.function.nested import MAX_COPIED
from graph.building import current_graph
from tests.language.programs import Programs

programs = Programs()

T = ag.constant
POINTS = (T([0.5, -1.0, 2.0]), T([-3.0, 0.0, 1.0]))


def long(x):
    for _ in range(MAX_COPIED):
        x = ag.tanh(x) + 0.25
    return x


def decorated(function):
    """Decorate a function for what is traced, and for nothing else.

    What a decorated function returns, or writes, is a tensor where the function is
    called at once, and may be Python's own while its caller is traced.
    """
    staged = ag.function(function)

    @functools.wraps(function)
    def call(*args, **kwargs):
        called = function if current_graph() is None else staged
        return called(*args, **kwargs)

    return call


# -- Arguments and results


@decorated
def structures(x, flag):
    y = long(x)
    return {"y": y, "again": [y, None, 2.5], "x": x, "flag": flag, "t": (1, "a")}


@programs.staged(*POINTS)
def returns_structures(x):
    """A decorated helper returns a dict of a list, a tuple, None and numbers."""
    first = structures(x, flag=True)
    second = structures(first["y"], True)
    first["again"].append(first["x"] is x)
    assert first["again"][1] is None
    assert first["y"] is first["again"][0]
    return first["y"] * first["again"][2], second["again"], first, x * second["t"][0]


@ag.function
def nothing(x):
    long(x)


@programs.staged(*POINTS)
def returns_none(x):
    """A decorated helper returns None, twice."""
    return nothing(x) is None, nothing(x) is None, x


@decorated
def three(x):
    long(x)
    return 3


@programs.staged(*POINTS)
def returns_a_python_number(x):
    """A Python int that a decorated helper returns is a range's end and an index."""
    total = 0
    for i in range(three(x)):
        total += i + three(x)
    return [0, 1, 2, 3][three(x)] * total * ag.cast(x, ag.float16)


@ag.function
def with_options(x, n=2, *rest, scale=1.0, **more):
    for _ in range(n):
        x = long(x) * scale
    return x + sum(rest) + more.get("b", 0)


@programs.staged(*POINTS)
def python_arguments(x):
    """A decorated helper is called with all kinds of parameters, and with -0.0."""
    y = with_options(x) + with_options(x, 2) + with_options(x, n=2)
    y += with_options(x, 1, 4, 5) + with_options(x, b=2, a=1)
    return y + with_options(x, scale=0.0) - with_options(x, scale=-0.0)


@decorated
def scaled_and_counted(x, n):
    return long(x) * n, n + 1


@programs.staged(*POINTS)
def dynamic_python_numbers(x):
    """A counter of a dynamic loop is argument and result of a decorated helper."""
    n = 0
    while ag.reduce_sum(x) < 10.0 and n < 5:
        y, n = scaled_and_counted(x, n)
        x = x + ag.abs(y) + 1.0
    y, n = scaled_and_counted(x, n)
    return x, y, n


@ag.function
def difference(a, b):
    return long(a) - b


@programs.staged(*POINTS)
def one_tensor_twice(x):
    """A decorated helper is called with one tensor twice, and with two tensors."""
    y = x + 1
    return difference(x, x), difference(x, y), difference(y, x), difference(y, y)


@ag.function
def signed(x, k):
    return long(x) if k > 1 else -long(x)


@programs.staged(*POINTS)
def constants_decide(x):
    """A branch of a decorated helper tests a constant of its caller."""
    one, two = ag.constant(1), ag.constant(2)
    return signed(x, one), signed(x, two), signed(x, one)


@ag.function
def folded(d):
    total = long(d["a"])
    for value in d.values():
        total = total * 2 + value
    return total


@programs.staged(*POINTS)
def order_of_dicts(x):
    """A decorated helper steps through equal dicts of two orders."""
    y = x + 1
    return folded({"a": x, "b": y}), folded({"b": y, "a": x})


@ag.function
def twice(f, x):
    return f(f(long(x)))


@ag.function
def up(x):
    return long(x) + 1


def down(x):
    return x - 1


@programs.staged(*POINTS)
def functions_as_arguments(x):
    """Decorated and plain functions are arguments of a decorated helper."""
    table = {"up": up, "down": down}
    x = twice(up, x) + twice(down, x) + twice(table["up"], x)
    return twice(lambda y: y * 2, x) + [up, down][0](x)


@ag.function
def one(x):
    return x


@programs.staged(*POINTS)
def a_keyword_that_is_none_of_its_own(x):
    """An unexpected keyword argument of a decorated helper is a TypeError."""
    return one(x, y=1)


# -- Control flow


@ag.function
def shifted(x, i):
    return long(x) + ag.cast(i, ag.float32)


@programs.staged(*POINTS)
def in_branches_and_loops(x):
    """A decorated helper is called in dynamic branches in a dynamic loop."""
    for i in ag.range(4):
        if ag.reduce_sum(x) > 1.0:
            x = shifted(x, i) - 1.0
        else:
            x = shifted(shifted(x, i), i) + 1.0
    return shifted(x, ag.constant(2))


@ag.function
def with_blocks(x, n):
    y = long(x)
    if ag.reduce_sum(x) > 0:
        for i in ag.range(n):
            y = y * 0.5 + ag.cast(i, ag.float32)
            if y[0] > 2.0:
                break
        return y
    return -y


@programs.staged(*POINTS)
def branches_inside(x):
    """A decorated helper returns from a branch with a loop and a `break`."""
    return with_blocks(x, 3) + with_blocks(-x, 3) * with_blocks(x, 4)


@ag.function
def unbound_on_a_path(x):
    if ag.reduce_sum(x) > 0:
        y = long(x)
    return y


@programs.staged(*POINTS)
def missing_names(x):
    """A decorated helper reads a variable that one of its branches assigns."""
    return unbound_on_a_path(x) + unbound_on_a_path(x * 2)


@ag.function
def optional(x):
    y = long(x)
    return y if ag.reduce_sum(y) > 0 else None


@programs.staged(*POINTS)
def optional_results(x):
    """A decorated helper returns a tensor or None, decided at run time."""
    first, second = optional(x), optional(-x - 3)
    total = x
    if first is not None:
        total = total + first
    if second is not None:
        total = total + second
    return total, second is None


@ag.function
def factorial(n):
    if n <= 1:
        return ag.constant(1)
    return n * factorial(n - 1)


@programs.staged(*POINTS)
def recursion(x):
    """A decorated helper calls itself as often as a tensor says."""
    n = ag.cast(ag.reduce_sum(x), ag.int32) + 4
    return factorial(n) + factorial(n + 1), factorial(ag.constant(3))


@ag.function
def is_even(n):
    return True if n == 0 else is_odd(n - 1)


@ag.function
def is_odd(n):
    return False if n == 0 else is_even(n - 1)


@programs.staged(*POINTS)
def recursion_of_two(x):
    """Two decorated helpers call each other as often as a tensor says."""
    n = ag.cast(ag.reduce_sum(x), ag.int32) + 6
    return is_even(n), is_odd(n), is_even(n + 1)


@ag.function(python="allow")
def pieces_added(x):
    def pieces():
        yield long(x)
        yield x

    return sum(pieces())


@programs.staged(*POINTS)
def generators_within(x):
    """A decorated helper sums a generator of its own."""
    return pieces_added(x) + pieces_added(x * 2)


# -- Exceptions


@ag.function
def limited(x, limit):
    y = long(x)
    if ag.reduce_sum(x) > limit:
        raise ValueError("too much")
    return y


@programs.staged(*POINTS)
def caught_exceptions(x):
    """What a decorated helper raises at run time is caught by its caller."""
    total = x
    for limit in (0.0, 9.0, 0.0):
        try:
            total = total + limited(x, limit)
            total = total + 1.0
        except ValueError:
            total = total * 2.0
    return total


@ag.function
def element(x, n):
    y = long(x)
    return y[n]


@programs.staged(*POINTS)
def exceptions(x):
    """An index out of bounds in a decorated helper raises IndexError."""
    last = ag.cast(ag.reduce_max(x), ag.int32) * 9
    return element(x, ag.constant(1)) + element(x, last)


@ag.function
def raising(x, kind):
    long(x)
    raise kind("no")


@programs.staged(*POINTS)
def exceptions_raised_while_tracing(x):
    """A class of exceptions is an argument of a decorated helper that raises it."""
    try:
        raising(x, KeyError)
    except KeyError:
        x = x + 1
    raising(x, ArithmeticError)


# -- What both can change


class Counter:
    def __init__(self):
        self.total = 0.0
        self.calls = 0

    @decorated
    def add(self, x):
        self.calls += 1
        self.total = self.total + ag.reduce_sum(long(x))
        return self.total


@programs.staged(*POINTS)
def attributes_written(x):
    """A decorated method adds to the attributes of a new object."""
    counter = Counter()
    first = counter.add(x)
    second = counter.add(x * 2)
    return first, second, counter.total, counter.calls


class Cell:
    def __init__(self, h):
        self.h = h
        self.scale = 2.0

    @decorated
    def step(self, x):
        return long(x) * self.scale + self.h


@programs.staged(*POINTS)
def attributes_read(x):
    """Attributes change between the calls of a decorated method that reads them."""
    cell = Cell(x)
    first = cell.step(x)
    cell.h = first
    second = cell.step(x)
    cell.scale = 3.0
    return second, cell.step(x), cell.step(x), Cell(0.0).step(x), Cell(1.0).step(x)


@ag.function
def noted(x, items, config):
    items.append(long(x))
    config["n"] = config.get("n", 0) + 1
    return len(items)


@programs.staged(*POINTS)
def lists_and_dicts_written(x):
    """A decorated helper appends to a list, and counts in a dict, of its caller."""
    items, config = [], {}
    counts = [noted(x, items, config) for _ in range(3)]
    return counts, items, config


@programs.staged(*POINTS)
def nonlocals_written(x):
    """A decorated nested function counts its calls in a nonlocal variable."""
    count = 0

    @decorated
    def inner(y):
        nonlocal count
        count += 1
        return long(y) * count

    return inner(x) + inner(-x), count


@programs.staged(*POINTS)
def closures(x):
    """A decorated nested function sees what its caller rebinds between calls."""
    scale = x * 2

    @decorated
    def inner(y):
        return long(y) * scale

    first = inner(x)
    scale = x * 3
    return first + inner(x) + inner(scale)


@programs.staged(*POINTS)
def closure_over_an_argument(x):
    """A decorated nested function captures an argument of its caller."""

    @decorated
    def inner(y):
        return long(y) - x

    return inner(x) + inner(x + 1)


@programs.staged(*POINTS)
def iterators_advanced(x):
    """A decorated nested function advances `itertools.count()` of its caller."""
    numbers = itertools.count(1)

    @decorated
    def inner(y):
        return long(y) * next(numbers)

    return inner(x), inner(x), inner(x)


@decorated
def handed_back(items, x):
    long(x)
    return items


@programs.staged(*POINTS)
def returns_its_argument(x):
    """A decorated helper returns the list that is its argument."""
    items = [x]
    again = handed_back(items, x)
    again.append(x * 2)
    handed_back(again, x).append(3)
    return items, again is items


@decorated
def with_a_list_of_its_own(x, own=[1]):
    long(x)
    return own


@programs.staged(*POINTS)
def returns_a_list_of_its_own(x):
    """A decorated helper returns the list of its default, which is changed."""
    with_a_list_of_its_own(x).append(2)
    with_a_list_of_its_own(x).append(3)
    found = list(with_a_list_of_its_own(x))
    del with_a_list_of_its_own(x)[1:]
    return found


class Point:
    def __init__(self, x):
        self.x = x


@decorated
def point(x):
    return Point(long(x))


@programs.staged(*POINTS)
def objects_returned(x):
    """A decorated helper returns a new object each time."""
    first, second = point(x), point(x)
    first.x = x
    return first.x, second.x, first is second


@ag.function
def multiples(x, n):
    items = []
    for i in ag.range(n):
        items.append(long(x) * ag.cast(i, ag.float32))
    return items


@programs.staged(*POINTS)
def lists_of_dynamic_length(x):
    """A decorated helper returns a list that grows in a dynamic loop."""
    first = multiples(x, ag.constant(2))
    second = multiples(x, ag.constant(2))
    first.append(x)
    return first, second, len(first)


@decorated
def written(x, array):
    array[0] += 1
    return long(x) * array[0]


@programs.staged(*POINTS)
def arrays_written(x):
    """A decorated helper writes to a NumPy array of its caller."""
    array = np.zeros(2)
    return written(x, array), written(x, array), ag.constant(array)


@decorated
def stored(array, i, x):
    array.write(i, long(x))


@programs.staged(*POINTS)
def tensor_arrays(x):
    """A decorated helper writes to a TensorArray of its caller."""
    array = ag.TensorArray(ag.float32, size=0, dynamic_size=True)
    stored(array, 0, x)
    stored(array, 0, x * 2)
    stored(array, 1, x)
    return array.stack()


@decorated
def watched(tape, x):
    tape.watch(x)
    return long(x)


@programs.staged(*POINTS)
def tapes_that_watch(x):
    """A decorated helper has a tape of its caller watch its argument."""
    y = x * 2
    with ag.GradientTape(persistent=True) as tape:
        first, second = watched(tape, x), watched(tape, y)
    return tape.gradient(first, x), tape.gradient(second, y)


generator = ag.random.Generator.from_seed(3)


@ag.function
def disturbed(x):
    return long(x) + generator.normal([3])


@programs.staged(*POINTS)
def generators_of_numbers(x):
    """A decorated helper draws from a generator that its caller seeds."""
    generator.reset_from_seed(3)
    return disturbed(x), disturbed(x), disturbed(x)


class Box:
    def __init__(self, value):
        self.value = value

    @decorated
    def scaled(self, x):
        return long(x) * self.value

    @decorated
    def fill(self, x):
        self.value = long(x)


@decorated
def measured(box, x):
    return box.value + long(x)


@programs.staged(*POINTS)
def objects_made_in_blocks(x):
    """Decorated methods of objects that are made in a dynamic branch of a loop."""
    kept = Box(2.0)
    for i in ag.range(3):
        box = Box(ag.cast(i, ag.float32))
        if ag.reduce_sum(x) > 1.0:
            box.fill(x)
            x = box.scaled(x) + measured(box, x) + kept.scaled(x)
        else:
            other = Box(x)
            other.value = x * 2.0
            x = other.scaled(x) + other.scaled(x) + measured(kept, x)
    return x, kept.scaled(x)


COUNTED = ag.Variable(1.0)


@decorated
def shown_and_added(x):
    ag.print("inner", ag.reduce_sum(x) * COUNTED)
    COUNTED.assign_add(1.0)
    return long(x) * COUNTED


@programs.staged(*POINTS)
def prints_and_assignments(x):
    """A decorated helper prints, and assigns a variable that its caller assigns."""
    COUNTED.assign(1.0)
    first = shown_and_added(x)
    ag.print("outer", COUNTED)
    COUNTED.assign(COUNTED * 2.0)
    return first + shown_and_added(x), COUNTED + 0.0


# -- Functions with options, and concrete functions

VECTOR, NUMBER = ag.TensorSpec([None], ag.float64), ag.TensorSpec([], ag.int32)
converted = ag.function(long)
unconverted = ag.function(long, autograph=False)
signed_doubles = ag.function(
    lambda x, n: (long(x) * 2, n), input_signature=[VECTOR, NUMBER]
)


@ag.function
def multiplied(x, k, table):
    return {"a": long(x) * k, "b": [table["n"], None]}


concrete = multiplied.get_concrete_function(POINTS[0], 2, {"n": POINTS[0]})


@programs.staged(*POINTS)
def other_options(x):
    """Two decorated helpers of one function, with and without conversion."""
    return converted(x) + unconverted(x) + converted(x)


@programs.staged((POINTS[0], T(5)), (POINTS[1], T(1)))
def an_input_signature(x, n):
    """Lists, Python ints and a loop's result are converted to an input signature."""
    k = 1
    while k < n:
        k = k * 2
    of_a_list = signed_doubles([1.0, 2.0], 1)[0]
    return of_a_list, signed_doubles(ag.cast(x, ag.float64), k)


@programs.staged(*POINTS)
def concrete_functions(x):
    """A concrete function is called by position, by keyword, and with an array."""
    first = concrete(x, 2, {"n": x})
    second = concrete(x=first["a"], table={"n": x})
    first["b"].append(1)
    return first, second, concrete(np.float32([0.5, -1.0, 2.0]), 2, {"n": x})


@programs.staged(*POINTS)
def a_concrete_function_of_the_trace(x):
    """A concrete function that captures what its caller computes is called there."""
    y = x * 2
    added = ag.function(lambda z: z + y).get_concrete_function(x)
    return added(x) + added(y)
