"""The promise, for generator functions that decide on tensors."""

import autograph as ag
from tests.autograph.testing.rows import Rows
from tests.conformance.generators import (
    Squares,
    Tree,
    collatz,
    down,
    evens,
    fibonacci,
    first,
    newton,
    noisy,
    one_of_two,
    pairs,
    primes,
    windows,
)

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(T(5), T(0))
def a_for_statement(n):
    total = 0
    for x in evens(n):
        total += x
    return total


@rows.on(T(5), T(0))
def a_break_and_an_else(n):
    total = 0
    for x in down(n):
        if x == 2:
            break
        total += x
    else:
        total = -total
    return total


@rows.on(T(5), T(1))
def builtins_of_them(n):
    return (
        list(down(n)),
        sum(evens(n)),
        max(down(n), default=-1),
        sorted(down(n)),
        tuple(evens(n)),
    )


@rows.on(T(5), T(0))
def items_that_are_tested(n):
    return (
        any(x > 3 for x in down(n)),
        all(x < 9 for x in Squares(n)),
        2 in down(n),
        sum(x for x in down(n) if x % 2),
    )


@rows.on(T(5), T(0))
def comprehensions_of_them(n):
    return [x * 2 for x in one_of_two(n)], [y for x in down(n) for y in evens(x)]


@rows.on(T(5), T(0))
def loops_in_loops_that_return(n):
    for x in down(n):
        for y in evens(x):
            if y == 2:
                return x, y
    return -1, -1


@rows.on(T(5), T(0))
def variables_of_the_function_around(n):
    def counted():
        nonlocal total
        for i in range(n):
            total += 1
            yield i + total

    total = 0
    found = []
    for x in counted():
        found.append(x)  # noqa: PERF402  # a loop is tested
    return found, total


@rows.on(T(5), T(0))
def one_without_an_end(n):
    for x in fibonacci():
        if x > n:
            return x
    return None


@rows.on(T(5), T(0))
def one_that_has_ended(n):
    made = down(n)
    return [x + 1 for x in made], [x + 1 for x in made], any(True for _ in made)


@rows.on(T(5), T(0))
def objects_that_are_stepped_through(n):
    made = Squares(n)
    return sum(made), list(made), list(made.above(3)), list(enumerate(made, 2))


@rows.on(T(2), T(9), T(-1))
def trees(n):
    tree = Tree(n, Tree(1), Tree(5, Tree(n + 1)))
    return list(tree), sum(tree), max(tree), n in tree


@rows.on(T(5), T(0))
def enumerate_map_and_filter(n):
    return (
        [i * x for i, x in enumerate(down(n))],
        list(map(abs, down(n))),
        list(filter(lambda x: x % 2, down(n))),
    )


@rows.on(T(5), T(0))
def one_that_hands_on_others(n):
    def chained(*parts):
        for part in parts:
            yield from part

    return list(chained(down(n), [1, 2], evens(n)))


@rows.on(T(6), T(1), T(27))
def one_over_another(n):
    rising = [a for a, b in pairs(collatz(n)) if b > a]
    return max(collatz(n)), list(pairs(collatz(n))), rising, list(first(3, collatz(n)))


@rows.on(T([1.0, 2.0, 3.0, 4.0]), T([1.0]))
def a_list_that_it_keeps(xs):
    return list(windows(xs, 2))


@rows.on(T(12), T(2))
def loops_of_its_own(n):
    return list(primes(n))


@rows.on(T(2.0), T(9.0))
def iterations_until_they_settle(x):
    steps = 0
    root = x
    for better in newton(x, x, 1e-3):
        root = better
        steps += 1
    return root, steps


@rows.on(T(3), T(0))
def effects_in_order(n):
    log = []
    for x in noisy(n, log):
        log.append(x * 100)
        if x == 2:
            break
    log.append(7)
    return log


@rows.on(T(5), T(0))
def lists_that_they_extend(n):
    found = []
    found.extend(down(n))
    found += evens(n)
    return found, [*down(n)], ",".join(str(x) for x in down(n))


@rows.on(T(5), T(0))
def arguments_of_functions(n):
    def added(items, total):
        for x in items:
            total += x
        return total

    return added(down(n), 1), added(items=evens(n), total=2)


@rows.on(T(5), T(0))
def in_branches_and_loops(n):
    total = 0
    if n > 2:
        for x in down(n):
            total += x
    for i in range(n):
        for x in down(i):
            total += x
    while total > 10:
        for x in evens(total):
            total -= x + 1
    return total


@rows.on(T(2), T(11), T(-1), 2, 11)
def variables_around_that_have_no_value(n):
    def shifted():
        for i in range(n):
            yield z + i

    if n > 10:
        z = 1
    return sum(shifted())


@rows.on(T(2), T(11))
def variables_around_that_they_change(n):
    def counting():
        nonlocal z
        yield z
        z += 1

    if n > 10:
        z = 1
    return list(counting())
