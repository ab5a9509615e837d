"""Run clang-tidy over the library, the program and the bindings, as they are compiled in a build folder.

tools/tidy.py BUILD [FILE ...]: every such file of BUILD's compile_commands.json, or those named.
"""

from __future__ import annotations

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parent.parent
LOOKED_AT = ("src/ramet/", "cli/", "python/bindings/")


def sources_of(build: pathlib.Path, named: list[str]) -> list[str]:
    commands = json.loads((build / "compile_commands.json").read_text())
    known = {pathlib.Path(command["file"]).resolve() for command in commands}
    ours = [path for path in sorted(known) if path.is_relative_to(REPOSITORY)]
    places = [path.relative_to(REPOSITORY).as_posix() for path in ours]
    return [place for place in places if (place in named if named else place.startswith(LOOKED_AT))]


def complaints_about(source: str, build: pathlib.Path) -> str:
    tool = pathlib.Path(sys.executable).parent / "clang-tidy"
    run = subprocess.run(
        [str(tool), "--quiet", "-p", str(build), source], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    if run.returncode and "error:" not in run.stdout:
        return f"{source}: clang-tidy ended with {run.returncode}\n{run.stderr}"
    return run.stdout.replace(f"{REPOSITORY}/", "")


def main(arguments: list[str]) -> int:
    build = pathlib.Path(arguments[0]).resolve()
    sources = sources_of(build, arguments[1:])
    found: dict[str, str] = {}  # by place and message: a header is seen from many sources
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
