"""A bar of progress beside a data set: `ag.data.progress`, by tqdm."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from autograph.data.dataset import Dataset
from autograph.data.lives import Life
from autograph.data.stages import Elements, Over, Stage
from graph.convert import shown
from graph.errors import (
    DTypeError,
    FailedPreconditionError,
    InvalidArgumentError,
    UnsupportedArgumentError,
)
from graph.ops.arguments import static_int, static_text
from graph.origin import capture_exact

# What is said here, or makes no sense of a data set.
_OWN: Final = frozenset({"self", "iterable", "desc", "total", "kwargs"})


def progress(
    dataset: Any, desc: str | None = None, total: int | None = None, **options: Any
) -> Dataset:
    """Return a data set that shows how many elements were drawn, and how fast.

        for batch in ag.data.progress(dataset, desc="training"):
            ...

    Each iteration has a bar of its own, in staged loops too, which counts elements as
    they are drawn. It ends with the elements, or with the iterator. In notebooks it is
    a widget where `ipywidgets` are installed.

    Args:
        dataset: A data set.
        desc: What stands before the bar.
        total: How many elements there are, for the time that is left; by default what
            the cardinality of the data set is, if that is known.
        **options: Further ones of `tqdm.tqdm`, such as `unit`, `leave`, `file`,
            `disable`, `mininterval`.

    Raises:
        DTypeError: It is no data set.
        FailedPreconditionError: tqdm is not installed.
        InvalidArgumentError: `total` is negative.
        UnsupportedArgumentError: tqdm has no such option.
    """
    if not isinstance(dataset, Dataset):
        raise DTypeError(
            f"progress: {shown(dataset)} is not a data set.",
            origin=capture_exact(),
            hint="Make one of it: ag.data.Dataset.from_tensor_slices(x).",
        )
    if total is not None:
        total = static_int(total, "total")
        if total < 0:
            raise InvalidArgumentError(
                f"progress: total is {total}, which is negative.",
                origin=capture_exact(),
                hint="Leave it out where nobody knows.",
            )
    _check_options(options)
    all_options = dict(options)
    if desc is not None:
        all_options["desc"] = static_text(desc, "desc")
    return Dataset(Progressing(dataset._stage, total, all_options))


def _check_options(options: Mapping[str, Any]) -> None:
    known = _options()
    unknown = sorted(set(options) - known)
    if unknown:
        raise UnsupportedArgumentError(
            f"progress: tqdm has no option {unknown[0]!r}.",
            origin=capture_exact(),
            hint=f"It has {', '.join(sorted(known))}.",
        )


@dataclass(frozen=True, eq=False)
class Progressing(Over):
    """Elements that are counted by a bar of progress."""

    input: Stage
    total: int | None
    options: Mapping[str, Any]

    def run(self, life: Life) -> Elements:
        """Return them."""
        return self._counted(life)

    def _counted(self, life: Life) -> Elements:
        count = self.input.count if self.total is None else self.total
        total = count if count >= 0 else None  # else infinite, or unknown
        bar = _bar_class()(total=total, **{"miniters": 1, **self.options})
        close = life.at_end(bar.close)
        try:
            for element in self.input.run(life):
                bar.update()
                yield element
        finally:
            close()


@functools.cache
def _bar_class() -> type[Any]:
    """Return tqdm's class of bars, for terminals or notebooks.

    Without its thread, which looks after bars that skip updates: these skip none.

    Raises:
        FailedPreconditionError: tqdm is not installed.
    """
    try:
        from tqdm import auto
    except ImportError as error:
        raise FailedPreconditionError(
            "ag.data.progress needs the library tqdm, which is not installed.",
            origin=capture_exact(),
            hint="Install it: pip install 'autograph[data]', or pip install tqdm.",
        ) from error
    return type("Bar", (auto.tqdm,), {"monitor_interval": 0})


def shown_bar_class() -> type[Any] | None:
    """Return the class of bars; None without tqdm, or without anything to show them."""
    try:
        found = _bar_class()
    except FailedPreconditionError:
        return None
    is_notebook = any(each.__name__ == "tqdm_notebook" for each in found.__mro__)
    return found if is_notebook or sys.stderr.isatty() else None


def _options() -> frozenset[str]:
    """Return the names of the options that bars have."""
    _bar_class()
    from tqdm import std

    return frozenset(inspect.signature(std.tqdm.__init__).parameters) - _OWN


__all__: list[str] = []
