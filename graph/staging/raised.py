"""What a block may raise when the graph runs, as far as tracing knows it.

What an exception holds has to have a type before one is caught: that follows from the
nodes that may raise. A program compares what it has caught with that, so that what is
not foreseen is an error, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from graph import dtypes, nest
from graph.failing import may_raise
from graph.op import Planned
from graph.ops.attempts import MACHINERY, RERAISE
from graph.ops.debugging import arguments_of, exception_class, is_constructed, kind_of
from graph.ops.text import filled
from graph.specs import TensorSpec, spec_of


@dataclass(frozen=True, slots=True)
class Site:
    """A place that may raise: what is known of the exception.

    Attributes:
        kind: Its class; None if that is not known.
        structure: That of its arguments, `(args, kwargs)`; None if not known.
        leaves: Of its arguments: constants in a tuple with their type, and specs.
        attributes: Those of an exception that was made while tracing, in the same form.
    """

    kind: type[BaseException] | None = None
    structure: nest.Structure | None = None
    leaves: tuple[Any, ...] = ()
    attributes: tuple[tuple[str, nest.Structure, tuple[Any, ...]], ...] = ()

    @property
    def is_made(self) -> bool:
        """Was it made while tracing, so that its constructor has run?"""
        return bool(self.attributes) or not is_constructed(self.kind)


UNKNOWN = Site()


def site_of(node: Planned) -> Site | None:
    """Return what a node may raise, None if nothing, or what was caught before."""
    if node.op in MACHINERY or node.op is RERAISE or not may_raise(node):
        return None
    exception = node.attrs.get("exception")
    if exception is None:
        return UNKNOWN
    if isinstance(exception, BaseException):
        return _made(exception)
    kind = exception_class(exception)
    if node.attrs.get("template") is not None:
        return Site(kind, nest.structure_of((("",), {})), (_constant(""),))
    given = node.inputs[1:] if "condition" in node.op.inputs else node.inputs
    values = [value.spec for value in given]
    if node.attrs.get("cause") == "caught":
        values.pop()
    arguments = node.attrs.get("arguments")
    held = (tuple(values), {}) if arguments is None else filled(arguments, values)
    found = _described(held)
    return UNKNOWN if found is None else Site(kind, *found)


def site_of_error(error: BaseException) -> Site:
    """Return what is known of an exception that was made while tracing."""
    arguments = arguments_of(error)
    if arguments == (error.args, {}) if kind_of(error) is type(error) else False:
        return _made(error)
    found = _described(arguments)
    return UNKNOWN if found is None else Site(kind_of(error), *found)


def _made(error: BaseException) -> Site:
    found = _described((error.args, {}))
    if found is None:
        return UNKNOWN
    attributes = []
    for name, value in vars(error).items():
        described = _described(value)
        if described is not None:
            attributes.append((name, *described))
    return Site(type(error), *found, tuple(attributes))


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
    if dtypes.of_python(leaf) is not None or leaf is None:
        return type(leaf), leaf
    try:
        return spec_of(leaf)
    except (TypeError, ValueError):
        return None


def values_of(structure: nest.Structure, leaves: Iterable[Any], make: Any) -> Any:
    """Return the tree that was described, with `make(spec)` for each spec."""
    return nest.pack(
        structure,
        [leaf[1] if type(leaf) is tuple else make(leaf) for leaf in leaves],
    )


__all__ = ["UNKNOWN", "Site", "site_of", "values_of"]
