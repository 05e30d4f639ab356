"""docs/autograph_limitations.md compares with what TensorFlow documents."""

import re

import pytest

from tests.docs.examples import Kind
from tests.docs.limits import LIMITS
from tools import constructs, docs, limitations

PAGE = (docs.ROOT / "docs" / "autograph_limitations.md").read_text(encoding="utf-8")
TITLES = [limit.row.title for limit in LIMITS]


@pytest.mark.parametrize("number", range(len(LIMITS)), ids=lambda n: TITLES[n])
def test_entry_is_what_happens(number):
    found = limitations.judged_limit(number)
    made = docs.CARETS.sub("", limitations.limitation_entry(found))
    assert made in docs.CARETS.sub("", PAGE), f"run {docs.COMMAND}"


def test_page_holds_the_entries_and_nothing_else():
    made = limitations.limitations_page(limitations.judged_limits())
    assert docs.is_current(PAGE, made), f"run {docs.COMMAND}"


def test_titles_are_different():
    assert len(set(TITLES)) == len(TITLES)


def test_links_lead_somewhere():
    headings = re.findall(r"^##+ (.*)$", PAGE, re.MULTILINE)
    anchors = [constructs.anchor(heading) for heading in headings]
    assert len(set(anchors)) == len(anchors)
    links = set(re.findall(r"\]\(#([^)]+)\)", PAGE))
    assert links <= set(anchors)
    files = set(re.findall(r"\]\(([\w.]+)\)", PAGE))
    assert all((docs.ROOT / "docs" / name).exists() for name in files)


def test_what_is_refused_or_different_stands_before_the_table():
    top = PAGE.partition("\n| | TensorFlow")[0]
    for each in limitations.judged_limits():
        listed = each.found.kind in (Kind.REFUSED, Kind.DIFFERENT)
        assert (constructs.linked(each.found) in top) is listed
