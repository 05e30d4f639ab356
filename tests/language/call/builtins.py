"""Builtins and functions of the standard library."""

from __future__ import annotations

import ast
import cmath
import collections
import contextlib
import copy
import csv
import dataclasses
import datetime as dt
import decimal
import fractions
import functools
import io
import ipaddress
import itertools
import json
import math
import operator
import os
import pickle
import re
import reprlib
import shlex
import statistics
import struct
import sys
import textwrap
import types
from collections import ChainMap, OrderedDict, deque, namedtuple
from pathlib import PurePosixPath

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Functions of the standard library

T = ag.constant

NUMBERS = tuple(map(T, (0, 1, 3, 5)))

FLOATS = tuple(T(x, ag.float64) for x in (4.0, -2.5, 0.1))


@programs.staged(*NUMBERS)
def products(n):
    """`math.prod` of dynamic ranges, lists and generators, also with a start."""
    grown = [i + 1 for i in range(n)]
    return (
        math.prod(range(1, n + 1)),
        math.prod(grown),
        math.prod(grown, start=2),
        math.prod([n, 2]),
        math.prod(i + 1 for i in range(n)),
        math.prod(grown, start=0.5),
    )


@programs.staged(*NUMBERS)
def products_of_integers_of_any_size(n):
    """`math.prod` over a dynamic range yields Python ints beyond 64 bits."""
    return math.prod(range(10**9, 10**9 + n)) % 997


@programs.falls(*FLOATS)
def sums_and_distances(x):
    """`math.fsum`, `math.dist`, `fmean` and `median` of floats known at run time."""
    v = float(x)
    return (
        math.fsum([x, 1.5, v, 1e100, -1e100]),
        math.fsum((v, 0.2)),
        math.dist([x, 1.0], [2.0, v]),
        statistics.fmean([v, 2.0, 7]),
        statistics.median([v, 1.0, 5]),
        statistics.median([v, 1.0]),
    )


@programs.falls(*FLOATS)
def means_and_spreads_of_floats(x):
    """`statistics` mean, stdev, variance and their population forms, of floats."""
    v = float(x)
    return (
        f"{statistics.mean([v, 0.1, 0.2])} {statistics.stdev((v, 0.1, 0.7))}",
        f"{statistics.pstdev([v, 0.1])} {statistics.variance([v, 0.3])}",
        statistics.pvariance([v, v]),
    )


@programs.falls(*FLOATS)
def a_spread_of_too_few(x):
    """`statistics.stdev` of one value raises StatisticsError, whose text returns."""
    try:
        return statistics.stdev([float(x)])
    except statistics.StatisticsError as error:
        return str(error)


@programs.staged(T(2.0))
def distance_of_points_that_do_not_fit(x):
    """`math.dist` of points of different dimensions raises ValueError."""
    return math.dist([float(x)], [1.0, 2.0])


@programs.falls(*NUMBERS)
def median_of_a_list_of_the_run(n):
    """`statistics.median` of a list of dynamic length."""
    return statistics.median([(i * 7) % 5 for i in range(n + 1)])


@programs.falls(T(3))
def median_of_nothing(n):
    """`statistics.median` of an empty filtered list raises StatisticsError."""
    try:
        return str(statistics.median([i for i in range(n) if i > 5]))
    except statistics.StatisticsError as error:
        return str(error)


@programs.staged(*FLOATS)
def complex_functions(x):
    """`cmath` functions of complex numbers, floats and tensors at run time."""
    v, z = float(x), complex(x, 1.0)
    numbers = [
        cmath.sqrt(z),
        cmath.sqrt(v),
        cmath.exp(z),
        cmath.log(z, 2),
        cmath.rect(v, v),
    ]
    return (
        numbers,
        f"{cmath.polar(z)} {cmath.phase(z)} {cmath.sqrt(x)}",
        cmath.isnan(v),
        cmath.isfinite(z),
        cmath.isclose(z, z + 1e-12),
        cmath.atanh(z),
    )


@programs.staged(T(0.0))
def complex_logarithm_of_zero(x):
    """`cmath.log` of zero raises ValueError, whose text is returned."""
    try:
        return str(cmath.log(float(x)))
    except ValueError as error:
        return str(error)


@programs.staged(*map(T, (0, 1, 2)))
def functions_of_operator(n):
    """`operator` functions index, itemgetter, getitem, concat, truth on tensors."""
    items = [10, 20, 30]
    return (
        operator.index(n),
        items[operator.index(n)],
        operator.index(int(n)),
        operator.itemgetter(n)(items),
        operator.itemgetter(n, 0)(items),
        operator.itemgetter(1)([n, 4]),
        operator.getitem(items, n),
        operator.concat("a", str(int(n))),
        operator.concat([1], [n]),
        operator.concat([1], list(range(n))),
        operator.truth(n),
    )


@programs.staged(T(2.5), np.float64(2.0))
def no_index(x):
    """`operator.index` of a float raises TypeError."""
    return operator.index(float(x))


@programs.staged(*map(T, (0, 1)))
def sorted_by_items(n):
    """`sorted` with `operator.itemgetter` as key compares a dynamic item."""
    pairs = [(1, int(n)), (0, 1), (2, -1)]
    return sorted(pairs, key=operator.itemgetter(1)), operator.itemgetter("a")({"a": n})


@programs.staged(*NUMBERS)
def counted(n):
    """`Counter` over a list of dynamic length and over a generator."""
    grown = [i % 3 for i in range(n)]
    one, other = (
        collections.Counter(grown),
        collections.Counter(i % 2 for i in range(n)),
    )
    return dict(one), dict(other), one[0], other[7]


@programs.staged(*NUMBERS)
def zipped_strictly(n):
    """A loop over `zip(strict=True)` raises ValueError after the common items."""
    found = []
    try:
        for a, b in zip(range(n), [10, 20, 30], strict=True):
            found.append(a * b)
    except ValueError as error:
        return found, str(error)
    return found, ""


@programs.staged(*NUMBERS)
def three_zipped_strictly(n):
    """`list(zip(..., strict=True))` of three iterables, one of dynamic length."""
    return list(zip([1, 2, 3], range(3), range(n), strict=True))


@programs.staged(*NUMBERS)
def chained(n):
    """`itertools.chain.from_iterable` of dynamic parts; a starred dynamic range."""
    return (
        list(itertools.chain.from_iterable([[i, 1] for i in range(n)])),
        list(itertools.chain.from_iterable([range(n), [1, 2]])),
        [*range(n), 5],
    )


@programs.staged(*map(T, (2, 5)))
def called_until_a_sentinel(n):
    """A loop over `iter(callable, sentinel)` whose closure changes a list item."""
    left, found = [n], []

    def step():
        left[0] = left[0] - 1
        return left[0]

    for value in iter(step, 0):
        found.append(value)
        left[0] = left[0] - 0
    return found, left[0]


@programs.staged(*map(T, (2, 5)))
def listed_until_a_sentinel(n):
    """`list`, `next`, `sum` of `iter(callable, sentinel)` with `nonlocal` state."""
    k = n

    def step():
        nonlocal k
        k -= 1
        return k

    calls = iter(step, 0)
    return list(calls), next(calls, -1), sum(iter(step, -4))


@programs.staged(T(3))
def called_until_a_plain_sentinel(n):
    """`iter(items.pop, 2)` consumes a Python list up to the sentinel."""
    items = [3, 2, 1, 0]
    return list(iter(items.pop, 2)), items, n


@programs.staged(T(3))
def nothing_that_can_be_called(n):
    """`iter(n, 3)` raises TypeError because a tensor is not callable."""
    return iter(n, 3)


@programs.staged(
    np.array([1.0, 2.0]), T([1.0, 2.0]), np.array([-1.0, 2.0]), T([-1.0, 2.0])
)
def values_in_messages(x):
    """`item()` and `tolist()` of an array in the message of an exception."""
    if x[0] < 0:
        raise ValueError(f"got {x[0].item()}, of {x.tolist()}")
    return x.sum()


@programs.staged(np.array([[1, 2], [3, 4]]), T([[0.5, 2.5]]), T([[True], [False]]))
def lists_of_elements(x):
    """`tolist()` of a matrix, a row and a scalar."""
    return x.tolist(), x[0].tolist(), x[0, 0].tolist(), f"{x.tolist()}"


@programs.staged(np.array([1.0, -2.0, 3.0]), T([1.0, -2.0, 3.0]), T([-1.5]))
def lists_of_elements_that_the_run_picks(x):
    """`tolist()` of a boolean selection is a list of dynamic length."""
    picked = x[x > 0].tolist()
    return picked, len(picked), [each * 2 for each in picked]


@programs.staged(np.array([7]), T([[2.5]]), T(True), np.float32(0.1), np.uint8(200))
def one_element(x):
    """`item()` of one-element arrays, tensors and NumPy scalars: a Python number."""
    value = x.item()
    return value, f"{value}", value + 1, isinstance(value, (int, float))


@programs.staged(T([[1, 2], [3, 4]]), np.array([[1.5, 2.5], [3.5, 4.5]]))
def elements_by_their_places(x):
    """`item()` with flat, negative, separate and tuple indices."""
    return x.item(1), x.item(1, 0), x.item((0, 1)), x.item(-1)


@programs.staged(T([1, 2]), np.array([1, 2]))
def not_one_element(x):
    """`item()` of an array with two elements raises ValueError."""
    return x.item()


# -- Dynamic numbers and text passed to unconverted code

B = (T(1), T(0))

Pair = namedtuple("Pair", "x y")


@dataclasses.dataclass
class Held:
    """Keeps two values."""

    x: object
    y: object = 1


def word(n):
    return ["abc12", "7x"][int(n)]


@programs.falls(*B)
def kept(n):
    """Named tuples, dataclasses, namespaces and dicts with dynamic Python ints."""
    k = int(n)
    pair = Pair(k, 2)._replace(y=word(n))
    held = dataclasses.replace(Held(k), y=float(n))
    space = types.SimpleNamespace(a=k)
    table = OrderedDict(a=k), ChainMap({1: k})
    found = held.x, held.y, space.a, table[0]["a"], table[1][1]
    return pair.x, pair.y, found, dataclasses.asdict(held)["x"], Exception(k).args[0]


@programs.staged(*B)
def too_few(n):
    """A named tuple with a missing argument raises TypeError."""
    try:
        return Pair(int(n))
    except TypeError as error:
        return str(error)


@programs.staged(*B)
def too_many(n):
    """`list.append()` with two arguments raises TypeError."""
    try:
        return [].append(1, int(n))
    except TypeError as error:
        return str(error)


@programs.staged(*B)
def no_such_key(n):
    """`dict.pop()` of an absent key raises KeyError."""
    try:
        return {"a": int(n)}.pop("b")
    except KeyError:
        return 5


@programs.falls(*B)
def not_callable(n):
    """Calling None with a dynamic int raises TypeError."""
    called = None
    try:
        return called(int(n))
    except TypeError as error:
        return str(error)


@programs.staged(*B)
def no_such_slot(n):
    """`setattr()` of an undeclared slot raises AttributeError."""

    class Slotted:
        __slots__ = ("a",)

    try:
        setattr(Slotted(), "b", int(n))
    except AttributeError:
        return 5


@programs.staged(*B)
def object_takes_no_argument(n):
    """`object.__init__()` with a dynamic argument raises TypeError."""

    class Made:
        def __init__(self, *args):
            super().__init__(*args)

    try:
        return Made(int(n)) is None
    except TypeError:
        return 5


@contextlib.contextmanager
def raising(value):
    if value is None:
        yield
    raise TypeError("mine")


@programs.falls(*B)
def raised_by_a_generator(n):
    """A context manager that raises its own TypeError, with a dynamic argument."""
    try:
        with raising(int(n)):
            return 1
    except TypeError as error:
        return str(error)


@programs.staged(*B)
def raised_by_a_function_that_is_not_converted(n):
    """An unconverted function's own ValueError is caught."""

    @ag.autograph.experimental.do_not_convert
    def check(value):
        raise ValueError("mine")

    try:
        return check(int(n))
    except ValueError as error:
        return str(error)


@programs.staged(*B)
def a_number_that_an_object_does_not_know(n):
    """`+` and `==` of a timedelta, a dict and None with a dynamic int."""
    day = dt.timedelta(days=1)
    try:
        return day + int(n) == day, None == int(n)
    except TypeError:
        return day == int(n), {} == int(n), None == int(n)


@programs.falls(*B)
def text_of_json(n):
    """`json.dumps()` of a dynamic int cannot be staged."""
    try:
        return json.dumps(int(n))
    except TypeError:
        return "bad"


@programs.falls(*B)
def text_of_json_deep_inside(n):
    """`json.dumps()` of a nested dynamic float cannot be staged."""
    try:
        return json.dumps({"a": [1, {"b": (1.5, float(n))}]})
    except Exception:
        return "bad"


@programs.falls(*B)
def json_in_a_loop(n):
    """`json.dumps()` in a `try` in a dynamic loop cannot be staged."""
    found = []
    for i in range(int(n) + 1):
        try:
            found.append(json.dumps(i))
        except TypeError:
            found.append("bad")
    return found


@programs.falls(*B)
def json_in_a_branch(n):
    """`json.dumps()` of a dynamic int in a branch cannot be staged."""
    text = "none"
    if n > -1:
        text = json.dumps(int(n))
    return text


@programs.falls(*B)
def suppressed(n):
    """`json.dumps()` under `contextlib.suppress()` cannot be staged."""
    with contextlib.suppress(TypeError):
        return json.dumps(int(n))
    return "bad"


@programs.falls(*B)
def in_a_group(n):
    """`json.dumps()` in a `try` with `except*` cannot be staged."""
    try:
        return json.dumps(int(n))
    except* TypeError:
        pass
    return "bad"


@programs.falls(*B)
def by_builtins(n):
    """`map(json.dumps, ...)` over a dynamic int cannot be staged."""
    try:
        return list(map(json.dumps, [int(n), 2]))
    except TypeError:
        return ["bad"]


@programs.staged(*B)
def by_partial(n):
    """A `functools.partial` of `json.dumps` with a dynamic int is not staged."""
    try:
        return functools.partial(json.dumps, int(n))()
    except TypeError:
        return "bad"


def generated(value):
    yield json.dumps(value)


@programs.falls(*B)
def in_a_generator(n):
    """`json.dumps()` in a generator that `list()` consumes cannot be staged."""
    try:
        return list(generated(int(n)))
    except TypeError:
        return ["bad"]


@programs.falls(*B)
def in_a_generator_of_a_loop(n):
    """`json.dumps()` in a generator that a loop consumes cannot be staged."""
    found = []
    try:
        for each in generated(int(n)):
            found.append(each)
    except TypeError:
        found.append("bad")
    return found


@contextlib.contextmanager
def managed(value):
    yield json.dumps(value)


@programs.falls(*B)
def in_a_manager(n):
    """`json.dumps()` in a generator-based manager cannot be staged."""
    try:
        with managed(int(n)) as text:
            return text
    except TypeError:
        return "bad"


@programs.staged(*B)
def in_a_function_that_is_not_converted(n):
    """`timedelta(days=...)` in an unconverted function cannot be staged."""

    @ag.autograph.experimental.do_not_convert
    def days(value):
        return dt.timedelta(days=value).days

    try:
        return days(int(n))
    except TypeError:
        return -1


@programs.falls(*B)
def expressions(n):
    """`re.match()` on a dynamic string cannot be staged."""
    try:
        return re.match(r"[0-9]", word(n)) is None
    except TypeError:
        return False


@programs.staged(*B)
def methods_of_expressions(n):
    """`sub()` of a compiled pattern on a dynamic string cannot be staged."""
    try:
        return re.compile("a").sub("b", word(n))
    except TypeError:
        return "bad"


@programs.falls(*B)
def rational(n):
    """`fractions.Fraction()` of a dynamic int cannot be staged."""
    try:
        return float(fractions.Fraction(int(n), 4))
    except TypeError:
        return -1.0


@programs.staged(*B)
def exact(n):
    """`decimal.Decimal()` of a dynamic int cannot be staged."""
    try:
        return float(decimal.Decimal(int(n)))
    except TypeError:
        return -1.0


@programs.staged(*B)
def days_of(n):
    """`datetime.timedelta()` of a dynamic int cannot be staged."""
    try:
        return dt.timedelta(days=int(n)).days
    except TypeError:
        return -1


@programs.falls(*B)
def errors_that_are_no_type_errors(n):
    """`ipaddress.ip_address()` of a dynamic int cannot be staged."""
    try:
        return ipaddress.ip_address(int(n)).version
    except ValueError:
        return -1


@programs.falls(*B)
def literals(n):
    """`ast.literal_eval()` of a dynamic string cannot be staged."""
    try:
        return ast.literal_eval(word(n))
    except (ValueError, SyntaxError):
        return -1


@programs.staged(*B)
def errors_of_a_module(n):
    """`struct.pack()` of a dynamic int cannot be staged."""
    try:
        return len(struct.pack("i", int(n)))
    except struct.error:
        return -1


@programs.staged(*B)
def pickles(n):
    """`pickle.dumps()` of a dynamic int cannot be staged."""
    try:
        return len(pickle.dumps(int(n)))
    except pickle.PicklingError:
        return -1


@programs.falls(*B)
def mean_of(n):
    """`statistics.mean()` of a dynamic int cannot be staged."""
    try:
        return statistics.mean([int(n), 2])
    except TypeError:
        return -1


@programs.falls(*B)
def paths(n):
    """`os.path.join()` of a dynamic string cannot be staged."""
    try:
        return os.path.join("a", word(n))
    except TypeError:
        return "bad"


@programs.staged(*B)
def items_of_an_environment(n):
    """`os.environ` indexed by a dynamic string cannot be staged."""
    try:
        return os.environ[word(n)]
    except TypeError:
        return "bad"


@programs.falls(*B)
def paragraphs(n):
    """`textwrap` of a dynamic string cannot be staged."""
    try:
        return textwrap.dedent(word(n))
    except TypeError:
        return "bad"


@programs.falls(*B)
def words_of_a_command(n):
    """`shlex.split()` of a dynamic string cannot be staged."""
    try:
        return shlex.split(word(n))
    except AttributeError:
        return "bad"


@programs.falls(*B)
def asserted_by_numpy(n):
    """`np.testing.assert_equal()` of a dynamic int cannot be staged."""
    try:
        np.testing.assert_equal(int(n), int(n) + 0)
    except AssertionError:
        return -1
    return 1


@programs.falls(*B)
def product_with_an_object(n):
    """`*` of a timedelta and a dynamic int cannot be staged."""
    day = dt.timedelta(days=1)
    try:
        return day * int(n) == day
    except TypeError:
        return False


@programs.falls(*B)
def sum_with_an_object(n):
    """`+` of a dynamic int and a Decimal cannot be staged."""
    try:
        return int(n) + decimal.Decimal(1) == 2
    except TypeError:
        return False


@programs.falls(*B)
def equal_to_an_object(n):
    """`==` of a Fraction and a dynamic int cannot be staged."""
    return fractions.Fraction(1) == int(n)


@programs.falls(*B)
def less_than_an_object(n):
    """`<` of a Fraction and a dynamic float cannot be staged."""
    try:
        return fractions.Fraction(1, 2) < float(n)
    except TypeError:
        return False


@programs.falls(*B)
def path_of_an_object(n):
    """`/` of a path and a dynamic string cannot be staged."""
    try:
        return str(PurePosixPath("a") / word(n))
    except TypeError:
        return "bad"


@programs.staged(*B)
def into_bytes(n):
    """`%` formatting of bytes with a dynamic int cannot be staged."""
    try:
        return b"%d" % int(n)
    except TypeError:
        return b"bad"


@programs.staged((T([float("nan"), 1.0]),), (T([2.0, float("nan")]),))
def nan_that_is_sorted(x):
    """`sorted()` of a tensor that contains NaN cannot be staged."""
    try:
        return sorted(x)[-1] * 1.0
    except Exception:
        return -1.0


@programs.staged(*B)
def lines_of_a_table(n):
    """`csv.reader` on a dynamic string cannot be staged."""
    try:
        return next(csv.reader([word(n)]))
    except csv.Error:
        return []


@programs.falls(*B)
def lines_of_a_table_in_a_loop(n):
    """A loop over a `csv.DictReader` on a dynamic string cannot be staged."""
    found = []
    with contextlib.suppress(csv.Error):
        for line in csv.DictReader(["a,b", f"{int(n)},2"]):
            found += line.values()
    return found


@programs.falls(*B)
def short_text(n):
    """`reprlib.repr()` of a dynamic int cannot be staged."""
    return reprlib.repr(int(n)), reprlib.repr([int(n)])


@programs.staged(*B)
def attributes(n):
    """`dir()` of a dynamic int, float and string."""
    return dir(int(n)), dir(float(n)), dir(word(n))


# -- Objects selected at run time passed to unconverted code


def one(n):
    found = Held(1, 2)
    if n > 0:
        found = Held(int(n), 5)
    return found


@programs.staged(*B)
def kept_by_a_class(n):
    """The body of a local class stores an object selected at run time."""
    found = one(n)

    class Keeper:
        held = found

    return Keeper.held.x


@programs.staged(*B)
def unhashable_ones_are_in_no_set(n):
    """`in` a set raises TypeError for an unhashable dataclass instance."""
    return one(n) in {3, 0}


@programs.staged(*B)
def copied_with_a_list(n):
    """`copy.deepcopy` of a list of an object selected at run time is refused."""
    try:
        return copy.deepcopy([one(n)])[0].x
    except AttributeError:
        return 0


@programs.falls(*B)
def text_of_it(n):
    """`reprlib.repr` of an object selected at run time cannot be staged."""
    return reprlib.repr(one(n))


@programs.staged(*B)
def made_an_array(n):
    """`np.array` of a list of an object selected at run time is refused."""
    try:
        return np.array([one(n)])[0].x
    except AttributeError:
        return 0


@programs.staged(*B)
def asked_by_numpy_for_its_axes(n):
    """`np.ndim` of an object selected at run time cannot be staged."""
    try:
        return np.ndim(one(n))
    except AttributeError:
        return 1


@programs.staged(*B)
def compared_with_itself_by_numpy(n):
    """`np.array_equal` of objects selected at run time cannot be staged."""
    held = one(n)
    return np.array_equal(held, held)


@programs.staged(*B)
def compared_by_numpy_through_a_deque(n):
    """`np.array_equal` of a deque with a dynamic int cannot be staged."""
    return np.array_equal(deque([int(n), 1]), [0, 1])


# -- print() to objects of the user's classes


class Log:
    """Keeps what is written, as a list."""

    def __init__(self):
        self.parts, self.flushed = [], 0

    def write(self, text):
        self.parts.append(text)

    def flush(self):
        self.flushed += 1


class Stream(io.TextIOBase):
    """Keeps what is written, as text."""

    def __init__(self):
        super().__init__()
        self.text = ""

    def write(self, text):
        self.text += text
        return len(text)


class Tee:
    """Hands on what is written."""

    def __init__(self, *streams):
        self.streams = streams

    def write(self, text):
        for stream in self.streams:
            stream.write(text)


both = programs.staged(T(2), T(5))
both_falls = programs.falls(T(2), T(5))


@both
def lines(n):
    """`print` with `sep`, `end` and `flush` to an object with `write` and `flush`."""
    log = Log()
    print(n, int(n), "a", 1, [int(n)], file=log)
    print(file=log)
    print(np.arange(3) * int(n), f"{n}", sep="-", end="!", flush=True, file=log)
    return log.parts, log.flushed


@both_falls
def decided_by_what_was_written(n):
    """Text printed to two user-defined streams decides a branch."""
    log, stream = Log(), Stream()
    print(int(n), file=Tee(log, stream))
    if log.parts[0] == "5":
        return len(stream.text), "5" in stream.text, 1
    return len(stream.text), "2" in stream.text, 0


@both_falls
def printed_in_a_branch_and_in_a_loop(n):
    """`print` to user-defined streams in a branch and in a loop."""
    log, stream = Log(), Stream()
    if n > 3:
        print("large", 1, sep=None, end=None, file=log)
    for i in ag.range(n):
        print(i, file=stream)
    return log.parts, stream.text


@both_falls
def printed_where_the_standard_stream_was(n):
    """`redirect_stdout` to a user-defined object, with a `print` in a branch."""
    log = Log()
    with contextlib.redirect_stdout(log):
        print(n, "a")
        if n > 3:
            print(n + 1)
    return log.parts


@both_falls
def printed_where_a_stream_was_assigned(n):
    """`sys.stdout` is assigned a user-defined stream around a printing loop."""
    stream, held = Stream(), sys.stdout
    sys.stdout = stream
    try:
        for i in ag.range(n):
            print(i, flush=True)
    finally:
        sys.stdout = held
    return stream.text


@both
def redirected_in_a_branch(n):
    """A branch creates a StringIO, redirects `print` to it and reads it."""
    text = ""
    if n > 3:
        stream = io.StringIO()
        with contextlib.redirect_stdout(stream):
            print("large")
        text = stream.getvalue()
    return text


@programs.falls(T(2), T(5))
def a_buffer_redirected_to_before_a_branch(n):
    """`print` in a branch to a StringIO redirected to outside cannot be staged."""
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream):
        if n > 3:
            print("large")
    return stream.getvalue()


@programs.falls(T(2), T(5))
def a_buffer_for_errors_before_a_loop(n):
    """`print` in a loop to a StringIO in place of stderr cannot be staged."""
    stream = io.StringIO()
    with contextlib.redirect_stderr(stream):
        for _ in ag.range(n):
            print("once more", file=sys.stderr)
    return stream.getvalue()


@programs.falls(T(2), T(5))
def the_length_of_a_row(n):
    """The length that `csv.DictWriter.writerow` returns cannot be staged."""
    return csv.DictWriter(io.StringIO(), ["a"]).writerow({"a": int(n)})


@programs.falls(T(2), T(5))
def rows_written_to_an_object(n):
    """`csv.DictWriter` writing a dynamic number cannot be staged."""
    log = Log()
    csv.DictWriter(log, ["a"]).writerows([{"a": int(n)}])
    return log.parts[0] == "5"
