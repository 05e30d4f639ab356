"""Random programs on lists with several names, in attributes and dicts, around `try`.

Where only the run tells which list a place holds a change is refused; it is never
seen in the wrong one.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import settings

import autograph as ag
from autograph.testing import Verdict, check
from autograph.testing.programs import compile_program

pytestmark = pytest.mark.long

MANY = max(settings().max_examples // 8, 6)
HEAD = """\
class Box:
    def __init__(self, items):
        self.items = items
        self.n = 0

    def put(self, value):
        self.items.append(value)
        self.n += 1


def program(n):
    xs = [n]
    ys = [1, 2]
    one = Box(xs)
    two = Box([5])
    held = {'k': ys}
    t = 0
"""
LISTS = ("xs", "ys", "one.items", "two.items", "held['k']")
BOXES = ("one", "two")
SIMPLE = (
    "{a}.append({v})",
    "{a}.append({v})",
    "{a} = {b}",
    "{a} = [{v}]",
    "{a} = list({b})",
    "{a} = {b} + [{v}]",
    "{a}[0] = {v}",
    "{p}.put({v})",
    "{p}.n += 2",
    "{p}.items.extend({b}[:1])",
    "held = {{'k': {b}}}",
    "t += len({a})",
    "t += {p}.n",
    "t = t + {a}[0]",
)
# After a branch they are refused, most of the time.
RARE = ("{p} = Box({b})", "{p} = Box([{v}, 3])", "{p} = {q}", "one, two = two, one")
RAISING = ("t += 12 // int(n - {k})", "t += 12 % int(n - {k})")


def written(rng, depth, indent, *, in_try=False):
    """Return the lines of a random block."""
    blank = "    " * indent
    lines = []
    for _ in range(rng.randint(1, 4)):
        names = {
            "a": rng.choice(LISTS),
            "b": rng.choice(LISTS),
            "p": rng.choice(BOXES),
            "q": rng.choice(BOXES),
            "v": rng.choice(["n", "t", "7"]),
            "k": rng.randrange(4),
        }
        form = rng.randrange(10) if depth else 0
        if in_try and rng.random() < 0.4:
            lines.append(blank + rng.choice(RAISING).format(**names))
        if form < 6:
            forms = RARE if rng.random() < 0.04 else SIMPLE
            lines.append(blank + rng.choice(forms).format(**names))
        elif form < 8:
            lines.append(f"{blank}if n {rng.choice('<>')} {names['k']}:")
            lines += written(rng, depth - 1, indent + 1, in_try=in_try)
            if rng.random() < 0.5:
                lines.append(f"{blank}else:")
                lines += written(rng, depth - 1, indent + 1, in_try=in_try)
        elif form == 8:
            lines.append(f"{blank}try:")
            lines += written(rng, depth - 1, indent + 1, in_try=True)
            lines.append(f"{blank}except ZeroDivisionError:")
            lines += written(rng, depth - 1, indent + 1)
        else:
            lines.append(f"{blank}for i in range(n % 3):")
            lines += written(rng, depth - 1, indent + 1, in_try=in_try)
    return lines


def program_of(seed):
    """Return the text of the program that belongs to a seed."""
    rng = random.Random(seed)
    lines = [*written(rng, 2, 1), *written(rng, 2, 1), *written(rng, 1, 1)]
    result = "    return xs, ys, one.items, two.items, held, t, one.n, two.n\n"
    return HEAD + "\n".join(lines) + "\n" + result


@pytest.mark.parametrize("seed", range(MANY))
def test_random_programs_on_shared_lists_agree_with_plain_python(seed):
    source = program_of(seed)
    function = ag.function(compile_program(source))
    for n in (0, 1, 2, 3):
        found = check(function, ag.constant(n))
        assert found.verdict is not Verdict.DIFFERS, f"{source}\n{found}"
