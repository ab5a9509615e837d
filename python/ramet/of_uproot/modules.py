"""Small modules of uproot, as namespaces of the same names."""

# ruff: noqa: N801, N815 - the names of uproot
from __future__ import annotations

from ramet import errors
from ramet.of_uproot import kinds, sources
from ramet.reading import handed
from ramet.reading.libraries import interpretation as interpretations
from ramet.reading.objects.object import Object
from ramet.writing import compression as compressions
from ramet.writing.files.writable import WritableFile as _WritableFile
from ramet.writing.files.writable_directory import WritableDirectory as _WritableDirectory
from ramet.writing.files.writable_tree import WritableTree as _WritableTree

__all__ = ["cache", "compression", "const", "deserialization", "exceptions", "interpretation", "model", "source"]


class exceptions:
    """`uproot.exceptions`."""

    KeyInFileError = errors.KeyInFileError


class deserialization:
    """`uproot.deserialization`."""

    DeserializationError = errors.CorruptError


class cache:
    """`uproot.cache`."""

    LRUCache = handed.LRUCache
    LRUArrayCache = handed.LRUArrayCache


class compression:
    """`uproot.compression`."""

    Compression = compressions.Compression
    ZLIB = staticmethod(compressions.ZLIB)
    LZMA = staticmethod(compressions.LZMA)
    LZ4 = staticmethod(compressions.LZ4)
    ZSTD = staticmethod(compressions.ZSTD)


class const:
    """`uproot.const`: ROOT's numbers of the algorithms that compress."""

    kZLIB = 1
    kLZMA = 2
    kOldCompressionAlgo = 3
    kLZ4 = 4
    kZSTD = 5


class model:
    """`uproot.model`."""

    Model = Object
    classname_decode = staticmethod(kinds.classname_decode)
    classname_encode = staticmethod(kinds.classname_encode)


class source:
    """`uproot.source`."""

    class file:
        """`uproot.source.file`."""

        MemmapSource = sources.MemmapSource
        MultithreadedFileSource = sources.MultithreadedFileSource

    class fsspec:
        """`uproot.source.fsspec`."""

        FSSpecSource = sources.FSSpecSource

    class http:
        """`uproot.source.http`."""

        HTTPSource = sources.HTTPSource
        MultithreadedHTTPSource = sources.MultithreadedHTTPSource

    class object:
        """`uproot.source.object`."""

        ObjectSource = sources.ObjectSource

    class xrootd:
        """`uproot.source.xrootd`."""

        XRootDSource = sources.XRootDSource
        MultithreadedXRootDSource = sources.MultithreadedXRootDSource


class interpretation:
    """`uproot.interpretation`."""

    Interpretation = interpretations.Interpretation

    class numerical:
        """`uproot.interpretation.numerical`."""

        AsDtype = interpretations.AsDtype

    class jagged:
        """`uproot.interpretation.jagged`."""

        AsJagged = interpretations.AsJagged

    class strings:
        """`uproot.interpretation.strings`."""

        AsStrings = interpretations.AsStrings

    class objects:
        """`uproot.interpretation.objects`."""

        AsObjects = interpretations.AsObjects

    class grouped:
        """`uproot.interpretation.grouped`."""

        AsGrouped = interpretations.AsGrouped


class writable:
    """`uproot.writing.writable`."""

    WritableFile = _WritableFile
    WritableDirectory = _WritableDirectory
    WritableTree = _WritableTree
    WritableNTuple = _WritableTree
