"""NumPy's random numbers in traced code: refused where a symbolic value is given.

NumPy draws while a function is traced, and a graph repeats what was drawn. With a value
that is known only when the graph runs it cannot draw at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from graph.errors import UnstagedOperationError
from graph.graph import current_graph
from graph.origin import capture_exact
from graph.tensor import SymbolicTensor

# What draws the same when a graph runs, where that has another name here.
_NAMES = {
    "random": "uniform",
    "rand": "uniform",
    "random_sample": "uniform",
    "randn": "normal",
    "standard_normal": "normal",
    "integers": "uniform",
    "randint": "uniform",
    "standard_exponential": "exponential",
    "standard_gamma": "gamma",
    "permuted": "shuffle",
    "default_rng": "stateless_uniform",
    "seed": "set_seed",
}
_SAME = frozenset(
    ["beta", "binomial", "choice", "exponential", "gamma", "gumbel", "laplace"]
    + ["normal", "permutation", "poisson", "shuffle", "uniform"]
)


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what refuses a call of NumPy's generators with a symbolic value."""
    module = getattr(function, "__module__", None)
    if type(module) is not str or not module.startswith("numpy.random"):
        owner = type(getattr(function, "__self__", None)).__module__
        if not owner.startswith("numpy.random"):
            return None
    if current_graph() is None:
        return None
    given = next(_symbolic((*args, *kwargs.values())), None)
    if given is None:
        return None
    name = getattr(function, "__name__", "it")

    def refuse(*_: Any, **__: Any) -> Any:
        raise UnstagedOperationError(
            f"numpy.random draws while the function is traced, and {name}() is given "
            f"{given}, whose value is known only when the graph runs.",
            origin=capture_exact(1),
            hint=_hint(name),
        )

    return refuse


def _hint(name: str) -> str:
    ours = name if name in _SAME else _NAMES.get(name)
    if ours is None:
        return "Call it when the graph runs: ag.numpy_function."
    return (
        f"ag.random.{ours} draws when the graph runs, new numbers at every run; or "
        "call NumPy's then: ag.numpy_function."
    )


def _symbolic(values: Any) -> Any:
    for value in values:
        if isinstance(value, SymbolicTensor):
            yield value
        elif isinstance(value, (list, tuple)):
            yield from _symbolic(value)


__all__ = ["replacement"]
