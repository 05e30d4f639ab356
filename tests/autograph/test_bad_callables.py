"""What is no function, takes other arguments or returns other values is told as such."""

import numpy as np
import pytest

import autograph as ag

V = ag.constant([1.0, 2.0, 3.0])
YES = ag.constant(True)
ONE = ag.constant(1.0)
NO_FUNCTION = {
    "map_fn: `fn`": lambda f: ag.map_fn(f, V),
    "vectorized_map: `fn`": lambda f: ag.vectorized_map(f, V),
    "scan: `fn`": lambda f: ag.scan(f, V),
    "foldl: `fn`": lambda f: ag.foldl(f, V),
    "foldr: `fn`": lambda f: ag.foldr(f, V),
    "cond: `true_fn`": lambda f: ag.cond(YES, f, f),
    "cond: `false_fn`": lambda f: ag.cond(True, lambda: ONE, f),  # not taken
    "case: `pred_fn_pairs[0][1]`": lambda f: ag.case([(YES, f)]),
    "case: `default`": lambda f: ag.case([(YES, lambda: ONE)], default=f),
    "switch_case: `branch_fns[1]`": (
        lambda f: ag.switch_case(ag.constant(0), [lambda: ONE, f])
    ),
    "while_loop: `cond`": lambda f: ag.while_loop(f, lambda i: i + 1, [ONE]),
    "while_loop: `body`": lambda f: ag.while_loop(lambda i: i < 3, f, [ONE]),
    "custom_gradient: `f`": ag.custom_gradient,
    "recompute_grad: `f`": ag.recompute_grad,
    "grad_pass_through: `f`": ag.grad_pass_through,
    "py_function: `func`": lambda f: ag.py_function(f, [V], ag.float32),
    "numpy_function: `func`": lambda f: ag.numpy_function(f, [V], ag.float32),
}
WAYS = pytest.mark.parametrize(
    "run",
    [lambda call: call(), lambda call: ag.function(call)()],
    ids=["eager", "staged"],
)


@WAYS
@pytest.mark.parametrize("told", NO_FUNCTION)
def test_what_is_no_function_is_told_with_the_argument_and_the_users_line(told, run):
    with pytest.raises(TypeError) as info:
        run(lambda: NO_FUNCTION[told](3))
    text = str(info.value)
    assert f"{told} is 3, of type int, which is not callable." in text
    assert f"{__file__}:" in text
    assert "Give a function" in text


# What does not fit, and its error.
MISTAKES = {
    (
        "while_loop: `cond` is called with the one loop variable, which "
        "<lambda>(i, j) does not take: missing a required argument: 'j'."
    ): (lambda: ag.while_loop(lambda i, j: i < 3, lambda i: i + 1, [ONE]), TypeError),
    (
        "while_loop: `body` is called with the 2 loop variables, which "
        "<lambda>(i) does not take: too many positional arguments."
    ): (
        lambda: ag.while_loop(lambda i, j: i < 3, lambda i: i + 1, [ONE, ONE]),
        TypeError,
    ),
    "while_loop: `body` returns 2 values, and there is 1 loop variable.": (
        lambda: ag.while_loop(lambda i: i < 3, lambda i: (i + 1, i), [ONE]),
        ValueError,
    ),
    "while_loop: `body` returns float32[], and there are 2 loop variables.": (
        lambda: ag.while_loop(lambda i, j: i < 3, lambda i, j: i + 1, [ONE, ONE]),
        ValueError,
    ),
    "while_loop: `body` returns None, and there is 1 loop variable.": (
        lambda: ag.while_loop(lambda i: i < 3, lambda i: None, [ONE]),
        ValueError,
    ),
    "while_loop: `loop_vars` is float32[], which is no list or tuple.": (
        lambda: ag.while_loop(lambda i: i < 3, lambda i: i + 1, ONE),  # type: ignore[arg-type]
        TypeError,
    ),
    (
        "cond: `true_fn` is called with nothing, which <lambda>(x) does not take: "
        "missing a required argument: 'x'."
    ): (lambda: ag.cond(YES, lambda x: x, lambda: ONE), TypeError),  # type: ignore[arg-type,misc]
    "map_fn: `fn` is called with one row, which <lambda>(a, b) does not take": (
        lambda: ag.map_fn(lambda a, b: a, V),
        TypeError,
    ),
    (
        "the value that <lambda>() returns, 'txt', cannot be float32[...], which Tout "
        "says: 'txt' cannot become a tensor of dtype float32: it is text."
    ): (lambda: ag.py_function(lambda x: "txt", [V], ag.float32), TypeError),
    (
        "the value that <lambda>() returns, {1}, cannot be float32[...], which Tout "
        "says: {1} (of type set) cannot be an element of a tensor."
    ): (lambda: ag.numpy_function(lambda x: {1}, [V], ag.float32), TypeError),
    (
        "an array of objects (dtype=object) cannot become a tensor: [0] is 1, of type "
        "int."
    ): (lambda: ag.constant(np.array([1, "a", None], dtype=object)), TypeError),
}


@WAYS
@pytest.mark.parametrize("told", MISTAKES)
def test_what_does_not_fit_is_told_with_the_users_line(told, run):
    call, error = MISTAKES[told]
    with pytest.raises(error) as info:
        run(call)
    text = str(info.value)
    assert told in text
    assert f"{__file__}:" in text
    assert "<program" not in text


def test_an_array_of_objects_is_no_argument_unless_it_is_of_text():
    f = ag.function(lambda x: x)
    with pytest.raises(TypeError) as info:
        f(np.array([["a", "b"], [b"c", 2.5]], dtype=object))
    for text in ("dtype=object", "[1, 1] is 2.5, of type float", "astype(np.float64)"):
        assert text in str(info.value)
    assert f(np.array(["a", b"b"], dtype=object)).numpy().tolist() == [b"a", b"b"]
