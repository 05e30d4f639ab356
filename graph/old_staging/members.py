"""A member of an enumeration, as the run chooses: `state = State.ON if x > 0 else ...`.

What paths leave is a `Member`: the place of the member in its class, which the graph
carries. The class itself, which it does not carry, is kept in that of the `Member`.
Those of an `IntEnum` are Python integers, too: as such they compute and compare.
"""

from __future__ import annotations

import enum
import functools
import operator
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, NoReturn

import numpy as np

from graph import nest
from graph.class_bases import NoBase
from graph.dispatch import operate
from graph.errors import UnknownIdentityError
from graph.needed import raise_noted
from graph.origin import capture_exact, is_library_code
from graph.partial import ABSENT, Record
from graph.tensor import EagerTensor, SymbolicTensor, Tensor

# The special methods of an enumeration that are asked of each member by itself.
_KNOWN: Final = frozenset(
    ["__new__", "__init__", "__str__", "__repr__", "__format__", "__init_subclass__"]
    + ["__reduce__", "__reduce_ex__", "__getnewargs__", "__dir__", "__set_name__"]
)
_NAMES: Final = ("the member that was chosen",)


class Member(NoBase):
    """One of the members of an enumeration, whose class is in that of this object.

    Nothing of ours has a name that a member may have, as `index` has.

    Attributes:
        _ag_enumeration: The class of the members.
        _ag_index: The place of the member in it: a symbolic Python integer.
    """

    __slots__ = ("_ag_index",)
    _ag_enumeration: ClassVar[type[enum.Enum]]

    def __init__(self, index: Any) -> None:
        """Choose by `index`."""
        self._ag_index = index

    @classmethod
    def of_record(cls, _: tuple[Any, ...], parts: Sequence[Any]) -> Any:
        """Return what a record stands for: the member itself, if that is known."""
        (index,) = parts
        if index is ABSENT:
            return ABSENT
        is_known = isinstance(index, (int, EagerTensor))
        return list(cls._ag_enumeration)[int(index)] if is_known else cls(index)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """The enumeration, as `isinstance` asks for it."""
        return self._ag_enumeration

    def _ag_is_one(self, other: Any) -> Any:
        """Return whether it is this member, or the same one as another choice."""
        if type(other) is type(self):
            return operate("equal", (self._ag_index, other._ag_index))
        if type(other) is not self._ag_enumeration:
            return False
        return operate("equal", (self._ag_index, _place(other)))

    def _ag_each(self, act: Callable[[Any], Any]) -> Any:
        """Return `act(member)`, made for each that it may be."""
        from graph.old_staging.branches import stage_cond  # which joins members

        members = list(self._ag_enumeration)

        def among(start: int, end: int) -> Any:
            if end - start == 1:
                return act(members[start])
            middle = (start + end) // 2
            return stage_cond(
                operate("less", (self._ag_index, middle)),
                lambda: [among(start, middle)],
                lambda: [among(middle, end)],
                _NAMES,
            )[0]

        return among(0, len(members))

    def __getattr__(self, name: str) -> Any:
        found = [getattr(member, name) for member in self._ag_enumeration]
        functions = {getattr(each, "__func__", None) for each in found}
        if None not in functions and len(functions) == 1:
            (function,) = functions
            if isinstance(function, types.FunctionType):
                is_own = all(
                    each.__self__ is not self._ag_enumeration for each in found
                )
                return types.MethodType(function, self) if is_own else found[0]
        return self._ag_each(lambda member: getattr(member, name))

    def __eq__(self, other: object) -> Any:
        if type(other) is SymbolicTensor:  # an array is compared element by element
            return other == next(iter(self._ag_enumeration))
        return self._ag_is_one(other)

    def __ne__(self, other: object) -> Any:
        if type(other) is SymbolicTensor:
            return other != next(iter(self._ag_enumeration))
        found = self._ag_is_one(other)
        return not found if isinstance(found, bool) else operate("python_not", (found,))

    def __hash__(self) -> NoReturn:
        self._ag_refuse("something is looked up by")

    def __format__(self, spec: str) -> NoReturn:
        self._ag_refuse("text is made of")

    def __str__(self) -> str:
        self._ag_refuse("text is made of")

    def __repr__(self) -> str:
        if not is_library_code(sys._getframe(1).f_code):  # messages of ours show it
            self._ag_refuse("text is made of")
        return f"<a member of {self._ag_enumeration.__name__}>"

    def _ag_refuse(self, what: str) -> NoReturn:
        error = UnknownIdentityError(
            f"{what} a member of {self._ag_enumeration.__name__}, and which one is "
            "known only when the graph runs.",
            origin=capture_exact(2),
            hint="Ask for its `name` or `value`, or compare it with a member.",
        )
        raise_noted(error, 3)


class Number(Member):
    """One of the members of an `IntEnum`, which is its value in all that computes."""

    __slots__ = ()

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """The enumeration, as `isinstance` asks for it; but for this library's code.

        What there takes Python's integers must not take it.
        """
        is_asked_here = is_library_code(sys._getframe(1).f_code)
        return type(self) if is_asked_here else self._ag_enumeration

    @property
    def _ag_number(self) -> Any:
        """The value: a symbolic Python integer."""
        return self._ag_each(int)

    def __eq__(self, other: object) -> Any:
        if type(other) is type(self) or type(other) is self._ag_enumeration:
            return self._ag_is_one(other)
        given = _as_number(other)
        return False if given is None else operate("equal", (self._ag_number, given))

    def __ne__(self, other: object) -> Any:
        found = self == other
        return not found if isinstance(found, bool) else operate("python_not", (found,))

    __hash__ = Member.__hash__

    def __int__(self) -> NoReturn:
        self._ag_refuse("code that runs as it stands asks for the value of")

    __index__ = __float__ = __complex__ = __int__

    def __bool__(self) -> NoReturn:
        self._ag_refuse("code that runs as it stands decides on")


def _computing(name: str, *, is_reflected: bool = False) -> Callable[..., Any]:
    act = getattr(operator, name)

    def method(member: Number, *others: Any) -> Any:
        given = [_as_number(other) for other in others]
        if any(each is None for each in given):
            return NotImplemented
        operands = (
            [*given, member._ag_number] if is_reflected else [member._ag_number, *given]
        )
        return act(*operands)

    return method


def _as_number(value: Any) -> Any:
    """Return a number as the graph has it; None for what is none."""
    if issubclass(type(value), Number):
        return value._ag_number
    if isinstance(value, enum.Enum):
        return int(value) if isinstance(value, int) else None
    if isinstance(value, (Tensor, np.ndarray, np.generic, int, float, complex)):
        return value
    return None


_BINARY: Final = (
    *("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"),
    *("lshift", "rshift", "and", "or", "xor"),
)
for _name in _BINARY:
    _of_operator = f"{_name}_" if _name in ("and", "or") else _name
    setattr(Number, f"__{_name}__", _computing(_of_operator))
    setattr(Number, f"__r{_name}__", _computing(_of_operator, is_reflected=True))
for _name in ("lt", "le", "gt", "ge", "neg", "pos", "invert", "abs"):
    setattr(Number, f"__{_name}__", _computing(_name))


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
    index = value._ag_index if type(value) is kind else _place(value)
    return Record((kind, "index"), [index])


def is_plain(enumeration: Any) -> bool:
    """Can the run choose among the members of an enumeration?"""
    return _choices_among(enumeration) is not None


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

    Members of `StrEnum` and its kin are used as text, those of `Flag` are put together,
    and special methods could be asked for what only the run knows.
    """
    is_number = issubclass(enumeration, enum.IntEnum)
    known = enum.IntEnum.__mro__ if is_number else (object, enum.Enum)
    bases = [x for x in enumeration.__mro__ if x not in known]
    methods = {
        name
        for base in bases
        for name, value in vars(base).items()
        if name.startswith("__") and callable(value)
    }
    is_plain = is_number or enumeration._member_type_ is object
    if not (is_plain and methods <= _KNOWN) or issubclass(enumeration, enum.Flag):
        return None
    of_kind = Number if is_number else Member
    body = {
        "_ag_enumeration": enumeration,
        "__slots__": (),
        "__hash__": Member.__hash__,
    }
    kind = type(
        enumeration.__name__, (of_kind,), body
    )  # as messages of Python's call it
    nest.RECORDS[kind] = record_of
    return kind
