"""docs/reference/operators.md lists every operator, or names it as machinery."""

import re

from autograph.operators.namespace import namespace
from autograph.testing.operators import overridable
from tools import docs

PAGE = docs.ROOT / "docs" / "reference" / "operators.md"
TEXT = docs.MARKED.sub("", PAGE.read_text(encoding="utf-8"))


def test_what_is_no_operator_is_told_as_machinery():
    names = {name for name in vars(namespace()) if not name.startswith("__")}
    machinery = names - set(overridable())
    section = TEXT.partition("## What is internal")[2].partition("\n## ")[0]
    named = set(re.findall(r"`(\w+)`", section))
    assert machinery <= named
