"""Results that are dataclasses, other containers, and values that never change.

That they are what plain Python returns is shown by
`tests/language/return_statement/objects.py`.
"""

from __future__ import annotations

import dataclasses
import enum
import pickle
from typing import Any

import numpy as np
import pytest

import autograph as ag

T = ag.constant


class Colour(enum.Enum):
    RED = 1


@dataclasses.dataclass
class State:
    x: Any
    n: Any = 0
    rest: Any = None


def test_each_run_makes_its_own():
    @ag.function
    def f(x):
        return State(x, [x])

    one, other = f(T(1)), f(T(2))
    one.n.append(5)
    one.x = None
    assert (int(other.x), list(map(int, other.n)), other.rest) == (2, [2], None)
    assert len(f(T(1)).n) == 1
    assert f.experimental_get_tracing_count() == 1


def test_states_go_from_call_to_call():
    @ag.function
    def step(state):
        if state.n % 2 == 0:
            return dataclasses.replace(state, n=state.n + 1, x=state.x * 2)
        return dataclasses.replace(state, n=state.n + 1)

    state = State(T(1), T(0))
    for _ in range(6):
        state = step(state)
    assert (type(state), int(state.x), int(state.n)) == (State, 8, 6)
    assert step.experimental_get_tracing_count() == 1


def test_what_shares_memory_with_the_callers_array_is_copied():
    array = np.arange(3)
    result = ag.function(lambda x: State(x, [x]))(array)
    array[0] = 9
    assert result.x.numpy().tolist() == result.n[0].numpy().tolist() == [0, 1, 2]


def test_concrete_functions_return_them_and_pickle_none_of_a_class_of_yours():
    coloured = ag.function(lambda x: State(x, Colour.RED, {"a": 2 * x}))
    concrete = coloured.get_concrete_function(ag.TensorSpec([], ag.int32))
    found = concrete(T(2))
    assert (type(found), int(found.x), found.n) == (State, 2, Colour.RED)
    assert int(found.rest["a"]) == 4
    nested = ag.function(lambda x: State(State(x), (State(x), 2)))
    concrete = nested.get_concrete_function(T(1))
    found = concrete(T(5))
    assert (type(found), type(found.x), int(found.x.x)) == (State, State, 5)
    assert (type(found.n[0]), int(found.n[0].x), int(found.n[1])) == (State, 5, 2)
    with pytest.raises(ag.errors.SerialisationError, match="the class State"):
        pickle.dumps(concrete)


class Own:
    pass


def test_objects_of_any_class_are_returned():
    found = ag.function(lambda x: State([Own(), x]))(T(1))
    assert type(found) is State
    assert type(found.x[0]) is Own
    assert int(found.x[1]) == 1
