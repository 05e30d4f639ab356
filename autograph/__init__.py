"""Data-dependent Python control flow, captured into graphs, on NumPy alone.

    import autograph as ag

    @ag.function
    def collatz(n):
        steps = 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        return steps

    collatz(ag.constant(27))

Files of the package:

    decorator    function: the decorator
    function/    from the call of a decorated function to a run of its graph
    policy       what happens where a graph cannot hold something
    number_bits  how wide the numbers are that calls return
    definitions  what can be decorated, and where it is defined
    module       Module: what keeps variables
    arguments    arguments taken apart: leaves, and how they are nested
    api          to_code, to_graph, do_not_convert, Operators
    config       switches
    devices      one CPU
    no_effect    what is asked for and has no effect is said once
    nest         nested structures
    bitwise      the bits of integers
    math         functions of numbers, under TensorFlow's names
    nn           functions of neural networks
    ragged       rows of different lengths
    sparse       tensors that are zero but in some places
    numpy/       a namespace of the array API standard
    math         functions of numbers
    linalg       linear algebra
    signal       Fourier transforms
    compat/      older spellings
    data/        data sets, and what steps through them
    training     the flag that layers follow
    io           files, and tensors as bytes
    saved_model/ modules and functions in files, which outlive their source
    train/       checkpoints of a training
    keras/       layers and models; optimizers, losses and metrics
    functional_gradients  grad, vjp, jvp and their kin
    summary/     values over steps, in files that TensorBoard shows
    random       numbers that are new at every run
    distributions  distributions they may have, one row each
    choices      orders and choices
    strings      text of tensors
    verbosity    what the conversion tells about itself
    source       find the source of a function
    syntax       parse, print and build code
    analysis/    what a function's code means: scopes, flow, liveness
    converters/  one rewriting to a file
    conversion   source to converted function
    places       the passes after it: cells, numbered places
    operators/   what converted code calls
    staging/     from its statements to graphs, in attempts
    values/      what stands for values of the run
    allowed      what is converted and what runs as it stands
    testing/     random programs; decorated against undecorated
    __main__     the command line
"""

from pathlib import Path as _Path

import executor as _executor
from autograph import (
    autograph,
    bitwise,
    compat,
    config,
    data,
    debugging,
    errors,
    experimental,
    io,
    keras,
    linalg,
    math,
    nest,
    nn,
    numpy,
    ragged,
    random,
    saved_model,
    signal,
    sparse,
    strings,
    summary,
    train,
)
from autograph.api import (
    GraphOperators,
    Operators,
    do_not_convert,
    to_code,
    to_graph,
)
from autograph.decorator import function
from autograph.devices import device
from autograph.function.concrete import ConcreteFunction
from autograph.function.function import Function
from autograph.functional_gradients import (
    grad,
    hessian,
    jacfwd,
    jacrev,
    jvp,
    value_and_grad,
    vjp,
)
from autograph.keras import losses, metrics, optimizers
from autograph.module import Module
from autograph.policy import python
from graph import dtypes
from graph import numpy as _numpy_functions
from graph import ops as _ops
from graph.composite.indexed_slices import IndexedSlices, IndexedSlicesSpec
from graph.composite.ragged import RaggedTensor, RaggedTensorSpec
from graph.composite.sparse import SparseTensor, SparseTensorSpec
from graph.composite.type_spec import TypeSpec
from graph.dtypes import (
    DType,
    as_dtype,
    bool,
    complex64,
    complex128,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    string,
    uint8,
    uint16,
    uint32,
    uint64,
)
from graph.functional import case, cond, switch_case, while_loop
from graph.gradients.custom import (
    custom_gradient,
    grad_pass_through,
    recompute_grad,
)
from graph.gradients.symbolic import gradients, hessians
from graph.gradients.tape import GradientTape
from graph.graph import Graph
from graph.graph import Node as Operation
from graph.graph import eager_scope as init_scope
from graph.mapping import foldl, foldr, map_fn, scan, vectorized_map
from graph.name_scope import name_scope
from graph.numpy.creation import from_dlpack
from graph.ops import *  # noqa: F403  # every public op, wherever it is defined
from graph.ops.core import cast_anew as cast
from graph.origin import register_library as _register_library
from graph.specs import TensorSpec
from graph.tensor import Tensor
from graph.tensor_array import TensorArray
from graph.tensor_shape import TensorShape
from graph.variable import Variable

# Frames of these are ours, not the user's.
_register_library(str(_Path(__file__).parent))
_register_library(str(_Path(_executor.__file__).parent))
# What `tensor.__array_namespace__()` is; the lower layers do not know it.
_numpy_functions.methods.register_namespace(lambda: numpy)

__version__ = "0.1.0"

newaxis = None

_NAMES = frozenset(
    [
        "ConcreteFunction",
        "DType",
        "Function",
        "GradientTape",
        "Graph",
        "IndexedSlices",
        "IndexedSlicesSpec",
        "Module",
        "GraphOperators",
        "Operation",
        "Operators",
        "RaggedTensor",
        "RaggedTensorSpec",
        "SparseTensor",
        "SparseTensorSpec",
        "Tensor",
        "TensorArray",
        "TensorShape",
        "TensorSpec",
        "TypeSpec",
        "Variable",
        "as_dtype",
        "autograph",
        "bitwise",
        "bool",
        "complex64",
        "complex128",
        "compat",
        "cond",
        "vectorized_map",
        "scan",
        "map_fn",
        "foldr",
        "foldl",
        "switch_case",
        "case",
        "config",
        "custom_gradient",
        "debugging",
        "device",
        "do_not_convert",
        "dtypes",
        "errors",
        "experimental",
        "float16",
        "float32",
        "float64",
        "from_dlpack",
        "function",
        "grad",
        "grad_pass_through",
        "gradients",
        "hessian",
        "hessians",
        "init_scope",
        "int8",
        "int16",
        "int32",
        "int64",
        "io",
        "jacfwd",
        "jacrev",
        "jvp",
        "keras",
        "losses",
        "math",
        "metrics",
        "linalg",
        "name_scope",
        "nest",
        "newaxis",
        "nn",
        "numpy",
        "optimizers",
        "python",
        "ragged",
        "random",
        "recompute_grad",
        "signal",
        "sparse",
        "string",
        "strings",
        "saved_model",
        "summary",
        "train",
        "to_code",
        "to_graph",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "value_and_grad",
        "vjp",
        "while_loop",
    ]
)
# What a star import takes. Not a literal `__all__`, because mypy would then hide the
# ops, which only their families name.
globals()["__all__"] = sorted(_NAMES.union(vars(_ops)["__all__"]))


def __dir__() -> list[str]:
    """Return what users are meant to use, without this library's own modules."""
    return [*globals()["__all__"], "__all__", "__doc__", "__name__", "__version__"]
