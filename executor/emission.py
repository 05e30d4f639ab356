"""Steps as lines of Python; `control` writes the branches and loops."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from executor import constants
from executor.control import emit_branch, emit_loop, emit_outlined
from executor.errors import Telling
from executor.expressions import Expr, bare, call, copied, fill, local
from executor.forms import PLACEHOLDER, boxed_form
from executor.ir import (
    ARRAY,
    PYTHON,
    Block,
    Branch,
    Function,
    Loop,
    Region,
    Step,
    Value,
)
from executor.liveness import dying_in
from executor.names import Names
from executor.ownership import takes_list
from executor.sharing import may_share
from executor.threads import Tasks
from executor.writer import MAX_SIZE, Line, Writer
from graph.graph import Node
from graph.op import Inline
from graph.ops.contexts import SETTLE
from graph.python.control import FOR_ITEM
from graph.python.functions import FUNCTION, KEYWORD, POSITIONAL, bound, written
from graph.python.objects import UNBOX_ARRAY
from graph.specs import TensorSpec, is_list

_IS_CONDITIONAL: Final = re.compile(r"\b(if|and|or)\b")
# The interpreter takes 20 nested loops and 100 levels of indentation, at the least.
_MAX_LOOPS: Final = 12
_MAX_LEVELS: Final = 30


def emit(region: Region, names: Names, tell: Telling) -> tuple[str, list[Line]]:
    """Return the name and the lines of the function that runs a region."""
    function = names.fresh(region.name or "program")
    emitter = Emitter(names, tell)
    emitter.function(function, region)
    return function, emitter.parts + emitter.writer.lines


class Emitter:
    """Walks the blocks of one function in order.

    Attributes:
        preferred: For values that become loop state or an output of a branch, the
            local to write them to, and the state that it still holds.
        tasks: For values that other threads compute, the local with the task.
        parts: The lines of functions that this one calls.
        levels: How deep the block being written is nested.
        loops: How many loops enclose it.
        items: For the body of each `for` the locals that hold its item.
        tell: What tells in the words of tracing what a kernel raises in a `try`.
    """

    def __init__(self, names: Names, tell: Telling) -> None:
        self.names = names
        self.tell = tell
        self.writer = Writer(names)
        self.preferred: dict[Value, tuple[str, Value | None]] = {}
        self.tasks: dict[Value, str] = {}
        self.parts: list[Line] = []
        self.levels = 0
        self.loops = 0
        self.items: dict[Block, list[str]] = {}

    def another(self) -> Emitter:
        """Return the emitter of another function of the same module."""
        return Emitter(self.names, self.tell)

    def function(self, name: str, region: Region, node: Node | None = None) -> None:
        writer, wants = self.writer, region.block.wants
        parameters = [self.names.fresh(value.hint) for value in region.inputs]
        listed = ", ".join(parameters if node is None else _starred(parameters, node))
        writer.line(f"def {name}({listed}):")
        with writer.indented():
            for value, parameter in zip(region.inputs, parameters, strict=True):
                writer.bind(value, parameter)
                if wants is not None:  # a function: called with what it takes
                    continue
                if value.home != ARRAY and not value.spec.dtype.is_python:
                    text = (
                        constants.as_number(value.spec.dtype)
                        if value.home == PYTHON
                        else "__0__[()]"
                    )
                    code = text.replace("__0__", parameter)
                    writer.line(f"{parameter} = {code}")
            self.steps(region.block)
            self.give(region.block)

    def _callee(self, function: Function) -> str:
        """Return the name of a function that is called, writing it first."""
        if not function.name:
            function.name = self.names.fresh(function.region.name)
            inner = self.another()
            inner.function(function.name, function.region)
            self.parts += [*inner.parts, *inner.writer.lines, Line("")]
        return function.name

    def _made(self, step: Step, operands: list[Expr]) -> Expr:
        """Return the function that is made, which Python calls."""
        function, node = step.callee, step.node
        assert function is not None
        if not function.name:
            name = function.name = self.names.fresh(function.region.name)
            inner = self.another()
            inner.function(name, function.region, node)
            is_known = any("(yield " in line.text for line in inner.writer.lines)
            if node.attrs["is_generator"] and not is_known:
                inner.writer.line("    yield  # never: it makes it a generator")
            told = (node.attrs[x] for x in ("module", "function", "parameters"))
            as_written = self.names.bind("written", written)
            last = Line(f"{name} = {as_written}({name}, {', '.join(map(repr, told))})")
            self.parts += [*inner.parts, *inner.writer.lines, last, Line("")]
        return call(
            self.names.bind("bound", bound), [Expr(function.name), *operands], "", node
        )

    def give(self, block: Block) -> None:
        """Write the `return` of a function."""
        wants = block.wants or [value.home for value in block.results]
        pairs = zip(block.results, wants, strict=True)
        taken = [self.writer.take(value, want) for value, want in pairs]
        is_bare = block.wants is not None and len(wants) == 1
        taken = copied(taken, block.copied, block.results)
        self.give_exprs(taken, is_bare=is_bare)

    def give_exprs(self, taken: Sequence[Expr], *, is_bare: bool = False) -> None:
        """Write the `return` of these values: a tuple, unless it is a bare one."""
        writer = self.writer
        exprs = [bare(writer.closed(expr)) for expr in taken]
        listed = ", ".join(f"__{index}__" for index in range(len(exprs)))
        listed += "," if len(exprs) == 1 else ""
        listed = "__0__" if is_bare else f"({listed})"
        nodes = [expr.node for expr in exprs if expr.node is not None]
        if nodes:
            writer.line(fill(f"return {listed}", exprs, nodes[0]), nodes[0])
        else:
            texts = [expr.text for expr in exprs]
            text = PLACEHOLDER.sub(lambda found: texts[int(found[1])], listed)
            writer.line(f"return {text}")

    def steps(self, block: Block) -> None:
        dying = dying_in(block)
        doomed: list[Value] = []
        for index, step in enumerate(block.steps):
            if isinstance(step, Step):
                self.step(step, index)
            elif self.levels > _MAX_LEVELS or self.loops >= _MAX_LOOPS:
                emit_outlined(self, step, index)
            elif isinstance(step, Branch):
                emit_branch(self, step, index)
            else:
                emit_loop(self, step, index)
            doomed += dying.get(index, ())
            doomed = self._delete(doomed) if doomed else doomed

    def _delete(self, values: list[Value]) -> list[Value]:
        """Free arrays; return those that an expression which waits will read."""
        writer = self.writer
        named = [(writer.name_of(value), value) for value in values]
        held = [(x, value) for x, value in named if x and writer.owner[x] is value]
        kept = [value for name, value in held if writer.is_read_later(name)]
        freed = [name for name, value in held if value not in kept]
        if freed:
            writer.line(f"del {', '.join(freed)}")
        return kept

    # Steps.

    def step(self, step: Step, index: int) -> None:
        if step.is_spawned:
            self._fetch(step, index)
        elif step.beside:
            self._lead(step, index)
        else:
            self._compute(step, index)

    def _lead(self, step: Step, index: int) -> None:
        """Let other threads run later steps while this one runs."""
        writer = self.writer
        writer.flush()
        spawns = []
        for other in step.beside:
            kernel = self.names.bind(other.node.op.name, other.node.op.kernel)
            operands = [Expr(kernel)] + [
                local(self.tasks[value])
                if value in self.tasks
                else writer.closed(writer.take(value, want))
                for value, want in zip(other.inputs, other.wants, strict=True)
            ]
            spawns.append(call("tasks.spawn", operands, "", other.node))
        for other in step.beside:
            self.tasks[other.outputs[0]] = self.names.fresh("f")
        tasks = self.names.bind("Tasks", Tasks)
        writer.line(f"with {tasks}() as tasks:")
        with writer.indented(has_scope=False):
            for other, spawn in zip(step.beside, spawns, strict=True):
                writer.assign(self.tasks[other.outputs[0]], spawn, other.node)
            self._compute(step, index)

    def _fetch(self, step: Step, index: int) -> None:
        """Take over what another thread has computed."""
        writer = self.writer
        writer.flush()
        (value,) = step.outputs
        target = self.target(value, step, index)
        task = local(self.tasks.pop(value))
        writer.assign(target, fill("__0__.result()", [task], step.node))
        writer.bind(value, target)

    def _compute(self, step: Step, index: int) -> None:
        writer, node = self.writer, step.node
        if node.op.source is not None:
            self._python(step, index)
            return
        is_inline = step.inline is not None and self._bind_names(step.inline)
        wants = step.wants
        if step.inline is not None and not is_inline:  # its kernel takes arrays
            wants = tuple(map(boxed_form, step.inputs))
        operands = [
            writer.take(value, want, node)
            for value, want in zip(step.inputs, wants, strict=True)
        ]
        operands = copied(operands, step.copied, step.inputs)
        if node.op is SETTLE:
            self._settle(operands[0], node)
            return
        if node.op.overwrite is not None and step.takes_over:
            self._overwrite(step, operands)
            return
        if node.op.changes_list:
            self._change(step, index, operands)
            return
        if node.op is FUNCTION:
            expr = self._made(step, [writer.closed(operand) for operand in operands])
        elif step.callee is not None:
            operands = [writer.closed(operand) for operand in operands]
            expr = call(self._callee(step.callee), operands, "", node)
        elif step.inline is not None and is_inline:
            expr = self._expression(step, step.inline, operands)
        else:
            expr = self._kernel_call(step, operands)
            form = _unboxing(step.outputs[0]) if step.inline is not None else None
            if form is not None:
                expr = fill(form, (writer.closed(expr),), node)
        if not _cannot_raise(step):
            expr = expr._replace(may_raise=True)
            writer.flush()
        if len(step.outputs) == 1 and not _is_tuple_of_one(step):
            self._result(step, index, expr)
            return
        targets = [self.target(value, step, index) for value in step.outputs]
        head = ", ".join(targets) + ("," if len(targets) == 1 else "")
        writer.line(expr.embed(f"{head} = " if head else "", ""), node)
        for value, target in zip(step.outputs, targets, strict=True):
            writer.bind(value, target)

    def _python(self, step: Step, index: int) -> None:
        """Write what Python itself does, where it stands."""
        writer, node = self.writer, step.node
        if node.op is FOR_ITEM:
            names = self.items[step.block]
            for value, name in zip(step.outputs, names, strict=True):
                writer.bind(value, name)
            return
        assert node.op.source is not None
        source = node.op.source(len(step.inputs), **node.attrs)
        code = source.code
        for name, value in source.names.items():
            code = code.replace(f"@{name}@", self.names.bind(name, value))
        operands = [
            writer.closed(writer.take(value, want, node))
            for value, want in zip(step.inputs, step.wants, strict=True)
        ]
        expr = self._expression(step, Inline(code, PYTHON), operands)
        if node.effects:
            expr = expr._replace(may_raise=True)
            writer.flush()
        if len(step.outputs) == 1:
            self._result(step, index, expr)
            return
        targets = [self.target(value, step, index) for value in step.outputs]
        head = ", ".join(targets)
        writer.line(expr.embed(f"{head} = " if head else "", ""), node)
        for value, target in zip(step.outputs, targets, strict=True):
            writer.bind(value, target)

    def _change(self, step: Step, index: int, operands: list[Expr]) -> None:
        """Change a list, or a copy of it where the list is needed as it was."""
        writer, op = self.writer, step.node.op
        writer.flush()
        (value,) = step.outputs
        target = operands[0]
        if not step.takes_over:
            name = self.target(value, step, index)
            if any(name in operand.reads for operand in operands[1:]):
                name = self.names.fresh(value.hint)
            target = local(name)
            writer.assign(
                name, copied(operands[:1], {0}, step.inputs[:1])[0], step.node
            )
        assert op.in_place is not None, "it changes its first input"
        code = op.in_place(
            *(f"__{i}__" for i in range(len(operands))), **step.node.attrs
        )
        operands = [writer.closed(operand) for operand in operands[1:]]
        writer.line(fill(code, [target, *operands], step.node), step.node)
        writer.bind(value, target.text)

    def _overwrite(self, step: Step, operands: list[Expr]) -> None:
        """Change an array that nothing else needs as it was."""
        writer, op = self.writer, step.node.op
        writer.flush()
        operands = [writer.closed(operand) for operand in operands]
        function = self.names.bind(f"{op.name}_in_place", op.overwrite)
        statement = call(function, operands, self._attributes(step), step.node)
        writer.line(statement, step.node)
        writer.bind(step.outputs[0], operands[0].text)

    def _attributes(self, step: Step) -> str:
        return ", ".join(
            f"{key}={constants.attribute(key, value, self.names)}"
            for key, value in step.node.attrs.items()
        )

    def _settle(self, value: Expr, node: Node) -> None:
        """Compute what was held back, if anything, and whatever else may raise."""
        self.writer.flush()
        if not value.is_atom:
            self.writer.line(value, node)

    def _result(self, step: Step, index: int, expr: Expr) -> None:
        writer = self.writer
        (value,) = step.outputs
        if is_list(value.spec):
            if takes_list(step) and not step.takes_over:
                (expr,) = copied([expr], {0}, step.outputs)
            target = self.target(value, step, index)
            writer.assign(target, expr, step.node)
            writer.bind(value, target)
            return
        is_single = len(value.use_blocks) == 1 and value.use_blocks[0] is step.block
        is_small = value.spec.shape == () and expr.size <= MAX_SIZE
        is_lasting = not any(map(_is_volatile, step.inputs))
        if is_single and is_small and is_lasting and not step.node.effects:
            writer.defer(value, expr)
        elif not value.use_blocks:
            writer.line(expr, step.node)
        else:
            target = self.target(value, step, index)
            writer.assign(target, expr)
            writer.bind(value, target)

    def _bind_names(self, inline: Inline) -> bool:
        return all(
            self.names.bind_exactly(name, value) for name, value in inline.names.items()
        )

    def _expression(self, step: Step, inline: Inline, operands: list[Expr]) -> Expr:
        writer = self.writer
        found = PLACEHOLDER.findall(inline.code)
        for index, operand in enumerate(operands):
            if operand.unwrapped is not None and not inline.modular:
                operand = writer.closed(operand)
            is_repeated = found.count(str(index)) > 1 and not operand.is_atom
            is_skipped = operand.may_raise and _IS_CONDITIONAL.search(inline.code)
            if is_repeated or is_skipped:
                operand = writer.hold(operand)
            operands[index] = operand
        expr = fill(inline.code, operands, step.node)
        if inline.wraps:
            expr = expr._replace(unwrapped=step.outputs[0].spec.dtype)
        return expr

    def _kernel_call(self, step: Step, operands: list[Expr]) -> Expr:
        writer, op = self.writer, step.node.op
        operands = [writer.closed(operand) for operand in operands]
        kernel, name = op.kernel, op.name
        # A truth value of a tensor stands for Python's, once passes have done with it.
        is_python = all(
            x.spec.dtype.is_python or (x.spec.dtype.is_bool and x.spec.shape == ())
            for x in step.inputs
        ) and all(x.spec.dtype.is_python for x in step.outputs)
        if op.python is not None and is_python:
            kernel, name = op.python, f"python_{op.name}"
        extra = self._attributes(step)
        expr = call(self.names.bind(name, kernel), operands, extra, step.node)
        if any(value.spec.dtype.name == "string" for value in step.outputs):
            wrap = self.names.bind("as_text", as_text)
            expr = fill(f"{wrap}(__0__)", (expr,), step.node)
        return expr

    # Where results go.

    def target(self, value: Value, step: Step | Branch | Loop, index: int) -> str:
        """Return the local for a value that is made by step `index` of its block."""
        preferred = self.preferred.get(value)
        if preferred is None:
            return self.names.fresh(value.hint)
        name, guard = preferred
        if guard is None or self._is_free(name, guard, step, index):
            return name
        return self.names.fresh(value.hint)

    def _is_free(
        self, name: str, guard: Value, step: Step | Branch | Loop, index: int
    ) -> bool:
        """Is `guard`, which the local holds, of no more use after the step?"""
        last = guard.last_use.get(step.block, -1)
        is_held = self.writer.owner.get(name) is guard
        if not is_held or last > index or self.writer.is_read_later(name):
            return False
        return not isinstance(step, Loop) or not any(
            block in guard.last_use for block in step.blocks
        )

    def prefer(
        self, block: Block, names: list[str], guards: Sequence[Value | None]
    ) -> None:
        """Have the results of a block written to these locals where possible."""
        for index, value in enumerate(block.results):
            is_once = sum(x is value for x in block.results) == 1
            if value.block is block and not value.is_constant and is_once:
                self.preferred[value] = (names[index], guards[index])


def _starred(parameters: list[str], node: Node) -> list[str]:
    """Return parameters of a function as they are written, the environment last."""
    kinds = [kind for _, kind, _ in node.attrs["parameters"]]
    n_first, n_plain = kinds.count(POSITIONAL), len(kinds) - kinds.count(KEYWORD)
    slash = ["/"] if n_first else []
    first, plain = parameters[:n_first], parameters[n_first:n_plain]
    return [*first, *slash, *plain, "*", *parameters[n_plain:]]


def _cannot_raise(step: Step) -> bool:
    """Is the step's expression one on integers and bools in range only?

    Rules promise that such expressions never raise.
    """
    if step.inline is None or step.node.effects:
        return False
    if not _is_bounded(step.outputs[0].spec):
        return False
    return all(
        value.is_constant or (_is_bounded(value.spec) and want == PYTHON)
        for value, want in zip(step.inputs, step.wants, strict=True)
    )


def _is_bounded(spec: TensorSpec) -> bool:
    """Is this an integer of bounded size, or a bool?"""
    dtype = spec.dtype
    if spec.shape != ():
        return False
    return dtype.name == "pybool" or (
        not dtype.is_python and (dtype.is_integer or dtype.is_bool)
    )


def _is_volatile(value: Value) -> bool:
    """May what the value holds be written to later?"""
    maker = value.maker
    if not isinstance(maker, Step):
        return False
    if maker.node.op is UNBOX_ARRAY:
        return True
    return may_share(maker) and any(map(_is_volatile, maker.inputs))


def _unboxing(value: Value) -> str | None:
    """Return what brings the result of a kernel into the form of an expression."""
    dtype = value.spec.dtype
    if dtype.is_python or value.home == ARRAY:
        return None
    if value.home != PYTHON:
        return "__0__[()]"
    return constants.as_number(value.spec.dtype)


def _is_tuple_of_one(step: Step) -> bool:
    """Tell whether the op gives a sequence, which here happens to hold one tensor."""
    node = step.node
    if len(step.outputs) != 1 or node.op.is_elementwise or step.inline is not None:
        return False
    if step.callee is not None:
        return False
    found = node.op.infer(*(x.spec for x in node.inputs), **node.attrs)
    return not isinstance(found, TensorSpec)


def as_text(value: object) -> object:
    """Return what a kernel gave for text as arrays; NumPy unpacks 0-d objects."""
    if isinstance(value, tuple):
        return tuple(as_text(part) for part in value)
    return np.array(value, dtype=object) if isinstance(value, bytes) else value
