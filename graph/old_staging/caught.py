"""Stand for an exception, and for its class, that is caught when the graph runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from graph import nest
from graph.class_bases import NoBase
from graph.errors import DeferredExceptionError, UnknownIdentityError
from graph.old_staging.held_since import as_of_now
from graph.old_staging.raised import Site, merged, site_of_error
from graph.old_staging.variables import building
from graph.ops.attempts import CLASS_NAME, IS_CLASS, MATCHES, RERAISE
from graph.ops.held_values import is_given_numpy
from graph.ops.made_later import kind_of
from graph.ops.raising import exception_name
from graph.origin import capture, capture_exact
from graph.partial import ABSENT, BUILDERS, MadeError, Optional, Record
from graph.tensor import SymbolicTensor

_LINKS = (
    "__cause__",
    "__context__",
    "__suppress_context__",
    "__notes__",
    "add_note",
    "split",
    "subgroup",
)
_OF_CLASSES = ("__mro__", "__bases__", "__dict__", "__doc__", "__subclasses__")
_NAMES = ("__name__", "__qualname__", "__module__")


class CaughtError:
    """An exception that is caught when the graph runs: what `as` binds.

    It has no attributes that a user's exception could have, too.
    """

    __slots__ = ("_ag_classes", "_ag_sites", "_ag_value")

    def __init__(
        self,
        value: SymbolicTensor,
        classes: tuple[type[BaseException], ...],
        sites: tuple[Site, ...] = (),
    ) -> None:
        """Stand for an exception of one of these classes, raised in these places."""
        object.__setattr__(self, "_ag_value", value)
        object.__setattr__(self, "_ag_classes", classes)
        object.__setattr__(self, "_ag_sites", sites)

    def __getattr__(self, name: str) -> Any:
        if name in _LINKS:
            from graph.old_staging.caught_links import (
                read_link,  # which needs the journal
            )

            return read_link(self, name)
        if name.startswith("__") and name != "__traceback__":
            raise AttributeError(name)
        raise unknown(f"`{name}`")

    def __repr__(self) -> str:
        return "<an exception that is caught when the graph runs>"

    def __dir__(self) -> NoReturn:
        raise unknown("the attributes")

    def __eq__(self, other: object) -> Any:
        return is_same_error(self, other)

    def __hash__(self) -> int:
        raise unknown("the hash")

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _LINKS:
            from graph.old_staging.caught_links import set_link_of

            set_link_of(self, name, value)
            return
        raise DeferredExceptionError(
            f"`{name}` of an exception is set that is caught when the graph runs.",
            origin=capture_exact(),
            hint="Raise another one `from` it, with a message of its own.",
        )


def unknown(what: str) -> DeferredExceptionError:
    """Return the error about a part of an exception that nothing is known of."""
    return DeferredExceptionError(
        f"{what} of an exception that is caught when the graph runs is known only "
        "then, and a graph cannot carry it.",
        origin=capture_exact(2),
        hint="Its text can be staged: str(error), or an f-string; and what it is made "
        "of: error.args, and attributes of classes of your own.",
    )


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of an exception while tracing: part of its structure.

    Attributes:
        classes: It is of one of these.
        sites: It may have been raised in these places.
    """

    classes: tuple[type[BaseException], ...]
    sites: tuple[Site, ...]

    def __str__(self) -> str:
        return "exception"


def are_errors(trees: Sequence[Any]) -> bool:
    """Are these exceptions, of which the run decides which it is?"""
    present = [tree for tree in trees if tree is not ABSENT]
    if not present or not all(map(is_error, present)):
        return False
    is_one = all(tree is trees[0] for tree in trees)
    return not (is_one and isinstance(trees[0], BaseException))


def is_error(tree: Any) -> bool:
    """Is this an exception, of the run or of tracing, or a record of one?"""
    if type(tree) is Record:
        return tree.names[0] is CaughtError
    return type(tree) is CaughtError or isinstance(tree, BaseException)


def as_records(trees: Sequence[Any]) -> list[Record]:
    """Return exceptions as records of one structure."""
    opened = [None if tree is ABSENT else _opened(tree) for tree in trees]
    classes: dict[Any, None] = {}
    sites: dict[Site, None] = {}
    for each in opened:
        if each is not None:
            classes.update(dict.fromkeys(each.names[1].classes))
            sites.update(dict.fromkeys(each.names[1].sites))
    # In an order of their own: that of paths may differ from round to round.
    ordered = sorted(classes, key=lambda kind: (kind.__module__, kind.__qualname__))
    names = (CaughtError, Facts(tuple(ordered), tuple(sorted(merged(sites), key=repr))))
    return [Record(names, [ABSENT] if each is None else each.parts) for each in opened]


def _opened(tree: Any) -> Record:
    if type(tree) is Record:
        return tree
    if isinstance(tree, BaseException):
        facts = Facts((kind_of(tree),), (site_of_error(tree),))
        return Record((CaughtError, facts), [MadeError(tree)])
    facts = Facts(tree._ag_classes, sites_of(tree))
    return Record((CaughtError, facts), [caught_value(tree)])


def _closed(names: tuple[Any, ...], parts: Sequence[Any]) -> Any:
    (value,) = parts
    if isinstance(value, MadeError):
        return value.error
    return CaughtError(value, names[1].classes, names[1].sites)


def caught_value(error: CaughtError) -> SymbolicTensor:
    """Return what stands for an exception in the graph."""
    return error._ag_value  # type: ignore[no-any-return]


def is_caught_by(error: CaughtError, classes: tuple[type[BaseException], ...]) -> Any:
    """Tell whether it is of one of these classes: a bool, or a symbolic one."""
    if all(issubclass(each, classes) for each in error._ag_classes):
        return True
    graph = building()
    named = tuple(map(exception_name, classes))
    held = graph.capture(caught_value(error))
    return graph.add(MATCHES, [held], {"classes": named}, origin=capture()).outputs[0]


def raise_again(error: CaughtError, *, is_bare: bool | str = False) -> Any:
    """Have the graph raise it here, and end the block.

    Args:
        error: The exception.
        is_bare: Does `raise` stand alone? Tracebacks do not show its line then. It is
            "clause" in an `except*`.

    Raises:
        Diverged: Always.
    """
    graph = building()
    for each in graph.attempts:
        each.expect(error._ag_sites)
    attrs = {"is_bare": is_bare} if is_bare else {}
    held = graph.capture(as_of_now(graph, caught_value(error), is_raised=True))
    graph.add(RERAISE, [held], attrs, origin=capture())
    from graph.old_staging.blocks import Diverged  # which joins what is caught

    raise Diverged


def is_same_error(left: Any, right: Any) -> bool:
    """Tell whether two are one exception.

    Raises:
        UnknownIdentityError: Only the run could tell.
    """
    are_there = not any(type(each) is Optional for each in (left, right))
    if are_there and not (is_error(left) and is_error(right)):
        return False
    if are_there and type(left) is type(right):
        if caught_value(left) is caught_value(right):
            return True
    raise UnknownIdentityError(
        "whether two exceptions are one is not known of what is caught when the graph "
        "runs.",
        origin=capture_exact(2),
        hint="Compare what they are made of: error.args, or their text.",
    )


def sites_of(error: CaughtError) -> tuple[Site, ...]:
    """Return the places that may have raised an exception."""
    return error._ag_sites  # type: ignore[no-any-return]


def among(
    error: CaughtError, classes: tuple[type[BaseException], ...] | None
) -> CaughtError:
    """Return what stands for an exception where it is known to be of some classes."""
    if classes is None:
        return error
    return CaughtError(
        caught_value(error),
        classes,
        tuple(site for site in sites_of(error) if _may_be(site, classes)),
    )


def other_than(
    error: CaughtError, classes: tuple[type[BaseException], ...]
) -> CaughtError:
    """Return what stands for an exception where it is known to be of other classes."""
    left = [
        site
        for site in sites_of(error)
        if site.kind is None or not issubclass(site.kind, classes)
    ]
    return CaughtError(caught_value(error), error._ag_classes, tuple(left))


def _may_be(site: Site, classes: tuple[type[BaseException], ...]) -> bool:
    return site.kind is None or issubclass(site.kind, classes)


def is_class(kind: CaughtClass, classes: tuple[type[BaseException], ...]) -> Any:
    """Tell whether it is one of these classes itself: a symbolic bool."""
    graph = building()
    named = tuple(map(exception_name, classes))
    held = graph.capture(caught_value(error_of(kind)))
    return graph.add(IS_CLASS, [held], {"classes": named}, origin=capture()).outputs[0]


class CaughtClass(NoBase):
    """The class of a `CaughtError`: what `__exit__` is given first."""

    __slots__ = ("_ag_error",)

    def __init__(self, error: CaughtError) -> None:
        """Stand for the class of an exception."""
        self._ag_error = error

    def __eq__(self, other: object) -> Any:
        if self is other:
            return True
        if not isinstance(other, type):
            return NotImplemented if type(other) is not CaughtClass else self.__mro__
        return issubclass(other, BaseException) and is_class(self, (other,))

    def __getattr__(self, name: str) -> Any:
        if name in _NAMES:
            graph = building()
            held = graph.capture(caught_value(error_of(self)))
            may_be = is_given_numpy(held)
            attrs = {"attribute": name, "may_be_numpys": may_be}
            return graph.add(CLASS_NAME, [held], attrs, origin=capture()).outputs[0]
        if name.startswith("__") and name not in _OF_CLASSES:
            raise AttributeError(name)
        raise unknown_class()

    def __call__(self, *_: object, **__: object) -> Any:
        raise unknown_class()

    def __hash__(self) -> int:
        raise unknown_class()


def unknown_class() -> DeferredExceptionError:
    """Return the error about the class of an exception, of which nothing is known."""
    return DeferredExceptionError(
        "the class of this exception is known only when the graph runs.",
        origin=capture_exact(2),
        hint="Ask `issubclass` of it, or `isinstance` of the exception.",
    )


def error_of(kind: CaughtClass) -> CaughtError:
    """Return the exception whose class it is."""
    return kind._ag_error


nest.RECORDS[CaughtError] = _opened
BUILDERS[CaughtError] = _closed
