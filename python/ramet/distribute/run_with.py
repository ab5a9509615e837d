"""Runs with workers, with a checkpoint, or with both."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ramet import _core
from ramet.arguments import real_number
from ramet.distribute.checkpoints import Checkpoint
from ramet.distribute.engines.of_executor import OfExecutor
from ramet.distribute.run_on import doing_on
from ramet.errors import MisuseError
from ramet.frames.running.shown_rows import make_portable

if TYPE_CHECKING:
    from ramet.frames.results import RunReport

__all__ = ["run_with"]

_Compute = Callable[[Callable[[_core.TasksElsewhere], None]], "list[RunReport]"]


def run_with(
    compute: _Compute,
    on: Any,
    *,
    checkpoint: str | os.PathLike[str] | None,
    allow_failures: float,
    skips: bool,
) -> list[RunReport]:
    """Compute results: `compute` gets what has their tasks done, by an engine or in parts by this process."""
    allowed = real_number(allow_failures, "allow_failures")
    if not 0 <= allowed < 1:
        raise MisuseError(f"allow_failures={allowed}: expected a part of the entries, from 0 to 1")
    make_portable()
    with _engine(on) as engine:
        if checkpoint is None:
            return compute(doing_on(engine, skips_errors=skips, allow_failures=allowed))
        with Checkpoint(checkpoint) as kept:
            doing = doing_on(engine, skips_errors=skips, checkpoint=kept, allow_failures=allowed)
            reports = compute(doing)
            if not any(report.was_stopped for report in reports):
                kept.remove()
            return reports


@contextmanager
def _engine(on: Any) -> Iterator[Any]:
    if on is not None:
        yield on
        return
    with ThreadPoolExecutor(1) as executor:  # parts use all threads of the session
        yield OfExecutor(executor, workers=1)
