"""Random programs of NumPy's functions give as graphs what NumPy gives.

Programs are written statement by statement: what NumPy takes comes in.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import autograph as ag
from autograph.testing import Verdict, check
from autograph.testing.programs import compile_program
from graph.numpy import registry

# Names of arrays stand in a program for {a}, {b}: any; {s}: a square matrix; {i}:
# integers; {m}: truth values; {v}, {w}: of the program's own, {w} with rows.
ARRAYS: dict[str, Callable[[Any], bool]] = {
    "a": lambda x: True,
    "b": lambda x: True,
    "s": lambda x: x.ndim == 2 and x.shape[0] == x.shape[1],
    "m": lambda x: x.dtype == bool,
    "i": lambda x: x.dtype.kind == "i",
    "v": lambda x: type(x) is np.ndarray and x.ndim > 0,
    "w": lambda x: type(x) is np.ndarray and x.ndim > 1,
}
TEXTS = {
    "k": ("2", "0.5", "-1", "3", "1.0", "7"),
    "x": ("0", "-1", "1"),
    "p": ("(0, 1)", "(1, 0)", "(2, 0, 1)", "(0, 2, 1)"),
    "key": ("0", "-1", "1:", "::2", "..., 0", ":, 0", "[0, -1]", "1", "..., ::-1"),
}
DTYPES = ("float64", "float32", "int64", "int32", "bool", "complex128")
ELEMENTS = (0, 1, -1, 2, 3, -2, 0.5, -0.25, 1.5, 7)
OPERATORS = "+ - * / // % ** < <= > >= == != & | ^ @".split()
# The elements of these, or their order, are not defined, or their dtype depends on
# values; of arrays of unknown rank the last has no axes where NumPy's has one.
APART = {"empty", "empty_like", "unique_values", "eig", "eigvals", "roots",
         "ascontiguousarray"}  # fmt: skip
FUNCTIONS = sorted(
    {
        each.name.replace("numpy", "np", 1)
        for each in registry.FUNCTIONS.values()
        if each.name.rpartition(".")[2] not in APART and "random" not in each.name
    }
)
METHODS = "sum prod mean min max any all std var argmax argmin cumsum cumprod".split()
OTHERS = """
    np.where({a} > 0, {a}, {b}); np.where({m}, {a}, {k}); np.clip({a}, -1, 1)
    np.select([{m}, {a} > 0], [{a}, {b}]); np.choose({i} % 2, [{a}, {b}])
    {a}.clip(0, 2); np.round({a}, 1); np.isin({a}, [0, 1]); divmod({a}, 3)[0]
    np.interp({a}, [0, 1, 2], [0.0, 2.0, 1.0]); np.polyval([1.0, 2.0, 3.0], {a})
    np.divmod({a}, 2)[1]; np.modf({a})[0]; np.frexp({a})[1]; round({k}, 1)

    np.concatenate([{a}, {b}], axis={x}); np.concat([{a}, {b}], axis=None)
    np.stack([{a}, {b}], axis={x}); np.vstack([{a}, {b}]); np.hstack([{a}, {b}])
    np.dstack([{a}, {a}]); np.column_stack([{a}, {b}]); np.split({a}, 2)[0]
    np.array_split({a}, 2)[1]; np.unstack({a})[0]; np.meshgrid({a}, {b})[0]
    np.tile({a}, 2); np.tile({a}, (2, 1)); np.repeat({a}, 2); {a}.repeat(2)
    np.repeat({a}, 2, axis={x}); np.pad({a}, 1); np.pad({a}, 1, mode='edge')
    np.roll({a}, 1); np.roll({a}, 2, axis={x})

    np.reshape({a}, -1); {a}.reshape(-1); {a}.reshape(-1, 1); {a}.reshape((1, -1))
    {a}.reshape({a}.shape); {a}.T; np.transpose({a}, {p}); np.permute_dims({a}, {p})
    np.swapaxes({a}, 0, {x}); {a}.swapaxes(0, -1); np.moveaxis({a}, 0, -1)
    np.expand_dims({a}, {x}); np.broadcast_to({a}, (2, *{a}.shape))

    {a}[None]; {a}[..., None]; {a}[{key}]; {a}[:, 1:]; {a}[1:, ..., 0]; {a}[::-1]
    {a}[{m}]; {a}[{a} > 0]; {a}[{i} % 2]; np.take({a}, [0, 0]); {a}.take([0])
    np.take({a}, 0, axis={x}); np.nonzero({a})[0]; np.extract({a} > 0, {a})
    np.take_along_axis({a}, np.argsort({a}, axis=-1, kind='stable'), axis=-1)
    np.compress([True, False], {a}, axis={x})

    np.sort({a}, axis=None); np.argsort({a}, kind='stable'); np.lexsort(({a}, {a}))
    np.argsort({a}, axis={x}, kind='stable'); {a}.argsort(kind='stable')
    np.partition({a}, 0); np.unique({a}, return_counts=True)[1]
    np.searchsorted(np.sort({a}, axis=None), {b}); np.digitize({a}, [0, 1])
    np.bincount(np.abs({i}).ravel()); np.histogram({a}, bins=3)[0]
    np.percentile({a}, 30); np.quantile({a}, 0.25, axis={x})

    np.triu({a}, 1); np.tensordot({a}, {b}, 1); np.einsum('i,i->', {a}, {a})
    np.einsum('ij,ij->i', {a}, {a}); np.einsum('...i->...', {a}); np.vander({a}, 3)
    np.linalg.matrix_norm({s}); np.linalg.solve({s}, {s}); np.linalg.inv({s})
    np.linalg.det({s}); np.linalg.slogdet({s})[0]; np.linalg.qr({a}).R
    np.linalg.eigvalsh({s} + {s}.T); np.linalg.svd({a}, compute_uv=False)
    np.linalg.cholesky({s} @ {s}.T + 9 * np.eye({s}.shape[0]))
    np.linalg.matrix_power({s}, 2); np.add.reduce({a}); np.maximum.accumulate({a})
    np.multiply.outer({a}, {b}); np.apply_along_axis(np.sum, 0, {a})

    np.full_like({a}, 2); {a}.astype(np.float64); {a}.astype('float32')
    {a}.astype(int); np.astype({a}, np.float64); {a}.real; {a}.imag; np.shape({a})[0]
    {a}.size; {a}.ndim; {a}.shape[0]; len({a}); abs({a}); -{a}; +{a}; ~{a}; sum({a})
"""
EXPRESSIONS = [
    *(f"{name}({more})" for name in FUNCTIONS
      for more in ("{a}", "{a}, {b}", "{a}, axis={x}", "{a}, axis={x}, keepdims=True")),
    *(f"{{a}}.{name}({more})" for name in METHODS for more in ("", "{x}", "{b}")),
    *(f"({{a}} {symbol} {other})" for symbol in OPERATORS for other in ("{b}", "{k}")),
    *(f"({{k}} {symbol} {{a}})" for symbol in OPERATORS),
    *(each for each in OTHERS.replace("\n", ";").split(";") if each.strip()),
]  # fmt: skip
# Statements that change an array in place, or give it, or a part of it, a name.
WRITES = """
    {v}[{key}] = {a}; {v}[{key}] = {k}; {v}[{key}] += {k}; {v}[{key}] *= {a}
    {v}[{v} > 0] = {k}; {v}[...] = {a}; {v}[0], {v}[-1] = {v}[-1], {v}[0]
    {v}[0][{key}] = {k}; {v} += {k}; {v} *= {a}; {v} /= 2; {v}.fill({k}); {v}.sort()
    if np.sum({a}) > 0: {v} -= {k}; if np.sum({a}) > 0: {v}[{key}] = {k}
    for i in range(2): {v} *= {k}; for row in {w}: row += {k}
    for i in range(len({v})): {v}[i] = {v}[i] * {k}
    for i in range(1, len({v})): {v}[i] = {v}[i - 1] + {v}[i]
    {new} = {v}; {new} = {v}[{key}]; {new} = {v}.T; {new} = {v}.copy()
    {new} = {v}.reshape(-1); {new} = {v} * 1; {new} = np.zeros({v}.shape)
"""
CHANGES = [each for each in WRITES.replace("\n", ";").split(";") if each.strip()]
# Branches and loops around an expression {e}.
BLOCKS = [
    f"if {test}: {{new}} = {{e}}\nelse: {{new}} = {other}"
    for test in ("{a}.sum() > 0", "np.any({a})", "{a}.ravel()[0] >= 1")
    for other in ("{e} * 1", "np.negative({e})", "{e} + {e}")
] + [
    f"{{new}} = {{e}}\nfor _ in {over}: {{new}} = {body}"
    for over in ("range(3)", "np.arange(2)", "range(0)")
    for body in ("{new} + {e}", "np.maximum({new}, {e})", "{e} - {new} * 2")
]


class Writer:
    """Writes a program of one to three arrays."""

    def __init__(self, seed: int, known: str) -> None:
        self.random = random.Random(seed)
        ranks = self.random.choices((0, 1, 1, 2, 2, 3), k=self.random.randint(1, 3))
        self.arguments = [self.array(rank) for rank in ranks]
        self.values = {f"a{i}": x for i, x in enumerate(self.arguments)}
        self.text = f"def program({', '.join(self.values)}):\n"
        if known != "shapes":  # a signature makes tensors
            self.text += "".join(f"    {a} = np.array({a})\n" for a in self.values)

    def array(self, rank: int) -> Any:
        """Return an array of any dtype, of few elements."""
        shape = tuple(self.random.choices((1, 2, 3, 4), k=rank))
        elements = self.random.choices(ELEMENTS, k=int(np.prod(shape)))
        dtype = self.random.choice(DTYPES)
        unit = 1 + 1j if dtype == "complex128" else 1
        return (np.array(elements).reshape(shape) * unit).astype(dtype)

    def program(self, *, writes: bool) -> Callable[..., Any]:
        """Write some statements; return the function."""
        for _ in range(self.random.choice((2, 4, 6, 9))):
            forms = CHANGES if writes and self.random.random() < 0.4 else None
            for _ in range(60):
                if self.takes(self.statement(forms)):
                    break
        names = [name for name in self.values if name.startswith("v")][-3:] or ["a0"]
        self.text += f"    return {', '.join(names)},\n"
        return compile_program(self.text)

    def statement(self, forms: list[str] | None) -> str:
        """Return a statement; an empty one if there are no arrays for it."""
        form = self.random.choice(forms or BLOCKS)
        if not forms and self.random.random() < 0.75:
            form = "{new} = {e}"
        form = form.replace("{e}", self.random.choice(EXPRESSIONS)).strip()
        given = {key: self.random.choice(texts) for key, texts in TEXTS.items()}
        for key, fits in ARRAYS.items():
            names = [name for name, x in self.values.items() if fits(x)]
            names = [name for name in names if key not in "vw" or name.startswith("v")]
            if not names and f"{{{key}}}" in form:
                return ""
            given[key] = self.random.choice(names or [""])
        return form.format(new=f"v{len(self.values)}", **given)

    def takes(self, statement: str) -> bool:
        """Add a statement if NumPy takes it, and its arrays are small."""
        if not statement:
            return False
        text = self.text + "".join(f"    {x}\n" for x in statement.split("\n"))
        values: dict[str, Any] = {}
        try:
            exec(f"{text}    return locals()\n", {"np": np}, values)
            found = values["program"](*(x.copy() for x in self.arguments))
        except Exception:  # whatever NumPy does not take
            return False
        numbers = (np.ndarray, np.generic, int, float)
        if not all(isinstance(x, numbers) for x in found.values()):
            return False
        arrays = {n: x for n, x in found.items() if isinstance(x, numbers[:2])}
        if any(x.size > 200 or x.dtype.kind not in "biufc" for x in arrays.values()):
            return False
        self.text, self.values = text, arrays
        return True


def signature(arguments: list[Any], known: str, source: random.Random) -> Any:
    if known == "shapes":
        return None
    if known == "dtypes":
        return [ag.TensorSpec(None, x.dtype) for x in arguments]
    return [
        ag.TensorSpec([source.choice((None, None, n)) for n in x.shape], x.dtype)
        for x in arguments
    ]


@pytest.mark.parametrize("known", ["shapes", "ranks", "dtypes"])
@pytest.mark.parametrize("writes", [False, True], ids=["pure", "writing"])
@pytest.mark.parametrize("seed", range(40))
def test_no_program_differs(seed, writes, known):
    """Some are refused; what is not known of shapes may be asked for."""
    writer = Writer(seed, known)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        function = writer.program(writes=writes)
        specs = signature(writer.arguments, known, writer.random)
        found = check(ag.function(function, input_signature=specs), *writer.arguments)
    assert found.verdict is not Verdict.DIFFERS, f"{writer.text}{found}"
