"""Lists that hold nothing but None at first: memo tables, hash tables, parents."""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
NUMBERS = tuple(map(T, (0, 1, 2, 3, 6)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_staged_is_refused = refused.refusal_test()


# -- Of a length that Python knows -----------------------------------------------------


@rows.on(*NUMBERS)
def filled_where_there_is_none(n):
    memo = [None] * 8
    for k in range(n):
        if memo[k % 3] is None:
            memo[k % 3] = k
        else:
            memo[k % 3] += 10
    return memo


@rows.on(*NUMBERS)
def a_memo_of_a_recursion(n):
    memo = [None] * 8

    def fibonacci(k):
        if memo[k] is None:
            memo[k] = k if k < 2 else fibonacci(k - 1) + fibonacci(k - 2)
        return memo[k]

    return fibonacci(n)


@rows.on(*NUMBERS)
def a_hash_table(n):
    keys, values = [None] * 8, [None] * 8
    for k in range(n):
        key = k * 5
        place = key % 8
        while keys[place] is not None and keys[place] != key:
            place = (place + 1) % 8
        keys[place], values[place] = key, k
    total = 0
    for i in range(8):
        if keys[i] is not None:
            total += values[i]
    return keys, total


@rows.on(*NUMBERS)
def a_hash_table_of_pairs(n):
    table = [None] * 8
    for k in range(n):
        key = k * 5
        place = key % 8
        while table[place] is not None and table[place][0] != key:
            place = (place + 1) % 8
        table[place] = (key, k)
    total = 0
    for each in table:
        if each is not None:
            key, value = each
            total += key * value
    return total


@rows.on(*NUMBERS)
def a_grid(n):
    grid = [[None] * 3 for _ in range(3)]
    for k in range(n):
        if grid[k % 3][k // 3] is None:
            grid[k % 3][k // 3] = k
    return grid


@rows.on(*NUMBERS)
def objects(n):
    class Point:
        def __init__(self, k):
            self.k = k

    table, total = [None] * 4, 0
    for k in range(n):
        table[k % 4] = Point(k)
    for each in table:
        if each is not None:
            total += each.k
    return total


@rows.on(*NUMBERS)
def a_list_in_each_place(n):
    table = [None] * 4
    for k in range(n):
        if table[k % 2] is None:
            table[k % 2] = []
        table[k % 2].append(k)
    return table


@rows.on(*NUMBERS)
def a_place_that_there_is_not(n):
    memo = [None] * 4
    return memo[n] is None


@rows.on(*NUMBERS)
def none_where_a_number_is_needed(n):
    memo, total = [None] * 4, 0
    for k in range(n):
        try:
            total += memo[k]
        except TypeError:
            total += 100
        except IndexError:
            total += 1000
        if k < 3:
            memo[k + 1] = k
    return total, memo[n] + 1


# -- Of a length that the run knows ----------------------------------------------------


@rows.on(*NUMBERS)
def never_filled(n):
    memo, count = [None] * (int(n) + 1), 0
    for each in memo:
        if each is None:
            count += 1
    return memo, count, len(memo), memo[n] is None, memo == [None] * 3


@rows.on(*NUMBERS)
def a_memo_of_a_recursion_of_the_run(n):
    memo = [None] * (int(n) + 1)

    def fibonacci(k):
        if k < 2:
            return k
        if memo[k] is not None:
            return memo[k]
        memo[k] = fibonacci(k - 1) + fibonacci(k - 2)
        return memo[k]

    return fibonacci(n)


@rows.on(*NUMBERS)
def fewest_coins(n):
    fewest = [None] * (int(n) + 1)
    fewest[0] = 0
    for i in range(1, n + 1):
        for coin in (1, 3, 4):
            if i >= coin and fewest[i - coin] is not None:
                found = fewest[i - coin] + 1
                if fewest[i] is None or found < fewest[i]:
                    fewest[i] = found
    return fewest[n]


@rows.on(*NUMBERS)
def a_path_of_parents(n):
    parents = [None] * (int(n) + 1)
    for i in range(1, n + 1):
        parents[i] = i // 2
    path, each = [], n
    while each is not None and each > 0:
        path.append(each)
        each = parents[each]
    return path


@rows.on(*NUMBERS)
def floats(n):
    found, total = [None for _ in range(n)], 0.0
    for k in range(n):
        if k % 2:
            found[k] = k / 2
    for each in found:
        if each is not None:
            total += each
    return found, total


@rows.on(*NUMBERS)
def arrays(n):
    found = [None] * (int(n) + 1)
    for k in range(n):
        found[k] = np.arange(3) * k
    return found


@rows.on(*NUMBERS)
def rows_of_none(n):
    found, grid = [], [[None] * int(n) for _ in range(n)]
    for i in range(n):
        found.append([None] * 3)
        for j in range(i):
            grid[i][j] = i * j
    return found, grid


@rows.on(*NUMBERS)
def places_that_there_are_not(n):
    memo = [None] * int(n)
    return memo[2] is None


# -- What a list of numbers does not hold ----------------------------------------------


@refused.on(T(3))
def text(n):
    found = [None] * int(n)
    for k in range(n):
        found[k] = f"a{k}"
    return found


@refused.on(T(3))
def pairs(n):
    found = [None] * int(n)
    for k in range(n):
        found[k] = (k, k / 2)
    return found[0]


@refused.on(T(3))
def the_text_of_floats(n):
    found = [None] * int(n)
    for k in range(n):
        found[k] = k / 2
    return str(found[0])
