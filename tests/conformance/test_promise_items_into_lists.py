"""Ranges, text and dicts of the run put into lists: by `+=`, `extend()`, slices."""

# Programs under test are written as users write them.
# ruff: noqa: PERF403, PERF402, B905, C417

import collections

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()


class Own:
    """An object with an attribute."""

    def __init__(self, v):
        self.v = v


@rows.on(T(0), T(2))
def into_range_slice(x):
    out = ["z"]
    out[0:0] = range(x)
    return out


@rows.on(T(0), T(12))
def into_text_slice(x):
    out = ["z"]
    out[0:0] = str(int(x))
    return out


@rows.on(T(0), T(12))
def into_fstring_slice(x):
    out = ["z"]
    out[0:1] = f"{x:d}"
    return out


@rows.on(T(0), T(2))
def into_values_slice(x):
    d = {}
    for i in range(x):
        d[i] = i
    out = ["z"]
    out[0:0] = d.values()
    return out


@rows.on(T(0), T(2))
def into_items_slice(x):
    d = {}
    for i in range(x):
        d[i] = i
    out = ["z"]
    out[0:0] = d.items()
    return out


@rows.on(T(0), T(12))
def into_iadd_fstr(x):
    out = ["z"]
    out += f"{x:d}"
    return out


@rows.on(T(0), T(2))
def into_iadd_range(x):
    out = [5]
    out += range(x)
    return out


@rows.on(T(0), T(2))
def into_iadd_table(x):
    d = {}
    for i in range(x):
        d[i] = i
    out = [5]
    out += d.values()
    return out


@rows.on(T(0), T(2))
def into_iadd_table2(x):
    d = {}
    for i in range(x):
        d[i] = i
    out = [5]
    out += d
    return out


@rows.on(T(0), T(12))
def into_extend_fstr(x):
    out = ["z"]
    out.extend(f"{x:d}")
    return out


@rows.on(T(0), T(2))
def into_extend_range(x):
    out = [5]
    out.extend(range(x))
    return out


@rows.on(T(0), T(2))
def into_step_slice(x):
    out = [5, 6]
    out[::2] = range(x)
    return out


@rows.on(T(0), T(2))
def into_deque_range(x):
    out = collections.deque([5])
    out += range(x)
    return list(out)


@rows.on(T(0), T(2))
def into_out_plus_range(x):
    out = [5]
    try:
        return out + range(x)
    except TypeError as e:
        return str(e)


@rows.on(T(0), T(2))
def into_out_plus_text(x):
    out = [5]
    try:
        return out + f"{x:d}"
    except TypeError as e:
        return str(e)


@rows.on(T(0), T(2))
def into_grown_slice_range(x):
    out = []
    for i in range(x):
        out.append(i)
    out[0:1] = range(x)
    return out


@rows.on(T(0), T(2))
def into_grown_iadd_range(x):
    out = []
    for i in range(x):
        out.append(i)
    out += range(x)
    return out


@rows.on(T(0), T(2))
def into_alias(x):
    out = [5]
    b = out
    out += range(x)
    return b


@rows.on(T(0), T(2))
def into_attr(x):
    o = Own([1])
    o.v += range(x)
    return o.v


@rows.on(T(0), T(2))
def into_item(x):
    o = [[1]]
    o[0] += range(x)
    return o


@rows.on(T(0), T(2))
def into_zip_slice(x):
    out = [5]
    out[0:0] = zip(range(x), range(x))
    return out


@rows.on(T(0), T(2))
def into_map_iadd(x):
    out = [5]
    out += map(lambda i: i * 2, range(x))
    return out


test_lists_take_what_only_the_run_steps_through = rows.test()
