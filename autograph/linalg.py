"""`ag.linalg`: linear algebra, under TensorFlow's names and NumPy's."""

# Made by `python -m tools.names` of what the families of ops declare.
from graph.ops import bands as _bands
from graph.ops import decompositions as _decompositions
from graph.ops import least_squares as _least_squares
from graph.ops import linalg as _linalg
from graph.ops import lu as _lu
from graph.ops import matrices as _matrices
from graph.ops import matrix_functions as _matrix_functions
from graph.ops import matrix_roots as _matrix_roots
from graph.ops import norms as _norms
from graph.ops import systems as _systems
from graph.ops import tensor_diagonals as _tensor_diagonals
from graph.ops import triangles as _triangles
from graph.ops import tridiagonal as _tridiagonal
from graph.ops import vectors as _vectors
from graph.ops.bands import *  # noqa: F403
from graph.ops.creation import eye
from graph.ops.decompositions import *  # noqa: F403
from graph.ops.least_squares import *  # noqa: F403
from graph.ops.linalg import *  # noqa: F403
from graph.ops.lu import *  # noqa: F403
from graph.ops.matrices import *  # noqa: F403
from graph.ops.matrix_functions import *  # noqa: F403
from graph.ops.matrix_roots import *  # noqa: F403
from graph.ops.norms import *  # noqa: F403
from graph.ops.systems import *  # noqa: F403
from graph.ops.tensor_diagonals import *  # noqa: F403
from graph.ops.triangles import *  # noqa: F403
from graph.ops.tridiagonal import *  # noqa: F403
from graph.ops.vectors import *  # noqa: F403

__all__ = ["eye"]
__all__ += _bands.__all__
__all__ += _decompositions.__all__
__all__ += _least_squares.__all__
__all__ += _linalg.__all__
__all__ += _lu.__all__
__all__ += _matrices.__all__
__all__ += _matrix_functions.__all__
__all__ += _matrix_roots.__all__
__all__ += _norms.__all__
__all__ += _systems.__all__
__all__ += _tensor_diagonals.__all__
__all__ += _triangles.__all__
__all__ += _tridiagonal.__all__
__all__ += _vectors.__all__
