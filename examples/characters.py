"""A network that writes: it learns which character follows, and is then asked for more.

The text is that of `import this`. A GRU learns from windows of it, by `fit`. One graph
writes, always the likeliest character, until a line ends.
"""

import codecs
import contextlib
import io

import numpy as np

import autograph as ag

with contextlib.redirect_stdout(io.StringIO()):
    import this

TEXT = codecs.decode(this.s, "rot13").lower()
ALPHABET = sorted(set(TEXT))
LENGTH = 30


class Writer(ag.keras.Model):
    """Scores of the next character, after each character."""

    def __init__(self, units=64):
        """Make the layers."""
        super().__init__()
        self.embedding = ag.keras.layers.Embedding(len(ALPHABET), 16)
        self.gru = ag.keras.layers.GRU(units, return_sequences=True)
        self.scores = ag.keras.layers.Dense(len(ALPHABET))

    def call(self, inputs):
        """Return scores, (text, place, character)."""
        return self.scores(self.gru(self.embedding(inputs)))


def codes(text):
    """Return the numbers of the characters of a text."""
    return np.array([ALPHABET.index(each) for each in text])


def windows():
    """Return pieces of the text, and the same pieces one character later."""
    found = np.lib.stride_tricks.sliding_window_view(codes(TEXT), LENGTH + 1)[::3]
    return found[:, :-1], found[:, 1:]


@ag.function
def write(model, start, most):
    """Go on with a text until its line ends.

    Args:
        model: What has learnt to.
        start: The numbers of the first characters.
        most: How many characters are added, at most.

    Returns:
        The numbers of the characters that follow.
    """
    end = ALPHABET.index("\n")
    read, written, last = start, [], ag.constant(np.int64(-1))
    while len(written) < most and last != end:
        scores = model(read[None, :])[0, -1]
        last = ag.argmax(scores)
        written.append(last)
        read = ag.concat([read, last[None]], 0)
    return written


def trained(epochs=30, rate=0.01):
    """Return a model that has read the text so many times, and the losses."""
    model = Writer()
    loss = ag.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(ag.optimizers.Adam(rate), loss)
    history = model.fit(*windows(), epochs=epochs, verbose=0)
    return model, history.history["loss"]


def main():
    """Train, and go on with the beginnings of lines."""
    ag.random.set_seed(0)
    model, losses = trained()
    print(f"loss {losses[0]:.2f}, then {losses[-1]:.2f}")
    for start in ("beautiful is ", "now is better ", "errors should "):
        found = write(model, codes(start), np.int64(60))
        print(start + "".join(ALPHABET[int(each)] for each in found).rstrip())


if __name__ == "__main__":
    main()
