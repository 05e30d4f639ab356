"""Random programs on lists of lists: they give what plain Python gives, or are refused.

Rows have several names, and are put into several lists; whether a change is seen under
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
        rows[value % len(rows)].append(value)
        rows[-1].insert(0, value)
    return len(rows)


def join(row, other):
    row.append(other[0] if other else 1)
    return len(other)


def f(n):
    ps = []
    qs = []
    row = []
    alt = [n]
    box = Box()
    box.row = [n, 1]
    table = {"k": []}
    t = n % 7
"""
TABLES = ("ps", "ps", "qs")
ROWS = ("row", "row", "row", "alt", "box.row", 'table["k"]')
SIMPLE = (
    *["{ps}.append({r})"] * 5,
    *["{ps}.append([{v}, t])"] * 2,
    "{ps}.append([])",
    "put({ps}, {r})",
    "{ps}.insert(0, {r})",
    "{ps} += [{r}]",
    "{ps}.extend([{r}, [{v}]])",
    "{ps} = {qs}[:]",
    "{ps} = {qs} + [{r}]",
    "{ps} = [list(each) for each in {qs}]",
    "{ps} = [[k] for k in range(n)]",
    "{ps} = [{r}, {s}]",
    "{ps} = {qs}",
    "{ps}.reverse()",
    *["{r} = []"] * 3,
    "{r} = [{v}]",
    "{r} = {r} + [{v}]",
    "{r} = list({s})",
    "{r} = {s}",
    *["{r}.append({v})"] * 4,
    "{r} += [{v}]",
    "{r}.extend([t, {v}])",
    "t += len({r})",
    "t = (t + sum({r})) % 1000",
    "t = (t + sum([sum(each) for each in {ps}])) % 1000",
    "t += len({ps})",
    "{ps} = {qs} * 2",
    "{ps} = [[]] * len({qs})",
    "{ps} = [[0] * len({r}) for k in range(n)]",
    "{ps}.sort()",
    "{ps}.clear()",
    "t = (t + write({ps}, {v})) % 1000",
    "{r} *= 2",
    "{r}.sort()",
    "{r}.clear()",
)
GUARDED = (
    ("{ps}", "{r} = {ps}[-1]"),
    ("{ps}", "{r} = {ps}[0]"),
    ("{ps}", "{r} = {ps}.pop()"),
    ("len({ps}) > 1", "{r} = {ps}[t % 2]"),
    ("{ps}", "{ps}[-1].append({v})"),
    ("len({ps}) > 1", "{ps}[t % 2].append({v})"),
    ("len({ps}) > 1", "{ps}[1] = {r}"),
    ("{ps}", "{ps}[0] = [{v}]"),
    ("{ps}", "t = (t + len({ps}[0])) % 100"),
    ("{r}", "{r}[0] = {v}"),
    ("{r}", "t += {r}.pop()"),
    ("{r} in {ps}", "t += 3"),
    ("{ps} == {qs}", "t += 5"),
    ("{r}", "{r}[-1] += 1"),
    *[("{ps}", "{ps}[t % len({ps})].append({v})")] * 3,
    *[("{ps}", "{ps}[t % len({ps})].insert(0, {v})")] * 2,
    ("{ps}", "{ps}[t % len({ps})] += [{v}]"),
    ("{ps}", "{ps}[t % len({ps})].extend({r})"),
    ("{ps}", "{ps}[-1].clear()"),
    ("{ps}", "{ps}[-1].reverse()"),
    *[("{ps} and {ps}[t % len({ps})]", "{ps}[t % len({ps})][0] = {v}")] * 3,
    *[("{ps} and {ps}[-1]", "{ps}[-1][-1] += {v}")] * 2,
    ("{ps} and {ps}[-1]", "t += {ps}[-1].pop()"),
    ("{ps} and {ps}[0]", "del {ps}[0][0]"),
    ("{ps}", "{r} = {ps}[t % len({ps})]"),
    ("{ps}", "{ps}[t % len({ps})], {r} = {r}, {ps}[t % len({ps})]"),
    ("{ps}", "{qs}.append({ps}[t % len({ps})])"),
    ("{ps}", "{qs} = {ps}[:-1]"),
    ("{ps}", "del {ps}[0]"),
    ("{ps}", "{ps}.append({ps}.pop(0))"),
    ("{ps}", "t = (t + len({ps}[0]) + join({ps}[0], {ps}[-1])) % 100"),
    ("{ps}", "pair = ({ps}[0], write({ps}, 3), {ps}[0]); t += len(pair[0])"),
)
BLOCKS = (
    "if n > 2:",
    "if t % 2 == 0:",
    "if len({ps}) > 2:",
    "if {r}:",
    "for i{depth} in range(n):",
    "for i{depth} in range(n):",
    "for each in {ps}[:3]:",
    "for {r} in list({ps})[:3]:",
    "for each in {ps}: each.append({v})",
    "for {r} in {ps}: {r}.append({v})",
    "for i{depth}, each in enumerate({ps}): each.insert(0, i{depth})",
    "for i{depth} in range(len({ps})): {ps}[i{depth}].append(i{depth})",
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
def test_random_programs_on_rows_give_what_python_gives_or_refuse(seed, tmp_path):
    rng = random.Random(seed)
    end = '    return ps, qs, row, alt, box.row, table["k"], t'
    lines = [*STATEMENTS.block(rng, 2, 1), *STATEMENTS.block(rng, 2, 1), end, ""]
    module = module_of(HEAD + "\n".join(lines), tmp_path / f"rows_{seed}.py")
    for n in (0, 2, 5):
        found = check(module.f, ag.constant(n))
        assert found.verdict is not Verdict.DIFFERS, "\n".join([*lines, str(found)])
