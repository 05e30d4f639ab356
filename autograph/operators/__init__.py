"""The operators that converted code calls, as `ag__`: each asks the value.

namespace      what `ag__` stands for: while tracing, and when Python runs it
protocol       the operators as a class, for other back ends
custom         code that is converted onto such a class
variables      ld, Undefined
logic          and_, or_, not_, if_exp, truth
conditionals   if_stmt, assert_stmt
loops          while_stmt, for_stmt
loop_options   what set_loop_options is given
exceptions     try_except, try_finally, raised
managers       with_stmt
comparisons    compare, is_, in_
arithmetic     binary, unary, mod
stores         get_item, set_item, get_attr, set_attr and their kin
unpacking      unpack, plain_items
containers     list(x), dict(x), set(x) and their kin
displays       born, list_comp, dict_comp, set_comp, consume, generator
generators     functions that yield, and generator expressions
text           f_string, formatted
patterns       match_...
python_patterns  the same, where Python takes values apart
calls          converted_call
builtins       builtin functions of values of the run
list_arguments lists of the run where libraries take tensors
scope          FunctionScope
"""
