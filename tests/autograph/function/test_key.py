"""Which calls share a trace: what arguments count with, and how calls are spelled."""

import collections
import enum
import functools
import gc
import pickle
import weakref
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import autograph as ag
from tests.autograph.records import Attrs, Config, Frozen


def taking():
    """Return a function that takes any argument."""
    return ag.function(lambda x: 0)


def traces(function):
    return function.experimental_get_tracing_count()


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
    (np.float32(1), np.array(1, np.float32)),
    (np.zeros(3, np.float32), ag.zeros([3])),
    ({"a": 1, "b": {"c": 2, "d": 3}}, {"a": 1, "b": {"d": 3, "c": 2}}),
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

# Values of each group share one.
GROUPS = [
    (np.zeros(3, np.float32), pickle.loads(pickle.dumps(np.ones(3, np.float32)))),
    (ag.zeros([3]), pickle.loads(pickle.dumps(ag.zeros([3])))),
]


# Numbered: the texts of objects hold addresses, which differ between processes.
@pytest.mark.parametrize("pair", APART, ids=range(len(APART)))
def test_these_have_a_trace_each(pair):
    f = taking()
    for _ in range(3):
        for value in pair:
            f(value)
            f([value])
    assert traces(f) == 4


@pytest.mark.parametrize("make", TOGETHER)
def test_these_share_a_trace(make):
    f = taking()
    for _ in range(4):
        f(make())
        f({"a": make()})
    assert traces(f) == 2


@pytest.mark.parametrize("values", GROUPS, ids=range(len(GROUPS)))
def test_these_share_a_trace_with_each_other(values):
    f = taking()
    for value in values * 3:
        f(value)
    assert traces(f) == 1


def test_arrays_of_another_byte_order_are_converted():
    f, array = ag.function(lambda x: x + 1), np.array([1.0, 2.0])
    for each in (array.astype(">f8"), array) * 3:
        assert f(each).numpy().tolist() == [2, 3]


def test_the_ends_of_a_slice_may_be_tensors():
    def part(x, where):
        return x[where], x[where.start]

    x, f = ag.constant([1, 2, 3, 4]), ag.function(part)
    for start in (0, 1, 2, ag.constant(0), ag.constant(1), np.int64(2), np.int64(1)):
        rows, first = f(x, slice(start, 4))
        assert rows.numpy().tolist() == x.numpy()[int(start) : 4].tolist()
        assert int(first) == int(start) + 1
    assert traces(f) == 5
    nested = ag.function(lambda x, at: f(x, slice(at + 1, 4)))
    assert nested(x, ag.constant(1))[0].numpy().tolist() == [3, 4]
    concrete = f.get_concrete_function(x, slice(ag.TensorSpec([], ag.int32), 4))
    assert concrete(x, slice(ag.constant(3), 4))[0].numpy().tolist() == [4]
    assert "where.start" in str(f.explain())


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
    f = taking()
    for value in values * 3:
        f(value)
    assert traces(f) == len(set(map(shown, values)))


@given(st.lists(trees_of(), min_size=1, max_size=3), st.permutations("abc"))
def test_what_is_an_argument_comes_back(values, names):
    @ag.function
    def f(a, b=1, *, c=2.5):
        return [a, b, c]

    kwargs = dict(zip(names, values, strict=False))
    kwargs.setdefault("a", 0)
    expected = {"b": 1, "c": 2.5, **kwargs}
    for _ in range(3):
        for name, found in zip("abc", f(**kwargs), strict=True):
            if isinstance(expected[name], (list, tuple, dict)):
                assert type(found) is type(expected[name])
            given_leaves, found_leaves = map(ag.nest.flatten, (expected[name], found))
            for one, other in zip(given_leaves, found_leaves, strict=True):
                check_same(one, other)


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
        [((1, 2, 3, 4), {"x": 1, "y": 2}), ((1, 2, 3, *[4]), {"x": 1, "y": 2})],
    ],
)
def test_spellings_share_a_trace(calls):
    @ag.function
    def f(a, b=5, c=6, *args, **kwargs):
        return a, b, c, args, sorted(kwargs.items())

    assert (
        len({str(f(*args, **kwargs)) for _ in range(3) for args, kwargs in calls}) == 1
    )
    assert traces(f) == 1


def test_keywords_in_another_order_have_a_trace_of_their_own():
    traced = ag.function(lambda **kwargs: list(kwargs))
    for named in ({"x": 1, "y": 2}, {"y": 2, "x": 1}) * 2:
        found = [each.numpy().decode() for each in traced(**named)]
        assert found == list(named)
    assert traces(traced) == 2


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
    f = taking()
    for _ in range(4):
        thing = Thing()
        for _ in range(3):
            f(thing)
            f([thing.method])
    gone = weakref.ref(thing)
    del thing
    gc.collect()
    assert gone() is None
    assert len(f.explain().traces) == 0
    assert traces(f) == 8


def test_functions_and_methods_are_arguments_by_identity():
    class Model:
        @ag.function
        def double(self, x):
            return 2 * x

    @ag.function
    def apply(function, x):
        return function(x)

    negate, model = ag.function(lambda x: -x), Model()
    assert int(apply(lambda x: x + 1, ag.constant(1))) == 2
    assert int(apply(lambda x: x * 5, ag.constant(1))) == 5
    for _ in range(3):
        assert int(apply(negate, ag.constant(1))) == -1
        assert int(apply(model.double, ag.constant(4))) == 8
    assert traces(apply) == 4
    assert int(apply(functools.partial(max, 3), ag.constant(1))) == 3


class Matrix(np.ndarray):
    """An array whose `*` could mean anything."""


@pytest.mark.parametrize(
    "value", [np.ma.masked_array([1, 2], [True, False]), np.zeros(2).view(Matrix)]
)
def test_arrays_with_a_meaning_of_their_own_are_refused(value):
    f, name = taking(), type(value).__name__
    with pytest.raises(TypeError, match=f"an argument is a {name}, a kind of") as info:
        f(value)
    assert "f(value)" in str(info.value)


def test_results_do_not_share_memory_with_arrays():
    @ag.function
    def f(x):
        return x, {"view": x[1:], "new": x + 1}, x[::-1]

    array = np.zeros(3)
    for _ in range(3):
        results = ag.nest.flatten(f(array))
        array += 1
        for result in results:
            assert not np.may_share_memory(result.numpy(), array)
