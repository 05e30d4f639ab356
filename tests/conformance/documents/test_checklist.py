"""What the documents demand, and neither `sessions/` nor another test shows."""

import inspect

import numpy as np
import pytest

import autograph as ag

T = ag.constant


def test_the_arguments_of_function_have_the_documents_defaults():
    parameters = inspect.signature(ag.function).parameters
    expected = {
        "func": None,
        "input_signature": None,
        "autograph": True,
        "experimental_autograph_options": None,
        "experimental_relax_shapes": False,
        "experimental_compile": None,
    }
    for name, default in expected.items():
        found = parameters[name].default
        assert found is default or (not found and not default), name
    assert {"reduce_retracing", "jit_compile"} <= set(parameters)
    assert next(iter(parameters)) == "func"


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"input_signature": None, "autograph": True},
        {"experimental_autograph_options": None},
        {"experimental_autograph_options": ag.autograph.experimental.Feature.ALL},
        {"experimental_relax_shapes": True},
        {"reduce_retracing": True},
        {"experimental_compile": None},
        {"experimental_compile": False},
        {"input_signature": [ag.TensorSpec([], ag.int32)]},
        {"input_signature": (ag.TensorSpec(None, ag.int32),)},
    ],
    ids=str,
)
def test_options_are_taken_by_a_decorator_and_by_a_call(options):
    assert ag.function(**options)(lambda x: x)(T(3)) == 3
    assert ag.function(None, **options)(lambda x: x)(T(3)) == 3
    assert ag.function(lambda x: x, **options)(T(3)) == 3


def test_without_autograph_nothing_is_staged_but_cond_and_while_loop_work():
    def loop(x):
        while x < 10:
            x = x * 2
        return x

    def by_op(x):
        return ag.while_loop(lambda x: x < 10, lambda x: (x * 2,), [x])[0]

    def choose(x):
        return ag.cond(x > 2, lambda: x * 4, lambda: x)

    for function in (loop, lambda x: 1 if x else 2):
        with pytest.raises(TypeError):
            ag.function(function, autograph=False)(T(3))
    for function in (choose, by_op):
        assert ag.function(function, autograph=False)(T(3)) == 12
    assert ag.function(loop)(T(3)) == 12


def test_a_trace_runs_nothing_of_the_graph_and_a_call_does(capsys):
    variable, printed = ag.Variable(0), []

    @ag.function
    def effects(x):
        printed.append("traced")
        variable.assign_add(x)
        ag.print("ran")
        return variable.read_value()

    concrete = effects.get_concrete_function(T(1))
    assert (printed, int(variable), capsys.readouterr().err) == (["traced"], 0, "")
    assert [int(effects(T(1))), int(concrete(T(1)))] == [1, 2]
    assert (printed, capsys.readouterr().err) == (["traced"], "ran\nran\n")


def test_python_numbers_have_graphs_of_one_structure():
    @ag.function
    def train(steps):
        total = T(0)
        for i in ag.range(steps):
            total += i
        return total

    def shape_of(steps):
        nodes = train.get_concrete_function(steps).graph.as_graph_def().node
        return [(node.name, node.op, list(node.input)) for node in nodes]

    assert shape_of(10) == shape_of(20)
    assert (int(train(10)), int(train(20))) == (45, 190)


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


def test_of_int32_the_mean_is_an_integer_and_products_wrap_around():
    mean = ag.function(ag.reduce_mean)(T([1, 2, 4]))
    assert (int(mean), mean.dtype) == (2, ag.int32)
    big = T([[2**30, 2**30], [1, 0]])
    product = ag.function(lambda x: ag.matmul(x, x))(big)
    with np.errstate(over="ignore"):
        assert (product.numpy() == big.numpy() @ big.numpy()).all()
    assert product.dtype == ag.int32
