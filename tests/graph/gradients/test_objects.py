"""Gradients through objects, by their leaves: against central differences."""

from __future__ import annotations

import heapq
import random
import time
from collections import deque
from typing import Any

import numpy as np
import pytest

import autograph as ag
from graph import dtypes
from graph.errors import GradientError
from graph.graph import Graph
from graph.python import objects, protocols
from graph.python.record import OBJECT
from graph.specs import TensorSpec
from tests.graph.gradients.objects import (
    check_orders,
    gradient_of,
    program,
    scalar_of,
    slopes,
    traced,
)

X = np.float64(0.7)
VECTOR = np.array([0.3, -1.1, 0.8])
MATRIX = np.array([[0.3, -1.1], [0.8, 0.2], [-0.6, 0.5]])


class Account:
    def __init__(self, total: Any) -> None:
        self.total = total
        self.hits = 0

    def add(self, value: Any) -> None:
        self.total = self.total * 0.9 + value
        self.hits += 1


# -- Programs, of a tensor and a number of steps


def over_range(x, n):
    for i in ag.range(n):
        x = ag.sin(x) * 1.3 + ag.cast(i, ag.float64) * 0.125
    return x


def over_rows(x, n):
    t = ag.constant(0.0, ag.float64)
    for row in x:
        t = t * 0.9 + ag.reduce_sum(row * row * row)
    return t


def over_numbers(x, n):
    t = ag.constant(0.0, ag.float64)
    for v in x:
        if t > 2.0:
            break
        t = t * 0.9 + v * v * v
    return t


def collected(x, n):
    xs = []
    s = x
    for _ in ag.range(n):
        s = ag.sin(s) * 1.1 + x * 0.3
        xs.append(s)
    t = x * 0.0
    for y in xs:
        t = t + y * y
    return t + sum(xs) * max(xs)


def memo(x, n):
    known = {0: x}
    t = x * 0.0
    i = 0
    while i < n:
        k = (i * 7) % 5
        if k not in known:
            known[k] = ag.sin(known.get(k // 2, x)) * 0.5 + x
        t = t + known[k] * known[k]
        if i % 4 == 3:
            known[k] = known[k] * 0.9
        i = i + 1
    return t


def stack_machine(x, n):
    stack = [x]
    acc = x * 0.5
    i = 0
    while i < 4 * n and acc < 40.0:
        if i % 5 in (0, 1, 3):
            stack.append(ag.sin(acc) + x)
        elif len(stack) > 1:
            a = stack.pop()
            b = stack.pop()
            if i % 2 == 0:
                stack.append(a * b * 0.7)
            else:
                stack.append(a + b * b * 0.1)
            acc = acc + a * 0.1
        else:
            acc = acc * 0.9
        i = i + 1
    t = acc
    while len(stack) > 0:
        t = t + ag.tanh(stack.pop())
    return t + acc


def attributes(x, n):
    account = Account(x)
    accounts = [account]
    for _ in ag.range(n):
        other = Account(ag.sin(account.total))
        accounts.append(other)
        account.add(other.total * x)
    t = account.total
    for each in accounts:
        t = t + each.total * each.total
    return t


def aliased_rows(x, n):
    rows = [[x], [], []]
    first = rows[0]
    rows.append(first)
    i = 0
    while i < n:
        rows[i % 4].append(ag.sin(first[-1]) * 1.2 + x * 0.1)
        i += 1
    t = x * 0.0
    for row in rows:
        for y in row:
            t = t + y * y
    return t


def grouped(x, n):
    groups = {}
    s = x
    i = 0
    while i < n:
        s = ag.sin(s) * 1.3
        groups.setdefault(i % 3, []).append((s, x * s))
        i += 1
    t = x * 0.0
    for group in groups.values():
        for a, b in group:
            t = t * 0.9 + a * b * b
    return t


def reordered(x, n):
    xs = []
    s = x
    for _ in ag.range(n):
        s = ag.sin(s * 3.0 + 1.0) + x * 0.3
        xs.append(s)
    xs.reverse()
    xs[1:4] = xs[-3:]
    xs.insert(2, xs.pop(0))
    last = deque(xs, 5)
    last.rotate(1)
    t = x * 0.0
    for y in last:
        t = t * 0.8 + y * y
    xs.sort()
    heap = []
    for y in xs:
        t = t * 0.8 + y * y
        heapq.heappush(heap, y * t)
    while len(heap) > 0:
        t = t * 0.9 + heapq.heappop(heap)
    return t


def nested_loops(x, n):
    xs = [x]
    for i in ag.range(n):
        for j in ag.range(i):
            if j % 2 == 0:
                xs.append(xs[j] * 0.5 + ag.sin(xs[-1]))
            else:
                xs[j] = xs[j] * x
    t = x * 0.0
    for y in xs:
        t = t * 0.9 + y * y
    return t


def vectors(x, n):
    xs = []
    s = x
    for _ in ag.range(n):
        s = ag.sin(s) * x
        xs.append(s)
    t = ag.constant(0.0, ag.float64)
    for y in xs:
        t = t + ag.reduce_sum(y * y * y)
    return t


def spread(x, n):
    xs = []
    for _ in ag.range(n):
        xs.extend(x)
        xs += [x[0] * 2.0]
    t = ag.constant(0.0, ag.float64)
    for i, v in enumerate(x):
        t = t * 0.9 + v * xs[i]
    for y in xs:
        t = t * 0.9 + y * y
    return t


def swept(x, n):
    a = np.zeros(9)
    for k in range(9):
        a[k] = x * (0.1 * k)
    for _ in ag.range(n):
        a[1:-1] += 0.1 * np.sin(a[2:]) * a[:-2]
        a[3:5] *= a[0:2] + 1.0
        a[0] -= x * a[8]
        a[7] /= 1.0 + a[6] * a[6]
    return ag.reduce_sum(a * a)


def elements(x, n):
    a = np.zeros(6)
    a[0] = x
    i = 0
    while i < n:
        k = i % 5
        a[k + 1] = a[k] * a[k] * 0.5 + 0.1 + np.sin(a[k])
        a[k] *= x
        i += 1
    t = x * 0.0
    for v in a:
        t = t * 0.9 + v * v
    return t


def overlapping(x, n):
    a = np.zeros(6)
    a[0] = x
    a[1] = x * x
    a[2] = np.sin(x)
    b = a
    for _ in ag.range(n):
        a[1:] = a[:-1]
        b[0] = a[2] * x + a[0]
        a[:] = a[::-1]
        b *= 0.9
        b[2:4] -= a[0:2]
    return ag.reduce_sum(a * a * a + 0.0)


def list_of_arrays(x, n):
    rows = []
    for _ in ag.range(n):
        row = np.zeros(3)
        row[0] = x
        row[1:] = x * x
        rows.append(row)
    for row in rows:
        row[1] = row[0] * row[2]
    t = x * 0.0
    for row in rows:
        t = t * 0.9 + row[1] * row[0] + row[2]
    return t


def views(x, n):
    a = np.zeros((3, 4))
    for i in range(3):
        for j in range(4):
            a[i, j] = x * (i + 0.3 * j)
    for _ in ag.range(n):
        a[1, :] += np.sin(a[0]) * x
        a[:, 2] = a[:, 1] * a[:, 0]
        row = a[2]
        part = row[::-1][1:3]
        part[:] = np.cos(row[0:2])
    t = x * 0.0
    for row in a:
        t = t * 0.9 + ag.reduce_sum(row * row)
    return t


def fancy_parts(x, n):
    a = np.zeros(5)
    a[:] = x
    for _ in ag.range(n):
        a[np.array([0, 2, 0])] = a[np.array([1, 3, 3])] * x
        a[[0, 1]] += x
    return ag.reduce_sum(a * a + 0.0)


def optional(x, n):
    best = None
    last = [None, None, None]
    s = x
    i = 0
    while i < n:
        s = ag.sin(s * 3.0) + x
        if best is None or s > best:
            best = s
        last[i % 3] = s
        i += 1
    t = best * best
    for y in last:
        if y is not None:
            t = t + y * y
    return t


def closed_over(x, n):
    total = x * 0.0
    log = []

    def add(v):
        nonlocal total
        total = total * 0.9 + v
        log.append(total)

    s = x
    for _ in ag.range(n):
        s = ag.sin(s) * 1.2
        add(s)
    return total + log[0] * log[-1]


def comprehended(x, n):
    xs = [x * 1.0 for _ in range(3)]
    for _ in ag.range(n):
        xs = [ag.sin(y) * 1.1 for y in xs]
        xs.append(xs[0] * x)
    xs = xs + xs[:2]
    pairs = [a * b for a, b in zip(xs, reversed(xs))]  # noqa: B905
    numbered = {k: y * x for k, y in enumerate(pairs)}
    t = x * 0.0
    for y in numbered.values():
        t = t * 0.9 + y
    return t


class Link:
    def __init__(self, value: Any, rest: Any = None) -> None:
        self.value = value
        self.rest = rest


def linked(x, n):
    head = Link(x)
    for _ in ag.range(n):
        head = Link(ag.sin(head.value) * x, head)
    t = x * 0.0
    while head is not None:
        t = t * 0.9 + head.value
        head = head.rest
    return t


PROGRAMS = {
    fancy_parts: X,
    optional: X,
    closed_over: X,
    comprehended: X,
    linked: X,
    over_range: X,
    over_rows: MATRIX,
    over_numbers: VECTOR,
    collected: X,
    memo: X,
    stack_machine: X,
    attributes: X,
    aliased_rows: X,
    grouped: X,
    reordered: X,
    nested_loops: X,
    vectors: MATRIX,
    spread: VECTOR,
    swept: X,
    elements: X,
    overlapping: X,
    list_of_arrays: X,
    views: X,
}


@pytest.mark.parametrize("function", PROGRAMS, ids=lambda f: f.__name__)
def test_derivatives_agree_with_central_differences(function):
    x = PROGRAMS[function]
    graph = traced(function, ag.constant(x), ag.constant(5))
    check_orders(graph, x, [np.array(5, np.int32)], orders=2)


@pytest.mark.parametrize(
    "function", [memo, attributes, swept], ids=lambda f: f.__name__
)
def test_third_derivatives_agree_too(function):
    graph = traced(function, ag.constant(X), ag.constant(4))
    check_orders(graph, X, [np.array(4, np.int32)], orders=3)


# -- The conditions that hold it together, each with what fails without it


@pytest.mark.parametrize("x", [X, VECTOR], ids=["scalar", "array"])
def test_what_is_stored_is_a_leaf_of_its_own(x):
    def product(x, n):
        xs = []
        y = ag.sin(x)
        for _ in ag.range(n):
            xs.append(y)
            xs.append(ag.stop_gradient(y))
        return ag.reduce_sum(xs[0] * xs[1])

    graph = traced(product, ag.constant(x), ag.constant(1))
    found = program(gradient_of(graph))(x, np.array(1, np.int32))
    np.testing.assert_allclose(found, np.sin(x) * np.cos(x))


def test_what_a_rule_uses_is_what_the_array_held_then():
    def squared(x, n):
        a = np.zeros(3)
        a[:] = x
        t = ag.constant(0.0, ag.float64)
        for _ in ag.range(n):
            t = t + ag.reduce_sum(a[1:] * a[:-1])
            a[:] = a * a + 1.0
        return t

    graph = traced(squared, ag.constant(X), ag.constant(3))
    check_orders(graph, X, [np.array(3, np.int32)], orders=1)


def test_a_store_is_visited_though_nothing_comes_back_to_its_results():
    def stored(x, n):
        known = {}
        i = 0
        while i < n:
            known[i] = x * x
            i += 1
        return known[0]

    graph = traced(stored, ag.constant(X), ag.constant(3))
    found = program(gradient_of(graph))(X, np.array(3, np.int32))
    np.testing.assert_allclose(found, 2 * X)


def test_what_was_written_over_has_no_gradient():
    def rewritten(x, n):
        a = np.zeros(2)
        for _ in ag.range(n):
            a[0] = x * 5.0
            a[0] = x
        return a[0] * 1.0

    graph = traced(rewritten, ag.constant(X), ag.constant(3))
    found = program(gradient_of(graph))(X, np.array(3, np.int32))
    np.testing.assert_allclose(found, 1.0)


# -- Random programs

KINDS = (
    *("append", "set", "key", "attribute", "element", "slice", "reverse", "insert"),
    *("rotate", "pop", "if", "while"),
)


def _program(seed: int) -> Any:
    """Return a program of the tables below, which the function interprets."""
    draw = random.Random(seed)

    def value(depth: int = 0) -> Any:
        kind = draw.randrange(8 if depth < 2 else 5)
        number = draw.uniform(-1, 1)
        return (
            (kind, number, draw.randrange(3), value(depth + 1), value(depth + 1))
            if (kind >= 5)
            else (kind, number, draw.randrange(3))
        )

    def block(depth: int) -> Any:
        return [statement(depth) for _ in range(draw.randint(1, 3))]

    def statement(depth: int) -> Any:
        kind = draw.choice(KINDS if depth < 2 else KINDS[:-2])
        parts = (block(depth + 1), block(depth + 1)) if kind in KINDS[-2:] else ()
        return kind, draw.randrange(3), value(), *parts

    return [statement(0) for _ in range(draw.randint(2, 5))], value()


def _interpreted(code: Any, result: Any) -> Any:
    def value(at, x, s, i, state):
        kind, number, place = at[:3]
        rows, table, account, array = state
        if kind == 0:
            return s * number
        if kind == 1:
            return x * number
        if kind == 2:
            row = rows[place]
            return row[(i * 3) % len(row)] * number
        if kind == 3:
            return table[i % 2] * number
        if kind == 4:
            return account.total * array[(i + place) % 6]
        left = value(at[3], x, s, i, state)
        right = value(at[4], x, s, i, state)
        return ag.tanh(left * right + number) if kind == 5 else ag.sin(left - right)

    def run(block, x, s, i, state):
        rows, table, account, array = state
        for statement in block:
            kind, place, at = statement[:3]
            v = ag.tanh(value(at, x, s, i, state) * 1.1)
            row = rows[place]
            if kind == "append":
                row.append(v)
            elif kind == "set":
                row[(i * 5) % len(row)] = v
            elif kind == "key":
                table[i % 3] = v
            elif kind == "attribute":
                account.total = account.total * 0.7 + v
            elif kind == "element":
                array[(i + place) % 6] = v
            elif kind == "slice":
                array[place : place + 2] = array[place + 1 : place + 3] * v
            elif kind == "reverse":
                row.reverse()
            elif kind == "insert":
                row.insert(i % 3, row[-1])
            elif kind == "rotate":
                row[:] = row[1:] + row[:1]
            elif kind == "pop":
                if len(row) > 2:
                    rows[0].append(row.pop() * 0.9)
            elif kind == "if":
                if (i + place) % 2 == 0:
                    run(statement[3], x, s, i, state)
                else:
                    run(statement[4], x, s, i, state)
            else:
                j = 0
                while j < i % 3:
                    run(statement[3], x, s, j, state)
                    j += 1

    def interpreted(x, n):
        first = [x * 0.7]
        rows = [first, [x, ag.sin(x)], first]
        table = {0: x * 1.0, 1: ag.cos(x)}
        account = Account(x * 0.5)
        array = np.zeros(6)
        array[1] = x
        array[4] = x * x
        state = rows, table, account, array
        s = x
        i = 0
        while i < n:
            run(code, x, s, i, state)
            s = ag.tanh(value(result, x, s, i, state) + s * 0.5)
            i += 1
        t = s + account.total
        for row in rows:
            for y in row:
                t = t + y * y
        for y in table.values():
            t = t + ag.sin(y)
        return t + ag.reduce_sum(array * array * array)

    return interpreted


@pytest.mark.parametrize("seed", range(12))
def test_random_programs_have_the_derivatives_that_differences_show(seed):
    graph = traced(_interpreted(*_program(seed)), ag.constant(X), ag.constant(5))
    check_orders(graph, X, [np.array(5, np.int32)], orders=2)


# -- Tapes


def test_tapes_take_note_of_objects_in_a_trace_and_around_a_function():
    def inside(x, n):
        with ag.GradientTape() as outer:
            outer.watch(x)
            with ag.GradientTape() as tape:
                tape.watch(x)
                y = memo(x, n)
            dx = tape.gradient(y, x)
        return dx, outer.gradient(dx, x)

    x, n = ag.constant(X), ag.constant(5)
    of = program(scalar_of(traced(memo, x, n)))
    wanted = slopes(lambda z: of(z, np.array(5, np.int32)), X)
    decorated = ag.function(memo)
    with ag.GradientTape() as outer:
        outer.watch(x)
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = decorated(x, n)
        around = tape.gradient(y, x)
    found, second = ag.function(inside)(x, n)
    np.testing.assert_allclose(found, wanted, rtol=1e-6)
    np.testing.assert_allclose(around, wanted, rtol=1e-6)
    np.testing.assert_allclose(outer.gradient(around, x), second)


def test_a_tape_gives_several_gradients_of_what_a_list_held():
    def several(x):
        with ag.GradientTape(persistent=True) as tape:
            tape.watch(x)
            xs = []
            for row in x:
                xs.append(row * row)  # noqa: PERF401
            y = ag.stack([xs[0], xs[1] * xs[2]])
        return tape.gradient(xs[0], x), tape.gradient(y, x), tape.jacobian(y, x)

    a, b, c = VECTOR
    first, summed, rows = ag.function(several, python="refuse")(ag.constant(VECTOR))
    by_hand = np.array([[2 * a, 0, 0], [0, 2 * b * c * c, 2 * b * b * c]])
    np.testing.assert_allclose(first, [2 * a, 0, 0])
    np.testing.assert_allclose(summed, by_hand.sum(0))
    np.testing.assert_allclose(rows, by_hand)


def recurrence(a, xs):
    ys = [a * 0.5]
    for x in xs:
        ys.append(ag.sin(ys[-1] * a + x))
    t = ys[0]
    for x, y in zip(xs, ys, strict=False):
        t = t + x * y * y
    return t


def test_items_of_a_tensor_that_no_gradient_goes_to_come_to_have_one_in_an_outer_tape():
    def mixed(a, xs):
        with ag.GradientTape() as outer:
            outer.watch(xs)
            with ag.GradientTape() as tape:
                tape.watch(a)
                y = recurrence(a, xs)
            da = tape.gradient(y, a)
        return da, outer.gradient(da, xs)

    def plain(a, xs):
        return float(recurrence(ag.constant(np.float64(a)), ag.constant(xs)))

    def slope(xs):
        return slopes(lambda z: plain(z, xs), X)

    first, second = ag.function(mixed, python="refuse")(
        ag.constant(X), ag.constant(VECTOR)
    )
    np.testing.assert_allclose(first, slope(VECTOR), rtol=1e-6)
    steps = 1e-4 * np.eye(len(VECTOR))
    wanted = [(slope(VECTOR + s) - slope(VECTOR - s)) / 2e-4 for s in steps]
    np.testing.assert_allclose(second, np.ravel(wanted), rtol=1e-4)


# -- What has none


class Opaque:
    def __call__(self, xs):
        xs.append(xs[0] * 3.0)


_run_as_it_is = ag.autograph.experimental.do_not_convert(Opaque())


def opened_up(x, n):
    xs = [x]
    for _ in ag.range(n):
        xs.append(xs[-1] * 2.0)
    _run_as_it_is(xs)
    return xs[0] * xs[-1]


def attempted(x, n):
    xs = [x]
    try:
        for _ in ag.range(n):
            xs.append(xs[-1] * x)
        t = xs[n + 3]
    except IndexError:
        t = xs[-1]
    return t


def returned(x, n):
    xs = [x]
    for _ in ag.range(n):
        xs.append(xs[-1] * x)
    return xs


def summed(x, n):
    return ag.reduce_sum(ag.stack(returned(x, n)))


@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
@pytest.mark.parametrize("function", [opened_up, attempted, returned, summed])
def test_what_a_gradient_cannot_cross_is_run_by_python(function):
    x, n = ag.constant(X), ag.constant(3)
    found = []
    for each in (function, ag.function(function, python="allow")):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = each(x, n)
            y = y[-1] if isinstance(y, list) else y
        found.append(tape.gradient(y, x))
    np.testing.assert_array_equal(*found)


def test_an_error_says_what_a_gradient_cannot_cross():
    x, n = ag.constant(X), ag.constant(3)
    function = ag.function(attempted, python="refuse")
    with (
        ag.GradientTape() as tape,
        pytest.raises(GradientError, match="try_block") as raised,
    ):
        tape.watch(x)
        function(x, n)
    assert any("try:" in line for line in str(raised.value).splitlines())


@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
def test_an_argument_that_is_changed_has_its_gradient():
    def grown(xs, n):
        for _ in ag.range(n):
            xs.append(xs[-1] * xs[0])
        return xs[-1]

    x = ag.constant(X)
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = ag.function(grown, python="allow")([x], ag.constant(3))
    np.testing.assert_allclose(tape.gradient(y, x), 4 * X**3)


class Doubling:
    def __init__(self) -> None:
        self.value = 0.0

    @property
    def double(self):
        return self.value * 2.0

    def __setitem__(self, key, value):
        self.value = value

    def __getitem__(self, key):
        return self.value * 2.0


ITEMS: tuple[Any, ...] = (protocols.SET_ITEM, protocols.GET_ITEM, (0,), ({}, {}))
ATTRIBUTES = (
    *(protocols.SET_ATTR, protocols.GET_ATTR, ()),
    ({"name": "value"}, {"name": "double"}),
)


@pytest.mark.parametrize("rows", [ITEMS, ATTRIBUTES], ids=["item", "attribute"])
def test_what_a_class_computes_is_refused_where_it_runs(rows):
    store, load, key, attrs = rows
    graph = Graph("f")
    x = graph.add_input(TensorSpec((), dtypes.float64), "x")
    constant = {"value": Doubling(), "specs": (OBJECT,), "effect": ""}
    target = graph.add(objects.OBJECT_CONSTANT, (), constant).outputs[0]
    place = [target, *map(graph.constant, key)]
    graph.add(store, [*place, x], {**attrs[0], "specs": (), "effect": "w"})
    given = {**attrs[1], "specs": (x.spec,), "effect": "w"}
    graph.finish(graph.add(load, place, given).outputs)
    assert program(graph)(X) == 2 * X
    with pytest.raises(GradientError, match="which Python"):
        program(gradient_of(graph))(X)


# -- Cost


@pytest.mark.parametrize(
    "function", [collected, memo, elements], ids=lambda f: f.__name__
)
def test_the_cost_is_linear_in_the_number_of_steps(function):
    graph = traced(function, ag.constant(X), ag.constant(5))
    run = program(gradient_of(graph))

    def seconds(n: int) -> float:
        spent = []
        for _ in range(3):
            start = time.process_time()
            run(X, np.array(n, np.int32))
            spent.append(time.process_time() - start)
        return min(spent)

    seconds(100)
    # Eight times as many: 64 times as long if each step copied what there is.
    assert seconds(16_000) < 24 * seconds(2_000)
