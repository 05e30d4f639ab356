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
                eval(self.call, namespace)
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
@ag.function
def f(x):
    first, *rest = x
    return first
""", "f.get_concrete_function(ag.TensorSpec([None], ag.int32))"),
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
    ErrorRow("StagingError", "What depends on tensors is reached by something that a "
    "graph cannot do: `docs/language.md` shows the constructs that are refused.", """
@ag.function
def f(x):
    found = iter([1, 2, 3])
    if x > 0:
        return next(found)
    return 0
"""),
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
    ErrorRow("GraphError", "A graph breaks a rule of the representation. Functions "
    "that are traced make no such graphs: it is a defect, please report it.", ""),
    ErrorRow("GraphSyntaxError", "The text of a graph cannot be parsed.", """
from graph.text_parser import parse
""", "parse('graph f(x: int32[]) -> int32[]\\n    return y')"),
)  # fmt: skip
