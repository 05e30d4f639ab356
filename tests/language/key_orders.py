"""Dicts with their keys in each order, and what is compared of results."""

import itertools

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
