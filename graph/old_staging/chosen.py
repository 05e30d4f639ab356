"""A function, or an object, as the run chooses: `step = slow if x > 0 else fast`.

What paths leave is a `Chosen`: the number of the object, which the graph carries, and
the objects that it may be, which it does not. Whatever is done with it is done with
each of them, on a path of its own, of which the run takes one.

A function that a path makes holds values of that path: what its variables and defaults
hold is carried beside the number then, and the function is made anew of it.
"""

from __future__ import annotations

import inspect
import itertools
import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any, Final, NoReturn

from graph import nest
from graph.class_bases import NoBase
from graph.dispatch import operate
from graph.errors import UnknownIdentityError
from graph.graph import current_graph
from graph.needed import raise_noted
from graph.old_staging import apart
from graph.old_staging.choosable import (
    Thing,
    has_parts,
    is_called,
    is_choosable,
    thing_of,
    widened,
)
from graph.old_staging.residents import is_same_resident, resident
from graph.old_staging.storage import Elements
from graph.old_staging.twins import may_be_twins
from graph.origin import capture_exact, is_library_code
from graph.partial import ABSENT, Record
from graph.tensor import _DISPATCH, EagerTensor

_NAMES: Final = ("the value that was chosen",)


class Chosen(NoBase):
    """One of several objects; its own attributes are those of what was chosen."""

    __slots__ = ("_ag_index", "_ag_things", "_ag_values")

    def __init__(
        self, things: Sequence[Thing], values: Sequence[Any], index: Any
    ) -> None:
        """Choose by `index`, a symbolic Python integer, among `things`.

        Args:
            things: What may be chosen, in the order of their numbers.
            values: The objects that they stand for.
            index: The number of the one that is.
        """
        object.__setattr__(self, "_ag_things", tuple(things))
        object.__setattr__(self, "_ag_values", list(values))
        object.__setattr__(self, "_ag_index", index)

    @classmethod
    def of_record(cls, names: tuple[Any, ...], parts: Sequence[Any]) -> Any:
        """Return what a record stands for: what was chosen, if that is known."""
        _, *things = names
        index, *rest = parts
        if index is ABSENT:
            return ABSENT
        present, values = [], []
        for thing in things:
            given, rest = rest[: thing.n_parts], rest[thing.n_parts :]
            if not thing.is_there(given):
                continue
            present.append(thing)
            values.append(thing.made_of(given))
        if isinstance(index, (int, EagerTensor)):
            place = [thing.serial for thing in present].index(int(index))
            # A result is made of what a run returns: nothing can be chosen any more.
            if not present[place].is_anew or current_graph() is None:
                return values[place]
            present, values = [present[place]], [values[place]]
        return cls(present, values, index)

    def __getattribute__(self, name: str) -> Any:
        # What is ours hides nothing from the user, not even what every object has.
        is_ours = name in ("__class__", "__mro_entries__") or name.startswith("_ag_")
        if is_ours or is_library_code(sys._getframe(1).f_code):
            if name == "__class__":
                return _class_of(self, sys._getframe(1))
            return object.__getattribute__(self, name)
        if _is_asked_in_vain(self, name):
            return object.__getattribute__(self, name)
        return read(self, name)

    def __getattr__(self, name: str) -> Any:
        if _is_asked_in_vain(self, name):
            kind = type(self._ag_values[0]).__name__
            raise AttributeError(f"'{kind}' object has no attribute '{name}'")
        return read(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        each(self, lambda it: _DISPATCH["set_attr"](it, name, value))

    def __delattr__(self, name: str) -> None:
        each(self, lambda it: _DISPATCH["del_attr"](it, name))

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        return _DISPATCH["converted_call"](self, args, kwargs)

    def __get__(self, owner: Any, cls: Any = None) -> Any:
        # A class may hold it: what is read from an object is a method of that then.
        if not any(hasattr(type(value), "__get__") for value in self._ag_values):
            return self
        return each(self, lambda value: bound(value, owner, cls))

    def __hash__(self) -> NoReturn:
        _refuse(self, "something is looked up by")

    def __format__(self, spec: str) -> NoReturn:
        _refuse(self, "text is made of")

    def __str__(self) -> NoReturn:
        _refuse(self, "text is made of")

    def __repr__(self) -> str:
        if not is_library_code(sys._getframe(1).f_code):  # messages of ours show it
            _refuse(self, "text is made of")
        return f"<{_shown(self)}>"

    def __set_name__(self, owner: Any, name: str) -> None:
        if any(hasattr(type(value), "__set_name__") for value in self._ag_values):
            _refuse(self, "`__set_name__` is asked of")


def _class_of(chosen: Chosen, frame: FrameType) -> Any:
    """Return what a frame is told to be the class of what is chosen."""
    if is_library_code(frame.f_code):
        return Chosen
    kinds = {type(value) for value in chosen._ag_values}
    if len(kinds) > 1:
        _refuse(chosen, "the class is asked of")
    return kinds.pop()


def _is_asked_in_vain(chosen: Chosen, name: str) -> bool:
    """Has none of the objects an attribute, which code asks for as it stands?

    That code, NumPy's and `copy`'s for example, takes it that an AttributeError comes
    now, if at all; it may go on then to ask for what is refused.
    """
    return all(map(_lacks, chosen._ag_values, itertools.repeat(name)))


def _lacks(value: Any, name: str) -> bool:
    if hasattr(type(value), "__getattr__"):
        return False
    return inspect.getattr_static(value, name, _NOTHING) is _NOTHING


_NOTHING: Final = object()


def read(chosen: Chosen, name: str) -> Any:
    """Return an attribute of what was chosen."""
    from graph.old_staging.list_choices import one_of_held  # which is made of choices

    kept = one_of_held(chosen, name)
    if kept is not None:
        return kept
    found = each(chosen, lambda value: _DISPATCH["get_attr"](value, name))
    if name == "__dict__" and type(found) is dict:
        apart.set_apart(found, chosen._ag_values)
    return found


def bound(value: Any, owner: Any, cls: Any) -> Any:
    """Return what a class holds as Python gives it to who reads it from an object."""
    get = getattr(type(value), "__get__", None)
    return value if get is None else get(value, owner, cls)


def each(chosen: Chosen, act: Callable[[Any], Any]) -> Any:
    """Return `act(value)`, made for each object that may have been chosen."""
    # These modules join what is chosen.
    from graph.old_staging.blocks import diverge
    from graph.old_staging.branches import stage_cond

    # Blocks find what they may change through lists of the objects themselves.
    values, things = chosen._ag_values, chosen._ag_things
    index = chosen._ag_index

    def among(start: int, end: int) -> Any:
        if end - start == 1:
            return act(values[start])
        middle = (start + end) // 2
        return stage_cond(
            operate("less", (index, things[middle].serial)),
            lambda: [among(start, middle)],
            lambda: [among(middle, end)],
            _NAMES,
        )[0]

    if len(things) > 1:
        return among(0, len(things))
    if things[0].is_anew:
        return act(values[0])
    return stage_cond(  # which depends on the index: it may not be there
        operate("equal", (index, things[0].serial)),
        lambda: [act(values[0])],
        diverge,
        _NAMES,
    )[0]


def is_chosen(value: Any) -> bool:
    """Tell whether a value is one that the run chooses."""
    return type(value) is Chosen


def is_one(chosen: Chosen, other: Any) -> Any:
    """Return whether what was chosen is an object, or what another choice is."""
    if type(other) is Chosen:
        return each(other, lambda value: is_one(chosen, value))
    found: Any = False
    pairs = zip(chosen._ag_things, chosen._ag_values, strict=True)
    for thing, value in pairs:
        known, asked = resident(value), resident(other)
        if known is not None and asked is not None:
            same = is_same_resident(known, asked)
            if same is not False:
                is_it = operate("equal", (chosen._ag_index, thing.serial))
                is_it = operate("bitwise_and", (is_it, same))
                found = (
                    is_it if found is False else operate("bitwise_or", (found, is_it))
                )
            continue
        if known is None and thing.is_many and thing.may_be(other):
            _refuse(chosen, "something is compared by `is` with")
        if value is not other:
            if may_be_twins(value, other):
                _refuse(chosen, "something is compared by `is` with")
            continue
        is_it = operate("equal", (chosen._ag_index, thing.serial))
        found = is_it if found is False else operate("bitwise_or", (found, is_it))
    return found


def number_of(chosen: Chosen) -> Any:
    """Return the number of what was chosen, which the graph carries."""
    return chosen._ag_index


def objects_of(chosen: Chosen) -> dict[int, Any]:
    """Return the objects that may have been chosen, by their numbers."""
    pairs = zip(chosen._ag_things, chosen._ag_values, strict=True)
    return {thing.serial: value for thing, value in pairs}


def values_of(chosen: Chosen) -> list[Any]:
    """Return the objects that may have been chosen."""
    return list(chosen._ag_values)


def _shown(chosen: Chosen) -> str:
    names = [
        str(getattr(value, "__name__", None) or f"an object of {type(value).__name__}")
        for value in chosen._ag_values
    ]
    return "one of " + ", ".join(dict.fromkeys(names))


def _refuse(chosen: Chosen, what: str) -> NoReturn:
    error = UnknownIdentityError(
        f"{what} {_shown(chosen)}, and which one is known only when the graph runs.",
        origin=capture_exact(2),
        hint="Ask before it is chosen, on each path.",
    )
    raise_noted(error, 3)


# -- Joining ---------------------------------------------------------------------------


def check_looked_up(trees: Sequence[Any]) -> None:
    """Refuse functions in sets, and as keys, that are made anew after a block.

    Raises:
        UnknownIdentityError: There is one: what is looked up is not what was put there.
    """
    for tree in trees:
        if type(tree) not in _LOOKED_UP:
            continue
        kind = "set" if type(tree) is Elements else type(tree).__name__
        for key in tree:
            for function in key if type(key) is tuple else (key,):
                if is_called(function) and has_parts(function):
                    raise UnknownIdentityError(
                        f"a {kind} has a function that a staged branch, "
                        "loop or `try` makes, and that holds what is computed there: "
                        "after it another function does the same.",
                        origin=capture_exact(2),
                        hint="Look functions up by names or numbers.",
                    )


_LOOKED_UP: Final = (dict, set, frozenset, Elements)


def are_chosen(trees: Sequence[Any]) -> bool:
    """Do paths leave different functions or objects, or one that a path has made?"""
    present = [tree for tree in trees if tree is not ABSENT]
    if not present or not all(map(may_be_chosen, present)):
        return False
    if any(tree is not present[0] for tree in present):
        return len({callable(value) for value in _candidates(present)}) == 1
    first = present[0]
    if type(first) is Chosen:
        pairs = zip(first._ag_things, first._ag_values, strict=True)
        is_wider = any(widened(thing, value) is not thing for thing, value in pairs)
        return is_wider or len(present) != len(trees)
    return type(first) is Record or has_parts(first)


def may_be_chosen(tree: Any) -> bool:
    """Is it a function or an object, chosen or known, that can be chosen?"""
    if type(tree) is Record:
        return tree.names[0] is Chosen
    return type(tree) is Chosen or is_choosable(tree)


def _candidates(trees: Sequence[Any]) -> list[Any]:
    found: list[Any] = []
    for tree in trees:
        if type(tree) is Record:
            found += [thing.value for thing in tree.names[1:]]
        elif type(tree) is Chosen:
            found += tree._ag_values
        else:
            found.append(tree)
    return found


def opened(trees: Sequence[Any]) -> list[Record]:
    """Return what paths leave as records of the same things, whose parts are leaves."""
    rows = [_row(tree) for tree in trees]
    things = sorted(
        {thing for _, parts in rows for thing in parts}, key=lambda each: each.serial
    )
    names = (Chosen, *things)
    return [
        Record(
            names,
            [index]
            + [
                part
                for thing in things
                for part in parts.get(thing, [ABSENT] * thing.n_parts)
            ],
        )
        for index, parts in rows
    ]


def _row(tree: Any) -> tuple[Any, dict[Thing, list[Any]]]:
    """Return the number of what a path leaves, and the parts of what it may be."""
    if tree is ABSENT:
        return ABSENT, {}
    if type(tree) is Chosen:
        pairs = zip(tree._ag_things, tree._ag_values, strict=True)
        wide = [(widened(thing, value), value) for thing, value in pairs]
        return tree._ag_index, {thing: thing.parts(value) for thing, value in wide}
    if type(tree) is Record:
        index, *rest = tree.parts
        parts = {}
        for thing in tree.names[1:]:
            parts[thing], rest = rest[: thing.n_parts], rest[thing.n_parts :]
        return index, parts
    thing, found = thing_of(tree)
    return thing.serial, {thing: found}


def _record(chosen: Chosen) -> Record:
    pairs = zip(chosen._ag_things, chosen._ag_values, strict=True)
    parts = [part for thing, value in pairs for part in thing.parts(value)]
    return Record((Chosen, *chosen._ag_things), [chosen._ag_index, *parts])


nest.RECORDS[Chosen] = _record


def _special(name: str) -> Callable[..., Any]:
    def method(self: Chosen, *args: Any) -> Any:
        return each(self, lambda value: _DISPATCH["special"](name, value, *args))

    method.__name__ = method.__qualname__ = name
    return method


def _refusing(name: str) -> Callable[..., Any]:
    def method(self: Chosen, *args: Any) -> NoReturn:
        del args
        _refuse(self, f"`{name}` is asked of")

    method.__name__ = method.__qualname__ = name
    return method


_OPERATORS: Final = (
    *("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and"),
    *("or", "xor", "lshift", "rshift"),
)
# What Python asks the class of an object for, and takes only what is known for.
_OF_KNOWN: Final = (
    *("bool", "len", "iter", "next", "contains", "int", "float", "complex", "index"),
    *("enter", "exit", "reversed", "round", "array", "bytes", "length_hint"),
    *("reduce_ex", "copy", "deepcopy", "missing", "fspath", "await"),
)
for _name in (
    *(f"{_way}{_each}" for _each in _OPERATORS for _way in ("", "r", "i")),
    *("eq", "ne", "lt", "le", "gt", "ge", "neg", "pos", "invert", "abs"),
    *("divmod", "rdivmod", "getitem", "setitem", "delitem"),
):
    setattr(Chosen, f"__{_name}__", _special(f"__{_name}__"))
for _name in _OF_KNOWN:
    setattr(Chosen, f"__{_name}__", _refusing(f"__{_name}__"))

__all__ = [
    "Chosen",
    "are_chosen",
    "check_looked_up",
    "each",
    "is_chosen",
    "is_one",
    "may_be_chosen",
    "number_of",
    "objects_of",
    "opened",
    "read",
    "values_of",
]
