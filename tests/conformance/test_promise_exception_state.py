"""State in `try`: what is changed in place before something is raised."""

from __future__ import annotations

import heapq

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


class Adding:
    """Changes itself in code that runs as it stands."""

    def __init__(self):
        self.value = 0

    def __iadd__(self, other):
        self.value += other
        return self


@rows.on(T(1), T(-1))
def changed_by_code_that_runs_as_it_stands(x):
    box = Adding()
    try:
        box += 1
        if x > 0:
            raise ValueError("a")
        box += 1
    except ValueError:
        return box.value * 10
    return box.value


@rows.on(T(1), T(-1))
def lists_stay_themselves(x):
    items = [3]
    alias = items
    try:
        items += [1]
        heapq.heappush(items, 0)
        if x > 0:
            raise ValueError("a")
        items[0] = 9
    except ValueError:
        items.append(7)
    return alias, items


@rows.on(T(5), T(1))
def state_of_an_object(x):
    class Box:
        pass

    box = Box()
    box.value = 0
    try:
        box.value = 1
        if x > 3:
            box.value = 2
            raise ValueError("v")
        box.value = 3
    except ValueError:
        box.value += 10
    return box.value


@rows.on(T(5), T(1))
def items_of_a_list_and_a_dict(x):
    items, table = [0, 0], {"a": 0}
    try:
        items[0] = x
        table["a"] = 1
        if x > 3:
            items[1] = 5
            raise ValueError("v")
        table["a"] = 2
    except ValueError:
        items[0] += 1
    return items, table


@rows.on(T([5.0, 1.0]), T([1.0, 1.0]))
def arrays_as_state(x):
    y = x
    for _ in range(2):
        try:
            y = y * 2
            if ag.reduce_max(y) > 8.0:
                raise ValueError("large")
            y = y + 1
        except ValueError:
            y = y - 100
    return y
