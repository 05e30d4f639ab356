"""A calculator: parse and evaluate a formula, an array of character codes.

`for` over the characters, a chain of decisions on each, and `return` from within the
loop at the first mistake. Products bind before sums; blanks are skipped, within
numbers too.
"""

import numpy as np

import autograph as ag

BLANK, TIMES, PLUS, MINUS, ZERO, NINE = map(ord, " *+-09")


@ag.function
def evaluate(text):
    """Return the value of a formula such as `2 + 3*45 - 6`.

    Returns:
        The value; and the place of the first mistake, -1 if there is none.
    """
    total = 0  # of the terms that are complete
    term = 1  # the product of the factors that are complete, with its sign
    number = 0
    has_digits = False
    place = 0
    for code in text:
        is_operator = (code == TIMES) | (code == PLUS) | (code == MINUS)
        if ZERO <= code <= NINE:
            number = 10 * number + (code - ZERO)
            has_digits = True
        elif is_operator:
            if not has_digits:
                return 0, place
            term *= number
            if code != TIMES:
                total += term
                term = 1 if code == PLUS else -1
            number = 0
            has_digits = False
        elif code != BLANK:
            return 0, place
        place += 1
    if not has_digits:
        return 0, place
    return total + term * number, -1


def codes(text):
    """Return the codes of the characters of a text."""
    return np.array([ord(letter) for letter in text], np.int64)


def main():
    """Evaluate formulas, right and wrong."""
    for text in ("2 + 3*45 - 6", "10*10*10 - 1", "7", "2 + * 3", "2 + x", "1 +"):
        value, mistake = evaluate(codes(text))
        if mistake.numpy() < 0:
            print(f"{text:<13} = {value.numpy()}")
        else:
            print(f"{text:<13} {'':>{mistake.numpy()}}mistake at {mistake.numpy()}")


if __name__ == "__main__":
    main()
