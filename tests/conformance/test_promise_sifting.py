"""`filter`, `map`, `zip` and `enumerate` of which the run decides what they give."""

# Programs under test are written as users write them.
# ruff: noqa: B905, C416, C417, PERF401

from __future__ import annotations

import math

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
XS = (T([1, 2, 3]), T([0, 0]), T([-1, 5, -2]), T([4, 0, 4, 7]))
PAIRS = ((T(2), T(0)), (T(0), T(2)), (T(3), T(5)))
rows = Rows()
refused = Rows()


test_the_graph_gives_what_plain_python_gives = rows.test()


test_where_python_would_go_on_is_refused_if_the_run_decides_it = refused.refusal_test()


def grown(xs):
    found = []
    for x in xs:
        if x > 0:
            found.append(x)
    return found


def is_large(x):
    ag.print("asked of", x)
    return x > 1


def doubled(x):
    ag.print("doubled", x)
    return x * 2


# -- What uses up all items ------------------------------------------------------------


@rows.on(*XS)
def lists(xs):
    return list(filter(lambda x: x > 1, xs)), list(filter(None, xs))


@rows.on(*XS)
def of_a_grown_list(xs):
    items = grown(xs)
    return (
        list(filter(lambda x: x > 1, items)),
        list(map(lambda x: x + 1, items)),
        list(map(lambda x, y: x - y, items, items)),
        list(map(max, items, [1, 2, 3])),
        list(zip(items, items)),
    )


@rows.on(*XS)
def sums_and_extremes(xs):
    items = filter(lambda x: x > 1, xs)
    return (
        sum(items),
        sum(map(abs, grown(xs)), 5),
        max(filter(None, xs), default=-1),
        min(map(lambda x: -x, grown(xs)), default=None),
        max(filter(is_large, xs), key=lambda x: -x, default=7),
    )


@rows.on(*XS)
def an_extreme_of_none(xs):
    return min(filter(lambda x: x > 4, xs))


@rows.on(*XS)
def sorted_items(xs):
    return (
        sorted(filter(lambda x: x > 1, xs), key=lambda x: -x),
        sorted(map(lambda x: x + 1, grown(xs))),
        sorted([*filter(None, xs)], reverse=True),
    )


@rows.on(*XS)
def stars(xs):
    return [0, *map(abs, grown(xs))], (0, *filter(None, xs), 9), [*grown(xs), 1]


@rows.on(*XS)
def a_list_is_extended(xs):
    items = [1]
    items.extend(filter(lambda x: x > 1, xs))
    items.extend(map(lambda x: x + 1, grown(xs)))
    items.extend(x + 1 for x in xs if x > 1)
    items.extend(range(xs[0]))
    return items


@rows.on(*XS)
def a_list_is_extended_by_what_looks_at_it(xs):
    items = [T(1)]
    items.extend(x + len(items) for x in xs if x > 1)
    return items


@rows.on(*XS)
def comprehensions(xs):
    return (
        [x for x in filter(lambda x: x > 1, xs) if x < 5],
        [x + 1 for x in map(lambda x: x * 2, grown(xs))],
        {k: x for k, x in enumerate(map(lambda x: x + 1, xs))},
    )


@rows.on(*XS)
def generator_expressions(xs):
    return (
        sum(x for x in filter(lambda x: x > 1, xs) if x < 5),
        any(x > 3 for x in filter(lambda x: x > 1, xs)),
        tuple(x for x in xs if x > 1),
    )


@rows.on(*XS)
def of_a_tensor_of_unknown_length(xs):
    ys = xs[: ag.reduce_max(xs)]
    return (
        list(ys), tuple(ys), [*ys, 1], (0, *ys), list(zip(ys, ys)), sorted([*ys]),
        list(map(lambda y: y + 1, ys)), list(filter(lambda y: y > 1, ys)),
        sum(map(abs, ys)), [*filter(None, ys)], list(enumerate(ys)),
    )  # fmt: skip


@rows.on(*PAIRS)
def dict_comprehensions(a, b):
    pairs = {"a": a, "b": b}.items()
    return {key: x for key, x in filter(lambda pair: pair[1] > 0, pairs) if x < 5}


@rows.on(*XS)
def text_of_items(xs):
    return (
        ", ".join(map(str, grown(xs))),
        "-".join(str(x) for x in xs if x > 1),
        "".join(filter(lambda t: t != "2", map(str, xs))),
    )


# -- Order -----------------------------------------------------------------------------


@rows.on(*XS)
def functions_are_called_as_items_are_drawn(xs):
    found = map(doubled, filter(is_large, map(doubled, filter(is_large, xs))))
    ag.print("nothing is drawn yet")
    return [x for x in found]


@rows.on(*XS)
def nothing_is_drawn_after_the_end(xs):
    found = []
    for place, x in enumerate(filter(is_large, xs), 5):
        found.append((place, x))
        if x > 3:
            break
    return found


@rows.on(*XS)
def truths_end_early(xs):
    return any(filter(is_large, xs)), all(filter(is_large, xs)), any(map(doubled, xs))


@rows.on(*PAIRS)
def what_comes_later_does_not_raise(a, b):
    for x in map(lambda x: 10 // x, [a, b]):
        if x > 3:
            break
    return x


@rows.on(*PAIRS)
def a_truth_that_ends_early_does_not_raise(a, b):
    return any(map(lambda x: 10 // x > 3, [int(a), int(b)]))


@rows.on(T(1), T(9))
def a_function_that_map_calls(a):
    seen = []

    def noted(k):
        seen.append(k)
        return k

    for x in map(noted, [0, 1, 2, 3]):
        if a < x:
            break
    return len(seen)


@rows.on(*XS)
def a_function_that_counts(xs):
    count = 0

    def f(x):
        nonlocal count
        count += 1
        return x > count

    return list(filter(f, xs)), count


# -- In statements ---------------------------------------------------------------------


@rows.on(*XS)
def in_loops(xs):
    k, total = 0, 0
    while k < 2:
        total += sum(filter(lambda x: x > k, xs))
        if len(list(filter(None, xs))) > 1:
            total += 1
        k += 1
    return total


@rows.on(*XS)
def with_continue_and_else(xs):
    total = 0
    for x in filter(lambda x: x > 0, range(ag.reduce_max(xs))):
        if x == 2:
            continue
        total += x
    else:
        total += 100
    return total


@rows.on(*XS)
def a_return(xs):
    for x in filter(lambda x: x > 2, xs):
        return x
    return None


@rows.on(*PAIRS)
def in_try(a, b):
    try:
        found = [10 // x for x in filter(lambda x: 10 // x > 1, [a, b])]
    except ZeroDivisionError:
        found = [a]
    return found


@rows.on(*XS)
def several_kept_for_later(xs):
    parts = [filter(lambda x, k=k: x > k, xs) for k in range(2)]
    return [sum(part) for part in parts]


@rows.on(*PAIRS)
def used_up(a, b):
    items = filter(lambda x: x > 0, [a, b])
    first = list(items)
    return first, list(items)


@rows.on(*PAIRS)
def drawn_one_by_one(a, b):
    items = enumerate(ag.stack([a, b]))
    first = next(items)
    return first, list(items), list(items)


# -- Items of other kinds --------------------------------------------------------------


@rows.on(*PAIRS)
def none_among_them(a, b):
    c = a if a > 0 else None
    return (
        list(filter(lambda x: x is not None, [a, None, 2, b])),
        list(filter(None, [None, a, 0, 2])),
        list(filter(None, [c, b])),
        [x + 1 for x in filter(lambda x: x is not None, [c, b])],
    )


@rows.on(*XS)
def text_and_pairs(xs):
    return (
        list(filter(lambda text: text > "2", [str(x) for x in xs])),
        [each for each in filter(str.isdigit, f"a{xs[0]}b")],
        list(filter(lambda pair: pair[0] > pair[1], zip(xs, reversed(xs)))),
    )


class Box:
    def __init__(self, x):
        self.x = x

    def __bool__(self):
        return bool(self.x > 1)


@rows.on(*PAIRS)
def objects_with_a_truth(a, b):
    return [box.x for box in filter(None, [Box(a), Box(b), Box(T(9))])]


@rows.on(XS[0], XS[2], XS[3])
def arrays_of_other_shapes(xs):
    parts = [xs[:1], xs[:2], xs]
    return list(filter(lambda part: ag.reduce_sum(part) > 0, parts))


@rows.on(T([0.5, 2.0, 3.5]), T([1.5]))
def gradients(xs):
    with ag.GradientTape() as tape:
        tape.watch(xs)
        total = sum(map(lambda x: x * x, filter(lambda x: x > 1, xs)))
    return tape.gradient(total, xs)


@rows.on((T([1.5, 2.0]), 0.1), (T([0.5]), 0.1))
def python_floats(xs, y):
    return sum(filter(lambda x: x > 1, [float(x) for x in xs] + [y, 2.0]))


@rows.on(*XS)
def what_they_are(xs):
    items = filter(None, xs)
    return isinstance(items, filter), isinstance(map(abs, xs), map)


# -- Tuples ----------------------------------------------------------------------------


@rows.on(*XS)
def tuples(xs):
    t = tuple(grown(xs))
    return t, len(t), t + (1,), t * 2, t[:1], t[1:], t[::-1], (0, *t), [*t, 3], t[:]


@rows.on(*XS)
def an_item_of_a_tuple(xs):
    t = tuple(grown(xs))
    return t[0], t[-1]


@rows.on(*XS)
def what_a_tuple_is_asked(xs):
    t = tuple(grown(xs))
    total = 0
    for x in t:
        total += x
    return (
        4 in t, t.count(4), total, sum(t), max(t, default=0), sorted(t), list(t),
        bool(t), isinstance(t, tuple), [x for x in t],
    )  # fmt: skip


@rows.on(*XS)
def the_place_in_a_tuple(xs):
    return tuple(grown(xs)).index(4)


@rows.on(*XS)
def a_tuple_taken_apart(xs):
    first, *rest = tuple(grown(xs))
    return first, rest


@rows.on(*XS)
def tuples_compared(xs):
    t, u = tuple(int(x) for x in grown(xs)), tuple(int(x) for x in xs)
    return t == u, t != u, t == t + (1,), t == list(t), t == 1


@rows.on(*XS)
def a_tuple_that_one_path_makes_longer(xs):
    t = tuple(grown(xs))
    if xs[0] > 0:
        t = t + (xs[1],)
    while len(t) > 2:
        t = t[1:]
    return t


@rows.on(T(3), T(0))
def a_slice_of_a_known_tuple(n):
    t = (1, 2, 3)
    return t[:n], t[n:], t[::-1][: n - 1]


@rows.on(*XS)
def what_tuples_do_not_have(xs):
    t = tuple(grown(xs))
    t[0] = 1


# -- Refused ---------------------------------------------------------------------------


@rows.on(*XS)
def after_a_break(xs):
    items = filter(lambda x: x > 0, [xs[0], xs[1]])
    for x in items:
        if x > 3:
            break
    return list(items)


@refused.on(XS[0])
def a_second_time(xs):
    items = enumerate(grown(xs))
    return list(items), list(items)


@refused.on(XS[0])
def in_each_iteration(xs):
    items = map(abs, grown(xs))
    total = 0
    for _ in xs:
        total += sum(items)
    return total


@refused.on(XS[0])
def one_item(xs):
    return next(enumerate(grown(xs)))


@refused.on(XS[0])
def zipped_with_what_may_leave_out(xs):
    return list(zip(filter(lambda x: x > 1, xs), [1, 2, 3]))


@rows.on(XS[0])
def unpacked(xs):
    a, b = filter(lambda x: x > 1, xs)
    return a - b


@refused.on(XS[0])
def a_key(xs):
    return {tuple(int(x) for x in grown(xs)): 1}


@refused.on(XS[0])
def spread(xs):
    return math.gcd(*tuple(grown(xs)))
