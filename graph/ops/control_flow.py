"""Control flow as ops: a choice of two graphs, and a loop.

    cond         (pred, *captures)  with `then` and `orelse`, graphs of the captures
    while_loop   (*state, *captures) with `test` and `body`, graphs of both

The bodies are graphs held as attributes. Each takes the same inputs in the same
order, so what a body needs from outside is explicit.
"""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from graph import dtypes, shapes, specs
from graph.dtypes import DType
from graph.errors import GraphError, UnknownNoneError
from graph.graph import Graph
from graph.op import (
    RAISES,
    REQUIRED,
    ZERO,
    Inline,
    Operand,
    Order,
    always,
    define,
)
from graph.ops.gradients import control as rules
from graph.ops.gradients.structural import passed_on
from graph.specs import TensorSpec


def no_kernel(*_: Any, **__: Any) -> Any:
    """Stand where a kernel would: the executor runs what is control flow itself."""
    raise AssertionError("the executor runs control flow itself")


def _infer_cond(
    pred: TensorSpec, *captures: TensorSpec, then: Graph, orelse: Graph
) -> tuple[TensorSpec, ...]:
    if pred.dtype.name != "pybool":
        raise GraphError(f"the condition of a cond is {pred}, not a Python bool")
    return infer_branches(captures, then, orelse)


def infer_branches(
    captures: tuple[TensorSpec, ...], *bodies: Graph
) -> tuple[TensorSpec, ...]:
    """Return what two graphs give of which one runs to its end.

    Raises:
        GraphError: They take other inputs, or give what does not go together.
    """
    for body in bodies:
        check_inputs(body, captures)
    left, right = bodies
    if len(left.outputs) != len(right.outputs):
        raise GraphError("the branches have different numbers of outputs")
    return tuple(
        _join(a.spec, b.spec) for a, b in zip(left.outputs, right.outputs, strict=True)
    )


def _join(left: TensorSpec, right: TensorSpec) -> TensorSpec:
    if left.dtype is not right.dtype:
        raise GraphError(f"the branches give {left} and {right}")
    return TensorSpec(shapes.join(left.shape, right.shape), left.dtype)


def _infer_while(
    *inputs: TensorSpec, test: Graph, body: Graph
) -> tuple[TensorSpec, ...]:
    state = inputs[: len(body.outputs)]
    captures = inputs[len(body.outputs) :]
    held = tuple(value.spec for value in body.inputs[: len(state)])
    for graph in (test, body):
        check_inputs(graph, (*held, *captures))
    if len(test.outputs) != 1 or test.outputs[0].spec.dtype.name != "pybool":
        raise GraphError("the test of a while_loop must give one Python bool")
    for wide, first, again in zip(held, state, body.outputs, strict=True):
        if not specs.covers(wide, first) or not specs.covers(wide, again.spec):
            raise GraphError(
                f"a loop variable is {wide}, begins as {first} and becomes {again.spec}"
            )
    return held


def check_inputs(body: Graph, given: tuple[TensorSpec, ...]) -> None:
    """Check that a body takes what its node gives it.

    Raises:
        GraphError: It does not.
    """
    if len(body.inputs) != len(given):
        raise GraphError(
            f"body {body.name!r} takes {len(body.inputs)} inputs, not {len(given)}"
        )
    for value, spec in zip(body.inputs, given, strict=True):
        if not specs.covers(value.spec, spec):
            raise GraphError(
                f"body {body.name!r} takes {value.spec} for {value.name}, not {spec}"
            )


COND = define(
    "cond",
    inputs=("pred",),
    attrs={"then": REQUIRED, "orelse": REQUIRED},
    infer=_infer_cond,
    kernel=no_kernel,
    type_name="If",
    stateless_type="StatelessIf",
    node_name="cond",
    is_control=True,
    gradient=rules.cond,
    order=Order.ONE_OF_THEM,
    doc="Run one of two graphs.",
)
WHILE = define(
    "while_loop",
    inputs=("state",),
    attrs={"test": REQUIRED, "body": REQUIRED},
    infer=_infer_while,
    kernel=no_kernel,
    type_name="While",
    stateless_type="StatelessWhile",
    node_name="while",
    is_control=True,
    gradient=rules.while_loop,
    order=Order.AGAIN_AND_AGAIN,
    doc="Run a graph again and again while another one gives true.",
)


def unbound(variable: str, is_free: bool = False, is_global: bool = False) -> NoReturn:
    """Raise what Python raises for a variable without a value."""
    if is_global:
        raise NameError(f"name '{variable}' is not defined", name=variable)
    if is_free:
        message = (
            f"cannot access free variable '{variable}' where it is not associated "
            "with a value in enclosing scope"
        )
        raise NameError(message, name=variable)
    raise UnboundLocalError(
        f"cannot access local variable '{variable}' where it is not associated with "
        "a value"
    )


def _check_defined(value: Any, is_defined: Any, **attrs: Any) -> Any:
    return value if is_defined else unbound(**attrs)


def _check_defined_inline(
    operands: tuple[Operand, ...],
    out: TensorSpec,
    *,
    variable: str,
    is_free: bool,
    is_global: bool,
) -> Inline | None:
    value, is_defined = operands
    otherwise = f"unbound({variable!r}, {is_free}, {is_global})"
    code = f"({value.code} if {is_defined.code} else {otherwise})"
    return Inline(code, value.form, names={"unbound": unbound})


define(
    "check_defined",
    is_public=False,
    inputs=("value", "is_defined"),
    attrs={"variable": REQUIRED, "is_free": False, "is_global": False},
    attr_kinds={"variable": str, "is_free": bool, "is_global": bool},
    infer=lambda value, is_defined, **attrs: value,
    kernel=_check_defined,
    inline=_check_defined_inline,
    effects=RAISES,
    may_alias=True,
    gradient=passed_on,
    doc="The value of a variable, which must be defined.",
)


def _assert_defined(is_defined: Any, **attrs: Any) -> None:
    if not is_defined:
        unbound(**attrs)


define(
    "assert_defined",
    is_public=False,
    inputs=("is_defined",),
    attrs={"variable": REQUIRED, "is_free": False, "is_global": False},
    infer=lambda is_defined, **attrs: (),
    kernel=_assert_defined,
    effects=RAISES,
    gradient=ZERO,
    doc="A check that a variable is defined, whose value the graph does not carry.",
)


def missing(message: str, attribute: str | None) -> NoReturn:
    """Raise what Python raises for an attribute that an object does not have."""
    raise AttributeError(message, name=attribute)


def _check_attribute(
    value: Any, is_held: Any, *, message: str, attribute: str | None
) -> Any:
    return value if is_held else missing(message, attribute)


define(
    "check_attribute",
    is_public=False,
    inputs=("value", "is_held"),
    attrs={"message": REQUIRED, "attribute": None},
    infer=lambda value, is_held, *, message, attribute: value,
    kernel=_check_attribute,
    effects=RAISES,
    may_alias=True,
    gradient=passed_on,
    doc="The value of an attribute, which the object must have.",
)


def _assert_attribute(is_held: Any, *, message: str, attribute: str | None) -> None:
    if not is_held:
        missing(message, attribute)


define(
    "assert_attribute",
    is_public=False,
    inputs=("is_held",),
    attrs={"message": REQUIRED, "attribute": None},
    infer=lambda is_held, *, message, attribute: (),
    kernel=_assert_attribute,
    effects=RAISES,
    gradient=ZERO,
    doc="A check that an object has an attribute.",
)


def absent(message: str) -> NoReturn:
    """Raise what Python raises for None where a value is needed."""
    raise (AttributeError if "no attribute" in message else TypeError)(message)


def _check_present(value: Any, is_none: Any, *, message: str) -> Any:
    return absent(message) if is_none else value


def _check_present_inline(
    operands: tuple[Operand, ...], out: TensorSpec, *, message: str
) -> Inline | None:
    value, is_none = operands
    code = f"(absent({message!r}) if {is_none.code} else {value.code})"
    return Inline(code, value.form, names={"absent": absent})


define(
    "check_present",
    is_public=False,
    inputs=("value", "is_none"),
    attrs={"message": REQUIRED},
    attr_kinds={"message": str},
    infer=lambda value, is_none, *, message: value,
    kernel=_check_present,
    inline=_check_present_inline,
    effects=RAISES,
    may_alias=True,
    gradient=passed_on,
    doc="A value that must not be None.",
)
define(
    "assert_present",
    is_public=False,
    inputs=("is_none",),
    attrs={"message": REQUIRED},
    infer=lambda is_none, *, message: (),
    kernel=lambda is_none, *, message: absent(message) if is_none else None,
    effects=RAISES,
    gradient=ZERO,
    doc="A check that something the graph does not carry is not None.",
)


def _refuse_none(is_none: Any, *, holder: str) -> None:
    if is_none:
        raise UnknownNoneError(
            f"None is put into {holder} whose numbers or texts only the run knows.",
            hint="Put it there where it is not None, or use -1 in place of None.",
        )


define(
    "refuse_none",
    is_public=False,
    inputs=("is_none",),
    attrs={"holder": REQUIRED},
    infer=lambda is_none, *, holder: (),
    kernel=_refuse_none,
    effects=RAISES,
    gradient=ZERO,
    can_fail=always,
    can_refuse=always,
    doc="Refuse a run in which a set or dict of the graph gets None.",
)
OPTIONAL_TRUTH = define(
    "optional_truth",
    is_public=False,
    inputs=("value", "is_none"),
    infer=lambda value, is_none: TensorSpec((), dtypes.python_bool),
    kernel=lambda value, is_none: not is_none and bool(value),
    gradient=ZERO,
    doc="The truth of a value that may be None.",
    can_fail=always,
)


def _loop_index(count: Any, *, dtype: DType) -> Any:
    return np.asarray(count, dtype.numpy)


LOOP_INDEX = define(
    "loop_index",
    is_public=False,
    inputs=("count",),
    attrs={"dtype": REQUIRED},
    attr_kinds={"dtype": dtypes.DType},
    infer=lambda count, *, dtype: TensorSpec((), dtype),
    kernel=_loop_index,
    inline=lambda operands, out, **_: Inline(operands[0].code, "python"),
    gradient=ZERO,
    doc="A loop's counter, which is known to fit, as a tensor.",
)
