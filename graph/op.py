"""The record that defines an op, and the two ways to write one.

An op is defined once, in one record: what it takes, which shapes and dtypes come
out, the NumPy kernel that computes it (shared by eager and graph execution), what
it means on Python's own numbers, what it touches besides its result, and its
documentation. Everything else (public functions, operators on tensors, NumPy's
protocols, the printed reference, the executor's code) is a table over `OPS`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Protocol

from graph.domains import ANYWHERE, Domain

if TYPE_CHECKING:
    from graph.origin import Origin
    from graph.specs import TensorSpec
    from graph.tensor import Tensor

REQUIRED: Final = inspect.Parameter.empty


@dataclass(frozen=True, slots=True)
class Effects:
    """What an op touches besides its inputs and outputs.

    Two ops keep their order when they touch the same resource and one writes it. An
    op that writes is never pruned.
    """

    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Is anything touched at all?"""
        return bool(self.reads or self.writes)

    def __or__(self, other: Effects) -> Effects:
        """Return the effects of doing both."""
        return Effects(
            tuple(dict.fromkeys(self.reads + other.reads)),
            tuple(dict.fromkeys(self.writes + other.writes)),
        )


PURE: Final = Effects()
PRINTS: Final = Effects(writes=("output",))
RAISES: Final = Effects(writes=("control",))
ANYTHING: Final = Effects(writes=("anything",))

# Specs and attributes in, specs out; raises the user's error.
Infer = Callable[..., "TensorSpec | tuple[TensorSpec, ...]"]
Kernel = Callable[..., Any]


@dataclass(frozen=True, slots=True, eq=False)
class Operand:
    """An input of a node as the executor sees it when it asks for inline code.

    Attributes:
        code: A Python expression without side effects, usually a local's name.
        spec: What is known of the value.
        form: `python` (a Python number; strong integers and bools are then known to
            be in range), `scalar` (a NumPy scalar) or `array` (an ndarray).
        value: The value itself when it is a constant, else None.
    """

    code: str
    spec: TensorSpec
    form: str
    value: Any = None


@dataclass(frozen=True, slots=True, eq=False)
class Inline:
    """An answer to "have you a cheaper form than calling the kernel?".

    Attributes:
        code: The Python expression; on strong integers and bools alone it must not
            be able to raise.
        form: The form of its value, as in `Operand`.
        wraps: The value may lie outside the result's integer type and must be
            brought back into it.
        modular: Operands may lie outside of that type as well: the value is right
            modulo the type's size, as sums and products are.
        names: Further global names the code needs, with their values.
    """

    code: str
    form: str
    wraps: bool = False
    modular: bool = False
    names: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """What Python does for a node, as text.

    Attributes:
        code: An expression, or a statement without results; `__0__` is the first
            operand, `@name@` a global.
        names: The globals.
    """

    code: str
    names: Mapping[str, Any] = field(default_factory=dict)


class InlineRule(Protocol):
    """Python source for an op where that is cheaper than calling its kernel."""

    def __call__(
        self, operands: tuple[Operand, ...], out: TensorSpec, **attrs: Any
    ) -> Inline | None:
        """Return the source, or None when the kernel must be called."""


class Application(Protocol):
    """An op applied: a node of a graph, or what a tape recorded of eager execution."""

    @property
    def op(self) -> Op:
        """The op."""

    @property
    def inputs(self) -> Sequence[Any]:
        """What it was applied to."""

    @property
    def attrs(self) -> Mapping[str, Any]:
        """The attributes."""

    @property
    def outputs(self) -> Sequence[Any]:
        """What came out."""

    @property
    def origin(self) -> Origin:
        """The user's line."""


class GradientRule(Protocol):
    """How gradients flow back through an op, written in ops."""

    def __call__(self, at: Application, *dys: Any, **wanted: Any) -> Sequence[Any]:
        """Return a gradient for each input, from one for each output.

        A gradient is a tensor with shape and dtype of what it is the gradient of, or
        None for nothing at all. Given are tensors only, save where an op with several
        outputs has None for those that nothing flows back to. A function in place of
        a tensor is called when that input's gradient is needed. Control flow is told
        by `wanted` beforehand for which inputs it is.
        """


@dataclass(frozen=True, slots=True)
class NoGradient:
    """The facet of an op through which no gradient can flow, though one might.

    Attributes:
        why: What is told to whoever asks for one.
    """

    why: str


class Zero:
    """The facet of an op that is constant wherever it is smooth; see `ZERO`."""

    def __repr__(self) -> str:
        return "ZERO"


NO_GRADIENT: Final = NoGradient
# Nothing flows back: results do not change with the inputs, or are no real numbers.
ZERO: Final = Zero()
Gradient = GradientRule | NoGradient | Zero


def never(*_: Any, **__: Any) -> bool:
    """Answer no, whatever is asked: that a kernel raises no values, for instance."""
    return False


def always(*_: Any, **__: Any) -> bool:
    """Answer yes, whatever is asked: that a kernel raises some values, for instance."""
    return True


def on_python_divisors(x: Any, y: Any) -> bool:
    """Answer that an op raises as Python's does: on 0, among Python's own numbers."""
    return x.dtype.is_python and y.dtype.is_python and not y.value


def on_negative_counts(x: Any, count: Any) -> bool:
    """Answer that an op raises as Python's does: on less than 0, among its numbers."""
    is_python = x.dtype.is_python and count.dtype.is_python
    return is_python and (count.value is None or count.value < 0)


class Leaves(Enum):
    """What Python's own operation does with the differentiable values in objects.

    Attributes:
        MOVES: It stores its operands, and its results are what it finds, as they are.
        READS: It computes from what it finds, and stores nothing.
        TESTS: The same, and what it computes has no gradient: a truth, a text, a size.
        BORDER: A value becomes a leaf of an object, or a leaf a value: its rule is
            told of the cotangents by leaf, as `heap`.
        OPEN: Nothing is known.
    """

    MOVES = 1
    READS = 2
    TESTS = 3
    BORDER = 4
    OPEN = 5


class Order(Enum):
    """How a run goes through the graphs that a node holds."""

    ONE_AFTER_ANOTHER = 1
    ONE_OF_THEM = 2
    AGAIN_AND_AGAIN = 3


@dataclass(frozen=True, eq=False)
class Op:
    """An operation, defined in one place.

    Attributes:
        name: The specification's name, else the array API's, else NumPy's.
        inputs: Names of the tensor inputs, in order.
        attrs: Names of the attributes with their defaults (`REQUIRED` for none).
        infer: Input specs and attributes to output specs.
        kernel: Input arrays and attributes to output arrays; pure NumPy.
        doc: The docstring of the public function.
        type_name: The kind of a node in a graph definition, such as `AddV2`; derived
            from `name` when not given.
        node_name: What nodes are called, numbered where that is taken; `type_name`
            when not given.
        stateless_type: The kind of nodes without effects, when that is another one.
        variadic: The first input is a sequence of tensors.
        attr_kinds: The classes of attributes. Those of an op that writes source are all
            named: what a file says reaches no source that is not of its class.
        python: What the op means on Python's own numbers, when it means anything.
        inline: Cheaper source than a call of the kernel, see `InlineRule`.
        source: What Python does for it, from the number of operands and the attributes:
            then there is no kernel. See `graph.python`.
        leaves: What that does with the differentiable values in objects, from the
            attributes; see `graph.gradients.leaves`.
        effects: What it touches besides inputs and outputs.
        ufunc: The NumPy ufunc that reaches this op, if one does.
        numpy: Further NumPy functions that reach it.
        is_elementwise: Does each element of the result depend only on the elements
            at its place?
        work: Relative cost of one output element (one addition is 1); `matmul` and
            the like answer with a function of the input specs.
        may_alias: May the result be a view of an input?
        gives_copy: Is the result memory of its own for operands of these specs, though
            it `may_alias` for others? Asked with specs and attributes.
        is_control: Does it hold graphs that the executor runs itself?
        shares_body: Is its graph one that other nodes have, too? It captures nothing.
        is_public: Do users know it by name? Messages do not name the others.
        further_effects: What it touches as its attributes say, besides `effects`.
        can_fail: May its kernel raise for some values, as it does for an index out of
            bounds and a division by zero? Asked with what is known of the operands
            (`graph.failing.Given`) and the attributes. What is declared as an effect
            aside, and what `graph.failing` knows of all ops.
        can_refuse: May its kernel refuse some values that plain Python takes: raise a
            StagingError? Asked as `can_fail` is; see `graph.late_refusals`.
        order: How a run goes through the graphs that it holds, if it holds any.
        in_place: For a list with something changed: attributes in, and out comes the
            statement that changes the first input itself. Executors use it where
            nothing else needs the list as it was. The result is that list.
        overwrite: As `kernel`, but changes the first input itself, an array that can
            be written to, and returns nothing. Executors use it where nothing else
            needs the array as it was, and it shares memory with no other input.
        gradient: How gradients flow back: a `GradientRule`, `NO_GRADIENT("why")`, or
            `ZERO`.
        domain: From what tests draw arguments; see `graph.domains`.
        is_data: May a file have a node with these attributes? Not where they name what
            a run writes to, or would have a kernel look up what no program asks for.
        given_on: For what matters to gradients alone: inputs and attributes in, and out
            come those of the inputs that are the outputs.
    """

    name: str
    inputs: tuple[str, ...]
    attrs: Mapping[str, Any]
    infer: Infer
    kernel: Kernel
    doc: str
    type_name: str = ""
    node_name: str = ""
    stateless_type: str = ""
    variadic: bool = False
    attr_kinds: Mapping[str, type | tuple[type, ...]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    python: Callable[..., Any] | None = None
    inline: InlineRule | None = None
    source: Callable[..., Source] | None = None
    leaves: Callable[[Mapping[str, Any]], Leaves] | None = None
    effects: Effects = PURE
    ufunc: Any = None
    numpy: tuple[Any, ...] = ()
    is_elementwise: bool = False
    work: float | Callable[..., float] = 1.0
    may_alias: bool = False
    gives_copy: Callable[..., bool] = never
    is_control: bool = False
    shares_body: bool = False
    is_public: bool = True
    further_effects: Callable[[Mapping[str, Any]], Effects] | None = None
    can_fail: Callable[..., bool] = never
    can_refuse: Callable[..., bool] = never
    order: Order = Order.ONE_AFTER_ANOTHER
    in_place: Callable[..., str] | None = None
    overwrite: Callable[..., None] | None = None
    gradient: Gradient | None = None
    domain: Domain = ANYWHERE
    is_data: Callable[..., bool] = always
    given_on: Callable[..., Sequence[Any]] | None = None

    @property
    def changes_list(self) -> bool:
        """Does it give a list with something changed?"""
        return self.in_place is not None

    def operand_name(self, place: int) -> str:
        """Return the name of an operand: that of its input, `x_2` of a sequence."""
        if place < len(self.inputs) and not self.variadic:
            return self.inputs[place]
        return f"{self.inputs[0] if self.inputs else 'input'}_{place}"

    @property
    def signature(self) -> inspect.Signature:
        """The signature of the public function."""
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameters = [inspect.Parameter(name, kind) for name in self.inputs]
        parameters += [
            inspect.Parameter(name, kind, default=default)
            for name, default in self.attrs.items()
        ]
        parameters.append(inspect.Parameter("name", kind, default=None))
        # A required attribute after one with a default must be given by keyword.
        seen_default = False
        ordered = []
        for parameter in parameters:
            seen_default |= parameter.default is not REQUIRED
            if seen_default and parameter.default is REQUIRED:
                parameter = parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
            ordered.append(parameter)
        ordered.sort(key=lambda parameter: parameter.kind)
        return inspect.Signature(ordered)

    def effects_with(self, attrs: Mapping[str, Any]) -> Effects:
        """Return what an application with these attributes touches, bodies aside."""
        if self.further_effects is None:
            return self.effects
        return self.effects | self.further_effects(attrs)

    @property
    def ufunc_types(self) -> tuple[str, ...]:
        """The loops of the ufunc, such as `ff->f`; none without one."""
        return tuple(getattr(self.ufunc, "types", ()))

    def __repr__(self) -> str:
        """Return a short form for messages."""
        return f"<op {self.name}>"

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Pickle by name: there is one record for each op."""
        return (op_named, (self.name,))


# Every op by name. Written by `define` only, while the family modules are imported.
@dataclass(frozen=True, slots=True, eq=False)
class Planned:
    """A node that is about to be added to a graph.

    Attributes:
        op: Its op.
        inputs: Values of the graph.
        attrs: Its attributes.
        outputs: The specs of its outputs.
    """

    op: Op
    inputs: Sequence[Any]
    attrs: Mapping[str, Any]
    outputs: Sequence[TensorSpec]


_OPS: dict[str, Op] = {}
OPS: Final[Mapping[str, Op]] = MappingProxyType(_OPS)


def op_named(name: str) -> Op:
    """Return the op with this name.

    Raises:
        KeyError: There is none.
    """
    return _OPS[name]


def define(name: str, **facets: Any) -> Op:
    """Define an op; see `Op` for the facets.

    Raises:
        ValueError: The name is taken.
    """
    if name in _OPS:
        raise ValueError(f"op {name!r} is defined twice")
    facets.setdefault("attrs", {})
    facets.setdefault("type_name", _camel(name))
    facets.setdefault("node_name", facets["type_name"])
    _OPS[name] = op = Op(name=name, **facets)
    return op


def _camel(name: str) -> str:
    return "".join(part[:1].upper() + part[1:] for part in name.split("_"))


class PublicFunction(Protocol):
    """A public function that applies an op."""

    op: Op
    __name__: str

    def __call__(self, *args: Any, **kwargs: Any) -> Tensor:
        """Apply the op."""
