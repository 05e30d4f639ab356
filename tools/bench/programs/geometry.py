"""Geometry in the plane: points in arrays, tuples and lists."""

import math

import numpy as np

from tools.bench.programs._table import Programs

programs = Programs("geometry")


@programs.sized(4000, lambda rng, n: (rng.normal(size=(n, 2)),))
def convex_hull(points):
    """Return the corners of the convex hull, by monotone chains."""
    ordered = sorted((float(x), float(y)) for x, y in points)
    hull = []
    for chain in (ordered, ordered[::-1]):
        corners = []
        for p in chain:
            while len(corners) >= 2 and _turn(corners[-2], corners[-1], p) <= 0:
                corners.pop()
            corners.append(p)
        hull.extend(corners[:-1])
    return hull


def _turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@programs.sized(190, lambda rng, n: (rng.normal(size=(n, 2)),))
def closest_pair(points):
    """Return the two points that are closest, by all pairs."""
    best = math.inf
    pair = (0, 0)
    for i in range(len(points)):
        for j in range(i + 1, len(points)):
            dx = points[i, 0] - points[j, 0]
            dy = points[i, 1] - points[j, 1]
            distance = dx * dx + dy * dy
            if distance < best:
                best = distance
                pair = (i, j)
    return math.sqrt(best), pair


def _star(rng, n):
    angles = np.linspace(0.0, 2.0 * np.pi, 40, endpoint=False)
    radii = rng.uniform(0.5, 1.0, 40)
    corners = np.stack([radii * np.cos(angles), radii * np.sin(angles)], axis=1)
    return corners, rng.uniform(-1.0, 1.0, (n, 2))


@programs.sized(4000, _star)
def points_in_polygon(corners, points):
    """Count the points in a polygon, by the edges that a ray crosses."""
    polygon = [(x, y) for x, y in corners.tolist()]
    inside = 0
    for x, y in points.tolist():
        is_inside = False
        x1, y1 = polygon[-1]
        for x2, y2 in polygon:
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                is_inside = not is_inside
            x1, y1 = x2, y2
        if is_inside:
            inside += 1
    return inside


@programs.sized(3000, lambda rng, n: (rng.uniform(0.0, 1.0, (n, 2)), 0.02))
def neighbours_by_cells(points, radius):
    """Count the pairs closer than a radius, by a dict of cells."""
    cells = {}
    for i in range(len(points)):
        key = (int(points[i, 0] / radius), int(points[i, 1] / radius))
        cells.setdefault(key, []).append((float(points[i, 0]), float(points[i, 1])))
    pairs = 0
    for (cx, cy), members in cells.items():
        for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1), (1, -1)):
            for i, (x, y) in enumerate(members):
                others = cells.get((cx + dx, cy + dy), [])
                for j, (u, v) in enumerate(others):
                    if dx == dy == 0 and j <= i:
                        continue
                    if (x - u) ** 2 + (y - v) ** 2 < radius * radius:
                        pairs += 1
    return pairs


@programs.sized(8000, lambda rng, n: (rng.normal(size=(n, 2)), 0.5))
def simplified_line(points, tolerance):
    """Leave out the points of a line that are close to the last that stays."""
    kept = [(float(points[0, 0]), float(points[0, 1]))]
    length = 0.0
    for x, y in points:
        dx = x - kept[-1][0]
        dy = y - kept[-1][1]
        distance = math.sqrt(dx * dx + dy * dy)
        if distance >= tolerance:
            length += distance
            kept.append((float(x), float(y)))
    return length, kept
