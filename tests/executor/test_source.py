"""The text of programs: what is written, and what is not."""

import numpy as np
import pytest

from executor.program import build
from graph import dtypes
from graph.specs import TensorSpec
from tests.executor.graphs import FLOAT32, INT, INT32, Writer, collatz, make

VECTOR = TensorSpec((None,), dtypes.float32)


def test_collatz(golden):
    program = build(collatz())
    golden(program.source)
    assert program.run(np.array(27, np.int32)) == (111,)
    assert program.output_forms == ("python",)


def test_newton(golden):
    def write(b: Writer, a):
        def body(b: Writer, x, error, a):
            better = b.at(4).op("multiply", 0.5, b.op("add", x, b.op("divide", a, x)))
            return better, b.at(5).op("abs", b.op("subtract", better, x))

        b.at(3)
        state = {"x": a, "error": b.const(1.0, np.float32)}
        test = lambda b, x, error, a: b.op("greater", error, 1e-6)
        return b.loop(state, [a], test, body)[0]

    program = build(make("square_root", {"a": FLOAT32}, write))
    golden(program.source)
    (root,) = program.run(np.array(2.0, np.float32))
    assert type(root) is np.float32
    assert abs(root - 2**0.5) < 1e-6


def test_power_of_a_matrix(golden):
    matrix = TensorSpec((None, None), dtypes.float64)

    def write(b: Writer, x, n):
        def body(b: Writer, n, result, x):
            is_odd = b.at(5).op("equal", b.op("mod", n, 2), 1)
            result = b.cond(
                is_odd,
                [result, x],
                lambda b, result, x: b.at(6).op("matmul", result, x),
                lambda b, result, x: result,
            )
            square = b.at(7).op("matmul", x, x)
            return b.at(8).op("floor_divide", n, 2), result, square

        state = {"n": n, "result": b.at(3).op("matmul", x, x), "x": x}
        test = lambda b, n, result, x: b.at(4).op("greater", n, 0)
        return b.loop(state, [], test, body)[1]

    program = build(make("power", {"x": matrix, "n": INT32}, write))
    golden(program.source)
    x = np.array([[1.0, 1.0], [1.0, 0.0]])
    (result,) = program.run(x, np.array(5, np.int32))
    assert result.tolist() == np.linalg.matrix_power(x, 7).tolist()


def source(specs, write, **options) -> str:
    return build(make("f", specs, write), **options).source


def test_building_twice_gives_the_same_text():
    assert build(collatz()).source == build(collatz()).source


def _unused_output(b: Writer, x, n):
    b.op("exp", x)
    return b.op("sin", x)


def _unused_results_of_a_branch(b: Writer, x, n):
    then = lambda b, x: (b.op("exp", x), b.op("sin", x))
    return b.cond(n, [x], then, lambda b, x: (b.op("add", x, 1), x))[1]


def _dead_loop_variables(b: Writer, x, n):
    # `a` feeds only `b`, and `b` only itself.
    state = {"n": n, "a": x, "b": x, "c": x}
    body = lambda w, n, a, b, c: (
        w.op("subtract", n, 1),
        w.op("exp", a),
        w.op("add", b, a),
        w.op("sin", c),
    )
    return b.loop(state, [], lambda w, n, *_: w.op("greater", n, 0), body)[3]


def _loop_that_nothing_needs(b: Writer, x, n):
    body = lambda b, n, x: (n, b.op("exp", x))
    test = lambda b, n, x: b.op("less", x, n)
    return b.loop({"n": n, "x": b.const(0.0, np.float32)}, [], test, body)[0], b.op(
        "sin", x
    )


@pytest.mark.parametrize(
    "write",
    [_unused_output, _unused_results_of_a_branch, _dead_loop_variables, _loop_that_nothing_needs],
)  # fmt: skip
def test_what_no_output_needs_is_not_computed(write):
    text = source({"x": VECTOR, "n": INT32}, write)
    assert "exp" not in text
    assert "add" not in text
    assert "sin" in text


def test_arrays_are_freed_at_their_last_use():
    def write(b: Writer, x):
        y = b.op("exp", x)
        z = b.op("add", b.op("sin", y), y)
        return b.op("cos", z)

    lines = [
        line.split("#")[0].strip() for line in source({"x": VECTOR}, write).splitlines()
    ]
    assert lines == [
        "def f(x):",
        "t0 = exp(x)",
        "t1 = sin(t0)",
        "t2 = add(t1, t0)",
        "del t0, t1",
        "t3 = cos(t2)",
        "return (t3,)",
    ]


def test_a_test_of_two_parts_is_one_expression():
    def write(b: Writer, n):
        def test(b: Writer, n, i):
            return b.cond(
                b.op("greater", n, 0),
                [i],
                lambda b, i: b.op("truth", b.op("less", i, 10)),
                lambda b, i: b.graph.constant(False),
            )

        body = lambda b, n, i: (b.op("subtract", n, 1), b.op("add", i, 1))
        return b.loop({"n": n, "i": b.const(0)}, [], test, body)

    assert "while (n > 0) and (i < 10):" in source({"n": INT32}, write)


def test_sums_of_sums_are_brought_into_range_once():
    def write(b: Writer, n):
        return b.op("add", b.op("multiply", b.op("add", n, 1), 3), n)

    assert source({"n": INT32}, write).count("wrap_int32") == 1


def test_names_of_users_do_not_hide_those_of_the_program():
    specs = {"add": INT32, "int32": INT32, "if": VECTOR, "tasks": VECTOR, "a b": INT}

    def write(b: Writer, add, int32, if_, tasks, number):
        total = b.op("add", b.op("multiply", if_, tasks), b.op("add", add, int32))
        return b.op("add", total, number), b.op("exp", int32)

    x = np.ones(3, np.float32)
    one = np.array(1, np.int32)
    results = build(make("exp", specs, write)).run(one, one, x, x, 2)
    assert results[0].tolist() == [5.0] * 3
    assert results[1] == np.exp(1.0)
