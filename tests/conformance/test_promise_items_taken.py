"""Dicts with keys on some paths, given to what takes all their items."""

# Programs under test are written as users write them.
# ruff: noqa: PLC3002

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows, refused = Rows(), Rows()


class Own:
    """An object with an attribute."""

    def __init__(self, v):
        self.v = v


@refused.on(T(0), T(2))
def not_staged_str_join(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return str.join(",", d)


@refused.on(T(0), T(2))
def not_staged_order(x):
    d = {"a": 1, "b": 2}
    if x > 1:
        d["a"] = d.pop("a")
    return ",".join(d)


@refused.on(T(0), T(2))
def not_staged_order_sum(x):
    d = {"a": 1, "b": 2}
    if x > 1:
        d["a"] = d.pop("a")
    return sum((v * 10 + 1) / v for v in d.values())


@refused.on(T(0), T(2))
def not_staged_order_any(x):
    d = {"a": 1, "b": 2}
    if x > 1:
        d["a"] = d.pop("a")
    out = []
    any(out.append(k) for k in d)
    return out


@rows.on(T(0), T(2))
def staged_sorted(x):
    d = {"b": "q", "a": "r"}
    if x > 1:
        del d["a"]
    return sorted(d)


@refused.on(T(0), T(2))
def not_staged_star(x):
    d = {"b": "q", "a": "r"}
    if x > 1:
        d["b"] = d.pop("b")
    return [*d]


@refused.on(T(0), T(2))
def not_staged_star_set(x):
    d = {"b": "q", "a": "r"}
    if x > 1:
        del d["b"]
    return {*d}


@refused.on(T(0), T(2))
def not_staged_starcall(x):
    d = {"b": "q", "a": "r"}
    if x > 1:
        d["b"] = d.pop("b")
    return (lambda *a: a)(*d)


@rows.on(T(0), T(2))
def staged_sum(x):
    d = {1: 1, 2: 2}
    if x > 1:
        del d[1]
    return sum(d), min(d), any(d), all(d)


@rows.on(T(0), T(2))
def staged_reversed(x):
    d = {1: 1, 2: 2}
    if x > 1:
        del d[1]
    return list(reversed(d))


@refused.on(T(0), T(2))
def not_staged_fmt_values(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return f"{d.values()!r:>20}"


@refused.on(T(0), T(2))
def not_staged_fmt_values2(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return f"{d.values()}"


@refused.on(T(0), T(2))
def not_staged_str_values(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return str(d.values())


@refused.on(T(0), T(2))
def not_staged_str_keys(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return str(d.keys())


@refused.on(T(0), T(2))
def not_staged_fmt_keys(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return f"{d.keys()!r:>20}"


@rows.on(T(0), T(2))
def staged_fmt_d(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return f"{d!r:>20}"


@rows.on(T(0), T(2))
def staged_keys_and(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return d.keys() & {"a"}


@rows.on(T(0), T(2))
def staged_keys_sub(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return d.keys() - {"a"}


@rows.on(T(0), T(2))
def staged_keys_rsub(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return {"a", "c"} - d.keys()


@rows.on(T(0), T(2))
def staged_keys_xor_or(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return d.keys() | {"a"}


@rows.on(T(0), T(2))
def staged_keys_le(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return d.keys() <= {"a"}


@rows.on(T(0), T(2))
def staged_keys_ge(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return {"a"} >= d.keys()


@rows.on(T(0), T(2))
def staged_keys_eq(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return d.keys() == {"a"}


@rows.on(T(0), T(2))
def staged_keys_disjoint(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return d.keys().isdisjoint({"c"})


@rows.on(T(0), T(2))
def staged_items_and(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return d.items() & {("a", 1)}


@rows.on(T(0), T(2))
def staged_keys_keys(x):
    d = {"a": 1}
    e = {"a": 1}
    if x > 1:
        d["c"] = 2
    return e.keys() & d.keys()


@refused.on(T(0), T(2))
def not_staged_keys_mapping(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return d.keys().mapping["a"]


test_what_takes_keys_of_the_run_is_staged = rows.test()
test_what_is_not_staged_is_refused = refused.refusal_test()
