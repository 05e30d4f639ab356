"""The guide to `function`: what its examples compute and print, here."""

import contextlib
import gc
import re
import traceback

import pytest

import autograph as ag

# --- helpers ------------------------------------------------------------------------


@contextlib.contextmanager
def expected(error_class):
    """Print the traceback of an error that has to come."""
    try:
        yield
    except error_class:
        print(f"expected {error_class.__name__}")
        traceback.print_exc(limit=2)
    else:
        raise AssertionError(f"no {error_class.__name__}")


@pytest.fixture
def printed(capsys):
    """Return what was printed since the last look: lines of output, then of errors."""

    def look():
        out, err = capsys.readouterr()
        return out.splitlines(), err.splitlines()

    return look


# --- usage --------------------------------------------------------------------------


@ag.function
def plus(a, b):
    return a + b


def test_a_function_is_called_like_an_op():
    total = plus(ag.ones([2, 2]), ag.ones([2, 2]))
    assert repr(total) == (
        "<ag.Tensor: shape=(2, 2), dtype=float32, numpy=\n"
        "array([[2., 2.],\n       [2., 2.]], dtype=float32)>"
    )


def test_functions_call_functions():
    @ag.function
    def layer(x, w, b):
        return plus(ag.matmul(x, w), b)

    result = layer(ag.ones([3, 2]), ag.ones([2, 2]), ag.ones([2]))
    assert result.numpy().tolist() == [[3.0, 3.0]] * 3


# --- tracing ------------------------------------------------------------------------


def make_twice():
    @ag.function
    def twice(a):
        print("Tracing with", a)
        return a + a

    return twice


def test_each_dtype_is_traced_once(printed):
    twice = make_twice()
    for value in (1, 1.1, "a", "b"):
        print(twice(ag.constant(value)))
    assert printed()[0] == [
        'Tracing with Tensor("a:0", shape=(), dtype=int32)',
        "ag.Tensor(2, shape=(), dtype=int32)",
        'Tracing with Tensor("a:0", shape=(), dtype=float32)',
        "ag.Tensor(2.2, shape=(), dtype=float32)",
        'Tracing with Tensor("a:0", shape=(), dtype=string)',
        "ag.Tensor(b'aa', shape=(), dtype=string)",
        "ag.Tensor(b'bb', shape=(), dtype=string)",
    ]
    assert twice.pretty_printed_concrete_signatures() == "\n\n".join(
        f"twice(a)\n  Args:\n    a: {name} Tensor, shape=()\n"
        f"  Returns:\n    {name} Tensor, shape=()"
        for name in ("int32", "float32", "string")
    )


def test_an_input_signature_allows_one_trace(printed):
    @ag.function(input_signature=(ag.TensorSpec(shape=[None], dtype=ag.int32),))
    def collatz_step(x):
        print("Tracing with", x)
        return ag.where(x % 2 == 0, x // 2, 3 * x + 1)

    print(collatz_step(ag.constant([1, 2])))
    print(collatz_step(ag.constant([1, 2, 3, 4, 5])))
    assert printed()[0] == [
        'Tracing with Tensor("x:0", shape=(None,), dtype=int32)',
        "ag.Tensor([4 1], shape=(2,), dtype=int32)",
        "ag.Tensor([ 4  1 10  2 16], shape=(5,), dtype=int32)",
    ]
    with expected(ValueError):
        collatz_step(ag.constant([[1, 2], [3, 4]]))
    with expected(ValueError):
        collatz_step(ag.constant([1.0, 2.0]))
    out, err = printed()
    assert out == ["expected ValueError"] * 2
    text = "\n".join(err)
    assert text.count("Python inputs incompatible with input_signature") == 2
    assert "ag.Tensor([1. 2.], shape=(2,), dtype=float32)" in text
    assert "TensorSpec(shape=(None,), dtype=ag.int32, name=None)" in text


def test_python_numbers_retrace_and_tensors_do_not(capsys):
    @ag.function
    def train(steps):
        print("Tracing with steps = ", steps)
        ag.print("Executing with steps = ", steps)
        for _ in ag.range(steps):
            pass

    train(steps=10)
    train(steps=20)
    out, err = capsys.readouterr()
    assert out == "Tracing with steps =  10\nTracing with steps =  20\n"
    assert err == "Executing with steps =  10\nExecuting with steps =  20\n"
    train(steps=ag.constant(10))
    train(steps=ag.constant(20))
    out, err = capsys.readouterr()
    assert out == 'Tracing with steps =  Tensor("steps:0", shape=(), dtype=int32)\n'
    assert err == "Executing with steps =  10\nExecuting with steps =  20\n"


def test_two_functions_of_one_python_function_share_no_traces(printed):
    def shout():
        print("Tracing!")
        ag.print("Executing")

    ag.function(shout)()
    ag.function(shout)()
    assert printed() == (["Tracing!"] * 2, ["Executing"] * 2)


# --- concrete functions -------------------------------------------------------------


def test_a_concrete_function_is_had_without_running(printed):
    twice = make_twice()
    text = twice.get_concrete_function(ag.constant("a"))
    assert printed()[0] == ['Tracing with Tensor("a:0", shape=(), dtype=string)']
    print(text(ag.constant("a")))
    print(text(a=ag.constant("b")))
    of_spec = twice.get_concrete_function(ag.TensorSpec(shape=[], dtype=ag.string))
    print(of_spec(ag.constant("c")))
    assert printed()[0] == [
        f"ag.Tensor({value}, shape=(), dtype=string)" for value in (b"aa", b"bb", b"cc")
    ]


def test_a_concrete_function_shows_what_it_takes_and_returns():
    text = make_twice().get_concrete_function(ag.constant("a"))
    assert str(text) == (
        "ConcreteFunction twice(a)\n"
        "  Args:\n    a: string Tensor, shape=()\n"
        "  Returns:\n    string Tensor, shape=()"
    )
    assert str(text.structured_input_signature) == (
        "((TensorSpec(shape=(), dtype=ag.string, name='a'),), {})"
    )
    assert str(text.structured_outputs) == (
        'Tensor("Identity:0", shape=(), dtype=string)'
    )


def test_a_concrete_function_refuses_other_dtypes(printed):
    text = make_twice().get_concrete_function(ag.constant("a"))
    with expected(ag.errors.InvalidArgumentError):
        text(ag.constant(1))
    shown = "\n".join(printed()[1])
    assert re.search(
        r"InvalidArgumentError: cannot compute \w+ as input #0\(zero-based\) was "
        "expected to be a string tensor but is a int32 tensor",
        shown,
    )


def test_python_arguments_keep_the_value_of_the_trace(printed):
    @ag.function
    def power(a, b):
        return a**b

    square = power.get_concrete_function(a=ag.TensorSpec(None, ag.float32), b=2)
    assert str(square) == (
        "ConcreteFunction power(a, b=2)\n"
        "  Args:\n    a: float32 Tensor, shape=<unknown>\n"
        "  Returns:\n    float32 Tensor, shape=<unknown>"
    )
    assert square(ag.constant(10.0)) == 100
    assert square(ag.constant(10.0), b=2) == 100
    with expected(TypeError):
        square(ag.constant(10.0), b=3)
    assert (
        "ConcreteFunction power(a, b) was constructed with int value 2 in b, but was "
        "called with int value 3"
    ) in "\n".join(printed()[1])


def test_nodes_of_a_concrete_functions_graph():
    graph = make_twice().get_concrete_function(ag.constant("a")).graph
    assert [f"{node.input} -> {node.name}" for node in graph.as_graph_def().node] == [
        "[] -> a",
        "['a', 'a'] -> add",
        "['add'] -> Identity",
    ]


# --- control flow -------------------------------------------------------------------


@ag.function
def flatten_out(x):
    while ag.reduce_sum(x) > 1:
        ag.print(x)
        x = ag.tanh(x)
    return x


def test_a_loop_prints_at_each_iteration(capsys):
    start = ag.random.uniform([5], minval=0.5)
    result = flatten_out(start)
    lines = capsys.readouterr().err.splitlines()
    x = start
    while ag.reduce_sum(x) > 1:
        ag.print(x)
        x = ag.tanh(x)
    shown = capsys.readouterr().err.splitlines()
    assert lines == shown
    assert len(lines) > 3
    assert all(re.fullmatch(r"\[[0-9.]+( [0-9.]+){4}\]", line) for line in lines)
    assert (result.numpy() == x.numpy()).all()


def test_converted_code_of_a_loop():
    code = ag.autograph.to_code(flatten_out.python_function)
    body = """
        def get_state():
            return (x,)

        def set_state(vars_):
            nonlocal x
            (x,) = vars_

        def loop_body():
            nonlocal x
            ag__.converted_call(ag__.ld(ag).print, (ag__.ld(x),), None, fscope)
            x = ag__.converted_call(ag__.ld(ag).tanh, (ag__.ld(x),), None, fscope)
"""
    assert code.startswith(
        "def ag__flatten_out(x):\n"
        "    with ag__.FunctionScope('flatten_out', 'fscope', ag__.ConversionOptions("
        "recursive=True, user_requested=True, optional_features=(), "
        "internal_convert_user_code=True)) as fscope:\n"
        "        do_return = False\n"
        "        retval_ = ag__.UndefinedReturnValue()\n"
    )
    assert body in code
    assert (
        "ag__.converted_call(ag__.ld(ag).reduce_sum, (ag__.ld(x),), None, fscope) > 1"
    ) in code
    assert (
        "ag__.while_stmt(loop_test, loop_body, get_state, set_state, ('x',), {})"
    ) in code
    assert "return fscope.ret(retval_, do_return)" in code
    compile(code, "<code>", "exec")


def test_each_branch_is_traced_once_and_one_runs(printed):
    @ag.function
    def fizz(n):
        for i in ag.range(1, n + 1):
            print("Tracing for loop")
            if i % 15 == 0:
                print("Tracing fizzbuzz branch")
                ag.print("fizzbuzz")
            elif i % 3 == 0:
                print("Tracing fizz branch")
                ag.print("fizz")
            elif i % 5 == 0:
                print("Tracing buzz branch")
                ag.print("buzz")
            else:
                print("Tracing default branch")
                ag.print(i)

    words = [
        "fizzbuzz" if i % 15 == 0 else "fizz" if i % 3 == 0 else
        "buzz" if i % 5 == 0 else str(i)
        for i in range(1, 21)
    ]  # fmt: skip
    fizz(ag.constant(5))
    assert printed() == (
        [
            "Tracing for loop",
            "Tracing fizzbuzz branch",
            "Tracing fizz branch",
            "Tracing buzz branch",
            "Tracing default branch",
        ],
        words[:5],
    )
    fizz(ag.constant(20))
    assert printed() == ([], words)


def test_a_python_list_is_unrolled():
    @ag.function
    def train(pairs):
        loss = ag.constant(0)
        for x, y in pairs:
            loss += ag.abs(y - x)
        return loss

    def n_nodes(length):
        graph = train.get_concrete_function([(1, 1)] * length).graph
        return len(graph.as_graph_def().node)

    assert (n_nodes(3), n_nodes(10)) == (11, 32)


def test_a_tensor_array_collects_what_a_loop_makes():
    def step(given, state):
        return given + state

    @ag.function
    def run(step, given, state):
        given = ag.transpose(given, [1, 0, 2])
        length = given.shape[0]
        states = ag.TensorArray(ag.float32, size=length)
        for i in ag.range(length):
            state = step(given[i], state)
            states = states.write(i, state)
        return ag.transpose(states.stack(), [1, 0, 2])

    given = ag.random.uniform([2, 3, 4])
    result = run(step, given, ag.zeros([2, 4]))
    assert result.shape == (2, 3, 4)
    assert (result.numpy() == given.numpy().cumsum(axis=1)).all()


# --- effects ------------------------------------------------------------------------


def test_python_prints_when_tracing_and_ag_print_always(printed):
    @ag.function
    def show(x):
        print("Traced with", x)
        ag.print("Executed with", x)

    show(1)
    show(1)
    show(2)
    assert printed() == (
        ["Traced with 1", "Traced with 2"],
        ["Executed with 1", "Executed with 1", "Executed with 2"],
    )


def test_a_list_outside_grows_once_for_each_trace():
    found = []

    @ag.function
    def note(x):
        found.append(x)

    for _ in range(3):
        note(1)
    assert found == [1]


def test_a_python_iterator_is_advanced_when_tracing(printed):
    @ag.function
    def take(iterator):
        ag.print("Value:", next(iterator))

    iterator = iter([1, 2, 3])
    for _ in range(3):
        take(iterator)
    assert printed()[1] == ["Value: 1"] * 3


def test_a_variable_that_is_gone(printed):
    variable = ag.Variable(3)

    @ag.function
    def times(x):
        return x * variable

    concrete = times.get_concrete_function(4)
    print(concrete(4))
    variable = ag.Variable(4)
    gc.collect()
    with expected(ag.errors.FailedPreconditionError):
        concrete(4)
    out, err = printed()
    assert out[0] == "ag.Tensor(12, shape=(), dtype=int32)"
    shown = "\n".join(err)
    assert re.search(
        r"Could not find variable \w+\. This could mean that the variable has been "
        "deleted",
        shown,
    )


# --- leaks --------------------------------------------------------------------------

kept: ag.Tensor


@ag.function
def leaks(a):
    global kept
    kept = a + 1
    return a + 2


@ag.function
def leaks_its_result(a):
    global kept
    kept = a + 1
    return kept


@ag.function
def uses_the_leak(b):
    b += kept
    return b


@pytest.mark.parametrize(("function", "value"), [(leaks, 3), (leaks_its_result, 2)])
def test_a_leaked_tensor_has_no_value(function, value, printed):
    function.get_concrete_function(ag.constant(1))  # traced for the first time
    assert function(ag.constant(1)).numpy() == value
    with expected(AttributeError):
        kept.numpy()
    assert printed()[1][-1] == (
        "AttributeError: 'Tensor' object has no attribute 'numpy'"
    )
    assert str(kept) == 'Tensor("add:0", shape=(), dtype=int32)'


def test_a_leaked_tensor_in_another_function(printed):
    leaks.get_concrete_function(ag.TensorSpec([2], ag.int32))  # leaks anew
    with expected(TypeError):
        uses_the_leak(ag.constant(2))
    assert "add:0" in "\n".join(printed()[1])
    concrete = uses_the_leak.get_concrete_function(ag.constant(2))
    assert str(concrete.captured_inputs) == (
        "[<ag.Tensor 'add:0' shape=(2,) dtype=int32>]"
    )
    assert kept is concrete.captured_inputs[0]


def test_leaks_through_lists_and_attributes():
    class Holder:
        field: ag.Tensor | None = None

    found: list[ag.Tensor] = []
    holder = Holder()

    @ag.function
    def leak():
        a = ag.constant(1)
        found.append(a)
        holder.field = a

    leak()
    assert str(found[0]) == 'Tensor("Const:0", shape=(), dtype=int32)'
    with pytest.raises(TypeError, match="Const:0"):
        found[0] + 1
    with pytest.raises(TypeError, match="Const:0"):
        ag.print(holder.field)


# --- known issues -------------------------------------------------------------------


def test_a_name_of_the_closure_is_read_when_tracing():
    number = 1

    @ag.function
    def closes_over():
        return 1 + number

    @ag.function
    def takes(number):
        return 1 + number

    assert (closes_over(), takes(number)) == (2, 2)
    number = 100
    assert (closes_over(), takes(number)) == (2, 101)


class Line(ag.Module):
    def __init__(self):
        self.bias = 0.0
        self.weight = 2.0


def evaluate(model, x):
    return model.weight * x + model.bias


def test_attributes_are_read_when_tracing():
    function, line, x = ag.function(evaluate), Line(), ag.constant(10.0)
    assert str(function(line, x)) == "ag.Tensor(20.0, shape=(), dtype=float32)"
    line.bias += 5.0
    assert function(line, x) == 20
    assert function(Line(), x) == 20


def test_a_new_function_sees_the_change():
    line, x = Line(), ag.constant(10.0)
    before = ag.function(evaluate).get_concrete_function(line, x)
    assert before(x) == 20
    line.bias += 5.0
    after = ag.function(evaluate).get_concrete_function(line, x)
    assert (float(before(x)), float(after(x))) == (20, 25)


def test_variables_of_an_object_change_without_a_trace():
    class Better:
        def __init__(self):
            self.bias = ag.Variable(0.0)
            self.weight = ag.Variable(2.0)

    function, line, x = ag.function(evaluate), Better(), ag.constant(10.0)
    assert function(line, x) == 20
    line.bias.assign_add(5.0)
    assert function(line, x) == 25
    assert len(function.pretty_printed_concrete_signatures().split("Returns")) == 2


# --- variables made by functions ----------------------------------------------------


def test_a_variable_at_each_call_is_refused(printed):
    @ag.function
    def makes(x):
        v = ag.Variable(1.0)
        return v

    with expected(ValueError):
        makes(1.0)
    text = "\n".join(printed()[1])
    assert "Error: in user code:" in text
    assert "v = ag.Variable(1.0)" in text
    assert "tried to create variables on non-first call" in text


def test_a_variable_that_is_kept_is_made_once():
    class Count(ag.Module):
        def __init__(self):
            self.count = None

        @ag.function
        def __call__(self):
            if self.count is None:
                self.count = ag.Variable(0)
            return self.count.assign_add(1)

    count = Count()
    assert [str(count()) for _ in range(2)] == [
        "ag.Tensor(1, shape=(), dtype=int32)",
        "ag.Tensor(2, shape=(), dtype=int32)",
    ]
