"""What Python itself does when a graph runs: the closed table of its operations.

A value of dtype `object` is an object of Python's. Each operation on one is a node,
whose op is a row of this table; the executor prints it as the Python that it is.

    record       how a row is written: operands, source text, effects
    objects      constants, displays, boxing, functions, classes
    protocols    calls, attributes, items, iteration, arithmetic, text, truth
    control      `for`, `try` and what belongs to them
    functions    functions and generators whose bodies are graphs
    errors       copies of exceptions, and what `except` asks
    leaves       what objects hold that has a gradient
    cotangents   what flows back to those leaves when a program runs
"""

from graph.python import control, errors, functions, objects, protocols
from graph.python.record import OBJECT, Source, Undefined, is_python

__all__ = [
    "OBJECT",
    "Source",
    "Undefined",
    "control",
    "errors",
    "functions",
    "is_python",
    "objects",
    "protocols",
]
