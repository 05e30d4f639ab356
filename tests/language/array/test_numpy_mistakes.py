"""Wrong arguments: what a comparison with plain Python does not show."""

from __future__ import annotations

import linecache

import numpy as np
import pytest

from autograph import constant, function
from autograph.testing import assert_agrees

A = np.array([3.0, 1.0, 2.0])

N = np.int64(3)

T = constant([3.0, 1.0, 2.0])

BOOLS = np.array([True, False, True])

#: Each program with what is given to it.
PROGRAMS = (
    ("np.choose([5, 0, 0], [x, x])", A),
    ("np.choose([-1, 0, 0], [x, x])", A, T),
    ("np.choose((x > 1).astype(int), [x, x * 2])", A, T),
    ("np.sort(x, kind='foo')", A, T),
    ("x.argsort(kind='foo')", A),
    ("x.argsort(kind='stable')", A, T),
    ("np.vander(x, -1)", A),
    ("np.clip(x, 1)", A, T),
    ("np.clip(x, min=1)", A, T),
    ("x.clip(1)", A, T),
    ("np.pad(x, (1, 2, 3))", A, T),
    ("np.pad(x, ((1, 2),))", A, T),
    ("np.round(x, 1)", BOOLS, A),
    ("np.select([x > 1], [x], -1)", np.array([200, 1], np.uint8), A),
    ("np.min(x, where=x > 1)", A),
    ("np.max(x, where=x > 1, initial=0)", A),
    ("np.take(x[:0], [0])", A, T),
    ("np.sum(x, foo=1)", A, T),
    ("np.zeros_like(x, foo=1)", A),
    ("x.item(9)", A, A.reshape(3, 1)),
    ("x.item(x.argmin() + 4)", A, A.reshape(3, 1)),
    ("x.item(x.argmin()), x.item(-1)", A, A.reshape(3, 1)),
    ("round(x)", np.array(2.5), np.float64(2.5), A),
    ("round(x[0]), round(x.sum(), 1)", A, T),
    ("divmod(x, 'a')", N, np.float64(2), A),
    ("divmod(x, None)", N, np.float64(2)),
    ("divmod(x, 2)", N, A, T, np.array([1j])),
    ("isinstance(x, 'a')", N),
    ("isinstance(x, (int, 3))", N),
    ("isinstance(x, (int, np.integer))", N),
    ("reversed(x)", N, np.float64(2), np.array(2.0), constant(3)),
    ("list(reversed(x))", A, T),
    ("x()", N, A),
    ("x(3)", np.float64(2)),
    ("hasattr(x, 3)", N),
    ("setattr_of(x)", N, A, np.array(2.0)),
    ("real_of(x)", N),
    ("deleted_of(x)", N, A),
    ("filled(x, [1, 2])", A, A.reshape(3, 1)),
    ("filled(x, 2)", A),
    ("put_into(x, [])", A),
    ("put_into(x, [5])", A),
)

ITEM = pytest.mark.xfail(
    reason="an item of a matrix is told as one of a vector", strict=True
)
MARKS = {("x.item(9)", 1): ITEM, ("x.item(x.argmin() + 4)", 1): ITEM}

HELPERS = """
def setattr_of(x):
    x.nothing = 1

def real_of(x):
    x.real = 1

def deleted_of(x):
    del x.nothing

def filled(x, value):
    y = x * 1
    y.fill(value)
    return y

def put_into(x, values):
    y = x * 1
    np.put(y, [0, 1], values)
    return y
"""


def programs():
    for text, *values in PROGRAMS:
        for at, value in enumerate(values):
            marks = MARKS.get((text, at), ())
            yield pytest.param(text, value, id=f"{text}-{at}", marks=marks)


@pytest.mark.parametrize(("text", "value"), list(programs()))
def test_the_graph_says_what_numpy_says(text, value):
    source = f"{HELPERS}\ndef f(x):\n    return {text}\n"
    name = f"<{text}>"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    names = {"np": np}
    exec(compile(source, name, "exec"), names)  # our own table
    assert_agrees(function(names["f"]), value)
