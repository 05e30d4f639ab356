"""Every class of errors with a program that raises it: the table of its page."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

from autograph.errors import LeakedTensorWarning
from tools.book.examples import program


@dataclass(frozen=True)
class ErrorRow:
    """A class of errors.

    Attributes:
        name: The class.
        when: When it is raised, and what helps.
        source: A program.
        call: The call of it that raises; empty if the program does itself.
    """

    name: str
    when: str
    source: str
    call: str = "f(ag.constant(3))"

    def raised(self) -> tuple[Exception, str]:
        """Run the program; return what it raises, and its text."""
        with program(self.source.strip() + "\n") as place, warnings.catch_warnings():
            warnings.simplefilter("ignore", LeakedTensorWarning)  # one row leaks
            namespace = place.load()
            try:
                # Python 3.13 knows the text of "<string>": that of `python -c`.
                eval(compile(self.call, "<stdin>", "eval"), namespace)
            except Exception as error:  # the test looks at its class
                return error, place.shown(error)
        raise AssertionError(f"nothing is raised for {self.name}")


ROWS = (
    ErrorRow("ShapeError",
        "Shapes do not fit together, whatever the values are. The message names the "
        "operands and their shapes.", """
@ag.function
def f(x):
    return ag.matmul(x, ag.ones([2, 4]))
""", "f(ag.ones([3, 4]))"),
    ErrorRow("DTypeError",
        "Dtypes do not fit together, or an op does not accept a dtype.", """
@ag.function
def f(x):
    return ag.bitwise.bitwise_and(x, 1.5)
"""),
    ErrorRow("OperatorNotAllowedInGraphError",
        "Python needs the value of a symbolic tensor while tracing. Converted code does "
        "not: its statements are staged. Code that is not converted does, such as a "
        "function with `autograph=False`.", """
@ag.function(autograph=False)
def f(x):
    return x if x > 0 else -x
"""),
    ErrorRow("TracedTextError",
        "A function with `autograph=False` returns the text of a symbolic tensor, which "
        "shows the trace and not the value.", """
@ag.function(autograph=False)
def f(x):
    return f"x is {x}"
"""),
    ErrorRow("LeakedTensorError",
        "A symbolic tensor is used after its trace, or in the graph of another "
        "function. Return it instead.", """
kept = []

@ag.function
def f(x):
    kept.append(x + 1)
    return x

def g(x):
    f(x)
    return kept[0] + 1
""", "g(ag.constant(3))"),
    ErrorRow("InvalidArgumentError",
        "An op cannot accept a value. It is raised at run time.", """
@ag.function
def f(x, i):
    return ag.gather(x, i)
""", "f(ag.constant([1, 2, 3]), ag.constant(7))"),
    ErrorRow("IndexingError",
        "A key in brackets cannot index this tensor, whatever the values are.", """
@ag.function
def f(x):
    return x["a"]
""", "f(ag.constant([1, 2, 3]))"),
    ErrorRow("OutOfRangeError",
        "An element that does not exist is read or written. It is raised at run "
        "time.", """
@ag.function
def f(n):
    values = ag.TensorArray(ag.int32, size=2)
    for i in ag.range(n):
        values = values.write(i, i * i)
    return values.stack()
"""),
    ErrorRow("NestingError",
        "Structures must have the same nesting, and do not. The message names the "
        "place.", """
def f(x):
    return ag.nest.map_structure(lambda a, b: a + b, {"a": [x, x]}, {"a": [x]})
"""),
    ErrorRow("UnsupportedArgumentError",
        "A NumPy function is called with a tensor, and with an argument that it does "
        "not support for tensors.", """
@ag.function
def f(x):
    return np.clip(x, 0, 1, casting="unsafe")
"""),
    ErrorRow("ImmutableTensorError",
        "A method or a NumPy function would change a tensor, or return an array that "
        "shares its memory.", """
@ag.function
def f(x):
    x.resize(4)
    return x
"""),
    ErrorRow("AxisError",
        "A tensor has no such axis. It is also an IndexError, as NumPy's own "
        "`AxisError` is.", """
@ag.function
def f(x):
    return ag.reduce_sum(x, axis=2)
""", "f(ag.constant([1, 2, 3]))"),
    ErrorRow("NoValueError",
        "`x.numpy()` is called on a symbolic tensor: only a result has a value. A "
        "`try` in the function does not catch this error.", """
@ag.function
def f(x):
    return x.numpy()
"""),
    ErrorRow("UnimplementedError",
        "With `jit_compile=True` all ranks must be known.", """
@ag.function(input_signature=[ag.TensorSpec(None, ag.float32)], jit_compile=True)
def f(x):
    return x + 1
""", "f(ag.constant([1.0]))"),
    ErrorRow("MatrixShapeError",
        "A matrix does not have the shape that an op of linear algebra needs. It is "
        "also a `numpy.linalg.LinAlgError`, which is what a singular matrix raises at "
        "run time.", """
@ag.function
def f(x):
    return ag.linalg.inv(x)
""", "f(ag.ones([2, 3]))"),
    ErrorRow("StagingError",
        "A graph cannot hold a part of the function. This is the base class of the "
        "other AG2xx errors and of AG404. It is not raised itself. A `try` in the "
        "function does not catch these errors.", ""),
    ErrorRow("BranchMismatchError",
        "The functions that are passed to `ag.cond` or `ag.while_loop` return different "
        "structures. An `if` or a `while` of Python may leave anything.", """
@ag.function
def f(x):
    return ag.cond(x > 0, lambda: (x, x), lambda: x)
"""),
    ErrorRow("UnstageableFunctionError",
        "`ag.function` is applied to a class, to a builtin, or to something that is "
        'not a function. With `python="refuse"`, also to a generator function or a '
        "coroutine function.", """
def f(x):
    yield x
""", 'ag.function(f, python="refuse")'),
    ErrorRow("UnknownLengthError",
        "The function computes with a dimension that is None in `x.shape`. "
        "`ag.shape(x)` and `len(x)` have the number.", """
@ag.function
def f(x):
    return x.shape[0] + 1
""", "f.get_concrete_function(ag.TensorSpec([None], ag.int32))"),
    ErrorRow("ResultTypeError",
        "At run time a result has another Python type than the graph expects.", """
@ag.function
def f(x):
    power = 0
    while x > 0:
        x -= 1
        power -= 1
    return 2**power
"""),
    ErrorRow("UnstageableValueError",
        "An argument is a container that holds itself.", """
@ag.function
def f(x):
    return x

def g(x):
    items = [x]
    items.append(items)
    return f(items)
""", "g(ag.constant(3))"),
    ErrorRow("UnstagedOperationError",
        "Python would have to run a call, a statement or the whole function, and may "
        "not: because of `python=\"refuse\"`, or because a graph is asked for. The "
        "message has the reason. The line is the one that Python would run, or that "
        "is the cause.", """
import statistics

@ag.function
def f(x):
    return statistics.fmean([x, 2])
""", "f(ag.constant(3.0))"),
    ErrorRow("SideEffectError",
        "A graph would do something in each run that Python does once, or once what "
        "Python does in each call.", """
@ag.function
def f(x):
    count = 0

    def counted(value):
        nonlocal count
        count += 1
        return value

    return ag.py_function(counted, [x], ag.int32), count
"""),
    ErrorRow("LoopOptionsError",
        "`set_loop_options` is not called directly in the body of a loop, or has an "
        "invalid argument.", """
@ag.function
def f(x):
    while x > 0:
        ag.autograph.experimental.set_loop_options(maximum_iterations="ten")
        x -= 1
    return x
"""),
    ErrorRow("SourceUnavailableError",
        "The source of a function cannot be found, so the function cannot be "
        "converted.", """
namespace = {}
text = "def made(x):\\n    return -x if x < 0 else x"
exec(compile(text, "<made>", "exec"), namespace)
f = ag.function(namespace["made"])
"""),
    ErrorRow("UnsupportedFunctionError",
        "`ag.to_code` or `ag.to_graph` is applied to a function that is not "
        "converted.", """
def f(x):
    yield x
""", "ag.to_code(f)"),
    ErrorRow("NotFoundError",
        "There is no file of this name. It is raised when the file is read: at run "
        "time, or when the first element is taken from a data set.", """
@ag.function
def f(name):
    return ag.io.read_file(name)
""", 'f(ag.constant("/no/such/file"))'),
    ErrorRow("DataLossError",
        "A file of records is cut off, or its bytes are not those that were written. "
        "The message has the name of the file, and the byte where the record begins.",
        """
ag.io.write_file("/tmp/cut_off.tfrecord", b"\\0" * 5)

def f(names):
    return list(ag.data.TFRecordDataset(names))
""", 'f("/tmp/cut_off.tfrecord")'),
    ErrorRow("FailedPreconditionError",
        "A graph uses a variable that no longer exists. Graphs do not keep variables "
        "alive: keep a reference to each variable.", """
count = ag.Variable(0)

@ag.function
def f(x):
    return count + x

f(1)
del count
""", "f(1)"),
    ErrorRow("VariableCreationError",
        "A function creates a variable in each trace. Create variables outside the "
        "function, or in the first call only.", """
@ag.function
def f(x):
    v = ag.Variable(1.0)
    return v * x
""", "f(2.0)"),
    ErrorRow("UnstageableVariableError",
        "A function creates a variable in a staged block, or with an initial value "
        "that cannot be computed before the graph runs.", """
@ag.function(python="refuse")
def f(x):
    if x > 0:
        v = ag.Variable(1.0)
        x = x + v
    return x
""", "f(ag.constant(2.0))"),
    ErrorRow("TraceBudgetError",
        "A trace needs more time or more nodes than its budget allows, and the call "
        "cannot run in Python instead.", """
@ag.function(python="refuse", trace_budget_nodes=20)
def f(x):
    for scale in (2, 3, 4, 5, 6):
        x = (x + 1) * scale * scale * scale
    return x
"""),
    ErrorRow("SignatureError",
        "An `input_signature` contains something other than `ag.TensorSpec`, or does "
        "not fit the arguments of its function.", """
def f(x):
    return x
""", "ag.function(f, input_signature=[ag.float32])"),
    ErrorRow("InputMismatchError",
        "The arguments of a call do not fit the `input_signature`, and cannot be "
        "converted to it.", """
@ag.function(input_signature=[ag.TensorSpec([None], ag.int32)])
def f(x):
    return x

def g(x):
    return f(x)
""", "g(ag.constant([1.5]))"),
    ErrorRow("ConcreteArgumentError",
        "A concrete function is called with another Python value than it was traced "
        "with, or with a different nesting of arguments.",
    """
@ag.function
def f(x, n):
    return x ** n

square = f.get_concrete_function(ag.TensorSpec([], ag.int32), n=2)

def cube(x):
    return square(x, n=3)
""", "cube(ag.constant(4))"),
    ErrorRow("OptionError",
        "An option of `ag.function`, or of the conversion, has an invalid value.", """
def made(f):
    return ag.function(f, max_traces=0)
""", "made(print)"),
    ErrorRow("NameFormatError",
        "A name is invalid. The name of a module must be a Python identifier.", """
def f(x):
    return ag.Module(name="my layer")
"""),
    ErrorRow("GradientError",
        "A gradient would have to flow through an op that has no gradient. The "
        "message names the op and its place. `ag.stop_gradient` makes the op's result "
        "a constant.", """
@ag.function
def f(x):
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = ag.random.shuffle(x)
    return tape.gradient(y, x)
""", "f(ag.ones([3]))"),
    ErrorRow("UnstagedGradientError",
        "A gradient would have to flow through something for which a graph has no "
        "gradient: recursion, objects that the caller holds, or what Python does when "
        "the graph runs. With `python=\"allow\"` plain Python runs the call, and has "
        "the gradient.", """
def power(x, n):
    return ag.constant(1.0) if n == 0 else x * power(x, n - 1)

@ag.function
def f(x, n):
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = power(x, n)
    return tape.gradient(y, x)
""", "f(ag.constant(3.0), ag.constant(2))"),
    ErrorRow("TapeError",
        "A tape that is not persistent is used for gradients twice, or "
        "`stop_recording` is called on a tape that does not record.", """
x = ag.constant(3.0)

def f(x):
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    tape.gradient(y, x)
    return tape.gradient(y, x)
""", "f(x)"),
    ErrorRow("CustomGradientError",
        "A function with `ag.custom_gradient` does not return a result and a gradient "
        "function. Or the gradient function returns the wrong number of gradients, or "
        "has no argument `variables` although the function reads variables.", """
@ag.custom_gradient
def f(x, y):
    return x * y, lambda dz: dz * y

@ag.function
def g(x):
    return f(x, x)
""", "g(ag.constant(3.0))"),
    ErrorRow("SerialisationError",
        "A pickled function contains something that is not data, such as a Python "
        "function that its graph calls. Or it cannot be imported, and has not been "
        "called yet.", """
import pickle

@ag.function
def f(x):
    return ag.py_function(lambda v: v + 1, [x], ag.int32)

concrete = f.get_concrete_function(3)
""", "pickle.dumps(concrete)"),
    ErrorRow("GraphError",
        "A graph breaks a rule of its representation, or an assertion in this library "
        "failed: the assertion is then the `__cause__`. No `try` in the function "
        "catches it. It is a fault of the library: please report it.", ""),
    ErrorRow("GraphSyntaxError", "The text of a graph cannot be parsed.", """
from graph.text_parser import parse
""", "parse('graph f(x: int32[]) -> int32[]\\n    return y')"),
)  # fmt: skip
