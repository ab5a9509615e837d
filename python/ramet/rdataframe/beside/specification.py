"""Samples of a dataframe, as ROOT's RDatasetSpec has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["RDatasetSpec", "RMetaData", "RSample"]


class RMetaData:
    """Metadata of a sample. Threads: one at a time."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}

    def Add(self, key: str, value: Any) -> None:
        """A number or text by its key."""
        self.values[key] = value

    def GetI(self, key: str, default: int | None = None) -> int:
        """A whole number. Raises KeyError without it and a default."""
        return int(self._value(key, default))

    def GetD(self, key: str, default: float | None = None) -> float:
        """A number, likewise."""
        return float(self._value(key, default))

    def GetS(self, key: str, default: str | None = None) -> str:
        """A text, likewise."""
        return str(self._value(key, default))

    def _value(self, key: str, default: Any) -> Any:
        return self.values[key] if default is None else self.values.get(key, default)


class RSample:
    """A sample: its name, its trees and files, and metadata. Threads: immutable."""

    def __init__(
        self, name: str, trees: str | Sequence[str], files: str | Sequence[str], metadata: RMetaData | None = None
    ) -> None:
        self.name = name
        self.parts = {
            "trees": [trees] if isinstance(trees, str) else list(trees),
            "files": [files] if isinstance(files, str) else list(files),
            "metadata": dict(metadata.values) if metadata is not None else {},
        }


class RDatasetSpec:
    """What a dataframe is made of: `RDataFrame(RDatasetSpec().AddSample(...))`. Threads: one at a time."""

    def __init__(self) -> None:
        self._samples: dict[str, Any] = {}
        self._friends: dict[str, Any] = {}
        self._range: list[int] = []

    def AddSample(self, sample: RSample | Sequence[Any]) -> Self:
        """A sample, or its name, trees and files."""
        made = sample if isinstance(sample, RSample) else RSample(*sample)
        self._samples[made.name] = made.parts
        return self

    def WithGlobalFriends(self, trees: str | Sequence[str], files: str | Sequence[str], alias: str = "") -> Self:
        """A friend of all samples together, whose columns are "alias.column"."""
        friend = RSample(alias or "friend", trees, files)
        self._friends[friend.name] = {key: friend.parts[key] for key in ("trees", "files")}
        return self

    def WithGlobalRange(self, entries: Sequence[int]) -> Self:
        """Only entries with these numbers: `(first, last)`, the last one left out, or `(last,)`."""
        self._range = list(entries)
        return self

    @property
    def specification(self) -> dict[str, Any]:
        """What FromSpec takes."""
        return {"samples": self._samples, "friends": self._friends, "range": self._range}
