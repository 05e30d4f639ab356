"""`ag.autograph`: the conversion of source, under the documents' spelling."""

from autograph.api import do_not_convert, to_code, to_graph

__all__ = ["do_not_convert", "to_code", "to_graph"]
