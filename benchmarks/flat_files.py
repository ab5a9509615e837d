"""The flat files that several suites read: eight columns, written by ROOT."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bench import CODECS, Bench

__all__ = ["OPENED", "flat", "make_flat_files"]

OPENED = ["flat_small", "flat_zstd"]  # files of 8 baskets and of some 1,900


def flat(bench: Bench, codec: str) -> Path:
    return bench.data / f"flat_{codec}.root"


def make_flat_files(bench: Bench) -> None:
    def write(codec: str, entries: int) -> Callable[[Path], list[str]]:
        return lambda path: bench.rival("generate_flat", path, CODECS[codec], entries)

    for codec in CODECS:
        bench.file(f"flat_{codec}.root", write(codec, bench.entries))
    bench.file("flat_small.root", write("zstd", 10_000))
