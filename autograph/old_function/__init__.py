"""What traces of the old core need of functions: it goes when that core goes.

changes           changed arguments are written back to the caller's objects
partial_changes   those that a run has made before it raised
conflicts         what a trace assumes of the arrays of a call
remade            results that are objects, made anew from their parts
table_results     results that are tables of the run
tentative         what an abandoned trace did is put back
irrevocable       what cannot be put back
outliving         symbolic values that outlive the call
"""
