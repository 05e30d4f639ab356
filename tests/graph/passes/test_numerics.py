"""Every float result is checked where it is made, eagerly and in graphs."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from graph.passes.numerics import check_results
from graph.verify import verify


@pytest.fixture
def checking():
    ag.debugging.enable_check_numerics()
    yield
    ag.debugging.disable_check_numerics()


def log_of(x):
    y = x * 2.0
    z = ag.log(y)
    return z + 1.0


def quotient(x):
    return x / (x - x)


def in_a_loop(x):
    y = x
    for i in ag.range(4):
        y = y / (3.0 - ag.cast(i, ag.float32))
    return y


def in_a_branch(x):
    if ag.reduce_sum(x) < 1.0:
        return ag.sqrt(x - 5.0)
    return x


def of_several(x):
    a, b = ag.split(ag.sqrt(x - 5.0), 2)
    return a, b


def by_python(x):
    return ag.numpy_function(lambda v: v * np.float32("nan"), [x], ag.float32) + 1.0


CASES = {
    log_of: ("log gives Inf: of its result, float32[2], 1 of 2 elements", "log"),
    quotient: ("divide gives NaN and Inf: ", "x / (x - x)"),
    in_a_loop: ("divide gives NaN and Inf: ", "y = y / (3.0"),
    in_a_branch: ("sqrt gives NaN", "return ag.sqrt(x - 5.0)"),
    of_several: ("sqrt gives NaN", "ag.split(ag.sqrt(x - 5.0), 2)"),
    by_python: ("python_call gives NaN", "numpy_function"),
}  # fmt: skip
X = [0.0, 0.5]
REFUSED = ag.errors.InvalidArgumentError


@pytest.mark.parametrize("staged", [False, True], ids=["eager", "staged"])
@pytest.mark.parametrize("case", CASES)
@pytest.mark.usefixtures("checking")
def test_a_result_is_refused_where_it_is_made(case, staged):
    text, line = CASES[case]
    function = ag.function(case) if staged else case
    with np.errstate(all="ignore"), pytest.raises(REFUSED) as caught:
        function(ag.constant(X))
    assert text in str(caught.value)
    assert "disable_check_numerics()" in str(caught.value)
    entry = caught.traceback[-1] if staged else next(
        each for each in caught.traceback if each.name == case.__name__
    )  # fmt: skip
    assert line in str(entry.statement)
    assert entry.name == case.__name__ or case is by_python


@pytest.mark.parametrize("case", CASES)
def test_graphs_traced_before_are_checked_once_it_is_switched_on(case):
    staged = ag.function(case)
    concrete = staged.get_concrete_function(ag.TensorSpec([2]))
    x = ag.constant(X)
    with np.errstate(all="ignore"):
        plain = ag.nest.flatten(staged(x))
        for call in (staged, concrete):
            ag.debugging.enable_check_numerics()
            try:
                with pytest.raises(ag.errors.InvalidArgumentError, match="gives"):
                    call(x)
            finally:
                ag.debugging.disable_check_numerics()
            for left, right in zip(plain, ag.nest.flatten(call(x)), strict=True):
                np.testing.assert_array_equal(left, right)


@pytest.mark.usefixtures("checking")
def test_finite_results_are_the_same():
    def f(x):
        total = 0.0
        for row in x:
            if ag.reduce_sum(row) > 0:
                total += ag.reduce_mean(ag.log(row + 1.0))
            else:
                ag.log(row * 0.0)  # of no use: it is not run
        return total, ag.cast(x, ag.complex64) * 1j, ag.shape(x), ag.concat([x, x], 0)

    x = ag.constant([[1.0, 2.0], [3.0, 4.0]])
    for left, right in zip(f(x), ag.function(f)(x), strict=True):
        np.testing.assert_array_equal(left, right)
    with np.errstate(all="ignore"), pytest.raises(ag.errors.InvalidArgumentError):
        f(-x)  # what is of no use is run


@pytest.mark.usefixtures("checking")
def test_constants_arguments_and_what_is_only_handed_on_pass():
    v = ag.Variable([np.inf, 1.0])

    @ag.function
    def f(x):
        return ag.reshape(x, [-1])[0], ag.constant(np.nan), v.read_value()

    found = f(ag.constant([[np.nan]]))
    assert [bool(np.isfinite(x.numpy()).all()) for x in found] == [False] * 3


@pytest.mark.usefixtures("checking")
def test_what_leaves_a_staged_try_is_checked():
    @ag.function
    def f(x):
        try:
            y = ag.log(x)
            ag.debugging.assert_positive(y)
        except ag.errors.InvalidArgumentError:
            y = x / 0.0
        return y

    with np.errstate(all="ignore"):
        with pytest.raises(ag.errors.InvalidArgumentError, match="gives Inf"):
            f(ag.constant(0.5))
    assert f(ag.constant(3.0)).numpy() == np.float32(np.log(np.float32(3)))


def test_the_pass_adds_a_check_after_each_node_that_makes_floats():
    def f(x, n):
        y = ag.exp(x) + 1.0
        while n > 0:
            y, n = ag.reshape(y * 2.0, [-1]), n - 1
        return y, ag.argmax(y)

    graph = ag.function(f).get_concrete_function(ag.ones([2]), ag.constant(1)).graph
    checked = check_results(graph)
    verify(checked)
    made = [n.attrs["made_by"] for n in checked.nodes if n.op.name == "check_result"]
    assert made == ["exp", "add"]
    (loop,) = [node for node in checked.nodes if node.op.name == "while_loop"]
    body = loop.attrs["body"]
    made = [n.attrs["made_by"] for n in body.nodes if n.op.name == "check_result"]
    assert made == ["multiply"]


def test_a_graph_without_floats_stays_the_same_object():
    graph = ag.function(lambda x: x + 1).get_concrete_function(ag.constant(1)).graph
    assert check_results(graph) is graph
