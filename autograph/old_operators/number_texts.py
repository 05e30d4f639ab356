"""`chr`, `bin`, `hex` and `oct` of integers that only the run knows."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

from autograph.old_operators.iteration import python_integer
from autograph.old_operators.python_builtins import converted
from graph import dtypes
from graph.graph import is_symbolic
from graph.old_staging.told_apart import check_integer
from graph.ops import text as graph_text
from graph.ops.core import cast

# One more than the largest code point.
_CODES: Final = 0x110000
_C_INT: Final = 2**31
_NO_INTEGERS: Final = frozenset({float, complex, str})


def _in_base(letter: str) -> Callable[[Any], Any]:
    """Return what shows an integer as Python's literal to a base."""

    def call(value: Any, /) -> Any:
        return graph_text.format_value(_integer(value), f"#{letter}")

    return call


def _of_code(code: Any, /) -> Any:
    return _chr(_integer(code), sys.version_info >= (3, 13))


@converted
def _chr(code: Any, is_wide: bool) -> Any:
    if not is_wide and not -_C_INT <= code < _C_INT:
        raise OverflowError("Python int too large to convert to C int")
    if not 0 <= code < _CODES:
        raise ValueError("chr() arg not in range(0x110000)")
    return f"{code:c}"


def _integer(value: Any) -> Any:
    """Return the integer that Python makes of a symbolic number.

    Raises:
        TypeError: It is none.
    """
    python = value.spec.dtype.python if is_symbolic(value) else None
    if python in _NO_INTEGERS:
        name = python.__name__
        check_integer(value)
        raise TypeError(f"{name!r} object cannot be interpreted as an integer")
    return cast(value, dtypes.python_int) if python is bool else python_integer(value)


#: What to call in place of a builtin whose argument is symbolic.
FUNCTIONS: Final[Mapping[Any, Callable[..., Any]]] = {
    builtins.chr: _of_code,
    builtins.bin: _in_base("b"),
    builtins.hex: _in_base("x"),
    builtins.oct: _in_base("o"),
}

__all__ = ["FUNCTIONS"]
