"""Run clang-tidy over the library, the program and the bindings, as they are compiled in a build folder.

tools/lint/tidy.py BUILD [--one-in N] [FILE ...]: all files in BUILD's compile_commands.json, or the given ones. With
--one-in, a sample that differs for each commit: all files take 25 minutes on two cores.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import zlib

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
LOOKED_AT = ("src/ramet/", "cli/", "python/bindings/")


def sources_of(build: pathlib.Path, named: list[str]) -> list[str]:
    commands = json.loads((build / "compile_commands.json").read_text())
    known = {pathlib.Path(command["file"]).resolve() for command in commands}
    ours = [path for path in sorted(known) if path.is_relative_to(REPOSITORY)]
    places = [path.relative_to(REPOSITORY).as_posix() for path in ours]
    return [place for place in places if (place in named if named else place.startswith(LOOKED_AT))]


def sample_of(sources: list[str], one_in: int) -> list[str]:
    """About one in `one_in` of the files or other names, different ones for each commit."""
    if one_in == 1:
        return sources
    command = ["git", "rev-parse", "HEAD"]
    commit = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False).stdout.strip()
    return [source for source in sources if zlib.crc32(f"{commit} {source}".encode()) % one_in == 0]


def complaints_about(source: str, build: pathlib.Path) -> str:
    tool = pathlib.Path(sys.executable).parent / "clang-tidy"
    # clang cannot use precompiled headers of g++, and reads the headers themselves.
    command = [str(tool), "--quiet", "--extra-arg=-Wno-ignored-gch", "-p", str(build), source]
    run = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    if run.returncode and "error:" not in run.stdout:
        return f"{source}: clang-tidy ended with {run.returncode}\n{run.stderr}"
    return run.stdout.replace(f"{REPOSITORY}/", "")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Run clang-tidy.")
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--one-in", type=int, default=1, metavar="N")
    options = parser.parse_args(arguments)
    build = options.build.resolve()
    sources = sample_of(sources_of(build, options.files), options.one_in)
    found: dict[str, str] = {}  # by place and message, because many sources include a header
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for text in pool.map(lambda source: complaints_about(source, build), sources):
            for part in re.split(r"(?m)^(?=\S+:\d+:\d+: (?:error|warning):)", text):
                if part.strip():
                    found.setdefault(part.splitlines()[0], part)
    print(*found.values(), sep="", end="")
    print(f"tidy: {len(sources)} files, {len(found)} violation{'' if len(found) == 1 else 's'}")
    return 1 if found or not sources else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
