"""The passes that run after the tree that `to_code` prints.

`cells` runs before it: variables that inner functions assign become attributes of
objects, by closure conversion. `core` makes each operation a call of an operator,
numbers the places where objects may be born, and saves variables in a `try`.

    x = [a + b]      ->      x = ag__.born([ag__.binary('+', a, b, at=2)], at=1)
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeGuard, cast

from autograph import syntax
from autograph.syntax import OPERATORS, nodes

# Numbers the places in a process: code is converted once.
_NUMBERS: Final[Iterator[int]] = itertools.count(1)

# Operators that make objects, or stage something, and hence are told where they stand.
PLACED: Final = frozenset({
    "aug_attr", "aug_item", "binary", "bind", "born", "compare", "consume",
    "converted_call", "dict_comp", "dict_display", "f_string", "for_stmt", "generator",
    "get_attr", "get_item", "if_exp", "if_stmt", "in_", "list_comp", "match_item",
    "match_mapping", "match_parts", "match_rest", "mod", "set_attr", "set_comp",
    "set_display", "set_item", "tuple_display", "try_except", "try_finally", "try_star",
    "unary", "unpack", "while_stmt", "with_stmt", "call_spread", "Cell",
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
        self.unpacked: set[str] = set()  # variables of the conversion

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
        elif name == "set_display":
            node.args = [cast("ast.expr", self.generic_visit(x)) for x in node.args]
        elif name in ("note_outer", "note_global"):
            return _with_holder(node)
        elif name in ("for_stmt", "while_stmt"):
            # Their options are no dict of the program's.
            node.args[:-1] = [self.visit(x) for x in node.args[:-1]]
        elif name == "spread_call":
            node.args = [self.visit(x) for x in node.args]
            return node
        else:
            self.generic_visit(node)
        if name == "for_stmt":
            _draw_once(node.args[0])
            _note_temporary(node)
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
        for i, given in enumerate(node.args[1:], 1):
            is_args = isinstance(given, ast.Tuple)
            visit: Callable[[Any], Any] = self.generic_visit if is_args else self.visit
            node.args[i] = visit(given)
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

    def _visit_as_it_stands(self, node: Any) -> Any:
        self.generic_visit(node)
        return self._operator("born", [node], node)

    # Those that run as they stand.
    visit_GeneratorExp = visit_ListComp = _visit_as_it_stands  # noqa: N815
    visit_SetComp = visit_DictComp = _visit_as_it_stands  # noqa: N815

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

    def visit_Tuple(self, node: ast.Tuple) -> Any:
        self.generic_visit(node)
        spread = [x.value for x in node.elts if isinstance(x, ast.Starred)]
        names = [_operator_name(getattr(x, "func", None)) for x in spread]
        if isinstance(node.ctx, ast.Load) and "plain_keys" in names:
            return self._operator("tuple_display", [node], node)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        self.generic_visit(node)
        if isinstance(node.iter, ast.Tuple) and len(node.iter.elts) == 1:
            (only,) = node.iter.elts
            if _operator_name(getattr(only, "func", None)) == "unpack":
                node.target = _without_stars(node.target)
        return node

    visit_List = visit_Dict = visit_Set = _display  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        # Its methods are converted when they are called.
        for statement in node.body:
            if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Expr)):
                if statement.value is not None:
                    statement.value = self.visit(statement.value)
        node.bases = [self.visit(x) for x in node.bases]
        node.decorator_list = [self.visit(x) for x in node.decorator_list]
        kinds = (ast.Try, ast.TryStar, ast.With)
        if not all(map(_only_binds, node.body)):
            is_refused = any(isinstance(x, kinds) for x in node.body)
            args = [ast.Constant(is_refused)]
            call = self._operator("class_statement", args, node.body[0])
            refusal = ast.copy_location(ast.Expr(call), node.body[0])
            node.body.insert(int(ast.get_docstring(node) is not None), refusal)
        return node

    def visit_AsyncFunctionDef(self, node: Any) -> Any:
        return node

    def visit_Assign(self, node: ast.Assign) -> Any:
        self.generic_visit(node)
        made = getattr(node.value, "id", None) in self.unpacked
        if made or _operator_name(getattr(node.value, "func", None)) == "unpack":
            node.targets = [_without_stars(x) for x in node.targets]
            stored = (x for each in node.targets for x in ast.walk(each))
            self.unpacked.update(x.id for x in stored if _is_generated(x))
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        if _is_generator(node):
            return node  # it runs as it stands
        if node.name.startswith("set_state"):
            _drop_notes(node)
        self.generic_visit(node)
        if node.name.startswith("bind_"):
            _note_bound(node)
        if node.name.startswith(("try_body", "with_body", "final_body")):
            names = {
                name
                for statement in node.body
                if isinstance(statement, ast.Nonlocal)
                for name in statement.names
            }
            if names:
                _save(node, names)
        if node.args.kwarg is not None:  # a dict that the call has made
            node.body.insert(*self._born_at_start(node, node.args.kwarg.arg))
        return node

    def _born_at_start(self, node: ast.FunctionDef, name: str) -> tuple[int, ast.stmt]:
        call = self._operator("born", [ast.Name(name, ast.Load())], node.body[0])
        made = ast.Assign([ast.Name(name, ast.Store())], call)
        place = int(ast.get_docstring(node) is not None)
        return place, ast.fix_missing_locations(ast.copy_location(made, node.body[0]))


def _drop_notes(node: Any) -> None:
    """Note no write to a global where blocks are traced: they have noted it."""
    for part in ast.walk(node):
        if isinstance(part, (ast.FunctionDef, ast.If)):
            part.body = [
                x
                for x in part.body
                if not isinstance(x, ast.Expr)
                or _operator_name(getattr(x.value, "func", None)) != "note_global"
            ]


def _is_generated(node: ast.AST) -> TypeGuard[ast.Name]:
    """Is it a variable of the conversion, which an operator has unpacked into?"""
    return isinstance(node, ast.Name) and node.id.startswith("value_")


def _only_binds(statement: ast.stmt) -> bool:
    """Is a statement in a class one that binds names of the class alone?"""
    if isinstance(statement, ast.Assign):
        return all(isinstance(x, ast.Name) for x in statement.targets)
    if isinstance(statement, ast.AnnAssign):
        return isinstance(statement.target, ast.Name)
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Pass)
    return isinstance(statement, kinds)


def _with_holder(node: ast.Call) -> ast.Call:
    """Tell an operator what holds a variable: a module's globals, or a cell."""
    name, *found = (x.value for x in node.args)  # type: ignore[attr-defined]
    is_global = found[0] if found else True
    held: Any = ast.Call(ast.Name("globals", ast.Load()), [], [])
    if not is_global:
        nothing = ast.arguments([], [], None, [], [], None, [])
        held = ast.Lambda(nothing, ast.Name(name, ast.Load()))
    node.args = [ast.Constant(name), held]
    return ast.fix_missing_locations(node)


def _note_bound(function: ast.FunctionDef) -> None:
    """Note the write of what `:=` in a comprehension binds of an outer function."""
    held = [x for x in function.body if isinstance(x, ast.Nonlocal)]
    for statement in held:
        for name in statement.names:
            at = function.body.index(statement) + 1
            operator = ast.Attribute(
                ast.Name(OPERATORS, ast.Load()), "note_outer", ast.Load()
            )
            given: list[ast.expr] = [ast.Constant(name), ast.Constant(False)]
            note = ast.Expr(_with_holder(ast.Call(operator, given, [])))
            ast.fix_missing_locations(ast.copy_location(note, statement))
            function.body.insert(at, note)


def _draw_once(items: Any) -> None:
    """Tell a generator expression that a `for` alone draws from it."""
    if _operator_name(getattr(items, "func", None)) != "generator":
        return
    if not any(x.arg == "is_once" for x in items.keywords):
        once = ast.keyword("is_once", ast.Constant(True))
        items.keywords.append(ast.fix_missing_locations(ast.copy_location(once, items)))


def _note_temporary(loop: ast.Call) -> None:
    """Tell a `for` that nothing else has what it goes through: a call has made it."""
    options = loop.args[-1]
    is_call = _operator_name(getattr(loop.args[0], "func", None)) == "converted_call"
    if is_call and isinstance(options, ast.Dict):
        options.keys.append(ast.Constant("is_temporary"))
        options.values.append(ast.Constant(True))
        ast.fix_missing_locations(ast.copy_location(options, loop))


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
            _save_named(statement, names)
            saved += [_saved(name, statement) for name in _assigned(statement, names)]
        setattr(function, part, saved)


def _save_named(node: Any, names: set[str]) -> None:
    """Save what `:=` assigns in the expressions of a statement, as it is assigned."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.stmt, ast.ExceptHandler, ast.Lambda)):
            continue
        _save_named(child, names)
        if isinstance(child, ast.NamedExpr) and child.target.id in names:
            child.value = _call_of_save(child.target.id, child.value, child)


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
    call = _call_of_save(name, ast.Name(name, ast.Load()), at)
    return ast.fix_missing_locations(ast.copy_location(ast.Expr(call), at))


def _call_of_save(name: str, value: Any, at: Any) -> Any:
    function = ast.Attribute(ast.Name(OPERATORS, ast.Load()), "save", ast.Load())
    call = ast.Call(function, [ast.Constant(name), value], [])
    return ast.fix_missing_locations(ast.copy_location(call, at))


# -- Cells


_COMPREHENSIONS: Final = (
    nodes.ListComp, nodes.SetComp, nodes.DictComp, nodes.GeneratorExp,
)  # fmt: skip
_SCOPES: Final = (
    nodes.FunctionDef, nodes.AsyncFunctionDef, nodes.Lambda, nodes.ClassDef,
)  # fmt: skip


def cells(function: Any) -> None:
    """Let variables that inner functions assign be attributes of objects.

    So are those that `:=` assigns in a comprehension, which is such a function.
    """
    if not isinstance(function, nodes.FunctionDef):
        return
    found, inner = _own_nodes(function)
    wanted = set(_bound_in_comprehensions(function)) | _read_when_drawn(found, inner)
    rebound = _rebound(function)
    for each in inner:
        if isinstance(each, (nodes.FunctionDef, nodes.AsyncFunctionDef)):
            for part in _own_nodes(each)[0]:
                if isinstance(part, nodes.Nonlocal):
                    wanted.update(part.names)
            cells(each)
        wanted |= _read_in(each) & rebound
    names = sorted(wanted & _local_names(function, found))
    if not names:
        return
    rename = _Rename(frozenset(names))
    function.body = rename.visit_all(function.body)
    parameters = {x.id for x in _parameters(function)}
    first = [_cell(name, function.body[0], name in parameters) for name in names]
    function.body = first + function.body


def held_cells(function: Any, names: frozenset[str]) -> None:
    """Let variables of outer functions that are cells be read, and written, as such.

    A method is converted from its own source, which does not tell.
    """
    if not names:
        return
    rename = _Rename(names - {x.id for x in _parameters(function)}, "ld_free")
    if isinstance(function, nodes.Lambda):
        function.body = rename.visit(function.body)
    else:
        function.body = rename.visit_all(function.body)


def _cell(name: str, at: Any, is_parameter: bool) -> Any:
    """Return the statement that makes a variable a cell."""
    value: Any = nodes.Name(name, nodes.Load(), None, None)
    if not is_parameter:
        value = _own_call("Undefined", nodes.Constant(name, None))
    target = nodes.Name(name, nodes.Store(), None, None)
    statement = nodes.Assign([target], _own_call("Cell", value), None)
    for part in ast.walk(statement):
        syntax.located(part, at)
    return statement


def _own_call(name: str, *args: Any) -> Any:
    operators = nodes.Name(OPERATORS, nodes.Load(), None, None)
    return nodes.Call(nodes.Attribute(operators, name, nodes.Load()), list(args), [])


def _bound_in_comprehensions(function: Any) -> Iterator[str]:
    """Yield what `:=` assigns in comprehensions of a function, not of those in it."""
    todo = [(x, False) for x in function.body]
    while todo:
        node, is_inside = todo.pop()
        if isinstance(node, nodes.NamedExpr) and is_inside:
            yield node.target.id
        is_inside |= isinstance(node, _COMPREHENSIONS)
        if not isinstance(node, _SCOPES):
            todo += [(x, is_inside) for x in ast.iter_child_nodes(node)]


def _read_when_drawn(found: list[Any], inner: list[Any]) -> set[str]:
    """Return variables that generators read, and that are assigned after that.

    Such a generator sees what a variable is when it is drawn from.
    """
    made = [x for x in found if isinstance(x, nodes.GeneratorExp)]
    made += [x for x in inner if isinstance(x, nodes.FunctionDef) and _yields(x)]
    loops = [x for x in found if isinstance(x, (nodes.For, nodes.While))]
    names: set[str] = set()
    for each in made:
        around = [x for x in loops if any(y is each for y in ast.walk(x))]
        start = min([each.lineno, *(x.lineno for x in around)])
        assigned = {
            x.id
            for x in found
            if isinstance(x, nodes.Name)
            and isinstance(x.ctx, nodes.Store)
            and x.lineno >= start
        }
        names |= assigned & {x.id for x in ast.walk(each) if isinstance(x, nodes.Name)}
    return names


def _yields(function: Any) -> bool:
    kinds = (nodes.Yield, nodes.YieldFrom)
    return any(isinstance(x, kinds) for x in _own_nodes(function)[0])


# -- Variables that outlive the call


def outer_writes(tree: Any) -> None:
    """Note writes to globals, and to variables of outer functions, before they happen.

    n = n + x      ->      ag__.note_outer('n', True); n = n + x
    """
    for function in list(ast.walk(tree)):
        if not isinstance(function, nodes.FunctionDef):
            continue
        found, _ = _own_nodes(function)
        names = {
            name: isinstance(x, nodes.Global)
            for x in found
            if isinstance(x, (nodes.Global, nodes.Nonlocal))
            for name in x.names
        }
        if names:
            function.body = _with_notes(function.body, names)


def _with_notes(statements: list[Any], names: dict[str, bool]) -> list[Any]:
    made: list[Any] = []
    for statement in statements:
        made += _notes(_header(statement), names, statement)
        made.append(statement)
        if isinstance(statement, (nodes.FunctionDef, nodes.ClassDef)):
            continue
        for owner in (statement, *getattr(statement, "handlers", ())):
            for part in ("body", "orelse", "finalbody"):
                if isinstance(getattr(owner, part, None), list):
                    setattr(owner, part, _with_notes(getattr(owner, part), names))
        if isinstance(statement, nodes.For):
            statement.body[:0] = _notes([statement.target], names, statement)
    return made


def _header(statement: Any) -> list[Any]:
    """Return the parts of a statement that are no statements."""
    if isinstance(statement, (nodes.FunctionDef, nodes.ClassDef)):
        return []
    return [
        x
        for x in ast.iter_child_nodes(statement)
        if not isinstance(x, (ast.stmt, nodes.ExceptHandler))
    ]


def _notes(parts: list[Any], names: dict[str, bool], at: Any) -> Iterator[Any]:
    stored = {
        x.id
        for part in parts
        for x in ast.walk(part)
        if isinstance(x, nodes.Name) and not isinstance(x.ctx, nodes.Load)
    }
    for name in sorted(stored & names.keys()):
        operators = nodes.Name(OPERATORS, nodes.Load(), None, None)
        function = nodes.Attribute(operators, "note_outer", nodes.Load())
        given = [nodes.Constant(name, None), nodes.Constant(names[name], None)]
        yield syntax.located(nodes.Expr(nodes.Call(function, given, [])), at)


def _parameters(function: Any) -> list[Any]:
    given = function.args
    found = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    return found + [x for x in (given.vararg, given.kwarg) if x is not None]


def _read_in(function: Any) -> set[str]:
    """Return the names that an inner function reads."""
    return {
        x.id
        for x in ast.walk(function)
        if isinstance(x, nodes.Name) and isinstance(x.ctx, nodes.Load)
    }


def _rebound(function: Any) -> set[str]:
    """Return the variables that are bound on some paths, or more than once."""
    first = {x.id for x in _parameters(function)}
    found: set[str] = set()
    for statement in function.body:
        is_plain = isinstance(statement, (nodes.Assign, nodes.AnnAssign))
        parts = _own_nodes_of(statement)
        stored = {
            x.id
            for x in parts
            if isinstance(x, nodes.Name) and isinstance(x.ctx, nodes.Store)
        }
        found |= {x.target.id for x in parts if isinstance(x, nodes.NamedExpr)}
        found |= stored if not is_plain else stored & first
        first |= stored
    return found


def _own_nodes_of(statement: Any) -> list[Any]:
    """Return the nodes of a statement without those of functions in it."""
    todo, found = [statement], []
    kinds = (nodes.FunctionDef, nodes.AsyncFunctionDef, nodes.Lambda, nodes.ClassDef)
    while todo:
        node = todo.pop()
        if isinstance(node, kinds):
            todo += _outside(node)
        else:
            found.append(node)
            todo += ast.iter_child_nodes(node)
    return found


def _outside(scope: Any) -> list[Any]:
    """Return what is computed where a function is made: defaults of its parameters."""
    if isinstance(scope, nodes.ClassDef):
        return []
    return [x for x in (*scope.args.defaults, *scope.args.kw_defaults) if x is not None]


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
        elif isinstance(x, _COMPREHENSIONS):
            declared |= _targets(x)
        elif isinstance(x, (nodes.FunctionDef, nodes.ClassDef)):
            declared.add(x.name)
    return stored - declared


def _targets(comprehension: Any) -> set[str]:
    """Return the variables that are a comprehension's own."""
    return {
        x.id
        for each in comprehension.generators
        for x in ast.walk(each.target)
        if isinstance(x, nodes.Name)
    }


def _own_nodes(function: Any) -> tuple[list[Any], list[Any]]:
    """Return the nodes of a function without those of functions in it, and these."""
    todo, found, inner = list(function.body), [], []
    while todo:
        node = todo.pop()
        found.append(node)
        if isinstance(node, _SCOPES):
            inner.append(node)
            todo += _outside(node)
        else:
            todo += ast.iter_child_nodes(node)
    return found, inner


def _all_located(tree: Any, at: Any) -> Any:
    """Give the nodes of a tree that have no place that of another node."""
    for part in ast.walk(tree):
        if not hasattr(part, "lineno") or part.lineno is None:
            syntax.located(part, at)
    return tree


# Nodes of patterns that capture, and where the name stands that is bound.
_CAPTURING: Final = {
    "MatchAs": ("name",), "MatchStar": ("name",), "MatchMapping": ("rest",),
}  # fmt: skip


class _Rename(ast.NodeTransformer):
    def __init__(self, names: frozenset[str], read: str = "ld") -> None:
        self.names, self.read = names, read

    def visit_Name(self, node: Any) -> Any:
        if node.id not in self.names:
            return node
        held = nodes.Name(node.id, nodes.Load(), None, None)
        found = nodes.Attribute(held, "value", node.ctx)
        if isinstance(node.ctx, nodes.Load):
            found = _own_call(self.read, found)
        return _all_located(found, node)

    def visit_AugAssign(self, node: Any) -> Any:
        """Read the variable first, where it may have no value."""
        if not (isinstance(node.target, nodes.Name) and node.target.id in self.names):
            return self.generic_visit(node)
        name = nodes.Name(node.target.id, nodes.Load(), None, None)
        read = self.visit(syntax.located(name, node))
        first = _all_located(nodes.Expr(read), node)
        return [first, self.generic_visit(node)]

    def visit_Delete(self, node: Any) -> Any:
        """Read a variable, which may have no value, and let it have none."""
        made = []
        for target in node.targets:
            if not (isinstance(target, nodes.Name) and target.id in self.names):
                made.append(syntax.located(nodes.Delete([self.visit(target)]), node))
                continue
            read = syntax.located(nodes.Name(target.id, nodes.Load(), None, None), node)
            missing = _own_call("Undefined", nodes.Constant(target.id, None))
            made.append(_all_located(nodes.Expr(self.visit(read)), node))
            store: Any = nodes.Name(target.id, nodes.Store(), None, None)
            store = syntax.located(store, node)
            stored = nodes.Assign([self.visit(store)], missing, None)
            made.append(_all_located(stored, node))
        return made

    def visit_all(self, statements: list[Any]) -> list[Any]:
        """Visit the statements of a body."""
        holder: Any = self.generic_visit(nodes.Module(statements, []))
        return holder.body  # type: ignore[no-any-return]

    def _comprehension(self, node: Any) -> Any:
        first = self.visit(node.generators[0].iter)
        node.generators[0].iter = nodes.Constant(None, None)
        inner = _Rename(self.names - _targets(node), self.read)
        made = ast.NodeTransformer.generic_visit(inner, node)
        made.generators[0].iter = first  # type: ignore[attr-defined]
        return made

    def visit_match_case(self, node: Any) -> Any:
        """Bind what a pattern captures, before its guard is asked."""
        self.generic_visit(node)
        at, binds = node.body[0], []
        for part in ast.walk(node.pattern):
            for field in _CAPTURING.get(type(part).__name__, ()):
                name = getattr(part, field)
                if name in self.names:
                    setattr(part, field, f"{name}_matched")
                    names = [name, f"{name}_matched"]
                    held = [nodes.Name(x, nodes.Load(), None, None) for x in names]
                    binds.append(_own_call("bind", *held))
        if node.guard is None:
            node.body = [*(nodes.Expr(x) for x in binds), *node.body]
        elif binds:
            parts = nodes.Tuple([*binds, node.guard], nodes.Load())
            last = nodes.Constant(len(binds), None)
            node.guard = nodes.Subscript(parts, last, nodes.Load())
        return _all_located(node, at)

    visit_ListComp = visit_SetComp = visit_DictComp = _comprehension  # noqa: N815
    visit_GeneratorExp = _comprehension  # noqa: N815

    def visit_Nonlocal(self, node: Any) -> Any:
        node.names = [x for x in node.names if x not in self.names]
        return node if node.names else syntax.located(nodes.Pass(), node)

    def visit_NamedExpr(self, node: Any) -> Any:
        value = self.visit(node.value)
        if node.target.id not in self.names:
            node.value = value
            return node
        cell = nodes.Name(node.target.id, nodes.Load(), None, None)
        return _all_located(_own_call("bind", cell, value), node)

    def visit_FunctionDef(self, node: Any) -> Any:
        """Rename in a function what is none of its own variables."""
        for name in ("decorator_list", "returns"):
            part = getattr(node, name, None)
            if isinstance(part, list):
                setattr(node, name, [self.visit(x) for x in part])
        node.args.defaults = [self.visit(x) for x in node.args.defaults]
        node.args.kw_defaults = [x and self.visit(x) for x in node.args.kw_defaults]
        inner = _Rename(self.names - _own_names(node), "ld_free")
        if isinstance(node.body, list):
            node.body = inner.visit_all(node.body)
        else:
            node.body = inner.visit(node.body)
        return node

    visit_Lambda = visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_ClassDef(self, node: Any) -> Any:
        """Rename what a class does not bind; its methods do not see what it binds."""
        for name in ("decorator_list", "bases", "keywords"):
            setattr(node, name, [self.visit(x) for x in getattr(node, name)])
        bound = {
            x.id
            for statement in node.body
            for x in _own_nodes_of(statement)
            if isinstance(x, nodes.Name) and isinstance(x.ctx, nodes.Store)
        }
        inner = _Rename(self.names - bound, "ld_free")
        functions = (nodes.FunctionDef, nodes.AsyncFunctionDef)
        node.body = [
            each
            for x in node.body
            for each in (self if isinstance(x, functions) else inner).visit_all([x])
        ]
        return node


def _own_names(function: Any) -> set[str]:
    """Return the variables of a function that are its own."""
    own = {x.id for x in _parameters(function)}
    if isinstance(function.body, list):
        found = _own_nodes(function)[0]
        outer = {
            name
            for x in found
            if isinstance(x, (nodes.Nonlocal, nodes.Global))
            for name in x.names
        }
        stored = {
            x.id
            for x in found
            if isinstance(x, nodes.Name) and isinstance(x.ctx, nodes.Store)
        }
        for x in found:
            fields = _CAPTURING.get(type(x).__name__, ())
            stored.update(getattr(x, field) for field in fields)
        own |= stored - outer
    return own
