"""Random programs on lists: what the run makes of them is what plain Python makes.

Two names of one list are left out where one of them may be bound anew in a staged
block: see `tests/language/assignment/aliases.py`.
"""

from __future__ import annotations

import importlib.util
import random

import pytest
from hypothesis import settings

import autograph as ag
from autograph.testing import Verdict, check

pytestmark = pytest.mark.long

MANY = max(settings().max_examples // 4, 10)
NAMES = ("xs", "ys", "zs")
HEAD = """\
def grow(xs, t):
    if t % 2 == 0:
        xs.append(t)
    else:
        xs.append(0)


def f(n):
    xs = [n]
    ys = []
    zs = [1, 2]
    t = n % 7
"""
SIMPLE = (
    *["{xs}.append({v})"] * 5,
    "{xs}.insert({i}, {v})",
    "{xs}.extend({ys}[:2])",
    "{xs} += [{v}, 2]",
    "{xs} = {ys} + [n]",
    "{xs} = [*{ys}, t]",
    "{xs} = {ys}[1:]",
    "{xs} = {ys}[::-1]",
    "{xs} = {ys}.copy()",
    "{xs} = []",
    "{xs}[1:2] = {ys}[:1]",
    "{xs}.reverse()",
    "{xs}.sort()",
    "t += len({xs}[{i}:])",
    "t = (t + sum({xs})) % 1000",
    "grow({xs}, t)",
)
GUARDED = (
    ("{xs}", "t += {xs}.pop()"),
    ("len({xs}) > 1", "t += {xs}.pop({k})"),
    ("len({xs}) > 2", "{xs}[{k}] = {v}"),
    ("len({xs}) > 2", "{xs}[{k}] += {v}"),
    ("len({xs}) > 3", "del {xs}[{k}]"),
    ("{v} in {xs}", "t += 3"),
    ("1 in {xs}", "{xs}.remove(1)"),
    ("{xs}", "t = (t + max({xs})) % 1000"),
    ("not {xs} or t > 50", "t -= 1"),
    ("{xs} == {ys}", "t += 5"),
    ("t > 20", "{xs}.clear()"),
    ("len({xs}) >= 2", "a, *b = {xs}; t = (t + a + len(b)) % 100"),
)
BLOCKS = (
    "if n > 2:",
    "if t % 2 == 0:",
    "if len({xs}) > 2:",
    "if {xs}:",
    "for i{depth} in range(n):",
    "for x{depth} in list({xs})[:4]:",
    "for j{depth}, x{depth} in enumerate(list({xs})[:3]):",
)


def written(rng, depth, indent):
    """Return the lines of a random block."""
    blank = "    " * indent
    lines = [f"{blank}t += 1"]
    for _ in range(rng.randint(1, 4)):
        names = {
            "xs": rng.choice(NAMES),
            "ys": rng.choice(NAMES),
            "v": rng.choice(["n", "t", "1", "t + 1"]),
            "i": rng.choice(["0", "-1", "1", "t % 3", "n - 1", "-2"]),
            "k": rng.choice(["0", "1", "-1", "-2", "t % 2"]),
            "depth": depth,
        }
        kind = rng.randrange(4 if depth else 3)
        if kind < 2:
            lines.append(blank + rng.choice(SIMPLE).format(**names))
        elif kind == 2:
            test, then = rng.choice(GUARDED)
            lines.append(f"{blank}if {test.format(**names)}:")
            lines.append(f"{blank}    {then.format(**names)}")
        else:
            head = rng.choice(BLOCKS).format(**names)
            lines.append(blank + head)
            lines += written(rng, depth - 1, indent + 1)
            if head.startswith("if") and rng.random() < 0.5:
                lines.append(f"{blank}else:")
                lines += written(rng, depth - 1, indent + 1)
    return lines


@pytest.mark.parametrize("seed", range(MANY))
def test_random_programs_on_lists_agree_with_plain_python(seed, tmp_path):
    rng = random.Random(seed)
    lines = [*written(rng, 2, 1), *written(rng, 2, 1), "    return xs, ys, zs, t", ""]
    path = tmp_path / f"lists_{seed}.py"
    path.write_text(HEAD + "\n".join(lines), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for n in (0, 2, 5):
        found = check(module.f, ag.constant(n))
        assert found.verdict is not Verdict.DIFFERS, f"{path.read_text()}\n{found}"
