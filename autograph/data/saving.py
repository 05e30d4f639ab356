"""Data sets as data: what files and pickles hold of the graphs that draw from them.

A stage is written as the name of its class, one of a closed table, and its fields; a
function of elements as its graph. Reading makes nothing but these. Sources that Python
itself gives (generators, mapped arrays, data frames), and functions that fell to plain
Python, are refused when they are written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import partial
from typing import Any, Final

from autograph.data import csv_files, records, stages, text_files
from autograph.data.dataset import Dataset
from autograph.data.elements import DatasetSpec, Element
from autograph.data.files import Files
from autograph.data.functions import ElementFunction, Recipe
from autograph.data.iterators import Source
from autograph.data.stages import Stage
from graph.errors import SerialisationError
from graph.graph import Graph
from graph.nest import Structure
from graph.serialise import (
    Tagged,
    graph_from_data,
    graph_to_data,
    structure_from_data,
    structure_to_data,
    value_from_data,
    value_to_data,
)
from graph.tensor import EagerTensor, SymbolicTensor

_CLASSES: Final[Mapping[str, type[Any]]] = {
    each.__name__: each
    for each in (
        *(stages.Tensors, stages.Range, stages.Zipped, stages.Concatenated),
        *(stages.Mapped, stages.Filtered, stages.Interleaved, stages.Scanned),
        *(stages.Sliced, stages.Repeated, stages.Shuffled, stages.Enumerated),
        *(stages.Batched, stages.Unbatched, stages.Windowed, stages.Listed),
        *(stages.Cached, stages.Prefetched, Files, csv_files.CsvRows),
        *(csv_files.Rows, csv_files.Layout, csv_files.Column),
    )
}
_FUNCTIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "data_set": Dataset,
    "lines": text_files.lines,
    "pieces": text_files.pieces,
    "records": records.read_records,
}
_NAMES: Final = {function: name for name, function in _FUNCTIONS.items()}
_HINT: Final = (
    "Saved are data sets of tensors, ranges, and of text, record and CSV files, with "
    "functions that are staged. Make others where the function runs, and pass them."
)


def stage_to_data(stage: Stage) -> Any:
    """Return a stage as data.

    Raises:
        SerialisationError: It is, or has, what is no data.
    """
    return _written(stage)


def stage_from_data(data: Any) -> Stage:
    """Return the stage that `stage_to_data` has written.

    Raises:
        SerialisationError: It is damaged.
    """
    try:
        stage = _read(data)
        if isinstance(stage, Stage):
            stage.element  # noqa: B018  # refused now, if it has none
            return stage
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise _damaged(str(error)) from error
    raise _damaged(f"{type(stage).__name__} is no stage")


def source_from_data(data: Any) -> Source:
    """Return what a graph draws from; see `stage_from_data`."""
    return Source(stage_from_data(data))


def function_to_data(function: ElementFunction) -> Any:
    """Return a function of elements as data; see `stage_to_data`."""
    return _function(function).data


def function_from_data(data: Any) -> ElementFunction:
    """Return what `function_to_data` has written."""
    return _function_read(data)


# -- Writing --------------------------------------------------------------------------


def _written(value: Any) -> Any:
    kind = type(value)
    if _CLASSES.get(kind.__name__) is kind:
        # What a default makes anew for each object, such as a cache, is not written.
        held = {
            each.name: _written(getattr(value, each.name))
            for each in fields(value)
            if each.default_factory is MISSING
        }
        return Tagged("object", (kind.__name__, held))
    if kind is tuple or kind is list:
        return kind(map(_written, value))
    if kind is ElementFunction:
        return _function(value)
    if kind is Element:
        return Tagged("element", _element(value))
    if kind is DatasetSpec:
        return Tagged("data_set_spec", _written(value.element_spec))
    if kind is Structure:
        return Tagged("structure", structure_to_data(value, _refusal))
    if isinstance(value, SymbolicTensor):
        return Tagged("gap", value.spec)
    if isinstance(value, EagerTensor):
        return _written(value._value)
    made = value if kind is partial else partial(value) if callable(value) else None
    if made is not None and made.func in _NAMES and not made.args:
        held = {name: _written(each) for name, each in made.keywords.items()}
        return Tagged("function", (_NAMES[made.func], held))
    return value_to_data(value, _refusal)


def _function(function: ElementFunction) -> Tagged:
    graph = function.graph
    if graph is None or function.result is None:
        raise SerialisationError(
            f"{function.called} is no graph: plain Python runs it.",
            hint=_HINT,
        )
    held = {
        "graph": graph_to_data(graph),
        "name": function.name,
        "elements": tuple(map(_element, function.elements)),
        "result": _element(function.result),
        # For each component the stage of the data set that it is; None for a tensor.
        "stages": tuple(
            None if each.stage is None else _written(each.stage)
            for each in function.recipes
        ),
        "captured": tuple(map(_written, function.captured)),
    }
    return Tagged("element_function", held)


def _element(element: Element) -> Any:
    structure = structure_to_data(element.structure, _refusal)
    return structure, tuple(map(_written, element.specs))


def _refusal(part: Any) -> SerialisationError:
    return SerialisationError(
        f"a data set has {part!r}, which is no data: it cannot be saved.", hint=_HINT
    )


# -- Reading --------------------------------------------------------------------------


def _read(data: Any) -> Any:
    kind = type(data)
    if kind is tuple or kind is list:
        return kind(map(_read, data))
    if kind is not Tagged:
        return value_from_data(data)
    found = data.data
    match data.kind:
        case "object":
            name, held = found
            return _CLASSES[name](
                **{field: _read(each) for field, each in held.items()}
            )
        case "element_function":
            return _function_read(found)
        case "element":
            return _element_read(found)
        case "data_set_spec":
            return DatasetSpec(_read(found))
        case "gap":
            # A gap is only told from a value: any symbolic tensor of the spec will do.
            return Graph("gap").add_input(found)
        case "function":
            name, held = found
            keywords = {field: _read(each) for field, each in held.items()}
            made = _FUNCTIONS[name]
            return partial(made, **keywords) if keywords else made
    return value_from_data(data)


def _function_read(data: Mapping[str, Any]) -> ElementFunction:
    recipes = [
        # What of the graph it is made of counts while it is traced alone.
        Recipe(()) if stage is None else Recipe((), stage_from_data(stage), Dataset._of)
        for stage in data["stages"]
    ]
    return ElementFunction.of_graph(
        graph_from_data(data["graph"]),
        tuple(map(_element_read, data["elements"])),
        str(data["name"]),
        _element_read(data["result"]),
        recipes,
        tuple(map(_read, data["captured"])),
    )


def _element_read(data: Any) -> Element:
    structure, specs = data
    return Element(structure_from_data(structure), tuple(map(_read, specs)))


def _damaged(why: str) -> SerialisationError:
    return SerialisationError(
        f"the data are not those of a data set: {why}.",
        hint="They may be damaged, or of another version of the library.",
    )


__all__: list[str] = []
