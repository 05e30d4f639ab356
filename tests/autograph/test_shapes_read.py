"""`x.shape` is what tracing knows, with None where it does not; the rest is refused."""

import math

import numpy as np
import pytest

import autograph as ag

ROWS = ag.TensorSpec([None, 3], ag.float64)
ANY_RANK = ag.TensorSpec(None, ag.float64)
X = np.arange(12.0).reshape(4, 3)


def traced(function, spec=ROWS, x=X):
    return ag.function(function, input_signature=[spec])(x)


def test_it_is_a_tuple_with_none_where_tracing_does_not_know_a_dimension():
    seen = []

    @ag.function(input_signature=[ag.TensorSpec([None, None, 3], ag.float32)])
    def f(x):
        seen.append(x.shape)
        return x

    f(ag.ones((2, 4, 3)))
    (shape,) = seen
    assert isinstance(shape, tuple)
    assert isinstance(shape, ag.TensorShape)
    assert shape == (None, None, 3)
    assert str(shape) == "(None, None, 3)"
    assert shape.as_list() == [None, None, 3]
    assert [type(dim) for dim in shape] == [type(None), type(None), int]


def taken_apart(x):
    n, m = x.shape
    return n is None, m, len(x.shape), x.shape[1:], x.shape[-1]


def decided(x):
    if x.shape[0] is None:
        return ag.shape(x)[0] * 2
    return x.shape[0]


def compared(x):
    return x.shape == (4, 3), x.shape == (None, 3), 3 in x.shape, not x.shape[0]


def shown(x):
    return f"{x.shape} {x.shape[0]} {x.shape[1:]}"


def given_on(x):
    return x.reshape((-1, *x.shape[1:])) + ag.ones(x.shape[1:], ag.float64)


def of_results(x):
    return x.T.shape[0], np.concatenate([x, x]).shape[1], x[1:].shape[0] is None


@pytest.mark.parametrize(
    ("function", "wanted"),
    [
        (taken_apart, (True, 3, 2, (3,), 3)),
        (decided, 8),
        (compared, (False, True, True, True)),
        (shown, b"(None, 3) None (3,)"),
        (given_on, X + 1),
        (of_results, (3, 3, True)),
    ],
)
def test_code_reads_what_tracing_knows(function, wanted):
    found = ag.nest.flatten(traced(function))
    wanted = ag.nest.flatten(wanted) if isinstance(wanted, tuple) else [wanted]
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        assert np.array_equal(one, other)


def test_a_shape_that_is_known_is_carried_by_branches_and_loops_as_a_tuple_is():
    @ag.function
    def f(x):
        shape, turned = x.shape, x.T.shape
        if x[0, 0] > 0:
            shape = turned
        for _ in range(int(x[0, 1])):
            shape = shape[::-1]
        return shape, x.shape, [x.shape]

    found = f(ag.constant(X))
    assert [int(dim) for dim in ag.nest.flatten(found)] == [3, 4, 4, 3, 4, 3]


def a_bound(x):
    total = 0.0
    for i in range(x.shape[0]):
        total = total + x[i, 0]
    return total


def arithmetic(x):
    return x.shape[0] * 2


def in_a_branch(x):
    n = 1
    if x[0, 0] < 1:
        n = x.shape[0] * 2
    return n


def in_a_loop(x):
    n = 0
    for i in range(int(x[0, 2])):
        n += x.shape[0] + i
    return n


def after_a_print(x):
    ag.print("seen")
    return math.sqrt(x.shape[0])


def in_a_try(x):
    try:
        n = x.shape[0] + 1
    except TypeError:
        n = -1
    return n


def an_attribute(x):
    return x.shape[0].bit_length()


def totals(x):
    return sum(x.shape), max(x.shape), math.prod(x.shape)


@pytest.mark.parametrize(
    ("function", "line"),
    [
        (a_bound, "for i in range(x.shape[0]):"),
        (arithmetic, "return x.shape[0] * 2"),
        (in_a_branch, "n = x.shape[0] * 2"),
        (in_a_loop, "n += x.shape[0] + i"),
        (after_a_print, "return math.sqrt(x.shape[0])"),
        (in_a_try, "n = x.shape[0] + 1"),
        (an_attribute, "return x.shape[0].bit_length()"),
        (totals, "return sum(x.shape), max(x.shape), math.prod(x.shape)"),
    ],
)
def test_none_as_a_number_is_refused_at_the_users_line(function, line):
    with pytest.raises(ag.errors.UnknownLengthError) as caught:
        traced(function)
    text = str(caught.value)
    assert "test_shapes_read.py" in text
    assert line in text
    assert "NoneType" in text
    assert "`x.shape` has None where tracing does not know a dimension" in text
    assert "ag.shape(x)" in text


def test_none_of_the_users_own_is_no_refusal():
    @ag.function(input_signature=[ROWS])
    def f(x):
        n = None
        return n * 2

    with pytest.raises(TypeError, match="unsupported operand") as caught:
        f(X)
    assert not isinstance(caught.value, ag.errors.AutographError)


@pytest.mark.parametrize(
    ("function", "error", "told"),
    [
        (lambda x: ag.ones(x.shape), ag.errors.DTypeError, "a number of the run"),
        (lambda x: x.reshape(x.shape[0], 3), ag.errors.DTypeError, "number of the run"),
        (lambda x: x.shape, ag.errors.UnstagedOperationError, "a shape is returned"),
    ],
    ids=["ones", "reshape", "returned"],
)
def test_ops_and_results_refuse_a_shape_with_none(function, error, told):
    with pytest.raises(error) as caught:
        traced(function)
    assert told in str(caught.value)
    assert "test_shapes_read.py" in str(caught.value)


def a_mask(x):
    return np.asarray(x)[np.asarray(x)[:, 0] > 1].shape


@pytest.mark.parametrize(
    ("function", "spec"),
    [
        (lambda x: x.size, ROWS),
        (lambda x: x.nbytes, ROWS),
        (lambda x: x.ndim, ANY_RANK),
        (lambda x: x.size, ANY_RANK),
        (a_mask, ROWS),
    ],
    ids=["size", "nbytes", "ndim", "size_of_any_rank", "shape_of_an_array"],
)
def test_a_number_that_tracing_does_not_know_is_that_of_the_run(function, spec):
    for x in (X, np.ones((2, 3))):
        found = ag.nest.flatten(traced(function, spec, x))
        wanted = ag.nest.flatten(function(ag.constant(x)))
        assert [int(each) for each in found] == [int(each) for each in wanted]


def test_the_shape_of_an_unknown_rank_is_printed_so_and_has_no_length(capsys):
    seen = []

    @ag.function(input_signature=[ANY_RANK])
    def f(x):
        print(x.shape, f"{x.shape}", x)
        seen.extend([x.shape, str(x.shape), x.shape.rank])
        return x

    f(X)
    shown = 'Tensor("x:0", shape=<unknown>, dtype=float64)'
    assert capsys.readouterr().out == f"<unknown> <unknown> {shown}\n"
    assert seen == [ag.TensorShape(None), "<unknown>", None]
    with pytest.raises(ValueError, match="rank is unknown"):
        len(seen[0])


def test_an_unknown_rank_is_no_error_of_the_run():
    @ag.function(input_signature=[ANY_RANK])
    def f(x):
        n = 0
        if ag.reduce_sum(x) > 0:
            n = len(x.shape)
        return n

    with pytest.raises(ag.errors.UnknownLengthError, match=r"n = len\(x.shape\)"):
        f(X)


def test_what_is_known_stays_pythons():
    seen = []

    @ag.function(input_signature=[ROWS])
    def f(x):
        seen.append((type(x.shape[1]), type(x.ndim), x.T.shape[0]))
        return x

    f(X)
    assert seen == [(int, int, 3)]


@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
def test_code_that_runs_as_it_stands_sees_what_the_run_knows(allowing):
    @ag.function(input_signature=[ROWS])
    def f(x):
        return look(x)

    @ag.autograph.experimental.do_not_convert
    def look(x):
        assert x.shape == (4, 3)
        return x

    f(X)


@pytest.mark.parametrize(
    "function",
    [a_bound, arithmetic, in_a_branch, in_a_loop, in_a_try, an_attribute, totals],
)
def test_what_needs_the_numbers_is_run_by_plain_python_where_it_may(function):
    decorated = ag.function(function, input_signature=[ROWS], python="allow")
    with pytest.warns(ag.errors.PythonFallbackWarning):
        found = decorated(X)
    assert "has None where tracing" in str(decorated.explain())
    wanted = function(ag.constant(X))
    assert np.array_equal(np.asarray(found), np.asarray(wanted))
