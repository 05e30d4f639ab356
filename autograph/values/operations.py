"""What can be done to values of the run: arithmetic, items, truth, iteration.

Each function takes values of any kind; at least one is of the run. What the class of an
object says in Python is called as the user's code; what Python's own classes do is a
node, with what is known of the result. Where nothing is known, the node is there all
the same, on boxed values.
"""

from __future__ import annotations

import collections
import functools
import operator
from dataclasses import dataclass
from types import FunctionType, GeneratorType, GetSetDescriptorType, MethodType
from typing import Any, Final

import numpy as np

from autograph.allowed import is_own, runs_as_it_stands
from autograph.values import numpy_values as arrays
from autograph.values.identity import may_be_one
from autograph.values.interpreter import INTERPRETER
from autograph.values.kinds import (
    CONTAINERS,
    attribute_of_class,
    holds_run,
    is_container,
    is_instance,
    special,
)
from autograph.values.nodes import (
    _is_tensor,
    boxed_items,
    boxed_value,
    check_writable,
    emit,
    escape,
    hashed,
    lift,
    node,
    put,
    put_key,
    put_symbol,
    read,
    site_here,
    spec_of,
    statement,
    to_slot,
    unpacked,
    widen,
    wrap,
)
from autograph.values.proxy import COMPARISONS, PREFIXES, SPECIALS, Method, Proxy, Super
from autograph.values.sites import Site
from autograph.values.specs import (
    ANY,
    BOOL,
    BOTTOM,
    FLOAT,
    INT,
    NONE,
    NUMBERS,
    STR,
    UNDEFINED,
    ArraySpec,
    ClassSpec,
    CompositeSpec,
    IteratorSpec,
    NumpySpec,
    ObjectSpec,
    SiteSpec,
    TupleSpec,
    UnionSpec,
    are_numbers,
    is_plain,
    is_strong,
    parts_of,
    union_of,
)
from autograph.values.state import (
    OutlivesCall,
    ReadBeforeWritten,
    Unstageable,
    WholeFunction,
    current,
)
from graph import dtypes
from graph.composite.type_spec import CompositeTensor
from graph.errors import AutographError
from graph.meant import meant
from graph.origin import capture_exact
from graph.python import objects as made
from graph.python import protocols as rows
from graph.python.record import moving
from graph.tensor import SymbolicTensor, Tensor
from graph.value_operators import ValueOperators, value_of

PLAIN: Final = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "//": operator.floordiv, "%": operator.mod, "**": operator.pow, "&": operator.and_,
    "|": operator.or_, "^": operator.xor, "<<": operator.lshift, ">>": operator.rshift,
    "@": operator.matmul, "==": operator.eq, "!=": operator.ne, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def join(*specs: Any) -> Any:
    """Return the narrowest spec that covers all."""
    trace, found = current(), BOTTOM
    trace.uniting.has_united = False
    for spec in specs:
        found = trace.uniting.join(found, spec)
    trace.is_stale |= trace.uniting.has_united
    return found


def site_of(value: Any) -> Site | None:
    """Return the site of an object of the run; None if it has none."""
    if type(value) is Proxy and isinstance(value.spec, SiteSpec):
        return value.spec.site
    return None


def class_of(value: Any) -> type | None:
    """Return the class of a value, if one is known."""
    if type(value) is not Proxy:
        return type(value)
    spec = value.spec
    if isinstance(spec, SiteSpec):
        return spec.site.cls
    if isinstance(spec, (TupleSpec, ClassSpec, ObjectSpec)):
        return spec.cls
    return str if spec == STR else None


def narrow(value: Any) -> Any:
    """Return what may be None, or without a value, as what it is otherwise.

    Python complains of None itself, where the operation runs.
    """
    if type(value) is Proxy and isinstance(value.spec, (CompositeSpec, UnionSpec)):
        rest = [x for x in parts_of(value.spec) if x not in (NONE, UNDEFINED)]
        if len(rest) == 1 and isinstance(rest[0], CompositeSpec):
            return wrap(value.symbol, rest[0])
        if len(rest) == 1 and not is_strong(rest[0]) and rest[0] not in NUMBERS:
            return Proxy(value.symbol, rest[0])
    return value


def as_composite(value: Any) -> Any:
    """Return what may be None, and a composite otherwise, as one to iterate over."""
    if type(value) is not Proxy or not isinstance(value.spec, UnionSpec):
        return value
    if not any(isinstance(x, CompositeSpec) for x in value.spec.parts):
        return value
    emit(rows.BUILTIN, [value.symbol], (ANY,), function="iter")  # which None refuses
    return narrow(value)


def may_be_none_or_own(value: Any) -> bool:
    """May it be None, and otherwise of a class of the user's, which is asked first?"""
    if type(value) is not Proxy or not isinstance(value.spec, UnionSpec):
        return False
    rest = value.spec.parts - {NONE}
    return NONE in value.spec.parts and all(
        isinstance(x, (CompositeSpec, SiteSpec, TupleSpec))
        and not issubclass(_class_of_spec(x), CONTAINERS)
        for x in rest
    )


def _class_of_spec(spec: Any) -> type:
    return spec.site.cls if isinstance(spec, SiteSpec) else spec.cls


def if_none(value: Proxy, function: Any) -> Any:
    """Return what a function gives of a value that may be None: each in its branch."""
    is_none = node(rows.BINARY, [value, None], BOOL, "", symbol="is")
    rest = union_of(x for x in value.spec.parts if x is not NONE)
    return INTERPRETER.choose(
        is_none, lambda: function(None), lambda: function(Proxy(value.symbol, rest))
    )


def _not_none(value: Proxy, name: str) -> Proxy:
    """Return what has an attribute; the run raises what Python does if it is None."""
    rest = union_of(x for x in value.spec.parts if x is not NONE)
    if isinstance(rest, SiteSpec) and _is_own_attribute(rest.site.find(), name):
        return Proxy(value.symbol, rest)  # Python complains where it is read
    (held,) = emit(rows.APPLY, [value.symbol], (rest,), function=_Having(name))
    return Proxy(held, rest)


@moving
@dataclass(frozen=True, slots=True)
class _Having:
    """Gives a value on that is not None."""

    name: str

    def __call__(self, value: Any) -> Any:
        return getattr(None, self.name) if value is None else value


def binary_of_any(symbol: str, left: Any, right: Any) -> Any:
    """Return `left symbol right` of values of any kind."""
    if symbol in COMPARISONS:
        return INTERPRETER.compare(symbol, left, right)
    return INTERPRETER.binary(symbol, left, right)


def own_method(value: Any, name: str) -> FunctionType | None:
    """Return a special method that the class of an object defines in Python."""
    cls = class_of(value)
    if cls is None or cls in CONTAINERS or issubclass(cls, Tensor):
        return None
    return special(cls, name)


def call(function: Any, *args: Any, **kwargs: Any) -> Any:
    """Call a function as converted code does."""
    return INTERPRETER.call_function(function, args, kwargs)


def fresh(
    op: Any,
    args: list[Any],
    cls: type,
    slots: dict[str, Any],
    effect: str = "w",
    extra: Any = None,
    **attrs: Any,
) -> Proxy:
    """Make a container of the run, born at the operator that is called now."""
    site = site_here(cls, extra)
    if not site.is_real:
        site.is_real = True
    for slot, spec in slots.items():
        if spec is not BOTTOM:
            widen(site, slot, spec)
    symbols = [x if isinstance(x, SymbolicTensor) else lift(x)[0] for x in args]
    (symbol,) = emit(op, symbols, (SiteSpec(site),), effect, **attrs)
    return Proxy(symbol, SiteSpec(site))


# -- Arithmetic


@meant
def binary(symbol: str, left: Any, right: Any) -> Any:
    """Return `left symbol right`; for a symbol as `+=` what a name is bound to."""
    is_update = symbol not in PLAIN
    plain = symbol[:-1] if is_update else symbol
    if may_be_none_or_own(left):
        return if_none(left, lambda x: binary_of_any(symbol, x, right))
    if may_be_none_or_own(right):
        return if_none(right, lambda x: binary_of_any(symbol, left, x))
    given = left if is_update else value_of(left)  # no variable changes in place
    left, right = narrow(given), narrow(value_of(right))
    found = NotImplemented
    if not (plain == "%" and class_of(left) is str):  # which takes anything
        found = _by_own_methods(plain, left, right, is_update=is_update)
    if found is not NotImplemented:
        return found
    is_repeated = plain == "*" and _is_repetition(left, right)
    if (arrays.is_numpy(left) or arrays.is_numpy(right)) and not is_repeated:
        found = arrays.binary(plain, left, right, is_update=is_update)
        if found is not NotImplemented:
            return found
        if any(map(arrays.is_array, (left, right))):
            held = [boxed_value(left), boxed_value(right)]
            op = rows.UPDATE if is_update else rows.BINARY
            return node(op, held, ANY, symbol=plain)
    first, second = spec_of(left), spec_of(right)
    if plain in COMPARISONS:
        return _compare(plain, left, right, first, second)
    if is_update and is_container(_sample(left)):
        return _update(plain, left, right)
    found = _combine(plain, left, right)
    if found is not None:
        return found
    if is_update:
        found = _of_optional(symbol, left, right, first, second)
        if found is not None:
            return found
    is_narrowed = left is not given
    if not (is_update and is_narrowed):  # `None += x` is told otherwise
        found = _combine_immutables(plain, left, right, first, second)
        if found is not None:
            return found
    if is_update:
        return node(
            rows.UPDATE, [boxed_value(left), boxed_value(right)], ANY, symbol=plain
        )
    return node(rows.BINARY, [boxed_value(left), boxed_value(right)], ANY, symbol=plain)


def _is_repetition(left: Any, right: Any) -> bool:
    """Is a list repeated by a NumPy scalar?"""
    for sequence, count in ((left, right), (right, left)):
        if class_of(sequence) in (list, str) or isinstance(
            spec_of(sequence), TupleSpec
        ):
            if _is_numpy_scalar(spec_of(count)):
                return True
    return False


def _sample(value: Any) -> Any:
    """Return an object of the class of a value, to ask for its kind."""
    cls = class_of(value)
    return cls() if cls in CONTAINERS else value


def _by_own_methods(symbol: str, left: Any, right: Any, *, is_update: bool) -> Any:
    """Return what special methods of the user's give, or NotImplemented."""
    if symbol in COMPARISONS:
        name = COMPARISONS[symbol]
        mirrored = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}.get(name, name)
        names = [(left, right, name), (right, left, mirrored)]
    else:
        name = SPECIALS[symbol]
        names = [(left, right, name), (right, left, f"r{name}")]
        if is_update:
            names.insert(0, (left, right, f"i{name}"))
    operands = left, right
    first, second = class_of(left), class_of(right)
    is_derived = first is not second and issubclass(second or object, first or type)
    if is_derived and first is not None and not is_update:
        names.reverse()
    for owner, other, each in names:
        method = own_method(owner, f"__{each}__")
        if method is not None:
            if owner is right and other is left:
                if _is_anything(left) or _is_spread_by_numpy(owner, other):
                    return _by_python(symbol, left, right, is_update=is_update)
                other = _given_by_numpy(owner, other)
            if is_pythons(method) and (holds_run(left) or holds_run(right)):
                check_outer(method)
                return _by_python(symbol, left, right, is_update=is_update)
            found = call(method, owner, other)
            if found is not NotImplemented:
                return found
    if symbol == "!=":
        for owner, other in ((left, right), (right, left)):
            method = own_method(owner, "__eq__")
            if method is not None:
                found = call(method, owner, other)
                if found is not NotImplemented:
                    return negated(truth(found))
    if symbol in ("==", "!=") and all(map(is_site_instance, operands)):
        found = is_same(left, right)  # as `object` has it, where none says
        return found if symbol == "==" else negated(found)
    return NotImplemented


def check_outer(function: Any) -> None:
    """Refuse to have the run call the user's code after what it may read was written.

    Raises:
        OutlivesCall: Tracing has written to what outlives the call, once.
    """
    code = getattr(function, "__wrapped__", function)
    is_users = isinstance(code, FunctionType) and not runs_as_it_stands(code)
    if current().outer and is_users:
        raise OutlivesCall(f"{code.__qualname__}() may read what was written before")


def _is_anything(value: Any) -> bool:
    """May it be of any class, also of one that has a method of its own?"""
    return type(value) is Proxy and ANY in parts_of(value.spec)


def is_pythons(method: FunctionType) -> bool:
    """Is a method run as it stands, so that only Python knows what it gives?"""
    return INTERPRETER.convert(method) is None and not is_own(method)


def _by_python(symbol: str, left: Any, right: Any, *, is_update: bool) -> Any:
    """Let Python say which method it asks, and what `NotImplemented` leads to."""
    op = rows.UPDATE if is_update else rows.BINARY
    current().falls.append(("AG310", f"`{symbol}` is not converted", capture_exact()))
    return node(op, [boxed_value(left), boxed_value(right)], ANY, symbol=symbol)


def _is_spread_by_numpy(owner: Any, value: Any) -> bool:
    """Is an object asked by NumPy for each element, one by one, or made an array?"""
    cls = class_of(owner)
    is_array = arrays.is_array(value) or isinstance(value, np.ndarray)
    if arrays.is_numpy(value) or isinstance(value, np.generic):
        is_array |= all(own_method(owner, x) for x in ("__len__", "__getitem__"))
    return is_array and getattr(cls, "__array_ufunc__", 0) == 0


def _given_by_numpy(owner: Any, value: Any) -> Any:
    """Return what a reflected method is given: of a NumPy scalar the Python number.

    NumPy makes an array of objects of the other operand, unless its class says not to.
    """
    if not _is_numpy_scalar(spec_of(value)):
        return value
    cls = class_of(owner)
    if hasattr(cls, "__array_ufunc__") or hasattr(cls, "__array_priority__"):
        return value
    return arrays.call_method(Proxy(*lift(value)), "item", (), {})


def negated(value: Any) -> Any:
    """Return `not value`, of a truth value."""
    if isinstance(value, SymbolicTensor):
        from graph.ops.core import python_not

        return python_not(value)
    return not value


def _compare(symbol: str, left: Any, right: Any, first: Any, second: Any) -> Any:
    args = [left, right]
    if first is not None and second is not None:
        if is_plain(first) and is_plain(second):
            return node(rows.BINARY, args, BOOL, _effect_of(symbol), symbol=symbol)
        if (
            symbol in ("==", "!=")
            and NONE in (first, second)
            and ANY
            not in (
                first,
                second,
            )
        ):
            return node(rows.BINARY, args, BOOL, "r", symbol=symbol)
    if all(class_of(x) in (list, set, dict, tuple) for x in args):
        held = [boxed_value(x) for x in args]
        return node(rows.BINARY, held, BOOL, symbol=symbol)
    return node(rows.BINARY, [boxed_value(x) for x in args], ANY, symbol=symbol)


def _effect_of(symbol: str) -> str:
    return "r" if symbol in ("==", "!=") else "w"


def _update(symbol: str, left: Any, right: Any) -> Any:
    """Do `left symbol= right` to a container of the run, which stays what it is."""
    if type(left) is not Proxy:
        left = Proxy(*lift(left))
    site = site_of(left)
    assert site is not None
    check_writable(site)
    cls = site.cls
    if symbol == "+" and issubclass(cls, (list, collections.deque)):
        held, item = iterable(right)
        if item is not BOTTOM:
            held = _widened_items(site, "item", held, item, right)
        (made_now,) = emit(rows.UPDATE, [left.symbol, held], (left.spec,), symbol="+")
        return Proxy(made_now, left.spec)
    if class_of(right) is cls and type(right) is Proxy:
        other = site_of(right)
        assert other is not None
        absorb(site, other)
        held = right.symbol
    else:
        escape(site)
        held = boxed_value(right).symbol
    (made_now,) = emit(rows.UPDATE, [left.symbol, held], (left.spec,), symbol=symbol)
    return Proxy(made_now, left.spec)


def absorb(site: Site, other: Site) -> None:
    """Let objects of a site hold what those of another one do, as these hold it."""
    for slot in ("item", "key", "value"):
        spec = other.slot(slot)
        if spec is not BOTTOM and widen(site, slot, spec) is ANY and not is_plain(spec):
            escape(other)


def _widened_items(
    site: Site, slot: str, held: SymbolicTensor, item: Any, given: Any
) -> SymbolicTensor:
    """Return what is iterated over as a container can take its items."""
    after = widen(site, slot, item)
    if after is ANY and item is not ANY and not is_plain(item):
        return boxed_value(given).symbol
    return held


def _combine(symbol: str, left: Any, right: Any) -> Any:
    """Return a new container that an operator makes of others, or None."""
    first, second = class_of(left), class_of(right)
    if symbol == "*":
        for sequence, count in ((left, right), (right, left)):
            is_count = are_numbers(spec_of(count)) or _is_numpy_scalar(spec_of(count))
            if class_of(sequence) is list and is_count:
                held = Proxy(*lift(sequence))
                site = site_of(held)
                assert site is not None
                if not are_numbers(spec_of(count)):
                    count = boxed_value(count)  # which Python may refuse
                args = [held, count] if sequence is left else [count, held]
                return fresh(
                    rows.BINARY, args, list, {"item": site.slot("item")}, symbol="*"
                )
    if first is not second or first not in CONTAINERS:
        return None
    is_made = (
        symbol == "+"
        if issubclass(first, (list, collections.deque))
        else (symbol in "|&-^" if first is set else symbol == "|" and first is dict)
    )
    if not is_made:
        return None
    sites = []
    for each in (left, right):
        held = Proxy(*lift(each))
        site = site_of(held)
        assert site is not None
        sites.append((held, site))
    names = ("key", "value") if first is dict else ("item",)
    slots = {name: join(*(site.slot(name) for _, site in sites)) for name in names}
    made = fresh(rows.BINARY, [x for x, _ in sites], first, slots, symbol=symbol)
    for name in names:
        _hold_alike(made.spec.site, [site for _, site in sites], name)
    return made


def _hold_alike(made: Site, sources: list[Site], name: str) -> None:
    """Let containers hold as objects what one made of them holds as objects."""
    for site in sources:
        if made.slot(name) is ANY and site.slot(name) not in (ANY, BOTTOM):
            widen(site, name, ANY)


def _combine_immutables(
    symbol: str, left: Any, right: Any, first: Any, second: Any
) -> Any:
    """Return what an operator gives for text, tuples, numbers; None if unknown."""
    args = [left, right]
    if first == second == STR and symbol == "+":
        return node(rows.BINARY, args, STR, "", symbol="+")
    if symbol == "*" and {first, second} <= {STR, INT, BOOL} and STR in (first, second):
        return node(rows.BINARY, args, STR, "w", symbol="*")
    if isinstance(first, TupleSpec) and isinstance(second, TupleSpec) and symbol == "+":
        return node(
            rows.BINARY, args, TupleSpec(first.items + second.items), "", symbol="+"
        )
    if (
        first is not None
        and second is not None
        and are_numbers(first)
        and are_numbers(second)
    ):
        spec = join(
            *(_number(symbol, x, y) for x in parts_of(first) for y in parts_of(second))
        )
        return node(rows.BINARY, args, spec, symbol=symbol)
    if first == STR and symbol == "%":
        held = right if second is not None and is_plain(second) else boxed_value(right)
        return node(rows.BINARY, [left, held], STR, symbol="%")
    return _of_optional(symbol, left, right, first, second)


def _number(symbol: str, left: Any, right: Any) -> Any:
    if symbol == "/":
        return FLOAT
    if symbol == "**":
        return ANY if FLOAT in (left, right) else union_of((INT, FLOAT))
    if symbol in ("&", "|", "^") and left == right == BOOL:
        return BOOL
    return FLOAT if FLOAT in (left, right) else INT


def _of_optional(symbol: str, left: Any, right: Any, first: Any, second: Any) -> Any:
    """Do `x + 1` where x is of one kind, or None: then Python raises what it does."""
    for value, spec, is_left in ((left, first, True), (right, second, False)):
        if not isinstance(spec, UnionSpec):
            continue
        rest = [x for x in spec.parts if x not in (NONE, UNDEFINED)]
        if len(rest) == 1 and (is_strong(rest[0]) or rest[0] in NUMBERS):
            other = right if is_left else left
            held = present(value, rest[0], symbol, other, is_left=is_left)
            args = (held, other) if is_left else (other, held)
            return apply(symbol, *args)
    return None


@moving
def _checked(value: Any, symbol: str, other: Any, is_left: bool) -> Any:
    """Return a value that is not None; else raise what the operator raises for it."""
    if value is not None:
        return value
    act = PLAIN.get(symbol) or rows.IN_PLACE[symbol[:-1]]
    return act(None, other) if is_left else act(other, None)


def present(value: Proxy, spec: Any, symbol: str, other: Any, *, is_left: bool) -> Any:
    """Return what may be None as what it is otherwise; the run raises if it is None."""
    args = [value, symbol, boxed_value(other), is_left]
    symbols = [lift(x)[0] for x in args]
    (held,) = emit(rows.APPLY, symbols, (spec,), function=_checked)
    return wrap(held, spec)


@meant
def apply(symbol: str, left: Any, right: Any) -> Any:
    """Return `left symbol right` of any values."""
    symbol = symbol if symbol in PLAIN else symbol[:-1]
    if type(left) is Proxy or type(right) is Proxy:
        return binary(symbol, left, right)
    return PLAIN[symbol](left, right)


@meant
def unary(symbol: str, value: Any) -> Any:
    """Return `-value`, `+value` or `~value`."""
    if may_be_none_or_own(value):
        return if_none(value, lambda x: _unary_of_any(symbol, x))
    value = narrow(value)
    method = own_method(value, f"__{PREFIXES[symbol]}__")
    if method is not None:
        return call(method, value)
    if arrays.is_numpy(value):
        return arrays.unary(symbol, value)
    spec = spec_of(value)
    if spec is not None and are_numbers(spec):
        found = union_of(INT if x == BOOL else x for x in parts_of(spec))
        return node(rows.UNARY, [value], found, symbol=symbol)
    return node(rows.UNARY, [boxed_value(value)], ANY, symbol=symbol)


def _unary_of_any(symbol: str, value: Any) -> Any:
    return INTERPRETER.unary(symbol, value)


# -- Truth and identity


@meant
def truth(value: Any) -> Any:
    """Return the truth of a value: a bool, known or of the run."""
    if isinstance(value, ValueOperators):
        value = value_of(value)
    if isinstance(value, SymbolicTensor):
        if value.spec == BOOL:
            return value
        from graph.ops.core import truth as ask

        try:
            return ask(value)
        except AutographError:  # the tensor raises its own
            return node(rows.BUILTIN, [boxed_value(value)], BOOL, function="bool")
    if type(value) is not Proxy:
        if is_instance(value):
            for name in ("__bool__", "__len__"):
                method = special(type(value), name)
                if method is not None:
                    return truth_by(value, name, call(method, value))
        return bool(value)
    value = _narrowed_to_numbers(value)
    if isinstance(value, SymbolicTensor):
        return truth(value)
    for name in ("__bool__", "__len__"):
        method = own_method(value, name)
        if method is not None:
            return truth_by(value, name, call(method, value))
    spec = value.spec
    if arrays.is_numpy(value):
        try:
            return truth(arrays.tensor_of(value))
        except AutographError:  # NumPy raises its own
            return node(rows.BUILTIN, [boxed_value(value)], BOOL, function="bool")
    if isinstance(spec, TupleSpec):
        return bool(spec.items)
    cls = class_of(value)
    if cls is not None and cls not in CONTAINERS and is_site_instance(value):
        return True
    held = value if is_plain(spec) else boxed_value(value)
    return node(
        rows.BUILTIN, [held], BOOL, "r" if is_plain(spec) else "w", function="bool"
    )


def truth_by(value: Any, name: str, found: Any) -> Any:
    """Return the truth of an object whose special method has given this."""
    spec = spec_of(found)
    if name == "__bool__" and getattr(spec, "dtype", None) in (BOOL.dtype, dtypes.bool):
        return truth(found)
    return by_protocol(bool, value, name, found, BOOL)


def by_protocol(function: Any, value: Any, name: str, found: Any, spec: Any) -> Any:
    """Return what a builtin makes of what a special method has given."""
    cls = class_of(value)
    given = _Given(function, "object" if cls is None else cls.__name__, name)
    if not holds_run(found):
        return given(found)
    known = spec_of(found)
    held = found if known is not None and is_plain(known) else boxed_value(found)
    return node(rows.APPLY, [held], spec, function=given)


@dataclass(frozen=True, slots=True)
class _Given:
    """Calls a builtin of an object whose special method gives what is given."""

    function: Any
    class_name: str
    name: str

    def __call__(self, found: Any) -> Any:
        cls = type(self.class_name, (), {self.name: lambda _: found})
        return self.function(cls())


def _narrowed_to_numbers(value: Proxy) -> Any:
    return value


def is_site_instance(value: Any) -> bool:
    """Is it an object of the run of a class of the user's that is no container?"""
    site = site_of(value)
    return site is not None and not issubclass(site.cls, CONTAINERS)


def is_same(left: Any, right: Any) -> Any:
    """Return `left is right`."""
    if left is right:
        return True
    first, second = spec_of(left), spec_of(right)
    for spec, other in ((first, second), (second, first)):
        if other is NONE and not {ANY, NONE} & set(parts_of(spec)):
            return False
        if isinstance(other, TensorSpecTypes) and isinstance(spec, SiteSpec):
            return False
    if first in (BOOL, INT, FLOAT) and second in (BOOL, INT, FLOAT):
        if first != second:
            return False
        if first == BOOL:
            return node(rows.BINARY, [left, right], BOOL, "", symbol="==")
    if all(any(map(is_strong, parts_of(x))) for x in (first, second)):
        return _is_same_tensor(left, right)
    if all(any(map(_is_tuple, parts_of(x))) for x in (first, second)):
        return _is_same_tuple(left, right)
    for spec, other in ((first, second), (second, first)):
        if ANY in parts_of(spec) and isinstance(other, (NumpySpec, TupleSpec)):
            raise WholeFunction("`is` asks whether an object was passed on")
    for each, spec in ((left, first), (right, second)):
        if isinstance(each, SymbolicTensor) and spec not in (BOOL, STR, INT, FLOAT):
            held = [boxed_value(x) for x in (left, right)]
            return node(rows.BINARY, held, BOOL, "", symbol="is")
    return node(rows.BINARY, [left, right], BOOL, "", symbol="is")


def _is_same_tensor(left: Any, right: Any) -> bool:
    """Return whether what the run has as numbers is one object: no run can tell.

    Raises:
        WholeFunction: It depends on the path that is taken.
    """
    if not all(isinstance(x, (SymbolicTensor, Proxy)) for x in (left, right)):
        return False  # one of them is older than the run
    first, second = tensor_symbol(left), tensor_symbol(right)
    if first is second:
        return True
    if may_be_one(first, second):
        raise WholeFunction("`is` asks which path was taken")
    return False


def _is_tuple(spec: Any) -> bool:
    return isinstance(spec, TupleSpec)


def _is_same_tuple(left: Any, right: Any) -> bool:
    """Return whether two tuples are one object.

    Raises:
        WholeFunction: One of them was made anew of its items.
    """
    joined = current().joined
    if any(type(x) is Proxy or id(x) in joined for x in (left, right)):
        raise WholeFunction("`is` asks whether a tuple was passed on")
    return False


def may_not_equal_itself(left: Any, right: Any) -> bool:
    """May two values of the run be one object, which is not equal itself?

    Of what objects have held that is not asked: only the paths that are joined pass on
    what is compared later.
    """
    specs = [x.spec for x in (left, right)]
    tensors = [getattr(x, "tensor", x) for x in specs]
    if not all(isinstance(x, TensorSpecTypes[0]) for x in tensors):
        return False
    dtypes_of = {x.dtype for x in tensors}
    is_of_one_kind = isinstance(specs[0], type(specs[1])) and len(dtypes_of) == 1
    dtype = dtypes_of.pop()
    has_nan = dtype.is_floating or dtype.is_complex
    if not is_of_one_kind or not (has_nan or any(x.shape != () for x in tensors)):
        return False
    return may_be_one(tensor_symbol(left), tensor_symbol(right), if_unknown=False)


def tensor_symbol(value: Any) -> SymbolicTensor:
    """Return the symbol of a value of the run."""
    found: SymbolicTensor = value.symbol if type(value) is Proxy else value
    return found


TensorSpecTypes = (type(INT), NumpySpec)


# -- Iteration


def item_spec(value: Any) -> Any:
    """Return what is known of what iterating over a value gives."""
    value = narrow(value)
    if type(value) is Proxy:
        return _item_spec_of(value.spec)
    if isinstance(value, SymbolicTensor):
        return _row_spec(value.spec)
    if isinstance(value, range):
        return INT
    if isinstance(value, str):
        return STR
    if isinstance(value, (list, tuple, set, frozenset, collections.deque, dict)):
        return join(*(lift(x)[1] for x in value))
    return ANY


@meant
def _row_spec(spec: Any, name: str = "") -> Any:
    if spec.shape == () and name:
        raise TypeError(f"'{name}' object is not iterable")
    if spec.dtype.is_python:
        raise TypeError(f"'{spec.dtype.python.__name__}' object is not iterable")
    if not spec.shape and spec.shape is not None:
        raise TypeError("a scalar tensor cannot be iterated over")
    if spec.shape is None:
        raise Unstageable("it iterates over a tensor of unknown rank")
    return type(spec)(spec.shape[1:], spec.dtype)


def _item_spec_of(spec: Any) -> Any:
    if isinstance(spec, SiteSpec):
        site = spec.site
        if site.cls is GeneratorType:
            site.read.add("item")
            return site.slot("item")
        if site.cls not in CONTAINERS and not issubclass(site.cls, CONTAINERS):
            return ANY
        slot = "key" if issubclass(site.cls, dict) else "item"
        if site.cls is bytearray:
            return INT
        site.read.add(slot)
        return site.slot(slot)
    if isinstance(spec, IteratorSpec):
        return spec.item
    if isinstance(spec, TupleSpec):
        return join(*spec.items)
    if isinstance(spec, NumpySpec):
        name = f"numpy.{spec.tensor.dtype.numpy.type.__name__}"
        return NumpySpec(_row_spec(spec.tensor, name))
    if isinstance(spec, ArraySpec):
        return arrays.row_of(spec)
    if spec == STR:
        return STR
    if spec in (ClassSpec(bytes), ClassSpec(range)):
        return INT
    return ANY


def iterable(value: Any) -> tuple[SymbolicTensor, Any]:
    """Return the symbol of what Python iterates over, and the spec of the items."""
    value = narrow(value)
    if isinstance(value, SymbolicTensor) and value.spec != STR:
        return arrays.rows_of(value, _row_spec(value.spec))
    if type(value) is Proxy and isinstance(value.spec, NumpySpec):
        return arrays.rows_of(value.symbol, _item_spec_of(value.spec))
    try:
        item = item_spec(value)
    except ReadBeforeWritten:
        item = BOTTOM
    return lift(value)[0], item


# -- Items


@meant
def get_item(value: Any, key: Any) -> Any:
    """Return `value[key]`."""
    value = narrow(value)
    method = own_method(value, "__getitem__")
    if method is not None:
        return call(method, value, key)
    if arrays.is_numpy(value) or isinstance(value, Tensor):
        return arrays.get_item(value, key)
    if type(value) is not Proxy:
        value = Proxy(*lift(value))
    spec = value.spec
    if isinstance(key, slice):
        return _get_slice(value, key)
    site = site_of(value)
    if site is not None and issubclass(site.cls, CONTAINERS):
        return _get_from_container(value, site, key)
    if isinstance(spec, TupleSpec):
        return _get_from_tuple(value, spec, key)
    if spec == STR:
        return node(rows.GET_ITEM, [value, key], STR)
    if _is_range(spec):
        return node(rows.GET_ITEM, [value, key], INT)
    return node(rows.GET_ITEM, [boxed_value(value), boxed_value(key)], ANY)


def _get_from_container(value: Proxy, site: Site, key: Any) -> Any:
    if issubclass(site.cls, dict):
        if site.cls is collections.Counter and site.slot("value") is BOTTOM:
            widen(site, "value", INT)
        is_default = issubclass(site.cls, collections.defaultdict)
        symbol = put_key(site, key) if is_default else key_of(key, site, "key")
        spec = read(site, "value")
    else:
        symbol, spec = index(key), read(site, "item")
    (found,) = emit(rows.GET_ITEM, [value.symbol, symbol], (spec,))
    return wrap(found, spec)


def key_of(key: Any, site: Site | None = None, slot: str = "key") -> SymbolicTensor:
    """Return the symbol of a key that is looked for."""
    symbol, spec = lift(key)
    if any(_is_tensor(x) for x in parts_of(spec)):
        return hashed(symbol, spec)
    if current().tries and any(map(_is_numpy_scalar, parts_of(spec))):
        return boxed_value(key).symbol  # a handler may see it in a KeyError
    return symbol


def index(key: Any) -> SymbolicTensor:
    """Return the symbol of the index of a sequence of Python's."""
    symbol, spec = lift(key)
    is_array = isinstance(spec, NumpySpec) and not spec.is_scalar
    if is_array or (is_strong(spec) and not symbol.spec.dtype.is_integer):
        return boxed_value(key).symbol  # Python says what it does with it
    return symbol


def _get_from_tuple(value: Proxy, spec: TupleSpec, key: Any) -> Any:
    if type(key) is int and -len(spec.items) <= key < len(spec.items):
        return node(rows.GET_ITEM, [value, key], spec.items[key], "")
    symbol, found = index(key), join(*spec.items)
    (item,) = emit(rows.GET_ITEM, [value.symbol, symbol], (found,))
    return wrap(item, found)


def _get_slice(value: Proxy, key: slice) -> Any:
    parts = (key.start, key.stop, key.step)
    given = tuple(x is not None for x in parts)
    args = [value, *(index(x) for x in parts if x is not None)]
    site = site_of(value)
    symbols = [x if isinstance(x, SymbolicTensor) else lift(x)[0] for x in args]
    if _is_range(value.spec):
        spec = IteratorSpec(INT, "range")
        return wrap(emit(rows.GET_SLICE, symbols, (spec,), given=given)[0], spec)
    if site is not None and site.cls is list:
        slots = {"item": site.slot("item")}
        return fresh(rows.GET_SLICE, symbols, list, slots, given=given)
    if value.spec == STR:
        return wrap(emit(rows.GET_SLICE, symbols, (STR,), given=given)[0], STR)
    if isinstance(value.spec, TupleSpec) and all(
        x is None or type(x) is int for x in parts
    ):
        found = TupleSpec(value.spec.items[key])
        return wrap(emit(rows.GET_SLICE, symbols, (found,), "", given=given)[0], found)
    symbols[0] = boxed_value(value).symbol
    return wrap(emit(rows.GET_SLICE, symbols, (ANY,), given=given)[0], ANY)


def _is_range(spec: Any) -> bool:
    if isinstance(spec, IteratorSpec):
        return spec.name == "range"
    return bool(spec == ClassSpec(range))


def slice_of(key: slice) -> SymbolicTensor:
    """Return the symbol of a slice."""
    parts = (key.start, key.stop, key.step)
    given = tuple(x is not None for x in parts)
    symbols = [index(x) for x in parts if x is not None]
    return emit(made.SLICE, symbols, (ANY,), "", given=given)[0]


@meant
def set_item(target: Any, key: Any, value: Any) -> None:
    """Do `target[key] = value`."""
    target = narrow(target)
    method = own_method(target, "__setitem__")
    if method is not None:
        call(method, target, key, value)
        return
    if arrays.is_numpy(target):
        arrays.set_item(target, key, value)
        return
    site = site_of(target)
    if site is None or not issubclass(site.cls, CONTAINERS):
        symbols = [boxed_value(x).symbol for x in (target, key, value)]
        statement(rows.SET_ITEM, symbols)
        return
    check_writable(site)
    if isinstance(key, slice):
        held, item = iterable(value)
        if item is not BOTTOM:
            held = _widened_items(site, "item", held, item, value)
        statement(rows.SET_ITEM, [target.symbol, slice_of(key), held])
    elif issubclass(site.cls, dict):
        held = put(site, "value", value)
        statement(rows.SET_ITEM, [target.symbol, put_key(site, key), held])
    else:
        held = put(site, "item", value)
        statement(rows.SET_ITEM, [target.symbol, index(key), held])


_SEQUENCES: Final = (list, collections.deque, bytearray)


@meant
def del_item(target: Any, key: Any) -> None:
    """Do `del target[key]`."""
    target = narrow(target)
    method = own_method(target, "__delitem__")
    if method is not None:
        call(method, target, key)
        return
    site = site_of(target)
    if site is not None:
        check_writable(site)
    is_sequence = site is not None and issubclass(site.cls, _SEQUENCES)
    if isinstance(key, slice):
        held = slice_of(key)
    else:
        held = index(key) if is_sequence else key_of(key)
    statement(rows.DEL_ITEM, [lift(target)[0], held])


def contains(item: Any, items: Any) -> Any:
    """Return `item in items`."""
    items = narrow(items)
    method = own_method(items, "__contains__")
    if method is not None:
        return truth(call(method, items, item))
    if type(items) is not Proxy:
        items = Proxy(*lift(items))
    if arrays.is_numpy(items):
        return arrays.contains(item, items)
    symbol, found = lift(item)
    cls, site = class_of(items), site_of(items)
    is_hashed = cls is frozenset or (cls is not None and issubclass(cls, (set, dict)))
    if is_hashed:
        key = key_of(item)
        return wrap(
            emit(rows.BINARY, [key, items.symbol], (BOOL,), symbol="in")[0], BOOL
        )
    if site is not None and site.cls in CONTAINERS:
        held = site.slot("item")
        is_direct = is_plain(held) or _is_numpy_scalar(held)
    else:
        is_direct = is_plain(items.spec)
    if is_direct and (is_plain(found) or _is_numpy_scalar(found)):
        args = [symbol, items.symbol]
        return wrap(emit(rows.BINARY, args, (BOOL,), symbol="in")[0], BOOL)
    args = [boxed_value(item), boxed_items(items)]
    return node(rows.BINARY, args, BOOL, symbol="in")


def _is_numpy_scalar(spec: Any) -> bool:
    return isinstance(spec, NumpySpec) and spec.is_scalar


# -- Attributes


@meant
def get_attr(value: Any, name: str) -> Any:
    """Return `value.name`, of a value of the run."""
    if may_be_none_or_own(value):
        if hasattr(None, name):
            return Method(value, name)
        value = _not_none(value, name)
    value = narrow(value)
    if isinstance(value, CompositeTensor):
        return getattr(value, name)
    if arrays.is_numpy(value):
        return arrays.get_attr(value, name)
    cls, spec = class_of(value), value.spec
    if name == "__class__" and cls is not None:
        return cls
    if isinstance(spec, ObjectSpec) and not callable(getattr(cls, name, None)):
        return spec.spec.attribute(name)
    site = site_of(value)
    if site is not None and site.cls not in CONTAINERS:
        return _get_from_instance(value, site, name)
    if isinstance(spec, TupleSpec) and name in getattr(spec.cls, "_fields", ()):
        place = spec.cls._fields.index(name)  # type: ignore[attr-defined]
        return node(rows.GET_ATTR, [value], spec.items[place], "", name=name)
    if isinstance(spec, TupleSpec):
        found = attribute_of_class(spec.cls, name)
        if isinstance(found, property):
            return call(found.fget, value)
        if isinstance(found, FunctionType):
            return MethodType(found, value)
    if name == "__class__":
        return node(rows.GET_ATTR, [value], ANY, "r", name=name)
    return Method(value, name)


def _is_own_attribute(site: Site, name: str) -> bool:
    """Do objects keep an attribute themselves, whatever their class says?"""
    is_plain = attribute_of_class(site.cls, name) is None
    return is_plain and site.slot(f".{name}") is not BOTTOM


def _get_from_instance(value: Proxy, site: Site, name: str) -> Any:
    cls = site.cls
    found = attribute_of_class(cls, name)
    slot = f".{name}"
    if (
        special(type(found), "__get__")
        and not _is_data(found)
        and not isinstance(found, functools.cached_property)
    ):
        site.read.add(slot)
        if site.slot(slot) is not BOTTOM:
            raise Unstageable(f"`{name}` may be an object's own, or a descriptor")
    by_class = _from_class(value, cls, found)
    if by_class is not NotImplemented:
        return by_class
    if isinstance(found, functools.cached_property):
        return _cached(value, site, found, name)
    if found is not None and not hasattr(found, "__get__"):
        return own_or_default(value, site, name, found)
    if found is not None and callable(found):
        return Method(value, name)
    if found is not None:  # what Python itself keeps there
        escape(site)
        return node(rows.GET_ATTR, [value], ANY, name=name)
    if site.slot(slot) is BOTTOM and special(cls, "__getattr__"):
        site.read.add(slot)
        return call(special(cls, "__getattr__"), value, name)
    spec = read(site, slot)
    (symbol,) = emit(rows.GET_ATTR, [value.symbol], (spec,), name=name)
    return wrap(symbol, spec)


def _is_data(descriptor: Any) -> bool:
    """Tell whether a descriptor comes before what an object has itself."""
    return any(hasattr(type(descriptor), x) for x in ("__set__", "__delete__"))


def _from_class(value: Any, cls: type, found: Any) -> Any:
    """Return what a class makes of an attribute of its objects, or NotImplemented."""
    if isinstance(found, property) and found.fget is not None:
        return call(found.fget, value)
    if isinstance(found, FunctionType):
        return MethodType(found, value)
    if isinstance(found, classmethod):
        return MethodType(found.__func__, cls)
    if isinstance(found, staticmethod):
        return found.__func__
    getter = special(type(found), "__get__")
    if getter is not None and not isinstance(found, functools.cached_property):
        return call(getter, found, value, cls)
    return NotImplemented


@moving
def super_attr(value: Super, name: str) -> Any:
    """Return `super(cls, owner).name`."""
    cls, owner = class_of(value.owner), value.owner
    order = cls.__mro__ if cls is not None else ()
    for each in order[order.index(value.cls) + 1 :]:
        if name not in each.__dict__:
            continue
        found = each.__dict__[name]
        by_class = _from_class(owner, cls or object, found)
        if by_class is not NotImplemented:
            return by_class
        if found is object.__init__:
            return functools.partial(init_plainly, cls or object)
        return functools.partial(found, owner) if callable(found) else found
    raise AttributeError(f"'super' object has no attribute '{name}'")


@meant
def init_plainly(cls: type, *args: Any) -> None:
    """Do what `object.__init__` does to an object of a class: it may raise."""
    if args and attribute_of_class(cls, "__init__") is not object.__init__:
        object.__init__(object.__new__(cls), *args)


def own_or(value: Any, name: str, default: Any) -> Any:
    """Return an attribute that an object has itself, or what its class has."""
    return getattr(value, "__dict__", {}).get(name, default)


def own_or_default(
    value: Proxy, site: Site, name: str, default: Any, function: Any = own_or
) -> Any:
    """Return an attribute that an object may have itself, or else another value."""
    slot = f".{name}"
    site.read.add(slot)  # so that a write to an object is known here
    if site.slot(slot) is BOTTOM:
        return default
    symbol, given = lift(default)
    spec = join(site.slot(slot), given)
    if spec is ANY and site.slot(slot) is not ANY:
        widen(site, slot, ANY)
    held = [value.symbol, lift(name)[0], to_slot(symbol, given, spec)]
    return wrap(emit(rows.APPLY, held, (spec,), "r", function=function)[0], spec)


@moving
def has_own(value: Any, name: str) -> bool:
    """Has an object an attribute itself?"""
    return name in getattr(value, "__dict__", {})


def _cached(value: Proxy, site: Site, found: Any, name: str) -> Any:
    """Return a property that an object keeps once it is computed."""

    def compute() -> Any:
        held = call(found.func, value)
        set_attr(value, name, held)
        return held

    def own() -> Any:
        spec = read(site, f".{name}")
        (symbol,) = emit(rows.GET_ATTR, [value.symbol], (spec,), name=name)
        return wrap(symbol, spec)

    (is_there,) = emit(
        rows.APPLY, [value.symbol, lift(name)[0]], (BOOL,), "r", function=has_own
    )
    return INTERPRETER.choose(is_there, own, compute)


@meant
def set_attr(target: Any, name: str, value: Any) -> None:
    """Do `target.name = value`, of an object of the run."""
    target = narrow(target)
    if arrays.is_numpy(target):
        arrays.set_attr(target, name, value)
        return
    site = site_of(target)
    if site is not None:
        method = special(site.cls, "__setattr__")
        if method is not None:
            call(method, target, name, value)
        else:
            store_attr(target, name, value)
        return
    held = [boxed_value(x).symbol for x in (target, value)]
    if target.spec is ANY and current().has_outer:
        raise OutlivesCall(f"`{name}` is set of what perhaps outlives the call")
    statement(rows.SET_ATTR, held, name=name)


def store_attr(target: Proxy, name: str, value: Any) -> None:
    """Do what `object.__setattr__` does to an object of the run."""
    site = site_of(target)
    assert site is not None
    found = attribute_of_class(site.cls, name)
    if set_by_class(found, target, value):
        return
    if isinstance(found, GetSetDescriptorType):  # such as `__dict__`
        if name == "__class__":
            raise WholeFunction("the class of an object changes")
        escape(site)
    held = put(site, f".{name}", value)
    if special(site.cls, "__setattr__") is None:
        statement(rows.SET_ATTR, [target.symbol, held], name=name)
        return
    symbols = [target.symbol, lift(name)[0], held]
    emit(rows.APPLY, symbols, (NONE,), function=object.__setattr__)


def set_by_class(found: Any, target: Any, value: Any) -> bool:
    """Set an attribute as its class says; return whether it says anything."""
    if isinstance(found, property) and found.fset is not None:
        call(found.fset, target, value)
        return True
    setter = special(type(found), "__set__")
    if setter is not None:
        call(setter, found, target, value)
    return setter is not None


def deleted_by_class(found: Any, target: Any) -> bool:
    """Delete an attribute as its class says; return whether it says anything."""
    if isinstance(found, property) and found.fdel is not None:
        call(found.fdel, target)
        return True
    method = special(type(found), "__delete__")
    if method is not None:
        call(method, found, target)
    return method is not None


@meant
def del_attr(target: Any, name: str) -> None:
    """Do `del target.name`."""
    target = narrow(target)
    site = site_of(target)
    if site is not None:
        method = special(site.cls, "__delattr__")
        if method is not None:
            call(method, target, name)
            return
        if deleted_by_class(attribute_of_class(site.cls, name), target):
            return
    if target.spec is ANY and current().has_outer:
        raise OutlivesCall(f"`{name}` is deleted of what perhaps outlives the call")
    is_numpy = isinstance(target.spec, NumpySpec)
    held = boxed_value(target).symbol if is_numpy else lift(target)[0]
    statement(rows.DEL_ATTR, [held], name=name)


# -- Unpacking


@meant
def unpack(value: Any, pattern: tuple[Any, ...]) -> Any:
    """Return what `a, (b, *c) = value` unpacks: by `(None, (None, ...))`."""
    value = narrow(value)
    if arrays.is_numpy(value) or isinstance(value, Tensor):
        return arrays.unpack(value, pattern)
    if type(value) is not Proxy:
        return value
    spec, count = value.spec, len(pattern)
    if ... in pattern:
        return _unpack_starred(value, pattern)
    if isinstance(spec, TupleSpec) and len(spec.items) == count and count:
        symbols, specs = unpacked(value.symbol, spec), spec.items
    else:
        item = item_spec(value)
        held = value if spec is not ANY else boxed_value(value)
        specs = (item,) * count
        op = rows.UNPACK if count > 1 else rows.UNPACK_ONE
        symbols = emit(op, [held.symbol], specs)
    parts = (wrap(*each) for each in zip(symbols, specs, strict=True))
    return tuple(
        unpack(part, inner) if inner else part
        for part, inner in zip(parts, pattern, strict=True)
    )


def _unpack_starred(value: Proxy, pattern: tuple[Any, ...]) -> Any:
    before = pattern.index(...)
    after = len(pattern) - before - 1
    item = item_spec(value)
    site = site_here(list, "starred")
    site.is_real = True
    if item is not BOTTOM:
        widen(site, "item", item)
    specs = (*(item,) * before, SiteSpec(site), *(item,) * after)
    attrs: dict[str, Any] = {"before": before, "after": after}
    op = rows.UNPACK_STARRED
    if len(pattern) == 1:
        held = node(op, [value], TupleSpec(specs), **attrs)
        symbols = unpacked(held.symbol, held.spec)
    else:
        symbols = emit(op, [value.symbol], specs, **attrs)
    parts = [wrap(*each) for each in zip(symbols, specs, strict=True)]
    return tuple(
        unpack(part, inner) if isinstance(inner, tuple) else part
        for part, inner in zip(parts, pattern, strict=True)
    )


__all__ = ["binary", "get_attr", "get_item", "put_symbol", "set_attr", "to_slot"]
