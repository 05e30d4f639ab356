"""The promise, for `while` and `for`, with `break`, `continue`, `return` and `else`."""

# Programs under test are written as users write them.
# ruff: noqa: B007

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(T(27), T(1), T(97), 27)
def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@rows.on(T(5), T(0), T(-3), 5, 0)
def while_counts(n):
    total = 0
    while n > 0:
        total += n
        n -= 1
    return total


@rows.on(T(5), T(0), 5, 0)
def for_range(n):
    total = 0
    for i in range(n):
        total += i
    return total


@rows.on((T(2), T(9)), (T(9), T(2)), (2, T(9)), (T(2), 9))
def for_range_from(a, b):
    total = 0
    for i in range(a, b):
        total = total * 2 + i
    return total


@rows.on((T(9), T(-2)), (T(9), T(3)), (T(-9), T(3)), (T(0), T(-1)))
def for_range_with_step(a, step):
    total = 0
    for i in range(a, 1, step):
        total = total * 2 + i
    return total


@rows.on((T(9), T(0)), (9, 0))
def for_range_with_step_zero(a, step):
    total = 0
    for i in range(0, a, step):
        total += i
    return total


@rows.on((T(9), T(0)), (T(9), T(2)), (T(9), T(-2)))
def for_tensor_range_with_step(a, step):
    total = 0
    for i in ag.range(0, a, step):
        total += i
    return total


@rows.on(T(5), T(0))
def for_tensor_range(n):
    total = ag.constant(0)
    for i in ag.range(n):
        total += i * i
    return total


@rows.on(T([1, 2, 3]), T([0.5, 0.25]), T([], ag.float32))
def for_elements(v):
    total = 0 * ag.reduce_sum(v)
    for x in v:
        total = total + x * x
    return total


@rows.on(T([[1, 2], [3, 4], [5, 6]]), T([[1.5, 2.5]]))
def for_rows(m):
    best = m[0]
    for row in m:
        if ag.reduce_sum(row) > ag.reduce_sum(best):
            best = row
    return best


@rows.on(T(3), T(-3))
def for_python_tuple(x):
    total = 0
    for a in (1, 2, x, 3.5):
        total = total + a * x
    return total


@rows.on(T(3), T(1))
def for_pairs(x):
    total = x
    for i, (a, b) in enumerate([(1, 2), (3, 4)]):
        total += i * a + b * x
    return total


@rows.on(T(3), T(1), T(10))
def break_staged(n):
    i = 0
    while True:
        if i * i >= n:
            break
        i += 1
    return i


@rows.on(T(3), T(0), T(20))
def break_of_a_python_loop(n):
    found = -1
    for i in range(5):
        if i * i > n:
            found = i
            break
    return found, i


@rows.on(T(10), T(0))
def continue_staged(n):
    total = 0
    for i in range(n):
        if i % 3 == 0:
            continue
        total += i
    return total


@rows.on(T(3), T(0))
def continue_of_a_python_loop(n):
    total = 0
    for i in range(5):
        if i > n:
            continue
        total += i + n
    return total


@rows.on(T(10), T(3), T(0))
def return_from_a_loop(n):
    for i in range(n):
        if i * i > 20:
            return i
    return -1


@rows.on(T(3), T(100), T(1))
def return_from_while_true(n):
    i = 1
    while True:
        i *= 2
        if i > n:
            return i


@rows.on((T(3), T(4)), (T(10), T(4)), (T(0), T(9)))
def return_from_nested_loops(n, m):
    for i in range(n):
        for j in range(m):
            if i * j == 6:
                return i, j
    return -1, -1


@rows.on(T(3), T(10), T(0))
def return_from_a_python_loop(n):
    for i in (1, 4, 9):
        if i > n:
            return i
    return 0


@rows.on((T(4), T(5)), (T(0), T(5)), (T(4), T(0)))
def nested_loops_with_break_and_continue(n, m):
    total = 0
    for i in range(n):
        if i == 2:
            continue
        for j in range(m):
            if j > i:
                break
            if (i + j) % 2:
                continue
            total += 10 * i + j
        else:
            total += 1000
    return total


@rows.on((T(4), 3), (T(1), 3), (4, T(3)))
def staged_and_python_loops_nested(n, m):
    total = 0
    for i in range(n):
        for j in range(m):
            if i == j:
                total += 1
                break
    return total


@rows.on(T(4), T(9), T(0))
def else_of_for(n):
    for i in range(n):
        if i == 5:
            result = 1
            break
    else:
        result = 2
    return result


@rows.on(T(4), T(-4), T(0))
def else_of_while(n):
    while n > 0:
        n -= 3
        if n == 0:
            break
    else:
        n = n - 100
    return n


@rows.on((T(3), T(2)), (T(3), T(7)), (T(0), T(0)))
def else_of_a_python_loop(x, y):
    for i in (1, 2, 3):
        if i == y:
            x = x + 10
            break
    else:
        x = x - 10
    return x


@rows.on((T(7), T(3)), (T(7), T(0)))
def return_in_the_else_of_a_loop(n, k):
    for i in range(n):
        if i == k + 2:
            break
    else:
        return -1
    return i


@rows.on(T(3), T(0))
def loop_variable_after_the_loop(n):
    i = 77
    for i in range(n):
        pass
    return i


@rows.on(T(3), T(0))
def loop_variable_without_a_value(n):
    for i in range(n):
        pass
    return i


@rows.on(T(3), T(0))
def created_in_a_loop_and_read(n):
    while n > 0:
        last = n * 2
        n -= 1
    return last


@rows.on(T(3), T(0))
def created_in_a_loop_and_not_read(n):
    while n > 0:
        last = n * 2
        n = last // 4
    return n


@rows.on(T(3), T(0))
def created_in_a_loop_and_read_in_the_next_iteration(n):
    first = True
    total = 0
    while n > 0:
        if first:
            previous = n
            first = False
        total += previous
        n -= 1
    return total


@rows.on(T(2.0), T(100.0), T(0.5))
def newton(x):
    guess = x
    while ag.abs(guess * guess - x) > 1e-5 * x:
        guess = (guess + x / guess) / 2
    return guess


@rows.on(T(10), T(0))
def python_floats_stay_weak(n):
    y = 1.0
    while n > 0:
        y = y / 3 + 0.1
        n -= 1
    return y, T(2.0, ag.float64) * y


@rows.on(T(10), T(0))
def int_becomes_float(n):
    y = 0
    for _ in range(3):
        y = y + 0.5 * n
    return y


@rows.on(T(5), T(0))
def python_bools_as_flags(n):
    is_done = False
    while not is_done and n > 0:
        n -= 2
        is_done = n == 1
    return n, is_done


@rows.on(T(30), T(0), T(1))
def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


@rows.on(T(3), T(0))
def tuple_as_state(n):
    pair = (n, 1.5)
    while pair[0] > 0:
        pair = (pair[0] - 1, pair[1] * 2)
    return pair


@rows.on(T(3), T(0))
def dict_as_state(n):
    state = {"n": n, "steps": 0}
    while state["n"] > 0:
        state = {"n": state["n"] - 1, "steps": state["steps"] + 1}
    return state


@rows.on(T(4), T(0))
def arrays_as_state(n):
    v = ag.constant([1.0, 2.0, 3.0])
    for i in range(n):
        v = v[::-1] * 0.5 + i
    return v


@rows.on(T(4), T(1))
def shape_that_grows(n):
    v = ag.zeros([1])
    while n > 0:
        v = ag.concat([v, v + 1], axis=0)
        n -= 1
    return v


@rows.on((T(5), T(2)), (T(1), T(2)))
def condition_with_and(n, m):
    while n > 0 and m < 10:
        n -= 1
        m += 3
    return n, m


@rows.on((T(5), T([1, 2, 3])), (T(0), T([1, 2, 3])))
def item_by_counter(n, v):
    total = 0
    for i in range(n):
        total += v[i % 3]
    return total


@rows.on(T(5), T(0))
def unused_results_of_a_loop(n):
    waste = 0
    for i in range(n):
        waste += i
    return n


@rows.on(T(4), 4, T(0))
def while_mixed(n):
    i = 0
    while i < 3:
        if n > i:
            n = n + 1
        i += 1
    return n, i


@rows.on((T(3), 0), (T(3), 2))
def staged_loop_in_an_unstaged_one(n, times):
    total = 0
    for _ in range(times):
        k = n
        while k > 0:
            total += k
            k -= 1
    return total


@rows.on(T([1, 7, 0, 5]))
def return_beside_break(codes):
    total = 0
    for code in codes:
        if code == 0:
            return total
        if code == 7:
            break
        total += code
    return total


@rows.on(T([1, 2]), T([100, 1]))
def the_length_of_what_grew(xs):
    while ag.reduce_sum(xs) < 100:
        xs = ag.concat([xs, xs], 0)
    return len(xs) * 2


@rows.on(T(0), T(3), T(20))
def a_float_passes_through_many_variables(n):
    a = b = c = d = e = g = h = i = j = k = l = m = o = p = 0
    while n > 0:
        a, b, c, d, e, g, h = b, c, d, e, g, h, i
        i, j, k, l, m, o, p = j, k, l, m, o, p, 0.5
        n -= 1
    return a, b, c, d, e, g, h, i, j, k, l, m, o, p
