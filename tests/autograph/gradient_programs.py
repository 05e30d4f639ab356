"""Programs of float64 vectors, to differentiate: staged control flow of every kind."""

from __future__ import annotations

import autograph as ag

FLOAT = ag.float64


def branch(x):
    if ag.reduce_sum(x) > 0.5:
        y = ag.sin(x) * x
    else:
        y = x * 3.0
    return y


def branch_of_one(x):
    y = x * x
    if y[0] > 0.2:
        y = y * x
    return y


def early_return(x):
    if x[0] > 0.0:
        return ag.exp(x)
    return x * x * x


def nested_branches(x):
    if x[0] > 0.0:
        if x[1] > 0.0:
            y = x * x
        else:
            y = ag.sin(x)
        z = y * x
    elif x[1] > 0.0:
        z = ag.cos(x)
    else:
        z = x * 0.5
    return z + x


def for_loop(x):
    y = x
    for i in ag.range(4):
        y = ag.sin(y) * x + ag.cast(i, FLOAT)
    return y


def while_loop(x):
    y = x
    while ag.reduce_sum(y * y) < 20.0:
        y = y * 1.5 + x * x
    return y


def loop_over_rows(x):
    total = ag.zeros([], FLOAT)
    for row in x:
        total = total * row + ag.exp(row)
    return total


def no_iterations(x):
    y = x * x
    for _ in ag.range(ag.cast(x[0] * 0.0, ag.int32)):
        y = y * y
    return y


def nested_loops(x):
    y = x
    for i in ag.range(3):
        for j in ag.range(i):
            y = ag.sin(y) * x + ag.cast(j, FLOAT)
        y = y * x
    return y


def loop_with_branches(x):
    y, z = x, x * 2.0
    for i in ag.range(5):
        if i % 2 == 0:
            y = y * z
        else:
            z = ag.sin(y)
    return y + z


def break_and_continue(x):
    y = x
    for i in ag.range(6):
        if i == 1:
            continue
        y = y * ag.cos(x)
        if ag.reduce_sum(y) < 0.3:
            break
    return y


def loop_of_constants(x):
    y = ag.ones([3], FLOAT)
    for _ in ag.range(3):
        y = y * 2.0
    return y * x


def matrices(x):
    w = ag.reshape(x, [3, 1]) * ag.reshape(x, [1, 3])
    h = ag.ones([2, 3], FLOAT)
    for _ in ag.range(3):
        h = ag.tanh(h @ w + x)
    return h


def shapes_change(x):
    y = x
    for _ in ag.range(2):
        y = ag.concat([y, y * x[0]], 0)
    return y


def swapped_state(x):
    a, b = x, ag.sin(x)
    for _ in ag.range(5):
        a, b = b, a + b * 0.5
    return a * b


def list_grows(x):
    found = []
    y = x
    for _ in ag.range(4):
        y = y * x
        found.append(ag.sin(y))  # staged
    return ag.stack(found)


def list_is_read(x):
    found = [x]
    for i in ag.range(3):
        found.append(found[i] * x + found[0])
    return found[-1] * found[1]


def list_is_written(x):
    found = []
    for i in ag.range(4):
        found.append(x * ag.cast(i, FLOAT))  # noqa: PERF401  # staged
    for i in ag.range(3):
        found[i] = found[i + 1] * x
    return ag.stack(found)


def list_shrinks(x):
    found = []
    for i in ag.range(4):
        found.append(ag.sin(x * ag.cast(i, FLOAT)))  # noqa: PERF401  # staged
    last = found.pop()
    first = found.pop(0)
    found.reverse()
    found.insert(1, first * last)
    return ag.stack(found) * last


def lists_are_joined(x):
    found = []
    for _ in ag.range(2):
        found.append(x)  # noqa: PERF401  # staged
    more = []
    for _ in ag.range(2):
        more.append(x * x)  # noqa: PERF401  # staged
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


def calls(x):
    return helper(x, ag.sin(x)) + helper(x * 2.0, x)


def state_in_a_dict(x):
    state = {"y": x, "n": ag.constant(0)}
    while state["n"] < 3:
        state["y"] = state["y"] * x
        state["n"] += 1
    return state["y"]


weight = ag.Variable([0.3, 0.4, 0.5], dtype=FLOAT)
fixed = ag.constant([1.5, 2.5, 3.5], FLOAT)


def reads_from_outside(x):
    y = x
    for _ in ag.range(3):
        if y[0] > -5.0:
            y = y * weight + fixed * x
    return y * weight


def array_is_written(x):
    found = ag.TensorArray(FLOAT, size=4)
    y = x
    for i in ag.range(4):
        y = y * x
        found = found.write(i, ag.sin(y))
    return found.stack()


def array_grows_and_is_read(x):
    found = ag.TensorArray(FLOAT, size=1, dynamic_size=True, clear_after_read=False)
    found = found.write(0, x)
    for i in ag.range(3):
        found = found.write(i + 1, found.read(i) * x + found.read(0))
    return found.read(3) * found.read(1)


def array_is_written_twice(x):
    found = ag.TensorArray(FLOAT, size=3, element_shape=[3], clear_after_read=False)
    for i in ag.range(2):
        found = found.write(i, x * ag.cast(i + 1, FLOAT))
    found = found.write(1, found.read(0) * x)
    return found.stack() * 2.0 + found.read(2)


def array_of_rows(x):
    found = ag.TensorArray(FLOAT, size=3).unstack(x * x)
    y = ag.zeros([], FLOAT)
    for i in ag.range(2):
        y = y * found.read(i + 1) + found.read(i)
    more = ag.TensorArray(FLOAT, size=3, clear_after_read=False).unstack(ag.sin(x))
    return y * more.gather([2, 0, 2])


def stops(x):
    y = x
    for _ in ag.range(2):
        y = y * ag.stop_gradient(y) + x
    return y


def asserts_and_prints(x):
    assert x[0] < 100.0
    y = x
    for i in ag.range(2):
        assert i < 10, "too far"
        y = y * x
    return y


PROGRAMS = (
    branch, branch_of_one, early_return, nested_branches, for_loop, while_loop,
    loop_over_rows, no_iterations, nested_loops, loop_with_branches, break_and_continue,
    loop_of_constants, matrices, shapes_change, swapped_state, list_grows, list_is_read,
    list_is_written, list_shrinks, lists_are_joined, calls, state_in_a_dict,
    reads_from_outside, array_is_written, array_grows_and_is_read,
    array_is_written_twice, array_of_rows, stops, asserts_and_prints,
)  # fmt: skip
