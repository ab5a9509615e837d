"""Reports of a parallel writer: what was written, what is in progress, and which processes take part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["ContextReport", "ProcessReport", "Report", "Status"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextReport:
    """The work of one context, and the seconds that it spent on each stage. Threads: a value.

    Attributes:
        number: counted from 0 in the order of creation.
        entries: filled and written.
        clusters: written.
        fill: seconds of taking over batches.
        encode: seconds of making baskets.
        compress: seconds of compressing them.
        write: seconds of writing to the file.
        commit: seconds of handing over what was written.
        wait: seconds of waiting.
    """

    number: int
    entries: int
    clusters: int
    fill: float
    encode: float
    compress: float
    write: float
    commit: float
    wait: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The amounts written so far; as text it is a table. Threads: a value.

    Attributes:
        entries: in the file.
        clusters: in the file.
        uncompressed_bytes: of all baskets.
        compressed_bytes: of all baskets, as stored.
        memory_peak: the most bytes that the writer's contexts had reserved at one time.
        contexts: those that are closed, by number.
    """

    entries: int
    clusters: int
    uncompressed_bytes: int
    compressed_bytes: int
    memory_peak: int
    contexts: list[ContextReport]

    @property
    def compression_ratio(self) -> float:
        """Uncompressed bytes divided by compressed bytes; 1 for an empty tree."""
        return self.uncompressed_bytes / self.compressed_bytes if self.compressed_bytes else 1.0

    def __str__(self) -> str:
        stages = ("fill", "encode", "compress", "write", "commit", "wait")
        lines = [
            f"{self.entries} entries in {self.clusters} clusters: {self.uncompressed_bytes / 1e6:.2f} MB became"
            f" {self.compressed_bytes / 1e6:.2f} MB (ratio {self.compression_ratio:.2f}),"
            f" with at most {self.memory_peak / 1e6:.1f} MB in memory",
            "context    entries clusters " + " ".join(f"{stage + ' s':>10}" for stage in stages),
        ]
        for one in self.contexts:
            seconds = " ".join(f"{getattr(one, stage):10.4f}" for stage in stages)
            lines.append(f"{one.number:>7} {one.entries:>10} {one.clusters:>8} {seconds}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """The state of a parallel writer at one moment. Threads: a value.

    Attributes:
        bytes_in_flight: reserved from the memory budget, for columns and for encoding them.
        most_bytes_in_flight: its maximum so far.
        memory_budget: its limit.
        gathered_bytes: of the ends of parts that wait for more entries.
        descriptor_bytes: of descriptors of clusters, which grow with the file and are not in the budget.
        clusters_in_flight: being encoded or written.
        clusters_queued: waiting for earlier ones, in a reproducible file.
        contexts_waiting: for memory.
        seconds_waited: sum over all contexts.
    """

    bytes_in_flight: int
    most_bytes_in_flight: int
    memory_budget: int
    gathered_bytes: int
    descriptor_bytes: int
    clusters_in_flight: int
    clusters_queued: int
    contexts_waiting: int
    seconds_waited: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessReport:
    """A process that joined. Threads: a value.

    Attributes:
        number: counted from 0 in the order of joining.
        pid: the process id.
        state: "running": may write more; "left": has closed its JoinedWriter; "died": ended without closing it, so that
            what it had not written is lost.
        entries: that are in the file.
        clusters: that are in the file.
        open_sequences: the sequence numbers that its open contexts began with.
    """

    number: int
    pid: int
    state: Literal["running", "left", "died"]
    entries: int
    clusters: int
    open_sequences: list[int]
