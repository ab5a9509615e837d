"""`python -m ramet.merging.command convert SOURCE TARGET`: what the program `ramet` leaves to Python."""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Sequence
from typing import Literal

from ramet.errors import MisuseError, RametError, UnreadWarning
from ramet.merging.convert import convert


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0 done, 1 an error, 2 wrong usage."""
    parser = argparse.ArgumentParser(prog="ramet", description="What the program ramet leaves to Python.")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("convert", help="convert between ROOT, Parquet, Arrow and HDF5")
    command.add_argument("source", help="FILE[:TABLE]; what it is, its ending says")
    command.add_argument("target", help="FILE[:TABLE]")
    command.add_argument("--to", choices=["tree", "ntuple"], help="of a ROOT file; by default the other one")
    command.add_argument(
        "-k", "--keep", action="append", metavar="COLUMNS", help="names or patterns, with commas between them"
    )
    command.add_argument("--compression", help="as zstd:5; of Parquet and HDF5 as pyarrow and h5py take it")
    command.add_argument("-f", "--force", action="store_true", help="replace the target if it exists")
    chosen = parser.parse_args(arguments)
    columns = None if chosen.keep is None else [name for names in chosen.keep for name in names.split(",")]
    formats: dict[str | None, Literal["", "ttree", "rntuple"]] = {"tree": "ttree", "ntuple": "rntuple"}
    try:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", UnreadWarning)
            convert(
                chosen.source,
                chosen.target,
                columns=columns,
                format=formats.get(chosen.to, ""),
                compression=chosen.compression,
                overwrite=chosen.force,
            )
        for warning in told:
            print(f"ramet: {warning.message}", file=sys.stderr)
    except (RametError, ImportError, OSError, KeyError) as error:
        print(f"ramet: {str(error).replace('overwrite=True', '--force')}", file=sys.stderr)
        return 2 if isinstance(error, MisuseError) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
