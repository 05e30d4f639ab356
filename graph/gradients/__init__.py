"""Gradients: graph to graph, one rule per op, the same at once and in graphs.

    backward   the walk back over what was applied, asking each op's rule
    values     which values have gradients
    deriving   the walk back in a body
    bodies     a body of control flow taken apart into what runs forward and backward
    branches   cond and call
    loops      while_loop
    leaves     what objects hold: cotangents by leaf
    halves     a finished graph taken apart
    custom     custom_gradient
    tape       GradientTape

The rules are facets of the ops (`Op.gradient`), in `graph.ops`. They build ordinary
ops, so that gradients have gradients.
"""
