"""Find the trace of a call, or make it, with what was spent on it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from autograph.arguments import is_tensor_like, leaf_spec
from autograph.definitions import refuse_unstageable
from autograph.errors import PythonFallbackWarning
from autograph.function.cache import Entry, Traces
from autograph.function.concrete import ConcreteFunction
from autograph.function.fallback import Fall, Falls
from autograph.function.guards import guard_next
from autograph.function.input_signature import SignedBinder
from autograph.function.inputs import Call, key_of
from autograph.function.key import TraceKey
from autograph.function.target import Target
from autograph.function.trace import Effects, Trace, traced
from autograph.no_effect import say_once
from autograph.staging.depth import deep
from autograph.staging.leaving import warn
from autograph.timing import SPENT
from graph import shapes, specs
from graph.budget import bounded
from graph.compilable import check_compilable
from graph.errors import SideEffectError
from graph.late_refusals import refusal_behind_effect
from graph.origin import capture
from graph.specs import TensorSpec


@dataclass(frozen=True, slots=True, eq=False)
class TraceBuilder:
    """Finds the traces of a function, and makes those that are missing.

    Attributes:
        target: The function.
        traces: Its traces.
        falls: Its calls that run as plain Python.
    """

    target: Target
    traces: Traces
    falls: Falls

    def concrete(self, call: Call) -> ConcreteFunction:
        """Return the concrete function for a call, which does not fall."""
        key, entry = self.traces.find(call.key, call.leaves, call.packed)
        if entry is None:
            made = self.find_or_make(call.with_key(key), None)
            assert isinstance(made, Entry)  # or else it has raised
            entry = made
        return entry.concrete

    def find_or_make(self, call: Call, fall_as: TraceKey | None) -> Entry | Fall:
        """Return a trace for a call, or why it falls.

        Args:
            call: The call.
            fall_as: The key of calls that fall like it; None if it may not.
        """
        is_signed = isinstance(self.target.binder, SignedBinder)
        if self.target.options.reduce_retracing and not is_signed:
            entry = self._find_or_relax(call, fall_as)
        else:
            entry = self._make(call, None, fall_as)
        if isinstance(entry, Fall) or entry.is_for(call.structure):
            return entry
        # Made meanwhile, by another thread or of other shapes, for another order.
        key = call.key.in_order(call.structure)
        return self.find_or_make(call.with_key(key), fall_as)

    def _find_or_relax(self, call: Call, fall_as: TraceKey | None) -> Entry | Fall:
        """Return a trace that takes the call's shapes, or make one that takes more."""
        group = _group_of(call)
        entries = [
            each
            for each in self.traces.entries()
            if each.group == group and each.is_for(call.structure)
        ]
        found = _covering(call, entries)
        if found is not None:
            found.note_use()
            guard_next(self.target, self.traces, found, call.packed)
            return found
        if entries and not entries[-1].is_rigid:
            wide = _widened(call, entries)
            described, _ = self.target.binder.key_of(wide.packed)
            wide = wide.with_key(call.key._replace(arguments=described.arguments))
            effects = Effects(lambda _: True)
            try:
                return self.traces.get_or_make(
                    wide.key, lambda: self._trace(call, wide, group, effects)
                )
            except Exception:  # noqa: BLE001  # it may need what was left open
                for each in entries:
                    each.is_rigid = True
        return self._make(call, group, fall_as)

    def _make(self, call: Call, group: Any, fall_as: TraceKey | None) -> Entry | Fall:
        """Return the trace for a call, made once; or why the call falls."""
        target = self.target

        def make() -> Entry | Fall:
            effects = Effects(None if fall_as is None else target.is_to_fall)
            try:
                return self._trace(call, call, group, effects)
            except Exception as error:
                if not effects.is_given_up(error):
                    effects.show()
                    raise
                effects.put_back()
                found = target.fall_of(error)
                found.key = fall_as
                if effects.lost is not None:
                    self.falls.whole = found
                    effects.show()
                    error.add_note(_lost(effects.lost))
                    raise
                return found

        return self.traces.get_or_make(call.key, make, fall_as)

    def _trace(self, given: Call, call: Call, group: Any, effects: Effects) -> Entry:
        """Return a trace.

        Args:
            given: The call that it is made for.
            call: What it is traced for: may leave open what is known of that one.
            group: What it has in common with traces for other shapes.
            effects: What the trace does to the program around it.
        """
        entry = _entry(self.target, self.traces, given, call, group, effects)
        try:
            self.falls.tell(entry.concrete.python_lines, self.target.name)
        except PythonFallbackWarning:  # a filter makes it an error
            effects.put_back()
            effects.printed.clear()
            raise
        effects.show()
        return entry


# -- Fewer traces than shapes: dimensions that differed once are left open -----------


def _group_of(call: Call) -> tuple[Any, ...]:
    """Return what calls have in common that differ in shapes at most."""
    kinds = (
        ("tensor", leaf_spec(leaf).dtype) if is_tensor_like(leaf) else key_of(leaf)
        for leaf in call.leaves
    )
    return (call.structure, call.key.flag, *kinds)


def _covering(call: Call, entries: Sequence[Entry]) -> Entry | None:
    """Return a trace of the group that takes these shapes."""
    given = _specs_of(call)
    for entry in entries:
        wide = entry.concrete.input_specs
        if all(specs.covers(w, g) for w, g in zip(wide, given, strict=True)):
            return entry
    return None


def _widened(call: Call, entries: Sequence[Entry]) -> Call:
    """Return the call with specs in place of tensors that cover a group's shapes.

    Args:
        call: The new call.
        entries: The traces of its group.
    """
    wide = _specs_of(call)
    for entry in entries:
        wide = [
            TensorSpec(shapes.join(w.shape, s.shape), w.dtype)
            for w, s in zip(wide, entry.concrete.input_specs, strict=True)
        ]
    found = iter(wide)
    return call.with_leaves(
        [next(found) if is_tensor_like(leaf) else leaf for leaf in call.leaves]
    )


def _specs_of(call: Call) -> list[TensorSpec]:
    return [leaf_spec(leaf) for leaf in call.leaves if is_tensor_like(leaf)]


# -- One trace -----------------------------------------------------------------------


def _entry(
    target: Target,
    traces: Traces,
    given: Call,
    call: Call,
    group: Any,
    effects: Effects,
) -> Entry:
    caller = capture()
    refuse_unstageable(target.function)
    start, converted_before_s = time.perf_counter(), SPENT.convert_s
    binder, options = target.binder, target.options
    if isinstance(binder, SignedBinder):
        call = binder.specified(given)
    with deep(), bounded(*options.budget_of_trace(may_fall=effects.may_fall)):
        found = traces.variables.trace(lambda: traced(target, call, effects), given)
    warn(found.left, target.name)
    if options.jit_compile:
        check_compilable(found.graph, target.name)
        say_once("jit_compile", _NO_BACK_END.format(target.name))
    convert_s = SPENT.convert_s - converted_before_s
    if effects.may_fall:
        _refuse_unrepeatable(found, is_late=effects.has_printed)
    middle = time.perf_counter()
    concrete = ConcreteFunction(target.name, found, call, binder)
    return Entry(
        key=call.key,
        concrete=concrete,
        caller=caller,
        convert_s=convert_s,
        trace_s=middle - start - convert_s,
        build_s=time.perf_counter() - middle,
        group=group,
        is_kept=not binder.has_changed(given),
        effects=effects,
    )


def _refuse_unrepeatable(trace: Trace, *, is_late: bool) -> None:
    """Refuse a graph that may refuse what it meets after it has done something.

    Plain Python could not run in place of a run that has.

    Raises:
        SideEffectError: There is such a check.
    """
    node = refusal_behind_effect(trace.graph, is_late=is_late)
    if node is not None:
        raise SideEffectError(
            "a check that plain Python does not have comes after an effect, which a "
            "run that fails here could not take back.",
            origin=node.origin,
            hint='What it checks is told where it fails, with python="refuse".',
        )


def _lost(value: Any) -> str:
    """Say why an error ends a call that plain Python would have run otherwise."""
    kind = type(value).__name__
    return (
        f"The trace has advanced or changed a {kind} that outlives it, which cannot be "
        "put back: plain Python would not do in this call what it does by itself. It "
        "runs all later calls."
    )


_NO_BACK_END: Final = (
    "{}() has jit_compile=True, which has no effect: no back end for native code is "
    "installed. Results are the same."
)

__all__ = ["TraceBuilder"]
