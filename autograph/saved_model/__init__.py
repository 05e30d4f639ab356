"""`ag.saved_model`: modules and functions in files, which outlive their source.

    ag.saved_model.save(model, "model")
    model = ag.saved_model.load("model")      # in another process, without the source

`format.py` is the directory, `values.py` and `graphs.py` are what its files say,
`saving.py` and `loading.py` go through an object.
"""

from autograph.saved_model.assets import Asset
from autograph.saved_model.loading import load
from autograph.saved_model.saving import save

__all__ = ["Asset", "load", "save"]
