"""The harness measures in turns and reports what it did."""

import gc
import json
import time

import pytest

from tools.bench import _harness as harness


@pytest.fixture(autouse=True)
def _older_set_aside():
    # The harness collects before each sample; what the other tests keep takes long.
    gc.freeze()
    yield
    gc.unfreeze()


def test_cases_take_turns():
    log = []
    cases = [("a", lambda: log.append("a")), ("b", lambda: log.append("b"))]
    timings = harness.measure(cases, repeats=3, min_time_s=0.0)
    assert [t.calls_per_sample for t in timings] == [1, 1]
    assert log == ["a"] * 2 + ["b"] * 2 + ["a", "b"] * 3


def test_fast_cases_are_called_often_enough():
    (timing,) = harness.measure([("pass", lambda: None)], repeats=2, min_time_s=0.002)
    assert timing.calls_per_sample > 100
    assert 0 < timing.min_s <= timing.median_s < 0.001


def test_table_and_json_agree(tmp_path, capsys):
    path = tmp_path / "out.json"
    arguments = ["--repeats", "2", "--min-time", "0.001", "--json", str(path)]
    harness.main("a title", [("one", lambda: sum(range(100)))], arguments)
    printed = capsys.readouterr().out.splitlines()
    stored = json.loads(path.read_text())
    assert printed[0] == stored["title"] == "a title"
    assert stored["environment"]["python"] in printed[1]
    (row,) = stored["timings"]
    assert len(row["samples_s"]) == 2
    assert harness.format_time(row["median_s"]) in printed[-1]


def test_processor_time_leaves_out_waiting(capsys):
    arguments = ["--repeats", "1", "--min-time", "0.0001", "--cpu-time"]
    harness.main("waiting", [("sleep", lambda: time.sleep(0.002))], arguments)
    title, *_, row = capsys.readouterr().out.splitlines()
    assert title == "waiting (processor time of the thread)"
    assert " ms " not in row
    timer = harness.time.perf_counter
    (timing,) = harness.measure([("sleep", lambda: time.sleep(0.002))], repeats=1,
                                min_time_s=0.0001, timer=timer)  # fmt: skip
    assert timing.min_s > 0.002


def test_statistics_of_known_samples_and_their_units():
    timing = harness.Timing("t", 1, (1.0, 2.0, 3.0, 4.0, 5.0))
    assert (timing.min_s, timing.median_s) == (1.0, 3.0)
    assert timing.spread == pytest.approx(2 / 3)
    texts = {2.5: "2.5 s", 0.0125: "12.5 ms", 3e-6: "3 µs", 2.5e-7: "250 ns"}
    assert [*map(harness.format_time, texts)] == [*texts.values()]


def test_missing_competitor_is_none_and_a_broken_one_is_not(tmp_path, monkeypatch):
    assert harness.optional("no_such_competitor") is None
    (tmp_path / "broken_competitor.py").write_text("import no_such_dependency\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="no_such_dependency"):
        harness.optional("broken_competitor")
