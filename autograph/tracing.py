"""Trace a function: run it once on symbolic tensors and keep the graph."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from threading import get_ident
from types import TracebackType
from typing import Any

import numpy as np

from autograph.arguments import fields_of, is_tensor_like, leaf_spec
from autograph.function.inputs import Call
from autograph.function.key import kind_of
from autograph.old_function.changes import Change, Given, write_known
from autograph.old_function.conflicts import (
    Conflict,
    NeedsUpdatesError,
    check_arrays,
    find_conflicts,
)
from autograph.old_function.outliving import (
    Left,
    find_left,
    leaves_arrays,
    refusal_of_left,
    unreadable_put_back,
    warn_of_left,
)
from autograph.old_function.partial_changes import (
    NOTHING,
    AfterChange,
    after_change,
    changes_of,
    leave_known,
)
from autograph.old_function.remade import Remade, taken_apart
from autograph.old_function.table_results import with_lists
from autograph.old_function.tentative import Tentative, journalled
from autograph.old_operators import depth, guard
from autograph.old_operators.iteration import StagedRange
from autograph.old_operators.key_order import note_inside, watching
from autograph.old_operators.resident_results import by_value
from graph import dtypes, nest
from graph.building import begin_anew
from graph.convert import constant_array
from graph.defects import refuse_unreal
from graph.errors import (
    AutographError,
    DTypeError,
    LeakedTensorError,
    StagingError,
    UnknownIdentityError,
    UnsettledRecursionError,
    UnstageableValueError,
)
from graph.float_errors import begin_trace
from graph.graph import Graph, current_graph
from graph.needed import unswallowed
from graph.nest import Structure
from graph.number_bits import MAX_UINT64, MIN_INT64, number_bits, result_spec
from graph.old_staging import Diverged, is_stageable, stage_exception, trace_block
from graph.old_staging.abandoned import end_abandoned, end_operators
from graph.old_staging.ages import ages_noted
from graph.old_staging.cycles import refusal_of_cycle
from graph.old_staging.heap import Ref
from graph.old_staging.journal import (
    Entry,
    begin_journal,
    end_journal,
    is_advanced,
    restore,
)
from graph.old_staging.locations import Key
from graph.old_staging.mistakes import is_exhausted
from graph.old_staging.places import only_return
from graph.old_staging.stand_ins import Fresh
from graph.old_staging.unraised import begin_unraised, check_none_is_left
from graph.op import op_named
from graph.ops.raising import is_of_run
from graph.origin import Origin, exact_origin, is_users, line_of
from graph.partial import ABSENT, Record
from graph.segments import Segment, Watching, refusal
from graph.specs import TensorSpec, is_list
from graph.tensor import SymbolicTensor, Tensor
from graph.traced_text import checked
from graph.value_operators import values_in
from graph.variable_creation import current_creation


@dataclass(frozen=True, slots=True)
class Trace:
    """A traced function.

    Attributes:
        graph: Its inputs are the tensors among the arguments, in flat order.
        specs: What each input takes.
        input_places: For each input its place among the flat arguments.
        structure: The structure of the result; leaves are outputs, or None.
        is_tensor: For each leaf of the result whether it is an output.
        conflicts: What it would do to arrays of NumPy, and a graph does not.
        changes: What it changes in containers of the caller's. If there is something,
            the result is a pair: what is returned, and a list for the changes.
        remade: How what is returned is made of it, if it is not just that.
        reads_key_order: Is it for dicts among the arguments with their keys in the
            order of the call that it was traced for?
        after_change: What may run after the first of the changes.
    """

    graph: Graph
    specs: tuple[TensorSpec, ...]
    input_places: tuple[int, ...]
    structure: Structure
    is_tensor: tuple[bool, ...]
    conflicts: tuple[Conflict, ...] = ()
    changes: tuple[Change, ...] = ()
    remade: Remade | None = None
    reads_key_order: bool = False
    after_change: AfterChange = NOTHING

    @property
    def number_bits(self) -> int:
        """How wide a Python number is that a run returns: 32 or 64."""
        return number_bits(spec.dtype for spec in self.specs)

    def returned(self, result: Any) -> Any:
        """Return what the function returns, given what the graph does."""
        value = result[0] if self.changes else result
        return value if self.remade is None else self.remade.build(value)


def trace(
    name: str,
    function: Callable[[Sequence[Any]], Any],
    call: Call,
    origin: Origin,
    own: Collection[str],
    effects: Tentative,
    is_converted: bool = True,
) -> Trace:
    """Run `function` on symbolic arguments, recording a graph.

    Args:
        name: The graph's name.
        function: Takes the canonical arguments.
        call: The arguments; tensors, arrays and specs among them become inputs.
        origin: Where the function is defined.
        own: Parameters whose containers are the function's own, as `**kwargs`.
        effects: Is told what the trace writes.
        is_converted: Does it run on operators, which see what it looks at?

    Raises:
        DTypeError: The result holds something that is no tensor.
    """
    is_outermost = begin_anew()
    if is_outermost:
        guard.remove()
    with (
        journalled(effects),
        ages_noted() if is_outermost else nullcontext(),
        Watching(guard.install),
        guard.removed(),
        watching(call.structure) as order,
    ):
        try:
            made = _traced(name, function, call, origin, own, effects)
        except BaseException as error:
            if isinstance(error, RecursionError):  # of what is returned
                refused = refusal_of_cycle(error)
                if refused is not None:
                    refused.origin = refused.origin or origin
                    raise refused from None
            raise
        is_read = order.is_read or not is_converted
        return replace(made, reads_key_order=is_read and bool(order.keys))


def _traced(
    name: str,
    function: Callable[[Sequence[Any]], Any],
    call: Call,
    origin: Origin,
    own: Collection[str],
    effects: Tentative,
) -> Trace:
    """Trace for tensors and arrays alike, and anew where arrays need another graph.

    So do arrays that the function makes and writes to under other names than those of
    its variables, as `self.grid[i, j] = v`: all that NumPy makes is then of the graph.
    """
    refusal: AutographError | None = None
    abandoned: Exception
    updates = owns = False
    while True:
        graph = Graph(name, current_graph())
        graph.updates_arrays, graph.owns_arrays = updates, owns
        graph.thread = get_ident()
        if graph.parent is None:
            begin_unraised()
        written = begin_journal()
        try:
            with unreadable_put_back(written.values()):
                made = _trace(name, function, call, origin, own, graph, written)
            left = find_left(written.values())
            if owns and leaves_arrays(left):
                assert refusal is not None  # for its sake arrays are objects
                restore(written)
                raise refusal
            if graph.parent is None:
                check_none_is_left()
                _check_left(left, written, name, origin)
            return made
        except NeedsUpdatesError as needed:
            updates, refusal, abandoned = True, refusal or needed.refusal, needed
        except AutographError as error:
            is_asked = None in (graph.owns_arrays, graph.updates_arrays)
            if is_asked and not any(map(is_advanced, written.values())):
                owns = owns or graph.owns_arrays is None
                updates = updates or graph.updates_arrays is None
                refusal, abandoned = refusal or error, error
            else:
                _end_for_good(error, graph, effects)
                if _says_more(refusal, error):
                    assert refusal is not None
                    raise refusal from None
                raise
        except Exception as error:
            _end_for_good(error, graph, effects)
            raise
        finally:
            graph.thread = None
            end_journal()
        with graph.as_default():
            end_abandoned(abandoned)
        restore(written)


def _check_left(
    left: Sequence[Left], written: dict[Key, Entry], name: str, origin: Origin
) -> None:
    """Look at what a trace leaves in things that outlive it."""
    found = refusal_of_left(left, name, origin)
    if found is not None:
        restore(written)
        raise found
    creation = current_creation()
    if creation is None or not creation.has_created:  # else there is another trace
        warn_of_left(left, name, origin)


def _end_for_good(error: Exception, graph: Graph, effects: Tentative) -> None:
    """End what a trace has begun, in place of which something else will run."""
    if effects.is_given_up(error):
        with graph.as_default():
            end_abandoned(error)


def _says_more(refusal: AutographError | None, error: AutographError) -> bool:
    """Tell whether what was in the way at first is told, and not what now is.

    That a list cannot hold arrays is said of lists whose arrays are none of the graph.
    """
    is_of_list = isinstance(refusal, UnstageableValueError)
    return refusal is not None and isinstance(error, StagingError) and not is_of_list


def _trace(
    name: str,
    function: Callable[[Sequence[Any]], Any],
    call: Call,
    origin: Origin,
    own: Collection[str],
    graph: Graph,
    written: dict[Key, Entry],
) -> Trace:
    graph.takes_leaks = True
    graph.depth = depth.depth()
    begin_trace(graph)
    leaves = call.current_leaves()
    places = tuple(i for i, leaf in enumerate(leaves) if is_tensor_like(leaf))
    paths = call.paths
    given = tuple(leaves)
    specs = [leaf_spec(given[place]).strong for place in places]
    for place, spec in zip(places, specs, strict=True):
        leaves[place] = _add_input(graph, spec, paths[place], given[place], origin)
    packed = call.pack(leaves)
    containers = Given(["" if each in own else each for each in call.names], packed)
    with graph.as_default():
        try:
            result = unswallowed(graph.root, function, packed)
        except Diverged:
            result = None
        except AutographError as error:
            _end(error)
            raise
        except Exception as error:
            if is_exhausted(error):
                raise _explained(name, error, origin) from None
            refuse_unreal(error)
            if not graph.effects.writes and not is_of_run(error, graph):
                leave_known(name, containers, call.originals, error, origin, written)
                raise
            # What is printed or checked before comes first when the graph runs.
            stage_exception(error)
            result = None
        changes, results = changes_of(containers, name, origin, written)
        _keep_variables(changes, call)
        after = after_change(graph, containers)
        given_back = (results,) if changes else ()
        bits = number_bits(spec.dtype for spec in specs)
        outputs, shape, remade = _outputs(graph, name, result, given_back, origin, bits)
    if not call.originals:  # an input signature makes tensors of all
        graph.classes_asked.clear()
    conflicts = find_conflicts(name, graph, outputs, places, paths)
    check_arrays(conflicts, given, is_last=bool(graph.updates_arrays))
    graph.finish(outputs)
    return Trace(
        graph,
        tuple(specs),
        places,
        *shape,
        conflicts,
        tuple(changes),
        remade,
        after_change=after,
    )


def _add_input(
    graph: Graph, spec: TensorSpec, path: str, given: Any, origin: Origin
) -> SymbolicTensor:
    """Append the input for an argument, and note if it is one of NumPy's."""
    bare = TensorSpec(spec.shape, spec.dtype)
    made = graph.add_input(bare, spec.name or _as_name(path), origin)
    if kind_of(given) in (np.ndarray, np.generic):
        graph.given_classes[id(made)] = type(given)
    return made


def _end(error: Exception) -> None:
    if isinstance(error, AutographError):
        error.is_in_user_code = True
    end_operators(error)


def _keep_variables(changes: Sequence[Change], call: Call) -> None:
    """Write variables that the trace has made to the caller's containers.

    The function is then traced again, and is to find them there.
    """
    creation = current_creation()
    if creation is not None and creation.has_created:
        write_known(changes, call.originals)


def _as_name(path: str) -> str:
    return re.sub(r"[^A-Za-z0-9_]+", "_", path).strip("_") or "input"


def _outputs(
    graph: Graph,
    name: str,
    result: Any,
    changes: tuple[Any, ...],
    origin: Origin,
    bits: int,
) -> tuple[list[SymbolicTensor], tuple[Structure, tuple[bool, ...]], Remade | None]:
    """Return the outputs, how they are nested, and how the result is made of that."""
    note_inside(result)
    try:
        result, remade = taken_apart(by_value(with_lists(result)))
        if changes:
            result = (result, *with_lists(changes))
        result = values_in(result)
    except AutographError as error:  # of no line of the function's any more
        error.origin, error.is_in_user_code = only_return(origin), True
        raise
    leaves, structure = nest.flatten_with_structure(result)
    _check_segments(structure, is_list_item=False)
    for made in _objects_in(structure):
        raise _no_result(name, "a part of its result", made.__name__, origin)
    outputs = []
    paths = nest.paths(result)
    if remade is not None and len(remade.paths()) == len(paths):
        paths = remade.paths()
    for leaf, path in zip(leaves, paths, strict=True):
        if leaf is None or leaf is ABSENT:
            continue
        is_data = is_stageable(leaf) or isinstance(leaf, (str, bytes, np.ndarray))
        is_error = getattr(getattr(leaf, "spec", None), "dtype", None) is dtypes.opaque
        if not is_data or is_error:
            where = f"the part {path} of its result" if path else "its result"
            kind = "exception" if is_error else type(leaf).__name__
            raise _no_result(name, where, kind, origin)
        outputs.append(_output(graph, leaf, origin, bits))
    is_tensor = tuple(leaf is not None and leaf is not ABSENT for leaf in leaves)
    return outputs, (structure, is_tensor), remade


def _no_result(name: str, where: str, kind: str, origin: Origin) -> DTypeError:
    article = "an" if kind[0] in "aeiouAEIOU" else "a"
    found = DTypeError(
        f"{name}() returns {article} {kind} as {where}, which cannot become a tensor.",
        origin=only_return(origin),
        hint="A function that is traced returns tensors, numbers, text, arrays, None, "
        "and lists, tuples, dicts and dataclasses of these.",
    )
    found.is_in_user_code = True
    return found


def _objects_in(structure: Structure) -> Iterator[type]:
    """Yield the classes of objects in lists, but for dataclasses, and of ranges."""
    for thing in structure.names if structure.kind is Record else ():
        if isinstance(thing, Ref) or (
            isinstance(thing, Fresh) and not fields_of(thing.kind)
        ):
            yield thing.value
        if thing is StagedRange:
            yield thing
    for part in structure.parts:
        yield from _objects_in(part)


def _check_segments(structure: Structure, *, is_list_item: bool) -> None:
    """Refuse items of a list whose length is not known, outside of that list."""
    if structure.kind is Segment and not is_list_item:
        raise refusal("a function returns its items, but not as a list")
    for part in structure.parts:
        _check_segments(part, is_list_item=structure.kind in (list, tuple))


def _output(graph: Graph, leaf: Any, origin: Origin, bits: int) -> SymbolicTensor:
    """Return a leaf of the result as an output, told where the value was made."""
    if type(leaf) is int and not MIN_INT64 <= leaf <= MAX_UINT64:
        leaf, bits = graph.constant(leaf, only_return(origin)), 64  # the run refuses it
    if is_symbolic_number(leaf):
        inner = graph.capture(leaf, origin)
        is_wide = result_spec(leaf.spec, bits).dtype is not leaf.spec.strong.dtype
        attrs, at = {"bits": bits} if is_wide else {}, leaf.node.origin
        made = graph.add(op_named("python_to_tensor"), (inner,), attrs, origin=at)
        return made.outputs[0]
    if isinstance(leaf, Tensor):
        try:
            return graph.capture(leaf, origin)
        except (
            LeakedTensorError,
            UnknownIdentityError,
        ) as error:  # of no line of the function's any more
            error.origin, error.is_in_user_code = only_return(origin), True
            raise
    return graph.constant(constant_array(checked(leaf, origin)), origin)


def is_symbolic_number(leaf: Any) -> bool:
    """Tell whether a leaf is a Python number that the graph carries."""
    return (
        isinstance(leaf, SymbolicTensor)
        and leaf.spec.dtype.is_python
        and not is_list(leaf.spec)
    )


def _explained(name: str, error: Exception, origin: Origin) -> Exception:
    """Return what a recursion without end was, seen from the user's side."""
    if isinstance(error, MemoryError):
        _end(error)
        return error
    refused = refusal_of_cycle(error)
    if refused is not None:
        return refused
    n_blocks, trace, entered = 0, error.__traceback__, list[TracebackType]()
    while trace is not None:
        n_blocks += trace.tb_frame.f_code is trace_block.__code__
        if is_users(trace.tb_frame.f_code):
            entered.append(trace)
        trace = trace.tb_next
    if not n_blocks:  # else the run may pass by it
        return error
    repeated = _repeated(entered)
    if repeated is not None:
        code = repeated.tb_frame.f_code
        name = code.co_name
        origin = exact_origin(code, repeated.tb_lasti, line_of(repeated))
    found = UnsettledRecursionError(
        f"{name}() calls itself without end while it is traced: whether there is one "
        "is known only when the graph runs.",
        origin=origin,
        hint="Arguments that are no tensors or numbers, such as functions, must be the "
        "same in each call, and tuples and dicts of one nesting. In place of a tuple "
        "that each call makes longer, pass a list: path + [k]; in place of a set, add "
        "to one set, and take out again what was added.",
    )
    found.is_in_user_code = repeated is not None
    return found


def _repeated(entered: Sequence[TracebackType]) -> TracebackType | None:
    """Return where the function that was entered most often called itself last."""
    codes = [each.tb_frame.f_code for each in entered]
    places = [(code.co_filename, code.co_name) for code in codes]
    most, times = Counter(places).most_common(1)[0] if places else (("", ""), 0)
    if times < 2:  # it calls itself, but not here
        return None
    return entered[len(places) - 1 - places[::-1].index(most)]
