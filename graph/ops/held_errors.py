"""Objects that a caught exception holds, brought to what they hold by now.

    except Overdrawn as error:
        account.balance = 0
        return str(error)           # may show the account as it is now

A run makes the objects of an exception anew when that is raised. What changes the
user's own ones after that does not change these.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from graph import dtypes, nest
from graph.errors import UnknownIdentityError
from graph.op import RAISES, REQUIRED, ZERO, always, define
from graph.ops.held_values import all_held
from graph.ops.skeletons import HeldObject, filled, store_in
from graph.specs import TensorSpec
from graph.tensor import _DISPATCH, EagerTensor


def _refresh(
    error: BaseException,
    *values: Any,
    held: tuple[HeldObject, ...],
    now: Any,
    is_same_object: bool,
    is_raised: bool,
    kinds: str = "",
) -> BaseException:
    inside = [error.args, vars(error)]
    if not is_raised and not _has_own_text(type(error)):
        del inside[1]
    copies = [
        each
        for each in _DISPATCH["reached"](inside)
        if any(x.is_copy(each) for x in held)
    ]
    if not copies:  # it was raised elsewhere, or does not show them
        return error
    held_now = all_held(values, kinds)
    for each in copies:
        # The object holds itself where the user's own one does.
        parts = None if now is None else _parts(now, held_now, {id(now): each})
        if parts is None or not (is_same_object or _are_alike(_parts_of(each), parts)):
            kind = type(each).__name__
            raise UnknownIdentityError(
                f"an exception holds an object ({kind}) that may have changed since it "
                "was raised: a graph does not follow it there.",
                hint="Give the exception what it needs of the object, or its text.",
            )
        for name in _parts_of(each).keys() - parts.keys():
            object.__delattr__(each, name)
        for name, part in parts.items():
            store_in(each, name, part)
    return error


def _parts(now: Any, values: list[Any], known: dict[int, Any]) -> dict[str, Any]:
    """Return the attributes of what a skeleton stands for."""
    if type(now) is HeldObject:
        return {name: filled(part, values, known) for name, part in now.parts.items()}
    return _parts_of(filled(now, values, known))


def _parts_of(value: Any) -> dict[str, Any]:
    return dict(_DISPATCH["attributes_of"](value))


def _has_own_text(kind: type) -> bool:
    return any(
        name in vars(each)
        for each in kind.__mro__
        if each.__module__ != "builtins"
        for name in ("__str__", "__repr__")
    )


def _are_alike(left: Any, right: Any) -> bool:
    """Tell whether two values hold the same, at any depth."""
    waiting, seen = [(left, right)], set()
    while waiting:
        x, y = waiting.pop()
        if x is y or (id(x), id(y)) in seen:
            continue
        seen.add((id(x), id(y)))
        if type(x) is not type(y):
            return False
        if _DISPATCH["is_object"](x):
            waiting.append((_parts_of(x), _parts_of(y)))
        elif nest.is_nested(x):
            left_leaves, structure = nest.flatten_with_structure(x)
            right_leaves, other = nest.flatten_with_structure(y)
            if structure != other:
                return False
            waiting += zip(left_leaves, right_leaves, strict=True)
        elif not _are_equal(x, y):
            return False
    return True


def _are_equal(left: Any, right: Any) -> bool:
    if isinstance(left, (np.ndarray, np.generic, EagerTensor)):
        left, right = np.asarray(left), np.asarray(right)
        return bool(left.dtype == right.dtype) and left.tobytes() == right.tobytes()
    is_nan = isinstance(left, float) and math.isnan(left) and math.isnan(right)
    return is_nan or bool(left == right)


REFRESH: Final = define(
    "refresh_held",
    is_public=False,
    inputs=("error", "values"),
    attrs={
        "held": REQUIRED,
        "now": REQUIRED,
        "is_same_object": REQUIRED,
        "is_raised": REQUIRED,
        "kinds": "",
    },
    infer=lambda error, *values, **attrs: TensorSpec((), dtypes.opaque),
    kernel=_refresh,
    effects=RAISES,
    gradient=ZERO,
    can_refuse=always,
    doc="An exception, whose object holds what the user's own one holds by now.",
    variadic=True,
)

__all__ = ["REFRESH"]
