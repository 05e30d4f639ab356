"""Text: built from numbers, joined, split, searched, counted, encoded."""

import numpy as np

from tools.bench.programs._table import Programs

programs = Programs("text")


def letters(rng, n):
    """Return codes of letters, and of spaces."""
    return (rng.choice([32, *range(97, 105)], n),)


@programs.sized(14000, lambda rng, n: (rng.integers(0, 1000, n), rng.normal(size=n)))
def table_as_text(keys, values):
    """Write a table, a line for each row."""
    lines = []
    for key, value in zip(keys, values):
        lines.append(f"{key}: {value:.3f}")
    return "\n".join(lines)


@programs.sized(60000, lambda rng, n: (rng.integers(0, 1000, n),))
def text_by_addition(xs):
    """Write numbers after each other, adding to a text."""
    text = ""
    for x in xs.tolist():
        if text:
            text += ","
        text += str(x)
    return text


@programs.sized(60000, lambda rng, n: (*letters(rng, n), 7))
def caesar_cipher(codes, shift):
    """Shift the letters of a text."""
    text = "".join(chr(c) for c in codes.tolist())
    encoded = ""
    for letter in text:
        if letter.isalpha():
            encoded += chr((ord(letter) - ord("a") + shift) % 26 + ord("a"))
        else:
            encoded += letter
    return encoded


@programs.sized(140000, letters)
def count_words(codes):
    """Count the words of a text."""
    text = "".join([chr(c) for c in codes])
    counts = {}
    for word in text.split():
        counts[word] = counts.get(word, 0) + 1
    return counts


@programs.sized(40000, lambda rng, n: (np.repeat(rng.integers(97, 102, n // 3), 3),))
def run_lengths(codes):
    """Encode a text by its runs: aaabb is a3b2."""
    text = "".join(map(chr, codes.tolist()))
    parts = []
    i = 0
    while i < len(text):
        j = i
        while j < len(text) and text[j] == text[i]:
            j += 1
        parts.append(f"{text[i]}{j - i}")
        i = j
    return "".join(parts)


@programs.sized(24000, lambda rng, n: (np.int64(n),))
def palindromes(limit):
    """Add up the numbers below a limit whose digits read the same backwards."""
    total = 0
    for n in range(3 * limit):
        digits = str(n)
        if digits == digits[::-1]:
            total += n
    return total


@programs.sized(14000, lambda rng, n: (rng.integers(97, 99, n),))
def longest_palindrome(codes):
    """Return the longest palindrome of a text, from each of its middles."""
    text = "".join([chr(c) for c in codes.tolist()])
    best = ""
    for middle in range(len(text)):
        for left, right in ((middle, middle), (middle, middle + 1)):
            while left >= 0 and right < len(text) and text[left] == text[right]:
                left -= 1
                right += 1
            if right - left - 1 > len(best):
                best = text[left + 1 : right]
    return best


@programs.sized(9000, lambda rng, n: (rng.integers(0, 1000, n), rng.integers(0, 4, n)))
def tokens_of_expression(numbers, operators):
    """Split the text of an expression into numbers and operators, and add it up."""
    text = ""
    for number, operator in zip(numbers, operators):
        text += f"{number} {'+-*/'[operator]} "
    tokens = []
    number = ""
    for letter in text:
        if letter.isdigit():
            number += letter
            continue
        if number:
            tokens.append(("number", int(number)))
            number = ""
        if not letter.isspace():
            tokens.append(("operator", letter))
    counts = {}
    total = 0
    for kind, value in tokens:
        counts[kind] = counts.get(kind, 0) + 1
        if kind == "number":
            total += value
    return counts, total


@programs.sized(3000, lambda rng, n: (rng.normal(size=(n, 4)),))
def parsed_table(A):
    """Write a table as comma-separated text, and read it back."""
    lines = []
    for row in A:
        lines.append(",".join(f"{x:.4f}" for x in row))
    text = "\n".join(lines)
    sums = [0.0] * A.shape[1]
    for line in text.splitlines():
        for i, cell in enumerate(line.split(",")):
            sums[i] += float(cell)
    return sums


@programs.sized(25000, lambda rng, n: (rng.integers(0, 2**20, n),))
def binary_digits(xs):
    """Count the ones of numbers in base two, by their text and by division."""
    ones = 0
    longest = ""
    for x in xs:
        digits = format(int(x), "b")
        ones += digits.count("1")
        if len(digits) > len(longest):
            longest = digits
    return ones, longest


@programs.sized(70000, letters)
def anagrams(codes):
    """Group the words of a text by their sorted letters."""
    words = "".join([chr(c) for c in codes.tolist()]).split()
    groups = {}
    for word in words:
        key = "".join(sorted(word))
        groups.setdefault(key, set()).add(word)
    return sorted(sorted(group) for group in groups.values() if len(group) > 1)


@programs.sized(120000, letters)
def title_case(codes):
    """Replace, strip and capitalise the words of a text."""
    text = "".join([chr(c) for c in codes.tolist()]).replace("a ", "an ")
    words = []
    for word in text.split(" "):
        trimmed = word.strip("h")
        if trimmed.startswith("b") or trimmed.endswith("e"):
            words.append(trimmed.upper())
        elif trimmed:
            words.append(trimmed[0].upper() + trimmed[1:])
    return " ".join(words)
