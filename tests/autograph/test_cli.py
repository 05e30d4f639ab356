"""The command line: what it prints, what it says of mistakes, and exit codes."""

import ast
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import autograph as ag
from autograph.__main__ import main

ROOT = Path(__file__).resolve().parents[2]
COLLATZ = shlex.quote(f"{ROOT}/examples/collatz.py:collatz")

PROGRAM = Path(__file__).parent / "data" / "for_cli.py"


@pytest.fixture
def cli(tmp_path, monkeypatch, capsys):
    """Run the command line; `FILE` stands for a copy of PROGRAM."""
    (tmp_path / "mine.py").write_text(PROGRAM.read_text())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    known = set(sys.modules)

    def run(line, *more):
        words = [*_words(line.replace("FILE", "mine.py")), *more]
        if words[0] == "run":
            words += ["--seconds", "0"]
        try:
            code = main(words)
        except SystemExit as end:
            code = end.code
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    yield run
    for name in set(sys.modules) - known:
        file = getattr(sys.modules[name], "__file__", None) or ""
        if file.startswith(str(tmp_path)):
            del sys.modules[name]


def _words(line):
    """Split at blanks, save in the quoted path of the example."""
    head, quoted, tail = line.partition(COLLATZ)
    return [*head.split(), *shlex.split(quoted), *tail.split()]


def error_of(outcome):
    """The one line of a usage error."""
    code, out, err = outcome
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    return err.removeprefix("error: ").rstrip("\n")


def result_of(outcome):
    code, out, err = outcome
    assert (code, err) == (0, "")
    assert "equal     yes" in out
    return out.partition("\neager")[0]


# -- The commands


def test_to_code_prints_python(cli):
    code, out, err = cli(f"to-code {COLLATZ}")
    assert (code, err) == (0, "")
    assert out.startswith("def ag__collatz(n):")
    ast.parse(out)


def test_to_code_takes_functions_of_all_kinds(cli):
    for name in ("triple", "countdown", "halve", "Scale.double", "it.apply"):
        code, out, _ = cli(f"to-code FILE:{name}")
        assert code == 0
        assert "ag__" in out


def test_graph_prints_the_graph(cli):
    code, out, _ = cli(f"graph {COLLATZ} 27")
    assert code == 0
    assert out.startswith("graph collatz(n: int32[]) -> int32[]\n")
    assert "while_loop" in out
    assert "def collatz" not in out


def test_graph_takes_a_dtype_and_prints_the_program(cli):
    code, out, _ = cli(f"graph {COLLATZ} --program --dtype int64 27")
    assert code == 0
    graph, _, program = out.partition("\n\n")
    assert graph.startswith("graph collatz(n: int64[])")
    assert program.startswith("def collatz(n):")
    ast.parse(program)


def test_graph_takes_kinds_of_tensors(cli):
    code, out, _ = cli("graph FILE:matmul", "float32[None, 3]", "y=float32[3,2]")
    assert code == 0
    assert out.startswith(
        "graph matmul(x: float32[None, 3], y: float32[3, 2]) -> float32[None, 2]"
    )
    assert cli("graph FILE:triple int64[]")[1].startswith("graph triple(x: int64[])")


def test_run_prints_result_times_and_agreement(cli):
    code, out, err = cli(f"run {COLLATZ} 27")
    assert (code, err) == (0, "")
    time = r"[\d.e+]+ (s|ms|µs|ns)"
    lines = out.splitlines()
    assert len(lines) == 5
    assert lines[0] == "result    ag.Tensor(111, shape=(), dtype=int32)"
    assert re.fullmatch(rf"eager     {time} per call", lines[1])
    ratio = r"[\d.e+]+ times as (fast|slow)"
    assert re.fullmatch(rf"graph     {time} per call, {ratio}", lines[2])
    assert re.fullmatch(rf"tracing   {time}, once", lines[3])
    assert lines[4] == "equal     yes, to the bit"


def test_run_prints_the_program(cli):
    code, out, _ = cli(f"run {COLLATZ} 27 --program")
    program, _, result = out.partition("\nresult")
    assert code == 0
    assert program.startswith("def collatz(n):")
    assert "ag.Tensor(111" in result


def test_run_prints_each_part_of_a_nested_result(cli):
    outcome = cli("run FILE:nest_them 1 2.5 flag=py:True")
    assert result_of(outcome).splitlines() == [
        "result['a'][0] ag.Tensor(1, shape=(), dtype=int32)",
        "result['a'][1] None",
        "result['b'][0][0] ag.Tensor(2.5, shape=(), dtype=float32)",
        "result['b'][1] ag.Tensor(True, shape=(), dtype=bool)",
    ]


def test_run_takes_functions_of_all_kinds(cli):
    for name, expected in (
        ("triple", 12),
        ("countdown", 0),
        ("halve", 2.0),
        ("Scale.double", 8),
        ("Scale.by_factor", 20),
        ("it.apply", 20),
        ("it.apply_staged", 20),
    ):
        assert f"ag.Tensor({expected}, " in result_of(cli(f"run FILE:{name} 4"))


def test_run_shows_what_the_function_prints_but_not_while_it_is_timed(cli):
    out = result_of(cli("run FILE:say 1"))
    assert out.splitlines()[:-1] == ["said Tensor", "said Tensor"]


# -- Arguments


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("27", "27, shape=(), dtype=int32"),
        ("-3", "-3, shape=(), dtype=int32"),
        ("2.5", "2.5, shape=(), dtype=float32"),
        ("-1e-5", "-1e-05, shape=(), dtype=float32"),
        ("-inf", "-inf, shape=(), dtype=float32"),
        ("nan", "nan, shape=(), dtype=float32"),
        ("[1, 2, 3]", "[1 2 3], shape=(3,), dtype=int32"),
        ("[[1.0, 2.0]]", "\n[[1. 2.]], shape=(1, 2), dtype=float32"),
        ("[True, False]", "[ True False], shape=(2,), dtype=bool"),
        ("[]", "[], shape=(0,), dtype=float32"),
        ("x=27", "27, shape=(), dtype=int32"),
        ("@data.npy", "[0 1 2], shape=(3,), dtype=uint8"),
    ],
)
def test_argument_becomes_a_tensor(cli, text, shown):
    np.save("data.npy", np.arange(3, dtype=np.uint8))
    assert f"ag.Tensor({shown})" in result_of(cli("run FILE:say", text))


def test_dtype_is_that_of_tensors_made_of_numbers(cli):
    np.save("data.npy", np.arange(3, dtype=np.uint8))
    for text in ("3", "[1, 2]", "x=3", "@data.npy"):
        assert "dtype=float64" in result_of(cli("run FILE:say --dtype float64", text))


@pytest.mark.parametrize(
    ("text", "kind"),
    [("1", 0), ("[1]", 0), ("py:1", 2), ("py:[1]", 1), ("[1, 'a']", 1)],
)
def test_argument_is_a_tensor_or_stays_python(cli, text, kind):
    lines = result_of(cli("run FILE:kind", text)).splitlines()
    found = [number for number, line in enumerate(lines) if "True" in line]
    assert found == [kind]


def test_lists_are_fresh_for_each_call(cli):
    assert "ag.Tensor(3," in result_of(cli("run FILE:pop", "py:[1, 2, 3]"))


# -- Mistakes


def test_missing_file(cli):
    assert error_of(cli("run mnie.py:triple 1")) == (
        "there is no file mnie.py; did you mean mine.py?"
    )
    assert error_of(cli("run nothing/like/it.py:f")) == (
        "there is no file nothing/like/it.py"
    )


def test_no_file_that_can_hold_a_function(cli, tmp_path):
    (tmp_path / "data.txt").write_text("")
    assert "must end in .py" in error_of(cli("run data.txt:f"))
    assert "is a folder" in error_of(cli(f"run {tmp_path}:f"))
    assert error_of(cli("run :f")) == "no file named; write FILE.py:FUNC"
    assert error_of(cli("run FILE")) == "no function named; write mine.py:FUNC"
    assert error_of(cli("run FILE:")) == "no function named; write mine.py:FUNC"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("import nosuch", "ModuleNotFoundError: No module named 'nosuch'"),
        ("def f(x:", "SyntaxError: '(' was never closed"),
        ("def f():\n    1 / 0\nf()", "ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)", 'move what runs it under if __name__ == "__main__":'),
    ],
)
def test_file_that_cannot_be_imported_shows_the_users_traceback(
    cli, tmp_path, text, complaint
):
    (tmp_path / "bad.py").write_text(text)
    code, out, err = cli("run bad.py:f")
    assert (code, out) == (2, "")
    assert "bad.py" in err.splitlines()[0] + err.splitlines()[1]
    assert "importlib" not in err
    assert "loading.py" not in err
    assert complaint in err.splitlines()[-1]


def test_missing_function(cli):
    assert error_of(cli("run FILE:tripel 1")) == (
        "no function 'tripel' in mine.py; did you mean triple?"
    )
    assert "; there is triple, countdown, halve, " in error_of(cli("run FILE:zzz"))
    assert error_of(cli("run FILE:Scale.duoble 1")) == (
        "no function 'duoble' in Scale of mine.py; did you mean double?"
    )


def test_what_is_no_function(cli):
    assert error_of(cli("run FILE:it 1")) == (
        "it is not a function but of type Scale; name a function"
    )
    assert error_of(cli("run FILE:Scale 1")) == (
        "Scale is a class, not a function; "
        "name one of its static methods: Scale.double, Scale.by_factor"
    )
    for name in ("apply", "apply_staged"):
        assert error_of(cli(f"run FILE:Scale.{name} 1")) == (
            f"Scale.{name} is a method and needs an instance; make one at the top "
            f"level of the file, it = Scale(...), and name it.{name}"
        )
    assert "only while outer runs" in error_of(cli("run FILE:outer.<locals>.inner"))


def test_run_says_what_plain_python_runs(cli, tmp_path):
    path = tmp_path / "falling.py"
    path.write_text("import math\n\ndef f(x):\n    return x + math.frexp(x)[1]\n")
    ag.config.set_python("allow")
    try:
        code, out, err = cli(f"run {path}:f 3 --seconds 0")
    finally:
        ag.config.set_python("refuse")
    assert (code, err) == (0, "")
    assert "result    ag.Tensor(5, shape=(), dtype=int32)" in out
    assert "graph     none: plain Python runs it, for falling.py:4 [AG310, of " in out
    assert "equal     yes, to the bit" in out


def test_function_that_cannot_be_one_graph(cli):
    for command in ("run", "graph"):
        code, out, err = cli(f"{command} FILE:generate 1")
        assert (code, out) == (2, "")
        assert err.startswith("error: generate() is a generator function")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("hello", "'hello' is not a Python literal; write \"'hello'\" for a text"),
        ("1+", "'1+' is not a Python literal; write a number, "),
        ("[1,", "'[1,' is not a Python literal"),
        ("py:foo", "'py:foo' is not a Python literal"),
        ("[[1, 2], [3]]", "[[1, 2], [3]] has rows of different lengths"),
        ("@no.npy", "there is no file no.npy; @FILE.npy loads an array"),
        ("@mine.py", "mine.py holds no array of numbers; save one with numpy.save"),
        ("@two.npz", "two.npz holds several arrays"),
        ("float32[3]", "float32[3] has no value to run with"),
        ("y=1", "halve(x): missing a required argument: 'x'; write mine.py:halve X"),
    ],
)
def test_argument_that_cannot_be_read(cli, text, complaint):
    np.savez("two.npz", [1], [2])
    assert error_of(cli("run FILE:halve", text)).startswith(complaint)


def test_arguments_that_do_not_fit(cli):
    usage = "countdown(n, step=1): {}; write mine.py:countdown N [STEP]"
    for words, complaint in (
        ("", "missing a required argument: 'n'"),
        ("1 2 3", "too many positional arguments"),
        ("1 stop=2", "got an unexpected keyword argument 'stop'"),
    ):
        for command in ("run", "graph"):
            found = error_of(cli(f"{command} FILE:countdown {words}"))
            assert found == usage.format(complaint)
    assert error_of(cli("run FILE:countdown n=1 2")).startswith("2 follows n=...")
    assert error_of(cli("run FILE:countdown n=1 n=2")).endswith("n is given twice")


def test_bad_dtypes_and_kinds(cli):
    assert error_of(cli("run FILE:triple 1 --dtype int6")).startswith(
        "there is no dtype 'int6'; try int64"
    )
    found = error_of(cli("run FILE:triple 1.5 --dtype int32"))
    assert found.startswith("1.5 cannot become a tensor of dtype int32")
    for text in ("float32[3,-1]", "float32[a]", "float32[3", "float32['a']"):
        assert "float32" in error_of(cli("graph FILE:triple", text))


def test_mistakes_in_options(cli):
    assert "invalid choice: 'foo'" in error_of(cli("foo"))
    assert "required" in error_of(cli("to-code"))
    assert "--nope" in error_of(cli("graph FILE:triple 1 --nope"))
    assert "unrecognized argument 3" in error_of(cli("to-code FILE:triple 3"))
    assert "--seconds" in error_of(cli("run FILE:triple 1 --seconds x"))


# -- Functions that fail


def test_exception_of_the_function_shows_its_own_traceback(cli):
    assert "ag.Tensor(2," in result_of(cli("run FILE:fail 2"))
    code, out, err = cli("run FILE:fail 5")
    assert (code, out) == (1, "")
    assert err.splitlines()[0] == "Traceback (most recent call last):"
    assert re.fullmatch(r'  File ".*mine.py", line \d+, in fail', err.splitlines()[1])
    assert err.splitlines()[-1] == "KeyError: 'too much'"
    assert "autograph/" not in err


def test_error_of_the_library_shows_the_users_line(cli):
    for command in ("run", "graph"):
        code, out, err = cli(f"{command} FILE:matmul", "[[1, 2]]", "[[1, 2]]")
        assert (code, out) == (1, "")
        assert "ShapeError" in err
        assert "in matmul\n" in err


def test_function_that_cannot_be_staged(cli):
    code, out, err = cli("run FILE:refuse 5")
    assert (code, out) == (1, "")
    assert err.splitlines()[-1] == "error: the function cannot run as a graph"
    assert "mine.py" in err


def test_disagreement(cli):
    code, out, err = cli("run FILE:count_calls 1")
    assert (code, out) == (3, "")
    lines = err.splitlines()
    assert lines[0].startswith("error: eager and graph disagree: the result")
    assert lines[1].startswith("  eager returned")
    assert lines[2].startswith("  graph returned")


# -- Files


def test_modules_beside_the_file_can_be_imported(cli, tmp_path):
    folder = tmp_path / "apart"
    folder.mkdir()
    (folder / "helper_beside.py").write_text("def double(x):\n    return 2 * x\n")
    (folder / "user.py").write_text(
        "from helper_beside import double\n\ndef run(x):\n    return double(x)\n"
    )
    assert "ag.Tensor(6," in result_of(cli("run apart/user.py:run 3"))


def test_file_of_a_package_is_imported_as_a_module_of_it(cli, tmp_path):
    inner = tmp_path / "some_package" / "inner"
    inner.mkdir(parents=True)
    for folder in (inner.parent, inner):
        (folder / "__init__.py").write_text("")
    (inner.parent / "numbers.py").write_text("def double(x):\n    return 2 * x\n")
    (inner / "use.py").write_text(
        "from ..numbers import double\n\ndef run(x):\n    return double(x)\n"
    )
    found = cli("run some_package/inner/use.py:run 3")
    assert "ag.Tensor(6," in result_of(found)


def test_file_may_be_named_like_a_module_that_is_there(cli, tmp_path):
    (tmp_path / "numpy.py").write_text("def f(x):\n    return x + 1\n")
    assert "ag.Tensor(4," in result_of(cli("run numpy.py:f 3"))
    assert sys.modules["numpy"] is np


# -- As a process


def run_process(*words):
    return subprocess.run(
        [sys.executable, "-m", "autograph", *words],
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


@pytest.mark.long
def test_help_shows_examples_that_work():
    done = run_process("--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: python -m autograph")
    examples = re.findall(r"^  python -m autograph (.*)$", done.stdout, re.MULTILINE)
    assert len(examples) >= 3
    for example in examples:
        again = run_process(*example.split())
        assert (again.returncode, again.stderr) == (0, "")


@pytest.mark.long
def test_help_of_each_command_explains_arguments():
    for command in ("graph", "run"):
        done = run_process(command, "--help")
        assert done.returncode == 0
        for word in ("@data.npy", "py:10", "--dtype", "--program"):
            assert word in done.stdout


def test_reader_may_stop_early():
    command = f"{shlex.quote(sys.executable)} -m autograph to-code {COLLATZ} | head -1"
    done = subprocess.run(
        command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stdout == "def ag__collatz(n):\n"
    assert done.stderr == ""


def test_functions_are_not_left_eager(cli):
    cli(f"run {COLLATZ} 27")
    assert not ag.config.functions_run_eagerly()
