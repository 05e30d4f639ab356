"""Find the source of a function: the node of its file that compiled to its code.

The whole file is parsed, so that the classes and functions around a function are
known. A `def` is found by its first line, name and parameters; a lambda by the columns
of its instructions, since several may stand on one line. What is found is compiled, and
has to give the bytecode again, unless it was rewritten: pytest does so with assertions.
"""

from __future__ import annotations

import ast
import dis
import linecache
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any, TypeAlias, TypeVar

from autograph.code_objects import future_flags
from autograph.errors import SourceUnavailableError
from autograph.syntax import children_of, identifiers, walk
from graph.origin import Origin
from graph.parsing import parse

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_NAMED = frozenset((*dis.hasname, *dis.haslocal, *dis.hasfree))
_JUMPS = frozenset((*dis.hasjrel, *dis.hasjabs))
_BYTECODE = ("co_code", "co_names", "co_varnames", "co_cellvars", "co_freevars")
_FROZEN = "<frozen "
_PRIVATE_TO_PYTHON = ("__class__", "__classdict__", "ag__")


# Line and column of a beginning and an end.
_Range: TypeAlias = tuple[tuple[int, int], tuple[int, int]]


@dataclass(frozen=True)
class Source:
    """A function's place in its file.

    Args:
        filename: The file, as the code object names it.
        node: The function's node, in the running Python's own syntax tree.
        enclosing: The classes and functions around it, outermost first.
    """

    filename: str
    node: FunctionNode
    enclosing: tuple[ast.AST, ...]

    @property
    def class_name(self) -> str | None:
        """The innermost class around it, whose name mangles private names."""
        for node in reversed(self.enclosing):
            if isinstance(node, ast.ClassDef):
                return node.name
        return None


def find_source(fn: FunctionType) -> Source:
    """Return the source of a function.

    Raises:
        SourceUnavailableError: There is no source, or it is not what was compiled.
    """
    return find_code(fn.__code__, fn.__globals__)


def find_code(code: CodeType, module_globals: Mapping[str, Any]) -> Source:
    """Return the source of a code object made by `def` or `lambda`."""
    lines = _lines_of(code, module_globals)
    if not lines:
        raise _unavailable(code, "its file cannot be read")
    try:
        file = _file_of("".join(lines))
    except SyntaxError as error:
        raise _unavailable(code, f"its file does not parse ({error})") from error
    found = [each for each in file.functions if _may_be(code, *each)]
    if len(found) > 1:
        found = _tightest(code, found)
    if len(found) > 1:
        found = _same_bytecode(code, found) or found[:1]
    if not found:
        raise _unavailable(code, "the file has changed since it was loaded")
    if not _is_unchanged(code, *found[0], file.imported):
        why = "the file has changed since it was loaded, or its code was rewritten"
        raise _unavailable(code, why)
    node, enclosing = found[0]
    return Source(code.co_filename, node, enclosing)


def _lines_of(code: CodeType, module_globals: Mapping[str, Any]) -> list[str]:
    """Return the lines of the file that a code object was compiled from.

    Modules that Python has frozen into itself, as `collections.abc`, name no file in
    their code, but know it.
    """
    filename, known = code.co_filename, module_globals.get("__file__")
    if filename.startswith(_FROZEN) and isinstance(known, str):
        filename = known
    return linecache.getlines(filename, dict(module_globals))


@dataclass(frozen=True)
class _File:
    """What a file's text says.

    Args:
        functions: All its functions with what encloses each, outermost first.
        imported: The names that it imports outside of them.
    """

    functions: tuple[tuple[FunctionNode, tuple[ast.AST, ...]], ...]
    imported: frozenset[str]


@lru_cache(maxsize=64)
def _file_of(text: str) -> _File:
    functions: list[tuple[FunctionNode, tuple[ast.AST, ...]]] = []
    imported: set[str] = set()
    pending: list[tuple[ast.AST, tuple[ast.AST, ...]]] = [(parse(text), ())]
    while pending:
        node, enclosing = pending.pop()
        if isinstance(node, ast.alias) and not enclosing:
            imported.add(node.asname or node.name.partition(".")[0])
        elif isinstance(node, _SCOPES):
            if not isinstance(node, ast.ClassDef):
                functions.append((node, enclosing))
            enclosing = (*enclosing, node)
        pending += [(each, enclosing) for each in reversed(children_of(node))]
    return _File(tuple(functions), frozenset(imported - {"*"}))


def _may_be(code: CodeType, node: FunctionNode, enclosing: Sequence[ast.AST]) -> bool:
    """Tell whether a node may have compiled to `code`."""
    if first_line(node) != code.co_firstlineno or name_of(node) != code.co_name:
        return False
    class_names = [each.name for each in enclosing if isinstance(each, ast.ClassDef)]
    known = {mangled(each, class_names[-1:]) for each in identifiers(walk(node))}
    wanted = code.co_varnames + code.co_cellvars + code.co_freevars
    is_known = all(
        each in known or each in _PRIVATE_TO_PYTHON or each[0] in "@."
        for each in wanted
    )
    return is_known and _same_parameters(code, node, class_names) and _spans(node, code)


def first_line(node: FunctionNode) -> int:
    """Return the line that `co_firstlineno` gives: the first decorator's, if any."""
    if isinstance(node, ast.Lambda) or not node.decorator_list:
        return node.lineno
    return min(each.lineno for each in node.decorator_list)


def name_of(node: FunctionNode) -> str:
    """Return the name that `co_name` gives."""
    return "<lambda>" if isinstance(node, ast.Lambda) else node.name


def mangled(identifier: str, class_names: Sequence[str]) -> str:
    """Return a private name as the innermost of these classes spells it."""
    if not class_names or not identifier.startswith("__"):
        return identifier
    owner = class_names[-1].lstrip("_")
    if not owner or identifier.endswith("__") or "." in identifier:
        return identifier
    return f"_{owner}{identifier}"


def _same_parameters(
    code: CodeType, node: FunctionNode, class_names: Sequence[str]
) -> bool:
    args = node.args
    names = [each.arg for each in (*args.posonlyargs, *args.args, *args.kwonlyargs)]
    names.extend(each.arg for each in (args.vararg, args.kwarg) if each)
    own = code.co_varnames[: len(names)]
    return (
        [mangled(each, class_names[-1:]) for each in names] == list(own)
        and len(args.posonlyargs) == code.co_posonlyargcount
        and len(args.kwonlyargs) == code.co_kwonlyargcount
    )


def _spans(node: FunctionNode, code: CodeType) -> bool:
    """Tell whether the instructions lie within the node; for a lambda, by columns."""
    lines = [line for line, *_ in code.co_positions() if line is not None]
    last = node.end_lineno or node.lineno
    if any(not first_line(node) <= line <= last for line in lines):
        return False
    if not isinstance(node, ast.Lambda):
        return True
    start, end = _body_range(node)
    return all(start <= left and right <= end for left, right in _ranges(code))


def _body_range(node: ast.Lambda) -> tuple[tuple[int, int], tuple[int, int]]:
    return _range_of(node.body)


def _range_of(node: ast.expr | ast.stmt) -> tuple[tuple[int, int], tuple[int, int]]:
    end_line, end_column = node.end_lineno or 0, node.end_col_offset or 0
    return (node.lineno, node.col_offset), (end_line, end_column)


def _ranges(code: CodeType) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the (line, column) at which each instruction's source begins and ends.

    Instructions that stand for none, at the start of a function, have no width.
    """
    for line, end_line, column, end_column in code.co_positions():
        if line and end_line and column is not None and end_column:
            yield (line, column), (end_line, end_column)


def _tightest(
    code: CodeType, found: list[tuple[FunctionNode, tuple[ast.AST, ...]]]
) -> list[tuple[FunctionNode, tuple[ast.AST, ...]]]:
    """Return the candidates that the instructions' columns do not rule out."""
    lambdas = [each for each, _ in found if isinstance(each, ast.Lambda)]
    if len(lambdas) != len(found) or next(_ranges(code), None) is None:
        return found
    # All hold the instructions, so one lies in the next: the innermost it is.
    innermost = max(lambdas, key=lambda each: _body_range(each)[0])
    return [each for each in found if each[0] is innermost]


def _same_bytecode(
    code: CodeType, found: list[tuple[FunctionNode, tuple[ast.AST, ...]]]
) -> list[tuple[FunctionNode, tuple[ast.AST, ...]]]:
    """Return the candidates that compile to the same instructions."""
    return [
        each for each in found if _signature(_compiled(code, *each)) == _signature(code)
    ]


def _is_unchanged(
    code: CodeType,
    node: FunctionNode,
    enclosing: Sequence[ast.AST],
    imported: frozenset[str],
) -> bool:
    """Tell whether a node still says what `code` was compiled of.

    What was rewritten before it was compiled, as pytest does with assertions, has more
    names or constants than its source, and the rest of it where that is.
    """
    made = _compiled(code, node, enclosing, imported)
    if made is None or _is_same(made, code) or _signature(made) == _signature(code):
        return True
    checks = [
        _range_of(each) for each in ast.walk(node) if isinstance(each, ast.Assert)
    ]
    if not _vocabulary(made, checks) < _vocabulary(code):
        return False
    known = {place for each in (code, *code_objects(code)) for place in _ranges(each)}
    return all(
        (start, end) in known or _is_within(start, checks)
        for each in (made, *code_objects(made))
        for start, end in _ranges(each)
    )


def _is_same(left: CodeType, right: CodeType) -> bool:
    """Have two code objects the same bytecode to the byte, as they mostly have?"""
    if any(getattr(left, each) != getattr(right, each) for each in _BYTECODE):
        return False
    pairs = list(zip(left.co_consts, right.co_consts, strict=False))
    return len(left.co_consts) == len(right.co_consts) and all(
        _is_same(one, other)
        if isinstance(one, CodeType) and isinstance(other, CodeType)
        else _shown(one) == _shown(other)
        for one, other in pairs
    )


def _shown(constant: object, code: CodeType | None = None) -> str:
    """Return the text of a constant, which tells 1, 1.0 and True apart.

    The order of a set's elements is not that of the same set in a file of bytecode, and
    the qualified name that the body of a class sets tells what is around it.
    """
    if code is not None and constant == code.co_qualname:
        return code.co_name
    if isinstance(constant, frozenset):
        return f"{{{', '.join(sorted(map(_shown, constant)))}}}"
    if isinstance(constant, tuple):
        return f"({', '.join(map(_shown, constant))},)"
    return repr(constant)


def _signature(code: CodeType | None) -> object:
    """Return the instructions and what they are about.

    How methods of imported modules are called differs with what is compiled beside it.
    """
    if code is None:
        return None
    found: list[object] = [code.co_varnames]
    for each in dis.get_instructions(code):
        if each.opname in ("PUSH_NULL", "EXTENDED_ARG"):
            continue
        name = "LOAD_ATTR" if each.opname == "LOAD_METHOD" else each.opname
        if isinstance(each.argval, CodeType):
            found.append(_signature(each.argval))
        elif each.opcode in _JUMPS:
            found.append(name)
        else:
            found.append((name, _shown(each.argval, code)))
    return found


def _vocabulary(code: CodeType, checks: Sequence[_Range] = ()) -> set[str]:
    """Return the names and constants of instructions, but for those of assertions."""
    found: set[str] = set()
    for each in (code, *code_objects(code)):
        for step in dis.get_instructions(each):
            place = step.positions and (
                step.positions.lineno,
                step.positions.col_offset,
            )
            if place and None not in place and _is_within(place, checks):
                continue
            if step.opcode in dis.hasconst:
                if not isinstance(step.argval, CodeType):
                    shown = _shown(step.argval, each)
                    found.add(f"{type(step.argval).__name__} {shown}")
            elif step.opcode in _NAMED:
                names = (
                    step.argval if isinstance(step.argval, tuple) else (step.argval,)
                )
                found.update(map(str, names))
    return found


def _is_within(place: Any, ranges: Sequence[_Range]) -> bool:
    return any(left <= place <= right for left, right in ranges)


def _compiled(
    code: CodeType,
    node: FunctionNode,
    enclosing: Sequence[ast.AST],
    imported: frozenset[str] = frozenset(),
) -> CodeType | None:
    """Return what a node compiles to, in a function that has its free variables.

    Beside imports of the names that the file imports: Python compiles calls of what is
    imported in another way.
    """
    statement: ast.stmt = (
        node if not isinstance(node, ast.Lambda) else _at(ast.Expr(node))
    )
    owners = [each for each in enclosing if isinstance(each, ast.ClassDef)]
    # Their types have one more field from 3.12 on.
    make_class: Any = ast.ClassDef
    make_function: Any = ast.FunctionDef
    if owners:  # the innermost mangles private names
        statement = _at(make_class(owners[-1].name, [], [], [statement], []))
    free = [_at(ast.arg(each)) for each in code.co_freevars if each != "__class__"]
    no_args = ast.arguments([], free, None, [], [], None, [])
    bound = {getattr(statement, "name", "outer")} - set(code.co_freevars)
    body = [_at(ast.Global(sorted(bound))), statement] if bound else [statement]
    outer = _at(make_function("outer", no_args, body, []))
    for part in (outer, statement):
        if "type_params" in part._fields and not hasattr(part, "type_params"):
            part.__dict__.update(type_params=[])
    used = {name for each in (code, *code_objects(code)) for name in each.co_names}
    aliases = [_at(ast.alias(each)) for each in sorted(imported & used)]
    imports: list[ast.stmt] = [_at(ast.Import(aliases))] if aliases else []
    module = ast.Module([*imports, outer], [])
    flags = code.co_flags & future_flags()
    try:
        compiled = compile(
            module, code.co_filename, "exec", flags=flags, dont_inherit=True
        )
    except SyntaxError:  # it needs what is around it
        return None
    for each in code_objects(compiled):
        if each.co_name == code.co_name and each.co_firstlineno == code.co_firstlineno:
            return each
    return None


_Located = TypeVar("_Located", ast.alias, ast.arg, ast.stmt)


def _at(part: _Located) -> _Located:
    """Give what is put around a node a position: the function itself has its own."""
    part.__dict__.update(lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)
    return part


def code_objects(code: CodeType) -> Iterator[CodeType]:
    """Yield the code objects inside `code`, outermost first."""
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from code_objects(each)


def _unavailable(code: CodeType, why: str) -> SourceUnavailableError:
    return SourceUnavailableError(
        f"The source of `{code.co_qualname}` is not available: {why}.",
        where=Origin(code.co_filename, code.co_firstlineno, code.co_qualname),
        rule="A function is converted from the file (or cell) that defines it.",
        way_out=(
            "Define it in a file, or reload the file if it was edited; for code made by"
            " `exec`, enter its text in `linecache.cache`; or mark the function with"
            " `ag.autograph.do_not_convert`."
        ),
    )
