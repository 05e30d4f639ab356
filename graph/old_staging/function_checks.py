"""What NumPy's functions make of values that are something else on another path.

    y = 3
    if n > 0:
        y = np.uint8(3)     # uint8 in the graph
    z = np.sum(y)           # int64 in plain Python where `y` is 3, and uint64 elsewhere

The function is called again, of each of what the values may be, and what that adds to
the graph is forgotten. Where the results are of other dtypes, the run refuses the path
on which they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod
from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.dispatch import record
from graph.dtypes import DType
from graph.errors import AutographError
from graph.graph import Graph, current_graph
from graph.old_staging.lineage import (
    Answer,
    UnknownLineageError,
    is_integer_in_run,
    is_narrow_in_run,
    is_number_in_run,
    is_whole_in_run,
)
from graph.old_staging.narrow import narrow_message, refuse_narrow
from graph.old_staging.number_types import NEVER, number_types
from graph.old_staging.numpy_numbers import mixed_message, refuse_mixed
from graph.old_staging.variables import building
from graph.old_staging.whole import NONE, dtypes_of, integers_of, is_whole, mark_whole
from graph.op import op_named
from graph.ops.number_checks import NARROW_HINT, NUMBER_HINT
from graph.specs import is_list
from graph.tensor import _DISPATCH, SymbolicTensor

# Of more combinations than these not all are looked at.
_MOST: Final = 32
# What gives numbers that every dtype holds, and is passed on no dtypes.
_CONSTANT: Final = frozenset({"numpy.zeros_like", "numpy.ones_like"})


def is_otherwise(value: Any) -> bool:
    """May a value, or one in a list, be something else in plain Python?"""
    if type(value) in (list, tuple):
        return any(map(is_otherwise, value))
    return type(value) is SymbolicTensor and bool(_others(value))


def _others(value: SymbolicTensor) -> list[DType]:
    """Return what a value may be, beside what it is in the graph."""
    own = value.spec.dtype
    if is_list(value.spec) or own.kind not in "biufc":
        return []
    found = {dtypes.of_python(each(1)) for each in number_types(value)}
    others = [each for each in found | dtypes_of(value) if each not in (own, None)]
    return sorted(others, key=lambda each: each.name)


def checked(
    name: str,
    function: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
) -> Any:
    """Call a function of NumPy's, some of whose arguments may be something else.

    Returns:
        What it gives, of which no number is one of Python's.

    Raises:
        UnstagedOperationError: It gives something else on another path, and no run can
            tell on which it is.
    """
    result: Any = None
    failed: Exception | None = None
    try:
        result = function(*args, **kwargs)
    except AutographError:
        raise
    except (TypeError, ValueError) as error:
        failed = error
    graph = current_graph()
    if graph is None or (result is None and failed is None):
        return result  # it has changed an array
    leaves = [x for x in _leaves((args, kwargs)) if is_otherwise(x)]
    known: list[set[DType]] = [set() for _ in _leaves(result)]
    for choices in _choices(leaves):
        made = _made_of(graph, choices[0], function, args, kwargs)
        if failed is not None:
            is_same = type(made) is type(failed) and str(made) == str(failed)
        else:
            is_same = _note_dtypes(name, result, made, known)
        for choice in choices:
            if not is_same:
                _refuse(name, choice)
            elif failed is None:
                _check_held([result, made], choice)
    if failed is not None:
        raise failed
    return _marked(result, leaves, known)


#: What takes the place of some leaves, by their identities.
_Choice = dict[int, tuple[SymbolicTensor, DType]]


def _choices(leaves: Sequence[SymbolicTensor]) -> Iterator[list[_Choice]]:
    """Yield what the leaves may be: some are something else, at least one.

    Of many leaves: each alone, and all that are of a kind. What is yielded together
    makes the same.
    """
    leaves = list({id(x): x for x in leaves}.values())
    others: list[list[DType | None]] = [[None, *_others(each)] for each in leaves]
    if prod(map(len, others)) <= _MOST:
        for row in islice(product(*others), 1, None):
            yield [_choice(leaves, row)]
        return
    kinds: dict[tuple[DType, DType | None], list[SymbolicTensor]] = {}
    for leaf, known in zip(leaves, others, strict=True):
        for each in known[1:]:
            kinds.setdefault((leaf.spec.dtype, each), []).append(leaf)
    for (_, dtype), alike in kinds.items():
        yield [_choice([each], [dtype]) for each in alike]
        yield [_choice(alike, [dtype] * len(alike))]


def _choice(leaves: Sequence[SymbolicTensor], row: Sequence[DType | None]) -> _Choice:
    pairs = zip(leaves, row, strict=True)
    return {id(x): (x, dtype) for x, dtype in pairs if dtype is not None}


def _made_of(
    graph: Graph,
    choice: _Choice,
    function: Callable[..., Any],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
) -> Any:
    """Return what the function gives of such values, or what it raises."""
    mark = graph.checkpoint()
    try:
        taken = {key: _cast(x, dtype) for key, (x, dtype) in choice.items()}
        given = _replaced(tuple(args), taken)
        return function(*given, **_replaced(dict(kwargs), taken))
    except Exception as error:  # noqa: BLE001  # it is compared with that of others
        return error
    finally:
        graph.rollback(mark)


def _cast(value: SymbolicTensor, dtype: DType) -> SymbolicTensor:
    graph = current_graph()
    assert graph is not None
    node = record(graph, op_named("cast"), (value,), {"dtype": dtype})
    (made,) = node.outputs
    if not dtype.is_python:
        made.givers = node.inputs
    made.links = None
    return made


def _replaced(value: Any, taken: Mapping[int, Any]) -> Any:
    if type(value) in (list, tuple):
        return type(value)([_replaced(each, taken) for each in value])
    if type(value) is dict:
        return {key: _replaced(each, taken) for key, each in value.items()}
    return taken.get(id(value), value)


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from _leaves(each)
    elif isinstance(value, dict):
        yield from _leaves(list(value.values()))
    else:
        yield value


def _note_dtypes(name: str, result: Any, made: Any, known: list[set[DType]]) -> bool:
    """Note of which dtypes results may be; False if the graph's stand for no others."""
    found, others = list(_leaves(result)), list(_leaves(made))
    if len(found) != len(others):
        return False
    for one, other, dtypes_known in zip(found, others, known, strict=True):
        if type(one) is not type(other):
            return False
        if type(one) is not SymbolicTensor:
            if repr(one) != repr(other):
                return False
            continue
        own, dtype = one.spec.dtype, other.spec.dtype
        # The sum of small integers is of larger ones.
        is_told = name in _CONSTANT or (is_whole(one) and dtype.is_integer)
        is_held = is_told and not dtype.is_python and _holds(own, dtype)
        if dtype is not own and dtype not in dtypes_of(one) and not is_held:
            return False
        dtypes_known.add(dtype)
    return True


def _holds(wider: DType, dtype: DType) -> bool:
    return bool(np.promote_types(wider.numpy, dtype.numpy) == wider.numpy)


def _check_held(results: Any, choice: _Choice) -> None:
    """Have the run refuse numbers of Python's that an array of integers cannot hold.

    NumPy raises OverflowError for them, and lets those of its own wrap around.
    """
    made = [x.spec.dtype for x in _leaves(results) if type(x) is SymbolicTensor]
    for value, dtype in choice.values():
        for own in {x for x in made if x.kind in "iu" and not x.is_python}:
            _check_number(value, dtype, own)


def _check_number(value: SymbolicTensor, dtype: DType, own: DType) -> None:
    if dtype.kind not in "iu" or np.can_cast(value.spec.dtype.numpy, own.numpy):
        return
    answer = _answer(value, dtype)
    if answer is not False:
        asked = [answer] if isinstance(answer, SymbolicTensor) else []
        check = op_named("check_narrow")
        record(building(), check, (*asked, value, value), {"dtype": own})


def check_written(own: DType, value: Any) -> None:
    """Have the run refuse a number of Python's that an array of integers cannot hold.

    Args:
        own: The dtype of the array, which it is written to.
        value: It may be something else than a number of Python's on another path.
    """
    if type(value) is SymbolicTensor and own.kind in "iu":
        for dtype in _others(value):
            if dtype.is_python:
                _check_number(value, dtype, own)


def _refuse(name: str, choice: _Choice) -> None:
    """Have the run refuse the path on which values are these.

    Raises:
        UnstagedOperationError: No run can tell, or it is on that path.
    """
    value, dtype = next(iter(choice.values()))
    others = () if dtype.is_python else (value.spec.dtype, *dtypes_of(value))
    refuse_where(f"`{name}`", [_answer(*each) for each in choice.values()], others)


def refuse_where(
    what: str, flags: Sequence[Answer | None], others: Sequence[DType] = ()
) -> None:
    """Refuse something where some answers are all true, in the run.

    Args:
        what: It, for the message.
        flags: The answers; None where nobody can tell.
        others: The dtypes that a value has on some paths; it is Python's number on one
            if there are none.

    Raises:
        UnstagedOperationError: They are true, or no run can tell.
    """
    if any(each is False for each in flags):
        return
    asked = [each for each in flags if isinstance(each, SymbolicTensor)]
    if None in flags or not asked:
        if others:
            refuse_narrow(what, others)
        refuse_mixed(what)
    attrs = {"message": mixed_message(what), "hint": NUMBER_HINT}
    if others:
        attrs = {"message": narrow_message(what, others), "hint": NARROW_HINT}
    record(building(), op_named("refuse_narrow"), asked, attrs)


def refuse_number(what: str, value: Any) -> None:
    """Refuse something of a value where it is Python's number, and no tensor.

    Raises:
        UnstagedOperationError: It is one on all paths that come here, or who knows.
    """
    if type(value) is not SymbolicTensor or value.spec.dtype.is_python:
        return
    if number_types(value):
        refuse_where(what, [_answer(value, dtypes.python_int)])


def refuse_otherwise(what: str, value: SymbolicTensor) -> None:
    """Refuse something of a value where it has another dtype than in the graph.

    Raises:
        UnstagedOperationError: It has on all paths that come here, or who knows.
    """
    others = sorted(dtypes_of(value), key=lambda each: each.name)
    for dtype in others[:1]:
        answer = _answer(value, dtype) if len(others) == 1 else None
        refuse_where(what, [answer], [value.spec.dtype, *others])


def _answer(value: SymbolicTensor, dtype: DType) -> Answer | None:
    """Return whether a value is of a dtype in a run; None if nobody can tell."""
    if not dtype.is_python:
        is_it = is_whole_in_run if dtype in integers_of(value) else is_narrow_in_run
    else:
        is_it = is_integer_in_run if value.spec.dtype.is_python else is_number_in_run
    try:
        return is_it(value)
    except UnknownLineageError:
        return None


def _marked(result: Any, leaves: Sequence[Any], known: Sequence[set[DType]]) -> Any:
    """Note what results may be in plain Python: no numbers of Python's, in any case."""
    for one, dtypes_known in zip(_leaves(result), known, strict=True):
        if type(one) is not SymbolicTensor or one.links is None:
            continue
        if all(one is not each for each in leaves):
            one.links.numbers = NEVER
            one.links.whole = one.links.narrow = NONE
            mark_whole(one, frozenset(dtypes_known))
    return result


_DISPATCH["checked_function"] = checked
_DISPATCH["check_written"] = check_written
_DISPATCH["is_otherwise"] = is_otherwise
_DISPATCH["refuse_number"] = refuse_number

__all__ = [
    "checked",
    "is_otherwise",
    "refuse_number",
    "refuse_otherwise",
    "refuse_where",
]
