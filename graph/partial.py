"""Values that are there on some paths only, each with a flag that the graph carries.

    Undefined       nothing is assigned to the name
    Maybe           a value, and whether the name is defined
    PossibleAttribute   holds a `Maybe` where an object keeps an attribute
    Optional        a value, and whether it is None in its place
    OptionalTensor  an `Optional` tensor or number, which works as one
    ABSENT          the place of a value that is never looked at
    Record          a frozen dataclass, taken apart where paths leave different ones

`graph.nest` opens `Maybe` and `Optional` like containers: the leaves are those of the
value, then the flag. So what joins paths has only leaves to join.
"""

from __future__ import annotations

import copy
import dataclasses
import enum
import operator
import sys
import weakref
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from graph import dtypes
from graph.class_bases import NoBase
from graph.errors import UnknownAttributesError, UnknownNoneError
from graph.in_place import OPERATORS
from graph.needed import raise_noted
from graph.none_operands import said_of
from graph.origin import capture_exact, is_library_code
from graph.segments import OPERATIONS
from graph.specs import TensorSpec
from graph.tensor import _DISPATCH, EagerTensor, SymbolicTensor


class Absent:
    """The type of `ABSENT`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<absent>"


ABSENT: Final = Absent()


class Undefined:
    """The value of a name that nothing is assigned to.

    Attributes:
        name: The name.
        is_read: Did something depend on it, such as a flag that says it is undefined?
    """

    __slots__ = ("is_read", "name")

    def __init__(self, name: str) -> None:
        """Stand for the missing value of `name`."""
        self.name = name
        self.is_read = False

    def __repr__(self) -> str:
        return f"<undefined {self.name}>"


class Flagged(NoBase):
    """A value and a flag: what `graph.nest` opens.

    Attributes:
        value: A value or a structure; meaningless where the flag says so.
        flag: A bool or a symbolic Python bool, `ABSENT` where it is not looked at.
    """

    __slots__ = ("flag", "value")
    names: tuple[str, ...] = ()

    def __init__(self, value: Any, flag: Any) -> None:
        """Hold a value and its flag."""
        self.value = value
        self.flag = flag

    @classmethod
    def build(cls, names: tuple[str, ...], value: Any, flag: Any) -> Any:
        """Return the plainest value that means the same."""
        raise NotImplementedError

    def with_value(self, value: Any) -> Any:
        """Return what another value means under the same flag."""
        return self.build(self.names, value, self.flag)


class Maybe(Flagged):
    """The value of a variable or attribute that is assigned on some paths only.

    The flag tells whether it is defined.
    """

    __slots__ = ("attribute", "names")

    def __init__(self, value: Any, flag: Any, name: str) -> None:
        """Hold the value of `name`, which is for the error when it is read."""
        super().__init__(value, flag)
        self.names = (name,)
        self.attribute: PossibleAttribute | None = None

    @property
    def name(self) -> str:
        """The name of the variable."""
        return self.names[0]

    @classmethod
    def build(cls, names: tuple[str, ...], value: Any, flag: Any) -> Any:
        known = known_flag(flag)
        if known is None:
            return cls(value, flag, *names)
        return value if known else Undefined(*names)


class PossibleAttribute:
    """What stands where an object keeps an attribute that it may not have.

    It is no value: all that meets it by itself is refused.

    Attributes:
        maybe: The value, and whether it is there.
    """

    __slots__ = ("maybe",)

    def __init__(self, maybe: Maybe) -> None:
        """Stand for an attribute."""
        self.maybe = maybe

    @classmethod
    def of(cls, maybe: Maybe) -> PossibleAttribute:
        """Return the one that stands for a value: what is unchanged stays identical."""
        if maybe.attribute is None:
            maybe.attribute = cls(maybe)
        return maybe.attribute

    def __deepcopy__(self, memo: dict[int, Any]) -> PossibleAttribute:
        maybe = self.maybe
        value = copy.deepcopy(maybe.value, memo)
        return PossibleAttribute.of(Maybe(value, maybe.flag, maybe.name))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and not name.startswith("__array"):
            raise AttributeError(name)
        return _refuse(self)


def _refuse(found: PossibleAttribute, *_: Any, **__: Any) -> NoReturn:
    raise UnknownAttributesError(
        f"whether there is {found.maybe.name} is known only when the graph runs; "
        "this takes it for granted.",
        origin=capture_exact(),
        hint="Read it into a variable first, as in `x = p.x`, in converted code; or "
        "give it a value before the staged block.",
    )


for _name in (*OPERATIONS.split(), "repr", "str", "format"):
    setattr(PossibleAttribute, f"__{_name}__", _refuse)


class Optional(Flagged):
    """A value that is None on some paths; the flag tells whether it is None.

    It can be compared with None and handed on. What looks into it demands a value,
    with the error that Python has for None.
    """

    __slots__ = ()

    @classmethod
    def build(cls, names: tuple[str, ...], value: Any, flag: Any) -> Any:
        known = known_flag(flag)
        if known is True or value is None:
            return None
        if known is False:
            return value
        if flag is not ABSENT:
            is_number = isinstance(value, (int, float, complex, str, EagerTensor))
            if is_number and not isinstance(value, enum.Enum):
                value = flag.graph.constant(value)
            if type(value) is SymbolicTensor:
                return OptionalTensor(value, flag)
        return cls(value, flag)

    def _demand(self, message: str) -> Any:
        return _DISPATCH["demand"](self, message)

    def __iter__(self) -> Any:
        return iter(self._demand("'NoneType' object is not iterable"))

    def __getitem__(self, key: Any) -> Any:
        return self._demand("'NoneType' object is not subscriptable")[key]

    def __len__(self) -> int:
        return len(self._demand("object of type 'NoneType' has no len()"))

    def __eq__(self, other: object) -> Any:
        # Converted code compares with constants as Python does, by this method.
        return self.flag if other is None else _DISPATCH["compare"]("==", self, other)

    def __ne__(self, other: object) -> Any:
        if other is not None:
            return _DISPATCH["compare"]("!=", self, other)
        return _DISPATCH["operate"]("python_not", (self.flag,))

    def __hash__(self) -> int:
        raise UnknownNoneError(
            "looking something up needs to know whether this is None, which is known "
            "only when the graph runs.",
            origin=capture_exact(),
            hint="Compare it instead: `value is None`, `value == ...`.",
        )

    def __repr__(self) -> str:
        if not is_library_code(sys._getframe(1).f_code):  # messages of ours show it
            error = UnknownNoneError(
                "the text of a value that may be None is known only when the graph "
                "runs.",
                origin=capture_exact(2),
                hint="Make it by `str`, `repr` or an f-string in a function that is "
                "converted.",
            )
            raise_noted(error, 2)
        return "<a value that is None on some paths>"

    def __bool__(self) -> NoReturn:
        raise UnknownNoneError(
            "whether this value is None is known only when the graph runs.",
            origin=capture_exact(),
            hint="In converted code, test `value is None` with `if`.",
        )

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        message = f"'NoneType' object has no attribute '{name}'"
        return getattr(self._demand(message), name)


def _special(name: str) -> Callable[..., Any]:
    def method(self: Optional, *args: Any) -> Any:
        return _DISPATCH["special"](name, self, *args)

    method.__name__ = method.__qualname__ = name
    return method


for _name in (
    *(f"{_way}{_each}" for _each in OPERATORS.values() for _way in ("", "r", "i")),
    *("lt", "le", "gt", "ge", "neg", "pos", "invert", "abs", "divmod", "rdivmod"),
):
    setattr(Optional, f"__{_name}__", _special(f"__{_name}__"))


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class MadeError:
    """A leaf: an exception that was made while tracing, beside one of the run."""

    error: BaseException
    spec: TensorSpec = TensorSpec((), dtypes.opaque)  # noqa: RUF009  # it is frozen


class Record:
    """An instance of a class of frozen records, taken apart: what `graph.nest` opens.

    Attributes:
        names: The class, then the names of its fields.
        parts: Their values.
    """

    __slots__ = ("names", "parts")

    def __init__(self, names: tuple[Any, ...], parts: Sequence[Any]) -> None:
        """Hold the values of the fields."""
        self.names = names
        self.parts = parts

    @classmethod
    def of(cls, value: Any) -> Record:
        """Take an instance of a class that has `fields_of` apart."""
        names = fields_of(type(value)) or ()
        parts = [getattr(value, name, ABSENT) for name in names]
        return cls((type(value), *names), parts)

    @staticmethod
    def build(names: tuple[Any, ...], parts: Sequence[Any]) -> Any:
        """Return the instance; its constructor has run when it was first made."""
        kind, *fields = names
        if kind in BUILDERS:
            return BUILDERS[kind](names, parts)
        if hasattr(kind, "of_record"):  # it is chosen by the run
            return kind.of_record(names, parts)
        made = object.__new__(kind)
        for name, part in zip(fields, parts, strict=True):
            if part is not ABSENT:
                object.__setattr__(made, name, part)
        if fields_of(kind) is not None:
            _DISPATCH["set_apart"](made)
        return made


def are_records(trees: Sequence[Any]) -> bool:
    """Are these different instances of one frozen class?"""
    kinds = {type(tree) for tree in trees}
    if len(kinds) != 1 or (len(trees) > 1 and all(x is trees[0] for x in trees)):
        return False
    (kind,) = kinds
    return kind is not Record and fields_of(kind) is not None


# What makes of a record what it stands for, by class. Written while importing only.
BUILDERS: dict[type, Callable[[tuple[Any, ...], Sequence[Any]], Any]] = {}
# By class. Written by `fields_of` only.
_FIELDS: weakref.WeakKeyDictionary[type, tuple[str, ...] | None] = (
    weakref.WeakKeyDictionary()
)


def fields_of(kind: type) -> tuple[str, ...] | None:
    """Return the fields of a frozen dataclass or attrs class; None for others."""
    if kind not in _FIELDS:
        _FIELDS[kind] = _find_fields(kind)
    return _FIELDS[kind]


def _find_fields(kind: Any) -> tuple[str, ...] | None:
    params = getattr(kind, "__dataclass_params__", None)
    if params is not None and params.frozen:
        return tuple(each.name for each in dataclasses.fields(kind))
    attributes = getattr(kind, "__attrs_attrs__", None)
    setter = getattr(kind.__setattr__, "__name__", "")
    if attributes is not None and setter == "_frozen_setattrs":
        return tuple(each.name for each in attributes)
    return None


class OptionalTensor(SymbolicTensor):
    """A tensor or number that a graph carries, and that is None on some paths.

    Attributes:
        value: The tensor; meaningless where `flag` is true.
        flag: A symbolic Python bool: is it None?
    """

    __slots__ = ("flag", "value")
    names: tuple[str, ...] = ()

    def __init__(self, value: SymbolicTensor, flag: SymbolicTensor) -> None:
        """Let `value` be None where `flag` is true."""
        super().__init__(value.node, value.value_index, value.spec)
        self.value = value
        self.flag = flag

    @property
    def _is_array(self) -> bool:
        return False  # None has no methods of arrays: it is asked by `__getattr__`

    def __deepcopy__(self, memo: Any = None) -> OptionalTensor:
        return OptionalTensor(copy.deepcopy(self.value, memo), self.flag)

    def _compare(self, name: str, other: Any) -> Any:
        if type(other) is range and self.value.spec.dtype.is_python:
            return name != "equal"  # as None, no number is a range
        return _DISPATCH["compare_optional"](name, self, other)

    def __eq__(self, other: object) -> Any:
        return self._compare("equal", other)

    def __ne__(self, other: object) -> Any:
        return self._compare("not_equal", other)

    def __hash__(self) -> int:  # type: ignore[override]
        raise UnknownNoneError(
            "looking something up needs to know whether this is None, and its value, "
            "which are known only when the graph runs.",
            origin=capture_exact(),
            hint="Compare it instead: `value is None`, `value == ...`.",
        )


def _updating(name: str) -> Callable[[Any, Any], Any]:
    act = getattr(operator, f"i{name.removesuffix('_')}")
    otherwise = getattr(SymbolicTensor, f"__i{name}__")

    def update(self: Any, other: Any) -> Any:
        said = said_of(act, (self, other), 0)
        if said is None:
            return otherwise(self, other)
        return act(_DISPATCH["demand"](self, said), other)

    return update


for _name in OPERATORS.values():
    setattr(OptionalTensor, f"__i{_name}__", _updating(_name))
OptionalTensor.__module__ = "autograph"
OptionalTensor.__qualname__ = OptionalTensor.__name__ = "Tensor"


def known_flag(flag: Any) -> bool | None:
    """Return the flag if it is known now."""
    if isinstance(flag, bool):
        return flag
    return bool(flag) if type(flag) is EagerTensor else None


def is_none(value: Any) -> Any:
    """Return whether a value is None: a bool, or a symbolic one."""
    if type(value) in (OptionalTensor, Optional):
        return value.flag
    return value is None


__all__ = [
    "ABSENT",
    "Flagged",
    "Maybe",
    "Optional",
    "OptionalTensor",
    "PossibleAttribute",
    "Record",
    "Undefined",
    "are_records",
    "fields_of",
    "is_none",
    "known_flag",
]
