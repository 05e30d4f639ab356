"""The limits that the guide to `function` shows: effects, leaks, state."""

import gc
import re

import pytest

import autograph as ag

# --- effects ------------------------------------------------------------------------


def test_python_prints_when_tracing_and_ag_print_always(printed):
    @ag.function
    def show(x):
        print("Traced with", x)
        ag.print("Executed with", x)

    show(1)
    show(1)
    show(2)
    assert printed() == (
        ["Traced with 1", "Traced with 2"],
        ["Executed with 1", "Executed with 1", "Executed with 2"],
    )


def test_a_list_outside_grows_once_for_each_trace():
    found = []

    @ag.function
    def note(x):
        found.append(x)

    for _ in range(3):
        note(1)
    assert found == [1]


def test_a_python_iterator_is_advanced_when_tracing(printed):
    @ag.function
    def take(iterator):
        ag.print("Value:", next(iterator))

    iterator = iter([1, 2, 3])
    for _ in range(3):
        take(iterator)
    assert printed()[1] == ["Value: 1"] * 3


def test_a_variable_that_is_gone(printed, expected):
    variable = ag.Variable(3)

    @ag.function
    def times(x):
        return x * variable

    concrete = times.get_concrete_function(4)
    print(concrete(4))
    variable = ag.Variable(4)
    gc.collect()
    with expected(ag.errors.FailedPreconditionError):
        concrete(4)
    out, err = printed()
    assert out[0] == "ag.Tensor(12, shape=(), dtype=int32)"
    shown = "\n".join(err)
    assert re.search(
        r"Could not find variable \w+\. This could mean that the variable has been "
        "deleted",
        shown,
    )


# --- leaks --------------------------------------------------------------------------

kept: ag.Tensor


@ag.function
def leaks(a):
    global kept
    kept = a + 1
    return a + 2


@ag.function
def leaks_its_result(a):
    global kept
    kept = a + 1
    return kept


@ag.function
def uses_the_leak(b):
    b += kept
    return b


@pytest.mark.parametrize(("function", "value"), [(leaks, 3), (leaks_its_result, 2)])
def test_a_leaked_tensor_has_no_value(function, value, printed, expected):
    function.get_concrete_function(ag.constant(1))  # traced for the first time
    assert function(ag.constant(1)).numpy() == value
    with expected(AttributeError):
        kept.numpy()
    assert printed()[1][-1] == (
        "AttributeError: 'Tensor' object has no attribute 'numpy'"
    )
    assert str(kept) == 'Tensor("add:0", shape=(), dtype=int32)'


def test_a_leaked_tensor_in_another_function(printed, expected):
    leaks.get_concrete_function(ag.TensorSpec([2], ag.int32))  # leaks anew
    with expected(TypeError):
        uses_the_leak(ag.constant(2))
    assert "add:0" in "\n".join(printed()[1])
    concrete = uses_the_leak.get_concrete_function(ag.constant(2))
    assert str(concrete.captured_inputs) == (
        "[<ag.Tensor 'add:0' shape=(2,) dtype=int32>]"
    )
    assert kept is concrete.captured_inputs[0]


def test_leaks_through_lists_and_attributes():
    class Holder:
        field: ag.Tensor | None = None

    found: list[ag.Tensor] = []
    holder = Holder()

    @ag.function
    def leak():
        a = ag.constant(1)
        found.append(a)
        holder.field = a

    leak()
    assert str(found[0]) == 'Tensor("Const:0", shape=(), dtype=int32)'
    with pytest.raises(TypeError, match="Const:0"):
        found[0] + 1
    with pytest.raises(TypeError, match="Const:0"):
        ag.print(holder.field)


# --- known issues -------------------------------------------------------------------


def test_a_name_of_the_closure_is_read_when_tracing():
    number = 1

    @ag.function
    def closes_over():
        return 1 + number

    @ag.function
    def takes(number):
        return 1 + number

    assert (closes_over(), takes(number)) == (2, 2)
    number = 100
    assert (closes_over(), takes(number)) == (2, 101)


class Line(ag.Module):
    def __init__(self):
        self.bias = 0.0
        self.weight = 2.0


def evaluate(model, x):
    return model.weight * x + model.bias


def test_attributes_are_read_when_tracing():
    function, line, x = ag.function(evaluate), Line(), ag.constant(10.0)
    assert str(function(line, x)) == "ag.Tensor(20.0, shape=(), dtype=float32)"
    line.bias += 5.0
    assert function(line, x) == 20
    assert function(Line(), x) == 20


def test_a_new_function_sees_the_change():
    line, x = Line(), ag.constant(10.0)
    before = ag.function(evaluate).get_concrete_function(line, x)
    assert before(x) == 20
    line.bias += 5.0
    after = ag.function(evaluate).get_concrete_function(line, x)
    assert (float(before(x)), float(after(x))) == (20, 25)


def test_variables_of_an_object_change_without_a_trace():
    class Better:
        def __init__(self):
            self.bias = ag.Variable(0.0)
            self.weight = ag.Variable(2.0)

    function, line, x = ag.function(evaluate), Better(), ag.constant(10.0)
    assert function(line, x) == 20
    line.bias.assign_add(5.0)
    assert function(line, x) == 25
    assert len(function.pretty_printed_concrete_signatures().split("Returns")) == 2


# --- variables made by functions ----------------------------------------------------


def test_a_variable_at_each_call_is_refused(printed, expected):
    @ag.function
    def makes(x):
        v = ag.Variable(1.0)
        return v

    with expected(ValueError):
        makes(1.0)
    text = "\n".join(printed()[1])
    assert "Error: in user code:" in text
    assert "v = ag.Variable(1.0)" in text
    assert "tried to create variables on non-first call" in text


def test_a_variable_that_is_kept_is_made_once():
    class Count(ag.Module):
        def __init__(self):
            self.count = None

        @ag.function
        def __call__(self):
            if self.count is None:
                self.count = ag.Variable(0)
            return self.count.assign_add(1)

    count = Count()
    assert [str(count()) for _ in range(2)] == [
        "ag.Tensor(1, shape=(), dtype=int32)",
        "ag.Tensor(2, shape=(), dtype=int32)",
    ]
