"""Functions by the new core: containers live at run time, and the program is Python."""

import collections
import heapq
import itertools
import statistics
from typing import Any, NamedTuple

import numpy as np
import pytest

import autograph as ag
from autograph.errors import PythonFallbackWarning
from autograph.staging.forcing import forced
from autograph.testing import Verdict, check


def program_of(function, *args):
    traced = ag.function(function, python="refuse")
    return traced.get_concrete_function(*args)._program.source


def counted(xs):
    counts = {}
    for x in xs:
        counts[x] = counts.get(x, 0) + 1
    return counts


def grouped(xs):
    groups = collections.defaultdict(list)
    for place, x in enumerate(xs.tolist()):
        groups[x % 3].append(place)
    return groups


def by_a_heap(xs):
    heap = []
    for x in xs:
        heapq.heappush(heap, x)
    return [heapq.heappop(heap) for _ in range(len(xs))]


def by_a_queue(n):
    queue, seen = collections.deque([1]), set()
    while queue:
        x = queue.popleft()
        if x in seen or x > n:
            continue
        seen.add(x)
        queue.append(2 * x)
        queue.append(x + 3)
    return len(seen), sum(seen)


class Node:
    def __init__(self, key):
        self.key = key
        self.left = self.right = None


def by_a_tree(xs):
    root = None
    for x in xs:
        if root is None:
            root = Node(x)
            continue
        node = root
        while True:
            if x < node.key:
                if node.left is None:
                    node.left = Node(x)
                    break
                node = node.left
            else:
                if node.right is None:
                    node.right = Node(x)
                    break
                node = node.right
    found, stack, node = [], [], root
    while stack or node is not None:
        while node is not None:
            stack.append(node)
            node = node.left
        node = stack.pop()
        found.append(node.key)
        node = node.right
    return found


def as_text(xs):
    text = ""
    for x in xs.tolist():
        text += f"<{x:03d}>" if x > 2 else "-"
    return text


def in_place(a, xs):
    for i in range(len(xs)):
        a[i] = xs[i] * 2
    view = a[1:]
    view += 1
    return a.sum(), view[0]


def changed_list(values, x):
    values.append(x)
    values[0] = x + 1
    return len(values)


def merged(items):
    if len(items) <= 1:
        return items
    middle = len(items) // 2
    left, right = merged(items[:middle]), merged(items[middle:])
    found, i, j = [], 0, 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            found.append(left[i])
            i += 1
        else:
            found.append(right[j])
            j += 1
    return found + left[i:] + right[j:]


def merge_sorted(xs):
    return merged(xs.tolist())


def two_names(n):
    a = [1]
    b = a if n > 2 else [2]
    b.append(n)
    return a, b, a is b


def caught(xs, n):
    values = [10, 20, 30]
    found = []
    for i in xs.tolist():
        try:
            found.append(values[i] // n)
        except IndexError as error:
            found.append(str(error))
        except ZeroDivisionError:
            break
        finally:
            values.append(i)
    return found, len(values)


def memoised(n, memo):
    if n < 2:
        return n
    if n not in memo:
        memo[n] = memoised(n - 1, memo) + memoised(n - 2, memo)
    return memo[n]


def by_memo(n):
    return memoised(n, {})


def counters(n):
    calls = 0

    def count():
        nonlocal calls
        calls += 1
        return calls

    while count() < n:
        pass
    return calls


XS = np.array([3, 1, 4, 1, 5, 9, 2, 6])
PROGRAMS: list[tuple[Any, ...]] = [
    (counted, XS),
    (grouped, XS),
    (by_a_heap, XS),
    (by_a_queue, np.int64(40)),
    (by_a_tree, XS),
    (as_text, XS),
    (in_place, np.zeros(8), XS),
    (changed_list, [1, 2], ag.constant(7)),
    (merge_sorted, XS),
    (two_names, np.int64(3)),
    (two_names, np.int64(1)),
    (caught, XS, np.int64(2)),
    (caught, XS, np.int64(0)),
    (by_memo, np.int64(30)),
    (counters, np.int64(5)),
]
IDS = [f"{function.__name__}-{i}" for i, (function, *_) in enumerate(PROGRAMS)]


@pytest.mark.parametrize("program", PROGRAMS, ids=IDS)
def test_a_program_over_containers_is_staged_and_agrees(program):
    found = check(*program)
    assert found.verdict in (Verdict.SAME, Verdict.ALLOWED), str(found)


@pytest.mark.parametrize("mode", ["real", "statements"])
@pytest.mark.parametrize("program", PROGRAMS, ids=IDS)
def test_it_agrees_where_a_rung_is_taken_wherever_it_can_be(program, mode, allowing):
    function, *args = program
    with forced(mode):
        decorated = ag.function(function, python="allow")
        found = check(decorated, *args)
    assert found.verdict is not Verdict.DIFFERS, str(found)


def test_the_program_of_a_dict_is_the_python_that_it_is():
    source = program_of(counted, ag.TensorSpec((None,), ag.float64))
    lines = [line.partition("#")[0].strip() for line in source.splitlines()]
    assert "t0 = {}" in lines
    assert any(line.startswith("for item in ") for line in lines)
    assert any(".get(" in line for line in lines)


def test_what_is_written_in_an_argument_is_the_callers_own():
    a = np.zeros(3)
    values = [ag.constant(1)]

    def write(array, listed, x):
        array[1] = x
        listed.append(x)
        return array

    ag.function(write, python="refuse")(a, values, ag.constant(2.0))
    assert a.tolist() == [0.0, 2.0, 0.0]
    assert len(values) == 2


def test_a_long_loop_of_pythons_is_a_loop_of_the_graph():
    def summed(xs):
        total = 0
        for i in range(500):
            if xs[i % 3] > 1:
                total += i
        return total

    traced = ag.function(summed, python="refuse")
    xs = np.array([0, 2, 3])
    assert traced(xs).numpy() == summed(xs)
    assert traced.explain().traces[0].nodes < 60


def test_a_short_loop_unrolls():
    def summed(xs):
        total = 0
        for i in range(3):
            total += xs[i]
        return total

    concrete = ag.function(summed).get_concrete_function(ag.TensorSpec((3,), ag.int32))
    assert "for_loop" not in str(concrete.graph)


def test_tuples_in_tuples_leave_the_only_path_that_ends():
    class Pair(NamedTuple):
        first: Any
        second: Any

    def f(x):
        if x > 0:
            raise ValueError("positive")
        return (x + 1, (ag.constant(5), (x, 2))), Pair((x,), [x])

    found = ag.function(f)(ag.constant(-1))
    assert ag.nest.map_structure(int, found) == ((0, (5, (-1, 2))), Pair((-1,), [-1]))
    with pytest.raises(ValueError, match="positive"):
        ag.function(f)(ag.constant(1))


def test_what_patterns_capture_is_what_inner_functions_see():
    def f(x):
        match x:
            case (first, *rest) if len(rest) == 1:
                read = [lambda: first][0]
                seen = read() + rest[0]
                first = 3
            case {"a": first, **rest}:
                read = [lambda: first][0]
                seen = read()
                first, rest = len(rest), 0
            case first:
                read = [lambda: first][0]
                seen = read()
                first = 5
        return seen, first

    for x in ([1, 2], [1, 2, 3], {"a": 4, "b": 5}, 6):
        given = ag.nest.map_structure(ag.constant, x)
        found = check(ag.function(f), given)
        assert found.verdict is Verdict.SAME, found


def test_a_call_of_a_library_is_made_by_python_and_told(allowing):
    def medians(xs):
        ordered = []
        total = 0
        for x in xs.tolist():
            ordered.append(x)
            total += statistics.median_low(ordered)
        return total

    traced = ag.function(medians)
    with pytest.warns(ag.errors.PythonFallbackWarning, match="median_low") as told:
        assert traced(XS).numpy() == medians(XS)
    lineno = medians.__code__.co_firstlineno + 5
    assert [(x.filename, x.lineno) for x in told] == [(__file__, lineno)]
    ((code, reason, origin),) = traced.explain().traces[0].python_lines
    assert code == "AG310"
    assert "median_low() is not converted" in reason
    assert origin.filename == __file__
    assert "operations of Python" in str(traced.explain())


def test_it_is_an_error_at_its_line_where_python_may_not():
    def medians(xs):
        total = 0.0
        for x in xs.tolist():
            total += statistics.fmean([x])
        return total

    with pytest.raises(ag.errors.UnstagedOperationError, match="fmean") as caught:
        ag.function(medians, python="refuse")(XS)
    assert caught.value.origin.filename == __file__


def test_what_no_graph_holds_is_run_by_plain_python(allowing):
    log = []

    def noted(n):
        if n > 2:
            log.append("large")
        return n + 1

    with pytest.warns(PythonFallbackWarning, match="outlives the call"):
        assert ag.function(noted)(ag.constant(5)) == 6
    assert log == ["large"]


def test_effects_of_abandoned_attempts_are_taken_back():
    log = []

    def traced(xs):
        log.append("traced")
        counts = {}
        for x in xs:
            counts[x] = counts.get(x, 0) + 1
        return counts

    ag.function(traced, python="refuse")(XS)
    assert log == ["traced"]


def test_the_code_of_the_core_numbers_where_objects_may_be_born():
    text = ag.to_code(counted, stage="core")
    assert "counts = ag__.born({}, at=1)" in text
    assert "at=" not in ag.to_code(counted)


def test_there_are_two_stages_of_code():
    with pytest.raises(ag.errors.OptionError, match="no stage 'graph'"):
        ag.to_code(counted, stage="graph")


def bound_outside():
    last = 0

    def found(n):
        nonlocal last
        last = 5
        is_found = any((last := x) > n for x in (9, 8))
        return is_found, last

    return found


@pytest.mark.parametrize("n", [3, 10])
def test_what_a_comprehension_binds_of_an_outer_function_is_of_its_path(n):
    plain, traced = bound_outside(), ag.function(bound_outside())
    with pytest.warns(ag.errors.LeakedTensorWarning):
        found, last = traced(ag.constant(n))
    assert (bool(found), int(last)) == plain(ag.constant(n))


def drawn_by_groups(n):
    found = []
    for key, group in itertools.groupby([1, 1, 2, 3]):
        items = list(group)
        if n > key:
            found += items
    return found


def chosen_among_closures(n):
    found = 0
    if n > 1:
        one, other = (lambda x: x + n), (lambda x: x - n)
        step = one if n > 2 else other
        found = {one: 1, other: 2}[step]
    return found


def joined_of_other_sizes(n):
    return np.concatenate([np.ones(i) for i in range(n)] or [np.zeros(1)])


@pytest.mark.parametrize(
    "function", [drawn_by_groups, chosen_among_closures, joined_of_other_sizes]
)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_it_is_what_plain_python_gives(function, n):
    assert check(function, ag.constant(n)).verdict is Verdict.SAME


def stacked_where_it_is_large(x):
    return ag.stack([v for v in x if v > 1])


def test_a_list_of_the_run_without_items_raises_what_the_function_does():
    traced = ag.function(stacked_where_it_is_large)
    assert traced(ag.constant([2.0, 0.0])).numpy().tolist() == [2.0]
    with pytest.raises(ag.errors.ShapeError, match="nothing to join"):
        traced(ag.constant([0.0]))
