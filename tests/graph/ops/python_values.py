"""What graphs do to Python's text and numbers, compared with what Python does."""

from __future__ import annotations

from typing import Any

from executor.program import build
from graph import dtypes
from graph.graph import Graph
from graph.passes.fold import fold
from graph.specs import spec_of
from graph.structure import same
from graph.tensor import EagerTensor, SymbolicTensor
from graph.text import show
from graph.text_parser import parse
from graph.verify import verify
from tests.graph.reference import run


def outcome(function: Any, *args: Any) -> tuple[type, str]:
    """Return the class and the text of a result, or of the exception."""
    try:
        value = function(*args)
    except Exception as error:
        return type(error), str(error)
    return type(value), repr(value)


def graph_of(record: Any, values: Any, *, is_constant: bool = False) -> tuple[Any, Any]:
    """Return what finds the results among a run's, and the graph that records them."""
    graph = Graph("f")
    with graph.as_default():
        result = record(
            *(
                graph.constant(held(x)) if is_constant else graph.add_input(spec_of(x))
                for x in values
            )
        )
    parts = result if type(result) is tuple else (result,)
    symbolic = [part for part in parts if isinstance(part, SymbolicTensor)]

    def found(outputs: Any) -> Any:
        rest = iter(outputs)
        known = tuple(
            next(rest) if isinstance(part, SymbolicTensor) else part for part in parts
        )
        return known if type(result) is tuple else known[0]

    return found, graph.finish(symbolic)


def held(value: Any) -> Any:
    """Return a value as a program holds it: arrays are tensors."""
    return value if dtypes.of_python(value) is not None else EagerTensor(value)


def agree(record: Any, plain: Any, values: Any, at_once: Any = ()) -> None:
    """Check run, folding and printing of a graph against Python.

    What Python raises of the classes `at_once` may be raised while tracing.
    """
    expected = outcome(plain, *map(held, values))
    refused = outcome(graph_of, record, values)
    if refused[0] in at_once:
        assert refused == expected
        return
    found, graph = graph_of(record, values)
    verify(graph)
    again = parse(show(graph))
    assert same(graph, again)
    for each in (graph, again):
        assert outcome(lambda each=each: found(build(each)(*values))) == expected
    found, fixed = graph_of(record, values, is_constant=True)
    folded = fold(fixed)
    assert same(folded, parse(show(folded)))
    assert run(folded).key == run(fixed).key
    assert outcome(lambda: found(build(folded)())) == expected
