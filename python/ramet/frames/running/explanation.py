"""How results are computed: as text, and as graphs."""

from __future__ import annotations

from ramet.errors import MisuseError

__all__ = ["Explanation"]

_FORMATS = ("text", "dot", "svg")


class Explanation(str):
    """How results are computed, in one of three formats: a text that a terminal shows as it is, and a notebook draws.
    Threads: immutable."""

    _svg: str

    @classmethod
    def of(cls, formats: tuple[str, str, str], wanted: str) -> Explanation:
        """The one of "text", "dot" and "svg" that is wanted. Raises MisuseError for another."""
        if wanted not in _FORMATS:
            raise MisuseError(f"an explanation as {wanted!r}: there are {', '.join(map(repr, _FORMATS))}")
        made = cls(formats[_FORMATS.index(wanted)])
        made._svg = formats[2]
        return made

    def __repr__(self) -> str:
        return str(self)

    def _repr_svg_(self) -> str:
        return self._svg
