"""The promise, for functions that call themselves under conditions on tensors."""

import sys
import traceback

import pytest

import autograph as ag
from graph.passes.pipeline import optimise
from graph.structure import same
from graph.text_parser import parse
from graph.verify import verify
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.mark.parametrize(("function", "args"), rows.calls)
def test_its_graph_keeps_the_rules_and_parses_back(function, args):
    is_sound(function, args)


def is_sound(function, args):
    """Check the graph of a function: its rules, and its text."""
    traced = ag.function(function).get_concrete_function(*args).graph
    for graph in (traced, optimise(traced)):
        verify(graph)
        if "<object" in str(graph):  # an exception, which text cannot hold
            continue
        parsed = parse(str(graph))
        verify(parsed)
        assert same(parsed, graph)
        assert str(parsed) == str(graph)


@rows.on(T(0), T(1), T(6), T(13))
def fact(n):
    return 1 if n <= 1 else n * fact(n - 1)


@rows.on(T(0), T(1), T(12))
def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


@rows.on((T(48), T(18)), (T(5), T(0)))
def gcd(a, b):
    if b == 0:
        return a
    return gcd(b, a % b)


@rows.on((T(2), T(3)), (T(0), T(0)))
def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


@rows.on((T(5), "a", "b", "c"), (T(4), 1, 2, 3))
def hanoi(n, source, target, spare):
    if n == 0:
        return 0
    moved = hanoi(n - 1, source, spare, target)
    return moved + 1 + hanoi(n - 1, spare, target, source)


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


@rows.on(T(0), T(7))
def mutual(n):
    return is_even(n), is_odd(n)


@rows.on((T(10), T(3)))
def expression(n, base):
    if n <= 0:
        return base
    return term(n - 1, base) + 1


def term(n, base):
    if n % 3 == 0:
        return expression(n - 2, base)
    return term(n - 1, base) * 2


class Powers:
    def __init__(self, base):
        self.base = base
        self.calls = 0

    def power(self, n):
        self.calls += 1
        if n == 0:
            return 1
        if n % 2 == 0:
            half = self.power(n // 2)
            return half * half
        return self.base * self.power(n - 1)


@rows.on((T(2), T(10)), (3, T(5)), (1.5, T(0)))
def method(base, n):
    powers = Powers(base)
    result = powers.power(n)
    return result, powers.calls


@rows.on((T(5), T(1.5)))
def nested(n, x):
    def doubled(k):
        return x if k == 0 else doubled(k - 1) * 2

    return doubled(n)


@rows.on((T(7), T(2)))
def nested_in_each_other(n, x):
    y = x * 2

    def outer(k):
        z = k + y

        def inner(j):
            if j <= 0:
                return outer(j - 1 + k // 2) if k > 0 else z
            return inner(j - 2) + y

        return inner(k)

    return outer(n)


@rows.on(T(5))
def a_lambda(n):
    factorial = lambda k: 1 if k <= 1 else k * factorial(k - 1)
    return factorial(n)


@rows.on(T(6))
def in_a_loop(n):
    total = 0
    while n > 0:
        total += fib(n) + gcd(n * 6, 9)
        n -= 1
    return total


@rows.on(T(5))
def loops_inside(n):
    total = 1
    for i in ag.range(n):
        total += loops_inside(i)
    return total


@rows.on(T(4))
def in_the_test_of_a_loop(n):
    k = 0
    while k < n and in_the_test_of_a_loop(n - 1 - k) >= k:
        k += 1
    return k


@rows.on((T(27), 0), T(1))
def counting(n, steps=0):
    if n == 1:
        return steps
    if n % 2 == 0:
        return counting(n // 2, steps + 1)
    return counting(3 * n + 1, steps + 1)


@rows.on(T(4))
def numbers_that_widen(n, total=0):
    if n == 0:
        return total
    return numbers_that_widen(n - 1, total + n * 0.5)


@rows.on(T(7.25), T(0.5))
def results_that_widen(x):
    return 1 if x < 1 else x * results_that_widen(x - 1.5)


@rows.on((T([1, 2]), T(3)))
def shapes_that_relax(xs, n):
    if n == 0:
        return xs
    return ag.concat([shapes_that_relax(xs, n - 1), xs], 0)


@rows.on((T(4), {"l": T(1), "r": T(2)}))
def structures(n, w):
    if n <= 0:
        return w
    a = structures(n - 1, {"l": w["r"] + 1, "r": w["l"]})
    b = structures(n - 2, {"l": w["l"], "r": w["r"] * 2})
    return {"l": a["l"] + b["r"], "r": a["r"] - b["l"]}


@rows.on(T(4))
def several_results(n):
    if n == 0:
        return 0, [1, 2.5]
    a, (b, c) = several_results(n - 1)
    return b, [a + b, c * 2]


@rows.on((T([1, 4, 6, 8, 11]), T(8)), (T([1, 4, 6, 8, 11]), T(7)))
def binary_search(xs, x):
    def search(low, high):
        if low >= high:
            return -1
        middle = (low + high) // 2
        if xs[middle] == x:
            return middle
        if xs[middle] < x:
            return search(middle + 1, high)
        return search(low, middle)

    return search(0, 5)


@rows.on((T(1.5), T(11)), (T(3), 5), (T(3), T(5)))
def square_and_multiply(x, n):
    if n == 0:
        return 1
    if n % 2 == 0:
        return square_and_multiply(x * x, n // 2)
    return x * square_and_multiply(x, n - 1)


@rows.on(T(9))
def keywords(n):
    def down(n, *rest, step=1, **more):
        if n <= 0:
            return more["z"] + rest[0]
        return down(n - step, *rest, step=step, z=more["z"] + 1)

    return down(n, 5, step=2, z=n)


@rows.on((T(4), 6), (T(4), 2))
def python_values_end_it(x, depth):
    if depth == 0:
        return x
    if x > 3:
        return python_values_end_it(x - 1, depth - 1)
    return python_values_end_it(x * 2, depth - 1)


WEIGHTS = [1, 2, 3, 4, 5, 6, 7]


@rows.on((T(40), 0))
def python_values_that_index(x, depth):
    if depth == 6:
        return x
    if x > 3:
        return python_values_that_index(x - WEIGHTS[depth], depth + 1)
    return python_values_that_index(x * 2, depth + 1)


@rows.on((T(9), True))
def flags_that_alternate(n, flag):
    if flag:
        return flags_that_alternate(n - 1, False)
    if n <= 0:
        return 0
    return flags_that_alternate(n - 1, True) + 1


@rows.on((T(5), "x", "y"))
def names_that_alternate(n, a, b):
    if n <= 0:
        return 1 if a == "x" else 2
    return names_that_alternate(n - 1, b, a)


@rows.on(T(2))
def printing(n):
    if n > 0:
        ag.print("down", n)
        printing(n - 1)
        ag.print("up", n)


@rows.on(T(5), T(2), T(-1))
def raising(n):
    if n < 0:
        raise ValueError("negative")
    if n == 3:
        return 1.5
    return raising(n - 1) + 1


@rows.on(T(3))
def raising_always(n):
    if n <= 0:
        raise KeyError("the end")
    raising_always(n - 1)


@rows.on(T(3))
def nothing_returned(n):
    if n > 0:
        nothing_returned(n - 1)


@rows.on(T(1), T(-1))
def none_on_some_paths(n):
    if n > 3:
        return n * 2
    if n > 0:
        return none_on_some_paths(n + 1)


@ag.function
def decorated(n):
    return 0 if n == 0 else n + decorated(n - 1)


def test_decorated_functions_call_themselves():
    for n in (0, 1, 20):
        assert int(decorated(T(n))) == n * (n + 1) // 2


class Node:
    def __init__(self, step):
        self.step = step

    @ag.function
    def down(self, n):
        return 0 if n <= 0 else 1 + self.down(n - self.step)


def test_decorated_methods_call_themselves():
    assert int(Node(2).down(T(9))) == 5
    assert int(Node(3).down(T(9))) == 3


def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)


def test_recursion_is_as_deep_as_pythons():
    run = ag.function(deep)
    assert int(run(T(800))) == 800
    with pytest.raises(RecursionError) as caught:
        run(T(sys.getrecursionlimit() * 2))
    frame = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert frame.name == "deep"
    assert frame.filename == __file__
    assert frame.line == "return 0 if n == 0 else 1 + deep(n - 1)"
    assert int(run(T(5))) == 5


def endless(n):
    return endless(n + 1) if n > 0 else endless(n - 1)


def calls_back(n):
    def down(k, function):
        return function(k) if k == 0 else down(k - 1, lambda j: function(j) + k)

    return down(n, lambda k: k)


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (endless, "endless() calls itself on every path: it never returns."),
        (calls_back, "down() calls itself without end while it is traced"),
    ],
)
def test_what_cannot_be_staged_says_so(function, said):
    with pytest.raises(ag.errors.StagingError) as caught:
        ag.function(function)(T(3))
    assert said in str(caught.value)
    assert __file__ in str(caught.value)
