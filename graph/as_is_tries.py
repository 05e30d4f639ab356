"""Errors of the run, around which code that runs as it stands has a `try`.

    def halves(n):
        try:
            yield 1 / n
        except ZeroDivisionError:
            yield 0

A generator, a coroutine or the body of a class is not converted. What it handles is
raised while tracing, by then it is done; what an op raises when the graph runs would
pass it by. Hence such an op is refused there.

    def exact(numbers):
        for x in numbers:
            try:
                yield Decimal(x)
            except TypeError:
                yield None

Nor is it to handle what code in C says of a tensor, where Python has a number. That is
seen as debuggers see it, while code runs that such a generator may be a part of.
"""

from __future__ import annotations

import dis
import enum
import functools
import re
import sys
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import CodeType, FrameType, FunctionType, TracebackType
from typing import Any, Final

from graph.errors import AutographError, UnstagedHandlerError, UnstagedOperationError
from graph.failing import may_raise
from graph.graph import Graph, current_graph
from graph.needed import is_ours, note_refused
from graph.op import Op, Planned
from graph.origin import exact_origin, is_library_code, is_users, place_in
from graph.tensor import _DISPATCH, SymbolicTensor

# What calls the function that is traced: whoever calls that sees what a run raises.
_TRACING: Final = "unswallowed"
# Of Python's managers those that look at what leaves their block. Ours do not.
_SEEING: Final = frozenset({"suppress", "ExitStack"})
#: Control flow whose blocks are looked at as they are traced, and parts of it.
_OF_BLOCKS: Final = frozenset(
    {"attempt", "cell", "cond", "note", "settle"} | {"call", "call_again", "while_loop"}
)
# By identity, which is found faster. Written by `_kind` alone.
_KINDS: Final[dict[int, tuple[CodeType, Any]]] = {}
_OWN: Final = ("autograph", "executor", "graph")
# What C calls a symbolic tensor.
_TENSOR: Final = re.compile(r"\bTensor\b")


def check(
    graph: Graph, op: Op, inputs: Sequence[SymbolicTensor], attrs: Mapping[str, Any]
) -> None:
    """Refuse an op that may raise in such code, inside of its `try` or `with`.

    Args:
        graph: What the op is about to be added to.
        op: The op.
        inputs: What it is given.
        attrs: Its attributes.

    Raises:
        UnstagedHandlerError: It is there.
    """
    if op.name in _OF_BLOCKS or "is_converted_code" not in _DISPATCH:
        return  # without a tracer there is nothing that runs as it stands
    frame = _handling(sys._getframe(1))
    if frame is None or not _may_raise(Planned(op, inputs, attrs, ())):
        return
    error = UnstagedHandlerError(
        f"{frame.f_code.co_name}() runs as it stands, and has a `try` or `with` around "
        "what may raise an exception when the graph runs: it would not see that.",
        origin=exact_origin(frame.f_code, frame.f_lasti, frame.f_lineno),
        hint="Compute it in a function that is converted, and handle it there: that is "
        "no generator, no coroutine and no body of a class. Or test for it: "
        "`if n == 0`.",
    )
    note_refused(graph, error)  # it may be handled there, as all else is
    raise error


def watch_handlers() -> None:
    """Note from now on what such code handles of what it should not, in this trace."""
    graph = current_graph()
    endings = None if graph is None else graph.root.endings
    if graph is None or endings is None or watch_handlers in endings:
        return
    before = sys.gettrace()  # a debugger's, or that of what measures coverage
    root = weakref.ref(graph.root)  # frames of generators may last longer

    def on_call(frame: FrameType, event: Any, arg: Any) -> Any:
        own = None if before is None else before(frame, event, arg)
        if _kind(frame.f_code) is not _Kind.HANDLING:
            return own
        frame.f_trace_lines = own is not None

        def on_event(frame: FrameType, event: Any, arg: Any) -> Any:
            nonlocal own
            own = None if own is None else own(frame, event, arg)
            if event == "exception" and _is_handled(frame):
                _note_unstaged(root(), arg[1], arg[2])
            return on_event

        return on_event

    def end() -> None:
        if sys.gettrace() is on_call:  # not one that the program has set meanwhile
            sys.settrace(before)

    endings[watch_handlers] = end
    sys.settrace(on_call)


def _note_unstaged(
    graph: Graph | None, error: Any, trace: TracebackType | None
) -> None:
    """Note a refusal in place of what code in C says of a tensor.

    What our code says of one it says of the value that it stands for.
    """
    is_of_type = isinstance(error, TypeError) and not isinstance(error, AutographError)
    if (
        graph is None
        or trace is None
        or not is_of_type
        or _TENSOR.search(str(error)) is None
    ):
        return
    *_, innermost = _entries(trace)
    if is_ours(innermost.tb_frame):
        return
    refused = UnstagedOperationError(
        f"{innermost.tb_frame.f_code.co_name}() runs as it stands, and handles what is "
        "said of a value that is known only when the graph runs: TypeError: "
        f"{str(error).rstrip('.')}.",
        origin=place_in(trace),
        hint="Compute it before the call, from Python values, or let ag.py_function "
        "call it when the graph runs.",
    )
    note_refused(graph, refused)


def _entries(entry: TracebackType | None) -> Iterator[TracebackType]:
    while entry is not None:
        yield entry
        entry = entry.tb_next


def _may_raise(node: Planned) -> bool:
    if node.op.name != "call_function":
        return may_raise(node)
    return _any_raises(node.attrs["body"])


def _any_raises(graph: Graph) -> bool:
    return any(
        any(map(_any_raises, node.subgraphs.values()))
        if node.op.is_control
        else may_raise(Planned(node.op, node.inputs, node.attrs, ()))
        for node in graph.nodes
    )


def _handling(frame: FrameType | None) -> FrameType | None:
    """Return code that runs as it stands and handles exceptions, the innermost.

    Of what is traced: what calls that handles what a run raises.
    """
    found: FrameType | None = None
    while frame is not None:
        kind = _kind(frame.f_code)
        if kind is _Kind.TRACING:
            return found
        if kind is _Kind.HANDLING and found is None and _is_handled(frame):
            found = frame
        frame = frame.f_back
    return None


class _Kind(enum.Enum):
    """What code is here: what calls what is traced, what handles, and all else."""

    TRACING = 1
    HANDLING = 2
    OTHER = 3


def _kind(code: CodeType) -> _Kind:
    known = _KINDS.get(id(code))
    if known is None:
        known = _KINDS[id(code)] = code, _kind_of(code)
    return known[1]


def _kind_of(code: CodeType) -> _Kind:
    if is_library_code(code):
        return _Kind.TRACING if code.co_name == _TRACING else _Kind.OTHER
    is_as_is = is_users(code) and not _DISPATCH["is_converted_code"](code)
    return _Kind.HANDLING if is_as_is and _blocks(code) else _Kind.OTHER


def _is_handled(frame: FrameType) -> bool:
    at = frame.f_lasti
    blocks = [x for x in _blocks(frame.f_code) if x.begin <= at < x.end]
    if not blocks or not all(each.is_with for each in blocks):
        return bool(blocks)
    code, held = frame.f_code, {**frame.f_globals, **frame.f_locals}
    if not _SEEING.isdisjoint(code.co_names):
        return True
    return any(_sees(held.get(name)) for name in (*code.co_names, *frame.f_locals))


def _sees(value: Any) -> bool:
    """Tell whether a manager, or what makes one, may see how its block is left."""
    kind = value if isinstance(value, type) else type(value)
    is_maker = hasattr(value, "__wrapped__") and isinstance(value, FunctionType)
    is_own = kind.__module__.partition(".")[0] in _OWN
    return is_maker or (hasattr(kind, "__exit__") and not is_own)


@dataclass(frozen=True)
class _Block:
    """The block of a `try` or `with`: where it begins and ends."""

    begin: int
    end: int
    is_with: bool


@functools.cache
def _blocks(code: CodeType) -> tuple[_Block, ...]:
    names = {each.offset: each.opname for each in dis.get_instructions(code)}
    entries = dis._parse_exception_table(code)  # type: ignore[attr-defined]
    return tuple(
        _Block(each.start, each.end, names.get(each.target + 2) == "WITH_EXCEPT_START")
        for each in entries
        if names.get(each.target) == "PUSH_EXC_INFO"
    )


_DISPATCH["check_as_is"] = check

__all__ = ["check", "watch_handlers"]
