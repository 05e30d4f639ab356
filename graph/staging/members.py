"""A member of an enumeration, as the run chooses: `state = State.ON if x > 0 else ...`.

What paths leave is a `Member`: the place of the member in its class, which the graph
carries. The class itself, which it does not carry, is kept in that of the `Member`.
"""

from __future__ import annotations

import enum
import functools
import types
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, NoReturn

from graph import nest
from graph.dispatch import operate
from graph.errors import UnknownIdentityError
from graph.origin import capture_exact
from graph.partial import ABSENT, Record
from graph.tensor import EagerTensor

# The special methods of an enumeration that are asked of each member by itself.
_KNOWN: Final = frozenset(
    ["__new__", "__init__", "__str__", "__repr__", "__format__", "__init_subclass__"]
    + ["__reduce__", "__reduce_ex__", "__getnewargs__", "__dir__", "__set_name__"]
)
_NAMES: Final = ("the member that was chosen",)


class Member:
    """One of the members of an enumeration, whose class is in that of this object.

    Attributes:
        enumeration: The class of the members.
        index: The place of the member in it: a symbolic Python integer.
    """

    __slots__ = ("index",)
    enumeration: ClassVar[type[enum.Enum]]

    def __init__(self, index: Any) -> None:
        """Choose by `index`."""
        self.index = index

    @classmethod
    def of_record(cls, _: tuple[Any, ...], parts: Sequence[Any]) -> Any:
        """Return what a record stands for: the member itself, if that is known."""
        (index,) = parts
        if index is ABSENT:
            return ABSENT
        is_known = isinstance(index, (int, EagerTensor))
        return list(cls.enumeration)[int(index)] if is_known else cls(index)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """The enumeration, as `isinstance` asks for it."""
        return self.enumeration

    def is_one(self, other: Any) -> Any:
        """Return whether it is this member, or the same one as another choice."""
        if type(other) is type(self):
            return operate("equal", (self.index, other.index))
        if type(other) is not self.enumeration:
            return False
        return operate("equal", (self.index, _place(other)))

    def each(self, act: Callable[[Any], Any]) -> Any:
        """Return `act(member)`, made for each that it may be."""
        from graph.staging.branches import stage_cond  # which joins members

        members = list(self.enumeration)

        def among(start: int, end: int) -> Any:
            if end - start == 1:
                return act(members[start])
            middle = (start + end) // 2
            return stage_cond(
                operate("less", (self.index, middle)),
                lambda: [among(start, middle)],
                lambda: [among(middle, end)],
                _NAMES,
            )[0]

        return among(0, len(members))

    def __getattr__(self, name: str) -> Any:
        found = [getattr(member, name) for member in self.enumeration]
        functions = {getattr(each, "__func__", None) for each in found}
        if None not in functions and len(functions) == 1:
            (function,) = functions
            if isinstance(function, types.FunctionType):
                is_own = all(each.__self__ is not self.enumeration for each in found)
                return types.MethodType(function, self) if is_own else found[0]
        return self.each(lambda member: getattr(member, name))

    def __eq__(self, other: object) -> Any:
        return self.is_one(other)

    def __ne__(self, other: object) -> Any:
        found = self.is_one(other)
        return not found if isinstance(found, bool) else operate("python_not", (found,))

    def __hash__(self) -> NoReturn:
        self._refuse("something is looked up by")

    def __format__(self, spec: str) -> NoReturn:
        self._refuse("text is made of")

    def __str__(self) -> str:
        self._refuse("text is made of")

    def __repr__(self) -> str:
        return f"<a member of {self.enumeration.__name__}>"

    def _refuse(self, what: str) -> NoReturn:
        raise UnknownIdentityError(
            f"{what} a member of {self.enumeration.__name__}, and which one is known "
            "only when the graph runs.",
            origin=capture_exact(2),
            hint="Ask for its `name` or `value`, or compare it with a member.",
        )


def is_member(value: Any) -> bool:
    """Tell whether a value is a member of an enumeration, known or not."""
    return _kind_of(value) is not None


def are_members(trees: Sequence[Any]) -> bool:
    """Tell whether these are members of one enumeration, not all the same one.

    Where a path has none, there is `ABSENT`.
    """
    kinds = {_kind_of(tree) for tree in trees if tree is not ABSENT}
    return (
        len(kinds) == 1
        and None not in kinds
        and any(tree is not trees[0] or type(tree) is Record for tree in trees)
    )


def record_of(value: Any) -> Record:
    """Return a member as the record of its place."""
    if type(value) is Record:
        return value
    kind = _kind_of(value)
    index = value.index if type(value) is kind else _place(value)
    return Record((kind, "index"), [index])


def _place(member: Any) -> int:
    enumeration: Any = type(member)
    return list(enumeration).index(member)


def _kind_of(value: Any) -> Any:
    """Return the class of choices among the members that a value is one of."""
    kind = type(value)
    if kind is Record:
        kind = value.names[0]
    if issubclass(kind, Member):
        return kind
    return _choices_among(kind) if issubclass(kind, enum.Enum) else None


@functools.cache
def _choices_among(enumeration: Any) -> type[Member] | None:
    """Return the class of choices; None for enumerations with a meaning of their own.

    Members of `IntEnum` and its kin are used as numbers and text, those of `Flag` are
    put together, and special methods could be asked for what only the run knows.
    """
    bases = [x for x in enumeration.__mro__ if x not in (object, enum.Enum)]
    methods = {
        name
        for base in bases
        for name, value in vars(base).items()
        if name.startswith("__") and callable(value)
    }
    is_plain = enumeration._member_type_ is object and methods <= _KNOWN
    if not is_plain or issubclass(enumeration, enum.Flag):
        return None
    body = {"enumeration": enumeration, "__slots__": (), "__hash__": Member.__hash__}
    kind = type(
        enumeration.__name__, (Member,), body
    )  # as messages of Python's call it
    nest.RECORDS[kind] = record_of
    return kind
