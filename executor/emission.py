"""Steps, branches and loops as lines of Python."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from executor import constants
from executor.expressions import Expr, bare, call, condition, fill, local
from executor.forms import PLACEHOLDER
from executor.ir import ARRAY, PYTHON, Block, Branch, Loop, Region, Step, Value
from executor.liveness import dying_in, free_values
from executor.names import Names
from executor.threads import Tasks
from executor.writer import INDENT, MAX_SIZE, Line, Writer
from graph.op import Inline
from graph.specs import TensorSpec

_IS_CONDITIONAL: Final = re.compile(r"\b(if|and|or)\b")
# The interpreter takes 20 nested loops and 100 levels of indentation, at the least.
_MAX_LOOPS: Final = 12
_MAX_LEVELS: Final = 30


def emit(region: Region, names: Names) -> tuple[str, list[Line]]:
    """Return the name and the lines of the function that runs a region."""
    function = names.fresh(region.name or "program")
    emitter = _Emitter(names)
    emitter.function(function, region)
    return function, emitter.parts + emitter.writer.lines


class _Emitter:
    """Walks the blocks of one function in order.

    Attributes:
        preferred: For values that become loop state or an output of a branch, the
            local to write them to, and the state that it still holds.
        tasks: For values that other threads compute, the local with the task.
        parts: The lines of functions that this one calls.
        levels: How deep the block being written is nested.
        loops: How many loops enclose it.
    """

    def __init__(self, names: Names) -> None:
        self.names = names
        self.writer = Writer(names)
        self.preferred: dict[Value, tuple[str, Value | None]] = {}
        self.tasks: dict[Value, str] = {}
        self.parts: list[Line] = []
        self.levels = 0
        self.loops = 0

    def function(self, name: str, region: Region) -> None:
        writer = self.writer
        parameters = [self.names.fresh(value.hint) for value in region.inputs]
        writer.line(f"def {name}({', '.join(parameters)}):")
        with writer.indented():
            for value, parameter in zip(region.inputs, parameters, strict=True):
                writer.bind(value, parameter)
                if value.home != ARRAY and not value.spec.dtype.is_python:
                    code = ".item()" if value.home == PYTHON else "[()]"
                    writer.line(f"{parameter} = {parameter}{code}")
            self.steps(region.block)
            self._return([(value, value.home) for value in region.block.results])

    def _return(self, results: Sequence[tuple[Value, str]]) -> None:
        writer = self.writer
        exprs = [bare(writer.closed(writer.take(*result))) for result in results]
        listed = ", ".join(f"__{index}__" for index in range(len(exprs)))
        listed += "," if len(exprs) == 1 else ""
        nodes = [expr.node for expr in exprs if expr.node is not None]
        if nodes:
            writer.line(fill(f"return ({listed})", exprs, nodes[0]), nodes[0])
        else:
            texts = [expr.text for expr in exprs]
            text = PLACEHOLDER.sub(lambda found: texts[int(found[1])], listed)
            writer.line(f"return ({text})")

    def steps(self, block: Block) -> None:
        dying = dying_in(block)
        doomed: list[Value] = []
        for index, step in enumerate(block.steps):
            if isinstance(step, Step):
                self.step(step, index)
            elif self.levels > _MAX_LEVELS or self.loops >= _MAX_LOOPS:
                self.outlined(step, index)
            elif isinstance(step, Branch):
                self.branch(step, index)
            else:
                self.loop(step, index)
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

    # Control flow that is nested too deep, in functions of its own.

    def outlined(self, step: Branch | Loop, index: int) -> None:
        """Write the step as a function, before this one, and call it."""
        writer, node = self.writer, step.node
        inputs = {value: writer.local_of(value) for value in free_values(step)}
        writer.flush()
        targets = [self.target(value, step, index) for value in step.outputs]
        inner = _Emitter(self.names)
        function = self.names.fresh(f"part_{node.op.name}")
        inner.writer.line(f"def {function}({', '.join(inputs.values())}):")
        with inner.writer.indented():
            for value, name in inputs.items():
                inner.writer.bind(value, name)
            inner.branch(step, index) if isinstance(step, Branch) else inner.loop(
                step, index
            )
            inner._return([(value, value.home) for value in step.outputs])
        self.parts += [*inner.parts, *inner.writer.lines, Line("")]
        head = ", ".join(targets) + ("," if len(targets) == 1 else "")
        text = f"{function}({', '.join(inputs.values())})"
        writer.line(f"{head} = {text}" if head else text, node)
        for value, target in zip(step.outputs, targets, strict=True):
            writer.bind(value, target)

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
        operands = [
            writer.take(value, want, node)
            for value, want in zip(step.inputs, step.wants, strict=True)
        ]
        if step.inline is not None and self._bind_names(step.inline):
            expr = self._expression(step, step.inline, operands)
        else:
            expr = self._kernel_call(step, operands)
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

    def _result(self, step: Step, index: int, expr: Expr) -> None:
        writer = self.writer
        (value,) = step.outputs
        is_single = len(value.use_blocks) == 1 and value.use_blocks[0] is step.block
        is_small = value.spec.shape == () and expr.size <= MAX_SIZE
        if is_single and is_small and not step.node.op.effects:
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
        is_python = all(x.spec.dtype.is_python for x in (*step.inputs, *step.outputs))
        if op.python is not None and is_python:
            kernel, name = op.python, f"python_{op.name}"
        extra = ", ".join(
            f"{key}={constants.attribute(key, value, self.names)}"
            for key, value in step.node.attrs.items()
        )
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
        if last > index or self.writer.is_read_later(name):
            return False
        return not isinstance(step, Loop) or not any(
            block in guard.last_use for block in step.blocks
        )

    def _prefer(
        self, block: Block, names: list[str], guards: Sequence[Value | None]
    ) -> None:
        """Have the results of a block written to these locals where possible."""
        for index, value in enumerate(block.results):
            is_once = sum(x is value for x in block.results) == 1
            if value.block is block and not value.is_constant and is_once:
                self.preferred[value] = (names[index], guards[index])

    # Branches.

    def branch(self, branch: Branch, index: int) -> None:
        writer, node = self.writer, branch.node
        pred = writer.closed(writer.take(branch.pred, PYTHON, node))
        writer.flush()
        expr = self._choice(branch, pred)
        if expr is not None:
            writer.defer(branch.outputs[0], expr)
            return
        pred = condition(pred)
        targets = [self.target(value, branch, index) for value in branch.outputs]
        self.levels += 1
        guards = [self.preferred.get(value, ("", None))[1] for value in branch.outputs]
        bodies = []
        for block in branch.blocks:
            self._prefer(block, targets, guards)
            with writer.elsewhere() as lines, writer.indented():
                self.steps(block)
                self._finish(block, targets, [x.home for x in branch.outputs], branch)
            bodies.append(lines)
        self.levels -= 1
        then, orelse = bodies
        if then:
            writer.line(pred.embed("if ", ":"), node)
            writer.lines += then
        if then and orelse:
            chained = _as_elif(orelse)
            if not chained:
                writer.line("else:")
            writer.lines += chained or orelse
        elif orelse:
            writer.line(pred.embed("if not (", "):") if not pred.is_atom
                        else pred.embed("if not ", ":"), node)  # fmt: skip
            writer.lines += orelse
        for value, target in zip(branch.outputs, targets, strict=True):
            writer.bind(value, target)

    def _choice(self, branch: Branch, pred: Expr) -> Expr | None:
        """Return the branch as one expression, if it is simple enough."""
        if not _is_simple(branch):
            return None
        writer = self.writer
        before = dict(writer.pending)
        exprs = []
        for block in branch.blocks:
            with writer.elsewhere() as lines, writer.scope():
                self.steps(block)
                result = writer.take(block.results[0], branch.outputs[0].home)
                exprs.append(writer.closed(result))
            writer.hot = None
            if lines:
                writer.pending = before
                return None
        then, orelse = exprs
        if orelse.text == "False":
            code = "(__0__ and __1__)"
        elif then.text == "True":
            code = "(__0__ or __2__)"
        else:
            code = "(__1__ if __0__ else __2__)"
        return fill(code, [pred, then, orelse], branch.node)

    def _finish(
        self, block: Block, targets: list[str], forms: list[str], owner: Branch | Loop
    ) -> None:
        """Write the results of a block to their locals."""
        writer = self.writer
        taken = [
            writer.take(value, form)
            for value, form in zip(block.results, forms, strict=True)
        ]
        writer.assign_all(list(zip(targets, taken, strict=True)), owner.node)

    # Loops.

    def loop(self, loop: Loop, index: int) -> None:
        writer, node = self.writer, loop.node
        for value, form in loop.hoisted:
            if value.home != form:
                writer.convert(value, form)
        targets = [self._state_name(loop, i, index) for i in range(len(loop.state))]
        inits = [
            writer.take(value, state.home)
            for value, state in zip(loop.init, loop.state, strict=True)
        ]
        writer.flush()
        writer.assign_all(list(zip(targets, inits, strict=True)), node)
        self.levels += 1
        self.loops += 1
        self._header(loop, targets)
        with writer.indented():
            self._bind_state(loop, targets)
            self._prefer(loop.body, targets, loop.state)
            mark = len(writer.lines)
            self.steps(loop.body)
            self._finish(loop.body, targets, [x.home for x in loop.state], loop)
            if len(writer.lines) == mark:
                writer.line("pass")
        self.levels -= 1
        self.loops -= 1
        for value, target in zip(loop.outputs, targets, strict=True):
            writer.bind(value, target)

    def _bind_state(self, loop: Loop, targets: list[str]) -> None:
        for value, target in zip(loop.state, targets, strict=True):
            self.writer.bind(value, target)

    def _state_name(self, loop: Loop, i: int, index: int) -> str:
        """Return the local for a loop variable: that of its start, if free."""
        start = loop.init[i]
        name = None if start.is_constant else self.writer.name_of(start)
        if (
            name is not None
            and len(start.use_blocks) == 1
            and start.block is loop.block
            and not self.writer.is_read_later(name)
        ):
            return name
        output = loop.outputs[i]
        if output in self.preferred:
            return self.target(output, loop, index)
        return self.names.fresh(loop.state[i].hint)

    def _header(self, loop: Loop, targets: list[str]) -> None:
        writer, node = self.writer, loop.node
        (result,) = loop.test.results
        with writer.elsewhere() as lines, writer.indented():
            self._bind_state(loop, targets)
            was_test, writer.is_test = writer.is_test, True
            self.steps(loop.test)
            test = condition(writer.closed(writer.take(result, PYTHON)))
            writer.is_test = was_test
        if not lines:
            writer.line(test.embed("while ", ":"), node)
            return
        writer.line("while True:", node)
        writer.lines += lines
        with writer.indented():
            negated = test.embed("if not ", ":")
            if not test.is_atom:
                negated = test.embed("if not (", "):")
            writer.line(negated, node)
            writer.line("    break")


def _cannot_raise(step: Step) -> bool:
    """Is the step's expression one on integers and bools in range only?

    Rules promise that such expressions never raise.
    """
    if step.inline is None or step.node.op.effects:
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


def _as_elif(lines: list[Line]) -> list[Line]:
    """Return the lines of an `else` that holds one `if` only as those of an `elif`."""
    indent = len(lines[0].text) - len(lines[0].text.lstrip())
    heads = [x.text[indent:] for x in lines if x.text[indent] != " "]
    if not heads[0].startswith("if ") or not all(
        head == "else:" or head.startswith("elif ") for head in heads[1:]
    ):
        return []
    first = lines[0].moved(-INDENT)
    first = Line(first.text.replace("if", "elif", 1), first.spans, first.node)
    # The condition stands two columns further to the right.
    first = first.moved(2, first.text)
    return [first, *(line.moved(-INDENT) for line in lines[1:])]


def _is_simple(branch: Branch) -> bool:
    """Tell whether a branch only chooses between two short expressions."""
    if len(branch.outputs) != 1:
        return False
    (value,) = branch.outputs
    steps = [step for block in branch.blocks for step in block.steps]
    return (
        value.use_blocks == [branch.block]
        and value.spec.shape == ()
        and value.home != ARRAY
        and len(steps) < MAX_SIZE
        and all(_is_simple(x) if isinstance(x, Branch)
                else isinstance(x, Step) and x.inline is not None for x in steps)
    )  # fmt: skip


def _is_tuple_of_one(step: Step) -> bool:
    """Tell whether the op gives a sequence, which here happens to hold one tensor."""
    node = step.node
    if len(step.outputs) != 1 or node.op.is_elementwise or step.inline is not None:
        return False
    found = node.op.infer(*(x.spec for x in node.inputs), **node.attrs)
    return not isinstance(found, TensorSpec)


def as_text(value: object) -> object:
    """Return what a kernel gave for text as an array; NumPy unpacks 0-d objects."""
    return np.array(value, dtype=object) if isinstance(value, bytes) else value
