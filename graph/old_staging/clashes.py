"""Where arrays of NumPy's would differ from what a graph has done with `x += y`.

NumPy changes the array `x`; in a graph the name has a new one, as with tensors. That is
the same unless somebody else can tell:

    the caller           `x` is an argument, or shares the memory of one
    another name         of the array, or of one that shares memory with it, that is
                         used afterwards
    the array itself     which keeps its dtype and its shape

Each such update is a *clash*: a function that has one refuses arrays where they are
given in the way that makes `x` one, and takes tensors.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from graph.dtypes import DType
from graph.errors import AutographError, DTypeError, ShapeError, SideEffectError
from graph.graph import Graph
from graph.old_staging.coercion import Converted
from graph.old_staging.layout import Handed, Layout, Path
from graph.old_staging.memory import sources_of
from graph.old_staging.updates import Makers, Update, Ways
from graph.old_staging.views import are_apart, is_view
from graph.origin import Origin
from graph.specs import TensorSpec, is_list
from graph.tensor import SymbolicTensor


@dataclass(frozen=True, slots=True, eq=False)
class Clash:
    """What a graph has not done as NumPy does, if its inputs are arrays.

    Attributes:
        ways: Sets of inputs: it differs where all of one of the sets are arrays.
        kind: The class of the error to raise then.
        message: Its message.
        hint: What to write instead.
        origin: The user's line.
        others: Further lines, each with what it is.
        written: The input whose array is changed, if it is the caller's.
        key: The check of the run that tells whether it differs; "" if it does.
    """

    ways: Ways
    kind: type[AutographError]
    message: str
    hint: str
    origin: Origin | None
    others: tuple[tuple[str, Origin], ...] = ()
    written: SymbolicTensor | None = None
    key: str = ""


def find_clashes(graph: Graph, outputs: Sequence[SymbolicTensor]) -> list[Clash]:
    """Return where a trace would differ for arrays.

    Args:
        graph: The outermost graph, traced but not finished.
        outputs: What it will return.
    """
    layout = Layout(graph)
    updates = [
        each
        for body in layout.graphs
        for each in body.updates
        if layout.has(each.new.node) and layout.has(each.last)
    ]
    if not updates:
        return []
    makers, memory = Makers(layout), _Memory(layout, outputs)
    found: list[Clash] = []
    for each in updates:
        ways = makers.ways(each.old)
        if ways:
            found.extend(_clashes(each, ways, memory))
    for body in layout.graphs:
        body.updates.clear()
    return found


def _clashes(update: Update, ways: Ways, memory: _Memory) -> Iterator[Clash]:
    symbol, old = update.symbol, update.old
    instead = f"Write x = x {symbol} y, which makes a new array"
    givers = memory.givers(old)
    for giver in givers:
        yield Clash(
            frozenset(way | {id(giver)} for way in ways),
            SideEffectError,
            "",
            f"{instead}; or give a tensor.",
            update.origin,
            written=giver,
        )
    if old.spec.shape == () and not givers and not is_view(old):
        return  # a number, which nothing can change
    yield from _unheld(update, ways, instead, memory.kinds(old))
    used = memory.use_after(update)
    if used is None:
        return
    others = () if used.origin is None else (("the array is used here", used.origin),)
    how = "" if others else "returned, or "
    yield Clash(
        ways,
        SideEffectError,
        f"`{symbol}=` changes an array of NumPy's in place, which is {how}used "
        "afterwards under another name, as a whole or in part: a graph has made a new "
        "array here.",
        f"Write x[...] {symbol}= y to change it under all its names; x = x {symbol} y "
        "makes a new array.",
        update.origin,
        others,
    )


def _unheld(
    update: Update, ways: Ways, instead: str, kinds: Iterable[DType]
) -> Iterator[Clash]:
    """Yield that the array cannot hold the result, or only after a conversion.

    Args:
        update: The update.
        ways: In which ways it is of an array.
        instead: What to write instead.
        kinds: The dtypes that the array may have.
    """
    symbol, old, new = update.symbol, update.old.spec, update.new.spec
    own = next((kind for kind in kinds if kind is not new.dtype), new.dtype)
    if own is not new.dtype:
        is_refused = not np.can_cast(new.dtype.numpy, own.numpy, "same_kind")
        does = "does not write" if is_refused else "converts to write"
        yield Clash(
            ways,
            DTypeError,
            f"`{symbol}=` gives {new.dtype}, which NumPy {does} into an array of "
            f"{own}.",
            f"{instead} of {new.dtype}.",
            update.origin,
        )
    if update.key:
        yield Clash(
            ways,
            ShapeError,
            f"`{symbol}=` may give a shape that the array cannot hold.",
            f"{instead} of that shape.",
            update.origin,
            key=update.key,
        )
    if old.shape is None or new.shape is None:
        return
    is_same = len(old.shape) == len(new.shape) and all(
        a == b or None in (a, b) for a, b in zip(old.shape, new.shape, strict=True)
    )
    if not is_same:
        yield Clash(
            ways,
            ShapeError,
            f"`{symbol}=` gives shape {new.shape}, which an array of shape "
            f"{old.shape} cannot hold.",
            f"{instead} of that shape.",
            update.origin,
        )


class _Use(NamedTuple):
    """Where a value is used, and by which line: None where it is an output."""

    path: Path
    origin: Origin | None


#: What a value may be: something made, and in which turn of the loops around it: of
#: each loop (its identity) how many turns ago.
_Root = tuple[int, "_Turns"]
_Turns = tuple[tuple[int, int], ...]

# What was made longer ago than this many turns is told apart no further.
_LONG_AGO = 2


class _Memory:
    """What values may be the memory of, and where they are used."""

    def __init__(self, layout: Layout, outputs: Sequence[SymbolicTensor]) -> None:
        self._layout = layout
        self._uses: defaultdict[int, list[_Use]] = defaultdict(list)
        self._sharers: defaultdict[_Root, list[SymbolicTensor]] = defaultdict(list)
        self._found: dict[_Root, frozenset[_Root]] = {}
        seen: dict[int, SymbolicTensor] = {}
        for graph in layout.graphs:
            seen.update((id(x), x) for x in graph.inputs)
            for node in graph.nodes:
                seen.update((id(x), x) for x in node.outputs)
                self._note(node.inputs, layout.path(node), node.origin)
            left = graph.outputs if graph is not layout.root else outputs
            self._note(left, layout.end(graph), None)
        for value in seen.values():
            if layout.outer(value) is value and not _is_of_numbers(value.spec):
                for root in self._roots(value):
                    self._sharers[root].append(value)

    def _note(
        self, values: Sequence[SymbolicTensor], path: Path, origin: Origin | None
    ) -> None:
        for value in values:
            self._uses[id(self._layout.outer(value))].append(_Use(path, origin))

    def _before(self, value: SymbolicTensor) -> list[Handed]:
        """Return what may have been the memory of a value before it was made."""
        if _is_of_numbers(value.spec):
            return []
        links = value.links
        if links is not None and links.owner is not None:
            return [Handed(links.owner)]
        handed = list(self._layout.handed_on(value))
        return handed or [Handed(each) for each in sources_of(value)]

    def _roots(self, value: SymbolicTensor) -> frozenset[_Root]:
        """Return what was made, of which a value may be the memory or a part."""
        start = (id(value), ())
        if start not in self._found:
            self._find(self._states(value))
        return self._found[start]

    def _states(self, value: SymbolicTensor) -> dict[_Root, list[_Root]]:
        """Return what a value was before, and before that, unless it is found already.

        With each, what it was just before. That comes first in the order, unless it is
        what the turn before of a loop has left.
        """
        states: dict[_Root, list[_Root]] = {}
        seen = set()
        waiting: list[tuple[SymbolicTensor, _Turns, list[_Root] | None]]
        waiting = [(value, (), None)]
        while waiting:
            each, turns, keys = waiting.pop()
            key = id(each), turns
            if keys is not None:
                states[key] = keys
            elif key not in seen and key not in self._found:
                seen.add(key)
                before = [(x.value, _turned(turns, x)) for x in self._before(each)]
                waiting.append((each, turns, [(id(x), ago) for x, ago in before]))
                waiting.extend((x, ago, None) for x, ago in before)
        return states

    def _find(self, states: dict[_Root, list[_Root]]) -> None:
        """Find the roots of all these: again, as long as loops bring others."""
        found, nothing = self._found, frozenset[_Root]()
        is_changed = True
        while is_changed:
            is_changed = False
            for key, before in states.items():
                if len(before) == 1:
                    roots = found.get(before[0], nothing)  # as it is: chains are long
                elif before:
                    roots = nothing.union(*(found.get(x, nothing) for x in before))
                else:
                    roots = frozenset((key,))
                is_changed |= len(roots) > len(found.get(key, nothing))
                found[key] = roots

    def kinds(self, value: SymbolicTensor) -> list[DType]:
        """Return the dtypes of a value, and of what it was ahead of the loops around.

        A loop converts what it begins with to what its iterations leave.
        """
        found, waiting = [value.spec.dtype], [value]
        while waiting:
            each = waiting.pop()
            if each.node.op.is_control and each.node.subgraphs:
                continue
            for handed in self._layout.handed_on(each):
                before = handed.value
                if handed.turned:
                    continue
                if isinstance(before.givers, Converted):
                    (before,) = before.givers
                found.append(before.spec.dtype)
                waiting.append(before)
        return found

    def givers(self, value: SymbolicTensor) -> list[SymbolicTensor]:
        """Return the arguments whose memory a value may have."""
        roots = self._roots(value)
        return [
            each
            for each in self._layout.root.inputs
            if self._layout.is_given(each) and (id(each), ()) in roots
        ]

    def use_after(self, update: Update) -> _Use | None:
        """Return where something is used that the update would have changed."""
        layout = self._layout
        at = layout.path(update.last)
        roots = self._roots(update.old)
        sharers = {id(x): x for root in roots for x in self._sharers[root]}
        for value in sharers.values():
            if value is update.new or are_apart(value, update.old):
                continue
            if layout.is_made_after(layout.path(value.node), at):
                continue
            for use in self._uses[id(value)]:
                is_later = layout.runs_after(use.path, at)
                if is_later or layout.is_repeated(use.path, at, value):
                    return use
        return None


def _turned(turns: _Turns, handed: Handed) -> _Turns:
    """Return in which turns something was made, seen from where it was handed on."""
    if not handed.turned and not handed.leaves:
        return turns
    ago = {k: v for k, v in turns if k != handed.leaves}
    if handed.turned:
        ago[handed.turned] = min(ago.get(handed.turned, 0) + 1, _LONG_AGO)
    return tuple(sorted(ago.items()))


def _is_of_numbers(spec: TensorSpec) -> bool:
    """Is it a number, or text, of Python's, or a list of such? No array is in it."""
    while is_list(spec):
        element = spec.dtype.element  # type: ignore[attr-defined]
        if element is None:
            return False
        spec = element
    return spec.dtype.is_python


__all__ = ["Clash", "find_clashes"]
