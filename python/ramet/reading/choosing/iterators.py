"""`iterkeys` and its like, as uproot has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

__all__ = ["Iterators"]


class Iterators:
    """Iterators over `keys`, `values` and `items`, with the same arguments. Threads: as the mapping."""

    def iterkeys(self: Any, **options: Any) -> Iterator[str]:
        """The names of `keys`, one after the other."""
        return iter(self.keys(**options))

    def itervalues(self: Any, **options: Any) -> Iterator[Any]:
        """The values of `values`; a directory reads each when it is requested."""
        return (value for _, value in self.iteritems(**options))

    def iteritems(self: Any, **options: Any) -> Iterator[tuple[str, Any]]:
        """The items of `items`; a directory reads each when it is requested."""
        return ((name, self[name]) for name in self.keys(**options))
