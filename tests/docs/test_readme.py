"""README.md: its code runs and prints what it says, its commands exist."""

import doctest
import re
import shlex
import subprocess
import sys

import pytest

import autograph as ag
from tools import docs

TEXT = (docs.ROOT / "README.md").read_text(encoding="utf-8")
MARKED = {found["name"]: found["content"] for found in docs.MARKED.finditer(TEXT)}
OUTSIDE = docs.MARKED.sub("", TEXT)
COMMANDS = [line.strip() for line in OUTSIDE.splitlines() if line.startswith("    ")]


@pytest.mark.parametrize("name", MARKED)
def test_generated_part_is_current(name):
    made = docs.PARTS[name]().rstrip("\n") + "\n"
    assert made == MARKED[name], f"run {docs.COMMAND}"


def test_function_has_ten_lines():
    lines = docs.COLLATZ[docs.COLLATZ.index("@") :].splitlines()
    assert len(lines) == 10


def test_every_block_is_checked():
    languages = re.findall(r"^```(\w+)$", OUTSIDE, re.MULTILINE)
    assert set(languages) == {"pycon"}


def test_prompts_print_what_they_show():
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for number, text in enumerate(
        re.findall(r"```pycon\n(.*?)```", OUTSIDE, re.DOTALL)
    ):
        # doctest shows the source of its examples to linecache while it runs them.
        example = parser.get_doctest(text, {"ag": ag}, f"README-{number}", None, 0)
        assert example.examples
        runner.run(example, clear_globs=False)
    assert runner.summarize(verbose=False).failed == 0


def test_there_are_two_commands_for_demonstration_and_tests():
    found = [line for line in COMMANDS if line.startswith("python3 tools/dev.py")]
    assert found[:2] == ["python3 tools/dev.py demo", "python3 tools/dev.py test"]
    for line in found:
        command = [sys.executable, *line.split()[1:], "--help"]
        done = subprocess.run(command, cwd=docs.ROOT, capture_output=True, check=False)
        assert done.returncode == 0, line


@pytest.mark.parametrize("line", [c for c in COMMANDS if c.startswith("python -m")])
def test_command_line_runs(line):
    command = [sys.executable, *shlex.split(line)[1:]]
    done = subprocess.run(
        command, cwd=docs.ROOT, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_links_lead_somewhere():
    links = re.findall(r"\]\(([^)#]+)\)", OUTSIDE)
    assert links
    assert [link for link in links if not (docs.ROOT / link).exists()] == []


def test_measured_speed_names_its_scripts():
    for name in ("bench_calls", "bench_loops"):
        assert name in TEXT
        assert (docs.ROOT / "tools" / "bench" / f"{name}.py").exists()
