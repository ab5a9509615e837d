"""Merge the files of a folder with one program: python merging.py CONTENDER FOLDER OUTPUT TIMES PROGRAM.

Prints a line for each time: wall, CPU seconds, peak memory in MB, and the entries of the tree or of one histogram of
the result; of copies, which are no ROOT file, those are 0. The output is removed before each time.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

WAYS = {
    "ramet": ["merge", "--cluster", "keep"],
    "ramet-gather": ["merge", "--cluster", "16MB"],
    "ramet-zlib": ["merge", "--cluster", "keep", "--compress", "zlib:1"],
    "ramet-plan": ["merge", "--dry-run"],
    "hadd-ff": ["-ff"],
    "hadd-zlib": ["-f101"],
}


def copy_in_kernel(inputs: list[Path], output: Path) -> None:
    """What `cat` does, by copy_file_range(2)."""
    with output.open("wb") as to:
        for path in inputs:
            with path.open("rb") as source:
                while os.copy_file_range(source.fileno(), to.fileno(), 1 << 30) > 0:
                    pass


def command_of(contender: str, program: str, inputs: list[Path], output: Path) -> list[str]:
    if contender == "cat":
        return ["sh", "-c", 'out=$1; shift; cat "$@" > "$out"', "sh", str(output), *map(str, inputs)]
    return [program, *WAYS[contender], str(output), *map(str, inputs)]


def run(contender: str, program: str, inputs: list[Path], output: Path) -> tuple[float, float, float]:
    """Wall and CPU seconds, and the peak memory in MB."""
    output.unlink(missing_ok=True)
    begin = time.perf_counter()
    child = os.fork()
    if child == 0:
        if contender == "copy":
            copy_in_kernel(inputs, output)
            os._exit(0)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        words = command_of(contender, program, inputs, output)
        os.execvp(words[0], words)
    _, status, used = os.wait4(child, 0)
    if status != 0:
        raise SystemExit(f"{contender} ended with {status}")
    return time.perf_counter() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss / 1000


def entries_of(path: Path) -> int:
    import uproot

    with uproot.open(path) as file:
        return int(file["t"].num_entries if "t" in file else file["d49/h99"].member("fEntries"))


def main(contender: str, folder: str, output: str, times: str, program: str) -> None:
    inputs, out = sorted(Path(folder).iterdir()), Path(output)
    check = 0
    for number in range(int(times) + 1):
        wall, cpu, memory = run(contender, program, inputs, out)
        if number == 0 and contender not in ("cat", "copy", "ramet-plan"):
            check = entries_of(out)
        line = {"contender": contender, "variant": "", "threads": 2, "time": number, "wall": wall, "cpu": cpu}
        print(json.dumps(line | {"memory": memory, "check": check}))
    out.unlink(missing_ok=True)


main(*sys.argv[1:])
