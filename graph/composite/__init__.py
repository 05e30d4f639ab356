"""Composite tensors: values that are a fixed structure of tensors, with a spec.

type_spec        the mechanism: `CompositeTensor` and `TypeSpec`; read this first
ragged           rows of different lengths
ragged_rows      their rows: ranges, parts, and elementwise functions
sparse           elements that are not zero, by their places
indexed_slices   rows of a tensor, by their numbers

Functions, structures, staged control flow, saving and pickling ask `TypeSpec` alone:
another class needs a file here, and no other.
"""
