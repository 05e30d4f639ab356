"""What a trace leaves in things that outlive the call.

Arrays that outlive it are those of `tests/language/array/outliving.py`, too.
"""

from __future__ import annotations

import collections
import linecache
import warnings
from textwrap import indent
from typing import Any

import numpy as np
import pytest

import autograph as ag
from autograph.errors import LeakedTensorWarning, UnstagedOperationError
from graph.tensor import SymbolicTensor

T = ag.constant
KNOWN, TENSOR, REFUSED = "known", "tensor", "refused"

PRELUDE = """\
import collections
from types import SimpleNamespace

import autograph as ag


class Thing:
    shared = 0

    def __init__(self):
        self.count = 0
        self.items = []


class Slotted:
    __slots__ = ("count",)


def make_counter():
    number = 0

    def bump(by):
        nonlocal number
        number += by  # in a closure

    return bump


def marked():
    pass


number = marked.count = 0
ITEMS, TABLE, SEEN, QUEUE = [], {}, set(), collections.deque()
GROUPS, NESTED = collections.defaultdict(list), {"a": []}
THING, OTHER, SLOTTED, SPACE = Thing(), Thing(), Slotted(), SimpleNamespace(count=0)
SLOTTED.count = 0
bump = make_counter()

"""

# The body of each program, the line of it that is told (by a comment, if it is not the
# last one), and what is left by `x = ag.constant(2)`.
PROGRAMS: list[tuple[str, str]] = [
    ("ITEMS.append(1)\nITEMS.append(x)  # here\nITEMS.append(3)", TENSOR),
    ("ITEMS.append(0)\nif x > 0:\n    ITEMS[0] = 5", TENSOR),
    ("if x > 0:\n    ITEMS.append(3)  # here\nelse:\n    ITEMS.append(4)", REFUSED),
    ("if x > 0:\n    TABLE['a'] = 1  # here\nelse:\n    TABLE['a'] = 2", REFUSED),
    ("for i in range(3):\n    ITEMS.append(i)", KNOWN),
    ("inner = []\nfor i in ag.range(x):\n    inner.append(i)\nreturn inner", KNOWN),
    ("ITEMS.append({'a': [x]})", TENSOR),
    ("ITEMS.append(SimpleNamespace(a=x))", TENSOR),
    ("ITEMS.append(ValueError('a', x))", REFUSED),
    ("ITEMS.append(ag.TensorArray(ag.int32, size=1).write(0, x))", TENSOR),
    ("THING.count = x\nTHING.count = 7", KNOWN),
    ("THING.count, before = x, THING.count\nTHING.count = before", KNOWN),
    ("if x > 0:\n    THING.count = None", REFUSED),
    ("THING.count = THING if x > 0 else SLOTTED", REFUSED),
    ("one = THING if x > 0 else OTHER\none.count = x", REFUSED),
    ("global number\nif x > 0:\n    number = None", REFUSED),
    ("global fresh\nif x > 0:\n    fresh = x", REFUSED),
    ("global number\nif x > 0:\n    del number", REFUSED),
    ("global e\ne = OTHER.e = Thing.e = 1\ndel e, OTHER.e, Thing.e", KNOWN),
]

# A write, and what is left by one of a tensor, and by one in a branch or loop.
WRITES = [
    ("ITEMS.append({})", TENSOR, REFUSED),
    ("TABLE['a'] = {}", TENSOR, REFUSED),
    ("TABLE.setdefault('a', {})", TENSOR, REFUSED),
    ("TABLE[int({})] = 1", REFUSED, REFUSED),
    ("SEEN.add(int({}))", REFUSED, REFUSED),
    ("QUEUE.appendleft({})", TENSOR, REFUSED),
    ("GROUPS['a'].append({})", TENSOR, REFUSED),
    ("NESTED['a'].append({})", TENSOR, REFUSED),
    ("THING.items.append({})", TENSOR, REFUSED),
    ("THING.count += {}", TENSOR, TENSOR),
    ("setattr(THING, 'count', {})", TENSOR, TENSOR),
    ("THING.new = {}", TENSOR, REFUSED),
    ("SLOTTED.count = {}", TENSOR, TENSOR),
    ("SPACE.count += {}", TENSOR, TENSOR),
    ("Thing.shared += {}", TENSOR, TENSOR),
    ("marked.count += {}", TENSOR, TENSOR),
    ("global number; number += {}", TENSOR, TENSOR),
    ("bump({})", TENSOR, TENSOR),
]
for write, of_a_tensor, in_a_block in WRITES:
    PROGRAMS += [
        (write.format(3), KNOWN),
        (write.format("x + 1"), of_a_tensor),
        ("if x > 0:\n    " + write.format(3), in_a_block),
        ("for i in ag.range(x):\n    " + write.format("i"), in_a_block),
    ]
KNOWN_PROGRAMS = [body for body, left in PROGRAMS if left == KNOWN]


def load(body):
    """Return a program, what it writes to, and the number of the line that is told."""
    text = PRELUDE + f"\ndef f(x):\n{indent(body, '    ')}\n"
    name = f"<outliving: {body}>"
    lines = text.splitlines(keepends=True)
    linecache.cache[name] = (len(text), None, lines, name)
    module: dict[str, Any] = {"__name__": "outliving"}
    exec(compile(text, name, "exec", dont_inherit=True), module)
    marks = [n for n, line in enumerate(lines, 1) if "# here" in line]
    if "bump" in body:
        marks = [n for n, line in enumerate(lines, 1) if "# in a closure" in line]
    return module["f"], module, (marks or [len(lines)])[0]


def parts(value):
    """Yield a value and all that it holds."""
    yield value
    if isinstance(value, dict):
        inner = [*value.keys(), *value.values()]
    elif isinstance(value, list | tuple | set | collections.deque):
        inner = list(value)
    elif isinstance(value, ValueError):
        inner = list(value.args)
    elif isinstance(value, ag.TensorArray):
        inner = [value._items]
    else:
        inner = [vars(value)] if hasattr(value, "__dict__") else []
    for each in inner:
        yield from parts(each)


def written(module):
    """Return everything that the programs write to."""
    names = "number ITEMS TABLE SEEN QUEUE GROUPS NESTED".split()
    held = [vars(module[name]) for name in ("THING", "OTHER", "SPACE")]
    shared = module["SLOTTED"].count, module["Thing"].shared, module["marked"].count
    cells = [cell.cell_contents for cell in module["bump"].__closure__]
    names += sorted({"fresh"} & module.keys())
    return [*(module[name] for name in names), *held, *shared, *cells]


def warned(function, *args):
    """Return the warnings of a call."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        ag.function(function)(*args)
    assert {each.category for each in found} <= {LeakedTensorWarning}
    return found


@pytest.mark.parametrize(("body", "left"), PROGRAMS)
def test_what_is_left_is_public(body, left):
    function, module, line = load(body)
    if left == REFUSED:
        before = repr(written(module))
        with pytest.raises(UnstagedOperationError, match="outlives the call") as raised:
            ag.function(function)(T(2))
        origin = raised.value.origin
        assert (origin.filename, origin.lineno) == (function.__code__.co_filename, line)
        assert "ag.Variable" in raised.value.hint
        assert repr(written(module)) == before
        return
    found = warned(function, T(2))
    kinds = {type(each) for each in parts(written(module))}
    own = ("builtins", "collections", "types", "outliving")
    assert all(
        kind in (SymbolicTensor, ag.TensorArray) or kind.__module__ in own
        for kind in kinds
    )
    assert (SymbolicTensor in kinds) == (left == TENSOR)
    assert len(found) == (left == TENSOR)
    for each in found:
        assert (each.filename, each.lineno) == (function.__code__.co_filename, line)
        for way_out in ("ag.Variable", "ag.TensorArray", "made inside"):
            assert way_out in str(each.message)


@pytest.mark.parametrize("body", KNOWN_PROGRAMS)
def test_known_values_are_written_as_in_plain_python_once_for_each_trace(body):
    (plain, theirs, _), (function, ours, _) = load(body), load(body)
    plain(T(2))
    decorated = ag.function(function)
    for _ in range(3):
        decorated(T(2))
    assert repr(written(ours)) == repr(written(theirs))


def test_elements_of_a_captured_array_are_written_in_each_call():
    grid = np.zeros(3)

    @ag.function
    def f(x):
        grid[0] += 1
        grid[1:] = [2, 3]
        return x

    for x in (T(1), T(2), T(1.0), T(2.0)):
        f(x)
    np.testing.assert_array_equal(grid, [4, 2, 3])


def test_the_variable_of_a_closure_is_named():
    (found,) = warned(load("bump(x)")[0], T(2))
    assert str(found.message).startswith(
        "the variable `number` outlives the call of f(), which leaves "
        'Tensor("add:0", shape=(), dtype=int32) there.'
    )


def test_each_line_warns_once():
    found = []

    def f(x, y):
        for each in (x, y, x + y):
            found.append(each)  # noqa: PERF402
        found.append(x - y)

    first = f.__code__.co_firstlineno
    assert [each.lineno - first for each in warned(f, T(1), T(2))] == [2, 3]


def test_a_first_trace_that_makes_variables_warns_once():
    class Count(ag.Module):
        variable = None

        @ag.function
        def __call__(self, x):
            if self.variable is None:
                self.variable = ag.Variable(0)
            self.last = x
            return self.variable.assign_add(x)

    count = Count()
    with pytest.warns(LeakedTensorWarning, match="`last` of a Count") as found:
        assert int(count(T(2))) == 2
    assert len(found) == 1
    assert int(count(T(2))) == 4


def test_a_warning_that_is_an_error_ends_the_call():
    with warnings.catch_warnings():
        warnings.simplefilter("error", LeakedTensorWarning)
        with pytest.raises(LeakedTensorWarning):
            ag.function(load("ITEMS.append(x)")[0])(T(2))
