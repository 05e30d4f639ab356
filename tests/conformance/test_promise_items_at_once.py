"""Dicts with keys on some paths, text and ranges, where all items are taken at once."""

# Programs under test are written as users write them.

import collections
import collections.abc

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()


class Own:
    """An object with an attribute."""

    def __init__(self, v):
        self.v = v


@rows.on(T(0), T(2))
def dict_join(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return ",".join(d)


@rows.on(T(0), T(2))
def dict_extend(x):
    d = {"a": 1}
    out = []
    if x > 1:
        d["c"] = 2
    out.extend(d)
    return out


@rows.on(T(0), T(2))
def dict_iadd(x):
    d = {"a": 1}
    out = []
    if x > 1:
        d["c"] = 2
    out += d
    return out


@rows.on(T(0), T(2))
def dict_slice(x):
    d = {"a": 1}
    out = ["u", "v"]
    if x > 1:
        d["c"] = 2
    out[0:1] = d
    return out


@rows.on(T(0), T(2))
def dict_deque(x):
    d = {"a": 1}
    out = collections.deque(["u"])
    if x > 1:
        d["c"] = 2
    out += d
    return list(out)


@rows.on(T(0), T(2))
def dict_deque_extend(x):
    d = {"a": 1}
    out = collections.deque(["u"])
    if x > 1:
        d["c"] = 2
    out.extend(d)
    return list(out)


@rows.on(T(0), T(2))
def dict_sumgen(x):
    d = {"a": 1, "b": 2}
    if x > 1:
        del d["a"]
    return sum(1 for _ in d)


@rows.on(T(0), T(2))
def dict_anygen(x):
    d = {"a": 1, "b": 2}
    if x > 1:
        del d["a"]
    return any(k == "a" for k in d)


@rows.on(T(0), T(2))
def dict_allgen(x):
    d = {"a": 1, "b": 2}
    if x > 1:
        del d["a"]
    return all(k != "a" for k in d)


@rows.on(T(0), T(2))
def dict_sumgen2(x):
    d = {"a": 1, "b": 2}
    if x > 1:
        del d["a"]
    return sum(d[k] for k in d)


@rows.on(T(0), T(2))
def dict_maxgen2(x):
    d = {"a": 1, "b": 2}
    if x > 1:
        del d["a"]
    return max(d[k] for k in d)


@rows.on(T(0), T(2))
def dict_joingen(x):
    d = {"a": 1, "b": 2}
    if x > 1:
        del d["a"]
    return ",".join(k for k in d)


@rows.on(T(0), T(2))
def dict_joinvalues(x):
    d = {"a": "q", "b": "r"}
    if x > 1:
        del d["a"]
    return ",".join(d.values())


@rows.on(T(0), T(2))
def dict_joinkeys(x):
    d = {"a": "q", "b": "r"}
    if x > 1:
        del d["a"]
    return ",".join(d.keys())


@rows.on(T(0), T(2))
def dict_itemgetter(x):
    d = {"b": "c", "a": "q"}
    if x > 1:
        del d["a"]
    out = []
    out[len(out) :] = d
    return out


@rows.on(T(0), T(2))
def dict_list_add_listcalld(x):
    d = {"b": "c", "a": "q"}
    if x > 1:
        del d["a"]
    out = ["z"]
    out += d.values()
    return out


@rows.on(T(0), T(2))
def dict_items(x):
    d = {"b": "c", "a": "q"}
    if x > 1:
        del d["a"]
    out = ["z"]
    out += d.items()
    return out


@rows.on(T(0), T(2))
def dict_slice_vals(x):
    d = {"b": "c", "a": "q"}
    if x > 1:
        del d["a"]
    out = ["z"]
    out[0:0] = d.values()
    return out


@rows.on(T(0), T(2))
def dict_tablejoin(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    return ",".join(d)


@rows.on(T(0), T(2))
def dict_table_extend(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    out = ["z"]
    out.extend(d)
    return out


@rows.on(T(0), T(2))
def dict_table_iadd(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    out = ["z"]
    out += d
    return out


@rows.on(T(0), T(2))
def dict_table_slice(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    out = ["z"]
    out[0:0] = d
    return out


@rows.on(T(0), T(2))
def dict_table_sum(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    return sum(d[k] for k in d), any(k == "1" for k in d)


@rows.on(T(0), T(2))
def dict_type(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return type(d.values()).__name__


@rows.on(T(0), T(2))
def dict_type_keys(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return type(d.keys()).__name__


@rows.on(T(0), T(2))
def dict_type_items(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return type(d.items()).__name__


@rows.on(T(0), T(2))
def dict_class(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return d.items().__class__.__name__


@rows.on(T(0), T(2))
def dict_isinst(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return isinstance(d.items(), collections.abc.ItemsView)


@rows.on(T(0), T(2))
def dict_keys_in_len(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return "c" in d.keys(), len(d.keys()), bool(d.keys())


@rows.on(T(0), T(2))
def dict_message(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    if x < 9:
        raise ValueError(",".join(d))
    return 0


@rows.on(T(0), T(2))
def dict_join_keys(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return ",".join(d.keys())


@rows.on(T(0), T(2))
def dict_extend_values(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    out = []
    out.extend(d.values())
    return out


test_the_items_that_are_there_are_taken = rows.test()
