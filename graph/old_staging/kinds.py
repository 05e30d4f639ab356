"""What a value of a graph is in plain Python: a tensor, an array, a NumPy scalar.

It is found by looking at what the value is made of. Who asks is told in
`graph.old_staging.numpy_numbers`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np

from graph.givers import LISTED
from graph.graph import Graph, Node
from graph.old_staging.links import links_of
from graph.old_staging.memory import object_of, sources_of
from graph.old_staging.numpy_arrays import is_of_numpy
from graph.origin import capture_exact
from graph.partial import ABSENT
from graph.segments import Column
from graph.specs import element_of, innermost, is_list
from graph.tensor import EagerTensor, SymbolicTensor, Tensor

#: What gives scalars, beside ufuncs and reductions.
_SCALARS: Final = frozenset(
    {
        *("angle", "argmax", "argmin", "condition_number", "count_nonzero", "det"),
        *("digitize", "dot", "lexsort", "slogdet", "unstack", "vector_norm"),
        *("einsum", "inner", "is_close", "kron", "matmul", "matrix_rank", "nan_to_num"),
        *(
            "norm",
            "round",
            "scalar_abs",
            "scalar_multiply",
            "scalar_pow",
            "searchsorted",
            "sinc",
            "trace",
            "ufunc_reduce",
            "vdot",
        ),
    }
)
#: What gives arrays of rank 0, of scalars as well.
_ARRAYS: Final = frozenset(
    {"broadcast_to", "fill", "i0", "isin", "ones_like", "reshape", "zeros_like"}
)
#: What leaves a value what it is: a scalar, or an array of rank 0.
_KEEPING: Final = frozenset({"cast", "identity", "positive_zero", "stop_gradient"})
#: What gives a value that is there, or an item, as it is.
_CHECKED: Final = frozenset(
    {"check_attribute", "check_defined", "check_present", "list_get"}
)
_KEEPING_PARTS: Final = frozenset({"imag", "real", "squeeze", "transpose"})

#: What a value may be.
KINDS: Final[tuple[type, ...]] = (Tensor, np.ndarray, np.generic)


class Mixed:
    """What is a number of Python's on one path, and a tensor on another."""


class _Pending:
    """What is found when that is which it is made of: a loop goes round."""


# Of more rounds than these, what is not settled is unknown.
_MOST_ROUNDS: Final = 8


#: Where ops that make lists take their items: the first, and how many.
ITEMS_OF: Final = {
    "list_append": (1, 1),
    "list_fill": (1, 1),
    "list_from": (0, 1 << 30),
    "list_insert": (2, 1),
    "list_key_append": (1, 1),
    "list_set": (2, 1),
}


def _holds_numbers(value: SymbolicTensor) -> bool:
    """Is it a number or text of Python's, or a list of these?"""
    element = innermost(value.spec)
    return element is not None and element.dtype.is_python


class Asked:
    """Finds what a number is in plain Python, and of which arguments that follows."""

    def __init__(
        self,
        *,
        is_assumed: bool = False,
        skips_numbers: bool = False,
        joins_numpys: bool = False,
    ) -> None:
        # Is what is an array on one path, and a number of NumPy's on another, one?
        self._joins_numpys = joins_numpys
        # Is what a loop carries taken for what it begins with?
        self._is_assumed = is_assumed
        # Is what may be Python's number what it is where it is not?
        self._skips_numbers = skips_numbers
        # Has it met something of NumPy's on the way?
        self.is_of_numpy_somewhere = False
        self._assumed: dict[int, tuple[SymbolicTensor, type]] = {}
        self._given: dict[int, SymbolicTensor] = {}
        self._found: dict[int, type | None] = {}
        # What was asked for since the first question, and whether that goes round.
        self._asked: list[SymbolicTensor] = []
        self._goes_round = False
        # For inputs of loops: what they begin with, and what an iteration leaves.
        self._carried: dict[int, list[SymbolicTensor]] = {}
        # The bodies of functions that call themselves, by the calls in them.
        self._bodies: dict[int, Graph] = {}

    def kind(self, value: Any) -> type | None:
        """Return Tensor, `np.ndarray` or `np.generic`; None if that is not known.

        Or Mixed; and `object` of what tells nothing, as numbers of Python's do not.
        """
        if value is LISTED:
            return np.ndarray
        if type(value) is not SymbolicTensor or _holds_numbers(value):
            return object
        value = object_of(value)
        if id(value) not in self._found:
            is_first = not self._asked
            self._asked.append(value)
            self._found[id(value)] = _Pending  # a loop adds nothing of its own
            self._found[id(value)] = self._kind(value)
            if is_first:
                self._settle()
        found = self._found[id(value)]
        self._goes_round |= found is _Pending
        self.is_of_numpy_somewhere |= found in (np.ndarray, np.generic)
        return found

    def _settle(self) -> None:
        """Ask again until nothing changes, if something is made of what is made of it.

        What is found then holds in each round of a loop, as it holds in the first.
        """
        fixed: set[int] = set()
        n_rounds = 0
        while self._goes_round:
            n_rounds += 1
            asked = [x for x in self._asked if id(x) not in fixed]
            changed = [x for x in asked if self._changes(x)]
            if n_rounds > _MOST_ROUNDS:
                self._found.update((id(x), None) for x in changed)
                fixed.update(map(id, changed))
            if not changed:
                kinds = self._found
                waiting = [x for x in asked if kinds[id(x)] is _Pending]
                # Numbers of Python's, and what is made of these alone.
                kinds.update((id(x), object) for x in waiting)
                self._goes_round = bool(waiting)
        self._asked.clear()

    def _changes(self, value: SymbolicTensor) -> bool:
        known = self._found[id(value)]
        self._found[id(value)] = kind = self._kind(value)
        return kind is not known

    def _kind(self, value: SymbolicTensor) -> type | None:
        graph, op = value.graph, value.node.op
        links = links_of(value)
        if links.numbers and not self._skips_numbers:
            return Mixed
        if links.numbers and op.name == "const":
            return object
        is_joined = links.numbers or links.whole or links.narrow
        if is_joined and op.name == "cast":
            return self.kind(value.node.inputs[0])
        if links.is_filler:
            return object
        if links.is_scalar:
            return np.generic
        if id(value) in self._carried:
            return self._joined(self._carried[id(value)])
        if any(value is each for each in graph.inputs):
            if graph is not graph.root:
                return self._inside(value)
            self._given[id(value)] = value
            given = graph.root.given_classes.get(id(value), EagerTensor)
            return next(each for each in KINDS if issubclass(given, each))
        if is_of_numpy(value) or links.array is not None or links.is_array:
            return np.ndarray
        if value.givers is not None:
            return self._made_of(value)
        if op.name == "getitem":
            return self._picked(value)
        if op.is_control:
            return self._left(value)
        if links.noted is not None:
            return self._noted(links.noted)
        if op.name in _CHECKED:
            return self.kind(value.node.inputs[0])
        if is_list(value.spec):
            return self._listed(value)
        if op.name == "const" and self._is_assumed:
            return _kind_of_constant(value)
        return Tensor if op.is_public and value.node.inputs else None

    def _inside(self, value: SymbolicTensor) -> type | None:
        """Return what an input of a block is: a loop may have had others before."""
        links = links_of(value)
        begins, other = links.begins, links.other
        if not self._is_assumed:
            return None
        if self._skips_numbers and other is not None:
            self._assumed[id(value)] = value, other
            return other
        if begins is None:
            captures = value.graph.captures
            outer = next((each for each, inner in captures if inner is value), None)
            return None if outer is None else self.kind(outer)
        kind = self.leaf(begins)
        if kind in KINDS or kind is object:
            self._assumed[id(value)] = value, kind
        return kind

    def leaf(self, value: Any) -> type | None:
        """Return what a leaf of what a loop carries is; of a list, all its items."""
        if not isinstance(value, Column):
            return self._item(value)
        return _one_of({self._item(each) for each in value.values()})

    def _item(self, value: Any) -> type | None:
        """Return what a value at hand is, or a symbolic one."""
        number = object if self._skips_numbers else Mixed
        if type(value) is not SymbolicTensor:
            return _kind_of_known(value) or number
        return number if _holds_numbers(value) else self.kind(value)

    def _noted(self, leaves: Sequence[Any]) -> type | None:
        """Return what a handler is given, that is one of these."""
        return _one_of({self.leaf(each) for each in leaves if each is not ABSENT})

    def _left(self, value: SymbolicTensor) -> type | None:
        """Return what control flow leaves."""
        node, place = value.node, value.value_index
        if node.op.name in ("cond", "attempt"):
            bodies = node.subgraphs.values()
            kind = self._joined([each.outputs[place] for each in bodies])
            # A handler is given what there was before each op that might have raised.
            return None if kind is Mixed and node.op.name == "attempt" else kind
        if node.op.name in ("call", "call_again"):
            return self._returned(value)
        if node.op.name != "while_loop":
            return self._joined(sources_of(value))
        body = node.subgraphs["body"]
        start = len(node.inputs) - len(body.inputs)
        for at, inner in enumerate(body.inputs[: len(body.outputs)]):
            around = [node.inputs[start + at], body.outputs[at]]
            self._carried[id(inner)] = around
        return self._joined([node.inputs[place], body.outputs[place]])

    def _returned(self, value: SymbolicTensor) -> type | None:
        """Return what a function gives that calls itself; None inside of it."""
        node = value.node
        if node.op.name == "call_again":
            known = self._bodies.get(id(node))
            return (
                None if known is None else self.kind(known.outputs[value.value_index])
            )
        body = node.subgraphs["body"]
        calls = list(_calls_again(node.attrs["function"], body))
        for at, inner in enumerate(body.inputs):
            around = [each.inputs[at] for each in (node, *calls)]
            self._carried.setdefault(id(inner), around)
        self._bodies.update((id(each), body) for each in calls)
        return self.kind(body.outputs[value.value_index])

    def _listed(self, value: SymbolicTensor) -> type | None:
        """Return what all items of a list are; `object` of one without items."""
        node = value.node
        if node.op.name == "list_unstack":
            kind = self.kind(node.inputs[0])
            is_row = kind is np.ndarray and element_of(value.spec).shape == ()
            return np.generic if is_row else kind
        at, n_items = ITEMS_OF.get(node.op.name, (0, 0))
        if node.op.name not in ITEMS_OF and not any(
            is_list(x.spec) for x in node.inputs
        ):
            return None
        items = node.inputs[at : at + n_items]
        lists = [x for x in node.inputs if is_list(x.spec)]
        kinds = {self._item(x) for x in (*items, *lists)}
        return Mixed if Mixed in kinds else _one_of(kinds)

    def _made_of(self, value: SymbolicTensor) -> type | None:
        """Return what operators, or functions of NumPy's, make of their operands."""
        givers = value.givers or ()
        kinds = {self.kind(each) for each in givers} - {object}
        if not givers or Tensor in kinds:
            return Tensor
        if _Pending in kinds:
            return _Pending
        if kinds == {Mixed} and self._is_beside_numpys(value):  # `x + np.float64(1)`
            kinds = {np.generic}
        if Mixed in kinds and len(kinds) > 1:
            # Beside NumPy's, which of Python's and NumPy's the others are is one.
            elsewhere = {self._elsewhere(each) for each in givers}
            kinds = (kinds | elsewhere) - {Mixed, object, _Pending}
        if None in kinds or Tensor in kinds:
            return None
        if Mixed in kinds:
            return Mixed
        if value.shape != ():
            return np.ndarray
        node = value.node
        while node.op.name in _KEEPING and node.inputs:
            if any(node.inputs[0] is each for each in givers):
                return self._kept(givers)
            node = node.inputs[0].node
        op = node.op
        if op.name in _KEEPING_PARTS:
            return self._kept(givers)
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
        if op.name != "getitem":
            return self._unknown()
        if any(node.inputs[0] is each for each in givers):
            return self._picked(node.outputs[0])
        return _element_of(np.ndarray, node.outputs[0])  # of an array on the way

    def _is_beside_numpys(self, value: SymbolicTensor) -> bool:
        """Is one operand a number of NumPy's at hand, and is no other one a tensor?"""
        node = value.node
        constants = map(_kind_of_constant, node.inputs)
        if node.op.ufunc is None or np.generic not in constants:
            return False
        elsewhere = {self._elsewhere(each) for each in value.givers or ()}
        return elsewhere <= {np.generic, object, _Pending}

    def _elsewhere(self, value: Any) -> type | None:
        """Return what a value is where it is no number of Python's."""
        asked = Asked(is_assumed=self._is_assumed, skips_numbers=True)
        asked._carried, asked._bodies = self._carried, self._bodies
        kind = asked.kind(value)
        self._assumed |= asked._assumed
        self._given |= asked._given
        return kind

    def _picked(self, value: SymbolicTensor) -> type | None:
        """Return what `x[key]` is."""
        return _element_of(self.kind(value.node.inputs[0]), value)

    def _joined(self, values: Sequence[Any]) -> type | None:
        """Return what one of some values is, as the run decides."""
        kinds = {self.kind(each) for each in values}
        told = kinds - {object, _Pending}
        if self._joins_numpys and told == {np.ndarray, np.generic}:
            return np.ndarray
        return Mixed if Mixed in kinds else _one_of(kinds)

    def _kept(self, givers: Sequence[Any]) -> type | None:
        """Return what is left as what it was made of is."""
        kind = self._joined(givers)
        return self._unknown() if kind is object else kind

    def _unknown(self) -> type | None:
        """Note that a value is an array, or a number of NumPy's, nobody knows which."""
        self.is_of_numpy_somewhere = True
        return None

    def note(
        self,
        number: SymbolicTensor,
        classes: Sequence[type] = KINDS,
    ) -> None:
        """Note that another trace is needed where arguments are of another class.

        Args:
            number: What was asked for.
            classes: Those that make a difference.
        """
        for carried, kind in self._assumed.values():
            # Of a list without items: what was found, which holds for all of them.
            found = self.kind(number) if kind is object else kind
            assumed = links_of(carried).assumed
            if found is not None and all(each is not found for each, _ in assumed):
                assumed.append((found, capture_exact(2)))
        number, root = object_of(number), number.graph.root
        for given in self._given.values():
            is_itself = given is number
            own = root.given_classes.get(id(given), EagerTensor)
            others: list[type] = [
                each
                for each in classes
                if not issubclass(own, each)
                and (is_itself or each is Tensor or issubclass(own, Tensor))
            ]
            root.classes_asked.append((given, others, capture_exact(2)))


def _calls_again(name: str, graph: Graph) -> Iterator[Node]:
    """Yield the calls of a function in its body."""
    for node in graph.nodes:
        if node.op.name == "call_again" and node.attrs["function"] == name:
            yield node
        for each in node.subgraphs.values():
            yield from _calls_again(name, each)


def _one_of(kinds: set[type | None]) -> type | None:
    """Return what one of some is, as the run decides; None if they differ."""
    told = kinds - {object, _Pending}
    if not told:
        return _Pending if _Pending in kinds else object
    return told.pop() if len(told) == 1 else None


def _kind_of_known(value: Any) -> type | None:
    """Return what a value at hand is."""
    return next((each for each in KINDS if isinstance(value, each)), None)


def _kind_of_constant(value: SymbolicTensor) -> type | None:
    """Return what a constant was made of."""
    graph = value.graph
    made = [(each, type(given)) for given, each in graph._constants.values()]
    classes = (*made, *graph.constant_classes)
    found = next((given for each, given in classes if each is value), object)
    return next((each for each in KINDS if issubclass(found, each)), None)


def _element_of(kind: type | None, value: SymbolicTensor) -> type | None:
    """Return what `x[key]` is, of an `x` that is of this kind."""
    if kind not in (np.ndarray, np.generic):
        return kind
    if value.shape != ():
        return np.ndarray  # of a number, too: x[None]
    return np.ndarray if "..." in str(value.node.attrs["key"]) else np.generic


__all__ = ["ITEMS_OF", "KINDS", "Asked", "Mixed"]
