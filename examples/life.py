"""Game of life on a torus: a loop with `break`, ended by a still world.

The world is an array of zeros and ones whose edges meet. The loop runs a number of
generations that the graph takes as an argument, and stops when nothing changes.
"""

import numpy as np

import autograph as ag


def neighbours(world):
    """Count the live cells around each cell."""
    rows = ag.roll(world, 1, axis=0) + world + ag.roll(world, -1, axis=0)
    return ag.roll(rows, 1, axis=1) + rows + ag.roll(rows, -1, axis=1) - world


def step(world):
    """Return the next generation: three give birth, two keep alive."""
    count = neighbours(world)
    is_alive = (count == 3) | ((count == 2) & (world == 1))
    return ag.cast(is_alive, world.dtype)


@ag.function
def life(world, generations):
    """Return the world after so many generations, and how many changed it."""
    changes = 0
    for _ in ag.range(generations):
        new = step(world)
        if ag.reduce_all(new == world):
            break
        world = new
        changes += 1
    return world, changes


def world_of(text):
    """Return the world drawn with `#` for live cells."""
    return np.array([[int(cell == "#") for cell in row] for row in text.split()])


def drawing(world):
    """Return a world drawn with `#` for live cells."""
    return "\n".join("".join(".#"[cell] for cell in row) for row in world)


GLIDER = world_of("""
    .#......
    ..#.....
    ###.....
    ........
    ........
    ........
""")
ACORN = np.pad(world_of(".#..... ...#... ##..###"), ((10, 11), (16, 17)))


def main():
    """Show a glider before and after, and what becomes of an acorn."""
    world, _ = life(GLIDER, ag.constant(4))
    pairs = zip(drawing(GLIDER).split(), drawing(world.numpy()).split(), strict=True)
    print("\n".join("  ->  ".join(pair) for pair in pairs))
    world, changes = life(ACORN, ag.constant(5000))
    print(
        f"\nAn acorn, {ACORN.sum()} cells, after {changes.numpy()} generations:"
        f" {world.numpy().sum()} cells"
    )
    print(drawing(world.numpy()))


if __name__ == "__main__":
    main()
