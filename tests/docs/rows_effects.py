"""Effects at every run of a graph, and what is collected in loops, each with a program.

For docs/language.md. What happens to a construct is not written here: it is found out
by running the program (see examples.py).
"""

from __future__ import annotations

from tests.docs.examples import row

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"

EFFECTS = "Effects"

ROWS = (
    row(EFFECTS, "`ag.print` under a condition and in a loop", """
@ag.function
def f(x):
    for i in ag.range(x):
        if i % 2 == 1:
            ag.print("odd:", i, output_stream="stdout")
    return x
""", INTEGER, note="It prints at every run, in the order of the program; `print` prints "
    "while tracing.", ops="print"),
    row(EFFECTS, "`ag.random`", """
@ag.function
def f(x):
    ag.random.set_seed(7)
    first = ag.random.uniform([2], maxval=x, dtype=ag.int32)
    again = ag.random.uniform([2], maxval=x, dtype=ag.int32)
    ag.random.set_seed(7)
    return first == ag.random.uniform([2], maxval=x, dtype=ag.int32), again < x
""", INTEGER, note="Graphs draw from the same stream as eager code: after the same seed "
    "both give the same numbers, also in loops and branches. `np.random` draws while "
    "tracing.", ops="random_uniform"),
    row(EFFECTS, "`ag.py_function` and `ag.numpy_function`", """
import textwrap

def describe(x):
    return textwrap.shorten(f"the number {x}", 20)

@ag.function
def f(x):
    if x > 0:
        x = ag.py_function(lambda t: t * int(t), [x], ag.int32)
    return x, ag.numpy_function(describe, [x], ag.string)
""", INTEGER, NEGATIVE, note="The function is called at every run, with tensors or with "
    "arrays, in the order of the program.", ops="python_call"),
    row(EFFECTS, "changing local variables in `ag.py_function`", """
@ag.function
def f(x):
    seen = []
    ag.py_function(lambda t: seen.append(int(t)), [x], None)
    return len(seen)
""", INTEGER, note="Tracing is over when the function is called.", ops="python_call"),
    row(EFFECTS, "`ag.TensorArray`", """
@ag.function
def f(x):
    squares = ag.TensorArray(ag.int32, size=x)
    for i in ag.range(x):
        squares = squares.write(i, i * i)
    return squares.stack(), squares.read(x - 1)
""", INTEGER, "f(ag.constant(5))", note="It is changed in place, like a list; what "
    "writes to it returns it. Each write in a staged loop takes the same time."),
    row(EFFECTS, "assertions that nothing else needs", """
@ag.function
def f(x):
    ag.debugging.assert_positive(x, "only positive numbers")
    return 1
""", INTEGER, NEGATIVE, ops="assert_that"),
    row(EFFECTS, "a result that nothing needs, and that cannot be computed", """
@ag.function
def f(x):
    ag.gather([1, 2], x)
    return x
""", "f(ag.constant(1))", INTEGER, note="What has no effect is run only if its result is "
    "needed, as the documents have it.", ops="gather"),
    row(EFFECTS, "`ag.nest.map_structure` with a function of tensors", """
def clip(x):
    if x > 2:
        return x * 0 + 2
    return x

@ag.function
def f(x):
    return ag.nest.map_structure(clip, {"a": x, "b": (x - 1, [x - 2])})
""", INTEGER),
)  # fmt: skip
