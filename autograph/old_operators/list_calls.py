"""Methods and builtins on lists whose length is known only when the graph runs."""

from __future__ import annotations

import builtins
import collections
import functools
import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from autograph.old_operators import comparison_keys, object_lists
from autograph.old_operators.iteration import python_integer
from autograph.old_operators.list_orders import order_of
from autograph.old_operators.list_refusals import takes_all
from autograph.old_operators.lists import (
    add,
    del_item,
    get_item,
    item_at,
    length,
    may_hold_none,
    on_each,
    put,
    segment_of,
    set_item,
    truth_of,
    values_of,
)
from autograph.old_operators.logic import if_exp, is_unknown_length, not_
from autograph.old_operators.open_items import open_items
from autograph.old_operators.sorting import emptied
from graph import dtypes, nest, specs
from graph.dispatch import is_text, operate
from graph.errors import ResultTypeError, ShapeError
from graph.graph import is_symbolic
from graph.keys import Possible
from graph.keys import refusal as refusal_of_dict
from graph.old_staging.aliases import note_change
from graph.old_staging.joining import is_never_filled
from graph.old_staging.list_elements import holds_dicts, holds_lists, is_of_tuples
from graph.old_staging.objects import has_own_text, is_object
from graph.old_staging.row_changes import is_alone, let_go
from graph.old_staging.rows import note_copy
from graph.old_staging.variables import Optional
from graph.ops.list_queries import is_ordered
from graph.segments import Segment, is_segmented, refusal
from graph.tensor import Tensor

# -- Methods ---------------------------------------------------------------------------


def _pop(xs: list[Any], index: Any = -1) -> Any:
    if is_never_filled(xs):
        return [].pop()
    if isinstance(index, int) and index == -1 and type(xs[-1]) is not Segment:
        note_change(xs)
        return xs.pop()
    index = _argument(index)
    item = item_at(xs, index, "pop index")
    (segment,) = segment_of(xs)
    is_free = segment.family is not None and is_alone(xs, item)
    put(xs, on_each(segment, "list_delete", index))
    if is_free:
        let_go(item)
    return item


def _insert(xs: list[Any], index: Any, value: Any) -> None:
    segment, leaves = values_of(xs, value)
    index = _argument(index)
    pairs = zip(segment.columns, leaves, strict=True)
    columns = [add("list_insert", x, index, leaf) for x, leaf in pairs]
    put(xs, Segment(segment.structure, tuple(columns), segment.family))


def _argument(index: Any) -> Any:
    """Return a place that a method is given as a Python integer, symbolic or not."""
    return python_integer(index) if is_symbolic(index) else operator.index(index)


def _reverse(xs: list[Any]) -> None:
    put(xs, on_each(segment_of(xs)[0], "list_reverse"))


def _sort(xs: list[Any], *, key: Any = None, reverse: Any = False) -> None:
    with emptied(xs, key) as held:
        found = sorted_(held, key=key, reverse=reverse)
    if found:
        put(xs, found[0])


def find(xs: list[Any], value: Any) -> Any:
    """Return the place of a value, -1 if it is not there."""
    if is_never_filled(xs):
        return -1
    if is_object(value):
        return object_lists.place_of(xs, value)
    whole = segment_of(xs)[0]
    if may_hold_none(whole):
        from autograph.old_operators.searching import place_among_nones

        return place_among_nones(xs, value)
    if whole.structure is not nest.LEAF and _is_compared(value, whole.structure):
        from autograph.old_operators.python_builtins import place_of

        return place_of(xs, value)
    if (
        not is_symbolic(value)
        and dtypes.of_python(value) is None
        and not isinstance(value, Tensor)
    ):
        raise refusal(f"a {type(value).__name__} is looked for in it")
    if whole.structure is not nest.LEAF:
        raise refusal("something is looked for among elements that are no numbers")
    (column,) = whole.columns
    for spec in (specs.element_of(column.spec), specs.spec_of(value)):
        if spec.shape != ():
            raise refusal(f"something is looked for among {spec}")
    return add("list_find", column, value, 0)


def _is_compared(value: Any, structure: Any) -> bool:
    """Can a value be compared with elements one by one? A tensor takes tuples apart.

    Not with numbers that may be None or nan, of which a list knows which one it is.
    """
    if structure.kind is Optional and structure.parts[0] is nest.LEAF:
        return False
    if is_symbolic(value):
        return value.spec.dtype.is_python or structure.kind is Optional
    return value is None or isinstance(value, (list, tuple, dict, int, float, str))


def contains(xs: list[Any], value: Any) -> Any:
    """Return `value in xs`."""
    return operate("greater_equal", (find(xs, value), 0))


def count_in(xs: list[Any], value: Any) -> Any:
    """Return `xs.count(value)`."""
    if is_object(value):
        return object_lists.count_of(xs, value)
    from autograph.old_operators.python_builtins import count_of

    return count_of(xs, value)


def _index(xs: Any, value: Any) -> Any:
    if is_object(value):
        kind = type(xs).__name__
        if kind == "list" and has_own_text(value):
            raise refusal("the place of an object is asked that has a text of its own")
        return place_in(xs, value, f"{kind}.index(x): x not in {kind}")
    from autograph.old_operators.python_builtins import index_in

    return index_in(xs, value)


def joined(separator: str, xs: list[Any]) -> Any:
    """Return `separator.join(xs)`."""
    from autograph.old_operators import python_builtins

    if is_never_filled(xs):
        return ""
    whole = segment_of(xs)[0]
    if whole.structure is nest.LEAF:
        element = specs.element_of(whole.columns[0].spec)
        if element.dtype is dtypes.python_str:
            return python_builtins.joined(separator, xs)
    raise refusal("str.join() is given items that are no text")


def place_in(xs: list[Any], value: Any, message: str) -> Any:
    """Return the place of a value; without one a ValueError of the run says so."""
    place = find(xs, value)
    raise_if(operate("less", (place, 0)), ValueError(message))
    return place


def raise_if(condition: Any, error: Exception) -> None:
    """Raise an error when the graph runs, if a condition holds then."""
    from graph.old_staging import diverge, stage_cond, stage_exception

    def fail() -> Any:
        stage_exception(error)
        diverge()

    stage_cond(condition, fail, list, ())


def _remove(xs: list[Any], value: Any) -> None:
    if is_never_filled(xs):
        [].remove(value)
    del_item(xs, place_in(xs, value, "list.remove(x): x not in list"))


def _native(method: Any) -> Callable[..., Any]:
    def call(xs: list[Any], *args: Any) -> Any:
        note_change(xs)
        return method(xs, *args)

    return call


def extend(xs: list[Any], items: Any) -> None:
    """Do `xs.extend(items)`."""
    from autograph.old_operators.own_builtins import extend_by
    from autograph.old_operators.own_iterators import is_iterable
    from autograph.old_operators.python_builtins import is_decided_by_run, listed
    from autograph.old_operators.unpacking import plain_items

    note_change(xs)
    if is_iterable(items):
        extend_by(xs, items)
        return
    if is_decided_by_run(items) or (is_symbolic(items) and is_text(items)):
        listed(items, xs)
    elif (entries := open_items(items)) is not None:
        listed(entries, xs)
    else:
        is_whole = isinstance(items, (list, tuple, collections.deque))
        xs.extend(items if is_whole else plain_items(items))


def _listing(xs: Any) -> list[Any]:
    found = list(xs)
    note_copy(found, [xs])
    return found


_METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    "append": _native(list.append),
    "extend": extend,
    "clear": _native(list.clear),
    "copy": _listing,
    "pop": _pop,
    "insert": _insert,
    "reverse": _reverse,
    "sort": _sort,
    "remove": _remove,
    "count": count_in,
    "index": _index,
    "__len__": length,
    "__getitem__": get_item,
    "__setitem__": set_item,
    "__delitem__": del_item,
    "__contains__": contains,
}


# -- Builtins --------------------------------------------------------------------------


def sorted_(xs: Any, /, *, key: Any = None, reverse: Any = False) -> list[Any]:
    """Return `sorted(xs, key=key, reverse=reverse)`."""
    if is_symbolic(reverse):
        raise refusal("it is sorted in an order that depends on the run")
    if is_never_filled(xs):
        return []
    keys = xs
    if type(key) is comparison_keys.KEY:
        keys = comparison_keys.counts_before(xs, key, reverse=bool(reverse))
    elif key is not None:
        from autograph.old_operators.python_builtins import keys_of

        keys = keys_of(xs, key)
    whole, (order,) = segment_of(xs)[0], segment_of(keys)
    if order.structure.kind is Optional:
        order = _without_none(order)
    is_nested = len(order.columns) == 1 and holds_lists(order.structure)
    is_nested = is_nested and not holds_dicts(order.structure)
    is_pair = is_of_tuples(order.structure)
    if order.structure is not nest.LEAF and not is_nested and not is_pair:
        raise refusal("it is sorted by keys that are no numbers")
    if not all(is_ordered(specs.element_of(column.spec)) for column in order.columns):
        raise refusal("it is sorted by keys that are no numbers")
    places = order_of(order.columns, bool(reverse))
    found = [on_each(whole, "list_take", places)]
    note_copy(found, [xs])
    return found


def _without_none(keys: Segment) -> Segment:
    """Return keys that may be None, as `table.get(item)`, but for that.

    Raises:
        TypeError: In the run: one of several is None, which has no order.
    """
    *columns, are_none = keys.columns
    flags: list[Any] = [Segment(nest.LEAF, (are_none,))]
    is_one_none = operate("greater", (count_in(flags, True), 0))
    are_compared = operate("greater", (length(flags), 1))
    kind = specs.element_of(columns[0].spec).dtype.python or Tensor
    words = f"'<' not supported between instances of 'NoneType' and '{kind.__name__}'"
    raise_if(operate("bitwise_and", (is_one_none, are_compared)), TypeError(words))
    return Segment(keys.structure.parts[0], tuple(columns), keys.family)


def stacked(
    xs: list[Any], dtype: Any = None, if_empty: Any = None, *, is_constant: bool = False
) -> Any:
    """Return the tensor that a list makes.

    Args:
        xs: The list.
        dtype: The dtype that is asked for, if one is.
        if_empty: The dtype that an empty list makes, where none is asked for.
        is_constant: Numbers that do not fit are refused as `constant` does, not NumPy.
    """
    if is_never_filled(xs):
        raise refusal("it has never had an element")
    whole = segment_of(xs)[0]
    if whole.structure is not nest.LEAF:
        raise refusal("a tensor is made of elements that are no tensors")
    (column,) = whole.columns
    element = specs.element_of(column.spec)
    found = element.strong.dtype if dtype is None else dtype
    if if_empty is not None and found is not if_empty:
        why = (
            f"an empty list makes a tensor of {if_empty.name}, this one with elements "
            f"makes one of {found.name}, and it is empty."
        )
        hint = "Say which dtype it is: `dtype=`."
        refuse_empty(xs, ResultTypeError(why, hint=hint))
    if dtype is not None and element.dtype.is_python:
        # At once: as int32 or float32 they would not all be what they are.
        return add("list_numbers", column, dtype=dtype, is_constant=is_constant)
    made = add("list_stack", column)
    from graph.ops.core import cast

    return made if dtype is None else cast(made, dtype)


def _stack(values: Any, axis: Any = 0, name: Any = None) -> Any:
    del name
    check_axis(axis)
    why = "stack(values): there is nothing to join."
    refuse_empty(values, ShapeError(why, hint="Give at least one tensor."))
    return stacked(values)


def check_axis(axis: Any) -> None:
    """Refuse to stack a list along another axis than the first."""
    if is_symbolic(axis) or axis != 0:
        raise refusal("it is stacked along another axis than the first")


def refuse_empty(xs: list[Any], error: Exception) -> None:
    """Raise an error when the graph runs, if a list has no items then."""
    if is_unknown_length(xs):
        raise_if(not_(truth_of(xs)), error)


def _constant(
    value: Any, dtype: Any = None, shape: Any = None, name: Any = None
) -> Any:
    if shape is not None:  # one item is repeated, several are not
        raise refusal("it is given to constant() with a `shape`")
    return _convert(value, dtype, name)


def _convert(
    value: Any, dtype: Any = None, name: Any = None, *, dtype_hint: Any = None
) -> Any:
    del name
    if dtype is None and dtype_hint is not None:
        raise refusal("it is given to convert_to_tensor() with a `dtype_hint`")
    if dtype is None:
        if isinstance(value, collections.deque):  # of which NumPy makes an array
            from autograph.old_operators.list_arrays import stacked_by_numpy

            return stacked_by_numpy(value)
        return stacked(value, if_empty=dtypes.float32)
    return stacked(value, dtypes.as_dtype(dtype), is_constant=True)


def _enumerate(xs: list[Any], start: Any = 0) -> Any:
    from autograph.old_operators.iteration import staged_enumerate

    return staged_enumerate(xs, start)


def _bool(xs: list[Any]) -> Any:
    return truth_of(xs)


def _extreme(name: str) -> Callable[..., Any]:
    def call(xs: Any, /, *others: Any, key: Any = None, **default: Any) -> Any:
        from autograph.old_operators import python_builtins

        if others or not default.keys() <= {"default"}:
            raise refusal(f"it is given to {name}() with other arguments")
        among = getattr(python_builtins, f"{name}_of_rest")

        def found() -> Any:
            return among(get_item(xs, 0), get_item(xs, slice(1, None)), key)

        if default and is_unknown_length(xs):
            return if_exp(truth_of(xs), found, lambda: default["default"])
        if is_unknown_length(xs):
            error = ValueError(f"{name}() {_EMPTY}")
            raise_if(not_(truth_of(xs)), error)
        return found()

    return call


def _message_of_empty() -> str:
    try:
        max([])
    except ValueError as error:
        return str(error).removeprefix("max() ")
    return ""


_EMPTY: Final = _message_of_empty()


_BUILTINS: Final[Mapping[Any, Callable[..., Any]]] = {
    builtins.len: length,
    builtins.bool: _bool,
    builtins.list: _listing,
    builtins.sorted: sorted_,
    builtins.max: _extreme("max"),
    builtins.min: _extreme("min"),
}


def call_on_lists(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of `function`, given lists with segments.

    None if nothing is to be replaced.
    """
    owner = getattr(function, "__self__", None)
    if type(owner) is list and args and is_symbolic(args[0]):
        if function.__name__ in ("pop", "insert") and owner:
            return functools.partial(_METHODS[function.__name__], owner)
    if type(owner) is list and args and getattr(function, "__name__", "") == "remove":
        if any(map(is_symbolic, (*owner, *args))) and not is_segmented(owner):
            return functools.partial(_remove, owner)
    if is_segmented(owner) and not isinstance(function, type):
        name = getattr(function, "__name__", "")
        if name == "index" and len(args) > 1:
            raise refusal(f"{type(owner).__name__}.index() is called with bounds")
        method = _METHODS.get(name)
        if method is None or type(owner) not in (list, tuple):
            raise refusal(f"{type(owner).__name__}.{name}() is called")
        return lambda *given, **named: method(owner, *given, **named)
    if any(type(value) is Segment for value in args) and not takes_all(function, args):
        raise refusal("it is spread with `*`")
    if any(type(value) is Possible for value in kwargs.values()):
        raise refusal_of_dict("it is spread with `**`")
    if not args or not is_segmented(args[0]):
        return None
    if isinstance(owner, type) and getattr(function, "__name__", "") == "_make":
        raise refusal("the fields of a named tuple are made of its items")
    if type(owner) is str and function.__name__ == "join" and len(args) == 1:
        return functools.partial(joined, owner)
    try:
        found = _BUILTINS.get(function) or _of_tensors().get(function)
    except TypeError:  # unhashable callables
        return None
    return found


def _of_tensors() -> Mapping[Any, Callable[..., Any]]:
    from autograph.old_operators.list_arrays import numpy_stack, stacked_as_numpy
    from graph.ops import core, joining

    return {
        core.constant: _constant,
        core.convert_to_tensor: _convert,
        joining.stack: _stack,
        np.array: stacked_as_numpy,
        np.asarray: stacked_as_numpy,
        np.stack: numpy_stack,
    }


__all__ = [
    "call_on_lists",
    "contains",
    "count_in",
    "extend",
    "find",
    "joined",
    "place_in",
    "raise_if",
]
