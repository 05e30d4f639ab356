"""Pickles and copies of functions.

A function that can be imported is pickled by its name, as Python's own are. Any other,
and every concrete function, is pickled as its graphs, which are data. Functions of
`__main__` are pickled both ways, since another process may have another `__main__`.
"""

from __future__ import annotations

import contextlib
import copy
import sys
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Self

from autograph import arguments
from autograph.errors import ConcreteArgumentError, InputMismatchError
from autograph.function.concrete import ConcreteFunction
from autograph.function.concrete_data import concrete_from_data, concrete_to_data
from autograph.function.input_signature import SignedBinder
from autograph.tracebacks import without_our_frames
from graph import specs
from graph.errors import AutographError, InvalidArgumentError, SerialisationError
from graph.locks import Lock
from graph.nest import Structure
from graph.origin import capture_exact

_MAIN: Final = "__main__"


def reduce_function(
    function: Any, traces: Sequence[ConcreteFunction]
) -> str | tuple[Any, ...]:
    """Return how a function is pickled that has these traces.

    Raises:
        SerialisationError: It cannot be imported, and has no graphs.
    """
    target = function.python_function
    if isinstance(target, types.MethodType):
        return getattr, (target.__self__, target.__func__.__name__)
    names = _names(function)
    module, path = function.__module__, _path(function)
    if path is not None and module != _MAIN:
        return path
    if path is not None:
        return _restore_main, (path, *names, _those_of_data(traces))
    if not traces:
        raise SerialisationError(
            f"{names[1]} cannot be imported by its name from {module!r}, and has no "
            "graphs yet that could be pickled in its place.",
            origin=capture_exact(2),
            hint="Call it once, or get_concrete_function; or define it at the top "
            "level of a module, under its own name.",
        )
    return LoadedFunction, (*names, list(map(concrete_to_data, traces)))


def _path(function: Any) -> str | None:
    """Return the name under which a function's module has it; None if it has not."""
    module, path = function.__module__, function.__qualname__
    if _found(module, path) is function:
        return str(path)
    # `g = ag.function(f)` has the name of f.
    held = vars(sys.modules.get(module, None) or types.SimpleNamespace())
    return next((name for name, each in list(held.items()) if each is function), None)


def _found(module: str | None, qualname: str) -> Any:
    found: Any = sys.modules.get(module or "")
    for name in qualname.split("."):
        found = getattr(found, name, None)
    return found


def _those_of_data(traces: Sequence[ConcreteFunction]) -> list[dict[str, Any]]:
    """Return those that are data: where others are wanted the name must be found."""
    found = []
    for each in traces:
        with contextlib.suppress(SerialisationError):
            found.append(concrete_to_data(each))
    return found


def _names(function: Any) -> tuple[str, str, str | None]:
    return function.__name__, function.__qualname__, function.__doc__


def _restore_main(
    path: str,
    name: str,
    qualname: str,
    doc: str | None,
    traces: Sequence[Mapping[str, Any]],
) -> Any:
    """Return the function of `__main__`, or its graphs where there is another one."""
    found = _found(_MAIN, path)
    if getattr(type(found), "is_traced_function", False):
        return found
    if traces:
        return LoadedFunction(name, qualname, doc, traces)
    raise SerialisationError(
        f"{path} is a function of another process's __main__, and was pickled "
        "before it had any graphs.",
        hint="Call it once before it is pickled, or define it in a module.",
    )


_UNFIT: Final = (InputMismatchError, InvalidArgumentError, TypeError)


class LoadedFunction:
    """A function of another process: its graphs, one for each kind of arguments."""

    __name__: str
    is_traced_function: ClassVar[bool] = True

    def __init__(
        self,
        name: str,
        qualname: str,
        doc: str | None,
        traces: Sequence[Mapping[str, Any]],
    ) -> None:
        """Keep what was pickled."""
        self.__name__, self.__qualname__, self.__doc__ = name, qualname, doc
        self._traces = traces
        # Guards the making of the programs.
        self._lock = Lock()
        self._made: tuple[ConcreteFunction, ...] | None = None

    @property
    def concrete_functions(self) -> tuple[ConcreteFunction, ...]:
        """What it had been traced for; built when first needed."""
        if self._made is None:
            with self._lock():
                if self._made is None:
                    self._made = tuple(map(concrete_from_data, self._traces))
        return self._made

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the graph for these arguments.

        Raises:
            ConcreteArgumentError: There is none.
        """
        try:
            concrete, leaves = self._find(args, kwargs)
            return concrete.run_leaves(leaves)
        except BaseException as error:  # noqa: BLE001  # only its frames change
            raise without_our_frames(error)  # noqa: B904

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """Return the graph for these arguments; specs may stand for tensors."""
        for concrete in () if args or kwargs else self.concrete_functions:
            if isinstance(concrete._binder, SignedBinder):  # its specs are known
                return concrete
        return self._find(args, kwargs)[0]

    def pretty_printed_concrete_signatures(self, verbose: bool = True) -> str:
        """Return the arguments and results of each graph, as text."""
        traces = self.concrete_functions
        return "\n\n".join(each.pretty_printed_signature(verbose) for each in traces)

    def _find(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> tuple[ConcreteFunction, Sequence[Any]]:
        fitting, refusals = [], []
        for concrete in self.concrete_functions:
            try:
                fitting.append((concrete, _leaves_for(concrete, args, kwargs)))
            except _UNFIT as error:
                refusals.append(error)
        if fitting:
            # Of several, the one that knows most of the shapes.
            return max(fitting, key=lambda pair: _knowledge(pair[0]))
        for refusal in refusals:
            if isinstance(refusal, InputMismatchError):  # there is no other graph
                raise refusal
        known = "\n".join(
            f"  {each.pretty_printed_signature(verbose=False)}: "
            f"{', '.join(map(str, each.input_specs)) or 'no tensors'}"
            f" ({_first_line(refusal)})"
            for each, refusal in zip(self.concrete_functions, refusals, strict=True)
        )
        raise ConcreteArgumentError(
            f"{self.__name__}() was loaded with the graphs that it had, and none "
            f"of them takes these arguments:\n{known}",
            origin=capture_exact(),
            hint="Call it with arguments of this kind before it is saved, or give "
            "it an input signature.",
        )

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Any) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (*_names(self), self._traces)

    def __repr__(self) -> str:
        return f"<ag.function {self.__qualname__}, loaded>"


def _leaves_for(
    concrete: ConcreteFunction, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> Sequence[Any]:
    """Return the flat arguments of a call, if a concrete function takes them.

    Raises:
        InputMismatchError, InvalidArgumentError, TypeError: It does not.
    """
    leaves = concrete.leaves_of(*_in_classes_of(concrete, args, kwargs))
    for place, spec in zip(concrete.input_places, concrete.input_specs, strict=True):
        leaf = leaves[place]
        is_tensor = arguments.is_tensor_like(leaf) or arguments.is_variable(leaf)
        if not is_tensor or not specs.covers(spec, arguments.leaf_spec(leaf)):
            shown = arguments.leaf_spec(leaf) if is_tensor else repr(leaf)
            raise ConcreteArgumentError(
                f"{concrete.call.paths[place]} is {shown}, not {spec}."
            )
    return leaves


def _in_classes_of(
    concrete: ConcreteFunction, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> tuple[Sequence[Any], Mapping[str, Any]]:
    """Return arguments with the named tuples that a concrete function has.

    Those of a program that loads it are of classes of its own, with the same name and
    fields.
    """
    known = {
        (each.__name__, each._fields): each
        for each in _classes_in(concrete.call.structure)
        if hasattr(each, "_fields")
    }
    if not known:
        return args, kwargs

    def converted(value: Any) -> Any:
        kind = type(value)
        if kind in (list, tuple):
            return kind(map(converted, value))
        if kind is dict:
            return {key: converted(part) for key, part in value.items()}
        fields = getattr(kind, "_fields", None)
        if issubclass(kind, tuple) and fields is not None:
            of = known.get((kind.__name__, fields), kind)
            return tuple.__new__(of, map(converted, value))
        return value

    return converted(tuple(args)), {key: converted(x) for key, x in kwargs.items()}


def _classes_in(structure: Structure) -> Iterator[Any]:
    if structure.kind is not None:
        yield structure.kind
    for part in structure.parts:
        yield from _classes_in(part)


def _first_line(error: BaseException) -> str:
    text = error.message if isinstance(error, AutographError) else str(error)
    return text.partition("\n")[0].rstrip(".")


def _knowledge(concrete: ConcreteFunction) -> int:
    shapes = [spec.shape for spec in concrete.input_specs]
    return sum(dimension is not None for shape in shapes for dimension in (shape or ()))


def deep_copy(function: Any, memo: dict[int, Any]) -> Any:
    """Return the function itself, as Python does; a method is one of the copy."""
    target = function.python_function
    if isinstance(target, types.MethodType):
        return getattr(copy.deepcopy(target.__self__, memo), target.__func__.__name__)
    return function


__all__ = [
    "LoadedFunction",
    "deep_copy",
    "reduce_function",
]
