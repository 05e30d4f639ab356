"""Statements that Python runs when the graph does: rung 2 of the ladder.

The blocks of the statement are functions; each run makes them anew, on cells that hold
what the variables are then. What the statement leaves in them are objects of which
nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import CellType, FunctionType
from typing import Any

from autograph.values.nodes import boxed, emit
from autograph.values.proxy import Proxy, Undefined
from autograph.values.specs import ANY, UNDEFINED, UnionSpec
from graph.python import record
from graph.python.protocols import APPLY


@dataclass(frozen=True, slots=True, eq=False)
class Statement:
    """A statement, as a function of what its cells hold.

    Attributes:
        run: Takes the functions made anew and other operands; does what Python does.
        functions: The blocks, `get_state` among them, which is the last.
        cells: For each function the places of its cells among the operands.
        n_others: How many operands are none of the cells.
    """

    run: Callable[..., None]
    functions: tuple[FunctionType | None, ...]
    cells: tuple[tuple[int, ...], ...]
    n_others: int

    def __call__(self, *held: Any) -> Any:
        """Run it; return what its variables are then."""
        others, held = held[: self.n_others], held[self.n_others :]
        cells = [
            CellType() if isinstance(x, record.Undefined) else CellType(x) for x in held
        ]
        made = [
            None if function is None else _remade(function, [cells[i] for i in places])
            for function, places in zip(self.functions, self.cells, strict=True)
        ]
        self.run(made, others)
        last = made[-1]
        assert last is not None
        return tuple(
            record.Undefined(x.name) if isinstance(x, Undefined) else x
            for x in _state(last)
        )


def _state(get_state: Any) -> Any:
    """Return the variables, those without a value included."""
    found = []
    cells = dict(
        zip(get_state.__code__.co_freevars, get_state.__closure__ or (), strict=True)
    )
    try:
        return get_state()
    except NameError:
        for name in get_state.__code__.co_freevars:
            try:
                found.append(cells[name].cell_contents)
            except ValueError:
                found.append(record.Undefined(name))
        return found


def _remade(function: FunctionType, cells: Sequence[CellType]) -> FunctionType:
    made = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        tuple(cells),
    )
    made.__kwdefaults__ = function.__kwdefaults__
    return made


def run_by_python(
    run: Callable[[list[Any], tuple[Any, ...]], None],
    functions: Sequence[FunctionType | None],
    others: Sequence[Any],
    get_state: Callable[[], tuple[Any, ...]],
    set_state: Callable[[tuple[Any, ...]], None],
) -> None:
    """Have Python run a statement when the graph does."""
    every = [*functions, get_state]
    places: dict[int, int] = {}
    held: list[Any] = []
    for function in every:
        for cell in getattr(function, "__closure__", None) or ():
            if id(cell) not in places:
                places[id(cell)] = len(held)
                held.append(_content(cell))
    symbols = [boxed(x) for x in (*others, *held)]
    made = Statement(
        run,
        tuple(every),  # type: ignore[arg-type]
        tuple(
            tuple(places[id(cell)] for cell in getattr(x, "__closure__", None) or ())
            for x in every
        ),
        len(others),
    )
    n = len(get_state())
    unknown = UnionSpec(frozenset((ANY, UNDEFINED)))
    specs = (unknown,) * n
    if n == 1:
        from autograph.values.nodes import unpacked
        from autograph.values.specs import TupleSpec

        spec = TupleSpec((unknown,))
        (whole,) = emit(APPLY, symbols, (spec,), function=made)
        outs = unpacked(whole, spec)
    else:
        outs = emit(APPLY, symbols, specs, function=made)
    set_state(tuple(Proxy(x, unknown) for x in outs))


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return Undefined("")
