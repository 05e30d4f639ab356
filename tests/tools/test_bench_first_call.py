"""The parts of a first call add up, and every sample makes everything anew."""

import pytest

from tools.bench import bench_first_call as bench
from tools.bench.bench_first_call import PARTS, Program, measure, programs, sample


@pytest.mark.parametrize("program", list(programs()), ids=lambda program: program.name)
def test_the_parts_add_up_to_the_whole(program):
    total_s, *parts_s, later_s = sample(program)
    assert sum(parts_s) == pytest.approx(total_s)
    assert min(parts_s[:3]) > 0
    assert later_s < total_s


def test_each_sample_converts_a_function_that_is_new():
    first, *_ = programs()
    assert first.fresh().__code__ is not first.fresh().__code__


def test_there_is_a_row_for_each_part():
    first, *_ = programs()
    rows = measure(first, repeats=2)
    assert [row.name for row in rows][: len(PARTS)] == [
        f"collatz: {part}" for part in PARTS
    ]
    assert all(len(row.samples_s) == 2 for row in rows)


def test_a_wrong_result_is_found():
    program = Program("one", "def one():\n    return 1\n", "one", (), 2)
    with pytest.raises(AssertionError, match="one"):
        bench.check(program.fresh()(), program)
