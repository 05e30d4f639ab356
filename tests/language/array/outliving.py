"""NumPy arrays that outlive the call: staged code does not write dynamic values."""

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant
GRID = np.zeros((2, 3))


def refill():
    GRID[...] = [[1, 3, 2], [6, 5, 4]]


@programs.staged(T(1), T(0))
def a_dynamic_item(x):
    """A dynamic number is assigned to an item of a global array."""
    refill()
    GRID[0, 0] = x
    return GRID.copy()


@programs.staged(T(1), T(0))
def a_dynamic_index(x):
    """A row of a global array, with a dynamic index, is assigned."""
    refill()
    GRID[x] = 1
    return GRID.copy()


@programs.staged(T(1), T(0))
def an_item_of_a_view(x):
    """A dynamic number is assigned through a view of a global array."""
    refill()
    row = GRID[1]
    row[0] = x
    return GRID.copy()


@programs.staged(T(1), T(0))
def in_a_branch(x):
    """A dynamic branch assigns an item of a global array."""
    refill()
    if x > 0:
        GRID[0, 0] = 9
    return GRID.copy()


@programs.staged(T(1), T(0))
def in_a_loop(x):
    """A dynamic loop adds to an item of a global array."""
    refill()
    while x > 0:
        GRID[0, 0] += 1
        x -= 1
    return GRID.copy()


@programs.staged(T(1), T(0))
def sorted_in_a_branch(x):
    """A dynamic branch sorts a global array in place."""
    refill()
    if x > 0:
        GRID.sort()
    return GRID.copy()
