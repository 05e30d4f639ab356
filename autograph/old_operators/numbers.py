"""Builtins that ask what a value is, and functions of numbers, on symbolic values."""

from __future__ import annotations

import builtins
import functools
import math
import operator
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, Final, NoReturn

import numpy as np

from autograph.old_function.conflicts import outermost
from autograph.old_operators import as_it_stands
from autograph.old_operators.iteration import StagedItems, StagedRange, python_integer
from autograph.old_operators.logic import not_
from autograph.old_operators.none_arguments import present
from autograph.old_operators.sifting import Sifted
from graph import dtypes
from graph.dispatch import operate, record
from graph.errors import UnknownNoneError, UnstagedOperationError
from graph.foreign_operands import example_in_python, example_of
from graph.givers import made_of
from graph.graph import current_graph, is_symbolic
from graph.numpy import pointwise
from graph.old_staging import stage_cond
from graph.old_staging.choices import Choice
from graph.old_staging.members import Member
from graph.old_staging.narrow import asked_of_kind, is_narrow, narrow_of
from graph.old_staging.number_checks import check_numbers
from graph.old_staging.number_types import NEVER, alone, mark, may_be_real, number_types
from graph.old_staging.numpy_numbers import (
    Mixed,
    assumed_kind,
    is_mixed,
    kind_in_python,
    may_be_of_numpy,
    refuse_mixed,
)
from graph.old_staging.told_apart import (
    check_class,
    is_either,
    is_told_apart,
    refuse_either,
    sides,
    taken_apart,
)
from graph.old_staging.unrounded import converted
from graph.old_staging.whole import dtypes_of, refuse_real
from graph.op import OPS, op_named
from graph.ops.number_methods import UNBOUND
from graph.ops.python_functions import OF_FLOATS, OF_INTEGERS, PYTHON_FUNCTION
from graph.origin import capture_exact
from graph.partial import Optional, OptionalTensor
from graph.tensor import EagerTensor, SymbolicTensor, Tensor


def as_number(value: Any, dtype: Any) -> Any:
    """Return a number as one of Python's, of a dtype such as `python_float`."""
    if not is_symbolic(value):
        return dtype.python(value)
    if value.spec.dtype is dtype:
        return alone(value)
    if value.ndim is not None and value.size != 1 and None not in value.shape:
        raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
    if value.shape and not dtype.is_bool:
        with warnings.catch_warnings():  # before version 2.4, NumPy only warns
            warnings.simplefilter("ignore", DeprecationWarning)
            dtype.python(np.ones((1,) * len(value.shape)))
    if value.shape != ():
        value = _recorded("reshape", value, {"shape": ()})
    if value.dtype.is_complex and dtype is not dtypes.python_complex:
        value = _real_part(value, dtype)
    return converted(value, dtype)


def _real_part(value: Any, dtype: Any) -> Any:
    """Return what `int` and `float` make a number of: NumPy's scalars have a real part.

    Raises:
        TypeError: It is another complex number, as Python says it.
    """
    if dtype.is_bool:
        return value
    if may_be_real(value):
        refuse_real(f"`{dtype.python.__name__}`")
    if (
        is_number(value)
        or kind_in_python(value, "the real part of a number") is not np.generic
    ):
        dtype.python(1j)
    return _recorded("real", value, {})


def as_dtype(value: Any, dtype: Any) -> Any:
    """Convert a number as it is: as a tensor, one of Python's loses precision."""
    return _recorded("cast", value, {"dtype": dtype})


def _recorded(name: str, value: Any, attrs: Mapping[str, Any]) -> Any:
    graph = current_graph()
    assert graph is not None
    return record(graph, OPS[name], (value,), attrs).outputs[0]


def _apply(function: str, numbers: list[Any], keywords: Mapping[str, Any]) -> Any:
    """Apply a function of Python's to Python numbers, when the graph runs."""
    graph = current_graph()
    assert graph is not None
    if any(map(is_symbolic, keywords.values())):
        refuse(f"{function}() with this keyword argument")
    if function != "complex" and any(map(may_be_real, numbers)):
        refuse_real(f"{function}()")
    attrs = {"function": function, "keywords": tuple(sorted(keywords.items()))}
    return record(graph, PYTHON_FUNCTION, numbers, attrs).outputs[0]


def python_function(name: str, numbers: list[Any]) -> Any:
    """Apply a function of Python's, named as its op has it, when the graph runs."""
    return _apply(name, numbers, {})


def refuse(what: str, hint: str = "") -> NoReturn:
    """Refuse what needs a value that is known only when the graph runs.

    Raises:
        UnstagedOperationError: Always.
    """
    raise UnstagedOperationError(
        f"{what} needs a value that is known only when the graph runs.",
        origin=capture_exact(2),
        hint=hint or "Compute it before the call, from Python values.",
    )


def _of_floats(name: str, *args: Any, **kwargs: Any) -> Any:
    is_tensor = any(isinstance(each, Tensor) and not is_number(each) for each in args)
    if name == "trunc" and is_tensor and not _is_truncated(*args):
        return math.trunc(*args)  # tensors have no `__trunc__`, which it says
    numbers = [
        as_number(each, dtypes.python_float)
        if isinstance(each, Tensor) and not is_number(each)
        else each
        for each in args
    ]
    return _apply(f"math.{name}", numbers, kwargs)


def _is_truncated(value: Any, *more: Any) -> bool:
    """Tell whether `math.trunc` takes a tensor: it stands for a `np.float64`."""
    if more or not is_symbolic(value):
        return False
    kind = kind_in_python(value, "math.trunc() of a number")
    if kind is np.ndarray:
        math.trunc(np.empty(()))  # type: ignore[arg-type]  # Python's own error
    if kind is np.generic and value.dtype is not dtypes.float64:
        math.trunc(value.dtype.numpy.type())
    return kind is np.generic


def _of_integers(name: str, *args: Any) -> Any:
    return _apply(f"math.{name}", [python_integer(each) for each in args], {})


def is_number(value: Any) -> bool:
    """Tell whether a value is a number of Python's, symbolic or not."""
    if isinstance(value, Tensor):
        return value.spec.dtype.python is not None
    return isinstance(value, (int, float, complex))


def round_(number: Any, ndigits: Any = None) -> Any:
    """Do `round(number, ndigits)`."""
    if is_symbolic(number) and is_told_apart(number):
        return taken_apart("round()", [number], lambda x: round_(x[0], ndigits))
    if isinstance(number, Tensor) and (number.shape or _is_array(number)):
        axes: Any = np.empty(1)
        return builtins.round(axes, ndigits)  # which says so
    if is_symbolic(number) and (number.dtype.is_complex or _is_numpy_bool(number)):
        refuse_either(number, "round()")
        kind = number.spec.dtype.python or number.dtype.numpy.type
        return builtins.round(kind(), ndigits)  # which says that it cannot be
    if ndigits is None:
        if number.spec.dtype is dtypes.python_int:
            return number
        if number.spec.dtype is dtypes.python_float:
            number = as_dtype(number, dtypes.float64)
        if not number.dtype.is_integer:
            number = _recorded("rint", number, {})
        return as_number(number, dtypes.python_int)
    if isinstance(number, Tensor) and not is_number(number) and number.shape == ():
        return made_of((number,), pointwise.round(number, operator.index(ndigits)))
    if not is_symbolic(number) or not is_number(number):
        return builtins.round(number, ndigits)  # refused there
    return _apply("round", [number, python_integer(ndigits)], {})


def _is_array(number: Any) -> bool:
    """Is it an array of NumPy's without axes, which is no number to Python?"""
    if type(number) is not SymbolicTensor or is_number(number) or number.shape != ():
        return False
    return assumed_kind(number) is np.ndarray


def _is_numpy_bool(number: Any) -> bool:
    return number.spec.dtype.is_bool and not is_number(number)


def pow_(base: Any, exp: Any, mod: Any = None) -> Any:
    """Do `pow(base, exp, mod)`."""
    if mod is None:
        return base**exp
    if not all(map(_is_python_int, (base, exp, mod))):
        # Tensors know no modulus; of Python's numbers integers alone do.
        _refuse_any((base, exp, mod), "pow() with a modulus")
        return builtins.pow(*map(example_in_python, (base, exp, mod)))
    return _apply("pow", [base, exp, mod], {})


def divmod_(left: Any, right: Any) -> Any:
    """Do `divmod(left, right)`."""
    if not is_number(left) or not is_number(right):
        if not _has_remainder(left) or not _has_remainder(right):
            builtins.divmod(example_in_python(left), example_in_python(right))
        return left // right, left % right
    # Python's own error, also where it knows the divisor.
    if any(map(may_be_real, (left, right))):
        refuse_real("divmod()")
    quotient, _ = builtins.divmod(example_of(left), example_of(right))
    if type(quotient) is float:  # which has a message of its own for 0
        graph = current_graph()
        assert graph is not None
        numbers = check_numbers(graph, op_named("floor_divide"), (left, right))
        made = _apply("divmod", [left, right], {})
        mark(made, numbers or NEVER)
        return made, left % right
    return left // right, left % right


def _refuse_any(values: tuple[Any, ...], what: str) -> None:
    """Refuse something of values of which one is of another class on another path.

    Raises:
        UnstagedOperationError: One is.
    """
    for each in filter(is_symbolic, values):
        refuse_either(each, what)


def _has_remainder(value: Any) -> bool:
    if isinstance(value, (Tensor, np.ndarray, np.generic)):
        return value.dtype.kind in "biuf"
    is_text = isinstance(value, (str, bytes, bytearray))
    return not is_text and hasattr(value, "__rmod__")


def _is_python_int(value: Any) -> bool:
    if is_symbolic(value):
        return value.spec.dtype in (dtypes.python_int, dtypes.python_bool)
    return isinstance(value, int)


def _unbound(method: Any, number: Any, *args: Any, **kwargs: Any) -> Any:
    """Call a method of a class of numbers, such as `int.bit_length`."""
    if type(number) is OptionalTensor:
        number = present(method, (number, *args), 0)
    kind = class_of(number) if is_symbolic(number) else builtins.type(number)
    if is_symbolic(number) and issubclass(kind, method.__objclass__):
        return builtins.getattr(number, method.__name__)(*args, **kwargs)
    given = kind() if kind in (int, bool, float, complex) else number
    if is_symbolic(number) and kind is EagerTensor and assumed_kind(number) is Tensor:
        return method(given, *args, **kwargs)  # Python's own error, of a tensor
    # Python's own error, unless a class of NumPy's is one of Python's as well.
    return as_it_stands.call(method, (given, *args), kwargs)


# -- What a value is -----------------------------------------------------------------


def class_of(value: Any) -> type:
    """Return the class that a symbolic value has in plain Python."""
    python: type | None = value.spec.dtype.python
    return EagerTensor if python is None else python


def isinstance_(value: Any, classes: Any, /) -> Any:
    """Do `isinstance(value, classes)`."""
    if type(value) in (Optional, OptionalTensor):
        if_none = builtins.isinstance(None, classes)
        if_value = isinstance_(value.value, classes)
        if if_none is if_value:
            return if_none
        return not_(value.flag) if if_value else value.flag
    if type(value) is Choice:
        return value.is_kind(lambda each: isinstance_(each, classes))
    kind = _kind_of(value)
    if kind is not None:
        return _is_kind(kind, classes)
    if not is_symbolic(value):
        return builtins.isinstance(value, classes)
    return _asked(value, lambda kind: _is_kind(kind, classes))


def _asked(value: Any, asked: Callable[[type], bool]) -> Any:
    """Return what is so for the class that a value has: the run may decide which."""
    answers = set(map(asked, _classes_of(value)))
    if len(answers) == 1:
        return answers.pop()
    if is_either(value) and (is_mixed(value) or not is_narrow(value)):
        is_so, *parts = sides("the class", value)
        return _chosen(is_so, *(_asked(each(), asked) for each in parts))
    return _answer(value, asked)


def _is_kind(kind: type, classes: Any) -> bool:
    """Do `issubclass(kind, classes)`; what is wrong is said of `isinstance`."""
    with suppress(TypeError):
        return issubclass(kind, classes)
    return builtins.isinstance(object(), classes)


def _chosen(is_so: Any, if_so: Any, if_not: Any) -> Any:
    """Return one of two truth values: it may be known while tracing, as each may."""
    if builtins.isinstance(is_so, bool):
        return if_so if is_so else if_not
    if if_so is if_not:
        return if_so
    if if_not is False:
        return is_so if if_so is True else operate("bitwise_and", (is_so, if_so))
    if if_so is True:
        return operate("bitwise_or", (is_so, if_not))
    is_not = not_(is_so)
    if if_so is False:
        return is_not if if_not is True else operate("bitwise_and", (is_not, if_not))
    if if_not is True:
        return operate("bitwise_or", (is_not, if_so))
    parts = [
        operate("bitwise_and", each) for each in ((is_so, if_so), (is_not, if_not))
    ]
    return operate("bitwise_or", tuple(parts))


def _classes_of(value: Any) -> Iterator[type]:
    """Yield the classes that a symbolic value may be of, on one path or another."""
    python = value.spec.dtype.python
    if python is not None:
        yield python
        yield from number_types(value)
        return
    yield from (EagerTensor, np.ndarray, value.spec.dtype.numpy.type)
    yield from (each.numpy.type for each in dtypes_of(value))
    yield from number_types(value) or _NUMBERS.get(value.dtype.kind, ())


def _kind_of(value: Any) -> type | None:
    """Return the type of what Python makes where a range or iterator is staged."""
    if type(value) is StagedRange:
        return range
    return value.kind if type(value) in (StagedItems, Sifted) else None


#: The numbers of Python's that a tensor's dtype holds, by its kind.
_NUMBERS: Final = {
    "b": (bool,),
    **dict.fromkeys("iu", (bool, int)),
    "f": (bool, int, float),
    "c": (bool, int, float, complex),
}


def _answer(value: Any, asked: Callable[[type], Any]) -> Any:
    """Return what is so for the class that a symbolic value has in plain Python.

    Args:
        value: Something symbolic.
        asked: Tells it for a class.
    """
    found = asked(class_of(value))
    check_class(value, asked, found)
    if class_of(value) is not EagerTensor:
        return found
    kinds: list[tuple[type, type]] = [(EagerTensor, Tensor), (np.ndarray, np.ndarray)]
    if value.spec.shape in ((), None):
        dtypes = value.spec.dtype, *narrow_of(value)
        kinds += [(each.numpy.type, np.generic) for each in dtypes]
    others = [(kind, base) for kind, base in kinds if asked(kind) is not found]
    numbers = _NUMBERS.get(value.dtype.kind, (str,))
    if any(asked(kind) is not found for kind in numbers) and is_mixed(value):
        refuse_mixed("the class")
    known = assumed_kind(value) if others else Mixed
    if known is Mixed:
        return found
    if known is not None:
        return asked_of_kind(value, known, asked)
    if may_be_of_numpy(value):
        kind_in_python(value, "the class of a value")
    bases = [base for _, base in others]
    value.graph.root.classes_asked.append((outermost(value), bases, capture_exact()))
    return found


def type_(*args: Any, **kwargs: Any) -> Any:
    """Do `type(value)`."""
    if len(args) != 1 or kwargs:
        return builtins.type(*args, **kwargs)
    (value,) = args
    if builtins.type(value) in (Optional, OptionalTensor):
        raise UnknownNoneError(
            "type() is asked of what is None on some paths, which only the run knows.",
            origin=capture_exact(),
            hint="Test `value is None` first.",
        )
    if type(value) is Choice:
        return value.kind()
    if issubclass(builtins.type(value), Member):
        return value._ag_enumeration
    kind = _kind_of(value)
    if kind is not None:
        return kind
    if not is_symbolic(value):
        return builtins.type(value)
    return _answer(value, lambda kind: kind)


def hasattr_(value: Any, name: str, /) -> Any:
    """Do `hasattr(value, name)`."""
    if type(value) is OptionalTensor:
        if_none, if_value = builtins.hasattr(None, name), hasattr_(value.value, name)
        if if_none is if_value:
            return if_none
        return not_(value.flag) if if_value else value.flag
    if not is_symbolic(value) or type(name) is not str or name == "numpy":
        return builtins.hasattr(value, name)
    return _asked(value, lambda kind: _has(kind, name))


def _has(kind: type, name: str) -> bool:
    """Tell whether objects of a class have an attribute.

    The class itself has more: `int.__name__`, `int.__dict__`, `int.__call__`.
    """
    return any(name in vars(each) for each in kind.__mro__)


def getattr_(value: Any, name: str, /, *default: Any) -> Any:
    """Do `getattr(value, name)`."""
    if default and type(value) is OptionalTensor:
        return stage_cond(
            value.flag,
            lambda: [builtins.getattr(None, name, *default)],
            lambda: [getattr_(value.value, name, *default)],
            (f"the attribute `{name}`",),
        )[0]
    if not isinstance(name, str):
        return builtins.getattr(value, name, *default)
    if default and not hasattr_(value, name):
        return default[0]
    from autograph.old_operators.attributes import get_attr  # which imports calls

    return get_attr(value, name)


def _refusing(name: str) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        del args, kwargs
        refuse(f"{name}()")

    return call


#: What to call in place of a function when an argument is symbolic.
ON_SYMBOLIC: Final[Mapping[Any, Callable[..., Any]]] = {
    **{getattr(math, each): functools.partial(_of_floats, each) for each in OF_FLOATS},
    **{
        getattr(math, each): functools.partial(_of_integers, each)
        for each in OF_INTEGERS
    },
    **{method: functools.partial(_unbound, method) for method in UNBOUND},
    builtins.round: round_,
    builtins.divmod: divmod_,
    builtins.pow: pow_,
    builtins.isinstance: isinstance_,
    builtins.type: type_,
    builtins.hasattr: hasattr_,
    builtins.getattr: getattr_,
    builtins.dir: lambda value, /: builtins.dir(class_of(value)),
    builtins.bytes: _refusing("bytes"),
    builtins.bytearray: _refusing("bytearray"),
}
__all__ = [
    "ON_SYMBOLIC",
    "as_dtype",
    "as_number",
    "is_number",
    "isinstance_",
    "python_function",
    "refuse",
    "type_",
]
