"""A variable, or something else, as the run chooses: `y = v if x > 0 else w`.

What is read of `y` later is read of the variable that was chosen then, with what has
been written to it since. So what paths leave is not a value but a `Choice`: the number
of the variable, which the graph carries, and the variables, which it does not. Where a
path leaves a tensor or a number the choice carries that, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from graph import nest
from graph.dispatch import operate
from graph.errors import UnknownIdentityError
from graph.handles import Handle
from graph.needed import no_value
from graph.op import op_named
from graph.origin import capture_exact
from graph.partial import ABSENT, Record, is_none
from graph.tensor import Tensor
from graph.value_operators import ValueOperators

#: The number of a path that leaves no variable.
OTHER: Final = -1
_NAMES: Final = ("the value that was chosen",)


class Choice(ValueOperators):
    """One of several variables, or something else that has a value.

    Attributes:
        handles: Those of the variables.
        index: The serial number of which it is, `OTHER` for none: a symbolic Python
            integer.
        other: The tensor or number, `ABSENT` where there is always a variable.
    """

    __slots__ = ("handles", "index", "other")

    def __init__(self, handles: Sequence[Handle], index: Any, other: Any) -> None:
        """Choose by `index`."""
        self.handles = tuple(handles)
        self.index = index
        self.other = other

    @classmethod
    def of_record(cls, names: tuple[Any, ...], parts: Sequence[Any]) -> Any:
        """Return what a record stands for: what was chosen, if that is known."""
        _, *handles = names
        index, other = parts
        if not isinstance(index, int):
            return cls(handles, index, other)
        found = [handle for handle in handles if handle.serial == index]
        return _owner(found[0]) if found else other

    @property
    def is_variable(self) -> bool:
        """Is it a variable, whichever is chosen?"""
        return self.other is ABSENT

    @property
    def dtype(self) -> Any:
        """The element type of the value now."""
        return self.value().dtype

    @property
    def shape(self) -> Any:
        """The static shape of the value now."""
        return self.value().shape

    def value(self) -> Any:
        """Return the value, now, of what was chosen."""
        return self._on_each(_read, lambda: self.other)

    def each(self, act: Callable[[Any], Any]) -> Any:
        """Return `act(value)`, made for each that may have been chosen."""
        return self._on_each(lambda handle: act(_read(handle)), lambda: act(self.other))

    def read_value(self) -> Any:
        """Return the value, now, of what was chosen."""
        return self.value()

    def assign(self, value: Any) -> Choice:
        """Replace the value of the variable that was chosen."""
        return self._write("assign", value)

    def assign_add(self, delta: Any) -> Choice:
        """Add to the variable that was chosen."""
        return self._write("assign_add", delta)

    def assign_sub(self, delta: Any) -> Choice:
        """Subtract from the variable that was chosen."""
        return self._write("assign_sub", delta)

    def _write(self, method: str, value: Any) -> Choice:
        def write(handle: Handle) -> None:
            getattr(_owner(handle), method)(value)

        self._on_each(write, lambda: _refuse_write(method))
        return self

    def __getitem__(self, key: Any) -> Any:
        part = self.value()[key]
        node = part.node
        node.graph.choice_parts[id(node)] = (node, self, key)
        return part

    def write_part(self, key: Any, method: str, value: Any) -> Choice:
        """Write to a part of the variable that was chosen."""

        def write(handle: Handle) -> None:
            getattr(_owner(handle)[key], method)(value)

        self._on_each(write, lambda: _refuse_write(method))
        return self

    def __setitem__(self, key: Any, value: Any) -> None:
        def write(handle: Handle) -> None:
            _owner(handle)[key] = value

        self._on_each(write, lambda: _refuse_write("__setitem__"))

    def _on_each(
        self, act: Callable[[Handle], Any], otherwise: Callable[[], Any]
    ) -> Any:
        """Return what `act` gives for the variable that was chosen."""
        from graph.old_staging.branches import stage_cond  # which joins what is chosen

        def among(place: int) -> Any:
            is_last = place == len(self.handles) - 1 and self.is_variable
            if place == len(self.handles):
                return otherwise()
            if is_last:
                return act(self.handles[place])
            return stage_cond(
                operate("equal", (self.index, self.handles[place].serial)),
                lambda: [act(self.handles[place])],
                lambda: [among(place + 1)],
                _NAMES,
            )[0]

        return among(0)

    def is_one(self, thing: Any) -> Any:
        """Tell whether what was chosen is this very object.

        Raises:
            UnknownIdentityError: It is compared with another choice, or a value.
        """
        if thing is None:
            found = is_none(self.other)
            if found is False:
                return False
            is_other = operate("equal", (self.index, OTHER))
            return is_other if found is True else is_other & found
        is_value = isinstance(thing, Tensor)
        if type(thing) is Choice or (is_value and not self.is_variable):
            self._refuse("something is compared by `is` with", "Compare values: `==`.")
        handle = getattr(thing, "handle", None)
        if handle not in self.handles:
            return False
        return operate("equal", (self.index, thing.handle.serial))

    def is_kind(self, test: Callable[[Any], Any]) -> Any:
        """Return `test` of what was chosen, if it is the same for all variables."""
        found = test(_owner(self.handles[0]))
        for handle in self.handles[1:]:
            if test(_owner(handle)) is not found:
                self._refuse("the class is asked of", "Ask before it is chosen.")
        otherwise = found if self.is_variable else test(self.other)
        if otherwise is found:
            return found
        return operate("equal" if otherwise else "not_equal", (self.index, OTHER))

    def kind(self) -> type:
        """Return the class of what was chosen, if it is the same on all paths."""
        kinds = {type(_owner(handle)) for handle in self.handles}
        if len(kinds) > 1 or not self.is_variable:
            self._refuse("the class is asked of", "Ask before it is chosen.")
        return kinds.pop()

    def __getattr__(self, name: str) -> Any:
        if name in ("ndim", "size", "T"):
            return getattr(self.value(), name)
        if name[0] != "_" and all(hasattr(_owner(x), name) for x in self.handles):
            if name == "numpy":
                raise no_value(self.index)
            self._refuse(f"`.{name}` is asked of", "Ask before it is chosen.")
        raise AttributeError(f"'Tensor' object has no attribute '{name}'")

    def __hash__(self) -> NoReturn:
        self._refuse("something is looked up by", "Look it up by its name.")

    def __format__(self, spec: str) -> NoReturn:
        self._refuse("text is made of", "Show its value: choice.read_value().")

    def __repr__(self) -> str:
        names = " or ".join(handle.name for handle in self.handles)
        return f"<ag.Variable '{names}' shape=<unknown> dtype=unknown>"

    def _refuse(self, what: str, hint: str) -> NoReturn:
        names = ", ".join(f"{handle.name!r}" for handle in self.handles)
        raise UnknownIdentityError(
            f"{what} one of the variables {names}, and which one is known only when "
            "the graph runs.",
            origin=capture_exact(2),
            hint=hint,
        )


def _read(handle: Handle) -> Any:
    from graph.dispatch import apply

    return apply(op_named("read_variable"), (), {"variable": handle})


def _owner(handle: Handle) -> Any:
    owner = handle.owner
    return handle.value if owner is None else owner  # which raises: it is gone


def _refuse_write(method: str) -> NoReturn:
    raise AttributeError(f"'Tensor' object has no attribute '{method}'")


def _record(choice: Choice) -> Record:
    names = (Choice, *choice.handles)
    return Record(names, [choice.index, choice.other])


nest.RECORDS[Choice] = _record


def are_choices(trees: Sequence[Any]) -> bool:
    """Do paths leave different things, one of them a variable?"""
    present = [tree for tree in trees if tree is not ABSENT]
    if any(type(tree) is Choice for tree in present):
        # One that a path made ends with its graph, unless it is carried.
        return any(tree is not trees[0] for tree in trees)
    return any(tree is not present[0] for tree in present) and any(
        isinstance(tree, ValueOperators) for tree in present
    )


def opened(trees: Sequence[Any]) -> list[Record]:
    """Return what paths leave as records of the same variables."""
    handles: dict[Handle, None] = {}
    for tree in sorted(trees, key=lambda tree: type(tree) is not Choice):
        if type(tree) is Choice:
            handles.update(dict.fromkeys(tree.handles))
        elif _is_variable(tree):
            handles[tree.handle] = None
    return [Record((Choice, *handles), _parts(tree)) for tree in trees]


def _is_variable(tree: Any) -> bool:
    return isinstance(tree, ValueOperators) and type(tree) is not Choice


def _parts(tree: Any) -> list[Any]:
    if tree is ABSENT:
        return [ABSENT, ABSENT]
    if type(tree) is Choice:
        return [tree.index, tree.other]
    if _is_variable(tree):
        return [tree.handle.serial, ABSENT]
    return [OTHER, tree]


__all__ = ["Choice", "are_choices", "opened"]
