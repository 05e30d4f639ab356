"""Random effects: numbers drawn, Python called when the graph runs, arrays written.

A program that draws sets the seed before; half of them return one more draw: so the
stream has come as far in the graph as in plain Python.
"""

from __future__ import annotations

from typing import Final

from autograph.testing import wants
from autograph.testing.grammar import Expression, Statement, bounded, expression
from autograph.testing.types import DTYPES, INT, MATRIX, VECTOR, Type
from autograph.testing.writer import Writer

_SEED: Final = "seed_of_draws"
_SIZE: Final = 3


def first_draw(w: Writer) -> str:
    """Write what begins the stream; return a last draw from it."""
    w.line(f"{_SEED} = {w.choices.below(100)}")
    w.line(f"ag.random.set_seed({_SEED})")
    w.scope.variables[_SEED] = INT
    return "ag.random.uniform([])"


def _draw(w: Writer, wanted: Type, depth: int) -> str:
    shape, dtype = list(wanted.shape), f"ag.{wanted.kind}"
    if wanted.is_integer:
        return f"ag.random.uniform({shape}, -3, 8, {dtype})"
    if w.choices.chance(20):
        return f"ag.random.uniform({shape}, dtype={dtype}, seed=1)"
    name = w.choices.pick(("uniform", "normal", "truncated_normal"))
    return f"ag.random.{name}({shape}, dtype={dtype})"


def _can_draw(w: Writer, wanted: Type) -> bool:
    return _SEED in w.scope.variables and wants.is_number_tensor(w, wanted)


def _shuffle(w: Writer, wanted: Type, depth: int) -> str:
    return f"ag.random.shuffle({expression(w, wanted, depth)})"


def _can_shuffle(w: Writer, wanted: Type) -> bool:
    return _SEED in w.scope.variables and wants.is_tensor(w, wanted)


def _python_call(w: Writer, wanted: Type, depth: int) -> str:
    name = w.choices.pick(("py_function", "numpy_function"))
    function = w.choices.pick(("lambda v: v", "lambda v: v[...]", "np.array"))
    spec = f"ag.TensorSpec({list(wanted.shape)}, ag.{wanted.kind})"
    return f"ag.{name}({function}, [{expression(w, wanted, depth)}], {spec})"


def _reseed(w: Writer) -> bool:
    if not _is_seeded(w):
        first_draw(w)
        return True
    kind = w.pick_type((INT, Type("int32")))
    seed = f"{expression(w, kind, 1)} % 5"
    w.line(f"ag.random.set_seed({seed})")
    return True


def _can_seed(w: Writer) -> bool:
    return _is_seeded(w) or (w.is_main and w.depth == 1)


def _is_seeded(w: Writer) -> bool:
    return _SEED in w.scope.variables


def _array(w: Writer) -> bool:
    """Write an array, and note what reads it as variables."""
    kinds = [Type(each, shape) for each in DTYPES for shape in ((), VECTOR)]
    name, kind = w.fresh("array"), w.pick_type(kinds)
    w.line(
        f"{name} = ag.TensorArray(ag.{kind.kind}, {_SIZE}, "
        f"element_shape={list(kind.shape)})"
    )
    for place in range(_SIZE):
        w.scope.variables[f"{name}.read({place})"] = kind
    if kind.is_scalar:
        w.scope.variables[f"{name}.stack()"] = kind.reshaped(*VECTOR)
    else:
        w.scope.variables[f"{name}.gather([0, 2])"] = kind.reshaped(*MATRIX)
    return True


_READ: Final = ".read(0)"


def _arrays(w: Writer) -> list[str]:
    found = w.scope.variables
    return [each.removesuffix(_READ) for each in found if each.endswith(_READ)]


def _has_array(w: Writer) -> bool:
    return bool(_arrays(w))


def _write(w: Writer) -> bool:
    name = w.choices.pick(_arrays(w))
    kind = w.scope.variables[f"{name}{_READ}"]
    form = w.choices.below(4)
    value = bounded(w, kind)
    if form == 0:
        w.line(f"{name}.write({w.choices.below(_SIZE)}, {value})")
    elif form == 1:
        index = expression(w, w.pick_type((INT, Type("int32"))), 1)
        w.line(f"{name}.write({index} % {_SIZE}, {value})")
    elif form == 2 and kind.is_scalar:
        w.line(f"{name}.unstack({expression(w, kind.reshaped(*VECTOR), 1)})")
    else:
        rows = f"ag.stack([{value}, {bounded(w, kind, 0)}])"
        w.line(f"{name}.scatter([2, 0], {rows})")
    return True


STATEMENTS: Final = (
    Statement("TensorArray", 5, lambda w: w.may_nest() or w.depth < 3, _array),
    Statement("write to a TensorArray", 12, _has_array, _write),
    Statement("set_seed", 4, _can_seed, _reseed),
)
EXPRESSIONS: Final = (
    Expression("draw", 6, _can_draw, _draw, is_leaf=True),
    Expression("shuffle", 1, _can_shuffle, _shuffle),
    Expression("call of Python", 2, wants.is_tensor, _python_call),
)
