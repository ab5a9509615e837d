"""Compile public headers, each alone, in a build folder of CMake's preset "headers".

tools/lint/headers.py BUILD [--one-in N] [--jobs N]: all of them, or a sample that differs for each commit: all take
seven minutes on two cores.
"""

from __future__ import annotations

import argparse
import pathlib
import re
import subprocess
import sys

from tidy import sample_of

# What CMake compiles for a header of an interface: CMAKE_VERIFY_INTERFACE_HEADER_SETS.
OBJECT = re.compile(r"^(\S+_verify_interface_header_sets\.dir/\S+\.hpp\.cxx\.o):", re.MULTILINE)


def objects_in(build: pathlib.Path) -> list[str]:
    """What ninja makes of each header."""
    command = ["ninja", "-C", str(build), "-t", "targets", "all"]
    return sorted(OBJECT.findall(subprocess.run(command, capture_output=True, text=True, check=True).stdout))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Compile public headers, each alone.")
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--one-in", type=int, default=1, metavar="N")
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    options = parser.parse_args(arguments)
    headers = objects_in(options.build)
    chosen = sample_of(headers, options.one_in)
    print(f"headers: {len(chosen)} of {len(headers)}", flush=True)
    if not chosen:
        return 0 if headers else 1
    command = ["ninja", "-C", str(options.build), "-j", str(options.jobs), "-k", "0", "--quiet", *chosen]
    return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
