"""What the methods of data sets give, beside definitions in plain Python."""

import itertools
import pickle
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import autograph as ag

Dataset = ag.data.Dataset


def values(dataset):
    """Return the elements of a data set as Python's numbers, lists and tuples."""
    return [plain(each) for each in dataset.as_numpy_iterator()]


def plain(element):
    if isinstance(element, tuple):
        return tuple(map(plain, element))
    if isinstance(element, dict):
        return {key: plain(each) for key, each in element.items()}
    if isinstance(element, bytes):
        return element
    if isinstance(element, (np.ndarray, np.generic)):
        return element.tolist()
    return [plain(each) for each in element]  # a data set's iterator


def parts(value):
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple):
        return [part for each in value for part in parts(each)]
    return [value]


def triples(*numbers):
    return Dataset.from_tensor_slices(np.array(numbers)).batch(3)


N = Dataset.range(10)
SHORT = Dataset.range(3)
CASES = {
    "range": (Dataset.range(2, 20, 5), list(range(2, 20, 5))),
    "range downwards": (Dataset.range(5, 0, -2), [5, 3, 1]),
    "tensors": (Dataset.from_tensors(([1, 2], "a")), [([1, 2], b"a")]),
    "slices": (
        Dataset.from_tensor_slices({"a": [1, 2], "b": [[3, 4], [5, 6]]}),
        [{"a": 1, "b": [3, 4]}, {"a": 2, "b": [5, 6]}],
    ),
    "map of a tuple": (
        Dataset.zip(N, N.skip(1)).map(lambda x, y: x * y),
        [x * (x + 1) for x in range(9)],
    ),
    "map to a dict": (
        SHORT.map(lambda x: {"x": x, "halves": (x / 2, x // 2)}),
        [{"x": x, "halves": (x / 2, x // 2)} for x in range(3)],
    ),
    "map to a list": (SHORT.map(lambda x: [x, x / 2]), [(0, 0), (1, 0.5), (2, 1)]),
    "map to a list in a tuple": (
        SHORT.map(lambda x: (x, [x, -x])),
        [(0, [0, 0]), (1, [1, -1]), (2, [2, -2])],
    ),
    "map of a dict": (
        SHORT.map(lambda x: {"x": x}).map(lambda pair: pair["x"] + 1),
        [1, 2, 3],
    ),
    "map with a branch": (
        N.map(lambda x: x // 2 if x % 2 == 0 else 3 * x + 1),
        [x // 2 if x % 2 == 0 else 3 * x + 1 for x in range(10)],
    ),
    "map to text": (SHORT.map(ag.strings.as_string), [b"0", b"1", b"2"]),
    "map of a builtin": (SHORT.map(float), [0.0, 1.0, 2.0]),
    "map of another": (triples(-1, 2, -3).map(sum), [-2]),
    "counts that are arrays": (
        N.skip(np.array(1)).take(ag.Variable(3)).repeat(np.int8(2)),
        [1, 2, 3, 1, 2, 3],
    ),
    "padding of text": (
        Dataset.from_tensor_slices([["a"], ["b"]]).padded_batch(2, [-1], "-"),
        [[[b"a"], [b"b"]]],
    ),
    "padding of text to a size": (
        Dataset.from_tensor_slices([["a"]]).padded_batch(1, padded_shapes=[2]),
        [[[b"a", b""]]],
    ),
    "filter": (N.filter(lambda x: x % 3 == 0), [0, 3, 6, 9]),
    "take_while": (N.take_while(lambda x: x < 4), [0, 1, 2, 3]),
    "zip of a structure": (
        Dataset.zip({"a": SHORT, "b": (N, SHORT)}),
        [{"a": x, "b": (x, x)} for x in range(3)],
    ),
    "concatenate": (SHORT.concatenate(SHORT.map(lambda x: -x)), [0, 1, 2, 0, -1, -2]),
    "flat_map": (
        Dataset.range(4).flat_map(Dataset.range),
        [x for n in range(4) for x in range(n)],
    ),
    "flat_map of slices": (
        triples(1, 2, 3, 4, 5).flat_map(Dataset.from_tensor_slices),
        [1, 2, 3, 4, 5],
    ),
    "scan": (
        N.scan(np.int64(0), lambda total, x: (total + x, (x, total))),
        list(zip(range(10), [0, *itertools.accumulate(range(9))], strict=True)),
    ),
    "enumerate": (SHORT.enumerate(5), [(5, 0), (6, 1), (7, 2)]),
    "take all": (N.take(-1), list(range(10))),
    "take more": (SHORT.take(7), [0, 1, 2]),
    "skip all": (N.skip(-1), []),
    "skip more": (SHORT.skip(7), []),
    "batch": (N.batch(4), [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]),
    "batch without a remainder": (N.batch(4, True), [[0, 1, 2, 3], [4, 5, 6, 7]]),
    "batch of batches": (
        N.batch(2).batch(2, drop_remainder=True),
        [[[0, 1], [2, 3]], [[4, 5], [6, 7]]],
    ),
    "padded_batch": (
        Dataset.range(1, 4).map(lambda n: ag.fill([n], n)).padded_batch(2),
        [[[1, 0], [2, 2]], [[3, 3, 3]]],
    ),
    "padded_batch to a shape": (
        Dataset.range(1, 4)
        .map(lambda n: (ag.fill([n], n), n))
        .padded_batch(2, ([4], []), (np.int64(-1), np.int64(0)), True),
        [([[1, -1, -1, -1], [2, 2, -1, -1]], [1, 2])],
    ),
    "unbatch": (
        Dataset.from_tensors(([1, 2], [[3.0], [4.0]])).repeat(2).unbatch(),
        [(1, [3.0]), (2, [4.0])] * 2,
    ),
    "window": (
        N.window(3, shift=4, stride=2),
        [[0, 2, 4], [4, 6, 8], [8]],
    ),
    "window of pairs": (
        N.enumerate().window(4, drop_remainder=True),
        [([0, 1, 2, 3], [0, 1, 2, 3]), ([4, 5, 6, 7], [4, 5, 6, 7])],
    ),
    "windows as batches": (
        N.window(4, shift=3, drop_remainder=True).flat_map(lambda w: w.batch(4)),
        [[0, 1, 2, 3], [3, 4, 5, 6], [6, 7, 8, 9]],
    ),
    "apply": (N.apply(lambda each: each.take(2)), [0, 1]),
    "repeat of nothing": (Dataset.range(0).repeat(), []),
    "of text": (
        Dataset.from_tensor_slices(["a", "b", "c"]).batch(2),
        [[b"a", b"b"], [b"c"]],
    ),
    "a parallel map in order": (
        N.map(lambda x: x * x, num_parallel_calls=3),
        [x * x for x in range(10)],
    ),
    "prefetch": (
        N.prefetch(2).map(lambda x: -x).prefetch(ag.data.AUTOTUNE),
        [-x for x in range(10)],
    ),
    "options": (SHORT.with_options(None).cache().prefetch(0), [0, 1, 2]),
}


@pytest.mark.parametrize(("dataset", "expected"), CASES.values(), ids=CASES)
def test_elements_are_those_of_the_definition(dataset, expected):
    assert values(dataset) == expected
    assert values(dataset) == expected  # each iteration begins anew
    count = int(dataset.cardinality())
    assert count in (len(expected), ag.data.UNKNOWN_CARDINALITY)
    for element in dataset:  # what was said of them
        for tensor, spec in zip(
            parts(element), parts(dataset.element_spec), strict=True
        ):
            if isinstance(spec, ag.TensorSpec):
                assert tensor.dtype == spec.dtype
                assert spec.shape is None or len(spec.shape) == len(tensor.shape)
                sizes = zip(spec.shape or (), tensor.shape, strict=False)
                assert all(said is None or said == size for said, size in sizes)


CARDINALITIES = {
    "without end": (N.repeat(), ag.data.INFINITE_CARDINALITY),
    "a part of it": (N.repeat().take(7), 7),
    "batches of it": (N.repeat().batch(3), ag.data.INFINITE_CARDINALITY),
    "filtered": (N.filter(lambda x: x > 3), ag.data.UNKNOWN_CARDINALITY),
    "filtered, at most": (N.filter(lambda x: x > 3).take(0), 0),
    "zipped": (Dataset.zip(N.repeat(), SHORT), 3),
    "concatenated": (N.concatenate(SHORT.repeat()), ag.data.INFINITE_CARDINALITY),
    "batches unbatched": (N.batch(5).unbatch(), 10),
    "windows": (N.window(3, 2, drop_remainder=True), 4),
}


@pytest.mark.parametrize(
    ("dataset", "count"), CARDINALITIES.values(), ids=CARDINALITIES
)
def test_cardinality(dataset, count):
    assert int(dataset.cardinality()) == count
    if count >= 0:
        assert len(dataset) == count == len(list(dataset))
    else:
        with pytest.raises(TypeError, match="infinite" if count == -1 else "unknown"):
            len(dataset)


def slices(numbers):
    return Dataset.from_tensor_slices(np.array(numbers, np.int64))


numbers = st.lists(st.integers(-(2**40), 2**40), min_size=1, max_size=30)
sizes = st.integers(1, 8)


@given(numbers, sizes)
def test_unbatch_undoes_batch(xs, size):
    assert values(slices(xs).batch(size).unbatch()) == xs


@given(numbers, sizes, st.integers(0, 2**31))
def test_shuffle_permutes_and_follows_its_seed(xs, size, seed):
    found = values(slices(xs).shuffle(size, seed=seed))
    assert sorted(found) == sorted(xs)
    assert values(slices(xs).shuffle(size, seed=seed)) == found
    # No element comes earlier than the buffer allows.
    places = list(range(len(xs)))
    for place, element in enumerate(values(slices(places).shuffle(size, seed))):
        assert element < place + size


@given(numbers, st.integers(0, 3), st.integers(0, 40), st.integers(0, 40))
def test_repeat_take_and_skip_are_those_of_lists(xs, times, skipped, taken):
    dataset = slices(xs).repeat(times).skip(skipped).take(taken)
    expected = (xs * times)[skipped:][:taken]
    assert values(dataset) == expected
    assert len(dataset) == len(expected)


@given(numbers, sizes)
def test_shards_share_out_all_elements(xs, n):
    shards = [values(slices(xs).shard(n, place)) for place in range(n)]
    assert shards == [xs[place::n] for place in range(n)]


@given(numbers, sizes, sizes, sizes, st.booleans())
def test_windows_are_slices(xs, size, shift, stride, is_full):
    found = values(slices(xs).window(size, shift, stride, is_full))
    span = (size - 1) * stride + 1
    expected = [xs[k : k + span : stride] for k in range(0, len(xs), shift)]
    assert found == [each for each in expected if not is_full or len(each) == size]


def by_turns(lists, cycle, block):
    """Return what `interleave` is defined to give: slots that are visited in turn."""
    waiting, slots, found, place = list(map(list, lists)), [None] * cycle, [], 0
    while waiting or any(each is not None for each in slots):
        if slots[place] is None and waiting:
            slots[place] = waiting.pop(0)
        if slots[place] is not None:
            taken, rest = slots[place][:block], slots[place][block:]
            found += taken
            slots[place] = rest if len(taken) == block else None
        place = (place + 1) % cycle
    return found


@given(
    st.lists(st.integers(0, 6), max_size=6), sizes, sizes, st.sampled_from([None, 2])
)
def test_interleave_visits_slots_in_turn(lengths, cycle, block, threads):
    lists = [[100 * k + i for i in range(n)] for k, n in enumerate(lengths)]
    pairs = np.array(list(enumerate(lengths)), np.int64).reshape(-1, 2)
    dataset = Dataset.from_tensor_slices(pairs).interleave(
        lambda pair: Dataset.range(100 * pair[0], 100 * pair[0] + pair[1]),
        cycle,
        block,
        threads,
    )
    assert values(dataset) == by_turns(lists, cycle, block)


def test_interleave_as_documented():
    dataset = Dataset.range(1, 6).interleave(
        lambda x: Dataset.from_tensors(x).repeat(6), cycle_length=2, block_length=4
    )
    text = "1111 2222 11 22 3333 4444 33 44 5555 55"
    assert values(dataset) == [int(digit) for digit in text.replace(" ", "")]


@given(numbers, st.integers(1, 4))
def test_parallel_maps_keep_the_order(xs, threads):
    dataset = slices(xs).map(lambda x: x * 3 - 1, threads)
    assert values(dataset) == [x * 3 - 1 for x in xs]
    dataset = slices(xs).map(lambda x: x * 3 - 1, threads, deterministic=False)
    assert sorted(values(dataset)) == sorted(x * 3 - 1 for x in xs)


@given(numbers)
def test_reduce_is_that_of_functools(xs):
    found = slices(xs).reduce(np.int64(7), lambda state, x: state % 1000 * 31 + x)
    state = 7
    for x in xs:
        state = state % 1000 * 31 + x
    assert int(found) == state


def test_the_shape_of_a_state_may_grow():
    def longer(state, x):
        return ag.concat([state, [x]], 0)

    start = np.zeros(0, np.int64)
    assert N.reduce(start, longer).numpy().tolist() == list(range(10))
    found = SHORT.scan(start, lambda state, x: (longer(state, x), state))
    assert values(found) == [[], [0], [0, 1]]


def doubled(x):
    return x * 2


def test_data_sets_can_be_pickled():
    dataset = N.map(doubled).batch(4)
    assert values(pickle.loads(pickle.dumps(dataset))) == values(dataset)


def test_a_generator_is_called_for_each_iteration():
    calls = []

    def generate(n, text):
        calls.append((n, text))
        for i in range(n):
            yield i, [float(i)] * i

    dataset = Dataset.from_generator(
        generate,
        args=(3, "a"),
        output_signature=(
            ag.TensorSpec([], ag.int32),
            ag.TensorSpec([None], ag.float32),
        ),
    )
    assert values(dataset) == [(0, []), (1, [1.0]), (2, [2.0, 2.0])]
    assert values(dataset) == [(0, []), (1, [1.0]), (2, [2.0, 2.0])]
    assert calls == [(3, b"a")] * 2


@pytest.mark.parametrize(
    ("dtype", "items"),
    [
        (ag.uint8, [[], [1], [255, 0]]),
        (ag.float32, [[], [1], [0.5, 2]]),
        (ag.bool, [[True], []]),
        (ag.string, [["a", "b"], []]),
    ],
    ids=str,
)
def test_what_a_generator_yields_becomes_of_its_dtype(dtype, items):
    signature = ag.TensorSpec([None], dtype)
    dataset = Dataset.from_generator(lambda: items, output_signature=signature)
    found = list(dataset.as_numpy_iterator())
    assert [each.dtype for each in found] == [dtype.numpy] * len(items)
    text = [[x.encode() if isinstance(x, str) else x for x in each] for each in items]
    assert [each.tolist() for each in found] == text


@pytest.mark.parametrize("stage", ["batch", "prefetch"])
def test_a_generator_may_write_to_what_it_has_yielded(stage):
    def generate():
        buffer = np.zeros(2)
        for i in range(3):
            buffer[:] = i
            yield buffer

    signature = ag.TensorSpec([2], ag.float64)
    dataset = Dataset.from_generator(generate, output_signature=signature)
    rows = dataset.batch(3).unbatch() if stage == "batch" else dataset.prefetch(3)
    assert values(rows) == [[0, 0], [1, 1], [2, 2]]


def test_a_generator_by_types_and_shapes():
    dataset = Dataset.from_generator(
        lambda: iter([(1, [1.0]), (2, [2.0, 3.0])]),
        (ag.int64, ag.float32),
        ([], [None]),
    )
    assert dataset.element_spec == (
        ag.TensorSpec([], ag.int64),
        ag.TensorSpec([None], ag.float32),
    )
    assert values(dataset) == [(1, [1.0]), (2, [2.0, 3.0])]


# -- Random orders ---------------------------------------------------------------------


def test_shuffles_are_new_at_each_iteration_or_the_same():
    new = N.shuffle(10, seed=1)
    same = N.shuffle(10, seed=1, reshuffle_each_iteration=False)
    assert len({tuple(values(new)) for _ in range(5)}) > 1
    assert len({tuple(values(same)) for _ in range(5)}) == 1
    first, second = np.split(np.array(values(N.shuffle(10, 3).repeat(2))), 2)
    assert (first != second).any()
    assert sorted(first) == sorted(second) == list(range(10))


def test_shuffles_follow_the_seed_of_ag_random():
    def orders():
        ag.random.set_seed(5)
        dataset = N.shuffle(10).prefetch(1).shuffle(4)
        return [values(dataset), values(dataset)]

    found = orders()
    assert found == orders()
    assert found[0] != found[1]


@pytest.mark.parametrize("threads", [None, 1, 4])
def test_random_numbers_in_map_are_the_same_for_any_number_of_threads(threads):
    def draws(threads):
        ag.random.set_seed(3)
        dataset = Dataset.range(40).map(
            lambda x: (x, ag.random.uniform([]), ag.random.normal([2], seed=7)), threads
        )
        return values(dataset.prefetch(3)), values(dataset)

    found = draws(threads)
    assert found == draws(2)
    assert len({each[1] for each in found[0]}) == 40
    assert found[0] != found[1]


def test_a_shuffled_order_has_no_bias():
    """Each of three elements is first equally often: within five deviations."""
    dataset = Dataset.range(3).shuffle(3, seed=0).batch(3).repeat(3000)
    firsts = np.bincount([int(each[0]) for each in dataset], minlength=3)
    assert abs(firsts - 1000).max() < 5 * np.sqrt(3000 * 2 / 9)


# -- Caches ----------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["memory", "file"])
def test_a_cache_draws_once_and_keeps_what_came_to_an_end(where, tmp_path):
    drawn = []

    def generate():
        for i in range(4):
            drawn.append(i)
            yield i, f"text {i}", [i / 2] * i

    signature = (
        ag.TensorSpec([], ag.int64),
        ag.TensorSpec([], ag.string),
        ag.TensorSpec([None], ag.float64),
    )
    dataset = Dataset.from_generator(generate, output_signature=signature)
    cached = dataset.cache(str(tmp_path / "kept") if where == "file" else "")
    list(cached.take(2))
    expected = [(i, f"text {i}".encode(), [i / 2] * i) for i in range(4)]
    assert values(cached) == values(cached) == expected
    assert drawn[-4:] == [0, 1, 2, 3]
    assert len(drawn) in (6, 7)  # of the two that were taken a third may be drawn
    if where == "file":
        assert [each.name for each in tmp_path.iterdir()] == ["kept"]
        assert values(dataset.cache(str(tmp_path / "kept"))) == expected


def test_a_cache_file_is_whole_or_not_there(tmp_path):
    path = tmp_path / "kept"
    cached = N.cache(ag.constant(str(path)))
    iterator = iter(cached)
    next(iterator)
    assert not path.exists()
    del iterator
    assert list(tmp_path.iterdir()) == []
    first, second = iter(cached), iter(cached)
    pairs = [(int(x), int(y)) for x, y in zip(first, second, strict=True)]
    assert pairs == [(x, x) for x in range(10)]
    assert list(tmp_path.iterdir()) == [path]
    assert values(cached) == list(range(10))


def test_a_damaged_cache_file_is_told(tmp_path):
    path = tmp_path / "kept"
    values(N.cache(str(path)))
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(ag.errors.InvalidArgumentError, match="is damaged at byte"):
        values(N.cache(str(path)))
    with pytest.raises(ag.errors.InvalidArgumentError, match="is not a cache of"):
        values(N.map(lambda x: x * 1.5).cache(str(path)))


# -- Functions -------------------------------------------------------------------------


def test_functions_are_traced_once_and_staged():
    traced = []

    def function(x):
        traced.append(x)
        total = x
        while total < 100:
            total = total * 2 + 1
        return total

    dataset = N.map(function)
    expected = []
    for x in range(10):
        while x < 100:
            x = x * 2 + 1
        expected.append(x)
    assert values(dataset) == values(dataset) == expected
    assert len(traced) == 1


@pytest.mark.usefixtures("allowing")
def test_what_cannot_be_staged_falls_alone():
    def spelled(x):
        return int(x) % 3, random.Random(int(x)).random()

    with pytest.warns(ag.errors.PythonFallbackWarning, match="spelled"):
        found = values(N.map(spelled).map(lambda i, x: (i * 2, x)))
    expected = [(x % 3 * 2, np.float32(random.Random(x).random())) for x in range(10)]
    assert found == expected
    with pytest.raises(ag.errors.StagingError), ag.python("refuse"):
        N.map(spelled)
