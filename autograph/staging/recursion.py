"""Functions that call themselves while the run decides how often.

Such a function is a function of the graph. It is a site: what it is given and what it
returns are its slots. What it takes from outside comes in one object.
"""

from __future__ import annotations

import inspect
from types import FunctionType
from typing import Any, Final

from autograph.staging.functions import (
    FunctionGraph,
    environment_of,
    function_graph,
    is_constant,
    is_same_function,
)
from autograph.values.kinds import is_instance, is_mutable
from autograph.values.nodes import (
    boxed_value,
    lift,
    outlives,
    put,
    put_symbol,
    read,
    symbol_spec,
    wrap,
)
from autograph.values.sites import Site
from autograph.values.specs import ANY, BOTTOM
from autograph.values.state import (
    Block,
    Diverged,
    ReadBeforeWritten,
    Restart,
    Trace,
    Unstageable,
    current,
    graph,
)
from graph.building import recording_into
from graph.ops.calls import CALL, CALL_AGAIN
from graph.origin import capture
from graph.tensor import SymbolicTensor

# A function that is called this often in itself, in more blocks each time, has no end.
MAX_CALLS: Final = 4
MAX_PLAIN_CALLS: Final = 200
# So many calls go deeper on objects that outlive the call, each on another one.
MAX_OWNED_CALLS: Final = 64


def enter(function: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call a converted function: its body is traced here, or it is one of the run."""
    trace, code = current(), function.__code__
    if code in trace.known.recursive:
        for each in reversed(trace.functions):
            if each.code is code:
                return each.call_again(args, kwargs)
        return RunFunction(function).call(args, kwargs)
    n_blocks, owner = len(trace.blocks), _older_owner(args)
    if len(trace.active) >= MAX_CALLS and _is_endless(trace, code, owner):
        trace.known.recursive.add(code)
        trace.known.note(f"{function.__name__}() calls itself when the graph runs")
        raise Restart("recursion")
    trace.active.append((code, n_blocks, owner))
    try:
        return function(*args, **kwargs)
    finally:
        trace.active.pop()


def _older_owner(args: tuple[Any, ...]) -> Any:
    """Return the object that a function is called on, if that outlives the call."""
    owner = args[0] if args else None
    return owner if is_instance(owner) and outlives(owner) else None


def _is_endless(trace: Trace, code: Any, owner: Any) -> bool:
    """Is it a function that calls itself, in more blocks each time?

    On another object that outlives the call each time, it comes to an end: there are
    only so many.
    """
    found = [(depth, of) for active, depth, of in trace.active if active is code]
    is_deeper = len(found) >= MAX_CALLS and (
        len(trace.blocks) > found[0][0] + MAX_CALLS - 1
    )
    if not is_deeper:
        return len(found) > MAX_PLAIN_CALLS
    trace.n_owned_calls += 1
    is_again = owner is None or any(owner is x for _, x in found)
    return is_again or trace.n_owned_calls > MAX_OWNED_CALLS


class RunFunction:
    """A recursive function that is being traced."""

    def __init__(self, function: FunctionType) -> None:
        self.function, self.code = function, function.__code__
        known = current().known
        key = ("function", self.code)
        self.site: Site = known.site(key, RunFunction, function.__name__)
        self.site.is_real = True
        self.constants: dict[str, Any] = {}
        self.graph: FunctionGraph

    def _bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        bound = inspect.signature(self.function).bind(*args, **kwargs)
        bound.apply_defaults()
        return bound.arguments

    def _given(self, arguments: dict[str, Any], *, is_first: bool) -> list[Any]:
        """Return the symbols of the arguments; functions and classes are constants."""
        symbols = []
        for name, value in arguments.items():
            if is_first and is_constant(value):
                self.constants[name] = value
            if name not in self.constants:
                symbols.append(put(self.site, name, value))
            elif not is_same_function(self.constants[name], value):
                raise Unstageable("a function is given another function in each call")
        return symbols

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Trace the body, and call it."""
        trace = current()
        arguments = self._bind(args, kwargs)
        symbols = self._given(arguments, is_first=True)
        made = self.graph = function_graph(self.function.__name__)
        made.take_environment()
        held = dict(arguments)
        for name in arguments:
            if name not in self.constants:
                spec = read(self.site, name)
                held[name] = wrap(made.add_input(symbol_spec(spec), name), spec)
        block = Block(made, len(trace.blocks), is_try=True)
        trace.blocks.append(block)
        trace.functions.append(self)
        before = _cells(self.function)
        try:
            with recording_into(made):
                output = self._traced(held)
        finally:
            trace.blocks.pop()
            trace.functions.pop()
        if any(x is not y for x, y in zip(before, _cells(self.function), strict=True)):
            raise Unstageable("a recursive function assigns nonlocal variables")
        made.close(output)
        return self._append(symbols)

    def _traced(self, held: dict[str, Any]) -> SymbolicTensor:
        parameters = inspect.signature(self.function).parameters
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        for name, parameter in parameters.items():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                raise Unstageable("a recursive function takes any number of arguments")
            if parameter.kind is parameter.KEYWORD_ONLY:
                kwargs[name] = held[name]
            else:
                args.append(held[name])
        try:
            result = self.function(*args, **kwargs)
            if isinstance(result, FunctionType) or (
                is_mutable(result) and lift(result)[1] is ANY
            ):
                result = boxed_value(result)
            symbol, spec = lift(result)
            return put_symbol(self.site, "returned", symbol, spec)
        except Diverged:
            spec = self.site.slot("returned")
            if spec is BOTTOM:
                raise ReadBeforeWritten from None
            from autograph.staging.joining import _nothing

            return _nothing(symbol_spec(spec))

    def _append(self, symbols: list[SymbolicTensor]) -> Any:
        made, to = self.graph, graph()
        inputs = [environment_of(made), *map(to.capture, symbols)]
        body = {"function": self.function.__name__, "body": made}
        node = to.add(CALL, inputs, body, origin=capture())
        return wrap(node.outputs[0], read(self.site, "returned"))

    def call_again(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call the function within itself."""
        symbols = self._given(self._bind(args, kwargs), is_first=False)
        spec, to = read(self.site, "returned"), graph()
        inputs = [to.capture(x) for x in (self.graph.environment, *symbols)]
        attrs = {
            "function": self.function.__name__,
            "results": (symbol_spec(spec),),
            "reads": (),
            "writes": ("objects",),
        }
        node = to.add(CALL_AGAIN, inputs, attrs, origin=capture())
        return wrap(node.outputs[0], spec)


def _cells(function: FunctionType) -> list[Any]:
    held = []
    for cell in function.__closure__ or ():
        try:
            held.append(cell.cell_contents)
        except ValueError:
            held.append(None)
    return held
