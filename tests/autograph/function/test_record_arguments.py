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
