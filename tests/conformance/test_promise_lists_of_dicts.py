"""Lists of dicts that grow while the graph runs: written, read, searched, changed."""

# Programs under test are written as users write them.
# ruff: noqa: B905, PERF401, PLC0206, RUF007

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
SIZES = (T(5), T(1), T(0))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_may_be_seen_under_another_name_is_refused = refused.refusal_test()


def made(n):
    return [{"t": t, "x": (t * 7) % 5} for t in range(n)]


@rows.on(*SIZES)
def appended(n):
    found = [{"t": -1, "x": 1.5}]
    for t in range(n):
        found.append({"t": t, "x": found[-1]["x"] * 2})
    return found, len(found), found[-1]["x"]


@rows.on(*SIZES)
def searched(n):
    found = [{"t": -1, "x": 3}, *made(n)]
    best = max(found, key=lambda row: row["x"])
    order = [row["t"] for row in sorted(found, key=lambda row: row["x"])]
    late = [row["x"] for row in found if row["t"] > 2]
    return best["t"], order, late, {"t": 2, "x": 4} in found, found == made(n)


@rows.on(*SIZES)
def with_what_has_another_form(n):
    found = []
    for t in range(n):
        found.append({"at": (t, 1), "name": f"k{t}", "best": t if t > 2 else None})
    names = [row["name"].upper() for row in found]
    return str(found), names, [row["at"][0] for row in found if row["best"] is None]


@rows.on(*SIZES)
def changed_by_place(n):
    found = made(n)
    for i in range(n):
        found[i]["x"] += i
        found[n - 1 - i].update(t=i)
    if n > 2:
        found[1] |= {"x": 100}
    return found


@rows.on(*SIZES)
def changed_in_turn(n):
    found = made(n)
    for row in found:
        if row["x"] > 2:
            row["x"] = 0
    for i, row in enumerate(found):
        for key in ("t", "x"):
            row[key] += i
    return found


@rows.on(*SIZES)
def changed_after_it_was_put_there(n):
    found = []
    for t in range(n):
        row = {"t": t, "x": 1}
        found.append(row)
        row["x"] = 5
        found[-1]["t"] += row["x"]
        row["t"] += 1
    return found


@rows.on(*SIZES)
def one_of_two_names(n):
    found = made(n + 1)
    first = found[0]
    again = found[n % 2]
    again["x"] = 70
    first["t"] += first["x"]
    return found, first, again


@rows.on(*SIZES)
def copied(n):
    found = made(n)
    others = [{**row, "x": row["x"] + 1} for row in found]
    for row in others:
        row["t"] = 0
    return found, others, [dict(row) for row in found]


@rows.on(*SIZES)
def lists_in_dicts(n):
    found = []
    for t in range(n):
        found.append({"t": t, "path": [t]})
        found[-1]["path"].append(5)
    for row in found:
        row["path"].append(row["t"])
    if n > 2:
        path = found[1]["path"]
        path.append(100)
        found[n - 2]["path"].append(200)
        found[0]["path"] = [7, 8]
    return found


@rows.on(*SIZES)
def dicts_in_dicts(n):
    found = []
    for t in range(n):
        found.append({"pos": {"x": t, "y": 0}, "vel": (t, 1)})
    for row in found:
        row["pos"]["x"] += row["vel"][0]
        row["pos"]["y"] += row["vel"][1]
    return found


@rows.on(*SIZES)
def taken_out(n):
    stack = [{"node": 1, "depth": 0}]
    total = 0
    while stack:
        top = stack.pop()
        total += top["node"]
        if top["depth"] < n:
            stack.append({"node": top["node"] * 2, "depth": top["depth"] + 1})
            stack.insert(0, {"node": 1, "depth": n})
    return total


@rows.on(*SIZES)
def matched(n):
    steps = [{"op": "add" if t % 2 else "sub", "v": t} for t in range(n)]
    total = 0
    for step in steps:
        match step:
            case {"op": "add", "v": v}:
                total += v
            case {"op": "sub", "v": v}:
                total -= v
    return total


@rows.on(([], T(3)), ([{"t": 1, "x": 0}], T(2)), ([], T(0)))
def a_list_of_the_callers(found, n):
    for t in range(n):
        found.append({"t": t, "x": 1})
    return len(found)


@rows.on(*SIZES)
def in_a_dict_by_keys_of_the_run(n):
    groups, counts = {}, {}
    for t in range(n):
        key = f"k{t % 3}"
        groups.setdefault(key, []).append({"t": t, "x": 1})
        if key not in counts:
            counts[key] = {"n": 0, "sum": 0.0}
        counts[key]["n"] += 1
        counts[key]["sum"] += t / 2
    for key in groups:
        for row in groups[key]:
            row["x"] += 1
    return groups, {key: held["sum"] / held["n"] for key, held in counts.items()}


@rows.on(*SIZES)
def lists_in_a_dict_by_keys_of_the_run(n):
    counts = {}
    for t in range(n):
        key = f"k{t % 3}"
        if key not in counts:
            counts[key] = [0, 0]
        counts[key][0] += 1
        counts[key][1] += t
    return counts


@rows.on((T(2.0), T(3)), (T(1.5), T(0)))
def tensors(x, n):
    found = [{"w": x, "t": 0}]
    for t in range(n):
        found.append({"w": x * t, "t": t})
    return found[-1]["w"]


@refused.on(T(3))
def a_dict_changed_in_each_turn(n):
    found = []
    row = {"t": 0}
    for t in range(n):
        row["t"] = t
        found.append(row)
    return found


@refused.on(T(3))
def a_dict_changed_after_the_loop(n):
    found = []
    row = {"t": 0}
    for t in range(n):
        row = {"t": t}
        found.append(row)
    row["t"] = 5
    return found


@refused.on(T(3))
def a_dict_of_a_copy_changed(n):
    found = made(n)
    for one, other in zip(found, found[1:]):
        other["x"] = one["x"] + 1
    return found


@refused.on(T(3))
def a_list_of_a_dict_with_another_name(n):
    found = []
    path = [0]
    for t in range(n):
        found.append({"t": t, "path": path})
        path.append(t)
    return found


@refused.on(T(3), T(0))
def a_key_more(n):
    found = made(n)
    for row in found:
        row["z"] = 3
    return found


@refused.on(T(3), T(0))
def dicts_of_a_list_sorted_by_themselves(n):
    found = [{"path": [t]} for t in range(n)]
    return sorted(found, key=lambda row: row)
