"""What stands for an object of the run, and for a variable without a value.

Python's operators on a proxy are nodes: converted code asks operators, but what runs as
it stands may be given one, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn

from autograph.values.state import Unstageable, refuse_text
from graph.meant import meant
from graph.tensor import SymbolicTensor


class Undefined:
    """A variable without a value."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"<undefined {self.name}>"

    def __bool__(self) -> NoReturn:
        raise unbound(self.name)


@meant
def unbound(name: str) -> Exception:
    """Return the exception that reading a variable without a value raises."""
    return UnboundLocalError(
        f"cannot access local variable '{name}' where it is not associated with a value"
    )


class Method:
    """A method of an object of the run, until it is called."""

    __slots__ = ("name", "owner")

    def __init__(self, owner: Any, name: str) -> None:
        self.owner, self.name = owner, name


class Super:
    """An object of the run, as the classes after one of its own have it."""

    __slots__ = ("cls", "owner")

    def __init__(self, cls: type, owner: Any) -> None:
        self.cls, self.owner = cls, owner


class Told:
    """A value whose class tells its truth, and has been asked for it."""

    __slots__ = ("is_true", "value")

    def __init__(self, value: Any, *, is_true: bool) -> None:
        """Note what a value has answered."""
        self.value = value
        self.is_true = is_true

    def __bool__(self) -> bool:
        return self.is_true


# With this begins the keyword of a mapping that is spread: no name does.
SPREAD: Final = "**"


class Spread:
    """What is spread in a call or a display, of a length that the run knows."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class Proxy:
    """An object of the run.

    Attributes:
        symbol: The output of a node.
        spec: What is known of it.
    """

    __slots__ = ("spec", "symbol")

    def __init__(self, symbol: SymbolicTensor, spec: Any) -> None:
        self.symbol, self.spec = symbol, spec

    def __repr__(self) -> str:
        refuse_text("it")
        return f"<object of the run: {self.spec}>"

    def __format__(self, spec: str) -> str:
        return repr(self)

    def __bool__(self) -> NoReturn:
        raise Unstageable("its truth is asked by code that is not converted")

    def __len__(self) -> NoReturn:
        raise Unstageable("its length is asked by code that is not converted")

    def __iter__(self) -> NoReturn:
        raise Unstageable("code that is not converted iterates over it")

    def __index__(self) -> NoReturn:
        raise Unstageable("code that is not converted uses it as an index")

    def __call__(self, *_: Any, **__: Any) -> NoReturn:
        raise Unstageable("code that is not converted calls it")

    def __mro_entries__(self, _: Any) -> NoReturn:
        raise Unstageable("it is a base of a class")

    def __array__(self, *_: Any, **__: Any) -> NoReturn:
        raise Unstageable("code that is not converted makes an array of it")

    def __getitem__(self, key: Any) -> Any:
        return _operations().get_item(self, key)

    __hash__ = object.__hash__


def _operations() -> Any:
    from autograph.values import operations  # it makes proxies

    return operations


def _infix(symbol: str) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        return _operations().binary(symbol, self, other)

    return method


def _reflected(symbol: str) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        return _operations().binary(symbol, other, self)

    return method


def _prefix(symbol: str) -> Callable[[Any], Any]:
    def method(self: Any) -> Any:
        return _operations().unary(symbol, self)

    return method


# Symbols and the names of their special methods, without underscores.
SPECIALS: Final = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod",
    "**": "pow", "&": "and", "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift",
    "@": "matmul",
}  # fmt: skip
COMPARISONS: Final = {
    "==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge",
}  # fmt: skip
PREFIXES: Final = {"-": "neg", "+": "pos", "~": "invert"}

for _symbol, _name in SPECIALS.items():
    setattr(Proxy, f"__{_name}__", _infix(_symbol))
    setattr(Proxy, f"__r{_name}__", _reflected(_symbol))
for _symbol, _name in COMPARISONS.items():
    setattr(Proxy, f"__{_name}__", _infix(_symbol))
for _symbol, _name in PREFIXES.items():
    setattr(Proxy, f"__{_name}__", _prefix(_symbol))
