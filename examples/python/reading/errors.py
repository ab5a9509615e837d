"""Errors, and how a program can handle them. docs/guides/troubleshooting.md shows this."""

# Says: run7.root: 3 entries
# Says: run8.root: left out, CorruptError
# Says: run9.root: left out, FileMissingError

from pathlib import Path

import numpy as np
import ramet

with ramet.recreate("run7.root") as file:
    file["Events"] = {"x": np.arange(3)}
Path("run8.root").write_bytes(b"root, or so it says")

# docs: begin errors
for path in ("run7.root", "run8.root", "run9.root"):
    try:
        with ramet.open(path) as file:
            print(f"{path}: {file['Events'].num_entries} entries")
    except (ramet.CorruptError, ramet.FileMissingError) as error:  # also a ValueError, a FileNotFoundError
        print(f"{path}: left out, {type(error).__name__}")
# docs: end errors
