"""Attributes and methods of Python's numbers: `n.bit_length()`, `z.imag`.

What the kind of a number tells alone is computed while tracing: an integer is its own
real part, and has the denominator 1. All else is what Python gives when the graph runs.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from types import FrameType
from typing import Any, Final, NoReturn

import numpy as np

from graph import dtypes
from graph.dispatch import record
from graph.domains import Domain
from graph.dtypes import DType
from graph.graph import current_graph
from graph.leaks import leaked
from graph.needed import no_value
from graph.op import OPS, RAISES, REQUIRED, ZERO, Op, define
from graph.origin import is_library_code
from graph.specs import TensorSpec
from graph.tensor import ACTS, EagerTensor, SymbolicTensor
from graph.variable_items import symbolic_method

_TESTED: Final = Domain(elsewhere="tests/graph/ops/test_number_methods.py")
_PYTHONS: Final = sys.stdlib_module_names - {"__main__"}
_RESULTS: Final[Mapping[str, DType]] = {
    "bit_length": dtypes.python_int,
    "bit_count": dtypes.python_int,
    "is_integer": dtypes.python_bool,
    "hex": dtypes.python_str,
    "real": dtypes.python_float,
    "imag": dtypes.python_float,
    "conjugate": dtypes.python_complex,
}


def _held(value: Any) -> Any:
    """Return a number as Python's own, which a program may hold as NumPy's."""
    return getattr(value, "item", lambda: value)()


def _number_method(number: Any, *, method: str) -> Any:
    found = getattr(_held(number), method)
    return found() if callable(found) else found


_METHOD: Final = define(
    "number_method",
    is_public=False,
    inputs=("number",),
    attrs={"method": REQUIRED},
    infer=lambda number, method: TensorSpec((), _RESULTS[method]),
    kernel=_number_method,
    gradient=ZERO,
    doc="What an attribute or a method of a Python number gives.",
    domain=_TESTED,
)

_RATIO: Final = define(
    "integer_ratio",
    is_public=False,
    inputs=("number",),
    infer=lambda number: (TensorSpec((), dtypes.python_int),) * 2,
    kernel=lambda number: _held(number).as_integer_ratio(),
    effects=RAISES,
    gradient=ZERO,
    doc="The two integers whose quotient a float is.",
    domain=_TESTED,
)


# -- How they are applied ------------------------------------------------------------


def _recorded(op: Op, number: Any, attrs: Mapping[str, Any]) -> Sequence[Any]:
    graph = current_graph()
    if graph is None:
        raise leaked(number)
    return record(graph, op, (number,), attrs).outputs


def _when_run(number: Any, method: str) -> Any:
    return _recorded(_METHOD, number, {"method": method})[0]


def _itself(number: Any, name: str) -> Any:
    """Return a real number, a truth value as the integer that it is."""
    if number.spec.dtype is not dtypes.python_bool:
        return number
    return _recorded(OPS["cast"], number, {"dtype": dtypes.python_int})[0]


def _ratio(number: Any, name: str) -> tuple[Any, Any]:
    if number.spec.dtype is not dtypes.python_float:
        return _itself(number, name), 1
    return tuple(_recorded(_RATIO, number, {}))


def _always(value: Any) -> Callable[[Any, str], Any]:
    return lambda number, name: value


_Table = Mapping[str, Callable[[Any, str], Any]]

#: By the class of the number. What truth values have is what integers have.
_ATTRIBUTES: Final[Mapping[type, _Table]] = {
    int: {
        "real": _itself,
        "imag": _always(0),
        "numerator": _itself,
        "denominator": _always(1),
    },
    float: {"real": _itself, "imag": _always(0.0)},
    complex: {"real": _when_run, "imag": _when_run},
}
_METHODS: Final[Mapping[type, _Table]] = {
    int: {
        "as_integer_ratio": _ratio,
        "bit_count": _when_run,
        "bit_length": _when_run,
        "conjugate": _itself,
        "is_integer": _always(True),
    },
    float: {
        "as_integer_ratio": _ratio,
        "conjugate": _itself,
        "hex": _when_run,
        "is_integer": _when_run,
    },
    complex: {"conjugate": _when_run},
}


def number_attribute(number: SymbolicTensor, name: str) -> Any:
    """Return an attribute of a symbolic number of Python's, or a method of it.

    Returns:
        What Python gives; NotImplemented if there is none, or a graph cannot carry it,
        and for Python's own library, which goes on to ask for the class.
    """
    kind: Any = number.spec.dtype.python
    if kind not in (int, bool, float, complex) or not hasattr(kind, name):
        return NotImplemented
    if _is_asked_by_python():
        return NotImplemented
    table = int if kind is bool else kind
    if name in _ATTRIBUTES[table]:
        return _ATTRIBUTES[table][name](number, name)
    if name in _METHODS[table]:
        return NumberMethod(number, name)
    found = getattr(kind, name)
    if getattr(found, "__self__", None) is kind:
        return found  # a method of the class, such as `float.fromhex`
    return NotImplemented


def _is_asked_by_python() -> bool:
    """Tell whether code of Python's library asks, as `statistics` does for ratios."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and is_library_code(frame.f_code):
        frame = frame.f_back
    module = "" if frame is None else str(frame.f_globals.get("__name__"))
    return module.partition(".")[0] in _PYTHONS


class NumberMethod:
    """A method of a symbolic number of Python's, not called yet."""

    __slots__ = ("__name__", "number")

    def __init__(self, number: SymbolicTensor, name: str) -> None:
        """Bind the method `name` of `number`."""
        self.number = number
        self.__name__ = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Record the call."""
        kind: Any = self.number.spec.dtype.python
        if args or kwargs:  # there are none that take some
            getattr(kind(), self.__name__)(*args, **kwargs)
        table = _METHODS[int if kind is bool else kind]
        return table[self.__name__](self.number, self.__name__)


def attribute(value: SymbolicTensor, name: str) -> Any:
    """Return an attribute of a symbolic number, or a method of it or a variable.

    Raises:
        AttributeError: The value has no such attribute.
    """
    found = number_attribute(value, name)
    if found is NotImplemented:
        found = symbolic_method(value, name)
    return _refuse_attribute(value, name) if found is None else found


def _refuse_attribute(value: SymbolicTensor, name: str) -> NoReturn:
    """Refuse what the value will have, and its stand-in has not.

    Raises:
        AttributeError: It has none such, either.
    """
    kind = value.spec.dtype.python or EagerTensor
    if name == "numpy" and kind is EagerTensor:
        raise no_value(value)
    if hasattr(kind, name):
        value._refuse(f"`.{name}` of", "Compute with operators and ag functions.")
    if kind is EagerTensor and hasattr(np.ndarray, name):
        value._refuse(
            f"`.{name}` of",
            "A graph has no memory of its own to look at. What arrays hold is found "
            "by operators and NumPy's functions: x.shape, x.itemsize, np.sort(x).",
        )
    text = f"'{kind.__name__}' object has no attribute '{name}'"
    raise AttributeError(text, name=name, obj=value)


ACTS.attribute = attribute

__all__: list[str] = []
