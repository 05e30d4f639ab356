"""State written in place inside staged blocks: attributes, lists, dicts."""

import copy

import numpy as np
import pytest

import autograph as ag
from autograph.testing import assert_agrees


class Counter:
    def __init__(self, total=0):
        self.total = total
        self.log = [0, 0]

    def add(self, x):
        self.total = self.total + x
        self.log[1] = self.log[0] + x


def attribute_in_a_branch(x, counter):
    if x > 0:
        counter.total = x * 2
    return counter.total


def attribute_in_a_loop(x, counter):
    for i in ag.range(5):
        counter.total += i * x
    return counter.total


def method_called_in_a_loop(x, counter):
    for i in ag.range(4):
        counter.add(i * x)
    return counter.total, counter.log


def restored_between_branches(x, counter):
    if x > 0:
        counter.total = x
        seen = counter.total
    else:
        seen = counter.total
    return seen, counter.total


def nested_blocks(x, counter):
    for i in ag.range(4):
        if i % 2 == 0:
            counter.total = counter.total + x
        else:
            while counter.total > 3:
                counter.total = counter.total - 2
    return counter.total


def list_items(x, counter):
    values = [x, x]
    for i in ag.range(3):
        values[0] = values[0] + values[1]
        if i == 1:
            values[1] = values[0]
    return values


def list_made_inside(x, counter):
    total = x
    for i in ag.range(3):
        parts = []
        for k in range(3):
            parts.append(i * k)  # noqa: PERF401  # the mutation under test
        total = total + ag.reduce_sum(ag.stack(parts))
    return total


def object_made_inside(x, counter):
    if x > 0:
        made = Counter()
        made.add(x)
        made.name = "made"
        y = made.total
    else:
        y = -x
    return y


def dict_under_constant_keys(x, counter):
    state = {"a": x, "b": x}
    while state["a"] < 20:
        state["a"] = state["a"] + state["b"]
        state.update(b=state["b"] + 1)
    return state


def in_a_raising_branch(x, counter):
    if x < -100:
        counter.total = x
        raise ValueError("never")
    return counter.total


FUNCTIONS = [
    attribute_in_a_branch,
    attribute_in_a_loop,
    method_called_in_a_loop,
    restored_between_branches,
    nested_blocks,
    list_items,
    list_made_inside,
    object_made_inside,
    dict_under_constant_keys,
    in_a_raising_branch,
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("value", [3, 0, -2])
def test_in_place_state_is_as_in_plain_python(function, value):
    x = ag.constant(abs(value) + 1 if "dict" in function.__name__ else value)
    plain = function(x, Counter(ag.constant(1)))
    counter = Counter(ag.constant(1))
    traced = ag.function(lambda x: function(x, copy.deepcopy(counter)))
    staged = traced(x)
    ours, theirs = ag.nest.flatten(staged), ag.nest.flatten(plain)
    assert len(ours) == len(theirs)
    for left, right in zip(ours, theirs, strict=True):
        assert np.array_equal(left.numpy(), ag.constant(right).numpy())
        assert left.dtype == ag.constant(right).dtype


@pytest.mark.parametrize("x", [1, -1])
def test_an_array_without_a_name_of_its_own_is_changed_in_a_branch(x):
    def f(x):
        buffers = [np.zeros(3)]
        if x > 0:
            buffers[0][0] = 1
        return ag.constant(buffers[0])

    assert f(x).numpy().tolist() == [float(x > 0), 0.0, 0.0]
    assert ag.function(f)(ag.constant(x)).numpy().tolist() == f(x).numpy().tolist()


def test_a_list_that_holds_dicts_grows_under_a_condition():
    def f(x):
        values = [{"x": x}]
        if x > 0:
            values.append({"x": x + 1})
        return values

    for x in (1, -1):
        assert_agrees(f, ag.constant(x))


COUNT = 0


def bump(by):
    global COUNT
    COUNT = COUNT + by


def global_in_a_branch(x):
    if x > 0:
        bump(x)
    return COUNT


def global_in_a_loop(x):
    for i in ag.range(4):
        bump(i * x)
        if COUNT > 5:
            bump(-1)
    return COUNT


@pytest.mark.parametrize("function", [global_in_a_branch, global_in_a_loop])
@pytest.mark.parametrize("value", [3, -3])
def test_globals_written_by_called_functions_are_state(function, value):
    global COUNT
    COUNT = ag.constant(1)
    plain = function(ag.constant(value))
    COUNT = ag.constant(1)
    assert int(ag.function(function)(ag.constant(value))) == int(plain)
    COUNT = 0


def test_a_write_to_a_global_is_noted_before_it_happens():
    lines = [line.strip() for line in ag.to_code(bump).splitlines()]
    at = lines.index("ag__.note_global('COUNT')")
    assert lines[at + 1].startswith("COUNT = ")


# -- Globals, when the trace is over


def global_made_in_a_branch(x):
    global made_global
    if x > 2:
        made_global = x
    return x


def global_lost_in_a_branch(x):
    global kept_global
    kept_global = x
    if x > 2:
        del kept_global
    return x


def test_a_global_that_one_branch_makes_is_refused_and_not_made():
    staged = ag.function(global_made_in_a_branch)
    for x in (ag.constant(1), ag.constant(1.5)):  # also where another graph is traced
        with pytest.raises(ag.errors.SideEffectError, match="the global `made_global`"):
            staged(x)
        assert "made_global" not in globals()


def test_a_global_that_a_branch_may_take_away_is_refused_and_stays():
    globals()["kept_global"] = 7
    with pytest.raises(ag.errors.SideEffectError, match="the global `kept_global`"):
        ag.function(global_lost_in_a_branch)(ag.constant(1))
    assert globals().pop("kept_global") == 7
