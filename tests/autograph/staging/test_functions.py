"""Functions and generators that live at run time: Python calls them, and their bodies
are graphs.
"""

from __future__ import annotations

import collections
import functools
import itertools
import traceback

import numpy as np
import pytest

import autograph as ag
from autograph.testing import assert_agrees
from graph.errors import UnstagedGradientError
from graph.verify import verify

XS = np.array([5, 3, 9, 1, 3])
N = np.int64(3)


def squares(n):
    for i in range(n):
        yield i * i


def upwards(n):
    while True:
        yield n
        n += 1


def downwards(n):
    if n > 0:
        yield n
        yield from downwards(n - 1)


def tree(n):
    if n > 0:
        yield from tree(n - 1)
        yield n
        yield from tree(n - 2)


def added(total):
    while True:
        got = yield total
        if got is None:
            return total
        total += got


def nested(depth, n):
    for a in range(n):
        if a % 2:
            for b in range(n):
                if b > a:
                    while depth > 0:
                        depth -= 1
                        for c in range(n):
                            if c != b:
                                yield a, b, c, depth


def reduced(xs):
    return functools.reduce(lambda a, b: a * 2 - b, xs)


def sorted_by_a_comparison(xs):
    return sorted(xs, key=functools.cmp_to_key(lambda a, b: b % 4 - a % 4))


def accumulated(xs):
    k = xs[0]
    return list(itertools.accumulate(xs, lambda a, b, c=1: a * k + b + c))


def with_defaults_and_keywords(n):
    f = functools.partial(lambda a, *, b=2, c: a * b + c, c=n)
    return list(map(f, [1, 2])), f(3, b=n)


def a_factory(n):
    found = collections.defaultdict(lambda: n * 2)
    found[n] += 1
    return dict(found), found[n + 1]


def chosen(n):
    f = (lambda v: v + 1) if n > 2 else (lambda v: v + 2)
    again = {f: 1}
    return again[f], f(n), [g(n) for g in (f, abs)]


def a_predicate_with_effects(n):
    seen = []

    def noted(v):
        seen.append(v)
        return v > n

    drawn = filter(noted, [1, 5, 2, 7])
    first = next(drawn)
    return first, len(seen), list(drawn), seen


def interleaved(n):
    log = []

    def steps(name, k):
        for i in range(k):
            log.append((name, i))
            yield i

    for a, b in zip(steps("a", n), steps("b", n), strict=True):
        log.append((a, b))
    return log


def sent(n):
    adding = added(n)
    found = [next(adding), adding.send(5), adding.send(n)]
    try:
        adding.send(None)
    except StopIteration as end:
        found.append(end.value)
    return found


def delegated(n):
    def around(k):
        total = yield from added(k)
        yield total * 2

    steps = around(n)
    return next(steps), steps.send(4), steps.send(None)


def slices_of_what_has_no_end(n):
    return list(itertools.islice(upwards(n), 4)), list(
        itertools.islice(upwards(0.5), 2)
    )


def of_loops_in_branches(n):
    return list(nested(3, n))


def of_recursions(n):
    return list(downwards(n)), list(tree(n)), sum(squares(n))


def changed_while_it_is_drawn_from(n):
    held = [1, 2]

    def items():
        for x in held:
            yield x * n

    drawn = items()
    first = next(drawn)
    held.append(10)
    return first, list(drawn)


def closed(n):
    drawn = upwards(n)
    first = next(drawn)
    drawn.close()
    return first, list(drawn)


def variables_that_are_bound_again(n):
    k = 1
    later = map(lambda v: v * k, [1, 2, n])  # noqa: C417  # kept
    first = next(later)
    k = n
    return first, list(later)


def counted_by_two(n):
    count = 0

    def up(v):
        nonlocal count
        count += v
        return count

    return list(map(up, [1, n, 2])), count


def raised_in_a_function(xs):
    return functools.reduce(lambda a, b: a // (b - 3), xs)


def raised_in_a_generator(n):
    return [10 // (x - 1) for x in downwards(n)]


def of_wrong_arguments(n):
    add = lambda a, b: a + b + n  # the name is in the message
    return list(map(add, [1]))


PROGRAMS = (
    *[(f, XS) for f in (reduced, sorted_by_a_comparison, accumulated)],
    (raised_in_a_function, XS),
    *[
        (f, N)
        for f in (
            *(with_defaults_and_keywords, a_factory, chosen, a_predicate_with_effects),
            *(interleaved, sent, delegated, slices_of_what_has_no_end),
            *(of_loops_in_branches, of_recursions, changed_while_it_is_drawn_from),
            *(closed, variables_that_are_bound_again, counted_by_two),
            *(raised_in_a_generator, of_wrong_arguments),
        )
    ],
)


@pytest.mark.parametrize(
    ("function", "given"), PROGRAMS, ids=[f.__name__ for f, _ in PROGRAMS]
)
def test_it_does_what_plain_python_does(function, given):
    assert_agrees(ag.function(function, python="refuse"), given)


@pytest.mark.parametrize("function", [sent, interleaved, of_recursions, a_factory])
def test_its_graph_is_legal(function):
    verify(ag.function(function).get_concrete_function(N).graph)


def test_an_error_in_it_is_told_at_the_users_line():
    def looked_up(n):
        held = [1, 2]
        return list(map(lambda v: held[v], [0, n]))  # noqa: C417  # not inlined

    with pytest.raises(IndexError, match="list index out of range") as raised:
        ag.function(looked_up, python="refuse")(N)
    last = traceback.extract_tb(raised.value.__traceback__)[-1]
    assert "held[v]" in (last.line or "")


def test_many_levels_of_loops_in_a_generator_are_functions_that_yield():
    depth = 14
    lines = [f"{'    ' * (i + 2)}for i{i} in range(n):" for i in range(depth)]
    total = " + ".join(f"i{i}" for i in range(depth))
    source = "\n".join([
        "def program(n):",
        "    def items(n):",
        *lines,
        f"{'    ' * (depth + 2)}yield {total}",
        "    return list(items(n))",
    ])  # fmt: skip
    _agrees_as_source(source, np.int64(2))


def _agrees_as_source(source, given):
    import linecache

    name = "<generators>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    names = {}
    exec(compile(source, name, "exec"), names)  # our own text
    assert_agrees(ag.function(names["program"], python="refuse"), given)


@pytest.mark.parametrize("policy", ["refuse", "allow"])
def test_no_gradient_is_lost_on_the_way(policy):
    def products(x):
        def parts(v):
            for i in range(3):
                yield v[i] * v[i]

        total = 0.0
        for part in parts(x):
            total += part
        return total

    x = ag.constant([1.0, 2.0, 3.0])
    function = ag.function(products, python=policy)

    def gradient():
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        return tape.gradient(y, x)

    if policy == "refuse":
        with pytest.raises(UnstagedGradientError):
            gradient()
    else:
        with pytest.warns(ag.errors.PythonFallbackWarning):
            found = gradient()
        np.testing.assert_allclose(found.numpy(), [2.0, 4.0, 6.0])
