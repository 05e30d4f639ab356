"""docs/random.md: its examples run and print what they show."""

import doctest
import re

import numpy as np

import autograph as ag
from tools import docs

TEXT = (docs.ROOT / "docs" / "random.md").read_text(encoding="utf-8")


def test_every_block_is_an_example():
    assert set(re.findall(r"^```(\w+)$", TEXT, re.MULTILINE)) == {"pycon"}


def test_examples_print_what_they_show():
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=flags)
    text = "\n".join(re.findall(r"```pycon\n(.*?)```", TEXT, re.DOTALL))
    example = parser.get_doctest(text, {"ag": ag, "np": np}, "random", None, 0)
    assert len(example.examples) >= 25
    runner.run(example)
    assert runner.summarize(verbose=False).failed == 0
