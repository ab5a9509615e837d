"""The session that the functions of the package share: one a process, made when it is first needed."""

from __future__ import annotations

import atexit
import os
import threading
from collections import OrderedDict

from ramet import _core
from ramet.servers.opening import Opener

__all__ = ["recorded_session", "session_with_timeout", "shared_session", "use_threads"]

_KEPT = 4  # sessions of other timeouts


class _SharedSession:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._threads = 0  # as many as the process may use
        self._session: _core.Session | None = None
        self._others: OrderedDict[float, _core.Session] = OrderedDict()  # by their timeouts
        self._abandoned: list[object] = []

    def get(self) -> _core.Session:
        with self._lock:
            if self._session is None:
                self._session = _core.Session(self._threads, opener=Opener())
            return self._session

    def use_threads(self, threads: int) -> None:
        with self._lock:
            if self._session is None or self._threads != threads:
                self._threads = threads
                self._session = _core.Session(threads, opener=Opener())
                self._others.clear()

    def with_timeout(self, seconds: float) -> _core.Session:
        with self._lock:
            session = self._others.pop(seconds, None)
            if session is None:
                session = _core.Session(
                    self._threads, connect_timeout=seconds, stall_timeout=seconds, opener=Opener(timeout=seconds)
                )
            self._others[seconds] = session
            while len(self._others) > _KEPT:
                self._others.popitem(last=False)
            return session

    def recorded(self, recorder: _core.TraceRecorder) -> _core.Session:
        with self._lock:
            return _core.Session(self._threads, opener=Opener(), recorder=recorder)

    def end(self) -> None:
        """Before the interpreter ends, while the threads can still be joined; what is open keeps its own hold."""
        with self._lock:
            self._session = None
            self._others.clear()
        # Python never lets go of what daemon threads hold, and freezes these: that is no leak of anybody's.
        if any(thread.daemon for thread in threading.enumerate()):
            _core.set_leak_warnings(False)

    def forget(self) -> None:
        """In the child of a fork, where the session's threads are not."""
        self._lock = threading.Lock()
        # The old session is left to itself: ending it would wait for threads that are not there.
        self._abandoned += [self._session, self._others]
        self._session = None
        self._others = OrderedDict()


_shared = _SharedSession()
atexit.register(_shared.end)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_shared.forget)


def use_threads(threads: int) -> None:
    """Have a session of so many threads in this process; what is open keeps its own."""
    _shared.use_threads(threads)


def session_with_timeout(seconds: float) -> _core.Session:
    """A session that gives up a request to a server after so many seconds; what is open keeps its own."""
    return _shared.with_timeout(seconds)


def recorded_session(recorder: _core.TraceRecorder) -> _core.Session:
    """A session of its own, which records what it reads."""
    return _shared.recorded(recorder)


def shared_session() -> _core.Session:
    """The session of this process, with as many threads as it may use."""
    return _shared.get()
