"""Which programs the gate runs."""

import re

from tests.conftest import GATE, picks_in
from tests.language.test_programs import PROGRAMS
from tools import gate
from tools.gate import CORPUS, Measured

ONE, TWO = f"{CORPUS}dict/test_keys.py", f"{CORPUS}dict/test_values.py"


def measured(branches, seconds=1.0, **kinds):
    return Measured(frozenset(branches), seconds, **{"has_passed": True, **kinds})


def picked(tests, staging=(), seconds=100.0):
    return list(gate.pick(tests, set(staging), seconds))


def test_what_reaches_most_for_its_time_comes_first_and_what_adds_nothing_not_at_all():
    tests = {
        "tests/test_other.py::test": measured({1, 2}),
        f"{ONE}::test[slow]": measured({2, 3, 4, 5}, 10.0),
        f"{ONE}::test[much]": measured({3, 4}),
        f"{ONE}::test[known]": measured({1, 2, 3, 4}),
        f"{ONE}::test[little]": measured({1, 6}),
    }
    assert picked(tests) == [f"{ONE}::test[{x}]" for x in ("much", "little", "slow")]


def test_what_failed_or_is_long_covers_nothing():
    tests = {
        "tests/test_other.py::test": measured({1}, is_long=True),
        f"{ONE}::test[failed]": measured({1, 2}, has_passed=False),
        f"{ONE}::test[good]": measured({1}),
    }
    assert picked(tests) == [f"{ONE}::test[good]"]


def test_what_stages_comes_last_and_each_file_has_one():
    tests = {
        f"{ONE}::test[stages]": measured(range(10, 20)),
        f"{ONE}::test[runs]": measured({1}),
        f"{TWO}::test[slow]": measured({1}, 9.0),
        f"{TWO}::test[fast]": measured({1}, 2.0),
    }
    found = picked(tests, range(10, 20))
    assert found == [*list(tests)[:2][::-1], f"{TWO}::test[fast]"]
    assert picked(tests, range(10, 20), 0.5)[1:] == [f"{TWO}::test[fast]"]


def test_each_table_of_programs_has_one():
    keys = {f"{gate.RUNNER}::test[dict/keys-{x}]": measured({1}) for x in "ab"}
    values = {f"{gate.RUNNER}::test[dict/values-{x}]": measured({1}) for x in "ab"}
    found = picked({**keys, **values})
    assert len(found) == 2
    assert "dict/keys" in found[0]
    assert "dict/values" in found[1]


def test_the_text_of_picks_is_read_back():
    picks = [f"{ONE}::test[a b]", f"{TWO}::test[c::d]", f"{ONE}::test[b]"]
    assert picks_in(gate.written(picks)) == {
        ONE: {"test[a b]", "test[b]"},
        TWO: {"test[c::d]"},
    }


def test_picks_are_there():
    programs = {parameter.id for parameter in PROGRAMS}
    for file, names in picks_in(GATE.read_text("utf-8")).items():
        text = (gate.ROOT / file).read_text("utf-8")
        for name in {each.partition("[")[0] for each in names}:
            assert re.search(rf"^(def )?{name}\b", text, re.MULTILINE), (file, name)
        if file == gate.RUNNER:
            picked = {name.partition("[")[2][:-1] for name in names if "[" in name}
            assert picked - programs == set()
