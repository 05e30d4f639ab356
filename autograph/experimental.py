"""`ag.autograph.experimental`: the documents' spelling of what is stable here."""

from autograph.api import Feature, do_not_convert

__all__ = ["Feature", "do_not_convert"]
