"""`ag.signal`: Fourier transforms, under TensorFlow's names and NumPy's."""

# Made by `python -m tools.names` of what the families of ops declare.
from graph.ops import cosine_transforms as _cosine_transforms
from graph.ops import frequencies as _frequencies
from graph.ops import transforms as _transforms
from graph.ops import transforms_of_axes as _transforms_of_axes
from graph.ops import windows as _windows
from graph.ops.cosine_transforms import *  # noqa: F403
from graph.ops.frequencies import *  # noqa: F403
from graph.ops.transforms import *  # noqa: F403
from graph.ops.transforms_of_axes import *  # noqa: F403
from graph.ops.windows import *  # noqa: F403

__all__: list[str] = []
__all__ += _cosine_transforms.__all__
__all__ += _frequencies.__all__
__all__ += _transforms.__all__
__all__ += _transforms_of_axes.__all__
__all__ += _windows.__all__
