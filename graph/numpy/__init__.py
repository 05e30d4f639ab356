"""NumPy's functions on tensors: its names, signatures and dtype rules, built of ops.

    registry     which function of ours NumPy's reach; what none of them can keep
    ufunc_protocol  the ufuncs and their methods
    elementwise  what looks at each element by itself, beside the ufuncs
    products     products of vectors and matrices
    inspection   what is known of a tensor without its values, and copies of it
    conversion   tensors made as NumPy makes arrays, dtypes as NumPy reads them

Each function takes eager and symbolic tensors, variables, arrays, numbers and lists.
`np.sum(t)` arrives here through `__array_function__`, `t.sum()` through the methods of
tensors, and `autograph.numpy` exports what the array API standard names.
"""

from graph.numpy import elementwise as elementwise
from graph.numpy import inspection as inspection
from graph.numpy import products as products
from graph.numpy import registry as registry
from graph.numpy import ufunc_protocol as ufunc_protocol
