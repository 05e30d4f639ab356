"""The op library: one family to a module, one record to an op.

    activations           Activations that are made of other ops. Public as `ag.nn`
    arguments             Arguments of public functions, made fit for ops: axes
    arrangement           Elements repeated, moved and padded: tile, repeat, reverse
    array_derivatives     Ops that gradients of tensor arrays are made of
    assertions            Assertions about tensors, checked whenever the graph runs
    bands                 Diagonals of matrices, one or several at once
    blocks                Blocks of grids put into batches and channels, and back
    calls                 Calls as ops: of functions that call themselves
    casts                 Casts that keep within bounds, those that keep the bits
    classes               Classes that were predicted, counted in pairs
    clipping              Values brought into a range, exactly as NumPy does it
    complex_numbers       Complex numbers: made of two real ones, and taken apart
    composed              Functions of tensors that are made of other ops alone: norms
    contexts              What a program asks about where it is
    control_flow          Control flow as ops: a choice of two graphs, and a loop
    convolution           Convolutions of 1, 2 and 3 dimensions, and what undoes them
    convolution_kernels   (no ops) Convolutions and sums over windows
    convolutions          The convolutions that `ag.nn` has
    core                  Ops that every graph is made of: inputs, constants
    cosine_transforms     Cosine transforms, and what is made of them: `ag.signal`
    counting              Counts: how often integers occur, bins, histograms
    creation              Tensors from nothing: zeros, ones, a filled shape
    custom_gradients      The op that gives values a gradient of the user's own
    debugging             Printing, assertions and errors when a graph runs
    decompositions        Matrices taken apart: cholesky, qr, svd, eigh
    derivatives           Ops that gradients are made of, and `stop_gradient`
    distributions         Distributions beside those of `random`: of waiting times
    fft                   Discrete Fourier transforms (`ag.signal`)
    folding               Folds: the methods reduce, accumulate and reduceat of ufuncs
    formatting            How `ag.print` shows values
    frequencies           The frequencies of Fourier transforms, and their order
    functions             Functions of one number: roots, exponentials, logarithms
    grouping              Values and operations taken together: `group`
    incomplete            The incomplete gamma function. Public as `ag.math`
    incomplete_beta       The incomplete beta function. Public as `ag.math`
    incomplete_kernels    (no ops) The incomplete gamma function
    indexing              `x[...]` exactly as NumPy has it
    iterators             Iterators of the run: what data sets give
    joining               Tensors put together and taken apart: concat, stack, split
    layouts               How arrays are laid out in memory
    least_squares         Matrices of any shape: pinv, lstsq, matrix_rank (`ag.linalg`)
    linalg                Linear algebra: matmul and its kin
    list_derivatives      Ops that gradients of lists are made of
    lists                 Python lists whose length is known only when the graph runs
    logic                 Comparison, logic and bits, element by element
    losses                Losses: cross entropies of scores, and others
    lu                    LU factors with exchanged rows
    manipulation          Shapes asked for and changed: reshape, transpose
    math                  Elementwise arithmetic, and functions of two numbers
    matrices              Einstein sums, norms, traces and diagonals
    matrix_functions      Functions of matrices: expm, powers, logdet
    matrix_operands       What ops on stacks of matrices ask of their operands: axes
    matrix_roots          Square roots and logarithms of matrices: sqrtm
    matrix_roots_kernels  (no ops) Schur's form of a matrix
    nn                    Neural networks: activations, chances made of scores
    normalization         Moments, and what is brought to mean 0 and variance 1 by
    norms                 Norms by the array API's names, and what is made of norms
    number_methods        Attributes and methods of Python's numbers: `n.bit_length()`
    ordering              Order along an axis: the largest few, partitions
    packing               Bits in bytes, roots of polynomials, numbers of bins
    partitions            Rows dealt out to several tensors by number
    parts                 Numbers taken apart: quotient and remainder
    pooling               Windows of an input, of each the largest element or the mean
    powers                (no ops) What `**` is among Python's own numbers
    python_calls          Python functions that are called when a graph runs
    raising               Raise exceptions when a graph runs
    random                Random numbers, new at every run: drawn from a stream
    random_states         Where streams of random numbers stand, and seeds made of seeds
    ranges                Ranges of numbers: of one dtype, as `ag.range`
    rearrangements        Slices by numbers, sequences turned round
    reduction             Reductions: sums, extremes, all and any, along axes
    running               Along one axis: running extremes, running log-sum-exp
    scalars               Operators on NumPy's scalars
    scan                  Along one axis: running sums and products
    scatter               Slices read and written by lists of coordinates: gather_nd
    segments              Reductions of segments
    selection             Elements chosen by condition or by number: where, gather
    sequence_products     Products of sequences: the convolution of two vectors
    sets                  Arrays as sets: their different values, and membership
    shape_assertions      Assertions about shapes and dtypes
    special               Special functions: errors, quantiles, gamma and its kin
    special_coefficients  (no ops) Coefficients of `special_kernels`
    special_kernels       (no ops) Special functions on NumPy alone: errors, quantiles
    string_numbers        Text of numbers, and numbers of text (`ag.strings`)
    string_parts          Text joined and taken apart
    strings               Text of tensors: letters, lengths, parts, patterns
    summaries             Summaries: what a run notes in files, at each run
    systems               Square matrices: solve, inv, det
    tensor_array_rows     What `ag.TensorArray` does with several places at once
    tensor_arrays         What `ag.TensorArray` does in a graph
    tensor_diagonals      Diagonals of tensors of more axes
    transforms            Fourier transforms of one axis, under TensorFlow's names
    transforms_of_axes    Fourier transforms of several axes, under TensorFlow's names
    triangles             Parts of matrices: triangles, bands, diagonals that are set
    tridiagonal           Tridiagonal matrices, of which only three diagonals are kept
    undefined             Products, quotients and logarithms where they are not
    variables             Ops that read and write variables
    vectors               Products with vectors, of chains of matrices, of Kronecker's
    windows               Windows, frames, and spectra of short times: `ag.signal`

A family lists its public functions in `__all__`, and says in `NAMESPACES` where users
find them; `OPS` holds every record. Adding an op touches its family's file alone: this
file is made by `python -m tools.names` of what the families declare.
"""

from graph.op import OPS as OPS
from graph.ops import activations as _activations
from graph.ops import arguments as _arguments
from graph.ops import arrangement as _arrangement
from graph.ops import array_derivatives as _array_derivatives
from graph.ops import assertions as _assertions
from graph.ops import bands as _bands
from graph.ops import blocks as _blocks
from graph.ops import calls as _calls
from graph.ops import casts as _casts
from graph.ops import classes as _classes
from graph.ops import clipping as _clipping
from graph.ops import complex_numbers as _complex_numbers
from graph.ops import composed as _composed
from graph.ops import contexts as _contexts
from graph.ops import control_flow as _control_flow
from graph.ops import convolution as _convolution
from graph.ops import convolution_kernels as _convolution_kernels
from graph.ops import convolutions as _convolutions
from graph.ops import core as _core
from graph.ops import cosine_transforms as _cosine_transforms
from graph.ops import counting as _counting
from graph.ops import creation as _creation
from graph.ops import custom_gradients as _custom_gradients
from graph.ops import debugging as _debugging
from graph.ops import decompositions as _decompositions
from graph.ops import derivatives as _derivatives
from graph.ops import distributions as _distributions
from graph.ops import fft as _fft
from graph.ops import folding as _folding
from graph.ops import formatting as _formatting
from graph.ops import frequencies as _frequencies
from graph.ops import functions as _functions
from graph.ops import grouping as _grouping
from graph.ops import incomplete as _incomplete
from graph.ops import incomplete_beta as _incomplete_beta
from graph.ops import incomplete_kernels as _incomplete_kernels
from graph.ops import indexing as _indexing
from graph.ops import iterators as _iterators
from graph.ops import joining as _joining
from graph.ops import layouts as _layouts
from graph.ops import least_squares as _least_squares
from graph.ops import linalg as _linalg
from graph.ops import list_derivatives as _list_derivatives
from graph.ops import lists as _lists
from graph.ops import logic as _logic
from graph.ops import losses as _losses
from graph.ops import lu as _lu
from graph.ops import manipulation as _manipulation
from graph.ops import math as _math
from graph.ops import matrices as _matrices
from graph.ops import matrix_functions as _matrix_functions
from graph.ops import matrix_operands as _matrix_operands
from graph.ops import matrix_roots as _matrix_roots
from graph.ops import matrix_roots_kernels as _matrix_roots_kernels
from graph.ops import nn as _nn
from graph.ops import normalization as _normalization
from graph.ops import norms as _norms
from graph.ops import number_methods as _number_methods
from graph.ops import ordering as _ordering
from graph.ops import packing as _packing
from graph.ops import partitions as _partitions
from graph.ops import parts as _parts
from graph.ops import pooling as _pooling
from graph.ops import powers as _powers
from graph.ops import python_calls as _python_calls
from graph.ops import raising as _raising
from graph.ops import random as _random
from graph.ops import random_states as _random_states
from graph.ops import ranges as _ranges
from graph.ops import rearrangements as _rearrangements
from graph.ops import reduction as _reduction
from graph.ops import running as _running
from graph.ops import scalars as _scalars
from graph.ops import scan as _scan
from graph.ops import scatter as _scatter
from graph.ops import segments as _segments
from graph.ops import selection as _selection
from graph.ops import sequence_products as _sequence_products
from graph.ops import sets as _sets
from graph.ops import shape_assertions as _shape_assertions
from graph.ops import special as _special
from graph.ops import special_coefficients as _special_coefficients
from graph.ops import special_kernels as _special_kernels
from graph.ops import string_numbers as _string_numbers
from graph.ops import string_parts as _string_parts
from graph.ops import strings as _strings
from graph.ops import summaries as _summaries
from graph.ops import systems as _systems
from graph.ops import tensor_array_rows as _tensor_array_rows
from graph.ops import tensor_arrays as _tensor_arrays
from graph.ops import tensor_diagonals as _tensor_diagonals
from graph.ops import transforms as _transforms
from graph.ops import transforms_of_axes as _transforms_of_axes
from graph.ops import triangles as _triangles
from graph.ops import tridiagonal as _tridiagonal
from graph.ops import undefined as _undefined
from graph.ops import variables as _variables
from graph.ops import vectors as _vectors
from graph.ops import windows as _windows
from graph.ops.arguments import settle as _settle
from graph.ops.arrangement import *
from graph.ops.assertions import *
from graph.ops.bands import diag, diag_part
from graph.ops.blocks import batch_to_space, space_to_batch, space_to_batch_nd
from graph.ops.casts import *
from graph.ops.classes import sequence_mask
from graph.ops.clipping import *
from graph.ops.complex_numbers import *
from graph.ops.composed import *
from graph.ops.contexts import *
from graph.ops.core import *
from graph.ops.counting import (
    digitize,
    histogram_fixed_width,
    histogram_fixed_width_bins,
)
from graph.ops.creation import *
from graph.ops.debugging import *
from graph.ops.derivatives import *
from graph.ops.functions import *
from graph.ops.grouping import *
from graph.ops.incomplete import *
from graph.ops.indexing import *
from graph.ops.joining import *
from graph.ops.linalg import *
from graph.ops.logic import *
from graph.ops.manipulation import *
from graph.ops.math import *
from graph.ops.matrices import einsum, norm, trace
from graph.ops.ordering import argpartition, lexsort, partition
from graph.ops.partitions import *
from graph.ops.parts import *
from graph.ops.python_calls import *
from graph.ops.ranges import *
from graph.ops.rearrangements import *
from graph.ops.reduction import *
from graph.ops.scan import *
from graph.ops.scatter import *
from graph.ops.selection import *
from graph.ops.sets import *
from graph.ops.shape_assertions import *
from graph.ops.special import *
from graph.ops.triangles import tril, triu
from graph.ops.undefined import *
from graph.ops.vectors import cross, inner, kron, vdot, vecdot

# Hidden from mypy, which would take what is listed literally for all there is.
globals()["__all__"] = [
    "argpartition",
    "batch_to_space",
    "cross",
    "diag",
    "diag_part",
    "digitize",
    "einsum",
    "histogram_fixed_width",
    "histogram_fixed_width_bins",
    "inner",
    "kron",
    "lexsort",
    "norm",
    "partition",
    "sequence_mask",
    "space_to_batch",
    "space_to_batch_nd",
    "trace",
    "tril",
    "triu",
    "vdot",
    "vecdot",
    *_arrangement.__all__,
    *_assertions.__all__,
    *_casts.__all__,
    *_clipping.__all__,
    *_complex_numbers.__all__,
    *_composed.__all__,
    *_contexts.__all__,
    *_core.__all__,
    *_creation.__all__,
    *_debugging.__all__,
    *_derivatives.__all__,
    *_functions.__all__,
    *_grouping.__all__,
    *_incomplete.__all__,
    *_indexing.__all__,
    *_joining.__all__,
    *_linalg.__all__,
    *_logic.__all__,
    *_manipulation.__all__,
    *_math.__all__,
    *_partitions.__all__,
    *_parts.__all__,
    *_python_calls.__all__,
    *_ranges.__all__,
    *_rearrangements.__all__,
    *_reduction.__all__,
    *_scan.__all__,
    *_scatter.__all__,
    *_selection.__all__,
    *_sets.__all__,
    *_shape_assertions.__all__,
    *_special.__all__,
    *_undefined.__all__,
]
_settle(
    _activations,
    _bands,
    _blocks,
    _classes,
    _convolutions,
    _cosine_transforms,
    _counting,
    _decompositions,
    _frequencies,
    _incomplete_beta,
    _least_squares,
    _losses,
    _lu,
    _matrices,
    _matrix_functions,
    _matrix_roots,
    _nn,
    _normalization,
    _norms,
    _ordering,
    _pooling,
    _running,
    _segments,
    _string_numbers,
    _string_parts,
    _strings,
    _systems,
    _tensor_diagonals,
    _transforms,
    _transforms_of_axes,
    _triangles,
    _tridiagonal,
    _vectors,
    _windows,
)
