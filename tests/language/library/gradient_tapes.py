"""Gradient tapes in staged code: over loops, branches and `try`."""

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant
COUNT = ag.Variable(0)
FACTOR = ag.Variable(2.0)


def gradient(function, x):
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    return y, tape.gradient(y, x)


@programs.staged(T(2.0), T(-3.0))
def a_tape_outside_of_a_loop(x):
    """Each iteration of a dynamic loop asks a persistent tape outside of it."""
    with ag.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
    total = ag.zeros([])
    for _ in ag.range(3):
        total = total + tape.gradient(y, x)
    return total


@programs.falls((T([3.0, 4.0]), T(1)), (T([3.0, 4.0]), T(5)))
def an_index_that_may_be_out_of_range(x, i):
    """The gradient is that of the path that was taken: of the body or the handler."""

    def element_or_all(x):
        try:
            y = x[i] * x
        except IndexError:
            y = x
        return y

    return gradient(element_or_all, x)


@programs.falls((T(2.0), T(0)), (T(2.0), T(3)))
def a_handler_that_computes_anew(x, n):
    """A handler computes the result from what the `try` body did not assign."""

    def squared_or_scaled(x):
        try:
            y = x * x
            if n > 0:
                raise ValueError
            y = y * x
        except ValueError:
            y = 5.0 * x
        return y

    return gradient(squared_or_scaled, x)


@programs.staged(T(2.0), T(-1.0))
def second_derivatives_through_a_finally(x):
    """Two tapes over a loop in a `try` whose `finally` assigns a variable."""

    def power(x):
        y = x
        try:
            for _ in ag.range(2):
                y = y * x
        finally:
            COUNT.assign_add(1)
        return y

    return gradient(lambda x: gradient(power, x)[1], x), gradient(power, x)


@programs.staged(T(1.5), T(-2.0))
def a_variable_assigned_in_a_loop(x):
    """A variable counts with the values that it has where it is read."""
    with ag.GradientTape() as tape:
        tape.watch(x)
        FACTOR.assign(2.0)
        y = x
        for _ in ag.range(3):
            y = y * FACTOR
            FACTOR.assign_add(1.0)
    return tape.gradient(y, [x, FACTOR])


@programs.staged(T(3.0))
def items_of_a_list_that_grows(x):
    """Gradients of items of a list that a dynamic loop appends to."""

    def product(x):
        found = []
        for i in ag.range(3):
            found.append(x ** ag.cast(i, ag.float32))
        return found[1] * found[2]

    return gradient(product, x)


@programs.staged(T(3.0), T(-1.5))
def a_dict_of_results(x):
    """Gradients of several results, of a result twice, and of a stopped one."""
    with ag.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
        found = {"y": y, "same": y, "rest": (y * x, 3), "not": ag.stop_gradient(y)}
    return (
        [tape.gradient(each, x) for each in (found["y"], found["same"])],
        tape.gradient(found["rest"][0], x),
        tape.gradient(found["not"], x),
    )


@programs.staged(T(2.0), T(3.0))
def a_while_on_a_gradient(x):
    """The condition and the body of a `while` have tapes of their own."""
    steps = 0
    while gradient(lambda x: x * x, x)[1] > 1.0:
        x = x - 0.25 * gradient(lambda x: x * x, x)[1]
        steps += 1
    return x, steps
