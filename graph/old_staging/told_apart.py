"""Make text of what may be Python's number as of a number, and as of a tensor.

    f"{y}"      ->      cond(number_of(y), f"{int(y)}", f"{y}")

where `y` is a number of Python's on one path, and one of NumPy's or a tensor on
another: see `staging.lineage`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, NoReturn

import numpy as np

from graph.array_methods import register_handler
from graph.dispatch import record
from graph.dtypes import DType
from graph.errors import UnstagedOperationError
from graph.old_staging.branches import stage_cond
from graph.old_staging.kinds import Asked
from graph.old_staging.lineage import (
    Answer,
    UnknownLineageError,
    is_integer_in_run,
    is_number_in_run,
    is_whole_in_run,
)
from graph.old_staging.links import links_of
from graph.old_staging.narrow import is_narrow, refuse_narrow_value
from graph.old_staging.number_types import (
    TEXT,
    may_be_integer,
    may_be_real,
    number_types,
)
from graph.old_staging.numpy_numbers import is_mixed, refuse_mixed, refuse_text
from graph.old_staging.unrounded import as_number, is_rounded, number_of
from graph.old_staging.variables import building
from graph.old_staging.whole import (
    as_floats,
    integers_of,
    is_whole,
    refuse_integer,
    refuse_real,
)
from graph.op import Op, op_named
from graph.tensor import _DISPATCH, SymbolicTensor, Tensor

# There are twice as many texts for each.
_MOST: Final = 4


def taken_apart(
    what: str, values: Sequence[Any], make: Callable[[list[Any]], Any]
) -> Any:
    """Return what is made of values, as plain Python makes it on each path.

    Args:
        what: What is made, for messages.
        values: Some may be numbers of Python's that have a tensor's dtype.
        make: Makes it of these values, of which none is both.

    Raises:
        UnstagedOperationError: No run can tell which one is.
    """
    places = [place for place, each in enumerate(values) if is_either(each)]
    if not places:
        return make(list(values))
    if len(places) > _MOST:
        refuse_mixed(what)
    place, value = places[0], values[places[0]]
    answer, if_so, if_not = sides(what, value)

    def made(side: Callable[[], Any]) -> list[Any]:
        given = [*values[:place], side(), *values[place + 1 :]]
        return [taken_apart(what, given, make)]

    if isinstance(answer, bool):
        return made(if_so if answer else if_not)[0]
    (found,) = stage_cond(answer, lambda: made(if_so), lambda: made(if_not), [what])
    return found


def sides(
    what: str, value: SymbolicTensor
) -> tuple[Answer, Callable[[], Any], Callable[[], Any]]:
    """Return a question to the run, and what a value is if it is so, and if not.

    Args:
        what: What depends on that, for messages.
        value: It is either of two things: see `is_either`.

    Raises:
        UnstagedOperationError: No run can tell which.
    """
    if is_narrow(value):
        refuse_narrow_value(what, value)
    if is_whole(value) and not is_mixed(value):
        (dtype, *others) = integers_of(value)
        answer = _told(is_whole_in_run, value, partial(refuse_integer, what))
        if others:
            refuse_integer(what)
        return answer, partial(_as_integers, value, dtype), partial(as_floats, value)
    kind, is_scalar, answer = told_apart(what, value, asks_whole=False)
    number = partial(as_number, value, kind)
    if answer is not False and is_rounded(value, kind):
        known = number_of(what, value, kind)  # asked of what is around the two blocks
        number = partial(building().capture, known)
    return answer, number, partial(as_other, value, is_scalar)


def _as_integers(value: SymbolicTensor, dtype: DType) -> SymbolicTensor:
    attrs = {"dtype": dtype}
    node = record(building(), op_named("cast"), (value,), attrs)
    node.outputs[0].givers = node.inputs  # it is what that is: an array, a tensor
    return node.outputs[0]


def as_shown(value: Any) -> Any:
    """Return a value as one of NumPy's, if `str` makes the same text of it as it is.

    It does of integers: which of Python's and NumPy's they are makes no difference.
    """
    if number_types(value) != {int} or not is_mixed(value) or is_whole(value):
        return value
    asked = Asked(is_assumed=True, skips_numbers=True)
    if not value.spec.dtype.is_integer or asked.kind(value) is not np.generic:
        return value
    asked.note(value)
    return as_other(value, is_scalar=True)


def as_other(value: SymbolicTensor, is_scalar: bool) -> SymbolicTensor:
    """Return a value as what it is where it is not that number; see `told_apart`."""
    made = record(building(), op_named("identity"), (value,), {}).outputs[0]
    links_of(made).is_scalar = is_scalar
    return made


def told_apart(
    what: str, value: SymbolicTensor, *, asks_whole: bool = True
) -> tuple[type, bool, Answer]:
    """Return what a value is where it is Python's number, and where it is not.

    Args:
        what: What depends on that, for messages.
        value: It may be either.
        asks_whole: Does it depend on whether the other is integers, or floats?

    Returns:
        The class of the number; is it NumPy's number elsewhere, and no tensor? And is
        it Python's in the run?

    Raises:
        UnstagedOperationError: It is not known.
    """
    if is_narrow(value):
        refuse_narrow_value(what, value)
    if asks_whole and is_whole(value):
        refuse_integer(what)
    if may_be_real(value):
        refuse_real(what)
    if may_be_integer(value):
        return (
            int,
            False,
            _told(is_integer_in_run, value, partial(refuse_integer, what)),
        )
    types = number_types(value)
    if types & TEXT:
        refuse_text(what)
    asked = Asked(is_assumed=True, skips_numbers=True)
    kind = asked.kind(value)
    asked.note(value)
    if len(types) != 1 or kind not in (Tensor, np.generic):
        refuse_mixed(what)
    answer = _told(is_number_in_run, value, partial(refuse_mixed, what))
    return next(iter(types)), kind is np.generic, answer


def _told(
    ask: Callable[[Any], Answer], value: Any, refuse: Callable[[], NoReturn]
) -> Answer:
    try:
        return ask(value)
    except UnknownLineageError:
        refuse()


def is_either(value: Any) -> bool:
    """Is a value of one class of Python's on some paths, and of another on others?"""
    if is_whole(value) or is_narrow(value):
        return True
    return may_be_integer(value) or may_be_real(value) or is_mixed(value)


def is_told_apart(value: Any) -> bool:
    """Is it a number on one path, a tensor on another, and can a run tell which?"""
    if not is_mixed(value):
        return False
    with suppress(UnstagedOperationError):
        sides("what is made", value)
        return True
    return False


def applied_apart(function: Any, *args: Any, **kwargs: Any) -> Any:
    """Call the function of an op with numbers as they are; see `is_in_narrow`."""
    return taken_apart(
        f"ag.{function.op.name}()", args, lambda given: function(*given, **kwargs)
    )


def is_in_narrow(function: Any, args: Sequence[Any]) -> bool:
    """Is it the function of an elementwise op, given integers in narrow tensors?"""
    op = getattr(function, "op", None)
    return (
        isinstance(op, Op) and op.is_elementwise and any(map(_is_narrow_number, args))
    )


def _is_narrow_number(value: Any) -> bool:
    """Is it an integer of Python's on some paths, which a tensor is narrower than?

    The integer makes a tensor of int32, which does not wrap around as that does.
    """
    if type(value) is not SymbolicTensor or value.links is None:
        return False
    dtype = value.spec.dtype
    is_narrow = dtype.is_integer and (dtype.numpy.kind == "u" or dtype.size < 4)
    return is_narrow and is_mixed(value)


def check_integer(value: Any) -> None:
    """Refuse to take for a float what is an integer on some paths.

    Raises:
        UnstagedOperationError: It is one: as an index, or a count, it will do there.
    """
    what = "an index, or a count,"
    if may_be_integer(value) or is_whole(value):
        refuse_integer(what)
    if type(value) is not SymbolicTensor or value.spec.dtype.is_python:
        return
    is_integer = value.spec.dtype.is_integer and value.shape == ()
    if number_types(value) and not is_integer:
        refuse_mixed(what)


def check_class(value: Any, asked: Callable[[type], Any], found: Any) -> None:
    """Refuse what is so for the class of a value, and not for that on another path.

    Raises:
        UnstagedOperationError: It has one for which something else is so.
    """
    what = "the class"
    if may_be_integer(value) and asked(int) is not found:
        refuse_integer(what)
    if may_be_real(value):
        if any(asked(each) is not found for each in number_types(value)):
            refuse_real(what)
    if any(asked(each.numpy.type) is not found for each in integers_of(value)):
        refuse_integer(what)


def check_named(value: Any) -> None:
    """Refuse to name the class of what is of another class on another path."""
    refuse_either(value, "an error that names the class")


def refuse_either(value: Any, what: str) -> None:
    """Refuse something of what is of another class on another path.

    Raises:
        UnstagedOperationError: It is.
    """
    if is_narrow(value):
        refuse_narrow_value(what, value)
    if is_whole(value) or may_be_integer(value):
        refuse_integer(what)
    if may_be_real(value):
        refuse_real(what)
    if number_types(value) & TEXT:
        refuse_text(what)
    if number_types(value) and not value.spec.dtype.is_python:
        refuse_mixed(what)


def check_attribute(value: SymbolicTensor, name: str) -> None:
    """Raise, in the run, what Python does for an attribute that its numbers lack.

    Args:
        value: It may be a number of Python's, or integers that are floats here.
        name: That of an attribute of arrays.

    Raises:
        UnstagedOperationError: No run can tell which it is, and it makes a difference.
    """
    if name in _OF_DTYPES and is_narrow(value):
        refuse_narrow_value(f"`.{name}`", value)
    if name in _OF_DTYPES and is_whole(value):
        refuse_integer(f"`.{name}`")
    lacking = [each for each in number_types(value) if not hasattr(each, name)]
    if not lacking:
        return
    is_it = _told(is_number_in_run, value, partial(refuse_mixed, f"`.{name}`"))
    if len(lacking) > 1:
        refuse_mixed(f"`.{name}`")
    if is_it is False:
        return
    from graph.ops.debugging import assert_that  # ops are made with this module

    is_other: Any = False
    if is_it is not True:
        negation = op_named("python_not")
        is_other = record(building(), negation, (is_it,), {}).outputs[0]
    message = f"'{lacking[0].__name__}' object has no attribute '{name}'"
    assert_that(is_other, (), message, AttributeError)


# What tells integers of NumPy's from floats.
_OF_DTYPES: Final = frozenset(
    {"dtype", "item", "itemsize", "nbytes", "tobytes", "tolist"}
)

register_handler("attribute_of_either", check_attribute)
_DISPATCH["check_integer"] = check_integer
_DISPATCH["check_named"] = check_named
_DISPATCH["refuse_either"] = refuse_either
_DISPATCH["as_shown"] = as_shown
_DISPATCH["taken_apart"] = taken_apart
_DISPATCH["told_apart"] = told_apart
_DISPATCH["is_either"] = is_either

__all__ = [
    "applied_apart",
    "as_other",
    "as_shown",
    "check_class",
    "check_integer",
    "check_named",
    "is_either",
    "is_in_narrow",
    "is_told_apart",
    "refuse_either",
    "sides",
    "taken_apart",
    "told_apart",
]
