"""k-means: repeat until no point changes its cluster.

The loop ends by a comparison of whole arrays. A cluster that loses all its points
keeps its centre.
"""

import numpy as np

import autograph as ag


def nearest(points, centres):
    """Return for each point the number of the nearest centre."""
    offsets = points[:, None, :] - centres[None, :, :]
    return ag.argmin(ag.reduce_sum(offsets * offsets, axis=2), axis=1)


def means(points, labels, centres):
    """Return the mean of each cluster's points; the old centre if it has none."""
    members = ag.one_hot(labels, ag.shape(centres)[0], dtype=points.dtype)
    counts = ag.reduce_sum(members, axis=0)[:, None]
    totals = ag.matmul(ag.transpose(members), points)
    return ag.where(counts > 0, totals / ag.maximum(counts, 1.0), centres)


@ag.function
def kmeans(points, centres):
    """Return centres, the cluster of each point, and the rounds it took."""
    labels = nearest(points, centres)
    rounds = 0
    is_moving = True
    while is_moving:
        centres = means(points, labels, centres)
        old, labels = labels, nearest(points, centres)
        is_moving = ag.reduce_any(old != labels)
        rounds += 1
    return centres, labels, rounds


def blobs(seed=0, size=150):
    """Return points around three places."""
    random = np.random.default_rng(seed)
    places = np.array([[0.0, 0.0], [4.0, 1.0], [1.0, 5.0]])
    return np.concatenate([random.normal(place, 0.8, (size, 2)) for place in places])


def main():
    """Cluster points around three places, from a poor start."""
    points = blobs()
    centres, labels, rounds = kmeans(points, points[:3])
    print(f"Settled after {rounds.numpy()} rounds:")
    sizes = np.bincount(labels.numpy(), minlength=3)
    for centre, size in zip(centres.numpy(), sizes, strict=True):
        print(f"  {size:>4} points around ({centre[0]:6.3f}, {centre[1]:6.3f})")


if __name__ == "__main__":
    main()
