"""The passes that run after the tree that `to_code` prints.

`cells` runs before it: variables that inner functions assign become attributes of
objects, by closure conversion. `core` makes each operation a call of an operator, numbers
the places where objects may be born, and saves variables in a `try`.

    x = [a + b]      ->      x = ag__.born([ag__.binary('+', a, b, at=2)], at=1)
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from typing import Any, Final

from autograph import syntax
from autograph.syntax import OPERATORS, nodes

# Numbers the places in a process: code is converted once.
_NUMBERS: Final[Iterator[int]] = itertools.count(1)

# Operators that make objects, or stage something, and hence are told where they stand.
PLACED: Final = frozenset({
    "aug_attr", "aug_item", "binary", "born", "compare", "consume", "converted_call",
    "dict_comp", "dict_display", "f_string", "for_stmt", "generator", "get_attr",
    "get_item", "if_exp", "if_stmt", "in_", "list_comp", "match_item", "match_mapping",
    "match_parts", "match_rest", "mod", "set_attr", "set_comp", "set_display",
    "set_item", "try_except", "try_finally", "try_star", "unary", "unpack",
    "while_stmt", "with_stmt", "call_spread", "Cell",
})  # fmt: skip

_BINARY: Final = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//",
    ast.Mod: "%", ast.Pow: "**", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.LShift: "<<", ast.RShift: ">>", ast.MatMult: "@",
}  # fmt: skip
_UNARY: Final = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~"}
_COMPARE: Final = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">",
    ast.GtE: ">=",
}  # fmt: skip
_ASKED: Final = {ast.Is: "is_", ast.IsNot: "is_not", ast.In: "in_", ast.NotIn: "not_in"}


def core(tree: Any, numbers: Iterator[int] = _NUMBERS) -> Any:
    """Return the tree of a converted function with each operation as a call."""
    return _Core(numbers).visit(tree)


class _Core(ast.NodeTransformer):
    def __init__(self, numbers: Iterator[int]) -> None:
        self._numbers = numbers

    def _operator(self, name: str, args: list[Any], at: Any) -> Any:
        function = ast.Attribute(ast.Name(OPERATORS, ast.Load()), name, ast.Load())
        keywords = []
        if name in PLACED:
            keywords.append(ast.keyword("at", ast.Constant(next(self._numbers))))
        call = ast.Call(function, args, keywords)
        return ast.fix_missing_locations(ast.copy_location(call, at))

    def visit_Call(self, node: ast.Call) -> Any:
        name = _operator_name(node.func)
        if name == "converted_call":
            self._visit_callee(node)
        elif name in ("for_stmt", "while_stmt"):
            # Their options are no dict of the program's.
            node.args[:-1] = [self.visit(x) for x in node.args[:-1]]
        elif name == "spread_call":
            node.args = [self.visit(x) for x in node.args]
            return node
        else:
            self.generic_visit(node)
        if name in PLACED:
            number = ast.Constant(next(self._numbers))
            node.keywords.append(ast.keyword("at", number))
            ast.fix_missing_locations(ast.copy_location(node, node))
        return node

    def _visit_callee(self, node: ast.Call) -> None:
        """Visit a call; what is called is no more than looked up."""
        called = node.args[0]
        if isinstance(called, ast.Attribute) and _operator_name(called) is None:
            owner = self.visit(called.value)
            args = [owner, ast.Constant(called.attr), ast.Constant(True)]
            node.args[0] = self._operator("get_attr", args, called)
        else:
            node.args[0] = self.visit(called)
        node.args[1:] = [self.visit(x) for x in node.args[1:]]
        node.keywords = [self.visit(x) for x in node.keywords]

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if _operator_name(node) is not None or not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.attr == "ret":
            return node
        args = [self.visit(node.value), ast.Constant(node.attr)]
        return self._operator("get_attr", args, node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        return self._operator("get_item", [node.value, _index(node.slice)], node)

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        self.generic_visit(node)
        symbol = _BINARY[type(node.op)]
        if symbol == "%":
            return self._operator("mod", [node.left, node.right], node)
        args = [ast.Constant(symbol), node.left, node.right]
        return self._operator("binary", args, node)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return node
        read: Any = ast.Name(node.target.id, ast.Load())
        held = ast.Call(
            ast.Attribute(ast.Name(OPERATORS, ast.Load()), "ld", ast.Load()), [read], []
        )
        symbol = f"{_BINARY[type(node.op)]}="
        value = self._operator("binary", [ast.Constant(symbol), held, node.value], node)
        made = ast.Assign([node.target], value)
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        self.generic_visit(node)
        if isinstance(node.operand, ast.Constant):
            return node
        if isinstance(node.op, ast.Not):
            return self._operator("not_", [node.operand], node)
        args = [ast.Constant(_UNARY[type(node.op)]), node.operand]
        return self._operator("unary", args, node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        if len(node.ops) > 1:
            return node
        kind, args = type(node.ops[0]), [node.left, node.comparators[0]]
        if kind in _ASKED:
            return self._operator(_ASKED[kind], args, node)
        return self._operator("compare", [ast.Constant(_COMPARE[kind]), *args], node)

    def _display(self, node: Any) -> Any:
        self.generic_visit(node)
        if isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
            return node
        return self._operator("born", [node], node)

    visit_List = visit_Dict = visit_Set = _display  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        # Its methods are converted when they are called.
        node.bases = [self.visit(x) for x in node.bases]
        node.decorator_list = [self.visit(x) for x in node.decorator_list]
        return node

    def visit_AsyncFunctionDef(self, node: Any) -> Any:
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        if _operator_name(getattr(node.value, "func", None)) == "unpack":
            node.targets = [_without_stars(x) for x in node.targets]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        if _is_generator(node):
            return node  # it runs as it stands
        self.generic_visit(node)
        if node.name.startswith(("try_body", "with_body", "final_body")):
            names = {
                name
                for statement in node.body
                if isinstance(statement, ast.Nonlocal)
                for name in statement.names
            }
            if names:
                _save(node, names)
        return node


def _is_generator(function: Any) -> bool:
    todo = list(function.body)
    while todo:
        node = todo.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await)):
            return True
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
        if not isinstance(node, kinds):
            todo += ast.iter_child_nodes(node)
    return False


def _without_stars(target: Any) -> Any:
    """Return targets without stars: the operator gives a list for one."""
    if isinstance(target, ast.Starred):
        return target.value
    if isinstance(target, (ast.Tuple, ast.List)):
        target.elts = [_without_stars(x) for x in target.elts]
    return target


def _operator_name(node: Any) -> str | None:
    """Return the name of an operator, if that is what an expression is."""
    if (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == OPERATORS
    ):
        return node.attr
    return None


def _index(node: Any) -> Any:
    """Return an index as an expression: slices are calls."""
    if isinstance(node, ast.Slice):
        parts = [x or ast.Constant(None) for x in (node.lower, node.upper, node.step)]
        function = ast.Attribute(ast.Name(OPERATORS, ast.Load()), "slice", ast.Load())
        return ast.Call(function, parts, [])
    if isinstance(node, ast.Tuple):
        node.elts = [_index(x) for x in node.elts]
    return node


_KEPT: Final = ("set_state", "get_state", "try_body", "with_body")


def _save(function: Any, names: set[str]) -> None:
    """Save variables after each assignment, where an exception may leave a body."""
    for part in ("body", "orelse", "finalbody", "handlers"):
        statements = getattr(function, part, None)
        if not isinstance(statements, list):
            continue
        saved: list[Any] = []
        for statement in statements:
            saved.append(statement)
            if isinstance(statement, ast.FunctionDef):
                if not statement.name.startswith(_KEPT):
                    _save(statement, names)
                continue
            _save(statement, names)
            saved += [_saved(name, statement) for name in _assigned(statement, names)]
        setattr(function, part, saved)


def _assigned(statement: Any, names: set[str]) -> list[str]:
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AugAssign):
        targets = [statement.target]
    else:
        return []
    return [
        each.id
        for target in targets
        for each in ast.walk(target)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
        if each.id in names
    ]


def _saved(name: str, at: Any) -> Any:
    function = ast.Attribute(ast.Name(OPERATORS, ast.Load()), "save", ast.Load())
    call = ast.Call(function, [ast.Constant(name), ast.Name(name, ast.Load())], [])
    return ast.fix_missing_locations(ast.copy_location(ast.Expr(call), at))


# -- Cells


def cells(function: Any) -> None:
    """Let variables that inner functions assign be attributes of objects."""
    if not isinstance(function, nodes.FunctionDef):
        return
    found, inner = _own_nodes(function)
    wanted: set[str] = set()
    for each in inner:
        if isinstance(each, nodes.FunctionDef):
            parts, _ = _own_nodes(each)
            for part in parts:
                if isinstance(part, nodes.Nonlocal):
                    wanted.update(part.names)
            cells(each)
    names = sorted(wanted & _local_names(function, found))
    if not names:
        return
    rename = _Rename(frozenset(names))
    function.body = [rename.visit(x) for x in function.body]
    parameters = {x.id for x in _parameters(function)}
    first = []
    for name in names:
        value = (
            [nodes.Name(name, nodes.Load(), None, None)] if name in parameters else []
        )
        operators = nodes.Name(OPERATORS, nodes.Load(), None, None)
        made = nodes.Call(nodes.Attribute(operators, "Cell", nodes.Load()), value, [])
        target = nodes.Name(name, nodes.Store(), None, None)
        statement = nodes.Assign([target], made, None)
        for part in ast.walk(statement):
            syntax.located(part, function.body[0])
        first.append(statement)
    function.body = first + function.body


def _parameters(function: Any) -> list[Any]:
    given = function.args
    found = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    return found + [x for x in (given.vararg, given.kwarg) if x is not None]


def _local_names(function: Any, found: list[Any]) -> set[str]:
    """Return the local variables that may become cells."""
    stored = {
        x.id
        for x in found
        if isinstance(x, nodes.Name) and isinstance(x.ctx, nodes.Store)
    }
    stored |= {x.id for x in _parameters(function)}
    declared: set[str] = set()
    for x in found:
        if isinstance(x, (nodes.Nonlocal, nodes.Global)):
            declared.update(x.names)
        elif isinstance(x, nodes.ExceptHandler) and x.name is not None:
            declared.add(getattr(x.name, "id", x.name))
        elif isinstance(x, nodes.NamedExpr):
            declared.add(x.target.id)
        elif isinstance(
            x, (nodes.ListComp, nodes.SetComp, nodes.DictComp, nodes.GeneratorExp)
        ):
            for each in x.generators:
                declared |= {
                    y.id for y in ast.walk(each.target) if isinstance(y, nodes.Name)
                }
        elif isinstance(x, (nodes.FunctionDef, nodes.ClassDef)):
            declared.add(x.name)
    return stored - declared


def _own_nodes(function: Any) -> tuple[list[Any], list[Any]]:
    """Return the nodes of a function without those of functions in it, and these."""
    todo, found, inner = list(function.body), [], []
    kinds = (nodes.FunctionDef, nodes.AsyncFunctionDef, nodes.Lambda, nodes.ClassDef)
    while todo:
        node = todo.pop()
        found.append(node)
        if isinstance(node, kinds):
            inner.append(node)
        else:
            todo += ast.iter_child_nodes(node)
    return found, inner


class _Rename(ast.NodeTransformer):
    def __init__(self, names: frozenset[str]) -> None:
        self.names = names

    def visit_Name(self, node: Any) -> Any:
        if node.id not in self.names:
            return node
        held = nodes.Name(node.id, nodes.Load(), None, None)
        return syntax.located(nodes.Attribute(held, "value", node.ctx), node)

    def visit_Nonlocal(self, node: Any) -> Any:
        node.names = [x for x in node.names if x not in self.names]
        return node if node.names else syntax.located(nodes.Pass(), node)
