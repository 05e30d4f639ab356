"""Files of events: when they are written, by which process, and their errors."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import textwrap
import threading

import pytest

import autograph as ag
from autograph.errors import FailedPreconditionError
from autograph.summary import event_files
from tests.forks import is_true_in_child
from tests.summary.reading import events, masked, records


def written(folder):
    """Return the steps of the summaries of each file."""
    return [[x.step for x in events(path)] for path in sorted(folder.iterdir())]


def add(writer, *steps):
    with writer.as_default():
        for step in steps:
            assert ag.summary.scalar("x", 1.0, step=step)


def test_records_have_checksums():
    for data in (b"", b"123456789", bytes(70_000)):
        record = event_files.framed(data)
        assert record[:8] == len(data).to_bytes(8, "little")
        assert record[8:12] == masked(record[:8]).to_bytes(4, "little")
        assert record[12:-4] == data
        assert record[-4:] == masked(data).to_bytes(4, "little")


def test_a_file_is_begun_at_once(tmp_path):
    writer = ag.summary.create_file_writer(tmp_path / "a" / "b", filename_suffix=".x")
    (path,) = (tmp_path / "a" / "b").iterdir()
    assert writer.path == path
    assert path.name.startswith("events.out.tfevents.")
    assert f".{os.getpid()}." in path.name
    assert path.name.endswith(".v2.x")
    assert len(records(path)) == 1
    other = ag.summary.create_file_writer(str(tmp_path / "a" / "b"))
    assert other.path != path


def test_events_are_collected(tmp_path):
    writer = ag.summary.create_file_writer(tmp_path, max_queue=3)
    add(writer, 0, 1)
    assert written(tmp_path) == [[]]
    add(writer, 2)
    assert written(tmp_path) == [[0, 1, 2]]
    add(writer, 3)
    writer.flush()
    writer.flush()
    assert written(tmp_path) == [[0, 1, 2, 3]]
    add(writer, 4)
    writer.close()
    writer.close()
    assert written(tmp_path) == [[0, 1, 2, 3, 4]]
    with pytest.raises(FailedPreconditionError, match=r"writer of .* is closed"):
        add(writer, 5)


@pytest.mark.parametrize("options", [{"max_queue": 0}, {"flush_millis": 0}])
def test_nothing_need_be_collected(tmp_path, options):
    writer = ag.summary.create_file_writer(tmp_path, **options)
    add(writer, 0)
    assert written(tmp_path) == [[0]]


def test_a_writer_that_nothing_refers_to_is_closed(tmp_path):
    writer = ag.summary.create_file_writer(tmp_path)
    add(writer, 7)
    del writer
    gc.collect()
    assert written(tmp_path) == [[7]]


def test_a_block_of_the_writer_closes_it(tmp_path):
    with ag.summary.create_file_writer(tmp_path) as writer:
        assert ag.summary.scalar("x", 1, step=3)
    assert written(tmp_path) == [[3]]
    with pytest.raises(FailedPreconditionError):
        add(writer, 1)
    assert not ag.summary.scalar("x", 1, step=3)


def test_what_is_collected_is_written_when_python_ends(tmp_path):
    code = """
        import sys
        import autograph as ag
        writer = ag.summary.create_file_writer(sys.argv[1])
        writer.set_as_default()
        ag.summary.scalar("x", 1.0, step=5)
        if len(sys.argv) > 2:
            raise SystemExit(3)
    """
    for further in ([], ["exit"]):
        folder = tmp_path / f"{len(further)}"
        command = [sys.executable, "-c", textwrap.dedent(code), str(folder), *further]
        done = subprocess.run(command, check=False)
        assert done.returncode == (3 if further else 0)
        assert written(folder) == [[5]]


def test_a_child_writes_its_own_events_alone(tmp_path):
    writer = ag.summary.create_file_writer(tmp_path)
    add(writer, 0, 1)

    def in_child():
        writer.flush()  # what the parent has collected is the parent's
        add(writer, 10)
        writer.close()
        return str(os.getpid()) in writer.path.name

    assert is_true_in_child(in_child)
    add(writer, 2)
    writer.close()
    assert sorted(written(tmp_path)) == [[0, 1, 2], [10]]


def test_a_child_that_writes_nothing_makes_no_file(tmp_path):
    writer = ag.summary.create_file_writer(tmp_path)
    add(writer, 0)
    assert is_true_in_child(lambda: writer.close() is None)
    writer.close()
    assert written(tmp_path) == [[0]]


def test_a_child_that_ends_as_programs_do_writes_nothing_twice(tmp_path):
    code = """
        import os, sys
        import autograph as ag
        writer = ag.summary.create_file_writer(sys.argv[1])
        writer.set_as_default()
        ag.summary.scalar("x", 1.0, step=0)
        pid = os.fork()
        if not pid:
            ag.summary.scalar("x", 1.0, step=1)
            sys.exit(0)
        os.waitpid(pid, 0)
    """
    command = [sys.executable, "-c", textwrap.dedent(code), str(tmp_path)]
    subprocess.run(command, check=True)
    assert sorted(written(tmp_path)) == [[0], [1]]


def test_threads_may_share_a_writer(tmp_path):
    writer = ag.summary.create_file_writer(tmp_path)

    def work(first):
        add(writer, *range(first, first + 50))

    threads = [threading.Thread(target=work, args=(100 * i,)) for i in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    writer.close()
    (steps,) = written(tmp_path)
    assert sorted(steps) == [100 * i + j for i in range(4) for j in range(50)]
    for i in range(4):
        own = [step for step in steps if step // 100 == i]
        assert own == sorted(own)


def test_what_a_full_disk_has_no_room_for_is_kept(tmp_path):
    writer = ag.summary.create_file_writer(tmp_path, max_queue=100)

    class Full:
        """A file that takes some bytes, and then no more."""

        def __init__(self, file, room):
            self.file, self.room = file, room

        def write(self, data):
            if not self.room:
                raise OSError(28, "No space left on device")
            n_written = self.file.write(bytes(data[: self.room]))
            self.room -= n_written
            return n_written

        def close(self):
            self.file.close()

    held = writer._file
    full = held._file = Full(held._file, 20)
    add(writer, 0, 1)
    with pytest.raises(OSError, match="No space left"):
        writer.flush()
    full.room = 10**6
    add(writer, 2)
    writer.close()
    assert written(tmp_path) == [[0, 1, 2]]


def test_a_directory_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FileExistsError):
        ag.summary.create_file_writer(tmp_path / "file")
