"""Calls that raise, or leave what only a run knows, after changes of arguments.

More programs are those of `tests/language/call/changes_and_exceptions.py`.
"""

import collections
import copy
from typing import Any

import pytest

import autograph as ag

T = ag.constant


def raise_after_a_change(items, x):
    items.append(1)
    if x > 0:
        raise ValueError("no")


class Items(list[Any]):
    pass


@pytest.mark.parametrize(
    ("change", "given"),
    [
        (lambda seen, x: seen.add(3) if x > 0 else None, {1, 2}),
        (lambda items, x: items.append(x), Items([1])),
        (lambda items, x: items.append(x), collections.UserList([1])),
    ],
)
def test_what_counts_by_identity_is_changed_by_each_call(change, given):
    staged, plain = ag.function(change), copy.copy(given)
    for number in (1, 2):
        staged(given, T(number))
        change(plain, T(number))
    assert given == plain


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


@pytest.mark.usefixtures("allowing")
def test_a_call_that_raises_after_a_change_and_a_print_has_done_both(capsys):
    @ag.function
    def tested(items, x):
        ag.print("told")
        raise_after_a_change(items, x)

    items = []
    with pytest.raises(ValueError, match="no"):
        tested(items, T(2))
    assert items == [1]
    assert capsys.readouterr() == ("", "told\n")
