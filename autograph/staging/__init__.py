"""From statements of converted code to graphs, and from attempts to a trace.

tracing      attempts at a trace, until nothing new is found out
forcing      modes of tests: take a rung wherever it can be taken
blocks       tracing into a block, as a graph of its own
effects      which nodes may raise when a graph runs
journal      what blocks write to virtual objects, and how that is undone
once         what is done once in several attempts: calls, printed text
leaving      what a trace leaves in things that outlive the call
joining      what paths leave in a variable
branches     if: two blocks, of which one runs
loops        while and for
control      conditions, loops and bodies of functions of the library
attempts     try: what its body leaves when an exception leaves it
recursion    functions that call themselves when the graph runs
raising      exceptions that a block raises while it is traced
plain        statements that Python runs when the graph does
looking      do these write what outlives the call?
output       what a function returns, as outputs and a description
output_spec  that description, which is data
"""
