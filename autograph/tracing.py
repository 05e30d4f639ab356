"""Trace a function: run it once on symbolic tensors and keep the graph."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograph.signature import is_tensor_like, leaf_paths
from graph import nest
from graph.dispatch import as_tensor
from graph.errors import AutographError, DTypeError
from graph.graph import Graph, current_graph
from graph.nest import Structure
from graph.origin import Origin
from graph.specs import TensorSpec, spec_of
from graph.staging import Diverged, is_stageable, stage_exception
from graph.tensor import SymbolicTensor


@dataclass(frozen=True, slots=True)
class Trace:
    """A traced function.

    Attributes:
        graph: Its inputs are the tensors among the arguments, in flat order.
        specs: What each input takes.
        input_places: For each input its place among the flat arguments.
        structure: The structure of the result; leaves are outputs, or None.
        is_tensor: For each leaf of the result whether it is an output.
    """

    graph: Graph
    specs: tuple[TensorSpec, ...]
    input_places: tuple[int, ...]
    structure: Structure
    is_tensor: tuple[bool, ...]


def trace(
    name: str,
    function: Callable[[dict[str, Any]], Any],
    arguments: Mapping[str, Any],
    origin: Origin,
) -> Trace:
    """Run `function` on symbolic arguments, recording a graph.

    Args:
        name: The graph's name.
        function: Takes the arguments by parameter name.
        arguments: Canonical arguments; tensors, arrays and specs become inputs.
        origin: Where the function is defined.

    Raises:
        DTypeError: The result holds something that is no tensor.
    """
    graph = Graph(name, current_graph())
    leaves, structure = nest.flatten_with_structure(dict(arguments))
    places = tuple(i for i, leaf in enumerate(leaves) if is_tensor_like(leaf))
    paths = leaf_paths(arguments)
    specs = []
    for place in places:
        spec = _input_spec(leaves[place])
        specs.append(spec)
        input_name = spec.name or _as_name(paths[place])
        leaves[place] = graph.add_input(
            TensorSpec(spec.shape, spec.dtype), input_name, origin
        )
    packed = nest.pack(structure, leaves)
    with graph.as_default():
        try:
            result = function(packed)
        except Diverged:
            result = None
        except (AutographError, RecursionError, MemoryError):
            raise
        except Exception as error:
            if not graph.effects.writes:
                raise
            # What is printed or checked before comes first when the graph runs.
            stage_exception(error)
            result = None
        outputs, out_structure, is_tensor = _outputs(graph, name, result)
    graph.finish(outputs)
    return Trace(graph, tuple(specs), places, out_structure, is_tensor)


def _input_spec(leaf: Any) -> TensorSpec:
    return leaf if isinstance(leaf, TensorSpec) else spec_of(leaf)


def _as_name(path: str) -> str:
    return re.sub(r"[^A-Za-z0-9_]+", "_", path).strip("_") or "input"


def _outputs(
    graph: Graph, name: str, result: Any
) -> tuple[list[SymbolicTensor], Structure, tuple[bool, ...]]:
    leaves, structure = nest.flatten_with_structure(result)
    outputs = []
    for leaf, path in zip(leaves, nest.paths(result), strict=True):
        if leaf is None:
            continue
        if not (is_stageable(leaf) or isinstance(leaf, (str, bytes, np.ndarray))):
            where = f"the part {path} of its result" if path else "its result"
            raise DTypeError(
                f"{name}() returns a {type(leaf).__name__} as {where}, which cannot "
                "become a tensor.",
                hint="A function that is traced returns tensors, numbers, text, "
                "arrays, None, and lists, tuples and dicts of these.",
            )
        outputs.append(graph.capture(as_tensor(leaf)))
    return outputs, structure, tuple(leaf is not None for leaf in leaves)
