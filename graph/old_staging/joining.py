"""Join what different paths leave in a variable, leaf by leaf."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graph import nest, specs
from graph.errors import StructureMismatchError
from graph.graph import Graph
from graph.keys import Possible
from graph.nest import Structure
from graph.old_staging import apart, chosen
from graph.old_staging.caught import are_errors, as_records, is_error
from graph.old_staging.choices import are_choices, opened
from graph.old_staging.chosen import Chosen, are_chosen
from graph.old_staging.coercion import coerce, fitting, is_run
from graph.old_staging.dicts import joined_sets, unify_dicts
from graph.old_staging.list_elements import check_element, holds_containers
from graph.old_staging.members import are_members, is_member, record_of
from graph.old_staging.mismatch import (
    bad_element,
    mismatch,
    of_one_kind,
    show_element,
    structures_differ,
)
from graph.old_staging.one_of import OneOf, alternatives, within
from graph.old_staging.opened_sets import opened_alike
from graph.old_staging.stand_ins import as_element
from graph.old_staging.variables import Unavailable, is_element, is_stageable, show_name
from graph.origin import capture_exact
from graph.partial import (
    ABSENT,
    Flagged,
    MadeError,
    Maybe,
    Optional,
    OptionalTensor,
    Record,
    Undefined,
    are_records,
    fields_of,
)
from graph.segments import Column, Family, Fill, One, Segment, may_hold_twice
from graph.specs import TensorSpec
from graph.tensor import _DISPATCH, SymbolicTensor, Tensor
from graph.value_operators import ValueOperators


def align(values: list[list[Any]], names: Sequence[str]) -> list[Structure]:
    """Give every path the same structures: what is missing takes the others' shape.

    Args:
        values: For each path, the list of the variables' values; changed in place.
        names: The variables' names.

    Raises:
        StructureMismatchError: A variable is nested differently.
    """
    structures = []
    for place, name in enumerate(names):
        trees = unify(name, [path[place] for path in values])
        for path, tree in zip(values, trees, strict=True):
            path[place] = tree
        found = list(map(nest.structure_of, trees))
        nest.join_families(found)
        structures.append(found[0])
    return structures


def unify(name: str, trees: list[Any]) -> list[Any]:
    """Return the trees with one structure; flags tell what is missing where.

    A name that is undefined on some paths becomes `Maybe` on all, a value that is
    None on some `Optional`; the values that are not there are `ABSENT`.

    Raises:
        StructureMismatchError: The trees are nested differently.
    """
    missing = [isinstance(tree, Undefined) for tree in trees]
    if any(type(tree) is Maybe for tree in trees) or any(missing) != all(missing):
        given = [_part(tree, Maybe, Undefined) for tree in trees]
        values = unify(name, [value for value, _ in given])
        flags = [flag for _, flag in given]
        pairs = zip(values, flags, strict=True)
        return [Maybe(value, flag, name) for value, flag in pairs]
    if _is_optional(trees):
        given = [_part(tree, Optional, type(None)) for tree in trees]
        values = unify(name, [value for value, _ in given])
        flags = [flag for _, flag in given]
        return [Optional(v, flag) for v, flag in zip(values, flags, strict=True)]
    lost = [tree for tree in trees if isinstance(tree, Unavailable)]
    if lost:
        return [lost[0]] * len(trees)
    return alternatives(name, trees, _unify_alike) or _unify_alike(name, trees)


def _unify_alike(name: str, trees: list[Any]) -> list[Any]:
    trees = opened_alike(name, joined_sets(trees))
    present = [tree for tree in trees if tree is not ABSENT]
    if are_choices(trees):
        return _unify_choices(name, trees)
    if are_errors(trees):
        return as_records(trees)
    if are_chosen(trees):
        return _unify_chosen(name, trees)
    if are_members(trees):
        trees = [tree if tree is ABSENT else record_of(tree) for tree in trees]
        present = [tree for tree in trees if tree is not ABSENT]
    if are_records(present) or (present and type(present[0]) is Record):
        return _unify_records(name, trees)
    chosen.check_looked_up(present)
    if not any(map(_is_opened, of_one_kind(name, present))):
        return trees
    if type(present[0]) is Segment:
        return [_like(present[0]) if tree is ABSENT else tree for tree in trees]
    kinds = {type(tree) for tree in present}
    if kinds in ({list}, {tuple}) and is_ragged(present):
        return [type(present[0])(tree) for tree in _as_segments(name, trees)]
    if kinds == {dict}:
        return unify_dicts(within(name), trees, unify)
    _check_alike(name, present)
    name = name if isinstance(present[0], tuple) else within(name)
    first, rest = present[0], [None if tree is ABSENT else tree for tree in trees]
    columns = [
        unify(name, [ABSENT if tree is None else tree[place] for tree in rest])
        for place in range(len(first))
    ]
    rows = [[column[i] for column in columns] for i in range(len(trees))]
    kind = type(first)
    return [kind(row) if kind in (list, tuple) else kind(*row) for row in rows]


def _is_opened(tree: Any) -> bool:
    return nest.is_nested(tree) or type(tree) is Segment


def _like(segment: Segment) -> Segment:
    columns = (ABSENT,) * len(segment.columns)
    return Segment(segment.structure, columns, segment.family)


def is_ragged(lists: Sequence[Sequence[Any]]) -> bool:
    """Are there lists of several lengths, or with segments in different places?"""
    patterns = [
        [item.structure if type(item) is Segment else None for item in each]
        for each in lists
    ]
    return any(pattern != patterns[0] for pattern in patterns)


def _as_segments(name: str, trees: list[Any]) -> list[Any]:
    """Return lists as lists of one segment each, of one structure."""
    segments = iter(segments_of(name, [tree for tree in trees if tree is not ABSENT]))
    found = [None if tree is ABSENT else next(segments) for tree in trees]
    first = next(segment for segment in found if segment is not None)
    return [[_like(first) if segment is None else segment] for segment in found]


def _part(tree: Any, kind: type[Flagged], missing: type) -> tuple[Any, Any]:
    """Return the value and the flag of a tree, for one kind of flag."""
    is_maybe = kind is Maybe
    if tree is ABSENT:
        return ABSENT, ABSENT
    if isinstance(tree, missing):
        if isinstance(tree, Undefined):
            tree.is_read = True  # the flag says so from now on
        return ABSENT, not is_maybe
    if isinstance(tree, kind):
        return tree.value, tree.flag
    if not is_maybe and type(tree) is OptionalTensor:
        return tree.value, tree.flag
    return tree, is_maybe


def _is_optional(trees: list[Any]) -> bool:
    """Are some of the trees None, and others something that can be staged?"""
    if any(type(tree) in (Optional, OptionalTensor) for tree in trees):
        return True
    present = [tree for tree in trees if tree is not ABSENT]
    others = [tree for tree in present if tree is not None]
    return 0 < len(others) < len(present) and all(
        is_stageable(tree)
        or nest.is_nested(tree)
        or type(tree) in (Record, OneOf)
        or is_error(tree)
        or fields_of(type(tree))
        or is_member(tree)
        or chosen.may_be_chosen(tree)
        for tree in others
    )


def _unify_choices(name: str, trees: list[Any]) -> list[Any]:
    rows = opened(trees)
    columns = [unify(name, [row.parts[place] for row in rows]) for place in range(2)]
    return [Record(row.names, [x[i] for x in columns]) for i, row in enumerate(rows)]


def _unify_chosen(name: str, trees: list[Any]) -> list[Any]:
    rows = chosen.opened(trees)
    columns = zip(*(row.parts for row in rows), strict=True)
    joined = [unify(name, list(column)) for column in columns]
    return [Record(row.names, [x[i] for x in joined]) for i, row in enumerate(rows)]


def _unify_records(name: str, trees: list[Any]) -> list[Any]:
    for tree in trees:
        if type(tree) is not Record and tree is not ABSENT:
            apart.set_apart(tree)
    opened = [
        tree if type(tree) is Record else None if tree is ABSENT else Record.of(tree)
        for tree in trees
    ]
    names = next(each.names for each in opened if each is not None)
    columns = [
        unify(
            f"{name}.{field}",
            [ABSENT if each is None else each.parts[place] for each in opened],
        )
        for place, field in enumerate(names[1:])
    ]
    return [Record(names, [column[i] for column in columns]) for i in range(len(trees))]


def _check_alike(name: str, trees: list[Any]) -> None:
    first = trees[0]
    for other in trees[1:]:
        is_nested = any(map(nest.is_nested, (first, other)))  # leaves are alike
        if is_nested and (type(first) is not type(other) or len(first) != len(other)):
            raise structures_differ(name, first, other)


def is_same(left: Any, right: Any) -> bool:
    """Are two leaves one value, known while tracing?"""
    if left is right:
        return True
    if isinstance(left, Undefined) and isinstance(right, Undefined):
        return True
    if type(left) is not type(right) or isinstance(left, (Tensor, np.ndarray)):
        return False
    if isinstance(left, (float, complex)):
        return repr(left) == repr(right)  # 0.0 is not -0.0, and nan is nan
    if type(left) is Possible:
        held = ((x.value, x.flag, x.rank) for x in (left, right))
        return all(map(is_same, *held))
    if isinstance(left, MadeError):
        return left.error is right.error
    if isinstance(left, Unavailable):
        return bool(left.name == right.name)
    if isinstance(left, Segment):
        return left.structure == right.structure and all(
            map(is_same, left.columns, right.columns)
        )
    # Of anything else the identity may matter.
    return isinstance(left, (int, str, bytes)) and left == right


def leaf_spec(leaf: Any) -> TensorSpec:
    """Return the spec of a leaf that can be staged."""
    return specs.spec_of(leaf)


def segments_of(name: str, lists: list[list[Any]]) -> list[Segment]:
    """Return lists as segments of one structure, with columns not in a graph yet.

    Raises:
        BranchMismatchError: There is no structure, or no dtype, for all elements.
        UnstageableValueError: An element cannot be in a list of unknown length.
    """
    lists = [[_with_segments(name, item) for item in each] for each in lists]
    items = [item for each in lists for item in each]
    if any(isinstance(item, ValueOperators) for item in items):
        raise bad_element(name, "variables")
    # What never had an element takes the others' structure.
    solid = [item for item in items if not _is_hollow(item)] or items
    packed = [
        nest.pack(item.structure, item.columns) if type(item) is Segment else item
        for item in solid
    ]
    trees = unify(name, packed) if packed else []
    is_of_none = bool(trees) and all(tree is None for tree in trees)
    if is_of_none:  # what will be put there is not known yet
        trees = [Optional(ABSENT, True) for _ in trees]
    for item, tree in zip(solid, trees, strict=True):
        if type(item) is Segment:
            _check_kept(name, item.structure, nest.structure_of(tree))
    by_item = {id(item): tree for item, tree in zip(solid, trees, strict=True)}
    found = [[(item, by_item.get(id(item), _HOLLOW)) for item in each]
             for each in lists]  # fmt: skip
    structure = nest.LEAF
    if trees:
        structure = nest.join_families([nest.structure_of(tree) for tree in trees])
        check_element(name, structure)
        for tree, item in zip(trees, solid, strict=True):
            if nest.structure_of(tree) != structure:
                raise bad_element(name, _kind_of_item(item))
    return [
        Segment(
            structure,
            tuple(
                _column(name, k, each, is_number=is_of_none and k == 0)
                for k in range(structure.n_leaves)
            ),
            _family_of(structure, each),
        )
        for each in found
    ]


def _family_of(structure: Structure, items: Sequence[tuple[Any, Any]]) -> Family | None:
    """Return what the lists are of, if there are some, among items of a list."""
    if not holds_containers(structure):
        return None
    found = Family()
    for item, _ in items:
        if type(item) is Segment and item.family is not None:
            found.join(item.family)
    found.note_twice(may_hold_twice(item for item, _ in items))
    return found


_HOLLOW = object()
_LISTS = ("in one place", "in another")


def _check_kept(name: str, before: Structure, after: Structure) -> None:
    """Refuse tuples of one length whose columns would be those of tuples of any."""
    if after.is_flagged and not before.is_flagged:
        _check_kept(name, before, after.parts[0])
        return
    kinds = [[part.kind is Segment for part in each.parts] for each in (before, after)]
    if before.kind is tuple and kinds[0] != kinds[1]:
        raise StructureMismatchError(
            f"{show_name(name)} holds tuples of one length, such as {before}, and of "
            "a length that is known only when the graph runs.",
            origin=capture_exact(2),
            hint="Make lists of them: a list that grows holds lists of any length.",
            variable=name,
        )
    if before.kind is after.kind and before.kind is not Segment:
        for old, new in zip(before.parts, after.parts, strict=False):
            _check_kept(name, old, new)


def _with_segments(name: str, item: Any) -> Any:
    """Return an item of a list with the lists in it as lists of one segment each."""
    if type(item) is list and not (len(item) == 1 and type(item[0]) is Segment):
        return segments_of(name, [item])
    if type(item) is tuple:
        return tuple(_with_segments(name, part) for part in item)
    if type(item) is dict:
        return {key: _with_segments(name, part) for key, part in item.items()}
    if isinstance(item, Flagged):
        return item.with_value(_with_segments(name, item.value))
    return as_element(item)


def _kind_of_item(item: Any) -> str:
    item = chosen.values_of(item)[0] if type(item) is Chosen else item
    return f"a value of type {type(item).__name__}, beside others"


def _is_hollow(item: Any) -> bool:
    """Is it a segment of which no element, or of whose lists none, was ever seen?"""
    if type(item) is not Segment or item.structure is not nest.LEAF:
        return False
    element: TensorSpec | None = leaf_spec(item.columns[0])
    while element is not None and specs.is_list(element):
        element = element.dtype.element  # type: ignore[attr-defined]
    return element is None


def is_never_filled(xs: Sequence[Any]) -> bool:
    """Tell whether nothing was ever put into a list: the run finds it empty."""
    return all(
        type(item) is Segment
        and item.structure is nest.LEAF
        and leaf_spec(item.columns[0]).dtype.element is None  # type: ignore[attr-defined]
        for item in xs
    )


def _column(name: str, k: int, items: list[tuple[Any, Any]], *, is_number: bool) -> Any:
    """Return column `k` of a list, given its items and the trees they became.

    Args:
        name: How messages call the list.
        k: The number of the column.
        items: The items, each with its tree.
        is_number: Is it of numbers, if nothing is in it that tells?
    """
    parts: list[Any] = []
    for item, tree in items:
        leaf = item.columns[0] if tree is _HOLLOW else nest.flatten(tree)[k]
        if type(item) is not Segment:
            is_column = isinstance(leaf, Column) or is_run(leaf)
            parts.append(One(leaf) if is_column else leaf)
        elif isinstance(leaf, Column):
            parts.extend(leaf.parts)
        elif isinstance(leaf, SymbolicTensor) and specs.is_list(leaf.spec):
            parts.append(leaf)
        else:
            parts.append(Fill(leaf, item.columns[0]))
    if len(parts) == 1 and is_run(parts[0]):
        return parts[0]
    element = leaf_spec(0) if is_number else _element_spec(name, parts)
    return Column(tuple(parts), specs.list_of(element))


def _is_empty_run(part: Any) -> bool:
    return is_run(part) and part.spec == specs.list_of(None)


def _element_spec(name: str, parts: list[Any]) -> TensorSpec | None:
    joined: TensorSpec | None = None
    first: Any = None
    for part in parts:
        leaf = part.leaf if isinstance(part, Fill) else part
        if leaf is ABSENT or _is_empty_run(leaf):
            continue
        if isinstance(leaf, One):
            spec = leaf_spec(leaf.column)
        elif not is_element(leaf):
            _DISPATCH["ask_to_own"](leaf)
            raise bad_element(name, show_element(leaf))
        else:
            spec = specs.element_of(leaf.spec) if is_run(leaf) else leaf_spec(leaf)
        if joined is None:
            joined, first = spec, leaf
            continue
        wider = fitting(specs.join(joined, spec), first, leaf)
        if wider is None or specs.is_text_beside_tensor(joined, spec):
            raise mismatch(name, first, leaf, _LISTS, is_of_lists=True)
        joined = wider
    return joined


def in_graph(graph: Graph, segments: list[Segment], name: str = "") -> list[Segment]:
    """Return segments of one structure with columns in a graph, of the same specs."""
    columns = [segment.columns for segment in segments]
    rows: list[list[Any]] = [[] for _ in segments]
    for leaves in zip(*columns, strict=True):
        joined: TensorSpec | None = leaf_spec(leaves[0])
        for leaf in leaves[1:]:
            assert joined is not None
            joined = fitting(specs.join(joined, leaf_spec(leaf)), *leaves)
        if joined is None:
            raise mismatch(name, leaves[0], leaves[-1], _LISTS, is_of_lists=True)
        for row, leaf in zip(rows, leaves, strict=True):
            row.append(coerce(graph, leaf, joined))
    structure = segments[0].structure
    pairs = zip(segments, rows, strict=True)
    return [Segment(structure, tuple(row), each.family) for each, row in pairs]


def join_specs(name: str, left: Any, right: Any, labels: tuple[str, str]) -> TensorSpec:
    """Return the spec that holds two leaves.

    Raises:
        BranchMismatchError: There is none.
    """
    for leaf in (left, right):
        if not is_stageable(leaf):
            raise mismatch(name, left, right, labels)
    joined = fitting(specs.join(leaf_spec(left), leaf_spec(right)), left, right)
    if joined is None:
        raise mismatch(name, left, right, labels)
    return joined
