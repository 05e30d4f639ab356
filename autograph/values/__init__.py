"""Values of the run: what stands for them while tracing, and what can be done to them.

specs        what is known of a value: a lattice
sites        where mutable objects are born
state        the trace under way
proxy        what stands for an object of the run; variables without a value
nodes        from values to symbols: emitting, boxing, births, writes
kinds        which classes are what
operations   arithmetic, items, attributes, truth, iteration
methods      what is known of methods of Python's classes
numpy_values arrays and NumPy scalars
interpreter  what values ask of the operators above them
cells        variables that inner functions assign, as objects
"""
