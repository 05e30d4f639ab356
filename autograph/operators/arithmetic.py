"""Arithmetic: `+` and its kin, also in place."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from autograph.values import numpy_values as arrays
from autograph.values import operations
from autograph.values.kinds import (
    ATOMS,
    CONTAINERS,
    holds_run,
    is_instance,
    is_told_later,
    special,
)
from autograph.values.nodes import (
    born,
    is_older_than_block,
    is_seen,
    is_virtual,
    lift,
    make_real,
    outlives,
)
from autograph.values.operations import PLAIN
from autograph.values.proxy import PREFIXES, SPECIALS, Proxy
from autograph.values.specs import BOOL, INT
from graph.meant import meant
from graph.python.protocols import IN_PLACE
from graph.tensor import SymbolicTensor, Tensor

# Of immutable values an update is the operation itself.
ON_ATOMS: Final = {**PLAIN, **{f"{x}=": IN_PLACE[x] for x in SPECIALS}}


@meant
def binary(symbol: str, left: Any, right: Any) -> Any:
    """Return `left symbol right`; for a symbol as `+=` what a name is bound to."""
    if type(left) in ATOMS and type(right) in ATOMS:
        return ON_ATOMS[symbol](left, right)
    is_update = symbol not in PLAIN
    if type(left) is Proxy or type(right) is Proxy:
        return operations.binary(symbol, left, right)
    plain = symbol[:-1] if is_update else symbol
    found = _of_instances(plain, left, right, is_update=is_update)
    if found is not NotImplemented:
        return found
    if is_update:
        _check_update(left, right, plain)
    if _is_repeated(left, right) and plain == "*":
        held = [
            Proxy(*lift(x)) if type(x) in (list, tuple, str) else x
            for x in (left, right)
        ]
        return operations.binary("*", *held)
    if isinstance(left, _NUMPYS) or isinstance(right, _NUMPYS):
        return _of_arrays(symbol, left, right, is_update=is_update)
    function = IN_PLACE[plain] if is_update else PLAIN[plain]
    return noted(function(left, right), left, right)


_NUMPYS: Final = (np.ndarray, np.generic)


def _of_instances(symbol: str, left: Any, right: Any, *, is_update: bool) -> Any:
    name = SPECIALS[symbol]
    for value, names in (
        (left, (f"__i{name}__", f"__{name}__")),
        (right, (f"__r{name}__",)),
    ):
        if is_instance(value) and any(special(type(value), x) for x in names):
            return operations._by_own_methods(symbol, left, right, is_update=is_update)
    return NotImplemented


def _check_update(left: Any, right: Any, symbol: str) -> None:
    """Have a container be one of the run that a staged block updates."""
    if type(left) in CONTAINERS and is_virtual(left):
        if is_older_than_block(left) or is_argument(left):
            make_real(left, f"`{symbol}=` in a staged block")
        if isinstance(right, (SymbolicTensor, Tensor)):
            return
    elif type(left) is np.ndarray and is_virtual(left):
        if is_seen(left) or holds_run(right):
            make_real(left, f"`{symbol}=` changes it")
    elif type(left) is np.ndarray:
        arrays.written_to(left, f"`{symbol}=` changes it")


def is_argument(value: Any) -> bool:
    """Is it a container that was given to the function?"""
    from autograph.values.state import current

    return id(value) in current().args


def _is_repeated(left: Any, right: Any) -> bool:
    """Is a sequence repeated as often as the run says?"""
    for value, count in ((left, right), (right, left)):
        is_number = isinstance(count, SymbolicTensor) and count.spec in (INT, BOOL)
        is_number |= isinstance(count, np.integer) and holds_run(value)
        if type(value) in (list, tuple, str) and is_number:
            return True
    return False


def _of_arrays(symbol: str, left: Any, right: Any, *, is_update: bool) -> Any:
    if any(type(x) in (list, tuple) and holds_run(x) for x in (left, right)):
        return _beside_list(symbol, left, right, is_update=is_update)
    if isinstance(left, SymbolicTensor) or isinstance(right, SymbolicTensor):
        others = [x for x in (left, right) if isinstance(x, SymbolicTensor)]
        if all(x.spec.dtype.is_python for x in others):
            held = [
                Proxy(*lift(x)) if isinstance(x, _NUMPYS) else x for x in (left, right)
            ]
            return operations.binary(symbol, *held)
    plain = symbol[:-1] if is_update else symbol
    found = (IN_PLACE if is_update else PLAIN)[plain](left, right)
    if type(found) is np.ndarray and found is not left and outlives(found):
        return arrays.born_array(found)
    return found


def _beside_list(symbol: str, left: Any, right: Any, *, is_update: bool) -> Any:
    """Compute with an array that is known and a list of values of the run."""
    plain = symbol[:-1] if is_update else symbol
    held = [Proxy(*lift(x)) if type(x) is np.ndarray else x for x in (left, right)]
    return arrays.binary(plain, *held, is_update=is_update and type(left) is np.ndarray)


def noted(found: Any, *args: Any) -> Any:
    """Take note of a container that an operation on plain values has made."""
    if (
        type(found) in CONTAINERS
        and not any(found is x for x in args)
        and outlives(found)
    ):
        return born(found)
    return found


@meant
def unary(symbol: str, value: Any) -> Any:
    """Return `-value`, `+value` or `~value`."""
    if type(value) is Proxy:
        return operations.unary(symbol, value)
    if is_instance(value):
        method = special(type(value), f"__{PREFIXES[symbol]}__")
        if method is not None:
            return operations.call(method, value)
    if symbol == "-":
        return -value
    return +value if symbol == "+" else ~value


_TEXT: Final = (str, bytes, bytearray)


@meant
def mod(left: Any, right: Any, symbol: str = "%") -> Any:
    """Return `left % right`, of numbers or of text."""
    if type(left) in _TEXT and is_told_later(right):
        left = Proxy(*lift(left))
    return binary(symbol, left, right)
