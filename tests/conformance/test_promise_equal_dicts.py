"""Whether dicts are equal whose keys only the run knows, with nan in them."""

from __future__ import annotations

import pytest

import autograph as ag
from autograph.errors import UnknownIdentityError
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (5, 1, 0, 9)))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*EACH)
def equal_to_itself_with_nan(n):
    table = {int(n) % 2: n / 2, 5: ag.cast(n, ag.float32) // -0.0}
    table[int(n) % 3] = ag.cast(n, ag.float32) // 0.0
    return table == table, table != table


def is_equal_to_one_with_the_same(n):
    x = ag.cast(n, ag.float32) // 0.0
    return {int(n): x} == {int(n): x}


def test_whether_dicts_share_nan_is_not_known():
    function = ag.function(is_equal_to_one_with_the_same)
    assert function(T(3)).numpy() == is_equal_to_one_with_the_same(3)
    with pytest.raises(UnknownIdentityError):
        function(T(0))


@rows.on(*EACH)
def of_the_same_keys_in_another_order(n):
    one, other = {int(n): 1, 7: 2.5}, {7: 2.5}
    other[int(n)] = 1
    return one == other, one != other, one == {7: 2.5}, one == {5: 1.0, 7: 2.5}
