"""Functions of the rows of tensors: mapped, folded, with the results on the way.

At once they are Python's loops; in a graph they are one loop, whose length the run may
tell, and the results stand in a `TensorArray`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from graph import dtypes, nest, ops
from graph.callables import check_callable, takes_structures
from graph.control import call_user, control
from graph.dispatch import as_tensor
from graph.errors import DTypeError, ShapeError
from graph.functional import while_loop
from graph.graph import Graph, current_graph
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import Tensor
from graph.tensor_array import TensorArray
from graph.value_operators import values_in

Function = Callable[..., Any]
# What a function that folds takes.
_FOLDED: Final = "the result so far and a row"


@takes_structures
def map_fn(
    fn: Function,
    elems: Any,
    dtype: Any = None,
    parallel_iterations: int | None = None,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    name: str | None = None,
    fn_output_signature: Any = None,
) -> Any:
    """Return what a function gives for each row, put together.

    Args:
        fn: Takes one row; returns a tensor or a structure of tensors, each of one shape
            and dtype for all rows.
        elems: A tensor, or a structure of tensors with the same number of rows.
        dtype: See `fn_output_signature`.
        parallel_iterations: Of no effect, as the four after it: for calls written for
            TensorFlow.
        back_prop: Of no effect.
        swap_memory: Of no effect.
        infer_shape: Of no effect.
        name: Of no effect.
        fn_output_signature: The dtype of the result, or a structure of them, which is
            checked; it is found without, too.

    Shape:   (n, ...) -> (n, shape of a result...)
    Dtype:   any -> that of the results
    Raises:  ShapeError if there are no rows; DTypeError if a dtype is another one than
        it is said to be
    Source:  TensorFlow's map_fn
    """
    del parallel_iterations, back_prop, swap_memory, infer_shape, name
    check_callable(fn, "map_fn", "fn", 1, "one row")
    rows = _Rows(elems)
    wanted = fn_output_signature if fn_output_signature is not None else dtype

    def step(i: Any, state: Any) -> tuple[Any, Any]:
        del state
        return (), call_user(fn, rows[i])

    return _collected(rows, step, (), wanted)[1]


@takes_structures
def vectorized_map(
    fn: Function, elems: Any, fallback_to_while_loop: bool = True, warn: bool = True
) -> Any:
    """Return what a function gives for each row, put together; see `map_fn`.

    Args:
        fn: Takes one row.
        elems: A tensor, or a structure of tensors with the same number of rows.
        fallback_to_while_loop: Of no effect: a loop it is in any case.
        warn: Of no effect.

    Source:  TensorFlow's vectorized_map
    """
    del fallback_to_while_loop, warn
    check_callable(fn, "vectorized_map", "fn", 1, "one row")
    return map_fn(fn, elems)


@takes_structures
def scan(
    fn: Function,
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    infer_shape: bool = True,
    reverse: bool = False,
    name: str | None = None,
) -> Any:
    """Return what a function makes of the result so far and each row, put together.

    Args:
        fn: Takes the result so far and a row, and returns the next result.
        elems: A tensor, or a structure of tensors with the same number of rows.
        initializer: The first result; by default the first row, which is the first of
            the results then.
        parallel_iterations: Of no effect, as the three after it.
        back_prop: Of no effect.
        swap_memory: Of no effect.
        infer_shape: Of no effect.
        reverse: Begin with the last row. Results stand at the place of their rows.
        name: Of no effect.

    Shape:   (n, ...) -> (n, shape of a result...)
    Dtype:   any -> that of the results
    Source:  TensorFlow's scan
    """
    del parallel_iterations, back_prop, swap_memory, infer_shape, name
    check_callable(fn, "scan", "fn", 2, _FOLDED)
    rows = _Rows(elems)

    def step(i: Any, state: Any) -> tuple[Any, Any]:
        found = values_in(call_user(fn, state, rows[i]))
        return found, found

    if initializer is not None:
        start = nest.map_structure(as_tensor, values_in(initializer))
        return _collected(rows, step, start, None, is_turned=reverse)[1]
    first = rows[rows.count - 1 if reverse else 0]
    return _collected(rows, step, first, None, is_turned=reverse, keeps_first=True)[1]


def scan_state(fn: Function, elems: Any, state: Any) -> tuple[Any, Any]:
    """Return the last state, and what a function gives for each row, put together.

    Args:
        fn: Takes the state so far and a row; returns the next state and a result.
        elems: A tensor, or a structure of tensors with the same number of rows.
        state: The first state.

    Shape:   (n, ...) -> that of a state, (n, shape of a result...)
    Dtype:   any -> that of the states and of the results
    """

    def step(i: Any, state: Any) -> tuple[Any, Any]:
        after, result = call_user(fn, state, rows[i])
        return values_in(after), values_in(result)

    rows = _Rows(elems)
    return _collected(rows, step, nest.map_structure(as_tensor, state), None)


@takes_structures
def foldl(
    fn: Function,
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """Return what a function makes of the result so far and each row, in the end.

    Args:
        fn: Takes the result so far and a row, and returns the next result.
        elems: A tensor, or a structure of tensors with the same number of rows.
        initializer: The first result; by default the first row.
        parallel_iterations: Of no effect, as the three after it.
        back_prop: Of no effect.
        swap_memory: Of no effect.
        name: Of no effect.

    Shape:   (n, ...) -> shape of a result
    Dtype:   any -> that of the results
    Source:  TensorFlow's foldl
    """
    del parallel_iterations, back_prop, swap_memory, name
    check_callable(fn, "foldl", "fn", 2, _FOLDED)
    return _folded(fn, elems, initializer, is_turned=False)


@takes_structures
def foldr(
    fn: Function,
    elems: Any,
    initializer: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
) -> Any:
    """Return what `foldl` does, beginning with the last row.

    Args:
        fn: Takes the result so far and a row, and returns the next result.
        elems: A tensor, or a structure of tensors with the same number of rows.
        initializer: The first result; by default the last row.
        parallel_iterations: Of no effect, as the three after it.
        back_prop: Of no effect.
        swap_memory: Of no effect.
        name: Of no effect.

    Shape:   (n, ...) -> shape of a result
    Dtype:   any -> that of the results
    Source:  TensorFlow's foldr
    """
    del parallel_iterations, back_prop, swap_memory, name
    check_callable(fn, "foldr", "fn", 2, _FOLDED)
    return _folded(fn, elems, initializer, is_turned=True)


def _folded(fn: Function, elems: Any, initializer: Any, *, is_turned: bool) -> Any:
    rows = _Rows(elems)
    begins = initializer is None
    if begins:
        state = rows[rows.count - 1 if is_turned else 0]
    else:
        state = nest.map_structure(as_tensor, values_in(initializer))

    def body(k: Any, state: Any) -> Any:
        place = rows.count - 1 - k if is_turned else k
        return k + 1, values_in(call_user(fn, state, rows[place]))

    start = 1 if begins else 0
    return while_loop(lambda k, _: k < rows.count, body, [start, state])[1]


class _Rows:
    """The rows of a structure of tensors.

    Attributes:
        count: How many there are: a number, or what the run tells.
    """

    def __init__(self, elems: Any) -> None:
        """Hold the elements.

        Raises:
            ShapeError: There are no tensors; one has no axes, or has more rows.
        """
        self._elems = nest.map_structure(as_tensor, values_in(elems))
        leaves: list[Tensor] = nest.flatten(self._elems)
        known = {x.shape[0] for x in leaves if x.shape}
        if not leaves or any(x.shape == () for x in leaves):
            raise _refusal("there are no rows", leaves)
        known.discard(None)
        if len(known) > 1:
            raise _refusal("the numbers of rows differ", leaves)
        self.count: Any = known.pop() if known else ops.shape(leaves[0])[0]

    def __getitem__(self, place: Any) -> Any:
        return nest.map_structure(lambda x: x[place], self._elems)


def _refusal(what: str, leaves: Sequence[Tensor]) -> ShapeError:
    shown = ", ".join(str(x.spec) for x in leaves)
    return ShapeError(
        f"a function of rows is given {shown or 'no tensors'}: {what}.",
        origin=capture_exact(3),
        hint="Each tensor needs an axis, and as many rows as the others.",
    )


def _collected(
    rows: _Rows,
    step: Callable[[Any, Any], tuple[Any, Any]],
    state: Any,
    wanted: Any,
    *,
    is_turned: bool = False,
    keeps_first: bool = False,
) -> tuple[Any, Any]:
    """Run a step for each row; return the last state, and all results as rows.

    Args:
        rows: The rows.
        step: Takes the place of a row and the state; returns the next state, a result.
        state: The first state.
        wanted: Dtypes of the results, if they are to be checked.
        is_turned: Is the last row the first?
        keeps_first: Is the first state the result of the first row?
    """
    graph = current_graph()
    if graph is None and rows.count:
        return _at_once(rows, step, state, wanted, is_turned, keeps_first)
    specs, structure = _kinds(graph, step, state, first=state if keeps_first else None)
    _check(specs, wanted)
    arrays = [
        TensorArray(spec.dtype, size=rows.count, element_shape=spec.shape)
        for spec in specs
    ]

    def put(place: Any, result: Any) -> list[Any]:
        leaves = nest.flatten(result)
        return [
            array.write(place, as_tensor(leaf, spec.dtype))
            for array, leaf, spec in zip(arrays, leaves, specs, strict=True)
        ]

    def place_of(k: Any) -> Any:
        return rows.count - 1 - k if is_turned else k

    if keeps_first:
        put(place_of(0), state)

    def body(k: Any, state: Any) -> Any:
        after, result = step(place_of(k), state)
        put(place_of(k), values_in(result))
        return k + 1, after

    start = 1 if keeps_first else 0
    state = while_loop(lambda k, _: k < rows.count, body, [start, state])[1]
    return state, nest.pack(structure, [array.stack() for array in arrays])


def _at_once(
    rows: _Rows,
    step: Callable[[Any, Any], tuple[Any, Any]],
    state: Any,
    wanted: Any,
    is_turned: bool,
    keeps_first: bool,
) -> tuple[Any, Any]:
    """Do what `_collected` does, as Python's loop."""
    count = int(rows.count)
    places = list(range(count))[:: -1 if is_turned else 1]
    found: list[Any] = [None] * count
    for number, place in enumerate(places):
        if number == 0 and keeps_first:
            result = state
        else:
            state, result = step(place, state)
        found[place] = values_in(result)
    leaves = [nest.flatten(each) for each in found]
    _, structure = nest.flatten_with_structure(found[places[0]])
    columns = [ops.stack(column) for column in zip(*leaves, strict=True)]
    _check([_loosened(x) for x in columns], wanted)
    return state, nest.pack(structure, columns)


def _kinds(
    graph: Graph | None, step: Any, state: Any, first: Any
) -> tuple[list[TensorSpec], Any]:
    """Return the specs of a step's results, and how they are nested."""
    if first is not None:
        leaves, structure = nest.flatten_with_structure(first)
        return [_loosened(x) for x in leaves], structure
    probe = Graph("row", graph, is_block=True)  # what is traced here is forgotten
    with probe.as_default():
        place = probe.add_input(TensorSpec((), dtypes.int32), "i")
    staged = control()
    if staged is not None:
        found = staged.body(probe, lambda: [step(place, state)[1]])
    else:  # there are no rows, at once
        with probe.as_default():
            found = [step(place, state)[1]]
    if found is None:  # it raises an exception for every row
        return [], nest.LEAF
    result = values_in(found[0])
    leaves, structure = nest.flatten_with_structure(result)
    with probe.as_default():
        return [_loosened(as_tensor(x)) for x in leaves], structure


def _loosened(x: Any) -> TensorSpec:
    return TensorSpec(x.shape, x.dtype)


def _check(specs: Sequence[TensorSpec], wanted: Any) -> None:
    """Check dtypes against what was said.

    Raises:
        DTypeError: There are others.
    """
    if wanted is None:
        return
    given = nest.flatten(wanted)
    said = [dtypes.as_dtype(getattr(each, "dtype", each)) for each in given]
    found = [spec.dtype for spec in specs]
    if said != found:
        raise DTypeError(
            f"the function returns {', '.join(map(str, found))}, and is said to return "
            f"{', '.join(map(str, said))}.",
            origin=capture_exact(3),
            hint="Leave fn_output_signature out: dtypes are found without it.",
        )


__all__ = ["foldl", "foldr", "map_fn", "scan", "scan_state", "vectorized_map"]
