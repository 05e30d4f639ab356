"""Trees as gast spells them, and back: the same for all versions of Python.

The only module that imports gast. Kinds of one name stand for each other; a field that
only one of the two has starts empty. It takes a tenth of the time of gast's own
translation, which each conversion would wait for.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import gast

# gast ships no types: a node is any object of its classes.
Node: TypeAlias = Any
nodes: Any = gast
_Translate: TypeAlias = Callable[[Any], Any]
_Special: TypeAlias = Callable[[Any, _Translate], Any]

# Kinds whose fields gast spells in its own way.
_SPELLED_DIFFERENTLY = frozenset(
    {"Name", "arg", "FunctionDef", "AsyncFunctionDef", "ClassDef", "arguments"}
    | {"TypeVar", "ParamSpec", "TypeVarTuple"}
)


class SyntaxTreeError(Exception):
    """A tree or a template breaks a rule of `syntax`: a defect of ours."""


# Fields that hold no nodes, or contexts, which say nothing that is not seen without.
_PLAIN: Final = frozenset(
    {"arg", "asname", "attr", "conversion", "ctx", "id", "is_async", "kind", "level"}
    | {"module", "n", "simple", "type_comment"}
)


class _Branches(dict[Any, tuple[str, ...]]):
    def __missing__(self, kind: Any) -> tuple[str, ...]:
        found = tuple(name for name in kind._fields if name not in _PLAIN)
        self[kind] = found
        return found


#: The fields of each kind of node that may hold nodes, contexts aside.
BRANCHES: Final = _Branches()


def from_ast(tree: ast.AST) -> Node:
    """Translate a tree of the running Python; every node and field is kept."""
    return _FROM_AST(tree)


def to_ast(tree: Node) -> Any:
    """Translate a tree back to the running Python's own nodes, for `compile`."""
    return _TO_AST(tree)


# -- Kind by kind --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Plan:
    """How nodes of one kind are translated.

    Attributes:
        kind: What they become.
        shared: The one node that all become, if nothing can differ in them.
        branches: The fields that may hold nodes.
        lost: The fields that the other spelling has not.
        gained: The fields that only the other spelling has.
        special: What translates them instead.
    """

    kind: Any
    shared: Any
    branches: tuple[str, ...]
    lost: tuple[str, ...]
    gained: tuple[str, ...]
    special: _Special | None


def _translation(
    to: Callable[[Any], Any], special: Mapping[str, _Special]
) -> _Translate:
    """Return what translates trees one way; what is not a node is shared.

    Args:
        to: Returns what a kind becomes.
        special: What translates kinds that differ, by name; given a node, and what
            translates its parts.
    """
    plans = _Plans(to, special)

    def translate(node: Any) -> Any:
        plan = plans[node.__class__]
        if plan.shared is not None:
            return plan.shared
        if plan.special is not None:
            return plan.special(node, translate)
        made = plan.kind.__new__(plan.kind)
        held = made.__dict__
        held.update(node.__dict__)
        for name in plan.branches:
            value = held.get(name)
            if value is None:
                continue
            if value.__class__ is list:
                held[name] = [
                    translate(each) if isinstance(each, ast.AST) else each
                    for each in value
                ]
            elif isinstance(value, ast.AST):
                held[name] = translate(value)
        for name in plan.lost:
            held.pop(name, None)
        for name in plan.gained:
            held[name] = [] if name == "type_params" else None
        return made

    return translate


class _Plans(dict[Any, _Plan]):
    """The plan of each kind; filled when asked."""

    def __init__(
        self, to: Callable[[Any], Any], special: Mapping[str, _Special]
    ) -> None:
        super().__init__()
        self.to = to
        self.special = special

    def __missing__(self, kind: Any) -> _Plan:
        special = self.special.get(kind.__name__)
        to = kind if special is not None else self.to(kind)
        is_fixed = special is None and not kind._fields and not kind._attributes
        contexts = ("ctx",) if "ctx" in kind._fields else ()
        plan = self[kind] = _Plan(
            kind=to,
            shared=to() if is_fixed else None,
            branches=(*BRANCHES[kind], *contexts),
            lost=tuple(each for each in kind._fields if each not in to._fields),
            gained=tuple(each for each in to._fields if each not in kind._fields),
            special=special,
        )
        return plan


def _kind_in_gast(kind: Any) -> Any:
    """Return gast's kind of the same name, if it keeps every field."""
    name = kind.__name__
    known = getattr(gast, name, None)
    if known is None:
        raise SyntaxTreeError(f"this version of gast does not know {name}")
    if name in _SPELLED_DIFFERENTLY:
        lost = set(kind._fields) - set(known._fields)
    else:
        lost = set(kind._fields) ^ set(known._fields)
    if lost:
        raise SyntaxTreeError(
            f"gast knows {name} without its {', '.join(sorted(lost))}"
        )
    return known


def _kind_in_ast(kind: Any) -> Any:
    return getattr(ast, kind.__name__)


# -- Kinds that differ ---------------------------------------------------------------


def _name_of_parameter(node: Any, translate: _Translate) -> Node:
    annotation = node.annotation and translate(node.annotation)
    made = gast.Name(node.arg, gast.Param(), annotation, node.type_comment)
    return ast.copy_location(made, node)


def _name_or_parameter(node: Node, translate: _Translate) -> Any:
    if node.ctx.__class__ is gast.Param:
        annotation = node.annotation and translate(node.annotation)
        parameter = ast.arg(node.id, annotation, node.type_comment)
        return ast.copy_location(parameter, node)
    made: Any = ast.Name.__new__(ast.Name)
    held = made.__dict__
    held.update(node.__dict__)
    held["ctx"] = translate(node.ctx)
    del held["annotation"], held["type_comment"]
    return made


def _named_by_node(node: Any, translate: _Translate) -> Node:
    name = node.name and gast.Name(node.name, gast.Store(), None, None)
    if name:
        ast.copy_location(name, node)
    return _handler(gast.ExceptHandler, node, name, translate)


def _named_by_text(node: Node, translate: _Translate) -> Any:
    name = node.name and node.name.id
    return _handler(ast.ExceptHandler, node, name, translate)


def _handler(kind: Any, node: Any, name: Any, translate: _Translate) -> Any:
    caught = node.type and translate(node.type)
    made = kind(caught, name, [translate(each) for each in node.body])
    return ast.copy_location(made, node)


_FROM_AST: Final = _translation(
    _kind_in_gast, {"arg": _name_of_parameter, "ExceptHandler": _named_by_node}
)
_TO_AST: Final = _translation(
    _kind_in_ast, {"Name": _name_or_parameter, "ExceptHandler": _named_by_text}
)
