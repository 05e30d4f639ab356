"""What has a value in plain Python, and none while tracing: never caught as if absent."""

# Programs under test are written as users write them.

from __future__ import annotations

import pickle

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_only_the_run_has_is_refused = refused.refusal_test()
kept = ag.Variable(3)


@refused.on(T(3))
def the_value_of_a_tensor(x):
    try:
        return x.numpy() + 1  # refused: has no attribute 'numpy' while
    except AttributeError:
        return x


@refused.on(T(3))
def the_value_of_a_variable(x):
    try:
        return kept.numpy() + x  # refused: has no attribute 'numpy' while
    except (AttributeError, TypeError, NotImplementedError):
        return x


@refused.on(T(3))
def the_value_by_its_name(x):
    return getattr(x, "numpy", None) is None  # refused: has no attribute 'numpy' while


@refused.on(T(3))
def the_memory_of_an_array(x):
    try:
        return np.asarray(x).__array_interface__[
            "shape"
        ]  # refused: __array_interface__
    except AttributeError:
        return ()


@refused.on(T(3))
def a_copy_by_pickle(x):
    try:
        return pickle.loads(pickle.dumps(x))  # refused: pickling
    except Exception:
        return -1


@rows.on(T(3))
def what_numbers_of_numpy_lack(x):
    try:
        return np.sum([x]).numpy()
    except AttributeError as error:
        return str(error)


@rows.on(T(3), np.int64(3), 3)
def told_by_its_attributes(x):
    return hasattr(x, "numpy"), hasattr(x, "__array_interface__"), hasattr(x, "foo")
