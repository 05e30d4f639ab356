"""Limitations of TensorFlow's AutoGraph in control flow, each with a program.

For docs/autograph_limitations.md. What TensorFlow documents is said in our own words;
what happens here is found out by running the program (see examples.py).
"""

from __future__ import annotations

from tests.docs.examples import GUIDE, REFERENCE, limit

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"

VALUES = "What branches and loops leave in variables"
JUMPS = "Jumps and exceptions"
CONSTRUCTS = "Other constructs"

LIMITS = (
    limit(VALUES, "a name that one branch leaves undefined", REFERENCE,
          "A variable that is used after a staged `if` must have a value in each of "
          "its branches, or have one before.",
          """
@ag.function
def f(x):
    if x > 0:
        y = x
    return y
""", INTEGER, NEGATIVE,
          here="Only reading it is an error, with Python's own exception."),
    limit(VALUES, "names that are first assigned in a loop", REFERENCE,
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
    limit(VALUES, "a function that returns on some paths only", REFERENCE,
          "All paths of a staged `if` must return a value, or none of them.",
          """
@ag.function
def f(x):
    if x > 0:
        return x
""", INTEGER, NEGATIVE),
    limit(VALUES, "dtypes that change in a loop", REFERENCE,
          "A variable must keep its dtype through a staged loop.",
          """
@ag.function
def f(x, n):
    while n > 0:
        x = x / 2
        n -= 1
    return x
""", "f(ag.constant(1), ag.constant(3))", "f(ag.constant(1), ag.constant(0))",
          here="Where NumPy promotes one of the dtypes to the other, the variable has "
          "that one throughout, also where the loop is not entered. Python gives the "
          "integer then."),
    limit(VALUES, "dtypes that differ in two branches", REFERENCE,
          "Both branches must leave the same dtype.",
          """
@ag.function
def f(x, a, b):
    return a if x > 0 else b
""", "f(ag.constant(3), ag.constant(1.5), ag.constant(2.5, ag.float64))",
          here="The same rule as in loops: the wider dtype, whichever branch is taken."),
    limit(VALUES, "dtypes without a common one", REFERENCE,
          "Both branches must leave the same dtype.",
          """
@ag.function
def f(x, a, b):
    y = a if x > 0 else b
    return y * 2
""", "f(ag.constant(3), ag.constant(1), ag.constant(2.5))",
          here="Refused where NumPy promotes neither of the two to the other (int32 and "
          "float32 make float64), or where one is a truth value and one a number; but "
          "a function may return one or the other, or text, or tuples of other lengths."),
    limit(VALUES, "Python numbers whose type changes", REFERENCE,
          "Python numbers become int32 and float32 tensors in a staged loop, and have "
          "to keep that dtype, and to its range.",
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
          here="Numbers of Python stay that in a graph: integers have no bound, and "
          "floats double precision."),
    limit(VALUES, "static shapes that change in a loop", REFERENCE,
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
    limit(VALUES, "structures that differ", REFERENCE,
          "Nested lists, tuples and dicts must have the same structure on all paths.",
          """
@ag.function
def f(x):
    if x > 0:
        y = (x, x)
    else:
        y = x
    return y
""", INTEGER, here="Refused here, too: a graph has one structure of results."),
    limit(VALUES, "objects that differ", REFERENCE,
          "Only tensors, and what becomes tensors, can be chosen by a staged `if`.",
          """
@ag.function
def f(x):
    operation = abs if x > 0 else round
    return operation(x)
""", INTEGER, here="The run chooses the function."),
    limit(JUMPS, "`break`, `continue`, `return` in loops", REFERENCE,
          "They are converted, and fall under the rules above: a `return` in a staged "
          "loop needs a value of the same dtype and shape on the other paths.",
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
    limit(JUMPS, "a tensor `break` in a Python loop", REFERENCE,
          "A Python loop in which a tensor decides on `break` is an error once it has "
          "begun as a Python loop.",
          """
@ag.function
def f(x):
    for k in [1, 2, 3]:
        if k > x:
            break
    return k
""", "f(ag.constant(1))", "f(ag.constant(7))"),
    limit(JUMPS, "jumps within `try` and `with`", REFERENCE,
          "`try` and `with` are not converted, and nothing is said of jumps in them "
          "that a tensor decides on.",
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
          "The documents describe no `else` of staged loops.",
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
          "`raise` is not converted: it happens while tracing, whatever the tensors.",
          """
@ag.function
def f(x):
    if x < 0:
        raise ValueError(f"{int(x)} is negative")
    return x
""", INTEGER, NEGATIVE),
    limit(JUMPS, "`assert`", REFERENCE,
          "`assert` becomes an assertion of the graph, which raises TensorFlow's "
          "InvalidArgumentError in place of AssertionError.",
          """
@ag.function
def f(x):
    assert x > 0, "x must be positive"
    return x
""", INTEGER, NEGATIVE),
    limit(JUMPS, "`try` around what fails when the graph runs", REFERENCE,
          "`try` is not converted: `except` sees what tracing raises, not what the "
          "graph raises.",
          """
@ag.function
def f(xs, i):
    try:
        return xs[i]
    except IndexError:
        return -1
""", "f(ag.constant([1, 2]), ag.constant(1))", "f(ag.constant([1, 2]), ag.constant(5))"),
    limit(JUMPS, "`except*`", REFERENCE,
          "It is newer than AutoGraph's documents, which say nothing of it.",
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
          "`with` is not converted: managers are entered and left while tracing, and "
          "see no exception that the graph raises.",
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
          "It is newer than AutoGraph's documents, which say nothing of it.",
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
    limit(CONSTRUCTS, "conditions of list comprehensions", REFERENCE,
          "A tensor in the condition of a comprehension is an error.",
          """
@ag.function
def f(xs):
    return [x for x in xs if x > 1]
""", "f(ag.constant([1, 2, 3]))"),
    limit(CONSTRUCTS, "recursion", REFERENCE,
          "A recursion that a tensor ends is traced without end: RecursionError.",
          """
@ag.function
def f(n):
    if n <= 1:
        return 1
    return n * f(n - 1)
""", "f(ag.constant(5))"),
    limit(CONSTRUCTS, "generators", GUIDE,
          "Generators and iterators keep their state in Python: they go on while "
          "tracing only.",
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
          here="A loop, comprehension or builtin that uses up a generator runs it in "
          "the graph; what is drawn from one by `next` is drawn while tracing."),
    limit(CONSTRUCTS, "an iterator as an argument", GUIDE,
          "An iterator that is an argument gives its item of the first call in each "
          "later call, too.",
          """
@ag.function
def f(items):
    return next(items) * ag.constant(1)

def calls():
    items = iter([1, 2, 3])
    return f(items), f(items)
""", "calls()", traced="f(iter([1]))"),
    limit(CONSTRUCTS, "`async`", REFERENCE,
          "Coroutines are not converted.",
          """
import asyncio

async def doubled(x):
    return 2 * x if x > 0 else x

@ag.function
def f(x):
    return asyncio.run(doubled(x))
""", INTEGER, here="They run while tracing, and are refused where they meet a tensor "
          "condition."),
    limit(CONSTRUCTS, "`in`", REFERENCE,
          "`in` is not converted, and a tensor is no container in a graph.",
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
          here="`is None` is asked when the graph runs, where it is not known before."),
    limit(CONSTRUCTS, "f-strings and `str`", REFERENCE,
          "They show the symbolic tensor, while tracing; text of values is made with "
          "`tf.strings.format` and its kin.",
          """
@ag.function
def f(x):
    return f"{int(x)} of {x.shape}"
""", INTEGER, ops="format_text"),
    limit(CONSTRUCTS, "builtins", REFERENCE,
          "Some builtins are replaced by versions for tensors (`len`, `range`, "
          "`enumerate`, `zip`, `map` and others); the rest are as Python has them.",
          """
@ag.function
def f(x, y):
    largest, rest = max(x, y, 0), divmod(x, 2)
    ordered = sorted([x, y], key=abs, reverse=True)
    return largest, rest, ordered, round(x / 4), sum([x, y])
""", "f(ag.constant(-3), ag.constant(2))",
          here="docs/language.md shows which there are."),
    limit(CONSTRUCTS, "chained comparisons, `and`, `or`, `not`", REFERENCE,
          "They are converted; operands that are tensors have to be truth values, and "
          "so is the result.",
          """
@ag.function
def f(x):
    return (x and 10), (x or 7), 0 < x < 5
""", INTEGER, "f(ag.constant(0))",
          here="The operand is the result, as in Python. Operands that cannot be of one "
          "dtype are refused, as branches are."),
    limit(CONSTRUCTS, "conditions that are no scalars, or no truth values", REFERENCE,
          "Conditions have to be scalar tensors of truth values.",
          """
@ag.function
def f(x):
    return 1 if x else 0
""", INTEGER, "f(ag.constant([[2]]))",
          here="Numbers are true where they are not zero. Several elements are "
          "refused, as eager tensors refuse them."),
    limit(CONSTRUCTS, "loops over Python data", GUIDE,
          "A loop over Python data is unrolled into the graph.",
          """
@ag.function
def f(x):
    total = 0
    for k in [1, 10, 100]:
        total += k * x
    return total
""", INTEGER, here="The same."),
)  # fmt: skip
