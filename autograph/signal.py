"""`ag.signal`: Fourier transforms, under TensorFlow's names and NumPy's."""

# Made by `python -m tools.names` of what the families of ops declare.
from graph.ops import frequencies as _frequencies
from graph.ops import transforms as _transforms
from graph.ops import transforms_of_axes as _transforms_of_axes
from graph.ops.frequencies import *  # noqa: F403
from graph.ops.transforms import *  # noqa: F403
from graph.ops.transforms_of_axes import *  # noqa: F403

__all__: list[str] = []
__all__ += _frequencies.__all__
__all__ += _transforms.__all__
__all__ += _transforms_of_axes.__all__
