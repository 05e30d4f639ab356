"""Pieces of source text that know which node each part of them stands for.

When an expression raises, the interpreter tells the columns of the part that did;
the spans tell the node.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from executor.forms import PLACEHOLDER
from executor.ir import Value
from graph.dtypes import DType
from graph.graph import Node
from graph.specs import is_list

_IS_CALL: Final = re.compile(r"\w\($")


class Span(NamedTuple):
    """The part of a text from column `start` to `end` that computes `node`."""

    start: int
    end: int
    node: Node


class Expr(NamedTuple):
    """A Python expression.

    Attributes:
        text: Its source, in parentheses unless an atom or a call.
        spans: Its parts by node, outer ones last.
        reads: The locals in it.
        size: How many steps it combines.
        unwrapped: An integer dtype that the value may lie outside of.
        node: The node of the whole.
        may_raise: Can evaluating it raise, or be seen otherwise?
    """

    text: str
    spans: tuple[Span, ...] = ()
    reads: frozenset[str] = frozenset()
    size: int = 0
    unwrapped: DType | None = None
    node: Node | None = None
    may_raise: bool = False

    @property
    def is_atom(self) -> bool:
        """Is it a name or a literal?"""
        return self.size == 0

    def embed(self, head: str, tail: str) -> Expr:
        """Return the expression with text around it."""
        shift = len(head)
        return self._replace(
            text=f"{head}{self.text}{tail}",
            spans=tuple(Span(s + shift, e + shift, n) for s, e, n in self.spans),
        )


def local(name: str) -> Expr:
    """Return the expression that reads a local."""
    return Expr(name, reads=frozenset((name,)))


def fill(template: str, operands: Sequence[Expr], node: Node) -> Expr:
    """Return `template` with its placeholders replaced by the operands."""
    text = ""
    spans: list[Span] = []
    last = 0
    for found in PLACEHOLDER.finditer(template):
        text += template[last : found.start()]
        operand = operands[int(found[1])]
        if _IS_CALL.search(text) and template[found.end() : found.end() + 1] == ")":
            operand = bare(operand)
        spans += [Span(s + len(text), e + len(text), n) for s, e, n in operand.spans]
        text += operand.text
        last = found.end()
    text += template[last:]
    spans.append(Span(0, len(text), node))
    return Expr(
        text,
        tuple(spans),
        frozenset().union(*(operand.reads for operand in operands)),
        1 + sum(operand.size for operand in operands),
        node=node,
        may_raise=any(operand.may_raise for operand in operands),
    )


def call(function: str, operands: Sequence[Expr], extra: str, node: Node) -> Expr:
    """Return the call of a global with these operands and further arguments."""
    arguments = ", ".join(f"__{index}__" for index in range(len(operands)))
    if extra:
        arguments = f"{arguments}, {extra}" if arguments else extra
    return fill(f"{function}({arguments})", [bare(x) for x in operands], node)


def copied(
    exprs: Sequence[Expr], places: Collection[int], values: Sequence[Value]
) -> list[Expr]:
    """Return expressions of lists or arrays, at some places of copies of them."""
    return [
        expr.embed("", ".copy()" if is_list(value.spec) else ".copy('K')")
        if place in places
        else expr
        for place, (expr, value) in enumerate(zip(exprs, values, strict=True))
    ]


def bare(expr: Expr) -> Expr:
    """Return the expression without parentheses around all of it."""
    return _unwrap(expr, "(") or expr


def condition(expr: Expr) -> Expr:
    """Return an expression of the same truth, for `if` and `while`."""
    return bare(_unwrap(expr, "bool(") or expr)


def _unwrap(expr: Expr, head: str) -> Expr | None:
    text = expr.text
    if not text.startswith(head) or not text.endswith(")") or "'" in text:
        return None  # text in quotes may hold parentheses
    depth = 0
    for position, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and letter == ")" and position < len(text) - 1:
            return None
    shift = len(head)
    inner = text[shift:-1]
    if head == "(" and _has_top_level(inner):
        return None
    spans = tuple(
        Span(max(s - shift, 0), min(e - shift, len(inner)), n) for s, e, n in expr.spans
    )
    return expr._replace(text=inner, spans=spans)


def _has_top_level(text: str) -> bool:
    """Would taking the parentheses off change the meaning: a tuple or a walrus?"""
    depth = 0
    for position, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if depth == 0 and (letter == "," or text[position : position + 2] == ":="):
            return True
    return False
