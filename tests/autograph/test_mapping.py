"""Functions of rows, choices by number and bounded loops, beside plain Python."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.errors import InvalidArgumentError

X = np.arange(6.0).reshape(3, 2)


def doubled_if_large(row):
    if row[0] > 1:
        return row * 2
    return row


def step(state, row):
    return state * 2 + row


def rows_of(x, start, reverse=False):
    """Return what a scan of `step` gives, by Python's loop."""
    order = range(len(x))[:: -1 if reverse else 1]
    found = [None] * len(x)
    for place in order:
        start = x[place] if start is None else start * 2 + x[place]
        found[place] = start
    return np.stack(found)


CALLS = {
    "map": (lambda x: ag.map_fn(lambda r: r * r[0], x), X * X[:, :1]),
    "map of several": (
        lambda x: ag.map_fn(lambda p: ag.reduce_sum(p[0]) + p[1], (x, x[:, 0])),
        X.sum(1) + X[:, 0],
    ),
    "map to several": (
        lambda x: ag.map_fn(lambda r: {"a": r + 1, "b": 2.0}, x)["a"], X + 1),
    "map to another dtype": (
        lambda x: ag.map_fn(lambda r: r > 1, x, fn_output_signature=ag.bool), X > 1),
    "map nothing": (lambda x: ag.map_fn(lambda r: r + 1, x[:0]), X[:0]),
    "vectorized_map": (lambda x: ag.vectorized_map(lambda r: r + 1, x), X + 1),
    "map converted": (
        lambda x: ag.map_fn(doubled_if_large, x), np.where(X[:, :1] > 1, X * 2, X)),
    "scan": (lambda x: ag.scan(step, x), rows_of(X, None)),
    "scan from": (lambda x: ag.scan(step, x, x[0] * 0 + 5), rows_of(X, 5)),
    "scan back": (
        lambda x: ag.scan(step, x, reverse=True), rows_of(X, None, reverse=True)),
    "scan back from": (
        lambda x: ag.scan(step, x, x[0] * 0 + 5, reverse=True),
        rows_of(X, 5, reverse=True)),
    "foldl": (lambda x: ag.foldl(step, x), rows_of(X, None)[-1]),
    "foldr": (lambda x: ag.foldr(step, x), rows_of(X, None, reverse=True)[0]),
    "foldl from": (
        lambda x: ag.foldl(lambda s, r: s + ag.reduce_sum(r), x, x[0, 0] + 1),
        X.sum() + 1),
    "loop": (
        lambda x: ag.while_loop(
            lambda y: ag.reduce_sum(y) < 1e6, lambda y: y * 2, [x], maximum_iterations=3
        )[0],
        X * 8),
    "loop ends before": (
        lambda x: ag.while_loop(
            lambda i, y: i < 2, lambda i, y: (i + 1, y * 2), (0, x), None, 10, True,
            False, 7,
        )[1],
        X * 4),
    "loop, symbolic": (
        lambda x: ag.while_loop(
            lambda y: True, lambda y: y + 1, [x], maximum_iterations=ag.shape(x)[0]
        )[0],
        X + 3),
    "case": (
        lambda x: ag.case(
            [(x[0, 0] > 1, lambda: x), (x[0, 0] < 1, lambda: -x)], lambda: x * 0
        ),
        -X),
    "case, default": (
        lambda x: ag.case([(x[0, 0] > 1, lambda: x)], lambda: x * 9), X * 9),
    "case alone": (
        lambda x: ag.case([(x[0, 0] > 1, lambda: x), (x[0, 0] < 1, lambda: -x)]), -X),
    "switch": (
        lambda x: ag.switch_case(ag.cast(x[0, 1], "int32"), [lambda: x, lambda: x + 5]),
        X + 5),
    "switch, default": (
        lambda x: ag.switch_case(
            ag.cast(x[2, 1], "int32"), {0: lambda: x, 1: lambda: x}, lambda: x * 3
        ),
        X * 3),
    "switch, largest": (
        lambda x: ag.switch_case(ag.cast(x[2, 1], "int32"), [(3, lambda: x), (7, lambda: -x)]),
        -X),
}  # fmt: skip


# Conditions of Python's need a converted function, and an array of nothing its shape.
APART = {("map converted", "plain"), ("map nothing", "unknown")}


WAYS = ("at once", "converted", "plain", "unknown")


@pytest.mark.parametrize(
    ("name", "way"), [(n, w) for n in CALLS for w in WAYS if (n, w) not in APART]
)
def test_rows_and_choices_are_what_plain_python_gives(name, way):
    call, expected = CALLS[name]
    specs = [ag.TensorSpec([None, None], ag.float64)]
    ways = {
        "at once": lambda x: call(ag.constant(x)),
        "converted": ag.function(call),
        "plain": ag.function(call, autograph=False),
        "unknown": ag.function(call, input_signature=specs),
    }
    found = np.asarray(ways[way](X))
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("is_staged", [False, True])
def test_gradients_flow_through_rows(is_staged):
    def gradient(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = ag.reduce_sum(ag.map_fn(lambda r: r * r[0], x))
            y += ag.reduce_sum(ag.scan(lambda s, r: s * r, x))
        return tape.gradient(y, x)

    def total(x):
        return (x * x[:, :1]).sum() + np.cumprod(x, 0).sum()

    found = (ag.function(gradient) if is_staged else gradient)(ag.constant(X + 1))
    expected = np.zeros(X.shape)
    for place in np.ndindex(*X.shape):
        moved = np.zeros(X.shape)
        moved[place] = 1e-6
        expected[place] = (total(X + 1 + moved) - total(X + 1 - moved)) / 2e-6
    np.testing.assert_allclose(found.numpy(), expected, 1e-6)


def test_loops_without_gradients_let_none_through():
    x = ag.constant(3.0)
    with ag.GradientTape() as tape:
        tape.watch(x)
        (y,) = ag.while_loop(lambda y: y < 10, lambda y: y * 2, [x], back_prop=False)
    assert y.numpy() == 12.0
    assert tape.gradient(y, x) is None


@pytest.mark.parametrize("decorate", [lambda call: call, ag.function])
def test_conditions_of_a_case_are_counted_when_it_runs(decorate):
    none = decorate(lambda x: ag.case([(x > 1, lambda: x)]))
    two = decorate(lambda x: ag.case([(x < 1, lambda: x)] * 2, exclusive=True))
    for call, text in (
        (none, "none of the conditions is true"),
        (two, "more than one"),
    ):
        with pytest.raises(InvalidArgumentError, match=text):
            call(ag.constant(0))
