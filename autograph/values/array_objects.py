"""TensorArrays that are older than a trace: arguments, and what functions capture.

One is itself at run time, and each method that is called on it is a row. While tracing
it stands for itself, too, so that what methods return is the same object.
"""

from __future__ import annotations

import inspect
from typing import Any, Final

from autograph.values import numpy_values as arrays
from autograph.values.nodes import boxed, emit, lift
from autograph.values.specs import ANY
from graph import dtypes
from graph.dtypes import DType
from graph.python import objects as made
from graph.python.protocols import CALL_METHOD
from graph.shapes import Shape
from graph.specs import TensorSpec
from graph.tensor_array import TensorArray

# What returns the array itself.
_WRITING: Final = frozenset({"write", "unstack", "scatter", "split", "identity"})


def call(owner: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call a method of an array of the run, an object or what stands for one."""
    symbol, spec = lift(owner)
    bound = inspect.signature(getattr(TensorArray, name)).bind(owner, *args, **kwargs)
    bound.arguments.pop("name", None)
    _, *given = (arrays.tensors_in(x) for x in bound.arguments.values())
    held = [symbol, *map(boxed, given)]
    (found,) = emit(CALL_METHOD, held, (ANY,), "w", name=name)
    if name in _WRITING:
        return owner
    if name == "close":
        return None
    wanted = _result(name, spec.spec.element_shape, spec.spec.dtype)
    return emit(made.UNBOX, [found], (wanted,), "")[0]


def get_attr(owner: TensorArray, name: str) -> Any:
    """Return an attribute of an array: what holds as long as it lives."""
    is_method = callable(getattr(owner, name, None))
    return getattr(owner, name) if is_method else owner.type_spec.attribute(name)


def _result(name: str, element: Shape, dtype: DType) -> TensorSpec:
    """Return what is known of what a method returns."""
    if name == "size":
        return TensorSpec((), dtypes.int32)
    if name == "read" or element is None:
        return TensorSpec(element, dtype)
    return TensorSpec((None, *element[1 if name == "concat" else 0 :]), dtype)
