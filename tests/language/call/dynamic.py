"""Functions selected at run time: called, compared and stored."""

from __future__ import annotations

import functools
import operator

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant

EACH = tuple(map(T, (-2, 0, 3, 6)))


def double(v):
    return v * 2


def add(v, k=1):
    return v + k


def times(k):
    def inner(v):
        return v * k

    return inner


def shifted(a):
    b = a + 1
    if a > 2:
        b = b * 2

    def inner(v):
        return v + a * b

    return inner


LIST = [lambda v: v * 2, lambda v: v - 1, abs, double]

TABLE = {"d": lambda v: v * 2, "i": lambda v: v + 1}


class Counter:
    def __init__(self):
        self.n = 0

    def up(self, v):
        self.n += v
        return self.n

    def down(self, v):
        self.n -= 1
        return self.n * v


class Plain:
    rate = 2

    def __init__(self, k=1):
        self.k = k

    def go(self, v):
        return v + self.k

    @classmethod
    def made(cls, v):
        return v * cls.rate


class Triple(Plain):
    rate = 5

    def go(self, v):
        return super().go(v) * 3


@programs.staged(*EACH)
def builtin_functions(x):
    """Builtins that conditional expressions select are called."""
    chosen = abs if x > 0 else round
    return chosen(x), (max if x > 0 else min)(x, 2), (sum if x > 0 else len)([x, 2])


@programs.falls(*EACH)
def functions_of_branches(x):
    """A function assigned in `if`, `elif` and `else` is called."""
    if x > 0:
        step = double
    elif x < -1:
        step = add
    else:
        step = LIST[1]
    return step(x) + step(v=x) if x > 0 else step(x)


@programs.falls(*EACH)
def items_of_a_list(x):
    """Functions at a dynamic index of a list and of a tuple are called."""
    return LIST[x % 4](x), (add, double)[x % 2](x)


@programs.falls(*EACH)
def items_that_are_one_function(x):
    """A dynamic index into a list that contains one function twice."""
    found = [double, double][x]
    return found(3), found is double


@programs.falls(*EACH)
def items_that_are_not_there(x):
    """A dynamic index into a list of functions may raise IndexError."""
    return LIST[x](5)


@programs.falls(*EACH)
def items_of_a_dict(x):
    """A function at a dynamic key of a dict is called."""
    key = "d" if x > 0 else "i"
    return TABLE[key](x)


@programs.staged(*EACH)
def keys_of_a_dict(x):
    """A selected function as a key: `[]`, `get` and `in` of a dict."""
    chosen = add if x > 0 else double
    return {add: 1, double: 2}[chosen], {add: 1}.get(chosen, 7), chosen in {add: 1}


@programs.falls(*EACH)
def methods_that_change_their_object(x):
    """One of two bound methods, selected at run time, changes its object."""
    counter = Counter()
    method = counter.up if x > 0 else counter.down
    first = method(x)
    return first, method(x), counter.n


@programs.falls(*EACH)
def methods_of_lists(x):
    """`append` or `remove` of a list, selected at run time, is called."""
    items = [3, 1, 2]
    method = items.append if x > 0 else items.remove
    method(2)
    return items


@programs.staged(*EACH)
def lambdas_that_see_variables(x):
    """Lambdas created in branches see a later rebinding of their variable."""
    k = x * 2
    if x > 0:
        step = lambda v: v + k
    else:
        k = x * 3
        step = lambda v: v - k
    first = step(x)
    k = 100
    return first, step(x)


@programs.falls(*EACH)
def functions_made_on_paths(x):
    """Closures created in branches are called and composed."""
    step = times(x + 1) if x > 0 else times(x * 5)
    other = shifted(x) if x > 0 else add
    return step(x), other(x), other(step(x))


@programs.staged(*EACH)
def functions_made_of_functions(x):
    """Each branch composes two functions of its own."""

    def after(a, b):
        return lambda v: a(b(v))

    step = after(double, times(x)) if x > 0 else after(times(x + 1), add)
    return step(x)


@programs.falls(*EACH)
def partial_functions(x):
    """`functools.partial` objects created in branches are called and extended."""
    step = functools.partial(add, k=x + 1) if x > 0 else functools.partial(double)
    return step(x), functools.partial(step, x)()


@programs.staged(*EACH)
def defaults(x):
    """Lambdas with default arguments, selected by index and by branch."""
    steps = [lambda v, k=k: v + k for k in range(3)]
    step = steps[x % 3]
    other = (lambda v, k=x * 2: v * k) if x > 0 else (lambda v, *, k=x: v - k)
    return step(x), step is steps[0], other(x)


@programs.staged(*EACH)
def functions_that_count(x):
    """Two closures share a `nonlocal` counter; one is selected at run time."""
    count = 0

    def bump(v):
        nonlocal count
        count += 1
        return v + count

    def rest(v):
        return v * count

    step = bump if x > 0 else rest
    first = step(x)
    return first, step(first), count


@programs.staged(*EACH)
def functions_with_state_of_their_own(x):
    """Each branch creates a closure with a `nonlocal` counter of its own."""

    def counter():
        n = 0

        def step(v):
            nonlocal n
            n += 1
            return v + n

        return step

    step = counter() if x > 0 else counter()  # two objects
    return step(x), step(x)


@programs.falls(*EACH)
def another_one_in_each_iteration(x):
    """A loop-carried function is rebound in each iteration."""
    step = double
    for _ in ag.range(4):
        x = step(x)
        step = add if x > 10 else abs
    return x, step is add


@programs.falls(*EACH)
def one_made_in_each_iteration(x):
    """Each iteration creates a closure that the next one calls."""
    step = add
    total = x
    for i in ag.range(4):
        total = step(total)
        step = times(i + 1)
    while total < 50:
        total = step(total) * total + 60
        step = shifted(total)
    return step(total)


@programs.falls(*EACH)
def one_for_each_item(x):
    """Functions of a list are called in a loop, some of them replaced."""
    steps = [double, add]
    for step in steps:
        if x > 5:
            step = abs  # the case
        x = step(x)
    chosen = [double if x > i else add for i in range(3)]
    return x, [step(x) for step in chosen], [step is add for step in chosen]


@programs.falls(*EACH)
def none_or_a_function(x):
    """A callback that is None or a function, tested by `is not None` and `or`."""
    callback = None
    if x > 0:
        callback = double
    if callback is not None:
        return callback(x)
    step = callback or add
    return step(x) if not callback else x


@programs.falls(*EACH)
def none_that_is_called(x):
    """A call of a function or None; None raises TypeError."""
    callback = double if x > 0 else None
    return callback(x)


@programs.staged(*EACH)
def identities(x):
    """`is`, `==` and `in` of functions selected at run time."""
    one = abs if x > 0 else double
    other = abs if x < 3 else add
    return (
        (one is abs, one == double, one in (add, abs), one is not None, one != add),
        (one is other, one == other, one is not other, other is len, one is one),
    )


@programs.falls(*EACH)
def what_is_asked_of_them(x):
    """`callable`, `__name__`, `str` and `issubclass` of what is selected."""
    one = add if x > 0 else double
    kind = Plain if x > 0 else Triple
    return (
        (
            callable(one),
            one.__name__,
            f"{one.__name__}",
            str(one)[:9],
            hasattr(one, "x"),
        ),
        (isinstance(Plain(), kind), issubclass(Triple, kind), issubclass(kind, Plain)),
        (kind.rate, kind.made(x), type(kind) is type, getattr(kind, "rate", 0)),
    )


@programs.falls(*EACH)
def given_to_functions(x):
    """A selected function as an argument of `reduce`, `map` and `sorted`."""

    def apply(function, *args, **kwargs):
        return function(*args, **kwargs)

    op = operator.add if x > 0 else operator.mul
    step = abs if x > 0 else double
    return (
        (apply(op, x, 3), functools.reduce(op, [1, x, 2])),
        (list(map(step, [x, x + 1])), sorted([3, -4, x], key=step), step),
    )


@programs.falls(*EACH)
def in_attributes_and_tuples(x):
    """A function in an attribute is rebound in a loop, one in a tuple selected."""
    counter = Counter()
    counter.step = add
    if x > 0:
        counter.step = double
    for _ in ag.range(3):
        x = counter.step(x)
        if x > 10:
            counter.step = abs
    step, k = (add, 1) if x > 0 else (double, 2)
    return x, counter.step is abs, step(x) + k


@programs.falls(*EACH)
def of_numpy_and_of_this_package(x):
    """NumPy ufuncs, `ag` functions and a decorated function are selected."""
    op = np.add if x > 0 else np.multiply
    other = ag.maximum if x > 0 else ag.minimum
    decorated = ag.function(double) if x > 0 else add
    return op(x, 3), other(x, 2), decorated(x)


@programs.staged(*EACH)
def recursive_functions(x):
    """One of two recursive functions, selected at run time, is called."""

    def factorial(n):
        return 1 if n <= 1 else n * factorial(n - 1)

    def fibonacci(n):
        return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

    step = factorial if x > 0 else fibonacci
    return step(5), step(x)


@programs.falls(*EACH)
def classes_of_exceptions(x):
    """A selected exception class is called with arguments and raised."""
    kind = ValueError if x > 3 else KeyError
    if x > 1:
        raise kind("bad", x)
    return x


@programs.falls(*EACH)
def only_the_chosen_one_runs(x):
    """Of two selected functions only one runs: it prints, the other raises."""

    def fail(v):
        raise ValueError(v)

    def show(v):
        ag.print("shown", v)
        return v

    step = show if x > 0 else fail
    try:
        return step(x)
    except ValueError:
        return x * 100


@programs.staged(*EACH)
def as_results(x):
    """Selected functions and classes are results, in a dict and alone."""
    found = {"a": LIST[x % 4], "n": x, "kind": list if x > 0 else tuple}
    return found, double if x > 0 else None, add


@programs.staged(*EACH)
def operators_that_functions_do_not_have(x):
    """`+` on a function selected at run time raises TypeError."""
    step = double if x > 0 else abs
    return step + 1


@programs.staged(*EACH)
def beside_a_number(x):
    """A function on one path and an int on the other cannot be staged."""
    return add if x > 0 else 3


@programs.documented(*EACH)
def made_in_the_function_as_a_result(x):
    """A lambda created on one path cannot be a staged result."""
    return (lambda v: v + x) if x > 0 else add


@programs.staged(*EACH)
def a_new_key(x):
    """A function selected at run time is the key of a new dict."""
    step = add if x > 0 else abs
    return len({step: 1})


@programs.falls(*EACH)
def the_name_is_copied(x):
    """`functools.wraps` of a function selected at run time cannot be staged."""
    step = add if x > 0 else abs

    @functools.wraps(step)
    def inner(v):
        return step(v)

    return inner(x)


@programs.staged(*EACH)
def which_of_several_objects(x):
    """`is` between closures of different iterations cannot be staged."""
    first = step = times(3)
    for i in ag.range(3):
        first = step
        step = times(i)
    return first is step


@programs.staged(*EACH)
def which_of_two_made_on_paths(x):
    """`is` between two closures created in branches cannot be staged."""
    one, other = (times(x), times(x)) if x > 0 else (times(x + 1), times(x + 2))
    return one is other, one == other


@programs.staged(*EACH)
def made_on_paths_and_compared(x):
    """`==` between two names of a closure that a branch replaces is refused."""
    one = other = times(x)
    if x > 0:
        one = other = times(x + 1)
    return one == other


@programs.falls(*EACH)
def methods_on_paths(n):
    """A branch replaces a method of a class and sets a class attribute."""

    class Base:
        step = None

        def go(self, k=0):
            return 1 + k

    class Sub(Base):
        def go(self, k=0):
            return 10 * super().go(k)

    a, b = Base(), Sub()
    a.x, b.x = 5, 6
    if n > 2:
        Base.go = lambda self, k=0: self.x - k
        Base.step = len
    return a.go(), b.go(k=2), Base.go(b, 1), a.step is None


@programs.falls(*EACH)
def functions_of_objects_on_paths(n):
    """A branch replaces a function that is an instance attribute."""

    class Base:
        pass

    a = Base()
    a.go = lambda: 3
    if n > 2:
        Base.go = lambda self: 1
        a.go = lambda: 4
    return a.go()
