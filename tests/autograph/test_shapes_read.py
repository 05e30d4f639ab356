"""`x.shape`, `x.ndim` and `x.size` are what they are in the run, also if not known."""

import math

import numpy as np
import pytest

import autograph as ag

ROWS = ag.TensorSpec([None, 3], ag.float64)
ANY_RANK = ag.TensorSpec(None, ag.float64)
X = np.arange(12.0).reshape(4, 3)


def a_dimension(x):
    return x.shape[0] * 2, x.shape[1], x.shape[-2]


def all_of_it(x):
    return x.shape


def taken_apart(x):
    n, m = x.shape
    return n * m, len(x.shape), x.shape[1:], x.shape[::-1] + (2,)


def a_bound(x):
    total = 0.0
    for i in range(x.shape[0]):
        total = total + x[i, 0]
    return total


def a_decision(x):
    if x.shape[0] > 2 and x.ndim == 2:
        return x.shape[0]
    return -1


def of_results(x):
    return x.T.shape[-1], x[1:].shape, np.concatenate([x, x]).shape


def given_on(x):
    ones = ag.ones(x.shape, ag.float64) + ag.zeros((x.shape[0], 1), ag.float64)
    return ones, x.reshape(x.shape[1], x.shape[0])


def in_sums(x):
    return np.sum(x) / (x.shape[0] + 1), math.prod(x.shape), sum(x.shape), max(x.shape)


def compared(x):
    return x.shape == (4, 3), x.shape == (5, 3), 4 in x.shape, x.shape[0] is None


def counted(x):
    return x.ndim, x.size, x.size // 5


def shown(x):
    return f"{x.shape} {x.shape[0]:>3} {x.size}"


KNOWN_RANK = [
    a_dimension,
    all_of_it,
    taken_apart,
    a_bound,
    a_decision,
    of_results,
    given_on,
    in_sums,
    compared,
    counted,
    shown,
]


def agree(found, wanted):
    if isinstance(wanted, tuple):
        assert isinstance(found, tuple)
        assert len(found) == len(wanted)
        for pair in zip(found, wanted, strict=True):
            agree(*pair)
    elif isinstance(wanted, str):
        assert found.numpy().decode() == wanted
    else:
        assert np.array_equal(found, wanted)


@pytest.mark.parametrize("function", KNOWN_RANK)
@pytest.mark.parametrize("rows", [4, 1, 0])
def test_what_is_not_known_is_found_out_in_the_run(function, rows):
    staged = ag.function(function, input_signature=[ROWS])
    x = X[:rows]
    if function is given_on and rows == 0:
        x = X[:3]
    agree(staged(x), function(x))


@pytest.mark.parametrize("x", [X, X[0], X[0, 0]], ids=["matrix", "row", "number"])
def test_of_an_unknown_rank_the_number_of_axes_and_elements_is_found_out(x):
    staged = ag.function(counted, input_signature=[ANY_RANK])
    agree(staged(x), counted(x))


def test_the_shape_of_an_unknown_rank_is_refused_at_the_users_line():
    staged = ag.function(all_of_it, input_signature=[ANY_RANK])
    with pytest.raises(ag.errors.ShapeError) as caught:
        staged(X)
    text = str(caught.value)
    assert "test_shapes_read.py" in text
    assert "return x.shape" in text
    assert "the rank of" in text
    assert "ag.shape(x)" in text


def test_what_is_known_stays_pythons():
    seen = []

    @ag.function(input_signature=[ROWS])
    def f(x):
        seen.append((type(x.shape[1]), type(x.ndim), x.T.shape[0]))
        return x

    f(X)
    assert seen == [(int, int, 3)]


def test_print_shows_what_tracing_knows(capsys):
    @ag.function(input_signature=[ROWS])
    def f(x):
        print(x.shape, x.shape[0], x.shape[1])
        return x

    f(X)
    assert capsys.readouterr().out == "(None, 3) None 3\n"


def test_code_that_runs_as_it_stands_sees_what_tracing_knows():
    @ag.function(input_signature=[ROWS])
    def f(x):
        return look(x)

    @ag.autograph.experimental.do_not_convert
    def look(x):
        assert x.shape == (None, 3)
        return x

    f(X)
