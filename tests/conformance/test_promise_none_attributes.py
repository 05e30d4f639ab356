"""Special methods and names of objects and functions that are None on some paths."""

# Programs under test are written as users write them.

import autograph as ag
from tests.autograph.testing.rows import Rows
from tests.conformance.objects_or_none import A, B, one

T = ag.constant
rows = Rows()


@rows.on(T(0), T(3))
def special_contains(n):
    o = None
    if n > 2:
        o = [1]
    return o.__contains__(1)


@rows.on(T(0), T(3))
def special_contains_under_a_test(n):
    o = None
    if n > 2:
        o = [1]
    if o is not None:
        return o.__contains__(1)
    return None


@rows.on(T(0), T(3))
def special_call_under_a_test(n):
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return o.__call__()
    return None


@rows.on(T(0), T(3))
def special_dict_under_a_test(n):
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return o.__dict__["v"]
    return None


@rows.on(T(0), T(3))
def special_dict_updated_under_a_test(n):
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return (o.__dict__.update(v=7), o.v)[1]
    return None


@rows.on(T(0), T(3))
def special_repr(n):
    o = None
    if n > 2:
        o = A()
    return o.__repr__(), o.__str__()


@rows.on(T(0), T(3))
def special_repr_under_a_test(n):
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return o.__repr__(), o.__str__()
    return None


@rows.on(T(0), T(3))
def special_doc_under_a_test(n):
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return o.__doc__ is None
    return None


@rows.on(T(0), T(3))
def special_module_under_a_test(n):
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return o.__module__
    return None


@rows.on(T(0), T(3))
def special_init_under_a_test(n):
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return (o.__init__(4), o is None)
    return None


@rows.on(T(0), T(3))
def special_setattr(n):
    o = None
    if n > 2:
        o = A()
    return (o.__setattr__("v", 5), o.v)


@rows.on(T(0), T(3))
def special_setattr_under_a_test(n):
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return (o.__setattr__("v", 5), o.v)
    return None


@rows.on(T(0), T(3))
def special_getattribute_under_a_test(n):
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return o.__getattribute__("v")
    return None


@rows.on(T(0), T(3))
def object_setattr(n):
    o = None
    if n > 2:
        o = A()
    return (object.__setattr__(o, "v", 5), o.v)[1]


@rows.on(T(0), T(3))
def object_setattr_under_a_test(n):
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return (object.__setattr__(o, "v", 5), o.v)[1]
    return None


@rows.on(T(0), T(3))
def object_getattribute_under_a_test(n):
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return object.__getattribute__(o, "v")
    return None


@rows.on(T(0), T(3))
def state(n):
    o = None
    if n > 2:
        o = A()
    return vars(o)["v"]


@rows.on(T(0), T(3))
def state_under_a_test(n):
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return vars(o)["v"]
    return None


@rows.on(T(0), T(3))
def state_names_under_a_test(n):
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return sorted(vars(o))
    return None


@rows.on(T(0), T(3))
def name_of_a_function(n):
    o = None
    if n > 2:
        o = one
    return o.__name__


@rows.on(T(0), T(3))
def name_of_a_function_under_a_test(n):
    o = None
    if n > 2:
        o = one
    if o is not None:
        return o.__name__
    return None


@rows.on(T(0), T(3))
def defaults_of_a_function(n):
    o = None
    if n > 2:
        o = one
    return o.__defaults__ is None


@rows.on(T(0), T(3))
def method_by_class_under_a_test(n):
    o = None
    if n > 2:
        o = A()
    if o is not None:
        return A.go(o)
    return None


@rows.on(T(0), T(3))
def super_by_class(n):
    o = None
    if n > 2:
        o = B()
    return B.go(o)


@rows.on(T(0), T(3))
def super_by_class_under_a_test(n):
    o = None
    if n > 2:
        o = B()
    if o is not None:
        return B.go(o)
    return None


@rows.on(T(0), T(3))
def linked_nodes(n):
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


test_attributes_of_what_may_be_none_are_as_in_plain_python = rows.test()
