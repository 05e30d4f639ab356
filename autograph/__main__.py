"""The command line: `python -m autograph --help`."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from autograph.cli import commands
from autograph.cli.failures import (
    BAD_USAGE,
    INTERRUPTED,
    FunctionFailedError,
    UsageError,
    show_function_failure,
    show_usage_error,
)

DESCRIPTION = (
    "See how a Python function is rewritten, the graph it becomes, and what it returns."
)
EXAMPLES = """\
examples:
  python -m autograph to-code examples/collatz.py:collatz
  python -m autograph graph examples/collatz.py:collatz 27 --program
  python -m autograph run examples/collatz.py:collatz 27
  python -m autograph run examples/collatz.py:collatz 27 --dtype int64
"""
ARGUMENTS = """\
arguments of the function:
  27  2.5  "[[1.0, 2.0]]"   numbers and lists of numbers become tensors
  py:10                     a plain Python value, a constant of the graph
  "'text'"  None            other Python literals stay what they are
  @data.npy                 the array in a file, as a tensor
  rate=0.5                  a keyword argument
  "float32[None, 3]"        any tensor of this kind (`graph` alone)
"""
EXIT_CODES = """\
exit codes:
  0  all is well              2  a file, name or argument is wrong
  1  the function failed      3  eager and graph disagree
"""

_NEGATIVE = re.compile(r"-(\d|\.\d|inf|nan)")


class _Parser(argparse.ArgumentParser):
    """Complains in one line, as every other error does."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_USAGE, f"error: {message}; see {self.prog} --help\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    options = _parse([_shielded(text) for text in given])
    command: Callable[..., int] = options.pop("command")
    try:
        code = command(**options)
        sys.stdout.flush()
    except UsageError as error:
        return show_usage_error(error)
    except FunctionFailedError as failure:
        return show_function_failure(failure)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader (head, less) has enough; Python would complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _shielded(text: str) -> str:
    """Keep argparse from taking a number such as -1e-5 for an option."""
    return f" {text}" if _NEGATIVE.match(text) else text


def _parse(given: Sequence[str]) -> dict[str, Any]:
    parser = _parser()
    # Before Python 3.12, argparse takes no further ARG after an option.
    known, rest = parser.parse_known_args(given)
    options = vars(known)
    for text in rest:
        if text.startswith("-") or "texts" not in options:
            parser.error(f"unrecognized argument {text.strip()}")
        options["texts"].append(text)
    return options


def _parser() -> argparse.ArgumentParser:
    is_script = Path(sys.argv[0]).stem == "autograph"
    parser = _Parser(
        prog="autograph" if is_script else "python -m autograph",
        description=DESCRIPTION,
        epilog=f"{EXAMPLES}\n{ARGUMENTS}\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    adder = parser.add_subparsers(metavar="COMMAND", required=True)

    def add(name: str, run: Callable[..., int], text: str) -> argparse.ArgumentParser:
        sub: argparse.ArgumentParser = adder.add_parser(
            name,
            help=text,
            description=text[0].upper() + text[1:] + ".",
            epilog=ARGUMENTS if run is not commands.to_code else None,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        sub.set_defaults(command=run)
        sub.add_argument(
            "spelling", metavar="FILE.py:FUNC", help="a file and a function in it"
        )
        return sub

    add("to-code", commands.to_code, "print the source that a function is rewritten to")
    sub = add("graph", commands.graph, "print the graph of a function")
    _add_call_options(sub)
    sub = add("run", commands.run, "run a function as it stands and as a graph")
    _add_call_options(sub)
    sub.add_argument(
        "--seconds",
        type=float,
        default=0.2,
        help="how long to measure each way; 0 to call it once (default: 0.2)",
    )
    return parser


def _add_call_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "texts", nargs="*", metavar="ARG", help="the function's arguments"
    )
    parser.add_argument("--dtype", help="of tensors made of numbers, such as int64")
    parser.add_argument(
        "--program", action="store_true", help="print the generated program, too"
    )


if __name__ == "__main__":
    sys.exit(main())
