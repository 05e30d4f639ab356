"""`ag.autograph.experimental`: what the documents have under this name."""

from autograph.api import Feature, do_not_convert
from autograph.operators.loop_options import set_loop_options

__all__ = ["Feature", "do_not_convert", "set_loop_options"]
