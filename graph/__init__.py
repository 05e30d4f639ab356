"""What a computation is: tensors, ops, graphs, and what is done to graphs.

errors        one class for each kind of mistake
origin        where in the user's source something was made
dtypes        element types, strong and Python's own
shapes        static shapes
specs         shape, dtype and name together
tensor        eager and symbolic tensors
op            the record that defines an op
convert       arrays of Python values
dispatch      apply an op at once, or record it
elementwise   rows of elementwise ops
ops/          the op library
graph         nodes and graphs
nest          nested structures of values
python/       what Python itself does when a graph runs
text          the printed form, which parses back
verify        the rules every graph keeps
passes/       graph to graph
"""
