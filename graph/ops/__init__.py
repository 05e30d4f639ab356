"""The op library: one family to a module, one record to an op.

    core          inputs, constants, conversions, truth
    math          elementwise arithmetic, and functions of two numbers
    functions     functions of one number
    parts         numbers taken apart: divmod, modf, frexp
    special       error functions, gamma and its kin, Bessel functions
    clipping      values brought into a range
    incomplete    the incomplete gamma function
    complex_numbers  made of real ones, and taken apart
    undefined     products and quotients where they are not defined, nan replaced
    casts         casts within bounds, and of bits
    composed      norms, sums and polynomials, made of other ops
    logic         comparison, truth values, bits, element by element
    reduction     sums, means, extremes, all and any, along axes
    scan          running sums, places of extremes, sorting, along one axis
    manipulation  shape, reshape, transpose, squeeze and their kin
    joining       concat, stack, split, unstack
    arrangement   tile, repeat, reverse, roll, pad, meshgrid
    indexing      x[...] for every kind of index
    item_assignment  what `x[key] = value` makes of an array
    selection     where, gather, masks, one_hot, unique
    scatter       slices read and written by lists of coordinates
    ordering      the largest few, partitions, order by several keys (`ag.math`)
    running       running extremes, running log-sum-exp (`ag.math`)
    counting      how often integers occur, bins, histograms
    classes       (no ops) confusion of classes; masks of sequences
    sets          different values, membership
    partitions    rows dealt out by number, and put together again
    strings       text of tensors, element by element (`ag.strings`)
    string_parts  text joined and taken apart, characters as numbers
    string_numbers  text of numbers, numbers of text
    segments      rows reduced together by the numbers of their segments (`ag.math`)
    creation      zeros, ones, fill, eye, range, linspace
    linalg        matmul and its kin
    matrices      einsum, norm, trace, diagonals
    triangles     triangles and bands of matrices, set_diag (`ag.linalg`)
    vectors       products with vectors, chains of matrices, Kronecker's
    decompositions  cholesky, qr, svd, eigh, eig
    systems       solve, inv, det and their kin
    least_squares  pinv, lstsq, matrix_rank
    lu            LU factors
    matrix_functions  expm, condition numbers, powers
    norms         norms of vectors and of matrices
    fft           Fourier transforms (`ag.signal`)
    transforms    (no ops) those of several axes
    frequencies   (no ops) what they have in which place
    matrix_operands  (no ops) what matrices' ops ask of their operands
    control_flow  cond and while_loop, which hold graphs
    nn            neural networks: activations, dropout (`ag.nn`)
    activations   more of them, made of other ops
    convolution   convolutions and what undoes them, as ops
    convolutions  the same under TensorFlow's names
    pooling       windows of which the largest element or the mean is taken
    losses        cross entropies and other losses
    normalization  moments, and normalisation by them
    python_calls  Python functions that are called when a graph runs
    random        numbers drawn from streams, or made of seeds (`ag.random`)
    distributions  waiting times, counts and extremes, drawn likewise
    random_states  where streams stand, seeds made of seeds
    lists         Python lists whose length is known only when the graph runs
    list_queries  what is asked of those
    tensor_arrays  what `ag.TensorArray` does in a graph
    tensor_array_rows  the same with several places at once
    list_derivatives  what their gradients are made of
    array_derivatives  the same of those of `ag.TensorArray`
    text          Python's text: formatted, joined, its methods
    calls         call and call_again, functions that call themselves
    attempts      what `try` is in a graph
    variables     the reads and writes of variables
    variable_text  how variables are shown
    debugging     print, assertions, errors raised when a graph runs
    assertions    the assert_... functions, built of other ops
    derivatives   ops that gradients are made of, stop_gradient
    gradients/    (no ops) how gradients flow back through ops
    powers        (no ops) what ** is among Python's numbers
    special_kernels  (no ops) special functions on NumPy alone
    incomplete_kernels  (no ops) the incomplete gamma function on NumPy alone
    special_coefficients  (no ops) their polynomials
    convolution_kernels  (no ops) convolutions of any number of dimensions on NumPy
    arguments     (no ops) axes, shapes, weak operands, made fit for ops
    python_functions  what Python's own functions give for Python's numbers
    formatting    (no ops) how print shows values

A family exports its public functions through `__all__`, and this package all of
them; `OPS` holds every record. Adding an op touches its family's file alone.
"""

from graph.op import OPS as OPS
from graph.ops import (
    activations as activations,
)
from graph.ops import (
    arrangement as _arrangement,
)
from graph.ops import (
    array_derivatives as array_derivatives,
)
from graph.ops import (
    assertions as _assertions,
)
from graph.ops import (
    attempts as attempts,
)
from graph.ops import (
    calls as calls,
)
from graph.ops import (
    casts as _casts,
)
from graph.ops import (
    classes as _classes,
)
from graph.ops import (
    clipping as _clipping,
)
from graph.ops import (
    complex_numbers as _complex_numbers,
)
from graph.ops import (
    composed as _composed,
)
from graph.ops import (
    control_flow as control_flow,
)
from graph.ops import (
    convolution as convolution,
)
from graph.ops import (
    convolutions as convolutions,
)
from graph.ops import (
    core as _core,
)
from graph.ops import (
    counting as _counting,
)
from graph.ops import (
    creation as _creation,
)
from graph.ops import (
    debugging as _debugging,
)
from graph.ops import (
    decompositions as _decompositions,
)
from graph.ops import (
    derivatives as _derivatives,
)
from graph.ops import (
    distributions as distributions,
)
from graph.ops import (
    fft as _fft,
)
from graph.ops import (
    folding as folding,
)
from graph.ops import (
    functions as _functions,
)
from graph.ops import (
    incomplete as _incomplete,
)
from graph.ops import (
    indexing as _indexing,
)
from graph.ops import (
    item_assignment as item_assignment,
)
from graph.ops import (
    joining as _joining,
)
from graph.ops import (
    least_squares as _least_squares,
)
from graph.ops import (
    linalg as _linalg,
)
from graph.ops import (
    list_derivatives as list_derivatives,
)
from graph.ops import (
    list_queries as list_queries,
)
from graph.ops import (
    lists as lists,
)
from graph.ops import (
    logic as _logic,
)
from graph.ops import (
    losses as losses,
)
from graph.ops import (
    lu as _lu,
)
from graph.ops import (
    manipulation as _manipulation,
)
from graph.ops import (
    math as _math,
)
from graph.ops import (
    matrices as _matrices,
)
from graph.ops import (
    matrix_functions as _matrix_functions,
)
from graph.ops import (
    nn as _nn,
)
from graph.ops import (
    normalization as normalization,
)
from graph.ops import (
    norms as _norms,
)
from graph.ops import (
    ordering as _ordering,
)
from graph.ops import (
    partitions as _partitions,
)
from graph.ops import (
    parts as _parts,
)
from graph.ops import (
    pooling as pooling,
)
from graph.ops import (
    python_calls as _python_calls,
)
from graph.ops import (
    python_functions as _python_functions,
)
from graph.ops import (
    random as _random,
)
from graph.ops import (
    random_states as _random_states,
)
from graph.ops import (
    reduction as _reduction,
)
from graph.ops import (
    running as _running,
)
from graph.ops import (
    scan as _scan,
)
from graph.ops import (
    scatter as _scatter,
)
from graph.ops import (
    segments as _segments,
)
from graph.ops import (
    selection as _selection,
)
from graph.ops import (
    sequence_products as sequence_products,
)
from graph.ops import (
    sets as _sets,
)
from graph.ops import (
    shape_assertions as _shape_assertions,
)
from graph.ops import (
    special as _special,
)
from graph.ops import (
    string_numbers as _string_numbers,
)
from graph.ops import (
    string_parts as _string_parts,
)
from graph.ops import (
    strings as _strings,
)
from graph.ops import (
    systems as _systems,
)
from graph.ops import (
    tensor_array_rows as _tensor_array_rows,
)
from graph.ops import (
    tensor_arrays as _tensor_arrays,
)
from graph.ops import (
    text as _text,
)
from graph.ops import (
    triangles as _triangles,
)
from graph.ops import (
    undefined as _undefined,
)
from graph.ops import (
    variable_text as variable_text,
)
from graph.ops import (
    variables as variables,
)
from graph.ops import (
    vectors as _vectors,
)
from graph.ops.arrangement import *
from graph.ops.assertions import *
from graph.ops.casts import *
from graph.ops.classes import *
from graph.ops.clipping import *
from graph.ops.complex_numbers import *
from graph.ops.composed import *
from graph.ops.core import *
from graph.ops.counting import *
from graph.ops.creation import *
from graph.ops.debugging import *
from graph.ops.derivatives import *
from graph.ops.functions import *
from graph.ops.incomplete import *
from graph.ops.indexing import *
from graph.ops.joining import *
from graph.ops.linalg import *
from graph.ops.logic import *
from graph.ops.manipulation import *
from graph.ops.math import *
from graph.ops.matrices import *
from graph.ops.ordering import *
from graph.ops.partitions import *
from graph.ops.parts import *
from graph.ops.python_calls import *
from graph.ops.reduction import *
from graph.ops.running import *
from graph.ops.scan import *
from graph.ops.scatter import *
from graph.ops.selection import *
from graph.ops.sets import *
from graph.ops.shape_assertions import *
from graph.ops.special import *
from graph.ops.triangles import *
from graph.ops.undefined import *
from graph.ops.vectors import *

_FAMILIES = (
    _core,
    _math,
    _functions,
    _parts,
    _logic,
    _reduction,
    _scan,
    _manipulation,
    _joining,
    _arrangement,
    _indexing,
    _selection,
    _scatter,
    _ordering,
    _running,
    _counting,
    _classes,
    _sets,
    _partitions,
    _string_numbers,
    _string_parts,
    _strings,
    _segments,
    _creation,
    _linalg,
    _matrices,
    _triangles,
    _vectors,
    _decompositions,
    _systems,
    _least_squares,
    _lu,
    _matrix_functions,
    _norms,
    _fft,
    _text,
    _nn,
    _tensor_arrays,
    _tensor_array_rows,
    _python_calls,
    _random,
    _random_states,
    _debugging,
    _assertions,
    _shape_assertions,
    _python_functions,
    _special,
    _clipping,
    _complex_numbers,
    _undefined,
    _casts,
    _composed,
    _incomplete,
    _derivatives,
)
# Computed, as a new op is named in its family alone; and hidden from mypy, which reads
# literals only and would hide the ops.
globals()["__all__"] = [name for family in _FAMILIES for name in family.__all__]
