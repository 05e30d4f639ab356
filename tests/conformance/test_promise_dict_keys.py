"""Dicts that have a key on some paths only, as the run decides."""

from __future__ import annotations

from collections import OrderedDict, defaultdict

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
B = (T(3), T(-3))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*B)
def ret(x):
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    return d


@rows.on(*B)
def ret_else(x):
    d = {}
    if x > 0:
        d["b"] = x * 2
    else:
        d["a"] = 1
    return d


@rows.on(*B)
def read(x):
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    return d["b"]


@rows.on(*B)
def get(x):
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    return (d.get("b", -1), d.get("a"), d.get("c", 7))


@rows.on(*B)
def get_none(x):
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    y = d.get("b")
    return 1 if y is None else y


@rows.on(*B)
def membership(x):
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    return ("b" in d, "a" in d, "c" not in d)


@rows.on(*B)
def if_in(x):
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    if "b" in d:
        return d["b"]
    return 0


@rows.on(*B)
def length(x):
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    return len(d)


@rows.on(*B)
def truth(x):
    d = {}
    if x > 0:
        d["b"] = x * 2
    if d:
        return 1
    return 2


@rows.on(*B)
def truth_not(x):
    d = {}
    if x > 0:
        d["b"] = x * 2
    return (not d, bool(d))


@rows.on(*B)
def pop(x):
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    y = d.pop("b", 5)
    return (y, d)


@rows.on(*B)
def pop_raise(x):
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    return d.pop("b")


@rows.on(*B)
def del_one(x):
    d = {"a": x, "b": x + 1}
    if x > 0:
        del d["a"]
    return d


@rows.on(*B)
def del_raise(x):
    d = {"a": x, "b": x + 1}
    if x > 0:
        del d["a"]
    del d["a"]
    return d


@rows.on(*B)
def put_again(x):
    d = {}
    if x > 0:
        d["b"] = x * 2
    d["a"] = x
    d["b"] = x * 3
    return d


@rows.on(*B)
def aug(x):
    d = {}
    if x > 0:
        d["b"] = x * 2
    d["b"] += 1
    return d


@rows.on((T([3, -1, 2]),), (T([-1, -1, 0]),), (T([1, 1, 1]),))
def count(xs):
    d = {}
    for i in range(3):
        if xs[i] > 0:
            d["pos"] = d.get("pos", 0) + 1
        else:
            d["neg"] = d.get("neg", 0) + 1
    return d


@rows.on((T([3, -1, 2]),), (T([-1, -1, 0]),), (T([1, 1, 1]),))
def count_staged(xs):
    d = {}
    for x in xs:
        if x > 0:
            d["pos"] = d.get("pos", 0) + 1
        else:
            d["neg"] = d.get("neg", 0) + 1
    return d


@rows.on((T([3, -1, 2]),), (T([-1, -1, 0]),), (T([1, 1, 1]),))
def count_range(xs):
    d = {}
    for i in ag.range(3):
        if xs[i] > 0:
            d["pos"] = d.get("pos", 0) + 1
        elif xs[i] == 0:
            d["zero"] = d.get("zero", 0) + 1
        else:
            d["neg"] = d.get("neg", 0) + 1
    return (d, len(d))


@rows.on((T([3, -1, 2]),), (T([-1, -1, 0]),), (T([1, 1, 1]),))
def setdefault(xs):
    d = {}
    for i in ag.range(3):
        d.setdefault("pos", 0)
        if xs[i] > 0:
            d.setdefault("neg", 10)
            d["neg"] += 1
    return d


@rows.on(*B)
def update(x):
    d = {"a": x}
    e = {}
    if x > 0:
        e["b"] = x * 2
    if x > -100:
        e["a"] = x + 7
    d.update(e)
    return d


@rows.on(*B)
def update_open(x):
    e = {}
    if x > 0:
        e["b"] = x * 2
    e.update(c=x, b=1)
    return e


@rows.on(*B)
def list_of_a_default_dict(x):
    d = defaultdict(list)
    if x > 0:
        d["a"].append(x)
    return len(d["a"])


@rows.on(*B)
def lists_under_keys(x):
    d = OrderedDict()
    for i in range(3):
        if x > i:
            d.setdefault("l", []).append(i)
    return d.get("l", [])


@rows.on(*B)
def update_of_a_default_dict(x):
    d = defaultdict(int)
    if x > 0:
        d.update(a=x)
        d["a"] += 1
    return d.get("a", -1), "b" in d


@rows.on(*B)
def spread_over_what_no_list_of_the_run_holds(x):
    defaults = {"name": "app", "port": 80, "debug": None, 7: {"q": 1}}
    over = {}
    if x > 0:
        over["port"] = 8000 + int(x)
        over["user"] = "me"
    made = {**defaults, **over, "last": 1}
    over["name"] = "other"
    return (
        made["name"],
        made["port"],
        made["debug"],
        "user" in made,
        len(made),
        len(over),
    )


@rows.on(*B, T(0))
def membership_in_values(x):
    d = {1: 3, "none": None, "n": int(x), "f": 2.5}
    texts = {"a": "k3"}
    if x > 0:
        texts["b"] = "k4"
    text, n = f"k{int(x)}", int(x)
    found = n in d.values(), None in d.values(), "a" in d.values(), 4 in d.values()
    return (
        found,
        n not in {1: 3}.values(),
        text in {1: "k3"}.values(),
        text in texts.values(),
    )
