"""Arrays, and in random programs lists: changed in place, or else copied."""

from __future__ import annotations

import random
from functools import partial

import numpy as np
import pytest
from hypothesis import settings

from executor.program import build
from graph import dtypes
from graph.errors import InvalidArgumentError
from graph.passes.pipeline import optimise
from graph.specs import TensorSpec, list_of
from graph.structure import same
from graph.text import show
from graph.text_parser import parse
from graph.verify import verify
from tests.executor.graphs import BOOL, INT, make
from tests.graph import reference

MANY = 10 * settings().max_examples
N = 4
VECTOR = TensorSpec((N,), dtypes.float64)


def counted(b, count, *values):
    return b.op("less", count, 3)


def steps_in_loops(program):
    """Return the lines of a program that are in loops."""
    lines, depths = program.source.splitlines(), []
    found = []
    for line in lines:
        depth = len(line) - len(line.lstrip())
        while depths and depth <= depths[-1]:
            depths.pop()
        if depths:
            found.append(line)
        if line.lstrip().startswith("while "):
            depths.append(depth)
    return found


def written(b, x, place, value):
    """Return what `x[place] = value` makes of a vector, of numbers or tensors."""
    place = place if isinstance(place, int) else b.op("python_to_tensor", place)
    rows = b.op("reshape", b.op("cast", place, dtype=dtypes.int32), shape=(1, 1))
    value = b.op("cast", value, dtype=dtypes.float64)
    values = b.op("reshape", value, shape=(1,))
    return b.op("tensor_scatter_nd_update", x, rows, values)


def fill(w, x, n):
    def body(b, count, x, n):
        return b.op("add", count, 1), written(b, x, count, b.op("getitem", x, key="0"))

    return w.loop({"count": w.graph.constant(0), "x": x}, [n], counted, body)[1]


def test_what_a_loop_writes_to_is_copied_once(golden):
    golden(build(make("fill", {"x": VECTOR, "n": INT}, fill)).source)


def test_what_is_new_is_not_copied(golden):
    golden(build(make("fill", {"n": INT}, lambda w, n: fill(w, fresh(w), n))).source)


def test_what_is_used_after_a_loop_is_copied_ahead_of_it(golden):
    def both(w, n):
        x = fresh(w)
        return fill(w, x, n), x

    golden(build(make("both", {"n": INT}, both)).source)


def fresh(w):
    return w.op("zeros", shape=(N,), dtype=dtypes.float64)


def nested(w, x, n):
    def outer(b, count, x, n):
        pred = b.op("less", b.op("getitem", x, n, key="$0"), 2.0)
        x = b.cond(pred, [x, n], fill, lambda b, x, n: x)
        return b.op("add", count, 1), x

    return w.loop({"count": w.graph.constant(0), "x": x}, [n], counted, outer)[1]


def best_so_far(w, x, n):
    def body(b, count, x, best, n):
        x = written(b, x, n, b.op("getitem", x, count, key="$0"))
        pred = b.op("less", b.op("getitem", best, key="0"), 2.0)
        best = b.cond(pred, [x, best], lambda b, x, best: x, lambda b, x, best: best)
        return b.op("add", count, 1), x, best

    state = {"count": w.graph.constant(0), "x": x, "best": x}
    return w.loop(state, [n], counted, body)[1:]


def history(w, x, n):
    def body(b, count, x, kept, n):
        x = fill(b, x, n)
        return b.op("add", count, 1), x, b.op("list_append", kept, x)

    kept = w.op("list_from", element=VECTOR)
    state = {"count": w.graph.constant(0), "x": x, "kept": kept}
    return w.loop(state, [n], counted, body)[1:]


def change_places(w, x, n):
    def body(b, count, x, y, n):
        return b.op("add", count, 1), written(b, y, count, 1.0), written(b, x, n, 2.0)

    state = {"count": w.graph.constant(0), "x": x, "y": fresh(w)}
    return w.loop(state, [n], counted, body)[1:]


def rows(w, x, n):
    def body(b, count, before, n):
        return b.op("add", count, 1), follow(b, before, fresh(b), n)

    return w.loop({"count": w.graph.constant(0), "x": x}, [n], counted, body)[1]


def follow(w, before, x, n):
    def body(b, count, x, before, n):
        value = b.op("getitem", before, count, key="$0")
        return b.op("add", count, 1), written(b, x, count, value)

    start = {"count": w.graph.constant(0), "x": x}
    return w.loop(start, [before, n], counted, body)[1]


def slices(b, x, values):
    """Return what `x[1:3] = values` makes of a vector."""
    return b.op("tensor_scatter_nd_update", x, b.const([[1], [2]]), values)


def scattered(w, x, n):
    def body(b, count, x, n):
        part = b.op("getitem", x, b.const([0, 2]), key="$0")
        rows = b.const([[1], [3]])
        x = b.op("tensor_scatter_nd_add", x, rows, part)
        return b.op("add", count, 1), slices(b, x, part)

    return w.loop({"count": w.graph.constant(0), "x": x}, [n], counted, body)[1]


@pytest.mark.parametrize(
    ("program", "copies"),
    [
        (fill, 0),
        (nested, 0),
        (best_so_far, 1),  # of the best one, where it is found
        (history, 1),  # of what is kept
        (change_places, 0),
        (rows, 0),
        (scattered, 0),
    ],
)
def test_writes_in_loops_copy_nothing(program, copies):
    built = build(make("program", {"x": VECTOR, "n": INT}, program))
    source = "\n".join(steps_in_loops(built))
    assert "_update(" not in source
    assert "_add(" not in source
    assert source.count(".copy(") == copies, built.source
    agrees(make("program", {"x": VECTOR, "n": INT}, program), np.arange(4.0), 1)


def agrees(graph, *args):
    """Check that a program gives what plain kernels give, and leaves the rest alone."""
    before = [np.array(x) for x in args]
    outcome = reference.run(graph, *args)
    assert outcome.outputs is not None, outcome.raised
    verify(graph)
    sources = []
    for each in (graph, optimise(graph)):
        program = build(each)
        for _ in range(2):  # constants are not changed either
            found = program(*args)
            _assert_same(found, outcome.outputs, program.source)
            for x, copy in zip(args, before, strict=True):
                assert np.array_equal(x, copy), program.source
        sources.append(program.source)
    return sources


def _assert_same(found, wanted, text):
    for one, truth in zip(found, wanted, strict=True):
        if isinstance(truth, list):
            _assert_same(one, truth, text)
        else:
            assert np.array_equal(one, truth), text


# -- Random programs: numbers, lists of numbers, arrays, lists of arrays

LIST, ROWS = list_of(INT), list_of(VECTOR)
KINDS = (INT, LIST, VECTOR, ROWS)


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, MANY, 50))
def test_random_programs_give_what_values_would(first):
    in_place = 0
    for seed in range(first, first + 50):
        in_place += random_program(seed)
    assert in_place, "nothing is in place, and nothing was shown"


def random_program(seed):
    rng = random.Random(seed)

    def program(w, n, m, x, y):
        pool = [n, m, x, w.const([5, 6, 7, 8], np.float64), w.op("add", x, y)]
        pool += [w.op("list_from", *xs, element=INT) for xs in ((), (n, m))]
        pool += [w.op("list_from", element=VECTOR)]
        pool = _steps(rng, w, pool, depth=rng.choice([1, 2, 2]))
        return tuple(_one(rng, pool, spec) for spec in KINDS * 2)

    specs = {"n": INT, "m": INT, "x": VECTOR, "y": VECTOR}
    graph = make("program", specs, program)
    assert same(parse(show(graph)), graph)
    n, m = rng.randrange(N), rng.randrange(N)
    sources = agrees(graph, n, m, np.arange(4.0), np.arange(4.0) ** 2)
    return sum(source.count("] = ") + source.count("_in_place(") for source in sources)


def _one(rng, pool, spec):
    """Choose a value: those that were made last are more often of no more use."""
    found = [x for x in pool if x.spec == spec]
    return rng.choice([*found, *found[-2:] * 3])


def _steps(rng, w, pool, depth):
    """Add random steps to a graph; return all values there are then."""
    pool = list(pool)
    for _ in range(rng.randint(2, 6)):
        step = rng.choice([_applied] * 4 + ([_cond, _loop] if depth else []))
        pool += step(rng, w, pool, depth)
    return pool


def _applied(rng, w, pool, depth):
    name = rng.choice([*APPLIED, *["item"] * 6, *["append"] * 4, "keep"])
    k, v, choose = rng.randint(-3, 3), rng.random(), partial(_one, rng, pool)
    if name in OF_LISTS:
        return [OF_LISTS[name](w, choose(LIST), choose(INT), choose(LIST), k)]
    if name in OF_ARRAYS:
        place = w.op("mod", choose(INT), N)
        return [OF_ARRAYS[name](w, choose(VECTOR), choose(VECTOR), place, k % N, v)]
    return [OF_ROWS[name](w, choose(ROWS), choose(VECTOR))]


OF_LISTS = {
    "append": lambda w, xs, i, ys, k: w.op("list_append", xs, i),
    "append_twice": lambda w, xs, i, ys, k: _longer(w, _longer(w, xs, i), k),
    "shorter": lambda w, xs, i, ys, k: w.op("list_drop_last", _longer(w, xs, i)),
    "length": lambda w, xs, i, ys, k: w.op("list_length", xs),
    "get": lambda w, xs, i, ys, k: w.op("list_read", _longer(w, xs, i), -1),
    "cast": lambda w, xs, i, ys, k: w.op("list_cast", xs, element=INT),
    "add": lambda w, xs, i, ys, k: w.op("list_add_at", _longer(w, xs, i), -1, k),
}
OF_ARRAYS = {
    "item": lambda w, x, y, n, k, v: written(w, x, n, v),
    "item_of_other": lambda w, x, y, n, k, v: written(
        w, x, k, w.op("getitem", y, n, key="$0")
    ),
    "rows": lambda w, x, y, n, k, v: slices(w, x, w.op("getitem", y, key="2:")),
    "scatter": lambda w, x, y, n, k, v: w.op(
        "tensor_scatter_nd_add",
        x,
        w.const([[k], [3], [k]]),
        w.op("getitem", y, key="1:"),
    ),
    "update": lambda w, x, y, n, k, v: w.op(
        "tensor_scatter_nd_update",
        x,
        w.const([[k], [0]]),
        w.op("getitem", y, w.const([k, 2]), key="$0"),
    ),
    "sum": lambda w, x, y, n, k, v: w.op("add", x, w.op("sin", y)),
    "turned": lambda w, x, y, n, k, v: w.op("getitem", x, key="::-1"),
    "as_it_is": lambda w, x, y, n, k, v: w.op("identity", x),
    "reshaped": lambda w, x, y, n, k, v: w.op(
        "reshape", w.op("reshape", x, shape=(2, 2)), shape=(N,)
    ),
    "chosen": lambda w, x, y, n, k, v: w.op("where", w.op("less", x, y), x, y),
    "take": lambda w, x, y, n, k, v: w.op(
        "list_read", w.op("list_from", x, y, element=VECTOR), -1
    ),
}
OF_ROWS = {
    "keep": lambda w, rows, x: w.op("list_append", rows, x),
    "row": lambda w, rows, x: w.op("list_read", w.op("list_append", rows, x), 0),
}
APPLIED = {**OF_LISTS, **OF_ARRAYS, **OF_ROWS}


def _longer(w, xs, i):
    return w.op("list_append", xs, i)


def _cond(rng, w, pool, depth):
    seed = rng.random()
    wanted = [rng.choice(KINDS), *[rng.choice((LIST, VECTOR))] * 2]

    def branch(seed):
        def write(b, *given):
            inner = random.Random(seed)
            found = _steps(inner, b, given, depth - 1)
            return [_one(inner, found, spec) for spec in wanted]

        return write

    pred = w.op("less", _one(rng, pool, INT), rng.randrange(6))
    if rng.random() < 0.5:
        pred = w.op("less", w.op("getitem", _one(rng, pool, VECTOR), key="0"), 2.0)
    return w.cond(pred, pool, branch(seed), branch(seed + 1))


def _loop(rng, w, pool, depth):
    seed = rng.random()
    kinds = [LIST, VECTOR, *[rng.choice(KINDS[1:])] * rng.randint(0, 2)]

    def test(b, count, xs, x, *values):
        if seed < 0.2:
            x = written(b, x, b.op("mod", count, N), 1.0)
        if seed < 0.4:
            item = b.op("minimum", b.op("getitem", x, key="0"), 3.0)
            return b.op("less", b.op("cast", count, dtype=dtypes.float64), item)
        if seed < 0.7:
            return b.op("less", count, 3)
        tested = xs if seed < 0.85 else _longer(b, xs, count)
        return b.op("less", b.op("add", count, b.op("list_length", tested)), 6)

    def body(b, count, *values):
        inner = random.Random(seed)
        state, rest = values[: len(kinds)], values[len(kinds) :]
        found = _steps(inner, b, [*rest, count, *state], depth - 1)
        left = [_one(inner, found, spec) for spec in kinds]
        return (b.op("add", count, 1), *left)

    state = {"count": w.graph.constant(0)}
    state |= {f"s{i}": _one(rng, pool, spec) for i, spec in enumerate(kinds)}
    return w.loop(state, pool, test, body)


SHARED = {
    "a view": lambda w, x: (w.op("getitem", x, key="1:"),),
    "another view": lambda w, x: (w.op("reshape", x, shape=(2, 2)),),
    "itself": lambda w, x: (x,),
    "a list": lambda w, x: (w.op("list_from", x, element=VECTOR),),
    "an element": lambda w, x: (w.op("getitem", w.op("reshape", x, shape=(2, 2)),
                                     key="..., 1, 1"),),
}  # fmt: skip


@pytest.mark.parametrize("kind", SHARED)
def test_what_shares_memory_and_is_used_later_stays_as_it_was(kind):
    def program(w, n):
        x = fresh(w)
        shared = SHARED[kind](w, x)
        return written(w, x, n, 1.0), fill(w, written(w, x, 0, 2.0), n), *shared

    agrees(make("program", {"n": INT}, program), 3)


def test_an_index_out_of_bounds_is_told():
    program = build(make("fill", {"n": INT}, lambda w, n: written(w, fresh(w), n, 1)))
    with pytest.raises(InvalidArgumentError, match="does not index into"):
        program(9)


def test_a_write_that_only_some_paths_need_is_in_place_there(golden):
    def program(w, flag, n):
        x = fill(w, fresh(w), n)
        return w.cond(
            flag, [x, n], lambda b, x, n: written(b, x, n, 1.0), lambda b, x, n: x
        )

    golden(build(make("program", {"flag": BOOL, "n": INT}, program)).source)
