"""Compare the decorated function on arrays with the undecorated one."""

from __future__ import annotations

import random
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

import autograph as ag
from tests.conformance.numpy_programs.programs import Program

# What is known of the arguments while tracing: all; some dimensions; not the rank.
KNOWN = ("shapes", "ranks", "dtypes")


@dataclass(frozen=True)
class Found:
    """How a run of the graph compares.

    Attributes:
        known: What was known while tracing.
        verdict: `same`, `rounds`, `refused`, `raises` or `differs`.
        text: More about it.
        line: The user's line that was refused, or what raised.
    """

    known: str
    verdict: str
    text: str = ""
    line: str = ""


def compare(program: Program, seed: int) -> Iterator[Found]:
    """Run a program plainly, and as graphs that know more or less; yield what differs.

    Nothing is yielded for a program that raises, as NumPy may for other shapes.
    """
    function = program.compiled()
    wanted = _plainly(function, program)
    if wanted is None:
        return
    source = random.Random(seed)
    for known in KNOWN:
        signature = [_spec(x, known, source) for x in program.arguments]
        staged = ag.function(
            function, input_signature=None if known == "shapes" else signature
        )
        try:
            with _quiet():
                results = staged(*program.arguments)
        except ag.errors.AutographError as error:
            yield Found(known, "refused", *_told(error))
        except Exception as error:  # whatever it is, NumPy did not
            yield Found(known, "raises", f"{type(error).__name__}: {error}")
        else:
            yield _compared(known, wanted, results)


def _plainly(function: Any, program: Program) -> Any:
    try:
        with _quiet():
            return function(*(x.copy() for x in program.arguments))
    except Exception:  # a loop or branch of a program may raise
        return None


@contextmanager
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


def _spec(x: Any, known: str, source: random.Random) -> Any:
    if known == "dtypes":
        return ag.TensorSpec(None, x.dtype)
    shape = tuple(None if source.random() < 0.6 else dim for dim in x.shape)
    return ag.TensorSpec(shape, x.dtype)


def _told(error: Exception) -> tuple[str, str]:
    """Return the message, and the user's line, of an error."""
    lines = str(error).splitlines()
    message = next((x for x in lines if re.search(r"\[AG\d+\]", x)), lines[-1])
    at = lines[2].strip() if len(lines) > 2 else ""
    return message, at.partition(" = ")[2] or at


def _compared(known: str, wanted: Any, results: Any) -> Found:
    rounds = ""
    for place, (plain, staged) in enumerate(zip(wanted, results, strict=True)):
        reason = difference(plain, staged)
        if reason == "rounds":
            rounds = f"result {place}: {plain!r}, {staged!r}"
        elif reason:
            return Found(known, "differs", f"result {place}: {reason}")
    return Found(known, "rounds" if rounds else "same", rounds)


def difference(plain: Any, staged: Any) -> str:
    """Say what is not the same about two results; nothing if all is.

    A number of Python's corresponds to the tensor that `constant` makes of it.
    """
    if type(plain) is int and np.asarray(staged).dtype == np.int64:
        plain = np.int64(plain)  # of functions of NumPy's that return such numbers
    if isinstance(plain, (bool, int, float, complex)):
        plain = np.asarray(ag.constant(plain))
    x, y = np.asarray(plain), np.asarray(staged)
    if x.dtype != y.dtype or x.shape != y.shape:
        return f"{x.dtype}{list(x.shape)}, but {y.dtype}{list(y.shape)}"
    is_inexact = x.dtype.kind in "fc"
    if np.array_equal(x, y, equal_nan=is_inexact):
        return ""
    if is_inexact:
        eps = 64 * np.finfo(x.dtype).eps
        scale = np.max(np.abs(x[np.isfinite(x)]), initial=1.0)
        if np.allclose(x, y, rtol=eps, atol=eps * scale, equal_nan=True):
            return "rounds"
    return f"{x!r}, but {y!r}"
