"""The page of errors has an entry for each class, made by a program that raises it."""

import ast

import pytest

import autograph as ag
from tools import docs
from tools.book import errors_page
from tools.book.rows_errors import ROWS

# Classes that are raised as one of their subclasses only.
BASES = {"AutographError", "ConversionError"}


def test_every_class_has_a_row_and_an_identifier_of_its_own():
    classes = errors_page.classes()
    assert {each.__name__ for each in classes} - BASES == {row.name for row in ROWS}
    assert len({each.code for each in classes}) == len(classes)


@pytest.mark.parametrize(
    "row", [each for each in ROWS if each.source], ids=lambda row: row.name
)
def test_the_program_raises_it_with_its_parts(row):
    error, text = row.raised()
    assert type(error) is errors_page.class_of(row)
    assert f" [{error.code}]" in text
    if row.name != "GraphSyntaxError":
        assert error.hint
        assert "example.py:" in text or row.name == "SourceUnavailableError"


def test_an_error_without_a_place_gets_that_of_the_users_line():
    @ag.function
    def power(n):
        k = 3
        while n > 0:
            n, k = n - 1, k - 2
        return 3**k

    with pytest.raises(ag.errors.StagingError, match="is a float") as info:
        power(ag.constant(3))
    assert "in power\n      return 3**k" in str(info.value)


def test_no_refusal_is_raised_as_the_base_of_all():
    sources = [*(docs.ROOT / "graph").rglob("*.py")]
    sources += (docs.ROOT / "autograph").rglob("*.py")
    calls = [
        f"{path.name}:{node.lineno}"
        for path in sources
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"StagingError", *BASES}
    ]
    assert calls == []
