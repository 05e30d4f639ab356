"""`ag.autograph`: the conversion of source, under the documents' spelling."""

from autograph import experimental
from autograph.api import (
    Feature,
    GraphOperators,
    Operators,
    do_not_convert,
    to_code,
    to_graph,
)
from autograph.verbosity import set_verbosity, trace

__all__ = [
    "Feature",
    "GraphOperators",
    "Operators",
    "do_not_convert",
    "experimental",
    "set_verbosity",
    "to_code",
    "to_graph",
    "trace",
]
