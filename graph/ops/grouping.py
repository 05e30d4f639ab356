"""Values and operations taken together: `group`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from graph import nest
from graph.convert import shown
from graph.dispatch import record
from graph.errors import DTypeError
from graph.graph import Node, current_graph
from graph.op import RAISES, ZERO, define
from graph.origin import capture_exact
from graph.tensor import Tensor


def group(*inputs: Any, name: str | None = None) -> Any:
    """Have values computed, whether or not anything needs them.

    What has an effect runs in the order of the program anyhow; this computes what
    nothing uses, with the errors that it may raise.

    Args:
        *inputs: Tensors, variables, operations, and structures of them; None, as
            functions return that have effects alone.
        name: A name for the node.

    Returns:
        The operation in a graph, which `control_dependencies` takes; None otherwise.

    Raises:  DTypeError if an input is something else
    Source:  TensorFlow's group
    """
    tensors = list(_tensors(inputs))
    graph = current_graph()
    return None if graph is None else record(graph, _GROUP, tensors, {}, name)


def _tensors(inputs: Any) -> Iterator[Any]:
    for each in nest.flatten(inputs):
        if isinstance(each, Node):
            yield from each.outputs
        elif hasattr(each, "read_value"):
            yield each.read_value()
        elif isinstance(each, Tensor):
            yield each
        elif each is not None:
            raise DTypeError(
                f"group: {shown(each)} is neither a tensor nor an operation.",
                origin=capture_exact(3),
                hint="Give what functions of ag return, and variables.",
            )


_GROUP: Final = define(
    "group",
    is_public=False,
    inputs=("inputs",),
    variadic=True,
    infer=lambda *_: (),
    kernel=lambda *_: None,
    effects=RAISES,
    gradient=ZERO,
    doc="Computes its inputs, and nothing else.",
    type_name="NoOp",
    node_name="group_deps",
)

__all__ = ["group"]
NAMESPACES = {"ag": __all__}
