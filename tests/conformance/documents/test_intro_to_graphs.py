"""The introduction to graphs: what its examples compute and print, here."""

import timeit

import numpy as np
import pytest

import autograph as ag


@pytest.fixture
def eagerly():
    """Switch graphs off and on again."""
    yield ag.config.run_functions_eagerly
    ag.config.run_functions_eagerly(False)


# --- from functions to graphs -------------------------------------------------------


def affine(x, w, b):
    x = ag.matmul(x, w)
    return x + b


X = ag.constant([[1.0, 2.0]])
W = ag.constant([[2.0], [3.0]])
B = ag.constant(4.0)


def test_a_function_gives_what_the_python_function_gives():
    assert affine(X, W, B).numpy() == ag.function(affine)(X, W, B).numpy()


def test_functions_that_are_called_are_part_of_the_graph():
    @ag.function
    def outer(x):
        return affine(x, ag.constant([[2.0], [3.0]]), ag.constant(4.0))

    assert repr(outer(X).numpy()) == "array([[12.]], dtype=float32)"
    ops = [node.op for node in outer.get_concrete_function(X).graph.as_graph_def().node]
    assert ops == ["Placeholder", "Const", "Const", "MatMul", "AddV2", "Identity"]


# --- conditions ---------------------------------------------------------------------


def positive(x):
    if ag.greater(x, 0):
        return x
    else:  # as it is documented
        return 0


def test_either_branch_runs():
    function = ag.function(positive)
    assert [int(function(ag.constant(x)).numpy()) for x in (1, -1)] == [1, 0]


def test_converted_code_of_a_choice():
    code = ag.autograph.to_code(positive)
    parts = [
        "def ag__positive(x):",
        "with ag__.FunctionScope('positive', 'fscope', ag__.ConversionOptions(",
        "do_return = False",
        "retval_ = ag__.UndefinedReturnValue()",
        "def get_state():",
        "return (do_return, retval_)",
        "def set_state(vars_):",
        "nonlocal do_return, retval_",
        "(do_return, retval_) = vars_",
        "def if_body():",
        "retval_ = ag__.ld(x)",
        "def else_body():",
        "retval_ = 0",
        "ag__.if_stmt(ag__.converted_call(ag__.ld(ag).greater, (ag__.ld(x), 0), None, ",
        "if_body, else_body, get_state, set_state, ('do_return', 'retval_'), 2)",
        "return fscope.ret(retval_, do_return)",
    ]
    places = [code.index(part) for part in parts]
    assert places == sorted(places)
    compile(code, "<code>", "exec")


HEAD = """\
node {
  name: "x"
  op: "Placeholder"
  attr {
    key: "_user_specified_name"
    value {
      s: "x"
    }
  }
  attr {
    key: "dtype"
    value {
      type: DT_INT32
    }
  }
  attr {
    key: "shape"
    value {
      shape {
      }
    }
  }
}
node {
  name: "Greater/y"
  op: "Const"
  attr {
    key: "dtype"
    value {
      type: DT_INT32
    }
  }
  attr {
    key: "value"
    value {
      tensor {
        dtype: DT_INT32
        tensor_shape {
        }
        int_val: 0
      }
    }
  }
}
node {
  name: "Greater"
  op: "Greater"
  input: "x"
  input: "Greater/y"
  attr {
    key: "T"
    value {
      type: DT_INT32
    }
  }
}
node {
  name: "cond"
  op: "StatelessIf"
  input: "Greater"
  input: "x"
"""


def test_text_of_the_graph():
    graph = ag.function(positive).get_concrete_function(ag.constant(1)).graph
    text = str(graph.as_graph_def())
    assert text.startswith(HEAD)
    names = [line for line in text.splitlines() if line.startswith("  name: ")]
    assert names == [
        f'  name: "{name}"'
        for name in ("x", "Greater/y", "Greater", "cond", "cond/Identity",
                     "cond/Identity_1", "Identity")
    ]  # fmt: skip
    assert text.count('name: "cond_true_') == 2  # where it is used, and what it is
    assert text.count('name: "cond_false_') == 2
    assert "library {" in text
    assert "versions {" in text


# --- one function, many graphs ------------------------------------------------------


def test_each_kind_of_argument_has_a_graph():
    traced = []

    @ag.function
    def relu(x):
        traced.append(x)
        return ag.maximum(0.0, x)

    given = (ag.constant(5.5), [1, -1], ag.constant([3.0, -3.0]))
    assert [str(relu(x)) for x in given] == [
        "ag.Tensor(5.5, shape=(), dtype=float32)",
        "ag.Tensor([1. 0.], shape=(2,), dtype=float32)",
        "ag.Tensor([3. 0.], shape=(2,), dtype=float32)",
    ]
    assert str(relu(ag.constant(-2.5))) == "ag.Tensor(0.0, shape=(), dtype=float32)"
    assert str(relu(ag.constant([-1.0, 1.0]))) == (
        "ag.Tensor([0. 1.], shape=(2,), dtype=float32)"
    )
    assert len(traced) == 3
    assert relu.pretty_printed_concrete_signatures() == (
        "relu(x)\n  Args:\n    x: float32 Tensor, shape=()\n"
        "  Returns:\n    float32 Tensor, shape=()\n\n"
        "relu(x=[1, -1])\n  Returns:\n    float32 Tensor, shape=(2,)\n\n"
        "relu(x)\n  Args:\n    x: float32 Tensor, shape=(2,)\n"
        "  Returns:\n    float32 Tensor, shape=(2,)"
    )


# --- graphs and eager execution -----------------------------------------------------


def squared_error(truth, guess):
    print("Computing")
    return ag.reduce_mean(ag.pow(truth - guess, 2))


TRUTH = ag.constant([8, 0, 4, 8, 3])
GUESS = ag.constant([6, 5, 4, 7, 6])


def test_random_integers():
    drawn = ag.random.uniform([5], maxval=10, dtype=ag.int32)
    assert drawn.dtype == ag.int32
    assert drawn.shape == (5,)
    assert ((drawn.numpy() >= 0) & (drawn.numpy() < 10)).all()


def test_the_mean_of_integers_is_an_integer(eagerly):
    function = ag.function(squared_error)
    for is_eager in (False, True):
        eagerly(is_eager)
        assert repr(function(TRUTH, GUESS)) == (
            "<ag.Tensor: shape=(), dtype=int32, numpy=7>"
        )


def test_python_prints_once_for_each_trace_and_always_eagerly(eagerly, capsys):
    function = ag.function(squared_error)
    for is_eager, times in ((False, 1), (True, 3), (False, 0)):
        eagerly(is_eager)
        for _ in range(3):
            function(TRUTH, GUESS)
        assert capsys.readouterr().out == "Computing\n" * times


def ignores_what_it_gathers(x):
    ag.gather(x, [1])
    return x


def test_what_is_not_needed_does_not_run():
    x = ag.constant([0.0])
    with pytest.raises(ag.errors.InvalidArgumentError) as info:
        ignores_what_it_gathers(x)
    assert type(info.value).__name__ == "InvalidArgumentError"
    assert "indices[0] = 1 is not in [0, 1)" in str(info.value)
    assert str(ag.function(ignores_what_it_gathers)(x)) == (
        "ag.Tensor([0.], shape=(1,), dtype=float32)"
    )


# --- speed --------------------------------------------------------------------------


def test_a_graph_of_many_small_ops_is_faster():
    x = ag.random.uniform(shape=[10, 10], minval=-1, maxval=2, dtype=ag.dtypes.int32)
    assert set(np.unique(x.numpy())) <= {-1, 0, 1}

    def power(x, n):
        result = ag.eye(10, dtype=ag.dtypes.int32)
        for _ in range(n):
            result = ag.matmul(x, result)
        return result

    as_graph = ag.function(power)
    assert (power(x, 100).numpy() == as_graph(x, 100).numpy()).all()
    with np.errstate(over="ignore"):
        exact = np.eye(10, dtype=np.int32)
        for _ in range(100):
            exact = x.numpy() @ exact
    assert (as_graph(x, 100).numpy() == exact).all()  # wraps around, as int32 does

    def seconds(function):
        return min(timeit.repeat(lambda: function(x, 100), number=5, repeat=10))

    assert seconds(as_graph) < seconds(power)


# --- when tracing happens -----------------------------------------------------------


def test_each_python_number_is_traced(capsys):
    @ag.function
    def square(x):
        print("Tracing!")
        return x * x + ag.constant(2)

    for x in (ag.constant(2), ag.constant(3), 2, 3, 2):
        print(square(x))
    assert capsys.readouterr().out.splitlines() == [
        "Tracing!",
        "ag.Tensor(6, shape=(), dtype=int32)",
        "ag.Tensor(11, shape=(), dtype=int32)",
        "Tracing!",
        "ag.Tensor(6, shape=(), dtype=int32)",
        "Tracing!",
        "ag.Tensor(11, shape=(), dtype=int32)",
        "ag.Tensor(6, shape=(), dtype=int32)",
    ]
