"""Whatever a file says of nodes, reading it ends, and none of it becomes code."""

import ast
import hashlib
import itertools
import json
import random
import signal
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import autograph as ag
from autograph.saved_model.graphs import read_graph, write_graph
from autograph.saved_model.loading import MISTAKES
from autograph.saved_model.values import Reader, Writer
from executor.program import build
from graph import dtypes
from graph.graph import Graph
from graph.op import OPS, REQUIRED
from graph.serialise import Tagged
from graph.specs import TensorSpec as T
from graph.specs import list_of

_HUGE = 1 << 40
_INT, _TEXT = T((), dtypes.python_int), T((), dtypes.python_str)
_SPECS = (
    *(
        T((2, 3)),
        T((3, 3)),
        T(()),
        T(None),
        T((None,)),
        T((1, 4, 4, 2)),
        T((_HUGE,) * 2),
    ),
    *(T((4,), dtypes.int64), T((), dtypes.bool), T((2,), dtypes.string)),
    *(T((), dtypes.python_bool), T((3, 3), dtypes.complex64)),
    *(_INT, _TEXT, list_of(T((2,))), list_of(_INT), list_of(None)),
)
_VALUES: tuple[Any, ...] = (
    *(None, True, 0, 1, -1, 3, _HUGE, -_HUGE, 1 << 63, 1 << 20000, 1e308, float("nan")),
    *("", "x", "int32", "__0__", "a" * 100_000, "(" * 5000, "..." * 1000, b"x"),
    *("__class__", "f2py", "{0.__class__}", "{", "file:///tmp/x", "eval", "SystemExit"),
    *(range(_HUGE), range(10**9), (range(1 << 62),), slice(range(1 << 50), None)),
    *((), (0, 0), (1, 2), (_HUGE,), (-1,), ((_HUGE, _HUGE),) * 2, (0,) * 100_000),
    *((1,) * 70, ("x",), [], [1, [2]], {}, {"a": 1}, {1, 2}, 300_000, (10**7,)),
    *(np.arange(3), np.float32(2), dtypes.float32, dtypes.python_int, dtypes.opaque),
    *(list_of(None).dtype, T((_HUGE,)), (T((2,)),) * 3, slice(None), ..., 1j),
    *(Tagged("exception", "SystemExit"), Tagged("exception", "eval")),
    Tagged("structure", ("tuple", (), (), (), (), ())),
    Tagged("raised", ("OSError", ((), {}, None, False, None))),
)


@contextmanager
def at_most(seconds):
    """Raise where something takes longer."""

    def late(*_):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def read(op, specs, attrs):
    """Return the graph that a file has with one node, if it is one."""
    writer = Writer(write_graph)
    place = ["m.py", 1, "f", None, None]
    nodes = [
        {
            "op": "placeholder",
            "name": f"x{number}",
            "inputs": [],
            "attrs": {"spec": writer.write(spec)},
            "gives": [str(spec)],
            "at": place,
        }
        for number, spec in enumerate(specs)
    ]
    given = list(range(len(specs)))
    written = {name: writer.write(value) for name, value in attrs.items()}
    reader = Reader(writer.arrays, writer.handles, writer.streams, None)
    node = {"op": op.name, "name": "n", "inputs": given, "attrs": written, "at": place}
    data = {
        "name": "g",
        "is_block": False,
        "settled": [],
        "captures": [False] * len(given),
        "inputs": given,
        "outputs": given,
        "nodes": [*nodes, {**node, "gives": _gives(op, specs, attrs)}],
    }
    return read_graph(data, reader)


def _gives(op, specs, attrs):
    """Return what a file would say of the node, where that can be found out."""
    if any(len(str(type(value))) > 60 or _is_long(value) for value in attrs.values()):
        return []
    try:
        found = op.infer(*specs, **attrs)
        return [str(each) for each in ([found] if isinstance(found, T) else found)]
    except Exception:
        return []


def _is_long(value):
    parts = value if isinstance(value, (tuple, list)) else (value,)
    return any(isinstance(each, (range, slice)) for each in parts)


_TAKING = [op for op in OPS.values() if op.attrs and not op.is_control]


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("op", _TAKING, ids=lambda op: op.name)
def test_reading_a_node_of_any_attributes_ends(op):
    rng = random.Random(op.name)
    for _ in range(12):
        count = rng.randint(0, 3) if op.variadic else 0
        specs = [rng.choice(_SPECS) for _ in (*op.inputs, *range(count))]
        attrs = {
            name: rng.choice((default,) * (default is not REQUIRED) * 60 + _VALUES)
            for name, default in op.attrs.items()
        }
        with at_most(2.0):
            try:
                read(op, specs, attrs)
            except MISTAKES:
                pass


# -- Sources ---------------------------------------------------------------------------

_EVIL = "+__import__('os').abort()+"
_TEXTS = (
    *(
        "__0__",
        "__1__",
        "___0__",
        "\\__1__",
        "'",
        '"',
        "'\"",
        "\n",
        "\\",
        "{0}",
        "{",
        "}",
    ),
    *(_EVIL, f"'{_EVIL}'", f'"{_EVIL}"', f"'){_EVIL}('", "x\nimport os", "# ", "é\0"),
    *("%s", "__0__'__1__", '__0__"', "\ud800", "x if __0__ else y", "(", ") and ("),
)


def _writes_source(op):
    return op.inline or op.in_place


_WITH_TEXT = [
    (op, name)
    for op in OPS.values()
    if _writes_source(op)
    for name, kinds in op.attr_kinds.items()
    if str in (kinds if isinstance(kinds, tuple) else (kinds,))
]


def test_ops_that_write_source_say_of_which_classes_their_attributes_are():
    for op in OPS.values():
        assert not _writes_source(op) or set(op.attrs) <= set(op.attr_kinds), op.name


def _graph(op, specs, attrs, text):
    """Return a graph of one node, whose operands of text are constants."""
    graph = Graph("g")
    inputs = []
    for spec in specs:
        if spec == _TEXT:
            inputs.append(graph.add(OPS["const"], [], {"value": text}).outputs[0])
        else:
            inputs.append(graph.add_input(spec))
    node = graph.add(op, inputs, attrs)
    return graph.finish(list(node.outputs))


def _names(program):
    """Return the names in a program, but for what it is given as objects."""
    tree = ast.parse(program.source)
    given = set(program.run.__globals__)
    names = {x.id for x in ast.walk(tree) if isinstance(x, ast.Name)} - given
    attributes = {x.attr for x in ast.walk(tree) if isinstance(x, ast.Attribute)}
    n_calls = sum(isinstance(x, ast.Call) for x in ast.walk(tree))
    imports = [x for x in ast.walk(tree) if isinstance(x, (ast.Import, ast.ImportFrom))]
    assert not imports
    return names, attributes, n_calls


def _operands(op, name, attrs):
    """Yield specs that an op takes with some text for an attribute."""
    values = (
        _TEXT,
        T((), dtypes.python_bool),
        _INT,
        T((3, 3)),
        T(()),
        T((), dtypes.bool),
    )
    pool = (*values, list_of(_INT), list_of(T((2,))), list_of(_TEXT))
    for specs in itertools.product(pool, repeat=len(op.inputs)):
        try:
            op.infer(*specs, **attrs)
            build(_graph(op, specs, attrs, "x"))
        except Exception:
            continue
        yield specs


_PLAIN = {"access": "list index", "update": "add", "key": "[0]", "held": ""}


@pytest.mark.parametrize(
    ("op", "name"), _WITH_TEXT, ids=lambda x: getattr(x, "name", x)
)
def test_no_text_of_an_attribute_reaches_source(op, name):
    attrs = {
        each: _PLAIN.get(each, "x" if op.attr_kinds.get(each) is str else default)
        for each, default in op.attrs.items()
    }
    attrs |= {
        each: T((2,), dtypes.float32).dtype if kind is dtypes.DType else False
        for each, kind in op.attr_kinds.items()
        if attrs[each] is REQUIRED
    }
    n_built = 0
    for specs in itertools.islice(_operands(op, name, attrs), 1):
        plain = _names(build(_graph(op, specs, attrs, "x")))
        for text, operand in itertools.product(
            _TEXTS, ("x", *_EVIL, f"'{_EVIL}", "__0__")
        ):
            try:
                graph = _graph(op, specs, {**attrs, name: text}, operand)
            except MISTAKES:  # it is not of those that the op has
                continue
            found = _names(build(graph))
            n_built += 1
            # A text that is no literal is a global, and may have to be boxed.
            assert found[0] <= plain[0], (text, operand)
            assert found[1] <= plain[1], (text, operand)
            assert found[2] <= plain[2] + 1, (text, operand)
    assert n_built or name in _PLAIN


@ag.function(input_signature=[ag.TensorSpec([], ag.float32)])
def _of_a_file(x):
    total = x
    while total > 1.0:
        if total > 100.0:
            raise ValueError("no")
        total = total / 2.0 - 0.25
    return ag.strings.as_string(total), total


def _renamed(graph, text):
    """Name all of a graph as a text."""
    graph["name"] = text
    for number, node in enumerate(graph["nodes"]):
        node["name"] = f"{text}{number}"
        node["at"] = [text, 1, text, None, None]
        for value in node["attrs"].values():
            if isinstance(value, dict) and "body" in value:
                _renamed(value["body"], text)


@pytest.mark.parametrize("text", _TEXTS)
def test_no_name_in_a_file_reaches_source(text, tmp_path):
    found = []
    for name in ("plain", text):
        ag.saved_model.save(_of_a_file, tmp_path)
        path, manifest = tmp_path / "graphs.json", tmp_path / "manifest.json"
        data = json.loads(path.read_text())
        for function in data["functions"]:
            function["name"] = name
            _renamed(function["graph"], name)
        path.write_text(json.dumps(data))
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        held = json.loads(manifest.read_text())
        held["files"][path.name] = {"bytes": path.stat().st_size, "sha256": digest}
        manifest.write_text(json.dumps(held))
        try:
            loaded = ag.saved_model.load(tmp_path)
        except ag.errors.DataLossError:
            assert "\0" in text
            return
        np.testing.assert_array_equal(loaded(12.0)[1], np.float32(0.28125))
        with pytest.raises(ValueError, match="no"):
            loaded(300.0)
        program = loaded.concrete_functions[0]._program
        n_nodes = {}
        for node in ast.walk(ast.parse(program.source)):
            kind = type(node).__name__
            n_nodes[kind] = n_nodes.get(kind, 0) + 1
        found.append((n_nodes, _names(program)[1:]))
    assert found[0] == found[1]
