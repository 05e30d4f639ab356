"""Whether a value, in a run, is a number of Python's that took a tensor's dtype.

    y = 0                       y = cond(x > 0, x, cast(0))
    if x > 0:           ->      number_of(y) = cond(x > 0, False, True)
        y = x
    return 10 / y               raises ZeroDivisionError where that is true, and y is 0

A value that is Python's on one path and a tensor on another has the tensor's dtype in
the graph. `Links.numbers` notes that it may be Python's; which it is, the graph tells
where something depends on it. What control flow leaves is asked when the control flow
is there already: it is made to give one more result, as gradients make it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from functools import partial
from typing import Any, Final

from graph import dtypes
from graph.graph import Graph, Node
from graph.old_staging.blocks import bind
from graph.old_staging.kinds import Asked as Kinds
from graph.old_staging.kinds import Mixed
from graph.old_staging.links import links_of
from graph.old_staging.number_types import INTEGERS, number_types
from graph.old_staging.whole import (
    dtypes_of,
    integers_behind,
    is_integer_tensor,
    is_whole,
)
from graph.op import op_named
from graph.ops.number_checks import FUNCTIONS
from graph.specs import TensorSpec
from graph.tensor import _DISPATCH, SymbolicTensor

#: A result of asking: known while tracing, or a truth value of the graph.
Answer = bool | SymbolicTensor
#: The same of a number: one that is known, or of the graph. None if it is no number,
#: and the answer is never looked at.
Number = bool | int | float | complex | SymbolicTensor | None
#: What is asked of the variable of a loop at a place.
Asked = tuple[int, "Question"]

_TRUTH: Final = TensorSpec((), dtypes.python_bool)
#: Ops of two blocks, of which one is done.
JOINS: Final = frozenset({"attempt", "cond"})
#: Ops that give their first operand, as it is or in another dtype.
PASSED_ON: Final = frozenset(
    {"cast", "check_attribute", "check_defined", "check_present", "positive_zero"}
)
# What gives integers of integers, and of nothing else.
_OF_INTEGERS: Final = frozenset(FUNCTIONS) - {"divide"} | {
    *("identity", "maximum", "minimum", "positive", "square")
}


class UnknownLineageError(Exception):
    """Which a value is cannot be told, in a run either."""


class Question(Enum):
    """What is asked of a value."""

    #: Is it a number of Python's, and no tensor?
    NUMBER = "number"
    #: Is it an integer, of a float of Python's?
    INTEGER = "integer"
    #: Is it an integer of NumPy's, or of tensors, of what is of floats in the graph?
    WHOLE = "whole"
    #: Has it another dtype than in the graph?
    NARROW = "narrow"
    #: Which number of Python's is it, before it was rounded?
    EXACT = "exact"


def is_number_in_run(value: Any) -> Answer:
    """Ask whether a value is a number of Python's where the run comes to it.

    Returns:
        The answer; a tensor is of the graph of the value.

    Raises:
        UnknownLineageError: No graph can tell.
    """
    found: Answer = _asked_of(value, Question.NUMBER)
    return found


def is_integer_in_run(value: Any) -> Answer:
    """Ask whether a number of Python's is an integer where the run comes to it.

    What is an integer on one path and a float on another is a float in the graph.
    """
    found: Answer = _asked_of(value, Question.INTEGER)
    return found


def is_whole_in_run(value: Any) -> Answer:
    """Ask whether it is integers where the run comes to it; see staging.whole.

    Integers of Python's are: beside those of NumPy's they are theirs.
    """
    found: Answer = _asked_of(value, Question.WHOLE)
    return found


def is_narrow_in_run(value: Any) -> Answer:
    """Ask whether it has another dtype where the run comes to it: see narrow."""
    found: Answer = _asked_of(value, Question.NARROW)
    return found


def exact_in_run(value: Any) -> Number:
    """Ask which number of Python's a value is, where the run comes to it, if any.

    It is of one class, wherever it is a number.
    """
    found: Number = _asked_of(value, Question.EXACT)
    return found


def _asked_of(value: Any, question: Question) -> Any:
    if question is Question.EXACT:
        return _asked_exact(value)
    if question is Question.WHOLE:
        return _asked_whole(value)
    if question is Question.NARROW:
        return _asked_narrow(value)
    numbers = number_types(value)
    is_integer = question is Question.INTEGER
    if type(value) is not SymbolicTensor:
        return bool(numbers & INTEGERS if is_integer else numbers)
    is_python = value.spec.dtype.is_python
    if is_python and not is_integer:
        return True
    if not numbers and _may_be_number(value):
        raise UnknownLineageError
    if not numbers or (is_integer and not numbers & INTEGERS):
        return False
    if is_python and value.spec.dtype.python is complex:
        raise UnknownLineageError
    if is_python and value.spec.dtype.python is not float:
        return True
    if links_of(value).is_filler:
        return False
    return _of_node(value, question)


def _asked_exact(value: Any) -> Number:
    numbers = number_types(value)
    if type(value) is not SymbolicTensor:
        return value if numbers else None
    if value.spec.dtype.is_python:
        return value
    if not numbers and _may_be_number(value):
        raise UnknownLineageError
    if not numbers or links_of(value).is_filler:
        return None
    found: Number = _of_node(value, Question.EXACT)
    return found


def _may_be_number(value: SymbolicTensor) -> bool:
    """Is it made of an item of a list that may hold numbers, nobody knows where?"""
    return (
        not value.spec.dtype.is_python and Kinds(is_assumed=True).kind(value) is Mixed
    )


def _asked_whole(value: Any) -> Answer:
    if is_integer_tensor(value):
        return True
    numbers = number_types(value)
    if type(value) is not SymbolicTensor or value.spec.dtype.is_python:
        is_either = numbers & INTEGERS and numbers - INTEGERS
        asks = is_either and type(value) is SymbolicTensor
        return _asked_of(value, Question.INTEGER) if asks else bool(numbers & INTEGERS)
    if value.spec.dtype.kind not in "biufc":  # a list, an exception
        raise UnknownLineageError
    if links_of(value).is_filler:
        return False
    if value.node.op.name == "cast" and not numbers:
        return _of_cast(value)
    if not (is_whole(value) or numbers & INTEGERS):
        return False
    found: Answer = _of_node(value, Question.WHOLE)
    return found


def _asked_narrow(value: Any) -> Answer:
    others = dtypes_of(value)
    if not others or links_of(value).is_filler:
        return False
    if value.spec.dtype.kind not in "biufc":
        raise UnknownLineageError
    if value.node.op.name != "cast":
        found: Answer = _of_node(value, Question.NARROW)
        return found
    if value.node.inputs[0].spec.dtype in others:
        return True
    raise UnknownLineageError  # somebody has converted it


def _of_cast(value: SymbolicTensor) -> Answer:
    """Tell what is made by control flow from what somebody has converted."""
    if is_whole(value) and is_integer_tensor(value.node.inputs[0]):
        return True
    if is_whole(value) or integers_behind(value) is not None:
        raise UnknownLineageError
    return False


def _of_node(value: SymbolicTensor, question: Question) -> Any:
    node = value.node
    if node.op.name == "placeholder":
        return _of_input(value, question)
    if node.op.name in JOINS:
        return _of_join(value, question)
    if node.op.name == "while_loop":
        return _of_loop(value, question)
    if question is Question.NARROW:
        return _of_operands(node)
    if question is Question.EXACT and node.op.name not in PASSED_ON:
        return _DISPATCH["computed_exactly"](value)
    if node.op.name == "const":
        return question is not Question.WHOLE or number_types(value) <= INTEGERS
    if node.op.name in PASSED_ON:
        return _asked_of(node.inputs[0], question)
    if question is Question.WHOLE:
        is_told = node.op.name in _OF_INTEGERS
    else:
        is_told = node.op.is_elementwise
    if is_told:
        told = [_asked_of(each, question) for each in node.inputs]
        return all_of(node.graph, told)
    raise UnknownLineageError


def _of_operands(node: Node) -> Answer:
    """Tell of what an op makes of values that may have another dtype."""
    if node.op.is_control or node.op.name == "const":
        raise UnknownLineageError
    told = [_asked_narrow(each) for each in node.inputs if dtypes_of(each)]
    if not told:  # beside others a number of Python's has their dtype
        told = [
            _asked_of(each, Question.NUMBER)
            for each in node.inputs
            if number_types(each) and not each.spec.dtype.is_python
        ]
    return all_of(node.graph, told)


def all_of(graph: Graph, answers: Sequence[Answer]) -> Answer:
    """Return whether all is so, in a graph."""
    asked = [each for each in answers if each is not True]
    if False in [each for each in asked if isinstance(each, bool)]:
        return False
    if not asked:
        return True
    _note_change(graph)
    found, *others = (graph.capture(each) for each in asked)
    for each in others:
        found = graph.add(op_named("bitwise_and"), [found, each]).outputs[0]
    return found


def _of_input(value: SymbolicTensor, question: Question) -> Any:
    graph = value.graph
    outer = next((outer for outer, inner in graph.captures if inner is value), None)
    if outer is not None:
        answer = _asked_of(outer, question)
        if type(answer) is not SymbolicTensor:
            return answer
        _note_change(graph)
        return graph.capture(answer)
    if graph.lineage is None:
        raise UnknownLineageError  # an argument
    return _carried(value, question)


def _carried(value: SymbolicTensor, question: Question) -> SymbolicTensor:
    """Return the input that tells of what a loop carries."""
    graph = value.graph
    assert graph.lineage is not None
    key = id(value), question
    known = graph.lineage.get(key)
    if known is None or all(known is not each for each in graph.inputs):
        _note_change(graph)
        name = f"{value.node.name}_is_{question.value}"
        known = graph.lineage[key] = graph.add_input(_spec_of(value, question), name)
    return known


def _spec_of(value: SymbolicTensor, question: Question) -> TensorSpec:
    """Return what describes the answers to a question."""
    if question is Question.EXACT:
        return TensorSpec((), dtypes.of_python(class_of_number(value)()))
    return _TRUTH


def class_of_number(value: SymbolicTensor) -> type:
    """Return the class of a value where it is a number of Python's.

    Raises:
        UnknownLineageError: There are several.
    """
    numbers = number_types(value)
    if len(numbers) != 1 or numbers == {str}:
        raise UnknownLineageError
    return next(iter(numbers))


def _given(value: SymbolicTensor, question: Question, answer: Any) -> Any:
    """Return an answer as it is carried: some number in place of none."""
    if question is not Question.EXACT or type(answer) is SymbolicTensor:
        return answer
    return class_of_number(value)(answer or 0)


def _of_join(value: SymbolicTensor, question: Question) -> Any:
    """Let each of two blocks tell it of what it leaves."""
    node, place = value.node, value.value_index
    known = links_of(value).lineage.get(question)
    if known is not None:
        return known
    bodies = list(node.subgraphs.values())
    with reopened(node, bodies):
        left = [each.outputs[place] for each in bodies]
        answers = [_asked_of(each, question) for each in left]
        if answers[0] is answers[1]:  # known while tracing
            return answers[0]
        for body, answer in zip(bodies, answers, strict=True):
            body.outputs.append(body.capture(_given(value, question, answer)))
        captured = bind(node.graph, bodies, 0)
        node.extend([node.inputs[0], *captured], node.attrs)
        links_of(value).lineage[question] = node.outputs[-1]
    return node.outputs[-1]


def _of_loop(value: SymbolicTensor, question: Question) -> Answer:
    """Let a loop carry it beside what it carries."""
    known = links_of(value).lineage.get(question)
    if known is not None:
        return known
    node, place = value.node, value.value_index
    test, body = node.subgraphs["test"], node.subgraphs["body"]
    n_state = len(body.outputs)
    with reopened(node, [test, body]):
        for each in (test, body):
            each.lineage = {}  # what is carried already is known by its results
        _carried(body.inputs[place], question)
        places, told = lineage_of_loop(test, body, node.inputs)
        captured = bind(node.graph, [test, body], n_state + len(places))
        node.extend([*node.inputs[:n_state], *told, *captured], node.attrs)
        note_lineage(node, places)
    return links_of(value).lineage[question]


def lineage_of_loop(
    test: Graph, body: Graph, start: Sequence[SymbolicTensor]
) -> tuple[list[Asked], list[SymbolicTensor]]:
    """Let a loop carry what was asked of its variables while it was traced.

    Args:
        test: The graph of its test, still open.
        body: That of its body, which has its outputs.
        start: What the variables begin with.

    Returns:
        What was asked of which variables, and what is carried for that before the
        loop: the last of what it carries.

    Raises:
        UnknownLineageError: It cannot be told of one.
    """
    n_state = len(body.outputs)
    left: dict[Asked, SymbolicTensor] = {}
    while missing := set(_asked(test, n_state) + _asked(body, n_state)) - left.keys():
        for place, question in sorted(
            missing, key=lambda each: (each[0], each[1].value)
        ):
            for graph in (test, body):
                _carried(graph.inputs[place], question)
            told = _asked_of(body.outputs[place], question)
            told = _given(test.inputs[place], question, told)
            left[place, question] = body.capture(told)
    for graph in (test, body):
        known = graph.lineage or {}
        own = [known[id(graph.inputs[place]), question] for place, question in left]
        rest = [x for x in graph.inputs[n_state:] if all(x is not y for y in own)]
        graph.inputs = [*graph.inputs[:n_state], *own, *rest]
    body.outputs = [*body.outputs, *left.values()]
    begun = [
        _given(test.inputs[place], question, _asked_of(start[place], question))
        for place, question in left
    ]
    return list(left), [
        start[place].graph.capture(answer)
        for (place, _), answer in zip(left, begun, strict=True)
    ]


def _asked(graph: Graph, n_state: int) -> list[Asked]:
    carried = {id(each): place for place, each in enumerate(graph.inputs[:n_state])}
    known = graph.lineage or {}
    return [(carried[value], what) for value, what in known if value in carried]


def note_lineage(node: Node, asked: Sequence[Asked]) -> None:
    """Note that the last results of a loop tell of these."""
    for (place, question), told in zip(asked[::-1], node.outputs[::-1], strict=False):
        links_of(node.outputs[place]).lineage[question] = told


def _note_change(graph: Graph) -> None:
    """Note that what is added to a graph from now on is undone with the rest."""
    graph.root.objects.undone.append(partial(graph.put_back, graph.state()))


@contextmanager
def reopened(node: Node, bodies: Sequence[Graph]) -> Iterator[None]:
    """Let control flow that is there already give more, until that is undone."""
    graph = node.graph
    undone = graph.root.objects.undone
    n_undone = len(undone)
    undone.append(_undoing(node, bodies))
    for body in bodies:
        body.is_finished = False
    try:
        yield
        _order(node)
    except BaseException:
        graph.root.undo(n_undone)
        raise
    finally:
        for body in bodies:
            body.is_finished = True


def _undoing(node: Node, bodies: Sequence[Graph]) -> Callable[[], None]:
    """Return what puts back a node, its bodies and the graph around them."""
    links = [(links_of(x), dict(links_of(x).lineage)) for x in node.outputs]
    held = node.inputs, node.outputs
    graphs = [(each, each.state()) for each in (node.graph, *bodies)]

    def undo() -> None:
        node.inputs, node.outputs = held
        for each, lineage in links:
            each.lineage = lineage
        for graph, state in graphs:
            graph.put_back(state)

    return undo


def _order(node: Node) -> None:
    """Let what a node is given stand before it."""
    nodes = node.graph.nodes
    place = nodes.index(node)
    late = [x.node for x in node.inputs if x.node not in nodes[:place]]
    for each in dict.fromkeys(late):
        _move(each, node)


def _move(late: Node, node: Node) -> None:
    """Move a node, and what it is given, before another."""
    nodes = node.graph.nodes
    place = nodes.index(node)
    if late in nodes[:place]:
        return
    for each in late.inputs:
        _move(each.node, node)
    nodes.remove(late)
    nodes.insert(nodes.index(node), late)


__all__ = [
    "JOINS",
    "PASSED_ON",
    "Answer",
    "Number",
    "UnknownLineageError",
    "all_of",
    "class_of_number",
    "exact_in_run",
    "is_integer_in_run",
    "is_narrow_in_run",
    "is_number_in_run",
    "is_whole_in_run",
    "lineage_of_loop",
    "note_lineage",
    "reopened",
]
