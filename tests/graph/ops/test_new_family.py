"""Adding ops touches one file: with it alone they have names, laws and a page.

`data/new_family.py` is put into a copy of the project as `graph/ops/new_family.py`, and the
modules made of what families declare are made again; nothing else is written.
"""

from __future__ import annotations

import filecmp
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long  # it copies the project

ROOT = Path(__file__).resolve().parents[3]
HERE = Path(__file__).parent / "data" / "new_family.py"
COPIED = ("graph", "executor", "autograph", "tools", "tests", "examples", "setup.cfg")
LAWS = (
    "tests/graph/ops/test_ops.py",
    "tests/graph/gradients/test_rules.py",
    "tests/graph/test_every_op.py",
    "tests/graph/test_failing.py",
    "tests/executor/test_every_op.py",
)
SHOWN = """
import pickle
import numpy as np
import autograph as ag
from graph.op import OPS
from tools import names
from tools.book import ops_page

assert not names.stale()
x = ag.constant([[1.0, 5.0, 3.0]])
assert pickle.loads(pickle.dumps(ag.math.log3)) is ag.math.log3
assert ag.extent is ag.math.extent and not hasattr(ag, "log3")
assert ag.function(ag.extent)(x).numpy().tolist() == [4.0]
assert np.allclose(ag.function(ag.math.log3)(x), np.log(x.numpy()) / np.log(3))
entries = {entry.names[0]: entry for entry in ops_page.entries()}
print(ops_page.entry_text(entries["extent"]))
print(ops_page.entry_text(entries["math.log3"]))
"""
PAGE = """\
## ag.extent {#ag.extent}

`extent(x, axis=-1, name=None)`

Return the difference of the largest and the smallest element along an axis.

- Shape: (..., n, ...) -> (..., ...)
- Dtype: integers and floats -> the same
- Raises: ShapeError if the axis has no elements
- Gradient: yes
- Ops: `extent`
- Also: `ag.math.extent`, `numpy.ptp`
- Source: numpy.ptp
## ag.math.log3 {#ag.math.log3}

`log3(x, name=None)`

Logarithm to base 3.
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """Return a copy of the project with one file more."""
    root = tmp_path_factory.mktemp("project")
    skipped = shutil.ignore_patterns("__pycache__", ".*")
    for name in COPIED:
        source = ROOT / name
        copy = shutil.copyfile if source.is_file() else shutil.copytree
        options = {} if source.is_file() else {"ignore": skipped}
        copy(source, root / name, **options)
    shutil.copyfile(HERE, root / "graph" / "ops" / "new_family.py")
    run(root, "-m", "tools.names")
    return root


def run(root, *arguments):
    """Run Python in the copy, and return what it prints."""
    there = {"PYTHONPATH": str(root), "AUTOGRAPH_TEST_PROFILE": "quick"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=root, env={**os.environ, **there},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_nothing_but_what_is_made_differs(project):
    names = {
        str(path.relative_to(project))
        for path in project.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    _, differing, missing = filecmp.cmpfiles(project, ROOT, names, shallow=False)
    assert {*differing} == {"graph/ops/__init__.py", "autograph/math.py"}
    assert missing == ["graph/ops/new_family.py"]


def test_new_ops_are_public_and_have_entries_in_the_reference(project):
    assert run(project, "-c", SHOWN).startswith(PAGE)


def test_the_laws_of_all_ops_hold_for_new_ones(project):
    found = run(project, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider",
                "-k", "extent or log3", *LAWS)  # fmt: skip
    # Two ops: 3 laws of kernels, 3 of gradients, 2 of nodes, 3 of failing and programs.
    passed = re.search(r"(\d+) passed", found)
    assert passed is not None and int(passed[1]) >= 22, found
