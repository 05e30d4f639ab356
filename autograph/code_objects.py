"""Compile a converted function, and make its code objects read as the user's own.

Generated functions carry the user's function's name, so that tracebacks show it; their
qualified name tells them apart. Qualified names lack the function that only serves to
bind the closure.
"""

from __future__ import annotations

import ast
import dis
from collections.abc import Collection
from types import CodeType
from typing import Any

from autograph.syntax import OPERATORS

_FACTORY = "ag__factory"
#: Operators whose lambdas are generated: `ag__.and_(lambda: a, lambda: b)`.
_GENERIC = "<generic parameters of "


def compile_function(
    function: Any,
    *,
    original: CodeType,
    filename: str,
    generated: Collection[str],
) -> CodeType:
    """Compile a function's tree to a code object with the user's names.

    Args:
        function: The converted function, a `def` or `lambda` of the running Python.
        original: The code object that it replaces.
        filename: The user's file.
        generated: The names of generated functions.
    """
    is_lambda = isinstance(function, ast.Lambda)
    statement = (
        ast.copy_location(ast.Expr(function), function) if is_lambda else function
    )
    module = ast.Module([_factory(statement, original.co_freevars)], [])
    for node in ast.walk(module):
        _mark(node)
    ast.fix_missing_locations(module)
    flags = original.co_flags & _future_flags()
    compiled = compile(module, filename, "exec", flags=flags, dont_inherit=True)
    factory = _named(compiled, _FACTORY)
    code = _named(factory, original.co_name)
    return _renamed(code, original.co_name, original.co_qualname, frozenset(generated))


def is_helper(code: CodeType) -> bool:
    """Tell whether a code object is a generated part of a user's function.

    Its name is that of the user's function; the end of its qualified name is not.
    """
    return code.co_qualname.rpartition(".")[2] != code.co_name


def _factory(statement: ast.stmt, free: Collection[str]) -> ast.FunctionDef:
    parameters = [ast.arg(each) for each in (OPERATORS, *free)]
    args = ast.arguments([], parameters, None, [], [], None, [])
    factory = ast.FunctionDef(_FACTORY, args, [statement], [])
    if "type_params" in ast.FunctionDef._fields:
        factory.type_params = []  # type: ignore[attr-defined, unused-ignore]
    return ast.copy_location(factory, statement)


def _future_flags() -> int:
    import __future__

    names = __future__.all_feature_names
    return sum({getattr(__future__, each).compiler_flag for each in names} - {0x10})


def _named(code: CodeType, name: str) -> CodeType:
    for each in code.co_consts:
        if isinstance(each, CodeType) and each.co_name == name:
            return each
    raise AssertionError(f"no code object {name!r} in {code!r}")


# -- Which lambdas are generated ---------------------------------------------------------


def _mark(node: ast.AST) -> None:
    """Give generated lambdas an empty range of columns, which no written one has."""
    if not isinstance(node, ast.Call):
        return
    func = node.func
    if isinstance(func, ast.Lambda):
        _make_empty(func)
    is_operator = (
        isinstance(func, ast.Attribute)
        and isinstance(func.value, ast.Name)
        and func.value.id == OPERATORS
        and func.attr != "autograph_artifact"
    )
    if is_operator:
        for each in node.args:
            if isinstance(each, ast.Lambda):
                _make_empty(each)


def _make_empty(node: ast.Lambda) -> None:
    node.end_lineno, node.end_col_offset = node.lineno, node.col_offset


def _empty_lambdas(code: CodeType) -> set[int]:
    """Return the ids of the code objects whose `lambda` has an empty range."""
    found = set()
    for each in dis.get_instructions(code):
        if isinstance(each.argval, CodeType) and each.positions is not None:
            line, end_line, column, end_column = each.positions
            if (line, column) == (end_line, end_column):
                found.add(id(each.argval))
    return found


# -- Names -------------------------------------------------------------------------------


def _renamed(
    code: CodeType, name: str, qualname: str, generated: frozenset[str]
) -> CodeType:
    """Return a code object, and all inside it, with the names a user expects.

    Args:
        code: The code object.
        name: The name of the user's function that it is, or belongs to.
        qualname: Its own qualified name.
        generated: The names of generated functions.
    """
    is_class = not code.co_flags & 0x2
    empty = _empty_lambdas(code)
    base = qualname
    while "<" in base.rpartition(".")[2] and is_generated_part(base):
        base = base.rpartition(".")[0].removesuffix(".<locals>")
    consts: list[object] = []
    for each in code.co_consts:
        if not isinstance(each, CodeType):
            changed = code.co_qualname if is_class else None
            consts.append(qualname if changed is not None and each == changed else each)
            continue
        is_helper_code = each.co_name in generated or id(each) in empty
        prefix = base if is_class else f"{base}.<locals>"
        if each.co_qualname == each.co_name:
            prefix = ""
        part = (
            f"<{each.co_name.strip('<>')} of {name}>"
            if is_helper_code
            else each.co_name
        )
        inner = f"{prefix}.{part}" if prefix else part
        consts.append(
            _renamed(each, name if is_helper_code else each.co_name, inner, generated)
        )
    return code.replace(co_name=name, co_qualname=qualname, co_consts=tuple(consts))


def is_generated_part(qualname: str) -> bool:
    """Tell whether a qualified name ends in a generated function's part."""
    return " of " in qualname.rpartition(".")[2]
