"""docs/reference/operators.md lists every operator, or names it as machinery."""

import re

import autograph as ag
from autograph import old_operators as operators
from autograph.testing.operators import overridable
from tools import docs

PAGE = docs.ROOT / "docs" / "reference" / "operators.md"
TEXT = docs.MARKED.sub("", PAGE.read_text(encoding="utf-8"))


def test_what_is_no_operator_is_told_as_machinery():
    machinery = set(operators.__all__) - set(overridable())
    section = TEXT.partition("## What is internal")[2].partition("\n## ")[0]
    named = set(re.findall(r"`(\w+)`", section))
    assert machinery <= named
    assert all(hasattr(operators, name) or name in dir(ag) for name in machinery)
