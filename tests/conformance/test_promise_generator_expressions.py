"""Generator expressions that are kept, handed on, or drawn from, over what the run knows."""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()

XS = T([3, 1, 4, 1, 5, -2]), T([1, 1, 1, 2, 0, -3]), T([2, 3, 3, 2, 9, 6])


def grown(xs):
    out = []
    for x in xs:
        if x > 0:
            out += [int(x)]
    return out


@rows.on(*XS)
def the_first_that(xs):
    return next((i for i, x in enumerate(xs) if x > 2), None)


@rows.on(*XS)
def the_first_that_or_an_error(xs):
    return next(x for x in xs if x > 2)


@rows.on(*XS)
def the_first_of_a_list_that_grew(xs):
    ys = grown(xs)
    drawn = (y for y in ys if y > 1)
    return next(drawn, None), next(drawn, -1), list(drawn)


@rows.on(*XS)
def the_best(xs):
    return max((x for x in xs if x > 1), key=lambda x: x % 3, default=-1)


@rows.on(*XS)
def the_best_of_a_list_that_grew(xs):
    ys = grown(xs)
    return max((y for y in ys), key=lambda y: y % 3), min((y for y in ys), key=abs)


@rows.on(*XS)
def sorted_the_other_way(xs):
    return sorted((x for x in xs if x > 1), reverse=True)


@rows.on(*XS)
def a_loop(xs):
    total = 0
    for y in (x * 2 for x in xs if x > 1):
        total = total * 3 + y
    return total


@rows.on(*XS)
def a_loop_that_stops(xs):
    drawn, total = (x for x in xs if x > 0), 0
    for y in drawn:
        if y > 2:
            break
        total += y
    else:
        total = -total
    return total, list(drawn)


@rows.on(*XS)
def made_in_a_loop(xs):
    total = 0
    for x in xs:
        total = total * 2 + next((y for y in xs if y > x), -1)
    return total


@rows.on(*XS)
def made_in_a_test(xs):
    n = 0
    while (found := next((x for x in xs if x > 2), None)) is not None:
        xs = xs - 1
        n = n * 3 + found
    return n


@rows.on(*XS)
def counted_and_zipped(xs):
    ys = grown(xs)
    pairs = zip(ys, (y * 2 for y in ys), strict=False)
    return list(pairs), list(enumerate(y for y in ys if y > 1))


@rows.on(*XS)
def mapped_and_filtered(xs):
    ys = grown(xs)
    found = filter(lambda y: y > 1, map(abs, (y - 4 for y in ys if y != 3)))
    first = next(map(abs, xs))
    return list(found), first, next(filter(lambda x: x > 2, xs), None)


@rows.on(*XS)
def unpacked(xs):
    ys = grown(xs)
    first, *others = (y + 1 for y in ys)
    return first, others, [*(y for y in ys if y > 1)]


@rows.on(*XS)
def handed_on(xs):
    def above(least):
        return (x for x in xs if x > least)

    return sum(above(1)), max(above(0), default=-1), sorted(above(0), reverse=True)


@rows.on(*XS)
def sees_variables_as_they_are_when_drawn(xs):
    least = 1
    drawn = (x for x in xs if x > least)
    first = next(drawn, -1)
    least = 3
    return first, next(drawn, -1), next(drawn, -1)


@rows.on(*XS)
def ends_with_the_first_error(xs):
    drawn, out = (xs[0] // y if y > 0 else {}[y] for y in grown(xs) + [0, 4]), []
    try:
        for y in drawn:
            out.append(y)  # noqa: PERF402  # an error comes between
    except KeyError:
        out.append(-1)
    for y in drawn:
        out.append(y)  # noqa: PERF402
    return out


@rows.on(*XS)
def an_iterator_that_ends_inside_is_an_error(xs):
    others = iter(grown(xs))
    try:
        return sum(next(others) for _ in xs), ""
    except RuntimeError as error:
        return 0, str(error)


@rows.on(*XS)
def an_iterator_that_ends_inside_what_is_kept(xs):
    others, n, text = iter(grown(xs)), 0, ""
    drawn = (next(others) for _ in xs)
    try:
        for y in drawn:
            n += y
    except RuntimeError as error:
        text = str(error)
    return n, text, list(drawn)


@rows.on(*XS)
def over_a_dict_of_the_run(xs):
    table = {int(x): i for i, x in enumerate(xs)}
    first = next((key for key in table if key > 2), None)
    return first, next((key for key, value in table.items() if value > 2), None)


@rows.on(*XS)
def over_lists_and_text(xs):
    chosen = next((each for each in ([1, 2], [3, 4]) if each[0] > xs[0]), None)
    return chosen, next((w for w in ("ab", "c", "def") if len(w) > xs[0]), "none")


@rows.on(*XS)
def closed(xs):
    drawn = (x for x in xs if x > 0)
    first = next(drawn)
    if first > 1:
        drawn.close()
    return first, list(drawn)


@rows.on(*XS)
def functions_share_the_variable(xs):
    functions = tuple((lambda: i + xs[0]) for i in range(3))
    return [f() for f in functions]


@rows.on(*XS)
def functions_in_items_that_do_not_keep_them(xs):
    found = tuple(max([1, 5, 3], key=lambda k: k % (x * x + 1)) for x in xs if x < 9)
    return found, all(max([1, 2], key=lambda k: k * x) > 1 for x in xs if x > 0)


@rows.on(*XS)
def iterators_in_items_share_the_variable(xs):
    found = tuple(filter(lambda y: y > k, [1, 2, 3]) for k in (xs[0], xs[1]))
    return [list(each) for each in found]


@rows.on(*XS)
def kept_keys_of_an_argument(xs):
    pairs = zip({"a": xs[0], "b": xs[1]}.values(), range(9), strict=False)
    return [value * place for value, place in pairs]


@rows.on(*XS)
def used_up_where_they_are_written(xs):
    first, (second, *rest) = (np.ones(k) * xs[0] for k in (1, 2))
    spread = [0, *(np.ones(k) * xs[1] for k in (3, 1))]
    return first, second, rest, spread


@rows.on(*XS)
def with_conditions_used_up_where_they_are_written(xs):
    first, *rest = (x for x in (*xs, 5) if x > 0)
    return first, rest, [0, *(x for x in xs if x > 1)]


@rows.on(T(0), T(5))
def the_first_record_that(n):
    people = [{"name": "a", "age": int(n)}, {"name": "b", "age": 3}]
    found = next((each for each in people if each["age"] > 2), None)
    return found, found["name"] if found else "none"


@rows.on(T(0), T(5))
def the_first_of_sorted_records(n):
    people = [{"name": "a", "age": int(n)}, {"name": "b", "age": 3}]
    people.sort(key=lambda each: each["age"])
    return next(each["name"] for each in people if each["age"] > 2)


@rows.on(T(0), T(3))
def the_first_that_ends_within(n):
    def same(x):
        return next(y for y in (1, 2) if y == x)

    return next((same(x) for x in (1, 2, 3) if x >= n), None)
