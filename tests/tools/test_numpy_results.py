"""The tool that asks what NumPy's functions gave."""

import pytest

from autograph.operators.namespace import namespace
from tools import numpy_results

pytestmark = pytest.mark.filterwarnings("ignore")


def test_calls_are_of_many_functions():
    names = {name for name, *_ in numpy_results.calls()}
    assert len(names) > 150
    assert names >= numpy_results.EXPECTED


def test_some_agree():
    verdicts, told = numpy_results.run(997, 7)
    assert not [text for name, text in told if name not in numpy_results.EXPECTED]
    assert verdicts["same"] > 20


def test_a_difference_is_shown_with_its_program(monkeypatch):
    real = namespace().converted_call

    def converted_call(function, *rest, **place):
        return real(abs if function is type else function, *rest, **place)

    monkeypatch.setattr(namespace(), "converted_call", converted_call)
    _, told = numpy_results.run(997, 7)
    assert any("def f(x):" in text and "plain Python" in text for _, text in told)
