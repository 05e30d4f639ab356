"""Calls that raise, or leave what only a run knows, after changes of arguments."""

import array
import collections
import copy
import random
from typing import Any

import pytest

import autograph as ag
from autograph.testing.agreement import Verdict, check

T = ag.constant


def raise_after_a_change(items, x):
    items.append(1)
    if x > 0:
        raise ValueError("no")


def raise_in_a_loop(items, x):
    for i in range(x):
        items.append(i)
        if i > 1:
            raise ValueError("no")


def fail_after_a_change(items, x):
    items.append(5)
    return [1, 2][x]


def fail_in_a_function(items, x):
    def append(n):
        items.append(n)
        assert n < 2

    append(1)
    append(x)


def raise_after_both_paths(items, x):
    if x > 2:
        items.append(1)
    else:
        items.append(2)
    if x > 1:
        raise ValueError("no")


def raise_after_a_change_in_the_turn_before(items, x):
    for i in range(x):
        if i > 1:
            raise ValueError("no")
        else:
            items[0] = i


def raise_in_a_branch_after_a_change(items, x):
    if x > 2:
        items[0] = 1
        if items[1] > 2:
            raise ValueError("no")


def raise_what_was_computed(items, x):
    items.append(x + 1)
    raise ValueError("no")


def raise_after_code_of_others(items, x):
    random.shuffle(items)
    items[0] = 9
    if x > 0:
        raise ValueError("no")


@pytest.mark.parametrize(
    "function",
    [
        *(raise_after_a_change, raise_in_a_loop, fail_after_a_change),
        *(fail_in_a_function, raise_what_was_computed, raise_after_code_of_others),
        *(raise_after_both_paths, raise_after_a_change_in_the_turn_before),
        raise_in_a_branch_after_a_change,
    ],
)
def test_what_raises_after_a_change_is_refused(function):
    items = [3, 4]
    with pytest.raises(ag.errors.SideEffectError) as info:
        ag.function(function)(items, T(3))
    with pytest.raises(Exception) as truth:  # whatever Python raises
        function([3, 4], T(3))
    assert type(info.value.__cause__) is truth.type
    assert f"raises {truth.typename} after it has changed items" in str(info.value)
    assert info.value.hint
    assert sorted(items) == [3, 4]
    decorated = ag.function(function)
    if function is not raise_what_was_computed:
        agreement = check(decorated, [3], T(0))
        assert agreement.verdict is Verdict.SAME, agreement


def raise_before_a_change(items, x):
    if x > 0:
        raise ValueError("no")
    items.append(1)


def fail_before_a_change(items, x):
    y = [1, 2][x]
    items.append(y)
    for i in range(y):
        items[0] = i


def raise_on_the_other_path(items, x):
    if x > 2:
        if x > 1:
            raise ValueError("no")
    elif x > 1:
        items.append(1)
    else:
        items.append(2)


def raise_what_is_known(items, x):
    items.append([x])
    raise ValueError("no")


def handle_what_is_raised(items, x):
    try:
        items.append(1)
        if x > 0:
            raise ValueError("no")
        items.append(2)
    except ValueError:
        items.append(3)


@pytest.mark.parametrize(
    "function",
    [
        *(raise_before_a_change, fail_before_a_change, raise_what_is_known),
        *(raise_on_the_other_path, handle_what_is_raised),
    ],
)
@pytest.mark.parametrize("x", [0, 3])
def test_what_raises_before_all_changes_or_is_handled_is_as_in_plain_python(
    function, x
):
    agreement = check(function, [3, 4], T(x))
    assert agreement.verdict is Verdict.SAME, agreement


class Items(list[Any]):
    pass


def add_to_a_set(seen, x):
    if x > 0:
        seen.add(3)


def append_it(items, x):
    items.append(x)


@pytest.mark.parametrize(
    ("function", "given"),
    [
        (add_to_a_set, {1, 2}),
        (append_it, Items([1])),
        (append_it, collections.UserList([1])),
    ],
)
def test_what_counts_by_identity_is_left_with_nothing_of_the_run(function, given):
    before = copy.copy(given)
    with pytest.raises(ag.errors.SideEffectError, match="known only when the graph"):
        ag.function(function)(given, T(1))
    assert given == before


@pytest.mark.parametrize(
    ("make", "change"),
    [
        (lambda: {1, 2}, lambda seen, x: seen.add(3)),
        (lambda: bytearray(b"a"), lambda items, x: items.append(6)),
        (lambda: array.array("i", [1]), lambda items, x: items.append(6)),
        (lambda: Items([1]), lambda items, x: items.append(6)),
    ],
)
def test_what_counts_by_identity_is_changed_in_each_call(make, change):
    decorated, ours, theirs = ag.function(change), make(), make()
    for _ in range(3):
        decorated(ours, T(1))
        change(theirs, T(1))
        assert ours == theirs
    again = make()
    decorated(again, T(1))
    change(theirs := make(), T(1))
    assert again == theirs


@pytest.mark.usefixtures("allowing")
def test_a_call_that_raises_after_a_change_is_run_by_python_and_others_are_not():
    tested = ag.function(raise_after_a_change)
    tested([], T(-1))
    items = []
    with pytest.raises(ValueError, match="no"):  # and no warning, which is an error
        tested(items, T(2))
    assert items == [1]
    tested([], T(-2))
    assert not tested.explain().falls
    assert tested.experimental_get_tracing_count() == 1


def tell_and_raise_after_a_change(items, x):
    ag.print("told")
    items.append(1)
    if x > 0:
        raise ValueError("no")


@pytest.mark.usefixtures("allowing")
def test_a_call_that_may_raise_after_a_change_and_a_print_falls_while_traced(capsys):
    tested = ag.function(tell_and_raise_after_a_change)
    items = []
    with (
        pytest.raises(ValueError, match="no"),
        pytest.warns(ag.errors.PythonFallbackWarning, match="after an effect"),
    ):
        tested(items, T(2))
    assert items == [1]
    assert capsys.readouterr() == ("", "told\n")
