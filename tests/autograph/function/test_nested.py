"""Functions called within functions that are traced: shared graphs, nothing lost.

That they do what plain Python does is shown by `tests/language/call/nested.py`.
"""

import re
import traceback

import numpy as np
import pytest

import autograph as ag
from autograph.function.nested import MAX_COPIED
from autograph.testing import assert_agrees

X = ag.constant([0.5, -1.0, 2.0])


def plain_long(x):
    """Return something of more nodes than are copied."""
    for _ in range(MAX_COPIED):
        x = ag.tanh(x) + 0.25
    return x


long = ag.function(plain_long)


def calls_in(concrete):
    return [node for node in concrete.graph.nodes if node.type == "PartitionedCall"]


# -- What becomes of a call ---------------------------------------------------------


def test_decorated_functions_are_a_part_of_what_is_traced(capsys):
    @ag.function
    def inner(x, k):
        print("traced for", k)
        return plain_long(x) * k

    outer = ag.function(lambda x: inner(inner(x, 2), 2) + inner(x, 3))
    concrete = outer.get_concrete_function(X)
    assert not calls_in(concrete)
    assert capsys.readouterr().out == "traced for 2\ntraced for 2\ntraced for 3\n"
    assert_agrees(outer, X)


def test_calls_of_a_long_graph_share_it():
    @ag.function
    def inner(x, k):
        return plain_long(x) * k

    by_two, by_three = (inner.get_concrete_function(X, k) for k in (2, 3))

    @ag.function
    def outer(x):
        return by_two(by_two(x)) + by_three(x)

    concrete = outer.get_concrete_function(X)
    calls = calls_in(concrete)
    assert len(calls) == 3
    assert calls[0].attrs["body"] is calls[1].attrs["body"]
    assert calls[2].attrs["body"] is not calls[0].attrs["body"]
    assert str(concrete.graph).count("body (") == 2
    assert concrete.program_source().count("def ") == 3
    assert re.search(r"call_function\(.*function='inner'\)", str(concrete.graph))


def test_a_short_function_is_copied_into_its_callers():
    inner = ag.function(lambda x: x * 2 + 1).get_concrete_function(X)
    concrete = ag.function(lambda x: inner(inner(x))).get_concrete_function(X)
    assert not calls_in(concrete)
    assert str(concrete.graph).count(" multiply(") == 2


def test_a_graph_called_200_times_is_built_once():
    called = long.get_concrete_function(X)

    def times(x, n):
        return times(times(x, n // 2), n - n // 2) if n > 1 else called(x)

    outer = ag.function(lambda x: times(x, 200))
    concrete = outer.get_concrete_function(X)
    assert len(calls_in(concrete)) == 200
    assert concrete.program_source().count("tanh(") == MAX_COPIED
    assert len(concrete.program_source().splitlines()) < 200 + 3 * MAX_COPIED + 10
    assert_agrees(outer, X)


# -- The same as without decoration -------------------------------------------------


# -- Concrete functions -------------------------------------------------------------


def test_a_concrete_function_is_as_strict_within_functions():
    concrete = ag.function(lambda x, k: x * k).get_concrete_function(X, 2)

    def refusal(call):
        with pytest.raises(Exception) as caught:  # compared
            call(ag.constant([1, 2, 3]))
        return type(caught.value), str(caught.value)

    for arguments in [(), (3,)]:
        outside = refusal(lambda x, rest=arguments: concrete(x, *rest))
        inside = refusal(ag.function(lambda x, rest=arguments: concrete(x, *rest)))
        assert inside[0] is outside[0]
        assert outside[1].partition("\n")[0] in inside[1]


# -- Where errors are told ----------------------------------------------------------


def test_an_error_in_a_callee_ends_there_and_shows_the_callers():
    def innermost(x, n):
        y = plain_long(x)
        return y[n]

    part = ag.function(innermost).get_concrete_function(X, ag.constant(2))

    def inner(x, n):
        return plain_long(part(x, n)) + 1

    whole = ag.function(inner).get_concrete_function(X, ag.constant(2))

    @ag.function
    def outer(x, n):
        return whole(x, n) + whole(x, n + 1)

    with pytest.raises(IndexError) as caught:
        outer(X, ag.constant(2))
    frames = traceback.extract_tb(caught.value.__traceback__)
    found = [(each.name, each.line) for each in frames if each.filename == __file__][1:]
    assert found == [
        ("outer", "return whole(x, n) + whole(x, n + 1)"),
        ("inner", "return plain_long(part(x, n)) + 1"),
        ("innermost", "return y[n]"),
    ]


def test_an_error_while_tracing_a_callee_leaves_nothing_behind():
    fails = [True]

    @ag.function
    def inner(x):
        y = plain_long(x)
        if fails[0]:
            raise LookupError("not yet")
        return y

    outer = ag.function(lambda x: inner(x) + inner(x))
    with pytest.raises(LookupError, match="not yet"):
        outer(X)
    fails[0] = False
    assert_agrees(outer, X)


# -- Options of the callee ----------------------------------------------------------


def test_a_callee_that_is_not_converted_stays_so():
    inner = ag.function(lambda x: x if ag.reduce_sum(x) > 0 else -x, autograph=False)
    with pytest.raises(TypeError, match="if"):
        ag.function(lambda x: inner(x) + 0)(X)


def test_the_input_signature_of_a_callee_holds():
    inner = ag.function(plain_long, input_signature=[ag.TensorSpec([None], ag.float64)])
    with pytest.raises(ValueError, match="x is float32, not float64"):
        ag.function(lambda x: inner(x) + 0)(X)


def test_graphs_are_not_shared_once_the_trace_is_over():
    """What a function reads may change between traces, and is seen then."""
    scale = [2.0]

    @ag.function
    def inner(x):
        return plain_long(x) * scale[0]

    def plain(x):
        return inner(x) + inner(x)

    before = ag.function(plain)(X)
    scale[0] = 3.0
    after = ag.function(plain)(X)
    assert np.allclose(after.numpy() * 2, before.numpy() * 3)
