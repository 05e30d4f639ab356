"""The function layer: from the call of a decorated function to a run of its graph.

function             `Function`: what a decorated function is; `BoundFunction`: a method
target               what is traced: the Python function, as it was decorated
options              how it was decorated
inputs               calls in canonical form
binding              arguments are bound to parameters, as Python does it
key                  `TraceKey`: what the calls of one trace have in common
input_signature      one graph for all calls
cache                the traces of a function
guards               a call's trace is found without its key
relaxing             traces for more shapes than the one that was met
trace_builder        the trace of a call is found, or made
variable_creation    variables are made in the first trace alone
concrete             `ConcreteFunction`: one graph and its program
printed_signatures   its arguments and results, as text
outputs              results of a run
plain_results        results of plain Python
nested               calls while another function is traced
recorded_calls       calls while a tape records
fallback             calls that plain Python runs, and what is said of them
explain              why there are so many traces
pickling             functions and traces are pickled and copied
"""
