"""Keys that exist on some paths only."""

from __future__ import annotations

import collections.abc
from collections import OrderedDict, UserDict, defaultdict
from collections.abc import MutableMapping

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Keys that may not exist

T = ag.constant

B = (T(3), T(-3))


@programs.staged(*B)
def ret(x):
    """A dict with a conditional key is returned."""
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    return d


@programs.staged(*B)
def ret_else(x):
    """Two branches insert different keys into a returned dict."""
    d = {}
    if x > 0:
        d["b"] = x * 2
    else:
        d["a"] = 1
    return d


@programs.staged(*B)
def read(x):
    """Reading a conditional key raises KeyError where it is missing."""
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    return d["b"]


@programs.staged(*B)
def get(x):
    """`get` of a conditional key, of one always present and of one never present."""
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    return (d.get("b", -1), d.get("a"), d.get("c", 7))


@programs.staged(*B)
def get_none(x):
    """`get` without a default gives None for a missing conditional key."""
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    y = d.get("b")
    return 1 if y is None else y


@programs.staged(*B)
def membership(x):
    """`in` and `not in` for a conditional, a present and an absent key."""
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    return ("b" in d, "a" in d, "c" not in d)


@programs.staged(*B)
def if_in(x):
    """`if key in d` guards the reading of a conditional key."""
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    if "b" in d:
        return d["b"]
    return 0


@programs.staged(*B)
def length(x):
    """`len` of a dict with a conditional key."""
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    return len(d)


@programs.staged(*B)
def truth(x):
    """An `if` on a dict that is empty on one path."""
    d = {}
    if x > 0:
        d["b"] = x * 2
    if d:
        return 1
    return 2


@programs.staged(*B)
def truth_not(x):
    """`not` and `bool` of a dict that is empty on one path."""
    d = {}
    if x > 0:
        d["b"] = x * 2
    return (not d, bool(d))


@programs.staged(*B)
def pop(x):
    """`pop` of a conditional key with a default."""
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    y = d.pop("b", 5)
    return (y, d)


@programs.staged(*B)
def pop_raise(x):
    """`pop` of a conditional key raises KeyError where it is missing."""
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    return d.pop("b")


@programs.staged(*B)
def del_one(x):
    """`del` of a key in a branch."""
    d = {"a": x, "b": x + 1}
    if x > 0:
        del d["a"]
    return d


@programs.staged(*B)
def del_raise(x):
    """`del` of a key that a branch has already deleted raises KeyError."""
    d = {"a": x, "b": x + 1}
    if x > 0:
        del d["a"]
    del d["a"]
    return d


@programs.staged(*B)
def put_again(x):
    """Assigning to a conditional key retains its place in the order."""
    d = {}
    if x > 0:
        d["b"] = x * 2
    d["a"] = x
    d["b"] = x * 3
    return d


@programs.staged(*B)
def aug(x):
    """`+=` on a conditional key raises KeyError where it is missing."""
    d = {}
    if x > 0:
        d["b"] = x * 2
    d["b"] += 1
    return d


@programs.staged((T([3, -1, 2]),), (T([-1, -1, 0]),), (T([1, 1, 1]),))
def count(xs):
    """Counts by `get` under conditional keys in an unrolled Python loop."""
    d = {}
    for i in range(3):
        if xs[i] > 0:
            d["pos"] = d.get("pos", 0) + 1
        else:
            d["neg"] = d.get("neg", 0) + 1
    return d


@programs.staged((T([3, -1, 2]),), (T([-1, -1, 0]),), (T([1, 1, 1]),))
def count_staged(xs):
    """Counts by `get` under conditional keys in a loop over a tensor."""
    d = {}
    for x in xs:
        if x > 0:
            d["pos"] = d.get("pos", 0) + 1
        else:
            d["neg"] = d.get("neg", 0) + 1
    return d


@programs.staged((T([3, -1, 2]),), (T([-1, -1, 0]),), (T([1, 1, 1]),))
def count_range(xs):
    """Counts by `get` under three conditional keys in a loop over `ag.range`."""
    d = {}
    for i in ag.range(3):
        if xs[i] > 0:
            d["pos"] = d.get("pos", 0) + 1
        elif xs[i] == 0:
            d["zero"] = d.get("zero", 0) + 1
        else:
            d["neg"] = d.get("neg", 0) + 1
    return (d, len(d))


@programs.staged((T([3, -1, 2]),), (T([-1, -1, 0]),), (T([1, 1, 1]),))
def setdefault(xs):
    """`setdefault` of keys in a dynamic loop, one of them in a branch."""
    d = {}
    for i in ag.range(3):
        d.setdefault("pos", 0)
        if xs[i] > 0:
            d.setdefault("neg", 10)
            d["neg"] += 1
    return d


@programs.staged(*B)
def update(x):
    """`update` with a dict that has a conditional key."""
    d = {"a": x}
    e = {}
    if x > 0:
        e["b"] = x * 2
    if x > -100:
        e["a"] = x + 7
    d.update(e)
    return d


@programs.staged(*B)
def update_open(x):
    """`update` with keywords of a dict that has a conditional key."""
    e = {}
    if x > 0:
        e["b"] = x * 2
    e.update(c=x, b=1)
    return e


@programs.staged(*B)
def list_of_a_default_dict(x):
    """A defaultdict of lists with a list appended to in a branch."""
    d = defaultdict(list)
    if x > 0:
        d["a"].append(x)
    return len(d["a"])


@programs.staged(*B)
def lists_under_keys(x):
    """`setdefault` of a list in an OrderedDict within a branch."""
    d = OrderedDict()
    for i in range(3):
        if x > i:
            d.setdefault("l", []).append(i)
    return d.get("l", [])


@programs.staged(*B)
def update_of_a_default_dict(x):
    """`update` and `+=` of a defaultdict in a branch."""
    d = defaultdict(int)
    if x > 0:
        d.update(a=x)
        d["a"] += 1
    return d.get("a", -1), "b" in d


@programs.staged(*B)
def spread_over_what_no_list_of_the_run_holds(x):
    """`{**defaults, **over}` of dicts with values of several types."""
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


@programs.staged(*B, T(0))
def membership_in_values(x):
    """`in` the values of dicts, for numbers, None and strings."""
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


# -- All items at once


@programs.staged(T(0), T(2))
def dict_join(x):
    """`join` of a dict with a key added in a branch."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return ",".join(d)


@programs.staged(T(0), T(2))
def dict_extend(x):
    """`list.extend` by a dict with a key added in a branch."""
    d = {"a": 1}
    out = []
    if x > 1:
        d["c"] = 2
    out.extend(d)
    return out


@programs.staged(T(0), T(2))
def dict_iadd(x):
    """`+=` of a list and a dict with a key added in a branch."""
    d = {"a": 1}
    out = []
    if x > 1:
        d["c"] = 2
    out += d
    return out


@programs.staged(T(0), T(2))
def dict_slice(x):
    """Slice assignment from a dict with a key added in a branch."""
    d = {"a": 1}
    out = ["u", "v"]
    if x > 1:
        d["c"] = 2
    out[0:1] = d
    return out


@programs.staged(T(0), T(2))
def dict_deque(x):
    """`+=` of a deque and a dict with a key added in a branch."""
    d = {"a": 1}
    out = collections.deque(["u"])
    if x > 1:
        d["c"] = 2
    out += d
    return list(out)


@programs.staged(T(0), T(2))
def dict_deque_extend(x):
    """`deque.extend` by a dict with a key added in a branch."""
    d = {"a": 1}
    out = collections.deque(["u"])
    if x > 1:
        d["c"] = 2
    out.extend(d)
    return list(out)


@programs.staged(T(0), T(2))
def dict_sumgen(x):
    """`sum` of ones over the keys of a dict with a key deleted in a branch."""
    d = {"a": 1, "b": 2}
    if x > 1:
        del d["a"]
    return sum(1 for _ in d)


@programs.staged(T(0), T(2))
def dict_anygen(x):
    """`any` over the keys of a dict with a key deleted in a branch."""
    d = {"a": 1, "b": 2}
    if x > 1:
        del d["a"]
    return any(k == "a" for k in d)


@programs.staged(T(0), T(2))
def dict_allgen(x):
    """`all` over the keys of a dict with a key deleted in a branch."""
    d = {"a": 1, "b": 2}
    if x > 1:
        del d["a"]
    return all(k != "a" for k in d)


@programs.staged(T(0), T(2))
def dict_sumgen2(x):
    """`sum` of `d[k]` over a dict with a key deleted in a branch."""
    d = {"a": 1, "b": 2}
    if x > 1:
        del d["a"]
    return sum(d[k] for k in d)


@programs.staged(T(0), T(2))
def dict_maxgen2(x):
    """`max` of `d[k]` over a dict with a key deleted in a branch."""
    d = {"a": 1, "b": 2}
    if x > 1:
        del d["a"]
    return max(d[k] for k in d)


@programs.staged(T(0), T(2))
def dict_joingen(x):
    """`join` of a generator over a dict with a key deleted in a branch."""
    d = {"a": 1, "b": 2}
    if x > 1:
        del d["a"]
    return ",".join(k for k in d)


@programs.staged(T(0), T(2))
def dict_joinvalues(x):
    """`join` of `values()` of a dict with a key deleted in a branch."""
    d = {"a": "q", "b": "r"}
    if x > 1:
        del d["a"]
    return ",".join(d.values())


@programs.staged(T(0), T(2))
def dict_joinkeys(x):
    """`join` of `keys()` of a dict with a key deleted in a branch."""
    d = {"a": "q", "b": "r"}
    if x > 1:
        del d["a"]
    return ",".join(d.keys())


@programs.staged(T(0), T(2))
def dict_itemgetter(x):
    """Slice assignment at a list's end from a dict with a key deleted."""
    d = {"b": "c", "a": "q"}
    if x > 1:
        del d["a"]
    out = []
    out[len(out) :] = d
    return out


@programs.staged(T(0), T(2))
def dict_list_add_listcalld(x):
    """`+=` of a list and `values()` with a key deleted in a branch."""
    d = {"b": "c", "a": "q"}
    if x > 1:
        del d["a"]
    out = ["z"]
    out += d.values()
    return out


@programs.staged(T(0), T(2))
def dict_items(x):
    """`+=` of a list and `items()` with a key deleted in a branch."""
    d = {"b": "c", "a": "q"}
    if x > 1:
        del d["a"]
    out = ["z"]
    out += d.items()
    return out


@programs.staged(T(0), T(2))
def dict_slice_vals(x):
    """Slice assignment from `values()` with a key deleted in a branch."""
    d = {"b": "c", "a": "q"}
    if x > 1:
        del d["a"]
    out = ["z"]
    out[0:0] = d.values()
    return out


@programs.staged(T(0), T(2))
def dict_tablejoin(x):
    """`join` of a dict that a dynamic loop fills."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    return ",".join(d)


@programs.staged(T(0), T(2))
def dict_table_extend(x):
    """`list.extend` by a dict that a dynamic loop fills."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    out = ["z"]
    out.extend(d)
    return out


@programs.staged(T(0), T(2))
def dict_table_iadd(x):
    """`+=` of a list and a dict that a dynamic loop fills."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    out = ["z"]
    out += d
    return out


@programs.staged(T(0), T(2))
def dict_table_slice(x):
    """Slice assignment from a dict that a dynamic loop fills."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    out = ["z"]
    out[0:0] = d
    return out


@programs.staged(T(0), T(2))
def dict_table_sum(x):
    """`sum` and `any` of generators over a dict that a dynamic loop fills."""
    d = {}
    for i in range(x):
        d[str(i)] = i
    return sum(d[k] for k in d), any(k == "1" for k in d)


@programs.staged(T(0), T(2))
def dict_type(x):
    """`type` of `values()` of a dict with a key added in a branch."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return type(d.values()).__name__


@programs.staged(T(0), T(2))
def dict_type_keys(x):
    """`type` of `keys()` of a dict with a key added in a branch."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return type(d.keys()).__name__


@programs.staged(T(0), T(2))
def dict_type_items(x):
    """`type` of `items()` of a dict with a key added in a branch."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return type(d.items()).__name__


@programs.staged(T(0), T(2))
def dict_class(x):
    """`__class__` of `items()` of a dict with a key added in a branch."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return d.items().__class__.__name__


@programs.staged(T(0), T(2))
def dict_isinst(x):
    """`items()` with a key added in a branch is an `ItemsView`."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return isinstance(d.items(), collections.abc.ItemsView)


@programs.staged(T(0), T(2))
def dict_keys_in_len(x):
    """`in`, `len` and `bool` of `keys()` with a key added in a branch."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return "c" in d.keys(), len(d.keys()), bool(d.keys())


@programs.staged(T(0), T(2))
def dict_message(x):
    """An exception message joins a dict with a key added in a branch."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    if x < 9:
        raise ValueError(",".join(d))
    return 0


@programs.staged(T(0), T(2))
def dict_join_keys(x):
    """`join` of `keys()` of a dict with a key added in a branch."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return ",".join(d.keys())


@programs.staged(T(0), T(2))
def dict_extend_values(x):
    """`list.extend` by `values()` with a key added in a branch."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    out = []
    out.extend(d.values())
    return out


# -- Passed to what takes all items


@programs.staged(T(0), T(2))
def not_staged_str_join(x):
    """`str.join(",", d)` with a key added in a branch cannot be staged."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return str.join(",", d)


@programs.staged(T(0), T(2))
def not_staged_order(x):
    """`join` of a dict whose key order depends on a branch cannot be staged."""
    d = {"a": 1, "b": 2}
    if x > 1:
        d["a"] = d.pop("a")
    return ",".join(d)


@programs.staged(T(0), T(2))
def not_staged_order_sum(x):
    """`sum` over values whose order depends on a branch cannot be staged."""
    d = {"a": 1, "b": 2}
    if x > 1:
        d["a"] = d.pop("a")
    return sum((v * 10 + 1) / v for v in d.values())


@programs.staged(T(0), T(2))
def not_staged_order_any(x):
    """`any` with effects over keys in a dynamic order cannot be staged."""
    d = {"a": 1, "b": 2}
    if x > 1:
        d["a"] = d.pop("a")
    out = []
    any(out.append(k) for k in d)
    return out


@programs.staged(T(0), T(2))
def staged_sorted(x):
    """`sorted` of a dict with a key deleted in a branch."""
    d = {"b": "q", "a": "r"}
    if x > 1:
        del d["a"]
    return sorted(d)


@programs.staged(T(0), T(2))
def not_staged_star(x):
    """`[*d]` of a dict whose key order depends on a branch cannot be staged."""
    d = {"b": "q", "a": "r"}
    if x > 1:
        d["b"] = d.pop("b")
    return [*d]


@programs.staged(T(0), T(2))
def not_staged_star_set(x):
    """`{*d}` of a dict with a key deleted in a branch cannot be staged."""
    d = {"b": "q", "a": "r"}
    if x > 1:
        del d["b"]
    return {*d}


@programs.falls(T(0), T(2))
def not_staged_starcall(x):
    """A call with `*d` in an order that depends on a branch cannot be staged."""
    d = {"b": "q", "a": "r"}
    if x > 1:
        d["b"] = d.pop("b")
    return (lambda *a: a)(*d)


@programs.staged(T(0), T(2))
def staged_sum(x):
    """`sum`, `min`, `any` and `all` of a dict with a key deleted in a branch."""
    d = {1: 1, 2: 2}
    if x > 1:
        del d[1]
    return sum(d), min(d), any(d), all(d)


@programs.staged(T(0), T(2))
def staged_reversed(x):
    """`reversed` of a dict with a key deleted in a branch."""
    d = {1: 1, 2: 2}
    if x > 1:
        del d[1]
    return list(reversed(d))


@programs.staged(T(0), T(2))
def not_staged_fmt_values(x):
    """An f-string of `values()` with `!r` and a width cannot be staged."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return f"{d.values()!r:>20}"


@programs.staged(T(0), T(2))
def not_staged_fmt_values2(x):
    """An f-string of `values()` with a key added in a branch is not staged."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return f"{d.values()}"


@programs.staged(T(0), T(2))
def not_staged_str_values(x):
    """`str` of `values()` with a key added in a branch cannot be staged."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return str(d.values())


@programs.staged(T(0), T(2))
def not_staged_str_keys(x):
    """`str` of `keys()` with a key added in a branch cannot be staged."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return str(d.keys())


@programs.staged(T(0), T(2))
def not_staged_fmt_keys(x):
    """An f-string of `keys()` with `!r` and a width cannot be staged."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return f"{d.keys()!r:>20}"


@programs.staged(T(0), T(2))
def staged_fmt_d(x):
    """An f-string with `!r` and a width of a dict with a key added in a branch."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return f"{d!r:>20}"


@programs.staged(T(0), T(2))
def staged_keys_and(x):
    """`&` of `keys()`, with a key added in a branch, and a set."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return d.keys() & {"a"}


@programs.staged(T(0), T(2))
def staged_keys_sub(x):
    """`-` of `keys()`, with a key added in a branch, and a set."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return d.keys() - {"a"}


@programs.staged(T(0), T(2))
def staged_keys_rsub(x):
    """`-` of a set and `keys()`, with a key added in a branch."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return {"a", "c"} - d.keys()


@programs.staged(T(0), T(2))
def staged_keys_xor_or(x):
    """`|` of `keys()`, with a key added in a branch, and a set."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return d.keys() | {"a"}


@programs.staged(T(0), T(2))
def staged_keys_le(x):
    """`<=` of `keys()`, with a key added in a branch, and a set."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return d.keys() <= {"a"}


@programs.staged(T(0), T(2))
def staged_keys_ge(x):
    """`>=` of a set and `keys()`, with a key added in a branch."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return {"a"} >= d.keys()


@programs.staged(T(0), T(2))
def staged_keys_eq(x):
    """`==` of `keys()`, with a key added in a branch, and a set."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return d.keys() == {"a"}


@programs.staged(T(0), T(2))
def staged_keys_disjoint(x):
    """`isdisjoint` of `keys()`, with a key added in a branch, and a set."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return d.keys().isdisjoint({"c"})


@programs.staged(T(0), T(2))
def staged_items_and(x):
    """`&` of `items()`, with a key added in a branch, and a set of pairs."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return d.items() & {("a", 1)}


@programs.staged(T(0), T(2))
def staged_keys_keys(x):
    """`&` of static `keys()` and `keys()` with a key added in a branch."""
    d = {"a": 1}
    e = {"a": 1}
    if x > 1:
        d["c"] = 2
    return e.keys() & d.keys()


@programs.staged(T(0), T(2))
def not_staged_keys_mapping(x):
    """`keys().mapping` with a key added in a branch cannot be staged."""
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return d.keys().mapping["a"]


# -- Keys in two orders


@programs.staged(T(5), T(1), T(0))
def keys_that_a_loop_in_a_loop_adds(n):
    """A nested loop adds text keys to a dict until one is present."""
    held = {}
    for _ in range(n):
        key = "aa"
        while key not in held:
            held[key] = -1
            key = "b" + key[:1]
    return n, len(held)


@programs.staged(T(5), T(1), T(0))
def numbers_until_one_is_there(n):
    """A nested loop adds int keys to a dict until one is present."""
    seen = {}
    for i in range(n):
        x = 0
        while x not in seen:
            seen[x] = i
            x = (x + 1) % 3
    return sum(seen.values()), len(seen)


def in_two_orders(n):
    held = {}
    if n > 1:
        held["a"], held["b"] = n, 7
    else:
        held["b"], held["a"] = 5, 1
    if n > 2:
        held["c"] = 8
    if n == 5:
        del held["a"]
    return held, "a" if n > 3 else ("b" if n > 0 else "c")


@programs.staged(T(5), T(4), T(3), T(1), T(0))
def an_item_set_under_one_of_them(n):
    """A dynamic key is set in a dict whose key order depends on a branch."""
    held, key = in_two_orders(n)
    held[key] = 77
    return held.get("a", -1), held.get("b", -2), held.get("c", -3), len(held)


@programs.staged(T(5), T(4), T(3), T(1), T(0))
def an_item_read_under_one_of_them(n):
    """A dynamic key is read in a dict whose key order depends on a branch."""
    held, key = in_two_orders(n)
    try:
        return held[key] + 0
    except KeyError:
        return -1


# -- UserDict and mappings of the user's classes


class Table(MutableMapping[str, int]):
    def __init__(self, **entries):
        self.held = dict(entries)

    def __getitem__(self, key):
        return self.held[key]

    def __setitem__(self, key, value):
        self.held[key] = value

    def __delitem__(self, key):
        del self.held[key]

    def __iter__(self):
        return iter(self.held)

    def __len__(self):
        return len(self.held)


class Loud(UserDict[str, int]):
    def __getitem__(self, key):
        return super().__getitem__(key) * 2


def grown(kind, n):
    made = kind(a=1)
    if n > 2:
        made["b"] = n
    return made


def shrunk(kind, n):
    made = kind(a=1, b=2)
    if n > 2:
        del made["b"]
    return made


BOTH = T(0), T(3)


@programs.staged(*BOTH)
def get_2(n):
    """`get` on mappings that gain or lose a key on one branch."""
    return [
        make(kind, n).get("b", 7)
        for kind in (UserDict, Table, Loud)
        for make in (grown, shrunk)
    ]


@programs.staged(*BOTH)
def reads_in_one_function(n):
    """`list`, `len`, `in` and `get` on a `UserDict` with a conditional key."""
    u = grown(UserDict, n)
    return list(u), len(u), "b" in u, u.get("b", 7)


@programs.staged(*BOTH)
def pop_2(n):
    """`pop` with a default on mappings with a conditional key."""
    u, t = grown(UserDict, n), shrunk(Table, n)
    return u.pop("b", 7), t.pop("b", 8), len(u), len(t)


@programs.staged(*BOTH)
def pop_without_a_default(n):
    """`pop` of a conditional key raises KeyError where it is absent."""
    return shrunk(UserDict, n).pop("b")


@programs.staged(*BOTH)
def equal(n):
    """`==` and `!=` of a `UserDict` with a conditional key."""
    u = grown(UserDict, n)
    return u == {"a": 1}, u == UserDict(a=1), u != {"a": 1, "b": 3}


@programs.staged(*BOTH)
def made_a_dict(n):
    """`dict()` of mappings with a conditional key."""
    return dict(grown(UserDict, n)), dict(shrunk(Loud, n)), dict(grown(Table, n))


@programs.falls(*BOTH)
def spread_in_a_dict(n):
    """`{**mapping}` of mappings with a conditional key."""
    return {**grown(UserDict, n), "c": 2}, {**shrunk(Table, n)}


@programs.staged(*BOTH)
def views(n):
    """Key, value and item views of mappings with a conditional key."""
    u, t = shrunk(UserDict, n), grown(Table, n)
    return [
        (list(m.keys()), list(m.values()), list(m.items()), "b" in m.keys())
        for m in (u, t)
    ]


@programs.staged(*BOTH)
def views_stepped_through(n):
    """Loops over mappings with a conditional key and over their views."""
    keys, total = [], 0
    for m in (grown(UserDict, n), shrunk(Loud, n), grown(Table, n)):
        for key, value in m.items():
            keys.append(key)
            total += value
        keys += [key * 2 for key in m]
        total = total * 10 + sum(m.values())
    return keys, total


@programs.staged(*BOTH)
def views_used(n):
    """`sum`, `max`, `sorted`, `len` and `in` with a conditional key."""
    u = grown(UserDict, n)
    return sum(u.values()), max(u.values()), sorted(u), len(u.items()), 3 in u.values()


@programs.staged(*BOTH)
def changed(n):
    """`update`, `setdefault` and `popitem` on mappings with a conditional key."""
    u, t = grown(UserDict, n), grown(Table, n)
    for m in (u, t):
        m.update(c=n)
        m.setdefault("b", 9)
    return u["b"], t["b"], u["c"], len(u), grown(UserDict, n).popitem()


@programs.staged(*BOTH)
def read_by_a_loop(n):
    """A key that a dynamic loop writes into a `UserDict` may be absent."""
    u = UserDict(a=1)
    for i in range(n):
        u["b"] = i
    return u.get("b", 7), dict(u)


@programs.falls(*BOTH)
def cleared(n):
    """`UserDict.clear` with a conditional key cannot be staged."""
    u = grown(UserDict, n)
    u.clear()
    return len(u)


@programs.falls(*BOTH)
def spread_in_a_call(n):
    """`dict(**mapping)` of a `UserDict` with a conditional key cannot be staged."""
    return dict(**grown(UserDict, n))
