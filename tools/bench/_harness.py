"""Time callables side by side, and say where and how it was done.

    from tools.bench._harness import main, optional

    def cases():
        yield "plain NumPy", lambda: np.tanh(x)
        yield "ag.function", lambda: f(x)
        if jax := optional("jax"):
            yield "jax.jit", ...

    if __name__ == "__main__":
        main("tanh of a million floats", cases())

Cases take turns (A B A B ...), so that a change in the computer's speed meets all of
them, and the ratio of two cases comes from one run. The first case is the baseline.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.metadata
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

Case = tuple[str, Callable[[], object]]
Timer = Callable[[], float]

DEFAULT_REPEATS = 15
DEFAULT_MIN_TIME_S = 0.02
RECORDED_PACKAGES = ("numpy", "threadpoolctl", "tensorflow", "jax", "numba", "llvmlite")


@dataclass(frozen=True)
class Timing:
    """Seconds per call of one case: one sample for each round."""

    name: str
    calls_per_sample: int
    samples_s: tuple[float, ...]

    @property
    def min_s(self) -> float:
        """The least disturbed sample."""
        return min(self.samples_s)

    @property
    def median_s(self) -> float:
        """The usual sample."""
        return statistics.median(self.samples_s)

    @property
    def spread(self) -> float:
        """The distance between the quartiles, over the median."""
        if len(self.samples_s) < 2:
            return 0.0
        low, _, high = statistics.quantiles(self.samples_s, n=4, method="inclusive")
        return (high - low) / self.median_s


def main(
    title: str, cases: Iterable[Case], arguments: Sequence[str] | None = None
) -> None:
    """Measure `cases` and print the table; with `--json FILE`, write FILE too."""
    parser = argparse.ArgumentParser(description=title)
    parser.add_argument("--repeats", type=_positive_int, default=DEFAULT_REPEATS)
    parser.add_argument(
        "--min-time", type=float, default=DEFAULT_MIN_TIME_S, help="seconds per sample"
    )
    parser.add_argument(
        "--cpu-time",
        action="store_true",
        help="count the processor time of this thread: for a computer that is busy",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write FILE")
    options = parser.parse_args(arguments)
    timer = time.thread_time if options.cpu_time else time.perf_counter
    timings = measure(
        cases, repeats=options.repeats, min_time_s=options.min_time, timer=timer
    )
    if options.cpu_time:
        title += " (processor time of the thread)"
    print(report(title, timings))
    if options.json:
        text = json.dumps(record(title, timings), indent=2) + "\n"
        options.json.write_text(text, encoding="utf-8")


def measure(
    cases: Iterable[Case],
    *,
    repeats: int = DEFAULT_REPEATS,
    min_time_s: float = DEFAULT_MIN_TIME_S,
    timer: Timer = time.perf_counter,
) -> list[Timing]:
    """Time every case in turn, `repeats` times.

    Each case first runs alone until it has settled, which includes tracing and
    compiling, and tells how many calls make a sample of `min_time_s`. The garbage
    collector runs between samples, not in them.
    """
    listed = list(cases)
    if not listed:
        raise ValueError("there is no case to measure")
    calls = [_calls_for(run, min_time_s, timer) for _, run in listed]
    samples: list[list[float]] = [[] for _ in listed]
    for _ in range(repeats):
        for (_, run), n, kept in zip(listed, calls, samples, strict=True):
            gc.collect()
            kept.append(_time_s(run, n, timer) / n)
    return [
        Timing(name, n, tuple(kept))
        for (name, _), n, kept in zip(listed, calls, samples, strict=True)
    ]


def optional(name: str) -> Any | None:
    """Return a competitor's module, or None if it is not installed.

    Any other failure to import it is raised: it must not pass for "not installed".
    """
    try:
        module: ModuleType = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name.partition(".")[0]:
            raise
        return None
    return module


def report(title: str, timings: Sequence[Timing]) -> str:
    """Return the table, under a line that says where it was measured."""
    width = max(len("case"), *(len(t.name) for t in timings))
    lines = [title, "  " + _describe(environment()), ""]
    lines += [
        f"  {'case':{width}}  {'min':>9}  {'median':>9}  {'spread':>6}  {'ratio':>7}"
    ]
    base = timings[0].median_s
    for t in timings:
        numbers = f"{format_time(t.min_s):>9}  {format_time(t.median_s):>9}"
        ratio = f"{t.median_s / base:.2f}"
        lines.append(f"  {t.name:{width}}  {numbers}  {t.spread:6.1%}  {ratio:>7}")
    return "\n".join(lines)


def record(title: str, timings: Sequence[Timing]) -> dict[str, Any]:
    """Return what `report` shows, and every sample, as JSON data."""
    rows = [
        asdict(t) | {"min_s": t.min_s, "median_s": t.median_s, "spread": t.spread}
        for t in timings
    ]
    return {"title": title, "environment": environment(), "timings": rows}


def environment() -> dict[str, Any]:
    """Return the processor, the versions and the limits on threads."""
    versions = {name: _version(name) for name in RECORDED_PACKAGES}
    return {
        "processor": _processor(),
        "cores": _cores(),
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "packages": {name: v for name, v in versions.items() if v},
        "blas": _blas(),
        "thread_limits": {
            k: v for k, v in sorted(os.environ.items()) if k.endswith("_NUM_THREADS")
        },
    }


def format_time(seconds: float) -> str:
    """Return seconds in the unit that suits them."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


# -- Helpers


def _calls_for(run: Callable[[], object], min_time_s: float, timer: Timer) -> int:
    """Warm up, and return how many calls take at least `min_time_s`."""
    run()
    n = 1
    while (taken := _time_s(run, n, timer)) < min_time_s:
        # Aim a little too high, but never far beyond what was measured.
        aim = 1.2 * n * min_time_s / taken if taken > 0 else 10.0 * n
        n = max(n + 1, int(min(aim, 10.0 * n)))
    return n


def _time_s(run: Callable[[], object], n: int, timer: Timer) -> float:
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        start = timer()
        for _ in range(n):
            run()
        return timer() - start
    finally:
        if was_enabled:
            gc.enable()


def _positive_int(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not at least 1")
    return value


def _describe(facts: dict[str, Any]) -> str:
    packages = ", ".join(f"{name} {v}" for name, v in facts["packages"].items())
    return (
        f"{facts['processor']}, {facts['cores']} cores; {facts['system']}; "
        f"{facts['python']}; {packages}"
    )


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or platform.machine()
    names = [
        line.partition(":")[2].strip()
        for line in text.splitlines()
        if line.startswith("model name")
    ]
    return names[0] if names else platform.machine()


def _cores() -> int:
    """Return how many cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _blas() -> list[str]:
    """Return the loaded thread pools, as in "openblas 0.3.30, 8 threads"."""
    threadpoolctl = optional("threadpoolctl")
    if threadpoolctl is None:
        return []
    return [
        f"{pool['internal_api']} {pool['version']}, {pool['num_threads']} threads"
        for pool in threadpoolctl.threadpool_info()
    ]
