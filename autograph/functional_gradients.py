"""Gradients of functions: `grad`, `vjp`, `jvp`, and what is made of them.

    ag.grad(f)(x)                  the gradient of a scalar
    out, pull = ag.vjp(f, x)       pull(dy) is dy times the Jacobian
    out, dy = ag.jvp(f, (x,), (dx,))    the Jacobian times dx

They are GradientTape in another form, and mean the same: they work at once, in
decorated functions, and on each other. There is no forward mode: `jvp` differentiates
the pullback, which is linear in dy, once more (Townsend, 2017, "A new trick for
calculating Jacobian vector products").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from autograph import nest
from graph import ops
from graph.callables import check_callable
from graph.control import call_user
from graph.dispatch import as_tensor
from graph.errors import DTypeError, InvalidArgumentError, NestingError, ShapeError
from graph.gradients.tape import GradientTape
from graph.gradients.values import has_gradient
from graph.graph import current_graph
from graph.origin import capture_exact
from graph.shapes import is_compatible, show
from graph.tensor import Tensor
from graph.value_operators import value_of

Function = Callable[..., Any]
ArgNums = int | Sequence[int]


def grad(fun: Function, argnums: ArgNums = 0, has_aux: bool = False) -> Function:
    """Return a function that computes the gradient of a scalar function.

    Args:
        fun: A function of tensors, or structures of tensors, that returns a scalar.
        argnums: By which positional arguments; a sequence of them for a tuple of
            gradients.
        has_aux: Does `fun` return a pair, of which only the first is differentiated?

    Returns:
        A function with the arguments of `fun` that returns the gradient, in the
        structure of the argument; with `has_aux` a pair of it and what `fun` returned
        second. Where nothing depends on an argument, the gradient is zero.

    Shape:   that of the argument
    Dtype:   floats or complex -> the same
    Raises:  ShapeError if the result is no scalar; DTypeError if an argument is not
             made of floats; GradientError if an op on the way has no gradient
    Source:  JAX's grad; for complex arguments its conjugate, as of GradientTape
    """
    check_callable(fun, "grad", "fun")

    def gradient(*args: Any, **kwargs: Any) -> Any:
        _, found, aux = _value_and_grad("grad", fun, argnums, has_aux, args, kwargs)
        return (found, aux) if has_aux else found

    return _named(gradient, fun)


def value_and_grad(
    fun: Function, argnums: ArgNums = 0, has_aux: bool = False
) -> Function:
    """Return a function that computes a scalar function and its gradient.

    Args:
        fun: See `grad`, as for the other arguments.
        argnums: By which positional arguments.
        has_aux: Does `fun` return a pair, of which only the first is differentiated?

    Returns:
        A function that returns a pair: what `fun` returns, and the gradient.

    Shape:   (), and that of the argument
    Dtype:   floats or complex -> the same
    Raises:  ShapeError, DTypeError, GradientError: as `grad`
    Source:  JAX's value_and_grad
    """
    check_callable(fun, "value_and_grad", "fun")

    def value_and_gradient(*args: Any, **kwargs: Any) -> Any:
        name = "value_and_grad"
        value, found, aux = _value_and_grad(name, fun, argnums, has_aux, args, kwargs)
        return ((value, aux) if has_aux else value), found

    return _named(value_and_gradient, fun)


def vjp(fun: Function, *primals: Any, has_aux: bool = False) -> Any:
    """Return the result of a function, and a function that pulls gradients back.

    Args:
        fun: A function of tensors, or of structures of tensors.
        primals: Its arguments.
        has_aux: Does `fun` return a pair, of which only the first is differentiated?

    Returns:
        The result, and a function: it takes the gradient of some scalar by the result,
        in the structure of the result, and returns a tuple of those by the arguments.
        It may be called any number of times. With `has_aux`, also the second part of
        what `fun` returned.

    Shape:   gradients have the shapes of what they are gradients by
    Dtype:   floats or complex -> the same
    Raises:  DTypeError, GradientError: as `grad`; the function raises NestingError or
             ShapeError for a gradient that is not like the result
    Source:  JAX's vjp
    """
    check_callable(fun, "vjp", "fun")
    places = tuple(range(len(primals)))
    run = _Run.of("vjp", fun, places, has_aux, primals, {}, is_persistent=True)

    def pullback(cotangents: Any) -> tuple[Any, ...]:
        dys = _like("vjp", "gradient", cotangents, run.result)
        found: tuple[Any, ...]
        found = nest.pack_sequence_as(run.arguments, run.gradients(dys))
        return found

    return (run.result, pullback, run.aux) if has_aux else (run.result, pullback)


def jvp(
    fun: Function,
    primals: Sequence[Any],
    tangents: Sequence[Any],
    has_aux: bool = False,
) -> Any:
    """Return the result of a function, and its derivative in a direction.

    Args:
        fun: A function of tensors, or of structures of tensors.
        primals: Its arguments, a tuple or a list.
        tangents: The direction: what each argument changes by, alike.
        has_aux: Does `fun` return a pair, of which only the first is differentiated?

    Returns:
        The result, and how it changes, in its structure. With `has_aux`, also the
        second part of what `fun` returned.

    Shape:   a change has the shape of what changes
    Dtype:   floats or complex -> the same
    Raises:  DTypeError, GradientError: as `grad`; NestingError or ShapeError if the
             direction is not like the arguments
    Source:  JAX's jvp; two reverse passes, as there is no forward mode
    """
    check_callable(fun, "jvp", "fun")
    _check_listed("primals", primals)
    _check_listed("tangents", tangents)
    places = tuple(range(len(primals)))
    run = _Run.of("jvp", fun, places, has_aux, tuple(primals), {}, is_persistent=True)
    changes = _like("jvp", "tangent", tuple(tangents), run.arguments)
    dys, tape, pulled = run.pulled_back()
    found = tape.gradient(pulled, dys, changes, unconnected_gradients="zero")
    result = nest.pack_sequence_as(run.result, run.spread(found))
    return (run.result, result, run.aux) if has_aux else (run.result, result)


def jacrev(fun: Function, argnums: ArgNums = 0, has_aux: bool = False) -> Function:
    """Return a function that computes the Jacobian, row after row.

    Args:
        fun: A function of tensors, or of structures of tensors.
        argnums: By which positional arguments; a sequence of them for a tuple of
            Jacobians.
        has_aux: Does `fun` return a pair, of which only the first is differentiated?

    Returns:
        A function that returns, in the structure of the result of `fun`, for each
        tensor its Jacobian in the structure of the argument.

    Shape:   result (n...), argument (m...) -> (n..., m...)
    Dtype:   floats or complex -> the same
    Raises:  DTypeError, GradientError: as `grad`
    Source:  JAX's jacrev
    """
    check_callable(fun, "jacrev", "fun")

    def jacobian(*args: Any, **kwargs: Any) -> Any:
        run = _Run.of("jacrev", fun, argnums, has_aux, args, kwargs, is_persistent=True)
        found = [run.of_argnums(run.rows(target)) for target in run.targets]
        result = nest.pack_sequence_as(run.result, found)
        return (result, run.aux) if has_aux else result

    return _named(jacobian, fun)


def jacfwd(fun: Function, argnums: ArgNums = 0, has_aux: bool = False) -> Function:
    """Return a function that computes the Jacobian, column after column.

    It takes a step for each element of the arguments, and `jacrev` one for each of the
    result, which costs about half.

    Args:
        fun: See `jacrev`, as for the other arguments.
        argnums: By which positional arguments.
        has_aux: Does `fun` return a pair, of which only the first is differentiated?

    Returns:
        What that of `jacrev` returns.

    Shape:   result (n...), argument (m...) -> (n..., m...)
    Dtype:   floats or complex -> the same
    Raises:  DTypeError, GradientError: as `grad`; ShapeError if the number of axes is
             known only when the graph runs
    Source:  JAX's jacfwd; two reverse passes, as there is no forward mode
    """
    check_callable(fun, "jacfwd", "fun")

    def jacobian(*args: Any, **kwargs: Any) -> Any:
        run = _Run.of("jacfwd", fun, argnums, has_aux, args, kwargs, is_persistent=True)
        dys, tape, pulled = run.pulled_back()
        columns = [  # for each leaf, by each tensor of the result
            tape.jacobian(dx, dys, unconnected_gradients="zero") for dx in pulled
        ]
        found = [
            run.of_argnums(list(map(_turned, of_target, run.leaves)))
            for of_target in zip(*columns, strict=True)
        ]
        result = nest.pack_sequence_as(run.result, run.spread(found))
        return (result, run.aux) if has_aux else result

    return _named(jacobian, fun)


def hessian(fun: Function, argnums: ArgNums = 0, has_aux: bool = False) -> Function:
    """Return a function that computes the second derivatives of a scalar function.

    Args:
        fun: See `grad`, as for the other arguments.
        argnums: By which positional arguments.
        has_aux: Does `fun` return a pair, of which only the first is differentiated?

    Returns:
        A function that returns the Jacobian of the gradient: for an argument that is a
        structure, a structure of structures.

    Shape:   argument (m...) -> (m..., m...)
    Dtype:   floats or complex -> the same
    Raises:  ShapeError, DTypeError, GradientError: as `grad`
    Source:  JAX's hessian
    """
    check_callable(fun, "hessian", "fun")
    return _named(jacrev(grad(fun, argnums, has_aux), argnums, has_aux), fun)


# -- One run of a function -------------------------------------------------------------


@dataclass
class _Run:
    """A function that was run, and what is needed to differentiate it.

    Attributes:
        result: What it returned.
        aux: What it returned beside that.
        targets: The tensors in the result.
        arguments: The arguments that it is differentiated by, a tuple.
        leaves: The tensors in them.
        is_single: Is it differentiated by one argument, and not by several?
        tape: What has recorded it.
    """

    result: Any
    aux: Any
    targets: list[Any]
    arguments: tuple[Any, ...]
    leaves: list[Any]
    is_single: bool
    tape: GradientTape

    @classmethod
    def of(
        cls,
        name: str,
        fun: Function,
        argnums: ArgNums,
        has_aux: bool,
        args: Sequence[Any],
        kwargs: dict[str, Any],
        *,
        is_persistent: bool = False,
    ) -> _Run:
        """Run a function."""
        places = _places(name, argnums, len(args))
        given = list(args)
        with GradientTape(is_persistent, watch_accessed_variables=False) as tape:
            for place in places:
                parts = [_own(name, place, part) for part in nest.flatten(args[place])]
                tape.watch(parts)
                given[place] = nest.pack_sequence_as(args[place], parts)
            made = call_user(fun, *given, **kwargs)
        result, aux = _split(name, fun, made) if has_aux else (made, None)
        targets = [as_tensor(value_of(part)) for part in nest.flatten(result)]
        arguments = tuple(given[place] for place in places)
        return cls(
            nest.pack_sequence_as(result, targets),
            aux,
            targets,
            arguments,
            nest.flatten(arguments),
            isinstance(argnums, int),
            tape,
        )

    def gradients(self, dys: Sequence[Any]) -> list[Any]:
        """Return the gradient by each leaf."""
        found: list[Any] = self.tape.gradient(
            self.targets, self.leaves, dys, unconnected_gradients="zero"
        )
        return found

    def rows(self, target: Any) -> list[Any]:
        """Return the Jacobian of a tensor of the result by each leaf."""
        found: list[Any] = self.tape.jacobian(
            target, self.leaves, unconnected_gradients="zero"
        )
        return found

    def pulled_back(self) -> tuple[list[Any], GradientTape, list[Any]]:
        """Return gradients of the result, a tape, and what it saw them pulled back to.

        That is linear in the gradients, whose values do not matter.
        """
        dys = [ops.zeros_like(y) for y in self.targets if has_gradient(y)]
        with GradientTape(persistent=True, watch_accessed_variables=False) as tape:
            tape.watch(dys)
            pulled = self.gradients(self.spread(dys))
        return dys, tape, pulled

    def spread(self, values: Sequence[Any]) -> list[Any]:
        """Return values for the tensors with gradients, and None for the others."""
        each = iter(values)
        return [next(each) if has_gradient(y) else None for y in self.targets]

    def of_argnums(self, values: Sequence[Any]) -> Any:
        """Return a value for each leaf: a tuple, if there are several arguments."""
        found = nest.pack_sequence_as(self.arguments, values)
        return found[0] if self.is_single else found


def _value_and_grad(
    name: str,
    fun: Function,
    argnums: ArgNums,
    has_aux: bool,
    args: Sequence[Any],
    kwargs: dict[str, Any],
) -> tuple[Any, Any, Any]:
    run = _Run.of(name, fun, argnums, has_aux, args, kwargs)
    target = _scalar(name, fun, run)
    found = run.of_argnums(run.gradients([ops.ones_like(target)]))
    return run.result, found, run.aux


def _scalar(name: str, fun: Function, run: _Run) -> Tensor:
    """Return the result of a function, which is to be a scalar.

    Raises:
        ShapeError: It is a structure, or has axes.
        DTypeError: It has no gradient.
    """
    found = run.result
    if not isinstance(found, Tensor) or found.spec.shape not in {None, ()}:
        what = found.spec if isinstance(found, Tensor) else f"a {type(found).__name__}"
        raise ShapeError(
            f"{name}: {_name_of(fun)} returns {what}, and not a scalar.",
            origin=capture_exact(),
            hint="Reduce the result to a scalar, such as by ag.reduce_sum; return "
            "further values by has_aux=True. `jacrev` differentiates each element.",
        )
    if not has_gradient(found):
        raise DTypeError(
            f"{name}: {_name_of(fun)} returns {found.spec}, which has no gradient.",
            origin=capture_exact(),
            hint="Return a float, such as by ag.cast.",
        )
    return found


def _own(name: str, place: int, leaf: Any) -> Tensor:
    """Return a tensor of an argument that stands for nothing else.

    The same tensor may be passed twice, or be used by the function on its own.

    Raises:
        DTypeError: It has no gradient.
    """
    found = as_tensor(value_of(leaf))
    if not has_gradient(found):
        raise DTypeError(
            f"{name}: argument {place} holds {found.spec}, which has no gradient.",
            origin=capture_exact(),
            hint="Pass floats, such as 3.0 for 3; or leave the argument out of "
            "argnums.",
        )
    if current_graph() is not None:
        return ops.identity(found)
    return ops.reshape(found, found.shape)  # a view: tapes know arrays by identity


def _places(name: str, argnums: ArgNums, count: int) -> list[int]:
    """Return the places of arguments, counted from the first.

    Raises:
        InvalidArgumentError: There is no such argument.
    """
    listed = (argnums,) if isinstance(argnums, int) else tuple(argnums)
    for each in listed:
        if not isinstance(each, int) or not -count <= each < count:
            raise InvalidArgumentError(
                f"{name}: argnums is {argnums!r}, for a call with {count} positional "
                f"argument{'s' * (count != 1)}.",
                origin=capture_exact(),
                hint="It numbers positional arguments, from 0 on; those by keyword are "
                "constants.",
            )
    return [each % count for each in listed]


def _split(name: str, fun: Function, made: Any) -> tuple[Any, Any]:
    if isinstance(made, tuple) and len(made) == 2:
        return made
    raise NestingError(
        f"{name}: {_name_of(fun)} returns no pair, and has_aux is set.",
        origin=capture_exact(),
        hint="Return a tuple of what is differentiated and what is not.",
    )


def _like(name: str, noun: str, values: Any, wanted: Any) -> list[Any]:
    """Return the leaves of a structure that has to be like another, as tensors.

    Those for tensors without gradients are None.

    Raises:
        NestingError: It is another structure.
        ShapeError: A shape differs.
    """
    try:
        nest.assert_same_structure(wanted, values, check_types=False)
    except NestingError as error:
        raise NestingError(
            f"{name}: {error.message}",
            origin=capture_exact(),
            hint=f"There is a {noun} for each tensor, in the same structure.",
        ) from None
    pairs = zip(nest.flatten(values), nest.flatten(wanted), strict=True)
    return [
        _as_change(name, noun, leaf, tensor) if has_gradient(tensor) else None
        for leaf, tensor in pairs
    ]


def _as_change(name: str, noun: str, leaf: Any, tensor: Tensor) -> Tensor:
    found = as_tensor(value_of(leaf), tensor.dtype)
    if not is_compatible(found.spec.shape, tensor.spec.shape):
        raise ShapeError(
            f"{name}: a {noun} has shape {show(found.spec.shape)}, for a tensor of "
            f"shape {show(tensor.spec.shape)}.",
            origin=capture_exact(),
            hint="Both have the same shape.",
        )
    return found


def _check_listed(argument: str, values: Any) -> None:
    if not isinstance(values, (tuple, list)):
        raise NestingError(
            f"jvp: `{argument}` is a {type(values).__name__}.",
            origin=capture_exact(),
            hint=f"Pass a tuple with an item for each argument: ({argument[:-1]},).",
        )


def _turned(columns: Any, leaf: Tensor) -> Any:
    """Return a Jacobian whose first axes are those of the result.

    Shape:   (m..., n...) -> (n..., m...), m... being the shape of the leaf
    """
    rank, inner = columns.ndim, leaf.ndim
    if rank is None or inner is None:
        raise ShapeError(
            "jacfwd: the number of axes is known only when the graph runs.",
            origin=capture_exact(),
            hint="`jacrev` takes any number.",
        )
    return ops.transpose(columns, (*range(inner, rank), *range(inner)))


def _named(made: Function, fun: Function) -> Function:
    """Name a function after the one that it was made of, whose parameters it has."""
    made.__name__ = made.__qualname__ = f"{made.__name__}_of_{_name_of(fun)}"
    made.__wrapped__ = fun  # type: ignore[attr-defined]
    return made


def _name_of(fun: Function) -> str:
    return str(getattr(fun, "__name__", type(fun).__name__))


__all__ = ["grad", "hessian", "jacfwd", "jacrev", "jvp", "value_and_grad", "vjp"]
