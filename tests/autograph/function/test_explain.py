"""Traces and their costs: `explain`, the warning, bounds, and fewer traces than shapes."""

import dataclasses
import gc
import itertools
import tracemalloc
import warnings
import weakref
from pathlib import Path

import numpy as np
import pytest

import autograph as ag
import executor
import graph
from autograph.errors import RetracingWarning

PACKAGES = [Path(str(each.__file__)).parent for each in (ag, executor, graph)]


class Thing:
    """An object."""


# -- explain


def test_an_explanation_is_data():
    @ag.function
    def f(x, n=1):
        return x * n + ag.constant(np.arange(100))

    for k in range(4):
        f(ag.constant(k))
    f(ag.constant(1.0))
    f(ag.constant(1.0), 2)
    line = f.__wrapped__.__code__.co_firstlineno
    told = f.explain()
    assert dataclasses.is_dataclass(told)
    assert (told.name, told.n_traced, told.n_evicted) == ("f", 3, 0)
    first, second, third = told.traces
    assert [each.hits for each in told.traces] == [3, 0, 0]
    assert first.arguments == (("x", "int32[]"), ("n", "1"))
    assert (first.caller.lineno, second.caller.lineno) == (line + 5, line + 6)
    assert first.caller.filename == __file__
    assert (second.nearest, third.nearest) == (0, 1)
    (found,) = second.differences
    assert (found.path, found.kind) == ("x", "dtype")
    assert (found.here, found.there) == ("float32[]", "int32[]")
    (found,) = third.differences
    assert (found.path, found.kind, found.here, found.there) == ("n", "value", "2", "1")
    for each in told.traces:
        assert each.constants_bytes == 800
        assert each.program_bytes > 100
        assert each.trace_s > 0
        assert each.build_s > 0
    assert first.convert_s > 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        first.hits = 3


def test_an_explanation_is_a_table():
    @ag.function
    def f(x, tree):
        return x

    f(ag.zeros([2]), {"a": 1})
    f(ag.zeros([2]), {"a": 2})
    f(ag.zeros([2]), {"a": 2})
    head, columns, *rows = str(f.explain()).split("\n")
    assert head == "f: traced 2 times, 2 kept, found once"
    assert columns.split() == "trace hits convert trace build bytes caller".split()
    assert rows[0].split()[:2] == ["#0", "0"]
    assert rows[1].split()[:2] == ["#1", "1"]
    assert "test_explain.py:" in rows[1]
    assert rows[2:] == [
        "  #0: x=float32[2], tree['a']=1",
        "      unlike #1: tree['a']: 1, not 2",
        "  #1: x=float32[2], tree['a']=2",
        "      unlike #0: tree['a']: 2, not 1",
    ]


def test_a_function_without_traces_says_so():
    told = str(ag.function(len_of).explain())
    assert told == "len_of: traced 0 times, 0 kept, found 0 times"


def len_of(x):
    return len(x)


@pytest.mark.parametrize(
    ("one", "other", "path", "kind"),
    [
        (ag.zeros([2]), ag.zeros([3]), "x", "shape"),
        (ag.zeros([2]), ag.zeros([2], ag.int32), "x", "dtype"),
        (1, 2, "x", "value"),
        (1, 1.0, "x", "type"),
        (0.0, -0.0, "x", "value"),
        (1, ag.constant(1), "x", "type"),
        ([1, 2], [1, 3], "x[1]", "value"),
        ([1, 2], [1, 2, 3], "x", "structure"),
        ({"a": (1, ag.zeros([1]))}, {"a": (1, ag.zeros([2]))}, "x['a'][1]", "shape"),
        (Thing(), Thing(), "x", "object"),
        (len, abs, "x", "object"),
    ],
)
def test_the_difference_has_the_arguments_path_and_a_kind(one, other, path, kind):
    f = ag.function(lambda x: 0)
    f(one)
    f(other)
    for each in f.explain().traces:
        (found,) = each.differences
        assert (found.path, found.kind) == (path, kind)


def test_conversion_counts_where_it_happens():
    def inner(x):
        return -x if x < 0 else x

    @ag.function
    def f(x):
        return inner(x)

    f(ag.constant(1))
    f(ag.constant(1.0))
    first, second = f.explain().traces
    assert first.convert_s > 10 * second.convert_s


# -- The warning


def warned(calls):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        calls()
    assert all(each.category is RetracingWarning for each in found)
    return found


@pytest.mark.parametrize(
    ("make", "reason", "fix"),
    [
        (lambda k: ag.zeros([k]), r"x differs in its shape: float32\[0\], ", "reduce_"),
        (lambda k: k, "x differs in its value: 0, 1, 2, 3, ...", "ag.constant(n)"),
        (lambda k: {"a": [k]}, "x['a'][0] differs in its value", "ag.constant(n)"),
        (lambda k: [0] * k, "x differs in its structure", "stacked"),
    ],
)
def test_a_function_that_keeps_retracing_warns_once(make, reason, fix):
    @ag.function
    def f(x):
        return 0

    def calls():
        for k in range(25):
            f(make(k))

    (found,) = warned(calls)
    text = str(found.message)
    assert "f() has been traced 10 times" in text
    assert reason.replace("\\", "") in text
    assert fix in text
    assert "f.explain() shows each trace" in text
    assert found.filename == __file__
    assert found.lineno == calls.__code__.co_firstlineno + 2


def test_the_order_of_keys_may_be_the_reason():
    @ag.function
    def f(x):
        return list(x.values())

    def calls():
        for keys in itertools.permutations("abcd"):
            f(dict.fromkeys(keys, 1))

    (found,) = warned(calls)
    assert "x differs in its order: {'a': ., 'b': ., 'c': ., 'd': .}, " in str(
        found.message
    )
    assert "with their keys in one order" in str(found.message)


def test_objects_that_die_are_the_reason():
    @ag.function
    def f(x):
        return 0

    def calls():
        for _ in range(12):
            f(Thing())

    (found,) = warned(calls)
    assert "keep these" in str(found.message)


def test_traces_that_are_used_again_are_no_reason_to_warn():
    @ag.function
    def f(x):
        return 0

    def calls():
        for k in range(25):
            for _ in range(3):
                f(k)

    assert warned(calls) == []


# -- Bounds


def test_the_trace_that_was_used_longest_ago_goes():
    log = []

    @ag.function(max_traces=2)
    def f(x):
        log.append(x)
        return x

    for value in (1, 2, 1, 1, 1, 3, 1):
        assert int(f(value)) == value
    assert log == [1, 2, 3]
    told = f.explain()
    assert [each.key for each in told.traces] == ["x=1", "x=3"]
    assert (told.n_traced, told.n_evicted) == (3, 1)
    f(2)
    assert log == [1, 2, 3, 2]
    assert [each.key for each in f.explain().traces] == ["x=1", "x=2"]


def test_a_trace_that_goes_is_freed():
    @ag.function(max_traces=1)
    def f(x):
        return x

    refs = [weakref.ref(f.get_concrete_function(k).graph) for k in range(5)]
    gc.collect()
    assert [ref() is None for ref in refs] == [True] * 4 + [False]


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [(0, ValueError, "at least 1, not 0"), (1.5, TypeError, "not 1.5"),
     (True, TypeError, "not True"), ("2", TypeError, "not '2'")],
)  # fmt: skip
def test_a_bound_is_a_number_of_traces(value, error, message):
    with pytest.raises(error, match=message):
        ag.function(len_of, max_traces=value)


def test_methods_have_bounds_for_each_instance():
    class Model:
        @ag.function(max_traces=1)
        def f(self, n):
            return n

    first, second = Model(), Model()
    for k in range(3):
        first.f(k)
    second.f(1)
    assert len(first.f.explain().traces) == len(second.f.explain().traces) == 1


# -- Fewer traces than shapes


@pytest.mark.parametrize("name", ["reduce_retracing", "experimental_relax_shapes"])
def test_dimensions_that_vary_are_left_open(name):
    shapes = []

    @ag.function(**{name: True})
    def total(x, y):
        shapes.append((x.spec.shape, y.spec.shape))
        return ag.reduce_sum(x) + ag.reduce_sum(y)

    for n, m in itertools.product(range(5), (2, 3)):
        for _ in range(2):
            x, y = np.random.default_rng(n).random((n, 2)), np.ones(m)
            found = total(ag.constant(x), ag.constant(y))
            assert float(found) == pytest.approx(x.sum() + y.sum())
    assert shapes == [((0, 2), (2,)), ((0, 2), (None,)), ((None, 2), (None,))]
    assert total.experimental_get_tracing_count() == 3


def test_ranks_that_vary_are_left_open():
    @ag.function(reduce_retracing=True)
    def double(x):
        return x * 2

    for shape in ((), (2,), (3,), (2, 3), (1, 1, 1)):
        for _ in range(3):
            assert (
                double(np.ones(shape)).numpy().tolist() == (2 * np.ones(shape)).tolist()
            )
    assert double.experimental_get_tracing_count() == 2


def test_dtypes_and_values_are_not_left_open():
    @ag.function(reduce_retracing=True)
    def f(x, n):
        return x * n

    for dtype, n, size in itertools.product(("f4", "i4"), (1, 2), range(4)):
        assert f(np.ones(size, dtype), n).numpy().tolist() == [n] * size
    assert f.experimental_get_tracing_count() == 8


def test_a_function_that_needs_its_dimensions_keeps_them():
    @ag.function(reduce_retracing=True)
    def f(x):
        first, *rest = x
        return first, len(rest)

    for size in (1, 2, 3, 1, 2, 3):
        first, n_rest = f(np.arange(size))
        assert (int(first), int(n_rest)) == (0, size - 1)


def test_errors_of_the_function_are_its_own():
    @ag.function(reduce_retracing=True)
    def f(x, fail):
        if fail:
            raise KeyError("failed")
        return ag.size(x)

    assert int(f(np.ones(1), fail=False)) == 1
    for size in (2, 3):
        with pytest.raises(KeyError, match="failed"):
            f(np.ones(size), fail=True)
    assert int(f(np.ones(4), fail=False)) == 4
    assert int(f(np.ones(5), fail=False)) == 5
    assert f.experimental_get_tracing_count() == 2


# -- Memory


def n_blocks():
    """Return how many blocks of memory lines of this library hold."""
    gc.collect()
    ours = [tracemalloc.Filter(True, f"{folder}/*") for folder in PACKAGES]
    snapshot = tracemalloc.take_snapshot().filter_traces(ours)
    return sum(each.count for each in snapshot.statistics("filename"))


@pytest.mark.long
def test_hundreds_of_shapes_and_objects_come_back():
    def use(n):
        @ag.function
        def f(x, thing):
            return x + 1

        things = [Thing() for _ in range(n)]
        for k, thing in enumerate(things):
            f(np.zeros(k, np.float32), thing)
            f(np.zeros(k, np.float32), None)
        made = [entry.concrete for entry in f._cache.entries()]
        parts = [f, *things, *made, *(each.graph for each in made)]
        return n_blocks(), [weakref.ref(each) for each in parts]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RetracingWarning)
        tracemalloc.start()
        use(20)
        before = n_blocks()
        held, refs = use(80)
        left = n_blocks() - before
        tracemalloc.stop()
    assert len(refs) == 401
    assert [ref for ref in refs if ref() is not None] == []
    assert held - before > 8_000
    # Python itself keeps the name of each file that it has compiled: a block for each.
    assert left < 2 * 160 + 80


@pytest.mark.long
def test_traces_of_objects_come_back_while_the_function_lives():
    @ag.function
    def f(thing, x):
        return x + 1

    def use(n):
        for _ in range(n):
            f(Thing(), ag.constant(1))
        gc.collect()
        return sum(type(each).__name__ == "Graph" for each in gc.get_objects())

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RetracingWarning)
        n_before = use(10)
        assert use(200) <= n_before
    assert len(f.explain().traces) == 0
