"""What was asked for and has no effect here: it is said, once."""

from __future__ import annotations

import warnings
from typing import Final

from autograph.errors import NoEffectWarning
from graph.origin import capture

# What has been said in this process. Written by `say_once` only.
_SAID: Final[set[str]] = set()


def say_once(subject: str, message: str) -> None:
    """Warn at the user's line that something has no effect, if no one has yet.

    Args:
        subject: What it is about.
        message: The text of the warning.
    """
    if subject in _SAID:
        return
    _SAID.add(subject)
    caller = capture(2)
    place = (caller.filename, max(caller.lineno, 1))
    warnings.warn_explicit(message, NoEffectWarning, *place)


__all__ = ["say_once"]
