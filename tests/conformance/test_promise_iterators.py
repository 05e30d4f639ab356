"""Iterators over lists, tuples, ranges and text that staged code advances."""

# Programs under test are written as users write them.
# ruff: noqa: PERF401

from __future__ import annotations

import collections
import functools
import itertools
import operator

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (-2, 0, 3, 6)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


test_what_cannot_be_advanced_is_refused = refused.refusal_test()


@rows.on(*EACH)
def in_a_branch(x):
    it = iter([1, 2])
    first = 0
    if x > 0:
        first = next(it)
    return first + next(it)


@rows.on(*EACH)
def in_a_while_loop(x):
    it = iter([1, x, 3])
    t = 0
    while t < 3:
        t += next(it)
    return t, next(it, None), next(it, None)


@rows.on(*EACH)
def left_by_a_break_and_used_again(x):
    it = iter([1, 2, x, 4])
    a = 0
    for v in it:
        a += v
        if a > 2:
            break
    b = 0
    for v in it:
        b += v * 10
    return a, b


@rows.on(*EACH)
def in_a_staged_loop(x):
    it = iter([1, 2])
    t = 0
    for _i in ag.range(x * x):
        t += next(it, 100)
    return t


@rows.on(*EACH)
def used_up_by_builtins(x):
    it = iter([1, 2, 3])
    if x > 0:
        next(it)
    return list(it), sum(it)


@rows.on(*EACH)
def zipped_with_itself(x):
    it = iter([1, 2, 3, x])
    if x > 0:
        next(it)
    return [a + b for a, b in zip(it, it, strict=False)]


@rows.on(*EACH)
def what_a_break_leaves(x):
    it = iter([1, 2, 3, 4])
    for v in it:
        if v > x:
            break
    return v, list(it)


@rows.on(*EACH)
def functions_of_a_list(x):
    it = iter([abs, round])
    f = next(it)
    g = next(it)
    return f(x) + g(x)


@rows.on(*EACH)
def pairs(x):
    xs = [1, 2, 3, 4]
    return (
        [a + b for a, b in zip(*[iter(xs)] * 2, strict=False)],
        dict(zip(iter("ab"), iter(xs), strict=False)),
        list(map(abs, iter([x, -3]))),
    )


@rows.on(*EACH)
def a_list_that_grows(x):
    xs = [1, 2]
    it = iter(xs)
    next(it)
    xs.append(x)
    a = list(it)
    xs.append(4)
    return a, list(it), next(it, None)


@rows.on(*EACH)
def a_range(x):
    it = iter(range(5))
    t = 0
    for _i in ag.range(x):
        t += next(it, 100)
    return t, next(it, -1)


@rows.on(*EACH)
def given_to_builtins(x):
    it = iter([1, 2, 3, 4, 5])
    a = list(itertools.islice(it, 2))
    return (
        a,
        list(it),
        sum(iter([x, 2])),
        max(iter([x, 2])),
        sorted(iter([3, 1])),
        tuple(iter((1, x))),
    )


@rows.on(*EACH)
def until_it_ends(x):
    it = iter([1, 2, 3])
    try:
        while True:
            x += next(it)
    except StopIteration:
        pass
    return x


@rows.on(*EACH)
def unpacked(x):
    it = iter([x, 2, 3])
    first, *rest = it
    return first, rest, len([*it])


@rows.on(*EACH)
def until_a_default(x):
    it = iter([1, 2, 3])
    while (v := next(it, None)) is not None:
        x += v
    return x


@rows.on(*EACH)
def in_the_loop_over_it(x):
    it = iter([1, 2, 3, 4, 5, 6])
    out = []
    for v in it:
        out.append(v)
        if x > v:
            next(it)
    return out


@rows.on(*EACH)
def that_has_no_length(x):
    it = iter([3, 1, 2])
    return len(it)


@rows.on(*EACH)
def looked_through(x):
    it = iter([3, 1, 2])
    return 2 in it, list(it), it is iter(it)


@rows.on(*EACH)
def over_nothing(x):
    it = iter([])
    return next(it)


@rows.on(*EACH)
def in_an_attribute(x):
    class B:
        def __init__(self):
            self.it = iter([5, 6, 7])

        def take(self):
            return next(self.it)

    b = B()
    t = b.take()
    if x > 0:
        t += b.take()
    return t + b.take()


@rows.on(*EACH)
def in_a_generator(x):
    def gen():
        for v in it:
            yield v

    it = iter([1, 2, 3])
    return sum(gen()), list(it)


@rows.on(*EACH)
def counted(x):
    it = iter([1.5, 2, x])
    t = 0
    for i, v in enumerate(it):
        if v == x:
            t += i
    return t, next(it, "end")


@rows.on(*EACH)
def unpacked_to_the_end(x):
    it = iter([1, 2, 3])
    a, b, c = it
    return a + b * c + x, operator.length_hint(it)


@rows.on(*EACH)
def comprehensions(x):
    it = iter([1, 2, 3, 4])
    return [v for v in it if v != 2], list(it)


@rows.on(*EACH)
def comprehensions_with_conditions(x):
    it = iter([1, 2, 3, 4])
    return [v for v in it if v > x], list(it)


@rows.on(*EACH)
def over_it_at_once(x):
    for v in iter([1, 2, 3]):
        for w in iter((v, x)):
            if w > 2:
                continue
            x += w
    return x


@rows.on(*EACH)
def in_two_loops(x):
    it = iter([1, 2, 3, 4, 5, 6, 7])
    t = 0
    for v in it:
        t += v
        for w in it:
            t += w * 10
            if w > x:
                break
    return t


@rows.on(*EACH)
def in_a_loop_in_a_staged_loop(x):
    it = iter([1, 2, 3, 4, 5, 6, 7])
    t = 0
    for _i in ag.range(3):
        for v in it:
            t += v
            if v >= x:
                break
    else:
        t += 1000
    return t, next(it, 0)


@rows.on(*EACH)
def drawn_by_functions_that_are_chosen(x):
    it = iter([1, 2, 3])

    def take():
        return next(it)

    def drain():
        return sum(it)

    g = take if x > 0 else drain
    return g(), g()


@rows.on(*EACH)
def zipped_with_a_shorter_list(x):
    it = iter([1, 2, 3])
    pairs = zip(it, [x, x], strict=False)
    r = [a * b for a, b in pairs]
    return r, list(it)


@rows.on(*EACH)
def advanced_through_enumerate(x):
    it = iter([1, 2, 3])
    en = enumerate(it)
    i, v = next(en)
    if x > 0:
        i, v = next(en)
    return i, v, list(en)


@rows.on(*EACH)
def lists_in_a_list(x):
    it = iter([[1], [x]])
    a = next(it)
    a.append(5)
    b = next(it)
    if x > 0:
        b.append(6)
    return a, b


@rows.on(*EACH)
def a_stack_of_iterators(x):
    stack = [iter([1, [2, 3], 4])]
    out = []
    while stack:
        try:
            v = next(stack[-1])
        except StopIteration:
            stack.pop()
            continue
        if isinstance(v, list):
            stack.append(iter(v))
        else:
            out.append(v + x)
    return out


@rows.on(*EACH)
def by_a_number_of_the_run(x):
    n = 0
    it = iter([5, 6])
    while n < x:
        n += 1
        v = next(it, None)
        if v is not None:
            n += v
    return n


@rows.on(*EACH)
def special_methods(x):
    it = iter([1, 2, 3, 4])
    first = [next(it) for _ in range(2)]
    a = it.__next__()
    return first, a, it.__length_hint__()


@refused.on(T(3))
def items_of_several_types(x):
    it = iter((1, "a", None))
    if x > 0:
        next(it)
    return next(it)


@refused.on(T(3))
def other_iterators_of_python(x):
    it = iter({1, 2, 3})
    if x > 0:
        next(it)
    return list(it)


@rows.on(*EACH)
def what_kind_it_is(x):
    it = iter([1, 2, 3])
    is_one = isinstance(it, collections.abc.Iterator)
    return is_one, type(it) is type(iter([])), any(v > x for v in it), list(it)


@rows.on(*EACH)
def given_to_classes_of_python(x):
    found = collections.deque(iter([1, x]))
    chained = itertools.chain(iter([1]), iter([x]))
    total = functools.reduce(operator.add, iter([1, x, 2]))
    return list(found), list(chained), "".join(iter(["a", "b"])), total


@rows.on(*EACH)
def over_a_range_that_the_run_knows(x):
    it = iter(range(x))
    first, second = next(it, -1), next(it, -2)
    return first, second, list(it), next(it, 7)


@rows.on(*EACH)
def over_a_range_in_a_branch_and_a_loop(x):
    it = iter(range(1, x, 2))
    t = 0
    if x > 2:
        t = next(it)
    for v in it:
        t += v * 10
        if t > 20:
            break
    return t, sum(it)


@rows.on(*EACH)
def over_a_range_until_it_ends(x):
    it = iter(range(x))
    t = 0
    try:
        while t < 100:
            t += next(it) + 1
    except StopIteration:
        t = -t
    return t


@rows.on(*EACH)
def over_a_list_that_grew(x):
    xs = []
    for k in range(x):
        xs.append(k * k)
    it = iter(xs)
    t = next(it, 7)
    if x > 2:
        t += next(it)
    xs.append(50)
    return t, list(it), next(it, None)


@rows.on(*EACH)
def over_a_list_that_grows_meanwhile(x):
    xs = [1]
    it = iter(xs)
    t = 0
    while t < x:
        t += next(it, 9)
        xs.append(t)
    return t, xs, next(it, 0)


@rows.on(*EACH)
def over_text(x):
    it = iter("abc")
    first = ""
    if x > 2:
        first = next(it)
    for letter in it:
        first += letter + "."
        if x > 0:
            break
    return first, list(it)
