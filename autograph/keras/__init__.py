"""`ag.keras`: optimizers, losses and metrics, under Keras's names.

optimizers/  what changes variables by their gradients
losses       how far predictions are off, to be differentiated
metrics      how good predictions are, over many batches
"""

from __future__ import annotations

from autograph.keras import losses, metrics, optimizers

__all__ = ["losses", "metrics", "optimizers"]
