"""Types of functions, as type checkers see them: mypy reads this file."""

import inspect
from typing import assert_type

import autograph as ag


@ag.function
def add(x: ag.Tensor, times: int = 1, *, plus: float = 0.0) -> ag.Tensor:
    """Add."""
    return x * times + plus


@ag.function(reduce_retracing=True, max_traces=3)
def size(x: ag.Tensor) -> int:
    """Return the size."""
    return len(x)


class Model:
    """Has a method."""

    @ag.function
    def scale(self, x: ag.Tensor, by: int) -> ag.Tensor:
        """Scale."""
        return x * by


def test_calls_have_the_types_of_the_function() -> None:
    x = ag.constant([1.0])
    assert_type(add(x, 2, plus=1.0), ag.Tensor)
    assert_type(size(x), int)
    assert_type(Model().scale(x, by=2), ag.Tensor)
    assert_type(add.python_function(x), ag.Tensor)


def test_wrong_calls_are_seen_by_the_type_checker() -> None:
    # mypy complains of an `ignore` that is not needed: these are errors to it.
    def never_called() -> None:
        add("text")  # type: ignore[arg-type]
        add()  # type: ignore[call-arg]
        add(ag.constant(1), other=1)  # type: ignore[call-arg]
        Model().scale(ag.constant(1))  # type: ignore[call-arg]
        Model().scale(ag.constant(1), by="2")  # type: ignore[arg-type]

    assert callable(never_called)


def test_signatures_are_those_of_the_function() -> None:
    assert str(inspect.signature(add)).startswith("(x: ")
    assert list(inspect.signature(add).parameters) == ["x", "times", "plus"]
    assert list(inspect.signature(Model().scale).parameters) == ["x", "by"]
    assert (add.__doc__, add.__name__, add.__module__) == ("Add.", "add", __name__)
