"""AutoGraph's documented limitations: the table of their page."""

from __future__ import annotations

from tools.book import limits_control, limits_state

LIMITS = (*limits_control.LIMITS, *limits_state.LIMITS)
