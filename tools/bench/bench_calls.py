"""Time calls of functions of one op that were traced before.

The op adds two scalars, so that nearly all of the time is spent on the way to it: the
arguments are matched to a trace, and the program of the trace is run. Each kind of
arguments is timed three ways: the plain function on NumPy arrays, the plain function
on eager tensors, and the decorated function on the same tensors. Below them stand the
decorated function with arguments of other kinds, and given in other ways.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import autograph as ag
from tools.bench._harness import Case, main, optional

Make = Callable[[Any], Any]


def one(x: Any) -> Any:
    """Add, given one argument."""
    return x + x


def ten(a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any, h: Any, i: Any,
        j: Any) -> Any:  # fmt: skip
    """Add the first and the last of ten arguments."""
    return a + j


def nested(tree: Any) -> Any:
    """Add two of the twenty leaves of a dict of dicts."""
    return tree["layer0"]["w0"] + tree["layer3"]["w4"]


def arguments_of_ten(make: Make) -> list[Any]:
    """Return ten scalars."""
    return [make(np.float32(k)) for k in range(10)]


def argument_of_twenty(make: Make) -> dict[str, dict[str, Any]]:
    """Return four dicts of five scalars each, in a dict."""
    return {
        f"layer{i}": {f"w{j}": make(np.float32(5 * i + j)) for j in range(5)}
        for i in range(4)
    }


def cases() -> Iterator[Case]:
    """Yield the cases, each checked to compute what the baseline computes."""
    kinds: list[tuple[str, Callable[..., Any], Callable[[Make], list[Any]]]] = [
        ("1 argument", one, lambda make: [make(np.float32(1.5))]),
        ("10 arguments", ten, arguments_of_ten),
        ("dict of 20", nested, lambda make: [argument_of_twenty(make)]),
    ]
    for kind, function, arguments in kinds:
        expected = float(function(*arguments(np.asarray)))
        ways: list[tuple[str, Callable[..., Any], Make]] = [
            ("plain, NumPy arrays", function, np.asarray),
            ("plain, eager tensors", function, ag.constant),
            ("ag.function", ag.function(function), ag.constant),
        ]
        if tf := optional("tensorflow"):
            ways.append(("tf.function", tf.function(function), tf.constant))
        if jax := optional("jax"):
            ways.append(("jax.jit", jax.jit(function), jax.numpy.asarray))
        for name, run, make in ways:
            given = arguments(make)
            for _ in range(2):  # the first call traces; the second is what is timed
                assert float(run(*given)) == expected, (kind, name)
            yield f"{kind}: {name}", bind(run, given)
    yield from other_cases()


def other_cases() -> Iterator[Case]:
    """Yield calls of the decorated functions with other kinds of arguments."""
    f, g = ag.function(one), ag.function(ten)
    x, array = ag.constant(np.float32(1.5)), np.ones(3, np.float32)
    scalar, model = np.float32(2), Model()
    yield "1 keyword", lambda: f(x=x)
    named = dict(zip("abcdefghij", arguments_of_ten(ag.constant), strict=True))
    yield "10 keywords", lambda: g(**named)
    yield "1 NumPy array", lambda: f(array)
    yield "1 NumPy scalar", lambda: f(scalar)
    yield "1 Python float", lambda: f(2.5)
    yield "method, 1 argument", lambda: model.one(x)
    in_turn = itertools.cycle([ag.zeros([n]) for n in range(8)])
    for _ in range(8 * 3):  # so that there is no need to warn of retracing
        f(next(in_turn))
    yield "1 argument, of 8 shapes in turn", lambda: f(next(in_turn))


class Model:
    """Has a method."""

    @ag.function
    def one(self, x: Any) -> Any:
        """Add, given one argument."""
        return x + x


def bind(run: Callable[..., Any], given: list[Any]) -> Callable[[], object]:
    """Return a call without arguments that adds little time of its own."""
    if len(given) == 1:
        (x,) = given
        return lambda: run(x)
    a, b, c, d, e, f, g, h, i, j = given
    return lambda: run(a, b, c, d, e, f, g, h, i, j)


if __name__ == "__main__":
    main("one addition of scalars, per call", cases())
