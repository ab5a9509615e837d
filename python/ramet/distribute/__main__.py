"""`python -m ramet.distribute run FOLDER NUMBER...`: parts of a job, as a batch system does them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from functools import partial

from ramet.distribute.jobs import JobFolder
from ramet.errors import MisuseError, RametError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0 done, 1 an error, 2 wrong usage."""
    parser = argparse.ArgumentParser(prog="python -m ramet.distribute", description="Parts of runs, for batch systems.")
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="do parts, by their numbers")
    run.add_argument("folder", help="that JobFolder.split wrote")
    run.add_argument("numbers", type=int, nargs="+", metavar="NUMBER")
    missing = commands.add_parser("missing", help="print the numbers of the parts that are not done")
    missing.add_argument("folder")
    chosen = parser.parse_args(arguments)
    job = JobFolder(chosen.folder)
    if chosen.command == "missing":
        return _told(lambda: print("".join(f"{number}\n" for number in job.missing()), end=""))
    return max([_told(partial(job.run, number)) for number in chosen.numbers])  # what fails keeps no other part from it


def _told(do: Callable[[], object]) -> int:
    """Do something, and tell what goes wrong; returns the exit code."""
    try:
        do()
    except (RametError, OSError) as error:
        print(f"ramet: {error}", file=sys.stderr, flush=True)
        return 2 if isinstance(error, MisuseError) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
