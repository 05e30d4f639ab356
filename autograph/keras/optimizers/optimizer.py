"""`Optimizer`: changes variables by their gradients, and keeps what that needs.

A subclass says how one value becomes the next one, as a pure function. The base class
reads and writes the variables, and creates the slots.

Outside of graphs that function gets NumPy arrays: a tensor for each intermediate result
makes a step of small variables four times as long.
"""

from __future__ import annotations

import copy
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

import numpy as np

from autograph.keras.optimizers.schedules import LearningRateSchedule
from autograph.module import Module
from graph import dtypes, ops
from graph.composite.indexed_slices import IndexedSlices
from graph.control import call_user
from graph.dispatch import as_tensor
from graph.dtypes import DType
from graph.errors import (
    DTypeError,
    InvalidArgumentError,
    ShapeError,
    VariableCreationError,
)
from graph.gradients.tape import GradientTape
from graph.graph import current_graph, eager_scope
from graph.handles import Handle
from graph.origin import capture, capture_exact
from graph.shapes import is_compatible, show
from graph.tensor import EagerTensor, Tensor
from graph.value_operators import value_of
from graph.variable import Variable

Pair = tuple[Any, Variable]
Rate = float | LearningRateSchedule | Callable[[], Any]


class Optimizer(Module):
    """The base class of optimizers.

        class Signed(ag.keras.optimizers.Optimizer):
            def compute(self, value, gradient, slots, rate):
                return value - rate * np.sign(gradient), {}

    The variables of an optimizer are the number of its steps, the learning rate where
    it is a number, and the slots: what it keeps for each variable that it changes. The
    slots are created by `build`, or by the first `apply_gradients`. That may be the
    first call of an `ag.function`, also within a loop of it.

    Attributes:
        iterations: How often `apply_gradients` has run, int64.
        slots: For each name in `slot_names` a list, with a variable for each variable
            that the optimizer was built for.
    """

    #: What is kept for each variable, of its shape and dtype, zero at first.
    slot_names: tuple[str, ...] = ()

    def __init__(
        self,
        learning_rate: Rate = 0.001,
        weight_decay: float | None = None,
        clipnorm: float | None = None,
        clipvalue: float | None = None,
        global_clipnorm: float | None = None,
        name: str | None = None,
    ) -> None:
        """Make an optimizer.

        Args:
            learning_rate: A number, a schedule, or a callable without parameters,
                which is called at each step.
            weight_decay: Before each step, a variable is reduced by this part of
                itself, times the learning rate.
            clipnorm: The largest norm of a gradient; a larger one is scaled down.
            clipvalue: The largest absolute value of an element of a gradient.
            global_clipnorm: The largest norm of all gradients together.
            name: A Python identifier; by default made of the name of the class.

        Raises:
            DTypeError: An argument is not a number.
            InvalidArgumentError: It is out of range, or gradients are to be clipped in
                more than one way.
        """
        super().__init__(name)
        limits = {
            "clipnorm": clipnorm,
            "clipvalue": clipvalue,
            "global_clipnorm": global_clipnorm,
        }
        self._clip = _only_limit(limits)
        self.weight_decay = weight_decay
        if weight_decay is not None:
            check_number("weight_decay", weight_decay, 0, np.inf)
        self.iterations = Variable(np.int64(0), trainable=False, name="iterations")
        self._learning_rate = _as_rate(learning_rate)
        self.slots: dict[str, list[Variable]] = {name: [] for name in self.slot_names}
        # The place of each variable in the lists of slots. By handles, so that the
        # variables that it changes do not count as its own.
        self._places: dict[Handle, int] = {}

    @property
    def learning_rate(self) -> Any:
        """The learning rate: a variable, or what a schedule says for the next step.

        A number can be assigned: `optimizer.learning_rate = 0.1`. Traces that exist
        use it from then on.
        """
        if isinstance(self._learning_rate, Variable):
            return self._learning_rate
        return self._rate()

    @learning_rate.setter
    def learning_rate(self, value: Any) -> None:
        if not isinstance(self._learning_rate, Variable):
            raise InvalidArgumentError(
                f"{self.name}: the learning rate comes from {self._learning_rate!r} "
                "and cannot be assigned.",
                origin=capture_exact(),
                hint="Pass a number to the optimizer to be able to change it, or make "
                "a new optimizer.",
            )
        if callable(value) and not isinstance(value, (Tensor, Variable)):
            raise DTypeError(
                f"{self.name}: the learning rate is a number, and {value!r} is not.",
                origin=capture_exact(),
                hint="Pass schedules and callables when the optimizer is made: traces "
                "that exist would not see a later one.",
            )
        self._learning_rate.assign(ops.cast(as_tensor(value), dtypes.float32))

    # -- What a subclass defines -------------------------------------------------------

    def scalars(self, rate: Tensor, step: Tensor) -> tuple[Tensor, ...]:
        """Return the numbers that a step uses for all variables.

        Args:
            rate: The learning rate.
            step: The number of the step, from 1 on.

        Returns:
            What `compute` gets after the slots, in the dtype of each variable.

        Shape:   () each
        Dtype:   float64
        """
        del step
        return (rate,)

    def compute(
        self, value: Any, gradient: Any, slots: Mapping[str, Any], *scalars: Any
    ) -> tuple[Any, Mapping[str, Any]]:
        """Return the next value of a variable, and the next values of its slots.

        In a graph all of them are tensors, else NumPy arrays: operators and functions
        of NumPy work on both. Results are new arrays.

        Args:
            value: The value of the variable.
            gradient: Its gradient, clipped.
            slots: The values of its slots, by name.
            scalars: What the method `scalars` returns, in the variable's dtype.

        Shape:   that of the variable, each
        Dtype:   that of the variable
        """
        raise NotImplementedError(
            f"{type(self).__name__} has no method `compute`: an optimizer says by it "
            "how values change."
        )

    # -- Steps -------------------------------------------------------------------------

    def build(self, var_list: Iterable[Variable]) -> None:
        """Create the slots of variables; the first step does so by itself.

        Args:
            var_list: All variables that the optimizer is to change.

        Raises:
            DTypeError: One is no variable of floats.
            InvalidArgumentError: The optimizer was built for others before; or one is
                listed twice.
            VariableCreationError: A function is being traced, and not for the first
                time.
        """
        variables = list(var_list)
        self._check_variables(variables)
        self._build(variables)

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Variable]], name: str | None = None
    ) -> Variable:
        """Change variables by one step.

        Args:
            grads_and_vars: Pairs of a gradient and its variable, as from
                `zip(gradients, variables)`. Where a gradient is None the variable
                stays, with a warning. `ag.IndexedSlices` count as the tensor that is
                zero in all other rows.
            name: Of no effect.

        Returns:
            The number of steps, `iterations`.

        Raises:
            DTypeError: An item is no such pair.
            ShapeError: A gradient does not have the shape of its variable.
            InvalidArgumentError: All gradients are None; or a variable is listed twice,
                or was not there when the optimizer was built.
            VariableCreationError: The slots are to be created, and a function is being
                traced, and not for the first time.
        """
        del name
        pairs = [_as_pair(each) for each in grads_and_vars]
        self._check_variables([variable for _, variable in pairs])
        found = self._with_gradients(pairs)
        self._build([variable for _, variable in pairs])
        if found:
            self._step(found)
        return self.iterations

    def apply(
        self, grads: Iterable[Any], trainable_variables: Iterable[Variable]
    ) -> Variable:
        """Change variables by one step; as `apply_gradients`, with two lists.

        Raises:
            InvalidArgumentError: There are not as many gradients as variables;
                otherwise as `apply_gradients`.
        """
        gradients, variables = list(grads), list(trainable_variables)
        if len(gradients) != len(variables):
            raise InvalidArgumentError(
                f"{self.name}: there are {len(gradients)} gradients, and "
                f"{len(variables)} variables.",
                origin=capture_exact(),
                hint="Pass a gradient for each variable, in the same order.",
            )
        return self.apply_gradients(zip(gradients, variables, strict=True))

    def minimize(
        self,
        loss: Any,
        var_list: Iterable[Variable],
        tape: GradientTape | None = None,
    ) -> Variable:
        """Change variables by one step that makes a loss smaller.

        Args:
            loss: A callable without parameters that computes it; or a tensor, with the
                tape that recorded it.
            var_list: The variables.
            tape: The tape, for a loss that is a tensor.

        Returns:
            The number of steps, `iterations`.

        Raises:
            InvalidArgumentError: The loss is a tensor, and there is no tape; otherwise
                as `apply_gradients`.
        """
        variables = list(var_list)
        if callable(loss) and not isinstance(loss, (Tensor, Variable)):
            used = GradientTape() if tape is None else tape
            with used:
                loss = call_user(loss)
        elif tape is not None:
            used = tape
        else:
            raise InvalidArgumentError(
                f"{self.name}.minimize() gets a loss that is a tensor, and no tape.",
                origin=capture_exact(),
                hint="Pass the tape that recorded it, tape=tape; or a function, "
                "minimize(lambda: ..., variables).",
            )
        gradients = used.gradient(loss, variables)
        return self.apply_gradients(zip(gradients, variables, strict=True))

    def _rate(self) -> Tensor:
        """Return the learning rate of the next step."""
        rate = self._learning_rate
        if isinstance(rate, Variable):
            return rate.value()
        if isinstance(rate, LearningRateSchedule):
            return as_tensor(value_of(call_user(rate, self.iterations.value())))
        return as_tensor(value_of(call_user(rate)))

    def _step(self, pairs: Sequence[Pair]) -> None:
        """Take one step, for pairs without None."""
        rate = ops.cast(self._rate(), dtypes.float64)
        step = ops.cast(self.iterations.value(), dtypes.float64) + 1
        exact = self.scalars(rate, step)
        scalars: dict[DType, list[Any]] = {}
        for gradient, variable in self._clipped(pairs):
            dtype = variable.dtype
            if dtype not in scalars:
                scalars[dtype] = [_operand(ops.cast(each, dtype)) for each in exact]
            value = _read(variable)
            if self.weight_decay is not None:
                decay = ops.cast(rate * self.weight_decay, dtype)
                value = value - value * _operand(decay)
            self._update(variable, value, _operand(gradient), scalars[dtype])
        self.iterations.assign_add(1)

    def _update(
        self, variable: Variable, value: Any, gradient: Any, scalars: Sequence[Any]
    ) -> None:
        place = self._places[variable.handle]
        slots = {name: kept[place] for name, kept in self.slots.items()}
        before = {name: _read(slot) for name, slot in slots.items()}
        value, after = call_user(self.compute, value, gradient, before, *scalars)
        _write(variable, value)
        for name, slot in slots.items():
            _write(slot, after[name])

    def _clipped(self, pairs: Sequence[Pair]) -> Sequence[Pair]:
        kind, limit = self._clip
        if kind is None:
            return pairs
        gradients = [gradient for gradient, _ in pairs]
        if kind == "global_clipnorm":
            gradients = ops.clip_by_global_norm(gradients, limit)[0]
        elif kind == "clipnorm":
            gradients = [ops.clip_by_norm(each, limit) for each in gradients]
        else:
            gradients = [ops.clip_by_value(each, -limit, limit) for each in gradients]
        return [
            (g, variable) for g, (_, variable) in zip(gradients, pairs, strict=True)
        ]

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """Return a copy; one that is copied with its model is for the copied model."""
        memo[id(self)] = found = copy.copy(self)
        others = {name: each for name, each in vars(self).items() if name != "_places"}
        vars(found).update(copy.deepcopy(others, memo))
        found._places = {
            memo.get(id(handle.owner), handle.owner).handle: place
            for handle, place in self._places.items()
            if handle.owner is not None
        }
        return found

    # -- What it is given --------------------------------------------------------------

    def _build(self, variables: Sequence[Variable]) -> None:
        if self._places or not variables:
            return
        made: dict[str, list[Variable]] = {name: [] for name in self.slot_names}
        try:
            with eager_scope():  # state of the optimizer, whatever is being traced
                for variable in variables:
                    for name, kept in made.items():
                        kept.append(_zeros_like(variable, name))
        except VariableCreationError as error:
            error.hint = (
                "The first step of an optimizer creates its slots. Call "
                "optimizer.build(variables) before, or make an ag.function for each "
                "optimizer."
            )
            raise
        self.slots.update(made)
        self._places = {each.handle: place for place, each in enumerate(variables)}

    def _check_variables(self, variables: Sequence[Variable]) -> None:
        seen: set[Handle] = set()
        for each in variables:
            if not isinstance(each, Variable) or not each.dtype.is_floating:
                raise DTypeError(
                    f"{self.name} is to change {each!r}, which is no variable of "
                    "floats.",
                    origin=capture_exact(),
                    hint="Pass ag.Variable objects of a floating dtype.",
                )
            if each.handle in seen:
                raise InvalidArgumentError(
                    f"{self.name}: the variable {each.handle.name!r} is listed twice.",
                    origin=capture_exact(),
                    hint="List each variable once; `Module.trainable_variables` does.",
                )
            seen.add(each.handle)
            if self._places and each.handle not in self._places:
                raise self._unknown(each)

    def _unknown(self, variable: Variable) -> InvalidArgumentError:
        count = len(self._places)
        return InvalidArgumentError(
            f"{self.name} was built for {count} variable{'s' * (count != 1)}, and "
            f"{variable.handle.name!r} of shape {show(variable.spec.shape)} is not one "
            "of them.",
            origin=capture_exact(),
            hint="An optimizer keeps slots for the variables of its first step. Call "
            "optimizer.build(all_variables) before that, or use another optimizer for "
            "the new ones.",
        )

    def _with_gradients(self, pairs: Sequence[Pair]) -> list[Pair]:
        """Return the pairs with a gradient, which is a tensor of the variable's dtype.

        Raises:
            InvalidArgumentError: None has one.
            ShapeError: One is not of its variable's shape.
        """
        missing = [each.handle.name for gradient, each in pairs if gradient is None]
        if missing and len(missing) == len(pairs):
            raise InvalidArgumentError(
                f"{self.name}: no gradients are provided for any variable: "
                f"{', '.join(missing)}.",
                origin=capture_exact(),
                hint="The loss does not depend on them, or was computed outside of the "
                "tape.",
            )
        found = [
            (_as_gradient(gradient, variable), variable)
            for gradient, variable in pairs
            if gradient is not None
        ]
        if missing:
            caller = capture(3)
            warnings.warn_explicit(
                f"{self.name}: gradients do not exist for the variables "
                f"{', '.join(missing)}, which stay as they are.",
                UserWarning,
                caller.filename,
                max(caller.lineno, 1),
            )
        return found


def _as_pair(pair: Any) -> Pair:
    if isinstance(pair, (tuple, list)) and len(pair) == 2:
        return pair[0], pair[1]
    raise DTypeError(
        f"apply_gradients: {pair!r} is no pair of a gradient and a variable.",
        origin=capture_exact(),
        hint="Write apply_gradients(zip(gradients, variables)).",
    )


def _as_gradient(gradient: Any, variable: Variable) -> Tensor:
    if isinstance(gradient, IndexedSlices):
        gradient = gradient.like(variable.value())
    found = as_tensor(value_of(gradient))
    if not is_compatible(found.spec.shape, variable.spec.shape):
        raise ShapeError(
            f"the gradient of {variable.handle.name!r} has shape {found.shape}, the "
            f"variable has {variable.shape}.",
            origin=capture_exact(),
            hint="A gradient has the shape of its variable. Are the two lists in the "
            "same order?",
        )
    if found.dtype == variable.dtype:
        return found
    return ops.cast(found, variable.dtype)


def _operand(tensor: Tensor) -> Any:
    """Return what `compute` gets for a tensor: its array, outside of graphs."""
    return tensor._value if isinstance(tensor, EagerTensor) else tensor


def _read(variable: Variable) -> Any:
    """Return the value that a variable has now; in a graph, when it gets there."""
    return variable.handle.value if current_graph() is None else variable.value()


def _write(variable: Variable, value: Any) -> None:
    if isinstance(value, np.ndarray | np.generic):
        variable.handle.assign(value)
    else:
        variable.assign(value)


def _zeros_like(variable: Variable, slot: str) -> Variable:
    """Return a slot: a variable of zeros that has the shape of another one."""
    return Variable(
        np.zeros_like(variable.handle.value),
        trainable=False,
        name=f"{variable.handle.name}/{slot}",
        shape=variable.spec.shape,
    )


def _as_rate(rate: Any) -> Any:
    """Return what is kept of a learning rate: a variable for a number."""
    if isinstance(rate, LearningRateSchedule):
        return rate
    if callable(rate) and not isinstance(rate, (Tensor, Variable)):
        return rate
    check_number("learning_rate", rate, 0, np.inf)
    return Variable(np.float32(rate), trainable=False, name="learning_rate")


def _only_limit(limits: Mapping[str, Any]) -> tuple[str | None, Any]:
    """Return how gradients are clipped, and the limit."""
    chosen = [(kind, limit) for kind, limit in limits.items() if limit is not None]
    if len(chosen) > 1:
        raise InvalidArgumentError(
            f"gradients are to be clipped by {' and by '.join(k for k, _ in chosen)}.",
            origin=capture_exact(),
            hint="Pass one of clipnorm, clipvalue and global_clipnorm.",
        )
    for kind, limit in chosen:
        check_number(kind, limit, 0, np.inf)
    return chosen[0] if chosen else (None, None)


def check_number(name: str, value: Any, least: float, most: float) -> None:
    """Refuse a setting that is no number in a range.

    Raises:
        DTypeError: It is no number.
        InvalidArgumentError: It is out of the range.
    """
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise DTypeError(
            f"{name} is {value!r}, which is no number.",
            origin=capture_exact(),
            hint="Pass a Python number.",
        ) from None
    if not least <= number <= most:
        raise InvalidArgumentError(
            f"{name} is {value!r}.",
            origin=capture_exact(),
            hint=f"It is at least {least:g}"
            + (f" and at most {most:g}." if np.isfinite(most) else "."),
        )


__all__ = ["Optimizer"]
