"""Which calls share a trace: what arguments count with, and how calls are spelled."""

import collections
import enum
import functools
import gc
import weakref
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import autograph as ag
from tests.autograph.records import Attrs, Config, Frozen


def counting():
    """Return a log of traces, and a function that takes any argument."""
    log = []

    @ag.function
    def f(x):
        log.append(x)
        return 0

    return log, f


class Color(enum.Enum):
    RED = 1


class Level(enum.IntEnum):
    LOW = 1


class Point(NamedTuple):
    x: Any
    y: Any


class Pair(NamedTuple):
    x: Any
    y: Any


class Thing:
    def method(self):
        return 1

    def other(self):
        return 2


class Tagged(int):
    pass


THING = Thing()

# Pairs of arguments that have a trace each.
APART = [
    (1, 1.0),
    (1, True),
    (0, False),
    (0.0, -0.0),
    (1, Level.LOW),
    (1, Color.RED),
    (1, "1"),
    ("a", b"a"),
    (None, False),
    (2, 3),
    (complex(0, 0.0), complex(0, -0.0)),
    (float("nan"), 1.0),
    (Tagged(1), 1),
    (np.float32(1), np.float64(1)),
    (np.float64(1), 1.0),
    (np.zeros(2), np.zeros(3)),
    (np.zeros(2), np.zeros((2, 1))),
    (np.zeros(2), np.zeros(2, np.float32)),
    (np.zeros(2), [0.0, 0.0]),
    (np.zeros(2), ag.zeros([2])),
    ([1, 2], (1, 2)),
    ([1], [1, 1]),
    ([1, [2]], [[1], 2]),
    ([], ()),
    ([], {}),
    ({"a": 1}, {"b": 1}),
    ({"a": 1}, {"a": 2}),
    ({1: 1}, {True: 1}),
    ({1: 1}, {1.0: 1}),
    (Point(1, 2), (1, 2)),
    (Point(1, 2), Pair(1, 2)),
    (Config(1), Config(2)),
    (Config(1), Frozen(1)),
    (Attrs(1), Attrs(2)),
    ({1, 2}, {1, 3}),
    ({1, 2}, frozenset({1, 2})),
    ({1}, {True}),
    (slice(1), slice(2)),
    (range(3), range(4)),
    (range(0), range(5, 5)),  # equal, with other ends
    (range(0, 5, 2), range(0, 6, 2)),
    (slice(1), slice(True)),
    (slice(1), [None, 1, None]),
    ({np.int64(1)}, {np.int64(2)}),
    ({np.float32(0.0)}, {np.float32(-0.0)}),
    ({(np.int64(1), 2)}, {(np.int64(2), 2)}),
    ({0.0}, {-0.0}),
    ({0, 8}, {8, 0}),  # one after the other in another order
    ({(1, 2): 0}, {(1, True): 0}),
    ({(1, 0.0): 0}, {(1, -0.0): 0}),
    ({np.float64(0.0): 0}, {np.float64(-0.0): 0}),
    (..., None),
    (int, float),
    (ag.float32, ag.float64),
    (np.dtype("f4"), np.dtype("f8")),
    (Thing(), THING),
    (THING.method, THING.other),
    (THING.method, THING),
    (len, abs),
    (collections.OrderedDict(a=1, b=2), {"a": 1, "b": 2}),
    (collections.OrderedDict(a=1, b=2), collections.OrderedDict(b=2, a=1)),
    (collections.defaultdict(lambda: 0), collections.defaultdict(lambda: 1)),
]

# Pairs that share one; made by functions, so that they are other objects.
TOGETHER = [
    lambda: 1000,
    lambda: 1.5,
    lambda: -0.0,
    lambda: float("nan"),
    lambda: complex(1, -0.0),
    lambda: str(b"ab", "ascii"),
    lambda: b"ab",
    lambda: (1, [2, {"a": None}]),
    lambda: Point(1, [2]),
    lambda: Config(np.zeros(3)),
    lambda: Frozen(ag.constant(1)),
    lambda: Attrs(ag.constant(1)),
    lambda: {1, 2, "a"},
    lambda: frozenset({(1, 2)}),
    lambda: slice(1, None, 2),
    lambda: slice(ag.constant(np.random.default_rng().integers(9)), None),
    lambda: {(1, 2.5): "a", (1, "b"): 2},
    lambda: {np.int64(1), np.float32(2)},
    lambda: range(3),
    lambda: np.random.default_rng().random(3),
    lambda: np.float32(np.random.default_rng().random()),
    lambda: ag.constant(np.random.default_rng().random()),
    lambda: THING.method,
    lambda: collections.OrderedDict(a=1, b=ag.constant(1)),
    lambda: collections.defaultdict(list, a=[1]),
    lambda: Level.LOW,
    lambda: Color.RED,
]


# Numbered: the texts of objects hold addresses, which differ between processes.
@pytest.mark.parametrize("pair", APART, ids=range(len(APART)))
def test_these_have_a_trace_each(pair):
    log, f = counting()
    for _ in range(3):
        for value in pair:
            f(value)
            f([value])
    assert len(log) == 4


@pytest.mark.parametrize("make", TOGETHER)
def test_these_share_a_trace(make):
    log, f = counting()
    for _ in range(4):
        f(make())
        f({"a": make()})
    assert len(log) == 2


def test_the_ends_of_a_slice_may_be_tensors():
    def part(x, where):
        return x[where], x[where.start]

    x, f = ag.constant([1, 2, 3, 4]), ag.function(part)
    for start in (0, 1, 2, ag.constant(0), ag.constant(1), np.int64(2), np.int64(1)):
        where = slice(start, 4)
        expected = x.numpy()[int(start) : 4].tolist()
        assert f(x, where)[0].numpy().tolist() == expected
        assert int(f(x, where)[1]) == expected[0]
    assert f.experimental_get_tracing_count() == 5
    nested = ag.function(lambda x, at: (f(x, slice(at, 4)), f(x, slice(at + 1, 4))))
    one, two = nested(x, ag.constant(1))
    assert [each[0].numpy().tolist() for each in (one, two)] == [[2, 3, 4], [3, 4]]
    concrete = f.get_concrete_function(x, slice(ag.TensorSpec([], ag.int32), 4))
    assert concrete(x, slice(ag.constant(3), 4))[0].numpy().tolist() == [4]
    assert "where.start" in str(f.explain())


def test_arrays_scalars_and_tensors_of_one_spec_share_a_trace():
    log, f = counting()
    for _ in range(3):
        for value in (np.float32(1), np.array(1, np.float32), ag.constant(1.0)):
            f(value)
    assert len(log) == 1


def test_the_order_of_a_dict_is_no_part_of_the_key():
    log, f = counting()
    for _ in range(3):
        f({"a": 1, "b": {"c": 2, "d": 3}})
        f({"b": {"d": 3, "c": 2}, "a": 1})
    assert len(log) == 1


leaves = st.one_of(
    st.integers(0, 2),
    st.sampled_from([0.0, -0.0, 1.0, float("nan")]),
    st.booleans(),
    st.none(),
    st.sampled_from(["a", "b"]),
    st.builds(np.zeros, st.integers(0, 2)),
    st.builds(lambda n: ag.zeros([n]), st.integers(0, 2)),
)


def trees_of(*kinds):
    """Return a strategy for nested values, of further kinds of containers."""
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.lists(inner, max_size=2),
            st.lists(inner, max_size=2).map(tuple),
            st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
            st.builds(Point, inner, inner),
            *(st.builds(kind, inner) for kind in kinds),
        ),
        max_leaves=5,
    )


def shown(value):
    """Return a text that two values share if and only if they share a trace."""
    if isinstance(value, ag.Tensor):
        value = value.numpy()
    if isinstance(value, (np.ndarray, np.generic)):
        return f"array({value.dtype}, {value.shape})"
    if isinstance(value, dict):
        return f"{{{[(name, shown(value[name])) for name in sorted(value)]}}}"
    if isinstance(value, (list, tuple)):
        return f"{type(value).__name__}({[shown(part) for part in value]})"
    if isinstance(value, (Config, Attrs)):
        return f"{type(value).__name__}({shown(value.rate)})"
    return f"{type(value).__name__}({value!r})"


@given(st.lists(trees_of(Config, Attrs), min_size=1, max_size=4))
def test_traces_are_shared_just_where_kinds_are_equal(values):
    log, f = counting()
    for value in [*values, *values, *values]:
        f(value)
    assert len(log) == len(set(map(shown, values)))


@given(st.lists(trees_of(), min_size=1, max_size=3), st.permutations("abc"))
def test_what_is_given_comes_back(values, names):
    @ag.function
    def f(a, b=1, *, c=2.5):
        return [a, b, c]

    kwargs = dict(zip(names, values, strict=False))
    kwargs.setdefault("a", 0)
    for _ in range(3):
        result = f(**kwargs)
        for name, found in zip("abc", result, strict=True):
            expected = kwargs.get(name, {"b": 1, "c": 2.5}.get(name))
            assert type(found) is type(expected) or not is_nested(expected)
            given_leaves, found_leaves = map(ag.nest.flatten, (expected, found))
            for one, other in zip(given_leaves, found_leaves, strict=True):
                check_same(one, other)


def is_nested(value):
    return isinstance(value, (list, tuple, dict))


def check_same(expected, found):
    if expected is None:
        assert found is None
        return
    np.testing.assert_array_equal(found.numpy(), ag.constant(expected).numpy())
    if isinstance(expected, float):
        assert np.signbit(found.numpy()) == np.signbit(expected)


@pytest.mark.parametrize(
    "calls",
    [
        [((1, 2, 3), {}), ((1, 2), {"c": 3}), ((1,), {"c": 3, "b": 2})],
        [((1,), {"c": 3}), ((), {"a": 1, "b": 5, "c": 3}), ((1, 5), {"c": 3})],
    ],
)
def test_spellings_share_a_trace(calls):
    log = []

    @ag.function
    def f(a, b=5, c=6):
        log.append((a, b, c))
        return a + 10 * b + 100 * c

    results = {int(f(*args, **kwargs)) for _ in range(3) for args, kwargs in calls}
    assert len(log) == len(results) == 1


def test_starred_arguments_count_with_their_names():
    log = []

    @ag.function
    def f(*args, **kwargs):
        log.append((args, kwargs))
        return len(args), sorted(kwargs)

    for _ in range(3):
        f(1, 2, b=1, a=2)
        f(1, 2, a=2, b=1)
        f(1, 2, 3)
        f(a=1)
    assert len(log) == 3


def test_positional_only_and_names_of_any_kind():
    @ag.function
    def f(default_0, /, entry=1, *, run=2, miss=3, **use):
        return default_0 + 10 * entry + 100 * run + 1000 * miss + use.get("MISS", 0)

    for _ in range(3):
        assert int(f(ag.constant(1))) == 3211
        assert int(f(ag.constant(1), 2, miss=4)) == 4221
        assert int(f(ag.constant(1), MISS=5)) == 3216
        with pytest.raises(TypeError, match=r"f\(\) missing 1 required positional"):
            f(default_0=1)


def test_an_object_that_dies_takes_its_trace_along():
    log, f = counting()
    for _ in range(5):
        thing = Thing()
        for _ in range(3):
            f(thing)
            f([thing.method])
    gone = weakref.ref(thing)
    del thing
    log.clear()
    gc.collect()
    assert gone() is None
    assert len(f.explain().traces) == 0
    assert f.experimental_get_tracing_count() == 10


def test_functions_are_arguments_by_identity():
    @ag.function
    def apply(function, x):
        return function(x)

    @ag.function
    def negate(x):
        return -x

    assert int(apply(lambda x: x + 1, ag.constant(1))) == 2
    assert int(apply(lambda x: x * 5, ag.constant(1))) == 5
    for _ in range(3):
        assert int(apply(negate, ag.constant(1))) == -1
        assert int(apply(functools.partial(max, 3), ag.constant(1))) == 3


def test_methods_of_functions_share_a_trace():
    class Model:
        @ag.function
        def double(self, x):
            return 2 * x

    log = []

    @ag.function
    def apply(function, x):
        log.append(1)
        return function(x)

    model = Model()
    for _ in range(3):
        assert int(apply(model.double, ag.constant(4))) == 8
    assert len(log) == 1


class Matrix(np.ndarray):
    """An array whose `*` could mean anything."""


@pytest.mark.parametrize(
    "value", [np.ma.masked_array([1, 2], [True, False]), np.zeros(2).view(Matrix)]
)
def test_arrays_with_a_meaning_of_their_own_are_refused(value):
    _, f = counting()
    name = type(value).__name__
    with pytest.raises(TypeError, match=f"an argument is a {name}, a kind of") as info:
        f(value)
    assert "f(value)" in str(info.value)


def test_arguments_that_hold_themselves_are_refused():
    _, f = counting()
    loop = [1]
    loop.append(loop)
    with pytest.raises(TypeError, match=r"an argument of f\(\) holds itself") as info:
        f(loop)
    assert "f(loop)" in str(info.value)


def test_what_was_unpickled_is_what_it_was():
    import pickle

    log, f = counting()
    array = pickle.loads(pickle.dumps(np.zeros(3, np.float32)))
    for value in (ag.zeros([3]), array, pickle.loads(pickle.dumps(ag.zeros([3])))):
        for _ in range(3):
            f(value)
    assert len(log) == 1


def test_arrays_of_another_byte_order_are_converted():
    @ag.function
    def f(x):
        return x + 1

    swapped = np.array([1.0, 2.0]).astype(">f8")
    for _ in range(3):
        assert f(swapped).numpy().tolist() == [2, 3]
        assert f(np.array([1.0, 2.0])).numpy().tolist() == [2, 3]


def test_results_do_not_share_memory_with_arrays():
    @ag.function
    def f(x):
        return x, {"view": x[1:], "new": x + 1}

    @ag.function
    def g(x):
        return x[::-1]

    array = np.zeros(3)
    for _ in range(3):
        results = [*ag.nest.flatten(f(array)), g(array)]
        array += 1
        for result in results:
            assert not np.may_share_memory(result.numpy(), array)
