"""What is printed to objects of the user's classes, and read from them again."""

import contextlib
import csv
import io
import sys

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_written_as_it_stands_is_refused = refused.refusal_test()


class Log:
    """Keeps what is written, as a list."""

    def __init__(self):
        self.parts, self.flushed = [], 0

    def write(self, text):
        self.parts.append(text)

    def flush(self):
        self.flushed += 1


class Stream(io.TextIOBase):
    """Keeps what is written, as text."""

    def __init__(self):
        super().__init__()
        self.text = ""

    def write(self, text):
        self.text += text
        return len(text)


class Tee:
    """Hands on what is written."""

    def __init__(self, *streams):
        self.streams = streams

    def write(self, text):
        for stream in self.streams:
            stream.write(text)


both = rows.on(T(2), T(5))


@both
def lines(n):
    log = Log()
    print(n, int(n), "a", 1, [int(n)], file=log)
    print(file=log)
    print(np.arange(3) * int(n), f"{n}", sep="-", end="!", flush=True, file=log)
    return log.parts, log.flushed


@both
def decided_by_what_was_written(n):
    log, stream = Log(), Stream()
    print(int(n), file=Tee(log, stream))
    if log.parts[0] == "5":
        return len(stream.text), "5" in stream.text, 1
    return len(stream.text), "2" in stream.text, 0


@both
def printed_in_a_branch_and_in_a_loop(n):
    log, stream = Log(), Stream()
    if n > 3:
        print("large", 1, sep=None, end=None, file=log)
    for i in ag.range(n):
        print(i, file=stream)
    return log.parts, stream.text


@both
def printed_where_the_standard_stream_was(n):
    log = Log()
    with contextlib.redirect_stdout(log):
        print(n, "a")
        if n > 3:
            print(n + 1)
    return log.parts


@both
def printed_where_a_stream_was_assigned(n):
    stream, held = Stream(), sys.stdout
    sys.stdout = stream
    try:
        for i in ag.range(n):
            print(i, flush=True)
    finally:
        sys.stdout = held
    return stream.text


@both
def redirected_in_a_branch(n):
    text = ""
    if n > 3:
        stream = io.StringIO()
        with contextlib.redirect_stdout(stream):
            print("large")
        text = stream.getvalue()
    return text


@refused.on(T(2), T(5))
def a_buffer_redirected_to_before_a_branch(n):
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream):
        if n > 3:
            print("large")
    return stream.getvalue()


@refused.on(T(2), T(5))
def a_buffer_for_errors_before_a_loop(n):
    stream = io.StringIO()
    with contextlib.redirect_stderr(stream):
        for _ in ag.range(n):
            print("once more", file=sys.stderr)
    return stream.getvalue()


@refused.on(T(2), T(5))
def the_length_of_a_row(n):
    return csv.DictWriter(io.StringIO(), ["a"]).writerow({"a": int(n)})


@refused.on(T(2), T(5))
def rows_written_to_an_object(n):
    log = Log()
    csv.DictWriter(log, ["a"]).writerows([{"a": int(n)}])
    return log.parts[0] == "5"
