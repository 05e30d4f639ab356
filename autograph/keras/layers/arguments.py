"""Arguments that layers have in common, checked where a layer is made."""

from __future__ import annotations

import operator
from typing import Any, Literal

from graph.convert import is_sequence
from graph.errors import InvalidArgumentError, UnimplementedError
from graph.origin import capture_exact


def positive(value: Any, layer: str, name: str) -> int:
    """Return a number of things.

    Raises:
        InvalidArgumentError: It is no positive integer.
    """
    try:
        found = operator.index(value)
    except TypeError:
        found = 0
    if found < 1 or isinstance(value, bool):
        raise InvalidArgumentError(
            f"{layer}: {name} is {value!r}.",
            origin=capture_exact(),
            hint="It is a positive integer.",
        )
    return found


def pair(value: Any, layer: str, name: str) -> tuple[int, int]:
    """Return one number for each of two dimensions.

    Raises:
        InvalidArgumentError: It is neither a positive integer nor two.
    """
    values = tuple(value) if is_sequence(value) else (value, value)
    if len(values) != 2:
        raise InvalidArgumentError(
            f"{layer}: {name} is {value!r}.",
            origin=capture_exact(),
            hint="It is a positive integer, or two: for height and width.",
        )
    first, second = (positive(each, layer, name) for each in values)
    return first, second


def padding_of(value: Any, layer: str) -> Literal["VALID", "SAME"]:
    """Return a padding as ops have it.

    Raises:
        InvalidArgumentError: It is none.
    """
    found = value.upper() if isinstance(value, str) else None
    if found == "VALID":
        return "VALID"
    if found == "SAME":
        return "SAME"
    raise InvalidArgumentError(
        f"{layer}: padding is {value!r}.",
        origin=capture_exact(),
        hint='It is "valid", or "same" for as many windows as there are strides.',
    )


def check_channels_last(value: Any, layer: str) -> None:
    """Refuse another order of axes.

    Raises:
        InvalidArgumentError: It is no order of axes.
        UnimplementedError: Channels are first.
    """
    if value in (None, "channels_last"):
        return
    if value == "channels_first":
        raise UnimplementedError(
            f"{layer}: data_format 'channels_first' is not there.",
            origin=capture_exact(),
            hint="Put channels last: `ag.transpose(images, [0, 2, 3, 1])`.",
        )
    raise InvalidArgumentError(
        f"{layer}: data_format is {value!r}.",
        origin=capture_exact(),
        hint='It is "channels_last": (batch, height, width, channels).',
    )


__all__ = ["check_channels_last", "padding_of", "pair", "positive"]
