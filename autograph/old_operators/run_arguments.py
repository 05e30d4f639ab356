"""Calls `f(*xs)` of lists whose length only the run knows.

The arguments are a tuple of the run then. What takes any number of them, as `max`, is
given that tuple; a function with parameters is called once for each number of
arguments, under the condition that it is so many. Python binds them, and complains of
too few or too many, as in any call.
"""

from __future__ import annotations

import builtins
import inspect
import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from autograph.old_operators import own_iterators
from autograph.old_operators.lists import item_at, slice_of
from autograph.old_operators.python_builtins import converted
from autograph.old_operators.scope import FunctionScope
from graph.old_staging.chosen import Chosen, values_of
from graph.segments import Segment, refusal

Parameters: TypeAlias = tuple[int, bool]

# How many arguments a call has in Python's words.
_GIVEN: Final = re.compile(r"(?<=\bbut )\d+(?= )|(?<=\bgot )\d+$|\d+(?= given\))")
_ANY_POSITION: Final = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
)
# Those that Python tells nothing of.
_PARAMETERS: Final[dict[Any, Parameters]] = {builtins.range: (3, False)}


@dataclass(frozen=True)
class Act:
    """Makes a call with other positional arguments.

    Attributes:
        call: The `converted_call` that makes it.
        function: The function.
        kwargs: Its keyword arguments.
        scope: The scope of the calling function.
    """

    call: Callable[..., Any]
    function: Any
    kwargs: Mapping[str, Any]
    scope: FunctionScope | None

    def __call__(self, args: tuple[Any, ...]) -> Any:
        """Return what the function returns."""
        return self.call(self.function, args, self.kwargs, self.scope)


def are_of_run(args: tuple[Any, ...]) -> bool:
    """Tell whether only the run knows how many arguments there are."""
    return any(type(each) is Segment for each in args)


def call(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any], act: Act
) -> Any:
    """Return `function(*args, **kwargs)`.

    Args:
        function: What is called.
        args: A tuple of the run.
        kwargs: Keyword arguments.
        act: Makes the call with other positional arguments.

    Raises:
        UnknownLengthError: What the function takes is not known.
    """
    if any(function is each for each in (max, min)) and "default" not in kwargs:
        return _extreme(act, args)
    if function is zip and not kwargs:
        return own_iterators.iter_(_transposed(args))
    if function is itertools.chain and not kwargs:
        return act.call(itertools.chain.from_iterable, (args,), {}, act.scope)
    most, takes_more = _parameters_of(function)
    if most == 0 and takes_more:
        return act(args)
    past = _rest(act, most) if takes_more else _too_many(act, most)
    # One more is too many, which Python says in another way than of several more.
    return _by_number(act, past, args, most if takes_more else most + 2)


@converted
def _extreme(act: Any, items: Any) -> Any:
    if len(items) == 0:
        return act(())
    if len(items) == 1:
        return act((items[0],))
    return act((items,))


@converted
def _transposed(rows: Any) -> Any:
    width = 0
    if len(rows) > 0:
        width = min([len(row) for row in rows])
    return [tuple([row[place] for row in rows]) for place in range(width)]


def _parameters_of(function: Any) -> Parameters:
    """Return how many positional arguments a function names, and if it takes more."""
    if type(function) is Chosen:
        every = {_parameters_of(each) for each in values_of(function)}
        if len(every) != 1:
            raise refusal("it is spread with `*`, for another function on each path")
        return every.pop()
    for known, parameters in _PARAMETERS.items():
        if function is known:
            return parameters
    try:
        signature = inspect.signature(function, follow_wrapped=False)
    except (TypeError, ValueError):
        raise refusal("it is spread with `*`") from None
    found = signature.parameters.values()
    named = [each for each in found if each.kind in _ANY_POSITION]
    takes_more = any(each.kind is inspect.Parameter.VAR_POSITIONAL for each in found)
    return len(named), takes_more


@converted
def _by_number(act: Any, past: Any, items: Any, most: int) -> Any:
    number = len(items)
    for each in range(most):
        if number == each:
            return act(tuple([items[place] for place in range(each)]))
    return past(items)


def _rest(act: Act, most: int) -> Callable[[Any], Any]:
    """Return what calls a function that takes more arguments than it names."""
    return lambda items: act(
        (*(item_at(items, k) for k in range(most)), *slice_of(items, slice(most, None)))
    )


def _too_many(act: Act, most: int) -> Callable[[Any], Any]:
    """Return what raises Python's error for more arguments than a function takes."""

    def complain(items: Any) -> Any:
        count, text = most + 2, None
        try:
            act((None,) * count)
        except TypeError as error:
            text = str(error)
        if text is None:
            raise refusal("it is spread with `*`, and more is taken than is said")
        found = _GIVEN.search(text)
        if found is None:
            raise TypeError(text)
        more = int(found[0]) - count  # `self`
        _raise_for(items, text[: found.start()], more, text[found.end() :])

    return complain


@converted
def _raise_for(items: Any, before: str, more: int, after: str) -> None:
    raise TypeError(f"{before}{len(items) + more}{after}")


__all__ = ["are_of_run", "call"]
