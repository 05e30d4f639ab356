"""A trace for each order of a dict's keys: where it is kept, and found."""

import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest

import autograph as ag
from tests.language.key_orders import ORDERS, RUN, plain, table_of

SPEC = {key: ag.TensorSpec([], ag.int32) for key in "abc"}


def goes_through(d):
    return [d[key] for key in d]


def values_of(order):
    return [RUN[key] for key, _ in order]


def test_keywords_count_in_their_order():
    def keywords(**given):
        found = 0
        for value in given.values():
            found = found * 100 + value
        return found

    traced = ag.function(keywords)
    for _ in range(2):
        for order in ORDERS:
            wanted = keywords(**{key: RUN[key] for key, _ in order})
            assert traced(**table_of(order)).numpy() == wanted


def test_a_function_that_is_not_converted_has_a_trace_for_each_order():
    stacked = ag.function(lambda d: ag.stack(list(d.values())), autograph=False)
    for order in ORDERS:
        assert stacked(table_of(order)).numpy().tolist() == values_of(order)


def test_an_input_signature_has_a_trace_for_each_order():
    traced = ag.function(goes_through, input_signature=[SPEC])
    for order in [*reversed(ORDERS), *ORDERS]:
        assert plain(traced(table_of(order)))[1] == values_of(order)
    assert traced.experimental_get_tracing_count() == len(ORDERS)


def test_open_shapes_are_kept_apart_by_order():
    traced = ag.function(goes_through, reduce_retracing=True)
    for size in range(1, 5):
        for order in ORDERS[:2]:
            given = {key: ag.fill([size], RUN[key]) for key, _ in order}
            found = [each.numpy().tolist() for each in traced(given)]
            assert found == [[RUN[key]] * size for key, _ in order]
    assert traced.experimental_get_tracing_count() <= 4


def test_a_concrete_function_refuses_another_order_if_it_looks_at_it():
    first, other = ORDERS[:2]
    traced = ag.function(goes_through)
    concrete = traced.get_concrete_function(table_of(first))
    for each in (concrete, pickle.loads(pickle.dumps(concrete))):
        assert plain(each(table_of(first)))[1] == values_of(first)
        with pytest.raises(TypeError, match="looks at the order of the keys"):
            each(table_of(other))
    second = traced.get_concrete_function(table_of(other))
    assert plain(second(table_of(other)))[1] == values_of(other)


@pytest.mark.filterwarnings("ignore::autograph.errors.RetracingWarning")
def test_a_trace_for_specs_is_for_tensors_in_each_order():
    traced = ag.function(lambda d: list(d.values()))
    for order in ORDERS:
        traced.get_concrete_function({key: SPEC[key] for key, _ in order})
    for order in ORDERS:
        found = traced(table_of(order))
        assert [int(x) for x in found] == values_of(order)
    assert traced.experimental_get_tracing_count() == len(ORDERS)


def test_threads_that_ask_for_orders_at_once_get_their_own():
    for _ in range(5):
        traced = ag.function(goes_through)
        with ThreadPoolExecutor(len(ORDERS)) as pool:
            found = pool.map(lambda order, f=traced: plain(f(table_of(order))), ORDERS)
        assert [each[1] for each in found] == list(map(values_of, ORDERS))


def test_explanations_say_that_orders_differ():
    traced = ag.function(goes_through)
    traced({"a": ag.constant(1), "b": ag.constant(2)})
    traced({"b": ag.constant(2), "a": ag.constant(1)})
    (difference,) = traced.explain().traces[1].differences
    assert difference.kind == "order"
    assert str(difference) == "d: {'b': ., 'a': .}, not {'a': ., 'b': .}"
