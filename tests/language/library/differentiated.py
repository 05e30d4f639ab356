"""Vectors of float64 that `test_differentiated.py` differentiates, too."""

import autograph as ag
from autograph.function.nested import MAX_COPIED
from tests.language.programs import Programs

programs = Programs()

FLOAT = ag.float64
POINTS = [
    ag.constant(point, FLOAT)
    for point in ([0.4, 0.7, 0.2], [-0.4, 0.3, 0.9], [-0.5, -0.2, -0.1])
]


@programs.staged(*POINTS)
def early_return(x):
    """A branch returns early."""
    if x[0] > 0.0:
        return ag.exp(x)
    return x * x * x


@programs.staged(*POINTS)
def for_loop(x):
    """A loop over `ag.range` computes with its index."""
    y = x
    for i in ag.range(4):
        y = ag.sin(y) * x + ag.cast(i, FLOAT)
    return y


@programs.staged(*POINTS)
def while_loop(x):
    """A `while` on a sum of squares."""
    y = x
    while ag.reduce_sum(y * y) < 20.0:
        y = y * 1.5 + x * x
    return y


@programs.staged(*POINTS)
def loop_over_rows(x):
    """A loop over the elements of a vector."""
    total = ag.zeros([], FLOAT)
    for row in x:
        total = total * row + ag.exp(row)
    return total


@programs.staged(*POINTS)
def no_iterations(x):
    """A loop whose length, zero, is a tensor."""
    y = x * x
    for _ in ag.range(ag.cast(x[0] * 0.0, ag.int32)):
        y = y * y
    return y


@programs.staged(*POINTS)
def loop_with_branches(x):
    """A branch in a loop assigns one of two variables."""
    y, z = x, x * 2.0
    for i in ag.range(5):
        if i % 2 == 0:
            y = y * z
        else:
            z = ag.sin(y)
    return y + z


@programs.staged(*POINTS)
def break_and_continue(x):
    """`break` and `continue` in a loop, the former on a tensor."""
    y = x
    for i in ag.range(6):
        if i == 1:
            continue
        y = y * ag.cos(x)
        if ag.reduce_sum(y) < 0.3:
            break
    return y


@programs.staged(*POINTS)
def loop_of_constants(x):
    """A loop computes with constants alone, and its result is a factor."""
    y = ag.ones([3], FLOAT)
    for _ in ag.range(3):
        y = y * 2.0
    return y * x


@programs.staged(*POINTS)
def matrices(x):
    """Matrix products in a loop."""
    w = ag.reshape(x, [3, 1]) * ag.reshape(x, [1, 3])
    h = ag.ones([2, 3], FLOAT)
    for _ in ag.range(3):
        h = ag.tanh(h @ w + x)
    return h


@programs.staged(*POINTS)
def shapes_change(x):
    """A vector grows in each iteration."""
    y = x
    for _ in ag.range(2):
        y = ag.concat([y, y * x[0]], 0)
    return y


@programs.staged(*POINTS)
def swapped_state(x):
    """A tuple assignment swaps two variables of a loop."""
    a, b = x, ag.sin(x)
    for _ in ag.range(5):
        a, b = b, a + b * 0.5
    return a * b


@programs.staged(*POINTS)
def list_grows(x):
    """A list grows in a loop, and is stacked."""
    found = []
    y = x
    for _ in ag.range(4):
        y = y * x
        found.append(ag.sin(y))  # staged
    return ag.stack(found)


@programs.staged(*POINTS)
def list_is_read(x):
    """A loop reads items of a list that it appends to."""
    found = [x]
    for i in ag.range(3):
        found.append(found[i] * x + found[0])
    return found[-1] * found[1]


@programs.staged(*POINTS)
def list_is_written(x):
    """A loop assigns items of a list that another one appended."""
    found = []
    for i in ag.range(4):
        found.append(x * ag.cast(i, FLOAT))  # staged
    for i in ag.range(3):
        found[i] = found[i + 1] * x
    return ag.stack(found)


@programs.staged(*POINTS)
def list_shrinks(x):
    """`pop`, `reverse` and `insert` on a list that grew."""
    found = []
    for i in ag.range(4):
        found.append(ag.sin(x * ag.cast(i, FLOAT)))  # staged
    last = found.pop()
    first = found.pop(0)
    found.reverse()
    found.insert(1, first * last)
    return ag.stack(found) * last


@programs.staged(*POINTS)
def lists_are_joined(x):
    """Two lists that grew are added, and a slice is a loop's iterable."""
    found = []
    for _ in ag.range(2):
        found.append(x)  # staged
    more = []
    for _ in ag.range(2):
        more.append(x * x)  # staged
    both = found + more
    total = ag.zeros([3], FLOAT)
    for each in both[1:]:
        total = total * 0.5 + each * each
    return total


@ag.function
def helper(x, y):
    for _ in ag.range(2):
        x = x * y
    return x


@programs.staged(*POINTS)
def calls(x):
    """A decorated helper with a loop is called twice."""
    return helper(x, ag.sin(x)) + helper(x * 2.0, x)


@programs.staged(*POINTS)
def state_in_a_dict(x):
    """A `while` on an item of a dict of tensors."""
    state = {"y": x, "n": ag.constant(0)}
    while state["n"] < 3:
        state["y"] = state["y"] * x
        state["n"] += 1
    return state["y"]


weight = ag.Variable([0.3, 0.4, 0.5], dtype=FLOAT)
fixed = ag.constant([1.5, 2.5, 3.5], FLOAT)


@programs.staged(*POINTS)
def reads_from_outside(x):
    """A branch in a loop reads a global variable and a constant."""
    y = x
    for _ in ag.range(3):
        if y[0] > -5.0:
            y = y * weight + fixed * x
    return y * weight


@programs.staged(*POINTS)
def array_is_written(x):
    """A TensorArray is written in a loop, and stacked."""
    found = ag.TensorArray(FLOAT, size=4)
    y = x
    for i in ag.range(4):
        y = y * x
        found = found.write(i, ag.sin(y))
    return found.stack()


@programs.staged(*POINTS)
def array_grows_and_is_read(x):
    """A TensorArray grows in a loop that reads it."""
    found = ag.TensorArray(FLOAT, size=1, dynamic_size=True, clear_after_read=False)
    found = found.write(0, x)
    for i in ag.range(3):
        found = found.write(i + 1, found.read(i) * x + found.read(0))
    return found.read(3) * found.read(1)


@programs.staged(*POINTS)
def array_is_written_twice(x):
    """An element of a TensorArray is written a second time."""
    found = ag.TensorArray(FLOAT, size=3, element_shape=[3], clear_after_read=False)
    for i in ag.range(2):
        found = found.write(i, x * ag.cast(i + 1, FLOAT))
    found = found.write(1, found.read(0) * x)
    return found.stack() * 2.0 + found.read(2)


@programs.staged(*POINTS)
def array_of_rows(x):
    """A TensorArray is unstacked from a tensor, and gathered from."""
    found = ag.TensorArray(FLOAT, size=3).unstack(x * x)
    y = ag.zeros([], FLOAT)
    for i in ag.range(2):
        y = y * found.read(i + 1) + found.read(i)
    more = ag.TensorArray(FLOAT, size=3, clear_after_read=False).unstack(ag.sin(x))
    return y * more.gather([2, 0, 2])


@programs.staged(*POINTS)
def stops(x):
    """`ag.stop_gradient` of one factor."""
    y = x
    for _ in ag.range(2):
        y = y * ag.stop_gradient(y) + x
    return y


@programs.staged(*POINTS)
def asserts_and_prints(x):
    """Assertions in and before a loop."""
    assert x[0] < 100.0
    y = x
    for i in ag.range(2):
        assert i < 10, "too far"
        y = y * x
    return y


@ag.function
def longer(x):
    for _ in range(MAX_COPIED):
        x = ag.tanh(x) + weight * x
    return x


@programs.staged(*POINTS)
def calls_of_a_longer_helper(x):
    """A decorated helper of many operations, also called in a branch."""
    y = longer(longer(x) + longer(x) * 0.5)
    if ag.reduce_sum(y) < 100.0:
        y = longer(y)
    return y
