"""What NumPy does about 1 / 0 and the like: set around a function, or within."""

import warnings

import numpy as np
import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows

X = np.array([0.0, 1.0])
rows = Rows()
refused = Rows()
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
test_what_is_ignored_is_so_in_a_graph = rows.test()
test_what_a_program_would_see_is_refused = refused.refusal_test()


@rows.on(X)
def ignored(x):
    with np.errstate(divide="ignore", invalid="ignore"):
        y = 1 / x
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return y, x / x


@rows.on(X)
def raised_by_what_is_known(x):
    try:
        with np.errstate(divide="raise"):
            np.log(np.zeros(2))
    except FloatingPointError:
        return x
    return x + 1


@rows.on(X)
def set_and_set_back(x):
    old = np.seterr(divide="raise")
    np.seterr(**old)
    return 1 / x


@refused.on(X)
def raised(x):
    try:
        with np.errstate(divide="raise"):
            return 1 / x[0]
    except FloatingPointError:
        return -1.0


@refused.on(X)
def called(x):
    seen = []
    with np.errstate(invalid="call", call=lambda *what: seen.append(what)):
        y = x / x
    return y, len(seen)


@refused.on(X)
def raised_in_a_function(x):
    @np.errstate(all="raise")
    def inner(y):
        return 1 / y

    return inner(x)


@refused.on(X)
def set_for_a_while(x):
    old = np.seterr(invalid="raise")
    try:
        return x / x
    finally:
        np.seterr(**old)


@refused.on(X)
def warnings_as_errors(x):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return x / x


@refused.on(X)
def warnings_that_are_counted(x):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        y = 1 / x
    return y, len(found)


def test_what_is_set_around_the_call_holds_for_the_graph():
    function = ag.function(lambda x: 1 / x)
    function(X)
    before = np.geterr()
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError):
        function(X)
    with pytest.raises(ag.errors.UnstagedOperationError):
        ag.function(set_for_a_while)(X)
    assert np.geterr() == before


def test_graphs_that_are_built_by_hand_are_no_traces():
    ag.function(lambda x: 1 / x)(X)
    with warnings.catch_warnings(record=True), np.errstate(all="raise"):
        graph = ag.Graph()
        with graph.as_default():
            ag.constant(X) / 2.0
        assert ag.function(lambda x: x / 2)(X).numpy().tolist() == [0.0, 0.5]
