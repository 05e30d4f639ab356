"""Compare many random programs, and tell what differs and what is refused.

python -m tests.conformance.numpy_programs --programs 2000 --first 0
python -m tests.conformance.numpy_programs --show 17
"""

from __future__ import annotations

import argparse
import re
from collections import Counter

from tests.conformance.numpy_programs.agreement import compare
from tests.conformance.numpy_programs.programs import random_program

_OWN = re.compile(
    r"\b[av]\d+\b|Tensor\([^)]*\)|\b(?:float|int|complex|bool)\d*\[[^]]*\]|\d+"
)


def main() -> int:
    """Run the command line; return its exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--writes", action="store_true")
    parser.add_argument("--show", type=int, metavar="SEED")
    options = parser.parse_args()
    if options.show is not None:
        program = random_program(options.show, writes=options.writes)
        print(program.source, *map(repr, program.arguments), sep="\n")
        for found in compare(program, options.show):
            print(found.known, found.verdict, found.line, found.text, sep=": ")
        return 0
    counts: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    examples: dict[str, int] = {}
    for seed in range(options.first, options.first + options.programs):
        for found in compare(random_program(seed, writes=options.writes), seed):
            counts[f"{found.known} {found.verdict}"] += 1
            if found.verdict != "same":
                line = _OWN.sub("_", found.line)
                kind = f"{found.known} {found.verdict}: {line}: "
                kind += _OWN.sub("_", found.text)[:100]
                kinds[kind] += 1
                examples.setdefault(kind, seed)
    for kind, count in kinds.most_common():
        print(f"{count:4} --show {examples[kind]:<8} {kind}")
    print(", ".join(f"{n} {kind}" for kind, n in sorted(counts.items())))
    return int(any("differs" in kind or "raises" in kind for kind in counts))


if __name__ == "__main__":
    raise SystemExit(main())
