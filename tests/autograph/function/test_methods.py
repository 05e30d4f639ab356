"""`ag.function` on methods of all kinds: bound, with traces that die with instances."""

import functools
import gc
import inspect
import weakref
from typing import Any, NamedTuple

import pytest

import autograph as ag

FIVE = ag.constant(5)


class Slotted:
    """No weak reference to an instance is possible."""

    __slots__ = ("weight",)

    def __init__(self, weight):
        self.weight = weight

    @ag.function
    def apply(self, x, *, plus=0):
        """Multiply by the weight."""
        return x * self.weight + plus


class Equal(Slotted):
    """Its instances are equal, and not the same."""

    def __eq__(self, other):
        return isinstance(other, Equal)

    def __hash__(self):
        return 1


class Unhashable(Slotted):
    __hash__ = None  # type: ignore[assignment]


class Model(Slotted):
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

    @ag.function  # type: ignore[prop-decorator]
    @functools.cached_property
    def half(self):
        return ag.constant(self.weight) / 2

    @ag.function
    def __call__(self, x):
        return x - self.weight

    @ag.function
    def twice(self, x):
        return self.apply(self.apply(x))

    def times(self, x, by):
        if x > 0:
            return x * by * self.weight
        return x

    doubled = ag.function(functools.partialmethod(times, by=2))


class Derived(Model):
    @classmethod
    def factor(cls):
        return 20

    @ag.function
    def apply(self, x, *, plus=0):
        return super().apply(x, plus=plus) + 1000


class Vector(NamedTuple):
    x: Any
    y: Any

    @ag.function
    def norm(self):
        return self.x * self.x + self.y * self.y


@pytest.mark.parametrize("kind", [Model, Equal, Unhashable, Slotted])
def test_each_instance_has_its_own_traces(kind):
    two, three = kind(2), kind(3)
    for _ in range(3):
        assert int(two.apply(FIVE)) == 10
        assert int(three.apply(FIVE)) == 15
    assert two.apply.experimental_get_tracing_count() == 1 + (kind is Slotted)
    assert two.apply == two.apply
    assert two.apply != three.apply
    assert hash(two.apply) == hash(two.apply)


@pytest.mark.parametrize("receiver", [Model, Derived, Model(3), Derived(3)])
def test_static_and_class_methods_in_both_orders(receiver):
    factor = receiver.factor()
    for _ in range(3):
        assert int(receiver.inner_static(FIVE)) == 6
        assert int(receiver.outer_static(FIVE)) == 7
        assert int(receiver.inner_class(FIVE)) == 5 + factor
        assert int(receiver.outer_class(FIVE)) == 5 + factor


def test_properties_and_partial_methods():
    one, other = Model(3), Model(4)
    for _ in range(3):
        for model in (one, other):
            assert int(model.inner_property) == model.weight + 1
            assert int(model.outer_property) == model.weight + 2
            assert float(model.half) == model.weight / 2
            assert int(model.doubled(FIVE)) == 10 * model.weight
    assert one.half is one.half


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
        assert int(Model(2).twice(FIVE)) == 20
        assert int(Derived(2).twice(FIVE)) == 3020
        assert int(Model(2)(FIVE)) == 3
        assert int(Model.apply(Model(2), FIVE, plus=1)) == 11
        assert int(ag.function(Model(3).times)(FIVE, 2)) == 30
    for k in range(3):
        assert int(Vector(ag.constant(k), ag.constant(2)).norm()) == k * k + 4
    assert Vector.norm.experimental_get_tracing_count() == 1


def test_traces_keep_neither_instance_nor_class_but_a_bound_method_does():
    class Local(Model):
        pass

    model, apply = Local(2), Model(2).apply
    for _ in range(3):
        model.apply(FIVE)
        model.outer_property
        model.inner_property
        model.twice(FIVE)
        Model.apply(model, FIVE)
        Local.outer_class(FIVE)
        Local.inner_class(FIVE)
    concrete = model.apply.get_concrete_function(FIVE)
    gone = weakref.ref(concrete), weakref.ref(model), weakref.ref(Local)
    del model, Local, concrete
    gc.collect()
    assert [each() for each in gone] == [None] * 3
    for _ in range(3):
        assert int(apply(FIVE)) == 10


class Callable:
    def __call__(self, x, by=2):
        """Multiply."""
        return x * by


def scaled(x, by=1):
    return x * by if x > 0 else x


def test_objects_that_can_be_called_and_partials():
    class Holder:
        times = ag.function(functools.partial(scaled, by=4))
        called = ag.function(Callable())

    triple = ag.function(functools.partial(ag.function(scaled), by=3))
    for _ in range(3):
        assert int(ag.function(Callable())(FIVE)) == 10
        assert int(ag.function(functools.partial(scaled, by=3))(FIVE)) == 15
        assert int(triple(FIVE)) == 15
        assert int(triple(-FIVE)) == -5
        # As in plain Python, these do not become methods.
        assert int(Holder().times(FIVE)) == 20
        assert int(Holder().called(FIVE, by=5)) == 25
    assert (triple.__name__, repr(triple)) == ("scaled", "<ag.function scaled>")
    assert ag.function(Callable()).__name__ == "Callable"


def test_what_hides_its_parameters_behind_what_it_wraps():
    cached = ag.function(functools.lru_cache(scaled))
    assert int(cached(3, by=2)) == 6
    assert str(inspect.signature(cached)) == "(x, by=1)"


def test_signature_and_documentation_are_those_of_the_method():
    model = Model(2)
    assert str(inspect.signature(model.apply)) == "(x, *, plus=0)"
    assert str(inspect.signature(Model.apply)) == "(self, x, *, plus=0)"
    assert model.apply.__doc__ == Model.apply.__doc__ == "Multiply by the weight."
    assert model.apply.__name__ == "apply"
    assert model.apply.__qualname__ == "Slotted.apply"
    assert repr(model.apply) == "<ag.function Slotted.apply>"
    assert model.apply.__wrapped__.__self__ is model
    assert inspect.getdoc(model.apply) == "Multiply by the weight."


@pytest.mark.parametrize(
    ("args", "kwargs"), [((), {}), ((1, 2), {}), ((1,), {"z": 1}), ((1,), {"x": 1})]
)
def test_wrong_arguments_of_methods_are_what_python_says(args, kwargs):
    model = Model(2)
    plain = inspect.unwrap(Model.apply).__get__(model)
    with pytest.raises(TypeError) as expected:
        plain(*args, **kwargs)
    for _ in range(3):
        with pytest.raises(TypeError) as found:
            model.apply(*args, **kwargs)
        # The instance, which is no argument of a bound method, does not count.
        if "takes" not in str(expected.value):
            assert str(found.value) == str(expected.value)
        model.apply(FIVE)
