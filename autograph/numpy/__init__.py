"""`ag.numpy`: a namespace of the array API standard, version 2024.12.

    import autograph.numpy as xp

    xp.linspace(0, 1, 5)        float64, as in NumPy

Each function has NumPy's name and parameters, which include the standard's, and takes
eager and symbolic tensors: code that is written for any array library is traced as it
is. `x.__array_namespace__()` is this namespace. The reference lists the functions and
the ops behind each, docs/how_to/numpy.md what differs from NumPy. Modules of
`graph/numpy` that are imported as a whole list the standard's functions in `__all__`,
and no others.
"""

import sys as _sys
from math import e, inf, nan, pi

from autograph.numpy import fft, linalg
from graph.dtypes import (
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
    uint8,
    uint16,
    uint32,
    uint64,
)
from graph.numpy import creation as _creation
from graph.numpy import manipulation as _manipulation
from graph.numpy import pointwise as _pointwise
from graph.numpy import searching as _searching
from graph.numpy import sorting as _sorting
from graph.numpy import statistics as _statistics
from graph.numpy import utility as _utility
from graph.numpy.creation import *  # noqa: F403
from graph.numpy.data_types import (
    astype,
    broadcast_arrays,
    broadcast_to,
    can_cast,
    finfo,
    iinfo,
    isdtype,
    result_type,
)
from graph.numpy.information import namespace_info
from graph.numpy.linear_algebra import (
    matrix_transpose,
    tensordot,
)
from graph.numpy.manipulation import *  # noqa: F403
from graph.numpy.methods import register_namespace as _register_namespace
from graph.numpy.pointwise import *  # noqa: F403
from graph.numpy.products import vecdot
from graph.numpy.searching import *  # noqa: F403
from graph.numpy.sets import (
    unique_all,
    unique_counts,
    unique_inverse,
    unique_values,
)
from graph.numpy.sorting import *  # noqa: F403
from graph.numpy.statistics import *  # noqa: F403
from graph.numpy.utility import *  # noqa: F403

__array_api_version__ = "2024.12"
__array_namespace_info__ = namespace_info

newaxis = None


_register_namespace(lambda: _sys.modules[__name__])

__all__ = [
    "__array_api_version__",
    "__array_namespace_info__",
    "astype",
    "bool",
    "broadcast_arrays",
    "broadcast_to",
    "can_cast",
    "complex64",
    "complex128",
    "e",
    "fft",
    "finfo",
    "float16",
    "float32",
    "float64",
    "iinfo",
    "inf",
    "int8",
    "int16",
    "int32",
    "int64",
    "isdtype",
    "linalg",
    "matrix_transpose",
    "nan",
    "newaxis",
    "pi",
    "result_type",
    "tensordot",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "unique_all",
    "unique_counts",
    "unique_inverse",
    "unique_values",
    "vecdot",
]
__all__ += _creation.__all__
__all__ += _manipulation.__all__
__all__ += _pointwise.__all__
__all__ += _searching.__all__
__all__ += _sorting.__all__
__all__ += _statistics.__all__
__all__ += _utility.__all__
