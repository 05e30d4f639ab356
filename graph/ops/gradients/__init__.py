"""Rules for the gradients of ops with logic of their own, by family.

    structural   shapes, indexing, joining, arrangement, and the ops of `derivatives`
    reductions   sums, extremes and their kin; running sums, sorting
    products     matmul, einsum, norms, diagonals
    lists        Python lists in graphs
    arrays       the same of `ag.TensorArray`
    random       samples, by the parameters of their distribution
    elementwise  what is more than a line in the tables of elementwise ops
    control      cond, while_loop, call

Each rule takes an application (`graph.op.Application`) and the gradients of its
outputs, and returns those of its inputs, made of ops. Records refer to rules.
"""
