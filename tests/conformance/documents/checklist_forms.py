"""The checklist, sections E and F: printed forms and control flow."""

import sys

import numpy as np

import autograph as ag
from tests.conformance.documents.rows import Table, output

e, f = Table("E"), Table("F")

# --- E. Printed forms ---------------------------------------------------------------


@e("eager tensors")
def _():
    x = ag.ones([2, 2])
    assert repr(x) == (
        "<ag.Tensor: shape=(2, 2), dtype=float32, numpy=\n"
        "array([[1., 1.],\n       [1., 1.]], dtype=float32)>"
    )
    assert repr(ag.constant(1.0)) == "<ag.Tensor: shape=(), dtype=float32, numpy=1.0>"
    assert str(ag.constant([4, 1])) == "ag.Tensor([4 1], shape=(2,), dtype=int32)"
    assert str(ag.constant("a")) == "ag.Tensor(b'a', shape=(), dtype=string)"
    assert str(x) == "ag.Tensor(\n[[1. 1.]\n [1. 1.]], shape=(2, 2), dtype=float32)"


@e("symbolic tensors, named after the parameter")
def _():
    @ag.function(input_signature=[ag.TensorSpec([None], ag.int32)])
    def show(a):
        print(a)
        print([a + a])

    with output() as (out, _):
        show(ag.constant([1]))
    assert out.getvalue().splitlines() == [
        'Tensor("a:0", shape=(None,), dtype=int32)',
        "[<ag.Tensor 'add:0' shape=(None,) dtype=int32>]",
    ]


@e("ag.print: joined by blanks, text bare, vectors without commas, to standard error")
def _():
    def show():
        ag.print("x is", ag.constant([0.5, 0.25, 0.75]), ag.constant("s"), 1, True)

    for function in (show, ag.function(show)):
        with output() as (out, err):
            function()
        assert err.getvalue() == "x is [0.5 0.25 0.75] s 1 True\n"
        assert out.getvalue() == ""
    with output() as (out, err):
        ag.print(ag.constant(1), output_stream=sys.stdout)
    assert (out.getvalue(), err.getvalue()) == ("1\n", "")


def grows(x):
    while ag.reduce_sum(x) > 1:
        x = ag.tanh(x)
        if x[0] > 0:
            return x
    return -x


@e("to_code: valid Python in the documents' shape")
def _():
    code = ag.to_code(grows)
    compile(code, "<code>", "exec")
    for part in (
        "def ag__grows(x):",
        "with ag__.FunctionScope('grows', 'fscope', ",
        "do_return = False",
        "retval_ = ag__.UndefinedReturnValue()",
        "def get_state",
        "def set_state",
        "nonlocal",
        "def loop_body",
        "def loop_test",
        "def if_body",
        "def else_body",
        "ag__.while_stmt(loop_test, loop_body, get_state",
        "ag__.if_stmt(",
        "ag__.converted_call(ag__.ld(ag).tanh, (ag__.ld(x),), None, fscope)",
        "return fscope.ret(retval_, do_return)",
    ):
        assert part in code, part
    assert ag.autograph.to_code(grows) == code


# --- F. AutoGraph -------------------------------------------------------------------


def every_construct(n):
    total = 0
    for i in ag.range(n):
        if i % 2 == 0 and i != 4:
            continue
        elif not i < 9 or i == 11:
            break
        else:
            total = Helper().add(total, i)
    while total > 40:
        total -= 7 if total % 3 == 0 else 5
        assert total > 0
        if total == 36:
            return -total
    return total


class Helper:
    def add(self, total, i):
        if i > 3:
            return total + self.twice(i)
        return total + i

    def twice(self, i):
        return 2 * i if i else i


@f("statements and expressions, also of methods that are called")
def _():
    function = ag.function(every_construct)

    def expected(n):
        total = 0
        for i in range(n):
            if i % 2 == 0 and i != 4:
                continue
            if not i < 9 or i == 11:
                break
            total += 2 * i if i > 3 else i
        while total > 40:
            total -= 7 if total % 3 == 0 else 5
            if total == 36:
                return -total
        return total

    for n in range(14):
        assert int(function(ag.constant(n))) == expected(n), n


@f("tensor conditions: both branches traced once, one runs; Python's: one is traced")
def _():
    ran = ag.Variable(0)

    @ag.function
    def choose(condition):
        if condition:
            print("then")
            ran.assign_add(1)
        else:
            print("else")
            ran.assign_add(10)

    with output() as (out, _):
        for value in (True, False, False):
            choose(ag.constant(value))
    assert (out.getvalue(), int(ran)) == ("then\nelse\n", 21)
    with output() as (out, _):
        choose(False)
        choose(False)
    assert (out.getvalue(), int(ran)) == ("else\n", 41)


@f("loops over tensors and ranges: one body, any length, zero included")
def _():
    @ag.function(input_signature=[ag.TensorSpec([None], ag.int32)])
    def total(x):
        found = ag.constant(0)
        for each in x:
            print("row")
            found += each
        for i in ag.range(ag.size(x)):
            print("range")
            found += i
        while found > 100:
            print("while")
            found -= 100
        return found

    with output() as (out, _):
        for numbers in ([], [7], [60, 70], list(range(20))):
            expected = sum(numbers) + sum(range(len(numbers)))
            while expected > 100:
                expected -= 100
            assert int(total(ag.constant(numbers, ag.int32))) == expected
    assert out.getvalue() == "row\nrange\nwhile\n"


@f("the size of a graph does not depend on the length of the tensor")
def _():
    @ag.function
    def total(x):
        found = ag.constant(0)
        for each in x:
            found += each
        return found

    sizes = {
        len(total.get_concrete_function(ag.zeros([n])).graph.as_graph_def().node)
        for n in (1, 10, 1000)
    }
    assert len(sizes) == 1


@f("Python and NumPy iterables are unrolled")
def _():
    @ag.function
    def total(x, numbers):
        for number in numbers:
            x = x * number
        return x

    def n_products(numbers):
        graph = total.get_concrete_function(ag.constant(1.0), numbers).graph
        return sum(op.type == "Mul" for op in graph.get_operations())

    assert [n_products([2.0] * n) for n in (0, 3, 10)] == [0, 3, 10]

    @ag.function
    def with_numpy(x):
        for number in np.arange(4.0):
            x = x + number
        return x

    assert with_numpy(ag.constant(1.0)) == 7


@f("trace lines come once, in the order of the source; a second call prints none")
def _():
    @ag.function
    def branches(x):
        if x > 2:
            print("first")
        elif x > 1:
            print("second")
        else:
            print("third")
        return x

    for expected in ("first\nsecond\nthird\n", ""):
        with output() as (out, _):
            branches(ag.constant(1))
        assert out.getvalue() == expected


@f("cond and while_loop: also eagerly")
def _():
    def both(x):
        y = ag.cond(x > 0, lambda: x * 2, lambda: x - 1)
        return ag.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * 2), [0, y])[1]

    for x in (3, -3):
        assert int(both(ag.constant(x))) == int(ag.function(both)(ag.constant(x)))
        assert int(both(ag.constant(x))) == 8 * (x * 2 if x > 0 else x - 1)


@f("gradients flow through staged loops and TensorArrays")
def _():
    @ag.function
    def cubes(x):
        states = ag.TensorArray(ag.float32, size=3)
        state = x
        for i in ag.range(3):
            state = state * x
            states = states.write(i, state)
        return ag.reduce_sum(states.stack())

    x = ag.constant(2.0)
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = cubes(x)
    assert (float(y), float(tape.gradient(y, x))) == (4 + 8 + 16, 2 * 2 + 3 * 4 + 4 * 8)


ROWS = (*e.rows, *f.rows)
