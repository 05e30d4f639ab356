"""Facts about a function's variables, as read-only tables.

scopes        which names a function binds, reads, declares; what its nested ones do
flow          the control-flow graph, one step for each statement or header
liveness      which variables may be read later
definitions   which assignments, or none, a variable may come from
"""
