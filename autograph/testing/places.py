"""Random state beside variables: attributes, items of lists and dicts, named tuples.

A place such as `box1.value` or `items1[0]` is written like a variable whose name it is.
"""

from __future__ import annotations

from typing import Final

from autograph.testing.grammar import Statement, always, arguments, bounded
from autograph.testing.types import INT, Type
from autograph.testing.writer import Writer


def _object(w: Writer) -> bool:
    name, kind = w.fresh("box"), w.some_type()
    w.line(f"{name} = Box({bounded(w, kind)})")
    w.declare(f"{name}.value", kind)
    w.declare(f"{name}.count", INT)
    return True


def _list(w: Writer) -> bool:
    name = w.fresh("items")
    kinds = [w.some_type() for _ in range(1 + w.choices.below(3))]
    w.line(f"{name} = [{arguments(w, kinds, 1)}]")
    for place, kind in enumerate(kinds):
        w.declare(f"{name}[{place}]", kind)
    w.declare(f"{name}[-1]", kinds[-1])
    return True


def _dict(w: Writer) -> bool:
    name = w.fresh("held")
    kinds = [w.some_type() for _ in range(2)]
    values = [bounded(w, kind, 1) for kind in kinds]
    w.line(f"{name} = {{'a': {values[0]}, 'b': [{values[1]}]}}")
    w.declare(f"{name}['a']", kinds[0])
    w.declare(f"{name}['b'][0]", kinds[1])
    return True


def _pair(w: Writer) -> bool:
    name, kinds = w.fresh("pair"), [w.some_type() for _ in range(2)]
    w.line(f"{name} = Pair({arguments(w, kinds, 1)})")
    for field, kind in zip(("first", "second"), kinds, strict=True):
        w.scope.variables[f"{name}.{field}"] = kind
    return True


def _starred(w: Writer) -> bool:
    kinds = [w.some_type() for _ in range(2 + w.choices.below(3))]
    first, rest = w.fresh("v"), w.fresh("rest")
    w.line(f"{first}, *{rest} = {arguments(w, kinds, 1)}")
    w.declare(first, kinds[0])
    for place, kind in enumerate(kinds[1:]):
        w.declare(f"{rest}[{place}]", kind)
    return True


def holders(w: Writer, field: str) -> list[tuple[str, Type]]:
    """Return the objects that have an attribute, with its type."""
    return [
        (name.removesuffix(field), kind)
        for name, kind in w.scope.variables.items()
        if name.endswith(field)
    ]


def _method(w: Writer) -> bool:
    name, kind = w.choices.pick(holders(w, ".value"))
    chained = f".put({bounded(w, kind, 1)})" if w.choices.chance(20) else ""
    w.line(f"{name}{chained}.put({bounded(w, kind)})")
    return True


def _has_object(w: Writer) -> bool:
    return bool(holders(w, ".value"))


def _replacement(w: Writer) -> bool:
    name, kind = w.choices.pick(holders(w, ".first"))
    w.line(f"{name} = {name}._replace(first={bounded(w, kind)})")
    return True


def _has_pair(w: Writer) -> bool:
    return not w.is_inner and bool(holders(w, ".first"))


def _deletion(w: Writer) -> bool:
    names = [name for name in w.scope.assignable if name.isidentifier()]
    name = w.choices.pick(sorted(names))
    w.line(f"del {name}")
    w.scope.late[name] = w.scope.variables.pop(name)
    w.scope.assignable.discard(name)
    return True


def _can_delete(w: Writer) -> bool:
    names = [name for name in w.scope.assignable if name.isidentifier()]
    return w.depth == 1 and len(names) > 1


STATEMENTS: Final = (
    Statement("object", 3, always, _object),
    Statement("list", 3, always, _list),
    Statement("dict", 2, always, _dict),
    Statement("named tuple", 2, always, _pair),
    Statement("starred assignment", 2, always, _starred),
    Statement("method that changes an object", 5, _has_object, _method),
    Statement("_replace of a named tuple", 3, _has_pair, _replacement),
    Statement("del", 1, _can_delete, _deletion),
)
