"""`ag.data`: data sets, iterators over them, and files that are read as data sets.

dataset      Dataset: its methods
stages       where elements come from, and what is made of them
elements     structures and specs of elements
functions    functions of elements, traced once
iterators    Iterator, in eager code and in graphs
lives        what ends with an iterator
progress     bars of progress
crc          checksums of records
threads      threads that work ahead for an iterator
"""

from __future__ import annotations

from autograph.data.dataset import Dataset
from autograph.data.elements import DatasetSpec
from autograph.data.iterators import Iterator
from autograph.data.progress import progress
from autograph.data.stages import AUTOTUNE, INFINITE, UNKNOWN

#: What `cardinality` gives for data sets without end.
INFINITE_CARDINALITY = INFINITE
#: What `cardinality` gives where nobody knows.
UNKNOWN_CARDINALITY = UNKNOWN

__all__ = [
    "AUTOTUNE",
    "INFINITE_CARDINALITY",
    "UNKNOWN_CARDINALITY",
    "Dataset",
    "DatasetSpec",
    "Iterator",
    "progress",
]
