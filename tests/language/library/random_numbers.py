"""Numbers that generators of NumPy and of `random` draw: how often is known or not."""

import random

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant
GENERATORS = np.random.default_rng(3), np.random.RandomState(3), random.Random(3)
falls = programs.staged(*((T(2), each) for each in GENERATORS))


def draw(generator):
    return generator.uniform(0, 1)


# -- As often as the run decides


@falls
def in_the_test_of_a_loop(n, generator):
    """The test of a dynamic loop draws."""
    k = 0
    while k < n and draw(generator) < 0.9:
        k += 1
    return k


@falls
def in_the_body_of_a_loop(n, generator):
    """The body of a dynamic loop draws."""
    total = 0.0
    while n > 0:
        total += draw(generator)
        n -= 1
    return total


@falls
def in_a_comprehension(n, generator):
    """A comprehension over a dynamic range draws."""
    return [draw(generator) for _ in ag.range(n)]


# -- On some paths


def drawn_by_each_call(n, generator):
    if n < 1:
        return draw(generator)
    return drawn_by_each_call(n - 1, generator) + draw(generator)


@falls
def in_a_recursion(n, generator):
    """Each call of a recursive function draws."""
    return drawn_by_each_call(n, generator)


@falls
def after_a_branch(n, generator):
    """A number is drawn after a branch that may have drawn one."""
    k = 0.0
    if n > 3:
        k = draw(generator)
    return k + draw(generator)


@falls
def in_both_branches(n, generator):
    """Both branches of a conditional expression draw."""
    return draw(generator) if n > 3 else draw(generator) * 2


@falls
def after_an_operand(n, generator):
    """A number is drawn after an operand of `and` that may have drawn one."""
    return n > 3 and draw(generator) > 0.5, draw(generator)


@falls
def after_a_loop_that_is_left(n, generator):
    """A number is drawn after a loop that may have been left by `break`."""
    k = n
    for _ in range(3):
        if k > 3:
            break
        k += draw(generator)
    return draw(generator)


# -- By generators of a seed


@programs.staged(T(2), T(0))
def made_in_a_loop(n):
    """Each iteration of a dynamic loop makes a generator of one seed."""
    total = 0.0
    while n > 0:
        total += np.random.default_rng(5).random()
        n -= 1
    return total


@programs.staged(T(2), T(0))
def made_in_a_branch(n):
    """A branch makes a generator, and draws from it."""
    generator = None
    if n > 1:
        generator = random.Random(3)
        n = n + generator.random()
    return n * 1.0
