"""Generator functions that decide on tensors."""

from __future__ import annotations

import collections
import copy
import functools
import itertools
import numbers
import operator
import types

import numpy as np

import autograph as ag
from tests.language.generators import (
    Squares,
    Tree,
    collatz,
    down,
    evens,
    fibonacci,
    first,
    newton,
    noisy,
    one_of_two,
    pairs,
    primes,
    windows,
)
from tests.language.programs import Programs

programs = Programs()


# -- Generator functions

T = ag.constant


@programs.staged(T(5), T(0))
def a_for_statement(n):
    """A `for` loop over a generator function that filters its items."""
    total = 0
    for x in evens(n):
        total += x
    return total


@programs.staged(T(5), T(0))
def a_break_and_an_else(n):
    """`break` and `else` of a loop over a generator of dynamic length."""
    total = 0
    for x in down(n):
        if x == 2:
            break
        total += x
    else:
        total = -total
    return total


@programs.staged(T(5), T(1))
def builtins_of_them(n):
    """`list`, `sum`, `max`, `sorted` and `tuple` of generators."""
    return (
        list(down(n)),
        sum(evens(n)),
        max(down(n), default=-1),
        sorted(down(n)),
        tuple(evens(n)),
    )


@programs.staged(T(5), T(0))
def items_that_are_tested(n):
    """`any`, `all`, `in` and a filtered `sum` over generators."""
    return (
        any(x > 3 for x in down(n)),
        all(x < 9 for x in Squares(n)),
        2 in down(n),
        sum(x for x in down(n) if x % 2),
    )


@programs.staged(T(5), T(0))
def comprehensions_of_them(n):
    """List comprehensions over a generator, and over one per item of another."""
    return [x * 2 for x in one_of_two(n)], [y for x in down(n) for y in evens(x)]


@programs.staged(T(5), T(0))
def loops_in_loops_that_return(n):
    """`return` from a loop over a generator inside another such loop."""
    for x in down(n):
        for y in evens(x):
            if y == 2:
                return x, y
    return -1, -1


@programs.staged(T(5), T(0))
def variables_of_the_function_around(n):
    """A generator adds to a `nonlocal` variable while a loop consumes it."""

    def counted():
        nonlocal total
        for i in range(n):
            total += 1
            yield i + total

    total = 0
    found = []
    for x in counted():
        found.append(x)  # a loop is tested
    return found, total


@programs.staged(T(5), T(0))
def one_without_an_end(n):
    """`return` from a loop over an infinite generator."""
    for x in fibonacci():
        if x > n:
            return x
    return None


@programs.staged(T(5), T(0))
def one_that_has_ended(n):
    """An exhausted generator yields nothing to later consumers."""
    made = down(n)
    return [x + 1 for x in made], [x + 1 for x in made], any(True for _ in made)


@programs.staged(T(5), T(0))
def objects_that_are_stepped_through(n):
    """An object whose `__iter__` is a generator is iterated repeatedly."""
    made = Squares(n)
    return sum(made), list(made), list(made.above(3)), list(enumerate(made, 2))


@programs.staged(T(2), T(9), T(-1))
def trees(n):
    """A recursive `yield from` walks a tree of tensors in order."""
    tree = Tree(n, Tree(1), Tree(5, Tree(n + 1)))
    return list(tree), sum(tree), max(tree), n in tree


@programs.staged(T(5), T(0))
def enumerate_map_and_filter(n):
    """`enumerate`, `map` and `filter` of generators."""
    return (
        [i * x for i, x in enumerate(down(n))],
        list(map(abs, down(n))),
        list(filter(lambda x: x % 2, down(n))),
    )


@programs.falls(T(5), T(0))
def one_that_hands_on_others(n):
    """`yield from` chains generators and a list."""

    def chained(*parts):
        for part in parts:
            yield from part

    return list(chained(down(n), [1, 2], evens(n)))


@programs.staged(T(6), T(1), T(27))
def one_over_another(n):
    """Generators consume other generators."""
    rising = [a for a, b in pairs(collatz(n)) if b > a]
    return max(collatz(n)), list(pairs(collatz(n))), rising, list(first(3, collatz(n)))


@programs.staged(T([1.0, 2.0, 3.0, 4.0]), T([1.0]))
def a_list_that_it_keeps(xs):
    """A generator yields sums of a sliding window, which is a list."""
    return list(windows(xs, 2))


@programs.staged(T(12), T(2))
def loops_of_its_own(n):
    """A generator of primes has an inner loop with `break`."""
    return list(primes(n))


@programs.staged(T(2.0), T(9.0))
def iterations_until_they_settle(x):
    """A generator of Newton iterations returns on convergence."""
    steps = 0
    root = x
    for better in newton(x, x, 1e-3):
        root = better
        steps += 1
    return root, steps


@programs.staged(T(3), T(0))
def effects_in_order(n):
    """Side effects of a generator interleave with those of its consumer."""
    log = []
    for x in noisy(n, log):
        log.append(x * 100)
        if x == 2:
            break
    log.append(7)
    return log


@programs.staged(T(5), T(0))
def lists_that_they_extend(n):
    """`extend`, `+=`, a list display and `join` consume generators."""
    found = []
    found.extend(down(n))
    found += evens(n)
    return found, [*down(n)], ",".join(str(x) for x in down(n))


@programs.staged(T(5), T(0))
def arguments_of_functions(n):
    """Generators are arguments of a function that loops over them."""

    def added(items, total):
        for x in items:
            total += x
        return total

    return added(down(n), 1), added(items=evens(n), total=2)


@programs.staged(T(5), T(0))
def in_branches_and_loops(n):
    """Loops over generators inside a branch, a `for` and a `while` loop."""
    total = 0
    if n > 2:
        for x in down(n):
            total += x
    for i in range(n):
        for x in down(i):
            total += x
    while total > 10:
        for x in evens(total):
            total -= x + 1
    return total


@programs.staged(T(2), T(11), T(-1), 2, 11)
def variables_around_that_have_no_value(n):
    """A generator reads an enclosing variable that may be unbound."""

    def shifted():
        for i in range(n):
            yield z + i

    if n > 10:
        z = 1
    return sum(shifted())


@programs.staged(T(2), T(11))
def variables_around_that_they_change(n):
    """A generator increments a `nonlocal` variable that may be unbound."""

    def counting():
        nonlocal z
        yield z
        z += 1

    if n > 10:
        z = 1
    return list(counting())


# -- Their state, exceptions and attributes


@programs.staged(T(3), T(1), T(0))
def exceptions_of_the_body(n):
    """The body of a loop over a generator raises at a dynamic item."""
    try:
        for x in down(n):
            if x == 2:
                raise ValueError(x)
    except ValueError:
        return 1
    return 0


@programs.staged(T(3), T(1), T(-4))
def exceptions_of_its_own(n):
    """A generator raises once an enclosing variable is negative."""

    def checked():
        while True:
            if n < 0:
                raise ValueError("it is below zero")
            yield n

    turns = 0
    try:
        for _ in checked():
            n -= 1
            turns += 1
    except ValueError as error:
        return str(error), n, turns


@programs.staged(T(4), T(0), T(1))
def a_variable_without_a_value(n):
    """A generator yields a local variable that may be unbound."""

    def told():
        x = n
        if x > 2:
            y = 1
        yield x
        yield y

    return sum(told())


@programs.staged(T(4), T(0), T(1))
def one_without_items(n):
    """Generators that return before a `yield`, always or at run time."""

    def none():
        return n
        yield

    def some():
        if n > 2:
            return
        yield 1
        yield 2

    return list(none()), list(some())


@programs.falls(T(4), T(0), T(1))
def every_kind_of_parameter(n):
    """A generator function with every kind of parameter."""

    def given(k, /, *items, z=3, **more):
        for v in items:
            if v > n:
                yield v + z + k + len(more)

    return sorted(given(1, 2, 5, 0, z=1, y=n), reverse=True), list(given(1))


@programs.staged(T(4), T(0), T(1))
def attributes_that_it_changes(n):
    """A generator and its consumer change attributes of one object."""

    class Kept:
        def __init__(self):
            self.total, self.log = 0, []

    kept = Kept()

    def more():
        for k in range(n):
            kept.total += k
            yield kept.total
            kept.log.append(k)

    for x in more():
        kept.total += 10 if x > 3 else 1
    return kept.total, kept.log


@programs.staged(T([[1, 2], [3, 4]]), T([[0, -1], [5, 4]]))
def rows_of_a_matrix(m):
    """A generator enumerates the rows and elements of a matrix."""

    def cells():
        for i, row in enumerate(m):
            for j, v in enumerate(row):
                if v > 1:
                    yield i, j, v

    total = 0
    for i, j, v in cells():
        total += i * 10 + j + v
    return total


@programs.staged(T(5), T(0))
def some_on_python_values(n):
    """A generator over Python ints is left by `break` and resumed."""
    plain = down(3)
    found = []
    for x in plain:
        found.append(x)
        if x == 2:
            break
    return found, list(plain), next(evens(3)) + n


@programs.staged(T(3), T(0))
def lists_whose_length_the_run_decides(n):
    """A generator yields the length and the items of a dynamic-length list."""
    xs = [i for i in range(n) if i != 1]

    def counts():
        yield len(xs)
        yield from xs

    return list(counts())


@programs.staged(T(3), T(-1))
def none_on_some_paths(n):
    """A generator tests an enclosing variable that may be None."""
    y = n if n > 0 else None

    def told():
        yield y is None
        if y is not None:
            yield y > 2

    return list(told())


@programs.staged(T(6), T(2))
def keys_on_some_paths(n):
    """`yield from` a dict that has a key on some paths only."""
    held = {}
    if n > 5:
        held["a"] = n

    def keys():
        yield from held

    return list(keys())


@programs.staged(T(4), T(1))
def generator_expressions_over_them(n):
    """A stored, filtered generator expression over a generator function."""
    doubled = (x * 2 for x in down(n) if x != 2)
    return [x + 1 for x in doubled], sum(x for x in down(n))


@programs.staged(T(4), T(1), T(0))
def a_star_that_takes_the_rest(n):
    """A starred target takes the rest of a generator of dynamic length."""
    a, *b = down(n + 1)
    return a, b


@programs.staged(T(4), T(2), T(1), T(3))
def too_many_or_too_few(n):
    """Unpacking a generator of another length raises ValueError."""
    try:
        a, b = down(n)
    except ValueError as error:
        return str(error), n
    return "two", a * b


@programs.staged(T(4), T(0))
def an_exception_after_the_last_item(n):
    """A generator raises after its last item unless the loop left early."""

    def failing():
        yield 1
        raise RuntimeError("drawn too far")

    try:
        for x in failing():
            if x > n:
                return "early"
    except RuntimeError as error:
        return str(error)


@programs.staged(T(3), T(1))
def what_it_is(n):
    """`isinstance`, `type` and `repr` of a generator."""
    made = down(n)
    return isinstance(made, types.GeneratorType), type(made).__name__, repr(made)[:17]


@programs.staged(T(3), T(1))
def arguments_that_do_not_fit(n):
    """A generator function called without its argument raises TypeError."""
    try:
        down()
    except TypeError as error:
        return str(error), n


@programs.staged(T(3), T(1))
def items_that_are_taken_apart(n):
    """The two items of a generator are unpacked into names."""

    def two():
        yield n
        yield n * 2

    a, b = two()
    return a + b


STEPS = ag.Variable(0)


@programs.falls(T(3), T(0))
def variables_of_the_module(n):
    """Generators loop on an `ag.Variable` and assign to it."""

    def counted():
        while STEPS < n:
            STEPS.assign_add(1)
            yield STEPS + 0

    return sum(counted()), sum(of_the_module())


def of_the_module():
    while STEPS < 5:
        STEPS.assign_add(2)
        yield STEPS + 0


@programs.staged(T(4), T(0))
def turns(n):
    """A generator loops over itself."""

    def below(k):
        if k > 0:
            yield k
            yield from below(k - 1)

    return list(below(n))


@programs.staged(T(4), T(0))
def what_a_loop_has_left(n):
    """A generator that a loop leaves, and the rest of its items."""
    made = down(n)
    for x in made:
        if x < 3:
            break
    return list(made)


@programs.falls(T(4), T(2))
def within_try(n):
    """A generator with a `finally`, that prints."""

    def kept():
        try:
            if n > 2:
                yield n
        finally:
            print("left")

    return list(kept())


@programs.staged(T(4), T(1))
def given_values(n):
    """`send()` to a generator that the run resumes."""

    def echo():
        x = yield n
        while x:
            x = yield n + x

    made = echo()
    next(made)
    return made.send(n)


@programs.staged(T(4), T(2))
def drawn_from(n):
    """`next()` of a generator function that decides on a tensor."""
    items = down(n)
    return next(items), next(items)


# -- In zip, map, next and itertools

COUNTS = (T(0), T(1), T(4))


def squares(n):
    i = 0
    while i < n:
        yield i * i
        i += 1


def upwards(n):
    while True:
        yield n
        n = n + 2


def told(n, seen):
    i = 0
    while i < n:
        seen.append(i)
        yield i
        i += 1
    seen.append(-1)


@programs.staged(*COUNTS)
def zipped_with_sequences(n):
    """`zip` of a generator with text, tuples, ranges and lists."""
    xs = [i + 5 for i in range(n)]
    return (
        list(zip("abc", squares(n), strict=False)),
        list(zip(squares(n), (5, 6, 7))),
        list(zip(range(4), squares(n), [7, 8, 9])),
        dict(zip("abc", squares(n))),
        list(zip(xs, squares(n))),
        list(zip(squares(n + 1), xs)),
    )


@programs.staged(*COUNTS)
def zipped_in_loops_that_are_left(n):
    """Loops over `zip` with a generator are left by `break` and `return`."""
    total = 0
    for place, (x, name) in enumerate(zip(squares(n), "abcd")):
        if x > 3:
            break
        total += x + len(name)
    else:
        place = -1
    for i, x in zip(itertools.count(2, 3), squares(n)):
        if x > 10:
            return total, place, i
    return total, place, -1


@programs.staged(*COUNTS)
def how_far_it_is_drawn(n):
    """How far `zip`, `islice`, `takewhile` and `compress` draw a generator."""
    seen = []
    pairs = list(zip([8, 9], told(n, seen)))
    seen.append(-2)
    pairs += list(zip(told(n, seen), [8, 9]))
    seen.append(-2)
    sliced = list(itertools.islice(told(n, seen), 1, 3))
    seen.append(-2)
    taken = list(itertools.takewhile(lambda x: x < 2, told(n, seen)))
    seen.append(-2)
    chosen = list(itertools.compress(told(n, seen), [0, 1]))
    return seen, pairs, sliced, taken, chosen


@programs.staged(*COUNTS)
def slices(n):
    """`islice` of finite and infinite generators, also with dynamic bounds."""
    return (
        list(itertools.islice(squares(n), 3)),
        list(itertools.islice(squares(n), 1, None)),
        list(itertools.islice(squares(n), 0, 9, 2)),
        list(itertools.islice(upwards(n), 1, 8, 3)),
        list(itertools.islice(upwards(n), n)),
        list(itertools.islice(upwards(n), n, n + 3)),
        list(itertools.islice(squares(n), 5, 2)),
        list(itertools.islice(squares(n), 0)),
    )


@programs.staged(T(0), T(1), T(2))
def a_slice_with_bounds_that_are_none(n):
    """A dynamic bound of `islice` that is negative raises ValueError."""
    try:
        return list(itertools.islice(upwards(n), n - 1)), ""
    except ValueError as error:
        return [n], str(error)


@programs.staged(*COUNTS)
def as_long_as_a_test_holds(n):
    """`takewhile`, `dropwhile` and `filterfalse` of generators."""
    return (
        list(itertools.takewhile(lambda x: x < 8, squares(n))),
        list(itertools.takewhile(lambda x: x < 20, upwards(n))),
        list(itertools.dropwhile(lambda x: x < 3, squares(n))),
        list(itertools.filterfalse(lambda x: x % 2, squares(n))),
        sum(itertools.dropwhile(lambda x: x < 3, itertools.islice(upwards(n), 5))),
    )


@programs.staged(*COUNTS)
def accumulated(n):
    """`accumulate`, `pairwise` and `functools.reduce` over a generator."""
    return (
        list(itertools.accumulate(squares(n))),
        list(itertools.accumulate(squares(n), operator.mul, initial=2)),
        list(itertools.accumulate(squares(n), lambda x, y: 2 * x - y)),
        list(itertools.pairwise(squares(n))),
        functools.reduce(lambda x, y: x * 2 + y, squares(n), 1),
    )


@programs.staged(*COUNTS)
def reduced_of_none(n):
    """`functools.reduce` of an empty generator raises TypeError."""
    try:
        return functools.reduce(lambda x, y: x * 2 + y, squares(n)), ""
    except TypeError as error:
        return -1, str(error)


@programs.staged(*COUNTS)
def chained(n):
    """`itertools.chain`, `chain.from_iterable` and `compress` of generators."""
    return (
        list(itertools.chain(squares(n), [7], squares(2 * n))),
        sum(itertools.chain.from_iterable([squares(n), squares(n + 1)])),
        list(itertools.compress(squares(n), [1, 0, 1])),
    )


@programs.staged(*COUNTS)
def mapped_with_others(n):
    """`map` of a function over a generator and a sequence."""
    return (
        list(map(operator.add, squares(n), [1, 2, 3])),
        list(map(lambda c, x: c * 2 + str(x), "ab", squares(n))),
        list(map(pow, squares(n), [1, 2, 3])),
    )


@programs.staged(*COUNTS)
def collected(n):
    """A `deque` with a maximal length and a `Counter` consume generators."""
    last = collections.deque(squares(n), 2)
    return list(last), collections.Counter(x % 3 for x in squares(n))


@programs.staged(*COUNTS)
def the_next_of_a_new_one(n):
    """`next` of a new generator, with a default or with StopIteration."""
    first = next(squares(n), -1)
    found = next((x for x in squares(n) if x > 3), -1)
    try:
        return first, found, next(squares(n))
    except StopIteration:
        return first, found, -2


@programs.staged(*COUNTS)
def unpacked(n):
    """An `islice` is unpacked, and a generator into a starred target."""
    first, second = itertools.islice(upwards(n), 2)
    head, *tail = squares(n + 1)
    return first, second, head, tail


@programs.staged(T(2))
def two_at_once(n):
    """`zip` of two generators of dynamic length cannot be staged."""
    return list(zip(squares(n), squares(n)))


@programs.staged(T(2))
def the_next_of_one_that_is_kept(n):
    """`next` of a generator that is consumed later cannot be staged."""
    items = squares(n)
    return next(items, 0), list(items)


# -- Yielding containers of dynamic length

each = programs.staged(T(0), T(3), T(5))


def grown(n):
    return list(range(n))


def chunks(xs, size):
    for start in range(0, len(xs), size):
        yield xs[start : start + size]


def batches(xs):
    batch = []
    for x in xs:
        batch.append(x)
        if len(batch) == 2:
            yield batch
            batch = []
    if batch:
        yield batch


def buffered(xs):
    chunk = []
    for x in xs:
        chunk.append(x)
        if len(chunk) == 2:
            yield chunk
            chunk.clear()
    yield chunk


@each
def chunks_of_a_list(n):
    """A generator yields slices of a dynamic-length list."""
    total = 0
    for chunk in chunks(grown(n), 2):
        total += len(chunk) * 10 + chunk[0]
    return (
        total,
        [sum(chunk) for chunk in chunks(grown(n), 2)],
        any(len(chunk) == 1 for chunk in chunks(grown(n), 2)),
    )


@each
def batches_of_a_list(n):
    """A generator yields batches, each a new list of dynamic length."""
    out = []
    for k, batch in enumerate(batches(grown(n))):
        out.append((k, sum(batch)))
    return out, list(batches(grown(n)))


@each
def a_list_that_is_used_again(n):
    """A generator yields one list again and again, cleared in between."""
    out, lengths = [], []
    for chunk in buffered(grown(n)):
        out.append(list(chunk))
        chunk.append(7)
        lengths.append(len(chunk))
    return out, lengths


@each
def dicts_and_sets(n):
    """A generator yields a dict and a set while it fills them."""

    def tables():
        table, seen = {}, set()
        for k in ag.range(n):
            table[int(k) % 2] = k
            seen.add(int(k))
            yield table, seen

    count = 0
    for table, seen in tables():
        count += len(table) + 10 * len(seen)
    return count


@programs.staged(T(3), T(5))
def lists_that_are_kept_and_changed(n):
    """Storing a yielded list that the generator clears cannot be staged."""
    out = []
    for chunk in buffered(grown(n)):
        out.append(chunk)  # by a loop, which runs the generator
    return out


# -- Generators that an exception leaves


def closing(out, count=3):
    try:
        yield from range(count)
    finally:
        out.append("closed")


class Closing:
    def __init__(self, out):
        self.out = out

    def __iter__(self):
        try:
            yield 1
        finally:
            self.out.append("closed")


def passed_on(items):
    for x in items:  # a generator that holds another
        yield x


def fail(x):
    raise ValueError(x)


@programs.falls(())
def out_of_a_loop():
    """A generator that a raising loop leaves is closed before the handler."""
    out = []
    try:
        for x in closing(out):
            raise ValueError(x)
    except ValueError:
        out.append("caught")
    return out


@programs.falls(())
def out_of_nested_functions():
    """Two nested generators are closed before `finally` and the handler."""
    out = []

    def inner():
        try:
            for x in closing(out):
                for _ in closing(out):
                    fail(x)
        finally:
            out.append("finally")

    try:
        inner()
    except ValueError:
        out.append("caught")
    return out


@programs.falls(())
def a_generator_that_is_used_again():
    """A generator bound to a name stays open after the handler."""
    out = []
    items = closing(out)
    try:
        for x in items:
            raise ValueError(x)
    except ValueError:
        out.append("caught")
    return out, list(items)


@programs.falls(())
def an_iterable_and_wrapped_generators():
    """Generators in iterables, `zip()` and `map()` close before the handler."""
    out = []
    for make in (
        Closing,
        lambda out: enumerate(closing(out)),
        lambda out: zip(closing(out), closing(out), strict=False),
        lambda out: passed_on(closing(out)),
        lambda out: map(str, closing(out)),
    ):
        try:
            for x in make(out):
                fail(x)
        except ValueError:
            out.append("caught")
    return out


@programs.falls(())
def out_of_comprehensions():
    """When the generators that raising comprehensions leave are closed."""
    out = []
    for make in (
        lambda: [1 // x for x in closing(out)],
        lambda: {1 // x for x in closing(out)},
        lambda: {x: 1 // x for x in closing(out)},
    ):
        try:
            make()
        except ZeroDivisionError:
            out.append("caught")
    try:
        out.append([1 // x for x in closing(out)])
    except ZeroDivisionError:
        out.append("caught")
    return out


@programs.falls(())
def out_of_builtins():
    """When the generators that raising builtins leave are closed."""
    out = []
    for make in (
        lambda: list(map(fail, closing(out))),
        lambda: sum(1 // x for x in closing(out)),
        lambda: max(closing(out), key=fail),
        lambda: functools.reduce(lambda x, y: fail(x + y), closing(out)),
        lambda: sorted(closing(out), key=fail),
        lambda: "".join(closing(out)),
    ):
        try:
            make()
        except (ValueError, ZeroDivisionError, TypeError):
            out.append("caught")
    return out


@programs.falls(())
def out_of_a_function_that_has_it():
    """A generator passed as an argument closes after the handler."""
    out = []

    def inner(items):
        for x in items:
            fail(x)

    try:
        inner(closing(out))
    except ValueError:
        out.append("caught")
    return out


@programs.falls(())
def out_of_an_unpacking():
    """A generator that a failed unpacking leaves closes before the handler."""
    out = []
    try:
        a, b = closing(out)
        out.append((a, b))
    except ValueError:
        out.append("caught")
    return out


@programs.falls(T(0), T(2))
def out_of_a_loop_on_one_path(n):
    """A generator is closed by a raise in one branch only."""
    out = []
    try:
        if n > 0:
            for x in closing(out):
                raise ValueError(x)
        out.append("through")
    except ValueError:
        out.append("caught")
    return out


@programs.falls(T(0), T(1), T(7))
def a_break_before_what_may_raise(n):
    """`break` closes a generator before a later division may raise."""
    out = []
    for x in closing(out):
        if x == 1:
            break
    out.append(str(10 // int(n + 1)))
    return out


@programs.falls(T(0), T(1), T(7))
def a_generator_without_an_end_of_its_own(n):
    """A division fails in a loop over a generator without `finally`."""
    out = []

    def items():
        try:
            yield from range(3)
        except KeyError:
            out.append("never")

    try:
        for x in items():
            out.append(str(10 // (int(n) - x)))  # it may end so
    except ZeroDivisionError:
        out.append("caught")
    return out


@programs.falls(T(0), T(1), T(7))
def raising_in_a_loop(n):
    """A conditional raise that must close a generator cannot be staged."""
    out = []
    try:
        for x in closing(out):
            if n > x:
                raise ValueError
    except ValueError:
        out.append("caught")
    return out


@programs.falls(T(1))
def raising_in_a_loop_over_a_variable(n):
    """A conditional raise in a loop over a named generator is not staged."""
    out = []
    try:
        items = closing(out)
        for x in items:
            if n > x:
                raise ValueError
    except ValueError:
        out.append("caught")
    return out


@programs.falls(T(0), T(7))
def raising_before_a_known_break(n):
    """A division that may fail before a generator's `break` is not staged."""
    out = []
    try:
        for x in closing(out):
            if x == 1:
                break
            10 // int(n)
    except ZeroDivisionError:
        out.append("caught")
    return out


@programs.falls(T(0))
def raising_before_a_known_exception(n):
    """A division that may fail before a certain raise cannot be staged."""
    out = []
    try:
        for x in closing(out):
            10 // (int(n) - x)
            if x == 1:
                raise KeyError
    except (ZeroDivisionError, KeyError):
        out.append("caught")
    return out


def _raising(make):
    def function(n):
        """An exception out of what iterates over a generator closes it."""
        out = []
        try:
            make(closing(out), lambda x: 10 // (int(n) - x))
        except ZeroDivisionError:
            out.append("caught")
        return out

    return function


def _each(items, act):
    for _ in items:
        act(_)


def _unpack(items, act):
    a, b, c = (act(x) for x in items)
    return a, b, c


def _acted(items, act):
    for x in items:
        yield act(x)


MAKES = {
    "list": lambda items, act: list(map(act, items)),
    "tuple": lambda items, act: tuple(map(act, items)),
    "spread": lambda items, act: [*map(act, items)],
    "reduce": lambda items, act: functools.reduce(lambda x, y: x + act(y), items, 0),
    "max": lambda items, act: max(map(act, items)),
    "filter": lambda items, act: list(filter(act, items)),
    "comprehension": lambda items, act: [act(x) for x in items],
    "dict": lambda items, act: {x: act(x) for x in items},
    "expression": lambda items, act: sum(act(x) for x in items),
    "nested": lambda items, act: [y for x in items for y in [act(x)]],
    "text": lambda items, act: ",".join(str(act(x)) for x in items),
    "enumerate": lambda items, act: _each((i + x for i, x in enumerate(items)), act),
    "zip": lambda items, act: [act(x) for x, _ in zip(items, [3, 4, 5], strict=True)],
    "unpacking": _unpack,
    "generator": lambda items, act: _each(_acted(items, act), str),
}

for name, make in MAKES.items():
    function = _raising(make)
    function.__name__ = name
    programs.falls(T(0))(function)


def _left(out, k):
    def inner(items):
        for _ in items:
            raise ValueError(k)

    inner(closing(out))


@programs.falls(T(2), T(0))
def a_handler_that_may_raise(n):
    """A handler that may raise before a generator is closed is not staged."""
    out, k = [], int(n)
    try:
        _left(out, k)
    except ValueError:
        out.append("caught")
        out.append(str(5 // k))
    return out


@programs.falls(T(2), T(0))
def a_finally_that_may_raise(n):
    """A `finally` that may raise before a generator is closed is not staged."""
    out, k = [], int(n)
    try:
        try:
            _left(out, k)
        finally:
            out.append(str(5 // k))
    except (ValueError, ZeroDivisionError):
        out.append("caught")
    return out


# -- isinstance() in generators and other unconverted code

I64 = np.int64


def flattened(items):
    for item in items:
        if isinstance(item, (list, tuple)):
            yield from flattened(item)
        elif isinstance(item, (int, np.integer)):
            yield item
        else:
            yield -1


def described(value):
    while True:
        name = "other"
        if isinstance(value, bool):
            name = "bool"
        elif isinstance(value, int):
            name = "int"
        elif isinstance(value, float):
            name = "float"
        elif isinstance(value, np.ndarray):
            name = "array"
        elif isinstance(value, str):
            name = "text"
        value = yield name, isinstance(value, numbers.Number)


class Numbered(dict):  # type: ignore[type-arg]
    def __missing__(self, key):
        return 1 if isinstance(self.given, int) else 2


class Copied:
    def __init__(self, value):
        self.value = value

    def __copy__(self):
        return Copied(1 if isinstance(self.value, float) else 2)


@programs.staged(T(3), I64(3), np.float64(0.5), np.array([1, 2]), 3)
def items_that_are_drawn(n):
    """`isinstance` in a recursive generator, drawn from by `next`."""
    steps = flattened([n, [2], (n,)])
    return next(steps), next(steps), next(steps)


@programs.staged(T(3), T(0))
def items_of_integers_of_the_run(n):
    """`isinstance` of dynamic ints and floats in a recursive generator."""
    n = int(n)
    steps = flattened([n, [n + 1, n / 2], "a"])
    return next(steps), next(steps), next(steps), next(steps)


@programs.staged(T(3), T(0))
def what_is_sent(n):
    """`isinstance` of dynamic numbers and text sent to a generator."""
    steps = described(int(n))
    first = next(steps)
    rest = [steps.send(value) for value in (float(n), n > 1, str(int(n)), int(n) > 1)]
    return first, rest[0], rest[2], rest[3]


@programs.staged(I64(3), np.float64(0.5), np.array([1, 2]), np.bool_(1), 3)
def what_is_sent_of_numpy(x):
    """`isinstance` of NumPy scalars and arrays sent to a generator."""
    steps = described(x)
    return next(steps), steps.send(x + 1)


@programs.staged(T(3))
def methods_that_python_calls(n):
    """`isinstance` in `__missing__` and `__copy__`, which Python itself calls."""
    values = Numbered()
    values.given = int(n)
    return (
        values["a"],
        copy.copy(Copied(float(n))).value,
        copy.copy(Copied(n > 1)).value,
    )


@programs.falls(T(3), I64(3), np.array([1, 2]))
def functions_that_are_not_converted(x):
    """`isinstance` in a `do_not_convert` function."""
    return unconverted(x), unconverted(x + 1), x


@ag.do_not_convert
def unconverted(x):
    return isinstance(x, np.ndarray), isinstance(x, np.integer), isinstance(x, int)


class Indexed:
    def __class_getitem__(cls, key):
        return type(key) is int


@ag.do_not_convert
def named(x):
    return type(x).__name__


def kinds_sent():
    given = 0
    while True:
        given = yield type(given) is int


def kinds_of(items):
    for each in items:
        yield kind_of(each)


def kind_of(value):
    return type(value) is int


def stepped(self):
    kind = type(self)
    yield kind.__name__, isinstance(kind, type), self.value


@programs.staged(T(3), I64(3))
def classes_of_what_is_known(n):
    """`type()` of values known while tracing, in generators and `named`."""
    steps = stepped(Copied(n))
    known = kinds_sent()
    return next(steps), next(known), known.send("a"), named("a"), Indexed[1]


@programs.staged(T(3), I64(3), 3)
def classes_in_what_is_staged(n):
    """`type()` of ints in a generator that a comprehension consumes."""
    n = int(n)
    return [(each, 1) for each in kinds_of([n, n + 1])]


@programs.staged(T(3), T(0), np.int64(3), 3)
def type_in_the_body_of_a_class(n):
    """`type()` in the body of a class statement."""
    k = int(n)

    class C:
        names = type(k).__name__, type([k]).__name__, type("") is str
        is_int = type(k) is int
        made = type("D", (), {"k": 4})
        squares = [k, k * k]

    return C.names, C.is_int, C.made.k, C.squares, type(n) is int


class Missed(dict):  # type: ignore[type-arg]
    def __missing__(self, key):
        return type(self.given).__name__


@programs.staged(T(3))
def a_class_of_what_is_sent(n):
    """`type()` of an int that is sent to a generator."""
    steps = kinds_sent()
    next(steps)
    return steps.send(int(n))


@programs.staged(T(3))
def classes_beside_others(n):
    """`type()` of an int in a generator that `zip` draws from."""
    steps = zip(
        [1], (type(each) is int for each in [1]), kinds_of([int(n)]), strict=False
    )
    return next(iter(steps))


@programs.staged(T(3))
def a_class_of_an_attribute(n):
    """`type()` of an int of the run in `__missing__`."""
    table = Missed()
    table.given = int(n)
    return table["a"]


@programs.staged(T(3))
def a_class_that_a_helper_asks_for(n):
    """`type()` of ints in a function that a generator calls."""
    steps = kinds_of([int(n), 2])
    return next(steps)


@programs.staged(T(3))
def classes_in_a_loop(n):
    """The same in a loop over the generator, and where it is unpacked."""
    found = []
    steps = kinds_of([int(n), 2])
    for kind in steps:
        found.append((kind, 1))  # a loop is what is tested
    first, _ = kinds_of([int(n), 2])
    return found, first


@programs.staged(T(3))
def a_class_of_an_index(n):
    """`type()` of an int of the run in `__class_getitem__`."""
    return Indexed[int(n)]


@programs.falls(I64(3), np.array([1, 2]))
def a_class_in_unconverted_code(n):
    """`type()` of an argument in a function that is not converted."""
    return named(n) + ""


@programs.falls(T(3))
def a_condition_in_the_body_of_a_class(n):
    """The body of a class decides on a tensor."""

    class C:
        if n > 0:
            kind = 1

    return C.kind
