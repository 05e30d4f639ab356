"""Raise and make exceptions when a graph runs, with all that hangs on them.

An exception that holds nothing of the run is copied, with its cause, its context and
its notes. Of any other the parts are inputs of the node that makes it: first what it is
made of, then its notes, its context and its cause, as far as the run has them.
"""

from __future__ import annotations

import builtins
import string
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from graph import dtypes, errors, nest
from graph.building import _STATE
from graph.errors import DeferredExceptionError, GraphError, StagingError
from graph.graph import Graph, eager_scope, is_symbolic
from graph.op import RAISES, REQUIRED, ZERO, Op, define
from graph.ops.copied_errors import (
    LINKS,
    copied_alone,
    copied_error,
    has_none,
    is_constructed,
    is_foreign,
    is_linked_by_run,
    link_of,
    linked_copy,
    raise_as_it_is,
)
from graph.ops.held_values import all_held, has_errors, n_told, with_flags
from graph.ops.made_later import Member, arguments_of, is_made_later, kind_of
from graph.ops.raised_before import note_raised
from graph.ops.skeletons import filled, is_carried, skeleton_of
from graph.origin import Origin
from graph.partial import PossibleAttribute
from graph.specs import TensorSpec
from graph.tables import is_run_set
from graph.tensor import _DISPATCH


class Caught(str):  # noqa: SLOT000  # `str` has none that are free
    """In an attribute of a node: the last inputs are what the run has of it.

    Attributes:
        sites: The places that may have raised it; see staging.raised.
    """

    sites: tuple[Any, ...]

    def __new__(cls, sites: tuple[Any, ...] = ()) -> Self:
        """Stand for an exception that was raised in one of these places."""
        made = super().__new__(cls, "caught")
        made.sites = sites
        return made


def exception_name(exception: Any) -> Any:
    """Return the name of a class that a name is enough for, else the class."""
    name = exception.__name__
    is_known = exception in (getattr(builtins, name, None), getattr(errors, name, None))
    return name if is_known else exception


def exception_class(exception: Any) -> Any:
    """Return the class that a name, or the class itself, stands for."""
    if not isinstance(exception, str):
        return exception
    found = vars(errors).get(exception) or vars(builtins).get(exception)
    if not isinstance(found, type) or not issubclass(found, BaseException):
        raise GraphError(f"{exception!r} is no exception")
    return found


def is_plain_template(template: Any) -> bool:
    """Tell whether a template shows values as they are, and looks nothing up in them.

    `{0.__class__}` does, as `str.format` has it.
    """
    if template is None:
        return True
    parts = string.Formatter().parse(template) if type(template) is str else [None]
    try:
        return all(part is not None and _is_plain(*part) for part in parts)
    except ValueError:  # it is no template
        return False


def _is_plain(_: str, name: str | None, spec: str | None, kind: str | None) -> bool:
    is_place = not name or (name.isascii() and name.isdigit())
    return is_place and is_plain_template(spec) and kind in (None, "r", "s", "a")


def make_exception(
    exception: Any,
    template: str | None,
    values: Sequence[Any],
    arguments: Any = None,
    kinds: str = "",
) -> Any:
    """Return an exception that is made when a graph runs."""
    if isinstance(exception, BaseException):
        return copied_error(exception)  # each run raises its own
    # What the program would hold here: Python numbers and text, or tensors.
    held = all_held(values, kinds)
    kind = exception_class(exception)
    if template is not None:
        return kind(template.format(*held))
    args, kwargs = (held, {}) if arguments is None else filled(arguments, held)
    with eager_scope():  # a constructor of the user's may apply ops
        return kind(*args, **kwargs)


def _make(
    *values: Any,
    exception: Any,
    template: str | None,
    arguments: Any = None,
    cause: Any = None,
    context: Any = None,
    notes: tuple[Any, ...] = (),
    kinds: str = "",
) -> BaseException:
    held = list(values)
    links = {}
    for name, given in (("__cause__", cause), ("__context__", context)):
        if given == "caught":
            links[name] = held.pop()
        elif isinstance(given, BaseException):
            links[name] = copied_error(given)
    n_texts = notes.count(None)
    texts = iter(held[len(held) - n_texts :])
    del held[len(held) - n_texts :]
    error: BaseException = make_exception(exception, template, held, arguments, kinds)
    for each in notes:
        error.add_note(next(texts) if each is None else each)
    if "__context__" in links:
        error.__context__ = links["__context__"]
    if cause is not None:
        error.__cause__ = links.get("__cause__")
    return error


def n_linked(attrs: Any) -> int:
    """Return how many inputs of a node, the last ones, are no arguments."""
    n_links: int = sum(attrs.get(name) == "caught" for name in ("cause", "context"))
    notes: tuple[Any, ...] = attrs.get("notes", ())
    return n_links + notes.count(None) + n_told(attrs.get("kinds", ""))


def _raise(*values: Any, **attrs: Any) -> None:
    error = _make(*values, **attrs)
    if attrs.get("context") == "none":
        raise_as_it_is(error)
    if error.__context__ is None:
        raise error
    within(error, error.__context__)


def within(error: BaseException, context: BaseException) -> None:
    """Raise an exception that was raised while another one was handled.

    Around that there is what the run handles.
    """
    try:
        raise error
    finally:
        native = error.__context__  # Python has put it in place of the other
        link_contexts(error, context, native)


def link_contexts(
    error: BaseException, context: BaseException, around: BaseException | None
) -> None:
    """Give an exception a context, and another one around all that has as contexts."""
    error.__context__ = context
    links = [error, *_contexts(error)]
    if around is not None and around not in _by_identity(links):
        links[-1].__context__ = around


def while_handling(graph: Graph, op: Op, origin: Origin) -> Origin:
    """Return a place that tells what tracing handles there.

    What is handled where tracing began the run has anyway. An exception with values of
    the run is none that can be copied.
    """
    if op is RAISE:  # what was raised while tracing has its context
        return origin
    return _noting_handled(graph, origin)


_DISPATCH["while_handling"] = while_handling


def _noting_handled(
    graph: Graph, origin: Origin, raised: BaseException | None = None
) -> Origin:
    handled = _STATE.handled[graph.root.ambient[1] :]
    error = handled[-1] if handled and origin.handled is None else None
    if not isinstance(error, BaseException) or is_foreign(error, graph):
        return origin
    if error is raised:  # by `raise` alone
        return origin
    if _is_of_run(error, graph, set(), ("__cause__",)):
        return origin
    return replace(origin, handled=linked_copy(error, {}, graph))


def _contexts(error: BaseException) -> Iterator[BaseException]:
    seen = {id(error)}
    while (context := error.__context__) is not None and id(context) not in seen:
        seen.add(id(context))
        yield context
        error = context


class _by_identity(list[Any]):  # noqa: N801  # reads as a function
    """A list that looks for what is identical: exceptions may compare otherwise."""

    def __contains__(self, value: object) -> bool:
        return any(each is value for each in self)


def is_refusal(exception: Any) -> bool:
    """Tell whether an exception that a node is to make says that it refuses."""
    if isinstance(exception, BaseException):
        return isinstance(exception, StagingError)
    return issubclass(exception_class(exception), StagingError)


def _may_be_refusal(*values: Any, **attrs: Any) -> bool:
    arguments = values[: len(values) - n_linked(attrs)]
    return is_refusal(attrs["exception"]) or has_errors(*arguments)


_ATTRS: Final = {
    "exception": REQUIRED,
    "template": None,
    "arguments": None,
    "cause": None,
    "context": None,
    "notes": (),
    "kinds": "",
}
RAISE: Final = define(
    "raise_error",
    inputs=("values",),
    attrs=_ATTRS,
    infer=lambda *values, **attrs: (),
    kernel=_raise,
    gradient=ZERO,
    can_refuse=_may_be_refusal,
    is_data=lambda *, template=None, **_: is_plain_template(template),
    doc="Raise an exception.",
    variadic=True,
    effects=RAISES,
)
MAKE: Final = define(
    "make_exception",
    is_public=False,
    inputs=("values",),
    attrs=_ATTRS,
    infer=lambda *values, **attrs: TensorSpec((), dtypes.opaque),
    kernel=_make,
    effects=RAISES,
    gradient=ZERO,
    can_refuse=_may_be_refusal,
    is_data=lambda *, template=None, **_: is_plain_template(template),
    doc="Make an exception, which is not raised yet.",
    variadic=True,
)


def raise_when_run(graph: Graph, error: BaseException, origin: Origin) -> None:
    """Make a graph raise an exception, with the values that its arguments have then."""
    note_raised(error, _Links(graph, origin, {}).add(RAISE, error))


def exception_when_run(graph: Graph, error: BaseException, origin: Origin) -> Any:
    """Make a graph make an exception; return what stands for it."""
    return _Links(graph, origin, {}).value(error)


@dataclass(slots=True)
class _Links:
    """Makes exceptions in a graph, each once, with what they are linked to.

    Attributes:
        graph: The graph.
        origin: The user's line.
        made: id(exception) -> what stands for it; None while it is being made.
    """

    graph: Graph
    origin: Origin
    made: dict[int, Any]

    def value(self, error: BaseException) -> Any:
        """Return what stands for an exception."""
        if isinstance(error, Member):
            return error._ag_error._ag_value
        if id(error) not in self.made:
            self.made[id(error)] = None
            _DISPATCH["forget_made"](error)  # the node calls its constructor
            self.made[id(error)] = self.add(MAKE, error).outputs[0]
        return self.made[id(error)]

    def add(self, op: Any, error: BaseException) -> Any:
        """Add a node that makes an exception, or raises it."""
        values: list[Any] = []
        attrs: dict[str, Any] = {"template": None}
        if not _is_of_run(error, self.graph, set()):
            copied = linked_copy(error, {}, self.graph)
            held = copied.args, vars(copied)
            copied.args, attributes = _DISPATCH["without_objects"](held)
            vars(copied).update(attributes)
            attrs["exception"] = copied
        else:
            self._add_arguments(error, attrs, values)
            _refuse_attributes(error, values, self.origin)
            _add_notes(error, attrs, values, self.origin)
            # What is raised where something is handled has that as its context anyway.
            if op is MAKE or not is_linked_by_run(error, "__context__"):
                self._add_link(error, "__context__", attrs, values)
            self._add_link(error, "__cause__", attrs, values)
        inputs = [self.graph.capture(value, self.origin) for value in values]
        origin = self.origin
        if op is RAISE and has_none(error):
            attrs["context"] = "none"
        elif link_of(error, "__context__") is None:  # it was not raised while tracing
            origin = _noting_handled(self.graph, origin, error)
        node = self.graph.add(op, inputs, attrs, origin=origin)
        if attrs.get("arguments") is not None:
            _DISPATCH["note_held"](attrs["arguments"])
        return node

    def _add_arguments(
        self, error: BaseException, attrs: dict[str, Any], values: list[Any]
    ) -> None:
        args, kwargs = arguments_of(error)
        _DISPATCH["check_since_made"]((args, kwargs), self.origin)
        if isinstance(error, BaseExceptionGroup) and not kwargs:
            members = [self.value(each) for each in error.exceptions]
            args = (args[0], tuple(members) if type(args[1]) is tuple else members)
        else:
            args, kwargs = self._held(args), self._held(kwargs)
        leaves = nest.flatten((args, kwargs))
        if not any(is_symbolic(x) or _DISPATCH["is_held_object"](x) for x in leaves):
            attrs["exception"] = copied_alone(error, {}, self.graph)
            vars(attrs["exception"]).pop("__notes__", None)
            return
        attrs["exception"] = exception_name(kind_of(error))
        try:
            if kwargs or not all(map(is_carried, args)):
                attrs["arguments"] = skeleton_of(
                    (args, kwargs), values, _DISPATCH["held_objects"]()
                )
            else:
                values += args
            values[:], kinds = with_flags(values)
        except StagingError as refused:
            refused.origin = self.origin
            raise
        attrs.update(kinds)

    def _held(self, value: Any) -> Any:
        """Return exceptions among arguments as the graph has them."""
        if isinstance(value, BaseException):
            return self.value(value)
        if type(value) in (list, tuple):
            return type(value)(map(self._held, value))
        if type(value) is dict:
            return {key: self._held(part) for key, part in value.items()}
        return getattr(value, "_ag_value", value)

    def _add_link(
        self, error: BaseException, name: str, attrs: dict[str, Any], values: list[Any]
    ) -> None:
        """Add a cause or context to the attributes and inputs of a node."""
        linked, key = link_of(error, name), name.strip("_")
        if linked is None and name == "__cause__" and error.__suppress_context__:
            attrs[key] = "none"
        if linked is None:
            return
        if not isinstance(linked, BaseException):
            attrs[key] = Caught(linked._ag_sites)
            held = linked._ag_value
            values.append(_DISPATCH["as_of_now"](self.graph, held, is_raised=True))
        elif name == "__context__" and is_foreign(linked, self.graph):
            return
        elif not _is_of_run(linked, self.graph, {id(error)}):
            attrs[key] = linked_copy(linked, {}, self.graph)
        elif (value := self.value(linked)) is not None:
            attrs[key] = Caught((linked,))
            values.append(value)


def is_of_run(error: BaseException, graph: Graph) -> bool:
    """Tell whether an exception holds, or is linked to, what only the run knows.

    Args:
        error: What was raised while tracing.
        graph: The graph that is traced.
    """
    return _is_of_run(error, graph, set())


def _is_of_run(
    error: BaseException, graph: Graph, seen: set[int], links: Iterable[str] = LINKS
) -> bool:
    """Tell whether an exception holds, or is linked to, what only the run knows."""
    if id(error) in seen or is_foreign(error, graph):
        return False
    seen.add(id(error))
    held = vars(error)
    if isinstance(error, Member) or any(is_linked_by_run(error, x) for x in links):
        return True
    attributes = [value for name, value in held.items() if name[:4] != "_ag_"]
    if any(type(value) is PossibleAttribute for value in attributes):
        return True
    leaves = nest.flatten((arguments_of(error), attributes))
    if isinstance(error, BaseExceptionGroup):
        leaves += error.exceptions
    # What a constructor of the user's has made while tracing is copied.
    is_copied = is_constructed(type(error)) and not is_made_later(error)
    is_held = _DISPATCH["reaches_run" if is_copied else "is_held_object"]
    if any(map(is_held, nest.flatten(arguments_of(error)))):
        return True
    return any(is_symbolic(each) or is_run_set(each) for each in leaves) or any(
        isinstance(each, BaseException) and _is_of_run(each, graph, seen, links)
        for each in (error.__cause__, error.__context__, *leaves)
    )


def _add_notes(
    error: BaseException, attrs: dict[str, Any], values: list[Any], origin: Origin
) -> None:
    notes = vars(error).get("__notes__", [])
    if type(notes) is not list or not all(map(_is_text, notes)):
        raise _without(error, "__notes__", origin)
    if notes:
        attrs["notes"] = tuple(x if type(x) is str else None for x in notes)
        values += [x for x in notes if type(x) is not str]


def _is_text(note: Any) -> bool:
    return type(note) is str or (
        is_symbolic(note) and note.spec.dtype is dtypes.python_str
    )


def _refuse_attributes(
    error: BaseException, values: Sequence[Any], origin: Origin
) -> None:
    """Refuse attributes that were set, where the run makes the exception anew."""
    for name, value in vars(error).items():
        if name.startswith("_ag_") or name == "__notes__":
            continue
        is_possible = type(value) is PossibleAttribute
        is_of_run = any(map(is_symbolic, nest.flatten(value)))
        if values or is_possible or is_of_run or _DISPATCH["reaches_run"](value):
            raise _without(error, name, origin)


def _without(error: BaseException, name: str, origin: Origin) -> DeferredExceptionError:
    return DeferredExceptionError(
        f"this {kind_of(error).__name__} is made when the graph runs, of the "
        f"values then, without its `{name}`, which is set beside that.",
        origin=origin,
        hint="Set it in the constructor of a class of your own.",
    )


__all__ = ["RAISE", "exception_when_run", "is_of_run", "raise_when_run"]
