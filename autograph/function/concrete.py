"""Concrete functions: one graph, its program, and the arguments that it takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter
from types import CodeType
from typing import TYPE_CHECKING, Any

from autograph import arguments
from autograph.arguments import key_orders
from autograph.errors import ConcreteArgumentError
from autograph.function import printed_signatures
from autograph.function.input_signature import SignedBinder
from autograph.function.inputs import Binder, Call, is_kept_as
from autograph.function.key import IDENTITIES
from autograph.function.nested import add_call
from autograph.function.outputs import leaves_of, program_of, runner
from autograph.function.recorded_calls import (
    Recordable,
    assembler,
    call_recorded,
    is_recorded,
)
from autograph.function.trace import Trace
from autograph.staging.output_spec import forms_in, placed
from autograph.tracebacks import without_our_frames
from graph import nest, specs
from graph.building import _STATE
from graph.composite.type_spec import CompositeTensor
from graph.dispatch import as_tensor
from graph.dtypes import DType, strengthen
from graph.errors import InvalidArgumentError, UnstagedOperationError
from graph.graph import Graph, Node, current_graph
from graph.graph_def_builder import returned
from graph.late_refusals import refusal_behind_effect
from graph.locks import cached
from graph.ops.variables import handles_in
from graph.origin import Origin, capture_exact
from graph.recording import ACTIVE
from graph.shapes import covers
from graph.specs import TensorSpec, spec_of
from graph.tensor import EagerTensor
from graph.tensor_shape import TensorShape
from graph.variable import Variable

if TYPE_CHECKING:
    from executor.program import Program

_STARRED = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)


class ConcreteFunction:
    """A function traced for one kind of arguments: a callable around one graph.

    Attributes:
        graph: The graph as it was traced.
        name: The function's name.
        call: The arguments that it was traced for: specs in place of tensors, and
            what stands for objects, which it does not keep alive.
    """

    def __init__(self, name: str, trace: Trace, call: Call, binder: Binder) -> None:
        """Keep a trace; its program is built when it is first needed."""
        self.name = name
        self.graph: Graph = trace.graph
        self.call = call.kept()
        self._trace = trace
        self._binder = binder
        # Does a run leave its arguments in variables? An array of the caller's, who
        # may write to it later, is then copied.
        writes = set(trace.graph.effects.writes)
        self.keeps_values = bool(writes - {"objects"})
        # May a call with tensors alone be run at once?
        self._takes_tensors = not trace.tells_apart

    @cached
    def _program(self) -> Program:
        return program_of(self.graph)

    @cached
    def run_flat(self) -> Callable[[Sequence[Any]], Any]:
        """What runs the graph on a sequence of arrays, one for each input."""
        return runner(self._program, self._trace)

    @property
    def is_built(self) -> bool:
        """Does the trace itself build the result, of memory of its own?"""
        return self._trace.is_built

    @property
    def python_lines(self) -> tuple[tuple[str, str, Origin], ...]:
        """The calls and statements that Python makes when it runs."""
        return self._trace.falls

    @property
    def input_places(self) -> tuple[int, ...]:
        """For each input of the graph its place among the flat arguments."""
        return self._trace.input_places

    @property
    def reads_key_order(self) -> bool:
        """Is it for dicts with their keys in the order that it was traced for?"""
        return self._trace.reads_key_order

    @property
    def key_orders(self) -> tuple[tuple[Any, ...], ...]:
        """The keys of each dict among the arguments it was traced for, in order."""
        return key_orders(self.call.structure)

    @property
    def tells_apart(self) -> bool:
        """Is it for calls alone in which the same containers are one?"""
        return self._trace.tells_apart

    def refusal_behind_effect(self) -> Node | None:
        """Return what may refuse a run after an effect that cannot be repeated."""
        return refusal_behind_effect(self.graph)

    def objects_in(self, values: Sequence[Any]) -> list[Any]:
        """Return the objects that the program takes, given the bound arguments."""
        return self._trace.objects_in(values)

    @property
    def input_specs(self) -> tuple[TensorSpec, ...]:
        """What each input takes."""
        return self._trace.specs

    @property
    def inputs(self) -> list[Any]:
        """The graph's inputs."""
        return list(self.graph.inputs)

    @property
    def outputs(self) -> list[Any]:
        """The graph's outputs, in the order of the flat results."""
        return [x for x in leaves_of(self._trace, self.graph.outputs) if x is not None]

    @property
    def captured_inputs(self) -> list[Any]:
        """What the graph uses besides its arguments.

        Symbolic tensors of other graphs first, then the variables that are still there.
        """
        return [*(outer for outer, _ in self.graph.captures), *self.variables]

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables that the graph reads or writes, in the order it does so first.

        It does not keep them alive: those that are gone are left out.
        """
        owners = [handle.owner for handle in handles_in(self.graph)]
        return tuple(owner for owner in owners if owner is not None)

    @property
    def trainable_variables(self) -> tuple[Variable, ...]:
        """Those of the variables that are trainable."""
        return tuple(each for each in self.variables if each.trainable)

    @property
    def structured_input_signature(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments, positional ones and those by keyword only.

        Tensors are specs, with the names of the graph's inputs. An object that is gone
        is None.
        """
        leaves = [printed_signatures.as_value(leaf) for leaf in self.call.leaves]
        for place, spec, given in zip(
            self.input_places, self.input_specs, self.graph.inputs, strict=False
        ):
            leaves[place] = TensorSpec(spec.shape, spec.dtype, given.node.name)
        parameters = self._binder.signature.parameters.values()
        positional: list[Any] = []
        keywords: dict[str, Any] = {}
        for each, value in zip(parameters, self.call.pack(leaves), strict=True):
            if each.kind is each.KEYWORD_ONLY:
                keywords[each.name] = value
            elif each.kind is each.VAR_KEYWORD:
                keywords.update(value)
            elif each.kind is each.VAR_POSITIONAL:
                positional.extend(value)
            else:
                positional.append(value)
        return tuple(positional), keywords

    @property
    def structured_outputs(self) -> Any:
        """The symbolic results, nested as the function returns them."""
        return placed(self._trace.result, iter(returned(self.graph)))

    @property
    def output_shapes(self) -> Any:
        """The shapes of the results, nested as these; None where a result is None."""
        return nest.map_structure(_shape_of, self.structured_outputs)

    @property
    def output_dtypes(self) -> Any:
        """The dtypes of the results, nested as these; None where a result is None."""
        return nest.map_structure(_dtype_of, self.structured_outputs)

    @property
    def code(self) -> CodeType:
        """The compiled program."""
        return self._program.run.__code__

    def program_source(self) -> str:
        """Return the Python program that runs when the function is called."""
        return self._program.source

    def pretty_printed_signature(self, verbose: bool = True) -> str:
        """Return the arguments and the results as text.

        Args:
            verbose: Show what tensors there are, not only the arguments' names.
        """
        head = printed_signatures.header(self.name, self.call)
        if not verbose:
            return head
        leaves = leaves_of(self._trace, (value.spec for value in self.graph.outputs))
        structure = self._trace.structure
        lines = printed_signatures.signature_lines(self.call, structure, leaves)
        return "\n".join([head, *lines])

    # -- Calls

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the graph.

        Arguments are those of the function; or, by position, the tensors among them
        alone. Python arguments keep the value they were traced with; they may be left
        out.

        Raises:
            InvalidArgumentError: A tensor's dtype or shape is not the traced one.
            ConcreteArgumentError: The arguments are nested in another way, or a Python
                argument has another value.
            TypeError: The arguments do not fit the function.
        """
        __tracebackhide__ = True  # for pytest and IPython: the user's frames matter
        try:
            is_flat = not kwargs and len(args) == len(self.input_specs)
            if is_flat and not ACTIVE and self._takes_tensors:
                arrays = self._arrays(args)
                if arrays is not None:
                    return self.run_flat(arrays)
            return self._call(args, kwargs)
        except BaseException as error:  # noqa: BLE001  # only its frames change
            raise without_our_frames(error)  # noqa: B904

    def _call(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Run the graph for arguments that need a closer look."""
        try:
            values = self._bound(args, kwargs)
            leaves: Sequence[Any] = self._leaves(values)
        except TypeError:
            flat = self._tensors_alone(args, kwargs)
            if flat is None:
                raise
            values, leaves = self.call.pack(flat), flat
        return self.run_leaves(leaves, self.objects_in(values))

    def _arrays(self, args: Sequence[Any]) -> list[Any] | None:
        """Return the arrays of eager tensors that fit the inputs; None if they do not.

        Were they arguments of the function, they would be the same inputs: none fits
        the place of a Python argument.
        """
        if _STATE.graph is not None:
            return None
        arrays = []
        for value, spec in zip(args, self.input_specs, strict=True):
            if type(value) is not EagerTensor:
                return None
            array = value._value
            if array.dtype != spec.dtype.numpy or not covers(spec.shape, array.shape):
                return None
            arrays.append(array)
        return arrays

    def leaves_of(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> tuple[Any, ...]:
        """Return the flat arguments of a call, as an input signature converts them."""
        if isinstance(self._binder, SignedBinder):
            _, _, values = self._binder.prepare(args, kwargs)
            return self._leaves(values)
        return self._leaves(self._bound(args, kwargs))

    def _bound(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return an argument for each parameter, those left out filled in."""
        given, named = list(args), dict(kwargs)
        parameters = list(self._binder.signature.parameters.values())
        for each, value in list(zip(parameters, self.call.packed, strict=True))[
            len(args) :
        ]:
            is_left_out = each.name not in named and each.kind not in _STARRED
            if not is_left_out or arguments.has_specs(value):
                continue
            if each.kind is not each.POSITIONAL_ONLY:
                named[each.name] = value
            elif len(given) == parameters.index(each):
                given.append(value)
        return self._binder.bind(*given, **named)

    def _leaves(self, values: Sequence[Any]) -> tuple[Any, ...]:
        """Return the flat arguments, if they are nested as those of the trace."""
        found, structure = arguments.flatten(tuple(values))
        if not arguments.covers(self.call.structure, structure):
            raise ConcreteArgumentError(
                f"{self.name}() was traced for arguments nested as "
                f"{self.call.structure}, not {structure}.",
                origin=capture_exact(),
                hint="Call the function itself, which traces again where needed.",
            )
        if self.reads_key_order and key_orders(structure) != self.key_orders:
            raise ConcreteArgumentError(
                f"{self.name}() was traced for arguments nested as "
                f"{self.call.structure}, not {structure}: it looks at the order of the "
                "keys.",
                origin=capture_exact(),
                hint="Call the function itself, which traces again where needed; or "
                "go through sorted(d) in it, whose order is the same for all.",
            )
        self._check_values(found)
        return tuple(found)

    def _check_values(self, leaves: Sequence[Any]) -> None:
        """Check that Python arguments are what they were while tracing."""
        inputs = set(self.input_places)
        for place, (given, kept) in enumerate(
            zip(leaves, self.call.leaves, strict=True)
        ):
            if place in inputs or is_kept_as(given, kept):
                continue
            kind = type(given).__name__
            then = printed_signatures.as_value(kept)
            if isinstance(kept, IDENTITIES) and then is None:
                raise ConcreteArgumentError(
                    f"{self.name}() was traced for another object in "
                    f"{self.call.paths[place]}, which is gone, not for this {kind}.",
                    origin=capture_exact(),
                    hint="Objects count by identity. Pass tensors; or keep the object "
                    "in an attribute, or a variable around the function.",
                )
            raise ConcreteArgumentError(
                f"ConcreteFunction {self.name}({', '.join(self.call.names)}) was "
                f"constructed with {type(then).__name__} value {then!r} in "
                f"{self.call.paths[place]}, but was called with {kind} value {given!r}",
                origin=capture_exact(),
                hint="Leave it out, or call the function itself, which traces again.",
            )

    def _tensors_alone(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> list[Any] | None:
        """Return the flat arguments of a call with the tensors among them alone."""
        names = [value.node.name for value in self.inputs[: len(self.input_places)]]
        left = names[len(args) :]
        if len(args) > len(names) or set(left) != kwargs.keys():
            return None
        if not all(map(arguments.is_tensor_like, (*args, *kwargs.values()))):
            return None
        leaves = list(self.call.leaves)
        tensors = [*args, *(kwargs[name] for name in left)]
        for place, value in zip(self.input_places, tensors, strict=True):
            leaves[place] = value
        return leaves

    def run_leaves(self, leaves: Sequence[Any], objects: Sequence[Any] = ()) -> Any:
        """Check tensors among flat arguments against the trace, and run.

        Within a trace a call becomes part of the graph that is being built.

        Args:
            leaves: The arguments.
            objects: Those that the program takes as they are.
        """
        graph = current_graph()
        arrays: list[Any] = []
        for number, (place, spec) in enumerate(
            zip(self.input_places, self.input_specs, strict=True)
        ):
            value = as_tensor(leaves[place])
            found = value.spec
            if not specs.covers(spec, found):
                raise InvalidArgumentError(
                    _unlike(self.name, number, spec, found),
                    origin=capture_exact(),
                    hint="Call the function itself, which traces again where needed.",
                )
            if graph is not None:
                arrays.append(value)
                continue
            assert isinstance(value, EagerTensor)
            array = value._value
            arrays.append(array.copy() if self.keeps_values else array)
        if graph is not None:
            self._check_plain()
            return placed(self._trace.result, iter(add_call(graph, self.graph, arrays)))
        if ACTIVE and is_recorded():
            given = [leaves[i] for i in self.input_places]
            return self.run_recorded(given, arrays, objects)
        return self.run_flat([*arrays, *objects])

    def _check_plain(self) -> None:
        """Refuse to be part of another graph, unless tensors go in and come out.

        Raises:
            UnstagedOperationError: There are objects, too.
        """
        if self._trace.objects or forms_in(self._trace.result):
            raise UnstagedOperationError(
                f"{self.name}() takes or returns what is no tensor.",
                origin=capture_exact(2),
                hint="Call the function itself, not what was traced of it.",
            )

    def run_recorded(
        self, leaves: Sequence[Any], arrays: Sequence[Any], objects: Sequence[Any] = ()
    ) -> Any:
        """Run the graph while tapes are open, which take note of it.

        Args:
            leaves: The arguments that are inputs.
            arrays: Their values.
            objects: The objects that the program takes besides.
        """
        recordable, assemble = self._recordable
        return call_recorded(recordable, assemble, leaves, arrays, objects)

    @cached
    def _recordable(self) -> tuple[Recordable, Callable[[Sequence[Any]], Any]]:
        return Recordable(self.graph), assembler(self._trace)

    def __copy__(self) -> ConcreteFunction:
        """Return the concrete function itself: it never changes."""
        return self

    def __deepcopy__(self, memo: Any) -> ConcreteFunction:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as data: the graph, and the arguments that it takes."""
        from autograph.function import concrete_data as data

        return data.concrete_from_data, (data.concrete_to_data(self),)

    def __str__(self) -> str:
        """Return the name, the arguments and the results, as the documents print it."""
        return f"ConcreteFunction {self.pretty_printed_signature()}"

    def __repr__(self) -> str:
        head = printed_signatures.header(self.name, self.call)
        return f"<ConcreteFunction {head} at {id(self):#x}>"


def _shape_of(leaf: Any) -> TensorShape | None:
    if isinstance(leaf, CompositeTensor):
        return leaf.shape
    return None if leaf is None else TensorShape(spec_of(leaf).shape)


def _dtype_of(leaf: Any) -> DType | None:
    if isinstance(leaf, CompositeTensor):
        return leaf.dtype
    return None if leaf is None else strengthen(spec_of(leaf).dtype)


def _unlike(name: str, number: int, spec: TensorSpec, found: TensorSpec) -> str:
    start = f"cannot compute {name} as input #{number}(zero-based) was expected to be "
    if found.dtype is not spec.dtype:
        return f"{start}a {spec.dtype} tensor but is a {found.dtype} tensor"
    wanted, given = specs.show_tuple(spec.shape), specs.show_tuple(found.shape)
    return f"{start}of shape {wanted} but is of shape {given}"
