"""Arrays written in place while they are traced: `x[key] = value`.

A tensor never changes, and an array of NumPy's that a function is given is a tensor in
its graph. So a write makes a new tensor, its latest version, which stands for the
object from then on, under every name that the object has: whoever uses the object uses
its latest version. Writes in a staged block are noted in its journal, and become state
of the block.

    y = x[1:]           a view: what `x[1:]` is now, whenever it is used;
    y[0] = 5            and what is written to it is written to `x`
    z = x.reshape(-1)   may be a view or a copy, as memory is laid out: refused if it is
                        used after one of the two was written to

The same is refused for a value that is this or that object, as the run decides.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graph.array_methods import _HANDLERS, register_handler
from graph.building import _STATE
from graph.dispatch import apply
from graph.errors import AutographError, SideEffectError, UnknownIdentityError
from graph.graph import Graph, as_they_were, current_graph
from graph.old_staging.aliases import check_arrays, has_aliases, is_inner, of_element
from graph.old_staging.chosen_arrays import Choice, choice_of, on_each_path, shown
from graph.old_staging.given import given_away, is_given_within, no_single_array
from graph.old_staging.journal import note
from graph.old_staging.links import LAST_WRITE, count_write, links_of
from graph.old_staging.locations import Location
from graph.old_staging.memory import memory_of, object_of, outer_of, sources_of
from graph.old_staging.views import is_view, places_of_element, put_back
from graph.old_staging.written_values import as_written
from graph.op import op_named
from graph.ops.arguments import apply_as_given
from graph.ops.item_assignment import assigned
from graph.ops.manipulation import rank
from graph.ops.selection import where
from graph.origin import Origin, capture_exact
from graph.structure import is_placeholder
from graph.tensor import _DISPATCH, SymbolicTensor, Tensor

LABEL: Final = "the content of an array"
_TO_WRITE: Final = "Make an array of its own before: x = np.array(x)."


def _stored(value: SymbolicTensor) -> SymbolicTensor:
    """Return the latest version that an object was given itself."""
    latest = links_of(value).latest
    return value if latest is None else latest


class Items(Location):
    """What an array that is written in place holds."""

    __slots__ = ()
    is_content = False

    @property
    def label(self) -> str:
        return LABEL

    def get(self) -> Any:
        return _stored(self.owner)

    def set(self, value: Any) -> None:
        count_write()
        links = links_of(self.owner)
        if value is self.owner:
            links.latest = None
            return
        if not isinstance(value, SymbolicTensor):  # an array that all paths leave
            value = _graph().capture(value)
        owner = links_of(value).owner
        if owner is not None and owner is not self.owner:
            value = apply(op_named("identity"), (value,))
        links_of(value).owner = self.owner
        links.latest = value

    def is_made_in(self, graph: Graph) -> bool:
        if self.owner.graph is not graph or graph.tried_from is None:
            return self.owner.graph is graph
        # What was there before the trial is put back after it.
        made = graph.nodes[graph.tried_from :]
        return any(node is self.owner.node for node in made)


# -- What is used --------------------------------------------------------------------


def current(value: Any, seen: dict[int, Any] | None = None) -> Any:
    """Return the latest version of an object, as it is used.

    Args:
        value: The object.
        seen: What this question has found so far, by identity.

    Raises:
        UnknownIdentityError: It may share memory with what was written since.
    """
    if type(value) is not SymbolicTensor or _STATE.is_raw:
        return value
    links = value.links
    if links is not None:
        if links.owner is not None:
            return value
        if links.refused is not None:
            raise _shared(value, links.refused)
        if links.given and (at := given_away(value, _graph())) is not None:
            raise _shared(value, at)
        if links.latest is not None and (links.is_left or choice_of(value) is None):
            return links.latest
        if links.array is not None:
            _check_copy(value, links.array)
        if links.unwritten == LAST_WRITE[0]:
            return value
    sources = sources_of(value)
    if not sources:
        return value
    # What branches choose among meets again: each is asked once, not by every way.
    seen = {} if seen is None else seen
    if id(value) not in seen:
        choice = choice_of(value)
        if is_view(value):
            seen[id(value)] = _viewed(value, sources[0], seen)
        elif choice is not None:
            seen[id(value)] = _chosen(value, choice, seen)
        else:
            number = LAST_WRITE[0]
            for source in sources:
                _check_unwritten(value, source, seen)
            seen[id(value)] = value
            if not any(map(_DISPATCH["is_copy"], sources)):
                links_of(value).unwritten = number
    return seen[id(value)]


def _chosen(
    value: SymbolicTensor, choice: Choice, seen: dict[int, Any]
) -> SymbolicTensor:
    """Return what one of two arrays holds now."""
    held = {
        id(each): _stored(value) if each.array is None else current(each.array, seen)
        for each in choice.arrays()
    }
    with as_they_were():
        return shown(value, choice, held)


def _check_copy(value: SymbolicTensor, array: Any) -> None:
    """Refuse the use of what shares memory with an array that has changed since.

    It was written to as NumPy does it, which no journal notes.
    """
    held = value.node.attrs.get("value")
    if held is not None and not np.array_equal(held, array, equal_nan=True):
        raise _shared(value, value.node.origin)


def _viewed(
    value: SymbolicTensor, source: SymbolicTensor, seen: dict[int, Any]
) -> SymbolicTensor:
    """Return what a view shows now."""
    base = current(object_of(source), seen)
    if outer_of(base) is outer_of(source):
        return value
    links, graph = links_of(value), _graph()
    if links.derived is not None:
        of, user, derived = links.derived
        if of is outer_of(base) and user is graph:
            return derived
    with as_they_were():
        operands = (base, *value.node.inputs[1:])
        found: SymbolicTensor = apply_as_given(
            value.node.op, operands, value.node.attrs
        )
        places = places_of_element(value)
        if places is not None and base.spec.rank is None:
            # An element was read, once and for all; a row shows what it is now.
            found = where(rank(base) == places, value, found)
    links_of(found).owner = value
    links.derived = (outer_of(base), graph, found)
    return found


def _check_unwritten(
    value: SymbolicTensor, source: SymbolicTensor, seen: dict[int, Any]
) -> None:
    owner = object_of(source)
    if is_given_within(owner, value.node):
        return
    latest = current(owner, seen)
    if outer_of(latest) is outer_of(source):
        return
    nodes = value.graph.nodes
    if value.node.op.is_control and latest.graph is value.graph:
        # What the same statement wrote, or one before it, is what the value has seen.
        places = {id(node): place for place, node in enumerate(nodes)}
        # Inputs come before all nodes.
        if places.get(id(latest.node), -1) <= places[id(value.node)]:
            return
    raise _shared(value, _written_at(latest))


def _written_at(latest: SymbolicTensor) -> Origin:
    """Return where an object was written to, given its latest version, or a view."""
    while latest.node.op.name == "getitem" and links_of(latest).owner is not None:
        latest = latest.node.inputs[0]
    return latest.node.origin


def _shared(value: SymbolicTensor, at: Origin) -> UnknownIdentityError:
    made = "it was made here", value.node.origin
    return UnknownIdentityError(
        f"{value} may be the same memory, as a whole or in part, as an array that was "
        "written to meanwhile: that depends on the run, or on how memory is laid "
        "out.",
        origin=capture_exact(2),
        others=(made, ("the array is written to here", at)),
        hint="Make a copy before the write: y = x.copy() is an array of its own. Parts "
        "taken by integers and slices may be used.",
    )


# -- What is written -----------------------------------------------------------------


def store(target: SymbolicTensor, key: Any, value: Any) -> None:
    """Do `target[key] = value`.

    Raises:
        ImmutableTensorError: It is a tensor, which never changes.
        SideEffectError: The object cannot be written to where this is.
        UnstagedOperationError: It is not known whether it is a tensor.
    """
    _DISPATCH["check_building"](target)
    graph = _graph()
    if not target._is_array:
        name = target.spec.dtype.name
        raise TypeError(f"{name!r} object does not support item assignment")
    kind = check_no_tensor("item assignment", target)
    if target.spec.shape == () and kind is np.generic:
        np.zeros(1, target.dtype.numpy)[0][()] = 0  # NumPy's own error
    from graph.old_staging.read_only import is_fixed  # which needs this module

    if is_fixed(target):
        raise ValueError("assignment destination is read-only")
    check_place(target, graph)
    _check_held(target)
    around: Graph | None = graph
    while around is not None:
        around.has_writes = True
        around = around.parent
    choice = choice_of(target)
    if choice is None:
        _write(target, _with_items(current(target), key, value))
        return

    check_memory(target)

    def act(part: SymbolicTensor | None) -> None:
        if part is None:
            _put(target, _with_items(_stored(target), key, value))
        else:
            store(part, key, value)

    on_each_path(target, choice, act)


def check_no_tensor(name: str, target: SymbolicTensor) -> type:
    """Refuse what changes an array in place, of a tensor, and return what it is.

    Raises:
        ImmutableTensorError: It is one in plain Python.
        UnstagedOperationError: That is not known.
    """
    try:
        kind: type = _DISPATCH["kind_in_python"](target, "writing in place", _TO_WRITE)
        if kind is Tensor:
            _HANDLERS["refused"](name, target)
    except AutographError:
        _ask_to_update()
        raise
    return kind


def _ask_to_update() -> None:
    """Ask for a trace in which `x += y` changes arrays, if there was one.

    What `x` is afterwards would not be known else: it is refused if that does not do.
    """
    around: Graph | None = _graph()
    while around is not None:
        if around.updates and around.root.updates_arrays is False:
            around.root.updates_arrays = None
        around = around.parent


def _check_held(target: SymbolicTensor) -> None:
    """Refuse a write to an array that an exception holds.

    Raises:
        UnknownIdentityError: It holds that, or what may share memory with it.
    """
    if has_aliases() and any(map(is_inner, memory_of(target))):
        raise of_element(target)


def _with_items(base: SymbolicTensor, key: Any, value: Any) -> SymbolicTensor:
    new = assigned(base, key, *as_written(base.dtype, value))
    assert isinstance(new, SymbolicTensor)  # a graph is being built
    return new


def _graph() -> Graph:
    graph = current_graph()
    assert graph is not None, "an array is written to outside of graphs"
    return graph


def _write(target: SymbolicTensor, new: SymbolicTensor) -> None:
    """Let `new` stand for an object from now on."""
    sources = sources_of(target)
    if is_view(target):
        base = object_of(sources[0])
        check_place(base, _graph())
        with as_they_were():
            before = _stored(base)
        choice = choice_of(base)
        if is_view(base) or choice is not None:
            before = current(base)
        with as_they_were():
            whole = put_back(target, new, before)
        if choice is None:
            _write(base, whole)
        else:
            check_memory(base)
            on_each_path(
                base,
                choice,
                lambda part: _put(base, whole) if part is None else _write(part, whole),
            )
        return
    from graph.old_staging.shared_arrays import siblings_of  # which needs this module

    check_memory(target)
    for source in (*sources, *siblings_of(target)):
        _refuse(object_of(source))
    _put(target, new)


def _put(target: SymbolicTensor, new: SymbolicTensor) -> None:
    place = Items(target)
    note(place)
    place.set(new)


def _refuse(value: SymbolicTensor) -> None:
    """Refuse the use of an object from now on: something like it was written to."""
    links = links_of(value)
    if links.refused is None:
        count_write()
        links.refused = capture_exact(3)
        for source in sources_of(value):
            _refuse(object_of(source))


def check_memory(value: SymbolicTensor) -> None:
    """Refuse a write to what may be an array that is no object of the graph.

    Raises:
        UnknownIdentityError: That array, which would not change, can be reached.
    """
    waiting, seen = [value], set()
    while waiting:
        each = waiting.pop()
        if id(each) not in seen:
            seen.add(id(each))
            held = each.links.array if each.links is not None else None
            check_arrays(each, () if held is None else (held,))
            waiting.extend(map(object_of, sources_of(each)))


def check_place(target: SymbolicTensor, graph: Graph) -> None:
    """Refuse a write to an array where it would not be seen.

    Raises:
        SideEffectError: The object cannot be written to in this graph.
    """
    around: Graph | None = graph
    while around is not None and around is not target.graph:
        if not around.is_block:
            raise SideEffectError(
                "an array of the function around is written to in a function that is "
                "traced by itself.",
                origin=capture_exact(2),
                hint="Leave the inner function undecorated, or return the new array.",
            )
        around = around.parent
    is_state = target.graph.is_block and is_placeholder(target.node)
    if is_state and outer_of(target) is target and links_of(target).owner is None:
        if target.graph.exchanged is None:
            raise no_single_array(capture_exact(2))
        target.graph.exchanged.setdefault(id(target), capture_exact(2))


# -- The ends of blocks --------------------------------------------------------------


def leave_block(graph: Graph, left: Any) -> None:
    """Note what objects are at the end of a block, before writes are put back.

    Args:
        graph: The block's graph.
        left: The tensors that it leaves.
    """
    for node in list(graph.nodes):
        for value in node.outputs:
            if value.links is not None and value.links.owner is not None:
                continue
            latest = _latest(value)
            if latest is None:
                links_of(value).refused = node.origin
                count_write()
            elif sources_of(value):  # what is put back is not what it has seen
                links_of(value).latest = latest
                links_of(value).is_left = True
                count_write()
    owners = [
        entry.location.owner
        for entry in graph.journal.values()
        if isinstance(entry.location, Items)
    ]
    for value in (*left, *owners):
        if type(value) is SymbolicTensor and value.graph is not graph:
            latest = _latest(value)
            if latest is not None and latest is not value:
                graph.left_versions[id(value)] = (value, latest)


def _latest(value: SymbolicTensor) -> SymbolicTensor | None:
    """Return the latest version, None of what may no longer be used."""
    try:
        found: SymbolicTensor = current(value)
    except UnknownIdentityError:
        return None
    return found


_DISPATCH["current"] = current
_DISPATCH["check_no_tensor"] = check_no_tensor
register_handler("store", store)

__all__ = [
    "LABEL",
    "Items",
    "check_memory",
    "check_no_tensor",
    "check_place",
    "current",
    "leave_block",
    "store",
]
