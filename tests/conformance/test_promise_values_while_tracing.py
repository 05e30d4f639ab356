"""What has a value in plain Python, and none while tracing: never caught as if absent."""

# Programs under test are written as users write them.

from __future__ import annotations

import fractions
import itertools
import operator
import pickle
import random

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
    return hasattr(x, "shape"), hasattr(x, "__array_interface__"), hasattr(x, "foo")


@refused.on(np.int64(3))
def a_number_of_numpy_in_the_library(x):
    try:
        return (
            fractions.Fraction(x) == 3
        )  # refused: Fraction.__new__() runs as it stands
    except TypeError:
        return False


@refused.on(T(3), np.int64(3))
def the_memory_of_an_array_as_text(x):
    try:
        return str(x, "utf-8")  # refused: str() runs as it stands
    except TypeError:
        return ""


def told(error):
    return (
        type(error).__name__,
        str(error),
        [type(each).__name__ for each in error.args],
    )


@rows.on(T([1, 2]), T(3), np.array([1, 2]), np.float64(2.0))
def the_truth_of_several(x):
    found = []
    try:
        found.append(bool(not x))
    except ValueError as error:
        return told(error)
    return "", "", [""] * len(found)


@rows.on(T([1, 2]), np.array([1, 2]), np.int64(3))
def compared_with_several(x):
    try:
        return f"{min(x, 3)}", "", [""]
    except ValueError as error:
        return told(error)


@rows.on(T(3), T([1, 2]), np.array(3))
def an_item_of_a_number(x):
    try:
        return f"{abs(x)[0]}", "", [""]
    except IndexError as error:
        return told(error)


@rows.on(T([1, 2]), T([[1.0, 2.0]]), np.array([1, 2]))
def a_step_of_zero(x):
    try:
        return f"{x[::0]}", "", [""]
    except ValueError as error:
        return told(error)


@rows.on(np.int64(3), np.float64(2.5))
def a_product_of_matrices_of_numbers(x):
    found = []
    for other in (x, np.ones(7), 2):
        try:
            found.append(f"{x @ other}")
        except (TypeError, ValueError) as error:
            found.append(str(error))
    return found


@rows.on(T(3), np.int64(3))
def an_attribute_by_a_number(x):
    try:
        return getattr(x, 3)
    except TypeError as error:
        return str(error)


@rows.on(T(2.5), np.float32(2.5), T(2), np.int64(2))
def a_part_by_a_float(x):
    try:
        return list(itertools.islice(range(10), x)), ""
    except ValueError as error:
        return [], str(error)


@refused.on(T(3))
def a_sample_of_a_list_of_the_run(n):
    return random.sample(list(range(n)), 1)  # refused: a list whose length


@refused.on(T(3))
def a_list_of_the_run_shuffled(n):
    items = [each * 2 for each in range(n)]
    random.shuffle(items)  # refused: a list whose length
    return items


@refused.on(T(3), T(0))
def a_text_of_a_set_of_the_run(n):
    found = set()
    for each in range(n):
        found.add(str(int(each) % 2))
    return ",".join(found)  # refused: join() asks for them in order


def real_or_complex(x):
    value = 1.5
    if x > 2:
        value = 2j
    return value


@refused.on(T(3), T(0))
def a_key_that_is_complex_elsewhere(x):
    return {real_or_complex(x): 1}  # refused: complex on another


@refused.on(T(3), T(0))
def digits_of_what_is_complex_elsewhere(x):
    return "%d" % real_or_complex(x)  # refused: the text of a value


@refused.on(T(3), T(0))
def the_conjugate_of_what_is_real_elsewhere(x):
    return real_or_complex(x).conjugate()  # refused: `conjugate()` of a value


@refused.on(T(0))
def an_item_of_what_is_a_tensor_elsewhere(x):
    value = 1
    if x > 2:
        value = x
    return value[None]  # refused: an item of a value


@rows.on(T(3), 3)
def sequences_that_are_none(x):
    try:
        return operator.concat(np.sum([x]), np.sum([x]))
    except TypeError as error:
        return str(error)
