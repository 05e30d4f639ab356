"""Results of one kind on some paths, and of another on others: text or a number.

Nothing computes with such a value: no dtype holds it. But a function may return it,
with a flag for each kind; its caller is given the one whose flag the run has set.
Hence the return value of the function that is traced alone becomes one, and what that
function returns of what it calls: other values go on in code that computes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graph import nest, specs
from graph.class_bases import NoBase
from graph.errors import UnstagedOperationError
from graph.old_staging.coercion import fitting
from graph.old_staging.variables import OF_BUILTIN, is_stageable
from graph.origin import capture_exact
from graph.partial import ABSENT, Optional, Record, known_flag
from graph.tensor import _DISPATCH


class ResultName(str):
    """What messages call the value of an expression, which a function may return."""

    __slots__ = ()


class OneOf(NoBase):
    """A value that is one of several, which differ in kind.

    Attributes:
        flags: For each whether it is that one: bools, or symbolic ones. At most one is
            true; none is where the value is never looked at.
        values: These.
    """

    __slots__ = ("flags", "values")

    def __init__(self, flags: Sequence[Any], values: Sequence[Any]) -> None:
        """Hold the values and their flags."""
        self.flags, self.values = tuple(flags), tuple(values)

    @classmethod
    def of_record(cls, names: tuple[Any, ...], parts: Sequence[Any]) -> Any:
        """Return the plainest value that means the same."""
        del names
        for flag, value in zip(parts[::2], parts[1::2], strict=True):
            if flag is not ABSENT and known_flag(flag):
                return value
        return cls(parts[::2], parts[1::2])

    def __repr__(self) -> str:
        return f"<one of {self.values}>"


def _opened(value: OneOf) -> Record:
    return _record([*zip(value.flags, value.values, strict=True)])


def _record(pairs: Sequence[tuple[Any, Any]]) -> Record:
    names = [f"{part} {i}" for i in range(len(pairs)) for part in ("flag", "value")]
    return Record((OneOf, *names), [part for pair in pairs for part in pair])


nest.RECORDS[OneOf] = _opened


def is_one_of(tree: Any) -> bool:
    """Tell whether it is one, or what stands for one while paths are joined."""
    return type(tree) is OneOf or (type(tree) is Record and tree.names[0] is OneOf)


def within(name: str) -> str:
    """Return the name for what a list or dict holds: its items have other names, too.

    What they are called elsewhere would have to be one of several there.
    """
    return _Within(name) if _is_result(name) else name


class _Within(str):
    __slots__ = ()


def _is_result(name: str) -> bool:
    if type(name) is ResultName:
        return True
    is_variable = name.startswith("retval_") and not name.startswith(OF_BUILTIN)
    return is_variable and type(name) is str


def alternatives(
    name: str, trees: list[Any], unify: Callable[[str, list[Any]], list[Any]]
) -> list[Any] | None:
    """Return what paths leave of a return value as records, if it differs in kind.

    Args:
        name: The variable's name.
        trees: What the paths leave; `ABSENT` where it is never looked at.
        unify: Returns trees of one kind with one structure.

    Returns:
        None if they are of one kind, or if there is one that this cannot be done with.
    """
    # Asked of each variable of each block: most are no results.
    if not _is_result(name) and not any(map(is_one_of, trees)):
        return None
    kinds: list[dict[int, tuple[Any, Any]]] = []
    for path, tree in enumerate(trees):
        for flag, value in () if tree is ABSENT else _pairs(tree):
            if not _is_data(value):
                return None
            _put(kinds, path, flag, value)
    if len(kinds) < 2:
        return None
    is_expression = type(name) is ResultName
    if not _DISPATCH["is_returned"](is_expression=is_expression):
        return None
    columns = []
    for kind in kinds:
        pairs = [kind.get(path, (False, ABSENT)) for path in range(len(trees))]
        flags = [
            ABSENT if tree is ABSENT else flag
            for tree, (flag, _) in zip(trees, pairs, strict=True)
        ]
        values = unify(name, [value for _, value in pairs])
        columns.append(list(zip(flags, values, strict=True)))
    return [_record(row) for row in zip(*columns, strict=True)]


def _pairs(tree: Any) -> list[tuple[Any, Any]]:
    """Return the values that one may be, each with its flag."""
    if not is_one_of(tree):
        return [(True, tree)]
    parts = tree.parts if type(tree) is Record else _opened(tree).parts
    return list(zip(parts[::2], parts[1::2], strict=True))


def _put(
    kinds: list[dict[int, tuple[Any, Any]]], path: int, flag: Any, value: Any
) -> None:
    """Put what a path may leave beside what others leave that joins with it."""
    for kind in kinds:
        if path not in kind and all(_joins(value, other) for _, other in kind.values()):
            kind[path] = flag, value
            return
    kinds.append({path: (flag, value)})


def _joins(left: Any, right: Any) -> bool:
    if left is ABSENT or right is ABSENT:
        return True
    if isinstance(left, tuple) or isinstance(right, tuple):
        return type(left) is type(right) and len(left) == len(right)
    joined = specs.join(specs.spec_of(left), specs.spec_of(right))
    return fitting(joined, left, right) is not None


def _is_data(tree: Any) -> bool:
    """Tell whether it is made of numbers, text and tensors, in tuples.

    A list or dict, and an array that is known, may have another name, by which it is
    changed on the way out of a `try` or `with`.
    """
    if tree is ABSENT:
        return True
    if isinstance(tree, tuple):
        return all(part is None or _is_data(part) for part in tuple.__iter__(tree))
    if is_one_of(tree) or type(tree) is Optional:
        values = tree.values if is_one_of(tree) else [tree.value]
        return all(map(_is_data, values))
    if isinstance(tree, np.ndarray) or not is_stageable(tree):
        return False
    return not specs.is_list(specs.spec_of(tree))


def of_one_kind(value: Any, name: str) -> Any:
    """Return the result of a graph that is part of another, if it is of one kind.

    Args:
        value: The result.
        name: The function that returns it.

    Raises:
        UnstagedOperationError: It, or a part of it, is of another kind on other paths.
    """
    if type(value) is Optional:
        of_one_kind(value.value, name)
    elif isinstance(value, tuple):
        for part in tuple.__iter__(value):
            of_one_kind(part, name)
    elif type(value) is OneOf:
        kinds = ", or ".join(map(_shown, value.values))
        raise UnstagedOperationError(
            f"{name}() returns {kinds}, and which one is known only when it runs.",
            origin=capture_exact(2),
            hint="Call it outside of other graphs, or return values of one kind.",
        )
    return value


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return f"a tuple of {len(value)}"
    return str(specs.spec_of(value))


__all__ = [
    "OneOf",
    "ResultName",
    "alternatives",
    "is_one_of",
    "of_one_kind",
    "within",
]
