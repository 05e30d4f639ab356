"""Random names and scopes: targets, annotations, closures, private names, `del`."""

from __future__ import annotations

from typing import Final

from autograph.testing.grammar import (
    Expression,
    Statement,
    always,
    bounded,
    condition,
    expression,
)
from autograph.testing.types import INT, TRUTH, Type
from autograph.testing.writer import Signature, Writer

_VAULT: Final = "vault"
_HAD: Final = "attribute on some paths"
_SHOWN: Final = "variable that is shown"


def _chained(w: Writer) -> bool:
    """Write an assignment to several targets: `a = b = value`, `a, b = b, a`."""
    kind = w.some_type()
    known = [name for name in w.targets_of(kind) if name.isidentifier()]
    if len(known) > 1 and w.choices.chance(50):
        first, second = known[0], known[-1]
        w.line(f"{first}, {second} = {second}, {first}")
        return True
    names = [w.choices.pick(known) if known else w.fresh("v"), w.fresh("v")]
    w.line(f"{' = '.join(names)} = {bounded(w, kind)}")
    for name in names:
        w.declare(name, kind)
    return True


def _nested_targets(w: Writer) -> bool:
    kinds = [w.some_type() for _ in range(3)]
    values = [bounded(w, kind, 1) for kind in kinds]
    names, rest = [w.fresh("v") for _ in kinds], w.fresh("rest")
    forms = (
        ("({}, ({}, {}))", "{}, ({}, {})"),
        ("[{}, [{}, *{}]]", "({}, [{}, {}])"),
        ("{}, (*{}, {})", "[{}, ({}, {})]"),
    )
    place = w.choices.below(len(forms))
    if place:
        names[3 - place] = rest
    target, value = forms[place]
    w.line(f"{target.format(*names)} = {value.format(*values)}")
    for name, kind in zip(names, kinds, strict=True):
        w.declare(f"{name}[0]" if name == rest else name, kind)
    return True


def _annotation(w: Writer) -> bool:
    """Write an annotation without a value: the name has none until it is assigned."""
    name, kind = w.fresh("v"), w.some_type()
    w.line(f"{name}: {w.choices.pick(('object', 'int | None', 'Unknown[1:2]'))}")
    w.scope.late[name] = kind
    if w.choices.chance(70):
        w.line(f"if {condition(w)}:")
        with w.indented():
            w.line(f"{name} = {bounded(w, kind)}")
    return True


def _annotated_place(w: Writer) -> bool:
    """Write an annotated assignment to an attribute or an item."""
    places = [name for name in sorted(w.scope.assignable) if not name.isidentifier()]
    name = w.choices.pick(places)
    w.line(f"{name}: object = {bounded(w, w.scope.variables[name])}")
    return True


def _has_place(w: Writer) -> bool:
    return any(not name.isidentifier() for name in w.scope.assignable)


def _vault(w: Writer) -> bool:
    name, kind = w.fresh("vault"), w.some_type()
    w.line(f"{name} = Vault({bounded(w, kind)})")
    w.declare(f"{name}.seen", INT)
    w.scope.named(_VAULT)[name] = kind
    return True


def _vaults(w: Writer, wanted: Type) -> list[str]:
    return [name for name, kind in w.scope.named(_VAULT).items() if kind == wanted]


def _of_vault(w: Writer, wanted: Type, depth: int) -> str:
    name = w.choices.pick(_vaults(w, wanted))
    value = bounded(w, wanted, max(depth, 0))
    forms = (f"{name}.swap({value})", f"{name}.swap({value})", f"{name}[0]",
             f"[*{name}][-1]", f"next(iter({name}))")  # fmt: skip
    return w.choices.pick(forms)


def _has_vault(w: Writer, wanted: Type) -> bool:
    return bool(_vaults(w, wanted))


def _about_vault(w: Writer, wanted: Type, depth: int) -> str:
    name, kind = w.choices.pick(list(w.scope.named(_VAULT).items()))
    if kind.is_scalar and w.choices.chance(50):
        return f"({expression(w, kind, depth)} in {name})"
    return w.choices.pick((name, f"(len({name}) == 2)", f"(not {name})"))


def _can_ask(w: Writer, wanted: Type) -> bool:
    return wanted == TRUTH and bool(w.scope.named(_VAULT))


def _closures(w: Writer) -> bool:
    """Write functions that a loop makes: all see the variable as it is at the end."""
    name, kind, given = w.fresh("made"), w.some_type(), w.some_type()
    item, parameter = w.fresh("i"), w.fresh("p")
    with w.iterated():
        items = ", ".join(bounded(w, kind, 1) for _ in range(2))
    default = w.choices.pick(("", f", {item}={item}"))
    outer = w.scope
    w.scope = outer.later()
    w.scope.variables |= {item: kind, parameter: given}
    body = bounded(w, given, 1)
    w.scope = outer
    made = f"lambda {parameter}{default}: {body}"
    if w.choices.chance(50):
        w.line(f"{name} = [{made} for {item} in ({items})]")
    else:
        w.line(f"{name} = []")
        w.line(f"for {item} in ({items}):")
        w.line(f"    {name}.append({made})")
        w.scope.late[item] = kind
    for place in range(2):
        w.scope.functions[f"{name}[{place}]"] = Signature((given,), given)
    return True


def _counter(w: Writer) -> bool:
    """Write a function that makes one which changes a variable of its own."""
    maker, name, kind = w.fresh("maker"), w.fresh("kept"), w.some_type()
    inner, held, given = w.fresh("inner"), w.fresh("x"), w.fresh("x")
    w.line(f"def {maker}({held}):")
    with w.indented():
        w.line(f"def {inner}({given}):")
        w.line(f"    nonlocal {held}")
        w.line(f"    {held}, {given} = {given}, {held}")
        w.line(f"    return {given}")
        w.line(f"return {inner}")
    w.line(f"{name} = {maker}({bounded(w, kind)})")
    w.scope.functions[name] = Signature((kind,), kind)
    return True


def _mutual(w: Writer) -> bool:
    """Write two functions that call each other, a few times deep."""
    names, count, parameter = [w.fresh("turn") for _ in "ab"], "count", "given"
    kind, counter = w.some_type(), w.pick_type((INT, Type("int32")))
    for name, other in (names, names[::-1]):
        w.line(f"def {name}({count}, {parameter}):")
        outer = w.scope
        w.scope = outer.inner()
        for each in names:  # neither is to be called by what the other returns
            w.scope.functions.pop(each, None)
        w.scope.variables |= {count: counter, parameter: kind}
        with w.indented():
            w.line(f"if {count} <= 0:")
            w.line(f"    return {bounded(w, kind, 1)}")
            w.line(f"return {other}({count} - 1, {bounded(w, kind, 1)})")
        w.scope = outer
    wrapper = w.fresh("local")
    w.line(f"{wrapper} = lambda n, x: {names[0]}(n % 4, x)")
    w.scope.functions[wrapper] = Signature((counter, kind), kind)
    return True


def _is_outermost(w: Writer) -> bool:
    return w.depth == 1 and w.may_nest()


def _attribute(w: Writer) -> bool:
    """Write an object with an attribute that it may lose, or get."""
    name, kind = w.fresh("bag"), w.some_type()
    w.line(f"{name} = Bag()")
    w.line(f"{name}.extra = {bounded(w, kind)}")
    if w.choices.chance(60):
        w.line(w.choices.pick(_deletions(name)))
    w.scope.named(_HAD)[name] = kind
    return True


def _set_attribute(w: Writer) -> bool:
    name, kind = w.choices.pick(list(w.scope.named(_HAD).items()))
    if w.choices.chance(25):
        w.line(f"if hasattr({name}, 'extra'):")
        w.line(f"    {w.choices.pick(_deletions(name))}")
        return True
    if w.choices.chance(5):  # it may raise
        w.line(w.choices.pick(_deletions(name)))
        return True
    value = bounded(w, kind)
    forms = (f"{name}.extra = {value}", f"setattr({name}, 'extra', {value})")
    w.line(w.choices.pick(forms))
    return True


def _deletions(name: str) -> tuple[str, str]:
    return f"del {name}.extra", f"delattr({name}, 'extra')"


def _has_bag(w: Writer) -> bool:
    return bool(w.scope.named(_HAD))


def _may_have(w: Writer, wanted: Type, depth: int) -> str:
    names = [name for name, kind in w.scope.named(_HAD).items() if kind == wanted]
    name, other = w.choices.pick(names), expression(w, wanted, depth)
    forms = (
        f"getattr({name}, 'extra', {other})",
        f"({name}.extra if hasattr({name}, 'extra') else {other})",
        f"{name}.extra",  # which raises if there is none
    )
    return w.choices.pick(forms[: 3 if w.choices.chance(10) else 2])


def _can_have(w: Writer, wanted: Type) -> bool:
    return wanted in w.scope.named(_HAD).values()


def _as_it_stands(w: Writer) -> bool:
    """Write a function of coroutines, which run as they stand."""
    name, inner, kind = w.fresh("later"), w.fresh("inner"), w.some_type()
    w.line(f"async def {inner}(given):")
    w.line("    return given")
    w.line(f"async def {name}(given):")
    w.line(f"    held = [await {inner}(given)]")
    form = w.choices.below(3)
    if form == 1:
        w.line("    async with contextlib.nullcontext(given) as held[0]:")
        w.line("        pass")
    elif form == 2:
        w.line(f"    async def {name}_items():")
        w.line("        yield held[0]")
        w.line("        yield given")
        w.line(f"    async for held[0] in {name}_items():")
        w.line("        pass")
    w.line(f"    return {w.choices.pick(('held[0]', f'await {inner}(held[0])'))}")
    called = w.fresh("local")
    w.line(f"{called} = lambda given: driven({name}(given))")
    w.scope.functions[called] = Signature((kind,), kind)
    return True


def _locals(w: Writer) -> bool:
    """Write a variable that is what `locals()` shows of another, if it has a value."""
    known = {**w.scope.variables, **w.scope.late}
    known = {name: kind for name, kind in known.items() if name.isidentifier()}
    name, kind = w.choices.pick(list(known.items()))
    made, other = w.fresh("v"), bounded(w, kind)
    shown = w.choices.pick(("locals", "vars"))
    w.line(f"{made} = {shown}().get('{name}', {other})")
    w.declare(made, kind)
    return True


def _may_show(w: Writer) -> bool:
    """Tell whether all variables may be shown: once in a frame, before Python 3.13."""
    is_first = w.is_main and not w.loop_depth and not w.used[_SHOWN]
    return is_first and any(name.isidentifier() for name in w.scope.variables)


def _shown(w: Writer, wanted: Type, depth: int) -> str:
    """Write a call of a function with `locals()`."""
    return f"by_locals({expression(w, wanted, depth)})"


def _is_value(w: Writer, wanted: Type) -> bool:
    return wanted != TRUTH


def _class(w: Writer) -> bool:
    """Write a class here, whose methods read what is around it."""
    name, kind, given = w.fresh("Local"), w.some_type(), w.some_type()
    parameter = w.fresh("x")
    w.line(f"class {name}:")
    with w.indented():
        # It runs as it stands.
        w.line(f"shared = {w.choices.pick(w.names_of(given) or ['None'])}")
        if w.choices.chance(50):
            w.line("@classmethod")
            w.line(f"def give(cls, {parameter}):")
        else:
            w.line("@staticmethod")
            w.line(f"def give({parameter}):")
        outer = w.scope
        w.scope = outer.inner()
        w.scope.variables[parameter] = kind
        with w.indented():
            w.line(f"return {bounded(w, kind, 1)}")
        w.scope = outer
    w.scope.functions[f"{name}.give"] = Signature((kind,), kind)
    if w.names_of(given):
        w.scope.variables[f"{name}.shared"] = given
    return True


def _import(w: Writer) -> bool:
    w.line(w.choices.pick(("import math", "from operator import neg, add as plus")))
    w.line(w.choices.pick(("pass", "...", "'text'", "1, 2")))
    return True


STATEMENTS: Final = (
    Statement("assignment to several targets", 6, always, _chained),
    Statement("nested targets", 5, always, _nested_targets),
    Statement("annotation without a value", 4, always, _annotation),
    Statement("annotated place", 4, _has_place, _annotated_place),
    Statement("object with private names", 4, always, _vault),
    Statement("functions that a loop makes", 4, always, _closures),
    Statement("function that keeps a variable", 4, always, _counter),
    Statement("functions that call each other", 5, _is_outermost, _mutual),
    Statement("attribute that is deleted", 4, always, _attribute),
    Statement("attribute that is there again", 5, _has_bag, _set_attribute),
    Statement(_SHOWN, 4, _may_show, _locals),
    Statement("coroutine", 4, always, _as_it_stands),
    Statement("class within a function", 4, _is_outermost, _class),
    Statement("import, expression statement", 2, always, _import),
)
EXPRESSIONS: Final = (
    Expression("call of what runs as it stands", 2, _is_value, _shown),
    Expression("private attribute", 8, _has_vault, _of_vault),
    Expression("special methods", 10, _can_ask, _about_vault),
    Expression("attribute or another value", 6, _can_have, _may_have),
)
