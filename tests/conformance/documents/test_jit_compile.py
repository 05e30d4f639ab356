"""`jit_compile=True` refuses what the documents' compiler does, and else runs."""

import pytest

import autograph as ag
from autograph import no_effect

T = ag.constant


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch):
    monkeypatch.setattr(no_effect, "_SAID", set())


def arithmetic(x):
    while x < 10:
        x = x * 2
    return x


def printing(x):
    ag.print("x:", x, ag.strings.upper(T("abc")))
    if x > 2:
        ag.print(T("big"), x)
    for i in range(2):
        ag.print(f"{i} of {x}")
    return x


def asserting(x):
    assert x > 0, f"{x} is too small"
    if x > 9:
        raise ValueError(f"{x} is too big")
    return x


def unused_text(x):
    ag.strings.as_string(x)
    return x


@pytest.mark.filterwarnings("ignore:.*jit_compile=True:UserWarning")
@pytest.mark.parametrize("function", [arithmetic, printing, asserting, unused_text])
def test_it_runs_and_gives_the_same(function, capfd):
    compiled = ag.function(function, jit_compile=True)(T(3))
    shown = capfd.readouterr().err
    assert int(compiled) == int(ag.function(function)(T(3)))
    assert capfd.readouterr().err == shown


@pytest.mark.parametrize("option", ["jit_compile", "experimental_compile"])
def test_it_is_said_once_that_there_is_no_back_end(option):
    def calls():
        for _ in range(2):
            function = ag.function(arithmetic, **{option: True})
            function(T(3))
            function(T(3.0))

    with pytest.warns(ag.errors.NoEffectWarning, match="no back end") as told:
        calls()
    (only,) = told
    assert str(only.message) == (
        "arithmetic() has jit_compile=True, which has no effect: no back end for "
        "native code is installed. Results are the same."
    )
    assert only.filename == __file__


@pytest.mark.parametrize("value", [None, False])
def test_nothing_is_said_or_refused_without_it(value):
    assert ag.function(lambda s: s + "b", jit_compile=value)(T("a")).numpy() == b"ab"


def an_argument(x):
    return x + "b"


def a_result(x):
    return T("abc"), x


def in_a_branch(x):
    n = 0
    if x > 2:
        n = ag.strings.length(ag.strings.as_string(x))
    return n


def in_a_loop(x):
    word = "a"
    while x > 0:
        word += "!"
        x -= 1
    return len(word)


def text_of_python(x):
    text = f"{int(x)}"
    return len(text)


@pytest.mark.parametrize(
    ("function", "value", "line"),
    [
        (an_argument, T("a"), "def an_argument(x):"),
        (a_result, T(3), 'return T("abc"), x'),
        (in_a_branch, T(3), "n = ag.strings.length(ag.strings.as_string(x))"),
        (in_a_loop, T(3), "while x > 0:"),
        (text_of_python, T(3), 'text = f"{int(x)}"'),
    ],
)
def test_text_is_refused_at_the_users_line(function, value, line):
    with pytest.raises(ag.errors.InvalidArgumentError) as caught:
        ag.function(function, jit_compile=True)(value)
    text = str(caught.value)
    assert "test_jit_compile.py" in text
    assert line in text
    assert f"{function.__name__}() has jit_compile=True, which takes no text" in text
    assert "leave out jit_compile" in text
    ag.function(function)(value)  # runs


def test_an_unknown_rank_is_refused():
    def f(x):
        return x + 1

    spec = [ag.TensorSpec(None, ag.float32)]
    compiled = ag.function(f, input_signature=spec, jit_compile=True)
    for trace in (compiled.get_concrete_function, lambda: compiled(T([1.0]))):
        with pytest.raises(ag.errors.UnimplementedError) as caught:
            trace()
        text = str(caught.value)
        assert "test_jit_compile.py" in text
        assert "f() has jit_compile=True, which needs to know ranks" in text
        assert "'x:0' is not known" in text
        assert isinstance(caught.value, NotImplementedError)


@pytest.mark.filterwarnings("ignore:.*jit_compile=True:UserWarning")
def test_an_unknown_dimension_is_not():
    spec = [ag.TensorSpec([None], ag.float32)]
    compiled = ag.function(lambda x: x + 1, input_signature=spec, jit_compile=True)
    assert compiled(T([1.0, 2.0])).numpy().tolist() == [2.0, 3.0]
