"""Ops under TensorFlow's names against TensorFlow itself, where it is installed."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import autograph as ag

tf = pytest.importorskip("tensorflow")

CALLS = (Path(__file__).parent / "data" / "tensorflow_calls.txt").read_text("utf-8")
ROWS = [
    tuple(part.strip() for part in f"{line}  # same".split("  # ")[:2])
    for line in CALLS.splitlines()
    if line and not line.startswith("#")
]


RANDOM = np.random.default_rng(0)


def _normal(*shape):
    return RANDOM.normal(size=shape).astype(np.float32)


def _complex(*shape):
    return (_normal(*shape) + 1j * _normal(*shape)).astype(np.complex64)


def _definite():
    half = _normal(3, 3)
    return half @ half.T + np.eye(3, dtype=np.float32)


INPUTS = {
    "A": _normal(3, 3) + 3 * np.eye(3, dtype=np.float32),
    "B": np.array([[True, False, True], [False, False, True]]),
    "B2": np.array([[True, True, False], [False, True, True]]),
    "C": _complex(2, 3),
    "C2": _complex(2, 3),
    "C3": _complex(2, 3, 4),
    "DKER": _normal(2, 2, 4, 2),
    "H": np.array([0.5, 1.5, 2.5, -0.5], np.float32),
    "I": np.array([[7, -8, 9], [0, 3, -4]], np.int32),
    "I3": np.array([[4, -1, 0], [2, -5, 3], [1, 1, -2]], np.int32),
    "I8": np.array([100, 100], np.int8),
    "IMG": _normal(1, 4, 4, 1),
    "IMG4": _normal(1, 4, 4, 4),
    "IMGB": _normal(4, 2, 2, 1),
    "J": np.array([[2, 3, -4], [5, -6, 7]], np.int32),
    "KER1": _normal(3, 2, 2),
    "KER1T": _normal(3, 2, 2),
    "KER2": _normal(3, 3, 1, 2),
    "KER3": _normal(2, 2, 2, 1, 2),
    "KER3T": _normal(2, 2, 2, 2, 1),
    "KERT": _normal(3, 3, 2, 1),
    "N": np.array([[np.nan, np.inf, -np.inf], [0, 1, 2]], np.float32),
    "P": abs(_normal(2, 3)) + np.float32(0.2),
    "PKER": _normal(1, 1, 8, 3),
    "S": np.array(["hello", "world"]),
    "S2": np.array(["hello", "there"]),
    "SEQ": _normal(1, 5, 2),
    "SPD": _definite(),
    "T1": _normal(1, 2, 1, 3),
    "T3": _normal(2, 2, 3),
    "U": np.tanh(_normal(2, 3)),
    "V": _normal(4),
    "VOL": _normal(1, 3, 3, 3, 1),
    "X": _normal(2, 3),
    "X3": _normal(3, 3),
    "Y": _normal(2, 3),
    "Z": np.array([[0, 1, -2], [0, 0, 3]], np.float32),
}


def _gradient(m, function, x, way="gradient"):
    with m.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    return getattr(tape, way)(y, x)


def _own_gradient(m, x):
    doubled = m.custom_gradient(lambda a: (a * 2.0, lambda d: d * 7.0))
    return _gradient(m, doubled, x)


def _second_gradient(m, x):
    def first(w):
        return _gradient(m, lambda v: m.reduce_sum(m.math.log(v) * v), w)

    return _gradient(m, first, x)


def _while(m, n):
    start = (m.constant(0), m.constant(1))
    return m.while_loop(lambda i, _: i < n, lambda i, t: (i + 1, t * 2), start)


def _case(m, x):
    total = m.reduce_sum(x)
    cases = [(total > 1e9, lambda: x), (total > -1e9, lambda: x * 2.0)]
    return m.case(cases, default=lambda: x * 3.0)


def _pairs(m, x):
    spec = (m.float32, m.float32)
    return m.map_fn(lambda v: (v + 1.0, m.reduce_sum(v)), x, fn_output_signature=spec)


def _static_shape(m, *shapes):
    dims = [m.TensorShape(s) if m is tf else s for s in shapes]
    return tuple(m.broadcast_static_shape(*dims))


# Calls with functions in them; `m` is either library.
FUNCTIONS = {
    "broadcast_static_shape_text": _static_shape,
    "case_first": _case,
    "cond_sum": lambda m, x: m.cond(m.reduce_sum(x) > 0, lambda: x, lambda: -x),
    "custom_gradient_of": _own_gradient,
    "foldl_add": lambda m, x: m.foldl(lambda a, v: a * 2.0 + v, x),
    "foldl_initial": lambda m, x: m.foldl(
        lambda a, v: a * 2.0 + m.reduce_sum(v), x, initializer=m.constant(1.0)
    ),
    "foldr_add": lambda m, x: m.foldr(lambda a, v: a * 2.0 + v, x),
    "grad_of_sum": lambda m, x: _gradient(m, lambda v: m.reduce_sum(v * v), x),
    "gradient_of": lambda m, function, x, *rest: _gradient(
        m, lambda v: function(v, *rest), m.constant(x)
    ),
    "index_forms": lambda _, x: [
        x[0, 1],
        x[:, 0],
        x[..., -1],
        x[0][1][2],
        x[:, :, ::2],
        x[1:, :1],
    ],
    "jacobian_of": lambda m, x: _gradient(
        m, lambda v: v * m.reduce_sum(v), x, "jacobian"
    ),
    "map_fn_pairs": _pairs,
    "map_fn_square": lambda m, x: m.map_fn(lambda v: v * v, x),
    "scan_add": lambda m, x: m.scan(lambda a, v: a + v, x),
    "scan_initial": lambda m, x: m.scan(
        lambda a, v: a * 2.0 + m.reduce_sum(v), x, initializer=m.constant(1.0)
    ),
    "scan_reverse": lambda m, x: m.scan(lambda a, v: a * 2.0 + v, x, reverse=True),
    "second_grad": _second_gradient,
    "shape_forms": lambda m, x: [m.shape(x)[0], m.size(x), m.rank(x)],
    "switch_case_second": lambda m, x: m.switch_case(
        m.constant(1), [lambda: x, lambda: x * 2.0]
    ),
    "vectorized_map_matmul": lambda m, x: m.vectorized_map(
        lambda v: m.matmul(v, v, transpose_b=True), x
    ),
    "vectorized_map_sum": lambda m, x: m.vectorized_map(m.reduce_sum, x),
    "while_count": _while,
    "x_and_numpy": lambda _, x: [
        x + np.ones((2, 3), np.float32),
        np.ones((2, 3), np.float32) + x,
        x * np.float32(2),
    ],
}
PYTHON = {"True": True, "False": False, "inf": np.inf, "len": len, "int": int,
          "float": float}  # fmt: skip


class Names(dict[str, Any]):
    """What the text of a call may name: inputs, functions, what a library has."""

    def __init__(self, library):
        super().__init__(PYTHON, __builtins__={})
        self.library = library

    def __missing__(self, name):
        if name in INPUTS:
            return self.library.constant(INPUTS[name])
        if name in FUNCTIONS:
            return lambda *args: FUNCTIONS[name](self.library, *args)
        return getattr(self.library, name)


def flat(value):
    if isinstance(value, dict):
        value = [value[key] for key in sorted(value)]
    if isinstance(value, (list, tuple)):
        return [leaf for item in value for leaf in flat(item)]
    return [value]


def array(value):
    found = np.asarray(value.numpy() if hasattr(value, "numpy") else value)
    if found.dtype.kind in "OSU":
        texts = [x if type(x) is bytes else str(x).encode() for x in found.flat]
        return np.array(texts, object).reshape(found.shape)
    return found


def outcome(library, call):
    """Return the arrays that a call gives, or None if it raises."""
    try:
        value = eval(call, Names(library))  # of our own file
    except AttributeError:
        raise
    except Exception:
        return None
    return [array(leaf) for leaf in flat(value)]


def is_same(found, expected):
    """Tell whether arrays agree; floats to single precision."""
    if found.dtype != expected.dtype or found.shape != expected.shape:
        return False
    if found.dtype.kind in "fc":
        return np.allclose(found, expected, rtol=2e-4, atol=2e-5, equal_nan=True)
    return np.array_equal(found, expected)


@pytest.mark.parametrize(("call", "mark"), ROWS)
def test_calls(call, mark):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected, found = outcome(tf, call), outcome(ag, call)
    if mark == "more":
        assert expected is None
        assert found is not None
    elif mark == "less":
        assert expected is not None
        assert found is None
    elif mark == "refused":
        assert expected is None
        assert found is None
    else:
        assert len(found) == len(expected)
        same = all(map(is_same, found, expected))
        assert same == (mark == "same"), (found, expected)
