"""`iterkeys` and its like, as uproot has them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

__all__ = ["Iterators"]


class Iterators:
    """Of what has `keys`, `values` and `items`: iterators over the same, with the same arguments. Threads: as that."""

    def iterkeys(self: Any, **options: Any) -> Iterator[str]:
        """What `keys` lists, one after the other."""
        return iter(self.keys(**options))

    def itervalues(self: Any, **options: Any) -> Iterator[Any]:
        """What `values` lists; of a directory each is read when it is asked for."""
        return (value for _, value in self.iteritems(**options))

    def iteritems(self: Any, **options: Any) -> Iterator[tuple[str, Any]]:
        """What `items` lists; of a directory each is read when it is asked for."""
        return ((name, self[name]) for name in self.keys(**options))
