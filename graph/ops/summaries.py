"""Summaries: what a run notes in files, at each run, in the order of the program.

What is noted, and where, is the business of `autograph.summary`: an op holds a call,
which is given the values of its operands. Writers may ask variables and functions of
the user's: ops keep the order of the program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from graph import dtypes
from graph.op import ANYTHING, REQUIRED, ZERO, Op, always, define, never
from graph.ops.arguments import apply_as_given
from graph.specs import TensorSpec

Call = Callable[..., Any]
Specs = TensorSpec | tuple[TensorSpec, ...]


def _define(name: str, type_name: str, doc: str, spec: Specs = ()) -> Op:
    return define(
        name,
        is_public=False,
        inputs=("operands",),
        variadic=True,
        attrs={"call": REQUIRED},
        infer=lambda *_, call: spec,
        kernel=lambda *operands, call: call(*operands),
        effects=ANYTHING,
        can_fail=always,
        is_data=never,
        gradient=ZERO,
        doc=doc,
        type_name=type_name,
    )


_BOOL: Final = TensorSpec((), dtypes.bool)
_STEP: Final = TensorSpec((), dtypes.python_int)

WRITE: Final = _define(
    "write_summary", "WriteSummary", "Whether a summary of a value was written.", _BOOL
)
IS_RECORDING: Final = _define(
    "should_record_summaries",
    "ShouldRecordSummaries",
    "Whether summaries are written here.",
    _BOOL,
)
STEP: Final = _define(
    "summary_step", "SummaryStep", "The step that summaries are of.", _STEP
)
CHANGE: Final = _define(
    "change_summaries", "SummaryWriter", "Change how summaries are written, and where."
)


def apply_call(op: Op, call: Call, operands: Sequence[Any] = ()) -> Any:
    """Do a call at each run; at once where there is no graph."""
    return apply_as_given(op, operands, {"call": call})


__all__: list[str] = []
