"""Lists, dicts, objects, arrays and variables that have several names.

Whether a change is seen under another name is what these programs are about.
"""

from __future__ import annotations

from typing import Final

from autograph.testing.grammar import Statement
from autograph.testing.phrases import TOTAL, Phrases
from autograph.testing.writer import Writer

_LISTS: Final = Phrases(
    "shared lists",
    """\
xs, ys, zs = [{v}], [1, 2], []
one, two, kept = Bag(), Bag(), {{'k': ys}}
one.items, two.items = xs, [5]""",
    {
        "a": ("xs", "xs", "ys", "zs", "one.items", "two.items", "kept['k']"),
        "b": ("xs", "ys", "zs", "one.items", "two.items", "kept['k']"),
        "p": ("one", "two"),
        "i": ("0", "-1", "1", f"{TOTAL} % 3", "-2"),
    },
    (
        *["{a}.append({v})"] * 6,
        "{a}.insert({i}, {v})",
        "{a}.extend({b}[:2])",
        "{a} += [{v}, 2]",
        "{a} = {b}",
        "{a} = [{v}]",
        "{a} = list({b})",
        "{a} = {b} + [{v}]",
        "{a} = {b}[1:]",
        "{a} = {b}[::-1]",
        "{a}[1:2] = {b}[:1]",
        "{a}.reverse()",
        "{a}.sort()",
        "{p}.items.append({v})",
        "{p}.items.extend({b}[:1])",
        "kept = {{'k': {b}}}",
        "one, two = two, one",
        "{p} = Bag()\n{p}.items = {b}",
        "total += len({a}[{i}:])",
        "total = (total + sum({a})) % 1000",
        "if {a}:\n    total = (total + {a}.pop()) % 1000",
        "if len({a}) > 2:\n    {a}[{i}] = {v}",
        "if len({a}) > 2:\n    {a}[{i}] += {v}",
        "if len({a}) > 3:\n    del {a}[{i}]",
        "if {v} in {a}:\n    total += 3",
        "if 1 in {a}:\n    {a}.remove(1)",
        "if {a} == {b}:\n    total += 5",
        "if {u}:\n    {a}.clear()",
        "if {a}:\n    one_of, *rest = {a}\n    total = one_of + len(rest)",
    ),
    ("for item in list({a})[:4]:", "for place, item in enumerate({a}[:3]):"),
    "xs, ys, zs, one.items, two.items, kept",
)
_ROW_GAPS: Final = {
    "ps": ("ps", "ps", "qs"),
    "qs": ("ps", "qs"),
    "r": ("row", "row", "row", "alt", "box.row", "table['k']"),
    "s": ("row", "alt", "box.row", "table['k']"),
}
# On tables of rows, whatever a row is.
_TABLES: Final = (
    *["{ps}.append({r})"] * 5,
    "{ps}.insert(0, {r})",
    "{ps} += [{r}]",
    "{ps} = {qs}[:]",
    "{ps} = {qs} + [{r}]",
    "{ps} = [{r}, {s}]",
    "{ps} = {qs}",
    "{ps} = {qs} * 2",
    "{ps}.reverse()",
    "{ps}.clear()",
    "{r} = {s}",
    "total += len({ps})",
    "if {ps}:\n    {r} = {ps}[-1]",
    "if {ps}:\n    {r} = {ps}.pop()",
    "if {ps}:\n    {r} = {ps}[total % len({ps})]",
    "if {ps}:\n    {qs}.append({ps}[total % len({ps})])",
    "if {ps}:\n    del {ps}[0]",
    "if {ps}:\n    {ps}.append({ps}.pop(0))",
    "if len({ps}) > 1:\n    {r} = {ps}[total % 2]",
    "if len({ps}) > 1:\n    {ps}[1] = {r}",
    "if {ps}:\n    {ps}[total % len({ps})], {r} = {r}, {ps}[total % len({ps})]",
)
_COMPARED: Final = (
    "if {r} in {ps}:\n    total += 3",
    "if {ps} == {qs}:\n    total += 5",
)
_TABLE_LOOPS: Final = ("for each in {ps}[:3]:", "for {r} in list({ps})[:3]:")
_ROWS: Final = Phrases(
    "shared rows",
    """\
ps, qs, row, alt, box = [], [], [], [{v}], Bag()
box.row, table = [{v}, 1], {{'k': []}}""",
    _ROW_GAPS,
    (
        *_TABLES,
        *_COMPARED,
        *["{ps}.append([{v}, total])"] * 2,
        "{ps}.extend([{r}, [{v}]])",
        "{ps} = [list(each) for each in {qs}]",
        "{ps} = [[k] for k in range({k})]",
        "{ps} = [[]] * len({qs})",
        "{ps}.sort()",
        *["{r} = []"] * 3,
        "{r} = {r} + [{v}]",
        "{r} = list({s})",
        *["{r}.append({v})"] * 4,
        "{r} += [{v}]",
        "{r} *= 2",
        "{r}.sort()",
        "{r}.clear()",
        "total = (total + sum({r})) % 1000",
        "total = (total + sum([sum(each) for each in {ps}])) % 1000",
        "if {ps}:\n    {ps}[-1].append({v})",
        *["if {ps}:\n    {ps}[total % len({ps})].append({v})"] * 4,
        "if {ps}:\n    {ps}[total % len({ps})].insert(0, {v})",
        "if {ps}:\n    {ps}[total % len({ps})] += [{v}]",
        "if {ps}:\n    {ps}[total % len({ps})].extend({r}[:3])",
        "if {ps}:\n    {ps}[0] = [{v}]",
        "if {r}:\n    {r}[0] = {v}",
        "if {r}:\n    total = (total + {r}.pop()) % 1000",
        "if {ps} and {ps}[-1]:\n    {ps}[-1][-1] += {v}",
        "if {ps} and {ps}[0]:\n    del {ps}[0][0]",
        "for each in {ps}[:4]:\n    each.append({v})",
        "for place, each in enumerate({ps}):\n    each.insert(0, place)",
    ),
    _TABLE_LOOPS,
    "ps, qs, row, alt, box.row, table",
)
_DICTS: Final = Phrases(
    "shared dicts",
    """\
ps, qs, row, alt, box = [], [], {{'x': 0, 'y': 1}}, {{'x': {v}, 'y': 2}}, Bag()
box.row, table = {{'x': 3, 'y': {v}}}, {{'k': {{'x': 4, 'y': 4}}}}""",
    _ROW_GAPS,
    (
        *_TABLES,
        *_COMPARED,
        *["{ps}.append({{'x': {v}, 'y': total}})"] * 3,
        "{ps}.extend([{r}, {{**{r}, 'x': {v}}}])",
        "{ps} = [dict(each) for each in {qs}]",
        "{ps} = [{{'x': k, 'y': total}} for k in range({k})]",
        "{ps} = sorted({qs}, key=lambda each: each['x'])",
        "{ps} = [each for each in {qs} if each['x'] > 1]",
        *["{r} = {{'x': {v}, 'y': total}}"] * 3,
        "{r} = {r} | {{'y': {v}}}",
        "{r} = dict({s})",
        *["{r}['x'] = {v}"] * 4,
        "{r}['y'] = ({r}['y'] + {v}) % 1000",
        "{r}.update(x={v})",
        "{r}.update({s})",
        "{r} |= {{'x': {v}}}",
        "total = (total + {r}['x']) % 1000",
        "total = (total + sum({r}.values())) % 1000",
        "total = (total + sum([each['x'] for each in {ps}])) % 1000",
        "if {r} == {s}:\n    total += 7",
        "if {ps}:\n    {ps}[-1]['x'] = {v}",
        *["if {ps}:\n    {ps}[total % len({ps})]['x'] = {v}"] * 3,
        "if {ps}:\n    {ps}[total % len({ps})].update({r})",
        "if {ps}:\n    max({ps}, key=lambda each: each['y'])['x'] = {v}",
        "if {ps}:\n    {ps}[0]['x'], {ps}[-1]['x'] = {ps}[-1]['y'], {ps}[0]['x']",
        "for each in {ps}:\n    each['x'] = (each['x'] + {v}) % 97",
        "for place, each in enumerate({ps}):\n    each['y'] = place",
    ),
    _TABLE_LOOPS,
    "ps, qs, row, alt, box.row, table",
)
_OBJECTS: Final = Phrases(
    "shared objects",
    """\
ps, qs, row, alt, box, other = [], [], Box(0), Box({v}), Bag(), None
box.row, table, near, far = Box(5), {{'k': Box(7)}}, Point(0, 1), Point({v}, 2)""",
    {**_ROW_GAPS, "p": ("near", "near", "far"), "q": ("near", "far")},
    (
        *_TABLES,
        *["{r} = Box({v})"] * 3,
        "{r} = Box(({s}.value + {v}) % 97)",
        *["{r}.value = {v}"] * 2,
        "{r} = {s}.put({v})",
        "{r}.count += 1",
        "{r}, {s} = {s}, {r}",
        "other = {r}",
        "other = None",
        "{p} = Point({q}.y, {q}.x)",
        "{p} = dataclasses.replace({q}, x={v})",
        "{p} = {q}",
        "{p}.x = {v}",
        "{p}.move({v})",
        "total = (total + ({p} == {q})) % 1000",
        "{ps}.append(Box({v}))",
        "{ps} = [Box(k) for k in range({k})]",
        "{ps} = [each for each in {qs} if each.value % 2]",
        "{ps} = sorted({qs}, key=lambda each: -each.value)",
        "total = (total + {r}.value) % 1000",
        "total = (total + sum([each.value for each in {ps}])) % 1000",
        "total += {r} is {s}",
        "for each in {ps}:\n    each.value = (each.value + 1) % 97",
        "for each in {ps}:\n    each.put({v})",
        "if other is not None:\n    other.value = {v}",
        "if other is not None:\n    {r} = other",
        "if other is None or {r}.value > other.value:\n    other = {r}",
        "if {ps}:\n    {ps}[-1].count += 1",
        "if {ps}:\n    {ps}[total % len({ps})].value = {v}",
        "if {ps}:\n    max({ps}, key=lambda each: each.value).value = {v}",
        "if {ps} and {qs}:\n    total += {ps}[0] is {qs}[-1]",
        "if {u}:\n    {r} = Box({v})",
    ),
    _TABLE_LOOPS,
    "[(each.value, each.count) for each in (row, alt, box.row, table['k'])], "
    "[each.value for each in ps[:4]], len(qs), (near, far)",
)
_ARRAYS: Final = Phrases(
    "shared arrays",
    """\
x, o = np.array(ag.constant([1.0, 2.0, 3.0, 4.0])), Bag()
y = {c}
z = o.a = {c}""",
    {
        "a": ("x", "y", "z", "o.a"),
        "b": ("x", "y", "z"),
        "c": ("x", "x + 1", "x * 2", "x[::-1]", "x[:]", "x.copy()"),
        "i": (
            *("0", "1", "-1", "1:", "::2", "[0, 2]", "...", ":"),
            *(f"{TOTAL} % 3", f"{TOTAL} % 3:", f"{TOTAL} % 3:{TOTAL} % 3 + 1"),
        ),
        "n": ("x[2]", "y[0] * 2", f"z[{TOTAL} % 4]", "y.sum()", "7", "0.5"),
    },
    (
        *["{a}[{i}] = {n}"] * 4,
        "{a}[{i}] = {v}",
        "{a}[{i}] += {n}",
        "{a}[{i}] -= {n}",
        "{a}[{i}] *= {n}",
        "{a}[1:] = {b}[:-1]",
        "{a} = {b}",
        "{a} = {b} + 1",
        "{a} = {b}[::-1]",
        "{a} = {b}[:]",
        "{a} = {b}.copy()",
        "if {a}[0] > 2:\n    {a}[{i}] = {n}",
        "if {u}:\n    {a} = {b}",
        "total = (total + len({a})) % 1000",
    ),
    ("for item in {a}:",),
    "x, y, z, o.a",
)
_VARIABLES: Final = Phrases(
    "shared variables",
    "chosen, other = counts[0], counts[1]",
    {
        "a": ("counts[0]", "counts[1]", "counts[2]", "chosen", "other"),
        "b": ("counts[0]", "counts[1]", "counts[2]", "chosen"),
        "p": ("chosen", "other"),
    },
    (
        *["{a}.assign({v})"] * 3,
        *["{a}.assign_add({v})"] * 3,
        "{a}.assign_sub({v})",
        "{a}.assign(({a} * 2 + {b}) % 97)",
        "{p} = {a}",
        "{p} = {a} if {u} else {b}",
        "total = (total + {a}) % 1000",
        "total = {a} - {b}",
        "if {a} > {v}:\n    {b}.assign_add(1)",
        "if {u}:\n    {a}.assign({v})",
    ),
    ("for place in ag.range({k}):",),
    "chosen + other, chosen + 0, [other]",
)

_SETS: Final = (_LISTS, _ROWS, _DICTS, _OBJECTS, _ARRAYS, _VARIABLES)


def first_shared(w: Writer) -> str:
    """Write things of one of the sets; return an expression of all of them."""
    return w.choices.pick(_SETS).begin(w)


def _begin(w: Writer) -> bool:
    w.choices.pick([each for each in _SETS if not each.is_begun(w)]).begin(w)
    return True


def _may_begin(w: Writer) -> bool:
    is_left = any(not each.is_begun(w) for each in _SETS)
    return w.is_main and w.depth == 1 and is_left


def _begun(w: Writer) -> list[Phrases]:
    return [each for each in _SETS if w.is_main and each.is_begun(w)]


def _line(w: Writer) -> bool:
    w.choices.pick(_begun(w)).line(w)
    return True


def _has_any(w: Writer) -> bool:
    return bool(_begun(w))


def _loop(w: Writer) -> bool:
    w.choices.pick(_begun(w)).loop(w)
    return True


def _may_loop(w: Writer) -> bool:
    return _has_any(w) and w.may_loop()


STATEMENTS: Final = (
    Statement("things with several names", 6, _may_begin, _begin),
    Statement("change of such a thing", 60, _has_any, _line),
    Statement("for over such a thing", 20, _may_loop, _loop),
)
