"""`ag.compat`: what older spellings of the documents need."""

from autograph.compat import v1 as v1
