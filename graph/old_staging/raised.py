"""What a block may raise when the graph runs, as far as tracing knows it.

What an exception holds has to have a type before one is caught: that follows from the
nodes that may raise. A program compares what it has caught with that, so that what is
not foreseen is an error, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from graph import dtypes, nest
from graph.building import _STATE
from graph.failing import has_shape_of_values, may_clash, may_overflow, may_raise
from graph.graph import current_graph
from graph.old_staging.held_objects import ObjectSpec, is_object, reached
from graph.op import Planned
from graph.ops.attempts import MACHINERY, RERAISE
from graph.ops.copied_errors import CONTEXT, is_constructed, link_of
from graph.ops.groups import ENTER
from graph.ops.made_later import arguments_of, kind_of
from graph.ops.raising import (
    MAKE,
    Caught,
    exception_class,
    n_linked,
)
from graph.ops.skeletons import filled
from graph.specs import TensorSpec, spec_of


@dataclass(frozen=True, slots=True)
class Site:
    """A place that may raise: what is known of the exception.

    Attributes:
        kind: Its class; None if that is not known.
        structure: That of its arguments, `(args, kwargs)`; None if not known.
        leaves: Of its arguments: constants in a tuple with their type, and specs.
        attributes: Those of an exception that was made while tracing, in the same form.
        cause: The places that may have raised its cause, as far as they are known.
        context: Those that may have raised what was handled there.
        kinds: What the run's values among the leaves are in plain Python, a letter for
            each leaf as in `graph.ops.text.kinds_of`; empty if none is of NumPy's.
        members: Of a group: where its exceptions come from; None if not known.
    """

    kind: type[BaseException] | None = None
    structure: nest.Structure | None = None
    leaves: tuple[Any, ...] = ()
    attributes: tuple[tuple[str, nest.Structure, tuple[Any, ...]], ...] = ()
    cause: tuple[Site, ...] = ()
    context: tuple[Site, ...] = ()
    members: tuple[Site, ...] | None = None
    kinds: str = ""

    @property
    def is_made(self) -> bool:
        """Was it made while tracing, so that its constructor has run?"""
        return bool(self.attributes) or not is_constructed(self.kind)


UNKNOWN = Site()
# How far from an exception its causes are known.
_MAX_LINKS: Final = 2


def mark_context(error: BaseException) -> None:
    """Give an exception of tracing the context that Python's own has in a run.

    Python gives it what tracing handles. Where the run handles something, that is its
    context, or that of what was handled when it was raised.
    """
    handled = handled_here()
    if handled is None or isinstance(handled, BaseException):
        return
    seen = {id(each) for each in _STATE.handled if isinstance(each, BaseException)}
    while id(error) not in seen and CONTEXT not in vars(error):
        seen.add(id(error))
        if error.__context__ is None or id(error.__context__) in seen:
            vars(error)[CONTEXT] = handled
            return
        error = error.__context__


def mark_made(group: BaseExceptionGroup, caught: BaseException) -> None:
    """Give what `except*` made the context that Python's own has in a run.

    Args:
        group: Parts of what was caught, which have its context; or a new group around
            such parts and other exceptions, which has none, whatever is being handled.
        caught: What its `try` caught.
    """
    is_part = isinstance(caught, BaseExceptionGroup) and (
        {*map(id, _leaves(group))} <= {*map(id, _leaves(caught))}
    )
    vars(group)[CONTEXT] = vars(caught).get(CONTEXT) if is_part else None
    for each in () if is_part else group.exceptions:
        if isinstance(each, BaseExceptionGroup) and CONTEXT not in vars(each):
            mark_made(each, caught)


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from _leaves(each)
    else:
        yield error


def site_of(node: Planned) -> Site | None:
    """Return what a node may raise, None if nothing, or what was caught before."""
    site = _site_of(node)
    handled = handled_here()
    if site is None or handled is None:
        return site
    is_known = isinstance(handled, BaseException)
    context = _shortened((handled,) if is_known else handled._ag_sites)
    return replace(site, context=(*site.context, *context)) if context else site


def handled_here() -> Any:
    """Return what is being handled in the function that is traced; None if nothing."""
    graph = current_graph()
    if not _STATE.handled or graph is None:
        return None
    handled = _STATE.handled[-1]
    if isinstance(handled, BaseException):
        return handled
    # A function that another one's handler calls may be traced by itself.
    return handled if handled._ag_value.node.graph.root is graph.root else None


def _shortened(sites: Iterable[Any], depth: int = 1) -> tuple[Site, ...]:
    """Return places without what is far from them: else they would grow in a loop."""
    if depth == _MAX_LINKS:
        return ()
    found = (
        site_of_error(site) if isinstance(site, BaseException) else site
        for site in sites
    )
    return merged(
        replace(
            site,
            cause=_shortened(site.cause, depth + 1),
            context=_shortened(site.context, depth + 1),
        )
        for site in found
        if site is not UNKNOWN
    )


def merged(sites: Iterable[Site]) -> tuple[Site, ...]:
    """Return places once each, with all that one has as causes and contexts."""
    found: dict[Site, tuple[dict[Site, None], dict[Site, None]]] = {}
    for site in sites:
        alone = replace(site, cause=(), context=()) if site is not UNKNOWN else site
        links = found.setdefault(alone, ({}, {}))
        links[0].update(dict.fromkeys(site.cause))
        links[1].update(dict.fromkeys(site.context))
    return tuple(
        replace(
            site,
            cause=tuple(sorted(causes, key=repr)),
            context=tuple(sorted(contexts, key=repr)),
        )
        if causes or contexts
        else site
        for site, (causes, contexts) in found.items()
    )


def _site_of(node: Planned) -> Site | None:
    if node.op in MACHINERY or node.op in (RERAISE, ENTER):
        return None
    if not may_raise(node):
        return _unfit(node)
    exception = node.attrs.get("exception")
    if exception is None:
        return UNKNOWN
    if isinstance(exception, BaseException):
        made = _made(exception)
        if made is UNKNOWN:
            return made
        cause = made.cause or _linked(node, "cause")
        return replace(
            made, cause=cause, context=made.context or _linked(node, "context")
        )
    kind = exception_class(exception)
    if node.attrs.get("template") is not None:
        return Site(kind, nest.structure_of((("",), {})), (_constant(""),))
    given = node.inputs[1:] if "condition" in node.op.inputs else node.inputs
    values = [value.spec for value in given]
    values = values[: len(values) - n_linked(node.attrs)]
    arguments = node.attrs.get("arguments")
    if issubclass(kind, BaseExceptionGroup):
        return _group_of_run(kind, arguments, node)
    held = (tuple(values), {}) if arguments is None else filled(arguments, values)
    found = _described(held)
    if found is None:
        return UNKNOWN
    links = _linked(node, "cause"), _linked(node, "context")
    kinds, is_told = _kinds_of(node, len(values))
    if not is_told:
        return Site(kind, cause=links[0], context=links[1])
    return Site(kind, *found, (), *links, kinds=kinds)


def _unfit(node: Planned) -> Site | None:
    """Return what a node may raise where shapes do not fit, or an integer."""
    if may_clash(node) or has_shape_of_values(node):
        return UNKNOWN
    if not may_overflow(node):
        return None
    return Site(OverflowError, nest.structure_of((("",), {})), (_constant(""),))


def _kinds_of(node: Planned, n_values: int) -> tuple[str, bool]:
    """Return a letter for each leaf of the arguments of an exception of the run.

    And whether nothing of NumPy's is in objects, of which these do not tell.
    """
    kinds = node.attrs.get("kinds", "")
    if not kinds:
        return "", True
    letters = list(map(_Letter, kinds[:n_values]))
    arguments = node.attrs.get("arguments")
    held = (tuple(letters), {}) if arguments is None else filled(arguments, letters)
    leaves = nest.flatten(held)
    objects = [each for each in leaves if is_object(each)]
    is_told = all(x.letter == "-" for x in reached(objects) if type(x) is _Letter)
    return "".join(x.letter if type(x) is _Letter else "-" for x in leaves), is_told


@dataclass(frozen=True, slots=True)
class _Letter:
    """A letter, which is no text of the exception."""

    letter: str


def _group_of_run(kind: Any, arguments: Any, node: Planned) -> Site:
    """Return what is known of a group that is made of exceptions of the run."""
    (message, members), _ = filled(arguments, node.inputs)
    made = [site_of_member(each) for each in members]
    spec = _constant(message) if type(message) is str else message.spec
    text = ("message", nest.structure_of(""), (spec,))
    return Site(kind, attributes=(text,), members=tuple(made))


def site_of_member(value: Any) -> Site:
    """Return what is known of an exception that the graph has made."""
    node = value.node
    if node.op is not MAKE:
        return UNKNOWN
    specs = [each.spec for each in node.outputs]
    return _site_of(Planned(node.op, node.inputs, node.attrs, specs)) or UNKNOWN


def _linked(node: Planned, name: str) -> tuple[Site, ...]:
    """Return the places that may have raised a cause or a context of a node."""
    given = node.attrs.get(name)
    if isinstance(given, Caught):
        return _shortened(given.sites)
    return _shortened((given,)) if isinstance(given, BaseException) else ()


def site_of_error(error: BaseException, depth: int = 1) -> Site:
    """Return what is known of an exception that was made while tracing."""
    arguments = arguments_of(error)
    if arguments == (error.args, {}) if kind_of(error) is type(error) else False:
        return _made(error, depth)
    found = _described(arguments)
    if found is None:
        return UNKNOWN
    cause, context = _links(error, depth)
    return Site(kind_of(error), *found, (), cause, context)


def _made(error: BaseException, depth: int = 1) -> Site:
    if isinstance(error, BaseExceptionGroup):
        text = ("message", nest.structure_of(""), (_constant(error.message),))
        made = tuple(site_of_error(each, depth) for each in error.exceptions)
        return Site(type(error), attributes=(text,), members=made)
    found = _described((error.args, {}))
    if found is None:
        return UNKNOWN
    attributes = []
    for name, value in vars(error).items():
        is_kept = name.startswith("_ag_") or name == "__notes__"
        described = None if is_kept else _described(value)
        if described is not None:
            attributes.append((name, *described))
    cause, context = _links(error, depth)
    return Site(type(error), *found, tuple(attributes), cause, context)


def _links(error: BaseException, depth: int) -> Iterator[tuple[Site, ...]]:
    """Return the places of the cause and of the context of an exception."""
    for name in ("__cause__", "__context__"):
        linked = link_of(error, name)
        if linked is None or depth == _MAX_LINKS:
            yield ()
        elif isinstance(linked, BaseException):
            site = site_of_error(linked, depth + 1)
            yield () if site is UNKNOWN else (site,)
        else:
            yield _shortened(linked._ag_sites, depth)


def _described(value: Any) -> tuple[nest.Structure, tuple[Any, ...]] | None:
    """Return a structure, with its leaves in a form that can be compared."""
    leaves, structure = nest.flatten_with_structure(value)
    found = [
        leaf if isinstance(leaf, TensorSpec) else _constant(leaf) for leaf in leaves
    ]
    if any(leaf is None for leaf in found):
        return None
    return structure, tuple(found)


def _constant(leaf: Any) -> Any:
    if is_object(leaf):
        return ObjectSpec, ObjectSpec.of(leaf, _described)
    if dtypes.of_python(leaf) is not None or leaf is None:
        return type(leaf), leaf
    try:
        return spec_of(leaf)
    except (TypeError, ValueError):
        return None


def values_of(
    structure: nest.Structure, leaves: Iterable[Any], make: Any, inner: Any = None
) -> Any:
    """Return the tree that was described, with `make(spec)` for each spec.

    In objects with `inner(spec)`, if that is given.
    """
    return nest.pack(
        structure,
        [_value_of(leaf, make, inner or make) for leaf in leaves],
    )


def _value_of(leaf: Any, make: Any, inner: Any) -> Any:
    if type(leaf) is not tuple:
        return make(leaf)
    kind, value = leaf
    if kind is not ObjectSpec:
        return value
    return value.made(lambda structure, leaves: values_of(structure, leaves, inner))


__all__ = [
    "UNKNOWN",
    "Site",
    "mark_context",
    "merged",
    "site_of",
    "values_of",
]
