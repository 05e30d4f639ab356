"""Every class of errors with a program that raises it: the table of docs/errors.md."""

from __future__ import annotations

from dataclasses import dataclass

from tests.docs.examples import program


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
        with program(self.source.strip() + "\n") as place:
            namespace = place.load()
            try:
                # Python 3.13 knows the text of "<string>": that of `python -c`.
                eval(compile(self.call, "<stdin>", "eval"), namespace)
            except Exception as error:  # the test looks at its class
                return error, place.shown(error)
        raise AssertionError(f"nothing is raised for {self.name}")


ROWS = (
    ErrorRow("ShapeError", "Shapes do not fit together, whatever the values are. The "
    "message says which operands, and their shapes.", """
@ag.function
def f(x):
    return ag.matmul(x, ag.ones([2, 4]))
""", "f(ag.ones([3, 4]))"),
    ErrorRow("DTypeError", "Element types do not fit together, an op does not take "
    "them, or a function returns what is no tensor.", """
@ag.function
def f(x):
    return object()
"""),
    ErrorRow("OperatorNotAllowedInGraphError", "Python needs the value of a tensor "
    "while tracing. Most statements and builtins do not: they are staged.", """
import struct

@ag.function
def f(x):
    return struct.pack("i", x)
""", "f.get_concrete_function(ag.TensorSpec([], ag.int32))"),
    ErrorRow("LeakedTensorError", "A tensor that was made while tracing is used after "
    "it, or in another function. Return it instead.", """
kept = []

@ag.function
def f(x):
    kept.append(x + 1)
    return x

def g(x):
    f(x)
    return kept[0] + 1
""", "g(ag.constant(3))"),
    ErrorRow("InvalidArgumentError", "A value that an op cannot take, found out when "
    "the op runs.", """
@ag.function
def f(x, i):
    return ag.gather(x, i)
""", "f(ag.constant([1, 2, 3]), ag.constant(7))"),
    ErrorRow("IndexingError", "A key between brackets that cannot index this tensor, "
    "whatever the values.", """
@ag.function
def f(x):
    return x["a"]
""", "f(ag.constant([1, 2, 3]))"),
    ErrorRow("OutOfRangeError", "A place is read or written that is not there. It is "
    "an IndexError, and is raised when the function runs.", """
@ag.function
def f(n):
    values = ag.TensorArray(ag.int32, size=2)
    for i in ag.range(n):
        values = values.write(i, i * i)
    return values.stack()
"""),
    ErrorRow("NestingError", "Structures that have to be nested alike are not; "
    "`ag.nest` says where.", """
def f(x):
    return ag.nest.map_structure(lambda a, b: a + b, {"a": [x, x]}, {"a": [x]})
"""),
    ErrorRow("UnsupportedArgumentError", "A function of NumPy's is given, beside a "
    "tensor, an argument that no tensor can keep, such as `out=`.", """
@ag.function
def f(x):
    found = np.zeros((), bool)
    np.isposinf(x, out=found)
    return found
"""),
    ErrorRow("ImmutableTensorError", "A method or function of NumPy's would change a "
    "tensor, or give an array that shares its memory.", """
@ag.function
def f(x):
    x.resize(4)
    return x
"""),
    ErrorRow("AxisError", "A tensor has no such axis. It is an IndexError, too, as that "
    "of NumPy.", """
@ag.function
def f(x):
    return ag.reduce_sum(x, axis=2)
""", "f(ag.constant([1, 2, 3]))"),
    ErrorRow("NoValueError", "The value of a tensor is asked for, by `x.numpy()`, which "
    "only a result has. It is an AttributeError, too; a `try` of the function never "
    "catches it.", """
@ag.function
def f(x):
    return x.numpy()
"""),
    ErrorRow("UnimplementedError", "With `jit_compile=True` ranks have to be known. It "
    "is a NotImplementedError, too.", """
@ag.function(input_signature=[ag.TensorSpec(None, ag.float32)], jit_compile=True)
def f(x):
    return x + 1
""", "f(ag.constant([1.0]))"),
    ErrorRow("MatrixShapeError", "A matrix does not have the shape that an op of linear "
    "algebra needs. It is a `numpy.linalg.LinAlgError`, as singular matrices are when "
    "the graph runs, and a ShapeError.", """
@ag.function
def f(x):
    return ag.linalg.inv(x)
""", "f(ag.ones([2, 3]))"),
    ErrorRow("StagingError", "What depends on tensors is reached by something that a "
    "graph cannot do. It is the base of AG202 to AG218: raised is always one of these. "
    "A `try` of the function never catches them.", ""),
    ErrorRow("BranchMismatchError", "Two branches, or a loop's start and its body, "
    "leave a variable with values that no type holds. Both places are shown.", """
@ag.function
def f(x):
    if x > 0:
        y = ag.cast(x, ag.float32)
    else:
        y = ag.cast(x, ag.int64)
    return y
"""),
    ErrorRow("StructureMismatchError", "A container has another structure, or other "
    "keys, on some of the paths.", """
@ag.function
def f(x):
    if x > 0:
        pair = x, x
    else:
        pair = x
    return pair
"""),
    ErrorRow("UnstageableFunctionError", "`ag.function` is given what no graph can stand "
    "for: a class, a builtin, or no function; or, with python=\"refuse\", a generator or a "
    "coroutine function.", """
def f(x):
    yield x
""", 'ag.function(f, python="refuse")'),
    ErrorRow("UnknownIdentityError", "After a staged block two names may or may not have "
    "one object, and the program asks (`is`) or changes one of them.", """
@ag.function
def f(n):
    mine, other = [0], [1]
    for _ in range(n):
        mine, other = other, mine
    mine.append(2)
    return other
"""),
    ErrorRow("UnknownAttributesError", "Python needs to know which attributes an object "
    "has, and it has some of them on some paths only.", """
class Record:
    pass

@ag.function
def f(x):
    record = Record()
    if x > 0:
        record.value = x
    return vars(record)
"""),
    ErrorRow("UnknownKeysError", "Python needs the keys of a dict, which has some of them "
    "on some paths only.", """
@ag.function
def f(x):
    found = {}
    if x > 0:
        found["x"] = x
    return str(found.keys())
"""),
    ErrorRow("UnknownLengthError", "Python needs the items, or the number of items, of a "
    "list or range whose length is known only when the graph runs; or a dimension that "
    "`x.shape` does not know.", """
@ag.function
def f(x):
    items = []
    for i in range(x):
        items.append(i)
    items.sort(reverse=x > 2)
    return items
"""),
    ErrorRow("UnknownNoneError", "Python needs to know whether a value is None, which is "
    "known only when the graph runs.", """
@ag.function
def f(x):
    y = None
    if x > 0:
        y = x
    return isinstance(y, int) or type(y)
"""),
    ErrorRow("DeferredExceptionError", "An exception that is made or caught when the "
    "graph runs is asked for what only the run knows.", """
@ag.function
def f(x):
    try:
        if x > 0:
            raise KeyError(x)
    except KeyError as error:
        return error.__traceback__ is None
    return x
"""),
    ErrorRow("ResultTypeError", "The values of a run give a result of another type of "
    "Python's than the graph carries. Found out when the op runs.", """
@ag.function
def f(x):
    power = 0
    while x > 0:
        x -= 1
        power -= 1
    return 2**power
"""),
    ErrorRow("TracedTextError", "Text was made by code that runs while tracing, of a value "
    "that is known only when the graph runs.", """
@ag.do_not_convert
def text(x):
    return f"x is {x}"

@ag.function
def f(x):
    return text(x)
"""),
    ErrorRow("UnstageableValueError", "A value of a kind that a graph cannot carry would "
    "have to be carried by it.", """
@ag.function
def f(x):
    items = []
    for i in range(x):
        items.append({str(i): i})
    return items
"""),
    ErrorRow("UnstagedOperationError", "An operation, function or method that has no "
    "staged form was given a value that is known only when the graph runs.", """
@ag.function
def f(x):
    return sorted([2, 1], reverse=x > 0)
"""),
    ErrorRow("SideEffectError", "A staged block has a side effect that a graph cannot "
    "have.", """
def numbers():
    yield from (1, 2, 3)

@ag.function
def f(x):
    found = numbers()
    if x > 0:
        return next(found)
    return 0
"""),
    ErrorRow("UnstagedHandlerError", "An exception that is raised when the graph runs "
    "would have to reach a context manager that is not staged.", """
import unittest

@ag.function
def f(x):
    with unittest.TestCase().assertRaises(ValueError):
        if x > 0:
            raise ValueError("positive")
    return x
"""),
    ErrorRow("UnsettledRecursionError", "A function that calls itself has no path that "
    "ends, or no types that hold the arguments and results of all of its calls.", """
def countdown(n):
    if n > 0:
        return countdown(n - 1)
    return countdown(n)

@ag.function
def f(x):
    return countdown(x)
"""),
    ErrorRow("UnrollingError", "Work of Python's would be unrolled into the graph without "
    "a reasonable end.", """
@ag.function
def f(x):
    return sorted([x % i for i in range(1, 41)])
"""),
    ErrorRow("FrameAccessError", "A builtin that sees the variables of the frame that "
    "calls it is called by another name.", """
look = locals

@ag.function
def f(x):
    y = x + 1
    return look()
"""),
    ErrorRow("LoopOptionsError", "`set_loop_options` stands elsewhere than directly in a "
    "loop's body, or is given something else than options.", """
@ag.function
def f(x):
    while x > 0:
        ag.autograph.experimental.set_loop_options(maximum_iterations="ten")
        x -= 1
    return x
"""),
    ErrorRow("SourceUnavailableError", "The source text of a function cannot be "
    "found, and it has control flow to convert.", """
namespace = {}
text = "def made(x):\\n    return -x if x < 0 else x"
exec(compile(text, "<made>", "exec"), namespace)
f = ag.function(namespace["made"])
"""),
    ErrorRow("UnsupportedFunctionError", "`ag.to_code` or `ag.to_graph` is given what "
    "is not converted.", """
def f(x):
    yield x
""", "ag.to_code(f)"),
    ErrorRow("FailedPreconditionError", "A graph runs that uses a variable which is "
    "gone. Graphs do not keep variables alive: keep a reference to each.", """
count = ag.Variable(0)

@ag.function
def f(x):
    return count + x

f(1)
del count
""", "f(1)"),
    ErrorRow("VariableCreationError", "A function makes a variable each time that it is "
    "traced. Make variables outside, or by the first call only.", """
@ag.function
def f(x):
    v = ag.Variable(1.0)
    return v * x
""", "f(2.0)"),
    ErrorRow("UnstageableVariableError", "A function makes a variable in a block that the "
    "run may skip, or of a value that only the run knows.", """
@ag.function(python="refuse")
def f(x):
    if x > 0:
        v = ag.Variable(1.0)
        x = x + v
    return x
""", "f(ag.constant(2.0))"),
    ErrorRow("StrayTensorError", "A tensor that a staged block computes is used outside of "
    "it: something kept it that the block does not give on. Or another thread uses a "
    "tensor of the function that is being traced.", """
import functools

@ag.function(python="refuse")
def f(x):
    for i in range(x):
        show = functools.partial(max, [i + 1])
    return 2 * show()
""", "f(ag.constant(3))"),
    ErrorRow("TraceBudgetError", "A trace takes more time, or more nodes, than it may, and "
    "nothing else can run in its place.", """
@ag.function(python="refuse", trace_budget_nodes=20)
def f(x):
    for _ in range(100):
        x = x + 1
    return x
""", "f(ag.constant(3))"),
    ErrorRow("SignatureError", "An `input_signature` is not made of `ag.TensorSpec`, or "
    "does not fit the arguments of its function.", """
def f(x):
    return x
""", "ag.function(f, input_signature=[ag.float32])"),
    ErrorRow("InputMismatchError", "The arguments of a call do not fit the "
    "`input_signature` of the function, and cannot be converted to it.", """
@ag.function(input_signature=[ag.TensorSpec([None], ag.int32)])
def f(x):
    return x

def g(x):
    return f(x)
""", "g(ag.constant([1.5]))"),
    ErrorRow("ConcreteArgumentError", "A concrete function is called with another "
    "Python value than it was traced with, or with arguments nested in another way.",
    """
@ag.function
def f(x, n):
    return x ** n

square = f.get_concrete_function(ag.TensorSpec([], ag.int32), n=2)

def cube(x):
    return square(x, n=3)
""", "cube(ag.constant(4))"),
    ErrorRow("OptionError", "An option of `ag.function` or of the conversion has a value "
    "that it cannot have.", """
def made(f):
    return ag.function(f, max_traces=0)
""", "made(print)"),
    ErrorRow("NameFormatError", "A name is not of the form that such names have: a "
    "module's name is a Python identifier.", """
def f(x):
    return ag.Module(name="my layer")
"""),
    ErrorRow("GradientError", "A gradient is asked for that flows through an op which "
    "has none. The message says which op, and where it is applied; "
    "`ag.stop_gradient` makes a constant of its result.", """
@ag.function
def f(x):
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = ag.random.shuffle(x)
    return tape.gradient(y, x)
""", "f(ag.ones([3]))"),
    ErrorRow("TapeError", "A tape that is not persistent is asked for gradients a second "
    "time, or one that does not record is told to stop.", """
x = ag.constant(3.0)

def f(x):
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    tape.gradient(y, x)
    return tape.gradient(y, x)
""", "f(x)"),
    ErrorRow("CustomGradientError", "A function that is decorated with "
    "`ag.custom_gradient` does not return a result and a function; or that function "
    "returns another number of gradients, or does not take the `variables` that are read.", """
@ag.custom_gradient
def f(x, y):
    return x * y, lambda dz: dz * y

@ag.function
def g(x):
    return f(x, x)
""", "g(ag.constant(3.0))"),
    ErrorRow("SerialisationError", "A function is pickled that holds what is no data, "
    "such as a Python function that its graph calls; or one that can neither be "
    "imported nor has been called yet.", """
import pickle

@ag.function
def f(x):
    return ag.py_function(lambda v: v + 1, [x], ag.int32)

concrete = f.get_concrete_function(3)
""", "pickle.dumps(concrete)"),
    ErrorRow("GraphError", "A graph breaks a rule of the representation, or an "
    "assertion of this library failed, which is the `__cause__` then. No handler of "
    "the function takes it. It is a defect: please report it.", ""),
    ErrorRow("GraphSyntaxError", "The text of a graph cannot be parsed.", """
from graph.text_parser import parse
""", "parse('graph f(x: int32[]) -> int32[]\\n    return y')"),
)  # fmt: skip
