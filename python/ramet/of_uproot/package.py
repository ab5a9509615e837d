"""The setting of uproot that the package itself has, and that cannot be set."""

from __future__ import annotations

from types import ModuleType

from ramet.errors import UnsupportedError
from ramet.reading.libraries.values import library_of

__all__ = ["Package"]


class Package(ModuleType):
    """The class of the module `ramet`."""

    @property
    def default_library(self) -> str:
        """ "ak": the library of arrays where a call does not say another one."""
        return "ak"

    @default_library.setter
    def default_library(self, library: str) -> None:
        if library_of(library) != "ak":
            raise UnsupportedError(
                f"ramet has no global settings: default_library stays 'ak', give library={library!r} to each call"
            )
