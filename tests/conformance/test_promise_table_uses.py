"""Dicts and sets whose keys only the run knows: `|`, texts, views, what steps through."""

# Programs under test are written as users write them.
# ruff: noqa: PLC3002, C416, PLW0108

import autograph as ag
from autograph.operators.table_views import Rest
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()


@rows.on(T(0), T(2))
def table_table_d_or_z_1(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    return d | {"z": 1}


@rows.on(T(0), T(2))
def table_table_z_1_or_d(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    return {"z": 1} | d


@rows.on(T(0), T(2))
def table_set_sortedcalld(x):
    d = set()
    for i in range(x):
        d.add(i)
    return sorted(d)


@rows.on(T(0), T(2))
def table_set_lencalld(x):
    d = set()
    for i in range(x):
        d.add(i)
    return len(d)


@rows.on(T(0), T(2))
def table_set_1_in_d(x):
    d = set()
    for i in range(x):
        d.add(i)
    return 1 in d


@rows.on(T(0), T(2))
def table_set_d_0(x):
    d = set()
    for i in range(x):
        d.add(i)
    return d == {0}


@rows.on(T(0), T(2))
def table_set_d_or_5_0_1_5(x):
    d = set()
    for i in range(x):
        d.add(i)
    return d | {5} == {0, 1, 5}


@rows.on(T(0), T(2))
def table_set_lencalld_or_5(x):
    d = set()
    for i in range(x):
        d.add(i)
    return len(d | {5})


@rows.on(T(0), T(2))
def table_set_sumcalld(x):
    d = set()
    for i in range(x):
        d.add(i)
    return sum(d)


@rows.on(T(0), T(2))
def table_set_maxcalld_default_3(x):
    d = set()
    for i in range(x):
        d.add(i)
    return max(d, default=3)


@rows.on(T(0), T(2))
def table_set_k_for_k_in_sortedcalld(x):
    d = set()
    for i in range(x):
        d.add(i)
    return [k for k in sorted(d)]


@rows.on(T(0), T(2))
def table_opt_text_slice(x):
    d = str(int(x)) if x > 1 else None
    out = ["5"]
    out[0:0] = d
    return out


@rows.on(T(0), T(2))
def table_opt_dict(x):
    d = {1: 2} if x > 1 else None
    out = [5]
    out += d
    return out


@rows.on(T(0), T(2), T(5))
def table_opt_open(x):
    d = {1: 2} if x > 1 else None
    if x > 3:
        d[5] = 6
    out = [5]
    out += d
    return out


@rows.on(T(0), T(2))
def table_set_upd_table(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    s = {"z"}
    s.update(d)
    return len(s)


@rows.on(T(0), T(2))
def table_set_ior(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    s = {"z"}
    s |= set(d)
    return len(s)


@rows.on(T(0), T(2))
def table_param(x):
    def g(out, d):
        out += d
        return out

    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return g([3], d)


@rows.on(T(0), T(2))
def table_param_table(x):
    def g(out, d):
        out += d
        return out

    d = {}
    for i in range(x):
        d[str(i)] = i
    return g([], d)


@rows.on(T(0), T(2))
def table_loop_var(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    out = 0
    for out in [[1]]:
        out += d
    return out


@rows.on(T(0), T(2))
def table_with_num(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    out = None
    out = []
    out += d
    return out


@rows.on(T(0), T(2))
def table_attr(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    b = [[], 1]
    b[0] += d
    return b


@rows.on(T(0), T(2))
def table_tuple_plus(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    t = (1,)
    t += tuple(k for k in d)
    return t


@rows.on(T(0), T(2))
def table_lambda(x):
    d = {"a": 1}
    if x > 1:
        d["c"] = 2
    return (lambda q: ",".join(q))(d)


@rows.on(T(0), T(2))
def table_view_type(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    return type(d.keys()).__name__, type(d.values()) is type({}.values())


@rows.on(T(0), T(2))
def table_view_isinst(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    return isinstance(d.items(), type({}.items()))


@rows.on(T(0), T(2))
def table_ior_table(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    e = d
    d |= {"z": 5}
    return e, d


@rows.on(T(0), T(2))
def table_ior_table2(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    e = {"z": 7, "1": 3}
    e |= d
    return e


@rows.on(T(0), T(2))
def table_two(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    return d | d, (d | {"0": 8}) | {"q": 1}


@rows.on(T(0), T(2))
def table_class(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    return d.keys().__class__.__name__


@rows.on(T(0), T(2))
def staged_table_strcalld(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    return str(d)


@rows.on(T(0), T(2))
def staged_table_f_d(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    return f"{d}"


@rows.on(T(0), T(2))
def staged_table_reprcalld(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    return repr(d)


@rows.on(T(0), T(2))
def staged_table_d_keyscall_0(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    return d.keys() & {"0"}


@refused.on(T(0), T(2))
def not_staged_set_f_d(x):
    d = set()
    for i in range(x):
        d.add(i)
    return f"{d}"


@refused.on(T(0), T(2))
def not_staged_view_text(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    return f"{d.keys()}", str(d.values())


@rows.on(T(0), T(2))
def staged_keys(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    return len({"0"} - d.keys())


@rows.on(T(0), T(2))
def staged_isdisjoint(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    return d.keys().isdisjoint({"0"})


@rows.on(T(0), T(2))
def staged_percent(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    return "%s" % d


@rows.on(T(0), T(2))
def staged_list_of_table(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    return str([d])


@refused.on(T(0), T(2))
def not_staged_raise(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    raise ValueError(d)


@refused.on(T(0), T(2))
def not_staged_format(x):
    d = {}
    for i in range(x):
        d[str(i)] = i
    return "{}".format(d)


test_what_the_run_puts_in_is_seen = rows.test()
test_what_is_not_staged_is_refused = refused.refusal_test()


def test_a_trace_that_fails_leaves_nothing_that_the_next_one_meets():
    steps = []

    @ag.function
    def abandoning(x):
        d = {"a": x}
        steps.append(Rest(d).stepping(d))
        next(steps[0])
        return x

    abandoning(T(1))
    ag.function(lambda x: x)(T(1))
    steps[0].close()
