"""Scopes: which names a function binds, reads and declares.

Names are Python's: a function's own, those of the scopes inside it (functions, classes,
comprehensions), and where each is looked up. List, set and dict comprehensions run at
once, and so do a generator expression given to a builtin that uses it up and a lambda
given to one of CALLERS; what they read counts as read where they stand. Other scopes
run later: what they use of the function around them is *captured*.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from autograph.syntax import Node, NodeVisitor, is_operator_call, nodes

_FUNCTIONS = (nodes.FunctionDef, nodes.AsyncFunctionDef, nodes.Lambda)
_DEFINITIONS = (nodes.FunctionDef, nodes.AsyncFunctionDef, nodes.ClassDef)
_COMPREHENSIONS = (nodes.ListComp, nodes.SetComp, nodes.DictComp, nodes.GeneratorExp)

#: Builtins that use up a generator expression before they return.
CONSUMERS = frozenset(
    {"all", "any", "dict", "frozenset", "list", "max", "min", "set", "sorted", "sum"}
    | {"tuple"}
)

#: Operators that call the functions they are given before they return.
CALLERS = ("match_value", "match_parts", "match_mapping", "ldu")


@dataclass
class Scope:
    """The names of one function, class or comprehension.

    Args:
        node: The scope's node.
        parent: The scope around it.
        runs_at_once: A comprehension that runs where it stands.
        params: The parameters, in order.
        bound: Names assigned, deleted or imported in it, parameters included.
        read: Names read in it.
        type_params: Its type parameters, which live in a scope around it.
        annotated: Names that have a bare annotation, which makes them local.
        global_names: Names that it declares global.
        nonlocal_names: Names that it declares nonlocal.
        children: The scopes directly inside it.
    """

    node: Node
    parent: Scope | None = None
    runs_at_once: bool = False
    params: list[str] = field(default_factory=list)
    bound: set[str] = field(default_factory=set)
    read: set[str] = field(default_factory=set)
    type_params: set[str] = field(default_factory=set)
    annotated: set[str] = field(default_factory=set)
    global_names: set[str] = field(default_factory=set)
    nonlocal_names: set[str] = field(default_factory=set)
    children: list[Scope] = field(default_factory=list)

    @property
    def local_names(self) -> set[str]:
        """Names whose values live in this scope."""
        return (self.bound | self.annotated) - self.global_names - self.nonlocal_names

    @property
    def outer_names(self) -> set[str]:
        """Names that the scope binds for others: globals and nonlocals."""
        return self.bound & (self.global_names | self.nonlocal_names)

    def captured(self) -> set[str]:
        """Local names used by scopes inside that run later."""
        found: set[str] = set()
        for child in self.children:
            found |= (
                child.free() if not child.runs_at_once else child.captured_through()
            )
        return found & self.local_names

    def captured_through(self) -> set[str]:
        """Names of the scopes around that are used later, by a scope inside."""
        found: set[str] = set()
        for child in self.children:
            found |= (
                child.free() if not child.runs_at_once else child.captured_through()
            )
        return found - self.local_names

    def free(self) -> set[str]:
        """Names that this scope, or one inside it, looks up outside of it."""
        # One that is only declared must be there, too, for Python to compile it.
        named = self.read | self.bound | self.nonlocal_names
        used = named - self.global_names - self.local_names
        # What a class binds is not seen by the functions inside it.
        is_class = isinstance(self.node, nodes.ClassDef)
        seen_inside = set() if is_class else self.local_names
        for child in self.children:
            used |= child.free() - seen_inside - self.global_names
        return used - self.type_params

    def rebound(self) -> set[str]:
        """Local names that a scope inside declares nonlocal, and binds."""
        found: set[str] = set()
        for child in self.children:
            found |= child.nonlocal_names & child.bound
            found |= child.rebound_through()
        return found & self.local_names

    def rebound_through(self) -> set[str]:
        """Names of the scopes around that scopes inside this one bind."""
        found: set[str] = set()
        for child in self.children:
            found |= child.nonlocal_names & child.bound
            found |= child.rebound_through()
        return found - self.local_names


class Scopes:
    """The scope of every function, class and comprehension of a tree."""

    def __init__(self, tree: Node) -> None:
        self.root = Scope(tree)
        self._table: dict[int, Scope] = {}
        builder = _Builder(self.root, self._table)
        if isinstance(tree, _FUNCTIONS):
            builder.visit(tree)
        else:
            builder.generic_visit(tree)

    def of(self, node: Node) -> Scope:
        """Return the scope of a function, class or comprehension."""
        return self._table[id(node)]

    def functions(self) -> Iterator[Scope]:
        """Yield the scopes of functions, the outer before the inner."""
        for scope in self._table.values():
            if isinstance(scope.node, _FUNCTIONS):
                yield scope


class _Builder(NodeVisitor):
    """Fill in scopes; every name goes to the innermost one."""

    def __init__(self, scope: Scope, table: dict[int, Scope]) -> None:
        self.scope = scope
        self.table = table
        self.consumed: set[int] = set()

    def visit_Name(self, node: Node) -> None:
        names = (
            self.scope.read if isinstance(node.ctx, nodes.Load) else self.scope.bound
        )
        names.add(node.id)
        if node.annotation is not None:
            self.visit(node.annotation)

    def visit_AugAssign(self, node: Node) -> None:
        if isinstance(node.target, nodes.Name):
            self.scope.read.add(node.target.id)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: Node) -> None:
        if node.value is None and isinstance(node.target, nodes.Name):
            if node.simple:  # `(x): int` makes no local variable of x
                self.scope.annotated.add(node.target.id)
            self.visit(node.annotation)
        else:
            self.generic_visit(node)

    def visit_NamedExpr(self, node: Node) -> None:
        self.visit(node.value)
        scope = self.scope
        while isinstance(scope.node, _COMPREHENSIONS) and scope.parent is not None:
            scope = scope.parent
        scope.bound.add(node.target.id)

    def visit_Global(self, node: Node) -> None:
        self.scope.global_names.update(node.names)

    def visit_Nonlocal(self, node: Node) -> None:
        self.scope.nonlocal_names.update(node.names)

    def visit_alias(self, node: Node) -> None:
        self.scope.bound.add(node.asname or node.name.partition(".")[0])

    def visit_MatchAs(self, node: Node) -> None:
        self._bind_capture(node, node.name)

    def visit_MatchStar(self, node: Node) -> None:
        self._bind_capture(node, node.name)

    def visit_MatchMapping(self, node: Node) -> None:
        self._bind_capture(node, node.rest)

    def _bind_capture(self, node: Node, name: str | None) -> None:
        if name is not None:
            self.scope.bound.add(name)
        self.generic_visit(node)

    def visit_FunctionDef(self, node: Node) -> None:
        self.scope.bound.add(node.name)
        self._visit_function(node)

    def visit_AsyncFunctionDef(self, node: Node) -> None:
        self.visit_FunctionDef(node)

    def visit_Lambda(self, node: Node) -> None:
        self._visit_function(node)

    def visit_ClassDef(self, node: Node) -> None:
        self.scope.bound.add(node.name)
        for each in (*node.decorator_list, *node.bases, *node.keywords):
            self.visit(each)
        inside = self._enter(node)
        inside.scope.type_params.update(each.name for each in node.type_params)
        for each in (*node.type_params, *node.body):
            inside.visit(each)

    def _visit_function(self, node: Node) -> None:
        args = node.args
        outside = [*getattr(node, "decorator_list", ()), *args.defaults]
        outside.extend(each for each in args.kw_defaults if each is not None)
        for each in outside:
            self.visit(each)
        inside = self._enter(node)
        inside.scope.runs_at_once = id(node) in self.consumed
        parameters = parameters_of(args)
        inside.scope.params = [each.id for each in parameters]
        for each in parameters:
            inside.visit(each)
        type_params = getattr(node, "type_params", ())
        inside.scope.type_params.update(each.name for each in type_params)
        returns = getattr(node, "returns", None)
        body = node.body if isinstance(node.body, list) else [node.body]
        for each in (*type_params, *([returns] if returns else ()), *body):
            inside.visit(each)

    def visit_Call(self, node: Node) -> None:
        if _uses_up(node.func) or is_operator_call(node, *CALLERS):
            self.consumed.update(id(each) for each in node.args)
        self.generic_visit(node)

    def visit_ListComp(self, node: Node) -> None:
        self._visit_comprehension(node, runs_at_once=True)

    def visit_SetComp(self, node: Node) -> None:
        self._visit_comprehension(node, runs_at_once=True)

    def visit_DictComp(self, node: Node) -> None:
        self._visit_comprehension(node, runs_at_once=True)

    def visit_GeneratorExp(self, node: Node) -> None:
        self._visit_comprehension(node, runs_at_once=id(node) in self.consumed)

    def _visit_comprehension(self, node: Node, *, runs_at_once: bool) -> None:
        self.visit(node.generators[0].iter)
        inside = self._enter(node)
        inside.scope.runs_at_once = runs_at_once
        for position, generator in enumerate(node.generators):
            inside.visit(generator.target)
            parts = generator.ifs if position == 0 else [generator.iter, *generator.ifs]
            for each in parts:
                inside.visit(each)
        for each in (getattr(node, name, None) for name in ("elt", "key", "value")):
            if each is not None:
                inside.visit(each)

    def _enter(self, node: Node) -> _Builder:
        scope = Scope(node, parent=self.scope)
        self.scope.children.append(scope)
        self.table[id(node)] = scope
        inside = _Builder(scope, self.table)
        inside.consumed = self.consumed
        return inside


def parameters_of(args: Node) -> list[Node]:
    """Return the parameters of a function, in the order of `co_varnames`."""
    last = [each for each in (args.vararg, args.kwarg) if each is not None]
    return [*args.posonlyargs, *args.args, *args.kwonlyargs, *last]


def _uses_up(called: Node) -> bool:
    """Tell whether a call uses up a generator expression before it returns."""
    if isinstance(called, nodes.Name):
        return called.id in CONSUMERS
    return (
        isinstance(called, nodes.Attribute)
        and called.attr == "join"
        and isinstance(called.value, nodes.Constant)
    )


# -- What one statement or expression does -------------------------------------------


@dataclass
class Uses:
    """What a statement's own evaluation does to the variables around it.

    Args:
        reads: Names read.
        writes: Names assigned.
        undefines: Names deleted.
        sure: Those of the names assigned that are assigned in any case: not only in a
            part that may be left out, as by `a and (x := b)`.
        calls: It may run other functions.
    """

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    undefines: set[str] = field(default_factory=set)
    sure: set[str] = field(default_factory=set)
    calls: bool = False

    def write(self, name: str, *, is_sure: bool = True) -> None:
        """Note that a name is assigned."""
        self.writes.add(name)
        if is_sure:
            self.sure.add(name)


def uses_of(*parts: Node) -> Uses:
    """Return what evaluating these nodes does, nested functions not run."""
    finder = _UseFinder()
    for part in parts:
        if part is not None:
            finder.visit(part)
    return finder.uses


class _UseFinder(NodeVisitor):
    def __init__(self) -> None:
        self.uses = Uses()
        self.hidden: list[set[str]] = []
        self.is_sure = True

    def visit_Name(self, node: Node) -> None:
        if any(node.id in names for names in self.hidden):
            return
        if isinstance(node.ctx, nodes.Load):
            self.uses.reads.add(node.id)
        elif isinstance(node.ctx, nodes.Del):
            self.uses.reads.add(node.id)
            self.uses.undefines.add(node.id)
        else:
            self.uses.write(node.id, is_sure=self.is_sure)

    def visit_AugAssign(self, node: Node) -> None:
        if isinstance(node.target, nodes.Name):
            self.uses.reads.add(node.target.id)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: Node) -> None:
        if node.value is not None or not isinstance(node.target, nodes.Name):
            self.visit(node.target)
        if node.value is not None:
            self.visit(node.value)

    def visit_NamedExpr(self, node: Node) -> None:
        self.visit(node.value)
        self.uses.write(node.target.id, is_sure=self.is_sure)

    # Parts that may be left out.

    def visit_IfExp(self, node: Node) -> None:
        self.visit(node.test)
        self._visit_unsure(node.body, node.orelse)

    def visit_BoolOp(self, node: Node) -> None:
        self.visit(node.values[0])
        self._visit_unsure(*node.values[1:])

    def visit_Compare(self, node: Node) -> None:
        self.visit(node.left)
        self.visit(node.comparators[0])
        self._visit_unsure(*node.comparators[1:])

    def visit_Assert(self, node: Node) -> None:
        self.visit(node.test)
        if node.msg is not None:
            self._visit_unsure(node.msg)

    def _visit_unsure(self, *parts: Node) -> None:
        before, self.is_sure = self.is_sure, False
        for part in parts:
            self.visit(part)
        self.is_sure = before

    def visit_Call(self, node: Node) -> None:
        self.uses.calls = True
        self.generic_visit(node)
        for each in node.args if is_operator_call(node, *CALLERS) else ():
            if isinstance(each, nodes.Lambda):
                self._visit_unsure(each.body)

    def visit_alias(self, node: Node) -> None:
        self.uses.write(node.asname or node.name.partition(".")[0])

    def visit_MatchAs(self, node: Node) -> None:
        self._capture(node, node.name)

    def visit_MatchStar(self, node: Node) -> None:
        self._capture(node, node.name)

    def visit_MatchMapping(self, node: Node) -> None:
        self._capture(node, node.rest)

    def _capture(self, node: Node, name: str | None) -> None:
        if name is not None:
            self.uses.write(name)
        self.generic_visit(node)

    def visit_FunctionDef(self, node: Node) -> None:
        self._surroundings(node)
        self.uses.calls = self.uses.calls or bool(node.decorator_list)
        self.uses.write(node.name)

    def visit_AsyncFunctionDef(self, node: Node) -> None:
        self.visit_FunctionDef(node)

    def visit_ClassDef(self, node: Node) -> None:
        for each in (*node.decorator_list, *node.bases, *node.keywords):
            self.visit(each)
        scope = Scopes(nodes.Module([node], [])).of(node)
        self.uses.reads |= scope.free()
        self.uses.calls = True
        self.uses.write(node.name)

    def visit_Lambda(self, node: Node) -> None:
        self._surroundings(node)

    def _surroundings(self, node: Node) -> None:
        args = node.args
        outside = [*getattr(node, "decorator_list", ()), *args.defaults]
        outside.extend(each for each in args.kw_defaults if each is not None)
        outside.extend(each.annotation for each in parameters_of(args))
        outside.append(getattr(node, "returns", None))
        for each in outside:
            if each is not None:
                self.visit(each)

    def visit_ListComp(self, node: Node) -> None:
        self._comprehension(node)

    def visit_SetComp(self, node: Node) -> None:
        self._comprehension(node)

    def visit_DictComp(self, node: Node) -> None:
        self._comprehension(node)

    def visit_GeneratorExp(self, node: Node) -> None:
        self._comprehension(node)

    def _comprehension(self, node: Node) -> None:
        self.visit(node.generators[0].iter)
        targets = uses_of(*(each.target for each in node.generators)).writes
        self.hidden.append(targets)
        before, self.is_sure = self.is_sure, False
        for position, generator in enumerate(node.generators):
            self.visit(generator.target)
            for each in ([generator.iter] if position else []) + generator.ifs:
                self.visit(each)
        for name in ("elt", "key", "value"):
            if getattr(node, name, None) is not None:
                self.visit(getattr(node, name))
        self.hidden.pop()
        self.is_sure = before
