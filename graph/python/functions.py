"""Functions that Python calls when a graph runs, and whose body is a graph.

function    (environment, *defaults) with `body`, whose inputs are the parameters, and
            the environment: the object with what the function takes from outside
"""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType
from typing import Any, Final

from graph.op import NO_GRADIENT, REQUIRED, Leaves, define, never
from graph.ops.control_flow import no_kernel
from graph.python.record import OBJECT, row
from graph.specs import TensorSpec

#: What no parameter of a user's is called.
ENVIRONMENT: Final = ".environment"
#: What is written before parameters, by the kinds of `inspect.Parameter`; those by
#: keyword alone come after a star.
POSITIONAL, PLAIN, KEYWORD = 0, 1, 3


def _infer(
    environment: TensorSpec,
    *defaults: TensorSpec,
    **_: Any,
) -> TensorSpec:
    del environment, defaults
    return OBJECT


FUNCTION: Final = define(
    "function",
    inputs=("environment",),
    variadic=True,
    # The names of the function and its module, as messages have them; of each parameter
    # the name, the kind, and whether it has a default.
    attrs={
        "function": REQUIRED,
        "module": REQUIRED,
        "body": REQUIRED,
        "parameters": REQUIRED,
        "is_generator": False,
    },
    infer=_infer,
    kernel=no_kernel,
    is_control=True,
    shares_body=True,
    can_fail=never,
    is_public=False,
    leaves=lambda _: Leaves.OPEN,
    gradient=NO_GRADIENT("Python calls it when the graph runs"),
    doc="A function of Python's, with a graph as its body.",
)
YIELD: Final = row("yield", "(yield __0__)", doc="yield x, in a generator.")
YIELD_FROM: Final = row(
    "yield_from", "(yield from __0__)", doc="yield from x, in a generator."
)


def written(
    function: FunctionType,
    module: str,
    name: str,
    parameters: Sequence[tuple[str, int, bool]],
) -> FunctionType:
    """Return a generated function with the name and the parameters of the user's."""
    plain = [each for each, kind, _ in parameters if kind != KEYWORD]
    named = [each for each, kind, _ in parameters if kind == KEYWORD]
    names = (*plain, *named, ENVIRONMENT)
    code = function.__code__
    function.__code__ = code.replace(
        co_varnames=(*names, *code.co_varnames[len(names) :]),
        co_name=name.rpartition(".")[2],
        co_qualname=name,
    )
    function.__name__, function.__qualname__ = name.rpartition(".")[2], name
    function.__module__ = module
    function.by_keyword = tuple(  # type: ignore[attr-defined]
        each
        for each, kind, has_default in parameters
        if kind == KEYWORD and has_default
    )
    return function


def bound(function: Any, environment: Any, *defaults: Any) -> FunctionType:
    """Return a function that takes the rest from an environment."""
    n_plain = len(defaults) - len(function.by_keyword)
    made = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        defaults[:n_plain] or None,
    )
    made.__qualname__ = function.__qualname__
    made.__module__ = function.__module__
    made.__kwdefaults__ = {
        **dict(zip(function.by_keyword, defaults[n_plain:], strict=True)),
        ENVIRONMENT: environment,
    }
    return made


__all__ = ["FUNCTION", "YIELD", "YIELD_FROM", "bound", "written"]
