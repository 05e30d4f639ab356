"""Special methods and the state of objects that the run chooses, asked for by name."""

from __future__ import annotations

import dataclasses

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
BOTH = T(0), T(3)
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_would_be_lost_is_refused = refused.refusal_test()


class Base:
    def __init__(self, v):
        self.v = v

    def double(self):
        return self.v * 2


class Item(Base):
    def __repr__(self):
        return "Item!"

    def __str__(self):
        return "item"

    def __format__(self, spec):
        return "formatted" + spec

    def __len__(self):
        return 4

    def __bool__(self):
        return self.v > 1

    def __contains__(self, k):
        return k == self.v

    def __int__(self):
        return 3

    def __enter__(self):
        return self.v

    def __exit__(self, *args):
        return None

    def __copy__(self):
        return Item(self.v + 1)

    def __hash__(self):
        return 7

    def double(self):
        return 0


@dataclasses.dataclass(frozen=True)
class Fixed:
    v: object

    def put(self, v):
        object.__setattr__(self, "v", v)

    def put_by_super(self, v):
        super().__setattr__("v", v)


def chosen(n, kind=Item):
    a, b = kind(1), kind(2)
    return a, b, a if n > 2 else b


def made_anew(n, kind=Item):
    o = kind(5)
    for i in range(n):
        o = kind(i)
    return o


@rows.on(*BOTH)
def texts(n):
    _, _, o = chosen(n)
    return o.__repr__(), o.__str__(), o.__format__(">"), repr(o), made_anew(n).__str__()


@rows.on(*BOTH)
def answers(n):
    _, _, o = chosen(n)
    return (
        (o.__len__(), o.__bool__(), o.__contains__(1), o.__int__(), o.__enter__()),
        (o.__exit__(None, None, None), o.__copy__().v, o.__hash__()),
    )


@rows.on(*BOTH)
def attributes(n):
    _, _, o = chosen(n)
    found = o.__getattribute__("v"), object.__getattribute__(o, "v"), o.__getstate__()
    return *found, o.__dict__, vars(o), object.__repr__(o)[:3], "v" in o.__dir__()


@rows.on(*BOTH)
def names_of_ours(n):
    _, _, o = chosen(n)
    asked = ("_ag_index", "of_record", "__slots__", "__next__", "__get__", "__imul__")
    return [hasattr(o, name) for name in asked]


@rows.on(*BOTH)
def set_up_again(n):
    a, b, o = chosen(n)
    o.__init__(8)
    p = made_anew(n)
    p.__init__(9)
    return a.v, b.v, p.v


@rows.on(*BOTH)
def by_super(n):
    a, b, o = chosen(n)
    super(Item, o).__setattr__("v", n)
    return a.v, b.v, super(Item, o).double(), super(Item, o).__getattribute__("v")


@rows.on(*BOTH)
def set_by_methods(n):
    a, b, o = chosen(n)
    o.__setattr__("v", n)
    object.__setattr__(o, "w", n + 1)
    return a.v, b.v, o.w


@rows.on(*BOTH)
def a_copy_of_the_attributes(n):
    a, b, o = chosen(n)
    before = dict(o.__dict__)
    o.v = 7
    return before, a.v, b.v


@rows.on(*BOTH)
def a_frozen_one_that_sets_itself(n):
    a = Fixed(1)
    if n > 2:
        a.put(n)
    return a.v


@rows.on(*BOTH)
def a_dict_of_attributes(n):
    a = Item(1)
    if n > 2:
        a.__dict__ = {"v": 5}
    return a.v


@refused.on(*BOTH)
def an_item_of_the_attributes(n):
    a, b, o = chosen(n)
    o.__dict__["v"] = n
    return a.v, b.v


@refused.on(*BOTH)
def an_item_of_vars(n):
    o = made_anew(n)
    vars(o)["v"] = n
    return o.v


@refused.on(*BOTH)
def attributes_updated(n):
    o = made_anew(n)
    o.__dict__.update(v=n)
    return o.v


@refused.on(*BOTH)
def an_attribute_while_the_dict_is_kept(n):
    _, _, o = chosen(n)
    held = o.__dict__
    o.v = 7
    return held["v"]


@refused.on(*BOTH)
def a_frozen_one(n):
    a, b, o = chosen(n, Fixed)
    object.__setattr__(o, "v", n)
    return a.v, b.v


@refused.on(*BOTH)
def a_frozen_one_from_which_it_was_chosen(n):
    a, _, o = chosen(n, Fixed)
    object.__setattr__(a, "v", n)
    return o.v


@refused.on(*BOTH)
def a_frozen_one_by_its_dict(n):
    a, b, o = chosen(n, Fixed)
    vars(o)["v"] = n
    return a.v, b.v


@refused.on(*BOTH)
def one_dict_for_two_objects(n):
    a, b, o = chosen(n)
    o.__dict__ = {"v": 3}
    return a.v, b.v


@refused.on(*BOTH)
def a_dict_of_before(n):
    a, held = Item(1), {"v": 3}
    if n > 2:
        a.__dict__ = held
    held["v"] = 4
    return a.v


# -- Functions that are not converted --------------------------------------------------

FIRST, SECOND = Base(1), Base(2)


@ag.experimental.do_not_convert
def looks_at(o, k=0):
    return o is FIRST, id(o) == id(SECOND), type(o) is Base, o.v + k


@rows.on(*BOTH)
def looked_at_unconverted(n):
    o = FIRST if n > 2 else SECOND
    return looks_at(o), looks_at(o, 1), looks_at(k=2, o=o)


@refused.on(*BOTH)
def attributes_of_one_of_two_exceptions(n):
    try:
        if n > 2:
            raise ValueError(1)
        raise KeyError(2)
    except (ValueError, KeyError) as error:
        return "args" in dir(error)
