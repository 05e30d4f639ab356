"""Iterators: in eager code, in graphs, shared by both, and when they die."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time
import traceback
import weakref
from pathlib import Path

import numpy as np
import pytest

import autograph as ag
from tests.forks import is_true_in_child

Dataset = ag.data.Dataset


def numbers(n):
    return list(range(n))


def n_threads():
    names = [each.name for each in threading.enumerate()]
    return sum(name.startswith("autograph data") for name in names)


def wait_for(condition):
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end, "it does not come true"
        gc.collect()
        time.sleep(0.01)


# -- In graphs --------------------------------------------------------------------------


def nodes_of(graph):
    return sum(1 + sum(map(nodes_of, node.subgraphs.values())) for node in graph.nodes)


def test_a_loop_is_the_same_graph_for_any_number_of_elements():
    @ag.function
    def train(dataset):
        loss = ag.constant(0)
        for x, y in dataset:
            loss += ag.abs(y - x)
        return loss

    def pairs(n):
        return Dataset.from_generator(
            lambda: [(1, 1)] * n, (ag.int32, ag.int32), ([], [])
        )

    sizes = {nodes_of(train.get_concrete_function(pairs(n)).graph) for n in (3, 10)}
    assert len(sizes) == 1
    assert int(train(pairs(4))) == 0


def test_an_iterator_made_outside_advances_at_each_run():
    dataset = Dataset.from_tensor_slices([1, 2, 3, 4, 5])

    @ag.function
    def take(iterator):
        return next(iterator)

    iterator = iter(dataset)
    assert [int(take(iterator)), int(next(iterator)), int(take(iterator))] == [1, 2, 3]
    assert take.experimental_get_tracing_count() == 1
    assert [int(x) for x in iterator] == [4, 5]
    with pytest.raises(StopIteration):
        take(iterator)


def test_a_loop_that_is_left_draws_nothing_more():
    iterator = iter(Dataset.range(10))

    @ag.function
    def until(limit):
        for x in iterator:
            if x >= limit:
                break
        return limit

    until(ag.constant(3, ag.int64))
    assert int(next(iterator)) == 4
    until(ag.constant(0, ag.int64))
    assert int(next(iterator)) == 6


def test_effects_of_functions_come_in_the_order_of_the_program():
    seen = ag.Variable(0, dtype=ag.int64)

    def noted(x):
        seen.assign_add(x)
        return x

    dataset = Dataset.range(5).map(noted)

    def sums():
        iterator = iter(dataset)
        return [next(iterator) * 100 + seen for _ in range(3)]

    expected = [int(each) for each in sums()]
    seen.assign(0)
    assert [int(each) for each in ag.function(sums)()] == expected


def test_an_iterator_of_a_graph_has_no_value_outside_of_it():
    kept = []

    @ag.function
    def leaving(dataset):
        kept.append(iter(dataset))
        return next(kept[0])

    with pytest.warns(ag.errors.LeakedTensorWarning, match="a list outlives the call"):
        assert int(leaving(Dataset.range(3))) == 0
    with pytest.raises(ag.errors.InvalidArgumentError, match="one of the graph"):
        next(kept[0])
    with pytest.raises(ag.errors.LeakedTensorError, match=r"kept\.append"):
        ag.function(lambda: next(kept[0]))()


# -- Errors -----------------------------------------------------------------------------


def test_ends():
    iterator = iter(Dataset.range(1))
    iterator.get_next()
    with pytest.raises(StopIteration):
        next(iterator)
    with pytest.raises(ag.errors.OutOfRangeError, match="end of sequence"):
        iterator.get_next()
    optional = iterator.get_next_as_optional()
    assert not optional.has_value()
    with pytest.raises(ag.errors.InvalidArgumentError, match="no value"):
        optional.get_value()
    assert next(iterator, 7) == 7


class OwnError(Exception):
    pass


def failing(n, error):
    def generate():
        yield from range(n)
        raise error

    return Dataset.from_generator(generate, ag.int64, [])


STAGES = {
    "itself": lambda each: each,
    "map": lambda each: each.map(lambda x: x + 0),
    "prefetch": lambda each: each.prefetch(2),
    "parallel map": lambda each: each.map(lambda x: x + 0, 4),
    "two threads": lambda each: each.prefetch(1).map(lambda x: x + 0, 2).prefetch(3),
}


@pytest.mark.parametrize(
    "error", [OwnError("mine"), SystemExit(3), KeyboardInterrupt()]
)
@pytest.mark.parametrize("stage", STAGES)
def test_what_a_generator_raises_comes_after_its_elements(stage, error):
    found = []
    with pytest.raises(type(error)) as caught:
        for x in STAGES[stage](failing(5, error)):
            found.append(int(x))  # noqa: PERF401  # it raises meanwhile
    assert found == numbers(5)
    assert caught.value is error
    assert "generate" in [each.name for each in traceback.extract_tb(caught.tb)]


@pytest.mark.parametrize("threads", [None, 3])
def test_what_a_function_raises_is_told_at_its_line(threads):
    def checked(x):
        assert x < 4, "too large"
        return x * 2

    found = []
    with pytest.raises(AssertionError, match="too large") as caught:
        for x in Dataset.range(9).map(checked, threads):
            found.append(int(x))  # noqa: PERF401  # it raises meanwhile
    assert found == [0, 2, 4, 6]
    frames = traceback.extract_tb(caught.tb)
    assert (frames[-1].filename, frames[-1].name) == (__file__, "checked")


def test_an_error_in_a_staged_loop_is_that_of_the_generator():
    @ag.function
    def total(dataset):
        found = ag.constant(0, ag.int64)
        for x in dataset:
            found += x
        return found

    with pytest.raises(OwnError, match="midway"):
        total(failing(3, OwnError("midway")).prefetch(1))


BAD = {
    "a negative size": (
        lambda: Dataset.range(3).batch(-2),
        ag.errors.InvalidArgumentError,
        "batch: batch_size is -2; it has to be at least 1",
    ),
    "no integer": (
        lambda: Dataset.range(3).take(1.5),
        ag.errors.DTypeError,
        "take: the count is 1.5, not an integer",
    ),
    "a negative count": (
        lambda: Dataset.range(3).repeat(-3),
        ag.errors.InvalidArgumentError,
        "repeat: the count is -3",
    ),
    "a shard that is none": (
        lambda: Dataset.range(3).shard(2, 2),
        ag.errors.InvalidArgumentError,
        "shard: index 2 is not one of 2 shards",
    ),
    "rows of a scalar": (
        lambda: Dataset.from_tensor_slices(3),
        ag.errors.InvalidArgumentError,
        "has no rows",
    ),
    "different numbers of rows": (
        lambda: Dataset.from_tensor_slices(([1, 2], [1, 2, 3])),
        ag.errors.InvalidArgumentError,
        "different numbers of rows: 2, 3",
    ),
    "mixed structures": (
        lambda: Dataset.range(3).concatenate(Dataset.range(3).enumerate()),
        ag.errors.NestingError,
        "their structures differ",
    ),
    "mixed dtypes": (
        lambda: Dataset.range(3).concatenate(Dataset.from_tensors(1.0)),
        ag.errors.InvalidArgumentError,
        "float32 beside components of int64",
    ),
    "no data set": (
        lambda: Dataset.zip(Dataset.range(3), [1, 2]),
        ag.errors.DTypeError,
        "is no data set",
    ),
    "a predicate of numbers": (
        lambda: Dataset.range(3).filter(lambda x: x),
        ag.errors.InvalidArgumentError,
        "not a boolean scalar",
    ),
    "a function of too much": (
        lambda: Dataset.range(3).map(lambda x, y: x),
        ag.errors.DTypeError,
        "Dataset.map",
    ),
    "flat_map to no data set": (
        lambda: Dataset.range(3).flat_map(lambda x: x),
        ag.errors.InvalidArgumentError,
        "which is no data set",
    ),
    "a result that is no tensor": (
        lambda: Dataset.range(3).map(lambda x: object()),
        ag.errors.DTypeError,
        "cannot be an element of a tensor",
    ),
    "a generator of which nothing is said": (
        lambda: Dataset.from_generator(lambda: iter([1])),
        ag.errors.DTypeError,
        "output_signature",
    ),
    "a state that becomes another": (
        lambda: Dataset.range(3).reduce(0, lambda state, x: state + x),
        ag.errors.InvalidArgumentError,
        "a state of int64 of one of int32",
    ),
    "a scan without a pair": (
        lambda: Dataset.range(3).scan(np.int64(0), lambda state, x: state + x),
        ag.errors.NestingError,
        "not a pair of a state",
    ),
    "a function that returns nothing": (
        lambda: Dataset.range(3).map(lambda x: None),
        ag.errors.DTypeError,
        "the function of Dataset.map returns None",
    ),
    "a function of a state alone": (
        lambda: Dataset.range(3).scan(0, lambda state: (state, state)),
        ag.errors.DTypeError,
        "`scan_func` is called with a state and an element",
    ),
    "no function": (
        lambda: Dataset.range(3).filter(3),  # type: ignore[arg-type]
        ag.errors.DTypeError,
        "`predicate` is 3, of type int, which is not callable",
    ),
    "no transformation": (
        lambda: Dataset.range(3).apply("x"),  # type: ignore[arg-type]
        ag.errors.DTypeError,
        "`transformation_func` is 'x', of type str, which is not callable",
    ),
    "a buffer of None": (
        lambda: Dataset.range(3).prefetch(None),
        ag.errors.DTypeError,
        "prefetch: buffer_size is None, not an integer",
    ),
    "a count beyond int64": (
        lambda: Dataset.range(3).take(2**63),
        ag.errors.InvalidArgumentError,
        "take: the count is 9223372036854775808, which does not fit into int64",
    ),
    "several counts": (
        lambda: Dataset.range(3).take(np.array([1, 2])),
        ag.errors.DTypeError,
        "take: the count is array([1, 2]), not an integer",
    ),
    "a range beyond its dtype": (
        lambda: Dataset.range(254, 257, output_type=ag.uint8),
        ag.errors.InvalidArgumentError,
        "range: 256 does not fit into uint8, which holds 0 to 255",
    ),
    "a range of text": (
        lambda: Dataset.range(3, output_type=ag.string),
        ag.errors.DTypeError,
        "output_type is string, not one of numbers",
    ),
    "arguments that are no tuple": (
        lambda: Dataset.from_generator(lambda x: [x], ag.int64, args="ab"),
        ag.errors.DTypeError,
        "args is 'ab', not a tuple",
    ),
    "a cache that has no name": (
        lambda: Dataset.range(3).cache(True),
        ag.errors.DTypeError,
        "cache: filename is bool[], not text",
    ),
    "padding of text": (
        lambda: Dataset.range(3).padded_batch(2, padding_values="x"),
        ag.errors.DTypeError,
        "'x' cannot become a tensor of dtype int64",
    ),
    "padding of a fraction": (
        lambda: Dataset.range(3).padded_batch(2, padding_values=1.5),
        ag.errors.DTypeError,
        "1.5 cannot become a tensor of dtype int64",
    ),
    "padding of another dtype": (
        lambda: Dataset.range(3).padded_batch(2, padding_values=np.float32(1)),
        ag.errors.DTypeError,
        "is float32, for a component of int64",
    ),
    "padding of several values": (
        lambda: Dataset.range(3).padded_batch(2, padding_values=[1, 2]),
        ag.errors.InvalidArgumentError,
        "has the shape (2,); it is a scalar",
    ),
    "windows in batches": (
        lambda: Dataset.range(3).window(2).batch(2),
        ag.errors.DTypeError,
        "cannot be put into a batch",
    ),
}


@pytest.mark.parametrize(("make", "kind", "text"), BAD.values(), ids=BAD)
def test_mistakes_are_told_at_the_users_line(make, kind, text):
    with pytest.raises(kind) as caught:
        make()
    assert text in str(caught.value)
    assert caught.value.origin.filename == __file__


BAD_NUMBERS = {
    "a batch of nothing": (lambda n: Dataset.range(4).batch(n), 0, "batch_size is 0"),
    "a negative batch": (lambda n: Dataset.range(4).batch(n), -1, "batch_size is -1"),
    "a shuffle of nothing": (
        lambda n: Dataset.range(4).shuffle(n),
        0,
        "shuffle: buffer_size is 0",
    ),
    "a negative count": (lambda n: Dataset.range(4).take(n), -2, "the count is -2"),
    "a negative prefetch": (
        lambda n: Dataset.range(4).prefetch(n),
        -2,
        "prefetch: buffer_size is -2",
    ),
    "no shards": (lambda n: Dataset.range(4).shard(n, 0), 0, "num_shards is 0"),
    "a shard that is none": (
        lambda n: Dataset.range(4).shard(2, n),
        2,
        "index 2 is not one of 2 shards",
    ),
    "no steps": (lambda n: Dataset.range(0, 4, n), 0, "the step is 0"),
}


@pytest.mark.parametrize(
    ("make", "number", "text"), BAD_NUMBERS.values(), ids=BAD_NUMBERS
)
def test_numbers_that_only_the_run_knows_are_checked_then(make, number, text):
    @ag.function
    def count(n):
        total = 0
        for _ in make(n):
            total += 1
        return total

    assert int(count(ag.constant(1))) >= 0
    with pytest.raises(ag.errors.InvalidArgumentError) as caught:
        count(ag.constant(number))
    assert text in str(caught.value)
    assert "test_iterators.py" in caught.value.origin.filename


WRONG_ELEMENTS = {
    "another structure": ([1, (2, 3)], ag.errors.NestingError, "element 1"),
    "another dtype": ([1, "a"], ag.errors.DTypeError, "yielded 'a' in element 1"),
    "floats for integers": ([1, 1.5], ag.errors.DTypeError, "cannot be int64"),
    "a number beyond": ([1, 2**63], ag.errors.DTypeError, "cannot be int64"),
    "nothing": ([1, None], ag.errors.DTypeError, "cannot be int64"),
    "another array": ([np.int64(1), np.float32(2)], ag.errors.DTypeError, "int64"),
    "another shape": ([1, [2, 3]], ag.errors.InvalidArgumentError, "the shape (2,)"),
}


@pytest.mark.parametrize(
    ("elements", "kind", "text"), WRONG_ELEMENTS.values(), ids=WRONG_ELEMENTS
)
def test_elements_are_checked_against_the_signature(elements, kind, text):
    signature = ag.TensorSpec([], ag.int64)
    dataset = Dataset.from_generator(lambda: iter(elements), output_signature=signature)
    iterator = iter(dataset)
    assert int(next(iterator)) == 1
    with pytest.raises(kind) as caught:
        next(iterator)
    assert text in str(caught.value)


BAD_ELEMENTS = {
    "batches of different shapes": (
        lambda: Dataset.range(1, 4).map(lambda n: ag.zeros([n])).batch(3),
        ag.errors.InvalidArgumentError,
        "(1,), (2,), (3,)",
    ),
    "batches of different ranks": (
        lambda: Dataset.from_generator(lambda: [[1], [[2]]], ag.int64).padded_batch(2),
        ag.errors.InvalidArgumentError,
        "components of different ranks: 1, 2",
    ),
    "a generator of nothing": (
        lambda: Dataset.from_generator(lambda: None, ag.int64),
        ag.errors.DTypeError,
        "`generator` returns None, which has no elements",
    ),
    "a cache in a missing directory": (
        lambda: Dataset.range(3).cache("no/such/directory"),
        ag.errors.NotFoundError,
        "there is no directory for the file 'no/such/directory'",
    ),
}


@pytest.mark.parametrize(
    ("make", "kind", "text"), BAD_ELEMENTS.values(), ids=BAD_ELEMENTS
)
def test_what_only_elements_show_is_told_when_they_are_drawn(make, kind, text):
    iterator = iter(make())
    with pytest.raises(kind) as caught:
        next(iterator)
    assert text in str(caught.value)
    assert "in test_what_only_elements_show" in str(caught.value)


# -- Threads ----------------------------------------------------------------------------


def test_a_prefetch_is_bounded():
    drawn = []

    def generate():
        for i in range(1000):
            drawn.append(i)
            yield i

    dataset = Dataset.from_generator(generate, ag.int64, []).prefetch(3)
    iterator = iter(dataset)
    next(iterator)
    wait_for(lambda: len(drawn) >= 5)
    time.sleep(0.05)
    assert len(drawn) == 5  # one was taken, three wait, and one waits for room


def test_threads_end_with_their_iterator():
    dataset = Dataset.range(10**9).map(lambda x: x + 1, 3).prefetch(2)
    iterators = [iter(dataset) for _ in range(5)]
    for each in iterators:
        assert int(next(each)) == 1
    assert n_threads() >= 5
    del iterators, each
    wait_for(lambda: n_threads() == 0)


@pytest.mark.long
def test_many_iterators_leave_nothing():
    dataset = Dataset.range(100).shuffle(10).map(lambda x: x * 2).prefetch(2)
    lives = []
    for _ in range(10_000):
        iterator = iter(dataset)
        next(iterator)
        lives.append(weakref.ref(iterator._drawn.life))
        del iterator
    wait_for(lambda: n_threads() == 0)
    wait_for(lambda: not any(each() for each in lives))


def run_python(code, **options):
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        **options,
    )


LIVE = """
import autograph as ag
iterator = iter(ag.data.Dataset.range(10**9).map(lambda x: x + 1, 2).prefetch(4))
print(int(next(iterator)), flush=True)
"""


@pytest.mark.long
def test_the_interpreter_ends_with_live_threads():
    done = run_python(LIVE)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")


@pytest.mark.long
def test_ctrl_c_ends_a_loop_that_waits():
    code = """
import time, autograph as ag

def generate():
    yield 1
    time.sleep(100)

dataset = ag.data.Dataset.from_generator(generate, ag.int64, []).prefetch(1)
for x in dataset:
    print(int(x), flush=True)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )
    assert process.stdout.readline() == "1\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=20)
    assert process.returncode != 0
    assert error.rstrip().endswith("KeyboardInterrupt")


@pytest.mark.long
def test_a_child_of_a_fork_is_told_and_data_sets_work_there():
    dataset = Dataset.range(100).prefetch(1)
    iterator = iter(dataset)
    next(iterator)

    def in_child():
        try:
            for _ in range(5):
                next(iterator)
        except ag.errors.FailedPreconditionError:
            return sum(int(x) for x in dataset) == sum(range(100))
        return False

    assert is_true_in_child(in_child)
    assert int(next(iterator)) == 1


def test_several_threads_share_an_iterator():
    iterator, found = iter(Dataset.range(2000).map(lambda x: x + 0)), []

    def draw():
        for x in iterator:
            found.append(int(x))  # noqa: PERF401

    threads = [threading.Thread(target=draw) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert sorted(found) == numbers(2000)
