"""The printed form of a graph, which parses back.

    graph collatz(n: int32[]) -> int32[]
        %0, %1 = while_loop(n, 0)      : int32[], int  # demo.py:6
            test (n: int32[], steps: int) -> pybool
                %0 = not_equal(n, 1)  : bool[]  # demo.py:6
                %1 = truth(%0)        : pybool  # demo.py:6
                return %1
            body (n: int32[], steps: int) -> int32[], int
                ...
        %2 = python_to_tensor(%1)      : int32[]       # demo.py:9
        return %2

Python numbers stand where they are used, and text as `str('...')`, as quotes alone
are those of a name; other constants are nodes of their own. An attribute that has its
default value is left out. After a `;` the inputs are captures
of values outside; a second `;` ends them. Node names are not part of the text, names
of inputs are; a name that could be taken for something else is quoted. A graph that
many calls share stands below the first of them:

    %0 = call_function(x, function='g')   : float32[]
        body (x: float32[]) -> float32[]
            ...
    %1 = call_function(%0, function='g')  : float32[]
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graph.literals import show_literal, show_operand
from graph.op import REQUIRED
from graph.origin import UNKNOWN
from graph.structure import fingerprint, is_python_constant

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graph.graph import Graph, Node
    from graph.tensor import SymbolicTensor

INDENT: Final = "    "
# Longer lines do not move the columns of their block.
MAX_COLUMN: Final = 60
# What an input's name may be without quotes.
PLAIN_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.\-/]*")
PLAIN_GRAPH_NAME: Final = re.compile(r"[^\s()'\",;:#]+")
RESERVED: Final = frozenset({"True", "False", "None", "inf", "nan", "complex"})


def show(graph: Graph, *, origins: bool = True) -> str:
    """Return the text of a graph: the same for the same graph, and parsed back.

    Args:
        graph: The graph, finished or not.
        origins: Whether to end lines with the user's file and line.
    """
    plain = PLAIN_GRAPH_NAME.fullmatch(graph.name) is not None
    name = graph.name if plain else repr(graph.name)
    writer = _Writer(origins=origins)
    return "\n".join(writer.lines(graph, f"graph {name}", ""))


@dataclass(frozen=True)
class _Row:
    """A line of a block, its columns apart, and the bodies below it."""

    code: str
    specs: str
    origin: str
    bodies: tuple[str, ...]


class _Writer:
    """Writes the blocks of one text.

    Attributes:
        origins: Whether to end lines with the user's file and line.
        functions: The name that each shared body has in the text, by id.
    """

    def __init__(self, *, origins: bool) -> None:
        """Begin a text."""
        self.origins = origins
        self.functions: dict[int, str] = {}

    def lines(self, graph: Graph, head: str, indent: str) -> list[str]:
        """Return the lines of a block: its head, its nodes, and its `return`."""
        names = {id(value): _input_name(value.node.name) for value in graph.inputs}
        inner = indent + INDENT
        rows: list[_Row] = []
        count = 0
        for node in graph.nodes:
            if node.op.name == "placeholder" and id(node.outputs[0]) in names:
                continue
            if is_python_constant(node):
                names[id(node.outputs[0])] = show_operand(node.attrs["value"])
                continue
            for value in node.outputs:
                names[id(value)] = f"%{count}"
                count += 1
            rows.append(self._row(node, names, inner))
        returned = ", ".join(_name(value, names) for value in graph.outputs)
        return [
            f"{indent}{head}{_signature(graph)}",
            *_aligned(rows, inner),
            f"{inner}return {returned}".rstrip(),
        ]

    def _row(self, node: Node, names: dict[int, str], indent: str) -> _Row:
        bodies: list[str] = []
        arguments = [_name(value, names) for value in node.inputs]
        shown = shown_attrs(node)
        if node.op.name == "call_function":
            shown = self._call(shown)
        for name, value in shown.items():
            if name in node.subgraphs:
                bodies += self.lines(value, f"{name} ", indent + INDENT)
            elif node.op.name == "const":
                arguments.append(_const_argument(value))
            else:
                arguments.append(f"{name}={show_literal(value)}")
        results = ", ".join(_name(value, names) for value in node.outputs)
        equals = " = " if results else ""
        specs = ", ".join(str(value.spec) for value in node.outputs)
        return _Row(
            code=f"{results}{equals}{node.op.name}({', '.join(arguments)})",
            specs=f": {specs}" if specs else "",
            origin=_origin(node) if self.origins else "",
            bodies=tuple(bodies),
        )

    def _call(self, shown: dict[str, Any]) -> dict[str, Any]:
        """Return what is shown of a call: the body, if it is the first of it."""
        body, wanted = shown["body"], shown["function"]
        known = self.functions.get(id(body))
        if known is not None:
            return {"function": known}
        name, count = wanted, 0
        while name in self.functions.values():
            count += 1
            name = f"{wanted}_{count}"
        self.functions[id(body)] = name
        return {"function": name, "body": body}


def _signature(graph: Graph) -> str:
    """Return `(x: int32[]; y: float32[2]) -> int32[]`."""
    captured = {id(inner) for _, inner in graph.captures}
    text = ""
    is_capture = False
    for i, value in enumerate(graph.inputs):
        if (id(value) in captured) != is_capture:
            is_capture = not is_capture
            text += "; "
        elif i:
            text += ", "
        text += f"{_input_name(value.node.name)}: {value.spec}"
    results = ", ".join(str(value.spec) for value in graph.outputs)
    return f"({text}) -> {results}".rstrip()


def _const_argument(value: Any) -> str:
    """Return `float32[2], [1.0, 2.0]`: the node's op already says `const(…)`."""
    text = show_literal(np.asarray(value) if isinstance(value, np.generic) else value)
    return text[len("const(") : -1] if text.startswith("const(") else text


def shown_attrs(node: Node) -> dict[str, Any]:
    """Return the attributes in the op's order, less those with their defaults."""
    ordered = [name for name in node.op.attrs if name in node.attrs]
    ordered += [name for name in node.attrs if name not in node.op.attrs]
    return {
        name: node.attrs[name]
        for name in ordered
        if not _is_default(node.op.attrs.get(name, REQUIRED), node.attrs[name])
    }


def _is_default(default: Any, value: Any) -> bool:
    return default is not REQUIRED and fingerprint(default) == fingerprint(value)


def _origin(node: Node) -> str:
    if node.origin == UNKNOWN:
        return ""
    text = str(node.origin)
    return f"# {text if text.isprintable() else ascii(text)[1:-1]}"


def _input_name(name: str) -> str:
    is_plain = PLAIN_NAME.fullmatch(name) and name not in RESERVED
    return name if is_plain else repr(name)


def _name(value: SymbolicTensor, names: dict[int, str]) -> str:
    # A value from elsewhere makes the graph wrong; it is shown for the report.
    return names.get(id(value), f"<{value.name} of {value.graph.name!r}>")


def _aligned(rows: list[_Row], indent: str) -> list[str]:
    code_width = _width(row.code for row in rows)
    specs_width = _width(row.specs for row in rows)
    lines = []
    for row in rows:
        line = f"{row.code:{code_width}}  {row.specs:{specs_width}}  {row.origin}"
        lines += [indent + line.rstrip(), *row.bodies]
    return lines


def _width(texts: Iterable[str]) -> int:
    return max((len(text) for text in texts if len(text) <= MAX_COLUMN), default=0)
