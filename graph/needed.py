"""What needs the value of a symbolic tensor, and is refused.

Code that runs as it stands may catch what is raised then, as it would catch anything
else: `except Exception`. What it does next is not what it does when it gets the value.
Hence the outermost graph keeps such errors, and whoever traces it raises them again.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar

import numpy as np

from graph import dtypes
from graph.errors import (
    AutographError,
    NoValueError,
    OperatorNotAllowedInGraphError,
)
from graph.origin import capture_exact, is_library_code

if TYPE_CHECKING:
    from types import FrameType

    from graph.graph import Graph
    from graph.tensor import SymbolicTensor, Tensor

T = TypeVar("T")

# The packages of this library.
OWN: Final = frozenset({"autograph", "executor", "graph"})
# Our code that calls for the user what runs as it stands. Written while importing.
CALLING: Final[set[CodeType]] = set()


def refusal(
    tensor: SymbolicTensor, what: str, hint: str
) -> OperatorNotAllowedInGraphError:
    """Return the error for what the caller of a tensor's method does with it."""
    error = OperatorNotAllowedInGraphError(
        f"{what} the symbolic tensor {tensor} needs its value, which is known only "
        "when the graph runs.",
        origin=capture_exact(3),
        hint=hint,
    )
    if is_foreign(sys._getframe(3)):
        note_refused(tensor.graph, error)
    return error


def is_foreign(frame: FrameType | None) -> bool:
    """Tell whether a frame is of code that runs as it stands, or calls such code in C.

    NumPy's code is that of whoever calls it: we ask it to compute as well.
    """
    while frame is not None and is_library_code(frame.f_code):
        if frame.f_code in CALLING:
            return True
        if is_ours(frame):
            return False
        frame = frame.f_back
    return frame is not None


def is_ours(frame: FrameType) -> bool:
    """Tell whether a frame is this library's own."""
    name = frame.f_globals.get("__name__")
    return isinstance(name, str) and name.partition(".")[0] in OWN


def no_value(tensor: SymbolicTensor) -> AttributeError:
    """Return the error for `x.numpy`, which symbolic tensors do not have.

    Whoever asks whether it is there gets no for an answer: that is no refusal.
    """
    from graph.graph import current_graph  # which needs this module

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


def note_refused(graph: Graph, error: AutographError) -> None:
    """Remember what is refused, which the code that is refused may handle.

    A copy: a traceback that is kept would hold the frames of generators that may end,
    and Python 3.13.0 crashes on those.
    """
    graph.root.refused.append(copy.copy(error))


def raise_noted(error: AutographError, depth: int) -> NoReturn:
    """Raise what refuses; code that runs as it stands may ask, and catch all it gets.

    Args:
        error: What refuses.
        depth: How many frames above this one the code is that asks.
    """
    from graph.graph import current_graph  # which needs this module

    graph = current_graph()
    if graph is not None and is_foreign(sys._getframe(depth)):
        note_refused(graph, error)
    raise error


def lacks_length(tensor: Tensor) -> TypeError:
    """Return the error for `len(x)` of a number of Python's, or of a scalar tensor."""
    python = _python(tensor)
    if python is None:
        from graph.tensor import _DISPATCH, SymbolicTensor  # which imports this module

        if type(tensor) is SymbolicTensor and tensor.spec.dtype is dtypes.string:
            _DISPATCH["refuse_numpys_text"]("the length", tensor)
        if _kind(tensor) is np.generic:
            return TypeError(f"object of type '{_scalar(tensor)}' has no len()")
        return TypeError("len() of unsized object")
    return TypeError(f"object of type '{python.__name__}' has no len()")


def lacks_items(tensor: Tensor) -> TypeError:
    """Return the error for iterating over a number of Python's, or a scalar tensor."""
    python = _python(tensor)
    if python is None:
        if _kind(tensor) is np.generic:
            return TypeError(f"'{_scalar(tensor)}' object is not iterable")
        if _kind(tensor) is np.ndarray:
            return TypeError("iteration over a 0-d array")
        return TypeError("a scalar tensor cannot be iterated over")
    return TypeError(f"'{python.__name__}' object is not iterable")


def class_name(tensor: Tensor) -> str:
    """Return the name of the class that a value has in plain Python, as errors say."""
    python = _python(tensor)
    if python is not None:
        return python.__name__
    kind = _kind(tensor)
    if kind is np.generic:
        return _scalar(tensor)
    return "numpy.ndarray" if kind is np.ndarray else "Tensor"


def _python(tensor: Tensor) -> type | None:
    """Return the class of a number or text of Python's; None of a tensor.

    Raises:
        UnstagedOperationError: It is of another class on another path.
    """
    from graph.tensor import _DISPATCH  # which imports this module

    _DISPATCH["check_named"](tensor)
    python: type | None = tensor.spec.dtype.python
    return python


def _kind(tensor: Tensor) -> type | None:
    """Return what a tensor is in plain Python, if that is known."""
    from graph.tensor import _DISPATCH  # which imports this module

    found: type | None = _DISPATCH["known_kind"](tensor)
    if found is None and _DISPATCH["may_be_of_numpy"](tensor):
        _DISPATCH["kind_in_python"](tensor, "an error that names the class")
    return found


def _scalar(tensor: Tensor) -> str:
    return f"numpy.{tensor.dtype.numpy.type.__name__}"


def unswallowed(graph: Graph, function: Callable[..., T], *args: object) -> T:
    """Call a function, tracing; raise what was refused in it, should it catch that.

    Args:
        graph: The outermost graph being traced.
        function: The function.
        args: Its arguments.

    Raises:
        OperatorNotAllowedInGraphError: The function needed a value, and went on.
    """
    count, around = len(graph.root.refused), graph.endings
    graph.endings = {}
    try:
        result = function(*args)
    except AutographError:
        raise
    except Exception:
        raise_refused(graph, count)
        raise
    finally:
        for end in graph.endings.values():
            end()
        graph.endings = around
    raise_refused(graph, count)
    return result


def raise_refused(graph: Graph, count: int) -> None:
    """Raise what was refused first after so many others, if anything was.

    Raises:
        OperatorNotAllowedInGraphError: What runs as it stands needed a value.
    """
    if len(graph.root.refused) > count:
        raise graph.root.refused[count] from None


@contextmanager
def attempted(graph: Graph) -> Iterator[None]:
    """Forget what is refused in a block that raises: the caller does it otherwise."""
    count = len(graph.root.refused)
    try:
        yield
    except AutographError:
        del graph.root.refused[count:]
        raise


__all__ = [
    "CALLING",
    "OWN",
    "attempted",
    "is_foreign",
    "is_ours",
    "lacks_items",
    "lacks_length",
    "no_value",
    "note_refused",
    "raise_noted",
    "raise_refused",
    "refusal",
    "unswallowed",
]
