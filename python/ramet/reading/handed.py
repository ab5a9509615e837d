"""Executors and caches, which programs for uproot make and hand over.

They work as such. ramet takes them where uproot does and leaves them unused: its own threads read, and it keeps no
arrays.
"""

from __future__ import annotations

import concurrent.futures
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, MutableMapping
from typing import Any, ParamSpec, SupportsIndex, TypeVar

from ramet.arguments import whole_number
from ramet.sizes import byte_count

__all__ = ["CountedExecutor", "LRUArrayCache", "LRUCache", "TrivialExecutor", "no_filter"]

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")


def no_filter(_: object) -> bool:
    """True: the filter that lets all pass.

    >>> no_filter("any name")
    True
    """
    return True


class CountedExecutor(concurrent.futures.ThreadPoolExecutor):
    """Python's own, which says how many workers it has. Calls that read take it and do not use it: ramet's own threads
    read. Threads: any number."""

    def __init__(self, max_workers: int | None = None) -> None:
        workers = (os.cpu_count() or 1) if max_workers is None else whole_number(max_workers, "max_workers", 1)
        super().__init__(workers)
        self._num_workers = workers

    @property
    def max_workers(self) -> int:
        """The largest number of its threads."""
        return self._num_workers

    @property
    def num_workers(self) -> int:
        """The largest number of its threads."""
        return self._num_workers


class TrivialExecutor(concurrent.futures.Executor):
    """Runs what is submitted at once, in the thread that submits it. Threads: any number."""

    def submit(
        self, fn: Callable[Arguments, Result], /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> concurrent.futures.Future[Result]:
        """Run it; the future that is returned is done."""
        done: concurrent.futures.Future[Result] = concurrent.futures.Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


class LRUCache(MutableMapping[Any, Any]):
    """A mapping of at most so many objects: the one that was used least recently goes first. Threads: any number.

    >>> cache = LRUCache(2)
    >>> cache.update(a=1, b=2, c=3)
    >>> list(cache), cache.current, cache.limit
    (['b', 'c'], 2, 2)

    Args:
        limit: how many; None: as many as there are.
    """

    def __init__(self, limit: SupportsIndex | str | None) -> None:
        self._limit = None if limit is None else self._limit_of(limit)
        self._items: OrderedDict[Any, Any] = OrderedDict()
        self._current = 0
        self._lock = threading.Lock()

    def __getstate__(self) -> dict[str, Any]:
        """Pickle keeps the limit, and none of the objects, as uproot's does."""
        return {"limit": self._limit}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["limit"])  # type: ignore[misc]

    @staticmethod
    def _limit_of(limit: Any) -> int:
        return whole_number(limit, "limit", 0)

    @staticmethod
    def sizeof(value: Any) -> int:
        """The size that counts against the limit: 1 for each."""
        return 1

    @property
    def limit(self) -> int | None:
        """The most that it keeps; None: there is no such limit."""
        return self._limit

    @property
    def current(self) -> int:
        """The used part of the limit."""
        return self._current

    def __getitem__(self, key: Any) -> Any:
        with self._lock:
            value = self._items[key]
            self._items.move_to_end(key)
            return value

    def __setitem__(self, key: Any, value: Any) -> None:
        with self._lock:
            if key in self._items:
                self._current -= self.sizeof(self._items.pop(key))
            self._items[key] = value
            self._current += self.sizeof(value)
            while self._limit is not None and self._current > self._limit:
                self._current -= self.sizeof(self._items.popitem(last=False)[1])

    def __delitem__(self, key: Any) -> None:
        with self._lock:
            self._current -= self.sizeof(self._items.pop(key))

    def __iter__(self) -> Iterator[Any]:
        with self._lock:
            return iter(list(self._items))

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} ({self._current} of {'any' if self._limit is None else self._limit})>"


class LRUArrayCache(LRUCache):
    """The same of arrays: their bytes, as "100 MB", are the limit. Threads: any number.

    >>> import numpy as np
    >>> cache = LRUArrayCache("1 kB")
    >>> cache["x"] = np.zeros(100)
    >>> cache["y"] = np.zeros(100)
    >>> list(cache), cache.current
    (['y'], 800)

    Args:
        limit: bytes; None: as many as there are.
    """

    @staticmethod
    def _limit_of(limit: Any) -> int:
        return byte_count(limit, "limit")

    @staticmethod
    def sizeof(value: Any) -> int:
        """Its `nbytes`, or 1 of what has none."""
        return int(getattr(value, "nbytes", 1))
