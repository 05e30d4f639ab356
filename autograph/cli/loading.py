"""FILE.py:FUNC to a function.

The file is imported, not run: what stands under `if __name__ == "__main__"` is left
alone. As for a script, modules beside the file can be imported; a file in a package is
imported as a module of it.
"""

from __future__ import annotations

import contextlib
import difflib
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from autograph import Function, function
from autograph.cli.failures import UsageError
from autograph.definitions import refuse_unstageable
from autograph.errors import ConversionError
from graph.errors import AutographError


@dataclass(frozen=True)
class Target:
    """A function that the user named.

    Attributes:
        spelling: How it was named, as `FILE.py:FUNC`.
        name: The part behind the colon.
        staged: The function as `ag.function` makes it.
        plain: The function as it was written.
        signature: Its parameters.
    """

    spelling: str
    name: str
    staged: Function[..., Any]
    plain: Callable[..., Any]
    signature: inspect.Signature


def load(spelling: str) -> Target:
    """Import the file and find the function in it.

    Raises:
        UsageError: There is no such file or function, the file cannot be imported, or
            what was named is not a function.
    """
    file, name = _split(spelling)
    module = _import(file)
    found = _find(module, name, file)
    with usage_errors():
        staged = found if isinstance(found, Function) else function(found)
        refuse_unstageable(staged.python_function)
    plain = staged.python_function
    return Target(spelling, name, staged, plain, inspect.signature(plain))


@contextlib.contextmanager
def usage_errors() -> Iterator[None]:
    """Turn the library's refusal of a function into a usage error."""
    try:
        yield
    except (AutographError, ConversionError) as error:
        raise UsageError(str(error)) from None


def _split(spelling: str) -> tuple[Path, str]:
    text, colon, name = spelling.rpartition(":")
    # Without a function, the colon of a Windows drive is the last one.
    if not colon or "/" in name or "\\" in name or name.endswith(".py"):
        text, name = spelling, ""
    if not text:
        raise UsageError("no file named; write FILE.py:FUNC")
    file = Path(text)
    if not file.exists():
        raise UsageError(f"there is no file {text}{_similar_files(file)}")
    if file.is_dir():
        raise UsageError(f"{text} is a folder; name a file in it, FILE.py:FUNC")
    if file.suffix != ".py":
        raise UsageError(f"{text} is not a Python file; its name must end in .py")
    if not name:
        raise UsageError(f"no function named; write {text}:FUNC")
    return file, name


def _similar_files(file: Path) -> str:
    names = sorted(path.name for path in file.parent.glob("*.py"))
    found = difflib.get_close_matches(file.name, names, n=3)
    paths = [str(file.parent / name) for name in found]
    return f"; did you mean {' or '.join(paths)}?" if paths else ""


# -- Importing


def _import(file: Path) -> ModuleType:
    path = file.resolve()
    folder, names = path.parent, [path.stem]
    while (folder / "__init__.py").exists():
        names.insert(0, folder.name)
        folder = folder.parent
    sys.path.insert(0, str(folder))
    try:
        if len(names) > 1:
            return importlib.import_module(".".join(names))
        return _import_script(path)
    except Exception as error:  # noqa: BLE001  # whatever the user's file raises
        raise UsageError(
            f"{file} cannot be imported: {_in_short(error)}", error
        ) from None
    except SystemExit as error:
        raise UsageError(
            f"{file} ends the program when it is imported; move what runs it under "
            'if __name__ == "__main__":',
            error,
        ) from None


def _import_script(path: Path) -> ModuleType:
    # A script may be called like a module that is there already (random.py).
    name = path.stem if path.stem not in sys.modules else f"{path.stem} (script)"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # Dataclasses and pickle look modules up.
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _in_short(error: Exception) -> str:
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


# -- Finding the function


def _find(module: ModuleType, name: str, file: Path) -> Any:
    found: Any = module
    parts = name.split(".")
    for depth, part in enumerate(parts):
        owner, where = found, ".".join(parts[:depth])
        if part == "<locals>":
            raise UsageError(
                f"{parts[-1]} exists only while {where} runs; move it to the top "
                f"level of {file}"
            )
        try:
            found = getattr(owner, part)
        except AttributeError:
            place = f"{where} of {file}" if where else str(file)
            similar = _similar(owner, part)
            raise UsageError(f"no function {part!r} in {place}{similar}") from None
    return _checked(owner, found, parts)


def _similar(owner: Any, name: str) -> str:
    functions = [key for key, value in vars(owner).items() if _is_own(owner, value)]
    close = difflib.get_close_matches(name, functions, n=3)
    if close:
        return f"; did you mean {' or '.join(close)}?"
    shown = functions[:8] + ["..."] * (len(functions) > 8)
    return f"; there is {', '.join(shown)}" if functions else ""


def _is_own(owner: Any, value: Any) -> bool:
    if isinstance(value, (Function, staticmethod, classmethod)):
        return True
    home = owner.__name__ if inspect.ismodule(owner) else owner.__module__
    return inspect.isfunction(value) and value.__module__ == home


def _checked(owner: Any, found: Any, parts: list[str]) -> Any:
    """Return what was found if it can be called as it stands."""
    name = ".".join(parts)
    if inspect.isclass(owner):
        attribute = inspect.getattr_static(owner, parts[-1])
        if not isinstance(attribute, (staticmethod, classmethod)) and callable(found):
            raise UsageError(
                f"{name} is a method and needs an instance; make one at the top level "
                f"of the file, it = {owner.__name__}(...), and name it.{parts[-1]}"
            )
    if inspect.isclass(found):
        raise UsageError(f"{name} is a class, not a function{_methods(found, name)}")
    if not callable(found):
        raise UsageError(
            f"{name} is not a function but of type {type(found).__name__}; name a "
            "function"
        )
    return found


def _methods(owner: type, name: str) -> str:
    static = [
        key
        for key, value in vars(owner).items()
        if isinstance(value, (staticmethod, classmethod))
    ]
    if not static:
        return "; name a function that makes and uses one"
    return (
        f"; name one of its static methods: {', '.join(f'{name}.{s}' for s in static)}"
    )
