"""The example of a network that writes: what it learns, and the loop that writes."""

import math

import numpy as np

import autograph as ag
from examples import characters


def test_it_learns_more_than_how_often_characters_occur():
    ag.random.set_seed(0)
    _, losses = characters.trained(epochs=3)
    counts = np.unique(list(characters.TEXT), return_counts=True)[1]
    parts = counts / counts.sum()
    assert losses[0] < math.log(len(characters.ALPHABET))
    assert losses[-1] < -np.sum(parts * np.log(parts))


def test_the_staged_loop_writes_what_plain_python_does():
    ag.random.set_seed(1)
    model = characters.Writer(8)
    model.build((None, characters.LENGTH))
    write = characters.write
    for start in ("beautiful is ", "now"):
        arguments = model, characters.codes(start), np.int64(12)
        staged, plain = write(*arguments), write.python_function(*arguments)
        assert [int(each) for each in staged] == [int(each) for each in plain]
        assert 1 <= len(staged) <= 12


def test_it_writes_until_the_line_ends():
    class Certain(ag.Module):
        """Says that `a` follows, and after two of them the end of the line."""

        def __call__(self, read):
            a, end = map(characters.ALPHABET.index, "a\n")
            is_over = ag.reduce_all(ag.equal(read[:, -2:], a))
            numbers = ag.range(len(characters.ALPHABET))
            chosen = ag.where(is_over, end, a)
            return ag.cast(ag.equal(numbers, chosen), ag.float32)[None, None, :]

    found = characters.write(Certain(), characters.codes("is"), np.int64(50))
    assert "".join(characters.ALPHABET[int(each)] for each in found) == "aa\n"
