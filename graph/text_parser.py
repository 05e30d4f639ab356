"""Read the printed form of graphs back; `graph.text` describes it.

A recursive descent, line by line. Everything is checked as it is read: ops infer
their outputs again, and the specs in the text, which may be left out, must agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from graph.errors import AutographError
from graph.graph import Graph
from graph.op import REQUIRED
from graph.ops import OPS
from graph.origin import UNKNOWN, Origin
from graph.structure import set_captures
from graph.text import PLAIN_GRAPH_NAME, PLAIN_NAME, RESERVED
from graph.text_cursor import Cursor, error_at
from graph.text_values import (
    NUMBER_START,
    TEXT,
    read_array,
    read_number,
    read_spec,
    read_string,
    read_text,
    read_value,
)

if TYPE_CHECKING:
    from graph.op import Op
    from graph.specs import TensorSpec
    from graph.tensor import SymbolicTensor

RESULT: Final = r"%\d+"
ATTRIBUTE: Final = r"[A-Za-z_]\w*(?=\s*=)"
IDENTIFIER: Final = r"[A-Za-z_]\w*"
# What the inference of an op may raise when it meets attributes of a wrong kind.
_REFUSALS: Final = (
    AutographError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError
)  # fmt: skip
# `file.py:12`, the last colon divides.
ORIGIN: Final = r"#\s*(.+):(\d+)\s*"


def parse(text: str) -> Graph:
    """Return the graph that `text` shows.

    Names of inputs are kept; other nodes get new names. Captures of the outermost
    graph, whose values the text does not hold, become inputs of a graph `outside`.

    Raises:
        GraphSyntaxError: The text is not that of a graph; the message shows the line
            with a caret and says what was expected.
    """
    lines = _Lines(text)
    head = lines.take("a line `graph name(inputs) -> results`")
    if not head.accept_word("graph"):
        raise error_at(head, "`graph`")
    graph = Graph(_graph_name(head))
    signature = _read_signature(head)
    if any(parameter.is_capture for parameter in signature.parameters):
        graph.parent = Graph("outside")
    outer = [
        graph.parent.add_input(parameter.spec, parameter.name)
        if graph.parent is not None and parameter.is_capture
        else None
        for parameter in signature.parameters
    ]
    _read_block(lines, head, graph, signature, outer)
    rest = lines.peek()
    if rest is not None:
        raise error_at(rest, "the end of the text")
    return graph


class _Lines:
    """The lines that say something, one after the other."""

    def __init__(self, text: str) -> None:
        """Leave out blank lines and comments."""
        numbered = enumerate(text.split("\n"), start=1)
        self._lines = [
            Cursor(number, line)
            for number, line in numbered
            if line.strip() and not line.lstrip().startswith("#")
        ]
        self._next = 0
        self._last_number = text.count("\n") + 1
        # Graphs that calls share, by the name of their function.
        self.functions: dict[str, Graph] = {}

    def peek(self) -> Cursor | None:
        """Return the next line without taking it, None at the end."""
        if self._next == len(self._lines):
            return None
        return self._lines[self._next]

    def take(self, what: str) -> Cursor:
        """Return the next line, which should be `what`."""
        line = self.peek()
        if line is None:
            raise error_at(Cursor(self._last_number, ""), what)
        self._next += 1
        return line


@dataclass(frozen=True)
class _Parameter:
    name: str
    spec: TensorSpec
    is_capture: bool


@dataclass(frozen=True)
class _Signature:
    parameters: list[_Parameter]
    results: list[TensorSpec] | None


def _graph_name(line: Cursor) -> str:
    if line.looks_at(r"['\"]"):
        return str(read_string(line))
    return line.take(PLAIN_GRAPH_NAME.pattern, "the graph's name")


def _read_signature(line: Cursor) -> _Signature:
    """Read `(x: int32[]; y: float32[2]) -> int32[]`."""
    line.expect("(")
    parameters: list[_Parameter] = []
    is_capture = False
    while not line.accept(")"):
        if line.accept(";"):
            is_capture = not is_capture
        elif parameters:
            line.expect(",")
        at = line.position
        name = _input_name(line)
        if any(name == other.name for other in parameters):
            line.position = at
            raise error_at(line, f"another name; {name!r} is taken")
        line.expect(":")
        parameters.append(_Parameter(name, read_spec(line), is_capture))
    results = _read_specs(line) if line.accept("->") else None
    line.expect_end()
    return _Signature(parameters, results)


def _input_name(line: Cursor) -> str:
    if line.looks_at(r"['\"]"):
        return str(read_string(line))
    at = line.position
    name = line.take(PLAIN_NAME.pattern, "the name of an input")
    if name in RESERVED:
        line.position = at
        raise error_at(line, f"the name of an input; {name} must be quoted")
    return name


def _read_specs(line: Cursor) -> list[TensorSpec]:
    specs: list[TensorSpec] = []
    while not line.is_at_end():
        if specs:
            line.expect(",")
        specs.append(read_spec(line))
    return specs


def _read_block(
    lines: _Lines,
    head: Cursor,
    graph: Graph,
    signature: _Signature,
    outer: list[SymbolicTensor | None],
) -> None:
    """Fill `graph` with the lines below its head, up to and with its `return`."""
    names = {
        parameter.name: graph.add_input(parameter.spec, parameter.name)
        for parameter in signature.parameters
    }
    captures = [
        (value, names[parameter.name])
        for parameter, value in zip(signature.parameters, outer, strict=True)
        if parameter.is_capture
    ]
    set_captures(graph, captures)
    indent: int | None = None
    while True:
        line = lines.take(f"`return` of graph {graph.name!r}")
        if line.indent <= head.indent or indent not in (None, line.indent):
            raise error_at(line, _expected_indent(head, indent))
        indent = line.indent
        if line.accept_word("return"):
            _finish(line, graph, names, signature.results)
            return
        _read_node(lines, line, graph, names)


def _expected_indent(head: Cursor, indent: int | None) -> str:
    if indent is None:
        return f"a line indented more than line {head.number}"
    return f"a line indented by {indent} blanks, as those before it"


def _finish(
    line: Cursor,
    graph: Graph,
    names: dict[str, SymbolicTensor],
    wanted: list[TensorSpec] | None,
) -> None:
    operands: list[Any] = []
    while not line.is_at_end():
        if operands:
            line.expect(",")
        operands.append(_read_operand(line, names))
    line.expect_end()
    outputs = [_as_value(graph, operand, UNKNOWN) for operand in operands]
    given = [value.spec for value in outputs]
    if wanted is not None and given != wanted:
        listed = ", ".join(map(str, wanted)) or "nothing"
        raise error_at(line, f"values of {listed}, as the head of the graph says")
    graph.finish(outputs)


def _read_node(
    lines: _Lines, line: Cursor, graph: Graph, names: dict[str, SymbolicTensor]
) -> None:
    results = _read_results(line, names)
    at = line.position
    op = _read_op(line)
    operands, attrs = _read_arguments(line, op, names)
    specs_at = line.position
    wanted = _read_specs(line) if line.accept(":") else None
    origin = _read_origin(line)
    inputs = [_as_value(graph, operand, origin) for operand in operands]
    attrs |= _read_bodies(lines, line, graph, op, inputs)
    if op.name == "call_function":
        _share_body(lines, line, at, attrs)
    defaults = {name: d for name, d in op.attrs.items() if name not in attrs}
    line.position = at
    missing = [name for name in defaults if defaults[name] is REQUIRED]
    if missing:
        raise error_at(line, f"{op.name} with the attribute {', '.join(missing)}")
    try:
        node = graph.add(op, inputs, {**defaults, **attrs}, origin=origin)
    except _REFUSALS as error:
        why = error.message if isinstance(error, AutographError) else error
        raise error_at(line, f"an op that fits; {why}") from error
    if len(node.outputs) != len(results):
        raise error_at(line, f"{len(node.outputs)} results of {op.name}")
    inferred = [value.spec for value in node.outputs]
    if wanted is not None and wanted != inferred:
        line.position = specs_at
        raise error_at(line, f"`: {', '.join(map(str, inferred))}`, which is inferred")
    names.update(zip(results, node.outputs, strict=True))


def _share_body(lines: _Lines, line: Cursor, at: int, attrs: dict[str, Any]) -> None:
    """Take the body that an earlier call of the function has, or keep this one."""
    name = attrs.get("function")
    if not isinstance(name, str):
        return
    body = attrs.setdefault("body", lines.functions.get(name))
    if body is None:
        del attrs["body"]
        return
    if lines.functions.setdefault(name, body) is not body:
        line.position = at
        raise error_at(line, f"a call without a body; {name!r} has one above")
    body.name = name
    body.parent = None


def _read_results(line: Cursor, names: dict[str, SymbolicTensor]) -> list[str]:
    results: list[str] = []
    while line.looks_at(RESULT):
        at = line.position
        name = line.take(RESULT, "a result such as %0")
        if name in names or name in results:
            line.position = at
            raise error_at(line, f"a new name; {name} is defined above")
        results.append(name)
        if line.accept("="):
            return results
        line.expect(",", "`,` or `=`")
    if results:
        raise error_at(line, "a result such as %0")
    return results


def _read_op(line: Cursor) -> Op:
    at = line.position
    name = line.take(IDENTIFIER, "the name of an op, or `return`")
    if name not in OPS or name == "placeholder":
        line.position = at
        raise error_at(line, f"the name of an op; there is no op {name!r}")
    return OPS[name]


def _read_arguments(
    line: Cursor, op: Op, names: dict[str, SymbolicTensor]
) -> tuple[list[Any], dict[str, Any]]:
    """Read `(x, 1, axis=2)`."""
    line.expect("(")
    if op.name == "const":
        array = read_array(line)
        line.expect(")")
        return [], {"value": array}
    operands: list[Any] = []
    attrs: dict[str, Any] = {}
    while not line.accept(")"):
        if operands or attrs:
            line.expect(",", "`,` or `)`")
        if not line.looks_at(ATTRIBUTE):
            operands.append(_read_operand(line, names))
            continue
        at = line.position
        name = line.take(ATTRIBUTE, "an attribute")
        if name not in op.attrs or name in attrs:
            line.position = at
            raise error_at(line, f"an attribute of {op.name} not given before")
        line.expect("=")
        attrs[name] = read_value(line)
    return operands, attrs


def _read_operand(line: Cursor, names: dict[str, SymbolicTensor]) -> Any:
    """Read a value defined above, a Python number, or text."""
    if line.looks_at(NUMBER_START):
        return read_number(line)
    if line.looks_at(TEXT):
        return read_text(line)
    at = line.position
    if line.looks_at(RESULT):
        name = line.take(RESULT, "a value")
    elif line.looks_at(r"['\"]|" + PLAIN_NAME.pattern):
        name = _input_name(line)
    else:
        raise error_at(line, "a value or a number")
    if name not in names:
        line.position = at
        raise error_at(line, f"a value defined above; {name} is not")
    return names[name]


def _as_value(graph: Graph, operand: Any, origin: Origin) -> SymbolicTensor:
    return graph.capture(operand, origin)


def _read_origin(line: Cursor) -> Origin:
    found = line.comment(ORIGIN)
    line.expect_end()
    if found is None:
        return UNKNOWN
    return Origin(found[1], int(found[2]), UNKNOWN.function)


def _read_bodies(
    lines: _Lines, head: Cursor, graph: Graph, op: Op, inputs: list[SymbolicTensor]
) -> dict[str, Graph]:
    """Read the blocks indented below a node: the graphs that it holds."""
    bodies: dict[str, Graph] = {}
    while True:
        line = lines.peek()
        if line is None or line.indent <= head.indent:
            return bodies
        lines.take("a body")
        name = line.take(IDENTIFIER, f"a body of {op.name}")
        if name not in op.attrs or name in bodies:
            line.position = line.indent
            raise error_at(line, f"a body of {op.name} not given before")
        signature = _read_signature(line)
        # The inputs of a body are the last inputs of its node.
        n_given = len(inputs) - len(signature.parameters)
        if n_given < 0:
            raise error_at(line, f"at most {len(inputs)} inputs, as the node has")
        body = Graph(name, parent=graph)
        _read_block(lines, line, body, signature, list(inputs[n_given:]))
        bodies[name] = body
