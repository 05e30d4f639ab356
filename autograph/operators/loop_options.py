"""Options of staged loops: what `set_loop_options` is given in a loop's body."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograph.operators.arithmetic import binary
from autograph.operators.logic import and_
from autograph.values import numpy_values as arrays
from autograph.values.interpreter import INTERPRETER
from graph.errors import LoopOptionsError, ShapeError
from graph.graph import current_graph
from graph.origin import capture_exact
from graph.shapes import Shape, as_shape
from graph.tensor import Tensor

Given = Callable[[], Mapping[str, Any]]

_SPELLING = "ag.autograph.experimental.set_loop_options"


def set_loop_options(
    parallel_iterations: Any = None,
    swap_memory: Any = None,
    maximum_iterations: Any = None,
    shape_invariants: Any = None,
) -> None:
    """Set options of the loop around it, where that is staged.

    Written as a statement of its own in the loop's body, first of all. On loops that
    Python runs it has no effect, and its arguments are not looked at.

    Args:
        parallel_iterations: A positive number. Iterations run one after the other
            here, which gives the same results.
        swap_memory: True or False; nothing is swapped here.
        maximum_iterations: The staged loop ends after so many iterations, also where
            it would go on. Those that Python runs first, as long as it can tell
            whether to go on, count.
        shape_invariants: Pairs of a variable of the loop, as it is before the loop,
            and the shape that it keeps to in all iterations; None is a dimension
            that may change, or a shape that may change its rank.

    Raises:
        LoopOptionsError: It does not stand in the body of a loop that is converted.
    """
    del parallel_iterations, swap_memory, maximum_iterations, shape_invariants
    if current_graph() is not None:
        raise LoopOptionsError(
            "set_loop_options stands in no loop, or not directly in its body.",
            origin=capture_exact(2),
            hint="Write it as the first statement of the loop's body, with its "
            f"arguments spelled out: {_SPELLING}(maximum_iterations=10).",
        )


def loop_options(opts: Mapping[str, Any], function: Any, given: Given) -> Any:
    """Return the options of a loop whose body calls `set_loop_options`.

    Args:
        opts: The options without it.
        function: What the name `set_loop_options` stands for.
        given: Returns what it is given, by name.

    Raises:
        LoopOptionsError: It is a function of the user's, or is given something else
            than options.
    """
    require_ours(function)
    if current_graph() is None:
        return opts
    found = {name: value for name, value in given().items() if value is not None}
    for name, value in found.items():
        _CHECKS[name](value)
    return {**opts, **found}


def require_ours(function: Any) -> None:
    """Refuse a function of the user's that has the name of ours."""
    if function is not set_loop_options:
        raise LoopOptionsError(
            f"a statement `set_loop_options(...)` in a loop is taken for {_SPELLING}, "
            f"and this one calls {getattr(function, '__module__', 'another')}'s.",
            origin=capture_exact(2),
            hint="Give your function another name.",
        )


def _refuse(name: str, wanted: str, value: Any) -> LoopOptionsError:
    return LoopOptionsError(
        f"set_loop_options: {name} is {wanted}, not {value!r}.",
        origin=capture_exact(3),
        hint="Without it the loop is staged all the same.",
    )


def _check_parallel(value: Any) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise _refuse("parallel_iterations", "a positive integer", value)


def _check_swap(value: Any) -> None:
    if not isinstance(value, bool):
        raise _refuse("swap_memory", "True or False", value)


def _check_maximum(value: Any) -> None:
    if arrays.is_numpy(value):
        value = arrays.tensor_of(value)
    if isinstance(value, Tensor):
        is_integer = value.spec.dtype.is_integer and value.shape == ()
    else:
        is_integer = isinstance(value, (int, np.integer))
        is_integer = is_integer and not isinstance(value, bool) and value >= 0
    if not is_integer:
        wanted = "an integer of at least 0, or a tensor that is an integer"
        raise _refuse("maximum_iterations", wanted, value)


def _check_invariants(value: Any) -> None:
    wanted = "a list of pairs of a tensor and a shape"
    if not isinstance(value, (list, tuple)):
        raise _refuse("shape_invariants", wanted, value)
    for pair in value:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise _refuse("shape_invariants", wanted, value)
        tensor, shape = pair
        if not isinstance(tensor, (Tensor, np.ndarray)):
            raise _refuse("shape_invariants", wanted, value)
        try:
            as_shape(shape)
        except (ShapeError, TypeError):
            raise _refuse("shape_invariants", wanted, value) from None


_CHECKS: dict[str, Callable[[Any], None]] = {
    "parallel_iterations": _check_parallel,
    "swap_memory": _check_swap,
    "maximum_iterations": _check_maximum,
    "shape_invariants": _check_invariants,
}


State = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class LoopParts:
    """What a loop consists of, as operators take it."""

    test: Callable[[], Any] | None
    body: Callable[..., None]
    get_state: Callable[[], State]
    set_state: Callable[[State], None]
    names: Sequence[str]


def bounded(opts: Mapping[str, Any], loop: LoopParts, n_done: int = 0) -> LoopParts:
    """Return a loop that ends after the most iterations that its options allow.

    Args:
        opts: The options.
        loop: The loop.
        n_done: How many iterations have been before it is staged.
    """
    maximum = opts.get("maximum_iterations")
    if maximum is None:
        return loop
    test, padding = loop.test, [""] * (len(loop.get_state()) - len(loop.names))
    count: list[Any] = [n_done]

    def may_go_on() -> Any:
        return INTERPRETER.compare("<", count[0], maximum)

    def go_on() -> Any:
        return may_go_on() if test is None else and_(may_go_on, test)

    def body(*item: Any) -> None:
        loop.body(*item)
        count[0] = binary("+", count[0], 1)

    def put(state: State) -> None:
        loop.set_state(state[:-1])
        count[0] = state[-1]

    return LoopParts(
        go_on,
        body,
        lambda: (*loop.get_state(), count[0]),
        put,
        (*loop.names, *padding, "n_iterations"),
    )


def declared_shapes(
    opts: Mapping[str, Any], state: Sequence[Any], names: Sequence[str]
) -> dict[int, Shape]:
    """Return the shapes that are declared, by the place of the variable.

    Raises:
        LoopOptionsError: What is declared is no variable of the loop.
    """
    declared: dict[int, Shape] = {}
    for tensor, shape in opts.get("shape_invariants", ()):
        places = [at for at, value in enumerate(state) if value is tensor]
        if not places:
            raise LoopOptionsError(
                f"set_loop_options: shape_invariants names {tensor!r}, which no "
                "variable of the loop holds before it.",
                origin=capture_exact(2),
                hint=f"The loop changes {', '.join(names) or 'no variable'}.",
            )
        declared.update(dict.fromkeys(places, as_shape(shape)))
    return declared


__all__ = [
    "bounded",
    "declared_shapes",
    "loop_options",
    "require_ours",
    "set_loop_options",
]
