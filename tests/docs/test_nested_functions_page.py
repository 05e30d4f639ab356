"""docs/nested_functions.md: its examples run and print what they show."""

import doctest
import re

import autograph as ag
from autograph.nested import MAX_COPIED
from tools import docs

TEXT = (docs.ROOT / "docs" / "nested_functions.md").read_text(encoding="utf-8")


def test_examples_print_what_they_show():
    flags = doctest.NORMALIZE_WHITESPACE
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=flags)
    text = "\n".join(re.findall(r"```pycon\n(.*?)```", TEXT, re.DOTALL))
    example = parser.get_doctest(text, {"ag": ag}, "nested_functions", None, 0)
    assert len(example.examples) > 10
    runner.run(example)
    assert runner.summarize(verbose=False).failed == 0


def test_the_size_of_what_is_copied_is_as_said():
    assert f"of up to {MAX_COPIED} nodes is copied" in TEXT
