"""Programs of functions that call each other and change what they share.

As in `nested_programs.py`: each takes what is put around the functions called.
"""

import itertools

import numpy as np

import autograph as ag
from tests.autograph.nested_programs import long


def attributes_written(decorate):
    class Counter:
        def __init__(self):
            self.total = 0.0
            self.calls = 0

        @decorate
        def add(self, x):
            self.calls += 1
            self.total = self.total + ag.reduce_sum(long(x))
            return self.total

    def outer(x):
        counter = Counter()
        first = counter.add(x)
        second = counter.add(x * 2)
        return first, second, counter.total, counter.calls

    return outer


def attributes_read(decorate):
    class Cell:
        def __init__(self, h):
            self.h = h
            self.scale = 2.0

        @decorate
        def step(self, x):
            return long(x) * self.scale + self.h

    def outer(x):
        cell = Cell(x)
        first = cell.step(x)
        cell.h = first
        second = cell.step(x)
        cell.scale = 3.0
        return second, cell.step(x), cell.step(x), Cell(0.0).step(x), Cell(1.0).step(x)

    return outer


def lists_and_dicts_written(decorate):
    @decorate
    def inner(x, items, config):
        items.append(long(x))
        config["n"] = config.get("n", 0) + 1
        return len(items)

    def outer(x):
        items, config = [], {}
        counts = [inner(x, items, config) for _ in range(3)]
        return counts, items, config

    return outer


def nonlocals_written(decorate):
    def outer(x):
        count = 0

        @decorate
        def inner(y):
            nonlocal count
            count += 1
            return long(y) * count

        return inner(x) + inner(x), count

    return outer


def iterators_advanced(decorate):
    def outer(x):
        numbers = itertools.count(1)

        @decorate
        def inner(y):
            return long(y) * next(numbers)

        return inner(x), inner(x), inner(x)

    return outer


def returns_its_argument(decorate):
    @decorate
    def inner(items, x):
        long(x)
        return items

    def outer(x):
        items = [x]
        again = inner(items, x)
        again.append(x * 2)
        inner(again, x).append(3)
        return items, again is items

    return outer


def returns_a_list_of_its_own(decorate):
    kept = [1]

    @decorate
    def inner(x):
        long(x)
        return kept

    def outer(x):
        inner(x).append(2)
        inner(x).append(3)
        found = list(inner(x))
        del kept[1:]
        return found

    return outer


def functions_as_arguments(decorate):
    @decorate
    def twice(f, x):
        return f(f(long(x)))

    @decorate
    def up(x):
        return long(x) + 1

    def down(x):
        return x - 1

    def outer(x):
        table = {"up": up, "down": down}
        x = twice(up, x) + twice(down, x) + twice(table["up"], x)
        return twice(lambda y: y * 2, x) + [up, down][0](x)

    return outer


def objects_returned(decorate):
    class Point:
        def __init__(self, x):
            self.x = x

    @decorate
    def inner(x):
        return Point(long(x))

    def outer(x):
        first, second = inner(x), inner(x)
        first.x = x
        return first.x, second.x, first is second

    return outer


def lists_that_grow(decorate):
    @decorate
    def inner(x, n):
        items = []
        for i in ag.range(n):
            items.append(long(x) * ag.cast(i, ag.float32))  # noqa: PERF401  # staged
        return items

    def outer(x):
        first = inner(x, ag.constant(2))
        second = inner(x, ag.constant(2))
        first.append(x)
        return first, second, len(first)

    return outer


def recursion(decorate):
    @decorate
    def fact(n):
        if n <= 1:
            return ag.constant(1)
        return n * fact(n - 1)

    def outer(x):
        n = ag.cast(ag.reduce_sum(x), ag.int32) + 4
        return fact(n) + fact(n + 1), fact(ag.constant(3))

    return outer


def recursion_of_two(decorate):
    @decorate
    def is_even(n):
        return True if n == 0 else is_odd(n - 1)

    @decorate
    def is_odd(n):
        return False if n == 0 else is_even(n - 1)

    def outer(x):
        n = ag.cast(ag.reduce_sum(x), ag.int32) + 6
        return is_even(n), is_odd(n), is_even(n + 1)

    return outer


def caught_exceptions(decorate):
    @decorate
    def inner(x, limit):
        y = long(x)
        if ag.reduce_sum(x) > limit:
            raise ValueError("too much")
        return y

    def outer(x):
        total = x
        for limit in (0.0, 9.0, 0.0):
            try:
                total = total + inner(x, limit)
                total = total + 1.0
            except ValueError:
                total = total * 2.0
        return total

    return outer


def exceptions(decorate):
    @decorate
    def inner(x, n):
        y = long(x)
        return y[n]

    def outer(x):
        return inner(x, ag.constant(1)) + inner(
            x, ag.cast(ag.reduce_max(x), ag.int32) * 9
        )

    return outer


def exceptions_of_python(decorate):
    @decorate
    def inner(x, kind):
        long(x)
        raise kind("no")

    def outer(x):
        try:
            inner(x, KeyError)
        except KeyError:
            x = x + 1
        inner(x, ArithmeticError)

    return outer


def keyword_errors(decorate):
    @decorate
    def inner(x):
        return x

    def outer(x):
        return inner(x, y=1)

    return outer


def arrays_written(decorate):
    @decorate
    def inner(x, array):
        array[0] += 1
        return long(x) * array[0]

    def outer(x):
        array = np.zeros(2)
        return inner(x, array), inner(x, array), ag.constant(array)

    return outer


def eager_constants_decide(decorate):
    @decorate
    def inner(x, k):
        return long(x) if k > 1 else -long(x)

    def outer(x):
        one, two = ag.constant(1), ag.constant(2)
        return inner(x, one), inner(x, two), inner(x, one)

    return outer


def order_of_dicts(decorate):
    @decorate
    def inner(d):
        total = long(d["a"])
        for value in d.values():
            total = total * 2 + value
        return total

    def outer(x):
        y = x + 1
        return inner({"a": x, "b": y}), inner({"b": y, "a": x})

    return outer


def generators_within(decorate):
    @decorate
    def inner(x):
        def pieces():
            yield long(x)
            yield x

        return sum(pieces())

    def outer(x):
        return inner(x) + inner(x * 2)

    return outer


def tensor_arrays(decorate):
    @decorate
    def inner(array, i, x):
        array.write(i, long(x))

    def outer(x):
        array = ag.TensorArray(ag.float32, size=0, dynamic_size=True)
        inner(array, 0, x)
        inner(array, 0, x * 2)
        inner(array, 1, x)
        return array.stack()

    return outer


def tapes_that_are_told_to_watch(decorate):
    @decorate
    def inner(tape, x):
        tape.watch(x)
        return long(x)

    def outer(x):
        y = x * 2
        with ag.GradientTape(persistent=True) as tape:
            first, second = inner(tape, x), inner(tape, y)
        return tape.gradient(first, x), tape.gradient(second, y)

    return outer


def generators_of_numbers(decorate):
    generator = ag.random.Generator.from_seed(3)

    @decorate
    def inner(x):
        return long(x) + generator.normal([3])

    def outer(x):
        generator.reset_from_seed(3)
        return inner(x), inner(x), inner(x)

    return outer


def objects_made_in_blocks(decorate):
    class Box:
        def __init__(self, value):
            self.value = value

        @decorate
        def scaled(self, x):
            return long(x) * self.value

        @decorate
        def fill(self, x):
            self.value = long(x)

    @decorate
    def measured(box, x):
        return box.value + long(x)

    def outer(x):
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

    return outer


STATE_PROGRAMS = [
    attributes_written,
    attributes_read,
    lists_and_dicts_written,
    nonlocals_written,
    iterators_advanced,
    returns_its_argument,
    returns_a_list_of_its_own,
    functions_as_arguments,
    objects_returned,
    lists_that_grow,
    recursion,
    recursion_of_two,
    caught_exceptions,
    exceptions,
    exceptions_of_python,
    keyword_errors,
    arrays_written,
    eager_constants_decide,
    order_of_dicts,
    generators_within,
    tensor_arrays,
    tapes_that_are_told_to_watch,
    generators_of_numbers,
    objects_made_in_blocks,
]
