"""Compare a decorated function with the undecorated one, to the bit.

    assert_agrees(function, ag.constant(27))

Both run on the same arguments. The results must be nested alike and equal in dtype,
shape and every bit (nan equals nan, 0.0 is not -0.0); what one raises the other must
raise. A Python number that the undecorated function returns corresponds to the
tensor that `constant` makes of it.

A function that cannot be staged is refused, and must agree all the same where Python
may run such calls: both policies are tried.
"""

from __future__ import annotations

import collections
import collections.abc
import dataclasses
import enum
import itertools
import types
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from autograph.arguments import flatten, is_opened, vars_of
from autograph.decorator import function
from autograph.errors import PythonFallbackWarning
from autograph.function.function import Function
from autograph.number_bits import number_bits
from autograph.policy import python
from autograph.testing.raised import difference
from autograph.testing.surroundings import Surroundings
from autograph.testing.variables import Values, settled, variables_of
from graph.composite.type_spec import CompositeTensor
from graph.errors import AutographError, GraphError, StagingError
from graph.number_bits import result_spec
from graph.ops.core import constant
from graph.specs import spec_of
from graph.tensor import Tensor
from graph.tensor_array import TensorArray
from graph.tensor_shape import TensorShape

# Of these classes a graph returns tensors.
_CONTAINERS: Final = (list, tuple, dict, collections.deque)
# Of generators that are returned, so many items are compared.
MAX_DRAWN: Final = 100
_VIEWS: Final = (
    collections.abc.KeysView,
    collections.abc.ValuesView,
    collections.abc.ItemsView,
)
_TENSORS: Final = (bool, int, float, complex, str, bytes, np.ndarray)


class Verdict(enum.Enum):
    """How the two compare."""

    SAME = "same"
    ALLOWED = "differs as documented"
    REFUSED = "refused"
    DIFFERS = "differs"


@dataclass(frozen=True)
class Outcome:
    """What a call gave: a value, or an exception.

    Attributes:
        value: The value.
        error: The exception.
        arguments: The arguments as the call left them.
        number_bits: How wide the tensors are that Python numbers become as results.
    """

    value: Any = None
    error: Exception | None = None
    arguments: Any = None
    number_bits: int = 32

    def __str__(self) -> str:
        if self.error is not None:
            return f"raised {type(self.error).__name__}: {self.error}"
        return f"returned {self.value!r}"


@dataclass(frozen=True)
class Agreement:
    """How a decorated function compares with the undecorated one.

    Attributes:
        verdict: In a word.
        plain: What the undecorated function gave.
        staged: What the decorated one gave.
        reason: What is not the same.
    """

    verdict: Verdict
    plain: Outcome
    staged: Outcome
    reason: str = ""

    def __str__(self) -> str:
        return (
            f"{self.verdict.value}: {self.reason}\n"
            f"  plain Python {self.plain}\n"
            f"  the graph    {self.staged}"
        )


def check(tested: Callable[..., Any], *args: Any, **kwargs: Any) -> Agreement:
    """Run a function as plain Python and as graph, twice, and compare.

    The second run of the graph is one where Python may run what is refused. Each run
    begins with the same values of the variables that the function can reach, and must
    leave the same ones.

    Args:
        tested: A plain function, or one that `ag.function` decorated: its graphs
            are then used again.
        args: Its arguments: eager tensors and whatever else it takes.
        kwargs: The same, by name.
    """
    decorated = tested if isinstance(tested, Function) else function(tested)
    variables = variables_of(decorated, args, kwargs)
    before, around = Values(variables), Surroundings((decorated.python_function, args))

    def run(
        function: Callable[..., Any], policy: str = "refuse"
    ) -> tuple[Outcome, Outcome]:
        before.put_back()
        around.put_back()
        with python(policy):
            outcome = outcome_of(function, args, kwargs)
        return outcome, Outcome(Values(variables).by_name())

    plain, plain_left = run(decorated.python_function)
    first, first_left = run(decorated)
    found = compare(plain, first)
    if found.verdict is Verdict.REFUSED:
        before.put_back()
        around.put_back()
        return _check_fall(found, decorated, args, kwargs)
    if found.verdict is Verdict.DIFFERS:
        return found
    left = compare(plain_left, first_left)
    if left.verdict is not Verdict.SAME:
        return replace(left, reason=f"of the variables it leaves, {left.reason}")
    again, again_left = run(decorated, "allow")
    for one, other in ((first, again), (first_left, again_left)):
        if compare(one, other).verdict is not Verdict.SAME:
            reason = f"the second run of the graph is unlike the first, {one}"
            return Agreement(Verdict.DIFFERS, plain, other, reason)
    return found


def check_allowed(tested: Callable[..., Any], *args: Any, **kwargs: Any) -> Agreement:
    """Run a function as plain Python, and once where Python may run what is refused.

    Args:
        tested: A plain function, or one that `ag.function` decorated.
        args: Its arguments.
        kwargs: The same, by name.
    """
    decorated = tested if isinstance(tested, Function) else function(tested)
    variables = variables_of(decorated, args, kwargs)
    before, around = Values(variables), Surroundings((decorated.python_function, args))
    outcomes, left = [], []
    for each in (decorated.python_function, decorated):
        before.put_back()
        around.put_back()
        with python("allow"), warnings.catch_warnings():
            warnings.simplefilter("ignore", PythonFallbackWarning)
            outcomes.append(outcome_of(each, args, kwargs))
        left.append(Outcome(Values(variables).by_name()))
    found = compare(*outcomes)
    if found.verdict is not Verdict.SAME:
        return found
    return replace(compare(*left), plain=found.plain, staged=found.staged)


def _check_fall(
    refused: Agreement,
    decorated: Function[Any, Any],
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
) -> Agreement:
    """Check that a call that is refused agrees where plain Python may run it.

    Returns:
        What says that it is refused, if it does.
    """
    if isinstance(refused.staged.error, GraphError):
        return replace(refused, verdict=Verdict.DIFFERS)
    falling = function(decorated.python_function, python="allow")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PythonFallbackWarning)
        fallen = outcome_of(falling, args, kwargs)
    found = compare(refused.plain, fallen)
    expected, given = refused.plain.error, fallen.error
    # Of an error of both it may be told in words, and by a class, of our own.
    is_error = expected is not None and type(given) is type(refused.staged.error)
    is_own = is_error and not isinstance(given, StagingError)
    is_subclass = expected is not None and isinstance(given, type(expected))
    if is_own or is_subclass or found.verdict in (Verdict.SAME, Verdict.ALLOWED):
        return refused
    reason = f"it falls to plain Python, and {found.reason}"
    return replace(found, verdict=Verdict.DIFFERS, reason=reason)


def assert_agrees(tested: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
    """Check that a function gives as a graph what it gives as plain Python.

    Raises:
        AssertionError: It does not, or cannot be run as a graph.
    """
    found = check(tested, *args, **kwargs)
    if found.verdict in (Verdict.DIFFERS, Verdict.REFUSED):
        raise AssertionError(str(found)) from found.staged.error


def outcome_of(
    called: Callable[..., Any], args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Outcome:
    """Call a function with copies of its mutable arguments; return what it gave."""
    arguments = args, kwargs = _copied((args, dict(kwargs)), {})
    bits = number_bits(flatten((args, kwargs))[0])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        try:
            value = settled(called(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  # whatever the program raises
            return Outcome(None, error, arguments, bits)
    return Outcome(value, None, arguments, bits)


def _copied(value: Any, copies: dict[int, Any]) -> Any:
    """Copy what can change, with what it holds: once, however often it is given."""
    if id(value) in copies:
        return copies[id(value)]
    if type(value) is tuple:
        return tuple(_copied(item, copies) for item in value)
    copy: Any = value
    if type(value) is list:
        copy = copies[id(value)] = []
        copy.extend(_copied(item, copies) for item in value)
    elif type(value) is dict:
        copy = copies[id(value)] = {}
        copy.update((key, _copied(item, copies)) for key, item in value.items())
    elif type(value) is collections.deque:
        copy = copies[id(value)] = collections.deque(maxlen=value.maxlen)
        copy.extend(_copied(item, copies) for item in value)
    elif isinstance(value, np.ndarray):
        copy = copies[id(value)] = value.copy()
    elif isinstance(value, TensorArray):
        copy = copies[id(value)] = value.__copy__()
    return copy


def compare(plain: Outcome, staged: Outcome) -> Agreement:
    """Compare what two calls gave."""
    comparison = _Values(plain.number_bits)
    if plain.error is None and staged.error is None:
        verdict, reason = comparison.values(plain.value, staged.value, "the result")
    else:
        verdict, reason = _compare_errors(plain, staged)
    if verdict is Verdict.SAME and staged.arguments is not None:
        left, place = staged.arguments, "what is left of the arguments"
        verdict, reason = comparison.arguments(plain.arguments, left, place)
    return Agreement(verdict, plain, staged, reason)


def _compare_errors(plain: Outcome, staged: Outcome) -> tuple[Verdict, str]:
    expected, given = plain.error, staged.error
    if type(expected) is type(given):
        differing = difference(expected, given)  # type: ignore[arg-type]
        if differing is not None:
            return Verdict.DIFFERS, f"the {differing} differ"
        return Verdict.SAME, ""
    if isinstance(given, AutographError):
        return Verdict.REFUSED, given.message
    if expected is None and isinstance(given, OverflowError):
        for bits in (plain.number_bits, 64):  # plain Python gives what fits
            if f"int{bits}" in str(given) and _has_large_integer(plain.value, bits):
                return Verdict.ALLOWED, f"a Python integer does not fit int{bits}"
    return Verdict.DIFFERS, "one raises what the other does not"


def _has_large_integer(value: Any, bits: int) -> bool:
    if isinstance(value, (list, tuple)):
        return any(_has_large_integer(each, bits) for each in value)
    if isinstance(value, dict):
        return any(_has_large_integer(each, bits) for each in value.values())
    return type(value) is int and not -(2 ** (bits - 1)) <= value < 2 ** (bits - 1)


@dataclass(frozen=True)
class _Values:
    """Compares values, where Python numbers become tensors of so many bits."""

    number_bits: int

    def values(self, plain: Any, staged: Any, place: str) -> tuple[Verdict, str]:
        if isinstance(plain, _CONTAINERS):
            # Of subclasses of containers plain Python's own come back as they are.
            is_as_it_stands = (
                type(plain) not in _CONTAINERS and is_opened(plain) is False
            )
            how = self.parts if is_as_it_stands else self.values
            return _compare_nested(plain, staged, place, how)
        if plain is None or staged is None:
            if plain is staged:
                return Verdict.SAME, ""
            return Verdict.DIFFERS, f"{place} is None for one only"
        if not isinstance(staged, Tensor):
            return self._objects(plain, staged, place)
        expected, given = _array_of(plain), _array_of(staged)
        if type(plain) in (int, float, complex) and expected.dtype != given.dtype:
            # A number on one path and a tensor on another: the graph has the tensor's.
            try:
                expected = _array_of(constant(plain, given.dtype))
            except AutographError:
                return Verdict.DIFFERS, f"{place} has dtype {given.dtype}"
            if _same_bits(expected, given):
                wanted = result_spec(spec_of(plain), self.number_bits).dtype
                is_wide = given.dtype == wanted.numpy
                verdict = Verdict.SAME if is_wide else Verdict.ALLOWED
                return verdict, f"{place} has dtype {given.dtype}"
        if expected.dtype != given.dtype:
            reason = f"{place} has dtype {given.dtype}, not {expected.dtype}"
            if _is_widened(expected, given):
                return Verdict.ALLOWED, reason
            return Verdict.DIFFERS, reason
        if expected.shape != given.shape:
            reason = f"{place} has shape {given.shape}, not {expected.shape}"
            return Verdict.DIFFERS, reason
        if not _same_bits(expected, given):
            return Verdict.DIFFERS, f"{place} has other values"
        return Verdict.SAME, ""

    def _objects(self, plain: Any, staged: Any, place: str) -> tuple[Verdict, str]:
        """Compare what is no tensor: dataclasses, and values that never change."""
        kind = type(staged)
        is_local = "<locals>" in kind.__qualname__  # each run makes such a class anew
        is_same_kind = kind is type(plain) or (
            is_local and kind.__qualname__ == type(plain).__qualname__
        )
        if not is_same_kind or kind in _TENSORS:
            return Verdict.DIFFERS, f"{place} is no tensor but {staged!r}"
        if isinstance(staged, CompositeTensor):
            held = plain.components, staged.components
            return _compare_nested(*held, f"{place}.components", self.values)
        if isinstance(staged, TensorArray):
            ours, theirs = ((x.type_spec, list(x._items)) for x in (plain, staged))
            return _compare_nested(ours, theirs, place, self.values)
        if dataclasses.is_dataclass(kind):
            return _compare_nested(vars_of(plain), vars_of(staged), place, self.parts)
        is_same = plain == staged
        if isinstance(plain, BaseException):
            is_same = difference(plain, staged) is None
        elif isinstance(plain, types.FunctionType):  # which plain Python has made
            is_same = plain.__code__ == staged.__code__
        elif isinstance(plain, _VIEWS):  # those of values are never equal
            return _compare_nested(list(plain), list(staged), place, self.parts)
        elif isinstance(plain, types.GeneratorType):
            one, two = (list(itertools.islice(x, MAX_DRAWN)) for x in (plain, staged))
            return _compare_nested(one, two, place, self.parts)
        elif not is_same and _is_alone(kind) and vars_of(plain):
            return _compare_nested(vars_of(plain), vars_of(staged), place, self.parts)
        if isinstance(plain, (set, frozenset)):
            is_same = set(map(_kind_of_key, plain)) == set(map(_kind_of_key, staged))
        if is_same:
            return Verdict.SAME, ""
        return Verdict.DIFFERS, f"{place} is {staged!r}, not {plain!r}"

    def parts(self, plain: Any, staged: Any, place: str) -> tuple[Verdict, str]:
        """Compare what objects hold that plain Python has made: as it stands."""
        is_same = type(plain) is type(staged) and repr(plain) == repr(staged)
        if is_same or plain is staged:
            return Verdict.SAME, ""
        return self.values(plain, staged, place)

    def arguments(self, plain: Any, staged: Any, place: str) -> tuple[Verdict, str]:
        """Compare what two calls left: copies, and the caller's objects."""
        if plain is staged:
            return Verdict.SAME, ""
        if isinstance(plain, _CONTAINERS):
            return _compare_nested(plain, staged, place, self.arguments)
        if isinstance(staged, np.ndarray):
            staged = constant(staged)
        is_known = type(staged) in _TENSORS and type(plain) is type(staged)
        if is_known and repr(plain) == repr(staged):
            return (
                Verdict.SAME,
                "",
            )  # the trace knew it, and has put in what Python does
        return self.values(plain, staged, place)


def _is_alone(kind: Any) -> bool:
    """Are objects of a class equal to themselves alone?"""
    return bool(kind.__eq__ is object.__eq__)


def _kind_of_key(key: Any) -> tuple[Any, ...]:
    """Return a key with its type: 1, 1.0 and True are equal, so are 0.0 and -0.0."""
    if type(key) is tuple:
        return tuple(map(_kind_of_key, key))
    return type(key), key, repr(key) if type(key) is float else ""


def _is_widened(expected: Any, given: Any) -> bool:
    """Is it the same in a wider dtype, as where another path gives that?"""
    if expected.dtype.kind not in "iufc" or given.dtype.kind not in "iufc":
        return False
    if np.promote_types(expected.dtype, given.dtype) != given.dtype:
        return False
    return expected.shape == given.shape and _same_bits(
        expected.astype(given.dtype), given
    )


def _compare_nested(
    plain: Any, staged: Any, place: str, comparison: Callable[..., tuple[Verdict, str]]
) -> tuple[Verdict, str]:
    if isinstance(plain, TensorShape):  # a graph returns its dimensions
        plain = tuple(plain)
    if isinstance(staged, TensorShape):
        staged = tuple(staged)
    if type(plain) is not type(staged) or len(plain) != len(staged):
        return Verdict.DIFFERS, f"{place} is nested otherwise"
    if getattr(plain, "maxlen", None) != getattr(staged, "maxlen", None):
        return Verdict.DIFFERS, f"{place} has another maxlen"
    keys: Any = range(len(plain))
    if isinstance(plain, dict):
        if list(map(_kind_of_key, plain)) != list(map(_kind_of_key, staged)):
            return Verdict.DIFFERS, f"{place} has other keys"
        keys = plain
    verdict, reason = Verdict.SAME, ""
    for key in keys:
        found, why = comparison(plain[key], staged[key], f"{place}[{key!r}]")
        if found is Verdict.DIFFERS:
            return found, why
        if found is Verdict.ALLOWED:
            verdict, reason = found, why
    return verdict, reason


def _array_of(value: Any) -> Any:
    return np.asarray(constant(value))


def _same_bits(left: Any, right: Any) -> bool:
    if left.dtype.kind not in "fc":
        return bool(np.array_equal(left, right))
    parts = [(left.real, right.real), (left.imag, right.imag)]
    return all(_same_floats(*pair) for pair in parts)


def _same_floats(left: Any, right: Any) -> bool:
    equal = (left == right) & (np.signbit(left) == np.signbit(right))
    return bool(np.all(equal | (np.isnan(left) & np.isnan(right))))
