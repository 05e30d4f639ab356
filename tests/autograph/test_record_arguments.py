"""Dataclasses and classes of attrs as arguments: their fields are arguments."""

import pytest

import autograph as ag
from tests.autograph.records import Attrs, Config, Frozen


@pytest.mark.parametrize("kind", [Config, Frozen, Attrs])
def test_fields_are_arguments_of_their_own(kind):
    log = []

    @ag.function
    def f(settings, x):
        log.append(settings)
        return x * settings.rate

    for k in range(4):
        assert int(f(kind(ag.constant(k)), ag.constant(3))) == 3 * k
    assert len(log) == 1
    assert type(log[0]) is kind


def test_a_changed_field_is_seen():
    @ag.function
    def f(settings, x):
        return x * settings.rate

    settings = Config(2)
    assert int(f(settings, ag.constant(5))) == 10
    settings.rate = 3
    assert int(f(settings, ag.constant(5))) == 15


def test_what_is_assigned_to_a_field_is_there_afterwards():
    def step(settings, x):
        settings.steps += 1
        return x * settings.steps

    plain, traced = Config(1), Config(1)
    staged = ag.function(step)
    for _ in range(3):
        x = ag.constant(5)
        assert int(staged(traced, x)) == int(step(plain, x))
        assert traced == plain
    other = Config(1)
    assert int(staged(other, ag.constant(5))) == 10
    assert other.steps == 2


def test_variables_may_be_made_in_fields():
    @ag.function
    def count(settings):
        if settings.rate is None:
            settings.rate = ag.Variable(10)
        return settings.rate.assign_add(1)

    settings = Config(None)
    assert [int(count(settings)) for _ in range(4)] == [11, 12, 13, 14]
    assert int(settings.rate) == 14
    with pytest.raises(ag.errors.VariableCreationError):
        count(Config(None))


def test_a_function_that_fails_has_assigned_what_it_had():
    @ag.function
    def fail(settings):
        settings.steps = 7
        raise KeyError("no")

    settings = Config(1)
    with pytest.raises(KeyError, match="no"):
        fail(settings)
    assert settings.steps == 7


def test_instances_that_carry_more_than_fields_count_as_objects():
    log = []

    @ag.function
    def f(x):
        log.append(x)
        return 0

    one, two = Config(1), Config(1)
    one.more = two.more = 2
    f(one)
    f(two)
    f(one)
    assert len(log) == 2
