"""Find where a variable is assigned, to show both places of a disagreement.

A value has a place only if a node made it; a Python number has none. So the statement
that gave the variable its value is looked for in the source of each block.
"""

from __future__ import annotations

import ast
import dis
import linecache
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any, Final

from graph.errors import BranchMismatchError, UnstageableValueError
from graph.old_staging.content_names import ContentName
from graph.origin import Origin, is_library_code, user_frame
from graph.parsing import parse

# A line and a column of a file.
Point = tuple[int, int]
# Instructions of a function itself, that are of none of its expressions.
_FRAME: Final = frozenset(
    {"RESUME", "COPY_FREE_VARS", "MAKE_CELL", "RETURN_GENERATOR", "RETURN_VALUE"}
)
_NAMED: Final = re.compile(r"^the (?P<kind>\w+) `(?P<name>\w+)`")
# Methods that put something into what they are called of.
_PUTTING: Final = frozenset(
    {"append", "appendleft", "extend", "extendleft", "insert", "add", "update"}
    | {"setdefault"}
)
_SCOPES: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


@dataclass(frozen=True, slots=True, eq=False)
class Sides:
    """What may give a variable its value: the blocks of a statement that is staged.

    Attributes:
        labels: What messages call each side.
        codes: The user's code that each side runs; none for what is before.
        before: The code that the statement is part of, and its line.
    """

    labels: tuple[str, ...]
    codes: tuple[tuple[CodeType, ...], ...]
    before: tuple[CodeType, int] | None

    @classmethod
    def of(cls, labels: tuple[str, ...], *blocks: Callable[..., Any] | None) -> Sides:
        """Return the sides of the statement where the user's frame stands."""
        frame = user_frame(sys._getframe(1))
        before = None if frame is None else (frame.f_code, frame.f_lineno)
        codes = (tuple(_users_codes(block, set())) for block in blocks)
        return cls(labels, tuple(codes), before)

    def places(self, variable: str) -> dict[str, Origin]:
        """Return for each label where that side assigns to a variable, if found."""
        found = {}
        for label, codes in zip(self.labels, self.codes, strict=True):
            places = [place for code in codes if (place := _in_code(code, variable))]
            if not places and self.before is not None:
                places = list(filter(None, [_before(*self.before, variable)]))
            if places:
                found[label] = places[-1]
        return found

    def puts(self, content: ContentName) -> dict[str, Origin]:
        """Return for each label where that side puts something into a container.

        A loop may do so in several places; the last two have labels of their own.
        """
        found, shown = self.places(content), dict[str, Origin]()
        within = [list(_all_in(codes, content)) for codes in self.codes]
        *others, last = within
        if not any(others) and len(last) > 1:
            shown = {"in one place": last[-2], "in another": last[-1]}
        elif any(within):
            shown = found
        return shown


@contextmanager
def showing_places(
    labels: tuple[str, ...], *blocks: Callable[..., Any] | None
) -> Iterator[None]:
    """Add the places of the assignments that a `BranchMismatchError` lacks.

    Args:
        labels: What messages call each side.
        blocks: The callables that run them; None for what is before the statement.
    """
    try:
        yield
    except UnstageableValueError as error:
        if isinstance(error.variable, ContentName):
            found = Sides.of(labels, *blocks).puts(error.variable)
            last = max(found.values(), key=lambda each: each.lineno, default=None)
            error.origin = last or error.origin
        raise
    except BranchMismatchError as error:
        if error.variable is not None:
            sides = Sides.of(labels, *blocks)
            if isinstance(error.variable, ContentName):
                found = sides.puts(error.variable)
                last = max(found.values(), key=lambda each: each.lineno, default=None)
                error.origin = last or error.origin
            else:
                found = sides.places(error.variable)
            found.update(error.others)
            error.others = tuple(found.items())
        raise


def _in_code(code: CodeType, variable: str) -> Origin | None:
    """Return the last assignment in a block."""
    points = list(_points(code))
    if not points:
        return None
    start, end = min(points)[0], max(each[1] for each in points)
    if variable.startswith("the value of "):
        return _origin(code, points[-1])  # its one expression
    return _last(code, variable, start, end)


def only_return(at: Origin) -> Origin:
    """Return the place of a function's `return`; of the function if there are several.

    Args:
        at: The line of its `def`, or of the first decorator.
    """
    try:
        tree = parse("".join(linecache.getlines(at.filename)))
    except SyntaxError:
        return at
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef) or node.name != at.function:
            continue
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        if at.lineno in (node.lineno, first):
            spans = list(_assigned(node, ("return", ""), _span(node)))
            if len(spans) != 1:
                return at
            (line, col), (end_line, end_col) = spans[0]
            ends = (col, end_col) if line == end_line else (None, None)
            return Origin(at.filename, line, at.function, *ends)
    return at


def _all_in(codes: tuple[CodeType, ...], variable: str) -> Iterator[Origin]:
    """Yield all places in blocks that assign to a variable, in their order."""
    for code in codes:
        points = list(_points(code))
        if points:
            ends = min(points)[0], max(each[1] for each in points)
            for span in sorted(_spans(code, variable, *ends)):
                yield _origin(code, span)


def _before(code: CodeType, line: int, variable: str) -> Origin | None:
    """Return the last assignment in a function above a line."""
    if variable.startswith("the value of "):
        return None
    return _last(code, variable, (code.co_firstlineno, 0), (line, 0))


def _users_codes(function: Any, seen: set[int]) -> Iterator[CodeType]:
    """Yield the code of the user's functions that closures of ours hold."""
    if id(function) in seen:
        return
    seen.add(id(function))
    if isinstance(function, (list, tuple)):
        for each in function:
            yield from _users_codes(each, seen)
    if not isinstance(function, FunctionType):
        return
    if not is_library_code(function.__code__):
        yield function.__code__
        return
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # it is empty
            yield from _users_codes(cell.cell_contents, seen)


def _points(code: CodeType) -> Iterator[tuple[Point, Point]]:
    """Yield the start and end of each instruction, also of functions inside."""
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from _points(const)
    for each in dis.get_instructions(code):
        line, end_line, col, end_col = each.positions or (None,) * 4
        is_known = None not in (line, end_line, col, end_col)
        if is_known and each.opname not in _FRAME:
            yield (line, col), (end_line, end_col)  # type: ignore[misc]


def _last(code: CodeType, variable: str, start: Point, end: Point) -> Origin | None:
    """Return the last place between two points that assigns to a variable."""
    spans = _spans(code, variable, start, end)
    return _origin(code, max(spans)) if spans else None


def _spans(
    code: CodeType, variable: str, start: Point, end: Point
) -> list[tuple[Point, Point]]:
    target = _target(variable)
    if target == ("content", ""):
        return []
    try:
        tree = parse("".join(linecache.getlines(code.co_filename)))
    except SyntaxError:
        return []
    return list(_assigned(tree, target, (start, end)))


def _target(variable: str) -> tuple[str, str]:
    """Return the kind of a variable, and its name in the source."""
    if variable.startswith("retval_"):
        return "return", ""
    if isinstance(variable, ContentName):
        path = variable.path()
        return "content", "" if path is None else path[0]
    named = _NAMED.match(variable)
    if named is not None:
        return named["kind"], named["name"]
    return "variable", variable.partition(".")[0]


def _assigned(
    node: ast.AST, target: tuple[str, str], within: tuple[Point, Point]
) -> Iterator[tuple[Point, Point]]:
    """Yield the spans that assign, but of no function inside: it has variables too."""
    for child in ast.iter_child_nodes(node):
        is_inside = False
        if isinstance(child, (ast.stmt, ast.expr, ast.arg, ast.excepthandler)):
            span = _span(child)
            if span[1] < within[0] or within[1] < span[0]:
                continue
            is_inside = within[0] <= span[0] and span[1] <= within[1]
            if is_inside and _assigns(child, *target):
                yield span
                if target[0] == "content":  # the target of `xs += [y]` is part of it
                    continue
        if not (is_inside and isinstance(child, _SCOPES)):
            yield from _assigned(child, target, within)


def _span(node: Any) -> tuple[Point, Point]:
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def _assigns(node: ast.AST, kind: str, name: str) -> bool:
    if kind == "return":
        return isinstance(node, ast.Return)
    if kind == "content":
        owner = _owner_of_put(node)
        return owner is not None and ast.unparse(owner) == name
    if isinstance(node, ast.Attribute):
        is_stored = isinstance(node.ctx, ast.Store)
        return kind == "attribute" and node.attr == name and is_stored
    if kind == "attribute":
        return False
    if isinstance(node, ast.Name):
        return node.id == name and isinstance(node.ctx, ast.Store)
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return name in [each.asname or each.name for each in node.names]
    given = getattr(node, "arg" if isinstance(node, ast.arg) else "name", None)
    return bool(given == name)


def _owner_of_put(node: ast.AST) -> ast.AST | None:
    """Return what is given an item, or is what the name of a container becomes."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.value if node.func.attr in _PUTTING else None
    if isinstance(node, ast.AugAssign):
        return node.target
    is_stored = isinstance(getattr(node, "ctx", None), ast.Store)
    if isinstance(node, ast.Subscript) and is_stored:
        return node.value
    return node if isinstance(node, (ast.Name, ast.Attribute)) and is_stored else None


def _origin(code: CodeType, span: tuple[Point, Point]) -> Origin:
    (line, col), (end_line, end_col) = span
    if line != end_line:
        return Origin(code.co_filename, line, code.co_name)
    return Origin(code.co_filename, line, code.co_name, col, end_col)


__all__ = ["Sides", "only_return", "showing_places"]
