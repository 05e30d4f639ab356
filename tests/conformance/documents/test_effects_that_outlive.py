"""Side effects of the guide: what is left once the function has been traced.

The programs are the guide's, with `ag.` for `tf.`. For each there is what it prints,
and the lines that warn of a tensor that leaks.
"""

import contextlib
import io
import linecache
import warnings
from dataclasses import dataclass
from textwrap import dedent

import pytest

import autograph as ag


@dataclass(frozen=True)
class Example:
    """A program, what it prints, and the lines that it warns of."""

    title: str
    source: str
    printed: str
    leaking: tuple[str, ...] = ()


EXAMPLES = (
    Example(
        "a list outside grows while tracing",
        """
        external_list = []

        @ag.function
        def side_effect(x):
            print('Python side effect')
            external_list.append(x)

        side_effect(1)
        side_effect(1)
        side_effect(1)
        # The list append only happened once!
        assert len(external_list) == 1
        print(external_list)
        """,
        "Python side effect\n[1]\n",
    ),
    Example(
        "a list outside is given a tensor",
        """
        external_list = []

        @ag.function
        def side_effect(x):
            external_list.append(x)

        for _ in range(3):
            side_effect(ag.constant(1))
        print(external_list)
        """,
        "[<ag.Tensor 'x:0' shape=() dtype=int32>]\n",
        ("external_list.append(x)",),
    ),
    Example(
        "a global leaks",
        """
        x = None

        @ag.function
        def leaky_function(a):
            global x
            x = a + 1  # Bad - leaks local tensor
            return a + 2

        correct_a = leaky_function(ag.constant(1))
        print(correct_a.numpy())  # Good - value obtained from function's returns
        try:
            x.numpy()  # Bad - tensor leaked from inside the function
        except AttributeError as error:
            print(error)
        print(x)
        """,
        "3\n'Tensor' object has no attribute 'numpy'\n"
        'Tensor("add:0", shape=(), dtype=int32)\n',
        ("x = a + 1  # Bad - leaks local tensor",),
    ),
    Example(
        "a global leaks that is returned, too",
        """
        x = None

        @ag.function
        def leaky_function(a):
            global x
            x = a + 1  # Bad - leaks local tensor
            return x  # Good - uses local tensor

        print(leaky_function(ag.constant(1)).numpy())
        print(x)

        @ag.function
        def captures_leaked_tensor(b):
            b += x  # Bad - `x` is leaked from `leaky_function`
            return b

        try:
            captures_leaked_tensor(ag.constant(2))
        except TypeError:
            print("TypeError")
        concrete_func = captures_leaked_tensor.get_concrete_function(ag.constant(2))
        print(concrete_func.captured_inputs)
        assert x is concrete_func.captured_inputs[0]
        """,
        '2\nTensor("add:0", shape=(), dtype=int32)\nTypeError\n'
        "[<ag.Tensor 'add:0' shape=() dtype=int32>]\n",
        ("x = a + 1  # Bad - leaks local tensor",),
    ),
    Example(
        "a collection and an object leak",
        """
        class MyClass:
            def __init__(self):
                self.field = None

        external_list = []
        external_object = MyClass()

        @ag.function
        def leaky_function():
            a = ag.constant(1)
            external_list.append(a)  # Bad - leaks tensor
            external_object.field = a  # Bad - leaks tensor

        leaky_function()
        print(external_list[0])
        print(external_object.field)
        """,
        'Tensor("Const:0", shape=(), dtype=int32)\n'
        'Tensor("Const:0", shape=(), dtype=int32)\n',
        (
            "external_list.append(a)  # Bad - leaks tensor",
            "external_object.field = a  # Bad - leaks tensor",
        ),
    ),
    Example(
        "a counter of traces, in an attribute and in a global",
        """
        class Model:
            def __init__(self):
                self.traces = 0

            @ag.function
            def __call__(self, x):
                self.traces += 1
                return x

        traces = 0

        @ag.function
        def count(x):
            global traces
            traces += 1
            return x

        model = Model()
        for x in (1, 1, 2, ag.constant(1), ag.constant(2)):
            model(x)
            count(x)
        print(model.traces, traces)
        """,
        "3 3\n",
    ),
    Example(
        "an object that changes makes no new trace",
        """
        class SimpleModel(ag.Module):
            def __init__(self):
                # These values are *not* ag.Variables.
                self.bias = 0.
                self.weight = 2.

        @ag.function
        def evaluate(model, x):
            return model.weight * x + model.bias

        simple_model = SimpleModel()
        x = ag.constant(10.)
        print(evaluate(simple_model, x))
        simple_model.bias += 5.0
        print(evaluate(simple_model, x))  # Didn't change :(
        """,
        "ag.Tensor(20.0, shape=(), dtype=float32)\n"
        "ag.Tensor(20.0, shape=(), dtype=float32)\n",
    ),
    Example(
        "a variable is made once",
        """
        class Count(ag.Module):
            def __init__(self):
                self.count = None

            @ag.function
            def __call__(self):
                if self.count is None:
                    self.count = ag.Variable(0)
                return self.count.assign_add(1)

        c = Count()
        print(c())
        print(c())
        """,
        "ag.Tensor(1, shape=(), dtype=int32)\nag.Tensor(2, shape=(), dtype=int32)\n",
    ),
)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.title)
def test_the_guide_prints_and_leaks(example):
    source = dedent(example.source)
    filename = f"<{example.title}>"
    lines = source.splitlines(keepends=True)
    linecache.cache[filename] = len(source), None, lines, filename
    out = io.StringIO()
    with (
        warnings.catch_warnings(record=True) as found,
        contextlib.redirect_stdout(out),
    ):
        warnings.simplefilter("always")
        namespace = {"ag": ag, "__name__": "guide"}
        exec(compile(source, filename, "exec"), namespace)
    assert out.getvalue() == example.printed
    assert {each.category for each in found} <= {ag.errors.LeakedTensorWarning}
    assert {each.filename for each in found} <= {filename}
    told = tuple(lines[each.lineno - 1].strip() for each in found)
    assert sorted(told) == sorted(example.leaking)
