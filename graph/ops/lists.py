"""Python lists whose length is known only when the graph runs, as values.

A list has the dtype `list[<spec of its elements>]`; at run time it is a Python list.
Here each op gives a new list. An executor that knows that nothing else needs the old
one changes that instead (`Op.in_place`), so that appending in a loop costs what it
costs in Python.

Elements are held in one form by all ops, see `held_form`: a strong integer or bool
without dimensions as a Python number, a float as a NumPy scalar, the rest as arrays.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from graph import dtypes, specs
from graph.errors import GraphError
from graph.op import (
    PURE,
    REQUIRED,
    ZERO,
    Effects,
    Gradient,
    Inline,
    Op,
    Operand,
    define,
)
from graph.ops.gradients import lists as rules
from graph.specs import TensorSpec, element_of, is_list, list_of

INT = TensorSpec((), dtypes.python_int)


def held_form(spec: TensorSpec) -> str:
    """Return the form in which programs hold an element: see `graph.op.Operand`."""
    dtype = spec.dtype
    if dtype.is_python:
        return "python"
    if spec.shape != ():
        return "array"
    if dtype.is_integer or dtype.is_bool:
        return "python"
    return "scalar" if dtype.is_floating else "array"


def as_held(value: Any, spec: TensorSpec) -> Any:
    """Return an element, which may be an array, as lists hold it."""
    if spec.dtype.is_python:
        return value
    form = held_form(spec)
    if form == "array":
        is_array = isinstance(value, np.ndarray)
        return value if is_array else np.array(value, spec.dtype.numpy)
    return value.item() if form == "python" else spec.dtype.numpy.type(value)


def rule(code: Callable[..., str], **functions: Any) -> Callable[..., Inline | None]:
    """Return the inline rule for operands held as elements are."""

    def inline(
        operands: tuple[Operand, ...], out: TensorSpec, **attrs: Any
    ) -> Inline | None:
        if any(x.form != held_form(x.spec) for x in operands):
            return None
        text = code(*(x.code for x in operands), **attrs)
        return Inline(text, held_form(out), names=functions)

    return inline


# -- From elements ---------------------------------------------------------------------


def _infer_from(*elements: TensorSpec, element: TensorSpec | None) -> TensorSpec:
    for given in elements:
        if element is None or not specs.covers(element, given):
            raise GraphError(f"a list of {element} does not hold {given}")
    return list_of(element)


def _from(*elements: Any, element: TensorSpec | None) -> list[Any]:
    return [as_held(x, element) for x in elements if element is not None]


LIST_FROM = define(
    "list_from",
    is_public=False,
    inputs=("elements",),
    variadic=True,
    attrs={"element": REQUIRED},
    attr_kinds={"element": TensorSpec},
    infer=_infer_from,
    kernel=_from,
    inline=rule(lambda *codes, element: f"[{', '.join(codes)}]"),
    gradient=rules.list_from,
    doc="A list of these elements.",
)


def _infer_cast(x: TensorSpec, *, element: TensorSpec) -> TensorSpec:
    check_list(x)
    return list_of(element)


@functools.cache
def _caster(element: TensorSpec) -> Callable[[list[Any]], list[Any]]:
    dtype = element.dtype
    if is_list(element):
        inner = dtype.element  # type: ignore[attr-defined]
        cast = list if inner is None else _caster(inner)
        return lambda x: [cast(item) for item in x]
    if dtype.python is not None:
        python = dtype.python
        return lambda x: [python(item) for item in x]
    numpy = dtype.numpy
    return lambda x: [
        item
        if item is None or item is ...  # in a `graph.tensor_array`, not there
        else as_held(np.asarray(item).astype(numpy), element)
        for item in x
    ]


def _cast_inline(
    operands: tuple[Operand, ...], out: TensorSpec, *, element: TensorSpec
) -> Inline | None:
    (x,) = operands
    given = x.spec.dtype.element  # type: ignore[attr-defined]
    is_alike = given is None or (
        given.dtype is element.dtype and held_form(given) == held_form(element)
    )
    if is_alike:
        return Inline(x.code, "python")
    kind = "lists" if is_list(element) else element.dtype.name
    name = f"to_{kind}" + ("" if element.shape == () else "_arrays")
    return Inline(f"{name}({x.code})", "python", names={name: _caster(element)})


LIST_CAST = define(
    "list_cast",
    is_public=False,
    inputs=("x",),
    attrs={"element": REQUIRED},
    attr_kinds={"element": TensorSpec},
    infer=_infer_cast,
    kernel=lambda x, *, element: _caster(element)(x),
    inline=_cast_inline,
    may_alias=True,
    gradient=rules.list_cast,
    doc="The list with its elements in another dtype, or known less well.",
)


# -- Lists changed ---------------------------------------------------------------------


def check_list(x: TensorSpec) -> None:
    if not is_list(x):
        raise GraphError(f"a list is needed, not {x}")


def _check_element(x: TensorSpec, value: TensorSpec) -> None:
    check_list(x)
    if not specs.covers(element_of(x), value):
        raise GraphError(f"{x} does not hold {value}")


def check_integers(*given: TensorSpec) -> None:
    for spec in given:
        if spec != INT:
            raise GraphError(f"a list is indexed by Python integers, not {spec}")


def _infer_length(x: TensorSpec) -> TensorSpec:
    check_list(x)
    return INT


def infer_append(x: TensorSpec, value: TensorSpec) -> TensorSpec:
    _check_element(x, value)
    return x


def _infer_place(x: TensorSpec, index: TensorSpec, *values: TensorSpec) -> TensorSpec:
    check_list(x)
    check_integers(index)
    for value in values:
        _check_element(x, value)
    return x


def _infer_concat(x: TensorSpec, y: TensorSpec) -> TensorSpec:
    check_list(x)
    if x != y:
        raise GraphError(f"{x} and {y} are lists of two kinds")
    return x


def changer(
    name: str,
    inputs: tuple[str, ...],
    infer: Callable[..., Any],
    change: Callable[..., None],
    statement: Callable[..., str],
    doc: str,
    *,
    effects: Effects = PURE,
    gradient: Gradient,
    **attrs: Any,
) -> Op:
    """Define an op that gives its first input with something changed.

    Args:
        name: The op's.
        inputs: The op's.
        infer: The op's.
        change: Changes a list.
        statement: The same as source, made of the codes of inputs, and the attributes.
        doc: The op's.
        effects: The op's.
        gradient: The op's.
        attrs: The op's.
    """

    def kernel(x: list[Any], *rest: Any, **given: Any) -> list[Any]:
        changed = [*x]
        change(changed, *(changed if y is x else y for y in rest), **given)
        return changed

    return define(
        name,
        is_public=False,
        inputs=inputs,
        attrs=attrs,
        attr_kinds=dict.fromkeys(attrs, tuple),  # which bounds of a slice are given
        infer=infer,
        kernel=kernel,
        inline=rule(statement),
        in_place=statement,
        effects=effects,
        gradient=gradient,
        doc=doc,
    )


LIST_LENGTH = define(
    "list_length",
    is_public=False,
    inputs=("x",),
    infer=_infer_length,
    kernel=len,
    inline=rule("len({})".format),
    gradient=ZERO,
    doc="How many elements the list has.",
)
LIST_APPEND = changer(
    "list_append",
    ("x", "value"),
    infer_append,
    list.append,
    "{}.append({})".format,
    "The list with a value after its last one.",
    gradient=rules.list_append,
)


# -- Slices: of start, stop and step those that are given are inputs -------------------


__all__: list[str] = []
