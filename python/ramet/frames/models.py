"""The histograms that frames fill."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from ramet import _core
from ramet.errors import MisuseError
from ramet.histograms.bins.making import Bins, Bounds, Labels, axes_of

__all__ = ["label_of", "model_of", "profile_axes"]


def model_of(axes: int, bins: Bins, bounds: Bounds | None, *, name: str, title: str, label: Labels) -> _core.Histogram:
    """An empty histogram of so many axes. Raises TypeError and MisuseError as `Histogram` does."""
    return _core.Histogram(_axes_of(axes, bins, bounds, label), False).named(name, title, "")


def profile_axes(axes: int, bins: Bins, bounds: Bounds | None, label: Labels) -> list[_core.NamedAxis]:
    """The axes of a profile. Raises TypeError and MisuseError as `Profile` does."""
    return _axes_of(axes, bins, bounds, label)


def _axes_of(axes: int, bins: Bins, bounds: Bounds | None, label: Labels) -> list[_core.NamedAxis]:
    if axes > 1 and isinstance(bins, int | np.integer):
        each = ", ".join(["(low, high)"] * axes)
        raise MisuseError(f"bins of one axis for {axes} columns: bins={(bins,) * axes}, bounds=[{each}]")
    made = axes_of(bins, bounds, label)
    if len(made) != axes:
        raise MisuseError(f"bins of {len(made)} axes for {axes} columns")
    return made


def label_of(columns: Sequence[str], label: Labels) -> Labels:
    """The labels of axes: those that were said, or the columns."""
    if label:
        return label
    return columns[0] if len(columns) == 1 else list(columns)
