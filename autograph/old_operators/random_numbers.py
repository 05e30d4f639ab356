"""Random numbers of NumPy's and Python's own generators in traced code.

They are drawn while a function is traced, and a graph repeats what was drawn. Where the
run decides whether, or how often, one is drawn that is not what plain Python does; and
with a value that is known only when the graph runs nothing can be drawn at all.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import numpy as np

from graph.errors import UnstagedOperationError
from graph.graph import Graph, current_graph
from graph.old_staging.journal import note_for_calls
from graph.old_staging.locations import Drawn
from graph.origin import capture_exact
from graph.segments import is_segmented
from graph.tensor import SymbolicTensor

# What draws the same when a graph runs, where that has another name here.
_NAMES: Final = {
    "random": "uniform",
    "rand": "uniform",
    "random_sample": "uniform",
    "randn": "normal",
    "standard_normal": "normal",
    "integers": "uniform",
    "randint": "uniform",
    "randrange": "uniform",
    "gauss": "normal",
    "normalvariate": "normal",
    "expovariate": "exponential",
    "gammavariate": "gamma",
    "betavariate": "beta",
    "standard_exponential": "exponential",
    "standard_gamma": "gamma",
    "permuted": "shuffle",
    "default_rng": "stateless_uniform",
    "seed": "set_seed",
}
_SAME: Final = frozenset(
    ["beta", "binomial", "choice", "exponential", "gamma", "gumbel", "laplace"]
    + ["normal", "permutation", "poisson", "shuffle", "uniform"]
)
_CLASSES: Final = (np.random.Generator, np.random.RandomState, random.Random)
_MAKERS: Final = frozenset({np.random.default_rng, *_CLASSES})


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of a generator's method, or of what makes one."""
    graph = current_graph()
    generator = getattr(function, "__self__", None)
    is_method = isinstance(generator, _CLASSES)
    if graph is None or not (is_method or _is_of_numpy(function)):
        return None
    given = next(_symbolic((*args, *kwargs.values())), None)
    name = getattr(function, "__name__", "it")
    if given is not None:
        return _refusal(
            name,
            f"{name}() is given {given} is known only when the graph runs",
        )
    if is_method:
        why = _note_draw(generator, graph)
        return None if why is None else _refusal(name, why)
    return _noting(function, graph) if function in _MAKERS else None


def _is_of_numpy(function: Any) -> bool:
    module = getattr(function, "__module__", None)
    return function is random.Random or (
        type(module) is str and module.startswith("numpy.random")
    )


def _noting(make: Callable[..., Any], graph: Graph) -> Callable[..., Any]:
    """Return what makes a generator, and notes where it does."""

    def made(*args: Any, **kwargs: Any) -> Any:
        generator = make(*args, **kwargs)
        graph.root.generators[id(generator)] = generator, graph, None
        return generator

    return made


def _note_draw(generator: Any, graph: Graph) -> str | None:
    """Note that a generator draws; return what is wrong with it, or None.

    Its numbers are those of plain Python if a run draws all that tracing has drawn
    before, and draws each one once.
    """
    noted, root = graph.root.generators, graph.root
    _, home, last = noted.get(id(generator), (generator, root, None))
    around = list(_around(graph))
    inside = around[: around.index(home)] if home in around else around
    if any(each.is_repeated for each in inside):
        return "a staged loop or recursion draws as often as the run decides"
    parts = {id(each.part_of) for each in around if each.part_of is not None}
    if not (last is None or last in around or id(last.part_of) in parts):
        return (
            "a branch has drawn of this generator before, which the run may not go "
            "through"
        )
    note_for_calls(Drawn(generator))
    noted[id(generator)] = generator, home, graph
    return None


def _around(graph: Graph) -> Iterator[Graph]:
    """Yield a graph and those around it, innermost first."""
    each: Graph | None = graph
    while each is not None:
        yield each
        each = each.parent


def _refusal(name: str, why: str) -> Callable[..., Any]:
    def refuse(*_: Any, **__: Any) -> Any:
        raise UnstagedOperationError(
            f"random numbers are drawn while the function is traced, and {why}.",
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
        "call it then: ag.numpy_function."
    )


def _symbolic(values: Any) -> Iterator[str]:
    """Yield what values are called that only the run knows."""
    for value in values:
        if isinstance(value, SymbolicTensor):
            yield f"{value}, whose value"
        elif is_segmented(value):
            yield "a list whose length"
        elif isinstance(value, (list, tuple)):
            yield from _symbolic(value)


__all__ = ["replacement"]
