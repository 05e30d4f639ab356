"""Calls: closures, arguments, kinds of functions."""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
import operator
from collections import namedtuple
from dataclasses import dataclass
from functools import partial as partial_2

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Functions, closures and methods

T = ag.constant


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


@programs.staged(T(8), T(7))
def call_of_a_function(x):
    """A helper with a dynamic branch is called on its own result."""
    return halved(halved(x)) + 1


@programs.staged(T(8), T(0))
def call_in_a_loop(n):
    """A helper with a dynamic branch is called in a loop over a dynamic range."""
    total = 0
    for i in range(n):
        total += halved(i)
    return total


@programs.staged(T(8), T(7))
def call_in_a_branch(x):
    """A helper with a dynamic loop is called in each branch of an `if`."""
    if x > 7:
        x = counted(x, step=3)
    else:
        x = counted(n=x)
    return x


@programs.staged(T(8), T(7))
def call_in_a_condition(x):
    """A `while` condition calls a helper with a dynamic branch."""
    while halved(x) != x:
        x = halved(x) + 3
    return x


@programs.staged(T(5), T(-5))
def nested_function(x):
    """A nested function with a dynamic branch captures an argument."""

    def inner(y):
        if y > 0:
            return y + x
        return y - x

    return inner(x) + inner(-x)


@programs.staged(T(5), T(-5))
def closure_sees_the_latest_value(x):
    """A closure sees the value that a branch assigned after its definition."""

    def inner():
        return y * 2

    y = 1
    if x > 0:
        y = x
    return inner()


@programs.staged(T(3), T(0))
def nonlocal_variable(n):
    """A nested function adds to a `nonlocal` total in a dynamic loop."""
    total = 0

    def add(k):
        nonlocal total
        total += k

    for i in range(n):
        add(i)
    return total


@programs.staged(T(3), T(-3))
def closures_made_in_a_loop(x):
    """Lambdas made in a Python loop all see the last loop variable."""
    functions = []
    for i in range(3):
        functions.append(lambda y: y * i if y > 0 else y - i)
    return [f(x) for f in functions]


@programs.staged(T(3), T(-3))
def default_bound_in_a_loop(x):
    """Lambdas made in a Python loop bind the loop variable by a default."""
    functions = []
    for i in range(3):
        functions.append(lambda y, i=i: y * i if y > 0 else y - i)
    return [f(x) for f in functions]


@programs.staged(T(-5), T(1), T(9))
def functions_made_in_some_iterations(x):
    """Lambdas that call each other are made in a dynamic branch of a loop."""
    for i in (1, 2, 3):
        if x > i:
            if x > 5:
                break
        else:
            f = lambda y: y * i + g(y)
            g = lambda y: y
            x = f(x)
    return x


@programs.staged(T(3), T(-3))
def lambda_with_a_conditional(x):
    """Lambdas with conditional expressions call one another."""
    f = lambda y: y if y > 0 else -y
    g = lambda y: f(y) + f(-y)
    return g(x)


programs.staged(T(3), T(-3), 3)(lambda x: x + 1 if x > 0 else x - 1)


@programs.staged(T(3), (T(3), T(4)), (T(-3), 2, T(5)))
def default_arguments(x, y=10, z=1):
    """Default arguments, replaced by tensors or Python ints in some calls."""
    if x > 0:
        return x + y
    return x * y * z


@programs.staged((T(1),), (T(1), T(2), T(3)), (T(1), 2))
def star_args(*values):
    """A decorated function with `*values` sums the values above one."""
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


@programs.staged(T(1), T(-1))
def star_kwargs(x):
    """A helper iterates over its `**options` with a dynamic branch inside."""
    return keywords(x, a=1, **{"b": 2})


@programs.staged((T(1), T(5)), (T(-1), T(5)))
def spread_call(x, y):
    """Calls spread a tuple of tensors by `*` and a dict by `**`."""
    pair = (x, y)
    return sums(*pair), sums(*pair, **{"scale": 3})


def sums(a, b, /, *, scale=2):
    if a > 0:
        return (a + b) * scale
    return a - b


@programs.staged(T(2), T(-2))
def keyword_only_and_positional_only(x):
    """A helper with positional-only and keyword-only parameters."""
    return sums(x, 1, scale=5)


@programs.staged((5, T(2)), (0, T(2)))
def recursion_on_python_values(n, x):
    """Recursion on a Python int unrolls around dynamic branches."""
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
        """A bound method is a program of its own."""
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


programs.staged(T(5), T(0))(Counter(7).count)

programs.falls(T(6), T(0))(Eager(7).count)


@programs.staged(T(5), T(1))
def class_and_static_methods(x):
    """A class method with a loop, a static method and a property of tensors."""
    return Counter.of(x), Counter.clipped(x), Counter(x).doubled


@programs.staged(T(5), T(9))
def callable_object(x):
    """An object's `__call__` branches on a tensor."""
    return Counter(7)(x)


@programs.staged(T(5), T(-5))
def partial(x):
    """`functools.partial` of a helper is called with a tensor."""
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


@programs.staged(T(5), T(2))
def decorated(x):
    """A helper and its `functools.wraps` decorator both branch on tensors."""
    return decorated_helper(x)


@ag.function
def a_graph_of_its_own(x):
    if x > 3:
        return x * 10
    return x


@programs.staged(T(5), T(2))
def function_calls_function(x):
    """An `@ag.function` is called from another one in a Python loop."""
    total = 0
    for i in range(3):
        total += a_graph_of_its_own(x + i)
    return total


Point = namedtuple("Point", "x y")


@programs.staged(T(5), T(2))
def namedtuple_of_results(x):
    """A dynamic branch replaces a namedtuple by one with swapped fields."""
    p = Point(x, 1)
    if x > 3:
        p = Point(p.y, p.x)
    return p.x, p.y


@programs.staged((T(5), [T(1), T(2)]), (T(0), [T(1), T(2)]))
def nested_arguments(n, pair):
    """The items of a list argument are loop-carried and returned in a dict."""
    a, b = pair
    while n > 0:
        a, b = b, a + b
        n -= 1
    return {"a": a, "b": b}


LIMIT = 4


@programs.staged(T(9), T(2))
def global_constant(x):
    """A conditional expression compares with a module global and returns it."""
    return x if x < LIMIT else LIMIT


@programs.staged(T(4), T(0))
def builtins_on_tensors(n):
    """`min`, `max`, `abs`, `sum` and `len` of tensors."""
    return min(n, 3), max(n, 2, 1), abs(n - 5), sum([n, n, 1]), len(ag.zeros([3, 2]))


@programs.staged(T(2.75), T(-2.75), T(0.0))
def conversions(x):
    """`int`, `float` and `bool` of a float tensor, and division of the `int`."""
    return int(x), float(x), bool(x), int(x) / 2, int(x) // 2


@programs.staged((T([1, 2, 3]), T(2)), (T([-1, -2, -3]), T(0)))
def comprehension_over_python(v, k):
    """A comprehension over a Python range tests a tensor in each item."""
    return [v[i] * k if k > 0 else v[i] for i in range(3)]


@programs.staged(T(3), T(0))
def generator_in_plain_python(n):
    """`sum` of a generator expression over a Python range times a tensor."""
    return sum(i * n for i in range(4))


@programs.staged(T(3), T(-3))
def try_without_a_raise(x):
    """A dynamic branch inside `try` with `finally`; nothing raises."""
    try:
        if x > 0:
            y = x
        else:
            y = -x
    finally:
        z = 1
    return y + z


@programs.staged(T(3), T(-3))
def a_result_that_is_no_number(x):
    """A function with a dynamic branch returns None."""
    if x > 0:
        x = x + 1
    return None


@programs.staged(T(3))
def an_argument_returned(x):
    """The identity function returns its tensor argument."""
    return x


@programs.staged(T(3), T(0))
def a_constant_returned(x):
    """Python constants and empty containers are returned as they are."""
    return 7, 2.5, True, (), [], {"empty": ()}


@programs.staged(T(3), T(-3))
def a_nonlocal_that_is_only_declared(x):
    """`nonlocal` declares a name that is assigned in one branch only."""
    y = 1
    if x > 0:
        z = x + 1
        y = z * z

    def inside():
        nonlocal y, z
        return y

    return inside()


# -- Decorators, descriptors and constructors


class Meta(type):
    def __call__(cls, *a):
        o = super().__call__(*a)
        o.tag = 5
        if a[0] > 0:
            o.tag = a[0]
        return o


class WithMeta(metaclass=Meta):
    def __init__(self, v):
        self.v = v


@programs.falls(T(3), T(-3))
def metacall(x):
    """A metaclass's `__call__` sets an attribute under a dynamic condition."""
    return WithMeta(x).tag


class New:
    def __new__(cls, v):
        self = super().__new__(cls)
        self.n = 1
        if v > 0:
            self.n = v
        return self

    def __init__(self, v):
        self.m = 0
        if v > 0:
            self.m = v * 2


@programs.staged(T(3), T(-3))
def new_(x):
    """`__new__` and `__init__` set attributes in dynamic branches."""
    o = New(x)
    return o.n, o.m


@programs.staged(T(3), T(-3))
def deco(x):
    """A `functools.wraps` decorator branches on a tensor around a closure."""

    def d(f):
        @functools.wraps(f)
        def inner(*a, **k):
            if a[0] > 0:
                return f(*a, **k)
            return a[0] * 5

        return inner

    @d
    def g(v, *, w=2):
        if v > 2:
            return v * w
        return v

    return g(x, w=3)


@functools.singledispatch
def sd(a):
    if a > 0:
        return a
    return -a * 2


@sd.register
def _(a: int):
    return a * 100


@programs.staged(T(3), T(-3))
def singledisp(x):
    """`singledispatch` selects by tensor or int; the default function branches."""
    return sd(x), sd(3)


@contextlib.contextmanager
def cm(v):
    if v is None:
        yield 0
    yield v + 1


@programs.falls(T(3), T(-3))
def contextm(x):
    """`return` in a dynamic branch of a `@contextmanager` block."""
    with cm(x) as y:
        if y > 0:
            return y
    return y * 2


class PM:
    k = 2

    def f(self, a, b):
        if a > 0:
            return a * b
        return a

    g = functools.partialmethod(f, b=3)

    @staticmethod
    def s(a):
        if a > 0:
            return a
        return -a

    @classmethod
    def c(cls, a):
        if a > 0:
            return a * cls.k
        return -a

    def __priv(self, a):
        if a > 0:
            return a
        return 0 * a

    def name(self, a):
        return self.__priv(a)

    def __call__(self, a):
        if a > 0:
            return a
        return a * 7


@programs.falls(T(3), T(-3))
def partialm(x):
    """`partialmethod`, static, class, private and `__call__` methods that branch."""
    p = PM()
    return (
        p.g(x),
        p.s(x),
        PM.s(x),
        p.c(x),
        PM.c(x),
        p.name(x),
        p(x),
        functools.partial(p, x)(),
        functools.partial(p.f, b=x)(x),
    )


@programs.staged(T(3), T(-3))
def loopclosures(x):
    """Closures made in a loop bind its variable late, or early by a default."""
    fs = []
    for i in range(3):
        fs.append(lambda: i * x)
    gs = []
    for i in range(3):

        def g(i=i):
            if x > i:
                return x
            return i * x

        gs.append(g)
    return [f() for f in fs], [g() for g in gs]


@programs.staged(T(3), T(-3))
def posonly(x):
    """Positional-only, keyword-only, `*` and `**` parameters of a nested function."""

    def f(a, /, b, *c, d=1, **e):
        if a > b:
            return a + d
        return b + len(c) + e.get("z", 0)

    return f(x, 1), f(x, 1, 2, 3, z=4), f(1, b=x, d=x)


@programs.staged(T(3), T(-3))
def badcall(x):
    """An unexpected keyword argument raises plain Python's TypeError."""

    def f(a, /, b):
        return a

    return f(x, c=1)


class Vec:
    def __init__(self, v):
        self.v = v

    def __add__(self, o):
        if o.v > 0:
            return Vec(self.v + o.v)
        return Vec(self.v)

    def __lt__(self, o):
        if o.v > 0:
            return self.v < o.v
        return self.v == 1

    def __getitem__(self, k):
        if k > 0:
            return self.v
        return self.v * 0

    def __getattr__(self, n):
        if n == "pos":
            if self.v > 0:
                return self.v
            return self.v * 0
        raise AttributeError(n)

    def __neg__(self):
        if self.v > 0:
            return Vec(-self.v)
        return self

    def __bool__(self):
        if self.v > 0:
            return True
        return False

    @property
    def prop(self):
        if self.v > 0:
            return self.v
        return self.v * 2

    def __len__(self):
        return 3

    def __abs__(self):
        if self.v > 0:
            return self.v
        return -self.v


@programs.staged(T(3), T(-3))
def v_add(x):
    """`__add__` of a user class branches on a tensor and returns a new object."""
    return (Vec(x) + Vec(x)).v


@programs.staged(T(3), T(-3))
def v_lt(x):
    """`__lt__` of a user class returns a bool tensor from a dynamic branch."""
    return Vec(x) < Vec(x)


@programs.staged(T(3), T(-3))
def v_item(x):
    """`__getitem__` of a user class branches on its tensor key."""
    return Vec(x)[x]


@programs.staged(T(3), T(-3))
def v_attr(x):
    """`__getattr__` of a user class computes an attribute in a dynamic branch."""
    return Vec(x).pos


@programs.staged(T(3), T(-3))
def v_neg(x):
    """`__neg__` returns a new object or `self`, selected at run time."""
    return (-Vec(x)).v


@programs.staged(T(3), T(-3))
def v_bool(x):
    """`__bool__` of a user class returns True or False from a dynamic branch."""
    return 1 if Vec(x) else 2


@programs.staged(T(3), T(-3))
def v_prop(x):
    """A branching property in a class with `__getattr__` cannot be staged."""
    return Vec(x).prop


@programs.staged(T(3), T(-3))
def v_abs(x):
    """`__abs__` of a user class branches on a tensor."""
    return abs(Vec(x))


@programs.staged(T(3))
def spread_arguments_of_a_call_in_a_default(x):
    """A lambda's default is a call with `*` and `**` arguments."""
    given, named = [x], {"n": 2}

    def times(value, n):
        return value * n

    inner = lambda p, q=times(*given, **named): p + q
    return inner(x)


@programs.staged(T(3), T(-2), 3)
def methods_that_name_the_class_they_are_in(x):
    """Methods of a local class refer to the class by its name."""

    class Counter:
        count = 1

        @staticmethod
        def clipped(value):
            return value if value > 1 else Counter.count

        def twice(self, value):
            return Counter.clipped(value) * 2 if value > 0 else -1

    Counter.count += 1
    return Counter.clipped(x), Counter().twice(x)


class Hashed:
    def __init__(self, log):
        self.log = log

    def __call__(self, x):
        return x + 1

    def __hash__(self):
        self.log.append("hashed")
        return 7


@programs.staged(T(0), T(3))
def an_object_whose_hash_has_effects(x):
    """The `__hash__` of a callable object, which has effects, is never called."""
    log = []
    add = Hashed(log)
    y = add(x)
    return y, [*map(add, [1, 2])], sorted([2, 1], key=add), log or "none"


# -- Calls with a dynamic number of arguments

COUNTS = (T(0), T(1), T(2), T(3), T(5))


def grown(n):
    xs = []
    for i in range(n):
        xs.append(i * i - 3)  # as many write it
    return xs


@programs.falls(*COUNTS)
def the_largest(n):
    """`max` and `min` of spread arguments and others, also with a key function."""
    return max(*grown(n), 7), min(-2, *grown(n), 7), max(1, *grown(n), key=abs)


@programs.falls(*COUNTS)
def the_largest_of_them_alone(n):
    """`max(*xs)` raises TypeError for no argument and for one int."""
    return max(*grown(n))


@programs.falls(*COUNTS)
def the_smallest_that_is_caught(n):
    """The TypeError of `min(*xs)` with a key function is caught."""
    try:
        return min(*grown(n), key=lambda x: -x), ""
    except TypeError as error:
        return 0, str(error)


@programs.falls(*COUNTS)
def transposed(n):
    """`zip(*pairs)` of a list of pairs of dynamic length."""
    pairs = [(i, i + 1) for i in range(n)]
    return list(zip(*pairs))


@programs.falls(*COUNTS)
def columns_as_lists(n):
    """A comprehension over `zip(*table)` makes lists of the columns."""
    table = [[i, i * 2, -i] for i in range(n)]
    return [list(column) for column in zip(*table)]


@programs.falls(*COUNTS)
def two_columns(n):
    """`zip(*pairs)` is unpacked to two columns, or raises ValueError."""
    firsts, seconds = zip(*[(i, i + 1) for i in range(n)])
    return sum(firsts), max(seconds)


@programs.falls(*COUNTS)
def columns_of_rows_of_other_lengths(n):
    """A loop over `zip(*table)` of rows of different lengths."""
    table = [list(range(i, 3)) for i in range(n)]
    total = 0
    for column in zip(*table):
        total += len(column) + column[0]
    return total


@programs.staged(*COUNTS)
def two_parameters(n):
    """`f(*xs)` of two parameters raises TypeError for other lengths."""

    def less(a, b):
        return a - b

    return less(*grown(n))


@programs.falls(*COUNTS)
def parameters_with_defaults_and_keywords(n):
    """`f(*xs, d=1)` with positional-only and keyword-only parameters."""

    def combined(a, b=10, /, c=100, *, d=1000):
        return a + b * 2 + c * 3 + d

    try:
        return combined(*grown(n), d=1), ""
    except TypeError as error:
        return 0, str(error)


@programs.falls(*COUNTS)
def no_parameters(n):
    """`f(*xs)` of no parameters raises TypeError unless `xs` is empty."""

    def nothing():
        return 1

    try:
        return nothing(*grown(n)), ""
    except TypeError as error:
        return 0, str(error)


@programs.falls(*COUNTS)
def a_keyword_that_is_given_twice(n):
    """`f(*xs, b=2)` raises TypeError when `xs` already supplies `b`."""

    def combined(a, b):
        return a - b

    try:
        return combined(*grown(n), b=2), ""
    except TypeError as error:
        return 0, str(error)


@programs.falls(*COUNTS)
def any_number(n):
    """Spread arguments are collected by `*xs`, alone and with others."""

    def total(*xs):
        return sum(xs), len(xs), xs

    return total(*grown(n)), total(9, *grown(n)), total(*grown(n), 9)


@programs.falls(*COUNTS)
def a_parameter_and_any_number(n):
    """Spread arguments fill parameters, a default and `*rest`."""

    def total(first, second=7, *rest, sign=1):
        return sign * (first + second), sum(rest), len(rest)

    try:
        return total(*grown(n), sign=-1), ""
    except TypeError as error:
        return (0, 0, 0), str(error)


@programs.staged(*COUNTS)
def what_is_called_has_effects(n):
    """A function called with spread arguments appends to a list, or fails."""
    seen = []

    def add(a, b):
        seen.append(a + b)
        return len(seen)

    try:
        add(*grown(n))
        add(0, *grown(n))
    except TypeError:
        seen.append(-1)
    return seen


class Scaled:
    def __init__(self, factor, offset=0):
        self.factor, self.offset = factor, offset

    def times(self, x, y=1):
        return self.factor * x + y + self.offset


@dataclass
class Point2:
    x: int
    y: int


@programs.falls(*COUNTS)
def classes_and_methods(n):
    """Spread arguments of a class, of a dataclass and of a method."""
    try:
        made = Scaled(*grown(n))
        point = Point2(*grown(n))
        return made.factor + point.y, made.times(*grown(n)), ""
    except TypeError as error:
        return 0, 0, str(error)


@programs.falls(*COUNTS)
def partial_functions(n):
    """Spread arguments of a `functools.partial`."""

    def three(a, b, c):
        return a + 10 * b + 100 * c

    try:
        return partial_2(three, 5)(*grown(n))
    except TypeError:
        return 0


@programs.falls(T(0), T(1), T(2), T(3), T(4))
def ranges(n):
    """`range(*bounds)` of dynamic length, with the text of its TypeError."""
    bounds = [2 + 3 * i for i in range(n)]
    try:
        return sum(range(*bounds)), ""
    except TypeError as error:
        return 0, str(error)


@programs.staged(T(0), T(2))
def too_many_bounds(n):
    """`range()` of four arguments: the text of the TypeError."""
    try:
        return len(range(n, 1, 2, 3)), ""
    except TypeError as error:
        return 0, str(error)


@programs.staged(T([1, 2]), T([4, 3]))
def rows_of_a_tensor(x):
    """A tensor, and pairs of two tensors, are spread into arguments."""

    def less(a, b):
        return a - b

    return less(*x), [less(*pair) for pair in zip(x, x * 2)]


@programs.falls(*COUNTS)
def a_chain(n):
    """`itertools.chain(*table)` of a list of dynamic length."""
    table = [[i, i + 1] for i in range(n)]
    return list(itertools.chain(*table)), sum(itertools.chain([7], *table))


@programs.falls(T(2))
def a_builtin_that_tells_nothing_of_its_parameters(n):
    """A dynamic number of arguments of `math.hypot` cannot be staged."""
    return math.hypot(*[float(i) for i in range(n)])


@programs.falls(T(2))
def functions_of_each_path(n):
    """Spread arguments of a function selected at run time cannot be staged."""
    extreme = max if n > 1 else min
    return extreme(*grown(n), 0, 1)


@programs.falls(T(2))
def a_template(n):
    """A dynamic number of arguments of `str.format` cannot be staged."""
    return "{} and {}".format(*grown(n))


@programs.falls(T(2))
def a_default_of_the_largest(n):
    """`max(*xs, default=...)` of a list of dynamic length cannot be staged."""
    return max(*grown(n), default=operator.neg(1))


@programs.falls(T(2))
def what_is_printed_while_tracing(n):
    """A dynamic number of arguments of `print` cannot be staged."""
    print(*grown(n))
    return n


# -- Functions created in nested blocks

EACH = tuple(map(T, (1, 2, 3, 4)))


def checked(v):
    """Raise for 3, when the graph runs."""

    def check(array):
        if array == 3:
            raise ValueError("three")
        return array

    return ag.numpy_function(check, [v], ag.int32)


def times(k):
    return lambda v: v * k


def shifted(a, b):
    def inner(v):
        return v + a * b

    return inner


def counting(b):
    def count(n):
        return b if n == 0 else count(n - 1) + b

    return count


class Holder:
    def __init__(self, step):
        self.step = step


@programs.staged(*EACH)
def put_into_a_list(a):
    """A nested branch stores the enclosing branch's closure in a list."""
    made = [abs]
    if a > 1:
        step = times(a + 1)
        if a == 3:
            made[0] = step
    return made[0](-2)


@programs.staged(*EACH)
def put_into_a_list_and_used(a):
    """A closure made in a branch is called by its name and from a list."""
    made, step = [abs], abs
    if a > 1:
        step = times(a + 1)
        if a == 3:
            made[0] = step
    return made[0](-2), step(-2)


@programs.staged(*EACH)
def three_deep(a):
    """Three nested branches rebind a variable to closures."""
    step = abs
    if a > 1:
        step = times(a + 1)
        if a > 2:
            step = times(a + 2)
            if a > 3:
                step = times(a + 3)
    return step(-2)


@programs.staged(*EACH)
def made_at_each_depth(a):
    """Closures made at two depths of nested branches are swapped among names."""
    step = other = abs
    if a > 1:
        one = times(a + 1)
        if a > 2:
            two = shifted(a, a + 2)
            if a > 3:
                step, other = one, two
            else:
                step, other = two, one
        step, other = (other, step) if a == 3 else (step, one)
    return step(-2), other(5)


@programs.staged(*EACH)
def one_of_two_of_one_kind(a):
    """A branch makes two closures of one lambda and selects one at run time."""
    step = abs
    if a > 1:
        one, other = times(a + 1), times(a + 5)
        step = one if a > 2 else other
    return step(-2)


@programs.staged(*EACH)
def chosen_and_left_alone(a):
    """A closure selected in a branch is untouched by a branch that follows."""
    step = abs
    if a > 1:
        step = times(a + 1) if a > 2 else times(a + 5)
        if a == 3:
            a = a + 1
    return step(-2), a


@programs.staged(*EACH)
def partial_functions_2(a):
    """Nested branches rebind a variable to `functools.partial` objects."""
    step = abs
    if a > 1:
        step = functools.partial(max, a + 1)
        if a > 2:
            step = functools.partial(min, a + 2)
    return step(4)


@programs.staged(*EACH)
def that_call_themselves(a):
    """Nested branches rebind a variable to recursive closures."""
    step = counting(0)
    if a > 1:
        step = counting(a * 2)
        if a > 2:
            step = counting(a * 3)
    return step(2)


@programs.staged(*EACH)
def in_attributes(a):
    """Nested branches store closures of two functions in an attribute."""
    holder = Holder(abs)
    if a > 1:
        step = times(a + 1)
        if a > 2:
            holder.step = step
        elif a > 1:
            holder.step = shifted(a, a + 1)
    return holder.step(-2)


@programs.staged(*EACH)
def in_a_loop(a):
    """A loop-carried closure, rebound in a branch of the loop, cannot be staged."""
    step, total = abs, 0
    for i in range(a):
        one = times(i + a)
        if i > 1:
            step = one
        total += step(-2)
    return total, step(5)


@programs.staged(*EACH)
def in_a_loop_in_a_branch(a):
    """A loop inside a branch may select a closure that the branch made."""
    step = abs
    if a > 1:
        one = times(a + 1)
        for i in range(a):
            if i == 2:
                step = one
    return step(-2)


@programs.staged(*EACH)
def in_a_branch_in_a_loop(a):
    """A loop-carried closure selected in a nested branch cannot be staged."""
    step = abs
    i = 0
    while i < a:
        if i > 0:
            one, other = times(i + a), shifted(i, a)
            step = one if i == 1 else other
        i += 1
    return step(-2)


@programs.staged(*EACH)
def in_a_handler(a):
    """A branch in a handler rebinds the closure that the `try` made."""
    step = abs
    try:
        step = times(a + 1)
        checked(a)
    except ValueError:
        if a > 2:
            step = times(a + 2)
    return step(-2)


@programs.falls(*EACH)
def in_a_handler_of_groups(a):
    """An `except*` handler replaces the closure that the `try` made by `abs`."""
    step = abs
    try:
        step = times(a + 1)
        checked(a)
    except* ValueError:
        step = abs
    return step(-2)


@programs.staged(*EACH)
def chosen_before_what_raises(a):
    """Closures are selected in a `try` before a call that may raise."""
    made, step = [], abs
    try:
        one = times(a + 1)
        made.append(one if a > 1 else abs)
        step = one if a > 2 else times(a + 2)
        checked(a)
    except ValueError:
        made.append(abs)
    return step(-2), [each(-3) for each in made]


@programs.staged(*EACH)
def called_and_asked_where_they_are_known(a):
    """Within its branch, a selected closure is a dict key and compared by `is`."""
    found = 0, False
    if a > 1:
        one, other = times(a + 1), times(a + 2)
        step = one if a > 2 else other
        names = {one: 1, other: 2}
        found = names[step], step is one
        names.clear()
    return found


@programs.staged(*EACH)
def compared_outside(a):
    """`is` of a closure after the nested branch that selects it is not staged."""
    step = one = abs
    if a > 1:
        one = times(a + 1)
        if a > 2:
            step = one
    return step is one


@programs.staged(*EACH)
def looked_up_outside(a):
    """Dict lookup by a closure after the branch that made it cannot be staged."""
    step, names = abs, {abs: 0}
    if a > 1:
        one = times(a + 1)
        names = {abs: 0, one: 1}
        if a > 2:
            step = one
    return names[step]


@programs.staged(*EACH, 1)
def after_an_error(n):
    """A nested function with `nonlocal` in dead code after a `raise`."""
    raise RuntimeError("always")
    for _ in range(n):
        x = n

        def set_it():
            nonlocal x
            x = 2

        set_it()


@programs.staged(*EACH, 1)
def after_a_continue(n):
    """A nested function with `nonlocal` in dead code after a `continue`."""
    for _ in range(3):
        continue
        try:
            x = n
        finally:

            def set_it():
                nonlocal x
                x = 2

            set_it()
    return n


# -- Variables of inner functions, deleted and shown


@programs.staged((T(4), T(3)), (T(3), T(4)))
def a_variable_that_is_deleted(x, n):
    """Reading a variable of an inner function after `del` raises UnboundLocalError."""
    kept = 3
    read = lambda: kept
    if x > n:
        kept = x
    found = read()
    del kept
    try:
        return kept
    except UnboundLocalError:
        return found


@programs.staged((T(4), T(3)), (T(3), T(4)))
def a_variable_that_is_shown(x, n):
    """`vars()` shows a variable of an inner function by its value."""
    kept = vars().get("x", n)

    def text():
        return f"{x}{kept}"

    kept, x = kept % 2, n
    return kept, x, text()


@programs.staged((T(1), T(3)), (T(2), T(5)))
def a_variable_that_methods_read(x, y):
    """Methods of a nested class read a variable that is assigned again."""

    class Local:
        @staticmethod
        def give(z):
            return y + z

        def both(self, z):
            return self.give(z) + y

    y = y * 2
    return Local.give(x), Local().both(1)
