"""Branches and loops as lines of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from executor.expressions import Expr, condition, copied, fill
from executor.ir import (
    ARRAY,
    PYTHON,
    Block,
    Branch,
    Loop,
    Step,
    Try,
    Value,
)
from executor.liveness import free_values
from executor.writer import INDENT, MAX_SIZE, Line
from graph.failing import is_shape_known
from graph.graph import Graph
from graph.python.control import FOR, FOR_ITEM
from graph.python.functions import YIELD, YIELD_FROM
from graph.specs import is_list

if TYPE_CHECKING:
    from executor.emission import Emitter


def emit_outlined(emitter: Emitter, step: Branch | Loop, index: int) -> None:
    """Write the step as a function, before this one, and call it."""
    writer, node = emitter.writer, step.node
    inputs = {value: writer.local_of(value) for value in free_values(step)}
    writer.flush()
    targets = [emitter.target(value, step, index) for value in step.outputs]
    inner = emitter.another()
    function = emitter.names.fresh(f"part_{node.op.name}")
    inner.writer.line(f"def {function}({', '.join(inputs.values())}):")
    with inner.writer.indented():
        for value, name in inputs.items():
            inner.writer.bind(value, name)
        if isinstance(step, Branch):
            emit_branch(inner, step, index)
        else:
            emit_loop(inner, step, index)
        inner.give_exprs([inner.writer.take(x, x.home) for x in step.outputs])
    emitter.parts += [*inner.parts, *inner.writer.lines, Line("")]
    head = ", ".join(targets) + ("," if len(targets) == 1 else "")
    text = f"{function}({', '.join(inputs.values())})"
    if _yields(step):
        text = f"yield from {text}"
    writer.line(f"{head} = {text}" if head else text, node)
    for value, target in zip(step.outputs, targets, strict=True):
        writer.bind(value, target)


def _yields(step: Step | Branch | Loop) -> bool:
    """Is it a part of a generator that yields?"""
    if isinstance(step, Step):
        return step.node.op in (YIELD, YIELD_FROM)
    return any(_yields(inner) for block in step.blocks for inner in block.steps)


def emit_branch(emitter: Emitter, branch: Branch, index: int) -> None:
    """Write an `if`, or hold it back as an expression when it is a short one."""
    if isinstance(branch, Try):
        emit_try(emitter, branch, index)
        return
    writer, node = emitter.writer, branch.node
    pred = writer.closed(writer.take(branch.pred, PYTHON, node))
    writer.flush()
    expr = _choice(emitter, branch, pred)
    if expr is not None:
        writer.defer(branch.outputs[0], expr)
        return
    pred = condition(pred)
    _reuse_locals(emitter, branch, index)
    targets = [emitter.target(value, branch, index) for value in branch.outputs]
    emitter.levels += 1
    guards = [emitter.preferred.get(value, ("", None))[1] for value in branch.outputs]
    bodies = []
    for block in branch.blocks:
        emitter.prefer(block, targets, guards)
        with writer.elsewhere() as lines, writer.indented():
            emitter.steps(block)
            _finish(emitter, block, targets, [x.home for x in branch.outputs], branch)
        bodies.append(lines)
        for target, guard in zip(targets, guards, strict=True):
            if guard is not None:  # the other body finds what this one found
                writer.owner[target] = guard
    emitter.levels -= 1
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


def _reuse_locals(emitter: Emitter, branch: Branch, index: int) -> None:
    """Have an output written to the local of a value that one block gives as it is.

        y = x + 1 if c else x     ->     if c: x = x + 1

    So it is if nothing reads that value after the branch.
    """
    preferred = emitter.preferred
    taken = {preferred[x][0] for x in branch.outputs if x in preferred}
    for place, output in enumerate(branch.outputs):
        if output in emitter.preferred:
            continue
        for block in branch.blocks:
            value = block.results[place]
            name = None if value.is_constant else emitter.writer.name_of(value)
            is_alike = value.home == output.home and value.spec == output.spec
            is_here = value.block is branch.block or _is_state_in(value, branch.block)
            if name is None or name in taken or not (is_alike and is_here):
                continue
            if emitter._is_free(name, value, branch, index):
                emitter.preferred[output] = (name, value)
                taken.add(name)
                break


def _is_state_in(value: Value, block: Block) -> bool:
    """Is it state of the loop whose body this is?"""
    owner = block.owner
    return isinstance(owner, Loop) and block is owner.body and value.maker is owner


def _emit_part(
    emitter: Emitter, attempt: Branch, block: Block, targets: list[str]
) -> None:
    writer = emitter.writer
    with writer.indented():
        mark = len(writer.lines)
        emitter.steps(block)
        writer.flush()
        _finish(emitter, block, targets, [x.home for x in attempt.outputs], attempt)
        if len(writer.lines) == mark:
            writer.line("pass")


def _choice(emitter: Emitter, branch: Branch, pred: Expr) -> Expr | None:
    """Return the branch as one expression, if it is simple enough."""
    if not _is_simple(branch) or _size(branch) > MAX_SIZE:
        return None
    writer = emitter.writer
    before = dict(writer.pending)
    exprs = []
    for block in branch.blocks:
        with writer.elsewhere() as lines, writer.scope():
            emitter.steps(block)
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
    emitter: Emitter,
    block: Block,
    targets: list[str],
    forms: list[str],
    owner: Branch | Loop,
) -> None:
    """Write the results of a block to their locals."""
    writer = emitter.writer
    taken = [
        writer.take(value, form)
        for value, form in zip(block.results, forms, strict=True)
    ]
    taken = copied(taken, block.copied, block.results)
    writer.assign_all(list(zip(targets, taken, strict=True)), owner.node)


def emit_loop(emitter: Emitter, loop: Loop, index: int) -> None:
    """Write a `while`."""
    writer, node = emitter.writer, loop.node
    for value, form in loop.hoisted:
        if value.home != form:
            writer.convert(value, form)
    targets: list[str] = []
    for i in range(len(loop.state)):
        targets.append(_state_name(emitter, loop, i, index, targets))
    inits = [
        writer.take(value, state.home)
        for value, state in zip(loop.init, loop.state, strict=True)
    ]
    inits = copied(inits, loop.copied, loop.init)
    writer.flush()
    writer.assign_all(list(zip(targets, inits, strict=True)), node)
    emitter.levels += 1
    emitter.loops += 1
    is_for = node.op is FOR
    (_for_header if is_for else _header)(emitter, loop, targets)
    with writer.indented():
        _bind_state(emitter, loop, targets)
        emitter.prefer(loop.body, targets, loop.state)
        mark = len(writer.lines)
        emitter.steps(loop.body)
        _finish(emitter, loop.body, targets, [x.home for x in loop.state], loop)
        if is_for:
            _for_end(emitter, loop, targets)
        if len(writer.lines) == mark:
            writer.line("pass")
    emitter.levels -= 1
    emitter.loops -= 1
    for value, target in zip(loop.outputs, targets, strict=True):
        writer.bind(value, target)


def _bind_state(emitter: Emitter, loop: Loop, targets: list[str]) -> None:
    for value, target in zip(loop.state, targets, strict=True):
        emitter.writer.bind(value, target)


def _state_name(
    emitter: Emitter, loop: Loop, i: int, index: int, taken: list[str]
) -> str:
    """Return the local for a loop variable: that of its start, if free."""
    start = loop.init[i]
    name = None if start.is_constant else emitter.writer.name_of(start)
    if (
        name is not None
        and name not in taken
        and len(start.use_blocks) == 1
        and start.block is loop.block
        and not emitter.writer.is_read_later(name)
    ):
        return name
    output = loop.outputs[i]
    if output in emitter.preferred:
        name = emitter.target(output, loop, index)
        if name not in taken:
            return name
    return emitter.names.fresh(loop.state[i].hint)


def _header(emitter: Emitter, loop: Loop, targets: list[str]) -> None:
    writer, node = emitter.writer, loop.node
    (result,) = loop.test.results
    with writer.elsewhere() as lines, writer.indented():
        _bind_state(emitter, loop, targets)
        was_test, writer.is_test = writer.is_test, True
        emitter.steps(loop.test)
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


def _for_header(emitter: Emitter, loop: Loop, targets: list[str]) -> None:
    """Write the `for` over what the test asks; the body binds its item to the names."""
    writer, names = emitter.writer, emitter.names
    step = loop.test.results[0].maker
    assert isinstance(step, Step)
    iterable = writer.closed(writer.take(step.inputs[0], step.wants[0]))
    items = [
        value
        for x in loop.body.steps
        if isinstance(x, Step) and x.node.op is FOR_ITEM
        for value in x.outputs
    ]
    emitter.items[loop.body] = [names.fresh(value.hint or "item") for value in items]
    listed = ", ".join(emitter.items[loop.body]) or "_"
    writer.line(iterable.embed(f"for {listed} in ", ":"), loop.node)


def _for_end(emitter: Emitter, loop: Loop, targets: list[str]) -> None:
    """Write what ends a `for` early: the flag that its test asks for, too."""
    step = loop.test.results[0].maker
    assert isinstance(step, Step)
    for flag in step.inputs[1:]:
        for value, target in zip(loop.state, targets, strict=True):
            if value is flag:
                emitter.writer.line(f"if not {target}:")
                emitter.writer.line(f"{' ' * INDENT}break")


def emit_try(emitter: Emitter, attempt: Try, index: int) -> None:
    """Write a `try` whose handler takes all exceptions."""
    writer, node = emitter.writer, attempt.node
    writer.flush()
    targets = [emitter.target(value, attempt, index) for value in attempt.outputs]
    emitter.levels += 2
    emitter.loops += 2  # the interpreter counts both as blocks
    writer.line("try:", node)
    if _may_be_told(node.subgraphs["then"]):
        with writer.indented(has_scope=False):
            writer.line("try:", node)
            _emit_part(emitter, attempt, attempt.then, targets)
            writer.line("except Exception:", node)
            tell = emitter.names.bind("tell", emitter.tell)
            writer.line(f"{' ' * INDENT}{tell}()", node)
            writer.line(f"{' ' * INDENT}raise", node)
    else:
        _emit_part(emitter, attempt, attempt.then, targets)
    writer.line("except BaseException:", node)
    _emit_part(emitter, attempt, attempt.orelse, targets)
    emitter.levels -= 2
    emitter.loops -= 2
    for value, target in zip(attempt.outputs, targets, strict=True):
        writer.bind(value, target)


def _may_be_told(graph: Graph) -> bool:
    """May a kernel raise for shapes, of which tracing says more: another class?"""
    return any(
        (
            not node.op.is_control
            and node.op.source is None
            and not all(is_shape_known(value.spec) for value in node.inputs)
        )
        or any(map(_may_be_told, node.subgraphs.values()))
        for node in graph.nodes
    )


def _size(branch: Branch) -> int:
    """Return how many steps there are in a branch, stopping when they are many."""
    total = 1
    for block in branch.blocks:
        for step in block.steps:
            if total > MAX_SIZE:
                return total
            total += _size(step) if isinstance(step, Branch) else 1
    return total


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
        not isinstance(branch, Try)
        and value.use_blocks == [branch.block]
        and value.spec.shape == ()
        and value.home != ARRAY
        and not is_list(value.spec)
        and all(isinstance(x, Branch) or not x.node.op.changes_list for x in steps)
        and all(_is_simple(x) if isinstance(x, Branch)
                else isinstance(x, Step) and x.inline is not None for x in steps)
    )  # fmt: skip
