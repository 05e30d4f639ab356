"""Values, steps, branches and loops: a graph on its way to becoming text.

Sub-graphs are inlined here: a block sees the values of enclosing blocks directly. Only
a function that is called is a region of its own, and gets arguments. The stages fill
in their own fields, in the order lowering, pruning, forms, liveness.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from graph.graph import Node
from graph.op import Inline
from graph.specs import TensorSpec

# How a value is held. A strong integer or bool in Python form is in range.
PYTHON = "python"  # a Python number
SCALAR = "scalar"  # a NumPy scalar
ARRAY = "array"  # an ndarray, or the NumPy scalar that a kernel gave for one


@dataclass(eq=False, slots=True)
class Value:
    """One value of the program.

    Attributes:
        spec: Its dtype and static shape.
        block: Where it is defined.
        maker: The step, branch or loop that makes it; None for inputs and constants.
        index: Its place among the outputs, or the state, of its maker.
        hint: A name to call it by, or "" for a numbered one.
        constant: Its value, when `is_constant`.
        home: The form it is made in.
        use_blocks: The block of each use.
        last_use: For each block from its own inwards, the index of the last step
            that uses it; `len(steps)` when it is a result of the block.
        converted: How many uses want it in a form other than `home`, by form.
    """

    spec: TensorSpec
    block: Block
    maker: Step | Branch | Loop | None = None
    index: int = 0
    hint: str = ""
    constant: Any = None
    is_constant: bool = False
    home: str = ARRAY
    use_blocks: list[Block] = field(default_factory=list)
    last_use: dict[Block, int] = field(default_factory=dict)
    converted: dict[str, int] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Step:
    """One application of an op that is not control flow.

    Attributes:
        inline: The expression to use in place of the kernel, with `PLACEHOLDER`s.
        wants: The form of each input.
        beside: Later steps that other threads run beside this one.
        is_spawned: Is it beside an earlier one?
        takes_over: May the result be the first input itself, changed? See
            `executor.ownership` for lists, `executor.arrays` for arrays.
        copied: Indices of inputs that are given as copies.
        callee: The function that it calls, in place of a kernel.
    """

    node: Node
    block: Block
    inputs: list[Value]
    outputs: list[Value] = field(default_factory=list)
    inline: Inline | None = None
    wants: tuple[str, ...] = ()
    beside: list[Step] = field(default_factory=list)
    is_spawned: bool = False
    takes_over: bool = False
    copied: set[int] = field(default_factory=set)
    callee: Function | None = None


@dataclass(eq=False, slots=True)
class Branch:
    """A choice of two blocks; result `i` of the one that ran is output `i`."""

    node: Node
    block: Block
    pred: Value
    then: Block
    orelse: Block
    outputs: list[Value] = field(default_factory=list)

    @property
    def blocks(self) -> tuple[Block, Block]:
        """The blocks it holds."""
        return (self.then, self.orelse)


@dataclass(eq=False, slots=True)
class Try(Branch):
    """A block that may raise, in place of `then`, and one that runs if it has."""


@dataclass(eq=False, slots=True)
class Loop:
    """A loop; `state` starts as `init`, goes on as `body.results`, ends as `outputs`.

    Attributes:
        is_boxed: Indices of state that is better not held in its fast form.
        hoisted: Conversions of outer values that its blocks want, done before it.
        copied: Indices of state that begins as a copy of a list or an array.
    """

    node: Node
    block: Block
    init: list[Value]
    test: Block
    body: Block
    state: list[Value] = field(default_factory=list)
    outputs: list[Value] = field(default_factory=list)
    is_boxed: set[int] = field(default_factory=set)
    hoisted: dict[tuple[Value, str], None] = field(default_factory=dict)
    copied: set[int] = field(default_factory=set)

    @property
    def blocks(self) -> tuple[Block, Block]:
        """The blocks it holds."""
        return (self.test, self.body)


@dataclass(eq=False, slots=True)
class Block:
    """Steps in order, and what they are for.

    Attributes:
        owner: The branch or loop that holds it; None for the outermost.
        loops: How many loops enclose it.
        copied: Indices of results that are copies of lists or arrays.
        wants: The forms of the results of a function; None for other blocks.
    """

    owner: Branch | Loop | None = None
    loops: int = 0
    steps: list[Step | Branch | Loop] = field(default_factory=list)
    results: list[Value] = field(default_factory=list)
    copied: set[int] = field(default_factory=set)
    wants: list[str] | None = None


@dataclass(eq=False, slots=True)
class Region:
    """A whole program: its parameters and its outermost block.

    Attributes:
        functions: Those that are called, inner ones last.
    """

    name: str
    inputs: list[Value]
    block: Block
    functions: list[Function] = field(default_factory=list)

    @property
    def regions(self) -> list[Region]:
        """The region, and those of its functions."""
        return [self, *(function.region for function in self.functions)]


@dataclass(eq=False, slots=True)
class Function:
    """A function that is called; its values come and go in their fast forms.

    Attributes:
        region: Its parameters and its block.
        name: The name of the generated function, once it has one.
    """

    region: Region
    name: str = ""

    @property
    def takes(self) -> tuple[str, ...]:
        """The form of each argument."""
        return tuple(value.home for value in self.region.inputs)

    @property
    def gives(self) -> list[str]:
        """The form of each result."""
        return self.region.block.wants or []


def ideal_form(spec: TensorSpec) -> str:
    """Return the form in which expressions on such a value are cheapest."""
    dtype = spec.dtype
    if dtype.is_python:
        return PYTHON
    if spec.shape != ():
        return ARRAY
    if dtype.is_integer or dtype.is_bool:
        return PYTHON
    return SCALAR if dtype.is_floating else ARRAY
