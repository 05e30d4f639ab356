"""Limitations of TensorFlow's AutoGraph in control flow, each with a program.

What TensorFlow documents is stated in our own words. What happens here follows from a
run of the program, see `examples.py`.
"""

from __future__ import annotations

from tools.book.examples import GUIDE, REFERENCE, limit

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"

VALUES = "Variables after branches and loops"
JUMPS = "Jumps and exceptions"
CONSTRUCTS = "Other constructs"

LIMITS = (
    limit(VALUES, "a name undefined in one branch", REFERENCE,
          "A variable that is used after a staged `if` must have a value in both "
          "branches, or before the `if`.",
          """
@ag.function
def f(x):
    if x > 0:
        y = x
    return y
""", INTEGER, NEGATIVE,
          here="Only a read of the missing value is an error, with Python's own "
               "exception."),
    limit(VALUES, "a name first assigned in a loop", REFERENCE,
          "A variable that is used after a staged loop must have a value before it.",
          """
@ag.function
def f(n):
    i = 0
    while i < n:
        last = i * 10
        i += 1
    return last
""", INTEGER, "f(ag.constant(0))"),
    limit(VALUES, "`None` in one branch", REFERENCE,
          "A variable cannot be None on one path and a tensor on another.",
          """
@ag.function
def f(x):
    y = None
    if x > 0:
        y = x
    if y is None:
        return -1
    return y * 10
""", INTEGER, NEGATIVE),
    limit(VALUES, "`return` on some paths only", REFERENCE,
          "All paths of a staged `if` must return a value, or none of them.",
          """
@ag.function
def f(x):
    if x > 0:
        return x
""", INTEGER, NEGATIVE),
    limit(VALUES, "a dtype that changes in a loop", REFERENCE,
          "A variable must have the same dtype throughout a staged loop.",
          """
@ag.function
def f(x, n):
    while n > 0:
        x = x / 2
        n -= 1
    return x
""", "f(ag.constant(1), ag.constant(3))", "f(ag.constant(1), ag.constant(0))",
          here="If NumPy promotes one of the two dtypes to the other, the variable "
               "has the promoted dtype, also if the loop does not run at all. Plain "
               "Python then returns the original dtype."),
    limit(VALUES, "different dtypes in two branches", REFERENCE,
          "A variable must have the same dtype in both branches.",
          """
@ag.function
def f(x, a, b):
    return a if x > 0 else b
""", "f(ag.constant(3), ag.constant(1.5), ag.constant(2.5, ag.float64))",
          here="As in loops, the variable has the promoted dtype, whichever branch "
               "runs."),
    limit(VALUES, "dtypes without promotion in two branches", REFERENCE,
          "A variable must have the same dtype in both branches.",
          """
@ag.function
def f(x, a, b):
    y = a if x > 0 else b
    return y * 2
""", "f(ag.constant(3), ag.constant(1), ag.constant(2.5))",
          here="If NumPy promotes neither of the two dtypes to the other, the value "
               "is what plain Python has on each path."),
    limit(VALUES, "Python numbers whose type changes", REFERENCE,
          "In a staged loop Python numbers become int32 and float32 tensors. They "
          "must keep that dtype, and stay in its range.",
          """
@ag.function
def f(n):
    power, half = 1, 1
    while n > 0:
        power *= 1000
        half = half / 2
        n -= 1
    return power % 997, half
""", "f(ag.constant(10))",
          here="Python numbers stay Python numbers in a graph: integers have any "
               "size, and floats have double precision."),
    limit(VALUES, "a static shape that changes in a loop", REFERENCE,
          "A tensor whose shape changes from one iteration to the next needs "
          "`shape_invariants` of `set_loop_options`.",
          """
@ag.function
def f(x, n):
    while n > 0:
        x = ag.concat([x, x], 0)
        n -= 1
    return x
""", "f(ag.constant([1]), ag.constant(2))"),
    limit(VALUES, "different structures in two branches", REFERENCE,
          "Nested lists, tuples and dicts must have the same structure on all paths.",
          """
@ag.function
def f(x):
    if x > 0:
        y = (x, x)
    else:
        y = x
    return y
""", INTEGER),
    limit(VALUES, "different objects in two branches", REFERENCE,
          "A staged `if` can choose between tensors, and values that convert to "
          "tensors, only.",
          """
@ag.function
def f(x):
    operation = abs if x > 0 else round
    return operation(x)
""", INTEGER,
          here="Python calls the function at run time."),
    limit(JUMPS, "`break`, `continue`, `return` in loops", REFERENCE,
          "They are converted, and the rules above apply: a `return` in a staged loop "
          "needs a value of the same dtype and shape on the other paths.",
          """
@ag.function
def f(xs):
    for x in xs:
        if x > 3:
            return x
        if x < 0:
            break
    return None
""", "f(ag.constant([2, 4, 5]))", "f(ag.constant([1, -2]))"),
    limit(JUMPS, "`break` on a tensor condition in a Python loop", REFERENCE,
          "It is an error if the loop has started as a Python loop.",
          """
@ag.function
def f(x):
    for k in [1, 2, 3]:
        if k > x:
            break
    return k
""", "f(ag.constant(1))", "f(ag.constant(7))"),
    limit(JUMPS, "jumps in `try` and `with`", REFERENCE,
          "`try` and `with` are not converted. Jumps in them on a tensor condition "
          "are not described.",
          """
@ag.function
def f(xs):
    total = 0
    for x in xs:
        try:
            if x == 0:
                break
            if x < 0:
                continue
            total += x
        finally:
            total += 100
    return total
""", "f(ag.constant([1, -2, 3, 0, 5]))"),
    limit(JUMPS, "`else` of loops", REFERENCE,
          "`else` of a staged loop is not described.",
          """
@ag.function
def f(xs):
    for x in xs:
        if x < 0:
            break
    else:
        return 1
    return -1
""", "f(ag.constant([1, 2]))", "f(ag.constant([1, -2]))"),
    limit(JUMPS, "`raise` under a tensor condition", REFERENCE,
          "`raise` is not converted: it happens while tracing, whatever the values of "
          "the tensors.",
          """
@ag.function
def f(x):
    if x < 0:
        raise ValueError(f"{int(x)} is negative")
    return x
""", INTEGER, NEGATIVE),
    limit(JUMPS, "`assert`", REFERENCE,
          "`assert` becomes an assertion in the graph, which raises TensorFlow's "
          "InvalidArgumentError instead of AssertionError.",
          """
@ag.function
def f(x):
    assert x > 0, "x must be positive"
    return x
""", INTEGER, NEGATIVE),
    limit(JUMPS, "`try` around an operation that fails", REFERENCE,
          "`try` is not converted: `except` catches exceptions from tracing, not "
          "exceptions at run time.",
          """
@ag.function
def f(xs, i):
    try:
        return xs[i]
    except IndexError:
        return -1
""", "f(ag.constant([1, 2]), ag.constant(1))", "f(ag.constant([1, 2]), ag.constant(5))"),
    limit(JUMPS, "`except*`", REFERENCE,
          "It is newer than AutoGraph's documents, and not described.",
          """
@ag.function
def f(x):
    try:
        if x < 0:
            raise ValueError
    except* ValueError:
        x = -x
    return x
""", INTEGER, NEGATIVE),
    limit(JUMPS, "`with` around exceptions", REFERENCE,
          "`with` is not converted: context managers are entered and exited while "
          "tracing, and see no exception at run time.",
          """
import contextlib

@ag.function
def f(x):
    with contextlib.suppress(ValueError):
        if x < 0:
            raise ValueError("x is negative")
        return x
    return 0
""", INTEGER, NEGATIVE),
    limit(CONSTRUCTS, "`match`", REFERENCE,
          "It is newer than AutoGraph's documents, and not described.",
          """
@ag.function
def f(x, y):
    match (x, y):
        case (0, _):
            return 0
        case (a, (b, c)) if a < b:
            return c
    return -1
""", "f(ag.constant(1), (ag.constant(2), ag.constant(7)))",
          "f(ag.constant(3), (ag.constant(2), ag.constant(7)))"),
    limit(CONSTRUCTS, "comprehensions and generator expressions", REFERENCE,
          "They are not converted: Python runs them while tracing.",
          """
@ag.function
def f(xs):
    return [2 * x for x in xs], sum(x for x in xs if x > 1)
""", "f(ag.constant([1, 2, 3]))"),
    limit(CONSTRUCTS, "tensor conditions in list comprehensions", REFERENCE,
          "A tensor in the condition of a comprehension is an error.",
          """
@ag.function
def f(xs):
    return [x for x in xs if x > 1]
""", "f(ag.constant([1, 2, 3]))"),
    limit(CONSTRUCTS, "recursion", REFERENCE,
          "Recursion that ends on a tensor condition is traced without end, until "
          "RecursionError.",
          """
@ag.function
def f(n):
    if n <= 1:
        return 1
    return n * f(n - 1)
""", "f(ag.constant(5))"),
    limit(CONSTRUCTS, "generators", GUIDE,
          "Generators and iterators keep their state in Python: they advance only "
          "while tracing.",
          """
def positive(xs):
    for x in xs:
        if x > 0:
            yield x

@ag.function
def f(x, y):
    total = 0
    for each in positive([x, y]):
        total += each
    return total
""", "f(ag.constant(3), ag.constant(-3))",
          here="A generator expression that one loop or builtin exhausts is staged. A "
               "generator function runs while tracing if nothing dynamic is in it; "
               "otherwise Python makes the generator at run time."),
    limit(CONSTRUCTS, "an iterator as an argument", GUIDE,
          "Each later call gets the item that the first call got.",
          """
@ag.function
def f(items):
    return next(items) * ag.constant(1)

def calls():
    items = iter([1, 2, 3])
    return f(items), f(items)
""", "calls()",
          here="As in TensorFlow.", traced="f(iter([1]))"),
    limit(CONSTRUCTS, "`async`", REFERENCE,
          "Coroutines are not converted.",
          """
import asyncio

async def doubled(x):
    return 2 * x if x > 0 else x

@ag.function
def f(x):
    return asyncio.run(doubled(x))
""", INTEGER,
          here="Coroutines run while tracing. A tensor condition in one is not "
               "supported."),
    limit(CONSTRUCTS, "`in`", REFERENCE,
          "`in` is not converted, and a symbolic tensor is not a container.",
          """
@ag.function
def f(x, xs):
    return x in xs, x not in [1, 2, 3]
""", "f(ag.constant(3), ag.constant([4, 3]))", ops="reduce_any"),
    limit(CONSTRUCTS, "`is`", REFERENCE,
          "`is` compares the objects of the trace.",
          """
@ag.function
def f(x):
    best = None
    while x > 0:
        if best is None:
            best = x * 10
        x -= 1
    return best
""", INTEGER, NEGATIVE,
          here="`is None` is evaluated at run time if tracing cannot decide it."),
    limit(CONSTRUCTS, "f-strings and `str`", REFERENCE,
          "They show the symbolic tensor, while tracing. `tf.strings.format` formats "
          "values.",
          """
@ag.function
def f(x):
    return f"{int(x)} of {x.shape}"
""", INTEGER),
    limit(CONSTRUCTS, "builtins", REFERENCE,
          "Some builtins have versions for tensors (`len`, `range`, `enumerate`, "
          "`zip`, `map` and others). The others are Python's own.",
          """
@ag.function
def f(x, y):
    largest, rest = max(x, y, 0), divmod(x, 2)
    ordered = sorted([x, y], key=abs, reverse=True)
    return largest, rest, ordered, round(x / 4), sum([x, y])
""", "f(ag.constant(-3), ag.constant(2))",
          here="[Builtins and NumPy](constructs/builtins-and-numpy.md) lists the "
               "staged builtins."),
    limit(CONSTRUCTS, "chained comparisons, `and`, `or`, `not`", REFERENCE,
          "They are converted. Operands that are tensors must be bool, and so is the "
          "result.",
          """
@ag.function
def f(x):
    return (x and 10), (x or 7), 0 < x < 5
""", INTEGER, "f(ag.constant(0))",
          here="The result is one of the operands, as in Python. The rules for two "
               "branches apply to the operands."),
    limit(CONSTRUCTS, "conditions that are not bool scalars", REFERENCE,
          "Conditions must be scalar bool tensors.",
          """
@ag.function
def f(x):
    return 1 if x else 0
""", INTEGER, "f(ag.constant([[2]]))",
          here="A number is true if it is not zero. A condition with several elements "
               "is an error, as with eager tensors."),
    limit(CONSTRUCTS, "loops over Python data", GUIDE,
          "A loop over Python data is unrolled into the graph.",
          """
@ag.function
def f(x):
    total = 0
    for k in [1, 10, 100]:
        total += k * x
    return total
""", INTEGER,
          here="As in TensorFlow."),
)  # fmt: skip
