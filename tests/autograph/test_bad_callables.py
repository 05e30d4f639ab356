"""What is no function, takes other arguments or returns other values is told as such."""

import numpy as np
import pytest

import autograph as ag

V = ag.constant([1.0, 2.0, 3.0])
YES = ag.constant(True)
ONE = ag.constant(1.0)
NO_FUNCTION = {
    "map_fn": (lambda f: ag.map_fn(f, V), "map_fn: `fn`"),
    "vectorized_map": (lambda f: ag.vectorized_map(f, V), "vectorized_map: `fn`"),
    "scan": (lambda f: ag.scan(f, V), "scan: `fn`"),
    "foldl": (lambda f: ag.foldl(f, V), "foldl: `fn`"),
    "foldr": (lambda f: ag.foldr(f, V), "foldr: `fn`"),
    "cond of a tensor": (lambda f: ag.cond(YES, f, f), "cond: `true_fn`"),
    "cond of a number": (lambda f: ag.cond(True, f, f), "cond: `true_fn`"),
    "cond, not taken": (lambda f: ag.cond(YES, lambda: ONE, f), "cond: `false_fn`"),
    "case": (lambda f: ag.case([(YES, f)]), "case: `pred_fn_pairs[0][1]`"),
    "case by default": (
        lambda f: ag.case([(YES, lambda: ONE)], default=f),
        "case: `default`",
    ),
    "switch_case": (
        lambda f: ag.switch_case(ag.constant(0), [lambda: ONE, f]),
        "switch_case: `branch_fns[1]`",
    ),
    "while_loop, cond": (
        lambda f: ag.while_loop(f, lambda i: i + 1, [ONE]),
        "while_loop: `cond`",
    ),
    "while_loop, body": (
        lambda f: ag.while_loop(lambda i: i < 3, f, [ONE]),
        "while_loop: `body`",
    ),
    "custom_gradient": (ag.custom_gradient, "custom_gradient: `f`"),
    "recompute_grad": (ag.recompute_grad, "recompute_grad: `f`"),
    "grad_pass_through": (ag.grad_pass_through, "grad_pass_through: `f`"),
    "py_function": (
        lambda f: ag.py_function(f, [V], ag.float32),
        "py_function: `func`",
    ),
    "numpy_function": (
        lambda f: ag.numpy_function(f, [V], ag.float32),
        "numpy_function: `func`",
    ),
}
WAYS = pytest.mark.parametrize(
    "run",
    [lambda call: call(), lambda call: ag.function(call)()],
    ids=["eager", "staged"],
)


@WAYS
@pytest.mark.parametrize("name", NO_FUNCTION)
def test_what_is_no_function_is_told_with_the_argument_and_the_users_line(name, run):
    make, told = NO_FUNCTION[name]
    with pytest.raises(TypeError) as info:
        run(lambda: make(3))
    text = str(info.value)
    assert f"{told} is 3, of type int, which is not callable." in text
    assert f"{__file__}:" in text
    assert "Give a function" in text


MISTAKES = {
    "a test of too many variables": (
        lambda: ag.while_loop(lambda i, j: i < 3, lambda i: i + 1, [ONE]),
        TypeError,
        (
            "while_loop: `cond` is called with the one loop variable, which "
            "<lambda>(i, j) does not take: missing a required argument: 'j'."
        ),
    ),
    "a body of too few": (
        lambda: ag.while_loop(lambda i, j: i < 3, lambda i: i + 1, [ONE, ONE]),
        TypeError,
        (
            "while_loop: `body` is called with the 2 loop variables, which "
            "<lambda>(i) does not take: too many positional arguments."
        ),
    ),
    "a body that returns more": (
        lambda: ag.while_loop(lambda i: i < 3, lambda i: (i + 1, i), [ONE]),
        ValueError,
        "while_loop: `body` returns 2 values, and there is 1 loop variable.",
    ),
    "a body that returns fewer": (
        lambda: ag.while_loop(lambda i, j: i < 3, lambda i, j: i + 1, [ONE, ONE]),
        ValueError,
        "while_loop: `body` returns float32[], and there are 2 loop variables.",
    ),
    "variables that are no list": (
        lambda: ag.while_loop(lambda i: i < 3, lambda i: i + 1, ONE),  # type: ignore[arg-type]
        TypeError,
        "while_loop: `loop_vars` is float32[], which is no list or tuple.",
    ),
    "a body that returns nothing": (
        lambda: ag.while_loop(lambda i: i < 3, lambda i: None, [ONE]),
        ValueError,
        "while_loop: `body` returns None, and there is 1 loop variable.",
    ),
    "a branch that takes something": (
        lambda: ag.cond(YES, lambda x: x, lambda: ONE),  # type: ignore[arg-type,misc]
        TypeError,
        (
            "cond: `true_fn` is called with nothing, which <lambda>(x) does not take: "
            "missing a required argument: 'x'."
        ),
    ),
    "a function of rows that takes two": (
        lambda: ag.map_fn(lambda a, b: a, V),
        TypeError,
        "map_fn: `fn` is called with one row, which <lambda>(a, b) does not take",
    ),
    "text in place of a number": (
        lambda: ag.py_function(lambda x: "txt", [V], ag.float32),
        TypeError,
        (
            "the value that <lambda>() returns, 'txt', cannot be float32[...], which Tout "
            "says: 'txt' cannot become a tensor of dtype float32: it is text."
        ),
    ),
    "an object in place of an array": (
        lambda: ag.numpy_function(lambda x: {1}, [V], ag.float32),
        TypeError,
        (
            "the value that <lambda>() returns, {1}, cannot be float32[...], which Tout "
            "says: {1} (of type set) cannot be an element of a tensor."
        ),
    ),
    "an array of objects": (
        lambda: ag.constant(np.array([1, "a", None], dtype=object)),
        TypeError,
        (
            "an array of objects (dtype=object) cannot become a tensor: [0] is 1, of type "
            "int."
        ),
    ),
}


@WAYS
@pytest.mark.parametrize("name", MISTAKES)
def test_what_does_not_fit_is_told_with_the_users_line(name, run):
    call, error, told = MISTAKES[name]
    with pytest.raises(error) as info:
        run(call)
    text = str(info.value)
    assert told in text
    assert f"{__file__}:" in text
    assert "<program" not in text


def test_an_array_of_objects_is_no_argument():
    f = ag.function(lambda x: x)
    with pytest.raises(TypeError) as info:
        f(np.array([["a", "b"], [b"c", 2.5]], dtype=object))
    text = str(info.value)
    assert "dtype=object" in text
    assert "[1, 1] is 2.5, of type float" in text
    assert "array.astype(np.float64)" in text


def test_an_array_of_text_is_one():
    text = np.array(["a", b"b"], dtype=object)
    assert ag.function(lambda x: x)(text).numpy().tolist() == [b"a", b"b"]
