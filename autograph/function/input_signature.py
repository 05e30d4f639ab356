"""Input signatures: one graph for all calls, whose arguments are converted to it."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Self

import numpy as np

from autograph import arguments
from autograph.definitions import definition_of, name_of, signature_of
from autograph.errors import InputMismatchError, SignatureError
from autograph.function.inputs import Binder, Call, key_of, takes_anything
from autograph.function.key import TraceKey, refuse_leaked
from autograph.training import current_flag
from autograph.values.state import showing
from graph import nest, specs
from graph.composite.type_spec import TypeSpec, spec_of_composite
from graph.convert import constant_array, is_all_python
from graph.dispatch import as_tensor
from graph.dtypes import string
from graph.errors import AutographError
from graph.origin import Origin, capture_exact
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, SymbolicTensor

ANNOTATIONS: Final = "annotations"
_MISSING: Final = object()
# What an entry of a signature may be.
_ENTRIES: Final = (TensorSpec, TypeSpec, list, tuple, dict)


def binder_of(function: Any, given: Any) -> Binder:
    """Return what binds the arguments of a function.

    Args:
        function: The function.
        given: Its input signature; None for none.

    Raises:
        SignatureError: The input signature does not fit the function.
    """
    name, signature = name_of(function), signature_of(function)
    if given is None:
        return Binder(name, signature, function)
    if takes_anything(signature):
        signature = inspect.signature(function)
    origin = definition_of(function, name)
    entries = read_signature(given, function, signature, origin)
    return SignedBinder(name, signature, entries, function)


def read_signature(given: Any, function: Any, signature: inspect.Signature,
                   origin: Origin) -> tuple[Any, ...]:  # fmt: skip
    """Return what an input signature says of each parameter.

    Args:
        given: A list or tuple of specs, possibly nested; or "annotations".
        function: The function, for its annotations.
        signature: Its signature.
        origin: Where it is defined.

    Returns:
        For each parameter a nested spec, or what stands for "its default".

    Raises:
        SignatureError: It is neither, or does not fit the function.
    """
    if isinstance(given, str) and given == ANNOTATIONS:
        return _from_annotations(function, signature, origin)
    remaining = check_form(given, origin)
    found: list[Any] = []
    for each in signature.parameters.values():
        if each.kind is each.VAR_KEYWORD:
            raise _no_keywords(each, origin)
        if each.kind is each.VAR_POSITIONAL:
            found.append(tuple(remaining))
            remaining = []
        elif each.kind is not each.KEYWORD_ONLY and remaining:
            found.append(remaining.pop(0))
        else:
            found.append(_default(each, origin))
    if remaining:
        n_taken = len(given) - len(remaining)
        raise SignatureError(
            f"input_signature has {len(given)} entries, and the function takes "
            f"{n_taken} positional arguments.",
            origin=origin,
            hint="There is one entry for each argument, in order, without `self`.",
        )
    return tuple(found)


def check_form(given: Any, origin: Origin) -> list[Any]:
    """Return the entries of an input signature, if it is made of specs.

    Raises:
        SignatureError: It is not.
    """
    if isinstance(given, str) and given == ANNOTATIONS:
        return []
    if not isinstance(given, (list, tuple)):
        raise SignatureError(
            f"input_signature is a {type(given).__name__}: {given!r}.",
            origin=origin,
            hint="It is a list or tuple with an ag.TensorSpec for each argument, which "
            'may be nested in lists, tuples and dicts; or "annotations".',
        )
    return [_checked(each, f"[{i}]", origin) for i, each in enumerate(given)]


def _default(parameter: inspect.Parameter, origin: Origin) -> Any:
    if parameter.default is parameter.empty:
        raise SignatureError(
            f"input_signature says nothing of the argument {parameter.name!r}, which "
            "has no default.",
            origin=origin,
            hint="Add an ag.TensorSpec for it, or give it a default, which it keeps.",
        )
    return _MISSING


def _no_keywords(parameter: inspect.Parameter, origin: Origin) -> SignatureError:
    return SignatureError(
        f"a function with an input_signature takes no `**{parameter.name}`: an input "
        "signature has a place for each argument.",
        origin=origin,
        hint="Name the arguments, or take a dict, whose entries may have specs.",
    )


def _checked(entry: Any, path: str, origin: Origin) -> Any:
    """Return an entry of a signature, if it is made of specs."""
    if isinstance(entry, (TensorSpec, TypeSpec)):
        return entry
    if type(entry) in (list, tuple) or _is_namedtuple(entry):
        parts = [_checked(each, f"{path}[{i}]", origin) for i, each in enumerate(entry)]
        return type(entry)(*parts) if _is_namedtuple(entry) else type(entry)(parts)
    if type(entry) is dict:
        items = entry.items()
        return {name: _checked(each, f"{path}[{name!r}]", origin)
                for name, each in items}  # fmt: skip
    raise SignatureError(
        f"input_signature{path} is {entry!r}, which is no ag.TensorSpec.",
        origin=origin,
        hint="As in [ag.TensorSpec([None, 3], ag.float32)]; lists, tuples and dicts of "
        "specs stand for arguments that are nested like them.",
    )


def _is_namedtuple(value: Any) -> bool:
    return isinstance(value, tuple) and hasattr(type(value), "_fields")


def _from_annotations(
    function: Any, signature: inspect.Signature, origin: Origin
) -> tuple[Any, ...]:
    target = getattr(function, "__func__", function)
    try:
        hints = typing.get_type_hints(target, include_extras=True)
    except Exception as error:  # names in annotations may mean anything
        raise SignatureError(
            f"the annotations cannot be read: {error}.",
            origin=origin,
            hint="What they name has to be defined, in the function's module.",
        ) from error
    found: list[Any] = []
    for each in signature.parameters.values():
        spec = _spec_in(hints.get(each.name))
        if each.kind is each.VAR_KEYWORD:
            raise _no_keywords(each, origin)
        if each.kind is each.VAR_POSITIONAL:
            found.append(())
        elif spec is None:
            found.append(_default(each, origin))
        else:
            found.append(_checked(spec, f" of {each.name!r}", origin))
    return tuple(found)


def _spec_in(hint: Any) -> Any:
    """Return the spec of an annotation: itself, or what `Annotated` adds to a type."""
    for each in getattr(hint, "__metadata__", ()):
        if isinstance(each, _ENTRIES):
            return each
    return hint if isinstance(hint, _ENTRIES) else None


def _as_specified(value: Any, wanted: Any) -> Any:
    """Make tensors of symbolic numbers, and of arrays, where specs ask for them."""
    if isinstance(wanted, TensorSpec):
        is_number = isinstance(value, SymbolicTensor) and value.spec.dtype.is_python
        is_made = is_number or isinstance(value, np.ndarray)
        return as_tensor(value, wanted.dtype) if is_made else value
    if not nest.is_nested(wanted):
        return value
    leaves, structure = nest.flatten_with_structure(value)
    pairs = zip(leaves, nest.flatten(wanted), strict=True)
    return nest.pack(structure, [_as_specified(*pair) for pair in pairs])


class SignedBinder(Binder):
    """Turns the arguments of calls into those of the one graph of a signature.

    Attributes:
        entries: For each parameter its spec, or the mark of a default.
    """

    def __init__(
        self,
        name: str,
        signature: inspect.Signature,
        entries: tuple[Any, ...],
        like: Callable[..., Any] | None = None,
    ) -> None:
        """Prepare for calls of a function with this signature."""
        super().__init__(name, signature, like)
        self.entries = entries
        parameters = signature.parameters.values()
        self._specified = tuple(
            each.default if entry is _MISSING else entry
            for each, entry in zip(parameters, entries, strict=True)
        )
        key, _ = super().key_of(self._specified)
        self._key = TraceKey(key.arguments)

    @classmethod
    def of_call(cls, name: str, signature: inspect.Signature, call: Call) -> Self:
        """Return that of the call that a signature stands for.

        Args:
            name: The function's name.
            signature: The function's signature.
            call: What `specified` has returned.
        """
        entries = tuple(
            _MISSING
            if each.default is not each.empty and not arguments.has_specs(value)
            else value
            for each, value in zip(
                signature.parameters.values(), call.packed, strict=True
            )
        )
        return cls(name, signature, entries)

    def specified(self, given: Call | None = None) -> Call:
        """Return the call that the signature stands for.

        Args:
            given: A call whose dicts have their keys in another order.
        """
        call = replace(self.call(self._key, self._specified), originals=())
        if given is None:
            return call
        nested = arguments.as_specified(given.structure, call.structure)
        return replace(call, structure=nested, key=given.key)

    def asked(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Call:
        """Return the call of the signature; no arguments are needed."""
        return self(args, kwargs) if args or kwargs else self.specified()

    def prepare(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> tuple[TraceKey, Sequence[Any], tuple[Any, ...]]:
        """Return the key of the signature, and the leaves and values converted to it.

        Raises:
            TypeError: The arguments do not fit the function, as Python says.
            InputMismatchError: They do not fit the input signature.
        """
        given = self.bind(*args, **kwargs)
        values = []
        for name, entry, value, default in zip(
            self.names, self.entries, given, self._specified, strict=True
        ):
            if entry is _MISSING:
                self._check_default(name, value, default, given)
                values.append(default)
            else:
                values.append(self._convert(entry, value, name, given))
        leaves, _ = arguments.flatten(tuple(values))
        key = self._key._replace(flag=current_flag())
        return key, leaves, tuple(values)

    def as_signed(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return arguments as the signature has them, for a call within a trace.

        Raises:
            InputMismatchError: They do not fit it.
        """
        _, _, values = self.prepare(args, kwargs)
        pairs = zip(values, self.specified().packed, strict=True)
        return self.arguments(self.names, [_as_specified(*pair) for pair in pairs])

    def plain_arguments(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> tuple[Sequence[Any], Mapping[str, Any], Callable[[], None]]:
        """Return arguments that are converted to the signature, copies of containers.

        What is done to the copies is done to the originals by what comes last.
        """
        given = self.bind(*args, **kwargs)
        _, _, values = self.prepare(args, kwargs)
        return *self.arguments(self.names, values), _carried_over(given, values)

    def has_changed(self, call: Call) -> bool:
        """Return False: the signature is the key."""
        return False

    def _check_default(self, name: str, value: Any, default: Any, given: Any) -> None:
        if value is not default and key_of(value) != key_of(default):
            raise self._mismatch(
                f"{name} has no place in it and keeps its default, {default!r}", given
            )

    def _convert(self, entry: Any, value: Any, path: str, given: Any) -> Any:
        """Return an argument as its entry in the signature has it."""
        if isinstance(entry, TensorSpec):
            return self._as_tensor(entry, value, path, given)
        if isinstance(entry, TypeSpec):
            return self._as_composite(entry, value, path, given)
        kind = type(entry)
        if type(value) is not kind:
            is_given = f"{path} is a {type(value).__name__}, not a {kind.__name__}"
            raise self._mismatch(is_given, given)
        if kind is dict:
            if entry.keys() != value.keys():
                keys = f"{sorted(map(str, value))}, not {sorted(map(str, entry))}"
                raise self._mismatch(f"{path} has the keys {keys}", given)
            return {
                name: self._convert(entry[name], part, f"{path}[{name!r}]", given)
                for name, part in value.items()
            }
        if len(entry) != len(value):
            raise self._mismatch(
                f"{path} has {len(value)} parts, not {len(entry)}", given
            )
        pairs = enumerate(zip(entry, value, strict=True))
        parts = [self._convert(e, v, f"{path}[{i}]", given) for i, (e, v) in pairs]
        return kind(*parts) if _is_namedtuple(entry) else kind(parts)

    def _as_composite(self, spec: TypeSpec, value: Any, path: str, given: Any) -> Any:
        found = spec_of_composite(value)
        if found is None:
            kinds = f"{type(value).__name__}, not a {spec.value_type.__name__}"
            raise self._mismatch(f"{path} is a {kinds}", given)
        if not spec.is_compatible_with(value):
            raise self._mismatch(f"{path} is {found}, not {spec}", given)
        return spec if value is found else value

    def _as_tensor(self, spec: TensorSpec, value: Any, path: str, given: Any) -> Any:
        if arguments.is_variable(value):
            value = value.read_value()
        if isinstance(value, SymbolicTensor):
            refuse_leaked(value)
        if type(value) is np.ndarray and _is_exact(value, spec):
            return value
        if not isinstance(value, (EagerTensor, SymbolicTensor, TensorSpec)):
            value = self._array(spec, value, path, given)
        found = arguments.leaf_spec(value)
        if isinstance(value, SymbolicTensor) and found.dtype.is_python:
            found = found.strong
        if found.dtype is not spec.dtype:
            raise self._mismatch(f"{path} is {found.dtype}, not {spec.dtype}", given)
        if not specs.covers(spec, found) and not (
            isinstance(value, SymbolicTensor) and spec.is_compatible_with(found)
        ):
            shapes = f"{specs.show_tuple(found.shape)}, not"
            wanted = f"{shapes} {specs.show_tuple(spec.shape)}"
            raise self._mismatch(f"{path} has the shape {wanted}", given)
        if type(value) is EagerTensor:
            return value
        return spec if isinstance(value, TensorSpec) else value

    def _array(self, spec: TensorSpec, value: Any, path: str, given: Any) -> Any:
        """Convert a number, text, list or array."""
        try:
            array = constant_array(value)
            if not array.size and isinstance(value, (list, tuple)):
                array = array.astype(spec.dtype.numpy)  # of no type
                return EagerTensor(constant_array(array))
            is_text = array.dtype == object
            wanted = spec.dtype.numpy
            is_count = array.dtype.kind in "iu" and wanted.kind in "iu"
            if is_text is not (spec.dtype is string) or not (
                np.can_cast(array.dtype, wanted, "same_kind")
                or (is_count and is_all_python(value))  # whether it fits, it tells
            ):
                found = EagerTensor(array).dtype
                raise self._mismatch(f"{path} is {found}, not {spec.dtype}", given)
            return EagerTensor(constant_array(value, spec.dtype))
        except InputMismatchError:
            raise
        except AutographError as error:
            raise self._mismatch(f"{path}: {error.message}", given) from None

    def _mismatch(self, reason: str, given: Sequence[Any]) -> InputMismatchError:
        inputs = ",\n    ".join(map(_shown, given))
        wanted = ",\n    ".join(map(repr, self._specified))
        return InputMismatchError(
            f"Python inputs incompatible with input_signature: {reason.rstrip('.')}.\n"
            f"  inputs: (\n    {inputs})\n  input_signature: (\n    {wanted})",
            origin=capture_exact(),
            hint="Convert the argument before the call, as with ag.cast or ag.reshape; "
            "or write None for what differs from call to call.",
        )


def _carried_over(
    originals: Sequence[Any], copies: Sequence[Any]
) -> Callable[[], None]:
    """Return what carries changes of copied containers over to the originals.

    Args:
        originals: Arguments as they were given.
        copies: The same, converted to an input signature.
    """
    pairs = list(_containers(originals, copies))
    before = [_parts(copy) for _, copy in pairs]

    def carry_over() -> None:
        for (original, copy), old in zip(pairs, before, strict=True):
            now = _parts(copy)
            if list(map(id, now)) == list(map(id, old)):
                continue
            known = dict(zip(map(id, old), _parts(original), strict=True))
            parts = [known.get(id(each), each) for each in now]
            original.clear()
            if isinstance(original, dict):
                original.update(zip(parts[::2], parts[1::2], strict=True))
            else:
                original.extend(parts)

    return carry_over


def _containers(original: Any, copy: Any) -> Iterator[tuple[Any, Any]]:
    """Yield lists and dicts, each with its copy, those within others last."""
    if original is copy or not isinstance(original, (list, tuple, dict)):
        return
    if not isinstance(original, tuple):
        yield original, copy
    for pair in zip(_parts(original), _parts(copy), strict=True):
        yield from _containers(*pair)


def _parts(container: Any) -> list[Any]:
    """Return the items of a list or tuple, or the keys and values of a dict in turn."""
    if isinstance(container, dict):
        return [each for item in container.items() for each in item]
    return list(container)


def _is_exact(value: Any, spec: TensorSpec) -> bool:
    """Tell whether an array need not be converted."""
    is_number = value.dtype.kind in "biufc" and value.dtype.isnative
    return is_number and specs.covers(spec, specs.spec_of(value))


def _shown(value: Any) -> str:
    with showing():
        text = str(value) if isinstance(value, EagerTensor) else repr(value)
    return text if len(text) <= 200 else f"{text[:197]}..."


__all__ = ["SignedBinder", "binder_of", "check_form"]
