"""Values that are None on some paths: what a comparison with plain Python does not show."""

from __future__ import annotations

import pytest

import autograph as ag
from tests.language.none.optional import T


def printed(x):
    y = None
    if x > 0:
        y = x
    ag.print("now", y, [y, x], sep="|")
    return x


@pytest.mark.parametrize("x", [T(1), T(-1)])
def test_what_may_be_none_is_printed_as_plain_python_prints_it(x, capsys):
    printed(x)
    plain = capsys.readouterr()
    with pytest.warns(ag.errors.PythonFallbackWarning, match=r"print\(\)"):
        ag.function(printed, python="allow")(x)
    assert capsys.readouterr() == plain
