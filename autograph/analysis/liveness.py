"""Liveness: which variables may be read later.

Names that others can see (globals, nonlocals, what a nested function captured) are
always live; the tables hold the function's own variables and those.
"""

from __future__ import annotations

from autograph.analysis.flow import Flow, Step
from autograph.analysis.scopes import Scope


class Liveness:
    """For each step of a function: the variables that may be read at or after it."""

    def __init__(self, flow: Flow, scope: Scope) -> None:
        self.flow = flow
        self.always = scope.captured() | scope.outer_names
        self._live = _solve(flow)

    def before(self, step: Step) -> set[str]:
        """Return the variables live just before a step."""
        return self._live[step.index] | self.always

    def after(self, steps: list[Step]) -> set[str]:
        """Return the variables live where control leaves a set of steps."""
        inside = {step.index for step in steps}
        live = set(self.always)
        for step in steps:
            for following in (*step.after, *step.on_error):
                if following.index not in inside:
                    live |= self._live[following.index]
        return live


def _solve(flow: Flow) -> list[set[str]]:
    live: list[set[str]] = [set(step.uses.reads) for step in flow.steps]
    changed = True
    while changed:
        changed = False
        for step in flow.steps:
            known = live[step.index]
            size = len(known)
            # An exception may come before the step has written anything.
            for following in step.on_error:
                known |= live[following.index]
            written = step.uses.sure | step.uses.undefines
            for following in step.after:
                known |= live[following.index] - written
            changed = changed or len(known) != size
    return live
