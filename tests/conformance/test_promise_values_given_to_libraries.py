"""Numbers and text that the run decides, given to what runs as it stands."""

from __future__ import annotations

import ast
import contextlib
import csv
import dataclasses
import datetime as dt
import decimal
import fractions
import functools
import ipaddress
import json
import os
import pickle
import re
import reprlib
import shlex
import statistics
import struct
import textwrap
import types
from collections import ChainMap, OrderedDict, namedtuple
from pathlib import PurePosixPath

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
B = (T(1), T(0))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
refused = Rows()
test_it_is_refused_and_no_handler_has_it = refused.refusal_test()

Pair = namedtuple("Pair", "x y")  # noqa: PYI024


@dataclasses.dataclass
class Held:
    """Keeps two values."""

    x: object
    y: object = 1


def word(n):
    return ["abc12", "7x"][int(n)]


# -- What takes any value --------------------------------------------------------------


@rows.on(*B)
def kept(n):
    k = int(n)
    pair = Pair(k, 2)._replace(y=word(n))
    held = dataclasses.replace(Held(k), y=float(n))
    space = types.SimpleNamespace(a=k)
    table = OrderedDict(a=k), ChainMap({1: k})
    found = held.x, held.y, space.a, table[0]["a"], table[1][1]
    return pair.x, pair.y, found, dataclasses.asdict(held)["x"], Exception(k).args[0]


@rows.on(*B)
def too_few(n):
    try:
        return Pair(int(n))
    except TypeError as error:
        return str(error)


@rows.on(*B)
def too_many(n):
    try:
        return [].append(1, int(n))
    except TypeError as error:
        return str(error)


@rows.on(*B)
def no_such_key(n):
    try:
        return {"a": int(n)}.pop("b")
    except KeyError:
        return 5


@rows.on(*B)
def not_callable(n):
    called = None
    try:
        return called(int(n))
    except TypeError as error:
        return str(error)


@rows.on(*B)
def no_such_slot(n):
    class Slotted:
        __slots__ = ("a",)

    try:
        setattr(Slotted(), "b", int(n))  # noqa: B010
    except AttributeError:
        return 5


@rows.on(*B)
def object_takes_no_argument(n):
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


@rows.on(*B)
def raised_by_a_generator(n):
    try:
        with raising(int(n)):
            return 1
    except TypeError as error:
        return str(error)


@rows.on(*B)
def raised_by_a_function_that_is_not_converted(n):
    @ag.autograph.experimental.do_not_convert
    def check(value):
        raise ValueError("mine")

    try:
        return check(int(n))
    except ValueError as error:
        return str(error)


@rows.on(*B)
def a_number_that_an_object_does_not_know(n):
    day = dt.timedelta(days=1)
    try:
        return day + int(n) == day, None == int(n)
    except TypeError:
        return day == int(n), {} == int(n), None == int(n)


# -- What looks into it ----------------------------------------------------------------


@refused.on(*B)
def text_of_json(n):
    try:
        return json.dumps(int(n))
    except TypeError:
        return "bad"


@refused.on(*B)
def text_of_json_deep_inside(n):
    try:
        return json.dumps({"a": [1, {"b": (1.5, float(n))}]})
    except Exception:
        return "bad"


@refused.on(*B)
def json_in_a_loop(n):
    found = []
    for i in range(int(n) + 1):
        try:
            found.append(json.dumps(i))
        except TypeError:
            found.append("bad")
    return found


@refused.on(*B)
def json_in_a_branch(n):
    text = "none"
    if n > -1:
        text = json.dumps(int(n))
    return text


@refused.on(*B)
def suppressed(n):
    with contextlib.suppress(TypeError):
        return json.dumps(int(n))
    return "bad"


@refused.on(*B)
def in_a_group(n):
    try:
        return json.dumps(int(n))
    except* TypeError:
        pass
    return "bad"


@refused.on(*B)
def by_builtins(n):
    try:
        return list(map(json.dumps, [int(n), 2]))
    except TypeError:
        return ["bad"]


@refused.on(*B)
def by_partial(n):
    try:
        return functools.partial(json.dumps, int(n))()
    except TypeError:
        return "bad"


def generated(value):
    yield json.dumps(value)


@refused.on(*B)
def in_a_generator(n):
    try:
        return list(generated(int(n)))
    except TypeError:
        return ["bad"]


@refused.on(*B)
def in_a_generator_of_a_loop(n):
    found = []
    try:
        for each in generated(int(n)):
            found.append(each)  # noqa: PERF402
    except TypeError:
        found.append("bad")
    return found


@contextlib.contextmanager
def managed(value):
    yield json.dumps(value)


@refused.on(*B)
def in_a_manager(n):
    try:
        with managed(int(n)) as text:
            return text
    except TypeError:
        return "bad"


@refused.on(*B)
def in_a_function_that_is_not_converted(n):
    @ag.autograph.experimental.do_not_convert
    def days(value):
        return dt.timedelta(days=value).days

    try:
        return days(int(n))
    except TypeError:
        return -1


@refused.on(*B)
def expressions(n):
    try:
        return re.match(r"[0-9]", word(n)) is None
    except TypeError:
        return False


@refused.on(*B)
def methods_of_expressions(n):
    try:
        return re.compile("a").sub("b", word(n))
    except TypeError:
        return "bad"


@refused.on(*B)
def rational(n):
    try:
        return float(fractions.Fraction(int(n), 4))
    except TypeError:
        return -1.0


@refused.on(*B)
def exact(n):
    try:
        return float(decimal.Decimal(int(n)))
    except TypeError:
        return -1.0


@refused.on(*B)
def days_of(n):
    try:
        return dt.timedelta(days=int(n)).days
    except TypeError:
        return -1


@refused.on(*B)
def errors_that_are_no_type_errors(n):
    try:
        return ipaddress.ip_address(int(n)).version
    except ValueError:
        return -1


@refused.on(*B)
def literals(n):
    try:
        return ast.literal_eval(word(n))
    except (ValueError, SyntaxError):
        return -1


@refused.on(*B)
def errors_of_a_module(n):
    try:
        return len(struct.pack("i", int(n)))
    except struct.error:
        return -1


@refused.on(*B)
def pickles(n):
    try:
        return len(pickle.dumps(int(n)))
    except pickle.PicklingError:
        return -1


@refused.on(*B)
def mean_of(n):
    try:
        return statistics.mean([int(n), 2])
    except TypeError:
        return -1


@refused.on(*B)
def paths(n):
    try:
        return os.path.join("a", word(n))  # noqa: PTH118
    except TypeError:
        return "bad"


@refused.on(*B)
def items_of_an_environment(n):
    try:
        return os.environ[word(n)]
    except TypeError:
        return "bad"


@refused.on(*B)
def paragraphs(n):
    try:
        return textwrap.dedent(word(n))
    except TypeError:
        return "bad"


@refused.on(*B)
def words_of_a_command(n):
    try:
        return shlex.split(word(n))
    except AttributeError:
        return "bad"


@refused.on(*B)
def asserted_by_numpy(n):
    try:
        np.testing.assert_equal(int(n), int(n) + 0)
    except AssertionError:
        return -1
    return 1


@refused.on(*B)
def product_with_an_object(n):
    day = dt.timedelta(days=1)
    try:
        return day * int(n) == day
    except TypeError:
        return False


@refused.on(*B)
def sum_with_an_object(n):
    try:
        return int(n) + decimal.Decimal(1) == 2
    except TypeError:
        return False


@refused.on(*B)
def equal_to_an_object(n):
    return fractions.Fraction(1) == int(n)


@refused.on(*B)
def less_than_an_object(n):
    try:
        return fractions.Fraction(1, 2) < float(n)
    except TypeError:
        return False


@refused.on(*B)
def path_of_an_object(n):
    try:
        return str(PurePosixPath("a") / word(n))
    except TypeError:
        return "bad"


@refused.on(*B)
def into_bytes(n):
    try:
        return b"%d" % int(n)
    except TypeError:
        return b"bad"


@refused.on((T([float("nan"), 1.0]),), (T([2.0, float("nan")]),))
def nan_that_is_sorted(x):
    try:
        return sorted(x)[-1] * 1.0  # noqa: FURB192
    except Exception:
        return -1.0


@refused.on(*B)
def lines_of_a_table(n):
    try:
        return next(csv.reader([word(n)]))
    except csv.Error:
        return []


@refused.on(*B)
def lines_of_a_table_in_a_loop(n):
    found = []
    with contextlib.suppress(csv.Error):
        for line in csv.DictReader(["a,b", f"{int(n)},2"]):
            found += line.values()
    return found


@refused.on(*B)
def short_text(n):
    return reprlib.repr(int(n)), reprlib.repr([int(n)])


@rows.on(*B)
def attributes(n):
    return dir(int(n)), dir(float(n)), dir(word(n))
