"""Random programs on objects: they give what plain Python gives, or are refused.

Objects are made in loops, have several names, are attributes of others, and are put
into lists; whether a change is seen under another name is what these programs are
about.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import settings

import autograph as ag
from autograph.testing import Verdict, check
from graph.staging import births
from tests.autograph.random_texts import Statements, module_of

pytestmark = pytest.mark.long

MANY = max(settings().max_examples, 40)
HEAD = """\
from dataclasses import dataclass, replace


class Cell:
    def __init__(self, v):
        self.v = v

    def next(self, by):
        return Cell((self.v + by) % 97)

    def bump(self):
        self.v += 1
        return self


@dataclass
class Point:
    x: object
    y: object


class Box:
    pass


def fresh(v):
    return Cell(v)


def meet(xs, ys):
    for x in xs[:3]:
        for y in ys[:3]:
            x.v = (x.v + y.v + 1) % 97


def f(n):
    a = Cell(0)
    b = a
    c = Cell(n)
    p = Point(0, 1)
    q = Point(n, 2)
    o = None
    xs = []
    ys = []
    box = Box()
    box.cell = Cell(5)
    box.cells = []
    table = {"k": Cell(7)}
    t = n % 7
"""
CELLS = ("a", "a", "b", "b", "c", "box.cell", 'table["k"]')
POINTS = ("p", "p", "q")
STATEMENTS = Statements(
    simple=(
        *["{r} = Cell({v})"] * 3,
        "{r} = fresh({v})",
        *["{r} = {s}"] * 3,
        "{r} = {s}.next({v})",
        "{r} = Cell({s}.v + {v})",
        *["{r}.v = {v}"] * 2,
        "{r}.v += 1",
        "{r}.bump()",
        "{r} = {s}.bump()",
        "{r}, {s} = {s}, {r}",
        "o = {r}",
        "o = None",
        "{p} = Point({q}.y, {q}.x)",
        "{p} = replace({q}, x={v})",
        "{p} = {q}",
        "{p}.x = {v}",
        "{p} = Point({r}, {v})",
        "t = (t + ({p} == {q})) % 1000",
        "{xs}.append({r})",
        "{xs}.append(Cell({v}))",
        "{xs} = [{r}, {s}]",
        "{xs} = []",
        "{xs} = list({ys})",
        "{xs} += [{r}]",
        "{xs} = [Cell(k) for k in range(n)]",
        "{xs} = [x.next(1) for x in {ys}]",
        "{xs}.reverse()",
        "t = (t + {r}.v) % 1000",
        "t = (t + len({xs})) % 1000",
        "t = (t + sum([x.v for x in {xs}])) % 1000",
        "t += {r} is {s}",
        "for x in {xs}[:3]: t = (t + x.v) % 1000",
        *["for x in {xs}: x.v += 1"] * 2,
        "for x in {xs}: x.bump()",
        "for k, x in enumerate({xs}): x.v = (x.v + k) % 97",
        "for x, y in zip({xs}, {ys}): x.v, y.v = y.v, (x.v + 1) % 97",
        "meet({xs}, {ys})",
        "{xs} = [x for x in {ys} if x.v % 2]",
        "{xs}.extend({ys}[:2])",
        "{xs}.sort(key=lambda x: x.v)",
        "{xs} = sorted({ys}, key=lambda x: -x.v)",
        "box.cells = {xs}",
        "for x in box.cells: x.v = (x.v * 2 + 1) % 97",
        "while t % 5 != 3: t += 1",
    ),
    guarded=(
        ("o is not None", "o.v = {v}"),
        ("o is not None", "{r} = o"),
        ("o is not None", "t = (t + o.v) % 1000"),
        ("o is None", "o = {r}"),
        ("o is {r}", "t += 3"),
        ("o is None or {r}.v > o.v", "o = {r}"),
        ("{xs}", "{r} = {xs}[-1]"),
        ("{xs}", "{r} = {xs}.pop()"),
        ("{xs}", "{xs}[0] = {r}"),
        ("{xs}", "{xs}[-1].v += 1"),
        ("{xs}", "{xs}[0].bump()"),
        ("{xs}", "{xs}.pop().v += 1"),
        ("{xs}", "x = {xs}[t % len({xs})]; x.v = (x.v + t) % 97"),
        ("{xs}", "max({xs}, key=lambda x: x.v).v = {v}"),
        ("{xs} and {ys}", "t += {xs}[0] is {ys}[-1]"),
        ("len({xs}) > 1", "{xs}[0], {xs}[1] = {xs}[1], {xs}[0]"),
        ("len({xs}) > 1", "{xs}[t % 2].v += 3"),
        ("len({xs}) > 1", "{r} = {xs}[t % 2]"),
        ("{xs}", "{r} = max({xs}, key=lambda x: x.v)"),
        ("{r} is {s}", "t += 1"),
        ("{r}.v > t", "{s} = Cell({v})"),
        ("t % 4 == 1", "raise ValueError(t)"),
    ),
    blocks=(
        "if n > 2:",
        "if t % 2 == 0:",
        "if {r}.v > 3:",
        "for i{depth} in range(n):",
        "for i{depth} in range(n):",
        "for i{depth} in range(n):",
        "for {r} in list({xs})[:3]:",
        "try:",
    ),
    names={
        "r": CELLS,
        "s": CELLS,
        "p": POINTS,
        "q": POINTS,
        "xs": ("xs", "xs", "ys"),
        "ys": ("xs", "ys", "ys"),
        "v": ("n", "t", "1", "t + 1"),
    },
)
END = """\
    shown = [x.v for x in xs[:4]]
    return a.v, b.v, c.v, box.cell.v, table["k"].v, shown, len(ys), t
"""


@pytest.mark.parametrize("seed", range(MANY))
def test_random_programs_on_objects_give_what_python_gives_or_refuse(seed, tmp_path):
    check_program(seed, tmp_path)


@pytest.mark.parametrize("seed", range(12))
def test_they_do_beside_many_other_objects(seed, tmp_path, monkeypatch):
    monkeypatch.setattr(births, "MANY_OBJECTS", 0)
    check_program(seed, tmp_path)


def check_program(seed, tmp_path):
    rng = random.Random(seed)
    lines = [*STATEMENTS.block(rng, 2, 1), *STATEMENTS.block(rng, 2, 1)]
    module = module_of(HEAD + "\n".join([*lines, END]), tmp_path / f"of_{seed}.py")
    for n in (0, 2, 5):
        found = check(module.f, ag.constant(n))
        assert found.verdict is not Verdict.DIFFERS, "\n".join([*lines, str(found)])
