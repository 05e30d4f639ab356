"""`ag.function` on methods of all kinds: bound, with traces that die with instances."""

import dataclasses
import functools
import gc
import inspect
import weakref
from typing import Any, NamedTuple

import pytest

import autograph as ag


class Model:
    made = 0

    def __init__(self, weight):
        self.weight = weight

    @ag.function
    def apply(self, x, *, plus=0):
        """Multiply by the weight."""
        return x * self.weight + plus

    @staticmethod
    @ag.function
    def inner_static(x):
        return x + 1

    @ag.function
    @staticmethod
    def outer_static(x):
        return x + 2

    @classmethod
    @ag.function
    def inner_class(cls, x):
        return x + cls.factor()

    @ag.function
    @classmethod
    def outer_class(cls, x):
        return x + cls.factor()

    @classmethod
    def factor(cls):
        return 10

    @property
    @ag.function
    def inner_property(self):
        return ag.constant(self.weight) + 1

    @ag.function  # type: ignore[prop-decorator]
    @property
    def outer_property(self):
        return ag.constant(self.weight) + 2

    @ag.function
    def __call__(self, x):
        return x - self.weight

    @ag.function
    def twice(self, x):
        return self.apply(self.apply(x))


class Derived(Model):
    @classmethod
    def factor(cls):
        return 20

    @ag.function
    def apply(self, x, *, plus=0):
        return super().apply(x, plus=plus) + 1000


def test_each_instance_has_its_own_traces():
    first, second = Model(2), Model(3)
    for _ in range(3):
        assert int(first.apply(ag.constant(5))) == 10
        assert int(second.apply(ag.constant(5), plus=1)) == 16
    assert first.apply.experimental_get_tracing_count() == 1
    assert first.apply == first.apply
    assert first.apply != second.apply
    assert hash(first.apply) == hash(first.apply)


@pytest.mark.parametrize("receiver", [Model, Derived, Model(3), Derived(3)])
def test_static_and_class_methods_in_both_orders(receiver):
    factor = receiver.factor()
    for _ in range(3):
        assert int(receiver.inner_static(ag.constant(1))) == 2
        assert int(receiver.outer_static(ag.constant(1))) == 3
        assert int(receiver.inner_class(ag.constant(1))) == 1 + factor
        assert int(receiver.outer_class(ag.constant(1))) == 1 + factor


def test_properties_in_both_orders():
    for model in (Model(3), Model(4), Model(3)):
        for _ in range(3):
            assert int(model.inner_property) == model.weight + 1
            assert int(model.outer_property) == model.weight + 2


def test_setters_of_a_decorated_property_stay():
    class Box:
        @property
        def value(self):
            """What is in it."""
            return ag.constant(self.held)

        @value.setter
        def value(self, held):
            self.held = held

        value = ag.function(value)

    box = Box()
    box.value = 3
    assert int(box.value) == 3
    assert Box.value.__doc__ == "What is in it."


def test_methods_call_methods_and_inherit():
    for _ in range(3):
        assert int(Model(2).twice(ag.constant(5))) == 20
        assert int(Derived(2).twice(ag.constant(5))) == 3020
        assert int(Model(2)(ag.constant(5))) == 3
        assert int(Model.apply(Model(2), ag.constant(5))) == 10


def test_a_bound_method_keeps_its_instance():
    apply = Model(2).apply
    gc.collect()
    for _ in range(3):
        assert int(apply(ag.constant(5))) == 10


def test_traces_do_not_keep_the_instance():
    model = Model(2)
    for _ in range(3):
        model.apply(ag.constant(5))
        model.outer_property
        model.inner_property
        model.twice(ag.constant(5))
        Model.apply(model, ag.constant(5))
    concrete = weakref.ref(model.apply.get_concrete_function(ag.constant(5)))
    assert concrete() is not None
    gone = weakref.ref(model)
    del model
    gc.collect()
    assert gone() is None
    assert concrete() is None


def test_traces_do_not_keep_the_class():
    def use():
        class Local(Model):
            pass

        for _ in range(3):
            Local.outer_class(ag.constant(1))
            Local.inner_class(ag.constant(1))
        return weakref.ref(Local)

    gone = use()
    gc.collect()
    assert gone() is None


@dataclasses.dataclass(frozen=True)
class Equal:
    """Its instances are equal, and not the same."""

    weight: Any

    def __eq__(self, other):
        return isinstance(other, Equal)

    def __hash__(self):
        return 1

    @ag.function
    def apply(self, x):
        return x * self.weight


def test_instances_that_are_equal_have_traces_of_their_own():
    two, three = Equal(2), Equal(3)
    for _ in range(3):
        assert int(two.apply(ag.constant(5))) == 10
        assert int(three.apply(ag.constant(5))) == 15


class Unhashable:
    __hash__ = None  # type: ignore[assignment]

    def __init__(self):
        self.log = []

    @ag.function
    def apply(self, x):
        self.log.append(1)
        return x + 1


def test_instances_without_hash_keep_their_traces():
    thing = Unhashable()
    for _ in range(3):
        assert int(thing.apply(ag.constant(1))) == 2
    assert len(thing.log) == 1


class Slotted:
    __slots__ = ("weight",)

    def __init__(self, weight):
        self.weight = weight

    @ag.function
    def apply(self, x):
        return x * self.weight


class Vector(NamedTuple):
    x: Any
    y: Any

    @ag.function
    def norm(self):
        return self.x * self.x + self.y * self.y


def test_instances_that_cannot_be_referred_to_weakly_are_arguments():
    two, three = Slotted(2), Slotted(3)
    for _ in range(3):
        assert int(two.apply(ag.constant(5))) == 10
        assert int(three.apply(ag.constant(5))) == 15
    for k in range(3):
        assert int(Vector(ag.constant(k), ag.constant(2)).norm()) == k * k + 4
    assert Vector.norm.experimental_get_tracing_count() == 1


class Callable:
    def __call__(self, x, by=2):
        """Multiply."""
        return x * by


def test_objects_that_can_be_called_and_partials():
    def scaled(x, by=1):
        return x * by

    class Holder:
        times = ag.function(functools.partial(scaled, by=4))
        called = ag.function(Callable())

    for _ in range(3):
        assert int(ag.function(Callable())(ag.constant(3))) == 6
        assert int(ag.function(functools.partial(scaled, by=3))(ag.constant(3))) == 9
        # As in plain Python, these do not become methods.
        assert int(Holder().times(ag.constant(3))) == 12
        assert int(Holder().called(ag.constant(3), by=5)) == 15


def test_partials_of_functions_that_are_traced():
    @ag.function
    def scaled(x, by=1):
        return x * by if x > 0 else x

    triple = ag.function(functools.partial(scaled, by=3))
    for _ in range(3):
        assert int(triple(ag.constant(2))) == 6
        assert int(triple(ag.constant(-2))) == -2
    assert (triple.__name__, repr(triple)) == ("scaled", "<ag.function scaled>")
    assert ag.function(Callable()).__name__ == "Callable"


def test_what_hides_its_parameters_behind_what_it_wraps():
    @functools.lru_cache
    def scaled(x, by=1):
        return x * by

    assert int(ag.function(scaled)(3, by=2)) == 6
    assert str(inspect.signature(ag.function(scaled))) == "(x, by=1)"


class Deferred:
    def __init__(self, weight):
        self.weight = weight

    def times(self, x, by):
        if x > 0:
            return x * by * self.weight
        return x

    doubled = ag.function(functools.partialmethod(times, by=2))

    @ag.function  # type: ignore[prop-decorator]
    @functools.cached_property
    def half(self):
        return ag.constant(self.weight) / 2


def test_partial_methods_and_cached_properties():
    one, two = Deferred(1), Deferred(2)
    for _ in range(3):
        assert [int(each.doubled(ag.constant(3))) for each in (one, two)] == [6, 12]
        assert [float(each.half) for each in (one, two)] == [0.5, 1.0]
    assert one.half is one.half


def test_a_decorated_bound_method():
    class Plain:
        def __init__(self, by):
            self.by = by

        def times(self, x):
            return x * self.by

    times = ag.function(Plain(3).times)
    for _ in range(3):
        assert int(times(ag.constant(2))) == 6


def test_signature_and_documentation_are_those_of_the_method():
    model = Model(2)
    assert str(inspect.signature(model.apply)) == "(x, *, plus=0)"
    assert str(inspect.signature(Model.apply)) == "(self, x, *, plus=0)"
    assert model.apply.__doc__ == Model.apply.__doc__ == "Multiply by the weight."
    assert model.apply.__name__ == "apply"
    assert model.apply.__qualname__ == "Model.apply"
    assert repr(model.apply) == "<ag.function Model.apply>"
    assert model.apply.__wrapped__.__self__ is model
    assert inspect.getdoc(model.apply) == "Multiply by the weight."


def test_wrong_arguments_of_methods_are_what_python_says():
    model = Model(2)

    def message(call):
        with pytest.raises(TypeError) as info:
            call()
        return str(info.value)

    plain = inspect.unwrap(Model.apply).__get__(model)
    for args, kwargs in [((), {}), ((1, 2), {}), ((1,), {"z": 1}), ((1,), {"x": 1})]:
        expected = message(lambda: plain(*args, **kwargs))
        for _ in range(3):
            # The instance, which is no argument of a bound method, does not count.
            found = message(lambda: model.apply(*args, **kwargs))
            if "takes" not in expected:
                assert found == expected
            model.apply(ag.constant(1))
