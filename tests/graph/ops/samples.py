"""Valid arguments for every op, with what NumPy makes of them.

`case_for(op, draw)` returns a `Case`. Most ops need no entry in the table: what they
take is found by asking `infer`, or is said by the `domain` of their records, and the
truth is the function of NumPy's that the record names, or `means` of the domain.
"""

from tests.graph.ops import (
    samples_derivatives,
    samples_folding,
    samples_functions,
    samples_indexing,
    samples_linalg,
    samples_math,
    samples_nn,
    samples_order,
    samples_random,
    samples_segments,
    samples_shape,
    samples_strings,
)
from tests.graph.ops.sampling import (
    SAMPLES,
    WITHOUT,
    Case,
    Draw,
    case_for,
    weakened,
)

# The families fill the table when they are imported.
FAMILIES = (
    samples_derivatives,
    samples_folding,
    samples_functions,
    samples_indexing,
    samples_linalg,
    samples_math,
    samples_nn,
    samples_order,
    samples_random,
    samples_segments,
    samples_shape,
    samples_strings,
)

__all__ = ["FAMILIES", "SAMPLES", "WITHOUT", "Case", "Draw", "case_for", "weakened"]
