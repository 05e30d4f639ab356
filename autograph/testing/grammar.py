"""Grammars: tables of constructs, and how one is chosen and written.

`expression(w, wanted)` writes an expression of a type; `condition(w)` one that `if`
and `while` can decide on, of whatever type; `block(w)` a few statements. A construct
is a row: its name, how often it is chosen, when it is possible, and what writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from autograph.testing.choices import Choices
from autograph.testing.types import INT, STR, TRUTH, Type
from autograph.testing.writer import Writer


@dataclass(frozen=True)
class Expression:
    """A construct that has a value.

    Attributes:
        name: What it is called in counts.
        weight: How often it is chosen, relative to the others.
        needs: Is it possible here, for this type?
        build: Write it, with operands so many levels deep.
        is_leaf: Has it no operands?
    """

    name: str
    weight: int
    needs: Callable[[Writer, Type], bool]
    build: Callable[[Writer, Type, int], str]
    is_leaf: bool = False


@dataclass(frozen=True)
class Statement:
    """A construct that is a statement.

    Attributes:
        name: What it is called in counts.
        weight: How often it is chosen, relative to the others.
        needs: Is it possible here?
        build: Write it; tell whether control can come to its end.
    """

    name: str
    weight: int
    needs: Callable[[Writer], bool]
    build: Callable[[Writer], bool]


@dataclass(frozen=True)
class Grammar:
    """What programs are made of; the simplest first, where shrinking leads.

    Attributes:
        statements: The statements.
        expressions: The expressions; one of them without needs must be a leaf.
        first: Writes something that half of the programs return, and gives its name.
        families: Parts of it, each of which a program has or lacks: constructs meet
            more often where there are few.
    """

    statements: tuple[Statement, ...]
    expressions: tuple[Expression, ...]
    first: Callable[[Writer], str] | None = None
    families: tuple[Grammar, ...] = ()

    def narrowed(self, choices: Choices) -> Grammar:
        """Return the grammar of one program: without some of the families."""
        left_out = [each for each in self.families if choices.chance(70)]
        statements = {row for each in left_out for row in each.statements}
        expressions = {row for each in left_out for row in each.expressions}
        is_first = any(each.first is self.first for each in left_out)
        return Grammar(
            tuple(row for row in self.statements if row not in statements),
            tuple(row for row in self.expressions if row not in expressions),
            None if is_first else self.first,
        )


def expression(w: Writer, wanted: Type, depth: int | None = None) -> str:
    """Write an expression of a type.

    Args:
        w: The program.
        wanted: The type.
        depth: How many levels it may have below it; chosen if not given.
    """
    depth = some_depth(w) if depth is None else depth
    rows = [
        row
        for row in w.grammar.expressions
        if (depth > 0 or row.is_leaf) and row.needs(w, wanted)
    ]
    row = w.choices.weighted(rows)
    w.used[row.name] += 1
    return row.build(w, wanted, depth - 1)


def some_depth(w: Writer) -> int:
    """Return how many levels an expression may have: mostly one."""
    return w.choices.pick((0, 1, 1, 0, 1, 2, 1, 2, 3))


def condition(w: Writer, depth: int | None = None) -> str:
    """Write what `if` and `while` take: a truth of any type."""
    return expression(w, TRUTH, some_depth(w) or 1 if depth is None else depth)


def bounded(w: Writer, wanted: Type, depth: int | None = None) -> str:
    """Write an expression for a variable, keeping Python integers and text small.

    They have no bound of their own; integers must fit beside tensors.
    """
    depth = some_depth(w) if depth is None else depth
    text = expression(w, wanted, depth)
    if wanted == STR:
        return f"{text}[-20:]"
    is_bounded = depth <= 0 or text.startswith("len(") or text.endswith("% 101)")
    return text if is_bounded or wanted != INT else f"({text} % 101)"


def arguments(w: Writer, kinds: Sequence[Type], depth: int) -> str:
    """Write expressions of several types, separated by commas."""
    return ", ".join(bounded(w, kind, max(depth, 0)) for kind in kinds)


def always(w: Writer) -> bool:
    """Is it possible here? Everywhere: what statements without needs have."""
    return True


def statement(w: Writer) -> bool:
    """Write a statement; tell whether control can come to its end."""
    w.left -= 1
    row = w.choices.weighted([row for row in w.grammar.statements if row.needs(w)])
    w.used[row.name] += 1
    return row.build(w)


def statements(w: Writer) -> bool:
    """Write a few statements; tell whether control can come to the end."""

    def write() -> bool:
        return statement(w)

    return w.choices.group(write) and w.choices.repeat(write, 50, 3)


def block(w: Writer, *before: str, after: Callable[[], None] | None = None) -> bool:
    """Write a block; tell whether control can come to its end.

    Names that it creates may be missing after it.

    Args:
        w: The program.
        before: Lines to begin with.
        after: Writes what is to come at the end, if control comes there.
    """
    with w.inner_scope(), w.indented():
        for line in before:
            w.line(line)
        ends = statements(w)
        if ends and after is not None:
            after()
    return ends


def return_line(w: Writer) -> str:
    """Return a `return` of what the function returns."""
    depths = [w.choices.pick((0, 0, 0, 1, 2)) for _ in w.result.types]
    parts = map(bounded, [w] * len(depths), w.result.types, depths)
    return "return " + w.result.template.format(*parts)
