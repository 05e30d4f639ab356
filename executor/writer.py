"""Lines of generated source, and the locals that hold values in them.

An expression that is used once, in the block where it is made, waits in `pending`
until its use, and becomes a part of it. One that cannot raise may wait for long; one
that can (the `hot` one) only until the next thing that can, so that errors come in
order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import Final

import numpy as np

from executor import constants, wrapping
from executor.expressions import Expr, Span, bare, fill, local
from executor.ir import ARRAY, PYTHON, Value
from executor.liveness import conversion
from executor.names import Names
from graph.dtypes import DType
from graph.graph import Node

MAX_SIZE: Final = 8  # steps in one expression
INDENT: Final = 4
_COMMENT_COLUMN: Final = 40


@dataclass(frozen=True, slots=True)
class Line:
    """A line of source, and which node each part of it computes."""

    text: str
    spans: tuple[Span, ...] = ()
    node: Node | None = None

    def moved(self, columns: int, text: str | None = None) -> Line:
        """Return the line further to the right, or to the left."""
        if text is None:
            text = " " * columns + self.text if columns > 0 else self.text[-columns:]
        spans = tuple(Span(s + columns, e + columns, n) for s, e, n in self.spans)
        return Line(text, spans, self.node)

    def render(self) -> str:
        """Return the text with the user's line beside it."""
        if self.node is None or not self.node.origin.lineno:
            return self.text
        place = str(self.node.origin).encode("unicode_escape").decode()
        return f"{self.text:<{_COMMENT_COLUMN}}  # {place}"


class Writer:
    """The text of one function while it is written.

    Attributes:
        lines: What is written so far.
        owner: The value that each local holds now.
        pending: Expressions that wait for their one use, in order.
        hot: The one of them that may raise.
        is_test: Is this the test of a loop, best kept a single expression?
    """

    def __init__(self, names: Names) -> None:
        self.names = names
        self.lines: list[Line] = []
        self.owner: dict[str, Value] = {}
        self.pending: dict[Value, Expr] = {}
        self.hot: Value | None = None
        self.is_test = False
        self._indent = ""
        # (value, form) -> the local that holds it; innermost block last.
        self._scopes: list[dict[tuple[Value, str], str]] = [{}]

    # Lines.

    def line(self, expr: Expr | str, node: Node | None = None) -> None:
        """Write one line."""
        if isinstance(expr, str):
            expr = Expr(expr)
        expr = expr.embed(self._indent, "")
        self.lines.append(Line(expr.text, expr.spans, node))

    @contextmanager
    def indented(self, *, has_scope: bool = True) -> Iterator[None]:
        """Indent what is written, in a scope of its own if need be."""
        outer = self._indent
        self._indent += " " * INDENT
        with self.scope() if has_scope else nullcontext():
            yield
        self._indent = outer

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Forget at the end which locals hold what was made in between."""
        self._scopes.append({})
        yield
        self._scopes.pop()

    @contextmanager
    def elsewhere(self) -> Iterator[list[Line]]:
        """Collect what is written, instead of writing it."""
        outer = self.lines
        collected: list[Line] = []
        self.lines = collected
        yield collected
        self.lines = outer

    # Values in locals.

    def bind(self, value: Value, name: str, form: str | None = None) -> None:
        """Let a local hold a value from now on."""
        self._scopes[-1][value, form or value.home] = name
        self.owner[name] = value

    def name_of(self, value: Value, form: str | None = None) -> str | None:
        """Return the local that holds a value in this form."""
        key = (value, form or value.home)
        for scope in reversed(self._scopes):
            if key in scope:
                return scope[key]
        return None

    def local_of(self, value: Value) -> str:
        """Return the local that holds a value, writing it there if it waits."""
        expr = self._held(value, None)
        name = self.name_of(value)
        if name is None:
            name = self.names.fresh(value.hint)
            self.assign(name, expr)
            self.bind(value, name)
        return name

    def take(self, value: Value, want: str, node: Node | None = None) -> Expr:
        """Return the expression for one use of a value in the form wanted.

        Args:
            value: The value.
            want: The form it is wanted in.
            node: The user; an expression that may raise becomes part of its line
                only if both are of one line of the user's source.
        """
        if value.is_constant:
            return self._constant(value, want)
        form = conversion(value, want)
        if form is None:
            return self._held(value, node)
        known = self.name_of(value, form)
        if known is not None:
            return local(known)
        expr = self._converted(self._held(value, node), value, form)
        if self.is_test or value.converted.get(form, 0) < 2:
            return expr
        return self.convert(value, form, expr)

    def convert(self, value: Value, form: str, expr: Expr | None = None) -> Expr:
        """Hold a value in another form, in a local of the current scope."""
        known = self.name_of(value, form)
        if known is not None:
            return local(known)
        if expr is None:
            expr = self._converted(self._held(value, None), value, form)
        name = self.names.fresh(value.hint)
        self.assign(name, expr)
        self.bind(value, name, form)
        return local(name)

    def _held(self, value: Value, node: Node | None) -> Expr:
        expr = self.pending.pop(value, None)
        if expr is None:
            name = self.name_of(value)
            assert name is not None, f"{value} has no local"
            return local(name)
        if value is self.hot:
            self.hot = None
            if node is not None and not _is_same_line(expr.node, node):
                return self.hold(expr)
        return expr

    def _constant(self, value: Value, want: str) -> Expr:
        spec, held = value.spec, value.constant
        if spec.dtype.is_python:
            return Expr(constants.number(held, self.names))
        if want == PYTHON:
            return Expr(constants.number(held.item(), self.names))
        if want == ARRAY:
            return Expr(constants.array(held, self.names))
        return Expr(self.names.bind("c", held[()]))

    def _converted(self, expr: Expr, value: Value, form: str) -> Expr:
        expr = self.closed(expr)
        node = expr.node
        if value.home == PYTHON:
            # A 0-d array costs a kernel less than a NumPy scalar does.
            box = self.names.bind("array", np.array)
            dtype = value.spec.dtype
            of = self.names.bind(dtype.name, dtype.numpy.type)
            expr = bare(expr)
            text = f"{box}(__0__, {of})"
        elif form == PYTHON:
            expr = bare(expr)
            text = constants.as_number(value.spec.dtype)
        else:
            text = "__0__[()]"
        if node is None:
            text = text.replace("__0__", expr.text)
            return Expr(text, reads=expr.reads, size=expr.size + 1)
        return fill(text, (expr,), node)

    # Expressions.

    def closed(self, expr: Expr) -> Expr:
        """Return the expression with its value in the range of its dtype."""
        dtype = expr.unwrapped
        if dtype is None:
            return expr
        mask = wrapping.mask(dtype)
        if mask is not None:
            return expr.embed("(", f" & {mask})")._replace(unwrapped=None)
        if not self.is_test:
            return self.hold(expr)
        name = self.names.temporary()
        test = wrapping.in_range(f"({name} := ", dtype)
        head, tail = test.split(f"({name} := ")
        wrap = self._wrap(dtype)
        expr = expr.embed(
            f"({name} if {head}({name} := ", f"){tail} else {wrap}({name}))"
        )
        return expr._replace(unwrapped=None)

    def hold(self, expr: Expr) -> Expr:
        """Return a new local that holds the value of the expression."""
        name = self.names.temporary()
        self.assign(name, expr)
        return local(name)

    def assign(self, target: str, expr: Expr, node: Node | None = None) -> None:
        """Write an assignment, and what brings the value into range."""
        node = node or expr.node
        expr = self._masked(expr)
        if expr.text != target:
            self.line(bare(expr).embed(f"{target} = ", ""), node)
        self._check(target, expr.unwrapped, node)

    def _masked(self, expr: Expr) -> Expr:
        is_masked = expr.unwrapped is not None and wrapping.mask(expr.unwrapped)
        return self.closed(expr) if is_masked else expr

    def _check(self, target: str, dtype: DType | None, node: Node | None) -> None:
        if dtype is not None:
            self.line(f"if not {wrapping.in_range(target, dtype)}:")
            self.line(f"{' ' * INDENT}{target} = {self._wrap(dtype)}({target})")

    def _wrap(self, dtype: DType) -> str:
        return self.names.bind(f"wrap_{dtype.name}", wrapping.WRAP[dtype])

    def assign_all(self, pairs: Sequence[tuple[str, Expr]], node: Node) -> None:
        """Write assignments that all read what was there before any of them."""
        todo = [(target, expr) for target, expr in pairs if expr.text != target]
        while todo:
            for index, (target, expr) in enumerate(todo):
                others = todo[:index] + todo[index + 1 :]
                if all(target not in other.reads for _, other in others):
                    self.assign(target, expr, expr.node or node)
                    todo = others
                    break
            else:
                self._assign_cycle(todo, node)
                return

    def _assign_cycle(self, pairs: Sequence[tuple[str, Expr]], node: Node) -> None:
        targets = ", ".join(target for target, _ in pairs)
        exprs = [self._masked(expr) for _, expr in pairs]
        listed = ", ".join(f"__{index}__" for index in range(len(exprs)))
        self.line(fill(f"{targets} = {listed}", [bare(e) for e in exprs], node), node)
        for (target, _), expr in zip(pairs, exprs, strict=True):
            self._check(target, expr.unwrapped, node)

    def defer(self, value: Value, expr: Expr) -> None:
        """Let an expression wait for its one use."""
        if expr.may_raise:
            self.flush()
            self.hot = value
        self.pending[value] = expr

    def flush(self) -> None:
        """Write the expression that may raise and waits, before something else does."""
        value = self.hot
        if value is not None:
            self.hot = None
            name = self.names.temporary()
            self.assign(name, self.pending.pop(value))
            self.bind(value, name)

    def is_read_later(self, name: str) -> bool:
        """Tell whether an expression that waits reads this local."""
        return any(name in expr.reads for expr in self.pending.values())


def _is_same_line(left: Node | None, right: Node) -> bool:
    if left is None:
        return False
    a, b = left.origin, right.origin
    return (a.filename, a.lineno) == (b.filename, b.lineno)
