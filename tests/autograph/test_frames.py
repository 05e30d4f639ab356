"""What sees the frames of the code that calls it: Python's result, or an error."""

import builtins
from typing import Any

import pytest

import autograph as ag
from autograph.errors import OperatorNotAllowedInGraphError, StagingError
from tests.autograph import programs

evaluate, execute, variables, names = eval, exec, vars, dir
global_names, local_names = globals, locals
SECRET = 7


class Holder:
    def __init__(self):
        self.held = 3


def by_name(x):
    args = x + 1
    return eval("args"), sorted(locals()), sorted(vars()), sorted(dir())


def in_nested(x):
    if x > 0:
        y = 2

    def inner(z):
        if x > 0:
            return sorted(locals()), y + z
        return sorted(dir()), y

    return inner(1)


def in_class(x):
    class Made:
        a = x
        names = sorted(each for each in locals() if not each.startswith("__"))

    return Made.names


def executed(x):
    exec("SEEN.append(x)", {"SEEN": (found := []), "x": x})
    return found


@pytest.mark.parametrize(
    "function",
    [
        by_name,
        in_nested,
        in_class,
        executed,
        lambda x: globals()["SECRET"] + x,
        lambda x: global_names()["SECRET"] + x,
        lambda x: evaluate("SECRET + x", {"SECRET": 1, "x": x}),
        lambda x: builtins.eval("SECRET + x", global_names(), {"x": x}),
        lambda x: (variables(Holder()), names(Holder())[-1], vars(Holder()), x),
    ],
)
def test_pythons_result_is_given(function):
    assert ag.to_graph(function)(5) == function(5)
    assert ag.to_graph(function, operators=ag.Operators())(5) == function(5)


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (lambda x: evaluate("x"), "eval()"),
        (lambda x: builtins.eval("x"), "eval()"),
        (lambda x: evaluate("x", None), "eval()"),
        (lambda x: execute("y = x"), "exec()"),
        (lambda x: local_names(), "locals()"),
        (lambda x: variables(), "vars()"),
        (lambda x: names(), "dir()"),
    ],
)
def test_by_another_name_it_is_an_error(function, told):
    for converted in (ag.to_graph(function), ag.function(function)):
        with pytest.raises(StagingError) as raised:
            converted(5)
        assert f"{told} sees the variables of the frame" in str(raised.value)
        assert "test_frames.py" in str(raised.value)


# -- CPython nests at most 20 blocks in one function ---------------------------------


@pytest.mark.parametrize(
    "kind", ["with Manager(x):", "for i in (1,):", "while x:", "try:"]
)
def test_blocks_nest_as_deep_as_pythons(kind):
    depth = 19
    lines = ["def f(x):"]
    lines += ["    " * (n + 1) + kind for n in range(depth)]
    lines += ["    " * (depth + 1) + "return x"]
    if kind == "try:":
        for n in reversed(range(depth)):
            lines += ["    " * (n + 1) + "finally: log(x)"]
    original = programs.load("\n".join(lines), f"deep {kind}")
    expected = original["f"](2), list(original["LOG"])
    original["LOG"].clear()
    assert (ag.to_graph(original["f"])(2), original["LOG"]) == expected
    assert int(ag.function(original["f"])(ag.constant(2))) == 2


# -- What runs as it stands says why, where it needs a value --------------------------


def generator(x):
    if x > 0:
        yield x


async def coroutine(x):
    return 1 if x > 0 else 2


@ag.do_not_convert
def marked(x):
    return -x if x < 0 else x


def evaluated(x):
    return eval("x") if x > 0 else x


def stepped(x):
    try:
        coroutine(x).send(None)
    except StopIteration as end:
        return end.value


SOURCELESS: dict[str, Any] = {}
exec(compile("def made(x): return x if x > 0 else -x", "<made>", "exec"), SOURCELESS)


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (
            lambda x: list(zip(generator(x), generator(x), strict=False)),
            "`generator` runs as it stands: it is a gen",
        ),
        (stepped, "`coroutine` runs as it stands: it is a coroutine function"),
        (lambda x: marked(x) + 1, "`marked` runs as it stands: it is marked by"),
        (marked, "`marked` runs as it stands: it is marked by `ag.do_not_convert`"),
        (evaluated, "`evaluated` runs as it stands: `eval()` sees the variables"),
        (lambda x: -SOURCELESS["made"](x), "`made` runs as it stands: its source is"),
    ],
)
def test_what_runs_as_it_stands_says_why(function, told):
    inner = ag.function(function)
    for outer in (inner, ag.function(lambda x: inner(x) + 1)):
        with pytest.raises(OperatorNotAllowedInGraphError) as raised:
            outer(ag.constant(3))
        assert str(raised.value).count(told) == 1


def test_converted_code_is_not_said_to_run_as_it_stands():
    with pytest.raises(OperatorNotAllowedInGraphError) as raised:
        ag.function(lambda x: b"abc"[x])(ag.constant(1))
    assert "runs as it stands" not in str(raised.value)
