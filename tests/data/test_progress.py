"""Bars of progress: what they count, and when they end."""

from __future__ import annotations

import gc
import importlib
import io
import re
import sys
import threading

import pytest

import autograph as ag
from autograph.errors import (
    DTypeError,
    FailedPreconditionError,
    InvalidArgumentError,
    UnsupportedArgumentError,
)

D = ag.data.Dataset


@pytest.fixture
def tqdm():
    return pytest.importorskip("tqdm")


class Watched(io.StringIO):
    """A stream that tells what a bar showed last."""

    @property
    def last(self):
        lines = [x for x in re.split(r"[\r\n]", self.getvalue()) if x.strip()]
        return lines[-1].strip() if lines else ""


def shown(dataset, **options):
    """Return a data set with a bar, and the stream that this writes to."""
    stream = Watched()
    options = {"mininterval": 0, "file": stream, "ncols": 80, **options}
    return ag.data.progress(dataset, **options), stream


def test_elements_pass_unchanged(tqdm):
    dataset, stream = shown(
        D.range(10).map(lambda x: {"a": x}).batch(3), desc="reading"
    )
    assert (
        dataset.element_spec
        == D.range(10).map(lambda x: {"a": x}).batch(3).element_spec
    )
    found = [x["a"].numpy().tolist() for x in dataset]
    assert found == [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9]]
    assert stream.last.startswith("reading: 100%")
    assert "4/4" in stream.last
    assert int(dataset.cardinality()) == 4


def test_elements_are_counted_as_they_are_drawn(tqdm):
    dataset, stream = shown(D.range(5))
    iterator = iter(dataset)
    assert stream.last == ""
    for i in range(1, 6):
        next(iterator)
        assert f" {i}/5 " in stream.last
    with pytest.raises(StopIteration):
        next(iterator)
    assert stream.getvalue().endswith("\n")


@pytest.mark.parametrize(
    ("dataset", "total", "text"),
    [
        (D.range(3), None, "3/3 "),
        (D.range(3).filter(lambda x: x > 0), None, "2it "),
        (D.range(3).filter(lambda x: x > 0), 2, "2/2 "),
        (D.range(2).repeat(2), None, "4/4 "),
        (D.range(0), None, "0it "),
    ],
)
def test_the_total_is_the_cardinality(tqdm, dataset, total, text):
    bar, stream = shown(dataset, total=total)
    list(bar)
    assert text in stream.last + " "


def test_infinite_data_sets_have_no_total(tqdm):
    bar, stream = shown(D.range(3).repeat())
    assert len(list(bar.take(7))) == 7
    assert stream.last.startswith("7it")


def test_a_staged_loop_has_a_bar_at_each_run(tqdm):
    stream = Watched()

    @ag.function
    def total(dataset):
        result = ag.constant(0, ag.int64)
        for x in ag.data.progress(dataset, "sum", mininterval=0, file=stream):
            result += x
        return result

    dataset = D.range(10)
    for run in range(1, 4):
        assert int(total(dataset)) == 45
        assert stream.last.startswith("sum: 100%")
        assert stream.getvalue().count("sum:   0%") == run
        assert stream.getvalue().count("\n") == run
    assert total.experimental_get_tracing_count() == 1


def test_a_staged_loop_that_breaks_ends_its_bar(tqdm):
    bar, stream = shown(D.range(10))

    @ag.function
    def until(dataset, limit):
        count = 0
        for x in dataset:
            if x >= limit:
                break
            count += 1
        return count

    assert int(until(bar, ag.constant(3, ag.int64))) == 3
    gc.collect()
    assert " 4/10 " in stream.last
    assert stream.getvalue().endswith("\n")


def test_the_count_may_be_that_of_the_run(tqdm):
    stream = Watched()

    @ag.function
    def count(n):
        result = 0
        for _ in ag.data.progress(D.range(n), file=stream, mininterval=0):
            result += 1
        return result

    for n in (2, 5):
        assert int(count(ag.constant(n))) == n
        assert f" {n}/{n} " in stream.last


def test_the_bar_ends_with_the_iterator(tqdm):
    bar, stream = shown(D.range(10))
    iterator = iter(bar)
    next(iterator)
    assert not stream.getvalue().endswith("\n")
    del iterator
    gc.collect()
    assert stream.getvalue().endswith("\n")
    assert " 1/10 " in stream.last


def test_the_bar_ends_with_an_error(tqdm):
    def generator():
        yield 1
        raise KeyError("midway")

    spec = ag.TensorSpec((), ag.int32)
    bar, stream = shown(D.from_generator(generator, output_signature=spec), leave=False)
    with pytest.raises(KeyError, match="midway"):
        list(bar)
    assert not tqdm.tqdm._instances
    assert stream.last.startswith("1it")


def test_bars_have_no_threads_and_leave_nothing(tqdm):
    before = threading.active_count()
    for _ in range(50):
        bar, _ = shown(D.range(10))
        next(iter(bar))
        list(shown(D.range(10))[0])
    gc.collect()
    assert threading.active_count() == before
    assert not tqdm.tqdm._instances


def test_within_threads_elements_are_counted(tqdm):
    bar, stream = shown(D.range(20))
    found = [int(x) for x in bar.prefetch(4).map(lambda x: x, num_parallel_calls=2)]
    assert found == list(range(20))
    assert " 20/20 " in stream.last


def test_a_bar_can_be_switched_off(tqdm, capsys):
    assert len(list(ag.data.progress(D.range(3), disable=True))) == 3
    assert capsys.readouterr() == ("", "")
    assert len(list(ag.data.progress(D.range(3)))) == 3
    assert "3/3" in capsys.readouterr().err


REFUSED = [
    (([1, 2],), {}, DTypeError, "is not a data set"),
    ((D.range(3),), {"total": -1}, InvalidArgumentError, "total is -1"),
    ((D.range(3),), {"total": "a"}, DTypeError, "total"),
    ((D.range(3), 5), {}, DTypeError, "desc"),
    ((D.range(3),), {"colr": 1}, UnsupportedArgumentError, "no option 'colr'"),
]


@pytest.mark.parametrize("row", REFUSED, ids=lambda row: row[3])
def test_bad_arguments_are_told(tqdm, row):
    args, options, error, text = row
    with pytest.raises(error, match=text) as caught:
        ag.data.progress(*args, **options)
    assert "ag.data.progress(*args, **options)" in str(caught.value)


def test_what_is_missing_is_named(monkeypatch):
    # The package has the function by that name.
    module = importlib.import_module("autograph.data.progress")
    for name in ("tqdm", "tqdm.auto"):
        monkeypatch.setitem(sys.modules, name, None)
    module._bar_class.cache_clear()
    with pytest.raises(FailedPreconditionError) as caught:
        ag.data.progress(D.range(3))
    assert "pip install 'autograph[data]'" in str(caught.value)
    assert "ag.data.progress(D.range(3))" in str(caught.value)
    assert isinstance(caught.value.__cause__, ImportError)
    monkeypatch.undo()
    module._bar_class.cache_clear()
