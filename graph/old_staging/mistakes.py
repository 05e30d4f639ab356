"""Errors of ours that handlers of the user's may take, as plain Python raises them.

Ops refuse operands while a function is traced. Where plain Python has eager tensors, it
raises the same error. Where it has arrays, NumPy raises another one, in other words, or
does what no op does: it is asked, by the same call on arrays of these shapes.
"""

from __future__ import annotations

import builtins
import dis
import math
import operator
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from types import FrameType, TracebackType
from typing import Any, Final, Self

import numpy as np

from graph import errors, shapes
from graph.dtypes import DType
from graph.graph import Graph
from graph.in_place import OPERATORS
from graph.old_staging.kinds import KINDS
from graph.ops.copied_errors import of_program
from graph.origin import is_users
from graph.tensor import _DISPATCH, EagerTensor, SymbolicTensor, Tensor

# What says that operands do not fit, as eager tensors have it as well. All others say
# that something cannot be staged.
_MISTAKES: Final = (
    errors.CustomGradientError,
    errors.DTypeError,
    errors.FailedPreconditionError,
    errors.GradientError,
    errors.ImmutableTensorError,
    errors.IndexingError,
    errors.InvalidArgumentError,
    errors.NameFormatError,
    errors.NestingError,
    errors.OutOfRangeError,
    errors.ShapeError,
    errors.TapeError,
    errors.UnsupportedArgumentError,
    errors.VariableCreationError,
)
# NumPy is not asked about more elements: it might compute for long.
_MAX_SIZE: Final = 10**7
_PLAIN: Final = (bool, int, float, complex, str, bytes, type(None), type(...))
# What NumPy is asked with.
_FILLS: Final[tuple[Callable[[int], Any], ...]] = (
    np.ones,
    lambda size: np.arange(size, 0, -1) % 7 + 2,
)


class _Unknown(Exception):  # noqa: N818  # a jump, not an error
    """NumPy cannot be asked, as it is not known what it is given."""


class _OfTensors(Exception):  # noqa: N818  # a jump, not an error
    """Plain Python has a tensor there: it raises our error itself."""


def is_awaited(graph: Graph) -> bool:
    """Tell whether a handler of the function's may take what is raised here."""
    return any(getattr(each, "is_handled", False) for each in graph.attempts)


def as_plain(error: BaseException) -> BaseException | None:
    """Return what plain Python raises in place of an error that tracing has met.

    Returns:
        The error itself if it is none of ours, or tensors are concerned; an exception
        of NumPy's; None where plain Python raises nothing, or may not: it is a refusal.
    """
    if not isinstance(error, errors.AutographError):
        return error
    if not isinstance(error, _MISTAKES) or vars(error).get(_OF_BLOCK):
        return None
    entries = list(_entries(error.__traceback__))
    users = [i for i, each in enumerate(entries) if is_users(each.tb_frame.f_code)]
    if not users or users[-1] == len(entries) - 1:
        return of_program(error)  # the user's code raises it itself
    frames = [each.tb_frame for each in entries[users[-1] + 1 :]]
    try:
        call = _call_of(frames, is_in_place=_is_in_place(entries[users[-1]]))
        said = _said_by_numpy(call)
    except _OfTensors:
        return of_program(error)
    except _Unknown:
        return None
    if call.has_tensors and not str(said).startswith(_OF_TRUTH):
        return of_program(error)
    if said is None:
        return None
    said.__context__ = _context_of(error)
    return said.with_traceback(_of_users([entries[place] for place in users]))


def _context_of(error: errors.AutographError) -> BaseException | None:
    """Return what the program was handling when an error of ours was raised.

    What an op says is raised once more, with the op and the operands.
    """
    context = error.__context__
    while error.__suppress_context__ and isinstance(context, errors.AutographError):
        context = context.__context__
    return context


def _of_users(entries: list[TracebackType]) -> TracebackType | None:
    """Return a traceback of these entries alone."""
    found: TracebackType | None = None
    for each in reversed(entries):
        found = TracebackType(found, each.tb_frame, each.tb_lasti, each.tb_lineno)
    return found


def note_block(error: errors.AutographError) -> None:
    """Note that an error leaves a block which the run may pass by.

    It is no exception for a handler around that block from then on.
    """
    vars(error)[_OF_BLOCK] = True


def is_exhausted(error: BaseException) -> bool:
    """Has tracing run out of stack or memory? A program may raise such errors, too."""
    if not isinstance(error, (RecursionError, MemoryError)):
        return False
    (last,) = deque(_entries(error.__traceback__), maxlen=1) or (None,)
    if last is None or not is_users(last.tb_frame.f_code):
        return True
    code = last.tb_frame.f_code.co_code
    return dis.opname[code[last.tb_lasti]] != "RAISE_VARARGS"


_OF_BLOCK: Final = "_ag_of_block"
_OF_TRUTH: Final = "The truth value of an array"


def _entries(entry: TracebackType | None) -> Iterator[TracebackType]:
    while entry is not None:
        yield entry
        entry = entry.tb_next


def _is_in_place(entry: TracebackType) -> bool:
    """Is the user's own operator, of which this is the line, one such as `+=`?"""
    code = entry.tb_frame.f_code.co_code
    is_binary = dis.opname[code[entry.tb_lasti]] == "BINARY_OP"
    return is_binary and code[entry.tb_lasti + 1] >= _FIRST_IN_PLACE


# NB_INPLACE_ADD of CPython 3.11 to 3.13, after which come all others in place.
_FIRST_IN_PLACE: Final = 13


def _said_by_numpy(call: _Call) -> BaseException | None:
    """Return what NumPy raises; None if nothing, or if that depends on the values."""
    raised = [_raised(call, fill) for fill in _FILLS]
    first = raised[0]
    if first is None or any(
        type(each) is not type(first) or str(each) != str(first) for each in raised
    ):
        return None
    return first


def _raised(call: _Call, fill: Callable[[int], Any]) -> BaseException | None:
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            call(fill)
    except (_OfTensors, _Unknown):
        raise
    except Exception as raised:  # noqa: BLE001  # whatever NumPy raises
        return raised
    return None


def _call_of(frames: list[FrameType], *, is_in_place: bool) -> _Call:
    """Return what does again, on arrays, what the user's line has called.

    Args:
        frames: Those of this library, which raised the error; the outermost first.
        is_in_place: Is it an operator such as `+=`?

    Raises:
        _OfTensors: It is called with tensors, or is none of NumPy's.
        _Unknown: It is not known what it is called with.
    """
    for frame in frames:
        held, name = frame.f_locals, frame.f_code.co_qualname
        if name.startswith(("Tensor.__", "ArrayMethods.")):
            name = name.partition(".")[2]
            if is_in_place and hasattr(np.ndarray, f"__i{name[2:]}"):
                name = f"__i{name[2:]}"
            return _Call(_bound, (name, *_given(frame)))
        if name == "converted_call":
            return _of_function(held["function"], held["args"], held["kwargs"] or {})
        if name == "ArrayProtocols.__array_ufunc__":
            act = getattr(held["ufunc"], held["method"])
            return _Call(act, held["inputs"], held["kwargs"])
        if name in _STATEMENTS:
            return _Call(_STATEMENTS[name], _given(frame))
        if name not in _PASSED:
            break
        is_in_place |= name in _IN_PLACE
    raise _Unknown


def _given(frame: FrameType) -> tuple[Any, ...]:
    code = frame.f_code
    return tuple(frame.f_locals[each] for each in code.co_varnames[: code.co_argcount])


def _of_function(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> _Call:
    owner = getattr(function, "__self__", None)
    if isinstance(owner, Tensor):
        return _Call(_method, (owner, function.__name__, *args), kwargs)
    module = getattr(function, "__module__", None) or ""
    is_numpys = module.partition(".")[0] == "numpy" or isinstance(function, np.ufunc)
    if is_numpys and not module.startswith("numpy.random"):
        return _Call(function, args, kwargs)
    if isinstance(owner, np.ufunc):
        return _Call(function, args, kwargs)
    name = getattr(function, "__name__", "")
    if getattr(builtins, name, None) is function and name in _BUILTINS:
        return _Call(function, args, kwargs)
    if module.partition(".")[0] in ("autograph", "graph"):
        raise _OfTensors
    raise _Unknown


# Builtins that ask their arguments alone.
_BUILTINS: Final = frozenset(
    {
        *("abs", "bool", "complex", "divmod", "float", "hash", "int", "iter", "len"),
        *("list", "max", "min", "pow", "range", "round", "sorted", "sum", "tuple"),
    }
)


class _Call:
    """A call that is done with arrays in place of what stands for them."""

    def __init__(
        self,
        function: Any,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any] | None = None,
    ) -> None:
        self._function = function
        self._given = (args, dict(kwargs or {}))
        self.has_tensors = False
        # Tensors ask their arrays for a truth, and raise what these raise.
        is_bool = function is _bound and args[0] == "__bool__"
        self._is_of_truth = is_bool or function in (bool, max, min, sorted)

    def __call__(self, fill: Callable[[int], Any]) -> Any:
        arrays = _Arrays(fill, is_of_truth=self._is_of_truth)
        args, kwargs = arrays.of(self._given)
        self.has_tensors = arrays.has_tensors
        return self._function(*args, **kwargs)


class _Arrays:
    """Makes arrays, each once, of what stands for them, and copies of all others."""

    def __init__(self, fill: Callable[[int], Any], *, is_of_truth: bool) -> None:
        self._fill = fill
        self._is_of_truth = is_of_truth
        self.has_tensors = False
        self._made: dict[int, Any] = {}

    def of(self: Self, value: Any) -> Any:
        if id(value) not in self._made:
            self._made[id(value)] = self._of(value)
        return self._made[id(value)]

    def _of(self, value: Any) -> Any:
        if isinstance(value, EagerTensor):
            self._note_tensor()
            return value._value.copy()
        if type(value) is SymbolicTensor:
            return self._array(value)
        if isinstance(value, DType):
            return value.numpy
        if type(value) is np.ndarray:
            return value.copy()
        if type(value) in (tuple, list):
            return type(value)(map(self.of, value))
        if type(value) is dict:
            return {key: self.of(each) for key, each in value.items()}
        if type(value) is slice:
            return slice(*map(self.of, (value.start, value.stop, value.step)))
        is_known = isinstance(value, (np.generic, np.dtype, type))
        if is_known or type(value) in _PLAIN or value is np._NoValue:
            return value
        raise _Unknown

    def _note_tensor(self) -> None:
        if not self._is_of_truth:
            raise _OfTensors
        self.has_tensors = True

    def _array(self, value: SymbolicTensor) -> Any:
        shape, dtype = value.spec.shape, value.spec.dtype
        if dtype.is_python or not shapes.is_static(shape) or dtype.kind not in "biufc":
            raise _Unknown
        kind = _DISPATCH["assumed_kind"](value)
        if kind is Tensor:
            self._note_tensor()
        size = math.prod(shape)  # type: ignore[arg-type]
        if kind not in KINDS or size > _MAX_SIZE:
            raise _Unknown
        made = self._fill(size).astype(dtype.numpy).reshape(shape)
        return made[()] if kind is np.generic else made


def _bound(name: str, owner: Any, *args: Any) -> Any:
    """Ask an array for an attribute, or call its method for an operator."""
    if not name.startswith("__"):
        found = getattr(owner, name)
        return found(*args) if callable(found) else found
    if name in ("__bool__", "__len__", "__iter__", "__int__", "__float__"):
        return getattr(builtins, name.strip("_"))(owner)
    if not hasattr(owner, name):  # as numbers of NumPy's have no `@`
        is_swapped = name.startswith("__r") and name != "__rshift__"
        operate = getattr(operator, f"__{name[3:]}" if is_swapped else name)
        return operate(*args, owner) if is_swapped else operate(owner, *args)
    found = getattr(owner, name)(*args)
    if found is NotImplemented:
        raise _Unknown
    return found


def _method(owner: Any, name: str, *args: Any, **kwargs: Any) -> Any:
    return getattr(owner, name)(*args, **kwargs)


def _binary(symbol: str, left: Any, right: Any) -> Any:
    is_in_place = symbol[-1] == "="
    name = OPERATORS[symbol.removesuffix("=")]
    return getattr(operator, f"__i{name}__" if is_in_place else f"__{name}__")(
        left, right
    )


# The functions that stand for statements and expressions, with what these do.
_STATEMENTS: Final[Mapping[str, Callable[..., Any]]] = {
    "binary": _binary,
    "del_item": operator.delitem,
    "get_item": operator.getitem,
    "set_item": operator.setitem,
    "truth": bool,
}
# Those that ask another one of these for what they were given, or an operand.
_IN_PLACE: Final = frozenset({"_updating.<locals>.update", "aug_item"})
_PASSED: Final = _IN_PLACE | {
    *("and_", "assert_stmt", "compare", "compare_lists", "if_exp", "if_stmt", "not_"),
    *("or_", "python_not", "stage_cond", "<lambda>"),
}


__all__ = ["as_plain", "is_awaited", "is_exhausted", "note_block"]
