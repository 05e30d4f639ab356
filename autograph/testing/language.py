"""The grammars of programs: mixes of the families of constructs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from autograph.testing import (
    arithmetic,
    arrays,
    assignments,
    bindings,
    builtins,
    control_flow,
    exceptions,
    functions,
    optionals,
    places,
    procedures,
    several,
    texts,
    truths,
)
from autograph.testing.grammar import Expression, Grammar, Statement

PYTHON: Final = Grammar(
    statements=(
        *assignments.STATEMENTS,
        *control_flow.STATEMENTS,
        *exceptions.STATEMENTS,
        *functions.STATEMENTS,
    ),
    expressions=(
        *arithmetic.EXPRESSIONS,
        *truths.EXPRESSIONS,
        *arrays.EXPRESSIONS,
        *texts.EXPRESSIONS,
        *functions.EXPRESSIONS,
        *builtins.EXPRESSIONS,
    ),
)
"""What a graph can hold whatever the program: none of these is ever refused."""


def _with(
    statements: tuple[Statement, ...], expressions: tuple[Expression, ...] = ()
) -> Grammar:
    """Return the grammar with more constructs, some uses of which are refused."""
    return Grammar(
        (*PYTHON.statements, *statements), (*PYTHON.expressions, *expressions)
    )


MIXES: Final[Mapping[str, Grammar]] = {
    "core": PYTHON,
    "places": _with(places.STATEMENTS),
    "procedures": _with((*procedures.STATEMENTS, *places.STATEMENTS)),
    "optionals": _with(optionals.STATEMENTS, optionals.EXPRESSIONS),
    "loops": _with(several.STATEMENTS, bindings.EXPRESSIONS),
    "all": _with(
        (
            *places.STATEMENTS,
            *optionals.STATEMENTS,
            *procedures.STATEMENTS,
            *several.STATEMENTS,
        ),
        (*optionals.EXPRESSIONS, *bindings.EXPRESSIONS),
    ),
}
"""Grammars by name; what they add to `core` may be refused, but never be wrong."""
