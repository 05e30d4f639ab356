"""Distributions of `ag.random`: drawn from streams, made of seeds, as methods.

One row says what there is to know of a distribution; the three functions that draw from
it are made of the row.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from graph import dtypes
from graph.dispatch import as_tensor
from graph.dtypes import DType
from graph.errors import DTypeError
from graph.op import REQUIRED, Op
from graph.ops import distributions as ops
from graph.ops import random
from graph.ops.arguments import result_as_given, split_shape
from graph.ops.joining import concat
from graph.ops.manipulation import shape as shape_of
from graph.origin import capture_exact
from graph.shapes import broadcast, is_static
from graph.specs import spec_of


@dataclass(frozen=True, slots=True)
class Distribution:
    """A distribution.

    Attributes:
        name: What its functions are called.
        pair: The op that draws from a stream, and that of a seed.
        parameters: Names with defaults (`REQUIRED` for none) and meanings.
        dtype: That of the result, unless another is asked for.
        takes: The kinds of dtypes that the result may have.
        first: The first line of the documentation.
        source: What it follows.
        appends: Does the shape that functions of streams are given leave out those
            of the parameters, as TensorFlow has it for some?
        dtype_of_seed: The same as `dtype` for the function of a seed.
        dtype_name: What the function of a seed calls the dtype.
    """

    name: str
    pair: tuple[Op, Op]
    parameters: tuple[tuple[str, Any, str], ...]
    dtype: DType
    takes: str
    first: str
    source: str
    appends: bool = False
    dtype_of_seed: DType | None = None
    dtype_name: str = "dtype"


_ROWS: Final = (
    Distribution(
        "exponential",
        ops.EXPONENTIAL,
        (("scale", 1.0, "The mean."),),
        dtypes.float32,
        "f",
        "Draw waiting times, of an exponential distribution.",
        "numpy.random.Generator.exponential",
    ),
    Distribution(
        "laplace",
        ops.LAPLACE,
        (("loc", 0.0, "The mean."), ("scale", 1.0, "How wide it is.")),
        dtypes.float32,
        "f",
        "Draw numbers of Laplace's distribution, exponential on both sides.",
        "numpy.random.Generator.laplace",
    ),
    Distribution(
        "gumbel",
        ops.GUMBEL,
        (("loc", 0.0, "The most likely number."), ("scale", 1.0, "How wide it is.")),
        dtypes.float32,
        "f",
        "Draw numbers of Gumbel's distribution, that of largest values.",
        "numpy.random.Generator.gumbel",
    ),
    Distribution(
        "gamma",
        ops.GAMMA,
        (
            ("alpha", REQUIRED, "The order, positive."),
            ("beta", None, "The rate, positive; by default 1."),
        ),
        dtypes.float32,
        "f",
        "Draw numbers of a gamma distribution.",
        "TensorFlow's random.gamma; gradients by the order are those of quantiles",
        appends=True,
    ),
    Distribution(
        "beta",
        ops.BETA,
        (("a", REQUIRED, "Positive."), ("b", REQUIRED, "Positive.")),
        dtypes.float32,
        "f",
        "Draw numbers of [0, 1], of a beta distribution.",
        "numpy.random.Generator.beta",
    ),
    Distribution(
        "poisson",
        ops.POISSON,
        (("lam", REQUIRED, "The mean, not negative."),),
        dtypes.float32,
        "iuf",
        "Draw counts, of a Poisson distribution.",
        "TensorFlow's random.poisson",
        appends=True,
        dtype_of_seed=dtypes.int32,
    ),
    Distribution(
        "binomial",
        ops.BINOMIAL,
        (
            ("counts", REQUIRED, "How often it is tried."),
            ("probs", REQUIRED, "The chance at each try."),
        ),
        dtypes.int32,
        "iuf",
        "Draw how often something happens, of a binomial distribution.",
        "TensorFlow's random.stateless_binomial",
        dtype_name="output_dtype",
    ),
    Distribution(
        "bernoulli",
        ops.BERNOULLI,
        (("probs", 0.5, "The chance of true."),),
        dtypes.bool,
        "biuf",
        "Draw truth values.",
        "numpy.random.Generator.random() < probs",
    ),
)
DISTRIBUTIONS: Final = MappingProxyType({row.name: row for row in _ROWS})

_DOC: Final = """{first}

Args:
    {arguments}

Shape:   {shape}
Dtype:   `{dtype}`
Raises:  InvalidArgumentError when this runs, if there is no such distribution
Source:  {source}"""
_SHAPE: Final = "shape: A list of integers, symbolic ones among them, or a vector."
_SEED: Final = "seed: Draw from a stream of its own, as for `ag.random.uniform`."
_WORDS: Final = "seed: Two integers, which may be symbolic."
_KEEPS: Final = "`shape`, to which the parameters broadcast"
_APPENDS: Final = "`shape`, followed by that of the parameters together"


def stateful(name: str) -> Callable[..., Any]:
    """Return the function that draws from a stream."""
    row = DISTRIBUTIONS[name]

    def draw(values: dict[str, Any]) -> Any:
        given, attrs = _arguments(row, values, appends=row.appends)
        op, label = row.pair[0], values["name"]
        return random.draw(op, given, attrs, seed=values["seed"], name=label)

    wanted = ["shape", *_names(row), "dtype", "seed", "name"]
    return _function(name, row, draw, wanted, appends=row.appends)


def stateless(name: str) -> Callable[..., Any]:
    """Return the function of a seed."""
    row = DISTRIBUTIONS[name]

    def draw(values: dict[str, Any]) -> Any:
        given, attrs = _arguments(row, values, appends=False)
        operands = (as_tensor(values["seed"]), *given)
        return result_as_given(row.pair[1], operands, attrs, values["name"])

    wanted = ["shape", "seed", *_names(row), row.dtype_name, "name"]
    return _function(f"stateless_{name}", row, draw, wanted, appends=False)


def method(name: str) -> Callable[..., Any]:
    """Return the method of a generator."""
    row = DISTRIBUTIONS[name]

    def draw(values: dict[str, Any]) -> Any:
        given, attrs = _arguments(row, values, appends=False)
        stream, label = values["self"]._stream, values["name"]
        return random.draw(row.pair[0], given, attrs, stream=stream, name=label)

    wanted = ["self", "shape", *_names(row), "dtype", "name"]
    return _function(name, row, draw, wanted, appends=False)


def _names(row: Distribution) -> list[str]:
    return [name for name, _, _ in row.parameters]


def _arguments(
    row: Distribution, values: dict[str, Any], *, appends: bool
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    dtype = values["dtype" if "dtype" in values else row.dtype_name]
    given = [
        (name, 1.0 if values[name] is None else values[name]) for name in _names(row)
    ]
    shape = values["shape"]
    if appends:
        shape = _with_parameters(shape, [value for _, value in given])
    return ops.arguments(row.name, shape, dtype, row.takes, *given)


def _with_parameters(shape: Any, values: list[Any]) -> Any:
    """Return a shape with that of the parameters after it."""
    tensors = [as_tensor(value) for value in values]
    together = broadcast(*(spec_of(x).shape for x in tensors))
    if together == ():
        return shape
    dims, known = split_shape(shape)
    rest: list[Any]
    if together is not None and is_static(together):
        rest = list(together)
    else:
        total = tensors[0]
        for each in tensors[1:]:
            total = total + each
        if total.ndim is None or known is None:
            return concat([as_tensor(shape), shape_of(total)], 0)
        sizes = shape_of(total)
        rest = [
            sizes[i] if dim is None else dim for i, dim in enumerate(total.shape or ())
        ]
    if known is None or (len(dims) == 1 and as_tensor(dims[0]).shape != ()):
        vector = as_tensor(shape)
        return concat([vector, as_tensor(rest, vector.dtype)], 0)
    whole = iter(dims)
    return [*(next(whole) if dim is None else dim for dim in known), *rest]


def _function(
    name: str,
    row: Distribution,
    draw: Callable[[dict[str, Any]], Any],
    wanted: list[str],
    *,
    appends: bool,
) -> Callable[..., Any]:
    of_seed = "seed" in wanted and wanted.index("seed") == 1
    dtype = row.dtype_of_seed if of_seed and row.dtype_of_seed else row.dtype
    defaults: dict[str, Any] = {"dtype": dtype, "name": None, row.dtype_name: dtype}
    defaults |= {name: default for name, default, _ in row.parameters}
    if not of_seed:
        defaults["seed"] = None
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    signature = inspect.Signature(
        [
            inspect.Parameter(each, kind, default=defaults.get(each, REQUIRED))
            for each in wanted
        ]
    )

    def function(*args: Any, **kwargs: Any) -> Any:
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise DTypeError(
                f"random {name}{signature}: {error}.",
                origin=capture_exact(1),
                hint="Give what the signature says.",
            ) from None
        bound.apply_defaults()
        return draw(bound.arguments)

    lines = [_SHAPE, *(f"{each}: {text}" for each, _, text in row.parameters)]
    if "seed" in wanted:
        lines.insert(1, _WORDS) if of_seed else lines.append(_SEED)
    kind_name = next(each for each in wanted if each in ("dtype", row.dtype_name))
    lines += [f"{kind_name}: That of the result.", "name: A name for the node."]
    function.__name__ = function.__qualname__ = name
    function.__doc__ = _DOC.format(
        first=row.first,
        arguments="\n    ".join(lines),
        shape=_APPENDS if appends else _KEEPS,
        dtype=kind_name,
        source=row.source,
    )
    function.__signature__ = signature  # type: ignore[attr-defined]
    function.ops = row.pair  # type: ignore[attr-defined]
    return function


exponential = stateful("exponential")
laplace = stateful("laplace")
gumbel = stateful("gumbel")
gamma = stateful("gamma")
beta = stateful("beta")
poisson = stateful("poisson")
binomial = stateful("binomial")
bernoulli = stateful("bernoulli")
stateless_exponential = stateless("exponential")
stateless_laplace = stateless("laplace")
stateless_gumbel = stateless("gumbel")
stateless_gamma = stateless("gamma")
stateless_beta = stateless("beta")
stateless_poisson = stateless("poisson")
stateless_binomial = stateless("binomial")
stateless_bernoulli = stateless("bernoulli")

__all__ = [
    "bernoulli",
    "beta",
    "binomial",
    "exponential",
    "gamma",
    "gumbel",
    "laplace",
    "poisson",
    "stateless_bernoulli",
    "stateless_beta",
    "stateless_binomial",
    "stateless_exponential",
    "stateless_gamma",
    "stateless_gumbel",
    "stateless_laplace",
    "stateless_poisson",
]
