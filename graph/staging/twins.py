"""Objects of a loop's iterations that may, or may not, be one object.

`graph.staging.fresh` tells which: what stands in for them are twins. They can be read.
Changing one, or asking which object it is, is an error.
"""

from __future__ import annotations

from typing import Any

from graph.errors import UnknownIdentityError
from graph.graph import current_graph
from graph.origin import capture_exact


def note_twin(value: Any) -> None:
    """Note that an object may be one with another."""
    graph = current_graph()
    assert graph is not None
    graph.root.stand_ins[id(value)] = value


def forget_twin(value: Any) -> None:
    """Note that an object is no other."""
    graph = current_graph()
    assert graph is not None
    graph.root.stand_ins.pop(id(value), None)


def check_change(owner: Any) -> None:
    """Refuse to change what may be one object with another.

    Raises:
        UnknownIdentityError: It may be.
    """
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
    return root.stand_ins.get(key) is value or root.elements.get(key) is value


__all__ = ["check_change", "forget_twin", "may_be_twins", "note_twin"]
