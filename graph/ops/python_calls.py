"""Python functions that are called when a graph runs, on tensors or on arrays.

The way out of a graph: a function runs as plain Python, at every run, in the order of
the program. A graph knows nothing of what it does, and takes it to read and write
anything. The graph holds the function as long as it lives itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from graph import closures, dtypes, shapes
from graph.callables import check_callable, takes_structures
from graph.convert import constant_array, is_all_python, is_sequence, shown
from graph.dispatch import apply, as_tensor
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError, LeakedTensorError
from graph.graph import current_graph, eager_scope
from graph.op import (
    ANYTHING,
    NO_GRADIENT,
    PURE,
    REQUIRED,
    Effects,
    always,
    define,
    never,
)
from graph.ops.arguments import array_of
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, SymbolicTensor, Tensor

Results = tuple[TensorSpec, ...]


@takes_structures
def py_function(
    func: Any = None, inp: Any = None, Tout: Any = None, name: str | None = None
) -> Any:
    """Call a Python function on tensors, whenever the graph runs.

    Args:
        func: Takes as many tensors as `inp` has. The graph holds it; variables of the
            traced function that it uses have the values of here, and must not be
            changed by it. Without it, a decorator.
        inp: A list of tensors, or of what becomes a tensor. Without it, a function of
            them.
        Tout: The dtype of the result, or its `TensorSpec`; a list of several for a
            function that returns several; None for one whose result is of no use.
        name: A name for the node.

    Returns:
        A tensor; a list of tensors; None.

    Raises:  InvalidArgumentError when this runs, if a result is of another dtype or
             shape than `Tout` says
    Source:  specification, py_function
    """
    return _way(func, inp, Tout, name, passes="tensors", is_stateful=True)


@takes_structures
def numpy_function(
    func: Any = None,
    inp: Any = None,
    Tout: Any = None,
    stateful: bool = True,
    name: str | None = None,
) -> Any:
    """Call a Python function on arrays, whenever the graph runs.

    Args:
        func: Takes as many arrays as `inp` has, which it must not write to; scalars
            come as NumPy's. For the rest see `py_function`.
        inp: A list of tensors, or of what becomes a tensor. Without it, a function of
            them.
        Tout: As for `py_function`.
        stateful: Is there an effect? Otherwise the call is left out where nothing
            needs its result.
        name: A name for the node.

    Returns:
        A tensor; a list of tensors; None.

    Raises:  InvalidArgumentError when this runs, if a result is of another dtype or
             shape than `Tout` says
    Source:  TensorFlow's numpy_function; specification, compat.v1.py_func
    """
    return _way(func, inp, Tout, name, passes="arrays", is_stateful=stateful)


def _way(
    func: Any, inp: Any, Tout: Any, name: str | None, *, passes: str, is_stateful: bool
) -> Any:
    if func is None:
        return lambda function: _way(
            function, inp, Tout, name, passes=passes, is_stateful=is_stateful
        )
    op = "py_function" if passes == "tensors" else "numpy_function"
    takes = len(inp) if is_sequence(inp) else None
    check_callable(func, op, "func", takes, "what `inp` lists")
    attrs = {
        "func": func,
        "Tout": _specs_of(Tout),
        "passes": passes,
        "stateful": bool(is_stateful),
        "is_listed": is_sequence(Tout),
    }
    if inp is None:
        return lambda *args: _call(args, attrs, name)
    if not is_sequence(inp):
        raise DTypeError(
            f"the arguments of {_name_of(func)} are {inp!r}, which is no list.",
            origin=capture_exact(2),
            hint="Write inp=[x], also for a single one.",
        )
    return _call(inp, attrs, name)


def _call(inp: Sequence[Any], attrs: dict[str, Any], name: str | None) -> Any:
    if current_graph() is not None:
        attrs = {**attrs, "func": closures.as_it_is_now(attrs["func"])}
    found = apply(_PYTHON_CALL, [as_tensor(x) for x in inp], attrs, name)
    count = len(attrs["Tout"])
    if not count:
        return [] if attrs["is_listed"] else None
    if not attrs["is_listed"]:
        return found
    return [found] if count == 1 else list(found)


def _specs_of(given: Any) -> Results:
    if given is None:
        return ()
    parts = given if is_sequence(given) else (given,)
    return tuple(
        part
        if isinstance(part, TensorSpec)
        else TensorSpec(None, dtypes.as_dtype(part))
        for part in parts
    )


def _name_of(function: Any) -> str:
    inner = getattr(function, "function", function)
    return f"{getattr(inner, '__name__', type(inner).__name__)}()"


def _infer(*inp: TensorSpec, Tout: Results, **_: Any) -> TensorSpec | Results:
    return Tout[0] if len(Tout) == 1 else Tout


def _run(
    *inp: Any,
    func: Callable[..., Any],
    Tout: Results,
    passes: str,
    stateful: bool,
    is_listed: bool,
) -> Any:
    arrays = [array_of(x) for x in inp]
    with eager_scope():
        if passes == "tensors":
            result = func(*map(EagerTensor, arrays))
        else:
            result = func(*map(_as_argument, arrays))
    if not Tout:
        return None
    if len(Tout) == 1:
        if is_listed and is_sequence(result) and len(result) == 1:
            (result,) = result
        return _as_result(func, 0, result, Tout[0])
    results = result if is_sequence(result) else (result,)
    if len(results) != len(Tout):
        raise InvalidArgumentError(
            f"{_name_of(func)} returns {len(results)} values, and Tout names "
            f"{len(Tout)}.",
            hint="Return a tuple of as many values as there are dtypes.",
        )
    pairs = zip(results, Tout, strict=True)
    return tuple(_as_result(func, i, x, spec) for i, (x, spec) in enumerate(pairs))


def _as_argument(array: Any) -> Any:
    if not array.ndim:
        return array[()]
    view = array.view()
    view.flags.writeable = False
    return view


def _as_result(func: Any, place: int, value: Any, spec: TensorSpec) -> Any:
    """Return one value that a function returned, as Tout has it.

    Raises:
        InvalidArgumentError: It is not what Tout says.
        LeakedTensorError: It is a tensor of a graph.
    """
    if isinstance(value, SymbolicTensor):
        raise LeakedTensorError(
            f"{_name_of(func)} returns {value}, which is symbolic: it belongs to the "
            f"graph of {value.graph.name!r} and has no value when that runs.",
            others=(("it was made here", value.node.origin),),
            hint="Give it to the function as an argument, in `inp`.",
        )
    if value is None:
        raise _mismatch(func, place, "None", spec)
    try:
        array = _as_array(value, spec.dtype)
    except DTypeError as error:
        raise DTypeError(
            f"{_value_of(func, place)}, {shown(value)}, cannot be {spec}, which Tout "
            f"says: {error.message}",
            hint="Return a tensor, an array or numbers, or change Tout.",
        ) from None
    found = dtypes.from_numpy(array.dtype)
    if found is not spec.dtype:
        raise _mismatch(func, place, f"of dtype {found}", spec)
    if not shapes.is_compatible(array.shape, spec.shape):
        raise _mismatch(func, place, f"of shape {array.shape}", spec)
    return array


def _as_array(value: Any, dtype: DType) -> Any:
    if isinstance(value, Tensor):
        return value._value  # type: ignore[attr-defined]
    if hasattr(value, "read_value"):
        return _as_array(value.read_value(), dtype)
    if is_all_python(value) or isinstance(value, (str, bytes)):
        return constant_array(value, dtype)
    if is_sequence(value) and any(isinstance(part, Tensor) for part in value):
        return as_tensor(value)._value  # type: ignore[attr-defined]
    return constant_array(value)  # a copy: its owner may write to it


def _value_of(func: Any, place: int) -> str:
    ordinal = "the value" if place == 0 else f"value {place}"
    return f"{ordinal} that {_name_of(func)} returns"


def _mismatch(
    func: Any, place: int, found: str, spec: TensorSpec
) -> InvalidArgumentError:
    return InvalidArgumentError(
        f"{_value_of(func, place)} is {found}, and Tout says {spec}.",
        hint="Change Tout, or convert the value in the function: "
        f"np.asarray(value, np.{np.dtype(spec.dtype.numpy).name}).",
    )


def _effects(attrs: Mapping[str, Any]) -> Effects:
    # What is not stateful is not run at all where nothing needs it; but it is never
    # run while tracing, nor once in place of twice.
    return ANYTHING if attrs["stateful"] else _READS


_READS = Effects(reads=("anything",))

_PYTHON_CALL = define(
    "python_call",
    inputs=("inp",),
    attrs={
        "func": REQUIRED,
        "Tout": (),
        "passes": "tensors",
        "stateful": True,
        "is_listed": False,
    },
    infer=_infer,
    kernel=_run,
    is_data=never,
    gradient=NO_GRADIENT("what a Python function computes is not known"),
    doc=py_function.__doc__,
    variadic=True,
    effects=PURE,
    further_effects=_effects,
    can_fail=always,
    is_public=False,
    type_name="EagerPyFunc",
)

__all__ = ["numpy_function", "py_function"]
NAMESPACES = {"ag": __all__}
