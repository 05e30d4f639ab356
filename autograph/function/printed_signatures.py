"""Signatures of concrete functions as text, in the form that the documents print.

ConcreteFunction pow(a, b=2)

Args:
    a: float32 Tensor, shape=<unknown>
  Returns:
    float32 Tensor, shape=<unknown>
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from autograph import arguments
from autograph.function.inputs import Call
from autograph.function.key import IDENTITIES
from graph import nest
from graph.nest import Structure
from graph.specs import TensorSpec, show_tuple


class _Text:
    """Text that stands for itself inside of a printed structure."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def header(name: str, call: Call) -> str:
    """Return the first line: the arguments, and the values of those without tensors."""
    shown = []
    for each, value in zip(call.names, call.packed, strict=True):
        is_tensor = arguments.has_specs(value)
        shown.append(each if is_tensor else f"{each}={show_value(value)}")
    return f"{name}({', '.join(shown)})"


def show_value(value: Any) -> str:
    """Return a Python argument as Python writes it; objects may be gone."""
    leaves, structure = arguments.flatten(value)
    return repr(arguments.pack(structure, [as_value(leaf) for leaf in leaves]))


def as_value(leaf: Any) -> Any:
    """Return what a kept leaf stands for; None for an object that is gone."""
    if isinstance(leaf, IDENTITIES):
        return leaf.value
    return leaf


def signature_lines(call: Call, outputs: Structure, leaves: Sequence[Any]) -> list[str]:
    """Return the lines under the header.

    Args:
        call: The arguments.
        outputs: How the result is nested.
        leaves: The spec of each leaf of it; None where it is None.
    """
    lines = []
    for name, part, value in zip(
        call.names, call.structure.parts, call.packed, strict=True
    ):
        if arguments.has_specs(value):
            flat = arguments.flatten(value)[0]
            lines += _numbered(f"{name}: ", part, flat, arguments.pack)
    if lines:
        lines.insert(0, "  Args:")
    return [*lines, "  Returns:", *_numbered("", outputs, leaves, nest.pack)]


def _numbered(
    prefix: str, structure: Structure, leaves: Iterable[Any], pack: Any
) -> list[str]:
    """Return the lines of one argument or result; its parts are numbered."""
    leaves = list(leaves)
    if structure is nest.LEAF or structure.kind is None:
        return [f"    {prefix}{show_spec(leaves[0])}"]
    shown: list[Any] = []
    below: list[str] = []
    for leaf in leaves:
        if isinstance(leaf, TensorSpec):
            below.append(f"      <{len(below) + 1}>: {show_spec(leaf)}")
            shown.append(_Text(f"<{len(below)}>"))
        else:
            shown.append(as_value(leaf))
    return [f"    {prefix}{pack(structure, shown)!r}", *below]


def show_spec(spec: Any) -> str:
    """Return the spec of a tensor in the documents' words; None as it is."""
    if not isinstance(spec, TensorSpec):
        return repr(as_value(spec))
    return f"{spec.strong.dtype.name} Tensor, shape={show_tuple(spec.shape)}"
