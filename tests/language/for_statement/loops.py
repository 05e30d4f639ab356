"""`for`, with `break`, `continue`, `return` and `else`, also nested."""

from __future__ import annotations

import itertools

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Loops and jumps

T = ag.constant


@programs.staged(T(27), T(1), T(97), 27)
def collatz(n):
    """Collatz steps: a dynamic `while` with a conditional expression."""
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@programs.staged(T(5), T(0), T(-3), 5, 0)
def while_counts(n):
    """A `while` loop sums a counter down to zero."""
    total = 0
    while n > 0:
        total += n
        n -= 1
    return total


@programs.staged(T(5), T(0), 5, 0)
def for_range(n):
    """`for` over `range(n)` of a tensor or an int."""
    total = 0
    for i in range(n):
        total += i
    return total


@programs.staged((T(2), T(9)), (T(9), T(2)), (2, T(9)), (T(2), 9))
def for_range_from(a, b):
    """`range(a, b)` where one bound or both are tensors."""
    total = 0
    for i in range(a, b):
        total = total * 2 + i
    return total


@programs.staged((T(9), T(-2)), (T(9), T(3)), (T(-9), T(3)), (T(0), T(-1)))
def for_range_with_step(a, step):
    """`range` with a dynamic step, up and down."""
    total = 0
    for i in range(a, 1, step):
        total = total * 2 + i
    return total


@programs.staged((T(9), T(0)), (9, 0))
def for_range_with_step_zero(a, step):
    """`range` with step zero raises ValueError."""
    total = 0
    for i in range(0, a, step):
        total += i
    return total


@programs.staged((T(9), T(0)), (T(9), T(2)), (T(9), T(-2)))
def for_tensor_range_with_step(a, step):
    """`ag.range` with a dynamic step, zero and negative too."""
    total = 0
    for i in ag.range(0, a, step):
        total += i
    return total


@programs.staged(T(5), T(0))
def for_tensor_range(n):
    """`for` over `ag.range(n)` with a tensor accumulator."""
    total = ag.constant(0)
    for i in ag.range(n):
        total += i * i
    return total


@programs.staged(T([1, 2, 3]), T([0.5, 0.25]), T([], ag.float32))
def for_elements(v):
    """`for` over the elements of a vector that may be empty."""
    total = 0 * ag.reduce_sum(v)
    for x in v:
        total = total + x * x
    return total


@programs.staged(T([[1, 2], [3, 4], [5, 6]]), T([[1.5, 2.5]]))
def for_rows(m):
    """`for` over the rows of a matrix finds the row with the largest sum."""
    best = m[0]
    for row in m:
        if ag.reduce_sum(row) > ag.reduce_sum(best):
            best = row
    return best


@programs.staged(T(3), T(-3))
def for_python_tuple(x):
    """`for` over a tuple of ints, a tensor and a float."""
    total = 0
    for a in (1, 2, x, 3.5):
        total = total + a * x
    return total


@programs.staged(T(3), T(1))
def for_pairs(x):
    """`for` over `enumerate` of pairs, with nested targets."""
    total = x
    for i, (a, b) in enumerate([(1, 2), (3, 4)]):
        total += i * a + b * x
    return total


@programs.staged(T(3), T(1), T(10))
def break_staged(n):
    """`while True` with a dynamic `break`."""
    i = 0
    while True:
        if i * i >= n:
            break
        i += 1
    return i


@programs.staged(T(3), T(0), T(20))
def break_of_a_python_loop(n):
    """A dynamic `break` of a loop over a Python range."""
    found = -1
    for i in range(5):
        if i * i > n:
            found = i
            break
    return found, i


@programs.staged(T(10), T(0))
def continue_staged(n):
    """`continue` in a loop over a dynamic range."""
    total = 0
    for i in range(n):
        if i % 3 == 0:
            continue
        total += i
    return total


@programs.staged(T(3), T(0))
def continue_of_a_python_loop(n):
    """A dynamic `continue` in a loop over a Python range."""
    total = 0
    for i in range(5):
        if i > n:
            continue
        total += i + n
    return total


@programs.staged(T(10), T(3), T(0))
def return_from_a_loop(n):
    """`return` from a loop over a dynamic range."""
    for i in range(n):
        if i * i > 20:
            return i
    return -1


@programs.staged(T(3), T(100), T(1))
def return_from_while_true(n):
    """A dynamic `return` from `while True`."""
    i = 1
    while True:
        i *= 2
        if i > n:
            return i


@programs.staged((T(3), T(4)), (T(10), T(4)), (T(0), T(9)))
def return_from_nested_loops(n, m):
    """Both indices are returned from nested dynamic loops."""
    for i in range(n):
        for j in range(m):
            if i * j == 6:
                return i, j
    return -1, -1


@programs.staged(T(3), T(10), T(0))
def return_from_a_python_loop(n):
    """A dynamic `return` from a loop over a tuple."""
    for i in (1, 4, 9):
        if i > n:
            return i
    return 0


@programs.staged((T(4), T(5)), (T(0), T(5)), (T(4), T(0)))
def nested_loops_with_break_and_continue(n, m):
    """Nested dynamic loops with `break`, `continue` and `else`."""
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


@programs.staged((T(4), 3), (T(1), 3), (4, T(3)))
def staged_and_python_loops_nested(n, m):
    """A dynamic loop around a Python loop, and the reverse."""
    total = 0
    for i in range(n):
        for j in range(m):
            if i == j:
                total += 1
                break
    return total


@programs.staged(T(4), T(9), T(0))
def else_of_for(n):
    """`for ... else` with a dynamic `break`."""
    for i in range(n):
        if i == 5:
            result = 1
            break
    else:
        result = 2
    return result


@programs.staged(T(4), T(-4), T(0))
def else_of_while(n):
    """`while ... else` with a dynamic `break`."""
    while n > 0:
        n -= 3
        if n == 0:
            break
    else:
        n = n - 100
    return n


@programs.staged((T(3), T(2)), (T(3), T(7)), (T(0), T(0)))
def else_of_a_python_loop(x, y):
    """`else` of a Python loop with a dynamic `break`."""
    for i in (1, 2, 3):
        if i == y:
            x = x + 10
            break
    else:
        x = x - 10
    return x


@programs.staged((T(7), T(3)), (T(7), T(0)))
def return_in_the_else_of_a_loop(n, k):
    """`return` in the `else` clause of a dynamic loop."""
    for i in range(n):
        if i == k + 2:
            break
    else:
        return -1
    return i


@programs.staged(T(3), T(0))
def loop_variable_after_the_loop(n):
    """The loop variable has its earlier value after no iterations."""
    i = 77
    for i in range(n):
        pass
    return i


@programs.staged(T(3), T(0))
def loop_variable_without_a_value(n):
    """The loop variable is unbound after a loop of no iterations."""
    for i in range(n):
        pass
    return i


@programs.staged(T(3), T(0))
def created_in_a_loop_and_read(n):
    """A name assigned only in a loop is unbound if the loop does not run."""
    while n > 0:
        last = n * 2
        n -= 1
    return last


@programs.staged(T(3), T(0))
def created_in_a_loop_and_not_read(n):
    """A name assigned in a loop is read only inside the iteration."""
    while n > 0:
        last = n * 2
        n = last // 4
    return n


@programs.staged(T(3), T(0))
def created_in_a_loop_and_read_in_the_next_iteration(n):
    """A name assigned in the first iteration is read in the following ones."""
    first = True
    total = 0
    while n > 0:
        if first:
            previous = n
            first = False
        total += previous
        n -= 1
    return total


@programs.staged(T(2.0), T(100.0), T(0.5))
def newton(x):
    """Newton's square root: a `while` loop until convergence."""
    guess = x
    while ag.abs(guess * guess - x) > 1e-5 * x:
        guess = (guess + x / guess) / 2
    return guess


@programs.staged(T(10), T(0))
def python_floats_stay_weak(n):
    """A loop-carried Python float has double precision and stays weakly typed."""
    y = 1.0
    while n > 0:
        y = y / 3 + 0.1
        n -= 1
    return y, T(2.0, ag.float64) * y


@programs.staged(T(10), T(0))
def int_becomes_float(n):
    """An int accumulator becomes a float tensor in a Python loop."""
    y = 0
    for _ in range(3):
        y = y + 0.5 * n
    return y


@programs.staged(T(5), T(0))
def python_bools_as_flags(n):
    """A Python bool as a loop flag that becomes dynamic."""
    is_done = False
    while not is_done and n > 0:
        n -= 2
        is_done = n == 1
    return n, is_done


@programs.staged(T(30), T(0), T(1))
def fibonacci(n):
    """Fibonacci by simultaneous assignment in a dynamic loop."""
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


@programs.staged(T(3), T(0))
def tuple_as_state(n):
    """A tuple as loop-carried state."""
    pair = (n, 1.5)
    while pair[0] > 0:
        pair = (pair[0] - 1, pair[1] * 2)
    return pair


@programs.staged(T(3), T(0))
def dict_as_state(n):
    """A dict as loop-carried state."""
    state = {"n": n, "steps": 0}
    while state["n"] > 0:
        state = {"n": state["n"] - 1, "steps": state["steps"] + 1}
    return state


@programs.staged(T(4), T(0))
def arrays_as_state(n):
    """A vector as loop-carried state is reversed and scaled."""
    v = ag.constant([1.0, 2.0, 3.0])
    for i in range(n):
        v = v[::-1] * 0.5 + i
    return v


@programs.staged(T(4), T(1))
def shape_that_grows(n):
    """A loop-carried tensor doubles in length with each iteration."""
    v = ag.zeros([1])
    while n > 0:
        v = ag.concat([v, v + 1], axis=0)
        n -= 1
    return v


@programs.staged((T(5), T(2)), (T(1), T(2)))
def condition_with_and(n, m):
    """A `while` test with `and` of two dynamic conditions."""
    while n > 0 and m < 10:
        n -= 1
        m += 3
    return n, m


@programs.staged((T(5), T([1, 2, 3])), (T(0), T([1, 2, 3])))
def item_by_counter(n, v):
    """A vector is indexed by the counter of a dynamic loop."""
    total = 0
    for i in range(n):
        total += v[i % 3]
    return total


@programs.staged(T(5), T(0))
def unused_results_of_a_loop(n):
    """The accumulator of a dynamic loop is not used."""
    waste = 0
    for i in range(n):
        waste += i
    return n


@programs.staged(T(4), 4, T(0))
def while_mixed(n):
    """A Python `while` loop with a dynamic branch inside."""
    i = 0
    while i < 3:
        if n > i:
            n = n + 1
        i += 1
    return n, i


@programs.staged((T(3), 0), (T(3), 2))
def staged_loop_in_an_unstaged_one(n, times):
    """A dynamic `while` loop inside a Python `for` loop."""
    total = 0
    for _ in range(times):
        k = n
        while k > 0:
            total += k
            k -= 1
    return total


@programs.staged(T([1, 7, 0, 5]))
def return_beside_break(codes):
    """A loop over elements with both a `return` and a `break`."""
    total = 0
    for code in codes:
        if code == 0:
            return total
        if code == 7:
            break
        total += code
    return total


@programs.staged(T([1, 2]), T([100, 1]))
def the_length_of_what_grew(xs):
    """`len` of a tensor that a loop has repeatedly doubled."""
    while ag.reduce_sum(xs) < 100:
        xs = ag.concat([xs, xs], 0)
    return len(xs) * 2


@programs.falls(T(0), T(3), T(20))
def a_float_passes_through_many_variables(n):
    """A float moves through fourteen int variables, one step per iteration."""
    a = b = c = d = e = g = h = i = j = k = l = m = o = p = 0
    while n > 0:
        a, b, c, d, e, g, h = b, c, d, e, g, h, i
        i, j, k, l, m, o, p = j, k, l, m, o, p, 0.5
        n -= 1
    return a, b, c, d, e, g, h, i, j, k, l, m, o, p


# -- Python iterators in loops that may end early


class Counting:
    def __init__(self, stop):
        self.count, self.stop = 0, stop

    def __iter__(self):
        return self

    def __next__(self):
        self.count += 1
        if self.count > self.stop:
            raise StopIteration
        return self.count


class Cursor:
    def __init__(self):
        self.place = 0

    def __iter__(self):
        for k in range(4):
            self.place = k
            yield k


def counted():
    first, second = 0, 1
    for _ in range(5):
        yield first
        first, second = second, first + second


@programs.staged(T(1), T(9))
def iterators_that_the_loop_alone_has(a):
    """Dynamic `break` out of loops over iterators that nothing else refers to."""
    total = 0
    for x in Counting(4):
        if a < x:
            break
        total += x
    for x in counted():
        if a < x:
            break
        total += x
    for x, y in zip(iter([1, 2, 3]), itertools.count(), strict=False):
        if a < y:
            break
        total += x
    for _, x in enumerate({"a": 1, "b": 2, "c": 3}.values()):
        if a < x:
            break
        total += x
    return total, any(a < x for x in Counting(3)), all(a < x for x in counted())


@programs.staged(T(1), T(9))
def what_a_generator_keeps_to_itself(a):
    """Dynamic `break` out of a loop over a generator with a local list."""

    def grown():
        seen = []
        for k in range(4):
            seen.append(k)
            yield len(seen)

    total = 0
    for x in grown():
        if a < x:
            break
        total += x
    return total


@programs.staged(T(1))
def an_iterator_that_is_used_again(a):
    """Dynamic `break` leaves the rest of a list iterator for `list`."""
    items = iter([1, 2, 3, 4])
    for x in items:
        if a < x:
            break
    return list(items)


@programs.staged(T(1))
def an_iterator_inside_another(a):
    """Dynamic `break` out of a `zip` leaves the rest of an iterator in it."""
    items = iter([1, 2, 3, 4])
    for x, _ in zip(items, range(9), strict=False):
        if a < x:
            break
    return list(items)


@programs.staged(T(1), T(9))
def an_iterator_of_a_class(a):
    """Dynamic `break`: an iterator object's counter shows the items taken."""
    items = Counting(4)
    for x in items:
        if a < x:
            break
    return items.count


@programs.staged(T(1), T(9))
def an_object_that_knows_its_place(a):
    """Dynamic `break`: a generator method's `self` shows the items taken."""
    cursor = Cursor()
    for x in cursor:
        if a < x:
            break
    return cursor.place


@programs.staged(T(1))
def a_list_that_a_generator_appends_to(a):
    """A generator that appends to an outer list and a dynamic `break`: not staged."""
    seen = []

    def noted():
        for k in range(4):
            seen.append(k)
            yield k

    for x in noted():
        if a < x:
            break
    return len(seen)


@programs.staged(T(1), T(9))
def any_of_an_iterator(a):
    """`any` over an iterator object stops at the item that decides."""
    items = Counting(4)
    return any(x > a for x in items), items.count


@programs.staged(T(0), T(1), T(9))
def an_iterator_of_python_beside_one_of_a_list(a):
    """Dynamic `break` out of a `zip` of a list iterator and `itertools.count`."""
    found = []
    for x, y in zip(iter([1, 2, 3]), itertools.count(), strict=False):
        if a < y:
            break
        found.append((x, y))
    return found


@programs.staged(T(0), T(1), T(9))
def a_generator_beside_an_iterator_of_a_class(a):
    """Dynamic `break` out of a `zip` of an iterator object and a generator."""
    found = []
    for x, y in zip(Counting(4), (i for i in range(5)), strict=False):
        if a < y:
            break
        found.append(x + y)
    return found


def drawn_in_the_body(a, items):
    found, numbers = [], itertools.count()
    for x in items:
        y = next(numbers)
        if a < y:
            break
        found.append((x, y))
    return found


@programs.staged(T(0), T(1), T(9))
def drawn_in_a_loop_over_an_iterator_of_a_class(a):
    """`next` in a loop over an iterator object, left by `break`, cannot be staged."""
    return drawn_in_the_body(a, Counting(4))


@programs.staged(T(0), T(1), T(9))
def drawn_in_a_loop_over_an_iterator_of_a_list(a):
    """`next` in a loop over a list iterator, left by `break`, cannot be staged."""
    return drawn_in_the_body(a, iter([1, 2, 3]))


@programs.staged(T(1), T(6))
def iterators_in_a_tuple_that_is_looped_over(x):
    """A loop over a tuple of iterators advances them and may break."""
    first, second = iter([1, 2, 3]), iter([x, 5])
    total = 0
    for each in (first, second):
        if x > 3:
            break
        total += next(each)
    return total, next(first), next(second)


# -- Side effects after a loop has ended


@programs.staged(T(0), T(4), T(50))
def items_without_effects_taken_one_by_one(a):
    """A dynamic `return` leaves a loop over a generator with a nonlocal variable."""
    total = a * 0

    def sums():
        nonlocal total
        for k in range(5):
            total = total + k
            yield total

    for x in sums():
        if x > a:
            return x
    return a
