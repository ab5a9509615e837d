"""Histograms as bytes, and times a number."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from ramet import _core
from ramet.arguments import real_number
from ramet.errors import MisuseError, UnsupportedError
from ramet.session import shared_session
from ramet.writing.output import create_output

__all__ = ["contents_of", "histogram_in", "scaled"]

_NAME = "histogram"


def contents_of(core: _core.Histogram) -> tuple[bytes, str] | None:
    """The contents of a file that has it, which any version of ramet and ROOT reads, and its name; None where ramet
    writes no such histogram."""
    if core.is_profile or len(core.axes) != 1:
        return None
    with tempfile.TemporaryDirectory(prefix="ramet-") as folder:
        path = os.path.join(folder, "histogram.root")  # noqa: PTH118
        output = create_output(path, compression=None, memory_budget="1 GiB", reproducible=True, encoder=None)
        output.put_histogram("", _named(core, _NAME))
        output.close()
        return Path(path).read_bytes(), core.name


def histogram_in(contents: bytes, name: str) -> _core.Histogram:
    """The histogram in them."""
    file = shared_session().open_bytes(contents, name)
    found = file.figure(file.key(_NAME))
    if not isinstance(found, _core.Histogram):
        raise MisuseError(f"a pickled histogram {name!r} has a {type(found).__name__}")
    return _named(found, name)


def scaled(core: _core.Histogram, factor: float) -> _core.Histogram:
    """It times a number, as TH1::Scale does it: errors are kept from then on, and grow likewise; the number of entries
    stays. Raises UnsupportedError for more than one axis and profiles."""
    if core.is_profile or len(core.axes) != 1:
        kind = "profile" if core.is_profile else "histogram"
        raise UnsupportedError(
            f"{kind} {core.name!r} of {len(core.axes)} axes times a number: its `to_hist()` can do it"
        )
    factor = real_number(factor, "a factor")
    axis = core.axes[0]
    contents, squares = core.contents * factor, core.variances * factor**2
    weights, mean = float(contents[1:-1].sum()), core.mean(0)
    of_squares = weights * (core.standard_deviation(0) ** 2 + mean**2)
    statistics = [core.entries, weights, float(squares[1:-1].sum()), weights * mean, of_squares]
    made = _core.Histogram.with_contents(axis.bins, contents, squares, statistics)
    if axis.bin_labels:
        made = made.with_bin_labels([axis.bin_labels.get(number, "") for number in range(1, axis.bins.bins + 1)])
    return made.with_labels(core.name, core.title, axis.title, core.value_title)


def _named(core: _core.Histogram, name: str) -> _core.Histogram:
    return core.with_labels(name, core.title, core.axes[0].title, core.value_title)
