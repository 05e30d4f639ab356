"""Scopes agree with Python's own symbol table, and know what runs later."""

import ast
import symtable
import sys

import pytest

from autograph import syntax
from autograph.analysis.scopes import Scopes, uses_of
from autograph.syntax import nodes
from tests.autograph import programs


def scope_of(text):
    function = syntax.parse(text).body[0]
    return Scopes(function).of(function)


def python_tables(table):
    """Yield Python's symbol tables of functions and lambdas."""
    for child in table.get_children():
        if child.get_type() == "function" and child.get_name() not in (
            "listcomp",
            "setcomp",
            "dictcomp",
            "genexpr",
        ):
            yield child
        yield from python_tables(child)


@pytest.mark.parametrize("program", programs.PROGRAMS, ids=lambda each: each.name)
def test_local_names_are_those_of_python(program):
    tables = {}
    for table in python_tables(symtable.symtable(program.source, "<s>", "exec")):
        names = {each for each in table.get_locals() if not each.startswith((".", "_"))}
        tables.setdefault((table.get_lineno(), table.get_name()), []).append(names)
    tree = syntax.parse(program.source)
    for scope in Scopes(tree).functions():
        node = scope.node
        name = "lambda" if isinstance(node, nodes.Lambda) else node.name
        decorators = getattr(node, "decorator_list", [])
        for line in {node.lineno, *(each.lineno for each in decorators)}:
            if (line, name) in tables:
                own = {each for each in scope.local_names if not each.startswith("_")}
                # From Python 3.12 on it counts what comprehensions bind, too.
                assert any(
                    own <= each and (each == own or each - own <= comprehended(node))
                    for each in tables[line, name]
                ), (name, own)


def comprehended(tree):
    """Return the names that the comprehensions in a tree bind."""
    return {
        each.id
        for node in syntax.walk(tree)
        if isinstance(node, nodes.comprehension)
        for each in syntax.walk(node.target)
        if isinstance(each, nodes.Name)
    }


def test_what_a_nested_function_uses_is_captured():
    scope = scope_of("""
def f(a):
    b = c = d = e = 1
    def g(x=d):
        b
        def h(): c
    class C:
        def m(self): e
""")
    assert scope.captured() == {"b", "c", "e"}


def test_a_comprehension_runs_at_once():
    scope = scope_of("def f(a, b):\n    return [a for x in b if (lambda: x)()]")
    assert scope.captured() == set()
    assert scope.local_names == {"a", "b"}


def test_a_generator_expression_runs_later_unless_used_up():
    later = scope_of("def f(a, xs):\n    return (a for x in xs)")
    at_once = scope_of("def f(a, xs):\n    return sum(a for x in xs)")
    joined = scope_of("def f(a, xs):\n    return ','.join(a for x in xs)")
    assert later.captured() == {"a"}
    assert at_once.captured() == joined.captured() == set()


def test_a_lambda_in_a_comprehension_runs_later():
    scope = scope_of("def f(a, xs):\n    return [lambda: a for x in xs]")
    assert scope.captured() == {"a"}


def test_walrus_in_a_comprehension_binds_in_the_function():
    scope = scope_of("def f(xs):\n    return [y := x for x in xs]")
    assert scope.local_names == {"xs", "y"}


def test_nonlocals_bound_inside_are_rebound():
    scope = scope_of("""
def f():
    a = b = c = 1
    def g():
        nonlocal a, b
        a = 2
        def h():
            nonlocal c
            c += 1
        b
""")
    assert scope.rebound() == {"a", "c"}


def test_declared_names_are_not_local():
    scope = scope_of("def f():\n    global a\n    a = b = 1")
    assert scope.local_names == {"b"}
    assert scope.outer_names == {"a"}


def test_type_parameters_are_not_local():
    if sys.version_info < (3, 12):
        pytest.skip("the syntax is of Python 3.12")
    assert scope_of("def f[T](x: T): return T").local_names == {"x"}


@pytest.mark.parametrize(
    ("text", "reads", "writes", "undefines"),
    [
        ("x = y", "y", "x", ""),
        ("x += y", "xy", "x", ""),
        ("x.a = y[z]", "xyz", "", ""),
        ("del x, y.z", "xy", "", "x"),
        ("(a := b) + a", "ab", "a", ""),
        ("for_ = [b for a in c]", "bc", "for_", ""),
        ("[a := x for x in y]", "y", "a", ""),
        ("import a.b, c as d", "", "ad", ""),
        ("def g(x=y) -> z: w", "yz", "g", ""),
        ("class C(B): m = n", "Bn", "C", ""),
        ("x: int", "", "", ""),
        ("x: int = y", "y", "x", ""),
        ("lambda x=y: z", "y", "", ""),
        ("with_ = a if b else c", "abc", "with_", ""),
    ],
)
def test_uses_of_a_statement(text, reads, writes, undefines):
    uses = uses_of(syntax.parse(text).body[0])
    named = lambda names: {names} if names.endswith("_") else set(names)
    assert uses.reads - uses.writes | uses.reads & uses.writes == set(reads)
    assert uses.writes == named(writes)
    assert uses.undefines == set(undefines)


def test_calls_are_known():
    assert uses_of(syntax.parse("x = f()").body[0]).calls
    assert uses_of(syntax.parse("@d\ndef f(): pass").body[0]).calls
    assert not uses_of(syntax.parse("def f(): g()").body[0]).calls
    assert isinstance(ast.parse("f()"), ast.Module)
