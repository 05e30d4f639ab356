"""Generator expressions: stored, passed on, nested and reduced."""

from __future__ import annotations

import itertools

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Stored and passed on

T = ag.constant

XS = T([3, 1, 4, 1, 5, -2]), T([1, 1, 1, 2, 0, -3]), T([2, 3, 3, 2, 9, 6])


def grown(xs):
    out = []
    for x in xs:
        if x > 0:
            out += [int(x)]
    return out


@programs.staged(*XS)
def the_first_that(xs):
    """`next` of a filtered generator expression, with None as the default."""
    return next((i for i, x in enumerate(xs) if x > 2), None)


@programs.staged(*XS)
def the_first_that_or_an_error(xs):
    """`next` of a filtered generator expression may raise StopIteration."""
    return next(x for x in xs if x > 2)


@programs.staged(*XS)
def the_first_of_a_list_that_grew(xs):
    """A generator expression over a dynamic-length list is drawn, then drained."""
    ys = grown(xs)
    drawn = (y for y in ys if y > 1)
    return next(drawn, None), next(drawn, -1), list(drawn)


@programs.staged(*XS)
def the_best(xs):
    """`max` of a filtered generator expression with `key` and `default`."""
    return max((x for x in xs if x > 1), key=lambda x: x % 3, default=-1)


@programs.staged(*XS)
def the_best_of_a_list_that_grew(xs):
    """`max` and `min` with `key` of generators over a dynamic-length list."""
    ys = grown(xs)
    return max((y for y in ys), key=lambda y: y % 3), min((y for y in ys), key=abs)


@programs.staged(*XS)
def sorted_the_other_way(xs):
    """`sorted` of a filtered generator expression with `reverse=True`."""
    return sorted((x for x in xs if x > 1), reverse=True)


@programs.staged(*XS)
def a_loop(xs):
    """A `for` loop over a filtered generator expression."""
    total = 0
    for y in (x * 2 for x in xs if x > 1):
        total = total * 3 + y
    return total


@programs.staged(*XS)
def a_loop_that_stops(xs):
    """`break` leaves a generator expression, and `list` takes the rest."""
    drawn, total = (x for x in xs if x > 0), 0
    for y in drawn:
        if y > 2:
            break
        total += y
    else:
        total = -total
    return total, list(drawn)


@programs.staged(*XS)
def made_in_a_loop(xs):
    """Each iteration draws from a new generator expression."""
    total = 0
    for x in xs:
        total = total * 2 + next((y for y in xs if y > x), -1)
    return total


@programs.staged(*XS)
def made_in_a_test(xs):
    """A `while` condition draws by `next` into an assignment expression."""
    n = 0
    while (found := next((x for x in xs if x > 2), None)) is not None:
        xs = xs - 1
        n = n * 3 + found
    return n


@programs.staged(*XS)
def counted_and_zipped(xs):
    """`zip` and `enumerate` of generators over a dynamic-length list."""
    ys = grown(xs)
    pairs = zip(ys, (y * 2 for y in ys), strict=False)
    return list(pairs), list(enumerate(y for y in ys if y > 1))


@programs.staged(*XS)
def mapped_and_filtered(xs):
    """`map` and `filter` of generator expressions, drained or drawn from once."""
    ys = grown(xs)
    found = filter(lambda y: y > 1, map(abs, (y - 4 for y in ys if y != 3)))
    first = next(map(abs, xs))
    return list(found), first, next(filter(lambda x: x > 2, xs), None)


@programs.staged(*XS)
def unpacked(xs):
    """Generator expressions unpacked into a starred target and a list display."""
    ys = grown(xs)
    first, *others = (y + 1 for y in ys)
    return first, others, [*(y for y in ys if y > 1)]


@programs.staged(*XS)
def handed_on(xs):
    """A nested function returns generators to `sum`, `max` and `sorted`."""

    def above(least):
        return (x for x in xs if x > least)

    return sum(above(1)), max(above(0), default=-1), sorted(above(0), reverse=True)


@programs.staged(*XS)
def sees_variables_as_they_are_when_drawn(xs):
    """A generator expression sees a variable that is rebound between draws."""
    least = 1
    drawn = (x for x in xs if x > least)
    first = next(drawn, -1)
    least = 3
    return first, next(drawn, -1), next(drawn, -1)


@programs.staged(*XS)
def ends_with_the_first_error(xs):
    """A generator expression is exhausted after it has raised."""
    drawn, out = (xs[0] // y if y > 0 else {}[y] for y in grown(xs) + [0, 4]), []
    try:
        for y in drawn:
            out.append(y)  # an error comes between
    except KeyError:
        out.append(-1)
    for y in drawn:
        out.append(y)
    return out


@programs.staged(*XS)
def an_iterator_that_ends_inside_is_an_error(xs):
    """StopIteration inside a generator expression becomes RuntimeError."""
    others = iter(grown(xs))
    try:
        return sum(next(others) for _ in xs), ""
    except RuntimeError as error:
        return 0, str(error)


@programs.staged(*XS)
def an_iterator_that_ends_inside_what_is_kept(xs):
    """StopIteration inside a stored generator reaches its loop as RuntimeError."""
    others, n, text = iter(grown(xs)), 0, ""
    drawn = (next(others) for _ in xs)
    try:
        for y in drawn:
            n += y
    except RuntimeError as error:
        text = str(error)
    return n, text, list(drawn)


@programs.staged(*XS)
def over_a_dict_of_the_run(xs):
    """`next` of generator expressions over a dict with dynamic keys."""
    table = {int(x): i for i, x in enumerate(xs)}
    first = next((key for key in table if key > 2), None)
    return first, next((key for key, value in table.items() if value > 2), None)


@programs.staged(*XS)
def over_lists_and_text(xs):
    """`next` of generator expressions over a tuple of lists and one of text."""
    chosen = next((each for each in ([1, 2], [3, 4]) if each[0] > xs[0]), None)
    return chosen, next((w for w in ("ab", "c", "def") if len(w) > xs[0]), "none")


@programs.staged(*XS)
def closed(xs):
    """`close()` of a generator expression in a dynamic branch leaves no items."""
    drawn = (x for x in xs if x > 0)
    first = next(drawn)
    if first > 1:
        drawn.close()
    return first, list(drawn)


@programs.staged(*XS)
def functions_share_the_variable(xs):
    """Lambdas made by one generator expression share its loop variable."""
    functions = tuple((lambda: i + xs[0]) for i in range(3))
    return [f() for f in functions]


@programs.staged(*XS)
def functions_in_items_that_do_not_keep_them(xs):
    """`key` functions inside a generator's items capture its loop variable."""
    found = tuple(max([1, 5, 3], key=lambda k: k % (x * x + 1)) for x in xs if x < 9)
    return found, all(max([1, 2], key=lambda k: k * x) > 1 for x in xs if x > 0)


@programs.falls(*XS)
def iterators_in_items_share_the_variable(xs):
    """`filter` objects made by a generator expression share its loop variable."""
    found = tuple(filter(lambda y: y > k, [1, 2, 3]) for k in (xs[0], xs[1]))
    return [list(each) for each in found]


@programs.staged(*XS)
def kept_keys_of_an_argument(xs):
    """A stored `zip` of a dict's values and a range."""
    pairs = zip({"a": xs[0], "b": xs[1]}.values(), range(9), strict=False)
    return [value * place for value, place in pairs]


@programs.staged(*XS)
def used_up_where_they_are_written(xs):
    """Generators of arrays are unpacked or spread where they are written."""
    first, (second, *rest) = (np.ones(k) * xs[0] for k in (1, 2))
    spread = [0, *(np.ones(k) * xs[1] for k in (3, 1))]
    return first, second, rest, spread


@programs.staged(*XS)
def with_conditions_used_up_where_they_are_written(xs):
    """Filtered generators are unpacked or spread where they are written."""
    first, *rest = (x for x in (*xs, 5) if x > 0)
    return first, rest, [0, *(x for x in xs if x > 1)]


@programs.staged(T(0), T(5))
def the_first_record_that(n):
    """`next` finds the first dict of a list by a dynamic value."""
    people = [{"name": "a", "age": int(n)}, {"name": "b", "age": 3}]
    found = next((each for each in people if each["age"] > 2), None)
    return found, found["name"] if found else "none"


@programs.staged(T(0), T(5))
def the_first_of_sorted_records(n):
    """`next` over dicts sorted by a dynamic value."""
    people = [{"name": "a", "age": int(n)}, {"name": "b", "age": 3}]
    people.sort(key=lambda each: each["age"])
    return next(each["name"] for each in people if each["age"] > 2)


@programs.staged(T(0), T(3))
def the_first_that_ends_within(n):
    """StopIteration from `next` in a generator's item becomes RuntimeError."""

    def same(x):
        return next(y for y in (1, 2) if y == x)

    return next((same(x) for x in (1, 2, 3) if x >= n), None)


# -- With several `for`, and nested

NUMBERS = (T(0), T(3), T(-2))


def grid_of(n):
    return [[i * j for j in range(3)] for i in range(n)]


@programs.staged(*NUMBERS)
def over_a_grid_of_the_run(n):
    """`sum` of a generator with two `for` clauses over a grid of dynamic size."""
    grid = grid_of(n)
    return sum(cell for row in grid for cell in row if cell != 1)


@programs.staged(*NUMBERS)
def that_decide_early(n):
    """`any` of a generator with two `for` clauses stops at the first true item."""
    grid, seen = [[1, int(n)], [3, 4]], []

    def asked(cell):
        seen.append(cell)
        return cell > 2

    return any(asked(cell) for row in grid for cell in row), seen


@programs.staged(*NUMBERS)
def that_are_collected(n):
    """`list`, `join`, `sorted`, `dict` of generators with two `for` clauses."""
    grid = [[1, int(n)], [3, 4]]
    return (
        list(cell for row in grid for cell in row if cell > 0),
        "".join(str(cell) for row in grid for cell in row),
        sorted((cell, at) for at, row in enumerate(grid) for cell in row),
        {**dict((x, y) for x in grid[0] for y in grid[1])},
    )


@programs.staged(*NUMBERS)
def of_ranges_of_the_run(n):
    """`sum` and `max` of generators with two `for` clauses over dynamic ranges."""
    return (
        sum(1 for i in range(1, n + 1) for j in range(i) if (i + j) % 2),
        max(((i * j, i) for i in range(3) for j in range(n)), default=None),
    )


@programs.staged(*NUMBERS)
def the_first_of_pairs(n):
    """`next` with a default on a generator with two `for` clauses."""
    return next(((i, j) for i in range(3) for j in range(3) if i * j == n), None)


@programs.staged(*NUMBERS)
def that_a_loop_leaves(n):
    """A dynamic `break` leaves a loop over a generator with two `for` clauses."""
    for i, j in ((i, j) for i in (1, 2) for j in (2, 3) if i != j):
        if i * j > n:
            break
    return i, j


@programs.staged(*NUMBERS)
def that_raise_midway(n):
    """`list.extend` with a generator that raises midway keeps earlier items."""
    found = [0]
    try:
        found.extend(10 // cell for row in [[1, int(n)], [2]] for cell in row)
    except ZeroDivisionError:
        found.append(-1)
    return found


@programs.staged(*NUMBERS)
def that_are_kept(n):
    """A stored generator sees later changes to a variable and to its grid."""
    grid, factor = [[1, int(n)], [3]], 2
    made = (cell * factor for row in grid for cell in row)
    factor = n
    grid.append([5])
    return list(made)


@programs.staged(*NUMBERS)
def that_are_given_away(n):
    """Generators with two `for` clauses as arguments and inside a lambda."""

    def total(cells):
        found = 0
        for cell in cells:
            found += cell
        return found

    def rows_of(grid):
        for row in grid:
            yield row

    grid = [[1, int(n)], [3]]
    return (
        total(cell for row in rows_of(grid) for cell in row),
        list(itertools.islice((i + n for i in range(2) for _ in range(2)), 3)),
        (lambda k: sum(i * k for i in range(3) for _ in range(i)))(n),
    )


@programs.staged(*NUMBERS)
def of_what_has_no_items(n):
    """Creating a generator over a scalar tensor raises TypeError."""
    try:
        made = (cell for row in n for cell in row)
    except TypeError as error:
        return str(error)
    return len(list(made))


@programs.staged(*NUMBERS)
def lines_of_a_table(n):
    """Generators inside generators: `join`, `sum` and `max` of each row."""
    grid = grid_of(n)
    return (
        "\n".join(" ".join(str(cell) for cell in row) for row in grid),
        "\n".join("\t".join(str(i * j) for j in range(n)) for i in range(n)),
        list(sum(cell for cell in row) for row in grid),
        max((max(cell for cell in row) for row in grid), default=0),
    )


@programs.staged(*NUMBERS)
def the_largest_pair_of_a_generator(n):
    """`max` and `min` of the tuples that a generator function yields."""

    def pairs():
        for i in range(n + 3):
            yield i * n, i

    return max(pairs()), min(pairs())


def half(k):
    if k == 2:
        raise StopIteration
    return k


@programs.staged(*NUMBERS)
def a_generator_that_is_left_by_its_caller(n):
    """The body of a loop over a generator function raises StopIteration."""

    def numbers():
        for i in range(n):
            yield i * 2

    for number in numbers():
        if number > 3:
            raise StopIteration(number)
    return n


@programs.staged(*NUMBERS)
def a_generator_that_is_left_by_what_it_calls(n):
    """A conditional StopIteration raised inside a generator cannot be staged."""

    def numbers():
        for i in range(n):
            yield half(i)

    return sum(numbers())


@programs.staged(*NUMBERS)
def a_generator_that_is_surely_left(n):
    """StopIteration raised inside a generator becomes RuntimeError."""

    def numbers():
        yield n
        yield half(2)

    found = []
    try:
        for number in numbers():
            found.append(number)
    except RuntimeError as error:
        found.append(len(str(error)))
    return found


@programs.falls(T(0), T(3), T(4), T(9))
def that_number_rows_and_cells(n):
    """Two `for` clauses over enumerate, reversed, map, zip and filter."""
    grid = [[1, 3], [int(n), 4]]
    return (
        sum(i * cell for i, row in enumerate(grid) for cell in row if cell > 1),
        next(
            ((i, j) for i, row in enumerate(grid) for j, c in enumerate(row) if c == n),
            (-1, -1),
        ),
        max(c for row in reversed(grid) for c in map(abs, row) if c != n),
        sorted(a * b for a, b in zip(*grid, strict=True) for b in filter(None, [a, n])),
    )


@programs.staged(T(0), T(3), T(9))
def the_first_of_what_builtins_make(n):
    """`next` with a default on generators over enumerate, zip and reversed."""
    values, seen = [3, 6, 9], []

    def found(value):
        seen.append(value)
        return value == n

    return (
        next((i for i, value in enumerate(values) if found(value)), -1),
        next((c for c, value in zip("abc", values, strict=False) if value > n), "-"),
        next((value for value in reversed(values) if value < n), None),
        seen,
    )


@programs.staged(T(0), T(3), T(5))
def the_first_of_none_but_what_is_raised(n):
    """`next` of a generator without a match raises StopIteration."""
    return next(i for i, c in enumerate("abc", 3) if i > n)


@programs.staged(T(0), T(5), T(30))
def of_one_for_that_a_loop_leaves(n):
    """`break` and `else` of a loop over a filtered generator expression."""
    total = 0
    for product in (i * value for i, value in enumerate([4, 5, 6]) if value != n):
        if product > n:
            break
        total += product
    else:
        total = -total
    return total


# -- Consumed by any, all, sum, min and max


@programs.staged(
    (T(3), [1, 2, 5]), (T(0), [1, 2, 5]), (T(9), [1, T(2), 5]), (T(3), [4])
)
def conditions(x, items):
    """`sum`, `any`, `all`, `max` and `min` of generators with dynamic conditions."""
    return (
        sum(i * x for i in items if i < x),
        sum((i for i in items if i > x if i != 5), x),
        any(i > x for i in items if i != 2),
        all(i < x for i in items),
        any(i == x for i in items),
        max(i + x for i in items),
        min(-i for i in items if i > 0),
        sum(1 for i in items if i < x),
    )


@programs.staged((T(3), [1, 2, 5]), (T(0), [1, 2, 5]), (T(0), []))
def extremes_that_may_be_missing(x, items):
    """`max` of a generator raises ValueError when no item passes the `if`."""
    return max(i for i in items if i < x)


@programs.staged(T([1, 5, 2]), T([0, 0, 0]), T([-1, -2, -3]))
def rows_of_tensors(v):
    """Reductions of generators over the elements of a tensor."""
    return (
        sum(x * x for x in v),
        sum(x for x in v if x > 1),
        any(x > 4 for x in v),
        all(x > 0 for x in v if x != 0),
        max(x % 3 for x in v),
        sum(a * b for a, b in zip(v, [1, 2, 3], strict=True)),
        sum(i * x for i, x in enumerate(v) if x > 0),
    )


@programs.staged(T(4), T(0), T(1))
def staged_ranges(n):
    """`sum`, `any` and `all` of generators over a dynamic range."""
    return (
        sum(i * i for i in range(n)),
        sum(i for i in range(n) if i % 2),
        any(i == 3 for i in range(n)),
        all(i < 3 for i in range(n)),
    )


@programs.staged(T(4), T(1))
def extremes_of_staged_ranges(n):
    """`max` and `min` of generators over a dynamic range."""
    return max(i % 3 for i in range(n)), min(5 - i for i in range(n))


@programs.staged(T(0))
def extremes_of_nothing(n):
    """`max` of a generator over an empty dynamic range raises ValueError."""
    return max(i for i in range(n))


@programs.staged(T(2), T(9))
def python_stops_at_the_first(x):
    """`any` draws no item of a generator after the first true one."""
    seen = []
    found = any(seen.append(i) or i == 1 for i in range(3))
    return found, len(seen), x


@programs.staged(T(1.0), T(-1.0))
def floats_are_summed_as_python_does(x):
    """`sum` of Python floats is rounded as the Python version does."""
    parts = [0.1] * 10 + [1e16, 1.0, -1e16]
    return sum(p for p in parts), sum(p for p in parts) + x


@programs.staged(T(3), T(0))
def other_functions_of_these_names(x):
    """A nested function named `sum` consumes a generator."""

    def sum(values):
        total = 0
        for value in values:
            total = total * 2 + value
        return total

    return sum(i + x for i in [1, 2, 3])


@programs.staged((T(2), T(5)))
def names_around(x, y):
    """A generator's variable hides a local of that name; generators nest."""
    i = x
    k = sum(i * y for i in [1, 2] if i < y)
    return i, k, sum(sum(i * j for j in [i, y] if j > x) for i in [1, x])
