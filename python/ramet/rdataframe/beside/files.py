"""ROOT's files and chains, as scripts with dataframes use them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import ramet.reading.opening as reading
from ramet.errors import MisuseError, UnsupportedError
from ramet.rdataframe.results.current_file import end_file, set_current_file
from ramet.rdataframe.results.histograms import with_roots_names
from ramet.writing.files import opening as writing

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["TChain", "TFile"]

_MODES = {"RECREATE": "recreate", "NEW": "create", "CREATE": "create", "UPDATE": "update"}


class _Key:
    """A key of a file. Threads: immutable."""

    def __init__(self, name: str, classname: str) -> None:
        self._texts = (name, classname)

    def GetName(self) -> str:
        """Its name."""
        return self._texts[0]

    def GetClassName(self) -> str:
        """The class of its object."""
        return self._texts[1]


class TFile:
    """A file with ROOT's names: `TFile("out.root", "RECREATE")`, `TFile.Open("in.root")`. Histograms, profiles and
    graphs that are read have ROOT's names, and trees ramet's. Threads: one at a time.

    Raises:
        FileMissingError: there is no such file.
        MisuseError: another mode than READ, RECREATE, NEW, CREATE and UPDATE.
    """

    def __init__(self, path: str | os.PathLike[str], mode: str = "READ") -> None:
        self._path = os.fspath(path)
        self._is_read = mode.upper() in ("", "READ")
        if self._is_read:
            self._file: Any = reading.open(self._path)
            return
        if mode.upper() not in _MODES:
            raise MisuseError(f"TFile({self._path!r}, {mode!r}): there are READ, {', '.join(_MODES)}")
        self._file = getattr(writing, _MODES[mode.upper()])(self._path)
        set_current_file(self)

    @classmethod
    def Open(cls, path: str | os.PathLike[str], mode: str = "READ") -> Self:
        """The same as the class."""
        return cls(path, mode)

    def Get(self, name: str) -> Any:
        """An object. Raises KeyInFileError without it."""
        return with_roots_names(self._file[name])

    __getitem__ = Get

    def GetListOfKeys(self) -> list[_Key]:
        """The keys of what it has at the top."""
        if not self._is_read:
            raise UnsupportedError("GetListOfKeys of a file that is written")
        classes = self._file.classnames(recursive=False, cycle=False)
        return [_Key(name, classname) for name, classname in classes.items()]

    def WriteObject(self, value: Any, name: str) -> int:
        """Write a histogram, profile or graph under a name. Raises MisuseError for a file that is read."""
        if self._is_read:
            raise MisuseError(f"{self._path!r} is open for reading")
        self._file[name] = value
        return 1

    WriteTObject = WriteObject

    def cd(self) -> bool:
        """Write objects into this file from here on."""
        if not self._is_read:
            set_current_file(self)
        return True

    def Write(self, *_: Any) -> int:
        """Do nothing: objects are written by themselves, and all is in the file when it is closed."""
        return 0

    def IsOpen(self) -> bool:
        """True until it is closed."""
        return not self._file.closed

    def IsZombie(self) -> bool:
        """False: what cannot be opened is an exception."""
        return False

    def GetName(self) -> str:
        """Its path."""
        return self._path

    def Close(self, *_: Any) -> None:
        """Finish it. Raises FileIOError."""
        end_file(self)
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.Close()


class TChain:
    """The same tree in several files, of which a dataframe can be made. Threads: one at a time."""

    def __init__(self, tree: str = "", title: str = "") -> None:
        self._tree = tree
        self._files: list[tuple[str, str]] = []
        self._friends: list[tuple[TChain, str]] = []
        self._index: tuple[str, ...] = ()

    def Add(self, path: str, *_: Any) -> int:
        """One file more; wildcards stand for several; the tree in it may be named behind `?#`."""
        place, _mark, tree = path.partition("?#")
        self._files.append((place, tree or self._tree))
        return 1

    AddFile = Add

    def BuildIndex(self, major: str, minor: str = "0") -> int:
        """As a friend, be joined by one or two columns of whole numbers, and not entry by entry."""
        self._index = (major,) if minor in ("", "0") else (major, minor)
        return self.GetEntries()

    def AddFriend(self, friend: TChain | str, alias: str = "", *_: Any) -> None:
        """The columns of another chain, under its name or another one; or of a tree, by its name and the path of its
        file."""
        if isinstance(friend, str):
            other = TChain(friend)
            other.Add(alias)
            friend, alias = other, ""
        self._friends.append((friend, alias or friend.GetName()))

    def table(self) -> Any:
        """The entries of all files, with the columns of friends."""
        from ramet.reading.datasets.dataset import open_many

        table = open_many([{path: tree} for path, tree in self._files])
        for friend, name in self._friends:
            on: Any = friend._index[0] if len(friend._index) == 1 else friend._index or None
            table = table.add_friend(friend.table(), name, on=on, unmatched="option" if on else "error")
        return table

    def GetName(self) -> str:
        """The name of the tree."""
        return self._tree

    def GetNtrees(self) -> int:
        """How many were added."""
        return len(self._files)

    def GetEntries(self) -> int:
        """The entries of all files. Raises FileMissingError."""
        return int(self.table().num_entries)

    def __iter__(self) -> Iterator[str]:
        return iter(self.files)

    @property
    def files(self) -> list[str]:
        """Their paths."""
        return [path for path, _ in self._files]
