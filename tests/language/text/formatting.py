"""The text of arrays, NumPy scalars and containers."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Arrays and tensors

T = ag.constant

ARRAYS = (np.array([1, 2]), T([1, 2]), np.array([1.5, 2.0], np.float32))

NUMBERS = (np.float64(2.5), T(2), np.int8(3), np.array(3), 3)


@programs.staged(*ARRAYS)
def of_arguments(x):
    """The text of array and tensor arguments, their items, sums and products."""
    return f"{x}", f"{x[0]}|{x[1]!r}", str(x.sum()), repr(x * 2), f"{x[0]:.2f}"


@programs.staged(*ARRAYS)
def by_methods(x):
    """`%`, `str.format()`, `join()` and `str()` of a list with array items."""
    joined = ",".join(map(str, x))
    return "%s %r" % (x[0], x), "{} {!r}".format(x, x[0]), joined, str([x[0], 1])


@programs.staged(*NUMBERS)
def of_numbers(x):
    """The text of NumPy, Python and tensor scalars, with a specification."""
    return f"{x}|{x!r}|{x:.2f}", str(x + 1), repr(np.asarray(x)), str(np.float32(x))


@programs.staged(*NUMBERS)
def of_what_numpy_makes(x):
    """The text of arrays that NumPy builds of a scalar argument."""
    made = np.array([x, 1])
    return f"{made}", f"{made[0]}", repr(np.sum([x])), str(np.atleast_1d(x)), f"{x}"


@programs.staged(*ARRAYS)
def in_loops_and_branches(x):
    """The text of loop variables, a loop-carried number and a `max()`."""
    text, last = "", x[0]
    for value in x:
        text += f"{value},"
        last = last + 1
    best = max(x[1], x[0])
    return text, f"{last!r}", f"{best!r}"


@programs.staged(*ARRAYS)
def with_a_format_that_arrays_have_not(x):
    """A format width raises TypeError for an array, but not for a tensor."""
    return f"{x:>9}"


class OwnError(Exception):
    def __init__(self, value):
        super().__init__(value)
        self.value = value

    def __str__(self):
        return f"value={self.value!r}"


@programs.staged(*ARRAYS)
def in_messages(x):
    """A failing `assert` has the array as its message."""
    assert x[0] > 100, x


@programs.staged(*ARRAYS)
def in_exceptions(x):
    """A raised ValueError has an item of the array as an argument."""
    if x[0] > 0:
        raise ValueError("first", x[0])
    return x


@programs.staged(*ARRAYS)
def in_exceptions_of_the_users(x):
    """A user exception whose `__str__` shows the maximum of the array."""
    if x[0] > 0:
        raise OwnError(x.max())
    return x


@programs.staged(*ARRAYS)
def in_exceptions_that_are_caught(x):
    """The text and arguments of a caught exception with an item of an array."""
    try:
        if x[0] > 0:
            raise ValueError("first", x[0])
    except ValueError as error:
        return str(error), error.args[1] + 1
    return "none", x[0]


@programs.staged(np.array([2, 3]), T([2, 3]), 2)
def of_lists_that_grow(x):
    """The text of lists of dynamic length of numbers, arrays and tuples."""
    a, numbers, arrays, pairs, text = np.array(x).reshape(-1), [], [], [], ""
    for i in range(int(a[0])):
        numbers.append(a[0] + i)
        arrays.append(a)
        pairs.append((a[0], i))
        text += f"{numbers[-1]!r}{numbers}"
    return f"{numbers}", f"{arrays} {numbers[1:]}", text, "%s" % (pairs,)


@programs.staged(np.array([2, -3]), T([2, -3]))
def of_lists_that_comprehensions_make(x):
    """The text of filtered comprehensions over arrays and tensors."""
    a = np.array(x)
    return f"{[v for v in a if v > 0]}", f"{[v for v in x if v > 0]}", [0] * a[0]


@programs.staged(T(3), T(0))
def of_a_tensor_that_a_loop_makes_anew(x):
    """The text of a loop-carried tensor that the loop rebinds to a new one."""
    text, y = "", x
    for _ in range(int(x)):
        text += f"{y!r}"
        y = ag.zeros([], ag.int32)
    return text


@programs.staged(np.array([2, 3]), T([2, 3]))
def of_numbers_of_python_and_numpy(x):
    """The text of a growing list of Python and NumPy numbers is not staged."""
    found = [1]
    for i in range(int(x[0])):
        found.append(np.max(x) + i)
    return f"{found}"


# -- NumPy scalars

A = np.array

F64 = np.float64

I64 = np.int64

NUMBERS_2 = (
    *(I64(3), I64(-7), T(3), F64(2.5), F64(1e20), F64("nan"), np.float32(0.1)),
    *(np.float16(0.1), np.uint8(9), 3, 2.5),
)

ARRAYS_2 = (A([1, 2]), A([1.5, 2]), A([[1, 2], [3, 4]]), T([1, 2]), A(3), A([]))

WEIGHT = T(2.0)

OFFSETS = A([1, 2])

HALF = F64(0.5)


@programs.staged(*NUMBERS_2, np.bool_(True), np.complex64(1 + 2j))
def numbers(n):
    """The text of NumPy, tensor and Python scalars in each kind of formatting."""
    shown = f"{n}", f"{n!r}", f"{n!s}", f"{n!a}", f"{n:>8}", f"{n}|{n + 1}"
    made = str(n), repr(n), format(n), ascii(n), "%s %r" % (n, n)
    return shown, made, "{} {!r} {}".format(n, n, [n]), f"{[n, 1]}{(n,)}{ {'a': n} }"


@programs.staged(*NUMBERS_2[:5], np.float32(0.1), np.uint8(9))
def numbers_by_format(n):
    """Format specifications of NumPy, tensor and float32 scalars."""
    return f"{n:.3f}", "%.2f|%5d" % (n, n), "{:8.2e}".format(n), format(n, "g")


@programs.staged(*ARRAYS_2)
def arrays(x):
    """The text of arrays, their products and sums, alone and in a list."""
    return f"{x}", repr(x), f"{x * 2}", f"{x.sum()}", "%s" % x, str([x, 1])


@programs.staged(I64(3), F64(2.5), 2)
def what_a_recursion_is_given(n):
    """A recursion shows its NumPy scalar argument at each level."""

    def listed(k):
        if k <= 0:
            return f"{k!r}."
        return f"{k}," + listed(k - 1)

    return listed(n)


@programs.staged(I64(3), T(2), 3, F64(2.5))
def what_is_made_of_numbers(n):
    """The text of results of arithmetic on NumPy scalars, arrays and tensors."""
    parts = [abs(n), -n, n // 2, n / 2, round(n / 2, 1), n**2, divmod(n, 2), n > 1]
    parts += [np.sqrt(n), np.maximum(n, 1), ag.abs(n), ag.constant(2.0) * n]
    parts += [n * WEIGHT, n * OFFSETS, OFFSETS * 2, n * HALF, (np.ones(2) * n).mean()]
    parts += [np.full(2, n), np.array([n, 1]), np.array(n), np.array([n, 1]).max()]
    return f"{parts}", f"{parts[0]} {parts[-2]}"


@programs.staged(I64(3), I64(0), T(2), 3)
def arrays_made_inside(n):
    """The text of an array created in the call and filled in a branch."""
    a = np.zeros(3)
    for i in range(3):
        if i < n:
            a[i] = n
    return f"{a} {a * 2} {a.sum()} {a[1]!r} {a.argmax()} {np.maximum(a.sum(), n)}"


@programs.staged(A([1, 2, 3]), T([1, 2, 3]), A([0.5, 1]))
def what_a_loop_carries(x):
    """The text of array items and of a loop-carried sum of them."""
    out, total, parts = "", x[0] - x[0], []
    for v in x:
        total = total + v
        out += f"{v}->{total};"
        parts.append(str(v))
    return out, ",".join(parts)


@programs.staged(I64(10), I64(0), I64(255), T(9))
def digits(n):
    """A loop collects the binary digits of an integer as strings."""
    found = []
    while n > 0:
        found.append(str(n % 2))
        n //= 2
    return "".join(reversed(found))


@programs.staged(I64(38276), I64(11), 11)
def letters(n):
    """The digits of `str(n)` of a NumPy int are summed and padded."""
    s = str(n)
    return sum(int(c) for c in s), s.zfill(8), len(s)


@programs.staged(A([1, 2, 3]), A([3.5]), T([2, 1]))
def lists_of_the_run(x):
    """The text of a filtered list of array items."""
    xs = []
    for v in x:
        if v > 1:
            xs.append(v)
    return f"{xs}", str(xs)


@programs.staged(I64(3), F64(0.5), T(3), I64(-3))
def raised(n):
    """NumPy scalars as arguments and in the messages of raised exceptions."""
    if n < 0:
        raise ValueError(f"bad {n}: {n!r}")
    if n == 3:
        raise KeyError(n)
    raise RuntimeError("x", n)


@programs.staged(I64(3), F64(0.5), T(3), I64(-3))
def caught(n):
    """The text of caught exceptions whose arguments are NumPy scalars."""
    try:
        if n < 0:
            raise ValueError(n)
        if n == 3:
            raise KeyError("k", n)
        raise RuntimeError(f"{n:.2f}")
    except (ValueError, KeyError, RuntimeError) as error:
        return str(error), repr(error)


@programs.staged(I64(3), T(3), I64(-3))
def arguments_of_what_is_caught(n):
    """The argument of a caught exception is a NumPy scalar to compute with."""
    try:
        if n < 0:
            raise ValueError(n)
    except ValueError as error:
        return error.args[0] + 1
    return n


@programs.staged((A([1, 2, 3]), I64(5)), (A([1, 2, 3]), I64(1)), (T([1, 2]), T(0)))
def what_a_try_leaves(x, i):
    """The text of an item that was indexed in a `try`."""
    try:
        v = x[i]
    except IndexError as error:
        return str(error)
    return f"{v}"


@programs.staged(I64(3), T(3), 3, I64(0))
def what_a_branch_leaves(n):
    """The text of NumPy scalars assigned in branches."""
    s = n * 2 if n > 1 else n
    if s > 2:
        t = s - 1
    else:
        t = s
    return f"{s} {t}"


@dataclass
class Point:
    x: float

    def __str__(self):
        return f"<{self.x}>"


@programs.staged(I64(3), T(2), F64(0.5))
def objects(n):
    """The text of a dataclass with a NumPy scalar as field."""
    return str(Point(n)), repr(Point(n)), f"{Point(n)}"


@programs.staged(I64(3))
def what_a_recursion_gives_itself(n):
    """The text of what a recursive call returns cannot be staged."""

    def listed(k):
        if k <= 0:
            return k
        return k + len(f"{listed(k - 1)}")

    return listed(n)


@programs.staged(I64(3), I64(0), I64(-2))
def a_number_of_python_at_first(n):
    """The text of a loop-carried Python int to which NumPy ints are added."""
    m = 0
    for _ in range(n):
        m = m + n
    return f"{m}"


# -- Containers


class A2:
    """An object that shows a number."""

    def __init__(self, v):
        self.v = v

    def __repr__(self):
        return f"A{self.v}"


class Named(A2):
    """An object with another text outside of containers."""

    def __str__(self):
        return "named"


@dataclasses.dataclass
class Fields:
    """Has a text of its fields."""

    first: object
    second: object = None


class Pair(NamedTuple):
    """Has a text of its fields."""

    first: object
    second: object = 1


class Shown(Exception):
    """Makes its own text."""

    def __str__(self):
        return f"shown {self.args}"


class Told(Exception):
    """Makes its own text in containers."""

    def __repr__(self):
        return f"told {self.args}"


class Several(list[Any]):
    """Has the text of a list."""


class Three(tuple[Any, ...]):
    """Has the text of a tuple."""

    __slots__ = ()


# What is made of a number `n`, with an object that makes its own text.
HOLDING = {
    "dataclass": lambda n: Fields(n, A2(n)),
    "dataclass of known numbers": lambda n: Fields(1, A2(3)),
    "named tuple": lambda n: Pair(A2(n)),
    "each in the other": lambda n: Fields(Pair(Fields(Named(n))), [Pair(n, A2(n))]),
    "keys": lambda n: {A2(n): Fields(n, A2(n)), "a": 1},
    "exception": lambda n: ValueError(Named(n)),
    "exception of more": lambda n: ValueError(Named(n), n, "a"),
    "exception in an exception": lambda n: ValueError(TypeError(Named(n))),
    "exception of a list": lambda n: ValueError([n, Named(n)]),
    "exception of a dataclass": lambda n: ValueError(Fields(n, ValueError(A2(n)))),
    "exception of a key": lambda n: KeyError(Named(n)),
    "exception of a text": lambda n: KeyError(f"{n}"),
    "its own text": lambda n: Shown(Named(n), n),
    "its own text in containers": lambda n: Told(Named(n)),
    "in a container": lambda n: (Told(Named(n)), [Shown(Named(n))], KeyError(A2(n))),
    "subclasses": lambda n: (Several([n, "a"]), Three((n,)), Several([Several([n])])),
    "in a dataclass": lambda n: Fields(Shown(Named(n)), KeyError(Named(n), n)),
}


@programs.falls(*((make, n) for make in HOLDING.values() for n in (T(0), T(3))))
def of_what_shows_its_fields(make, n):
    """The text of dataclasses, tuples and exceptions around objects with a text."""
    held = make(int(n))
    return (f"{held}", f"{held!r}", str(held), repr(held), f"<{held!s}> {n}",
            f"{held!r:>50}", len(str(held)))  # fmt: skip


@programs.staged(T(0), T(2))
def of_a_list(n):
    """`str()` and `repr()` of a list that contains an object with `__repr__`."""
    return str([A2(int(n)), 2]), repr([A2(int(n))])


@programs.staged(T(0), T(2))
def of_nested_containers(n):
    """An f-string of dicts, lists and tuples around objects with `__repr__`."""
    return f"{ ({'a': [A2(int(n)), 'x']}) } {(A2(int(n)),)}"


@programs.staged(T(0), T(2))
def of_objects_with_two_texts(n):
    """A list shows the `__repr__` of an object that also defines `__str__`."""
    return str([Named(int(n))]) + str(Named(int(n)))


@programs.staged(T(0), T(2))
def with_a_width(n):
    """`!r` with a width of a list that contains an object."""
    return f"{[A2(int(n))]!r:>8}"


@programs.staged(T(0), T(2))
def of_known_objects(n):
    """The text of lists with objects whose values are constants."""
    return str([A2(3), int(n)]), f"{[A2(4)]!r:>8}"


@programs.staged(T(0), T(2))
def in_templates(n):
    """`%` and `str.format()` templates filled with objects and containers."""
    a, b = Named(int(n)), A2(3)
    return (
        "%s %r %5s|%%" % (a, a, b),
        "%s" % b,
        "%(k)s" % {"k": a},
        "%s" % [a, n],
        "{} {!r} {:>8} {x}".format(a, a, int(n), x=[b]),
        "{1}{0!r}".format(a, int(n)),
    )


@programs.staged(T(0), T(2))
def in_templates_that_do_not_fit(n):
    """The errors of templates with objects that do not fit are caught."""
    told = []
    percent, braces = "%s", "{} {}"
    for act in (
        lambda: "%d" % A2(n),
        lambda: percent % (A2(n), A2(n)),
        lambda: braces.format(A2(n)),
    ):
        try:
            told.append(act())
        except (TypeError, IndexError) as error:
            told.append(str(error))
    return told


@programs.staged(T(0), T(2))
def of_the_one_that_was_chosen(n):
    """The text of an object selected at run time."""
    a = A2(int(n)) if n > 1 else A2(5)
    return "%s" % a, "{}".format(a), repr([a]), f"{a}"


class Ordered(A2):
    """An object that has an order."""

    def __lt__(self, other):
        return self.v < other.v


@programs.staged(T(0), T(2))
def of_sorted_objects(n):
    """The text of a sorted list of objects."""
    return repr(sorted([Ordered(int(n)), Ordered(1)]))


@programs.falls(T(0), T(2))
def that_raises(n):
    """A `__repr__` of an object in a list raises for one of the arguments."""

    class Bad:
        def __repr__(self):
            if n > 1:
                raise ValueError("no text")
            return "ok"

    return str([Bad()])


@programs.staged(T(0))
def by_a_template(n):
    """`%s` of a list that contains an object with `__repr__`."""
    return "%s" % [A2(int(n))]


@programs.staged(T(0))
def by_format(n):
    """`str.format()` of a list that contains an object with `__repr__`."""
    return "{}".format([A2(int(n))])


@programs.staged(T(0), T(5))
def of_dicts_with_keys_of_the_run(n):
    """The text of dicts with dynamic keys, of counts and of lists."""
    counts = {}
    for letter in str(int(n) * 1001):
        counts[letter] = counts.get(letter, 0) + 1
    groups = {}
    for i in range(n):
        groups.setdefault(i % 2, []).append(i)
    return f"counts: {counts}", repr(counts), "%s" % counts, f"{groups!r:>30}"


@programs.staged(T(0), T(5))
def of_dicts_with_a_key_on_some_paths(n):
    """The text of a dict of which a key exists on one path only."""
    found = {"b": A2(2)}
    if n > 0:
        found["é"] = A2(int(n))
    else:
        del found["b"]
    return str({"x": found}), "%s %s" % (found, int(n))


@programs.staged(T(0), T(5))
def of_dicts_in_ascii(n):
    """`ascii()` and `!a` of a dict with a non-ASCII key on one path."""
    found = {}
    if n > 0:
        found["é"] = "ü"
    return ascii(found), f"{found!a}"
