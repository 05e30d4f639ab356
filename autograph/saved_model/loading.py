"""Read a saved model: nothing is run, and nothing is imported, to do so."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from autograph import array_archives
from autograph.array_archives import ArchiveError
from autograph.data.dataset import Dataset
from autograph.data.saving import source_from_data, stage_from_data
from autograph.errors import ConcreteArgumentError
from autograph.function.concrete import ConcreteFunction
from autograph.function.concrete_data import concrete_from_data
from autograph.function.pickling import LoadedFunction
from autograph.module import Module
from autograph.random import Generator
from autograph.saved_model.assets import Asset
from autograph.saved_model.format import Saved, damaged
from autograph.saved_model.graphs import read_concrete, read_graph
from autograph.saved_model.values import Reader, expect, place_in
from graph import nest
from graph.errors import AutographError, DataLossError
from graph.handles import Handle
from graph.origin import capture_exact
from graph.specs import TensorSpec, covers, spec_of
from graph.streams import Stream
from graph.tracebacks import of_eager_op
from graph.variable import Variable, restored

MISTAKES: Final = (
    *(ValueError, TypeError, LookupError, AttributeError, ArithmeticError),
    *(RecursionError, AssertionError, MemoryError, AutographError),
)


def load(export_dir: Any) -> Any:
    """Return what `saved_model.save` has written.

    Modules are `LoadedModule`s with the attributes that were saved, and functions have
    the graphs that they had. A graph is built into a program when it is first called.
    Nothing is run while loading, whoever has made the files. What is called later runs
    the ops of its graph: these may print, and data sets may read files that they name.

    Args:
        export_dir: The directory.

    Raises:
        NotFoundError: There is no saved model.
        UnimplementedError: It is of a newer format than this version reads.
        DataLossError: It is damaged.

    Source:  TensorFlow's saved_model.load; docs/reference/saved_model.md
    """
    __tracebackhide__ = True
    try:
        return _loaded(Path(os.fsdecode(export_dir)))
    except BaseException as error:  # noqa: BLE001  # only its frames change
        raise of_eager_op(error)  # noqa: B904


def _loaded(path: Path) -> Any:
    saved = Saved(path)
    try:
        return _Loading(saved).root()
    except DataLossError:
        raise
    except MISTAKES as error:
        raise damaged(path, str(error).rstrip(".")) from error


#: What the names of a module's own attributes begin with.
_PRIVATE: Final = "_LoadedModule__"


class LoadedModule(Module):
    """A module that was saved: its variables, functions and values, without its class.

    Attributes:
        signatures: Of the object that was saved, functions of tensors by name.
    """

    def __init__(self, name: str, class_name: str, left_out: Mapping[str, str]) -> None:
        """Begin; the attributes are set by who loads it."""
        self._name = name
        # Mangled: attributes that were saved have any names.
        self.__class, self.__left_out = class_name, left_out
        self.__function: Any = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call what was its `__call__`, if that was a function of ag.function."""
        if self.__function is None:
            raise TypeError(
                f"the {self.__class} that was saved has no `__call__` that is a "
                "function of ag.function, so what was loaded cannot be called."
            )
        return self.__function(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        kind = self.__dict__.get("_LoadedModule__left_out", {}).get(name)
        if kind is None:
            text = f"{type(self).__name__!r} object has no attribute {name!r}"
            raise AttributeError(text)
        raise AttributeError(
            f"`{name}` was not saved with the {self.__class}: it is of class "
            f"{kind}, or a function without graphs."
        )

    def __repr__(self) -> str:
        return f"<{self.__class}, loaded>"

    def _set(self, name: str, value: Any) -> None:
        """Set an attribute that was saved.

        Raises:
            ValueError: It is no name of one.
            TypeError: What is called is no function.
        """
        if name == "__call__":
            self.__function = expect(value, LoadedFunction)
        elif not name.isidentifier() or name.startswith(("__", _PRIVATE)):
            raise ValueError(f"{name[:40]!r} is no name of an attribute")
        else:
            vars(self)[name] = value

    def _saved(self) -> tuple[str, dict[str, Any], Mapping[str, str]]:
        """Return the class, the attributes, and what was left out, to save it again."""
        held = {
            name: value
            for name, value in vars(self).items()
            if not name.startswith(_PRIVATE) and not _is_signatures(value)
        }
        if self.__function is not None:
            held["__call__"] = self.__function
        return self.__class, held, self.__left_out


class SignatureFunction:
    """A function of tensors by keyword, which returns a dict of tensors."""

    def __init__(self, name: str, concrete: Callable[[], ConcreteFunction]) -> None:
        self.__name__ = name
        self._make = concrete

    @property
    def concrete(self) -> ConcreteFunction:
        """The graph."""
        return self._make()

    @property
    def structured_input_signature(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """No positional arguments, and the specs by name."""
        concrete = self.concrete
        return (), dict(zip(concrete.call.names, concrete.input_specs, strict=True))

    @property
    def structured_outputs(self) -> dict[str, Any]:
        """What it returns, symbolic."""
        return _as_dict(self.concrete.structured_outputs)

    def __call__(self, **tensors: Any) -> dict[str, Any]:
        """Run the graph.

        Raises:
            ConcreteArgumentError: The names are not those of its parameters.
        """
        concrete = self.concrete
        if set(tensors) != set(concrete.call.names):
            raise ConcreteArgumentError(
                f"the signature {self.__name__!r} takes "
                f"{', '.join(concrete.call.names) or 'nothing'}, by keyword; it was "
                f"called with {', '.join(tensors) or 'nothing'}.",
                origin=capture_exact(),
            )
        return _as_dict(concrete(**tensors))

    def __repr__(self) -> str:
        return f"<signature {self.__name__}, loaded>"


class Signatures(dict[str, SignatureFunction]):
    """The signatures of what was loaded, by name."""


def _is_signatures(value: Any) -> bool:
    return isinstance(value, Signatures)


def _as_dict(result: Any) -> dict[str, Any]:
    if isinstance(result, dict):
        return result
    leaves = nest.flatten(result)
    return {f"output_{place}": leaf for place, leaf in enumerate(leaves)}


class _Loading:
    """What is being loaded."""

    def __init__(self, saved: Saved) -> None:
        self._saved = saved
        archive = saved.path / "values.npz"
        try:
            read = partial(array_archives.read, is_checked=True)
            arrays = saved.read(archive.name, read)
        except ArchiveError as error:
            raise damaged(archive, str(error)) from None
        objects = saved.json("objects.json")
        graphs = saved.json("graphs.json")
        self._objects = expect(objects["objects"], list)
        self._root = objects["root"]
        self._signatures = expect(objects["signatures"], dict)
        reader = self._reader = Reader(
            [arrays[str(place)] for place in range(len(arrays))],
            [],
            [],
            source_from_data,
        )
        streams = [reader.read(state) for state in expect(objects["streams"], list)]
        reader.streams = list(map(_stream, streams))
        self._trainable: list[bool] = []
        reader.handles = [self._handle(each) for each in objects["variables"]]
        for each in expect(graphs["graphs"], list):
            reader.graphs.append(read_graph(each, reader))
        self._functions = [
            read_concrete(each, reader) for each in expect(graphs["functions"], list)
        ]
        for each in self._functions:  # a damaged one is told now
            concrete_from_data(each)
        self._made: dict[int, Any] = {}
        self._variables: dict[int, Variable] = {}
        self._concrete: dict[int, ConcreteFunction] = {}

    def _handle(self, data: Mapping[str, Any]) -> Handle:
        reader = self._reader
        spec: TensorSpec = reader.read({"spec": data["spec"]})
        value = reader.read({"array": data["value"]})
        if not covers(spec, spec_of(value)):
            raise ValueError(f"a variable of {spec} has a value of {spec_of(value)}")
        value.flags.writeable = False
        self._trainable.append(expect(data["trainable"], bool))
        return Handle(expect(data["name"], str), spec, value)

    def root(self) -> Any:
        """Return the object that was saved."""
        for name, number in self._signatures.items():
            place_in(self._functions, expect(number, int))
            expect(name, str)
        for number in range(len(self._objects)):  # a damaged one is told now
            self._object(number)
        found = self._object(self._root)
        signatures = Signatures({
            name: SignatureFunction(name, self._maker(number))
            for name, number in self._signatures.items()
        })  # fmt: skip
        if isinstance(found, LoadedModule) and (
            signatures or "signatures" not in vars(found)
        ):
            vars(found)["signatures"] = signatures
        return found

    def _object(self, number: Any) -> Any:
        if number not in self._made:
            data = expect(place_in(self._objects, number), dict)
            kind = expect(data["kind"], str)
            _KINDS[kind](self, number, data)
        return self._made[number]

    def _module(self, number: int, data: Mapping[str, Any]) -> None:
        left_out = expect(data["left_out"], dict)
        for each in left_out.values():
            expect(each, str)
        names = expect(data["name"], str), expect(data["class"], str)
        found = self._made[number] = LoadedModule(*names, left_out)
        for name, inner in expect(data["attributes"], dict).items():
            found._set(name, self._object(inner))

    def _list(self, number: int, data: Mapping[str, Any]) -> None:
        found: list[Any] = []
        self._made[number] = found
        found.extend(map(self._object, expect(data["items"], list)))

    def _tuple(self, number: int, data: Mapping[str, Any]) -> None:
        items = expect(data["items"], list)
        self._made[number] = tuple([self._object(each) for each in items])

    def _dict(self, number: int, data: Mapping[str, Any]) -> None:
        found: dict[Any, Any] = {}
        self._made[number] = found
        keys, items = expect(data["keys"], list), expect(data["items"], list)
        for key, item in zip(keys, items, strict=True):
            found[self._reader.read(key)] = self._object(item)

    def _variable(self, number: int, data: Mapping[str, Any]) -> None:
        place = expect(data["variable"], int)
        handle = place_in(self._reader.handles, place)
        found = self._variables.get(place)
        if found is None:
            found = restored(Variable, handle, self._trainable[place])
            self._variables[place] = found
        self._made[number] = found

    def _function(self, number: int, data: Mapping[str, Any]) -> None:
        traces = [
            place_in(self._functions, each) for each in expect(data["traces"], list)
        ]
        doc = expect(data["doc"], str, type(None))
        names = expect(data["name"], str), expect(data["qualname"], str)
        self._made[number] = LoadedFunction(*names, doc, traces)

    def _concrete_function(self, number: int, data: Mapping[str, Any]) -> None:
        self._made[number] = self._maker(data["trace"])()

    def _maker(self, place: Any) -> Callable[[], ConcreteFunction]:
        data = place_in(self._functions, place)

        def make() -> ConcreteFunction:
            if place not in self._concrete:
                self._concrete[place] = concrete_from_data(data)
            return self._concrete[place]

        return make

    def _asset(self, number: int, data: Mapping[str, Any]) -> None:
        name = expect(data["file"], str)
        target = self._saved.checked(name)
        self._saved.read(name, len)  # as it was saved
        self._made[number] = Asset(target)

    def _data_set(self, number: int, data: Mapping[str, Any]) -> None:
        stage = stage_from_data(self._reader.read(data["stage"]))
        self._made[number] = Dataset(stage)

    def _generator(self, number: int, data: Mapping[str, Any]) -> None:
        stream = self._reader.read({"stream": data["stream"]})
        self._made[number] = Generator(stream)

    def _value(self, number: int, data: Mapping[str, Any]) -> None:
        self._made[number] = self._reader.read(data["value"])


_KINDS: Final[Mapping[str, Callable[[_Loading, int, Mapping[str, Any]], None]]] = {
    "module": _Loading._module,
    "list": _Loading._list,
    "tuple": _Loading._tuple,
    "dict": _Loading._dict,
    "variable": _Loading._variable,
    "function": _Loading._function,
    "concrete": _Loading._concrete_function,
    "asset": _Loading._asset,
    "data_set": _Loading._data_set,
    "generator": _Loading._generator,
    "value": _Loading._value,
}


def _stream(state: Any) -> Stream:
    found = Stream(0)
    found.set_state(state)
    return found


__all__: Sequence[str] = ["load"]
