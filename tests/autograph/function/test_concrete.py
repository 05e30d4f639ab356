"""Concrete functions: how they are called, what they refuse, how they are printed."""

import gc
import traceback

import numpy as np
import pytest

import autograph as ag
from autograph.errors import ConcreteArgumentError


class Model:
    def __init__(self, bias):
        self.bias = bias


@ag.function
def power(a, b):
    return a**b


@ag.function
def nested(tree, *, scale=2):
    return {"sum": tree["x"][0] + tree["x"][1], "none": None, "n": [tree["n"] * scale]}


@ag.function
def evaluate(model, x):
    return x + model.bias


@ag.function
def double(a):
    return a + a


SCALAR = ag.TensorSpec([], ag.float32)
TREE = {"x": (SCALAR, ag.TensorSpec([None], ag.float32)), "n": 3}


# -- Calls


def test_arguments_by_position_and_by_keyword():
    cube = power.get_concrete_function(a=ag.TensorSpec(None, ag.float32), b=3)
    x = ag.constant(2.0)
    calls = [((x,), {}), ((x, 3), {}), ((x,), {"b": 3}), ((), {"a": x}),
             ((), {"b": 3, "a": x}), ((np.float32(2),), {}), ((2.0,), {})]  # fmt: skip
    for args, kwargs in calls * 3:
        assert float(cube(*args, **kwargs)) == 8


def test_the_tensors_alone_stand_for_all_arguments():
    @ag.function
    def f(n, x, names, /, y, *, z=1.0):
        return n * x + y + z

    one, two, three = map(ag.constant, (1.0, 2.0, 3.0))
    concrete = f.get_concrete_function(2, SCALAR, ["a"], SCALAR, z=SCALAR)
    assert float(concrete(one, two, three)) == 7
    assert float(concrete(one, y=two, z=three)) == 7


def test_an_object_may_be_left_out_and_may_be_gone():
    model, x = Model(3), ag.constant(4)
    concrete = evaluate.get_concrete_function(model, ag.TensorSpec([], ag.int32))
    for args, kwargs in [((x,), {}), ((model, x), {}), ((model,), {"x": x}),
                         ((), {"x": x})]:  # fmt: skip
        assert int(concrete(*args, **kwargs)) == 7
    with pytest.raises(TypeError, match=r"Model value .* in model.* with Model value"):
        concrete(Model(3), x)
    del model, args
    assert int(concrete(x)) == 7


def test_a_function_without_result():
    concrete = ag.function(lambda: None).get_concrete_function()
    assert str(concrete) == "ConcreteFunction <lambda>()\n  Returns:\n    None"
    assert concrete() is None
    assert concrete.structured_outputs is None


def test_specs_have_a_trace_by_themselves_where_tensors_had_one_before():
    x = ag.constant(1.0)
    for is_first in (True, False):
        triple = ag.function(lambda a: a * 3)
        by_tensor = None if is_first else triple.get_concrete_function(x)
        by_spec = triple.get_concrete_function(SCALAR)
        assert by_spec is triple.get_concrete_function(SCALAR)
        assert [float(triple(x)) for _ in range(3)] == [3] * 3
        found = triple.get_concrete_function(x)
        assert found is (by_spec if is_first else by_tensor)
        assert triple.experimental_get_tracing_count() == 1 + (not is_first)
    (difference,) = triple.explain().traces[1].differences
    assert str(difference) == "arguments: specs, not tensors"


# -- What is refused


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (3, "int value 2 in b, but was called with int value 3"),
        (2.0, "int value 2 in b, but was called with float value 2.0"),
        (True, "int value 2 in b, but was called with bool value True"),
    ],
)
def test_python_arguments_keep_their_value(given, message):
    square = power.get_concrete_function(SCALAR, 2)
    pattern = rf"ConcreteFunction power\(a, b\) was constructed with {message}"
    for call in (lambda: square(ag.constant(1.0), given),
                 lambda: square(ag.constant(1.0), b=given)):  # fmt: skip
        with pytest.raises(TypeError, match=pattern) as info:
            call()
        assert type(info.value) is ConcreteArgumentError
        assert "test_concrete.py" in str(info.value)


def test_another_dtype_is_refused_in_the_documents_words():
    concrete = double.get_concrete_function(ag.TensorSpec([], ag.string))
    assert concrete(ag.constant("b")).numpy() == b"bb"
    assert concrete(a=ag.constant("c")).numpy() == b"cc"
    message = (
        r"cannot compute double as input #0\(zero-based\) was expected to be a string "
        "tensor but is a int32 tensor"
    )
    with pytest.raises(ag.errors.InvalidArgumentError, match=message) as info:
        concrete(ag.constant(1))
    assert "concrete(ag.constant(1))" in str(info.value)


@pytest.mark.parametrize("value", [ag.ones([3, 3]), ag.ones([2]), [[1.0, 2.0, 3.0]]])
def test_another_shape_is_refused(value):
    concrete = double.get_concrete_function(ag.TensorSpec([None, 2], ag.float32))
    assert concrete(ag.ones([3, 2])).shape == (3, 2)
    with pytest.raises((ValueError, TypeError), match=r"of shape|nested as"):
        concrete(value)


def test_another_nesting_is_refused():
    concrete = nested.get_concrete_function(TREE)
    x, y = ag.constant(1.0), ag.constant([2.0])
    result = concrete({"x": (x, y), "n": 3})
    assert float(result["sum"].numpy()[0]) == 3
    assert (result["none"], int(result["n"][0])) == (None, 6)
    told = "was traced for arguments nested as"
    others = {"n": 3, "x": [x, y]}, {"x": (x, y)}, {"n": 3, "x": (x, y, x)}, x
    for other in (*others, {"n": 3, "x": (x, y)}):  # which has its own trace
        with pytest.raises(TypeError, match=told) as info:
            concrete(other, scale=2)
        assert "concrete(other, scale=2)" in str(info.value)


def test_arguments_that_do_not_bind_are_what_python_says():
    concrete = power.get_concrete_function(SCALAR, SCALAR)
    for args, kwargs in [((), {}), ((1.0,), {}), ((1.0, 2.0, 3.0), {}),
                         ((1.0, 2.0), {"c": 1})]:  # fmt: skip
        with pytest.raises(TypeError, match=r"power\(\) "):
            concrete(*args, **kwargs)


def test_errors_of_a_run_are_told_at_the_line_of_the_function():
    variable = ag.Variable([1, 2])

    @ag.function
    def chosen(index):
        return ag.gather(variable, index)

    concrete = chosen.get_concrete_function(ag.TensorSpec([], ag.int32))
    assert int(concrete(ag.constant(1))) == 2
    two = ag.constant(2)
    for args, kwargs in (((two,), {}), ((), {"index": two})):
        with pytest.raises(ag.errors.InvalidArgumentError) as info:
            concrete(*args, **kwargs)
        assert "return ag.gather(variable, index)" in str(info.value)
        shown = traceback.extract_tb(info.value.__traceback__)
        assert [each.name for each in shown[-2:]] == ["__call__", "chosen"]
    variable = None
    gc.collect()
    with pytest.raises(ag.errors.FailedPreconditionError) as info:
        concrete(ag.constant(1))
    assert "return ag.gather(variable, index)" in str(info.value)


# -- What is told of them


def test_the_signature_is_structured():
    concrete = double.get_concrete_function(ag.constant("a"))
    assert repr(concrete.structured_input_signature) == (
        "((TensorSpec(shape=(), dtype=ag.string, name='a'),), {})"
    )
    positional, named = nested.get_concrete_function(TREE).structured_input_signature
    assert named == {"scale": 2}
    assert positional == (TREE,)
    assert positional[0]["x"][1].name == "tree_x_1"
    square = power.get_concrete_function(SCALAR, 2)
    assert square.structured_input_signature == ((SCALAR, 2), {})
    starred = ag.function(lambda *args, **kwargs: args[0])
    concrete = starred.get_concrete_function(SCALAR, 1, k=SCALAR)
    assert concrete.structured_input_signature == ((SCALAR, 1), {"k": SCALAR})


def test_inputs_outputs_and_captures():
    concrete = nested.get_concrete_function(TREE)
    assert [value.name for value in concrete.inputs] == ["tree_x_0:0", "tree_x_1:0"]
    assert [value.dtype for value in concrete.outputs] == [ag.int32, ag.float32]
    assert concrete.captured_inputs == []
    assert concrete.name == "nested"
    outputs = concrete.structured_outputs
    assert outputs["none"] is None
    assert outputs["sum"].shape == (None,)
    assert outputs["n"][0].dtype is ag.int32


def test_printed_as_the_documents_print_it(golden):
    square = power.get_concrete_function(a=ag.TensorSpec(None, ag.float32), b=2)
    assert repr(square).startswith("<ConcreteFunction power(a, b=2) at 0x")

    @ag.function
    def my_relu(x):
        return ag.maximum(0.0, x)

    for _ in range(2):
        my_relu(ag.constant(5.5))
        my_relu([1, -1])
        my_relu(ag.constant([3.0, -3.0]))
    texts = [
        str(double.get_concrete_function(ag.constant("a"))),
        str(square),
        str(nested.get_concrete_function(TREE)),
        my_relu.pretty_printed_concrete_signatures(),
    ]
    golden("\n\n".join(texts))
    brief = my_relu.pretty_printed_concrete_signatures(verbose=False)
    assert brief == "my_relu(x)\n\nmy_relu(x=[1, -1])\n\nmy_relu(x)"


# -- Options


@pytest.mark.parametrize("value", [None, False, True])
@pytest.mark.parametrize("name", ["jit_compile", "experimental_compile"])
@pytest.mark.filterwarnings("ignore:.*jit_compile=True:UserWarning")
def test_compiling_gives_the_same(name, value):
    @ag.function(**{name: value})
    def f(x):
        while x < 10:
            x = x * 2
        return x

    assert [int(f(ag.constant(k))) for k in (1, 3, 11)] == [16, 12, 11]


def test_other_options_are_checked():
    with pytest.raises(
        TypeError, match="jit_compile is None, False or True, not 'yes'"
    ) as info:
        ag.function(jit_compile="yes")
    assert 'ag.function(jit_compile="yes")' in str(info.value)
    with pytest.raises(ag.errors.OptionError, match="optional features are") as info:
        ag.function(experimental_autograph_options=3)
    assert "ag.function(experimental_autograph_options=3)" in str(info.value)
    lists = ag.autograph.experimental.Feature.LISTS
    assert int(ag.function(lambda x: x, experimental_autograph_options=lists)(1)) == 1
    both = ag.function(None, None, True, (lists,), True, None)
    assert int(both(lambda x: x + 1)(ag.constant(1))) == 2
