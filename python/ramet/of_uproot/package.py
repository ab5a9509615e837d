"""What the package itself does: modules that are imported when they are named, and uproot's setting, which stays."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from ramet.errors import UnsupportedError
from ramet.reading.libraries.values import library_of

__all__ = ["IMPORTED_WHEN_NAMED", "Package"]

IMPORTED_WHEN_NAMED = ("distribute", "fit", "random", "rdataframe")  # which many programs do not need


class Package(ModuleType):
    """The class of the module `ramet`."""

    def __getattr__(self, name: str) -> ModuleType:
        if name in IMPORTED_WHEN_NAMED:
            return import_module(f"{self.__name__}.{name}")
        raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")

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
