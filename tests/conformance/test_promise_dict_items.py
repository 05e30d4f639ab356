"""Going through, comparing, copying and making dicts whose keys the run decides."""

from __future__ import annotations

from collections import Counter, defaultdict

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
B = (T(3), T(-3))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*B)
def iterate(x):
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    s = 0
    for k in d:  # noqa: PLC0206
        s = s + d[k]
    return s


@rows.on(*B)
def iterate_items(x):
    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    d["c"] = x - 1
    s = 0
    for k, v in d.items():
        s = s * 10 + v
        d[k] = v + 1
    return (s, d)


@rows.on(*B)
def iterate_break(x):
    d = {}
    if x > 0:
        d["b"] = x * 2
    d["c"] = x - 1
    s = 0
    for v in d.values():
        s = s + v
        if s > 3:
            break
    else:
        s = -s
    return s


@rows.on(*B)
def iterate_return(x):
    d = {}
    if x > 0:
        d["b"] = x * 2
    d["c"] = x - 1
    for k in d:  # noqa: PLC0206
        if k == "b":
            return d[k]
    return 0


@rows.on(*B)
def listcomp(x):
    d = {}
    if x > 0:
        d["b"] = x * 2
    d["c"] = x - 1
    return [v for k, v in d.items()]


@rows.on(*B)
def dictcomp(x):
    d = {}
    if x > 0:
        d["b"] = x * 2
    d["c"] = x - 1
    return {k: v * 2 for k, v in d.items()}


@rows.on(*B)
def total_of_values(x):
    d = {}
    if x > 0:
        d["b"] = x * 2
    d["c"] = x - 1
    return sum(d.values())


@rows.on(*B)
def copy(x):
    d = {}
    if x > 0:
        d["b"] = x * 2
    e = d.copy()
    f = dict(d)
    e["c"] = 1
    f["b"] = 0
    return (d, e, f)


@rows.on(*B)
def union(x):
    d = {}
    if x > 0:
        d["b"] = x * 2
    return {"b": 1} | d


@rows.on(*B)
def iunion(x):
    d = {}
    if x > 0:
        d["b"] = x * 2
    e = {"b": 1}
    e |= d
    return e


@rows.on(*B)
def eq(x):
    d = {}
    if x > 0:
        d["b"] = x * 2
    return d == {"b": 6}


@rows.on(*B)
def attr(x):

    class C:
        pass

    c = C()
    c.d = {}
    if x > 0:
        c.d["b"] = x * 2
    return c.d.get("b", 0)


@rows.on(*B)
def caught(x):
    d = {}
    if x > 0:
        d["b"] = x * 2
    try:
        return d["b"]
    except KeyError as e:
        return -1


@rows.on(*B)
def caught_text(x):
    d = {}
    if x > 0:
        d["b"] = x * 2
    try:
        return str(d["b"])
    except KeyError as e:
        return f"no {e}"


@rows.on(*B)
def in_try(x):
    d = {}
    try:
        d["a"] = x
        if x > 0:
            raise ValueError
        d["b"] = x
    except ValueError:
        d["c"] = 1
    return d


@rows.on(*B)
def nested(x):
    d = {"in": {}}
    if x > 0:
        d["in"]["k"] = x
    return d


@rows.on(*B)
def new_dicts(x):
    if x > 0:
        d = {"a": x, "b": 1}
    else:
        d = {"b": 2, "a": x}
    return d


@rows.on(*B)
def new_dicts_get(x):
    if x > 0:
        d = {"a": x, "b": 1}
    else:
        d = {"b": 2, "c": x}
    return (d["b"], d.get("a", 0))


@rows.on(*B)
def ret_branches(x):
    if x > 0:
        return {"a": x}
    return {"b": x}


@rows.on(*B)
def default_dict(x):
    d = defaultdict(int)
    if x > 0:
        d["b"] += 1
    return d["b"]


@rows.on(*B)
def missing_of_a_counter(x):
    d = Counter()
    if x > 0:
        d["b"] += 1
    return d["b"]


@rows.on(*B)
def keys_len(x):
    d = {}
    if x > 0:
        d["b"] = x * 2
    return len(d.keys())


@rows.on(*B)
def in_keys(x):
    d = {}
    if x > 0:
        d["b"] = x * 2
    return "b" in d.keys()


@rows.on(*B)
def prop(x):

    class C:
        def __init(self):
            self.d = {}

        @property
        def n(self):
            return len(self.d)

    c = C()
    if x > 0:
        c.d["b"] = x * 2
    return c.n


@rows.on(*B)
def while_key(x):
    d = {}
    i = x * 0
    while i < 3:
        d["last"] = i
        i = i + 1
    return d["last"]


@rows.on(*B)
def while_none(x):
    d = {}
    i = x * 0
    while i < x:
        d["last"] = i
        i = i + 1
    return d


@rows.on(*B)
def clear(x):
    d = {"a": x}
    if x > 0:
        d.clear()
    return len(d)


@rows.on(*B)
def arg(x):

    def g(d):
        if "b" in d:
            return d["b"]
        d["z"] = 1
        return 0

    d = {"a": x}
    if x > 0:
        d["b"] = x * 2
    return (g(d), d)


@rows.on(*B)
def is_same_dict(x):
    d = {"a": x}
    e = d
    if x > 0:
        d["b"] = x * 2
    return (e.get("b", 9), e is d)


@rows.on(*B)
def comprehension_with_a_condition(x):
    return {k: x + k for k in range(3) if x > k}


@rows.on(*B)
def comprehension_that_is_asked(x):
    d = {k: x + k for k in range(3) if x > k}
    return d.get(2, -1), len(d), 1 in d


@rows.on(*B)
def comprehension_with_two_loops(x):
    return {(i, j): x for i in range(3) if x > 0 for j in range(i) if x > j}


@rows.on(*B)
def dict_of_a_generator_expression(x):
    return dict((k, x * k) for k in range(4) if x * x > k)  # noqa: C402


@rows.on(T([1, 2]), T([5, -1]))
def comprehension_over_items(xs):
    d = {"a": xs[0], "b": xs[1]}
    return {k: v for k, v in d.items() if v > 1}


@rows.on(*B)
def equality(x):
    d = {"a": 1}
    if x > 0:
        d["b"] = x
    return d == {"a": 1}, d == {"a": 1, "b": 3}, d != {}, {"b": 3, "a": 1} == d


@rows.on((T(3), T(1)), (T(-3), T(1)), (T(3), T(-1)), (T(-3), T(-1)))
def two_that_are_equal(x, y):
    d, e = {}, {}
    if x > 0:
        d["a"] = 1
    if y > 0:
        e["a"] = 1
    return d == e


@rows.on((T([2, 0, 1, 0]),), (T([0, 0, 0, 2]),), (T([5, 5, 5, 5]),))
def order_of_first_insertion_in_a_staged_loop(xs):
    d = {}
    for x in xs:
        if x == 0:
            d["zero"] = d.get("zero", 0) + 1
        elif x == 1:
            d["one"] = d.get("one", 0) + 1
        elif x == 2:
            d["two"] = d.get("two", 0) + 1
    return d


@rows.on((T([2, 0, 1, 0]),), (T([0, 0, 0, 2]),), (T([5, 5, 5, 5]),))
def deleted_and_put_again(xs):
    d = {"a": 1, "b": 2}
    for i in range(4):
        if xs[i] == 0:
            d["a"] = d.pop("a", 0) + 1
        elif xs[i] == 1:
            del d["b"]
        elif xs[i] == 2:
            d["b"] = 7
    return d


@rows.on(*B)
def keys_that_a_method_adds(x):
    class Cache:
        def __init__(self):
            self.held = {}

        def find(self, key):
            if key not in self.held:
                self.held[key] = x * 2
            return self.held[key]

    cache = Cache()
    y = 0
    if x > 0:
        y = cache.find("a")
    return y + cache.find("a"), len(cache.held)


@rows.on((T([0, 1, 1]),), (T([0, 0, 0]),))
def counters(xs):
    counts = Counter()
    for i in range(3):
        counts["one" if i else "none"] += xs[i]
        if xs[i] > 0:
            counts["seen"] += 1
    return counts["seen"], len(counts), "seen" in counts
