"""What the documents demand of graphs: printed forms, control flow, effects, errors.

What a block of `sessions/` shows is not here.
"""

import sys
import timeit

import numpy as np
import pytest

import autograph as ag

T = ag.constant

# -- Printed forms


def test_eager_tensors_are_printed():
    x = ag.ones([2, 2])
    assert repr(x) == (
        "<ag.Tensor: shape=(2, 2), dtype=float32, numpy=\n"
        "array([[1., 1.],\n       [1., 1.]], dtype=float32)>"
    )
    assert repr(T(1.0)) == "<ag.Tensor: shape=(), dtype=float32, numpy=1.0>"
    assert str(T([4, 1])) == "ag.Tensor([4 1], shape=(2,), dtype=int32)"
    assert str(T("a")) == "ag.Tensor(b'a', shape=(), dtype=string)"
    assert str(x) == "ag.Tensor(\n[[1. 1.]\n [1. 1.]], shape=(2, 2), dtype=float32)"


def test_ag_print_joins_by_blanks_to_standard_error(capsys):
    def show():
        ag.print("x is", T([0.5, 0.25, 0.75]), T("s"), 1, True)

    for function in (show, ag.function(show)):
        function()
        assert capsys.readouterr() == ("", "x is [0.5 0.25 0.75] s 1 True\n")
    ag.print(T(1), output_stream=sys.stdout)
    assert capsys.readouterr() == ("1\n", "")


def grows(x):
    while ag.reduce_sum(x) > 1:
        x = ag.tanh(x)
        if x[0] > 0:
            return x
    return -x


def test_converted_code_has_the_documents_shape():
    code = ag.to_code(grows)
    compile(code, "<code>", "exec")
    for part in (
        "def ag__grows(x):",
        "with ag__.FunctionScope('grows', 'fscope', ",
        "do_return = False",
        "retval_ = ag__.UndefinedReturnValue()",
        "ag__.while_stmt(loop_test, loop_body, get_state",
        "ag__.if_stmt(",
        "ag__.converted_call(ag__.ld(ag).tanh, (ag__.ld(x),), None, fscope)",
        "return fscope.ret(retval_, do_return)",
    ):
        assert part in code
    assert ag.autograph.to_code(grows) == code


# -- Control flow


def test_of_tensor_conditions_both_branches_are_traced_once_and_one_runs(capsys):
    ran = ag.Variable(0)

    @ag.function
    def choose(condition):
        if condition:
            print("then")
            ran.assign_add(1)
        else:
            print("else")
            ran.assign_add(10)

    for value in (True, False, False):
        choose(T(value))
    assert (capsys.readouterr().out, int(ran)) == ("then\nelse\n", 21)
    for _ in range(2):
        choose(False)  # Python's own: one branch
    assert (capsys.readouterr().out, int(ran)) == ("else\n", 41)


def test_loops_over_tensors_and_ranges_have_one_body_for_any_length(capsys):
    @ag.function(input_signature=[ag.TensorSpec([None], ag.int32)])
    def total(x):
        found = T(0)
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

    for numbers in ([], [7], [60, 70], list(range(20))):
        expected = sum(numbers) + sum(range(len(numbers)))
        while expected > 100:
            expected -= 100
        assert int(total(T(numbers, ag.int32))) == expected
    assert capsys.readouterr().out == "row\nrange\nwhile\n"


def test_graphs_grow_with_python_iterables_and_not_with_tensors():
    @ag.function
    def product(x, factors):
        for factor in factors:
            x = x * factor
        return x

    def size(factors):
        graph = product.get_concrete_function(T(1.0), factors).graph
        return len(graph.as_graph_def().node)

    assert len({size(ag.zeros([n])) for n in (1, 10, 1000)}) == 1
    for make in (lambda n: [2.0] * n, lambda n: tuple(np.full(n, 2.0, np.float32))):
        none, three, ten = (size(make(n)) for n in (0, 3, 10))
        assert none < three < ten
        assert (ten - none) * 3 == (three - none) * 10


@pytest.mark.parametrize("x", [3, -3])
def test_cond_and_while_loop_also_run_eagerly(x):
    def both(x):
        y = ag.cond(x > 0, lambda: x * 2, lambda: x - 1)
        return ag.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * 2), [0, y])[1]

    expected = 8 * (x * 2 if x > 0 else x - 1)
    assert int(both(T(x))) == int(ag.function(both)(T(x))) == expected


def test_gradients_flow_through_staged_loops_and_tensor_arrays():
    @ag.function
    def cubes(x):
        states = ag.TensorArray(ag.float32, size=3)
        state = x
        for i in ag.range(3):
            state = state * x
            states = states.write(i, state)
        return ag.reduce_sum(states.stack())

    x = T(2.0)
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = cubes(x)
    assert (float(y), float(tape.gradient(y, x))) == (4 + 8 + 16, 2 * 2 + 3 * 4 + 4 * 8)


# -- Effects and execution


def test_pythons_effects_come_once_for_a_trace_and_the_graphs_at_every_run(capsys):
    traced, kinds, variable = [], [], ag.Variable(0)

    def note(x):
        kinds.append(type(x))
        print("called", int(x), file=sys.stderr)

    @ag.function
    def effects(x):
        traced.append("traced")
        ag.print("before", variable)
        variable.assign_add(x)
        ag.py_function(note, [x], [])
        ag.compat.v1.py_func(note, [x], [])
        ag.print("after", variable)

    effects(T(1))
    effects(T(2))
    assert traced == ["traced"]
    assert capsys.readouterr().err.splitlines() == [
        *("before 0", "called 1", "called 1", "after 1"),
        *("before 1", "called 2", "called 2", "after 3"),
    ]
    assert issubclass(kinds[0], ag.Tensor)
    assert issubclass(kinds[1], (np.ndarray, np.generic))


def test_what_is_not_needed_does_not_run_but_prints_checks_and_writes_do(capsys):
    variable = ag.Variable(0)

    def unused(x):
        ag.gather(x, [1])
        ag.print(ag.reduce_sum(x))
        variable.assign_add(1)
        return x

    ag.function(unused)(T([0.5]))
    assert (capsys.readouterr().err, int(variable)) == ("0.5\n", 1)
    with pytest.raises(ag.errors.InvalidArgumentError):
        unused(T([0.5]))

    @ag.function
    def checked(x):
        ag.debugging.assert_positive(x)
        return 1

    with pytest.raises(ag.errors.InvalidArgumentError):
        checked(T(-1))


@pytest.mark.parametrize("function", [ag.log, ag.function(lambda x: ag.log(x) + 1)])
@pytest.mark.parametrize(("x", "found"), [(-1.0, r"(?i)nan"), (0.0, r"(?i)inf")])
def test_enable_check_numerics_names_nan_or_inf_where_it_was_made(function, x, found):
    ag.debugging.enable_check_numerics()
    try:
        with (
            np.errstate(all="ignore"),
            pytest.raises(ag.errors.InvalidArgumentError, match=found),
        ):
            function(T(x))
    finally:
        ag.debugging.disable_check_numerics()
    with np.errstate(all="ignore"):
        assert not np.isfinite(function(T(x)).numpy())


def test_of_int32_the_mean_is_an_integer_and_products_wrap_around():
    mean = ag.function(ag.reduce_mean)(T([1, 2, 4]))
    assert (int(mean), mean.dtype) == (2, ag.int32)
    big = T([[2**30, 2**30], [1, 0]])
    product = ag.function(lambda x: ag.matmul(x, x))(big)
    with np.errstate(over="ignore"):
        assert (product.numpy() == big.numpy() @ big.numpy()).all()
    assert product.dtype == ag.int32


@pytest.mark.long
def test_of_few_expensive_ops_a_graph_is_about_as_fast_as_eager():
    def expensive(x):
        return ag.matmul(ag.matmul(x, x), x)

    x, as_graph = ag.random.normal([300, 300]), ag.function(expensive)
    as_graph(x)

    def seconds(function):
        return min(timeit.repeat(lambda: function(x), number=3, repeat=10))

    assert seconds(as_graph) < 2 * seconds(expensive)


def test_errors_of_the_users_code_begin_with_its_file_line_and_source():
    @ag.function
    def wrong(x):
        return ag.matmul(x, ag.ones([5, 5]))

    with pytest.raises(ag.errors.ShapeError) as info:
        wrong(ag.ones([2, 2]))
    first, place, source, *_ = str(info.value).splitlines()
    assert first == "in user code:"
    assert __file__ in place
    assert source.strip() == "return ag.matmul(x, ag.ones([5, 5]))"
