"""What a tape records, what it gives, and what it says when it cannot."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.errors import (
    AutographError,
    DTypeError,
    GradientError,
    InvalidArgumentError,
    ShapeError,
    TapeError,
)


def value(tensor):
    return np.asarray(tensor).tolist()


def gradient(function, x):
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    return tape.gradient(y, x)


def of_rows(x):
    first, *rest = x
    return first * x[1] + rest[1] * x[-1]


@pytest.mark.parametrize(
    ("function", "x", "expected"),
    [
        (lambda x: x, [2.0, 3.0], [1, 1]),
        (lambda x: x * float(x), 3.0, 3),  # Python numbers leave the tape
        (
            lambda x: [3.0, 4.0] * x + np.array([1, 2], np.float32) * x,
            [1.0, 2.0],
            [4, 6],
        ),
        (lambda x: x * ag.stop_gradient(x), 3.0, 3),
        (of_rows, [1.0, 2.0, 3.0], [2, 1, 6]),
    ],
)
def test_the_tape_records_what_is_computed_with_tensors(function, x, expected):
    assert value(gradient(function, ag.constant(x))) == expected


@pytest.mark.parametrize("key", [0, (slice(None), 1), (..., None)])
def test_parts_of_variables_are_recorded(key):
    v = ag.Variable([[1.0, 2.0], [3.0, 4.0]])
    with ag.GradientTape() as tape:
        part = v[key]
        y = ag.reduce_sum(part * part)
    expected = np.zeros((2, 2))
    expected[key] = 2 * v.numpy()[key]
    assert value(tape.gradient(y, v)) == expected.tolist()
    part.assign(part * 0)
    assert not v.numpy()[key].any()


def test_integers_have_no_gradient():
    assert gradient(lambda x: x * x, ag.constant(3)) is None


def test_a_persistent_tape_gives_gradients_of_whatever_it_recorded():
    x, y = ag.constant([1.0, 2.0]), ag.constant(3.0, ag.float64)
    unwatched = ag.constant(2.0)
    with ag.GradientTape(persistent=True) as tape:
        before = x * x  # not recorded
        tape.watch([x, {"y": y}])
        square = x * x
        fourth, product = square * square, x * y + before
        slope = tape.gradient(square, x)  # while it records, too
    assert value(slope) == value(tape.gradient(square, x)) == [2, 4]
    # Structures, the sum over targets, sources between, and dtypes of sources.
    assert value(tape.gradient(fourth, square)) == [2, 8]
    found = tape.gradient((product, [square]), {"x": x, "more": [y]})
    assert (value(found["x"]), value(found["more"][0])) == ([5, 7], 3)
    assert (found["x"].dtype, found["more"][0].dtype) == (ag.float32, ag.float64)
    weights = {"output_gradients": [10.0, 100.0]}
    assert value(tape.gradient(square, x, **weights)) == [20, 400]
    for source, zeros in ((unwatched, 0), (y, 0)):
        assert tape.gradient(square, source) is None
        found = tape.gradient(square, source, unconnected_gradients="zero")
        assert value(found) == zeros


@pytest.mark.parametrize("method", ["gradient", "jacobian"])
def test_a_second_gradient_needs_a_persistent_tape(method):
    x = ag.constant(3.0)
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    ask = getattr(tape, method)
    ask(y, x)
    with pytest.raises(RuntimeError, match="not persistent gives gradients once") as e:
        ask(y, x)
    assert isinstance(e.value, TapeError)
    assert "persistent=True" in str(e.value)


def test_nested_tapes_give_gradients_of_gradients():
    x = ag.constant(2.0)
    with ag.GradientTape() as third, ag.GradientTape() as second:
        third.watch(x)
        second.watch(x)
        with ag.GradientTape() as first:
            first.watch(x)
            y = x**5
        dy = first.gradient(y, x)
        ddy = second.gradient(dy, x)
    assert list(map(value, (dy, ddy, third.gradient(ddy, x)))) == [80, 160, 240]


def test_a_tape_is_entered_once_at_a_time_and_again_later():
    x = ag.constant(3.0)
    tape = ag.GradientTape(persistent=True)
    with tape:
        with pytest.raises(InvalidArgumentError, match="recording already"), tape:
            pass
        tape.watch(x)
        y = x * x
    with tape:
        z = y * x
    assert value(tape.gradient(z, x)) == 27


def test_recording_stops_and_goes_on():
    x = ag.constant(3.0)
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        with tape.stop_recording():
            z = y * x
        y = y + z
    assert value(tape.gradient(y, x)) == 6
    with pytest.raises(TapeError, match="does not record"), tape.stop_recording():
        pass


def test_reset_forgets():
    x = ag.constant(3.0)
    with ag.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
        tape.reset()
        tape.watch(x)
        z = x * 4.0
    assert tape.gradient(y, x) is None
    assert value(tape.gradient(z, x)) == 4


def test_tapes_are_told_of_nothing_after_an_error():
    tape = ag.GradientTape()
    with pytest.raises(ZeroDivisionError), tape:
        1 / 0
    with tape:
        pass


MISTAKES = [
    (lambda tape, x, y: tape.watch(1.0), InvalidArgumentError, r"watch\(\) is given"),
    (lambda tape, x, y: tape.watch("x"), InvalidArgumentError, r"watch\(\) is given"),
    (lambda tape, x, y: tape.watch(None), InvalidArgumentError, r"watch\(\) is given"),
    (lambda tape, x, y: tape.watch([1.0]), InvalidArgumentError, r"watch\(\) is given"),
    (lambda tape, x, y: tape.gradient(y, 3.0), DTypeError, r"a source of a gradient is 3\.0, a float"),
    (lambda tape, x, y: tape.gradient(None, x), DTypeError, "the target of a gradient is None"),
    (lambda tape, x, y: tape.gradient(y, x, ag.ones([2])), ShapeError, "an output gradient is float32"),
    (lambda tape, x, y: tape.gradient([y], x, [1.0, 2.0]), InvalidArgumentError, "2 output gradients are given for"),
    (lambda tape, x, y: tape.gradient(y, x, unconnected_gradients="nil"), InvalidArgumentError, "unconnected_gradients is 'nil'"),
    (lambda tape, x, y: tape.jacobian([y, y], x), AutographError, "a structure"),
    (lambda tape, x, y: tape.jacobian(None, x), AutographError, "is None"),
    (lambda tape, x, y: tape.jacobian(y, 3.0), AutographError, "a source of a gradient is 3.0"),
    (lambda tape, x, y: tape.jacobian(y, x, "some"), AutographError, "'none' or 'zero'"),
    (lambda tape, x, y: tape.batch_jacobian(y[0], x), AutographError, "no first axis"),
    (lambda tape, x, y: tape.batch_jacobian(y[:2], x), AutographError, "no first axis"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "kind", "message"), MISTAKES)
def test_what_is_refused(call, kind, message):
    x = ag.constant([0.5, -0.25, 1.0])
    with ag.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x
        with pytest.raises(kind, match=message) as caught:
            call(tape, x, y)
    assert "test_tape.py" in str(caught.value)


def test_an_op_without_gradient_is_named_with_its_line_when_it_is_needed():
    x = ag.constant([1.0, 2.0])
    with ag.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = ag.random.shuffle(x)
        z = x * 2.0
    assert value(tape.gradient(z, x)) == [2, 2]
    with pytest.raises(LookupError) as caught:
        tape.gradient(y, x)
    assert isinstance(caught.value, GradientError)
    assert "flows through random_shuffle, which has none" in str(caught.value)
    assert "y = ag.random.shuffle(x)" in str(caught.value)
    assert "ag.stop_gradient" in str(caught.value)


def test_variables_are_watched_when_they_are_read():
    v, w = ag.Variable(2.0), ag.Variable(3.0, trainable=False)
    with ag.GradientTape() as tape:
        y = v * v + w * v
    assert [x.name for x in tape.watched_variables()] == [v.name]
    assert tape.watched_variables()[0] is v
    dv, dw = tape.gradient(y, [v, w])
    assert (value(dv), dw) == (7, None)


def test_variables_may_be_watched_by_hand():
    v, w = ag.Variable(2.0), ag.Variable(3.0, trainable=False)
    with ag.GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(w)
        y = v * v + w * v
    dv, dw = tape.gradient(y, [v, w])
    assert (dv, value(dw)) == (None, 2)


def test_each_read_of_a_variable_counts():
    v = ag.Variable(2.0)
    with ag.GradientTape() as tape:
        y = v * 3.0
        v.assign(5.0)
        z = v * v
    assert value(tape.gradient([y, z], v)) == 3 + 10


def test_threads_do_not_see_each_others_tapes():
    import threading

    x = ag.constant(3.0)
    with ag.GradientTape() as tape:
        tape.watch(x)
        found = []
        thread = threading.Thread(target=lambda: found.append(x * x))
        thread.start()
        thread.join()
    assert tape.gradient(found[0], x) is None
