"""A bank of IIR filters: a loop over time that carries the filters' state.

Each filter has two poles and two zeros (a biquad), in the transposed direct form II.
All filters of the bank take each sample at once; what a filter remembers are two
numbers, which the loop hands from one sample to the next.
"""

import numpy as np

import autograph as ag


@ag.function
def filter_bank(signal, b, a):
    """Filter a signal by every filter of a bank.

    Args:
        signal: Samples, (time,).
        b: Numerators, (filter, 3).
        a: Denominators without their leading 1, (filter, 2).

    Returns:
        The filtered signals, (time, filter), and the final state, (2, filter).
    """
    outputs = ag.zeros((ag.size(signal), ag.shape(b)[0]), signal.dtype)
    first = second = ag.zeros_like(b[:, 0])
    for time, sample in enumerate(signal):
        out = b[:, 0] * sample + first
        first = b[:, 1] * sample - a[:, 0] * out + second
        second = b[:, 2] * sample - a[:, 1] * out
        outputs = ag.tensor_scatter_nd_update(outputs, [[time]], out[None, :])
    return outputs, ag.stack([first, second])


@ag.function
def settling_time(b, a, tolerance, limit):
    """Count the samples until the answer of each filter to a step stays put.

    It ends early when a filter runs away, and then returns -1.
    """
    out = ag.zeros_like(b[:, 0])
    state = ag.stack([out, out])
    for time in ag.range(limit):
        before = out
        out = b[:, 0] + state[0]
        state = ag.stack([b[:, 1] - a[:, 0] * out + state[1], b[:, 2] - a[:, 1] * out])
        if ag.reduce_max(abs(out)) > 1e6:
            return -1
        if time > 0 and ag.reduce_max(abs(out - before)) < tolerance:
            return time
    return limit


def band_pass(frequencies, rate, quality=4.0):
    """Return `b` and `a` of filters that let pass the frequencies given.

    Source:  R. Bristow-Johnson, Audio EQ cookbook: BPF, constant 0 dB peak gain
    """
    angle = 2 * np.pi * np.asarray(frequencies, float) / rate
    alpha = np.sin(angle) / (2 * quality)
    b = np.stack([alpha, np.zeros_like(alpha), -alpha], axis=1)
    a = np.stack([-2 * np.cos(angle), 1 - alpha], axis=1)
    return b / (1 + alpha)[:, None], a / (1 + alpha)[:, None]


def main():
    """Find the two tones in a signal with a bank of eight band-pass filters."""
    rate, frequencies = 8000, 125.0 * 2 ** np.arange(0, 4, 0.5)
    time = np.arange(2000) / rate
    signal = np.sin(2 * np.pi * 250 * time) + 0.5 * np.sin(2 * np.pi * 1000 * time)
    b, a = band_pass(frequencies, rate)
    outputs, _ = filter_bank(signal, b, a)
    for frequency, level in zip(frequencies, outputs.numpy().std(axis=0), strict=True):
        print(f"{frequency:>6.0f} Hz {level:.3f} {'#' * round(60 * level)}")
    settled = settling_time(b, a, 1e-6, ag.constant(100_000))
    print(f"The bank settles after {settled.numpy()} samples.")


if __name__ == "__main__":
    main()
