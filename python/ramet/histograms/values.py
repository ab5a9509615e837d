"""Histograms as bytes, and times a number."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import numpy as np
from ramet import _core
from ramet.arguments import real_number
from ramet.errors import MisuseError, UnsupportedError
from ramet.session import shared_session
from ramet.writing.output import create_output

__all__ = ["contents_of", "histogram_in", "scaled"]

_NAME = "histogram"


def contents_of(core: _core.Histogram) -> tuple[bytes, str]:
    """The contents of a file that has it, which any version of ramet and ROOT reads, and its name."""
    with tempfile.TemporaryDirectory(prefix="ramet-") as folder:
        path = os.path.join(folder, "histogram.root")  # noqa: PTH118
        output = create_output(path, compression=None, memory_budget="1 GiB", reproducible=True, encoder=None)
        output.put(_NAME, core)
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
    stays. Raises UnsupportedError for profiles."""
    if core.is_profile:
        raise UnsupportedError(f"profile {core.name!r} times a number: its `to_hist()` can do it")
    factor = real_number(factor, "a factor")
    moments = core.moments
    moments.weights *= factor
    moments.squared_weights *= factor**2
    for name in ("weighted_values", "weighted_squares", "weighted_products"):
        setattr(moments, name, [one * factor for one in getattr(moments, name)])
    contents, squares = (
        np.ascontiguousarray(one.ravel(order="F")) for one in (core.contents * factor, core.variances * factor**2)
    )
    made = _core.Histogram.of_parts(core.axes, contents, squares, moments, None)
    return made.named(core.name, core.title, core.value_title)


def _named(core: _core.Histogram, name: str) -> _core.Histogram:
    return core.named(name, core.title, core.value_title)
