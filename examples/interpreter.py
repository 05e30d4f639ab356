"""A register machine: an interpreter as a graph, its program as data.

Fetch, decode with a chain of `if` and `elif`, execute, until the program halts. The
graph is traced once and runs every program of the same length.
"""

import numpy as np

import autograph as ag

HALT, SET, COPY, ADD, SUB, MUL, DIV, MOD, JUMP, JUMP_IF_ZERO, JUMP_IF_LESS = range(11)

RUNNING, HALTED, BAD_OPCODE, DIVIDED_BY_ZERO, OUT_OF_TIME = range(5)


@ag.function
def run(program, registers, fuel):
    """Run a program.

    Args:
        program: Instructions, (n, 4): an opcode and three operands `x, y, z`.
        registers: Their first values.
        fuel: How many instructions may be executed.

    Returns:
        The registers, the instructions executed, and how it ended.
    """
    at = ag.constant(0, program.dtype)
    executed = 0
    status = RUNNING
    while status == RUNNING:
        if executed >= fuel:
            status = OUT_OF_TIME
            continue
        opcode, x, y, z = ag.unstack(program[at], num=4)
        at += 1
        executed += 1
        if opcode == HALT:
            status = HALTED
        elif opcode == SET:
            registers = write(registers, x, y)
        elif opcode == COPY:
            registers = write(registers, x, registers[y])
        elif ADD <= opcode <= MUL:
            registers = write(
                registers, x, arithmetic(opcode, registers[y], registers[z])
            )
        elif DIV <= opcode <= MOD:
            if registers[z] == 0:
                status = DIVIDED_BY_ZERO
            elif opcode == DIV:
                registers = write(registers, x, registers[y] // registers[z])
            else:
                registers = write(registers, x, registers[y] % registers[z])
        elif opcode == JUMP:
            at = x
        elif opcode == JUMP_IF_ZERO:
            if registers[y] == 0:
                at = x
        elif opcode == JUMP_IF_LESS:
            if registers[y] < registers[z]:
                at = x
        else:
            status = BAD_OPCODE
    return registers, executed, status


def arithmetic(opcode, left, right):
    """Return the sum, difference or product."""
    if opcode == ADD:
        return left + right
    if opcode == SUB:
        return left - right
    return left * right


def write(registers, place, value):
    """Return the registers with one of them changed."""
    return ag.tensor_scatter_nd_update(registers, [[place]], [value])


FACTORIAL = [  # r1 = r0!
    (SET, 1, 1, 0),
    (SET, 2, 1, 0),
    (JUMP_IF_ZERO, 6, 0, 0),
    (MUL, 1, 1, 0),
    (SUB, 0, 0, 2),
    (JUMP, 2, 0, 0),
    (HALT, 0, 0, 0),
]
GCD = [  # r0 = gcd(r0, r1)
    (JUMP_IF_ZERO, 5, 1, 0),
    (MOD, 2, 0, 1),
    (COPY, 0, 1, 0),
    (COPY, 1, 2, 0),
    (JUMP, 0, 0, 0),
    (HALT, 0, 0, 0),
]
COUNT_PRIMES = [  # r0 = how many primes are below r1
    (SET, 0, 0, 0),
    (SET, 2, 2, 0),  # r2: the candidate
    (SET, 5, 1, 0),
    (JUMP_IF_LESS, 5, 2, 1),
    (HALT, 0, 0, 0),
    (SET, 3, 2, 0),  # r3: its divisor
    (MUL, 4, 3, 3),
    (JUMP_IF_LESS, 12, 2, 4),
    (MOD, 4, 2, 3),
    (JUMP_IF_ZERO, 13, 4, 0),
    (ADD, 3, 3, 5),
    (JUMP, 6, 0, 0),
    (ADD, 0, 0, 5),
    (ADD, 2, 2, 5),
    (JUMP, 3, 0, 0),
]


def start(*values, size=6):
    """Return registers that begin with the values."""
    return np.array([*values, *[0] * (size - len(values))], np.int64)


def main():
    """Run three programs."""
    fuel = ag.constant(1_000_000)
    for title, program, registers, place in (
        ("20!", FACTORIAL, start(20), 1),
        ("gcd(1071, 462)", GCD, start(1071, 462), 0),
        ("primes below 1000", COUNT_PRIMES, start(0, 1000), 0),
    ):
        after, executed, status = run(np.array(program, np.int64), registers, fuel)
        assert status.numpy() == HALTED
        result = after.numpy()[place]
        print(f"{title:<17} = {result:<19} in {executed.numpy():>6} instructions")


if __name__ == "__main__":
    main()
