"""What Python has where a graph has a tensor: a tensor, an array, or a NumPy scalar.

`[0] * x.max()` repeats the list, and `v.is_integer()` is there, if it is a scalar.
A tensor makes an array of the list and multiplies that, as an array of rank 0 does. All
three are tensors in a graph: what plain Python has there is found by looking at what a
value is made of.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

import numpy as np

from graph import dtypes
from graph.convert import is_sequence
from graph.dispatch import apply, is_repeated, record
from graph.errors import UnstagedOperationError
from graph.givers import LISTED
from graph.graph import current_graph
from graph.op import op_named
from graph.origin import capture_exact
from graph.staging.numpy_arrays import is_of_numpy, mark_of_numpy
from graph.staging.overwriting import links_of, object_of, share, sources_of
from graph.tensor import _DISPATCH, EagerTensor, SymbolicTensor, Tensor

#: What gives scalars, beside ufuncs and reductions.
_SCALARS: Final = frozenset(
    {
        *("angle", "argmax", "argmin", "count_nonzero", "det", "digitize", "dot"),
        *("einsum", "inner", "is_close", "kron", "matmul", "matrix_rank", "nan_to_num"),
        *("norm", "round", "searchsorted", "sinc", "trace", "ufunc_reduce", "vdot"),
    }
)
#: What gives arrays of rank 0, of scalars as well.
_ARRAYS: Final = frozenset(
    {"broadcast_to", "fill", "i0", "ones_like", "reshape", "zeros_like"}
)
#: What leaves a value what it is: a scalar, or an array of rank 0.
_KEEPING: Final = frozenset({"cast", "identity", "stop_gradient"})
_KEEPING_PARTS: Final = frozenset({"imag", "real", "squeeze", "transpose"})


def counted(operands: Sequence[Any]) -> Sequence[Any]:
    """Return operands of `*` in which a number of NumPy's is one of Python's.

    Beside a sequence, that is: it repeats that.

    Raises:
        TypeError: It is no integer, as Python says it.
        UnstagedOperationError: It is not known whether it is a number of NumPy's.
    """
    at = 0 if is_repeated(operands[1]) else 1
    number, other = operands[at], operands[1 - at]
    if type(number) is not SymbolicTensor or number.shape != ():
        return operands
    dtype = number.spec.dtype
    if dtype.is_python or dtype.kind not in "biufc":
        return operands
    kind = kind_in_python(number, "a sequence times a number", _TO_REPEAT)
    if kind is not np.generic:
        return operands
    if not dtype.is_integer:
        operator.mul([], dtype.numpy.type(1))  # Python's own error
    count = _recorded("cast", number, {"dtype": dtypes.python_int})
    return (other, count) if at else (count, other)


def _recorded(name: str, value: SymbolicTensor, attrs: Mapping[str, Any]) -> Any:
    graph = current_graph()
    assert graph is not None
    return record(graph, op_named(name), (value,), attrs).outputs[0]


def kind_in_python(value: SymbolicTensor, what: str, hint: str = "") -> type:
    """Return what a tensor is in plain Python, and have other arguments traced anew.

    Args:
        value: No number of Python's.
        what: What depends on it.
        hint: What to write instead.

    Returns:
        Tensor, `np.ndarray` or `np.generic`.

    Raises:
        UnstagedOperationError: It is not known.
    """
    kind = assumed_kind(value)
    if kind is None or kind is Mixed:
        raise UnstagedOperationError(
            f"{what} depends on whether that is one of NumPy's or a tensor, which "
            "is not known here.",
            origin=capture_exact(2),
            hint=hint or "Make it one of Python's numbers: int(x) or float(x).",
        )
    return kind


def known_kind(value: SymbolicTensor) -> type | None:
    """Return what a tensor is in plain Python, as `kind_in_python` does.

    Also Mixed; None if it is not known.
    """
    return _noted_kind(value, _Asked())


def assumed_kind(value: SymbolicTensor) -> type | None:
    """Return what a tensor is, of what a loop carries as it begins; see known_kind."""
    return _noted_kind(value, _Asked(is_assumed=True))


def _noted_kind(value: SymbolicTensor, asked: _Asked) -> type | None:
    kind = asked.kind(value)
    if kind is not None and kind is not Mixed:
        asked.note(value)
    return None if kind is object else kind


def check_assumed(inputs: Sequence[Any], after: Sequence[Any]) -> None:
    """Refuse a loop that carries something else than what was taken for granted.

    Args:
        inputs: What the loop carries, in a block of it.
        after: What an iteration leaves of each.

    Raises:
        UnstagedOperationError: An iteration does not leave what the loop begins with.
    """
    for carried, left in zip(inputs, after, strict=False):
        for kind, origin in links_of(carried).assumed:
            if _Asked(is_assumed=True).kind(left) is not kind:
                raise UnstagedOperationError(
                    "what this gives depends on whether a value is one of NumPy's or a "
                    "tensor: this loop begins with one of them, and leaves the other.",
                    origin=origin,
                    hint="Make it the same on each path: ag.constant(x) is a tensor.",
                )


def is_array(value: SymbolicTensor) -> bool:
    """Is it an array in plain Python? What else it may be makes no difference.

    Arguments that are arrays, where it is none now, are traced anew, and the others
    where it is one.
    """
    asked = _Asked()
    is_array = asked.kind(value) is np.ndarray
    asked.note(value, [Tensor, np.generic] if is_array else [np.ndarray])
    return is_array


def as_array(value: SymbolicTensor, given: Any) -> SymbolicTensor:
    """Return what stands for `np.asarray(given)`: an array, whatever that is given.

    Args:
        value: What it holds.
        given: What it was made of, which it is if that is an array.
    """
    is_number = type(given) is SymbolicTensor and given.spec.dtype.is_python
    if is_number or (is_sequence(given) and not isinstance(given, SymbolicTensor)):
        mark_of_numpy(value)
        return value
    if known_kind(value) not in (Tensor, np.generic):
        return value  # it is one, or is not known to be none
    made: SymbolicTensor = share(apply(op_named("identity"), (value,)), (value,))
    links_of(made).is_array = True
    return made


def as_scalar(value: SymbolicTensor) -> SymbolicTensor:
    """Return what stands for `np.int64(x)` and its kin: a number of NumPy's."""
    if value.shape != () or value.spec.dtype.is_python:
        return value
    made: SymbolicTensor = apply(op_named("identity"), (value,))
    links_of(made).is_scalar = True
    return made


def is_mixed(value: Any) -> bool:
    """Is it a number of Python's on one path, and a tensor on another?"""
    if type(value) is not SymbolicTensor or value.spec.dtype.is_python:
        return False
    return _Asked().kind(value) is Mixed


def refuse_mixed(what: str) -> NoReturn:
    """Refuse what needs to know on which path the run has been.

    Args:
        what: What is asked.

    Raises:
        UnstagedOperationError: Always.
    """
    raise UnstagedOperationError(
        f"{what} of a value that is a number of Python's on one path, and a tensor on "
        "another: both are tensors in a graph.",
        origin=capture_exact(2),
        hint="Make it a tensor on each path, as in x = ag.constant(0), or a number: "
        "int(x), float(x), bool(x).",
    )


def attribute(value: SymbolicTensor, name: str) -> Any:
    """Return an attribute that numbers of NumPy's have, and tensors have not.

    Returns:
        The attribute; NotImplemented if there is none in plain Python.

    Raises:
        OperatorNotAllowedInGraphError: There is one, which a graph does not have.
        AttributeError: NumPy has no such attribute.
    """
    scalar = value.dtype.numpy.type
    is_there = hasattr(np.ndarray, name) or (
        value.shape == () and hasattr(scalar, name)
    )
    kind = kind_in_python(value, f"`.{name}`") if is_there else known_kind(value)
    if kind not in (np.ndarray, np.generic):
        return NotImplemented
    owner = scalar if kind is np.generic else np.ndarray
    if not hasattr(owner, name):
        shown = f"'{owner.__module__}.{owner.__name__}' object"
        raise AttributeError(f"{shown} has no attribute '{name}'", name=name, obj=value)
    if kind is not np.generic or name not in _OF_NUMBERS:
        value._refuse(f"`.{name}` of", "Compute with operators and ag functions.")
    if not value.dtype.is_floating:
        number = _recorded("cast", value, {"dtype": dtypes.python_int})
        return number.bit_count if name == "bit_count" else lambda: True
    return getattr(_recorded("cast", value, {"dtype": dtypes.python_float}), name)


#: Methods of NumPy's scalars that are those of Python's numbers.
_OF_NUMBERS: Final = frozenset({"as_integer_ratio", "bit_count", "hex", "is_integer"})

_TO_REPEAT: Final = (
    "Write int(n) to repeat it, and np.array(...) or ag.constant(...) of the sequence "
    "to multiply its items."
)


_KINDS: Final[tuple[type, ...]] = (Tensor, np.ndarray, np.generic)


class Mixed:
    """What is a number of Python's on one path, and a tensor on another."""


class _Asked:
    """Finds what a number is in plain Python, and of which arguments that follows."""

    def __init__(self, *, is_assumed: bool = False) -> None:
        # Is what a loop carries taken for what it begins with?
        self._is_assumed = is_assumed
        self._assumed: list[tuple[SymbolicTensor, type]] = []
        self._given: list[SymbolicTensor] = []
        self._found: dict[int, type | None] = {}
        # For inputs of loops: what they begin with, and what an iteration leaves.
        self._carried: dict[int, list[SymbolicTensor]] = {}

    def kind(self, value: Any) -> type | None:
        """Return Tensor, `np.ndarray` or `np.generic`; None if that is not known.

        Or Mixed; and `object` of what tells nothing, as numbers of Python's do not.
        """
        if value is LISTED:
            return np.ndarray
        if type(value) is not SymbolicTensor or value.spec.dtype.is_python:
            return object
        value = object_of(value)
        if id(value) not in self._found:
            self._found[id(value)] = object  # a loop adds nothing of its own
            self._found[id(value)] = self._kind(value)
        return self._found[id(value)]

    def _kind(self, value: SymbolicTensor) -> type | None:
        graph, op = value.graph, value.node.op
        links = links_of(value)
        if links.is_number:
            return Mixed
        if id(value) in self._carried:
            return self._joined(self._carried[id(value)])
        if any(value is each for each in graph.inputs):
            if graph is not graph.root:
                return self._inside(value)
            self._given.append(value)
            given = graph.root.given_classes.get(id(value), EagerTensor)
            return next(each for each in _KINDS if issubclass(given, each))
        if is_of_numpy(value) or links.array is not None or links.is_array:
            return np.ndarray
        if links.is_scalar:
            return np.generic
        if value.givers is not None:
            return self._made_of(value)
        if op.name == "getitem":
            return self._picked(value)
        if op.is_control:
            return self._left(value)
        if op.name == "const" and self._is_assumed:
            return _kind_of_constant(value)
        return Tensor if op.is_public and value.node.inputs else None

    def _inside(self, value: SymbolicTensor) -> type | None:
        """Return what an input of a block is: a loop may have had others before."""
        begins = links_of(value).begins
        if not self._is_assumed:
            return None
        if begins is None:
            captures = value.graph.captures
            outer = next((each for each, inner in captures if inner is value), None)
            return None if outer is None else self.kind(outer)
        is_symbolic = type(begins) is SymbolicTensor
        kind = self.kind(begins) if is_symbolic else _kind_of_known(begins)
        if kind in _KINDS:
            self._assumed.append((value, kind))
        return kind

    def _left(self, value: SymbolicTensor) -> type | None:
        """Return what control flow leaves."""
        node, place = value.node, value.value_index
        if node.op.name == "cond":
            bodies = node.subgraphs.values()
            return self._joined([each.outputs[place] for each in bodies])
        if node.op.name != "while_loop":
            return self._joined(sources_of(value))
        body = node.subgraphs["body"]
        start = len(node.inputs) - len(body.inputs)
        for at, inner in enumerate(body.inputs[: len(body.outputs)]):
            around = [node.inputs[start + at], body.outputs[at]]
            self._carried[id(inner)] = around
        return self._joined([node.inputs[place], body.outputs[place]])

    def _made_of(self, value: SymbolicTensor) -> type | None:
        """Return what operators, or functions of NumPy's, make of their operands."""
        givers = value.givers or ()
        kinds = {self.kind(each) for each in givers} - {object}
        if not givers or Tensor in kinds:
            return Tensor
        if None in kinds or (Mixed in kinds and len(kinds) > 1):
            return None
        if Mixed in kinds:
            return Mixed
        if value.shape != ():
            return np.ndarray
        node = value.node
        while node.op.name in _KEEPING and node.inputs:
            if any(node.inputs[0] is each for each in givers):
                return self._joined(givers)
            node = node.inputs[0].node
        op = node.op
        if op.name in _KEEPING_PARTS:
            return self._joined(givers)
        if op.name == "where":
            # One of NumPy's own gives an array; others are part of what gives a number.
            chosen, asked = node.inputs[0], (*givers, *node.graph.inputs)
            return np.ndarray if any(chosen is x for x in asked) else np.generic
        if op.name == "reshape" and kinds == {np.generic}:
            return np.generic  # unlike arrays of no axes, numbers keep what they are
        if op.name in _ARRAYS:
            return np.ndarray
        is_scalar = op.ufunc is not None or op.name.startswith("reduce_")
        if is_scalar or op.name in _SCALARS:
            return np.generic
        if op.name == "getitem" and all(each is LISTED for each in givers):
            return _element_of(np.ndarray, node.outputs[0])
        return self._picked(node.outputs[0]) if op.name == "getitem" else None

    def _picked(self, value: SymbolicTensor) -> type | None:
        """Return what `x[key]` is."""
        return _element_of(self.kind(value.node.inputs[0]), value)

    def _joined(self, values: Sequence[Any]) -> type | None:
        """Return what one of some values is, as the run decides."""
        kinds = {self.kind(each) for each in values} - {object}
        if Mixed in kinds:
            return Mixed
        return kinds.pop() if len(kinds) == 1 else None

    def note(
        self,
        number: SymbolicTensor,
        classes: Sequence[type] = _KINDS,
    ) -> None:
        """Note that another trace is needed where arguments are of another class.

        Args:
            number: What was asked for.
            classes: Those that make a difference.
        """
        for carried, kind in self._assumed:
            links_of(carried).assumed.append((kind, capture_exact(2)))
        number, root = object_of(number), number.graph.root
        for given in self._given:
            is_itself = given is number
            own = root.given_classes.get(id(given), EagerTensor)
            others: list[type] = [
                each
                for each in classes
                if not issubclass(own, each)
                and (is_itself or each is Tensor or issubclass(own, Tensor))
            ]
            root.classes_asked.append((given, others, capture_exact(2)))


def _kind_of_known(value: Any) -> type | None:
    """Return what a value at hand is."""
    return next((each for each in _KINDS if isinstance(value, each)), None)


def _kind_of_constant(value: SymbolicTensor) -> type | None:
    """Return what a constant was made of."""
    made = value.graph._constants.values()
    known = next((given for given, each in made if each is value), None)
    return _kind_of_known(known)


def _element_of(kind: type | None, value: SymbolicTensor) -> type | None:
    """Return what `x[key]` is, of an `x` that is of this kind."""
    if kind not in (np.ndarray, np.generic):
        return kind
    if value.shape != ():
        return np.ndarray  # of a number, too: x[None]
    return None if "..." in str(value.node.attrs["key"]) else np.generic


_DISPATCH["numpy_attribute"] = attribute
_DISPATCH["assumed_kind"] = assumed_kind
_DISPATCH["known_kind"] = known_kind
_DISPATCH["is_array"] = is_array
_DISPATCH["is_mixed"] = is_mixed
_DISPATCH["refuse_mixed"] = refuse_mixed

__all__ = [
    "Mixed",
    "assumed_kind",
    "counted",
    "is_mixed",
    "kind_in_python",
    "known_kind",
    "refuse_mixed",
]
