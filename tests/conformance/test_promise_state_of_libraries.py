"""Objects of Python's library that keep what they hold in C, or out of sight.

No block puts that back: they are changed on all paths, or it is refused. Asking them is
staged, and so is changing what the block itself has made.
"""

from __future__ import annotations

import configparser
import contextlib
import contextvars
import csv
import datetime as dt
import decimal
import fractions
import functools
import hashlib
import io
import json
import logging
import pathlib
import queue
import re
import string
import struct
import textwrap
import threading
import types
import uuid
import weakref
from xml.etree import ElementTree as ET

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EITHER = T(-1), T(1)
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_cannot_be_put_back_is_refused = refused.refusal_test()


class Box:
    def __init__(self):
        self.stream = io.StringIO()

    def go(self):
        self.stream.write("a")


class Stream(io.StringIO):
    pass


class Line(queue.Queue[int]):
    pass


class Stack(contextlib.ExitStack):
    pass


@refused.on(*EITHER)
def a_stream_is_written_to(x):
    stream = io.StringIO()
    if x > 0:
        stream.write("a")
    return stream.getvalue()


@refused.on(T(2), T(-1))
def a_stream_is_written_to_in_a_loop(n):
    stream = io.StringIO()
    for _ in range(n):
        stream.write("x")
    return stream.getvalue()


@refused.on(*EITHER)
def a_stream_is_written_to_in_a_try(n):
    stream = io.StringIO()
    try:
        if n > 0:
            raise ValueError
        stream.write("no error")
    except ValueError:
        stream.write("error")
    return stream.getvalue()


@refused.on(*EITHER)
def a_stream_is_read(x):
    stream = io.BytesIO(b"abcdef")
    if x > 0:
        stream.read(2)
    return stream.read(1) == b"a"


@refused.on(*EITHER)
def a_stream_is_printed_to(x):
    stream = io.StringIO()
    if x > 0:
        print("a", file=stream)
    return stream.getvalue()


@refused.on(*EITHER)
def a_stream_is_given_to_a_function(x):
    stream = io.StringIO()
    if x > 0:
        json.dump([1], stream)
    return stream.getvalue()


@refused.on(*EITHER)
def a_stream_is_written_to_by_what_the_branch_makes(x):
    stream = io.StringIO()
    if x > 0:
        csv.writer(stream).writerow([1, 2])
    return stream.getvalue()


@refused.on(*EITHER)
def a_stream_is_held_by_an_object(x):
    box = Box()
    if x > 0:
        box.go()
    return box.stream.getvalue()


@refused.on(*EITHER)
def a_method_has_a_name(x):
    stream = io.StringIO()
    write = stream.write
    if x > 0:
        write("a")
    return stream.getvalue()


@refused.on(*EITHER)
def an_own_stream(x):
    stream = Stream()
    if x > 0:
        stream.write("k")
    return stream.getvalue()


@refused.on(*EITHER)
def a_stream_in_recursion(x):
    stream = io.StringIO()

    def write(n):
        if n > 0:
            stream.write("a")
            return write(n - 1)
        return n

    write(x)
    return stream.getvalue()


@refused.on(*EITHER)
def a_stream_is_stepped_through(x):
    stream = io.StringIO("a\nb\n")
    if x > 0:
        for _ in stream:
            pass
    return stream.read()


@refused.on(*EITHER)
def a_stream_is_unpacked(x):
    stream = io.StringIO("a\nb\n")
    if x > 0:
        _, _ = stream
    return stream.read()


@refused.on(*EITHER)
def a_stream_is_joined(x):
    stream = io.StringIO("a\nb\n")
    if x > 0:
        "".join(stream)
    return stream.read()


@refused.on(*EITHER)
def a_reader_is_advanced(x):
    reader = csv.reader(["a", "b"])
    if x > 0:
        next(reader)
    return next(reader)


@refused.on(*EITHER)
def a_queue_is_filled(x):
    line = queue.Queue()
    if x > 0:
        line.put(2)
    return line.qsize()


@refused.on(*EITHER)
def an_own_queue_is_filled(x):
    line = Line()
    if x > 0:
        line.put(2)
    return line.qsize()


@refused.on(*EITHER)
def a_queue_in_c_is_filled(x):
    line = queue.SimpleQueue()
    while x > 0:
        line.put(x)
        x -= 1
    return line.qsize()


@refused.on(*EITHER)
def a_hash_goes_on(x):
    made = hashlib.md5(usedforsecurity=False)
    if x > 0:
        made.update(b"a")
    return made.hexdigest()


@refused.on(*EITHER)
def a_cache_is_cleared(x):
    @functools.lru_cache
    def same(v):
        return v

    same(1)
    if x > 0:
        same.cache_clear()
    return same.cache_info().currsize


@refused.on(*EITHER)
def a_cache_is_filled_and_counted(x):
    @functools.lru_cache
    def same(v):
        return v

    if x > 0:
        same(1)
    return same.cache_info().currsize


@refused.on(*EITHER)
def a_variable_of_a_context_is_set(x):
    found = contextvars.ContextVar("found", default=1)
    if x > 0:
        found.set(2)
    return found.get()


@refused.on(*EITHER)
def a_lock_is_taken(x):
    lock = threading.Lock()
    if x > 0:
        lock.acquire()
    return lock.locked()


@refused.on(*EITHER)
def a_dict_with_weak_keys(x):
    table, key = weakref.WeakKeyDictionary(), Box()
    if x > 0:
        table[key] = 1
    return len(table)


@refused.on(*EITHER)
def a_part_of_memory(x):
    held = bytearray(b"abc")
    view = memoryview(held)
    if x > 0:
        view[0] = 90
    return bytes(held)


@refused.on(*EITHER)
def a_part_of_a_configuration(x):
    parser = configparser.ConfigParser()
    parser.read_string("[a]\nx=1")
    if x > 0:
        parser["a"]["x"] = "2"
    return parser["a"]["x"]


@refused.on(*EITHER)
def an_option_is_removed(x):
    parser = configparser.ConfigParser()
    parser.read_string("[a]\nx=1\ny=2")
    if x > 0:
        del parser["a"]["x"]
    return len(parser["a"])


@refused.on(*EITHER)
def a_scanner_goes_on(x):
    found = re.compile("a+").scanner("aa baa")
    if x > 0:
        found.search()
    return found.search().start()


@refused.on(*EITHER)
def a_logger_of_the_call(x):
    seen = []

    class Handler(logging.Handler):
        def emit(self, record):
            seen.append(1)

    logger = logging.Logger("x")  # noqa: LOG001
    logger.addHandler(Handler())
    if x > 0:
        logger.warning("w")
    return len(seen)


@refused.on(*EITHER)
def an_element_gets_an_attribute(x):
    found = ET.Element("a")
    if x > 0:
        found.set("k", "v")
    return ET.tostring(found)


@refused.on(*EITHER)
def an_attribute_in_c(x):
    context = decimal.Context(prec=5)
    if x > 0:
        context.prec = 3
    return context.prec


@refused.on(*EITHER)
def the_arguments_of_an_exception(x):
    error = ValueError("a")
    if x > 0:
        error.args = ("b",)
    return error.args[0]


@refused.on(*EITHER)
def an_own_stack_is_closed(x):
    log = []
    stack = Stack()
    stack.callback(log.append, "a")
    if x > 0:
        stack.close()
    return log


@rows.on(*EITHER)
def values_are_asked(x):
    stream, day = io.StringIO("abc"), dt.date(2000, 1, 1)
    number, path = decimal.Decimal(3), pathlib.Path("/a/b")
    half, pattern = fractions.Fraction(1, 2), re.compile("a")
    found = 0
    if x > 0:
        found = len(stream.getvalue()) + day.toordinal() + int(number.sqrt())
        found += len(path.joinpath("c").name) + half.limit_denominator(2).numerator
        found += len(pattern.findall("aba"))
    return found


@rows.on(*EITHER)
def more_values_are_asked(x):
    number, template, form = uuid.UUID(int=3), string.Template("$b"), struct.Struct("i")
    wrapper, match = textwrap.TextWrapper(width=10), re.match("(a)b", "ab")
    table = types.MappingProxyType({1: 2})
    found = 0
    if x > 0:
        found = len(number.hex) + len(template.substitute(b="c")) + form.size
        found += len(form.pack(1)) + len(wrapper.wrap("aaa bbb ccc ddd"))
        found += len(match.group(1)) + table.get(1) + len(table)
    return found


@rows.on(*EITHER)
def objects_with_state_are_asked(x):
    line, parser = queue.Queue(), configparser.ConfigParser()
    line.put(1)
    parser.read_string("[a]\nx=1")
    made = hashlib.md5(b"a", usedforsecurity=False)
    found = 0
    if x > 0:
        found = line.qsize() + int(parser.get("a", "x")) + len(parser.sections())
        found += len(made.hexdigest()) + len(made.digest())
        if line.empty():
            found += 1
    return found


@rows.on(*EITHER)
def made_in_the_branch(x):
    found = ""
    if x > 0:
        stream = io.StringIO()
        stream.write("a")
        found = stream.getvalue()
    return found


@rows.on(T(2), T(-1))
def made_in_the_loop(x):
    n = 0
    while n < x:
        line, made = queue.Queue(), hashlib.md5(usedforsecurity=False)
        line.put(3)
        made.update(b"a")
        n += line.get() + len(made.hexdigest())
    return n


@rows.on(*EITHER)
def changed_where_all_paths_come(x):
    stream, line = io.StringIO(), queue.Queue()
    stream.write("a")
    line.put(1)
    try:
        stream.write("b")
        if x > 0:
            x = x + 1
    finally:
        stream.write("c")
    return stream.getvalue(), line.get(), x


@rows.on(*EITHER)
def locked_in_a_branch(x):
    lock = threading.Lock()
    if x > 0:
        with lock:
            x += 1
    return x, lock.locked()
