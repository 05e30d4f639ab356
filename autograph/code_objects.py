"""Compile a converted function, and make its code objects read as the user's own.

Generated functions carry the user's function's name, so that tracebacks show it; their
qualified name tells them apart. Qualified names lack the function that only serves to
bind the closure.
"""

from __future__ import annotations

import ast
import dis
import inspect
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import CodeType
from typing import Any

from autograph.syntax import OPERATORS, mark_generated, walk

_FACTORY = "ag__factory"
_MARKED = frozenset({"<lambda>", "<genexpr>"})
_LOAD_CONST = dis.opmap["LOAD_CONST"]
# What a function's or class's type parameters are made in, from Python 3.12 on.
_GENERIC = "<generic parameters of "


def compile_function(
    function: Any,
    *,
    original: CodeType,
    filename: str,
    generated: Collection[str],
    spelled: Mapping[str, str],
) -> CodeType:
    """Compile a function's tree to a code object with the user's names.

    Args:
        function: The converted function, a `def` or `lambda` of the running Python.
        original: The code object that it replaces.
        filename: The user's file.
        generated: The names of generated functions.
        spelled: How mangled names of functions and classes are written.
    """
    is_lambda = isinstance(function, ast.Lambda)
    statement = (
        ast.copy_location(ast.Expr(function), function) if is_lambda else function
    )
    # A method of a class in converted code may read by the operators: see `is_ready`.
    free = [each for each in original.co_freevars if each != OPERATORS]
    module = ast.Module([_factory(statement, free)], [])
    for node in walk(module):
        if node.__class__ is ast.Call:
            _mark(node)
    flags = original.co_flags & future_flags()
    compiled = compile(module, filename, "exec", flags=flags, dont_inherit=True)
    factory = _named(compiled, _FACTORY)
    wanted = "<lambda>" if is_lambda else function.name
    names = _Names(frozenset(generated), dict(spelled))
    code = _named(factory, wanted)
    return names.apply(code, original.co_name, original.co_qualname)


def is_helper(code: CodeType) -> bool:
    """Tell whether a code object is a generated part of a user's function.

    Its name is that of the user's function; the end of its qualified name is not.
    """
    return code.co_qualname.rpartition(".")[2] != code.co_name


def variables_of(code: CodeType) -> tuple[str, ...]:
    """Return the names of a function's variables, in the order of its frame."""
    return tuple(dict.fromkeys(code.co_varnames + code.co_cellvars + code.co_freevars))


def _factory(statement: ast.stmt, free: Collection[str]) -> ast.FunctionDef:
    names = (OPERATORS, *free)
    parameters = [ast.copy_location(ast.arg(each), statement) for each in names]
    args = ast.arguments([], parameters, None, [], [], None, [])
    make: Any = ast.FunctionDef  # whose type has one more field from 3.12 on
    factory: ast.FunctionDef = make(_FACTORY, args, [statement], [])
    if "type_params" in ast.FunctionDef._fields:
        factory.type_params = []  # type: ignore[attr-defined, unused-ignore]
    return ast.copy_location(factory, statement)


def future_flags() -> int:
    """Return the flags of code objects that say what was imported from `__future__`."""
    import __future__

    names = __future__.all_feature_names
    return sum({getattr(__future__, each).compiler_flag for each in names} - {0x10})


def _named(code: CodeType, name: str) -> CodeType:
    for each in code.co_consts:
        if isinstance(each, CodeType) and each.co_name == name:
            return each
    raise AssertionError(f"no code object {name!r} in {code!r}")


def operations(code: CodeType) -> Iterator[tuple[int, int]]:
    """Yield the opcode and argument of each unit of bytecode.

    As `dis.get_instructions`, which takes ten times as long, says it.
    """
    units, high = code.co_code, 0
    for op, low in zip(units[::2], units[1::2], strict=True):
        arg = low | high
        high = arg << 8 if op == dis.EXTENDED_ARG else 0
        yield op, arg


# -- Which lambdas are generated -----------------------------------------------------


def _mark(node: ast.Call) -> None:
    """Give generated lambdas an empty range of columns, which no written one has."""
    func = node.func
    if isinstance(func, ast.Lambda):
        mark_generated(func)
    is_operator = (
        isinstance(func, ast.Attribute)
        and isinstance(func.value, ast.Name)
        and func.value.id == OPERATORS
        and func.attr != "autograph_artifact"
    )
    if is_operator:
        for each in node.args:
            if isinstance(each, ast.Lambda):
                mark_generated(each)
                # What takes an item gives a test, and what computes the value.
                for part in getattr(each.body, "elts", ()):
                    if isinstance(part, ast.Lambda):
                        mark_generated(part)


def _empty_lambdas(code: CodeType) -> set[int]:
    """Return the ids of the code objects of lambdas and generators in empty ranges."""
    found: set[int] = set()
    inside = [each for each in code.co_consts if isinstance(each, CodeType)]
    if not any(each.co_name in _MARKED for each in inside):
        return found
    consts, units, positions = code.co_consts, code.co_code, None
    opcodes = units[::2]
    at = opcodes.find(_LOAD_CONST)
    while at >= 0:
        const = consts[_argument(units, at)]
        if isinstance(const, CodeType):
            positions = positions or list(code.co_positions())
            line, end_line, column, end_column = positions[at]
            if line is not None and (line, column) == (end_line, end_column):
                found.add(id(const))
        at = opcodes.find(_LOAD_CONST, at + 1)
    return found


def _argument(units: bytes, at: int) -> int:
    """Return the argument of the operation at a place: those before may extend it."""
    argument, shift = units[2 * at + 1], 8
    while at and units[2 * at - 2] == dis.EXTENDED_ARG:
        at -= 1
        argument |= units[2 * at + 1] << shift
        shift += 8
    return argument


# -- Names ---------------------------------------------------------------------------


@dataclass(frozen=True)
class _Names:
    """Gives code objects the names that a user expects.

    Args:
        generated: The names of generated functions.
        spelled: How mangled names of functions and classes are written.
    """

    generated: frozenset[str]
    spelled: dict[str, str]

    def apply(
        self, code: CodeType, name: str, qualname: str, inside: str | None = None
    ) -> CodeType:
        """Return a code object, and all inside it, renamed.

        Args:
            code: The code object.
            name: The name of the user's function that it is, or is a part of.
            qualname: Its own qualified name.
            inside: What the names inside begin with; by default what follows from
                `qualname`.
        """
        is_class = not code.co_flags & inspect.CO_OPTIMIZED
        if inside is None:
            inside = f"{qualname}." if is_class else f"{qualname}.<locals>."
        lambdas = _empty_lambdas(code)
        consts: list[object] = []
        for each in code.co_consts:
            if not isinstance(each, CodeType):
                is_own_name = is_class and each == code.co_qualname
                consts.append(qualname if is_own_name else each)
            elif each.co_name in self.generated or id(each) in lambdas:
                part = each.co_name.strip("<>")
                consts.append(self.apply(each, name, f"{inside}<ag {part}>", inside))
            else:
                consts.append(self._users_own(each, inside))
        return code.replace(co_name=name, co_qualname=qualname, co_consts=tuple(consts))

    def _users_own(self, code: CodeType, inside: str) -> CodeType:
        """Rename a function or class of the user's."""
        if code.co_qualname == code.co_name:
            inside = ""  # declared global
        name = self.spelled.get(code.co_name, code.co_name)
        if name.startswith(_GENERIC):
            # Its function or class is named as if it stood outside.
            return self.apply(code, name, inside + name, inside)
        return self.apply(code, name, inside + name)
