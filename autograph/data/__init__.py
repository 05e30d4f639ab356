"""`ag.data`: data sets, iterators over them, and files that are read as data sets.

dataset      Dataset: its methods
texts        text that functions take
stages       where elements come from, and what is made of them
elements     structures and specs of elements
functions    functions of elements, traced once
iterators    Iterator, in eager code and in graphs
lives        what ends with an iterator
threads      threads that work ahead for an iterator
files        files that elements are read from
records      files of records with checksums
checksums    CRC32C
text_files   files of lines, and of records of one size
csv_files    files of comma-separated values
arrays       files and tables of arrays
experimental  names under `ag.data.experimental`
progress     bars of progress
"""

from __future__ import annotations

from autograph.data import experimental
from autograph.data.dataset import Dataset
from autograph.data.elements import DatasetSpec
from autograph.data.iterators import Iterator
from autograph.data.progress import progress
from autograph.data.records import TFRecordDataset
from autograph.data.stages import AUTOTUNE, INFINITE, UNKNOWN
from autograph.data.text_files import FixedLengthRecordDataset, TextLineDataset

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
    "FixedLengthRecordDataset",
    "Iterator",
    "TFRecordDataset",
    "TextLineDataset",
    "experimental",
    "progress",
]
