"""NumPy's values in the run: arrays that are only read, scalars, and arrays written to.

An array that is only read, or a NumPy scalar, is a tensor's symbol with NumPy's classes
for what is taken out of it (`NumpySpec`): arithmetic on it is the ops', and native. One
that is written to is the array itself (`ArraySpec`): a part of it is a view, as NumPy has
it, and ops read what it holds where they stand.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final, NoReturn

import numpy as np

from autograph.values.nodes import (
    as_object,
    boxed_value,
    emit,
    is_tuple,
    lift,
    make_real,
    note_birth,
    site_here,
    statement,
    wrap,
)
from autograph.values.proxy import Method, Proxy
from autograph.values.specs import (
    ANY,
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    ArraySpec,
    NumpySpec,
    SiteSpec,
    bare,
    is_strong,
)
from autograph.values.state import Unstageable, current, graph
from graph.building import recording_into
from graph.graph import Graph
from graph.python import objects as made
from graph.python import protocols as rows
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, SymbolicTensor, Tensor

# Methods of arrays that write to them; those whose result shares their memory.
MUTATORS: Final = frozenset({
    "sort", "fill", "put", "itemset", "partition", "resize", "setflags", "setfield",
    "byteswap",
})  # fmt: skip
VIEWS: Final = frozenset({
    "reshape", "ravel", "transpose", "swapaxes", "view", "diagonal", "squeeze",
})  # fmt: skip


def is_numpy(value: Any) -> bool:
    """Is it an array or a scalar of NumPy's, of the run?"""
    return type(value) is Proxy and isinstance(value.spec, (NumpySpec, ArraySpec))


def tensor_of(value: Any) -> Any:
    """Return what ops take for a value: a tensor for what is NumPy's."""
    if type(value) is not Proxy:
        return value
    if isinstance(value.spec, NumpySpec):
        return value.symbol
    if isinstance(value.spec, ArraySpec):
        (held,) = emit(made.UNBOX_ARRAY, [value.symbol], (value.spec.tensor,), "r")
        return held
    return value


def tensors_in(value: Any) -> Any:
    """Return a value with tensors for what is NumPy's in its tuples, lists and slices."""
    if type(value) is Proxy:
        return tensor_of(value)
    if isinstance(value, slice):
        return slice(*map(tensors_in, (value.start, value.stop, value.step)))
    if type(value) in (tuple, list):
        return type(value)(map(tensors_in, value))
    if type(value) is dict:
        return {key: tensors_in(x) for key, x in value.items()}
    return value


def as_numpy(result: Any) -> Any:
    """Return what NumPy gives where ops gave tensors."""
    if isinstance(result, SymbolicTensor):
        if result.spec.dtype.is_python:
            return result
        return born(result)
    if isinstance(result, EagerTensor):
        return result._value if result._value.shape else result._value[()]
    if is_tuple(result) or type(result) is list:
        parts = list(map(as_numpy, result))
        if hasattr(type(result), "_fields"):
            return type(result)(*parts)
        return type(result)(parts)
    return result


def born(symbol: SymbolicTensor) -> Proxy:
    """Return what a tensor is that an op of NumPy's has made: a new array, or a scalar."""
    spec = bare(symbol.spec)
    made_now = Proxy(symbol, NumpySpec(spec))
    if spec.shape == ():
        return made_now
    trace = current()
    base = _base_of(symbol)
    if base is not None and base in trace.args:
        trace.args[id(symbol)] = symbol, trace.args[base][1]
        return made_now
    if base is not None and base in trace.births:
        trace.births[id(symbol)] = symbol, *trace.births[base][1:]
        return made_now
    site = site_here(np.ndarray)
    if site.is_real:
        return real_array(symbol)
    trace.births[id(symbol)] = symbol, site, trace.block.depth
    return made_now


def _base_of(symbol: SymbolicTensor) -> int | None:
    """Return the id of the symbol whose memory a result may share."""
    node = symbol.node
    if not node.op.may_alias or not node.inputs:
        return None
    base = node.inputs[0]
    while True:  # what stands for an outer value in a block is that value
        outer = next((x for x, y in base.node.graph.captures if y is base), None)
        if outer is None:
            return id(base)
        base = outer


def born_array(value: np.ndarray[Any, Any]) -> Any:
    """Take note of a new array that is known; return what stands for it in the run."""
    site = site_here(np.ndarray)
    if site.is_real and value.dtype.kind in "biufc":
        return real_array(graph().constant(value.copy()))
    return note_birth(value, site)


def scalar_of(cls: type, value: Any) -> Any:
    """Return what `numpy.int64(value)` and its kin give, of a value of the run."""
    held = tensor_of(value)
    if not isinstance(held, SymbolicTensor) or held.spec.dtype.name == "str":
        return NotImplemented
    dtype = np.dtype(cls)
    if dtype.kind not in "biufc":
        return NotImplemented
    from graph.ops.core import cast

    return as_numpy(cast(held, dtype))


def real_array(symbol: SymbolicTensor) -> Proxy:
    """Return an array of its own with what a tensor holds."""
    spec = ArraySpec(symbol.spec.dtype, symbol.spec.shape)
    (held,) = emit(made.OWN_ARRAY, [symbol], (spec,))
    return Proxy(held, spec)


def written(value: Proxy, why: str) -> NoReturn:
    """Have an array be one that is written to, from its birth on."""
    make_real(value, why)


def row_of(spec: ArraySpec) -> Any:
    """Return what is known of what iterating over an array gives."""
    if not spec.shape:
        raise TypeError("iteration over a 0-d array")
    if len(spec.shape) == 1:
        return NumpySpec(TensorSpec((), spec.dtype))
    return ArraySpec(spec.dtype, spec.shape[1:])


def rows_of(symbol: SymbolicTensor, row: Any) -> tuple[SymbolicTensor, Any]:
    """Return what Python iterates over for a tensor, and the spec of a row.

    Integers come as Python's, which is what programs compute with.
    """
    spec = row.tensor if isinstance(row, NumpySpec) else row
    if spec.shape == () and (spec.dtype.is_integer or spec.dtype.is_bool):
        attrs = {"name": "tolist"}
        return emit(rows.CALL_METHOD, [symbol], (ANY,), "r", **attrs)[0], row
    return symbol, row


# -- Arithmetic

PLAIN: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "//": operator.floordiv, "%": operator.mod, "**": operator.pow, "&": operator.and_,
    "|": operator.or_, "^": operator.xor, "<<": operator.lshift, ">>": operator.rshift,
    "@": operator.matmul, "==": operator.eq, "!=": operator.ne, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def _is_operand(value: Any) -> bool:
    return (
        is_numpy(value)
        or isinstance(value, (Tensor, int, float, complex, np.ndarray, np.generic))
        or type(value) in (list, tuple)
    )


def binary(symbol: str, left: Any, right: Any, *, is_update: bool) -> Any:
    """Return `left symbol right`, or NotImplemented for what is none of NumPy's."""
    if not (_is_operand(left) and _is_operand(right)):
        if symbol in ("==", "!=") and (left is None or right is None):
            other = right if left is None else left
            if isinstance(other.spec, NumpySpec) and other.spec.is_scalar:
                return symbol == "!="
        return NotImplemented
    if is_update and is_numpy(left) and not _is_scalar(left):
        if isinstance(left.spec, NumpySpec):
            written(left, f"`{symbol}=` writes to it")
        held = raw(right)
        args = [left.symbol, held]
        operand = right.spec.tensor if is_numpy(right) else None
        attrs = {"symbol": symbol, "element": left.spec.tensor, "operand": operand}
        (symbol_made,) = emit(rows.UPDATE, args, (left.spec,), **attrs)
        return Proxy(symbol_made, left.spec)
    is_tensor = any(
        isinstance(x, Tensor) and not x.spec.dtype.is_python for x in (left, right)
    )
    found = PLAIN[symbol](tensor_of(left), tensor_of(right))
    return found if is_tensor else as_numpy(found)


def _is_scalar(value: Proxy) -> bool:
    return isinstance(value.spec, NumpySpec) and value.spec.is_scalar


def unary(symbol: str, value: Proxy) -> Any:
    """Return `-value`, `+value` or `~value`."""
    function = {"-": operator.neg, "+": operator.pos, "~": operator.invert}[symbol]
    return as_numpy(function(tensor_of(value)))


def contains(item: Any, items: Any) -> Any:
    """Return `item in items`, of an array or a tensor."""
    from graph.ops.core import truth

    held = tensor_of(items) == tensor_of(item)
    if not isinstance(held, Tensor):
        raise Unstageable("what is looked for in an array is no number")
    return truth(held.any())


# -- Parts


def raw(value: Any, dtype: Any = None) -> SymbolicTensor:
    """Return the symbol of what an array of a dtype is written, or changed by."""
    symbol, spec = lift(value)
    if (
        isinstance(spec, NumpySpec)
        and spec.is_scalar
        and spec.tensor.dtype is not dtype
    ):
        return as_object(symbol, spec)
    if isinstance(spec, SiteSpec) or spec is ANY:
        return boxed_value(value).symbol
    return symbol


def key_symbol(key: Any) -> SymbolicTensor:
    """Return the symbol of an index of an array."""
    if isinstance(key, slice):
        parts = (key.start, key.stop, key.step)
        given = tuple(x is not None for x in parts)
        held = [key_symbol(x) for x in parts if x is not None]
        return emit(made.SLICE, held, (ANY,), "", given=given)[0]
    if type(key) is tuple:
        return emit(made.TUPLE, list(map(key_symbol, key)), (ANY,), "", cls=None)[0]
    if type(key) is list:
        attrs = {"cls": None, "leading": (), "trailing": ()}
        return emit(made.LIST, list(map(key_symbol, key)), (ANY,), "", **attrs)[0]
    return lift(key)[0]


def get_item(value: Any, key: Any) -> Any:
    """Return `value[key]`, of a tensor or of what is NumPy's."""
    if not is_numpy(value):
        return value[tensors_in(key)]
    if isinstance(value.spec, NumpySpec):
        return as_numpy(value.symbol[tensors_in(key)])
    spec = inferred(lambda x: x[tensors_in(key)], value.spec.tensor)
    return _from_array(value, key_symbol(key), spec)


def _from_array(value: Proxy, key: SymbolicTensor, spec: TensorSpec) -> Any:
    if spec.shape != ():
        found = ArraySpec(spec.dtype, spec.shape)
        return wrap(emit(rows.GET_ITEM, [value.symbol, key], (found,))[0], found)
    is_number = spec.dtype.is_integer or spec.dtype.is_bool
    op = rows.GET_NUMBER if is_number else rows.GET_ITEM
    found = NumpySpec(spec)
    return wrap(emit(op, [value.symbol, key], (found,))[0], found)


def inferred(function: Callable[[Any], Any], spec: TensorSpec) -> TensorSpec:
    """Return the spec of what a function makes of a tensor, without making it."""
    scratch = Graph("scratch", graph(), is_block=True)
    with recording_into(scratch):
        found = function(scratch.add_input(spec))
    if not isinstance(found, SymbolicTensor):
        raise Unstageable("a part of an array is no array")
    return bare(found.spec)


def set_item(target: Proxy, key: Any, value: Any) -> None:
    """Do `target[key] = value`."""
    if _is_scalar(target):
        name = target.spec.tensor.dtype.numpy.type.__name__
        raise TypeError(f"'numpy.{name}' object does not support item assignment")
    if isinstance(target.spec, NumpySpec):
        written(target, "an element of it is written")
    held = raw(value, target.spec.dtype)
    statement(rows.SET_ITEM, [target.symbol, key_symbol(key), held])


def unpack(value: Any, pattern: tuple[Any, ...]) -> Any:
    """Return what unpacks an array of known length, or a tensor."""
    spec = value.spec if isinstance(value, Tensor) else tensor_spec(value)
    if not spec.shape or spec.shape[0] is None:
        if isinstance(value, Tensor):
            return value
        raise Unstageable("an array of which the run knows the length is unpacked")
    return [get_item(value, i) for i in range(spec.shape[0])]


def tensor_spec(value: Proxy) -> TensorSpec:
    """Return the spec of what an array of the run holds."""
    found: TensorSpec = value.spec.tensor
    return found


# -- Attributes, methods and functions


def get_attr(value: Proxy, name: str) -> Any:
    """Return `value.name`."""
    spec = tensor_spec(value)
    if name == "shape" and spec.shape is not None and None not in spec.shape:
        return tuple(spec.shape)
    if name == "dtype":
        return spec.dtype.numpy
    if name == "ndim" and spec.shape is not None:
        return len(spec.shape)
    if name in ("shape", "size", "nbytes", "itemsize"):
        return _sizes(value, name)
    if name == "__class__":
        return spec.dtype.numpy.type if _is_scalar(value) else np.ndarray
    if name == "T" and isinstance(value.spec, ArraySpec):
        shape = None if spec.shape is None else spec.shape[::-1]
        found = ArraySpec(spec.dtype, shape)
        return wrap(emit(rows.GET_ATTR, [value.symbol], (found,), name="T")[0], found)
    held = getattr(np.ndarray, name)
    if callable(held) and not isinstance(held, property):
        return Method(value, name)
    symbol = tensor_of(value)
    return as_numpy(getattr(symbol, name))


def _sizes(value: Proxy, name: str) -> Any:
    """Return the shape, or the number of elements, as Python's numbers."""
    spec = tensor_spec(value)
    symbol = value.symbol
    if name != "shape":
        return wrap(emit(rows.GET_ATTR, [symbol], (INT,), "r", name=name)[0], INT)
    if spec.shape is None:
        raise Unstageable("the shape of an array of unknown rank")
    from autograph.values.specs import TupleSpec

    found = TupleSpec((INT,) * len(spec.shape))
    held = wrap(emit(rows.GET_ATTR, [symbol], (found,), "r", name="shape")[0], found)
    parts = [
        size if size is not None
        else wrap(emit(rows.GET_ITEM, [held.symbol, lift(i)[0]], (INT,), "")[0], INT)
        for i, size in enumerate(spec.shape)
    ]  # fmt: skip
    return tuple(parts)


_NUMBERS: Final = {"b": BOOL, "i": INT, "u": INT, "f": FLOAT, "c": COMPLEX}


def call_method(value: Proxy, name: str, args: tuple[Any, ...], kwargs: Any) -> Any:
    """Call a method of an array or a scalar."""
    spec = tensor_spec(value)
    if name == "item" and not args and not kwargs:
        found = _NUMBERS[spec.dtype.numpy.kind]
        return number_of(value, found)
    if name == "tolist":
        return _as_list(value)
    if name in MUTATORS and not _is_scalar(value):
        if isinstance(value.spec, NumpySpec):
            written(value, f"`{name}` writes to it")
        held = [value.symbol, *map(raw, args), *map(raw, kwargs.values())]
        attrs = {"name": name, "keywords": tuple(kwargs)}
        return wrap(emit(rows.CALL_METHOD, held, (ANY,), **attrs)[0], ANY)
    if name == "copy":
        symbol = tensor_of(value)
        if isinstance(value.spec, ArraySpec):
            symbol = emit(made.SNAPSHOT, [symbol], (bare(symbol.spec),), "r")[0]
        return born(symbol)
    if isinstance(value.spec, ArraySpec) and name in VIEWS:
        given, named = tensors_in(args), tensors_in(kwargs)
        wanted = inferred(lambda x: getattr(x, name)(*given, **named), spec)
        found = ArraySpec(wanted.dtype, wanted.shape)
        held = [value.symbol, *map(key_symbol, args), *map(key_symbol, kwargs.values())]
        attrs = {"name": name, "keywords": tuple(kwargs)}
        return wrap(emit(rows.CALL_METHOD, held, (found,), **attrs)[0], found)
    method = getattr(tensor_of(value), name)
    result = method(*tensors_in(args), **tensors_in(kwargs))
    return as_numpy(result)


def number_of(value: Any, spec: TensorSpec) -> Any:
    """Return the Python number that a scalar of NumPy's, or a tensor, holds."""
    symbol = tensor_of(value)
    name = {INT: "int", FLOAT: "float", BOOL: "bool", COMPLEX: "complex"}[spec]
    effect = "" if symbol.spec.shape == () else "w"
    return emit(rows.BUILTIN, [symbol], (spec,), effect, function=name)[0]


def _as_list(value: Proxy) -> Any:
    spec = tensor_spec(value)
    if spec.shape is None:
        raise Unstageable("a list of an array of unknown rank")
    item: Any = _NUMBERS[spec.dtype.numpy.kind]
    if spec.shape == ():
        return number_of(value, item)
    symbol = tensor_of(value)
    from autograph.values.nodes import widen

    for depth in reversed(range(len(spec.shape))):
        site = site_here(list, f"tolist{depth}")
        site.is_real = True
        widen(site, "item", item)
        item = SiteSpec(site)
    return wrap(emit(rows.CALL_METHOD, [symbol], (item,), name="tolist")[0], item)


def call_function(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call a function of NumPy's on values of the run."""
    return as_numpy(function(*tensors_in(args), **tensors_in(kwargs)))


def has_scalar_kind(spec: Any) -> bool:
    """Is it a number whose dtype is NumPy's?"""
    return is_strong(spec)
