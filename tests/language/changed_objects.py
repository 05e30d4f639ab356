"""Classes of objects that programs change in lists of the run."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass
class Particle:
    x: float
    v: float = 0.0

    def move(self, dt):
        self.x += self.v * dt
        return self

    @property
    def energy(self):
        return self.v * self.v

    @energy.setter
    def energy(self, value):
        self.v = value


class Cell:
    def __init__(self, value):
        self.value = value

    def bump(self, by=1):
        self.value += by


class Slots:
    __slots__ = ("a", "b")

    def __init__(self, a, b):
        self.a = a
        self.b = b


class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b


class Node:
    def __init__(self, v, following=None):
        self.v = v
        self.following = following


class World:
    def __init__(self):
        self.ps = []

    def add(self, p):
        self.ps.append(p)

    def step(self):
        for p in self.ps:
            p.move(0.5)


class Entry:
    def __init__(self, v):
        self.v = v

    def register(self, out):
        out.append(self)
        self.v += 1
        return self
