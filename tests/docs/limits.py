"""AutoGraph's documented limitations: the table behind docs/autograph_limitations.md."""

from __future__ import annotations

from tests.docs import limits_control, limits_state

LIMITS = (*limits_control.LIMITS, *limits_state.LIMITS)
