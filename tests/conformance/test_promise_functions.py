"""The promise, for functions: calls, closures, arguments, methods, recursion."""

# Programs under test are written as users write them.
# ruff: noqa: FURB136, PERF401, PIE804, PLC0206, PLR1711, PYI024

import functools
from collections import namedtuple

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


def halved(x):
    if x % 2 == 0:
        return x // 2
    return x


def counted(n, *, step=1):
    count = 0
    while n > 0:
        n -= step
        count += 1
    return count


@rows.on(T(8), T(7))
def call_of_a_function(x):
    return halved(halved(x)) + 1


@rows.on(T(8), T(0))
def call_in_a_loop(n):
    total = 0
    for i in range(n):
        total += halved(i)
    return total


@rows.on(T(8), T(7))
def call_in_a_branch(x):
    if x > 7:
        x = counted(x, step=3)
    else:
        x = counted(n=x)
    return x


@rows.on(T(8), T(7))
def call_in_a_condition(x):
    while halved(x) != x:
        x = halved(x) + 3
    return x


@rows.on(T(5), T(-5))
def nested_function(x):
    def inner(y):
        if y > 0:
            return y + x
        return y - x

    return inner(x) + inner(-x)


@rows.on(T(5), T(-5))
def closure_sees_the_latest_value(x):
    def inner():
        return y * 2

    y = 1
    if x > 0:
        y = x
    return inner()


@rows.on(T(3), T(0))
def nonlocal_variable(n):
    total = 0

    def add(k):
        nonlocal total
        total += k

    for i in range(n):
        add(i)
    return total


@rows.on(T(3), T(-3))
def closures_made_in_a_loop(x):
    functions = []
    for i in range(3):
        functions.append(lambda y: y * i if y > 0 else y - i)
    return [f(x) for f in functions]


@rows.on(T(3), T(-3))
def default_bound_in_a_loop(x):
    functions = []
    for i in range(3):
        functions.append(lambda y, i=i: y * i if y > 0 else y - i)
    return [f(x) for f in functions]


@rows.on(T(-5), T(1), T(9))
def functions_made_in_some_iterations(x):
    for i in (1, 2, 3):
        if x > i:
            if x > 5:
                break
        else:
            f = lambda y: y * i + g(y)
            g = lambda y: y
            x = f(x)
    return x


@rows.on(T(3), T(-3))
def lambda_with_a_conditional(x):
    f = lambda y: y if y > 0 else -y
    g = lambda y: f(y) + f(-y)
    return g(x)


rows.on(T(3), T(-3), 3)(lambda x: x + 1 if x > 0 else x - 1)


@rows.on(T(3), (T(3), T(4)), (T(-3), 2, T(5)))
def default_arguments(x, y=10, z=1):
    if x > 0:
        return x + y
    return x * y * z


@rows.on((T(1),), (T(1), T(2), T(3)), (T(1), 2))
def star_args(*values):
    total = 0
    for value in values:
        if value > 1:
            total += value
    return total


def keywords(x, **options):
    for name in options:
        if x > 0:
            x = x + options[name]
    return x


@rows.on(T(1), T(-1))
def star_kwargs(x):
    return keywords(x, a=1, **{"b": 2})


@rows.on((T(1), T(5)), (T(-1), T(5)))
def spread_call(x, y):
    pair = (x, y)
    return sums(*pair), sums(*pair, **{"scale": 3})


def sums(a, b, /, *, scale=2):
    if a > 0:
        return (a + b) * scale
    return a - b


@rows.on(T(2), T(-2))
def keyword_only_and_positional_only(x):
    return sums(x, 1, scale=5)


@rows.on((5, T(2)), (0, T(2)))
def recursion_on_python_values(n, x):
    if n == 0:
        return x
    y = recursion_on_python_values(n - 1, x)
    if y > 10:
        return y - 3
    return y * 2


class Counter:
    def __init__(self, start):
        self.start = start
        self.step = 2

    def count(self, n):
        total = self.start
        while n > 0:
            total += self.step
            n = self.less(n)
        return total

    def less(self, n):
        return n - 1 if n < 5 else n - 2

    @property
    def doubled(self):
        return self.start * 2

    @classmethod
    def of(cls, n):
        return cls(n).count(n)

    @staticmethod
    def clipped(x):
        if x > 3:
            return 3
        return x

    def __call__(self, x):
        if x > self.start:
            return x
        return self.start


class Eager(Counter):
    def less(self, n):
        if n > 2:
            return super().less(n) - 1
        return super().less(n)


rows.on(T(5), T(0))(Counter(7).count)
rows.on(T(6), T(0))(Eager(7).count)


@rows.on(T(5), T(1))
def class_and_static_methods(x):
    return Counter.of(x), Counter.clipped(x), Counter(x).doubled


@rows.on(T(5), T(9))
def callable_object(x):
    return Counter(7)(x)


@rows.on(T(5), T(-5))
def partial(x):
    f = functools.partial(sums, 1, scale=7)
    return f(x)


def doubled(function):
    @functools.wraps(function)
    def wrapper(*args):
        result = function(*args)
        return result * 2 if result > 0 else result

    return wrapper


@doubled
def decorated_helper(x):
    if x > 3:
        return -x
    return x


@rows.on(T(5), T(2))
def decorated(x):
    return decorated_helper(x)


@ag.function
def a_graph_of_its_own(x):
    if x > 3:
        return x * 10
    return x


@rows.on(T(5), T(2))
def function_calls_function(x):
    total = 0
    for i in range(3):
        total += a_graph_of_its_own(x + i)
    return total


Point = namedtuple("Point", "x y")


@rows.on(T(5), T(2))
def namedtuple_of_results(x):
    p = Point(x, 1)
    if x > 3:
        p = Point(p.y, p.x)
    return p.x, p.y


@rows.on((T(5), [T(1), T(2)]), (T(0), [T(1), T(2)]))
def nested_arguments(n, pair):
    a, b = pair
    while n > 0:
        a, b = b, a + b
        n -= 1
    return {"a": a, "b": b}


LIMIT = 4


@rows.on(T(9), T(2))
def global_constant(x):
    return x if x < LIMIT else LIMIT


@rows.on(T(4), T(0))
def builtins_on_tensors(n):
    return min(n, 3), max(n, 2, 1), abs(n - 5), sum([n, n, 1]), len(ag.zeros([3, 2]))


@rows.on(T(2.75), T(-2.75), T(0.0))
def conversions(x):
    return int(x), float(x), bool(x), int(x) / 2, int(x) // 2


@rows.on((T([1, 2, 3]), T(2)), (T([-1, -2, -3]), T(0)))
def comprehension_over_python(v, k):
    return [v[i] * k if k > 0 else v[i] for i in range(3)]


@rows.on(T(3), T(0))
def generator_in_plain_python(n):
    return sum(i * n for i in range(4))


@rows.on(T(3), T(-3))
def try_without_a_raise(x):
    try:
        if x > 0:
            y = x
        else:
            y = -x
    finally:
        z = 1
    return y + z


@rows.on(T(3), T(-3))
def a_result_that_is_no_number(x):
    if x > 0:
        x = x + 1
    return None


@rows.on(T(3))
def an_argument_returned(x):
    return x


@rows.on(T(3), T(0))
def a_constant_returned(x):
    return 7, 2.5, True, (), [], {"empty": ()}


@rows.on(T(3), T(-3))
def a_nonlocal_that_is_only_declared(x):
    y = 1
    if x > 0:
        z = x + 1
        y = z * z

    def inside():
        nonlocal y, z
        return y

    return inside()
