"""Keys of dicts, and elements of sets, that are None on some paths.

    u = None                    # which of the nodes is nearest, if there is one
    for k in distances:
        if k not in done and (u is None or distances[k] < distances[u]):
            u = k

Each path looks for what it has: None, which is a key as any other, or the value.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from autograph.old_operators.conditionals import if_stmt
from autograph.old_operators.exceptions import raised
from autograph.old_operators.none_arguments import on_each_path
from graph.graph import current_graph
from graph.old_staging.variables import available, building
from graph.op import op_named
from graph.origin import capture
from graph.partial import Optional, OptionalTensor
from graph.tables import is_table
from graph.tensor import SymbolicTensor

_METHODS: Final = frozenset(
    {"add", "discard", "get", "move_to_end", "pop", "remove", "setdefault"}
)


def is_concerned(container: Any, key: Any) -> bool:
    """Tell whether something is looked up that is None on some paths only."""
    is_either = type(key) in (Optional, OptionalTensor)
    return (
        is_either
        and current_graph() is not None
        and isinstance(container, (dict, set, frozenset))
    )


def on_paths(act: Callable[[Any], Any], key: Any) -> Any:
    """Return `act(key)`, of a key that is None on some paths.

    Args:
        act: Looks for a key. It may raise a KeyError: so does the run, on that path.
        key: The key.
    """

    def look(one: Any) -> Any:
        try:
            return act(one)
        except KeyError as error:
            found = error
        raise raised(found)

    return on_each_path(look, key)


def replacement(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of a method that looks up what may be None."""
    owner: Any = getattr(function, "__self__", None)
    if not args or not is_concerned(owner, args[0]):
        return None
    if getattr(function, "__name__", None) not in _METHODS:
        return None
    # These need this module.
    from autograph.old_operators import run_sets
    from autograph.old_operators.calls import converted_call

    def call(key: Any, *rest: Any, **named: Any) -> Any:
        is_put = function.__name__ in ("add", "setdefault")
        if is_put and _is_of_run(key) and _cannot_hold_none(owner):
            return converted_call(function, (_put(key, owner), *rest), named)

        def look(one: Any) -> Any:
            return converted_call(function, (one, *rest), named)

        changes = function.__name__ in ("discard", "remove")
        if changes and _is_of_run(key) and run_sets.can_become(owner):
            run_sets.become(owner)  # so that each path leaves it alike
        return on_paths(look, key)

    return call


def set_item(
    target: Any, key: Any, value: Any, write: Callable[[Any, Any, Any], None]
) -> None:
    """Do `target[key] = value`.

    Args:
        target: What is written to.
        key: It may be None.
        value: The value.
        write: Does it with a key that is what it is on each path.
    """
    if _is_of_run(key) and _cannot_hold_none(target):
        write(target, _put(key, target), value)
        return
    without = partial(write, target, None, value)
    with_it = partial(write, target, available(key.value), value)
    if_stmt(key.flag, without, with_it, tuple, _ignored, (), 0)


def _is_of_run(key: Any) -> bool:
    """Is it something that only the run knows where it is not None?"""
    value = key.value
    return type(value) is SymbolicTensor and value.node.op.name != "const"


def _cannot_hold_none(holder: Any) -> bool:
    """Can a set or dict not have None on a path, and what the run knows on another?

    A dict that Python knows can, outside of loops: its keys are then those of one path.
    """
    around = current_graph()
    while around is not None and not around.is_repeated:
        around = around.parent
    return around is not None or not isinstance(holder, dict) or is_table(holder)


def _put(key: Any, holder: Any) -> Any:
    """Return what is put into a set or dict of the graph, which cannot hold None.

    A run that would put None there is refused.
    """
    graph = building()
    attrs = {"holder": f"a {type(holder).__name__}"}
    flag = [graph.capture(key.flag)]
    graph.add(op_named("refuse_none"), flag, attrs, origin=capture())
    return available(key.value)


def _ignored(state: tuple[Any, ...]) -> None:
    """Set no variables."""
    assert state == ()


__all__ = ["is_concerned", "on_paths", "replacement", "set_item"]
