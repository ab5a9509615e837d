"""What objects with ROOT's names have in common: names, writing, and styles, which change nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ramet.errors import UnsupportedError
from ramet.rdataframe.results.current_file import current_file

__all__ = ["Named", "styled"]

_STYLES = re.compile(
    r"Set(Line|Marker|Fill|Text|Title(Offset|Size|Font|Color)|Label(Offset|Size|Font|Color)|Stats|Minimum|Maximum"
    r"|Option|Ndivisions|Contour|Tick|NoExponent|MoreLogLabels|Directory|Decimals|CenterTitle|Axis(Color)?$|CanExtend"
    r"|BarWidth|BarOffset)\w*|SetMoreLogLabels|CenterTitle|UseCurrentStyle"
)


_OTHERWISE = {  # what ramet has for methods that there are not
    "FillRandom": ": ramet.random draws numbers, and ToRamet().fill takes arrays",
}


class MissingMethodError(UnsupportedError, AttributeError):
    """A method that there is not: hasattr tells so."""


def styled(of: Any, name: str) -> Callable[..., None]:
    """A method that only sets how something looks, which does nothing. Raises UnsupportedError for any other, which is
    an AttributeError, too."""
    if _STYLES.fullmatch(name):
        return lambda *_, **__: None
    raise MissingMethodError(f"{type(of).__name__} of ramet.rdataframe has no {name!r}{_OTHERWISE.get(name, '')}")


_BASES = {  # of ROOT's classes
    "TGraph": ("TAttLine", "TAttFill", "TAttMarker"),
    "TGraphErrors": ("TGraph",),
    "TGraphAsymmErrors": ("TGraph",),
    "TGraph2D": ("TAttLine", "TAttFill", "TAttMarker"),
    "TH1": ("TAttLine", "TAttFill", "TAttMarker"),
    "TH2": ("TH1",),
    "TH3": ("TH1", "TAtt3D"),
    "TProfile": ("TH1D",),
    "TProfile2D": ("TH2D",),
    "TProfile3D": ("TH3D",),
    "THn": ("THnBase",),
    "THnSparse": ("THnBase",),
}


def _bases_of(name: str) -> set[str]:
    """A class of ROOT and those that it is made of."""
    element = re.fullmatch(r"(TH[123]|THn|THnSparse)(?:[CSILFD]|T<\w+>)", name)
    found = {name, "TNamed", "TObject"}
    for base in _BASES.get(name, (element[1],) if element else ()):
        found |= _bases_of(base)
    return found


class Named:
    """An object with a name and a title. Its other attributes are those of ramet's. Threads: as what it is of."""

    def __init__(self, of: Any) -> None:
        self._of = of

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_of":
            raise AttributeError(name)
        try:
            return getattr(self._of, name)
        except AttributeError:
            return styled(self, name)

    def __repr__(self) -> str:
        return repr(self._of)

    def ToRamet(self) -> Any:
        """What ramet calls it: a ramet.Histogram, Profile, SparseHistogram or Graph, to be written or converted."""
        return self._of

    def GetName(self) -> str:
        """Its name."""
        return str(self._of.name)

    def GetTitle(self) -> str:
        """Its title."""
        return str(self._of.title)

    def ClassName(self) -> str:
        """The name of the class that ROOT has for it."""
        return str(self._of.classname)

    def InheritsFrom(self, name: Any) -> bool:
        """Whether the class that ROOT has for it is of another one, or is that one."""
        wanted = name if isinstance(name, str) else getattr(name, "__name__", "")
        return wanted in _bases_of(self.ClassName())

    def Write(self, name: str = "", *_: Any) -> int:
        """Write it into the file that was opened last for writing, under its name or another one.

        Raises:
            MisuseError: there is no such file.
            UnsupportedError: ramet does not write such an object.
        """
        if not isinstance(name, str):
            raise UnsupportedError("Write takes the name only")
        current_file().write_here(self, name or self.GetName())
        return 1
