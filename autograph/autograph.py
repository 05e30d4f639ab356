"""`ag.autograph`: the conversion of source, under the documents' spelling."""

from autograph.api import (
    GraphOperators,
    Operators,
    do_not_convert,
    to_code,
    to_graph,
)

__all__ = ["GraphOperators", "Operators", "do_not_convert", "to_code", "to_graph"]
