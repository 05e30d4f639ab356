"""Recurrent layers: cells, and the loop over the steps of a sequence.

A cell is a layer with `state_size` and `output_size` whose `call(inputs, states)`
returns an output and the next states. `RNN` runs any cell; in a graph as one loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from autograph.keras import activations, initializers
from autograph.keras.layers.arguments import positive
from autograph.keras.layers.layer import InputSpec, Layer, batch_size
from graph import ops
from graph.control import call_user
from graph.convert import is_sequence
from graph.dispatch import as_tensor
from graph.errors import InvalidArgumentError, ShapeError
from graph.mapping import foldl, scan_state
from graph.origin import capture_exact


class _Cell(Layer):
    """What the cells here have in common: two kernels and a bias, of several gates."""

    _n_gates = 1
    input_spec = InputSpec(ndim=2)
    units: int

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        *,
        name: str | None = None,
        dtype: Any = None,
        trainable: bool = True,
    ) -> None:
        super().__init__(name, dtype, trainable)
        self.units = positive(units, type(self).__name__, "units")
        self.activation = activations.get(activation)
        self.use_bias = use_bias
        self.kernel_initializer = initializers.get(kernel_initializer)
        self.recurrent_initializer = initializers.get(recurrent_initializer)
        self.bias_initializer = initializers.get(bias_initializer)

    @property
    def state_size(self) -> Any:
        """The size of each state."""
        return self.units

    @property
    def output_size(self) -> int:
        """The size of an output."""
        return self.units

    def build(self, input_shape: Any) -> None:
        """Make kernels and bias; see `Layer`."""
        n_in, width = input_shape[-1], self._n_gates * self.units
        self.kernel = self.add_weight(
            "kernel", (n_in, width), initializer=self.kernel_initializer
        )
        self.recurrent_kernel = self.add_weight(
            "recurrent_kernel",
            (self.units, width),
            initializer=self.recurrent_initializer,
        )
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                "bias", self._bias_shape(width), initializer=self.bias_initializer
            )
        self.input_spec = InputSpec(ndim=2, axes={-1: n_in})

    def _bias_shape(self, width: int) -> tuple[int, ...]:
        return (width,)

    def _product(self, x: Any, kernel: Any, bias: Any) -> Any:
        found = ops.matmul(x, kernel)
        return found if bias is None else ops.add(found, bias)

    def _gates(self, x: Any) -> list[Any]:
        """Return the columns of each gate."""
        return [
            x[:, place * self.units : (place + 1) * self.units]
            for place in range(self._n_gates)
        ]


def _first(states: Any) -> Any:
    return states[0] if is_sequence(states) else states


class SimpleRNNCell(_Cell):
    """Compute `activation(x @ kernel + h @ recurrent_kernel + bias)`, the next state.

    Weights: kernel (n_in, units), recurrent_kernel (units, units), bias (units)
    Shape:   inputs (batch, n_in), state (batch, units) -> (batch, units), twice
    Dtype:   floats -> that of the layer
    Source:  Elman, 1990
    """

    def call(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        """Return the output and the next state, which are the same."""
        h = _first(states)
        found = self._product(inputs, self.kernel, self.bias)
        found = ops.add(found, ops.matmul(h, self.recurrent_kernel))
        found = call_user(self.activation, found)
        return found, [found]


class GRUCell(_Cell):
    """A gated recurrent unit, of one step.

    Args:
        units: The size of state and output.
        activation: That of the candidate: see `ag.keras.activations`.
        recurrent_activation: That of the gates.
        use_bias: Are biases added?
        kernel_initializer: See `ag.keras.initializers`.
        recurrent_initializer: Likewise.
        bias_initializer: Likewise.
        reset_after: Is the reset gate applied after the product with the recurrent
            kernel, which then has a bias of its own? Else before.
        name: See `Layer`.
        dtype: See `Layer`.
        trainable: See `Layer`.

    Weights: kernel (n_in, 3 units), recurrent_kernel (units, 3 units), bias
             (2, 3 units), or (3 units) without reset_after; the columns are those of
             the update gate z, the reset gate r, the candidate. The next state is
             `z * h + (1 - z) * candidate`
    Shape:   inputs (batch, n_in), state (batch, units) -> (batch, units), twice
    Dtype:   floats -> that of the layer
    Source:  Cho et al., 2014; with reset_after, the form of cuDNN
    """

    _n_gates = 3

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        *,
        reset_after: bool = True,
        name: str | None = None,
        dtype: Any = None,
        trainable: bool = True,
    ) -> None:
        super().__init__(
            units,
            activation,
            use_bias,
            kernel_initializer,
            recurrent_initializer,
            bias_initializer,
            name=name,
            dtype=dtype,
            trainable=trainable,
        )
        self.recurrent_activation = activations.get(recurrent_activation)
        self.reset_after = reset_after

    def _bias_shape(self, width: int) -> tuple[int, ...]:
        return (2, width) if self.reset_after else (width,)

    def call(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        """Return the output and the next state, which are the same."""
        h, gate = _first(states), self.recurrent_activation
        of_x, of_h = self.bias, None
        if self.bias is not None and self.reset_after:
            of_x, of_h = self.bias[0], self.bias[1]
        x_z, x_r, x_c = self._gates(self._product(inputs, self.kernel, of_x))
        if self.reset_after:
            product = self._product(h, self.recurrent_kernel, of_h)
            h_z, h_r, h_c = self._gates(product)
            r = call_user(gate, ops.add(x_r, h_r))
            h_c = ops.multiply(r, h_c)
        else:
            k_z, k_r, k_c = self._gates(self.recurrent_kernel)
            h_z, h_r = ops.matmul(h, k_z), ops.matmul(h, k_r)
            r = call_user(gate, ops.add(x_r, h_r))
            h_c = ops.matmul(ops.multiply(r, h), k_c)
        z = call_user(gate, ops.add(x_z, h_z))
        candidate = call_user(self.activation, ops.add(x_c, h_c))
        found = z * h + (1 - z) * candidate
        return found, [found]


class LSTMCell(_Cell):
    """A unit of long short-term memory, of one step.

    Args:
        units: The size of states and output.
        activation: That of candidate and output: see `ag.keras.activations`.
        recurrent_activation: That of the gates.
        use_bias: Is a bias added?
        kernel_initializer: See `ag.keras.initializers`.
        recurrent_initializer: Likewise.
        bias_initializer: Likewise.
        unit_forget_bias: Does the bias of the forget gate begin with 1?
        name: See `Layer`.
        dtype: See `Layer`.
        trainable: See `Layer`.

    Weights: kernel (n_in, 4 units), recurrent_kernel (units, 4 units), bias (4 units);
             the columns are those of the input gate, the forget gate, the candidate,
             the output gate
    Shape:   inputs (batch, n_in), states h and c (batch, units) -> (batch, units), and
             the next states
    Dtype:   floats -> that of the layer
    Source:  Hochreiter and Schmidhuber, 1997; Gers et al., 2000, for the forget gate;
             Jozefowicz et al., 2015, for its bias
    """

    _n_gates = 4

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        *,
        unit_forget_bias: bool = True,
        name: str | None = None,
        dtype: Any = None,
        trainable: bool = True,
    ) -> None:
        super().__init__(
            units,
            activation,
            use_bias,
            kernel_initializer,
            recurrent_initializer,
            bias_initializer,
            name=name,
            dtype=dtype,
            trainable=trainable,
        )
        self.recurrent_activation = activations.get(recurrent_activation)
        self.unit_forget_bias = unit_forget_bias

    @property
    def state_size(self) -> Any:
        """The sizes of both states."""
        return [self.units, self.units]

    def build(self, input_shape: Any) -> None:
        """Make kernels and bias; see `Layer`."""
        super().build(input_shape)
        if self.bias is not None and self.unit_forget_bias:
            self.bias[self.units : 2 * self.units].assign(
                ops.ones([self.units], self.dtype)
            )

    def call(self, inputs: Any, states: Any) -> tuple[Any, Any]:
        """Return the output, and the next states: the output and the memory."""
        h, c = states
        gate = self.recurrent_activation
        found = self._product(inputs, self.kernel, self.bias)
        found = ops.add(found, ops.matmul(h, self.recurrent_kernel))
        i, f, candidate, o = self._gates(found)
        kept = call_user(gate, f) * c
        c = kept + call_user(gate, i) * call_user(self.activation, candidate)
        h = call_user(gate, o) * call_user(self.activation, c)
        return h, [h, c]


class RNN(Layer):
    """Run a cell over the steps of sequences; in a graph as one loop.

    Args:
        cell: A layer with `state_size` and `output_size`, numbers, the first also
            several. Its `call(inputs, states)` takes one step (batch, features) and a
            list of states (batch, size), and returns an output and the next states.
        return_sequences: Return the outputs of all steps, not of the last alone.
        return_state: Return a tuple: the output, then the last states.
        go_backwards: Begin with the last step. Outputs are in the order of the run.
        name: See `Layer`.

    Shape:   (batch, steps, features) -> (batch, output_size), or (batch, steps,
             output_size)
    Dtype:   floats -> that of the cell
    Raises:  ShapeError for another number of axes, features or states
    """

    _takes_one_tensor = True
    input_spec = InputSpec(ndim=3)

    def __init__(
        self,
        cell: Any,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        *,
        name: str | None = None,
        trainable: bool = True,
    ) -> None:
        if not isinstance(cell, Layer) or not hasattr(cell, "state_size"):
            raise InvalidArgumentError(
                f"RNN: {cell!r} is no cell.",
                origin=capture_exact(),
                hint="A cell is a layer with `state_size` and `output_size`.",
            )
        super().__init__(name, cell.dtype)
        self.cell: Any = cell
        self.trainable = trainable
        self.return_sequences = return_sequences
        self.return_state = return_state
        self.go_backwards = go_backwards

    def build(self, input_shape: Any) -> None:
        """Make the weights of the cell, before the loop."""
        step = (input_shape[0], input_shape[2])
        self.cell.build(step)
        self.cell.built = True
        self.input_spec = InputSpec(ndim=3, axes={2: input_shape[2]})

    def call(self, inputs: Any, initial_state: Any = None, training: Any = None) -> Any:
        """Run the cell over the steps; see the class.

        Args:
            inputs: The sequences.
            initial_state: The first states: one, or a sequence of them; by default 0.
            training: Passed on to the cell.
        """
        sizes = self.cell.state_size
        sizes = list(sizes) if is_sequence(sizes) else [sizes]
        states = self._first_states(initial_state, sizes, inputs)
        steps = ops.transpose(inputs, [1, 0, 2])
        if self.go_backwards:
            steps = ops.reverse(steps, [0])
        if self.return_sequences:
            states, output = scan_state(
                lambda before, x: self._step(x, before)[::-1], steps, states
            )
            output = ops.transpose(output, [1, 0, 2])
        else:
            shape = [batch_size(inputs), self.cell.output_size]
            first = (ops.zeros(shape, self.dtype), states)
            output, states = foldl(
                lambda before, x: self._step(x, before[1]), steps, first
            )
        return (output, *states) if self.return_state else output

    def _step(self, x: Any, states: Any) -> tuple[Any, list[Any]]:
        output, after = self.cell(x, states)
        return output, list(after) if is_sequence(after) else [after]

    def _first_states(self, given: Any, sizes: Sequence[int], inputs: Any) -> list[Any]:
        """Return the states that the run begins with.

        Raises:
            ShapeError: There are not as many as the cell has, or of other sizes.
        """
        if given is None:
            batch = batch_size(inputs)
            return [ops.zeros([batch, size], self.dtype) for size in sizes]
        found = list(given) if is_sequence(given) else [given]
        found = [self._cast(as_tensor(each)) for each in found]
        shapes = [each.shape for each in found]
        is_right = len(found) == len(sizes) and all(
            shape.is_compatible_with((inputs.shape[0], size))
            for shape, size in zip(shapes, sizes, strict=True)
        )
        if not is_right:
            raise ShapeError(
                f"the layer {self.name!r} has states of the sizes {list(sizes)}; the "
                f"initial state has the shapes {', '.join(map(str, shapes))}.",
                origin=capture_exact(),
                hint="Each is (batch, size), with the batch of the input.",
            )
        return found


class SimpleRNN(RNN):
    """Run a `SimpleRNNCell` over the steps of sequences.

    Args:
        units: The size of output and state.
        activation: See `SimpleRNNCell`, as those up to `return_sequences`.
        use_bias: Likewise.
        kernel_initializer: Likewise.
        recurrent_initializer: Likewise.
        bias_initializer: Likewise.
        return_sequences: See `RNN`, as the next two.
        return_state: See `RNN`.
        go_backwards: See `RNN`.
        name: See `Layer`.
        dtype: See `Layer`.
        trainable: See `Layer`.

    Weights: those of `SimpleRNNCell`
    Shape:   (batch, steps, features) -> (batch, units), or (batch, steps, units)
    Dtype:   floats -> that of the layer
    """

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        *,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        name: str | None = None,
        dtype: Any = None,
        trainable: bool = True,
    ) -> None:
        cell = SimpleRNNCell(
            units,
            activation,
            use_bias,
            kernel_initializer,
            recurrent_initializer,
            bias_initializer,
            dtype=dtype,
        )
        super().__init__(
            cell,
            return_sequences,
            return_state,
            go_backwards,
            name=name,
            trainable=trainable,
        )


class GRU(RNN):
    """Run a `GRUCell` over the steps of sequences.

    Args:
        units: The size of output and state.
        activation: See `GRUCell`, as those up to `return_sequences`.
        recurrent_activation: Likewise.
        use_bias: Likewise.
        kernel_initializer: Likewise.
        recurrent_initializer: Likewise.
        bias_initializer: Likewise.
        reset_after: Likewise.
        return_sequences: See `RNN`, as the next two.
        return_state: See `RNN`.
        go_backwards: See `RNN`.
        name: See `Layer`.
        dtype: See `Layer`.
        trainable: See `Layer`.

    Weights: those of `GRUCell`
    Shape:   (batch, steps, features) -> (batch, units), or (batch, steps, units)
    Dtype:   floats -> that of the layer
    """

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        *,
        reset_after: bool = True,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        name: str | None = None,
        dtype: Any = None,
        trainable: bool = True,
    ) -> None:
        cell = GRUCell(
            units,
            activation,
            recurrent_activation,
            use_bias,
            kernel_initializer,
            recurrent_initializer,
            bias_initializer,
            reset_after=reset_after,
            dtype=dtype,
        )
        super().__init__(
            cell,
            return_sequences,
            return_state,
            go_backwards,
            name=name,
            trainable=trainable,
        )


class LSTM(RNN):
    """Run an `LSTMCell` over the steps of sequences.

    Args:
        units: The size of output and state.
        activation: See `LSTMCell`, as those up to `return_sequences`.
        recurrent_activation: Likewise.
        use_bias: Likewise.
        kernel_initializer: Likewise.
        recurrent_initializer: Likewise.
        bias_initializer: Likewise.
        unit_forget_bias: Likewise.
        return_sequences: See `RNN`, as the next two.
        return_state: See `RNN`.
        go_backwards: See `RNN`.
        name: See `Layer`.
        dtype: See `Layer`.
        trainable: See `Layer`.

    Weights: those of `LSTMCell`
    Shape:   (batch, steps, features) -> (batch, units), or (batch, steps, units)
    Dtype:   floats -> that of the layer
    """

    def __init__(
        self,
        units: int,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        *,
        unit_forget_bias: bool = True,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        name: str | None = None,
        dtype: Any = None,
        trainable: bool = True,
    ) -> None:
        cell = LSTMCell(
            units,
            activation,
            recurrent_activation,
            use_bias,
            kernel_initializer,
            recurrent_initializer,
            bias_initializer,
            unit_forget_bias=unit_forget_bias,
            dtype=dtype,
        )
        super().__init__(
            cell,
            return_sequences,
            return_state,
            go_backwards,
            name=name,
            trainable=trainable,
        )


__all__ = [
    "GRU",
    "LSTM",
    "RNN",
    "GRUCell",
    "LSTMCell",
    "SimpleRNN",
    "SimpleRNNCell",
]
