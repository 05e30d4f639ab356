"""Iterators and sequences of the user's own classes: what a comparison with plain Python does not show."""

from __future__ import annotations

import pytest

import autograph as ag
from tests.language.iterator.classes import (
    in_a_loop,
    in_builtins,
    in_iterators_of_builtins,
    programs,
)
from tests.language.programs import calls_of


@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
@pytest.mark.parametrize(
    ("function", "args"),
    calls_of(programs, in_a_loop, in_builtins, in_iterators_of_builtins),
)
def test_effects_come_in_the_order_of_plain_python(function, args, capsys, request):
    if function is in_builtins:
        why = "max() and list() draw all items before they ask for keys, or a length"
        request.applymarker(pytest.mark.xfail(reason=why, strict=True))
    function(*args)
    plain = capsys.readouterr().err
    ag.function(function, python="allow")(*args)
    assert capsys.readouterr().err == plain
