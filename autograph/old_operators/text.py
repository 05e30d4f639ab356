"""Text: f-strings, `%`, methods of `str`; made when the graph runs where it must be.

A part of an f-string that shows a symbolic value stays a *piece*, to be formatted
when the graph runs; all pieces of one f-string become one node.
"""

from __future__ import annotations

import dataclasses
import operator
import types
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Final

from autograph.old_operators import as_it_stands, specials
from autograph.old_operators.chosen_texts import ON_EACH, holds_optional, on_each_path
from autograph.old_operators.iteration import StagedRange
from autograph.old_operators.key_order import note_inside
from autograph.old_operators.made_texts import (
    MadeText,
    WithTexts,
    fields_of,
    inner_conversion,
    is_dict_of_run,
    with_texts,
)
from autograph.old_operators.shown_lists import shown_list
from autograph.old_operators.templates import by_percent
from graph.dispatch import is_text
from graph.graph import current_graph, is_symbolic
from graph.old_staging.caught import CaughtError, caught_value
from graph.old_staging.chosen import Chosen
from graph.old_staging.held_objects import holds_objects_of_run
from graph.old_staging.held_since import as_of_now
from graph.old_staging.members import Member
from graph.old_staging.rows import note_elements
from graph.old_staging.unraised import note_made
from graph.old_staging.variables import building
from graph.ops import text as graph_text
from graph.ops.copied_errors import is_constructed
from graph.ops.debugging import print as graph_print
from graph.ops.made_later import made_later
from graph.ops.variable_text import holds_variable, shown
from graph.origin import capture_exact
from graph.partial import Optional
from graph.segments import SEQUENCES, Segment, holds_segment, is_segmented
from graph.tables import check_text
from graph.tensor import _DISPATCH
from graph.tensor_shape import TensorShape
from graph.traced_text import checked, shows_trace
from graph.unstaged import refuse

_CONVERSIONS: Final[Mapping[str, Callable[[Any], str]]] = {
    "s": str,
    "r": repr,
    "a": ascii,
}


@dataclasses.dataclass(frozen=True, slots=True)
class Piece:
    """Text to be made when the graph runs.

    Attributes:
        parts: Text, and pairs of a symbolic value and a conversion: `s`, `r`, `a`, "".
    """

    parts: tuple[str | tuple[Any, str], ...]


def formatted(value: Any, conversion: str, spec: Any) -> Any:
    """Return what `{value!conversion:spec}` in an f-string is: text, or a piece.

    Args:
        value: What is shown.
        conversion: `s`, `r`, `a`, or "" for none.
        spec: The format specification, itself text that may be symbolic.
    """
    if type(value) is CaughtError:
        value = _shown_now(value)
    note_inside(value)
    if current_graph() is not None:
        text = specials.text_of(value, conversion, spec)
        if text is not None:
            value, conversion, spec = text
            if conversion is None and isinstance(value, str):
                return _told(value)  # as it is, also of a class of its own
            conversion = conversion or ""
        value = with_texts(shown(value), conversion)
    is_staged = current_graph() is not None and (
        is_symbolic(spec) or holds_symbolic(value, conversion)
    )
    if is_staged and holds_optional((value, spec)):
        text = on_each_path(_formatted, (value, conversion, spec))
        return Piece(((text, ""),))
    if not is_staged:
        return _told(in_python(value, conversion, spec))
    if not is_symbolic(value) and not conversion and not _is_empty(spec):
        value = format(value, spec) if not is_symbolic(spec) else value
        return Piece(((graph_text.format_value(value, spec), ""),))
    piece = Piece(tuple(parts_of(value, conversion)))
    if _is_empty(spec):
        return piece
    if len(piece.parts) == 1 and not conversion:
        return Piece(((graph_text.format_value(value, spec), ""),))
    return Piece(((graph_text.format_value(f_string(piece), spec), ""),))


class _Traced(str):
    """Text that shows how the function is traced: nobody may take it for the run's."""

    __slots__ = ()


def _told(text: str) -> str:
    return _Traced(text) if shows_trace(text) else text


def _as_text(text: str) -> str:
    return str(text) if type(text) is _Traced else text


def in_python(value: Any, conversion: str, spec: str) -> str:
    """Return what Python puts into an f-string."""
    if conversion:
        value = _CONVERSIONS[conversion](value)
    return format(value, spec)


def _formatted(value: Any, conversion: str, spec: Any) -> Any:
    return f_string(formatted(value, conversion, spec))


def _is_empty(spec: Any) -> bool:
    return type(spec) is str and not spec


def f_string(*pieces: Any) -> Any:
    """Return the text of an f-string, symbolic if one of the pieces is.

    Args:
        pieces: Text, symbolic text, and what `formatted` returns.
    """
    if not any(isinstance(piece, Piece) for piece in pieces):
        return "".join(pieces) if len(pieces) > 1 else _as_text(pieces[0])
    template = ""
    values: list[Any] = []
    for piece in pieces:
        if type(piece) is _Traced:
            checked(str(piece), capture_exact())
        for part in piece.parts if isinstance(piece, Piece) else (piece,):
            if isinstance(part, str):
                template += part.replace("{", "{{").replace("}", "}}")
                continue
            value, conversion = part
            template += f"{{{len(values)}{conversion and '!'}{conversion}}}"
            values.append(value)
    return graph_text.format_text(template, values)


def parts_of(value: Any, conversion: str) -> list[str | tuple[Any, str]]:
    """Return the text of a value that is symbolic, or holds what is."""
    if type(value) is CaughtError:
        value = _shown_now(value)
    if type(value) in ON_EACH or issubclass(type(value), Member):
        text = on_each_path(_formatted, (value, conversion or "s", ""))
        return [(text, "") if is_symbolic(text) else text]
    if is_symbolic(value):
        # NumPy's smaller floats have another text than by `format`.
        return [(value, conversion)]
    if type(value) is MadeText:
        return [(value.text, "") if is_symbolic(value.text) else value.text]
    if type(value) is StagedRange:
        from autograph.old_operators.ranges import text_of

        return [(text_of(value), "")]
    fields = fields_of(value, conversion)
    if type(value) is WithTexts:
        value = value.of
    elif not holds_symbolic(value, conversion):
        return [checked(_CONVERSIONS[conversion or "s"](value), capture_exact())]
    inner = conversion if conversion == "a" else "r"
    if isinstance(value, deque):
        end = ")" if value.maxlen is None else f", maxlen={value.maxlen})"
        return [f"{type(value).__name__}(", *parts_of(list(value), inner), end]
    if is_segmented(value):
        from autograph.old_operators.container_texts import text_of_items

        return [(text_of_items(value, ascii if inner == "a" else repr), "")]
    if is_dict_of_run(value):
        from autograph.old_operators.container_texts import text_of_dict

        return [(text_of_dict(value, ascii if inner == "a" else repr), "")]
    if isinstance(value, BaseException):
        args = tuple(fields.values())
        if conversion not in ("r", "a"):
            shown = args[0] if len(args) == 1 else args
            return parts_of(shown, inner_conversion(value, "s", len(args)))
        shown = parts_of(args, inner)
        if len(args) == 1:
            shown[-1] = ")"
        return [type(value).__name__, *shown]
    if type(value) is dict:
        opening, closing = "{", "}"
        named = [
            [*parts_of(key, inner), ": ", *parts_of(item, inner)]
            for key, item in value.items()
        ]
    elif getattr(type(value), "__repr__", None) in (list.__repr__, tuple.__repr__):
        opening, closing = ("[", "]") if isinstance(value, list) else ("(", ")")
        named = [parts_of(item, inner) for item in value]
        if closing == ")" and len(named) == 1:
            closing = ",)"
    else:
        opening, closing = f"{type(value).__qualname__}(", ")"
        named = [[f"{name}=", *parts_of(item, inner)] for name, item in fields.items()]
    parts: list[str | tuple[Any, str]] = [opening]
    for place, item in enumerate(named):
        parts += [", ", *item] if place else item
    return [*parts, closing]


# What stands for a value that the run has.
_SHOWN_LATER: Final = (Chosen, Optional, CaughtError, Member, StagedRange, Segment)


def holds_symbolic(value: Any, conversion: str = "") -> bool:
    """Tell whether the text of a value shows a symbolic one."""
    if is_symbolic(value) or issubclass(type(value), _SHOWN_LATER):
        return True
    if type(value) is MadeText:
        return is_symbolic(value.text)
    if is_dict_of_run(value):
        return True
    if isinstance(value, TensorShape):
        return False
    check_text(value)
    parts: Iterable[Any]
    if isinstance(value, SEQUENCES):
        parts = value
    elif type(value) is dict:
        parts = value.values()
    else:
        parts = fields_of(value, conversion).values()
    return any(holds_symbolic(part, "r") for part in parts)


def mod(left: Any, right: Any, symbol: str = "%") -> Any:
    """Return `left % right`; of text, made when the graph runs if it must be.

    Args:
        left: A number or text.
        right: A number, or what is put into the text.
        symbol: `%=` for what an array does in place.
    """
    if type(left) is str and current_graph() is not None:
        note_inside(right)
        left, right = by_percent(left, shown(right))
    if type(left) is str and current_graph() is not None and holds_symbolic(right):
        if holds_optional(right):
            return on_each_path(mod, (left, right))
        return graph_text.modulo(left, _with_caught(right))
    if is_symbolic(left) and is_text(left):
        return on_each_path(graph_text.modulo, (left, _with_caught(right)))
    if isinstance(left, (bytes, bytearray)):
        return as_it_stands.call(operator.mod, (left, right), {})
    from autograph.old_operators.binary import binary  # which stands on more than this

    return binary(symbol, left, right)


def _with_caught(value: Any) -> Any:
    """Return a value with the exceptions in it that were caught, as a graph has them.

    Their text is made when the graph runs, by themselves.
    """
    if type(value) is CaughtError:
        return _shown_now(value)
    if is_segmented(value):
        return shown_list(value)
    if type(value) in (tuple, list):
        return type(value)(map(_with_caught, value))
    if type(value) is dict:
        return {key: _with_caught(part) for key, part in value.items()}
    return value


def _shown_now(error: CaughtError) -> Any:
    """Return what stands for an exception, with what its objects hold by now."""
    return as_of_now(building(), caught_value(error), is_raised=False)


def _made_of_lists(kind: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Return an exception that holds lists, which nothing may change from then on."""
    note_elements([*args, *kwargs.values()])
    return _made(kind, *_with_caught(args), **_with_caught(kwargs))


def _made(kind: Any, /, *args: Any, **kwargs: Any) -> Any:
    """Return what stands for an exception until the graph runs."""
    error = made_later(kind, *args, **kwargs)
    note_made(error, (*args, *kwargs.values()))
    return error


# -- What is called ------------------------------------------------------------------


def _str(value: Any) -> Any:
    return f_string(Piece(tuple(parts_of(value, "s"))))


def _repr(value: Any) -> Any:
    return f_string(Piece(tuple(parts_of(value, "r"))))


def _ascii(value: Any) -> Any:
    return f_string(Piece(tuple(parts_of(value, "a"))))


def _format(value: Any, spec: Any = "") -> Any:
    return f_string(formatted(value, "", spec))


def _len(value: Any) -> Any:
    return graph_text.call_method(value, "__len__")


def _ord(value: Any) -> Any:
    return graph_text.call_method(value, "ord")


def _int(value: Any, base: Any) -> Any:
    return graph_text.call_method(value, "int", (base,))


_OF_ANYTHING: Final[Mapping[Any, Callable[..., Any]]] = {
    str: _str,
    repr: _repr,
    ascii: _ascii,
    format: _format,
}


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of a function that makes or asks text, if anything.

    That is where an argument is symbolic, or holds what is.
    """
    if current_graph() is None:
        return None
    if _makes_text(function) and any(map(holds_variable, (*args, *kwargs.values()))):
        return partial(_with_variables_shown, function)
    if function is graph_print and holds_optional(args):
        return lambda *args, **kwargs: on_each_path(partial(function, **kwargs), args)
    if isinstance(function, type) and issubclass(function, BaseException):
        given = (*args, *kwargs.values())
        if holds_segment(given):
            return partial(_made_of_lists, function)
        is_staged = any(map(holds_symbolic, given)) or (
            is_constructed(function) and any(map(holds_objects_of_run, given))
        )
        return partial(_made, function) if is_staged else None
    found = _replacement(function, args, kwargs)
    if found is not None and holds_optional((*args, kwargs)):
        called = _DISPATCH["converted_call"]
        return lambda *args, **kwargs: on_each_path(
            lambda args, kwargs: called(function, args, kwargs), (args, kwargs)
        )
    return found


def _makes_text(function: Any) -> bool:
    if type(function) is types.MethodDescriptorType:
        return bool(function.__objclass__ is str)
    owner = getattr(function, "__self__", None)
    is_method = type(function) is types.BuiltinMethodType and type(owner) is str
    return is_method or any(function is each for each in _OF_ANYTHING)


def _with_variables_shown(function: Any, *args: Any, **kwargs: Any) -> Any:
    from autograph.old_operators.calls import converted_call

    return converted_call(function, tuple(map(shown, args)), shown(kwargs))


def _replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    owner = getattr(function, "__self__", None)
    if type(function) is types.BuiltinMethodType and type(owner) is str:
        return _of_text(owner, function.__name__, args, kwargs)
    is_method = (
        type(function) is types.MethodDescriptorType and function.__objclass__ is str
    )
    is_known = isinstance(function, (type, types.BuiltinFunctionType))
    found = _OF_ANYTHING.get(function) if is_known and not kwargs else None
    if not (is_method or found or (args and is_text(args[0]))):
        return None  # it makes no text: what it does with an argument is its own
    if not any(map(holds_symbolic, args)) and not any(
        map(holds_symbolic, kwargs.values())
    ):
        return None
    if is_method:
        return partial(_unbound, function.__name__)
    if function is str and len(args) > 1:  # it would read the memory of an array
        refuse("str")
    if args and is_text(args[0]):
        if function is len:
            return _len
        if function is ord:
            return _ord
        if function is int and len(args) > 1:
            return _int
    return found


def _of_text(
    text: str, method: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return the method of a text that symbolic arguments are given to."""
    if method == "join" and len(args) == 1 and type(args[0]) not in (list, tuple):
        from autograph.old_operators.python_builtins import list_

        args = (list_(args[0]),)  # what is iterated over once must be so here
        return lambda *_: _joined(text, args[0])
    if any(map(holds_symbolic, (*args, *kwargs.values()))):
        return partial(_call_method, text, method)
    return None


def _joined(text: str, items: list[Any]) -> Any:
    if is_segmented(items):
        from autograph.old_operators.list_calls import joined

        return joined(text, items)
    if any(map(holds_symbolic, items)):
        return _call_method(text, "join", items)
    return text.join(items)


def _call_method(text: Any, method: str, *args: Any, **kwargs: Any) -> Any:
    return graph_text.call_method(
        text, method, _with_caught(args), _with_caught(kwargs)
    )


def _unbound(method: str, text: Any, *args: Any, **kwargs: Any) -> Any:
    if not is_text(text):
        return getattr(str, method)(text, *args, **kwargs)  # Python's own error
    return _call_method(text, method, *args, **kwargs)


__all__ = [
    "f_string",
    "formatted",
    "holds_optional",
    "holds_symbolic",
    "in_python",
    "mod",
    "on_each_path",
    "replacement",
]
