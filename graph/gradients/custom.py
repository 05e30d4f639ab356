"""`custom_gradient`: functions that tell how gradients flow back through them.

    @ag.custom_gradient
    def f(x):
        def gradient(dy):
            return dy * ...
        return ..., gradient

What the function computes is recorded as ever, and its results go through one op more,
`with_gradient`: through that gradients flow to the arguments by the user's function,
and to nothing else. At once the op holds the function. In a graph it holds a graph of
it, traced as soon as the function was, so that loops can be differentiated and graphs
saved; what the gradient takes of the forward part are further inputs.
"""

from __future__ import annotations

import functools
import inspect
import types
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from graph import nest, shapes
from graph.callables import check_callable
from graph.control import call_user, staging
from graph.dispatch import apply, as_tensor
from graph.errors import CustomGradientError, ShapeError
from graph.gradients.lifting import reads_of
from graph.graph import Graph, Node, current_graph
from graph.ops.custom_gradients import WITH_GRADIENT, is_differentiable
from graph.origin import capture_exact
from graph.recording import ACTIVE, ignore, listen
from graph.tensor import EagerTensor, SymbolicTensor, Tensor
from graph.unbroadcast import like_dtype, zeros_for
from graph.value_operators import values_in

if TYPE_CHECKING:
    from graph.handles import Handle
    from graph.op import Application

# Calls a function of the user's: as it stands, or converted.
Caller = Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]


def _plainly(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return call_user(function, *args, **kwargs)


class CustomGradient:
    """A function with a gradient of its own; see `custom_gradient`."""

    def __init__(self, function: Callable[..., Any]) -> None:
        """Hold the function, and look like it."""
        self.function = function
        self.__name__ = "function"  # if it has no name
        functools.update_wrapper(self, function)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        """Bind to an instance, as a function does."""
        return self if instance is None else types.MethodType(self, instance)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function; its result has the gradient that it tells."""
        return self.call(_plainly, args, kwargs)

    def call(
        self, caller: Caller, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Call the function by `caller`, which may convert it."""
        args = values_in(args)
        reads = _Reads()
        listen(reads)
        try:
            made = caller(self.function, args, kwargs)
        finally:
            ignore(reads)
        result, gradient = self._pair(made)
        if current_graph() is None and not ACTIVE:
            return result
        leaves = nest.flatten(args)
        variables = [v for v in reads.variables() if not _is_among(v, leaves)]
        taken = _Gradient(gradient, variables, leaves, caller)
        taken.check()
        return _with_gradient(result, taken, self.__name__)

    def _pair(self, made: Any) -> tuple[Any, Callable[..., Any]]:
        if isinstance(made, (tuple, list)) and len(made) == 2 and callable(made[1]):
            return values_in(made[0]), made[1]
        raise CustomGradientError(
            f"{self.__name__}() is decorated with custom_gradient, and returns "
            f"{type(made).__name__} instead of its result and a function.",
            origin=capture_exact(3),
            hint="Return a pair: the result, and a function that takes the gradients "
            "of the result and returns those of the arguments.",
        )


def _is_among(value: Any, leaves: Sequence[Any]) -> bool:
    return any(value is leaf for leaf in leaves)


def custom_gradient(f: Callable[..., Any] | None = None) -> Any:
    """Let a function tell how gradients flow back through it; a decorator.

        @ag.custom_gradient
        def log1pexp(x):
            e = ag.exp(x)

            def gradient(dy):
                return dy * (1 - 1 / (1 + e))

            return ag.log(1 + e), gradient

    Args:
        f: A function that returns its result, a tensor or a structure of tensors, and
            a function. That takes the gradient of each tensor of the result, and
            returns one for each tensor (or other leaf) of the positional arguments:
            a list, or one alone; None for no gradient. Where `f` reads trainable
            variables that are not its arguments, it takes them by the keyword
            `variables` as well, and returns two lists: the second for the variables.

    Returns:
        A function that returns the result alone. Gradients of gradients are those of
        the operations in the inner function, unless that has a custom gradient, too.

    Raises:
        CustomGradientError: `f` does not return such a pair; the inner function
            returns another number of gradients, or does not take `variables`.
        ShapeError: A gradient has another shape than its argument.

    Source:  TensorFlow's custom_gradient
    """
    if f is None:
        return custom_gradient
    check_callable(f, "custom_gradient", "f")
    return CustomGradient(f)


def grad_pass_through(f: Callable[..., Any]) -> Callable[..., Any]:
    """Let gradients pass through a function as if it returned its argument.

    Args:
        f: A function of one argument, whose result has the shape of that.

    Source:  TensorFlow's grad_pass_through, the straight-through estimator
    """
    check_callable(f, "grad_pass_through", "f")

    @custom_gradient
    def passed(*args: Any, **kwargs: Any) -> Any:
        return f(*args, **kwargs), lambda *dys: dys

    found: Callable[..., Any] = functools.wraps(f)(passed)
    return found


def recompute_grad(f: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that computes its results once more for their gradient.

    What is computed on the way is not kept until then: less memory, and more time.

    Args:
        f: A function of tensors, which returns tensors.

    Source:  TensorFlow's recompute_grad
    """
    from graph.gradients.tape import GradientTape  # which records what is called here

    check_callable(f, "recompute_grad", "f")

    @custom_gradient
    def computed(*args: Any, **kwargs: Any) -> Any:
        result = f(*args, **kwargs)

        def gradient(*dys: Any, variables: Sequence[Any] = ()) -> Any:
            with GradientTape() as tape:
                tape.watch([*args, *variables])
                again = nest.flatten(f(*args, **kwargs))
            sources = [*args, *variables]
            found = tape.gradient(again, sources, output_gradients=list(dys))
            own, others = found[: len(args)], found[len(args) :]
            return (own, others) if variables else own

        return result, gradient

    found: Callable[..., Any] = functools.wraps(f)(computed)
    return found


class _Reads:
    """Takes note of the trainable variables that are read; see `recording.Listener`."""

    def __init__(self) -> None:
        self._handles: dict[Handle, None] = {}

    def variables(self) -> list[Any]:
        """Return the variables, in the order of their first reads."""
        owners = [handle.owner for handle in self._handles]
        return [owner for owner in owners if owner is not None and owner.trainable]

    def is_interested(self, inputs: Sequence[Any]) -> bool:
        """Answer that no op is recorded."""
        del inputs
        return False

    def record(self, application: Application) -> None:
        """Take no note of an op."""

    def note_read(self, handle: Handle, value: Any) -> None:
        """Take note of a variable."""
        del value
        self._handles[handle] = None

    def note_node(self, node: Node) -> None:
        """Take note of what a node reads, and its bodies."""
        if node.op.name == "read_variable":
            self.note_read(node.attrs["variable"], None)
        for body in node.subgraphs.values():
            for handle in reads_of(body, _handle_of):
                self.note_read(handle, None)  # type: ignore[arg-type]

    def note_extension(self, node: Node) -> None:
        """Take no note of further outputs."""


def _handle_of(node: Node) -> Any:
    return node.attrs["variable"] if node.op.name == "read_variable" else None


class _Gradient:
    """The user's function that makes gradients, and what it makes them for."""

    def __init__(
        self,
        function: Callable[..., Any],
        variables: Sequence[Any],
        leaves: Sequence[Any],
        caller: Caller,
    ) -> None:
        self.function = function
        self.variables = list(variables)
        self.leaves = leaves
        self.caller = caller
        values = [*leaves, *(variable.read_value() for variable in variables)]
        # What can have a gradient, by its place among all.
        self.sources = {
            place: value
            for place, value in enumerate(values)
            if isinstance(value, Tensor) and is_differentiable(value)
        }

    def check(self) -> None:
        """Refuse a function that does not know of variables that are read.

        Raises:
            CustomGradientError: It takes no `variables`.
        """
        if not self.variables:
            return
        try:
            parameters = inspect.signature(self.function).parameters
        except (TypeError, ValueError):  # one that does not tell
            return
        kinds = {parameter.kind for parameter in parameters.values()}
        if "variables" in parameters or inspect.Parameter.VAR_KEYWORD in kinds:
            return
        names = ", ".join(variable.name for variable in self.variables)
        raise CustomGradientError(
            f"the function with a custom gradient reads the variables {names}, and its "
            "gradient takes no `variables`.",
            origin=capture_exact(4),
            hint="Take them, def gradient(dy, variables=None), and return two lists: "
            "of gradients of the arguments, and of the variables; or give the function "
            "the variables as arguments.",
        )

    def __call__(self, *dys: Any) -> list[Any]:
        """Return a gradient for each source, in the source's dtype, or None."""
        if self.variables:
            given = {"variables": list(self.variables)}
            found = self.caller(self.function, dys, given)
            if not isinstance(found, (tuple, list)) or len(found) != 2:
                raise self._refusal(
                    "does not return two lists, the second for variables"
                )
            parts = [*self._listed(found[0], len(self.leaves))]
            parts += self._listed(found[1], len(self.variables))
        else:
            found = self.caller(self.function, dys, {})
            parts = self._listed(found, len(self.leaves))
        return [self._fitted(parts[place], x) for place, x in self.sources.items()]

    def _listed(self, found: Any, count: int) -> list[Any]:
        found = values_in(found)
        parts = (
            nest.flatten(found) if isinstance(found, (tuple, list, dict)) else [found]
        )
        if len(parts) != count:
            raise self._refusal(f"returns {len(parts)} gradients for {count} arguments")
        return parts

    def _refusal(self, what: str) -> CustomGradientError:
        name = getattr(self.function, "__name__", "the function")
        return CustomGradientError(
            f"{name}(), which makes a custom gradient, {what}.",
            origin=capture_exact(3),
            hint="Return one for each tensor of the positional arguments, None for no "
            "gradient.",
        )

    def _fitted(self, part: Any, x: Tensor) -> Any:
        if part is None:
            return None
        value = as_tensor(part, None if isinstance(part, Tensor) else x.dtype)
        if not shapes.is_compatible(value.spec.shape, x.spec.shape):
            raise ShapeError(
                f"a custom gradient has the shape {value.spec} for an argument that is "
                f"{x.spec}.",
                origin=capture_exact(3),
                hint="Give each argument a gradient of its shape; ag.reduce_sum adds "
                "up what was broadcast.",
            )
        return like_dtype(value, x)


def _with_gradient(result: Any, gradient: _Gradient, name: str) -> Any:
    """Return the result, whose gradient is that of the user's function."""
    leaves, structure = nest.flatten_with_structure(result)
    places = [i for i, leaf in enumerate(leaves) if _has_dtype(leaf)]
    values = [leaves[i] for i in places]
    graph = current_graph()
    is_needed = bool(gradient.sources) and any(map(is_differentiable, values))
    if not is_needed:
        return result
    sources: list[Any] = list(gradient.sources.values())
    captures: list[Any] = []
    made: Any = gradient
    if graph is not None:
        values = [graph.capture(x) for x in values]
        made, sources, captures = _traced(graph, values, gradient, name)
        if not sources:
            return result
    attrs = {"gradient": made, "n_sources": len(sources), "n_outputs": len(values)}
    found = apply(WITH_GRADIENT, [*sources, *values, *captures], attrs)
    several = found if isinstance(found, tuple) else (found,)
    for place, value in zip(places, several, strict=True):
        leaves[place] = value
    return nest.pack(structure, leaves)


def _has_dtype(leaf: Any) -> bool:
    """Is it a tensor, which is no number of Python's?"""
    if isinstance(leaf, SymbolicTensor):
        return not leaf.spec.dtype.is_python
    return isinstance(leaf, EagerTensor)


def _traced(
    graph: Graph, values: Sequence[Any], gradient: _Gradient, name: str
) -> tuple[Graph, list[Any], list[Any]]:
    """Return a graph of the gradient, its sources, and what else it takes."""
    body = Graph(f"{name}_gradient", graph, is_block=True)
    dys = [body.add_input(x.spec, "dy") for x in values]
    found = staging().body(body, lambda: gradient(*dys))
    sources = list(gradient.sources.values())
    with body.as_default():
        if found is None:  # it raises an exception
            found = [zeros_for(x) for x in sources]
        pairs = [p for p in zip(found, sources, strict=True) if p[0] is not None]
        outputs = [body.capture(as_tensor(dx)) for dx, _ in pairs]
    captures = [graph.capture(outer) for outer, _ in body.captures]
    return body.finish(outputs), [graph.capture(x) for _, x in pairs], captures


__all__ = ["CustomGradient", "custom_gradient", "grad_pass_through", "recompute_grad"]
