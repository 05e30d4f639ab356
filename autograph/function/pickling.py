"""Pickles and copies of functions and concrete functions.

A function that can be imported is pickled by its name, as Python's own are. Any other,
and every concrete function, is pickled as its graphs, which are data: whoever reads
them needs no source, and runs nothing but ops. Functions of `__main__` are pickled both
ways, since another process may have another `__main__`.
"""

from __future__ import annotations

import collections
import contextlib
import copy
import functools
import inspect
import sys
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Self

import numpy as np

from autograph import arguments
from autograph.errors import ConcreteArgumentError, InputMismatchError
from autograph.function.concrete import ConcreteFunction
from autograph.function.input_signature import SignedBinder
from autograph.function.inputs import Binder, Call
from autograph.function.key import IDENTITIES, Identity, TraceKey
from autograph.old_function.conflicts import Conflict
from autograph.old_function.remade import Remade
from autograph.tracebacks import without_our_frames
from autograph.tracing import Trace
from graph import errors, specs
from graph.errors import AutographError, InvalidArgumentError, SerialisationError
from graph.graph import Graph
from graph.locks import Lock
from graph.nest import Structure
from graph.origin import capture_exact
from graph.serialise import (
    Tagged,
    graph_from_data,
    graph_to_data,
    structure_from_data,
    structure_to_data,
    value_from_data,
    value_to_data,
)
from graph.tensor import Tensor

VERSION: Final = 4
_MAIN: Final = "__main__"


# -- Concrete functions --------------------------------------------------------------


def concrete_to_data(concrete: ConcreteFunction) -> dict[str, Any]:
    """Return a concrete function as plain values, with its graph.

    Raises:
        SerialisationError: Its graph holds what is no data.
    """

    def refuse(part: Any) -> Exception:
        return SerialisationError(
            f"{concrete.name}() was traced for an argument, or has a default, that is "
            f"no data: {part!r}.",
            hint="Functions are pickled as graphs, with the Python values that they "
            "were traced for: numbers, text, dtypes, and containers of them.",
        )

    call, trace = concrete.call, concrete._trace
    for each in trace.changes:
        raise SerialisationError(
            f"{concrete.name}() {each.verb} {each.shown}, which is the caller's: a "
            "graph alone does not.",
            hint="Return what changes; or define the function in a module.",
        )
    parameters = concrete._binder.signature.parameters.values()
    return {
        "version": VERSION,
        "name": concrete.name,
        "graph": graph_to_data(concrete.graph),
        "specs": trace.specs,
        "places": trace.input_places,
        "structure": structure_to_data(trace.structure, refuse, _class_to_data),
        "is_tensor": trace.is_tensor,
        "remade": _remade_to_data(trace.remade, refuse),
        "conflicts": [
            (
                each.places,
                each.kind.__name__,
                each.message,
                each.hint,
                each.given.__name__,
                each.key,
            )
            for each in trace.conflicts
        ],
        "reads_key_order": trace.reads_key_order,
        "is_signed": isinstance(concrete._binder, SignedBinder),
        "leaves": [_leaf_to_data(leaf, refuse) for leaf in call.leaves],
        "arguments": structure_to_data(call.structure, refuse, _class_to_data),
        "parameters": [
            (each.name, int(each.kind), _default_to_data(each)) for each in parameters
        ],
    }


def concrete_from_data(data: Mapping[str, Any]) -> ConcreteFunction:
    """Return the concrete function that `concrete_to_data` has written.

    Raises:
        SerialisationError: It is of another version.
    """
    if data.get("version") != VERSION:
        raise SerialisationError(
            f"the function was written in version {data.get('version')!r} of its form; "
            f"this program reads version {VERSION}.",
            hint="Read it with the version of the library that has written it.",
        )
    structure = structure_from_data(data["structure"], _class_from_data)
    graph = data["graph"]
    if not isinstance(graph, Graph):
        graph = graph_from_data(graph)
    trace = Trace(
        graph,
        data["specs"],
        data["places"],
        structure,
        data["is_tensor"],
        tuple(
            Conflict(
                places,
                _class_named(errors, kind, AutographError),
                message,
                hint,
                given=Tensor
                if given == Tensor.__name__
                else _class_named(np, given, np.ndarray | np.generic),
                key=key,
            )
            for places, kind, message, hint, given, key in data["conflicts"]
        ),
        remade=_remade_from_data(data["remade"]),
        reads_key_order=data["reads_key_order"],
    )
    parameters = [
        inspect.Parameter(
            name,
            inspect._ParameterKind(kind),
            default=inspect.Parameter.empty if default is None else _leaf(*default),
        )
        for name, kind, default in data["parameters"]
    ]
    names = tuple(each.name for each in parameters)
    leaves = tuple(map(_leaf, data["leaves"]))
    nested = structure_from_data(data["arguments"], _class_from_data)
    call = Call(leaves, nested, TraceKey(()), names)
    signature = inspect.Signature(parameters)
    binder = Binder(data["name"], signature)
    if data.get("is_signed", False):  # older files do not say
        binder = SignedBinder.of_call(data["name"], signature, call)
    concrete = ConcreteFunction(data["name"], trace, call, binder)
    concrete.call = call  # it has been kept before
    return concrete


_OBJECT: Final = Tagged("object", None)


def _remade_to_data(
    remade: Remade | None, refuse: Callable[[Any], Exception]
) -> tuple[Any, dict[int, Any]] | None:
    if remade is None:
        return None
    constants = {
        place: _leaf_to_data(each, refuse) for place, each in remade.constants.items()
    }
    for objects in remade.chosen.values():
        raise refuse(list(objects.values()))
    return structure_to_data(remade.structure, refuse, _class_to_data), constants


def _remade_from_data(data: tuple[Any, dict[int, Any]] | None) -> Remade | None:
    if data is None:
        return None
    structure, constants = data
    found = {place: _leaf(each) for place, each in constants.items()}
    return Remade(structure_from_data(structure, _class_from_data), found, {})


def _leaf_to_data(leaf: Any, refuse: Callable[[Any], Exception]) -> Any:
    if isinstance(leaf, IDENTITIES):
        return _OBJECT
    if isinstance(leaf, (set, frozenset)):
        return type(leaf)(value_to_data(part, refuse) for part in leaf)
    return value_to_data(leaf, refuse)


def _default_to_data(parameter: inspect.Parameter) -> tuple[Any] | None:
    """Return a default in a tuple, or None where there is none."""
    if parameter.default is parameter.empty:
        return None
    try:
        return (_leaf_to_data(parameter.default, lambda _: ValueError()),)
    except ValueError:
        return (_OBJECT,)


def _leaf(data: Any) -> Any:
    if isinstance(data, Tagged) and data.kind == "object":
        return gone()
    return data if isinstance(data, (set, frozenset)) else value_from_data(data)


def gone() -> Identity:
    """Return what stands for an object that is of another process."""
    found = Identity.__new__(Identity)
    found.number, found._strong, found.weak = 0, None, _nothing
    return found


def _nothing() -> None:
    return None


def _class_named(module: types.ModuleType, name: str, base: Any) -> Any:
    """Return a class of a module, which is one of a base."""
    found = vars(module).get(name)
    if isinstance(found, type) and issubclass(found, base):
        return found
    raise SerialisationError(f"{module.__name__} has no such class {name!r}.")


def _class_to_data(cls: type) -> Any:
    """Return a class of containers by name and fields: it is not imported again."""
    fields = getattr(cls, "_fields", None)
    return Tagged("class", (cls.__module__, cls.__qualname__, fields))


def _class_from_data(data: Any) -> type:
    """Return the class of that name if it is there; else one that is like it."""
    module, qualname, fields = data.data
    found: Any = sys.modules.get(module)
    for name in qualname.split("."):
        # Not by getattr: a module's own may import what it is asked for.
        found = getattr(found, "__dict__", {}).get(name)
    if isinstance(found, type) and getattr(found, "_fields", None) == fields:
        # Others may have fields, too: nodes of Python's grammar.
        if fields is None or issubclass(found, tuple):
            return found
    return _like(module, qualname, fields)


@functools.cache
def _like(module: str, qualname: str, fields: tuple[str, ...] | None) -> type:
    """Return a class that is made once, for arguments and results alike."""
    name = qualname.rpartition(".")[2]
    if fields is not None:
        make: Any = collections.namedtuple  # noqa: PYI024  # its fields are data
        made: type = make(name, fields, module=module)
        made.__qualname__ = qualname
        return made
    return type(name, (), {"__module__": module, "__qualname__": qualname})


# -- Functions -----------------------------------------------------------------------


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
    "concrete_from_data",
    "concrete_to_data",
    "deep_copy",
    "reduce_function",
]
