"""docs/fallback.md: its examples run and print what they show."""

import doctest
import re
import warnings

import autograph as ag
from autograph.function_options import DEFAULT_BUDGET
from tools import docs

TEXT = (docs.ROOT / "docs" / "fallback.md").read_text(encoding="utf-8")


def test_examples_print_what_they_show():
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=flags)
    text = "\n".join(re.findall(r"```pycon\n(.*?)```", TEXT, re.DOTALL))
    example = parser.get_doctest(text, {"ag": ag}, "fallback", None, 0)
    assert len(example.examples) > 5
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ag.errors.PythonFallbackWarning)
        runner.run(example)
    assert runner.summarize(verbose=False).failed == 0


def test_the_budget_is_the_one_in_force():
    time_s, n_nodes = DEFAULT_BUDGET
    assert f"more than {time_s:g} s, or {n_nodes:,} nodes" in TEXT
