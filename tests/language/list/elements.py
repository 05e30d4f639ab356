"""Lists of dicts, arrays, numbers and None."""

from __future__ import annotations

import heapq

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Dicts

T = ag.constant

SIZES = (T(5), T(1), T(0))


def made(n):
    return [{"t": t, "x": (t * 7) % 5} for t in range(n)]


@programs.staged(*SIZES)
def appended(n):
    """A loop appends dicts computed from the last dict of the list."""
    found = [{"t": -1, "x": 1.5}]
    for t in range(n):
        found.append({"t": t, "x": found[-1]["x"] * 2})
    return found, len(found), found[-1]["x"]


@programs.staged(*SIZES)
def searched(n):
    """`max`, `sorted`, `in` and `==` on a dynamic list of dicts."""
    found = [{"t": -1, "x": 3}, *made(n)]
    best = max(found, key=lambda row: row["x"])
    order = [row["t"] for row in sorted(found, key=lambda row: row["x"])]
    late = [row["x"] for row in found if row["t"] > 2]
    return best["t"], order, late, {"t": 2, "x": 4} in found, found == made(n)


@programs.staged(*SIZES)
def with_what_has_another_form(n):
    """Dicts with a tuple, a string and a possibly None value in a dynamic list."""
    found = []
    for t in range(n):
        found.append({"at": (t, 1), "name": f"k{t}", "best": t if t > 2 else None})
    names = [row["name"].upper() for row in found]
    return str(found), names, [row["at"][0] for row in found if row["best"] is None]


@programs.staged(*SIZES)
def changed_by_place(n):
    """Dicts in a dynamic list are changed by index, `update` and `|=`."""
    found = made(n)
    for i in range(n):
        found[i]["x"] += i
        found[n - 1 - i].update(t=i)
    if n > 2:
        found[1] |= {"x": 100}
    return found


@programs.staged(*SIZES)
def changed_in_turn(n):
    """Loops over a dynamic list of dicts change each dict."""
    found = made(n)
    for row in found:
        if row["x"] > 2:
            row["x"] = 0
    for i, row in enumerate(found):
        for key in ("t", "x"):
            row[key] += i
    return found


@programs.staged(*SIZES)
def changed_after_it_was_put_there(n):
    """A dict is changed by name and by index after it was appended."""
    found = []
    for t in range(n):
        row = {"t": t, "x": 1}
        found.append(row)
        row["x"] = 5
        found[-1]["t"] += row["x"]
        row["t"] += 1
    return found


@programs.staged(*SIZES)
def one_of_two_names(n):
    """Two names of dicts in a list, perhaps of the same dict, are both changed."""
    found = made(n + 1)
    first = found[0]
    again = found[n % 2]
    again["x"] = 70
    first["t"] += first["x"]
    return found, first, again


@programs.staged(*SIZES)
def copied(n):
    """`{**row}` and `dict(row)` copy the dicts of a dynamic list."""
    found = made(n)
    others = [{**row, "x": row["x"] + 1} for row in found]
    for row in others:
        row["t"] = 0
    return found, others, [dict(row) for row in found]


@programs.staged(*SIZES)
def lists_in_dicts(n):
    """Lists inside the dicts of a dynamic list are appended to and replaced."""
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


@programs.staged(*SIZES)
def dicts_in_dicts(n):
    """Dicts nested in the dicts of a dynamic list are changed in a loop."""
    found = []
    for t in range(n):
        found.append({"pos": {"x": t, "y": 0}, "vel": (t, 1)})
    for row in found:
        row["pos"]["x"] += row["vel"][0]
        row["pos"]["y"] += row["vel"][1]
    return found


@programs.staged(*SIZES)
def taken_out(n):
    """A list of dicts serves as a stack: `pop`, `append` and `insert`."""
    stack = [{"node": 1, "depth": 0}]
    total = 0
    while stack:
        top = stack.pop()
        total += top["node"]
        if top["depth"] < n:
            stack.append({"node": top["node"] * 2, "depth": top["depth"] + 1})
            stack.insert(0, {"node": 1, "depth": n})
    return total


@programs.staged(*SIZES)
def matched(n):
    """`match` with mapping patterns over a dynamic list of dicts."""
    steps = [{"op": "add" if t % 2 else "sub", "v": t} for t in range(n)]
    total = 0
    for step in steps:
        match step:
            case {"op": "add", "v": v}:
                total += v
            case {"op": "sub", "v": v}:
                total -= v
    return total


@programs.staged(([], T(3)), ([{"t": 1, "x": 0}], T(2)), ([], T(0)))
def a_list_of_the_callers(found, n):
    """Dicts are appended to the caller's list."""
    for t in range(n):
        found.append({"t": t, "x": 1})
    return len(found)


@programs.staged(*SIZES)
def in_a_dict_by_keys_of_the_run(n):
    """Dicts and lists of dicts are stored under dynamic string keys and changed."""
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


@programs.staged(*SIZES)
def lists_in_a_dict_by_keys_of_the_run(n):
    """Pairs of counters under dynamic string keys are changed in place."""
    counts = {}
    for t in range(n):
        key = f"k{t % 3}"
        if key not in counts:
            counts[key] = [0, 0]
        counts[key][0] += 1
        counts[key][1] += t
    return counts


@programs.staged((T(2.0), T(3)), (T(1.5), T(0)))
def tensors(x, n):
    """A dynamic list of dicts with tensor values."""
    found = [{"w": x, "t": 0}]
    for t in range(n):
        found.append({"w": x * t, "t": t})
    return found[-1]["w"]


@programs.staged(T(3))
def a_dict_changed_in_each_turn(n):
    """Appending one dict that each iteration changes cannot be staged."""
    found = []
    row = {"t": 0}
    for t in range(n):
        row["t"] = t
        found.append(row)
    return found


@programs.staged(T(3))
def a_dict_changed_after_the_loop(n):
    """Changing the dict that a loop appended last cannot be staged."""
    found = []
    row = {"t": 0}
    for t in range(n):
        row = {"t": t}
        found.append(row)
    row["t"] = 5
    return found


@programs.staged(T(3))
def a_dict_of_a_copy_changed(n):
    """Changing dicts through `zip(found, found[1:])` cannot be staged."""
    found = made(n)
    for one, other in zip(found, found[1:]):
        other["x"] = one["x"] + 1
    return found


@programs.staged(T(3))
def a_list_of_a_dict_with_another_name(n):
    """A list shared by appended dicts and changed in the loop cannot be staged."""
    found = []
    path = [0]
    for t in range(n):
        found.append({"t": t, "path": path})
        path.append(t)
    return found


@programs.staged(T(3), T(0))
def a_key_more(n):
    """Adding a key to the dicts of a dynamic list cannot be staged."""
    found = made(n)
    for row in found:
        row["z"] = 3
    return found


@programs.staged(T(3), T(0))
def dicts_of_a_list_sorted_by_themselves(n):
    """Sorting dynamic dicts with the dict itself as key cannot be staged."""
    found = [{"path": [t]} for t in range(n)]
    return sorted(found, key=lambda row: row)


# -- NumPy arrays

NUMBERS = (T(0), T(1), T(4))


@programs.staged(*NUMBERS)
def an_item_is_read(n):
    """A list of NumPy arrays is read at dynamic indices."""
    xs = [np.zeros(3), np.ones(3), np.full(3, 2.5)]
    last = xs[-1 if n > 2 else 0]
    return xs[n % 3] + 1, xs[n % 3].sum(), last * 2, np.dot(xs[n % 2], last)


@programs.staged(*NUMBERS)
def an_item_is_replaced(n):
    """An array in a list is replaced at a dynamic index."""
    xs = [np.zeros(3) for _ in range(3)]
    xs[n % 3] = xs[n % 3] + 1
    return xs


@programs.staged(*NUMBERS)
def items_are_replaced_in_a_loop(n):
    """A loop replaces arrays in a list, which is then summed and stacked."""
    xs = [np.zeros(2), np.ones(2)]
    for i in range(n):
        xs[i % 2] = xs[i % 2] * 2 + i
    return xs, sum(xs), np.stack(xs)


@programs.staged(*NUMBERS)
def arrays_of_a_key_of_the_run(n):
    """An array in a dict is replaced under a key selected at run time."""
    table = {"a": np.zeros(2), "b": np.ones(2)}
    key = "a" if n > 2 else "b"
    table[key] = table[key] + n
    return table, table[key] * 2


@programs.staged(*NUMBERS)
def layers(n):
    """A loop applies pairs of matrix and bias from a list at a dynamic index."""
    weights = [(np.eye(2), np.zeros(2)), (np.eye(2) * 2, np.ones(2))]
    x = np.array([1.0, 2.0])
    for i in range(n):
        matrix, bias = weights[i % 2]
        x = np.maximum(matrix @ x + bias, 0)
    return x


@programs.staged(*NUMBERS)
def a_history(n):
    """A loop appends each new array that it computes."""
    seen, x = [], np.ones(2)
    for _ in range(n):
        x = x * 2
        seen.append(x)
    return seen, len(seen)


@programs.staged(*NUMBERS)
def a_history_of_copies(n):
    """A loop appends copies of an array that it changes in place."""
    seen, x = [], np.ones(2)
    for _ in range(n):
        x *= 2
        seen.append(x.copy())
    return seen


@programs.staged(*NUMBERS)
def the_nearest(n):
    """A loop selects the nearest array; `sort` orders them by a dynamic key."""
    points = [np.array([3, 1]), np.array([2, 2]), np.array([0, 5])]
    best = points[0]
    for each in points:
        if abs(each[0] - n) < abs(best[0] - n):
            best = each
    points.sort(key=lambda p: p[0] * n)
    return best, points


@programs.staged(([np.zeros(3), np.ones(3)], T(1)), ([np.zeros(3), np.ones(3)], T(0)))
def an_item_of_the_callers_list(xs, n):
    """An array in the caller's list is replaced at a dynamic index."""
    xs[n % 2] = xs[n % 2] + 1
    return xs[0]


@programs.staged(*NUMBERS)
def one_array_twice(n):
    """A list contains one array twice; `+=` at a dynamic index shows in both."""
    xs = [np.zeros(3)] * 2
    xs[n % 2] += 1
    return xs


@programs.staged(*NUMBERS)
def an_item_with_another_name(n):
    """`+=` at a dynamic index of a list changes an array with another name."""
    xs = [np.zeros(3), np.ones(3)]
    first = xs[0]
    xs[n % 2] += 1
    return first, xs


@programs.staged(*NUMBERS)
def a_name_of_an_item(n):
    """`+=` on a name of an array selected at run time changes the list's item."""
    xs = [np.zeros(3), np.ones(3)]
    item = xs[n % 2]
    item += 1
    return item, xs


@programs.staged(*NUMBERS)
def a_name_of_an_item_that_is_written_to(n):
    """Item assignment through a name of an array selected at run time."""
    xs = [np.zeros(3), np.ones(3)]
    item = xs[n % 2]
    item[0] = 7
    return xs


@programs.staged(T(1), T(4))
def a_history_of_one_array(n):
    """Appending one array that a loop changes in place cannot be staged."""
    seen, x = [], np.ones(2)
    for _ in range(n):
        x *= 2
        seen.append(x)
    return seen


@programs.staged(*NUMBERS)
def an_item_that_is_added(n):
    """An array selected at run time is appended again and changed in place."""
    xs = [np.zeros(3), np.ones(3)]
    xs.append(xs[n % 2])
    xs[2] += 1
    return xs


@programs.staged(T(1), T(4))
def a_history_in_a_list_of_tuples(n):
    """Tuples with one array that a loop changes in place cannot be staged."""
    seen, x = [], np.ones(2)
    for i in range(n):
        seen.append((i, x))
        x += 1
    return seen


# -- Numbers

OF_NUMPY = tuple(map(np.int64, (3, 0, -2, 6)))

TENSORS = (T(4), T(1), T(7))


@programs.staged(*OF_NUMPY)
def a_log_of_events(n):
    """An event queue (`heapq`) of int64 and Python times, logged as text."""
    queue, log = [], []
    for time, kind in ((n, "n"), (2, "b"), (5, "c")):
        heapq.heappush(queue, (time, kind))
    now = 0
    while queue:
        time, kind = heapq.heappop(queue)
        now = max(now, time)
        log.append(f"{kind}@{now}")
        if kind == "b" and n > 1:
            heapq.heappush(queue, (now + 2, "d"))
    return log, now


def grown(n, number):
    items = [n]
    for _ in range(n):
        items.append(number)
    return items


@programs.staged(*OF_NUMPY)
def texts_of_integers(n):
    """Text of items and extremes of a list of an int64 and Python ints."""
    items = grown(n, 2)
    best = None
    for item in items:
        if best is None or item < best:
            best = item
    return f"{best}", str(items[-1]), f"{items[0]} of {max(items)}"


@programs.staged(*OF_NUMPY, *TENSORS)
def sums(n):
    """`+=` and `sum` over a dynamic-length list of a tensor and Python ints."""
    total = 0
    for item in grown(n, 2):
        total += item
    return total, sum(grown(n, 3))


@programs.staged(*OF_NUMPY, *TENSORS)
def quotients_that_are_the_same(n):
    """Division by a list item of either kind that is never zero."""
    items = grown(n, 2)
    return 10 // (items[-1] if n > 0 else 1)


@programs.staged(*OF_NUMPY[:1], *TENSORS[:1])
def a_quotient_of_one_of_two_items(n):
    """Division by an int64 or a Python zero out of a list cannot be staged."""
    items = grown(n, 0)
    last, first = items[-1], items[0]
    divisor = last if n > 0 else first
    try:
        return 10 // divisor
    except ZeroDivisionError:
        return -1


@programs.staged(*OF_NUMPY[:1], *TENSORS[:1])
def a_quotient_of_the_smallest_so_far(n):
    """Division by the smallest item of a mixed list cannot be staged."""
    best = 1
    for item in grown(n, 0):
        best = item if item < best else best
    return 10 / best


@programs.staged(*OF_NUMPY[:1], *TENSORS[:1])
def a_quotient_in_the_loop_that_appends(n):
    """Division by the last item of a mixed list that grows cannot be staged."""
    items, total = [n], 0
    for _ in range(n):
        total += 10 // items[-1]
        items.append(0)
    return total


@programs.staged(*TENSORS)
def the_text_of_the_largest(n):
    """The text of `max` of 0 and a list item of either kind cannot be staged."""
    items = [n, 2]
    if n > 5:
        items.append(1)
    return f"{max(0, items[1])}"


@programs.staged(*TENSORS[:1])
def the_text_in_the_loop_that_appends(n):
    """The text of the last item of a mixed list that grows cannot be staged."""
    items, text = [n], ""
    for _ in range(n):
        text += f"{items[-1]} "
        items.append(5)
    return text


@programs.staged(*OF_NUMPY[:1])
def the_text_for_programmers(n):
    """`!r` of a Python int or an int64 out of a list cannot be staged."""
    return f"{max(0, grown(n, 2)[-1])!r}"


@programs.staged(*OF_NUMPY, *TENSORS)
def constants_of_numpy(n):
    """A dynamic-length list of uint8 constants: sum, `repr`, classes, array."""
    items = []
    for _ in range(n):
        items.append(np.uint8(200))
    total = sum(items, np.uint8(1))
    classes = [isinstance(each, np.uint8) for each in items]
    return items, f"{items} {total!r}", classes, np.array(items, dtype=np.uint8)


@programs.staged(*OF_NUMPY, *TENSORS)
def items_of_an_array_that_is_known(n):
    """Items of a constant array appended until a dynamic `break`."""
    found = []
    for each in np.array([0.5, 1.5, 2.5]):
        if each > n:
            break
        found.append((each, np.sign(each)))
    return found, f"{found}", len(found)


@programs.staged(*OF_NUMPY, *TENSORS)
def constants_of_numpy_under_keys(n):
    """Fibonacci numbers of NumPy int64 in a dict that grows by dynamic tests."""
    known = {0: np.int64(0), 1: np.int64(1)}
    for k in range(2, 5):
        if k <= n and k not in known:
            known[k] = known[k - 1] + known[k - 2]
    return f"{known}", len(known), max(known.values())


@programs.staged(*TENSORS[:1])
def the_text_of_constants_of_two_dtypes(n):
    """The text of a list of float32 and float64 constants cannot be staged."""
    items = []
    for _ in range(n):
        items.append(np.float32(0.1))
        items.append(np.float64(0.1))
    return f"{items}"


@programs.staged(*TENSORS[:1])
def the_text_of_constants_beside_tensors(n):
    """The text of a list of a tensor and NumPy constants cannot be staged."""
    items = [n]
    for _ in range(n):
        items.append(np.int32(2))
    return f"{items}"


@programs.staged(*TENSORS[:1])
def the_text_of_constants_beside_pythons(n):
    """`!r` of an item of a list of Python and NumPy floats cannot be staged."""
    items = [0.5]
    for _ in range(n):
        items.append(np.float64(1.5))
    return f"{items[-1]!r}"


@programs.staged(*TENSORS[:1])
def text_of_numpy(n):
    """A dynamic-length list of `np.str_` cannot be staged."""
    items = []
    for _ in range(n):
        items.append(np.str_("ab"))
    return items
