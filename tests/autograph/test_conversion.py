"""Converted functions do what the originals do."""

import functools
import gc
import inspect
import linecache
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor

import pytest

from autograph import conversion
from autograph.errors import UnsupportedFunctionError
from autograph.source import code_objects
from tests.autograph import programs, python_operators


def outcome(text, call, *, convert=None):
    """Return value or exception, and the log, of one call of a program.

    Args:
        text: The program.
        call: The call.
        convert: Converts the function `f` of the program; None leaves it as it is.
    """
    namespace = programs.load(text, call)
    if convert is not None:
        install(namespace, convert)

    try:
        found = repr(eval(call, namespace))
    except Exception as error:
        found = type(error).__name__, str(error), repr(error.__cause__)
    return found, repr(namespace["LOG"]), sorted(set(namespace) - {"__builtins__"})


def install(namespace, convert):
    """Convert `f` where it stands: in its module or its class."""
    f = namespace["f"]
    owner, _, name = f.__qualname__.rpartition(".")
    converted = convert(f)
    if owner:
        setattr(namespace[owner], name, converted)
    namespace["f"] = converted


@pytest.mark.parametrize("program", programs.PROGRAMS, ids=lambda each: each.name)
def test_converted_agrees_with_the_original(program):
    for call in program.calls:
        expected = outcome(program.source, call)
        found = outcome(program.source, call, convert=python_operators.convert)
        assert found == expected, call


# -- What a converted function shares with the original ------------------------------


def make(text, name="made"):
    return programs.load(textwrap.dedent(text).lstrip("\n"), name)


def test_metadata_is_the_originals():
    def f(a, /, b: int = 1, *c, d=2, **e) -> str:
        """Say it."""
        return str(b)

    vars(f)["note"] = "kept"
    converted = python_operators.convert(f)
    for name in ("__name__", "__qualname__", "__module__", "__doc__", "__defaults__"):
        assert getattr(converted, name) == getattr(f, name), name
    assert converted.__kwdefaults__ == f.__kwdefaults__
    assert converted.__annotations__ == f.__annotations__
    assert converted.note == "kept"
    assert inspect.signature(converted) == inspect.signature(f)
    assert inspect.getsource(converted) == inspect.getsource(f)
    code, kept = converted.__code__, f.__code__
    for name in ("co_name", "co_qualname", "co_filename", "co_firstlineno"):
        assert getattr(code, name) == getattr(kept, name), name


def test_globals_and_closures_are_shared():
    namespace = make("""
        k = 1
        def outer(n):
            def bump():
                nonlocal n
                if k:
                    n += k
                return n
            return bump, lambda: n
        """)
    bump, read = namespace["outer"](1)
    converted = python_operators.convert(bump)
    assert [converted(), read(), bump(), converted()] == [2, 2, 3, 4]
    namespace["k"] = 5
    assert converted() == read() == 9
    assert converted.__globals__ is namespace


def test_an_empty_cell_stays_empty_until_it_is_filled():
    def outer():
        def f():
            return later or 1

        converted = python_operators.convert(f)
        with pytest.raises(NameError, match="cannot access free variable 'later'"):
            converted()
        later = 7
        return converted()

    assert outer() == 7


def test_bound_methods_stay_bound():
    class C:
        def m(self, x=1):
            return (self, x) if x else None

    C.m.__defaults__ = (9,)
    c = C()
    converted = python_operators.convert(c.m)
    assert converted.__self__ is c
    assert converted() == (c, 9)
    assert conversion.original(converted) == c.m


def test_a_converted_function_is_left_alone():
    def f(x):
        return not x

    converted = python_operators.convert(f)
    assert conversion.is_converted(converted)
    assert not conversion.is_converted(f)
    assert conversion.original(converted) is f
    assert python_operators.convert(converted) is converted
    assert conversion.to_code(converted) == conversion.to_code(f)


@pytest.fixture
def conversions(monkeypatch):
    """A list that each conversion of code makes longer."""
    count = []
    real = conversion._convert_code
    monkeypatch.setattr(
        conversion,
        "_convert_code",
        lambda *args, **given: count.append(1) or real(*args, **given),
    )
    return count


def test_code_is_converted_once(conversions):
    def outer(k):
        def f(x):
            return x and k

        return f

    made = [python_operators.convert(outer(k)) for k in range(5)]
    assert [f(1) for f in made] == list(range(5))
    assert len(conversions) == 1
    assert len({f.__code__ for f in made}) == 1


def test_threads_convert_once(conversions):
    def f(x):
        return -x if x else 1

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: python_operators.convert(f), range(32)))
    assert len(conversions) == 1
    assert {g(2) for g in made} == {-2}


def test_equal_code_of_two_files_is_converted_for_each():
    f = make("def f(x): return x and 1", "one")["f"]
    g = make("def f(x): return x and 1", "two")["f"]
    assert f.__code__ == g.__code__
    filenames = [python_operators.convert(h).__code__.co_filename for h in (f, g)]
    assert filenames == ["<program one>", "<program two>"]


def test_conversions_go_with_their_code():
    f = make("def f(x): return x and 1", "gone")["f"]
    key = id(f.__code__)
    python_operators.convert(f)
    assert key in conversion._TEMPLATES
    del f
    gc.collect()
    assert key not in conversion._TEMPLATES


def test_generated_parts_carry_the_users_name():
    def f(x):
        if x and x > 1:
            return [y for y in sorted([x], key=lambda z: z) if y]
        return None

    converted = python_operators.convert(f)
    inside = list(code_objects(converted.__code__))
    helpers = [code for code in inside if conversion.is_helper(code)]
    assert {code.co_name for code in helpers} == {"f", "<lambda>"}
    assert not conversion.is_helper(converted.__code__)
    own = {code.co_qualname for code in inside if not conversion.is_helper(code)}
    prefix = f.__qualname__ + ".<locals>"
    assert f"{prefix}.<lambda>" in own


def test_future_annotations_stay_on():
    text = "from __future__ import annotations\n" + programs.PRELUDE
    text += "def f(c):\n    def g(x: missing): pass\n    return g.__annotations__\n"
    linecache.cache["<f>"] = (len(text), None, text.splitlines(True), "<f>")
    namespace = {}
    exec(compile(text, "<f>", "exec", dont_inherit=True), namespace)
    assert python_operators.convert(namespace["f"])(1) == {"x": "missing"}


# -- What is not converted -----------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def f(): yield 1", "generator function"),
        ("f = lambda: (yield)", "generator function"),
        ("async def f(): return 1", "coroutine function"),
        ("async def f(): yield 1", "asynchronous generator"),
        ("def f(): return locals(1)", "`locals()` sees the variables"),
        ("def f(): return eval('1')", "`eval()` sees the variables"),
        ("def f(): return [vars() for x in 'ab']", "`vars()` sees the variables"),
        ("def f():\n  def g(): return locals()", "function inside it calls `locals()`"),
        ("def f(x): return ag__", "uses the name `ag__`"),
        (
            "def f():\n  x = 1\n  def g():\n    nonlocal x\n    del x",
            "deletes its variable `x`",
        ),
    ],
)
def test_what_runs_as_it_stands_says_why(text, reason):
    f = make(text, "as it stands")["f"]
    assert reason in conversion.should_run_as_is(f)
    assert python_operators.convert(f) is f
    with pytest.raises(UnsupportedFunctionError, match="is not converted") as raised:
        conversion.to_code(f)
    for told in (reason, "<program as it stands>"):
        assert told in str(raised.value)


@pytest.mark.parametrize(
    ("text", "is_one_dict"),
    [
        ("def f():\n  a = locals()\n  return a is locals()", True),
        ("def f():\n  while dir(): pass", True),
        ("def f():\n  for x in vars(): y = vars()", True),
        ("def f():\n  for x in vars(): pass", False),
        ("def f(x):\n  if x: return locals()\n  return locals()", False),
        ("def f(): return [x for x in dir()]", False),
    ],
)
def test_before_3_13_the_variables_are_shown_in_one_dict(text, is_one_dict):
    reason = conversion.should_run_as_is(make(text, "shown")["f"])
    if is_one_dict and sys.version_info < (3, 13):
        assert "gives one dict, each time it is called" in reason
    else:
        assert reason is None


@pytest.mark.parametrize(
    "text",
    [
        "def f():\n  try: pass\n  finally:\n    for i in (1, 2): break",
        "def f():\n  try: pass\n  finally:\n    def g(): return 1",
        "def f(x): return vars(x), dir(x)",
        "def f():\n  def g(): yield 1\n  return list(g())",
    ],
)
def test_what_only_looks_like_it_is_converted(text):
    assert conversion.should_run_as_is(make(text, "converted")["f"]) is None


@pytest.mark.parametrize("value", [len, int, 3, functools.partial(len), [].append])
def test_what_is_no_python_function_is_an_error(value):
    with pytest.raises(UnsupportedFunctionError) as raised:
        python_operators.convert(value)
    assert "not a function written in Python" in str(raised.value)
    assert isinstance(raised.value, TypeError)


def test_blocks_nest_as_deep_as_python_has_them():
    lines = ["def f(x):"]
    lines += ["    " * n + "    with Manager(x):" for n in range(19)]
    lines += ["    " * 20 + "return 1"]
    f = make("\n".join(lines), "deep")["f"]
    assert f(1) == 1
    assert python_operators.convert(f)(1) == 1


# -- Printed source ------------------------------------------------------------------


def first_even(xs, *, default=None):
    """Return the first even number."""
    for x in xs:
        if x % 2 == 0 and x > 0:
            break
    else:
        return default
    return x


def test_printed_source_is_as_expected(golden):
    golden(conversion.to_code(first_even))
