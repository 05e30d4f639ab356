"""Random loops with several targets: enumerate, zip, reversed, generators."""

from __future__ import annotations

from typing import Final

from autograph.testing.control_flow import loop
from autograph.testing.grammar import Statement, bounded, condition, expression
from autograph.testing.types import INT, TENSORS, Type
from autograph.testing.writer import Writer

_VECTORS: Final = tuple(kind for kind in TENSORS if not kind.is_scalar)


def _vector(w: Writer) -> tuple[str, Type]:
    kind = w.pick_known([(each, (each,)) for each in _VECTORS if len(each.shape) == 1])
    return expression(w, kind, 1), kind.reshaped()


def _enumerate(w: Writer) -> bool:
    items, kind = _vector(w)
    start = f", {w.choices.below(3)}" if w.choices.chance(40) else ""
    kinds = {w.fresh("i"): INT, w.fresh("x"): kind}
    return loop(w, ", ".join(kinds), f"enumerate({items}{start})", kinds)


def _zip(w: Writer) -> bool:
    (left, one), (right, other) = _vector(w), _vector(w)
    names = w.fresh("x"), w.fresh("x")
    if w.choices.chance(30):
        number = w.fresh("i")
        return loop(
            w,
            f"{number}, ({names[0]}, {names[1]})",
            f"enumerate(zip({left}, {right}))",
            {number: INT, names[0]: one, names[1]: other},
        )
    iterated = f"zip({left}, {right})"
    return loop(w, ", ".join(names), iterated, {names[0]: one, names[1]: other})


def _zip_of_python(w: Writer) -> bool:
    kinds = [w.some_type() for _ in range(2)]
    rows = [f"({bounded(w, kinds[0], 1)}, {bounded(w, kinds[1], 1)})" for _ in range(2)]
    names = w.fresh("x"), w.fresh("x")
    declared = dict(zip(names, kinds, strict=True))
    return loop(w, ", ".join(names), f"[{', '.join(rows)}]", declared)


def _reversed(w: Writer) -> bool:
    name = w.fresh("i")
    if w.choices.chance(50):
        items, kind = _vector(w)
        return loop(w, name, f"reversed({items})", {name: kind})
    last = f"{expression(w, INT, 1)} % 4"
    return loop(w, name, f"reversed(range({last}))", {name: INT})


def _generator(w: Writer) -> bool:
    """Write a generator, and a loop over what it yields."""
    function, kind, name = w.fresh("generator"), w.some_type(), w.fresh("x")
    w.line(f"def {function}():")
    outer = w.scope
    w.scope = outer.inner()
    with w.indented():
        for _ in range(1 + w.choices.below(3)):
            w.choices.pick(_PARTS)(w, kind)
        if w.choices.chance(40):
            w.line(f"yield from ({bounded(w, kind, 0)}, {bounded(w, kind, 0)})")
    w.scope = outer
    if w.choices.chance(25):
        number = w.fresh("i")
        kinds = {number: INT, name: kind}
        return loop(w, f"{number}, {name}", f"enumerate({function}())", kinds)
    return loop(w, name, f"{function}()", {name: kind})


def _yield(w: Writer, kind: Type) -> None:
    w.line(f"yield {bounded(w, kind, 0)}")


def _yield_if(w: Writer, kind: Type) -> None:
    """Write a `yield` on a condition, or an end there."""
    w.line(f"if {condition(w)}:")
    w.line(f"    yield {bounded(w, kind, 0)}")
    if w.choices.chance(20):
        w.line("    return")
    elif w.choices.chance(30):
        w.line("else:")
        w.line(f"    yield {bounded(w, kind, 0)}")


def _yield_in_loop(w: Writer, kind: Type) -> None:
    name = w.fresh("i")
    w.line(f"for {name} in range({expression(w, INT, 1)} % 4):")
    around = w.scope
    w.scope = around.copy()
    w.scope.variables[name] = INT
    with w.indented():
        if w.choices.chance(40):
            w.line(f"if {condition(w)}:")
            w.line(f"    {w.choices.pick(('continue', 'break'))}")
        _yield(w, kind)
    w.scope = around


def _yield_while(w: Writer, kind: Type) -> None:
    name = w.fresh("left")
    w.line(f"{name} = {expression(w, INT, 1)} % 4")
    w.line(f"while {name} > 0:")
    w.line(f"    {name} -= 1")
    w.line(f"    yield {bounded(w, kind, 0)}")


_PARTS: Final = (_yield, _yield_if, _yield_in_loop, _yield_while)


def _starred(w: Writer) -> bool:
    """Write a loop with a starred target over tuples of several lengths."""
    kind = w.some_type()
    rows = [
        f"({', '.join(bounded(w, kind, 0) for _ in range(2 + w.choices.below(2)))})"
        for _ in range(2)
    ]
    first, rest = w.fresh("x"), w.fresh("rest")
    kinds = {first: kind, f"{rest}[0]": kind}
    return loop(w, f"{first}, *{rest}", f"[{', '.join(rows)}]", kinds)


STATEMENTS: Final = (
    Statement("for over enumerate", 2, Writer.may_loop, _enumerate),
    Statement("for over zip", 2, Writer.may_loop, _zip),
    Statement("for over pairs", 2, Writer.may_loop, _zip_of_python),
    Statement("for with a starred target", 2, Writer.may_loop, _starred),
    Statement("for over reversed", 2, Writer.may_loop, _reversed),
    Statement("for over a generator", 3, Writer.may_loop, _generator),
)
