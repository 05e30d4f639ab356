"""Functions that call themselves with lists, dicts and arrays do what Python does."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import autograph as ag

_PROGRAMS: Final = Path(__file__).parent / "data" / "recursion_arguments.txt"
_GRID: Final = np.array([[0, 0, 1, 0], [0, 1, 0, 0], [0, 1, 0, 0]])


def _read() -> dict[str, str]:
    parts = _PROGRAMS.read_text().split("=== ")[1:]
    return dict(part.split("\n", 1) for part in parts)


def _made(tmp_path: Path, source: str) -> Callable[..., Any]:
    path = tmp_path / "program.py"
    path.write_text("import numpy as np\n" + source)
    names: dict[str, Any] = {"__name__": "program"}
    exec(compile(path.read_text(), str(path), "exec"), names)
    made: Callable[..., Any] = names["f"]
    return made


def _plain(value: Any) -> Any:
    """Return numbers of Python's in the containers of a result."""
    if isinstance(value, (list, tuple)):
        return type(value)(map(_plain, value))
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, ag.Tensor):
        return np.asarray(value).tolist()
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


@pytest.mark.long
@pytest.mark.parametrize("name", _read())
def test_lists_and_arrays_as_arguments(name: str, tmp_path: Path) -> None:
    function = _made(tmp_path, _read()[name])
    staged = ag.function(function)
    more = (_GRID,) if function.__code__.co_argcount > 1 else ()
    for n in (0, 1, 2, 4, 5):
        expected = function(np.int64(n), *copy.deepcopy(more))
        found = staged(np.int64(n), *copy.deepcopy(more))
        assert _plain(found) == _plain(expected)
        assert repr(_plain(found)) == repr(_plain(expected))  # 1 is not 1.0
    assert staged.experimental_get_tracing_count() == 1


_DEFAULT: Final = """
def go(k, found=[]):
    if k == 0:
        return len(found)
    found.append(k)
    return go(k - 1)

def f(n):
    return go(n)
"""


def test_a_default_that_is_changed_is_refused(tmp_path: Path) -> None:
    staged = ag.function(_made(tmp_path, _DEFAULT))
    with pytest.raises(ag.errors.UnknownIdentityError):
        staged(np.int64(3))
