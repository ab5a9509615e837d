"""The programs that read columns, a process each, and what comes of a column that one dies of."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cpp_types.in_root import library
from readers.run import HERE, command_of, needed

READERS = {"ramet": "ramet", "root": "ROOT", "uproot": "uproot", "groot": "groot", "jsroot": "JSROOT"}
PATIENCE = 60  # seconds, of a column

Job = tuple[str, str, str]  # file, table, column


def command(reader: str, folder: Path) -> tuple[list[str], dict[str, str]]:
    """How to call a reader, and what its environment has. `folder` takes what has to be built first."""
    if reader == "groot":
        return [*command_of("groot", folder), "columns"], {}
    if reader == "jsroot":
        return [needed("node"), str(HERE / "jsroot" / "columns.mjs")], {}
    program = [sys.executable, "-W", "ignore", str(HERE / "columns" / f"with_{reader}.py")]
    return program, {"RAMET_TYPES_LIBRARY": str(library(folder))} if reader == "root" else {}


class Process:
    """A reader at work."""

    def __init__(self, reader: str, folder: Path) -> None:
        program, environment = command(reader, folder)
        self._process = subprocess.Popen(
            program,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=folder,
            env=os.environ | environment,
        )
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put("")

    def ask(self, job: Job) -> dict[str, Any] | None:
        """What it says of a column, None if it dies of it or says nothing in time."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(job) + "\n")
            self._process.stdin.flush()
            while line := self._lines.get(timeout=PATIENCE):
                if line.startswith("{"):
                    found: dict[str, Any] = json.loads(line)
                    return found
        except (BrokenPipeError, queue.Empty):
            pass
        return None

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()


def read(reader: str, folder: Path, jobs: Sequence[Job]) -> dict[Job, dict[str, Any]]:
    """What a reader sees; {"died": ...} of a column that its process died of: another one goes on behind it."""
    found: dict[Job, dict[str, Any]] = {}
    process: Process | None = None
    for job in jobs:
        process = process or Process(reader, folder)
        outcome = process.ask(job)
        if outcome is None:
            process.end()
            process = None
        found[job] = outcome or {"died": True}
    if process is not None:
        process.end()
    return found
