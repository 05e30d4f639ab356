"""Random expressions that bind names of their own: walrus, comprehensions."""

from __future__ import annotations

from typing import Final

from autograph.testing import wants
from autograph.testing.grammar import Expression, bounded, expression
from autograph.testing.types import INT, TRUTH, VECTOR, Type
from autograph.testing.writer import Writer

_VECTORS: Final = tuple(Type(kind, VECTOR) for kind in ("int32", "float32", "int64"))


def _walrus(w: Writer, wanted: Type, depth: int) -> str:
    value = expression(w, wanted, depth)
    name = w.fresh("v")
    if wanted != INT:  # their values are kept small where they are assigned
        w.scope.late[name] = wanted
    return f"({name} := {value})"


def _may_bind(w: Writer, wanted: Type) -> bool:
    return w.may_bind and wants.is_value(w, wanted)


def _comprehension(w: Writer, wanted: Type, depth: int) -> str:
    kind = w.some_type()
    with w.iterated():
        items = [bounded(w, kind, min(depth, 1)) for _ in range(2)]
    name = w.fresh("c")
    value = _inside(w, name, kind, wanted, depth)
    if w.choices.chance(40):
        key = w.fresh("k")
        pairs = f"for {key}, {name} in enumerate(({', '.join(items)}))"
        return f"{{{key}: {value} {pairs}}}[{w.choices.below(2)}]"
    return f"[{value} for {name} in ({', '.join(items)})][{w.choices.below(2) - 1}]"


def _rows(w: Writer, wanted: Type, depth: int) -> str:
    """Write a comprehension over the elements of a vector."""
    kind = w.pick_type(_VECTORS)
    with w.iterated():
        items, name = expression(w, kind, min(depth, 1)), w.fresh("c")
    value = _inside(w, name, kind.reshaped(), wanted, depth)
    return f"[{value} for {name} in {items}][{w.choices.below(3)}]"


def _filtered(w: Writer, wanted: Type, depth: int) -> str:
    """Write a comprehension with a condition, of which there may be nothing left."""
    is_row = w.choices.chance(40)
    kind = w.pick_type(_VECTORS) if is_row else w.some_type()
    with w.iterated():
        if is_row:
            items = expression(w, kind, min(depth, 1))
            kind = kind.reshaped()
        else:
            parts = [bounded(w, kind, min(depth, 1)) for _ in range(3)]
            items = f"({', '.join(parts)})"
    name = w.fresh("c")
    outer, w.may_bind = w.may_bind, False
    value = _inside(w, name, kind, wanted, depth)
    test = _inside(w, name, kind, TRUTH, max(depth, 0))
    w.may_bind = outer
    other = expression(w, wanted, depth)
    made = f"{value} for {name} in {items} if {test}"
    forms = [
        f"[{other}, *[{made}]][-1]",
        f"([{made}] or [{other}])[0]",
    ]
    if wants.is_scalar_number(w, wanted):
        forms += [f"sum([{made}], {other})"]
        forms.append(f"sum(map(lambda {name}: {value}, {items}), {other})")
    return w.choices.pick(forms)


def _count(w: Writer, wanted: Type, depth: int) -> str:
    """Write how many items there are for which a condition holds."""
    kind = w.pick_type((*_VECTORS, INT))
    with w.iterated():
        items = expression(w, kind, min(depth, 1))
    if kind == INT:
        items = f"range({items} % 5)"
    name = w.fresh("c")
    outer, w.may_bind = w.may_bind, False
    test = _inside(w, name, kind.reshaped(), TRUTH, max(depth, 0))
    w.may_bind = outer
    forms = (
        f"len([{name} for {name} in {items} if {test}])",
        f"len(list(filter(lambda {name}: {test}, {items})))",
        f"sum(1 for {name} in {items} if {test})",
        f"len({{int({name} > 1) for {name} in {items} if {test}}})",
        f"len([0 for {name} in {items} if {test} for _ in range(2)])",
    )
    return w.choices.pick(forms)


def _search(w: Writer, wanted: Type, depth: int) -> str:
    """Write what goes through items until one decides, and binds a value of each."""
    items, name, kind = _searched(w, depth)
    found = w.fresh("h")
    outer, w.may_bind = w.may_bind, False
    value = _inside(w, name, kind, wanted, depth)
    test = _inside(w, name, kind, TRUTH, max(depth, 0))
    w.may_bind = outer
    over = f"for {name} in {items}"
    pair = f"(({found} := {value}), {test})[1]"
    other = expression(w, wanted, depth)
    if wanted != INT:
        w.scope.late[found] = wanted
    forms = (
        f"next(({found} {over} if {pair}), {other})",
        f"({found} if any({pair} {over}) else {other})",
        f"({other} if all({pair} {over}) else {found})",
        f"(any({pair} {over}), {found})[1]",
        f"(all([{pair} {over}]), {found})[1]",
    )
    return w.choices.pick(forms)


def _logged(w: Writer, wanted: Type, depth: int) -> str:
    """Write how far such a search has come, by the list that its items append to."""
    items, name, kind = _searched(w, depth)
    log = w.fresh("log")
    outer, w.may_bind = w.may_bind, False
    # A search in one that appends is refused.
    value = _inside(w, name, kind, wanted, min(depth, 0))
    test = _inside(w, name, kind, TRUTH, 0)
    w.may_bind = outer
    over, pair = f"for {name} in {items}", f"({log}.append({value}), {test})[1]"
    forms = (
        f"any({pair} {over})",
        f"all({pair} {over})",
        f"any(map(lambda {name}: {pair}, {items}))",
        f"next((0 {over} if {pair}), 1)",
        f"sum(1 {over} if {pair})",
    )
    last = f"len({log})" if wanted == INT and w.choices.chance(50) else f"{log}[-1]"
    return f"(lambda {log}: ({w.choices.pick(forms)}, {last})[1])([])"


def _searched(w: Writer, depth: int) -> tuple[str, str, Type]:
    """Return what is searched, the name of an item, and its type."""
    is_row = w.choices.chance(40)
    kind = w.pick_type(_VECTORS) if is_row else w.some_type()
    with w.iterated():
        if is_row:
            items = expression(w, kind, min(depth, 1))
        else:
            parts = [bounded(w, kind, min(depth, 1)) for _ in range(3)]
            items = f"({', '.join(parts)})"
    return items, w.fresh("c"), kind.reshaped() if is_row else kind


def _inside(w: Writer, name: str, kind: Type, wanted: Type, depth: int) -> str:
    outer = w.scope
    w.scope = outer.copy()
    w.scope.variables[name] = kind
    value = expression(w, wanted, depth)
    w.scope = outer
    return value


EXPRESSIONS: Final = (
    Expression("walrus", 2, _may_bind, _walrus),
    Expression("comprehension", 1, wants.is_value, _comprehension),
    Expression("comprehension over a tensor", 1, wants.is_value, _rows),
    Expression("comprehension with a condition", 2, wants.is_value, _filtered),
    Expression("count by a comprehension", 2, wants.is_int, _count),
    Expression("search that binds", 2, _may_bind, _search),
    Expression("search with effects", 1, wants.is_value, _logged),
)
