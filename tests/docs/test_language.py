"""docs/language.md says what happens to each of Python's constructs."""

import re

import pytest

from tests.docs.examples import Kind, judge, row
from tests.docs.language import ROWS
from tools import constructs, docs

PAGE = (docs.ROOT / "docs" / "language.md").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(ROWS)), ids=lambda n: ROWS[n].title)
def test_entry_is_what_happens(number):
    found = constructs.judged_row(number)
    made = docs.CARETS.sub("", constructs.language_entry(found))
    assert made in docs.CARETS.sub("", PAGE), f"run {docs.COMMAND}"


@pytest.mark.long
def test_page_holds_the_entries_and_nothing_else():
    made = constructs.language_page(constructs.judged())
    assert docs.is_current(PAGE, made), f"run {docs.COMMAND}"


def test_another_text_or_place_is_not_current():
    assert docs.is_current("a\n  ^^^\nb\n", "a\n ^\nb\n")
    assert not docs.is_current("a\nb\n", "a\nc\n")


def test_titles_are_different():
    titles = [row.title for row in ROWS]
    assert len(set(titles)) == len(titles)


def test_links_within_the_page_lead_to_headings():
    headings = re.findall(r"^##+ (.*)$", PAGE, re.MULTILINE)
    anchors = [constructs.anchor(heading) for heading in headings]
    assert len(set(anchors)) == len(anchors)
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= set(anchors)


def test_what_is_different_stands_at_the_top():
    top = PAGE.partition("## All constructs")[0]
    different = [each for each in constructs.judged() if each.kind is Kind.DIFFERENT]
    assert different
    assert all(constructs.linked(each) in top for each in different)


# -- The judge itself


def kind_of(body, *calls):
    source = f"@ag.function\ndef f(x):\n    {body}"
    return judge(row("", "", source, *(calls or ("f(ag.constant(3))",)))).kind


def test_what_runs_while_tracing_stands_as_it_is():
    assert kind_of("return x + 1") is Kind.AS_IT_STANDS


def test_what_becomes_control_flow_is_staged():
    assert kind_of("return x if x > 0 else -x") is Kind.STAGED


def test_what_fails_while_tracing_is_refused():
    assert kind_of("return bool(x.no_such_attribute)") is Kind.REFUSED


def test_one_refused_call_makes_a_construct_refused():
    calls = ("f(ag.constant(3))", "f(ag.constant([3, 4]))")
    assert kind_of("return x if x > 0 else -x", *calls) is Kind.REFUSED


def test_another_result_than_plain_pythons_is_different():
    source = """
import time

@ag.function
def f(x):
    return x + time.perf_counter_ns() % 1_000_000_007
"""
    found = judge(row("", "", source, "f(ag.constant(3))"))
    assert found.kind is Kind.DIFFERENT
    assert "# plain Python:" in found.transcript


def test_other_output_than_plain_pythons_is_different():
    assert kind_of("print(x); return x") is Kind.DIFFERENT
