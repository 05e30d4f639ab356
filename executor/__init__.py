"""How a computation is run: a graph becomes a program once, then runs many times.

program      build a program, run it, ask for its source
ir           values, steps, branches and loops, between graph and text
lowering     a graph, its sub-graphs inlined, as blocks of steps
pruning      drop what no output and no effect needs
forms        how each value is held: Python number, NumPy scalar or array
liveness     uses of every value, and where the last one is
planning     which heavy steps run beside each other
expressions  pieces of source text that know which node each part stands for
wrapping     integers brought back into the range of their dtype
names        names of locals and globals of generated source
constants    constants and attributes in source text
writer       lines, and the locals and expressions that hold values
emission     steps to lines of Python
control      branches and loops to lines of Python
threads      kernels beside each other, on threads that all programs share
errors       tracebacks that end at the user's line
"""
