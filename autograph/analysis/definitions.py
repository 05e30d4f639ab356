"""Reaching definitions: which assignments a variable's value may come from.

A definition is a step that writes or undefines the variable, or `None` for the state
at the function's start, where parameters are defined and all other names are not.
"""

from __future__ import annotations

from typing import TypeAlias

from autograph.analysis.flow import Flow, Step
from autograph.analysis.scopes import Scope

# (variable, index of the step that defines it; -1 for the function's start)
Definition: TypeAlias = tuple[str, int]
START = -1


class Definitions:
    """For each step of a function: the definitions that may reach it."""

    def __init__(self, flow: Flow, scope: Scope) -> None:
        self.flow = flow
        self.params = set(scope.params)
        self.names = scope.local_names
        self._reaching = self._solve()

    def reaching(self, step: Step, name: str) -> list[int]:
        """Return the steps whose definition of a name may reach `step`."""
        return sorted(at for each, at in self._reaching[step.index] if each == name)

    def may_be_undefined(self, step: Step, name: str) -> bool:
        """Tell whether a local name may have no value when `step` begins."""
        return any(self.undefines(at, name) for at in self.reaching(step, name))

    def undefines(self, at: int, name: str) -> bool:
        """Tell whether the definition at a step leaves the name without a value."""
        if at == START:
            return name not in self.params
        return name in self.flow.steps[at].uses.undefines

    def _solve(self) -> list[set[Definition]]:
        reaching: list[set[Definition]] = [set() for _ in self.flow.steps]
        reaching[self.flow.start.index] = {(name, START) for name in self.names}
        changed = True
        while changed:
            changed = False
            for step in reversed(self.flow.steps):
                before = reaching[step.index]
                defined = (step.uses.writes | step.uses.undefines) & self.names
                made = {(name, step.index) for name in defined}
                over = step.uses.sure | step.uses.undefines
                kept = {each for each in before if each[0] not in over} | made
                for following in step.after:
                    changed |= _add(reaching[following.index], kept)
                for following in step.on_error:
                    changed |= _add(reaching[following.index], before | made)
        return reaching


def _add(known: set[Definition], more: set[Definition]) -> bool:
    size = len(known)
    known |= more
    return len(known) != size
