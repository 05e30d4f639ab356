"""`Layer`: a module that makes its weights when it sees its first input."""

from __future__ import annotations

import functools
import inspect
import itertools
import re
import threading
import types
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np

from autograph.decorator import function
from autograph.keras import initializers, regularizers
from autograph.module import Module, parts_within
from autograph.training import Flag, current_flag
from graph import dtypes, nest, ops
from graph.control import call_user
from graph.convert import is_sequence
from graph.dispatch import as_tensor
from graph.dtypes import DType
from graph.errors import (
    DTypeError,
    FailedPreconditionError,
    InvalidArgumentError,
    ShapeError,
)
from graph.functional import cond
from graph.graph import current_graph, eager_scope
from graph.locks import Lock
from graph.name_scope import name_scope
from graph.origin import capture_exact, is_library_code
from graph.specs import TensorSpec
from graph.tensor import Tensor
from graph.tracebacks import of_eager_op
from graph.variable import Variable

# How many layers of each kind have been named. Written by `_unique_name` only, in
# single steps.
_NUMBERS: Final[defaultdict[str, Iterator[int]]] = defaultdict(itertools.count)
# Held while weights are made: threads that call a layer first, at once, make them once.
_BUILDING: Final = Lock(threading.RLock)


@dataclass(frozen=True)
class InputSpec:
    """What the input of a layer has to look like.

    Attributes:
        ndim: The number of its axes; None for any.
        min_ndim: How many it has at least.
        axes: The sizes that some of them have.
    """

    ndim: int | None = None
    min_ndim: int = 0
    axes: Mapping[int, int] = field(default_factory=dict)

    def check(self, shape: Sequence[Any] | None, name: str) -> None:
        """Refuse a shape that does not fit; what is not known yet may.

        Raises:
            ShapeError: It does not fit.
        """
        if shape is None:
            return
        n, found = len(shape), tuple(shape)
        wanted: str | None = None
        if self.ndim is not None and n != self.ndim:
            wanted = f"{self.ndim} axes"
        elif n < self.min_ndim:
            wanted = f"{self.min_ndim} axes at least"
        else:
            for axis, size in self.axes.items():
                if found[axis] not in (None, size):
                    wanted = f"{size} elements along axis {axis}"
        if wanted is not None:
            raise ShapeError(
                f"the layer {name!r} takes inputs with {wanted}; this one has the "
                f"shape {_shown(found)}.",
                origin=capture_exact(),
                hint="The first axis is that of the batch. What a layer has been built "
                "for stays: make another layer for inputs of another kind.",
            )


class _Parameter(NamedTuple):
    """The parameter `training` of a `call`: its place, without `self`; its default."""

    place: int | None
    default: Any


class Layer(Module):
    """A module with weights, which makes them for the first input it is called with.

        class Scale(ag.keras.layers.Layer):
            def build(self, input_shape):
                self.factor = self.add_weight("factor", shape=input_shape[-1:])

            def call(self, inputs):
                return inputs * self.factor

    Subclasses define `call`, and `build` if they have weights. In a traced function
    `call` is converted like any function that is called there; `build` runs once, as
    plain Python, outside of the graph. `call` may have a parameter `training`: what
    the caller passes, else what the layer around it was called with, else the default
    of the parameter, else False.

    Floating-point inputs of layers that have a dtype, or weights by `add_weight`, are
    converted to the layer's dtype.

    Attributes:
        input_spec: What inputs are to look like; None for anything.
    """

    input_spec: InputSpec | None = None
    # Defaults of what `__init__` sets, which need not be called first, or at all.
    _trainable = True
    _dtype: DType | None = None
    # What is changed while a graph is built has names that blocks do not look at.
    _ag_added: tuple[Variable, ...] = ()
    _ag_regularized: tuple[tuple[Callable[..., Any], Variable], ...] = ()
    _ag_built = False
    # The arguments of the first call: what tensors are like; else of `build`.
    _ag_specs: tuple[tuple[Any, ...], dict[str, Any]] | None = None
    _ag_called = False
    _ag_building = False
    # Is the first argument of `call` one tensor, to which lists are converted, too?
    _takes_one_tensor: ClassVar[bool] = False
    # Are its floats of the layer's dtype?
    _casts_inputs: ClassVar[bool] = True

    def __init__(
        self, name: str | None = None, dtype: Any = None, trainable: bool = True
    ) -> None:
        """Set up what all layers have.

        Args:
            name: A Python identifier; by default one of the class, such as `dense`,
                `dense_1`, that no other layer of the process has been given so.
            dtype: That of the weights, by default float32.
            trainable: Are weights to be changed by optimizers?

        Raises:
            NameFormatError: The name is no identifier.
            DTypeError: The dtype is none of floating-point numbers.
        """
        super().__init__(name)
        if dtype is not None:
            self._dtype = _floating(dtype)
        self._trainable = bool(trainable)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Have `build` run once, outside of graphs, and change nothing if it fails."""
        super().__init_subclass__(**kwargs)
        build = vars(cls).get("build")
        if isinstance(build, types.FunctionType):
            cls.build = _building(build)  # type: ignore[method-assign]

    @property
    def name(self) -> str:
        """The name that was given, or a unique one made of the name of the class."""
        given: str | None = getattr(self, "_name", None)
        if given is not None:
            return given
        if "_ag_name" not in vars(self):
            # As Keras has it: `conv2d`, where modules have `conv2_d`.
            base = re.sub(r"(?<=\d)_(?=[a-z]$)", "", super().name)
            self._ag_name = _unique_name(base)
        return self._ag_name

    @property
    def built(self) -> bool:
        """Have the weights been made?"""
        return self._ag_built

    @built.setter
    def built(self, value: bool) -> None:
        self._ag_built = bool(value)

    @property
    def dtype(self) -> DType:
        """The dtype of the weights."""
        return self._dtype or dtypes.float32

    @property
    def trainable(self) -> bool:
        """Are weights to be changed by optimizers? Setting it sets it for all within.

        The weights of a layer that is not trainable are `non_trainable_variables` of
        every module around it.
        """
        return self._trainable

    @trainable.setter
    def trainable(self, value: bool) -> None:
        for each in (self, *self.submodules):
            if isinstance(each, Layer):
                each._trainable = bool(value)

    @property
    def _is_frozen(self) -> bool:
        return not self._trainable

    # -- Weights

    def build(self, input_shape: Any) -> None:
        """Make the weights for inputs of a shape; subclasses define it.

        Args:
            input_shape: A tuple with None for what differs between calls, such as the
                size of the batch; of several inputs a structure of these.
        """

    def add_weight(
        self,
        name: str | None = None,
        shape: Any = (),
        dtype: Any = None,
        initializer: Any = "glorot_uniform",
        trainable: bool = True,
        regularizer: Any = None,
    ) -> Variable:
        """Make a weight, which is one of the layer's variables.

        Args:
            name: Its name, by default `weight`.
            shape: Its shape, of integers.
            dtype: By default that of the layer.
            initializer: What makes its first value: see `ag.keras.initializers`.
            trainable: Is it to be changed by optimizers?
            regularizer: What it costs: see `ag.keras.regularizers`.

        Raises:
            DTypeError: The name is no text.
            ShapeError: A dimension of the shape is not known.
        """
        if not isinstance(name, (str, type(None))):
            raise DTypeError(
                f"add_weight: the name is {name!r}.",
                origin=capture_exact(),
                hint="It comes first; pass the shape as `shape=`.",
            )
        shape = tuple(shape) if is_sequence(shape) else (shape,)
        if None in shape:
            raise ShapeError(
                f"add_weight: the shape of {name!r} is {_shown(shape)}.",
                origin=capture_exact(),
                hint="Weights have dimensions that are known: give the input one, for "
                "example by an input signature.",
            )
        wanted = self.dtype if dtype is None else dtypes.as_dtype(dtype)
        make = initializers.get(initializer) or initializers.Zeros()
        with eager_scope():
            value = make(shape, dtype=wanted)
        variable = Variable(value, trainable, name or "weight", wanted, shape)
        self._ag_added = (*self._ag_added, variable)
        cost = regularizers.get(regularizer)
        if cost is not None:
            self._ag_regularized = (*self._ag_regularized, (cost, variable))
        return variable

    @property
    def variables(self) -> tuple[Variable, ...]:
        """All variables in it, in the order in which attributes were first assigned.

        Those of a layer or a module in it stand where that was assigned; each once.
        """
        found: dict[int, Variable] = {}
        for each in _found_in(self, (Variable,), set()):
            found.setdefault(id(each), each)
        return tuple(found.values())

    @property
    def weights(self) -> list[Variable]:
        """The variables, as a list."""
        return list(self.variables)

    @property
    def trainable_weights(self) -> list[Variable]:
        """The trainable variables, as a list."""
        return list(self.trainable_variables)

    @property
    def non_trainable_weights(self) -> list[Variable]:
        """The variables that are not trainable, as a list."""
        return list(self.non_trainable_variables)

    @property
    def losses(self) -> list[Any]:
        """What the weights cost that have a regularizer, now: a list of numbers."""
        layers = [x for x in (self, *self.submodules) if isinstance(x, Layer)]
        pairs = [pair for layer in layers for pair in layer._ag_regularized]
        return [call_user(cost, variable.value()) for cost, variable in pairs]

    def get_weights(self) -> list[Any]:
        """Return copies of the values of the variables, as arrays."""
        return [np.array(each.numpy()) for each in self.variables]

    def set_weights(self, weights: Sequence[Any]) -> None:
        """Give the variables other values.

        Args:
            weights: One array for each of `weights`.

        Raises:
            ShapeError: One has another shape, or there are not as many. Then none is
                changed.
        """
        variables = self.variables
        if len(weights) != len(variables):
            raise ShapeError(
                f"set_weights: {self.name!r} has {len(variables)} weights, and "
                f"{len(weights)} are given.",
                origin=capture_exact(),
                hint="It makes them when it is first called, or by `build`.",
            )
        pairs = list(zip(variables, map(np.asarray, weights), strict=True))
        for variable, value in pairs:
            if not variable.shape.is_compatible_with(value.shape):
                raise ShapeError(
                    f"set_weights: {variable.name!r} has the shape "
                    f"{_shown(tuple(variable.shape))}, and {_shown(value.shape)} is "
                    "given.",
                    origin=capture_exact(),
                    hint="Values are in the order of `weights`.",
                )
        for variable, value in pairs:
            variable.assign(value.astype(variable.dtype.numpy))

    def count_params(self) -> int:
        """Return how many numbers there are in all variables.

        Raises:
            FailedPreconditionError: The weights have not been made yet.
        """
        for each in (self, *self.submodules):
            if isinstance(each, Layer) and not each.built:
                raise FailedPreconditionError(
                    f"the layer {each.name!r} has no weights yet.",
                    origin=capture_exact(),
                    hint="Call it, or build it: `layer.build((None, 3))`.",
                )
        return _size_of(self.variables)

    # -- Calls

    def call(self, *args: Any, **kwargs: Any) -> Any:
        """Compute what the layer is for; subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define `call`")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Make the weights if there are none yet, and return what `call` does.

        Args:
            *args: The arguments of `call`; the weights are made for the first.
            **kwargs: Likewise. `training` holds for the layers within, too.
        """
        __tracebackhide__ = True
        try:
            return self._apply(args, kwargs)
        except BaseException as error:  # noqa: BLE001  # only its frames change
            raise of_eager_op(error)  # noqa: B904

    def _apply(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        call = self.call
        parameter = _training_parameter(call)
        flag, args = _flag_of(parameter, args, kwargs)
        args = self._converted(args, kwargs)
        if parameter is not None:
            kwargs["training"] = False if flag is None else flag
        if flag is None or flag is current_flag():
            return _run(call, args, kwargs)
        with Flag(flag):
            return _run(call, args, kwargs)

    def _converted(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[Any, ...]:
        """Return the arguments with the first as `call` takes it; build for that."""
        if not args and not kwargs:
            self._build_for(None)
            self._note_call((), {})
            return args
        key = None if args else next(iter(kwargs))
        inputs = self._as_inputs(args[0] if key is None else kwargs[key])
        shape = nest.map_structure(_shape_of, inputs)
        if self.input_spec is not None:
            self.input_spec.check(shape, self.name)
        if not self.built:
            self._build_for(shape)
            if self.input_spec is not None:
                self.input_spec.check(shape, self.name)
        if not self._ag_called:
            if key is None:
                self._note_call((inputs, *args[1:]), kwargs)
            else:
                self._note_call((), {**kwargs, key: inputs})
        if self._casts_inputs and (self._dtype or self._ag_added):
            inputs = nest.map_structure(self._cast, inputs)
        if key is None:
            return (inputs, *args[1:])
        kwargs[key] = inputs
        return args

    def _note_call(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
        """Take note of what arguments are like, for `functions_to_save`."""
        self._ag_specs = nest.map_structure(_as_spec, (args, dict(kwargs)))
        self._ag_called = True

    def _as_inputs(self, inputs: Any) -> Any:
        if self._takes_one_tensor:
            return as_tensor(inputs)
        return nest.map_structure(_as_tensor_if_array, inputs)

    def _build_for(self, shape: Any) -> None:
        self.build(shape)
        self.built = True  # `Layer.build` itself does not say so

    def _cast(self, value: Any) -> Any:
        if not isinstance(value, (Tensor, Variable)) or value.dtype is self.dtype:
            return value
        is_number = value.dtype.is_integer or value.dtype is dtypes.bool
        if value.dtype.is_floating or (is_number and self._takes_one_tensor):
            return ops.cast(value, self.dtype)
        return value

    def _scope(self) -> AbstractContextManager[str]:
        return name_scope(self.name)

    # -- Saving

    def functions_to_save(self) -> dict[str, Any]:
        """Return what `saved_model.save` needs to save calls of the layer.

        It is `__call__` for arguments like those of the first call, with a batch of any
        size, and for `training` true and false, where something takes the flag. A layer
        that was neither called nor built has none.
        """
        if self._ag_specs is None:
            return {}

        def call(*args: Any, **kwargs: Any) -> Any:
            return self(*args, **kwargs)

        parameter = _training_parameter(self.call)
        is_flagged = parameter is not None or bool(self._layers_within())
        default = parameter is not None and bool(parameter.default)
        call.__name__ = "__call__"
        call.__signature__ = _with_flag(  # type: ignore[attr-defined]
            inspect.signature(self.call), default if is_flagged else None
        )
        found, (args, kwargs) = function(call), self._ag_specs
        # The first is the one for calls without the flag.
        for flag in (default, not default) if is_flagged else ():
            found.get_concrete_function(*args, **kwargs, training=flag)
        if not is_flagged:
            found.get_concrete_function(*args, **kwargs)
        return {"__call__": found}

    # -- Text

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}>"

    def summary(self, print_fn: Callable[[str], Any] = print) -> None:
        """Print the layers in it, with the shapes and the number of their weights.

        Args:
            print_fn: Called with each line.
        """
        inner = [each for each in self._layers_within() if each is not self]
        rows = [_row(each) for each in inner or [self]]
        rows.insert(0, ("Layer (type)", "Weights", "Parameters"))
        widths = [max(len(row[place]) for row in rows) for place in range(3)]
        total = _size_of(self.variables)
        trainable = _size_of(self.trainable_variables)
        print_fn(f"{type(self).__name__} {self.name!r}")
        for first, second, third in rows:
            line = f"{first:{widths[0]}}  {second:{widths[1]}}  {third:>{widths[2]}}"
            print_fn(line.rstrip())
        print_fn(f"Parameters: {total:,}, of which {trainable:,} are trainable")

    def _layers_within(self) -> list[Layer]:
        """Return the layers in its attributes, without those in them; each once."""
        found: dict[int, Layer] = {}
        for value in vars(self).values():
            for each in parts_within(value, set()):
                if isinstance(each, Layer):
                    found.setdefault(id(each), each)
        return list(found.values())


def _run(call: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    """Run a `call`: the user's is converted where a graph is built."""
    code = getattr(getattr(call, "__func__", None), "__code__", None)
    if code is not None and is_library_code(code):
        return call(*args, **kwargs)
    return call_user(call, *args, **kwargs)


def _building(build: Any) -> Any:
    """Return a method `build` that runs once, and changes nothing if it fails."""

    @functools.wraps(build, ("__doc__", "__name__", "__qualname__"))
    def build_once(self: Layer, input_shape: Any) -> None:
        with _BUILDING():
            if self._ag_building:  # by a subclass
                build(self, input_shape)
            elif not self.built:
                _build(self, build, input_shape)

    return build_once


def _build(layer: Layer, build: Any, input_shape: Any) -> None:
    before = dict(vars(layer))
    try:
        layer._ag_building = True
        with eager_scope(), layer._scope():
            build(layer, input_shape)
    except BaseException:
        vars(layer).clear()
        vars(layer).update(before)
        raise
    layer._ag_building = False
    layer.built = True
    if layer._ag_specs is None and input_shape is not None:
        dtype = layer.dtype if layer._casts_inputs else dtypes.int64
        layer._ag_specs = ((specs_of(input_shape, dtype),), {})


def _with_flag(signature: inspect.Signature, default: bool | None) -> inspect.Signature:
    """Return the signature of a call with a flag; as it is for None."""
    if default is None:
        return signature
    parameters = {
        name: each.replace(default=default) if name == "training" else each
        for name, each in signature.parameters.items()
    }
    if "training" not in parameters:
        kind = inspect.Parameter.KEYWORD_ONLY
        flag = inspect.Parameter("training", kind, default=default)
        parameters["training"] = flag
    ordered = sorted(parameters.values(), key=lambda each: each.kind)
    return signature.replace(parameters=ordered)


def _training_parameter(call: Any) -> _Parameter | None:
    """Return what is known of the parameter `training` of a `call`, if there is one."""
    function = getattr(call, "python_function", call)
    is_method = isinstance(function, types.MethodType)
    return _parameter_of(
        function.__func__ if is_method else function, is_method=is_method
    )


@functools.lru_cache(maxsize=1024)
def _parameter_of(function: Any, *, is_method: bool) -> _Parameter | None:
    parameters = list(inspect.signature(function).parameters.values())[is_method:]
    for place, each in enumerate(parameters):
        if each.name == "training":
            is_keyword = each.kind is inspect.Parameter.KEYWORD_ONLY
            default = None if each.default is each.empty else each.default
            return _Parameter(None if is_keyword else place, default)
    return None


def _flag_of(
    parameter: _Parameter | None, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, tuple[Any, ...]]:
    """Take the training flag out of the arguments of a call, or find it elsewhere.

    Returns:
        The flag, None if nobody says; and the other positional arguments.
    """
    flag = kwargs.pop("training", None)
    place = None if parameter is None else parameter.place
    if place is not None and len(args) > place:
        flag = args[place]
        if len(args) > place + 1:
            raise InvalidArgumentError(
                "arguments after `training` are passed by place.",
                origin=capture_exact(),
                hint="Pass them by name.",
            )
        args = args[:place]
    if flag is None:
        flag = current_flag()
    if flag is None and parameter is not None:
        flag = parameter.default
    if isinstance(flag, (Tensor, Variable, np.generic, np.ndarray, int)):
        flag = _as_flag(flag)
    return flag, args


def _as_flag(flag: Any) -> Any:
    """Return a truth value, or a symbolic tensor."""
    if isinstance(flag, Variable):
        flag = flag.value()
    if current_graph() is not None and isinstance(flag, Tensor):
        return flag
    return bool(flag)


def when_training(flag: Any, function: Callable[[], Any], other: Any) -> Any:
    """Return `function()` if the training flag is true, else `other()`."""
    if isinstance(flag, Tensor):
        return cond(flag, function, other)
    return function() if flag else other()


def batch_size(x: Tensor) -> Any:
    """Return the size of the first axis: a number, or what the run tells."""
    known = x.shape[0] if x.shape.rank else None
    return ops.shape(x)[0] if known is None else known


def _as_tensor_if_array(value: Any) -> Any:
    return as_tensor(value) if isinstance(value, np.ndarray) else value


def specs_of(shape: Any, dtype: Any) -> Any:
    """Return the specs of inputs of a shape, or of a structure of shapes."""
    if isinstance(shape, dict):
        return {key: specs_of(each, dtype) for key, each in shape.items()}
    if is_sequence(shape) and any(is_sequence(each) for each in shape):
        return [specs_of(each, dtype) for each in shape]
    return TensorSpec(shape, dtype)


def _as_spec(value: Any) -> Any:
    """Return what a tensor is like, in a batch of any size; others as they are."""
    value = _as_tensor_if_array(value)
    if not isinstance(value, (Tensor, Variable)):
        return value
    shape = value.spec.shape
    return TensorSpec((None, *shape[1:]) if shape else shape, value.dtype)


def _shape_of(value: Any) -> Any:
    if not isinstance(value, (Tensor, Variable)):
        return ()
    shape = value.shape
    return None if shape.rank is None else tuple(shape)


def _found_in(module: Any, kinds: Any, seen: set[int]) -> Iterator[Any]:
    """Yield what is of these kinds in a module, and in those in it, in order."""
    if id(module) in seen:
        return
    seen.add(id(module))
    for value in list(vars(module).values()):
        for leaf in parts_within(value, set()):
            if isinstance(leaf, kinds):
                yield leaf
            elif isinstance(leaf, Module):
                yield from _found_in(leaf, kinds, seen)


def _unique_name(base: str) -> str:
    number = next(_NUMBERS[base])
    return f"{base}_{number}" if number else base


def _floating(dtype: Any) -> DType:
    found: DType = dtypes.as_dtype(dtype)
    if not found.is_floating:
        raise DTypeError(
            f"a layer has weights of floating-point numbers, not of {found}.",
            origin=capture_exact(),
            hint="Its dtype is float16, float32 or float64.",
        )
    return found


def _size_of(variables: Sequence[Variable]) -> int:
    return sum(each.size or 0 for each in variables)


def _shown(shape: Sequence[Any]) -> str:
    return f"[{', '.join(map(str, shape))}]"


def _row(layer: Layer) -> tuple[str, str, str]:
    """Return what a line of a summary says of a layer."""
    variables = layer.variables
    shapes = ", ".join(_shown(tuple(each.shape)) for each in variables)
    if not layer.built:
        shapes = "not built yet"
    return (
        f"{layer.name} ({type(layer).__name__})",
        shapes,
        f"{_size_of(variables):,}",
    )


__all__ = ["InputSpec", "Layer", "batch_size", "specs_of", "when_training"]
