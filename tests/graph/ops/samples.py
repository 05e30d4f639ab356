"""Valid arguments for every op, with what NumPy makes of them.

`case_for(op, draw)` returns a `Case`. Most ops need no entry in the table: what they
take is found by asking `infer`, or is said by the `domain` of their records, and the
truth is the function of NumPy's that the record names, or `means` of the domain. The
modules `samples_...` of this folder have the others.
"""

from importlib import import_module
from pathlib import Path

from tests.graph.ops.sampling import (
    SAMPLES,
    WITHOUT,
    Case,
    Draw,
    case_for,
    weakened,
)

# They fill the table when they are imported.
for _path in sorted(Path(__file__).parent.glob("samples_*.py")):
    import_module(f"tests.graph.ops.{_path.stem}")

__all__ = ["SAMPLES", "WITHOUT", "Case", "Draw", "case_for", "weakened"]
