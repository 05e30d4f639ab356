"""Write what can be saved of an object: its variables, functions and values.

An object is a module, or a list, tuple or dict of what can be saved. Of a module are
saved: variables, modules, functions of `ag.function` that have been traced or have an
input signature, data sets, generators of random numbers, assets, and values: numbers,
text, dtypes, arrays, and containers of all these. What else it holds is left out, and
named in the file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from autograph import array_archives
from autograph.data.dataset import Dataset
from autograph.data.saving import stage_to_data
from autograph.errors import SignatureError
from autograph.function.concrete import ConcreteFunction
from autograph.function.function import Function
from autograph.function.pickling import LoadedFunction
from autograph.module import Module
from autograph.random import Generator
from autograph.saved_model.assets import Asset
from autograph.saved_model.format import ASSETS, written
from autograph.saved_model.graphs import write_concrete, write_graph
from autograph.saved_model.loading import LoadedModule, SignatureFunction, Signatures
from autograph.saved_model.values import Writer
from graph.errors import FailedPreconditionError, SerialisationError
from graph.origin import capture_exact
from graph.tracebacks import of_eager_op
from graph.variable import Variable

# What else is saved is judged by what it holds.
_OBJECTS: Final = (
    *(Variable, Module, Asset, Generator),
    *(Function, ConcreteFunction, LoadedFunction),
)
#: The name of the one signature that is given without one.
DEFAULT_SIGNATURE: Final = "serving_default"


def save(obj: Any, export_dir: Any, signatures: Any = None) -> None:
    """Write a module, its variables and its functions into a directory.

    Functions of `ag.function` are saved as the graphs that they have: call them once
    with each kind of arguments, or give them an input signature. Whoever loads them
    needs none of your source.

    Args:
        obj: A module, a function of `ag.function`, or a list, tuple or dict of these.
        export_dir: The directory; a saved model that is there already is replaced.
        signatures: Functions that take tensors alone, by name: a dict, or one function,
            which becomes "serving_default". What was loaded keeps those that it has.

    Raises:
        SerialisationError: Something cannot be saved: a function that plain Python ran,
            or whose graph calls Python; the error is at its line.
        InvalidArgumentError: There is something else at `export_dir`.
        SignatureError: A signature takes more than tensors.

    Source:  TensorFlow's saved_model.save; docs/reference/saved_model.md
    """
    own = vars(obj).get("signatures") if isinstance(obj, Module) else None
    if signatures is None and isinstance(own, Signatures):
        signatures = own
    if signatures and own is not None and not isinstance(own, Signatures):
        raise SignatureError(
            "the object has an attribute `signatures`, where `signatures=` would be "
            "found after loading.",
            origin=capture_exact(),
            hint="Give the attribute another name.",
        )
    __tracebackhide__ = True
    try:
        _save(obj, Path(os.fsdecode(export_dir)), signatures)
    except BaseException as error:  # noqa: BLE001  # only its frames change
        raise of_eager_op(error)  # noqa: B904


def _save(obj: Any, path: Path, signatures: Any) -> None:
    saving = _Saving()
    root = saving.reference(obj, "the object")
    named = {
        name: saving.signature(each, name)
        for name, each in _signatures(signatures).items()
    }
    objects = {
        "root": root,
        "signatures": named,
        "objects": saving.objects,
        "streams": [saving.writer.write(each.state) for each in saving.writer.streams],
        "variables": saving.variables(),
    }
    graphs = {"graphs": saving.writer.graphs, "functions": saving.functions}
    arrays = {str(place): each for place, each in enumerate(saving.writer.arrays)}
    with written(path) as write_file:
        write_file("objects.json", lambda file: file.write(_json(objects)))
        write_file("graphs.json", lambda file: file.write(_json(graphs)))
        write_file("values.npz", lambda file: array_archives.write(file, arrays))
        for name, source in saving.assets.items():
            write_file(name, partial(_copy, source))


def _json(data: Any) -> bytes:
    return json.dumps(data, separators=(",", ":"), allow_nan=False).encode()


def _copy(source: Path, file: Any) -> None:
    with source.open("rb") as opened:
        while piece := opened.read(1 << 20):
            file.write(piece)


def _signatures(given: Any) -> Mapping[str, Any]:
    if given is None:
        return {}
    found = dict(given) if isinstance(given, Mapping) else {DEFAULT_SIGNATURE: given}
    for name, each in found.items():
        if not isinstance(name, str) or not name:
            raise SignatureError(
                f"a signature has the name {name!r}, which is no text.",
                origin=capture_exact(),
            )
        if isinstance(each, SignatureFunction):
            found[name] = each.concrete
        elif not isinstance(each, (Function, ConcreteFunction, LoadedFunction)):
            raise SignatureError(
                f"the signature {name!r} is {each!r}, no function of ag.function.",
                origin=capture_exact(),
                hint="Give a decorated function, or a concrete one.",
            )
    return found


class _Saving:
    """What is being saved.

    Attributes:
        writer: Writes values; has the arrays and variables.
        objects: The objects, as JSON.
        functions: The concrete functions, as JSON.
        assets: The files that come along, by their name.
    """

    def __init__(self) -> None:
        self.writer = Writer(write_graph)
        self.objects: list[Any] = []
        self.functions: list[Any] = []
        self.assets: dict[str, Path] = {}
        # id(object) -> its number; of those that `_alive` keeps.
        self._numbers: dict[int, int] = {}
        self._alive: list[Any] = []
        # Variables of modules that are not to be trained.
        self._frozen: set[int] = set()

    def reference(self, value: Any, path: str) -> int:
        """Return the number of an object that has to be saved.

        Raises:
            SerialisationError: It cannot be.
        """
        if not _is_saved(value):
            raise SerialisationError(
                f"{path} is {_shown(value)}, which cannot be saved.",
                origin=capture_exact(),
                hint="Save an ag.Module, a function of ag.function, or a list, tuple "
                "or dict of these.",
            )
        found = self._reference(value, path)
        if found is None:
            raise FailedPreconditionError(
                f"{path}, a function, has no graph yet: it has not been called.",
                origin=capture_exact(),
                hint="Call it once with each kind of arguments, give it an input "
                "signature, or use get_concrete_function.",
            )
        return found

    def _reference(self, value: Any, path: str) -> int | None:
        """Return the number of what `_is_saved`; None of a function without graphs."""
        known = self._numbers.get(_identity(value))
        if known is not None:
            return known
        traces = None
        if isinstance(value, (Function, ConcreteFunction, LoadedFunction)):
            traces = self._traces(value, path)
            if not traces:
                return None
        number = len(self.objects)
        self._numbers[_identity(value)] = number
        self._alive.append(value)
        self.objects.append(None)
        self.objects[number] = self._written(value, path, traces)
        return number

    def _written(self, value: Any, path: str, traces: Any) -> Any:
        if traces is not None:
            return _function(value, traces)
        if isinstance(value, Variable):
            return {"kind": "variable", "variable": self.writer.handle(value.handle)}
        if isinstance(value, Module):
            return self._module(value, path)
        if isinstance(value, Asset):
            return {"kind": "asset", "file": self._asset(value)}
        if isinstance(value, Dataset):
            stage = self.writer.write(stage_to_data(value._stage))
            return {"kind": "data_set", "stage": stage}
        if isinstance(value, Generator):
            stream = self.writer.stream(value._stream)
            return {"kind": "generator", "stream": stream}
        if isinstance(value, dict):
            return self._dict(value, path)
        if isinstance(value, (list, tuple)):
            kind = "list" if isinstance(value, list) else "tuple"
            return {"kind": kind, "items": self._items(value, path)}
        return {"kind": "value", "value": self.writer.write(value)}

    def _module(self, module: Module, path: str) -> Any:
        if module._is_frozen:
            self._frozen.update(map(id, module.variables))
        attributes: dict[str, int] = {}
        left_out: dict[str, str] = {}
        class_name, held = type(module).__name__, dict(_attributes(module))
        if isinstance(module, LoadedModule):
            class_name, held, known = module._saved()
            left_out.update(known)
        for name, value in held.items():
            found = None
            if _is_saved(value):
                found = self._reference(value, f"{path}.{name}")
            if found is None:
                left_out[name] = _shown(value)
            else:
                attributes[name] = found
        return {
            "kind": "module",
            "class": class_name,
            "name": module.name,
            "attributes": attributes,
            "left_out": left_out,
        }

    def _dict(self, value: dict[Any, Any], path: str) -> Any:
        return {
            "kind": "dict",
            "keys": [self.writer.write(key) for key in value],
            "items": self._items(value.values(), path),
        }

    def _items(self, values: Iterable[Any], path: str) -> list[int]:
        return [
            self.reference(each, f"{path}[{place}]")
            for place, each in enumerate(values)
        ]

    def _asset(self, asset: Asset) -> str:
        source = Path(asset.path)
        name, count = f"{ASSETS}/{_safe(source.name)}", 1
        while self.assets.get(name, source) != source:
            name = f"{ASSETS}/{count}_{_safe(source.name)}"
            count += 1
        self.assets[name] = source
        return name

    def _traces(self, function: Any, path: str) -> list[int]:
        """Return the numbers of the graphs of a function."""
        return [self._concrete(each) for each in _concretes(function, path)]

    def _concrete(self, concrete: ConcreteFunction) -> int:
        number = self._numbers.get(id(concrete))
        if number is None:
            self._numbers[id(concrete)] = number = len(self.functions)
            self._alive.append(concrete)
            self.functions.append(None)
            self.functions[number] = write_concrete(concrete, self.writer)
        return number

    def signature(self, function: Any, name: str) -> int:
        """Return the number of the one graph of a signature."""
        found = _concretes(function, f"the signature {name!r}")
        if len(found) != 1:
            raise SignatureError(
                f"the signature {name!r} is a function with {len(found)} graphs.",
                origin=capture_exact(),
                hint="Give f.get_concrete_function(...), or an input signature.",
            )
        concrete = found[0]
        n_tensors = len(concrete.input_specs)
        if n_tensors != len(concrete.call.leaves) or n_tensors != len(
            concrete.call.names
        ):
            raise SignatureError(
                f"the signature {name!r} takes more than tensors: "
                f"{concrete.pretty_printed_signature(verbose=False)}.",
                origin=capture_exact(),
                hint="Give it one tensor for each parameter.",
            )
        return self._concrete(concrete)

    def variables(self) -> list[Any]:
        """Return all variables, also those that graphs alone use, as JSON."""
        found = []
        for handle in self.writer.handles:  # arrays are added, but no variables
            owner = handle.owner
            is_frozen = owner is None or id(owner) in self._frozen
            found.append({
                "name": handle.name,
                "spec": self.writer.write(handle.spec)["spec"],
                "trainable": not is_frozen and owner.trainable,
                "value": self.writer.write(np.asarray(handle.value))["array"],
            })  # fmt: skip
        return found


def _function(value: Any, traces: list[int]) -> Any:
    if isinstance(value, ConcreteFunction):
        return {"kind": "concrete", "trace": traces[0]}
    return {
        "kind": "function",
        "name": value.__name__,
        "qualname": value.__qualname__,
        "doc": value.__doc__ if isinstance(value.__doc__, str) else None,
        "traces": traces,
    }


def _concretes(function: Any, path: str) -> list[ConcreteFunction]:
    """Return the concrete functions of a function.

    Raises:
        SerialisationError: Plain Python has run it.
    """
    if isinstance(function, ConcreteFunction):
        return [function]
    if isinstance(function, LoadedFunction):
        return list(function.concrete_functions)
    explained = function.explain()
    for fall in explained.falls:
        raise SerialisationError(
            f"{path} cannot be saved: plain Python runs calls of "
            f"{function.__name__}(). {fall.reason}",
            origin=fall.origin,
            hint='ag.function(f, python="refuse") shows such lines at once.',
        )
    found = [entry.concrete for entry in function._cache.entries()]
    for _, reason, origin in (line for each in found for line in each.python_lines):
        raise SerialisationError(
            f"{path} cannot be saved: plain Python runs a line of "
            f"{function.__name__}(): {reason}.",
            origin=origin,
            hint='ag.function(f, python="refuse") shows such lines at once.',
        )
    if not found and function._options.input_signature is not None:
        found = [function.get_concrete_function()]
    return found


def _attributes(module: Module) -> Iterable[tuple[str, Any]]:
    """Yield the attributes of a module, and the functions of its class."""
    own = dict(vars(module))
    for name in sorted(own):
        yield name, own[name]
    for kind in type(module).__mro__:
        for name, value in vars(kind).items():
            if isinstance(value, Function) and name not in own:
                own[name] = value
                yield name, getattr(module, name)
    for name, function in module.functions_to_save().items():
        if name not in own:
            yield name, function


def _identity(value: Any) -> int:
    """Return what tells one object from another: each view of a method is one."""
    if isinstance(value, Function):
        return id(value._cache)
    return id(value)


def _is_saved(value: Any, around: tuple[int, ...] = ()) -> bool:
    """Can a value be saved, but for functions without graphs?"""
    if isinstance(value, _OBJECTS):
        return True
    if isinstance(value, (list, tuple, dict)):
        if id(value) in around:  # it holds itself
            return isinstance(value, (list, dict))
        inner = (*around, id(value))
        parts = value.values() if isinstance(value, dict) else value
        return all(_is_saved(part, inner) for part in parts)
    try:
        if isinstance(value, Dataset):
            value = stage_to_data(value._stage)
        Writer(write_graph).write(value)
    except SerialisationError:
        return False
    return True


def _shown(value: Any) -> str:
    kind = type(value)
    if kind.__module__ == "builtins":
        return kind.__qualname__
    return f"{kind.__module__}.{kind.__qualname__}"


def _safe(name: str) -> str:
    """Return the name of an asset as files of a saved model are called."""
    kept = "".join(
        each if each.isascii() and (each.isalnum() or each in "._-") else "_"
        for each in name
    )
    return kept.lstrip(".-")[-100:] or "asset"


__all__ = ["save"]
