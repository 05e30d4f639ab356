"""Mandelbrot: a loop over a whole grid that ends when every point has escaped.

For each point c: how many steps of z = z * z + c keep abs(z) within 2. Points that
have escaped rest; the loop ends at the limit, or before it when none is left.
"""

import numpy as np

import autograph as ag


@ag.function
def escape_times(c, limit):
    """Return for each point of a complex grid the steps until it escapes."""
    z = ag.zeros_like(c)
    times = ag.zeros_like(c, dtype=ag.int32)
    is_inside = ag.ones_like(c, dtype=ag.bool)
    step = 0
    while step < limit and ag.reduce_any(is_inside):
        z = ag.where(is_inside, z * z + c, z)
        is_inside = abs(z) <= 2.0
        times += ag.cast(is_inside, ag.int32)
        step += 1
    return times


def grid(rows, columns, centre=-0.6 + 0j, width=3.2):
    """Return the points of a picture, in rows, from top to bottom."""
    height = 2.1 * width * rows / columns  # letters are higher than wide
    re = np.linspace(centre.real - width / 2, centre.real + width / 2, columns)
    im = np.linspace(centre.imag + height / 2, centre.imag - height / 2, rows)
    return re[None, :] + 1j * im[:, None]


def art(times, limit, shades=" .:-=+*#%@"):
    """Return a picture of letters: the later a point escapes, the darker."""
    level = np.log1p(times) / np.log1p(limit) * (len(shades) - 1)
    return "\n".join("".join(shades[int(v)] for v in row) for row in level)


def main():
    """Print the set, and how soon a far-away corner is done."""
    limit = ag.constant(200)
    print(art(escape_times(grid(24, 72), limit).numpy(), 200))
    corner = grid(4, 4, centre=1 + 0.5j, width=0.5)
    print("Around 1 + 0.5i all points escape within", end=" ")
    print(escape_times(corner, limit).numpy().max() + 1, "steps.")


if __name__ == "__main__":
    main()
