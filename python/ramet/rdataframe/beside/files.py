"""ROOT's files and chains, as scripts with dataframes use them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import ramet.reading.opening as reading
from ramet.errors import MisuseError, UnsupportedError
from ramet.rdataframe.beside.trees import TTree
from ramet.rdataframe.drawing.nothing import Nothing
from ramet.rdataframe.results.current_file import end_file, set_current_file
from ramet.rdataframe.results.histograms import with_roots_names
from ramet.reading.file import Directory
from ramet.reading.tree import Tree
from ramet.writing.files import opening as writing

if TYPE_CHECKING:
    from typing_extensions import Self

__all__ = ["TFile"]

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


def _keys_of(directory: Any) -> list[_Key]:
    classes = directory.classnames(recursive=False, cycle=False)
    return [_Key(name, classname) for name, classname in classes.items()]


def _found(value: Any) -> Any:
    """An object of a file with ROOT's names."""
    if isinstance(value, Directory):
        return _Folder(value)
    return TTree(value) if isinstance(value, Tree) else with_roots_names(value)


class _Folder:
    """A directory of a file that is read, with the names of ramet's, too. Threads: any number."""

    def __init__(self, of: Directory) -> None:
        self._of = of

    def Get(self, name: str) -> Any:
        """An object; without it one that is false, as ROOT's null pointer. `folder[name]` raises KeyInFileError."""
        return _found(self._of[name]) if name in self._of else Nothing(name)

    GetDirectory = Get

    def __getitem__(self, name: str) -> Any:
        return _found(self._of[name])

    def GetListOfKeys(self) -> list[_Key]:
        """The keys of what it has, without those in its directories."""
        return _keys_of(self._of)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._of, name)


class _Directory:
    """A directory of a file that is written. Threads: as the file."""

    def __init__(self, file: TFile, path: str) -> None:
        self._file = file
        self._path = path

    def GetName(self) -> str:
        """Its name, without those of the directories around it."""
        return self._path.rpartition("/")[2]

    def GetPath(self) -> str:
        """The path of the file, and its own in it."""
        return f"{self._file.GetName()}:/{self._path}"

    def mkdir(self, name: str, *_: Any) -> _Directory:
        """A directory in it."""
        return self._file.mkdir(f"{self._path}/{name}")

    def WriteObject(self, value: Any, name: str) -> int:
        """Write a histogram, profile or graph into it under a name."""
        return self._file.WriteObject(value, f"{self._path}/{name}")

    WriteTObject = WriteObject

    def Write(self, *_: Any) -> int:
        """Do nothing, as of the file."""
        return 0

    def cd(self) -> bool:
        """Write objects into it from here on."""
        self._file.cd(self._path)
        return True


class TFile:
    """A file with ROOT's names: `TFile("out.root", "RECREATE")`, `TFile.Open("in.root")`. Histograms, profiles,
    graphs and trees that are read have ROOT's names; they are attributes, too: `file.Events`. Threads: one at a time.

    Raises:
        FileMissingError: there is no such file.
        MisuseError: another mode than READ, RECREATE, NEW, CREATE and UPDATE.
    """

    def __init__(self, path: str | os.PathLike[str], mode: str = "READ") -> None:
        self._path = os.fspath(path)
        self._folder = ""
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
        """An object; without it one that is false, as ROOT's null pointer. `file[name]` raises KeyInFileError."""
        return _found(self._file[name]) if name in self._file else Nothing(name)

    GetDirectory = Get

    def __getitem__(self, name: str) -> Any:
        return _found(self._file[name])

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._file:
            raise AttributeError(f"{type(self).__name__} has no {name!r}, and {self._path!r} has no such object")
        return self.Get(name)

    def GetListOfKeys(self) -> list[_Key]:
        """The keys of what it has at the top."""
        if not self._is_read:
            raise UnsupportedError("GetListOfKeys of a file that is written")
        return _keys_of(self._file)

    def WriteObject(self, value: Any, name: str) -> int:
        """Write a histogram, profile or graph under a name. Raises MisuseError for a file that is read."""
        if self._is_read:
            raise MisuseError(f"{self._path!r} is open for reading")
        self._file[name] = value
        return 1

    WriteTObject = WriteObject

    def mkdir(self, name: str, *_: Any) -> _Directory:
        """A directory for objects that are written: `cd` of it makes them go there. One without objects is not stored.

        Raises:
            MisuseError: the file is open for reading.
        """
        if self._is_read:
            raise MisuseError(f"{self._path!r} is open for reading")
        return _Directory(self, name.strip("/"))

    def cd(self, path: str = "") -> bool:
        """Write objects into this file from here on, or into a directory of it."""
        if not self._is_read:
            self._folder = path.strip("/")
            set_current_file(self)
        return True

    def write_here(self, value: Any, name: str) -> None:
        """Write an object into the directory that `cd` was called of last."""
        self.WriteObject(value, f"{self._folder}/{name}" if self._folder else name)

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
