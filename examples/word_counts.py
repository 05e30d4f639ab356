"""Word counts over a text file, and the totals of a CSV file, read as data sets.

The files are read line by line when the graph runs, however long they are; a bar shows
how far it has come where tqdm is installed.
"""

import tempfile
from pathlib import Path

import numpy as np

import autograph as ag

TEXT = """\
the cat sat on the mat
the dog sat on the log

a cat and a dog
"""


@ag.function
def count_words(path, words):
    """Count how often words occur in a file.

    Args:
        path: The name of the file, a tensor: one trace does for all files.
        words: Words, (word,).

    Returns:
        The counts, (word,), and how many words there are in all.
    """
    counts = ag.zeros_like(words, ag.int64)
    total = ag.constant(0)
    for line in ag.data.TextLineDataset(path):
        for word in ag.strings.split(line):
            counts += ag.cast(word == words, ag.int64)
            total += 1
    return counts, total


@ag.function
def largest_order(orders):
    """Return the sum of the orders, and the customer of the largest one.

    Args:
        orders: A data set of pairs: a customer, and an amount.
    """
    total, largest = ag.constant(0.0), ag.constant(-np.inf, ag.float32)
    customer = ag.constant("")
    for name, amount in orders:
        total += amount
        if amount > largest:
            largest, customer = amount, name
    return total, customer


def read_orders(path):
    """Return the orders of a CSV file, with a bar of progress if there is tqdm."""
    kinds = [ag.constant([], ag.string), ag.constant([], ag.float32)]
    orders = ag.data.experimental.CsvDataset(str(path), kinds, header=True)
    try:
        import tqdm  # noqa: F401
    except ImportError:
        return orders
    return ag.data.progress(orders, desc="orders", leave=False, disable=None)


def main():
    """Count words, and add up orders, of files that are written before."""
    with tempfile.TemporaryDirectory() as folder:
        text, table = Path(folder, "text.txt"), Path(folder, "orders.csv")
        text.write_text(TEXT, encoding="utf-8")
        rows = [f"customer {i % 7},{(i * 37) % 1000 / 10}" for i in range(1000)]
        table.write_text("\n".join(["name,amount", *rows]), encoding="utf-8")
        words = np.array(["the", "cat", "dog", "bird"])
        counts, total = count_words(ag.constant(str(text)), words)
        for word, count in zip(words, counts.numpy(), strict=True):
            print(f"{word:>6}: {count}")
        print(f"{total.numpy()} words")
        amount, customer = largest_order(read_orders(table))
        print(f"{amount.numpy():.1f} in all, most by {customer.numpy().decode()}")


if __name__ == "__main__":
    main()
