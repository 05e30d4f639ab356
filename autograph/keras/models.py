"""`ag.keras.models`: layers made of layers: Model, and Sequential."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from autograph import saved_model
from autograph.decorator import function
from autograph.keras.layers.layer import Layer, specs_of
from autograph.keras.training import Trainer
from graph.control import call_user
from graph.errors import FailedPreconditionError, UnsupportedArgumentError
from graph.origin import capture_exact


class Model(Trainer):
    """A layer made of layers, which are its attributes.

        class Classifier(ag.keras.Model):
            def __init__(self):
                super().__init__()
                self.hidden = ag.keras.layers.Dense(16, activation="relu")
                self.scores = ag.keras.layers.Dense(10)

            def call(self, inputs, training=None):
                return self.scores(self.hidden(inputs))

    `call` may be decorated with `@ag.function`. Without a `build` of its own, a model
    has weights once all of its layers have been called.
    """

    def build(self, input_shape: Any) -> None:
        """Make the weights of all layers for inputs of a shape.

        By default `call` is traced with tensors of these shapes, and nothing is run.

        Args:
            input_shape: A tuple, with None for what differs between calls; or a list
                or dict of these, for a structure of inputs.
        """

        def run(inputs: Any) -> None:
            call_user(self.call, inputs)

        function(run).get_concrete_function(specs_of(input_shape, self.dtype))

    def _scope(self) -> AbstractContextManager[Any]:
        if type(self).build is Model.build:  # weights are named as by a call
            return nullcontext()
        return super()._scope()

    def _build_for(self, shape: Any) -> None:
        if type(self).build is Model.build:  # `call` will build its layers
            self.built = True
        else:
            super()._build_for(shape)

    @property
    def layers(self) -> list[Layer]:
        """The layers in its attributes, without those in them."""
        return self._layers_within()

    def get_layer(self, name: str) -> Layer:
        """Return the layer in its attributes that has a name.

        Raises:
            UnsupportedArgumentError: There is none.
        """
        for each in self.layers:
            if each.name == name:
                return each
        raise UnsupportedArgumentError(
            f"get_layer: {self.name!r} has no layer of the name {name!r}.",
            origin=capture_exact(),
            hint=f"It has {', '.join(each.name for each in self.layers) or 'none'}.",
        )

    def save(self, filepath: Any) -> None:
        """Write the model as a saved model: its variables, and graphs of its calls.

        Args:
            filepath: The directory; a saved model that is there already is replaced.

        Raises:
            FailedPreconditionError: The model has not been called yet.
            SerialisationError: Something cannot be saved; the error is at its line.
        """
        saved_model.save(self, filepath)


def load_model(filepath: Any) -> Any:
    """Return what `Model.save` has written: an object that is called like the model.

    It has the variables and the graphs of the model, and none of its source: it can be
    called, and trained in a loop of one's own. It has no `fit`.

    Args:
        filepath: The directory.

    Raises:
        NotFoundError: There is no saved model.
        DataLossError: It is damaged.
    """
    return saved_model.load(filepath)


class Sequential(Model):
    """Layers of which each is called with what the one before returns.

    Args:
        layers: Layers, to which `add` adds others.
        name: See `Layer`.

    Raises:
        UnsupportedArgumentError: Something is no layer.
    """

    def __init__(
        self, layers: Iterable[Layer] | None = None, name: str | None = None
    ) -> None:
        super().__init__(name)
        self._ag_layers: list[Layer] = []
        for each in layers or ():
            self.add(each)

    def add(self, layer: Layer) -> None:
        """Add a layer at the end."""
        if not isinstance(layer, Layer):
            raise UnsupportedArgumentError(
                f"Sequential: {layer!r} is no layer.",
                origin=capture_exact(),
                hint="Functions become one by `ag.keras.layers.Activation`.",
            )
        self._ag_layers.append(layer)

    def pop(self) -> Layer:
        """Remove the last layer, and return it.

        Raises:
            FailedPreconditionError: There is none.
        """
        if not self._ag_layers:
            raise FailedPreconditionError(
                "Sequential.pop: there are no layers.",
                origin=capture_exact(),
                hint="Add one first.",
            )
        return self._ag_layers.pop()

    @property
    def layers(self) -> list[Layer]:
        """The layers, in order: a copy of the list."""
        return list(self._ag_layers)

    def call(self, inputs: Any, training: Any = None) -> Any:
        """Call the layers, one after the other."""
        for each in self._ag_layers:
            inputs = each(inputs)
        return inputs


__all__ = ["Model", "Sequential", "load_model"]
