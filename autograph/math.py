"""`ag.math`: functions of numbers, under the names that TensorFlow has for them.

Most are functions of `ag` itself, too. What is here alone are running extremes, counts,
the largest few, and reductions of segments.
"""

# Made by `python -m tools.names` of what the families of ops declare.
from graph.ops import complex_numbers as _complex_numbers
from graph.ops import composed as _composed
from graph.ops import functions as _functions
from graph.ops import incomplete as _incomplete
from graph.ops import incomplete_beta as _incomplete_beta
from graph.ops import logic as _logic
from graph.ops import math as _math
from graph.ops import parts as _parts
from graph.ops import reduction as _reduction
from graph.ops import running as _running
from graph.ops import scan as _scan
from graph.ops import segments as _segments
from graph.ops import special as _special
from graph.ops import undefined as _undefined
from graph.ops.activations import log_sigmoid
from graph.ops.classes import confusion_matrix
from graph.ops.complex_numbers import *  # noqa: F403
from graph.ops.composed import *  # noqa: F403
from graph.ops.counting import bincount, bucketize
from graph.ops.functions import *  # noqa: F403
from graph.ops.incomplete import *  # noqa: F403
from graph.ops.incomplete_beta import *  # noqa: F403
from graph.ops.logic import *  # noqa: F403
from graph.ops.math import *  # noqa: F403
from graph.ops.nn import log_softmax, softmax, softplus, softsign
from graph.ops.ordering import in_top_k, invert_permutation, top_k
from graph.ops.parts import *  # noqa: F403
from graph.ops.reduction import *  # noqa: F403
from graph.ops.running import *  # noqa: F403
from graph.ops.scan import *  # noqa: F403
from graph.ops.segments import *  # noqa: F403
from graph.ops.special import *  # noqa: F403
from graph.ops.undefined import *  # noqa: F403

__all__ = [
    "bincount",
    "bucketize",
    "confusion_matrix",
    "in_top_k",
    "invert_permutation",
    "log_sigmoid",
    "log_softmax",
    "softmax",
    "softplus",
    "softsign",
    "top_k",
]
__all__ += _complex_numbers.__all__
__all__ += _composed.__all__
__all__ += _functions.__all__
__all__ += _incomplete.__all__
__all__ += _incomplete_beta.__all__
__all__ += _logic.__all__
__all__ += _math.__all__
__all__ += _parts.__all__
__all__ += _reduction.__all__
__all__ += _running.__all__
__all__ += _scan.__all__
__all__ += _segments.__all__
__all__ += _special.__all__
__all__ += _undefined.__all__
