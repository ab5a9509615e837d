"""How tables are written: compressions of columns and the size of clusters, in a file."""

from __future__ import annotations

import os
import pathlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import SupportsIndex

from ramet import _core
from ramet.arguments import name_text, path_text
from ramet.errors import FileIOError, FileMissingError, KeyInFileError
from ramet.sizes import byte_count
from ramet.tracing.json_places import require_json_place

__all__ = ["WriteProfile"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteProfile:
    """How a table is written. `ramet tune` and `ramet.tune` find one; writers, `ramet merge` and `ramet skim` take it.

    >>> import ramet
    >>> profile = ramet.WriteProfile(compression="zstd:5", columns={"Muon_pt": "lz4:4"}, cluster_size=4_000_000)
    >>> profile.save("doc.json")
    >>> ramet.WriteProfile.read("doc.json") == profile
    True
    """

    compression: str = "zstd:5"
    """That of columns which are not named, as "zstd:5" or "none"."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """The compression of some columns, by name. Names that a table does not have are ignored."""
    cluster_size: SupportsIndex | str = 0
    """Bytes, uncompressed, of a cluster, also as "4 MB"; 0: the writer's default."""

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> WriteProfile:
        """Read a file that `ramet tune` or `save` wrote.

        Raises:
            FileMissingError: there is no such file.
            CorruptError: it is no profile, or has something wrong in it, which is named.
            UnsupportedError: it is of a later version.
        """
        try:
            return cls.from_core(_core.WriteProfile.read(path_text(path)))
        except KeyInFileError as error:
            raise FileMissingError(str(error)) from None

    @classmethod
    def from_core(cls, core: _core.WriteProfile) -> WriteProfile:
        """Make one of the library's."""
        return cls(compression=core.compression, columns=core.columns, cluster_size=core.cluster_bytes)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it as JSON. An earlier profile is replaced, another file is not.

        Raises:
            MisuseError: no such compression.
            FileThereError: the file exists, and is no JSON.
            FileMissingError: there is no folder for it.
            FileIOError: it cannot be written.
        """
        columns = {
            name_text(name, "column"): name_text(own, f"compression of {name!r}") for name, own in self.columns.items()
        }
        size = byte_count(self.cluster_size, "cluster_size")
        core = _core.WriteProfile.make(name_text(self.compression, "compression"), columns, size)
        place = pathlib.Path(path_text(path))
        require_json_place(str(place), "profile")
        try:
            _write_whole(place, core.to_json())
        except OSError as error:
            raise FileIOError(f"profile '{place}': {error.strerror}") from None


def _write_whole(place: pathlib.Path, text: str) -> None:
    """Write a file; an earlier one of that name stays unless all of it can be written."""
    if place.exists() and not place.is_file():  # a pipe
        place.write_text(text, encoding="utf-8")
        return
    target = place.resolve()
    part = target.with_name(f"{target.name[:200]}.{secrets.token_hex(8)}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
