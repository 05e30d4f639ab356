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

from autograph.staging.attempts import Attempt, save, save_in
from autograph.values.nodes import as_given, emit, widen
from autograph.values.numpy_values import check_given
from autograph.values.proxy import Proxy, Undefined
from autograph.values.specs import ANY, UNDEFINED, UnionSpec
from autograph.values.state import current
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
        saves: What handlers around read of the variables: the operand that it is saved
            in, the place among the variables, the name.
    """

    run: Callable[..., None]
    functions: tuple[FunctionType | None, ...]
    cells: tuple[tuple[int, ...], ...]
    n_others: int
    saves: tuple[tuple[int, int, str], ...] = ()

    def __call__(self, *held: Any) -> Any:
        """Run it; return what its variables are then."""
        others, held = held[: self.n_others], held[self.n_others :]
        cells = list(map(_cell, held))
        made = [
            None if function is None else _remade(function, [cells[i] for i in places])
            for function, places in zip(self.functions, self.cells, strict=True)
        ]
        last = made[-1]
        assert last is not None
        try:
            self.run(made, others[len(self.saves) :])
        except BaseException:
            state = _told(last)
            for operand, place, name in self.saves:
                setattr(others[operand], name, state[place])
            raise
        return _told(last)


def _cell(held: Any) -> CellType:
    """Return a variable that holds this; one that nothing has assigned yet is empty."""
    is_unbound = isinstance(held, record.Undefined)
    if is_unbound and not held.name:
        return CellType()
    return CellType(Undefined(held.name) if is_unbound else held)


def _told(get_state: Any) -> tuple[Any, ...]:
    return tuple(
        record.Undefined(x.name) if isinstance(x, Undefined) else x
        for x in _state(get_state)
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
    names: Sequence[str],
) -> None:
    """Have Python run a statement when the graph does."""
    saves = _saves(names)
    saved_in = [attempt.cell for attempt, _, _ in saves]
    every = [*functions, get_state]
    places: dict[int, int] = {}
    held: list[Any] = []
    for function in every:
        for cell in getattr(function, "__closure__", None) or ():
            if id(cell) not in places:
                places[id(cell)] = len(held)
                held.append(_content(cell))
    for each in (*others, *held):
        check_given(each)
    symbols = [x.symbol for x in saved_in]
    symbols += [as_given(x) for x in (*others, *held)]
    made = Statement(
        run,
        tuple(every),  # type: ignore[arg-type]
        tuple(
            tuple(places[id(cell)] for cell in getattr(x, "__closure__", None) or ())
            for x in every
        ),
        len(saved_in) + len(others),
        tuple((i, place, name) for i, (_, place, name) in enumerate(saves)),
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
    values = tuple(Proxy(x, unknown) for x in outs)
    set_state(values)
    for place, name in enumerate(names):
        save(name, values[place])


def _saves(names: Sequence[str]) -> list[tuple[Attempt, int, str]]:
    """Return which variables are saved in which `try` around."""
    found = []
    for attempt in current().tries:
        for place, name in enumerate(names):
            if name in attempt.names:
                site = save_in(attempt, name)
                widen(site, f".{name}", UnionSpec(frozenset((ANY, UNDEFINED))))
                found.append((attempt, place, name))
    return found


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return Undefined("")
