"""The operators that converted code calls, as `ag__`.

At run time each asks whether a symbolic value decides, and stages the construct or
runs plain Python.

    variables     ld, Undefined
    conditionals  if_stmt
    loops         while_stmt, for_stmt
    loop_options  what set_loop_options is given
    iteration     what a staged `for` can step through
    logic         and_, or_, not_, if_exp
    calls         converted_call: what is called is converted, too
    recursion     functions that call themselves while they are traced
    traced_calls  Call: what is known of a call that is being traced
    builtins      builtins on symbolic values
    random_numbers  those of NumPy and Python, refused where only the run knows
    kept_iterators  kept: iterators of builtins that staged code may advance
    consumers     list_comp, set_comp, dict_comp, consume, for generators
    generators    generator: generator expressions that are kept
    membership    in_, not_in
    comparisons   compare: ==, < and their kin, of containers and objects, too
    binary        operators that classes give a meaning
    dicts         dicts that have a key on some paths only
    lists         get_item: lists whose length the run decides
    deques        items of deques whose length the run decides
    deque_calls   methods and builtins on these
    frame_variables  what locals(), vars() and dir() show
    unpacking     unpack, plain_items: what assignments and stars take apart
    patterns      match_...: the patterns of `match`
    exceptions    assert_stmt, raised
    text          f_string, formatted, mod
    attempts      try_except, try_finally
    groups        try_star
    managers      with_stmt
    attributes    get_attr
    staged_ranges ranges of which the run knows the bounds
    specials      special methods of the user's classes
    stores        attributes and items
    arrays        own: arrays that are changed in place
    scope         FunctionScope and how functions return
    protocol      Operators: all of these as a class, with what Python does
    graph         GraphOperators: all of these as its implementation

`__all__` below is the list. What it names and `Operators` has, a back end may
override; the rest is machinery.
"""

import sys
from builtins import slice  # indices are written as calls

from autograph.old_operators.arrays import own, own_items
from autograph.old_operators.attempts import reraised, try_except, try_finally
from autograph.old_operators.attributes import get_attr
from autograph.old_operators.binary import binary, unary
from autograph.old_operators.calls import converted_call
from autograph.old_operators.comparisons import compare
from autograph.old_operators.conditionals import if_stmt
from autograph.old_operators.consumers import consume, dict_comp, list_comp, set_comp
from autograph.old_operators.displays import dict_display, set_display
from autograph.old_operators.exceptions import assert_stmt, raised, raised_from
from autograph.old_operators.frame_variables import frame_variables
from autograph.old_operators.generators import generator
from autograph.old_operators.graph import implement
from autograph.old_operators.groups import try_star
from autograph.old_operators.identity import is_, is_not
from autograph.old_operators.kept_iterators import kept
from autograph.old_operators.lists import get_item
from autograph.old_operators.logic import (
    and_,
    asked_again,
    asked_before,
    asked_once,
    if_exp,
    not_,
    or_,
    settled,
    told_value,
    truth,
)
from autograph.old_operators.loop_options import loop_options
from autograph.old_operators.loops import for_stmt, while_stmt
from autograph.old_operators.managers import with_stmt
from autograph.old_operators.membership import in_, not_in
from autograph.old_operators.patterns import (
    match_item,
    match_mapping,
    match_parts,
    match_rest,
    match_value,
)
from autograph.old_operators.scope import (
    ConversionOptions,
    FunctionScope,
    autograph_artifact,
    return_value,
    with_function_scope,
)
from autograph.old_operators.spread_calls import plain_keys, spread_call
from autograph.old_operators.stores import (
    aug_attr,
    aug_item,
    del_attr,
    del_item,
    note_global,
    set_attr,
    set_item,
)
from autograph.old_operators.text import f_string, formatted, mod
from autograph.old_operators.unpacking import plain_items, unpack
from autograph.old_operators.variables import (
    Undefined,
    UndefinedReturnValue,
    is_undefined,
    ld,
    ld_free,
    ldu,
)

__all__ = [
    "ConversionOptions",
    "FunctionScope",
    "Undefined",
    "UndefinedReturnValue",
    "and_",
    "asked_again",
    "asked_before",
    "asked_once",
    "assert_stmt",
    "aug_attr",
    "aug_item",
    "autograph_artifact",
    "binary",
    "compare",
    "consume",
    "converted_call",
    "del_attr",
    "del_item",
    "dict_comp",
    "dict_display",
    "f_string",
    "for_stmt",
    "formatted",
    "frame_variables",
    "generator",
    "get_attr",
    "get_item",
    "if_exp",
    "if_stmt",
    "in_",
    "is_",
    "is_not",
    "is_undefined",
    "kept",
    "ld",
    "ld_free",
    "ldu",
    "list_comp",
    "loop_options",
    "match_item",
    "match_mapping",
    "match_parts",
    "match_rest",
    "match_value",
    "mod",
    "not_",
    "not_in",
    "note_global",
    "or_",
    "own",
    "own_items",
    "plain_items",
    "plain_keys",
    "raised",
    "raised_from",
    "reraised",
    "return_value",
    "set_attr",
    "set_comp",
    "set_display",
    "set_item",
    "settled",
    "slice",
    "spread_call",
    "told_value",
    "truth",
    "try_except",
    "try_finally",
    "try_star",
    "unary",
    "unpack",
    "while_stmt",
    "with_function_scope",
    "with_stmt",
]

implement(sys.modules[__name__])
