"""`ag.function`: what it returns, looks like and wraps, and when traces die."""

import functools
import gc
import inspect
import weakref

import autograph as ag

ONE, TWO = ag.constant(1), ag.constant(2)


def test_calls_of_one_kind_share_a_trace_and_return_eager_tensors():
    log = []

    @ag.function
    def double(x, factor=2):
        log.append((x, factor))
        return {"a": [x * factor, (x + 1,)], "b": None}

    for value in ([1, 2], [3, 4]):
        result = double(ag.constant(value))
        assert type(result) is dict
        assert type(result["a"][0]) is type(ONE)
        assert result["a"][0].numpy().tolist() == [2 * each for each in value]
        assert result["b"] is None
    assert len(log) == 1
    source = double.get_concrete_function(ag.constant([1, 2])).program_source()
    compile(source, "program", "exec")
    assert "test_function.py:" in source


def test_the_wrapper_looks_like_the_function():
    @ag.function
    def documented(x: int, *, y: int = 1) -> int:
        """Say what it does."""
        return x + y

    assert documented.__name__ == "documented"
    assert documented.__doc__ == "Say what it does."
    assert "documented" in repr(documented)
    assert int(documented.python_function(1)) == 2


def test_decorators_between_may_change_what_is_taken():
    def plain(x, y):
        return x + 10 * y

    @functools.wraps(plain)
    def partly(x):
        return plain(x, 3)

    @functools.wraps(plain)
    def reversed_(*args, **kwargs):
        return plain(kwargs["y"], *args) if kwargs else plain(*args)

    first, second = ag.function(partly), ag.function(reversed_)
    for _ in range(3):
        assert int(first(ONE)) == 31
        assert int(second(ONE, TWO)) == 21
        assert int(second(ONE, y=TWO)) == 12
    vector = ag.TensorSpec([None], ag.float32)
    signed = ag.function(reversed_, input_signature=[vector, vector])
    assert signed([1], [2]).numpy().tolist() == [21]
    assert str(inspect.signature(first)) == "(x, y)"


def test_traces_die_with_their_function():
    def make():
        @ag.function
        def f(x):
            while x < 10:
                x = x * 2
            return x

        f(ONE)
        return weakref.ref(f), weakref.ref(f.get_concrete_function(ONE))

    refs = make()
    gc.collect()
    assert [ref() for ref in refs] == [None, None]
