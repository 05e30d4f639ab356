"""Summaries of functions: at each run, in order, as plain Python writes them.

Each program is run plain and decorated, with a writer each; the files must be alike.
"""

from __future__ import annotations

import threading
import warnings
from contextvars import copy_context

import numpy as np
import pytest

import autograph as ag
from autograph.errors import (
    DTypeError,
    InvalidArgumentError,
    PythonFallbackWarning,
    UnstagedOperationError,
)
from tests.summary.reading import events

S = ag.summary


def scalars(x, step):
    S.scalar("loss", x * 2, step=step)
    S.scalar("rate", 0.5, step)
    return x


def in_a_loop(x, step):
    for i in ag.range(step + 2):
        S.scalar("x", x + ag.cast(i, ag.float32), step=i)
        if i % 2 == 0:
            S.text("even", "yes", step=i)
    return x


def a_while_loop_with_steps_set(x, step):
    while step < 6:
        S.experimental.set_step(step)
        S.histogram("h", ag.stack([x, x + 1]))
        step += 1
        if x + ag.cast(step, ag.float32) > 5:
            break
    S.scalar("last", x)
    return S.experimental.get_step()


def names_of_the_run(x, step):
    for i in ag.range(3):
        S.scalar(f"x{i}", x, step=step)
    with ag.name_scope("outer"), ag.name_scope("inner"):
        S.scalar("y", x, step=step)
        S.scalar(ag.strings.as_string(step), x, step=step)
    return x


def conditions(x, step):
    with S.record_if(x > 1):
        first = S.scalar("a", x, step=step)
        with S.record_if(True):
            S.scalar("b", x, step=step)
        with S.record_if(lambda: ag.equal(step % 2, 0)):
            S.scalar("c", x, step=step)
            asked = S.should_record_summaries()
        with S.record_if(False):
            S.scalar("d", x, step=step)
    return first, asked


def a_step_of_a_block(x, step):
    S.experimental.set_step(7)
    with WRITER[0].as_default(step=step):
        S.scalar("a", x)
        found = S.experimental.get_step()
    S.scalar("b", x)
    return found


def an_image(x, step):
    S.image("im", ag.reshape(ag.range(8.0), [1, 2, 2, 2]) / 8 * x, step=step)
    return x


# A SummaryMetadata: the data of the plugin `mine` are tensors.
METADATA = b"\x0a\x06\x0a\x04mine\x20\x02"


def tensors_as_they_are(x, step):
    with ag.name_scope("outer"):
        found = S.write("a", ag.stack([x, x]), step, METADATA)
    with S.record_if(x > 1):
        asked = S.write("b", lambda: ag.cast(x, ag.int8), step, METADATA)
    return found, asked


STEP = ag.Variable(0, dtype=ag.int64)


def steps_of_a_variable(x, step):
    S.experimental.set_step(STEP)
    STEP.assign(ag.cast(step, ag.int64) * 10)
    S.scalar("a", x)
    STEP.assign_add(1)
    S.scalar("a", x)
    return x


PROGRAMS = [
    scalars,
    in_a_loop,
    a_while_loop_with_steps_set,
    names_of_the_run,
    conditions,
    a_step_of_a_block,
    an_image,
    steps_of_a_variable,
    tensors_as_they_are,
]
WRITER = [None]


def noted(path, program):
    """Return what the calls of a program give, and what is in the file then."""
    results = []
    with S.create_file_writer(path) as WRITER[0]:
        for x, step in ((0.5, 0), (2.0, 1), (3.0, 4)):
            found = program(ag.constant(x), ag.constant(step))
            parts = found if isinstance(found, tuple) else (found,)
            results.append([np.asarray(part).tolist() for part in parts])
            S.experimental.set_step(None)
    found = [
        (x.tag, x.step, np.asarray(x.value).tolist(), x.plugin)
        for x in events(WRITER[0].path)
    ]
    return results, found


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda x: x.__name__)
def test_summaries_are_those_of_plain_python(tmp_path, program):
    plain = noted(tmp_path / "plain", program)
    staged = ag.function(program)
    decorated = noted(tmp_path / "decorated", staged)
    assert decorated == plain
    assert plain[1]
    assert staged.experimental_get_tracing_count() == 1


def test_what_makes_a_tensor_is_called_where_something_is_written(tmp_path):
    calls = []

    def make():
        calls.append(1)
        return 2.0

    assert not S.write("a", make, step=1)
    with S.create_file_writer(tmp_path).as_default() as writer:
        with S.record_if(False):
            assert not S.write("a", make, step=1)
        assert not calls
        with S.record_if(lambda: not calls):  # asked for once
            assert S.write("a", make, step=1, metadata=METADATA)
        with pytest.raises(DTypeError, match="metadata is 'a', not a protocol buffer"):
            S.write("a", make, step=1, metadata="a")
        with pytest.raises(TypeError, match=r"make\(\) takes 1|tensor"):
            S.write("a", lambda x: x, step=1)
    writer.close()
    assert [(x.tag, x.value.tolist()) for x in events(writer.path)] == [("a", 2.0)]
    assert calls == [1]


def test_a_writer_of_nothing_leaves_the_default_as_it_is(tmp_path):
    nothing = S.create_noop_writer()
    assert isinstance(nothing, S.SummaryWriter)

    @ag.function
    def note(x):
        with nothing.as_default(step=5):
            nothing.flush()
            return S.scalar("a", x, step=1)

    with nothing, nothing.as_default():
        assert not S.scalar("a", 1.0, step=1)
    with S.create_file_writer(tmp_path).as_default() as writer:
        nothing.set_as_default()
        assert note(1.0)
        with nothing.as_default():
            assert S.scalar("a", 2.0, step=2)
        nothing.close()
        S.flush(nothing)
    writer.close()
    assert [x.value.tolist() for x in events(writer.path)] == [1.0, 2.0]


def test_steps_and_values_are_as_the_program_has_them(tmp_path):
    _, found = noted(tmp_path, ag.function(a_while_loop_with_steps_set))
    assert [(tag, step) for tag, step, *_ in found] == [
        *(("h", step) for step in range(5)),  # 0.5 + 5 > 5
        ("last", 4),
        *(("h", step) for step in (1, 2, 3)),  # 2 + 4 > 5
        ("last", 3),
        ("h", 4),
        ("last", 4),
    ]


def test_the_writer_is_that_of_the_run(tmp_path):
    note = ag.function(lambda x: S.scalar("a", x, step=1))
    assert not note(ag.constant(1.0))
    writers = [S.create_file_writer(tmp_path / f"{i}") for i in range(2)]
    for i, writer in enumerate(writers):
        with writer.as_default() as given:
            assert given is writer
            assert note(ag.constant(float(i)))
    with writers[0].as_default():
        with writers[1].as_default():
            note(ag.constant(2.0))
        note(ag.constant(3.0))
    assert not note(ag.constant(4.0))
    for writer in writers:
        writer.close()
    found = [[float(x.value) for x in events(writer.path)] for writer in writers]
    assert found == [[0.0, 3.0], [1.0, 2.0]]


def test_a_writer_of_a_block_of_the_function_is_kept(tmp_path):
    writer = S.create_file_writer(tmp_path)

    @ag.function
    def note(x):
        with writer.as_default(step=x):
            S.scalar("a", x)
        S.scalar("b", x)
        writer.flush()

    for i in range(3):
        note(ag.constant(i))
        assert [x.step for x in events(writer.path)] == list(range(i + 1))
    assert S.experimental.get_step() is None


def test_a_block_restores_what_it_changed_alone(tmp_path):
    writer = S.create_file_writer(tmp_path)
    try:
        with writer.as_default():
            S.experimental.set_step(5)
            with writer.as_default(step=6):
                assert S.experimental.get_step() == 6
            assert S.experimental.get_step() == 5
        assert S.experimental.get_step() == 5
        assert not S.should_record_summaries()
        with pytest.raises(KeyError), writer.as_default(), S.record_if(False):
            raise KeyError
        assert not S.should_record_summaries()
    finally:
        S.experimental.set_step(None)
        writer.close()


def test_without_a_step_is_an_error_where_something_is_written(tmp_path):
    def note(x):
        S.scalar("a", x)

    for call in (note, ag.function(note)):
        call(ag.constant(1.0))  # nothing writes
        with S.create_file_writer(tmp_path):
            with S.record_if(False):
                call(ag.constant(1.0))
            with pytest.raises(InvalidArgumentError, match="no step is set") as caught:
                call(ag.constant(1.0))
        assert 'S.scalar("a", x)' in str(caught.value)
    with pytest.raises(InvalidArgumentError, match="no step is set"):
        ag.function(S.experimental.get_step)()


def test_conditions_outside_are_asked_at_each_run(tmp_path):
    step = ag.Variable(0)
    note = ag.function(lambda: S.scalar("a", 1.0, step=step))
    with (
        S.create_file_writer(tmp_path) as writer,
        S.record_if(lambda: ag.equal(step % 2, 0)),
    ):
        for i in range(5):
            step.assign(i)
            assert bool(note()) == (i % 2 == 0) == bool(S.should_record_summaries())
    assert [x.step for x in events(writer.path)] == [0, 2, 4]
    with pytest.raises(DTypeError, match="record_if: 'yes' is no condition"):
        S.record_if("yes")


def test_threads_have_defaults_of_their_own(tmp_path):
    found = []
    with S.create_file_writer(tmp_path):
        thread = threading.Thread(
            target=lambda: found.append(bool(S.scalar("a", 1.0, step=0)))
        )
        thread.start()
        thread.join()
        found.append(bool(S.scalar("a", 1.0, step=0)))
    assert found == [False, True]


def test_a_writer_made_in_a_function_is_made_at_each_call(tmp_path, allowing):
    def note(x):
        with S.create_file_writer(tmp_path):
            S.scalar("a", x, step=0)
        return x

    falling = ag.function(note)  # Python runs it
    for i in range(1, 3):
        with warnings.catch_warnings(action="ignore", category=PythonFallbackWarning):
            falling(ag.constant(1.0))
        files = list(tmp_path.iterdir())
        assert len(files) == i
        assert all(len(events(path)) == 1 for path in files)
    refused = ag.function(note, python="refuse")
    with pytest.raises(UnstagedOperationError, match="create_file_writer"):
        refused(ag.constant(1.0))


def test_what_fails_later_leaves_what_came_before(tmp_path):
    @ag.function
    def note(x):
        S.scalar("before", x, step=0)
        ag.Assert(x > 1, [x])
        S.scalar("after", x, step=0)

    with S.create_file_writer(tmp_path) as writer:
        note(ag.constant(2.0))
        with pytest.raises(InvalidArgumentError):
            note(ag.constant(0.0))
    assert [x.tag for x in events(writer.path)] == ["before", "after", "before"]


def test_functions_of_data_sets_write_with_a_writer_of_their_own(tmp_path):
    writer = S.create_file_writer(tmp_path)

    def squared(x):
        with writer.as_default():
            S.scalar("x", x, step=x)
        return x * x

    dataset = ag.data.Dataset.range(5).map(squared, num_parallel_calls=2)
    assert [int(x) for x in dataset] == [0, 1, 4, 9, 16]
    writer.close()
    assert sorted(x.step for x in events(writer.path)) == list(range(5))


def test_flushing_is_part_of_the_run(tmp_path):
    counts = []

    @ag.function
    def note(x):
        S.scalar("a", x, step=0)
        S.flush()
        S.scalar("b", x, step=0)
        ag.numpy_function(lambda: counts.append(len(events(writer.path))), [], None)
        S.flush(writer)
        writer.init()

    S.flush()  # there is none
    with S.create_file_writer(tmp_path) as writer:
        for _ in range(2):
            note(ag.constant(1.0))
            counts.append(len(events(writer.path)))
    assert counts == [1, 2, 3, 4]


def test_a_function_may_say_what_writes_from_now_on(tmp_path):
    writer = S.create_file_writer(tmp_path)

    @ag.function
    def begin(step):
        writer.set_as_default(step)

    def program():
        begin(ag.constant(3))
        assert S.experimental.get_step() == 3
        assert S.scalar("a", 1.0)

    copy_context().run(program)  # "from now on" ends with it
    assert not S.scalar("a", 1.0, step=0)
    writer.close()
    assert [x.step for x in events(writer.path)] == [3]


def test_a_step_set_in_a_block_with_a_step_is_refused(tmp_path):
    writer = S.create_file_writer(tmp_path)

    @ag.function
    def note(x):
        with writer.as_default(step=x):
            S.experimental.set_step(x + 1)

    with pytest.raises(UnstagedOperationError, match="a step is set in a block"):
        note(ag.constant(1))


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"logdir": 5}, DTypeError, "logdir is 5, not a path"),
        ({"max_queue": -1}, InvalidArgumentError, "max_queue is -1"),
        ({"flush_millis": 0.5}, DTypeError, "flush_millis"),
        ({"filename_suffix": 5}, DTypeError, "filename_suffix is 5, not text"),
    ],
)
def test_bad_options_of_writers_are_told(tmp_path, options, error, text):
    with pytest.raises(error, match=text) as caught:
        S.create_file_writer(**{"logdir": tmp_path, **options})
    assert "S.create_file_writer" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_writer_is_not_flushed():
    with pytest.raises(
        DTypeError, match="flush: 5 is no writer of summaries"
    ) as caught:
        S.flush(5)
    assert "S.flush(5)" in str(caught.value)


def test_gradients_pass_by(tmp_path):
    @ag.function
    def slope(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = x * x
            S.scalar("y", y, step=0)
        return tape.gradient(y, x)

    with S.create_file_writer(tmp_path) as writer:
        assert float(slope(ag.constant(3.0))) == 6
    assert [float(x.value) for x in events(writer.path)] == [9.0]


def test_a_loop_over_a_data_set_writes_each_element(tmp_path):
    @ag.function
    def note(dataset):
        for i, x in dataset.enumerate():
            S.scalar("x", x, step=i)

    with S.create_file_writer(tmp_path) as writer:
        note(ag.data.Dataset.range(5).map(lambda x: x * x))
    assert [(x.step, float(x.value)) for x in events(writer.path)] == [
        (i, float(i * i)) for i in range(5)
    ]


def test_the_graph_shows_what_is_written():
    @ag.function
    def note(x):
        S.scalar("loss", x, step=0)

    text = str(note.get_concrete_function(ag.TensorSpec([], ag.float32)).graph)
    assert "write_summary(%0, x, call=<object scalar 'loss'>)" in text
