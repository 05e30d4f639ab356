"""Complex numbers: made of two real ones, and taken apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.dtypes import DType
from graph.elementwise import unary
from graph.errors import DTypeError
from graph.op import PublicFunction, define
from graph.ops.arguments import promote
from graph.ops.math import divide, multiply
from graph.public_functions import public_function
from graph.specs import TensorSpec
from graph.unbroadcast import elementwise_rule

_REAL: dict[DType, DType] = {
    dtypes.complex64: dtypes.float32,
    dtypes.complex128: dtypes.float64,
}
_COMPLEX: dict[DType, DType] = {
    dtypes.float16: dtypes.complex64,
    dtypes.float32: dtypes.complex64,
    dtypes.float64: dtypes.complex128,
}


def _complex_of(*given: DType) -> DType:
    """Return the complex dtype of two real parts."""
    together = promote(*given, what="the two parts")
    wide = dtypes.float64 if together.is_integer or together.is_bool else together
    found = _COMPLEX.get(wide)
    if found is None:
        raise DTypeError(
            f"the two parts of complex numbers are real, not {together}.",
            hint="Take ag.math.real of them, or convert with ag.cast.",
        )
    return found


def _infer_complex(real: TensorSpec, imag: TensorSpec) -> TensorSpec:
    shape = shapes.broadcast(real.shape, imag.shape)
    return TensorSpec(shape, _complex_of(real.dtype, imag.dtype))


def _complex(real: Any, imag: Any) -> Any:
    # Not real + 1j * imag, which makes nan of infinite parts.
    given = [_dtype_of(x) for x in (real, imag)]
    shape = np.broadcast_shapes(np.shape(real), np.shape(imag))
    found = np.empty(shape, _complex_of(*given).numpy)
    found.real = real
    found.imag = imag
    return found[()]


def _dtype_of(x: Any) -> DType:
    weak = dtypes.of_python(x)
    return dtypes.from_numpy(np.asarray(x).dtype) if weak is None else weak


complex: PublicFunction = public_function(  # TensorFlow's name
    define(
        "complex",
        inputs=("real", "imag"),
        infer=_infer_complex,
        kernel=_complex,
        is_elementwise=True,
        gradient=elementwise_rule(
            (lambda dz, z, x, y: real(dz), lambda dz, z, x, y: imag(dz))
        ),
        doc="Complex numbers of their real and imaginary parts.\n\n"
        "Shape:   inputs broadcast together -> the broadcast shape\n"
        "Dtype:   real numbers, promoted together -> complex64 of floats up to 32 "
        "bits, else complex128\n"
        "Raises:  DTypeError for complex parts\n"
        "Source:  TensorFlow's complex",
    )
)


def _part(
    name: str,
    kernel: Callable[[Any], Any],
    gives: Callable[[DType], DType],
    gradient: Callable[..., Any],
    doc: str,
    **facets: Any,
) -> PublicFunction:
    """Define what is real of numbers, complex ones or real."""
    return unary(
        name,
        kernel,
        f"{doc}\n\n"
        "Shape:   any -> the same\n"
        "Dtype:   numbers -> their real dtype\n"
        "Raises:  DTypeError for other dtypes\n"
        f"Source:  TensorFlow's math.{name}; numpy.{name}",
        kinds="biufc",
        gives=gives,
        hint="It takes bool, integers, floats, complex.",
        gradient=gradient,
        operand="input",
        **facets,
    )


def _real_of(dtype: DType) -> DType:
    return _REAL.get(dtype, dtype)


def _angle_of(dtype: DType) -> DType:
    if dtype.is_floating or dtype.is_complex:
        return _real_of(dtype)
    return dtypes.from_numpy(np.angle(np.zeros((), dtype.numpy)).dtype)


def _turned(dy: Any, y: Any, x: Any) -> Any:
    """Return the gradient of angles; `x` comes conjugated."""
    from graph.ops.creation import zeros_like

    if not x.dtype.is_complex:
        return zeros_like(x)
    return divide(multiply(dy, 1j), x)


real: PublicFunction = _part(
    "real",
    lambda x: x.real,
    _real_of,
    lambda dy, y, x: dy,
    "The real part; of real numbers the numbers themselves.",
    may_alias=True,
    numpy=(np.real,),
)
imag: PublicFunction = _part(
    "imag",
    lambda x: x.imag,
    _real_of,
    lambda dy, y, x: multiply(dy, 1j if x.dtype.is_complex else 0),
    "The imaginary part; of real numbers zeros.",
    may_alias=True,
    numpy=(np.imag,),
)
angle: PublicFunction = _part(
    "angle",
    np.angle,
    _angle_of,
    _turned,
    "The angle of complex numbers, in radians: 0 or pi of real ones.",
    work=20.0,
)

__all__ = ["angle", "complex", "imag", "real"]
NAMESPACES = {"ag": __all__, "ag.math": __all__}
