"""Run Python's own tests of its language, converted, beside the same as they stand.

    python -m tools.python_suite                the quick modules
    python -m tools.python_suite --all          all of them, which takes half an hour
    python -m tools.python_suite test_patma     one module

Each test that passes as it stands is run again with its method, and what that calls,
converted by `ag.to_graph`. No value is symbolic: converted code is to do what Python
does. What differs is printed, but for what `EXCUSED` names; exit code 1 if anything is.

They are those of the Python that runs this, in its package `test`, which some systems
leave out.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import io
import signal
import sys
import traceback
import types
import unittest
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import autograph as ag
from tools.python_suite_modules import EXCUSED, QUICK, SLOW

_TIMEOUT_S: Final = 60
_AS_THEY_STAND: Final = 0x20 | 0x80 | 0x200  # generators and coroutines


@dataclass
class Report:
    """What the tests of a module gave.

    Attributes:
        n_same: How many passed both ways.
        differences: By name, what was printed of those that passed one way only.
    """

    n_same: int = 0
    differences: dict[str, str] = field(default_factory=dict)

    def unexcused(self, module: str) -> dict[str, str]:
        """Return the differences that nothing excuses."""
        excused = EXCUSED.get(module, {})
        return {
            name: text
            for name, text in self.differences.items()
            if name.rpartition(".")[2] not in excused and name not in excused
        }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run modules, and print what differs."""
    parser = argparse.ArgumentParser(prog="python_suite", description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="MODULE")
    parser.add_argument("--all", action="store_true", help="the slow ones, too")
    options = parser.parse_args(arguments)
    modules = options.modules or (*QUICK, *(SLOW if options.all else ()))
    code = 0
    for module in modules:
        report = run(module)
        if report is None:
            print(f"{module}: this Python has no such tests")
            continue
        found = report.unexcused(module)
        print(
            f"{module}: {report.n_same} the same, "
            f"{len(report.differences) - len(found)} excused, {len(found)} different",
            flush=True,
        )
        for name, text in found.items():
            print(f"-- {module} {name}\n{text}")
            code = 1
    return code


def run(module: str) -> Report | None:
    """Run the tests of a module both ways; None if this Python does not have them."""
    loaded = _load(module)
    if loaded is None:
        return None
    report = Report()
    for case in _cases(unittest.defaultTestLoader.loadTestsFromModule(loaded)):
        name = case._testMethodName
        method = _method(type(case), name)
        if method is None or _fault_of(case) is not None:
            continue
        again = type(case)(name)
        fault = _fault_of(again, method)
        if fault is None:
            report.n_same += 1
        else:
            report.differences[f"{type(case).__name__}.{name}"] = fault
    return report


def _load(module: str) -> types.ModuleType | None:
    """Load a module of tests under another name: Python's own are not converted."""
    package = importlib.util.find_spec("test")
    if package is None or package.origin is None:
        return None
    path = Path(package.origin).with_name(f"{module}.py")
    spec = importlib.util.spec_from_file_location(f"suite_{module}", path)
    if not path.exists() or spec is None or spec.loader is None:
        return None
    made = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = made
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        spec.loader.exec_module(made)
    return made


def _cases(suite: Any) -> Iterator[Any]:
    if isinstance(suite, unittest.TestSuite):
        for each in suite:
            yield from _cases(each)
    elif not type(suite).__module__.startswith("doctest"):
        yield suite


def _method(cls: type, name: str) -> types.FunctionType | None:
    """Return a test's method, if it is one that is converted."""
    for base in cls.__mro__:
        found = base.__dict__.get(name)
        if found is not None:
            is_plain = isinstance(found, types.FunctionType)
            flags = found.__code__.co_flags if is_plain else _AS_THEY_STAND
            return found if is_plain and not flags & _AS_THEY_STAND else None
    return None


def _fault_of(case: Any, method: types.FunctionType | None = None) -> str | None:
    """Run a test; return what it complains of, with a method, converted, if given."""
    result = unittest.TestResult()
    signal.signal(signal.SIGALRM, _time_is_up)
    signal.alarm(_TIMEOUT_S)
    try:
        if method is not None:
            converted = types.MethodType(ag.to_graph(method), case)
            setattr(case, case._testMethodName, converted)
        with (
            warnings.catch_warnings(),
            contextlib.redirect_stdout(io.StringIO()),
            contextlib.redirect_stderr(io.StringIO()),
        ):
            warnings.simplefilter("ignore")
            case.run(result)
    except BaseException:  # noqa: BLE001  # tests of exceptions let some out
        return traceback.format_exc()
    finally:
        signal.alarm(0)
    if result.skipped:
        return "skipped" if method is None else None
    faults = [*result.errors, *result.failures]
    return faults[0][1] if faults else None


def _time_is_up(*_: object) -> None:
    raise TimeoutError(f"a test took more than {_TIMEOUT_S} s")


if __name__ == "__main__":
    sys.exit(main())
