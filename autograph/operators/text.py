"""Text: f-strings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from autograph.operators.calls import show
from autograph.values import operations
from autograph.values.kinds import holds_run, is_instance, is_told_later
from autograph.values.nodes import boxed_value, lift, node, spec_of
from autograph.values.specs import STR, is_plain
from graph.meant import meant
from graph.python.protocols import APPLY, FORMAT
from graph.value_operators import ValueOperators


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of an f-string that is of the run."""

    value: Any
    conversion: str
    spec: Any


def in_ascii(text: str) -> str:
    """Return the `ascii` of an object of which that is the `repr`."""
    return text.encode("ascii", "backslashreplace").decode("ascii")


@meant
def formatted(value: Any, conversion: str, spec: Any) -> Any:
    """Return what `{value!conversion:spec}` in an f-string is."""
    if isinstance(value, ValueOperators):
        return Piece(value, conversion, spec)  # as it is then
    method = operations.own_method(value, "__format__")
    if method is not None and not conversion:
        return operations.call(method, value, spec)
    if is_instance(value) or is_told_later(value) or holds_run(spec):
        if is_instance(value) and not conversion and not spec:
            return Piece(show(value, "str"), "", "")
        return Piece(value, conversion, spec)
    if conversion:
        shows: dict[str, Callable[[Any], str]] = {"s": str, "r": repr, "a": ascii}
        value = shows[conversion](value)
    return format(value, spec)


@meant
def f_string(*pieces: Any) -> Any:
    """Return an f-string of its pieces."""
    if not any(isinstance(x, Piece) or holds_run(x) for x in pieces):
        return pieces[0] if len(pieces) == 1 else "".join(pieces)
    text, args = "", []
    for piece in pieces:
        if isinstance(piece, str):
            text += piece.replace("{", "{{").replace("}", "}}")
        elif not isinstance(piece, Piece):
            text += "{}"
            args.append(piece)
        else:
            value = piece.value
            if piece.conversion:
                value = _converted(value, piece.conversion)
            is_known = isinstance(piece.spec, str)
            text += "{" + (f":{piece.spec}" if is_known and piece.spec else "")
            text += "}" if is_known else ":{}}"
            args.append(_shown(value))
            if not is_known:
                args.append(piece.spec)
    return node(FORMAT, args, STR, "w", text=text)


def _converted(value: Any, conversion: str) -> Any:
    if conversion == "a":
        return node(APPLY, [show(value, "repr")], STR, "", function=in_ascii)
    return show(value, "str" if conversion == "s" else "repr")


def _shown(value: Any) -> Any:
    spec = spec_of(value)
    if spec is not None and is_plain(spec):
        return value
    _, spec = lift(value)
    return value if is_plain(spec) else boxed_value(value)


__all__ = ["f_string", "formatted"]
