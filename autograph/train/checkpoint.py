"""`ag.train.Checkpoint`: the variables of an object, saved and restored by their paths.

    checkpoint = ag.train.Checkpoint(model=model, optimizer=optimizer)
    path = checkpoint.save("run/ckpt")       # run/ckpt-1
    checkpoint.restore(path)

Variables that are not there yet, as of a layer that was not called, are restored when
they are made: what one begins with is looked up when it is first read, and by then it
has its place in the object.
"""

from __future__ import annotations

import os
import time
import weakref
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Self

import numpy as np

from autograph.data.iterators import Iterator
from autograph.module import Module
from autograph.random import Generator
from autograph.train import files
from autograph.train.files import Content
from autograph.train.objects import Leaf, Objects, resolved
from graph.errors import (
    DTypeError,
    FailedPreconditionError,
    InvalidArgumentError,
    NotFoundError,
    ShapeError,
    SideEffectError,
)
from graph.graph import current_graph
from graph.origin import capture_exact
from graph.shapes import covers
from graph.specs import TensorSpec, spec_of
from graph.variable import WAITING, Variable


class Checkpoint(Module):
    """Objects whose variables, iterators and generators are saved together.

    Attributes:
        save_counter: How many times it was saved: a variable, saved as well.
    """

    save_counter: Variable

    def __init__(self, root: Any = None, **objects: Any) -> None:
        """Name what is saved.

        Args:
            root: A module, whose attributes are saved under their own names.
            **objects: Modules, variables, iterators of data sets, generators of random
                numbers, and lists, tuples and dicts of these.

        Raises:
            InvalidArgumentError: There is nothing that could be saved in one.
        """
        super().__init__()
        for name, each in ([] if root is None else [("root", root)]) + [
            *objects.items()
        ]:
            if not isinstance(
                each, (Module, Variable, Iterator, Generator, list, tuple, dict)
            ):
                raise InvalidArgumentError(
                    f"Checkpoint: `{name}` is a {type(each).__name__}, which has no "
                    "variables.",
                    origin=capture_exact(),
                    hint="Give modules, variables, iterators, generators, or lists, "
                    "tuples and dicts of these.",
                )
        self._root = root
        # What it waits for, with the checkpoint that was restored last.
        self._late: Late | None = None
        self._objects = objects
        vars(self).update(objects)
        self.save_counter = Variable(np.int64(0), trainable=False, name="save_counter")

    def _found(self) -> Objects:
        """Return what there is to save now."""
        objects = {**self._objects, "save_counter": self.save_counter}
        return _objects_of({"": self._root, **objects})

    def _modules(self) -> dict[str, weakref.ref[Module]]:
        """Return the modules that were given, by name; the root has none."""
        given = {"": self._root, **self._objects}
        return {
            name: weakref.ref(each)
            for name, each in given.items()
            if isinstance(each, Module)
        }

    def save(self, file_prefix: Any, options: Any = None) -> str:
        """Save under the next number; note it in the directory as the last one.

        Args:
            file_prefix: The path, without the number: "run/ckpt".
            options: For calls written for TensorFlow.

        Returns:
            The name, such as "run/ckpt-1", which `restore` takes.
        """
        del options
        _check_outside("save")
        with files.UPDATING():
            path = self._write_numbered(os.fsdecode(file_prefix), None)
            target = Path(path)
            names = files.read_state(target.parent)
            names.pop(target.name, None)
            files.write_state(target.parent, {**names, target.name: time.time()})
        return path

    def _write_numbered(self, prefix: str, number: int | None) -> str:
        """Save under a number, by default the next one, and count it if that works."""
        before = int(self.save_counter)
        self.save_counter.assign(before + 1 if number is None else number)
        try:
            return self.write(f"{prefix}-{int(self.save_counter)}")
        except BaseException:
            self.save_counter.assign(before)
            raise

    def write(self, file_prefix: Any, options: Any = None) -> str:
        """Save under a name, whatever the number; return the name."""
        del options
        _check_outside("write")
        found, content = self._found(), Content()
        for path, leaf in found.leaves.items():
            if isinstance(leaf, Variable):
                content.arrays[path] = np.asarray(leaf.handle.value)
            elif isinstance(leaf, Iterator):
                content.positions[path] = leaf.drawn.state
            else:
                content.streams[path] = leaf._stream.state.tolist()
        content.aliases = found.aliases
        name = os.fsdecode(file_prefix)
        files.write(_file_of(name), content)
        return name

    def restore(self, save_path: Any, options: Any = None) -> Restoring:
        """Restore what was saved; what is not there yet follows when it is made.

        Args:
            save_path: What `save` has returned; None does nothing, so that
                `restore(latest_checkpoint(directory))` begins a training as well.
            options: For calls written for TensorFlow.

        Returns:
            The state of it, which can be asked whether all was found.

        Raises:
            NotFoundError: There is no such checkpoint.
            DataLossError: It is damaged.
            ShapeError: A variable is of another shape; nothing is changed then.
            DTypeError: One is of another dtype; nothing is changed then.
        """
        del options
        _check_outside("restore")
        if save_path is None:
            return Restoring(self, "", Content())
        name = os.fsdecode(save_path)
        restoring = Restoring(self, name, files.read(_file_of(name)))
        restoring.restore()
        return restoring

    read = restore


def _objects_of(given: Mapping[str, Any]) -> Objects:
    """Return what there is in objects by name; the root has none."""
    root, named = given.get(""), {name: x for name, x in given.items() if name}
    if isinstance(root, Module):
        named = {**vars(root), **named}
    elif root is not None:
        named["root"] = root
    return Objects(named)


class Late:
    """What a checkpoint has for variables that are not there yet.

    It lives as long as the checkpoint or one of its modules, and keeps none of them.
    """

    def __init__(self, checkpoint: Checkpoint, name: str, content: Content) -> None:
        """Begin with what was restored: nothing."""
        self.name, self.content = name, content
        self.consumed: set[str] = set()
        # Variables that have been looked at, or are to be when they are first read.
        self.known: set[int] = set()
        self._checkpoint = weakref.ref(checkpoint)
        self._modules = checkpoint._modules()
        self._held: list[Any] = []

    def wait(self) -> None:
        """Wait for variables that are made."""
        WAITING.add(self)
        for reference in self._modules.values():
            module = reference()
            if module is not None:
                held = weakref.finalize(module, bool, self)
                held.atexit = False
                self._held.append(held)

    def end(self) -> None:
        """Wait no longer."""
        WAITING.discard(self)
        for held in self._held:
            held.detach()

    def end_if_done(self) -> None:
        """Wait no longer if all was restored."""
        if not self.content.paths - self.consumed:
            self.end()

    def _found(self) -> Objects:
        checkpoint = self._checkpoint()
        if checkpoint is not None:
            return checkpoint._found()
        found = {name: reference() for name, reference in self._modules.items()}
        return _objects_of(found)

    def pairs(self, found: Objects) -> Iterable[tuple[str, str, Leaf]]:
        """Yield the path here, the path there, and the leaf of what was saved."""
        content = self.content
        for path, leaf in found.leaves.items():
            table: Any = (
                content.arrays
                if isinstance(leaf, Variable)
                else content.positions
                if isinstance(leaf, Iterator)
                else content.streams
            )
            name = resolved(path, content.aliases, table)
            if name in table:
                yield path, name, leaf

    def check(self, path: str, name: str, variable: Variable) -> None:
        """Check that a variable takes the value that was saved.

        Raises:
            ShapeError, DTypeError: It does not.
        """
        spec, found = variable.spec, spec_of(self.content.arrays[name])
        if covers(spec.shape, found.shape) and spec.dtype is found.dtype:
            return
        kind = ShapeError if spec.dtype is found.dtype else DTypeError
        raise kind(
            f"{self.name} has {_shown(found)} for `{path}`, which is {_shown(spec)}.",
            origin=capture_exact(),
            hint="Build the object as it was when it was saved; nothing was restored.",
        )

    def created(self, variable: Variable) -> None:
        """Take note of a new variable: its value is looked up when it is first read."""
        handle, late = variable.handle, weakref.ref(self)

        def find(made: Any) -> Any:
            found = late()
            return made if found is None else found._value_for(handle, made)

        handle.defer(find)

    def _value_for(self, handle: Any, made: Any) -> Any:
        if handle.serial in self.known:
            return made
        for path, name, leaf in self.pairs(self._found()):
            if isinstance(leaf, Variable) and leaf.handle is handle:
                self.check(path, name, leaf)
                self.known.add(handle.serial)
                self.consumed.add(name)
                self.end_if_done()
                return self.content.arrays[name]
        return made


class Restoring:
    """What becomes of a checkpoint that is being restored."""

    def __init__(self, checkpoint: Checkpoint, name: str, content: Content) -> None:
        """Begin; `restore` does it."""
        self._checkpoint, self._name, self._content = checkpoint, name, content
        self._late = Late(checkpoint, name, content)

    def restore(self) -> None:
        """Restore what is there, and wait for the rest.

        Raises:
            ShapeError, DTypeError: A variable does not take its value.
        """
        content, late = self._content, self._late
        pairs = list(late.pairs(self._checkpoint._found()))
        for path, name, leaf in pairs:
            if isinstance(leaf, Variable):
                late.check(path, name, leaf)
        before = self._checkpoint._late
        if before is not None:
            before.end()
        for _, name, leaf in pairs:
            if isinstance(leaf, Variable):
                leaf.handle.assign(content.arrays[name])
                late.known.add(leaf.handle.serial)
            elif isinstance(leaf, Iterator):
                leaf.drawn.go_to(content.positions[name])
            else:
                leaf._stream.set_state(np.array(content.streams[name], np.uint64))
            late.consumed.add(name)
        self._checkpoint._late = late
        if content.paths - late.consumed:
            late.wait()

    def _look(self) -> Objects:
        """Let all variables that are there be restored."""
        found = self._checkpoint._found()
        for leaf in found.leaves.values():
            if isinstance(leaf, Variable):
                leaf.handle.value  # noqa: B018  # looked up now, if it was not
        return found

    def assert_consumed(self) -> Self:
        """Check that all that was saved is restored, and all that is there was saved.

        Raises:
            FailedPreconditionError: It is not.
        """
        self.assert_existing_objects_matched()
        left = sorted(self._content.paths - self._late.consumed)
        if left:
            raise _unmatched(f"{self._name} has {_listed(left)}, not found here.")
        return self

    def assert_existing_objects_matched(self) -> Self:
        """Check that all that is there was saved.

        Raises:
            FailedPreconditionError: It was not.
        """
        found = self._look()
        matched = {path for path, _, _ in self._late.pairs(found)}
        left = [path for path in found.leaves if path not in matched]
        if left:
            raise _unmatched(f"{self._name or 'nothing'} has no {_listed(left)}.")
        return self

    def assert_nontrivial_match(self) -> Self:
        """Check that something was restored besides the counter of the checkpoint.

        Raises:
            FailedPreconditionError: Nothing was.
        """
        self._look()
        if not self._late.consumed - {"save_counter"}:
            raise _unmatched(f"nothing of {self._name or 'nothing'} was found here.")
        return self

    def expect_partial(self) -> Self:
        """Do nothing: what is not found is not told of anyhow."""
        return self


def _unmatched(what: str) -> FailedPreconditionError:
    return FailedPreconditionError(
        what,
        origin=capture_exact(),
        hint="Paths go by attributes: give Checkpoint the same objects under the same "
        "names, and build them, before this is asked.",
    )


def _listed(names: list[str], most: int = 5) -> str:
    rest = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(f"`{name}`" for name in names[:most]) + rest


def _shown(spec: TensorSpec) -> str:
    return str(TensorSpec(spec.shape, spec.dtype))


def _file_of(name: str) -> Path:
    return Path(name if name.endswith(files.SUFFIX) else name + files.SUFFIX)


def _check_outside(method: str) -> None:
    if current_graph() is not None:
        raise SideEffectError(
            f"Checkpoint.{method} is called while a function is traced: a graph does "
            "not write or read files of checkpoints.",
            origin=capture_exact(),
            hint="Call it outside of the function.",
        )


def latest_checkpoint(checkpoint_dir: Any, latest_filename: Any = None) -> str | None:
    """Return the name of the last checkpoint in a directory; None where there is none.

    Raises:
        DataLossError: The file that says so is damaged.
    """
    del latest_filename
    folder = Path(os.fsdecode(checkpoint_dir))
    names = files.read_state(folder)
    return str(folder / list(names)[-1]) if names else None


def list_variables(save_path: Any) -> list[tuple[str, list[int]]]:
    """Return the paths of the variables in a checkpoint, each with its shape.

    Raises:
        NotFoundError: There is no such checkpoint.
    """
    arrays = files.read(_file_of(os.fsdecode(save_path))).arrays
    return [(path, list(arrays[path].shape)) for path in sorted(arrays)]


def load_variable(save_path: Any, name: str) -> Any:
    """Return the value of one variable in a checkpoint, an array.

    Raises:
        NotFoundError: There is no such checkpoint, or no such variable.
    """
    path = os.fsdecode(save_path)
    arrays = files.read(_file_of(path)).arrays
    if name not in arrays:
        raise NotFoundError(
            f"{path} has no variable {name!r}.",
            origin=capture_exact(),
            hint="ag.train.list_variables(path) lists them.",
        )
    return arrays[name]


__all__: list[str] = []
