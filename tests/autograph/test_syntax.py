"""Trees go to gast and back unchanged, are printed faithfully, and quoted safely."""

import ast
import sys
from pathlib import Path

import pytest

from autograph import syntax
from autograph.syntax import SyntaxTreeError, nodes, quote, quote_block, unparse

STATEMENTS = """
def f(a, /, b: int = 1, *c: str, d=2, e, **g) -> None: pass
@d1
@d2(3)
def f(): 'doc'
async def f(): await x
async def f():
    async with a as b: pass
    async for x in y: pass
    else: pass
    return [x async for x in y]
class C(A, metaclass=M): x: int = 1
return_ = lambda: (yield)
def f(): return
def f(): return 1, *x
del a, b.c, d[0], (e, f)
a = b = c, *d = e
a.b, c[0] = 1, 2
x += 1
x @= y
x: int
x: int = 3
(x): int = 3
a.b: int
for a, (b, c) in d: pass
else: pass
while x: break
else: pass
while x: continue
if a: pass
elif b: pass
else: pass
with a as b, c, d as (e, f): pass
raise
raise E
raise E() from None
try: pass
except (A, B) as e: raise
except: pass
else: pass
finally: pass
try: pass
finally: pass
try: pass
except* ValueError as e: pass
assert a
assert a, 'b'
import a, b.c as d
from a import b as c, d
from . import x
from ..y import z
def f(): global a, b
def f():
    x = 1
    def g(): nonlocal x
x
pass
match x:
    case 1 | -1 | 'a' | b'c' | None | True | 1+2j: pass
    case a.b: pass
    case [a, *b]: pass
    case [*_]: pass
    case {'k': v, 1: _, **rest}: pass
    case C(1, x, y=2, z=D()): pass
    case (1 | 2) as n if n > 1: pass
    case _: pass
""".strip()

EXPRESSIONS = """
a and b or not c
(a := 1)
[a := 1, b]
a + b - c * d / e // f % g ** h @ i << j >> k | l ^ m & n
-a + ~b
+a
lambda a, /, b=1, *c, d=2, **e: (a, b)
lambda: 0
a if b else c
{1: 2, **a}
{1, *a}
[a for b in c if d if e for f in g]
{a for b in c}
{a: b for c in d}
(a for b in c)
a < b <= c == d != e is f is not g in h not in i > j >= k
f(a, *b, c=1, **d)
f(x for x in y)
f'{a}{b!r:>{w}}{{}}{c=}'
f"{x!s}" 'a' "b"
f"{'a' if b else 'c'}"
f"{d['k']:{'>'}10}"
'a' "b"
b'a' b'c'
u'a'
1, 1.5, 1e400, 1j, 0x10, True, None, ...
a.b.c
1 .real
x[1]
x[1:2]
x[1:2, 3]
x[:, ::2, ..., None]
x[*a, 1]
x[()]
[*a, b]
(a,)
()
'it''s "quoted" \\n \\\\ é 漢'
b'\\x00'
(yield)
(yield from x)
""".strip()

NEWER = {
    (3, 12): [
        "type A = int",
        "type A[T: int, *Ts, **P] = dict[T, P]",
        "def f[T: (int, str), *Ts, **P](x: T) -> T: pass",
        "class C[T](B): pass",
        "f\"{x['a']}{f'{y}'}\"",
    ],
    (3, 13): ["def f[T = int, *Ts = *x, **P = [int]](): pass", "type A[T = int] = T"],
}


def split(text):
    """Return the statements of a text, with the lines that belong to each."""
    blocks = []
    for line in text.splitlines():
        goes_on = line.startswith((" ", "else", "elif", "except", "finally")) or (
            blocks and blocks[-1].startswith("@") and "def" not in blocks[-1]
        )
        if goes_on:
            blocks[-1] += "\n" + line
        else:
            blocks.append(line)
    return blocks


ROWS = [
    *split(STATEMENTS),
    *(f"def f(): x = {each}" for each in EXPRESSIONS.splitlines()),
    *(
        row
        for version in NEWER
        if sys.version_info >= version
        for row in NEWER[version]
    ),
]


def dump(tree):
    return ast.dump(tree, include_attributes=True)


@pytest.mark.parametrize("text", ROWS)
def test_to_gast_and_back_is_the_identity(text):
    tree = ast.parse(text)
    assert dump(syntax.to_ast(syntax.from_ast(tree))) == dump(tree)


@pytest.mark.parametrize("text", ROWS)
def test_what_is_printed_parses_back(text):
    printed = unparse(syntax.parse(text))
    assert ast.dump(ast.parse(printed)) == ast.dump(ast.parse(text))


@pytest.mark.parametrize("text", ROWS)
def test_copies_are_equal_and_share_no_node(text):
    tree = syntax.parse(text)
    copy = syntax.copied(tree)
    assert dump(syntax.to_ast(copy)) == dump(syntax.to_ast(tree))
    kept = {id(each) for each in syntax.walk(tree)}
    assert not kept & {id(each) for each in syntax.walk(copy)}


def test_every_kind_of_node_of_this_python_has_a_row():
    seen = {type(node) for text in ROWS for node in ast.walk(ast.parse(text))}
    all_kinds = {
        kind
        for kind in vars(ast).values()
        if isinstance(kind, type)
        and issubclass(kind, (ast.stmt, ast.expr, ast.pattern, ast.operator, ast.cmpop))
        and kind not in (ast.stmt, ast.expr, ast.pattern, ast.operator, ast.cmpop)
        and kind.__module__ in ("ast", "_ast")
    }
    deprecated = {"Num", "Str", "Bytes", "NameConstant", "Ellipsis", "slice"}
    missing = {kind.__name__ for kind in all_kinds - seen} - deprecated
    assert missing <= {"YieldFrom", "Index", "ExtSlice"}, missing


def standard_library():
    folder = Path(ast.__file__).parent
    files = [
        each for each in sorted(folder.glob("*.py")) if each.stat().st_size < 60_000
    ]
    return files[::6]


@pytest.mark.parametrize("path", standard_library(), ids=lambda path: path.name)
def test_the_standard_library_goes_through_unchanged(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert dump(syntax.to_ast(syntax.from_ast(tree))) == dump(tree)


def test_a_kind_of_node_that_gast_does_not_know_is_an_error():
    class Unknown(ast.stmt):
        _fields = ()

    with pytest.raises(SyntaxTreeError, match="does not know Unknown"):
        syntax.from_ast(ast.Module([Unknown()], []))


def test_a_field_that_gast_does_not_know_is_an_error():
    class Pass(ast.stmt):
        _fields = ("more",)

    with pytest.raises(SyntaxTreeError, match="knows Pass without its more"):
        syntax.from_ast(ast.Module([Pass(more=1)], []))


# -- Quoting -------------------------------------------------------------------------


def test_holes_take_nodes_and_names():
    call = quote("ag__.f(X, Y)", X="a", Y=syntax.constant(1))
    assert unparse(call) == "ag__.f(a, 1)"


def test_a_hole_that_is_a_statement_takes_a_list():
    block = quote_block(
        "def NAME(ARG):\n    BODY", NAME="f", ARG="x", BODY=[nodes.Pass()]
    )
    assert unparse(nodes.Module(block, [])) == "def f(x):\n    pass"


def test_a_hole_that_is_stored_in_becomes_a_target():
    (assign,) = quote_block("TARGET = 1", TARGET=syntax.tuple_of([syntax.name("a")]))
    assert unparse(assign) == "(a,) = 1"


def test_a_node_used_twice_is_copied():
    both = quote("ag__.f(X, X)", X=syntax.name("a"))
    assert both.args[0] is not both.args[1]


def test_an_open_hole_is_an_error():
    with pytest.raises(SyntaxTreeError, match="hole X is left open"):
        quote("ag__.f(X)")


def test_a_value_left_over_is_an_error():
    with pytest.raises(SyntaxTreeError, match=r"\['Y'\] left over"):
        quote("ag__.f(X)", X="a", Y="b")


def test_a_literal_name_is_an_error():
    with pytest.raises(SyntaxTreeError, match="'total' could capture"):
        quote("total + X", X="a")


def test_a_block_is_no_expression():
    with pytest.raises(SyntaxTreeError, match="not one expression"):
        quote("X = 1", X="a")


def test_positions_are_copied_to_what_has_none():
    user = syntax.parse("\n\n  \nx + (\n  y)").body[0].value
    new = syntax.located(quote("ag__.f(X)", X=user), user)
    assert (new.lineno, new.end_lineno) == (4, 5)
    assert new.func.end_lineno == 4  # Python reports `a.b(...)` where `b` ends
    assert new.args[0] is user


def test_a_compound_statement_lends_its_first_line():
    loop = syntax.parse("while x:\n    y\n    z").body[0]
    assert syntax.position_of(loop)[::2] == (1, 1)
