"""Side effects at each run, each with a small program; see `rows_control`."""

from __future__ import annotations

from tools.book.examples import row

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"

EFFECTS = "Side effects"

ROWS = (
    row(EFFECTS, "`ag.print` in staged code", """
@ag.function
def f(x):
    for i in ag.range(x):
        if i % 2 == 1:
            ag.print("odd:", i, output_stream="stdout")
    return x
""", INTEGER,
        note="`ag.print` prints at each run, in program order. `print` prints while "
             "tracing.", ops="print"),
    row(EFFECTS, "`ag.random`", """
@ag.function
def f(x):
    ag.random.set_seed(7)
    first = ag.random.uniform([2], maxval=x, dtype=ag.int32)
    again = ag.random.uniform([2], maxval=x, dtype=ag.int32)
    ag.random.set_seed(7)
    return first == ag.random.uniform([2], maxval=x, dtype=ag.int32), again < x
""", INTEGER,
        note="A graph draws from the same stream as eager code. After the same seed "
             "both return the same numbers, also in loops and branches. `np.random` "
             "draws while tracing.", ops="random_uniform"),
    row(EFFECTS, "`ag.py_function` and `ag.numpy_function`", """
import textwrap

def describe(x):
    return textwrap.shorten(f"the number {x}", 20)

@ag.function
def f(x):
    if x > 0:
        x = ag.py_function(lambda t: t * int(t), [x], ag.int32)
    return x, ag.numpy_function(describe, [x], ag.string)
""", INTEGER, NEGATIVE,
        note="The Python function is called at each run, in program order. "
             "`ag.py_function` passes tensors, `ag.numpy_function` passes NumPy "
             "arrays.", ops="python_call"),
    row(EFFECTS, "local variables changed in `ag.py_function`", """
@ag.function
def f(x):
    seen = []
    ag.py_function(lambda t: seen.append(int(t)), [x], None)
    return len(seen)
""", INTEGER,
        note="The graph calls the Python function at run time, when tracing is over. "
             "This is an error in every case.", ops="python_call"),
    row(EFFECTS, "`ag.TensorArray`", """
@ag.function
def f(x):
    squares = ag.TensorArray(ag.int32, size=x)
    for i in ag.range(x):
        squares = squares.write(i, i * i)
    return squares.stack(), squares.read(x - 1)
""", INTEGER, "f(ag.constant(5))",
        note="A write changes it in place, and returns it. In a staged loop each "
             "write takes constant time."),
    row(EFFECTS, "an assertion without a result", """
@ag.function
def f(x):
    ag.debugging.assert_positive(x, "only positive numbers")
    return 1
""", INTEGER, NEGATIVE, ops="assert_that"),
    row(EFFECTS, "an unused result of an op that fails", """
@ag.function
def f(x):
    ag.gather([1, 2], x)
    return x
""", "f(ag.constant(1))", INTEGER,
        note="An op without side effects runs only if its result is used, as "
             "TensorFlow's documents specify.", ops="gather"),
    row(EFFECTS, "`ag.nest.map_structure` with a tensor condition", """
def clip(x):
    if x > 2:
        return x * 0 + 2
    return x

@ag.function
def f(x):
    return ag.nest.map_structure(clip, {"a": x, "b": (x - 1, [x - 2])})
""", INTEGER),
)  # fmt: skip
