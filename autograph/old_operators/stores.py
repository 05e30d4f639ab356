"""Stores into attributes and items.

While a block is staged they are noted in its journal first, so that what they change
becomes state of the block.
"""

from __future__ import annotations

import operator
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any, Final

import numpy as np

from autograph.old_operators import (
    alternatives,
    deques,
    dicts,
    inner_state,
    keyed,
    lists,
    none_keys,
    range_arrays,
    row_writes,
    tables,
)
from autograph.old_operators.open_items import open_items, update_item
from autograph.old_operators.optional_keys import is_open_key, known_key, with_key
from autograph.old_operators.possible_attributes import check_deletion
from autograph.old_operators.specials import as_index
from graph import nest
from graph.dispatch import is_text
from graph.errors import UnstageableValueError
from graph.foreign_operands import example_in_python
from graph.graph import current_graph, is_symbolic
from graph.old_staging import apart
from graph.old_staging.aliases import note_change
from graph.old_staging.caught import CaughtError
from graph.old_staging.chosen import Chosen, each
from graph.old_staging.journal import note, note_at_last, write_noted
from graph.old_staging.library_state import changing, may_change
from graph.old_staging.locations import Attribute, Global
from graph.old_staging.members import Member
from graph.old_staging.numpy_arrays import ask_to_own, check_update, set_part
from graph.old_staging.residents import check_key
from graph.old_staging.storage import is_container, on_class
from graph.old_staging.variables import Optional, demand
from graph.ops.copied_errors import LINKS, set_link
from graph.origin import capture_exact
from graph.partial import OptionalTensor
from graph.segments import is_segmented
from graph.tensor import _DISPATCH, SymbolicTensor
from graph.value_operators import value_of

IN_PLACE: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "+": operator.iadd,
    "-": operator.isub,
    "*": operator.imul,
    "/": operator.itruediv,
    "//": operator.ifloordiv,
    "%": operator.imod,
    "**": operator.ipow,
    "@": operator.imatmul,
    "&": operator.iand,
    "|": dicts.union_in_place,
    "^": operator.ixor,
    "<<": operator.ilshift,
    ">>": operator.irshift,
}


PLAIN: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "@": operator.matmul,
    "&": operator.and_,
    "|": dicts.union,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}


def set_attr(target: Any, name: str, value: Any) -> None:
    """Do `target.name = value`."""
    if is_building():
        target = _with_attributes(target, lambda x: setattr(x, name, value))
        if name == "__dict__":
            inner_state.check_state(target, value)
        if type(target) is Chosen:
            each(target, lambda it: set_attr(it, name, value))
            return
        if issubclass(type(target), Member):
            target._ag_each(lambda it: set_attr(it, name, value))
            return
        method = _setter(target, name)
        if method is not None:
            _convert(method[0])(*method[1:], value)
            return
        if type(target) is SymbolicTensor and set_part(target, name, value):
            return
        if type(target) is np.ndarray and _is_unknown((), value):
            ask_to_own()
        if _DISPATCH["set_resident"](target, name, value):
            return
        _check_settable(target, name)
        inner_state.check_change(target, name)
        if type(value) is CaughtError and name in LINKS:
            note_attribute(target, name)
            note(Attribute(target, LINKS[name]))
            set_link(target, name, value)
            return
        write_noted(_attribute(target, name), lambda: setattr(target, name, value))
        return
    setattr(target, name, value)


def _check_settable(target: Any, name: str) -> None:
    """Let Python say what an object lacks that a tensor stands for.

    Raises:
        AttributeError: It has no such attribute, or none that can be set.
    """
    example = example_in_python(target) if type(target) is SymbolicTensor else target
    if example is not target:
        is_there = isinstance(example, np.ndarray) and hasattr(example, name)
        if not is_there:
            setattr(example, name, None)


def _set_item_of_each(target: Any, key: Any, value: Any) -> None:
    if type(target) is Chosen:
        each(target, lambda it: set_item(it, key, value))
    else:
        each(key, lambda it: set_item(target, it, value))


def set_item(target: Any, key: Any, value: Any) -> None:
    """Do `target[key] = value`."""
    if is_building():
        target = present(target, "'NoneType' object does not support item assignment")
        if Chosen in (type(target), type(key)):
            _set_item_of_each(target, key, value)
            return
        if none_keys.is_concerned(target, key):
            none_keys.set_item(target, key, value, set_item)
            return
        if is_open_key(target, key):
            with_key(lambda known: set_item(target, known, value), key)
            return
        key, value = range_arrays.as_stored(target, key, value)
        method = on_class(type(target), "__setitem__")
        if isinstance(method, FunctionType):
            changing(target, lambda: _convert(method)(target, key, value))
            return
        if isinstance(target, list):  # of a dict, a variable is a key
            key = as_index(value_of(known_key(target, key)))
            if type(key) is slice and not isinstance(value, (list, tuple)):
                value = _whole(value, key)
        if alternatives.is_concerned(target):
            alternatives.set_item(target, key, value, set_item)
            return
        if row_writes.is_concerned(target):
            row_writes.set_item(target, key, value, set_item)
            return
        if lists.is_dynamic(target, key) or _is_spaced(target, key, value):
            lists.set_item(target, key, value)
            return
        if deques.is_dynamic(target, key):
            deques.set_item(target, as_index(value_of(key)), value)
            return
        if tables.is_concerned(target, key):
            tables.set_item(target, key, value)
            return
        if keyed.is_keyed(target, key):
            if tables.is_run_key(key) and tables.can_become(target):
                tables.set_item(target, key, value)
                return
            keyed.set_item(target, key, value, lists.get_item, set_item)
            return
        if dicts.is_open(target):
            dicts.set_item(target, key, value)
            return
        if isinstance(target, _OF_NUMPY) and _is_unknown(key, value):
            ask_to_own()
            raise UnstageableValueError(
                "a NumPy array is written to, with a value or an index that is known "
                "only when the graph runs.",
                origin=capture_exact(2),
                hint="Make it in the function, by np.zeros and its kin, or make it a "
                "tensor: x = ag.zeros(shape), x = ag.constant(x).",
            )
        note_content(target.base if isinstance(target, np.flatiter) else target)
        if may_change(type(target)):
            changing(target, lambda: operator.setitem(target, key, value))
            return
    target[key] = value


_OF_NUMPY: Final = (np.ndarray, np.flatiter)


def _is_spaced(target: Any, key: Any, value: Any) -> bool:
    """Is a list of run-time length put into places with others in between?"""
    is_list = isinstance(target, list) and type(key) is slice and key.step != 1
    return is_list and key.step is not None and is_segmented(value)


def _whole(items: Any, key: slice) -> Any:
    """Return what a slice is given: as a list, if only the run can step through it."""
    from autograph.old_operators.calls import converted_call
    from autograph.old_operators.own_iterators import is_iterable
    from autograph.old_operators.python_builtins import is_decided_by_run, listed

    if type(items) in (Optional, OptionalTensor):
        items = demand(items, _said_of_none(key))
    if is_symbolic(items) and is_text(items):
        return listed(items, [])
    is_of_run = open_items(items) is not None or is_decided_by_run(items)
    if is_of_run or is_iterable(items):
        return converted_call(list, (items,), None)
    return _DISPATCH["listed"](items)


def _said_of_none(key: slice) -> str:
    """Return what Python says of None that is put in place of a slice."""
    is_extended = key.step is not None and not is_symbolic(key.step) and key.step != 1
    try:
        [][:: 2 if is_extended else 1] = None  # type: ignore[call-overload]
    except TypeError as error:
        return str(error)
    raise AssertionError


def _is_unknown(key: Any, value: Any) -> bool:
    parts = [*nest.flatten(key), *nest.flatten(value)]
    bounds = [b for p in parts if type(p) is slice for b in (p.start, p.stop, p.step)]
    return any(isinstance(part, SymbolicTensor) for part in (*parts, *bounds))


def aug_attr(target: Any, name: str, symbol: str, value: Callable[[], Any]) -> None:
    """Do `target.name symbol= value()`."""
    from autograph.old_operators.attributes import get_attr  # which needs this module

    old = get_attr(target, name)
    set_attr(target, name, _in_place(symbol, old, value()))


def aug_item(target: Any, key: Any, symbol: str, value: Callable[[], Any]) -> None:
    """Do `target[key] symbol= value()`."""
    old = lists.get_item(target, key)
    is_known = dicts.is_open(target) and not keyed.is_keyed(target, key)
    entry = dict.get(target, key) if is_known else None
    if isinstance(target, SymbolicTensor):
        # The part is written to when it is put back: nothing else has it.
        given = value()
        arrays = range_arrays.operands(old, given)
        new = PLAIN[symbol](*(arrays or (old, given)))
        check_update(old, new, symbol)
    else:
        new = _in_place(symbol, old, value())
    if not update_item(target, key, entry, new):
        set_item(target, key, new)


def _in_place(symbol: str, old: Any, value: Any) -> Any:
    from autograph.old_operators.binary import binary  # which needs this module

    return binary(f"{symbol}=", old, value)


def del_attr(target: Any, name: str) -> None:
    """Do `del target.name`."""
    if is_building():
        target = _with_attributes(target, lambda x: delattr(x, name))
        if type(target) is Chosen:
            each(target, lambda it: del_attr(it, name))
            return
        if issubclass(type(target), Member):
            target._ag_each(lambda it: del_attr(it, name))
            return
        method = _deleter(target, name)
        if method is not None:
            _convert(method[0])(*method[1:])
            return
        check_deletion(target, name)
        _check_settable(target, name)
        inner_state.check_change(target, name)
        write_noted(_attribute(target, name), lambda: delattr(target, name))
        return
    delattr(target, name)


def del_item(target: Any, key: Any) -> None:
    """Do `del target[key]`."""
    if is_building():
        target = present(target, "'NoneType' object does not support item deletion")
        if type(target) is Chosen:
            each(target, lambda it: del_item(it, key))
            return
        if type(key) is Chosen:
            each(key, lambda it: del_item(target, it))
            return
        method = on_class(type(target), "__delitem__")
        if isinstance(method, FunctionType) and method is not Counter.__delitem__:
            changing(target, lambda: _convert(method)(target, key))
            return
        if isinstance(target, list):  # of a dict, a variable is a key
            key = as_index(value_of(known_key(target, key)))
        elif isinstance(target, dict):
            check_key(key)
        if alternatives.is_concerned(target):
            alternatives.change(target, lambda it: del_item(it, key))
            return
        if row_writes.is_concerned(target):
            row_writes.change(target, lambda: del_item(target, key))
            return
        if lists.is_dynamic(target, key):
            lists.del_item(target, key)
            return
        if deques.is_dynamic(target, key):
            deques.del_item(target, as_index(value_of(key)))
            return
        if tables.is_concerned(target, key) or tables.may_lose(target, key):
            tables.del_item(target, key)
            return
        if dicts.is_open(target):
            dicts.del_item(target, key)
            return
        note_content(target)
        if may_change(type(target)):
            changing(target, lambda: operator.delitem(target, key))
            return
    del target[key]


def present(target: Any, message: str) -> Any:
    """Return what may be None, checked when the graph runs, as what it is if not."""
    may_be_none = type(target) in (Optional, OptionalTensor)
    return demand(target, message) if may_be_none else target


def _with_attributes(target: Any, write: Callable[[Any], None]) -> Any:
    """Return the object whose attribute is to be written.

    Python's versions word the refusal differently: None, or a number or text like the
    one that the run will have, is asked for it.

    Raises:
        AttributeError: The object is a number or text of the run.
    """
    if type(target) in (Optional, OptionalTensor):
        try:
            write(None)
        except (AttributeError, TypeError) as error:
            target = demand(target, str(error))
    if isinstance(target, SymbolicTensor) and target.spec.dtype.python is not None:
        write(target.spec.dtype.python())
    return target


def is_building() -> bool:
    """Tell whether a graph is being built: what runs may be staged."""
    return current_graph() is not None


def _setter(target: Any, name: str) -> tuple[Any, ...] | None:
    """Return the Python function that sets an attribute, and its first arguments."""
    return _changer(target, name, "set", lambda held: held.fset)


def _deleter(target: Any, name: str) -> tuple[Any, ...] | None:
    """Return the Python function that deletes an attribute, and its arguments."""
    return _changer(target, name, "delete", lambda held: held.fdel)


def _changer(
    target: Any, name: str, verb: str, of_property: Callable[[property], Any]
) -> tuple[Any, ...] | None:
    kind = type(target)
    method = on_class(kind, "__setattr__" if verb == "set" else "__delattr__")
    if isinstance(method, FunctionType):
        return method, target, name
    held = on_class(kind, name)
    if isinstance(held, property):
        found = of_property(held)
        return None if found is None else (found, target)
    method = on_class(type(held), f"__{verb}__")
    return (method, held, target) if isinstance(method, FunctionType) else None


def is_written_by_user(target: Any, name: str) -> bool:
    """Tell whether a Python function of the class sets, or deletes, an attribute."""
    return any(find(target, name) is not None for find in (_setter, _deleter))


def _convert(function: Any) -> Callable[..., Any]:
    from autograph.old_operators.calls import callee

    return callee(function)


def note_attribute(target: Any, name: str) -> None:
    """Note that an attribute is about to be set or deleted."""
    note(_attribute(target, name))


def note_by_name(function: Any, args: Sequence[Any]) -> None:
    """Note an attribute that `setattr` or `delattr` of Python's is about to change."""
    is_by_name = function is setattr or function is delattr
    if is_by_name and len(args) > 1 and isinstance(args[1], str):
        note_at_last(_attribute(args[0], args[1]))


def _attribute(target: Any, name: str) -> Attribute | Global:
    """Return where an attribute is that may be written."""
    if isinstance(target, ModuleType):
        return Global(target.__dict__, name)
    apart.check_attribute(target)
    return Attribute(target, name)


def note_content(target: Any) -> None:
    """Note that the content of a container is about to change."""
    if is_container(target):
        note_change(target)


def note_global(name: str) -> None:
    """Note that a global of the calling function's module is about to be written."""
    note(Global(sys._getframe(1).f_globals, name))


__all__ = [
    "IN_PLACE",
    "PLAIN",
    "aug_attr",
    "aug_item",
    "del_attr",
    "del_item",
    "is_written_by_user",
    "note_by_name",
    "note_content",
    "note_global",
    "set_attr",
    "set_item",
]
