"""Decide how each value is held, and which steps become expressions.

A step whose op has an inline rule for its operands becomes an expression; all others
call their kernel. Loop state is held in its fast form unless nothing in the loop
gains from it, which is found out by deciding everything again without.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

import numpy as np

from executor.ir import (
    ARRAY,
    PYTHON,
    SCALAR,
    Block,
    Branch,
    Loop,
    Region,
    Step,
    Value,
    ideal_form,
)
from graph import dtypes
from graph.op import Inline, Operand
from graph.ops.contexts import SETTLE
from graph.python.functions import FUNCTION

# What stands for operand i in the code of `Step.inline`.
PLACEHOLDER: Final = re.compile(r"__(\d+)__")
_MAX_ROUNDS: Final = 8


def choose_forms(region: Region) -> None:
    """Fill in `home` of every value, `inline` and `wants` of every step.

    Steps that only rename a value disappear: their uses become uses of that value.
    """
    for _ in range(_MAX_ROUNDS):
        chooser = _Chooser()
        chooser.block(region.block)
        if not chooser.found_slow:
            break
    _drop_aliases(region.block, {})


class _Chooser:
    """One round of decisions, in the order of execution.

    Attributes:
        fast_uses: Values that some expression uses in their fast form.
        found_slow: Has this round found loop state that is better boxed?
    """

    def __init__(self) -> None:
        self.fast_uses: set[Value] = set()
        self.found_slow = False

    def block(self, block: Block) -> None:
        for step in block.steps:
            if isinstance(step, Step):
                self._step(step)
            elif isinstance(step, Branch):
                self._branch(step)
            else:
                self._loop(step)

    def _step(self, step: Step) -> None:
        if step.callee is not None and step.node.op is not FUNCTION:
            step.wants = step.callee.takes
            self.fast_uses.update(step.inputs)
            for value, form in zip(step.outputs, step.callee.gives, strict=True):
                value.home = form
            return
        if step.node.op.source is not None or step.node.op is FUNCTION:
            step.wants = tuple(ideal_form(x.spec) for x in step.inputs)
            for value in step.outputs:
                value.home = ideal_form(value.spec)
            self.fast_uses.update(step.inputs)
            return
        if step.node.op is SETTLE:  # which only asks that it be computed
            step.wants = tuple(value.home for value in step.inputs)
            return
        step.inline, step.wants = _inline(step)
        if step.inline is not None:
            step.outputs[0].home = step.inline.form
            self.fast_uses.update(step.inputs)
            return
        step.wants = tuple(boxed_form(value) for value in step.inputs)
        gives_scalar = isinstance(step.node.op.kernel, np.ufunc)
        for value in step.outputs:
            is_scalar = gives_scalar and value.spec.shape == ()
            value.home = PYTHON if value.spec.dtype.is_python else ARRAY
            if is_scalar and not value.spec.dtype.is_python and _is_numeric(value):
                value.home = SCALAR

    def _branch(self, branch: Branch) -> None:
        self.block(branch.then)
        self.block(branch.orelse)
        for index, value in enumerate(branch.outputs):
            results = (branch.then.results[index], branch.orelse.results[index])
            ideal = ideal_form(value.spec)
            computed = [x for x in results if not x.is_constant]
            gains = not computed or any(x.home == ideal for x in computed)
            value.home = ideal if gains else ARRAY

    def _loop(self, loop: Loop) -> None:
        for index, value in enumerate(loop.state):
            ideal = ideal_form(value.spec)
            value.home = ARRAY if index in loop.is_boxed else ideal
            loop.outputs[index].home = value.home
        self.block(loop.test)
        self.block(loop.body)
        for index, value in enumerate(loop.state):
            again = loop.body.results[index]
            if (
                value.home != ARRAY
                and not value.spec.dtype.is_python
                and value not in self.fast_uses
                and (again.is_constant or again.home != value.home)
            ):
                loop.is_boxed.add(index)
                self.found_slow = True


def boxed_form(value: Value) -> str:
    """Return the form in which kernels take a value."""
    return PYTHON if value.spec.dtype.is_python else ARRAY


def _is_numeric(value: Value) -> bool:
    return value.spec.dtype.numpy.kind in "biufc"


def _inline(step: Step) -> tuple[Inline | None, tuple[str, ...]]:
    """Ask the op for an expression: on the forms at hand, then on the fast ones."""
    rule = step.node.op.inline
    if rule is None or len(step.outputs) != 1 or _has_placeholder(step):
        return None, ()
    ideal = tuple(ideal_form(value.spec) for value in step.inputs)
    at_hand = tuple(
        fast if value.is_constant else value.home
        for value, fast in zip(step.inputs, ideal, strict=True)
    )
    for wants in dict.fromkeys((at_hand, ideal)):
        operands = tuple(map(_operand, range(len(wants)), step.inputs, wants))
        inline = rule(operands, step.outputs[0].spec, **step.node.attrs)
        if inline is not None and not _is_boxed(inline, step, wants):
            return _checked(inline, step), wants
    return None, ()


def _has_placeholder(step: Step) -> bool:
    """Tell whether a text in it looks like the place of an operand in source."""
    return any(
        type(value) is str and PLACEHOLDER.search(value) is not None
        for value in step.node.attrs.values()
    )


def _is_boxed(inline: Inline, step: Step, wants: tuple[str, ...]) -> bool:
    """Tell whether the expression is about 0-d arrays after all, or about text."""
    if step.outputs[0].spec.dtype is dtypes.string:
        return inline.form != ARRAY
    return inline.form == PYTHON and any(
        want == ARRAY and ideal_form(value.spec) != ARRAY
        for value, want in zip(step.inputs, wants, strict=True)
    )


def _operand(index: int, value: Value, form: str) -> Operand:
    constant: Any = None
    if value.is_constant and form != ARRAY:
        constant = value.constant
        if form == PYTHON and not value.spec.dtype.is_python:
            constant = constant.item()
    return Operand(f"__{index}__", value.spec, form, constant)


def _checked(inline: Inline, step: Step) -> Inline:
    """Correct the form of Python numbers, which a rule may leave open."""
    if step.outputs[0].spec.dtype.is_python and inline.form != PYTHON:
        return replace(inline, form=PYTHON)
    return inline


def is_alias(step: Step) -> bool:
    """Is the step's value an input, just as it is?"""
    inline = step.inline
    if inline is None or inline.wraps or step.node.effects:
        return False
    found = PLACEHOLDER.fullmatch(inline.code)
    if found is None:
        return False
    index = int(found[1])
    value, out = step.inputs[index], step.outputs[0].spec.dtype
    # Python's integer is not an int32, though both are held alike.
    is_alike = out is value.spec.dtype or out.is_python
    is_at_hand = value.home == step.wants[index] == inline.form
    return is_alike and is_at_hand and not value.is_constant


def _drop_aliases(block: Block, names: dict[Value, Value]) -> None:
    kept: list[Step | Branch | Loop] = []
    for step in block.steps:
        if isinstance(step, Step):
            step.inputs = [names.get(x, x) for x in step.inputs]
            if is_alias(step):
                index = int(PLACEHOLDER.findall(step.inline.code)[0])  # type: ignore[union-attr]
                names[step.outputs[0]] = step.inputs[index]
                continue
        elif isinstance(step, Branch):
            step.pred = names.get(step.pred, step.pred)
        else:
            step.init = [names.get(x, x) for x in step.init]
        if not isinstance(step, Step):
            for inner in step.blocks:
                _drop_aliases(inner, names)
        kept.append(step)
    block.steps = kept
    block.results = [names.get(x, x) for x in block.results]
    owner = block.owner
    if isinstance(owner, Branch):
        is_then = block is owner.then
        block.results = [
            _known_truth(x, block, is_true=is_then) if x is owner.pred else x
            for x in block.results
        ]


def _known_truth(pred: Value, block: Block, *, is_true: bool) -> Value:
    """Return the constant that the condition of a branch is within it."""
    is_python = pred.spec.dtype.is_python
    constant = is_true if is_python else np.array(is_true)
    home = PYTHON if is_python else ARRAY
    return Value(pred.spec, block, constant=constant, is_constant=True, home=home)
