"""README.md: its code runs and prints what it says, its commands exist."""

import re
import shlex
import subprocess
import sys

import pytest

from tools import docs

TEXT = (docs.ROOT / "README.md").read_text(encoding="utf-8")
OUTSIDE = docs.MARKED.sub("", TEXT)
COMMANDS = [line.strip() for line in OUTSIDE.splitlines() if line.startswith("    ")]


def test_it_is_read_in_minutes():
    assert len(TEXT.splitlines()) <= 150
    assert len(docs.COLLATZ[docs.COLLATZ.index("@") :].splitlines()) == 10


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
