"""The function layer: from the call of a decorated function to a run of its graph.

function             `Function`: what a decorated function is; `BoundFunction`: a method
target               what is traced: the Python function, as it was decorated
options              how it was decorated
inputs               calls in canonical form: arguments bound to parameters
input_signature      one graph for all calls, whose arguments are converted to it
key                  `TraceKey`: what the calls of one trace have in common
cache                the traces of a function, or an instance: kept, bounded, freed
guards               the short way of calls that were seen before
trace_builder        the trace of a call is found, or made
trace                a function is traced for a call, and what comes of it
variable_creation    first traces, which make variables
concrete             `ConcreteFunction`: one graph and its program
printed_signatures   its arguments and results, as text
outputs              results of a run
nested               calls while another function is traced
recorded_calls       calls while a tape records
fallback             calls that run as plain Python: which, why, and what they return
explain              why a function was traced
concrete_data        concrete functions as data, for pickles and saved models
result_data          how a result is made, as data
pickling             functions are pickled and copied

None of these is imported by what traces and converts.
"""
