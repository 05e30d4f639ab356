"""Printing, assertions and errors when a graph runs.

These ops have effects: they run at every run, in the order of the program, whether
or not anything needs them, and they have no outputs.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from graph.convert import is_sequence, shown
from graph.dispatch import as_tensor
from graph.errors import DTypeError, InvalidArgumentError
from graph.op import PRINTS, RAISES, REQUIRED, ZERO, define
from graph.ops.arguments import (
    apply_as_given,
    listed,
    static_int,
    static_text,
)
from graph.ops.core import truth
from graph.ops.formatting import Shown
from graph.ops.raising import (
    RAISE,
    exception_name,
    is_plain_template,
    is_refusal,
    make_exception,
)
from graph.origin import capture_exact
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
        output_stream: `sys.stderr`, `sys.stdout`, another text stream, the name of a
            file to append to, as `"file://..."`, or a function of `logging` or method
            of a logger that takes a message, such as `logging.info`: it is called
            with the text, without a line's end.
        summarize: How many elements to show at both ends of each axis, -1 for all.
        sep: What to print between values.
        end: What to print after them.
        name: A name for the node.

    Source:  specification, print
    """
    values: list[Any] = []
    sep = escaped(static_text(sep, "sep"))
    shown = [_template(part, values, is_inner=False) for part in inputs]
    stream = _stream_name(output_stream)
    end = escaped(static_text(end, "end"))
    is_message = end == "\n" and _is_of_logger(stream)
    attrs = {
        "template": sep.join(shown) + ("" if is_message else end),
        "stream": stream,
        "summarize": int(summarize),
    }
    apply_as_given(_PRINT, values, attrs, name)


def _template(part: Any, values: list[Any], *, is_inner: bool) -> str:
    """Return the text of a value with `{}` for each tensor in it."""
    if isinstance(part, np.ndarray):
        part = as_tensor(part)
    elif not isinstance(part, Tensor) and hasattr(part, "read_value"):
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
    if isinstance(stream, str):
        is_known = stream in ("stdout", "stderr") or stream.startswith("file://")
    else:
        is_known = hasattr(stream, "write") or _is_of_logger(stream)
    if is_known:
        return stream
    raise DTypeError(
        f"print: {stream!r} is not a stream.",
        hint='Use sys.stderr, sys.stdout, an open text file, "file://" and a name, or '
        "a function of a logger, such as logging.info.",
    )


def _is_of_logger(stream: Any) -> bool:
    """Is it a function that gives a message to a logger?"""
    owner = getattr(stream, "__self__", None)
    if isinstance(owner, (logging.Logger, logging.LoggerAdapter)):
        return getattr(stream, "__name__", "") in _LEVELS
    return any(stream is getattr(logging, name) for name in _LEVELS)


# What functions of `logging`, and methods of its loggers, take a message alone.
_LEVELS: Final = ("debug", "info", "warning", "error", "exception", "critical")


def _print(*values: Any, template: str, stream: Any, summarize: int) -> None:
    text = template.format(*(Shown(value, summarize) for value in values))
    if isinstance(stream, str) and stream.startswith("file://"):
        with Path(stream.removeprefix("file://")).open("a", encoding="utf-8") as file:
            file.write(text)
        return
    if isinstance(stream, str):
        # Looked up now: tests and notebooks replace the streams.
        stream = sys.stdout if stream == "stdout" else sys.stderr
    if _is_of_logger(stream):
        stream(text)
    else:
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
    is_data=lambda *, template, stream="stderr", **_: (
        stream in ("stdout", "stderr") and is_plain_template(template)
    ),
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
    apply_as_given(RAISE, tuple(values), _kind_and_text(exception, template))


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


def _assert(
    condition: Any,
    *values: Any,
    exception: Any,
    template: str | None,
    summarize: int | None = None,
) -> None:
    if condition:
        return
    if summarize is not None and template is not None:
        template = template.format(*(Shown(value, summarize) for value in values))
        template, values = escaped(template), ()
    raise make_exception(exception, template, values)


_ASSERT = define(
    "assert_that",
    inputs=("condition", "values"),
    attrs={"exception": "AssertionError", "template": None, "summarize": None},
    infer=_infer_nothing,
    kernel=_assert,
    gradient=ZERO,
    can_refuse=lambda *_, exception, **__: is_refusal(exception),
    doc=assert_that.__doc__,
    effects=RAISES,
    is_data=lambda *, template=None, **_: is_plain_template(template),
    type_name="Assert",
)


def Assert(
    condition: Any,
    data: Sequence[Any],
    summarize: int | None = None,
    name: str | None = None,
) -> None:
    """Raise InvalidArgumentError with `data` unless `condition` is true.

    Args:
        condition: Its truth is that which `if` sees.
        data: What the message shows, as `ag.print` does.
        summarize: How many elements of each axis to show at both ends, -1 for all; 3
            by default.
        name: A name for the node.

    Raises:  InvalidArgumentError when this runs, if the condition is false
    Source:  TensorFlow's debugging.Assert
    """
    values = [as_tensor(value) for value in listed(data, "data")]
    shown = " ".join("[{}]" for _ in values)
    attrs = {
        **_kind_and_text(InvalidArgumentError, f"assertion failed: {shown}"),
        "summarize": 3 if summarize is None else static_int(summarize, "summarize"),
    }
    apply_as_given(_ASSERT, (truth(condition), *values), attrs, name)


__all__ = ["Assert", "assert_that", "print", "raise_error"]
NAMESPACES = {"ag": __all__}
