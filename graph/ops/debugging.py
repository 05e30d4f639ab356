"""Printing, assertions and errors when a graph runs.

These ops have effects: they run at every run, in the order of the program, whether
or not anything needs them, and they have no outputs.
"""

from __future__ import annotations

import builtins
import copy
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from graph import dtypes, errors, nest
from graph.convert import is_sequence, shown
from graph.dispatch import as_tensor
from graph.errors import DeferredExceptionError, DTypeError, InvalidArgumentError
from graph.graph import Graph, eager_scope, is_symbolic
from graph.op import PRINTS, RAISES, REQUIRED, ZERO, define
from graph.ops.arguments import (
    apply_as_given,
    listed,
    static_text,
)
from graph.ops.core import truth
from graph.ops.formatting import Shown
from graph.ops.text import as_held, filled, is_carried, skeleton_of
from graph.origin import Origin, capture_exact
from graph.specs import TensorSpec
from graph.tensor import Tensor


def _infer_nothing(*_: TensorSpec, **__: Any) -> tuple[TensorSpec, ...]:
    return ()


def print(
    *inputs: Any,
    output_stream: Any = "stderr",
    summarize: int = 3,
    sep: str = " ",
    end: str = "\n",
    name: str | None = None,
) -> None:
    """Print values whenever the graph runs; at once when there is none.

    Args:
        *inputs: Tensors, shown as they are then; structures of them; and other
            values, shown as they are now, text bare.
        output_stream: `sys.stderr`, `sys.stdout`, another text stream, or the name
            of a file to append to, as `"file://..."`.
        summarize: How many elements to show at both ends of each axis, -1 for all.
        sep: What to print between values.
        end: What to print after them.
        name: A name for the node.

    Source:  specification, print
    """
    values: list[Any] = []
    shown = [_template(part, values, is_inner=False) for part in inputs]
    attrs = {
        "template": sep.join(shown) + end,
        "stream": _stream_name(output_stream),
        "summarize": int(summarize),
    }
    apply_as_given(_PRINT, values, attrs, name)


def _template(part: Any, values: list[Any], *, is_inner: bool) -> str:
    """Return the text of a value with `{}` for each tensor in it."""
    if isinstance(part, np.ndarray):
        part = as_tensor(part)
    elif hasattr(part, "read_value"):
        part = part.read_value()
    if isinstance(part, Tensor):
        values.append(part)
        return "{!r}" if is_inner else "{}"
    if is_sequence(part):
        inner = [_template(item, values, is_inner=True) for item in part]
        if hasattr(part, "_fields"):
            named = zip(part._fields, inner, strict=True)
            shown = ", ".join(f"{field}={item}" for field, item in named)
            return f"{type(part).__name__}({shown})"
        if isinstance(part, list):
            return f"[{', '.join(inner)}]"
        return f"({', '.join(inner)}{',' if len(inner) == 1 else ''})"
    if type(part) is dict:
        pairs = [
            f"{escaped(repr(key))}: {_template(item, values, is_inner=True)}"
            for key, item in part.items()
        ]
        return f"{{{{{', '.join(pairs)}}}}}"
    return escaped(repr(part) if is_inner else str(part))


def escaped(text: str) -> str:
    """Return text as a template that gives it."""
    return text.replace("{", "{{").replace("}", "}}")


def _stream_name(stream: Any) -> Any:
    if stream is sys.stdout:
        return "stdout"
    if stream is sys.stderr:
        return "stderr"
    is_known = hasattr(stream, "write") or stream in ("stdout", "stderr")
    if is_known or (isinstance(stream, str) and stream.startswith("file://")):
        return stream
    raise DTypeError(
        f"print: {stream!r} is not a stream.",
        hint='Use sys.stderr, sys.stdout, an open text file, or "file://" and a name.',
    )


def _print(*values: Any, template: str, stream: Any, summarize: int) -> None:
    text = template.format(*(Shown(value, summarize) for value in values))
    if isinstance(stream, str) and stream.startswith("file://"):
        with Path(stream.removeprefix("file://")).open("a", encoding="utf-8") as file:
            file.write(text)
        return
    if isinstance(stream, str):
        # Looked up now: tests and notebooks replace the streams.
        stream = sys.stdout if stream == "stdout" else sys.stderr
    stream.write(text)


_PRINT = define(
    "print",
    inputs=("inputs",),
    attrs={"template": REQUIRED, "stream": "stderr", "summarize": 3},
    infer=_infer_nothing,
    kernel=_print,
    gradient=ZERO,
    doc=print.__doc__,
    variadic=True,
    effects=PRINTS,
    type_name="PrintV2",
)


def raise_error(
    exception: Any, values: Sequence[Any] = (), template: str | None = None
) -> None:
    """Raise an exception when the graph runs; at once when there is none.

    Args:
        exception: The class to raise.
        values: What the message shows, or, without a template, the arguments of the
            exception.
        template: The message, with `{}`, `{0:.2f}`, … for the values, as in
            `str.format`.
    """
    apply_as_given(_RAISE, tuple(values), _kind_and_text(exception, template))


def _kind_and_text(exception: Any, template: Any) -> dict[str, Any]:
    """Return the attributes that say what is raised.

    Raises:
        DTypeError: There is no such exception, or the template is no text.
    """
    if not (isinstance(exception, type) and issubclass(exception, BaseException)):
        raise DTypeError(
            f"exception is {shown(exception)}, not a class of exceptions.",
            origin=capture_exact(2),
            hint="Give a class, such as ValueError; its arguments are the values.",
        )
    if template is not None:
        template = static_text(template, "template")
    return {"exception": exception_name(exception), "template": template}


def exception_name(exception: Any) -> Any:
    """Return the name of a class that a name is enough for, else the class."""
    name = exception.__name__
    is_known = exception in (getattr(builtins, name, None), getattr(errors, name, None))
    return name if is_known else exception


def exception_class(exception: Any) -> Any:
    """Return the class that a name, or the class itself, stands for."""
    if not isinstance(exception, str):
        return exception
    found = getattr(errors, exception, None) or getattr(builtins, exception)
    assert issubclass(found, BaseException)
    return found


def _make_exception(
    exception: Any,
    template: str | None,
    values: Sequence[Any],
    arguments: Any = None,
) -> Any:
    if isinstance(exception, BaseException):
        return copied_error(exception)  # each run raises its own
    # What the program would hold here: Python numbers and text, or tensors.
    held = [as_held(value) for value in values]
    kind = exception_class(exception)
    if template is not None:
        return kind(template.format(*held))
    args, kwargs = (held, {}) if arguments is None else filled(arguments, held)
    with eager_scope():  # a constructor of the user's may apply ops
        return kind(*args, **kwargs)


def copied_error(error: BaseException) -> BaseException:
    """Return a copy of an exception, made without a constructor of the user's.

    That may take other arguments than the exception keeps.
    """
    kind = type(error)
    if not is_constructed(kind) or kind.__reduce__ is not BaseException.__reduce__:
        return copy.copy(error)
    builtin: Any = next(each for each in kind.__mro__ if each.__module__ == "builtins")
    made: BaseException = builtin.__new__(kind, *error.args)
    builtin.__init__(made, *error.args)
    made.__dict__.update(error.__dict__)
    return made


def _make(
    *values: Any,
    exception: Any,
    template: str | None,
    arguments: Any = None,
    cause: Any = None,
) -> BaseException:
    caught = None
    if cause == "caught":
        *values, caught = values  # type: ignore[assignment]
    error: BaseException = _make_exception(exception, template, values, arguments)
    if isinstance(cause, BaseException):
        caught = copied_error(cause)
    if cause is not None:
        error.__cause__ = caught
    return error


def _raise(*values: Any, **attrs: Any) -> None:
    raise _make(*values, **attrs)


_RAISE = define(
    "raise_error",
    inputs=("values",),
    attrs={
        "exception": REQUIRED,
        "template": None,
        "arguments": None,
        "cause": None,
    },
    infer=_infer_nothing,
    kernel=_raise,
    gradient=ZERO,
    doc=raise_error.__doc__,
    variadic=True,
    effects=RAISES,
)


# Where an exception keeps the arguments that it is to be made of.
_ARGUMENTS = "_ag_arguments"
_KIND = "_ag_kind"


def made_later(kind: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Return an exception whose arguments are, or hold, symbolic values.

    A constructor of the user's is called when the graph runs, with their values; here
    there is an instance that has not been initialised.
    """
    if not is_constructed(kind):
        return kind(*args, **kwargs)
    builtin = next(each for each in kind.__mro__ if each.__module__ == "builtins")
    error = builtin.__new__(_unmade(kind), *args)
    setattr(error, _ARGUMENTS, (args, kwargs))
    return error


@cache
def _unmade(kind: Any) -> Any:
    """Return a class of what stands for exceptions that are not initialised yet."""
    body = {
        "__getattr__": _refuse_attribute,
        "__str__": lambda error: _refuse_attribute(error, "its text"),
        "args": property(lambda error: _refuse_attribute(error, "args")),
        "__module__": kind.__module__,
        "__qualname__": kind.__qualname__,
        _KIND: kind,
    }
    return type(kind)(kind.__name__, (kind,), body)


def _refuse_attribute(error: Any, name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    raise DeferredExceptionError(
        f"this {type(error).__name__} is made when the graph runs, of the values then, "
        f"and {name} cannot be asked for before.",
        origin=capture_exact(2),
        hint="Ask the values that it is made of.",
    )


def kind_of(error: BaseException) -> Any:
    """Return the class of an exception, also of one that is made later."""
    return getattr(error, _KIND, type(error))


def is_constructed(kind: Any) -> bool:
    """Has the class a constructor of its own, in Python? None has not."""
    if kind is None:
        return False
    return any(
        name in vars(each)
        for each in kind.__mro__
        if each.__module__ != "builtins"
        for name in ("__init__", "__new__")
    )


def arguments_of(error: BaseException) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the arguments that an exception is, or is to be, made of."""
    found: tuple[tuple[Any, ...], dict[str, Any]]
    found = getattr(error, _ARGUMENTS, None) or (error.args, {})
    return found


_MAKE = define(
    "make_exception",
    is_public=False,
    inputs=("values",),
    attrs={
        "exception": REQUIRED,
        "template": None,
        "arguments": None,
        "cause": None,
    },
    infer=lambda *values, **attrs: TensorSpec((), dtypes.opaque),
    kernel=_make,
    effects=RAISES,
    gradient=ZERO,
    doc="Make an exception, which is not raised yet.",
    variadic=True,
)


def raise_when_run(graph: Graph, error: Exception, origin: Origin) -> None:
    """Make a graph raise an exception, with the values that its arguments have then."""
    _add(_RAISE, graph, error, origin)


def exception_when_run(graph: Graph, error: BaseException, origin: Origin) -> Any:
    """Make a graph make an exception; return what stands for it."""
    return _add(_MAKE, graph, error, origin).outputs[0]


def _add(op: Any, graph: Graph, error: BaseException, origin: Origin) -> Any:
    args, kwargs = arguments_of(error)
    values: list[Any] = []
    attrs: dict[str, Any] = {"template": None}
    if not any(is_symbolic(x) for x in nest.flatten((args, kwargs))):
        # A copy: its context, which a run does not give, would keep what was traced.
        attrs["exception"] = copied_error(error)
    elif kwargs or not all(map(is_carried, args)):
        attrs["exception"] = exception_name(kind_of(error))
        attrs["arguments"] = skeleton_of((args, kwargs), values)
    else:
        attrs["exception"] = exception_name(kind_of(error))
        values += args
    _refuse_attributes(error, values, origin)
    _add_cause(error, attrs, values, origin)
    inputs = [graph.capture(value, origin) for value in values]
    return graph.add(op, inputs, attrs, origin=origin)


def _refuse_attributes(
    error: BaseException, values: Sequence[Any], origin: Origin
) -> None:
    """Refuse attributes that were set, where the run makes the exception anew."""
    for name, value in vars(error).items():
        if name.startswith("_ag_"):
            continue
        if values or any(map(is_symbolic, nest.flatten(value))):
            raise DeferredExceptionError(
                f"this {kind_of(error).__name__} is made when the graph runs, of the "
                f"values then, without its `{name}`, which is set beside that.",
                origin=origin,
                hint="Set it in the constructor of a class of your own.",
            )


# Where an exception keeps a cause that is caught when the graph runs.
CAUSE: Final = "_ag_cause"


def _add_cause(
    error: BaseException, attrs: dict[str, Any], values: list[Any], origin: Origin
) -> None:
    """Add what stands after `from` to the attributes and inputs of `raise_error`."""
    caught, cause = getattr(error, CAUSE, None), error.__cause__
    if caught is not None:
        attrs["cause"] = "caught"
        values.append(caught)
    elif cause is not None:
        if any(is_symbolic(x) for x in nest.flatten(arguments_of(cause))):
            raise DeferredExceptionError(
                f"the cause of this {kind_of(error).__name__} is made of a value that "
                "is known only when the graph runs.",
                origin=origin,
                hint="Leave the value to the message of the exception itself.",
            )
        attrs["cause"] = cause.with_traceback(None)
    elif error.__suppress_context__:
        attrs["cause"] = "none"


def assert_that(
    condition: Any,
    values: Sequence[Any] = (),
    template: str | None = None,
    exception: Any = AssertionError,
) -> None:
    """Raise an exception unless `condition` is true when the graph runs.

    Args:
        condition: Its truth is that which `if` sees.
        values: What the message shows, or, without a template, the arguments of the
            exception.
        template: The message, as in `raise_error`.
        exception: The class to raise.
    """
    attrs = _kind_and_text(exception, template)
    apply_as_given(_ASSERT, (truth(condition), *listed(values, "values")), attrs)


def _assert(condition: Any, *values: Any, exception: Any, template: str | None) -> None:
    if not condition:
        raise _make_exception(exception, template, values)


_ASSERT = define(
    "assert_that",
    inputs=("condition", "values"),
    attrs={"exception": "AssertionError", "template": None},
    infer=_infer_nothing,
    kernel=_assert,
    gradient=ZERO,
    doc=assert_that.__doc__,
    effects=RAISES,
    type_name="Assert",
)


def Assert(
    condition: Any,
    data: Sequence[Any],
    summarize: int | None = None,
    name: str | None = None,
) -> None:
    """Raise InvalidArgumentError with `data` unless `condition` is true.

    Source:  TensorFlow's debugging.Assert
    """
    del summarize, name
    values = [as_tensor(value) for value in listed(data, "data")]
    shown = " ".join("{}" for _ in values)
    assert_that(condition, values, f"assertion failed: {shown}.", InvalidArgumentError)


__all__ = ["Assert", "assert_that", "print", "raise_error"]
NAMESPACES = {"ag": __all__}
