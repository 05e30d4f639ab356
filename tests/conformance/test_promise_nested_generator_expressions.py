"""Generator expressions with several `for`, and those in other ones."""

# Programs under test are written as users write them.
# ruff: noqa: C400, C402, PERF402, PLC3002

import itertools

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows, refused = Rows(), Rows()
NUMBERS = (T(0), T(3), T(-2))

test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_cannot_be_staged_is_refused = refused.refusal_test()


def grid_of(n):
    return [[i * j for j in range(3)] for i in range(n)]


@rows.on(*NUMBERS)
def over_a_grid_of_the_run(n):
    grid = grid_of(n)
    return sum(cell for row in grid for cell in row if cell != 1)


@rows.on(*NUMBERS)
def that_decide_early(n):
    grid, seen = [[1, int(n)], [3, 4]], []

    def asked(cell):
        seen.append(cell)
        return cell > 2

    return any(asked(cell) for row in grid for cell in row), seen


@rows.on(*NUMBERS)
def that_are_collected(n):
    grid = [[1, int(n)], [3, 4]]
    return (
        list(cell for row in grid for cell in row if cell > 0),
        "".join(str(cell) for row in grid for cell in row),
        sorted((cell, at) for at, row in enumerate(grid) for cell in row),
        {**dict((x, y) for x in grid[0] for y in grid[1])},
    )


@rows.on(*NUMBERS)
def of_ranges_of_the_run(n):
    return (
        sum(1 for i in range(1, n + 1) for j in range(i) if (i + j) % 2),
        max(((i * j, i) for i in range(3) for j in range(n)), default=None),
    )


@rows.on(*NUMBERS)
def the_first_of_pairs(n):
    return next(((i, j) for i in range(3) for j in range(3) if i * j == n), None)


@rows.on(*NUMBERS)
def that_a_loop_leaves(n):
    for i, j in ((i, j) for i in (1, 2) for j in (2, 3) if i != j):
        if i * j > n:
            break
    return i, j


@rows.on(*NUMBERS)
def that_raise_midway(n):
    found = [0]
    try:
        found.extend(10 // cell for row in [[1, int(n)], [2]] for cell in row)
    except ZeroDivisionError:
        found.append(-1)
    return found


@rows.on(*NUMBERS)
def that_are_kept(n):
    grid, factor = [[1, int(n)], [3]], 2
    made = (cell * factor for row in grid for cell in row)
    factor = n
    grid.append([5])
    return list(made)


@rows.on(*NUMBERS)
def that_are_given_away(n):
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


@rows.on(*NUMBERS)
def of_what_has_no_items(n):
    try:
        made = (cell for row in n for cell in row)
    except TypeError as error:
        return str(error)
    return len(list(made))


@rows.on(*NUMBERS)
def lines_of_a_table(n):
    grid = grid_of(n)
    return (
        "\n".join(" ".join(str(cell) for cell in row) for row in grid),
        "\n".join("\t".join(str(i * j) for j in range(n)) for i in range(n)),
        list(sum(cell for cell in row) for row in grid),
        max((max(cell for cell in row) for row in grid), default=0),
    )


@rows.on(*NUMBERS)
def the_largest_pair_of_a_generator(n):
    def pairs():
        for i in range(n + 3):
            yield i * n, i

    return max(pairs()), min(pairs())


def half(k):
    if k == 2:
        raise StopIteration
    return k


@rows.on(*NUMBERS)
def a_generator_that_is_left_by_its_caller(n):
    def numbers():
        for i in range(n):
            yield i * 2

    for number in numbers():
        if number > 3:
            raise StopIteration(number)
    return n


@refused.on(*NUMBERS)
def a_generator_that_is_left_by_what_it_calls(n):
    def numbers():
        for i in range(n):
            yield half(i)

    return sum(numbers())


@rows.on(*NUMBERS)
def a_generator_that_is_surely_left(n):
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


@rows.on(T(0), T(3), T(4), T(9))
def that_number_rows_and_cells(n):
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


@rows.on(T(0), T(3), T(9))
def the_first_of_what_builtins_make(n):
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


@rows.on(T(0), T(3), T(5))
def the_first_of_none_but_what_is_raised(n):
    return next(i for i, c in enumerate("abc", 3) if i > n)


@rows.on(T(0), T(5), T(30))
def of_one_for_that_a_loop_leaves(n):
    total = 0
    for product in (i * value for i, value in enumerate([4, 5, 6]) if value != n):
        if product > n:
            break
        total += product
    else:
        total = -total
    return total
