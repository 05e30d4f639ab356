"""The error for a loop whose variables are something else after each round of tracing.

It tells which of them, in what way, and what to write instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from graph.errors import BranchMismatchError, StructureMismatchError
from graph.nest import Structure
from graph.old_staging.chosen import Chosen
from graph.old_staging.slots import Variable
from graph.old_staging.variables import show_name
from graph.origin import Origin
from graph.partial import Record

# Rounds that tell which lists may be one, and no types.
_MAX_LEARNED: Final = 8
# Rounds in which one variable gets another structure, such as one object more that it
# may be: there is no end of those that each iteration makes.
_MAX_RESHAPED: Final = 12


@dataclass
class Changes:
    """What the rounds of tracing a loop have changed so far.

    Attributes:
        n_learned: How many told only which lists may be one.
        reshaped: How many gave another structure to the variable at each place.
    """

    n_learned: int = 0
    reshaped: Counter[int] = field(default_factory=Counter)

    def are_endless(
        self, before: Sequence[Variable], after: Sequence[Variable] | None
    ) -> bool:
        """Note a round; tell whether no number of rounds settles these variables."""
        if after is None:
            self.n_learned += 1
            return self.n_learned > _MAX_LEARNED
        pairs = enumerate(zip(before, after, strict=True))
        places = [at for at, (old, new) in pairs if old.structure != new.structure]
        self.reshaped.update(places)
        return any(self.reshaped[place] > _MAX_RESHAPED for place in places)


def unsettled(
    before: Sequence[Variable], after: Sequence[Variable], origin: Origin
) -> BranchMismatchError:
    """Return the error for variables that no number of iterations settles.

    Args:
        before: What an iteration was traced with.
        after: What is needed for what it left.
        origin: The user's line.
    """
    pairs = list(zip(before, after, strict=True))
    changed = [pair for pair in pairs if not pair[1].is_like(pair[0])]
    for old, new in changed:
        if len(new.slots) > len(old.slots) and not _holds_chosen(new.structure):
            return StructureMismatchError(
                f"{show_name(new.name)} is nested deeper after each iteration of this "
                "loop, and no type holds values of any depth.",
                origin=origin,
                hint="Append the items to a list: the last one is `xs[-1]`, and "
                "`xs.pop()` takes it out.",
                variable=new.name,
            )
    have_chosen = any(_holds_chosen(new.structure) for _, new in changed)
    if have_chosen or all(map(_have_like_types, changed)):
        names = _listed([new for _, new in changed])
        return BranchMismatchError(
            f"which objects {names} may hold does not settle: after each iteration of "
            "this loop they are others, or in lists of other lengths.",
            origin=origin,
            hint="Give lists as many items before the loop as they get in it, or put "
            "there what the objects hold, and make objects of that after the loop.",
            variable=changed[0][1].name if changed else None,
        )
    return BranchMismatchError(
        "the types of the loop's variables do not settle: "
        + ", ".join(
            f"{slot.name} is {slot.spec.told}"
            for _, variable in changed
            for slot in variable.slots
            if slot.spec is not None
        ),
        origin=origin,
        hint="Give each variable its final dtype and rank before the loop.",
    )


def _holds_chosen(structure: Structure) -> bool:
    """Are there functions or objects in it of which the run chooses one?"""
    if structure.kind is Record and structure.names[0] is Chosen:
        return True
    return any(map(_holds_chosen, structure.parts))


def _have_like_types(pair: tuple[Variable, Variable]) -> bool:
    old, new = ([slot.spec for slot in variable.slots] for variable in pair)
    return old == new


def _listed(variables: Sequence[Variable]) -> str:
    names = list(dict.fromkeys(show_name(each.name) for each in variables))
    if not names:
        return "its variables"
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


__all__ = ["Changes", "unsettled"]
