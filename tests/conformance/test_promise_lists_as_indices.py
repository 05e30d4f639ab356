"""Lists whose length the run decides, as indices of arrays and as what is written."""

# Programs under test are written as users write them.
# ruff: noqa: C416, PERF401

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

rows = Rows()
refused = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_numpy_takes_for_something_else_is_refused = refused.refusal_test()

X = np.array([5.0, 6.0, 7.0])
TABLE = np.arange(12.0).reshape(4, 3)
some = rows.on((X, 5.5), (X, 0.0))
some_and_none = rows.on((X, 5.5), (X, 9.0), (X, 0.0))


@some_and_none
def read(x, low):
    found = []
    for i in range(len(x)):
        if x[i] > low:
            found.append(i)
    return x[found], TABLE[found], TABLE[:, found], TABLE[found, found]


@some_and_none
def read_in_an_order(x, low):
    order = [i for i in np.argsort(-x) if x[i] > low]
    return x[order], x[order[::-1]], x[[0] + order], X[sorted(order)]


@some_and_none
def open_mesh(x, low):
    keep = [i for i in range(len(x)) if x[i] > low]
    return TABLE[np.ix_(keep, keep)], TABLE[np.ix_([0, 1], keep)]


@some
def taken(x, low):
    return np.take(x, [i for i in range(3) if x[i] > low])


@some_and_none
def masked(x, low):
    mask = [v > low for v in x]
    kept = x.copy()
    kept[mask] = 0
    return x[mask], TABLE[:, mask], kept


@some_and_none
def written(x, low):
    places = [i for i in range(len(x)) if x[i] > low]
    made, whole = x.copy(), np.zeros(3, int)
    made[places] = 1
    made[places] *= 3
    whole[places] = places
    return made, whole


@some
def added(x, low):
    places = [i for i in range(len(x)) if x[i] > low]
    made = np.zeros(3, int)
    made[places] += [i * 2 for i in places]
    made[range(len(places))] += range(len(places))
    return made


@some_and_none
def written_in_a_loop(x, low):
    places = [i for i in range(len(x)) if x[i] > low]
    made, n = x.copy(), 0
    while n < 3 and made.sum() < 40:
        made[places] *= 2
        n += 1
    return made, n


@some_and_none
def lists_written(x, low):
    grown = []
    while low < 20:
        low = low * 2 + 1
        grown.append(low)
    table = np.zeros((2, len(grown) + 1), np.float32)
    table[0, 1:] = grown
    table[1, :-1] = [v / 3 for v in grown]
    return table


@some_and_none
def beyond_the_end(x, low):
    places = [i + 2 for i in range(len(x)) if x[i] > low]
    try:
        return x[places], "found"
    except IndexError as error:
        return x, str(error)


@rows.on(np.int64(2), np.int64(4))
def masks_of_other_lengths(n):
    return X[[i % 2 == 0 for i in range(n)]]


@rows.on(np.int64(2), np.int64(0))
def ranges_written(n):
    made = X.copy()
    made[range(n)] = 1
    made[range(n)] += 1
    return made


@rows.on(np.int64(3), np.int64(0))
def gradients(n):
    places = [i % 2 for i in range(n)]
    x = ag.constant([1.0, 2.0, 3.0])
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = ag.reduce_sum(x[places] ** 2)
    return tape.gradient(y, x)


@some_and_none
def of_bytes(x, low):
    made = np.zeros(3, np.uint8)
    places = [i for i in range(len(x)) if x[i] > low]
    made[places] = [int(x[i]) * 40 for i in places]
    return made


T = ag.constant
LONG = np.arange(8.0) - 3
counts = rows.on(*map(T, (3, 1, 4)))
counts_and_none = rows.on(*map(T, (3, 0, 4)))


@counts_and_none
def of_a_tensor(n):
    return ag.constant([1.0, 2.0, 3.0, 4.0])[[i for i in range(n)]]


@counts_and_none
def of_numbers_of_numpy(n):
    return LONG[[np.int64(i) for i in range(n)]]


@counts_and_none
def that_are_written_to(n):
    made, places = LONG * int(n), [i for i in range(n)]
    other = made
    made[places] = LONG[places] + 1
    made[places] -= 1
    table = np.zeros((4, 4))
    table[places, places] = 1
    table[places] *= 2
    table[:, places] += 1
    return made, other is made, table


@counts
def appended(n):
    places = [i for i in range(n)]
    return np.append(places, [1.5])


@refused.on(np.int64(0))
def empty_mask(n):
    return X[[i > 0 for i in range(n)]]


@refused.on((X, 5.5))
def pairs(x, low):
    return TABLE[[(i, 0) for i in range(len(x)) if x[i] > low]]


@refused.on((X, 5.5))
def floats(x, low):
    return TABLE[[v for v in x if v > low]]
