"""Operators and attributes of what may be None."""

from __future__ import annotations

import autograph as ag
from tests.language.objects_or_none import A, B, one
from tests.language.programs import Programs

programs = Programs()


# -- Operands

T = ag.constant


class Own:
    """An object with operators."""

    def __init__(self, v):
        self.v = v

    def __add__(self, o):
        return self.v + (o.v if isinstance(o, Own) else o)

    def __radd__(self, o):
        return o + self.v

    def __neg__(self):
        return -self.v

    def __lt__(self, o):
        return self.v < o

    def __iadd__(self, o):
        self.v += o
        return self

    def __matmul__(self, o):
        return self.v * o

    def __pow__(self, o):
        return self.v**o

    def __floordiv__(self, o):
        return self.v // o

    def __divmod__(self, o):
        return divmod(self.v, o)

    def __call__(self, o):
        return self.v + o

    def __eq__(self, o):
        return isinstance(o, Own) and self.v == o.v


@programs.staged(T(0), T(2), T(5))
def may_be_none_try(x):
    """`d + [3]` of a list or None in a `try` that catches TypeError."""
    d = [1, 2] if x > 1 else None
    try:
        return d + [3]
    except TypeError:
        return [0]


@programs.staged(T(0), T(2), T(5))
def may_be_none_radd(x):
    """`[0] + d` with a list or None on the right, in a `try`."""
    d = [1, 2] if x > 1 else None
    try:
        return [0] + d
    except TypeError:
        return [0]


@programs.staged(T(0), T(2), T(5))
def may_be_none_iadd(x):
    """`d += [4]` on a list or None in a `try` that catches TypeError."""
    d = [1, 2] if x > 1 else None
    try:
        d += [4]
    except TypeError:
        return [0]
    return d


@programs.staged(T(0), T(2), T(5))
def may_be_none_tuple(x):
    """`d + (3,)` of a tuple or None in a `try` that catches TypeError."""
    d = (1, 2) if x > 1 else None
    try:
        return d + (3,)
    except TypeError:
        return (0, 0, 0)


@programs.staged(T(0), T(2), T(5))
def may_be_none_tuple_radd(x):
    """`(3,) + d` with a tuple or None on the right, in a `try`."""
    d = (1, 2) if x > 1 else None
    try:
        return (3,) + d
    except TypeError:
        return (0, 0, 0)


@programs.staged(T(0), T(2), T(5))
def may_be_none_dict_or(x):
    """`d | {"b": 2}` of a dict or None in a `try` that catches TypeError."""
    d = {"a": 1} if x > 1 else None
    try:
        return d | {"b": 2}
    except TypeError:
        return {"a": 1, "b": 3}


@programs.staged(T(0), T(2), T(5))
def may_be_none_dict_ror(x):
    """`{"b": 2} | d` with a dict or None on the right, in a `try`."""
    d = {"a": 1} if x > 1 else None
    try:
        return {"b": 2} | d
    except TypeError:
        return {"b": 1, "a": 3}


@programs.staged(T(0), T(2), T(5))
def may_be_none_dict_ior(x):
    """`d |= {"b": 2}` on a dict or None raises TypeError for None."""
    d = {"a": 1} if x > 1 else None
    d |= {"b": 2}
    return d


@programs.staged(T(0), T(2), T(5))
def may_be_none_plain_add(x):
    """`d + [3]` of a list or None raises TypeError for None."""
    d = [1, 2] if x > 1 else None
    return d + [3]


@programs.staged(T(0), T(2), T(5))
def may_be_none_or_default(x):
    """`d or []` gives a list for None, which is then concatenated."""
    d = [1, 2] if x > 1 else None
    d = d or []
    return d + [7]


@programs.staged(T(0), T(2), T(5))
def may_be_none_or_default2(x):
    """`if d is None: d = []` gives a list, which is then concatenated."""
    d = [1, 2] if x > 1 else None
    if d is None:
        d = []
    return d + [7]


@programs.staged(T(0), T(2), T(5))
def may_be_none_mul(x):
    """`d * 2` of a list or None raises TypeError for None."""
    d = [1, 2] if x > 1 else None
    return d * 2


@programs.staged(T(0), T(2), T(5))
def may_be_none_rmul(x):
    """`2 * d` of a list or None raises TypeError for None."""
    d = [1, 2] if x > 1 else None
    return 2 * d


@programs.staged(T(0), T(2), T(5))
def may_be_none_mulx(x):
    """A list or None times a dynamic tensor."""
    d = [1, 2] if x > 1 else None
    return d * x


@programs.staged(T(0), T(2), T(5))
def may_be_none_max(x):
    """`max(d, d)` of one list or None raises TypeError for None."""
    d = [1, 2] if x > 1 else None
    return max(d, d)


@programs.staged(T(0), T(2), T(5))
def may_be_none_max2(x):
    """`max(d, [1, 3])` of a list or None raises TypeError for None."""
    d = [1, 2] if x > 1 else None
    return max(d, [1, 3])


@programs.staged(T(0), T(2), T(5))
def may_be_none_neg(x):
    """`-d` of a list or None raises TypeError with the message of each."""
    d = [1, 2] if x > 1 else None
    return -d


@programs.staged(T(0), T(2), T(5))
def may_be_none_abs(x):
    """`abs(d)` of a list or None raises TypeError with the message of each."""
    d = [1, 2] if x > 1 else None
    return abs(d)


@programs.staged(T(0), T(2), T(5))
def may_be_none_o(x):
    """`d + 1` of an object with `__add__` or None."""
    o = Own(3)
    d = o if x > 1 else None
    return d + 1


@programs.staged(T(0), T(2), T(5))
def may_be_none_o2(x):
    """`1 + d` of an object with `__radd__` or None."""
    o = Own(3)
    d = o if x > 1 else None
    return 1 + d


@programs.staged(T(0), T(2), T(5))
def may_be_none_o_neg(x):
    """`-d` of an object with `__neg__` or None."""
    o = Own(3)
    d = o if x > 1 else None
    return -d


@programs.staged(T(0), T(2), T(5))
def may_be_none_o_lt(x):
    """`d < 5` of an object with `__lt__` or None."""
    o = Own(3)
    d = o if x > 1 else None
    return d < 5


@programs.staged(T(0), T(2), T(5))
def may_be_none_o_iadd(x):
    """`d += 2` of an object with `__iadd__` or None."""
    o = Own(3)
    d = o if x > 1 else None
    d += 2
    return d.v


@programs.falls(T(0), T(2), T(5))
def may_be_none_o_two(x):
    """`d + e` of two objects, each None on other paths."""
    d = Own(3) if x > 1 else None
    e = Own(4) if x > 3 else None
    return d + e


@programs.staged(T(0), T(2), T(5))
def may_be_none_two_lists(x):
    """`d + e` of two lists, each None on other paths."""
    d = [1] if x > 1 else None
    e = [2] if x > 3 else None
    return d + e


@programs.staged(T(0), T(2), T(5))
def may_be_none_list_plus_optional_num(x):
    """A list or None times an int or None raises TypeError where one is None."""
    d = [1] if x > 1 else None
    e = 3 if x > 3 else None
    return d * e


@programs.staged(T(0), T(2), T(5))
def may_be_none_sub_lists(x):
    """The text of the TypeError of `d - [1]` for a list and for None."""
    d = [1] if x > 1 else None
    try:
        return d - [1]
    except TypeError as e:
        return str(e)


@programs.staged(T(0), T(2), T(5))
def may_be_none_msg(x):
    """The text of the TypeError of `d + (1,)` for a list and for None."""
    d = [1] if x > 1 else None
    try:
        return d + (1,)
    except TypeError as e:
        return str(e)


@programs.staged(T(0), T(2), T(5))
def may_be_none_in_d(x):
    """`1 in d` for a list or None raises TypeError for None."""
    d = [1] if x > 1 else None
    return 1 in d


@programs.staged(T(0), T(2), T(5))
def may_be_none_matmul_own(x):
    """`@`, `**` and `//` of an object with these operators or None."""
    d = Own(3) if x > 1 else None
    return d @ 2, d**2, d // 2


@programs.staged(T(0), T(2), T(5))
def may_be_none_divmod_own(x):
    """`divmod(d, 2)` of an object with `__divmod__` or None."""
    d = Own(3) if x > 1 else None
    return divmod(d, 2)


@programs.falls(T(0), T(2), T(5))
def may_be_none_call_own(x):
    """`d(2)` of an object with `__call__` or None."""
    d = Own(3) if x > 1 else None
    return d(2)


@programs.staged(T(0), T(2), T(5))
def may_be_none_own_eq(x):
    """`d == 3` of an object with `__eq__` or None."""
    d = Own(3) if x > 1 else None
    return d == 3


# -- Attributes


@programs.staged(T(0), T(3))
def special_contains(n):
    """`o.__contains__(1)` raises AttributeError where `o` is None."""
    o = None
    if n > 2:
        o = [1]
    return o.__contains__(1)


@programs.staged(T(0), T(3))
def special_contains_under_a_test(n):
    """`o.__contains__(1)` of a list after an `is not None` test."""
    o = None
    if n > 2:
        o = [1]
    if o is not None:
        return o.__contains__(1)
    return None


@programs.staged(T(0), T(3))
def special_call_under_a_test(n):
    """`o.__call__()` of an object after an `is not None` test."""
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return o.__call__()
    return None


@programs.staged(T(0), T(3))
def special_dict_under_a_test(n):
    """`o.__dict__["v"]` of an object after an `is not None` test."""
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return o.__dict__["v"]
    return None


@programs.staged(T(0), T(3))
def special_dict_updated_under_a_test(n):
    """`o.__dict__.update(v=7)` sets an attribute that is read afterwards."""
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return (o.__dict__.update(v=7), o.v)[1]
    return None


@programs.staged(T(0), T(3))
def special_repr(n):
    """`__repr__()` and `__str__()` of an object on one path and of None."""
    o = None
    if n > 2:
        o = A()
    return o.__repr__(), o.__str__()


@programs.staged(T(0), T(3))
def special_repr_under_a_test(n):
    """`__repr__()` and `__str__()` after an `is not None` test."""
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return o.__repr__(), o.__str__()
    return None


@programs.staged(T(0), T(3))
def special_doc_under_a_test(n):
    """`o.__doc__` of an instance after an `is not None` test."""
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return o.__doc__ is None
    return None


@programs.staged(T(0), T(3))
def special_module_under_a_test(n):
    """`o.__module__` of an instance after an `is not None` test."""
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return o.__module__
    return None


@programs.staged(T(0), T(3))
def special_init_under_a_test(n):
    """`o.__init__(4)` called again after an `is not None` test."""
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return (o.__init__(4), o is None)
    return None


@programs.falls(T(0), T(3))
def special_setattr(n):
    """`o.__setattr__("v", 5)` raises AttributeError where `o` is None."""
    o = None
    if n > 2:
        o = A()
    return (o.__setattr__("v", 5), o.v)


@programs.falls(T(0), T(3))
def special_setattr_under_a_test(n):
    """`o.__setattr__("v", 5)` after an `is not None` test."""
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return (o.__setattr__("v", 5), o.v)
    return None


@programs.falls(T(0), T(3))
def special_getattribute_under_a_test(n):
    """`o.__getattribute__("v")` after an `is not None` test."""
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return o.__getattribute__("v")
    return None


@programs.falls(T(0), T(3))
def object_setattr(n):
    """`object.__setattr__` on an object that may be None raises for None."""
    o = None
    if n > 2:
        o = A()
    return (object.__setattr__(o, "v", 5), o.v)[1]


@programs.falls(T(0), T(3))
def object_setattr_under_a_test(n):
    """`object.__setattr__(o, "v", 5)` after an `is not None` test."""
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return (object.__setattr__(o, "v", 5), o.v)[1]
    return None


@programs.falls(T(0), T(3))
def object_getattribute_under_a_test(n):
    """`object.__getattribute__(o, "v")` after an `is not None` test."""
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return object.__getattribute__(o, "v")
    return None


@programs.falls(T(0), T(3))
def state(n):
    """`vars(o)["v"]` raises TypeError where `o` is None."""
    o = None
    if n > 2:
        o = A()
    return vars(o)["v"]


@programs.falls(T(0), T(3))
def state_under_a_test(n):
    """`vars(o)["v"]` after an `is not None` test."""
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return vars(o)["v"]
    return None


@programs.falls(T(0), T(3))
def state_names_under_a_test(n):
    """`sorted(vars(o))` gives the attribute names after an `is not None` test."""
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return sorted(vars(o))
    return None


@programs.staged(T(0), T(3))
def name_of_a_function(n):
    """`o.__name__` raises AttributeError where the function is None."""
    o = None
    if n > 2:
        o = one
    return o.__name__


@programs.staged(T(0), T(3))
def name_of_a_function_under_a_test(n):
    """`__name__` of a function after an `is not None` test."""
    o = None
    if n > 2:
        o = one
    if o is not None:
        return o.__name__
    return None


@programs.staged(T(0), T(3))
def defaults_of_a_function(n):
    """`o.__defaults__` of a function that may be None."""
    o = None
    if n > 2:
        o = one
    return o.__defaults__ is None


@programs.staged(T(0), T(3))
def method_by_class_under_a_test(n):
    """`A.go(o)` calls a method through its class after a None test."""
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return A.go(o)
    return None


@programs.falls(T(0), T(3))
def super_by_class(n):
    """`B.go(o)` calls `super().go()`, which raises TypeError where `o` is None."""
    o = None
    if n > 2:
        o = B()
    return B.go(o)


@programs.falls(T(0), T(3))
def super_by_class_under_a_test(n):
    """`B.go(o)`, which calls `super().go()`, after an `is not None` test."""
    o = None
    if n > 2:
        o = B()
    if o is not None:
        return B.go(o)
    return None


@programs.falls(T(0), T(3))
def linked_nodes(n):
    """`object.__setattr__` and `vars` on the head of a linked list, or None."""
    head = None
    for i in range(3):
        node = A(i)
        node.next = head
        head = node
    o = head if n > 2 else None
    if o is not None:
        object.__setattr__(o, "v", 9)
        return vars(o)["v"]
    return 0


# -- Text and numbers that may be None

BOTH = [T(3), T(9)]

# Each takes `k`, which is None when the run has it so.
OF_TEXT = {
    "added": lambda k: k + "c",
    "added to": lambda k: "c" + k,
    "multiplied": lambda k: k * 2,
    "template": lambda k: k % (),
    "len": lambda k: len(k) + 1,
    "list comprehension": lambda k: [c + "." for c in k],
    "first": lambda k: k[0],
    "ordered": lambda k: k < "b",
    "contained": lambda k: "a" in k,
    "contains": lambda k: k in "abc",
    "method": lambda k: k.upper() + k.lower(),
    "argument": lambda k: "zab".find(k) + 1,
    "enumerated": lambda k: list(enumerate(k)),
}

OF_NUMBERS = {
    "added": lambda k: k + 1,
    "added to": lambda k: 1 + k,
    "added to text": lambda k: "a" * k,
    "index of a list": lambda k: [1, 2, 3, 4][k],
    "index of a tuple": lambda k: (1, 2, 3, 4)[k],
    "index of text": lambda k: "abcd"[k],
    "int": int,
    "float": float,
    "complex": complex,
    "range": lambda k: list(range(k)),
    "shifted": lambda k: k << 1,
    "negative": lambda k: -k,
}


@programs.staged(*((used, n) for used in OF_TEXT.values() for n in BOTH))
def text_or_none(used, n):
    """Operations on a string that may be None; most raise for None."""
    k = None if n > 5 else "ab"
    return used(k)


@programs.falls(*((used, n) for used in OF_NUMBERS.values() for n in BOTH))
def a_number_or_none(used, n):
    """Operations on an int that may be None; most raise for None."""
    k = None if n > 5 else 3
    return used(k)


@programs.staged(*BOTH)
def stepped_through(n):
    """A `for` over a string that may be None raises TypeError for None."""
    k = None if n > 5 else "ab"
    found = ""
    for c in k:
        found = c + found
    return found


@programs.staged(*BOTH)
def changed_in_place(n):
    """`+=` on a string that may be None raises TypeError for None."""
    k = None if n > 5 else "ab"
    k += "x"
    return k


@programs.staged(*BOTH)
def multiplied_in_place(n):
    """`*=` on an int that may be None raises TypeError for None."""
    k = None if n > 5 else 2
    k *= 2
    return k


@programs.staged(*BOTH)
def read_as_a_number(n):
    """`int()` of a string that may be None raises TypeError for None."""
    k = None if n > 5 else "12"
    return int(k)


@programs.staged(*BOTH)
def looked_for(n):
    """`in` looks for a string or None in sets, lists, tuples and dicts."""
    k = None if n > 5 else "a"
    return (
        k in {None, "a"},
        k in [None, "a"],
        k in ("b", None),
        k in {"a": 1},
        k in {None: 1},
        k in {"b", "c"},
        k not in {"a", "z"},
        "a" in [k, "z"],
        None in [k, 1],
    )


@programs.staged(*BOTH)
def a_number_looked_for(n):
    """`in` looks for an int or None in sets, tuples and lists."""
    k = None if n > 5 else int(n)
    return (
        k in {None, 3},
        k in (4, None),
        k in {"b", "c"},
        3 in [k, 7],
        None in [k, 1],
        k not in {3, 8},
    )


@programs.staged(*BOTH)
def as_a_key(n):
    """A dict display whose key is a dynamic int or None."""
    k = None if n > 5 else int(n)
    return {k: 1}


@programs.staged(*BOTH)
def as_a_key_that_is_there(n):
    """A dict lookup by a key that is a string or None."""
    k = None if n > 5 else "ab"
    return {"ab": 1, None: 2}[k]


@programs.staged(*BOTH)
def a_tensor_or_none_as_a_key(n):
    """A dict display with a key that is None or an unhashable tensor."""
    k = None if n > 2 else n
    return {k: 1}
