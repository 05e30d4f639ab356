"""Write the lines of a random program, knowing which names have a value where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar

from autograph.testing.choices import Choices
from autograph.testing.types import FLOAT, INT, PYBOOL, STR, TENSORS, Type

if TYPE_CHECKING:
    from autograph.testing.grammar import Grammar

T = TypeVar("T")

MAX_LOOP_DEPTH: Final = 2
MAX_DEPTH: Final = 4
STEP: Final = "step"
"""Names of functions that may become the names of others."""


@dataclass(frozen=True)
class Signature:
    """A function that the program may call.

    Attributes:
        parameters: The types of its parameters.
        result: What it returns.
        forms: How an argument for each is written: `{}`, `k1={}`, `*({},)`; one that
            may be left out begins with `?`. If there are none, all are `{}`.
    """

    parameters: tuple[Type, ...]
    result: Type
    forms: tuple[str, ...] = ()


@dataclass(frozen=True)
class Result:
    """What a function returns: a template with a hole for each part of some type.

    `({}, [{}])` is a tuple of one thing and a list of another.
    """

    template: str
    types: tuple[Type, ...]


@dataclass
class Scope:
    """What is known at a place of the program.

    Attributes:
        variables: The names that certainly have a value, with their types.
        assignable: Those of them that may be assigned to here.
        late: Names that have a value on some paths only.
        functions: The functions that may be called.
        optional: The names that have a value or are None, with the value's type.
        settable: Those of them that may be assigned to here.
        growing: The lists that may change their length, with the type of their items.
        held: The dicts that have keys of their own, with the types of their values.
        errors: The names of exceptions that handlers around have caught.
        things: What else has a name, by what it is: the type of what it holds.
        tables: The tables of functions: of which kind, and how many.
    """

    variables: dict[str, Type] = field(default_factory=dict)
    assignable: set[str] = field(default_factory=set)
    late: dict[str, Type] = field(default_factory=dict)
    functions: dict[str, Signature] = field(default_factory=dict)
    optional: dict[str, Type] = field(default_factory=dict)
    settable: set[str] = field(default_factory=set)
    growing: dict[str, Type] = field(default_factory=dict)
    held: dict[str, Type] = field(default_factory=dict)
    errors: tuple[str, ...] = ()
    things: dict[str, dict[str, Type]] = field(default_factory=dict)
    tables: dict[str, tuple[Signature, int]] = field(default_factory=dict)

    def copy(self) -> Scope:
        """Return a scope that can change by itself."""
        return Scope(
            dict(self.variables),
            set(self.assignable),
            dict(self.late),
            dict(self.functions),
            dict(self.optional),
            set(self.settable),
            dict(self.growing),
            dict(self.held),
            self.errors,
            _copied(self.things),
            dict(self.tables),
        )

    def inner(self) -> Scope:
        """Return the scope of a function here: what is around it is only read."""
        return Scope(
            dict(self.variables),
            functions=self._lasting_functions(),
            optional=dict(self.optional),
            growing=dict(self.growing),
            held=dict(self.held),
            things=_copied(self.things),
            tables=dict(self.tables),
        )

    def later(self) -> Scope:
        """Return the scope of a lambda here, which may be called later."""
        scope = self.copy()
        scope.functions = self._lasting_functions()
        return scope

    def _lasting_functions(self) -> dict[str, Signature]:
        """Return the functions whose names get no others: no one calls itself so."""
        steps = self.named(STEP)
        return {k: each for k, each in self.functions.items() if k not in steps}

    def named(self, what: str) -> dict[str, Type]:
        """Return the names of what is no variable, by what it is."""
        return self.things.setdefault(what, {})


def _copied(things: dict[str, dict[str, Type]]) -> dict[str, dict[str, Type]]:
    return {what: dict(names) for what, names in things.items()}


class Writer:
    """A program being written.

    Args:
        choices: Where decisions come from.
        size: How many statements it may have, about.
        grammar: What it is made of.

    Attributes:
        left: How many statements it may still have, about.
        used: How often each construct was written.
        scope: What is known at the place being written.
        result: What the function being written returns.
        loop_depth: How many loops are around that place, within its function.
        is_main: Is the function being written the program's own?
        palette: The types that the program mostly uses: so that its variables meet.
        may_bind: May an expression hold `:=` here?
        shared: Its variables that are globals.
    """

    def __init__(self, choices: Choices, size: int, grammar: Grammar) -> None:
        self.choices = choices
        self.grammar = grammar
        self.left = size
        self.used: Counter[str] = Counter()
        self.scope = Scope()
        self.result = Result("{}", (INT,))
        self.loop_depth = 0
        self.is_main = False
        self.may_bind = True
        self.shared: set[str] = set()
        self.palette: tuple[Type, ...] = (INT,)
        self._lines: list[str] = []
        self._indent = 0
        self._names: Counter[str] = Counter()

    @property
    def text(self) -> str:
        """The program so far."""
        return "".join(f"{line}\n" for line in self._lines)

    @property
    def depth(self) -> int:
        """How deep the place being written is nested."""
        return self._indent

    def line(self, text: str) -> None:
        """Write a line."""
        self._lines.append("    " * self._indent + text)

    def fresh(self, stem: str) -> str:
        """Return a name that nothing has yet."""
        self._names[stem] += 1
        return f"{stem}{self._names[stem]}"

    def declare(self, name: str, kind: Type) -> None:
        """Note that a variable has a value from here on."""
        self.scope.variables[name] = kind
        self.scope.assignable.add(name)
        self.scope.late.pop(name, None)

    def names_of(self, kind: Type) -> list[str]:
        """Return the variables of a type, the latest last."""
        return [name for name, each in self.scope.variables.items() if each == kind]

    def targets_of(self, kind: Type) -> list[str]:
        """Return the variables of a type that may be assigned to."""
        return [name for name in self.names_of(kind) if name in self.scope.assignable]

    def some_type(self) -> Type:
        """Return a type for a variable: mostly one of the palette."""
        if self.choices.chance(10):
            return any_type(self.choices)
        return self.choices.pick(self.palette)

    def pick_known(self, options: Sequence[tuple[T, tuple[Type, ...]]]) -> T:
        """Return one of several options, mostly one whose types are in use here.

        Args:
            options: What to choose, with the types that it needs values of.
        """
        in_use = set(self.scope.variables.values())
        known = [
            each
            for each, kinds in options
            if any(kind in in_use for kind in kinds)
            if all(kind in in_use or kind.is_python for kind in kinds)
        ]
        if known and not self.choices.chance(8):
            return self.choices.pick(known)
        return self.choices.pick([each for each, _ in options])

    @contextmanager
    def indented(self) -> Iterator[None]:
        """Write what follows one level deeper."""
        self._indent += 1
        yield
        self._indent -= 1

    @contextmanager
    def iterated(self) -> Iterator[None]:
        """Write what follows as what a comprehension iterates over."""
        held, self.may_bind = self.may_bind, False
        yield
        self.may_bind = held

    @contextmanager
    def inner_scope(self) -> Iterator[None]:
        """Write what follows as a block; the names that it creates may be missing."""
        outer = self.scope
        self.scope = outer.copy()
        yield
        outer.late |= {
            name: kind
            for name, kind in self.scope.variables.items()
            if name not in outer.variables and name in self.scope.assignable
            if name.isidentifier()  # and no place in something that may be missing
        }
        self.scope = outer

    def pick_type(self, kinds: Sequence[Type]) -> Type:
        """Return one of several types, mostly one that is in use here."""
        return self.pick_known([(kind, (kind,)) for kind in kinds])

    @contextmanager
    def function(self, scope: Scope, result: Result, size: int) -> Iterator[None]:
        """Write what follows as the body of a function inside this one."""
        held = (self.scope, self.result, self.loop_depth, self.is_main, self.left)
        self.scope, self.result, self.loop_depth, self.is_main = scope, result, 0, False
        self.left = size
        with self.indented():
            yield
        self.scope, self.result, self.loop_depth, self.is_main, self.left = held

    @property
    def is_inner(self) -> bool:
        """Is the function being written inside another?"""
        return not self.is_main

    def may_nest(self) -> bool:
        """Is there room for a statement that holds others?"""
        return self._indent <= MAX_DEPTH and self.left > 0

    def may_loop(self) -> bool:
        """Is there room for another loop?"""
        return self.may_nest() and self.loop_depth < MAX_LOOP_DEPTH


@dataclass(frozen=True)
class _Option:
    kind: Type
    weight: int


_TYPES: Final = (
    _Option(INT, 12),
    _Option(FLOAT, 8),
    _Option(PYBOOL, 5),
    _Option(STR, 6),
    *(
        _Option(each, (24 if each.is_scalar else 4) // (3 if each.is_bool else 1))
        for each in TENSORS
    ),
)
_TENSOR_TYPES: Final = tuple(each for each in _TYPES if not each.kind.is_python)


def any_type(choices: Choices) -> Type:
    """Return any type."""
    return choices.weighted(_TYPES).kind


def any_tensor_type(choices: Choices) -> Type:
    """Return any type of tensors."""
    return choices.weighted(_TENSOR_TYPES).kind
