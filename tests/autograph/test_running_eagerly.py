"""`run_functions_eagerly(True)`: decorated functions of all kinds are plain Python."""

import functools

import pytest

import autograph as ag

X = ag.constant([1.0, 2.0])


class Thing:
    """One with decorated functions of each kind."""

    def __init__(self):
        self.by = 3

    @ag.function
    def method(self, x):
        return note(x) * self.by

    @classmethod
    @ag.function
    def of_class(cls, x):
        return note(x) * len(cls.__name__)

    @staticmethod
    @ag.function
    def static(x):
        return note(x) * 7

    @property
    @ag.function
    def size(self):
        return note(ag.ones([2])) * self.by

    @ag.function
    def __call__(self, x):
        return note(x) * 11


SEEN: list[bool] = []


def note(x):
    """Note what a function is given: a tensor with a value, or a symbolic one."""
    SEEN.append(hasattr(x, "numpy"))
    return x


def outer(x):
    @ag.function
    def inner(y):
        return note(y) * 13

    return inner(x)


thing = Thing()
KINDS = {
    "method": thing.method,
    "class method": Thing.of_class,
    "static method": Thing.static,
    "property": lambda _: thing.size,
    "callable object": thing,
    "lambda": ag.function(lambda x: note(x) * 17),
    "partial": ag.function(functools.partial(lambda k, x: note(x) * k, 19)),
    "decorated object": ag.function(functools.partial(note)),
    "nested": ag.function(outer),
    "with a signature": ag.function(
        lambda x: note(x) * 23, input_signature=[ag.TensorSpec([2], ag.float32)]
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_runs_as_plain_python_and_keeps_its_traces(kind):
    function = KINDS[kind]
    SEEN.clear()
    expected = function(X).numpy().tolist()
    assert SEEN == [False]
    ag.config.run_functions_eagerly(True)
    try:
        found = [function(X).numpy().tolist() for _ in range(2)]
    finally:
        ag.config.run_functions_eagerly(False)
    assert found == [expected] * 2
    assert SEEN == [False, True, True]
    assert function(X).numpy().tolist() == expected
    assert SEEN == [False, True, True]
