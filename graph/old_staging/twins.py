"""Objects of a loop's iterations that may, or may not, be one object.

`old_staging.fresh` tells which: what stands in for them are twins. They can be read.
Changing one, or asking which object it is, is an error.
"""

from __future__ import annotations

from typing import Any

from graph.errors import UnknownIdentityError
from graph.graph import current_graph
from graph.old_staging.residents import resident
from graph.origin import capture_exact


def note_twin(value: Any) -> None:
    """Note that an object may be one with another."""
    graph = current_graph()
    assert graph is not None
    graph.root.objects.stand_ins[id(value)] = value


def forget_twin(value: Any) -> None:
    """Note that an object is no other."""
    graph = current_graph()
    assert graph is not None
    graph.root.objects.stand_ins.pop(id(value), None)


def check_change(owner: Any) -> None:
    """Refuse to change what may be one object with another.

    Raises:
        UnknownIdentityError: It may be.
    """
    if resident(owner) is not None:
        raise UnknownIdentityError(
            f"an object of {type(owner).__name__} is given an attribute, or loses one, "
            "or is changed by code that is not converted; it was made in a staged "
            "loop, and is in a list whose length is known only when the graph runs.",
            origin=capture_exact(2),
            hint="Give it all attributes when it is made, and set them in converted "
            "code.",
        )
    if _is_twin(owner):
        raise UnknownIdentityError(
            f"an object of {type(owner).__name__} is changed that may be the same as "
            "another one: of those that iterations of a staged loop make, or that are "
            "in a list whose length is known only when the graph runs, only the run "
            "can tell which is which.",
            origin=capture_exact(2),
            hint="Change it before another variable or a list holds it, or make "
            "another object instead: `point = Point(point.x + 1, point.y)`.",
        )


def may_be_twins(left: Any, right: Any) -> bool:
    """Tell whether two objects may be one that an iteration made."""
    return type(left) is type(right) and _is_twin(left) and _is_twin(right)


def _is_twin(value: Any) -> bool:
    graph = current_graph()
    if graph is None:
        return False
    key, root = id(value), graph.root
    return (
        root.objects.stand_ins.get(key) is value
        or root.objects.elements.get(key) is value
    )


__all__ = ["check_change", "forget_twin", "may_be_twins", "note_twin"]
