"""`while`: its condition, exceptions that end it, and what it leaves: what a comparison with plain Python does not show."""

from __future__ import annotations

import pytest

from autograph.old_operators import loops


@pytest.fixture(autouse=True, params=["MAX_TESTED", "MAX_TESTED_NODES"])
def _few_iterations(monkeypatch, request):
    monkeypatch.setattr(loops, request.param, 20)
