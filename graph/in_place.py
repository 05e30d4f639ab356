"""What `x += y` and its kin do to symbolic tensors.

An array of NumPy's is changed, under all its names; a tensor never is, so the name is
bound to a new one. What a symbolic tensor stands for is known when the function is
called: `graph.old_staging.updates` keeps account of what that would make different.

A symbolic tensor has in `givers` what an operator or a function of NumPy's made it of:
where these are arrays, it is one, too. That is () of what is surely a tensor, and None
where the library's own functions made it, or control flow.
"""

from __future__ import annotations

from typing import Any, Final

from graph.array_methods import _HANDLERS

#: What is written between a name and a value, and the operator's method.
OPERATORS: Final = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "truediv",
    "//": "floordiv",
    "%": "mod",
    "**": "pow",
    "@": "matmul",
    "&": "and",
    "|": "or",
    "^": "xor",
    "<<": "lshift",
    ">>": "rshift",
}


class InPlaceOperators:
    """`__iadd__` and its kin: the operator, and a note that an array was changed."""

    __slots__ = ()


def _updating(symbol: str, name: str) -> Any:
    def update(self: Any, other: Any) -> Any:
        key = _HANDLERS["check_held"](self, other, symbol)
        new = getattr(self, f"__{name}__")(other)
        if new is NotImplemented or self.spec.dtype.is_python:
            return new
        return _HANDLERS["update"](self, new, symbol, key)

    update.__name__ = update.__qualname__ = f"__i{name}__"
    update.__doc__ = f"Return what `name` is bound to by `name {symbol}= other`."
    return update


for _symbol, _name in OPERATORS.items():
    setattr(InPlaceOperators, f"__i{_name}__", _updating(_symbol, _name))

__all__ = ["OPERATORS", "InPlaceOperators"]
