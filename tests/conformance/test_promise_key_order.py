"""The order of a dict's keys: a trace for each, where a function looks at it."""

import copy
import dataclasses
import functools
import itertools
import json
import pickle
import threading

import pytest

import autograph as ag

ORDERS = [list(each) for each in itertools.permutations([("a", 1), ("b", 2), ("c", 3)])]
RUN = {"a": 10, "b": 20, "c": 30}  # the values are of the run in all calls


def table_of(order):
    return {key: ag.constant(RUN[key]) for key, _ in order}


def plain(value):
    """Return what is compared: values, nesting, and the order of keys."""
    if isinstance(value, dict):
        return type(value), [(key, plain(each)) for key, each in value.items()]
    if isinstance(value, (list, tuple)):
        return type(value), [plain(each) for each in value]
    value = value.numpy() if isinstance(value, ag.Tensor) else value
    value = value.tolist() if hasattr(value, "tolist") else value
    return value.decode() if isinstance(value, bytes) else value


# -- Functions that look at it --------------------------------------------------------


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
    of_an_object,
    in_a_branch,
    of_a_match,
    with_keys_of_the_run,
    nested_function,
    sorted_by_value,
]


@pytest.mark.parametrize("f", READING, ids=lambda f: f.__name__)
def test_each_order_of_the_keys_gives_what_python_gives(f):
    traced = ag.function(f)
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


# -- Functions that do not ------------------------------------------------------------


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
def test_orders_share_the_trace_of_a_function_that_looks_entries_up(f):
    traced = ag.function(f)
    for _ in range(2):
        for order in ORDERS:
            given, mine = table_of(order), {key: RUN[key] for key, _ in order}
            wanted = f(mine)
            assert plain(traced(given)) == plain(wanted)
            assert plain(given) == plain(mine)
    assert traced.experimental_get_tracing_count() == 1


# -- Where traces are kept ------------------------------------------------------------


def inner_orders(x, *, rate):
    return [value for part in x for value in part.values()] + [rate["k"]]


def test_dicts_inside_lists_and_keywords_count():
    traced = ag.function(inner_orders)
    for order in ORDERS[:3]:
        for first, second in [("k", "l"), ("l", "k")]:
            rate = {first: ag.constant(1.0), second: ag.constant(1.0)}
            found = traced([table_of(order), table_of(ORDERS[0])], rate=rate)
            assert plain(found)[1] == [*(RUN[k] for k, _ in order), 10, 20, 30, 1.0]


def test_keywords_count_in_their_order():
    traced = ag.function(keywords)
    for _ in range(2):
        for order in ORDERS:
            wanted = keywords(**{key: RUN[key] for key, _ in order})
            assert traced(**table_of(order)).numpy() == wanted


@ag.function(autograph=False)
def not_converted(d):
    return ag.stack(list(d.values()))


def test_a_function_that_is_not_converted_has_a_trace_for_each_order():
    for order in ORDERS:
        assert not_converted(table_of(order)).numpy().tolist() == [
            RUN[key] for key, _ in order
        ]


SPEC = {key: ag.TensorSpec([], ag.int32) for key in "abc"}


def test_an_input_signature_has_a_trace_for_each_order():
    traced = ag.function(goes_through, input_signature=[SPEC])
    for _ in range(2):
        for order in reversed(ORDERS):
            found = traced(table_of(order))
            assert plain(found)[1] == [RUN[key] for key, _ in order]
    shared = ag.function(looks_up, input_signature=[SPEC])
    for order in ORDERS:
        assert shared(table_of(order)).numpy() == -10
    assert shared.experimental_get_tracing_count() == 1


def test_open_shapes_are_kept_apart_by_order():
    traced = ag.function(goes_through, reduce_retracing=True)
    for size in range(1, 5):
        for order in ORDERS[:2]:
            given = {key: ag.fill([size], RUN[key]) for key, _ in order}
            found = [each.numpy().tolist() for each in traced(given)]
            assert found == [[RUN[key]] * size for key, _ in order]
    assert traced.experimental_get_tracing_count() <= 4


def test_a_concrete_function_refuses_another_order():
    traced = ag.function(goes_through)
    concrete = traced.get_concrete_function(table_of(ORDERS[0]))
    assert plain(concrete(table_of(ORDERS[0])))[1] == [10, 20, 30]
    with pytest.raises(TypeError, match="looks at the order of the keys"):
        concrete(table_of(ORDERS[1]))
    again = pickle.loads(pickle.dumps(concrete))
    assert plain(again(table_of(ORDERS[0])))[1] == [10, 20, 30]
    with pytest.raises(TypeError, match="looks at the order of the keys"):
        again(table_of(ORDERS[1]))
    other = traced.get_concrete_function(table_of(ORDERS[1]))
    assert plain(other(table_of(ORDERS[1])))[1] == [RUN[key] for key, _ in ORDERS[1]]


def test_a_concrete_function_that_looks_entries_up_takes_any_order():
    concrete = ag.function(looks_up).get_concrete_function(table_of(ORDERS[0]))
    again = pickle.loads(pickle.dumps(concrete))
    for order in ORDERS:
        assert concrete(table_of(order)).numpy() == -10
        assert again(table_of(order)).numpy() == -10


def test_threads_that_ask_for_orders_at_once_get_their_own():
    for _ in range(5):
        traced = ag.function(goes_through)
        found, gate = {}, threading.Barrier(len(ORDERS))

        def call(place, order, traced=traced, found=found, gate=gate):
            gate.wait()
            found[place] = plain(traced(table_of(order)))[1]

        threads = [
            threading.Thread(target=call, args=pair) for pair in enumerate(ORDERS)
        ]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        for place, order in enumerate(ORDERS):
            assert found[place] == [RUN[key] for key, _ in order]


def test_explanations_say_that_orders_differ():
    traced = ag.function(goes_through)
    traced({"a": ag.constant(1), "b": ag.constant(2)})
    traced({"b": ag.constant(2), "a": ag.constant(1)})
    (difference,) = traced.explain().traces[1].differences
    assert difference.kind == "order"
    assert str(difference) == "d: {'b': ., 'a': .}, not {'a': ., 'b': .}"


@dataclasses.dataclass
class Config:
    rates: dict[str, object]


def of_a_dataclass(config):
    return list(config.rates.values())


def test_dicts_in_dataclasses_count():
    traced = ag.function(of_a_dataclass)
    for _ in range(2):
        for order in ORDERS:
            found = traced(Config(table_of(order)))
            assert plain(found)[1] == [RUN[key] for key, _ in order]
