"""The pages of Python's constructs, and of TensorFlow's limitations."""

import pytest

from tools.book import constructs, limitations
from tools.book.examples import Kind, judge, row
from tools.book.language import ROWS
from tools.book.limits import LIMITS

ALL = [*ROWS, *(limit.row for limit in LIMITS)]


def test_titles_are_different():
    for rows in (ROWS, [limit.row for limit in LIMITS]):
        assert len({constructs.anchor(row.title) for row in rows}) == len(rows)


@pytest.mark.long
@pytest.mark.parametrize("kind", Kind)
def test_what_happens_to_constructs(kind, golden):
    judged = [judge(each) for each in ALL]
    golden("\n".join(each.row.title for each in judged if each.kind is kind))


def test_what_differs_comes_first():
    found = [judge(each) for each in ROWS if each.title in ("`global`", "`while`")]
    page = constructs.constructs_pages(found)["reference/constructs.md"]
    top, _, rest = page.partition("## All constructs")
    assert "`global`" in top
    assert "`while`" not in top
    assert rest.count("`while`") == 1


def test_a_limitation_says_where_it_is_documented():
    each = limitations.judged_limit(0)
    entry = limitations.limitation_entry(each)
    assert each.limit.said in entry
    assert each.found.transcript.strip() in entry


# -- The judge itself


def kind_of(body, *calls):
    source = f"@ag.function\ndef f(x):\n    {body}"
    return judge(row("", "", source, *(calls or ("f(ag.constant(3))",)))).kind


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("return x + 1", Kind.AS_IT_STANDS),
        ("return x if x > 0 else -x", Kind.STAGED),
        ("return bool(x.no_such_attribute)", Kind.REFUSED),
        ("print(x); return x", Kind.DIFFERENT),
    ],
)
def test_the_kind_of_a_construct(body, kind):
    assert kind_of(body) is kind


def test_one_refused_call_makes_a_construct_refused():
    calls = ("f(3)", "f(ag.constant(3))")
    source = "return __import__('heapq').nsmallest(1, [x])[0]"
    assert kind_of(source, calls[0]) is not Kind.REFUSED
    assert kind_of(source, *calls) is Kind.REFUSED


def test_another_result_than_plain_pythons_is_shown():
    source = """
import time

@ag.function
def f(x):
    return x + time.perf_counter_ns() % 1_000_000_007
"""
    found = judge(row("", "", source, "f(ag.constant(3))"))
    assert found.kind is Kind.DIFFERENT
    assert "# plain Python:" in found.transcript
