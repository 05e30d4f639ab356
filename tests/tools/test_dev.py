"""The development command: its messages and its summary."""

import ast
import subprocess
import sys

import pytest

from tools import dev


def test_old_pythons_can_parse_it():
    source = (dev.ROOT / "tools" / "dev.py").read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 7))


@pytest.mark.parametrize("arguments", [["--help"], ["test", "--help"], ["demo", "-h"]])
def test_help_explains(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        dev.main(arguments)
    assert caught.value.code == 0
    assert "set up" in capsys.readouterr().out.lower()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "required: COMMAND"),
        (["tset"], "invalid choice: 'tset'"),
        (["demo", "--long"], "unrecognized arguments: --long"),
    ],
)
def test_wrong_arguments_are_named(arguments, message, capsys):
    with pytest.raises(SystemExit) as caught:
        dev.main(arguments)
    assert caught.value.code == 2
    assert message in capsys.readouterr().err


def test_summary_ends_with_pytests_own_line(capsys):
    line = "===== 3 passed in 0.10s ====="
    outcomes = [dev.Outcome("mypy", 0, 1.0), dev.Outcome("pytest", 0, 0.2, line)]
    assert dev._sum_up(outcomes, ["3.12"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[-1] == line
    assert printed[-2] == "pytest on 3.12   not run: Python 3.12 was not found"


def test_summary_of_a_failure_names_it_and_fails(capsys):
    good, bad = "== 3 passed in 1s ==", "== 1 failed, 2 passed in 1s =="
    outcomes = [
        dev.Outcome("mypy", 1, 1.0),
        dev.Outcome("pytest on 3.11", 0, 0.2, good),
        dev.Outcome("pytest on 3.12", 1, 0.2, bad),
    ]
    assert dev._sum_up(outcomes, []) == 1
    printed = capsys.readouterr().out.splitlines()
    assert printed[-2:] == [bad, "FAILED: mypy, pytest on 3.12"]


def test_last_line_of_a_command_is_kept_and_its_output_shown(capfdbinary):
    code = "import sys; print('one'); print('two'); sys.exit(3)"
    outcome = dev.Step("it", [sys.executable, "-c", code], keeps_last_line=True).run()
    assert (outcome.code, outcome.remark) == (3, "two")
    assert b"one" in capfdbinary.readouterr().out


def test_version_of_what_does_not_run_is_empty(tmp_path):
    assert dev._full_version(str(tmp_path / "none")) == ""
    assert dev._full_version(sys.executable, "import no_such_module") == ""
    assert dev._full_version(sys.executable).startswith("3.")


def test_script_works_from_another_folder(tmp_path):
    script = dev.ROOT / "tools" / "dev.py"
    command = [sys.executable, script, "bench", "nothing-like-it"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("error: no benchmark nothing-like-it")
