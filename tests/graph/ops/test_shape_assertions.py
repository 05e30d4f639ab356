"""Assertions about shapes and dtypes, of what is known while tracing or only then."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import autograph as ag

D = ag.debugging


def returning(call):
    def f(x, y):
        call(x, y)
        return x

    return f


# An assertion about x and y, with shapes of both for which it holds, and does not.
CASES: dict[str, tuple[Any, list[Any], list[Any]]] = {
    "rank": (lambda x, y: D.assert_rank(x, 2), [((2, 3), ())], [((2,), ()), ((), ())]),
    "rank at least": (lambda x, y: D.assert_rank_at_least(x, 1),
        [((2, 3), ()), ((0,), ())], [((), ())]),
    "rank in": (lambda x, y: D.assert_rank_in(x, [0, 2]),
        [((2, 3), ()), ((), ())], [((1,), ()), ((1, 1, 1), ())]),
    "scalar": (lambda x, y: D.assert_scalar(y), [((1,), ())], [((), (1,))]),
    "shapes": (lambda x, y: D.assert_shapes([(x, ("n", 3)), (y, ("n", None))]),
        [((2, 3), (2, 7)), ((0, 3), (0, 0))],
        [((2, 4), (2, 7)), ((2, 3), (3, 7)), ((2,), (2, 7)), ((2, 3), (2,))]),
    "the same name twice": (lambda x, y: D.assert_shapes([(x, "nn")]),
        [((2, 2), ())], [((2, 3), ())]),
    "ellipsis": (lambda x, y: D.assert_shapes([(x, ("b", ...)), (y, (..., "b"))]),
        [((2, 3, 4), (5, 2)), ((2,), (2,))],
        [((), (2,)), ((2,), ()), ((2, 3), (2, 3))]),
}  # fmt: skip
RUNS = [
    pytest.param(case, shapes, holds, id=f"{name}-{shapes}")
    for name, (case, good, bad) in CASES.items()
    for holds, given in ((True, good), (False, bad))
    for shapes in given
]


def unknown(value, kind):
    shape = value.shape
    if kind == "dimensions":
        shape = (None,) * len(shape)
    return ag.TensorSpec(None if kind == "rank" else shape, value.dtype)


@pytest.mark.parametrize("kind", ["nothing", "dimensions", "rank"])
@pytest.mark.parametrize(("case", "shapes", "holds"), RUNS)
def test_what_is_not_known_while_tracing_is_checked_by_the_run(
    case, shapes, holds, kind
):
    x, y = map(ag.zeros, shapes)
    function = returning(case)

    def staged():
        f = ag.function(function)
        return f.get_concrete_function(unknown(x, kind), unknown(y, kind))(x, y)

    for call in (lambda: function(x, y), staged):
        if holds:
            assert call().shape == x.shape
            continue
        with pytest.raises(ag.errors.ShapeError) as caught:
            call()
        assert " has " in str(caught.value) or "is not a scalar" in str(caught.value)
        assert "in f" in str(caught.value) or caught.traceback[-1].name != "f"


def test_in_a_branch_the_assertion_counts_when_the_branch_is_taken():
    @ag.function
    def f(x, n):
        if n > 0:
            D.assert_rank(x, 2)
            D.assert_integer(x)
        return n

    assert f(ag.zeros([2]), ag.constant(0)).numpy() == 0
    with pytest.raises(ag.errors.ShapeError, match="has not rank 2"):
        f(ag.zeros([2]), ag.constant(1))
    with pytest.raises(ag.errors.DTypeError, match="no integers"):
        f(ag.zeros([2, 2]), ag.constant(1))
    assert f(ag.zeros([2, 2], ag.int32), ag.constant(1)).numpy() == 1


def test_assertions_run_though_nothing_needs_them():
    f = ag.function(returning(lambda x, y: D.assert_all_finite(x, "not finite")))
    with pytest.raises(
        ag.errors.InvalidArgumentError, match="not finite : Tensor had NaN"
    ):
        f(ag.constant(np.nan), ag.zeros([]))


def test_dtypes():
    assert D.assert_same_float_dtype([ag.zeros([1]), None, 1.5]) is ag.float32
    assert D.assert_same_float_dtype([], "float64") is ag.float64
    found = [D.is_numeric_tensor(x) for x in (ag.constant(1), ag.constant("a"), 1)]
    assert found == [True, False, False]
    D.assert_type(ag.zeros([1]), ag.float32)
    D.assert_integer(ag.constant([1]))
    D.assert_proper_iterable([1])


def test_traceback_filtering_is_a_switch():
    assert D.is_traceback_filtering_enabled()
    D.disable_traceback_filtering()
    try:
        assert not D.is_traceback_filtering_enabled()
    finally:
        D.enable_traceback_filtering()
    assert D.is_traceback_filtering_enabled()
