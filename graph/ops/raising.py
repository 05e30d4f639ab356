"""Raise exceptions when a graph runs."""

from __future__ import annotations

import builtins
import string
from collections.abc import Sequence
from typing import Any, Final

from graph import dtypes, errors
from graph.copied_errors import copied_error
from graph.errors import GraphError, StagingError
from graph.graph import eager_scope
from graph.op import RAISES, REQUIRED, ZERO, define
from graph.tensor import EagerTensor


def exception_name(exception: Any) -> Any:
    """Return the name of a class that a name is enough for, else the class."""
    name = exception.__name__
    is_known = exception in (getattr(builtins, name, None), getattr(errors, name, None))
    return name if is_known else exception


def _exception_class(exception: Any) -> Any:
    """Return the class that a name, or the class itself, stands for."""
    if not isinstance(exception, str):
        return exception
    found = vars(errors).get(exception) or vars(builtins).get(exception)
    if not isinstance(found, type) or not issubclass(found, BaseException):
        raise GraphError(f"{exception!r} is no exception")
    return found


def is_plain_template(template: Any) -> bool:
    """Tell whether a template shows values as they are, and looks nothing up in them.

    `{0.__class__}` does, as `str.format` has it.
    """
    if template is None:
        return True
    parts = string.Formatter().parse(template) if type(template) is str else [None]
    try:
        return all(part is not None and _is_plain(*part) for part in parts)
    except ValueError:  # it is no template
        return False


def _is_plain(_: str, name: str | None, spec: str | None, kind: str | None) -> bool:
    is_place = not name or (name.isascii() and name.isdigit())
    return is_place and is_plain_template(spec) and kind in (None, "r", "s", "a")


def make_exception(exception: Any, template: str | None, values: Sequence[Any]) -> Any:
    """Return an exception that is made when a graph runs."""
    if isinstance(exception, BaseException):
        return copied_error(exception)  # each run raises its own
    kind, held = _exception_class(exception), map(_as_held, values)
    if template is not None:
        return kind(template.format(*held))
    with eager_scope():  # a constructor of the user's may apply ops
        return kind(*held)


def _as_held(value: Any) -> Any:
    """Return what a program in Python holds: Python's numbers and text, or tensors."""
    is_itself = isinstance(value, EagerTensor) or dtypes.of_python(value) is not None
    return value if is_itself else EagerTensor(value)


def _raise(*values: Any, exception: Any, template: str | None) -> None:
    raise make_exception(exception, template, values)


def is_refusal(exception: Any) -> bool:
    """Tell whether an exception that a node is to make says that it refuses."""
    if isinstance(exception, BaseException):
        return isinstance(exception, StagingError)
    return issubclass(_exception_class(exception), StagingError)


RAISE: Final = define(
    "raise_error",
    inputs=("values",),
    attrs={"exception": REQUIRED, "template": None},
    infer=lambda *values, **attrs: (),
    kernel=_raise,
    gradient=ZERO,
    can_refuse=lambda *_, exception, **__: is_refusal(exception),
    is_data=lambda *, template=None, **_: is_plain_template(template),
    doc="Raise an exception.",
    variadic=True,
    effects=RAISES,
)


__all__ = ["RAISE"]
