"""What needs the value of a symbolic tensor, and is refused."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from graph.building import current_graph
from graph.errors import NoValueError, OperatorNotAllowedInGraphError
from graph.origin import capture_exact

if TYPE_CHECKING:
    from graph.tensor import SymbolicTensor, Tensor


class _State(threading.local):
    """What was refused in this thread, if that is noted. Written by `noted` alone."""

    refused: list[OperatorNotAllowedInGraphError] | None = None


_STATE: Final = _State()


@contextmanager
def noted() -> Iterator[list[OperatorNotAllowedInGraphError]]:
    """Note what is refused while the block runs: the user's handlers may take it."""
    before = _STATE.refused
    found: list[OperatorNotAllowedInGraphError] = []
    _STATE.refused = found
    try:
        yield found
    finally:
        _STATE.refused = before


def refusal(
    tensor: SymbolicTensor, what: str, hint: str
) -> OperatorNotAllowedInGraphError:
    """Return the error for what the caller of a tensor's method does with it."""
    found = OperatorNotAllowedInGraphError(
        f"{what} the symbolic tensor {tensor.described()} needs its value, which is "
        "known only when the graph runs.",
        origin=capture_exact(3),
        hint=hint,
    )
    if _STATE.refused is not None:
        _STATE.refused.append(found)
    return found


def no_value(tensor: SymbolicTensor) -> AttributeError:
    """Return the error for `x.numpy`, which symbolic tensors do not have.

    Whoever asks whether it is there gets no for an answer: that is no refusal.
    """
    text = "'Tensor' object has no attribute 'numpy'"
    graph = current_graph()
    if graph is None or graph.root is not tensor.graph.root:  # it has leaked
        return AttributeError(text, name="numpy", obj=tensor)
    return NoValueError(
        f"{text} while the function is traced: its value is known only when the graph "
        "runs.",
        origin=capture_exact(),
        hint="Compute with the tensor as it is, by operators, ag and NumPy, or return "
        "it: results have `.numpy()`. ag.py_function calls Python with values when the "
        "graph runs.",
    )


def lacks_length(tensor: Tensor) -> TypeError:
    """Return the error for `len(x)` of a number of Python's, or of a scalar tensor."""
    python = tensor.spec.dtype.python
    if python is None:
        return TypeError("len() of unsized object")
    return TypeError(f"object of type '{python.__name__}' has no len()")


def lacks_items(tensor: Tensor) -> TypeError:
    """Return the error for iterating over a number of Python's, or a scalar tensor."""
    python = tensor.spec.dtype.python
    if python is None:
        return TypeError("a scalar tensor cannot be iterated over")
    return TypeError(f"'{python.__name__}' object is not iterable")


__all__ = ["lacks_items", "lacks_length", "no_value", "noted", "refusal"]
