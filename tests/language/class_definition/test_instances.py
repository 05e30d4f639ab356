"""Objects created in staged code: what a comparison with plain Python does not show."""

from __future__ import annotations

import weakref

import autograph as ag
from autograph.testing import Verdict, check
from tests.language.class_definition.instances import T


class Weak:
    pass


def kept_in_weak_references(n):
    kept = weakref.WeakKeyDictionary()
    total = 0
    for i in ag.range(n):
        box = Weak()
        kept[box] = box
        box.x = i
        box.x += total
        total += box.x
    return total


def test_what_a_loop_makes_and_something_else_holds_is_refused():
    found = check(kept_in_weak_references, T(3))
    assert found.verdict is Verdict.REFUSED, str(found)
    assert isinstance(found.staged.error, ag.errors.UnstagedOperationError)
    assert "WeakKeyDictionary() is not converted" in found.staged.error.message
    assert found.staged.error.origin.filename == __file__
