"""Numbers taken apart: quotient and remainder, whole and fraction, by powers of 2."""

from __future__ import annotations

import numpy as np

from graph.domains import between
from graph.elementwise import elementwise
from graph.op import ZERO, PublicFunction
from graph.ops.math import ldexp, negative

divmod: PublicFunction = elementwise(
    "divmod",
    np.divmod,
    gradient=(
        lambda dz, quotient, rest, x, y: dz,
        lambda dz, quotient, rest, x, y: -dz * quotient,
    ),
    smooth=1,
    doc="Quotient, rounded towards minus infinity, and remainder of a division.",
    work=8,
    domain=between(1.2, 1.3),
)
modf: PublicFunction = elementwise(
    "modf",
    np.modf,
    gradient=lambda dy, fraction, whole, x: dy,
    doc="Fraction and whole part, both with the sign of the number.",
    work=4,
    domain=between(0.1, 0.9),
)
frexp: PublicFunction = elementwise(
    "frexp",
    np.frexp,
    gradient=lambda dy, mantissa, exponent, x: ldexp(dy, negative(exponent)),
    doc="Mantissa of (-1, -0.5], [0.5, 1) or 0, and exponent: x = m * 2**e.",
    work=4,
    domain=between(0.55, 0.95),
)
spacing = elementwise(
    "spacing",
    np.spacing,
    gradient=ZERO,
    doc="The distance to the next number away from 0, with the number's sign.",
)
isnat = elementwise(
    "isnat",
    np.isnat,
    gradient=ZERO,
    doc="Is it no time? There are no tensors of dates: this is always refused.",
)

__all__ = ["divmod", "frexp", "isnat", "modf", "spacing"]
NAMESPACES = {"ag": __all__, "ag.math": __all__}
