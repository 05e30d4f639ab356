"""`ag.data.experimental`: names that TensorFlow has there, and readers of our own."""

from __future__ import annotations

from autograph.data.arrays import from_arrow, from_npy, from_npz
from autograph.data.csv_files import CsvDataset, make_csv_dataset
from autograph.data.iterators import Optional
from autograph.data.stages import AUTOTUNE, INFINITE, UNKNOWN

#: What `cardinality` gives for data sets without end.
INFINITE_CARDINALITY = INFINITE
#: What `cardinality` gives where nobody knows.
UNKNOWN_CARDINALITY = UNKNOWN

__all__ = [
    "AUTOTUNE",
    "INFINITE_CARDINALITY",
    "UNKNOWN_CARDINALITY",
    "CsvDataset",
    "Optional",
    "from_arrow",
    "from_npy",
    "from_npz",
    "make_csv_dataset",
]
