"""NumPy's values in the run: arrays that are only read, scalars, and arrays written to.

An array that is only read, or a NumPy scalar, is a tensor's symbol with NumPy's classes
for what is taken out of it (`NumpySpec`): arithmetic on it is the ops', and native. One
that is written to is the array itself (`ArraySpec`): a part of it is a view, as NumPy
has it, and ops read what it holds where they stand.
"""

from __future__ import annotations

import operator
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any, Final, NoReturn, TypeVar

import numpy as np

from autograph.values.nodes import (
    as_object,
    boxed_value,
    captured_array,
    check_of_trace,
    emit,
    is_tuple,
    is_virtual,
    lift,
    make_real,
    note_birth,
    outlives,
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
from graph.dtypes import from_numpy, string
from graph.errors import AutographError
from graph.graph import Graph
from graph.meant import meant
from graph.numpy import registry
from graph.numpy.ufunc_protocol import is_numpys_alone
from graph.op import op_named
from graph.ops.core import identity
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


def class_name(value: Any) -> str:
    """Return the name that Python's own messages have for the class of a value."""
    if isinstance(value, SymbolicTensor):
        python = value.spec.dtype.python
        return "Tensor" if python is None else python.__name__
    if is_numpy(value):
        is_scalar = isinstance(value.spec, NumpySpec) and value.spec.is_scalar
        cls = value.spec.tensor.dtype.numpy.type if is_scalar else np.ndarray
        return f"numpy.{cls.__name__}"
    return type(value).__name__


def is_numpy(value: Any) -> bool:
    """Is it an array or a scalar of NumPy's, of the run?"""
    return type(value) is Proxy and isinstance(value.spec, (NumpySpec, ArraySpec))


def is_array(value: Any) -> bool:
    """Is it an array of the run?"""
    return is_numpy(value) and not _is_scalar(value)


def tensor_of(value: Any) -> Any:
    """Return what ops take for a value: a tensor for what is NumPy's."""
    if type(value) is np.ndarray and is_virtual(value) and value.dtype.kind in "biufc":
        value = Proxy(*lift(value))
    if type(value) is not Proxy:
        return value
    if isinstance(value.spec, NumpySpec):
        return value.symbol
    if isinstance(value.spec, ArraySpec):
        spec = value.spec.tensor
        if spec.shape == ():
            return _from_array(value, key_symbol(()), spec).symbol
        return emit(made.UNBOX_ARRAY, [value.symbol], (spec,), "r")[0]
    return value


def tensors_in(value: Any) -> Any:
    """Return a value with tensors for what is NumPy's in it."""
    if type(value) is Proxy or type(value) is np.ndarray:
        return tensor_of(value)
    if isinstance(value, slice):
        return slice(*map(tensors_in, (value.start, value.stop, value.step)))
    if type(value) in (tuple, list):
        return type(value)(map(tensors_in, value))
    if is_tuple(value):
        return type(value)(*map(tensors_in, value))
    if type(value) is dict:
        return {key: tensors_in(x) for key, x in value.items()}
    return value


def symbols_in(value: Any) -> frozenset[int]:
    """Return the ids of the symbols that an operation is given."""
    if isinstance(value, SymbolicTensor):
        return frozenset((id(value),))
    if isinstance(value, (tuple, list)):
        return frozenset[int]().union(*map(symbols_in, value))
    return symbols_in(list(value.values())) if type(value) is dict else frozenset()


def by_example(function: Any, args: Any, kwargs: Any, found: Any) -> Any:
    """Return a result as what NumPy gives: its example of it is asked.

    It may be an array without axes, or a number of Python's. NotImplemented comes back
    for one that shows memory of others, to which nobody may write.
    """
    is_own = type(found) is Proxy and found.symbol.node.op is made.OWN_ARRAY
    if type(found) is not Proxy or not (is_own or _is_scalar(found)):
        return found
    for size in (2, 1):
        with suppress(Exception), np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            example = function(*example_of(args, size), **example_of(kwargs, size))
            break
    else:  # they are examples: what they do is no matter
        return found
    if is_own:
        is_shown = type(example) is np.ndarray and not example.flags.writeable
        return NotImplemented if is_shown else found
    if type(example) in (bool, int, float, complex):
        return number_of(found, _NUMBERS[found.spec.tensor.dtype.numpy.kind])
    return real_array(found.symbol) if type(example) is np.ndarray else found


class _Asked:
    """Stands for a tensor where NumPy is asked whether it leaves a call to tensors."""

    def __array_function__(self, *_: Any) -> Any:
        return _Asked

    def __array_ufunc__(self, ufunc: Any, *_: Any, **__: Any) -> Any:
        return None if is_numpys_alone(ufunc) else _Asked


def is_left(function: Any, args: Any, kwargs: Any) -> bool:
    """Tell whether NumPy leaves a call to a tensor among its arguments."""
    if not _holds_tensor([*args, *kwargs.values()]):
        return False
    given, named = _asked(args), _asked(kwargs)
    try:
        return function(*given, **named) is _Asked
    except Exception:  # noqa: BLE001  # it did not leave it: what then fails is nothing
        return False


def _holds_tensor(value: Any) -> bool:
    """Is there a tensor, which is no number of Python's, in what is given?"""
    if isinstance(value, (tuple, list)):
        return any(map(_holds_tensor, value))
    return isinstance(value, Tensor) and not value.spec.dtype.is_python


def _asked(value: Any) -> Any:
    """Return what is given with a stand-in for each tensor, a number for Python's."""
    if isinstance(value, Tensor):
        return 1 if value.spec.dtype.is_python else _Asked()
    if type(value) in (tuple, list):
        return type(value)(map(_asked, value))
    return {k: _asked(x) for k, x in value.items()} if type(value) is dict else value


def answer(function: Any, args: Any, kwargs: Any, found: Any) -> Any:
    """Return what a function says of dtypes and shapes alone: NumPy says it."""
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return function(*example_of(args), **example_of(kwargs))
    except Exception:  # noqa: BLE001  # it is an example: what it does is no matter
        return found


def example_of(value: Any, size: int = 2) -> Any:
    """Return what has the class, dtype and shape of a value.

    Args:
        value: The value.
        size: How long it is where only the run knows.
    """
    if type(value) in (tuple, list):
        return type(value)(example_of(x, size) for x in value)
    if type(value) is dict:
        return {key: example_of(x, size) for key, x in value.items()}
    if type(value) is Proxy and is_numpy(value):
        spec = value.spec.tensor
        shape = [size if x is None else x for x in spec.shape or ()]
        held = np.ones(shape, spec.dtype.numpy)
        return held[()] if _is_scalar(value) else held
    if isinstance(value, SymbolicTensor):
        python = value.spec.dtype.python
        if python is not None:
            return python(1)
        shape = [size if x is None else x for x in value.spec.shape or ()]
        return np.ones(shape, value.spec.dtype.numpy)
    return value


def as_numpy(
    result: Any,
    given: frozenset[int] = frozenset(),
    tensors: frozenset[int] = frozenset(),
) -> Any:
    """Return what NumPy gives where ops gave tensors.

    Args:
        result: What the ops gave.
        given: The ids of the symbols they were given, whose memory it may share.
        tensors: Those of them that are tensors in the program: none writes to them.
    """
    if isinstance(result, SymbolicTensor):
        if result.spec.dtype.is_python or result.spec.dtype.numpy.kind not in "biufc":
            return result
        return born(result, given, tensors)
    if isinstance(result, EagerTensor):
        return result._value if result._value.shape else result._value[()]
    if is_tuple(result) or type(result) is list:
        parts = [as_numpy(x, given, tensors) for x in result]
        if hasattr(type(result), "_fields"):
            return type(result)(*parts)
        return type(result)(parts)
    return result


def born(
    symbol: SymbolicTensor,
    given: frozenset[int] = frozenset(),
    tensors: frozenset[int] = frozenset(),
) -> Proxy:
    """Return what an op of NumPy's has made: a new array, a view, or a scalar."""
    spec = bare(symbol.spec)
    base, is_copied = memory_of(symbol, given)
    is_written = base.node.op is made.UNBOX_ARRAY
    if spec.shape == ():
        return Proxy(copied(symbol) if is_written else symbol, NumpySpec(spec))
    if is_written and not is_copied:
        return _shared(symbol, spec)
    trace, key = current(), id(symbol)
    is_tensors = id(base) in tensors and not is_copied
    if id(base) in given and not is_tensors and not is_copied and base.spec.shape != ():
        if id(base) in trace.args:
            trace.args[key] = None, trace.args[id(base)][1]
        elif id(base) in trace.births:
            trace.births[key] = symbol, *trace.births[id(base)][1:]
        return Proxy(symbol, NumpySpec(spec))
    site = site_here(np.ndarray)
    if site.is_real or trace.known.has_real_arrays:
        is_spread = base.spec.shape == () and base is not symbol and not is_copied
        if is_tensors:
            symbol = emit(rows.APPLY, [symbol], (ANY,), "r", function=_read_only)[0]
            return Proxy(symbol, ArraySpec(spec.dtype, spec.shape))
        return _shared(symbol, spec) if is_spread else real_array(symbol)
    symbol = copied(symbol) if is_written else symbol
    if is_tensors and symbol is base:
        symbol = _apart(symbol)
    trace.births[id(symbol)] = symbol, site, trace.block.depth
    return Proxy(symbol, NumpySpec(spec))


def _apart(symbol: SymbolicTensor) -> SymbolicTensor:
    """Return the same value as a symbol of its own: as an array of its own."""
    found = identity(symbol)
    assert isinstance(found, SymbolicTensor)
    return found


def _read_only(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Return the array that shares the memory of a tensor."""
    view = array.view()
    view.flags.writeable = False
    return view


def _shared(symbol: SymbolicTensor, spec: TensorSpec) -> Proxy:
    """Return a view of an array that is written to."""
    found = ArraySpec(spec.dtype, spec.shape)
    if symbol.node.op is made.UNBOX_ARRAY:
        return Proxy(symbol.node.inputs[0], found)
    return Proxy(emit(made.SAME, [symbol], (found,), "r")[0], found)


def memory_of(
    symbol: SymbolicTensor, given: frozenset[int] = frozenset()
) -> tuple[SymbolicTensor, bool]:
    """Return whose memory a result may share, and whether NumPy has copied it since.

    What computes element by element makes new memory; so does what passes on a value
    as a value of its own.
    """
    is_copied = False
    while id(symbol) not in given:
        outer = next((x for x, y in symbol.node.graph.captures if y is symbol), None)
        if outer is not None:
            symbol = outer  # what stands for an outer value in a block is that value
            continue
        node = symbol.node
        specs = [x.spec for x in node.inputs]
        if (
            not node.op.may_alias
            or not specs
            or node.op.gives_copy(*specs, **node.attrs)
        ):
            break
        is_copied |= node.op in _COPIES
        symbol = node.inputs[0]
    return symbol, is_copied


# What gives its operand on where nothing is to be done, and what NumPy has copied then.
_COPIES: Final = tuple(map(op_named, ("identity", "round", "pad")))


def copied(symbol: SymbolicTensor, order: str = "K") -> SymbolicTensor:
    """Return what an array holds now, as a value that no write reaches."""
    return emit(made.SNAPSHOT, [symbol], (bare(symbol.spec),), "r", order=order)[0]


def as_value(found: Any) -> Any:
    """Return tensors that share no memory with arrays that are written to."""
    if isinstance(found, SymbolicTensor):
        is_shared = memory_of(found)[0].node.op is made.UNBOX_ARRAY
        return copied(found) if is_shared else found
    if is_tuple(found) or type(found) is list:
        parts = list(map(as_value, found))
        if hasattr(type(found), "_fields"):
            return type(found)(*parts)
        return type(found)(parts)
    if type(found) is dict:
        return {key: as_value(x) for key, x in found.items()}
    return found


def born_array(value: np.ndarray[Any, Any]) -> Any:
    """Take note of a new array that is known; return what stands for it in the run."""
    trace = current()
    base = value.base
    while isinstance(base, (np.ndarray, np.flatiter)):
        if id(base) in trace.births:
            trace.births[id(value)] = value, *trace.births[id(base)][1:]
            return value
        base = base.base
    site = site_here(np.ndarray)
    is_real = site.is_real or trace.known.has_real_arrays
    if is_real and value.dtype.kind in "biufc":
        return real_array(graph().constant(value.copy()))
    return note_birth(value, site)


def as_they_are(value: Any) -> Any:
    """Return values with the run's own in place of arrays that outlive the call."""
    kind = type(value)
    if kind is np.ndarray and outlives(value) and value.dtype.kind in "biufc":
        return Proxy(*captured_array(value))
    return tuple(map(as_they_are, value)) if kind is tuple else value


def written_to(value: np.ndarray[Any, Any], why: str) -> NoReturn:
    """Have an array that outlives the call be the run's, as all arrays are then."""
    make_real(Proxy(*lift(value)), why)


def view_of(value: np.ndarray[Any, Any], found: Any) -> Any:
    """Return what an attribute of an array that is known gives: it may be a view."""
    known = current().births.get(id(value))
    if known is not None and isinstance(found, (np.ndarray, np.flatiter)):
        current().births[id(found)] = found, *known[1:]
    return found


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
    dtype = symbol.spec.dtype.numpy if symbol.spec.shape == () else None
    (held,) = emit(made.OWN_ARRAY, [symbol], (spec,), dtype=dtype)
    return Proxy(held, spec)


def written(value: Proxy, why: str) -> NoReturn:
    """Have an array be one that is written to, from its birth on."""
    make_real(value, why)


def check_given(value: Any) -> None:
    """Let an array be real that code which is not converted takes: it may write.

    Raises:
        WholeFunction: What it is given belongs to the trace.
    """
    check_of_trace(value)
    if type(value) is np.ndarray and is_virtual(value):
        make_real(value, "code that is not converted may write to it")
    if type(value) is Proxy and isinstance(value.spec, NumpySpec):
        if not value.spec.is_scalar and is_virtual(value):
            make_real(value, "code that is not converted may write to it")


@meant
def row_of(spec: ArraySpec) -> Any:
    """Return what is known of what iterating over an array gives."""
    if spec.shape is None:
        raise Unstageable("it iterates over an array of unknown rank")
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


F = TypeVar("F", bound=Callable[..., Any])


def or_as_object(itself: Callable[..., Any]) -> Callable[[F], F]:
    """Let NumPy do when the graph runs what ops refuse: it raises its own errors."""

    def decorate(function: F) -> F:
        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            try:
                return function(*args, **kwargs)
            except AutographError:
                if not any(map(is_numpy, args)):
                    raise
                return itself(*args, **kwargs)

        return call  # type: ignore[return-value]

    return decorate


def _binary_itself(symbol: str, left: Any, right: Any, *, is_update: bool) -> Any:
    if is_update:
        return NotImplemented
    held = [boxed_value(left).symbol, boxed_value(right).symbol]
    return Proxy(emit(rows.BINARY, held, (ANY,), symbol=symbol)[0], ANY)


def _unary_itself(symbol: str, value: Any) -> Any:
    held = [boxed_value(value).symbol]
    return Proxy(emit(rows.UNARY, held, (ANY,), symbol=symbol)[0], ANY)


def _item_itself(value: Any, key: Any) -> Any:
    held = [boxed_value(value).symbol, key_symbol(key)]
    return Proxy(emit(rows.GET_ITEM, held, (ANY,))[0], ANY)


def _method_itself(value: Any, name: str, args: tuple[Any, ...], kwargs: Any) -> Any:
    held = [boxed_value(value).symbol]
    held += [key_symbol(x) for x in (*args, *kwargs.values())]
    attrs: dict[str, Any] = {"name": name, "keywords": tuple(kwargs)}
    return Proxy(emit(rows.CALL_METHOD, held, (ANY,), **attrs)[0], ANY)


def _is_operand(value: Any) -> bool:
    return (
        is_numpy(value)
        or isinstance(value, (Tensor, int, float, complex, np.ndarray, np.generic))
        or type(value) in (list, tuple)
    )


@or_as_object(_binary_itself)
@meant
def binary(symbol: str, left: Any, right: Any, *, is_update: bool) -> Any:
    """Return `left symbol right`, or NotImplemented for what is none of NumPy's."""
    if not (_is_operand(left) and _is_operand(right)):
        if symbol in ("==", "!=") and (left is None or right is None):
            other = right if left is None else left
            if isinstance(other.spec, NumpySpec) and other.spec.is_scalar:
                return symbol == "!="
        return NotImplemented
    if is_update and type(left) is np.ndarray:
        why = f"`{symbol}=` changes it"
        (make_real if is_virtual(left) else written_to)(left, why)
    if is_update and is_numpy(left) and not _is_scalar(left):
        if isinstance(left.spec, NumpySpec):
            written(left, f"`{symbol}=` writes to it")
        held = raw(right, left.spec.dtype)
        args = [left.symbol, held]
        operand = right.spec.tensor if is_numpy(right) else None
        attrs = {"symbol": symbol, "element": left.spec.tensor, "operand": operand}
        (symbol_made,) = emit(rows.UPDATE, args, (left.spec,), **attrs)
        return Proxy(symbol_made, left.spec)
    is_tensor = any(
        isinstance(x, Tensor) and not x.spec.dtype.is_python for x in (left, right)
    )
    if is_tensor:
        return PLAIN[symbol](tensors_in(left), tensors_in(right))
    try:
        given = [tensors_in(_as_array(x)) for x in (left, right)]
        if _has_no_axes(left) or _has_no_axes(right):
            return _by_numpy(symbol, left, right, given)
        return as_numpy(PLAIN[symbol](*given))
    except Exception:  # noqa: BLE001  # NumPy says what it does, or what is wrong
        operands = [boxed_value(x).symbol for x in (left, right)]
        return wrap(emit(rows.BINARY, operands, (ANY,), symbol=symbol)[0], ANY)


def _has_no_axes(value: Any) -> bool:
    """Is it an array without axes, for which NumPy computes as it does for arrays?"""
    is_array = type(value) is Proxy and isinstance(value.spec, ArraySpec)
    return is_array and value.spec.shape == ()


def _by_numpy(symbol: str, left: Any, right: Any, held: list[Any]) -> Any:
    """Let NumPy compute with arrays without axes."""
    spec = inferred(
        lambda _: PLAIN[symbol](*held), TensorSpec((), from_numpy(np.dtype(bool)))
    )
    operands = [raw(x) for x in (left, right)]
    if spec.shape != ():
        return born(emit(rows.BINARY, operands, (spec,), symbol=symbol)[0])
    (made_now,) = emit(rows.BINARY, operands, (ANY,), symbol=symbol)
    return _from_array(Proxy(made_now, ANY), key_symbol(()), spec)


def _as_array(value: Any) -> Any:
    """Return the array that NumPy makes of a list beside an array."""
    if type(value) not in (list, tuple):
        return value
    return registry.FUNCTIONS[np.array]((tensors_in(value),), {})


def _is_scalar(value: Proxy) -> bool:
    return isinstance(value.spec, NumpySpec) and value.spec.is_scalar


@or_as_object(_unary_itself)
@meant
def unary(symbol: str, value: Proxy) -> Any:
    """Return `-value`, `+value` or `~value`."""
    functions: dict[str, Callable[[Any], Any]]
    functions = {"-": operator.neg, "+": identity, "~": operator.invert}
    function = functions[symbol]
    return as_numpy(function(tensor_of(value)))


def contains(item: Any, items: Any) -> Any:
    """Return `item in items`, of an array or a tensor."""
    from graph.ops.core import truth

    if is_numpy(items) and _is_scalar(items):
        raise TypeError(f"argument of type '{class_name(items)}' is not iterable")
    if isinstance(items, Tensor) and items.spec.dtype.is_python:
        raise TypeError(f"argument of type '{class_name(items)}' is not iterable")
    held = tensor_of(items) == tensor_of(item)
    if not isinstance(held, Tensor):
        held = [boxed_value(x).symbol for x in (item, items)]
        return wrap(emit(rows.BINARY, held, (BOOL,), symbol="in")[0], BOOL)
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
    if isinstance(spec, TensorSpec) and is_strong(spec) and _may_overflow(spec, dtype):
        return as_object(symbol, spec)
    return symbol


def _may_overflow(spec: TensorSpec, dtype: Any) -> bool:
    """Tell whether NumPy treats a tensor of one element unlike a number."""
    if dtype is None or not (dtype.is_integer or dtype.is_bool):
        return False
    if spec.shape == ():
        return not np.can_cast(spec.dtype.numpy, dtype.numpy)
    return spec.shape is not None and all(n == 1 for n in spec.shape)


def raw_or_boxed(value: Any) -> SymbolicTensor:
    """Return the symbol of what a function of NumPy's is given that writes.

    A tensor without axes is one there too: as a number it would fit any dtype.
    """
    symbol, spec = lift(value)
    if isinstance(spec, TensorSpec) and is_strong(spec) and spec.shape == ():
        return as_object(symbol, spec)
    return raw(value)


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


def holds_object(key: Any) -> bool:
    """Is a part of an index an object of the run that is none of NumPy's?"""
    if type(key) is Proxy:
        return not is_numpy(key)
    if isinstance(key, slice):
        return any(map(holds_object, (key.start, key.stop, key.step)))
    return type(key) is tuple and any(map(holds_object, key))


def boxed_key(key: Any) -> SymbolicTensor:
    """Return the symbol of an index, as plain Python would have it."""
    if isinstance(key, slice) or type(key) is tuple:
        return key_symbol(key)
    return boxed_value(key).symbol


@or_as_object(_item_itself)
@meant
def get_item(value: Any, key: Any) -> Any:
    """Return `value[key]`, of a tensor or of what is NumPy's."""
    if not is_numpy(value):
        return value[tensors_in(key)]
    if holds_object(key):
        held = [boxed_value(value).symbol, boxed_key(key)]
        return wrap(emit(rows.GET_ITEM, held, (ANY,))[0], ANY)
    if isinstance(value.spec, NumpySpec) and value.spec.tensor.dtype is string:
        make_real(value, "an element of it is text of NumPy's")
    try:
        return _get_item(value, key)
    except Exception:  # noqa: BLE001  # NumPy says what it gives, or what is wrong
        held = [boxed_value(x).symbol for x in (value, key)]
        return wrap(emit(rows.GET_ITEM, held, (ANY,))[0], ANY)


def _get_item(value: Proxy, key: Any) -> Any:
    if isinstance(value.spec, NumpySpec):
        symbol = value.symbol
        found = as_numpy(symbol[tensors_in(key)], symbols_in(symbol))
        is_array = _has_ellipsis(key)
        if is_array and type(found) is Proxy and _is_scalar(found):
            written(value, "a part of it is an array without axes")
        return found
    spec = inferred(lambda x: x[tensors_in(key)], value.spec.tensor)
    if spec.shape == () and _has_ellipsis(key):
        found = ArraySpec(spec.dtype, ())
        return wrap(
            emit(rows.GET_ITEM, [value.symbol, key_symbol(key)], (found,))[0], found
        )
    return _from_array(value, key_symbol(key), spec)


def _has_ellipsis(key: Any) -> bool:
    return any(x is ... for x in (key if type(key) is tuple else (key,)))


def _from_array(value: Proxy, key: SymbolicTensor, spec: TensorSpec) -> Any:
    if spec.shape != ():
        array = ArraySpec(spec.dtype, spec.shape)
        return wrap(emit(rows.GET_ITEM, [value.symbol, key], (array,))[0], array)
    found, held = NumpySpec(spec), [value.symbol, key]
    if spec.dtype.is_integer or spec.dtype.is_bool:
        kind = "bool" if spec.dtype.is_bool else "int"
        return wrap(emit(rows.GET_NUMBER, held, (found,), kind=kind)[0], found)
    return wrap(emit(rows.GET_ITEM, held, (found,))[0], found)


def inferred(function: Callable[[Any], Any], spec: TensorSpec) -> TensorSpec:
    """Return the spec of what a function makes of a tensor, without making it."""
    scratch = Graph("scratch", graph(), is_block=True)
    with recording_into(scratch):
        found = function(scratch.add_input(spec))
    if not isinstance(found, SymbolicTensor):
        raise Unstageable("a part of an array is no array")
    return bare(found.spec)


@meant
def set_item(target: Proxy, key: Any, value: Any) -> None:
    """Do `target[key] = value`."""
    if _is_scalar(target):
        name = target.spec.tensor.dtype.numpy.type.__name__
        raise TypeError(f"'numpy.{name}' object does not support item assignment")
    if isinstance(target.spec, NumpySpec):
        written(target, "an element of it is written")
    held = raw(value, target.spec.dtype)
    statement(rows.SET_ITEM, [target.symbol, key_symbol(key), held])


@meant
def set_attr(target: Proxy, name: str, value: Any) -> None:
    """Do `target.name = value`."""
    if name in ("shape", "dtype", "strides", "data"):
        raise Unstageable(f"`.{name}` of an array is set")
    if isinstance(target.spec, NumpySpec) and not _is_scalar(target):
        written(target, f"`.{name}` of it is set")
    symbol = raw(target) if _is_scalar(target) else target.symbol
    statement(rows.SET_ATTR, [symbol, raw(value)], name=name)


@meant
def unpack(value: Any, pattern: tuple[Any, ...]) -> Any:
    """Return what unpacks an array of known length, or a tensor."""
    spec = value.spec if isinstance(value, Tensor) else tensor_spec(value)
    if spec.shape == ():
        raise TypeError(f"cannot unpack non-iterable {class_name(value)} object")
    if not spec.shape or spec.shape[0] is None:
        if isinstance(value, Tensor):
            return value
        raise Unstageable("an array of which the run knows the length is unpacked")
    items = [get_item(value, i) for i in range(spec.shape[0])]
    if ... in pattern:
        before, after = pattern.index(...), len(pattern) - pattern.index(...) - 1
        if len(items) < before + after:
            raise ValueError(
                f"not enough values to unpack (expected at least {before + after}, got "
                f"{len(items)})"
            )
        end = len(items) - after
        rest = note_birth(items[before:end], site_here(list, "starred"))
        items = [*items[:before], rest, *items[end:]]
    elif len(items) != len(pattern):
        return items  # Python says what is wrong
    return tuple(
        unpack(item, part) if isinstance(part, tuple) else item
        for item, part in zip(items, pattern, strict=True)
    )


def tensor_spec(value: Proxy) -> TensorSpec:
    """Return the spec of what an array of the run holds."""
    found: TensorSpec = value.spec.tensor
    return found


# -- Attributes, methods and functions


def lacks_attribute(class_name: str, name: str) -> NoReturn:
    """Raise what Python does where an object has no attribute of a name."""
    raise AttributeError(f"'{class_name}' object has no attribute '{name}'")


@meant
def get_attr(value: Proxy, name: str) -> Any:
    """Return `value.name`."""
    spec = tensor_spec(value)
    if name == "shape" and spec.shape is not None and None not in spec.shape:
        return tuple(spec.shape)
    if spec.dtype is string and name in ("dtype", "itemsize", "nbytes"):
        make_real(value, "NumPy has several dtypes of text")
    if name == "dtype":
        return spec.dtype.numpy
    if name == "ndim" and spec.shape is not None:
        return len(spec.shape)
    if name in ("shape", "size", "nbytes", "itemsize"):
        return _sizes(value, name)
    if name == "__class__":
        return spec.dtype.numpy.type if _is_scalar(value) else np.ndarray
    sample = _sample(value)
    if not hasattr(sample, name):
        lacks_attribute(f"numpy.{type(sample).__name__}", name)
    held = getattr(sample, name)
    if callable(held) and not isinstance(held, property):
        return Method(value, name)
    if name == "flat":
        if isinstance(value.spec, NumpySpec):
            written(value, "its elements may be written one by one")
        return wrap(emit(rows.GET_ATTR, [value.symbol], (ANY,), "r", name=name)[0], ANY)
    symbol = tensor_of(value)
    try:
        return as_numpy(getattr(symbol, name), symbols_in(symbol))
    except Exception:  # noqa: BLE001  # NumPy says what it is
        held = [boxed_value(value).symbol]
        return wrap(emit(rows.GET_ATTR, held, (ANY,), name=name)[0], ANY)


def has_attr(value: Proxy, name: str) -> bool:
    """Has an array, or a scalar, an attribute?"""
    return hasattr(_sample(value), name)


def _sample(value: Proxy) -> Any:
    """Return a small object of the class of a value."""
    spec = tensor_spec(value)
    held = np.zeros((1,) * len(spec.shape or ()), spec.dtype.numpy)
    return held[()] if _is_scalar(value) else held


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


@or_as_object(_method_itself)
def call_method(value: Proxy, name: str, args: tuple[Any, ...], kwargs: Any) -> Any:
    """Call a method of an array or a scalar."""
    spec = tensor_spec(value)
    if name == "item" and not kwargs:
        return _item(value, args)
    if name == "tolist":
        return _as_list(value)
    if name in MUTATORS and not _is_scalar(value):
        if isinstance(value.spec, NumpySpec):
            written(value, f"`{name}` writes to it")
        dtype = value.spec.dtype
        given = (*args, *kwargs.values())
        held = [value.symbol, *(raw(x, dtype) for x in given)]
        attrs: dict[str, Any] = {
            "name": name,
            "keywords": tuple(kwargs),
            "element": spec,
        }
        return wrap(emit(rows.CALL_METHOD, held, (ANY,), **attrs)[0], ANY)
    if name == "copy":
        symbol = tensor_of(value)
        if isinstance(value.spec, ArraySpec):
            symbol.copy(*args, **kwargs)  # which checks
            snapshot = copied(symbol, [*args, *kwargs.values(), "C"][0])
            return born(snapshot) if spec.shape != () else real_array(snapshot)
        laid_out: Any = symbol.copy(*args, **kwargs)
        is_new = laid_out is not symbol
        return born(laid_out if is_new else _apart(symbol), symbols_in(symbol))
    if isinstance(value.spec, ArraySpec) and name in VIEWS:
        given, named = tensors_in(args), tensors_in(kwargs)
        wanted = inferred(lambda x: getattr(x, name)(*given, **named), spec)
        found = ArraySpec(wanted.dtype, wanted.shape)
        held = [value.symbol, *map(key_symbol, args), *map(key_symbol, kwargs.values())]
        attrs = {"name": name, "keywords": tuple(kwargs)}
        return wrap(emit(rows.CALL_METHOD, held, (found,), **attrs)[0], found)
    symbol, given = tensor_of(value), tensors_in(args)
    try:
        result = getattr(symbol, name)(*given, **tensors_in(kwargs))
    except Exception:  # noqa: BLE001  # NumPy says what it does, or what is wrong
        held = [boxed_value(x).symbol for x in (value, *args, *kwargs.values())]
        attrs = {"name": name, "keywords": tuple(kwargs)}
        return wrap(emit(rows.CALL_METHOD, held, (ANY,), **attrs)[0], ANY)
    if is_left(getattr(example_of(value), name), args, kwargs):
        return result
    found = as_numpy(result, symbols_in([symbol, *given]))
    return by_example(
        operator.methodcaller(name, *example_of(args)), [value], {}, found
    )


def _item(value: Proxy, args: tuple[Any, ...]) -> Any:
    """Return `value.item(*args)`: a number of Python's."""
    spec = tensor_spec(value)
    if args:
        place = args[0] if len(args) == 1 else args
        if type(place) is not tuple and spec.shape is not None and len(spec.shape) > 1:
            value = call_method(value, "ravel", (), {})
        return _item(get_item(value, place), ())
    found = _NUMBERS[spec.dtype.numpy.kind]
    if spec.shape is not None and spec.shape and all(x == 1 for x in spec.shape):
        value = as_numpy(tensor_of(value).reshape(()))
    elif spec.shape != ():
        held = [value.symbol]
        return wrap(emit(rows.CALL_METHOD, held, (found,), name="item")[0], found)
    return number_of(value, found)


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
    given, named = tensors_in(args), tensors_in(kwargs)
    return as_numpy(function(*given, **named), symbols_in([given, named]))


def has_scalar_kind(spec: Any) -> bool:
    """Is it a number whose dtype is NumPy's?"""
    return is_strong(spec)
