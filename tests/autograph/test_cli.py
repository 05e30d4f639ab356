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
    (tmp_path / "data.txt").write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    np.save("data.npy", np.arange(3, dtype=np.uint8))
    np.savez("two.npz", [1], [2])
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


def result_of(outcome):
    code, out, err = outcome
    assert (code, err) == (0, "")
    assert "equal     yes" in out
    return out.partition("\neager")[0]


def printed_by(outcome):
    code, out, err = outcome
    assert (code, err) == (0, "")
    return out


# -- The commands


def test_to_code_prints_python(cli):
    out = printed_by(cli(f"to-code {COLLATZ}"))
    assert out.startswith("def ag__collatz(n):")
    ast.parse(out)
    for name in ("triple", "countdown", "halve", "Scale.double", "it.apply"):
        assert "ag__" in printed_by(cli(f"to-code FILE:{name}"))


def test_graph_prints_the_graph(cli):
    out = printed_by(cli(f"graph {COLLATZ} 27"))
    assert out.startswith("graph collatz(n: int32[]) -> int32[]\n")
    assert "while_loop" in out
    assert "def collatz" not in out
    out = printed_by(cli(f"graph {COLLATZ} --program --dtype int64 27"))
    graph, _, program = out.partition("\n\n")
    assert graph.startswith("graph collatz(n: int64[])")
    assert program.startswith("def collatz(n):")
    ast.parse(program)


def test_graph_takes_kinds_of_tensors(cli):
    out = printed_by(cli("graph FILE:matmul", "float32[None, 3]", "y=float32[3,2]"))
    assert out.startswith(
        "graph matmul(x: float32[None, 3], y: float32[3, 2]) -> float32[None, 2]"
    )
    assert cli("graph FILE:triple int64[]")[1].startswith("graph triple(x: int64[])")


def test_run_prints_result_times_and_agreement(cli):
    lines = printed_by(cli(f"run {COLLATZ} 27")).splitlines()
    time = r"[\d.e+]+ (s|ms|µs|ns)"
    assert len(lines) == 5
    assert lines[0] == "result    ag.Tensor(111, shape=(), dtype=int32)"
    assert re.fullmatch(rf"eager     {time} per call", lines[1])
    ratio = r"[\d.e+]+ times as (fast|slow)"
    assert re.fullmatch(rf"graph     {time} per call, {ratio}", lines[2])
    assert re.fullmatch(rf"tracing   {time}, once", lines[3])
    assert lines[4] == "equal     yes, to the bit"
    assert not ag.config.functions_run_eagerly()


def test_run_prints_the_program(cli):
    out = printed_by(cli(f"run {COLLATZ} 27 --program"))
    program, _, result = out.partition("\nresult")
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


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("triple", 12),
        ("countdown", 0),
        ("halve", 2.0),
        ("Scale.double", 8),
        ("Scale.by_factor", 20),
        ("it.apply", 20),
        ("it.apply_staged", 20),
    ],
)
def test_run_takes_functions_of_all_kinds(cli, name, expected):
    assert f"ag.Tensor({expected}, " in result_of(cli(f"run FILE:{name} 4"))


def test_run_shows_what_the_function_prints_but_not_while_it_is_timed(cli):
    out = result_of(cli("run FILE:say 1"))
    assert out.splitlines()[:-1] == ["said Tensor", "said Tensor"]


def test_run_says_what_plain_python_runs(cli, tmp_path, allowing):
    path = tmp_path / "falling.py"
    body = "    class Signs:\n        if x > 0:\n            pass\n    return x + 2\n"
    path.write_text(f"def f(x):\n{body}")
    out = printed_by(cli(f"run {path}:f 3 --seconds 0"))
    assert "result    ag.Tensor(5, shape=(), dtype=int32)" in out
    assert "graph     none: plain Python runs it, for falling.py:3 [AG310, of " in out
    assert "equal     yes, to the bit" in out


def test_run_says_which_lines_python_runs(cli, tmp_path, allowing):
    path = tmp_path / "by_a_line.py"
    path.write_text(
        "import statistics\n\ndef f(x):\n    return x + int(statistics.fmean([x]))\n"
    )
    out = printed_by(cli(f"run {path}:f 3 --seconds 0"))
    assert "result    ag.Tensor(6, shape=(), dtype=int32)" in out
    assert re.search("graph .* per call", out)
    assert "python    runs a line of it, by_a_line.py:4 [AG310]" in out
    assert "          fmean() is not converted" in out
    assert "equal     yes, to the bit" in out


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
    assert f"ag.Tensor({shown})" in result_of(cli("run FILE:say", text))


def test_dtype_is_that_of_tensors_made_of_numbers(cli):
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

MISTAKES = """
run mnie.py:triple 1
run no/like/it.py:f
run data.txt:f
run .:f
run :f
run mine.py
run mine.py:
run mine.py:tripel 1
run mine.py:zzz
run mine.py:Scale.duoble 1
run mine.py:it 1
run mine.py:Scale 1
run mine.py:Scale.apply 1
run mine.py:Scale.apply_staged 1
run mine.py:outer.<locals>.inner
run mine.py:countdown
run mine.py:countdown 1 2 3
run mine.py:countdown 1 stop=2
graph mine.py:countdown
graph mine.py:countdown 1 2 3
graph mine.py:countdown 1 stop=2
run mine.py:countdown n=1 2
run mine.py:countdown n=1 n=2
run mine.py:triple 1 --dtype int6
run mine.py:triple 1.5 --dtype int32
graph mine.py:triple float32[3,-1]
graph mine.py:triple float32[a]
graph mine.py:triple float32[3
graph mine.py:triple "float32['a']"
run mine.py:halve hello
run mine.py:halve 1+
run mine.py:halve [1,
run mine.py:halve py:foo
run mine.py:halve "[[1, 2], [3]]"
run mine.py:halve @no.npy
run mine.py:halve @mine.py
run mine.py:halve @two.npz
run mine.py:halve float32[3]
run mine.py:halve y=1
"""


def test_mistakes_are_told_in_one_line(cli, golden):
    found = []
    for line in MISTAKES.strip().splitlines():
        code, out, err = cli(*shlex.split(line))
        assert (code, out) == (2, "")
        assert err.count("\n") == 1
        found.append(f"{line}\n    {err}")
    golden("".join(found))


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("foo", "invalid choice: 'foo'"),
        ("to-code", "required"),
        ("graph FILE:triple 1 --nope", "--nope"),
        ("to-code FILE:triple 3", "unrecognized argument 3"),
        ("run FILE:triple 1 --seconds x", "--seconds"),
    ],
)
def test_mistakes_in_options(cli, line, complaint):
    code, out, err = cli(line)
    assert (code, out) == (2, "")
    assert re.fullmatch(rf"error: .*{re.escape(complaint)}.*\n", err)


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


@pytest.mark.parametrize("command", ["run", "graph"])
def test_errors_of_the_library_show_the_users_line(cli, command):
    code, out, err = cli(f"{command} FILE:matmul", "[[1, 2]]", "[[1, 2]]")
    assert (code, out) == (1, "")
    assert "ShapeError" in err
    assert "in matmul\n" in err


def test_functions_that_cannot_be_staged(cli):
    for command in ("run", "graph"):
        code, out, err = cli(f"{command} FILE:generate 1")
        assert (code, out) == (2, "")
        assert err.startswith("error: generate() is a generator function")
    code, out, err = cli("run FILE:refuse 5")
    assert (code, out) == (1, "")
    assert err.splitlines()[-1] == "error: the function cannot run as a graph"
    assert "mine.py" in err


def test_exception_of_the_function_shows_its_own_traceback(cli):
    assert "ag.Tensor(2," in result_of(cli("run FILE:fail 2"))
    code, out, err = cli("run FILE:fail 5")
    assert (code, out) == (1, "")
    assert err.splitlines()[0] == "Traceback (most recent call last):"
    assert re.fullmatch(r'  File ".*mine.py", line \d+, in fail', err.splitlines()[1])
    assert err.splitlines()[-1] == "KeyError: 'too much'"
    assert "autograph/" not in err


def test_disagreement(cli):
    code, out, err = cli("run FILE:count_calls 1")
    assert (code, out) == (3, "")
    lines = err.splitlines()
    assert lines[0].startswith("error: eager and graph disagree: the result")
    assert lines[1].startswith("  eager returned")
    assert lines[2].startswith("  graph returned")


# -- Files


def test_modules_beside_the_file_can_be_imported(cli, tmp_path):
    folder = tmp_path / "some_package" / "inner"
    folder.mkdir(parents=True)
    double = "def double(x):\n    return 2 * x\n"
    run = "\n\ndef run(x):\n    return double(x)\n"
    (folder / "helper_beside.py").write_text(double)
    (folder / "user.py").write_text("from helper_beside import double" + run)
    assert "ag.Tensor(6," in result_of(cli("run some_package/inner/user.py:run 3"))
    for each in (folder.parent, folder):
        (each / "__init__.py").write_text("")
    (folder.parent / "numbers.py").write_text(double)
    (folder / "use.py").write_text("from ..numbers import double" + run)
    assert "ag.Tensor(6," in result_of(cli("run some_package/inner/use.py:run 3"))


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


@pytest.mark.parametrize("command", ["graph", "run"])
def test_help_of_each_command_explains_arguments(cli, command):
    out = printed_by(cli(f"{command} --help"))
    for word in ("@data.npy", "py:10", "--dtype", "--program"):
        assert word in out


def test_reader_may_stop_early():
    command = f"{shlex.quote(sys.executable)} -m autograph to-code {COLLATZ} | head -1"
    done = subprocess.run(
        command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stdout == "def ag__collatz(n):\n"
    assert done.stderr == ""
