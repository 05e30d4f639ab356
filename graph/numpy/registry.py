"""Which function of ours stands for which of NumPy's when it is given a tensor.

    @implements(np.sum)
    def sum(a, axis=None, dtype=None, keepdims=False): ...

The parameters of such a function have the names and the order that they have in
NumPy, and it may have fewer: one that it leaves out, such as `out=`, is refused with an
error when a call gives it another value than its default.

NumPy's functions that are not here compute on the arrays of eager tensors, and give
what NumPy gives. With a symbolic tensor they are refused.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final, TypeVar

import numpy as np

from graph import dtypes
from graph.array_methods import register_handler
from graph.dispatch import apply
from graph.errors import UnstagedOperationError, UnsupportedArgumentError
from graph.numpy.arguments import operands
from graph.numpy.conversion import UnholdableError
from graph.op import OPS, Op, op_named
from graph.origin import capture_exact
from graph.tensor import EagerTensor, SymbolicTensor, Tensor
from graph.value_operators import ValueOperators

F = TypeVar("F", bound=Callable[..., Any])


# What asks whether: NumPy answers True or False of Python's, which are no arrays.
_ANSWERS: Final = frozenset({np.array_equal, np.array_equiv, np.allclose})


@dataclass(frozen=True, slots=True, eq=False)
class Implementation:
    """What stands for a function of NumPy's.

    Attributes:
        function: Ours.
        theirs: NumPy's.
        name: NumPy's name for it, such as `numpy.linalg.norm`.
        signature: NumPy's signature, None for what does not tell it.
        n_positional: How many arguments mean the same by position in both.
        kept: The names of the parameters of ours.
    """

    function: Callable[..., Any]
    theirs: Any
    name: str
    signature: inspect.Signature | None
    n_positional: int
    kept: frozenset[str]

    def __call__(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """Call ours with the arguments of a call of NumPy's."""
        given, named = args, kwargs
        if len(args) > self.n_positional or not self.kept.issuperset(kwargs):
            given, named = self._bound(args, kwargs)
        result = self.function(*given, **named)
        if self.theirs in _ANSWERS and type(result) is SymbolicTensor:
            return apply(op_named("cast"), (result,), {"dtype": dtypes.python_bool})
        return result

    def _bound(
        self, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> tuple[tuple[Any, ...], Mapping[str, Any]]:
        """Return arguments for ours; parameters that it leaves out have defaults.

        Raises:
            UnsupportedArgumentError: One of them is given another value.
        """
        if self.signature is None:
            for name in kwargs:
                if name not in self.kept:
                    raise unsupported(self.name, name)
            return args, kwargs
        try:
            bound: Any = self.signature.bind(*args, **kwargs)
        except TypeError:
            bound = None
        if bound is None:
            self._call_example(args, kwargs)
            bound = self.signature.bind(*args, **kwargs)
        parameters = self.signature.parameters
        positional: list[Any] = []
        named: dict[str, Any] = {}
        for name, value in bound.arguments.items():
            kind = parameters[name].kind
            if name not in self.kept:
                self._check(name, value, parameters[name].default)
            elif kind is inspect.Parameter.POSITIONAL_ONLY:
                positional.append(value)
            elif kind is inspect.Parameter.VAR_POSITIONAL:
                positional.extend(value)
            elif kind is inspect.Parameter.VAR_KEYWORD:
                named.update(value)
            elif len(positional) < self.n_positional and not named:
                positional.append(value)
            else:
                named[name] = value
        return tuple(positional), named

    def _call_example(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        """Let NumPy say, in its own words, that it takes no such arguments."""
        given = [np.zeros(()) if isinstance(x, Tensor) else x for x in args]
        named = {
            name: np.zeros(()) if isinstance(x, Tensor) else x
            for name, x in kwargs.items()
        }
        self.theirs(*given, **named)

    def _check(self, name: str, value: Any, default: Any) -> None:
        is_default = value is default or value is np._NoValue
        if not is_default and type(value) in _PLAIN and type(default) in _PLAIN:
            is_default = bool(value == default)
        if not is_default and name not in _WITHOUT_MEANING:
            raise unsupported(self.name, name)


_PLAIN: Final = (bool, int, str, tuple)
# There are no subclasses of tensors to pass through.
_WITHOUT_MEANING: Final = frozenset({"subok"})

_HINTS: Final = {
    "out": "A tensor never changes: bind a name to the result. To fill an array, give "
    "NumPy arrays only: np.asarray(t) is that of an eager tensor.",
    "where": "Choose first: np.where(condition, x, neutral).",
    "like": "What is made is a tensor where an argument is one.",
    "order": "A tensor has no memory layout that a program could see.",
    "device": "There is one device, the CPU.",
}


def unsupported(function: str, argument: str) -> UnsupportedArgumentError:
    """Return the error for an argument that cannot be kept where tensors are."""
    return UnsupportedArgumentError(
        f"{function} of a tensor does not take `{argument}=`.",
        origin=capture_exact(2),
        hint=_HINTS.get(argument, "Leave it out, or give NumPy arrays only."),
    )


# NumPy's function -> what stands for it. Written by `implements` only, while the
# modules of this package are imported.
_FUNCTIONS: dict[Any, Implementation] = {}
FUNCTIONS: Final[Mapping[Any, Implementation]] = MappingProxyType(_FUNCTIONS)


def implements(*functions: Any) -> Callable[[F], F]:
    """Make a function what these of NumPy's do when they are given a tensor.

    Args:
        *functions: NumPy's, or names of those that not every version of NumPy has.

    Raises:
        ValueError: One of them has another, or has no parameter of such a name.
    """
    theirs = [getattr(np, x, None) if isinstance(x, str) else x for x in functions]

    def decorate(ours: F) -> F:
        for function in theirs:
            if function is None:
                continue
            if function in _FUNCTIONS:
                raise ValueError(f"{name_of(function)} is implemented twice")
            _FUNCTIONS[function] = _implementation(function, ours)
        return ours

    return decorate


def extends(*functions: Any) -> Callable[[F], F]:
    """Make a function stand for these of NumPy's in place of one with fewer parameters.

    Raises:
        KeyError: Nothing stands for one of them.
    """

    def decorate(ours: F) -> F:
        for function in functions:
            del _FUNCTIONS[function]
        return implements(*functions)(ours)

    return decorate


def _implementation(function: Any, ours: Callable[..., Any]) -> Implementation:
    name = name_of(function)
    parameters = list(inspect.signature(ours).parameters.values())
    kept = frozenset(parameter.name for parameter in parameters)
    by_position = [
        parameter.name
        for parameter in parameters
        if parameter.kind is not inspect.Parameter.KEYWORD_ONLY
    ]
    try:
        signature = inspect.signature(function)
    except ValueError:  # some that are written in C, before NumPy 2.4
        return Implementation(ours, function, name, None, len(by_position), kept)
    required = {
        parameter.name
        for parameter in parameters
        # One by keyword that has a default is the standard's, or a later NumPy's.
        if parameter.kind is not inspect.Parameter.KEYWORD_ONLY
        or parameter.default is inspect.Parameter.empty
    }
    if unknown := required.difference(signature.parameters):
        raise ValueError(f"{name} has no parameters {sorted(unknown)}")
    n_positional = 0
    for theirs, own in zip(signature.parameters.values(), parameters, strict=False):
        if theirs.name != own.name or own.name not in by_position:
            break
        n_positional += 1
        if theirs.kind is inspect.Parameter.VAR_POSITIONAL:
            n_positional = _ANY_NUMBER
            break
    return Implementation(ours, function, name, signature, n_positional, kept)


_ANY_NUMBER: Final = 1 << 30


def register(function: Any, ours: Callable[..., Any]) -> None:
    """Enter what stands for a function, and takes all of NumPy's arguments."""
    name = name_of(function)
    _FUNCTIONS[function] = Implementation(
        ours, function, name, None, _ANY_NUMBER, _EVERYTHING
    )


class _Everything(frozenset[str]):
    """The names of all parameters that there are."""

    def issuperset(self, other: object) -> bool:
        """Answer that every name is one of them."""
        del other
        return True


_EVERYTHING: Final = _Everything()


def add_facets() -> None:
    """Enter the ops whose records name functions of NumPy's that nothing else does."""
    for op in OPS.values():
        for function in op.numpy:
            if function not in _FUNCTIONS:
                _FUNCTIONS[function] = _of_record(function, op)


def _of_record(function: Any, op: Op) -> Implementation:
    """Return what an op does in place of NumPy's function.

    NumPy's first parameters are the op's inputs, and those that are called as its
    attributes are these.
    """
    signature = inspect.signature(function)
    theirs = list(signature.parameters)
    inputs = theirs[: len(op.inputs)]
    kept = [name for name in theirs if name in inputs or name in op.attrs]
    public: Any = getattr(import_module("graph.ops"), op.name, None)

    def ours(*args: Any, **kwargs: Any) -> Any:
        values = dict(zip(theirs, args, strict=False)) | kwargs
        given = operands(*(values.pop(name) for name in inputs))
        if public is None:
            return apply(op, given, {**op.attrs, **values})
        return public(*given, **values)

    n_positional = next(
        (i for i, name in enumerate(theirs) if name not in kept), len(theirs)
    )
    name = name_of(function)
    return Implementation(
        ours, function, name, signature, n_positional, frozenset(kept)
    )


def name_of(function: Any) -> str:
    """Return the name by which users call a function of NumPy's."""
    module = getattr(function, "__module__", "numpy")  # ufuncs have none
    return f"{module}.{function.__name__}"


def call(
    function: Any,
    types: Any,
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
) -> Any:
    """Do what a function of NumPy's does, some of whose arguments are tensors.

    Raises:
        UnstagedOperationError: Nothing stands for it, and a tensor is symbolic.
    """
    found = _FUNCTIONS.get(function)
    if found is not None:
        try:
            result = found(args, kwargs)
            if type(result) is EagerTensor and function in _ANSWERS:
                return bool(result)
            return result
        except UnholdableError:  # beside a tensor stands an array of dates, say
            if is_symbolic(args) or is_symbolic(kwargs):
                raise
    for kind in types:
        if not issubclass(kind, (Tensor, ValueOperators, np.ndarray)):
            return NotImplemented
    return function(*as_arrays(args, function), **as_arrays(kwargs, function))


def is_symbolic(value: Any) -> bool:
    """Is it a symbolic tensor, or a nested value with one in it?"""
    if isinstance(value, (list, tuple)):
        return any(map(is_symbolic, value))
    if isinstance(value, dict):
        return any(map(is_symbolic, value.values()))
    return isinstance(value, SymbolicTensor)


def as_arrays(value: Any, function: Any) -> Any:
    """Return a nested value with arrays in place of tensors.

    Raises:
        UnstagedOperationError: A tensor has no value yet.
    """
    if isinstance(value, ValueOperators):
        value = value.value()
    if isinstance(value, EagerTensor):
        return value.__array__()
    if isinstance(value, SymbolicTensor):
        raise unstaged(name_of(function), value)
    kind = type(value)
    if kind in (list, tuple):
        return kind([as_arrays(part, function) for part in value])
    if kind is dict:
        return {key: as_arrays(part, function) for key, part in value.items()}
    return value


def unstaged(name: str, value: SymbolicTensor) -> UnstagedOperationError:
    """Return the error for a function that has no staged form."""
    return UnstagedOperationError(
        f"{name} is given {value.described()}, whose value is known only when the "
        "graph runs, and has no staged form.",
        origin=capture_exact(2),
        hint=_INSTEAD.get(name.rpartition(".")[2])
        or "Write it with functions that have one, or call it when the graph runs: "
        f"ag.numpy_function({name.replace('numpy', 'np', 1)}, [x], Tout=x.dtype).",
    )


_TEXT: Final = (
    "ag.print(x) shows it when the graph runs; str(x) and f-strings are staged."
)
_FILE: Final = (
    "Return the tensor, and save what the call gives; or write it when the graph runs: "
    "ag.py_function."
)
_MEMORY: Final = (
    "Tensors never change, so that it shows nowhere whether they share memory."
)
# What to do in place of functions that make no sense in a graph.
_INSTEAD: Final = {
    "array2string": _TEXT,
    "array_repr": _TEXT,
    "array_str": _TEXT,
    "save": _FILE,
    "savetxt": _FILE,
    "savez": _FILE,
    "savez_compressed": _FILE,
    "may_share_memory": _MEMORY,
    "shares_memory": _MEMORY,
    "min_scalar_type": "The element type of a tensor is known while tracing: x.dtype.",
}


register_handler("function", call)

__all__ = [
    "FUNCTIONS",
    "Implementation",
    "add_facets",
    "as_arrays",
    "call",
    "extends",
    "implements",
    "is_symbolic",
    "name_of",
    "register",
    "unstaged",
    "unsupported",
]
