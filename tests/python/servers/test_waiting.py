"""Waiting for answers that come on threads of others."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, ThreadPoolExecutor

import pytest
from ramet.servers.waiting import Answers, Watched


def test_an_answer_that_comes_is_returned() -> None:
    answers = Answers()
    assert answers.wait(lambda take: take(3), 1, "count") == 3
    assert answers.wait(lambda take: threading.Timer(0.01, take, [4]).start(), 20, "count") == 4


def test_one_that_does_not_come_is_given_up_and_may_come_later() -> None:
    late: list[Callable[[int], None]] = []
    with pytest.raises(TimeoutError, match="count: no answer in 0.01 s"):
        Answers().wait(late.append, 0.01, "count")
    late[0](1)
    late[0](2)  # also twice


def test_an_error_of_who_asks_is_raised() -> None:
    def ask(_: Callable[[int], None]) -> None:
        raise OSError("no route")

    with pytest.raises(OSError, match="no route"):
        Answers().wait(ask, 1, "count")


class Interrupted:
    """A piece during whose wait Ctrl-C comes."""

    def result(self) -> bytes:
        signal.raise_signal(signal.SIGINT)
        return b""

    def cancel(self) -> bool:
        return False


def test_an_interrupt_of_one_wait_ends_all() -> None:
    answers = Answers()
    asked = threading.Barrier(3)
    with ThreadPoolExecutor(2) as pool:
        pieces = [
            Watched(pool.submit(answers.wait, lambda _: asked.wait(20), 60, f"read {number}"), answers)
            for number in range(2)
        ]
        asked.wait(20)
        with pytest.raises(KeyboardInterrupt):
            Watched(Interrupted(), answers).result()
        for piece in pieces:
            with pytest.raises(CancelledError):
                piece.result()
            assert not piece.cancel()
