"""Rules for the gradients of ops with logic of their own, by family.

    structural   shapes, indexing, joining, arrangement, and the ops of `derivatives`
    reductions   sums, extremes and their kin; running sums, sorting
    products     matmul, einsum, norms, diagonals
    lists        Python lists in graphs
    control      cond, while_loop, call

Each rule takes an application (`graph.op.Application`) and the gradients of its
outputs, and returns those of its inputs, made of ops. Records refer to rules.
"""
