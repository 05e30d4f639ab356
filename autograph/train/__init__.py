"""`ag.train`: checkpoints of a training.

`objects.py` finds what is saved, `files.py` writes and reads it, `checkpoint.py` and
`manager.py` are what users call.
"""

from autograph.train.checkpoint import (
    Checkpoint,
    latest_checkpoint,
    list_variables,
    load_variable,
)
from autograph.train.manager import CheckpointManager

__all__ = [
    "Checkpoint",
    "CheckpointManager",
    "latest_checkpoint",
    "list_variables",
    "load_variable",
]
