"""Random programs on lists of dicts: they give what plain Python gives, or are refused.

Dicts have several names, and are put into several lists; whether a change is seen under
another name is what these programs are about.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import settings

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.random_texts import Statements, module_of

pytestmark = pytest.mark.long

MANY = max(settings().max_examples, 40)
HEAD = """\
class Box:
    pass


def put(rows, row):
    rows.append(row)


def write(rows, value):
    if rows:
        rows[value % len(rows)]["x"] += value
        rows[-1]["y"] = value
    return len(rows)


def join(row, other):
    row["x"] = other["x"]
    return other["y"]


def f(n):
    ps = []
    qs = []
    row = {"x": 0, "y": 1}
    alt = {"x": n, "y": 2}
    box = Box()
    box.row = {"x": 3, "y": n}
    table = {"k": {"x": 4, "y": 4}}
    t = n % 7
"""
TABLES = ("ps", "ps", "qs")
ROWS = ("row", "row", "row", "alt", "box.row", 'table["k"]')
SIMPLE = (
    *["{ps}.append({r})"] * 5,
    *['{ps}.append({{"x": {v}, "y": t}})'] * 3,
    "put({ps}, {r})",
    "{ps}.insert(0, {r})",
    "{ps} += [{r}]",
    "{ps}.extend([{r}, {{**{r}, 'x': {v}}}])",
    "{ps} = {qs}[:]",
    "{ps} = {qs} + [{r}]",
    "{ps} = [dict(each) for each in {qs}]",
    "{ps} = [{{'x': k, 'y': t}} for k in range(n)]",
    "{ps} = [{r}, {s}]",
    "{ps} = {qs}",
    "{ps}.reverse()",
    *["{r} = {{'x': {v}, 'y': t}}"] * 3,
    "{r} = {r} | {{'y': {v}}}",
    "{r} = dict({s})",
    "{r} = {{**{s}}}",
    "{r} = {s}",
    *["{r}['x'] = {v}"] * 4,
    "{r}['y'] += {v}",
    "{r}.update(x={v})",
    "{r}.update({s})",
    "{r} |= {{'x': {v}}}",
    "{r} = {s}.copy()",
    "t = (t + {r}['x']) % 1000",
    "t = (t + sum({r}.values())) % 1000",
    "t = (t + sum([each['x'] for each in {ps}])) % 1000",
    "t += len({ps})",
    "{ps} = {qs} * 2",
    "{ps} = [{{'x': 0, 'y': {v}}}] * len({qs})",
    "{ps}.sort(key=lambda each: each['y'])",
    "{ps} = sorted({qs}, key=lambda each: each['x'])",
    "{ps} = [each for each in {qs} if each['x'] > 1]",
    "{ps}.clear()",
    "t = (t + write({ps}, {v})) % 1000",
    "t = (t + join({r}, {s})) % 1000",
)
GUARDED = (
    ("{ps}", "{r} = {ps}[-1]"),
    ("{ps}", "{r} = {ps}[0]"),
    ("{ps}", "{r} = {ps}.pop()"),
    ("{ps}", "{r} = max({ps}, key=lambda each: each['x'])"),
    ("len({ps}) > 1", "{r} = {ps}[t % 2]"),
    ("{ps}", "{ps}[-1]['x'] = {v}"),
    ("len({ps}) > 1", "{ps}[t % 2]['y'] += {v}"),
    ("len({ps}) > 1", "{ps}[1] = {r}"),
    ("{ps}", "{ps}[0] = {{'x': {v}, 'y': 0}}"),
    ("{ps}", "t = (t + {ps}[0]['x']) % 100"),
    ("{r} in {ps}", "t += 3"),
    ("{ps} == {qs}", "t += 5"),
    ("{r} == {s}", "t += 7"),
    *[("{ps}", "{ps}[t % len({ps})]['x'] += {v}")] * 3,
    ("{ps}", "{ps}[t % len({ps})].update({r})"),
    ("{ps}", "max({ps}, key=lambda each: each['y'])['x'] = {v}"),
    ("{ps}", "{r} = {ps}[t % len({ps})]"),
    ("{ps}", "{ps}[t % len({ps})], {r} = {r}, {ps}[t % len({ps})]"),
    ("{ps}", "{qs}.append({ps}[t % len({ps})])"),
    ("{ps}", "{qs}.append(dict({ps}[t % len({ps})]))"),
    ("{ps}", "{qs} = {ps}[:-1]"),
    ("{ps}", "del {ps}[0]"),
    ("{ps}", "{ps}.append({ps}.pop(0))"),
    ("{ps}", "t = (t + {ps}[0]['y'] + join({ps}[0], {ps}[-1])) % 100"),
    ("{ps}", "pair = ({ps}[0], write({ps}, 3), {ps}[0]); t += pair[0]['x']"),
    ("{ps}", "{ps}[0]['x'], {ps}[-1]['x'] = {ps}[-1]['y'], {ps}[0]['x']"),
)
BLOCKS = (
    "if n > 2:",
    "if t % 2 == 0:",
    "if len({ps}) > 2:",
    "if {r}['x'] > 2:",
    "for i{depth} in range(n):",
    "for i{depth} in range(n):",
    "for each in {ps}[:3]:",
    "for {r} in list({ps})[:3]:",
    "for each in {ps}: each['x'] += {v}",
    "for {r} in {ps}: {r}['y'] = {v}",
    "for i{depth}, each in enumerate({ps}): each['x'] = i{depth}",
    "for i{depth} in range(len({ps})): {ps}[i{depth}]['y'] += i{depth}",
)
STATEMENTS = Statements(
    simple=SIMPLE,
    guarded=GUARDED,
    blocks=BLOCKS,
    names={
        "ps": TABLES,
        "qs": TABLES,
        "r": ROWS,
        "s": ROWS,
        "v": ("n", "t", "1", "t + 1"),
    },
)


@pytest.mark.parametrize("seed", range(MANY))
def test_random_programs_on_records_give_what_python_gives_or_refuse(seed, tmp_path):
    rng = random.Random(seed)
    end = '    return ps, qs, row, alt, box.row, table["k"], t'
    lines = [*STATEMENTS.block(rng, 2, 1), *STATEMENTS.block(rng, 2, 1), end, ""]
    module = module_of(HEAD + "\n".join(lines), tmp_path / f"records_{seed}.py")
    for n in (0, 2, 5):
        found = check(module.f, ag.constant(n))
        assert found.verdict is not Verdict.DIFFERS, "\n".join([*lines, str(found)])
