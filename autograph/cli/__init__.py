"""The command line: look at a function of a file, and run it both ways.

    python -m autograph to-code examples/collatz.py:collatz
    python -m autograph graph   examples/collatz.py:collatz 27
    python -m autograph run     examples/collatz.py:collatz 27

Files of the package:

    commands     to-code, graph, run
    loading      FILE.py:FUNC to a function
    literals     ARGS to arguments
    timing       how long a call takes
    failures     what goes wrong, and the exit code for it
"""
