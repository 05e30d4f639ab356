"""A list argument is changed, and an exception is raised before or after that.

A graph raises before it changes what belongs to the caller: what plain Python raises
after a change is refused where the arguments lead there.
"""

import random

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant


@programs.staged(([3, 4], T(3)))
@programs.staged(([3], T(0)))
def raise_after_a_change(items, x):
    """An item is appended before a conditional `raise`."""
    items.append(1)
    if x > 0:
        raise ValueError("no")


@programs.staged(([3, 4], T(3)))
@programs.staged(([3], T(0)))
def raise_in_a_loop(items, x):
    """A dynamic loop appends items and raises in a later iteration."""
    for i in range(x):
        items.append(i)
        if i > 1:
            raise ValueError("no")


@programs.staged(([3, 4], T(3)))
@programs.staged(([3], T(0)))
def fail_after_a_change(items, x):
    """An item is appended before an index that may be out of range."""
    items.append(5)
    return [1, 2][x]


@programs.staged(([3, 4], T(3)))
@programs.staged(([3], T(0)))
def fail_in_a_function(items, x):
    """A nested function appends an item, then asserts."""

    def append(n):
        items.append(n)
        assert n < 2

    append(1)
    append(x)


@programs.staged(([3, 4], T(3)))
@programs.staged(([3], T(0)))
def raise_after_both_paths(items, x):
    """Both branches append an item before a conditional `raise`."""
    if x > 2:
        items.append(1)
    else:
        items.append(2)
    if x > 1:
        raise ValueError("no")


@programs.staged(([3, 4], T(3)))
@programs.staged(([3], T(0)))
def raise_after_the_change_of_an_iteration(items, x):
    """An iteration assigns an item, and a later one raises."""
    for i in range(x):
        if i > 1:
            raise ValueError("no")
        else:
            items[0] = i


@programs.staged(([3, 4], T(3)))
@programs.staged(([3], T(0)))
def raise_in_a_branch_after_a_change(items, x):
    """A branch assigns an item, then raises if another item is large."""
    if x > 2:
        items[0] = 1
        if items[1] > 2:
            raise ValueError("no")


@programs.staged(([3, 4], T(3)))
def raise_after_a_computed_item(items, x):
    """A dynamic item is appended before an unconditional `raise`."""
    items.append(x + 1)
    raise ValueError("no")


@programs.falls(([3, 4], T(3)))
@programs.falls(([3], T(0)))
def raise_after_code_of_the_library(items, x):
    """The standard library shuffles a list before a conditional `raise`."""
    random.Random(1).shuffle(items)
    items[0] = 9
    if x > 0:
        raise ValueError("no")


@programs.staged(([3, 4], T(0)), ([3, 4], T(3)))
def raise_before_a_change(items, x):
    """A conditional `raise` before the only change."""
    if x > 0:
        raise ValueError("no")
    items.append(1)


@programs.staged(([3, 4], T(0)), ([3, 4], T(3)))
def fail_before_a_change(items, x):
    """An index may be out of range before all changes."""
    y = [1, 2][x]
    items.append(y)
    for i in range(y):
        items[0] = i


@programs.staged(([3, 4], T(0)), ([3, 4], T(3)))
def raise_on_the_other_path(items, x):
    """One branch raises, and the others append an item."""
    if x > 2:
        if x > 1:
            raise ValueError("no")
    elif x > 1:
        items.append(1)
    else:
        items.append(2)


@programs.staged(([3, 4], T(0)), ([3, 4], T(3)))
def raise_after_a_known_change(items, x):
    """A list of an argument is appended before an unconditional `raise`."""
    items.append([x])
    raise ValueError("no")


@programs.staged(([3, 4], T(0)), ([3, 4], T(3)))
def handle_what_is_raised(items, x):
    """A handler appends what a conditional `raise` in the body left out."""
    try:
        items.append(1)
        if x > 0:
            raise ValueError("no")
        items.append(2)
    except ValueError:
        items.append(3)
