"""What is known of a value of the run: a lattice of specs.

BOTTOM                     nothing that has been traced so far makes one
TensorSpec                 a tensor, a number of Python's, or text
NONE, UNDEFINED            None; a variable without a value
TupleSpec                  a tuple, item by item
ObjectSpec                 an object of ours that changes: what is known of it for good
CompositeSpec              a composite tensor: its components as plain Python has them
NumpySpec                  what NumPy has for a tensor: an array or a scalar
ArraySpec                  an array whose elements are written
SiteSpec                   a mutable object, by where it is born
IteratorSpec               an iterator or a view, by what it gives
ClassSpec                  an immutable object of exactly this class
UnionSpec                  at most four of these
ANY                        any object at all: the top
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from graph import dtypes, shapes, specs
from graph.composite.type_spec import TypeSpec
from graph.specs import TensorSpec, is_list

if TYPE_CHECKING:
    from autograph.values.sites import Site

MAX_ALTERNATIVES: Final = 4
# Specs of tuples in tuples are cut at this depth: `t = (x, t)` has no end.
MAX_DEPTH: Final = 5
CUT_DEPTH: Final = 2


class Mark:
    """A spec without parts."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


BOTTOM: Final = Mark("bottom")
NONE: Final = Mark("None")
UNDEFINED: Final = Mark("undefined")
ANY: Final = Mark("object")


@dataclass(frozen=True, slots=True)
class TupleSpec:
    """A tuple, or one of a class with named fields."""

    items: tuple[Any, ...]
    cls: type = tuple

    def __repr__(self) -> str:
        return f"{self.cls.__name__}[{', '.join(map(str, self.items))}]"


@dataclass(frozen=True, slots=True)
class IteratorSpec:
    """An iterator, a view or a range: what it gives; its class does not matter."""

    item: Any
    name: str = "iterator"

    def __repr__(self) -> str:
        return f"{self.name}[{self.item}]"


@dataclass(frozen=True, slots=True)
class ClassSpec:
    """An immutable object of exactly this class."""

    cls: type

    def __repr__(self) -> str:
        return self.cls.__name__


@dataclass(frozen=True, slots=True)
class ObjectSpec:
    """An object of this library that changes, which lives at run time as itself."""

    spec: TypeSpec

    @property
    def cls(self) -> type:
        """Its class."""
        return self.spec.value_type

    def __repr__(self) -> str:
        return repr(self.spec)


class CompositeSpec(ObjectSpec):
    """A composite tensor, which is immutable."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class NumpySpec:
    """An array that is only read, or a scalar of NumPy's: its symbol is a tensor's."""

    tensor: TensorSpec

    @property
    def is_scalar(self) -> bool:
        """Is it a NumPy scalar, which has no axes?"""
        return self.tensor.shape == ()

    def __repr__(self) -> str:
        return f"numpy[{self.tensor}]"


@dataclass(frozen=True, slots=True)
class ArraySpec:
    """An array itself, whose elements are written."""

    dtype: Any
    shape: Any

    @property
    def tensor(self) -> TensorSpec:
        """The spec of what it holds at some point of the program."""
        return TensorSpec(self.shape, self.dtype)

    def __repr__(self) -> str:
        return f"array[{self.dtype.name}, {shapes.show(self.shape)}]"


@dataclass(frozen=True, slots=True)
class UnionSpec:
    """One of several specs."""

    parts: frozenset[Any]

    def __repr__(self) -> str:
        return " | ".join(sorted(map(str, self.parts)))


class SiteSpec:
    """A mutable object: what is known of it is known of where it is born."""

    __slots__ = ("_site",)

    def __init__(self, site: Site) -> None:
        self._site = site

    @property
    def site(self) -> Site:
        """The site; several may have been united since."""
        return self._site.find()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SiteSpec) and other.site is self.site

    def __hash__(self) -> int:
        return hash(SiteSpec)  # sites are united: nothing else stays

    def __repr__(self) -> str:
        return f"{self.site.cls.__name__}@{self.site.number}"


INT: Final = TensorSpec((), dtypes.python_int)
FLOAT: Final = TensorSpec((), dtypes.python_float)
BOOL: Final = TensorSpec((), dtypes.python_bool)
COMPLEX: Final = TensorSpec((), dtypes.python_complex)
STR: Final = TensorSpec((), dtypes.python_str)
NUMBERS: Final = (INT, FLOAT, BOOL)
# A function whose body is a graph, and one of Python's that is written in C.
FUNCTION_SPEC: Final = ClassSpec(FunctionType)


def is_strong(spec: Any) -> bool:
    """Is its dtype NumPy's, so that the run may have a number in its place?"""
    if isinstance(spec, NumpySpec):
        return True
    return isinstance(spec, TensorSpec) and not spec.dtype.is_python


def bare(spec: TensorSpec) -> TensorSpec:
    """Return the spec without its name."""
    return spec if spec.name is None else TensorSpec(spec.shape, spec.dtype)


def parts_of(spec: Any) -> frozenset[Any]:
    """Return the alternatives of a spec."""
    return spec.parts if isinstance(spec, UnionSpec) else frozenset((spec,))


def union_of(parts: Iterable[Any]) -> Any:
    """Return the union of specs that have nothing in common."""
    held = list(dict.fromkeys(parts))
    if not held:
        return BOTTOM
    return held[0] if len(held) == 1 else UnionSpec(frozenset(held))


def with_real_arrays(spec: Any) -> Any:
    """Return what is known of a value where all arrays are objects of the run."""
    if isinstance(spec, NumpySpec) and not spec.is_scalar:
        return ArraySpec(spec.tensor.dtype, spec.tensor.shape)
    if isinstance(spec, TupleSpec):
        return TupleSpec(tuple(map(with_real_arrays, spec.items)), spec.cls)
    if isinstance(spec, IteratorSpec):
        return IteratorSpec(with_real_arrays(spec.item), spec.name)
    if isinstance(spec, UnionSpec):
        found: Any = BOTTOM
        for part in sorted(spec.parts, key=str):
            found = join(found, with_real_arrays(part), lambda x, y: SiteSpec(x))
        return found
    return spec


def are_numbers(spec: Any) -> bool:
    """Is it a number of Python's in any case?"""
    return all(part in NUMBERS for part in parts_of(spec))


def is_plain(spec: Any) -> bool:
    """Is what eager Python would have there just what the run has: is nothing boxed?"""
    if isinstance(spec, TupleSpec):
        return all(map(is_plain, spec.items))
    if isinstance(spec, IteratorSpec):
        return is_plain(spec.item)
    if isinstance(spec, SiteSpec):
        return _holds_plain(spec.site, set())
    if isinstance(spec, UnionSpec):
        return all(map(is_plain, spec.parts))
    return spec is not ANY and not is_strong(spec)


def _holds_plain(site: Site, seen: set[int]) -> bool:
    """Do objects of a site hold just what eager Python would have in them?"""
    if id(site) in seen:
        return True
    seen.add(id(site))
    if site.is_closed:
        return False  # nor may code that is not converted have them
    if site.is_escaped:
        return True  # what it holds is boxed
    return all(_is_plain_part(x, seen) for x in site.slots.values())


def _is_plain_part(spec: Any, seen: set[int]) -> bool:
    if isinstance(spec, SiteSpec):
        return _holds_plain(spec.site, seen)
    if isinstance(spec, (TupleSpec, UnionSpec)):
        parts = spec.items if isinstance(spec, TupleSpec) else spec.parts
        return all(_is_plain_part(x, seen) for x in parts)
    if isinstance(spec, IteratorSpec):
        return _is_plain_part(spec.item, seen)
    return not is_strong(spec)


def _depth(spec: Any) -> int:
    if isinstance(spec, TupleSpec):
        return 1 + max(map(_depth, spec.items), default=0)
    if isinstance(spec, UnionSpec):
        return max(map(_depth, spec.parts))
    if isinstance(spec, IteratorSpec):
        return 1 + _depth(spec.item)
    return 0


def _cut(spec: Any, depth: int) -> Any:
    if isinstance(spec, TupleSpec):
        if depth == 0:
            return ANY
        return TupleSpec(tuple(_cut(x, depth - 1) for x in spec.items), spec.cls)
    if isinstance(spec, UnionSpec):
        parts = [_cut(x, depth) for x in spec.parts]
        return ANY if ANY in parts else union_of(parts)
    if isinstance(spec, IteratorSpec):
        return (
            ANY if depth == 0 else IteratorSpec(_cut(spec.item, depth - 1), spec.name)
        )
    return spec


Unite = Callable[["Site", "Site"], Any]


def join(left: Any, right: Any, unite: Unite) -> Any:
    """Return the narrowest spec that covers both.

    Args:
        left: A spec.
        right: Another one.
        unite: Is told which sites are one from now on.
    """
    found = _join(left, right, unite)
    return found if _depth(found) < MAX_DEPTH else _cut(found, CUT_DEPTH)


def _join(left: Any, right: Any, unite: Unite) -> Any:
    if isinstance(left, TensorSpec):
        left = bare(left)
    if isinstance(right, TensorSpec):
        right = bare(right)
    if left == right or right is BOTTOM:
        return left
    if left is BOTTOM:
        return right
    parts = parts_of(left) | parts_of(right)
    if ANY in parts:
        return UnionSpec(frozenset((ANY, UNDEFINED))) if UNDEFINED in parts else ANY
    found: list[Any] = []
    for part in (*parts_of(left), *parts_of(right)):
        for place, other in enumerate(found):
            merged = _merge(part, other, unite)
            if merged is not None:
                found[place] = merged
                break
        else:
            found.append(part)
    found = list(dict.fromkeys(found))
    n_strong = sum(is_strong(x) or isinstance(x, ArraySpec) for x in found)
    numbers = [x for x in found if isinstance(x, TensorSpec) and x.dtype.is_python]
    is_mixed = n_strong > 1 or (
        any(map(is_strong, found)) and numbers
    )  # only what is boxed tells which
    if ANY in found or len(found) > MAX_ALTERNATIVES or is_mixed:
        return UnionSpec(frozenset((ANY, UNDEFINED))) if UNDEFINED in found else ANY
    return union_of(found)


def _merge(left: Any, right: Any, unite: Unite) -> Any:
    """Return one spec in place of two alternatives of one kind, or None."""
    if left == right:
        return left
    if isinstance(left, TensorSpec) and isinstance(right, TensorSpec):
        if is_list(left) and is_list(right):  # of a TensorArray
            return specs.join(left, right)
        if left.dtype is right.dtype:
            return TensorSpec(shapes.join(left.shape, right.shape), left.dtype)
    elif isinstance(left, NumpySpec) and isinstance(right, NumpySpec):
        if left.is_scalar is not right.is_scalar:
            return None  # they are of two classes
        merged = _merge(left.tensor, right.tensor, unite)
        return None if merged is None else NumpySpec(merged)
    elif isinstance(left, ArraySpec) and isinstance(right, ArraySpec):
        if left.dtype is right.dtype:
            return ArraySpec(left.dtype, shapes.join(left.shape, right.shape))
    elif isinstance(left, TupleSpec) and isinstance(right, TupleSpec):
        if left.cls is right.cls and len(left.items) == len(right.items):
            pairs = zip(left.items, right.items, strict=True)
            return TupleSpec(tuple(_join(x, y, unite) for x, y in pairs), left.cls)
    elif isinstance(left, IteratorSpec) and isinstance(right, IteratorSpec):
        if left.name == right.name:
            return IteratorSpec(_join(left.item, right.item, unite), left.name)
    elif isinstance(left, ObjectSpec) and isinstance(right, ObjectSpec):
        found = left.spec.most_specific_common_supertype([right.spec])
        return None if found is None else type(left)(found)
    elif isinstance(left, SiteSpec) and isinstance(right, SiteSpec):
        if left.site.cls is right.site.cls:
            return unite(left.site, right.site)
    return None
