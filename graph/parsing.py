"""Parse Python while other threads do.

CPython before 3.11.8 and 3.12.2 counts in one place, for all threads, how deep it is in
the tree that it makes. Python code can run meanwhile, when garbage is collected; if
that lets another thread parse, the counts disagree: SystemError (gh-106905).
"""

from __future__ import annotations

import ast
from typing import Final

_MISMATCH: Final = "recursion depth mismatch"
_TRIES: Final = 100


def parse(source: str) -> ast.Module:
    """Return the tree of a module's source text.

    Raises:
        SyntaxError: `source` is no Python.
        ValueError: It has null characters.
    """
    tree = _parse(source, "exec")
    assert isinstance(tree, ast.Module)
    return tree


def parse_expression(source: str) -> ast.expr:
    """Return the tree of an expression's source text; raises what `parse` raises."""
    tree: ast.AST = _parse(source, "eval")
    assert isinstance(tree, ast.Expression)
    return tree.body


def _parse(source: str, mode: str) -> ast.AST:
    for _ in range(_TRIES - 1):
        try:
            return ast.parse(source, mode=mode)
        except SystemError as error:
            if _MISMATCH not in str(error):
                raise
    return ast.parse(source, mode=mode)


__all__ = ["parse", "parse_expression"]
