"""Generators: functions that yield, and generator expressions.

A generator that nothing of the run is in is Python's own, which tracing draws from. Any
other one is an object of the run: Python makes it, and draws from it, when the graph
runs. When one is closed that tidies up is for Python's reference counts to say: a
function that calls one falls.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from functools import partial
from types import CodeType, FunctionType, GeneratorType, MethodType
from typing import Any, NoReturn

from autograph import conversion
from autograph.allowed import is_own, is_unconverted, runs_as_it_stands
from autograph.errors import SourceUnavailableError, UnsupportedFunctionError
from autograph.generator_twins import twin_of
from autograph.source import find_source
from autograph.staging.functions import generator_of_run
from autograph.staging.once import source_of
from autograph.syntax import OPERATORS
from autograph.values import operations
from autograph.values.interpreter import INTERPRETER
from autograph.values.kinds import is_foreign, is_of_run
from autograph.values.nodes import (
    boxed,
    boxed_value,
    contents_of,
    emit,
    is_virtual,
    lift,
    lift_function,
    note_birth,
    site_here,
)
from autograph.values.proxy import Proxy
from autograph.values.sites import Site
from autograph.values.specs import ANY, ClassSpec, IteratorSpec
from autograph.values.standard_library import holds_code
from autograph.values.state import (
    STATE,
    Restart,
    Unstageable,
    WholeFunction,
    current,
    is_in_block,
)
from graph.origin import capture_exact
from graph.python.protocols import APPLY
from graph.tensor import SymbolicTensor

Step = Callable[[Any], tuple[Any, Callable[[], Any]]]


def check_closing(function: Any) -> None:
    """Refuse a generator function in which something waits for the generator's end.

    Raises:
        WholeFunction: It yields in a `try` or a `with`.
    """
    inner = getattr(function, "__func__", function)
    if not isinstance(inner, FunctionType) or not inspect.isgeneratorfunction(inner):
        return
    if _waits(inner.__code__, inner):
        raise WholeFunction(
            f"{inner.__name__}() tidies up when its generator is closed"
        )


# By code: whether it yields in a `try` or a `with`. Written by `_waits` alone.
_WAITS: dict[CodeType, bool] = {}


def _waits(code: CodeType, function: FunctionType) -> bool:
    if code not in _WAITS:
        try:
            node = find_source(function).node
        except SourceUnavailableError:
            _WAITS[code] = False
        else:
            _WAITS[code] = any(map(_has_yield, _statements(node)))
    return _WAITS[code]


def _statements(node: ast.AST) -> list[ast.AST]:
    kinds = (ast.Try, ast.TryStar, ast.With)
    return [x for x in ast.walk(node) if isinstance(x, kinds)]


def _has_yield(node: ast.AST) -> bool:
    return any(isinstance(x, (ast.Yield, ast.YieldFrom)) for x in ast.walk(node))


class GeneratorExpression:
    """What gives items of the run, one after another, to the one place that draws them.

    That is where it is inlined. Where there are several, or a block draws that may run
    more or less often than it was made, it is a generator of the run from its birth on.

    Attributes:
        items: What it goes through.
        test: Tells whether an item is taken; None if all are.
        value: Computes what it gives of an item; with `is_nested` another generator.
        make: Makes the generator of the run.
    """

    def __init__(
        self,
        items: Any,
        test: Callable[[Any], Any] | None,
        value: Callable[[Any], Any],
        make: Callable[[], Proxy],
        *,
        site: Site | None = None,
        is_nested: bool = False,
    ) -> None:
        self.items, self.test, self.value, self.make = items, test, value, make
        self.is_nested, self._site = is_nested, site
        self.place = site
        self._block, self._is_used = current().block, False

    def take(self) -> None:
        """Take note of a place that draws from it."""
        if self._site is None:
            return
        if self._is_used or current().block is not self._block:
            self._site.find().is_real = True
            raise Restart("a generator is drawn from in several places")
        self._is_used = True

    def step(self, item: Any) -> tuple[Any, Callable[[], Any]]:
        """Return whether an item is taken, and how to compute its value."""
        return step_within(self.place, self._step, item)

    def _step(self, item: Any) -> tuple[Any, Callable[[], Any]]:
        is_taken = True if self.test is None else self.test(item)
        return is_taken, lambda: self.value(item)

    def as_list(self) -> Any:
        """Return all of its items at once."""
        from autograph.operators.displays import list_comp  # it goes through these

        self.take()
        if self.place is not None and self.place.is_real:
            return list_comp(self.make(), lambda item: (True, lambda: item))
        return list_comp(self.items, self.step, self.is_nested)

    def first(self, *default: Any) -> Any:
        """Return what `next` of it gives."""
        from autograph.operators.loops import first_of

        if self.is_nested:
            return NotImplemented
        self.take()
        return first_of(self.items, self.step, *default)

    def kept(self) -> Proxy:
        """Return the generator of the run."""
        self.take()
        return self.make()

    def __iter__(self) -> Any:
        raise Unstageable("code that is not converted draws from a generator")


def within(site: Site | None, function: Callable[..., Any], *args: Any) -> Any:
    """Call a function for what draws from an iterator that is traced as a loop."""
    drawn = current().drawn
    drawn.append(site)
    try:
        return function(*args)
    finally:
        drawn.pop()


def step_within(
    site: Site | None, step: Step, item: Any
) -> tuple[Any, Callable[[], Any]]:
    """Return what a step does, for what draws from an iterator that is traced."""
    is_taken, value = within(site, step, item)
    return is_taken, lambda: within(site, value)


def kept_steps(items: Any, step: Step) -> Proxy:
    """Return a generator of the run of what a step gives of items."""
    return _made("generator", _stepping, _kept(items), _later(step))


def _stepping(items: Any, step: Step) -> Any:
    """Return the generator of what a step gives of items."""
    steps = map(step, items)
    return (value() for is_taken, value in steps if is_taken)


def generator(
    items: Any,
    test: Callable[[Any], Any] | None,
    value: Callable[[Any], Any],
    may_stop: bool = True,
    at_once: bool = False,
    is_nested: bool = False,
    is_once: bool = False,
) -> Any:
    """Return the generator of a generator expression."""
    del may_stop
    site = site_here(GeneratorType)
    make = partial(_of_run, items, test, value, is_nested)
    is_run = is_of_run(items) or isinstance(items, GeneratorExpression)
    if at_once or is_once or is_run or is_in_block() or site.is_real:
        told = None if at_once or is_once else site
        made = GeneratorExpression(
            items, test, value, make, site=told, is_nested=is_nested
        )
        made.place = site
        operations.item_spec(items)  # raises where there are none
        if at_once and not _is_shared(items):
            return made.as_list()
        return make() if site.is_real else made
    source = source_of(items)
    drawn = python_generator(source, test, value, is_nested=is_nested, site=site)
    if is_foreign(items) and is_virtual(items):
        current().linked.add(id(drawn))
    return note_birth(drawn, site)


def _is_shared(items: Any) -> bool:
    """Is it an iterator, from which others may draw?"""
    if type(items) is Proxy:
        return items.spec is ANY or isinstance(items.spec, IteratorSpec)
    return is_foreign(items) and is_virtual(items)


def _of_run(items: Any, test: Any, value: Any, is_nested: bool) -> Proxy:
    made = partial(python_generator, is_nested=is_nested)
    return _made("generator", made, _kept(items), _later(test), _later(value))


def _kept(items: Any) -> Proxy:
    held = items.kept() if isinstance(items, GeneratorExpression) else items
    return boxed_value(held)


def _later(function: Any) -> Any:
    """Return a function that the run calls later, which has what it holds now."""
    if isinstance(function, FunctionType):
        current().later.append((function, contents_of(function)))
    return function_given(function)


def _made(name: str, function: Any, *given: Any) -> Proxy:
    """Return an iterator of the run, of functions and of what it draws from."""
    if any(map(holds_code, given)):
        current().falls.append(("AG310", f"a {name} is kept", capture_exact()))
    spec = IteratorSpec(ANY, name)
    held = [lift(x)[0] for x in given]
    return Proxy(emit(APPLY, held, (spec,), function=function)[0], spec)


def python_generator(
    items: Any,
    test: Callable[[Any], Any] | None,
    value: Callable[[Any], Any],
    may_stop: bool = True,
    at_once: bool = False,
    is_nested: bool = False,
    is_once: bool = False,
    site: Any = None,
) -> Any:
    """Return the generator of a generator expression, where Python runs it."""
    del may_stop, at_once, is_once
    ask = partial(_is_true, site)
    if site is not None:
        value = partial(within, site, value)
    values = (value(item) for item in items if test is None or ask(test(item)))
    if is_nested:
        return (each for one in values for each in _drawn(one, site))
    return values


def _drawn(inner: Any, site: Site | None) -> Any:
    """Return what tracing can draw from, for the inner part of a generator."""
    if not isinstance(inner, GeneratorExpression):
        return inner
    if not is_of_run(inner.items):
        parts = inner.items, inner.test, inner.value
        return python_generator(*parts, is_nested=inner.is_nested, site=site)
    return _let_run_draw(site)


def _is_true(site: Site | None, value: Any) -> bool:
    if STATE.trace is None:
        return bool(value)
    found = operations.truth(value)
    if isinstance(found, SymbolicTensor):
        _let_run_draw(site)
    return bool(found)


def _let_run_draw(site: Site | None) -> NoReturn:
    if site is None:
        raise Unstageable("the run knows what a generator gives")
    site.find().is_real = True
    raise Restart("the run knows what a generator gives")


# -- Generator functions


def made_by(
    function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Proxy | None:
    """Return the generator of the run that a call makes; None if it is none, or falls.

    Args:
        function: What is called.
        args: Its arguments.
        kwargs: Those by name.
    """
    if isinstance(function, MethodType):
        return made_by(function.__func__, (function.__self__, *args), kwargs)
    if not isinstance(function, FunctionType) or not function.__code__.co_flags & 32:
        return None
    twin = _twin_of(function)
    return None if twin is None else generator_of_run(twin, args, kwargs)


def _twin_of(function: FunctionType) -> FunctionType | None:
    known = twin_of(function)
    is_left = is_unconverted(function) or is_own(function)
    if known is not None or is_left or runs_as_it_stands(function):
        return known
    if OPERATORS in function.__code__.co_freevars:  # its variables are cells, perhaps
        return None
    table, key = current().known.converted, -id(function)
    if key not in table:
        try:
            onto = INTERPRETER.namespace()
            made = conversion.convert(function, onto, is_core=True, is_twin=True)
        except (SourceUnavailableError, UnsupportedFunctionError):
            made = function
        table[key] = function, made if conversion.is_converted(made) else None
    found: FunctionType | None = table[key][1]
    return found


def yield_(value: Any) -> Any:
    """Do `yield value`, and return what is sent."""
    return current().generators[-1].give(value)


def python_yield(value: Any) -> NoReturn:
    """Refuse to yield where no generator is traced."""
    raise AssertionError("the twin of a generator function is traced alone")


# -- `map` and `filter`


def mapped(function: Any, *items: Any) -> Any:
    """Return `map(function, *items)`."""
    site = site_here(map)

    def make() -> Proxy:
        return _made("map", map, _later(function), *map(_kept, items))

    if _is_known(items, site):
        sources = map(source_of, items)
        drawn = map(lambda *x: within(site, _called, function, x), *sources)
        if any(is_foreign(x) and is_virtual(x) for x in items):
            current().linked.add(id(drawn))
        return note_birth(drawn, site)
    if site.is_real or not items:
        return make()
    if len(items) == 1:
        value: Callable[[Any], Any] = lambda x: _called(function, (x,))
        return GeneratorExpression(items[0], None, value, make, site=site)
    zipped = INTERPRETER.call_builtin(zip, tuple(map(_as_items, items)), {})
    if zipped is NotImplemented:
        return make()
    pattern = (None,) * len(items)
    value = lambda x: _called(function, tuple(operations.unpack(x, pattern)))
    return GeneratorExpression(zipped, None, value, make, site=site)


def filtered(function: Any, items: Any) -> Any:
    """Return `filter(function, items)`."""
    site = site_here(filter)

    def make() -> Proxy:
        return _made("filter", filter, _later(function), _kept(items))

    def test(item: Any) -> Any:
        if function is None:
            return item
        return within(site, _called, function, (item,))

    if _is_known((items,), site):
        drawn = filter(lambda x: _is_true(site, test(x)), source_of(items))
        if is_foreign(items) and is_virtual(items):
            current().linked.add(id(drawn))
        return note_birth(drawn, site)
    if site.is_real:
        return make()
    return GeneratorExpression(items, test, lambda x: x, make, site=site)


def _is_known(items: tuple[Any, ...], site: Site) -> bool:
    """Can tracing draw from these?"""
    is_run = any(is_of_run(x) or draws_itself(x) for x in items)
    return bool(items) and not (is_run or site.is_real or is_in_block())


def draws_itself(value: Any) -> bool:
    """Do operators draw the items of a value, none of which exists before?"""
    if isinstance(value, GeneratorExpression):
        return True
    return operations.own_method(value, "__iter__") is not None


def _as_items(items: Any) -> Any:
    return items.kept() if isinstance(items, GeneratorExpression) else items


def function_given(value: Any) -> Any:
    """Return a function of the user's as one of the run, which Python can call."""
    if isinstance(value, MethodType) and isinstance(value.__func__, FunctionType):
        inner = function_given(value.__func__)
        if inner is value.__func__:
            return value
        held = [boxed(inner), boxed(value.__self__)]
        spec = ClassSpec(MethodType)
        return Proxy(emit(APPLY, held, (spec,), "", function=MethodType)[0], spec)
    if not isinstance(value, FunctionType):
        return value
    made = INTERPRETER.convert(value)
    found = None if made is None else lift_function(made)
    return value if found is None else found


def _called(function: Any, args: tuple[Any, ...]) -> Any:
    return INTERPRETER.call_function(function, args, {})


__all__ = ["GeneratorExpression", "Step", "check_closing", "generator"]
