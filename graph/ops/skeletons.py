"""(no ops) Values with numbers in place of their leaves, as nodes have them."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from types import MemberDescriptorType
from typing import Any

from graph import dtypes
from graph.errors import SideEffectError, UnstageableValueError
from graph.origin import capture_exact
from graph.tensor import _DISPATCH, Tensor


class Kept:
    """What stays as it is.

    Attributes:
        value: That.
    """

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        """Keep a value."""
        self.value = value

    def __repr__(self) -> str:
        return f"an object ({type(self.value).__name__})"

    def given(self) -> Any:
        """Return it."""
        return self.value


class KeptObject(Kept):
    """An object of the user's that was there before the function was traced."""

    __slots__ = ()

    def given(self) -> Any:
        """Return it.

        Raises:
            SideEffectError: The function has changed it while it was traced.
        """
        if _DISPATCH["reaches_run"](self.value):
            kind = type(self.value).__name__
            raise SideEffectError(
                f"an exception holds an object ({kind}) from outside, which this "
                "function changes: that takes place once, while it is traced.",
                hint="Give the exception numbers or text, or return what is new.",
            )
        return self.value


class HeldObject:
    """An object of the user's, which is made anew each time.

    Attributes:
        kind: Its class, or that of a named tuple.
        parts: The skeletons of its attributes, or items, under their names.
        of: Gives the object that was taken apart, as long as there is one.
    """

    __slots__ = ("_copies", "kind", "of", "parts")

    def __init__(self, kind: type, of: Callable[[], Any] = lambda: None) -> None:
        """Hold nothing yet: an object may hold itself."""
        self.kind, self.of = kind, of
        self.parts: dict[str, Any] = {}
        self._copies: list[Callable[[], Any]] = []

    def __repr__(self) -> str:
        return f"an object ({self.kind.__name__})"

    def is_copy(self, value: Any) -> bool:
        """Tell whether an object was made of this."""
        # What is gone is None, as some values are.
        found = [copy() for copy in list(self._copies)]
        return value is not None and any(copy is value for copy in found)

    def made(self, fill: Callable[[Any], Any], known: dict[int, Any]) -> Any:
        """Return such an object.

        Args:
            fill: Returns the value of a skeleton.
            known: The objects that have been made, by what they were made of.
        """
        if id(self) not in known:
            if issubclass(self.kind, tuple):
                parts = [fill(part) for part in self.parts.values()]
                return known.setdefault(id(self), tuple.__new__(self.kind, parts))
            made = known[id(self)] = object.__new__(self.kind)
            # Those that are gone are dropped; another thread may add one meanwhile.
            self._copies = [x for x in self._copies if x() is not None]
            self._copies.append(reference_to(made))
            for name, part in self.parts.items():
                store_in(made, name, fill(part))
        return known[id(self)]


def reference_to(value: Any) -> Callable[[], Any]:
    """Return what gives an object as long as something else refers to it.

    That of an object whose class has slots only refers to it itself.
    """
    try:
        return weakref.ref(value)
    except TypeError:
        return lambda: value


def store_in(owner: Any, name: str, value: Any) -> None:
    """Set an attribute past what the class does then."""
    for base in type(owner).__mro__:
        member = vars(base).get(name)
        if isinstance(member, MemberDescriptorType):
            member.__set__(owner, value)
            return
    owner.__dict__[name] = value


def is_carried(value: Any) -> bool:
    """Can a graph carry the value as it is, a number or text or a tensor?"""
    return isinstance(value, Tensor) or dtypes.of_python(value) is not None


def skeleton_of(
    value: Any,
    values: list[Any],
    taken_apart: Callable[[Any, Callable[[Any], Any]], Any] | None = None,
) -> Any:
    """Return a value with the numbers of its leaves in place of them.

    Args:
        value: Nested tuples, lists and dicts of leaves.
        values: The leaves so far; those of `value` are appended.
        taken_apart: Given another value, and what gives the skeletons of its parts,
            returns its skeleton; None of what can be none.

    Raises:
        UnstageableValueError: A leaf is of a kind that a graph cannot hold.
    """
    if type(value) is dict:
        if taken_apart is not None:
            _DISPATCH["check_dict"](value)
        return {
            key: skeleton_of(part, values, taken_apart) for key, part in value.items()
        }
    if type(value) in (tuple, list):
        return type(value)(skeleton_of(part, values, taken_apart) for part in value)
    if value is None:
        return None
    if not is_carried(value):
        if taken_apart is not None:
            found = taken_apart(value, lambda x: skeleton_of(x, values, taken_apart))
            if found is not None:
                return found
        kind = getattr(value, "_ag_kind", type(value).__name__)
        raise UnstageableValueError(
            f"an object ({kind}) cannot be kept beside a value that is "
            "known only when the graph runs: its text may change until then.",
            origin=capture_exact(2),
            hint="Use an f-string, which makes the text of each part where it stands; "
            "or make its text first (str).",
        )
    values.append(value)
    return len(values) - 1


def filled(
    skeleton: Any, values: Sequence[Any], known: dict[int, Any] | None = None
) -> Any:
    """Put values in place of their numbers; see `skeleton_of`.

    Args:
        skeleton: The value, with numbers.
        values: The leaves.
        known: The objects of the user's that have been made for it.
    """
    known = {} if known is None else known
    if type(skeleton) is int:
        return values[skeleton]
    if type(skeleton) is dict:
        return {key: filled(part, values, known) for key, part in skeleton.items()}
    if type(skeleton) in (tuple, list):
        return type(skeleton)(filled(part, values, known) for part in skeleton)
    if isinstance(skeleton, Kept):
        return skeleton.given()
    if type(skeleton) is HeldObject:
        return skeleton.made(lambda part: filled(part, values, known), known)
    return skeleton


__all__ = [
    "HeldObject",
    "Kept",
    "KeptObject",
    "filled",
    "is_carried",
    "reference_to",
    "skeleton_of",
    "store_in",
]
