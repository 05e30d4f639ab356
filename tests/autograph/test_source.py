"""The source of a function is found, whatever it is and wherever it stands."""

import ast
import functools
import linecache
import sys
import textwrap

import pytest

from autograph.errors import SourceUnavailableError
from autograph.source import find_source, first_line, mangled


def load(text, name="<source test>", *, register=True):
    """Run a text as a module, with its source in linecache."""
    text = textwrap.dedent(text).lstrip("\n")
    if register:
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    namespace = {"__name__": "source_test"}
    exec(compile(text, name, "exec", dont_inherit=True), namespace)
    return namespace


def text_of(f):
    """Return the text of the node that is found for a function."""
    return ast.unparse(find_source(f).node)


# Source texts that define `fs`, and the texts of the nodes that are found for them.
TEXTS = {
    "one name": (
        "def f(x): return 1\ng = f\ndef f(x): return 2\nfs = [g, f]",
        ["def f(x):\n    return 1", "def f(x):\n    return 2"],
    ),
    "one name on a line": (
        "if True: f = lambda x: 1; g = f; f = lambda x: 2; fs = [g, f]",
        ["lambda x: 1", "lambda x: 2"],
    ),
    "conditional bodies": (
        "fs = [lambda x: 1 if x else 2, lambda x: 2 if x else 1]",
        ["lambda x: 1 if x else 2", "lambda x: 2 if x else 1"],
    ),
    "a lambda in a default": (
        "f = lambda x=(lambda x: x): x; fs = [f, f.__defaults__[0]]",
        ["lambda x=lambda x: x: x", "lambda x: x"],
    ),
    "nested lambdas": (
        "f = lambda x: lambda x: lambda x: x; fs = [f, f(1), f(1)(1)]",
        ["lambda x: lambda x: lambda x: x", "lambda x: lambda x: x", "lambda x: x"],
    ),
    "conditional definitions": (
        "if True:\n    def f(x): return 1\nelse:\n    def f(x): return 2\nfs = [f]",
        ["def f(x):\n    return 1"],
    ),
    "private names": (
        (
            "class C:\n    def __m(self, __x):\n        return lambda __y: __y + __x\n"
            "fs = [C._C__m, C._C__m(1, 2)]"
        ),
        [
            "def __m(self, __x):\n    return lambda __y: __y + __x",
            "lambda __y: __y + __x",
        ],
    ),
    "a class in a method of a local class": (
        (
            "def outer():\n    class C:\n        def method(self):\n"
            "            class Inner: pass\n    return C.method\nfs = [outer()]"
        ),
        ["def method(self):\n\n    class Inner:\n        pass"],
    ),
    "methods of each kind": (
        (
            "class C:\n    @property\n    def p(self): return 1\n    @classmethod\n"
            "    def c(cls): return 2\nfs = [C.p.fget, C.c.__func__]"
        ),
        [
            "@property\ndef p(self):\n    return 1",
            "@classmethod\ndef c(cls):\n    return 2",
        ],
    ),
}
if sys.version_info >= (3, 12):
    generic = "def f[T](x: T) -> T: return x"
    expected = "def f[T](x: T) -> T:\n    return x"
    TEXTS["generic functions"] = f"{generic}\nfs = [f]", [expected]


@pytest.mark.parametrize("name", TEXTS)
def test_each_function_has_its_own_node(name):
    source, expected = TEXTS[name]
    assert [text_of(f) for f in load(source)["fs"]] == expected


def test_lambdas_of_one_text_on_a_line():
    fs = load("fs = [lambda x: x, lambda x: x,   lambda x: x]")["fs"]
    columns = [find_source(f).node.col_offset for f in fs]
    assert columns == [6, 19, 34]


def test_lambdas_on_continued_lines():
    fs = load("""
        fs = [
            lambda x: (x +
                1), lambda x: x
                + 1,
            lambda x:
                x + 1,
        ]
        """)["fs"]
    assert [find_source(f).node.lineno for f in fs] == [2, 3, 5]


@pytest.mark.parametrize("has_columns", [True, False])
def test_without_columns_the_bytecode_decides(has_columns):
    fs = load("fs = [lambda x: x + 1, lambda x: x + 2]")["fs"]
    if not has_columns:
        # As with PYTHONNODEBUGRANGES: a line table that knows lines only.
        for f in fs:
            table = bytes([0xE8, 0x00]) + b"".join(
                bytes([0xE8 | 0, 0]) for _ in range(len(f.__code__.co_code) // 2 - 1)
            )
            f.__code__ = f.__code__.replace(co_linetable=table)
    assert [text_of(f) for f in fs] == ["lambda x: x + 1", "lambda x: x + 2"]


def test_decorators_count_to_the_first_line():
    f = load("""
        def same(f): return f
        @same
        @functools.wraps(
            same
        ) if False else same
        def f(x):
            return x
        """)["f"]
    source = find_source(f)
    assert (first_line(source.node), source.node.lineno) == (2, 6)


def test_wrapped_functions_are_not_followed():
    def f(x):
        return x

    @functools.wraps(f)
    def g(*args):
        return f(*args)

    assert "def g" in text_of(g)


def test_what_is_around_a_function_is_known():
    f = load("""
        class A:
            class _B:
                def m(self):
                    def f(self): return self.__x
                    return f
        f = A._B().m()
        """)["f"]
    source = find_source(f)
    assert [type(each).__name__ for each in source.enclosing] == [
        "ClassDef",
        "ClassDef",
        "FunctionDef",
    ]
    assert source.class_name == "_B"


@pytest.mark.parametrize(
    ("name", "owners", "expected"),
    [
        ("__x", ["C"], "_C__x"),
        ("__x", ["_C"], "_C__x"),
        ("__x", ["__"], "__x"),
        ("__x__", ["C"], "__x__"),
        ("_x", ["C"], "_x"),
        ("__x", [], "__x"),
        ("__a.b", ["C"], "__a.b"),
    ],
)
def test_names_are_mangled_as_python_does(name, owners, expected):
    assert mangled(name, owners) == expected


def test_a_function_rewritten_by_pytest():
    def f(x):
        assert x == 1, "no"
        assert abs(-5) and x != -7
        return x

    assert "assert x == 1" in text_of(f)


# -- Without source ------------------------------------------------------------------


def test_no_file_is_an_error_that_says_what_to_do():
    f = load("def f(x): return x", "<nowhere>", register=False)["f"]
    with pytest.raises(SourceUnavailableError) as raised:
        find_source(f)
    message = str(raised.value)
    assert "The source of `f` is not available: its file cannot be read." in message
    assert "<nowhere>:1, in f" in message
    assert "linecache.cache" in message
    assert "do_not_convert" in message
    assert isinstance(raised.value, OSError)


@pytest.mark.parametrize(
    "changed",
    [
        "def g(x):\n    return x\n",
        "def f(y):\n    return y\n",
        "def f(x): return x\n",
        "\ndef f(x):\n    z = x\n    return z\n",
        "def f(x):\n    z = x\n    return z\n",
        "",
    ],
)
def test_a_changed_file_is_an_error(changed):
    f = load("def f(x):\n    y = x\n    return y\n", "<changing>")["f"]
    lines = changed.splitlines(True)
    linecache.cache["<changing>"] = (len(changed), None, lines, "<changing>")
    with pytest.raises(SourceUnavailableError, match=r"has changed|cannot be read"):
        find_source(f)


@pytest.mark.parametrize(
    "body",
    [
        "return x * 7 + x.size",
        "return x + 2 + x.size",
        "return x * 2 + x.ndim",
        "return x.size * 2 + x",
        "return x * 2.0 + x.size",
        "return x * 2",
        "return x",
        "pass",
    ],
)
def test_an_expression_that_has_changed_is_an_error(body):
    f = load("def f(x):\n    return x * 2 + x.size\n", "<edited>")["f"]
    assert "x.size" in text_of(f)
    lines = ["def f(x):\n", f"    {body}\n"]
    linecache.cache["<edited>"] = (9, None, lines, "<edited>")
    with pytest.raises(SourceUnavailableError, match="has changed"):
        find_source(f)


def test_names_from_around_are_no_change():
    fs = load("""
        import math

        class Box:
            __size = 3

            def area(self, x):
                def inner(y):
                    return self.__size + super().__sizeof__() + y
                return math.sqrt(Box.__size) + inner(x)

        def again(n):
            def count(n):
                return again(n) if n > 3 else count(n - 1)
            return count

        made = again(2)
        """)
    for f in (fs["Box"].area, fs["again"], fs["made"]):
        assert find_source(f).node.name == f.__name__


def test_a_file_that_does_not_parse_any_more_is_an_error():
    f = load("def f(x): return x", "<broken>")["f"]
    linecache.cache["<broken>"] = (8, None, ["def f(x:"], "<broken>")
    with pytest.raises(SourceUnavailableError, match="does not parse"):
        find_source(f)


def test_the_order_of_a_sets_elements_is_no_change():
    f = load("""
        def f(x):
            return x in {8, 0}
        """)["f"]
    orders = frozenset([8, 0]), frozenset([0, 8])
    assert repr(orders[0]) != repr(orders[1])
    for order in orders:
        consts = tuple(
            order if isinstance(each, frozenset) else each
            for each in f.__code__.co_consts
        )
        f.__code__ = f.__code__.replace(co_consts=consts)
        assert "{8, 0}" in text_of(f)
