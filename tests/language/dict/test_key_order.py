"""The order of keys: what a comparison with plain Python does not show."""

from __future__ import annotations

import copy
import dataclasses
import functools
import json

import pytest

import autograph as ag
from tests.language.key_orders import ORDERS, RUN, plain, table_of


def goes_through(d):
    return [d[key] for key in d]


def for_loop(d):
    found = 0
    for key in d:
        found = found * 100 + d[key]
    return found


def goes_through_items(d):
    found = 0
    for key, value in d.items():
        found = found * 100 + value + len(key)
    return found


def values(d):
    return list(d.values())


def generator(d):
    return sum(place * d[key] for place, key in enumerate(d))


def in_a_loop(d):
    found, n = [], d["a"] - 8
    while n > 0:
        for value in d.values():
            found += [value + n]
        n -= 1
    return found


def copied(d):
    return list({**d, "z": d["a"]}.values())


def copied_and_changed(d):
    e = d.copy()
    e["z"] = d["a"]
    del e["a"]
    return [e[key] for key in e]


def merged(d):
    return list((d | {"z": d["a"]}).values())


def unpacked(d):
    first, *_ = d
    return d[first]


def spread(d):
    return [d[key] for key in [*d]]


def passed_on(d):
    return keywords(**d)


def keywords(**given):
    found = 0
    for value in given.values():
        found = found * 100 + value
    return found


def positional(d):
    return first_of(*d.values())


def first_of(first, *others):
    return first


def of_a_function(d):
    def inner():
        return [d[key] for key in d]

    return inner()


def of_a_builtin(d):
    return d[next(iter(d))]


def last_item(d):
    return d.copy().popitem()[1]


def backwards(d):
    return [d[key] for key in reversed(d)]


def in_text(d):
    return f"{sorted(d)} {list(d)}", "%s" % list(d.keys())


def as_a_result(d):
    return d


def inside_a_result(d):
    return {"d": [d], "n": d["a"]}


def changed_result(d):
    d["a"] = d["a"] + 1
    return d


def by_a_library(d):
    return len(json.dumps({key: place for place, key in enumerate(d)})), list(d)


def as_json(d):
    return json.dumps(dict.fromkeys(copy.copy(d), 0))


def ties(d):
    return d[min(d, key=len)]


def yields(d):
    return list(of_a_generator(d))


def of_a_generator(d):
    yield from d.values()


@ag.do_not_convert
def as_it_stands(d):
    return [d[key] for key in d]


def calls_what_is_not_converted(d):
    return as_it_stands(d)


def by_a_partial(d):
    return functools.partial(goes_through, d)()


def by_map(d):
    return [value + 1 for value in map(d.get, d)]


def by_zip(d):
    return [place * value for value, place in zip(d.values(), range(3), strict=True)]


@dataclasses.dataclass
class Holder:
    table: dict[str, object]

    def all(self):
        return list(self.table.values())


def by_a_kept_zip(d):
    pairs = zip(d.values(), range(3), strict=True)
    return [place * value for value, place in pairs]


def by_a_kept_generator(d):
    found = (d[key] for key in d)
    return next(found), list(found)


def of_an_object(d):
    return Holder(d).all()


def in_a_branch(d):
    if d["a"] > 5:
        found = list(d.values())
    else:
        found = [d["b"], d["c"], d["a"]]
    return found


def of_a_match(d):
    match d:
        case {"a": first, **rest}:
            return [first, *rest.values()]
    return []


def with_keys_of_the_run(d):
    if d["a"] > 5:
        d["z"] = d["b"]
    return [d[key] for key in d]


def nested_function(d):
    return inner_function(d)


@ag.function
def inner_function(d):
    return [d[key] for key in d]


def sorted_by_value(d):
    return [d[key] for key in sorted(d, key=len)]


def in_an_error(d):
    raise ValueError(list(d))


READING = [
    goes_through,
    for_loop,
    goes_through_items,
    values,
    generator,
    in_a_loop,
    copied,
    copied_and_changed,
    merged,
    unpacked,
    spread,
    passed_on,
    positional,
    of_a_function,
    of_a_builtin,
    last_item,
    backwards,
    in_text,
    as_a_result,
    inside_a_result,
    changed_result,
    by_a_library,
    as_json,
    ties,
    yields,
    calls_what_is_not_converted,
    by_a_partial,
    by_map,
    by_zip,
    by_a_kept_zip,
    by_a_kept_generator,
    of_an_object,
    in_a_branch,
    of_a_match,
    with_keys_of_the_run,
    nested_function,
    sorted_by_value,
]


# Those of which Python runs a line.
FALL = {as_json, yields, calls_what_is_not_converted, by_a_partial}


@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
@pytest.mark.parametrize("f", READING, ids=lambda f: f.__name__)
def test_each_order_of_the_keys_gives_what_python_gives(f):
    traced = ag.function(f, python="allow" if f in FALL else None)
    for _ in range(3):  # by the key, and by a guard
        for order in ORDERS:
            wanted = python_of(f)({key: RUN[key] for key, _ in order})
            assert plain(traced(table_of(order))) == plain(wanted)
    assert traced.experimental_get_tracing_count() <= len(ORDERS)


def python_of(f):
    return goes_through if f is nested_function else f


def test_an_error_shows_the_keys_in_their_order():
    traced = ag.function(in_an_error)
    for order in ORDERS:
        with pytest.raises(ValueError) as caught:
            traced(table_of(order))
        assert caught.value.args == ([key for key, _ in order],)


def looks_up(d):
    return d["a"] - d["b"]


def asks(d):
    return len(d) + (d["a"] if "b" in d else 0) + d.get("c", 0)


def goes_through_sorted_keys(d):
    return [d[key] for key in sorted(d)]


def goes_through_sorted_items(d):
    return [value for _, value in sorted(d.items())]


def changes(d):
    d["a"] = d["a"] + d.pop("b")
    return d["a"]


def hands_on(d):
    return looks_up(d) + named(**d)


def named(a, b, c):
    return a * b - c


def in_a_staged_loop(d):
    found = d["a"]
    while found > 0:
        found -= d["b"]
    return found


BLIND = [
    looks_up,
    asks,
    goes_through_sorted_keys,
    goes_through_sorted_items,
    changes,
    hands_on,
    in_a_staged_loop,
]


@pytest.mark.parametrize("f", BLIND, ids=lambda f: f.__name__)
def test_orders_that_nothing_asks_for_give_the_same(f):
    traced = ag.function(f)
    for _ in range(2):
        for order in ORDERS:
            given, mine = table_of(order), {key: RUN[key] for key, _ in order}
            wanted = f(mine)
            assert plain(traced(given)) == plain(wanted)
            assert plain(given) == plain(mine)
    assert traced.experimental_get_tracing_count() <= len(ORDERS)
