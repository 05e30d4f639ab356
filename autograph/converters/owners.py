"""Let arrays that are changed in place be objects of the graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from autograph.converters.base import Converter
from autograph.syntax import Node, located, name, nodes, quote, stored, walk

_CONTAINERS = (nodes.List, nodes.ListComp, nodes.Tuple, nodes.Dict)
_NEVER_ARRAYS = (nodes.Constant, nodes.JoinedStr, nodes.List, nodes.Dict, nodes.Set)


class Owners(Converter):
    """Let arrays that are changed in place be objects of the graph.

        x = np.zeros(n)     ->      x = ag__.own(np.zeros(n))
        x[i] = v                    x[i] = v
        x += w                      x += w
        a, x = f()          ->      a, x = f()
                                    x = ag__.own(x, 1)
        xs = [np.zeros(n)]  ->      xs = ag__.own_items([np.zeros(n)])
        xs[0][i] = v                xs[0][i] = v

    Keeps   what is assigned to a name into whose items nothing is stored, and that is
            not added to either.
    """

    _changed: frozenset[str] = frozenset()
    _changed_inside: frozenset[str] = frozenset()

    def visit_FunctionDef(self, node: Node) -> Node:
        before = self._changed, self._changed_inside
        self._changed, self._changed_inside = _changed_names(node), _stored_within(node)
        try:
            return super().visit_FunctionDef(node)
        finally:
            self._changed, self._changed_inside = before

    def visit_Assign(self, node: Node) -> Node | list[Node]:
        targets = [each.id for each in node.targets if isinstance(each, nodes.Name)]
        is_container = isinstance(node.value, _CONTAINERS)
        is_array = not isinstance(node.value, _NEVER_ARRAYS)
        if is_array and not self._changed.isdisjoint(targets):
            node.value = located(quote("ag__.own(VALUE)", VALUE=node.value), node.value)
        if is_container and not self._changed_inside.isdisjoint(targets):
            owned = quote("ag__.own_items(VALUE)", VALUE=node.value)
            node.value = located(owned, node.value)
        parts = [
            part.id
            for target in node.targets
            if isinstance(target, (nodes.Tuple, nodes.List))
            for part in walk(target)
            if isinstance(part, nodes.Name)
            and isinstance(part.ctx, nodes.Store)
            and part.id in self._changed
        ]
        if not parts:
            return node
        return [node, *(located(_afterwards(each), node) for each in parts)]


def _afterwards(identifier: str) -> Node:
    own = quote("ag__.own(VALUE, 1)", VALUE=name(identifier))
    return nodes.Assign([stored(identifier)], own, None)


def _stored_within(function: Node) -> frozenset[str]:
    """Return the names of containers into whose items something is stored."""
    found: set[str] = set()
    declared: set[str] = set()
    for node in walk(function):
        if isinstance(node, (nodes.Global, nodes.Nonlocal)):
            declared.update(node.names)
        is_stored = isinstance(node, nodes.Subscript) and not isinstance(
            node.ctx, nodes.Load
        )
        if is_stored and isinstance(node.value, nodes.Subscript):
            found.update(_parts_of(node.value))
    return frozenset(found - declared)


_METHODS = frozenset({"fill", "partition", "put", "sort"})
_FUNCTIONS = frozenset(
    {"at", "copyto", "fill_diagonal", "place", "put", "put_along_axis", "putmask"}
)


def _changed_by(call: Node) -> list[str]:
    """Return the names of what a call changes, if these are NumPy's."""
    receiver, name = call.func.value, call.func.attr
    changed = [receiver] if name in _METHODS else []
    if name in _FUNCTIONS:
        changed += call.args[:1]
    return [each.id for each in changed if isinstance(each, nodes.Name)]


def _is_flat(node: Node) -> bool:
    return isinstance(node, nodes.Attribute) and node.attr in ("T", "flat")


def _made_by(node: Node) -> set[str]:
    """Return the names in a tuple to which calls are assigned.

    `a, b = f(), g()` and `a, b = f()` do that.
    """
    pairs: list[tuple[Node, Node]] = []
    if isinstance(node, nodes.Assign):
        for target in node.targets:
            if not isinstance(target, nodes.Tuple):
                continue
            if isinstance(node.value, nodes.Tuple):
                pairs += zip(target.elts, node.value.elts, strict=False)
            else:
                pairs += [(each, node.value) for each in target.elts]
    return {
        target.id
        for target, value in pairs
        if isinstance(target, nodes.Name) and isinstance(value, nodes.Call)
    }


def _handed_to(call: Node) -> Iterator[str]:
    """Yield the names whose arrays, or parts of them, a statement hands to a function.

    Nothing is done with what it returns: it is called for what it changes.
    """
    is_method = isinstance(call.func, nodes.Attribute)
    receiver = call.func.value if is_method else None
    is_own = isinstance(receiver, nodes.Name) and receiver.id == "self"
    if is_own or (isinstance(call.func, nodes.Name) and call.func.id != "print"):
        for each in call.args:
            yield from _parts_of(each)


def _changed_names(function: Node) -> frozenset[str]:
    """Return the names of what is written to in place, and those added to.

    Of the latter only those count that a call is assigned to: sums of numbers, which
    are in most functions, stay as they are. So do variables of other scopes, which
    outlive the graph.
    """
    stored_into: set[str] = set()
    added_to: set[str] = set()
    called: set[str] = set()
    handed: set[str] = set()
    declared: set[str] = set()
    others: dict[str, set[str]] = {}
    for node in walk(function):
        if isinstance(node, (nodes.Assign, nodes.NamedExpr)):
            for target, value in _bindings(node):
                others.setdefault(target, set()).update(_parts_of(value))
        if isinstance(node, (nodes.Global, nodes.Nonlocal)):
            declared.update(node.names)
        if isinstance(node, nodes.AugAssign) and isinstance(node.target, nodes.Name):
            added_to.add(node.target.id)
        elif isinstance(node, nodes.Assign) and isinstance(node.value, nodes.Call):
            called.update(t.id for t in node.targets if isinstance(t, nodes.Name))
        elif isinstance(node, nodes.Subscript) and not isinstance(node.ctx, nodes.Load):
            base = node.value
            while isinstance(base, nodes.Subscript) or _is_flat(base):
                base = base.value
            if isinstance(base, nodes.Name | nodes.IfExp | nodes.BoolOp):
                stored_into.update(_parts_of(base))
        elif isinstance(node, nodes.Call) and isinstance(node.func, nodes.Attribute):
            stored_into.update(_changed_by(node))
        if isinstance(node, nodes.Expr) and isinstance(node.value, nodes.Call):
            handed.update(_handed_to(node.value))
    # What is changed under one name may be an array that another name was given.
    made = called.union(*map(_made_by, walk(function)))
    added_to = {each for each in added_to if not made.isdisjoint(_all(each, others))}
    # So may be what a call makes and a statement hands to a function, to be changed.
    stored_into |= {each for name in handed for each in _all(name, others)} & made
    changed = {each for name in stored_into | added_to for each in _all(name, others)}
    return frozenset(changed - declared)


def _bindings(node: Node) -> Iterator[tuple[str, Node]]:
    """Yield the names that a node binds, with the values."""
    if isinstance(node, nodes.Assign):
        for target in node.targets:
            yield from _bound(target, node.value)
    elif isinstance(node, nodes.NamedExpr):
        yield node.target.id, node.value


def _bound(target: Node, value: Node) -> Iterator[tuple[str, Node]]:
    if isinstance(target, nodes.Name):
        yield target.id, value
    elif isinstance(target, nodes.Tuple) and isinstance(value, nodes.Tuple):
        for each, part in zip(target.elts, value.elts, strict=False):
            yield from _bound(each, part)


def _parts_of(value: Node) -> Iterator[str]:
    """Yield the names of which a value may be the array, or a part of it."""
    if isinstance(value, nodes.Name):
        yield value.id
    elif isinstance(value, nodes.Subscript | nodes.Attribute | nodes.NamedExpr):
        yield from _parts_of(value.value)
    elif isinstance(value, nodes.IfExp):
        yield from _parts_of(value.body)
        yield from _parts_of(value.orelse)
    elif isinstance(value, nodes.BoolOp):
        for each in value.values:
            yield from _parts_of(each)


def _all(name: str, others: Mapping[str, set[str]]) -> set[str]:
    """Return a name, and those whose arrays it may have been given."""
    found, waiting = set(), [name]
    while waiting:
        each = waiting.pop()
        if each not in found:
            found.add(each)
            waiting.extend(others.get(each, ()))
    return found
