"""Objects: those that a graph holds, and those that are made when it runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import CellType, FunctionType
from typing import Any, Final

import numpy as np

from graph.composite.type_spec import TypeSpec, components_of
from graph.op import REQUIRED, Leaves, Source
from graph.ops.gradients.leaves import loaded, stored
from graph.ops.gradients.structural import passed_on
from graph.python.record import Undefined, operands, row
from graph.tensor import EagerTensor

OBJECT_CONSTANT: Final = row(
    "object",
    lambda _, value: Source("@value@", {"value": value}),
    attrs={"value": REQUIRED},
    leaves=Leaves.MOVES,
    doc="An object that the graph holds.",
)
NONE: Final = row("none", "None", leaves=Leaves.MOVES, doc="None.")
UNDEFINED_VALUE: Final = row(
    "undefined",
    lambda _, variable: Source("@undefined@", {"undefined": Undefined(variable)}),
    attrs={"variable": ""},
    leaves=Leaves.MOVES,
    doc="What a variable without a value is.",
)
SAME: Final = row(
    "same", "__0__", leaves=Leaves.MOVES, doc="The operand itself, as an object."
)


def _tuple(count: int, cls: type | None) -> Source:
    if cls is not None:
        return Source(f"@cls@({operands(count)})", {"cls": cls})
    if count == 0:
        return Source("tuple()")
    return Source(f"({operands(count)}{',' if count == 1 else ''})")


TUPLE: Final = row(
    "tuple",
    _tuple,
    attrs={"cls": None},
    leaves=Leaves.MOVES,
    doc="A tuple; of a class with names, if given.",
)


def compose(spec: TypeSpec, *components: Any) -> Any:
    """Return the composite tensor of eager tensors."""
    return spec.from_components(components)


COMPOSITE: Final = row(
    "composite",
    lambda count, spec: Source(
        f"@compose@(@spec@, {operands(count)})", {"compose": compose, "spec": spec}
    ),
    attrs={"spec": REQUIRED},
    leaves=Leaves.MOVES,
    doc="A composite tensor of its components.",
)
MADE_OF_LIST: Final = row(
    "made_of_list",
    lambda _, spec: Source(
        "@compose@(@spec@, __0__)", {"compose": compose, "spec": spec}
    ),
    attrs={"spec": REQUIRED},
    doc="The TensorArray with the elements of a list that the graph holds.",
)
COMPONENTS: Final = row(
    "components",
    lambda _: Source("@components@(__0__)", {"components": components_of}),
    leaves=Leaves.MOVES,
    doc="The components of a composite tensor.",
)


def _made_of(literal: str, cls: type | None, leading: tuple[Any, ...]) -> Source:
    if cls is None:
        return Source(literal)
    names = {"cls": cls, **{f"leading{i}": x for i, x in enumerate(leading)}}
    first = "".join(f"@leading{i}@, " for i in range(len(leading)))
    return Source(f"@cls@({first}{literal})", names)


LIST: Final = row(
    "list",
    lambda count, cls, leading, trailing: _made_of(
        f"[{operands(count)}]" + "".join(f", {x!r}" for x in trailing), cls, leading
    ),
    attrs={"cls": None, "leading": (), "trailing": ()},
    leaves=Leaves.MOVES,
    doc="A list of the operands; or an object of a class that takes one.",
)
SET: Final = row(
    "set",
    lambda count, cls: _made_of(
        f"{{{operands(count)}}}" if count else "set()", cls, ()
    ),
    attrs={"cls": None},
    leaves=Leaves.MOVES,
    doc="A set of the operands; or an object of a class that takes one.",
)


def _dict(count: int, cls: type | None, leading: tuple[Any, ...]) -> Source:
    pairs = ", ".join(f"__{i}__: __{i + 1}__" for i in range(0, count, 2))
    return _made_of(f"{{{pairs}}}", cls, leading)


DICT: Final = row(
    "dict",
    _dict,
    attrs={"cls": None, "leading": ()},
    leaves=Leaves.MOVES,
    doc="A dict of the operands, keys and values; or an object of a class made of one.",
)


def _slice(count: int, given: tuple[bool, ...]) -> Source:
    del count
    numbers = iter(range(3))
    parts = [f"__{next(numbers)}__" if each else "None" for each in given]
    return Source(f"slice({', '.join(parts)})")


SLICE: Final = row(
    "slice",
    _slice,
    attrs={"given": REQUIRED},
    leaves=Leaves.MOVES,
    doc="A slice of the operands there are.",
)


def box(value: Any, dtype: np.dtype[Any]) -> Any:
    """Return the eager tensor that stands for a value of the run."""
    if value is None or type(value) in (EagerTensor, Undefined):
        return value
    if isinstance(value, _HELD_RAW):
        return EagerTensor(np.asarray(value, dtype))
    return value  # another alternative


# What the run has in place of tensors.
_HELD_RAW: Final = (np.ndarray, np.generic, int, float, complex)


@dataclass(frozen=True, slots=True, eq=False)
class Boxing:
    """Makes plain Python's object of a value that is one of several kinds.

    Attributes:
        dtype: That of a tensor, or of a scalar of NumPy's; None if it is neither.
        is_numpy: Is it NumPy's?
        tuples: For a tuple, by its class and its length, what is done to its items.
    """

    dtype: np.dtype[Any] | None
    is_numpy: bool
    tuples: Mapping[tuple[type, int], tuple[Boxing, ...]]

    def __call__(self, value: Any) -> Any:
        """Return the object."""
        if isinstance(value, tuple):
            parts = self.tuples.get((type(value), len(value)))
            if parts is None:
                return value
            held = [part(x) for part, x in zip(parts, value, strict=True)]
            return tuple(held) if type(value) is tuple else type(value)(*held)
        is_raw = isinstance(value, (int, float, complex, np.ndarray, np.generic))
        if self.dtype is None or not is_raw:
            return value
        if not self.is_numpy:
            return EagerTensor(np.asarray(value, self.dtype))
        return value if isinstance(value, np.ndarray) else self.dtype.type(value)


@dataclass(frozen=True, slots=True)
class BoxingItems:
    """Makes plain Python's objects of the items of what is iterated over."""

    item: Boxing

    def __call__(self, items: Any) -> Any:
        """Return what gives the objects: a list, if it is one."""
        boxed = map(self.item, items)
        return type(items)(boxed) if type(items) in (list, tuple) else boxed


def unbox(value: Any) -> Any:
    """Return the array of what may be an eager tensor."""
    return value._value[()] if isinstance(value, EagerTensor) else value


BOX: Final = row(
    "box",
    lambda _, dtype: Source("@box@(__0__, @dtype@)", {"box": box, "dtype": dtype}),
    attrs={"dtype": REQUIRED},
    leaves=Leaves.BORDER,
    gradient=stored,
    doc="The eager tensor that stands for a tensor of the run.",
)
UNBOX: Final = row(
    "unbox",
    lambda _: Source("@unbox@(__0__)", {"unbox": unbox}),
    leaves=Leaves.BORDER,
    gradient=loaded,
    doc="The array of an eager tensor.",
)
SNAPSHOT: Final = row(
    "snapshot",
    lambda _, order: Source(
        "@array@(__0__)" if order == "K" else f"@array@(__0__, order={order!r})",
        {"array": np.array},
    ),
    attrs={"order": "K"},
    leaves=Leaves.READS,
    gradient=passed_on,
    doc="A copy of what an array holds, laid out as it is or in an order.",
)
UNBOX_ARRAY: Final = row(
    "array",
    "__0__",
    leaves=Leaves.BORDER,
    gradient=loaded,
    doc="What an array holds at this point of the program.",
)
NUMPY_SCALAR: Final = row(
    "numpy_scalar",
    lambda _, dtype: Source("@dtype@(__0__)", {"dtype": dtype}),
    attrs={"dtype": REQUIRED},
    leaves=Leaves.BORDER,
    gradient=stored,
    doc="The NumPy scalar that stands for a number of the run.",
)


def numpy_or(value: Any, dtype: type) -> Any:
    """Return the NumPy scalar for a number of the run, and anything else as it is."""
    return dtype(value) if isinstance(value, (int, float, complex)) else value


NUMPY_OR: Final = row(
    "numpy_or",
    lambda _, dtype: Source(
        "@numpy_or@(__0__, @dtype@)", {"numpy_or": numpy_or, "dtype": dtype}
    ),
    attrs={"dtype": REQUIRED},
    doc="The same for what may be something else than a number, such as None.",
)


def _own_array(_: int, dtype: Any) -> Source:
    if dtype is None:
        return Source("@array@(__0__)", {"array": np.array})
    return Source("@array@(__0__, @dtype@)", {"array": np.array, "dtype": dtype})


OWN_ARRAY: Final = row(
    "own_array",
    _own_array,
    # Of a scalar the run has the number alone.
    attrs={"dtype": None},
    leaves=Leaves.BORDER,
    gradient=stored,
    doc="An array that may be written to, and that nothing else can see.",
)


def _maker(cls: Any) -> Any:
    """Return what makes an object of a class, and runs no code of the user's."""
    return object.__new__ if isinstance(cls.__new__, FunctionType) else cls.__new__


NEW: Final = row(
    "new",
    lambda _, cls: Source("@new@(@cls@)", {"new": _maker(cls), "cls": cls}),
    attrs={"cls": REQUIRED},
    leaves=Leaves.MOVES,
    doc="A new object of a class, not initialised.",
)


def remake(function: FunctionType, names: tuple[str, ...], *held: Any) -> Any:
    """Return a function that holds these values in its cells, and as its defaults.

    None in the cell with its own name is the function itself.
    """
    n_cells, n_defaults = len(names), len(function.__defaults__ or ())
    inner, rest = held[:n_cells], held[n_cells:]
    cells = tuple(
        CellType() if isinstance(x, Undefined) else CellType(x) for x in inner
    )
    made = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        rest[:n_defaults] or None,
        cells,
    )
    named = function.__kwdefaults__ or {}
    made.__kwdefaults__ = dict(zip(named, rest[n_defaults:], strict=True)) or None
    made.__qualname__ = function.__qualname__
    for name, cell, value in zip(names, cells, inner, strict=True):
        if name == function.__name__ and value is None:
            cell.cell_contents = made
    return made


def _function(count: int, function: FunctionType) -> Source:
    names = {
        "remake": remake,
        "function": function,
        "names": function.__code__.co_freevars,
    }
    tail = "".join(f", __{i}__" for i in range(count))
    return Source(f"@remake@(@function@, @names@{tail})", names)


CLOSURE: Final = row(
    "closure",
    _function,
    attrs={"function": REQUIRED},
    leaves=Leaves.MOVES,
    doc="A function whose cells hold the operands.",
)


# -- What is spread


def is_iterable(value: Any) -> bool:
    """Tell whether Python iterates over a value."""
    cls = type(value)
    return hasattr(cls, "__iter__") or hasattr(cls, "__getitem__")


def spread_items(value: Any) -> Any:
    """Return what a display spreads; raise what it does if that cannot be."""
    return value if is_iterable(value) else [*value]


def spread_pairs(value: Any) -> Any:
    """Return the mapping that a display spreads; raise what it does if it is none."""
    return value if hasattr(value, "keys") else {**value}
