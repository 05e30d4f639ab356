"""The promise, for what is a number of Python's on one path, a tensor on another."""

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_depends_on_the_path_is_refused = refused.refusal_test()
NUMBERS = (T(-5), T(3))


class Vector:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __bool__(self):
        return self.x != 0 or self.y != 0


@rows.on(*NUMBERS)
def formats(n):
    k = 0
    if n > 0:
        k = n
    return f"k={k:3d}", "%d" % k, "{:d} {:4}".format(k, int(k)), f"{int(k)} {k + n}"


@rows.on(*NUMBERS)
def tensors_on_all_paths(n):
    k = n
    if n > 0:
        k = n + 1
    best = n
    for i in range(n):
        best = n - i
    total = 0
    for each in [n, n + 1]:
        total += each
    tensors = (k, best, total, total * 2, max(n, n + 1))
    texts = [str(each) for each in tensors]
    return texts, f"{tensors}", [isinstance(each, ag.Tensor) for each in tensors]


@rows.on(*NUMBERS)
def numbers_on_all_paths(n):
    k = 0
    if n > 0:
        k = int(n)
    return f"{k}", isinstance(k, int), isinstance(max(int(n), 0) != 0, bool)


@rows.on(*NUMBERS)
def classes_that_neither_is(n):
    return isinstance(max(n, 0), (str, list)), isinstance(max(n, 0), (int, ag.Tensor))


@rows.on(*NUMBERS)
def text(n):
    return f"{max(n, 0)}"


@rows.on(*NUMBERS)
def text_in_a_list(n):
    return str([1, max(n, 0) + 1])


@rows.on(*NUMBERS)
def text_of_a_template(n):
    return "%s" % max(n, 0)


@rows.on(*NUMBERS)
def text_in_a_loop(n):
    best, shown = 0, ""
    for i in range(n):
        shown += f"{best} "
        best = max(best, n - i)
    return shown


@rows.on(*NUMBERS)
def text_after_a_loop(n):
    total = 0
    for _ in range(n):
        total += n
    return str(total)


@rows.on(*NUMBERS)
def the_class(n):
    return isinstance(max(n, 0), int)


@refused.on(*NUMBERS)
def the_type(n):
    return type(max(n, 0)) is int


@refused.on(T(3), T(0))
def truth_of_an_object(n):
    x = 1
    for i in range(n):
        x += i
    return bool(Vector(x, n))


@rows.on(T(3), T(0))
def the_class_of_a_truth_value(n):
    x = 1
    for i in range(n):
        x += i
    return isinstance(x != 0 or n != 0, bool)


# -- Of Python's it has a hash, of a tensor it has none --------------------------------


@rows.on(*NUMBERS)
def a_tensor_has_no_hash_on_any_path(n):
    k = n
    if n > 0:
        k = n + 1
    try:
        return len({k, 4})
    except TypeError:
        return -1


@refused.on(*NUMBERS)
def a_key(n):
    return {max(n, 0): 1}


@refused.on(*NUMBERS)
def a_key_that_is_looked_up(n):
    return {1: 5}.get(max(n, 0), 3)


@refused.on(*NUMBERS)
def an_element_of_a_set(n):
    k = 0
    if n > 0:
        k = n
    try:
        return len({k, 4})
    except TypeError:
        return -1


@refused.on([2, T(2)], [2, T(3)])
def a_key_out_of_a_list(xs):
    place = 1 if xs[1] == 2 else 0
    return {xs[place - 1]: 1}


@refused.on([2, T(2)])
def a_key_out_of_a_list_that_shrinks(xs):
    xs = list(xs)
    if xs[1] == 2:
        del xs[1]
    return dict.fromkeys(xs)


@refused.on(*NUMBERS)
def the_hash(n):
    return hash(max(n, 0))
