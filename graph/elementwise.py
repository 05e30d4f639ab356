"""Make elementwise ops out of rows: name, ufunc, meaning on Python numbers, doc."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graph import dtypes, shapes
from graph.errors import DTypeError
from graph.meant import meant
from graph.op import Inline, Op, Operand, define
from graph.public_functions import public_function
from graph.reflection import as_raised
from graph.specs import TensorSpec
from graph.unbroadcast import elementwise_rule

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from graph.dtypes import DType
    from graph.op import Gradient, InlineRule, PublicFunction


def elementwise(
    name: str,
    ufunc: Any,
    *,
    doc: str,
    inputs: tuple[str, ...] = (),
    python: Callable[..., Any] | None = None,
    inline: InlineRule | None = None,
    kernel: Callable[..., Any] | None = None,
    text: str = "no",
    gradient: Gradient | Callable[..., Any] | tuple[Any, ...] | None = None,
    smooth: int = 0,
    **facets: Any,
) -> PublicFunction:
    """Define an elementwise op on a ufunc; shapes broadcast, dtypes follow NEP 50.

    Args:
        name: The op's name.
        ufunc: The NumPy ufunc, which gives the dtypes and is the kernel.
        doc: First line of the docstring.
        inputs: Names of the inputs; `x` or `x, y` by default.
        python: The meaning on Python numbers, if there is one.
        inline: Cheaper source for scalars.
        kernel: The kernel, when it is not the ufunc itself.
        text: Does it take text: `no`, `alike` (all of the inputs), `any` of them?
        gradient: For each input a function of the result's gradient, the result and
            the inputs (None where nothing flows back); one function for one input.
            Broadcasting is undone, and complex numbers come conjugated.
        smooth: Of a ufunc with several results, the place of the only one that has a
            gradient, which is given beside all the results.
        **facets: Further facets of `Op`; `source` if the ufunc gives the dtypes alone.
    """
    inputs = inputs or (("x",) if ufunc.nin == 1 else ("x", "y"))

    def infer(*specs: TensorSpec) -> TensorSpec | tuple[TensorSpec, ...]:
        if python is not None and all(spec.dtype.is_python for spec in specs):
            return TensorSpec((), _python_result(python, _dtypes(specs), name))
        given = _dtypes(specs)
        n_texts = given.count(dtypes.string)
        if n_texts and (text == "no" or (text == "alike" and n_texts < len(given))):
            raise _no_loop(ufunc, name, given)
        found = _resolve_all(ufunc, given, name)
        shape = shapes.broadcast(*(spec.shape for spec in specs))
        outputs = tuple(TensorSpec(shape, dtype) for dtype in found)
        return outputs if len(outputs) > 1 else outputs[0]

    op = define(
        name,
        inputs=inputs,
        infer=infer,
        kernel=kernel or ufunc,
        doc=_document(doc, ufunc, facets.pop("source", "")),
        python=python,
        inline=inline,
        ufunc=facets.pop("dispatches", ufunc),
        is_elementwise=True,
        gradient=elementwise_rule(gradient, smooth),
        **facets,
    )
    return public_function(op)


@meant
def unary(
    name: str,
    kernel: Callable[[Any], Any],
    doc: str,
    *,
    kinds: str,
    gives: Callable[[DType], DType],
    hint: str,
    gradient: Callable[..., Any],
    operand: str = "x",
    **facets: Any,
) -> PublicFunction:
    """Define an elementwise op of one number for which NumPy has no ufunc.

    Args:
        name: The op's name.
        kernel: From an array to an array.
        doc: The docstring.
        kinds: The kinds of dtypes that it takes, as NumPy has them.
        gives: From the dtype of the operand to that of the result.
        hint: What is said where it takes no such dtype.
        gradient: As for `elementwise`.
        operand: The operand's name.
        **facets: Further facets of `Op`.
    """

    def infer(x: TensorSpec) -> TensorSpec:
        dtype = dtypes.strengthen(x.dtype)
        if dtype.numpy.kind not in kinds:
            raise DTypeError(f"there is no {name} of {dtype}.", hint=hint)
        return TensorSpec(x.shape, gives(dtype))

    def checked(x: Any) -> Any:
        array = np.asarray(x)
        if array.dtype.kind not in kinds:
            raise TypeError(array.dtype)
        return kernel(array)

    op = define(
        name,
        inputs=(operand,),
        infer=infer,
        kernel=checked,
        is_elementwise=True,
        gradient=elementwise_rule(gradient),
        doc=doc,
        **facets,
    )
    return public_function(op)


def _dtypes(specs: tuple[TensorSpec, ...]) -> tuple[DType, ...]:
    return tuple(spec.dtype for spec in specs)


def _document(first_line: str, ufunc: Any, source: str) -> str:
    kinds = sorted({row.split("->")[0] for row in ufunc.types})
    return (
        f"{first_line}\n\n"
        "Shape:   inputs broadcast together -> the broadcast shape\n"
        f"Dtype:   as numpy.{ufunc.__name__}, by NEP 50 (loops {', '.join(kinds)})\n"
        "Raises:  ShapeError if the shapes do not broadcast; DTypeError if numpy has "
        "no loop for the dtypes\n"
        f"Source:  {source or 'numpy.' + ufunc.__name__}"
    )


def _resolve(ufunc: Any, given: tuple[DType, ...], name: str) -> DType:
    """Return the dtype of the only result that a ufunc has for these input dtypes."""
    return _resolve_all(ufunc, given, name)[0]


@cache
def _resolve_all(ufunc: Any, given: tuple[DType, ...], name: str) -> tuple[DType, ...]:
    """Return the dtype of each result that the ufunc has for these input dtypes."""
    wanted: list[Any] = [
        dtype.python if dtype.is_python and not dtype.is_bool else dtype.numpy
        for dtype in given
    ]
    if all(isinstance(dtype, type) for dtype in wanted):
        wanted = [dtype.numpy for dtype in given]
    try:
        resolved = ufunc.resolve_dtypes((*wanted, *[None] * ufunc.nout))
    except TypeError as error:
        raise _no_loop(ufunc, name, given) from error
    return tuple(map(dtypes.from_numpy, resolved[ufunc.nin :]))


def _no_loop(ufunc: Any, name: str, given: tuple[DType, ...]) -> DTypeError:
    listed = " and ".join(str(dtype) for dtype in given)
    taken = _kinds(ufunc)
    n_texts = given.count(dtypes.string)
    hint = f"It takes {taken}. Convert with ag.cast first."
    if not taken:
        hint = "It takes dates and spans of time, and there are no tensors of those."
    elif n_texts not in (0, len(given)):
        hint = "Text goes beside text only: convert with ag.cast first."
    return DTypeError(f"there is no {name} of {listed}.", hint=hint)


_KINDS: Final = {
    "bool": "?",
    "integers": "bBhHiIlLqQ",
    "floats": "efd",
    "complex": "FD",
}


def _kinds(ufunc: Any) -> str:
    """Return the kinds of numbers that a ufunc takes, in words."""
    taken = {row[0] for row in ufunc.types}
    return ", ".join(word for word, kinds in _KINDS.items() if taken & set(kinds))


@cache
@meant
def _python_result(
    function: Callable[..., Any], given: tuple[DType, ...], name: str
) -> DType:
    """Return the dtype of the Python number that `function` gives: by calling it."""
    kinds: dict[Any, Any] = {
        int: 1, float: 1.0, bool: True, complex: 1j, str: ""
    }  # fmt: skip
    samples: Sequence[Any] = [kinds[dtype.python] for dtype in given]
    try:
        result = function(*samples)
    except TypeError as error:
        raised = error
    else:
        return _dtype_of(result, name)
    raise as_raised(raised, name, samples)


def _dtype_of(result: Any, name: str) -> DType:
    found = dtypes.of_python(result)
    if found is None:
        raise DTypeError(
            f"{name} of Python numbers gives {result!r}, not a number.",
            hint="Make tensors of them first, with ag.constant.",
        )
    return found


def infix(symbol: str, *, wraps: bool = False, divides: bool = False) -> InlineRule:
    """Return the inline rule of a binary operator.

    Python's operator computes what NumPy's does for Python numbers, for NumPy
    floating scalars (the same IEEE operation), and for integers once they are
    brought back into range.

    Args:
        symbol: The operator.
        wraps: The result of integers may leave the range.
        divides: With an integer divisor of zero NumPy warns where Python raises.
    """

    def rule(operands: tuple[Operand, ...], out: TensorSpec, **_: Any) -> Inline | None:
        left, right = operands
        code = f"({left.code} {symbol} {right.code})"
        if all(x.spec.dtype.is_python for x in operands):
            return Inline(code, "python")
        if out.shape != ():
            return None
        if _are_floats(operands):
            # NumPy's float16 scalars warn of more than its ufuncs do.
            is_told_apart = out.dtype is dtypes.float16 and symbol in ("//", "%")
            return None if is_told_apart else Inline(code, "scalar")
        if _are_bools(operands) and not (wraps or divides):
            is_python = all(x.form == "python" for x in operands)
            return Inline(code, "python" if is_python else "scalar")
        dtype = _integer_dtype(operands)
        if dtype is None or out.dtype.is_floating:
            return None
        if out.dtype.is_bool:
            return Inline(code, "python")  # exact, also for integers out of range
        return _integer_arithmetic(symbol, operands, dtype, wraps=wraps)

    return rule


def _integer_arithmetic(
    symbol: str, operands: tuple[Operand, ...], dtype: DType, *, wraps: bool
) -> Inline | None:
    names: dict[str, Any] = {}
    fitted = []
    info = np.iinfo(dtype.numpy)
    for x in operands:
        code = x.code
        if x.spec.dtype.is_python and x.value is None:
            name = f"weak_{dtype.name}"
            names[name] = _fit(dtype)
            code = f"{name}({code})"
        elif x.spec.dtype.is_python and not info.min <= x.value <= info.max:
            return None
        fitted.append(replace(x, code=code))
    if symbol in ("//", "%", "/"):
        return _quotient(symbol, fitted, dtype, names)
    code = f"({fitted[0].code} {symbol} {fitted[1].code})"
    is_modular = wraps and not names
    return Inline(code, "python", wraps=wraps, modular=is_modular, names=names)


@cache
def _fit(dtype: DType) -> Callable[[int], int]:
    """Return the function that refuses Python integers that a dtype cannot hold."""
    info = np.iinfo(dtype.numpy)
    low, high = int(info.min), int(info.max)
    zero = np.zeros((), dtype.numpy)

    def fit(value: int) -> int:
        # Out of range, NumPy raises its own error.
        return value if low <= value <= high else int(np.add(zero, value))

    return fit


def _quotient(
    symbol: str, operands: list[Operand], dtype: DType, names: dict[str, Any]
) -> Inline | None:
    """Return the expression of a quotient or remainder of integers."""
    left, right = operands
    code = f"({left.code} {symbol} {right.code})"
    # Of quotients only -minimum leaves the range.
    is_signed = dtype.numpy.kind == "i"
    is_outside = symbol == "//" and is_signed and right.value in (None, -1)
    if right.value:
        return Inline(code, "python", wraps=is_outside, names=names)
    kernel = {"//": np.floor_divide, "%": np.remainder}.get(symbol)
    if right.value is not None or kernel is None:
        return None
    name = f"{kernel.__name__}_{dtype.name}"
    code = f"({code} if {right.code} else {name}({left.code}, {right.code}))"
    names[name] = _on_integers(kernel, dtype)
    return Inline(code, "python", wraps=is_outside, names=names)


@cache
def _on_integers(kernel: Any, dtype: DType) -> Callable[[int, int], int]:
    """Return a ufunc on Python's integers: zero divisors are NumPy's affair."""
    scalar = dtype.numpy.type

    @meant
    def apply(left: int, right: int) -> int:
        return int(kernel(scalar(left), scalar(right)))

    return apply


@meant
def truth(symbol: str) -> InlineRule:
    """Return the inline rule of a logical operator on truth values; see `infix`."""

    def rule(operands: tuple[Operand, ...], out: TensorSpec, **_: Any) -> Inline | None:
        if out.shape != () or not _are_bools(operands):
            return None
        is_python = all(x.form == "python" for x in operands)
        if len(operands) == 1:
            return Inline(f"({symbol} {operands[0].code})", "python")
        code = f"({operands[0].code} {symbol} {operands[1].code})"
        return Inline(code, "python" if is_python else "scalar")

    return rule


def prefix(symbol: str, *, wraps: bool = False) -> InlineRule:
    """Return the inline rule of a unary operator; see `infix`."""

    def rule(operands: tuple[Operand, ...], out: TensorSpec, **_: Any) -> Inline | None:
        (x,) = operands
        code = f"({symbol}{x.code})"
        if x.spec.dtype.is_python:
            return Inline(code, "python")
        if out.shape != () or x.spec.dtype.is_bool:
            return None
        if _are_floats(operands):
            return Inline(code, "scalar")
        if x.form == "python" and x.spec.dtype.is_integer:
            return Inline(code, "python", wraps=wraps, modular=wraps)
        return None

    return rule


def call(function: str) -> InlineRule:
    """Return the inline rule of a builtin function of one Python number."""

    def rule(operands: tuple[Operand, ...], out: TensorSpec, **_: Any) -> Inline | None:
        (x,) = operands
        if x.spec.dtype.is_python:
            return Inline(f"{function}({x.code})", "python")
        return None

    return rule


def _are_floats(operands: tuple[Operand, ...]) -> bool:
    """Are these NumPy floating scalars of one dtype, or Python numbers beside one?"""
    strong = {x.spec.dtype for x in operands if not x.spec.dtype.is_python}
    return (
        len(strong) == 1
        and strong.pop().is_floating
        and all(
            x.form == "scalar"
            or x.spec.dtype in (dtypes.python_int, dtypes.python_float)
            for x in operands
        )
    )


def _are_bools(operands: tuple[Operand, ...]) -> bool:
    """Are these truth values, Python's or NumPy's scalars?"""
    return all(x.spec.dtype.is_bool and x.form != "array" for x in operands)


def _integer_dtype(operands: tuple[Operand, ...]) -> DType | None:
    """Return the dtype of integers in Python form, if it is one; some may be weak."""
    strong = {x.spec.dtype for x in operands if x.spec.dtype is not dtypes.python_int}
    if len(strong) != 1 or any(x.form != "python" for x in operands):
        return None
    dtype = strong.pop()
    return dtype if dtype.is_integer else None


__all__ = ["Op", "call", "elementwise", "infix", "prefix", "truth", "unary"]
