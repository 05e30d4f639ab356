"""What `locals()`, `vars()` and `dir()` show of the function that calls them."""

from __future__ import annotations

import builtins
from typing import Any, Final

from autograph.old_operators.calls import converted_call
from autograph.old_operators.possible_attributes import check_globals
from autograph.old_operators.variables import is_undefined, ld
from graph.keys import Possible
from graph.old_staging import Maybe

_SHOWING: Final = (builtins.locals, builtins.vars, builtins.dir)


def frame_variables(reader: Any, names: tuple[str, ...], *values: Any) -> Any:
    """Return `locals()`, or what another function shows of the variables.

    Args:
        reader: What is called by the name of such a builtin.
        names: The variables, in Python's order.
        values: Their values; those that have none may be `Undefined`. Without names,
            what the reader has given.

    Returns:
        A new dict of the variables that have values; of those that have one on some
        paths only, the run decides. Of `dir`, their names in order.
    """
    if values and not names:  # `globals()`, called from the user's frame
        if reader is builtins.globals:
            check_globals(values[0])
        return values[0]
    if not any(reader is each for each in _SHOWING):
        return converted_call(reader, (), None)
    found: dict[str, Any] = {}
    for name, value in zip(names, values, strict=True):
        if is_undefined(value):
            value.is_read = True  # a loop that assigns it later comes here again
        elif type(value) is Maybe:
            found[name] = Possible(value.value, value.flag)
        else:
            found[name] = ld(value)
    if reader is not dir:
        return found
    return converted_call(sorted, (converted_call(list, (found,), None),), None)


__all__ = ["frame_variables"]
