"""Exceptions with values of the run that are made at one place, and raised at another.

A constructor of the user's is called when the graph raises the exception, of the values
then. Where that is not where Python calls it, or never comes, what it raises or prints
would come too late, or not at all: only what keeps what it is given may be called then.
"""

from __future__ import annotations

import builtins
import dis
from dataclasses import dataclass, field
from functools import cache
from types import CodeType, FunctionType
from typing import Any, Final

from graph.building import PerTrace, per_trace
from graph.errors import DeferredExceptionError
from graph.graph import Graph, current_graph
from graph.ops.made_later import kind_of
from graph.origin import Origin, capture_exact
from graph.tensor import _DISPATCH


@dataclass(slots=True)
class _Made:
    """An exception that has been made, and not been raised yet.

    Attributes:
        error: What stands for it.
        graph: Where it was made, and
        place: after how many nodes.
        origin: The user's line.
    """

    error: BaseException
    graph: Graph
    place: int
    origin: Origin


@dataclass
class _State(PerTrace):
    made: dict[int, _Made] = field(default_factory=dict)


_STATE: Final = per_trace(_State())


def note_made(error: BaseException, held: tuple[Any, ...]) -> None:
    """Note an exception that stands for one to be made when the graph runs.

    Args:
        error: The exception.
        held: Its arguments: exceptions among them are made with it.
    """
    for each in held:
        forget_made(each)
    graph = current_graph()
    if graph is None or keeps_only(kind_of(error)):
        return
    place = len(graph.nodes)
    _STATE.made[id(error)] = _Made(error, graph, place, capture_exact(2))


def forget_made(error: Any) -> None:
    """Let an exception, or a list or tuple of some, be made somewhere else."""
    if type(error) in (list, tuple):
        for each in error:
            forget_made(each)
    else:
        _STATE.made.pop(id(error), None)


def check_raised(error: BaseException) -> None:
    """Refuse to raise an exception anywhere but where it was made.

    Raises:
        DeferredExceptionError: Its constructor would be called too late.
    """
    made = _STATE.made.pop(id(error), None)
    graph = current_graph()
    if made is None or graph is None:
        return
    if made.graph is not graph or made.place != len(graph.nodes):
        raise _refusal(made)


def begin_unraised() -> None:
    """Begin a trace."""
    _STATE.made = {}


def check_none_is_left() -> None:
    """Refuse an exception that has been made, and is not raised.

    Raises:
        DeferredExceptionError: Its constructor would not be called.
    """
    for made in _STATE.made.values():
        raise _refusal(made)


def _refusal(made: _Made) -> DeferredExceptionError:
    name = kind_of(made.error).__name__
    return DeferredExceptionError(
        f"this {name} is not raised where it is made. The graph calls its constructor "
        "when it raises it, and that does more than keep what it is given.",
        origin=made.origin,
        hint=f"Raise it where it is made, `raise {name}(...)`.",
    )


_DISPATCH["forget_made"] = forget_made


# -- What constructors do --------------------------------------------------------------


@cache
def keeps_only(kind: type) -> bool:
    """Tell whether a class's constructor keeps what it is given, and text of it, only.

    False where that cannot be told.
    """
    return all(
        _is_plain(vars(each)[name], kind)
        for each in kind.__mro__
        if each.__module__ != "builtins"
        for name in ("__init__", "__new__")
        if name in vars(each)
    )


def _is_plain(method: Any, kind: type) -> bool:
    method = getattr(method, "__func__", method)
    if type(method) is not FunctionType:
        return False
    code = method.__code__
    if code.co_cellvars or not code.co_varnames:
        return False
    before: Any = None
    for each in dis.get_instructions(code):
        if each.opname in _QUIET:
            continue
        if each.opname in _REFUSED or not _is_known(each, before, method, kind):
            return False
        before = each
    return True


def _is_known(
    instruction: dis.Instruction, before: Any, method: FunctionType, kind: type
) -> bool:
    name, argument = instruction.opname, instruction.argval
    if name == "STORE_ATTR":
        stored_to = None if before is None else before.argval
        if type(stored_to) is tuple:  # two loads in one
            stored_to = stored_to[-1]
        return bool(stored_to == method.__code__.co_varnames[0])
    if name == "BINARY_OP":
        sign = instruction.argrepr.removesuffix("=")
        return sign in _SIGNS or (sign == "%" and _formats(method.__code__))
    if name in ("LOAD_GLOBAL", "LOAD_DEREF"):
        return argument == "__class__" or _is_known_name(str(argument), method, kind)
    if name == "LOAD_METHOD" or (name == "LOAD_ATTR" and _loads_method(instruction)):
        return argument in _METHODS
    return True


def _loads_method(instruction: dis.Instruction) -> bool:
    """Is an attribute loaded to be called? Python 3.11 has an instruction for that."""
    return "NULL" in instruction.argrepr


def _is_known_name(name: str, method: FunctionType, kind: type) -> bool:
    """Is a variable from outside a class that is constructed, or nothing to call?"""
    around = dict(
        zip(method.__code__.co_freevars, method.__closure__ or (), strict=True)
    )
    if name not in around and name not in method.__globals__:
        return name in _BUILTINS and hasattr(builtins, name)
    try:
        value = around[name].cell_contents if name in around else None
    except ValueError:  # it is empty
        return False
    if name not in around:
        value = method.__globals__[name]
    return value in kind.__mro__ if isinstance(value, type) else not callable(value)


def _formats(code: CodeType) -> bool:
    return any(type(each) is str and "%" in each for each in code.co_consts)


_QUIET: Final = frozenset({"CACHE", "PRECALL", "NOP", "EXTENDED_ARG"})
# Constructors without these call, store and raise nowhere but as is looked at here.
_REFUSED_NAMES: Final = """
    RAISE_VARARGS RERAISE PUSH_EXC_INFO CHECK_EXC_MATCH BINARY_SUBSCR BINARY_SLICE
    STORE_SUBSCR STORE_SLICE DELETE_SUBSCR DELETE_ATTR DELETE_GLOBAL DELETE_NAME
    STORE_GLOBAL STORE_NAME STORE_DEREF DELETE_DEREF LOAD_NAME IMPORT_NAME
    IMPORT_FROM MAKE_FUNCTION LOAD_BUILD_CLASS YIELD_VALUE RETURN_GENERATOR
    BEFORE_WITH GET_ITER
    FOR_ITER UNPACK_SEQUENCE UNPACK_EX LOAD_ASSERTION_ERROR SEND GET_AWAITABLE
"""
_REFUSED: Final = frozenset(_REFUSED_NAMES.split())
_SIGNS: Final = frozenset("+-*&|^")
_METHOD_NAMES: Final = "__init__ __new__ capitalize format join lower strip title upper"
_METHODS: Final = frozenset(_METHOD_NAMES.split())
_BUILTIN_NAMES: Final = """
    ArithmeticError BaseException Exception LookupError RuntimeError TypeError
    ValueError KeyError IndexError OSError StopIteration AttributeError
    ZeroDivisionError
    abs bool dict format float int isinstance len list max min repr round str super
    tuple type
"""
_BUILTINS: Final = frozenset(_BUILTIN_NAMES.split())

__all__ = [
    "begin_unraised",
    "check_none_is_left",
    "check_raised",
    "forget_made",
    "keeps_only",
    "note_made",
]
