"""Functions that live at run time: Python calls them, and their bodies are graphs.

What such a function takes from outside comes in one object, its environment, so that
its graph has no captures: it may be called when what is around it is done.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from types import (
    BuiltinFunctionType,
    FunctionType,
    GeneratorType,
    MethodType,
    SimpleNamespace,
)
from typing import Any, Final

from autograph import conversion
from autograph.policy import is_refused
from autograph.staging.branches import trace_block
from autograph.staging.effects import keep_failures
from autograph.staging.journal import left_by, let_run_hold, undo
from autograph.staging.raising import REFUSALS, is_ours, is_raised_by_us
from autograph.values.kinds import defaults_of
from autograph.values.nodes import (
    boxed,
    contents_of,
    emit,
    escape,
    holds_virtual,
    lift,
    put,
    read,
    statement,
    symbol_spec,
    widen,
    wrap,
)
from autograph.values.proxy import Proxy
from autograph.values.specs import ANY, BOTTOM, FUNCTION_SPEC, NONE, SiteSpec, is_plain
from autograph.values.state import (
    WHOLE,
    Block,
    ReadBeforeWritten,
    Restart,
    Unstageable,
    current,
    graph,
)
from graph.building import recording_into
from graph.graph import Graph
from graph.origin import capture
from graph.python.functions import FUNCTION, YIELD, YIELD_FROM
from graph.python.objects import NONE as NONE_ROW
from graph.python.protocols import APPLY, CALL, GET_ATTR, SET_ATTR
from graph.python.record import OBJECT
from graph.structure import set_captures
from graph.tensor import SymbolicTensor

# Resources that the order of calls keeps: those of rows.
_ORDERED: Final = frozenset({"objects", "control"})


class FunctionGraph(Graph):
    """The graph of a function of the run: what it captures comes in one object."""

    environment: SymbolicTensor
    taken: dict[int, tuple[SymbolicTensor, SymbolicTensor]]

    def take_environment(self) -> None:
        """Make the input that is the object."""
        self.environment = self.add_input(OBJECT, "environment")

    def _capture(self, value: SymbolicTensor, origin: Any) -> SymbolicTensor:
        if value.graph is self:
            return value
        known = self.taken.get(id(value))
        if known is None:
            attrs = {
                "name": f"c{len(self.taken)}",
                "specs": (value.spec,),
                "effect": "",
            }
            made = self.add(GET_ATTR, [self.environment], attrs, origin=origin)
            known = self.taken[id(value)] = value, made.outputs[0]
        return known[1]

    def close(self, output: SymbolicTensor) -> None:
        """Finish it; what its blocks take from outside is what the object has."""
        self._let_take(self)
        self.finish([self.capture(output)])

    def _let_take(self, graph: Graph) -> None:
        for node in graph.nodes:
            for body in node.subgraphs.values():
                if node.op.shares_body:
                    continue
                pairs = [
                    (self.taken.get(id(outer), (None, outer))[1], inner)
                    for outer, inner in body.captures
                ]
                set_captures(body, pairs)
                self._let_take(body)


def function_graph(name: str) -> FunctionGraph:
    """Return the graph of a function that is defined in the graph that is traced."""
    made = FunctionGraph(name, graph(), is_block=True)
    made.taken = {}
    return made


def environment_of(made: FunctionGraph, *, is_shared: bool = True) -> SymbolicTensor:
    """Return the object with what a function takes from outside.

    Args:
        made: The graph of the function.
        is_shared: May functions have it that take the same?
    """
    held = [value for value, _ in made.taken.values()]
    names = tuple(f"c{i}" for i in range(len(held)))
    attrs = {"function": SimpleNamespace, "keywords": names}
    return emit(APPLY, held, (ANY,), "" if is_shared else "w", **attrs)[0]


def function_of_run(function: FunctionType) -> Proxy | None:
    """Return a converted function as one of the run; None if Python runs it as it is.

    Raises:
        Restart: It cannot be staged: from now on Python runs it.
    """
    if not conversion.is_converted(function):
        return None
    return _or_by_python(function, lambda: _function(function))


def generator_of_run(
    twin: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Proxy | None:
    """Return a generator of the run; None if Python makes it of the function as it is.

    Args:
        twin: What is traced in the place of the generator function.
        args: Its arguments.
        kwargs: Those by name.
    """
    active: list[RunGenerator] = current().generators
    for each in reversed(active):
        if each.code is twin.__code__:
            return each.call(args, kwargs)
    return _or_by_python(twin, lambda: RunGenerator(twin).begin(args, kwargs))


def _or_by_python(function: FunctionType, make: Callable[[], Proxy]) -> Proxy | None:
    trace = current()
    key = "function", function.__code__
    if key in trace.known.python:
        return None
    try:
        return make()
    except WHOLE:
        raise
    except REFUSALS as refused:
        if trace.looks or is_refused(refused):
            raise
        trace.known.falls(key, refused)
        raise Restart(str(refused)) from None


def _function(function: FunctionType) -> Proxy:
    _let_be_real(function, set())
    parameters = _parameters(function)
    defaults = [boxed(x) for x in defaults_of(function)]
    made = function_graph(function.__name__)
    held = {x.name: Proxy(made.add_input(OBJECT, x.name), ANY) for x in parameters}
    made.take_environment()
    _trace_body(made, function, held)
    described = [(x.name, int(x.kind), x.default is not x.empty) for x in parameters]
    environment = environment_of(made)
    symbol = _add(function, made, environment, defaults, described)
    return Proxy(symbol, FUNCTION_SPEC)


def _parameters(function: FunctionType) -> list[inspect.Parameter]:
    parameters = list(inspect.signature(function).parameters.values())
    if any(x.kind in (x.VAR_POSITIONAL, x.VAR_KEYWORD) for x in parameters):
        raise Unstageable("a function of the run takes any number of arguments")
    return parameters


def _trace_body(
    made: FunctionGraph, function: FunctionType, held: Mapping[str, Any]
) -> None:
    args: list[Any] = []
    kwargs: dict[str, Any] = {}
    for each in inspect.signature(function).parameters.values():
        if each.kind is each.KEYWORD_ONLY:
            kwargs[each.name] = held[each.name]
        else:
            args.append(held[each.name])
    output = _traced(made, lambda: function(*args, **kwargs))
    made.close(output)
    if {*made.effects.reads, *made.effects.writes} - _ORDERED:
        raise Unstageable("a function of the run has effects besides those on objects")


def _add(
    function: FunctionType,
    made: FunctionGraph,
    environment: SymbolicTensor,
    defaults: Sequence[SymbolicTensor],
    parameters: Sequence[tuple[str, int, bool]],
    *,
    is_generator: bool = False,
) -> SymbolicTensor:
    attrs = {
        "function": function.__qualname__,
        "module": function.__module__ or "",
        "body": made,
        "parameters": tuple(parameters),
        "is_generator": is_generator,
    }
    to = graph()
    inputs = [environment, *map(to.capture, defaults)]
    return to.add(FUNCTION, inputs, attrs, origin=capture()).outputs[0]


class RunGenerator:
    """A generator function of the run that is being traced.

    Attributes:
        site: The generators that it makes: what they give, and what they are sent.
        given: What it is called with.
    """

    def __init__(self, twin: FunctionType) -> None:
        known, at = current().known, current().at
        self.twin, self.code, where = twin, twin.__code__, twin.__name__
        key = "generator", at, self.code
        self.site = known.site(key, GeneratorType, where)
        self.given = known.site((*key, "given"), RunGenerator, where)
        self.site.is_real = self.given.is_real = True
        self.constants: dict[str, Any] = {}
        self.graph = function_graph(twin.__name__)
        self.itself: SymbolicTensor | None = None

    def begin(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Proxy:
        """Trace the body, and call it."""
        trace, made = current(), self.graph
        _let_be_real(self.twin, set())
        bound = self._bound(args, kwargs)
        self.constants = {k: x for k, x in bound.items() if is_constant(x)}
        symbols = self._put(bound)
        held = dict(bound)
        names = [name for name in bound if name not in self.constants]
        for name in names:
            spec = read(self.given, name)
            held[name] = wrap(made.add_input(symbol_spec(spec), name), spec)
        made.take_environment()
        trace.generators.append(self)
        try:
            _trace_body(made, self.twin, held)
        finally:
            trace.generators.pop()
        function = self._add([(name, 0, False) for name in names])
        return self._made(function, symbols)

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Proxy:
        """Call it within itself."""
        symbols = self._put(self._bound(args, kwargs))
        if self.itself is None:
            attrs = {"name": "itself", "specs": (OBJECT,), "effect": ""}
            held = [self.graph.environment]
            made = self.graph.add(GET_ATTR, held, attrs, origin=capture())
            self.itself = made.outputs[0]
        return self._made(self.itself, symbols)

    def _bound(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        _parameters(self.twin)
        bound = inspect.signature(self.twin).bind(*args, **kwargs)
        bound.apply_defaults()
        return bound.arguments

    def _put(self, bound: dict[str, Any]) -> list[SymbolicTensor]:
        """Return the symbols of the arguments; functions and classes are constants."""
        symbols = []
        for name, value in bound.items():
            if name not in self.constants:
                symbols.append(put(self.given, name, value))
            elif not is_same_function(self.constants[name], value):
                raise Unstageable("a function is given another function in each call")
        return symbols

    def _add(self, parameters: Sequence[tuple[str, int, bool]]) -> SymbolicTensor:
        environment = environment_of(self.graph, is_shared=self.itself is None)
        parts = self.twin, self.graph, environment, (), parameters
        made = _add(*parts, is_generator=True)
        if self.itself is not None:
            statement(SET_ATTR, [environment, made], name="itself")
        return made

    def _made(self, function: SymbolicTensor, symbols: Sequence[Any]) -> Proxy:
        spec = SiteSpec(self.site)
        symbol = emit(CALL, [function, *symbols], (spec,), keywords=())[0]
        return Proxy(symbol, spec)

    def give(self, value: Any) -> Any:
        """Do `yield value`, and return what is sent."""
        symbol = put(self.site, "item", value)
        spec = self.sent()
        return wrap(emit(YIELD, [symbol], (spec,))[0], spec)

    def give_from(self, value: Proxy) -> Any:
        """Do `yield from value`, which is a generator, or may be."""
        inner = value.spec.site if isinstance(value.spec, SiteSpec) else None
        if inner is None or inner.cls is not GeneratorType:
            escape(self.site)
            held = boxed(value)
        else:
            if self.site.find().slot("sent") is not BOTTOM:
                widen(inner, "sent", self.site.find().slot("sent"))
            held, item = value.symbol, inner.find().slot("item")
            if widen(self.site, "item", item) is ANY and not is_plain(item):
                held = boxed(value)
        current().n_yields += 1
        return Proxy(emit(YIELD_FROM, [held], (ANY,))[0], ANY)

    def sent(self) -> Any:
        """Return what is known of what `yield` returns."""
        site = self.site.find()
        site.read.add("sent")
        found = current().uniting.join(NONE, site.slot("sent"))
        current().n_yields += 1
        return found


def is_constant(value: Any) -> bool:
    """Is it a function or a class, which is known while tracing?"""
    return isinstance(value, (FunctionType, BuiltinFunctionType, MethodType, type))


def is_same_function(left: Any, right: Any) -> bool:
    """Are two functions one, or made by one definition?"""
    if left is right:
        return True
    code = getattr(left, "__code__", None)
    return code is not None and code is getattr(right, "__code__", None)


def _let_be_real(function: FunctionType, seen: set[int]) -> None:
    """Let objects be of the run that a function holds, which may change before a call.

    Raises:
        Restart: One was not.
    """
    seen.add(id(function))
    for value in (*contents_of(function), *defaults_of(function)):
        if isinstance(value, FunctionType):
            if id(value) not in seen:
                _let_be_real(value, seen)
        elif holds_virtual(value):
            lift(value)


def _traced(made: FunctionGraph, run: Callable[[], Any]) -> SymbolicTensor:
    """Trace the body of a function; return the symbol of its result, boxed."""
    trace = current()
    block = Block(made, len(trace.blocks), is_try=True)
    held: list[SymbolicTensor] = []

    def body() -> None:
        try:
            held.append(boxed(run()))
        except Exception as error:
            # What a generator is sent is not known yet, perhaps.
            is_open = any(each.graph is made for each in trace.generators)
            if is_open or is_ours(error) or not is_raised_by_us(error):
                raise
            why = f"it raises {type(error).__name__}: Python says what is wrong"
            raise Unstageable(why) from error

    outer, trace.drawn = trace.drawn, []
    trace.blocks.append(block)
    try:
        with recording_into(made):
            is_dead, is_unknown = trace_block(body)
            if is_dead:
                held[:] = emit(NONE_ROW, [], (ANY,), "")
            keep_failures(made)
    finally:
        trace.blocks.pop()
        trace.drawn = outer
    for location, _ in left_by(block).values():
        let_run_hold(location, "a function of the run changes it")
    undo(block)
    if is_unknown:
        raise ReadBeforeWritten
    return held[0]


__all__ = [
    "FunctionGraph",
    "environment_of",
    "function_graph",
    "function_of_run",
    "generator_of_run",
]
