"""NumPy's functions on tensors: its names, signatures and dtype rules, built of ops.

    registry     which function of ours NumPy's reach; what none of them can keep
    ufunc_protocol  the ufuncs and their methods
    methods      the methods of tensors
    elementwise  what looks at each element by itself, beside the ufuncs
    rearrangement  axes in another order, elements as a vector, arrays put together
    numbering    elements chosen by number or condition
    running      running sums, differences, slopes and areas
    averages     medians, averages with weights, covariances
    quantiles    quantiles and percentiles, with nan or without
    comparison   whole arrays compared; NumPy's further names
    ignoring_nan sums and the like that leave nan out
    placing      elements added, left out, chosen by conditions
    writing      functions that write in place, which are refused
    sequences    slopes, areas, interpolation of samples in order
    polynomials  polynomials by coefficients, convolutions
    fitting      polynomials found: by roots, by division, by points
    histograms   histograms of several axes, bits in bytes, ends that are 0
    index_tricks np.r_, np.c_, np.mgrid and np.ogrid; windows
    spacing      numbers at equal ratios, index grids, windows
    partial_reductions  reductions with where= and initial=
    products     products of vectors and matrices
    einsums      Einstein sums, and further products; diag
    linalg       numpy.linalg
    fft          numpy.fft
    construction arrays made by functions that ask no tensor: np.array, np.arange
    inspection   what is known of a tensor without its values, and copies of it
    sets         different values, membership, sets of two arrays
    counting     bins and histograms, places found by order
    conversion   tensors made as NumPy makes arrays, dtypes as NumPy reads them
    arguments    axes, ranks and devices that the others are given

and the parts of the array API standard:

    creation     arrays made from scratch
    data_types   dtypes asked about, arrays broadcast
    pointwise    the functions that look at each element by itself
    manipulation  arrays joined, taken apart, given other shapes
    searching    places found by value, elements taken by place or condition
    sorting      sort and argsort
    statistics   sums, means, extremes, spreads
    utility      all, any, diff
    linear_algebra  products of vectors and matrices
    information  what the namespace tells about itself

Each function takes eager and symbolic tensors, variables, arrays, numbers and lists.
`np.sum(t)` arrives here through `__array_function__`, `t.sum()` through the methods of
tensors, and `autograph.numpy` exports what the array API standard names.
"""

from graph.numpy import averages as averages
from graph.numpy import comparison as comparison
from graph.numpy import construction as construction
from graph.numpy import counting as counting
from graph.numpy import creation as creation
from graph.numpy import data_types as data_types
from graph.numpy import einsums as einsums
from graph.numpy import elementwise as elementwise
from graph.numpy import fft as fft
from graph.numpy import fitting as fitting
from graph.numpy import histograms as histograms
from graph.numpy import ignoring_nan as ignoring_nan
from graph.numpy import index_tricks as index_tricks
from graph.numpy import information as information
from graph.numpy import inspection as inspection
from graph.numpy import linalg as linalg
from graph.numpy import linear_algebra as linear_algebra
from graph.numpy import manipulation as manipulation
from graph.numpy import methods as methods
from graph.numpy import numbering as numbering
from graph.numpy import partial_reductions as partial_reductions
from graph.numpy import placing as placing
from graph.numpy import pointwise as pointwise
from graph.numpy import polynomials as polynomials
from graph.numpy import products as products
from graph.numpy import quantiles as quantiles
from graph.numpy import rearrangement as rearrangement
from graph.numpy import registry as registry
from graph.numpy import running as running
from graph.numpy import searching as searching
from graph.numpy import sequences as sequences
from graph.numpy import sets as sets
from graph.numpy import sorting as sorting
from graph.numpy import spacing as spacing
from graph.numpy import statistics as statistics
from graph.numpy import ufunc_protocol as ufunc_protocol
from graph.numpy import utility as utility
from graph.numpy import writing as writing

registry.add_facets()
