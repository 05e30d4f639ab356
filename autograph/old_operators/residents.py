"""Objects that live in the graph: their attributes are read and written there.

`old_staging.heap` has the rule. Code that runs as it stands, of C or of libraries,
is given what the attributes are for as long as it runs; what it sets is stored then.
"""

from __future__ import annotations

import builtins
import inspect
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from autograph.old_operators import lists, stores
from autograph.old_operators.possible_attributes import value_of
from graph import nest
from graph.errors import UnknownIdentityError, UnstageableValueError
from graph.graph import current_graph
from graph.old_staging.choosable import is_instance
from graph.old_staging.coercion import coerce
from graph.old_staging.heap import Heap, NeedsHeap, heap_of, is_adoptable
from graph.old_staging.joining import segments_of
from graph.old_staging.objects import is_free_of_containers, state_of
from graph.old_staging.residents import UNREAD, Resident, by_place, resident
from graph.old_staging.storage import store
from graph.origin import capture_exact
from graph.partial import Maybe
from graph.segments import Column, Fill, Segment
from graph.tensor import _DISPATCH

# What would tell two objects apart by where they are in memory, or hand out what an
# object holds to be written to.
_BY_PLACE: Final = (builtins.id, builtins.hash, builtins.vars)
_TABLES: Final = (set, frozenset, dict)
_SEARCHING: Final = ("index", "count", "remove")


def adopt(value: Any) -> bool:
    """Let an object that the block at hand made live in the graph, if it can.

    Args:
        value: The object; its class may have no heap.
    """
    if resident(value) is not None:
        return True
    heap = heap_of(value)
    if heap is None or not is_adoptable(value):
        return False
    held = dict(state_of(value))
    for name in heap.names:
        _settle(heap, name, held[name], is_new=True)
    number = lists.length(heap.births)
    for column, item in (
        (heap.births, 0),
        *((heap.columns[x], held[x]) for x in heap.names if x not in heap.unset),
    ):
        stores.note_content(column)
        column.append(item)
    heap.enter(value, number)
    return True


# -- Attributes that are None ----------------------------------------------------------


def _settle(heap: Heap, name: str, value: Any, *, is_new: bool) -> None:
    """Let an attribute have a column if it is to hold something, for the first time.

    Raises:
        NeedsHeap: There are objects that should be in it, made in a loop.
    """
    is_first = is_new and not heap.columns[name]
    if name not in heap.unset:
        if is_first and (value is None or name in heap.skipped):
            _provide(heap, name)
        return
    if value is None:
        heap.skipped.add(name)
        return
    (segment,) = segments_of(f"the attribute `{name}`", [[None, value]])
    heap.shapes[name] = (
        segment.structure,
        [(column.parts[0], column.spec) for column in segment.columns],
    )
    if name not in heap.skipped:
        heap.unset.discard(name)
        return
    graph = current_graph()
    assert graph is not None
    if graph.root.objects.n_loops:
        raise NeedsHeap
    _provide(heap, name)


def provide_columns() -> None:
    """Give attributes columns that have turned out to need them.

    Raises:
        UnstageableValueError: On another path they have none.
    """
    graph = current_graph()
    assert graph is not None
    for heap in graph.root.objects.heaps.values():
        for name in heap.unset & heap.shapes.keys():
            if heap.births:
                _provide(heap, name)
            heap.unset.discard(name)


def _provide(heap: Heap, name: str) -> None:
    """Let an attribute have a column, with None for all objects of before."""
    graph = current_graph()
    assert graph is not None
    structure, leaves = heap.shapes[name]
    parts: list[tuple[Any, ...]] = [() for _ in leaves]
    if heap.births:
        if name in heap.unset and graph is not graph.root:
            raise UnstageableValueError(
                f"the attribute `{name}` of objects of {heap.kind.__name__} that loops "
                "made was always None, and is given another value on a path that only "
                "the run knows to take.",
                origin=capture_exact(2),
                hint="Give one of the objects such a value where they are made.",
            )
        like = lists.whole_of(heap.births).columns[0]
        parts = [(Fill(leaf, like),) for leaf, _ in leaves]
    columns = [
        coerce(graph, Column(part, spec), spec)
        for part, (_, spec) in zip(parts, leaves, strict=True)
    ]
    heap.unset.discard(name)
    column = heap.columns[name]
    stores.note_content(column)
    column[:] = [Segment(structure, tuple(columns))]


def read(found: Resident, name: str) -> Any:
    """Return an attribute.

    Raises:
        UnknownIdentityError: Code that runs as it stands has changed it meanwhile.
    """
    _check_untouched(found, name)
    if name in found.heap.unset:
        return None
    return lists.get_item(found.heap.columns[name], found.number)


def write(found: Resident, name: str, value: Any) -> None:
    """Set an attribute.

    Raises:
        UnstageableValueError: It cannot hold the value.
        UnknownIdentityError: Code that runs as it stands has changed it meanwhile.
    """
    _check_untouched(found, name)
    if not is_free_of_containers(value):
        kind = found.heap.kind.__name__
        raise UnstageableValueError(
            f"the attribute `{name}` of an object of {kind} is given a value of type "
            f"{type(value).__name__}; the object was made in a staged loop, and is in "
            "a list whose length is known only when the graph runs.",
            origin=capture_exact(2),
            hint="Attributes of such objects hold tensors, numbers, text, tuples and "
            "other objects. Make an array a tensor (ag.constant), and a list a tuple.",
        )
    _settle(found.heap, name, value, is_new=False)
    if name in found.heap.unset:
        return
    stores.set_item(found.heap.columns[name], found.number, value)
    for each in _filled():
        if each.heap is found.heap and each.value is not found.value:
            store(each.value, name, UNREAD)  # what it is now is to be asked for


def _check_untouched(found: Resident, name: str) -> None:
    if any(each.value is found.value for each in _filled()):
        return
    if dict(state_of(found.value)).get(name) is not UNREAD:
        raise _changed_behind(found)


def _changed_behind(found: Resident) -> UnknownIdentityError:
    return UnknownIdentityError(
        f"an object of {found.heap.kind.__name__} was changed by code that is not "
        "converted, and is held by the graph: it was made in a staged loop, and is in "
        "a list whose length is known only when the graph runs.",
        origin=capture_exact(2),
        hint="Set its attributes in converted code, and none that it does not have "
        "when it is made.",
    )


def _filled() -> list[Resident]:
    graph = current_graph()
    assert graph is not None
    filled: list[Resident] = graph.root.objects.filled
    return filled


def get_attr(target: Any, name: str) -> Any:
    """Return `target.name` as a tuple; None if the graph does not hold it.

    Raises:
        UnknownIdentityError: It is the dict of all attributes.
    """
    found = resident(target)
    if found is None:
        return None
    if name in found.heap.names:
        value = read(found, name)
        return (value_of(target, name) if type(value) is Maybe else value,)
    if name == "__dict__":
        raise by_place(found, "`__dict__`")
    return None


def set_attr(target: Any, name: str, value: Any) -> bool:
    """Do `target.name = value` if the graph holds that; tell whether it does."""
    found = resident(target)
    if found is None or name not in found.heap.names:
        return False
    write(found, name, value)
    return True


# -- Calls -----------------------------------------------------------------------------


def is_any() -> bool:
    """May there be objects that live in the graph?"""
    graph = current_graph()
    return graph is not None and bool(graph.root.objects.heaps)


def born(function: Any, called: Any, result: Any) -> Any:
    """Return what a call has given; an object that it made lives in the graph."""
    graph = current_graph()
    if graph is None or not is_instance(result):
        return result
    if inspect.isclass(function) or _is_native(function, called):
        adopt(result)
        if graph is graph.root:
            graph.root.objects.born_outside[id(result)] = result
    return result


def call(
    function: Any, called: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of code that is given such objects; None if none is.

    Raises:
        UnknownIdentityError: It tells objects apart by where they are in memory.
    """
    is_by_place = any(function is each for each in _BY_PLACE)
    if not is_any() or not (is_by_place or _is_native(function, called)):
        return None
    owner = getattr(function, "__self__", None)
    given = list(_residents_in((owner, args, dict(kwargs)), 0))
    if not given:
        return None
    name = getattr(function, "__name__", "")
    is_kept = type(owner) in (list, tuple) and name not in _SEARCHING
    is_kept |= type(owner) is dict and not _is_key(given, args)
    if is_kept or function is builtins.isinstance:
        return None
    is_told = type(owner) in _TABLES or type(owner) in (list, tuple)
    if is_told or is_by_place:
        raise by_place(given[0], f"{name}()")
    return lambda *args, **kwargs: with_values(given, lambda: called(*args, **kwargs))


def _is_key(given: Sequence[Resident], args: tuple[Any, ...]) -> bool:
    """Is one of some objects a key that a method of a dict is given, or may be?"""
    held = [x for x in args[:1] if not isinstance(x, dict)]
    return any(each is found for each in _residents_in(held, 0) for found in given)


def _is_native(function: Any, called: Any) -> bool:
    if type(function) is types.MethodType and type(called) is types.MethodType:
        return called.__func__ is function.__func__
    return called is function and not inspect.isclass(function)


_DEPTH: Final = 3


def _residents_in(value: Any, depth: int) -> Iterator[Resident]:
    found = resident(value)
    if found is not None:
        yield found
    elif nest.is_nested(value) and depth < _DEPTH:
        for part in value.values() if isinstance(value, dict) else value:
            yield from _residents_in(part, depth + 1)


def with_values(given: Sequence[Resident | None], act: Callable[[], Any]) -> Any:
    """Return what code gives that runs as it stands: objects hold what the graph does.

    Args:
        given: The objects; None for what is none.
        act: Runs it.

    Raises:
        UnknownIdentityError: It adds or deletes an attribute.
    """
    found = {id(each.value): each for each in given if each is not None}
    if not found:
        return act()
    held = [
        (each, {name: read(each, name) for name in each.heap.names})
        for each in found.values()
    ]
    filled = _filled()
    for each, values in held:
        for name, value in values.items():
            store(each.value, name, value)
        filled.append(each)
    try:
        return act()
    finally:
        now = [(each, values, dict(state_of(each.value))) for each, values in held]
        for each, values in held:
            filled.remove(each)
            for name in values:
                store(each.value, name, UNREAD)
        for each, values, state in now:
            if state.keys() != values.keys():
                raise _changed_behind(each)
            for name, value in state.items():
                if value is not values[name] and value is not UNREAD:
                    write(each, name, value)


def _read(target: Any, name: str) -> tuple[Any]:
    """Return what an object holds, a `Maybe` if it may have no such attribute."""
    found = resident(target)
    assert found is not None
    return (read(found, name),)


_DISPATCH.update(adopt=adopt, set_resident=set_attr, provide_columns=provide_columns)
_DISPATCH.update(read_resident=_read)

__all__ = [
    "adopt",
    "born",
    "call",
    "get_attr",
    "is_any",
    "read",
    "set_attr",
    "with_values",
    "write",
]
