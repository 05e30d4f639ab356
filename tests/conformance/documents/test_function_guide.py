"""The guide to `function`: what its examples compute and print, here."""

import re

import autograph as ag

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


def test_a_gradient_of_a_function():
    v = ag.Variable(1.0)
    with ag.GradientTape() as tape:
        result = plus(v, 1.0)
    assert repr(tape.gradient(result, v)) == (
        "<ag.Tensor: shape=(), dtype=float32, numpy=1.0>"
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


def test_an_input_signature_allows_one_trace(printed, expected):
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
        "ag.Tensor(b'aa', shape=(), dtype=string)",
        "ag.Tensor(b'bb', shape=(), dtype=string)",
        'Tracing with Tensor("a:0", shape=(), dtype=string)',  # a spec has its own
        "ag.Tensor(b'cc', shape=(), dtype=string)",
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


def test_a_concrete_function_refuses_other_dtypes(printed, expected):
    text = make_twice().get_concrete_function(ag.constant("a"))
    with expected(ag.errors.InvalidArgumentError):
        text(ag.constant(1))
    shown = "\n".join(printed()[1])
    assert re.search(
        r"InvalidArgumentError: cannot compute \w+ as input #0\(zero-based\) was "
        "expected to be a string tensor but is a int32 tensor",
        shown,
    )


def test_python_arguments_keep_the_value_of_the_trace(printed, expected):
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
