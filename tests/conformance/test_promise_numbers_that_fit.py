"""Tensors that are made of numbers of the run, which their dtype may not have."""

import weakref

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()

both = rows.on(T(2), T(5), T(-1))


@both
def an_integer_of_pythons(n):
    return ag.constant(int(n) * 100, ag.uint8)


@both
def integers_in_a_list(n):
    return ag.constant([int(n) * 100, 2], ag.int8), ag.convert_to_tensor(n * 9, ag.int8)


@both
def an_integer_beside_a_tensor(n):
    return ag.convert_to_tensor([n * 100, int(n) * 100], ag.uint8)


@both
def a_number_of_numpys(n):
    return ag.constant(np.int64(int(n) * 100), ag.uint8)


@both
def an_array(n):
    return ag.constant(np.arange(2) * int(n) * 100, ag.int16, shape=[2])


@both
def what_is_rounded_or_wraps_around(n):
    x, y = np.float64(2.5) * int(n), ag.constant(bool(n > 2), ag.uint8)
    return ag.constant(x, ag.int64), ag.constant(n * 100, ag.uint8), y


@both
def caught(n):
    try:
        return ag.constant(int(n) * 100, ag.uint8)
    except TypeError:
        return ag.constant(1, ag.uint8)


@rows.on(T(2), T(5))
def a_number_on_a_path(n):
    y = 300 if n > 3 else n * 150
    return ag.constant(y, ag.uint8)


@rows.on(T(2), T(5))
def functions_of_a_number_on_a_path(n):
    y, z = 100 if n > 3 else ag.cast(n, ag.int8), 2 if n > 3 else np.uint8(3)
    return ag.square(y), ag.add(y, 100), ag.bitwise.invert(z), ag.bitwise.invert(y)


@rows.on(T(2), T(5))
def a_float_of_pythons(n):
    return ag.constant(float(n) / 2, ag.int64)


@rows.on(T(5))
def a_float_on_a_path(n):
    y = 2.5 if n > 3 else np.float64(3)
    return ag.constant(y, ag.int64)


@rows.on(T(5))
def floats_in_a_list(n):
    return ag.constant([float(n), 1], ag.int64)


# -- What numbers have not


@both
def weak_references(n):
    array, texts = np.arange(3) * int(n), []
    for value in (int(n), np.sum([int(n)]), n > 1.5):
        try:
            weakref.ref(value)
            texts.append("made")
        except TypeError as error:
            texts.append(str(error))
    return texts, weakref.ref(array)() is array


@both
def the_module_of_a_number(n):
    x = np.sum([int(n)])
    return hasattr(x, "__module__"), x.__module__
