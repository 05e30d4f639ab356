"""The error for values of a variable that no type holds, with both places."""

from __future__ import annotations

from collections import deque
from types import FunctionType
from typing import Any

from graph import dtypes, nest
from graph.errors import (
    BranchMismatchError,
    StructureMismatchError,
    UnstageableValueError,
)
from graph.old_staging.choosable import is_instance
from graph.old_staging.content_names import ContentName
from graph.old_staging.objects import state_of
from graph.old_staging.storage import Elements, is_container
from graph.old_staging.variables import OF_BUILTIN, Unavailable, is_stageable, show_name
from graph.origin import Origin, capture_exact
from graph.partial import Undefined
from graph.segments import Column
from graph.specs import ListDType, element_of
from graph.tables import is_run_set
from graph.tensor import SymbolicTensor, Tensor


def mismatch(
    name: str,
    left: Any,
    right: Any,
    labels: tuple[str, str],
    *,
    is_of_lists: bool = False,
) -> Exception:
    """Return the error for two leaves that nothing joins, showing both places.

    Args:
        name: The variable, or what else holds them.
        left: A leaf.
        right: The other.
        labels: What messages call their places.
        is_of_lists: Do the leaves hold all items of a list? It is about one of these.
    """
    is_of_builtin = name.startswith(OF_BUILTIN)
    if is_of_builtin:
        labels = ("for one of its items", "for another")
    places = [
        (label, origin)
        for label, leaf in zip(labels, (left, right), strict=True)
        if (origin := _leaf_origin(leaf)) is not None
    ]
    both = (left, right)
    shown = [_show_leaf(leaf, is_list=is_of_lists) for leaf in both]
    is_content = isinstance(name, ContentName)
    is_whole = any(isinstance(leaf, set) or type(leaf) is Elements for leaf in both)
    verb = "holds" if is_content and not is_whole else "is"
    return BranchMismatchError(
        f"{show_name(name)} {verb} {shown[0]} {labels[0]} and {shown[1]} {labels[1]}.",
        origin=capture_exact(2),
        others=tuple(places),
        hint=_mismatch_hint(left, right, is_content=is_content),
        variable=None if is_of_builtin else name,
    )


def structures_differ(name: str, first: Any, other: Any) -> StructureMismatchError:
    """Return the error for two values that are nested differently."""
    both = (
        f"the structure {nest.structure_of(each)}"
        if nest.is_nested(each)
        else "a single value"
        for each in (first, other)
    )
    hint, verb = "Give it the same nesting on all paths.", "has"
    if isinstance(name, ContentName):
        verb = "holds"
        hint = (
            "What a list holds has one nesting where only the run knows its length: "
            "keep values and tuples apart, in a list each."
        )
    return StructureMismatchError(
        f"{show_name(name)} {verb} {' on one path and '.join(both)} on another.",
        origin=capture_exact(3),
        hint=hint,
        variable=name,
    )


def of_one_kind(name: str, values: list[Any]) -> list[Any]:
    """Return the values that paths leave, if not some alone are what the run chooses.

    What stands for that, such as the place of a member in its enumeration, would be
    taken for a value of the others. Lists tell of their items by themselves.

    Raises:
        BranchMismatchError: There are a choice and what is none of its kind.
    """
    for value in values[1:]:
        kinds = {type(values[0]), type(value)}
        is_alone = len(kinds) > 1 and not kinds.isdisjoint(nest.RECORDS)
        if is_alone and not any(map(_holds_items, (values[0], value))):
            raise mismatch(name, values[0], value, ("on one path", "on another"))
    return values


def _holds_items(leaf: Any) -> bool:
    return isinstance(leaf, (Tensor, Column)) and isinstance(leaf.spec.dtype, ListDType)


def _leaf_origin(leaf: Any) -> Origin | None:
    """Return where a leaf is computed; one that is given has no place of its own."""
    if isinstance(leaf, SymbolicTensor) and leaf.node.inputs:
        return leaf.node.origin
    return None


def _show_leaf(leaf: Any, *, is_list: bool = False) -> str:
    if isinstance(leaf, (Tensor, Column)):
        spec: Any = leaf.spec
        if is_list and isinstance(spec.dtype, ListDType):
            spec = element_of(spec)
        is_one = spec is not None and isinstance(spec.dtype, ListDType)
        return f"a list of {_told(element_of(spec))}" if is_one else _told(spec)
    if isinstance(leaf, Undefined):
        return "undefined"
    if isinstance(leaf, Unavailable):
        return "a value that cannot leave a staged block"
    kind = type(leaf)
    if kind.__name__ == "CaughtError":
        return "an exception that is caught when the graph runs"
    if kind in nest.RECORDS:
        return "one of several objects, which the run chooses,"
    if kind is Elements:
        leaf, kind = set(leaf), set
    if is_run_set(leaf):
        return f"a {kind.__name__} whose elements only the run knows,"
    method = getattr(kind, "__repr__", None)
    # A method of the user's may decide on symbolic values; `dataclasses` wraps its own.
    is_users = type(method) is FunctionType and not hasattr(method, "__wrapped__")
    is_plain = method is object.__repr__ or is_users
    shown = "" if is_plain else repr(leaf)
    if is_plain or " at 0x" in shown:  # an address
        name = getattr(leaf, "__name__", None)
        is_named = isinstance(name, str)
        return (
            f"the {kind.__name__} {name}"
            if is_named
            else f"an object of {kind.__name__}"
        )
    return f"{shown} ({kind.__name__})"


def _told(spec: Any) -> str:
    return "what is not known" if spec is None else str(spec.told)


def show_element(value: Any) -> str:
    """Return what a list cannot hold, with what of an object keeps it from that."""
    kind = type(value).__name__
    if is_instance(value):
        for name, held in state_of(value):
            if is_container(held):
                of = type(held).__name__
                return f"an object of {kind} whose attribute `{name}` is a {of}"
    return f"a value of type {kind}"


def _is_text(leaf: Any) -> bool:
    spec = leaf.spec if isinstance(leaf, (Tensor, Column)) else None
    while spec is not None and isinstance(spec.dtype, ListDType):
        spec = element_of(spec)
    dtype = None if spec is None else spec.dtype
    return isinstance(leaf, str) or dtype in (dtypes.python_str, dtypes.string)


def _mismatch_hint(left: Any, right: Any, *, is_content: bool) -> str:
    if _is_text(left) != _is_text(right):
        if is_content:
            return (
                "Text is of another type than numbers: keep them apart, in one list or "
                "dict each, or make it text, `str(n)`."
            )
        return (
            "Text is of another type than numbers: use two variables, or make it text."
        )
    if is_stageable(left) and is_stageable(right):
        return (
            "One dtype must hold both: convert one side with ag.cast, or write the "
            "number as the other side's type (1.0 for 1)."
        )
    if is_instance(left) or is_instance(right):
        return (
            "Objects that iterations make anew are carried if they hold no sets, "
            "deques, arrays or functions, and no objects of their own class beside "
            "lists or dicts; those of a recursion are not. Make one before, and change "
            "its attributes."
        )
    if isinstance(left, deque) and isinstance(right, deque):
        return (
            "Which of two deques a variable holds the run does not decide. Keep one: "
            "`q.clear()`, and `q.extend(other)`."
        )
    if isinstance(left, set) and isinstance(right, set):
        return (
            "Which of two sets a variable holds the run decides of sets of numbers, of "
            "text, and of tuples of these. Keep one of others: `found = set(other)`, "
            "then `s.clear()`, and `s.update(found)`."
        )
    return (
        "A value that is chosen when the graph runs must be a tensor or a number: "
        "compute one from it on each path, or keep the values in two variables."
    )


def bad_element(name: str, what: str) -> UnstageableValueError:
    """Return the error for what a list whose length the run decides does not hold."""
    kind = getattr(name, "kind", "list")
    what_is = "a length that is" if kind in ("list", "deque") else "keys that are"
    told = f"has {what_is} known only when the graph runs, and holds"
    holder = f"Such a {kind} holds tensors, numbers, text, and tuples, lists and dicts "
    holder += "of them; all dicts have the same keys, in the same order."
    if name.startswith("the attribute"):  # a list of those of all objects of a class
        told = "of an object that a loop or a recursion makes holds"
        holder = "It can hold tensors, numbers, text, tuples of them, and other objects"
        holder += ", but not what a recursion makes of these: use a loop for that."
    hint = "Make an array a tensor (ag.constant), or write a dataclass."
    if " whose attribute " in what:  # of an object
        hint = "Give each object a number instead, and keep these in one list beside "
        hint += "them: `kids[node.number].append(other.number)`."
    found = UnstageableValueError(
        f"{show_name(name)} {told} {what}.",
        origin=capture_exact(2),
        hint=f"{holder} {hint}",
    )
    found.variable = name
    return found


__all__ = [
    "bad_element",
    "mismatch",
    "of_one_kind",
    "show_element",
    "structures_differ",
]
