"""Choices and loops as functions of callables, for code that is not converted."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Sequence
from typing import Any

from graph import dtypes, nest
from graph.callables import (
    check_callable,
    check_count,
    check_several,
    takes_structures,
)
from graph.control import call_user, staging
from graph.dispatch import as_tensor
from graph.errors import InvalidArgumentError
from graph.graph import current_graph, is_symbolic
from graph.ops.core import cast as ops_cast
from graph.ops.core import truth
from graph.ops.debugging import assert_that
from graph.ops.derivatives import stop_gradient
from graph.origin import capture_exact
from graph.tensor import Tensor
from graph.value_operators import value_of, values_in


def cond(
    pred: Any,
    true_fn: Callable[[], Any],
    false_fn: Callable[[], Any],
    name: str | None = None,
) -> Any:
    """Return `true_fn()` if `pred` is true, else `false_fn()`.

    Args:
        pred: A scalar; when it is symbolic both functions are traced, and one runs.
        true_fn: Takes nothing; returns a tensor or a structure of tensors.
        false_fn: The same, with the same structure.
        name: Kept for the specification's sake.

    Raises:
        BranchMismatchError: The functions return what cannot be joined.

    Source:  specification, cond
    """
    del name
    check_callable(true_fn, "cond", "true_fn", 0)
    check_callable(false_fn, "cond", "false_fn", 0)
    pred = value_of(pred)
    if current_graph() is None or not is_symbolic(pred):
        return values_in(call_user(true_fn if pred else false_fn))
    return staging().cond(pred, lambda: call_user(true_fn), lambda: call_user(false_fn))


@takes_structures
def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Sequence[Any],
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    maximum_iterations: Any = None,
    name: str | None = None,
) -> Any:
    """Run `body` on the loop variables while `cond` of them is true.

    Args:
        cond: Takes the variables; returns a scalar.
        body: Takes the variables; returns the new ones.
        loop_vars: Their first values: tensors or structures of tensors.
        shape_invariants: Of no effect, as the next two: shapes that change become
            unknown by themselves.
        parallel_iterations: For calls written for TensorFlow.
        back_prop: False lets no gradient through the loop.
        swap_memory: For calls written for TensorFlow.
        maximum_iterations: How often the body runs at most; may be symbolic.
        name: Kept for the specification's sake.

    Returns:
        The last values, as a sequence like `loop_vars`.

    Raises:
        BranchMismatchError: A variable changes to what its type cannot hold.

    Source:  specification, while_loop; TensorFlow's while_loop
    """
    del name, shape_invariants, parallel_iterations, swap_memory
    check_several(loop_vars, "while_loop", "loop_vars")
    kind = type(loop_vars)
    given = f"the {len(loop_vars)} loop variables"
    if len(loop_vars) == 1:
        given = "the one loop variable"
    check_callable(cond, "while_loop", "cond", len(loop_vars), given)
    check_callable(body, "while_loop", "body", len(loop_vars), given)
    loop_vars = [values_in(each) for each in loop_vars]
    if maximum_iterations is None:
        values = _run(cond, body, loop_vars)
    else:
        limit = value_of(maximum_iterations)
        values = _run(
            lambda i, *values: _both(i < limit, lambda: cond(*values)),
            lambda i, *values: [i + 1, *_as_values(body(*values), len(values))],
            [0, *loop_vars],
        )[1:]
    if not back_prop:
        values = [nest.map_structure(_stopped, value) for value in values]
    return kind(values)  # type: ignore[call-arg]


def _run(cond: Any, body: Any, values: list[Any]) -> list[Any]:
    if current_graph() is None:
        while cond(*values):
            values = _as_values(body(*values), len(values))
        return values
    names = [f"loop_vars[{place}]" for place in range(len(values))]
    return staging().loop(
        lambda values: call_user(cond, *values),
        lambda values: _as_values(call_user(body, *values), len(names)),
        values,
        names,
    )


def _both(is_left: Any, test: Callable[[], Any]) -> Any:
    """Return whether iterations are left and the test is true, which is asked then."""
    return cond(is_left, lambda: truth(test()), lambda: False)


def _stopped(value: Any) -> Any:
    return stop_gradient(value) if isinstance(value, Tensor) else value


def _as_values(result: Any, count: int) -> list[Any]:
    if count == 1 and not isinstance(result, (list, tuple)):
        result = result if result is None else (result,)
    check_count(result, count, "while_loop", "body", "loop variable")
    return [values_in(each) for each in result]


def case(
    pred_fn_pairs: Any,
    default: Callable[[], Any] | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str | None = None,
) -> Any:
    """Return what the first function gives whose condition is true.

    Args:
        pred_fn_pairs: Pairs of a scalar and a function that takes nothing.
        default: What is called if none is true.
        exclusive: Raise an exception if several are true.
        strict: Of no effect: results keep their nesting.
        name: Kept for TensorFlow's sake.

    Raises:
        InvalidArgumentError: There are no pairs; or, when this runs, none is true and
            there is no default, or several are and `exclusive` is set.

    Source:  TensorFlow's case
    """
    del strict, name
    pairs = [(value_of(pred), function) for pred, function in pred_fn_pairs]
    for place, (_, function) in enumerate(pairs):
        check_callable(function, "case", f"pred_fn_pairs[{place}][1]", 0)
    if default is not None:
        check_callable(default, "case", "default", 0)
    if not pairs:
        raise InvalidArgumentError(
            "case: there are no conditions.",
            origin=capture_exact(),
            hint="Give pairs of a condition and a function.",
        )
    if exclusive:
        count: Any = sum(_number_of(pred) for pred, _ in pairs)
        assert_that(
            count <= 1,
            template="case: more than one of the conditions is true",
            exception=InvalidArgumentError,
        )
    if default is None:
        answers = [_as_bool(pred) for pred, _ in pairs]
        is_any = functools.reduce(operator.or_, answers)
        assert_that(
            is_any,
            template="case: none of the conditions is true, and there is no default",
            exception=InvalidArgumentError,
        )
        default = pairs.pop()[1]
    return _chosen(pairs, default)


def _chosen(pairs: Sequence[tuple[Any, Any]], default: Callable[[], Any]) -> Any:
    if not pairs:
        return values_in(call_user(default))
    pred, function = pairs[0]
    return cond(pred, function, lambda: _chosen(pairs[1:], default))


def _as_bool(value: Any) -> Tensor:
    """Return a condition as a tensor of a truth value."""
    return ops_cast(as_tensor(value), dtypes.bool)


def _number_of(value: Any) -> Tensor:
    """Return a condition as 0 or 1."""
    return ops_cast(_as_bool(value), dtypes.int32)


def switch_case(
    branch_index: Any,
    branch_fns: Any,
    default: Callable[[], Any] | None = None,
    name: str | None = None,
) -> Any:
    """Return what the function of a number gives.

    Args:
        branch_index: The number, a scalar.
        branch_fns: Functions that take nothing: a sequence, a dict by number, or pairs
            of a number and a function.
        default: What is called if there is none of that number; by default the one
            with the largest.
        name: Kept for TensorFlow's sake.

    Raises:
        InvalidArgumentError: There are no functions.

    Source:  TensorFlow's switch_case
    """
    del name
    if isinstance(branch_fns, dict) or (
        branch_fns and isinstance(branch_fns[0], (tuple, list))
    ):
        table = dict(branch_fns)
    else:
        table = dict(enumerate(branch_fns))
    if not table:
        raise InvalidArgumentError(
            "switch_case: there are no functions.",
            origin=capture_exact(),
            hint="Give one at least.",
        )
    for key, function in table.items():
        check_callable(function, "switch_case", f"branch_fns[{key}]", 0)
    if default is not None:
        check_callable(default, "switch_case", "default", 0)
    index = value_of(branch_index)
    keys = sorted(table)
    last = table[keys.pop()] if default is None else default
    pairs = [(_is_at(index, key), table[key]) for key in keys]
    return _chosen(pairs, last)


def _is_at(index: Any, key: int) -> Any:
    return index == key if isinstance(index, int) else as_tensor(index) == key


__all__ = ["case", "cond", "switch_case", "while_loop"]
