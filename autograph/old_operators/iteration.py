"""What a staged `for` can iterate over: tensors and ranges of symbolic numbers."""

from __future__ import annotations

import functools
import operator
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from autograph.old_operators.logic import if_exp
from autograph.old_operators.shapes import NO_ROWS, length_of
from autograph.old_operators.staged_ranges import StagedRange
from graph import dtypes
from graph.dispatch import as_tensor, is_text, operate, record
from graph.errors import InvalidArgumentError, UnknownLengthError
from graph.graph import current_graph, is_symbolic
from graph.needed import class_name, lacks_items
from graph.old_staging import diverge, stage_cond, stage_exception
from graph.old_staging.function_checks import refuse_number
from graph.old_staging.given import is_written
from graph.old_staging.links import links_of
from graph.old_staging.told_apart import check_integer
from graph.ops.control_flow import LOOP_INDEX
from graph.ops.core import cast
from graph.ops.text import call_method
from graph.origin import capture_exact
from graph.segments import is_segmented, refusal
from graph.tensor import MAX_UNROLLED, EagerTensor, SymbolicTensor, Tensor
from graph.value_operators import value_of

# First count, end (exclusive), and the item at a count.
Items = tuple[Any, Any, Callable[[Any], Any]]
# The length now, and the item at a place.
Live = tuple[Callable[[], Any], Callable[[Any], Any]]


class StagedItems:
    """What `enumerate`, `zip`, `map` or `reversed` make of something staged.

    It is an iterator: what has been drawn is not drawn again.

    Attributes:
        length: How many items there are.
        item_at: The item at a place, counted from 0.
        kind: The type of what Python makes there.
        live: The length now, and the item at a place, of what may change meanwhile.
    """

    __slots__ = ("_graph", "_is_used", "_place", "item_at", "kind", "length", "live")

    def __init__(
        self, length: Any, item_at: Callable[[Any], Any], kind: type = zip
    ) -> None:
        """Step through items."""
        self.length, self.item_at, self.kind = length, item_at, kind
        self.live: Live | None = None
        self._place, self._is_used, self._graph = 0, False, current_graph()

    @property
    def is_bounded(self) -> bool:
        """Are there few enough for Python to step through them?"""
        return isinstance(self.length, int) and self.length <= MAX_UNROLLED

    def steps(self) -> Items:
        """Return how to step through what has not been drawn yet.

        Raises:
            UnknownLengthError: It was stepped through before.
        """
        if self._is_used:
            raise used_up(self.kind)
        self._is_used = True
        return self._place, self.length, self.item_at

    def __iter__(self) -> StagedItems:
        if self.is_bounded:
            return self
        raise UnknownLengthError(
            "these items are known only when the graph runs.",
            origin=capture_exact(2),
            hint="A `for` statement over them is staged, and so are list(), sum() and "
            "the like; this is not. Make a list of them first: `items = list(...)`.",
        )

    def __next__(self) -> Any:
        iter(self)
        if self._is_used or current_graph() is not self._graph:
            raise used_up(self.kind)
        if self._place >= self.length:
            raise StopIteration
        self._place += 1
        return self.item_at(self._place - 1)


def used_up(kind: type) -> UnknownLengthError:
    """Return the error for an iterator that is used where it may have come to its end.

    Args:
        kind: The iterator's type.
    """
    return UnknownLengthError(
        f"how far an iterator that {kind.__name__}() made has come is known only when "
        "the graph runs: it is used again, or in another block than the one it is of.",
        origin=capture_exact(2),
        hint="Make a list of its items first, `items = list(...)`, and step through "
        "that.",
    )


def staged_enumerate(items: Any, start: Any = 0) -> Any:
    """Return what `enumerate(items, start)` means when `items` are staged."""
    from autograph.old_operators.sifting import Sifted

    if isinstance(items, Sifted):
        return items.then(("enumerate", start), enumerate)
    steps = staged_items(items)
    if steps is None and is_symbolic(start):
        first = python_integer(start)
        return ((first + count, item) for count, item in enumerate(items))
    if steps is None:
        return enumerate(items, start)
    first, stop, item_at = steps
    found = StagedItems(
        stop - first, lambda count: (start + count, item_at(first + count)), enumerate
    )
    live = live_of(items)
    if live is not None:
        length, at = live
        found.live = length, lambda count: (start + count, at(count))
    return found


def staged_iter(items: Any, /, *sentinel: Any) -> Any:
    """Return what `iter(items)` means when `items` are staged."""
    from autograph.old_operators.sifting import Sifted

    is_iterator = isinstance(items, (StagedItems, Sifted))
    return items if is_iterator and not sentinel else iter(items, *sentinel)


def staged_reversed(items: Any) -> Any:
    """Return what `reversed(items)` means when `items` are staged."""
    if isinstance(items, StagedItems):
        raise TypeError(f"'{items.kind.__name__}' object is not reversible")
    steps = staged_items(items)
    if steps is None:
        return reversed(items)
    first, stop, item_at = steps
    return StagedItems(stop - first, lambda count: item_at(stop - 1 - count), reversed)


def staged_zip(*parts: Any, strict: bool = False) -> Any:
    """Return what `zip(*parts)` means when one of them is staged.

    Beside a Python iterable a tensor of known length is unrolled.
    """
    given = parts
    if any(map(_is_of_run, parts)):
        parts = tuple(map(_indexed, parts))
    steps = [staged_items(part) for part in parts]
    is_partly = any(step is None for step in steps)
    is_decided = any(map(is_segmented, parts)) or (
        strict and any(isinstance(part, (StagedRange, StagedItems)) for part in given)
    )
    if is_decided and (strict or is_partly):
        from autograph.old_operators.own_iterators import StrictlyZipped, Zipped

        # What has been indexed is used up.
        return StrictlyZipped(*given) if strict else Zipped(*given)
    if strict or is_partly:
        return zip(*map(_unrolled, parts), strict=strict)
    found = [step for step in steps if step is not None]
    shortest = functools.reduce(_smaller, [stop - first for first, stop, _ in found])
    zipped = StagedItems(
        shortest,
        lambda count: tuple(item_at(first + count) for first, _, item_at in found),
    )
    zipped.live = _live_zip(parts, found, shortest)
    return zipped


def _live_zip(
    parts: Sequence[Any], steps: Sequence[Items], shortest: Any
) -> Live | None:
    """Return how to step through lists that may change meanwhile, and what else is."""
    live = [live_of(part) for part in parts]
    if not any(live):
        return None
    fixed = [
        (lambda length=stop - first: length,
         lambda count, first=first, item_at=item_at: item_at(first + count))
        for first, stop, item_at in steps
    ]  # fmt: skip
    stepped = [mine or other for mine, other in zip(live, fixed, strict=True)]
    lengths = [length() for length, _ in stepped]

    def length() -> Any:
        now = [each() for each, _ in stepped]
        if all(map(operator.is_, now, lengths)):
            return shortest
        return functools.reduce(_smaller, now)

    return length, lambda count: tuple(item_at(count) for _, item_at in stepped)


def _is_of_run(part: Any) -> bool:
    """Is it the run that knows its length?"""
    is_bounded = isinstance(part, StagedItems) and part.is_bounded
    return not is_bounded and (
        isinstance(part, (StagedRange, StagedItems)) or is_segmented(part)
    )


def _indexed(part: Any) -> Any:
    """Return an iterable beside one of unknown length, to be indexed as that is."""
    if isinstance(part, deque) and not is_segmented(part):
        return StagedItems(*_list_items(part)[1:])
    if isinstance(part, list) and not is_segmented(part):
        _, length, item_at = _list_items(part)
        found = StagedItems(length, item_at)
        found.live = live_items(part)
        return found
    is_known = isinstance(part, (tuple, range, str)) and not is_segmented(part)
    if is_known:
        from autograph.old_operators.lists import get_item

        held = list(part)
        return StagedItems(len(held), lambda count: get_item(held, count))
    return part


def _smaller(left: Any, right: Any) -> Any:
    is_less = right < left
    return if_exp(is_less, lambda: right, lambda: left)


def _unrolled(part: Any) -> Any:
    if not isinstance(part, Tensor):
        return part
    return [part[place] for place in range(len(part))]


def staged_range(*bounds: Any) -> StagedRange:
    """Return what `range(*bounds)` means when a bound is symbolic."""
    if len(bounds) > 3:
        raise TypeError(f"range expected at most 3 arguments, got {len(bounds)}")
    numbers = [python_integer(bound) for bound in bounds]
    if len(numbers) == 1:
        return StagedRange(0, numbers[0])
    if len(numbers) == 3:
        refuse_zero(numbers[2], ValueError("range() arg 3 must not be zero"))
    return StagedRange(*numbers)


def refuse_zero(step: Any, error: Exception) -> None:
    """Raise `error` if a range's step is zero: when the graph runs, if need be."""

    def refuse() -> NoReturn:
        stage_exception(error)
        diverge()

    if isinstance(step, SymbolicTensor):
        stage_cond(operate("equal", (step, 0)), refuse, list, ())
    elif step == 0:
        raise error


def python_integer(value: Any) -> Any:
    """Return a number as Python's own integer, symbolic if the number is.

    A truth value of Python's is one of its integers; that of a tensor is none.

    Raises:
        TypeError: It is no integer, as `range` says.
    """
    if not isinstance(value, Tensor):
        return operator.index(value)
    python = value.spec.dtype.python
    if python is int:
        return value
    if python is bool:
        return cast(value, dtypes.python_int)
    check_integer(value)
    if python is not None:
        raise TypeError(
            f"'{python.__name__}' object cannot be interpreted as an integer"
        )
    if not value.dtype.is_integer or value.shape not in ((), None):
        name = class_name(value)
        if name not in ("Tensor", "numpy.ndarray"):
            raise TypeError(f"'{name}' object cannot be interpreted as an integer")
        raise TypeError("only integer scalar arrays can be converted to a scalar index")
    if isinstance(value, EagerTensor):
        return int(value)
    return cast(value, dtypes.python_int)


def is_counted(items: Any) -> bool:
    """Tell whether a staged loop steps through `items`, counting."""
    if isinstance(items, StagedItems):
        return current_graph() is not None
    return staged_items(items) is not None


def staged_items(items: Any) -> Items | None:
    """Return how to step through `items` in a staged loop, or None for Python's."""
    graph = current_graph()
    if graph is None:
        return None
    items = value_of(items)
    if isinstance(items, StagedRange):
        return _range_items(items)
    if isinstance(items, StagedItems):
        return items.steps()
    if is_segmented(items):
        return _list_items(items)
    if not isinstance(items, Tensor):
        return None
    if is_text(items):
        return 0, call_method(items, "__len__"), lambda count: items[count]
    if items.shape == ():
        raise lacks_items(items)
    if (
        isinstance(items, SymbolicTensor)
        and items.node.op.name == "range"
        and not is_written(items)
    ):
        found = _tensor_range_items(items)
        if found is not None:
            return found
    held = as_tensor(items)
    if held.ndim is not None and held.shape[0] is not None:
        stop: Any = held.shape[0]
    else:
        what = "a loop over the rows"
        refuse_number(what, held)
        stop = length_of(held, what, NO_ROWS)
    return 0, stop, lambda count: held[count]


def _list_items(items: Any) -> Items:
    from autograph.old_operators.lists import get_item, length

    is_as_before = _unchanged(items)

    def item_at(count: Any) -> Any:
        if not is_as_before():
            raise refusal(*_changed(items))
        return get_item(items, count)

    return 0, length(items), item_at


def _changed(items: Any) -> tuple[str, str]:
    """Return what is refused where something has changed, and what that is."""
    if isinstance(items, deque):
        return "it is changed while something steps through it", "deque"
    return (
        "it is changed while enumerate(), zip() or reversed() is stepping through it",
        "list",
    )


def live_items(items: Any) -> Live:
    """Return the length and the item at a place of a list that may change meanwhile."""
    from autograph.old_operators.lists import get_item, length

    is_as_before, known = _unchanged(items), length(items)

    def length_now() -> Any:
        return known if is_as_before() else length(items)

    return length_now, lambda count: get_item(items, count)


def _unchanged(items: list[Any]) -> Callable[[], bool]:
    """Return what tells whether a list is what it is now."""
    before = list(items)
    return lambda: len(items) == len(before) and all(map(operator.is_, items, before))


def live_of(items: Any) -> Live | None:
    """Return how to step through what may change meanwhile; None if it does not."""
    if is_segmented(items):
        # Python refuses to go on in a deque that has changed.
        return None if isinstance(items, deque) else live_items(items)
    return items.live if type(items) is StagedItems else None


def _range_items(items: StagedRange) -> Items:
    start, stop, step = items.start, items.stop, items.step
    if isinstance(step, int) and step == 1:
        return start, stop, lambda count: count
    # The length of a range by floor division, which is right for either sign.
    length = -((start - stop) // step)
    return 0, length, lambda count: start + count * step


def _tensor_range_items(items: SymbolicTensor) -> Items | None:
    """Return the steps of an `ag.range` without making the array."""
    dtype, attrs = items.dtype, items.node.attrs
    is_numpys, inputs = attrs["is_numpys"], items.node.inputs
    is_alike = all(x.spec.dtype is dtype for x in inputs)
    if not dtype.is_integer or (is_numpys and not is_alike):
        return None  # it may wrap around, or take steps that are no integers
    given = iter(inputs)
    start, stop, step = (
        cast(next(given), dtypes.python_int) if attrs[name] is None else attrs[name]
        for name in ("start", "limit", "delta")
    )
    ours = InvalidArgumentError("range(start, limit, delta): delta is 0.")
    refuse_zero(step, ZeroDivisionError("division by zero") if is_numpys else ours)
    first, end, item_at = _range_items(StagedRange(start, stop, step))

    def as_item(count: Any) -> Any:
        graph = current_graph()
        assert graph is not None
        index = record(graph, LOOP_INDEX, (item_at(count),), {"dtype": dtype})
        links_of(index.outputs[0]).is_scalar = is_numpys
        return index.outputs[0]

    return first, end, as_item


__all__ = [
    "StagedItems",
    "StagedRange",
    "is_counted",
    "live_items",
    "live_of",
    "python_integer",
    "refuse_zero",
    "staged_enumerate",
    "staged_items",
    "staged_iter",
    "staged_range",
    "staged_reversed",
    "staged_zip",
    "used_up",
]
