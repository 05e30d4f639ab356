"""Lists of dynamic length."""

from __future__ import annotations

import collections
import copy
import heapq
import itertools
import json
import operator
from typing import Any, NamedTuple

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Lists that grow and shrink

T = ag.constant


class Pair(NamedTuple):
    left: Any
    right: Any


class Box:
    def __init__(self, items):
        self.items = items

    def push(self, item):
        self.items.append(item)

    def pop(self):
        return self.items.pop()


@programs.staged(T(1), T(6), T(27))
def growing_in_while(n):
    """A `while` loop appends each Collatz value to a list."""
    xs = [n]
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        xs.append(n)
    return xs


@programs.staged(T(0), T(4))
def elements_of_different_shape(n):
    """A list collects tensors of different shapes."""
    xs = []
    for i in ag.range(n):
        xs.append(ag.ones([i]))
    return xs, len(xs)


@programs.staged(T(0), T(4))
def appended_in_a_range(n):
    """A loop over a dynamic range appends floats to a list."""
    xs = []
    for i in range(n):
        xs.append(i * 2.5)
    return xs


@programs.staged(T(5), T(-5))
def appended_on_one_path(x):
    """An append on one branch makes the length of a list dynamic."""
    xs = [1]
    if x > 0:
        xs.append(2)
    return xs, len(xs)


@programs.staged(T(5), T(-5))
def different_lists_on_two_paths(x):
    """Two branches bind lists of different lengths to one name."""
    if x > 0:
        xs = [x, x + 1]
    else:
        xs = []
    return xs


@programs.staged(T(0), T(1), T(6))
def a_stack(n):
    """A list used as a stack of numbers drives a `while` loop."""
    stack = [n]
    total = 0
    depth = 0
    while stack:
        x = stack.pop()
        total += x
        if x > 1:
            stack.append(x - 1)
            stack.append(x // 2)
        depth = max(depth, len(stack))
    return total, depth


@programs.staged(T(1), T(5), T(12))
def a_stack_of_tuples(n):
    """A stack of tuples is unpacked; named tuples are collected."""
    stack = [(n, 0)]
    found = []
    while stack:
        value, level = stack.pop()
        found.append(Pair(value, level))
        if value > 2:
            stack.append((value // 2, level + 1))
            stack.append((value // 3, level + 1))
    return found


@programs.staged(T(0), T(1), T(4))
def a_queue(n):
    """A list used as a queue with `pop(0)` and `append`."""
    queue = [n]
    seen = []
    while queue and len(seen) < 10:
        x = queue.pop(0)
        seen.append(x)
        if x > 0:
            queue.append(x - 1)
            queue.append(x - 2)
    return seen


@programs.staged(T(0), T(2), T(3), T(5), T(-4), T(-5))
def indexed(n):
    """Dynamic, negative and out-of-range indices and slices of a dynamic list."""
    xs = [1.5, 2.5, 3.5]
    if n > 2:
        xs.append(4.5)
    return xs[n], xs[-1], xs[1:n], xs[0], xs[:], xs[::-1], xs[n:]


@programs.staged(T(0), T(2), T(-3), T(3), T(-4))
def a_plain_list_indexed(i):
    """A static list is indexed by a tensor, also negative or out of range."""
    xs = [10, 20, 30]
    return xs[i]


@programs.staged(T(0), T(2), T(-3), T(3), T(-4))
def a_plain_tuple_indexed(i):
    """A tuple is indexed by a tensor, also negative or out of range."""
    xs = (10.5, 20.5, 30.5)
    return xs[i]


@programs.staged(T(0), T(2), T(-3), T(3), T(-4))
def a_plain_list_written(i):
    """Item assignment at a dynamic index is seen through an alias."""
    xs = [10, 20, 30]
    ys = xs
    xs[i] = 5
    xs[i] += 1
    return xs, ys


@programs.staged(T(0), T(1), T(3), T(-2))
def a_plain_list_deleted_from(i):
    """`del xs[i]` at a dynamic index of a static list."""
    xs = [10, 20, 30]
    del xs[i]
    return xs


@programs.staged(T(0), T(1), T(3))
def stored(n):
    """Assignments to the first and last item of a dynamic list."""
    xs = []
    for i in range(n):
        xs.append(i)
    xs[0] = 7
    xs[-1] += 2
    return xs


@programs.staged(T(0), T(2), T(3))
def slices_stored_and_deleted(n):
    """Slice assignment and deletion of slices of a dynamic list."""
    xs = [9]
    for i in range(n):
        xs.append(i)
    xs[1:2] = [5, 6, 7]
    ys = xs[:]
    del xs[:2]
    del xs[0]
    return xs, ys


@programs.staged(T(0), T(1), T(5))
def list_methods(n):
    """`insert`, `reverse`, `copy`, `sort`, `extend`, `pop` on a dynamic list."""
    xs = [3]
    for i in range(n):
        xs.append(i * 3 % 4)
    xs.insert(1, 9)
    xs.insert(n, 8)
    xs.reverse()
    ys = xs.copy()
    xs.sort()
    zs = sorted(ys, reverse=True)
    xs.extend([1, 2])
    xs.extend(ys)
    last = xs.pop()
    first = xs.pop(0)
    at = xs.pop(n)
    return xs, ys, zs, last, first, at


@programs.staged(T(0), T(3))
def cleared(n):
    """`clear` on a branch of a loop that appends."""
    xs = [1]
    for i in range(n):
        xs.append(i)
        if i == 1:
            xs.clear()
    return xs


@programs.staged(T(0), T(3))
def aliases(n):
    """A dynamic list is changed through a second name, a dict and an attribute."""
    xs = []
    ys = xs
    d = {"a": xs}
    box = Box(xs)
    for i in range(n):
        xs.append(i)
        if i > 0:
            box.push(10 + i)
    ys.append(-1)
    d["a"].append(-2)
    return xs, ys, d, box.items


@programs.staged(T(0), T(3))
def an_alias_and_in_place_addition(n):
    """`+=` in a branch changes the list in place: its alias sees it."""
    xs = [0]
    ys = xs
    if n > 1:
        xs += [n]
    ys.append(5)
    return xs, ys


@programs.staged(T(0), T(3))
def an_attribute(n):
    """A method appends to an object's list in a dynamic loop."""
    box = Box([])
    while n > 0:
        box.push(n)
        n -= 1
    if len(box.items) > 2:
        box.pop()
    return box.items


def _collect(found, n):
    for i in range(n):
        if i % 2 == 0:
            found.append(i)
    return found


@programs.staged(T(0), T(5))
def changed_by_a_function(n):
    """A helper function appends to its argument and returns the same list."""
    found = [100]
    again = _collect(found, n)
    again.append(7)
    return found


@programs.staged(T(0), T(2))
def in_nested_loops(n):
    """Nested dynamic loops append tuples to one list."""
    xs = []
    for i in range(n):
        for j in range(i + 1):
            xs.append((i, j))
    return xs


@programs.staged(T(0), T(3))
def a_list_for_each_iteration(n):
    """A new list is created and consumed in each iteration."""
    total = 0
    for i in range(n):
        row = []
        for j in range(i):
            row.append(j)
        total += len(row) * 10 + sum(row)
    return total


@programs.staged(T(5), T(-5))
def none_in_a_list(x):
    """None is appended to a list on one branch."""
    xs = [1]
    if x > 0:
        xs.append(None)
    xs.append(3)
    return xs


@programs.staged(T(5), T(-5))
def a_list_or_none(x):
    """A name is None or a list that a nested branch appends to."""
    xs = None
    if x > 0:
        xs = [x]
        if x > 3:
            xs.append(x * 2)
    return xs


@programs.staged(T(0), T(3))
def early_return(n):
    """A Python loop returns its list at a dynamic bound."""
    xs = []
    for i in range(10):
        if i >= n:
            return xs
        xs.append(i)
    return xs


@programs.staged(T(0), T(3))
def primes_by_trial(n):
    """Trial division by the growing list of primes found so far."""
    found = []
    k = 2
    while len(found) < n:
        is_prime = True
        for p in found:
            if k % p == 0:
                is_prime = False
        if is_prime:
            found.append(k)
        k += 1
    return found


@programs.staged(T(0.5), T(3.0))
def stacked_into_a_tensor(x):
    """A dynamic list becomes a tensor by `stack` and by two conversions."""
    xs = [x]
    while x < 3:
        x = x * 1.5
        xs.append(x)
    return ag.stack(xs), ag.convert_to_tensor(xs), ag.constant(xs)


@programs.staged(T([3, 1, 2]), T([5]))
def insertion_sort(values):
    """Insertion sort with `insert` at a dynamic index."""
    out = []
    for v in values:
        k = 0
        while k < len(out) and out[k] < v:
            k += 1
        out.insert(k, v)
    return out


@programs.staged(T([3, 1, 2]), T([5, 5, 1, 0]))
def sorted_by_key(values):
    """`sorted` of a dynamic list, with and without a key."""
    xs = []
    for v in values:
        if v > 0:
            xs.append(v)
    return sorted(xs, key=lambda v: -v), sorted(xs)


@programs.staged(T(3), T(0))
def one_list_in_two_places(n):
    """A tuple contains one list twice; both items show each append."""
    xs = []
    pair = (xs, xs)
    for i in range(n):
        pair[0].append(i)
    pair[1].append(9)
    return pair


@programs.staged(T(3), T(0))
def ints_and_floats_after_each_other(n):
    """A dynamic list of floats is followed by a static list of ints."""
    xs = []
    for i in range(n):
        xs.append(i + 0.5)
    ys = [x for x in (1, 2)]
    return xs, ys


@programs.staged(T(1.0), T(-0.5), T(3.0))
def a_list_with_a_tuple_returned_from_two_loops(x):
    """A tuple of a number, a list and a nested tuple returns from two loops."""
    fuel = 4
    while True:
        fuel -= 1
        if fuel < 0:
            break
        x = x**2
        if T(-0.0):
            more = 4
            while True:
                more -= 1
                if more < 0:
                    break
                return (x + 1, [x, (x,)])
            y = x - 1
        else:
            x = abs(x)
        continue
    return (x - 1, [x + 2, (x + 3,)])


# -- Operations on lists


@programs.staged(T(0), T(2), T(4))
def looked_for(n):
    """`in` and `not in` on a list of dynamic length."""
    xs = []
    for i in range(n):
        xs.append(i)
    return (2 in xs, 2 not in xs, n in xs, n - 1 in xs)


@programs.staged(T(0), T(2), T(4))
def removed(n):
    """`list.remove` on a list of dynamic length raises ValueError if absent."""
    xs = []
    for i in range(n):
        xs.append(i)
    xs.remove(1)
    return xs


@programs.staged(T(0), T(1), T(2))
def popped_too_often(n):
    """Two `pop` calls on a list that may have fewer items raise IndexError."""
    xs = []
    for i in range(n):
        xs.append(i)
    a = xs.pop()
    b = xs.pop()
    return a, b


@programs.staged(T(1), T(3))
def popped_out_of_range(n):
    """`pop(2)` on a list of dynamic length raises IndexError if too short."""
    xs = []
    for i in range(n):
        xs.append(i)
    return xs.pop(2)


@programs.staged(T(0), T(2))
def truth(n):
    """The truth value of a dynamic list in `if`, `not`, `bool`, `and`, `assert`."""
    xs = []
    for i in range(n):
        xs.append(i)
    a = 1 if xs else 2
    b = 3 if not xs else 4
    c = bool(xs)
    if xs and n > 1:
        a += 10
    assert xs or n == 0
    return a, b, c


@programs.staged(T(0), T(2))
def added_and_repeated(n):
    """`+`, `*` and `+=` on lists of dynamic length."""
    xs = []
    for i in range(n):
        xs.append(i)
    ys = xs + [5] + xs
    zs = [7] + xs * 2
    xs += [8]
    xs += ys
    return xs, ys, zs


@programs.staged(T(0), T(2), T(3))
def compared(n):
    """`==` and `!=` of a dynamic list with lists, itself, None and an int."""
    xs = []
    for i in range(n):
        xs.append(i)
    return (
        xs == [0, 1],
        xs != [0, 1],
        xs == [],
        xs == xs,
        [0, 1, 2] == xs,
        xs == None,
        xs == 1,
    )


@programs.staged(T(1), T(2), T(3))
def unpacked(n):
    """Unpacking a dynamic list into two names raises ValueError on mismatch."""
    xs = []
    for i in range(n):
        xs.append(i + 1)
    a, b = xs
    return a, b


@programs.staged(T(0), T(1), T(2), T(4))
def unpacked_with_a_star(n):
    """Unpacking a dynamic list with a starred name in the middle."""
    xs = []
    for i in range(n):
        xs.append(i + 1)
    a, *b, c = xs
    return a, b, c


@programs.staged(T(2), T(3))
def unpacked_deeply(n):
    """A dynamic list of pairs is unpacked by a loop and by nested targets."""
    xs = []
    for i in range(n):
        xs.append((i, i * 0.5))
    total = 0
    for a, b in xs:
        total += a + b
    (c, d), (e, f) = xs
    return total, c, d, e, f


@programs.staged(T(0), T(3))
def stepped_through(n):
    """`for` over a dynamic list, its enumerate, zip, reversed and indices."""
    xs = []
    for i in range(n):
        xs.append(i * i)
    total = 0
    for x in xs:
        total += x
    for k, x in enumerate(xs):
        total += k * x
    for x, y in zip(xs, xs, strict=False):
        total += x * y
    for x in reversed(xs):
        total = total * 2 + x
    for k in range(len(xs)):
        total += xs[k]
    return total


@programs.staged(T(0), T(3))
def stepped_through_beside_a_list(n):
    """`for` over `zip` of a dynamic list and a static one."""
    xs = []
    for i in range(n):
        xs.append(i * i)
    total = 0
    for x, y in zip(xs, [4, 5], strict=False):
        total = total * 3 + x * y
    return total


@programs.staged(T(1), T(4))
def growing_while_stepped_through(n):
    """A `for` loop appends to the list that it iterates over."""
    xs = [n]
    total = 0
    for x in xs:
        total += x
        if x > 1:
            xs.append(x - 1)
    return total, xs


@programs.staged(T(1), T(4))
def builtins_over_a_list(n):
    """`sum`, `max`, `min`, `any`, `all` and `list` of a dynamic list."""
    xs = []
    for i in range(n):
        xs.append(i * 3 % 5)
    return sum(xs), max(xs), min(xs), any(xs), all(xs), list(xs), sum(xs, 10)


@programs.staged(T(0))
def largest_of_none(n):
    """`max` of a dynamic list that is empty raises ValueError."""
    xs = []
    for i in range(n):
        xs.append(i)
    return max(xs)


@programs.staged(T(1), T(2))
def static_lists_of_tensors(n):
    """Tensors as items, indices and slice bounds of lists of static length."""
    xs = [n, n + 1]
    ys = [1, 2]
    tail = len(xs[n:])
    same = xs == ys, xs != ys, xs == [n], ys == [1, 2]
    ys.remove(n)
    ys.insert(n, 7)
    return same, ys, ys.pop(n - 1), tail


@programs.staged(T(0), T(2), T(4))
def listed(n):
    """`list` of a dynamic range, and of enumerate, zip and reversed."""
    xs = [i * 2 for i in range(n)]
    pairs = list(zip(xs, xs, strict=False))
    return list(range(n)), list(enumerate(xs)), pairs, list(reversed(xs))


@programs.staged(T(0), T(2), T(4))
def joined(n):
    """`str.join` of a dynamic list of strings, also starred in a display."""
    xs = []
    for i in range(n):
        xs.append(f"<{i}>")
    return ",".join(xs), "".join([*xs, "end"]), " ".join(["begin", *xs])


@programs.staged(T(0), T(2), T(4))
def counted(n):
    """`list.count` on a list of dynamic length."""
    xs = [i % 3 for i in range(n)]
    return xs.count(0), xs.count(n), [*xs, 0].count(0)


@programs.staged(T(0), T(2), T(4))
def place_of_an_item(n):
    """`list.index` on a dynamic list, whose ValueError is caught."""
    xs = [i * 2 for i in range(n)]
    try:
        return f"{xs.index(2)} {[*xs, 9].index(9)}"
    except ValueError as error:
        return str(error)


@programs.staged(T(0), T(2), T(4))
def extremes_with_a_default(n):
    """`max` and `min` of a dynamic list with `default` and `key`."""
    xs = [i * (3 - i) for i in range(n)]
    return max(xs, default=-1), min(xs, default=n, key=lambda x: -x)


@programs.staged(T([1.0, 2.0]), T([0.0]))
def stacked_where_it_may_be_empty(x):
    """`ag.stack` of a dynamic list of scalars that may be empty."""
    xs = []
    for v in x:
        if v > 1:
            xs.append(v)
    return ag.stack(xs)


@programs.staged(T([1.0, 2.0]), T([0.0]))
def tensors_stacked_where_there_may_be_none(x):
    """`ag.stack` of a dynamic list of vectors that may be empty."""
    xs = []
    for v in x:
        if v > 1:
            xs.append(ag.ones(3) * v)
    return ag.stack(xs)


@programs.staged(T(3), T(0))
def stacked_by_numpy(n):
    """`np.stack` of a dynamic list of floats that may be empty."""
    xs = []
    for i in range(n):
        xs.append(i * 1.5)
    return np.stack(xs)


@programs.staged(T([1.0, 2.0]), T([0.0]))
def made_a_tensor_where_it_may_be_empty(x):
    """`ag.constant` and `convert_to_tensor` of a list that may be empty."""
    xs = []
    for v in x:
        if v > 1:
            xs.append(v)
    return ag.constant(xs), ag.convert_to_tensor(xs), ag.constant(xs, ag.float32)


@programs.staged(T(0), T(4))
def iterators_taken_apart(n):
    """Unpacking `map` objects into names, a star and nested targets."""
    k = int(n)
    a, b = map(int, f"{k} 7".split())
    c, *rest = map(int, f"{k},4,5".split(","))
    (d, e), f = map(abs, [a, b]), k
    return a - b, c, rest, d, e, f


@programs.staged(T(0), T(2), T(4))
def iterators_of_too_few_or_too_many(n):
    """Unpacking `map` over a dynamic list calls its function as Python does."""
    seen = []

    def noted(x):
        seen.append(x)
        return x

    try:
        a, b = map(noted, [i for i in range(n)])
    except ValueError as error:
        return str(error), seen
    return f"{a}{b}", seen


@programs.staged(T(0), T(1), T(2))
def filtered_ones_taken_apart(n):
    """Unpacking a `filter` whose number of items is dynamic."""
    a, b = filter(lambda x: x > n, [1, 2, 3])
    return a, b


@programs.staged(T(0), T(2))
def numbered_ones_taken_apart(n):
    """Unpacking `enumerate`, `zip` and `reversed` of a dynamic list."""
    xs = [i * 2 for i in range(n)]
    a, b = enumerate(xs)
    c, d = zip(xs, "xyz")
    f, e = reversed(xs)
    return a, b, c, d, e, f


# -- Lists in unconverted code


def listed_2(n):
    xs = []
    for i in range(n):
        xs.append(i)
    return xs


class Stack:
    def __init__(self, n):
        self.items = []
        for i in range(n):
            self.items.append(i)

    def __len__(self):
        return len(self.items)

    def __getitem__(self, place):
        return self.items[place]

    def __bool__(self):
        return len(self.items) > 0

    def __iter__(self):
        return iter(self.items)

    def __eq__(self, other):
        return len(self.items) == len(other.items)

    def __hash__(self):
        return 1

    @property
    def size(self):
        return len(self.items)


@ag.do_not_convert
def length_as_it_stands(xs):
    return len(xs)


@programs.staged(T(0), T(2))
def a_special_method(n):
    """`len()` of an object whose `__len__` measures a dynamic list."""
    return len(Stack(n))


@programs.staged(T(0), T(2))
def an_equality(n):
    """`==` of objects whose `__eq__` compares lengths of dynamic lists."""
    return Stack(n) == Stack(n)


@programs.staged(T(0), T(2))
def a_generator(n):
    """A generator function that measures a dynamic list cannot be staged."""
    xs = listed_2(n)

    def count():
        yield len(xs)

    items = count()
    return next(items), next(items, 0)


@programs.falls(T(0), T(2))
def a_class_body(n):
    """A class body that measures a dynamic list cannot be staged."""
    xs = listed_2(n)

    class Held:
        size = len(xs)

    return Held.size


@programs.staged(T(0), T(2))
def an_iterator(n):
    """`for` over an object whose `__iter__` iterates over a dynamic list."""
    total = 0
    for _ in Stack(n):
        total += 1
    return total


@programs.falls(T(0), T(2))
def an_unconverted_function(n):
    """Passing a dynamic list to an unconverted function cannot be staged."""
    return length_as_it_stands(listed_2(n))


@programs.falls(T(0), T(2))
def an_unconverted_function_by_an_attribute(n):
    """Passing unconverted code an object with a dynamic list cannot be staged."""
    return length_as_it_stands(Stack(n))


@programs.staged(T(0), T(2))
def numpy_functions(n):
    """`np.vander` of a dynamic list cannot be staged."""
    return np.vander(listed_2(n))


@programs.staged(T(0), T(2))
def numpy_operators(n):
    """Adding a dynamic list to a NumPy array cannot be staged."""
    return np.ones(3) + listed_2(n)


@programs.falls(T(0), T(2))
def json_text(n):
    """`json.dumps` of a dynamic list cannot be staged."""
    return len(json.dumps(listed_2(n)))


@programs.staged(T(0), T(2))
def a_set(n):
    """The length of `set()` of a dynamic list."""
    return len(set(listed_2(n)))


@programs.staged(T(0), T(2))
def a_tuple(n):
    """The length of `tuple()` of a dynamic list."""
    return len(tuple(listed_2(n)))


@programs.staged(T(0), T(2))
def a_star_in_a_tuple(n):
    """A dynamic list is starred in a tuple display."""
    return len((*listed_2(n), 1))


@programs.falls(T(0), T(2))
def a_star_in_a_call(n):
    """A dynamic list is starred in the arguments of a call."""
    return (lambda *args: len(args))(*listed_2(n))


@programs.staged(T(0), T(2))
def a_deque(n):
    """The length of a `deque` of a dynamic list."""
    return len(collections.deque(listed_2(n)))


@programs.falls(T(0), T(2))
def a_merge(n):
    """`heapq.merge` of a dynamic list cannot be staged."""
    return list(heapq.merge(listed_2(n), [1]))


@programs.staged(T(0), T(2))
def groups(n):
    """`itertools.groupby` over a dynamic list cannot be staged."""
    return [key for key, _ in itertools.groupby(listed_2(n))]


@programs.staged(T(0), T(2))
def two_iterators(n):
    """`itertools.tee` of a dynamic list cannot be staged."""
    return len(list(itertools.tee(listed_2(n))[0]))


@programs.staged(T(0), T(2))
def an_operator_by_name(n):
    """`operator.eq` of a dynamic list and a list cannot be staged."""
    return operator.eq(listed_2(n), [])


@programs.staged(T(0), T(2))
def an_order_of_a_list_and_a_tuple(n):
    """`<` between a dynamic list and a tuple cannot be staged."""
    return listed_2(n) < (5,)


@programs.staged(T(0), T(2))
def an_order_of_lists(n):
    """`<` between a dynamic list and a static one."""
    return listed_2(n) < [5]


@programs.staged(T(0), T(2))
def an_equality_of_dicts(n):
    """`==` of dicts with a dynamic list as a value."""
    return {"a": listed_2(n)} == {"a": []}


@programs.staged(T(0), T(2))
def a_list_among_lists(n):
    """`in` compares an empty list with a dynamic list."""
    return [] in [listed_2(n)]


@programs.staged(T(0), T(2))
def a_list_counted_among_lists(n):
    """`list.count` compares an empty list with a dynamic list."""
    return [listed_2(n)].count([])


@programs.staged(T(0), T(2))
def text(n):
    """`str()` of a dynamic list."""
    return str(listed_2(n))


@programs.staged(T(0), T(2))
def an_f_string(n):
    """A dynamic list in an f-string."""
    return f"{listed_2(n)}"


@programs.staged(T(0), T(2))
def a_pattern(n):
    """`match` on a dynamic list by the length of sequence patterns."""
    match listed_2(n):
        case []:
            return 0
        case [_]:
            return 1
    return 2


@programs.staged(T(0), T(2))
def a_deep_copy(n):
    """`copy.deepcopy` of a dynamic list cannot be staged."""
    return len(copy.deepcopy(listed_2(n)))


@programs.staged(T(0), T(2))
def a_shape(n):
    """A dynamic list as the shape of `ag.reshape` cannot be staged."""
    return ag.reshape(ag.range(6), listed_2(n))


@programs.staged(T(0), T(2))
def an_operator_of_tensors(n):
    """Adding a dynamic list to a tensor cannot be staged."""
    return ag.constant([1, 2]) + listed_2(n)


@programs.staged(T(1), T(2))
def lists_in_a_list(n):
    """Changing a row after a dynamic loop has appended it cannot be staged."""
    rows = []
    row = [1]
    for _ in range(n):
        rows.append(row)
    row.append(5)
    return rows


@programs.staged(T(1), T(2))
def arrays_in_a_list(n):
    """Writing to an array after a dynamic loop appended it cannot be staged."""
    found = []
    array = np.ones(2)
    for _ in range(n):
        found.append(array)
    array[0] = 5
    return found


@programs.staged(T(3))
def a_list_changed_under_enumerate(n):
    """A conditional append to a list under `enumerate` cannot be staged."""
    xs = [1, 2]
    for place, x in enumerate(xs):
        if n > 2:
            if place < 3:
                xs.append(x)
    return xs
