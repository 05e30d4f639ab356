"""Make a trace for a call, with what was spent on it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MethodType
from typing import Any, Final

from autograph.conversion import is_converted
from autograph.definitions import definition_of, refuse_unstageable
from autograph.function.cache import Entry
from autograph.function.concrete import ConcreteFunction
from autograph.function.input_signature import SignedBinder
from autograph.function.inputs import Binder, Call
from autograph.function.variable_creation import VariableCreation
from autograph.no_effect import say_once
from autograph.old_function.tentative import Tentative, tentative
from autograph.old_operators.depth import in_trace
from autograph.old_operators.recursion import call_traced
from autograph.timing import SPENT
from autograph.tracing import Trace, trace
from graph.as_is_tries import watch_handlers
from graph.budget import bounded
from graph.compilable import check_compilable
from graph.errors import SideEffectError
from graph.late_refusals import refusal_behind_effect
from graph.origin import capture


@dataclass(frozen=True, slots=True)
class Making:
    """What traces of a function are made of.

    Attributes:
        function: The function as it was written.
        convert: Returns what is traced.
        binder: Binds the arguments.
        variables: What the first trace may make.
        effects: What the trace does to the program around it.
        budget: Seconds and nodes that the trace may take; None for any number.
        is_compiled: Is the graph to be compiled to native code?
    """

    function: Callable[..., Any]
    convert: Callable[[], Callable[..., Any]]
    binder: Binder
    variables: VariableCreation
    effects: Tentative
    budget: tuple[float | None, int | None]
    is_compiled: bool

    def entry(self, given: Call, call: Call, group: Any) -> Entry:
        """Return a trace.

        Args:
            given: The call that it is made for.
            call: What it is traced for: may leave open what is known of that one.
            group: What it has in common with traces for other shapes.
        """
        with in_trace(), tentative(self.effects):
            return self._entry(given, call, group)

    def _entry(self, given: Call, call: Call, group: Any) -> Entry:
        caller = capture()
        refuse_unstageable(self.function)
        self.effects.look_at(self.function, given.originals)
        start, converted_before_s = time.perf_counter(), SPENT.convert_s
        binder, name = self.binder, self.binder.name
        if isinstance(binder, SignedBinder):
            call = binder.specified(given)
        traceable = self.convert()
        origin = definition_of(self.function, name)

        def run(values: Sequence[Any]) -> Any:
            args, kwargs = binder.arguments(call.names, values)
            if not is_read:
                watch_handlers()
            return call_traced(traceable, args, kwargs, origin)

        called = traceable.__func__ if type(traceable) is MethodType else traceable
        is_read = is_converted(called)

        def traced_once() -> Trace:
            return trace(name, run, call, origin, binder.own, self.effects, is_read)

        with bounded(*self.budget):
            traced = self.variables.trace(traced_once, given)
        if self.is_compiled:
            check_compilable(traced.graph, name)
            say_once("jit_compile", _NO_BACK_END.format(name))
        convert_s = SPENT.convert_s - converted_before_s
        if self.effects.may_fall:
            _refuse_unrepeatable(traced, is_late=self.effects.has_printed)
        middle = time.perf_counter()
        concrete = ConcreteFunction(name, traced, call, binder)
        return Entry(
            key=call.key,
            call=concrete.call,
            concrete=concrete,
            caller=caller,
            convert_s=convert_s,
            trace_s=middle - start - convert_s,
            build_s=time.perf_counter() - middle,
            group=group,
            is_kept=not binder.has_changed(given),
            effects=self.effects,
        )


def _refuse_unrepeatable(traced: Trace, *, is_late: bool) -> None:
    """Refuse a graph that may refuse what it meets after it has done something.

    Plain Python could not run in place of a run that has.

    Raises:
        SideEffectError: There is such a check.
    """
    refused = traced.after_change.lines
    node = refusal_behind_effect(traced.graph, is_late=is_late, refused=refused)
    if node is not None:
        raise SideEffectError(
            "a check that plain Python does not have comes after an effect, which a "
            "run that fails here could not take back.",
            origin=node.origin,
            hint='What it checks is told where it fails, with python="refuse".',
        )


_NO_BACK_END: Final = (
    "{}() has jit_compile=True, which has no effect: no back end for native code is "
    "installed. Results are the same."
)

__all__ = ["Making"]
