"""A trace for each order of a dict's keys: where it is kept, and found."""

import dataclasses
import pickle
import threading

import pytest

import autograph as ag
from tests.language.key_orders import ORDERS, RUN, plain, table_of


def goes_through(d):
    return [d[key] for key in d]


def keywords(**given):
    found = 0
    for value in given.values():
        found = found * 100 + value
    return found


def looks_up(d):
    return d["a"] - d["b"]


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
