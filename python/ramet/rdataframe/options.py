"""Options of snapshots with ROOT's names."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

from ramet.errors import MisuseError
from ramet.writing.compression import Compression

__all__ = ["EAlgorithm", "ESnapshotOutputFormat", "RCompressionSetting", "RSnapshotOptions", "snapshot_options"]


class ESnapshotOutputFormat(enum.Enum):
    """What a snapshot is written as."""

    kDefault = 0
    kTTree = 1
    kRNTuple = 2


class EAlgorithm(enum.IntEnum):
    """Algorithms of compression; kUseGlobal and kInherit leave the choice to ramet."""

    kInherit = -1
    kUseGlobal = 0
    kZLIB = 1
    kLZMA = 2
    kOldCompressionAlgo = 3
    kLZ4 = 4
    kZSTD = 5
    kUndefined = 6


class RCompressionSetting:
    """Where scripts find the algorithms: `RCompressionSetting.EAlgorithm.kZSTD`."""

    EAlgorithm = EAlgorithm


@dataclass
class RSnapshotOptions:
    """How Snapshot writes: `options.fLazy = True`. Without a compression it is ramet's default; fSplitLevel,
    fBasketSize and fVector2RVec change nothing, because columns are always stored apart and lists are lists. Threads:
    as an object of Python."""

    fMode: str = "RECREATE"
    fCompressionAlgorithm: int = EAlgorithm.kUseGlobal
    fCompressionLevel: int = -1
    fAutoFlush: int = 0
    fSplitLevel: int = 99
    fLazy: bool = False
    fOverwriteIfExists: bool = False
    fVector2RVec: bool = True
    fBasketSize: int = -1
    fOutputFormat: ESnapshotOutputFormat = ESnapshotOutputFormat.kDefault
    fApproxZippedClusterSize: int = 0
    fMaxUnzippedClusterSize: int = 0
    fIncludeVariations: bool = False


def snapshot_options(options: RSnapshotOptions) -> dict[str, Any]:
    """The options of `Frame.snapshot`.

    Raises:
        MisuseError: a mode that is none.
    """
    mode = options.fMode.upper()
    if mode not in ("RECREATE", "UPDATE"):
        raise MisuseError(f"fMode={options.fMode!r}: there are 'RECREATE' and 'UPDATE'")
    return {
        "format": "rntuple" if options.fOutputFormat == ESnapshotOutputFormat.kRNTuple else "ttree",
        "compression": _compression(int(options.fCompressionAlgorithm), options.fCompressionLevel),
        "update": mode == "UPDATE",
        "cluster_entries": max(options.fAutoFlush, 0),
        "cluster_bytes": max(options.fMaxUnzippedClusterSize, 0),
        "variations": options.fIncludeVariations,
    }


def _compression(algorithm: int, level: int) -> Any:
    if level == 0:
        return 0
    if algorithm <= 0 or algorithm >= EAlgorithm.kUndefined:
        return None if level < 0 else Compression("zstd", min(level, 9))
    return Compression.from_code_pair(algorithm, min(level, 9) if level > 0 else 1)
